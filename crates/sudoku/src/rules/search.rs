//! Solutions of Sudokus with rules, by propagation and backtracking.
//!
//! ```text
//! loop:
//!     propagate: each constraint rules out digits until nothing changes
//!     on a conflict: its cells weigh more; take back the last decision
//!     otherwise: decide the cell with the greatest weight for its number of digits
//! ```
//!
//! Easy Sudokus end here, long before a formula is built for [clause learning](super::solve). For
//! others, each digit of each cell is tried once ([`Search::probe`]): what fails at once is ruled
//! out.

use super::automaton::Automaton;
use super::compile::Compiled;
use super::constraint::Constraint;
use super::sums::{self, Grouped};
use super::{Cell, Digits, Shape};
use crate::random::Random;
use foldhash::HashSet;

/// A row of cells that an automaton reads.
struct Row {
    cells: Vec<Cell>,
    /// Words of 64 states for each layer.
    words: usize,
    /// For each state of each layer, the state that each digit leads to, or [`NOWHERE`].
    next: Vec<u16>,
    /// Where the states of each layer begin in `next`.
    starts: Vec<usize>,
    /// The least digit, and the number of digits, of the cells.
    first: u32,
    digits: usize,
}

/// No state.
const NOWHERE: u16 = u16::MAX;

/// A constraint on some cells.
enum Propagator {
    /// They differ; `true` if they have all digits.
    House(Vec<Cell>, bool),
    /// What stands in the first cells of one full house, and only there, is not in the others of
    /// another one: their common cells, the rest of the first, the rest of the second.
    Common([Vec<Cell>; 3]),
    Row(Row),
    Sum(Grouped),
    NotBoth([(Cell, u8); 2]),
    OneOf(Vec<Vec<(Cell, u8)>>),
}

/// What a search for some work has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A solution that is not known yet.
    Solution,
    /// There are no others.
    End,
    /// The work is done.
    Pause,
}

