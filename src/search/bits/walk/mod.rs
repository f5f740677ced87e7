//! The walk through the search tree, by recursion, with the counters exact at
//! each node.
//!
//! The recursion goes through [`isa::Isa`], as code that is compiled for an instruction
//! set can be entered by a call only. So no file here needs one above it: what calls back
//! is in the trait.

pub mod begin;
pub mod compact;
pub mod isa;
pub mod names;
pub mod node;
pub mod recall;
pub mod resume;
pub mod small;
pub mod state;
pub mod view;
pub mod way;
