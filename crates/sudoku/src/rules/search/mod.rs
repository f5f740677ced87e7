//! Solutions of Sudokus with rules, by propagation and backtracking.
//!
//! ```text
//! loop:
//!     propagate: each constraint rules out digits until nothing changes
//!     on a conflict: its cells weigh more, and so does the cell decided last; take that back
//!     otherwise: decide the cell with the greatest weight for its number of digits
//! ```
//!
//! | file | constraints |
//! |---|---|
//! | `row.rs` | rows that an automaton reads |
//! | `sets.rs` | different cells whose digits are one of some sets |
//! | `sums.rs` | sums in which some cells differ |
//! | this one | houses, pairs, and what is told digit by digit |
//!
//! Easy Sudokus end here, long before a formula is built for [clause learning](super::solve). For
//! others, each digit of each cell is tried once ([`Search::probe`]): what fails at once is ruled
//! out.

mod row;
mod sets;
mod sums;

use super::automaton::Automaton;
use super::compile::Compiled;
use super::constraint::Constraint;
use super::{Cell, Digits, Shape};
use crate::random::Random;
use foldhash::HashSet;
use row::{Memory, Row};
use sets::Sets;
use sums::Grouped;

/// Two cells in a relation.
struct Pair {
    cells: [Cell; 2],
    /// For each digit of a cell, those that the other cell may have.
    allowed: [[Digits; Digits::BITS as usize]; 2],
}

/// A constraint on some cells.
enum Propagator {
    /// They differ; `true` if they have all digits.
    House(Vec<Cell>, bool),
    /// Two houses with all digits, without their common cells: the rests have the same digits.
    SameDigits([Vec<Cell>; 2]),
    Row(Row),
    Pair(Pair),
    Sets(Sets),
    Sum(Grouped),
    NotBoth([(Cell, u8); 2]),
    OneOf(Vec<Vec<(Cell, u8)>>),
}

/// How a part of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A solution that is not known yet.
    Solution,
    /// There are no others.
    End,
    /// The work is done.
    Pause,
}

/// How long both trails were.
#[derive(Clone, Copy)]
struct Moment {
    cells: usize,
    rows: usize,
}

/// A search that can be paused.
pub struct Search {
    propagators: Vec<Propagator>,
    /// The propagators of each cell.
    of_cell: Vec<Vec<u32>>,
    /// The cells that differ from each cell.
    peers: Vec<Vec<Cell>>,
    /// Cells whose digit has become known, and must be ruled out for their peers.
    singles: Vec<Cell>,
    sets: Vec<Digits>,
    weights: Vec<f64>,
    /// Cells and what they had before.
    trail: Vec<(Cell, Digits)>,
    /// The decisions: the moment before, the cell, its digits that are still to try.
    decisions: Vec<(Moment, Cell, Digits)>,
    /// Propagators to look at, by [their levels](Propagator::level).
    queues: [Vec<u32>; LEVELS],
    levels: Vec<u8>,
    is_queued: Vec<bool>,
    /// The states of rows.
    memory: Memory,
    own: usize,
    /// The cells that a propagator narrows, and the digits that it leaves them.
    ruled_out: Vec<(Cell, Digits)>,
    known: Vec<Vec<u8>>,
    /// Those that were found before the last probing.
    earlier: HashSet<Vec<u8>>,
    work: u64,
    has_begun: bool,
    /// After a solution.
    must_go_back: bool,
    is_over: bool,
    random: Option<Random>,
}

