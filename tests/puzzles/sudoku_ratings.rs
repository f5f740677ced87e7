//! `sudoku rate --sukaku`, and the steps behind it.
//!
//! The files in `testdata/sudoku/` have the output of `serate`, the program of Sukaku Explainer
//! 1.18, with its default settings. `ratings.txt` has ER, EP and ED of 400 puzzles of all ranges;
//! `steps.txt` has the rating of each step of puzzles that use each technique. Files with
//! `-diagonal`, `-hyper` or `-both` in their names are for puzzles with diagonals (`--isX=1`),
//! windows (`--isWindows=1`) or both.

use crate::common::filter;
use crate::sudoku_filters::run::Folder;
use dlx3::sudoku::Random;
use dlx3::sudoku::logic::{Ladder, Marks, Regions, Technique};
use dlx3::sudoku::nine::Nine;

const RATINGS: &str = include_str!("../../testdata/sudoku/ratings.txt");
const STEPS: &str = include_str!("../../testdata/sudoku/steps.txt");

/// For each board with other houses: its options, ratings and steps.
const BOARDS: [(Regions, &[&str], &str, &str); 3] = [
    (
        Regions::Diagonals,
        &["--diagonal"],
        include_str!("../../testdata/sudoku/ratings-diagonal.txt"),
        include_str!("../../testdata/sudoku/steps-diagonal.txt"),
    ),
    (
        Regions::Windows,
        &["--hyper"],
        include_str!("../../testdata/sudoku/ratings-hyper.txt"),
        include_str!("../../testdata/sudoku/steps-hyper.txt"),
    ),
    (
        Regions::Both,
        &["--diagonal", "--hyper"],
        include_str!("../../testdata/sudoku/ratings-both.txt"),
        include_str!("../../testdata/sudoku/steps-both.txt"),
    ),
];

