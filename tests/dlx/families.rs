//! The classic families have the published numbers of solutions, or those that brute force finds;
//! and `dlx gen` writes them.

use crate::common::filter::{self, Run, TemporaryFile};
use dlx3::Answers;
use dlx3::Bounds;
use dlx3::families::Family;
use dlx3::families::bricks::{Brick, Bricks};
use dlx3::families::dissections::{Dissections, Kind};
use dlx3::families::domination::{Domination, Layout, Piece};
use dlx3::families::langford::{Langford, Places};
use dlx3::families::latin::{Holes, Latin, Orthogonal};
use dlx3::families::macmahon::{HEXAGON, LargeTriangle, Squares, Triangles};
use dlx3::families::partridge::Partridge;
use dlx3::families::queens::{Order, Queens};
use dlx3::families::random::{HittingSets, Planted};
use dlx3::families::rectangles::{Alike, Rectangles};
use dlx3::families::tilings::{Dominoes, Polyominoes};
use dlx3::families::triples::{Rule, Triples};
use dlx3::families::words::{WordList, WordRectangle, WordSquare};
use std::collections::BTreeSet;
use std::process::Stdio;

fn count(family: &dyn Family) -> String {
    family.problem().count().to_string()
}

/// The numbers of solutions of several problems.
fn counts<F: Family>(families: impl IntoIterator<Item = F>) -> Vec<u64> {
    let counts = families.into_iter().map(|family| count(&family));
    counts.map(|count| count.parse().unwrap()).collect()
}

#[test]
fn queens_are_oeis_a000170_in_both_orders() {
    for order in [Order::OrganPipe, Order::Natural] {
        let queens = (1..=10).map(|n| Queens::new(n, order).unwrap());
        assert_eq!(counts(queens), [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]);
    }
}

#[test]
fn names_of_many_queens_are_distinct() {
    let problem = Queens::new(40, Order::OrganPipe).unwrap().problem();
    assert_eq!(
        (problem.option_count(), problem.item_count()),
        (1600, 80 + 2 * 77)
    );
}

#[test]
fn halves_of_langford_pairs_are_oeis_a014552() {
    let all = (3..=8).map(|n| Langford::new(n, 0, Places::Taken).unwrap());
    assert_eq!(
        counts(all.clone().map(Langford::half)),
        [1, 1, 0, 0, 26, 150]
    );
    assert_eq!(counts(all), [2, 2, 0, 0, 52, 300]);
}

/// The rows with each number twice, by brute force.
fn langford_rows(n: usize, row: &mut Vec<usize>) -> u64 {
    if n == 0 {
        return 1;
    }
    let mut found = 0;
    for left in 0..row.len().saturating_sub(n + 1) {
        if row[left] == 0 && row[left + n + 1] == 0 {
            (row[left], row[left + n + 1]) = (n, n);
            found += langford_rows(n - 1, row);
            (row[left], row[left + n + 1]) = (0, 0);
        }
    }
    found
}

#[test]
fn langford_pairs_with_gaps_are_those_of_brute_force() {
    for (n, gaps) in [(2, 1), (3, 2), (4, 1), (5, 2), (5, 3), (6, 1)] {
        let expected = langford_rows(n, &mut vec![0; 2 * n + gaps]);
        for places in [Places::Bounded, Places::Secondary] {
            let all = Langford::new(n, gaps, places).unwrap();
            let half = counts([all.half()])[0];
            assert_eq!(counts([all])[0], expected, "{n} {gaps}");
            assert_eq!(2 * half, expected, "{n} {gaps}");
        }
        assert_eq!(
            counts([Langford::new(n, gaps, Places::Taken).unwrap()])[0],
            0
        );
    }
}

#[test]
fn five_queens_dominate_a_chessboard_in_4860_ways() {
    for layout in [Layout::CellsFirst, Layout::CountFirst] {
        let queens = Domination::new((8, 8), 5, Piece::Queen, layout).unwrap();
        assert_eq!(count(&queens), "4860");
    }
}

/// The sets of `size` of `n` things, as masks.
fn subsets(n: u32, size: u32) -> impl Iterator<Item = u32> {
    (0..1u32 << n).filter(move |mask| mask.count_ones() == size)
}

