//! The filters gen-peg, show-peg and peg, run as a user runs them.

use crate::common::filter::{self, Run};

fn run(program: &str, words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path(program), words);
    filter::run(&mut command, input.as_bytes())
}

fn stdout(program: &str, words: &[&str], input: &str) -> String {
    let ran = run(program, words, input);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    ran.stdout
}

/// The solution stream of a problem.
fn solved(words: &[&str]) -> String {
    let encoded = stdout("gen-peg", words, "");
    stdout("dlx3", &["m1"], &encoded)
}

/// Status, stdout and stderr of a filter that refuses its input.
fn refusal(program: &str, words: &[&str], input: &str) -> String {
    let ran = run(program, words, input);
    assert_eq!(ran.stdout, "");
    format!(
        "{program} {}: {} {}",
        words.join(" "),
        ran.status.unwrap(),
        ran.stderr
    )
}

/// Room for no thread, for one, and for some.
#[test]
fn positions_are_counted_without_threads_that_the_system_refuses() {
    let expected = stdout("peg", &["reach", "diamond"], "");
    for kib in [120_000, 300_000, 600_000] {
        let words = ["reach", "diamond", "--threads", "200"];
        let command = filter::command(filter::path("peg"), &words);
        let ran = filter::run(&mut filter::limited(kib, &command), b"");
        assert_eq!(ran.status, Some(0), "{kib} KiB: {}", ran.stderr);
        assert_eq!(ran.stdout, expected, "{kib} KiB");
    }
}

#[test]
fn help_pages() {
    for (name, program, words) in [
        ("help_gen_peg", "gen-peg", &["--help"][..]),
        ("help_show_peg", "show-peg", &["--help"]),
        ("help_peg", "peg", &["--help"]),
        ("help_peg_bounds", "peg", &["bounds", "--help"]),
        ("help_peg_pagoda", "peg", &["pagoda", "--help"]),
        ("help_peg_solve", "peg", &["solve", "--help"]),
        ("help_peg_reach", "peg", &["reach", "--help"]),
    ] {
        insta::assert_snapshot!(name, stdout(program, words, ""));
    }
}

#[test]
fn the_named_problems_are_drawn() {
    let list = stdout("gen-peg", &["--list"], "");
    assert_eq!(stdout("peg", &["list"], ""), list);
    insta::assert_snapshot!("list", list);
}

#[test]
fn the_encoding_of_a_line_of_five() {
    insta::assert_snapshot!("gen_peg_layers", stdout("gen-peg", &["1x5:c1:a1"], ""));
    insta::assert_snapshot!(
        "gen_peg_steps",
        stdout("gen-peg", &["1x5:c1:a1", "--steps"], "")
    );
    insta::assert_snapshot!(
        "gen_peg_bounds",
        stdout("gen-peg", &["latin", "--bounds"], "")
    );
}

#[test]
fn fewer_layers_than_jumps_are_warned_of() {
    let ran = run("gen-peg", &["3x4", "--layers", "9"], "");
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.stderr,
        "gen-peg: solutions that need more than 9 layers are missed; 10 layers miss none\n"
    );
    let all = run("gen-peg", &["3x4", "--layers", "10"], "");
    assert_eq!((all.status, all.stderr.as_str()), (Some(0), ""));
    assert_eq!(all.stdout, stdout("gen-peg", &["3x4"], ""));
}

#[test]
fn infeasible_bounds_leave_a_problem_without_solutions() {
    let ran = run("gen-peg", &["inclined-square", "--bounds"], "");
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.stderr,
        "gen-peg: the relaxed problems are infeasible: no jump is left, and there is no solution\n"
    );
    assert_eq!(stdout("dlx3", &["m1"], &ran.stdout), "");
}

#[test]
fn solutions_are_shown_as_jumps_boards_and_pictures() {
    let stream = solved(&["latin", "--bounds"]);
    let show = |words: &[&str]| stdout("show-peg", &[&["latin"], words].concat(), &stream);
    insta::assert_snapshot!("show_peg_jumps", show(&[]));
    insta::assert_snapshot!("show_peg_numbers", show(&["--numbers"]));
    insta::assert_snapshot!("show_peg_boards", show(&["--boards"]));
    insta::assert_snapshot!("show_peg_strip", show(&["--svg=strip"]));
    insta::assert_snapshot!("show_peg_animated", show(&["--svg"]));
    assert_eq!(show(&["--svg=animated"]), show(&["--svg"]));
}

