//! The journal of a scan: what it is about, the puzzles found, and which units are
//! done.
//!
//! Lines are only added at the end. A unit's puzzles come before its line `done UNIT NUMBER`, which
//! says how many they are (older journals do not), and units come in their order. So what follows
//! the last `done` belongs to a unit that was interrupted: it is removed, and the unit is done
//! again.

use crate::cli::Failure;
use crate::cli::files::additions::{Additions, Unchanged};
use crate::text::lines::Lines;
use crate::text::plural::counted;
use std::io::{Read, Seek};
use std::path::Path;

/// What a scan is about. Two scans whose values are equal do the same units.
#[derive(Debug)]
pub struct Scan {
    pub grid: Vec<u8>,
    /// Rows and columns of a box.
    pub boxes: String,
    pub clues: usize,
    pub part: String,
    pub units: usize,
    /// Whether the units are those of a scan by bands. Earlier releases had none, so these journals
    /// have a form of their own.
    pub by_bands: bool,
}

/// The first line of the journal of a scan by a tree.
const BY_TREE: &[u8] = b"journal of sudoku scan, 1\n";
/// The first line of the journal of a scan by bands.
const BY_BANDS: &[u8] = b"journal of sudoku scan, 2\n";

impl Scan {
    /// The first lines of the journal.
    fn heading(&self) -> Vec<Vec<u8>> {
        vec![
            if self.by_bands { BY_BANDS } else { BY_TREE }.to_vec(),
            [b"grid ", &self.grid[..], b"\n"].concat(),
            format!("boxes {}\n", self.boxes).into_bytes(),
            format!("clues {}\n", self.clues).into_bytes(),
            format!("part {}\n", self.part).into_bytes(),
            format!("units {}\n", self.units).into_bytes(),
        ]
    }

    /// Whether a line is a puzzle of the grid.
    fn is_puzzle(&self, line: &[u8]) -> bool {
        let clues = line.iter().filter(|&&byte| byte != b'.').count();
        let mut both = line.iter().zip(&self.grid);
        line.len() == self.grid.len()
            && clues == self.clues
            && both.all(|(byte, own)| *byte == b'.' || byte == own)
    }
}

/// A journal that is written.
pub struct Journal {
    lines: Additions,
    /// The puzzles of the current unit.
    puzzles: u64,
}

impl Journal {
    /// Opens the journal or begins it. `found` gets the puzzles of the units that
    /// are done; the answer has how many of `units` those are.
    ///
    /// # Errors
    /// If the file cannot be read or written, or is not a journal of this scan; the
    /// line is named.
    pub fn open(
        path: &Path,
        scan: &Scan,
        units: &[usize],
        mut found: impl FnMut(&[u8]),
    ) -> Result<(Self, usize), Failure> {
        let name = path.display();
        let cannot = |error| Failure::reading(&name, &error);
        let mut opened = Unchanged::open(path)?;
        let (end, done) = check(path, &opened, scan, units)?;
        opened.file.rewind().map_err(cannot)?;
        let mut lines = Lines::new((&opened.file).take(end));
        while let Some(line) = lines.next().map_err(cannot)? {
            let line = line.trim_ascii_end();
            if scan.is_puzzle(line) {
                found(line);
            }
        }
        let journal = Journal {
            lines: opened.add_after(end, &scan.heading().concat())?,
            puzzles: 0,
        };
        Ok((journal, done))
    }

    /// Adds a puzzle of the current unit.
    pub fn puzzle(&mut self, puzzle: &[u8]) {
        self.puzzles += 1;
        self.lines.put(puzzle);
        self.lines.put(b"\n");
    }

    /// All puzzles of a unit have been written.
    pub fn done(&mut self, unit: usize) {
        writeln!(self.lines, "done {unit} {}", self.puzzles);
        self.puzzles = 0;
        self.lines.flush();
    }

    /// Whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.lines.has_failed()
    }

    /// # Errors
    /// If a write has failed.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.lines.finish()
    }
}

