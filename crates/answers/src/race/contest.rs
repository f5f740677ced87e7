//! To count, or to find one solution: each way runs for a while; then the one that promises to end
//! first runs, and the others a little now and then.
//!
//! ```text
//! way       begins                                gets
//! walk      at once, alone for a while            what no other one has
//! restarts  then                                  as much as the walk, later a share of it
//! learning  after the restarts                    a share; less if another way will end soon
//! layers    then; for one solution, when the      a share of what the walk promises, the more
//!           walk took what it takes to make them  the sooner they promise to end
//! ```
//!
//! The figures are the constants below; `docs/design/contest.md` says why.

use crate::race::outlook;
use crate::race::{Entrant, Entrants, Kind, Policy, Turn};

/// The first slice of each way, about a millisecond, and the largest: between slices
/// clocks and signals are looked at.
const SLICE: u64 = outlook::FIRST;
const MOST_SLICE: u64 = 1 << 25;

/// Restarts have as much time as the walk, up to this, and then one part in this many.
const RESTARTS: u64 = 20_000_000;
const RESTARTS_SHARE: u64 = 8;

/// A walk's estimate is vague until it has gone so far.
const VAGUE: f64 = 33e6;

/// By what factors a walk's estimate may be wrong: at first, as the branches that come first
/// often have more below them than those that come last; and at all.
const OFF: f64 = 32.0;
const FAR: f64 = 256.0;

/// A contest for one solution. How long a walk takes to exhaust its tree says nothing about when
/// it finds a solution, so walk and restarts begin alone: for about as long as it takes to read the
/// part, in nanoseconds for each of its nodes, and each as long as the other.
const TO_BEGIN: u64 = 100;

/// Ways by layers are not made before the walk has taken `TO_MAKE_LAYERS` for each node: that is a
/// fraction of what it takes to make them. From then on, layers get at most `LAYERS_TIMES` the time
/// of walk and restarts if one of them promises to take less than [`PROMISED_TIMES`] times what all
/// have taken now; else one part in `LAYERS_SHARE` of it.
const TO_MAKE_LAYERS: u64 = 1000;
const LAYERS_TIMES: u64 = 2;
const LAYERS_SHARE: u64 = 4;

/// A search that learns has `EARLY_TIMES` the time of all others together, until they have taken
/// [`EARLY`]. Of what they take after that it has `LEARNING_TIMES` as much; or one part in
/// `LEARNING_SHARE`, if another way promises to need less than [`PROMISED_TIMES`] times more of what
/// all have taken.
const EARLY: u64 = 20_000_000;
const EARLY_TIMES: u64 = 3;
const LEARNING_TIMES: u64 = 2;
const LEARNING_SHARE: u64 = 4;
const PROMISED_TIMES: f64 = 8.0;

/// The policy.
pub struct Contest {
    /// The walk is alone until it has spent this, and layers wait until it has spent that.
    alone: u64,
    without_layers: u64,
    /// Whether one solution is enough.
    is_for_one: bool,
}

impl Default for Contest {
    fn default() -> Self {
        Contest {
            alone: SLICE,
            without_layers: 0,
            is_for_one: false,
        }
    }
}

impl Contest {
    /// For one solution of a part of this many nodes.
    pub fn for_one(nodes: usize) -> Self {
        Contest {
            alone: SLICE + TO_BEGIN * nodes as u64,
            without_layers: 2 * SLICE + TO_MAKE_LAYERS * nodes as u64,
            is_for_one: true,
        }
    }

    /// Whether layers have had their share, where one solution is enough and the walk has spent
    /// `walked`.
    fn layers_must_wait<T>(&self, entrants: &Entrants<'_, T>, walked: u64) -> bool {
        let layers = || entrants.of(Kind::States).map(|(_, one)| one);
        let spent: u64 = layers().map(Entrant::spent).sum();
        let all = entrants.spent();
        let others = all - spent - entrants.learned();
        let outlook = layers().map(Entrant::outlook).fold(f64::INFINITY, f64::min);
        let most = match outlook < PROMISED_TIMES * all as f64 {
            true => others.saturating_mul(LAYERS_TIMES),
            false => others / LAYERS_SHARE,
        };
        self.is_for_one && (walked < self.without_layers || spent >= most)
    }

