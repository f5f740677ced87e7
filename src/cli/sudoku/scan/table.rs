//! `sudoku scan --grids`: a table of many grids, each scanned by one thread.

use super::progress::Progress;
use super::{Arguments, Share, check_size, plan_of};
use crate::cli::arguments::deadline::time_is_up;
use crate::cli::files::input;
use crate::cli::sudoku::bulk::in_order;
use crate::cli::sudoku::given::{create, filled};
use crate::cli::{Failure, Process, catch_signals, exit};
use crate::sudoku::cells::Cells;
use crate::text::lines::Lines;
use crate::text::output::Output;
use crate::text::plural::counted;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// A line of the file, with its number.
struct Row {
    number: u64,
    text: Vec<u8>,
}

/// What is known of a grid.
struct Scanned {
    text: Vec<u8>,
    /// The lines of its puzzles.
    puzzles: Vec<Vec<u8>>,
    seconds: f64,
}

/// Why a grid has no row.
enum NoRow {
    Stopped,
    Bad(Failure),
}

/// The rows of a file.
struct Rows {
    lines: Lines<Box<dyn std::io::Read + Send>>,
    part: Share,
    /// The grids before the next one.
    before: usize,
}

impl Rows {
    fn open(path: &Path, part: Share) -> Result<Self, Failure> {
        let lines = Lines::new(input::open(path)?);
        Ok(Rows {
            lines,
            part,
            before: 0,
        })
    }

    /// The next grid of this part. Blank lines and comments are skipped.
    fn next(&mut self, path: &Path) -> Result<Option<Row>, Failure> {
        loop {
            let number = self.lines.number() + 1;
            let line = self.lines.next();
            let Some(line) = line.map_err(|error| Failure::reading(path.display(), &error))? else {
                return Ok(None);
            };
            let text = line.trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                continue;
            }
            self.before += 1;
            if (self.before - 1) % self.part.of + 1 == self.part.number {
                let text = text.to_vec();
                return Ok(Some(Row { number, text }));
            }
        }
    }
}

/// Prints the table.
///
/// # Errors
/// Bad usage, files that cannot be read or written, time that is up.
pub fn run(arguments: &Arguments, path: &Path, process: &mut Process) -> Result<u8, Failure> {
    let deadline = arguments.time.begin();
    let signals = catch_signals()?;
    process.output = "the table";
    let progress = Mutex::new(match arguments.quiet {
        true => Progress::silent(),
        false => {
            let weights = vec![1.0; number_of_grids(path, arguments.part)?];
            Progress::new(arguments.progress, "grid", &weights, 0)
        }
    });
    let puzzles = AtomicU64::new(0);
    // While one thread reports, the others work.
    let report = || {
        if let Ok(mut progress) = progress.try_lock() {
            let asked = signals.raised() && signals.take_report();
            progress.tick(puzzles.load(Relaxed), asked);
        }
    };
    let erase = || {
        if let Ok(progress) = progress.lock() {
            progress.erase();
        }
    };
    let file = arguments.puzzles.as_deref().map(create).transpose()?;
    let mut list: Option<Output<File>> = file.map(Output::new);
    let mut rows = Rows::open(path, arguments.part)?;
    let halt = || {
        report();
        signals.stop().is_some() || deadline.is_over()
    };
    let (mut status, mut grids) = (exit::DONE, 0u64);
    let mut is_stopped = false;
    let header = if arguments.seconds {
        "grid\tpuzzles\tseconds"
    } else {
        "grid\tpuzzles"
    };
    writeln!(process.out(), "{header}");
    let ended = in_order(
        arguments.threads.number(),
        || match halt() {
            true => Ok(None),
            false => rows.next(path),
        },
        |row| scan(arguments, path, &row, &halt),
        |scanned| {
            let scanned = match scanned {
                Ok(scanned) => scanned,
                Err(NoRow::Stopped) => {
                    is_stopped = true;
                    return Ok(());
                }
                Err(NoRow::Bad(failure)) if failure.status == exit::BAD_USAGE => {
                    return Err(failure);
                }
                Err(NoRow::Bad(failure)) => {
                    status = exit::FAILURE;
                    erase();
                    process.say(String::from_utf8_lossy(&failure.message));
                    return process.check();
                }
            };
            // What comes after a grid that was stopped would leave a gap.
            if is_stopped {
                return Ok(());
            }
            grids += 1;
            puzzles.fetch_add(scanned.puzzles.len() as u64, Relaxed);
            let out = process.out();
            out.put(&scanned.text);
            write!(out, "\t{}", scanned.puzzles.len());
            if arguments.seconds {
                write!(out, "\t{:.3}", scanned.seconds);
            }
            out.put(b"\n");
            out.flush();
            if let Some(list) = &mut list {
                for puzzle in &scanned.puzzles {
                    list.put(puzzle);
                    list.put(b"\n");
                }
                list.flush();
            }
            if let Ok(mut progress) = progress.lock() {
                progress.done();
            }
            report();
            process.check()
        },
    );
    erase();
    process.finish()?;
    ended?;
    if let (Some(list), Some(path)) = (&mut list, &arguments.puzzles) {
        let written = list.finish();
        written.map_err(|error| Failure::writing(path.display(), &error))?;
    }
    if let Some(signal) = signals.stop() {
        return Ok((128 + signal) as u8);
    }
    if is_stopped || deadline.is_over() {
        let done = counted(grids, "grid");
        return Err(time_is_up(format_args!(", with {done} done")));
    }
    if !arguments.quiet {
        let (grids, puzzles) = (
            counted(grids, "grid"),
            counted(puzzles.into_inner(), "puzzle"),
        );
        let clues = counted(arguments.clues as u64, "clue");
        writeln!(process.err(), "{grids}, {puzzles} with {clues}");
    }
    Ok(status)
}

/// How many grids a part of a file has; none for standard input, which is read once.
fn number_of_grids(path: &Path, part: Share) -> Result<usize, Failure> {
    let is_file = std::fs::metadata(path).is_ok_and(|data| data.is_file());
    if !is_file {
        return Ok(0);
    }
    let mut rows = Rows::open(path, part)?;
    let mut number = 0;
    while rows.next(path)?.is_some() {
        number += 1;
    }
    Ok(number)
}

/// Scans a grid.
fn scan(
    arguments: &Arguments,
    path: &Path,
    row: &Row,
    halt: &dyn Fn() -> bool,
) -> Result<Scanned, NoRow> {
    let begun = Instant::now();
    let place = |failure: Failure| {
        let message = String::from_utf8_lossy(&failure.message).into_owned();
        let name = path.display();
        NoRow::Bad(Failure::new(format_args!(
            "{name}: line {}: {message}",
            row.number
        )))
    };
    let (board, grid) = arguments.board.read(&row.text).map_err(place)?;
    check_size(&board).map_err(place)?;
    let digits = *grid.alphabet();
    let grid = filled::<2>(&board, &grid).map_err(place)?;
    let plan = plan_of(&grid, arguments.clues).map_err(NoRow::Bad)?;
    let mut puzzles = Vec::new();
    let mut scanner = plan.scanner();
    for unit in 0..plan.units() {
        let ended = scanner.scan(unit, halt, &mut |clues: Cells<2>| {
            puzzles.push(digits.rewrite(&grid.puzzle(&clues)));
            ControlFlow::Continue(())
        });
        if ended.is_break() {
            return Err(NoRow::Stopped);
        }
    }
    Ok(Scanned {
        text: row.text.clone(),
        puzzles,
        seconds: begun.elapsed().as_secs_f64(),
    })
}
