//! `dlx3`: a problem on stdin, solutions on stdout, reports on stderr. [`dlx1`](super::dlx1) and
//! [`dlx2`](super::dlx2) have command lines of their own; everything else is here.

mod sample;
mod help;
mod hints;
mod late;
mod parts;
mod progress;

pub use help::Arguments;
pub(super) use help::{CommandLine, LimitsOptions, MeansOptions, Preference, keep_dashes, words};

use crate::cli::files::packed::unpacked;
use crate::cli::files::recognized::Beginning;
use crate::cli::process::deep::with_stack_for;
use crate::cli::{Failure, Process, Program, catch_signals, exit};
use crate::estimate::Amount;
use crate::format::{Original, Problem, ReadError, Reader, Text};
use crate::parts::journal;
use crate::report::{
    self, End, Form, ProgressView, Reporter, Settings, ShapeFile, Verbose, Words, usage,
    write_input_summary, write_max_degree, write_profile, write_run, write_statistics,
    write_totals,
};
use crate::search::bits::{Code, Tuning};
use crate::search::{Count, Counters, Engine, GbFlip, Links, Memo, Search, Variant, read_charged};
use crate::text::foreign::shown_lines;
use crate::text::signals::Signals;
use crate::text::streams::Streams;
use crate::text::{output, shown, standard};
use clap::error::ErrorKind;

use self::progress::SearchLine;
use help::{Means, Wanted};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::time::Duration;

/// The exit status when the time of `--time` is over.
const LATE: u8 = exit::STOPPED;

/// The status that C's `exit(-1)` leaves.
const BAD_USAGE: u8 = 255;

impl Program for Arguments {
    const OUTPUT: &'static str = "solutions";
    const MESSAGES: &'static str = "reports";

    fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
        keep_dashes(words)
    }

    fn refuse(error: &clap::Error) -> Failure {
        refuse(Original::Dlx3, error)
    }

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        CommandLine::from(self).run(process)
    }
}

/// The failure for a command line that clap refuses.
pub(super) fn refuse(original: Original, error: &clap::Error) -> Failure {
    match error.kind() {
        ErrorKind::UnknownArgument => {
            Failure::page(BAD_USAGE, usage(original)).with_hint(hints::of_option(error))
        }
        _ => Failure::page(BAD_USAGE, error.render().to_string()),
    }
}

