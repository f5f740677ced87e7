//! Bent wings. `size` cells that all see each other have `size + 1` candidates together, and a
//! further cell has two of these, x and z. If the further cell sees all their places of x, then one
//! of them all is z; so z goes from every cell that sees the further cell and all places of z. If
//! it sees their places of z as well, then the cells lack just one digit, x or z. So each of their
//! other digits goes from every cell that sees all its places, and x goes as z does.
//!
//! Ratings: three cells (WXYZ-wing) 5.5, or 5.6 if the largest has three candidates; four (VWXYZ)
//! 6.2 to 6.4: 6.4 with three, 6.3 with two or four; five (UVWXYZ) 6.6; six (TUVWXYZ) 7.5.
//!
//! Among all wings: least rating, then most candidates removed, then the greatest suffix as text (2
//! if both digits are linked, else 1; the size of the largest cell; the sum of all sizes), then the
//! first in the order of the cells. (Sukaku Explainer: "WXYZ-Wing" and so on.)

use super::marks::{CELLS, Marks, bits, cells};
use super::step::{Kept, Step, Technique};
use std::cmp::Ordering;

/// The best wing with `size` cells beside the further one.
pub fn find(marks: &Marks, size: usize) -> Option<Step> {
    let mut kept = Kept::new(false);
    search(marks, size, &mut kept);
    kept.found.pop().map(|best| best.step(size))
}

/// All wings with `size` cells beside the further one, the best one first.
pub fn all(marks: &Marks, size: usize) -> Vec<Step> {
    let mut kept = Kept::new(true);
    search(marks, size, &mut kept);
    kept.found.sort_by(WingHint::compare);
    kept.found.into_iter().map(|wing| wing.step(size)).collect()
}

fn search(marks: &Marks, size: usize, kept: &mut Kept<WingHint>) {
    let mut search = WingSearch {
        marks,
        size,
        pairs: marks.cells_of_size(2),
        of_digit: std::array::from_fn(|digit| marks.cells_with(digit)),
        chosen: Vec::with_capacity(size),
        kept,
    };
    if search.pairs == 0 {
        return;
    }
    for cell in 0..CELLS {
        search.choose(cell, u128::MAX, 0, 0);
    }
}

struct WingHint {
    rating: f64,
    taken: u32,
    /// Both digits linked or one; the size of the largest cell; the sum of all sizes.
    suffix: (u8, u8, u32),
    removed: [u128; 9],
    cells: Vec<usize>,
    digits: u16,
}

impl WingHint {
    fn compare(&self, other: &WingHint) -> Ordering {
        let text = |found: &WingHint| found.suffix.2.to_string();
        self.rating
            .total_cmp(&other.rating)
            .then(other.taken.cmp(&self.taken))
            .then(other.suffix.0.cmp(&self.suffix.0))
            .then(other.suffix.1.cmp(&self.suffix.1))
            .then_with(|| text(other).cmp(&text(self)))
    }

    fn step(self, size: usize) -> Step {
        let technique = match size {
            3 => Technique::WxyzWing,
            4 => Technique::VwxyzWing,
            5 => Technique::UvwxyzWing,
            _ => Technique::TuvwxyzWing,
        };
        let mut removed: Vec<(u8, u16)> = Vec::new();
        for cell in cells(self.removed.iter().fold(0, |all, set| all | set)) {
            let gone = (0..9).filter(|&digit| self.removed[digit] >> cell & 1 == 1);
            removed.push((cell as u8, gone.fold(0, |set, digit| set | 1 << digit)));
        }
        let step = Step::remove(technique, self.rating, removed);
        step.because(self.cells, [], self.digits)
    }
}

struct WingSearch<'m, 'k> {
    marks: &'m Marks,
    size: usize,
    pairs: u128,
    of_digit: [u128; 9],
    chosen: Vec<usize>,
    kept: &'k mut Kept<WingHint>,
}

impl WingSearch<'_, '_> {
    /// Adds a cell, then tries later cells that see all so far.
    fn choose(&mut self, cell: usize, common: u128, digits: u16, sum: u32) {
        let own = self.marks.digits(cell);
        let all = digits | own;
        if own.count_ones() < 2 || all.count_ones() as usize > self.size + 1 {
            return;
        }
        self.chosen.push(cell);
        let (sum, common) = (
            sum + own.count_ones(),
            common & self.marks.peers(cell) & (u128::MAX << cell),
        );
        if self.chosen.len() == self.size {
            if all.count_ones() as usize == self.size + 1 {
                self.close(all, sum);
            }
        } else if self.chosen.len() == 1 && !self.marks.regions().is_usual() {
            for next in self.marks.regions().in_order(cell, common) {
                self.choose(next, common, all, sum);
            }
        } else {
            for next in cells(common) {
                self.choose(next, common, all, sum);
            }
        }
        self.chosen.pop();
    }

