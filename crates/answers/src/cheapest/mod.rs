//! By costs: searches for the cheapest solutions. If one is wanted, each of them knows the best one
//! that the others have found.
//!
//! * [`bound`]: branch and bound with [`taxes`]. [`kept`]: the solutions found so far.
//! * [`duality`]: branch and bound by linear programs.
//! * [`listing`]: all solutions of the options that cheap ones may have.
//! * [`search`]: what these are to each other. [`alternation`]: whose turn it is.
//! * [`scale`]: signs and units of costs.

pub mod alternation;
pub mod bound;
pub mod duality;
pub mod kept;
pub mod listing;
pub mod scale;
pub mod search;
pub mod taxes;
