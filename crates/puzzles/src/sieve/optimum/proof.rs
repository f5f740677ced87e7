//! What a search writes down so that others can check it.

use super::model::{Model, Source};
use super::relaxation::Decision;
use crate::sieve::Pair;
use crate::sieve::certificate::{Branch, Certificate, Derived, Multipliers, Step};
use dlx3_lp::pool::Origin;
use std::collections::BTreeMap;

/// A tree of the search, with multipliers of rows of the pool.
pub struct Proof {
    /// What holds in the whole tree, in order.
    root: Vec<Multipliers>,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    tightened: Vec<Multipliers>,
    end: End,
}

#[derive(Default)]
enum End {
    #[default]
    Open,
    Closed(Multipliers),
    /// The first child has the decision, the second its opposite.
    Branched(Decision, [usize; 2]),
}

/// The node that a tree begins with.
pub const ROOT: usize = 0;

impl Proof {
    pub fn new() -> Self {
        Proof {
            root: Vec::new(),
            nodes: vec![Node::default()],
        }
    }

    /// Notes what follows at the root, also for later trees.
    pub fn tighten_root(&mut self, multipliers: Multipliers) {
        self.root.push(multipliers);
    }

    /// Begins another tree.
    pub fn restart(&mut self) {
        self.nodes = vec![Node::default()];
    }

    pub fn tighten(&mut self, node: usize, multipliers: Multipliers) {
        self.nodes[node].tightened.push(multipliers);
    }

    pub fn close(&mut self, node: usize, multipliers: Multipliers) {
        self.nodes[node].end = End::Closed(multipliers);
    }

    /// The nodes where the decision holds, and where it does not.
    pub fn branch(&mut self, node: usize, decision: Decision) -> [usize; 2] {
        let children = [self.nodes.len(), self.nodes.len() + 1];
        self.nodes.extend([Node::default(), Node::default()]);
        self.nodes[node].end = End::Branched(decision, children);
        children
    }

    /// The steps in preorder; none if a node is open.
    fn steps(mut self) -> Option<Vec<Step>> {
        let mut steps: Vec<Step> = self.root.into_iter().map(Step::Tighten).collect();
        let mut stack = vec![ROOT];
        while let Some(node) = stack.pop() {
            let Node { tightened, end } = std::mem::take(&mut self.nodes[node]);
            steps.extend(tightened.into_iter().map(Step::Tighten));
            match end {
                End::Open => return None,
                End::Closed(multipliers) => steps.push(Step::Closed(multipliers)),
                End::Branched(decision, [with, without]) => {
                    // Pairs are resolved by the caller, who has the model.
                    steps.push(placeholder(decision));
                    stack.extend([without, with]);
                }
            }
        }
        Some(steps)
    }
}

/// A branch; the pair of the model number p is written as (p, 0) until it is known.
fn placeholder(decision: Decision) -> Step {
    let pair = |number| {
        Branch::Pair(Pair {
            pick: number,
            tax: 0,
        })
    };
    match decision {
        Decision::Pick(number) => Step::Branch(Branch::Pick(number), true),
        Decision::NotPick(number) => Step::Branch(Branch::Pick(number), false),
        Decision::Tax(number) => Step::Branch(Branch::Tax(number), true),
        Decision::NotTax(number) => Step::Branch(Branch::Tax(number), false),
        Decision::With(number) => Step::Branch(pair(number), true),
        Decision::Without(number) => Step::Branch(pair(number), false),
        Decision::Need(_) => unreachable!("no search branches on it"),
    }
}

/// The certificate of a search that has ended: of its tree if all of it is closed,
/// else of a bound that multipliers prove alone.
pub fn certificate(
    model: &Model<'_>,
    proof: Proof,
    score: u64,
    moves: Vec<Pair>,
    alone: (u64, Multipliers),
) -> Certificate {
    let (bound, mut steps) = match proof.steps() {
        Some(steps) => (score, steps),
        None => (alone.0, vec![Step::Closed(alone.1)]),
    };
    let largest = model.numbers().largest();
    // The cuts that are used, and those that they are derived from.
    let mut new_numbers: BTreeMap<u32, u32> = BTreeMap::new();
    let mut wanted: Vec<u32> = Vec::new();
    for step in &steps {
        if let Step::Tighten(multipliers) | Step::Closed(multipliers) = step {
            wanted.extend(multipliers.terms.iter().map(|(row, _)| row));
        }
    }
    while let Some(row) = wanted.pop() {
        if row >= largest
            && new_numbers.insert(row, 0).is_none()
            && let Origin::Half { rows, .. } = model.pool.origin(row)
        {
            wanted.extend(rows);
        }
    }
    for (number, place) in new_numbers.values_mut().zip(0..) {
        *number = largest + 1 + place;
    }
    let new_number = |row: u32| match row < largest {
        true => row + 1,
        false => new_numbers[&row],
    };
    let pair = |number: u32| model.pairs()[number as usize];
    let cuts = new_numbers.keys().map(|&row| match model.pool.origin(row) {
        Origin::Given(Source::Cycle(cut)) => Derived::Cycle(cut.clone()),
        Origin::Given(Source::Number(_) | Source::Derived) => {
            unreachable!("numbers come first, and proofs keep all rows")
        }
        Origin::Half { rows, raised } => Derived::Half {
            rows: rows.iter().map(|&row| new_number(row)).collect(),
            raised: raised.iter().map(|&number| pair(number)).collect(),
        },
    });
    let cuts = cuts.collect();
    for step in &mut steps {
        match step {
            Step::Tighten(multipliers) | Step::Closed(multipliers) => {
                for (row, _) in &mut multipliers.terms {
                    *row = new_number(*row);
                }
                multipliers.terms.sort_unstable();
            }
            Step::Branch(Branch::Pair(place), _) => *place = pair(place.pick),
            Step::Branch(..) => {}
        }
    }
    Certificate {
        largest,
        score,
        bound,
        moves,
        cuts,
        proof: steps,
    }
}
