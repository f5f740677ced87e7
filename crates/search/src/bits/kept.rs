//! Sub-problems in which parts of a walk have begun. They are kept, because the next part of a
//! worker is often near, and can begin in the same one: that takes less time than to encode a new
//! one.

use super::key::Mode;
use super::sub::Sub;
use crate::links::Links;
use crate::path::Path;
use crate::state::State;

/// How many are kept: each takes memory.
const MOST: usize = 3;

/// The first value of [`KeptSubs::close`]. With 2, five problems of many options (planted covers,
/// hexominoes) gain as much from two threads, within 5%.
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

/// The sub-problems that are kept.
pub struct KeptSubs {
    /// The node of each is below that of the one before.
    list: Vec<Kept>,
    /// A part begins in the last one above it if it is fewer levels deeper than this. Otherwise a
    /// new one is encoded: if much is ruled out on the way, it is small, and to go down that way
    /// takes long.
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
    /// The level of the deepest node on this path that has one.
    pub fn level(&self, path: &[u32]) -> Option<usize> {
        let nodes = self.list.iter().map(|kept| kept.node.branches());
        let on_path = nodes.take_while(|node| path.starts_with(node));
        on_path.last().map(<[u32]>::len)
    }

    /// Whether the node where `links` is has one, if those that it has [left](Self::take_left)
    /// have been taken.
    pub fn has(&self, links: &Links<'_>) -> bool {
        let last = self.list.last();
        last.is_some_and(|kept| kept.node.level() == links.level())
    }

    /// Takes out that of the node where `links` is, if it has one, with its size.
    pub fn take(&mut self, links: &Links<'_>) -> Option<(Box<Sub>, usize)> {
        let level = links.level();
        let kept = self.list.pop_if(|kept| kept.node.level() == level)?;
        Some((kept.sub, kept.size))
    }

    /// Takes out one whose node is not above the one where `links` is.
    pub fn take_left(&mut self, links: &Links<'_>) -> Option<Box<Sub>> {
        let kept = self.list.pop_if(|kept| !kept.is_above(links))?;
        Some(kept.sub)
    }

    /// Keeps that of the node where `links` is. Returns one that is no longer kept.
    pub fn keep(&mut self, sub: Box<Sub>, size: usize, links: &Links<'_>) -> Option<Box<Sub>> {
        // Once bounds are used up, a new one takes less time at each node.
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

    /// All of them.
    pub fn subs(&mut self) -> impl Iterator<Item = &mut Sub> {
        self.list.iter_mut().map(|kept| &mut *kept.sub)
    }
}