#[test]
fn dominations_are_those_of_brute_force() {
    let (rows, columns) = (3i32, 4i32);
    let cells: Vec<(i32, i32)> = (0..rows)
        .flat_map(|y| (0..columns).map(move |x| (y, x)))
        .collect();
    type Attacks = fn(i32, i32) -> bool;
    let pieces: [(Piece, Attacks); 6] = [
        (Piece::Queen, |y, x| y * x * (y * y - x * x) == 0),
        (Piece::King, |y, x| y * y + x * x <= 2),
        (Piece::Rook, |y, x| y * x == 0),
        (Piece::Bishop, |y, x| y * y == x * x),
        (Piece::Knight, |y, x| [0, 5].contains(&(y * y + x * x))),
        (Piece::Neighbor, |y, x| y * y + x * x <= 1),
    ];
    for (piece, attacks) in pieces {
        for chosen in 1..=5 {
            let dominated = |set: u32, &(y, x): &(i32, i32)| {
                let mut chosen = cells
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| set >> bit & 1 == 1);
                chosen.any(|(_, &(v, u))| attacks(y - v, x - u))
            };
            let dominates = |set: &u32| cells.iter().all(|cell| dominated(*set, cell));
            let expected = subsets(12, chosen).filter(dominates).count() as u64;
            let problem = Domination::new((3, 4), chosen as usize, piece, Layout::CellsFirst);
            assert_eq!(
                counts([problem.unwrap()])[0],
                expected,
                "{piece:?} {chosen}"
            );
        }
    }
}

fn words(text: &str) -> WordList {
    WordList::read(text.as_bytes(), None).unwrap()
}

#[test]
fn lines_of_words_may_end_as_on_windows() {
    let list = |text| WordSquare::new(words(text)).text();
    assert_eq!(list("aba\r\nbab\r\n"), list("aba\nbab\n"));
}

#[test]
fn word_rectangles_are_those_of_brute_force() {
    let (long, short) = (
        "abba\nbaab\naaaa\nbbbb\nabab\nbaba\naabb\n",
        "aba\nbab\naab\nbba\naaa\n",
    );
    let (columns, rows): (Vec<&str>, Vec<&str>) = (short.lines().collect(), long.lines().collect());
    let mut expected = 0;
    for one in &rows {
        for two in &rows {
            for three in &rows {
                let column = |place: usize| {
                    let letters = [one, two, three].map(|row| row.as_bytes()[place] as char);
                    letters.iter().collect::<String>()
                };
                expected += u64::from((0..4).all(|place| columns.contains(&&column(place)[..])));
            }
        }
    }
    assert!(expected > 5);
    assert_eq!(
        counts([WordRectangle::new(words(short), words(long))]),
        [expected]
    );
    // A double square is a rectangle with one list for both.
    let square = WordSquare::new(words(short));
    let rectangle = WordRectangle::new(words(short), words(short));
    assert_eq!(count(&square), count(&rectangle));
}

#[test]
fn letters_may_be_any_bytes() {
    let list = WordList::read(b"a\xff\n\xfea\nb\xff", None).unwrap();
    assert_eq!(list.count(), 3);
    let problem = WordSquare::new(list).problem();
    assert_eq!(problem.option_count(), 12);
}

#[test]
fn macmahon_squares_and_triangles_are_24_pieces_that_can_be_placed() {
    let squares = Squares::new(4, 6).unwrap().problem();
    assert_eq!(squares.primary_count(), 24 + 24);
    assert!(squares.find().is_some());
    let hexagon = HEXAGON.map(|triangle| triangle.parse::<LargeTriangle>().unwrap());
    let triangles = Triangles::new(hexagon).unwrap().problem();
    assert_eq!(triangles.primary_count(), 1 + 24 + 24);
    // Four pieces have one turn, twenty have three; the last option is the border.
    assert_eq!(triangles.option_count(), 24 * (4 + 3 * 20) + 1);
    assert!(Squares::new(5, 5).is_err());
    let mut twice = hexagon;
    twice[1] = twice[0];
    assert!(Triangles::new(twice).is_err());
}

#[test]
fn latin_squares_are_oeis_a002860() {
    let squares = (1..=5).map(|n| Latin::new(n).unwrap());
    assert_eq!(counts(squares), [1, 2, 12, 576, 161_280]);
}

#[test]
fn latin_squares_with_holes_can_be_filled_again() {
    for seed in 0..20 {
        let problem = Holes::new(7, 30, seed).unwrap().problem();
        assert!(problem.find().is_some());
    }
    // An empty square is a square like any other.
    let squares = (1..=4).map(|n| Holes::new(n, n * n, 1).unwrap());
    assert_eq!(counts(squares), [1, 2, 12, 576]);
    let text = |seed| Holes::new(6, 20, seed).unwrap().text();
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}

