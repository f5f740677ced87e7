//! The cheapest solutions, by bounds from linear programming.
//!
//! The [relaxation] of a part gives taxes for its items, and with them each option has a reduced
//! cost. A solution with that option costs at least the bound plus the reduced cost. So only
//! options of small reduced costs are searched, until the best solution found costs no more than
//! all others must.
//!
//! ```text
//! solve the relaxation: a bound and reduced costs for the root
//! ceiling = bound + D for a small D
//! loop:
//!     nodes = {the options whose reduced costs are at most ceiling - bound}
//!     while the bound of the next node is at most the ceiling (next is the node with the lowest
//!     bound, or the newest node if memory is short):
//!         search it depth first with its taxes for a while; if that ends, the node is done
//!         before the first relaxation below the root: add cuts to the root, begin the tree anew;
//!         dive, for an early solution
//!         solve its relaxation, which gives a bound, and removes options
//!         search it depth first again, with the new taxes
//!         branch on two items (one option has both, or none has both) or on one option
//!     all solutions below the ceiling are known: end if there are enough
//!     D = 2 D, or 8 D once all options take part
//! ```
//!
//! The depth-first search is [branch and bound](crate::cheapest::bound), with reduced costs in
//! place of costs. If it ends soon, no tree is shorter. If it does not, the relaxations below the
//! root give stronger bounds than the root's taxes. A node has two children (Ryan and Foster,
//! 1981): one has no options with only one of the two items, the other has no options with both. If
//! there are no two such items, one option holds in one child and is removed from the other. Several
//! such divisions are [tried](probe). The first child is solved at once.
//!
//! Sources: M. L. Fisher, The Lagrangian relaxation method for solving integer programming problems
//! (1981); H. Crowder, E. L. Johnson, M. Padberg, Solving large-scale zero-one linear programming
//! problems (1983) for removing options by reduced costs.
//!
//! Open nodes and solutions count against the limit of memory. The linear program, which is as
//! large as the part, does not.
//!
//! Invariant: each solution that costs at most the ceiling, and less than the solutions found, is
//! in an open node. Costs are [scaled](Scale), as [`Room`] says.

pub mod cuts;
mod dive;
mod probe;
pub mod prove;
pub mod relaxation;
mod swaps;

use crate::cheapest::bound::with_taxes;
use crate::cheapest::scale::Scale;
use crate::cheapest::search::{BestSearch, Found, Priced, Reduced, in_input_order};
use crate::problem::model::{Choice, Demand, Part};
use crate::race::way::Way;
use crate::tuning::Tuning;
use crate::{Effort, Status};
use cuts::Rounds;
use dive::Dive;
use dlx3_format::OptionId;
use dlx3_lp::Ending;
use probe::{History, Probing, TRIED};
use relaxation::{Basis, Prices, Program, Room, Rows};
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use swaps::Swaps;

/// Pivots between two looks at the work done.
const PIVOTS: u64 = 40;

/// The time to examine an option, in nanoseconds, about.
const PER_OPTION: u64 = 20;

/// While the relaxation of the root is being solved, its bound is computed again after each such
/// share of the work done.
const PRICE_SHARE: u64 = 4;

/// The rounds of adding clique rows at the root, and at other nodes.
const ROUNDS: usize = 50;
const ROUNDS_BELOW: usize = 2;

/// A node is searched depth first for `PATIENCE` times the average time of a relaxation, and at
/// least for `LEAST_PATIENCE`. Before the first relaxation it is `FIRST_PATIENCE`. In nanoseconds.
const PATIENCE: u64 = 4;
const LEAST_PATIENCE: u64 = 300_000;
const FIRST_PATIENCE: u64 = 50_000_000;

/// If that seldom ends, it gets less, down to so many percent.
const LEAST_PERCENT: u64 = 5;

/// The work before the first [swaps], in nanoseconds. They get `SWAPS_SHARE` percent of the work
/// before them, and again each time it has doubled.
const BEFORE_SWAPS: u64 = 5_000_000;
const SWAPS_SHARE: u64 = 25;

/// Swaps between two looks at the clock, in nanoseconds.
const SWAPS_AT_ONCE: u64 = 20_000;

/// Values this close to 0 or 1 count as integral.
const WHOLE: f64 = 1e-6;

/// The memory of a solution beside its options.
const PER_SOLUTION: usize = 96;

/// A set of options.
type Set = Box<[u64]>;

fn has(set: &[u64], option: u32) -> bool {
    set[option as usize / 64] >> (option % 64) & 1 != 0
}

fn remove(set: &mut [u64], option: u32) {
    set[option as usize / 64] &= !(1 << (option % 64));
}

fn list(set: &[u64]) -> Vec<u32> {
    let mut options = Vec::new();
    for (place, &word) in (0..).zip(set) {
        let mut word = word;
        while word != 0 {
            options.push(place * 64 + word.trailing_zeros());
            word &= word - 1;
        }
    }
    options
}

/// A node of the tree: all solutions that have the chosen options, and otherwise only open ones.
struct Node {
    /// A lower bound for the cost of its solutions.
    bound: i128,
    /// Among nodes with the same bound, the newest one comes first.
    number: u64,
    open: Set,
    chosen: Vec<u32>,
    /// The basis from which its relaxation is solved.
    basis: Basis,
}

