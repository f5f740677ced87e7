//! Growing texts, their readers, and the growth of the readers' cost.

pub mod growth;
pub mod meter;
pub mod readers;
pub mod recipe;
