//! The counters of a run. The six counters are listed here, once: the code that adds and subtracts
//! them, and the lines of journals, are made from the list. JSON and audits name them one by one.
//! `nodes` must stay last, as the memo relies on it.

use dlx3_base::count::Count;

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of a search, as DLX3 defines them.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
                pub struct Counters {
            $($(#[$doc])* pub $name: Count,)*
            /// The part of `mems` that was spent on the lengths of secondary items, which nobody
            /// reads. Only DLX2 tells it apart; otherwise it is 0.
            pub length_mems: Count,
            /// The nodes of the search tree on each level; its length is the maximum level + 1. If
            /// a [`Memo`](super::Memo) without profiles was used, the nodes of subtrees that it
            /// knew are missing: see [`Self::has_profile`].
            pub profile: Vec<Count>,
        }

        /// The number of counters, without the profile.
        pub(super) const COUNTERS: usize = [$(stringify!($name)),*].len();

        impl Counters {
            /// The names of the counters, in their order.
            #[cfg(feature = "serde")]
            pub(crate) const NAMES: [&'static str; COUNTERS] = [$(stringify!($name)),*];

            /// The counters, in their order, without the profile.
            #[inline]
            pub fn counts(&self) -> [&Count; COUNTERS] {
                [$(&self.$name),*]
            }

            /// Counters with these values, in their order; no mems are spent on lengths.
            #[inline]
            pub fn from_counts(counts: [Count; COUNTERS], profile: Vec<Count>) -> Self {
                let [$($name),*] = counts;
                Counters { $($name,)* length_mems: Count::ZERO, profile }
            }

            /// The counters of a walk that has counted only solutions.
            pub fn with_solutions(solutions: Count) -> Self {
                Counters { solutions, ..Counters::default() }
            }

            /// Adds all but the profile.
            #[inline]
            fn add_counts(&mut self, part: &Counters) {
                $(self.$name += &part.$name;)*
                self.length_mems += &part.length_mems;
            }

            /// The counters combined one by one with other ones.
            #[inline]
            fn with_counts_of(
                &self,
                other: &Counters,
                combine: impl Fn(&Count, &Count) -> Count,
                profile: Vec<Count>,
            ) -> Counters {
                Counters {
                    $($name: combine(&self.$name, &other.$name),)*
                    length_mems: combine(&self.length_mems, &other.length_mems),
                    profile,
                }
            }
        }
    };
}

counters! {
    /// Solutions found.
    solutions,
    /// Memory accesses of the search, in 64-bit words.
    mems,
    /// The part of `mems` spent on choosing items.
    choice_mems,
    /// Removals of an option from an item's list.
    updates,
    /// Removals of a satisfied color constraint from an option.
    cleansings,
    /// Nodes of the search tree.
    nodes,
}

impl Counters {
    /// The maximum level reached so far.
    pub fn max_level(&self) -> usize {
        self.profile.len().saturating_sub(1)
    }

    /// Whether the profile includes all nodes.
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

    /// Counts nodes on the levels below a node on `level`, up to the first level without any;
    /// returns the number of levels.
    #[inline]
    pub(super) fn nodes_below(&mut self, level: usize, nodes: impl Iterator<Item = u64>) -> usize {
        let mut height = 0;
        for nodes in nodes.take_while(|&nodes| nodes > 0) {
            height += 1;
            self.nodes_at(level + height, nodes);
        }
        height
    }

    /// Adds the counters of another part of the tree.
    pub fn add(&mut self, part: &Counters) {
        self.add_counts(part);
        if self.profile.len() < part.profile.len() {
            self.profile.resize(part.profile.len(), Count::ZERO);
        }
        for (nodes, more) in self.profile.iter_mut().zip(&part.profile) {
            *nodes += more;
        }
    }

    /// All but the profile.
    #[inline]
    pub(crate) fn without_profile(&self) -> Counters {
        Counters {
            length_mems: self.length_mems.clone(),
            ..Counters::from_counts(self.counts().map(Count::clone), Vec::new())
        }
    }

    /// The known counts of the subtree of a node on `level`: what was counted since `earlier`, a
    /// moment at that node. Their profile begins on the next level.
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
        let profile = levels.iter().zip(before);
        let profile = profile.map(|(now, before)| since(now, before)).collect();
        self.with_counts_of(earlier, since, profile)
    }

    /// Adds the known counts of the subtree of a node on `level`, which has `height` levels.
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
    pub(crate) fn since(&self, earlier: &Counters) -> Counters {
        let mut profile = self.profile.clone();
        for (nodes, less) in profile.iter_mut().zip(&earlier.profile) {
            *nodes = &*nodes - less;
        }
        self.with_counts_of(earlier, |now, earlier| now - earlier, profile)
    }
}
