//! Prints the cubes of a part, or of the whole tree, in their order, as one run over them would.

use super::journal::{Claim, found};
use super::record::{Hashed, Kept, Kind, Record};
use crate::report::{
    End, ProgressView, Reporter, Settings, ShapeFile, Verbose, details_from, write_input_summary,
    write_number, write_profile, write_statistics, write_totals,
};
use dlx3_base::text::signals::Signals;
use dlx3_base::text::streams::Streams;
use dlx3_base::text::system::read_at;
use dlx3_format::{Original, Problem};
use dlx3_search::{Count, Counters, Links, Search};
use std::fs::File;
use std::io::{self, BufReader, Read, copy};
use std::path::{Path, PathBuf};

/// Why the cubes cannot be printed.
#[derive(Debug)]
pub enum PrintError {
    /// The records of a cube cannot be read, or have changed since they were written.
    Records {
        /// The file.
        path: std::path::PathBuf,
        /// The cube.
        claim: String,
        /// The error of the system.
        error: io::Error,
    },
    /// A search for a solution to print ended early: by a signal or a failed write.
    Ended(Option<End>),
    /// The nodes of the levels do not add up to the nodes that the journal has.
    Profile(String),
    /// The tree has no such cube.
    NoCube(String),
}

dlx3_base::messages! {
    PrintError {
        Self::Records { path, claim, error } => (
            "cannot read {}, {claim}: {error}",
            path.display(),
        ),
        Self::Ended(_) => "the search for a solution has ended early",
        Self::Profile(text) => "{text}: its levels have not as many nodes as the journal says",
        Self::NoCube(text) => "{text}: the problem has no such cube",
    }
}

/// The place of the records of cubes.
#[derive(Clone, Copy, Debug)]
pub enum Records<'r> {
    /// In files of a folder.
    Folder(&'r Path),
    /// In files without names, which vanish when the process ends.
    Files(&'r [File]),
}

impl Records<'_> {
    /// The name of a file, for messages.
    pub fn name(self, file: usize) -> PathBuf {
        match self {
            Records::Folder(folder) => found(folder, file),
            Records::Files(_) => PathBuf::from("a temporary file"),
        }
    }

    /// The records of a claim.
    fn of(self, claim: &Claim) -> io::Result<BufReader<Stretch>> {
        let file = match self {
            Records::Folder(folder) => File::open(found(folder, claim.place.file))?,
            Records::Files(files) => {
                let file = claim.place.file.checked_sub(1);
                let file = file.and_then(|file| files.get(file));
                file.ok_or(io::ErrorKind::NotFound)?.try_clone()?
            }
        };
        Ok(BufReader::new(Stretch {
            file,
            offset: claim.place.offset,
            left: claim.place.length,
        }))
    }
}

/// Reads a stretch of a file, while another thread may write elsewhere in it.
struct Stretch {
    file: File,
    offset: u64,
    left: u64,
}

impl Read for Stretch {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
        let count = read_at(&self.file, &mut bytes[..most], self.offset)?;
        self.offset += count as u64;
        self.left -= count as u64;
        Ok(count)
    }
}

/// Prints cubes.
pub struct Printer<'r, 'w, 'p> {
    /// Says what to print.
    pub settings: &'r Settings,
    /// Where it is printed.
    pub streams: &'r mut Streams<'w>,
    /// The shape file, if there is one.
    pub shape: Option<&'r mut ShapeFile>,
    /// The problem that is searched.
    pub problem: &'p Problem,
    /// Can end a search for a solution that was not kept.
    pub signals: Signals,
    /// The counters of all cubes so far.
    pub total: Counters,
}

impl<'p> Printer<'_, '_, 'p> {
    fn shows(&self, code: i32) -> bool {
        self.settings.verbose.has(code)
    }

    /// Prints the lines before the search.
    pub fn begin(&mut self) {
        if self.shows(Verbose::BASICS) {
            write_input_summary(self.streams.err(), self.problem);
        }
        if self.shows(Verbose::TOTALS) {
            write_totals(self.streams.err(), &Links::new(self.problem));
        }
    }

