//! DLX3's operations on its lists, and how they are undone.
//!
//! ```text
//! cover(item):           the item leaves the active items, its options leave all other lists
//! purify(node):          options that want another color for the node's item are hidden; those
//!                        that want the same one are marked, so that they do not purify it again
//! tweak(top):            an item that stays active, or may be forgone, loses its topmost option
//! cover_others(choice):  the other items of an option that is chosen are covered, lose a choice,
//!                        or are purified
//! ```
//!
//! A purified node stays in its list: nobody reads that list, so removing the node would waste
//! time.

use super::Links;
use crate::prices::Prices;

/// The cost of an operation. Loops add it up in a local variable, which is faster than in the
/// search's counters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paid {
    pub mems: u64,
    pub updates: u64,
    /// The part of `mems` that pays for lengths of secondary items.
    pub lengths: u64,
}

impl Links<'_> {
    #[inline]
    pub(super) fn pay<P: Prices>(&mut self, paid: Paid) {
        self.counters.mems.walk(paid.mems);
        self.counters.updates.walk(paid.updates);
        if P::TELLS_LENGTHS {
            self.counters.length_mems.walk(paid.lengths);
        }
    }

    /// The length of an item's list, read and written.
    #[inline(always)]
    fn pay_length<P: Prices>(&self, item: i32, paid: &mut Paid) {
        paid.mems += 2;
        if P::TELLS_LENGTHS && item as u32 >= self.second {
            paid.lengths += 2;
        }
    }

    /// Covers an item: it becomes inactive, and its options leave all other lists.
    pub(super) fn cover<P: Prices>(&mut self, item: u32, deactivate: bool) {
        if deactivate {
            self.deactivate(item);
        }
        let mut paid = Paid {
            updates: 1,
            ..Paid::default()
        };
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            self.hide::<P>(row, &mut paid);
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay::<P>(paid);
    }

    /// Undoes [`Self::cover`]. As in DLX3, it goes through the options in the same order, and
    /// restores all links nevertheless.
    pub(super) fn uncover<P: Prices>(&mut self, item: u32, reactivate: bool) {
        let mut paid = Paid::default();
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            self.unhide::<P>(row, &mut paid);
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay::<P>(paid);
        if reactivate {
            self.reactivate(item);
        }
    }

    /// Takes an item out of the list of active items.
    #[inline]
    pub(super) fn deactivate(&mut self, item: u32) {
        let items = &mut self.items;
        let (previous, next) = (items[item].previous, items[item].next);
        items[previous].next = next;
        items[next].previous = previous;
        self.counters.mems.walk(3);
    }

    /// Undoes [`Self::deactivate`].
    #[inline]
    pub(super) fn reactivate(&mut self, item: u32) {
        let items = &mut self.items;
        let (previous, next) = (items[item].previous, items[item].next);
        items[previous].next = item;
        items[next].previous = item;
        self.counters.mems.walk(3);
    }

    /// Removes the other nodes of `row`'s option from their lists, from left to right.
    #[inline(always)]
    pub(super) fn hide<P: Prices>(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            paid.mems += 1; // item and color
            if node.color >= 0 {
                paid.mems += 1; // up and down
                if node.item <= 0 {
                    other = node.up;
                    continue;
                }
                self.nodes[node.up].down = node.down;
                self.nodes[node.down].up = node.up;
                paid.mems += 2;
                paid.updates += 1;
                self.items[node.item as u32].length -= 1;
                self.pay_length::<P>(node.item, paid);
            }
            other += 1;
        }
    }

    /// Undoes [`Self::hide`], also from left to right.
    #[inline(always)]
    pub(super) fn unhide<P: Prices>(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            paid.mems += 1; // item and color
            if node.color >= 0 {
                paid.mems += 1; // up and down
                if node.item <= 0 {
                    other = node.up;
                    continue;
                }
                self.nodes[node.up].down = other;
                self.nodes[node.down].up = other;
                paid.mems += 2;
                self.items[node.item as u32].length += 1;
                self.pay_length::<P>(node.item, paid);
            }
            other += 1;
        }
    }

    // Including an option.

    /// Covers the other items of `choice`'s option, from left to right.
    #[inline(always)] // as in `choose`
    pub(super) fn cover_others<P: Prices>(&mut self, choice: u32) {
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
                mems += 2 * P::BOUND;
                if self.items[item].bound == 0 {
                    self.cover::<P>(item, true);
                }
            } else if node.color == 0 {
                self.cover::<P>(item, true);
            } else if node.color > 0 {
                self.purify::<P>(other);
            }
            other += 1;
        }
        self.counters.mems.walk(mems);
    }

    /// Undoes [`Self::cover_others`], from right to left.
    #[inline(always)]
    pub(super) fn uncover_others<P: Prices>(&mut self, choice: u32) {
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
                mems += P::BOUND;
                if self.items[item].bound == 0 {
                    self.uncover::<P>(item, true);
                }
                self.items[item].bound += 1;
                mems += P::BOUND;
            } else if node.color == 0 {
                self.uncover::<P>(item, true);
            } else if node.color > 0 {
                self.unpurify::<P>(other);
            }
            other -= 1;
        }
        self.counters.mems.walk(mems);
    }

    // Purifying a secondary item.

    /// Gives the color of `node` to its item.
    pub(super) fn purify<P: Prices>(&mut self, node: u32) {
        let mut paid = Paid::default();
        let (item, color) = (self.nodes[node].item as u32, self.nodes[node].color);
        paid.mems += 1;
        self.counters.cleansings.walk(1);
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            paid.mems += 1; // the row's color
            if self.nodes[row].color != color {
                self.expel::<P>(row, &mut paid);
            } else if row != node {
                self.nodes[row].color = -1;
                self.counters.cleansings.walk(1);
                paid.mems += 1;
            }
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay::<P>(paid);
    }

    /// Undoes [`Self::purify`], from the bottom to the top.
    pub(super) fn unpurify<P: Prices>(&mut self, node: u32) {
        let mut paid = Paid::default();
        let (item, color) = (self.nodes[node].item as u32, self.nodes[node].color);
        paid.mems += 1;
        let mut row = self.nodes[item].up;
        paid.mems += 1;
        while row >= self.first {
            paid.mems += 1; // the row's color
            if self.nodes[row].color < 0 {
                self.nodes[row].color = color;
                paid.mems += 1;
            } else if row != node {
                self.readmit::<P>(row, &mut paid);
            }
            row = self.nodes[row].up;
            paid.mems += 1;
        }
        self.pay::<P>(paid);
    }

    /// Hides an option as [`Self::hide`] does, but at other prices: DLX3 pays for the links before
    /// it looks at the color, DLX2 does not.
    #[inline]
    fn expel<P: Prices>(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            if node.item <= 0 {
                paid.mems += 2; // item and color, up and down
                other = node.up;
                continue;
            }
            if node.color >= 0 {
                paid.mems += 2; // item and color, up and down
                self.nodes[node.up].down = node.down;
                self.nodes[node.down].up = node.up;
                paid.mems += 2;
                paid.updates += 1;
                self.items[node.item as u32].length -= 1;
                self.pay_length::<P>(node.item, paid);
            } else {
                paid.mems += P::EXPEL_PURIFIED;
            }
            other += 1;
        }
    }

    /// Undoes [`Self::expel`], from right to left.
    #[inline]
    fn readmit<P: Prices>(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row - 1;
        while other != row {
            let node = self.nodes[other];
            if node.item <= 0 {
                paid.mems += 2; // item and color, up and down
                other = node.down;
                continue;
            }
            if node.color >= 0 {
                paid.mems += 2; // item and color, up and down
                self.nodes[node.up].down = other;
                self.nodes[node.down].up = other;
                paid.mems += 2;
                self.items[node.item as u32].length += 1;
                self.pay_length::<P>(node.item, paid);
            } else {
                paid.mems += P::EXPEL_PURIFIED;
            }
            other -= 1;
        }
    }

    // Tweaking: a sequence of tweaks is undone at once.

    /// Removes `top`, the topmost node of its list, and, with `hide`, the other nodes of its
    /// option. (When the item is covered, they are hidden already.)
    pub(super) fn tweak<P: Prices>(&mut self, top: u32, hide: bool) {
        let mut paid = Paid::default();
        if hide {
            self.hide::<P>(top, &mut paid);
        }
        let node = self.nodes[top]; // primary, so never purified
        paid.mems += 2; // item and color, up and down
        self.nodes[node.up].down = node.down;
        self.nodes[node.down].up = node.up;
        paid.mems += 2;
        paid.updates += 1;
        self.items[node.item as u32].length -= 1;
        paid.mems += 2;
        self.pay::<P>(paid);
    }

    /// Undoes all tweaks of `item` since `first` was the top of its list. The removed nodes still
    /// point down to each other; only their `up` fields and the header's `down` are lost.
    pub(super) fn untweak<P: Prices>(&mut self, item: u32, first: u32, unhide: bool) {
        let mut paid = Paid::default();
        let rest = self.nodes[item].down;
        self.nodes[item].down = first;
        paid.mems += 2;
        let (mut above, mut row, mut count) = (item, first, 0);
        while row != rest {
            self.nodes[row].up = above;
            paid.mems += 1;
            count += 1;
            if unhide {
                self.unhide::<P>(row, &mut paid);
            }
            above = row;
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.nodes[row].up = above;
        paid.mems += 1;
        self.items[item].length += count;
        paid.mems += 2;
        self.pay::<P>(paid);
        if !unhide {
            self.uncover::<P>(item, false);
        }
    }
}
