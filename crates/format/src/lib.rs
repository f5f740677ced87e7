//! The `.dlx` language: reading a [`Problem`] from text, building it in code, and writing it;
//! reading a solution stream. Nothing here knows how to search.

// Module docs link private items; `--document-private-items` shows them.
#![allow(rustdoc::private_intra_doc_links)]
#![deny(missing_docs)]

mod builder;
mod costs;
mod fault;
mod listener;
mod name;
mod number;
mod numbered;
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
pub use listener::Listener;
pub use name::Name;
pub use numbered::{Misnumbered, Numbered};
pub use original::Original;
pub use problem::{Bounds, ItemId, NodeId, OptionId, Problem};
pub use read::{Reader, Text};
pub use refusal::BuildError;
