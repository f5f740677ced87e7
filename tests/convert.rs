//! Problems in the forms of other solvers, and their models as solutions: by brute force, and
//! with the solvers that are installed.

mod common;

#[path = "convert/filter.rs"]
mod convert_filter;
#[path = "convert/forms.rs"]
mod forms;
#[path = "convert/meaning.rs"]
mod meaning;
#[path = "convert/outputs.rs"]
mod outputs;
#[path = "convert/random.rs"]
mod random;
#[path = "convert/solvers.rs"]
mod solvers;
