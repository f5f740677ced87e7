//! Which of several searches has the answer first: they take turns, in steps that are counted and
//! never timed. So the choice depends on the input alone, and a wrong guess costs a small factor.
//!
//! A [`Race`] has the ways to one answer, its *entrants*, and a [`Policy`] that says whose turn it
//! is. All that depends on the question is in the policy; what each race does is here:
//!
//! ```text
//! loop:
//!     look at the limits; show how far it has come; give the reduction beside it its share
//!     the policy says which way continues, and by how much
//!     it runs: is it done, that is the answer; has it come to the limit of memory, it leaves
//! ```
//!
//! * [`way`]: a way to an answer, as all searches that take turns have it. [`ways`]: layers, walks
//!   and diagrams as such. [`late`]: a way that is made when it has its first turn. [`helper`]: a
//!   way on a thread of its own.
//! * Policies: [`contest`], to count or to find one solution; [`smallest`], which way makes the
//!   diagram; [`rounds`], where nobody can promise anything.
//! * [`beside`]: a race while the part is reduced. [`outlook`]: what a way will take, from how its
//!   estimates have changed.
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

/// What runs beside a race, and may end it. It is told again and again what all ways have spent,
/// and how much more the best of them promises to spend.
pub type Aside<'b> = dyn FnMut(u64, f64) -> bool + 'b;

/// Whose turn it is.
pub trait Policy<T> {
    /// The next turn, with `memory` for each way.
    fn turn(&mut self, entrants: &mut Entrants<'_, T>, memory: usize) -> Turn;

    /// What is known of the answer, from what each way knows of it.
    fn so_far(&self, all: Vec<T>) -> Option<T> {
        all.into_iter().next()
    }
}

/// What a policy decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A way continues.
    Run {
        /// Its place among the entrants.
        place: usize,
        /// About what it is to spend.
        slice: u64,
        /// The memory that it may take.
        memory: usize,
    },
    /// There is no answer for want of memory: no way is left, or none may take more.
    End,
}

/// What an entrant is to its policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The way that begins: depth first, or a race of searches by cost. It needs little memory.
    Host,
    /// By states, layer by layer or depth first, and often made when others have begun. It may be
    /// shorter by any factor, but how long it takes is known late.
    States,
    /// At random, with restarts: nobody knows how long it takes.
    Restarts,
    /// Learns from failures: nobody knows, either.
    Learning,
    /// For the cheapest solutions: branch and bound with taxes that are known at once.
    Bounding,
    /// Branch and bound by linear programs.
    Programs,
    /// Lists without bounds.
    Listing,
}

/// A way that takes part.
pub struct Entrant<'w, T> {
    /// What it is.
    pub kind: Kind,
    /// None while it is running and others have their turns meanwhile.
    way: Option<Box<dyn Way<T> + 'w>>,
    /// Then, what it has spent and estimates.
    told: (u64, f64),
    estimates: Estimates,
    /// Whether its estimate comes from what it does.
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

    /// What it has spent.
    pub fn spent(&self) -> u64 {
        self.way.as_ref().map_or(self.told.0, |way| way.spent())
    }

    /// What it will have spent in the end, as far as it can tell.
    pub fn promise(&self) -> f64 {
        let estimate = self.way.as_ref().map_or(self.told.1, |way| way.estimate());
        estimate.max(self.spent() as f64)
    }

    /// How much more that is.
    pub fn rest(&self) -> f64 {
        self.promise() - self.spent() as f64
    }

    /// What it will have spent if its estimates keep rising as they did.
    pub fn outlook(&self) -> f64 {
        let estimates = &self.estimates;
        estimates.outlook(self.spent(), self.promise(), 0.0..=0.9)
    }

    /// What it takes of memory.
    pub fn bytes(&self) -> usize {
        self.way.as_ref().map_or(0, |way| way.bytes())
    }
}

/// The ways that are left.
pub struct Entrants<'w, T> {
    list: Vec<Entrant<'w, T>>,
    /// Ways that are not made before they are wanted.
    later: Box<dyn Iterator<Item = Box<dyn Way<T> + 'w>> + 'w>,
    /// What searches that learn were granted before they left: shares are still counted from it.
    gone: u64,
    /// What is left of the turn of the race itself, if it is a way in another one.
    left: u64,
}

impl<'w, T> Entrants<'w, T> {
    /// All of them.
    pub fn all(&self) -> &[Entrant<'w, T>] {
        &self.list
    }

    /// The first one of a kind, with its place.
    pub fn first(&self, kind: Kind) -> Option<(usize, &Entrant<'w, T>)> {
        self.of(kind).next()
    }

