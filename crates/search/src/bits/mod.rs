//! Engine `bits`: walks the tree of `links` by bitmaps.
//!
//! ```text
//! live = the options that may still be chosen, a bit for each
//! an item's list is live AND row(item)
//! to choose an option:  the child's live = live AND NOT what the option rules out
//! to undo it:           back to the parent's live
//! ```
//!
//! Nothing is linked or unlinked; what DLX3 would have paid for it is computed ([`price`]).
//!
//! `links` walks the top of the tree. When what is left below a node is small enough, it is encoded
//! as a sub-problem ([`encode`], [`sub`]), which is compacted when it has become much smaller. If
//! lists would be faster, they continue. These decisions ([`decide`]) change the time of a search,
//! and nothing else.
//!
//! [`walk`] goes through a sub-problem node by node, and takes branches by [`branch`](mod@branch).
//! Small subtrees that the watch need not see are swept, many nodes at a time
//! ([`sweep`](mod@sweep)); with colors, they are encoded in few words ([`small`]). The subtree of a
//! state that is in the memo is added, not walked. [`kernels`] has the algorithms on vectors,
//! written once for all instruction sets. The end of this file compiles the walk for each of these.
//!
//! Invariant: whenever a watch is called, counters, path and active items are those that `links`
//! would show.

// Loops, not iterators: a closure that is not inlined is compiled without the caller's instruction
// set, and counts bits without popcnt.
#![allow(clippy::needless_range_loop)]

mod bitmap;
mod branch;
mod code;
mod decide;
mod encode;
mod kept;
mod kernels;
mod key;
mod number;
mod price;
mod small;
mod sub;
mod sweep;
mod tables;
mod tuning;
mod walk;
mod wide;

use super::counters::Counters;
use super::links::{Below, Links, Taken};
use super::memo::{Hash, Store};
use super::path::{Side, WalkEnd};
use super::prices::Prices;
use super::state::{Branch, State};
use super::watch::Watch;
use crate::gb_flip::GbFlip;
pub use crate::vector::Vectors;
#[cfg(all(target_arch = "x86_64", feature = "avx2"))]
use crate::vector::avx2::Avx2;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
use crate::vector::avx512::Avx512;
use crate::vector::portable::Portable;
use branch::{Branching, Included};
pub use code::Code;
use decide::compact::{Compacting, wide_rule};
pub use decide::lists::most_stack;
use decide::lists::{self, Balance, Left, Lengths, Room};
use decide::subtrees::{SiblingRule, SmallRule, TrialRule};
use dlx3_format::Problem;
use encode::Encoder;
use kept::KeptSubs;
use kernels::draw::Dice;
use key::{ModeType, Modes};
use number::{Bit, Place};
use small::search::SubtreeSums;
use small::{Request, Sizes, SmallSearch, Source};
use std::ops::ControlFlow;
use std::sync::Arc;
use sub::Sub;
use sweep::drawn::Drawing;
use sweep::{Root, Sweeping, sweep, sweep_eights, sweep_kept};
use tables::{TableWalk, Tables};
pub use tuning::Tuning;
use walk::dispatch;
use walk::isa::{Arrival, ChosenItem, Isa, entry_points};
use walk::names::Recall;
use walk::node::{branch, come_here, draw_item, reach};
use walk::state::{Cause, Compactor, Flow, Shortcuts, Stop, Walk, Watching, WayDown};
use walk::view::BranchPath;
use walk::wide::{begin_wide, branch_wide};

/// The engine, with what it keeps from one sub-problem to the next.
pub struct Bits<'p> {
    problem: &'p Problem,
    code: Code,
    tuning: Tuning,
    left: Left,
    /// The most stack that the recursion may take, in bytes.
    pub(super) stack: usize,
    lengths: Lengths,
    /// The size class of the lists that were last found to fit.
    size: usize,
    compactor: Compactor,
    shortcuts: Shortcuts,
    recall: Option<Recall>,
    /// The search by tables, if the problem is one for them; `None` until that is known.
    tables: Option<Option<Box<Tables>>>,
    kept: KeptSubs,
    /// Whether parts should begin at the root, as far as is known.
    begins_at_root: bool,
    /// The path to where the walk continues in the next sub-problem, which is known to fit.
    way: Option<WayDown>,
}

