//! The least of all equivalent forms of a 9x9 puzzle or grid, and how many symmetries it has.
//!
//! Two puzzles are equivalent if one becomes the other by renaming digits, exchanging rows in a
//! band or bands, columns in a stack or stacks, and reflection in the main diagonal. Of all these
//! forms the canonical one is least when it is read row by row, a blank being less than any digit.
//!
//! Rows are placed one after the other:
//!
//! ```text
//! states = one for each reflection
//! nine times:
//!     for each state and each row that may come next:
//!         the least line that it can give under what is still free
//!     states = those that gave the least of all, each in all ways to give it
//! ```
//!
//! Columns are placed only as far as rows tell them apart. Two columns of a stack that are blank so
//! far are alike, and no others are, because a row has no digit twice; so are two stacks. Blank
//! columns stand first in their stack, and blank stacks first. Only digits that are new in a row,
//! in columns that are alike, leave a choice. Blank rows of a band, and blank bands, are alike too.
//! Orders that stay alike to the end are counted, not tried.

/// Digits from 1, and 0 for a blank, row by row.
pub type Cells = [u8; 81];

/// A canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least form.
    pub cells: Cells,
    /// How many of the 2 * 6^8 ways to move cells give the same puzzle up to renaming digits.
    /// (Digits that the puzzle lacks are not permuted.)
    pub automorphisms: u64,
}

/// How new digits compare with others before they have a label.
const NEW: u8 = 10;

/// A partial form: some rows are placed, and columns as far as these rows tell them apart.
#[derive(Clone, Copy)]
struct State {
    /// Which of the two reflections.
    side: u8,
    /// The rows placed, as bits, and how many; the band of the last one.
    rows: u16,
    count: u8,
    band: u8,
    /// The columns in order.
    columns: [u8; 9],
    /// How many stacks are blank so far, and how many columns of each.
    blank_stacks: u8,
    blank: [u8; 3],
    /// The label of each digit, 0 for none, and how many labels there are.
    label: [u8; 10],
    labels: u8,
    /// How many ways it stands for.
    ways: u64,
}

/// A puzzle and its reflection, by rows.
struct Sides {
    rows: [[[u8; 9]; 9]; 2],
    /// Which rows are blank.
    blank: [u16; 2],
}

impl Sides {
    fn new(cells: &Cells) -> Self {
        let mut rows = [[[0; 9]; 9]; 2];
        for (cell, &digit) in cells.iter().enumerate() {
            rows[0][cell / 9][cell % 9] = digit;
            rows[1][cell % 9][cell / 9] = digit;
        }
        let blank = rows.map(|side| {
            let is_blank = |row: &usize| side[*row] == [0; 9];
            (0..9).filter(is_blank).fold(0, |set, row| set | 1 << row)
        });
        Sides { rows, blank }
    }
}

/// The canonical form of a puzzle; none if a digit stands twice in a row or column, or is above 9.
pub fn canonical(cells: &Cells) -> Option<Canonical> {
    let sides = Sides::new(cells);
    if !sides.rows.iter().flatten().all(has_no_digit_twice) {
        return None;
    }
    let start = |side| State {
        side,
        rows: 0,
        count: 0,
        band: 0,
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        blank_stacks: 3,
        blank: [3; 3],
        label: [0; 10],
        labels: 0,
        ways: 1,
    };
    let mut states = vec![start(0), start(1)];
    let (mut next, mut least) = (Vec::new(), [0; 81]);
    for row in 0..9 {
        let mut best = [u8::MAX; 9];
        next.clear();
        for state in &states {
            state.each_row(&sides, |source, ways| {
                let mut state = State { ways, ..*state };
                let line = state.arrange(&sides.rows[usize::from(state.side)][source]);
                if line > best {
                    return;
                }
                if line < best {
                    best = line;
                    next.clear();
                }
                state.rows |= 1 << source;
                state.count += 1;
                state.band = (source / 3) as u8;
                next.push((state, source));
            });
        }
        least[9 * row..][..9].copy_from_slice(&best);
        states.clear();
        for (state, source) in next.drain(..) {
            let source = sides.rows[usize::from(state.side)][source];
            state.branch(&source, &mut states);
        }
    }
    let ways = states.iter().map(State::final_ways);
    Some(Canonical {
        cells: least,
        automorphisms: ways.sum(),
    })
}

