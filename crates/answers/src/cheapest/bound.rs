//! Branch and bound for the cheapest solutions of a part, for problems in which states seldom come
//! back.
//!
//! As in Knuth's DLX5 (The Art of Computer Programming, volume 4B, section 7.2.2.1), each item has
//! a *tax*, which is subtracted from the cost of its options, so that no option costs less than
//! zero. The taxes of the items that are still needed are then a lower bound for the remaining
//! cost. (A tax is a dual value of the linear relaxation.) Here items have bounds: a positive tax
//! is paid by the options that an item must have, a negative one by those that it may have. Each
//! item's list is sorted by net costs, so options that are too dear stand at its end.
//!
//! An option whose cost is still negative after [taxes](super::taxes) *brings* that amount. It can
//! hold at most once, so the bound includes what it brings as long as it is linked.
//!
//! Invariant: `bound` is a lower bound for all solutions below the node, and no linked option
//! contradicts the chosen ones.
//!
//! # No sum can wrap
//!
//! Let `S` be the sum of the absolute values of all costs, and `N` the number of nodes. A negative
//! tax is the negative net cost of an option, which is not negative from then on, and net costs do
//! not fall before all negative taxes are known. So all negative taxes together are at least `-S`,
//! and so is each net cost; net costs are at most `2 S`. Taxes that are raised then lower net
//! costs, so no tax exceeds `2 S`. An item is owed for at most once per node; so all items together
//! are owed at most `2 S N`. The chosen options cost at most `S`, and options bring at most `S`.
//! Every summand and every partial sum is less than [`reach`]: `4 S (N + 1)`. If this fits into 64
//! bits, sums have 64 bits, otherwise 128; see [`MOST_COST`](crate::best::MOST_COST).

use crate::cheapest::kept::Kept;
use crate::cheapest::scale::Scale;
use crate::cheapest::search::{BestSearch, Found, Priced, in_input_order};
use crate::cheapest::taxes::{Want, owed, taxes, wants};
use crate::problem::model::{Demand, Part};
use crate::race::way::Way;
use crate::{Effort, Status};
use dlx3_format::{OptionId, magnitude};
use std::cmp::Reverse;
use std::ops::{Add, AddAssign, Sub};

/// A type for sums of costs.
trait Sums:
    Copy
    + Ord
    + Default
    + Into<i128>
    + TryFrom<i128>
    + Add<Output = Self>
    + Sub<Output = Self>
    + AddAssign
{
}

impl Sums for i64 {}
impl Sums for i128 {}

/// The absolute value of every sum of costs and taxes is below this. `i128::MAX` if the costs are
/// too large.
fn reach(part: &Part, costs: &[i128]) -> i128 {
    let sum = magnitude(costs).unwrap_or(i128::MAX);
    let nodes = part.node_count() as i128;
    sum.saturating_mul(4).saturating_mul(nodes + 1)
}

/// A search for the `most` cheapest solutions of a part. Option `o` costs `costs[o]`. Without
/// taxes, the bound consists only of what options bring.
pub fn branch_and_bound(
    part: &Part,
    costs: &[i128],
    most: usize,
    has_taxes: bool,
) -> Box<dyn BestSearch> {
    match i64::try_from(reach(part, costs)) {
        Ok(_) => Box::new(Bounding::<i64>::new(part, costs, most, has_taxes)),
        Err(_) => Box::new(Bounding::<i128>::new(part, costs, most, has_taxes)),
    }
}

/// Branch and bound with given taxes of either sign: an item without colors has the tax
/// `taxes[item]`. Solutions that cost more than `ceiling` are not searched for.
///
/// # Panics
/// If `is_narrow` is true and sums do not fit into 64 bits: see
/// [`duality`](crate::cheapest::duality).
pub fn with_taxes(
    part: &Part,
    costs: &[i128],
    most: usize,
    (taxes, is_narrow): (&[i128], bool),
    ceiling: i128,
) -> Box<dyn BestSearch> {
    match is_narrow {
        true => Box::new(Bounding::<i64>::with_taxes(
            part, costs, most, taxes, ceiling,
        )),
        false => Box::new(Bounding::<i128>::with_taxes(
            part, costs, most, taxes, ceiling,
        )),
    }
}

