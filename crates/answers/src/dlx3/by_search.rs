//! A search of DLX3's tree in slices. Its work is estimated from its nodes and mems.

use super::spread::Spread;
use super::{Dlx3, One, See};
use crate::race::outlook::Estimates;
use crate::race::way::{Pace, Way};
use crate::{Effort, Status};
use dlx3_format::{Bounds, OptionId, Problem};
use dlx3_search::parallel::{BreakAt, Parallel, ParallelWatch, Render};
use dlx3_search::{Count, Counters, Memo, Outcome, Search, State, Watch};
use num_bigint::BigUint;
use std::ops::ControlFlow;

/// The time of a node on bitmaps, in nanoseconds: [`NODE`] without bounds and colors, [`RICH_NODE`]
/// with them; one more for every [`ITEMS`] items (of a plain problem, only beyond [`FEW_ITEMS`]),
/// and one for every [`MEMS`] mems. On lists, a mem takes one. For most problems measured, this is
/// right within a factor of two.
const NODE: u64 = 10;
const RICH_NODE: u64 = 20;
const MEMS: u64 = 64;
const ITEMS: u64 = 5;
const FEW_ITEMS: u64 = 256;

/// The time to look up a state in the memo and to store a new one. It is not charged if one
/// solution is enough: the memo seldom helps then.
const LOOK_UP: u64 = 400;

/// The mems of a node count at most one nanosecond for every two words of the rows of all items:
/// DLX3 pays more for longer lists, but bitmaps do not work more.
const WORDS: u64 = 2;

/// The time of a node of a problem, without its mems.
fn node_cost(problem: &Problem) -> u64 {
    let items = problem.item_count() as u64;
    match is_plain(problem) {
        true => NODE + items.saturating_sub(FEW_ITEMS) / ITEMS,
        false => RICH_NODE + items / ITEMS,
    }
}

/// The most that the mems of a node may count.
fn most_besides(problem: &Problem) -> u64 {
    let words = problem.option_count().div_ceil(64);
    (problem.item_count() * words) as u64 / WORDS
}

/// The estimate is extrapolated with an exponent of at least this.
const FALL: f64 = -4.0;

/// Other threads join once this much has been spent, in nanoseconds.
const SPREADS_AT: u64 = 100_000_000;

/// Whether the problem has neither bounds nor colors.
fn is_plain(problem: &Problem) -> bool {
    let is_simple = |item| {
        problem
            .bounds(item)
            .is_none_or(|bounds| bounds == Bounds::ONE)
    };
    let mut nodes = problem
        .option_ids()
        .flat_map(|option| problem.option(option));
    problem.item_ids().all(is_simple) && nodes.all(|(_, color)| color.is_none())
}

/// A search of DLX3's tree that can be paused.
pub struct BySearch<'p> {
    search: Search<'p>,
    /// Is shown all solutions.
    see: Option<See<'p>>,
    threads: usize,
    /// Whether other threads may join: the next pause is the last one.
    may_spread: bool,
    seen: SeenOfSearch<'p>,
    is_over: bool,
}

/// The estimate and the result of the search.
struct SeenOfSearch<'p> {
    /// Whether the first solution is enough.
    is_greedy: bool,
    /// The time of a node.
    node: u64,
    /// The most that its mems may count.
    most: u64,
    memo: Option<Memo<'p>>,
    estimates: Estimates,
    /// The mems at which to look next.
    until: u64,
    /// The mems walked on lists, without those since `listed_from`.
    listed: u64,
    listed_from: Option<u64>,
    /// The share of the tree that was walked, if all branches of a node are equally large.
    done: f64,
    /// Whether the search shall continue.
    goes_on: bool,
    /// Other threads join once this much has been spent.
    spreads_at: u64,
    /// The search on several threads, once they have joined.
    spread: Option<Spread>,
    solution: Option<Vec<OptionId>>,
}

