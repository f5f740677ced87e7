//! The parts of the walk, in their order, and who does what with them. This is
//! all that the threads share.
//!
//! Invariant: the parts follow each other without a gap: each begins where the
//! one before it ends, and the last one ends behind the root. A part's pieces,
//! in order, lead from where the joiner is (or the part's begin) to `at`.
//!
//! No worker runs too far ahead of the joiner: the mems and bytes in a part are
//! bounded, so that what lies behind a limit costs little; so are all bytes that
//! wait to be joined, by the room, and by twice the room near the front. Who may not go on
//! leaves the part and waits for a part nearer to the front, which its worker
//! cuts for him. The worker of the first part need not care, for the joiner takes
//! what it finds; so there is always somebody who can go on.

use super::Parallel;
use super::piece::Piece;
use crate::search::{Path, Position};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The pieces of a part that may wait for the joiner, in bytes.
const PART_ROOM: usize = 1 << 22;

/// How many pieces, by their mems, a part may have that is not the first one.
const AHEAD: u64 = 8;

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
    /// The mems and the bytes of its pieces.
    mems: u64,
    weight: usize,
}

/// A part that a worker has taken.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub id: u64,
    pub at: Position,
    pub end: Path,
}

/// What the joiner finds.
pub(super) enum Found {
    Piece(Box<Piece>),
    /// Nothing new; the walk has been joined up to this position.
    Nothing(Position),
    /// All has been joined.
    End,
}

struct Parts {
    line: VecDeque<Part>,
    next_id: u64,
    /// The weight of all pieces.
    waiting: usize,
    /// The workers that have nothing to do.
    idle: usize,
}

pub(super) struct Line {
    parts: Mutex<Parts>,
    for_joiner: Condvar,
    for_workers: Condvar,
    /// Whether workers should cut their parts in two.
    wanted: AtomicBool,
    stopped: AtomicBool,
    workers: usize,
    room: usize,
    /// How many mems a part may have that is not the first one.
    most_mems: u64,
    /// Parts are cut even when nobody waits for them.
    eager: bool,
}

impl Line {
    /// One part, from a position to the end of the walk.
    pub fn new(at: Position, parallel: &Parallel) -> Self {
        let part = Part {
            id: 0,
            at,
            end: Path::default(),
            owner: Owner::Nobody,
            pieces: VecDeque::new(),
            mems: 0,
            weight: 0,
        };
        Line {
            parts: Mutex::new(Parts {
                line: VecDeque::from([part]),
                next_id: 1,
                waiting: 0,
                idle: 0,
            }),
            for_joiner: Condvar::new(),
            for_workers: Condvar::new(),
            wanted: AtomicBool::new(parallel.eager),
            stopped: AtomicBool::new(false),
            workers: parallel.threads,
            room: parallel.room,
            most_mems: parallel.piece.saturating_mul(AHEAD),
            eager: parallel.eager,
        }
    }

    /// Tells all workers to stop.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // Whoever is about to wait holds the lock, and has not seen it yet.
        drop(self.lock());
        self.for_workers.notify_all();
        self.for_joiner.notify_all();
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether a worker should cut its part in two.
    #[inline]
    pub fn wants_cuts(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a worker may walk the part at this place of the line.
    fn may_walk(&self, place: usize, parts: &Parts) -> bool {
        let room = match place {
            0 => return true,
            near if near <= self.workers => 2 * self.room,
            _ => self.room,
        };
        let part = &parts.line[place];
        parts.waiting < room && part.mems < self.most_mems && part.weight < PART_ROOM
    }

    /// The places of parts that an idle worker may take.
    fn free<'p>(&'p self, parts: &'p Parts) -> impl Iterator<Item = usize> + 'p {
        let free = |&(place, part): &(usize, &Part)| {
            part.owner == Owner::Nobody && self.may_walk(place, parts)
        };
        let places = parts.line.iter().enumerate().filter(free);
        places.map(|(place, _)| place)
    }

    /// Lets the others know that parts have changed.
    fn changed(&self, parts: &Parts) {
        let enough = match self.eager {
            true => 2 * self.workers,
            false => parts.idle,
        };
        let wanted = parts.waiting < 2 * self.room
            && enough > 0
            && self.free(parts).take(enough).count() < enough;
        self.wanted.store(wanted, Ordering::Relaxed);
        if parts.idle > 0 && self.free(parts).next().is_some() {
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
            let free = self.free(&parts).next();
            if let Some(place) = free {
                let part = &mut parts.line[place];
                part.owner = Owner::Worker;
                let claim = Claim {
                    id: part.id,
                    at: part.at.clone(),
                    end: part.end.clone(),
                };
                self.changed(&parts);
                return Some(claim);
            }
            parts.idle += 1;
            self.changed(&parts);
            parts = self
                .for_workers
                .wait(parts)
                .unwrap_or_else(PoisonError::into_inner);
            parts.idle -= 1;
        }
    }

    /// Takes a worker's piece, behind which its part goes on at `at`. False if
    /// the worker has to leave the rest of the part.
    pub fn hand_over(&self, id: u64, piece: Piece, at: Position) -> bool {
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
        let go_on = self.may_walk(place, &parts);
        if !go_on {
            parts.line[place].owner = Owner::Nobody;
            self.changed(&parts);
        }
        go_on
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
        parts.waiting += weight;
        let part = &mut parts.line[place];
        part.weight += weight;
        part.mems += piece.counted.mems.walked();
        part.pieces.push_back(piece);
        if place == 0 {
            self.for_joiner.notify_one();
        }
        place
    }

    /// Cuts a worker's part in two: it goes on up to `cut`, and the rest is for
    /// somebody else.
    pub fn cut(&self, id: u64, cut: Path) {
        let mut parts = self.lock();
        let place = place_of(&parts, id);
        let new = parts.next_id;
        parts.next_id += 1;
        let end = std::mem::replace(&mut parts.line[place].end, cut.clone());
        parts.line.insert(
            place + 1,
            Part {
                id: new,
                at: Position::behind(cut),
                end,
                owner: Owner::Nobody,
                pieces: VecDeque::new(),
                mems: 0,
                weight: 0,
            },
        );
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
                first.mems -= piece.counted.mems.walked();
                first.weight -= piece.weight();
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

fn place_of(parts: &Parts, id: u64) -> usize {
    let place = parts.line.iter().position(|part| part.id == id);
    place.expect("only the joiner removes parts, and only when they are done")
}
