//! Benchmarks of single parts: reading, searching, known states, and the puzzles.
//!
//!     cargo bench --bench parts -- [TEXT] [--samples N] [--seconds S]
//!
//! for each part whose name contains TEXT:
//!     run it once; it is repeated in a sample until that takes a millisecond
//!     take samples until there are N of them, or S seconds are over
//!     print the least and the median time of a run
//!
//! Whole processes, beside the C program, are measured by `scripts/compare.rs`.

#[allow(dead_code, reason = "the fuzzer and tests have other problems")]
mod problems;

use clap::Parser;
use dlx3::Problem;
use dlx3::search::{Count, Engine, Memo, Search};
use problems::{colors, covers, packings};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Measures the parts of the library, one by one
#[derive(Parser)]
struct Arguments {
    /// Only parts whose names contain this
    #[arg(default_value = "")]
    only: String,
    /// The most samples of a part
    #[arg(long, default_value_t = 100)]
    samples: usize,
    /// How long to take samples of a part
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// What cargo says
    #[arg(long, hide = true)]
    bench: bool,
}

/// The least duration of a sample: runs are repeated until it is reached.
const SAMPLE: Duration = Duration::from_millis(1);

fn main() {
    let bench = Bench(Arguments::parse());
    println!(
        "{:<50} {:>12} {:>12} {:>8}",
        "part", "least", "median", "samples"
    );
    reading::all(&bench);
    searching::all(&bench);
    memo::all(&bench);
    sudoku::all(&bench);
    peg::all(&bench);
    sieve::all(&bench);
}

/// Measures parts, and prints a line for each.
struct Bench(Arguments);

impl Bench {
    /// Measures the closure that `prepare` returns, if the part is wanted. Returns the median time
    /// of a run.
    fn part<R, T>(&self, name: &str, prepare: impl FnOnce() -> R) -> Option<Duration>
    where
        R: FnMut() -> T,
    {
        if !name.contains(&self.0.only) {
            return None;
        }
        let mut run = prepare();
        let mut sample = |runs: u32| {
            let begin = Instant::now();
            for _ in 0..runs {
                black_box(run());
            }
            begin.elapsed() / runs
        };
        let once = sample(1).max(Duration::from_nanos(1));
        let runs = SAMPLE.div_duration_f64(once).clamp(1.0, 1e6) as u32;
        let begin = Instant::now();
        let mut times = vec![sample(runs)];
        while times.len() < self.0.samples && begin.elapsed().as_secs_f64() < self.0.seconds {
            times.push(sample(runs));
        }
        times.sort();
        let (least, median) = (times[0], times[times.len() / 2]);
        let samples = times.len();
        println!("{name:<50} {least:>12.3?} {median:>12.3?} {samples:>8}");
        Some(median)
    }
}

