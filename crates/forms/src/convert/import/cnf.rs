//! Clauses in DIMACS: `p cnf VARIABLES CLAUSES`, then literals such as 3 and -3, and 0 after each
//! clause. Weighted clauses (`wcnf`) have two forms: `p wcnf VARIABLES CLAUSES TOP` and a weight
//! before each clause, or no such line and `h` before the hard clauses.
//!
//! A variable in no clause is free: counts include all variables. A soft clause of one literal is a
//! cost of the opposite literal; one of several literals gets a variable `soft1`, `soft2`, ...
//! which is 1 if and only if the clause fails.

use super::program::{Program, Relation};
use super::words::{Word, lines, words};
use super::{FEW, Fault, ImportRow, Place};
use dlx3_format::Decimal;

pub const CNF: ImportRow = ImportRow {
    name: "cnf",
    about: "Clauses in DIMACS",
    read: "lines `p cnf VARIABLES CLAUSES' and `LITERAL... 0'",
    options: &[],
    reader: |text, _| read(text, Dialect::Plain)?.into_problem(),
};

pub const WCNF: ImportRow = ImportRow {
    name: "wcnf",
    about: "Clauses with weights, as MaxSAT solvers read them",
    read: "`p wcnf VARIABLES CLAUSES TOP' and `WEIGHT LITERAL... 0', or `h LITERAL... 0'",
    options: &[],
    reader: |text, _| read(text, Dialect::Weighted { top: None })?.into_problem(),
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Plain,
    /// Weights of at least `top` mark hard clauses.
    Weighted {
        top: Option<Decimal>,
    },
}

struct Reader {
    program: Program,
    /// Variables by number; those declared by the first line come first.
    declared: Option<usize>,
    softs: usize,
}

