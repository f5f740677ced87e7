//! Writes clauses, and counts them.

use super::Literal;
use dlx3_base::text::output::Put;
use std::io::{self, Write};
use std::ops::Add;

/// The variables and clauses that an encoding needs; both saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// New variables.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
}

impl Size {
    /// Variables and clauses together.
    pub fn total(self) -> u64 {
        self.variables.saturating_add(self.clauses)
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Size {
            variables: self.variables.saturating_add(other.variables),
            clauses: self.clauses.saturating_add(other.clauses),
        }
    }
}

/// Writes clauses in DIMACS, and numbers new variables.
pub struct Clauses<'w> {
    out: &'w mut dyn Write,
    /// The text before the literals.
    weight: Option<u64>,
    line: Vec<u8>,
    last: Literal,
    written: u64,
}

impl<'w> Clauses<'w> {
    /// Writes to `out`; the variables up to `last` are taken. With a weight, each clause begins
    /// with it.
    pub fn new(out: &'w mut dyn Write, last: Literal, weight: Option<u64>) -> Self {
        Clauses {
            out,
            weight,
            line: Vec::new(),
            last,
            written: 0,
        }
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Literal {
        self.last += 1;
        self.last
    }

    /// The last variable made.
    pub fn last(&self) -> Literal {
        self.last
    }

    /// How many clauses were added.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Adds a clause.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn add(&mut self, literals: &[Literal]) -> io::Result<()> {
        self.line.clear();
        if let Some(weight) = self.weight {
            self.line.put_number(weight);
            self.line.push(b' ');
        }
        for &literal in literals {
            self.line.put_signed(literal.into());
            self.line.push(b' ');
        }
        self.line.extend_from_slice(b"0\n");
        self.written += 1;
        self.out.write_all(&self.line)
    }
}
