//! Counting layer by layer beyond memory: states that do not fit go to sorted runs on a disk.
//!
//! ```text
//! for each step:
//!     now = merge the runs of this step, and the states in memory; add up those that are equal
//!     for each state of now, for each state that it leads to:
//!         put it into the bucket of its step; memory is full? write all buckets as runs
//!     are there runs? write all buckets, note which runs there are, and drop those of this step
//! ```
//!
//! So runs are written and read from their beginning to their end, and what is noted is enough to
//! continue after the last step that is done.
//!
//! Knows nothing of files: a [`Store`] keeps runs by name.

mod run;
mod steps;

pub use run::{Fault, Store, sum_of};

use crate::answers::problem::model::Part;
use crate::answers::states::foresight::Foresight;
use crate::answers::states::schedule::{Layout, MOST_WORDS, Schedule};
use crate::answers::{Effort, Limits};
use num_bigint::BigUint;
use steps::Steps;

/// A count of a part on a disk.
pub struct OnDisk {
    /// What it has cost.
    pub effort: Effort,
    /// The number of solutions.
    pub number: BigUint,
}

/// Counts the solutions of a part in an order. `name` is that of the problem and the part: what
/// was noted under another name is refused.
///
/// # Errors
/// If the store fails, if what it has is damaged or of another problem, or if the limits ask for an
/// end. What the store has then is enough to continue.
pub fn count_on_disk(
    part: &Part,
    layout: &Layout,
    name: &str,
    store: &mut dyn Store,
    limits: &mut Limits<'_>,
) -> Result<OnDisk, Fault> {
    fn counted<const K: usize, const V: usize>(
        part: &Part,
        layout: &Layout,
        name: &str,
        store: &mut dyn Store,
        limits: &mut Limits<'_>,
    ) -> Result<OnDisk, Fault> {
        let schedule = Schedule::<K>::new(part, layout);
        let foresight = Foresight::new(part, layout);
        Steps::<K, V>::new(schedule, foresight, name, store)?.run(limits)
    }
    match layout.words {
        0..=1 => counted::<1, 4>(part, layout, name, store, limits),
        2 => counted::<2, 4>(part, layout, name, store, limits),
        3..=4 => counted::<4, 4>(part, layout, name, store, limits),
        5..=MOST_WORDS => counted::<MOST_WORDS, 16>(part, layout, name, store, limits),
        _ => Err(Fault::TooWide),
    }
}
