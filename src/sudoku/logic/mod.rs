//! Solving as people do. [`rules`] has the thirteen rules that `sudoku rate` names; the other files
//! have a technique each, in the order of its difficulty in [`ladder`], which takes the easiest
//! one again and again and so finds a puzzle's ratings.
//!
//! The techniques, their ratings and the order in which hints are looked for are those of Sudoku
//! Explainer (Nicolas Juillerat, 2006) as Sukaku Explainer 1.18 has them with its default
//! settings, whose program `serate` is the reference. Of the hints of one technique that program
//! takes the first, or the first of the least by some key: later steps depend on it, so each file
//! says in which order it looks.
//!
//! ```
//! use dlx3::sudoku::logic::Ladder;
//!
//! let clues = b"..7..463.....5.....3...8.7.2.8...9........54...9....6.....12...95......64...351..";
//! let mut cells = [0; 81];
//! for (cell, byte) in cells.iter_mut().zip(clues) {
//!     *cell = byte.saturating_sub(b'0');
//! }
//! let ratings = Ladder::new().rate(&cells).unwrap();
//! assert_eq!(ratings.to_string(), "2.0 1.2 1.2");
//! ```

mod aligned;
mod bent_wing;
mod chain;
mod fish;
mod grave;
mod hidden_set;
mod hidden_single;
mod ladder;
mod locked;
mod marks;
mod naked_set;
mod naked_single;
mod rules;
mod step;
mod strong_links;
mod unique_loop;
mod xy_wing;

pub use ladder::{Ladder, Rated, Ratings};
pub use marks::Marks;
pub use rules::{Hint, Logic, Rule, hint, solve};
pub use step::{Link, Mark, Reason, Step, Technique};