#[test]
fn there_are_no_small_partridge_squares_but_the_first() {
    let squares = (1..=4).map(|n| Partridge::new(n).unwrap());
    assert_eq!(counts(squares), [1, 0, 0, 0]);
}

/// All Latin squares of an order, row by row.
fn latin_squares(n: usize) -> Vec<Vec<usize>> {
    let mut squares = vec![Vec::new()];
    for cell in 0..n * n {
        let (row, column) = (cell / n, cell % n);
        let longer = squares.iter().flat_map(|square: &Vec<usize>| {
            (0..n).filter_map(move |number| {
                let in_row = (0..column).any(|x| square[row * n + x] == number);
                let in_column = (0..row).any(|y| square[y * n + column] == number);
                (!in_row && !in_column).then(|| [&square[..], &[number]].concat())
            })
        });
        squares = longer.collect();
    }
    squares
}

#[test]
fn pairs_of_orthogonal_latin_squares_are_those_of_brute_force() {
    for (n, known) in [(1, 1), (2, 0), (3, 72), (4, 6912)] {
        let squares = latin_squares(n);
        let is_orthogonal = |one: &[usize], other: &[usize]| {
            let pairs: u32 = one
                .iter()
                .zip(other)
                .fold(0, |seen, (a, b)| seen | 1 << (a * n + b));
            pairs.count_ones() as usize == n * n
        };
        let of_one = |one: &Vec<usize>| {
            let others = squares.iter().filter(|other| is_orthogonal(one, other));
            others.count() as u64
        };
        let expected: u64 = squares.iter().map(of_one).sum();
        assert_eq!(expected, known);
        assert_eq!(counts([Orthogonal::new(n).unwrap()])[0], expected, "{n}");
    }
}

#[test]
fn triples_of_equal_sums_are_oeis_a104185() {
    let triples = [1, 3, 5, 7, 9].map(|n| Triples::new(n, Rule::EqualSums).unwrap());
    assert_eq!(counts(triples), [1, 2, 11, 84, 1296]);
    let even = [2, 4].map(|n| Triples::new(n, Rule::EqualSums).unwrap());
    assert_eq!(counts(even), [0, 0]);
}

#[test]
fn triples_with_the_sum_of_two_are_oeis_a108235() {
    let triples = (1..=9).map(|n| Triples::new(n, Rule::SumOfTwo).unwrap());
    assert_eq!(counts(triples), [1, 0, 0, 8, 21, 0, 0, 3040, 20505]);
}

#[test]
fn domino_tilings_are_oeis_a004003_and_polyominoes_of_two_cells_are_dominoes() {
    let squares = [2, 4, 6, 8].map(|n| Dominoes::new(n, n).unwrap());
    assert_eq!(counts(squares), [2, 36, 6728, 12_988_816]);
    assert_eq!(count(&Polyominoes::new(6, 6, [2]).unwrap()), "6728");
    // A size that is named twice must not have its options twice.
    assert_eq!(count(&Polyominoes::new(4, 4, [2, 2]).unwrap()), "36");
    // With single cells, the matchings of a grid: OEIS A028420.
    let matchings = (1..=5).map(|n| Polyominoes::new(n, n, [1, 2]).unwrap());
    assert_eq!(counts(matchings), [1, 7, 131, 10_012, 2_810_694]);
}

#[test]
fn dissections_into_unlike_rectangles_are_oeis_a360499_and_its_neighbours() {
    let of = |alike| (1..=5).map(move |n| Rectangles::new(n, n, alike).unwrap());
    assert_eq!(counts(of(Alike::Dimensions)), [1, 1, 21, 269, 4489]);
    let oblongs = of(Alike::Dimensions).map(Rectangles::oblongs);
    assert_eq!(counts(oblongs), [0, 0, 4, 12, 256]);
    assert_eq!(counts(of(Alike::HeightAndWidth)), [1, 1, 33, 513, 14409]);
    assert_eq!(counts(of(Alike::Areas)), [1, 1, 21, 253, 2401]);
}

/// A rectangle: top, bottom, left and right side.
type Sides = [usize; 4];

