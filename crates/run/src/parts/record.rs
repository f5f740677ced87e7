//! The output of a cube, kept so that it can be printed later in the right order: a stream of
//! records, each a letter, a length and a text.
//!
//! A length is a number to base 128, lowest digit first, with 128 added to all digits but the last
//! (LEB128). The text of a choice in detail begins with two such numbers: its level, and the
//! deepest level that the cube had reached.

use crate::report::{Form, OptionTexts, PathText, Settings, Verbose, write_choice, write_node};
use dlx3_base::text::output::Output;
use dlx3_format::{ItemId, Original};
use dlx3_search::{Count, State, Variant, Watch};
use siphasher::sip::SipHasher13;
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// If one solution in N is printed and N is at most this, all solutions of a cube are kept, as
/// their numbers are not known yet. For larger N none is kept, and those to print are searched for
/// again.
pub const DENSE: u64 = 100;

/// No record is longer: the text of a level is shorter than the input's longest line.
const MOST_LENGTH: u64 = 1 << 40;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A solution: its branches, without its number.
    Solution,
    /// A branch, for stderr.
    Branch,
    /// A choice in detail, for stderr.
    Choice,
    /// A line of the shape file.
    Node,
}

impl Kind {
    fn letter(self) -> u8 {
        match self {
            Kind::Solution => b's',
            Kind::Branch => b'b',
            Kind::Choice => b'c',
            Kind::Node => b'n',
        }
    }

    fn of(letter: u8) -> Option<Self> {
        let kinds = [Kind::Solution, Kind::Branch, Kind::Choice, Kind::Node];
        kinds.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// What the settings keep of a run, from solutions, branches and nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Whether solutions are kept.
    pub solutions: bool,
    branches: bool,
    choices: bool,
    nodes: bool,
    /// Branches and choices are kept on levels below this.
    below: i64,
}

impl Kept {
    /// What these settings need, with or without a shape file.
    pub fn of(settings: &Settings, shape: bool) -> Self {
        let branches = settings.verbose.has(Verbose::CHOICES);
        let choices = settings.verbose.has(Verbose::DETAILS);
        let spacing = settings.spacing;
        // If nodes are shown, solutions have their places among them.
        let shows = branches || choices || shape;
        Kept {
            solutions: spacing > 0 && (shows || spacing <= DENSE),
            branches,
            choices,
            nodes: shape,
            below: settings.choices_below,
        }
    }

    /// Whether anything is kept.
    pub fn is_something(self) -> bool {
        self.solutions || self.branches || self.choices || self.nodes
    }
}

/// A writer that counts and hashes the bytes that pass.
pub struct Hashed<W: Write> {
    writer: W,
    /// The number of bytes that have passed.
    pub length: u64,
    hash: SipHasher13,
}

impl<W: Write> Hashed<W> {
    /// Puts it in front of a writer.
    pub fn new(writer: W) -> Self {
        Hashed {
            writer,
            length: 0,
            hash: SipHasher13::new(),
        }
    }

    /// The hash of the bytes since the last call.
    pub fn take_hash(&mut self) -> u64 {
        std::mem::replace(&mut self.hash, SipHasher13::new()).finish()
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.hash.write(&bytes[..count]);
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The hash of some bytes, as [`Hashed`] computes it.
pub fn hash_of(bytes: &[u8]) -> u64 {
    let mut hash = SipHasher13::new();
    hash.write(bytes);
    hash.finish()
}

/// Called by a recorder at an alarm.
type Alarm<'r> = Box<dyn FnMut(&dyn State) -> ControlFlow<()> + 'r>;

/// The watch of a cube. It keeps what will be printed.
pub struct RecordWatch<'r, W: Write> {
    kept: Kept,
    output: &'r mut Output<W>,
    flag: Arc<AtomicBool>,
    alarm_at: u64,
    alarm: Alarm<'r>,
    text: Vec<u8>,
    path: PathText,
    options: OptionTexts,
}

impl<'r, W: Write> RecordWatch<'r, W> {
    /// Writes to an output.
    pub fn new(kept: Kept, output: &'r mut Output<W>) -> Self {
        RecordWatch {
            kept,
            output,
            flag: Arc::default(),
            alarm_at: u64::MAX,
            alarm: Box::new(|_| ControlFlow::Continue(())),
            text: Vec::new(),
            path: PathText::new(Form::Text),
            options: OptionTexts::new(Form::Text),
        }
    }

    /// Calls `alarm` when a flag is set, or after about this many walked mems. It may stop the
    /// walk.
    pub fn with_alarm(
        mut self,
        flag: Arc<AtomicBool>,
        mems: u64,
        alarm: impl FnMut(&dyn State) -> ControlFlow<()> + 'r,
    ) -> Self {
        (self.flag, self.alarm_at) = (flag, mems);
        self.alarm = Box::new(alarm);
        self
    }

