//! Recalling: where a state comes back, what is known of it is added, and its
//! subtree is not walked again.
//!
//! To name a state takes as long as visiting some nodes. So states are only
//! named where that has been found to repay, by how many items are active: a
//! class of states that does not repay sleeps, and when it has slept for long
//! enough, is tried again, for longer. All trials together take a few percent of
//! the time.

use super::dance::{Dance, Flow, Place};
use super::isa::Isa;
use super::key;
use super::sub::Sub;
use crate::format::{OptionId, Problem};
use crate::search::memo::{Hash, Known, Part, Store};
use crate::search::{Counters, Watch};
use std::collections::HashSet;
use std::sync::Arc;

/// What naming a state, looking for it and remembering it takes, in nodes (of which
/// sweeps visit many in that time), beside one for each word of the live options.
const NAMING: i64 = 12;
/// Subtrees of fewer nodes are not remembered.
const LEAST_NODES: u64 = 4;
/// A class goes to sleep when it has lost its part of so many nodes, at first; and then
/// until so many have been walked for each node lost: there may be many classes.
const FIRST_LOSSES: usize = 1 << 20;
const SLEEP: u64 = 1000;
/// No class may live on an earlier gain for long.
const MOST_GAIN: i64 = 1 << 16;
/// What cannot be told from more.
const MOST_SAVED: u64 = 1 << 60;
/// The fewest classes, and the most: states with more active items are one class.
const CLASSES: std::ops::Range<usize> = 1 << 8..1 << 14;

/// States that have the same number of active items.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// It sleeps until so many nodes have been walked.
    sleeps_until: u64,
    /// Nodes saved, less nodes lost; and what may be lost before it sleeps.
    balance: i64,
    most_loss: i64,
}

impl Class {
    fn gain(&mut self, nodes: i64) {
        self.balance = (self.balance + nodes).min(MOST_GAIN);
    }

    /// `more` is this class's part of all that has been saved: it may be lost, too,
    /// for larger states come back late.
    fn lose(&mut self, nodes: i64, more: i64, walked: u64) {
        self.balance = self.balance.saturating_sub(nodes);
        if self.balance < -self.most_loss.saturating_add(more) {
            self.sleeps_until = walked + self.most_loss as u64 * SLEEP;
            self.most_loss *= 2;
            self.balance = 0;
        }
    }
}

/// Larger bounds are named each time: few states have any.
const BOUNDS: usize = 8;

/// The names of options and bounds, as far as they have been asked for: they are asked
/// for often, and to make them takes longer than to look them up.
#[derive(Debug, Default)]
struct Names {
    /// For each option, then for each item and bound. (Zeros stand for nothing yet; a
    /// table of zeros takes memory only where it is used.)
    options: Vec<[u64; 2]>,
    bounds: Vec<[u64; 2]>,
}

impl Names {
    /// Makes places for all.
    #[inline]
    fn open(&mut self, problem: &Problem) {
        if self.options.is_empty() {
            self.options = vec![[0; 2]; problem.option_count()];
            self.bounds = vec![[0; 2]; problem.primary_count() * BOUNDS];
        }
    }

    #[inline]
    fn option(&mut self, memo: &Store, option: u32) -> Hash {
        let part = Part::Option(option);
        Self::look_up(&mut self.options[option as usize], memo, part)
    }

    #[inline]
    fn bound(&mut self, memo: &Store, item: u32, bound: u32) -> Hash {
        let part = Part::Bound(item, bound);
        if bound as usize >= BOUNDS {
            return memo.name(part);
        }
        let place = item as usize * BOUNDS + bound as usize;
        Self::look_up(&mut self.bounds[place], memo, part)
    }

    #[inline]
    fn look_up(name: &mut [u64; 2], memo: &Store, part: Part) -> Hash {
        if *name == [0; 2] {
            *name = memo.name(part).0;
        }
        Hash(*name)
    }
}

/// A memo, and where it has been found to be of use.
pub(super) struct Recall {
    memo: Arc<Store>,
    names: Names,
    classes: Box<[Class]>,
    /// The nodes that all classes have saved.
    saved: i64,
}

impl Recall {
    /// For a problem of so many primary items. With `always`, no class ever sleeps.
    pub fn new(memo: Arc<Store>, primary: usize, always: bool) -> Self {
        let classes = primary.clamp(CLASSES.start, CLASSES.end);
        let class = Class {
            sleeps_until: 0,
            balance: 0,
            most_loss: match always {
                true => i64::MAX,
                false => (FIRST_LOSSES / classes) as i64,
            },
        };
        Recall {
            memo,
            names: Names::default(),
            classes: vec![class; classes].into(),
            saved: 0,
        }
    }

    #[inline(always)]
    fn class(&mut self, active: u32) -> &mut Class {
        let most = self.classes.len() - 1;
        &mut self.classes[(active as usize).min(most)]
    }

    /// Whether states with so many active items are named now, when so many nodes
    /// have been walked.
    #[inline(always)]
    pub fn is_awake(&self, active: u32, walked: u64) -> bool {
        let most = self.classes.len() - 1;
        self.classes[(active as usize).min(most)].sleeps_until <= walked
    }
}