fn has_no_digit_twice(row: &[u8; 9]) -> bool {
    let mut seen = 0u16;
    row.iter().filter(|&&digit| digit != 0).all(|&digit| {
        let is_new = digit <= 9 && seen >> digit & 1 == 0;
        seen |= 1 << digit.min(15);
        is_new
    })
}

/// The orders of up to three things.
const ORDERS: [&[&[u8]]; 4] = [
    &[&[]],
    &[&[0]],
    &[&[0, 1], &[1, 0]],
    &[
        &[0, 1, 2],
        &[0, 2, 1],
        &[1, 0, 2],
        &[1, 2, 0],
        &[2, 0, 1],
        &[2, 1, 0],
    ],
];

impl State {
    /// Calls `visit` with each row that may come next, and the ways that it stands for.
    fn each_row(&self, sides: &Sides, mut visit: impl FnMut(usize, u64)) {
        let blank = sides.blank[usize::from(self.side)];
        let band_of = |band: usize| 7u16 << (3 * band);
        let bands: Vec<(usize, u64)> = match self.count % 3 {
            0 => {
                let free = (0..3).filter(|&band| self.rows & band_of(band) == 0);
                let (empty, rest): (Vec<usize>, Vec<usize>) =
                    free.partition(|&band| blank & band_of(band) == band_of(band));
                let first = empty.first().map(|&band| (band, empty.len() as u64));
                rest.into_iter()
                    .map(|band| (band, 1))
                    .chain(first)
                    .collect()
            }
            _ => vec![(self.band.into(), 1)],
        };
        for (band, factor) in bands {
            let free = band_of(band) & !self.rows;
            let empty = (free & blank).count_ones();
            let mut is_first = true;
            for row in (3 * band..3 * band + 3).filter(|row| free >> row & 1 == 1) {
                if blank >> row & 1 == 0 {
                    visit(row, self.ways * factor);
                } else if std::mem::take(&mut is_first) {
                    visit(row, self.ways * factor * u64::from(empty));
                }
            }
        }
    }

