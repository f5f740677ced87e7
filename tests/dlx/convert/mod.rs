//! Problems in the forms of other solvers, and their models as solutions: by brute force, and
//! with the solvers that are installed.

mod filter;
mod forms;
mod import;
mod lists;
mod meaning;
mod names;
mod outputs;
mod programs;
pub mod random;
mod solvers;
mod tables;
mod untidy;
mod untidy_matrices;
