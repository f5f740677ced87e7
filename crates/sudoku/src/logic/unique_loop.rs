//! Unique loops and rectangles: a loop through cells that all have two digits v and w, which enters
//! each house it touches in two cells. If these cells had no other candidates, v and w could be
//! exchanged along the loop, and there would be two solutions. So one of the cells has another
//! digit.
//!
//! Type 1: one cell has more candidates, so it loses v and w. Type 2: all cells with more
//! candidates have the same one more, so it goes from every cell that sees them all. Type 3: two
//! cells of a house have more, and their further candidates, as those of one cell, make a naked or
//! a hidden set with others of the house. Type 4: v has no other place in a house of two such
//! cells, so they lose w. On boards with windows or diagonals, each digit of a naked set goes from
//! every cell that sees all its places in the set.
//!
//! Ratings: 4.5, for loops of six cells 4.6, of eight 4.7, of more 5.0; for type 3, 0.1 for each
//! further digit of a naked set, or cell of a hidden one, beyond the first.
//!
//! Among all: least rating, then least type, then the first by cell and loop. Loops are followed
//! depth first, along boxes, rows, columns, windows, diagonals. (Sudoku Explainer: "Unique
//! Rectangle", "Unique Loop", as lkSudoku has mended them.)

use super::houses::{HOUSES_OF, PLACE_OF};
use super::marks::{CELLS, HOUSE, Marks, bits, cells, choices};
use super::naked_set::seen_by_places;
use super::step::{Kept, OtherCells, Step, Technique};

/// The best loop.
pub fn find(marks: &Marks) -> Option<Step> {
    let mut kept = Kept::new(false);
    search(marks, &mut kept);
    kept.found.pop().map(|best| best.step)
}

/// All loops that take something away, the best one first.
pub fn all(marks: &Marks) -> Vec<Step> {
    let mut kept = Kept::new(true);
    search(marks, &mut kept);
    let key = |hint: &LoopHint| (hint.step.tenths(), hint.kind);
    kept.found.sort_by_key(key);
    kept.found.into_iter().map(|hint| hint.step).collect()
}

fn search(marks: &Marks, kept: &mut Kept<LoopHint>) {
    for cell in (0..CELLS).filter(|&cell| marks.size(cell) == 2) {
        let mut walk = LoopWalk {
            marks,
            pair: marks.digits(cell),
            path: Vec::new(),
            on_path: 0,
            kept,
        };
        walk.go(cell, 2, 0, None);
    }
}

struct LoopHint {
    kind: u8,
    step: Step,
}

struct LoopWalk<'w> {
    marks: &'w Marks,
    pair: u16,
    path: Vec<usize>,
    on_path: u128,
    kept: &'w mut Kept<LoopHint>,
}