/// All dissections of a grid: a rectangle is put at the first free cell.
fn dissections(m: usize, n: usize, taken: u32, put: &mut Vec<Sides>, found: &mut Vec<Vec<Sides>>) {
    let Some(cell) = (0..m * n).find(|cell| taken >> cell & 1 == 0) else {
        found.push(put.clone());
        return;
    };
    let (top, left) = (cell / n, cell % n);
    for bottom in top + 1..=m {
        for right in left + 1..=n {
            let cells = (top..bottom).flat_map(|y| (left..right).map(move |x| y * n + x));
            let mask = cells.fold(0, |mask, cell| mask | 1 << cell);
            if taken & mask == 0 {
                put.push([top, bottom, left, right]);
                dissections(m, n, taken | mask, put, found);
                put.pop();
            }
        }
    }
}

#[test]
fn reduced_and_motley_dissections_are_those_of_brute_force() {
    let mut motley = 0;
    for (m, n) in [
        (1, 1),
        (1, 3),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (4, 4),
    ] {
        let mut all = Vec::new();
        dissections(m, n, 0, &mut Vec::new(), &mut all);
        let has_lines = |dissection: &&Vec<Sides>| {
            let has = |line: usize, side: usize| dissection.iter().any(|sides| sides[side] == line);
            (1..m).all(|line| has(line, 0)) && (1..n).all(|line| has(line, 2))
        };
        let reduced = all.iter().filter(has_lines);
        let is_motley = |dissection: &&Vec<Sides>| {
            let is_distinct = |side: usize, length: usize| {
                let intervals = dissection
                    .iter()
                    .map(|sides| (sides[side], sides[side + 1]));
                let distinct: BTreeSet<_> = intervals.collect();
                distinct.len() == dissection.len() && !distinct.contains(&(0, length))
            };
            is_distinct(0, m) && is_distinct(2, n)
        };
        let expected = reduced.clone().count() as u64;
        let problem = Dissections::new(m, n, Kind::Reduced).unwrap();
        assert_eq!(counts([problem])[0], expected, "{m}x{n}");
        if m > 1 && n > 1 {
            // None is its own reflection.
            let expected = reduced.filter(is_motley).count() as u64 / 2;
            let problem = Dissections::new(m, n, Kind::Motley).unwrap();
            assert_eq!(counts([problem])[0], expected, "motley {m}x{n}");
            motley += expected;
        }
    }
    assert!(motley > 1);
}

#[test]
fn bricks_1x1x2_in_2x2_towers_are_oeis_a006253() {
    let bounds = Bounds {
        lower: 0,
        upper: 20,
    };
    let kind = Brick {
        sizes: [1, 1, 2],
        bounds,
    };
    let towers = (1..=5).map(|n| Bricks::new([2, 2, n], [kind]).unwrap());
    assert_eq!(counts(towers), [2, 9, 32, 121, 450]);
}

#[test]
fn hitting_sets_are_those_of_brute_force_and_planted_covers_are_there() {
    for seed in 0..3 {
        let problem = HittingSets::new(12, 9, 4, seed).unwrap().problem();
        let options: Vec<Vec<usize>> = problem
            .option_ids()
            .map(|option| {
                problem
                    .option(option)
                    .map(|(item, _)| item.index())
                    .collect()
            })
            .collect();
        let hits = |set: &u32| {
            (1..=9).all(|item| {
                let chosen = options
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| set >> bit & 1 == 1);
                (1..=3).contains(&chosen.filter(|(_, items)| items.contains(&item)).count())
            })
        };
        let expected = subsets(12, 4).filter(hits).count();
        assert_eq!(
            problem.count().to_string(),
            expected.to_string(),
            "seed {seed}"
        );
        let planted = Planted::new(300, 60, seed).unwrap().problem();
        assert_eq!(planted.option_count(), 300);
        assert!(planted.find().is_some());
    }
}

fn dlx(words: &[&str]) -> Run {
    filter::run(&mut filter::command(filter::path("dlx"), words), b"")
}

