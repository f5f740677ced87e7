//! Solving puzzles of any board: singles first, then search.
//!
//! The plain 9x9 board goes to [`Nine`]; every other to a search over candidate sets, which
//! propagates naked and hidden singles and the sums of cages, and then branches on the cell, or the
//! digit in a unit, with fewest choices. If that does not end soon, [clause
//! learning](super::learned) finds the rest.

use super::learned::Learned;
use super::nine::Nine;
use crate::boards::{Board, Grid};
use crate::random::Random;
use crate::{Stop, ask, never};
use dlx3_answers::Stopped;
use std::fmt;

/// Solves puzzles of one board.
pub struct Solver<'b> {
    board: &'b Board,
    /// None for the plain 9x9 board.
    general: Option<General>,
}

/// Nodes of backtracking before clause learning begins. Most puzzles need fewer; the others should
/// not wait long.
const FIRST_NODES: u64 = 2_000;

/// The message if a search is stopped though nobody asked for it.
const NEVER: &str = "nobody stops it";

/// The result of a search with a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is no solution.
    None,
    /// A solution.
    Some(Grid),
    /// The limit came first.
    Unknown,
}

impl<'b> Solver<'b> {
    /// A solver for this board.
    pub fn new(board: &'b Board) -> Self {
        Solver {
            board,
            general: (!board.is_plain_nine()).then(|| General::new(board)),
        }
    }

    /// The board whose puzzles these are.
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// How many nodes backtracking gets before clause learning.
    fn first_nodes(&self) -> u64 {
        let learns = |general: &General| general.cages.iter().all(|cage| cage.sets.is_some());
        match self.general.as_ref().is_some_and(learns) {
            true => FIRST_NODES,
            // The formula would need an option for each digit set of the cage: too many.
            false => u64::MAX,
        }
    }

    fn must_fit(&self, grid: &Grid) {
        let (order, other) = (self.board.geometry.order(), grid.order());
        assert_eq!(order, other, "a grid has the order of its board");
    }