#[test]
fn both_forms_show_the_same_kind_of_lines() {
    let steps = solved(&["3x4", "--steps"]);
    let lines = stdout("show-peg", &["3x4"], &steps);
    assert_eq!(lines.lines().count(), 432);
    let layers = stdout("show-peg", &["3x4"], &solved(&["3x4"]));
    assert_eq!(layers.lines().count(), 16);
    let sequences: Vec<&str> = lines
        .lines()
        .map(|line| line.split_once(": ").unwrap().1)
        .collect();
    for line in layers.lines() {
        assert!(
            sequences.contains(&line.split_once(": ").unwrap().1),
            "{line}"
        );
    }
}

#[test]
fn solutions_that_are_none_are_refused() {
    let stream = solved(&["latin"]);
    let first: String = stream
        .split_inclusive('\n')
        .take_while(|line| *line != "2:\n")
        .collect();
    // Two holes change places in one layer: the jump goes elsewhere.
    let altered = first.replace("d3_1", "d9_1");
    let gone: String = first
        .split_inclusive('\n')
        .filter(|line| line.matches('_').count() < 3)
        .collect();
    let twice = first.clone() + first.lines().nth(1).unwrap() + "\n";
    let mixed = first.replacen("d4_1", "d4_2", 1);
    let mut said = Vec::new();
    for stream in [
        &altered,
        &gone,
        &twice,
        &mixed,
        "1:\n x (1 of 1)\n",
        "nonsense\n",
    ] {
        said.push(refusal("show-peg", &["latin"], stream));
    }
    said.push(refusal("show-peg", &["greek"], &first));
    said.push(refusal("show-peg", &["latin", "--svg"], ""));
    insta::assert_snapshot!("show_peg_refusals", said.concat());
    assert_eq!(stdout("show-peg", &["latin"], ""), "");
}

#[test]
fn bad_problems_are_refused_with_their_place() {
    let stdin = |text: &str| refusal("gen-peg", &["-"], text);
    let said = [
        stdin("xx.  ...\nxo.  ..x\n"),
        stdin("xx.  ...\nxx.  ..\n"),
        stdin("xx.\n\n...\n..\n"),
        stdin("x..  xx.\n"),
        stdin("xxoo\nooxx\n"),
        refusal("peg", &["pagoda", "-"], "xx.\n"),
        stdin("x\n\n.\n\n.\n"),
        stdin(""),
        stdin("\u{0}\n"),
        stdin(&("x".repeat(1000) + "   " + &".".repeat(1000))),
        refusal("gen-peg", &["nowhere"], ""),
        refusal("gen-peg", &["english"], ""),
        refusal("gen-peg", &["english:d4:z9"], ""),
        refusal("gen-peg", &[], ""),
        refusal("gen-peg", &["latin", "--layers", "6"], ""),
        refusal("gen-peg", &["latin", "--layers", "0"], ""),
        refusal("gen-peg", &["-"], ""),
        refusal("show-peg", &["-"], ""),
        refusal("peg", &["bounds"], ""),
        refusal("peg", &["bounds", "1x64:a1"], ""),
        // The option used to be ignored, and pagodas did not hold for the intended board.
        refusal(
            "peg",
            &["pagoda", "3x3:b1,c1,a2,c2,a3,b3,c3:c3", "--six"],
            "",
        ),
        refusal("peg", &["solve", "latin", "--six"], ""),
    ];
    insta::assert_snapshot!("refusals", said.concat());
    let usage = run("gen-peg", &["latin", "--steps", "--layers", "3"], "");
    assert_eq!(usage.status, Some(2));
}

#[test]
fn problems_may_be_drawn_either_way() {
    let beside = "  x.  ..\nxx.   ...\n";
    let ran = run("gen-peg", &["-"], beside);
    assert_eq!(ran.status, Some(102), "the indents differ");
    let below = "##x.\n#xx.\n\n##..\n#.x.\n";
    let beside = "#x.  #..\nxx.  .x.\n";
    assert_eq!(
        stdout("gen-peg", &["-"], below),
        stdout("gen-peg", &["-"], beside)
    );
    let triangle = "x\nx.\nx..\n\n.\n..\nx..\n";
    assert_eq!(
        refusal("gen-peg", &["-", "--layers", "3", "--six"], triangle)
            .lines()
            .count(),
        1
    );
    assert_eq!(
        stdout(
            "peg",
            &["solve", "--six", "-"],
            "x\n.x\n...\n\n.\n..\n..x\n"
        ),
        "a1-c3\n"
    );
}

