//! Bidirectional cycles and forcing chains.
//!
//! A cycle of alternating weak and strong links holds in one direction or the other. So a candidate
//! goes if it sees two candidates of its digit in the cycle, one on and one off. A forcing chain
//! leads from a candidate to its negation, which therefore holds.
//!
//! Ratings: with links in houses alone (X) or in cells alone (Y), cycles 6.5 and chains 6.6; with
//! both 7.0; and more by length. All are sorted by rating, length, and kind (X, Y, both). Ties keep
//! the order in which they are found: X, Y, both; then cells, digits; then cycles, chains from on,
//! chains from off. (Sudoku Explainer: "Bidirectional Cycle", "Forcing Chain".)

use super::implications::Implications;
use super::nested::Nested;
use super::{
    Cause, MARKS, by_length, by_table, cell_of, digit_of, is_on, link, number, off_by, on_by, told,
};
use crate::logic::houses::HOUSES_OF;
use crate::logic::marks::{HOUSE, Marks, bits};
use crate::logic::step::{Step, Technique};

/// One candidate of a path, and its predecessor.
#[derive(Clone, Copy)]
struct PathNode {
    mark: u16,
    before: u32,
    cause: Cause,
}

/// A cycle or a chain.
struct LinkPath {
    removed: Vec<(u8, u16)>,
    rating: f64,
    complexity: u32,
    key: u8,
    cycle: bool,
    /// From its end back to its beginning.
    path: Vec<(u16, Cause)>,
}

/// Looks for cycles and chains.
pub struct Links {
    implications: Implications,
    nodes: Vec<PathNode>,
    /// For each mark, the number of the last search that found it.
    seen: Vec<u32>,
    search: u32,
    found: Vec<LinkPath>,
}

impl Links {
    pub fn new() -> Self {
        Links {
            implications: Implications::new(),
            nodes: Vec::new(),
            seen: vec![0; MARKS],
            search: 0,
            found: Vec::new(),
        }
    }

    /// The least cycle or chain.
    pub fn find(&mut self, marks: &Marks) -> Option<Step> {
        self.search(marks);
        self.found.first().map(LinkPath::step)
    }

    /// All cycles and chains, the least one first.
    pub fn all(&mut self, marks: &Marks) -> Vec<Step> {
        self.search(marks);
        self.found.iter().map(LinkPath::step).collect()
    }

    /// All cycles and chains that need a candidate removed since `source`.
    pub fn nested(&mut self, marks: &Marks, source: &Marks, hints: &mut Vec<Nested>) {
        self.search(marks);
        let mut told: Vec<(Vec<(u8, u16)>, u8)> = Vec::new();
        for found in &self.found {
            // The reference takes hints for equal if they remove the same and their first cells
            // agree.
            let hash = found
                .removed
                .iter()
                .take(3)
                .fold(0, |hash, &(cell, _)| hash ^ cell);
            let mut sorted = found.removed.clone();
            sorted.sort_unstable();
            if told
                .iter()
                .any(|(removed, known)| (removed, known) == (&sorted, &hash))
            {
                continue;
            }
            told.push((sorted, hash));
            let parents = found.parents(marks, source);
            if !parents.is_empty() {
                hints.push(Nested {
                    removed: found.removed.clone(),
                    parents,
                    sequence: found.sequence(),
                    complexity: found.complexity,
                });
            }
        }
    }

    fn search(&mut self, marks: &Marks) {
        self.found.clear();
        self.implications.find(marks);
        let all = self.implications.present();
        let (mut wrong, mut right) = (Vec::new(), Vec::new());
        for node in all {
            if self.implications.refutes_itself(node) {
                wrong.push(node);
            }
            if self.implications.proves_itself(node) {
                right.push(node);
            }
        }
        if wrong.is_empty() && right.is_empty() {
            return;
        }
        let cycles = self.implications.on_cycles(&wrong);
        for (by_cell, by_house) in [(false, true), (true, false), (true, true)] {
            let nodes: Vec<usize> = self.implications.present().collect();
            for node in nodes {
                let (cell, digit) = (node / 9, node % 9);
                let size = marks.size(cell);
                if size < 2 || (!by_house && size > 2) {
                    continue;
                }
                let on = number(cell, digit, true);
                if cycles.has(node) {
                    self.cycles(marks, on, by_cell, by_house);
                }
                if by_house && wrong.binary_search(&node).is_ok() {
                    self.chain(marks, on, by_cell);
                }
                if by_house && right.binary_search(&node).is_ok() {
                    self.chain(marks, number(cell, digit, false), by_cell);
                }
            }
        }
        self.found.sort_by(|a, b| {
            a.rating
                .total_cmp(&b.rating)
                .then(a.complexity.cmp(&b.complexity))
                .then(a.key.cmp(&b.key))
        });
    }

    fn begin(&mut self, mark: u16) {
        self.search += 1;
        self.nodes.clear();
        self.nodes.push(PathNode {
            mark,
            before: u32::MAX,
            cause: Cause::Assumed,
        });
        self.seen[usize::from(mark)] = self.search;
    }