impl Node {
    fn bytes(&self) -> usize {
        size_of::<Node>()
            + size_of_val(&*self.open)
            + size_of_val(&*self.chosen)
            + size_of_val(&*self.basis)
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    /// The node with the lowest bound is on top of the heap.
    fn cmp(&self, other: &Self) -> Ordering {
        let bounds = other.bound.cmp(&self.bound);
        bounds.then(self.number.cmp(&other.number))
    }
}

/// The present work on a node.
enum Doing {
    /// Its relaxation is being solved. `pivots` and `work` are the counters at the beginning; it
    /// has been solved `round` times before.
    Solving {
        pivots: u64,
        work: u64,
        round: usize,
        has_cutoff: bool,
    },
    /// It is searched depth first, until that has spent `end`.
    Below {
        search: Box<dyn BestSearch>,
        end: u64,
        is_solved: bool,
    },
    /// Before its relaxation is solved, a dive from the root.
    Diving(Box<Dive>),
    /// It will be divided in two.
    Branching,
    /// Splits of it, with these open options, are tried.
    Probing(Box<Probing>, Box<[u32]>),
}

/// The phase of the search.
enum Phase {
    /// Solving the relaxation of the whole problem: see [`Doing::Solving`].
    Root {
        pivots: u64,
        round: usize,
        cuts: Option<Rounds>,
    },
    /// Searching the tree below a ceiling.
    Tree,
    /// The search is over.
    Done,
}

/// The search for the cheapest solutions of a part.
pub struct Duality {
    part: Part,
    /// The scaled costs.
    costs: Vec<i128>,
    room: Room,
    scale: Scale,
    rows: Rows,
    program: Program,
    stage: Phase,
    /// The relaxation of the root.
    root: Prices,
    root_basis: Basis,
    /// The distance from the root's bound to the ceiling.
    distance: i128,
    ceiling: i128,
    /// No solution costs more.
    top: i128,
    /// All solutions cost at least this, except those that are kept.
    proved: i128,
    nodes: BinaryHeap<Node>,
    node_bytes: usize,
    numbers: u64,
    current: Option<(Node, Doing)>,
    /// The prices of the current node.
    prices: Prices,
    /// The cheapest solutions so far: their scaled costs, and their options in order.
    kept: BTreeSet<(i128, Vec<u32>)>,
    kept_options: usize,
    most: usize,
    is_cut: bool,
    /// The total work of the relaxations below the root, and their number.
    solved: u64,
    solutions: u64,
    /// Whether the [dive] is done or switched off.
    has_dived: bool,
    /// Whether cuts were looked for, or are switched off.
    has_cut: bool,
    /// The [local search](swaps), if the part is a covering; it begins again at `swaps_at`.
    swaps: Option<Box<Swaps>>,
    swaps_at: u64,
    /// What splits have gained, and how many of them are tried at a node.
    history: History,
    tries: usize,
    /// How long nodes are searched depth first, in percent of the usual time.
    patience: u64,
    /// Tests change these: the least time for a node, and an error in the taxes.
    least_patience: u64,
    disturb: fn(&mut [i128], u64, Room),
    effort: Effort,
    work: u64,
    /// The work at which to compute the bound next, while the relaxation of the root is being
    /// solved.
    price_at: u64,
}

impl Duality {
    /// A search for the `most` cheapest solutions. Option `o` of the part costs `costs[o]`. None if
    /// the costs are too large.
    pub fn new(part: &Part, costs: &[i128], most: usize) -> Option<Self> {
        let room = Room::new(part, costs).filter(|_| !part.choices.is_empty())?;
        let scale = Scale::new(costs, room.shift);
        let scaled: Vec<i128> = costs.iter().map(|&cost| scale.up(cost)).collect();
        let rows = Rows::new(part);
        let all = (0..scaled.len() as u32).collect();
        let top = scaled.iter().map(|&cost| cost.max(0)).sum();
        Some(Duality {
            part: part.clone(),
            scale,
            program: Program::new(&rows, &scaled, all),
            costs: scaled,
            room,
            rows,
            stage: Phase::Root {
                pivots: 0,
                round: 0,
                cuts: None,
            },
            root: Prices::default(),
            root_basis: Box::default(),
            distance: 0,
            ceiling: top,
            top,
            proved: i128::MIN,
            nodes: BinaryHeap::new(),
            node_bytes: 0,
            numbers: 0,
            current: None,
            prices: Prices::default(),
            kept: BTreeSet::new(),
            kept_options: 0,
            most,
            is_cut: false,
            solved: 0,
            solutions: 0,
            has_dived: false,
            history: History::default(),
            has_cut: false,
            swaps: None,
            swaps_at: BEFORE_SWAPS,
            tries: TRIED,
            patience: 100,
            least_patience: LEAST_PATIENCE,
            disturb: |_, _, _| {},
            effort: Effort::default(),
            work: 0,
            price_at: 0,
        })
    }