impl<'p> Bits<'p> {
    /// The engine for a problem; its recursion may take `stack` bytes of the stack.
    ///
    /// With the prices of DLX2, wide sub-problems cannot tell apart the cost of secondary items'
    /// lengths.
    pub fn new(problem: &'p Problem, tuning: Tuning, stack: usize, code: Code) -> Self {
        let has_lengths = problem.item_count() > problem.primary_count();
        let is_wide = !(code.pays_as_dlx2() && has_lengths);
        let tuning = Tuning {
            wide: tuning.wide && is_wide,
            always_wide: tuning.always_wide && is_wide,
            ..tuning
        };
        Bits {
            problem,
            code,
            left: Left::default(),
            stack,
            lengths: Lengths::new(tuning.always_shrink),
            size: 0,
            compactor: Compactor {
                pool: Vec::new(),
                encoder: Encoder::new(problem),
                rule: Compacting::new(tuning.always_shrink),
                wide: wide_rule(tuning.wide, tuning.always_wide, tuning.vectors),
                has_orders: false,
                pays_as_dlx2: code.pays_as_dlx2(),
            },
            shortcuts: Shortcuts {
                sweeping: Sweeping::default(),
                small_rule: SmallRule::new(tuning.always_shrink),
                sibling_rule: SiblingRule::default(),
                small: None,
                shown: TrialRule::default(),
            },
            recall: None,
            tables: None,
            kept: KeptSubs::default(),
            begins_at_root: tuning.keep,
            way: None,
            tuning,
        }
    }

    /// Whether bitmaps are faster than lists for a search with random choices. Each node compares
    /// the lengths of all its items, which are counted over whole rows. With 60,000 options, the
    /// portable path takes 1.5 times as long as lists for 500 items, and five times as long for
    /// 1,500.
    pub fn beat_lists_with_orders(problem: &Problem, tuning: &Tuning) -> bool {
        let most = match tuning.vectors {
            Vectors::Portable => 320,
            Vectors::Avx2 => 1024,
            Vectors::Avx512 => usize::MAX,
        };
        problem.item_count() <= most || problem.option_count() <= 1024
    }

    /// The engine for a search with random choices. States do not come back with the same random
    /// numbers, and sweeps go depth first, as each node may draw some numbers.
    pub fn with_orders(problem: &'p Problem, tuning: Tuning, stack: usize, code: Code) -> Self {
        let tuning = Tuning {
            memo: false,
            small: false,
            middle: false,
            wide: false,
            tables: false,
            keep: false,
            ..tuning
        };
        let mut bits = Self::new(problem, tuning, stack, code);
        bits.compactor.has_orders = true;
        bits
    }

    /// Uses and fills a memo.
    pub(super) fn use_memo(&mut self, memo: Arc<Store>) {
        if !self.tuning.memo {
            return;
        }
        for sub in self.kept.subs() {
            sub.names.clear(); // they belong to another memo
        }
        if let Some(Some(tables)) = &mut self.tables {
            tables.forget_names();
        }
        let primary = self.problem.primary_count();
        self.recall = Some(Recall::new(memo, primary, self.tuning.always_recall));
    }

    /// The search by tables, if the problem is one for them.
    fn tables(&mut self) -> Option<&mut Tables> {
        let Tuning {
            tables,
            twins,
            most_options,
            ..
        } = self.tuning;
        let problem = self.problem;
        let made = self.tables.get_or_insert_with(|| {
            let is_on = tables && most_options > 0;
            is_on.then(|| Tables::new(problem, twins)).flatten()
        });
        made.as_deref_mut()
    }

    /// Whether what the lists have left can be encoded, and is worth it.
    fn takes_over(&mut self, links: &Links<'_>) -> bool {
        if self.lengths.rests() {
            return false;
        }
        let length = links.total_length();
        self.lengths.may_repay(length) && self.fits(links, length)
    }

    /// Whether what the lists have left can be encoded; `length` is their total length.
    fn fits(&mut self, links: &Links<'_>, length: usize) -> bool {
        self.size = lists::size_of(length);
        let room = Room {
            options: self.tuning.most_options,
            stack: self.stack,
            hues: self.compactor.encoder.most_hues(),
            wide: self.compactor.wide,
        };
        let fits = self.left.fits(self.problem, links, room);
        if !fits {
            self.lengths.does_not_fit(length);
        }
        fits
    }

    /// Whether parts should begin at the root, as far as is known.
    pub(super) fn begins_at_root(&self) -> bool {
        self.begins_at_root || matches!(self.tables, Some(Some(_)))
    }

    /// The level of this path on which a part should begin, or `None` if lists should search it.
    /// That is the level of a kept sub-problem or, as long as bitmaps have not failed there, of the
    /// root; or `near`, if the former is [`KeptSubs::close`] levels or more above it. If bitmaps
    /// cannot begin on that level, the caller tries each deeper one.
    pub(super) fn begin_part(&mut self, path: &[u32], near: usize) -> Option<usize> {
        if self.tables().is_some() {
            return Some(0);
        }
        if !self.lengths.begin_part() {
            return None;
        }
        let kept = self.kept.level(path);
        let kept = kept.or(self.begins_at_root.then_some(0));
        let is_close = kept.filter(|level| near < level + self.kept.close);
        Some(is_close.unwrap_or(near))
    }