#[test]
fn bounds_stand_around_their_holes() {
    insta::assert_snapshot!("bounds_central", stdout("peg", &["bounds", "central"], ""));
    insta::assert_snapshot!(
        "bounds_triangle",
        stdout("peg", &["bounds", "triangle"], "")
    );
    let infeasible = stdout("peg", &["bounds", "inclined-square"], "");
    assert_eq!(
        infeasible,
        "infeasible: no relaxed problem has a solution\n"
    );
}

#[test]
fn a_pagoda_function_is_found_and_verified() {
    let scout = "xxx....  ......x\nxxx....  .......\n";
    let table = stdout("peg", &["pagoda", "-"], scout);
    insta::assert_snapshot!("pagoda", table);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, scout).unwrap();
    let path = file.path().to_str().unwrap();
    let verify = |table: &str| run("peg", &["pagoda", path, "--verify", "-"], table);
    let sound = verify(&table);
    assert_eq!(sound.status, Some(0), "{}", sound.stderr);
    assert_eq!(
        sound.stdout,
        table.lines().last().unwrap()[2..].to_owned() + "\n"
    );
    let said = [
        ("0 0 0 0 0 0 1\n0 0 0 0 0 0 0\n", 1),
        ("0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n", 1),
        ("0 0 0 0 0 0 0\n0 0 0 0 0 0\n", 102),
        ("0 0 0 0 0 0 0\n0 0 0 z 0 0 0\n", 102),
    ]
    .map(|(table, status)| {
        let ran = verify(table);
        assert_eq!(ran.status, Some(status), "{table}");
        ran.stderr
    });
    insta::assert_snapshot!("pagoda_refusals", said.concat());
    let none = run("peg", &["pagoda", "central"], "");
    assert_eq!(
        (none.status, none.stdout.as_str()),
        (
            Some(1),
            "no pagoda function proves that there is no solution\n"
        )
    );
}

#[test]
fn solve_tells_solutions_and_reasons() {
    let central = stdout("peg", &["solve", "central"], "");
    assert_eq!(central.split_whitespace().count(), 31);
    assert!(central.ends_with("-d4\n"));
    let numbers = stdout(
        "peg",
        &["solve", "latin", "--numbers", "--method", "forward"],
        "",
    );
    assert_eq!(numbers.split_whitespace().count(), 5);
    assert!(numbers.ends_with("->16\n"), "{numbers}");
    insta::assert_snapshot!(
        "solve_boards",
        stdout("peg", &["solve", "latin", "--boards"], "")
    );
    for (problem, words, reason) in [
        (
            "english:d4:d5",
            &[][..],
            "start and finish are in different classes over GF(2)",
        ),
        (
            "inclined-square",
            &["--method", "forward"],
            "the relaxed problems have no solution",
        ),
        (
            "lamp",
            &["--method", "forward-backward"],
            "all was searched",
        ),
    ] {
        let said = run("peg", &[&["solve", problem], words].concat(), "");
        assert_eq!(said.status, Some(1), "{}", said.stderr);
        assert_eq!(said.stdout, format!("infeasible: {reason}\n"));
    }
    let gave_up = run(
        "peg",
        &[
            "solve",
            "central",
            "--method",
            "forward",
            "--nodes",
            "5",
            "--no-bounds",
        ],
        "",
    );
    assert_eq!((gave_up.status, gave_up.stdout.as_str()), (Some(3), ""));
}

#[test]
fn reach_counts_positions_and_sequences() {
    insta::assert_snapshot!("reach", stdout("peg", &["reach", "triangle"], ""));
    insta::assert_snapshot!(
        "reach_layers",
        stdout("peg", &["reach", "3x4", "--layers"], "")
    );
    insta::assert_snapshot!(
        "reach_nothing",
        stdout("peg", &["reach", "english:d4:d5", "--solutions-only"], "")
    );
}

#[test]
fn numbers_are_printed_on_request() {
    insta::assert_snapshot!("numbers", stdout("peg", &["numbers", "central"], ""));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_a_filter_quietly() {
    let output = filter::command(filter::path("gen-peg"), &["central"])
        .stdout(filter::without_a_reader())
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), &output.stderr[..]),
        (Some(141), &b""[..])
    );
}

#[test]
fn a_board_that_the_class_test_proves_impossible_is_told_at_once() {
    let ran = run("gen-peg", &["english:d4:d5"], "");
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.stderr,
        "gen-peg: no solution: start and finish are in different classes over GF(2), so no jumps \
         lead from one to the other\n"
    );
    assert!(ran.stdout.lines().count() > 1000);
    let solved = run("peg", &["solve", "english:d4:d5"], "");
    assert_eq!(solved.status, Some(1));
    let told = "infeasible: start and finish";
    assert!(solved.stdout.starts_with(told), "{}", solved.stdout);
    assert_eq!(run("gen-peg", &["central"], "").stderr, "");
}

