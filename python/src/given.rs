//! What a user gives: a problem, and what the user calls its options, items and colors.

use dlx3::format::Costs;
use dlx3::{OptionId, Problem};
use pyo3::prelude::*;
use std::collections::HashMap;

/// Which options of the user's list the options of a problem are.
#[derive(Clone, PartialEq, Eq)]
pub struct Labels {
    pub rows: Vec<u32>,
    /// How many options the user's list has.
    pub total: usize,
}

impl Labels {
    /// Of no options yet.
    pub fn new(total: usize) -> Self {
        Labels {
            rows: Vec::new(),
            total,
        }
    }

    /// All options of a list of this length.
    pub fn all(total: usize) -> Self {
        Labels {
            rows: (0..total as u32).collect(),
            total,
        }
    }

    /// The next option of the problem is this one.
    pub fn keep(&mut self, number: usize) {
        self.rows.push(number as u32);
    }

    pub fn kept(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|&row| row as usize)
    }

    /// The option of the problem that is this one of the user's.
    pub fn find(&self, number: usize) -> Option<OptionId> {
        let row = u32::try_from(number).ok()?;
        let place = self.rows.binary_search(&row).ok()?;
        Some(OptionId(place as u32))
    }
}

/// The user's colors, by items and bytes.
pub type Colors = HashMap<(u32, u8), Py<PyAny>>;

/// A problem as it was given.
pub struct Given {
    pub problem: Problem,
    pub labels: Labels,
    /// What the options cost, if anybody has said so.
    pub costs: Option<Costs>,
    /// The user's items, by their numbers; none if they are the names of a text.
    pub items: Option<Vec<Py<PyAny>>>,
    pub colors: Colors,
    /// The mems of reading the text.
    pub imems: Option<u64>,
}
