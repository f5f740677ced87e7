//! Finds repeated solutions in streams of any length.
//!
//! Every solution gives a 128-bit [fingerprint](super::fingerprint) of its options, in any order.
//! Fingerprints are kept in memory; when they are too many, they are sorted and written to a
//! temporary file, a *run*. At the end all runs are merged, which brings equal fingerprints
//! together (external merge sort). [`FAN`] runs of one rank are merged into one of the next, so
//! that few files are open.
//!
//! Two given solutions share a fingerprint with probability 2^-128 for *every* stream, even a
//! malicious one, as keys are random for each check. Among N solutions, any two do with probability
//! below N^2 / 2^129: 2^-61 for 2^34 solutions. A repeat reported in error disappears when the
//! check is run again; no repeat is ever overlooked.

use dlx3_format::solution::StreamSolution;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::mem;

/// This many runs of equal rank are merged into one of the next rank.
const FAN: usize = 16;

/// The record of a solution. Records are ordered by their fields, so equal solutions come together,
/// in the order of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    fingerprint: [u64; 2],
    line: u64,
    /// The number, or `u64::MAX` if it is larger.
    number: u64,
    /// How often the solution may come.
    ways: u64,
}

impl Record {
    const BYTES: usize = 40;

    fn number(&self) -> Option<u64> {
        (self.number < u64::MAX).then_some(self.number)
    }

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let [first, second] = self.fingerprint;
        let fields = [first, second, self.line, self.number, self.ways];
        let mut bytes = [0; Self::BYTES];
        for (place, field) in bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let field = |index: usize| {
            let field = &bytes[8 * index..][..8];
            u64::from_le_bytes(field.try_into().expect("eight bytes"))
        };
        Record {
            fingerprint: [field(0), field(1)],
            line: field(2),
            number: field(3),
            ways: field(4),
        }
    }
}

/// A solution that came too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repeat {
    /// Its number, if that has at most 64 bits, and its line.
    pub number: Option<u64>,
    pub line: u64,
    /// The number and line of the first solution with the same options.
    pub earlier_number: Option<u64>,
    pub earlier_line: u64,
    /// How often it may come.
    pub ways: u64,
}

/// Collects solutions, and finds the first repeat among them.
pub struct Repeats {
    /// The most records in memory.
    room: usize,
    records: Vec<Record>,
    /// The runs of each rank.
    runs: Vec<Vec<Run>>,
    /// The size of a buffer for reading or writing a run.
    buffer: usize,
}

impl Repeats {
    /// Keeps records in at most `memory` bytes, and the rest in files.
    pub fn new(memory: usize) -> Self {
        Repeats {
            room: (memory / mem::size_of::<Record>()).max(1),
            records: Vec::new(),
            runs: Vec::new(),
            buffer: (memory / (2 * FAN)).clamp(Record::BYTES, 1 << 16),
        }
    }

    /// Adds a solution: the fingerprint of its options, and how often it may come.
    ///
    /// # Errors
    /// If a temporary file fails.
    pub fn add(
        &mut self,
        fingerprint: u128,
        ways: u64,
        solution: &StreamSolution,
    ) -> io::Result<()> {
        if self.records.len() == self.room {
            self.spill()?;
        }
        if self.records.len() == self.records.capacity() {
            let more = self
                .records
                .len()
                .max(64)
                .min(self.room - self.records.len());
            self.records.reserve_exact(more);
        }
        self.records.push(Record {
            fingerprint: [fingerprint as u64, (fingerprint >> 64) as u64],
            line: solution.line,
            number: solution.number.value().unwrap_or(u64::MAX),
            ways,
        });
        Ok(())
    }

    /// The first solution of the stream that came too often.
    ///
    /// # Errors
    /// If a temporary file fails.
    pub fn first(mut self) -> io::Result<Option<Repeat>> {
        let mut search = RepeatFinder::default();
        if self.runs.is_empty() {
            self.records.sort_unstable();
            self.records
                .iter()
                .for_each(|&record| search.look_at(record));
        } else {
            self.spill()?;
            self.records = Vec::new();
            let runs = self.runs.into_iter().flatten().collect();
            merge(runs, |record| {
                search.look_at(record);
                Ok(())
            })?;
        }
        Ok(search.found)
    }

    /// Writes the records in memory to a run.
    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        let mut writer = RunWriter::new(self.buffer)?;
        for &record in &self.records {
            writer.push(record)?;
        }
        self.records.clear();
        let mut run = writer.finish(self.buffer)?;
        for rank in 0.. {
            if self.runs.len() == rank {
                self.runs.push(Vec::new());
            }
            self.runs[rank].push(run);
            if self.runs[rank].len() < FAN {
                break;
            }
            let mut writer = RunWriter::new(self.buffer)?;
            merge(mem::take(&mut self.runs[rank]), |record| {
                writer.push(record)
            })?;
            run = writer.finish(self.buffer)?;
        }
        Ok(())
    }
}

