//! Including an option: all its other items are covered, partly covered, or
//! purified.

use super::Links;

impl Links<'_> {
    /// Covers the other items of `choice`'s option, from left to right.
    #[inline(always)] // as in `choose`
    pub(super) fn cover_others(&mut self, choice: u32) {
        let mut mems = 0;
        let mut other = choice + 1;
        while other != choice {
            let node = self.nodes[other];
            mems += 1;
            if node.item <= 0 {
                other = node.up;
                mems += 1;
                continue;
            }
            let item = node.item as u32;
            if item < self.second {
                self.items[item].bound -= 1;
                mems += 2;
                if self.items[item].bound == 0 {
                    self.cover(item, true);
                }
            } else if node.color == 0 {
                self.cover(item, true);
            } else if node.color > 0 {
                self.purify(other);
            }
            other += 1;
        }
        self.counters.mems.walk(mems);
    }

    /// Undoes [`Self::cover_others`], from right to left.
    #[inline(always)]
    pub(super) fn uncover_others(&mut self, choice: u32) {
        let mut mems = 0;
        let mut other = choice - 1;
        while other != choice {
            let node = self.nodes[other];
            mems += 1;
            if node.item <= 0 {
                other = node.down;
                mems += 1;
                continue;
            }
            let item = node.item as u32;
            if item < self.second {
                mems += 1;
                if self.items[item].bound == 0 {
                    self.uncover(item, true);
                }
                self.items[item].bound += 1;
                mems += 1;
            } else if node.color == 0 {
                self.uncover(item, true);
            } else if node.color > 0 {
                self.unpurify(other);
            }
            other -= 1;
        }
        self.counters.mems.walk(mems);
    }
}
