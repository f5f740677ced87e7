//! Runs several ways to one answer, because nobody can tell in advance which of them is short.
//! Each runs for a while; then the one that promises to end first runs, and the others a little
//! now and then. So a wrong guess costs a small factor.
//!
//! Steps are counted, not timed, so the choice depends on the input alone.

use crate::answers::race::helper::{Ends, Helped, Helper};
use crate::answers::race::outlook::{self, Estimates};
use crate::answers::race::way::{Way, Won};
use crate::answers::{Limits, Sight, Status, Stopped};

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
/// of walk and restarts if one of them promises to end before all have taken [`NEAR`] times what
/// they have; else one part in `LAYERS_SHARE` of it.
const TO_MAKE_LAYERS: u64 = 1000;
const LAYERS_TIMES: u64 = 2;
const LAYERS_SHARE: u64 = 4;

/// A search that learns has `EARLY_TIMES` the time of all others together, until they have taken
/// [`EARLY`]. Of what they take after that it has `LEARNING_TIMES` as much; or one part in
/// `LEARNING_SHARE`, if another way promises to end before all have taken [`NEAR`] times what they
/// have.
const EARLY: u64 = 20_000_000;
const EARLY_TIMES: u64 = 3;
const LEARNING_TIMES: u64 = 2;
const LEARNING_SHARE: u64 = 4;
const NEAR: f64 = 8.0;

/// Ways to one answer.
pub struct Contest<'w, T> {
    /// Depth first. Its estimate is good after a while, and it needs little memory.
    walk: Option<Box<dyn Way<T> + 'w>>,
    /// By layers. They may be shorter by any factor, but how long they take is known late.
    layers: Vec<Entrant<'w, T>>,
    /// A search at random, with restarts: nobody knows how long it takes.
    restarts: Option<Box<dyn Way<T> + 'w>>,
    /// A search that learns from failures, which may run on a thread of its own.
    learning: Option<Helped<'w, T>>,
    /// More ways by layers, which are not made before they are wanted.
    later: Box<dyn Iterator<Item = Box<dyn Way<T> + 'w>> + 'w>,
    /// The walk is alone until it has spent this, and layers wait until it has spent that.
    alone: u64,
    without_layers: u64,
    /// Whether one solution is enough.
    is_for_one: bool,
}

/// A way by layers, and its estimates.
struct Entrant<'w, T> {
    way: Box<dyn Way<T> + 'w>,
    estimates: Estimates,
}

impl<T> Entrant<'_, T> {
    fn spent(&self) -> u64 {
        self.way.spent()
    }

    fn promise(&self) -> f64 {
        self.way.estimate().max(self.way.spent() as f64)
    }

    /// Notes an estimate, if it is time.
    fn note(&mut self) {
        let estimate = self.way.estimate();
        self.estimates.note(self.way.spent(), estimate);
    }

    /// What it will take if its estimates keep rising as they did.
    fn outlook(&self) -> f64 {
        let promise = self.promise();
        (self.estimates).outlook(self.way.spent(), promise, 0.0..=0.9)
    }
}

/// Which way continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Walk,
    Layers(usize),
    Restarts,
    Learning,
}

impl<'w, T: Send> Contest<'w, T> {
    /// A contest of a walk with ways by layers, which are not made before they are wanted.
    pub fn new(
        walk: Option<Box<dyn Way<T> + 'w>>,
        layers: impl Iterator<Item = Box<dyn Way<T> + 'w>> + 'w,
    ) -> Self {
        Contest {
            walk,
            layers: Vec::new(),
            restarts: None,
            learning: None,
            later: Box::new(layers),
            alone: SLICE,
            without_layers: 0,
            is_for_one: false,
        }
    }

    /// A contest for one solution of a part of this many nodes.
    pub fn for_one(self, nodes: usize) -> Self {
        Contest {
            alone: SLICE + TO_BEGIN * nodes as u64,
            without_layers: 2 * SLICE + TO_MAKE_LAYERS * nodes as u64,
            is_for_one: true,
            ..self
        }
    }

