//! Floor 4: Sudoku. Grids over the units of a [`Geometry`]; puzzles to `.dlx`
//! and back; solving, making and rating them. Nothing here prints, opens files
//! or looks at clocks.

pub mod digit;
mod geometry;
mod grid;
mod puzzles;

pub use geometry::{Geometry, GeometryFault, Unit, UnitKind};
pub use grid::{Clash, Grid, GridFault};
pub use puzzles::{PuzzleFault, Puzzles, PuzzlesError};
