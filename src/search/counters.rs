//! What a run counts.

/// The counters of a search, as DLX3 defines them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Solutions found.
    pub solutions: u64,
    /// Memory accesses of the search, in 64-bit words.
    pub mems: u64,
    /// Those of `mems` that were spent in choosing items.
    pub choice_mems: u64,
    /// Removals of an option from an item list.
    pub updates: u64,
    /// Removals of a satisfied color constraint from an option.
    pub cleansings: u64,
    /// Nodes of the search tree.
    pub nodes: u64,
    /// Nodes of the search tree on each level; its length is one more than the
    /// maximum level.
    pub profile: Vec<u64>,
}

impl Counters {
    /// The maximum level so far reached.
    pub fn max_level(&self) -> usize {
        self.profile.len().saturating_sub(1)
    }

    /// Counts a node on `level`.
    #[inline]
    pub(super) fn node(&mut self, level: usize) {
        self.nodes_at(level, 1);
    }

    /// Counts some nodes on `level`.
    #[inline]
    pub(super) fn nodes_at(&mut self, level: usize, count: u64) {
        self.nodes += count;
        match self.profile.get_mut(level) {
            Some(nodes) => *nodes += count,
            None => self.profile.push(count),
        }
    }

    /// Adds what was counted in another part of the tree.
    pub(super) fn add(&mut self, part: &Counters) {
        self.solutions += part.solutions;
        self.mems += part.mems;
        self.choice_mems += part.choice_mems;
        self.updates += part.updates;
        self.cleansings += part.cleansings;
        self.nodes += part.nodes;
        if self.profile.len() < part.profile.len() {
            self.profile.resize(part.profile.len(), 0);
        }
        for (nodes, more) in self.profile.iter_mut().zip(&part.profile) {
            *nodes += more;
        }
    }

    /// What was counted since an earlier moment of the same search.
    pub(super) fn since(&self, earlier: &Counters) -> Counters {
        let mut profile = self.profile.clone();
        for (nodes, less) in profile.iter_mut().zip(&earlier.profile) {
            *nodes -= less;
        }
        Counters {
            solutions: self.solutions - earlier.solutions,
            mems: self.mems - earlier.mems,
            choice_mems: self.choice_mems - earlier.choice_mems,
            updates: self.updates - earlier.updates,
            cleansings: self.cleansings - earlier.cleansings,
            nodes: self.nodes - earlier.nodes,
            profile,
        }
    }
}
