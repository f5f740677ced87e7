//! Structured problems of random sizes, by shape. The same dice give the same problem.
//!
//! A size is about the number of options that a problem should have. A shape chooses dimensions
//! near it, within what the C program can hold (10,000 items, lines of 90,000 bytes). Few problems
//! exceed its 499 levels.

mod boards;
mod chains;
mod colors;
mod crowds;
mod graphs;
mod packings;
mod planted;
mod tables;
mod vary;

use super::dice::Dice;
use super::random::RandomProblem;
pub use vary::vary;

/// A way to make problems.
pub struct Shape {
    pub name: &'static str,
    make: fn(&mut Dice, usize) -> RandomProblem,
}

macro_rules! shapes {
    ($($module:ident :: $name:ident,)*) => {
        &[$(Shape { name: stringify!($name), make: $module::$name }),*]
    };
}

pub const SHAPES: &[Shape] = shapes! {
    boards::queens,
    boards::langford,
    boards::latin_square,
    boards::sudoku,
    chains::chain,
    chains::slack_ring,
    chains::colored_chain,
    colors::word_square,
    colors::edge_matching,
    colors::mixed_colors,
    crowds::equal_options,
    crowds::few_items_many_options,
    crowds::free_choices,
    graphs::matching,
    graphs::connected_parts,
    graphs::domination,
    graphs::coloring,
    graphs::hitting_sets,
    packings::pieces,
    packings::dominoes,
    packings::bricks,
    planted::planted_cover,
    planted::lax_cover,
    planted::many_items,
    planted::long_options,
    tables::constraints,
    tables::homomorphism,
    tables::wang_tiles,
};

impl Shape {
    /// A problem of about this many options, perhaps varied.
    pub fn problem(&self, dice: &mut Dice, size: usize) -> RandomProblem {
        let mut problem = (self.make)(dice, size.max(4));
        if dice.chance(1, 2) {
            vary(&mut problem, dice);
        }
        if problem.primary.is_empty() {
            // A graph without edges, say.
            problem.once("p");
        }
        problem
    }
}
