//! CPLEX's LP format.
//!
//! ```text
//! Minimize [NAME:] SUM  Subject To ([NAME:] [NUMBER REL] SUM [REL NUMBER])*
//! [Bounds ...] [Binary NAME*] [General NAME*] End
//! ```
//!
//! A section begins with its keyword at the beginning of a line. Terms of a sum have signs between
//! them, so a sum ends where no sign follows. Names are what any of the usual solvers accepts:
//! `x[1,2]`, `A/B`, `{x}`.

use super::program::{Program, READ, Range, Relation};
use super::words::{Word, lines};
use super::{Fault, ImportRow, Place};
use dlx3_base::text::blank::{is_blank, leading_blanks};
use dlx3_format::Decimal;
use std::collections::HashSet;

pub const LP: ImportRow = ImportRow {
    name: "lp",
    about: "An integer program in CPLEX's LP format",
    read: READ,
    options: &[],
    reader: |text, _| read(text)?.into_problem(),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Number,
    Plus,
    Minus,
    Colon,
    Relation(Relation),
    Section(Section),
    Other,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Minimize,
    Maximize,
    Rows,
    Bounds,
    Binary,
    General,
    Unknown,
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    kind: Kind,
    word: Word<'t>,
}

/// The tokens of a text, with lookahead.
struct Tokens<'t> {
    all: std::vec::IntoIter<Token<'t>>,
    end: Token<'t>,
}

/// The section that begins with these words in lower case, and the number of its words.
fn section(first: &[u8], second: Option<&[u8]>) -> Option<(Section, usize)> {
    let section = match (first, second) {
        // Lazy constraints are a hint to solvers; they must hold like others.
        (b"subject", Some(b"to")) | (b"such", Some(b"that")) | (b"lazy", Some(b"constraints")) => {
            return Some((Section::Rows, 2));
        }
        (b"user", Some(b"cuts")) | (b"general", Some(b"constraints")) => {
            return Some((Section::Unknown, 2));
        }
        (b"minimize" | b"minimise" | b"minimum" | b"min", _) => Section::Minimize,
        (b"maximize" | b"maximise" | b"maximum" | b"max", _) => Section::Maximize,
        (b"st" | b"s.t." | b"st.", _) => Section::Rows,
        (b"bounds" | b"bound", _) => Section::Bounds,
        (b"binary" | b"binaries" | b"bin", _) => Section::Binary,
        (b"general" | b"generals" | b"gen" | b"integer" | b"integers" | b"int", _) => {
            Section::General
        }
        (
            b"semi-continuous" | b"semis" | b"semi" | b"semi-integer" | b"sos" | b"sos1" | b"sos2"
            | b"pwlobj" | b"gencons" | b"multi-objectives",
            _,
        ) => Section::Unknown,
        (b"end", _) => Section::End,
        _ => return None,
    };
    Some((section, 1))
}

/// The length of the number that a text begins with.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| {
        text[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut length = digits(0);
    if text.get(length) == Some(&b'.') {
        length += 1 + digits(length + 1);
    }
    if matches!(text.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let from = (length + 1 + sign).min(text.len());
        if digits(from) > 0 {
            length = from + digits(from);
        }
    }
    length
}

/// Whether a byte may occur in a name: each of these does in files that Gurobi, CPLEX, SCIP, HiGHS,
/// CBC or glpsol reads.
fn is_name(byte: u8) -> bool {
    !is_blank(byte) && !b"+-*^<>=:\\".contains(&byte)
}

/// The length of the name that a text begins with. Within brackets, anything but blanks is allowed,
/// as in `x[-1,a:b]`, which Gurobi writes.
fn name_length(text: &[u8]) -> usize {
    let mut length = 0;
    let mut has_end = true;
    while let Some(&byte) = text.get(length) {
        let index = match byte {
            // If no bracket closes this one, none closes a later one.
            b'[' if has_end => text[length..]
                .iter()
                .take_while(|&&byte| !is_blank(byte) && byte != b'\\')
                .position(|&byte| byte == b']'),
            byte if is_name(byte) => None,
            _ => break,
        };
        has_end &= byte != b'[' || index.is_some();
        length += 1 + index.unwrap_or(0);
    }
    length
}