fn rate(words: &[&str], input: &str) -> (i32, String, String) {
    let mut command = filter::command(filter::path("sudoku"), &["rate"]);
    command.args(words);
    let output = filter::output(&mut command, input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn clues(line: &str) -> [u8; 81] {
    let digits = line.bytes().take(81).map(|byte| match byte {
        b'1'..=b'9' => byte - b'0',
        _ => 0,
    });
    digits.collect::<Vec<u8>>().try_into().unwrap()
}

/// A puzzle without a needless clue.
fn puzzle(random: &mut Random) -> ([u8; 81], [u8; 81]) {
    let solution = Nine::fill(random);
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    let mut cells = solution;
    Nine::reduce(&mut cells, &order);
    (cells, solution)
}

#[test]
fn ratings_are_those_of_the_reference() {
    for threads in ["1", "3"] {
        let (status, out, _) = rate(&["--sukaku", "--threads", threads], RATINGS);
        assert_eq!(status, 0);
        let mut rated = out.lines();
        let header = rated.next().unwrap();
        assert!(header.ends_with("\trules\tER\tEP\tED"), "{header}");
        for line in RATINGS.lines() {
            let columns: Vec<&str> = rated.next().unwrap().split('\t').collect();
            assert_eq!(columns[columns.len() - 3..].join(" "), line[82..], "{line}");
        }
        assert_eq!(rated.next(), None);
    }
}

#[test]
fn ratings_alone_are_those_of_the_reference() {
    let (status, out, _) = rate(&["--only", "sukaku"], RATINGS);
    assert_eq!(status, 0);
    let mut expected = "ER\tEP\tED\n".to_owned();
    for line in RATINGS.lines() {
        expected += &(line[82..].replace(' ', "\t") + "\n");
    }
    assert_eq!(out, expected);
    let (status, out, message) = rate(&["--sukaku-time", "1s"], RATINGS);
    assert_eq!((status, &out[..]), (2, ""));
    assert!(message.contains("needs --sukaku"), "{message}");
}

#[test]
fn ratings_with_diagonals_and_windows_are_those_of_the_reference() {
    for (_, board, ratings, _) in BOARDS {
        let (status, out, _) = rate(&[&["--only", "sukaku"], board].concat(), ratings);
        assert_eq!(status, 0);
        let mut expected = "ER\tEP\tED\n".to_owned();
        for line in ratings.lines() {
            expected += &(line[82..].replace(' ', "\t") + "\n");
        }
        assert_eq!(out, expected, "{board:?}");
    }
}

#[test]
fn steps_with_diagonals_and_windows_are_as_difficult_as_those_of_the_reference_and_sound() {
    let mut ladder = Ladder::new();
    let mut techniques = Vec::new();
    for (regions, _, _, steps) in BOARDS {
        for line in steps.lines() {
            let clues = clues(line);
            let solutions = regions.solutions(&clues);
            let mut marks = Marks::on(regions, &clues);
            let mut tenths = Vec::new();
            while !marks.is_full() {
                let step = ladder.next(&marks).unwrap();
                assert!(step.agrees_with(&solutions[0]), "{line} {step:?}");
                step.apply(&mut marks);
                tenths.push(format!("{:.1}", step.rating));
                techniques.push(step.technique);
            }
            assert_eq!(tenths.join(" "), line[82..], "{line}");
        }
    }
    techniques.sort_unstable();
    techniques.dedup();
    for technique in [
        Technique::DirectClaiming,
        Technique::Intersection,
        Technique::NakedTriplet,
        Technique::UniqueLoop,
        Technique::ThreeStrongLinks,
        Technique::UvwxyzWing,
    ] {
        assert!(techniques.contains(&technique), "{technique}");
    }
    // A generalized intersection stands for both.
    let replaced = [Technique::Pointing, Technique::Claiming];
    assert!(
        replaced
            .iter()
            .all(|technique| !techniques.contains(technique))
    );
}

#[test]
fn every_step_is_as_difficult_as_that_of_the_reference() {
    let mut ladder = Ladder::new();
    let mut techniques = Vec::new();
    for line in STEPS.lines() {
        let steps = ladder.path(&clues(line));
        let tenths: Vec<String> = steps
            .iter()
            .map(|step| format!("{:.1}", step.rating))
            .collect();
        assert_eq!(tenths.join(" "), line[82..], "{line}");
        techniques.extend(steps.iter().map(|step| step.technique));
    }
    techniques.sort_unstable();
    techniques.dedup();
    // All techniques but hidden quads and direct claiming, which hardly ever come first, and chains
    // from 9.0 on.
    assert_eq!(techniques.len(), 34, "{techniques:?}");
    assert_eq!(techniques.last(), Some(&Technique::DynamicChains));
}

#[test]
fn no_step_contradicts_the_solution() {
    let mut random = Random::new(7, 0);
    let mut ladder = Ladder::new();
    for _ in 0..1000 {
        let (cells, solution) = puzzle(&mut random);
        for step in ladder.path(&cells) {
            assert!(step.agrees_with(&solution), "{cells:?} {step:?}");
        }
    }
}

#[test]
fn puzzles_without_exactly_one_solution_are_not_rated() {
    let none = format!("55{}", ".".repeat(79));
    let many = ".".repeat(81);
    let (status, out, _) = rate(&["--sukaku"], &format!("{none}\n{many}\n"));
    assert_eq!(status, 0);
    let ends: Vec<&str> = out
        .lines()
        .skip(1)
        .map(|line| line.rsplit('\t').nth(3).unwrap())
        .collect();
    assert!(
        ends[0].ends_with("none") && ends[1].ends_with("many"),
        "{out}"
    );
    assert!(
        out.lines().skip(1).all(|line| line.ends_with("\t-\t-\t-")),
        "{out}"
    );
}

#[test]
fn a_puzzle_gets_no_more_than_its_time() {
    let line = RATINGS.lines().next_back().unwrap();
    let (status, out, _) = rate(&["--sukaku", "--sukaku-time", "0"], line);
    assert_eq!(status, 0);
    assert!(out.ends_with("\ttime\ttime\ttime\n"), "{out}");
}

#[test]
fn other_boards_are_refused() {
    let folder = Folder::new();
    let jigsaw = folder.file("boxes", "ABCDEFGHI\n".repeat(9).as_bytes());
    for board in [
        &["--order", "6"][..],
        &["--jigsaw", &jigsaw],
        &["--order", "16", "--diagonal"],
    ] {
        let (status, out, message) = rate(&[&["--sukaku"], board].concat(), "");
        assert_eq!((status, &out[..]), (2, ""));
        assert!(
            message.contains("--sukaku knows only 9x9 puzzles"),
            "{message}"
        );
    }
}
