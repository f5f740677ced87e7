//! MPS, fixed or free. If names have no blanks, words suffice; if reading them fails, the columns
//! of the fixed form are tried.
//!
//! Integer variables (between the markers) without bounds are binary, as in CPLEX and HiGHS.

use super::program::{Program, READ, Range, Relation};
use super::words::{Word, end, lines, words};
use super::{Fault, ImportRow, Place};
use dlx3_base::text::blank::{is_blank, leading_blanks};
use dlx3_format::Decimal;
use std::collections::HashSet;

pub const MPS: ImportRow = ImportRow {
    name: "mps",
    about: "An integer program in MPS",
    read: READ,
    options: &[],
    reader: |text, _| read(text)?.into_problem(),
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    None,
    Sense,
    Rows,
    Columns,
    Sides,
    Ranges,
    Bounds,
    End,
}

struct Reader<'t> {
    program: Program,
    /// The first `N` row.
    objective: Option<&'t [u8]>,
    free: HashSet<&'t [u8]>,
    /// The relations of the program's rows.
    relations: Vec<Relation>,
    sides: Vec<Option<Decimal>>,
    ranges: Vec<Option<Decimal>>,
    /// The names of the sets of right-hand sides and of ranges, if any.
    sets: [Option<&'t [u8]>; 2],
    is_integer: bool,
    column: Option<&'t [u8]>,
    /// For each variable, whether its bounds were given.
    bounded: Vec<bool>,
}

/// The meaning of a row's name.
enum Named {
    Objective,
    Free,
    Row(u32),
}

fn read(text: &[u8]) -> Result<Program, Fault> {
    // Only names with blanks need the columns; as words, they make lines too long.
    read_with(text, words_of).or_else(|fault| read_with(text, fields).map_err(|_| fault))
}

fn words_of(number: usize, line: &[u8]) -> Vec<Word<'_>> {
    words(number, line).collect()
}

/// The fields of a line of the fixed form, in columns 2-3, 5-12, 15-22, 25-36, 40-47 and 50-61. A
/// line with anything between these is split into words.
fn fields(number: usize, line: &[u8]) -> Vec<Word<'_>> {
    const STARTS: [usize; 7] = [1, 4, 14, 24, 39, 49, usize::MAX];
    const ENDS: [usize; 6] = [3, 12, 22, 36, 47, 61];
    let mut fields = Vec::new();
    let mut is_fixed = line.first() == Some(&b' ') && !line.contains(&b'\t');
    for (field, end) in ENDS.into_iter().enumerate() {
        let start = STARTS[field].min(line.len());
        let text = &line[start..end.clamp(start, line.len())];
        let blanks = leading_blanks(text);
        let text = text.trim_ascii();
        let place = Place {
            line: number,
            column: start + blanks + 1,
        };
        if !text.is_empty() {
            fields.push(Word { text, place });
        }
        let gap = end.min(line.len())..STARTS[field + 1].min(line.len());
        is_fixed &= line[gap].iter().all(|&byte| is_blank(byte));
    }
    match is_fixed {
        true => fields,
        false => words_of(number, line),
    }
}

fn read_with<'t>(
    text: &'t [u8],
    words_of: impl Fn(usize, &'t [u8]) -> Vec<Word<'t>>,
) -> Result<Program, Fault> {
    let mut reader = Reader {
        program: Program::default(),
        objective: None,
        free: HashSet::new(),
        relations: Vec::new(),
        sides: Vec::new(),
        ranges: Vec::new(),
        sets: [None; 2],
        is_integer: false,
        column: None,
        bounded: Vec::new(),
    };
    let mut section = Section::None;
    for (number, line) in lines(text) {
        if line.starts_with(b"*") {
            continue;
        }
        let mut all = words_of(number, line);
        // From the third field on, a dollar sign begins a comment, as in glpsol's files.
        let mut rest = all.iter().skip(2);
        if let Some(comment) = rest.position(|word| word.text.starts_with(b"$")) {
            all.truncate(2 + comment);
        }
        let Some(&first) = all.first() else { continue };
        let is_head = !is_blank(line[0]);
        if is_head && !(section == Section::Sense && all.len() == 1 && sense(first).is_some()) {
            section = match first.text {
                b"NAME" | b"OBJNAME" => Section::None,
                b"OBJSENSE" => {
                    if let Some(&word) = all.get(1) {
                        reader.sense(word)?;
                    }
                    Section::Sense
                }
                b"ROWS" => Section::Rows,
                b"COLUMNS" => Section::Columns,
                b"RHS" => Section::Sides,
                b"RANGES" => Section::Ranges,
                b"BOUNDS" => Section::Bounds,
                b"ENDATA" => Section::End,
                _ => {
                    return Err(first.unexpected(
                        "NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS or ENDATA",
                    ));
                }
            };
            if section == Section::End {
                break;
            }
            continue;
        }
        let end = end(number, line);
        match section {
            Section::None => return Err(first.unexpected("the beginning of a section")),
            Section::Sense => reader.sense(first)?,
            Section::Rows => reader.row(&all, end)?,
            Section::Columns => reader.column(&all, end)?,
            Section::Sides => reader.sides(&all, end, false)?,
            Section::Ranges => reader.sides(&all, end, true)?,
            Section::Bounds => reader.bound(&all, end)?,
            Section::End => {}
        }
    }
    match section {
        Section::End => reader.finish(),
        _ => Err(Fault::nowhere("the text ends without ENDATA")),
    }
}

