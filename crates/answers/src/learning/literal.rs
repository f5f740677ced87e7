//! A literal: a variable, or its negation.

use std::ops::Not;

/// A variable or its negation. Its number is twice the variable's, plus one for the negation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The variable holds.
    pub fn yes(variable: u32) -> Self {
        Literal(variable << 1)
    }

    /// The variable does not hold.
    pub fn no(variable: u32) -> Self {
        Literal(variable << 1 | 1)
    }

    /// The literal with this number.
    pub fn of_number(number: u32) -> Self {
        Literal(number)
    }

    /// Its variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable itself, not its negation.
    pub fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Its number, as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}
