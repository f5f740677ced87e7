//! `dlx3`: a problem on stdin, solutions on stdout, reports on stderr.

mod draw;
mod help;
mod words;

use super::{Failure, exit};
use crate::format::{ReadError, Reader, Text};
use crate::report::{
    End, Reporter, Settings, ShapeFile, Verbose, write_input_summary, write_profile,
    write_statistics, write_totals,
};
use crate::search::{Count, GbFlip, Memo, Search, State};
use crate::text::signals::Signals;
use crate::text::streams::Streams;
use help::Wanted;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use words::Words;

/// What C's `exit(-1)` leaves.
const BAD_USAGE: u8 = 255;

/// Runs the filter on the process's own streams; its searches may take so many bytes of
/// the stack.
///
/// # Errors
/// Bad usage, bad input, and files that cannot be read or written. What the C
/// program prints of them has been printed.
pub fn main(arguments: impl Iterator<Item = OsString>, stack: usize) -> Result<u8, Failure> {
    let mut streams = Streams::standard();
    let (words, means, wanted) = match help::parse(arguments) {
        help::Request::Words(words, means, wanted) => (words, means, wanted),
        help::Request::Page(page) => {
            streams.out().put(page.as_bytes());
            return finish(&mut streams, None, exit::DONE);
        }
        help::Request::Wrong(message) => {
            streams.err().put(message.as_bytes());
            return finish(&mut streams, None, BAD_USAGE);
        }
        help::Request::Unknown => {
            streams.err().put(words::USAGE);
            return finish(&mut streams, None, BAD_USAGE);
        }
    };
    let (words, mut shape) = match open_words(&words, &mut streams) {
        Some(opened) => opened,
        None => {
            streams.err().put(words::USAGE);
            return finish(&mut streams, None, BAD_USAGE);
        }
    };
    let mut flip = words.seed.map(GbFlip::new);
    let text = match read(io::stdin().lock(), &words, flip.as_mut(), &mut streams) {
        Ok(text) => text,
        Err(ReadError::Fault(fault)) => {
            streams.err().put(&fault.to_bytes());
            return finish(&mut streams, shape.as_mut(), exit::BAD_INPUT);
        }
        Err(error @ ReadError::Io(_)) => {
            finish(&mut streams, shape.as_mut(), exit::FAILURE)?;
            return Err(Failure::new(error));
        }
    };
    let signals = Signals::catch().map_err(Failure::new)?;
    let mut run = Run {
        text: &text,
        memo: (means.memo > 0).then(|| {
            let profiles = words.settings.verbose.has(Verbose::PROFILE);
            Memo::new(&text.problem, means.memo, profiles)
        }),
        means,
        stack,
        flip,
        signals,
        streams: &mut streams,
    };
    let mut settings = words.settings;
    if let Some(wanted) = &wanted {
        settings.spacing = 0;
        if let Wanted::Number(number) = wanted {
            settings.numbers = vec![number.clone()];
            settings.most_solutions = Some(number.clone());
        }
    }
    let (mut end, found) = run.solve(&settings, shape.as_mut());
    let complete = matches!(end, None | Some(End::Enough));
    let mut none = false;
    match wanted {
        Some(Wanted::Number(number)) => none = complete && found < number,
        Some(Wanted::Sample { size, seed }) if complete => {
            none = size > 0 && found == 0;
            end = run.print(draw::draw(&found, size, seed));
        }
        _ => {}
    }
    let status = match end {
        Some(End::Interrupted(signal)) => 128 + signal as u8,
        _ => exit::DONE,
    };
    finish(&mut streams, shape.as_mut(), status)?;
    match none {
        true => Err(Failure::new(format_args!(
            "no such solution: there are {found}"
        ))),
        false => Ok(status),
    }
}