impl Search {
    /// A search that has not begun, of a Sudoku without plain contradictions.
    pub fn new(compiled: &Compiled, shape: Shape) -> Self {
        let all = shape.digits();
        let mut propagators = Vec::new();
        let mut memory = Memory::default();
        let full: Vec<&Vec<Cell>> = compiled
            .houses
            .iter()
            .filter(|house| house.len() == all.count_ones() as usize)
            .collect();
        let mut peers = vec![Vec::new(); compiled.sets.len()];
        for house in &compiled.houses {
            for &cell in house {
                let others = house.iter().filter(|&&other| other != cell);
                peers[usize::from(cell)].extend(others.copied());
            }
            // Peers say all that there is to say of two cells.
            if house.len() > 2 {
                let is_full = house.len() == all.count_ones() as usize;
                propagators.push(Propagator::House(house.clone(), is_full));
            }
        }
        for of_cell in &mut peers {
            of_cell.sort_unstable();
            of_cell.dedup();
        }
        for (number, a) in full.iter().enumerate() {
            for b in &full[number + 1..] {
                let alone = |own: &[Cell], other: &[Cell]| -> Vec<Cell> {
                    own.iter()
                        .copied()
                        .filter(|cell| !other.contains(cell))
                        .collect()
                };
                let parts = [alone(a, b), alone(b, a)];
                if parts[0].len() + 2 <= a.len() {
                    propagators.push(Propagator::SameDigits(parts));
                }
            }
        }
        for constraint in &compiled.constraints {
            propagators.push(match constraint {
                Constraint::Row(cells, automaton) if cells.len() == 2 => {
                    Propagator::Pair(Pair::new([cells[0], cells[1]], automaton))
                }
                Constraint::Row(cells, automaton) => {
                    match Sets::of_row(cells, automaton, &compiled.houses, &compiled.sets) {
                        Some(sets) => Propagator::Sets(sets),
                        None => Propagator::Row(Row::new(cells, automaton, &mut memory)),
                    }
                }
                Constraint::NotBoth(both) => Propagator::NotBoth(*both),
                Constraint::OneOf(lists) => Propagator::OneOf(lists.clone()),
                _ => continue,
            });
        }
        let left = sums::left_of_houses(shape, &compiled.houses, &compiled.sums);
        for sum in compiled.sums.iter().chain(&left) {
            propagators.push(Propagator::Sum(Grouped::new(sum, &compiled.houses)));
        }
        let mut of_cell = vec![Vec::new(); compiled.sets.len()];
        let mut weights = vec![0.0; compiled.sets.len()];
        for (number, propagator) in (0..).zip(&propagators) {
            for cell in propagator.cells() {
                if of_cell[usize::from(cell)].last() != Some(&number) {
                    of_cell[usize::from(cell)].push(number);
                    weights[usize::from(cell)] += propagator.weight();
                }
            }
        }
        Search {
            weights,
            is_queued: vec![false; propagators.len()],
            levels: propagators.iter().map(Propagator::level).collect(),
            ruled_out: Vec::new(),
            sets: compiled.sets.clone(),
            own: compiled.own,
            propagators,
            of_cell,
            peers,
            singles: Vec::new(),
            trail: Vec::new(),
            decisions: Vec::new(),
            queues: Default::default(),
            memory,
            known: Vec::new(),
            earlier: HashSet::default(),
            work: 0,
            has_begun: false,
            must_go_back: false,
            is_over: false,
            random: None,
        }
    }

    /// Decides at random from now on.
    pub fn draw(&mut self, random: Random) {
        self.random = Some(random);
    }

    /// The solutions that were found.
    pub fn known(&self) -> &[Vec<u8>] {
        &self.known
    }

    /// The work done, in nanoseconds, about.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Goes on for so much work.
    pub fn run(&mut self, work: u64) -> Reached {
        if self.is_over {
            return Reached::End;
        }
        let end = self.work + work;
        let mut is_good = !std::mem::take(&mut self.must_go_back);
        if !self.has_begun {
            self.has_begun = true;
            (0..self.propagators.len() as u32).for_each(|number| self.enqueue(number));
            let known = |cell: &Cell| self.sets[usize::from(*cell)].is_power_of_two();
            self.singles = (0..self.sets.len() as Cell).filter(known).collect();
            is_good = self.propagate();
        }
        loop {
            if !is_good {
                let Some(good) = self.backtrack() else {
                    self.is_over = true;
                    return Reached::End;
                };
                is_good = good;
                continue;
            }
            let Some(cell) = self.choice() else {
                let solution = self.sets[..self.own].iter();
                let solution = solution.map(|set| set.trailing_zeros() as u8).collect();
                if !self.earlier.contains(&solution) {
                    self.known.push(solution);
                    self.must_go_back = true;
                    return Reached::Solution;
                }
                is_good = false;
                continue;
            };
            if self.work >= end {
                return Reached::Pause;
            }
            let set = self.sets[usize::from(cell)];
            let digit = match &mut self.random {
                Some(random) => {
                    let number = random.below(set.count_ones());
                    let less = (0..number).fold(set, |set, _| set & (set - 1));
                    less & less.wrapping_neg()
                }
                None => set & set.wrapping_neg(),
            };
            self.decisions.push((self.now(), cell, set & !digit));
            is_good = self.narrow(cell, digit) && self.propagate();
        }
    }

    /// Takes back all decisions and tries each digit of each open cell: what fails at once is ruled
    /// out. Weights stay. False if there is no solution.
    pub fn probe(&mut self) -> bool {
        if let Some(&(moment, ..)) = self.decisions.first() {
            self.undo(moment);
            self.decisions.clear();
        }
        self.must_go_back = false;
        self.earlier.extend(self.known.iter().cloned());
        loop {
            let before = self.trail.len();
            for cell in 0..self.own as Cell {
                for digit in super::automaton::digits(self.sets[usize::from(cell)]) {
                    if self.sets[usize::from(cell)].is_power_of_two() {
                        break;
                    }
                    let before = self.now();
                    let is_good = self.narrow(cell, 1 << digit) && self.propagate();
                    self.undo(before);
                    if is_good {
                        continue;
                    }
                    if !self.narrow(cell, !(1 << digit)) || !self.propagate() {
                        self.is_over = true;
                        return false;
                    }
                }
            }
            if self.trail.len() == before {
                return true;
            }
        }
    }

