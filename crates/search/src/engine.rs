//! A search by whichever engine is best.

use super::bits::{Bits, Code, Tuning};
use super::counters::Counters;
use super::gb_flip::GbFlip;
use super::links::Links;
use super::memo::{Memo, Store};
use super::observer::{Observer, Observing};
use super::path::{Path, Position};
use super::state::{Outcome, State, common};
use super::variant::Variant;
use super::watch::{Pausing, Watch};
use dlx3_format::Problem;
use std::sync::Arc;

/// The most stack that a search takes, in bytes, unless [`Search::with_stack`] says otherwise: half
/// of a thread's default.
pub const STACK: usize = 1 << 20;

/// Which engine to use. All walk the same tree, with the same solutions and counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// Bitmaps for what is small enough, lists for the rest.
    #[default]
    Auto,
    /// Lists only: DLX3 as in its text.
    Links,
}

/// A search, which stands at some node of its tree.
///
/// ```
/// use dlx3::search::{Engine, Outcome, Search};
///
/// let problem: dlx3::Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
/// let mut search = Search::new(&problem, Engine::Auto);
/// assert_eq!(search.run(&mut ()), Outcome::Exhausted);
/// assert_eq!(search.counters().solutions, 2);
/// # Ok::<(), dlx3::Fault>(())
/// ```
pub struct Search<'p> {
    /// Shows the node where the search stands whenever it is not running.
    pub(crate) links: Links<'p>,
    pub(super) bits: Option<Bits<'p>>,
    /// The code and the tuning of `bits`; `None` for lists alone.
    code: Option<Code>,
    tuning: Option<Tuning>,
    memo: Option<Arc<Store>>,
    /// The most stack that bitmaps may take, in bytes.
    stack: usize,
    /// The path of the last position to which the search went.
    last: Vec<u32>,
}

impl<'p> Search<'p> {
    /// A search at the root of its tree.
    pub fn new(problem: &'p Problem, engine: Engine) -> Self {
        match engine {
            Engine::Auto => Self::tuned(problem, Tuning::default()),
            Engine::Links => Self::above(Links::new(problem), None, None),
        }
    }

    /// A search by bitmaps with this tuning.
    pub fn tuned(problem: &'p Problem, tuning: Tuning) -> Self {
        Self::above(Links::new(problem), Some(Code::DLX3), Some(tuning))
    }

    /// A search above these lists, by bitmaps with this code, which is that of the program that the
    /// lists search as, and with this tuning; or by lists alone. With it, a program is linked only
    /// with the code that it may need; with [`Self::as_in`], it is linked with all code.
    #[doc(hidden)]
    pub fn above(links: Links<'p>, code: Option<Code>, tuning: Option<Tuning>) -> Self {
        let mut search = Search {
            links,
            bits: None,
            code,
            tuning,
            memo: None,
            stack: STACK,
            last: Vec::new(),
        };
        search.bits = search.new_bits();
        search
    }

