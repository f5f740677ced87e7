//! A cache of the sub-problems in which parts of a walk have begun. A worker's next part is often
//! near, and can begin in the same sub-problem, which takes less time than encoding a new one.

use super::key::Mode;
use super::sub::Sub;
use crate::links::Links;
use crate::path::Path;
use crate::state::State;

/// The size of the cache; each sub-problem takes memory.
const MOST: usize = 3;

/// The first value of [`KeptSubs::close`].
const CLOSE: usize = 4;

/// A sub-problem, its size, and the node where it was encoded.
struct Kept {
    sub: Box<Sub>,
    size: usize,
    node: Path,
}

impl Kept {
    /// Whether its node is the one where `links` is, or above it.
    fn is_above(&self, links: &Links<'_>) -> bool {
        let mut levels = (0..).zip(self.node.branches());
        self.node.level() <= links.level()
            && levels.all(|(level, &number)| links.branch(level).number == number)
    }
}

/// The sub-problems that are kept; a stack.
pub struct KeptSubs {
    /// Each one's node is below that of its predecessor.
    list: Vec<Kept>,
    /// A part begins in the last sub-problem above it if that is fewer than this many levels above.
    /// Otherwise a new one is encoded, which is small if much is ruled out on the way, and saves
    /// the long way down.
    pub close: usize,
}

impl Default for KeptSubs {
    fn default() -> Self {
        KeptSubs {
            list: Vec::new(),
            close: CLOSE,
        }
    }
}

impl KeptSubs {
    /// The level of the deepest node on this path that has a kept sub-problem.
    pub fn level(&self, path: &[u32]) -> Option<usize> {
        let nodes = self.list.iter().map(|kept| kept.node.branches());
        let on_path = nodes.take_while(|node| path.starts_with(node));
        on_path.last().map(<[u32]>::len)
    }

    /// Whether the node of `links` has a kept sub-problem; call it after
    /// [`take_left`](Self::take_left) has returned `None`.
    pub fn has(&self, links: &Links<'_>) -> bool {
        let last = self.list.last();
        last.is_some_and(|kept| kept.node.level() == links.level())
    }

    /// Takes out the sub-problem of the node of `links`, if there is one, and its size.
    pub fn take(&mut self, links: &Links<'_>) -> Option<(Box<Sub>, usize)> {
        let level = links.level();
        let kept = self.list.pop_if(|kept| kept.node.level() == level)?;
        Some((kept.sub, kept.size))
    }

    /// Takes out a sub-problem whose node is neither that of `links` nor above it.
    pub fn take_left(&mut self, links: &Links<'_>) -> Option<Box<Sub>> {
        let kept = self.list.pop_if(|kept| !kept.is_above(links))?;
        Some(kept.sub)
    }

    /// Keeps the sub-problem of the node of `links`. Returns one that is not kept, if any.
    pub fn keep(&mut self, sub: Box<Sub>, size: usize, links: &Links<'_>) -> Option<Box<Sub>> {
        // A new one, without the items that are used up by then, is faster at each node.
        if sub.mode == Mode::Bounds && !sub.wide.is_on {
            return Some(sub);
        }
        let node = Path::of(links);
        if let Some(above) = self.list.last()
            && 2 * sub.nodes.len() > above.sub.nodes.len()
        {
            // Not much was ruled out: next time, go down twice as far.
            let levels = node.level() - above.node.level();
            self.close = self.close.max(2 * levels);
        }
        let is_full = self.list.len() == MOST;
        let replaced = self.list.pop_if(|_| is_full);
        self.list.push(Kept { sub, size, node });
        replaced.map(|kept| kept.sub)
    }

    /// All that are kept.
    pub fn subs(&mut self) -> impl Iterator<Item = &mut Sub> {
        self.list.iter_mut().map(|kept| &mut *kept.sub)
    }
}