impl CommandLine {
    /// Does what the command line says, and returns the exit status.
    pub(super) fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let (variant, original) = (self.variant, self.variant.original);
        let (means, wanted, asked) = (self.means(), self.wanted(), self.asked());
        let folder = asked.as_ref().and_then(|asked| asked.resume.as_deref());
        let opened = open_words(&self.words, folder, &mut process.streams);
        let (mut words, shape) = opened.map_err(|wrong| {
            let hint = hints::of_word(original, &self.words, wrong);
            Failure::page(BAD_USAGE, usage(original)).with_hint(Some(hint))
        })?;
        // C continues without the file. So do we, but with status 1.
        let is_missing = matches!(shape, Some(Err(_)));
        let mut shape = match shape {
            Some(Err(error)) if folder.is_some() => {
                return Err(Failure::writing("the shape file", &error));
            }
            Some(Ok(shape)) => Some(shape),
            _ => None,
        };
        words.settings.form = self.form();
        words.settings.variant = variant;
        if wanted.is_some() {
            // A deliberate departure: C reports each 10^10 mems. Nobody reads thousands of lines
            // about a search that is asked for a few solutions.
            words.settings.delta.get_or_insert(0);
        }
        if asked.is_some() {
            parts::refuse(&words)?;
        }
        let mut flip = words.seed.map(GbFlip::new);
        let mut input = Input::new(asked.is_some());
        let (text, input_mems) = match read(
            &mut input,
            &words.settings,
            flip.as_mut(),
            &mut process.streams,
        ) {
            Ok(read) => read,
            Err(ReadError::Fault(fault)) => {
                let hint = hints::of_kind(input.stdin.first())
                    .or_else(|| hints::of_mark(original, input.has_mark()))
                    .or_else(|| hints::of_fault(original, &fault));
                return Err(Failure::bad_input_of_dlx3(&fault).with_hint(hint));
            }
            Err(error @ ReadError::Io(_)) => return Err(Failure::new(error)),
        };
        if let Some(hint) = hints::of_mark(original, input.has_mark())
            && io::stderr().is_terminal()
        {
            process.say(hint);
        }
        if text.problem.option_count() == 0 && io::stderr().is_terminal() {
            process.say(hints::of_no_options(input.stdin.first()));
        }
        let signals = catch_signals()?;
        let flags = signals.clone();
        let waits = self.time().begin().then(move || flags.be_late());
        waits.map_err(|error| Failure::new(format_args!("cannot wait: {error}")))?;
        let every = progress::every(self.progress(), &words.settings);
        if progress::replaces_reports(every, &words.settings) {
            // A deliberate departure: C reports every 10^10 mems. At today's speed that is more
            // than a line each second, and the progress line says the same.
            words.settings.delta = Some(0);
        }
        if let Some(every) = every {
            let waits = signals.tick_each(every);
            waits.map_err(|error| Failure::new(format_args!("cannot wait: {error}")))?;
        }
        let memo = (means.memo > 0).then(|| {
            let profiles = words.settings.verbose.has(Verbose::PROFILE);
            Memo::new(&text.problem, means.memo, profiles)
        });
        // Only after reading: reading may need the address space that the deep stack takes.
        let ended = with_stack_for(&text.problem, |stack| {
            let mut run = Run {
                text: &text,
                input_mems,
                means,
                code: self.code,
                stack,
                memo,
                flip,
                signals,
                shows_progress: every.is_some(),
                time: self.time().time(),
                streams: &mut process.streams,
            };
            match (&asked, self.pieces) {
                (Some(asked), Some((_, part))) => {
                    part(&mut run, asked, &input.kept, words.settings, shape.as_mut())
                }
                _ => run.all(words.settings, wanted, shape.as_mut()),
            }
        });
        if let Some(shape) = &mut shape {
            let written = shape.finish();
            written.map_err(|error| Failure::writing("the shape file", &error))?;
        }
        match ended {
            Ok(exit::DONE) if is_missing => Ok(exit::FAILURE),
            _ => ended,
        }
    }
}

/// Reads the words and opens the shape files. With a folder for a journal, a shape file is not
/// touched until the journal admits this run.
///
/// # Errors
/// The place of the first word that is wrong.
fn open_words(
    words: &[OsString],
    folder: Option<&Path>,
    streams: &mut Streams<'_>,
) -> Result<(Words, Option<io::Result<ShapeFile>>), usize> {
    let files = folder.into_iter().flat_map(journal::files);
    files.for_each(|file| output::protect(&file));
    let open = |path: &Path| match folder {
        // A deliberate departure: C would empty its input, if that is the same file.
        _ if output::is_protected(path) => Err(refused("it is an input of this command")),
        None => File::create(path).map(ShapeFile::new),
        Some(folder) if journal::has_file(folder, path) => {
            Err(refused("the journal has a file of this name"))
        }
        Some(_) => {
            let mut options = File::options();
            let file = options.write(true).create(true).truncate(false).open(path);
            file.map(ShapeFile::over)
        }
    };
    let mut shape = None;
    let words = Words::parse(words, &mut |name| {
        // Of several names the first one counts; words are read from the last to the first.
        let opened = open(name.as_ref());
        let is_open = opened.is_ok();
        shape = Some(opened);
        if !is_open {
            let err = streams.err();
            err.put(b"Sorry, I can't open file `");
            err.put(shown(name.as_encoded_bytes()).as_bytes());
            err.put(b"' for writing!\n");
        }
    })?;
    Ok((words, shape))
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

/// Reads a problem, with the mems of its input. Shows the options that are ignored, if the settings
/// ask for that.
pub(super) fn read(
    input: impl Read,
    settings: &Settings,
    flip: Option<&mut GbFlip>,
    streams: &mut Streams<'_>,
) -> Result<(Text, u64), ReadError> {
    // A deliberate departure: bytes of a problem cannot control the terminal.
    let is_terminal = io::stderr().is_terminal();
    let mut show = |line: &[u8]| {
        streams.err().put(b"Option ignored (no primary items): ");
        match is_terminal {
            true => streams.err().put(shown_lines(line).as_bytes()),
            false => streams.err().put(line),
        }
    };
    let mut reader = Reader::new().of(settings.variant.original);
    if settings.verbose.has(Verbose::WARNINGS) {
        reader = reader.ignored(&mut show);
    }
    match flip {
        Some(flip) => read_charged(reader.shuffle(&mut |length| flip.uniform(length)), input),
        None => read_charged(reader, input),
    }
}

/// Stdin, unpacked; its text may be kept while it is read.
struct Input {
    stdin: Beginning<Box<dyn Read + Send>>,
    keeps: bool,
    kept: Vec<u8>,
}

impl Input {
    fn new(keeps: bool) -> Self {
        standard::tell_a_terminal("a problem");
        Input {
            stdin: Beginning::of(unpacked(io::stdin())),
            keeps,
            kept: Vec::new(),
        }
    }

    /// Whether the text begins with a byte order mark. As in C, it is part of the first name.
    fn has_mark(&self) -> bool {
        self.stdin.first().starts_with(b"\xef\xbb\xbf")
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.stdin.read(bytes)?;
        if self.keeps {
            self.kept.extend_from_slice(&bytes[..count]);
        }
        Ok(count)
    }
}

/// A search at the root of its tree, with bitmaps or without.
pub(super) fn new_search<'p>(
    problem: &'p Problem,
    tuning: Option<&Tuning>,
    stack: usize,
    memo: Option<&Memo<'p>>,
) -> Search<'p> {
    let search = match tuning {
        Some(tuning) => Search::tuned(problem, *tuning),
        None => Search::new(problem, Engine::Links),
    };
    let search = search.with_stack(stack);
    match memo {
        Some(memo) => search.with_memo(memo),
        None => search,
    }
}

