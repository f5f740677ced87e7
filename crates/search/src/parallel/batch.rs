//! Batches that workers hand over, and the decision which of their solutions to render as text.
//!
//! If the number of solutions before a batch is known, so is which of its solutions will be shown,
//! and only these are rendered. It is known if all parts before have been walked, so always in the
//! first part. Elsewhere there are two methods:
//!
//! * A worker renders all solutions. It has to visit all of them, while one thread would skip most
//!   if the memo knows their number.
//! * A worker renders none and only counts. A batch with a solution to be shown is walked again.
//!
//! Their costs differ by factors of hundreds. So the first one is tried now and then, and used as
//! long as it costs not much more than what one thread does.

use crate::{Counters, Path, Position};
use dlx3_base::count::Count;
use std::time::Duration;

/// The mems that take as long as rendering a byte. (With free options on 150 levels, a byte takes
/// 2.5 ns; a mem of the yardsticks takes 0.1 to 1 ns.)
pub(super) const MEMS_PER_BYTE: u64 = 4;

/// The counts and solutions of a stretch of the walk.
///
/// Invariant: a search that goes to `from` and walks to the end of the subtree of `end` counts and
/// finds the same. Without `end`, it stops at the node at which its mems are those of `counted`,
/// once the node is counted.
#[derive(Debug)]
pub(super) struct Batch {
    pub from: Position,
    pub end: Option<Path>,
    pub counted: Counters,
    /// How long it took.
    pub time: Duration,
    /// Which of its solutions have been rendered.
    pub rendering: Rendering,
    /// The rendered solutions, one after another, without their numbers. In a [numbered](Head)
    /// batch, each has a head, with zeros as its number.
    pub text: Vec<u8>,
    /// Where each solution ends in `text`.
    pub ends: Vec<u32>,
}

/// Which solutions of a batch are rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rendering {
    /// None. If some are to be shown, the batch is walked again; so it should not have many more
    /// than `most` solutions.
    Nothing { most: u64 },
    /// All. The number of the first one probably has this many digits; 0 for no heads.
    All { digits: usize },
    /// Those that are shown; `before` solutions come before the batch.
    Shown { before: Count },
}

/// The text around the number of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Before the number.
    pub before: &'static [u8],
    /// After the number, above the branches.
    pub after: &'static [u8],
}

impl Head {
    /// Appends the head of a solution, with room for a number of this many digits.
    pub(super) fn append(&self, digits: usize, text: &mut Vec<u8>) {
        text.extend_from_slice(self.before);
        text.resize(text.len() + digits, b'0');
        text.extend_from_slice(self.after);
    }

    /// Its bytes with a number of this many digits.
    pub(super) fn length(&self, digits: usize) -> usize {
        self.before.len() + digits + self.after.len()
    }
}

/// The decimal digits of a number; 0 for more than 15 digits, which JSON may have in quotes.
fn digits_of(number: &Count) -> usize {
    match number.to_u64() {
        Some(number @ ..1_000_000_000_000_000) => number.max(1).ilog10() as usize + 1,
        _ => 0,
    }
}

impl Batch {
    /// Writes the numbers of the solutions, from `first` on, into their heads. False if they do not
    /// fit.
    pub fn number(&mut self, head: Head, digits: usize, first: &Count) -> bool {
        let Some(more) = (self.ends.len() as u64).checked_sub(1) else {
            return true;
        };
        let last = first.plus(&more.into());
        if digits == 0 || digits_of(first) != digits || digits_of(&last) != digits {
            return false;
        }
        let mut number = first.to_string().into_bytes();
        let mut start = head.before.len();
        for &end in &self.ends {
            self.text[start..start + digits].copy_from_slice(&number);
            start = end as usize + head.before.len();
            for digit in number.iter_mut().rev() {
                *digit += 1;
                if *digit <= b'9' {
                    break;
                }
                *digit = b'0';
            }
        }
        true
    }

