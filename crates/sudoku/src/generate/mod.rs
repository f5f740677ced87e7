//! Making puzzles: of a level, as somebody wishes them, or by cages alone.

pub mod killer;
pub mod make;
pub mod wished;
