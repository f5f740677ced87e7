//! The verbs of `dlx`, and what they do by calls of the library.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod convert;
mod families;
mod pictures;