    /// Adds a search that restarts: beside the walk it has as much time at first, and then a small
    /// share.
    pub fn with_restarts(self, restarts: Option<Box<dyn Way<T> + 'w>>) -> Self {
        Contest { restarts, ..self }
    }

    /// Adds a search that learns from its failures, if one solution is enough.
    pub fn with_learning(self, learning: Option<Box<dyn Way<T> + Send + 'w>>) -> Self {
        let learning = learning.map(Helped::new);
        Contest { learning, ..self }
    }

    /// The answer of the first way that has it, and that way. Ways that come to the limits
    /// of memory leave.
    ///
    /// # Errors
    /// If the limits ask for an end, or if no way is left.
    pub fn run(&mut self, limits: &mut Limits<'_>) -> Result<Won<'w, T>, Stopped> {
        let won = self.run_beside(limits, &mut |_, _| false)?;
        Ok(won.expect("nothing else ends it"))
    }

    /// Runs the contest beside something else, which may end it: then there is no answer. `beside`
    /// is told again and again what has been spent, and how much more the best way promises to
    /// spend.
    ///
    /// # Errors
    /// As above.
    pub fn run_beside(
        &mut self,
        limits: &mut Limits<'_>,
        beside: &mut dyn FnMut(u64, f64) -> bool,
    ) -> Result<Option<Won<'w, T>>, Stopped> {
        if self.learning.is_none() || limits.threads < 2 {
            return self.run_with(None, limits, beside);
        }
        let ends: Ends<'w, T> = Ends::default();
        std::thread::scope(|scope| {
            let helper = Helper::start(scope, &ends);
            let ended = self.run_with(helper.as_ref(), limits, beside);
            // What was given out before the contest ended would have come first in turn.
            let learning = self.learning.as_mut();
            match learning.and_then(|learning| learning.settle(helper.as_ref())) {
                Some(won) => Ok(Some(won)),
                None => ended,
            }
        })
    }

