//! What a run counts.

use super::Count;

/// The counters of a search, as DLX3 defines them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Solutions found.
    pub solutions: Count,
    /// Memory accesses of the search, in 64-bit words.
    pub mems: Count,
    /// Those of `mems` that were spent in choosing items.
    pub choice_mems: Count,
    /// Removals of an option from an item list.
    pub updates: Count,
    /// Removals of a satisfied color constraint from an option.
    pub cleansings: Count,
    /// Nodes of the search tree.
    pub nodes: Count,
    /// Nodes of the search tree on each level; its length is one more than the
    /// maximum level. Where parts were known to a [`Memo`](super::Memo) that has no
    /// profiles, their nodes are missing here: see [`Self::has_profile`].
    pub profile: Vec<Count>,
}

impl Counters {
    /// The maximum level so far reached.
    pub fn max_level(&self) -> usize {
        self.profile.len().saturating_sub(1)
    }

    /// Whether the profile has all nodes.
    pub fn has_profile(&self) -> bool {
        let mut nodes = Count::ZERO;
        self.profile.iter().for_each(|on_level| nodes += on_level);
        nodes == self.nodes
    }

    /// Counts a node on `level`.
    #[inline]
    pub(super) fn node(&mut self, level: usize) {
        self.nodes_at(level, 1);
    }

    /// Counts some nodes on `level`.
    #[inline]
    pub(super) fn nodes_at(&mut self, level: usize, count: u64) {
        self.nodes.walk(count);
        match self.profile.get_mut(level) {
            Some(nodes) => nodes.walk(count),
            None => self.profile.push(count.into()),
        }
    }

    /// Adds what was counted in another part of the tree.
    pub(super) fn add(&mut self, part: &Counters) {
        self.add_counts(part);
        if self.profile.len() < part.profile.len() {
            self.profile.resize(part.profile.len(), Count::ZERO);
        }
        for (nodes, more) in self.profile.iter_mut().zip(&part.profile) {
            *nodes += more;
        }
    }

    /// Adds all but the profile.
    fn add_counts(&mut self, part: &Counters) {
        self.solutions += &part.solutions;
        self.mems += &part.mems;
        self.choice_mems += &part.choice_mems;
        self.updates += &part.updates;
        self.cleansings += &part.cleansings;
        self.nodes += &part.nodes;
    }

    /// All but the profile.
    #[inline]
    pub(super) fn without_profile(&self) -> Counters {
        Counters {
            solutions: self.solutions.clone(),
            mems: self.mems.clone(),
            choice_mems: self.choice_mems.clone(),
            updates: self.updates.clone(),
            cleansings: self.cleansings.clone(),
            nodes: self.nodes.clone(),
            profile: Vec::new(),
        }
    }

    /// What was counted below a node on `level` since an earlier moment at that node, as
    /// something known. Its profile begins on the next level.
    pub(super) fn known_since(&self, earlier: &Counters, level: usize, profile: bool) -> Counters {
        let levels = match profile {
            true => &self.profile[level + 1..],
            false => &[],
        };
        let before = earlier
            .profile
            .iter()
            .skip(level + 1)
            .chain(std::iter::repeat(&Count::ZERO));
        let since = |now: &Count, before: &Count| (now - before).all_known();
        Counters {
            solutions: since(&self.solutions, &earlier.solutions),
            mems: since(&self.mems, &earlier.mems),
            choice_mems: since(&self.choice_mems, &earlier.choice_mems),
            updates: since(&self.updates, &earlier.updates),
            cleansings: since(&self.cleansings, &earlier.cleansings),
            nodes: since(&self.nodes, &earlier.nodes),
            profile: levels
                .iter()
                .zip(before)
                .map(|(now, before)| since(now, before))
                .collect(),
        }
    }

    /// Adds what is known of the part below a node on `level`, which has so many
    /// levels more.
    pub(super) fn pass_by(&mut self, known: &Counters, level: usize, height: usize) {
        self.add_counts(known);
        let levels = level + 1 + height;
        if self.profile.len() < levels {
            self.profile.resize(levels, Count::ZERO);
        }
        for (nodes, more) in self.profile[level + 1..].iter_mut().zip(&known.profile) {
            *nodes += more;
        }
    }

    /// What was counted since an earlier moment of the same search.
    pub(super) fn since(&self, earlier: &Counters) -> Counters {
        let mut profile = self.profile.clone();
        for (nodes, less) in profile.iter_mut().zip(&earlier.profile) {
            *nodes = &*nodes - less;
        }
        Counters {
            solutions: &self.solutions - &earlier.solutions,
            mems: &self.mems - &earlier.mems,
            choice_mems: &self.choice_mems - &earlier.choice_mems,
            updates: &self.updates - &earlier.updates,
            cleansings: &self.cleansings - &earlier.cleansings,
            nodes: &self.nodes - &earlier.nodes,
            profile,
        }
    }
}
