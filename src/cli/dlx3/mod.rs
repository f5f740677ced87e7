//! `dlx3`: a problem on stdin, solutions on stdout, reports on stderr.

mod help;
mod words;

use super::{Failure, exit};
use crate::format::{Problem, ReadError, Reader, Text};
use crate::report::{
    End, Reporter, ShapeFile, Verbose, write_input_summary, write_profile, write_statistics,
    write_totals,
};
use crate::search::{GbFlip, Search, State};
use crate::text::signals::Signals;
use crate::text::streams::Streams;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use words::Words;

/// What C's `exit(-1)` leaves.
const BAD_USAGE: u8 = 255;

/// Runs the filter on the process's own streams.
///
/// # Errors
/// Bad usage, bad input, and files that cannot be read or written. What the C
/// program prints of them has been printed.
pub fn main(arguments: impl Iterator<Item = OsString>) -> Result<u8, Failure> {
    let mut streams = Streams::standard();
    let (words, means) = match help::parse(arguments) {
        help::Request::Words(words, means) => (words, means),
        help::Request::Page(page) => {
            streams.out().put(page.as_bytes());
            return finish(&mut streams, None, exit::DONE);
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
    let end = solve(
        &text,
        &words,
        means,
        flip,
        &mut streams,
        shape.as_mut(),
        signals,
    );
    let status = match end {
        Some(End::Interrupted(signal)) => 128 + signal as u8,
        _ => exit::DONE,
    };
    finish(&mut streams, shape.as_mut(), status)
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

/// Searches and reports.
fn solve(
    text: &Text,
    words: &Words,
    means: help::Means,
    flip: Option<GbFlip>,
    streams: &mut Streams<'_>,
    shape: Option<&mut ShapeFile>,
    signals: Signals,
) -> Option<End> {
    let settings = &words.settings;
    let problem: &Problem = &text.problem;
    let mut search = match (flip, &text.skipped) {
        (Some(flip), Some(skipped)) => Search::shuffled(problem, skipped, flip),
        _ => Search::new(problem, means.engine),
    };
    if settings.verbose.has(Verbose::BASICS) {
        write_input_summary(streams.err(), problem);
    }
    if settings.verbose.has(Verbose::TOTALS) {
        write_totals(streams.err(), search.state());
    }
    let mut reporter = Reporter::new(settings, streams, shape, signals);
    means.parallel.run(&mut search, &mut reporter);
    let end = reporter.end();
    if end == Some(End::WriteFailed) {
        // Statistics of a part that nobody asked for would only mislead.
        return end;
    }
    if settings.verbose.has(Verbose::TOTALS) {
        write_totals(streams.err(), search.state());
    }
    if settings.verbose.has(Verbose::PROFILE) {
        write_profile(streams.err(), search.state().counters());
    }
    if settings.verbose.has(Verbose::BASICS) {
        write_statistics(
            streams.err(),
            problem,
            text.imems,
            search.state().counters(),
        );
    }
    end
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
