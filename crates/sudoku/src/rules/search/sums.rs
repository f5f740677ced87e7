//! Sums of cells of which some differ.
//!
//! An automaton that adds up digits does not know that cells of one house differ. Here the cells
//! are put into groups of different cells; the sum of a group lies between the sums of its least
//! and of its greatest digits. So a long line with a small sum has small digits at once.
//!
//! What is left of some houses when the cages in them are taken away has a sum, too.

use super::super::kinds::builder::Sum;
use super::super::{Cell, Digits, Shape};

/// A sum, its cells in groups.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// Different cells with one weight.
    groups: Vec<(i32, Vec<Cell>)>,
    total: i32,
}

/// The most cells of a sum that is left of houses.
const MOST_LEFT: usize = 10;

impl Grouped {
    /// Groups of cells that share a house.
    pub fn new(sum: &Sum, houses: &[Vec<Cell>]) -> Self {
        let mut groups: Vec<(i32, Vec<Cell>)> = Vec::new();
        let mut open = sum.terms.clone();
        while let Some(&(cell, weight)) = open.first() {
            let alike = |house: &Vec<Cell>| -> Vec<Cell> {
                let own = open
                    .iter()
                    .filter(|own| own.1 == weight && house.contains(&own.0));
                own.map(|own| own.0).collect()
            };
            // The largest group of all, so that few are left over.
            let best = houses
                .iter()
                .map(alike)
                .max_by_key(Vec::len)
                .unwrap_or_default();
            let group = if best.len() < 2 { vec![cell] } else { best };
            open.retain(|own| own.1 != weight || !group.contains(&own.0));
            groups.push((weight, group));
        }
        Grouped {
            groups,
            total: sum.total,
        }
    }

    /// All its cells.
    pub fn cells(&self) -> Vec<Cell> {
        self.groups
            .iter()
            .flat_map(|group| group.1.iter().copied())
            .collect()
    }

    /// Tells cells with the digits that they may keep. False if the sum cannot be reached.
    pub fn look(
        &self,
        sets: &[Digits],
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let (mut least, mut most) = (0, 0);
        for (weight, cells) in &self.groups {
            *work += 4 * cells.len() as u64;
            let all = cells
                .iter()
                .fold(0, |all, &cell| all | sets[usize::from(cell)]);
            let count = cells.len() as u32;
            if all.count_ones() < count {
                return false;
            }
            let (low, high) = (weight * lowest(all, count), weight * highest(all, count));
            least += low.min(high);
            most += low.max(high);
        }
        if !(least..=most).contains(&self.total) {
            return false;
        }
        if least == most {
            return true;
        }
        for (weight, cells) in &self.groups {
            let all = cells
                .iter()
                .fold(0, |all, &cell| all | sets[usize::from(cell)]);
            let count = cells.len() as u32;
            let (low, high) = (weight * lowest(all, count), weight * highest(all, count));
            // What the group itself may add up to.
            let range = self.total - (most - low.max(high))..=self.total - (least - low.min(high));
            if *range.start() <= low.min(high) && low.max(high) <= *range.end() {
                continue;
            }
            let mut kept = 0;
            for digit in super::super::automaton::digits(all) {
                let others = all & !(1 << digit);
                let own = i32::from(digit);
                let (low, high) = (
                    weight * (own + lowest(others, count - 1)),
                    weight * (own + highest(others, count - 1)),
                );
                let (low, high) = (low.min(high), low.max(high));
                if low <= *range.end() && *range.start() <= high {
                    kept |= 1 << digit;
                }
            }
            let fewer = cells
                .iter()
                .filter(|&&cell| sets[usize::from(cell)] & !kept != 0);
            narrowed.extend(fewer.map(|&cell| (cell, kept)));
        }
        true
    }
}

