//! Including an option: all its other items are covered, partly covered, or
//! purified.

use super::Links;

impl Links<'_> {
    /// Covers the other items of `choice`'s option, from left to right.
    pub(super) fn cover_others(&mut self, choice: u32) {
        let mut other = choice + 1;
        while other != choice {
            let node = self.nodes[other];
            self.counters.mems += 1;
            if node.item <= 0 {
                other = node.up;
                self.counters.mems += 1;
                continue;
            }
            let item = node.item as u32;
            if item < self.second {
                self.items[item].bound -= 1;
                self.counters.mems += 2;
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
    }

    /// Undoes [`Self::cover_others`], from right to left.
    pub(super) fn uncover_others(&mut self, choice: u32) {
        let mut other = choice - 1;
        while other != choice {
            let node = self.nodes[other];
            self.counters.mems += 1;
            if node.item <= 0 {
                other = node.down;
                self.counters.mems += 1;
                continue;
            }
            let item = node.item as u32;
            if item < self.second {
                self.counters.mems += 1;
                if self.items[item].bound == 0 {
                    self.uncover(item, true);
                }
                self.items[item].bound += 1;
                self.counters.mems += 1;
            } else if node.color == 0 {
                self.uncover(item, true);
            } else if node.color > 0 {
                self.unpurify(other);
            }
            other -= 1;
        }
    }
}
