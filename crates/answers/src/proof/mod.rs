//! Proofs for another program, [VeriPB](https://gitlab.com/MIAOresearch/software/VeriPB), in its
//! proof format 3.0.
//!
//! A proof is about the constraints that `dlx to opb` prints, which [`Numbering`] numbers. Each
//! line follows from these and from earlier lines:
//!
//! ```text
//! rup CONSTRAINT ;       unit propagation refutes its negation
//! pol 3 7 * 4 + ;        a sum of constraints: seven times constraint 3, and constraint 4
//! soli LITERALS ;        a solution; from here on, only cheaper ones are looked for
//! del id 9 ;             constraint 9 is not used any more
//! ```
//!
//! [`claims`](super::claims) says what is proved in this way.
//!
//! Lines are written as they are found. Only the numbers of constraints are kept.

use dlx3_base::text::output::{Output, Put};
use dlx3_format::{ItemId, OptionId, Problem};
use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};

/// A literal: a variable, numbered from 1, or minus the variable for its negation.
pub type Signed = i64;

/// A clause: at least one of these literals holds.
pub type Clause = Box<[Signed]>;

/// The variables and constraints of a problem's pseudo-Boolean form. Option `o` is the variable
/// `o.index() + 1`. An equation counts as two constraints, as in VeriPB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The number of options.
    pub options: u32,
    /// The number of constraints.
    pub constraints: u64,
    /// The variables of colors that several options give.
    pub colors: HashMap<(ItemId, u8), u32>,
    /// For each item, the constraint that enough of its options hold; 0 for none.
    pub at_least: Vec<u64>,
    /// For each item, the constraint that not too many of its options or colors hold; 0 for none.
    pub at_most: Vec<u64>,
}

/// The variable of an option.
pub fn variable(option: OptionId) -> Signed {
    Signed::from(option.0) + 1
}

/// The output of a proof.
pub trait Target: Write + Send {
    /// Writes the end, after everything else.
    ///
    /// # Errors
    /// If that fails.
    fn end(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Target for Vec<u8> {}

/// A proof that is being written. The first write error is kept until [`Proof::finish`].
pub struct Proof {
    out: Output<Box<dyn Target>>,
    /// The number of the last constraint.
    last: u64,
    /// Whether a solution has been written.
    is_improved: bool,
}

impl Proof {
    /// Begins a proof for a problem with this many constraints.
    pub fn new(out: Box<dyn Target>, constraints: u64) -> Self {
        let mut out = Output::new(out);
        out.put(b"pseudo-Boolean proof version 3.0\nf ");
        out.put_number(constraints);
        out.put(b" ;\n");
        Proof {
            out,
            last: constraints,
            is_improved: false,
        }
    }

    /// Whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.out.has_failed()
    }

    fn put_literal(&mut self, literal: Signed) {
        self.out.put(if literal < 0 { b"~x" } else { b"x" });
        self.out.put_number(literal.unsigned_abs());
        self.out.put(b" ");
    }

    fn added(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Writes a clause that follows by unit propagation. Returns its number.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Signed>) -> u64 {
        self.out.put(b"rup ");
        for literal in literals {
            self.out.put(b"1 ");
            self.put_literal(literal);
        }
        self.out.put(b">= 1 ;\n");
        self.added()
    }

    /// Writes a sum, in reverse Polish notation. Returns its number.
    pub fn sum(&mut self, terms: &Sum) -> u64 {
        self.out.put(b"pol");
        self.out.put(&terms.text);
        self.out.put(b" ;\n");
        self.added()
    }

    /// Writes the trivial constraint 0 >= 0. Returns its number.
    pub fn trivial(&mut self) -> u64 {
        self.out.put(b"rup >= 0 ;\n");
        self.added()
    }

    /// Deletes constraints that are not used any longer.
    pub fn delete(&mut self, constraints: &[u64]) {
        if constraints.is_empty() {
            return;
        }
        self.out.put(b"del id");
        for &constraint in constraints {
            self.out.put(b" ");
            self.out.put_number(constraint);
        }
        self.out.put(b" ;\n");
    }

    fn put_solution(&mut self, problem: &Problem, solution: &[OptionId]) {
        for option in problem.option_ids() {
            let holds = solution.binary_search(&option).is_ok();
            let variable = variable(option);
            self.put_literal(if holds { variable } else { -variable });
        }
    }

    /// Writes a sorted solution. From now on, only cheaper ones count. Returns the number of the
    /// constraint that says so.
    pub fn improve(&mut self, problem: &Problem, solution: &[OptionId]) -> u64 {
        self.is_improved = true;
        self.out.put(b"soli ");
        self.put_solution(problem, solution);
        self.out.put(b";\n");
        self.added()
    }

    /// Ends the proof: there is no solution, as this constraint is a contradiction.
    pub fn conclude_none(&mut self, problem: &Problem, contradiction: u64) {
        self.conclude(&match problem.costs() {
            None => Conclusion::None { contradiction },
            // If there is an objective, the checker needs a bound for it.
            Some(_) => Conclusion::Bounds {
                lower: (None, contradiction),
                problem,
                upper: None,
            },
        });
    }

    /// Ends the proof with a sorted solution.
    pub fn conclude_some(&mut self, problem: &Problem, solution: &[OptionId]) {
        let Some(costs) = problem.costs() else {
            return self.conclude(&Conclusion::Some { problem, solution });
        };
        let least = costs.values().iter().map(|&cost| cost.min(0)).sum();
        let own = solution.iter().map(|&option| costs.of(option)).sum();
        let lower = (Some(least), self.trivial());
        self.conclude(&Conclusion::Bounds {
            lower,
            problem,
            upper: Some((own, solution)),
        });
    }

    /// Ends the proof with a conclusion.
    pub fn conclude(&mut self, conclusion: &Conclusion<'_>) {
        let solution = match *conclusion {
            Conclusion::Some { problem, solution } => Some((problem, solution)),
            Conclusion::Bounds {
                problem,
                upper: Some((_, solution)),
                ..
            } if !self.is_improved => Some((problem, solution)),
            _ => None,
        };
        if let Some((problem, solution)) = solution {
            // The checker derives the values of colors from those of options.
            self.out.put(b"sol ");
            self.put_solution(problem, solution);
            self.out.put(b";\n");
        }
        self.out.put(b"output NONE ;\nconclusion ");
        match *conclusion {
            Conclusion::Nothing => self.out.put(b"NONE "),
            Conclusion::None { contradiction } => {
                self.out.put(b"UNSAT : ");
                self.out.put_number(contradiction);
                self.out.put(b" ");
            }
            Conclusion::Some { .. } => self.out.put(b"SAT "),
            Conclusion::Bounds { lower, upper, .. } => {
                self.out.put(b"BOUNDS ");
                let put = |bound: Option<i128>, out: &mut Output<_>| match bound {
                    Some(bound) => write!(out, "{bound} "),
                    None => out.put(b"INF "),
                };
                put(lower.0, &mut self.out);
                self.out.put(b": ");
                self.out.put_number(lower.1);
                self.out.put(b" ");
                put(upper.map(|upper| upper.0), &mut self.out);
            }
        }
        self.out.put(b";\nend pseudo-Boolean proof ;\n");
    }

    /// Flushes the proof.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.finish()?;
        self.out.writer().end()
    }
}

