//! A search in parts, the damage to its folders, and the outcome.

use super::damage::{self, Files};
use crate::problems::dice::Dice;
use crate::problems::random::RandomProblem;
use dlx3::Reader;
use dlx3::Text;
use dlx3::parts::Cubes;
use dlx3::parts::journal::{self, Claim, Claims, Heading};
use dlx3::parts::merge::Gathered;
use dlx3::parts::print::{Printer, Records};
use dlx3::parts::run::{self, Caller, Desk, Look, Store, Work};
use dlx3::parts::{Journal, Kept, Part, audit};
use dlx3::report::{
    End, Reporter, Settings, Verbose, write_input_summary, write_profile, write_statistics,
};
use dlx3::search::{Counters, Engine, STACK, Search, read_charged};
use dlx3::text::signals::Signals;
use dlx3::text::streams::Streams;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use tempfile::TempDir;

/// Collects the claims of a search.
struct Told(Claims);

impl Caller for Told {
    fn done(&mut self, claims: Vec<Claim>) {
        for claim in claims {
            self.0.entry(claim.number).or_default().push(claim);
        }
    }

    fn print(&mut self) -> bool {
        false
    }

    fn tick(&mut self, _: Vec<Look>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The damage was repaired or did no harm: the output is right.
    Right,
    /// There was a message.
    Refused,
    /// The journal was forged, and nothing crashed.
    Forged,
    /// The output is wrong, or something crashed.
    Wrong,
}

/// This many cases damage the folders of the same search.
const CASES_OF_A_BASE: u64 = 50;

/// Problems that take more mems are skipped.
const MOST_MEMS: u64 = 300_000;

/// Runs cases. Reports failures on stderr, and keeps them.
pub fn run(seed: u64, cases: u64, threads: u64, keep: Option<&Path>) -> Vec<Verdict> {
    let work = move |thread: u64| {
        let mut verdicts = Vec::new();
        for base in (thread..cases.div_ceil(CASES_OF_A_BASE)).step_by(threads as usize) {
            let from = base * CASES_OF_A_BASE;
            let some = Base::new(seed, base);
            let other = Base::new(seed, base + 1_000_000_007);
            for number in from..cases.min(from + CASES_OF_A_BASE) {
                verdicts.push(some.case(&other, seed, number, keep));
            }
        }
        verdicts
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        let ended = workers.into_iter().map(|worker| worker.join());
        ended
            .flat_map(|verdicts| verdicts.expect("cases catch what panics"))
            .collect()
    })
}

/// A writer that keeps its bytes.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().expect("no thread has failed"))
    }
}

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread has failed").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder in memory, if the system has such: journals are synced, and disks are slow.
fn folder() -> TempDir {
    TempDir::new_in("/dev/shm").unwrap_or_else(|_| TempDir::new().expect("there is room"))
}

/// A search in parts before any damage.
struct Base {
    input: Vec<u8>,
    text: Text,
    input_mems: u64,
    settings: Settings,
    grain: u64,
    threads: usize,
    stretch: Option<u64>,
    parts: Vec<Part>,
    /// The folder of each part, and its output.
    folders: Vec<(Files, Vec<u8>)>,
    /// The output of one run.
    expected: Vec<u8>,
}

impl Base {
    fn new(seed: u64, number: u64) -> Self {
        let mut dice = Dice::new(seed, 2 * number);
        loop {
            let tiny = dice.chance(1, 4);
            let input = RandomProblem::new(&mut dice, tiny).text().into_bytes();
            let Ok((text, input_mems)) = read_charged(Reader::new(), &input[..]) else {
                continue;
            };
            let (profile, choices) = (Verbose::PROFILE, Verbose::CHOICES);
            let verbose = Verbose::BASICS + *dice.pick(&[0, profile, choices, profile + choices]);
            let settings = Settings {
                verbose: Verbose(verbose),
                spacing: *dice.pick(&[0, 1, 1, 3, 101]),
                delta: Some(0),
                ..Settings::default()
            };
            let parts = *dice.pick(&[&["1/1"][..], &["1/2", "2/2"], &["1/2", "2/4", "4/4"]]);
            let mut base = Base {
                expected: Vec::new(),
                input,
                text,
                input_mems,
                settings,
                grain: 1 + dice.below(30) as u64,
                threads: 1 + usize::from(dice.chance(1, 4)),
                stretch: dice.chance(2, 3).then(|| 100 + dice.below(3000) as u64),
                parts: parts
                    .iter()
                    .map(|part| part.parse().expect("it is a part"))
                    .collect(),
                folders: Vec::new(),
            };
            let Some(expected) = base.alone() else {
                continue;
            };
            base.expected = expected;
            for &part in &base.parts {
                let here = folder();
                let printed = base.resume(here.path(), part);
                let printed = printed.expect("nothing is damaged");
                base.folders.push((files_of(here.path()), printed));
            }
            return base;
        }
    }

