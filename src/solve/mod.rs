//! Answers by whichever search is the shortest: those of [`answers`](crate::answers), or the DLX3
//! search, which is the fastest if states seldom come back.
//!
//! ```
//! use dlx3::Problem;
//!
//! let problem: Problem = "A B C\nA B\nC\nB C\nA\n".parse()?;
//! assert_eq!(problem.count(), 2);
//! let family = problem.family();
//! assert_eq!(family.solution(&1.into()).unwrap().len(), 2);
//! # Ok::<(), dlx3::Fault>(())
//! ```

mod ask;
mod problem;
mod restarts;
mod searches;
mod spread;

pub use ask::{Ask, MEMORY};
pub use searches::Searches;
