//! Solving as people do. `rules.rs` has the thirteen rules that `sudoku rate` names; the other
//! files have one technique each. [`Ladder`] holds the techniques in order of difficulty, takes the
//! easiest step again and again, and so finds a puzzle's ratings.
//!
//! The techniques, their ratings and the order in which hints are looked for are those of Sudoku
//! Explainer (Nicolas Juillerat, 2006) as Sukaku Explainer 1.18 has them with its default settings,
//! whose program `serate` is the reference. Of the hints of one technique, that program takes the
//! first, or the least by some key. Later steps depend on this choice, so each file states its
//! order.
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
mod examples;
mod explain;
mod fish;
mod grave;
mod hidden_set;
mod hidden_single;
mod houses;
mod inference;
mod intersection;
mod json;
mod ladder;
mod locked;
mod marks;
mod naked_set;
mod naked_single;
mod rules;
mod sentence;
mod step;
mod strong_links;
mod unique_loop;
mod usual;
mod xy_wing;

pub use examples::Example;
pub use explain::{Advice, Candidate, Explanation, Position, advise, advise_among};
pub use explain::{explain_all, explain_path};
pub use houses::{Regions, house_cells};
pub use inference::{Ground, Inference};
pub use json::put_step;
pub use ladder::{Ladder, Rated, Ratings, Reach};
pub use marks::Marks;
pub use rules::{Logic, Rule, solve};
pub use sentence::{inference as told_inference, rating as told_rating};
pub use step::{Link, Mark, OtherCells, Reason, Step, Technique};

/// Positions for tests. The expected steps are those of Sukaku Explainer.
#[cfg(test)]
mod positions {
    use super::{Ladder, Marks, Technique};

    /// The first step of a technique on the path from some clues: its rating and its effect.
    pub fn first(technique: Technique, puzzle: &str) -> String {
        let digits = puzzle.bytes().map(|byte| match byte {
            b'1'..=b'9' => byte - b'0',
            _ => 0,
        });
        let clues: Vec<u8> = digits.collect();
        let mut marks = Marks::new(&clues.try_into().unwrap());
        let mut ladder = Ladder::new();
        loop {
            let step = ladder.next(&marks).unwrap();
            step.apply(&mut marks);
            if step.technique != technique {
                continue;
            }
            let name = |cell: u8| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1);
            let placed = step.placed.iter();
            let mut done: Vec<String> = placed
                .map(|&(cell, digit)| format!("{}={digit}", name(cell)))
                .collect();
            let mut removed = step.removed.clone();
            removed.sort_unstable();
            for (cell, set) in removed {
                let digits = (0..9).filter(|digit| set >> digit & 1 == 1);
                done.extend(digits.map(|digit| format!("{}-{}", name(cell), digit + 1)));
            }
            return format!("{:.1}: {}", step.rating, done.join(" "));
        }
    }
}
