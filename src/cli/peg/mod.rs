//! `peg`: bounds, proofs, solutions and counts for peg solitaire, without dlx3. `gen-peg` and
//! `show-peg` have files of their own.

pub(super) mod gen_peg;
mod problem;
pub(super) mod show_peg;

use crate::cli::arguments::deadline::{TimeLimit, Watchdog};
use crate::cli::arguments::threads::Threads;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, Stream, exit};
use crate::peg::bounds::{self, Upper};
use crate::peg::decode::Notation;
use crate::peg::feasible::{
    Feasible, Reached, Resources, TooMany, feasible, feasible_to_any, reached,
};
use crate::peg::pagoda::{self, NoProof, Pagoda, Proof};
use crate::peg::solve::{self, Answer, Method, Options, Reason, SolveError, Stage};
use crate::peg::{Board, Game, PegProblem, Position, draw};
use crate::text::plural::counted;
use clap::{Args, Parser, Subcommand, ValueEnum};
use problem::{ProblemArgument, Svg, unusable};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Bounds, certificates, solutions and counts for peg solitaire
#[derive(Parser)]
#[command(name = "peg", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Draws the named problems
    List,
    /// Prints the numbers of the holes of a problem's board
    Numbers(ProblemArgument),
    /// Bounds how often each jump can be made (the relaxed problems RUBj)
    ///
    /// The bounds stand around each hole, at the side that the jump goes to.
    Bounds(BoundsArguments),
    /// Finds or checks a pagoda function that proves that there is no solution
    ///
    /// A pagoda function gives each hole a number such that no jump raises the sum
    /// over the pegs. If the finish has a greater sum than the start, there is no
    /// solution.
    Pagoda(PagodaArguments),
    /// Finds a solution, or proves that there is none
    Solve(SolveArguments),
    /// Counts the positions that can be reached, and the solutions
    Reach(ReachArguments),
}

#[derive(Args)]
struct BoundsArguments {
    #[command(flatten)]
    problem: ProblemArgument,
    #[command(flatten)]
    time: TimeLimit,
}

#[derive(Args)]
struct PagodaArguments {
    #[command(flatten)]
    problem: ProblemArgument,
    #[command(flatten)]
    time: TimeLimit,

    /// Checks the function in FILE (- for stdin) instead of finding one
    ///
    /// FILE has a line for each row of the board with a number for each hole, as
    /// `peg pagoda` prints it.
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodName {
    /// Short searches, then bounds, then both other methods
    Auto,
    /// Bounds, then depth-first from the start
    Forward,
    /// Bounds, then breadth-first from start and finish
    ForwardBackward,
}

#[derive(Args)]
struct SolveArguments {
    #[command(flatten)]
    problem: ProblemArgument,

    /// How to search
    #[arg(long, value_enum, default_value = "auto")]
    method: MethodName,

    /// Searches without the relaxed problems and their bounds
    #[arg(long)]
    no_bounds: bool,

    /// Searches depth-first without a table of dead positions
    #[arg(long)]
    no_table: bool,

    /// Gives up a depth-first search after N positions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,

    /// Writes jumps as 16->4, holes being numbered from 0
    #[arg(long)]
    numbers: bool,

    /// Draws the board after every jump
    #[arg(long, conflicts_with = "svg")]
    boards: bool,

    /// Draws the solution as SVG, and prints nothing else
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "animated"
    )]
    svg: Option<Svg>,

    #[command(flatten)]
    effort: EffortArguments,
}

#[derive(Args)]
struct ReachArguments {
    #[command(flatten)]
    problem: ProblemArgument,

    /// Leaves out the positions on solutions and the number of solutions
    #[arg(long, conflicts_with = "solutions_only")]
    no_solutions: bool,

    /// Leaves out the positions that can be reached
    #[arg(long)]
    solutions_only: bool,

    /// Adds up the solutions that end in any of the finishes with as many pegs
    ///
    /// This is the default if the problem has a start only.
    #[arg(long, conflicts_with = "no_solutions")]
    all_finishes: bool,

