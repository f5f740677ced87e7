//! Layer by layer: all states of a step at once, each with the sum over all ways to it.
//!
//! A step costs a test of two masks and a look-up. States wait in the tables of the step
//! that they stand at; when a step has been expanded, its tables go.
//!
//! [`forward`] expands the states of a layer, on one thread or several. Tables are divided
//! into [`share`]s by the hash of states. [`cost`] says what all that takes.
//!
//! What a count says that it has spent, and where it pauses, does not depend on the number of
//! threads or on their speed, so a contest takes the same turns. The one exception: within a
//! layer, when memory is short.

mod cost;
mod forward;
mod share;

use crate::answers::problem::model::Part;
use crate::answers::states::foresight::Foresight;
pub use crate::answers::states::schedule::MOST_WORDS;
use crate::answers::states::schedule::{Layout, Schedule};
use crate::answers::{Effort, Front, Status};
use forward::Forward;
use num_bigint::BigUint;

/// A count of a part's solutions that can be paused.
pub struct Layers {
    pass: Box<dyn Pass>,
    /// Each step's front: bits of a state in use.
    widths: Vec<u32>,
}

/// The limbs that values may have. What is larger is counted on a diagram.
const LIMBS: [usize; 4] = [1, 2, 4, 16];

/// Counts in tables of states of some size.
trait Pass: Send {
    /// Continues until this much work has been done.
    fn run(&mut self, end: u64, memory: usize) -> Status<BigUint>;
    /// What it has cost so far.
    fn effort(&self) -> &Effort;
    /// About the nanoseconds that it has taken so far.
    fn work(&self) -> u64;
    /// The beginning of the layer that it is at.
    fn begun(&self) -> &Begun;
    /// The states that have been expanded, by steps.
    fn profile(&self) -> &[u64];
    /// What it takes of memory with longer values; none if there are no longer ones.
    fn bytes_widened(&self) -> Option<usize>;
    /// Continues with longer values.
    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>>;
}

/// Steps that take longer than this for each node are not made: many options with many bounds.
const MOST_TALLIES: usize = 64;
const FEW_TALLIES: usize = 1 << 22;

impl Layers {
    /// What a count takes before there are any states, in bytes, about; none if states would be
    /// too long, or if one state would lead to others through too many bounds.
    pub fn least_bytes(part: &Part, layout: &Layout) -> Option<usize> {
        let nodes: usize = part.choices.iter().map(|choice| choice.nodes.len()).sum();
        let tallies = layout.tallies(part);
        if layout.words > MOST_WORDS || tallies > FEW_TALLIES.max(nodes * MOST_TALLIES) {
            return None;
        }
        let words = match layout.words {
            0..=2 => layout.words,
            3..=4 => 4,
            _ => MOST_WORDS,
        };
        let moves = part.choices.len() * (2 * words + 1) * size_of::<u64>();
        Some(moves + tallies + layout.length() * share::PER_STEP)
    }

    /// A count on this many threads; none if states would be too long.
    ///
    /// # Panics
    /// If there are no threads.
    pub fn new(part: &Part, layout: &Layout, threads: usize) -> Option<Self> {
        fn pass<const K: usize>(part: &Part, layout: &Layout, threads: usize) -> Box<dyn Pass> {
            let foresight = Foresight::new(part, layout);
            let schedule = Schedule::new(part, layout);
            Box::new(Forward::<K, 1>::new(schedule, foresight, threads))
        }
        assert!(threads > 0, "somebody must count");
        let pass = match layout.words {
            0..=1 => pass::<1>(part, layout, threads),
            2 => pass::<2>(part, layout, threads),
            3..=4 => pass::<4>(part, layout, threads),
            5..=MOST_WORDS => pass::<MOST_WORDS>(part, layout, threads),
            _ => return None,
        };
        Some(Layers {
            pass,
            widths: layout.widths().to_vec(),
        })
    }

    /// Continues for this much work, in nanoseconds, within this many bytes.
    pub fn run(&mut self, work: u64, memory: usize) -> Status<BigUint> {
        let end = self.work().saturating_add(work);
        loop {
            match self.pass.run(end, memory) {
                Status::TooLarge => {}
                status => return status,
            }
            if self
                .pass
                .bytes_widened()
                .is_some_and(|bytes| bytes > memory)
            {
                return Status::Full;
            }
            // A pass of another type takes its place. What is asked of it must be as it was,
            // if there is none.
            let idle: Box<dyn Pass> = Box::new(Idle {
                effort: self.pass.effort().clone(),
                begun: Begun {
                    work: self.pass.work(),
                    ..self.pass.begun().clone()
                },
            });
            match std::mem::replace(&mut self.pass, idle).widen() {
                Some(pass) => self.pass = pass,
                None => return Status::TooLarge,
            }
        }
    }

    /// What it has cost so far.
    pub fn effort(&self) -> &Effort {
        self.pass.effort()
    }

    /// The states of each step that has been expanded.
    pub fn profile(&self) -> &[u64] {
        self.pass.profile()
    }

    /// The layer that is being expanded.
    pub fn front(&self) -> Front {
        self.pass.begun().front(&self.widths)
    }

    /// About how many nanoseconds it has taken so far.
    pub fn work(&self) -> u64 {
        self.pass.work()
    }

    /// How much work there will be in all, as far as can be told.
    pub fn estimate(&self) -> f64 {
        self.pass.begun().estimate(&self.widths, self.work())
    }
}

/// The beginning of a layer.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    /// Its number.
    pub step: usize,
    /// The states that waited at this step and further on.
    pub waiting: u64,
    /// The states that had been expanded.
    pub states: u64,
    /// The work that this had been.
    pub work: u64,
}

impl Begun {
    /// How much work there will be in all, as far as can be told, once so much has been done:
    /// the number of states is taken to follow the width of the front, in bits.
    pub fn estimate(&self, widths: &[u32], done: u64) -> f64 {
        let done = done as f64;
        let (before, waiting) = (self.work as f64, self.waiting as f64);
        let Some(&width) = widths.get(self.step) else {
            return done;
        };
        if width == 0 || waiting == 0.0 {
            return done.max(1.0) * 2.0;
        }
        let growth = (waiting.ln() / f64::from(width)).clamp(0.0, std::f64::consts::LN_2);
        let each = (before / self.states.max(1) as f64).max(1.0);
        let ahead = widths[self.step..].iter().map(|&other| {
            let more = f64::from(other) - f64::from(width);
            waiting * (growth * more).exp()
        });
        done.max(before + each * ahead.sum::<f64>())
    }

    /// The layer, for who watches.
    pub fn front(&self, widths: &[u32]) -> Front {
        Front {
            layer: self.step,
            layers: widths.len(),
            states: self.waiting,
        }
    }
}

/// Holds the place while one pass is replaced by a wider one.
struct Idle {
    effort: Effort,
    begun: Begun,
}

impl Pass for Idle {
    fn run(&mut self, _: u64, _: usize) -> Status<BigUint> {
        Status::TooLarge
    }

    fn effort(&self) -> &Effort {
        &self.effort
    }

    fn work(&self) -> u64 {
        self.begun.work
    }

    fn begun(&self) -> &Begun {
        &self.begun
    }

    fn profile(&self) -> &[u64] {
        &[]
    }

    fn bytes_widened(&self) -> Option<usize> {
        None
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        None
    }
}
