//! Many puzzles, bad puzzles, threads.

use super::run::{Folder, output_of, run};
use crate::common::filter;
use crate::grids::{PUZZLE, SOLVED};

#[test]
fn a_seed_gives_the_same_puzzles_with_any_number_of_threads() {
    for options in [
        "--minimal -n 700",
        "--difficulty evil -n 12",
        "--difficulty evil --by wnef -n 12",
        "--order 16 -n 3",
    ] {
        let one = output_of(&format!("sudoku make --seed 3 {options}"), b"");
        let three = output_of(&format!("sudoku make --seed 3 --threads 3 {options}"), b"");
        assert!(one == three, "{options}");
        let other = output_of(&format!("sudoku make --seed 4 {options}"), b"");
        assert!(one != other, "{options}");
    }
}

/// `sudoku check` used to say nothing and have status 0, although it had read no puzzle.
#[test]
fn only_one_file_can_be_standard_input() {
    let (boxes, cages) = ("1122\n1122\n3344\n3344\n", "3 r1c1 r1c2\n");
    for (command, input) in [
        ("sudoku check --order 4 --killer -", cages),
        ("sudoku check --order 4 --killer - -", cages),
        ("sudoku check --jigsaw -", boxes),
        ("sudoku rate --jigsaw -", boxes),
        ("sudoku make --jigsaw - --killer - --seed 1", boxes),
        ("sudoku hit - --clues 30 --also -", SOLVED),
    ] {
        let run = run(command, input.as_bytes());
        assert_eq!(run.status, 2, "{command}");
        assert_eq!(
            String::from_utf8_lossy(&run.stderr),
            "sudoku: only one file can be standard input (-, or a FILE that is not named)\n",
            "{command}"
        );
    }
}

/// A board of one cell used to be shown, because the clues are not in the problem.
#[test]
fn a_solution_that_may_be_of_a_larger_board_is_not_shown() {
    for (place, digit) in [(0, 1), (10, 1), (10, 2), (20, 3)] {
        let mut puzzle = SOLVED.as_bytes().to_vec();
        // Digits that change places make another grid.
        let there = puzzle[place];
        for cell in &mut puzzle {
            *cell = match *cell {
                old if old == there => b'0' + digit,
                old if old == b'0' + digit => there,
                old => old,
            };
        }
        let solved = format!("{}\n", String::from_utf8_lossy(&puzzle));
        puzzle[place] = b'.';
        let solutions = output_of("dlx3 m1 v0", &output_of("gen-sudoku -", &puzzle));
        let run_alone = run("show-sudoku", &solutions);
        assert_eq!(run_alone.status, 1, "{}", run_alone.all());
        let folder = Folder::new();
        let dlx = folder.file("p.dlx", &output_of("gen-sudoku -", &puzzle));
        let shown = output_of(&format!("show-sudoku {dlx}"), &solutions);
        assert_eq!(String::from_utf8_lossy(&shown), solved);
    }
}

#[test]
fn a_grid_without_blanks_leaves_no_items_and_says_so() {
    let run = run("gen-sudoku -", SOLVED.as_bytes());
    assert_eq!(run.status, 0);
    assert!(run.out().starts_with("|sudoku!534678912!"), "{}", run.out());
    assert!(run.all().contains("see --whole"), "{}", run.all());
    let whole = output_of("gen-sudoku --whole -", SOLVED.as_bytes());
    let shown = output_of("show-sudoku", &output_of("dlx3 m1 v0", &whole));
    assert_eq!(String::from_utf8_lossy(&shown), format!("{SOLVED}\n"));
}

/// Sets used to come only from files.
#[test]
fn unavoidable_sets_may_come_from_standard_input() {
    let sets = output_of(&format!("sudoku ua {SOLVED} --max-size 4"), b"");
    let folder = Folder::new();
    let file = folder.file("sets", &sets);
    let hit = format!("sudoku hit {SOLVED} --clues 30 --max-size 0 --also");
    let expected = output_of(&format!("{hit} {file}"), b"");
    assert!(output_of(&format!("{hit} -"), &sets) == expected);
    assert!(output_of(&hit.replace(" --also", ""), b"") != expected);
}

/// Some of these used to have status 1.
#[test]
fn what_a_command_line_cannot_ask_for_has_status_2() {
    for words in [
        "sudoku check --order 5".to_owned(),
        "sudoku check --order 6 --hyper".to_owned(),
        "gen-sudoku --order 5".to_owned(),
        format!("sudoku ua {SOLVED} --by digits --remove 0"),
        format!("sudoku ua {SOLVED} --boxes 40x1"),
        format!("sudoku scan {SOLVED} --clues 99"),
        format!("sudoku hit {SOLVED} --clues 99"),
    ] {
        let run = run(&words, b"");
        assert_eq!(run.status, 2, "{words}: {}", run.all());
    }
}

