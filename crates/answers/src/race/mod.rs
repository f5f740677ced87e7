//! A race of several searches for one answer. They take turns, and their work is counted and never
//! timed. So the winner depends on the input alone, and a wrong guess costs a small factor.
//!
//! A [`Race`] has the ways to one answer, its *entrants*, and a [`Policy`] that chooses whose turn
//! it is. Everything that depends on the question is in the policy. Every race does this:
//!
//! ```text
//! loop:
//!     check the limits; show the progress; give the reduction its share
//!     the policy chooses a way and a slice of work
//!     run the way: if it is done, that is the answer; if its memory is full, it leaves
//! ```
//!
//! * [`way`]: the interface of a search that takes turns. [`ways`]: layers, walks and diagrams as
//!   ways. [`late`]: a way that is made at its first turn. [`helper`]: a way on a thread of its
//!   own.
//! * Policies: [`contest`], to count or to find one solution; [`smallest`], to make a small
//!   diagram; [`rounds`], if no way has an estimate.
//! * [`beside`]: a race while the part is reduced. [`outlook`]: extrapolates the estimates of a
//!   way.
//!
//! Knows what each way has spent and promises; not what the answer means.

pub mod beside;
pub mod contest;
pub mod helper;
pub mod late;
pub mod outlook;
pub mod rounds;
pub mod smallest;
pub mod way;
pub mod ways;

use crate::{Effort, Limits, Sight, Status, Stopped};
use outlook::Estimates;
use way::{Way, Won};

/// A computation that runs beside a race and may end it. It is called again and again with the
/// total that all ways have spent, and with the least that one of them promises to need more.
pub type Aside<'b> = dyn FnMut(u64, f64) -> bool + 'b;

/// Chooses whose turn it is.
pub trait Policy<T> {
    /// The next turn, with `memory` bytes for each way.
    fn turn(&mut self, entrants: &mut Entrants<'_, T>, memory: usize) -> Turn;

    /// The partial answer, from those of all ways.
    fn so_far(&self, all: Vec<T>) -> Option<T> {
        all.into_iter().next()
    }
}

/// The decision of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A way continues.
    Run {
        /// Its index among the entrants.
        place: usize,
        /// The work that it may spend, about.
        slice: u64,
        /// The memory that it may use.
        memory: usize,
    },
    /// The race has no answer: no way is left, or none may use more memory.
    End,
}

/// The role of an entrant for its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The way that begins: a depth-first search, or a race of searches by cost. It needs little
    /// memory.
    Host,
    /// A search by states, layer by layer or depth first, often made after others have begun. It
    /// may be shorter by any factor, but its estimate is late.
    States,
    /// The random search with restarts. It has no estimate.
    Restarts,
    /// The search that learns. It has no estimate.
    Learning,
    /// For the cheapest solutions: branch and bound with taxes known at once.
    Bounding,
    /// For the cheapest solutions: branch and bound by linear programs.
    Programs,
    /// For the cheapest solutions: lists without bounds.
    Listing,
}

/// A way that takes part.
pub struct Entrant<'w, T> {
    /// Its role.
    pub kind: Kind,
    /// None while it runs as the host and others have their turns.
    way: Option<Box<dyn Way<T> + 'w>>,
    /// While it is the host: what it has spent, and its estimate.
    told: (u64, f64),
    estimates: Estimates,
    /// Whether its estimate comes from its progress.
    can_tell: bool,
}

impl<'w, T> Entrant<'w, T> {
    fn new(kind: Kind, way: Box<dyn Way<T> + 'w>) -> Self {
        Entrant {
            kind,
            can_tell: way.can_tell(),
            way: Some(way),
            told: (0, f64::INFINITY),
            estimates: Estimates::default(),
        }
    }

    /// The work that it has spent.
    pub fn spent(&self) -> u64 {
        self.way.as_ref().map_or(self.told.0, |way| way.spent())
    }

    /// The total work that it promises, at least what it has spent.
    pub fn promise(&self) -> f64 {
        let estimate = self.way.as_ref().map_or(self.told.1, |way| way.estimate());
        estimate.max(self.spent() as f64)
    }

    /// How much more it promises to spend.
    pub fn rest(&self) -> f64 {
        self.promise() - self.spent() as f64
    }

    /// The total work if its estimates keep rising as they did.
    pub fn outlook(&self) -> f64 {
        let estimates = &self.estimates;
        estimates.outlook(self.spent(), self.promise(), 0.0..=0.9)
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        self.way.as_ref().map_or(0, |way| way.bytes())
    }
}

/// The ways that are left.
pub struct Entrants<'w, T> {
    list: Vec<Entrant<'w, T>>,
    /// Ways that are made only once they are wanted.
    later: Box<dyn Iterator<Item = Box<dyn Way<T> + 'w>> + 'w>,
    /// The work granted to learning searches that have left. It still counts towards shares.
    gone: u64,
    /// The rest of the turn of the race itself, if it is a way in another race.
    left: u64,
}

