//! From a made puzzle over `.dlx` and its solution back to the grid.

use super::run::{Folder, output_of, run};

const JIGSAW: &[u8] = b"AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF\n";

/// `make OPTIONS | gen-sudoku OPTIONS - | dlx3 m1 | show-sudoku` for some seeds.
fn round_trip(options: &str, more: &str, count: u64) {
    let folder = Folder::new();
    let made = output_of(
        &format!("sudoku make --seed 11 -n {count} --solution {options} {more}"),
        b"",
    );
    let made = String::from_utf8(made).unwrap();
    assert_eq!(made.lines().count() as u64, count);
    for line in made.lines() {
        let (puzzle, solution) = line.split_once(' ').unwrap();
        let dlx = output_of(&format!("gen-sudoku {options} -"), puzzle.as_bytes());
        let solutions = output_of("dlx3 m1 v0", &dlx);
        let file = folder.file("p.dlx", &dlx);
        let shown = output_of(&format!("show-sudoku {file}"), &solutions);
        let shown = String::from_utf8(shown).unwrap();
        assert_eq!(shown, format!("{solution}\n"), "{options} {puzzle}");
    }
}

#[test]
fn plain_puzzles_come_back() {
    round_trip("", "", 5);
    round_trip("", "--minimal --symmetry rotate180", 2);
    for difficulty in ["easy", "medium", "hard", "evil"] {
        round_trip("", &format!("--difficulty {difficulty}"), 3);
    }
}

#[test]
fn every_order_comes_back() {
    for (order, count) in [(4, 10), (6, 10), (9, 3), (16, 2), (25, 1)] {
        round_trip(&format!("--order {order}"), "", count);
    }
}

#[test]
fn diagonal_and_hyper_puzzles_come_back() {
    round_trip("--diagonal", "", 3);
    round_trip("--hyper", "", 3);
    round_trip("--diagonal --hyper", "--minimal", 1);
    round_trip("--order 4 --diagonal", "", 5);
}

#[test]
fn jigsaw_puzzles_come_back() {
    let folder = Folder::new();
    let file = folder.file("jigsaw.txt", JIGSAW);
    round_trip(&format!("--jigsaw {file}"), "", 10);
    round_trip(&format!("--jigsaw {file}"), "--minimal", 3);
}

#[test]
fn killer_puzzles_come_back() {
    let folder = Folder::new();
    let nine = b"15 r1c1 r1c2 r2c1 r2c2\n20 r5c4 r5c5 r5c6\n6 r9c9 r8c9 r7c9\n";
    let file = folder.file("nine.txt", nine);
    round_trip(&format!("--killer {file}"), "", 3);
    let jigsaw = folder.file("jigsaw.txt", JIGSAW);
    let six = folder.file("six.txt", b"9 r1c1 r2c1 r3c1\n7 r6c6 r6c5\n7 r4c1 r5c1\n");
    round_trip(&format!("--jigsaw {jigsaw} --killer {six}"), "", 5);
}

#[test]
fn a_puzzle_that_gen_sudoku_makes_has_one_solution() {
    for options in ["", "--order 6", "--hyper"] {
        let made = run(&format!("gen-sudoku --seed 5 {options}"), b"");
        assert_eq!(made.status, 0);
        let told = String::from_utf8(made.stderr).unwrap();
        assert!(told.starts_with("gen-sudoku: seed 5\nOK, I"), "{told}");
        let solved = run("dlx3 v1", &made.stdout);
        let told = String::from_utf8(solved.stderr).unwrap();
        assert!(told.contains("Altogether 1 solution,"), "{told}");
    }
    let seeds: Vec<_> = (0..2).map(|_| run("gen-sudoku", b"").stderr).collect();
    assert_ne!(seeds[0], seeds[1]);
}
