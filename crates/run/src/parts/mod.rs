//! A search in parts, which can run on different machines, be stopped, and be resumed.
//!
//! The tree is cut into [cubes](Cubes). A [`Part`] has every M-th of them. A [`run`](run::run)
//! walks cubes on several threads. The counters of each cube go into a [`Journal`], its solutions,
//! as [`record`]s, into a file beside it. [`mod@print`] turns the cubes, in their order, into what
//! one run prints. [`merge`] checks that several journals have all cubes, and [`audit`] checks
//! their claims, if wanted with a [`mod@reference`] program.

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
