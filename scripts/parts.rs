//! The parts, each alone: reading, searching, known states, and the puzzles.
//!
//!     cargo bench --bench parts -- [TEXT] [--sample-count N] [--max-time SECONDS]
//!
//! Whole processes, beside the C program, are measured by `scripts/compare.rs`.

#[allow(dead_code, reason = "the fuzzer and tests have other problems")]
mod problems;

use divan::{Bencher, Divan};
use dlx3::Problem;
use dlx3::search::{Count, Engine, Memo, Search};
use problems::{colors, covers, packings};
use std::time::Duration;

/// How long one part is run again and again, unless the command line says
/// something else.
const LONGEST: Duration = Duration::from_secs(1);

fn main() {
    Divan::default().max_time(LONGEST).config_with_args().main();
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
    use divan::counter::{BytesCount, ItemsCount};

    const TEXTS: [Named; 4] = [
        ("5 options", || {
            include_str!("../testdata/colors.dlx").to_owned()
        }),
        ("256 options", || covers::queens(16)),
        ("3,610 options with colors", || colors::word_squares(5, 361)),
        ("100,000 options", || covers::wide(100_000, 6, 3000)),
    ];

    #[divan::bench(args = TEXTS.map(|(name, _)| name))]
    fn read(bencher: Bencher<'_, '_>, name: &str) {
        let (_, text) = TEXTS.iter().find(|text| text.0 == name).expect("a text");
        let text = text();
        bencher
            .counter(BytesCount::of_str(&text))
            .counter(ItemsCount::new(parsed(&text).option_count()))
            .bench(|| parsed(&text));
    }

    #[divan::bench]
    fn write_100_000_options(bencher: Bencher<'_, '_>) {
        let problem = parsed(&covers::wide(100_000, 6, 3000));
        bencher.bench(|| {
            let mut text = Vec::new();
            problem.write(&mut text).expect("memory can be written");
            text
        });
    }
}

mod searching {
    use super::*;

    /// Small ones of every class, so that what is done once counts, too.
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

    fn by(engine: Engine, bencher: Bencher<'_, '_>, name: &str) {
        let (_, text) = PROBLEMS.iter().find(|text| text.0 == name).expect("one");
        let problem = parsed(&text());
        bencher.bench(|| walk(Search::new(&problem, engine)));
    }

    #[divan::bench(args = PROBLEMS.map(|(name, _)| name))]
    fn links(bencher: Bencher<'_, '_>, name: &str) {
        by(Engine::Links, bencher, name);
    }

    #[divan::bench(args = PROBLEMS.map(|(name, _)| name))]
    fn bits(bencher: Bencher<'_, '_>, name: &str) {
        by(Engine::Auto, bencher, name);
    }
}

/// Dominoes in a square: the states of its tree come back.
mod memo {
    use super::*;

    #[divan::bench(args = [6, 8], sample_size = 1, sample_count = 3)]
    fn without(bencher: Bencher<'_, '_>, side: usize) {
        let problem = parsed(&packings::dominoes(side, side));
        bencher.bench(|| walk(Search::new(&problem, Engine::Auto)));
    }

    #[divan::bench(args = [6, 8, 12])]
    fn with(bencher: Bencher<'_, '_>, side: usize) {
        let problem = parsed(&packings::dominoes(side, side));
        bencher.bench(|| {
            let memo = Memo::new(&problem, 256 << 20, false);
            walk(Search::new(&problem, Engine::Auto).with_memo(&memo))
        });
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

    #[divan::bench]
    fn encode_9x9(bencher: Bencher<'_, '_>) {
        let geometry = geometry(9);
        let puzzle = Grid::parse(&geometry, PUZZLE).expect("a puzzle");
        bencher.bench(|| {
            let mut text = Vec::new();
            write_plain(&geometry, &puzzle, &mut text).expect("memory can be written");
            text
        });
    }

    #[divan::bench]
    fn encode_25x25(bencher: Bencher<'_, '_>) {
        let (geometry, blank) = (geometry(25), Grid::empty(25));
        bencher.bench(|| {
            let mut text = Vec::new();
            write_general(&geometry, &blank, &[], &mut text).expect("memory can be written");
            text
        });
    }

    #[divan::bench]
    fn is_the_only_solution(bencher: Bencher<'_, '_>) {
        let board = Board::from(geometry(9));
        let solver = Solver::new(&board);
        let puzzle = Grid::parse(&board.geometry, PUZZLE).expect("a puzzle");
        bencher.bench(|| solver.count(&puzzle, 2));
    }
}

mod peg {
    use super::*;
    use dlx3::peg::bounds::upper_bounds;
    use dlx3::peg::encode::{Form, encode};
    use dlx3::peg::parse_spec;

    #[divan::bench]
    fn encode_central_in_14_layers(bencher: Bencher<'_, '_>) {
        let central = parse_spec("central").expect("it has a name");
        bencher.bench(|| encode(&central, Form::Layers(14), None).expect("layers enough"));
    }

    #[divan::bench]
    fn bounds_of_central(bencher: Bencher<'_, '_>) {
        let central = parse_spec("central").expect("it has a name");
        bencher.bench(|| upper_bounds(&central).expect("the programs are solved"));
    }
}

mod sieve {
    use super::*;
    use dlx3::sieve::Numbers;
    use dlx3::sieve::encode::{Wishes, encode};
    use dlx3::sieve::optimum::{Unlimited, solve};

    #[divan::bench(args = [50, 200])]
    fn best_game(bencher: Bencher<'_, '_>, largest: u32) {
        let numbers = Numbers::new(largest).expect("not too large");
        bencher.bench(|| solve(&numbers, &mut Unlimited));
    }

    #[divan::bench]
    fn encode_30(bencher: Bencher<'_, '_>) {
        let numbers = Numbers::new(30).expect("not too large");
        let wishes = Wishes::default();
        bencher.bench(|| encode(&numbers, &wishes).map(|encoded| encoded.problem.option_count()));
    }
}