/// Reads the words and opens the shape files; none if a word is wrong.
fn open_words(words: &[OsString], streams: &mut Streams<'_>) -> Option<(Words, Option<ShapeFile>)> {
    let mut shape = None;
    let words = Words::parse(words, &mut |name| {
        // The first of several names is the one that serves; it comes last.
        shape = File::create(name).map(ShapeFile::new).ok();
        if shape.is_none() {
            let err = streams.err();
            err.put(b"Sorry, I can't open file `");
            err.put(name.as_bytes());
            err.put(b"' for writing!\n");
        }
    })?;
    Some((words, shape))
}

fn read(
    input: impl Read,
    words: &Words,
    flip: Option<&mut GbFlip>,
    streams: &mut Streams<'_>,
) -> Result<Text, ReadError> {
    let mut show = |line: &[u8]| {
        streams.err().put(b"Option ignored (no primary items): ");
        streams.err().put(line);
    };
    let mut reader = Reader::new();
    if words.settings.verbose.has(Verbose::WARNINGS) {
        reader = reader.ignored(&mut show);
    }
    match flip {
        Some(flip) => reader
            .shuffle(&mut |length| flip.uniform(length))
            .read(input),
        None => reader.read(input),
    }
}

/// A problem, and how to search it.
struct Run<'r, 'w> {
    text: &'r Text,
    means: help::Means,
    stack: usize,
    memo: Option<Memo<'r>>,
    flip: Option<GbFlip>,
    signals: Signals,
    streams: &'r mut Streams<'w>,
}

impl<'r> Run<'r, '_> {
    /// A search at the root of its tree.
    fn search(&self) -> Search<'r> {
        let problem = &self.text.problem;
        if let (Some(flip), Some(skipped)) = (&self.flip, &self.text.skipped) {
            return Search::shuffled(problem, skipped, flip.clone());
        }
        let search = Search::new(problem, self.means.engine.clone()).with_stack(self.stack);
        match &self.memo {
            Some(memo) => search.with_memo(memo),
            None => search,
        }
    }

    /// Searches and reports; returns the number of solutions found.
    fn solve(
        &mut self,
        settings: &Settings,
        shape: Option<&mut ShapeFile>,
    ) -> (Option<End>, Count) {
        let mut search = self.search();
        let streams = &mut *self.streams;
        let problem = &self.text.problem;
        if settings.verbose.has(Verbose::BASICS) {
            write_input_summary(streams.err(), problem);
        }
        if settings.verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        let mut reporter = Reporter::new(settings, streams, shape, self.signals.clone());
        self.means.parallel.run(&mut search, &mut reporter);
        let end = reporter.end();
        let counters = search.state().counters();
        let found = counters.solutions.clone();
        if end == Some(End::WriteFailed) {
            // Statistics of a part that nobody asked for would only mislead.
            return (end, found);
        }
        if settings.verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        if settings.verbose.has(Verbose::PROFILE) {
            write_profile(streams.err(), counters);
        }
        if settings.verbose.has(Verbose::BASICS) {
            write_statistics(streams.err(), problem, self.text.imems, counters);
        }
        (end, found)
    }

    /// Prints the solutions of these numbers, which the search is known to have;
    /// returns why it ended, as a signal may have come.
    fn print(&mut self, numbers: Vec<Count>) -> Option<End> {
        if numbers.is_empty() {
            return None;
        }
        let settings = Settings {
            verbose: Verbose(0),
            delta: Some(0),
            most_solutions: numbers.last().cloned(),
            numbers,
            ..Settings::default()
        };
        self.solve(&settings, None).0
    }
}

/// Writes what is buffered; a write that failed, now or before, is the failure.
fn finish(
    streams: &mut Streams<'_>,
    shape: Option<&mut ShapeFile>,
    status: u8,
) -> Result<u8, Failure> {
    let (out, err) = streams.finish();
    // The shape first: stdout may be a closed pipe, of which nothing is told.
    if let Some(shape) = shape {
        shape
            .finish()
            .map_err(|error| Failure::writing("the shape file", &error))?;
    }
    out.map_err(|error| Failure::writing("solutions", &error))?;
    err.map_err(|error| Failure::writing("reports", &error))?;
    Ok(status)
}
