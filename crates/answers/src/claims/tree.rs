//! The search tree of a part whose items each occur once, with a proof line for each failed node.
//!
//! ```text
//! search(node):
//!     item = the one with the fewest options
//!     for each of its options except the last:
//!         search the child with this option
//!         line: not all decided options hold together with this one
//!     the last option needs no decision: the checker derives it by unit propagation
//! ```
//!
//! The line of a node follows from those of its children, which are deleted after it. Choosing an
//! option removes the options that clash with it; the checker's unit propagation removes at least
//! these. Sets of options are bitmaps: one for each item, and one for the clashes of each option.
//!
//! Cost: a microsecond for each node of a packing of a thousand options, most of it to find the
//! item.

use crate::problem::model::{Demand, Part};
use crate::proof::{Proof, Signed, variable};
use dlx3_format::OptionId;
use std::collections::HashSet;

/// With more options there is no tree, as each has a bitmap of all others.
const MOST_OPTIONS: usize = 1 << 14;

/// The time of a node in nanoseconds, and of each word that is counted.
const NODE: u64 = 150;
const WORD: u64 = 1;

/// A node whose options are being tried.
#[derive(Clone, Copy, Debug)]
struct TreeFrame {
    /// The range of its options in [`Tree::branches`], and the one that is being tried.
    begin: usize,
    end: usize,
    now: usize,
    /// The first line in [`Tree::lines`] that belongs to nodes below the present option.
    lines: usize,
}

/// The state of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    More,
    /// There is no solution. The number of the contradiction, if there is a proof.
    None(Option<u64>),
    /// A solution.
    Some(Vec<OptionId>),
}

/// A search that can be paused.
pub struct Tree<'p> {
    part: &'p Part,
    words: usize,
    /// The options of each item that occurs once.
    rows: Vec<(u32, Vec<u64>)>,
    clashes: Vec<u64>,
    /// Known solutions, as sorted options.
    excluded: &'p HashSet<Vec<OptionId>>,
    /// For each level, the options that are left, then the rows that are not covered.
    lives: Vec<u64>,
    frames: Vec<TreeFrame>,
    branches: Vec<u32>,
    chosen: Vec<u32>,
    decided: Vec<Signed>,
    lines: Vec<u64>,
    work: u64,
    /// The number of nodes visited.
    pub nodes: u64,
}

impl<'p> Tree<'p> {
    /// The tree of a part. None if an option has no item that occurs once, an item has bounds, or
    /// there are too many options.
    pub fn new(part: &'p Part, excluded: &'p HashSet<Vec<OptionId>>) -> Option<Self> {
        let options = part.choices.len();
        let is_once = |item: u32| part.demands[item as usize] == Demand::Once;
        let is_bounded = |demand: &Demand| matches!(demand, Demand::Bounded { .. });
        let has_once = part
            .choices
            .iter()
            .all(|choice| choice.nodes.iter().any(|&(item, _)| is_once(item)));
        if options > MOST_OPTIONS || part.demands.iter().any(is_bounded) || !has_once {
            return None;
        }
        let words = options.div_ceil(64);
        // The options of each item.
        let mut having = vec![vec![0u64; words]; part.demands.len()];
        for (option, choice) in part.choices.iter().enumerate() {
            for &(item, _) in &choice.nodes {
                having[item as usize][option / 64] |= 1 << (option % 64);
            }
        }
        let mut clashes = vec![0u64; words * options];
        for (option, choice) in part.choices.iter().enumerate() {
            let own = &mut clashes[option * words..][..words];
            for &(item, color) in &choice.nodes {
                for (place, &word) in having[item as usize].iter().enumerate() {
                    let mut others = word;
                    if color != 0 {
                        // Options with the same color do not clash.
                        let mut rest = word;
                        while rest != 0 {
                            let bit = rest.trailing_zeros();
                            rest &= rest - 1;
                            let other = &part.choices[place * 64 + bit as usize];
                            if other.nodes.contains(&(item, color)) {
                                others &= !(1 << bit);
                            }
                        }
                    }
                    own[place] |= others;
                }
            }
            own[option / 64] |= 1 << (option % 64);
        }
        let items = (0..part.demands.len() as u32).filter(|&item| is_once(item));
        let rows: Vec<_> = items
            .map(|item| (item, std::mem::take(&mut having[item as usize])))
            .collect();
        let mut lives = vec![!0u64; words + rows.len().div_ceil(64)];
        cut(&mut lives[..words], options);
        cut(&mut lives[words..], rows.len());
        let mut tree = Tree {
            part,
            words,
            rows,
            clashes,
            excluded,
            lives,
            frames: Vec::new(),
            branches: Vec::new(),
            chosen: Vec::new(),
            decided: Vec::new(),
            lines: Vec::new(),
            work: 0,
            nodes: 0,
        };
        tree.enter();
        Some(tree)
    }

    fn size(&self) -> usize {
        self.words + self.rows.len().div_ceil(64)
    }

