//! Purifying: live options that want another color for an item leave; for those
//! that want the same one, the item no longer counts.

use super::cover::{Toll, and, and_not, count};
use super::sub::{COLORS, Node, Sub};

impl Sub {
    /// Gives the color of `node` to its item, in the frame at `depth`.
    #[inline(always)]
    pub fn purify<const W: usize>(
        &mut self,
        live: &mut [u64; W],
        depth: usize,
        node: Node,
    ) -> Toll {
        let rank = node.item as usize;
        let wanting = and(live, self.row::<W>(rank));
        let hue = &self.hue_rows[node.hue as usize * W..][..W];
        let (same, hidden) = (and(&wanting, hue), and_not(&wanting, hue));
        let weight = self.weigh::<W, COLORS>(depth, &hidden);
        let marked = count(&same);
        *live = and_not(live, &hidden);
        let planes = self.pure.words.len();
        let planes = &mut self.frames.pure[depth * planes..][..planes];
        let mut borrow = same;
        for plane in planes.chunks_exact_mut(W) {
            for word in 0..W {
                let bits = plane[word];
                plane[word] ^= borrow[word];
                borrow[word] &= !bits;
            }
        }
        self.purified[rank] = true;
        self.cleaned.push(node.item);
        Toll {
            // The rows' colors and links; the spacers; links before colors.
            mems: 2 + 4 * weight.options + 6 * weight.pure + 2 * weight.purified + 3 * marked,
            updates: weight.pure,
            cleansings: 1 + marked,
        }
    }

    /// Undoes all purifying since `mark` items were purified. (The frames above
    /// still have what it changed.)
    #[inline(always)]
    pub fn unpurify(&mut self, mark: usize) {
        for rank in self.cleaned.drain(mark..) {
            self.purified[rank as usize] = false;
        }
    }
}
