//! `dlx3 --part` and `--resume`: a search in cubes, some of them perhaps done in earlier runs.

use super::progress::{CuttingLine, SearchLine};
use super::{BAD_USAGE, LATE, Run, new_search};
use crate::cli::{Failure, exit};
use crate::parts::Cubes;
use crate::parts::journal::{Claim, Claims, Heading, JournalError, is_done, must_be_of};
use crate::parts::print::{PrintError, Printer};
use crate::parts::record::Kept;
use crate::parts::run::{Caller, Desk, Look, Store, Work, run};
use crate::parts::{Journal, Part};
use crate::report::{End, Form, ProgressView, Settings, ShapeFile, Verbose, Words};
use crate::search::{Count, Counters, Search};
use crate::text::plural::counted;
use crate::text::signals::Signals;
use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The request for a part, from the command line.
#[derive(Clone, Debug)]
pub struct Asked {
    pub part: Part,
    /// The number of cubes.
    pub grain: Option<u64>,
    /// The folder of the journal.
    pub resume: Option<PathBuf>,
}

/// What searches a part: [`search_part`].
pub type SearchPart =
    fn(&mut Run<'_, '_>, &Asked, &[u8], Settings, Option<&mut ShapeFile>) -> Result<u8, Failure>;

/// Runs a part, or a whole search that can be resumed; returns the exit status.
pub fn search_part(
    run: &mut Run<'_, '_>,
    asked: &Asked,
    input: &[u8],
    settings: Settings,
    shape: Option<&mut ShapeFile>,
) -> Result<u8, Failure> {
    run.part(asked, input, settings, shape)
}

/// Refuses words that make no sense for a part.
pub fn refuse(words: &Words) -> Result<(), Failure> {
    let Words { settings, seed } = words;
    let refused = [
        (
            seed.is_some(),
            "s",
            "random choices make a tree of their own in each run",
        ),
        (
            settings.most_solutions.is_some(),
            "t",
            "the number of the last solution is not known in a part",
        ),
        (
            settings.timeout.is_some(),
            "T",
            "the mems before a part are not known there",
        ),
        (
            settings.delta.is_some_and(|delta| delta != 0),
            "d",
            "the mems before a part are not known there",
        ),
    ];
    if settings.variant.prefers_sharp {
        let message = "--sharp does not go with --part, --resume and --grain: cubes are those of \
            the search without it";
        return Err(Failure::new(message).with_status(BAD_USAGE));
    }
    if settings.form == Form::Json {
        let message = "--json does not go with --part, --resume and --grain: journals keep \
            solutions as text";
        return Err(Failure::new(message).with_status(BAD_USAGE));
    }
    match refused.iter().find(|(is_there, ..)| *is_there) {
        None => Ok(()),
        Some((_, word, why)) => Err(Failure::new(format_args!(
            "the word {word} does not go with --part and --resume: {why}"
        ))
        .with_status(BAD_USAGE)),
    }
}

/// A failure of the journal, with advice.
fn failure(error: &JournalError) -> Failure {
    match error {
        JournalError::Io { doing: "write", .. } => Failure::new(format_args!(
            "{error}; the cubes that are done are safe: once this is mended, the same command \
             continues from there"
        )),
        _ => Failure::new(error),
    }
}

/// Opens the folder of the journal. Without one, records go to files without names, so that nothing
/// stays of them, however the process ends.
fn open(
    asked: &Asked,
    input: &[u8],
    heading: &Heading,
    cubes: &Cubes,
    files: usize,
) -> Result<(Desk, Claims), Failure> {
    if let Some(folder) = &asked.resume {
        let opened = Journal::open(folder, input, heading, asked.part);
        let (journal, done) = opened.map_err(|error| failure(&error))?;
        must_be_of(&done, cubes, folder).map_err(|error| failure(&error))?;
        let desk = Desk {
            store: Arc::new(Store::Folder(folder.clone())),
            journal: Some(journal),
        };
        return Ok((desk, done));
    }
    let files = (0..files).map(|_| tempfile::tempfile()).collect();
    let files: Result<Vec<_>, _> = files;
    let files = files.map_err(|error| Failure::writing("a temporary file", &error))?;
    let desk = Desk {
        store: Arc::new(Store::Files(files)),
        journal: None,
    };
    Ok((desk, Claims::new()))
}

