//! Several threads: signals, closed pipes, memory, needless work. (`tests/filters/golden.rs` tests
//! that they print what one thread prints.)

use crate::common::filter::{dlx3, program};
use dlx3::parallel::{BreakAt, Parallel, ParallelWatch, Render};
use dlx3::search::testing::{Watch, walk};
use dlx3::search::{Count, Engine, Memo, Observer, Outcome, Search, Solution, State};
use dlx3::{Counters, Problem, Reader};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Pairings of `2 * pairs` points: (2 * pairs - 1)!! solutions. Those of 30 points, more than
/// 6 * 10^15, have no end.
fn pairings(pairs: usize) -> String {
    let mut text = String::new();
    for point in 0..2 * pairs {
        write!(text, "{point} ").unwrap();
    }
    text.push('\n');
    for low in 0..2 * pairs {
        for high in low + 1..2 * pairs {
            writeln!(text, "{low} {high}").unwrap();
        }
    }
    text
}

/// Options that may be taken or not: `2.pow(count)` solutions, each of as many levels.
fn free(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("a{number}")).collect();
    let items: Vec<String> = names.iter().map(|name| format!("0:1|{name}")).collect();
    items.join(" ") + "\n" + &names.join("\n") + "\n"
}

fn start(words: &[&str], input: &str) -> Child {
    start_command(&mut dlx3(words), input)
}

fn start_command(command: &mut Command, input: &str) -> Child {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    child
}

/// The output on both streams.
fn run(words: &[&str], input: &str) -> (Vec<u8>, Vec<u8>) {
    let output = start(words, input).wait_with_output().unwrap();
    (output.stdout, output.stderr)
}

