//! The parts of the walk, in their order, and who works on each. This is all that the threads
//! share.
//!
//! Invariant: the parts follow each other without a gap. Each begins where its predecessor ends,
//! and the last one ends with the whole tree. The batches of a part, in order, lead to `at` from
//! the end of the merged walk or the beginning of the part.
//!
//! The batches that wait for the merger take bounded memory. A part may have [`PART_ROOM`] bytes of
//! them. Together, all parts may have [`Parallel::room`] bytes; but the first parts, one for each
//! worker, may add batches up to twice that. A worker without room leaves its part and waits for
//! one nearer to the front, which another worker splits off. The worker of the first part has no
//! bound, as the merger takes its batches at once; so one worker can always continue.
//!
//! If the search may end early, work after its end is wasted. So
//!
//! * parts are split near their workers: the first of the two has about a *grain* of work;
//! * grain = work left until the limit / (32 workers), but 2 to 64 batches, so that a part much
//!   larger than estimated still ends before the limit;
//! * a worker is far ahead if more than a grain for each worker has been done after the first part.
//!   It asks for a part nearer to the front, and continues until there is one; if there will be
//!   none, it waits for the merger;
//! * no worker continues if the mems or solutions counted before its part show that the search ends
//!   there.

use super::batch::{Batch, RenderPolicy, Rendering};
use super::{BreakAt, Parallel};
use crate::{Counters, Path, Position, Side};
use dlx3_base::count::Count;
use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most bytes of a part's batches that may wait for the merger. With half as much, a worker
/// that prints all solutions leaves its part before the one ahead is done: two threads on a Sudoku
/// with many solutions keep processors busy for 85% of the time instead of 91%.
const PART_ROOM: usize = 1 << 23;

/// The merger is woken for this many batches, or this many bytes of them. Waking it for each batch
/// would interrupt workers more often.
const MERGED_TOGETHER: usize = 4;
const MERGED_BYTES: usize = 1 << 14;

/// The work left for each worker is divided by this for a grain. (Yardsticks of 20 to 60 Gmems, two
/// threads: with 16, threads wait 0.6% of the time instead of 0.8%, but one run in five does 3 to
/// 5% of its work beyond the end, as a part is much larger than estimated.)
const GRAIN_SHARE: u64 = 32;

/// The least and the most work of a grain, in batches. With larger grains, solutions come later;
/// with smaller ones, there are more parts near the end.
const GRAIN: RangeInclusive<u64> = 2..=64;

/// An idle worker spins for this long before it sleeps. Most parts come sooner than a sleeping
/// thread would wake.
const SPIN: Duration = Duration::from_micros(100);

/// Who works on a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// Nobody: a worker may take it.
    Nobody,
    Worker,
    /// It has been walked, and only its batches are left.
    Merger,
}

/// A part of the walk, which one worker has at a time.
#[derive(Debug)]
struct Stretch {
    id: u64,
    /// Where its next batch begins.
    at: Position,
    /// The node whose subtree the part ends with.
    end: Path,
    owner: Owner,
    batches: VecDeque<Batch>,
    /// Sums over its batches: solutions, mems, work in mems, bytes.
    solutions: Count,
    mems: Count,
    work: u64,
    bytes: usize,
}

impl Stretch {
    fn new(id: u64, at: Position, end: Path) -> Self {
        Stretch {
            id,
            at,
            end,
            owner: Owner::Nobody,
            batches: VecDeque::new(),
            solutions: Count::ZERO,
            mems: Count::ZERO,
            work: 0,
            bytes: 0,
        }
    }
}

/// A part that a worker has taken.
#[derive(Clone, Debug)]
pub(super) struct TakenPart {
    pub id: u64,
    pub at: Position,
    pub end: Path,
    /// What to render in its first batch.
    pub rendering: Rendering,
}

/// What the merger does next.
pub(super) enum Next {
    Batch(Box<Batch>),
    /// There is no batch; the merged walk ends at this position.
    Nothing(Position),
    /// All has been merged.
    End,
}