    fn run_with(
        &mut self,
        helper: Option<&Helper<'w, T>>,
        limits: &mut Limits<'_>,
        beside: &mut dyn FnMut(u64, f64) -> bool,
    ) -> Result<Option<Won<'w, T>>, Stopped> {
        let memory = limits.memory;
        while let Some(mut walk) = self.walk.take() {
            // What ended it, if it was not the walk.
            let mut end = None;
            let mut pace = |spent, estimate: f64| {
                let all = Some((spent, estimate));
                while end.is_none() {
                    if limits.must_end() {
                        end = Some(Err(Stopped::Limit));
                        break;
                    }
                    limits.show(|| self.sight(all));
                    if beside(self.spent(spent), self.promise(estimate - spent as f64)) {
                        end = Some(Ok(None));
                        break;
                    }
                    match self.turn(all) {
                        Some(Turn::Layers(number)) => {
                            end = self.go_on(number, spent, memory).map(|won| Ok(Some(won)));
                        }
                        Some(Turn::Restarts) => {
                            end = self.restart(memory).map(|won| Ok(Some(won)));
                        }
                        Some(Turn::Learning) => {
                            let won = self.learn(spent, memory, helper);
                            end = won.map(|won| Ok(Some(won)));
                        }
                        _ => return Some(self.slice(spent)),
                    }
                }
                None
            };
            walk.spread();
            let status = walk.run_at(&mut pace, memory);
            match status {
                Status::Done(answer) => return Ok(Some((answer, walk))),
                Status::Paused => self.walk = Some(walk),
                Status::Full | Status::TooLarge => {}
            }
            if let Some(end) = end {
                return end;
            }
        }
        while let Some(turn) = self.turn(None) {
            let won = match turn {
                Turn::Layers(number) => self.go_on(number, 0, memory),
                _ => self.learn(0, memory, helper),
            };
            if let Some(won) = won {
                return Ok(Some(won));
            }
            if limits.must_end() {
                return Err(Stopped::Limit);
            }
            limits.show(|| self.sight(None));
            if beside(self.spent(0), self.promise(f64::INFINITY)) {
                return Ok(None);
            }
        }
        Err(Stopped::Memory)
    }

    /// How far it has come, if the walk has spent so much, with that estimate.
    fn sight(&self, walk: Option<(u64, f64)>) -> Sight {
        let mut sight = Sight {
            walked: walk.map(|(walked, estimate)| walked as f64 / estimate.max(walked as f64)),
            ..Sight::default()
        };
        for entrant in &self.layers {
            let effort = entrant.way.effort();
            sight.states += effort.states;
            sight.bytes += effort.bytes;
        }
        let promise = |way: &&Entrant<'w, T>| way.promise();
        let best =
            (self.layers.iter()).min_by(|one, other| promise(one).total_cmp(&promise(other)));
        sight.front = best.and_then(|best| best.way.front());
        sight
    }

    /// How much more the best way promises to spend, if the walk does so much.
    fn promise(&self, walk: f64) -> f64 {
        let layers = self.layers.iter();
        let layers = layers.map(|way| way.promise() - way.spent() as f64);
        layers.fold(walk, f64::min)
    }

    /// Runs layers for a slice. Their answer, if they have it; if they come to the limits
    /// of memory, they leave.
    fn go_on(&mut self, number: usize, walked: u64, memory: usize) -> Option<Won<'w, T>> {
        let slice = self.slice(walked);
        let status = self.layers[number].way.run(slice, memory);
        self.layers[number].note();
        match status {
            Status::Paused => None,
            Status::Done(answer) => Some((answer, self.layers.remove(number).way)),
            Status::Full | Status::TooLarge => {
                self.layers.remove(number);
                None
            }
        }
    }

    /// Continues restarts for a slice. Their answer, if they have it.
    fn restart(&mut self, memory: usize) -> Option<Won<'w, T>> {
        let mut way = self.restarts.take()?;
        match way.run(SLICE, memory) {
            Status::Done(answer) => return Some((answer, way)),
            Status::Paused => self.restarts = Some(way),
            Status::Full | Status::TooLarge => {}
        }
        None
    }

    /// Continues the search that learns, for a slice. Its answer, if it has it.
    fn learn(
        &mut self,
        walked: u64,
        memory: usize,
        helper: Option<&Helper<'w, T>>,
    ) -> Option<Won<'w, T>> {
        let slice = self.slice(walked);
        self.learning.as_mut()?.run(slice, memory, helper)
    }

    /// How much is to be spent at a time, if the walk has spent so much.
    fn slice(&self, walked: u64) -> u64 {
        (self.spent(walked) / 8).clamp(SLICE, MOST_SLICE)
    }

    /// What all ways have spent, if the walk has spent so much.
    fn spent(&self, walked: u64) -> u64 {
        let spent = self.layers.iter().map(Entrant::spent);
        let restarts = self.restarts.as_ref().map_or(0, |way| way.spent());
        let learned = self.learning.as_ref().map_or(0, Helped::granted);
        walked + spent.sum::<u64>() + restarts + learned
    }

    /// Whether the search that learns is to continue when the walk has spent this much, and
    /// promises to have spent `estimate`.
    fn learning_is_due(&self, walk: Option<(u64, f64)>) -> bool {
        let Some(learning) = self.learning.as_ref().filter(|one| one.is_there()) else {
            return false;
        };
        let (walked, promise) = match walk {
            Some((walked, estimate)) => (walked, estimate - walked as f64),
            None if self.layers.is_empty() => return true,
            None => (0, f64::INFINITY),
        };
        let learned = learning.granted();
        let all = self.spent(walked);
        let others = all - learned;
        let later = others.saturating_sub(EARLY);
        let later = match self.promise(promise) < NEAR * all as f64 {
            true => later / LEARNING_SHARE,
            false => later.saturating_mul(LEARNING_TIMES),
        };
        learned < others.min(EARLY) * EARLY_TIMES + later
    }

    /// Whether restarts may continue when the walk has spent this much.
    fn restarts_are_due(&self, walked: u64) -> bool {
        let quota = walked.min(RESTARTS) + walked / RESTARTS_SHARE;
        let restarts = self.restarts.as_ref();
        restarts.is_some_and(|restarts| restarts.spent() < quota)
    }

    /// Whether layers have had their share, where one solution is enough and the walk has spent
    /// so much.
    fn layers_must_wait(&self, walked: u64) -> bool {
        let layers: u64 = self.layers.iter().map(Entrant::spent).sum();
        let learned = self.learning.as_ref().map_or(0, Helped::granted);
        let all = self.spent(walked);
        let others = all - layers - learned;
        let outlook = (self.layers.iter().map(Entrant::outlook)).fold(f64::INFINITY, f64::min);
        let most = match outlook < NEAR * all as f64 {
            true => others.saturating_mul(LAYERS_TIMES),
            false => others / LAYERS_SHARE,
        };
        self.is_for_one && (walked < self.without_layers || layers >= most)
    }

    /// All ways that are left.
    pub fn ways(&self) -> impl Iterator<Item = &(dyn Way<T> + 'w)> {
        let layers = self.layers.iter().map(|entrant| &*entrant.way);
        let restarts = self.restarts.iter().map(|way| &**way);
        let learning = self.learning.iter().filter_map(Helped::way);
        self.walk
            .iter()
            .map(|way| &**way)
            .chain(layers)
            .chain(restarts)
            .chain(learning)
    }

    /// Which way continues: layers, until they have taken a part of what the walk
    /// promises to take; so if the walk is the best way, little is lost. The walk continues
    /// as far as its promise must be known.
    ///
    /// `walk` is what the walk has spent, and its estimate.
    fn turn(&mut self, walk: Option<(u64, f64)>) -> Option<Turn> {
        match walk {
            Some((walked, _)) if walked < self.alone => return Some(Turn::Walk),
            Some((walked, _)) if self.restarts_are_due(walked) => return Some(Turn::Restarts),
            Some(_) if self.learning_is_due(walk) => return Some(Turn::Learning),
            Some((walked, _)) if self.layers_must_wait(walked) => return Some(Turn::Walk),
            _ => self.layers.extend(self.later.by_ref().map(|way| Entrant {
                way,
                estimates: Estimates::default(),
            })),
        }
        if walk.is_none() && self.learning_is_due(None) {
            return Some(Turn::Learning);
        }
        let by_promise = |&one: &usize, &other: &usize| {
            let promise = |way: usize| self.layers[way].promise();
            promise(one).total_cmp(&promise(other))
        };
        let fresh = (0..self.layers.len()).find(|&way| self.layers[way].spent() < SLICE);
        let best = fresh.or_else(|| (0..self.layers.len()).min_by(by_promise));
        let ((walked, estimate), best) = match (walk, best) {
            (None, None) => return None,
            (None, Some(best)) => return Some(Turn::Layers(best)),
            (Some(_), None) => return Some(Turn::Walk),
            (Some(walk), Some(best)) => (walk, best),
        };
        if fresh.is_some() {
            return Some(Turn::Layers(best));
        }
        let layers = &self.layers[best];
        let (walked, spent) = (walked as f64, layers.spent() as f64);
        let all = estimate.max(walked);
        let share = match layers.outlook() / all {
            0.0..0.5 => 0.4,
            0.5..1.0 => 0.12,
            _ => 0.02,
        };
        let is_vague = match walked {
            // A promise so large is beyond doubt.
            _ if all > FAR * layers.outlook() => false,
            _ if all > OFF * layers.outlook() => walked < spent / 32.0,
            ..VAGUE => walked < spent / 8.0,
            _ if all < 16.0 * spent => walked < spent / 6.0,
            _ => walked < spent / 32.0,
        };
        Some(match spent >= share * all || is_vague {
            true => Turn::Walk,
            false => Turn::Layers(best),
        })
    }
}