    /// All of a kind, with their places.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = (usize, &Entrant<'w, T>)> {
        let all = self.list.iter().enumerate();
        all.filter(move |(_, entrant)| entrant.kind == kind)
    }

    /// What all have spent.
    pub fn spent(&self) -> u64 {
        self.gone + self.list.iter().map(Entrant::spent).sum::<u64>()
    }

    /// What the race itself may still spend in its turn, if it is a way in another one.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// What those that learn were granted.
    pub fn learned(&self) -> u64 {
        let learning = self.of(Kind::Learning).map(|(_, one)| one.spent());
        self.gone + learning.sum::<u64>()
    }

    /// How much more the best way promises to spend.
    pub fn rest(&self) -> f64 {
        let rests = self.list.iter().map(Entrant::rest);
        rests.fold(f64::INFINITY, f64::min)
    }

    /// Makes the ways that were to come later, if that has not been done yet.
    pub fn make(&mut self) {
        let later = self.later.by_ref();
        self.list
            .extend(later.map(|way| Entrant::new(Kind::States, way)));
    }

    /// Puts those first that promise to spend the least.
    pub fn sort(&mut self) {
        let promise = Entrant::promise;
        self.list
            .sort_by(|one, other| promise(one).total_cmp(&promise(other)));
    }

    /// Drops all but the first one.
    pub fn keep_first(&mut self) {
        self.list.truncate(1);
    }

    /// How far they have come.
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

/// Ways to one answer, and whose turn it is.
pub struct Race<'w, T, P> {
    entrants: Entrants<'w, T>,
    policy: P,
    /// Whether the first entrant stays in its own call while others have their turns: what it keeps
    /// in mind would be lost if it was left.
    has_host: bool,
    /// What all had spent at the last look.
    spent: u64,
    /// The way that had the answer, if the race is a way in another one.
    won: Option<Box<dyn Way<T> + 'w>>,
}

/// What ends a race: an answer, or nothing, if what runs beside it does.
type End<'w, T> = Result<Option<Won<'w, T>>, Stopped>;

impl<'w, T: 'w, P: Policy<T>> Race<'w, T, P> {
    /// Of no ways yet.
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

    /// Adds a way that is only left for good, if it is there: others have their turns while it
    /// runs. It has to come before all others.
    pub fn begun_by(mut self, way: Option<Box<dyn Way<T> + 'w>>) -> Self {
        assert!(self.entrants.list.is_empty(), "it comes first");
        self.has_host = way.is_some();
        self.with(Kind::Host, way)
    }

    /// Adds a way, if it is there.
    pub fn with(mut self, kind: Kind, way: Option<Box<dyn Way<T> + 'w>>) -> Self {
        self.entrants
            .list
            .extend(way.map(|way| Entrant::new(kind, way)));
        self
    }

    /// Adds ways by states, which are not made before they are wanted.
    pub fn and_later(mut self, ways: impl Iterator<Item = Box<dyn Way<T> + 'w>> + 'w) -> Self {
        self.entrants.later = Box::new(ways);
        self
    }

    /// What all ways had spent when that was last looked at.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// All ways that are left.
    pub fn ways(&mut self) -> impl Iterator<Item = &mut (dyn Way<T> + 'w)> {
        let ways = self.entrants.list.iter_mut();
        ways.filter_map(|entrant| entrant.way.as_deref_mut())
    }

    /// The answer of the first way that has it, and that way; or none, if what runs beside the race
    /// ends it.
    ///
    /// # Errors
    /// If the limits ask for an end, or if there is too little memory.
    pub fn run(&mut self, limits: &mut Limits<'_>, aside: &mut Aside<'_>) -> End<'w, T> {
        let end = self.run_all(limits, aside);
        // What still runs elsewhere was given out before this end, and would have come first in
        // turn.
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
            // What ended it, if it was not the host.
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

    /// Looks at all that may end the race, and asks whose turn it is.
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

    /// Lets a way have its turn. What ends the race, if that does.
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

    /// Takes a way out of the race.
    fn leave(&mut self, place: usize) -> Box<dyn Way<T> + 'w> {
        let entrant = self.entrants.list.remove(place);
        self.has_host &= place > 0;
        if entrant.kind == Kind::Learning {
            self.entrants.gone += entrant.spent();
        }
        entrant.way.expect("it does not run")
    }
}

/// A race may be a way in another one. It has no host then, and looks at no limits.
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

    /// No estimate is known. Twice what has been spent is as good as any.
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

    /// That of the way that had the answer.
    fn name(&self) -> String {
        self.won.as_ref().map_or_else(String::new, |way| way.name())
    }
}
