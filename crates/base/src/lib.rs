//! Bytes, lines, white space, output, signals; integers of any size, and drawing them at random;
//! starting threads; tables of techniques; linear equations modulo two. Nothing here knows what a
//! line means.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod count;
pub mod draw;
pub mod equations;
pub mod techniques;
pub mod text;
pub mod threads;
