//! Runs: the states of one step and their counts as bytes, sorted within each share, in blocks with
//! a checksum each.
//!
//! A state is written as the words in which it differs from the last one (delta coding): most words
//! are equal, or differ in their low bytes only.
//!
//! ```text
//! block:  length of its bytes (4 bytes), checksum (8 bytes), states
//! state:  lengths of the words that follow, in nibbles: the first word of the key, the count (15:
//!         more than one word), the other words of the key; then the words without leading zeros
//! ```

use super::store::{Fault, Source, Store};
use crate::states::schedule::Key;
use crate::states::table::Value;
use std::io::Write;
use std::sync::Arc;

/// The number of shares, which states belong to by their hashes. Each share is sorted separately.
pub const SHARES: usize = 16;

/// A run in the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The step of its states.
    pub step: usize,
    /// Its number among all runs.
    pub number: u64,
    /// Its shares, one after another. If several jobs count together, each share has a section for
    /// each job.
    pub sections: Vec<Section>,
}

/// A share of a run, or a job's section of a share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The number of states.
    pub states: u64,
    /// The number of bytes.
    pub bytes: u64,
    /// A checksum of the checksums of its blocks.
    pub sum: u64,
}

impl Run {
    /// Its name in the store.
    pub fn name(&self) -> String {
        format!("{}-{}.run", self.step, self.number)
    }

    /// The number of its states.
    pub fn states(&self) -> u64 {
        self.sections.iter().map(|section| section.states).sum()
    }

    /// The number of its states that belong to one of several jobs.
    pub fn states_of(&self, job: usize, jobs: usize) -> u64 {
        let sections = self.sections.iter().skip(job).step_by(jobs);
        sections.map(|section| section.states).sum()
    }

    /// The number of its bytes.
    pub fn bytes(&self) -> u64 {
        self.sections.iter().map(|section| section.bytes).sum()
    }
}

/// A state and its count.
pub type RunEntry<const K: usize, const V: usize> = (Key<K>, Value<V>);

/// Adds a word to a checksum. A single different word always changes the sum.
#[inline]
fn add_to(sum: u64, word: u64) -> u64 {
    let sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    sum ^ sum >> 32
}

