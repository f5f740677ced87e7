//! The formats of other solvers, and problems from elsewhere; classic families of problems;
//! pictures of a search.

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod convert;
pub mod families;
pub mod picture;