/// Room for no thread, for one, and for some.
#[test]
fn threads_that_the_system_refuses_are_not_needed() {
    let expected = output_of("sudoku make --seed 3 --minimal -n 700", b"");
    let words = "make --seed 3 --minimal -n 700 --threads 1000";
    let words: Vec<&str> = words.split(' ').collect();
    for kib in [60_000, 250_000, 600_000] {
        let command = filter::command(filter::path("sudoku"), &words);
        let ran = filter::run(&mut filter::limited(kib, &command), b"");
        assert_eq!(ran.status, Some(0), "{kib} KiB: {}", ran.stderr);
        assert!(ran.stdout.as_bytes() == expected, "{kib} KiB");
    }
}

#[test]
fn a_seed_gives_the_puzzles_it_has_always_given() {
    let made = run("sudoku make --seed 1 -n 3 --minimal", b"");
    insta::assert_snapshot!("minimal_puzzles_of_seed_1", made.out());
    let made = run(
        "sudoku make --seed 1 -n 1 --difficulty hard --by wnef --symmetry rotate180",
        b"",
    );
    insta::assert_snapshot!("a_hard_symmetric_puzzle_of_seed_1", made.out());
}

#[test]
fn a_bad_puzzle_is_named_and_the_others_are_done() {
    let many = &SOLVED.replace(['1', '2'], ".");
    let clash = &PUZZLE.replacen('.', "5", 1);
    let input = format!(
        "{PUZZLE}\n{SOLVED}\nnonsense\n{many}\n{clash}\n{}x\n",
        &PUZZLE[..80]
    );
    let checked = run("sudoku check", input.as_bytes());
    insta::assert_snapshot!("check_names_bad_puzzles", checked.all());
    let rated = run("sudoku rate", input.as_bytes());
    insta::assert_snapshot!("rate_names_bad_puzzles", rated.all());
    assert_eq!(run("sudoku check", PUZZLE.as_bytes()).status, 0);
    for command in ["check", "rate"] {
        let lines = input.repeat(200);
        let one = run(&format!("sudoku {command}"), lines.as_bytes());
        let three = run(&format!("sudoku {command} --threads 3"), lines.as_bytes());
        assert!(one.stdout == three.stdout && one.stderr == three.stderr);
        assert_eq!((one.status, three.status), (1, 1));
    }
}

#[test]
fn files_are_read_one_after_the_other() {
    let folder = Folder::new();
    let one = folder.file("one", PUZZLE.as_bytes());
    let two = folder.file("two", format!("# solved\n{SOLVED} remark\n").as_bytes());
    let checked = run(&format!("sudoku check {one} {two}"), b"");
    insta::assert_snapshot!(checked.all());
    let missing = run(&format!("sudoku check {one} {one}.missing"), b"");
    assert_eq!(missing.status, 1);
    let told = String::from_utf8(missing.stderr).unwrap();
    assert!(told.contains("one.missing: No such file"), "{told}");
}

#[test]
fn minimal_puzzles_are_minimal_and_levels_lie_in_their_ranges() {
    let made = output_of("sudoku make --seed 8 -n 200 --minimal", b"");
    let checked = run("sudoku check", &made);
    assert_eq!(checked.out(), "1 solution, minimal\n".repeat(200));
    let mut means = Vec::new();
    for (level, low, high) in [
        ("easy", 0.34, 0.42),
        ("medium", 0.25, 0.29),
        ("hard", 0.18, 0.21),
        ("evil", 0.11, 0.14),
    ] {
        let made = output_of(
            &format!("sudoku make --seed 8 -n 12 --difficulty {level} --by wnef"),
            b"",
        );
        let rated = run("sudoku rate", &made).out();
        let wnefs: Vec<f64> = rated
            .lines()
            .skip(1)
            .map(|line| line.split('\t').nth(3).unwrap().parse().unwrap())
            .collect();
        assert_eq!(wnefs.len(), 12);
        assert!(
            wnefs
                .iter()
                .all(|wnef| (low - 1e-5..=high + 1e-5).contains(wnef))
        );
        assert_eq!(
            run("sudoku check --count-only", &made).out(),
            "1 solution\n".repeat(12)
        );
        means.push(wnefs.iter().sum::<f64>());
    }
    assert!(means.is_sorted_by(|a, b| a > b));
}

#[test]
fn a_table_compares_labelled_files() {
    let folder = Folder::new();
    let mut command = "sudoku rate --table".to_string();
    for level in ["easy", "evil"] {
        let made = output_of(
            &format!("sudoku make --seed 2 -n 20 --difficulty {level} --by wnef"),
            b"",
        );
        command += &format!(" {level}={}", folder.file(level, &made));
    }
    insta::assert_snapshot!("a_table_of_two_levels", run(&command, b"").all());
    let refused = run("sudoku rate --table nolabel", b"");
    insta::assert_snapshot!("a_table_needs_labels", refused.all());
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (name, command) in [
        ("make_refuses_order_10", "sudoku make --order 10"),
        (
            "make_refuses_hyper_of_order_4",
            "sudoku make --order 4 --hyper",
        ),
        (
            "make_refuses_levels_of_order_16",
            "sudoku make --order 16 --difficulty easy",
        ),
        (
            "make_gives_up_on_minimal_puzzles_of_high_wnef",
            "sudoku make --seed 1 --wnef 0.9:0.95 --minimal",
        ),
        (
            "make_refuses_a_falling_range_of_wnef",
            "sudoku make --wnef 0.5:0.4",
        ),
        ("make_refuses_a_word_for_wnef", "sudoku make --wnef x"),
        ("make_refuses_no_threads", "sudoku make --threads 0"),
    ] {
        let refused = run(command, b"");
        let expected = if name.contains("gives_up") { 1 } else { 2 };
        assert_eq!(refused.status, expected, "{command}");
        assert!(refused.stdout.is_empty());
        insta::assert_snapshot!(name, format!("{command}\n{}", refused.all()));
    }
}