/// The sum of the least digits of a set.
fn lowest(mut set: Digits, count: u32) -> i32 {
    let mut sum = 0;
    for _ in 0..count {
        sum += set.trailing_zeros() as i32;
        set &= set.wrapping_sub(1);
    }
    sum
}

/// The sum of the greatest digits of a set.
fn highest(mut set: Digits, count: u32) -> i32 {
    let mut sum = 0;
    for _ in 0..count {
        let digit = set.checked_ilog2().unwrap_or(0);
        sum += digit as i32;
        set &= !(1 << digit);
    }
    sum
}

/// Sums of what cages leave of full houses: of single ones, and of neighboring rows or columns.
pub fn left_of_houses(shape: Shape, houses: &[Vec<Cell>], sums: &[Sum]) -> Vec<Sum> {
    let cages: Vec<&Sum> = sums
        .iter()
        .filter(|sum| sum.terms.iter().all(|&(_, weight)| weight == 1))
        .collect();
    let house_sum: i32 = (i32::from(shape.first)..=i32::from(shape.last)).sum();
    let full: Vec<&Vec<Cell>> = houses
        .iter()
        .filter(|house| house.len() == shape.order())
        .collect();
    let mut areas: Vec<(Vec<Cell>, i32)> = Vec::new();
    for first in 0..full.len() {
        let mut cells: Vec<Cell> = Vec::new();
        for (count, house) in (1..).zip(&full[first..]) {
            if count > 4 || house.iter().any(|cell| cells.contains(cell)) {
                break;
            }
            cells.extend(*house);
            areas.push((cells.clone(), count * house_sum));
        }
    }
    let mut found: Vec<Sum> = Vec::new();
    for (area, total) in areas {
        for reach in [1.0, 0.5] {
            // Cages that are within the area, or at least half of which is, and do not overlap.
            let mut weights: Vec<(Cell, i32)> = area.iter().map(|&cell| (cell, 1)).collect();
            let mut total = total;
            let mut used: Vec<Cell> = Vec::new();
            for cage in &cages {
                let inside = cage
                    .terms
                    .iter()
                    .filter(|own| area.contains(&own.0))
                    .count();
                let is_in = inside as f64 >= reach * cage.terms.len() as f64;
                if !is_in || cage.terms.iter().any(|own| used.contains(&own.0)) {
                    continue;
                }
                used.extend(cage.terms.iter().map(|own| own.0));
                total -= cage.total;
                for &(cell, _) in &cage.terms {
                    match weights.iter().position(|own| own.0 == cell) {
                        Some(place) => _ = weights.swap_remove(place),
                        None => weights.push((cell, -1)),
                    }
                }
            }
            weights.sort_unstable();
            let sum = Sum {
                terms: weights,
                total,
            };
            if used.is_empty() || sum.terms.len() > MOST_LEFT || found.contains(&sum) {
                continue;
            }
            found.push(sum);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_cells_have_a_least_and_a_greatest_sum() {
        assert_eq!((lowest(0b1111_1110, 3), highest(0b1111_1110, 3)), (6, 18));
        assert_eq!((lowest(0b1001_0001, 2), highest(0b1001_0001, 2)), (4, 11));
    }

    #[test]
    fn what_a_cage_leaves_of_a_row_has_a_sum() {
        let shape = Shape::square(4);
        let houses: Vec<Vec<Cell>> = (0..4).map(|row| shape.row_cells(row)).collect();
        let cage = |cells: &[Cell], total| Sum {
            terms: cells.iter().map(|&cell| (cell, 1)).collect(),
            total,
        };
        let left = left_of_houses(shape, &houses, &[cage(&[0, 1, 2], 7)]);
        assert!(left.contains(&cage(&[3], 3)), "{left:?}");
        let left = left_of_houses(shape, &houses, &[cage(&[0, 1, 2, 3, 4], 12)]);
        let outside = Sum {
            terms: vec![(4, -1)],
            total: -2,
        };
        assert!(left.contains(&outside), "{left:?}");
    }
}
