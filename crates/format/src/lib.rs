//! The `.dlx` language. A [`Problem`] can be read from text, built in
//! code, and written back; a solution stream can be read. Nothing here knows
//! how to search.

// Heads of modules speak of private files, too. `--document-private-items` has those links.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod builder;
mod charges;
mod costs;
mod fault;
mod name;
mod number;
mod original;
mod problem;
mod read;
mod refusal;
#[cfg(feature = "serde")]
mod serial;
pub mod solution;
mod words;
mod write;

pub use builder::Builder;
pub use costs::{Amount, CostFault, Costs, TooLarge};
pub use costs::{Decimal, magnitude};
pub use fault::{Fault, FaultKind, ReadError};
pub use name::Name;
pub use original::Original;
pub use problem::{Bounds, ItemId, NodeId, OptionId, Problem};
pub use read::{Reader, Text};
pub use refusal::BuildError;
