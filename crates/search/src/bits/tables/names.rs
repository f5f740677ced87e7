//! The names of states in the memo.
//!
//! At a node with branches, every active item has live options. These, and their numbers of
//! purified nodes, follow from the active items and from the colors of the secondary items that
//! options of active items have. A name is made of these (Zobrist hashing) and is computed from the
//! parent's.

use super::board::Board;
use super::shape::Shape;
use crate::bits::walk::names::OF_DLX2;
use crate::memo::{Hash, StatePart, Store};
use crate::prices::Prices;

/// The hashes of the parts of a state.
#[derive(Debug)]
pub struct Names {
    items: Vec<Hash>,
    hues: Vec<Hash>,
}

impl Names {
    pub fn new(memo: &Store, shape: &Shape) -> Self {
        let items = (0..shape.primary as u32).map(|item| memo.name(StatePart::Active(item)));
        let hues = shape.palette.iter();
        let hues = hues.map(|&(item, color)| memo.name(StatePart::Colored(item.0, color.into())));
        Names {
            items: items.collect(),
            hues: hues.collect(),
        }
    }

    /// The name of the root, where all items are active.
    pub fn root<P: Prices>(&self) -> Hash {
        let mut name = match P::TELLS_LENGTHS {
            true => OF_DLX2,
            false => Hash::default(),
        };
        self.items.iter().for_each(|&item| name ^= item);
        name
    }

    /// The hash of a secondary item that has this hue, or is covered.
    #[inline(always)]
    pub fn hue(&self, shape: &Shape, second: usize, hue: u8) -> Hash {
        self.hues[shape.seconds[second].first_hue as usize + usize::from(hue)]
    }

    /// The name of a state after an item has become inactive.
    #[inline(always)]
    pub fn without_item(&self, name: Hash, shape: &Shape, board: &Board, item: usize) -> Hash {
        let mut name = name;
        name ^= self.items[item];
        for &second in &shape.all_seconds[shape.seconds_of[item].range()] {
            let second = second as usize;
            let taken = board.taken[second];
            if taken > 0 && board.active_items[second] == 0 {
                name ^= self.hue(shape, second, (taken - 1) as u8);
            }
        }
        name
    }
}
