//! `sudoku rate`: how difficult puzzles are, and whether levels differ.

use super::bulk;
use super::stream::PuzzleStream;
use super::sukaku::{self, Sukaku};
use super::variant::Variant;
use crate::answers::Stopped;
use crate::cli::arguments::deadline::{TimeLimit, time_is_up};
use crate::cli::arguments::threads::Threads;
use crate::cli::process::progress::tally;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::choices::{Choices, Weight};
use crate::sudoku::rating::{self, Rating, Sample};
use crate::sudoku::{Geometry, Given, Solver};
use crate::text::plural::counted;
use clap::Args;
use std::path::PathBuf;

/// Tells how difficult puzzles are
///
/// Prints a line a puzzle, its columns separated by tabs:
///   empty      the number of empty cells
///   choices    the number of choices in all empty cells: digits that no clue in
///              the row, column or box forbids
///   histogram  n:c for c cells with n choices
///   exp, quad, lin
///              the WNEF with weights 2^(9-n), (10-n)^2 and 10-n (for order o,
///              2^(o-n) and so on): sum of c w(n), divided by w(1) and the number
///              of empty cells
///   nodes, mems
///              what the search of dlx3 needs for the general form of the puzzle
///   rules      the logic rules that suffice; "search" if they do not
///   ER, EP, ED with --sukaku (or, alone, with --only sukaku): Sukaku Explainer's
///              ratings, equal to those of its program serate: the most difficult
///              step, the most difficult up to the first digit that is placed, the
///              first step; of 9x9 puzzles, alone or with --diagonal and --hyper
///
/// Of a puzzle with candidates (see sudoku convert), ER, EP and ED are those of what is
/// left to do; the other columns look at its digits alone.
///
/// A puzzle without exactly one solution has - for nodes and mems and for ER, EP
/// and ED, and "none" or "many" after its rules.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
With --table, files are named LABEL=FILE, easiest level first.

Examples:
  sudoku make -n 10 | sudoku rate
  sudoku rate --table easy=easy.txt hard=hard.txt
  sudoku rate --only sukaku --sukaku-time 1m puzzles.txt

Exit status: 0 all puzzles were rated; 1 a line was no puzzle; 2 bad usage; 3 time
is up."
)]
pub struct Arguments {
    /// Files of puzzles; stdin if there are none
    #[arg(value_name = "FILE", required_if_eq("table", "true"))]
    files: Vec<PathBuf>,
    /// Print mean and variance of the WNEF per labelled file, and the t statistic
    /// between neighbours
    #[arg(long)]
    table: bool,
    #[command(flatten)]
    sukaku: Sukaku,
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    variant: Variant,
}

/// Runs the subcommand.
///
/// # Errors
/// Files that cannot be read, a board that does not exist, failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let geometry = arguments.variant.geometry()?;
    match arguments.table {
        true => table(&geometry, arguments, process),
        false => list(geometry, arguments, process),
    }
}

fn list(geometry: Geometry, arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let raters = arguments.sukaku.raters(&geometry)?;
    let digits = arguments.variant.digits(&geometry)?;
    let board = geometry.into();
    let solver = Solver::new(&board);
    let mut stream = PuzzleStream::new(&board.geometry, &arguments.files, digits);
    let deadline = arguments.time.begin();
    let mut done = 0u64;
    let progress = tally("puzzles", None);
    let mut status = exit::DONE;
    let header = "empty\tchoices\thistogram\texp\tquad\tlin\tnodes\tmems\trules";
    let headers = [Some(header), raters.as_ref().map(|_| sukaku::HEADER)];
    let skipped = usize::from(arguments.sukaku.stands_alone());
    let shown: Vec<&str> = headers.into_iter().skip(skipped).flatten().collect();
    writeln!(process.out(), "{}", shown.join("\t"));
    bulk::in_order(
        arguments.threads.number(),
        || stream.next_given(),
        |puzzle| {
            let is_over = || deadline.is_over();
            let rate = |given: Given| {
                let mut columns = Vec::with_capacity(2);
                let mut known = None;
                if !arguments.sukaku.stands_alone() {
                    let rating = rating::rate_until(&solver, &given.digits(), &is_over)?;
                    known = Some(rating.solutions);
                    columns.push(line(&rating));
                }
                if let Some(raters) = &raters {
                    columns.push(raters.columns(&given, &solver, known, &is_over)?);
                }
                Ok::<_, Stopped>(columns.join("\t") + "\n")
            };
            puzzle.map(rate)
        },
        |rated| {
            let rated = match rated {
                Ok(Err(_)) => {
                    let known = format!(", with {} rated", counted(done, "puzzle"));
                    return Err(time_is_up(&known));
                }
                Ok(Ok(rating)) => Ok(rating),
                Err(reason) => Err(reason),
            };
            done += 1;
            progress.inc(1);
            match rated {
                Ok(line) => process.out().put(line.as_bytes()),
                Err(reason) => {
                    status = exit::FAILURE;
                    progress.suspend(|| process.say(reason));
                }
            }
            process.check()
        },
    )?;
    progress.finish_and_clear();
    Ok(status)
}