impl<'w, T> Entrants<'w, T> {
    /// All of them.
    pub fn all(&self) -> &[Entrant<'w, T>] {
        &self.list
    }

    /// The first way of a kind, with its index.
    pub fn first(&self, kind: Kind) -> Option<(usize, &Entrant<'w, T>)> {
        self.of(kind).next()
    }

    /// All ways of a kind, with their indices.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = (usize, &Entrant<'w, T>)> {
        let all = self.list.iter().enumerate();
        all.filter(move |(_, entrant)| entrant.kind == kind)
    }

    /// The total work of all ways.
    pub fn spent(&self) -> u64 {
        self.gone + self.list.iter().map(Entrant::spent).sum::<u64>()
    }

    /// The work that the race itself may still spend in its turn, if it is a way in another race.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The work granted to learning searches.
    pub fn learned(&self) -> u64 {
        let learning = self.of(Kind::Learning).map(|(_, one)| one.spent());
        self.gone + learning.sum::<u64>()
    }

    /// The least that a way promises to need more.
    pub fn rest(&self) -> f64 {
        let rests = self.list.iter().map(Entrant::rest);
        rests.fold(f64::INFINITY, f64::min)
    }

    /// Makes the later ways, if they are not made yet.
    pub fn make(&mut self) {
        let later = self.later.by_ref();
        self.list
            .extend(later.map(|way| Entrant::new(Kind::States, way)));
    }

    /// Sorts the ways by what they promise to spend, least first.
    pub fn sort(&mut self) {
        let promise = Entrant::promise;
        self.list
            .sort_by(|one, other| promise(one).total_cmp(&promise(other)));
    }

    /// Drops all ways but the first.
    pub fn keep_first(&mut self) {
        self.list.truncate(1);
    }

    /// The progress of the race.
    fn sight(&self) -> Sight {
        let mut sight = Sight::default();
        if let Some((_, host)) = self.first(Kind::Host).filter(|(_, host)| host.can_tell) {
            sight.walked = Some(host.spent() as f64 / host.promise().max(1.0));
        }
        for way in self
            .of(Kind::States)
            .filter_map(|(_, one)| one.way.as_ref())
        {
            let effort = way.effort();
            sight.states += effort.states;
            sight.bytes += effort.bytes;
        }
        let best = self.of(Kind::States).min_by(|(_, one), (_, other)| {
            let promise = Entrant::promise;
            promise(one).total_cmp(&promise(other))
        });
        let best = best.and_then(|(_, best)| best.way.as_ref());
        sight.front = best.and_then(|way| way.front());
        sight.forecast = best.and_then(|way| way.forecast());
        sight
    }
}

/// The ways to one answer, and the policy.
pub struct Race<'w, T, P> {
    entrants: Entrants<'w, T>,
    policy: P,
    /// Whether the first entrant is a host: its call does not return while others have their turns,
    /// since leaving it would lose its state.
    has_host: bool,
    /// The total work at the last look.
    spent: u64,
    /// The way that had the answer, if the race is a way in another race.
    won: Option<Box<dyn Way<T> + 'w>>,
}

/// The end of a race: an answer, or none if the computation beside it ends the race.
type End<'w, T> = Result<Option<Won<'w, T>>, Stopped>;

