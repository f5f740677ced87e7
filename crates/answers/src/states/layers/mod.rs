//! Layer by layer: all states of a step at once, each with the sum over all ways to it.
//!
//! A step costs a test of two masks and a look-up. States wait in the tables of the step
//! that they stand at; when a step has been expanded, its tables go.
//!
//! [`forward`] expands the states of a layer, on one thread or several. Tables are divided
//! into [`share`]s by the hash of states. [`stored`] is what a count has on a disk;
//! [`spill`] takes states there and back; [`notes`] keeps finished layers there while states have
//! room in memory. [`cost`] says what all that takes.
//!
//! What a count says that it has spent, and where it pauses, does not depend on the number of
//! threads or on their speed, so a contest takes the same turns. The one exception: within a
//! layer, when memory is short.

mod cost;
mod forward;
mod notes;
mod share;
mod spill;
mod stored;

use crate::problem::model::Part;
use crate::states::disk::Offer;
use crate::states::foresight::Foresight;
pub use crate::states::schedule::MOST_WORDS;
use crate::states::schedule::{Layout, Schedule};
use crate::{Effort, Forecast, Front, Status};
use forward::Forward;
use num_bigint::BigUint;
use stored::Disk;

/// A count of a part's solutions that can be paused.
pub struct Layers {
    pass: Box<dyn Pass>,
    /// Each step's front: bits of a state in use.
    widths: Vec<u32>,
}

/// The limbs that values may have at most where states are on a disk.
const WIDEST_ON_DISK: usize = 64;

/// What a count has on a disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// The bytes that are there.
    pub bytes: u64,
    /// All bytes that have been written.
    pub written: u64,
}

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
    /// What is on a disk, if anything may be.
    fn told_of_disk(&self) -> Option<OnDisk>;
    /// Continues with longer values.
    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>>;
}

/// A count of states of `K` words in memory, until that is full, or from what is noted.
fn pass_on_disk<const K: usize>(
    part: &Part,
    layout: &Layout,
    threads: usize,
    offer: &Offer,
) -> Option<Box<dyn Pass>> {
    let foresight = Foresight::new(part, layout);
    let schedule = Schedule::<K>::new(part, layout);
    let resumed = match Disk::noted(offer) {
        Ok(resumed) => resumed,
        Err(fault) => {
            offer.fail(fault);
            return None;
        }
    };
    let Some((disk, noted)) = resumed else {
        if offer.job().is_some() {
            let forward = Forward::<K, 1>::shared(schedule, foresight, threads, offer)?;
            return Some(Box::new(forward));
        }
        let forward = Forward::<K, 1>::new(schedule, foresight, threads);
        return Some(Box::new(forward.offered(offer)));
    };
    macro_rules! with_limbs {
        ($($limbs:literal)*) => {
            match noted.limbs {
                $($limbs => {
                    let noted = (disk, &noted);
                    let forward = Forward::<K, $limbs>::resumed(schedule, foresight, threads, noted);
                    Some(Box::new(forward.offered(offer)))
                })*
                _ => None,
            }
        };
    }
    // All that counts may have.
    with_limbs!(1 2 4 16 64)
}

/// Steps that take longer than this for each node are not made: many options with many bounds.
const MOST_TALLIES: usize = 64;
const FEW_TALLIES: usize = 1 << 22;

impl Layers {
    /// What a count takes before there are any states, in bytes, about; none if states would be
    /// too long, or if one state would lead to others through too many bounds.
    pub fn least_bytes(part: &Part, layout: &Layout) -> Option<usize> {
        let nodes: usize = part.node_count();
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

    /// A count whose states go to a store if they find no room in memory, unless another way has
    /// taken it; or which continues with what is noted there. With other jobs, all states go there.
    /// None if states would be too long, or if the store fails.
    pub fn on_disk(part: &Part, layout: &Layout, threads: usize, offer: &Offer) -> Option<Self> {
        assert!(threads > 0, "somebody must count");
        let pass = match layout.words {
            0..=1 => pass_on_disk::<1>(part, layout, threads, offer),
            2 => pass_on_disk::<2>(part, layout, threads, offer),
            3..=4 => pass_on_disk::<4>(part, layout, threads, offer),
            5..=MOST_WORDS => pass_on_disk::<MOST_WORDS>(part, layout, threads, offer),
            _ => return None,
        };
        Some(Layers {
            pass: pass?,
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

    /// What is on a disk and what will be, if it has taken a store.
    pub fn forecast(&self) -> Option<Forecast> {
        let OnDisk { bytes, written } = self.pass.told_of_disk()?;
        let work = self.work() as f64;
        Some(Forecast {
            bytes,
            written,
            done: work / self.estimate().max(work).max(1.0),
            largest: self.pass.begun().largest(&self.widths) as u64,
        })
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
        let each = (before / self.states.max(1) as f64).max(1.0);
        done.max(before + each * self.ahead(widths).sum::<f64>())
    }

    /// How many states will wait at each step from this one on, as far as can be told.
    fn ahead(&self, widths: &[u32]) -> impl Iterator<Item = f64> {
        let waiting = self.waiting as f64;
        let widths = widths.get(self.step..).unwrap_or_default();
        let width = widths.first().copied().map_or(1.0, f64::from).max(1.0);
        let growth = (waiting.ln() / width).clamp(0.0, std::f64::consts::LN_2);
        widths.iter().map(move |&other| {
            let more = f64::from(other) - width;
            waiting * (growth * more).exp()
        })
    }

    /// The most states that will wait at a time, as far as can be told.
    pub fn largest(&self, widths: &[u32]) -> f64 {
        self.ahead(widths).fold(self.waiting as f64, f64::max)
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

    fn told_of_disk(&self) -> Option<OnDisk> {
        None
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        None
    }
}