fn token(text: &[u8]) -> (Kind, usize) {
    let relation = |relation, first: u8| {
        let has_two = text
            .get(1)
            .is_some_and(|&byte| byte == b'=' || first == b'=' && matches!(byte, b'<' | b'>'));
        (Kind::Relation(relation), 1 + usize::from(has_two))
    };
    match text[0] {
        b'+' => (Kind::Plus, 1),
        b'-' => (Kind::Minus, 1),
        b':' => (Kind::Colon, 1),
        b'<' => relation(Relation::AtMost, b'<'),
        b'>' => relation(Relation::AtLeast, b'>'),
        b'=' => match text.get(1) {
            Some(b'<') => relation(Relation::AtMost, b'='),
            Some(b'>') => relation(Relation::AtLeast, b'='),
            _ => relation(Relation::Equal, b'='),
        },
        byte if byte.is_ascii_digit() || byte == b'.' => (Kind::Number, number_length(text).max(1)),
        b'[' | b']' => (Kind::Other, 1),
        byte if is_name(byte) => (Kind::Name, name_length(text)),
        _ => (Kind::Other, 1),
    }
}

impl<'t> Tokens<'t> {
    fn new(text: &'t [u8]) -> Self {
        let mut all: Vec<Token<'t>> = Vec::new();
        let mut has_rows = false;
        let mut place = Place { line: 1, column: 1 };
        for (number, line) in lines(text) {
            let comment = memchr::memchr(b'\\', line);
            let line = &line[..comment.unwrap_or(line.len())];
            let begin = all.len();
            let mut at = leading_blanks(line);
            if let Some((section, length)) = Self::head(&line[at..], all.last(), has_rows) {
                place = Place {
                    line: number,
                    column: at + 1,
                };
                all.push(Token {
                    kind: Kind::Section(section),
                    word: Word {
                        text: &line[at..at + length],
                        place,
                    },
                });
                has_rows |= section == Section::Rows;
                at += length;
                at += match &line[at + leading_blanks(&line[at..])..] {
                    [b':', ..] => leading_blanks(&line[at..]) + 1,
                    _ => 0,
                };
            }
            loop {
                at += leading_blanks(&line[at..]);
                if at == line.len() {
                    break;
                }
                let (kind, length) = token(&line[at..]);
                place = Place {
                    line: number,
                    column: at + 1,
                };
                let text = &line[at..at + length];
                all.push(Token {
                    kind,
                    word: Word { text, place },
                });
                at += length;
            }
            if all.len() > begin {
                place.column = line.len() + 1;
            }
        }
        let end = Token {
            kind: Kind::End,
            word: Word { text: b"", place },
        };
        Tokens {
            all: all.into_iter(),
            end,
        }
    }

    /// The section that begins with this line, and the length of its keyword. A colon may follow
    /// the keyword of the rows; elsewhere, a word with a colon is a name.
    fn head(line: &[u8], last: Option<&Token<'t>>, has_rows: bool) -> Option<(Section, usize)> {
        let mut ends = Vec::new();
        let mut words = Vec::new();
        let mut at = 0;
        for _ in 0..2 {
            at += leading_blanks(&line[at..]);
            let length = line[at..]
                .iter()
                .take_while(|&&byte| !is_blank(byte) && byte != b':');
            let length = length.count();
            words.push(line[at..at + length].to_ascii_lowercase());
            at += length;
            ends.push(at);
        }
        let (section, count) = section(&words[0], words.get(1).map(Vec::as_slice))?;
        let end = ends[count - 1];
        let after = &line[end..];
        let has_colon = after.get(leading_blanks(after)) == Some(&b':');
        let begins_objective = last.is_some_and(|token| {
            matches!(
                token.kind,
                Kind::Section(Section::Minimize | Section::Maximize)
            )
        });
        // A row may be called `st', and so may the objective.
        let is_head = !has_colon
            || section == Section::Rows && (count == 2 || !has_rows && !begins_objective);
        is_head.then_some((section, end))
    }

