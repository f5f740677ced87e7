//! What a run counts. The six counters are listed here, once: adding and subtracting them, and the
//! lines of journals, are made from the list. JSON and audits name them one by one. `nodes` stays
//! the last one: the memo asks for it.

use dlx3_base::count::Count;

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The counters of a search, as DLX3 defines them.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
                pub struct Counters {
            $($(#[$doc])* pub $name: Count,)*
            /// Those of `mems` that were spent on the lengths of secondary items, which nobody
            /// reads. Only DLX2 tells them apart; else they are 0.
            pub length_mems: Count,
            /// Nodes of the search tree on each level; its length is one more than the
            /// maximum level. If subtrees were known to a [`Memo`](super::Memo) that has
            /// no profiles, their nodes are missing here: see [`Self::has_profile`].
            pub profile: Vec<Count>,
        }

        /// How many counters there are beside the profile.
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

            /// The counters of these values, in their order. No mems are those of lengths.
            #[inline]
            pub fn from_counts(counts: [Count; COUNTERS], profile: Vec<Count>) -> Self {
                let [$($name),*] = counts;
                Counters { $($name,)* length_mems: Count::ZERO, profile }
            }

            /// Counters of a walk that has counted solutions only.
            pub fn with_solutions(solutions: Count) -> Self {
                Counters { solutions, ..Counters::default() }
            }

            /// Adds all but the profile.
            #[inline]
            fn add_counts(&mut self, part: &Counters) {
                $(self.$name += &part.$name;)*
                self.length_mems += &part.length_mems;
            }

            /// The counters one by one, combined with those of other counters.
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
    /// Those of `mems` that were spent in choosing items.
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

    /// Counts nodes on the levels below a node on `level`, up to the first one without any; how
    /// many levels there are.
    #[inline]
    pub(super) fn nodes_below(&mut self, level: usize, nodes: impl Iterator<Item = u64>) -> usize {
        let mut height = 0;
        for nodes in nodes.take_while(|&nodes| nodes > 0) {
            height += 1;
            self.nodes_at(level + height, nodes);
        }
        height
    }

    /// Adds what was counted in another part of the tree.
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
        let profile = levels.iter().zip(before);
        let profile = profile.map(|(now, before)| since(now, before)).collect();
        self.with_counts_of(earlier, since, profile)
    }

    /// Adds what is known of the subtree of a node on `level`, which has `height` levels.
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
