//! The consequences of each candidate by static chains, as sets. They tell which searches can find
//! anything.
//!
//! Strong links and weak links hold both ways. So there is a forcing chain exactly if some
//! candidate implies its own negation, or is implied by it; and a bidirectional cycle removes only
//! candidates that imply their own negation (around the cycle). Usually there are none, and no
//! chain need be searched for.
//!
//! Nodes are candidates that are on; an edge is a weak link followed by a strong one. Tarjan's
//! algorithm finds the strongly connected components in an order in which the sets of consequences
//! can be joined.

use super::{number, on_by};
use crate::logic::marks::{CELLS, HOUSE, Marks, Regions, bits, cells};

/// How many words a set of candidates has.
const WORDS: usize = 12;
/// How many candidates there are.
const NODES: usize = 729;

/// A set of candidates, by `9 * cell + digit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set([u64; WORDS]);

impl Set {
    const EMPTY: Set = Set([0; WORDS]);

    fn add(&mut self, node: usize) {
        self.0[node / 64] |= 1 << (node % 64);
    }

    /// Whether a candidate belongs to it.
    pub fn has(&self, node: usize) -> bool {
        self.0[node / 64] >> (node % 64) & 1 == 1
    }

    fn join(&mut self, other: &Set) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn meet(&mut self, other: &Set) {
        for (word, less) in self.0.iter_mut().zip(&other.0) {
            *word &= less;
        }
    }

    fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether it has nothing.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn nodes(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(place, &word)| cells(u128::from(word)).map(move |bit| 64 * place + bit))
    }
}

/// The candidates that each candidate excludes on a board.
fn weak_links(regions: Regions) -> Box<[Set; NODES]> {
    let mut weak = vec![Set::EMPTY; NODES];
    for (node, set) in weak.iter_mut().enumerate() {
        let (cell, digit) = (node / 9, node % 9);
        (0..9)
            .filter(|&other| other != digit)
            .for_each(|other| set.add(9 * cell + other));
        cells(regions.peers(cell)).for_each(|peer| set.add(9 * peer + digit));
    }
    weak.try_into().expect("there are as many as nodes")
}

/// The consequences of all candidates of some marks.
pub struct Implications {
    /// For each candidate, those that are off if it is on, on a grid with all candidates.
    weak: Box<[Set; NODES]>,
    /// The board of `weak`.
    regions: Regions,
    /// For each candidate, where those that are on if it is off lie in `ends`.
    strong: Vec<(u16, u8)>,
    ends: Vec<u16>,
    /// Candidates with a strong link.
    linked: Set,
    present: Set,
    /// The number of each candidate's component.
    component: Vec<u16>,
    /// For each component, the candidates that are on if it is, its own included.
    on: Vec<Set>,
    /// For each component, the candidates that are off if it is on.
    off: Vec<Set>,
    /// Which components have more than one node.
    round: Vec<bool>,
    tarjan: Tarjan,
}

#[derive(Default)]
struct Tarjan {
    number: Vec<u16>,
    low: Vec<u16>,
    stack: Vec<u16>,
    on_stack: Vec<bool>,
    /// Nodes whose links are being followed, with the links that are left.
    path: Vec<(u16, Set)>,
}

impl Implications {
    pub fn new() -> Self {
        Implications {
            weak: weak_links(Regions::None),
            regions: Regions::None,
            strong: vec![(0, 0); NODES],
            ends: Vec::new(),
            linked: Set::EMPTY,
            present: Set::EMPTY,
            component: vec![0; NODES],
            on: Vec::new(),
            off: Vec::new(),
            round: Vec::new(),
            tarjan: Tarjan::default(),
        }
    }

    /// Finds the consequences in some marks.
    pub fn find(&mut self, marks: &Marks) {
        if marks.regions() != self.regions {
            self.regions = marks.regions();
            self.weak = weak_links(self.regions);
        }
        (self.linked, self.present) = (Set::EMPTY, Set::EMPTY);
        self.ends.clear();
        for cell in 0..CELLS {
            for digit in bits(marks.digits(cell)) {
                let node = 9 * cell + digit;
                self.present.add(node);
                let (begin, ends) = (self.ends.len(), &mut self.ends);
                on_by(marks, number(cell, digit, false), true, true, |mark, _| {
                    ends.push(mark / 2);
                    true
                });
                let count = self.ends.len() - begin;
                self.strong[node] = (begin as u16, count as u8);
                if count > 0 {
                    self.linked.add(node);
                }
            }
        }
        self.on.clear();
        self.off.clear();
        self.round.clear();
        let tarjan = &mut self.tarjan;
        tarjan.number.clear();
        tarjan.number.resize(NODES, u16::MAX);
        tarjan.low.resize(NODES, 0);
        tarjan.on_stack.clear();
        tarjan.on_stack.resize(NODES, false);
        let mut next = 0;
        let present = self.present;
        for node in present.nodes() {
            if self.tarjan.number[node] == u16::MAX {
                next = self.visit(node, next);
            }
        }
    }