    fn peek(&self) -> Token<'t> {
        self.ahead(0)
    }

    fn ahead(&self, count: usize) -> Token<'t> {
        self.all.as_slice().get(count).copied().unwrap_or(self.end)
    }

    fn next(&mut self) -> Token<'t> {
        self.all.next().unwrap_or(self.end)
    }

    fn take(&mut self, kind: Kind) -> Option<Word<'t>> {
        (self.peek().kind == kind).then(|| self.next().word)
    }

    fn fault(&self, expected: &str) -> Fault {
        self.peek().fault(expected)
    }

    fn relation(&mut self) -> Option<Relation> {
        match self.peek().kind {
            Kind::Relation(relation) => {
                self.next();
                Some(relation)
            }
            _ => None,
        }
    }

    /// Skips signs; returns whether they are an odd number of minuses.
    fn sign(&mut self) -> bool {
        let mut is_negative = false;
        loop {
            match self.peek().kind {
                Kind::Plus => {}
                Kind::Minus => is_negative = !is_negative,
                _ => return is_negative,
            }
            self.next();
        }
    }

    /// A number with its sign.
    fn number(&mut self) -> Result<(Decimal, Place), Fault> {
        let is_negative = self.sign();
        let token = self.peek();
        let number = match token.kind {
            Kind::Number => token.word.decimal("a number")?,
            Kind::Name if is_infinite(token.word.text) => Decimal::HUGE,
            _ => return Err(token.fault("a number")),
        };
        self.next();
        let number = if is_negative {
            number.negated()
        } else {
            number
        };
        Ok((number, token.word.place))
    }

    /// The names that rows, and perhaps an objective, have in the text.
    fn labels(&self) -> HashSet<&'t [u8]> {
        let pairs = self.all.as_slice().windows(2);
        let labels = pairs.filter(|pair| pair[0].kind == Kind::Name && pair[1].kind == Kind::Colon);
        labels.map(|pair| pair[0].word.text).collect()
    }

    /// `NAME:`
    fn label(&mut self) -> Option<Word<'t>> {
        let token = self.peek();
        let is_label = matches!(token.kind, Kind::Name) && self.ahead(1).kind == Kind::Colon;
        is_label.then(|| {
            self.next();
            self.next();
            token.word
        })
    }

    /// The next term of a sum, if there is one: its factor, and its variable, if any.
    fn term(
        &mut self,
        is_first: bool,
    ) -> Result<Option<(Decimal, Option<Word<'t>>, Place)>, Fault> {
        let first = self.peek();
        let has_sign = matches!(first.kind, Kind::Plus | Kind::Minus);
        let may_begin = is_first && matches!(first.kind, Kind::Name | Kind::Number);
        if !has_sign && !may_begin {
            return Ok(None);
        }
        let is_negative = self.sign();
        let place = self.peek().word.place;
        let number = match self.take(Kind::Number) {
            Some(word) => Some(word.decimal("a number")?),
            None => None,
        };
        let name = self.take(Kind::Name);
        if number.is_none() && name.is_none() {
            return Err(self.fault("a number or the name of a variable"));
        }
        let factor = number.unwrap_or(Decimal::ONE);
        let factor = if is_negative {
            factor.negated()
        } else {
            factor
        };
        Ok(Some((factor, name, place)))
    }
}

impl Token<'_> {
    fn fault(self, expected: &str) -> Fault {
        match self.kind {
            Kind::Other if self.word.text == b"[" => self
                .word
                .fault("what stands in brackets, such as squares, cannot be said in .dlx"),
            Kind::End => {
                let told = format!("the text ends where {expected} is expected");
                self.word.fault(told)
            }
            _ => self.word.unexpected(expected),
        }
    }
}

fn is_infinite(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"inf") || word.eq_ignore_ascii_case(b"infinity")
}

fn read(text: &[u8]) -> Result<Program, Fault> {
    let mut tokens = Tokens::new(text);
    let mut program = Program::default();
    match tokens.peek().kind {
        Kind::Section(Section::Minimize) => {}
        Kind::Section(Section::Maximize) => program.is_maximum = true,
        // `max: 3x + 2y;'
        Kind::Name if tokens.ahead(1).kind == Kind::Colon => {
            return Err(tokens.peek().word.fault(
                "Minimize or Maximize is expected here, a word of its own: is this the format of \
                 lp_solve? Its option -wlp writes that one, -wfmps writes MPS",
            ));
        }
        _ => return Err(tokens.fault("Minimize or Maximize")),
    }
    tokens.next();
    objective(&mut tokens, &mut program)?;
    let mut seen = Vec::new();
    let labels = tokens.labels();
    loop {
        let token = tokens.next();
        match token.kind {
            Kind::Section(Section::Rows) => {
                while !matches!(tokens.peek().kind, Kind::Section(_) | Kind::End) {
                    row(&mut tokens, &mut program, &labels, &mut seen)?;
                }
            }
            Kind::Section(Section::Bounds) => {
                while !matches!(tokens.peek().kind, Kind::Section(_) | Kind::End) {
                    bound(&mut tokens, &mut program)?;
                }
            }
            Kind::Section(kind @ (Section::Binary | Section::General)) => {
                while let Some(name) = tokens.take(Kind::Name) {
                    let variable = program.named(name);
                    let variable = &mut program.variables[variable as usize];
                    variable.is_integer = true;
                    if kind == Section::Binary {
                        variable.range.lower = variable.range.lower.max(0);
                        variable.range.upper = variable.range.upper.min(1);
                    }
                }
            }
            Kind::Section(Section::End) => return Ok(program),
            // Some programs write all sections, even empty ones.
            Kind::Section(Section::Unknown)
                if matches!(tokens.peek().kind, Kind::Section(_) | Kind::End) => {}
            Kind::Section(Section::Unknown) => {
                return Err(token.word.fault(format!(
                    "a section `{}' cannot be said in .dlx",
                    super::shown(token.word.text)
                )));
            }
            _ => return Err(token.fault("the word of a section, such as Bounds, Binary or End,")),
        }
    }
}