impl<'r> Run<'r, '_> {
    /// Cuts the tree into cubes. If a signal or the time limit ends this, says so, and returns the
    /// exit status.
    fn cut(&mut self, grain: Option<u64>) -> Result<Cubes, u8> {
        /// Cutting may exceed the time limit up to this.
        const MOMENT: Duration = Duration::from_secs(1);
        let begun = Instant::now();
        let (signals, streams) = (&self.signals, &mut *self.streams);
        let mut line = self
            .shows_progress
            .then(|| CuttingLine::new(streams.footline()));
        let cubes = Cubes::watched(&self.text.problem, grain, &mut |pieces| {
            if signals.raised() {
                if signals.take_report() {
                    let err = streams.err();
                    let pieces = counted(pieces, "piece");
                    writeln!(err, " cutting the tree: {pieces} so far");
                    err.flush();
                }
                if signals.take_tick()
                    && let Some(line) = line.as_mut().and_then(|line| line.show(pieces))
                {
                    let err = streams.err();
                    writeln!(err, "{line}");
                    err.flush();
                }
            }
            // Cutting gets a moment in any case, so that statistics can be printed.
            let is_late = signals.is_late() && begun.elapsed() > MOMENT;
            signals.stop().is_none() && !is_late
        });
        drop(line);
        cubes.ok_or_else(|| {
            let (said, status) = match signals.stop() {
                Some(signal) => ("INTERRUPTED!", 128 + signal as u8),
                None => ("TIMEOUT!", LATE),
            };
            let err = self.streams.err();
            writeln!(err, "{said}");
            writeln!(
                err,
                "dlx3: the tree was not yet cut into cubes, so nothing was searched"
            );
            status
        })
    }

    fn part(
        &mut self,
        asked: &Asked,
        input: &[u8],
        settings: Settings,
        mut shape: Option<&mut ShapeFile>,
    ) -> Result<u8, Failure> {
        let settings = Settings {
            delta: Some(0),
            ..settings
        };
        let text = self.text;
        let problem = &text.problem;
        let cubes = match self.cut(asked.grain) {
            Ok(cubes) => cubes,
            Err(status) => return Ok(status),
        };
        let heading = Heading::new(input, &settings, shape.is_some(), asked.grain, &cubes);
        let kept = Kept::of(&settings, shape.is_some());
        let threads = self.means.parallel.threads();
        let files = if kept.is_something() { threads } else { 0 };
        let (mut desk, done) = open(asked, input, &heading, &cubes, files)?;
        if let Some(shape) = &mut shape {
            let begun = shape.begin();
            begun.map_err(|error| Failure::writing("the shape file", &error))?;
        }
        let in_order = cubes.in_order();
        let numbers: Vec<usize> = in_order.filter(|&number| asked.part.has(number)).collect();
        let is_left = |number: &usize| !done.get(number).is_some_and(|claims| is_done(claims));
        let todo: Vec<usize> = numbers.iter().copied().filter(is_left).collect();
        let work = Work {
            problem,
            cubes: &cubes,
            todo: &todo,
            kept,
            threads,
            profiles: settings.verbose.has(Verbose::PROFILE),
            stack: self.stack,
            stretch: None,
        };
        let tuning = self.means.tuning.as_ref();
        let (stack, memo) = (self.stack, self.memo.as_ref());
        let new_search = || new_search(problem, tuning, stack, memo);
        let mut way = Way::new(&cubes, &numbers, &done);
        if self.shows_progress {
            let footline = self.streams.footline();
            way.line = Some(SearchLine::new(way.share(&[]), &way.counted, footline));
        }
        let mut session = Session {
            printer: Printer {
                settings: &settings,
                streams: self.streams,
                shape,
                problem,
                signals: self.signals.clone(),
                total: Counters::default(),
            },
            store: Arc::clone(&desk.store),
            new_search: &new_search,
            done: numbers.len() - todo.len(),
            way,
            waiting: BTreeMap::new(),
            numbers: &numbers,
            printed: 0,
            walked: 0.0,
            mems: 0.0,
            is_whole: asked.part == Part::WHOLE,
            tells_fewer: self.means.parallel.tells_fewer,
            signals: self.signals.clone(),
            looks: Vec::new(),
            failed: None,
        };
        session.printer.begin();
        for claim in done.values().flatten() {
            session.wait(claim.clone());
        }
        let signals = self.signals.clone();
        let halt = || signals.stop().is_some() || signals.is_late();
        let ended = run(&work, &new_search, &mut desk, &done, &halt, &mut session);
        session.end(ended, asked.resume.is_some(), self.input_mems)
    }
}

/// A part warns if at most this share of its mems has been walked (the memo knew the rest).
const MOST_WALKED: f64 = 0.25;

/// A cube that is not done counts at most this share of its estimate.
const MOST_OF_A_CUBE: f64 = 0.95;

/// Printing pauses after this long, so that signals need not wait.
const PRINT_FOR: Duration = Duration::from_millis(50);

