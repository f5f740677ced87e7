//! The families of puzzles for which Knuth has generators. The text equals his, by digests of his
//! programs' output (without comments). The solutions are those of brute force, or published ones.

use crate::common::filter::{self, Run, TemporaryFile};
use dlx3::Answers;
use dlx3::families::fillomino::Fillomino;
use dlx3::families::graceful::{Chain, Graceful};
use dlx3::families::indicator::Indicator;
use dlx3::families::masyu::Masyu;
use dlx3::families::slitherlink::Slitherlink;
use dlx3::families::windmill::Windmills;
use dlx3::families::{Family, FamilyError};

/// A digest of 64 bits: FNV-1a.
fn digest(text: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fn count(family: &dyn Family) -> u64 {
    family.problem().count().to_string().parse().unwrap()
}

fn windmills(rows: usize, columns: usize) -> Windmills {
    Windmills::new(rows, columns).unwrap()
}

fn indicator(values: usize, arguments: usize, tuples: &str) -> Indicator {
    let relation = |tuples: &str| -> Vec<String> {
        let tuples = tuples.split_whitespace();
        tuples.map(str::to_owned).collect()
    };
    Indicator::new(values, arguments, tuples.split('/').map(relation)).unwrap()
}

fn graceful(edges: &str) -> Graceful {
    let chains = edges.split_whitespace().map(|chain| chain.parse::<Chain>());
    Graceful::new(chains.map(Result::unwrap)).unwrap()
}

fn slitherlink(text: &str) -> Slitherlink {
    Slitherlink::read(text.as_bytes()).unwrap()
}

fn masyu(text: &str) -> Masyu {
    Masyu::read(text.as_bytes()).unwrap()
}

fn fillomino(text: &str) -> Fillomino {
    Fillomino::read(text.as_bytes()).unwrap()
}

const PETERSEN: &str = "0-1-2-3-4-0 0-5 1-6 2-7 3-8 4-9 5-7-9-6-8-5";

#[test]
fn items_and_options_are_those_of_knuths_programs() {
    let cases: [(Box<dyn Family>, u64); 26] = [
        (Box::new(windmills(1, 1)), 0x060c_8a7d_c161_a094),
        (Box::new(windmills(2, 2)), 0x5036_a678_f844_6c22),
        (Box::new(windmills(4, 5)), 0x0f65_0c8e_8b47_94df),
        (Box::new(windmills(7, 3)), 0x24a8_03ae_d16b_5f62),
        (Box::new(windmills(30, 30)), 0x0cd8_1e7a_84e1_67fe),
        (Box::new(indicator(2, 3, "00 01 11")), 0x3612_b3a1_cdda_470b),
        (Box::new(indicator(2, 4, "01 10")), 0x7121_03d2_940b_4553),
        (
            Box::new(indicator(3, 2, "01 02 10 12 20 21")),
            0x5454_a5d8_4756_e54b,
        ),
        (
            Box::new(indicator(2, 3, "001 010 100 / 01 11 / 0")),
            0x5b63_a26e_250c_b61b,
        ),
        (
            Box::new(indicator(4, 2, "0123 1230 3333 1213")),
            0xda68_e200_cdf6_756a,
        ),
        (Box::new(indicator(3, 7, "012 021")), 0xa8a5_7d8d_45bd_e73e),
        (Box::new(graceful("0-1-2-3-4-5-6")), 0x99ca_53f2_9e46_8507),
        (
            Box::new(graceful("a-b-c-d-a a-c b-d")),
            0x79f2_2b49_df90_b9fe,
        ),
        (Box::new(graceful(PETERSEN)), 0xea78_06d6_cc7b_f4ae),
        (Box::new(slitherlink("..\n..\n")), 0x56cb_1f1e_903f_5ea9),
        (
            Box::new(slitherlink("3.2\n.0.\n1.4\n..3\n")),
            0x1988_72f5_134e_a3a4,
        ),
        (Box::new(slitherlink("..12\n3...\n")), 0x1835_0ed2_de15_f2ed),
        (
            Box::new(slitherlink(".3.1.2.\n2.2.0..\n..3...1\n")),
            0x58c3_c55f_cc53_e24d,
        ),
        (Box::new(masyu("...\n...\n...\n")), 0x2e60_0733_420e_7639),
        (
            Box::new(masyu("....1\n.0...\n..0..\n1....\n")),
            0x6457_f724_6a38_8f5f,
        ),
        (
            Box::new(masyu("..0.0..\n1....1.\n...0...\n.1...0.\n")),
            0x10eb_470c_c693_7536,
        ),
        (Box::new(fillomino("1\n")), 0x56aa_cfd9_37d7_cd13),
        (
            Box::new(fillomino("..3\n.2\n...4\n")),
            0x8f4f_fc0a_0774_ab5a,
        ),
        (
            Box::new(fillomino("5....\n..2..\n.1.3.\n....5\n")),
            0xf43f_a689_0331_9a05,
        ),
        (
            Box::new(fillomino("3.3.\n....\n.4.2\n")),
            0xbe8d_97cc_920d_da07,
        ),
        (
            Box::new(fillomino("....6.\n.6....\n..1..2\n2....3\n")),
            0x7661_34cb_ee1b_df9c,
        ),
    ];
    for (number, (family, expected)) in cases.iter().enumerate() {
        let text = family.bytes();
        assert_eq!(digest(&text), *expected, "{number}: {}", family.text());
    }
}

#[test]
fn windmill_dominoes_in_a_box_are_as_many_as_the_book_says() {
    assert_eq!(count(&windmills(2, 10)), 288);
    assert_eq!(count(&windmills(10, 2)), 288);
}

#[test]
fn monotone_and_self_dual_functions_are_oeis_a000372_and_a001206() {
    let monotone = (1..=4).map(|k| count(&indicator(2, k, "00 01 11")));
    assert_eq!(monotone.collect::<Vec<_>>(), [3, 6, 20, 168]);
    let self_dual = (1..=4).map(|k| count(&indicator(2, k, "00 01 11 / 01 10")));
    assert_eq!(self_dual.collect::<Vec<_>>(), [1, 2, 4, 12]);
    // Of three colors, only those functions keep "another color" that permute one argument.
    let colors = (1..=2).map(|k| count(&indicator(3, k, "01 02 10 12 20 21")));
    assert_eq!(colors.collect::<Vec<_>>(), [6, 12]);
}

#[test]
fn graceful_labelings_of_paths_are_half_of_oeis_a006967_and_of_small_graphs_those_of_a339892() {
    let path = |n: usize| {
        let names: Vec<String> = (0..n).map(|vertex| vertex.to_string()).collect();
        count(&graceful(&names.join("-")))
    };
    let paths = (2..=9).map(path).map(|half| 2 * half);
    assert_eq!(paths.collect::<Vec<_>>(), [2, 4, 4, 8, 24, 32, 40, 120]);
    // Each one is counted as often as the graph has symmetries.
    for (edges, different, symmetries) in [
        ("a-b-c-d-a a-c b-d", 1, 24),
        ("a-b-c-d-a", 1, 8),
        ("a-b a-c a-d", 1, 6),
        ("a-b-c-d-a a-c", 4, 4),
        ("a-b-c-a a-d", 5, 2),
    ] {
        assert_eq!(count(&graceful(edges)), different * symmetries, "{edges}");
    }
}

/// The edges of a grid of points that a set of bits chooses: for each point those to the north,
/// west, east and south.
fn degrees(rows: usize, columns: usize, set: u32) -> Vec<[bool; 4]> {
    let mut used = vec![[false; 4]; rows * columns];
    let mut bit = 0;
    for point in 0..rows * columns {
        let (y, x) = (point / columns, point % columns);
        if x + 1 < columns {
            let is_used = set >> bit & 1 == 1;
            (used[point][2], used[point + 1][1]) = (is_used, is_used);
            bit += 1;
        }
        if y + 1 < rows {
            let is_used = set >> bit & 1 == 1;
            (used[point][3], used[point + columns][0]) = (is_used, is_used);
            bit += 1;
        }
    }
    used
}

/// All sets of edges of which each point has none or two.
fn loops(rows: usize, columns: usize) -> impl Iterator<Item = Vec<[bool; 4]>> {
    let edges = rows * (columns - 1) + columns * (rows - 1);
    let sets = (0..1_u32 << edges).map(move |set| degrees(rows, columns, set));
    sets.filter(|used| {
        let degree = |point: &[bool; 4]| point.iter().filter(|&&is_used| is_used).count();
        used.iter().all(|point| [0, 2].contains(&degree(point)))
    })
}

/// The clues of a text, with their places.
fn clues(text: &str) -> impl Iterator<Item = (usize, usize, u8)> {
    let rows = text.lines().enumerate();
    let all = rows.flat_map(|(y, line)| line.bytes().enumerate().map(move |(x, c)| (y, x, c)));
    all.filter(|clue| clue.2 != b'.')
}

#[test]
fn slitherlinks_are_those_of_brute_force() {
    let mut solved = 0;
    for text in [
        "...\n...\n",
        "3..\n...\n",
        "2.2\n...\n",
        ".2.\n3.1\n",
        "13.\n..3\n",
        "0.3\n...\n",
        "4..\n..4\n",
    ] {
        let holds = |used: &Vec<[bool; 4]>| {
            clues(text).all(|(y, x, clue)| {
                // A row has four points; the cell lies between this point and the next ones.
                let point = y * 4 + x;
                let [_, _, top, left] = used[point];
                let [bottom, right] = [used[point + 4][2], used[point + 1][3]];
                let sides = [top, left, bottom, right].into_iter().map(u8::from);
                sides.sum::<u8>() == clue - b'0'
            })
        };
        let expected = loops(3, 4).filter(holds).count() as u64;
        assert_eq!(count(&slitherlink(text)), expected, "{text}");
        solved += u64::from(expected == 1);
    }
    assert!(solved > 0, "none of them is a puzzle");
}

#[test]
fn masyus_are_those_of_brute_force_and_what_cannot_be_is_refused() {
    let is_straight = |[north, west, east, south]: [bool; 4]| (north && south) || (west && east);
    let mut found = [0; 3];
    for text in [
        "....\n....\n....\n",
        "1...\n....\n....\n",
        ".0..\n....\n....\n",
        "1..1\n....\n....\n",
        ".00.\n....\n....\n",
        "...1\n0...\n....\n",
        "....\n.0..\n....\n",
        "....\n..1.\n....\n",
        "1..1\n0...\n1..1\n",
        ".0..\n.0..\n....\n",
        "00..\n....\n....\n",
    ] {
        let columns = 4;
        let holds = |used: &Vec<[bool; 4]>| {
            clues(text).all(|(y, x, clue)| {
                let point = y * columns + x;
                let next = [
                    point.wrapping_sub(columns),
                    point.wrapping_sub(1),
                    point + 1,
                    point + columns,
                ];
                let ends = (0..4)
                    .filter(|&side| used[point][side])
                    .map(|side| used[next[side]]);
                let straight = ends.filter(|&end| is_straight(end)).count();
                match clue {
                    b'1' => used[point] != [false; 4] && !is_straight(used[point]) && straight == 2,
                    _ => is_straight(used[point]) && straight < 2,
                }
            })
        };
        let expected = loops(3, columns).filter(holds).count() as u64;
        match Masyu::read(text.as_bytes()) {
            Ok(masyu) => assert_eq!(count(&masyu), expected, "{text}"),
            Err(FamilyError::Unfit(_)) => {
                assert_eq!(expected, 0, "{text}");
                found[2] += 1;
            }
            Err(error) => panic!("{text}: {error}"),
        }
        found[usize::from(expected > 0)] += 1;
    }
    assert!(found.iter().all(|&number| number > 0), "{found:?}");
}

/// Whether each cell's digit is the number of cells that are joined with it by equal digits.
fn is_filled(digits: &[u8], columns: usize) -> bool {
    let rows = digits.len() / columns;
    (0..digits.len()).all(|start| {
        let (mut seen, mut waiting) = (vec![false; digits.len()], vec![start]);
        seen[start] = true;
        let mut size = 0;
        while let Some(cell) = waiting.pop() {
            size += 1;
            let (y, x) = (cell / columns, cell % columns);
            let mut go = |there: bool, next: usize| {
                if there && !seen[next] && digits[next] == digits[start] {
                    seen[next] = true;
                    waiting.push(next);
                }
            };
            go(y > 0, cell.wrapping_sub(columns));
            go(x > 0, cell.wrapping_sub(1));
            go(x + 1 < columns, cell + 1);
            go(y + 1 < rows, cell + columns);
        }
        size == digits[start]
    })
}

#[test]
fn fillominoes_are_those_of_brute_force() {
    let mut solved = 0;
    for text in [
        "4..\n...\n...\n",
        "...\n.3.\n...\n",
        "..2\n4..\n..2\n",
        "1.1\n...\n.3\n",
        "3.3\n\n3.3\n",
        "44.\n.4.\n...\n",
        "2..\n...\n..3\n",
        "33.\n.33\n...\n",
        "5..\n...\n..5\n",
        "1.2\n.4.\n...\n",
    ] {
        let most = clues(text).map(|clue| clue.2 - b'0').max().unwrap();
        let fillings = (0..u64::from(most).pow(9)).map(|mut number| {
            let digit = || {
                let digit = number % u64::from(most);
                number /= u64::from(most);
                digit as u8 + 1
            };
            std::iter::repeat_with(digit).take(9).collect::<Vec<u8>>()
        });
        let mut fillings = fillings.filter(|digits| {
            clues(text).all(|(y, x, clue)| digits[3 * y + x] == clue - b'0') && is_filled(digits, 3)
        });
        let expected = fillings.by_ref().count() as u64;
        assert_eq!(count(&fillomino(text)), expected, "{text}");
        solved += u64::from(expected == 1);
    }
    assert!(solved > 0, "none of them is a puzzle");
}

fn dlx(words: &[&str], input: &str) -> Run {
    filter::run(
        &mut filter::command(filter::path("dlx"), words),
        input.as_bytes(),
    )
}

#[test]
fn dlx_gen_writes_puzzles_of_files_stdin_and_words() {
    let puzzle = ".2\n31\n";
    let file = TemporaryFile::with(puzzle);
    let cases: [(&[&str], Box<dyn Family>); 6] = [
        (&["slitherlink", file.name()], Box::new(slitherlink(puzzle))),
        (&["slitherlink", "-"], Box::new(slitherlink(puzzle))),
        (&["fillomino", "-"], Box::new(fillomino(puzzle))),
        (&["windmill", "2x3"], Box::new(windmills(2, 3))),
        (
            &["graceful", "a-b-c", "a-c"],
            Box::new(graceful("a-b-c a-c")),
        ),
        (
            &["indicator", "2", "2", "01", "/", "00", "11"],
            Box::new(indicator(2, 2, "01 / 00 11")),
        ),
    ];
    for (words, family) in cases {
        let run = dlx(&[&["gen"], words].concat(), puzzle);
        assert_eq!((run.status, &run.stderr[..]), (Some(0), ""), "{words:?}");
        assert_eq!(run.stdout, family.text(), "{words:?}");
    }
    let run = dlx(&["gen", "masyu", "-"], "0.\n..\r\n");
    assert_eq!(run.status, Some(1), "a circle in a corner cannot be white");
    let run = dlx(&["gen", "masyu", "-"], "1.\n..\r\n");
    assert_eq!(
        (run.status, run.stdout),
        (Some(0), masyu("1.\n..\n").text())
    );
}

#[test]
fn dlx_gen_says_what_is_wrong_with_a_puzzle() {
    let tall = "..\n".repeat(32);
    let wide = format!("{}\n", ".".repeat(33)).repeat(2);
    let cases: [(&str, &str); 27] = [
        ("windmill 0x3", ""),
        ("windmill 31", ""),
        ("graceful", ""),
        ("graceful a", ""),
        ("graceful a-", ""),
        ("graceful abcd-e", ""),
        ("graceful a-b-a", ""),
        ("graceful a-a", ""),
        ("graceful a-b c-d e-f", ""),
        ("indicator 2 3", ""),
        ("indicator 0 3 00", ""),
        ("indicator 2 8 00", ""),
        ("indicator 2 3 00 012", ""),
        ("indicator 2 3 00 02", ""),
        ("indicator 2 3 00 / /", ""),
        ("indicator 2 3 00 /", ""),
        ("slitherlink -", ""),
        ("slitherlink -", "...\n"),
        ("slitherlink -", "..\n.5\n"),
        ("slitherlink -", "..\n...\n"),
        ("slitherlink -", &tall),
        ("slitherlink -", &wide),
        ("masyu -", "..\n2.\n"),
        ("masyu -", "0.0\n...\n...\n"),
        ("fillomino -", ".....\n"),
        ("fillomino -", "..g\n"),
        ("fillomino nowhere.txt", ""),
    ];
    let mut told = String::new();
    for (words, input) in cases {
        let split: Vec<&str> = words.split(' ').collect();
        let run = dlx(&[&["gen"], &split[..]].concat(), input);
        assert_eq!(run.stdout, "", "{words}");
        let first = run.stderr.lines().next().unwrap_or_default();
        let first_line = input.lines().next().unwrap_or_default();
        told += &format!(
            "{words} [{}] {first_line}\n  {first}\n",
            run.status.unwrap()
        );
    }
    insta::assert_snapshot!("gen_puzzle_refusals", told);
}