fn read(text: &[u8], mut form: Dialect) -> Result<Program, Fault> {
    let mut reader = Reader {
        program: Program::default(),
        declared: None,
        softs: 0,
    };
    let mut weight: Option<Option<Decimal>> = None;
    let mut clause: Vec<(Word<'_>, i32)> = Vec::new();
    let mut begin = Place::default();
    for (number, line) in lines(text) {
        let mut words = words(number, line).peekable();
        let Some(&first) = words.peek() else { continue };
        match first.text {
            b"c" => continue,
            // The end of files of SATLIB.
            b"%" => break,
            text if text.starts_with(b"c") && clause.is_empty() => continue,
            b"p" => {
                if reader.declared.is_some() {
                    return Err(first.fault("a second line `p'"));
                }
                words.next();
                let all: Vec<Word<'_>> = words.collect();
                let top = reader.head(&all, form, super::words::end(number, line), text.len())?;
                if let Dialect::Weighted { .. } = form {
                    form = Dialect::Weighted { top };
                }
                continue;
            }
            b"x" => return Err(first.fault("clauses of exclusive or cannot be said in .dlx")),
            _ => {}
        }
        if form == Dialect::Plain && reader.declared.is_none() {
            return Err(first.unexpected("c or a line `p cnf VARIABLES CLAUSES'"));
        }
        for word in words {
            if clause.is_empty() && weight.is_none() {
                begin = word.place;
            }
            if let (Dialect::Weighted { top }, None) = (form, weight) {
                let is_hard = word.text == b"h";
                let number = match is_hard {
                    true => None,
                    false => Some(word.decimal("a weight or h")?),
                };
                if number.is_some_and(|number| number.digits < 0) {
                    return Err(word.unexpected("a weight, which is not negative,"));
                }
                let is_top = |number: &Decimal| {
                    let less = top.and_then(|top| number.plus(top.negated()));
                    less.is_some_and(|less| less.digits >= 0)
                };
                weight = Some(number.filter(|number| !is_top(number)));
                continue;
            }
            let text = std::str::from_utf8(word.text).ok();
            let literal = text.and_then(|text| text.parse::<i32>().ok());
            let literal = literal.filter(|&literal| literal != i32::MIN);
            let literal =
                literal.ok_or_else(|| word.unexpected("a literal such as 3 or -3, or 0,"))?;
            match literal {
                0 => {
                    reader.clause(&clause, weight.flatten(), begin)?;
                    clause.clear();
                    weight = None;
                }
                _ => clause.push((word, literal)),
            }
        }
    }
    if !clause.is_empty() {
        reader.clause(&clause, weight.flatten(), begin)?;
    }
    if form == Dialect::Plain && reader.declared.is_none() {
        return Err(Fault::nowhere("there is no line `p cnf VARIABLES CLAUSES'"));
    }
    Ok(reader.program)
}

impl Reader {
    /// Reads the rest of a `p` line, and returns the weight of hard clauses.
    fn head(
        &mut self,
        all: &[Word<'_>],
        form: Dialect,
        end: Place,
        length: usize,
    ) -> Result<Option<Decimal>, Fault> {
        let name: &[u8] = match form {
            Dialect::Plain => b"cnf",
            Dialect::Weighted { .. } => b"wcnf",
        };
        let word = |index: usize, what: &str| {
            let word = all.get(index).copied();
            word.ok_or_else(|| Fault::unexpected(end, b"", what))
        };
        let expected = match form {
            Dialect::Plain => "the word cnf",
            Dialect::Weighted { .. } => "the word wcnf",
        };
        let form_word = word(0, expected)?;
        if form_word.text != name {
            return Err(form_word.unexpected(expected));
        }
        let variables = word(1, "the number of variables")?;
        let count = variables.count("the number of variables")?;
        if count > (length / 2).max(FEW) {
            let told = format!("the text is too short for {count} variables");
            return Err(variables.fault(told));
        }
        word(2, "the number of clauses")?.count("the number of clauses")?;
        for number in 1..=count {
            self.variable(number as u32, variables.place);
        }
        self.declared = Some(count);
        let top = all.get(3).copied().filter(|_| form != Dialect::Plain);
        top.map(|top| top.decimal("the weight of what must hold"))
            .transpose()
    }

    fn variable(&mut self, number: u32, place: Place) -> u32 {
        let name = number.to_string();
        self.program.binary(Word {
            text: name.as_bytes(),
            place,
        })
    }

    /// Adds a clause; a hard one has no weight.
    fn clause(
        &mut self,
        clause: &[(Word<'_>, i32)],
        weight: Option<Decimal>,
        place: Place,
    ) -> Result<(), Fault> {
        let mut literals = Vec::with_capacity(clause.len());
        for &(word, literal) in clause {
            let number = literal.unsigned_abs();
            if let Some(count) = self.declared
                && number as usize > count
            {
                let told =
                    format!("the line `p' tells of {count} variables, of which {number} is none");
                return Err(word.fault(told));
            }
            literals.push((self.variable(number, word.place), literal < 0));
        }
        literals.sort_unstable();
        literals.dedup();
        // A variable and its opposite: the clause always holds.
        if literals.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Ok(());
        }
        let Some(weight) = weight else {
            return self.sum(&literals, place);
        };
        match literals[..] {
            [] => self.program.add_constant(weight, place)?,
            [(variable, is_not)] => {
                let variable = &mut self.program.variables[variable as usize];
                let costs = match is_not {
                    true => &mut variable.cost,
                    false => &mut variable.cost_of_not,
                };
                costs.push((weight, place));
            }
            _ => {
                self.softs += 1;
                let name = format!("soft{}", self.softs);
                let fails = self.program.binary(Word {
                    text: name.as_bytes(),
                    place,
                });
                self.program.add_cost(fails, weight, place);
                for &(variable, is_not) in &literals {
                    self.sum(&[(variable, !is_not), (fails, true)], place)?;
                }
                literals.push((fails, false));
                self.sum(&literals, place)?;
            }
        }
        Ok(())
    }

    /// Adds a row: one of these literals must hold.
    fn sum(&mut self, literals: &[(u32, bool)], place: Place) -> Result<(), Fault> {
        let row = self.program.next_row(place)?;
        let nots = literals.iter().filter(|(_, is_not)| *is_not).count();
        let side = Decimal {
            digits: 1 - nots as i128,
            exponent: 0,
        };
        self.program.rows[row as usize]
            .sides
            .push((Relation::AtLeast, side));
        for &(variable, is_not) in literals {
            let coefficient = match is_not {
                true => Decimal::ONE.negated(),
                false => Decimal::ONE,
            };
            self.program.add_term(row, variable, coefficient, place)?;
        }
        Ok(())
    }
}
