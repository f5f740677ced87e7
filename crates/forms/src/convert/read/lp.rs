//! Reads the solutions that solvers of integer programs print: the listing and the raw file of
//! `glpsol` (`-o`, `-w`), the files of CBC, SCIP, HiGHS and Gurobi.
//!
//! Most have lines with a name and a value, perhaps after a number. Each solver words the end of
//! its search differently. Other lines are skipped. HiGHS has a style with one line for each
//! column, whose name comes last, and reports the end of the search only at the end:
//!
//! ```text
//! Columns
//!     Index Status        Lower        Upper       Primal         Dual  Type        Name
//!         0                   0            1            1               Integer     x1
//! ```

use super::values::Values;
use super::{
    Dialect, Line, LineFault, Model, ModelFault, Models, Verdict, Word, number, unexpected,
};

pub const LP: Models = Models {
    about: "Solutions of integer programs",
    read: "the files that glpsol (-o, -w), cbc, scip, HiGHS and Gurobi write",
    says_best: false,
    dialect: || Box::new(Lp::default()),
};

/// The tolerance of values.
const TOLERANCE: f64 = 1e-4;

#[derive(Default)]
struct Lp {
    verdict: Option<Verdict>,
    /// Whether the next line has the verdict (HiGHS).
    verdict_follows: bool,
    /// Whether it is the raw file of `glpsol`, in which columns have numbers.
    is_raw: bool,
    /// Whether no more values of variables follow.
    is_over: bool,
    /// Whether each column has a line with its name at the end (HiGHS).
    is_table: bool,
    /// In such a table, the first value that is neither 0 nor 1.
    fraction: Option<ModelFault>,
}

/// The meaning of a solver's words, in lower case.
fn verdict(text: &[u8]) -> Verdict {
    let text = text.to_ascii_lowercase();
    let has = |words: &[u8]| memchr::memmem::find(&text, words).is_some();
    if has(b"non-optimal") {
        Verdict::Satisfiable
    } else if has(b"infeasible") || has(b"empty") {
        Verdict::Unsatisfiable
    } else if has(b"optimal") {
        Verdict::Complete
    } else {
        Verdict::Stopped
    }
}

/// The variable named by a word.
fn variable(word: &[u8]) -> Option<u64> {
    number(word.strip_prefix(b"x")?)
}

impl Lp {
    /// The verdict of a line, if it has one.
    fn said(&mut self, text: &[u8]) -> Option<Verdict> {
        let text = text.trim_ascii();
        if std::mem::take(&mut self.verdict_follows) {
            return Some(verdict(text));
        }
        if text == b"Model status" {
            self.verdict_follows = true;
            return None;
        }
        let is_unsaid = self.verdict.is_none();
        if is_unsaid && text == b"no solution available" {
            return Some(Verdict::Stopped);
        }
        // Gurobi and SCIP's library write only solutions.
        let starts = [&b"# Objective value"[..], b"objective value:"];
        if is_unsaid && starts.iter().any(|start| text.starts_with(start)) {
            return Some(Verdict::Satisfiable);
        }
        for start in [&b"Status:"[..], b"solution status:", b"Model status:"] {
            if let Some(rest) = text.strip_prefix(start) {
                return Some(verdict(rest));
            }
        }
        let end = memchr::memmem::find(text, b" - objective value")?;
        Some(verdict(&text[..end]))
    }

    /// Reads `s mip ROWS COLUMNS STATUS VALUE` of a raw file.
    fn raw<'l>(&mut self, mut words: impl Iterator<Item = Word<'l>>) -> Result<(), LineFault> {
        let status = words.nth(2).unwrap_or((0, b""));
        self.is_raw = true;
        self.verdict = Some(match status.1 {
            b"o" => Verdict::Complete,
            b"f" => Verdict::Satisfiable,
            b"n" => Verdict::Unsatisfiable,
            b"u" => Verdict::Stopped,
            _ => {
                return Err(unexpected(
                    status,
                    "o, f, n or u, the status of an integer solution",
                ));
            }
        });
        Ok(())
    }

    fn value(
        &mut self,
        values: &mut Values,
        line: Line<'_>,
        variable: u64,
        name: Word<'_>,
        value: Option<Word<'_>>,
    ) -> Result<(), LineFault> {
        let word = value.unwrap_or((line.text.len(), b""));
        let text = std::str::from_utf8(word.1).unwrap_or("");
        let value: f64 = text.parse().map_err(|_| unexpected(word, "a number"))?;
        values.check(variable, name.0)?;
        if variable > values.options() as u64 {
            return Ok(());
        }
        let is_set = (value - 1.0).abs() < TOLERANCE;
        let is_unset = value.abs() < TOLERANCE;
        if !is_set && !is_unset && self.is_table {
            let value = text.to_owned();
            let fault = ModelFault::Fraction { variable, value };
            self.fraction.get_or_insert(fault);
            return Ok(());
        }
        if !is_set && !is_unset {
            if self.verdict == Some(Verdict::Stopped) {
                // It stopped before it had an integer solution.
                self.is_over = true;
                values.take();
                return Ok(());
            }
            let value = text.to_owned();
            return Err((ModelFault::Fraction { variable, value }, word.0));
        }
        values.set(variable, is_set, line.place(name.0))
    }
}

