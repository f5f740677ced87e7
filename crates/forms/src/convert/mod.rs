//! Writes a problem in the formats of other solvers, and reads their models as solutions;
//! [imports](import) problems from elsewhere.
//!
//! In every format, variables are numbered from 1. The options of the problem come first, in their
//! order, then the other variables of the format. These follow from the options: solutions and
//! models correspond one to one. So the problem alone suffices to read a model, and counting models
//! counts solutions.

mod forms;

pub mod cardinality;
pub mod import;
mod lists;
pub mod names;
pub mod read;
pub mod short;
mod supports;
pub mod without;
pub mod write;

pub use forms::{Format, Import};
