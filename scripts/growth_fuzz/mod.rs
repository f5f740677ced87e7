//! Texts that grow, the readers of such texts, and how much more work a longer text takes.

pub mod growth;
pub mod meter;
pub mod readers;
pub mod recipe;
