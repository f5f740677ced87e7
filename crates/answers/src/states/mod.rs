//! Searches by states: the solutions below a state depend on the state alone, so a search is a
//! graph of states.
//!
//! * [`schedule`]: a part in an order, as steps on packed states.
//! * [`layers`]: all states of a step at once, kept in a [`table`]. [`foresight`] drops dead
//!   states.
//! * [`disk`]: the same, with states that do not fit into memory on a disk.
//! * [`walk`]: depth first, the item with the fewest options first, on `sets` of options.
//! * [`algebra`]: the values that are computed. [`diagram`]: all solutions as a graph. [`counts`]:
//!   the number of solutions below each of its nodes. [`polynomial`]: the number at each cost.
//!   [`within`]: those that are cheap enough.
//!
//! Knows what a state is; not which search is the shortest.

pub mod algebra;
pub mod counts;
pub mod diagram;
pub mod disk;
pub mod foresight;
pub mod layers;
pub mod polynomial;
pub mod schedule;
mod sets;
pub mod table;
pub mod walk;
pub mod within;