/// A lower bound for all solutions of a part, as far as it is known without a search.
pub fn bound_of(part: &Part, costs: &[i128], has_taxes: bool) -> i128 {
    Bounding::<i128>::new(part, costs, 1, has_taxes).lower_bound()
}

/// A sum below [`reach`], in the chosen type.
fn sum_in<C: Sums>(sum: i128) -> C {
    let sum = C::try_from(sum);
    sum.unwrap_or_else(|_| panic!("it is below what fits"))
}

/// Bytes of solutions that are not counted.
const LEAST: usize = 1 << 14;

/// The length up to which a list is counted, the default of DLX5.
const LOOKAHEAD: u32 = 10;

/// The time of a node in nanoseconds, about: for itself, for each option that is hidden, for each
/// item that is examined.
const NODE: u64 = 100;
const PER_OPTION: u64 = 40;
const PER_ITEM: u64 = 10;

/// A node of the circular lists: one of an option, or the header of an item.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    before: u32,
    after: u32,
    option: u32,
    item: u32,
    color: u32,
}

/// How a chosen option has changed the wants of one of its items.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Color,
    Room,
    RoomAndNeed,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct BoundFrame<C> {
    /// The item to branch on. None: no item needs anything, and any option that is left may be
    /// added.
    item: Option<u32>,
    /// The numbers of chosen and of hidden options on entry.
    chosen: usize,
    hidden: usize,
    bound: C,
    cost: C,
    /// If no item needs anything: the place in `order` from which to look for the next branch.
    next: u32,
}

/// The search for the cheapest solutions of a part.
struct Bounding<C> {
    /// The options of the part, by their numbers in the problem.
    options: Vec<OptionId>,
    costs: Vec<C>,
    links: Vec<Link>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    /// The cost of each option after taxes; 0 if negative.
    net: Vec<C>,
    /// The amount by which that cost is negative. Empty if it is for no option.
    bring: Vec<C>,
    /// The options sorted by net costs, then by input order.
    order: Vec<u32>,
    is_linked: Vec<bool>,
    wants: Vec<Want<C>>,
    /// The length of each item's list.
    lengths: Vec<u32>,
    /// Items that need options, in no order, and the place of each.
    needy: Vec<u32>,
    places: Vec<u32>,
    /// The hidden and the chosen options, in order; and for each node of a chosen option, how it
    /// changed the wants of its item.
    hidden: Vec<u32>,
    chosen: Vec<u32>,
    changes: Vec<Change>,
    frames: Vec<BoundFrame<C>>,
    bound: C,
    cost: C,
    /// Whether options may be added when no item needs any: some item that is not secondary may
    /// have more than it needs.
    has_slack: bool,
    /// The cheapest solutions so far.
    kept: Kept<C>,
    /// Solutions that cost more are not searched for.
    ceiling: Option<C>,
    scale: Scale,
    /// Costs are multiples of `slack + 1`.
    slack: C,
    is_begun: bool,
    effort: Effort,
    work: u64,
}

impl<C: Sums> Bounding<C> {
    fn new(part: &Part, costs: &[i128], most: usize, has_taxes: bool) -> Self {
        let mut net = costs.to_vec();
        let taxes = match has_taxes {
            true => taxes(part, &wants(part), &mut net),
            false => vec![0; part.demands.len()],
        };
        Self::with_net(part, costs, most, &taxes, &net)
    }

    fn with_taxes(part: &Part, costs: &[i128], most: usize, taxes: &[i128], ceiling: i128) -> Self {
        let options = part.choices.iter().zip(costs);
        let net = options.map(|(choice, cost)| {
            let taxes = choice.nodes.iter().map(|&(item, _)| taxes[item as usize]);
            cost - taxes.sum::<i128>()
        });
        let net: Vec<i128> = net.collect();
        let mut search = Self::with_net(part, costs, most, taxes, &net);
        search.lower_ceiling(ceiling);
        search
    }