    /// Switches the [dive], [cuts], [swaps] and [trials of splits](probe) on or off.
    pub fn with(self, tuning: &Tuning) -> Self {
        let swaps = tuning.swaps.then(|| Swaps::new(&self.part, &self.costs));
        Duality {
            swaps: swaps.flatten().map(Box::new),
            has_dived: !tuning.dive,
            has_cut: !tuning.cuts,
            tries: if tuning.splits { TRIED } else { 1 },
            ..self
        }
    }

    fn priced(&self, (cost, options): &(i128, Vec<u32>)) -> Priced {
        let options = options.iter();
        let options = options.map(|&option| self.part.choices[option as usize].option);
        (self.scale.down(*cost), in_input_order(options))
    }

    /// Returns the cheapest solutions found.
    fn take(&mut self) -> Found {
        let kept = std::mem::take(&mut self.kept);
        Found {
            solutions: kept.iter().map(|kept| self.priced(kept)).collect(),
            is_cut: self.is_cut,
        }
    }

    /// Solutions that cost more are not searched for.
    fn cutoff(&self) -> i128 {
        match self.kept.last() {
            Some(last) if self.kept.len() >= self.most => {
                self.ceiling.min(self.scale.below(last.0))
            }
            _ => self.ceiling,
        }
    }

    /// Keeps a solution if it is among the cheapest and new.
    fn keep(&mut self, mut options: Vec<u32>) {
        options.sort_unstable();
        let cost = options
            .iter()
            .map(|&option| self.costs[option as usize])
            .sum();
        if self.kept.len() >= self.most && self.kept.last().is_some_and(|last| cost >= last.0) {
            return;
        }
        options.shrink_to_fit();
        let length = options.len();
        if self.kept.insert((cost, options)) {
            self.kept_options += length;
        }
        if self.kept.len() > self.most {
            self.drop_dearest();
        }
    }

    fn drop_dearest(&mut self) {
        if let Some((_, options)) = self.kept.pop_last() {
            self.kept_options -= options.len();
        }
    }

    /// Drops solutions that do not fit. From then on, no more are kept than are left.
    fn fit(&mut self, memory: usize) {
        let uncounted = (1 << 14) + self.program_bytes() / 8;
        while self.kept.len() > 1
            && self.kept.len() * PER_SOLUTION + self.kept_options * 8
                > memory.saturating_add(uncounted)
        {
            self.drop_dearest();
            (self.most, self.is_cut) = (self.kept.len(), true);
        }
    }

    /// Keeps the solutions of a depth-first search.
    fn keep_all(&mut self, found: Found, chosen: &[u32]) {
        let dearest = found.solutions.last().map(|solution| solution.0);
        for (_, options) in found.solutions {
            let options = options.iter().map(|option| option.0);
            self.keep(options.chain(chosen.iter().copied()).collect());
        }
        if let (true, Some(dearest)) = (found.is_cut, dearest) {
            // A dropped solution may have had this cost.
            while self.kept.len() > 1 && self.kept.last().is_some_and(|last| last.0 > dearest) {
                self.drop_dearest();
            }
            (self.most, self.is_cut) = (self.kept.len(), true);
        }
    }

    /// The memory of the linear program, about.
    fn program_bytes(&self) -> usize {
        let nodes: usize = self.rows.of.iter().map(Vec::len).sum();
        nodes * 32 + self.costs.len() * 200 + self.rows.rows.len() * 200 + self.rows.cuts.bytes()
    }

    /// Begins the tree below the ceiling.
    fn plant(&mut self) {
        self.nodes.clear();
        self.node_bytes = 0;
        let mut open = vec![0; self.costs.len().div_ceil(64)].into_boxed_slice();
        let cutoff = self.cutoff();
        for (option, &net) in self.root.net.iter().enumerate() {
            if self.root.bound.saturating_add(net.max(0)) <= cutoff {
                open[option / 64] |= 1 << (option % 64);
            }
        }
        self.work += PER_OPTION * self.costs.len() as u64;
        let node = Node {
            bound: self.root.bound,
            number: self.number(),
            open,
            chosen: Vec::new(),
            basis: self.root_basis.clone(),
        };
        self.prices = self.root.clone();
        self.search_below(node, false);
    }

    fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Searches a node depth first for a while, with the present prices.
    fn search_below(&mut self, node: Node, is_solved: bool) {
        let (part, costs, base) = self.rest(&node);
        // Newer rows have no tax.
        self.prices.taxes.resize(part.demands.len(), 0);
        self.work += PER_OPTION * part.choices.len() as u64;
        let ceiling = self.cutoff().saturating_sub(base);
        let taxes = (&self.prices.taxes[..], self.room.is_narrow);
        let search = with_taxes(&part, &costs, self.most, taxes, ceiling);
        let usual = match self.solutions {
            _ if self.least_patience < LEAST_PATIENCE => 0,
            0 => FIRST_PATIENCE,
            solutions => PATIENCE * (self.solved / solutions),
        };
        let end = (usual * self.patience / 100).max(self.least_patience);
        let below = Doing::Below {
            search,
            end,
            is_solved,
        };
        self.current = Some((node, below));
    }