/// How far a part has come.
struct Way<'s> {
    cubes: &'s Cubes,
    /// The estimated mems of its cubes, and of the cubes that are done.
    all: f64,
    done: f64,
    /// The mems that have been walked in cubes that are not done.
    begun: BTreeMap<usize, f64>,
    /// The counters of this and of earlier runs.
    counted: Counters,
    line: Option<SearchLine>,
}

impl<'s> Way<'s> {
    fn new(cubes: &'s Cubes, numbers: &[usize], done: &Claims) -> Self {
        let mut way = Way {
            cubes,
            all: numbers.iter().map(|&number| cubes.estimate(number)).sum(),
            done: 0.0,
            begun: BTreeMap::new(),
            counted: Counters::default(),
            line: None,
        };
        let done = numbers.iter().filter_map(|number| done.get(number));
        done.flatten().for_each(|claim| way.add(claim));
        way
    }

    fn add(&mut self, claim: &Claim) {
        if claim.ends_its_cube() {
            self.begun.remove(&claim.number);
            self.done += self.cubes.estimate(claim.number);
        } else {
            *self.begun.entry(claim.number).or_default() += claim.counted.mems.to_f64();
        }
        self.counted.add(&claim.counted);
    }

    /// The share that is done, the threads' unclaimed work included.
    fn share(&self, looks: &[Look]) -> f64 {
        let mut begun = self.begun.clone();
        for look in looks {
            *begun.entry(look.number).or_default() += look.mems.to_f64();
        }
        let begun = begun.into_iter().map(|(number, mems)| {
            let estimate = self.cubes.estimate(number);
            mems.min(MOST_OF_A_CUBE * estimate)
        });
        (self.done + begun.sum::<f64>()) / self.all.max(f64::MIN_POSITIVE)
    }

    /// Shows the progress. Returns a line for stderr, if it has no place of its own.
    fn show(&mut self, looks: &[Look]) -> Option<String> {
        let share = self.share(looks);
        let (mut mems, mut solutions) = (Count::ZERO, Count::ZERO);
        for look in looks {
            mems += &look.mems;
            solutions += &look.solutions;
        }
        let counted = Counters {
            mems: self.counted.mems.plus(&mems),
            solutions: self.counted.solutions.plus(&solutions),
            ..Counters::default()
        };
        self.line.as_mut()?.show(share, &counted)
    }

    fn hide(&mut self) {
        if let Some(line) = &self.line {
            line.hide();
        }
    }
}

/// A part that is searched and printed.
struct Session<'s, 'r, 'w, 'p> {
    printer: Printer<'r, 'w, 'p>,
    store: Arc<Store>,
    new_search: &'s dyn Fn() -> Search<'p>,
    /// The numbers of the part's cubes, in the order of the walk.
    numbers: &'s [usize],
    /// How many of them are done, and how many have been printed as a whole.
    done: usize,
    printed: usize,
    way: Way<'s>,
    /// Claims that are not yet printed.
    waiting: BTreeMap<usize, VecDeque<Claim>>,
    /// The mems of this run's cubes: those that have been walked, and all, including those that the
    /// memo knew.
    walked: f64,
    mems: f64,
    is_whole: bool,
    tells_fewer: bool,
    signals: Signals,
    /// The threads' progress at the last tick.
    looks: Vec<Look>,
    failed: Option<PrintError>,
}

/// The progress that is shown while a solution is searched for again.
struct Meanwhile<'m, 's> {
    way: &'m mut Way<'s>,
    looks: &'m [Look],
    report: String,
}

impl ProgressView for Meanwhile<'_, '_> {
    fn show(&mut self, _: f64, _: &Counters) -> Option<String> {
        self.way.show(self.looks)
    }

    fn report(&mut self) -> Option<String> {
        Some(self.report.clone())
    }
}

impl Caller for Session<'_, '_, '_, '_> {
    fn done(&mut self, claims: Vec<Claim>) {
        for claim in claims {
            self.done += usize::from(claim.ends_its_cube());
            self.way.add(&claim);
            self.walked += claim.counted.mems.walked() as f64;
            self.mems += claim.counted.mems.to_f64();
            self.wait(claim);
        }
    }

    /// Prints cubes that are done, up to the first one that is not.
    fn print(&mut self) -> bool {
        let until = Instant::now() + PRINT_FOR;
        let mut has_more = false;
        while !has_more && let Some(claim) = self.next() {
            let report = self.report();
            let mut meanwhile = Meanwhile {
                way: &mut self.way,
                looks: &self.looks,
                report,
            };
            let view: &mut dyn ProgressView = &mut meanwhile;
            let records = self.store.records();
            let printed = self
                .printer
                .cube(&claim, records, self.new_search, Some(view));
            self.failed = printed.err();
            if claim.ends_its_cube() {
                self.waiting.remove(&claim.number);
                self.printed += 1;
            }
            has_more = Instant::now() >= until;
        }
        self.printer.streams.flush();
        has_more
    }

