//! A row of cells that an automaton reads.
//!
//! A row keeps the states that lie on some way from the start to the end. If a cell loses digits,
//! only the layers beside it are looked at, and the next ones as long as they lose states.

use super::super::automaton::Automaton;
use super::super::{Cell, Digits};

/// The cells, and the steps of the automaton.
pub struct Row {
    cells: Vec<Cell>,
    /// Words of 64 states for each layer.
    words: usize,
    /// For each state of each layer, the state that each digit leads to, or [`NOWHERE`].
    next: Vec<u16>,
    /// Where the states of each layer begin in `next`.
    starts: Vec<usize>,
    /// The digits that each state of each layer reads.
    reads: Vec<Digits>,
    /// The least digit, and the number of digits, of the cells.
    first: u32,
    digits: usize,
    /// Where its words begin in the memory: its states by layers, then the digits of its cells when
    /// it was last looked at.
    base: usize,
}

/// No state.
const NOWHERE: u16 = u16::MAX;

/// The states of all rows. Changes can be taken back.
#[derive(Default)]
pub struct Memory {
    words: Vec<u64>,
    /// Words and what they were.
    trail: Vec<(u32, u64)>,
    /// Which layers of a row have changed.
    changed: Vec<bool>,
}

impl Memory {
    /// A moment to which [`undo`](Self::undo) leads back.
    pub fn now(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all changes since a moment.
    pub fn undo(&mut self, moment: usize) {
        while self.trail.len() > moment {
            let (place, word) = self.trail.pop().expect("it is longer");
            self.words[place as usize] = word;
        }
    }

    fn set(&mut self, place: usize, word: u64) -> bool {
        let is_new = self.words[place] != word;
        if is_new {
            self.trail.push((place as u32, self.words[place]));
            self.words[place] = word;
        }
        is_new
    }
}

impl Row {
    /// A row all of whose states are left.
    pub fn new(cells: &[Cell], automaton: &Automaton, memory: &mut Memory) -> Self {
        let all = (0..cells.len()).fold(0, |all, place| all | automaton.digits(place));
        let first = all.trailing_zeros();
        let digits = (Digits::BITS - all.leading_zeros() - first) as usize;
        let layers = automaton.layers();
        let mut starts = vec![0];
        for &states in &layers[..cells.len()] {
            starts.push(starts[starts.len() - 1] + states as usize);
        }
        let mut next = vec![NOWHERE; starts[cells.len()] * digits];
        let mut reads = vec![0; starts[cells.len()]];
        for (place, start) in starts[..cells.len()].iter().enumerate() {
            for step in automaton.steps(place) {
                let digit = u32::from(step.digit) - first;
                let state = start + step.from as usize;
                next[state * digits + digit as usize] = step.to as u16;
                reads[state] |= 1 << digit;
            }
        }
        let words = (automaton.width() as usize).div_ceil(64);
        let base = memory.words.len();
        for &states in layers {
            for word in 0..words {
                let left = (states as usize).saturating_sub(64 * word);
                memory.words.push(match left {
                    64.. => u64::MAX,
                    left => (1 << left) - 1,
                });
            }
        }
        // No digits yet, so all cells count as changed.
        memory.words.resize(memory.words.len() + cells.len(), 0);
        Row {
            cells: cells.to_vec(),
            words,
            next,
            starts,
            reads,
            first,
            digits,
            base,
        }
    }

    /// Its cells.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether it takes long.
    pub fn is_large(&self) -> bool {
        self.reads.len() > 64
    }

    /// Tells cells with the digits that they may keep: those of some way through all states. False
    /// if there is none.
    pub fn look(
        &self,
        sets: &[Digits],
        memory: &mut Memory,
        narrowed: &mut Vec<(Cell, Digits)>,
        work: &mut u64,
    ) -> bool {
        let last = self.cells.len();
        let seen = self.base + (last + 1) * self.words;
        let open = |place: usize| sets[usize::from(self.cells[place])] >> self.first;
        let is_new =
            |memory: &Memory, place: usize| memory.words[seen + place] != u64::from(open(place));
        let Some(begin) = (0..last).find(|&place| is_new(memory, place)) else {
            return true;
        };
        *work += last as u64;
        memory.changed.clear();
        memory.changed.resize(last + 1, false);
        // The last layer beside which something has changed.
        let mut end = begin;
        for place in begin..last {
            if !memory.changed[place] && !is_new(memory, place) {
                continue;
            }
            end = place;
            if !self.reach(place, open(place), memory, work) {
                return false;
            }
        }
        for place in (0..=end).rev() {
            let is_touched = memory.changed[place] || memory.changed[place + 1];
            if !is_touched && !is_new(memory, place) {
                continue;
            }
            let kept = self.keep(place, open(place), memory, work);
            if kept != open(place) {
                if kept == 0 {
                    return false;
                }
                narrowed.push((self.cells[place], kept << self.first));
            }
            memory.set(seen + place, u64::from(kept));
        }
        true
    }