/// A problem, and how to search it.
pub(super) struct Run<'r, 'w> {
    text: &'r Text,
    /// What reading the problem cost.
    input_mems: u64,
    means: Means,
    code: Option<Code>,
    stack: usize,
    memo: Option<Memo<'r>>,
    flip: Option<GbFlip>,
    signals: Signals,
    shows_progress: bool,
    /// The time after which the search stops.
    time: Option<Duration>,
    streams: &'r mut Streams<'w>,
}

impl<'r> Run<'r, '_> {
    /// The run that a command line asks for; returns the exit status.
    fn all(
        &mut self,
        mut settings: Settings,
        wanted: Option<Wanted>,
        shape: Option<&mut ShapeFile>,
    ) -> Result<u8, Failure> {
        if let Some(wanted) = &wanted {
            settings.spacing = 0;
            if let Wanted::Number(number) = wanted {
                settings.numbers = vec![number.clone()];
                settings.most_solutions = Some(number.clone());
            }
        }
        let (mut end, counters) = self.solve(&settings, shape);
        let found = &counters.solutions;
        let complete = matches!(end, None | Some(End::Enough));
        let unanswered = wanted.is_some() && !complete;
        let mut none = false;
        match wanted {
            Some(Wanted::Number(number)) => none = complete && *found < number,
            Some(Wanted::Sample { size, seed }) if complete => {
                none = size > 0 && *found == 0;
                match self.print(sample::sample(found, size, seed), &settings) {
                    // The search itself had come to its end before.
                    None | Some(End::Enough) => {}
                    early => end = early,
                }
            }
            _ => {}
        }
        let share = self.share(&settings, &counters, end);
        if settings.form == Form::Json {
            self.write_json(&settings, &counters, end, share);
        }
        if none {
            let are = if *found == 1 { "is" } else { "are" };
            return Err(Failure::new(format_args!(
                "no such solution: there {are} {found}"
            )));
        }
        match end {
            Some(End::Interrupted(signal)) => Ok(128 + signal as u8),
            Some(End::Late) => Ok(LATE),
            _ if unanswered => Ok(exit::STOPPED),
            _ => Ok(exit::DONE),
        }
    }

    /// A search at the root of its tree.
    fn search(&self, variant: Variant) -> Search<'r> {
        let problem = &self.text.problem;
        let (code, tuning) = (self.code, self.means.tuning);
        if let (Some(flip), Some(skipped)) = (&self.flip, &self.text.skipped) {
            let links = Links::shuffled(problem, skipped, flip.clone()).as_in(variant);
            return Search::above(links, code, tuning).with_stack(self.stack);
        }
        let links = Links::new(problem).as_in(variant);
        let search = Search::above(links, code, tuning).with_stack(self.stack);
        match &self.memo {
            Some(memo) => search.with_memo(memo),
            None => search,
        }
    }

    /// Searches and reports; returns the counters. JSON statistics are left to
    /// [`Self::write_json`], because they come last.
    fn solve(
        &mut self,
        settings: &Settings,
        shape: Option<&mut ShapeFile>,
    ) -> (Option<End>, Counters) {
        let mut search = self.search(settings.variant);
        let original = settings.variant.original;
        let streams = &mut *self.streams;
        let problem = &self.text.problem;
        let is_text = settings.form == Form::Text;
        if is_text && settings.verbose.has(Verbose::BASICS) {
            write_input_summary(streams.err(), problem);
        }
        if settings.verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        let mut line = self
            .shows_progress
            .then(|| SearchLine::new(0.0, search.counters(), streams.footline()).of(original));
        let view = line.as_mut().map(|line| line as &mut dyn ProgressView);
        let mut reporter = Reporter::new(settings, streams, shape, self.signals.clone());
        reporter = reporter.with_view(view);
        self.means.parallel.run(&mut search, &mut reporter);
        let (mut end, max_degree) = (reporter.end(), reporter.max_degree());
        drop(line);
        // Ctrl-C also ends the reader of our output. The rest of the report must not be lost with
        // it.
        if end == Some(End::WriteFailed)
            && streams.has_lost_its_reader()
            && let Some(signal) = self.signals.stop_with_reader()
        {
            streams.err().put(b"INTERRUPTED!\n");
            end = Some(End::Interrupted(signal));
        }
        let counters = search.counters();
        if end == Some(End::WriteFailed) {
            // Statistics of an unfinished search would only mislead.
            return (end, counters.clone());
        }
        if settings.verbose.has(Verbose::TOTALS) {
            write_totals(streams.err(), search.state());
        }
        if is_text && settings.verbose.has(Verbose::PROFILE) {
            write_profile(streams.err(), counters);
        }
        if let Some(degree) = max_degree {
            write_max_degree(streams.err(), degree);
        }
        if is_text && settings.verbose.has(Verbose::BASICS) {
            write_statistics(streams.err(), problem, original, self.input_mems, counters);
        }
        (end, counters.clone())
    }

    /// If time is over, says which share of the search was done.
    fn share(
        &mut self,
        settings: &Settings,
        counters: &Counters,
        end: Option<End>,
    ) -> Option<Amount> {
        let time = self.time.filter(|_| end == Some(End::Late))?;
        if !settings.verbose.has(Verbose::BASICS) {
            return None;
        }
        let whole = late::whole(self, settings.variant, time)?;
        let share = late::share(counters, &whole);
        let text = late::text(share, time);
        let name = settings.variant.original.name();
        let err = self.streams.err();
        err.put(format!("{name}: {text}\n").as_bytes());
        Some(share)
    }

    /// Writes the statistics of a run as JSON, if they are wanted.
    fn write_json(
        &mut self,
        settings: &Settings,
        counters: &Counters,
        end: Option<End>,
        share: Option<Amount>,
    ) {
        let verbose = settings.verbose;
        let is_wanted = verbose.has(Verbose::BASICS) || verbose.has(Verbose::PROFILE);
        // Statistics of an unfinished search would only mislead.
        if is_wanted && end != Some(End::WriteFailed) {
            let run = report::Run {
                problem: &self.text.problem,
                original: settings.variant.original,
                input_mems: self.input_mems,
                counters,
                end,
                share,
                profile: verbose.has(Verbose::PROFILE),
            };
            write_run(self.streams.out(), &run);
            // Only a write shows whether there still is a reader.
            self.streams.out().flush();
            let is_interrupted = matches!(end, Some(End::Interrupted(_)));
            if is_interrupted && self.streams.has_lost_its_reader() {
                write_run(self.streams.err(), &run);
            }
        }
    }

    /// Prints the solutions of these numbers, which are known to exist. Returns why the search
    /// ended: a signal may have come.
    fn print(&mut self, numbers: Vec<Count>, like: &Settings) -> Option<End> {
        if numbers.is_empty() {
            return None;
        }
        let settings = Settings {
            verbose: Verbose(0),
            delta: Some(0),
            most_solutions: numbers.last().cloned(),
            numbers,
            form: like.form,
            variant: like.variant,
            ..Settings::default()
        };
        self.solve(&settings, None).0
    }
}