/// The conclusion of a proof.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'c> {
    /// Nothing is proved.
    Nothing,
    /// There is no solution: this constraint is a contradiction.
    None {
        /// Its number.
        contradiction: u64,
    },
    /// There is a solution, sorted.
    Some {
        /// The problem.
        problem: &'c Problem,
        /// The options.
        solution: &'c [OptionId],
    },
    /// Bounds for the cost of the cheapest solution.
    Bounds {
        /// The lower bound and its constraint. No bound means infinity: there is no solution.
        lower: (Option<i128>, u64),
        /// The problem.
        problem: &'c Problem,
        /// The upper bound and its sorted solution. None if no solution is known.
        upper: Option<(i128, &'c [OptionId])>,
    },
}

/// A sum of constraints in reverse Polish notation.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    text: Vec<u8>,
    is_begun: bool,
}

impl Sum {
    /// An empty sum.
    pub fn new() -> Self {
        Sum::default()
    }

    /// Adds a multiple of a constraint.
    pub fn add(&mut self, constraint: u64, times: impl Display + PartialEq<i128>) {
        self.add_any(format_args!("{constraint}"), times);
    }

    /// Adds a multiple of the axiom that a literal is at least 0.
    pub fn add_literal(&mut self, literal: Signed, times: impl Display + PartialEq<i128>) {
        let sign = if literal < 0 { "~" } else { "" };
        self.add_any(format_args!("{sign}x{}", literal.unsigned_abs()), times);
    }

    fn add_any(&mut self, what: impl Display, times: impl Display + PartialEq<i128>) {
        // Writing to memory does not fail.
        let _ = match times == 1 {
            true => write!(self.text, " {what}"),
            false => write!(self.text, " {what} {times} *"),
        };
        if std::mem::replace(&mut self.is_begun, true) {
            self.text.put(b" +");
        }
    }

    /// Multiplies the sum.
    pub fn multiply(&mut self, times: i128) {
        if times != 1 && self.is_begun {
            let _ = write!(self.text, " {times} *");
        }
    }

    /// Divides the sum, and rounds up.
    pub fn divide(&mut self, divisor: i128) {
        if divisor != 1 && self.is_begun {
            let _ = write!(self.text, " {divisor} d");
        }
    }

    /// Saturates the sum: no coefficient exceeds the right side.
    pub fn saturate(&mut self) {
        self.text.put(b" s");
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        !self.is_begun
    }
}