    fn tick(&mut self, looks: Vec<Look>) -> ControlFlow<()> {
        self.looks = looks;
        // Nothing comes after `TIMEOUT!' but the statistics.
        if self.signals.raised() && self.failed.is_none() {
            self.attend();
        }
        let is_over = self.failed.is_some()
            || self.printer.streams.has_failed()
            || self.signals.stop().is_some()
            || self.signals.is_late();
        match is_over {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn fewer(&mut self, started: usize) {
        if !self.tells_fewer {
            return;
        }
        let threads = counted(started.max(1), "thread");
        let err = self.printer.streams.err();
        writeln!(err, "dlx3: no more than {threads} can search");
    }
}

impl Session<'_, '_, '_, '_> {
    /// Reports progress, if a signal or the time asks for it.
    fn attend(&mut self) {
        if self.signals.take_report() {
            let report = self.report();
            let err = self.printer.streams.err();
            writeln!(err, "{report}");
            err.flush();
        }
        if self.signals.take_tick()
            && let Some(line) = self.way.show(&self.looks)
        {
            let err = self.printer.streams.err();
            writeln!(err, "{line}");
            err.flush();
        }
    }

    fn report(&self) -> String {
        let (done, all) = (self.done, counted(self.numbers.len(), "cube"));
        let solutions = self.printer.solutions();
        format!(" after {done} of {all}: {solutions} sols")
    }

    /// The next claim to print, if it is done.
    fn next(&mut self) -> Option<Claim> {
        if self.failed.is_some() || self.printer.streams.has_failed() {
            return None;
        }
        let number = self.numbers.get(self.printed)?;
        self.waiting.get_mut(number)?.pop_front()
    }

    fn wait(&mut self, claim: Claim) {
        let waiting = self.waiting.entry(claim.number).or_default();
        waiting.push_back(claim);
    }

    /// Prints the end of the report; returns the exit status.
    fn end(
        mut self,
        ended: Result<ControlFlow<()>, JournalError>,
        can_resume: bool,
        imems: u64,
    ) -> Result<u8, Failure> {
        self.way.hide();
        let mut is_complete = ended.map_err(|error| failure(&error))?.is_continue();
        let mut is_told = false;
        match self.failed.take() {
            None => {}
            // All cubes may be done, but not all of them are printed. The search for a solution
            // has said why.
            Some(PrintError::Ended(end)) => {
                is_complete = false;
                is_told = matches!(end, Some(End::Interrupted(_) | End::Late));
            }
            Some(error) => return Err(Failure::new(error)),
        }
        // Ctrl-C also ends the reader of our output.
        let is_interrupted =
            self.printer.streams.has_lost_its_reader() && self.signals.stop_with_reader().is_some();
        if self.printer.streams.has_failed() && !is_interrupted {
            // The caller reports it. Statistics of an unfinished search would only mislead.
            return Ok(exit::FAILURE);
        }
        // All cubes may be done, but not all of them are printed.
        is_complete &= !is_interrupted;
        let signal = self.signals.stop();
        let (said, status) = match (is_complete, signal) {
            (true, _) => (&b""[..], exit::DONE),
            (false, Some(signal)) => (&b"INTERRUPTED!\n"[..], 128 + signal as u8),
            (false, None) => (&b"TIMEOUT!\n"[..], LATE),
        };
        if !is_told {
            self.printer.streams.err().put(said);
        }
        self.printer.finish(imems);
        if !self.is_whole && self.walked < MOST_WALKED * self.mems {
            let percent = (100.0 * (1.0 - self.walked / self.mems)).floor();
            let err = self.printer.streams.err();
            writeln!(
                err,
                "dlx3: states that came back saved {percent:.0}% of the mems; processes cannot \
                 share them: one part may be better than several"
            );
        }
        if is_complete {
            return Ok(status);
        }
        let (done, all) = (self.done, self.numbers.len());
        let how = match can_resume {
            true => "the same command continues from there",
            false => "with --resume DIR, the next run would continue from there",
        };
        let err = self.printer.streams.err();
        let are = if done == 1 || all == 1 { "is" } else { "are" };
        let all = counted(all, "cube");
        writeln!(err, "dlx3: {done} of {all} {are} done; {how}");
        Ok(status)
    }
}