    /// Also prints the numbers for each number of jumps
    #[arg(long)]
    layers: bool,

    #[command(flatten)]
    effort: EffortArguments,
}

#[derive(Args)]
struct EffortArguments {
    #[command(flatten)]
    time: TimeLimit,
    #[command(flatten)]
    threads: Threads,

    /// Ends a search in lists that holds more than N million positions up to symmetry
    ///
    /// If lists would hold more than two million positions, and N allows more, `reach` uses bitmaps
    /// instead, provided that there are fewer than eight symmetries and the jumps' span has at most
    /// 31 pivots. On the English board this takes at most 150 MB, 8 bytes for each finish, and 32
    /// bytes for each position of the largest layer on solutions to count these.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    million: u32,
}

impl EffortArguments {
    fn effort(&self) -> Resources {
        Resources {
            threads: self.threads.number(),
            most_keys: self.million as usize * 1_000_000,
        }
    }
}

impl Program for Arguments {
    const OUTPUT: &'static str = problem::OUTPUT;

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        match &self.command {
            Command::List => problem::list(process),
            Command::Numbers(problem) => {
                let numbers = draw::numbers(&problem.game(process)?.board);
                process.out().put(numbers.as_bytes());
            }
            Command::Bounds(arguments) => run_bounds(arguments, process)?,
            Command::Pagoda(arguments) => return run_pagoda(arguments, process),
            Command::Solve(arguments) => return run_solve(arguments, process),
            Command::Reach(arguments) => run_reach(arguments, process)?,
        }
        Ok(exit::DONE)
    }
}

/// Time runs while the program works, not while it waits for input.
fn watch(time: TimeLimit) -> Result<Watchdog, Failure> {
    time.begin().watch("peg")
}

fn run_bounds(arguments: &BoundsArguments, process: &mut Process) -> Result<(), Failure> {
    let game = &arguments.problem.game(process)?;
    let watchdog = watch(arguments.time)?;
    let began = Instant::now();
    let upper = game.upper_bounds().map_err(Failure::new)?;
    watchdog.end();
    process.say(format_args!(
        "the relaxed problems took {}",
        seconds(began.elapsed())
    ));
    let out = process.out();
    match upper {
        Upper::Infeasible => writeln!(out, "infeasible: no relaxed problem has a solution"),
        Upper::Bounds(upper) => {
            let most = upper.iter().copied().max().unwrap_or(0);
            let count = |bound| upper.iter().filter(|&&other| other == bound).count();
            let counts = (0..=most).map(|bound| (count(bound), bound));
            let counts = counts.filter(|&(count, _)| count > 0);
            let words: Vec<String> = counts
                .map(|(count, bound)| format!("{count} with {bound}"))
                .collect();
            let sum: u32 = upper.iter().sum();
            let table = bounds::table(&game.board, &upper);
            let jumps = counted(upper.len(), "jump");
            writeln!(out, "{table}\n{jumps}: {}; sum {sum}", words.join(", "));
        }
    }
    Ok(())
}

/// Returns the exit status.
fn run_pagoda(arguments: &PagodaArguments, process: &mut Process) -> Result<u8, Failure> {
    if arguments.problem.is_stdin() && arguments.verify.as_deref() == Some(Path::new("-")) {
        return Err(
            Failure::new("PROBLEM and the function cannot both be standard input")
                .with_status(exit::BAD_USAGE),
        );
    }
    let problem = arguments.problem.read(process)?;
    if let Some(file) = &arguments.verify {
        verify(&problem, file, process)?;
        return Ok(exit::DONE);
    }
    let watchdog = watch(arguments.time)?;
    let found = pagoda::find(&problem).map_err(Failure::new)?;
    watchdog.end();
    let out = process.out();
    match found {
        Some((pagoda, proof)) => {
            let table = pagoda.table(&problem.board);
            writeln!(out, "{table}# {}", sentence(proof));
            Ok(exit::DONE)
        }
        None => {
            writeln!(out, "no pagoda function proves that there is no solution");
            Ok(exit::FAILURE)
        }
    }
}