#[test]
fn a_search_that_is_cut_by_itself_prints_what_one_thread_prints() {
    let (pairings, free) = (pairings(6), free(40));
    for (input, words) in [
        (&pairings, &["m1", "v129"][..]),
        (&pairings, &["m1", "v1", "--json"]),
        (&pairings, &["m3", "v1", "--json"]),
        (&pairings, &["m2", "v129"]),
        (&pairings, &["m3", "v1", "--memo", "0"]),
        (&pairings, &["m7", "v641", "t9999"]),
        (&pairings, &["m10", "v129"]),
        (&pairings, &["m50", "v129", "d700000"]),
        (&pairings, &["m500", "v129", "d3000000"]),
        (&pairings, &["m101", "v641", "T2000000", "d0"]),
        (&free, &["m1", "v1", "t3000"]),
        (&free, &["m1", "v1", "t12000", "--json", "--memo", "0"]),
        (&free, &["m2", "v129", "t6000"]),
        (&free, &["m7", "v1", "t20000", "--memo", "0"]),
        (&free, &["m50", "v129", "T3000000"]),
        (&free, &["m100", "v1", "t200000", "d1000000"]),
        (&free, &["m101", "v1", "t200000"]),
    ] {
        let with = |more: &[&'static str]| run(&[words, more].concat(), input);
        let expected = with(&["--threads", "1"]);
        for (threads, batch) in [("2", "20000"), ("3", "3000"), ("7", "20000")] {
            let got = with(&["--threads", threads, "--batch", batch]);
            assert!(got == expected, "{words:?} with {threads} threads");
        }
    }
}

/// Such a problem used to be searched by code for problems with colors. If the walk began inside
/// it, rows of secondary items were those of another subtree.
#[test]
fn parts_that_begin_inside_a_large_problem_without_colors_count_what_lists_count() {
    // Langford pairs for 45 in 107 places: 3,735 options.
    let (pairs, places) = (45, 107);
    let mut text = String::new();
    for pair in 1..=pairs {
        write!(text, "n{pair} ").unwrap();
    }
    text.push('|');
    for place in 0..places {
        write!(text, " s{place}").unwrap();
    }
    text.push('\n');
    for pair in 1..=pairs {
        for place in 0..places - pair - 1 {
            writeln!(text, "n{pair} s{place} s{}", place + pair + 1).unwrap();
        }
    }
    let words = ["T1935783", "v129", "--memo", "0"];
    let with = |more: &[&'static str]| run(&[&words, more].concat(), &text);
    let expected = with(&["--threads", "1", "--engine", "links"]);
    for threads in ["1", "2", "7"] {
        let got = with(&["--batch", "98709", "--threads", threads]);
        assert!(got == expected, "{threads} threads");
    }
}

fn problem(text: &str) -> Problem {
    Reader::new().read(text.as_bytes()).unwrap().problem
}

/// A watch that is shown some solutions, and may become urgent.
#[derive(Default)]
struct Shown {
    spacing: u64,
    most: u64,
    shown: u64,
    /// How many more times the search may be joined before it becomes urgent.
    patience: u32,
    urgent: Arc<AtomicBool>,
    /// The counters when the watch broke off for this reason.
    seen: Option<Counters>,
}

/// How many solutions have been rendered.
static RENDERED: AtomicUsize = AtomicUsize::new(0);

impl Watch for Shown {
    fn alarm_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.urgent)
    }

    fn solution_at(&self, found: &Count) -> Option<Count> {
        Some(found.multiple_after(self.spacing).min(self.most.into()))
    }

    fn alarm(&mut self, state: &dyn State) -> ControlFlow<()> {
        match self.urgent.load(Ordering::Relaxed) {
            true => {
                self.seen = Some(state.counters().clone());
                ControlFlow::Break(())
            }
            false => ControlFlow::Continue(()),
        }
    }

    fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
        let number = &state.counters().solutions;
        if number.is_multiple_of(self.spacing) {
            Self::render(state, &mut Vec::new());
            self.shown += 1;
        }
        match *number >= self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Shown {
    fn render(state: &dyn State, text: &mut Vec<u8>) {
        RENDERED.fetch_add(1, Ordering::Relaxed);
        for level in 0..state.level() {
            writeln!(text, " {:?}", state.branch(level).item).unwrap();
        }
    }
}

impl ParallelWatch for Shown {
    fn limits(&self) -> BreakAt {
        BreakAt {
            mems: None,
            solutions: Some(self.most.into()),
        }
    }

    fn spacing(&self) -> u64 {
        self.spacing
    }

    fn renderer(&self) -> fn() -> Render {
        || Box::new(Self::render)
    }

    fn show(&mut self, _: &Count, _: &[u8]) -> ControlFlow<()> {
        self.shown += 1;
        ControlFlow::Continue(())
    }

    fn merged(&mut self, _: &Counters) -> ControlFlow<()> {
        if self.patience == 0 {
            self.urgent.store(true, Ordering::Relaxed);
        }
        self.patience = self.patience.saturating_sub(1);
        ControlFlow::Continue(())
    }
}

/// With `m2` to `m100`, workers used to keep every solution as text: 35 times the work of one
/// thread when most solutions are known and skipped.
#[test]
fn solutions_that_are_not_shown_are_not_rendered() {
    let problem = problem(&free(60));
    for spacing in [50, 100] {
        let memo = Memo::new(&problem, 64 << 20, false);
        let mut search = Search::new(&problem, Engine::Auto).with_memo(&memo);
        let mut watch = Shown {
            spacing,
            most: 1_000_000,
            patience: u32::MAX,
            ..Shown::default()
        };
        let parallel = Parallel {
            threads: Some(2),
            batch: 1 << 20,
            ..Parallel::default()
        };
        let before = RENDERED.load(Ordering::Relaxed);
        assert_eq!(parallel.run(&mut search, &mut watch), Outcome::Paused);
        assert_eq!(watch.shown, 1_000_000 / spacing);
        let rendered = RENDERED.load(Ordering::Relaxed) - before;
        assert!(rendered < 100_000, "{rendered} of 1,000,000");
    }
}

/// Breaks off after a number of counted mems.
struct StopsAt(u64);

impl Watch for StopsAt {
    fn alarm_at(&self) -> Option<Count> {
        Some(self.0.into())
    }

    fn alarm(&mut self, _: &dyn State) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn solution_at(&self, _: &Count) -> Option<Count> {
        None
    }
}

/// If the next part to join began after another one, the counters used to be those between two
/// nodes.
#[test]
fn an_interrupted_search_stands_at_a_node() {
    let problem = problem(&pairings(5));
    for patience in 0..60 {
        let mut search = Search::new(&problem, Engine::Auto);
        let mut watch = Shown {
            spacing: 1_000_000,
            most: u64::MAX,
            patience,
            ..Shown::default()
        };
        let parallel = Parallel {
            threads: Some(3),
            batch: 400,
            eager: true,
            ..Parallel::default()
        };
        let outcome = parallel.run(&mut search, &mut watch);
        let Some(seen) = watch.seen else {
            // The search ended before.
            assert_eq!(outcome, Outcome::Exhausted);
            continue;
        };
        assert_eq!(outcome, Outcome::Paused);
        assert_eq!(&seen, search.counters());
        let mems = seen.mems.to_u64().unwrap();
        let mut alone = Search::new(&problem, Engine::Links);
        assert_eq!(walk(&mut alone, &mut StopsAt(mems)), Outcome::Paused);
        assert_eq!(&seen, alone.counters(), "after {patience} pieces");
    }
}

/// Records what an observer sees, up to some number of solutions.
struct Seen {
    solutions: Vec<Solution>,
    most: usize,
    calls: u64,
}

impl Seen {
    fn up_to(most: usize) -> Self {
        Seen {
            solutions: Vec::new(),
            most,
            calls: 0,
        }
    }
}

impl Observer for Seen {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.solutions.push(solution.clone());
        match self.solutions.len() == self.most {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn progress(&mut self, state: &dyn State) -> ControlFlow<()> {
        assert!(state.counters().nodes > 0);
        self.calls += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn an_observer_sees_of_several_threads_what_it_sees_of_one() {
    let problem = problem(&pairings(7));
    for most in [1, 100_000, usize::MAX] {
        let seen = [1, 3].map(|threads| {
            let mut seen = Seen::up_to(most);
            let mut search = Search::new(&problem, Engine::Auto);
            let outcome = search.run_on_threads(threads, &mut seen);
            let state = search.state();
            let path = dlx3::search::Path::of(state);
            (outcome, seen.solutions, state.counters().clone(), path)
        });
        assert!(seen[0] == seen[1], "up to {most}");
        assert_eq!(seen[0].1.len(), most.min(135_135));
        // Other threads begin after 2^23 mems.
        assert!(most == 1 || seen[0].2.mems > 1 << 24);
    }
}

/// Wants to see progress more often, or less.
struct Every(u64, Vec<u64>);

impl Observer for Every {
    fn progress_every(&self) -> u64 {
        self.0
    }

    fn progress(&mut self, state: &dyn State) -> ControlFlow<()> {
        self.1.push(state.counters().mems.to_u64().unwrap());
        ControlFlow::Continue(())
    }
}

#[test]
fn an_observer_says_how_often_it_wants_to_see_progress() {
    let problem = problem(&pairings(6));
    for engine in [Engine::Auto, Engine::Links] {
        for mems in [1000, 1 << 16, u64::MAX] {
            let mut every = Every(mems, Vec::new());
            let mut search = Search::new(&problem, engine);
            assert_eq!(search.run(&mut every), Outcome::Exhausted);
            let all = search.counters().mems.to_u64().unwrap();
            assert!(every.1.windows(2).all(|two| two[0] + mems <= two[1]));
            // A call comes soon after it is due.
            let calls = all / mems;
            let seen = every.1.len() as u64;
            assert!(seen <= calls && seen >= calls / 2, "{seen} of {calls}");
        }
    }
}

/// Asks for a break after some progress.
struct Impatient(u64);

impl Observer for Impatient {
    fn wants_solutions(&self) -> bool {
        false
    }

    fn progress(&mut self, _: &dyn State) -> ControlFlow<()> {
        self.0 -= 1;
        match self.0 {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn an_observer_may_end_a_search_that_makes_progress() {
    let problem = problem(&pairings(12));
    for threads in [1, 2] {
        let mut search = Search::new(&problem, Engine::Auto);
        let outcome = search.run_on_threads(threads, &mut Impatient(3));
        assert_eq!(outcome, Outcome::Paused);
        let mems = search.counters().mems.to_u64().unwrap();
        let mut alone = Search::new(&problem, Engine::Links);
        assert_eq!(walk(&mut alone, &mut StopsAt(mems)), Outcome::Paused);
        assert_eq!(search.counters(), alone.counters(), "{threads} threads");
    }
}

/// The parts used to be taken for finished before the first solution, and no thread worked.
#[test]
fn a_search_for_no_solutions_ends_with_the_first_one() {
    let input = pairings(6);
    let expected = run(&["m1", "t0", "v1", "--threads", "1"], &input);
    let words = ["m1", "t0", "v1", "--threads", "2", "--batch", "2"];
    assert_eq!(run(&words, &input), expected);
    assert!(expected.0.starts_with(b"1:\n"));
}

#[test]
fn an_interrupted_search_has_printed_a_prefix() {
    let input = pairings(15);
    let mut child = start(&["m1", "v1", "--threads", "3", "--batch", "500"], &input);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut lines = Vec::new();
    for _ in 0..100 {
        out.read_until(b'\n', &mut lines).unwrap();
    }
    let id = nix_id(&child);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    out.read_to_end(&mut lines).unwrap();
    let mut reports = String::new();
    let mut err = child.stderr.take().unwrap();
    err.read_to_string(&mut reports).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(reports.contains("INTERRUPTED!\nAltogether"), "{reports}");
    let numbers = lines
        .split(|&byte| byte == b'\n')
        .filter(|line| line.ends_with(b":"));
    let number = numbers.count();
    let found = format!("Altogether {number} solution");
    assert!(reports.contains(&found), "{reports} but {found}");
    let as_many = ["m1", "v0", "--threads", "1", &format!("t{number}")];
    assert!(run(&as_many, &input).0 == lines);
}

fn nix_id(child: &Child) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(child.id() as i32)
}

#[test]
fn a_run_up_to_the_mems_of_an_interrupted_one_prints_its_statistics() {
    let input = pairings(15);
    for wait in 0..12 {
        let words = [
            "v129",
            "d0",
            "--threads",
            "3",
            "--batch",
            "3000",
            "--memo",
            "0",
        ];
        let mut child = start(&words, &input);
        // Once it says this, it waits for signals.
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut reports = String::new();
        stderr.read_line(&mut reports).unwrap();
        assert!(reports.ends_with(" successfully read)\n"), "{reports}");
        std::thread::sleep(Duration::from_millis(5 * wait));
        nix::sys::signal::kill(nix_id(&child), nix::sys::signal::Signal::SIGTERM).unwrap();
        stderr.read_to_string(&mut reports).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(143), "{reports}");
        let mems = reports.split(" mems,").next().unwrap();
        let mems = mems.rsplit('+').next().unwrap();
        let again = ["v129", "d0", "--threads", "1", &format!("T{mems}")];
        let (_, expected) = run(&again, &input);
        let expected = String::from_utf8(expected).unwrap();
        assert_eq!(
            reports.replace("INTERRUPTED!", "TIMEOUT!"),
            expected,
            "up to {mems} mems"
        );
    }
}

/// Runs `dlx3` with `memory` KB of address space.
fn run_within(memory: usize, words: &[&str], input: &str) -> (Option<i32>, Vec<u8>, String) {
    let limited = format!("ulimit -v {memory}; exec \"$@\"");
    let mut command = program("sh");
    command.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_dlx3")]);
    let output = start_command(command.args(words), input).wait_with_output();
    let output = output.unwrap();
    let reports = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), output.stdout, reports)
}

/// If threads are refused, the search continues with fewer. Only users who asked for a number are
/// told.
#[test]
fn threads_that_the_system_refuses_are_not_needed() {
    let input = pairings(6);
    let alone = run(&["m500", "v129", "--threads", "1"], &input);
    let words = ["m500", "v129", "--batch", "20000", "--memo", "1M"];
    for memory in [300_000, 600_000, 30_000] {
        let asked = [&words[..], &["--threads", "1000"]].concat();
        let (status, solutions, reports) = run_within(memory, &asked, &input);
        assert_eq!(status, Some(0), "{reports}");
        assert!(solutions == alone.0);
        let (told, others): (Vec<&str>, Vec<&str>) =
            reports.lines().partition(|line| line.starts_with("dlx3: "));
        assert_eq!(told.len(), 1, "{reports}");
        assert!(told[0].starts_with("dlx3: no more than "), "{reports}");
        assert!(
            others
                .iter()
                .copied()
                .eq(std::str::from_utf8(&alone.1).unwrap().lines())
        );
        let (status, solutions, reports) = run_within(memory, &words, &input);
        assert_eq!(status, Some(0), "{reports}");
        assert!(
            solutions == alone.0 && reports.as_bytes() == alone.1,
            "{reports}"
        );
    }
}

#[test]
fn an_absurd_number_of_threads_is_as_many_as_there_can_be() {
    let input = pairings(6);
    let alone = run(&["m500", "v129", "--threads", "1"], &input);
    let many = "18446744073709551615";
    let (solutions, _) = run(&["m500", "--batch", "20000", "--threads", many], &input);
    assert!(solutions == alone.0);
}

/// The consumer stands still while the threads could fill gigabytes; then it
/// goes away, which ends them all.
#[test]
fn a_flood_of_solutions_waits_in_bounded_memory_and_ends_with_its_reader() {
    let (pairings, free) = (pairings(10), free(150));
    for (input, words) in [
        (&pairings, &["m1"][..]),
        (&pairings, &["m1", "--batch", "100000"]),
        (&pairings, &["m7"]),
        (&free, &["m2"]),
        (&free, &["m50", "--memo", "1M"]),
    ] {
        let mut child = start(&[words, &["--threads", "3"]].concat(), input);
        let mut first = [0; 3];
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut first).unwrap();
        assert!(first.contains(&b':'));
        std::thread::sleep(Duration::from_secs(2));
        // A system without this file is not tested here.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        if let Some(most) = status.ok().as_deref().and_then(peak) {
            assert!(most < 140 << 10, "{words:?}: {most} KB");
        }
        drop(out);
        assert_eq!(child.wait().unwrap().code(), Some(141));
    }
}

/// The peak memory of a process, in KB. (The peak of all children would include other tests.)
fn peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}