    /// The rest of the part in a node, its costs, and the cost of the chosen options.
    fn rest(&self, node: &Node) -> (Part, Vec<i128>, i128) {
        let mut used = vec![0u32; self.rows.rows.len()];
        let mut base = 0;
        let mut agreed = HashMap::new();
        for &option in &node.chosen {
            base += self.costs[option as usize];
            for &row in &self.rows.of[option as usize] {
                used[row as usize] += 1;
            }
            for &(item, color) in &self.part.choices[option as usize].nodes {
                agreed.insert(item, color);
            }
        }
        let demands = self.rows.rows.iter().zip(used).enumerate();
        let demands = demands.map(|(row, (bounds, used))| match self.part.demands.get(row) {
            Some(&Demand::Agree { colors }) if colors > 0 => Demand::Agree { colors },
            _ => Demand::Bounded {
                lower: bounds.lower.saturating_sub(used),
                upper: bounds.upper.saturating_sub(used),
            },
        });
        let demands: Vec<Demand> = demands.collect();
        let open = list(&node.open);
        let choices = open.iter().map(|&option| {
            let own = self.part.choices[option as usize].nodes.iter();
            // All open options have the colors that are already fixed.
            let own = own.filter(|(item, _)| {
                let has_colors = matches!(
                    self.part.demands[*item as usize],
                    Demand::Agree { colors } if colors > 0
                );
                !(has_colors && agreed.contains_key(item))
            });
            let rows = self.rows.of[option as usize].iter();
            let rows = rows.filter(|&&row| row as usize >= self.rows.items);
            Choice {
                option: OptionId(option),
                nodes: own.copied().chain(rows.map(|&row| (row, 0))).collect(),
            }
        });
        let choices = choices.collect();
        let costs = open.iter().map(|&option| self.costs[option as usize]);
        (Part { demands, choices }, costs.collect(), base)
    }

    /// Chooses an open option of a node and removes the options that it excludes. The caller must
    /// know that the option fits.
    fn choose(&self, node: &mut Node, option: u32) {
        remove(&mut node.open, option);
        node.chosen.push(option);
        for &row in &self.rows.of[option as usize] {
            let row = &self.rows.rows[row as usize];
            let used = node
                .chosen
                .iter()
                .filter(|&&option| row.members.binary_search(&option).is_ok());
            if used.count() >= row.upper as usize {
                for &other in &row.members {
                    remove(&mut node.open, other);
                }
            }
        }
        let choices = &self.part.choices;
        let of_colors = choices[option as usize].nodes.iter().filter(|(item, _)| {
            matches!(self.part.demands[*item as usize], Demand::Agree { colors } if colors > 0)
        });
        for &(item, color) in of_colors {
            for other in list(&node.open) {
                let clashes = choices[other as usize]
                    .nodes
                    .iter()
                    .any(|&(other, its)| other == item && (its != color || color == 0));
                if clashes {
                    remove(&mut node.open, other);
                }
            }
        }
    }

    /// Whether some options are a solution of the part.
    fn holds(&self, options: &[u32]) -> bool {
        let mut used = vec![0u32; self.part.demands.len()];
        let mut colors = HashMap::new();
        for &option in options {
            for &(item, color) in &self.part.choices[option as usize].nodes {
                used[item as usize] += 1;
                let agreed = *colors.entry(item).or_insert(color);
                let has_colors = matches!(
                    self.part.demands[item as usize],
                    Demand::Agree { colors } if colors > 0
                );
                if has_colors && used[item as usize] > 1 && (agreed != color || color == 0) {
                    return false;
                }
            }
        }
        self.part
            .demands
            .iter()
            .zip(used)
            .all(|(demand, used)| match *demand {
                Demand::Once => used == 1,
                Demand::Bounded { lower, upper } => (lower..=upper).contains(&used),
                Demand::Agree { colors: 0 } => used <= 1,
                Demand::Agree { .. } => true,
            })
    }

    /// Begins to solve the relaxation of a node.
    fn solve(&mut self, node: Node, is_warm: bool) {
        self.program.add_rows(&self.rows);
        self.program
            .fix(|option| has(&node.open, option), &node.chosen);
        if !is_warm {
            self.program.load(&node.basis);
        }
        self.work += PER_OPTION * self.program.options.len() as u64;
        let doing = Doing::Solving {
            pivots: self.program.simplex.iterations(),
            work: self.program.simplex.work(),
            round: 0,
            has_cutoff: true,
        };
        self.current = Some((node, doing));
    }

    /// Continues the simplex method for some pivots. None if it has not ended.
    fn pivot(&mut self, since: u64, cutoff: f64) -> Option<Ending> {
        let simplex = &mut self.program.simplex;
        let (before, work) = (simplex.iterations(), simplex.work());
        let ending = simplex.run_for(cutoff, PIVOTS, &mut || false);
        self.work += simplex.work() - work;
        let has_paused = simplex.iterations() - before > PIVOTS;
        let is_long = simplex.iterations() - since > 5000 + 50 * simplex.row_count() as u64;
        match ending {
            Ending::Stalled if has_paused && !is_long => None,
            ending => Some(ending),
        }
    }

