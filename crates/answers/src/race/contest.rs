//! The policy for counting and for finding one solution. Each way runs for a while. After that, the
//! way that promises to end first runs, and the others get a small share.
//!
//! ```text
//! way       begins                               gets
//! walk      at once, alone for a while           the rest of the time
//! restarts  then                                 as much as the walk, later a share of it
//! learning  after the restarts                   a share; less if another way is near its end
//! layers    then; for one solution, after a      a share of what the walk promises, larger if
//!           time for each node                   they promise to end sooner
//! ```
//!
//! The constants below have the figures; `docs/design/contest.md` has the reasons.

use crate::race::outlook;
use crate::race::{Entrant, Entrants, Kind, Policy, Turn};

/// The first slice of each way, about a millisecond, and the largest slice. Clocks and signals are
/// checked between slices.
const SLICE: u64 = outlook::FIRST;
const MOST_SLICE: u64 = 1 << 25;

/// Restarts have as much time as the walk up to `RESTARTS` nanoseconds, then one part in
/// `RESTARTS_SHARE`.
const RESTARTS: u64 = 20_000_000;
const RESTARTS_SHARE: u64 = 8;

/// A walk's estimate is vague until it has spent this.
const VAGUE: f64 = 33e6;

/// A walk's estimate may be too high by `OFF` at first, as the first branches often have more below
/// them than the last ones. It is never too high by more than `FAR`.
const OFF: f64 = 32.0;
const FAR: f64 = 256.0;

/// A walk's estimate says nothing about when it finds its first solution. So in a contest for one
/// solution, walk and restarts begin alone, each for about as long as reading the part takes: this
/// many nanoseconds for each of its nodes.
const TO_BEGIN: u64 = 100;

/// Ways by layers are not made before the walk has spent `TO_MAKE_LAYERS` nanoseconds for each node:
/// making them takes at least about as long. From then on, layers get at most `LAYERS_TIMES` times
/// the time of walk and restarts if one of them is near its end: it promises to end within
/// [`PROMISED_TIMES`] times the total spent so far. Otherwise they get one part in `LAYERS_SHARE` of
/// it.
const TO_MAKE_LAYERS: u64 = 1000;
const LAYERS_TIMES: u64 = 2;
const LAYERS_SHARE: u64 = 4;

/// The search that learns gets `EARLY_TIMES` times the time of all others, until these have spent
/// [`EARLY`]. Of their later time, it gets `LEARNING_TIMES` times as much, or one part in
/// `LEARNING_SHARE` if another way is near its end: it promises to need at most [`PROMISED_TIMES`]
/// times the total spent so far.
///
/// If items have fewer than `FEW` options on average, one choice forces many others, and failures
/// teach much. Then it gets `FORCED_TIMES` times the time of the others until these have taken
/// `FORCED`.
const EARLY: u64 = 20_000_000;
const EARLY_TIMES: u64 = 3;
const LEARNING_TIMES: u64 = 2;
const FORCED: u64 = 100_000_000;
const FORCED_TIMES: u64 = 8;
const FEW: usize = 6;
const LEARNING_SHARE: u64 = 4;
const PROMISED_TIMES: f64 = 8.0;

/// The policy.
pub struct Contest {
    /// The walk is alone until it has spent `alone`; layers wait until it has spent
    /// `without_layers`.
    alone: u64,
    without_layers: u64,
    /// Whether one solution is enough.
    is_for_one: bool,
    /// Whether items have few options.
    has_few: bool,
}

impl Default for Contest {
    fn default() -> Self {
        Contest {
            alone: SLICE,
            without_layers: 0,
            is_for_one: false,
            has_few: false,
        }
    }
}

impl Contest {
    /// The contest for one solution of a part with this many items and nodes.
    pub fn for_one(items: usize, nodes: usize) -> Self {
        Contest {
            alone: SLICE + TO_BEGIN * nodes as u64,
            without_layers: 2 * SLICE + TO_MAKE_LAYERS * nodes as u64,
            is_for_one: true,
            has_few: nodes < FEW * items,
        }
    }

    /// Whether layers have used up their share, in a contest for one solution in which the walk has
    /// spent `walked`.
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

    /// The index of the way that continues. None if no way is left.
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
            if let Some(learning) = self.due_learning(entrants) {
                return Some(learning);
            }
            if self.layers_must_wait(entrants, walked) {
                return Some(place);
            }
        }
        entrants.make();
        if walk.is_none()
            && let Some(learning) = self.due_learning(entrants)
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

    /// The search that learns, if its share is not used up.
    fn due_learning<T>(&self, entrants: &Entrants<'_, T>) -> Option<usize> {
        let (place, _) = entrants.first(Kind::Learning)?;
        let is_alone =
            entrants.first(Kind::Host).is_none() && entrants.first(Kind::States).is_none();
        if is_alone {
            return Some(place);
        }
        let (all, learned) = (entrants.spent(), entrants.learned());
        let others = all - learned;
        let (early, times) = match self.has_few {
            true => (FORCED, FORCED_TIMES),
            false => (EARLY, EARLY_TIMES),
        };
        let later = others.saturating_sub(early);
        let later = match entrants.rest() < PROMISED_TIMES * all as f64 {
            true => later / LEARNING_SHARE,
            false => later.saturating_mul(LEARNING_TIMES),
        };
        (learned < others.min(early) * times + later).then_some(place)
    }
}

/// The search with restarts, if its share is not used up when the walk has spent `walked`.
fn due_restarts<T>(entrants: &Entrants<'_, T>, walked: u64) -> Option<usize> {
    let quota = walked.min(RESTARTS) + walked / RESTARTS_SHARE;
    let (place, restarts) = entrants.first(Kind::Restarts)?;
    (restarts.spent() < quota).then_some(place)
}

/// Whether the walk continues instead of the best way by layers. Layers run until they have spent a
/// share of what the walk promises to take, so little is lost if the walk is best. The walk also
/// continues while its estimate is too vague.
fn walk_continues<T>(walked: u64, promise: f64, layers: &Entrant<'_, T>) -> bool {
    let (walked, spent) = (walked as f64, layers.spent() as f64);
    let outlook = layers.outlook();
    let share = match outlook / promise {
        0.0..0.5 => 0.4,
        0.5..1.0 => 0.12,
        _ => 0.02,
    };
    let is_vague = match walked {
        // Such a large estimate is beyond doubt.
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