fn line(rating: &Rating) -> String {
    let choices = &rating.choices;
    let counts = choices.histogram.iter().enumerate();
    let counts = counts.filter(|&(_, &count)| count > 0);
    let histogram: Vec<String> = counts.map(|(n, count)| format!("{n}:{count}")).collect();
    let histogram = match &histogram[..] {
        [] => "-".to_string(),
        parts => parts.join(","),
    };
    let work = match rating.work {
        Some(work) => format!("{}\t{}", work.nodes, work.mems),
        None => "-\t-".to_string(),
    };
    let mut rules: Vec<&str> = rating.logic.rules.iter().map(|rule| rule.name()).collect();
    match rating.solutions {
        0 => rules.push("none"),
        1 if rating.logic.solved => {}
        1 => rules.push("search"),
        _ => rules.push("many"),
    }
    let rules = match &rules[..] {
        [] => "-".to_string(),
        rules => rules.join(","),
    };
    let wnef = |weight| choices.wnef(weight);
    format!(
        "{}\t{}\t{histogram}\t{:.5}\t{:.5}\t{:.5}\t{work}\t{rules}",
        choices.empty(),
        choices.total(),
        wnef(Weight::Exponential),
        wnef(Weight::Quadratic),
        wnef(Weight::Linear),
    )
}

fn table(geometry: &Geometry, arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let mut status = exit::DONE;
    let mut levels: Vec<(String, Sample)> = Vec::new();
    let progress = tally("puzzles", None);
    let deadline = arguments.time.begin();
    for file in &arguments.files {
        let text = file.to_string_lossy();
        let (label, path) = text.split_once('=').ok_or_else(|| {
            Failure::new(format_args!("--table needs LABEL=FILE, not `{text}'"))
                .with_status(exit::BAD_USAGE)
        })?;
        let digits = arguments.variant.digits(geometry)?;
        let mut stream = PuzzleStream::new(geometry, &[PathBuf::from(path)], digits);
        let mut sample = Sample::default();
        while let Some(puzzle) = stream.next()? {
            if deadline.is_over() {
                return Err(time_is_up(""));
            }
            progress.inc(1);
            match puzzle {
                Ok(grid) => sample.add(Choices::of(geometry, &grid).wnef(Weight::Exponential)),
                Err(reason) => {
                    status = exit::FAILURE;
                    progress.suspend(|| process.say(reason));
                }
            }
        }
        levels.push((label.to_string(), sample));
    }
    progress.finish_and_clear();
    let out = process.out();
    writeln!(
        out,
        "{:<12} {:>8} {:>10} {:>12} {:>10}",
        "level", "puzzles", "mean", "variance", "t"
    );
    for (place, (label, sample)) in levels.iter().enumerate() {
        let next = levels.get(place + 1);
        let number = |value: Option<f64>, decimals| {
            value.map_or("-".to_string(), |value| format!("{value:.decimals$}"))
        };
        writeln!(
            out,
            "{label:<12} {:>8} {:>10} {:>12} {:>10}",
            sample.count,
            number((sample.count > 0).then_some(sample.mean), 6),
            number(sample.variance(), 9),
            number(next.and_then(|(_, next)| sample.t(next)), 2),
        );
    }
    Ok(status)
}
