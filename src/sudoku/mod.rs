//! Floor 4: Sudoku. Grids over the units of a [`Geometry`]; puzzles to `.dlx`
//! and back; solving, making and rating them. Nothing here prints, opens files
//! or looks at clocks.

pub mod cells;
pub mod digit;
mod filled;
mod geometry;
mod grid;
pub mod hitting;
mod puzzles;
pub mod scan;
mod second;
pub mod unavoidable;

pub use filled::{Filled, FilledFault};
pub use geometry::{Geometry, GeometryFault, Unit, UnitKind};
pub use grid::{Clash, Grid, GridFault};
pub use puzzles::{PuzzleFault, Puzzles, PuzzlesError};
pub use second::Second;
