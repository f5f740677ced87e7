//! What all verbs have: limits of memory and time, and a report of what the answer has cost.

use super::progress::AnswerLine;
use crate::answers::count::PartReport;
use crate::answers::tuning::Tuning;
use crate::answers::{Effort, Limits, Stopped, View};
use crate::cli::arguments::deadline::{Deadline, TimeLimit, time_is_up};
use crate::cli::arguments::size::parse_size;
use crate::cli::arguments::threads::Threads;
use crate::cli::arguments::tuning::TuningArgument;
use crate::cli::process::deep::with_deep_stack;
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::search;
use crate::text::plural::counted;
use crate::text::signals::Signals;
use std::cmp::Reverse;
use std::time::Duration;

/// The exit status when a limit or a signal stopped it before the answer.
pub const STOPPED: u8 = exit::STOPPED;

/// What is said where an answer has been printed in part.
pub const NOT_ALL: &str = "; not all is printed";

/// What an answer may cost.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |time| {
    time.help("Stop after so much time, such as 500ms, 90s, 15m, 2h")
}))]
pub struct Cost {
    /// Bytes that states may take, such as 64K, 100M, 2G. With less memory, the program takes
    /// longer or ends without an answer; an answer is always exact
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size)]
    pub memory: usize,

    #[command(flatten)]
    time: TimeLimit,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    pub tuning: TuningArgument,
}

/// Looks at the clock and at signals.
pub struct Clock {
    signals: Signals,
    deadline: Deadline,
    memory: usize,
    threads: usize,
    tuning: Tuning,
    bits: search::bits::Tuning,
}

impl Cost {
    /// Starts the clock, reads, and catches signals from then on: who types a problem, or waits
    /// for one that does not come, ends the program with Ctrl-C.
    ///
    /// # Errors
    /// If it cannot be read, the handlers cannot be set, or `--tuning` leaves no way to an answer.
    pub fn clock<T>(
        &self,
        read: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<(Clock, T), Failure> {
        let deadline = self.time.begin();
        let tuning = self.tuning.answers()?;
        let input = read()?;
        let clock = Clock {
            signals: catch_signals()?,
            deadline,
            memory: self.memory,
            threads: self.threads(),
            tuning,
            bits: self.tuning.search(),
        };
        Ok((clock, input))
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        self.threads.number()
    }
}

impl Clock {
    /// Does some work within the limits.
    pub fn within<T>(&self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        self.within_with(AnswerLine::on_a_terminal(), work)
    }

    /// Does some work within the limits, on a stack that is deep enough for DLX3's tree.
    pub fn deeply<T: Send>(&self, work: impl FnOnce(&mut Limits<'_>) -> T + Send) -> T {
        self.deeply_with(None, work)
    }

    /// Does some work on a deep stack, with a line of progress as often as is asked for.
    pub fn deeply_with<T: Send>(
        &self,
        every: Option<Duration>,
        work: impl FnOnce(&mut Limits<'_>) -> T + Send,
    ) -> T {
        with_deep_stack(|stack| {
            self.within_with(AnswerLine::new(every, None), |limits| {
                limits.stack = stack;
                work(limits)
            })
        })
    }

    /// Does some work within the limits, with a given progress line.
    pub fn within_with<T>(
        &self,
        mut line: Option<AnswerLine>,
        work: impl FnOnce(&mut Limits<'_>) -> T,
    ) -> T {
        let mut stop = || self.is_over();
        let done = work(&mut Limits {
            threads: self.threads,
            view: line.as_mut().map(|line| line as &mut dyn View),
            tuning: self.tuning,
            bits: self.bits,
            stop: &mut stop,
            ..Limits::new(self.memory)
        });
        drop(line);
        done
    }

    /// Which techniques are used.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Whether time is up, or a signal has come.
    pub fn is_over(&self) -> bool {
        self.watch()()
    }

    /// Says whether time is up, or a signal has come; any thread may ask.
    pub fn watch(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let (deadline, signals) = (self.deadline, self.signals.clone());
        move || deadline.is_over() || signals.stop().is_some()
    }

    /// What to say where there is no answer, with what is known instead.
    pub fn stopped(&self, why: Stopped, known: &str) -> Failure {
        match (why, self.signals.stop()) {
            (Stopped::Memory, _) => Failure::new(format_args!(
                "this takes more than {} of states: see --memory{known}",
                counted(self.memory, "byte")
            )),
            (Stopped::Limit, None) => time_is_up(known),
            (Stopped::Limit, Some(_)) => Failure::new(format_args!("stopped by a signal{known}")),
        }
        .with_status(STOPPED)
    }
}

/// Of more parts than this, the ones with the most states have a line each.
const PARTS_SHOWN: usize = 10;

/// Says on stderr what the parts of a problem have taken. Of many parts, this shows the largest
/// and the sum of all. Parts with one option say nothing each, and are counted only.
pub fn tell(process: &mut Process, told: &[PartReport], free: usize) {
    let is_plain = |part: &&PartReport| part.options <= 1;
    let plain = match told.len() {
        1 => 0,
        _ => told.iter().filter(is_plain).count(),
    };
    let told: Vec<&PartReport> = told
        .iter()
        .filter(|part| plain == 0 || !is_plain(part))
        .collect();
    let mut shown = told.clone();
    if told.len() > PARTS_SHOWN {
        shown.sort_by_key(|part| Reverse((part.effort.states, part.options)));
        shown.truncate(PARTS_SHOWN);
    }
    for part in shown {
        let what = sum_of(part.options, part.items);
        write!(process.err(), "{what}: {}; ", part.way);
        tell_effort(process, &part.effort);
    }
    if told.len() > PARTS_SHOWN {
        let (mut options, mut items) = (0, 0);
        let mut sum = Effort::default();
        for part in &told {
            options += part.options;
            items += part.items;
            sum.states = sum.states.saturating_add(part.effort.states);
            sum.hits = sum.hits.saturating_add(part.effort.hits);
        }
        let (parts, more) = (told.len(), told.len() - PARTS_SHOWN);
        let are = if more == 1 { "is" } else { "are" };
        let what = sum_of(options, items);
        let err = process.err();
        write!(
            err,
            "{parts} parts, of which {more} {are} not shown: {what}; "
        );
        tell_effort(process, &sum);
    }
    if plain > 0 {
        let other = if told.is_empty() { "" } else { " more" };
        let parts = match plain {
            1 => format!("1{other} part has one option or none."),
            _ => format!("{plain}{other} parts have one option each, or none."),
        };
        writeln!(process.err(), "{parts}");
    }
    if free > 0 {
        let options = counted(free, "option");
        writeln!(process.err(), "{options} may hold or not.");
    }
}

fn sum_of(options: usize, items: usize) -> String {
    format!("{}, {}", counted(options, "option"), counted(items, "item"))
}

fn tell_effort(process: &mut Process, effort: &Effort) {
    let err = process.err();
    write!(err, "{}", counted(effort.states, "state"));
    if effort.hits > 0 {
        write!(err, ", {}", counted(effort.hits, "hit"));
    }
    if effort.bytes > 0 {
        write!(err, ", {}", counted(effort.bytes, "byte"));
    }
    writeln!(err, ".");
}
