//! Reducing: a smaller problem with the same solutions.
//!
//! An option cannot be in a solution if, once it is chosen, some item has fewer options
//! left than it needs. Knuth's DLX-PRE removes such options from plain problems (The Art
//! of Computer Programming, volume 4B, section 7.2.2.1, "Preprocessing"); here items have
//! bounds, too. A primary item *follows* from another one if all options of the second
//! contain it: then its lower bound says nothing, and it may be secondary.
//!
//! Solutions are sets of options, and none is lost or gained: an option that stays, stays
//! as it is.
//!
//! Invariant: an option that has been removed is in no solution.

use crate::format::{Bounds, ItemId, OptionId, Problem};

/// No option.
const NONE: u32 = u32::MAX;

/// About what it takes to look at an option, and at another one that stands in one of its
/// lists, in nanoseconds.
const TRIAL: u64 = 20;
const LOOK: u64 = 1;

/// How often it is asked whether to stop: after about so many nanoseconds.
const SLICE: u64 = 1 << 20;

/// What can be left out of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reduction {
    /// The options that stay, in input order. None, if there are no solutions.
    pub options: Vec<OptionId>,
    /// The primary items that need not be primary, in input order.
    pub secondary: Vec<ItemId>,
    /// Whether it is known that there are no solutions.
    pub is_impossible: bool,
    /// Whether all of it was done; otherwise it was told to stop, and more may go.
    pub is_complete: bool,
    /// How often an option was looked at.
    pub trials: u64,
}

impl Reduction {
    /// What can be left out of `problem`.
    ///
    /// `stop` is asked now and then, many times a second; once it says so, what has been
    /// found is the result. An option is looked at again until none has gone since; each
    /// time takes as long as the lists of its items. Memory grows as the problem does.
    pub fn new(problem: &Problem, stop: &mut dyn FnMut() -> bool) -> Self {
        let mut reducer = Reducer::new(problem);
        while !stop() && !reducer.run(SLICE) {}
        reducer.finish()
    }

    /// What has been found so far.
    fn of(mut state: State<'_>, is_complete: bool) -> Self {
        let problem = state.problem;
        let is_impossible = state.is_impossible;
        if is_impossible {
            state.is_alive.fill(false);
        }
        let alive = |option: &OptionId| state.is_alive[option.index()];
        Reduction {
            options: problem.option_ids().filter(alive).collect(),
            secondary: match is_impossible {
                true => Vec::new(),
                false => state.unneeded(),
            },
            is_impossible,
            is_complete: is_complete || is_impossible,
            trials: state.trials,
        }
    }

    /// The problem that is left. Options stay in order, and so do items; primary ones that
    /// need not be primary stand first among the secondary ones. An upper bound is no more
    /// than the number of options.
    pub fn problem(&self, problem: &Problem) -> Problem {
        let mut degrees = vec![0; problem.item_count()];
        for &option in &self.options {
            for (item, _) in problem.option(option) {
                degrees[item.index()] += 1;
            }
        }
        let mut is_secondary = vec![false; problem.item_count()];
        for item in &self.secondary {
            is_secondary[item.index()] = true;
        }
        let mut builder = Problem::builder();
        let mut items = vec![None; problem.item_count()];
        for secondary in [false, true] {
            for item in problem.item_ids() {
                let name = problem.name(item);
                let added = match (problem.bounds(item), is_secondary[item.index()]) {
                    (Some(bounds), false) if !secondary => {
                        builder.item(name, self.cut(bounds, degrees[item.index()]))
                    }
                    (Some(_), true) | (None, _) if secondary => builder.secondary(name),
                    _ => continue,
                };
                items[item.index()] = Some(added.expect("it was an item before"));
            }
        }
        for &option in &self.options {
            let nodes = problem.option(option).map(|(item, color)| {
                let item = items[item.index()].expect("all items have been added");
                (item, color)
            });
            let nodes: Vec<_> = nodes.collect();
            builder.option(&nodes).expect("it has a primary item");
        }
        builder.build().expect("a primary item stays")
    }

    /// Bounds for an item with so many options.
    fn cut(&self, bounds: Bounds, degree: u32) -> Bounds {
        if self.is_impossible {
            return bounds;
        }
        Bounds {
            lower: bounds.lower,
            upper: bounds.upper.min(degree.max(bounds.lower).max(1)),
        }
    }
}

/// A reduction that can be paused.
pub struct Reducer<'p> {
    state: State<'p>,
    /// The option that is next, and how many have been looked at since one was removed.
    option: usize,
    unchanged: usize,
}

impl<'p> Reducer<'p> {
    /// The beginning, in time and memory that grow as the problem does.
    pub fn new(problem: &'p Problem) -> Self {
        Reducer {
            state: State::new(problem),
            option: 0,
            unchanged: 0,
        }
    }

