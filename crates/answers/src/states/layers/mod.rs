//! Layer by layer: all states of a step at once, each with the sum over all paths to it.
//!
//! A move takes a test of two masks and a look-up. States wait in the tables of their steps; once a
//! step is expanded, its tables are freed.
//!
//! [`forward`] expands the states of a layer, on one thread or several. Tables are divided into
//! [`share`]s by the hash of states. [`stored`] is the part of a count on a disk; [`spill`] moves
//! states there and back; [`notes`] keeps finished layers there while states fit into memory.
//! [`cost`] estimates the time of all that.
//!
//! The reported work of a count, and the points at which it pauses, do not depend on the number of
//! threads or on their speed, so a contest takes the same turns. The only exception is within a
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
    /// The front of each step: the number of bits of a state in use.
    widths: Vec<u32>,
}

/// The largest number of words of a count, if states are on a disk.
const WIDEST_ON_DISK: usize = 64;

/// The disk space of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// The bytes on the disk.
    pub bytes: u64,
    /// All bytes written so far.
    pub written: u64,
}

/// Counts with tables of states and counts of fixed lengths.
trait Pass: Send {
    /// Continues until this much work has been done.
    fn run(&mut self, end: u64, memory: usize) -> Status<BigUint>;
    fn effort(&self) -> &Effort;
    /// The work so far in nanoseconds, about.
    fn work(&self) -> u64;
    /// The beginning of its present layer.
    fn begun(&self) -> &Begun;
    /// The number of states expanded at each step.
    fn profile(&self) -> &[u64];
    /// Its memory with longer counts. None if there are no longer ones.
    fn bytes_widened(&self) -> Option<usize>;
    /// Its disk space, if states may be there.
    fn told_of_disk(&self) -> Option<OnDisk>;
    /// Converts to longer counts.
    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>>;
}

/// A count of states of `K` words, in memory as long as they fit, or continued from a note.
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
        ($($limbs:literal $if:expr,)*) => {
            match noted.limbs {
                $($limbs if const { $if } => {
                    let noted = (disk, &noted);
                    let forward = Forward::<K, $limbs>::resumed(schedule, foresight, threads, noted);
                    Some(Box::new(forward.offered(offer)))
                })*
                _ => None,
            }
        };
    }
    // All lengths that counts may have (see `Forward::LONGER`).
    with_limbs!(1 true, 2 K <= 2, 4 true, 16 true, 64 true,)
}

/// A schedule with more tallies is not made: more than `FEW_TALLIES`, and more than `MOST_TALLIES`
/// for each node (many options with many bounds).
const MOST_TALLIES: usize = 64;
const FEW_TALLIES: usize = 1 << 22;

impl Layers {
    /// The memory of a count before it has states, in bytes, about. None if states would be too
    /// long, or if there would be too many tallies.
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

    /// A count on this many threads. None if states would be too long.
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

    /// A count that moves states to a store if they do not fit into memory, unless another way has
    /// taken the store; or one that continues from a note. With other jobs, all states go there.
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
            // A placeholder for the pass while it is converted. If there is no longer one, it must
            // answer questions as the old pass did.
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

    /// The effort so far.
    pub fn effort(&self) -> &Effort {
        self.pass.effort()
    }

    /// The number of states at each step that has been expanded.
    pub fn profile(&self) -> &[u64] {
        self.pass.profile()
    }

    /// The layer that is being expanded.
    pub fn front(&self) -> Front {
        self.pass.begun().front(&self.widths)
    }

    /// The work so far in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.pass.work()
    }

    /// The present and the expected disk space, if it has taken a store.
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

    /// The estimated total work.
    pub fn estimate(&self) -> f64 {
        self.pass.begun().estimate(&self.widths, self.work())
    }
}

/// The state of a count at the beginning of a layer.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    /// Its number.
    pub step: usize,
    /// The states that waited at this step and later.
    pub waiting: u64,
    /// The states that had been expanded.
    pub states: u64,
    /// The work up to then.
    pub work: u64,
}

impl Begun {
    /// The estimated total work, once `done` has been done. The number of states is extrapolated as
    /// an exponential function of the front's width in bits.
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

    /// The estimated number of states that wait at each step from this one on.
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

    /// The estimated largest number of waiting states.
    pub fn largest(&self, widths: &[u32]) -> f64 {
        self.ahead(widths).fold(self.waiting as f64, f64::max)
    }

    /// The layer, for progress reports.
    pub fn front(&self, widths: &[u32]) -> Front {
        Front {
            layer: self.step,
            layers: widths.len(),
            states: self.waiting,
        }
    }
}

/// A placeholder while one pass is converted to a wider one.
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
