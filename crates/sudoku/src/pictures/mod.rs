//! Grids as text, boards and the steps of a solution as SVG, Sudokus with rules as both.

pub mod board_picture;
mod hint_arrows;
pub mod hint_picture;
mod outline;
pub mod picture;
pub mod variant_picture;