    /// The solutions that have been rendered.
    pub fn solutions(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let solution = &self.text[start..end as usize];
            start = end as usize;
            solution
        })
    }

    /// The approximate bytes of the batch.
    pub fn bytes(&self) -> usize {
        let words = self.counted.profile.len() + self.from.path.level();
        size_of::<Self>() + self.text.capacity() + 4 * self.ends.len() + 8 * words
    }

    /// The approximate work of making the batch, in walked mems.
    pub fn work(&self) -> u64 {
        self.counted.mems.walked() + MEMS_PER_BYTE * self.text.len() as u64
    }
}

/// With a larger spacing, a worker never renders all solutions: counting, and walking a few short
/// batches again, costs little.
const DENSE: u64 = 100;

/// A batch that may have to be walked again has about 1 / `AGAIN` of the solutions between two that
/// are shown.
const AGAIN: u64 = 16;

/// All solutions are rendered if rendering takes at most `MOST_RATIO` the time of one thread's search
/// of the same mems.
const MOST_RATIO: f64 = 1.25;

/// The weight of earlier measurements is multiplied by this with each batch.
const FADING: f64 = 0.75;

/// Times shorter than this, in seconds, are not used as measurements.
const LEAST_SECONDS: f64 = 1e-4;

/// If rendering all takes too long, it is tried again after `TRY_AFTER` times that time.
const TRY_AFTER: f64 = 32.0;

/// Work done in parts of the walk, measured by the clock: a mem takes a tenth of the usual time if
/// nodes are swept, and none if the memo knows a subtree.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    seconds: f64,
    mems: f64,
}

impl Work {
    fn add(&mut self, time: Duration, counted: &Counters) {
        self.seconds = FADING * self.seconds + time.as_secs_f64();
        self.mems = FADING * self.mems + counted.mems.saturated() as f64;
    }
}

/// Decides what is rendered, and learns how long that takes.
#[derive(Debug)]
pub(super) struct RenderPolicy {
    /// Solutions whose number is a multiple of this are shown; none if it is 0.
    spacing: u64,
    /// The work while only the solutions that are shown were rendered.
    shown: Work,
    /// The work while all were rendered.
    all: Work,
    /// Whether to render all if it is not known which ones are shown.
    renders_all: bool,
    /// If not, the seconds of work until that is tried again.
    rest: f64,
}

impl RenderPolicy {
    /// A policy that starts from the counters of one thread, and the time it took.
    pub fn new(spacing: u64, counted: &Counters, time: Duration) -> Self {
        let mut shown = Work::default();
        shown.add(time, counted);
        RenderPolicy {
            spacing,
            shown,
            all: Work::default(),
            renders_all: spacing <= DENSE,
            rest: 0.0,
        }
    }

    /// Chooses what to render in a batch after `before` solutions; if not exact, this number is a
    /// lower bound.
    pub fn choose(&self, before: Count, is_exact: bool) -> Rendering {
        match self.spacing {
            0 => Rendering::Nothing { most: u64::MAX },
            1 => Rendering::All {
                digits: digits_of(&before.plus(&1.into())),
            },
            _ if is_exact => Rendering::Shown { before },
            _ if self.renders_all => Rendering::All { digits: 0 },
            spacing => Rendering::Nothing {
                most: spacing / AGAIN,
            },
        }
    }

