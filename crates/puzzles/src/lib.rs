//! Peg solitaire, the Ginnow sieve and packings: for each, its model, its translation to `.dlx` and
//! back, and its own algorithms. They are independent of each other.

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod pack;
pub mod peg;
pub mod sieve;