    /// The taxes of the relaxation that was solved last.
    fn taxes(&mut self) -> Vec<i128> {
        let mut taxes = self.program.taxes(self.room);
        let number = self.number();
        (self.disturb)(&mut taxes, number, self.room);
        taxes
    }

    /// Computes the prices of the root from the present state of its relaxation.
    fn price_root(&mut self) {
        let taxes = self.taxes();
        let all: Vec<u32> = (0..self.costs.len() as u32).collect();
        self.root = Prices::new(&self.rows, &self.costs, taxes, &all, &[]);
        self.work += PER_OPTION * self.costs.len() as u64;
    }

    /// Begins to add cuts to the relaxation of the root. The tree begins anew after that.
    fn begin_cuts(&mut self) {
        self.program.fix(|_| true, &[]);
        self.program.load(&self.root_basis);
        self.stage = Phase::Root {
            pivots: self.program.simplex.iterations(),
            round: 0,
            cuts: Some(Rounds::default()),
        };
    }

    /// Continues the relaxation of the root.
    fn step_at_root(&mut self, pivots: u64, round: usize, mut cuts: Option<Rounds>) {
        let Some(ending) = self.pivot(pivots, self.program.cutoff(self.top)) else {
            if self.work >= self.price_at && cuts.is_none() {
                self.price_root();
                self.proved = self.proved.max(self.root.bound);
                self.root = Prices::default();
                self.price_at = self.work + self.work / PRICE_SHARE;
            }
            return;
        };
        let is_optimal = matches!(ending, Ending::Optimal);
        if is_optimal && round < ROUNDS && self.add_rows(cuts.as_mut()) {
            self.program.add_rows(&self.rows);
            let pivots = self.program.simplex.iterations();
            self.stage = Phase::Root {
                pivots,
                round: round + 1,
                cuts,
            };
            return;
        }
        if cuts.is_some() && is_optimal {
            self.drop_loose();
        }
        let old = std::mem::take(&mut self.root);
        self.price_root();
        if old.bound > self.root.bound && cuts.is_some() {
            // Without its end, the simplex method may not even keep the old bound.
            self.root = old;
            self.root.taxes.resize(self.rows.rows.len(), 0);
        }
        self.root_basis = self.program.basis();
        self.proved = self.proved.max(self.root.bound);
        // At first, about as many options as rows are within reach.
        let mut net: Vec<i128> = self.root.net.iter().map(|net| (*net).max(0)).collect();
        let place = self.rows.items.min(net.len() - 1);
        let (_, near, _) = net.select_nth_unstable(place);
        self.distance = self.scale.rounded((*near).max(self.scale.grain()));
        let ceiling = self.root.bound.saturating_add(self.distance);
        let least = if cuts.is_some() {
            self.ceiling
        } else {
            i128::MIN
        };
        self.ceiling = ceiling.max(least).min(self.top);
        self.distance = self.distance.max(self.ceiling - self.root.bound);
        self.stage = Phase::Tree;
        self.plant();
    }

    /// Adds rows that the present values violate. Returns whether there are any.
    fn add_rows(&mut self, cuts: Option<&mut Rounds>) -> bool {
        let program = &self.program;
        let cliques = self.rows.separate(|option| program.value(option));
        cliques > 0 || cuts.is_some_and(|rounds| self.cut(rounds, |_| true))
    }

    /// All solutions below the ceiling are known: ends the search, or raises the ceiling.
    fn raise(&mut self) {
        let is_full = self.kept.len() >= self.most;
        let last = self.kept.last().filter(|_| is_full);
        let has_enough = last.is_some_and(|last| self.scale.below(last.0) <= self.ceiling);
        if self.ceiling >= self.top || has_enough {
            self.stage = Phase::Done;
            return;
        }
        self.proved = self.proved.max(self.ceiling + 1);
        let reach = |&net: &i128| self.root.bound.saturating_add(net.max(0)) <= self.ceiling;
        let has_all = self.root.net.iter().all(reach);
        self.distance = self.distance.saturating_mul(if has_all { 8 } else { 2 });
        let ceiling = self.root.bound.saturating_add(self.distance);
        self.ceiling = ceiling.min(self.top);
        self.plant();
    }

    /// Makes a smaller linear program if many of its options are useless by now.
    fn shrink(&mut self) {
        let cutoff = self.cutoff();
        let bound = self.root.bound;
        let net = &self.root.net;
        let is_useful = |option: u32| bound.saturating_add(net[option as usize].max(0)) <= cutoff;
        let useful: Vec<u32> = (0..net.len() as u32)
            .filter(|&option| is_useful(option))
            .collect();
        let lacks = useful.iter().any(|&option| !self.program.has(option));
        if lacks || useful.len() < self.program.options.len() / 4 * 3 {
            self.program = Program::new(&self.rows, &self.costs, useful);
        }
    }

    /// The open node with the lowest bound. If nodes need too much memory, the newest one: then
    /// their number soon falls to the depth of the tree.
    fn next(&mut self, memory: usize) -> Option<Node> {
        if self.node_bytes <= memory {
            return self.nodes.pop();
        }
        let mut nodes = std::mem::take(&mut self.nodes).into_vec();
        let newest = (0..nodes.len()).max_by_key(|&place| nodes[place].number);
        let newest = newest.map(|place| nodes.swap_remove(place));
        self.work += PER_OPTION * nodes.len() as u64;
        self.nodes = nodes.into();
        newest
    }