    /// The output of one run without cubes; none if it takes long.
    fn alone(&self) -> Option<Vec<u8>> {
        let (printed, problem) = (Printed::default(), &self.text.problem);
        let mut streams = Streams::new(printed.clone(), printed.clone());
        write_input_summary(streams.err(), problem);
        let settings = Settings {
            timeout: Some(MOST_MEMS),
            ..self.settings.clone()
        };
        let mut search = Search::new(problem, Engine::Links);
        let mut reporter = Reporter::new(&settings, &mut streams, None, Signals::none());
        reporter.run(&mut search, 1);
        if reporter.end() == Some(End::Timeout) {
            return None;
        }
        let counters = search.counters();
        if settings.verbose.has(Verbose::PROFILE) {
            write_profile(streams.err(), counters);
        }
        let original = dlx3::Original::Dlx3;
        write_statistics(streams.err(), problem, original, self.input_mems, counters);
        drop(streams);
        Some(printed.take())
    }

    /// Finishes a part in a folder, and prints it.
    fn resume(&self, folder: &Path, part: Part) -> Result<Vec<u8>, String> {
        let problem = &self.text.problem;
        let cubes = Cubes::new(problem, Some(self.grain));
        let (input, settings) = (&self.input, &self.settings);
        let heading = Heading::new(input, settings, false, Some(self.grain), &cubes);
        let opened = Journal::open(folder, input, &heading, part);
        let (journal, done) = opened.map_err(|error| error.to_string())?;
        journal::must_be_of(&done, &cubes, folder).map_err(|error| error.to_string())?;
        let store = Arc::new(Store::Folder(folder.to_owned()));
        let mut desk = Desk {
            store: Arc::clone(&store),
            journal: Some(journal),
        };
        let is_left = |&number: &usize| {
            let claims = done.get(&number);
            part.has(number) && !claims.is_some_and(|claims| journal::is_done(claims))
        };
        let todo: Vec<usize> = cubes.in_order().filter(is_left).collect();
        let work = Work {
            problem,
            cubes: &cubes,
            todo: &todo,
            kept: Kept::of(settings, false),
            threads: self.threads,
            profiles: settings.verbose.has(Verbose::PROFILE),
            stack: STACK,
            stretch: self.stretch,
        };
        let new_search = || Search::new(problem, Engine::Auto);
        let mut all = Told(done.clone());
        let ended = run::run(&work, &new_search, &mut desk, &done, &|| false, &mut all);
        let _: ControlFlow<()> = ended.map_err(|error| error.to_string())?;
        let numbers = cubes.in_order().filter(|&number| part.has(number));
        let claims = numbers.flat_map(|number| &all.0[&number]);
        let claims = claims.map(|claim| (claim, store.records()));
        self.print(settings, claims)
    }