/// A survey of all parts.
#[derive(Debug, Default)]
struct Survey {
    /// The parts that a worker may take.
    free: usize,
    first_free: Option<usize>,
    /// The parts whose workers should take one nearer to the front instead.
    far: usize,
    first_far: Option<usize>,
    /// The first part that lies after the end of the search.
    end: Option<usize>,
}

struct Parts {
    list: VecDeque<Stretch>,
    next_id: u64,
    /// The bytes of all batches that wait.
    waiting: usize,
    /// The mems and the solutions that have been merged.
    merged: Count,
    found: Count,
    /// All work, including batches that have not been merged.
    work: u64,
    policy: RenderPolicy,
    /// How many workers have nothing to do.
    idle: usize,
}

pub(super) struct Schedule {
    parts: Mutex<Parts>,
    for_merger: Condvar,
    for_workers: Condvar,
    /// Whether workers should split their parts in two.
    wanted: AtomicBool,
    /// For each worker, a flag that asks for an alarm at its next node.
    alarm_flags: Vec<Arc<AtomicBool>>,
    /// Buffers of texts that have been shown: asking the system for memory each time takes a fifth
    /// longer.
    spare: Mutex<Vec<Vec<u8>>>,
    /// How often there has been work for idle workers.
    offers: AtomicU64,
    stopped: AtomicBool,
    workers: usize,
    room: usize,
    limits: BreakAt,
    /// The mems of a batch.
    pub batch: u64,
    /// Whether parts are split even if no worker waits for them.
    eager: bool,
}