    /// Prepares to continue below the node of `links`; false if bitmaps cannot begin there.
    pub(super) fn begin_above(&mut self, links: &Links<'_>, path: &[u32], side: Side) -> bool {
        if self.tables().is_some() {
            self.way = Some(WayDown::new(path, side));
            return true;
        }
        self.drop_left(links);
        let begins = self.kept.has(links) || {
            let length = links.total_length();
            self.lengths.may_begin(length) && self.fits(links, length)
        };
        if links.level() == 0 && !begins {
            self.begins_at_root = false;
        }
        self.way = begins.then(|| WayDown::new(path, side));
        begins
    }

    /// Encodes what the lists have left, or takes it from those kept: the sub-problem, its size
    /// class, and whether it is new.
    fn take_sub(&mut self, links: &Links<'_>) -> (Box<Sub>, usize, bool) {
        self.drop_left(links);
        if let Some((sub, size)) = self.kept.take(links) {
            return (sub, size, false);
        }
        let mut sub = self.compactor.take_sub();
        let encoder = &mut self.compactor.encoder;
        let Left { remains, clips } = &self.left;
        encoder.encode_links(&mut sub, self.problem, remains, clips);
        if self.compactor.has_orders {
            encoder.add_orders(&mut sub, links);
        }
        (sub, self.size, true)
    }

    /// Releases the kept sub-problems whose nodes are neither that of `links` nor above it.
    fn drop_left(&mut self, links: &Links<'_>) {
        while let Some(sub) = self.kept.take_left(links) {
            self.compactor.pool.push(sub);
        }
    }
}

impl Bits<'_> {
    /// Walks the subtree of the node of `links` by tables, if the problem is one for them.
    fn search_tables(&mut self, links: &mut Links<'_>, watch: &mut dyn Watch) -> Option<Taken> {
        self.tables()?;
        let tables = self.tables.as_mut()?.as_deref_mut()?;
        #[cfg(test)]
        tests::note("tables");
        let way = self.way.take().unwrap_or_default();
        let mut counters = std::mem::take(&mut links.counters);
        let recall = self.recall.as_mut();
        let at = (&*links, self.problem);
        let vectors = self.tuning.vectors;
        let ended = (self.code.entries().walk_tables)(
            tables,
            vectors,
            at,
            &mut counters,
            recall,
            watch,
            &way,
        );
        let (stop, end) = ended;
        (links.counters, links.end) = (counters, end);
        Some(match stop {
            None => Taken::All,
            Some((_, Cause::End)) => Taken::UpToEnd,
            Some((path, cause)) => {
                links.descend(&path, cause == Cause::Solution);
                Taken::UpToPause
            }
        })
    }
}

impl Below for Bits<'_> {
    fn search<T: Watch>(&mut self, links: &mut Links<'_>, watch: &mut T) -> Taken {
        if let Some(taken) = self.search_tables(links, watch) {
            return taken;
        }
        let way = self.way.take();
        let is_part = way.is_some() || links.level() == 0;
        let way = match way {
            Some(way) => way,
            None if self.takes_over(links) => WayDown::default(),
            None => return Taken::Nothing,
        };
        let level = links.level();
        let (mut sub, size, is_new) = self.take_sub(links);
        let mut counters = std::mem::take(&mut links.counters);
        let mut flip = links.flip.take();
        let mut balance = Balance::new(&counters, self.tuning.review);
        if is_new {
            balance.add_encoding(&sub);
        }
        balance.always_loses = self.tuning.always_shrink;
        let watching = Watching::new(watch);
        let mut walk = Walk {
            tuning: &self.tuning,
            path: BranchPath::new(links, self.problem),
            counters: &mut counters,
            compactor: &mut self.compactor,
            shortcuts: &mut self.shortcuts,
            balance,
            // A watch that sees every node or every branch must see them walked.
            recall: match watching.shows_all() {
                true => None,
                false => self.recall.as_mut(),
            },
            dice: flip.as_mut().map(Dice::new),
            watching,
            reach: level,
            way,
            end: links.end,
        };
        walk.set_alarm();
        let flow = (self.code.entries().search)(self.tuning.vectors, &mut walk, &mut sub, level);
        let stop = flow.break_value().map(|stop| {
            let path = (level..stop.level).map(|level| walk.path.branch(level));
            (path.collect::<Vec<_>>(), stop.cause)
        });
        let end = walk.end;
        walk.balance.add_nodes(walk.counters, &sub);
        let (cost, gain) = walk.balance.sums(walk.counters);
        self.lengths.add(size, cost, gain, is_part);
        let loses = matches!(stop, Some((_, Cause::Loss)));
        let free = match self.tuning.keep && is_part && !loses {
            true => self.kept.keep(sub, size, links),
            false => Some(sub),
        };
        self.compactor.pool.extend(free);
        if level == 0 {
            // If the root's sub-problem was not kept, smaller ones do better.
            self.begins_at_root = self.kept.has(links);
        }
        (links.counters, links.flip) = (counters, flip);
        links.end = end;
        let (path, cause) = match stop {
            None => return Taken::All,
            Some((_, Cause::End)) => return Taken::UpToEnd,
            Some(stop) => stop,
        };
        links.descend(&path, cause == Cause::Solution);
        if cause == Cause::Loss {
            self.lengths.lose(size);
            return Taken::Part;
        }
        Taken::UpToPause
    }
}

