//! Runs: states of one step and their counts, sorted by states, as bytes with a checksum.
//!
//! A state is written as the words in which it differs from the one before it: most words are the
//! same, or differ in their low bytes only.

use crate::answers::Stopped;
use crate::answers::states::schedule::Key;
use crate::answers::states::table::Value;
use std::fmt;
use std::io::{self, BufReader, BufWriter, Read, Write};

/// Keeps runs, and a note of which there are, by their names.
pub trait Store {
    /// Begins a run, which takes the place of one of that name.
    ///
    /// # Errors
    /// If it cannot be written.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>>;
    /// A run, from its beginning.
    ///
    /// # Errors
    /// If it is not there, or cannot be read.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>>;
    /// Drops a run.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&mut self, name: &str) -> io::Result<()>;
    /// Takes a note in the place of the last one: whatever happens, one of the two is there.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note(&mut self, text: &str) -> io::Result<()>;
    /// The last note, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn noted(&self) -> io::Result<Option<String>>;
}

/// Why there is no count.
#[derive(Debug)]
pub enum Fault {
    /// A run cannot be written or read.
    Store(String, io::Error),
    /// A run or the note is not what was written.
    Damaged(String),
    /// What is in the store belongs to another problem.
    Foreign,
    /// A state or a number is too long.
    TooWide,
    /// The limits have asked for an end.
    Stopped(Stopped),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(name, error) => write!(f, "{name}: {error}"),
            Self::Damaged(name) => write!(f, "{name} is damaged"),
            Self::Foreign => f.write_str("these runs belong to another problem"),
            Self::TooWide => f.write_str("states or numbers are too long for runs"),
            Self::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// What is read or written at a time.
pub const BUFFER: usize = 1 << 16;

/// A run that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The step that its states stand at.
    pub step: usize,
    /// Its number among all runs.
    pub number: u64,
    /// How many states it has.
    pub states: u64,
    /// A checksum of its bytes.
    pub sum: u64,
}

impl Run {
    /// The name that the store has for it.
    pub fn name(&self) -> String {
        format!("{}-{}.run", self.step, self.number)
    }
}

/// A state and its count.
pub type RunEntry<const K: usize, const V: usize> = (Key<K>, Value<V>);

/// Adds bytes to a checksum (FNV-1a).
fn add_to(sum: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(sum, step)
}

/// The checksum of nothing.
const SUM: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum of a text.
pub fn sum_of(text: &str) -> u64 {
    add_to(SUM, text.as_bytes())
}

/// Writes a run.
pub struct Writing<'s, const K: usize> {
    out: BufWriter<Box<dyn Write + 's>>,
    run: Run,
    last: Key<K>,
    bytes: Vec<u8>,
}

impl<'s, const K: usize> Writing<'s, K> {
    pub fn new(store: &'s mut dyn Store, step: usize, number: u64) -> Result<Self, Fault> {
        let run = Run {
            step,
            number,
            states: 0,
            sum: SUM,
        };
        let out = store.create(&run.name());
        let out = out.map_err(|error| Fault::Store(run.name(), error))?;
        Ok(Writing {
            out: BufWriter::with_capacity(BUFFER, out),
            run,
            last: [0; K],
            bytes: Vec::new(),
        })
    }

    pub fn put<const V: usize>(&mut self, (key, count): &RunEntry<K, V>) -> Result<(), Fault> {
        self.bytes.clear();
        for (word, last) in key.iter().zip(&self.last) {
            put_word(word ^ last, &mut self.bytes);
        }
        let used = count
            .iter()
            .rposition(|&word| word != 0)
            .map_or(0, |at| at + 1);
        self.bytes.push(used as u8);
        count[..used]
            .iter()
            .for_each(|&word| put_word(word, &mut self.bytes));
        self.last = *key;
        self.run.states += 1;
        self.run.sum = add_to(self.run.sum, &self.bytes);
        let written = self.out.write_all(&self.bytes);
        written.map_err(|error| Fault::Store(self.run.name(), error))
    }

    pub fn end(mut self) -> Result<Run, Fault> {
        let written = self.out.flush();
        written.map_err(|error| Fault::Store(self.run.name(), error))?;
        Ok(self.run)
    }
}

/// The number of its bytes, and these.
fn put_word(word: u64, bytes: &mut Vec<u8>) {
    let used = 8 - word.leading_zeros() as usize / 8;
    bytes.push(used as u8);
    bytes.extend_from_slice(&word.to_le_bytes()[..used]);
}

/// Reads a run.
pub struct Reading<const K: usize> {
    input: BufReader<Box<dyn Read>>,
    run: Run,
    left: u64,
    sum: u64,
    last: Key<K>,
}

impl<const K: usize> Reading<K> {
    pub fn new(store: &dyn Store, run: &Run) -> Result<Self, Fault> {
        let input = store.open(&run.name());
        let input = input.map_err(|error| Fault::Store(run.name(), error))?;
        Ok(Reading {
            input: BufReader::with_capacity(BUFFER, input),
            left: run.states,
            run: run.clone(),
            sum: SUM,
            last: [0; K],
        })
    }

    fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.input
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => Fault::Damaged(self.run.name()),
                _ => Fault::Store(self.run.name(), error),
            })?;
        self.sum = add_to(self.sum, bytes);
        Ok(())
    }

    fn byte(&mut self, most: usize) -> Result<usize, Fault> {
        let mut byte = [0];
        self.bytes(&mut byte)?;
        match usize::from(byte[0]) {
            byte if byte <= most => Ok(byte),
            _ => Err(Fault::Damaged(self.run.name())),
        }
    }

    fn word(&mut self) -> Result<u64, Fault> {
        let used = self.byte(8)?;
        let mut word = [0; 8];
        self.bytes(&mut word[..used])?;
        Ok(u64::from_le_bytes(word))
    }

    /// The next state. At the end, the checksum is compared.
    pub fn next<const V: usize>(&mut self) -> Result<Option<RunEntry<K, V>>, Fault> {
        if self.left == 0 {
            let has_more = self.input.read(&mut [0]).map_or(true, |more| more > 0);
            return match has_more || self.sum != self.run.sum {
                true => Err(Fault::Damaged(self.run.name())),
                false => Ok(None),
            };
        }
        self.left -= 1;
        for place in 0..K {
            self.last[place] ^= self.word()?;
        }
        let mut count = [0; V];
        let used = self.byte(V)?;
        for word in &mut count[..used] {
            *word = self.word()?;
        }
        Ok(Some((self.last, count)))
    }
}