    /// Goes on for about so many nanoseconds. Whether all is done.
    pub fn run(&mut self, more: u64) -> bool {
        let end = self.spent().saturating_add(more);
        let state = &mut self.state;
        let options = state.is_alive.len();
        while self.unchanged < options && !state.is_impossible {
            if state.work >= end {
                return false;
            }
            if state.is_alive[self.option] && state.is_hopeless(OptionId(self.option as u32)) {
                state.remove(self.option);
                self.unchanged = 0;
            }
            self.unchanged += 1;
            self.option += 1;
            if self.option == options {
                self.option = 0;
                state.shorten();
            }
        }
        true
    }

    /// About how many nanoseconds it has taken so far. That depends on the problem alone.
    pub fn spent(&self) -> u64 {
        self.state.work
    }

    /// How many options it has removed so far.
    pub fn removed(&self) -> usize {
        self.state.removed
    }

    /// Whether it is known that there are no solutions.
    pub fn is_impossible(&self) -> bool {
        self.state.is_impossible
    }

    /// What has been found.
    pub fn finish(self) -> Reduction {
        let is_complete = self.unchanged >= self.state.is_alive.len();
        Reduction::of(self.state, is_complete)
    }
}

/// A list of options that contain an item, with their colors.
type List = Vec<(u32, u8)>;

struct State<'p> {
    problem: &'p Problem,
    /// Of all items; a secondary one has none to meet, and one at most.
    bounds: Vec<Bounds>,
    lists: Vec<List>,
    is_alive: Vec<bool>,
    /// For each item that needs one option, one that is there: its *witness*. While that
    /// is not hidden, the item need not be looked at.
    witness: Vec<u32>,
    /// The first item whose witness an option is, and for each item the next one.
    first: Vec<u32>,
    next: Vec<u32>,
    /// Items that need more than one option.
    many: Vec<ItemId>,
    /// The trial in which an option was last hidden, or an item last in the option chosen.
    hidden: Vec<u64>,
    chosen: Vec<u64>,
    trials: u64,
    /// About how many nanoseconds it has taken.
    work: u64,
    removed: usize,
    is_impossible: bool,
}

impl<'p> State<'p> {
    fn new(problem: &'p Problem) -> Self {
        let free = Bounds { lower: 0, upper: 1 };
        let items = problem.item_ids();
        let bounds: Vec<_> = items
            .map(|item| problem.bounds(item).unwrap_or(free))
            .collect();
        let mut lists = vec![List::new(); problem.item_count()];
        for option in problem.option_ids() {
            for (item, color) in problem.option(option) {
                lists[item.index()].push((option.0, color.unwrap_or(0)));
            }
        }
        let needs_many = |item: &ItemId| bounds[item.index()].lower > 1;
        let mut state = State {
            many: problem.item_ids().filter(needs_many).collect(),
            is_alive: vec![true; problem.option_count()],
            witness: vec![NONE; problem.item_count()],
            first: vec![NONE; problem.option_count()],
            next: vec![NONE; problem.item_count()],
            hidden: vec![0; problem.option_count()],
            chosen: vec![0; problem.item_count()],
            trials: 0,
            work: 0,
            removed: 0,
            is_impossible: false,
            problem,
            bounds,
            lists,
        };
        for item in 0..state.bounds.len() {
            let lower = state.bounds[item].lower as usize;
            state.is_impossible |= state.lists[item].len() < lower;
            if lower == 1 && !state.is_impossible {
                state.watch(item, state.lists[item][0].0);
            }
        }
        state
    }

    fn watch(&mut self, item: usize, witness: u32) {
        self.witness[item] = witness;
        self.next[item] = std::mem::replace(&mut self.first[witness as usize], item as u32);
    }

    /// Whether some item lacks options once this one is chosen.
    fn is_hopeless(&mut self, option: OptionId) -> bool {
        self.trials += 1;
        self.work += TRIAL;
        let (problem, trial) = (self.problem, self.trials);
        let mut lacking = Vec::new();
        for (item, _) in problem.option(option) {
            self.chosen[item.index()] = trial;
        }
        for (item, color) in problem.option(option) {
            if self.bounds[item.index()].upper > 1 {
                continue;
            }
            self.work += LOOK * self.lists[item.index()].len() as u64;
            for &(other, others) in &self.lists[item.index()] {
                let agrees = color == Some(others);
                let other = other as usize;
                if agrees || other == option.index() || self.hidden[other] == trial {
                    continue;
                }
                self.hidden[other] = trial;
                let mut item = self.first[other];
                while item != NONE {
                    if self.chosen[item as usize] != trial {
                        lacking.push(item as usize);
                    }
                    item = self.next[item as usize];
                }
            }
        }
        for item in lacking {
            // It may have been moved to another one since, which is hidden, too.
            if self.hidden[self.witness[item] as usize] == trial && !self.move_witness(item) {
                return true;
            }
        }
        let mut looks = 0;
        let needs_more = |item: &ItemId| {
            let lower = self.bounds[item.index()].lower as usize;
            let list = self.lists[item.index()].iter().inspect(|_| looks += 1);
            let left = list.filter(|&&(other, _)| self.is_left(other));
            left.take(lower).count() < lower
        };
        let is_hopeless = self.many.iter().any(needs_more);
        self.work += LOOK * looks;
        is_hopeless
    }

