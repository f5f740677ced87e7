//! Making puzzles: of a level, or as somebody wishes them.

pub mod make;
pub mod wished;