    /// The value of a digit in a line: 0, its label, or `NEW`.
    fn value(&self, digit: u8) -> u8 {
        match (digit, self.label[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => NEW,
            (_, label) => label,
        }
    }

    /// Orders columns so that a row is least, and returns its line.
    fn arrange(&mut self, row: &[u8; 9]) -> [u8; 9] {
        let values = row.map(|digit| self.value(digit));
        let key = |column: &u8| values[usize::from(*column)];
        for stack in 0..3 {
            let blank = usize::from(self.blank[stack]);
            self.columns[3 * stack..][..blank].sort_unstable_by_key(key);
        }
        let mut stacks = [0, 1, 2].map(|stack| {
            let own = &self.columns[3 * stack..];
            [own[0], own[1], own[2]]
        });
        let triple = |own: &[u8; 3]| own.map(|column| key(&column));
        stacks[..usize::from(self.blank_stacks)].sort_by_key(triple);
        let mut labels = self.labels;
        let mut line = [0; 9];
        for (place, column) in stacks.into_iter().flatten().enumerate() {
            self.columns[place] = column;
            line[place] = match key(&column) {
                NEW => {
                    labels += 1;
                    labels
                }
                value => value,
            };
        }
        line
    }

    /// All ways to give the line that `arrange` has found: orders of new digits in columns or
    /// stacks that were alike.
    fn branch(&self, row: &[u8; 9], states: &mut Vec<State>) {
        let value = |column: u8| self.value(row[usize::from(column)]);
        let stack = |columns: &[u8; 9], stack: usize| {
            let own = &columns[3 * stack..];
            [own[0], own[1], own[2]]
        };
        // Among blank stacks, runs of equal ones that have new digits.
        let blank_stacks = usize::from(self.blank_stacks);
        let triples = [0, 1, 2].map(|number| stack(&self.columns, number).map(value));
        let mut from = 0;
        while from < blank_stacks && triples[from] == [0; 3] {
            from += 1;
        }
        let now_blank = from;
        let mut run = from..from;
        while from < blank_stacks {
            let same = triples[from..blank_stacks].iter();
            let length = same.take_while(|&&other| other == triples[from]).count();
            if length > run.len() {
                run = from..from + length;
            }
            from += length;
        }
        for order in ORDERS[run.len()] {
            let mut columns = self.columns;
            for (place, &other) in order.iter().enumerate() {
                let moved = stack(&self.columns, run.start + usize::from(other));
                columns[3 * (run.start + place)..][..3].copy_from_slice(&moved);
            }
            let ordered = State { columns, ..*self };
            ordered.branch_in_stacks(row, now_blank, 0, states);
        }
    }

    /// Orders of new digits in the columns of a stack, and then in those after it.
    fn branch_in_stacks(
        &self,
        row: &[u8; 9],
        now_blank: usize,
        stack: usize,
        states: &mut Vec<State>,
    ) {
        if stack == 3 {
            let mut state = *self;
            state.blank_stacks = now_blank as u8;
            for place in 0..9 {
                let digit = usize::from(row[usize::from(state.columns[place])]);
                if digit != 0 && state.label[digit] == 0 {
                    state.labels += 1;
                    state.label[digit] = state.labels;
                }
            }
            states.push(state);
            return;
        }
        let alike = 3 * stack..3 * stack + usize::from(self.blank[stack]);
        let values = self.columns[alike.clone()].iter();
        let values: Vec<u8> = values
            .map(|&column| self.value(row[usize::from(column)]))
            .collect();
        let blank = values.iter().filter(|&&value| value == 0).count();
        let new = values.iter().filter(|&&value| value == NEW).count();
        let from = alike.end - new;
        for order in ORDERS[new] {
            let mut state = *self;
            state.blank[stack] = blank as u8;
            for (place, &other) in order.iter().enumerate() {
                state.columns[from + place] = self.columns[from + usize::from(other)];
            }
            state.branch_in_stacks(row, now_blank, stack + 1, states);
        }
    }

    /// The ways that a full state stands for, orders of columns and stacks still alike included.
    fn final_ways(&self) -> u64 {
        let factorial = |number: u8| [1, 1, 2, 6][usize::from(number)];
        let columns: u64 = self.blank.iter().map(|&blank| factorial(blank)).product();
        self.ways * columns * factorial(self.blank_stacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solve::nine::Nine;

    fn cells(line: &str) -> Cells {
        let digits: Vec<u8> = line.bytes().map(|byte| byte.saturating_sub(b'0')).collect();
        digits.try_into().unwrap()
    }

    /// All 1296 orders of rows (or columns).
    fn orders() -> Vec<[usize; 9]> {
        let mut all = Vec::new();
        for bands in ORDERS[3] {
            for inner in 0..216 {
                let inner = [inner / 36, inner / 6 % 6, inner % 6];
                let mut order = [0; 9];
                for (place, target) in order.iter_mut().enumerate() {
                    let band = usize::from(bands[place / 3]);
                    *target = 3 * band + usize::from(ORDERS[3][inner[band]][place % 3]);
                }
                all.push(order);
            }
        }
        all
    }

    /// The least form by trying all ways, and how many of them give it.
    fn brute_force(cells: &Cells) -> Canonical {
        let (orders, sides) = (orders(), Sides::new(cells));
        let (mut least, mut ways) = ([u8::MAX; 81], 0);
        for rows in sides.rows {
            for order in &orders {
                for columns in &orders {
                    let (mut label, mut labels) = ([0u8; 10], 0);
                    let mut is_less = false;
                    let mut is_more = false;
                    for (place, known) in least.iter_mut().enumerate() {
                        let digit = rows[order[place / 9]][columns[place % 9]];
                        if digit != 0 && label[usize::from(digit)] == 0 {
                            labels += 1;
                            label[usize::from(digit)] = labels;
                        }
                        let value = label[usize::from(digit)];
                        if !is_less && value > *known {
                            is_more = true;
                            break;
                        }
                        is_less |= value < *known;
                        if is_less {
                            *known = value;
                        }
                    }
                    match (is_less, is_more) {
                        (true, _) => ways = 1,
                        (false, false) => ways += 1,
                        _ => {}
                    }
                }
            }
        }
        Canonical {
            cells: least,
            automorphisms: ways,
        }
    }

    /// A random equivalent form.
    fn disguised(cells: &Cells, random: &mut Random) -> Cells {
        let orders = orders();
        let mut pick = || orders[random.below(1296) as usize];
        let (rows, columns) = (pick(), pick());
        let mut digits: Vec<u8> = (1..=9).collect();
        random.shuffle(&mut digits);
        let is_turned = random.below(2) == 1;
        let mut other = [0; 81];
        for (place, target) in other.iter_mut().enumerate() {
            let (mut row, mut column) = (rows[place / 9], columns[place % 9]);
            if is_turned {
                (row, column) = (column, row);
            }
            let digit = cells[9 * row + column];
            if digit != 0 {
                *target = digits[usize::from(digit) - 1];
            }
        }
        other
    }

    #[test]
    fn the_form_is_the_least_of_all() {
        for line in [
            // A puzzle of 17 clues, one with a symmetry, a grid.
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
            "1.......2.3.....4...5...6...............................6...5...4.....3.2.......1",
            "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
        ] {
            let cells = cells(line);
            assert_eq!(canonical(&cells), Some(brute_force(&cells)), "{line}");
        }
    }

    /// Of all grids, this one has the most automorphisms; it is known as the most canonical grid.
    #[test]
    fn the_most_canonical_grid_is_its_own_form() {
        let grid = cells(
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        );
        let known = Some(Canonical {
            cells: grid,
            automorphisms: 648,
        });
        assert_eq!(canonical(&grid), known);
        let mut random = Random::new(1, 0);
        assert_eq!(canonical(&disguised(&grid, &mut random)), known);
    }

    #[test]
    fn equivalent_puzzles_have_one_form() {
        let mut random = Random::new(5, 0);
        for round in 0..60 {
            let mut puzzle = Nine::fill(&mut random);
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            if round % 20 > 0 {
                Nine::reduce(&mut puzzle, &order);
            }
            let form = canonical(&puzzle).unwrap();
            for _ in 0..3 {
                let other = disguised(&puzzle, &mut random);
                assert_eq!(canonical(&other), Some(form), "{puzzle:?}");
            }
            assert_eq!(canonical(&form.cells), Some(form));
        }
    }

    #[test]
    fn the_empty_grid_has_all_symmetries() {
        let form = canonical(&[0; 81]).unwrap();
        assert_eq!((form.cells, form.automorphisms), ([0; 81], 2 * 6u64.pow(8)));
        let mut one = [0; 81];
        one[7] = 4;
        // The clue may come from any of 81 cells; the rest is free.
        let expected = 2 * 6u64.pow(8) / 81;
        assert_eq!(canonical(&one).unwrap().automorphisms, expected);
    }

    #[test]
    fn digits_that_clash_have_no_form() {
        let mut clash = [0; 81];
        (clash[0], clash[8]) = (4, 4);
        assert_eq!(canonical(&clash), None);
        (clash[8], clash[72]) = (0, 4);
        assert_eq!(canonical(&clash), None);
        clash[72] = 10;
        assert_eq!(canonical(&clash), None);
    }
}
