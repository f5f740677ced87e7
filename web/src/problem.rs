//! A problem: its faults, its names, and the search of `dlx3`.

use crate::json::{list, object, quoted};
use crate::out::{Out, Writer, say};
use crate::{Ended, Failure, Fields};
use dlx3::format::{Fault, Original, Problem, ReadError, Reader, Text};
use dlx3::report::{
    End, ProgressView, Reporter, Settings, ShapeFile, Verbose, Words, usage, write_input_summary,
    write_profile, write_statistics, write_totals,
};
use dlx3::search::{Count, Counters, Engine, GbFlip, Memo, Search, read_charged};
use dlx3::text::output::Output;
use dlx3::text::signals::Signals;
use dlx3::text::streams::Streams;
use std::ffi::OsString;

/// What a memo may take, in bytes. Other searches of the page want memory, too.
const MEMO: usize = 1 << 27;

/// The exit status of bad `.dlx` text.
pub const BAD_INPUT: i32 = 102;

/// What C's `exit(-1)` leaves.
const BAD_USAGE: i32 = 255;

/// A problem in the extended syntax: options may have costs, and names are long.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &[u8]) -> Result<Problem, Failure> {
    Problem::from_bytes(text).map_err(|fault| bad_input(&fault))
}

fn bad_input(fault: &Fault) -> Failure {
    Failure::page(BAD_INPUT, fault.to_bytes())
}

/// `check TEXT`: what the text has, or its fault and the place of that.
pub fn check(fields: &Fields) -> Ended {
    let text = fields.bytes(0);
    let problem = match Problem::from_bytes(text) {
        Ok(problem) => problem,
        Err(fault) => {
            let values = object! {
                fault: quoted(fault.kind.to_string()),
                line: fault.line,
                position: fault.position,
                text: quoted(fault.to_bytes()),
            };
            say(Out::Values, values);
            return Ok(0);
        }
    };
    say(
        Out::Values,
        object! {
            options: problem.option_count(),
            primary: problem.primary_count(),
            secondary: problem.item_count() - problem.primary_count(),
            entries: problem.node_count() + problem.option_count(),
            costs: problem.costs().is_some(),
            extended: Reader::new().read(text).is_err(),
        },
    );
    Ok(0)
}

/// `names TEXT`: the items with their bounds, and the options as items and colors.
pub fn names(fields: &Fields) -> Ended {
    let problem = read(fields.bytes(0))?;
    let items = problem.item_ids().map(|item| {
        let name = quoted(problem.name(item));
        match problem.bounds(item) {
            Some(bounds) => list([name, bounds.lower.to_string(), bounds.upper.to_string()]),
            None => list([name]),
        }
    });
    let options = problem.option_ids().map(|option| {
        let pairs = problem.option(option).map(|(item, color)| match color {
            Some(color) => list([item.index().to_string(), quoted([color])]),
            None => list([item.index()]),
        });
        list(pairs)
    });
    say(
        Out::Values,
        object! { items: list(items), options: list(options) },
    );
    Ok(0)
}

