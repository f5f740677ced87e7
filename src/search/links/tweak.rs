//! Tweaking an item that is not covered for good, as it stays active or may be forgone: the
//! topmost option leaves its list, and is hidden. A sequence of tweaks is undone at once.

use super::Links;
use super::cover::Paid;

impl Links<'_> {
    /// Removes `top`, the topmost node of its list, and with `hide` the other
    /// nodes of its option. (When the item is covered, they are hidden already.)
    pub(super) fn tweak(&mut self, top: u32, hide: bool) {
        let mut paid = Paid::default();
        if hide {
            self.hide(top, &mut paid);
        }
        let node = self.nodes[top]; // primary, so never purified
        paid.mems += 2; // item and color, up and down
        self.nodes[node.up].down = node.down;
        self.nodes[node.down].up = node.up;
        paid.mems += 2;
        paid.updates += 1;
        self.items[node.item as u32].length -= 1;
        paid.mems += 2;
        self.pay(paid);
    }

    /// Undoes all tweaks of `item` since `first` was the top of its list. The
    /// removed nodes still point down to each other; their `up` fields, and the
    /// header's `down`, are all that is lost.
    pub(super) fn untweak(&mut self, item: u32, first: u32, unhide: bool) {
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
                self.unhide(row, &mut paid);
            }
            above = row;
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.nodes[row].up = above;
        paid.mems += 1;
        self.items[item].length += count;
        paid.mems += 2;
        self.pay(paid);
        if !unhide {
            self.uncover(item, false);
        }
    }
}