    fn path(&self, mut node: PathNode) -> Vec<(u16, Cause)> {
        let mut path = vec![(node.mark, node.cause)];
        while node.before != u32::MAX {
            node = self.nodes[node.before as usize];
            path.push((node.mark, node.cause));
        }
        path
    }

    /// Finds the cycles from a candidate that is on. A candidate that is off is kept each time it
    /// is found, unless it is its own ancestor.
    fn cycles(&mut self, marks: &Marks, source: u16, by_cell: bool, by_house: bool) {
        self.begin(source);
        let (mut ends, mut from) = (Vec::new(), 0);
        let mut length = 0;
        // The nodes of one length lie together; lengths alternate between on and off.
        while from < self.nodes.len() {
            let to = self.nodes.len();
            length += 1;
            for place in from..to {
                let node = self.nodes[place];
                if is_on(node.mark) {
                    self.weak(marks, place, by_cell);
                    continue;
                }
                let (nodes, seen, search) = (&mut self.nodes, &mut self.seen, self.search);
                on_by(marks, node.mark, by_cell, by_house, |mark, cause| {
                    let node = PathNode {
                        mark,
                        before: place as u32,
                        cause,
                    };
                    if length >= 4 && mark == source {
                        ends.push(node);
                    }
                    if seen[usize::from(mark)] != search {
                        seen[usize::from(mark)] = search;
                        nodes.push(node);
                    }
                    true
                });
            }
            from = to;
        }
        for end in ends {
            let path = self.path(end);
            self.keep_cycle(marks, path, by_cell, by_house);
        }
    }

    /// Adds the candidates that are off if a node is on, unless the node follows from them.
    fn weak(&mut self, marks: &Marks, place: usize, by_cell: bool) {
        let node = self.nodes[place];
        let nodes = &mut self.nodes;
        off_by(marks, node.mark, by_cell, |mark, cause| {
            let mut before = node.before;
            while before != u32::MAX && nodes[before as usize].mark != mark {
                before = nodes[before as usize].before;
            }
            if before == u32::MAX {
                nodes.push(PathNode {
                    mark,
                    before: place as u32,
                    cause,
                });
            }
            true
        });
    }

    fn keep_cycle(
        &mut self,
        marks: &Marks,
        path: Vec<(u16, Cause)>,
        by_cell: bool,
        by_house: bool,
    ) {
        let steps = &path[..path.len() - 1];
        let own = steps
            .iter()
            .fold(0u128, |set, &(mark, _)| set | 1 << cell_of(mark));
        let mut seen = [[0u128; 9]; 2];
        for &(mark, _) in steps {
            let digit = digit_of(mark);
            seen[usize::from(is_on(mark))][digit] |= marks.peers(cell_of(mark)) & !own;
        }
        // In the order in which the candidates that are on see them.
        let mut removed: Vec<(u8, u16)> = Vec::new();
        for &(mark, _) in steps.iter().filter(|&&(mark, _)| is_on(mark)) {
            let digit = digit_of(mark);
            let near = marks.peers(cell_of(mark));
            let both = near & seen[0][digit] & seen[1][digit] & marks.cells_with(digit);
            for cell in marks.regions().in_order(cell_of(mark), both) {
                match removed
                    .iter_mut()
                    .find(|(known, _)| usize::from(*known) == cell)
                {
                    Some((_, set)) => *set |= 1 << digit,
                    None => removed.push((cell as u8, 1 << digit)),
                }
            }
        }
        if removed.is_empty() {
            return;
        }
        by_table(&mut removed, |&(cell, _)| cell);
        let base = match by_cell && by_house {
            true => 7.0,
            false => 6.5,
        };
        self.keep(removed, base, path, true, by_cell, by_house);
    }

    fn keep(
        &mut self,
        removed: Vec<(u8, u16)>,
        base: f64,
        path: Vec<(u16, Cause)>,
        cycle: bool,
        by_cell: bool,
        by_house: bool,
    ) {
        let complexity = path.len() as u32 - u32::from(cycle);
        let key = match (by_cell, by_house) {
            (true, true) => 4,
            (true, false) => 3,
            _ => 2,
        };
        self.found.push(LinkPath {
            removed,
            rating: base + by_length(complexity),
            complexity,
            key,
            cycle,
            path,
        });
    }