#[test]
fn jumps_that_peg_solve_prints_are_shown() {
    for problem in ["latin", "3x4", "triangle"] {
        let solve = |words: &[&str]| stdout("peg", &[&["solve", problem], words].concat(), "");
        let show =
            |words: &[&str], text: &str| stdout("show-peg", &[&[problem], words].concat(), text);
        let jumps = solve(&[]);
        let shown = show(&[], &jumps);
        assert_eq!(shown, format!("1: {jumps}"));
        // Also read: the other notation, its own lines, leading empty lines, and several solutions.
        assert_eq!(show(&[], &solve(&["--numbers"])), shown);
        assert_eq!(show(&[], &format!("\n \n{shown}")), shown);
        let twice = format!("{jumps}\n7: {jumps}");
        assert_eq!(show(&[], &twice), format!("{shown}7: {jumps}"));
        for kind in ["--svg", "--svg=strip"] {
            assert_eq!(show(&[kind], &jumps), solve(&[kind]));
        }
        let boards = show(&["--boards"], &jumps);
        assert_eq!(boards, format!("1: {}\n", solve(&["--boards"])));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &jumps).unwrap();
        assert_eq!(show(&[file.path().to_str().unwrap()], ""), shown);
    }
    let jumps = stdout("peg", &["solve", "latin"], "");
    let part = jumps.rsplit_once(' ').unwrap().0;
    let said = [
        refusal("show-peg", &["latin"], part),
        refusal("show-peg", &["latin"], "\nd3-b3 d3-z9\n"),
        refusal("show-peg", &["latin"], "d3-b3 d3-d3\n"),
        refusal("show-peg", &["latin"], "d3-b3 d3-b3\n"),
        refusal("show-peg", &["latin"], "2: d3-b3 and so on\n"),
    ];
    insta::assert_snapshot!("show_peg_refuses_jumps", said.concat());
}

/// The blank line used to be taken for no solution.
#[test]
fn a_solution_of_no_jumps_is_shown() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "x.x x.x\n").unwrap();
    let problem = file.path().to_str().unwrap();
    let solved = stdout("peg", &["solve", problem], "");
    assert_eq!(solved, "\n");
    let shown = stdout("show-peg", &[problem], &solved);
    assert_eq!(shown, "1: \n");
    assert_eq!(stdout("show-peg", &[problem], &shown), shown);
    assert_eq!(
        stdout("show-peg", &[problem, "--boards"], &solved),
        "1: \nx.x\n\n"
    );
    let refused = run("show-peg", &[problem], "c1-a1\n");
    assert_eq!(refused.status, Some(1), "{}", refused.stderr);
    let none = run("show-peg", &[problem], "");
    assert!(none.stderr.contains("no solution"), "{}", none.stderr);
}

/// The central game with its finish left open, and what ends it.
const OPEN: &str = "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\n";

/// Files that people write: other signs, no finish. They used to be refused.
#[test]
fn a_start_in_any_signs_ends_with_one_peg_anywhere() {
    let padded: String = OPEN.lines().map(|line| format!("{line:7}\n")).collect();
    let drawn = |signs: [&str; 3]| {
        let mark = |sign| match sign {
            'x' => signs[0].to_owned(),
            '.' => signs[1].to_owned(),
            ' ' => signs[2].to_owned(),
            other => other.to_string(),
        };
        padded.chars().map(mark).collect::<String>()
    };
    let expected = stdout("peg", &["solve", "-"], OPEN);
    assert_eq!(expected.split_whitespace().count(), 31);
    let encoded = stdout("gen-peg", &["-"], OPEN);
    assert_eq!(stdout("gen-peg", &["english:d4:any"], ""), encoded);
    for signs in [
        ["o", "x", "#"],
        ["●", "○", " "],
        ["1", "0", "0"],
        ["*", "o", "."],
    ] {
        let text = drawn(signs);
        assert_eq!(stdout("peg", &["solve", "-"], &text), expected, "{text}");
        assert_eq!(stdout("gen-peg", &["-"], &text), encoded, "{text}");
        let told = run("peg", &["numbers", "-"], &text).stderr;
        // If zeros surround the board, the program says how it read them.
        assert_eq!(
            told.contains("this is the english board"),
            signs[2] == "0",
            "{told}"
        );
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, OPEN).unwrap();
    let path = file.path().to_str().unwrap();
    assert_eq!(
        stdout("show-peg", &[path], &expected),
        format!("1: {expected}")
    );
    // After 30 jumps, two pegs are left.
    let short = expected.trim_end().rsplit_once(' ').unwrap().0;
    let refused = run("show-peg", &[path], short);
    assert_eq!(refused.status, Some(1), "{}", refused.stderr);
    assert_eq!(run("peg", &["pagoda", path], "").status, Some(2));
}