#[test]
fn dlx_gen_writes_what_the_library_has() {
    let long = TemporaryFile::with("abba\nbaab\n");
    let short = TemporaryFile::with("aba\nbab\nbbb\n");
    let two = format!("{}:2", short.name());
    let cases: [(&[&str], Box<dyn Family>); 14] = [
        (
            &["queens", "9"],
            Box::new(Queens::new(9, Order::OrganPipe).unwrap()),
        ),
        (
            &["queens", "5", "--order", "natural"],
            Box::new(Queens::new(5, Order::Natural).unwrap()),
        ),
        (
            &["langford", "7", "--half"],
            Box::new(Langford::new(7, 0, Places::Taken).unwrap().half()),
        ),
        (
            &["langford", "5", "--gaps", "2"],
            Box::new(Langford::new(5, 2, Places::Secondary).unwrap()),
        ),
        (
            &["domination", "4x5", "3", "--by", "kings"],
            Box::new(Domination::new((4, 5), 3, Piece::King, Layout::CellsFirst).unwrap()),
        ),
        (
            &["words", &two, long.name()],
            Box::new(WordRectangle::new(words("aba\nbab"), words("abba\nbaab"))),
        ),
        (
            &["words", short.name()],
            Box::new(WordSquare::new(words("aba\nbab\nbbb"))),
        ),
        (&["squares", "3x8"], Box::new(Squares::new(3, 8).unwrap())),
        (
            &["latin", "4", "--orthogonal"],
            Box::new(Orthogonal::new(4).unwrap()),
        ),
        (
            &["latin", "5", "--holes", "12", "--seed", "3"],
            Box::new(Holes::new(5, 12, 3).unwrap()),
        ),
        (&["partridge", "4"], Box::new(Partridge::new(4).unwrap())),
        (
            &["polyominoes", "3x4", "1,3"],
            Box::new(Polyominoes::new(3, 4, [1, 3]).unwrap()),
        ),
        (
            &["dissections", "3x5", "--motley"],
            Box::new(Dissections::new(3, 5, Kind::Motley).unwrap()),
        ),
        (
            &["rectangles", "4", "--alike", "areas", "--oblongs"],
            Box::new(Rectangles::new(4, 4, Alike::Areas).unwrap().oblongs()),
        ),
    ];
    for (words, family) in cases {
        let run = dlx(&[&["gen"], words].concat());
        assert_eq!((run.status, &run.stderr[..]), (Some(0), ""), "{words:?}");
        assert_eq!(run.stdout, family.text(), "{words:?}");
    }
}

#[test]
fn dlx_gen_has_help_pages_and_refusals() {
    let mut pages = dlx(&["gen", "--help"]).stdout;
    for family in [
        "queens",
        "langford",
        "domination",
        "words",
        "triangles",
        "bricks",
    ] {
        pages += &format!("\n=== {family}\n{}", dlx(&["gen", family, "--help"]).stdout);
    }
    insta::assert_snapshot!("gen_help", pages);
    let ragged = TemporaryFile::with("abc\nabd\nab\n");
    let blank = TemporaryFile::with("ab c\n");
    let empty = TemporaryFile::with("");
    let long = TemporaryFile::with("abcdefghijklmnopq\n");
    let mut told = String::new();
    for words in [
        "queens 0",
        "queens 1001",
        "queens eight",
        "langford 5 --gaps 1001",
        "domination 8 0",
        "domination 8y8 5",
        "domination 63 5",
        "words nowhere.txt",
        &format!("words {}", ragged.name()),
        &format!("words {}", blank.name()),
        &format!("words {}", empty.name()),
        &format!("words {}", long.name()),
        "squares 5x5",
        "triangles 00 00+",
        "triangles 00 00 10 10+ 01 01+",
        "triangles 00 33 10 10+ 01 01+",
        "polyominoes 4 11",
        "dominoes 0",
        "dominoes 10001x1000",
        "bricks 5x5 1,1x1x1",
        "bricks 5x5x5 2:1,1x1x1",
        "hitting-sets 5 5 5",
        "planted 0 10",
        "latin 5 --holes 26",
        "latin 5 --seed 2",
        "partridge 31",
        "sudoku",
    ] {
        let split: Vec<&str> = words.split(' ').collect();
        let run = dlx(&[&["gen"], &split[..]].concat());
        assert_eq!(run.stdout, "", "{words}");
        let first = run.stderr.lines().next().unwrap_or_default();
        told += &format!("{words} [{}]\n  {first}\n", run.status.unwrap());
    }
    for (number, file) in [&ragged, &blank, &empty, &long].iter().enumerate() {
        told = told.replace(file.name(), &format!("FILE{number}"));
    }
    insta::assert_snapshot!("gen_refusals", told);
}

#[test]
fn dlx_gen_tells_of_a_full_disk_and_stops_where_no_reader_is_left() {
    let words = ["gen", "queens", "200"];
    let mut command = filter::command(filter::path("dlx"), &words);
    command.stdout(Stdio::from(filter::full()));
    let run = filter::run(&mut command, b"");
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    // Writing 10^8 options would take long.
    let words = ["gen", "latin", "62", "--orthogonal"];
    let mut child = filter::command(filter::path("dlx"), &words)
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), &output.stderr[..]),
        (Some(141), &b""[..])
    );
}