/// Whether the objective is maximized.
fn sense(word: Word<'_>) -> Option<bool> {
    match word.text.to_ascii_uppercase().as_slice() {
        b"MAX" | b"MAXIMIZE" | b"MAXIMISE" => Some(true),
        b"MIN" | b"MINIMIZE" | b"MINIMISE" => Some(false),
        _ => None,
    }
}

impl<'t> Reader<'t> {
    fn sense(&mut self, word: Word<'t>) -> Result<(), Fault> {
        self.program.is_maximum = sense(word).ok_or_else(|| word.unexpected("MIN or MAX"))?;
        Ok(())
    }

    fn named(&self, word: Word<'t>) -> Result<Named, Fault> {
        if self.objective == Some(word.text) {
            return Ok(Named::Objective);
        }
        match self.program.row(word.text) {
            Some(row) => Ok(Named::Row(row)),
            None if self.free.contains(&word.text) => Ok(Named::Free),
            None => Err(word.unexpected("the name of a row")),
        }
    }

    fn row(&mut self, words: &[Word<'t>], end: Place) -> Result<(), Fault> {
        let name = match *words {
            [_, name] => name,
            [_] => return Err(Fault::unexpected(end, b"", "the name of a row")),
            [_, _, more, ..] => return Err(more.unexpected("the end of the line")),
            [] => return Ok(()),
        };
        let relation = match words[0].text {
            b"N" | b"n" => {
                match self.objective {
                    None => self.objective = Some(name.text),
                    Some(_) => {
                        self.free.insert(name.text);
                    }
                }
                return Ok(());
            }
            b"E" | b"e" => Relation::Equal,
            b"L" | b"l" => Relation::AtMost,
            b"G" | b"g" => Relation::AtLeast,
            _ => return Err(words[0].unexpected("N, E, L or G")),
        };
        self.program.add_row(name.text, name.place)?;
        self.relations.push(relation);
        self.sides.push(None);
        self.ranges.push(None);
        Ok(())
    }

    fn column(&mut self, words: &[Word<'t>], end: Place) -> Result<(), Fault> {
        if words.len() >= 3 && words[1].text == b"'MARKER'" {
            self.is_integer = match words[2].text {
                b"'INTORG'" => true,
                b"'INTEND'" => false,
                _ => return Err(words[2].unexpected("'INTORG' or 'INTEND'")),
            };
            return Ok(());
        }
        let name = words[0];
        let is_new = self.program.variable(name.text).is_none();
        if !is_new && self.column != Some(name.text) {
            return Err(name.fault(format!(
                "column {} stands in two places",
                super::shown(name.text)
            )));
        }
        self.column = Some(name.text);
        let variable = self.program.named(name);
        if is_new {
            self.program.variables[variable as usize].is_integer = self.is_integer;
            self.bounded.push(false);
        }
        for (row, number) in pairs(&words[1..], end)? {
            let coefficient = number.decimal("a number")?;
            match self.named(row)? {
                Named::Objective => self.program.add_cost(variable, coefficient, number.place),
                Named::Row(row) => {
                    self.program
                        .add_term(row, variable, coefficient, number.place)?;
                }
                Named::Free => {}
            }
        }
        Ok(())
    }

    /// Reads a line of the right-hand sides, or of the ranges. The name of the set may be missing.
    fn sides(&mut self, words: &[Word<'t>], end: Place, are_ranges: bool) -> Result<(), Fault> {
        let what = if are_ranges {
            "ranges"
        } else {
            "right-hand sides"
        };
        let (set, words) = words.split_at(words.len() % 2);
        if let [set] = set
            && *self.sets[usize::from(are_ranges)].get_or_insert(set.text) != set.text
        {
            return Err(set.fault(format!("a second set of {what}: leave only one")));
        }
        for (word, number) in pairs(words, end)? {
            let value = number.decimal("a number")?;
            match self.named(word)? {
                Named::Row(row) => {
                    let values = match are_ranges {
                        true => &mut self.ranges,
                        false => &mut self.sides,
                    };
                    if values[row as usize].replace(value).is_some() {
                        let row = super::shown(word.text);
                        return Err(word.fault(format!("row {row} has two {what}")));
                    }
                }
                // The objective is the sum minus this.
                Named::Objective if !are_ranges => {
                    self.program.add_constant(value.negated(), number.place)?;
                }
                Named::Objective | Named::Free => {}
            }
        }
        Ok(())
    }

    fn bound(&mut self, words: &[Word<'t>], end: Place) -> Result<(), Fault> {
        let kind = words[0];
        let has_number = !matches!(kind.text, b"FR" | b"MI" | b"PL" | b"BV");
        let rest = &words[1..];
        // Without the name of the set, the variable comes first.
        let (name, number) = match (has_number, rest) {
            (true, &[_, name, number] | &[name, number]) => (name, Some(number)),
            (false, &[_, name, _] | &[name]) => (name, None),
            (false, &[set, name]) => match self.program.variable(name.text) {
                Some(_) => (name, None),
                None => (set, None),
            },
            (_, &[_, _, _, more, ..]) => return Err(more.unexpected("the end of the line")),
            _ => return Err(Fault::unexpected(end, b"", "a variable and its bound")),
        };
        let variable = self.program.variable(name.text);
        let variable = variable.ok_or_else(|| name.unexpected("the name of a variable"))?;
        let was_bounded = std::mem::replace(&mut self.bounded[variable as usize], true);
        let variable = &mut self.program.variables[variable as usize];
        let bound = match number {
            Some(number) => number.decimal("a number")?,
            None => Decimal::ZERO,
        };
        match kind.text {
            b"UP" | b"UI" => {
                variable.range.at_most(bound);
                // As in CPLEX: an upper bound below 0 removes the lower one.
                if variable.range.upper < 0 && !was_bounded {
                    variable.range.lower = i128::MIN;
                }
            }
            b"LO" | b"LI" => variable.range.at_least(bound),
            b"FX" => variable.range = Range::of(Relation::Equal, bound),
            b"BV" => variable.range = Range::BINARY,
            b"FR" => variable.range = Range::ANY,
            b"MI" => variable.range.lower = i128::MIN,
            b"PL" => variable.range.upper = i128::MAX,
            _ => return Err(kind.unexpected("UP, LO, FX, BV, LI, UI, FR, MI or PL")),
        }
        variable.is_integer |= matches!(kind.text, b"BV" | b"LI" | b"UI");
        Ok(())
    }

    fn finish(mut self) -> Result<Program, Fault> {
        let rows = self.program.rows.iter_mut();
        let sides = self.relations.iter().zip(&self.sides).zip(&self.ranges);
        for (row, ((&relation, &side), &range)) in rows.zip(sides) {
            let side = side.unwrap_or(Decimal::ZERO);
            let Some(range) = range else {
                row.sides.push((relation, side));
                continue;
            };
            let too_large = || Fault::nowhere("a range does not fit into 128 bits");
            let length = range.absolute();
            // The range of an equation extends to the side of its sign.
            let is_below = match relation {
                Relation::AtMost => true,
                Relation::AtLeast => false,
                Relation::Equal => range != length,
            };
            let (lower, upper) = match is_below {
                true => (side.plus(length.negated()).ok_or_else(too_large)?, side),
                false => (side, side.plus(length).ok_or_else(too_large)?),
            };
            row.sides.push((Relation::AtLeast, lower));
            row.sides.push((Relation::AtMost, upper));
        }
        for (variable, is_bounded) in self.program.variables.iter_mut().zip(&self.bounded) {
            if variable.is_integer && !is_bounded {
                variable.range = Range::BINARY;
            }
        }
        Ok(self.program)
    }
}

/// Names, each with a number.
fn pairs<'w, 't>(
    words: &'w [Word<'t>],
    end: Place,
) -> Result<impl Iterator<Item = (Word<'t>, Word<'t>)> + use<'w, 't>, Fault> {
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return Err(Fault::unexpected(end, b"", "a row with a number"));
    }
    Ok(words.chunks_exact(2).map(|pair| (pair[0], pair[1])))
}
