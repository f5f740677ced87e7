//! The plain 9x9 board in 27-bit bands: fast solving, and counting to a limit.
//!
//! For each digit and each band of three rows, `places` has a bit for every cell of the band that
//! may hold the digit; bit `9 * row + column`. Invariant: a cell not in `open` is a place of
//! exactly one digit, and none of its peers is a place of that digit.
//!
//! In a band a digit stands once in each row and once in each box, so the nine
//! triads (row, box) that hold it make a permutation: a table of the 512 sets of
//! triads tells which can be part of one. That is both "pointing" and "claiming"
//! within a band, and it makes a hidden single of a box one of a row too. The triads of columns in
//! a stack do the same.
//!
//! The three bands of a digit are handled together: the compiler keeps them side by side in a
//! vector.

use crate::random::Random;
use crate::{Stop, never};
use dlx3_answers::Stopped;

/// Solutions between two checks of `stop`.
const LOOK: usize = 1 << 12;

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The first cell of each row of a band.
const ROWS: u32 = 1 | 1 << 9 | 1 << 18;
/// The last cell of each row of a band.
const LASTS: u32 = ROWS << 8;
/// The first cell of each triad of a band.
const FIRSTS: u32 = 0b1001001 * ROWS;
/// The first box of a band.
const BOX: u32 = 0b111 * ROWS;

/// For a set of triads (bit `3 * row + box`): the cells of those that lie on a
/// permutation within the set.
static KEPT: [u32; 512] = kept();
/// For a set of triads: those that lie on a permutation within the set.
static STACKS: [u16; 512] = stacks();
/// For a cell: itself, and all cells but its peers.
static APART: [Bands; 81] = apart();

const fn kept() -> [u32; 512] {
    // The box of each row, for the six permutations.
    let permutations = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut k = 0;
        while k < 6 {
            let [a, b, c] = permutations[k];
            let triads = 1 << a | 1 << (3 + b) | 1 << (6 + c);
            if set & triads == triads {
                table[set] |= 0b111 << (3 * a) | 0b111 << (9 + 3 * b) | 0b111 << (18 + 3 * c);
            }
            k += 1;
        }
        set += 1;
    }
    table
}

const fn stacks() -> [u16; 512] {
    let kept = kept();
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut triad = 0;
        while triad < 9 {
            // The first cell of a triad.
            if kept[set] >> (9 * (triad / 3) + 3 * (triad % 3)) & 1 == 1 {
                table[set] |= 1 << triad;
            }
            triad += 1;
        }
        set += 1;
    }
    table
}

const fn apart() -> [Bands; 81] {
    let mut table = [ALL; 81];
    let mut cell = 0;
    while cell < 81 {
        let (band, place) = (cell / 27, cell % 27);
        let column = ROWS << (place % 9);
        let row = 0x1ff << (place / 9 * 9);
        let block = BOX << (place % 9 / 3 * 3);
        let mut other = 0;
        while other < 3 {
            table[cell][other] &= !column;
            other += 1;
        }
        table[cell][band] = table[cell][band] & !(row | block) | 1 << place;
        cell += 1;
    }
    table
}

/// The cells of three bands. The fourth member stays 0: four fill a vector.
type Bands = [u32; 4];

const ALL: Bands = [BAND, BAND, BAND, 0];

#[inline]
fn map(bands: Bands, change: impl Fn(u32) -> u32) -> Bands {
    bands.map(change)
}

#[inline]
fn and([a, b, c, d]: Bands, [w, x, y, z]: Bands) -> Bands {
    [a & w, b & x, c & y, d & z]
}

#[inline]
fn without([a, b, c, d]: Bands, [w, x, y, z]: Bands) -> Bands {
    [a & !w, b & !x, c & !y, d & !z]
}

#[inline]
fn or([a, b, c, d]: Bands, [w, x, y, z]: Bands) -> Bands {
    [a | w, b | x, c | y, d | z]
}

/// The candidates of every cell.
#[derive(Clone)]
pub struct Nine {
    places: [Bands; 9],
    /// `places` as they were when their rows, boxes and columns were last looked at.
    seen: [Bands; 9],
    open: Bands,
}

