//! Peg solitaire, the Ginnow sieve and packings: each with its model, its form as `.dlx` and back,
//! and its own algorithms. None of them knows the others.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod pack;
pub mod peg;
pub mod sieve;
