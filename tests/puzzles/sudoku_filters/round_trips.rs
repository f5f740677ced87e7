//! From a made puzzle over `.dlx` and its solution back to the grid.

use super::run::{Folder, output_of, run};

const JIGSAW: &[u8] = b"AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF\n";

/// `make OPTIONS | gen-sudoku OPTIONS - | dlx3 m1 | show-sudoku` for some seeds: with the
/// problem, without it if it is whole, and without it as far as clues follow.
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
        let alone = run("show-sudoku", &solutions);
        match alone.status {
            0 => assert_eq!(alone.out(), shown, "{options} {puzzle}"),
            _ => {
                let told = String::from_utf8(alone.stderr).unwrap();
                assert!(told.contains("do not follow from the others"), "{told}");
            }
        }
        let whole = output_of(
            &format!("gen-sudoku --whole {options} -"),
            puzzle.as_bytes(),
        );
        let solutions = output_of("dlx3 m1 v0", &whole);
        let file = folder.file("whole.dlx", &whole);
        for words in ["", " --pretty"] {
            let with = output_of(&format!("show-sudoku {file}{words}"), &solutions);
            let alone = run(&format!("show-sudoku{words}"), &solutions);
            assert_eq!(
                (alone.status, alone.stderr.len()),
                (0, 0),
                "{options} {puzzle}"
            );
            if !words.is_empty() && !options.contains("jigsaw") {
                assert_eq!(alone.out(), String::from_utf8(with).unwrap());
            } else if words.is_empty() {
                assert_eq!(with, shown.as_bytes());
                assert_eq!(alone.out(), shown, "{options} {puzzle}");
            }
        }
    }
}

#[test]
fn plain_puzzles_come_back() {
    round_trip("", "", 5);
    round_trip("", "--minimal --symmetry rotate180", 2);
    for difficulty in ["easy", "medium", "hard", "evil"] {
        round_trip("", &format!("--difficulty {difficulty}"), 3);
        round_trip("", &format!("--difficulty {difficulty} --by wnef"), 3);
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

#[test]
fn a_puzzle_that_gen_sudoku_makes_is_shown_from_its_solution_alone() {
    let folder = Folder::new();
    let jigsaw = folder.file("jigsaw.txt", JIGSAW);
    for options in [
        String::new(),
        "--order 4".to_owned(),
        "--order 6 --diagonal".to_owned(),
        "--hyper".to_owned(),
        format!("--jigsaw {jigsaw}"),
    ] {
        for seed in 0..10 {
            let made = output_of(&format!("gen-sudoku --seed {seed} {options}"), b"");
            let solution = output_of("dlx3 m1 v0", &made);
            let problem = folder.file("p.dlx", &made);
            for pretty in ["", "--pretty"] {
                let with = output_of(&format!("show-sudoku {problem} {pretty}"), &solution);
                let alone = output_of(&format!("show-sudoku {pretty}"), &solution);
                assert_eq!(alone, with, "{seed} {options} {pretty}");
            }
        }
    }
}

/// The whole problem has the same solutions, with the clues in them.
#[test]
fn a_whole_problem_has_the_solutions_of_the_other() {
    for puzzle in ["1..............2", "12..34..........", "1.....1........."] {
        let of = |words: &str| {
            let dlx = output_of(&format!("gen-sudoku --order 4 {words}"), puzzle.as_bytes());
            let folder = Folder::new();
            let file = folder.file("p.dlx", &dlx);
            let shown = output_of(
                &format!("show-sudoku {file}"),
                &output_of("dlx3 m1 v0", &dlx),
            );
            let shown = String::from_utf8(shown).unwrap();
            let mut lines: Vec<String> = shown.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        let solutions = of("-");
        assert!(solutions.len() > 1);
        assert_eq!(of("--whole -"), solutions);
    }
}

#[test]
fn holes_of_a_whole_problem_are_shown_from_its_solutions_alone() {
    let holes = b"1..#\n....\n....\n#...\n001.\n0011\n2233\n.233\n";
    let dlx = output_of("gen-sudoku --general --whole -", holes);
    let solutions = output_of("dlx3 m1 v0", &dlx);
    let folder = Folder::new();
    let file = folder.file("holes.dlx", &dlx);
    let with = output_of(&format!("show-sudoku {file}"), &solutions);
    assert_eq!(output_of("show-sudoku", &solutions), with);
    assert!(with.starts_with(b"1"));
    assert_eq!(&with[3..4], b"#");
}

#[test]
fn a_solution_alone_must_tell_all_of_a_grid() {
    let folder = Folder::new();
    let puzzle = b"12..34..........";
    let whole = output_of("gen-sudoku --order 4 --whole -", puzzle);
    let solutions = String::from_utf8(output_of("dlx3 m1 v0", &whole)).unwrap();
    let lines: Vec<&str> = solutions.lines().collect();
    let first = lines[..18].join("\n");
    assert_eq!(run("show-sudoku", first.as_bytes()).status, 0);
    let board = lines
        .iter()
        .position(|line| line.starts_with(" n4.16"))
        .unwrap();
    for (fault, words, bad) in [
        ("a_digit_is_missing", "", lines[..17].join("\n")),
        (
            "an_item_is_told_twice",
            "",
            format!("{first}\n{}\n", lines[17]),
        ),
        ("it_is_of_another_puzzle", "", first.replacen(" p", " q", 1)),
        ("the_order_is_another_one", "--order 9", first.clone()),
        (
            "clues_do_not_follow",
            "--order 4",
            first
                .lines()
                .take(6)
                .filter(|line| *line != lines[board])
                .collect::<Vec<_>>()
                .join("\n"),
        ),
    ] {
        let told = run(&format!("show-sudoku {words}"), bad.as_bytes());
        assert_eq!((told.status, told.out()), (1, String::new()), "{fault}");
        insta::assert_snapshot!(format!("show_sudoku_alone_says_that_{fault}"), told.all());
    }
    // The files of both, and the problem from stdin.
    let (dlx, found) = (
        folder.file("p.dlx", &whole),
        folder.file("s", solutions.as_bytes()),
    );
    let expected = output_of("show-sudoku", solutions.as_bytes());
    assert_eq!(
        output_of(&format!("show-sudoku {dlx} {found}"), b""),
        expected
    );
    assert_eq!(
        output_of(&format!("show-sudoku - {found}"), &whole),
        expected
    );
    let none = run("show-sudoku -", b"");
    assert_eq!(none.status, 2);
}
