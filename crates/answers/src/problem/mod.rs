//! The question: a problem as independent parts, and what is known about it without a search.
//!
//! * [`model`]: a problem as independent parts, without items that forbid nothing.
//! * [`order`]: orders of items with a narrow front.
//! * [`reduce`]: a smaller problem with the same solutions.
//! * [`parity`]: whether some sum of items would be odd and even.
//!
//! Knows items, options, bounds, colors; no search.

pub mod model;
pub mod order;
pub(crate) mod parity;
pub mod reduce;