fn sentence(Proof { start, finish }: Proof) -> String {
    format!("start {start} < finish {finish}, and no jump raises the sum: no solution")
}

fn verify(problem: &PegProblem, file: &Path, process: &mut Process) -> Result<(), Failure> {
    let name = file.display();
    let mut text = String::new();
    let mut reader = input::open(file).map_err(unusable)?.take(1 << 20);
    let read = reader.read_to_string(&mut text);
    read.map_err(|error| unusable(Failure::reading(&name, &error)))?;
    let pagoda = Pagoda::parse(&problem.board, &text)
        .map_err(|fault| unusable(Failure::new(format!("{name}: {fault}"))))?;
    match pagoda.verify(problem) {
        Ok(proof) => {
            writeln!(process.out(), "{}", sentence(proof));
            Ok(())
        }
        Err(fault) => Err(Failure::new(refusal(&problem.board, &fault))),
    }
}

fn refusal(board: &Board, fault: &NoProof) -> String {
    match fault {
        NoProof::Raised {
            jump,
            values: [a, b, c],
        } => format!(
            "no pagoda function: the jump {} raises the sum, for {a} + {b} < {c}",
            Notation::Letters.jump(board, jump)
        ),
        NoProof::NotGreater { start, finish } => {
            format!("a pagoda function, but it proves nothing: start {start} >= finish {finish}")
        }
        NoProof::Overflow => "the numbers are too large".to_owned(),
    }
}

/// Returns the exit status.
fn run_solve(arguments: &SolveArguments, process: &mut Process) -> Result<u8, Failure> {
    let game = arguments.problem.game(process)?;
    let options = Options {
        method: match arguments.method {
            MethodName::Auto => Method::Auto,
            MethodName::Forward => Method::Forward,
            MethodName::ForwardBackward => Method::ForwardBackward,
        },
        bounds: !arguments.no_bounds,
        table: !arguments.no_table,
        most_nodes: arguments.nodes,
        effort: arguments.effort.effort(),
    };
    let watchdog = watch(arguments.effort.time)?;
    let began = Instant::now();
    let mut stage_began = began;
    let answer = solve::solve_game(&game, options, |finish, stage| {
        let now = Instant::now();
        let told = told(stage, now - stage_began);
        match game.finish {
            Some(_) => process.say(told),
            None => process.say(format_args!("to {}: {told}", pegs(&game.board, finish))),
        }
        stage_began = now;
    });
    watchdog.end();
    let answer = answer.map_err(|error| {
        let failure = Failure::new(&error);
        match error {
            SolveError::TooMany(_) => failure.with_status(exit::STOPPED),
            _ => failure,
        }
    })?;
    process.say(format_args!("together {}", seconds(began.elapsed())));
    // The drawing begins at the start.
    let problem = game.to(game.finish.unwrap_or(game.start));
    let out = process.out();
    match answer {
        Answer::Solution(jumps) => {
            if let Some(svg) = arguments.svg {
                out.put(svg.draw(&problem, &jumps).as_bytes());
                return Ok(exit::DONE);
            }
            let notation = if arguments.numbers {
                Notation::Numbers
            } else {
                Notation::Letters
            };
            writeln!(out, "{}", notation.sequence(&problem.board, &jumps));
            if arguments.boards {
                out.put(draw::sequence(&problem, &jumps).as_bytes());
            }
        }
        Answer::Infeasible(reason) => {
            let reason = match reason {
                Reason::Class if game.finish.is_none() => {
                    "no single peg is in the start's class over GF(2)"
                }
                Reason::Class => "start and finish are in different classes over GF(2)",
                Reason::Relaxed => "the relaxed problems have no solution",
                Reason::Searched => "all was searched",
            };
            writeln!(out, "infeasible: {reason}");
            return Ok(exit::FAILURE);
        }
        Answer::Unknown => {
            let told = "not solved within that many positions";
            return Err(Failure::new(told).with_status(exit::STOPPED));
        }
    }
    Ok(exit::DONE)
}