    /// Finds the shortest chain from a candidate to its negation.
    fn chain(&mut self, marks: &Marks, source: u16, by_cell: bool) {
        self.begin(source);
        let target = source ^ 1;
        let mut from = 0;
        let end = 'search: loop {
            let to = self.nodes.len();
            if from == to {
                return;
            }
            for place in from..to {
                let mark = self.nodes[place].mark;
                let (nodes, seen, search) = (&mut self.nodes, &mut self.seen, self.search);
                let mut end = None;
                let visit = |mark: u16, cause| {
                    let node = PathNode {
                        mark,
                        before: place as u32,
                        cause,
                    };
                    if mark == target {
                        end = Some(node);
                    } else if seen[usize::from(mark)] != search {
                        seen[usize::from(mark)] = search;
                        nodes.push(node);
                    }
                    end.is_none()
                };
                match is_on(mark) {
                    true => off_by(marks, mark, by_cell, visit),
                    false => on_by(marks, mark, by_cell, true, visit),
                }
                if let Some(end) = end {
                    break 'search end;
                }
            }
            from = to;
        };
        let path = self.path(end);
        let (cell, digit) = (cell_of(target), digit_of(target));
        let set = match is_on(target) {
            true => marks.digits(cell) & !(1 << digit),
            false => 1 << digit,
        };
        let base = match by_cell {
            true => 7.0,
            false => 6.6,
        };
        self.keep(vec![(cell as u8, set)], base, path, false, by_cell, true);
    }
}

impl LinkPath {
    fn step(&self) -> Step {
        let technique = match self.cycle {
            true => Technique::Cycle,
            false => Technique::ForcingChain,
        };
        let mut step = Step::remove(technique, self.rating, self.removed.clone());
        let end = self.path[0].0;
        if !self.cycle && is_on(end) {
            step.placed = Some((cell_of(end) as u8, digit_of(end) as u8 + 1));
        }
        let pairs = self.path.windows(2);
        let chain = pairs.map(|pair| link(pair[1].0, pair[0].0)).collect();
        let marks = self.path.iter().map(|&(mark, _)| mark);
        let set = marks.clone().fold(0, |set, mark| set | 1 << digit_of(mark));
        let mut pattern: Vec<usize> = marks.map(cell_of).collect();
        pattern.sort_unstable();
        pattern.dedup();
        let mut step = step.because(pattern, [], set);
        step.reason.chains.push(chain);
        step.reason
            .starts
            .extend(self.path.last().map(|&(mark, _)| told(mark)));
        step
    }

    /// The path; of a cycle, without its end, which is its beginning.
    fn own(&self) -> &[(u16, Cause)] {
        &self.path[..self.path.len() - usize::from(self.cycle)]
    }

    /// The candidates removed since `source` that made its links strong; for a cycle, in both
    /// directions.
    fn parents(&self, marks: &Marks, source: &Marks) -> Vec<u16> {
        let mut parents = Vec::new();
        for &(mark, cause) in self.own() {
            if is_on(mark) {
                add_parents(mark, cause, marks, source, &mut parents);
            }
        }
        if self.cycle {
            for &(mark, cause) in self.own().iter().rev() {
                if !is_on(mark) {
                    add_parents(mark, cause, marks, source, &mut parents);
                }
            }
        }
        parents
    }

    /// The candidates of all chains, from their ends to their beginnings.
    fn sequence(&self) -> Vec<u16> {
        let mut sequence: Vec<u16> = self.own().iter().map(|&(mark, _)| mark).collect();
        sequence.push(u16::MAX);
        if self.cycle {
            let back = self.path.iter().rev().map(|&(mark, _)| mark ^ 1);
            sequence.extend(back.take(self.path.len() - 1));
            sequence.push(u16::MAX);
        }
        sequence
    }
}

/// Adds the candidates whose removal since `source` makes `mark` follow.
pub fn add_parents(mark: u16, cause: Cause, marks: &Marks, source: &Marks, parents: &mut Vec<u16>) {
    let (cell, digit) = (cell_of(mark), digit_of(mark));
    let mut add = |parent: u16| {
        if !parents.contains(&parent) {
            parents.push(parent);
        }
    };
    match cause {
        Cause::Cell => {
            let gone = source.digits(cell) & !marks.digits(cell);
            bits(gone).for_each(|digit| add(number(cell, digit, false)));
        }
        Cause::House(kind) => {
            let house = usize::from(HOUSES_OF[cell][usize::from(kind)]);
            let gone = source.places(house, digit) & !marks.places(house, digit);
            let cells = bits(gone).map(|place| usize::from(HOUSE[house][place]));
            cells.for_each(|cell| add(number(cell, digit, false)));
        }
        Cause::Assumed | Cause::Rule => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_cycle_holds_in_one_direction_or_the_other() {
        let puzzle =
            "32..4....4...6...7..8..2..55.91....667..294...8.............5...5.....7...7.1..9.";
        let expected = "6.6: r1c3-1 r2c6-5 r5c9-3 r6c3-1 r7c3-1 r7c4-8 r8c3-1 r8c4-8 r9c4-8";
        assert_eq!(first(Technique::Cycle, puzzle), expected);
    }

    #[test]
    fn a_candidate_that_refutes_itself_goes() {
        let puzzle =
            ".14.9....9.3..8..7.8.13....3.5..2..1.......4...9..7........35.....25.6....2....39";
        let expected = "7.1: r9c6-1";
        assert_eq!(first(Technique::ForcingChain, puzzle), expected);
    }
}
