//! Clipping bounds: an item may have a bound far beyond its list's length. A key has
//! no place for that, and need not: only differences show in the choice.
//!
//! An item's spare goes down by one at most for each option chosen for it, so that it
//! stays within its list's length of what it is now. Items whose spares can meet are
//! clipped alike; others keep their order. A clipped bound is never used up, not even
//! where the item is branched on once more than its list is long: for a null move.

use crate::search::Active;
use crate::search::bits::key;

/// Finds by how much to clip each item's bound and slack; false if they are too large
/// all the same.
pub fn clip(items: &[Active], clips: &mut Vec<u32>) -> bool {
    clips.clear();
    clips.resize(items.len(), 0);
    let lack = |item: &Active| item.bound - item.spare();
    if items.iter().any(|item| lack(item) > key::MOST_LACK) {
        return false;
    }
    if items.iter().all(|item| item.spare() <= key::MOST_SPARE) {
        return true;
    }
    // The smallest spare that each item can come to.
    let least = |&index: &usize| i64::from(items[index].spare()) - i64::from(items[index].length);
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(least);
    // A bound of 2, less one for a null move, is not used up.
    let (mut clipped, mut most) = (0, 1);
    for index in order {
        let spare = i64::from(items[index].spare());
        // What lies between this item and all before it is clipped away, but for one.
        clipped += (least(&index) - clipped - most - 1).max(0);
        clips[index] = clipped as u32;
        most = most.max(spare - clipped);
    }
    most <= i64::from(key::MOST_SPARE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ItemId;

    fn items(bounds: &[[u32; 3]]) -> Vec<Active> {
        let item = |(number, &[bound, slack, length]): (usize, &[u32; 3])| Active {
            item: ItemId(number as u32),
            bound,
            slack,
            length,
        };
        bounds.iter().enumerate().map(item).collect()
    }

    #[test]
    fn what_lies_between_spares_that_never_meet_is_clipped() {
        let mut clips = Vec::new();
        let all = items(&[
            [1, 0, 9],
            [9_999_999, 9_999_999, 3],
            [9_999_998, 9_000_000, 5],
            [20_000, 20_000, 4],
        ]);
        // 1,001,998 lacks too much.
        assert!(!clip(&all, &mut clips));
        let all = items(&[
            [1, 0, 9],
            [9_999_999, 9_999_999, 3],
            [9_999_997, 9_999_990, 5],
            [20_000, 20_000, 4],
            [20_007, 20_007, 2],
        ]);
        assert!(clip(&all, &mut clips));
        let spares: Vec<u32> = (0..5).map(|i| all[i].spare() - clips[i]).collect();
        // They stay apart: 0, 2 to 6, 7 to 9, 10 to 15, 16 to 19.
        assert_eq!(spares, [0, 19, 15, 6, 9]);
    }

    #[test]
    fn small_bounds_stay_as_they_are() {
        let mut clips = Vec::new();
        assert!(clip(&items(&[[3, 1, 9], [16_000, 16_000, 2]]), &mut clips));
        assert_eq!(clips, [0, 0]);
    }
}