    /// Drops the states after a place that are not reached any more. False if none is left.
    fn reach(&self, place: usize, open: Digits, memory: &mut Memory, work: &mut u64) -> bool {
        let before = self.base + place * self.words;
        let after = before + self.words;
        let mut reached = [0u64; 16];
        let mut many = Vec::new();
        let reached = match self.words <= reached.len() {
            true => &mut reached[..self.words],
            false => {
                many.resize(self.words, 0);
                &mut many[..]
            }
        };
        for word in 0..self.words {
            let mut bits = memory.words[before + word];
            while bits != 0 {
                let state = self.starts[place] + word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let next = &self.next[state * self.digits..][..self.digits];
                let mut left = open & self.reads[state];
                *work += 1;
                while left != 0 {
                    let to = next[left.trailing_zeros() as usize];
                    left &= left - 1;
                    reached[usize::from(to >> 6)] |= 1 << (to & 63);
                    *work += 1;
                }
            }
        }
        let mut any = 0;
        for (word, &reached) in reached.iter().enumerate() {
            let own = memory.words[after + word];
            any |= own & reached;
            if memory.set(after + word, own & reached) {
                memory.changed[place + 1] = true;
            }
        }
        any != 0
    }

    /// Drops the states before a place from which the end is not reached any more; the digits that
    /// lead there.
    fn keep(&self, place: usize, open: Digits, memory: &mut Memory, work: &mut u64) -> Digits {
        let before = self.base + place * self.words;
        let after = before + self.words;
        let mut kept = 0;
        for word in 0..self.words {
            let own = memory.words[before + word];
            let (mut bits, mut alive) = (own, own);
            while bits != 0 {
                let bit = bits & bits.wrapping_neg();
                let state = self.starts[place] + word * 64 + bits.trailing_zeros() as usize;
                bits ^= bit;
                let next = &self.next[state * self.digits..][..self.digits];
                let (mut left, mut leads) = (open & self.reads[state], 0);
                *work += 1;
                while left != 0 {
                    let digit = left & left.wrapping_neg();
                    let to = next[left.trailing_zeros() as usize];
                    left ^= digit;
                    if memory.words[after + usize::from(to >> 6)] >> (to & 63) & 1 == 1 {
                        leads |= digit;
                    }
                    *work += 1;
                }
                kept |= leads;
                if leads == 0 {
                    alive ^= bit;
                }
            }
            if memory.set(before + word, alive) {
                memory.changed[place] = true;
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Digits = 0b11_1111_1110;

    /// Digits that rise.
    fn rising(memory: &mut Memory) -> Row {
        let step = |&last: &i32, digit, _| (digit > last).then_some(digit);
        let automaton = Automaton::new(&[NINE; 4], 0, step, |_| true).unwrap();
        Row::new(&[0, 1, 2, 3], &automaton, memory)
    }

    fn look(row: &Row, sets: &mut [Digits], memory: &mut Memory) -> bool {
        let mut narrowed = Vec::new();
        let is_good = row.look(sets, memory, &mut narrowed, &mut 0);
        for (cell, set) in narrowed {
            sets[usize::from(cell)] &= set;
        }
        is_good
    }

    #[test]
    fn what_is_taken_back_is_forgotten() {
        let mut memory = Memory::default();
        let row = rising(&mut memory);
        let mut sets = [NINE; 4];
        assert!(look(&row, &mut sets, &mut memory));
        assert_eq!(sets, [0x7e, 0xfc, 0x1f8, 0x3f0]);
        let (moment, before) = (memory.now(), sets);
        sets[2] = 1 << 4;
        assert!(look(&row, &mut sets, &mut memory));
        assert_eq!(sets, [0b0110, 0b1100, 0b1_0000, 0b11_1110_0000]);
        sets[0] = 1 << 8;
        assert!(!look(&row, &mut sets, &mut memory));
        memory.undo(moment);
        sets = before;
        sets[1] = 1 << 7;
        assert!(look(&row, &mut sets, &mut memory));
        assert_eq!(sets, [0x7e, 0x80, 0x100, 0x200]);
    }
}