impl<'w, T: 'w, P: Policy<T>> Race<'w, T, P> {
    /// A race without ways.
    pub fn new(policy: P) -> Self {
        Race {
            entrants: Entrants {
                list: Vec::new(),
                later: Box::new(std::iter::empty()),
                gone: 0,
                left: u64::MAX,
            },
            policy,
            has_host: false,
            spent: 0,
            won: None,
        }
    }

    /// Adds a host, if it is given: a way whose call lasts while others have their turns. It must
    /// be added first.
    pub fn begun_by(mut self, way: Option<Box<dyn Way<T> + 'w>>) -> Self {
        assert!(self.entrants.list.is_empty(), "it comes first");
        self.has_host = way.is_some();
        self.with(Kind::Host, way)
    }

    /// Adds a way, if it is given.
    pub fn with(mut self, kind: Kind, way: Option<Box<dyn Way<T> + 'w>>) -> Self {
        self.entrants
            .list
            .extend(way.map(|way| Entrant::new(kind, way)));
        self
    }

    /// Adds ways by states that are made only once they are wanted.
    pub fn and_later(mut self, ways: impl Iterator<Item = Box<dyn Way<T> + 'w>> + 'w) -> Self {
        self.entrants.later = Box::new(ways);
        self
    }

    /// The total work of all ways at the last look.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// All ways that are left.
    pub fn ways(&mut self) -> impl Iterator<Item = &mut (dyn Way<T> + 'w)> {
        let ways = self.entrants.list.iter_mut();
        ways.filter_map(|entrant| entrant.way.as_deref_mut())
    }

    /// The answer of the first way that has one, and that way. None if the computation beside the
    /// race ends it.
    ///
    /// # Errors
    /// If the limits end it, or if there is too little memory.
    pub fn run(&mut self, limits: &mut Limits<'_>, aside: &mut Aside<'_>) -> End<'w, T> {
        let end = self.run_all(limits, aside);
        // A slice that still runs on another thread was given out before this end, so its answer
        // comes first.
        let entrants = 0..self.entrants.list.len();
        for place in entrants {
            let way = self.entrants.list[place].way.as_mut();
            if let Some(Status::Done(answer)) = way.map(|way| way.settle()) {
                return Ok(Some((answer, self.leave(place))));
            }
        }
        end
    }

    fn run_all(&mut self, limits: &mut Limits<'_>, aside: &mut Aside<'_>) -> End<'w, T> {
        let memory = limits.memory;
        while self.has_host {
            let mut host = self.entrants.list[0].way.take().expect("it does not run");
            host.spread();
            // The end of the race, if the host did not end it.
            let mut end = None;
            let mut pace = |spent, estimate: f64| {
                self.entrants.list[0].told = (spent, estimate);
                loop {
                    match self.next(limits, aside) {
                        Ok(Turn::Run {
                            place: 0, slice, ..
                        }) => return Some(slice),
                        Ok(turn) => end = self.take(turn),
                        Err(ended) => end = Some(ended),
                    }
                    if end.is_some() {
                        return None;
                    }
                }
            };
            let status = host.run_at(&mut pace, memory);
            self.entrants.list[0].way = Some(host);
            match status {
                Status::Done(answer) => return Ok(Some((answer, self.leave(0)))),
                Status::Paused => {}
                Status::Full | Status::TooLarge => _ = self.leave(0),
            }
            if let Some(end) = end {
                return end;
            }
        }
        loop {
            let turn = match self.next(limits, aside) {
                Ok(turn) => turn,
                Err(end) => return end,
            };
            if let Some(end) = self.take(turn) {
                return end;
            }
        }
    }

    /// Checks everything that may end the race, and asks the policy for the next turn.
    fn next(&mut self, limits: &mut Limits<'_>, aside: &mut Aside<'_>) -> Result<Turn, End<'w, T>> {
        if limits.must_end() {
            return Err(Err(Stopped::Limit));
        }
        limits.show(|| self.entrants.sight());
        self.spent = self.entrants.spent();
        if aside(self.spent, self.entrants.rest()) {
            return Err(Ok(None));
        }
        Ok(self.policy.turn(&mut self.entrants, limits.memory))
    }

    /// Runs a turn. Returns the end of the race, if this is it.
    fn take(&mut self, turn: Turn) -> Option<End<'w, T>> {
        let Turn::Run {
            place,
            slice,
            memory,
        } = turn
        else {
            return Some(Err(Stopped::Memory));
        };
        let entrant = &mut self.entrants.list[place];
        let way = entrant.way.as_mut().expect("it does not run");
        match way.run(slice, memory) {
            Status::Paused => {
                entrant.estimates.note(way.spent(), way.estimate());
                None
            }
            Status::Done(answer) => Some(Ok(Some((answer, self.leave(place))))),
            Status::Full | Status::TooLarge => {
                self.leave(place);
                None
            }
        }
    }

    /// Removes a way from the race.
    fn leave(&mut self, place: usize) -> Box<dyn Way<T> + 'w> {
        let entrant = self.entrants.list.remove(place);
        self.has_host &= place > 0;
        if entrant.kind == Kind::Learning {
            self.entrants.gone += entrant.spent();
        }
        entrant.way.expect("it does not run")
    }
}

/// A race can be a way in another race. It then has no host, and does not check limits.
impl<'w, T: 'w, P: Policy<T>> Way<T> for Race<'w, T, P> {
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        let end = self.entrants.spent().saturating_add(more);
        while self.entrants.spent() < end {
            self.entrants.left = end - self.entrants.spent();
            let turn = self.policy.turn(&mut self.entrants, memory);
            match self.take(turn) {
                None => {}
                Some(Ok(Some((answer, way)))) => {
                    self.won = Some(way);
                    return Status::Done(answer);
                }
                Some(_) => return Status::Full,
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        self.entrants.spent() + self.won.as_ref().map_or(0, |way| way.spent())
    }

    /// There is no estimate. Twice the work spent is as good as any.
    fn estimate(&self) -> f64 {
        2.0 * Way::spent(self) as f64
    }

    fn can_tell(&self) -> bool {
        false
    }

    fn so_far(&mut self) -> Option<T> {
        let all = self.ways().filter_map(|way| way.so_far()).collect();
        self.policy.so_far(all)
    }

    fn effort(&self) -> Effort {
        let ways = self.entrants.list.iter().filter_map(|one| one.way.as_ref());
        let mut all = Effort::default();
        for effort in ways.chain(&self.won).map(|way| way.effort()) {
            all.states += effort.states;
            all.bytes += effort.bytes;
        }
        all
    }

    /// The name of the way that had the answer.
    fn name(&self) -> String {
        self.won.as_ref().map_or_else(String::new, |way| way.name())
    }
}