// Entry points: the walk, compiled for each instruction set. `avx2` and `avx512` are features: each
// set is a third of what the engine takes to build.

/// Searches a sub-problem with the code for this instruction set.
fn search<P: Modes>(vectors: Vectors, walk: &mut Walk<'_>, sub: &mut Sub, level: usize) -> Flow {
    #[cfg(target_arch = "x86_64")]
    match vectors {
        Vectors::Portable => {}
        Vectors::Avx2 =>
        {
            #[cfg(feature = "avx2")]
            if let Some(isa) = Avx2::detect() {
                return dispatch::<P>(isa, walk, sub, level, None);
            }
        }
        Vectors::Avx512 => {
            #[cfg(feature = "avx512")]
            if let Some(isa) = Avx512::detect() {
                return dispatch::<P>(isa, walk, sub, level, None);
            }
            return search::<P>(Vectors::Avx2, walk, sub, level);
        }
    }
    // Other processors have only one kind of code.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = vectors;
    dispatch::<P>(Portable, walk, sub, level, None)
}

/// Where a walk has stopped, if it has: the path below the node where it began, and why.
type Stopped = Option<(Vec<Branch>, Cause)>;

/// Walks by tables below the node of `links`; returns where the walk stopped, and its end.
fn search_tables<P: Prices>(
    tables: &mut Tables,
    vectors: Vectors,
    at: (&Links<'_>, &Problem),
    counters: &mut Counters,
    recall: Option<&mut Recall>,
    watch: &mut dyn Watch,
    way: &WayDown,
) -> (Stopped, WalkEnd) {
    let level = at.0.level();
    let mut walk = tables.walk::<P>(at, counters, recall, watch, way);
    let flow = walk_tables::<P>(vectors, &mut walk);
    let stop = flow.break_value().map(|stop| {
        let path = (level..stop.level).map(|level| walk.path.branch(level));
        (path.collect(), stop.cause)
    });
    (stop, walk.end)
}

/// Walks by tables with the code for this instruction set.
fn walk_tables<P: Prices>(vectors: Vectors, walk: &mut TableWalk<'_>) -> Flow {
    #[cfg(target_arch = "x86_64")]
    match vectors {
        Vectors::Portable => {}
        Vectors::Avx2 =>
        {
            #[cfg(feature = "avx2")]
            if let Some(isa) = Avx2::detect() {
                return isa.walk_tables::<P>(walk);
            }
        }
        Vectors::Avx512 => {
            #[cfg(feature = "avx512")]
            if let Some(isa) = Avx512::detect() {
                return isa.walk_tables::<P>(walk);
            }
            return walk_tables::<P>(Vectors::Avx2, walk);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = vectors;
    Portable.walk_tables::<P>(walk)
}

/// Implements [`Isa`]: each function calls its generic counterpart from code that is compiled for
/// these features.
macro_rules! implement {
    ([$isa:ident $features:meta] $(
        $(#[$attribute:meta])?
        fn $name:ident[$($generic:tt)*][$($passed:tt)*](
            $value:ident, $($argument:ident: $type:ty),*
        ) -> $result:ty $body:block
    )*) => {
        impl Isa for $isa {
            $(#[inline(always)]
            fn $name<$($generic)*>(self, $($argument: $type),*) -> $result {
                #[$features]
                $(#[$attribute])?
                fn with_features<$($generic)*>($value: $isa, $($argument: $type),*) -> $result {
                    $body
                }
                // The portable set has no features, so its calls need no `unsafe`.
                #[allow(unused_unsafe)]
                // SAFETY: a value of this type exists only if the machine has these features.
                unsafe { with_features::<$($passed)*>(self, $($argument),*) }
            })*
        }
    };
}

entry_points!(implement! [Portable cfg(all())]);
#[cfg(all(target_arch = "x86_64", feature = "avx2"))]
entry_points!(implement! [Avx2 target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]);
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
entry_points!(implement! [
    Avx512
    target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")
]);

#[cfg(test)]
pub(super) mod tests;
