//! Branch and bound: the cheapest solutions of a part, where states do not come back.
//!
//! As Knuth's DLX5 has it (The Art of Computer Programming, volume 4B, section 7.2.2.1),
//! each item has a *tax*, which is taken off the cost of its options, and no option may
//! cost less than nothing then. So what items still need is a lower bound for what is
//! still to be paid. Here items have bounds, and so a positive tax is paid by the options
//! that an item must have, and a negative one by those that it may have. The lists of items
//! are in the order of net costs: what is too dear stands at the end of a list.
//!
//! Invariant: `bound` is a lower bound for all solutions below the node, and no option that
//! is linked contradicts those that have been chosen.

use super::contest::Way;
use super::model::{Demand, Part};
use super::{Effort, Status};
use std::cmp::Reverse;

/// A solution of a part: its cost, and its options by their numbers there.
pub type Priced = (i64, Vec<u32>);

/// How far the options of a list are counted, as DLX5 does by default.
const LOOKAHEAD: u32 = 10;

/// About what a node costs, in nanoseconds, for itself, each option hidden, and each item looked at.
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

/// What an item still wants.
#[derive(Clone, Copy, Debug)]
struct Want {
    /// How many more options it must have, and may have.
    need: u32,
    room: u32,
    /// The color that its options have agreed on; 0 for none.
    color: u32,
    has_colors: bool,
    tax: i64,
}

/// What an option has changed in the wants of one of its items.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Color,
    Room,
    RoomAndNeed,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The item that it branches on. None: all it needs is there, and any option that is
    /// left may be added.
    item: Option<u32>,
    /// How many options were chosen, and hidden, when it was entered.
    chosen: usize,
    hidden: usize,
    bound: i64,
    cost: i64,
    /// Where to look for the next branch, if all needs are met.
    next: u32,
}

