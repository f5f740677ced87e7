//! The choice of the item to branch on: the smallest score; then the smallest
//! spare, for slack items are less constrained; then the longest list, for that
//! tends to make the tree smaller; then the leftmost.

use super::Links;

/// The best item and its score.
pub(super) type Best = Option<(u32, i32)>;

impl Links<'_> {
    /// The item to branch on; none if all are satisfied.
    #[inline(always)] // a call takes a tenth of a node's time
    pub(super) fn choose(&mut self) -> Best {
        let items = &self.items;
        let (mut best, mut ties, mut mems) = (0, 0, 1);
        let (mut best_score, mut best_spare, mut best_length) = (i32::MAX, 0, 0);
        let mut index = items[0].next;
        while index != 0 {
            let item = &items[index];
            mems += 2; // bound and slack, length; the link is beside the first
            let spare = item.slack.min(item.bound);
            let score = item.length + spare - item.bound + 1;
            if score <= best_score {
                if score < best_score
                    || spare < best_spare
                    || (spare == best_spare && item.length > best_length)
                {
                    (best_score, best_spare, best_length) = (score, spare, item.length);
                    (best, ties) = (index, 1);
                } else if spare == best_spare && item.length == best_length {
                    ties += 1;
                    if let Some(flip) = &mut self.flip {
                        mems += 4;
                        if flip.uniform(ties) == 0 {
                            best = index;
                        }
                    }
                }
            }
            index = item.next;
        }
        self.counters.mems.walk(mems);
        self.counters.choice_mems.walk(mems);
        (best != 0).then_some((best, best_score))
    }
}
