//! Pseudo-Boolean constraints, in the format of the competitions.
//!
//! ```text
//! * comment                     at the beginning of a line
//! min: +3 x1 -2 ~x2 ;           or max:, at most once
//! +1 x1 +2 ~x2 >= 2 ;           also <=, =, > and <; a statement may have several lines
//! ```
//!
//! Variables that only the first line declares (`#variable= 5`) are free: counts include all
//! variables.

use super::program::{Program, READ, Relation};
use super::words::Word;
use super::{FEW, Fault, ImportRow, Place, shown};
use dlx3_base::text::blank::is_blank;
use dlx3_format::{Decimal, TooLarge};
use std::collections::BTreeMap;

pub const OPB: ImportRow = ImportRow {
    name: "opb",
    about: "Pseudo-Boolean constraints",
    read: READ,
    options: &[],
    reader: |text, _| read(text)?.into_problem(),
};

/// Tokens: words between blanks, and signs.
struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
    start: usize,
    /// The next token, if it has been looked at.
    ahead: Option<Word<'t>>,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t [u8]) -> Self {
        Tokens {
            text,
            at: 0,
            line: 1,
            start: 0,
            ahead: None,
        }
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        let mut is_begin = self.at == self.start;
        while let Some(&byte) = self.text.get(self.at) {
            if byte == b'*' && is_begin {
                let rest = &self.text[self.at..];
                self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            } else if is_blank(byte) {
                self.at += 1;
                if byte == b'\n' {
                    self.line += 1;
                    self.start = self.at;
                    is_begin = true;
                }
            } else {
                return;
            }
        }
    }

    /// The next token; empty at the end.
    fn peek(&mut self) -> Word<'t> {
        if let Some(word) = self.ahead {
            return word;
        }
        self.skip();
        let rest = &self.text[self.at..];
        let is_part = |byte: &u8| !is_blank(*byte) && !b"+-*;:=<>!~[]".contains(byte);
        let digits = || rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let length = match rest.first() {
            None => 0,
            Some(b'<' | b'>' | b'=' | b'!') => 1 + usize::from(rest.get(1) == Some(&b'=')),
            Some(byte) if byte.is_ascii_digit() => digits(),
            Some(byte) if !is_part(byte) => 1,
            Some(b'x') if rest.get(1).is_some_and(u8::is_ascii_digit) => {
                1 + rest[1..].iter().take_while(|byte| is_part(byte)).count()
            }
            Some(_) => {
                // A name may have an index.
                let length = rest.iter().take_while(|byte| is_part(byte)).count();
                let index = rest.get(length) == Some(&b'[');
                let line = memchr::memchr2(b']', b'\n', &rest[length..]).filter(|_| index);
                let end = line.filter(|end| rest[length + end] == b']');
                length + end.map_or(0, |end| end + 1)
            }
        };
        let word = Word {
            text: &rest[..length],
            place: Place {
                line: self.line,
                column: self.at - self.start + 1,
            },
        };
        self.at += length;
        self.ahead = Some(word);
        word
    }

    fn next(&mut self) -> Word<'t> {
        let word = self.peek();
        self.ahead = None;
        word
    }

    fn take(&mut self, text: &[u8]) -> bool {
        let is_it = self.peek().text == text;
        if is_it {
            self.ahead = None;
        }
        is_it
    }

    /// Reads signs: whether the minus signs are an odd number; `None` if there are no signs.
    fn sign(&mut self) -> Option<bool> {
        let mut sign = None;
        loop {
            match self.peek().text {
                b"+" => sign = Some(sign.unwrap_or(false)),
                b"-" => sign = Some(!sign.unwrap_or(false)),
                _ => return sign,
            }
            self.ahead = None;
        }
    }

    fn number(&mut self) -> Result<Option<Decimal>, Fault> {
        let word = self.peek();
        if !word.text.first().is_some_and(u8::is_ascii_digit) {
            return Ok(None);
        }
        self.ahead = None;
        word.decimal("a number").map(Some)
    }
}

/// A literal with its coefficient, or a constant.
struct Term<'t> {
    coefficient: Decimal,
    variable: Option<Word<'t>>,
    is_not: bool,
    place: Place,
}

fn is_name(word: Word<'_>) -> bool {
    let first = word.text.first();
    first.is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80)
}

/// The next term of a sum, if there is one.
fn term<'t>(tokens: &mut Tokens<'t>) -> Result<Option<Term<'t>>, Fault> {
    let place = tokens.peek().place;
    let sign = tokens.sign();
    let number = tokens.number()?;
    let is_times = number.is_some() && tokens.take(b"*");
    let is_not = tokens.take(b"~");
    let word = tokens.peek();
    let variable = is_name(word).then(|| tokens.next());
    if variable.is_none() && (is_times || is_not || sign.is_some() && number.is_none()) {
        return Err(expected(word, "the name of a variable"));
    }
    if variable.is_none() && number.is_none() {
        return Ok(None);
    }
    if variable.is_some() {
        let next = tokens.peek();
        if is_name(next) || matches!(next.text, b"~" | b"*") {
            let told = "a product of variables cannot be said in .dlx";
            return Err(next.fault(told));
        }
    }
    let coefficient = number.unwrap_or(Decimal::ONE);
    Ok(Some(Term {
        coefficient: match sign {
            Some(true) => coefficient.negated(),
            _ => coefficient,
        },
        variable,
        is_not,
        place,
    }))
}