impl SeenOfSearch<'_> {
    /// The work of the search so far.
    fn spent(&self, counters: &Counters) -> u64 {
        if let Some(spread) = &self.spread {
            return spread.told;
        }
        let mems = counters.mems.walked();
        let now = self.listed_from.map_or(0, |from| mems.saturating_sub(from));
        let listed = self.listed + now;
        let nodes = counters.nodes.walked();
        let besides = (mems.saturating_sub(listed) / MEMS).min(nodes.saturating_mul(self.most));
        let looked_up = match &self.memo {
            Some(memo) if !self.is_greedy => memo.looked_up(),
            _ => 0,
        };
        self.node * nodes + listed + besides + looked_up * LOOK_UP
    }

    /// The estimated total work.
    fn estimate(&self, counters: &Counters) -> f64 {
        let spent = self.spent(counters) as f64;
        match &self.spread {
            Some(spread) => spread.estimate.max(spent),
            None => self.outlook(counters),
        }
    }

    /// The estimated total work on one thread. A memo knows more and more; if all solutions are
    /// wanted, an estimate that has fallen is extrapolated to fall further.
    fn outlook(&self, counters: &Counters) -> f64 {
        let spent = self.spent(counters);
        let promise = self.promise(spent);
        match self.is_greedy || self.memo.is_none() {
            true => promise,
            false => self.estimates.outlook(spent, promise, FALL..=0.0),
        }
    }

    /// The total work if the rest of the tree takes as long as the part that was walked.
    fn promise(&self, spent: u64) -> f64 {
        spent as f64 / self.done.max(1e-12)
    }

    /// Asks whether to continue, and sets the number of mems until the next question from the
    /// average time of a mem so far.
    fn ask(&mut self, counters: &Counters, pace: &mut Pace<'_>) -> ControlFlow<()> {
        if let Some(spread) = &mut self.spread {
            // In case no thread could be started.
            self.until = counters.mems.walked().saturating_add(Spread::ALONE);
            let went_on = spread.ask(counters, pace);
            self.goes_on = went_on.is_continue();
            return went_on;
        }
        let spent = self.spent(counters);
        let promise = self.promise(spent);
        self.estimates.note(spent, promise);
        let more = pace(spent, self.estimate(counters));
        self.goes_on = more.is_some();
        let Some(more) = more else {
            return ControlFlow::Break(());
        };
        let mems = counters.mems.walked();
        let each = (mems / spent.max(1)).clamp(1, MEMS);
        self.until = mems.saturating_add(more.saturating_mul(each));
        ControlFlow::Continue(())
    }
}

/// The watch of the search. It asks whether to continue.
struct Asking<'s, 'a, 'p> {
    seen: &'s mut SeenOfSearch<'p>,
    see: Option<&'s mut See<'p>>,
    pace: &'s mut Pace<'a>,
    /// The options and branches of the last solution.
    options: Vec<OptionId>,
    branches: Vec<u32>,
}

