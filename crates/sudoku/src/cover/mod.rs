//! A puzzle as an exact cover in `.dlx`, and its solutions back to grids.

pub mod conflict;
pub mod decode;
pub mod encode;