impl Schedule {
    /// A schedule of one part, from a position with these counters to the end of the walk.
    pub fn new(
        at: Position,
        counters: &Counters,
        limits: BreakAt,
        policy: RenderPolicy,
        workers: usize,
        parallel: &Parallel,
    ) -> Self {
        Schedule {
            parts: Mutex::new(Parts {
                list: VecDeque::from([Stretch::new(0, at, Path::default())]),
                next_id: 1,
                waiting: 0,
                merged: counters.mems.clone(),
                found: counters.solutions.clone(),
                work: counters.mems.walked(),
                policy,
                idle: 0,
            }),
            for_merger: Condvar::new(),
            for_workers: Condvar::new(),
            wanted: AtomicBool::new(parallel.eager),
            alarm_flags: (0..workers).map(|_| Arc::default()).collect(),
            spare: Mutex::default(),
            offers: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            workers,
            room: parallel.room,
            limits,
            batch: parallel.batch,
            eager: parallel.eager,
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Vec<u8>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A buffer for the text of a batch, which may be new.
    pub fn take_text(&self) -> Vec<u8> {
        self.spare().pop().unwrap_or_default()
    }

    /// Takes back the buffer of a batch's text, if it has the usual size, and no more than
    /// [`Parallel::room`] would be kept.
    pub fn give_text(&self, mut text: Vec<u8>, least: usize) {
        if (least..=2 * least).contains(&text.capacity()) {
            let mut spare = self.spare();
            if spare.len() <= self.room / least {
                text.clear();
                spare.push(text);
            }
        }
    }

    /// Tells all workers to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.wake();
        // A thread about to wait holds the lock, and has not seen the flag yet.
        drop(self.lock());
        self.for_workers.notify_all();
        self.for_merger.notify_all();
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Wakes all workers at their next nodes.
    fn wake(&self) {
        for call in &self.alarm_flags {
            call.store(true, Ordering::Relaxed);
        }
    }

    /// The flag that wakes a worker.
    pub fn alarm_flag_of(&self, worker: usize) -> Arc<AtomicBool> {
        Arc::clone(&self.alarm_flags[worker])
    }

    /// Whether a worker should split its part in two.
    #[inline]
    pub fn wants_splits(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at all parts.
    fn survey(&self, parts: &Parts) -> Survey {
        let most_ahead = self.most_ahead(parts);
        let mut survey = Survey::default();
        let mut ahead = 0;
        let (mut mems, mut solutions) = (parts.merged.clone(), parts.found.clone());
        for (place, part) in parts.list.iter().enumerate() {
            mems += &part.mems;
            solutions += &part.solutions;
            if self.has_ended(part, &mems, &solutions) {
                survey.end = Some(place);
                break;
            }
            ahead += if place == 0 { 0 } else { part.work };
            let is_far = ahead >= most_ahead;
            match part.owner {
                Owner::Nobody if !is_far && self.has_room(place, parts) => {
                    survey.first_free = survey.first_free.or(Some(place));
                    survey.free += 1;
                }
                Owner::Worker if is_far => {
                    survey.first_far = survey.first_far.or(Some(place));
                    survey.far += 1;
                }
                _ => {}
            }
        }
        survey
    }

    /// Whether there is room for another batch of the part at this place.
    fn has_room(&self, place: usize, parts: &Parts) -> bool {
        let room = match place {
            0 => return true,
            near if near <= self.workers => self.room.saturating_mul(2),
            _ => self.room,
        };
        parts.waiting < room && parts.list[place].bytes < PART_ROOM
    }

    /// Whether the search ends before the rest of a part, if at least these mems and solutions have
    /// been counted up to there. With enough mems it ends at the next node, so the part must have
    /// reached that node, or no worker would find it. With enough solutions it ends when one is
    /// found, even if the limit is 0.
    fn has_ended(&self, part: &Stretch, mems: &Count, solutions: &Count) -> bool {
        let limits = &self.limits;
        (limits.mems).is_some_and(|most| part.at.side == Side::Inside && *mems >= most)
            || *solutions > 0 && (limits.solutions.as_ref()).is_some_and(|most| solutions >= most)
    }

    /// The approximate work left until a limit, in mems, if the pace stays the same; `None` without
    /// a limit.
    fn work_left(&self, parts: &Parts) -> Option<u64> {
        let (mut mems, mut solutions) = (parts.merged.clone(), parts.found.clone());
        for part in &parts.list {
            mems += &part.mems;
            solutions += &part.solutions;
        }
        let limits = &self.limits;
        let of_mems = (limits.mems).map(|most| left(most as f64, mems.to_f64()));
        let of_solutions = limits.solutions.as_ref();
        let of_solutions = of_solutions.map(|most| left(most.to_f64(), solutions.to_f64()));
        let ratio = of_mems.into_iter().chain(of_solutions).reduce(f64::min)?;
        Some((ratio * parts.work as f64) as u64)
    }

    /// The approximate work that a part should keep when another is split off, in mems.
    fn grain(&self, parts: &Parts) -> u64 {
        let [least, most] =
            [GRAIN.start(), GRAIN.end()].map(|batches| self.batch.saturating_mul(*batches));
        match self.work_left(parts) {
            Some(left) => (left / GRAIN_SHARE / self.workers as u64).clamp(least, most),
            None => most,
        }
    }

    /// The most work that may be done after the first part, in mems.
    fn most_ahead(&self, parts: &Parts) -> u64 {
        match self.limits == BreakAt::default() {
            true => u64::MAX,
            false => self.grain(parts).saturating_mul(self.workers as u64),
        }
    }

    /// Tells the workers that parts have changed.
    fn changed(&self, parts: &Parts) {
        let survey = self.survey(parts);
        let enough = match self.eager {
            true => 2 * self.workers,
            false => parts.idle + survey.far,
        };
        let wanted = parts.waiting < self.room.saturating_mul(2) && survey.free < enough;
        if !self.wanted.swap(wanted, Ordering::Relaxed) && wanted {
            self.wake();
        }
        if parts.idle > 0 && survey.free > 0 {
            self.offers.fetch_add(1, Ordering::Relaxed);
            self.for_workers.notify_all();
        }
    }

    /// Takes the first part that may be walked, and waits for one if necessary. `None` if there
    /// will be no more.
    pub fn take_part(&self) -> Option<TakenPart> {
        let mut parts = self.lock();
        loop {
            if self.is_stopped() || parts.list.is_empty() {
                return None;
            }
            if let Some(place) = self.survey(&parts).first_free {
                let rendering = parts.rendering(place);
                let part = &mut parts.list[place];
                part.owner = Owner::Worker;
                let taken = TakenPart {
                    id: part.id,
                    at: part.at.clone(),
                    end: part.end.clone(),
                    rendering,
                };
                self.changed(&parts);
                return Some(taken);
            }
            parts.idle += 1;
            self.changed(&parts);
            parts = self.wait_for_offer(parts);
            parts.idle -= 1;
        }
    }

    /// Waits until there may be something to do.
    fn wait_for_offer<'l>(&'l self, parts: MutexGuard<'l, Parts>) -> MutexGuard<'l, Parts> {
        // Offers are made with the lock held.
        let seen = self.offers.load(Ordering::Relaxed);
        // The merger needs a processor for waiting batches.
        let spin = match parts.waiting > MERGED_BYTES {
            true => Duration::ZERO,
            false => SPIN,
        };
        drop(parts);
        let since = Instant::now();
        while self.offers.load(Ordering::Relaxed) == seen && since.elapsed() < spin {
            std::hint::spin_loop();
        }
        let parts = self.lock();
        let is_over = self.is_stopped() || parts.list.is_empty();
        if is_over || self.offers.load(Ordering::Relaxed) != seen {
            return parts;
        }
        let parts = self.for_workers.wait(parts);
        parts.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a worker's batch; its part continues at `at`. Returns what to render in the next
    /// batch, or `None` if the worker has to leave the rest of the part.
    pub fn hand_over(&self, id: u64, batch: Batch, at: Position) -> Option<Rendering> {
        let mut parts = self.lock();
        let mut place = self.put(&mut parts, id, batch);
        parts.list[place].at = at;
        while place == 0 && parts.list[0].bytes > PART_ROOM && !self.is_stopped() {
            parts = self
                .for_workers
                .wait(parts)
                .unwrap_or_else(PoisonError::into_inner);
            place = place_of(&parts, id);
        }
        let survey = self.survey(&parts);
        let is_far = survey.first_far.is_some_and(|far| far <= place);
        // Free, or yet to be split from another worker's part.
        let has_nearer = survey.first_free.is_some_and(|free| free < place);
        let is_next = parts.are_walked(place);
        let continues = survey.end.is_none_or(|end| place < end)
            && self.has_room(place, &parts)
            && !(is_far && (has_nearer || is_next));
        if survey.end.is_some() {
            // It may be the first part that goes no further.
            self.for_merger.notify_one();
        }
        if !continues {
            parts.list[place].owner = Owner::Nobody;
        }
        self.changed(&parts);
        continues.then(|| parts.rendering(place))
    }

    /// Takes the last batch of a worker's part.
    pub fn finish(&self, id: u64, batch: Batch) {
        let mut parts = self.lock();
        let place = self.put(&mut parts, id, batch);
        parts.list[place].owner = Owner::Merger;
        if place == 0 {
            self.for_merger.notify_one();
        }
    }

    fn put(&self, parts: &mut Parts, id: u64, batch: Batch) -> usize {
        let place = place_of(parts, id);
        let (bytes, work) = (batch.bytes(), batch.work());
        parts.policy.learn(&batch);
        parts.waiting += bytes;
        parts.work += work;
        let part = &mut parts.list[place];
        part.bytes += bytes;
        part.work += work;
        part.solutions += &batch.counted.solutions;
        part.mems += &batch.counted.mems;
        part.batches.push_back(batch);
        let is_much = part.bytes > MERGED_BYTES || part.batches.len() >= MERGED_TOGETHER;
        if place == 0 && is_much {
            self.for_merger.notify_one();
        }
        place
    }

    /// The work that a worker's part should keep when another is split off, in mems; `None` if the
    /// rest would be too far from the front for another worker.
    pub fn grain_of(&self, id: u64) -> Option<u64> {
        let parts = self.lock();
        let place = place_of(&parts, id);
        let far = self.survey(&parts).first_far;
        far.is_none_or(|far| place < far)
            .then(|| self.grain(&parts))
    }

    /// Splits a worker's part in two: it now ends with the subtree of `split`, and the rest is free
    /// for another worker.
    pub fn split(&self, id: u64, split: Path) {
        let mut parts = self.lock();
        let place = place_of(&parts, id);
        let new = parts.next_id;
        parts.next_id += 1;
        let end = std::mem::replace(&mut parts.list[place].end, split.clone());
        let rest = Stretch::new(new, Position::after(split), end);
        parts.list.insert(place + 1, rest);
        self.changed(&parts);
    }

    /// The next batch in order. Waits for it for at most `patience`; with `at_once`, only tells
    /// where the merged walk ends.
    pub fn next(&self, patience: Duration, at_once: bool) -> Next {
        let mut parts = self.lock();
        let mut waited = false;
        loop {
            let Some(first) = parts.list.front_mut() else {
                self.for_workers.notify_all();
                return Next::End;
            };
            if at_once && let Some(batch) = first.batches.front() {
                return Next::Nothing(batch.from.clone());
            }
            if let Some(batch) = first.batches.pop_front() {
                let mems = &batch.counted.mems;
                let solutions = &batch.counted.solutions;
                first.work -= batch.work();
                first.bytes -= batch.bytes();
                first.solutions = &first.solutions - solutions;
                first.mems = &first.mems - mems;
                parts.merged += mems;
                parts.found += solutions;
                parts.waiting -= batch.bytes();
                // Its worker and others may be waiting for room.
                self.changed(&parts);
                self.for_workers.notify_all();
                return Next::Batch(Box::new(batch));
            }
            if first.owner == Owner::Merger {
                parts.list.pop_front();
                self.changed(&parts);
                continue;
            }
            if waited || at_once {
                return Next::Nothing(first.at.clone());
            }
            parts = match self.for_merger.wait_timeout(parts, patience) {
                Ok((parts, _)) => parts,
                Err(poisoned) => poisoned.into_inner().0,
            };
            waited = true;
        }
    }
}

impl Parts {
    /// Whether all parts before this place have been walked.
    fn are_walked(&self, place: usize) -> bool {
        let mut before = self.list.range(..place);
        before.all(|part| part.owner == Owner::Merger)
    }

    /// What to render from now on in the part at this place.
    fn rendering(&self, place: usize) -> Rendering {
        let mut before = self.found.clone();
        for part in self.list.range(..=place) {
            before += &part.solutions;
        }
        self.policy.choose(before, self.are_walked(place))
    }
}

/// What is left up to a limit, as a multiple of what has been done. If nothing has been done, it is
/// unknown, and the end may be near.
fn left(most: f64, so_far: f64) -> f64 {
    if so_far == 0.0 {
        return 0.0;
    }
    ((most - so_far) / so_far).max(0.0)
}

fn place_of(parts: &Parts, id: u64) -> usize {
    let place = parts.list.iter().position(|part| part.id == id);
    place.expect("only the merger removes parts, and only when they are done")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BATCH: u64 = 1000;

    /// The grain for two workers after a million mems and these solutions.
    fn grain(solutions: u64, limits: BreakAt) -> u64 {
        let mut counters = Counters::default();
        counters.mems.walk(1_000_000);
        counters.solutions.walk(solutions);
        let parallel = Parallel {
            batch: BATCH,
            ..Parallel::default()
        };
        let policy = RenderPolicy::new(0, &counters, Duration::ZERO);
        let schedule = Schedule::new(Position::start(), &counters, limits, policy, 2, &parallel);
        schedule.grain(&schedule.lock())
    }

    fn mems(most: u64) -> BreakAt {
        BreakAt {
            mems: Some(most),
            solutions: None,
        }
    }

    #[test]
    fn without_a_limit_grains_are_as_large_as_they_may_be() {
        assert_eq!(grain(0, BreakAt::default()), 64 * BATCH);
    }

    #[test]
    fn a_grain_is_a_share_of_what_is_left_until_the_nearest_limit() {
        assert_eq!(grain(0, mems(1_640_000)), 640_000 / 64);
        let solutions = |most: u64| BreakAt {
            solutions: Some(most.into()),
            ..mems(2_280_000)
        };
        assert_eq!(grain(100, solutions(164)), 640_000 / 64);
        assert_eq!(grain(100, solutions(100_000)), 1_280_000 / 64);
    }

    #[test]
    fn where_the_end_is_near_or_not_known_grains_are_small() {
        assert_eq!(grain(0, mems(1_000_000)), 2 * BATCH);
        assert_eq!(grain(0, mems(7)), 2 * BATCH);
        let solutions = BreakAt {
            solutions: Some(1000.into()),
            ..BreakAt::default()
        };
        assert_eq!(grain(0, solutions), 2 * BATCH);
    }
}
