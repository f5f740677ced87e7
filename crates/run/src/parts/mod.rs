//! A search in parts, which can run on different machines, be stopped, and be resumed.
//!
//! The tree is cut into [cubes](Cubes). A [`Part`] is every M-th of them. A [`run`](run::run) walks
//! cubes on several threads, and what each has counted goes into a [`Journal`]; what it has found,
//! as [`record`]s, into a file beside it. [`mod@print`] makes of the cubes, in their order, what
//! one run prints. [`merge`] looks whether several journals have all cubes, and [`audit`] whether
//! what they claim is so, for which it may ask a [`mod@reference`] program.

pub mod audit;
mod cubes;
pub mod journal;
pub mod merge;
mod part;
pub mod print;
pub mod record;
pub mod reference;
pub mod run;

pub use cubes::{Cube, Cubes};
pub use journal::Journal;
pub use part::{BadPart, Part};
pub use record::Kept;

#[cfg(test)]
mod tests;
