//! The yardsticks: the problems on which speed is measured.

use super::{colors, constraints, covers, crews, packings, sums};

/// A yardstick: a problem and how far to search it.
pub struct Yardstick {
    /// The problem, in a few words.
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

/// Shapes that the engine was not tuned for, several sizes of each. They show whether the rules
/// that choose techniques generalize.
pub const OTHER_SHAPES: &[Yardstick] = yardsticks! {
    "shapes, Wang tiles", "Wang tiles 4x6, 3 colors", ["T1000000000"], constraints::wang_tiles(4, 6, 3, 11, 1);
    "shapes, Wang tiles", "Wang tiles 9x8, 5 colors", ["T1000000000"], constraints::wang_tiles(9, 8, 5, 34, 2);
    "shapes, Wang tiles", "Wang tiles 14x12, 6 colors", ["T1000000000"], constraints::wang_tiles(14, 12, 6, 50, 3);
    "shapes, colorings", "colorings, 34 vertices, 3 colors", ["T1000000000"], constraints::colorings(34, 58, 3, 1);
    "shapes, colorings", "colorings, 45 vertices, 4 colors", ["T1000000000"], constraints::colorings(45, 190, 4, 2);
    "shapes, colorings", "colorings, 60 vertices, 5 colors", ["T1000000000"], constraints::colorings(60, 400, 5, 3);
    "shapes, homomorphisms", "homomorphisms, 8 colors", ["T1000000000"], constraints::homomorphisms((20, 40), (8, 12), 1);
    "shapes, homomorphisms", "homomorphisms, 14 colors", ["T1000000000"], constraints::homomorphisms((30, 75), (14, 22), 2);
    "shapes, homomorphisms", "homomorphisms, 24 colors", ["T1000000000"], constraints::homomorphisms((22, 80), (24, 40), 3);
    "shapes, nonograms", "nonogram 14x14", ["T1000000000"], constraints::nonogram(14, 40, 1);
    "shapes, nonograms", "nonogram 16x16", ["T1000000000"], constraints::nonogram(16, 45, 2);
    "shapes, nonograms", "nonogram 17x17", ["T1000000000"], constraints::nonogram(17, 50, 3);
    "shapes, word rectangles", "word rectangles 3x5, 400 words", ["T1000000000"], constraints::word_rectangles(3, 5, 400, 1);
    "shapes, word rectangles", "word rectangles 4x5, 700 words", ["T1000000000"], constraints::word_rectangles(4, 5, 700, 2);
    "shapes, word rectangles", "word rectangles 5x6, 2500 words", ["T1000000000"], constraints::word_rectangles(5, 6, 2500, 3);
    "shapes, timetables", "timetable, 40 lessons", ["T1000000000"], sums::timetable(40, 10, 5, 7, 1);
    "shapes, timetables", "timetable, 90 lessons", ["T1000000000"], sums::timetable(90, 18, 6, 12, 2);
    "shapes, multiple covers", "covers 1 to 2, 30 items", ["T1000000000"], sums::multiple_cover(30, 90, 5, 2, 1);
    "shapes, multiple covers", "covers 1 to 3, 45 items", ["T1000000000"], sums::multiple_cover(45, 140, 6, 3, 2);
    "shapes, multiple covers", "covers 1 to 5, 60 items", ["T1000000000"], sums::multiple_cover(60, 200, 8, 5, 3);
    "shapes, domatic partitions", "two dominating sets, 5x6", ["T1000000000"], sums::domatic(5, 6, 2);
    "shapes, domatic partitions", "three dominating sets, 5x7", ["T1000000000"], sums::domatic(5, 7, 3);
    "shapes, subgraphs", "subgraphs of degree 2, 18 vertices", ["T1000000000"], sums::regular_subgraphs(18, 60, 2, 1);
    "shapes, subgraphs", "subgraphs of degree 3, 26 vertices", ["T1000000000"], sums::regular_subgraphs(26, 110, 3, 2);
    "shapes, designs", "triples of 9 points, each pair 3 times", ["T1000000000"], sums::triple_designs(9, 3);
    "shapes, designs", "triples of 10 points, each pair twice", ["T1000000000"], sums::triple_designs(10, 2);
    "shapes, tomography", "tomography 8x8", ["T1000000000"], sums::tomography(8, 50, 1);
    "shapes, tomography", "tomography 10x10", ["T1000000000"], sums::tomography(10, 45, 2);
    "shapes, corner dominoes", "corner dominoes 4x5", ["T1000000000"], sums::corner_dominoes(4, 5, 3);
    "shapes, corner dominoes", "corner dominoes 6x8", ["T1000000000"], sums::corner_dominoes(6, 8, 4);
    "shapes, dissections", "dissections 4x5", ["T1000000000"], sums::dissections(4, 5);
    "shapes, dissections", "dissections 6x7", ["T1000000000"], sums::dissections(6, 7);
    "shapes, random covers", "options of 7 of 140 items", ["T1000000000"], covers::planted_evenly(140, 4000, 7);
    "shapes, random covers", "options of 5 of 35 items", ["T1000000000"], covers::planted_evenly(35, 3500, 5);
};

/// An input that is long to read; the search ends at its first node.
pub const LONG_TO_READ: &[Yardstick] = yardsticks! {
    "reading", "reading a million options", ["T1"], covers::wide(1_000_000, 6, 3000);
};

/// Problems with repeated states: their trees are far too large to walk. Without `d0` a report
/// would be due every 10,000,000,000 mems, and would need a search.
pub const STATES_COME_BACK: &[Yardstick] = yardsticks! {
    "memo", "dominoes 8x8", ["d0"], packings::dominoes(8, 8);
    "memo", "dominoes 12x12", ["d0"], packings::dominoes(12, 12);
    "memo", "dominoes 16x16", ["d0"], packings::dominoes(16, 16);
};

/// Problems without bounds, which DLX2 also takes. The words are those of `dlx2`.
pub const WITHOUT_BOUNDS: &[Yardstick] = yardsticks! {
    "dlx2", "DLX2, queens 13", [], covers::queens(13);
    "dlx2", "DLX2, Langford 12", [], covers::langford(12);
    "dlx2", "DLX2, pentominoes 8x8 with a hole", [],
        packings::pentominoes(8, 8, &[(3, 3), (3, 4), (4, 3), (4, 4)]);
    "dlx2", "DLX2, pentominoes 6x10, 2 Gmems", ["T2000000000"], packings::pentominoes(6, 10, &[]);
    "dlx2", "DLX2, dominoes 8x8, 2 Gmems", ["T2000000000"], packings::dominoes(8, 8);
    "dlx2", "DLX2, Sudoku with 15 clues, 2 Gmems", ["T2000000000"], covers::sudoku();
    "dlx2", "DLX2, MacMahon squares 4x6, 2 Gmems", ["T2000000000"], colors::macmahon_squares(4, 6);
    "dlx2", "DLX2, word squares 4x4, 450 words", [], colors::word_squares(4, 450);
    "dlx2", "DLX2, Wang tiles 9x8, 5 colors", ["T1000000000"], constraints::wang_tiles(9, 8, 5, 34, 2);
    "dlx2", "DLX2, homomorphisms, 8 colors", ["T1000000000"], constraints::homomorphisms((20, 40), (8, 12), 1);
    "dlx2", "DLX2, planted cover, 60,000 options", ["T1000000000"], covers::planted(60_000, 400);
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

/// The number of solutions is wanted. The words are those of `dlx3`.
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

/// One solution is wanted, or the proof that there is none.
pub const FOUND: &[Yardstick] = yardsticks! {
    "find", "quasigroup, order 25, 263 holes, 1", [], covers::holes(25, 263, 1);
    "find", "quasigroup, order 25, 263 holes, 2", [], covers::holes(25, 263, 2);
    "find", "quasigroup, order 25, 263 holes, 3", [], covers::holes(25, 263, 3);
    "find", "quasigroup, order 30, 378 holes, 1", [], covers::holes(30, 378, 1);
    "find", "quasigroup, order 30, 378 holes, 2", [], covers::holes(30, 378, 2);
    "find", "quasigroup, order 30, 378 holes, 3", [], covers::holes(30, 378, 3);
    "find", "quasigroup, order 35, 514 holes, 1", [], covers::holes(35, 514, 1);
    "find", "quasigroup, order 35, 514 holes, 2", [], covers::holes(35, 514, 2);
    "find", "quasigroup, order 35, 514 holes, 3", [], covers::holes(35, 514, 3);
    "find", "quasigroup, order 40, 672 holes, 1", [], covers::holes(40, 672, 1);
    "find", "quasigroup, order 40, 672 holes, 2", [], covers::holes(40, 672, 2);
    "find", "quasigroup, order 40, 672 holes, 3", [], covers::holes(40, 672, 3);
    "find", "quasigroup, order 45, 850 holes, 1", [], covers::holes(45, 850, 1);
    "find", "quasigroup, order 45, 850 holes, 2", [], covers::holes(45, 850, 2);
    "find", "quasigroup, order 50, 1050 holes, 1", [], covers::holes(50, 1050, 1);
    "find", "quasigroup, order 50, 1050 holes, 2", [], covers::holes(50, 1050, 2);
    "find", "quasigroup, order 50, 1050 holes, 3", [], covers::holes(50, 1050, 3);
    "find", "Langford pairs 13 (none)", [], covers::langford(13);
    "find", "Langford pairs 14 (none)", [], covers::langford(14);
    "find", "Langford pairs 16", [], covers::langford(16);
    "find", "Langford pairs 27", [], covers::langford(27);
    "find", "Langford pairs 40", [], covers::langford(40);
    "find", "Langford pairs 24, 4 gaps", [], covers::langford_with_gaps(24, 4);
    "find", "60 queens", [], covers::queens(60);
    "find", "planted cover, 60 items", [], covers::planted(600, 60);
    "find", "planted cover, 90 items", [], covers::planted(900, 90);
    "find", "planted cover, 120 items", [], covers::planted(1200, 120);
    "find", "Sudoku, order 25", [], covers::large_sudoku(5, 330, 1);
    "find", "Sudoku, order 25, fewer clues", [], covers::large_sudoku(5, 300, 2);
    "find", "pentominoes 6x10", [], packings::pentominoes(6, 10, &[]);
    "find", "pentominoes 3x20", [], packings::pentominoes(3, 20, &[]);
    "find", "tetrominoes, four of each, 8x10", [], packings::tetrominoes(8, 10, 4);
    "find", "pentominoes of all kinds 10x10", [], packings::polyominoes(10, 10, &[5]);
    "find", "partridge 4 (none)", [], packings::partridge(4);
    "find", "partridge 8", [], packings::partridge(8);
    "find", "Conway's bricks", [], packings::conway();
    "find", "MacMahon squares 4x6", [], colors::macmahon_squares(4, 6);
    "find", "MacMahon squares 3x8", [], colors::macmahon_squares(3, 8);
    "find", "word squares 5x5", [], colors::word_squares(5, 1500);
    "find", "triple system, 15 points", [], covers::triples(15);
    "find", "triple system, 21 points", [], covers::triples(21);
    "find", "triple system, 14 points (none)", [], covers::triples(14);
    "find", "queen domination 11, 5 queens", [], covers::queen_domination(11, 5);
    "find", "grid domination 8x8, 16", [], covers::grid_domination(8, 8, 16);
    "find", "hitting sets 60", [], covers::hitting_sets(60, 80, 20);
    "find", "hitting sets 100", [], covers::hitting_sets(100, 150, 25);
};

/// Every m-th solution is printed. The solutions between are known or swept, or each takes long to
/// find.
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