fn expected(word: Word<'_>, what: &str) -> Fault {
    match word.text {
        b"" => word.fault(format!("the text ends where {what} is expected")),
        b"[" => word.fault("soft constraints cannot be said in .dlx"),
        _ => word.unexpected(what),
    }
}

fn read(text: &[u8]) -> Result<Program, Fault> {
    let mut tokens = Tokens::new(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
    let mut program = Program::default();
    let mut has_objective = false;
    // Names the declared variables as usual, so that their order is that of their numbers.
    let declared = declared(text)?;
    if let Some((count, place)) = declared {
        for number in 1..=count {
            let name = format!("x{number}");
            program.binary(Word {
                text: name.as_bytes(),
                place,
            });
        }
    }
    loop {
        let first = tokens.peek();
        match first.text {
            b"" => break,
            b";" => {
                tokens.next();
                continue;
            }
            b"min" | b"max" | b"soft" => {
                tokens.next();
                if !tokens.take(b":") {
                    return Err(expected(tokens.peek(), "a colon"));
                }
                if first.text == b"soft" {
                    return Err(first.fault("soft constraints cannot be said in .dlx"));
                }
                if std::mem::replace(&mut has_objective, true) {
                    return Err(first.fault("a second objective"));
                }
                program.is_maximum = first.text == b"max";
                objective(&mut tokens, &mut program)?;
            }
            _ => row(&mut tokens, &mut program)?,
        }
        let end = tokens.peek();
        if !tokens.take(b";") && !end.text.is_empty() {
            return Err(expected(end, "a semicolon"));
        }
    }
    if let Some((count, _)) = declared
        && program.variables.len() > count
    {
        // If other names are used, those that were only declared are not variables.
        let is_other = program.variables[count..].iter().any(|variable| {
            !variable.name.starts_with(b"x") || !variable.name[1..].iter().all(u8::is_ascii_digit)
        });
        if !is_other {
            let last = &program.variables[count];
            let told = format!(
                "the first line tells of {count} variables, of which {} is none",
                shown(&last.name)
            );
            return Err(Fault::new(last.place, told));
        }
        program.forget_unused(count);
    }
    Ok(program)
}

/// The number of variables in the first line, and its place.
fn declared(text: &[u8]) -> Result<Option<(usize, Place)>, Fault> {
    let Some((number, line)) = super::words::lines(text).next() else {
        return Ok(None);
    };
    if !line.starts_with(b"*") {
        return Ok(None);
    }
    let mut words = super::words::words(number, line);
    if !words
        .by_ref()
        .any(|word| word.text.ends_with(b"#variable="))
    {
        return Ok(None);
    }
    let Some(word) = words.next() else {
        return Ok(None);
    };
    let count = word.count("the number of variables")?;
    if count > (text.len() / 2).max(FEW) {
        return Err(word.fault(format!("the text is too short for {count} variables")));
    }
    Ok(Some((count, word.place)))
}

fn objective(tokens: &mut Tokens<'_>, program: &mut Program) -> Result<(), Fault> {
    while let Some(term) = term(tokens)? {
        match term.variable {
            None => program.add_constant(term.coefficient, term.place)?,
            Some(name) => {
                let variable = program.binary(name);
                let variable = &mut program.variables[variable as usize];
                let costs = match term.is_not {
                    true => &mut variable.cost_of_not,
                    false => &mut variable.cost,
                };
                costs.push((term.coefficient, term.place));
            }
        }
    }
    Ok(())
}

fn row(tokens: &mut Tokens<'_>, program: &mut Program) -> Result<(), Fault> {
    let place = tokens.peek().place;
    let too_large = |place| Fault::new(place, TooLarge.to_string());
    let row = program.next_row(place)?;
    let mut sum: BTreeMap<u32, (Decimal, Place)> = BTreeMap::new();
    let mut constant = Decimal::ZERO;
    while let Some(term) = term(tokens)? {
        let add = |to: &mut Decimal, more: Decimal| {
            *to = to.plus(more).ok_or_else(|| too_large(term.place))?;
            Ok(())
        };
        let Some(name) = term.variable else {
            add(&mut constant, term.coefficient)?;
            continue;
        };
        let variable = program.binary(name);
        let own = sum.entry(variable).or_insert((Decimal::ZERO, term.place));
        match term.is_not {
            false => add(&mut own.0, term.coefficient)?,
            true => {
                add(&mut constant, term.coefficient)?;
                add(&mut own.0, term.coefficient.negated())?;
            }
        }
    }
    let word = tokens.next();
    let (relation, more) = match word.text {
        b">=" => (Relation::AtLeast, 0),
        b">" => (Relation::AtLeast, 1),
        b"<=" => (Relation::AtMost, 0),
        b"<" => (Relation::AtMost, -1),
        b"=" | b"==" => (Relation::Equal, 0),
        b"!=" => return Err(word.fault("`!=' cannot be said in .dlx")),
        _ => return Err(expected(word, "a term, >=, <= or =")),
    };
    let is_negative = tokens.sign() == Some(true);
    let side = tokens.peek();
    let number = tokens.number()?;
    let number = number.ok_or_else(|| expected(side, "a number"))?;
    let number = if is_negative {
        number.negated()
    } else {
        number
    };
    let more = Decimal {
        digits: more,
        exponent: 0,
    };
    let number = number
        .plus(constant.negated())
        .and_then(|number| number.plus(more));
    let number = number.ok_or_else(|| too_large(side.place))?;
    program.rows[row as usize].sides.push((relation, number));
    for (variable, (coefficient, place)) in sum {
        program.add_term(row, variable, coefficient, place)?;
    }
    Ok(())
}
