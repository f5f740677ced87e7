//! Times checking and making of 9x9 puzzles, in user CPU time of one thread: the
//! best of several runs.
//!
//!     cargo run --release --example sudoku-bench [FILE...]
//!
//! It always times the lists that it makes itself. Each FILE is a further list.

use dlx3::sudoku::make::{Level, Maker, Recipe};
use dlx3::sudoku::{Board, Geometry, Grid, Puzzles, Solver};
use nix::sys::resource::{UsageWho, getrusage};
use std::fs::File;
use std::hint::black_box;

const RUNS: u32 = 5;
/// How many checks a run makes at least.
const CHECKS: usize = 20_000;

fn main() {
    let board = Board::from(Geometry::of_order(9).expect("9 is a usual order"));
    let solver = Solver::new(&board);
    let simple = Maker::new(&board, Recipe::default());
    let rate = per_second(|| {
        for number in 0..5000 {
            let _ = black_box(simple.make(1, number));
        }
        5000
    });
    println!("{:<44}{rate:>12.0} /s", "make: minimal puzzles");
    for (name, level) in [("easy", Level::Easy), ("evil", Level::Evil)] {
        let maker = leveled(&board, level);
        let rate = per_second(|| {
            for number in 0..100 {
                let _ = black_box(maker.make(1, number));
            }
            100
        });
        println!("{:<44}{rate:>12.0} /s", format!("make: {name} puzzles"));
    }
    let list = |maker: &Maker<'_>| -> Vec<Grid> {
        let made = (0..500).filter_map(|number| maker.make(2, number).ok());
        made.map(|made| made.puzzle).collect()
    };
    time_list(
        &solver,
        "easy puzzles, made here",
        &list(&leveled(&board, Level::Easy)),
    );
    time_list(&solver, "minimal puzzles, made here", &list(&simple));
    time_list(
        &solver,
        "evil puzzles, made here",
        &list(&leveled(&board, Level::Evil)),
    );
    for name in std::env::args().skip(1) {
        let file = match File::open(&name) {
            Ok(file) => file,
            Err(error) => {
                eprintln!("cannot read {name}: {error}");
                std::process::exit(1);
            }
        };
        let puzzles: Result<Vec<_>, _> = Puzzles::new(&board.geometry, file).collect();
        match puzzles {
            Ok(puzzles) => {
                let grids: Vec<Grid> = puzzles.into_iter().map(|(_, grid)| grid).collect();
                time_list(&solver, &name, &grids);
            }
            Err(error) => {
                eprintln!("{name}: {error}");
                std::process::exit(1);
            }
        }
    }
}

fn leveled<'b>(board: &'b Board, level: Level) -> Maker<'b> {
    let recipe = Recipe {
        wnef: Some(level.wnef()),
        ..Recipe::default()
    };
    Maker::new(board, recipe)
}

fn time_list(solver: &Solver<'_>, name: &str, grids: &[Grid]) {
    if grids.is_empty() {
        println!("{name}: no puzzles");
        return;
    }
    let rounds = CHECKS.div_ceil(grids.len());
    let count = per_second(|| {
        for grid in (0..rounds).flat_map(|_| grids) {
            black_box(solver.count(black_box(grid), 2));
        }
        rounds * grids.len()
    });
    let minimal = per_second(|| {
        for grid in (0..rounds).flat_map(|_| grids) {
            if solver.count(black_box(grid), 2) == 1 {
                black_box(solver.is_minimal(grid));
            }
        }
        rounds * grids.len()
    });
    let name = name.rsplit('/').next().unwrap_or(name);
    println!(
        "{:<44}{count:>12.0} /s",
        format!("check --count-only: {name}")
    );
    println!("{:<44}{minimal:>12.0} /s", format!("check: {name}"));
}

/// The greatest number of pieces done in a second, over several runs.
fn per_second(mut work: impl FnMut() -> usize) -> f64 {
    (0..RUNS)
        .map(|_| {
            let before = user_seconds();
            let pieces = work();
            pieces as f64 / (user_seconds() - before).max(1e-6)
        })
        .fold(0.0, f64::max)
}

fn user_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the kernel counts time");
    let time = usage.user_time();
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}
