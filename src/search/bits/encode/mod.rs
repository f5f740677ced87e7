//! Making sub-problems: from the lists of `links`, or from a larger sub-problem.

pub mod clip;
pub mod colors;
pub mod encoder;
pub mod gather;