    /// Begins work on the next open node.
    fn pop(&mut self, memory: usize) {
        let Some(node) = self.next(memory) else {
            return self.raise();
        };
        self.node_bytes -= node.bytes();
        self.solve_useful(node);
    }

    /// Begins to solve the relaxation of a node, without the options that are too dear now; or
    /// drops the node.
    fn solve_useful(&mut self, mut node: Node) {
        let cutoff = self.cutoff();
        let root = &self.root;
        let is_dear = |option: u32| root.bound + root.net[option as usize].max(0) > cutoff;
        if node.bound > cutoff || node.chosen.iter().any(|&option| is_dear(option)) {
            return;
        }
        for option in list(&node.open) {
            if is_dear(option) {
                remove(&mut node.open, option);
            }
        }
        self.shrink();
        self.solve(node, false);
    }

    /// Continues the relaxation of a node.
    fn step_of_solving(&mut self, mut node: Node, mut doing: Doing) {
        let Doing::Solving {
            pivots,
            work,
            ref mut round,
            ref mut has_cutoff,
        } = doing
        else {
            unreachable!("it is being solved")
        };
        let cutoff = self.cutoff();
        let early = match has_cutoff {
            true => self.program.cutoff(cutoff),
            false => self.program.cutoff(self.top),
        };
        let Some(ending) = self.pivot(pivots, early) else {
            self.current = Some((node, doing));
            return;
        };
        let taxes = self.taxes();
        let open = list(&node.open);
        let prices = Prices::new(&self.rows, &self.costs, taxes, &open, &node.chosen);
        self.work += PER_OPTION * open.len() as u64;
        node.bound = node.bound.max(prices.bound);
        if prices.bound > cutoff {
            self.finish_solving(work);
            return;
        }
        if matches!(ending, Ending::Cutoff) && *has_cutoff {
            // The cutoff was near, but is not proved.
            *has_cutoff = false;
            self.current = Some((node, doing));
            return;
        }
        for &option in &open {
            if prices.bound + prices.net[option as usize].max(0) > cutoff {
                remove(&mut node.open, option);
            }
        }
        self.prices = prices;
        let is_optimal = matches!(ending, Ending::Optimal);
        let is_whole = is_optimal && self.is_whole(&node);
        if is_whole {
            let mut options = node.chosen.clone();
            options.extend(
                open.iter()
                    .filter(|&&option| self.program.value(option) > 0.5),
            );
            if self.holds(&options) {
                self.keep(options);
            }
        }
        let program = &self.program;
        if is_optimal
            && *round < ROUNDS_BELOW
            && self.rows.separate(|option| program.value(option)) > 0
        {
            self.program.add_rows(&self.rows);
            *round += 1;
            self.current = Some((node, doing));
            return;
        }
        self.finish_solving(work);
        // A solution found here may have lowered the cutoff.
        if node.bound <= self.cutoff() {
            self.search_below(node, true);
        }
    }

    fn finish_solving(&mut self, work: u64) {
        self.solved += self.program.simplex.work() - work;
        self.solutions += 1;
        self.effort.states += 1;
    }

    fn is_whole(&self, node: &Node) -> bool {
        list(&node.open).iter().all(|&option| {
            let value = self.program.value(option);
            !(WHOLE..=1.0 - WHOLE).contains(&value)
        })
    }

    /// Continues a depth-first search.
    fn step_below(
        &mut self,
        node: Node,
        mut search: Box<dyn BestSearch>,
        end: u64,
        is_solved: bool,
        memory: usize,
    ) {
        let (spent, states) = (search.spent(), search.effort().states);
        let slice = (end - spent.min(end)).clamp(1, 1 << 20);
        let status = search.run(slice, memory);
        self.work += search.spent() - spent;
        self.effort.states += search.effort().states - states;
        let is_over = search.spent() >= end;
        match status {
            Status::Done(found) => {
                self.keep_all(found, &node.chosen);
                self.patience = (self.patience * 21 / 20).min(1600);
            }
            _ if is_over => {
                let found = search.so_far().expect("it knows what it has found");
                self.keep_all(found, &node.chosen);
                self.patience = (self.patience * 19 / 20).max(LEAST_PERCENT);
                match is_solved {
                    true => self.current = Some((node, Doing::Branching)),
                    false if !self.has_cut => {
                        self.has_cut = true;
                        self.begin_cuts();
                    }
                    false if !self.has_dived => {
                        self.has_dived = true;
                        self.begin_dive(node);
                    }
                    false => self.solve_useful(node),
                }
            }
            _ => {
                self.current = Some((
                    node,
                    Doing::Below {
                        search,
                        end,
                        is_solved,
                    },
                ));
            }
        }
        self.fit(memory);
    }