    /// Looks for the further cell.
    fn close(&mut self, digits: u16, sum: u32) {
        let own = self.chosen.iter().fold(0, |set, &cell| set | 1 << cell);
        let chosen = self.chosen.iter();
        let near = chosen.fold(0, |set, &cell| set | self.marks.peers(cell));
        for last in cells(near & self.pairs & !own) {
            let pair = self.marks.digits(last);
            if pair & !digits != 0 {
                continue;
            }
            let x = pair.trailing_zeros() as usize;
            let z = (pair & (pair - 1)).trailing_zeros() as usize;
            let linked = |digit: usize| own & self.of_digit[digit] & !self.marks.peers(last) == 0;
            match (linked(x), linked(z)) {
                (true, true) => self.judge(last, digits, own, sum, None),
                (true, false) => self.judge(last, digits, own, sum, Some(z)),
                (false, true) => self.judge(last, digits, own, sum, Some(x)),
                (false, false) => {}
            }
        }
    }

    /// Keeps a wing if it is wanted. It removes the digit `only`, or all digits if none is
    /// given.
    fn judge(&mut self, last: usize, digits: u16, own: u128, sum: u32, only: Option<usize>) {
        let pair = self.marks.digits(last);
        let mut removed = [0; 9];
        for digit in bits(only.map_or(digits, |digit| 1 << digit)) {
            let mut places = own & self.of_digit[digit];
            if pair >> digit & 1 == 1 {
                places |= 1 << last;
            }
            let seen = self.marks.seen_by(places);
            removed[digit] = seen & self.of_digit[digit] & !own & !(1 << last);
        }
        let taken: u32 = removed.iter().map(|set| set.count_ones()).sum();
        if taken == 0 {
            return;
        }
        let twice = only.is_none() && {
            let weak = bits(digits & !pair).any(|digit| removed[digit] != 0);
            weak || bits(pair).all(|digit| removed[digit] != 0)
        };
        let sizes = self.chosen.iter().map(|&cell| self.marks.size(cell));
        let largest = sizes.max().unwrap_or(0);
        let found = WingHint {
            rating: rating(self.size, largest),
            taken,
            suffix: (1 + u8::from(twice), largest as u8, sum),
            removed,
            cells: Vec::new(),
            digits,
        };
        if self.kept.wants(|best| found.compare(best).is_lt()) {
            let cells = self.chosen.iter().copied().chain([last]).collect();
            self.kept.keep(WingHint { cells, ..found });
        }
    }
}

fn rating(size: usize, largest: u32) -> f64 {
    let from_middle = f64::from(largest.abs_diff(3));
    match size {
        3 => 5.5 + (1.0 - from_middle) * 0.1,
        4 => 6.2 + (2.0 - from_middle) * 0.1,
        5 => 6.6,
        _ => 7.5,
    }
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn three_cells_and_a_pair_share_a_digit() {
        let puzzle =
            ".7..3..5...5...3..4....6.27.......9.....526...3.6..5.4.1..839........21......4..8";
        let expected = "5.5: r2c8-6";
        assert_eq!(first(Technique::WxyzWing, puzzle), expected);
    }

    #[test]
    fn four_cells_and_a_pair_share_a_digit() {
        let puzzle =
            "....4.....5.31...8....8.7.37..2.4.9.........5..6..3..732.9.....5......1..4....5..";
        let expected = "6.2: r5c7-3 r5c7-8 r6c7-8 r7c8-6 r9c8-2 r9c8-6";
        assert_eq!(first(Technique::VwxyzWing, puzzle), expected);
    }

    #[test]
    fn five_cells_and_a_pair_share_a_digit() {
        let puzzle =
            "..6.8..4...9.....3.1.9.6.............4....5276..52...1.2.8..3.......9..4..367..1.";
        let expected = "6.6: r7c9-9";
        assert_eq!(first(Technique::UvwxyzWing, puzzle), expected);
    }

    #[test]
    fn six_cells_and_a_pair_share_a_digit() {
        let puzzle =
            "...8....6....7.5......46.7.7..2..6...49...3...51.6......63..9..9....1.42.........";
        let expected = "7.5: r1c6-9 r1c7-1 r3c2-8";
        assert_eq!(first(Technique::TuvwxyzWing, puzzle), expected);
    }
}