fn objective<'t>(tokens: &mut Tokens<'t>, program: &mut Program) -> Result<(), Fault> {
    tokens.label();
    let mut is_first = true;
    while let Some((factor, name, place)) = tokens.term(is_first)? {
        is_first = false;
        match name {
            Some(name) => {
                let variable = program.named(name);
                program.add_cost(variable, factor, place);
            }
            None => program.add_constant(factor, place)?,
        }
    }
    Ok(())
}

fn row<'t>(
    tokens: &mut Tokens<'t>,
    program: &mut Program,
    labels: &HashSet<&[u8]>,
    seen: &mut Vec<u32>,
) -> Result<(), Fault> {
    let begin = tokens.peek().word.place;
    let number = program.rows.len() as u32 + 1;
    let row = match tokens.label() {
        Some(label) => program.add_row(label.text, label.place)?,
        None => {
            let mut name = format!("c{number}");
            while labels.contains(name.as_bytes()) {
                name.push('_');
            }
            program.add_row(name.as_bytes(), begin)?
        }
    };
    let mut sides = Vec::new();
    // A number and a relation may come first: `1 <= x + y`.
    let signs = (0..).take_while(|&at| matches!(tokens.ahead(at).kind, Kind::Plus | Kind::Minus));
    let signs = signs.count();
    let head = tokens.ahead(signs);
    let is_number = head.kind == Kind::Number || is_infinite(head.word.text);
    if is_number && matches!(tokens.ahead(signs + 1).kind, Kind::Relation(_)) {
        let (number, place) = tokens.number()?;
        let flipped = match tokens.relation() {
            Some(Relation::AtMost) => Relation::AtLeast,
            Some(Relation::AtLeast) => Relation::AtMost,
            _ => Relation::Equal,
        };
        sides.push((flipped, number, place));
    }
    let mut constant = Decimal::ZERO;
    let mut is_first = true;
    while let Some((factor, name, place)) = tokens.term(is_first)? {
        is_first = false;
        let Some(name) = name else {
            let sum = constant.plus(factor);
            constant = sum.ok_or_else(|| Fault::new(place, "the constant is too large"))?;
            continue;
        };
        let variable = program.named(name);
        seen.resize(program.variables.len(), 0);
        if !factor.is_zero() && std::mem::replace(&mut seen[variable as usize], number) == number {
            let told = format!("the row has {} twice", super::shown(name.text));
            return Err(name.fault(told));
        }
        program.add_term(row, variable, factor, place)?;
    }
    if is_first {
        return Err(tokens.fault("a sum"));
    }
    if let Some(relation) = tokens.relation() {
        let (number, place) = tokens.number()?;
        sides.push((relation, number, place));
    } else if sides.is_empty() {
        return Err(tokens.fault("+, -, <=, >= or ="));
    }
    for (relation, number, place) in sides {
        let side = number.plus(constant.negated());
        let side = side.ok_or_else(|| Fault::new(place, "the number is too large"))?;
        program.rows[row as usize].sides.push((relation, side));
    }
    Ok(())
}

fn bound<'t>(tokens: &mut Tokens<'t>, program: &mut Program) -> Result<(), Fault> {
    let token = tokens.peek();
    let is_name = token.kind == Kind::Name && !is_infinite(token.word.text);
    let mut below = None;
    if !is_name {
        let (number, _) = tokens.number()?;
        let relation = tokens.relation();
        let relation = relation.ok_or_else(|| tokens.fault("<=, >= or ="))?;
        below = Some((relation, number));
    }
    let name = tokens.take(Kind::Name);
    let name = name.ok_or_else(|| tokens.fault("the name of a variable"))?;
    let variable = program.named(name);
    let range = &mut program.variables[variable as usize].range;
    match below {
        Some((Relation::AtMost, number)) => range.at_least(number),
        Some((Relation::AtLeast, number)) => range.at_most(number),
        Some((Relation::Equal, number)) => *range = Range::of(Relation::Equal, number),
        None => {}
    }
    let is_free = tokens.peek().word.text.eq_ignore_ascii_case(b"free");
    if below.is_none() && is_free {
        tokens.next();
        *range = Range::ANY;
    } else if let Some(relation) = tokens.relation() {
        let (number, _) = tokens.number()?;
        range.narrow(relation, number);
    } else if below.is_none() {
        return Err(tokens.fault("<=, >=, = or free"));
    }
    Ok(())
}
