//! A solved grid as bits, and whether a puzzle of it has another solution.

pub mod cells;
mod filled;
mod second;

pub use filled::{Filled, FilledFault};
pub use second::Second;