    fn with_net(part: &Part, costs: &[i128], most: usize, taxes: &[i128], net: &[i128]) -> Self {
        let mut wants = wants(part);
        let mut bound = net.iter().map(|net| (*net).min(0)).sum();
        for (want, &tax) in wants.iter_mut().zip(taxes) {
            want.tax = tax;
            bound += owed(tax, want);
        }
        let has_slack = part.demands.iter().any(|demand| match *demand {
            Demand::Bounded { lower, upper } => lower < upper,
            _ => false,
        });
        let mut order: Vec<u32> = (0..net.len() as u32).collect();
        order.sort_by_key(|&option| net[option as usize]);
        let bring = match net.iter().any(|&net| net < 0) {
            true => net.iter().map(|&net| sum_in((-net).max(0))).collect(),
            false => Vec::new(),
        };
        let scale = Scale::new(costs, 0);
        let mut search = Bounding {
            options: part.choices.iter().map(|choice| choice.option).collect(),
            costs: costs.iter().map(|&cost| sum_in(cost)).collect(),
            links: Vec::new(),
            starts: vec![part.demands.len() as u32],
            net: net.iter().map(|&net| sum_in(net.max(0))).collect(),
            bring,
            order,
            is_linked: vec![true; part.choices.len()],
            wants: wants.iter().map(Want::narrow).collect(),
            lengths: vec![0; part.demands.len()],
            needy: Vec::new(),
            places: vec![u32::MAX; part.demands.len()],
            hidden: Vec::new(),
            chosen: Vec::new(),
            changes: Vec::new(),
            frames: Vec::new(),
            bound: sum_in(bound),
            cost: C::default(),
            has_slack,
            kept: Kept::new(most),
            ceiling: None,
            scale,
            slack: sum_in(scale.grain() - 1),
            is_begun: false,
            effort: Effort::default(),
            work: 0,
        };
        search.link(part);
        for item in 0..search.wants.len() {
            if search.wants[item].need > 0 {
                search.add_needy(item);
            }
        }
        search
    }

    /// A lower bound for the cost of all solutions.
    fn lower_bound(&self) -> i128 {
        let open = self.frames.iter().map(|frame| frame.bound).min();
        let open = match self.is_begun {
            true => open,
            false => Some(self.bound),
        };
        let known = open.into_iter().chain(self.kept.least()).min();
        known.map_or(i128::MAX, C::into)
    }

    /// Solutions that cost more are not searched for from now on.
    fn lower_ceiling(&mut self, ceiling: i128) {
        // A ceiling that does not fit is above all costs.
        if let Ok(ceiling) = C::try_from(ceiling) {
            self.ceiling = Some(self.ceiling.map_or(ceiling, |known| known.min(ceiling)));
        }
    }

    /// Returns the cheapest solutions found. The search is over then.
    fn take(&mut self) -> Found {
        let numbers = &self.options;
        let is_cut = self.kept.is_cut();
        let found = self.kept.take(&self.chosen).map(|(cost, choices)| {
            let options = choices.into_iter();
            // In place: no list is in memory twice.
            let options = options.map(|choice| numbers[choice as usize]);
            (cost.into(), in_input_order(options))
        });
        Found {
            solutions: found.collect(),
            is_cut,
        }
    }

    /// Drops solutions that do not fit. A few, about as large as the part, are not counted: with
    /// any limit there are some.
    fn fit(&mut self, memory: usize) {
        let uncounted = LEAST + self.links.len() * size_of::<Link>();
        let memory = memory.saturating_add(uncounted);
        self.kept.fit(size_of::<Priced>(), memory);
    }

    /// Makes the lists, each sorted by net costs, then by input order.
    fn link(&mut self, part: &Part) {
        let items = self.wants.len() as u32;
        let header = |item| Link {
            before: item,
            after: item,
            item,
            ..Link::default()
        };
        self.links = (0..items).map(header).collect();
        for (option, choice) in part.choices.iter().enumerate() {
            for &(item, color) in &choice.nodes {
                self.links.push(Link {
                    option: option as u32,
                    item,
                    color,
                    ..Link::default()
                });
            }
            self.starts.push(self.links.len() as u32);
        }
        for place in 0..self.order.len() {
            let option = self.order[place];
            for node in self.nodes(option) {
                let item = self.links[node].item as usize;
                let last = self.links[item].before;
                (self.links[node].before, self.links[node].after) = (last, item as u32);
                self.links[last as usize].after = node as u32;
                self.links[item].before = node as u32;
                self.lengths[item] += 1;
            }
        }
    }