    fn branch(&mut self, mut node: Node) {
        let cutoff = self.cutoff();
        for option in list(&node.open) {
            if self.prices.bound + self.prices.net[option as usize].max(0) > cutoff {
                remove(&mut node.open, option);
            }
        }
        let open = list(&node.open);
        if node.bound > cutoff {
            return;
        }
        if open.is_empty() {
            if self.holds(&node.chosen) {
                self.keep(node.chosen);
            }
            return;
        }
        self.work += PER_OPTION * open.len() as u64;
        let splits = self.splits(&open);
        let probing = Box::new(self.begin_probes(splits));
        self.current = Some((node, Doing::Probing(probing, open.into())));
    }

    /// The open option whose value is nearest to one half; the first one among equals.
    fn doubtful(&self, open: &[u32]) -> u32 {
        let doubt = |option: u32| (self.program.value(option) - 0.5).abs();
        let least = |&one: &u32, &other: &u32| doubt(one).total_cmp(&doubt(other));
        open.iter().copied().min_by(least).expect("one is open")
    }

    /// Swaps options of a covering for a while.
    fn swap(&mut self, swaps: &mut Swaps) {
        let before = swaps.work();
        let most = self.dive_cutoff() + 1;
        while swaps.work() - before < SWAPS_AT_ONCE {
            if let Some(solution) = swaps.step(most) {
                self.keep(solution);
                break;
            }
        }
        self.work += swaps.work() - before;
    }

    /// Does a small piece of work.
    fn step(&mut self, memory: usize) {
        if self.work >= self.swaps_at
            && let Some(mut swaps) = self.swaps.take()
        {
            self.swap(&mut swaps);
            if swaps.work() * 100 >= self.work * SWAPS_SHARE {
                self.swaps_at = 2 * self.work;
            }
            self.swaps = Some(swaps);
            return;
        }
        match self.stage {
            Phase::Root {
                pivots,
                round,
                cuts,
            } => self.step_at_root(pivots, round, cuts),
            Phase::Tree => match self.current.take() {
                None => self.pop(memory),
                Some((
                    node,
                    Doing::Below {
                        search,
                        end,
                        is_solved,
                    },
                )) => self.step_below(node, search, end, is_solved, memory),
                Some((node, Doing::Branching)) => self.branch(node),
                Some((node, Doing::Probing(probing, open))) => {
                    self.step_of_probing(node, probing, open);
                }
                Some((node, Doing::Diving(dive))) => self.step_of_dive(node, dive),
                Some((node, doing)) => self.step_of_solving(node, doing),
            },
            Phase::Done => {}
        }
    }
}

impl BestSearch for Duality {
    fn least(&self) -> Option<i128> {
        self.kept.first().map(|kept| self.scale.down(kept.0))
    }

    fn best(&self) -> Option<Priced> {
        self.kept.first().map(|kept| self.priced(kept))
    }

    fn bound(&self) -> Option<i128> {
        let open = match self.stage {
            Phase::Root { .. } if self.proved == i128::MIN => return None,
            Phase::Root { .. } => self.proved,
            Phase::Tree => {
                let current = self.current.iter().map(|(node, _)| node.bound);
                let open = self.nodes.peek().map(|node| node.bound);
                let open = current.chain(open).min();
                // Solutions above the ceiling have not been searched for.
                let beyond = match self.ceiling >= self.top {
                    true => i128::MAX,
                    false => self.ceiling + 1,
                };
                open.map_or(beyond, |open| open.min(beyond))
                    .max(self.proved)
            }
            Phase::Done => i128::MAX,
        };
        let known = self.kept.first().map_or(i128::MAX, |kept| kept.0);
        match open.min(known) {
            i128::MAX => Some(i128::MAX),
            bound => Some(self.scale.bound(bound)),
        }
    }

    fn offer(&mut self, (_, solution): &Priced) {
        let numbers: HashMap<OptionId, u32> = (self.part.choices.iter().zip(0..))
            .map(|(choice, number)| (choice.option, number))
            .collect();
        self.keep(solution.iter().map(|option| numbers[option]).collect());
    }

