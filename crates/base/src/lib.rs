//! Bytes, lines, white space, output, signals; integers of any size, also random ones; threads;
//! tables of techniques and of messages; small systems of linear equations. Nothing here knows what
//! a line means.

// Module docs link private items, which `--document-private-items` shows.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

pub mod count;
pub mod equations;
mod messages;
pub mod sample;
pub mod techniques;
pub mod text;
pub mod threads;
