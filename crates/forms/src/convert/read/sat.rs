//! Reads what SAT, MaxSAT and pseudo-Boolean solvers print: comments, a line `s` with the verdict,
//! lines `v` with the values; or the file of results that MiniSat writes.
//!
//! Clauses have `v 1 -2 3 0`, in any number of lines; pseudo-Boolean constraints `v x1 -x2 x3`.
//! MaxSAT solvers may write one digit for each variable, `v 101`; that is a whole model in one
//! line, if no literal of the model precedes it.

use super::values::Values;
use super::{
    Dialect, Line, LineFault, Model, ModelFault, Models, Verdict, Word, number, unexpected,
};

pub const CNF: Models = Models {
    about: "Models of SAT solvers",
    read: "lines with s and v, or the file of results that minisat writes",
    says_best: false,
    dialect: || Box::new(Sat::new(Kind::Clauses)),
};

pub const WCNF: Models = Models {
    about: "Models of MaxSAT solvers",
    says_best: true,
    dialect: || Box::new(Sat::new(Kind::Weighted)),
    ..CNF
};

pub const OPB: Models = Models {
    about: "Models of pseudo-Boolean solvers",
    read: "lines with s and v",
    says_best: true,
    dialect: || Box::new(Sat::new(Kind::PseudoBoolean)),
};

/// The kind of text that the solver has read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Clauses,
    Weighted,
    PseudoBoolean,
}

struct Sat {
    kind: Kind,
    verdict: Verdict,
    /// Whether a line `SAT` has come: literals follow without `v`.
    bare: bool,
}

impl Sat {
    fn new(kind: Kind) -> Self {
        Sat {
            kind,
            verdict: Verdict::Unsaid,
            bare: false,
        }
    }

    /// Ends a model at a line without values, if nothing else ends it. A model of clauses with
    /// neither its 0 nor all options was cut off.
    fn close(&self, values: &mut Values) -> Result<Option<Model>, ModelFault> {
        match (values.begun(), self.kind) {
            (Some(line), Kind::Clauses) => Err(ModelFault::NoEnd(line)),
            (Some(line), Kind::Weighted) if !values.has_all() => Err(ModelFault::NoEnd(line)),
            _ => Ok(values.take()),
        }
    }

    fn literal(&self, word: Word<'_>) -> Result<(u64, bool), LineFault> {
        let expected = match self.kind {
            Kind::PseudoBoolean => "a literal such as x3 or -x3",
            _ => "a literal such as 3 or -3",
        };
        let (rest, value) = match word.1.strip_prefix(b"-") {
            Some(rest) => (rest, false),
            None => (word.1, true),
        };
        let rest = match self.kind {
            Kind::PseudoBoolean => rest.strip_prefix(b"x"),
            _ => Some(rest),
        };
        let variable = rest.and_then(number);
        Ok((variable.ok_or_else(|| unexpected(word, expected))?, value))
    }

    fn values<'l>(
        &mut self,
        values: &mut Values,
        line: Line<'l>,
        mut words: impl Iterator<Item = Word<'l>> + Clone,
    ) -> Result<Option<Model>, LineFault> {
        if self.kind == Kind::Weighted && values.begun().is_none() {
            let mut all = words.clone();
            if let (Some(word), None) = (all.next(), all.next())
                && is_digits(word.1, values.options())
            {
                return self.digits(values, line, word);
            }
        }
        let mut last = None;
        let mut is_first = true;
        while let Some(word) = words.next() {
            let (variable, value) = self.literal(word)?;
            if variable == 0 {
                values.begin(line.number);
                return match words.next() {
                    None => Ok(values.take()),
                    Some(word) => Err(unexpected(word, "the end of the line")),
                };
            }
            // Some solvers print nothing between models.
            if is_first && self.kind == Kind::PseudoBoolean && values.has(variable) {
                last = values.take();
            }
            is_first = false;
            values.set(variable, value, line.place(word.0))?;
        }
        // There may be no variables.
        values.begin(line.number);
        Ok(last)
    }

    fn digits(
        &self,
        values: &mut Values,
        line: Line<'_>,
        (before, word): Word<'_>,
    ) -> Result<Option<Model>, LineFault> {
        values.begin(line.number);
        for ((index, &digit), variable) in word.iter().enumerate().zip(1..) {
            values.set(variable, digit == b'1', line.place(before + index))?;
        }
        Ok(values.take())
    }
}

fn is_digits(word: &[u8], options: usize) -> bool {
    let is_long = word.len() >= options.max(2);
    is_long && word.iter().all(|digit| matches!(digit, b'0' | b'1'))
}

fn verdict(words: &[&[u8]]) -> Option<Verdict> {
    Some(match words {
        [b"SATISFIABLE" | b"SAT"] => Verdict::Satisfiable,
        [b"UNSATISFIABLE" | b"UNSAT"] => Verdict::Unsatisfiable,
        [b"OPTIMUM", b"FOUND"] => Verdict::Complete,
        [b"UNKNOWN" | b"INDET" | b"UNSUPPORTED"] => Verdict::Stopped,
        _ => return None,
    })
}

impl Dialect for Sat {
    fn line(&mut self, values: &mut Values, line: Line<'_>) -> Result<Option<Model>, LineFault> {
        let mut words = line.words();
        let Some(first) = words.next() else {
            return Ok(None);
        };
        match first.1 {
            b"v" => return self.values(values, line, words),
            b"s" => {
                let second = words.next().unwrap_or((line.text.len(), b""));
                let all: Vec<&[u8]> = [second].into_iter().chain(words).map(|w| w.1).collect();
                let expected = "SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN";
                self.verdict = verdict(&all).ok_or_else(|| unexpected(second, expected))?;
            }
            b"o" => {}
            [b'c', ..] => {}
            word => {
                let is_alone = words.next().is_none();
                match verdict(&[word]).filter(|_| is_alone) {
                    Some(verdict) => {
                        self.verdict = verdict;
                        self.bare = true;
                    }
                    None if self.bare => return self.values(values, line, line.words()),
                    None => return Err(unexpected(first, "a line that begins with c, s, o or v")),
                }
            }
        }
        self.close(values).map_err(|fault| (fault, 0))
    }

    fn end(&mut self, values: &mut Values) -> Result<Option<Model>, ModelFault> {
        self.close(values)
    }

    fn verdict(&self) -> Verdict {
        self.verdict
    }
}