    fn put(&mut self, kind: Kind) {
        self.output.put(&[kind.letter()]);
        let mut digits = [0; 10];
        let digits = number(self.text.len() as u64, &mut digits);
        self.output.put(digits);
        self.output.put(&self.text);
    }
}

/// The bytes of a number.
fn number(mut number: u64, digits: &mut [u8; 10]) -> &[u8] {
    let mut count = 0;
    loop {
        digits[count] = (number & 127) as u8;
        number >>= 7;
        count += 1;
        if number == 0 {
            return &digits[..count];
        }
        digits[count - 1] |= 128;
    }
}

impl<W: Write> Watch for RecordWatch<'_, W> {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    fn soft_alarm_at(&self) -> u64 {
        self.alarm_at
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        (self.alarm)(state)
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        self.kept.solutions.then(|| found.plus(&1.into()))
    }

    fn wants_choices(&self) -> bool {
        self.kept.choices || self.kept.nodes
    }

    fn wants_branches(&self) -> bool {
        self.kept.branches
    }

    fn chosen(&mut self, state: &dyn State, best: Option<(ItemId, i64)>) {
        let level = state.level();
        if self.kept.choices && (level as i64) < self.kept.below {
            self.text.clear();
            for place in [level, state.counters().max_level()] {
                let mut digits = [0; 10];
                self.text
                    .extend_from_slice(number(place as u64, &mut digits));
            }
            write_choice(&mut self.text, state, Original::Dlx3, best);
            self.put(Kind::Choice);
        }
        if self.kept.nodes {
            self.text.clear();
            write_node(&mut self.text, state, Variant::default(), best);
            self.put(Kind::Node);
        }
    }

    fn branched(&mut self, state: &dyn State) {
        let level = state.level();
        if self.kept.branches && (level as i64) < self.kept.below {
            self.text.clear();
            let _ = write!(self.text, "L{level}:"); // a `Vec` does not fail
            (self.options).put_branch(&mut self.text, state.problem(), state.branch(level));
            self.put(Kind::Branch);
        }
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.text.clear();
        self.text.extend_from_slice(self.path.of(state));
        self.put(Kind::Solution);
        match self.output.has_failed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A record that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The text.
    pub text: Vec<u8>,
    /// The level of a choice.
    pub level: u64,
    /// The deepest level before a choice.
    pub deepest: u64,
}

impl Record {
    /// Reads the next record into this one. Returns `None` at the end.
    ///
    /// # Errors
    /// If the reader fails, or has no valid record.
    pub fn read(&mut self, reader: &mut impl Read) -> io::Result<Option<Kind>> {
        let mut letter = [0];
        if reader.read(&mut letter)? == 0 {
            return Ok(None);
        }
        let broken = || io::Error::new(io::ErrorKind::InvalidData, "a record is broken");
        let kind = Kind::of(letter[0]).ok_or_else(broken)?;
        let mut length = read_number(reader)?;
        if length > MOST_LENGTH {
            return Err(broken());
        }
        if kind == Kind::Choice {
            let mut head = reader.take(length);
            self.level = read_number(&mut head)?;
            self.deepest = read_number(&mut head)?;
            length = head.limit();
        }
        self.text.clear();
        let got = reader.take(length).read_to_end(&mut self.text)?;
        match got as u64 == length {
            true => Ok(Some(kind)),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

fn read_number(reader: &mut impl Read) -> io::Result<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let mut digit = [0];
        reader.read_exact(&mut digit)?;
        if shift > 56 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        number |= u64::from(digit[0] & 127) << shift;
        shift += 7;
        if digit[0] < 128 {
            return Ok(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in [0, 1, 127, 128, 300, 1 << 20, MOST_LENGTH] {
            let mut digits = [0; 10];
            let written = number(value, &mut digits);
            assert_eq!(read_number(&mut &*written).unwrap(), value);
        }
        assert!(read_number(&mut &[255u8; 12][..]).is_err());
        assert!(read_number(&mut &[128u8][..]).is_err());
    }

    #[test]
    fn a_broken_record_is_an_error_and_no_record() {
        let mut record = Record::default();
        for broken in [&b"x\x01a"[..], b"s\x05ab", b"s", b"c\x01\x00"] {
            assert!(record.read(&mut &broken[..]).is_err(), "{broken:?}");
        }
        assert_eq!(
            record.read(&mut &b"s\x02ab"[..]).unwrap(),
            Some(Kind::Solution)
        );
        assert_eq!(record.text, b"ab");
        assert_eq!(record.read(&mut &b""[..]).unwrap(), None);
    }
}
