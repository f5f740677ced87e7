//! Floor 2: the DLX3 search. Engines walk one and the same tree, which the
//! input alone determines; a [`Watch`] sees it through a [`State`]. Nothing here
//! knows files, printing or clocks.

pub mod bits;
mod count;
mod counters;
mod engine;
pub mod gb_flip;
pub mod links;
mod memo;
mod order;
mod parallel;
mod path;
mod solutions;
mod watch;

pub use count::{Count, NotANumber};
pub use counters::Counters;
pub use engine::{Engine, STACK, Search};
pub use gb_flip::GbFlip;
pub use links::Links;
pub use memo::Memo;
pub use parallel::{Joint, Parallel};
pub use path::{BadPath, Path, Position, Side};
pub use solutions::{Solution, Solutions};
pub use watch::{Active, Branch, Outcome, State, Watch};
