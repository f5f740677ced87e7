//! Grids as text, boards and the steps of a solution as SVG.

pub mod board_picture;
mod hint_arrows;
pub mod hint_picture;
pub mod picture;