    fn print<'c>(
        &self,
        settings: &Settings,
        claims: impl Iterator<Item = (&'c Claim, Records<'c>)>,
    ) -> Result<Vec<u8>, String> {
        let (printed, problem) = (Printed::default(), &self.text.problem);
        let mut streams = Streams::new(printed.clone(), printed.clone());
        let mut printer = Printer {
            settings,
            streams: &mut streams,
            shape: None,
            problem,
            signals: Signals::none(),
            total: Counters::default(),
        };
        let new_search = || Search::new(problem, Engine::Auto);
        printer.begin();
        for (claim, records) in claims {
            let done = printer.cube(claim, records, &new_search, None);
            done.map_err(|error| error.to_string())?;
        }
        printer.finish(self.input_mems);
        drop(streams);
        Ok(printed.take())
    }

    /// Merges folders, as `dlx merge` does.
    fn merge(&self, folders: &[PathBuf]) -> Result<Vec<u8>, String> {
        let gathered = Gathered::read(folders).map_err(|error| error.to_string())?;
        if let Some(missing) = gathered.missing() {
            return Err(format!("{missing:?}"));
        }
        if let Some(trouble) = gathered.troubles().first() {
            return Err(format!("{trouble:?}"));
        }
        let input = fs::read(folders[0].join("problem.dlx")).map_err(|error| error.to_string())?;
        if !gathered.heading().is_of(&input) || input != self.input {
            return Err("the problem has been changed".to_owned());
        }
        let (settings, _) = gathered.heading().settings().unwrap_or_default();
        let claims = gathered.cubes.iter();
        let claims = claims.map(|placed| (&placed.claim, Records::Folder(gathered.folder(placed))));
        self.print(&settings, claims)
    }

    /// Whether all readable claims hold.
    fn audit(&self, folder: &Path) -> Result<(), String> {
        let Ok(Some(contents)) = journal::read(folder) else {
            return Ok(());
        };
        let (settings, shape) = contents.heading.settings().unwrap_or_default();
        let kept = Kept::of(&settings, shape);
        let with_profile = settings.verbose.has(Verbose::PROFILE);
        for claim in contents.claims.values().flatten() {
            let differences = audit::differences(&self.text.problem, kept, with_profile, claim);
            if !differences.is_empty() {
                return Err(format!("{claim}: {}", differences.join("; ")));
            }
        }
        Ok(())
    }

    /// Damages a folder, and checks the outcome.
    fn case(&self, other: &Base, seed: u64, number: u64, keep: Option<&Path>) -> Verdict {
        let mut dice = Dice::new(seed, 2 * number + 1);
        let which = dice.below(self.folders.len());
        let is_forged = dice.chance(1, 4);
        let (mut files, expected) = self.folders[which].clone();
        if is_forged {
            damage::forge(&mut dice, files.entry("journal".to_owned()).or_default());
        } else {
            let from = match dice.chance(1, 2) {
                true => &self.folders[dice.below(self.folders.len())].0,
                false => &other.folders[0].0,
            };
            for _ in 0..=dice.below(3) {
                damage::damage(&mut dice, &mut files, &from["journal"]);
            }
        }
        let here = folder();
        let folders: Vec<PathBuf> = (0..self.folders.len())
            .map(|part| here.path().join(part.to_string()))
            .collect();
        let write_all = || {
            for (part, folder) in folders.iter().enumerate() {
                let files = if part == which {
                    &files
                } else {
                    &self.folders[part].0
                };
                write(folder, files);
            }
        };
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let mut verdict = Verdict::Refused;
            let mut look =
                |what: &str, printed: Result<Vec<u8>, String>, expected: &[u8]| match printed {
                    Err(_) => Ok(()),
                    Ok(printed) if printed == expected => {
                        verdict = Verdict::Right;
                        Ok(())
                    }
                    Ok(_) if is_forged => Ok(()),
                    Ok(printed) => Err(format!(
                        "{what} printed\n{}instead of\n{}",
                        String::from_utf8_lossy(&printed),
                        String::from_utf8_lossy(expected)
                    )),
                };
            write_all();
            look("merge", self.merge(&folders), &self.expected)?;
            let audited = self.audit(&folders[which]);
            if !is_forged {
                audited?;
            }
            let part = self.parts[which];
            let resumed = self.resume(&folders[which], part);
            let is_mended = resumed.is_ok();
            look("resume", resumed, &expected)?;
            // The new claims must be right as well.
            if is_mended {
                let merged = self.merge(&folders);
                if let (Err(error), false) = (&merged, is_forged) {
                    let has_input = files.get("problem.dlx") == Some(&self.input);
                    // A line from another part's journal is a cube in both folders.
                    let is_double = error.starts_with("Double") && error.ends_with("agree: true }");
                    if has_input && !is_double {
                        return Err(format!("what was resumed is not merged: {error}"));
                    }
                }
                look("merge, once resumed,", merged, &self.expected)?;
            }
            Ok(verdict)
        }));
        let what = match tried {
            Ok(Ok(_)) if is_forged => return Verdict::Forged,
            Ok(Ok(verdict)) => return verdict,
            Ok(Err(what)) => what,
            Err(_) => "it panicked".to_owned(),
        };
        eprintln!("case {number} of seed {seed}: {what}");
        if let Some(keep) = keep {
            write_all();
            let to = keep.join(format!("{seed}-{number}"));
            for (part, folder) in folders.iter().enumerate() {
                write(&to.join(part.to_string()), &files_of(folder));
            }
            eprintln!("kept in {}", to.display());
        }
        Verdict::Wrong
    }
}

fn files_of(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let file = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("the file can be read"))
    };
    entries.map(file).collect()
}

fn write(folder: &Path, files: &Files) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("there is room");
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("there is room");
    }
}