impl LoopWalk<'_> {
    /// Follows loops from a cell. `spare` more cells may have any further digits; other cells only
    /// if all further digits are the same one.
    fn go(&mut self, cell: usize, spare: i32, extra: u16, came_by: Option<usize>) {
        self.path.push(cell);
        self.on_path |= 1 << cell;
        let kinds = self.marks.regions().kinds(cell);
        for kind in kinds.filter(|&kind| Some(kind) != came_by) {
            for next in HOUSE[usize::from(HOUSES_OF[cell][kind])] {
                let next = usize::from(next);
                if next == self.path[0] && self.path.len() >= 4 {
                    self.close();
                } else if self.on_path >> next & 1 == 0 {
                    let digits = self.marks.digits(next);
                    if digits & self.pair != self.pair {
                        continue;
                    }
                    let more = (extra | digits) & !self.pair;
                    let plain = digits == self.pair;
                    if plain || more.count_ones() == 1 || spare > 0 {
                        self.go(next, spare - i32::from(!plain), more, Some(kind));
                    }
                }
            }
        }
        self.path.pop();
        self.on_path &= !(1 << cell);
    }

    /// Looks at a loop: cells at even and at odd places must touch each house once, and the same.
    fn close(&mut self) {
        let mut touched = [0u64; 2];
        for (place, &cell) in self.path.iter().enumerate() {
            for kind in self.marks.regions().kinds(cell) {
                let house = HOUSES_OF[cell][kind];
                if touched[place % 2] >> house & 1 == 1 {
                    return;
                }
                touched[place % 2] |= 1 << house;
            }
        }
        if touched[0] != touched[1] {
            return;
        }
        let marks = self.marks;
        let path = self.path.iter().copied();
        let rich: Vec<usize> = path.filter(|&cell| marks.size(cell) > 2).collect();
        match rich[..] {
            [] => {}
            [cell] => self.found(1, 0.0, vec![(cell as u8, self.pair)]),
            [first, second] => {
                let extra = (marks.digits(first) | marks.digits(second)) & !self.pair;
                match extra.count_ones() {
                    1 => self.one_digit(&rich),
                    _ => self.sets(first, second, extra),
                }
                self.locked(first, second);
            }
            _ => self.one_digit(&rich),
        }
    }

    /// Type 2.
    fn one_digit(&mut self, rich: &[usize]) {
        let extra = self.marks.digits(rich[0]) & !self.pair;
        let digit = extra.trailing_zeros() as usize;
        let all = rich.iter().fold(0, |set, &cell| set | 1 << cell);
        let gone = cells(self.marks.seen_by(all)).filter(|&cell| self.marks.has(cell, digit));
        let removed = gone.map(|cell| (cell as u8, 1 << digit)).collect();
        self.found(2, 0.0, removed);
    }

    /// Type 3.
    fn sets(&mut self, first: usize, second: usize, extra: u16) {
        for degree in 2..=7 {
            for kind in self.marks.regions().kinds(first) {
                let house = HOUSES_OF[first][kind];
                if HOUSES_OF[second][kind] != house {
                    continue;
                }
                let empty = self.marks.empty(house.into());
                let two = [first, second].map(|cell| usize::from(PLACE_OF[cell][kind]));
                if 2 * degree <= empty && degree >= extra.count_ones() as usize {
                    self.naked(house.into(), two, degree, extra);
                }
                if 2 * degree < empty {
                    self.hidden(house.into(), two, degree, extra);
                }
            }
        }
    }

    /// Naked sets of `degree` cells, the two of the loop counted as one.
    fn naked(&mut self, house: usize, two: [usize; 2], degree: usize, extra: u16) {
        let marks = self.marks;
        let digits = |place: usize| marks.digits(HOUSE[house][place].into());
        let shared = extra & digits(two[0]) & digits(two[1]);
        for places in choices(degree, 9) {
            let places = places as u16;
            if places >> two[0] & 1 == 0 || places >> two[1] & 1 == 1 {
                continue;
            }
            let others = places & !(1 << two[0]);
            if bits(others).any(|place| digits(place).count_ones() < 2) {
                continue;
            }
            let set = bits(others).fold(0, |set, place| set | digits(place));
            let whole = set | extra;
            // The set must also be naked if each of the two cells had only the digits that both
            // have.
            if (set | shared).count_ones() as usize != degree
                || whole.count_ones() as usize != degree
            {
                continue;
            }
            let cell = |place: usize| HOUSE[house][place];
            let rest = 0x1ff & !places & !(1 << two[1]);
            let removed = match marks.regions().is_usual() {
                true => {
                    let gone = bits(rest).map(|place| (cell(place), digits(place) & whole));
                    gone.filter(|&(_, set)| set != 0).collect()
                }
                false => {
                    let all = bits(0x1ff & !rest).map(|place| cell(place).into());
                    seen_by_places(marks, all, whole)
                }
            };
            let others = OtherCells {
                house: house as u8,
                cells: bits(others).map(cell).collect(),
                digits: whole,
                is_hidden: false,
            };
            self.found_with(3, (degree - 1) as f64 * 0.1, removed, Some(others));
        }
    }

    /// Hidden sets of `degree` digits, v and w among them.
    fn hidden(&mut self, house: usize, two: [usize; 2], degree: usize, extra: u16) {
        let others: Vec<usize> = bits(0x1ff & !self.pair & !extra).collect();
        for chosen in choices(degree - 2, others.len()) {
            let chosen = (0..others.len()).filter(|place| chosen >> place & 1 == 1);
            let digits = chosen.fold(self.pair, |set, place| set | 1 << others[place]);
            let places = |digit: usize| self.marks.places(house, digit) & !(1 << two[1]);
            if bits(digits).any(|digit| places(digit) == 0) {
                continue;
            }
            let all = bits(digits).fold(0, |set, digit| set | places(digit));
            if all.count_ones() as usize != degree {
                continue;
            }
            let rest = all & !(1 << two[0]);
            let cell = |place: usize| HOUSE[house][place];
            let gone = bits(rest).map(|place| {
                let others = self.marks.digits(cell(place).into()) & !digits;
                (cell(place), others)
            });
            let removed = gone.filter(|&(_, set)| set != 0).collect();
            let more = f64::from(rest.count_ones()) - 1.0;
            let others = OtherCells {
                house: house as u8,
                cells: bits(rest).map(cell).collect(),
                digits,
                is_hidden: true,
            };
            self.found_with(3, more * 0.1, removed, Some(others));
        }
    }

    /// Type 4.
    fn locked(&mut self, first: usize, second: usize) {
        let [v, w] = [self.pair.trailing_zeros(), 15 - self.pair.leading_zeros()];
        let locked = |digit: usize| {
            let mut kinds = self.marks.regions().kinds(first);
            kinds.any(|kind| {
                let house = HOUSES_OF[first][kind];
                if HOUSES_OF[second][kind] != house {
                    return false;
                }
                let own = 1 << PLACE_OF[first][kind] | 1 << PLACE_OF[second][kind];
                self.marks.places(house.into(), digit) & !own == 0
            })
        };
        let gone = match (locked(v as usize), locked(w as usize)) {
            (true, _) => w,
            (false, true) => v,
            (false, false) => return,
        };
        let removed = [first, second].map(|cell| (cell as u8, 1 << gone));
        self.found(4, 0.0, removed.to_vec());
    }

    fn found(&mut self, kind: u8, more: f64, removed: Vec<(u8, u16)>) {
        self.found_with(kind, more, removed, None);
    }

    /// Keeps a hint if it is wanted: the least one is the best.
    fn found_with(
        &mut self,
        kind: u8,
        more: f64,
        removed: Vec<(u8, u16)>,
        others: Option<OtherCells>,
    ) {
        if removed.is_empty() {
            return;
        }
        let mut rating = 4.5;
        if self.path.len() >= 10 {
            rating += 0.3;
        }
        if self.path.len() >= 8 {
            rating += 0.2;
        } else if self.path.len() >= 6 {
            rating += 0.1;
        }
        rating += more;
        let key = (rating, kind);
        if self.kept.wants(|best| key < (best.step.rating, best.kind)) {
            let step = Step::remove(Technique::UniqueLoop, rating, removed);
            let mut step = step.because(self.path.iter().copied(), [], self.pair);
            step.reason.others = others;
            self.kept.keep(LoopHint { kind, step });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn a_rectangle_with_two_solutions_is_avoided() {
        let puzzle =
            "....89.....75....6.5......4..........1847....24..3...7..2.5.6...753..4...83.2.1..";
        let expected = "4.5: r9c4-7";
        assert_eq!(first(Technique::UniqueLoop, puzzle), expected);
    }
}
