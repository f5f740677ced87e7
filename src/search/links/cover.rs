//! Covering an item: it leaves the active items, and its options leave all other
//! lists. A purified node stays in its list, which saves time: that list is not read.

use super::Links;

/// What an operation costs. Loops add it up in a local variable: that is faster than in
/// the search's counters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paid {
    pub mems: u64,
    pub updates: u64,
}

impl Links<'_> {
    #[inline]
    pub(super) fn pay(&mut self, paid: Paid) {
        self.counters.mems.walk(paid.mems);
        self.counters.updates.walk(paid.updates);
    }
}

impl Links<'_> {
    pub(super) fn cover(&mut self, item: u32, deactivate: bool) {
        if deactivate {
            self.deactivate(item);
        }
        let mut paid = Paid {
            mems: 0,
            updates: 1,
        };
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            self.hide(row, &mut paid);
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay(paid);
    }

    /// Undoes [`Self::cover`]. It may go through the options in the same order, as DLX3
    /// does: the links are restored all the same.
    pub(super) fn uncover(&mut self, item: u32, reactivate: bool) {
        let mut paid = Paid::default();
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            self.unhide(row, &mut paid);
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay(paid);
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

    /// Takes the other nodes of `row`'s option out of their lists, from left to
    /// right.
    #[inline(always)]
    pub(super) fn hide(&mut self, row: u32, paid: &mut Paid) {
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
                paid.mems += 2;
            }
            other += 1;
        }
    }

    /// Undoes [`Self::hide`], also from left to right.
    #[inline(always)]
    pub(super) fn unhide(&mut self, row: u32, paid: &mut Paid) {
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
                paid.mems += 2;
            }
            other += 1;
        }
    }
}
