//! Symmetry breaking by a lexicographic leader, for packings in which no item is both covered
//! exactly once and fixed by all symmetries: keeps the solution of each class whose code is least.
//!
//! The code of a solution tells, cell by cell, which placement covers the cell, as a number among
//! those that can cover it, in bits, the highest first. Different solutions have different codes. A
//! solution S is kept if code(S) <= code(gS) for every symmetry g: this keeps exactly one of each
//! class, whether or not some g maps S to itself.
//!
//! For each g there is a primary item for each bit. An option covers it if the two bits are equal,
//! and tests that by the colors of two secondary items; every placement that determines these bits
//! colors them. Another option covers it and all later items of g, if the first bit is 0 and the
//! second 1. So a solution has one way to cover the items of g if its code is at most that of its
//! image, and none otherwise.

use super::{Packing, Placements, Symmetries};
use std::collections::HashMap;

/// An option that compares: a range of [`Leader::items`], and two colored secondary items.
pub type Comparison = (std::ops::Range<usize>, [(usize, u8); 2]);

/// The comparisons of a solution with its images.
#[derive(Clone, Debug)]
pub struct Leader {
    items: usize,
    bits: usize,
    comparisons: Vec<Comparison>,
    /// For each placement, the bits that it determines.
    marks: Vec<Vec<(usize, u8)>>,
}

impl Leader {
    /// The comparisons; `None` if a placement has only cells that may stay empty, so that different
    /// solutions may have equal codes.
    pub fn new(
        packing: &Packing,
        placements: &Placements,
        symmetries: &Symmetries,
    ) -> Option<Self> {
        let cells = packing.region.cells();
        let wanted = |&cell: &u32| !cells[cell as usize].wild;
        let list = placements.list();
        if !list
            .iter()
            .all(|placement| placement.cells.iter().any(wanted))
        {
            return None;
        }
        let mut covering: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
        for (number, placement) in (0..).zip(list) {
            for &cell in &placement.cells {
                covering[cell as usize].push(number);
            }
        }
        let mut leader = Leader {
            items: 0,
            bits: 0,
            comparisons: Vec::new(),
            marks: vec![Vec::new(); list.len()],
        };
        let mut known: HashMap<(usize, u32, u32), usize> = HashMap::new();
        for (number, element) in symmetries.elements().iter().enumerate().skip(1) {
            let mut from = vec![0; cells.len()];
            for (cell, &image) in (0..).zip(&element.cells) {
                from[image as usize] = cell;
            }
            let order = order(&element.placements);
            let mut pairs = Vec::new();
            for cell in (0..cells.len() as u32).filter(wanted) {
                if is_implied(&from, cell, order) {
                    continue;
                }
                let count = covering[cell as usize].len() as u32;
                let width = u32::BITS - count.saturating_sub(1).leading_zeros();
                for bit in (0..width).rev() {
                    // The bit in the solution's own code, then that in its image's code.
                    let mut item = |symmetry: usize, at: u32, images: &[u32]| {
                        *known.entry((symmetry, cell, bit)).or_insert_with(|| {
                            for &placement in &covering[at as usize] {
                                let image = images.get(placement as usize).unwrap_or(&placement);
                                let labels = &covering[cell as usize];
                                let label = labels.binary_search(image).unwrap_or(0);
                                let color = b'0' + (label >> bit & 1) as u8;
                                leader.marks[placement as usize].push((leader.bits, color));
                            }
                            leader.bits += 1;
                            leader.bits - 1
                        })
                    };
                    let own = item(0, cell, &[]);
                    pairs.push((own, item(number, from[cell as usize], &element.placements)));
                }
            }
            let end = leader.items + pairs.len();
            for (own, other) in pairs {
                let here = leader.items;
                leader.comparisons.extend([
                    (here..here + 1, [(own, b'0'), (other, b'0')]),
                    (here..here + 1, [(own, b'1'), (other, b'1')]),
                    (here..end, [(own, b'0'), (other, b'1')]),
                ]);
                leader.items += 1;
            }
        }
        Some(leader)
    }

    /// The number of primary items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The number of secondary items.
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The options that compare bits.
    pub fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// The secondary items that a placement determines, and their colors.
    pub fn marks(&self, placement: u32) -> &[(usize, u8)] {
        &self.marks[placement as usize]
    }
}

/// The order of a permutation.
fn order(permutation: &[u32]) -> usize {
    let mut power: Vec<u32> = permutation.to_vec();
    let mut order = 1;
    while power
        .iter()
        .zip(0..)
        .any(|(&image, number)| image != number)
    {
        for image in &mut power {
            *image = permutation[*image as usize];
        }
        order += 1;
    }
    order
}

/// Whether the codes agree in this cell if they agree in all earlier ones. Suppose all cells of a
/// cycle of g but one agree, and the cycle is as long as the order m of g. Then all of them agree:
/// o(gc) = g o(c), and so on, and for the last cell c', g o(c') = g^m o(c) = o(c).
fn is_implied(from: &[u32], cell: u32, order: usize) -> bool {
    let mut length = 1;
    let mut other = from[cell as usize];
    while other != cell {
        if other > cell {
            return false;
        }
        length += 1;
        other = from[other as usize];
    }
    length > 1 && length == order
}