    /// The number of solutions, counted up to `limit`.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn count(&self, grid: &Grid, limit: u64) -> u64 {
        self.count_until(grid, limit, &never).expect(NEVER)
    }

    /// `count`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn count_until(&self, grid: &Grid, limit: u64, stop: &Stop<'_>) -> Result<u64, Stopped> {
        self.must_fit(grid);
        if self.general.is_none() {
            return Ok(Nine::with_clues(grid.cells()).map_or(0, |nine| nine.count(limit)));
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(self.solutions_until(grid, limit, stop)?.len() as u64)
    }

    /// Up to `limit` solutions.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn solutions(&self, grid: &Grid, limit: usize) -> Vec<Grid> {
        self.solutions_until(grid, limit, &never).expect(NEVER)
    }

    /// `solutions`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn solutions_until(
        &self,
        grid: &Grid,
        limit: usize,
        stop: &Stop<'_>,
    ) -> Result<Vec<Grid>, Stopped> {
        self.must_fit(grid);
        let written =
            |cells: &[u8]| Grid::from_cells(grid.order(), cells).with_alphabet(*grid.alphabet());
        let Some(general) = &self.general else {
            let nine = Nine::with_clues(grid.cells());
            let found = nine.map_or(Ok(Vec::new()), |nine| nine.solutions_until(limit, stop))?;
            return Ok(found.iter().map(|cells| written(cells)).collect());
        };
        let mut found = Vec::new();
        let Some(state) = general.start(grid.cells()).filter(|_| limit > 0) else {
            return Ok(found);
        };
        let mut search = Backtracking::new(general, self.first_nodes());
        search.stop = stop;
        search.run(state, &mut |state| {
            found.push(written(&state.digits()));
            found.len() < limit
        });
        if search.nodes == 0 && found.len() < limit {
            let learned = Learned::new(self.board, grid);
            while found.len() < limit
                && let Some(next) = learned.find(&found, None, stop)?
            {
                found.push(next);
            }
        }
        match search.is_stopped {
            true => Err(Stopped::Limit),
            false => Ok(found),
        }
    }

    /// Counts the solutions of a puzzle up to `limit`, where `two` of them are known. A search that
    /// takes too long, or that `stop` ends, has counted only some.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn several(&self, grid: &Grid, two: [Grid; 2], limit: u64, stop: &Stop<'_>) -> Several {
        /// Backtracking is given up after this many nodes. Most puzzles with fewer than 1,000
        /// solutions need far fewer.
        const NODES: u64 = 100_000;
        self.must_fit(grid);
        let (count, is_all) = match &self.general {
            None => {
                let nine = Nine::with_clues(grid.cells());
                let most = usize::try_from(limit).unwrap_or(usize::MAX);
                match nine.map_or(Ok(Vec::new()), |nine| nine.solutions_until(most, stop)) {
                    Ok(found) => (found.len() as u64, (found.len() as u64) < limit),
                    Err(_) => (0, false),
                }
            }
            Some(general) => {
                let mut count = 0;
                let mut search = Backtracking::new(general, NODES);
                search.stop = stop;
                if let Some(state) = general.start(grid.cells()) {
                    search.run(state, &mut |_| {
                        count += 1;
                        count < limit
                    });
                }
                let is_all = count < limit && search.nodes > 0 && !search.is_stopped;
                (count, is_all)
            }
        };
        Several {
            count: count.max(2),
            is_all,
            two,
        }
    }

    /// A solution in which `cell` does not hold `digit`; the grid must not have a clue there, nor
    /// clues that clash. At most `nodes` nodes are searched, except on the plain board, where every
    /// search is fast.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn other(&self, grid: &Grid, cell: usize, digit: u8, nodes: u64) -> Found {
        self.must_fit(grid);
        let order = grid.order();
        match &self.general {
            None => {
                let solved = Nine::with_clues(grid.cells()).and_then(|mut nine| {
                    nine.rule_out(cell, digit);
                    nine.solve()
                });
                solved.map_or(Found::None, |cells| {
                    Found::Some(Grid::from_cells(order, &cells))
                })
            }
            Some(general) => {
                let mut found = Found::None;
                let Some(mut state) = general.start(grid.cells()) else {
                    return found;
                };
                if !state.rule_out(cell, 1 << (digit - 1)) {
                    return found;
                }
                let mut search = Backtracking::new(general, nodes);
                search.run(state, &mut |state| {
                    found = Found::Some(Grid::from_cells(order, &state.digits()));
                    false
                });
                if search.nodes == 0 && found == Found::None {
                    found = Found::Unknown;
                }
                found
            }
        }
    }

    /// Whether a puzzle with one solution has more if any clue is removed.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn is_minimal(&self, grid: &Grid) -> bool {
        self.is_minimal_until(grid, &never).expect(NEVER)
    }

    /// `is_minimal`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn is_minimal_until(&self, grid: &Grid, stop: &Stop<'_>) -> Result<bool, Stopped> {
        self.must_fit(grid);
        if self.general.is_none() {
            return Ok(Nine::is_minimal(grid.cells()));
        }
        let mut less = grid.clone();
        for cell in 0..grid.cells().len() {
            let Some(digit) = grid.get(cell) else {
                continue;
            };
            ask(stop)?;
            less.set(cell, 0);
            let mut other = self.other(&less, cell, digit, self.first_nodes());
            if other == Found::Unknown {
                let learned = Learned::new(self.board, &less);
                let found = learned.find(&[], Some((cell, digit)), stop)?;
                other = found.map_or(Found::None, Found::Some);
            }
            less.set(cell, digit);
            if other == Found::None {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A random solved grid that has the given clues; none if there is none, or if `tries` attempts
    /// of `nodes` nodes each find none.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn fill(&self, clues: &Grid, random: &mut Random, tries: u32, nodes: u64) -> Option<Grid> {
        let filled = self.fill_until(clues, random, tries, nodes, &never);
        filled.expect(NEVER)
    }

    /// `fill`, until `stop` asks for an end.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    ///
    /// # Panics
    /// If the grid is of another order than the board.
    pub fn fill_until(
        &self,
        clues: &Grid,
        random: &mut Random,
        tries: u32,
        nodes: u64,
        stop: &Stop<'_>,
    ) -> Result<Option<Grid>, Stopped> {
        self.must_fit(clues);
        ask(stop)?;
        let Some(general) = &self.general else {
            if clues.clues() == 0 {
                return Ok(Some(Grid::from_cells(9, &Nine::fill(random))));
            }
            let nine = Nine::with_clues(clues.cells());
            let solved = nine.and_then(|nine| nine.fill_rest(random));
            return Ok(solved.map(|solved| Grid::from_cells(9, &solved)));
        };
        let Some(start) = general.start(clues.cells()) else {
            return Ok(None);
        };
        for _ in 0..tries {
            let mut found = None;
            let mut search = Backtracking::new(general, nodes);
            search.random = Some(random);
            search.stop = stop;
            search.run(start.clone(), &mut |state| {
                found = Some(Grid::from_cells(clues.order(), &state.digits()));
                false
            });
            if search.is_stopped {
                return Err(Stopped::Limit);
            }
            if found.is_some() || search.nodes > 0 {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// The answer for a puzzle with several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// How many were counted, at least 2.
    pub count: u64,
    /// Whether these are all.
    pub is_all: bool,
    /// Two of them.
    pub two: [Grid; 2],
}

impl Several {
    /// The cells in which the two differ.
    pub fn differing(&self) -> Vec<usize> {
        let [first, second] = self.two.each_ref().map(Grid::cells);
        let cells = 0..first.len();
        cells.filter(|&cell| first[cell] != second[cell]).collect()
    }
}

impl fmt::Display for Several {
    /// How many, and the names of the cells: `26 solutions, such as two that differ in r1c1 r1c2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_all { "" } else { " or more" };
        write!(
            f,
            "{}{more} solutions, such as two that differ in",
            self.count
        )?;
        let order = self.two[0].order();
        let mut cells = self.differing().into_iter();
        cells.try_for_each(|cell| write!(f, " r{}c{}", cell / order + 1, cell % order + 1))
    }
}

/// Above this many digit sets a cage is only checked by its least and greatest
/// sum.
const MOST_DIGIT_SETS: usize = 1 << 12;

struct General {
    order: usize,
    /// The complete units.
    units: Vec<Vec<u16>>,
    /// The cells that must differ from each cell, those of its cage included.
    peers: Vec<Vec<u16>>,
    cages: Vec<CageRule>,
    holes: Vec<bool>,
    /// Some complete unit has too few cells.
    hopeless: bool,
}

struct CageRule {
    cells: Vec<u16>,
    sum: u32,
    /// Bit `d - 1` for digit `d`; none if there are too many.
    sets: Option<Vec<u32>>,
}

#[derive(Clone)]
struct Candidates {
    /// Bit `d - 1` for digit `d`; empty for a hole.
    candidates: Vec<u32>,
    fixed: Vec<bool>,
    /// Cells with one candidate that is not yet fixed.
    queue: Vec<u16>,
    left: usize,
}

impl Candidates {
    fn digits(&self) -> Vec<u8> {
        let digit = |&set: &u32| {
            if set == 0 {
                0
            } else {
                set.trailing_zeros() as u8 + 1
            }
        };
        self.candidates.iter().map(digit).collect()
    }

    /// False if no candidate is left.
    #[inline]
    fn rule_out(&mut self, cell: usize, digits: u32) -> bool {
        let before = self.candidates[cell];
        let after = before & !digits;
        if after != before {
            self.candidates[cell] = after;
            if after & (after.wrapping_sub(1)) == 0 {
                self.queue.push(cell as u16);
            }
        }
        after != 0
    }
}

impl General {
    fn new(board: &Board) -> Self {
        let geometry = &board.geometry;
        let order = geometry.order();
        let mut peers: Vec<Vec<u16>> = (0..geometry.cells())
            .map(|cell| geometry.peers(cell).to_vec())
            .collect();
        for cage in &board.cages {
            for &cell in &cage.cells {
                let list = &mut peers[cell as usize];
                list.extend(cage.cells.iter().filter(|&&other| other != cell));
                list.sort_unstable();
                list.dedup();
            }
        }
        let complete = || geometry.units().iter().filter(|unit| unit.complete);
        General {
            order,
            hopeless: complete().any(|unit| unit.cells.len() < order),
            units: complete().map(|unit| unit.cells.clone()).collect(),
            peers,
            cages: board
                .cages
                .iter()
                .map(|cage| CageRule::new(cage, order))
                .collect(),
            holes: (0..geometry.cells())
                .map(|cell| geometry.is_hole(cell))
                .collect(),
        }
    }

    /// The state after the clues; none if they clash at once.
    fn start(&self, cells: &[u8]) -> Option<Candidates> {
        let all = (u32::MAX) >> (32 - self.order);
        let holes = self.holes.iter().filter(|&&hole| hole).count();
        let mut state = Candidates {
            candidates: self
                .holes
                .iter()
                .map(|&hole| if hole { 0 } else { all })
                .collect(),
            fixed: self.holes.clone(),
            queue: Vec::new(),
            left: cells.len() - holes,
        };
        if self.hopeless {
            return None;
        }
        for (cell, &digit) in cells.iter().enumerate() {
            if digit != 0 && !self.fix(&mut state, cell, 1 << (digit - 1)) {
                return None;
            }
        }
        Some(state)
    }

    /// False if there is a contradiction.
    fn fix(&self, state: &mut Candidates, cell: usize, digit: u32) -> bool {
        if state.candidates[cell] & digit == 0 {
            return false;
        }
        if std::mem::replace(&mut state.fixed[cell], true) {
            return true;
        }
        state.candidates[cell] = digit;
        state.left -= 1;
        self.peers[cell]
            .iter()
            .all(|&peer| self.holes[peer as usize] || state.rule_out(peer as usize, digit))
    }

    /// False if there is a contradiction.
    fn propagate(&self, state: &mut Candidates) -> bool {
        loop {
            while let Some(cell) = state.queue.pop() {
                let cell = cell as usize;
                if !self.fix(state, cell, state.candidates[cell]) {
                    return false;
                }
            }
            if state.left == 0 && self.cages.is_empty() {
                return true;
            }
            if !self.hidden_singles(state) || !self.cages.iter().all(|cage| cage.apply(state)) {
                return false;
            }
            if state.queue.is_empty() {
                return true;
            }
        }
    }

    fn hidden_singles(&self, state: &mut Candidates) -> bool {
        let all = u32::MAX >> (32 - self.order);
        for unit in &self.units {
            let (mut once, mut twice, mut done) = (0, 0, 0);
            for &cell in unit {
                let set = state.candidates[cell as usize];
                twice |= once & set;
                once |= set;
                if state.fixed[cell as usize] {
                    done |= set;
                }
            }
            if once != all {
                return false;
            }
            let singles = once & !twice & !done;
            if singles == 0 {
                continue;
            }
            for &cell in unit {
                let found = state.candidates[cell as usize] & singles;
                if found != 0 {
                    let others = state.candidates[cell as usize] & !found;
                    // If two digits have the same only place, one of them has none.
                    if found.count_ones() > 1 {
                        return false;
                    }
                    if others != 0 {
                        state.rule_out(cell as usize, others);
                    }
                }
            }
        }
        true
    }

    /// The choices with fewest members: digits for one cell, or cells for one digit.
    fn choose(&self, state: &Candidates) -> Vec<(u16, u32)> {
        let mut best: Option<(u32, u16)> = None;
        for (cell, &set) in (0u16..).zip(&state.candidates) {
            let count = set.count_ones();
            if !state.fixed[cell as usize] && best.is_none_or(|(least, _)| count < least) {
                best = Some((count, cell));
            }
        }
        let (count, cell) = best.expect("a grid that is not solved has an open cell");
        if count > 2 {
            let mut fewest = count as usize;
            let mut choices = Vec::new();
            for unit in &self.units {
                let mut counts = [0u8; 32];
                for &cell in unit {
                    let mut set = state.candidates[cell as usize];
                    while set != 0 {
                        counts[set.trailing_zeros() as usize] += 1;
                        set &= set - 1;
                    }
                }
                for (digit, &places) in counts[..self.order].iter().enumerate() {
                    let places = usize::from(places);
                    if places > 1 && places < fewest {
                        fewest = places;
                        let bit = 1 << digit;
                        choices.clear();
                        choices.extend(
                            unit.iter()
                                .filter(|&&cell| state.candidates[cell as usize] & bit != 0)
                                .map(|&cell| (cell, bit)),
                        );
                    }
                }
            }
            if !choices.is_empty() {
                return choices;
            }
        }
        let set = state.candidates[cell as usize];
        (0..self.order)
            .map(|digit| (cell, 1 << digit))
            .filter(|&(_, bit)| set & bit != 0)
            .collect()
    }
}

impl CageRule {
    fn new(cage: &crate::boards::Cage, order: usize) -> Self {
        let mut sets = cage.digit_sets(order).map(|set| (set >> 1) as u32);
        let first: Vec<u32> = sets.by_ref().take(MOST_DIGIT_SETS).collect();
        CageRule {
            cells: cage.cells.clone(),
            sum: cage.sum,
            sets: sets.next().is_none().then_some(first),
        }
    }

    /// Rules out digits that no set of the cage has. False if none is left.
    fn apply(&self, state: &mut Candidates) -> bool {
        let (mut used, mut open, mut sum) = (0, 0, 0);
        let (mut least, mut greatest) = (0, 0);
        for &cell in &self.cells {
            let set = state.candidates[cell as usize];
            if state.fixed[cell as usize] {
                used |= set;
                sum += set.trailing_zeros() + 1;
            } else {
                open |= set;
                least += set.trailing_zeros() + 1;
                greatest += 32 - set.leading_zeros();
            }
        }
        if sum + least > self.sum || sum + greatest < self.sum {
            return false;
        }
        let Some(sets) = &self.sets else {
            return true;
        };
        let fits = |set: &&u32| used & !**set == 0 && **set & !(used | open) == 0;
        let mut allowed = None;
        for set in sets.iter().filter(fits) {
            allowed = Some(allowed.unwrap_or(0) | set);
        }
        let Some(allowed) = allowed else {
            return false;
        };
        self.cells.iter().all(|&cell| {
            state.fixed[cell as usize] || state.rule_out(cell as usize, !allowed | used)
        })
    }
}

/// Nodes between two checks of `stop`.
const LOOK: u64 = 64;

struct Backtracking<'g, 'r> {
    general: &'g General,
    /// How many nodes are left.
    nodes: u64,
    random: Option<&'r mut Random>,
    stop: &'r Stop<'r>,
    is_stopped: bool,
}

impl<'g, 'r> Backtracking<'g, 'r> {
    fn new(general: &'g General, nodes: u64) -> Self {
        Backtracking {
            general,
            nodes,
            random: None,
            stop: &never,
            is_stopped: false,
        }
    }

    /// Visits solutions until `visit` returns false or no nodes are left; false if
    /// so.
    fn run(&mut self, mut state: Candidates, visit: &mut dyn FnMut(&Candidates) -> bool) -> bool {
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        if self.nodes.is_multiple_of(LOOK) && (self.stop)() {
            self.is_stopped = true;
            return false;
        }
        if !self.general.propagate(&mut state) {
            return true;
        }
        if state.left == 0 {
            return visit(&state);
        }
        let mut choices = self.general.choose(&state);
        if let Some(random) = &mut self.random {
            random.shuffle(&mut choices);
        }
        for (cell, digit) in choices {
            let mut child = state.clone();
            if self.general.fix(&mut child, cell as usize, digit) && !self.run(child, visit) {
                return false;
            }
        }
        true
    }
}
