//! The yardsticks: what speed is measured on.

use super::{colors, covers, crews, packings};

/// A yardstick: a problem and how far to search it.
pub struct Yardstick {
    /// What it is, in a few words.
    pub name: &'static str,
    /// The class that its speed is reported for.
    pub class: &'static str,
    /// Words of the command line.
    pub words: &'static [&'static str],
    /// The `.dlx` text.
    pub text: fn() -> String,
}

macro_rules! yardsticks {
    ($($class:literal, $name:literal, [$($word:literal)*], $text:expr;)*) => {
        &[$(Yardstick { name: $name, class: $class, words: &[$($word),*], text: || $text }),*]
    };
}

/// All yardsticks. A limit of mems keeps the C program's time to a few seconds.
pub const YARDSTICKS: &[Yardstick] = yardsticks! {
    "pentominoes", "pentominoes 6x10", [], packings::pentominoes(6, 10, &[]);
    "pentominoes", "pentominoes 4x15", [], packings::pentominoes(4, 15, &[]);
    "pentominoes", "pentominoes 8x8 with a hole", ["T10000000000"],
        packings::pentominoes(8, 8, &[(3, 3), (3, 4), (4, 3), (4, 4)]);
    "queen domination", "5 queens dominate 8x8", [], covers::queen_domination(8, 5);
    "queens", "queens 14", [], covers::queens(14);
    "queens", "queens 16, 3 Gmems", ["T3000000000"], covers::queens(16);
    "Langford pairs", "Langford 12", [], covers::langford(12);
    "Langford pairs", "Langford 15, 4 Gmems", ["T4000000000"], covers::langford(15);
    "dominoes", "dominoes 8x8", [], packings::dominoes(8, 8);
    "Sudoku", "Sudoku with 15 clues", ["T4000000000"], covers::sudoku();
    "bounded packings", "tetrominoes, four of each, in 8x10", ["T4000000000"], packings::tetrominoes(8, 10, 4);
    "bounded packings", "bricks in 5x5x3", ["T4000000000"], packings::bricks(5, 5, 3);
    "grid domination", "grid domination 6x7", ["T6000000000"], covers::grid_domination(6, 7, 12);
    "MacMahon squares", "MacMahon squares 4x6", ["T4000000000"], colors::macmahon_squares(4, 6);
    "word squares", "word squares 4x4, 450 words", [], colors::word_squares(4, 450);
    "word squares", "word squares 5x5, 1500 words", ["T6000000000"], colors::word_squares(5, 1500);
    "hitting sets", "hitting sets 1:3", ["T4000000000"], covers::hitting_sets(60, 90, 16);
    "Langford with bounds", "Langford 10 with gaps", ["T4000000000"], covers::langford_with_gaps(10, 4);
    "leafy trees", "few items, 3,500 options", ["T300000000"], covers::few_items(14, 3500);
    "leafy trees", "slack chain", ["T1000000000"], covers::slack_chain(21);
    "planted cover", "planted cover, 60,000 options", ["T2000000000"], covers::planted(60_000, 400);
};

/// An input that is long to read; the search ends at its first node.
pub const LONG_TO_READ: &[Yardstick] = yardsticks! {
    "reading", "reading a million options", ["T1"], covers::wide(1_000_000, 6, 3000);
};

/// Problems whose states come back: their trees are far too large to be walked.
/// Without `d0` a report would be due each 10,000,000,000 mems, and searched for.
pub const STATES_COME_BACK: &[Yardstick] = yardsticks! {
    "memo", "dominoes 8x8", ["d0"], packings::dominoes(8, 8);
    "memo", "dominoes 12x12", ["d0"], packings::dominoes(12, 12);
    "memo", "dominoes 16x16", ["d0"], packings::dominoes(16, 16);
};

/// Problems that keep our own program busy for a second or more.
pub const LONG_TO_SEARCH: &[Yardstick] = yardsticks! {
    "two threads", "pentominoes 6x10, by links", ["--engine" "links"],
        packings::pentominoes(6, 10, &[]);
    "two threads", "MacMahon squares 4x6, all", [], colors::macmahon_squares(4, 6);
    "two threads", "queens 16, all", [], covers::queens(16);
    "two threads", "queens 16, 30 Gmems", ["T30000000000"], covers::queens(16);
    "two threads", "Langford 15, 30 Gmems", ["T30000000000"], covers::langford(15);
    "two threads", "Sudoku with 15 clues, 20 Gmems", ["T20000000000"], covers::sudoku();
    "two threads", "bricks in 5x5x3, 40 Gmems", ["T40000000000"], packings::bricks(5, 5, 3);
    "two threads", "grid domination 7x8, 60 Gmems", ["T60000000000"], covers::grid_domination(7, 8, 14);
};

/// How many solutions there are, by whatever tree. The words are those of `dlx3`.
pub const COUNTED: &[Yardstick] = yardsticks! {
    "answers, polyominoes", "8x8 by mono-, do-, trominoes", ["d0"], packings::polyominoes(8, 8, &[1, 2, 3]);
    "answers, polyominoes", "9x12 by trominoes", ["d0"], packings::polyominoes(9, 12, &[3]);
    "answers, polyominoes", "8x8 by tetrominoes", ["d0"], packings::polyominoes(8, 8, &[4]);
    "answers, polyominoes", "10x10 by tetrominoes", ["d0"], packings::polyominoes(10, 10, &[4]);
    "answers, dominoes", "16x16 by dominoes", ["d0"], packings::dominoes(16, 16);
    "answers, pentominoes", "pentominoes in 4x15", ["d0"], packings::pentominoes(4, 15, &[]);
    "answers, pentominoes", "pentominoes in 6x10", ["d0"], packings::pentominoes(6, 10, &[]);
    "answers, Langford pairs", "Langford pairs, 12", ["d0"], covers::langford(12);
    "answers, queens", "13 queens", ["d0"], covers::queens(13);
};

