//! The numbers of options in the bitmaps of a sweep. These may be others than in the sub-problem's: so
//! that live options take fewer words; and so that the options of an item are at different
//! places, whatever their words. Then all are counted at once.

use crate::search::bits::bitmap::ones;
use crate::search::bits::number::Bit;
use crate::search::bits::sub::Sub;
use crate::search::bits::sub::arrays::lengthen;

/// New numbers of the live options of a sub-problem.
#[derive(Debug, Default)]
pub struct Numbers {
    /// Whether there are new numbers. If not, nothing else is known here.
    pub are_new: bool,
    /// For each live option its new number.
    new: Vec<u16>,
    /// For each new number its turn in the old order; and the other way round.
    turns: Vec<u16>,
    in_turn: Vec<u16>,
}

impl Numbers {
    /// Gives numbers below 64 `W` to the live options, and calls `each` with each number and the slots
    /// that its option has. An option goes to the first place that has none of its items yet. If
    /// there is no such place, some of its items are given up.
    #[inline(always)]
    pub fn give<const W: usize, const A: usize>(
        &mut self,
        sub: &Sub,
        live: &[u64],
        mut each: impl FnMut(Bit, &[u64; A]),
    ) {
        lengthen(&mut self.new, 64 * live.len());
        lengthen(&mut self.turns, 64 * W);
        lengthen(&mut self.in_turn, 64 * W);
        let changing = sub.layout.changing_width;
        // For each slot the places that have it; and the slots that are given up.
        let (mut places_of, mut given_up) = ([[0; 64]; A], [0; A]);
        // How many options are at each place; and where there could be more.
        let (mut taken, mut open) = ([0; 64], u64::MAX);
        let mut turn = 0;
        for word in 0..live.len() {
            for bit in ones(live[word]) {
                let option = Bit::new(word, bit).index();
                let mut slots = [0; A];
                for word in 0..A {
                    slots[word] = sub.masks.satisfied[option * A + word];
                    if word < changing {
                        slots[word] |= sub.masks.choices[option * changing + word];
                    }
                }
                let mut free = open;
                for word in 0..A {
                    for slot in ones(slots[word] & !given_up[word]) {
                        match free & !places_of[word][slot] {
                            0 => given_up[word] |= 1 << slot,
                            left => free = left,
                        }
                    }
                }
                let place = free.trailing_zeros() as usize;
                for word in 0..A {
                    for slot in ones(slots[word] & !given_up[word]) {
                        places_of[word][slot] |= 1 << place;
                    }
                }
                let number = Bit::new(taken[place], place);
                taken[place] += 1;
                if taken[place] == W {
                    open &= !(1 << place);
                }
                self.new[option] = number.index() as u16;
                self.turns[number.index()] = turn as u16;
                self.in_turn[turn] = number.index() as u16;
                turn += 1;
                each(number, &slots);
            }
        }
    }

    /// The number of a live option.
    #[inline(always)]
    pub fn of(&self, option: usize) -> usize {
        self.new[option].into()
    }

    /// Those options that are live, by their numbers.
    #[inline(always)]
    pub fn of_all<const W: usize>(&self, options: &[u64], live: &[u64]) -> [u64; W] {
        let mut numbers = [0; W];
        if !self.are_new {
            for word in 0..W {
                numbers[word] = options[word] & live[word];
            }
            return numbers;
        }
        for word in 0..live.len() {
            for bit in ones(options[word] & live[word]) {
                let number = Bit(self.of(Bit::new(word, bit).index()));
                numbers[number.word()] |= number.mask();
            }
        }
        numbers
    }

    /// Calls `each` with the first `most` of some new numbers, in the old order of their options.
    #[inline(always)]
    pub fn in_old_order<const W: usize>(
        &self,
        numbers: &[u64; W],
        most: usize,
        mut each: impl FnMut(Bit),
    ) {
        let mut turns = [0; W];
        for word in 0..W {
            for bit in ones(numbers[word]) {
                let turn = Bit(self.turns[Bit::new(word, bit).index()].into());
                turns[turn.word()] |= turn.mask();
            }
        }
        let mut left = most;
        for word in 0..W {
            for bit in ones(turns[word]) {
                if left == 0 {
                    return;
                }
                left -= 1;
                each(Bit(self.in_turn[Bit::new(word, bit).index()].into()));
            }
        }
    }
}

/// Whether at least half of the items have their live options at different places already.
#[inline(always)]
pub fn are_apart<const W: usize>(sub: &Sub, live: &[u64]) -> bool {
    let (mut apart, mut all) = (0, 0);
    for row in sub.rows.items.chunks_exact(W).take(sub.layout.primary) {
        let (mut any, mut twice) = (0, 0);
        for word in 0..W {
            let row = row[word] & live[word];
            twice |= any & row;
            any |= row;
        }
        apart += u32::from(any != 0 && twice == 0);
        all += u32::from(any != 0);
    }
    2 * apart >= all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bits::bitmap::count;
    use crate::search::bits::sub::arrays::Layout;

    /// A sub-problem of these options: the slots of each one.
    fn sub(options: &[u64]) -> Sub {
        let mut sub = Sub {
            layout: Layout {
                width: 1,
                ..Layout::default()
            },
            ..Sub::default()
        };
        sub.masks.satisfied = options.to_vec();
        sub
    }

    /// Numbers the live options; the rows of slots by the new numbers.
    fn give<const W: usize>(options: &[u64], live: &[u64]) -> (Numbers, Vec<[u64; W]>) {
        let (mut numbers, mut rows) = (Numbers::default(), vec![[0; W]; 64]);
        numbers.are_new = true;
        numbers.give::<W, 1>(&sub(options), live, |number, slots| {
            for slot in ones(slots[0]) {
                rows[slot][number.word()] |= number.mask();
            }
        });
        (numbers, rows)
    }

    #[test]
    fn every_live_option_has_a_number_of_its_own_in_fewer_words() {
        // 128 options in four words.
        let live = [u64::MAX << 32, 0, u64::MAX, u64::MAX >> 32];
        let options: Vec<u64> = (0..256).map(|option| 1 << (option % 7)).collect();
        let (numbers, _) = give::<2>(&options, &live);
        assert_eq!(numbers.of_all::<2>(&live, &live), [u64::MAX; 2]);
        assert_eq!(count(&numbers.of_all::<2>(&[u64::MAX; 4], &live)), 128);
        let (mut turns, all) = (Vec::new(), [u64::MAX; 2]);
        numbers.in_old_order(&all, 128, |number| turns.push(number.index()));
        let old = (0..4).flat_map(|word| ones(live[word]).map(move |bit| 64 * word + bit));
        let expected: Vec<usize> = old.map(|option| numbers.of(option)).collect();
        assert_eq!(turns, expected);
        turns.clear();
        numbers.in_old_order(&[1 << 5, 0], 0, |number| turns.push(number.index()));
        assert_eq!(turns, []);
    }

    #[test]
    fn the_options_of_an_item_are_at_different_places() {
        // Side by side each slot has a bit twice.
        let options: Vec<u64> = (0..128).map(|option| 1 << (option % 64)).collect();
        let apart = |rows: &[[u64; 2]]| rows.iter().all(|row| row[0] & row[1] == 0);
        assert!(apart(&give(&options, &[u64::MAX; 2]).1));
        // One item has more options than there are places: the others are kept apart.
        let options: Vec<u64> = options.iter().map(|slots| slots << 1 | 1).collect();
        let (_, rows) = give(&options, &[u64::MAX; 2]);
        assert_eq!(rows[0], [u64::MAX; 2]);
        assert!(apart(&rows[1..]));
    }
}
