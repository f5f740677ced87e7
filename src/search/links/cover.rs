//! Covering an item: it leaves the active items, and its options leave all other
//! lists. A purified node stays in its list: that saves time, and the list is
//! not looked at.

use super::Links;

impl Links<'_> {
    pub(super) fn cover(&mut self, item: u32, deactivate: bool) {
        if deactivate {
            self.deactivate(item);
        }
        self.counters.updates += 1;
        let mut row = self.nodes[item].down;
        self.counters.mems += 1;
        while row >= self.first {
            self.hide(row);
            row = self.nodes[row].down;
            self.counters.mems += 1;
        }
    }

    /// Undoes [`Self::cover`]. It may go through the options in the same order:
    /// the dance restores them all the same.
    pub(super) fn uncover(&mut self, item: u32, reactivate: bool) {
        let mut row = self.nodes[item].down;
        self.counters.mems += 1;
        while row >= self.first {
            self.unhide(row);
            row = self.nodes[row].down;
            self.counters.mems += 1;
        }
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
        self.counters.mems += 3;
    }

    /// Undoes [`Self::deactivate`].
    #[inline]
    pub(super) fn reactivate(&mut self, item: u32) {
        let items = &mut self.items;
        let (previous, next) = (items[item].previous, items[item].next);
        items[previous].next = item;
        items[next].previous = item;
        self.counters.mems += 3;
    }

    /// Takes the other nodes of `row`'s option out of their lists, from left to
    /// right.
    #[inline]
    pub(super) fn hide(&mut self, row: u32) {
        let (mut mems, mut updates) = (0, 0);
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            mems += 1; // item and color
            if node.color >= 0 {
                mems += 1; // up and down
                if node.item <= 0 {
                    other = node.up;
                    continue;
                }
                self.nodes[node.up].down = node.down;
                self.nodes[node.down].up = node.up;
                mems += 2;
                updates += 1;
                self.items[node.item as u32].length -= 1;
                mems += 2;
            }
            other += 1;
        }
        self.counters.mems += mems;
        self.counters.updates += updates;
    }

    /// Undoes [`Self::hide`], also from left to right.
    #[inline]
    pub(super) fn unhide(&mut self, row: u32) {
        let mut mems = 0;
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            mems += 1; // item and color
            if node.color >= 0 {
                mems += 1; // up and down
                if node.item <= 0 {
                    other = node.up;
                    continue;
                }
                self.nodes[node.up].down = other;
                self.nodes[node.down].up = other;
                mems += 2;
                self.items[node.item as u32].length += 1;
                mems += 2;
            }
            other += 1;
        }
        self.counters.mems += mems;
    }
}