fn told(stage: Stage, took: Duration) -> String {
    let took = seconds(took);
    match stage {
        Stage::Class => format!("class test: {took}"),
        Stage::Bounds(None) => format!("relaxed problems: infeasible, {took}"),
        Stage::Bounds(Some(sum)) => format!("relaxed problems: bounds sum to {sum}, {took}"),
        Stage::DepthFirst { nodes } => {
            format!("depth-first: {}, {took}", counted(nodes, "position"))
        }
        Stage::ForwardBackward { nodes } => {
            let positions = counted(nodes, "position");
            format!("forward-backward: {positions} up to symmetry, {took}")
        }
    }
}

fn run_reach(arguments: &ReachArguments, process: &mut Process) -> Result<(), Failure> {
    let game = arguments.problem.game(process)?;
    let effort = arguments.effort.effort();
    let watchdog = watch(arguments.effort.time)?;
    if !arguments.solutions_only {
        let began = Instant::now();
        let found = reached(&game.board, game.start, game.pegs(), effort);
        let found = found.map_err(too_many)?;
        let _printing = watchdog.hold();
        process.say(format_args!(
            "positions reached: {}",
            seconds(began.elapsed())
        ));
        show_reached(&game, &found, arguments.layers, process.out());
        // Flush, so that this stays if there is no time for the rest.
        process.out().flush();
    }
    if !arguments.no_solutions {
        let began = Instant::now();
        let found = match game.problem().filter(|_| !arguments.all_finishes) {
            Some(problem) => feasible(&problem, effort, true),
            None => feasible_to_any(&game.board, game.start, game.pegs(), effort),
        };
        let found = found.map_err(too_many)?;
        let _printing = watchdog.hold();
        process.say(format_args!(
            "positions on solutions: {}",
            seconds(began.elapsed())
        ));
        show_feasible(&found, arguments.layers, process.out());
        process.out().flush();
    }
    watchdog.end();
    Ok(())
}

fn too_many(limit: TooMany) -> Failure {
    Failure::new(limit).with_status(exit::STOPPED)
}

fn show_reached(game: &Game, found: &Reached, layers: bool, output: &mut Stream) {
    let classes: u64 = found.classes.iter().sum();
    writeln!(
        output,
        "positions reached: {}, up to symmetry {classes}",
        found.positions
    );
    if layers {
        show_layers(&found.classes, output);
    }
    let wanted = game.pegs();
    let finishes = &found.finishes;
    writeln!(
        output,
        "finishes with as many pegs as asked for ({wanted}): {}",
        finishes.len()
    );
    /// If there are more finishes, they are counted but not listed.
    const MOST_LISTED: usize = 64;
    if !finishes.is_empty() && finishes.len() <= MOST_LISTED {
        let names = finishes.iter().map(|&finish| pegs(&game.board, finish));
        let names: Vec<String> = names.collect();
        writeln!(output, "  {}", names.join(" "));
    }
}

/// The holes that have a peg.
fn pegs(board: &Board, position: Position) -> String {
    let holes = board.holes().filter(|&hole| position.has(hole));
    let names = holes.map(|hole| board.name(hole).to_string());
    names.collect::<Vec<_>>().join(",")
}

fn show_feasible(found: &Feasible, layers: bool, output: &mut Stream) {
    let classes: u64 = found.classes.iter().sum();
    writeln!(
        output,
        "positions on solutions: {}, up to symmetry {classes}",
        found.positions
    );
    if layers {
        show_layers(&found.classes, output);
    }
    match found.sequences {
        Some(sequences) => {
            let sequences = counted(sequences, "sequence");
            writeln!(output, "solutions: {sequences} of jumps");
        }
        None => writeln!(
            output,
            "solutions: more than {} sequences of jumps",
            u128::MAX
        ),
    }
}

fn show_layers(classes: &[u64], output: &mut Stream) {
    for (jumps, count) in classes.iter().enumerate() {
        writeln!(output, "{jumps:>4} jumps: {count}");
    }
}

fn seconds(duration: Duration) -> String {
    format!("{:.4} s", duration.as_secs_f64())
}