impl Sub {
    /// Names the options. Of a purified item, all live options are purified, so
    /// that it has not been encoded.
    #[cold]
    fn name_options(&mut self, problem: &Problem, memo: &Store, known: &mut Names) {
        let all_encoded = || self.items.iter().map(|item| item.id).collect();
        let mut encoded: Option<HashSet<u32>> = None;
        let names = self.options.iter().map(|option| {
            let mut name = known.option(memo, option.id);
            for node in problem.nodes_of(OptionId(option.id)) {
                let item = problem.node_item(node).0;
                if problem.color_or_zero(node) != 0
                    && !encoded.get_or_insert_with(all_encoded).contains(&item)
                {
                    name ^= memo.name(Part::Purified(option.id, item));
                }
            }
            name
        });
        self.names.extend(names);
    }

    /// Names the state at a node with more than one branch: every active item
    /// has live options there. What is below it depends on the live options, on
    /// their purified nodes, and on the bounds.
    fn name(&mut self, problem: &Problem, recall: &mut Recall, live: &[u64], depth: usize) -> Hash {
        let Recall {
            memo, names: known, ..
        } = recall;
        known.open(problem);
        if self.names.is_empty() {
            self.name_options(problem, memo, known);
        }
        let mut name = Hash::default();
        for (names, &word) in self.names.chunks(64).zip(live) {
            for bit in super::ones(word) {
                name ^= names[bit];
            }
        }
        let purified =
            (self.primary..self.items.len()).filter(|&rank| self.is_purified(depth, rank));
        for rank in purified {
            let row = &self.rows[rank * self.words..];
            let item = self.items[rank].id;
            for (word, (row, live)) in row.iter().zip(live).enumerate() {
                for bit in super::ones(row & live) {
                    let option = self.options[word * 64 + bit].id;
                    name ^= memo.name(Part::Purified(option, item));
                }
            }
        }
        // A bound of 1 goes without saying.
        for group in 0..self.changing {
            let keys = &self.frames.keys[depth * self.changing + group].0;
            let active = self.frames.active[depth * self.width + group / 8] >> (group % 8 * 8);
            for lane in super::ones(active & 0xff) {
                let item = &self.items[self.ranks[group * 8 + lane] as usize];
                let bound = key::bound(keys[lane]) + item.clipped;
                if bound > 1 {
                    name ^= known.bound(memo, item.id, bound);
                }
            }
        }
        name
    }
}

/// Enters a node with more than one branch, unless what is below it is known.
#[inline(never)]
pub(super) fn recall<I: Isa, const W: usize, const MODE: u8>(
    dance: &mut Dance<'_>,
    sub: &mut Sub,
    live: &[u64; W],
    place: Place,
    key: u64,
) -> Flow {
    let Some(recall) = &mut dance.recall else {
        return I::branch::<W, MODE>(dance, sub, live, place, key);
    };
    let name = sub.name(dance.path.problem, recall, live, place.depth);
    let loss = NAMING + W as i64;
    if let Some(known) = recall.memo.find(name) {
        if !may_pass(dance.watch, dance.counters, &known) {
            return I::branch::<W, MODE>(dance, sub, live, place, key);
        }
        let nodes = known.counted.nodes.saturated().min(MOST_SAVED) as i64;
        recall.saved = recall.saved.saturating_add(nodes);
        recall.class(place.active).gain(nodes - loss);
        dance
            .counters
            .pass_by(&known.counted, place.level, known.height);
        dance.reach = dance.reach.max(place.level + known.height);
        dance.set_alarm();
        return Flow::Continue(());
    }
    let walked = dance.counters.nodes.walked();
    let more = recall.saved / recall.classes.len() as i64;
    recall.class(place.active).lose(loss, more, walked);
    let memo = Arc::clone(&recall.memo);
    let profiles = memo.has_profiles();
    let before = match profiles {
        true => dance.counters.clone(),
        false => dance.counters.without_profile(),
    };
    let reach = std::mem::replace(&mut dance.reach, place.level);
    I::branch::<W, MODE>(dance, sub, live, place, key)?;
    let known = Known {
        counted: dance.counters.known_since(&before, place.level, profiles),
        height: dance.reach - place.level,
    };
    dance.reach = dance.reach.max(reach);
    if known.counted.nodes >= LEAST_NODES {
        memo.insert(name, &known);
    }
    Flow::Continue(())
}

/// Whether a watch can do without seeing what is below a node.
fn may_pass(watch: &dyn Watch, counters: &Counters, known: &Known) -> bool {
    let alarm = watch.alarm_at();
    let is_quiet = alarm.is_none_or(|mems| counters.mems.plus(&known.counted.mems) < mems);
    is_quiet
        && (known.counted.solutions == 0
            || watch
                .solution_at(&counters.solutions)
                .is_none_or(|next| counters.solutions.plus(&known.counted.solutions) < next))
}