/// A name and how to make the `.dlx` text.
type Named = (&'static str, fn() -> String);

fn parsed(text: &str) -> Problem {
    text.parse().expect("the inputs are good")
}

/// Walks the whole tree; returns the number of nodes.
fn walk(mut search: Search<'_>) -> Count {
    search.run(&mut ());
    search.counters().nodes.clone()
}

mod reading {
    use super::*;

    const TEXTS: [Named; 4] = [
        ("5 options", || {
            include_str!("../testdata/colors.dlx").to_owned()
        }),
        ("256 options", || covers::queens(16)),
        ("3,610 options with colors", || colors::word_squares(5, 361)),
        ("100,000 options", || covers::wide(100_000, 6, 3000)),
    ];

    pub fn all(bench: &Bench) {
        for (name, text) in TEXTS {
            let text = text();
            let median = bench.part(&format!("reading {name}"), || || parsed(&text));
            if let Some(median) = median {
                let speed = text.len() as f64 / median.as_secs_f64() / 1e6;
                println!("    {speed:.0} MB/s");
            }
        }
        bench.part("writing 100,000 options", || {
            let problem = parsed(&covers::wide(100_000, 6, 3000));
            move || {
                let mut text = Vec::new();
                problem.write(&mut text).expect("memory can be written");
                text
            }
        });
    }
}

mod searching {
    use super::*;

    /// Small problems of every class, so that one-time costs count as well.
    const PROBLEMS: [Named; 8] = [
        ("pentominoes 3x20", || packings::pentominoes(3, 20, &[])),
        ("4 queens dominate 6x6", || covers::queen_domination(6, 4)),
        ("queens 10", || covers::queens(10)),
        ("Langford 8", || covers::langford(8)),
        ("dominoes 6x6", || packings::dominoes(6, 6)),
        ("grid domination 5x5", || covers::grid_domination(5, 5, 7)),
        ("word squares 4x4, 100 words", || {
            colors::word_squares(4, 100)
        }),
        ("Langford 7 with gaps", || covers::langford_with_gaps(7, 3)),
    ];

    pub fn all(bench: &Bench) {
        for (engine, by) in [(Engine::Links, "links"), (Engine::Auto, "bits")] {
            for (name, text) in PROBLEMS {
                bench.part(&format!("searching by {by}: {name}"), || {
                    let problem = parsed(&text());
                    move || walk(Search::new(&problem, engine))
                });
            }
        }
    }
}

/// Dominoes in a square, whose tree repeats states.
mod memo {
    use super::*;

    pub fn all(bench: &Bench) {
        for side in [6, 8] {
            bench.part(&format!("without memo: dominoes {side}x{side}"), || {
                let problem = parsed(&packings::dominoes(side, side));
                move || walk(Search::new(&problem, Engine::Auto))
            });
        }
        for side in [6, 8, 12] {
            bench.part(&format!("with memo: dominoes {side}x{side}"), || {
                let problem = parsed(&packings::dominoes(side, side));
                move || {
                    let memo = Memo::new(&problem, 256 << 20, false);
                    walk(Search::new(&problem, Engine::Auto).with_memo(&memo))
                }
            });
        }
    }
}

mod sudoku {
    use super::*;
    use dlx3::sudoku::encode::{write_general, write_plain};
    use dlx3::sudoku::{Board, Geometry, Grid, Solver};

    /// An example that is often shown; it has one solution.
    const PUZZLE: &[u8] = b"53..7....6..195....98....6.8...6...3\
        4..8.3..17...2...6.6....28....419..5....8..79";

    fn geometry(order: usize) -> Geometry {
        Geometry::of_order(order).expect("a usual order")
    }

    pub fn all(bench: &Bench) {
        bench.part("sudoku: encode 9x9", || {
            let geometry = geometry(9);
            let puzzle = Grid::parse(&geometry, PUZZLE).expect("a puzzle");
            move || {
                let mut text = Vec::new();
                write_plain(&geometry, &puzzle, &mut text).expect("memory can be written");
                text
            }
        });
        bench.part("sudoku: encode 25x25", || {
            let (geometry, blank) = (geometry(25), Grid::empty(25));
            move || {
                let mut text = Vec::new();
                write_general(&geometry, &blank, &[], &mut text).expect("memory can be written");
                text
            }
        });
        let board = Board::from(geometry(9));
        bench.part("sudoku: is it the only solution", || {
            let solver = Solver::new(&board);
            let puzzle = Grid::parse(&board.geometry, PUZZLE).expect("a puzzle");
            move || solver.count(&puzzle, 2)
        });
    }
}

mod peg {
    use super::*;
    use dlx3::peg::bounds::upper_bounds;
    use dlx3::peg::encode::{Encoding, encode};
    use dlx3::peg::parse_spec;

    pub fn all(bench: &Bench) {
        let central = parse_spec("central").expect("it has a name");
        bench.part("peg: encode central in 14 layers", || {
            || encode(&central, Encoding::Layers(14), None).expect("layers enough")
        });
        bench.part("peg: bounds of central", || {
            || upper_bounds(&central).expect("the programs are solved")
        });
    }
}

mod sieve {
    use super::*;
    use dlx3::sieve::Numbers;
    use dlx3::sieve::encode::{Wishes, encode};
    use dlx3::sieve::optimum::{Unlimited, solve};

    pub fn all(bench: &Bench) {
        for largest in [50, 200] {
            bench.part(&format!("sieve: best game of {largest}"), || {
                let numbers = Numbers::new(largest).expect("not too large");
                move || solve(&numbers, &mut Unlimited)
            });
        }
        bench.part("sieve: encode 30", || {
            let numbers = Numbers::new(30).expect("not too large");
            let wishes = Wishes::default();
            move || encode(&numbers, &wishes).map(|encoded| encoded.problem.option_count())
        });
    }
}