    fn reduced(&self) -> Option<Reduced> {
        match self.stage {
            Phase::Root { .. } => None,
            Phase::Tree | Phase::Done => Some(Reduced {
                bound: self.root.bound,
                net: self.root.net.clone(),
                scale: self.scale,
            }),
        }
    }
}

impl Way<Found> for Duality {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        let end = self.work.saturating_add(more);
        while self.work < end {
            self.work += 100;
            self.step(memory);
            if matches!(self.stage, Phase::Done) {
                return Status::Done(self.take());
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        self.work
    }

    /// There is no estimate. Twice the time spent is as good as any.
    fn estimate(&self) -> f64 {
        2.0 * self.work as f64
    }

    fn so_far(&mut self) -> Option<Found> {
        Some(self.take())
    }

    fn effort(&self) -> Effort {
        Effort {
            bytes: self.program_bytes() + self.node_bytes,
            ..self.effort.clone()
        }
    }

    fn name(&self) -> String {
        "branch and bound by linear programs".to_owned()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Limits;
    use crate::best::cheapest;
    use crate::problem::model::Model;
    use dlx3_format::Problem;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;
    use std::fmt::Write;

    /// A small random problem with all kinds of items, and its costs.
    pub fn problem(dice: &mut Pcg64Mcg) -> (Problem, Vec<i128>) {
        let mut below = |bound: u64| dice.next_u64() % bound;
        let (items, secondary) = (3 + below(4), below(3));
        let mut text = String::new();
        for item in 0..items {
            match below(3) {
                0 => {
                    let lower = below(3);
                    let upper = lower.max(1) + below(2);
                    write!(text, "{lower}:{upper}|a{item} ").unwrap();
                }
                _ => write!(text, "a{item} ").unwrap(),
            }
        }
        text += "|";
        (0..secondary).for_each(|item| write!(text, " b{item}").unwrap());
        text += "\n";
        let most = [1, 3, 50, 1 << 40][below(4) as usize];
        let options = 6 + below(14);
        let mut costs = Vec::new();
        for _ in 0..options {
            let first = below(items);
            write!(text, "a{first}").unwrap();
            for item in 0..items {
                if item != first && below(3) == 0 {
                    write!(text, " a{item}").unwrap();
                }
            }
            for item in 0..secondary {
                match below(4) {
                    0 => write!(text, " b{item}").unwrap(),
                    1 => write!(text, " b{item}:{}", below(3)).unwrap(),
                    _ => {}
                }
            }
            text += "\n";
            costs.push(i128::from(below(2 * most + 1)) - i128::from(most / 2));
        }
        (text.parse().unwrap(), costs)
    }

    type Disturb = fn(&mut [i128], u64, Room);

    /// The costs of the cheapest solutions, if the problem has exactly one part.
    fn solved(
        (problem, costs): (&Problem, &[i128]),
        most: usize,
        (least_patience, memory): (u64, usize),
        disturb: Disturb,
    ) -> Option<Vec<i128>> {
        let model = Model::new(problem);
        let [part] = &model.parts[..] else {
            return None;
        };
        if !model.free.is_empty() {
            return None;
        }
        let costs: Vec<i128> = part
            .choices
            .iter()
            .map(|choice| costs[choice.option.index()])
            .collect();
        let mut search = Duality::new(part, &costs, most).unwrap();
        (search.least_patience, search.disturb) = (least_patience, disturb);
        let mut last = i128::MIN;
        loop {
            match search.run(1000, memory) {
                Status::Done(found) => {
                    let least = found.solutions.first().map_or(i128::MAX, |least| least.0);
                    assert!(last <= least, "the bound {last} is above {least}");
                    return Some(found.solutions.iter().map(|found| found.0).collect());
                }
                _ => {
                    assert!(
                        search.spent() < 1 << 34,
                        "there is no end: {problem}{costs:?}"
                    );
                    last = search.bound().map_or(last, |bound| bound.max(last));
                }
            }
        }
    }

    fn assert_exact(seed: u64, cases: u64, limits: (u64, usize), disturb: Disturb) {
        let mut dice = Pcg64Mcg::new(seed.into());
        let mut some = 0;
        for _ in 0..cases {
            let (problem, costs) = problem(&mut dice);
            let most = [1, 1, 3, 1000][(dice.next_u64() % 4) as usize];
            let Some(found) = solved((&problem, &costs), most, limits, disturb) else {
                continue;
            };
            let mut whole = Limits::new(1 << 30);
            whole.tuning = Tuning {
                bounding: false,
                duality: false,
                listing: false,
                ..Tuning::default()
            };
            let all = cheapest(&problem, &costs, most, &mut whole).unwrap();
            let mut all: Vec<i128> = all.solutions.iter().map(|found| found.0).collect();
            some += u64::from(!all.is_empty());
            if limits.1 < usize::MAX && !found.is_empty() {
                // Not all need fit.
                all.truncate(found.len());
            }
            assert_eq!(found, all, "{most} of {problem}{costs:?}");
        }
        assert!(some > cases / 5, "{some}");
    }

    #[test]
    fn the_cheapest_are_found_by_searches_below_the_root() {
        assert_exact(1, 2000, (LEAST_PATIENCE, usize::MAX), |_, _, _| {});
    }

    /// Without depth-first search: everything is done by dividing nodes.
    #[test]
    fn the_cheapest_are_found_by_dividing_nodes() {
        assert_exact(2, 2000, (1, usize::MAX), |_, _, _| {});
    }

    /// Memory is short, so the newest node is next. The solutions fit.
    #[test]
    fn the_cheapest_are_found_with_room_for_few_nodes() {
        assert_exact(4, 1000, (1, 4000), |_, _, _| {});
    }

    #[test]
    fn wrong_multipliers_give_right_answers() {
        // Some are slightly wrong, some very wrong, some useless.
        let disturb: Disturb = |taxes, number, room| {
            let mut dice = Pcg64Mcg::new(number.into());
            for tax in taxes {
                let random = i128::from(dice.next_u64() % 2001) - 1000;
                *tax = match number % 4 {
                    0 => *tax + random,
                    1 => *tax + *tax / 1000 * random,
                    2 => room.most_tax / 1000 * random,
                    _ => 0,
                };
                *tax = (*tax).clamp(-room.most_tax, room.most_tax);
            }
        };
        for least_patience in [LEAST_PATIENCE, 1] {
            assert_exact(3, 1500, (least_patience, usize::MAX), disturb);
        }
    }
}