#[test]
fn a_solution_that_does_not_fit_is_an_error() {
    let folder = Folder::new();
    let dlx = output_of("gen-sudoku --order 4 -", b"12..34..........");
    let file = folder.file("four.dlx", &dlx);
    let show = |input: &[u8]| run(&format!("show-sudoku {file}"), input);
    let solutions = String::from_utf8(output_of("dlx3 m1 v0", &dlx)).unwrap();
    let good = show(solutions.as_bytes());
    assert_eq!((good.status, good.out().lines().count()), (0, 12));
    let first: Vec<&str> = solutions.lines().take(13).collect();
    let whole = first.join("\n");
    assert_eq!(show(whole.as_bytes()).status, 0);
    let null = format!("{whole}\n null p02 (1 of 1)\n");
    assert_eq!(show(null.as_bytes()).out(), show(whole.as_bytes()).out());
    for (fault, bad) in [
        ("an_item_is_not_covered", first[..12].join("\n")),
        (
            "an_item_is_covered_twice",
            format!("{whole}\n{}\n", first[1]),
        ),
        ("an_option_is_unknown", whole.replacen("p", "q", 1)),
        ("a_line_is_no_solution", format!("{whole}\nnonsense\n")),
    ] {
        let name = format!("show_sudoku_says_that_{fault}");
        insta::assert_snapshot!(name, show(bad.as_bytes()).all());
    }
    let other = folder.file("other.dlx", b"a b\na\nb\n");
    let refused = run(&format!("show-sudoku {other}"), b"");
    assert_eq!(refused.status, 1);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("there is no comment line"), "{told}");
    let broken = folder.file("broken.dlx", b"|sudoku!.\np00\np01\n");
    let refused = run(&format!("show-sudoku {broken}"), b"");
    insta::assert_snapshot!("show_sudoku_says_that_a_dlx_file_is_broken", refused.all());
}

#[test]
fn closed_pipes_end_quietly() {
    let words = ["make", "--seed", "1", "-n", "1000000"];
    let output = filter::command(filter::path("sudoku"), &words)
        .stdout(filter::without_a_reader())
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), output.stderr),
        (Some(141), Vec::new())
    );
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
fn full_disks_are_errors() {
    use crate::common::filter::{command, full, path};
    for (program, words) in [
        ("gen-sudoku", &["--seed", "1"][..]),
        ("sudoku", &["--help"]),
        ("sudoku", &["ua", SOLVED]),
    ] {
        let mut command = command(path(program), words);
        let output = command.stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("cannot write the "), "{told}");
    }
}

/// If a list had not been written, the status used to be 0 without a word, as if all puzzles were
/// good.
#[test]
fn a_text_without_a_puzzle_is_said_and_is_no_success() {
    let folder = Folder::new();
    let good = folder.file("good", format!("{PUZZLE}\n").as_bytes());
    for text in [
        "",
        "\n\n",
        "# a remark\n| another\n",
        "[State]\n123456789\n",
    ] {
        let none = folder.file("none", text.as_bytes());
        for verb in [
            "check",
            "solve",
            "rate",
            "hint",
            "canon",
            "convert --to marks",
            "convert --to opensudoku",
        ] {
            for threads in ["", "--threads 3"] {
                let takes_threads = !verb.starts_with("hint") && !verb.starts_with("convert");
                if !takes_threads && !threads.is_empty() {
                    continue;
                }
                let alone = run(&format!("sudoku {verb} {threads} -"), text.as_bytes());
                assert_eq!(alone.status, 1, "{verb} {text:?}");
                assert_eq!(
                    alone.stderr, b"sudoku: there is no puzzle\n",
                    "{verb} {text:?}"
                );
                // The others are not lost.
                let one = run(&format!("sudoku {verb} {threads} {good}"), b"");
                let both = run(&format!("sudoku {verb} {threads} {none} {good}"), b"");
                assert_eq!((one.status, both.status), (0, 1), "{verb} {text:?}");
                assert_eq!(both.stdout, one.stdout, "{verb} {text:?}");
                let told = String::from_utf8_lossy(&both.stderr);
                assert!(
                    told.ends_with("none: there is no puzzle\n"),
                    "{verb}: {told}"
                );
            }
        }
    }
}