impl Watch for Asking<'_, '_, '_> {
    fn soft_alarm_at(&self) -> u64 {
        self.seen.until
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        let is_seen = self.seen.is_greedy || self.see.is_some();
        is_seen.then(|| found.plus(&1.into()))
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        let mut share = 1.0;
        self.seen.done = 0.0;
        for level in 0..state.level() {
            let branch = state.branch(level);
            share /= branch.score as f64;
            self.seen.done += share * f64::from(branch.number - 1);
        }
        self.seen.ask(state.counters(), self.pace)?;
        match self.seen.spent(state.counters()) >= self.seen.spreads_at {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn hands_over(&mut self, to_bitmaps: bool, mems: u64) {
        let seen = &mut *self.seen;
        match (to_bitmaps, seen.listed_from.take()) {
            (true, from) => seen.listed += mems.saturating_sub(from.unwrap_or(mems)),
            (false, _) => seen.listed_from = Some(mems),
        }
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.options.clear();
        self.branches.clear();
        state.append_path(&mut self.options, &mut self.branches);
        if let Some(see) = &mut self.see {
            see(&self.options);
            return ControlFlow::Continue(());
        }
        self.seen.solution = Some(std::mem::take(&mut self.options));
        ControlFlow::Break(())
    }
}

impl ParallelWatch for Asking<'_, '_, '_> {
    fn limits(&self) -> BreakAt {
        BreakAt {
            mems: None,
            solutions: self.seen.is_greedy.then(|| 1.into()),
        }
    }

    fn spacing(&self) -> u64 {
        0
    }

    fn renderer(&self) -> fn() -> Render {
        || Box::new(|_, _| {})
    }

    fn show(&mut self, _: &Count, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn merged(&mut self, counters: &Counters) -> ControlFlow<()> {
        self.seen.ask(counters, self.pace)
    }
}

impl<'p> BySearch<'p> {
    /// A search from the root. A greedy one ends at the first solution; `see` is shown all
    /// solutions.
    pub(super) fn new(
        problem: &'p Problem,
        means: Dlx3,
        is_greedy: bool,
        see: Option<See<'p>>,
    ) -> Self {
        let search = Search::tuned(problem, means.tuning).with_stack(means.stack);
        let has_memo = means.memo > 0 && means.tuning.memo;
        let memo = has_memo.then(|| Memo::new(problem, means.memo, false));
        let search = match &memo {
            None => search,
            Some(memo) => search.with_memo(memo),
        };
        BySearch {
            search,
            see,
            threads: means.threads,
            may_spread: false,
            seen: SeenOfSearch {
                is_greedy,
                goes_on: true,
                spreads_at: u64::MAX,
                spread: None,
                node: node_cost(problem),
                most: most_besides(problem),
                memo,
                estimates: Estimates::default(),
                until: 0,
                listed: 0,
                listed_from: Some(0),
                done: 0.0,
                solution: None,
            },
            is_over: false,
        }
    }

    /// Continues the search. Returns whether the tree is exhausted or an only solution found. The
    /// call lasts as long as the search may continue, since leaving it would lose the engine's
    /// state.
    fn go(&mut self, pace: &mut Pace<'_>) -> bool {
        let counters = self.search.state().counters();
        if self.seen.ask(counters, pace).is_break() {
            return false;
        }
        let spreads = self.may_spread && self.threads > 1;
        self.seen.spreads_at = if spreads { SPREADS_AT } else { u64::MAX };
        let mut asking = Asking {
            seen: &mut self.seen,
            see: self.see.as_mut(),
            pace,
            options: Vec::new(),
            branches: Vec::new(),
        };
        let mut outcome = self.search.walk(&mut asking);
        let counters = self.search.state().counters();
        if outcome == Outcome::Paused
            && asking.seen.solution.is_none()
            && asking.seen.goes_on
            && spreads
        {
            let spent = asking.seen.spent(counters);
            let estimate = asking.seen.estimate(counters);
            asking.seen.spread = Some(Spread::new(spent, estimate, counters));
            asking.seen.spreads_at = u64::MAX;
            let parallel = Parallel {
                threads: Some(self.threads),
                ..Parallel::default()
            };
            outcome = parallel.run(&mut self.search, &mut asking);
        }
        self.is_over = outcome == Outcome::Exhausted || self.seen.solution.is_some();
        self.is_over
    }
}

/// The result of a search.
pub(super) trait AtEnd {
    /// The result at the end.
    fn of(walked: &BySearch<'_>) -> Self;
    /// The result so far, if there is one.
    fn so_far(_: &BySearch<'_>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// The number of solutions.
impl AtEnd for BigUint {
    fn of(walked: &BySearch<'_>) -> Self {
        walked.search.state().counters().solutions.to_big()
    }

    fn so_far(walked: &BySearch<'_>) -> Option<Self> {
        Some(Self::of(walked))
    }
}

/// The first solution.
impl AtEnd for One {
    fn of(walked: &BySearch<'_>) -> Self {
        walked.seen.solution.clone()
    }
}

/// All solutions have been shown.
impl AtEnd for () {
    fn of(_: &BySearch<'_>) -> Self {}
}

impl<T: AtEnd> Way<T> for BySearch<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        let mut once = Some(more);
        self.run_at(&mut |_, _| once.take(), memory)
    }

    fn run_at(&mut self, pace: &mut Pace<'_>, _: usize) -> Status<T> {
        match self.go(pace) {
            true => Status::Done(T::of(self)),
            false => Status::Paused,
        }
    }

    fn spread(&mut self) {
        self.may_spread = true;
    }

    fn spent(&self) -> u64 {
        self.seen.spent(self.search.state().counters())
    }

    fn estimate(&self) -> f64 {
        match self.is_over {
            true => Way::<T>::spent(self) as f64,
            false => self.seen.estimate(self.search.state().counters()),
        }
    }

    fn effort(&self) -> Effort {
        let counters = self.search.state().counters();
        Effort {
            states: counters.nodes.walked(),
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        match self.seen.memo {
            None => "DLX3's tree".to_owned(),
            Some(_) => "DLX3's tree with a memo".to_owned(),
        }
    }

    fn so_far(&mut self) -> Option<T> {
        T::so_far(self)
    }
}
