//! Taxes: the amount that an item subtracts from the cost of each of its options, so that the taxes
//! of needed items are a lower bound for the remaining cost (dual values of the linear relaxation).
//!
//! For an item that may have up to `room` options, but need not, the cost of its cheapest option
//! would be too high a tax: its tax is the cost of its `room`-th cheapest option. Cheaper options
//! then still have negative costs. If there is no other item, the sum of these is the optimum of
//! the linear relaxation.
//!
//! Taxes are Knuth's (program DLX5; The Art of Computer Programming, volume 4B, section 7.2.2.1).
//! Bounds and negative costs are ours.

use crate::problem::model::{Demand, Part};

/// The wants of an item.
#[derive(Clone, Copy, Debug)]
pub struct Want<C> {
    /// How many more options it must have.
    pub need: u32,
    /// How many more it may have.
    pub room: u32,
    /// The color that its options have agreed on; 0 if none yet.
    pub color: u32,
    /// Whether its options must agree on one.
    pub has_colors: bool,
    /// The tax of each of its options.
    pub tax: C,
}

/// The wants of the items of a part, without taxes.
pub fn wants(part: &Part) -> Vec<Want<i128>> {
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
            // Only one option may have it.
            Demand::Agree { colors: 0 } => (0, 1, false),
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

/// Taxes, and the net costs of options after them. Items are taxed one after another, each as much
/// as its cheapest option allows. Tries several orders and takes the first with the best bound.
pub fn taxes(part: &Part, wants: &[Want<i128>], net: &mut [i128]) -> Vec<i128> {
    let mut lists = vec![Vec::new(); wants.len()];
    for (option, choice) in part.choices.iter().enumerate() {
        for &(item, _) in &choice.nodes {
            lists[item as usize].push(option);
        }
    }
    let mut first = vec![0; wants.len()];
    subsidize(wants, &lists, &mut first, net);
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
        let owed = taxes.iter().zip(wants).map(|(&tax, want)| owed(tax, want));
        let bound: i128 = owed.sum();
        (bound, taxes, net)
    });
    // The first one of the best.
    let best = tried.reduce(|best, other| if other.0 > best.0 { other } else { best });
    let (_, taxes, after) = best.expect("there are some orders");
    net.copy_from_slice(&after);
    taxes
}

/// The contribution of an item to the bound.
pub fn owed(tax: i128, want: &Want<i128>) -> i128 {
    let options = if tax > 0 { want.need } else { want.room };
    tax * i128::from(options)
}

/// Negative taxes: the cost of the `room`-th cheapest option of an item, if it is negative. Items
/// with the smallest `room - need` come first: if that is 0, the bound loses nothing.
fn subsidize(wants: &[Want<i128>], lists: &[Vec<usize>], taxes: &mut [i128], net: &mut [i128]) {
    let mut items: Vec<usize> = (0..wants.len())
        .filter(|&item| !wants[item].has_colors)
        .collect();
    items.sort_by_key(|&item| wants[item].room - wants[item].need);
    let mut negative = Vec::new();
    for item in items {
        let own = lists[item].iter().map(|&option| net[option]);
        negative.clear();
        negative.extend(own.filter(|&net| net < 0));
        let room = wants[item].room as usize;
        if room == 0 || negative.len() < room {
            continue;
        }
        let (_, &mut tax, _) = negative.select_nth_unstable(room - 1);
        taxes[item] = tax;
        for &option in &lists[item] {
            net[option] -= tax;
        }
    }
}

/// Raises the tax of an item as much as its cheapest option allows.
fn raise(want: &Want<i128>, lists: &[usize], tax: &mut i128, net: &mut [i128]) {
    let cheapest = lists.iter().map(|&option| net[option]).min().unwrap_or(0);
    let more = match want {
        Want {
            has_colors: true, ..
        } => 0,
        Want { need: 0, .. } => cheapest.min(-*tax).max(0),
        _ => cheapest.max(0),
    };
    *tax += more;
    for &option in lists {
        net[option] -= more;
    }
}
