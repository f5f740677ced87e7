//! The forms of other solvers, and problems that others have written; classic families of problems;
//! pictures of a search.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod convert;
pub mod families;
pub mod picture;
