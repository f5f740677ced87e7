//! Which of several searches has the answer first: they take turns, in steps that are counted and
//! never timed.
//!
//! * [`way`]: a way to an answer, as all searches that take turns have it. [`ways`]: layers, walks
//!   and diagrams as such.
//! * [`contest`]: which way has how much, to count or to find one solution. [`helper`]: a way on a
//!   thread of its own. [`beside`]: a contest while the part is reduced.
//! * [`outlook`]: what a way will take, from how its estimates have changed.
//! * [`smallest`]: which way makes the diagram.
//!
//! Knows what each way has spent and promises; not what the answer means.

pub mod beside;
pub mod contest;
pub mod helper;
pub mod outlook;
pub mod smallest;
pub mod way;
pub mod ways;
