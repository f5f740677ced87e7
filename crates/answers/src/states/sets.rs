//! Sets of options, as rows of bitmaps: the options of each item.
//!
//! If most words of the rows are empty, rows are *thin*: they list only the other words. So their
//! memory, and the time to scan all of them, are linear in the nodes of the problem. Whole rows
//! would take quadratic memory if one option had all items.

/// Rows, numbered in the order in which they were added.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The number of words of a set of live options.
    words: usize,
    /// Whole rows of `words` words each; empty if rows are thin.
    whole: Vec<u64>,
    /// Thin rows: indices and words. Those of row `r` are `thin[ends[r]..ends[r + 1]]`.
    thin: Vec<(u32, u64)>,
    ends: Vec<u32>,
    is_thin: bool,
}

/// Rows of fewer words are whole: scanning them takes no longer than looking for others.
const FEW_WORDS: usize = 16;

/// Rows are thin if they have at most one member for this many words.
const THIN: usize = 4;

impl Sets {
    /// No rows yet. There will be `rows` rows with `members` options in all.
    pub fn new(words: usize, rows: usize, members: usize) -> Self {
        Sets {
            words,
            whole: Vec::new(),
            thin: Vec::new(),
            ends: vec![0],
            is_thin: words >= FEW_WORDS && members.saturating_mul(THIN) <= rows * words,
        }
    }

    /// Whether rows are thin.
    pub fn are_thin(&self) -> bool {
        self.is_thin
    }

    /// Adds a row with these options, in order. Returns its number.
    pub fn add(&mut self, options: impl Iterator<Item = u32>) -> u32 {
        if !self.is_thin {
            let begin = self.whole.len();
            self.whole.resize(begin + self.words, 0);
            for option in options {
                self.whole[begin + option as usize / 64] |= 1 << (option % 64);
            }
            return (begin / self.words) as u32;
        }
        let begin = self.thin.len();
        for option in options {
            let (word, bit) = (option / 64, 1 << (option % 64));
            match self.thin[begin..].last_mut() {
                Some(last) if last.0 == word => last.1 |= bit,
                _ => self.thin.push((word, bit)),
            }
        }
        self.ends.push(self.thin.len() as u32);
        self.ends.len() as u32 - 2
    }

    fn whole(&self, row: u32) -> &[u64] {
        &self.whole[row as usize * self.words..][..self.words]
    }

    fn thin(&self, row: u32) -> &[(u32, u64)] {
        &self.thin[self.ends[row as usize] as usize..self.ends[row as usize + 1] as usize]
    }

    /// The number of live options in a row.
    #[inline]
    pub fn count(&self, row: u32, live: &[u64]) -> u32 {
        if self.is_thin {
            let own = self.thin(row).iter();
            return own
                .map(|&(word, own)| (live[word as usize] & own).count_ones())
                .sum();
        }
        let pairs = live.iter().zip(self.whole(row));
        pairs.map(|(live, own)| (live & own).count_ones()).sum()
    }

    /// The first live option of a row.
    pub fn first(&self, row: u32, live: &[u64]) -> Option<u32> {
        let option = |word: usize, some: u64| {
            (some != 0).then(|| (word * 64) as u32 + some.trailing_zeros())
        };
        if self.is_thin {
            let mut own = self.thin(row).iter();
            return own.find_map(|&(word, own)| option(word as usize, live[word as usize] & own));
        }
        let mut pairs = live.iter().zip(self.whole(row)).enumerate();
        pairs.find_map(|(word, (live, own))| option(word, live & own))
    }

    /// Shows the live options of a row.
    pub fn each(&self, row: u32, live: &[u64], mut show: impl FnMut(u32)) {
        let mut show_all = |word: usize, mut some: u64| {
            while some != 0 {
                show((word * 64) as u32 + some.trailing_zeros());
                some &= some - 1;
            }
        };
        if self.is_thin {
            for &(word, own) in self.thin(row) {
                show_all(word as usize, live[word as usize] & own);
            }
            return;
        }
        for (word, (live, own)) in live.iter().zip(self.whole(row)).enumerate() {
            show_all(word, live & own);
        }
    }

    /// Whether a row has an option.
    #[inline]
    pub fn has(&self, row: u32, option: u32) -> bool {
        let word = match self.is_thin {
            false => self.whole(row)[option as usize / 64],
            true => {
                let own = self.thin(row);
                let place = own.binary_search_by_key(&(option / 64), |&(word, _)| word);
                place.map_or(0, |place| own[place].1)
            }
        };
        word >> (option % 64) & 1 == 1
    }

    /// Removes the options of a row.
    pub fn remove(&self, row: u32, live: &mut [u64]) {
        if self.is_thin {
            for &(word, own) in self.thin(row) {
                live[word as usize] &= !own;
            }
            return;
        }
        for (live, own) in live.iter_mut().zip(self.whole(row)) {
            *live &= !own;
        }
    }

    /// Removes the options of a thin row, except those of another row, which is a subset.
    pub fn remove_but(&self, row: u32, but: u32, live: &mut [u64]) {
        let mut but = self.thin(but).iter().peekable();
        for &(word, own) in self.thin(row) {
            let stays = but.next_if(|stays| stays.0 == word);
            live[word as usize] &= !own | stays.map_or(0, |stays| stays.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_rows_say_what_whole_rows_say() {
        let rows: [&[u32]; 5] = [&[0], &[], &[3, 64, 70, 1020], &[1, 2, 3], &[64, 1023]];
        let thin = &mut Sets::new(16, 20, 10);
        let whole = &mut Sets::new(16, 5, 1000);
        assert!(thin.are_thin() && !whole.are_thin());
        for row in rows {
            let numbers = [&mut *thin, &mut *whole].map(|sets| sets.add(row.iter().copied()));
            assert_eq!(numbers[0], numbers[1]);
        }
        let mut live = vec![u64::MAX; 16];
        live[1] = 1 << 6;
        for (number, row) in rows.iter().enumerate() {
            let number = number as u32;
            let is_live = |option: &&u32| live[**option as usize / 64] >> (**option % 64) & 1 == 1;
            let expected: Vec<u32> = row.iter().filter(is_live).copied().collect();
            for sets in [&*thin, &*whole] {
                let mut shown = Vec::new();
                sets.each(number, &live, |option| shown.push(option));
                assert_eq!(shown, expected);
                assert_eq!(sets.count(number, &live), expected.len() as u32);
                assert_eq!(sets.first(number, &live), expected.first().copied());
                for option in 0..1024 {
                    assert_eq!(sets.has(number, option), row.contains(&option));
                }
                let mut rest = live.clone();
                sets.remove(number, &mut rest);
                let gone = (0..16).map(|word| (live[word] & !rest[word]).count_ones());
                assert_eq!(gone.sum::<u32>(), expected.len() as u32);
                assert_eq!(sets.count(number, &rest), 0);
            }
        }
        let but = thin.add([64, 1020].into_iter());
        let mut rest = vec![u64::MAX; 16];
        thin.remove_but(2, but, &mut rest);
        let left =
            [3, 64, 70, 1020].map(|option: u32| rest[option as usize / 64] >> (option % 64) & 1);
        assert_eq!(left, [0, 1, 0, 1]);
    }
}