    /// The engine by bitmaps, if there is one for this search.
    fn new_bits(&self) -> Option<Bits<'p>> {
        let (links, code, tuning) = (&self.links, self.code?, self.tuning?);
        let (problem, stack) = (links.problem, self.stack);
        match links.is_orderly() {
            _ if links.variant.prefers_sharp => None,
            true => Some(Bits::new(problem, tuning, stack, code)),
            false if code.pays_as_dlx2() => None,
            false => Bits::beat_lists_with_orders(problem, &tuning)
                .then(|| Bits::with_orders(problem, tuning, stack, code)),
        }
    }

    /// This search on a thread that has this many bytes of stack left, instead of one megabyte.
    /// Bitmaps need about 1 KB for each level that the tree may have, and up to 9 KB with 4,096
    /// colored options. Deeper problems are left to lists, which are slower and use no memo.
    pub fn with_stack(mut self, bytes: usize) -> Self {
        if let Some(bits) = &mut self.bits {
            bits.stack = bytes;
        }
        self.stack = bytes;
        self
    }

    /// This search with a memo, which it uses and fills. Several searches may share a memo, at the
    /// same time or one after the other.
    ///
    /// # Panics
    /// If it is the memo of another problem, whose counts would be wrong here.
    pub fn with_memo(self, memo: &Memo<'_>) -> Self {
        let is_ours = memo.is_of(self.links.problem);
        assert!(is_ours, "a memo serves the problem that it was made for");
        self.with_store(Arc::clone(&memo.store))
    }

    fn with_store(mut self, store: Arc<Store>) -> Self {
        if let Some(bits) = &mut self.bits {
            bits.use_memo(Arc::clone(&store));
        }
        self.memo = Some(store);
        self
    }

    /// This search as one of Knuth's programs does it. It uses lists alone if names that begin with
    /// `#` are preferred, if DLX1 or DLX2 make random choices, and on WebAssembly, where code must
    /// be small.
    ///
    /// ```
    /// use dlx3::search::{Engine, Search, Variant};
    /// use dlx3::{Original, Problem};
    ///
    /// let problem: Problem = "A B C\nA\nB C\nA B\nC\n".parse()?;
    /// let mut search = Search::new(&problem, Engine::Auto).as_in(Variant::of(Original::Dlx2));
    /// search.run(&mut ());
    /// assert_eq!(search.counters().mems, 169);
    /// # Ok::<(), dlx3::Fault>(())
    /// ```
    ///
    /// # Panics
    /// If the program does not accept the problem (see [`Variant::accepts`]), or the search has
    /// begun.
    pub fn as_in(mut self, variant: Variant) -> Self {
        self.links = self.links.as_in(variant);
        if variant == Variant::default() {
            return self;
        }
        self.code = Code::of(variant);
        self.bits = self.new_bits();
        if let (Some(bits), Some(memo)) = (&mut self.bits, &self.memo) {
            bits.use_memo(Arc::clone(memo));
        }
        self
    }

    /// The problem that it searches.
    #[doc(hidden)]
    pub fn problem(&self) -> &'p Problem {
        self.links.problem
    }

    /// Its lists, which show the node where it stands. Whoever moves them must restore the
    /// counters.
    pub fn lists(&mut self) -> &mut Links<'p> {
        &mut self.links
    }

    /// The most stack that it takes, in bytes: see [`Self::with_stack`].
    pub(crate) fn stack(&self) -> usize {
        self.stack
    }

    /// Makes more searches like this one, each at the root of its tree.
    pub(crate) fn maker(&self) -> impl Fn() -> Search<'p> + Sync + use<'p> {
        let (problem, variant) = (self.links.problem, self.links.variant);
        let (code, tuning) = (self.code, self.tuning);
        let (memo, stack) = (self.memo.clone(), self.stack);
        move || {
            let links = Links::new(problem).as_in(variant);
            let search = Search::above(links, code, tuning).with_stack(stack);
            match &memo {
                Some(memo) => search.with_store(Arc::clone(memo)),
                None => search,
            }
        }
    }

    /// A search that breaks ties at random: see [`Links::shuffled`]. It uses no memo and one
    /// thread.
    ///
    /// # Panics
    /// As [`Links::shuffled`] does.
    pub fn shuffled(problem: &'p Problem, skipped: &[u32], flip: GbFlip) -> Self {
        Self::shuffled_by(Some(Tuning::default()), problem, skipped, flip)
    }

    /// A search with random choices, by bitmaps with this tuning, or by lists alone without one.
    pub fn shuffled_by(
        tuning: Option<Tuning>,
        problem: &'p Problem,
        skipped: &[u32],
        flip: GbFlip,
    ) -> Self {
        Self::above(
            Links::shuffled(problem, skipped, flip),
            Some(Code::DLX3),
            tuning,
        )
    }

    /// Goes to a position, to walk from there to an end: see [`Links::go_to`] and
    /// [`Links::end_after`]. If lists find that the tree has no such node, this returns false, and
    /// the search is at the root.
    ///
    /// As the last part was often near, lists go there from where they stand. Bitmaps begin in a
    /// [kept sub-problem](Bits::begin_part), or at the last node above both this position and the
    /// previous one. They need not begin above the parent of the end, whose subtree contains the
    /// whole part.
    pub fn go_to(&mut self, at: &Position, end: &Path) -> bool {
        let path = at.path.branches();
        let near = common(&self.last, path).max(end.level().saturating_sub(1));
        self.last.clear();
        self.last.extend_from_slice(path);
        let first = self
            .bits
            .as_mut()
            .and_then(|bits| bits.begin_part(path, near))
            .unwrap_or(path.len());
        let start = first.min(self.links.common_level(path));
        self.links.set_end(&Path::default());
        self.links.go_up_to(start);
        for (level, &number) in path.iter().enumerate().skip(start) {
            if level >= first
                && let Some(bits) = &mut self.bits
                && bits.begin_above(&self.links, &path[level..], at.side)
            {
                self.links.arrive_above(at);
                self.links.set_end(end);
                return true;
            }
            if !self.links.take_branch(number) {
                self.links.arrive(None);
                return false;
            }
        }
        self.links.arrive(Some(at));
        self.links.set_end(end);
        true
    }

    /// Walks the search tree until it is exhausted or the observer asks for a break. When called
    /// again, it continues.
    ///
    /// # Panics
    /// If the observer has panicked in an earlier run.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let mut observing = Observing::new(observer, &self.links.counters);
        self.walk(&mut observing)
    }

    /// Walks the tree and calls a watch.
    ///
    /// # Panics
    /// If it [is lost](Links::lose).
    pub fn walk<W: Watch>(&mut self, watch: &mut W) -> Outcome {
        match &mut self.bits {
            Some(bits) => self.links.walk_above(bits, watch),
            None => self.links.walk(watch),
        }
    }

    /// Walks to the next solution, if there is one.
    ///
    /// Lists continue at once from where they stand; bitmaps first have to go there from the root
    /// of their sub-problem. So lists walk the first `near` mems, and bitmaps the rest. That takes
    /// little longer than the faster of the two alone.
    ///
    /// The search must not have [gone elsewhere](Self::go_to) since it last walked, as lists would
    /// then not stand where bitmaps begin.
    pub(super) fn walk_to_solution(&mut self, near: u64) -> Outcome {
        let next = self.links.counters.solutions.plus(&1.into());
        if let Some(bits) = &self.bits {
            let most = match bits.begins_at_root() {
                true => near,
                // Bitmaps have to be encoded each time.
                false => near + 4 * self.links.problem.node_count() as u64,
            };
            let mems = self.links.counters.mems.walked() + most;
            let nobody = &mut ();
            let pause = Pausing::at_walked_mems(nobody, mems);
            let mut pause = pause.or_at_solution(next.clone());
            if self.links.walk(&mut pause) == Outcome::Exhausted {
                return Outcome::Exhausted;
            }
            if self.links.counters.solutions == next {
                return Outcome::Paused;
            }
            let at = Position::inside(&self.links);
            let counters = self.links.counters.clone();
            let found = self.go_to(&at, &Path::default());
            debug_assert!(found, "{at:?} is in the tree");
            self.links.counters = counters;
        }
        self.walk(&mut Pausing::at_mems(&mut (), None).or_at_solution(next))
    }

    /// The counters so far.
    pub fn counters(&self) -> &Counters {
        &self.links.counters
    }

    /// Where the search stands between runs.
    pub fn state(&self) -> &dyn State {
        &self.links
    }
}

impl Links<'_> {
    /// Walks the search tree until it is exhausted, the end set by [`Self::end_after`] is reached,
    /// or the observer asks for a break. When called again, it continues.
    ///
    /// # Panics
    /// If the observer has panicked in an earlier run.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let mut observing = Observing::new(observer, &self.counters);
        self.walk(&mut observing)
    }
}