/// `dlx3 TEXT EXTENDED SHOWN MOST WORD...`: the run of `dlx3` with these words. EXTENDED `1` also
/// takes costs and long names, which change nothing else. SHOWN, if it is not empty, is how many
/// solutions are printed at most, in place of `m`: the others are only counted. MOST is how many
/// bytes of messages end the run, so that a search can be followed from its beginning.
pub fn dlx3(fields: &Fields) -> Ended {
    let words: Vec<OsString> = fields
        .from(4)
        .iter()
        .map(|word| String::from_utf8_lossy(word).into_owned().into())
        .collect();
    let mut shape = None;
    let parsed = Words::parse(&words, &mut |_| {
        shape = Some(ShapeFile::new(Writer::new(Out::Shape)));
    });
    let mut words = parsed.map_err(|_| Failure::page(BAD_USAGE, usage(Original::Dlx3)))?;
    if !fields.bytes(2).is_empty() {
        let shown = fields.number(2, 0u64)?;
        words.settings.spacing = 0;
        words.settings.numbers = (1..=shown).map(Count::from).collect();
    }
    let most = fields.number(3, usize::MAX)?;
    let (out, err) = (Writer::new(Out::Output), Writer::up_to(most, Out::Messages));
    let mut streams = Streams::new(out, err);
    let mut flip = words.seed.map(GbFlip::new);
    let (text, input_mems) = match read_text(fields, &words.settings, flip.as_mut(), &mut streams) {
        Ok(read) => read,
        Err(ReadError::Fault(fault)) => {
            streams.flush();
            return Err(bad_input(&fault));
        }
        Err(error) => return Err(Failure::new(error)),
    };
    let run = Run {
        text: &text,
        input_mems,
    };
    run.search(&words.settings, flip, shape.as_mut(), &mut streams);
    if let Some(shape) = &mut shape {
        shape.finish().map_err(Failure::new)?;
    }
    // A run that is cut short has said all that it was asked for.
    let _ = streams.finish();
    Ok(0)
}

/// Reads the problem, with the mems of its input. Shows the options that are ignored, if the
/// settings want that.
fn read_text(
    fields: &Fields,
    settings: &Settings,
    flip: Option<&mut GbFlip>,
    streams: &mut Streams<'_>,
) -> Result<(Text, u64), ReadError> {
    let mut show = |line: &[u8]| {
        streams.err().put(b"Option ignored (no primary items): ");
        streams.err().put(line);
    };
    let mut reader = Reader::new();
    if fields.is(1) {
        reader = reader.extended();
    }
    if settings.verbose.has(Verbose::WARNINGS) {
        reader = reader.ignored(&mut show);
    }
    let input = fields.bytes(0);
    match flip {
        Some(flip) => read_charged(reader.shuffle(&mut |length| flip.uniform(length)), input),
        None => read_charged(reader, input),
    }
}

/// A problem and the mems of its input. As a view, it tells the page how far a search has come,
/// each time the output is flushed.
struct Run<'t> {
    text: &'t Text,
    input_mems: u64,
}

impl Run<'_> {
    /// Searches and reports, as the program does.
    fn search(
        mut self,
        settings: &Settings,
        flip: Option<GbFlip>,
        shape: Option<&mut ShapeFile>,
        streams: &mut Streams<'_>,
    ) {
        let (text, input_mems) = (self.text, self.input_mems);
        let (problem, verbose) = (&text.problem, settings.verbose);
        let memo;
        let mut search = match (&flip, &text.skipped) {
            (Some(flip), Some(skipped)) => Search::shuffled(problem, skipped, flip.clone()),
            _ => {
                memo = Memo::new(problem, MEMO, verbose.has(Verbose::PROFILE));
                Search::new(problem, Engine::Auto).with_memo(&memo)
            }
        };
        if verbose.has(Verbose::BASICS) {
            write_input_summary(streams.err(), problem);
        }
        if verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        let mut reporter = Reporter::new(settings, streams, shape, Signals::none());
        reporter = reporter.with_view(Some(&mut self));
        reporter.run(&mut search, 1);
        if reporter.end() == Some(End::WriteFailed) {
            return;
        }
        let counters = search.counters();
        if verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        if verbose.has(Verbose::PROFILE) {
            write_profile(streams.err(), counters);
        }
        if verbose.has(Verbose::BASICS) {
            write_statistics(streams.err(), problem, Original::Dlx3, input_mems, counters);
        }
    }
}

impl ProgressView for Run<'_> {
    fn show(&mut self, share: f64, counters: &Counters) -> Option<String> {
        let mut line = Output::new(Vec::new());
        line.write_fmt(format_args!("{share}\n"));
        write_statistics(
            &mut line,
            &self.text.problem,
            Original::Dlx3,
            self.input_mems,
            counters,
        );
        line.flush();
        say(Out::Progress, line.writer());
        None
    }

    fn follows_output(&self) -> bool {
        true
    }
}
