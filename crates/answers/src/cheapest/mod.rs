//! Searches by cost for the cheapest solutions. If one solution is wanted, each search knows the
//! best one that the others have found.
//!
//! * [`bound`]: branch and bound with [`taxes`]. [`kept`]: the solutions found so far.
//! * [`duality`]: branch and bound by linear programs.
//! * [`listing`]: all solutions of the options that cheap ones may have.
//! * [`search`]: the interface of a search, and the board that they share. [`alternation`]: whose
//!   turn it is.
//! * [`scale`]: signs and units of costs.

pub mod alternation;
pub mod bound;
pub mod duality;
pub mod kept;
pub mod listing;
pub mod scale;
pub mod search;
pub mod taxes;