/// Where the journal's last unit that is done ends (0 if it must begin), and how
/// many are done.
fn check(
    path: &Path,
    opened: &Unchanged,
    scan: &Scan,
    units: &[usize],
) -> Result<(u64, usize), Failure> {
    let name = path.display();
    let cannot = |error| Failure::reading(&name, &error);
    let length = opened.length()?;
    let mut heading = scan.heading().into_iter();
    let mut lines = Lines::new(&opened.file);
    let (mut place, mut end, mut done) = (0, 0, 0);
    // Since the last unit that is done.
    let mut puzzles = 0_u64;
    loop {
        let number = lines.number() + 1;
        let Some(line) = lines.next().map_err(cannot)? else {
            return Ok((end, done));
        };
        place += line.len() as u64;
        // A last line without its newline was cut short.
        let whole = place <= length;
        let bad = |what: String| Err(Failure::new(format_args!("{name}: line {number}: {what}")));
        if let Some(expected) = heading.next() {
            if scan.by_bands && number == 1 && line == BY_TREE {
                return bad(
                    "this journal is of an earlier release, which divided this scan into other \
                     units; it cannot be continued: take a new file"
                        .to_string(),
                );
            }
            if line != expected && (whole || !expected.starts_with(line.trim_ascii_end())) {
                let expected = expected.trim_ascii_end().escape_ascii();
                return bad(format!(
                    "this is not the journal of this scan: `{expected}' is expected"
                ));
            }
            if whole && heading.len() == 0 {
                end = place;
            }
            continue;
        }
        let line = line.trim_ascii_end();
        if let Some(unit) = line.strip_prefix(b"done ") {
            if !whole {
                continue;
            }
            let mut words = unit.splitn(2, |&byte| byte == b' ');
            let expected = units.get(done).map(usize::to_string);
            if expected.is_none_or(|expected| words.next() != Some(expected.as_bytes())) {
                return bad("this unit is not the next one".to_string());
            }
            if words
                .next()
                .is_some_and(|all| all != puzzles.to_string().as_bytes())
            {
                return bad(format!(
                    "the unit does not have the {} before this",
                    counted(puzzles, "puzzle")
                ));
            }
            puzzles = 0;
            done += 1;
            end = place;
        } else if whole && !scan.is_puzzle(line) {
            return bad("neither a puzzle of this scan nor `done' and a unit".to_string());
        } else {
            puzzles += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan() -> Scan {
        Scan {
            grid: b"1234341221434321".to_vec(),
            boxes: "2x2".to_string(),
            clues: 4,
            part: "1/2".to_string(),
            units: 6,
            by_bands: false,
        }
    }

    const PUZZLE: &[u8] = b"1..4.........32.";
    const OTHER: &[u8] = b"1......2..4..3..";

    fn open(path: &Path) -> Result<(Journal, usize, Vec<Vec<u8>>), String> {
        let mut found = Vec::new();
        let opened = Journal::open(path, &scan(), &[0, 2, 4], |puzzle| {
            found.push(puzzle.to_vec());
        });
        match opened {
            Ok((journal, done)) => Ok((journal, done, found)),
            Err(failure) => Err(String::from_utf8_lossy(&failure.message).into_owned()),
        }
    }

    #[test]
    fn a_unit_that_was_cut_short_is_done_again_wherever_the_cut_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, done, found) = open(&path).unwrap();
        assert_eq!((done, found.len()), (0, 0));
        journal.puzzle(PUZZLE);
        journal.done(0);
        journal.puzzle(OTHER);
        journal.done(2);
        journal.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();
        let after_first = memchr::memmem::find(&whole, b"done 0 1\n").unwrap() + 9;
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, done, found) = open(&path).unwrap();
            let expected = usize::from(length >= after_first) + usize::from(length == whole.len());
            assert_eq!(done, expected, "{length} bytes");
            assert_eq!(found, [PUZZLE, OTHER][..done]);
            for unit in [0, 2].iter().skip(done) {
                journal.puzzle([PUZZLE, OTHER][unit / 2]);
                journal.done(*unit);
            }
            journal.finish().unwrap();
            drop(journal);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{length} bytes");
        }
    }

    /// Its units would be taken for those of today.
    #[test]
    fn a_journal_of_an_earlier_release_is_refused_if_its_units_were_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, ..) = open(&path).unwrap();
        journal.done(0);
        journal.finish().unwrap();
        let by_bands = Scan {
            by_bands: true,
            ..scan()
        };
        let opened = Journal::open(&path, &by_bands, &[0, 2, 4], |_| ());
        let message = opened.err().unwrap().message;
        let message = String::from_utf8_lossy(&message);
        assert!(
            message.ends_with(
                "line 1: this journal is of an earlier release, which divided this scan into \
                 other units; it cannot be continued: take a new file"
            ),
            "{message}"
        );
    }

    #[test]
    fn what_is_not_the_journal_of_this_scan_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, ..) = open(&path).unwrap();
        journal.done(0);
        journal.finish().unwrap();
        let good = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        for (from, to, message) in [
            (
                "clues 4",
                "clues 5",
                "line 4: this is not the journal of this scan: `clues 4' is expected",
            ),
            ("done 0", "done 1", "line 7: this unit is not the next one"),
            (
                "done 0 0",
                "done 0\n1.2...",
                "line 8: neither a puzzle of this scan nor `done' and a unit",
            ),
            // Such a line was gone, and the scan had fewer puzzles.
            (
                "done 0 0",
                "done 0 1",
                "line 7: the unit does not have the 0 puzzles before this",
            ),
            (
                "journal",
                "\u{fffd}",
                "line 1: this is not the journal of this scan: `journal of sudoku scan, 1' is expected",
            ),
        ] {
            std::fs::write(&path, good.replace(from, to)).unwrap();
            let fault = open(&path).err().unwrap();
            assert!(fault.ends_with(message), "{fault}");
            // What is not ours stays as it is.
            assert_eq!(
                std::fs::read_to_string(&path).unwrap(),
                good.replace(from, to)
            );
        }
    }
}
