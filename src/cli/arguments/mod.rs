//! Options that several command lines share: sizes, times, threads, techniques, a limit of time.

pub mod deadline;
pub mod size;
pub mod threads;
pub mod time;
pub mod tuning;
