//! Different cells whose digits are one of some sets, in any order.
//!
//! Cages, renbans, and many rules that setters make up do not care which cell has which digit. An
//! automaton for such a row needs a state for each set of digits that it has read. Looking at the
//! sets themselves takes a fraction of the time. It may leave a digit that the automaton rules out.

use super::super::automaton::{Automaton, digits};
use super::super::{Cell, Digits};
use foldhash::HashMap;

/// Different cells, and the sets that their digits may be.
#[derive(Clone, Debug)]
pub struct Sets {
    cells: Vec<Cell>,
    sets: Vec<Digits>,
    /// Sets of these cells, as bits, each with further cells that differ from all of them.
    seen: Vec<(u32, Vec<Cell>)>,
}

/// The most pairs of a state and a set that are looked at.
const MOST_PAIRS: usize = 4_096;

impl Sets {
    /// The sets of a row of cells; none if its cells may be equal, the order matters, or there are
    /// too many sets. `open` has the digits of all cells.
    pub fn of_row(
        cells: &[Cell],
        automaton: &Automaton,
        houses: &[Vec<Cell>],
        open: &[Digits],
    ) -> Option<Self> {
        let in_house = |house: &Vec<Cell>| cells.iter().all(|cell| house.contains(cell));
        if cells.len() < 3 || !houses.iter().any(in_house) {
            return None;
        }
        // How many rows of different digits lead to each state, and to each set of digits.
        let mut of_states: HashMap<(u32, Digits), u64> = HashMap::default();
        let mut of_sets: HashMap<Digits, u64> = HashMap::default();
        of_states.insert((0, 0), 1);
        of_sets.insert(0, 1);
        for (place, &cell) in cells.iter().enumerate() {
            let mut steps = vec![Vec::new(); automaton.layers()[place] as usize];
            for step in automaton.steps(place) {
                steps[step.from as usize].push((step.digit, step.to));
            }
            let mut next = HashMap::default();
            for ((state, set), rows) in of_states {
                for &(digit, to) in &steps[state as usize] {
                    if set >> digit & 1 == 0 {
                        *next.entry((to, set | 1 << digit)).or_insert(0) += rows;
                    }
                }
            }
            of_states = next;
            let mut next = HashMap::default();
            for (set, rows) in of_sets {
                for digit in digits(open[usize::from(cell)] & !set) {
                    *next.entry(set | 1 << digit).or_insert(0) += rows;
                }
            }
            of_sets = next;
            if of_states.len().max(of_sets.len()) > MOST_PAIRS {
                return None;
            }
        }
        // Each set is accepted in all orders that the cells allow.
        let mut accepted = of_states.iter();
        if !accepted.all(|((_, set), rows)| of_sets[set] == *rows) {
            return None;
        }
        let mut sets: Vec<Digits> = of_states.into_keys().map(|own| own.1).collect();
        sets.sort_unstable();
        let mut seen = Vec::new();
        for house in houses {
            let own = (0..).zip(cells).filter(|(_, cell)| house.contains(cell));
            let own = own.fold(0u32, |own, (place, _)| own | 1 << place);
            let others = house.iter().copied().filter(|cell| !cells.contains(cell));
            let others: Vec<Cell> = others.collect();
            if own.count_ones() >= 2 && !others.is_empty() {
                seen.push((own, others));
            }
        }
        Some(Sets {
            cells: cells.to_vec(),
            sets,
            seen,
        })
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Tells cells with the digits that they may keep. False if no set is left.
    pub fn look(
        &self,
        open: &[Digits],
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let mut own = [0; Digits::BITS as usize];
        let own = &mut own[..self.cells.len()];
        let mut all = 0;
        for (own, &cell) in own.iter_mut().zip(&self.cells) {
            *own = open[usize::from(cell)];
            all |= *own;
        }
        let mut kept = [0; Digits::BITS as usize];
        let kept = &mut kept[..own.len()];
        // The digits of all sets that are left.
        let mut common = Digits::MAX;
        for &set in &self.sets {
            *work += 1;
            if set & !all != 0 {
                continue;
            }
            *work += own.len() as u64;
            let (mut once, mut twice, mut fixed, mut is_possible) = (0, 0, 0, true);
            for &digits in &*own {
                let digits = digits & set;
                twice |= once & digits;
                once |= digits;
                if digits & digits.wrapping_sub(1) == 0 {
                    is_possible &= digits != 0 && fixed & digits == 0;
                    fixed |= digits;
                }
            }
            if !is_possible || once != set {
                continue;
            }
            let single = once & !twice;
            let has_two = |&digits: &Digits| (digits & single).count_ones() > 1;
            if own.iter().any(has_two) {
                continue;
            }
            common &= set;
            for (kept, &digits) in kept.iter_mut().zip(&*own) {
                let digits = digits & set;
                *kept |= match digits & single {
                    0 if digits.is_power_of_two() => digits,
                    0 => digits & !fixed,
                    only => only,
                };
            }
        }
        if common == Digits::MAX {
            return false;
        }
        for ((&cell, &own), &kept) in self.cells.iter().zip(&*own).zip(&*kept) {
            if own != kept {
                if kept == 0 {
                    return false;
                }
                narrowed.push((cell, kept));
            }
        }
        // If all places of a needed digit are in one house, the rest of the house loses it.
        for (members, others) in &self.seen {
            let mut only = common;
            for (place, &kept) in kept.iter().enumerate() {
                if members >> place & 1 == 0 {
                    only &= !kept;
                }
            }
            if only != 0 {
                let fewer = others
                    .iter()
                    .filter(|&&cell| open[usize::from(cell)] & only != 0);
                narrowed.extend(fewer.map(|&cell| (cell, !only)));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUR: Digits = 0b1_1110;

    fn row(accepts: impl Fn(&Vec<i32>) -> bool) -> Automaton {
        let step = |read: &Vec<i32>, digit, _| Some([&read[..], &[digit]].concat());
        Automaton::new(&[FOUR; 3], Vec::new(), step, accepts).unwrap()
    }

    fn sets_of(automaton: &Automaton) -> Option<Sets> {
        let houses = [vec![0, 1, 2, 3], vec![1, 2, 4, 5]];
        Sets::of_row(&[0, 1, 2], automaton, &houses, &[FOUR; 6])
    }

    #[test]
    fn a_row_in_which_the_order_does_not_matter_has_sets() {
        let sum = sets_of(&row(|read| read.iter().sum::<i32>() == 7)).unwrap();
        assert_eq!(sum.sets, [0b1_0110]);
        let neighbors = sets_of(&row(|read| {
            let mut read = read.clone();
            read.sort_unstable();
            read[2] == read[0] + 2
        }));
        assert_eq!(neighbors.unwrap().sets, [0b0_1110, 0b1_1100]);
    }

    #[test]
    fn a_row_in_which_the_order_matters_has_none() {
        assert!(sets_of(&row(|read| read.is_sorted())).is_none());
        // Neither have cells that may be equal.
        let any = row(|_| true);
        assert!(Sets::of_row(&[0, 1, 2], &any, &[vec![0, 1]], &[FOUR; 6]).is_none());
    }

    #[test]
    fn digits_that_all_sets_have_are_ruled_out_where_their_cells_are_seen() {
        // The sets are 1 2 3 and 1 2 4.
        let sets = sets_of(&row(|read| [6, 7].contains(&read.iter().sum()))).unwrap();
        let mut open = [FOUR; 6];
        open[0] = 0b1_1000;
        let (mut narrowed, mut work) = (Vec::new(), 0);
        assert!(sets.look(&open, &mut narrowed, &mut work));
        // The first cell has 3 or 4, so the others have 1 and 2.
        let expected = [
            (1, 0b0_0110),
            (2, 0b0_0110),
            (3, !0b0_0110),
            (4, !0b0_0110),
            (5, !0b0_0110),
        ];
        assert_eq!(narrowed, expected);
        open[1] = 0b1_1000;
        assert!(!sets.look(&open, &mut narrowed, &mut work));
    }
}