/// A search that can be paused.
pub struct Search {
    propagators: Vec<Propagator>,
    /// The propagators of each cell.
    of_cell: Vec<Vec<u32>>,
    sets: Vec<Digits>,
    weights: Vec<f64>,
    /// Cells and what they had before.
    trail: Vec<(Cell, Digits)>,
    /// The decisions: the length of the trail before, the cell, its digits that are still to try.
    decisions: Vec<(usize, Cell, Digits)>,
    queue: std::collections::VecDeque<u32>,
    is_queued: Vec<bool>,
    /// States that are reached, by layers of the row that is looked at.
    states: Vec<u64>,
    own: usize,
    known: Vec<Vec<u8>>,
    /// Those that were found before the last probing.
    earlier: HashSet<Vec<u8>>,
    all: Digits,
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
        let full: Vec<&Vec<Cell>> = compiled
            .houses
            .iter()
            .filter(|house| house.len() == all.count_ones() as usize)
            .collect();
        for house in &compiled.houses {
            let is_full = house.len() == all.count_ones() as usize;
            propagators.push(Propagator::House(house.clone(), is_full));
        }
        for a in &full {
            for b in &full {
                let (common, rest): (Vec<Cell>, Vec<Cell>) =
                    a.iter().partition(|cell| b.contains(cell));
                if common.len() >= 2 && common.len() < a.len() {
                    let other = b.iter().copied().filter(|cell| !a.contains(cell));
                    propagators.push(Propagator::Common([common, rest, other.collect()]));
                }
            }
        }
        for constraint in &compiled.constraints {
            propagators.push(match constraint {
                Constraint::Row(cells, automaton) => Propagator::Row(Row::new(cells, automaton)),
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
        for (number, propagator) in (0..).zip(&propagators) {
            for cell in propagator.cells() {
                if of_cell[usize::from(cell)].last() != Some(&number) {
                    of_cell[usize::from(cell)].push(number);
                }
            }
        }
        Search {
            weights: vec![1.0; of_cell.len()],
            is_queued: vec![false; propagators.len()],
            sets: compiled.sets.clone(),
            own: compiled.own,
            propagators,
            of_cell,
            trail: Vec::new(),
            decisions: Vec::new(),
            queue: std::collections::VecDeque::new(),
            states: Vec::new(),
            known: Vec::new(),
            earlier: HashSet::default(),
            all,
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
            self.decisions.push((self.trail.len(), cell, set & !digit));
            is_good = self.narrow(cell, digit) && self.propagate();
        }
    }

    /// Takes back all decisions and tries each digit of each open cell: what fails at once is ruled
    /// out. Weights stay. False if there is no solution.
    pub fn probe(&mut self) -> bool {
        if let Some(&(length, ..)) = self.decisions.first() {
            self.undo(length);
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
                    let length = self.trail.len();
                    let is_good = self.narrow(cell, 1 << digit) && self.propagate();
                    self.undo(length);
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

    fn undo(&mut self, length: usize) {
        while self.trail.len() > length {
            let (cell, set) = self.trail.pop().expect("it is longer");
            self.sets[usize::from(cell)] = set;
        }
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
        }
    }

    /// Takes back the last decision and rules it out; whether that is possible. None if there is no
    /// decision.
    fn backtrack(&mut self) -> Option<bool> {
        let (length, cell, others) = self.decisions.pop()?;
        self.undo(length);
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
            // Rows take longer, so houses go first.
            match self.propagators[number as usize] {
                Propagator::Row(_) | Propagator::OneOf(_) => self.queue.push_back(number),
                _ => self.queue.push_front(number),
            }
        }
    }

    /// Leaves a cell these digits. False if none is left.
    fn narrow(&mut self, cell: Cell, set: Digits) -> bool {
        let own = self.sets[usize::from(cell)];
        if own & set != own {
            self.trail.push((cell, own));
            self.sets[usize::from(cell)] = own & set;
            for place in 0..self.of_cell[usize::from(cell)].len() {
                self.enqueue(self.of_cell[usize::from(cell)][place]);
            }
        }
        own & set != 0
    }

    /// Propagates all that is queued. False on a conflict.
    fn propagate(&mut self) -> bool {
        let mut ruled_out: Vec<(Cell, Digits)> = Vec::new();
        while let Some(number) = self.queue.pop_front() {
            self.is_queued[number as usize] = false;
            ruled_out.clear();
            let propagator = &self.propagators[number as usize];
            let states = &mut self.states;
            let is_good =
                propagator.look(&self.sets, self.all, states, &mut ruled_out, &mut self.work);
            let is_good = is_good && ruled_out.iter().all(|&(cell, set)| self.narrow(cell, set));
            if !is_good {
                for cell in self.propagators[number as usize].cells() {
                    self.weights[usize::from(cell)] += 1.0;
                }
                return false;
            }
        }
        true
    }
}

impl Propagator {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Propagator::House(cells, _) => cells.clone(),
            Propagator::Common(parts) => parts[..2].concat(),
            Propagator::Row(row) => row.cells.clone(),
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

    /// Tells cells with the digits that they may keep, where these are fewer. False on a conflict.
    fn look(
        &self,
        sets: &[Digits],
        all: Digits,
        states: &mut Vec<u64>,
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let of = |cell: Cell| sets[usize::from(cell)];
        match self {
            Propagator::House(cells, is_full) => {
                *work += 3 * cells.len() as u64;
                let (mut once, mut twice, mut fixed) = (0, 0, 0);
                for &cell in cells {
                    let set = of(cell);
                    twice |= once & set;
                    once |= set;
                    if set.is_power_of_two() {
                        if fixed & set != 0 {
                            return false;
                        }
                        fixed |= set;
                    }
                }
                if (once.count_ones() as usize) < cells.len() || (*is_full && once != all) {
                    return false;
                }
                let single = if *is_full { once & !twice } else { 0 };
                for &cell in cells {
                    let set = of(cell);
                    if set.is_power_of_two() {
                        continue;
                    }
                    let mut left = set & !fixed;
                    if left & single != 0 {
                        left &= single;
                        if !left.is_power_of_two() {
                            return false;
                        }
                    }
                    if left != set {
                        narrowed.push((cell, left));
                    }
                }
                true
            }
            Propagator::Common([common, rest, other]) => {
                *work += 3 * common.len() as u64;
                let inside = common.iter().fold(0, |all, &cell| all | of(cell));
                let outside = rest.iter().fold(0, |all, &cell| all | of(cell));
                let only = inside & !outside;
                if only != 0 {
                    let fewer = other.iter().filter(|&&cell| of(cell) & only != 0);
                    narrowed.extend(fewer.map(|&cell| (cell, !only)));
                }
                true
            }
            Propagator::Row(row) => row.look(sets, states, narrowed, work),
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

impl Row {
    fn new(cells: &[Cell], automaton: &Automaton) -> Self {
        let all = (0..cells.len()).fold(0, |all, place| all | automaton.digits(place));
        let first = all.trailing_zeros();
        let digits = (Digits::BITS - all.leading_zeros() - first) as usize;
        let layers = automaton.layers();
        let mut starts = vec![0];
        for &states in &layers[..cells.len()] {
            starts.push(starts[starts.len() - 1] + states as usize * digits);
        }
        let mut next = vec![NOWHERE; starts[cells.len()]];
        for (place, start) in starts[..cells.len()].iter().enumerate() {
            for step in automaton.steps(place) {
                let digit = u32::from(step.digit) - first;
                let place = start + step.from as usize * digits + digit as usize;
                next[place] = step.to as u16;
            }
        }
        Row {
            cells: cells.to_vec(),
            words: (automaton.width() as usize).div_ceil(64),
            next,
            starts,
            first,
            digits,
        }
    }

    /// Reads forwards, then backwards: a digit stays if some way through all states has it. Only
    /// states that are reached are looked at.
    fn look(
        &self,
        sets: &[Digits],
        states: &mut Vec<u64>,
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let words = self.words;
        let last = self.cells.len();
        // The states that are reached, by layers.
        states.clear();
        states.resize((last + 1) * words, 0);
        states[0] = 1;
        for (place, &cell) in self.cells.iter().enumerate() {
            let set = sets[usize::from(cell)] >> self.first;
            let (before, after) = states.split_at_mut((place + 1) * words);
            for (word, &bits) in before[place * words..].iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    let state = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let own = &self.next[self.starts[place] + state * self.digits..][..self.digits];
                    let mut left = set;
                    while left != 0 {
                        let digit = left.trailing_zeros() as usize;
                        left &= left - 1;
                        match own.get(digit) {
                            Some(&to) if to != NOWHERE => {
                                after[usize::from(to >> 6)] |= 1 << (to & 63);
                            }
                            _ => {}
                        }
                        *work += 1;
                    }
                }
            }
        }
        if states[last * words] & 1 == 0 {
            return false;
        }
        // States from which the end is not reached are taken away, layer by layer.
        for place in (0..last).rev() {
            let cell = self.cells[place];
            let set = sets[usize::from(cell)] >> self.first;
            let mut kept = 0;
            let (before, after) = states.split_at_mut((place + 1) * words);
            for (word, alive) in before[place * words..].iter_mut().enumerate() {
                let mut bits = *alive;
                while bits != 0 {
                    let state = word * 64 + bits.trailing_zeros() as usize;
                    let bit = bits & bits.wrapping_neg();
                    bits ^= bit;
                    let own = &self.next[self.starts[place] + state * self.digits..][..self.digits];
                    let (mut left, mut leads) = (set, 0);
                    while left != 0 {
                        let digit = left.trailing_zeros() as usize;
                        left &= left - 1;
                        match own.get(digit) {
                            Some(&to) if to != NOWHERE => {
                                leads |= ((after[usize::from(to >> 6)] >> (to & 63) & 1) as Digits)
                                    << digit;
                            }
                            _ => {}
                        }
                    }
                    kept |= leads;
                    if leads == 0 {
                        *alive ^= bit;
                    }
                }
            }
            if kept != set {
                narrowed.push((cell, kept << self.first));
            }
        }
        true
    }
}