    fn nodes(&self, option: u32) -> std::ops::Range<usize> {
        let option = option as usize;
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    fn add_needy(&mut self, item: usize) {
        self.places[item] = self.needy.len() as u32;
        self.needy.push(item as u32);
    }

    fn drop_needy(&mut self, item: usize) {
        let place = self.places[item] as usize;
        self.needy.swap_remove(place);
        if let Some(&moved) = self.needy.get(place) {
            self.places[moved as usize] = place as u32;
        }
    }

    /// Removes an option from all lists.
    fn hide(&mut self, option: u32) {
        if !std::mem::replace(&mut self.is_linked[option as usize], false) {
            return;
        }
        for node in self.nodes(option) {
            let Link {
                before,
                after,
                item,
                ..
            } = self.links[node];
            self.links[before as usize].after = after;
            self.links[after as usize].before = before;
            self.lengths[item as usize] -= 1;
        }
        self.bound += self.brings(option);
        self.hidden.push(option);
        self.work += PER_OPTION;
    }

    /// Restores the options hidden last, until this many are hidden.
    fn show(&mut self, hidden: usize) {
        while self.hidden.len() > hidden {
            let option = self.hidden.pop().expect("there are more");
            self.is_linked[option as usize] = true;
            for node in self.nodes(option).rev() {
                let Link {
                    before,
                    after,
                    item,
                    ..
                } = self.links[node];
                self.links[before as usize].after = node as u32;
                self.links[after as usize].before = node as u32;
                self.lengths[item as usize] += 1;
            }
        }
    }

    /// Hides the options of an item, except those of one color (none if it is 0).
    fn hide_list(&mut self, item: usize, color: u32) {
        let mut node = self.links[item].after;
        while node as usize != item {
            let link = self.links[node as usize];
            if color == 0 || link.color != color {
                self.hide(link.option);
            }
            // A node that was removed still has its links.
            node = link.after;
        }
    }

    /// What an option brings. The bound includes it as long as the option is linked.
    #[inline]
    fn brings(&self, option: u32) -> C {
        let brings = self.bring.get(option as usize);
        brings.copied().unwrap_or_default()
    }

    /// The rise of the bound when an option is chosen, without what it brings: hiding the option
    /// adds that.
    fn rise(&self, option: u32) -> C {
        let mut rise = self.costs[option as usize];
        for link in &self.links[self.nodes(option)] {
            let want = &self.wants[link.item as usize];
            if want.need > 0 || want.tax < C::default() {
                rise = rise - want.tax;
            }
        }
        rise
    }

    /// Chooses a linked option.
    fn choose(&mut self, option: u32) {
        self.bound += self.rise(option);
        self.cost += self.costs[option as usize];
        self.chosen.push(option);
        self.hide(option);
        for node in self.nodes(option) {
            let Link { item, color, .. } = self.links[node];
            let item = item as usize;
            let want = &mut self.wants[item];
            let (change, is_full) = match *want {
                Want {
                    has_colors: true,
                    color: 0,
                    ..
                } => {
                    want.color = color;
                    (Change::Color, true)
                }
                Want {
                    has_colors: true, ..
                } => (Change::Nothing, false),
                Want { need: 0, .. } => {
                    want.room -= 1;
                    (Change::Room, want.room == 0)
                }
                _ => {
                    (want.room, want.need) = (want.room - 1, want.need - 1);
                    (Change::RoomAndNeed, want.room == 0)
                }
            };
            self.changes.push(change);
            if matches!(change, Change::RoomAndNeed) && self.wants[item].need == 0 {
                self.drop_needy(item);
            }
            if is_full {
                self.hide_list(item, color);
            }
        }
    }

    /// Undoes the changes of a chosen option to the wants of its items.
    fn give_back(&mut self, option: u32) {
        for node in self.nodes(option).rev() {
            let item = self.links[node].item as usize;
            let want = &mut self.wants[item];
            match self.changes.pop().expect("one for each node") {
                Change::Nothing => {}
                Change::Color => want.color = 0,
                Change::Room => want.room += 1,
                Change::RoomAndNeed => {
                    (want.room, want.need) = (want.room + 1, want.need + 1);
                    if want.need == 1 {
                        self.add_needy(item);
                    }
                }
            }
        }
    }

    /// The key for branching on an item: few branches first, then a high price. None if the item
    /// cannot be satisfied. Branches are counted up to `most`, and up to the lookahead; beyond
    /// that, the length of the list counts.
    fn branches(&self, item: usize, most: u32) -> Option<(u32, Reverse<C>)> {
        let need = self.wants[item].need;
        let (mut count, mut price) = (0, C::default());
        let mut node = self.links[item].after;
        while node as usize != item {
            let link = self.links[node as usize];
            let net = self.net[link.option as usize];
            if !self.is_cheap(self.bound + net) {
                break;
            }
            count += 1;
            if count <= need {
                // At least this much must be paid for the item, whatever is chosen.
                price += net;
            } else if count >= most.saturating_add(need) {
                break;
            } else if count >= LOOKAHEAD + need {
                count = self.lengths[item];
                break;
            }
            node = link.after;
        }
        let can_be = count >= need && self.is_cheap(self.bound + price);
        can_be.then(|| (count - need + 1, Reverse(price)))
    }

    /// Whether a solution that costs at least this much could be among the cheapest.
    #[inline]
    fn is_cheap(&self, cost: C) -> bool {
        self.ceiling.is_none_or(|ceiling| cost <= ceiling) && self.kept.wants(cost + self.slack)
    }

    /// Enters a node: records a solution, or begins its branches.
    fn enter(&mut self) {
        self.effort.states += 1;
        self.work += NODE;
        if !self.is_cheap(self.bound) {
            return;
        }
        let mut frame = BoundFrame {
            item: None,
            chosen: self.chosen.len(),
            hidden: self.hidden.len(),
            bound: self.bound,
            cost: self.cost,
            next: 0,
        };
        if self.needy.is_empty() {
            if self.is_cheap(self.cost) {
                self.kept.add(self.cost, &self.chosen);
            }
            if self.has_slack {
                // Earlier options have been tried or are too dear.
                let above = self.frames.last().filter(|above| above.item.is_none());
                frame.next = above.map_or(0, |above| above.next);
                self.frames.push(frame);
            }
            return;
        }
        let mut best = (u32::MAX, Reverse(C::default()), u32::MAX);
        for &item in &self.needy {
            let Some((count, price)) = self.branches(item as usize, best.0) else {
                return;
            };
            best = best.min((count, price, item));
        }
        self.work += PER_ITEM * self.needy.len() as u64;
        frame.item = Some(best.2);
        self.frames.push(frame);
    }

    /// The next branch of a node. None if there are no more.
    fn next_branch(&mut self, frame: usize) -> Option<u32> {
        let BoundFrame { item, next, .. } = self.frames[frame];
        let Some(item) = item else {
            for place in next as usize..self.order.len() {
                let option = self.order[place];
                // The bound rises by at least this, and later options are no cheaper.
                if !self.is_cheap(self.bound + self.net[option as usize]) {
                    return None;
                }
                if self.is_linked[option as usize] {
                    let rise = self.rise(option) + self.brings(option);
                    if self.is_cheap(self.bound + rise) {
                        self.frames[frame].next = place as u32 + 1;
                        return Some(option);
                    }
                }
            }
            return None;
        };
        self.branches(item as usize, 1)?;
        let first = self.links[self.links[item as usize].after as usize].option;
        Some(first)
    }

    /// Goes back to the last node and takes its next branch. False if the search is over.
    fn step(&mut self) -> bool {
        let Some(top) = self.frames.len().checked_sub(1) else {
            return false;
        };
        self.undo(top);
        match self.next_branch(top) {
            None => {
                self.frames.pop();
            }
            Some(option) => {
                // The option stays hidden below its siblings.
                self.choose(option);
                self.frames[top].hidden += 1;
                let brings = self.brings(option);
                self.frames[top].bound += brings;
                self.enter();
            }
        }
        true
    }

    /// Undoes everything below a node. Options that have been tried stay hidden.
    fn undo(&mut self, frame: usize) {
        let BoundFrame {
            chosen,
            hidden,
            bound,
            cost,
            ..
        } = self.frames[frame];
        self.kept.close(&self.chosen, chosen);
        while self.chosen.len() > chosen {
            let option = self.chosen.pop().expect("there are more");
            self.give_back(option);
        }
        self.show(hidden);
        (self.bound, self.cost) = (bound, cost);
    }
}

impl<C: Sums> BestSearch for Bounding<C> {
    fn least(&self) -> Option<i128> {
        self.kept.least().map(C::into)
    }