/// A checksum of bytes.
fn sum_from(begin: u64, bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let mut sum = add_to(begin, bytes.len() as u64);
    for word in words.by_ref() {
        sum = add_to(sum, u64::from_le_bytes(word.try_into().expect("8 bytes")));
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    add_to(sum, u64::from_le_bytes(last))
}

/// The checksum of a text.
pub fn sum_of(text: &str) -> u64 {
    sum_from(0, text.as_bytes())
}

/// The initial checksum of a section, so that a block in the wrong place is detected.
fn begin_of(run: &Run, section: usize) -> u64 {
    [run.step as u64, run.number, section as u64]
        .into_iter()
        .fold(1, add_to)
}

/// The number of bytes before the states of a block.
const HEAD: usize = 12;

/// A block ends when its states reach this many bytes.
pub const MOST_BLOCK: usize = 1 << 16;

/// The most bytes of a state: all words of the longest key and count, and their lengths.
const MOST_STATE: usize = 1 << 10;

/// The nibble for a count of more than one word.
const LONG: u8 = 15;

/// Writes a run.
pub struct Writing<const K: usize> {
    out: Box<dyn Write + Send>,
    run: Run,
    section: usize,
    last: Key<K>,
    /// The next block, with room for its head.
    block: Vec<u8>,
    /// The size of a block in bytes, about.
    size: usize,
}

impl<const K: usize> Writing<K> {
    /// Begins a run of a step, with its number, its sections and the size of its blocks.
    pub fn new(
        store: &dyn Store,
        (step, number): (usize, u64),
        sections: usize,
        size: usize,
    ) -> Result<Self, Fault> {
        let run = Run {
            step,
            number,
            sections: vec![Section::default(); sections],
        };
        let out = store.create(&run.name());
        let out = out.map_err(|error| Fault::Store(run.name(), error))?;
        let mut writing = Writing {
            out,
            section: 0,
            last: [0; K],
            block: Vec::with_capacity(HEAD + size + MOST_STATE),
            size: size.min(MOST_BLOCK),
            run,
        };
        writing.begin(0);
        Ok(writing)
    }

    fn begin(&mut self, section: usize) {
        self.section = section;
        self.last = [0; K];
        self.block.resize(HEAD, 0);
        self.run.sections[section].sum = begin_of(&self.run, section);
    }

    /// The name of the run.
    pub fn name(&self) -> String {
        self.run.name()
    }

    /// Continues with a later section.
    pub fn turn_to(&mut self, section: usize) -> Result<(), Fault> {
        self.flush()?;
        self.begin(section);
        Ok(())
    }

    /// Adds a state, which must be larger than the last one.
    #[inline]
    pub fn put<const V: usize>(&mut self, (key, count): &RunEntry<K, V>) -> Result<(), Fault> {
        let block = &mut self.block;
        let used = count.iter().rposition(|&word| word != 0);
        let used = used.map_or(1, |at| at + 1);
        let of_count = match used {
            1 => length_of(count[0]),
            _ => LONG,
        };
        let mut words = [0; K];
        for place in 0..K {
            words[place] = key[place] ^ self.last[place];
        }
        block.push(length_of(words[0]) | of_count << 4);
        for pair in words[1..].chunks(2) {
            let other = pair.get(1).map_or(0, |&word| length_of(word));
            block.push(length_of(pair[0]) | other << 4);
        }
        if of_count == LONG {
            block.push(used as u8);
        }
        for word in words {
            put_word(word, length_of(word), block);
        }
        match of_count {
            LONG => count[..used]
                .iter()
                .for_each(|&word| put_word(word, 8, block)),
            length => put_word(count[0], length, block),
        }
        self.last = *key;
        self.run.sections[self.section].states += 1;
        match self.block.len() >= HEAD + self.size {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Writes the block, if it has states.
    fn flush(&mut self) -> Result<(), Fault> {
        let length = self.block.len() - HEAD;
        if length == 0 {
            return Ok(());
        }
        let section = &mut self.run.sections[self.section];
        section.sum = sum_from(section.sum, &self.block[HEAD..]);
        section.bytes += self.block.len() as u64;
        self.block[..4].copy_from_slice(&(length as u32).to_le_bytes());
        self.block[4..HEAD].copy_from_slice(&section.sum.to_le_bytes());
        let written = self.out.write_all(&self.block);
        self.block.truncate(HEAD);
        written.map_err(|error| Fault::Store(self.run.name(), error))
    }

    /// Ends the run.
    pub fn end(mut self) -> Result<Run, Fault> {
        self.flush()?;
        let written = self.out.flush();
        written.map_err(|error| Fault::Store(self.run.name(), error))?;
        Ok(self.run)
    }
}

/// The number of bytes of a word without its leading zero bytes.
#[inline]
fn length_of(word: u64) -> u8 {
    8 - (word.leading_zeros() / 8) as u8
}

#[inline]
fn put_word(word: u64, length: u8, bytes: &mut Vec<u8>) {
    let end = bytes.len() + usize::from(length);
    // Writing all eight bytes is faster than writing some.
    bytes.extend_from_slice(&word.to_le_bytes());
    bytes.truncate(end);
}

/// Reads a section of a run.
pub struct Reading<const K: usize> {
    source: Arc<dyn Source>,
    name: String,
    /// The start of the next block, and the end of the section.
    at: u64,
    end: u64,
    left: u64,
    /// The checksum so far, and the expected one at the end.
    sum: u64,
    expected: u64,
    /// The states of the block, followed by enough zeros to read a whole word; and the place of the
    /// next state.
    block: Vec<u8>,
    place: usize,
    last: Key<K>,
}

impl<const K: usize> Reading<K> {
    /// Reads a section from its beginning. `name` is for faults.
    pub fn new(source: &Arc<dyn Source>, name: &str, run: &Run, number: usize) -> Self {
        let section = run.sections[number];
        let before = run.sections[..number].iter().map(|section| section.bytes);
        let at = before.sum();
        Reading {
            source: source.clone(),
            name: name.to_owned(),
            at,
            end: at + section.bytes,
            left: section.states,
            sum: begin_of(run, number),
            expected: section.sum,
            block: vec![0; size_of::<u64>()],
            place: 0,
            last: [0; K],
        }
    }

    fn damaged(&self) -> Fault {
        Fault::Damaged(self.name.clone())
    }

    /// Reads the next block, and checks it.
    fn fill(&mut self) -> Result<(), Fault> {
        let read = |bytes: &mut [u8], at| {
            let read = self.source.read_at(bytes, at);
            read.map_err(|error| match error.kind() {
                std::io::ErrorKind::UnexpectedEof => Fault::Damaged(self.name.clone()),
                _ => Fault::Store(self.name.clone(), error),
            })
        };
        let mut head = [0; HEAD];
        read(&mut head, self.at)?;
        let length = u32::from_le_bytes(head[..4].try_into().expect("4 bytes")) as usize;
        let sum = u64::from_le_bytes(head[4..].try_into().expect("8 bytes"));
        let end = self.at + (HEAD + length) as u64;
        if length == 0 || length > MOST_BLOCK + MOST_STATE || end > self.end {
            return Err(self.damaged());
        }
        self.block.clear();
        self.block.resize(length + size_of::<u64>(), 0);
        read(&mut self.block[..length], self.at + HEAD as u64)?;
        self.sum = sum_from(self.sum, &self.block[..length]);
        if self.sum != sum {
            return Err(self.damaged());
        }
        (self.at, self.place) = (end, 0);
        Ok(())
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        self.place += 1;
        self.block.get(self.place - 1).copied()
    }

    #[inline]
    fn word(&mut self, length: u8) -> Option<u64> {
        let bytes = self.block.get(self.place..self.place + 8)?;
        self.place += usize::from(length);
        let word = u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
        match length {
            0 => Some(0),
            1..=8 => Some(word & u64::MAX >> (64 - 8 * u32::from(length))),
            _ => None,
        }
    }

    #[inline]
    fn state<const V: usize>(&mut self) -> Option<RunEntry<K, V>> {
        let head = self.byte()?;
        let mut lengths = [0; K];
        lengths[0] = head & 15;
        for pair in lengths[1..].chunks_mut(2) {
            let both = self.byte()?;
            pair[0] = both & 15;
            if let Some(other) = pair.get_mut(1) {
                *other = both >> 4;
            }
        }
        let of_count = head >> 4;
        let used = match of_count {
            LONG => usize::from(self.byte()?),
            _ => 1,
        };
        for (place, length) in lengths.into_iter().enumerate() {
            self.last[place] ^= self.word(length)?;
        }
        let mut count = [0; V];
        for word in count.get_mut(..used)? {
            *word = self.word(of_count.min(8))?;
        }
        (self.place + 8 <= self.block.len()).then_some((self.last, count))
    }

    /// The next state. At the end, the checksum is checked.
    #[inline]
    pub fn next<const V: usize>(&mut self) -> Result<Option<RunEntry<K, V>>, Fault> {
        if self.left == 0 {
            let is_whole = self.at == self.end && self.sum == self.expected;
            return match is_whole && self.place + 8 == self.block.len() {
                true => Ok(None),
                false => Err(self.damaged()),
            };
        }
        self.left -= 1;
        if self.place + 8 == self.block.len() {
            self.fill()?;
        }
        match self.state() {
            Some(state) => Ok(Some(state)),
            None => Err(self.damaged()),
        }
    }
}