/// Looks at all records in order for the first excess solution in the stream.
#[derive(Default)]
struct RepeatFinder {
    /// The first of the records equal to the last one.
    first: Option<Record>,
    /// How many of them there are.
    count: u64,
    found: Option<Repeat>,
}

impl RepeatFinder {
    fn look_at(&mut self, record: Record) {
        let first = match self.first {
            Some(first) if first.fingerprint == record.fingerprint => first,
            _ => {
                (self.first, self.count) = (Some(record), 0);
                record
            }
        };
        self.count += 1;
        // Among equal records, the first excess one comes first in the stream.
        if self.count > first.ways && self.found.is_none_or(|found| record.line < found.line) {
            self.found = Some(Repeat {
                number: record.number(),
                line: record.line,
                earlier_number: first.number(),
                earlier_line: first.line,
                ways: first.ways,
            });
        }
    }
}

/// A sorted file of records, without a name: closing it deletes it.
struct Run {
    reader: BufReader<File>,
    left: u64,
}

impl Run {
    fn next(&mut self) -> io::Result<Option<Record>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut bytes = [0; Record::BYTES];
        self.reader.read_exact(&mut bytes)?;
        Ok(Some(Record::from_bytes(&bytes)))
    }
}

struct RunWriter {
    writer: BufWriter<File>,
    count: u64,
}

impl RunWriter {
    fn new(buffer: usize) -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        Ok(RunWriter {
            writer: BufWriter::with_capacity(buffer, file),
            count: 0,
        })
    }

    fn push(&mut self, record: Record) -> io::Result<()> {
        self.count += 1;
        self.writer.write_all(&record.to_bytes())
    }

    fn finish(self, buffer: usize) -> io::Result<Run> {
        let mut file = self
            .writer
            .into_inner()
            .map_err(|error| error.into_error())?;
        file.rewind()?;
        Ok(Run {
            reader: BufReader::with_capacity(buffer, file),
            left: self.count,
        })
    }
}

/// Passes the records of all runs to `take`, in order.
fn merge(mut runs: Vec<Run>, mut take: impl FnMut(Record) -> io::Result<()>) -> io::Result<()> {
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for (index, run) in runs.iter_mut().enumerate() {
        heap.extend(run.next()?.map(|record| Reverse((record, index))));
    }
    while let Some(Reverse((record, index))) = heap.pop() {
        take(record)?;
        heap.extend(runs[index].next()?.map(|record| Reverse((record, index))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(number: u64) -> StreamSolution {
        StreamSolution {
            number: number.into(),
            line: 10 * number,
            levels: Vec::new(),
        }
    }

    /// The first repeat among solutions of one option each, which may come `ways` times.
    fn first(options: &[u32], ways: u64, memory: usize) -> Option<Repeat> {
        let mut repeats = Repeats::new(memory);
        for (&option, number) in options.iter().zip(1..) {
            repeats
                .add(u128::from(option) << 70, ways, &solution(number))
                .unwrap();
        }
        repeats.first().unwrap()
    }

    #[test]
    fn repeats_are_found_however_little_memory_there_is() {
        // With room for one record in a run, there are three ranks of runs.
        let far: Vec<u32> = (0..700).chain([650, 3]).collect();
        for memory in [0, 100, 1_000, 10_000, 1 << 20] {
            assert_eq!(first(&far[..700], 1, memory), None);
            let repeat = first(&far, 1, memory).unwrap();
            assert_eq!(
                (repeat.number, repeat.earlier_number),
                (Some(701), Some(651))
            );
            assert_eq!((repeat.line, repeat.earlier_line), (7010, 6510));
        }
    }

    #[test]
    fn a_solution_may_come_as_often_as_equal_options_allow() {
        for memory in [0, 1 << 20] {
            assert_eq!(first(&[5, 6, 5, 6, 5], 3, memory), None);
            let repeat = first(&[5, 6, 5, 6, 5, 5], 3, memory).unwrap();
            assert_eq!((repeat.number, repeat.earlier_number), (Some(6), Some(1)));
        }
    }

    #[test]
    fn runs_of_one_rank_are_merged_so_that_few_files_are_open() {
        let mut repeats = Repeats::new(0);
        for number in 0..1_000 {
            repeats.add(number.into(), 1, &solution(number)).unwrap();
        }
        assert!(repeats.runs.iter().all(|runs| runs.len() < FAN));
        assert_eq!(repeats.runs.len(), 3);
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let record = Record {
            fingerprint: [1, u64::MAX],
            line: 2,
            number: 3,
            ways: 1 << 63,
        };
        assert_eq!(Record::from_bytes(&record.to_bytes()), record);
    }
}