    /// Prints the records of the next cube, or stretch of one. Searches for solutions that were not
    /// kept, which may take long; then `view` is called when the signals tick.
    ///
    /// # Errors
    /// If the records cannot be read, or a search ends early. The streams keep a failed write.
    pub fn cube(
        &mut self,
        claim: &Claim,
        records: Records<'_>,
        new_search: &dyn Fn() -> Search<'p>,
        view: Option<&mut dyn ProgressView>,
    ) -> Result<(), PrintError> {
        if self.shows(Verbose::PROFILE) && !claim.counted.has_profile() {
            return Err(PrintError::Profile(claim.to_string()));
        }
        if claim.place.file > 0 {
            self.records(claim, records).map_err(|error| {
                let path = records.name(claim.place.file);
                let claim = claim.to_string();
                PrintError::Records { path, claim, error }
            })?;
        }
        let kept = Kept::of(self.settings, self.shape.is_some());
        if self.settings.spacing > 0 && !kept.solutions {
            let next = self.total.solutions.multiple_after(self.settings.spacing);
            if next <= self.total.solutions.plus(&claim.counted.solutions) {
                self.search_again(claim, new_search(), view)?;
            }
        }
        claim.add_to(&mut self.total);
        Ok(())
    }

    fn records(&mut self, claim: &Claim, records: Records<'_>) -> io::Result<()> {
        check_records(claim, records)?;
        let mut reader = records.of(claim)?;
        let mut record = Record::default();
        let mut number = self.total.solutions.clone();
        let is_first = self.total.nodes == 0;
        while let Some(kind) = record.read(&mut reader)? {
            match kind {
                Kind::Solution => {
                    number += 1;
                    let spacing = self.settings.spacing;
                    if spacing > 0 && number.is_multiple_of(spacing) {
                        let out = self.streams.out();
                        write_number(out, &number);
                        out.put(&record.text);
                    }
                }
                Kind::Branch => self.streams.err().put(&record.text),
                Kind::Choice => {
                    let before = if is_first { 0 } else { self.total.max_level() };
                    let deepest = before.max(record.deepest as usize);
                    if record.level as i64 >= details_from(self.settings, deepest) {
                        self.streams.err().put(&record.text);
                    }
                }
                Kind::Node => {
                    if let Some(shape) = &mut self.shape {
                        shape.put(&record.text);
                    }
                }
            }
            if self.streams.has_failed() {
                break;
            }
        }
        Ok(())
    }

    /// Walks a cube again to print some of its solutions.
    fn search_again(
        &mut self,
        claim: &Claim,
        mut search: Search<'p>,
        view: Option<&mut dyn ProgressView>,
    ) -> Result<(), PrintError> {
        let settings = Settings {
            verbose: Verbose(0),
            delta: Some(0),
            ..self.settings.clone()
        };
        let reporter = Reporter::new(&settings, self.streams, None, self.signals.clone());
        let mut reporter = reporter.with_view(view.map(|view| view as &mut dyn ProgressView));
        if !claim.cube.is_in_tree_of(&mut search) {
            return Err(PrintError::NoCube(claim.to_string()));
        }
        claim
            .cube
            .walk(&mut search, self.total.solutions.clone(), &mut reporter);
        match reporter.end() {
            None => Ok(()),
            end => Err(PrintError::Ended(end)),
        }
    }

    /// Prints the lines after the search.
    pub fn finish(&mut self, imems: u64) {
        if self.shows(Verbose::TOTALS) {
            write_totals(self.streams.err(), &Links::new(self.problem));
        }
        if self.shows(Verbose::PROFILE) {
            write_profile(self.streams.err(), &self.total);
        }
        if self.shows(Verbose::BASICS) {
            write_statistics(
                self.streams.err(),
                self.problem,
                Original::Dlx3,
                imems,
                &self.total,
            );
        }
    }

    /// The number of solutions so far.
    pub fn solutions(&self) -> &Count {
        &self.total.solutions
    }
}

/// Checks that the records of a cube are as they were written.
///
/// # Errors
/// If they have changed, or cannot be read.
pub fn check_records(claim: &Claim, records: Records<'_>) -> io::Result<()> {
    if claim.place.file == 0 {
        return Ok(());
    }
    let mut hashed = Hashed::new(io::sink());
    copy(&mut records.of(claim)?, &mut hashed)?;
    match hashed.length == claim.place.length && hashed.take_hash() == claim.place.hash {
        true => Ok(()),
        false => {
            let what = "they are not what was written there";
            Err(io::Error::new(io::ErrorKind::InvalidData, what))
        }
    }
}
