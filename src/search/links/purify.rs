//! Purifying a secondary item: options that want another color for it are hidden;
//! those that want the same one are marked, so that they do not purify it again.

use super::Links;
use super::cover::Paid;

impl Links<'_> {
    /// Gives the color of `node` to its item.
    pub(super) fn purify(&mut self, node: u32) {
        let mut paid = Paid::default();
        let (item, color) = (self.nodes[node].item as u32, self.nodes[node].color);
        paid.mems += 1;
        self.counters.cleansings.walk(1);
        let mut row = self.nodes[item].down;
        paid.mems += 1;
        while row >= self.first {
            paid.mems += 1; // the row's color
            if self.nodes[row].color != color {
                self.expel(row, &mut paid);
            } else if row != node {
                self.nodes[row].color = -1;
                self.counters.cleansings.walk(1);
                paid.mems += 1;
            }
            row = self.nodes[row].down;
            paid.mems += 1;
        }
        self.pay(paid);
    }

    /// Undoes [`Self::purify`], from the bottom to the top.
    pub(super) fn unpurify(&mut self, node: u32) {
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
                self.readmit(row, &mut paid);
            }
            row = self.nodes[row].up;
            paid.mems += 1;
        }
        self.pay(paid);
    }

    /// Hides an option as [`Self::hide`] does. DLX3 pays here for the links
    /// before it looks at the color.
    #[inline]
    fn expel(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row + 1;
        while other != row {
            let node = self.nodes[other];
            paid.mems += 2; // up and down, item and color
            if node.item <= 0 {
                other = node.up;
                continue;
            }
            if node.color >= 0 {
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

    /// Undoes [`Self::expel`], from right to left.
    #[inline]
    fn readmit(&mut self, row: u32, paid: &mut Paid) {
        let mut other = row - 1;
        while other != row {
            let node = self.nodes[other];
            paid.mems += 2; // up and down, item and color
            if node.item <= 0 {
                other = node.down;
                continue;
            }
            if node.color >= 0 {
                self.nodes[node.up].down = other;
                self.nodes[node.down].up = other;
                paid.mems += 2;
                self.items[node.item as u32].length += 1;
                paid.mems += 2;
            }
            other -= 1;
        }
    }
}
