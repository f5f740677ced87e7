//! The names of states in the memo.
//!
//! A node with branches has live options of every active item. So they, and how many of their nodes
//! are purified, follow from the active items and from the colors of those secondary items which
//! options of active items have. A name is made of these, and follows from the parent's.

use super::board::Board;
use super::shape::Shape;
use crate::bits::walk::names::OF_DLX2;
use crate::memo::{Hash, StatePart, Store};
use crate::prices::Prices;

/// What the parts of a state add to its name.
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

    /// What a secondary item adds that has got a hue, or is covered.
    #[inline(always)]
    pub fn hue(&self, shape: &Shape, second: usize, hue: u8) -> Hash {
        self.hues[shape.seconds[second].first_hue as usize + usize::from(hue)]
    }

    /// The name of a state when an item has become inactive.
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
