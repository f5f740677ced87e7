//! The walk through the search tree, by recursion, with the counters exact at
//! each node.
//!
//! The recursion goes through [`isa::Isa`], as code that is compiled for an instruction
//! set can be entered by a call only. So no file here needs one above it: what calls back
//! is in the trait.

pub mod compact;
pub mod isa;
pub mod names;
pub mod node;
pub mod resume;
pub mod state;
pub mod subtree;
pub mod view;
pub mod wide;