/// The places of a digit that the triads of columns allow; none at all if they allow none.
#[inline]
fn in_stacks(places: Bands) -> Bands {
    let [x, y, z, _] = map(places, |band| (band | band >> 9 | band >> 18) & 0x1ff);
    let mut columns = [0; 4];
    for stack in [0, 3, 6] {
        let set = x >> stack & 0b111 | (y >> stack & 0b111) << 3 | (z >> stack & 0b111) << 6;
        let kept = u32::from(STACKS[set as usize]);
        if kept == 0 {
            return [0; 4];
        }
        columns[0] |= (kept & 0b111) << stack;
        columns[1] |= (kept >> 3 & 0b111) << stack;
        columns[2] |= (kept >> 6) << stack;
    }
    map(columns, |columns| columns | columns << 9 | columns << 18)
}

/// The digits of a solved grid, from 1 to 9.
pub type Solved = [u8; 81];

impl Nine {
    /// The empty grid.
    pub fn empty() -> Self {
        Nine {
            places: [ALL; 9],
            seen: [[0; 4]; 9],
            open: ALL,
        }
    }

    /// A grid of clues, 0 being a blank; none if they clash at once.
    pub fn with_clues(cells: &[u8]) -> Option<Self> {
        let mut nine = Nine::empty();
        let mut own = [[0; 4]; 9];
        for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let digit = usize::from(digit) - 1;
            let places = &mut nine.places[digit];
            *places = and(*places, APART[cell]);
            own[digit][cell / 27] |= 1 << (cell % 27);
            nine.open[cell / 27] &= !(1 << (cell % 27));
        }
        let open = nine.open;
        let mut is_good = true;
        for (places, own) in nine.places.iter_mut().zip(own) {
            is_good &= and(*places, own) == own;
            *places = and(*places, or(open, own));
        }
        is_good.then_some(nine)
    }

    /// Puts a digit from 1 to 9 into a cell; false if it cannot stand there.
    #[inline]
    pub fn put(&mut self, cell: usize, digit: u8) -> bool {
        self.assign(usize::from(digit) - 1, cell / 27, (cell % 27) as u32)
    }

    /// Removes a candidate of a cell.
    #[inline]
    pub fn rule_out(&mut self, cell: usize, digit: u8) {
        self.places[usize::from(digit) - 1][cell / 27] &= !(1 << (cell % 27));
    }

    #[inline]
    fn assign(&mut self, digit: usize, band: usize, place: u32) -> bool {
        let bit = 1u32 << place;
        let places = self.places[digit];
        if places[band] & bit == 0 {
            return false;
        }
        self.open[band] &= !bit;
        for places in &mut self.places {
            places[band] &= !bit;
        }
        self.places[digit] = and(places, APART[27 * band + place as usize]);
        true
    }

    /// Propagates singles and triads; false if there is a contradiction. The triads of columns make
    /// trees smaller, but other trees: random grids are drawn without them, so that a seed keeps
    /// its grid.
    fn propagate<const STACKED: bool>(&mut self) -> bool {
        loop {
            for digit in 0..9 {
                if self.places[digit] != self.seen[digit] && !self.look_at::<STACKED>(digit) {
                    return false;
                }
            }
            if self.open == [0; 4] {
                return true;
            }
            let (mut once, mut twice) = ([0; 4], [0; 4]);
            for &places in &self.places {
                twice = or(twice, and(once, places));
                once = or(once, places);
            }
            if once != ALL {
                return false;
            }
            let mut changed = false;
            for band in 0..3 {
                let mut singles = self.open[band] & !twice[band];
                changed |= singles != 0;
                while singles != 0 {
                    let place = singles.trailing_zeros();
                    singles &= singles - 1;
                    let digit = self
                        .places
                        .iter()
                        .position(|places| places[band] >> place & 1 == 1);
                    if !digit.is_some_and(|digit| self.assign(digit, band, place)) {
                        return false;
                    }
                }
            }
            if !changed && self.places == self.seen {
                return true;
            }
        }
    }

    /// Triads and hidden singles of one digit.
    #[inline]
    fn look_at<const STACKED: bool>(&mut self, digit: usize) -> bool {
        loop {
            let places = self.places[digit];
            // The triads of rows that have a place.
            let triads = map(places, |band| {
                let first = (band | band >> 1 | band >> 2) & FIRSTS;
                let packed = (first | first >> 2 | first >> 4) & (0b111 * ROWS);
                (packed | packed >> 6 | packed >> 12) & 0x1ff
            });
            let kept = [
                KEPT[triads[0] as usize],
                KEPT[triads[1] as usize],
                KEPT[triads[2] as usize],
                0,
            ];
            if kept[0] == 0 || kept[1] == 0 || kept[2] == 0 {
                return false;
            }
            let mut places = and(places, kept);
            if STACKED {
                places = and(places, in_stacks(places));
                if places == [0; 4] {
                    return false;
                }
            }
            self.places[digit] = places;
            // Rows that hold the digit once: nothing is left without their first place. No row is
            // empty, so nothing is borrowed.
            let rows = map(places, |band| {
                let more = band & band.wrapping_sub(ROWS);
                let is_more = (((more & !LASTS) + (LASTS - ROWS)) | more) & LASTS;
                band & !((is_more << 1).wrapping_sub(is_more >> 8))
            });
            let [a, b, c, _] = places;
            // Columns that hold the digit once, or more often.
            let (once, twice) = (a | b | c, a & b | a & c | b & c);
            let (x, y, z) = (once, once >> 9, once >> 18);
            let twice = (twice | twice >> 9 | twice >> 18 | x & y | x & z | y & z) & 0x1ff;
            let once = (x | y | z) & 0x1ff;
            if once != 0x1ff {
                return false;
            }
            let columns = (once & !twice) * ROWS;
            let before = self.places[digit];
            for (band, rows) in rows.into_iter().take(3).enumerate() {
                let mut singles = (rows | columns & self.places[digit][band]) & self.open[band];
                while singles != 0 {
                    let place = singles.trailing_zeros();
                    singles &= singles - 1;
                    if !self.assign(digit, band, place) {
                        return false;
                    }
                }
            }
            if self.places[digit] == before {
                self.seen[digit] = before;
                return true;
            }
        }
    }

    /// The open cells with two candidates.
    #[inline]
    fn pairs(&self) -> Bands {
        let (mut once, mut twice, mut more) = ([0; 4], [0; 4], [0; 4]);
        for &places in &self.places {
            more = or(more, and(twice, places));
            twice = or(twice, and(once, places));
            once = or(once, places);
        }
        without(twice, more)
    }

    /// The cell to branch on: the one with two candidates that sees most of these, as they become
    /// singles next. This saves a quarter of the nodes.
    #[inline]
    fn choose(&self) -> (usize, u32) {
        let pairs = self.pairs();
        let mut best = None;
        for band in 0..3 {
            let mut rest = pairs[band];
            while rest != 0 {
                let place = rest.trailing_zeros();
                rest &= rest - 1;
                let seen = without(pairs, APART[27 * band + place as usize]);
                let count: u32 = seen.iter().map(|band| band.count_ones()).sum();
                if best.is_none_or(|(most, _)| count > most) {
                    best = Some((count, (band, place)));
                }
            }
        }
        best.map_or_else(|| self.fewest(), |(_, cell)| cell)
    }

    /// The first cell with two candidates, or else with fewest.
    fn first(&self) -> (usize, u32) {
        let pairs = self.pairs();
        let band = (0..3).find(|&band| pairs[band] != 0);
        band.map_or_else(
            || self.fewest(),
            |band| (band, pairs[band].trailing_zeros()),
        )
    }

    /// The first open cell with fewest candidates.
    #[inline(never)]
    fn fewest(&self) -> (usize, u32) {
        let candidates = |(band, place): (usize, u32)| {
            self.places
                .iter()
                .filter(|places| places[band] >> place & 1 == 1)
                .count()
        };
        (0..81)
            .map(|cell| (cell / 27, (cell % 27) as u32))
            .filter(|&(band, place)| self.open[band] >> place & 1 == 1)
            .min_by_key(|&cell| candidates(cell))
            .expect("a grid that is not solved has an open cell")
    }

    /// Visits solutions until `visit` returns false; false if it did.
    fn search(mut self, visit: &mut dyn FnMut(&Nine) -> bool) -> bool {
        if !self.propagate::<true>() {
            return true;
        }
        if self.open == [0; 4] {
            return visit(&self);
        }
        let (band, place) = self.choose();
        let digits: u16 = self.digits_at(band, place);
        let mut rest = digits;
        while rest != 0 {
            let digit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mut child = self.clone();
            if child.assign(digit, band, place) && !child.search(visit) {
                return false;
            }
        }
        true
    }

    fn digits_at(&self, band: usize, place: u32) -> u16 {
        (0..9)
            .filter(|&digit| self.places[digit][band] >> place & 1 == 1)
            .fold(0, |set, digit| set | 1 << digit)
    }

    /// The number of solutions, counted up to `limit`.
    pub fn count(self, limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            self.search(&mut |_| {
                count += 1;
                count < limit
            });
        }
        count
    }

    /// A solution, if there is one.
    pub fn solve(self) -> Option<Solved> {
        let mut found = None;
        self.search(&mut |solved| {
            found = Some(solved.solved());
            false
        });
        found
    }

    /// Up to `limit` solutions.
    pub fn solutions(self, limit: usize) -> Vec<Solved> {
        let found = self.solutions_until(limit, &never);
        found.expect("nobody stops it")
    }

    /// `solutions`, until `stop` asks for an end. It is asked after many solutions only: the first
    /// ones, or that there are none, are known at once.
    ///
    /// # Errors
    /// If it was stopped before the answer.
    pub fn solutions_until(self, limit: usize, stop: &Stop<'_>) -> Result<Vec<Solved>, Stopped> {
        let mut found = Vec::new();
        let mut is_stopped = false;
        if limit > 0 {
            self.search(&mut |solved| {
                found.push(solved.solved());
                is_stopped = found.len().is_multiple_of(LOOK) && stop();
                found.len() < limit && !is_stopped
            });
        }
        match is_stopped {
            true => Err(Stopped::Limit),
            false => Ok(found),
        }
    }

    /// A random solution of the empty grid: a random first row, then backtracking
    /// with random digits.
    pub fn fill(random: &mut Random) -> Solved {
        let mut nine = Nine::empty();
        let mut row = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for cell in 0..9 {
            let other = cell + random.below(9 - cell as u32) as usize;
            row.swap(cell, other);
            nine.put(cell, row[cell]);
        }
        nine.fill_rest(random)
            .expect("every first row has a solved grid")
    }

    /// A random solution, if there is one.
    pub fn fill_rest(mut self, random: &mut Random) -> Option<Solved> {
        if !self.propagate::<false>() {
            return None;
        }
        if self.open == [0; 4] {
            return Some(self.solved());
        }
        let (band, place) = self.first();
        let mut digits = self.digits_at(band, place);
        while digits != 0 {
            let skip = random.below(digits.count_ones());
            let mut left = digits;
            for _ in 0..skip {
                left &= left - 1;
            }
            let digit = left.trailing_zeros() as usize;
            digits &= !(1 << digit);
            let mut child = self.clone();
            if child.assign(digit, band, place)
                && let Some(solved) = child.fill_rest(random)
            {
                return Some(solved);
            }
        }
        None
    }

    /// The candidates that both allow: the state with the clues of both.
    fn and(&self, other: &Nine) -> Nine {
        let mut both = self.clone();
        for (bands, others) in both.places.iter_mut().zip(&other.places) {
            *bands = and(*bands, *others);
        }
        both.open = and(both.open, other.open);
        both
    }

    /// For a list of clues, none of which clash: the state with the clues from each
    /// index on.
    fn suffixes(clues: &[(usize, u8)]) -> Vec<Nine> {
        let mut suffixes = vec![Nine::empty(); clues.len() + 1];
        for (place, &(cell, digit)) in clues.iter().enumerate().rev() {
            let mut nine = suffixes[place + 1].clone();
            nine.put(cell, digit);
            suffixes[place] = nine;
        }
        suffixes
    }

    /// A solution that has another digit in one cell.
    fn other(mut self, cell: usize, digit: u8) -> Option<Solved> {
        self.rule_out(cell, digit);
        self.solve()
    }

    /// Whether a puzzle with one solution has more if any clue is removed.
    pub fn is_minimal(cells: &[u8]) -> bool {
        let clues: Vec<(usize, u8)> = (0..81)
            .filter(|&cell| cells[cell] != 0)
            .map(|cell| (cell, cells[cell]))
            .collect();
        let suffixes = Nine::suffixes(&clues);
        let mut without = Vec::with_capacity(clues.len());
        let mut before = Nine::empty();
        for (&(cell, digit), after) in clues.iter().zip(&suffixes[1..]) {
            let state = before.and(after);
            // Most redundant clues are found without a search.
            if state.is_single(cell, digit) {
                return false;
            }
            without.push(state);
            before.put(cell, digit);
        }
        let mut states = clues.iter().zip(without);
        states.all(|(&(cell, digit), state)| state.other(cell, digit).is_some())
    }

    /// Whether a cell has no other candidate, or its row, column or box no other
    /// place for the digit.
    fn is_single(&self, cell: usize, digit: u8) -> bool {
        let (band, place) = (cell / 27, cell % 27);
        let places = &self.places[usize::from(digit) - 1];
        let column = ROWS << (place % 9);
        let row = 0x1ff << (place / 9 * 9);
        let square = BOX << (place % 9 / 3 * 3);
        let in_column: u32 = places.iter().map(|band| (band & column).count_ones()).sum();
        in_column == 1
            || (places[band] & row).count_ones() == 1
            || (places[band] & square).count_ones() == 1
            || self.digits_at(band, place as u32).count_ones() == 1
    }

    /// Removes redundant clues of `cells` in the given order, so that in the end none
    /// of the clues listed in `order` is redundant.
    pub fn reduce(cells: &mut Solved, order: &[usize]) {
        let mut kept = Nine::empty();
        let listed = order.iter().fold(0u128, |set, &cell| set | 1 << cell);
        let mut clues = 0u128; // those there are still
        for cell in (0..81).filter(|&cell| cells[cell] != 0) {
            clues |= 1 << cell;
            if listed >> cell & 1 == 0 {
                kept.put(cell, cells[cell]);
            }
        }
        let order: Vec<(usize, u8)> = order
            .iter()
            .filter(|&&cell| cells[cell] != 0)
            .map(|&cell| (cell, cells[cell]))
            .collect();
        let suffixes = Nine::suffixes(&order);
        let solution = *cells;
        // Cells in which another solution differs: one of them must stay a clue.
        let mut unavoidable: Vec<u128> = Vec::new();
        for (&(cell, digit), after) in order.iter().zip(&suffixes[1..]) {
            let others = clues & !(1 << cell);
            let needed = unavoidable.iter().any(|set| set & others == 0)
                || kept.and(after).other(cell, digit).is_some_and(|other| {
                    let differ = |&cell: &usize| solution[cell] != other[cell];
                    // Blanks of `solution` count as different, too, which does no
                    // harm.
                    let cells = (0..81).filter(differ);
                    unavoidable.push(cells.fold(0, |set, cell| set | 1 << cell));
                    true
                });
            if needed {
                kept.put(cell, digit);
            } else {
                cells[cell] = 0;
                clues = others;
            }
        }
    }

    fn solved(&self) -> Solved {
        let mut cells = [0; 81];
        for (digit, bands) in (1..).zip(&self.places) {
            for (band, &places) in bands.iter().enumerate() {
                let mut rest = places;
                while rest != 0 {
                    cells[27 * band + rest.trailing_zeros() as usize] = digit;
                    rest &= rest - 1;
                }
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str) -> Vec<u8> {
        line.bytes().map(|byte| byte.saturating_sub(b'0')).collect()
    }

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_puzzle_with_one_solution_is_solved() {
        let solved = Nine::with_clues(&cells(EASY)).unwrap().solutions(2);
        assert_eq!(solved.len(), 1);
        let expected =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(solved[0][..], cells(expected));
    }

    #[test]
    fn all_solutions_are_counted_up_to_the_limit() {
        // Without any 1 and 2 a grid has at least the two that swap them.
        let solved = Nine::fill(&mut Random::new(1, 1));
        let mut less = solved;
        less.iter_mut()
            .filter(|digit| **digit <= 2)
            .for_each(|digit| *digit = 0);
        let all = Nine::with_clues(&less).unwrap().solutions(1000);
        assert_eq!(all.len() % 2, 0);
        assert!(all.contains(&solved));
        let count = |limit| Nine::with_clues(&less).unwrap().count(limit);
        assert_eq!((count(0), count(1), count(1000)), (0, 1, all.len() as u64));
        assert_eq!(Nine::empty().count(10_000), 10_000);
    }

    /// Brute force: tries each digit that no peer of the first blank has.
    fn plain_count(cells: &mut [u8], limit: u64) -> u64 {
        let Some(cell) = cells.iter().position(|&digit| digit == 0) else {
            return 1;
        };
        let is_peer = |other: usize| {
            let (row, column) = (cell / 9, cell % 9);
            other / 9 == row
                || other % 9 == column
                || (other / 27 == row / 3 && other % 9 / 3 == column / 3)
        };
        let mut count = 0;
        for digit in 1..=9 {
            if count < limit && !(0..81).any(|other| is_peer(other) && cells[other] == digit) {
                cells[cell] = digit;
                count += plain_count(cells, limit - count);
            }
        }
        cells[cell] = 0;
        count
    }

    #[test]
    fn puzzles_with_few_solutions_have_as_many_as_by_brute_force() {
        let mut counts = std::collections::BTreeSet::new();
        for stream in 0..30 {
            let random = &mut Random::new(4, stream);
            let solved = Nine::fill(random);
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut puzzle = solved;
            for &cell in &order[..40 + stream as usize % 10] {
                puzzle[cell] = 0;
            }
            let expected = plain_count(&mut puzzle.clone(), 200);
            let nine = Nine::with_clues(&puzzle).unwrap();
            assert_eq!(nine.clone().count(200), expected, "{puzzle:?}");
            let found = nine.solutions(200);
            let distinct: std::collections::BTreeSet<_> = found.iter().collect();
            assert_eq!(distinct.len() as u64, expected);
            counts.insert(expected);
            // The counts also agree with a clue that the grid does not have there.
            let wrong = (0..81).find(|&cell| puzzle[cell] == 0).unwrap();
            puzzle[wrong] = solved[wrong] % 9 + 1;
            let expected = plain_count(&mut puzzle.clone(), 200) * u64::from(!clashes(&puzzle));
            assert_eq!(
                Nine::with_clues(&puzzle).map_or(0, |nine| nine.count(200)),
                expected
            );
        }
        assert!(counts.len() > 5, "{counts:?}");
    }

    fn clashes(cells: &[u8]) -> bool {
        let is_same = |a: usize, b: usize| {
            cells[a] != 0
                && cells[a] == cells[b]
                && (a / 9 == b / 9 || a % 9 == b % 9 || a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
        };
        (0..81).any(|a| (0..a).any(|b| is_same(a, b)))
    }

    #[test]
    fn reduced_puzzles_are_minimal_and_keep_their_solution() {
        for stream in 0..20 {
            let random = &mut Random::new(9, stream);
            let solved = Nine::fill(random);
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut puzzle = solved;
            Nine::reduce(&mut puzzle, &order);
            assert_eq!(Nine::with_clues(&puzzle).unwrap().solutions(2), [solved]);
            assert!(Nine::is_minimal(&puzzle));
            // The slow way agrees, also on a puzzle with a clue too many.
            let blank = (0..81).find(|&cell| puzzle[cell] == 0).unwrap();
            puzzle[blank] = solved[blank];
            assert!(!Nine::is_minimal(&puzzle));
        }
    }
}