/// The name and the value in a line of a table: `INDEX [STATUS] LOWER UPPER [PRIMAL [DUAL]] [TYPE]
/// NAME`. `None` if the solver has no value.
fn of_table<'l>(words: impl Iterator<Item = Word<'l>>) -> Option<(Word<'l>, Word<'l>)> {
    let words: Vec<Word<'l>> = words.collect();
    let (&name, rest) = words.get(1..)?.split_last()?;
    let is_number = |word: &&Word<'l>| {
        let text = std::str::from_utf8(word.1).ok();
        text.is_some_and(|text| text.parse::<f64>().is_ok())
    };
    let value = rest.iter().filter(is_number).nth(2)?;
    Some((name, *value))
}

impl Dialect for Lp {
    fn line(&mut self, values: &mut Values, line: Line<'_>) -> Result<Option<Model>, LineFault> {
        let mut words = line.words();
        let Some(mut first) = words.next() else {
            return Ok(None);
        };
        if let Some(verdict) = self.said(line.text) {
            self.verdict = Some(verdict);
            if matches!(verdict, Verdict::Complete | Verdict::Satisfiable) {
                values.begin(line.number);
            }
            return Ok(None);
        }
        if first.1 == b"#" {
            let is_other = |word: Word<'_>| matches!(word.1, b"Dual" | b"Basis");
            self.is_over |= words.next().is_some_and(is_other);
            return Ok(None);
        }
        let mut rest = words.clone();
        if first.1 == b"s" && rest.next().is_some_and(|word| word.1 == b"mip") {
            self.raw(rest)?;
            if matches!(self.verdict, Some(Verdict::Complete | Verdict::Satisfiable)) {
                values.begin(line.number);
            }
            return Ok(None);
        }
        if self.is_over || self.verdict == Some(Verdict::Unsatisfiable) {
            return Ok(None);
        }
        match line.text.trim_ascii() {
            b"Columns" => self.is_table = true,
            b"Rows" if self.is_table => self.is_over = true,
            _ => {}
        }
        if self.is_table {
            let named = of_table(line.words()).filter(|_| number(first.1).is_some());
            if let Some((name, value)) = named
                && let Some(variable) = variable(name.1)
            {
                self.value(values, line, variable, name, Some(value))?;
            }
            return Ok(None);
        }
        if self.is_raw {
            if first.1 == b"j" {
                let column = words.next().unwrap_or((line.text.len(), b""));
                let number = number(column.1).ok_or_else(|| unexpected(column, "a column"))?;
                self.value(values, line, number, column, words.next())?;
            }
            return Ok(None);
        }
        if first.1 == b"**" {
            let Some(next) = words.next() else {
                return Ok(None);
            };
            first = next;
        }
        let mut name = first;
        if number(first.1).is_some() {
            let Some(next) = words.next() else {
                return Ok(None);
            };
            name = next;
        }
        if let Some(variable) = variable(name.1) {
            let value = words.find(|word| word.1 != b"*");
            self.value(values, line, variable, name, value)?;
        }
        Ok(None)
    }

    fn end(&mut self, values: &mut Values) -> Result<Option<Model>, ModelFault> {
        if self.is_table && self.verdict == Some(Verdict::Unsatisfiable) {
            // These values are where the search ended, and not a solution.
            return Ok(values.take().and(None));
        }
        match self.fraction.take() {
            Some(_) if self.verdict == Some(Verdict::Stopped) => Ok(values.take().and(None)),
            Some(fault) => Err(fault),
            None => Ok(values.take()),
        }
    }

    fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Unsaid)
    }
}