    /// Learns from a batch.
    pub fn learn(&mut self, batch: &Batch) {
        if self.spacing < 2 || self.spacing > DENSE {
            return;
        }
        match batch.rendering {
            Rendering::Shown { .. } => self.shown.add(batch.time, &batch.counted),
            Rendering::All { .. } => {
                self.all.add(batch.time, &batch.counted);
                if self.all.seconds >= LEAST_SECONDS {
                    let of_one = self.shown.seconds / self.shown.mems;
                    self.renders_all = self.all.seconds <= MOST_RATIO * of_one * self.all.mems;
                    self.rest = TRY_AFTER * self.all.seconds;
                }
                return;
            }
            Rendering::Nothing { .. } => {}
        }
        self.rest -= batch.time.as_secs_f64();
        if !self.renders_all && self.rest <= 0.0 {
            self.renders_all = true;
            self.all = Work::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    fn counted(mems: u64) -> Counters {
        let mut counters = Counters::default();
        counters.mems += mems;
        counters
    }

    fn batch(rendering: Rendering, milliseconds: u64) -> Batch {
        Batch {
            from: Position::start(),
            end: None,
            counted: counted(1000),
            time: Duration::from_millis(milliseconds),
            rendering,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// One thread takes 100 milliseconds for 1,000 mems.
    fn policy(spacing: u64) -> RenderPolicy {
        RenderPolicy::new(spacing, &counted(1000), Duration::from_millis(100))
    }

    const ALL: Rendering = Rendering::All { digits: 0 };
    const NONE: Rendering = Rendering::Nothing { most: 50 / AGAIN };

    #[test]
    fn where_the_number_is_known_only_what_is_shown_is_rendered() {
        for spacing in [2, 50, 1000] {
            let before = Count::from(77);
            let shown = Rendering::Shown {
                before: before.clone(),
            };
            assert_eq!(policy(spacing).choose(before, true), shown);
        }
        for (before, digits) in [(0, 1), (8, 1), (9, 2), (98, 2), (99, 3)] {
            for is_exact in [true, false] {
                let rendering = policy(1).choose(before.into(), is_exact);
                assert_eq!(rendering, Rendering::All { digits });
            }
        }
        let nothing = Rendering::Nothing { most: u64::MAX };
        assert_eq!(policy(0).choose(7.into(), true), nothing);
    }

    #[test]
    fn all_are_rendered_as_long_as_that_takes_little_more_time() {
        let mut policy = policy(50);
        for _ in 0..100 {
            policy.learn(&batch(ALL, 120));
            assert_eq!(policy.choose(Count::ZERO, false), ALL);
        }
    }

    #[test]
    fn what_takes_too_long_is_given_up_and_tried_again_after_much_work() {
        let mut policy = policy(50);
        assert_eq!(policy.choose(Count::ZERO, false), ALL);
        policy.learn(&batch(ALL, 250));
        for _ in 0..TRY_AFTER as u32 {
            assert_eq!(policy.choose(Count::ZERO, false), NONE);
            policy.learn(&batch(NONE, 250));
        }
        assert_eq!(policy.choose(Count::ZERO, false), ALL);
        // The work of one thread has become slower.
        let shown = Rendering::Shown { before: 9.into() };
        policy.learn(&batch(shown, 1000));
        policy.learn(&batch(ALL, 250));
        assert_eq!(policy.choose(Count::ZERO, false), ALL);
    }

    #[test]
    fn where_few_are_shown_all_are_never_rendered() {
        let most = 1600 / AGAIN;
        assert_eq!(
            policy(1600).choose(Count::ZERO, false),
            Rendering::Nothing { most }
        );
    }

    #[test]
    fn numbers_are_written_where_they_have_the_digits_that_were_expected() {
        let head = Head {
            before: b"<",
            after: b">",
        };
        let mut batch = batch(ALL, 1);
        assert!(batch.number(head, 0, &7.into()), "no solutions");
        for solution in 0..12 {
            head.append(3, &mut batch.text);
            batch.text.resize(batch.text.len() + solution, b'x');
            batch.ends.push(batch.text.len() as u32);
        }
        for (first, fits) in [(99, false), (100, true), (988, true), (989, false)] {
            let untouched = batch.text.clone();
            assert_eq!(batch.number(head, 3, &first.into()), fits);
            if !fits {
                assert_eq!(batch.text, untouched);
                continue;
            }
            let expected = (0..12).map(|solution| {
                let number = first + solution;
                format!("<{number}>{}", "x".repeat(solution as usize))
            });
            let text = String::from_utf8(batch.text.clone()).unwrap();
            assert_eq!(text, expected.collect::<String>());
        }
        assert!(!batch.number(head, 0, &Count::known(u64::MAX)));
    }
}