    /// Whether an option is there, and not hidden in this trial.
    fn is_left(&self, option: u32) -> bool {
        self.is_alive[option as usize] && self.hidden[option as usize] != self.trials
    }

    /// Finds an item another witness; false if there is none.
    fn move_witness(&mut self, item: usize) -> bool {
        let mut list = self.lists[item].iter();
        let Some(&(found, _)) = list.find(|&&(other, _)| self.is_left(other)) else {
            return false;
        };
        let next = self.next[item];
        let before = &mut self.first[self.witness[item] as usize];
        if *before as usize == item {
            *before = next;
        } else {
            let mut place = *before as usize;
            while self.next[place] as usize != item {
                place = self.next[place] as usize;
            }
            self.next[place] = next;
        }
        self.watch(item, found);
        true
    }

    /// Removes an option, without which some item may have too few.
    fn remove(&mut self, option: usize) {
        self.is_alive[option] = false;
        self.removed += 1;
        // Nothing is hidden now.
        self.trials += 1;
        while self.first[option] != NONE {
            let item = self.first[option] as usize;
            if !self.move_witness(item) {
                self.is_impossible = true;
                return;
            }
        }
        for (item, _) in self.problem.option(OptionId(option as u32)) {
            let lower = self.bounds[item.index()].lower as usize;
            let list = self.lists[item.index()].iter();
            let left = list.filter(|&&(other, _)| self.is_alive[other as usize]);
            self.is_impossible |= lower > 1 && left.take(lower).count() < lower;
        }
    }

    /// Takes removed options off the lists.
    fn shorten(&mut self) {
        let is_alive = &self.is_alive;
        for list in &mut self.lists {
            list.retain(|&(option, _)| is_alive[option as usize]);
        }
    }

    /// The primary items that need not be primary: they occur at most once, and are met by
    /// themselves or whenever another one is, which stays primary.
    fn unneeded(&mut self) -> Vec<ItemId> {
        self.shorten();
        let problem = self.problem;
        let primary = |item: ItemId| item.index() < problem.primary_count();
        // How many primary items each option has: one has to stay.
        let mut primaries: Vec<u32> = (problem.option_ids())
            .map(|option| {
                problem
                    .option(option)
                    .filter(|node| primary(node.0))
                    .count() as u32
            })
            .collect();
        let mut implied = vec![false; problem.primary_count()];
        for item in problem.item_ids().take(problem.primary_count()) {
            if self.bounds[item.index()].lower > 0 {
                self.imply(item, &mut implied);
            }
        }
        let mut unneeded = Vec::new();
        for item in problem.item_ids().take(problem.primary_count()) {
            let bounds = self.bounds[item.index()];
            let list = &self.lists[item.index()];
            let may_be = bounds.upper == 1 && (bounds.lower == 0 || implied[item.index()]);
            let can_be = list
                .iter()
                .all(|&(option, _)| primaries[option as usize] > 1);
            if may_be && can_be && unneeded.len() + 1 < problem.primary_count() {
                for &(option, _) in list {
                    primaries[option as usize] -= 1;
                }
                unneeded.push(item);
            }
        }
        unneeded
    }

    /// Marks the items that follow from this one: they are in all of its options, and
    /// have more, or stand after it.
    fn imply(&self, item: ItemId, implied: &mut [bool]) {
        let list = &self.lists[item.index()];
        let Some(&(least, _)) = list
            .iter()
            .min_by_key(|&&(option, _)| self.problem.nodes_of(OptionId(option)).len())
        else {
            return;
        };
        for (other, _) in self.problem.option(OptionId(least)) {
            if other == item || other.index() >= implied.len() || implied[other.index()] {
                continue;
            }
            let others = &self.lists[other.index()];
            let is_weaker = (others.len(), other) > (list.len(), item);
            // Both lists are in order.
            let mut rest = others.iter();
            implied[other.index()] = is_weaker
                && list
                    .iter()
                    .all(|&(option, _)| rest.any(|&(found, _)| found == option));
        }
    }
}
