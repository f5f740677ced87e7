//! Proofs that another program checks: [VeriPB](https://gitlab.com/MIAOresearch/software/VeriPB),
//! whose proof format 3.0 is written here.
//!
//! A proof is about the constraints that `dlx to opb` prints, whose numbers are in [`Numbering`].
//! Each line follows from these and from the lines before it:
//!
//! ```text
//! rup CONSTRAINT ;       unit propagation refutes its negation
//! pol 3 7 * 4 + ;        a sum of constraints: seven times constraint 3, and constraint 4
//! soli LITERALS ;        a solution; from here on, only cheaper ones are looked for
//! del id 9 ;             constraint 9 is not used any more
//! ```
//!
//! What is proved so stands in [`claims`](super::claims).
//!
//! Lines are written as they are found. Nothing is kept but the numbers of constraints.

use dlx3_base::text::output::{Output, Put};
use dlx3_format::{ItemId, OptionId, Problem};
use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};

/// A variable, from 1; negative for its negation.
pub type Signed = i64;

/// A clause: one of these literals holds at least.
pub type Clause = Box<[Signed]>;

/// How the pseudo-Boolean form of a problem numbers variables and constraints. Option `o` is the
/// variable `o.index() + 1`. An equation counts as two constraints, as VeriPB has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The number of options.
    pub options: u32,
    /// The number of constraints.
    pub constraints: u64,
    /// The variables of colors that several options give.
    pub colors: HashMap<(ItemId, u8), u32>,
    /// For each item, the constraint that enough options have it; 0 for none.
    pub at_least: Vec<u64>,
    /// For each item, the constraint that not too many options have it, or colors; 0 for none.
    pub at_most: Vec<u64>,
}

/// The variable of an option.
pub fn variable(option: OptionId) -> Signed {
    Signed::from(option.0) + 1
}

/// What a proof is written to.
pub trait Target: Write + Send {
    /// Writes what must stand at the end, after all else.
    ///
    /// # Errors
    /// If that fails.
    fn end(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Target for Vec<u8> {}

/// A proof that is being written. A write that fails is kept until the [end](Proof::finish).
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

    /// A clause that follows by unit propagation; its number.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Signed>) -> u64 {
        self.out.put(b"rup ");
        for literal in literals {
            self.out.put(b"1 ");
            self.put_literal(literal);
        }
        self.out.put(b">= 1 ;\n");
        self.added()
    }

    /// A sum, in reverse Polish notation; its number.
    pub fn sum(&mut self, terms: &Sum) -> u64 {
        self.out.put(b"pol");
        self.out.put(&terms.text);
        self.out.put(b" ;\n");
        self.added()
    }

    /// That nothing is at least 0; its number.
    pub fn trivial(&mut self) -> u64 {
        self.out.put(b"rup >= 0 ;\n");
        self.added()
    }

    /// Constraints that are not used any more.
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

    /// A solution, sorted, after which only cheaper ones are looked for: the number of the
    /// constraint that says so.
    pub fn improve(&mut self, problem: &Problem, solution: &[OptionId]) -> u64 {
        self.is_improved = true;
        self.out.put(b"soli ");
        self.put_solution(problem, solution);
        self.out.put(b";\n");
        self.added()
    }

    /// Ends the proof: there is no solution, as this constraint cannot hold.
    pub fn conclude_none(&mut self, problem: &Problem, contradiction: u64) {
        self.conclude(&match problem.costs() {
            None => Conclusion::None { contradiction },
            // If there is an objective, the checker wants to hear of it.
            Some(_) => Conclusion::Bounds {
                lower: (None, contradiction),
                problem,
                upper: None,
            },
        });
    }

    /// Ends the proof: there is a solution, sorted.
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

    /// Ends the proof with what it proves.
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
            // The checker finds the values of colors from those of options.
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

    /// Writes what is buffered.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.finish()?;
        self.out.writer().end()
    }
}

/// What a proof proves.
#[derive(Clone, Copy, Debug)]
pub enum Conclusion<'c> {
    /// It was not ended.
    Nothing,
    /// There is no solution: this constraint cannot hold.
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
    /// What the cheapest solution costs.
    Bounds {
        /// At least this much, by this constraint; infinitely much if there is no solution.
        lower: (Option<i128>, u64),
        /// The problem.
        problem: &'c Problem,
        /// At most this much, by this solution, sorted; none if none is known.
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
    /// Nothing.
    pub fn new() -> Self {
        Sum::default()
    }

    /// Adds a constraint, this many times.
    pub fn add(&mut self, constraint: u64, times: impl Display + PartialEq<i128>) {
        self.add_any(format_args!("{constraint}"), times);
    }

    /// Adds that a literal is at least 0, this many times.
    pub fn add_literal(&mut self, literal: Signed, times: impl Display + PartialEq<i128>) {
        let sign = if literal < 0 { "~" } else { "" };
        self.add_any(format_args!("{sign}x{}", literal.unsigned_abs()), times);
    }

    fn add_any(&mut self, what: impl Display, times: impl Display + PartialEq<i128>) {
        // A buffer in memory takes all.
        let _ = match times == 1 {
            true => write!(self.text, " {what}"),
            false => write!(self.text, " {what} {times} *"),
        };
        if std::mem::replace(&mut self.is_begun, true) {
            self.text.put(b" +");
        }
    }

    /// Multiplies all.
    pub fn multiply(&mut self, times: i128) {
        if times != 1 && self.is_begun {
            let _ = write!(self.text, " {times} *");
        }
    }

    /// Divides all, and rounds up.
    pub fn divide(&mut self, divisor: i128) {
        if divisor != 1 && self.is_begun {
            let _ = write!(self.text, " {divisor} d");
        }
    }

    /// No coefficient is larger than what is asked for.
    pub fn saturate(&mut self) {
        self.text.put(b" s");
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        !self.is_begun
    }
}
