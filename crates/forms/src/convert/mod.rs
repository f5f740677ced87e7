//! A problem in the forms of other solvers, and their models as solutions; [problems that
//! others have written](import).
//!
//! In every form, variables are numbered from 1. The first ones are the options of the
//! problem, in their order; whatever else a form needs comes after them. All other variables
//! follow from the options: each solution is one model, and each model one solution. So
//! nothing but the problem is needed to read a model, and who counts models counts
//! solutions.

mod forms;

pub mod cardinality;
pub mod import;
mod lists;
pub mod names;
pub mod read;
pub mod short;
pub mod without;
pub mod write;

pub use forms::{Format, Import};