    fn now(&self) -> Moment {
        Moment {
            cells: self.trail.len(),
            rows: self.memory.now(),
        }
    }

    fn undo(&mut self, moment: Moment) {
        self.memory.undo(moment.rows);
        while self.trail.len() > moment.cells {
            let (cell, set) = self.trail.pop().expect("it is longer");
            self.sets[usize::from(cell)] = set;
        }
        self.singles.clear();
        while let Some(number) = self.next_queued() {
            self.is_queued[number as usize] = false;
        }
    }

    /// Takes back the last decision and rules it out; whether that is possible. None if there is no
    /// decision.
    fn backtrack(&mut self) -> Option<bool> {
        let (moment, cell, others) = self.decisions.pop()?;
        self.weights[usize::from(cell)] += 1.0;
        self.undo(moment);
        Some(self.narrow(cell, others) && self.propagate())
    }

    /// The cell to decide next; none if all are known.
    fn choice(&self) -> Option<Cell> {
        let mut best: Option<(f64, Cell)> = None;
        for (cell, &set) in self.sets.iter().enumerate() {
            let count = set.count_ones();
            if count < 2 {
                continue;
            }
            // Cells that rules have added follow from the others.
            let share = if cell < self.own { 1.0 } else { 0.05 };
            let score = share * self.weights[cell] / f64::from(count);
            if best.is_none_or(|best| score > best.0) {
                best = Some((score, cell as Cell));
            }
        }
        best.map(|best| best.1)
    }

    fn enqueue(&mut self, number: u32) {
        if !std::mem::replace(&mut self.is_queued[number as usize], true) {
            let level = self.levels[number as usize];
            self.queues[usize::from(level)].push(number);
        }
    }

    /// The next propagator to look at, of the quickest ones.
    fn next_queued(&mut self) -> Option<u32> {
        self.queues.iter_mut().find_map(Vec::pop)
    }

    /// Leaves a cell these digits. False if none is left.
    fn narrow(&mut self, cell: Cell, set: Digits) -> bool {
        let own = self.sets[usize::from(cell)];
        if own & set != own {
            self.trail.push((cell, own));
            self.sets[usize::from(cell)] = own & set;
            if (own & set).is_power_of_two() {
                self.singles.push(cell);
            }
            for place in 0..self.of_cell[usize::from(cell)].len() {
                self.enqueue(self.of_cell[usize::from(cell)][place]);
            }
        }
        own & set != 0
    }

    /// Propagates all that is queued. False on a conflict.
    fn propagate(&mut self) -> bool {
        loop {
            while let Some(cell) = self.singles.pop() {
                let digit = self.sets[usize::from(cell)];
                self.work += self.peers[usize::from(cell)].len() as u64 / 2;
                for place in 0..self.peers[usize::from(cell)].len() {
                    let peer = self.peers[usize::from(cell)][place];
                    if !self.narrow(peer, !digit) {
                        self.weights[usize::from(cell)] += 1.0;
                        self.weights[usize::from(peer)] += 1.0;
                        return false;
                    }
                }
            }
            let Some(number) = self.next_queued() else {
                return true;
            };
            self.is_queued[number as usize] = false;
            let mut ruled_out = std::mem::take(&mut self.ruled_out);
            ruled_out.clear();
            let propagator = &self.propagators[number as usize];
            let memory = &mut self.memory;
            let is_good = propagator.look(&self.sets, memory, &mut ruled_out, &mut self.work);
            let is_good = is_good && ruled_out.iter().all(|&(cell, set)| self.narrow(cell, set));
            self.ruled_out = ruled_out;
            if !is_good {
                for cell in self.propagators[number as usize].cells() {
                    self.weights[usize::from(cell)] += 1.0;
                }
                return false;
            }
        }
    }
}

/// How many levels of propagators there are.
const LEVELS: usize = 4;

