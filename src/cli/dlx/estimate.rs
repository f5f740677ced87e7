//! `dlx estimate`: how large a search will be.

use super::form::FormArgument;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::arguments::size::parse_size;
use crate::cli::arguments::time::for_people;
use crate::cli::files::input::ProblemFile;
use crate::cli::process::deep::with_deep_stack;
use crate::cli::process::fit::fit;
use crate::cli::process::progress::ProgressLine;
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::estimate::{Amount, Estimate, Settings, estimate};
use crate::format::Original;
use crate::report::{Form, write_estimate};
use crate::search::Variant;
use crate::text::plural::counted;
use clap::ValueEnum;
use std::time::Duration;

/// Estimates how large the search of dlx3 is before it is done
///
/// Prints how many nodes its tree has, how many mems and seconds it takes on one thread of this
/// machine, and how many solutions it finds. A small tree is searched, and the numbers are exact.
/// Of a larger one, random parts are searched.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx gen queens 20 | dlx estimate --time 2s

Exit status: 0 estimated; 1 failing output; 2 bad usage; 3 stopped before there was an
estimate; 102 bad input.")]
#[command(mut_arg("time", |time| {
    time.help("Take so much time, such as 500ms, 90s, 15m [default: 1s, without --samples]")
}))]
pub struct Arguments {
    /// The program whose tree and mems are estimated
    #[arg(long, value_name = "PROGRAM", value_enum, default_value = "dlx3")]
    program: Program,

    /// Prefer items whose names begin with `#', as dlx3 --sharp does
    #[arg(long)]
    sharp: bool,

    #[command(flatten)]
    time: TimeLimit,

    /// Draw N samples. Without --time, the estimate depends on the input and the seed
    /// alone
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    samples: Option<u64>,

    /// The seed of the random numbers: another seed draws other samples
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Bytes that the memo may take in the search that finds out whether the tree is small
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_size)]
    memory: usize,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Program {
    Dlx1,
    Dlx2,
    Dlx3,
}

/// The time that an estimate takes by default.
const TIME: Duration = Duration::from_secs(1);

/// From progress line to progress line.
const SPACING: Duration = Duration::from_millis(200);

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let problem = arguments.input.read()?;
    let original = match arguments.program {
        Program::Dlx1 => Original::Dlx1,
        Program::Dlx2 => Original::Dlx2,
        Program::Dlx3 => Original::Dlx3,
    };
    let variant = Variant::of(original).preferring_sharp(arguments.sharp);
    if !variant.accepts(&problem) {
        let has = match original {
            Original::Dlx1 => "neither bounds nor colors",
            _ => "no bounds",
        };
        let failure = Failure::new(format_args!(
            "{} has {has}, but the problem does",
            original.name()
        ));
        return Err(failure.with_status(exit::BAD_INPUT));
    }
    let time = arguments.time.time().or(match arguments.samples {
        Some(_) => None,
        None => Some(TIME),
    });
    let signals = catch_signals()?;
    let found = with_deep_stack(|stack| {
        let settings = Settings {
            variant,
            time,
            samples: arguments.samples,
            seed: arguments.seed,
            memory: arguments.memory,
            stack,
        };
        let mut line = ProgressLine::alone(SPACING, None);
        estimate(&problem, &settings, &mut |so_far| {
            if let (Some(line), Some(so_far)) = (&mut line, so_far)
                && line.is_due()
            {
                _ = line.show(text_so_far(so_far));
            }
            signals.stop().is_none()
        })
    });
    let Some(found) = found else {
        let known = " before the first sample";
        let failure = match signals.stop() {
            Some(_) => Failure::new(format_args!("stopped by a signal{known}")),
            None => time_is_up(known),
        };
        return Err(failure.with_status(exit::STOPPED));
    };
    match arguments.form.form() {
        Form::Text => process.out().put(text(&found).as_bytes()),
        Form::Json => write_estimate(process.out(), &found),
    }
    Ok(exit::DONE)
}

/// The estimate as a table.
fn text(found: &Estimate) -> String {
    let seconds = found.seconds();
    if let Some(counters) = &found.exact {
        return format!(
            "The tree is small: it has been searched, and all numbers are exact.\n\
             nodes      {}\nmems       {}\nsolutions  {}\nseconds    {}\n",
            counters.nodes,
            counters.mems,
            counters.solutions,
            short(seconds.value)
        );
    }
    let mut table = format!(
        "{:<9}  {:>8}  {:>6}  90 of 100 such estimates keep to\n",
        "", "estimate", "error"
    );
    let rows = [
        ("nodes", found.nodes),
        ("mems", found.mems),
        ("solutions", found.solutions),
        ("seconds", seconds),
    ];
    for (name, amount) in rows {
        table += &match name == "solutions" && amount.value == 0.0 {
            true => format!("{name:<9}  none seen\n"),
            false => row(name, amount),
        };
    }
    let time = for_people(seconds.value);
    let speed = short(found.speed);
    table
        + &format!(
            "{}; {time} at {speed} mems a second, on one thread\n",
            counted(found.samples, "sample")
        )
}

fn row(name: &str, amount: Amount) -> String {
    let error = 100.0 * amount.error / amount.value;
    let error = match error < 9.95 {
        true => format!("{error:.1}%"),
        false => format!("{error:.0}%"),
    };
    let (value, low, high) = (short(amount.value), short(amount.low), short(amount.high));
    format!("{name:<9}  {value:>8}  {error:>6}  {low} to {high}\n")
}

/// A number with three digits, or all of those before the point.
fn short(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        0.0..0.001 => format!("{number:.2e}"),
        0.001..1.0 => format!("{number:.3}"),
        1.0..100.0 => format!("{number:.1}"),
        100.0..1e6 => format!("{number:.0}"),
        _ => format!("{number:.2e}"),
    }
}

/// What is known so far, for the progress line.
fn text_so_far(found: &Estimate) -> String {
    let seconds = found.seconds();
    let time = [seconds.low, seconds.high].map(for_people).join(" to ");
    let (low, high) = (short(found.mems.low), short(found.mems.high));
    let first = format!("dlx: {low} to {high} mems");
    let more = [
        format!("; {time}"),
        format!("; {}", counted(found.samples, "sample")),
    ];
    fit(&first, more.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_or_are_whole() {
        let numbers = [0.0, 1.5e-5, 0.0123, 2.1234, 123.4, 999_999.0, 1.23456e12];
        let shown = ["0", "1.50e-5", "0.012", "2.1", "123", "999999", "1.23e12"];
        assert_eq!(numbers.map(short), shown);
    }
}