    /// The candidates that are on if one is off.
    #[inline]
    fn strong(&self, node: usize) -> &[u16] {
        let (begin, count) = self.strong[node];
        &self.ends[usize::from(begin)..][..usize::from(count)]
    }

    /// The candidates one step from one.
    fn after(&self, node: usize) -> Set {
        let mut over = self.weak[node];
        over.meet(&self.linked);
        let mut set = Set::EMPTY;
        for weak in over.nodes() {
            let ends = self.strong(weak).iter();
            ends.for_each(|&to| set.add(to.into()));
        }
        set
    }

    /// Finds all components that can be reached from a node.
    fn visit(&mut self, root: usize, mut next: u16) -> u16 {
        let mut path = std::mem::take(&mut self.tarjan.path);
        let mut entered = Some(root);
        loop {
            if let Some(node) = entered.take() {
                let tarjan = &mut self.tarjan;
                (tarjan.number[node], tarjan.low[node]) = (next, next);
                next += 1;
                tarjan.stack.push(node as u16);
                tarjan.on_stack[node] = true;
                path.push((node as u16, self.after(node)));
            }
            let Some((node, left)) = path.last_mut() else {
                break;
            };
            let node = usize::from(*node);
            let tarjan = &mut self.tarjan;
            let mut word = 0;
            while word < WORDS && left.0[word] == 0 {
                word += 1;
            }
            if word < WORDS {
                let to = 64 * word + left.0[word].trailing_zeros() as usize;
                left.0[word] &= left.0[word] - 1;
                if tarjan.number[to] == u16::MAX {
                    entered = Some(to);
                } else if tarjan.on_stack[to] {
                    tarjan.low[node] = tarjan.low[node].min(tarjan.number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                let before = usize::from(before);
                tarjan.low[before] = tarjan.low[before].min(tarjan.low[node]);
            }
            if tarjan.low[node] == tarjan.number[node] {
                self.close(node);
            }
        }
        self.tarjan.path = path;
        next
    }

    /// Makes a component of the nodes on the stack from `root` on.
    fn close(&mut self, root: usize) {
        let component = self.on.len() as u16;
        let (mut on, mut off, mut size) = (Set::EMPTY, Set::EMPTY, 0);
        let place = self
            .tarjan
            .stack
            .iter()
            .rposition(|&node| usize::from(node) == root);
        let members = self.tarjan.stack.split_off(place.unwrap_or(0));
        for &node in &members {
            let node = usize::from(node);
            self.tarjan.on_stack[node] = false;
            self.component[node] = component;
            on.add(node);
            size += 1;
        }
        for &node in &members {
            let node = usize::from(node);
            off.join(&self.weak[node]);
            for to in self.after(node).nodes() {
                if !on.has(to) {
                    let other = usize::from(self.component[to]);
                    on.join(&self.on[other]);
                    off.join(&self.off[other]);
                }
            }
        }
        off.meet(&self.present);
        self.on.push(on);
        self.off.push(off);
        self.round.push(size > 1);
    }

    /// Whether a candidate implies its own negation.
    pub fn refutes_itself(&self, node: usize) -> bool {
        self.on[usize::from(self.component[node])].meets(&self.weak[node])
    }

    /// Whether the negation of a candidate implies it.
    pub fn proves_itself(&self, node: usize) -> bool {
        let mut to = self.strong(node).iter();
        to.any(|&to| self.on[usize::from(self.component[usize::from(to)])].has(node))
    }

    /// The candidates that can begin a cycle that takes any of these away.
    pub fn on_cycles(&self, taken: &[usize]) -> Set {
        let mut wanted = vec![false; self.on.len()];
        for &node in taken {
            let (cell, digit) = (node / 9, node % 9);
            for peer in cells(self.regions.peers(cell)) {
                let near = 9 * peer + digit;
                if self.present.has(near) {
                    wanted[usize::from(self.component[near])] = true;
                }
            }
        }
        let mut set = Set::EMPTY;
        for node in self.present.nodes() {
            let component = usize::from(self.component[node]);
            if self.round[component] && wanted[component] {
                set.add(node);
            }
        }
        set
    }

    /// Whether all of these candidates have some consequence in common.
    pub fn agree(&self, nodes: impl Iterator<Item = usize>) -> bool {
        let (mut on, mut off) = (Set([u64::MAX; WORDS]), Set([u64::MAX; WORDS]));
        for node in nodes {
            let component = usize::from(self.component[node]);
            on.meet(&self.on[component]);
            off.meet(&self.off[component]);
        }
        !on.is_empty() || !off.is_empty()
    }

    /// All candidates.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        self.present.nodes()
    }
}

/// The cells of a house that may have a digit, as candidates.
pub fn in_house(marks: &Marks, house: usize, digit: usize) -> impl Iterator<Item = usize> {
    bits(marks.places(house, digit)).map(move |place| 9 * usize::from(HOUSE[house][place]) + digit)
}
