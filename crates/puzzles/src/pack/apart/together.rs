//! Pieces that need not be separated: the puzzle puts copies of pieces into groups.

use super::Handling;

/// The parts of an assembly that could not be separated so far.
#[derive(Debug, Default)]
pub struct Together {
    stuck: Vec<Vec<u32>>,
}

impl Together {
    /// Forgets all parts.
    pub fn clear(&mut self) {
        self.stuck.clear();
    }

    /// Whether these pieces all belong to one group, so that nobody would separate them.
    pub fn is_group(handling: &[Handling], pieces: &[u32]) -> bool {
        let group = |&piece: &u32| match handling.get(piece as usize)?.groups[..] {
            [(group, _)] => Some(group),
            _ => None,
        };
        let first = pieces.first().and_then(group);
        first.is_some_and(|first| pieces.iter().all(|piece| group(piece) == Some(first)))
    }

    /// Whether these pieces may stay together, too, given the parts before them: each part takes
    /// its pieces from one group.
    pub fn may_stay(&mut self, handling: &[Handling], pieces: Vec<u32>) -> bool {
        self.stuck.push(pieces);
        let mut left: Vec<Vec<(u32, u32)>> =
            handling.iter().map(|piece| piece.groups.clone()).collect();
        assign(&self.stuck, &mut left)
    }
}

/// Finds a group for each part, by backtracking: `left` says how many copies of each piece are left
/// in each group.
fn assign(parts: &[Vec<u32>], left: &mut [Vec<(u32, u32)>]) -> bool {
    let Some((part, parts)) = parts.split_first() else {
        return true;
    };
    let first = left.get(part[0] as usize).cloned().unwrap_or_default();
    first.into_iter().any(|(group, _)| {
        let mut taken = 0;
        let take = |&piece: &u32, left: &mut [Vec<(u32, u32)>]| {
            let groups = left.get_mut(piece as usize);
            let mut groups = groups.into_iter().flatten();
            let found = groups.find(|known| known.0 == group && known.1 > 0);
            found.map(|known| known.1 -= 1).is_some()
        };
        while taken < part.len() && take(&part[taken], left) {
            taken += 1;
        }
        let fits = taken == part.len() && assign(parts, left);
        for &piece in &part[..taken] {
            let mut groups = left[piece as usize].iter_mut();
            if let Some(known) = groups.find(|known| known.0 == group) {
                known.1 += 1;
            }
        }
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_groups(groups: &[(u32, u32)]) -> Handling {
        Handling {
            groups: groups.to_vec(),
            ..Handling::default()
        }
    }

    #[test]
    fn each_part_needs_a_group_with_enough_copies() {
        let handling = [in_groups(&[(1, 2), (2, 1)]), in_groups(&[(2, 1)])];
        let mut together = Together::default();
        assert!(together.may_stay(&handling, vec![0, 0]));
        assert!(together.may_stay(&handling, vec![0, 1]));
        assert!(!together.may_stay(&handling, vec![0]));
        together.clear();
        assert!(!together.may_stay(&handling, vec![0, 0, 1]));
        together.clear();
        // The first part could take the one copy in group 2, but the second one needs it.
        assert!(together.may_stay(&handling, vec![0]));
        assert!(together.may_stay(&handling, vec![0, 1]));
    }

    #[test]
    fn pieces_without_groups_are_separated() {
        let handling = [Handling::default(), Handling::default()];
        assert!(!Together::is_group(&handling, &[0, 1]));
        assert!(!Together::default().may_stay(&handling, vec![0, 1]));
        let handling = [in_groups(&[(3, 4)]), in_groups(&[(3, 1)])];
        assert!(Together::is_group(&handling, &[0, 1]));
    }
}