    fn best(&self) -> Option<Priced> {
        let (cost, choices) = self.kept.first(&self.chosen)?;
        let options = choices.iter().map(|&choice| self.options[choice as usize]);
        Some((cost.into(), in_input_order(options)))
    }

    fn bound(&self) -> Option<i128> {
        Some(self.lower_bound())
    }

    fn offer(&mut self, best: &Priced) {
        self.lower_ceiling(self.scale.below(best.0));
    }
}

impl<C: Sums> Way<Found> for Bounding<C> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        let end = self.work.saturating_add(more);
        if !self.is_begun {
            self.is_begun = true;
            self.enter();
        }
        while self.work < end {
            self.work += 1;
            let before = self.kept.found();
            if !self.step() {
                return Status::Done(self.take());
            }
            if self.kept.found() > before {
                self.fit(memory);
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
            bytes: self.links.len() * size_of::<Link>(),
            ..self.effort.clone()
        }
    }

    fn name(&self) -> String {
        "branch and bound".to_owned()
    }
}

impl Want<i128> {
    /// The want with its tax in the type chosen for sums.
    fn narrow<C: Sums>(&self) -> Want<C> {
        let &Want {
            need,
            room,
            color,
            has_colors,
            tax,
        } = self;
        Want {
            need,
            room,
            color,
            has_colors,
            tax: sum_in(tax),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::model::Model;

    fn part(text: &str) -> Part {
        let mut model = Model::new(&text.parse().unwrap());
        assert_eq!((model.parts.len(), model.free.len()), (1, 0));
        model.parts.remove(0)
    }

    fn solved<C: Sums>(part: &Part, costs: &[i128], most: usize) -> Vec<Priced> {
        let mut search = Bounding::<C>::new(part, costs, most, true);
        match search.run(u64::MAX, usize::MAX) {
            Status::Done(found) => found.solutions,
            _ => panic!("nothing ends it"),
        }
    }

    #[test]
    fn the_bound_is_the_optimum_if_there_is_one_item() {
        let costs = [-5, 3, -1, 0, -8, 2, -2, -8, 7];
        let mut sorted = costs.to_vec();
        sorted.sort_unstable();
        for upper in 1..9 {
            let part = part(&format!("0:{upper}|A\n{}", "A\n".repeat(9)));
            let best = sorted[..upper].iter().filter(|cost| **cost < 0).sum();
            assert_eq!(
                Bounding::<i64>::new(&part, &costs, 1, true).lower_bound(),
                best
            );
            assert_eq!(solved::<i64>(&part, &costs, 1)[0].0, best);
        }
    }

    #[test]
    fn sums_of_64_and_128_bits_are_the_same() {
        let part = part("0:2|A 1:3|B C | X\nA B X:1\nA C\nB X:2\nB C\nA X:1\nC X:2\nA B\nB\n");
        let mut random = 5u64;
        for _ in 0..200 {
            let costs: Vec<i128> = (0..8)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    i128::from(random >> 33) % 1000 - 500
                })
                .collect();
            let found = solved::<i64>(&part, &costs, 5);
            assert_eq!(found, solved::<i128>(&part, &costs, 5));
            assert!(Bounding::<i64>::new(&part, &costs, 5, true).lower_bound() <= found[0].0);
        }
    }

    #[test]
    fn no_sum_is_out_of_reach() {
        let part = part("0:2|A 1:3|B C\nA B\nA C\nB\nB C\nA\nC\nA B\nB\n");
        assert_eq!(reach(&part, &[1, -1, 2, 0, 0, 0, -3, 0]), 4 * 7 * 13);
        assert_eq!(reach(&part, &[i128::MIN; 8]), i128::MAX);
        // The largest cost for which 64 bits suffice.
        let most = i128::from(i64::MAX) / (4 * 13 * 8);
        for signs in 0..256 {
            let costs = (0..8).map(|place| if signs >> place & 1 == 0 { most } else { -most });
            let costs: Vec<i128> = costs.collect();
            assert!(i64::try_from(reach(&part, &costs)).is_ok());
            assert_eq!(
                solved::<i64>(&part, &costs, 9),
                solved::<i128>(&part, &costs, 9)
            );
        }
    }
}
