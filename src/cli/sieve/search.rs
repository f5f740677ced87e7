//! `sieve search`: the search of Ginnow's essay.

use super::UNPROVED;
use crate::cli::arguments::deadline::TimeLimit;
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::sieve::Numbers;
use crate::sieve::essay::{self, Event, Settings};
use clap::builder::RangedI64ValueParser;
use std::ops::ControlFlow;

/// The search of Ginnow's essay (gsieve): fast for small N, proves nothing
///
/// Prints each better score with its pairs (PICK,TAX), starred where they followed
/// from the one before. The order of choice is not the order of play.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit status: 0 the search has ended; 1 failing output; 2 bad usage; 3 stopped by a
signal, or as time was up.")]
#[command(mut_arg("time", |time| {
    time.help("Stop after so much time, such as 500ms, 90s, 15m, 2h, 3d")
}))]
pub struct Arguments {
    /// The sieve's largest number
    #[arg(value_name = "N", value_parser = size_parser(), default_value_t = 120,
        allow_negative_numbers = true)]
    size: u32,
    /// Picks from this number on are taken whenever they can be [default: N/3 + 16]
    #[arg(value_name = "MUSTT", allow_negative_numbers = true)]
    threshold: Option<u32>,
    /// Only games that score more are shown
    #[arg(
        value_name = "BEST",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    best: u64,
    #[command(flatten)]
    time: TimeLimit,
}

fn size_parser() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..=i64::from(essay::MOST))
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let numbers = Numbers::new(arguments.size).map_err(Failure::new)?;
    let mut settings = Settings::new(&numbers);
    settings.threshold = arguments.threshold.unwrap_or(settings.threshold);
    settings.best = arguments.best;
    let signals = catch_signals()?;
    let flags = signals.clone();
    let waits = arguments.time.begin().then(move || flags.be_late());
    waits.map_err(|error| Failure::new(format_args!("cannot watch the time: {error}")))?;
    let mut status = exit::DONE;
    essay::search(&numbers, settings, &mut |event| {
        if let Event::Better { score, choices } = event {
            let out = process.out();
            write!(out, "Bestscore = {score} :");
            for choice in choices {
                let star = if choice.automatic { "*" } else { "" };
                let pair = choice.pair;
                write!(out, " ({},{}){star}", pair.pick, pair.tax);
            }
            writeln!(out);
            out.flush();
        }
        if signals.raised() && (signals.stop().is_some() || signals.is_late()) {
            status = UNPROVED;
            return ControlFlow::Break(());
        }
        if process.has_failed() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    Ok(status)
}
