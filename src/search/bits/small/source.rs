//! What a small subtree is made of.

use crate::search::bits::number::Bit;
use crate::search::bits::sub::Sub;

/// The most words of a bitmap of secondary items.
pub const COLOR_WIDTH: usize = 2;

/// A node, and what its bitmaps of options are moved together from. Items, hues and what is known
/// of options are those of the sub-problem.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub sub: &'s Sub,
    /// The options of each item, by rank, and of each hue: that of hue `h` is the bitmap
    /// `h << hue_shift`.
    pub items: &'s [u64],
    pub hues: &'s [u64],
    pub hue_shift: u32,
    /// How many other nodes the options have that are not purified, and beyond what all have: see
    /// [`Weights`](crate::search::bits::sub::arrays::Weights).
    pub pure: &'s [u64],
    pub others: &'s [u64],
    /// Secondary items that are purified, and the active items, by rank.
    pub purified: [u64; COLOR_WIDTH],
    pub active: u64,
    /// The numbers of the options in the sub-problem, if these are others.
    pub options: Option<&'s [[u16; 64]]>,
}

impl<'s> Source<'s> {
    /// That of a sub-problem in the frame at `depth`.
    #[inline(always)]
    pub fn of(sub: &'s Sub, depth: usize) -> Self {
        let (layout, frames) = (&sub.layout, &sub.frames);
        let mut purified = [0; COLOR_WIDTH];
        let from = frames.purified(layout, depth);
        purified[..from.len()].copy_from_slice(from);
        Source {
            sub,
            items: &sub.rows.items,
            hues: &sub.rows.hues,
            // Behind each is that of other hues.
            hue_shift: 1,
            pure: frames.pure(layout, depth),
            others: &sub.weights.others.words,
            purified,
            // Slots are ranks, as no bound may change.
            active: frames.active(layout, depth)[0],
            options: None,
        }
    }

    /// The number of an option in the sub-problem.
    #[inline(always)]
    pub fn option(&self, word: usize, bit: usize) -> u16 {
        match self.options {
            None => Bit::new(word, bit).index() as u16,
            Some(options) => options[word][bit % 64],
        }
    }
}
