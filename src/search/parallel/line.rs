//! The parts of the walk, in their order, and who does what with them. This is
//! all that the threads share.
//!
//! Invariant: the parts follow each other without a gap: each begins where the
//! one before it ends, and the last one ends behind the root. A part's pieces,
//! in order, lead from where the joiner is (or the part's begin) to `at`.
//!
//! The bytes that wait to be joined are bounded: in a part, in all by the room, and
//! by twice the room near the front. Who may not go on leaves the part and waits for
//! one nearer to the front, which its worker cuts for him. The worker of the first
//! part need not care, for the joiner takes what it finds; so there is always
//! somebody who can go on.
//!
//! Where the search may end early, what lies behind its end is walked in vain. So who
//! is far ahead in work asks for a part nearer to the front, and goes on until there
//! is one; where there will be none, it waits for the joiner. Nobody goes on where the
//! mems or the solutions that have been counted before show that the end is not later.

use super::Parallel;
use super::keep::{Choice, Keep};
use super::piece::Piece;
use crate::search::{Count, Counters, Path, Position, Side};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pieces of a part that may wait for the joiner, in bytes.
const PART_ROOM: usize = 1 << 22;

/// Where the search may end early, this share of the mems that are joined, or that are
/// left, may be worked behind the first part; at least half a piece for each worker.
const SHARE_AHEAD: u64 = 64;

/// So long a worker looks out for work before it sleeps. To be woken takes longer
/// than most parts take to come.
const ALERT: Duration = Duration::from_micros(100);

/// Who has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Nobody,
    Worker,
    /// It is done.
    Joiner,
}

#[derive(Debug)]
struct Part {
    id: u64,
    /// Where its next piece begins.
    at: Position,
    /// The part ends when the walk has left this node.
    end: Path,
    owner: Owner,
    pieces: VecDeque<Piece>,
    /// The solutions and the mems of its pieces, the work that made them, and their bytes.
    solutions: Count,
    mems: Count,
    work: u64,
    weight: usize,
}

impl Part {
    fn new(id: u64, at: Position, end: Path) -> Self {
        Part {
            id,
            at,
            end,
            owner: Owner::Nobody,
            pieces: VecDeque::new(),
            solutions: Count::ZERO,
            mems: Count::ZERO,
            work: 0,
            weight: 0,
        }
    }
}

/// A part that a worker has taken.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub id: u64,
    pub at: Position,
    pub end: Path,
    /// What to keep in its first piece.
    pub keep: Keep,
}

/// What the joiner finds.
pub(super) enum Found {
    Piece(Box<Piece>),
    /// Nothing new; the walk has been joined up to this position.
    Nothing(Position),
    /// All has been joined.
    End,
}

/// Where the search ends early: with so many mems, or solutions.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    pub mems: Option<u64>,
    pub solutions: Option<Count>,
}

/// What there is to do.
#[derive(Debug, Default)]
struct Survey {
    /// The parts that a worker may take.
    free: usize,
    first_free: Option<usize>,
    /// Those whose workers had better take one that is nearer to the front.
    far: usize,
    first_far: Option<usize>,
    /// From here on, all is behind the end of the search.
    end: Option<usize>,
}

struct Parts {
    line: VecDeque<Part>,
    next_id: u64,
    /// The weight and the mems of all pieces.
    waiting: usize,
    mems: u64,
    /// The mems and the solutions that have been joined.
    joined: Count,
    found: Count,
    choice: Choice,
    /// The workers that have nothing to do.
    idle: usize,
}

pub(super) struct Line {
    parts: Mutex<Parts>,
    for_joiner: Condvar,
    for_workers: Condvar,
    /// Whether workers should cut their parts in two.
    wanted: AtomicBool,
    /// One for each worker: it should look up at its next node.
    calls: Vec<Arc<AtomicBool>>,
    /// How often there has been something to do for the idle.
    offers: AtomicU64,
    stopped: AtomicBool,
    workers: usize,
    room: usize,
    limits: Limits,
    /// The mems of a piece.
    piece: u64,
    /// Parts are cut even when nobody waits for them.
    eager: bool,
}

impl Line {
    /// One part, from a position with these counters to the end of the walk, for so
    /// many workers.
    pub fn new(
        at: Position,
        counters: &Counters,
        limits: Limits,
        choice: Choice,
        workers: usize,
        parallel: &Parallel,
    ) -> Self {
        Line {
            parts: Mutex::new(Parts {
                line: VecDeque::from([Part::new(0, at, Path::default())]),
                next_id: 1,
                waiting: 0,
                mems: 0,
                joined: counters.mems.clone(),
                found: counters.solutions.clone(),
                choice,
                idle: 0,
            }),
            for_joiner: Condvar::new(),
            for_workers: Condvar::new(),
            wanted: AtomicBool::new(parallel.eager),
            calls: (0..workers).map(|_| Arc::default()).collect(),
            offers: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            workers,
            room: parallel.room,
            limits,
            piece: parallel.piece,
            eager: parallel.eager,
        }
    }

