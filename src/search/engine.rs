//! A search by whichever engine is best.

use super::bits::{Bits, Tuning};
use super::memo::Store;
use super::{GbFlip, Links, Memo, Outcome, Path, Position, Watch};
use crate::format::Problem;
use std::sync::Arc;

/// What a search takes of the stack at most, in bytes, if nobody says otherwise: half of
/// what a thread has by default.
pub const STACK: usize = 1 << 20;

/// Which engine to use.
#[derive(Clone, Debug, Default)]
pub enum Engine {
    /// Lists for what is large, bitmaps for what is small.
    #[default]
    Auto,
    /// Lists only: DLX3 as its text has it.
    Links,
    /// Bitmaps wherever they can be used.
    Bits(Tuning),
}

/// A search at some node of its tree, which `links` shows whenever it pauses.
pub struct Search<'p> {
    pub(super) links: Links<'p>,
    bits: Option<Bits<'p>>,
    engine: Engine,
    memo: Option<Arc<Store>>,
    /// What bitmaps may take of the stack.
    stack: usize,
    /// It has been left where no search can go on.
    is_spent: bool,
}

impl<'p> Search<'p> {
    /// A search at the root of its tree.
    pub fn new(problem: &'p Problem, engine: Engine) -> Self {
        Search {
            links: Links::new(problem),
            bits: match &engine {
                Engine::Auto => Some(Bits::new(problem, Tuning::default())),
                Engine::Links => None,
                Engine::Bits(tuning) => Some(Bits::new(problem, tuning.clone())),
            },
            engine,
            memo: None,
            stack: STACK,
            is_spent: false,
        }
    }

    /// The same search on a thread with so many bytes of stack left, instead of one
    /// megabyte. Bitmaps need about 1 KB for each level of the tree that they may
    /// have to go down to, and up to 9 KB where 4,096 options are left; deeper
    /// problems are left to lists, which are slower and know no memo.
    pub fn with_stack(mut self, bytes: usize) -> Self {
        if let Some(bits) = &mut self.bits {
            bits.use_stack(bytes);
        }
        self.stack = bytes;
        self
    }

    /// The same search, which uses and fills a memo. Several searches may share it, at
    /// the same time or one after the other.
    ///
    /// # Panics
    /// If it is the memo of another problem: what is known there is wrong here.
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

    /// The stack that it takes, see [`Self::with_stack`].
    pub(super) fn stack(&self) -> usize {
        self.stack
    }

    /// Makes more searches like this one, each at the root of its tree.
    pub(super) fn maker(&self) -> impl Fn() -> Search<'p> + Sync + use<'p> {
        let problem = self.links.problem;
        let (engine, memo, stack) = (self.engine.clone(), self.memo.clone(), self.stack);
        move || {
            let search = Search::new(problem, engine.clone()).with_stack(stack);
            match &memo {
                Some(memo) => search.with_store(Arc::clone(memo)),
                None => search,
            }
        }
    }

    /// A search that makes random choices: see [`Links::shuffled`]. Its lists have
    /// each their own order, which bitmaps cannot have.
    ///
    /// # Panics
    /// As there.
    pub fn shuffled(problem: &'p Problem, skipped: &[u32], flip: GbFlip) -> Self {
        Search {
            links: Links::shuffled(problem, skipped, flip),
            bits: None,
            engine: Engine::Links,
            memo: None,
            stack: 0,
            is_spent: false,
        }
    }

    /// Goes to a position, to walk from there to an end: see [`Links::go_to`] and
    /// [`Links::end_behind`]. Bitmaps begin at the root, where they need be made only
    /// once, or else at the parent of the end, below which all of it lies, or as near
    /// to it as they can. False, and then at the root, if lists find that the tree has
    /// no such node.
    pub(super) fn go_to(&mut self, at: &Position, end: &Path) -> bool {
        let path = at.path.branches();
        self.links.set_out();
        for (level, &number) in path.iter().enumerate() {
            if let Some(bits) = &mut self.bits
                && (level + 1 >= end.level() || level == 0 && bits.begins_at_root())
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

    /// Walks the search tree until it is exhausted or the watch asks for a break;
    /// called again, it goes on from there.
    ///
    /// # Panics
    /// If it has paused on several threads: see
    /// [`Parallel::run`](super::Parallel::run).
    pub fn run<W: Watch>(&mut self, watch: &mut W) -> Outcome {
        assert!(
            !self.is_spent,
            "a search that has paused on several threads cannot go on"
        );
        match &mut self.bits {
            Some(bits) => self.links.run_above(bits, watch),
            None => self.links.run(watch),
        }
    }

    #[cfg(test)]
    pub(super) fn bits(&self) -> Option<&Bits<'p>> {
        self.bits.as_ref()
    }

    /// Lets nobody run it any more.
    pub(super) fn spend(&mut self) {
        self.is_spent = true;
    }

    /// The search's state between runs.
    pub fn state(&self) -> &Links<'p> {
        &self.links
    }
}