    /// The place of the way that continues; none if none is left.
    fn place<T>(&self, entrants: &mut Entrants<'_, T>) -> Option<usize> {
        let walk = entrants.first(Kind::Host);
        let walk = walk.map(|(place, walk)| (place, walk.spent(), walk.promise()));
        if let Some((place, walked, _)) = walk {
            if walked < self.alone {
                return Some(place);
            }
            if let Some(restarts) = due_restarts(entrants, walked) {
                return Some(restarts);
            }
            if let Some(learning) = due_learning(entrants) {
                return Some(learning);
            }
            if self.layers_must_wait(entrants, walked) {
                return Some(place);
            }
        }
        entrants.make();
        if walk.is_none()
            && let Some(learning) = due_learning(entrants)
        {
            return Some(learning);
        }
        let mut fresh = entrants.of(Kind::States);
        if let Some((place, _)) = fresh.find(|(_, one)| one.spent() < SLICE) {
            return Some(place);
        }
        let best = entrants
            .of(Kind::States)
            .min_by(|(_, one), (_, other)| one.promise().total_cmp(&other.promise()));
        match (walk, best) {
            (Some((place, walked, promise)), Some((_, layers)))
                if walk_continues(walked, promise, layers) =>
            {
                Some(place)
            }
            (_, Some((place, _))) => Some(place),
            (Some((place, ..)), None) => Some(place),
            (None, None) => None,
        }
    }
}

/// The search at random, if it may continue when the walk has spent this much.
fn due_restarts<T>(entrants: &Entrants<'_, T>, walked: u64) -> Option<usize> {
    let quota = walked.min(RESTARTS) + walked / RESTARTS_SHARE;
    let (place, restarts) = entrants.first(Kind::Restarts)?;
    (restarts.spent() < quota).then_some(place)
}

/// The search that learns, if it is to continue.
fn due_learning<T>(entrants: &Entrants<'_, T>) -> Option<usize> {
    let (place, _) = entrants.first(Kind::Learning)?;
    let is_alone = entrants.first(Kind::Host).is_none() && entrants.first(Kind::States).is_none();
    if is_alone {
        return Some(place);
    }
    let (all, learned) = (entrants.spent(), entrants.learned());
    let others = all - learned;
    let later = others.saturating_sub(EARLY);
    let later = match entrants.rest() < PROMISED_TIMES * all as f64 {
        true => later / LEARNING_SHARE,
        false => later.saturating_mul(LEARNING_TIMES),
    };
    (learned < others.min(EARLY) * EARLY_TIMES + later).then_some(place)
}

/// Whether the walk continues, and not the best way by layers: that runs until it has taken a part
/// of what the walk promises to take, so if the walk is the best way, little is lost. The walk
/// continues as far as its promise must be known.
fn walk_continues<T>(walked: u64, promise: f64, layers: &Entrant<'_, T>) -> bool {
    let (walked, spent) = (walked as f64, layers.spent() as f64);
    let outlook = layers.outlook();
    let share = match outlook / promise {
        0.0..0.5 => 0.4,
        0.5..1.0 => 0.12,
        _ => 0.02,
    };
    let is_vague = match walked {
        // A promise so large is beyond doubt.
        _ if promise > FAR * outlook => false,
        _ if promise > OFF * outlook => walked < spent / 32.0,
        ..VAGUE => walked < spent / 8.0,
        _ if promise < 16.0 * spent => walked < spent / 6.0,
        _ => walked < spent / 32.0,
    };
    spent >= share * promise || is_vague
}

impl<T> Policy<T> for Contest {
    fn turn(&mut self, entrants: &mut Entrants<'_, T>, memory: usize) -> Turn {
        let Some(place) = self.place(entrants) else {
            return Turn::End;
        };
        let slice = match entrants.all()[place].kind {
            Kind::Restarts => SLICE,
            _ => (entrants.spent() / 8).clamp(SLICE, MOST_SLICE),
        };
        Turn::Run {
            place,
            slice,
            memory,
        }
    }
}