/// The search for the cheapest solutions of a part.
pub struct Bounding<'p> {
    part: &'p Part,
    costs: &'p [i64],
    most: usize,
    links: Vec<Link>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`.
    starts: Vec<u32>,
    net: Vec<i64>,
    is_linked: Vec<bool>,
    wants: Vec<Want>,
    /// How many options are in the list of each item.
    lengths: Vec<u32>,
    /// Items that need options, in no order, and their places there.
    needy: Vec<u32>,
    places: Vec<u32>,
    /// What has been hidden, and chosen, in order; and for each node of what was chosen,
    /// how the wants of its item have changed.
    hidden: Vec<u32>,
    chosen: Vec<u32>,
    changes: Vec<Change>,
    frames: Vec<Frame>,
    bound: i64,
    cost: i64,
    /// Whether an item may have more options than it needs.
    has_slack: bool,
    /// The cheapest so far, the dearest of them first.
    best: Vec<Priced>,
    is_begun: bool,
    effort: Effort,
    work: u64,
}

impl<'p> Bounding<'p> {
    /// A search for the `most` cheapest solutions; option `o` of the part costs `costs[o]`.
    /// The sum of all costs must be below 2^62, whatever their signs.
    pub fn new(part: &'p Part, costs: &'p [i64], most: usize) -> Self {
        let mut search = Bounding {
            part,
            costs,
            most,
            links: Vec::new(),
            starts: vec![part.demands.len() as u32],
            net: costs.to_vec(),
            is_linked: vec![true; part.choices.len()],
            wants: wants(part),
            lengths: vec![0; part.demands.len()],
            needy: Vec::new(),
            places: vec![u32::MAX; part.demands.len()],
            hidden: Vec::new(),
            chosen: Vec::new(),
            changes: Vec::new(),
            frames: Vec::new(),
            bound: 0,
            cost: 0,
            has_slack: false,
            best: Vec::new(),
            is_begun: false,
            effort: Effort::default(),
            work: 0,
        };
        let taxes = taxes(part, &search.wants, &mut search.net);
        for (want, tax) in search.wants.iter_mut().zip(taxes) {
            want.tax = tax;
            let options = if tax > 0 { want.need } else { want.room };
            search.bound += tax * i64::from(options);
            search.has_slack |= want.need < want.room && !want.has_colors;
        }
        search.link();
        for item in 0..search.wants.len() {
            if search.wants[item].need > 0 {
                search.add_needy(item);
            }
        }
        search
    }

    /// What every solution costs at least.
    pub fn bound(&self) -> i64 {
        let open = self.frames.iter().map(|frame| frame.bound).min();
        let known = self.best.first().map(|best| best.0);
        match (self.is_begun, open) {
            (false, _) => self.bound,
            (true, Some(open)) => known.map_or(open, |known| known.min(open)),
            (true, None) => known.unwrap_or(i64::MAX),
        }
    }

    /// The cheapest that have been found so far, the cheapest first.
    pub fn found(&self) -> Vec<Priced> {
        self.best.iter().rev().cloned().collect()
    }

    /// Makes the lists: each in the order of net costs, then of the input.
    fn link(&mut self) {
        let items = self.wants.len() as u32;
        let header = |item| Link {
            before: item,
            after: item,
            item,
            ..Link::default()
        };
        self.links = (0..items).map(header).collect();
        for (option, choice) in self.part.choices.iter().enumerate() {
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
        let mut order: Vec<u32> = (0..self.net.len() as u32).collect();
        order.sort_by_key(|&option| self.net[option as usize]);
        for option in order {
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

    /// Takes an option off all lists.
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
        self.hidden.push(option);
        self.work += PER_OPTION;
    }

    /// Brings back the options hidden last, until so many are hidden.
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

    /// Hides the options of an item, but for those of one color (none if it is 0).
    fn hide_list(&mut self, item: usize, color: u32) {
        let mut node = self.links[item].after;
        while node as usize != item {
            let link = self.links[node as usize];
            if color == 0 || link.color != color {
                self.hide(link.option);
            }
            // A node that has been taken off still knows where it stood.
            node = link.after;
        }
    }

    /// What the bound rises by when an option is chosen.
    fn rise(&self, option: u32) -> i64 {
        let nodes = self.links[self.nodes(option)].iter();
        let paid = nodes.map(|link| {
            let want = &self.wants[link.item as usize];
            if want.need > 0 || want.tax < 0 {
                want.tax
            } else {
                0
            }
        });
        self.costs[option as usize] - paid.sum::<i64>()
    }

    /// Chooses an option that is linked.
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

    /// Undoes what choosing an option has changed in the wants of its items.
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

    /// What speaks for branching on an item: few branches, then a high price. None if the
    /// item cannot be met. Branches are counted up to `most`, and then up to the lookahead;
    /// beyond that, the whole list counts.
    fn branches(&self, item: usize, most: u32) -> Option<(u32, Reverse<i64>)> {
        let need = self.wants[item].need;
        let (mut count, mut price) = (0, 0);
        let mut node = self.links[item].after;
        while node as usize != item {
            let link = self.links[node as usize];
            let net = self.net[link.option as usize];
            if !self.is_cheap(self.bound.saturating_add(net)) {
                break;
            }
            count += 1;
            if count <= need {
                // So much is to be paid for what the item needs, whatever is chosen.
                price += net;
            } else if count >= most.saturating_add(need) {
                break;
            } else if count >= LOOKAHEAD + need {
                count = self.lengths[item];
                break;
            }
            node = link.after;
        }
        let can_be = count >= need && self.is_cheap(self.bound.saturating_add(price));
        can_be.then(|| (count - need + 1, Reverse(price)))
    }

    /// Whether a solution of that cost would be among the cheapest.
    fn is_cheap(&self, cost: i64) -> bool {
        self.best.len() < self.most || cost < self.best[0].0
    }

    /// Enters a node: takes down a solution, or begins its branches.
    fn enter(&mut self) {
        self.effort.states += 1;
        self.work += NODE;
        if !self.is_cheap(self.bound) {
            return;
        }
        let mut frame = Frame {
            item: None,
            chosen: self.chosen.len(),
            hidden: self.hidden.len(),
            bound: self.bound,
            cost: self.cost,
            next: 0,
        };
        if self.needy.is_empty() {
            if self.is_cheap(self.cost) {
                self.keep();
            }
            if self.has_slack {
                self.frames.push(frame);
            }
            return;
        }
        let mut best = (u32::MAX, Reverse(0), u32::MAX);
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

    /// Keeps the solution at which the search stands.
    fn keep(&mut self) {
        let place = self.best.partition_point(|best| best.0 > self.cost);
        self.best.insert(place, (self.cost, self.chosen.clone()));
        if self.best.len() > self.most {
            self.best.remove(0);
        }
    }

    /// The next branch of a node; none if there are no more.
    fn next_branch(&mut self, frame: usize) -> Option<u32> {
        let Frame { item, next, .. } = self.frames[frame];
        let Some(item) = item else {
            let mut option = next as usize;
            while option < self.is_linked.len() {
                if self.is_linked[option] {
                    let bound = self.bound.saturating_add(self.rise(option as u32));
                    if self.is_cheap(bound) {
                        self.frames[frame].next = option as u32 + 1;
                        return Some(option as u32);
                    }
                }
                option += 1;
            }
            return None;
        };
        self.branches(item as usize, 1)?;
        let first = self.links[self.links[item as usize].after as usize].option;
        Some(first)
    }

    /// Goes back to the last node and on with its next branch; false if the search is over.
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
                // Not again below its siblings.
                self.choose(option);
                self.frames[top].hidden += 1;
                self.enter();
            }
        }
        true
    }

    /// Undoes what was done below a node. Options that have been tried stay hidden.
    fn undo(&mut self, frame: usize) {
        let Frame {
            chosen,
            hidden,
            bound,
            cost,
            ..
        } = self.frames[frame];
        while self.chosen.len() > chosen {
            let option = self.chosen.pop().expect("there are more");
            self.give_back(option);
        }
        self.show(hidden);
        (self.bound, self.cost) = (bound, cost);
    }
}

impl Way<Vec<Priced>> for Bounding<'_> {
    fn run(&mut self, more: u64, _: usize) -> Status<Vec<Priced>> {
        let end = self.work.saturating_add(more);
        if !self.is_begun {
            self.is_begun = true;
            self.enter();
        }
        while self.work < end {
            self.work += 1;
            if !self.step() {
                return Status::Done(self.found());
            }
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        self.work
    }

    /// No estimate is known. Twice what has been spent is as good as any.
    fn estimate(&self) -> f64 {
        2.0 * self.work as f64
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

fn wants(part: &Part) -> Vec<Want> {
    let mut degrees = vec![0; part.demands.len()];
    for choice in &part.choices {
        for &(item, _) in &choice.nodes {
            degrees[item as usize] += 1;
        }
    }
    let want = |(demand, &degree): (&Demand, &u32)| {
        let (need, room, has_colors) = match *demand {
            Demand::Once => (1, 1, false),
            Demand::Bounded { lower, upper } => (lower, upper, false),
            Demand::Agree { .. } => (0, degree, true),
        };
        Want {
            need,
            room,
            color: 0,
            has_colors,
            tax: 0,
        }
    };
    part.demands.iter().zip(&degrees).map(want).collect()
}

/// Taxes, and the net costs of options after them, which are not negative. Items are taxed
/// one after another, as much as their cheapest option allows; of some orders, the one with
/// the best bound is taken.
fn taxes(part: &Part, wants: &[Want], net: &mut [i64]) -> Vec<i64> {
    let mut lists = vec![Vec::new(); wants.len()];
    for (option, choice) in part.choices.iter().enumerate() {
        for &(item, _) in &choice.nodes {
            lists[item as usize].push(option);
        }
    }
    let mut first = vec![0; wants.len()];
    subsidize(part, wants, &lists, &mut first, net);
    let items = 0..wants.len();
    let mut short: Vec<usize> = items.clone().collect();
    short.sort_by_key(|&item| lists[item].len());
    let long = short.iter().rev().copied().collect();
    let orders = [items.clone().collect(), items.rev().collect(), short, long];
    let tried = orders.into_iter().map(|order: Vec<usize>| {
        let (mut taxes, mut net) = (first.clone(), net.to_vec());
        for item in order {
            raise(&wants[item], &lists[item], &mut taxes[item], &mut net);
        }
        let bound: i64 = taxes
            .iter()
            .zip(wants)
            .map(|(&tax, want)| owed(tax, want))
            .sum();
        (bound, taxes, net)
    });
    // The first one of the best.
    let best = tried.reduce(|best, other| if other.0 > best.0 { other } else { best });
    let (_, taxes, after) = best.expect("there are some orders");
    net.copy_from_slice(&after);
    taxes
}

/// What an item adds to the bound.
fn owed(tax: i64, want: &Want) -> i64 {
    let options = if tax > 0 { want.need } else { want.room };
    tax * i64::from(options)
}

/// Negative taxes, so that no option has a negative net cost. They are put on the item of the
/// option for which what it may have is least above what it must have: if these are equal, the
/// bound loses nothing.
fn subsidize(
    part: &Part,
    wants: &[Want],
    lists: &[Vec<usize>],
    taxes: &mut [i64],
    net: &mut [i64],
) {
    for option in 0..net.len() {
        let lacking = net[option].min(0);
        if lacking == 0 {
            continue;
        }
        let items = part.choices[option]
            .nodes
            .iter()
            .map(|node| node.0 as usize);
        let real = items.filter(|&item| !wants[item].has_colors);
        let item = real.min_by_key(|&item| (wants[item].room - wants[item].need, item));
        let item = item.expect("every option has an item that is no color");
        taxes[item] += lacking;
        for &other in &lists[item] {
            net[other] -= lacking;
        }
    }
}

/// Raises the tax of an item as much as its cheapest option allows.
fn raise(want: &Want, lists: &[usize], tax: &mut i64, net: &mut [i64]) {
    let cheapest = lists.iter().map(|&option| net[option]).min().unwrap_or(0);
    let more = match want {
        Want {
            has_colors: true, ..
        } => 0,
        Want { need: 0, .. } => cheapest.min(-*tax).max(0),
        _ => cheapest,
    };
    *tax += more;
    for &option in lists {
        net[option] -= more;
    }
}