    /// Tells all workers to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.call();
        // Whoever is about to wait holds the lock, and has not seen it yet.
        drop(self.lock());
        self.for_workers.notify_all();
        self.for_joiner.notify_all();
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Asks all workers to look up at once.
    fn call(&self) {
        for call in &self.calls {
            call.store(true, Ordering::Relaxed);
        }
    }

    /// What asks this worker to look up.
    pub fn call_of(&self, worker: usize) -> Arc<AtomicBool> {
        Arc::clone(&self.calls[worker])
    }

    /// Whether a worker should cut its part in two.
    #[inline]
    pub fn wants_cuts(&self) -> bool {
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
        let (mut mems, mut solutions) = (parts.joined.clone(), parts.found.clone());
        for (place, part) in parts.line.iter().enumerate() {
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

    /// Whether there is room for what a worker finds in the part at this place.
    fn has_room(&self, place: usize, parts: &Parts) -> bool {
        let room = match place {
            0 => return true,
            near if near <= self.workers => self.room.saturating_mul(2),
            _ => self.room,
        };
        parts.waiting < room && parts.line[place].weight < PART_ROOM
    }

    /// Whether the search has ended where a part goes on, as so much has been counted
    /// up to there, at the least. With enough mems it ends at the next node, which the
    /// part must have reached, lest nobody finds it. With enough solutions it ends when
    /// one is found, even if none is wanted.
    fn has_ended(&self, part: &Part, mems: &Count, solutions: &Count) -> bool {
        let Limits {
            mems: most_mems,
            solutions: most,
        } = &self.limits;
        most_mems.is_some_and(|most| part.at.side == Side::Inside && *mems >= most)
            || *solutions > 0 && most.as_ref().is_some_and(|most| solutions >= most)
    }

    /// How much work may be done behind the first part, in mems.
    fn most_ahead(&self, parts: &Parts) -> u64 {
        let mems = match self.limits {
            // Nobody knows at which mems so many solutions will have been found.
            Limits {
                solutions: Some(_), ..
            } => 0,
            Limits {
                mems: Some(mems), ..
            } => mems,
            _ => return u64::MAX,
        };
        let joined = parts.joined.saturated();
        let left = mems.saturating_sub(joined).saturating_sub(parts.mems);
        let least = self.piece.saturating_mul(self.workers as u64) / 2;
        least.max(left.min(joined) / SHARE_AHEAD).max(1)
    }

    /// Lets the others know that parts have changed.
    fn changed(&self, parts: &Parts) {
        let survey = self.survey(parts);
        let enough = match self.eager {
            true => 2 * self.workers,
            false => parts.idle + survey.far,
        };
        let wanted = parts.waiting < self.room.saturating_mul(2) && survey.free < enough;
        if !self.wanted.swap(wanted, Ordering::Relaxed) && wanted {
            self.call();
        }
        if parts.idle > 0 && survey.free > 0 {
            self.offers.fetch_add(1, Ordering::Relaxed);
            self.for_workers.notify_all();
        }
    }

    /// Takes the first part that may be walked; waits for one, if need be. None
    /// when there will be no more.
    pub fn claim(&self) -> Option<Claim> {
        let mut parts = self.lock();
        loop {
            if self.is_stopped() || parts.line.is_empty() {
                return None;
            }
            if let Some(place) = self.survey(&parts).first_free {
                let keep = parts.keep(place);
                let part = &mut parts.line[place];
                part.owner = Owner::Worker;
                let claim = Claim {
                    id: part.id,
                    at: part.at.clone(),
                    end: part.end.clone(),
                    keep,
                };
                self.changed(&parts);
                return Some(claim);
            }
            parts.idle += 1;
            self.changed(&parts);
            parts = self.wait_for_offer(parts);
            parts.idle -= 1;
        }
    }

    /// Waits until there may be something to do.
    fn wait_for_offer<'l>(&'l self, parts: MutexGuard<'l, Parts>) -> MutexGuard<'l, Parts> {
        // Offers are made by who holds the lock.
        let seen = self.offers.load(Ordering::Relaxed);
        drop(parts);
        let since = Instant::now();
        while self.offers.load(Ordering::Relaxed) == seen && since.elapsed() < ALERT {
            std::hint::spin_loop();
        }
        let parts = self.lock();
        let is_over = self.is_stopped() || parts.line.is_empty();
        if is_over || self.offers.load(Ordering::Relaxed) != seen {
            return parts;
        }
        let parts = self.for_workers.wait(parts);
        parts.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a worker's piece, behind which its part goes on at `at`. Says what to
    /// keep in the next one; nothing if the worker has to leave the rest of the part.
    pub fn hand_over(&self, id: u64, piece: Piece, at: Position) -> Option<Keep> {
        let mut parts = self.lock();
        let mut place = self.put(&mut parts, id, piece);
        parts.line[place].at = at;
        while place == 0 && parts.line[0].weight > PART_ROOM && !self.is_stopped() {
            parts = self
                .for_workers
                .wait(parts)
                .unwrap_or_else(PoisonError::into_inner);
            place = place_of(&parts, id);
        }
        let survey = self.survey(&parts);
        let is_far = survey.first_far.is_some_and(|far| far <= place);
        // Free, or to be cut from another worker's part.
        let has_nearer = survey.first_free.is_some_and(|free| free < place);
        let is_next = parts.are_walked(place);
        let go_on = survey.end.is_none_or(|end| place < end)
            && self.has_room(place, &parts)
            && !(is_far && (has_nearer || is_next));
        if !go_on {
            parts.line[place].owner = Owner::Nobody;
        }
        self.changed(&parts);
        go_on.then(|| parts.keep(place))
    }

    /// Takes the last piece of a worker's part.
    pub fn finish(&self, id: u64, piece: Piece) {
        let mut parts = self.lock();
        let place = self.put(&mut parts, id, piece);
        parts.line[place].owner = Owner::Joiner;
        if place == 0 {
            self.for_joiner.notify_one();
        }
    }

    fn put(&self, parts: &mut Parts, id: u64, piece: Piece) -> usize {
        let place = place_of(parts, id);
        let weight = piece.weight();
        parts.choice.learn(&piece);
        parts.waiting += weight;
        let part = &mut parts.line[place];
        let mems = piece.counted.mems.walked();
        part.weight += weight;
        part.work += piece.work();
        part.solutions += &piece.counted.solutions;
        part.mems += &piece.counted.mems;
        part.pieces.push_back(piece);
        parts.mems += mems;
        if place == 0 {
            self.for_joiner.notify_one();
        }
        place
    }

    /// Whether the rest of a worker's part would be near enough for another one.
    pub fn may_cut(&self, id: u64) -> bool {
        let parts = self.lock();
        let place = place_of(&parts, id);
        let far = self.survey(&parts).first_far;
        far.is_none_or(|far| place < far)
    }

    /// Cuts a worker's part in two: it goes on up to `cut`, and the rest is for
    /// somebody else.
    pub fn cut(&self, id: u64, cut: Path) {
        let mut parts = self.lock();
        let place = place_of(&parts, id);
        let new = parts.next_id;
        parts.next_id += 1;
        let end = std::mem::replace(&mut parts.line[place].end, cut.clone());
        let rest = Part::new(new, Position::behind(cut), end);
        parts.line.insert(place + 1, rest);
        self.changed(&parts);
    }

    /// The next piece in order; waits for it, but not longer than `patience`. Where
    /// the walk has been joined up to, if that is to be known at once.
    pub fn next(&self, patience: Duration, at_once: bool) -> Found {
        let mut parts = self.lock();
        let mut waited = false;
        loop {
            let Some(first) = parts.line.front_mut() else {
                self.for_workers.notify_all();
                return Found::End;
            };
            if at_once && let Some(piece) = first.pieces.front() {
                return Found::Nothing(piece.from.clone());
            }
            if let Some(piece) = first.pieces.pop_front() {
                let mems = &piece.counted.mems;
                let solutions = &piece.counted.solutions;
                first.work -= piece.work();
                first.weight -= piece.weight();
                first.solutions = &first.solutions - solutions;
                first.mems = &first.mems - mems;
                parts.mems -= mems.walked();
                parts.joined += mems;
                parts.found += solutions;
                parts.waiting -= piece.weight();
                // Its worker may be waiting for room, as others may.
                self.changed(&parts);
                self.for_workers.notify_all();
                return Found::Piece(Box::new(piece));
            }
            if first.owner == Owner::Joiner {
                parts.line.pop_front();
                self.changed(&parts);
                continue;
            }
            if waited || at_once {
                return Found::Nothing(first.at.clone());
            }
            parts = match self.for_joiner.wait_timeout(parts, patience) {
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
        let mut before = self.line.range(..place);
        before.all(|part| part.owner == Owner::Joiner)
    }

    /// What to keep from now on in the part at this place.
    fn keep(&self, place: usize) -> Keep {
        let before = self.are_walked(place).then(|| {
            let mut before = self.found.clone();
            for part in self.line.range(..=place) {
                before += &part.solutions;
            }
            before
        });
        self.choice.keep(before)
    }
}

fn place_of(parts: &Parts, id: u64) -> usize {
    let place = parts.line.iter().position(|part| part.id == id);
    place.expect("only the joiner removes parts, and only when they are done")
}