impl Propagator {
    /// The quickest ones go first.
    fn level(&self) -> u8 {
        match self {
            Propagator::Pair(_) | Propagator::NotBoth(_) => 0,
            Propagator::House(..) => 1,
            Propagator::SameDigits(_) | Propagator::Sum(_) | Propagator::Sets(_) => 2,
            Propagator::Row(row) if !row.is_large() => 2,
            Propagator::Row(_) | Propagator::OneOf(_) => 3,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        match self {
            Propagator::House(cells, _) => cells.clone(),
            Propagator::SameDigits(parts) => parts.concat(),
            Propagator::Row(row) => row.cells().to_vec(),
            Propagator::Pair(pair) => pair.cells.to_vec(),
            Propagator::Sets(sets) => sets.cells().to_vec(),
            Propagator::Sum(sum) => sum.cells(),
            Propagator::NotBoth(both) => both.iter().map(|own| own.0).collect(),
            Propagator::OneOf(lists) => {
                let mut cells: Vec<Cell> = lists.iter().flatten().map(|own| own.0).collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            }
        }
    }

    /// How much it adds to the weight of each of its cells at the beginning.
    fn weight(&self) -> f64 {
        match self {
            Propagator::SameDigits(_) => 0.0,
            Propagator::House(..) => 0.3,
            _ => 1.0,
        }
    }

    /// Tells cells with the digits that they may keep, where these are fewer. False on a conflict.
    fn look(
        &self,
        sets: &[Digits],
        memory: &mut Memory,
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let of = |cell: Cell| sets[usize::from(cell)];
        match self {
            Propagator::House(cells, is_full) => {
                *work += cells.len() as u64;
                let (mut once, mut twice) = (0, 0);
                for &cell in cells {
                    let set = of(cell);
                    twice |= once & set;
                    once |= set;
                }
                if (once.count_ones() as usize) < cells.len() {
                    return false;
                }
                if *is_full {
                    let single = once & !twice;
                    for &cell in cells {
                        let own = of(cell) & single;
                        if own != 0 && own != of(cell) {
                            narrowed.push((cell, own));
                            if !own.is_power_of_two() {
                                return false;
                            }
                        }
                    }
                }
                true
            }
            Propagator::SameDigits(parts) => {
                *work += parts[0].len() as u64;
                let digits = |cells: &Vec<Cell>| cells.iter().fold(0, |all, &cell| all | of(cell));
                let both = [digits(&parts[0]), digits(&parts[1])];
                for (part, other) in [(0, both[1]), (1, both[0])] {
                    if both[part] & !other != 0 {
                        let fewer = parts[part].iter().filter(|&&cell| of(cell) & !other != 0);
                        narrowed.extend(fewer.map(|&cell| (cell, other)));
                    }
                }
                true
            }
            Propagator::Row(row) => row.look(sets, memory, narrowed, work),
            Propagator::Pair(pair) => {
                pair.look(sets, narrowed, work);
                true
            }
            Propagator::Sets(own) => own.look(sets, narrowed, work),
            Propagator::Sum(sum) => sum.look(sets, narrowed, work),
            Propagator::NotBoth([(a, x), (b, y)]) => {
                *work += 2;
                if of(*a) == 1 << x {
                    narrowed.push((*b, !(1 << y)));
                } else if of(*b) == 1 << y {
                    narrowed.push((*a, !(1 << x)));
                }
                true
            }
            Propagator::OneOf(lists) => {
                *work += 4 * lists.len() as u64;
                let may =
                    |list: &&Vec<(Cell, u8)>| list.iter().all(|own| of(own.0) >> own.1 & 1 == 1);
                let alive: Vec<&Vec<(Cell, u8)>> = lists.iter().filter(may).collect();
                let Some(first) = alive.first() else {
                    return false;
                };
                for &(cell, _) in *first {
                    let digit = |list: &&Vec<(Cell, u8)>| {
                        let own = list.iter().find(|own| own.0 == cell);
                        own.map(|own| 1 << own.1)
                    };
                    let left: Option<Digits> = alive
                        .iter()
                        .map(digit)
                        .try_fold(0, |all, own| Some(all | own?));
                    narrowed.extend(
                        left.filter(|left| of(cell) & !left != 0)
                            .map(|left| (cell, left)),
                    );
                }
                true
            }
        }
    }
}

impl Pair {
    fn new(cells: [Cell; 2], automaton: &Automaton) -> Self {
        let mut allowed = [[0; Digits::BITS as usize]; 2];
        for first in automaton.steps(0) {
            for second in automaton.steps(1).iter().filter(|own| own.from == first.to) {
                allowed[0][usize::from(first.digit)] |= 1 << second.digit;
                allowed[1][usize::from(second.digit)] |= 1 << first.digit;
            }
        }
        Pair { cells, allowed }
    }

    fn look(&self, sets: &[Digits], narrowed: &mut Vec<(Cell, Digits)>, work: &mut u64) {
        for (own, allowed) in [(0, &self.allowed[0]), (1, &self.allowed[1])] {
            let other = self.cells[1 - own];
            let mut left = sets[usize::from(self.cells[own])];
            let mut kept = 0;
            while left != 0 {
                kept |= allowed[left.trailing_zeros() as usize];
                left &= left - 1;
                *work += 1;
            }
            if sets[usize::from(other)] & !kept != 0 {
                narrowed.push((other, kept));
            }
        }
    }
}