#[test]
fn the_last_peg_of_an_open_game_may_stand_where_it_can() {
    // A line of three has one game in either direction, a line of two none.
    let solved = solved_open("xx.\n");
    assert_eq!(solved, "1: a1-c1\n");
    assert_eq!(stdout("peg", &["solve", "-"], "xx.\n"), "a1-c1\n");
    let none = run("peg", &["solve", "-"], "x..x\n");
    assert_eq!(none.status, Some(1));
    let said = "infeasible: no single peg is in the start's class over GF(2)\n";
    assert_eq!(none.stdout, said);
    let told = run("gen-peg", &["-"], "x..x\n");
    assert!(
        told.stderr.contains("no single peg is in"),
        "{}",
        told.stderr
    );
    // One peg is enough, wherever it stands.
    assert_eq!(stdout("peg", &["solve", "-"], ".x.\n"), "\n");
}

/// The output of `gen-peg`, `dlx3` and `show-peg` for an open game.
fn solved_open(text: &str) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, text).unwrap();
    let path = file.path().to_str().unwrap();
    stdout("show-peg", &[path], &solved(&[path]))
}

/// The single finishes are counted by `peg reach` without the option.
#[test]
fn all_finishes_of_a_start_are_added_up() {
    let number = |text: &str, before: &str| -> u64 {
        let line = text.lines().find_map(|line| line.strip_prefix(before));
        let line = line.unwrap_or_else(|| panic!("no {before}: {text}"));
        line.split([' ', ',']).next().unwrap().parse().unwrap()
    };
    let (solutions, positions) = ("solutions: ", "positions on solutions: ");
    for board in ["4x4:b1", "3x4:a1", "T5:a1"] {
        let reached = stdout("peg", &["reach", &format!("{board}:any")], "");
        let finishes = reached.lines().nth(2).unwrap().split_whitespace();
        let mut sum = 0;
        for finish in finishes {
            let problem = format!("{board}:{finish}");
            sum += number(&stdout("peg", &["reach", &problem], ""), solutions);
            let all = stdout("peg", &["reach", &problem, "--all-finishes"], "");
            assert_eq!(all, reached, "{problem}");
        }
        assert!(sum > 0);
        assert_eq!(number(&reached, solutions), sum, "{board}");
        assert!(number(&reached, positions) > 2, "{board}");
    }
    let never = stdout("peg", &["reach", "1x5:a1,e1:any"], "");
    assert!(
        never.ends_with("solutions: 0 sequences of jumps\n"),
        "{never}"
    );
}

/// A script could not distinguish a missing solution from a missing file.
#[test]
fn problems_that_cannot_be_used_have_another_status_than_problems_without_a_solution() {
    for verb in ["solve", "pagoda", "reach", "bounds", "numbers"] {
        for (problem, text, expected) in [
            ("-", "x?.  ..x\n", 102),
            ("/", "", 102),
            ("nowhere", "", 2),
            ("english:z9", "", 2),
        ] {
            let ran = run("peg", &[verb, problem], text);
            assert_eq!(
                ran.status,
                Some(expected),
                "{verb} {problem}: {}",
                ran.stderr
            );
        }
    }
    assert_eq!(run("peg", &["solve", "english:d4:d5"], "").status, Some(1));
    assert_eq!(run("peg", &["pagoda", "central"], "").status, Some(1));
    let no_function = ["pagoda", "scout", "--verify", "/nowhere"];
    assert_eq!(run("peg", &no_function, "").status, Some(2));
    let no_function = ["pagoda", "central", "--verify", "/nowhere"];
    assert_eq!(run("peg", &no_function, "").status, Some(102));
}

#[test]
fn misspelled_problems_and_boards_are_told_what_was_meant() {
    for (wrong, meant) in [
        ("centrall", "central"),
        ("cental", "central"),
        ("englsh:d4:d4", "english"),
    ] {
        let name = wrong.split(':').next().unwrap();
        let told = format!(
            "peg: no problem or board is called `{name}' (did you mean {meant}?); nor is there a \
             file of that name\n"
        );
        assert_eq!(run("peg", &["solve", wrong], "").stderr, told);
    }
    let words = ["make", "--technique", "xwing"];
    let told = run("sudoku", &words, "").stderr;
    assert!(told.contains("did you mean x-wing?"), "{told}");
}