    /// Enters the node of the last level: its options go to the end of `branches`, none if it
    /// fails. False if all items are covered.
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        let live = &self.lives[self.lives.len() - self.size()..];
        let (live, open) = live.split_at(self.words);
        let mut best = (u32::MAX, usize::MAX);
        for (place, &word) in open.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let row = place * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let both = live.iter().zip(&self.rows[row].1);
                let count: u32 = both.map(|(live, row)| (live & row).count_ones()).sum();
                self.work += WORD * self.words as u64;
                best = best.min((count, row));
            }
        }
        self.work += NODE;
        if best.1 == usize::MAX {
            return false;
        }
        let begin = self.branches.len();
        for (place, (live, row)) in live.iter().zip(&self.rows[best.1].1).enumerate() {
            let mut word = live & row;
            while word != 0 {
                self.branches
                    .push(place as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        self.frames.push(TreeFrame {
            begin,
            end: self.branches.len(),
            now: begin,
            lines: self.lines.len(),
        });
        true
    }

    fn choose(&mut self, option: u32) {
        let (size, words) = (self.size(), self.words);
        let from = self.lives.len() - size;
        self.lives.extend_from_within(from..);
        let level = &mut self.lives[from + size..];
        let clashes = &self.clashes[option as usize * words..][..words];
        for (live, clash) in level.iter_mut().zip(clashes) {
            *live &= !clash;
        }
        for &(item, _) in &self.part.choices[option as usize].nodes {
            if let Ok(row) = self.rows.binary_search_by_key(&item, |row| row.0) {
                level[words + row / 64] &= !(1 << (row % 64));
            }
        }
        self.chosen.push(option);
    }

    /// The problem's number of an option.
    fn named(&self, option: u32) -> OptionId {
        self.part.choices[option as usize].option
    }

    /// Continues for this much work, in nanoseconds.
    pub fn run(&mut self, more: u64, mut proof: Option<&mut Proof>) -> Progress {
        let end = self.work.saturating_add(more);
        if self.rows.is_empty() {
            return match self.excluded.contains(&Vec::new()) {
                true => Progress::None(proof.map(|proof| proof.clause([]))),
                false => Progress::Some(Vec::new()),
            };
        }
        while self.work < end {
            let Some(&frame) = self.frames.last() else {
                let contradiction = proof.map(|proof| proof.clause([]));
                return Progress::None(contradiction);
            };
            if frame.now == frame.end {
                self.leave(&mut proof);
                continue;
            }
            let option = self.branches[frame.now];
            if frame.now + 1 < frame.end {
                self.decided.push(-variable(self.named(option)));
            }
            let top = self.frames.len() - 1;
            self.frames[top].lines = self.lines.len();
            self.choose(option);
            if !self.enter() {
                let mut options: Vec<OptionId> = self
                    .chosen
                    .iter()
                    .map(|&option| self.named(option))
                    .collect();
                options.sort_unstable();
                if !self.excluded.contains(&options) {
                    return Progress::Some(options);
                }
                self.back(&mut proof);
            }
        }
        Progress::More
    }

    /// Leaves a node all of whose options have failed.
    fn leave(&mut self, proof: &mut Option<&mut Proof>) {
        let frame = self.frames.pop().expect("there is one");
        self.branches.truncate(frame.begin);
        if !self.frames.is_empty() {
            self.back(proof);
        }
    }

    /// Takes back the last option, which has failed.
    fn back(&mut self, proof: &mut Option<&mut Proof>) {
        self.lives.truncate(self.lives.len() - self.size());
        self.chosen.pop();
        let frame = self.frames.last_mut().expect("there is one");
        frame.now += 1;
        if frame.now == frame.end {
            return;
        }
        if let Some(proof) = proof {
            let line = proof.clause(self.decided.iter().copied());
            proof.delete(&self.lines[frame.lines..]);
            self.lines.truncate(frame.lines);
            self.lines.push(line);
            self.work += NODE;
        }
        self.decided.pop();
    }

    /// The work done, in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The share of the tree that has been searched, if all branches of a node are equally large.
    pub fn share(&self) -> f64 {
        let (mut share, mut rest) = (0.0, 1.0);
        for frame in &self.frames {
            let count = (frame.end - frame.begin).max(1) as f64;
            share += rest * (frame.now - frame.begin) as f64 / count;
            rest /= count;
        }
        share
    }
}

/// Clears the bits of a bitmap from `bits` on.
fn cut(words: &mut [u64], bits: usize) {
    if let (Some(last), 1..) = (words.last_mut(), bits % 64) {
        *last = (1 << (bits % 64)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::model::Model;
    use dlx3_format::Problem;
    use dlx3_search::Solve;

    /// All solutions. Each one is excluded once found.
    fn all(problem: &Problem) -> HashSet<Vec<OptionId>> {
        let part = Model::new(problem).into_whole();
        let mut excluded = HashSet::new();
        loop {
            let mut tree = Tree::new(&part, &excluded).unwrap();
            let found = loop {
                match tree.run(1000, None) {
                    Progress::More => assert!((0.0..=1.0).contains(&tree.share())),
                    Progress::None(_) => break None,
                    Progress::Some(options) => break Some(options),
                }
            };
            match found {
                Some(options) => assert!(excluded.insert(options)),
                None => return excluded,
            }
        }
    }

    #[test]
    fn it_finds_all_solutions_one_after_another() {
        for (text, number) in [
            (
                "A B C | X\nA X:1\nA X:2\nB X:1\nB X\nC X:1\nC\nB C X:2\n",
                3,
            ),
            ("A B\nA\nA B\n", 1),
            ("0:1|A | X\n", 1),
            ("A B C\nA B\nB C\nA C\n", 0),
        ] {
            let problem: Problem = text.parse().unwrap();
            let found = all(&problem);
            let own = problem.solutions().map(|solution| {
                let mut options: Vec<OptionId> = solution.options;
                options.sort_unstable();
                options
            });
            assert_eq!(own.collect::<HashSet<_>>(), found, "{text}");
            assert_eq!(found.len(), number, "{text}");
        }
    }

    #[test]
    fn bounds_and_options_that_no_item_wants_have_no_tree() {
        for text in ["A 1:2|B\nA B\nA\nB\n", "A 0:1|B\nA\nB\nA B\n"] {
            let part = Model::new(&text.parse().unwrap()).into_whole();
            assert!(Tree::new(&part, &HashSet::new()).is_none(), "{text}");
        }
    }
}
