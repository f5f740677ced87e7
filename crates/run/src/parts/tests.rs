//! The machine stops at each system call of the journal, one after the other.

use super::journal::is_done;
use super::journal::{Claim, Claims, Faults, Heading, Journal, JournalError};
use super::print::{Printer, Records};
use super::record::Kept;
use super::run::{Caller, Desk, Look, Store, Work, run};
use super::{Part, journal};
use crate::parts::Cubes;
use crate::report::{Settings, Verbose};
use dlx3_base::text::signals::Signals;
use dlx3_base::text::streams::Streams;
use dlx3_format::Problem;
use dlx3_search::{Counters, Engine, Search};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Pairings of eight points: 105 solutions.
fn input() -> String {
    let mut text = "a b c d e f g h\n".to_owned();
    for (place, low) in "abcdefgh".chars().enumerate() {
        for high in "abcdefgh".chars().skip(place + 1) {
            text += &format!("{low} {high}\n");
        }
    }
    text
}

fn settings() -> Settings {
    Settings {
        verbose: Verbose(Verbose::BASICS + Verbose::PROFILE + Verbose::CHOICES),
        spacing: 2,
        delta: Some(0),
        ..Settings::default()
    }
}

/// Does the rest in a folder, and prints it if it ends.
fn go_on(
    folder: &Path,
    problem: &Problem,
    threads: usize,
    stretch: Option<u64>,
    faults: &Faults,
) -> Result<String, JournalError> {
    let settings = settings();
    let cubes = Cubes::new(problem, Some(12));
    let input = input();
    let heading = Heading::new(input.as_bytes(), &settings, false, Some(12), &cubes);
    let input = input.as_bytes();
    let (journal, done) = Journal::open_with(folder, input, &heading, Part::WHOLE, faults.clone())?;
    let mut desk = Desk {
        store: Arc::new(Store::Folder(folder.to_owned())),
        journal: Some(journal),
    };
    let is_left = |number: &usize| !done.get(number).is_some_and(|claims| is_done(claims));
    let todo = cubes.in_order().filter(is_left);
    let todo: Vec<usize> = todo.collect();
    let work = Work {
        problem,
        cubes: &cubes,
        todo: &todo,
        kept: Kept::of(&settings, false),
        threads,
        profiles: true,
        stack: dlx3_search::STACK,
        stretch,
    };
    let new_search = || Search::new(problem, Engine::Auto);
    let mut told = Told(done.clone());
    let ended = run(&work, &new_search, &mut desk, &done, &|| false, &mut told)?;
    assert!(ended.is_continue());
    drop(desk);
    let contents = journal::read(folder)?.expect("it is there");
    assert_eq!(contents.claims.len(), cubes.count());
    assert_eq!(contents.claims, told.0);
    let printed = Printed::default();
    let mut streams = Streams::new(printed.clone(), printed.clone());
    let mut printer = Printer {
        settings: &settings,
        streams: &mut streams,
        shape: None,
        problem,
        signals: Signals::none(),
        total: Counters::default(),
    };
    for number in cubes.in_order() {
        for claim in &contents.claims[&number] {
            let done = printer.cube(claim, Records::Folder(folder), &new_search, None);
            done.expect("what the journal claims is there");
        }
    }
    printer.finish(0);
    drop(streams);
    let bytes = printed.0.lock().expect("no thread has failed").clone();
    Ok(String::from_utf8(bytes).expect("it is text"))
}

/// Reads the journal while its run prints.
struct Slow<'f> {
    folder: &'f Path,
    cubes: usize,
    found: usize,
}

impl Caller for Slow<'_> {
    fn done(&mut self, _: Vec<Claim>) {}

    /// Waits for all cubes, as for a reader that reads only then.
    fn print(&mut self) -> bool {
        let since = Instant::now();
        while self.found < self.cubes && since.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(10));
            self.found = journal::read(self.folder)
                .unwrap()
                .map_or(0, |contents| contents.claims.len());
        }
        false
    }

    fn tick(&mut self, _: Vec<Look>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The journal waited for printing: a kill lost all that was found in the meantime.
#[test]
fn a_journal_is_kept_while_a_slow_reader_reads() {
    let problem: Problem = input().parse().unwrap();
    let settings = settings();
    let cubes = Cubes::new(&problem, Some(12));
    let input = input();
    let heading = Heading::new(input.as_bytes(), &settings, false, Some(12), &cubes);
    let folder = tempfile::tempdir().unwrap();
    let opened = Journal::open(folder.path(), input.as_bytes(), &heading, Part::WHOLE);
    let (journal, done) = opened.unwrap();
    let mut desk = Desk {
        store: Arc::new(Store::Folder(folder.path().to_owned())),
        journal: Some(journal),
    };
    let todo: Vec<usize> = cubes.in_order().collect();
    let work = Work {
        problem: &problem,
        cubes: &cubes,
        todo: &todo,
        kept: Kept::of(&settings, false),
        threads: 2,
        profiles: true,
        stack: dlx3_search::STACK,
        stretch: None,
    };
    let new_search = || Search::new(&problem, Engine::Auto);
    let mut slow = Slow {
        folder: folder.path(),
        cubes: cubes.count(),
        found: 0,
    };
    let ended = run(&work, &new_search, &mut desk, &done, &|| false, &mut slow);
    assert!(ended.unwrap().is_continue());
    assert_eq!(slow.found, cubes.count());
}

/// Keeps finished claims.
struct Told(Claims);

impl Caller for Told {
    fn done(&mut self, claims: Vec<Claim>) {
        for claim in claims {
            let before = self.0.entry(claim.number).or_default();
            assert!(!is_done(before), "a cube is done twice");
            before.push(claim);
        }
    }

    fn print(&mut self) -> bool {
        false
    }

    fn tick(&mut self, _: Vec<Look>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Keeps the output.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no thread has failed").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn wherever_the_machine_stops_the_search_goes_on_and_prints_the_same() {
    let problem: Problem = input().parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let expected = go_on(folder.path(), &problem, 1, None, &Faults::default()).unwrap();
    assert!(
        expected.contains("Altogether 105 solutions, 0+"),
        "{expected}"
    );
    // With a limit for each stretch, most cubes have several.
    for (threads, stretch) in [(1, None), (2, None), (1, Some(300)), (2, Some(300))] {
        let mut steps = 0;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path().join("here");
            let faults = Faults::after(steps);
            let first = go_on(&folder, &problem, threads, stretch, &faults);
            if !faults.has_stopped() {
                assert_eq!(first.unwrap(), expected);
                break;
            }
            assert!(first.is_err(), "{steps} steps");
            // It stops once more, a little later.
            let _ = go_on(
                &folder,
                &problem,
                threads,
                stretch,
                &Faults::after(steps / 2),
            );
            let last = go_on(&folder, &problem, threads, stretch, &Faults::default());
            assert_eq!(last.unwrap(), expected, "{steps} steps");
            steps += 1;
        }
        assert!(steps > 10, "{steps}");
    }
}