/// Crew schedules, of which the cheapest solution is wanted. The words are those of `dlx best`.
pub const CHEAPEST: &[Yardstick] = yardsticks! {
    "best", "crews, 100 x 2000, 5", [], crews::crews(100, 2000, 5, crews::Kind::Plain, 1);
    "best", "crews, 100 x 4000, 5", [], crews::crews(100, 4000, 5, crews::Kind::Plain, 11);
    "best", "crews, 100 x 8000, 5", [], crews::crews(100, 8000, 5, crews::Kind::Plain, 12);
    "best", "crews, 120 x 3000, 5", [], crews::crews(120, 3000, 5, crews::Kind::Plain, 13);
    "best", "crews, 120 x 6000, 5", [], crews::crews(120, 6000, 5, crews::Kind::Plain, 14);
    "best", "crews, 150 x 5000, 5", [], crews::crews(150, 5000, 5, crews::Kind::Plain, 2);
    "best", "crews, 150 x 10000, 4", [], crews::crews(150, 10000, 4, crews::Kind::Plain, 15);
    "best", "crews, 150 x 3000, 4", [], crews::crews(150, 3000, 4, crews::Kind::Plain, 16);
    "best", "crews, 200 x 5000, 6", [], crews::crews(200, 5000, 6, crews::Kind::Plain, 3);
    "best", "crews, 200 x 5000, 4", [], crews::crews(200, 5000, 4, crews::Kind::Plain, 17);
    "best", "crews, 200 x 10000, 4", [], crews::crews(200, 10000, 4, crews::Kind::Plain, 18);
    "best", "crews, 200 x 3000, 4", [], crews::crews(200, 3000, 4, crews::Kind::Plain, 19);
    "best", "crews, 250 x 8000, 5", [], crews::crews(250, 8000, 5, crews::Kind::Plain, 4);
    "best", "crews, 250 x 4000, 4", [], crews::crews(250, 4000, 4, crews::Kind::Plain, 20);
    "best", "crews, 300 x 6000, 4", [], crews::crews(300, 6000, 4, crews::Kind::Plain, 21);
    "best", "crews, 300 x 20000, 3", [], crews::crews(300, 20000, 3, crews::Kind::Plain, 22);
    "best", "crews, 400 x 8000, 3", [], crews::crews(400, 8000, 3, crews::Kind::Plain, 23);
    "best", "crews, 400 x 4000, 3", [], crews::crews(400, 4000, 3, crews::Kind::Plain, 24);
    "best", "crews, 200 x 5000, 5, with bounds", [], crews::crews(200, 5000, 5, crews::Kind::Bounded, 9);
    "best", "crews, 200 x 5000, 5, with colors", [], crews::crews(200, 5000, 5, crews::Kind::Colored, 10);
};

/// Every m-th solution is shown: those between them are known or swept, or each of
/// them is long to find.
pub const EVERY_MTH: &[Yardstick] = yardsticks! {
    "every m-th solution", "150 free options, m2", ["m2" "t300000"], covers::free(150);
    "every m-th solution", "150 free options, m10", ["m10" "t1000000"], covers::free(150);
    "every m-th solution", "150 free options, m50", ["m50" "t3000000"], covers::free(150);
    "every m-th solution", "150 free options, m100", ["m100" "t3000000"], covers::free(150);
    "every m-th solution", "150 free options, m101", ["m101" "t3000000"], covers::free(150);
    "every m-th solution", "Langford 12, m7", ["m7"], covers::langford(12);
    "every m-th solution", "queens 13, m3", ["m3"], covers::queens(13);
    "every m-th solution", "queens 13, m50", ["m50"], covers::queens(13);
    "every m-th solution", "dominoes 6x8, m10", ["m10"], packings::dominoes(6, 8);
};

/// Many items are active, or options have many items.
pub const LARGE: &[Yardstick] = yardsticks! {
    "large", "planted, 300 items, 60,000 options of 6", ["T1500000000"], covers::planted_evenly(300, 60_000, 6);
    "large", "planted, 500 items, 60,000 options of 6", ["T1500000000"], covers::planted_evenly(500, 60_000, 6);
    "large", "planted, 1000 items, 50,000 options of 10", ["T1500000000"], covers::planted_evenly(1000, 50_000, 10);
    "large", "planted, 1500 items, 60,000 options of 6", ["T1500000000"], covers::planted_evenly(1500, 60_000, 6);
    "large", "hexominoes 14x15", ["T1500000000"], packings::hexominoes(14, 15);
    "large", "partridge 8", ["T1500000000"], packings::partridge(8);
};

/// Solutions that are all written.
pub const STREAMS: &[Yardstick] = yardsticks! {
    "streams", "Langford 12, m1", ["m1"], covers::langford(12);
    "streams", "queens 13, m1", ["m1"], covers::queens(13);
    "streams", "dominoes 6x8, m1", ["m1"], packings::dominoes(6, 8);
    "streams", "word squares 4x4, 450 words, m1", ["m1"], colors::word_squares(4, 450);
    "streams", "Sudoku with 15 clues, m1 t200000", ["m1" "t200000"], covers::sudoku();
    "streams", "bricks in 5x5x3, m1 t300000", ["m1" "t300000"], packings::bricks(5, 5, 3);
};
