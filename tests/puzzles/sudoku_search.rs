//! The filters `sudoku ua`, `hit`, `verify` and `scan` as a user runs them.

use crate::common::filter;
use crate::grids::NINE;
use std::fs;
use std::process::Output;

const FOUR: &str = "1234341221434321";
const SIX: &str = "256413413625532146641532364251125364";

fn run(program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = filter::command(filter::path(program), arguments);
    filter::output(&mut command, input)
}

fn sudoku(arguments: &[&str], input: &[u8]) -> Output {
    run("sudoku", arguments, input)
}

/// Standard output of a run that must succeed.
fn stdout(arguments: &[&str], input: &[u8]) -> String {
    let output = sudoku(arguments, input);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The status and standard error of a run that must fail and print nothing.
fn failure(arguments: &[&str], input: &[u8]) -> String {
    let output = sudoku(arguments, input);
    assert!(output.stdout.is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    format!("{} {message}", output.status.code().unwrap())
}

/// `sudoku hit ... | dlx3 m1`
fn candidates(arguments: &[&str]) -> Vec<u8> {
    let problem = stdout(&[&["hit"], arguments].concat(), b"");
    let output = run("dlx3", &["m1"], problem.as_bytes());
    assert!(output.status.success());
    output.stdout
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn the_help_pages_say_what_there_is() {
    for subcommand in ["ua", "hit", "verify", "scan"] {
        let page = stdout(&[subcommand, "--help"], b"");
        insta::assert_snapshot!(format!("help_of_{subcommand}"), page);
    }
}

#[test]
fn sets_are_masks_smallest_first() {
    insta::assert_snapshot!(stdout(&["ua", FOUR], b""));
    let sets = stdout(&["ua", NINE, "--max-size", "10"], b"");
    let sizes: Vec<usize> = sets.lines().map(|set| set.matches('1').count()).collect();
    assert!(sets.lines().all(|set| set.len() == 81));
    assert!(sizes.is_sorted() && sizes.len() == 90);
}

#[test]
fn a_grid_may_come_in_lines_on_standard_input() {
    let rows: Vec<&str> = (0..6).map(|row| &SIX[6 * row..6 * row + 6]).collect();
    let text = format!("# a grid\n{}\n", rows.join("\n"));
    assert_eq!(
        stdout(&["ua", "-"], text.as_bytes()),
        stdout(&["ua", SIX], b"")
    );
}

/// The second grid used to be ignored.
#[test]
fn of_several_grids_none_is_chosen() {
    let output = run("sudoku", &["ua", "-"], format!("{SIX}\n{SIX}\n").as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        "sudoku: there is a second grid, and only one is read\n"
    );
}

/// With zero seconds, each unit used to have a line.
#[test]
fn a_scan_reports_each_second_at_most() {
    let words = ["scan", SIX, "--clues", "8", "--progress", "0"];
    let output = run("sudoku", &words, b"");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn removing_digits_or_boxes_gives_the_same_sets() {
    let direct = stdout(&["ua", FOUR, "--max-size", "16"], b"");
    for by in ["digits", "boxes"] {
        let all_at_once = &["ua", FOUR, "--max-size", "16", "--by", by, "--remove", "4"];
        assert_eq!(direct, stdout(all_at_once, b""), "{by}");
    }
    // Each digit of a set has two cells at least.
    let direct = stdout(&["ua", SIX, "--max-size", "9"], b"");
    let four_digits = &[
        "ua",
        SIX,
        "--max-size",
        "9",
        "--by",
        "digits",
        "--remove",
        "4",
    ];
    assert_eq!(direct, stdout(four_digits, b""));
}

#[test]
fn hit_writes_an_item_for_each_set_and_an_option_for_each_cell() {
    insta::assert_snapshot!(stdout(
        &["hit", FOUR, "--clues", "4", "--max-size", "8"],
        b""
    ));
}

#[test]
fn hit_dlx3_verify_and_scan_find_the_same_puzzles() {
    for (grid, clues, count) in [(FOUR, "4", 12), (FOUR, "6", 2208), (SIX, "8", 30)] {
        let solutions = candidates(&[grid, "--clues", clues]);
        let verified = stdout(&["verify", grid], &solutions);
        let scanned = stdout(&["scan", grid, "--clues", clues], b"");
        assert_eq!(sorted(&verified), sorted(&scanned));
        assert_eq!(scanned.lines().count(), count);
    }
}

#[test]
fn new_sets_leave_only_puzzles_in_the_next_round() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sets").display().to_string();
    let round = &[SIX, "--clues", "8", "--max-size", "6"];
    let first = candidates(round);
    let puzzles = stdout(&["verify", SIX, "--new-sets", &file], &first);
    assert!(!fs::read_to_string(&file).unwrap().is_empty());
    let second = candidates(&[&round[..], &["--also", &file]].concat());
    assert!(second.len() < first.len());
    let output = sudoku(&["verify", SIX], &second);
    let summary = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        summary,
        "30 candidates, 30 puzzles with one solution, 0 new unavoidable sets\n"
    );
    assert_eq!(
        sorted(&String::from_utf8(output.stdout).unwrap()),
        sorted(&puzzles)
    );
}

#[test]
fn kept_clues_and_patterns_pick_their_puzzles_out_of_all() {
    let all = stdout(&["scan", SIX, "--clues", "8"], b"");
    let first = all.lines().next().unwrap();
    let clue = |byte: u8| byte != b'.';
    let shared = |puzzle: &str| {
        let both = puzzle.bytes().zip(first.bytes());
        both.filter(|&(a, b)| clue(a) && clue(b)).count()
    };
    let mut seen = 0;
    for free in 0..=8 {
        let free_text = free.to_string();
        let terms = &[SIX, "--clues", "8", "--keep", first, "--free", &free_text];
        let found = stdout(&["verify", SIX], &candidates(terms));
        let expected: String = all
            .lines()
            .filter(|puzzle| shared(puzzle) == 8 - free)
            .flat_map(|puzzle| [puzzle, "\n"])
            .collect();
        assert_eq!(sorted(&found), sorted(&expected), "{free} free");
        seen += found.lines().count();
    }
    assert_eq!(seen, 30);

    // No clues in the corners.
    let pattern = "0xxxx0xxxxxxxxxxxxxxxxxxxxxxxx0xxxx0";
    let terms = &[SIX, "--clues", "8", "--pattern", pattern];
    let found = stdout(&["verify", SIX], &candidates(terms));
    let in_pattern = |puzzle: &&str| {
        [0, 5, 30, 35]
            .iter()
            .all(|&cell| puzzle.as_bytes()[cell] == b'.')
    };
    let expected: Vec<&str> = sorted(&all).into_iter().filter(in_pattern).collect();
    assert!(!expected.is_empty() && expected.len() < 30);
    assert_eq!(sorted(&found), expected);
}

#[test]
fn the_order_of_the_puzzles_does_not_depend_on_threads() {
    let one = stdout(&["scan", SIX, "--clues", "9"], b"");
    assert!(one.lines().count() > 10_000);
    let three = stdout(&["scan", SIX, "--clues", "9", "--threads", "3"], b"");
    assert!(one == three);
    let count = stdout(&["scan", SIX, "--clues", "9", "--count"], b"");
    assert_eq!(count, format!("{}\n", one.lines().count()));
}

/// Room for no thread, for one, and for some.
#[test]
fn a_scan_goes_on_without_threads_that_the_system_refuses() {
    let expected = stdout(&["scan", SIX, "--clues", "9"], b"");
    for kib in [60_000, 250_000, 600_000] {
        let words = ["scan", SIX, "--clues", "9", "--threads", "1000"];
        let command = filter::command(filter::path("sudoku"), &words);
        let output = filter::output(&mut filter::limited(kib, &command), b"");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{kib} KiB: {message}");
        assert!(output.stdout == expected.as_bytes(), "{kib} KiB");
    }
}

#[test]
fn parts_have_each_puzzle_once() {
    let whole = stdout(&["scan", SIX, "--clues", "9"], b"");
    let mut parts = String::new();
    for part in ["1/3", "2/3", "3/3"] {
        let found = stdout(&["scan", SIX, "--clues", "9", "--part", part], b"");
        assert!(!found.is_empty());
        parts.push_str(&found);
    }
    assert_eq!(sorted(&whole), sorted(&parts));
}

#[test]
fn a_scan_that_was_cut_short_goes_on_from_its_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal").display().to_string();
    let scan = &["scan", SIX, "--clues", "9", "--resume", &file];
    let whole = stdout(scan, b"");
    let journal = fs::read(&file).unwrap();
    assert_eq!(stdout(scan, b""), whole, "when all is done");
    assert_eq!(fs::read(&file).unwrap(), journal);
    for cut in [journal.len() / 3, journal.len() / 2, journal.len() - 1] {
        fs::write(&file, &journal[..cut]).unwrap();
        assert_eq!(stdout(scan, b""), whole);
        assert_eq!(fs::read(&file).unwrap(), journal);
    }
    let other = failure(&["scan", SIX, "--clues", "8", "--resume", &file], b"");
    assert!(other.ends_with("`clues 8' is expected\n"), "{other}");
}

#[test]
fn a_table_has_a_row_for_each_grid_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let other = "123456456123231564564231312645645312";
    let file = path("grids");
    fs::write(&file, format!("# three grids\n{SIX}\n\n{other}\n{FOUR}\n")).unwrap();
    let list = path("puzzles");
    let words = &["scan", "--grids", &file, "--clues", "8", "--puzzles", &list];
    let table = stdout(words, b"");
    let puzzles = fs::read_to_string(&list).unwrap();
    let four = stdout(&["scan", FOUR, "--clues", "8"], b"");
    let rows = format!("{SIX}\t30\n{other}\t0\n{FOUR}\t{}\n", four.lines().count());
    assert_eq!(table, format!("grid\tpuzzles\n{rows}"));
    assert_eq!(puzzles, stdout(&["scan", SIX, "--clues", "8"], b"") + &four);
    // Whatever the number of threads; from standard input, too.
    for threads in ["1", "3"] {
        let words = &["scan", "--grids", "-", "--clues", "8", "--threads", threads];
        assert_eq!(stdout(words, &fs::read(&file).unwrap()), table);
    }
    let parts = ["1/2", "2/2"].map(|part| {
        stdout(
            &["scan", "--grids", &file, "--clues", "8", "--part", part],
            b"",
        )
    });
    let of_part = |part: usize| -> Vec<&str> { parts[part].lines().skip(1).collect() };
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(
        (of_part(0), of_part(1)),
        (vec![rows[0], rows[2]], vec![rows[1]])
    );
    let timed = stdout(
        &["scan", "--grids", &file, "--clues", "8", "--seconds"],
        b"",
    );
    assert!(timed.starts_with("grid\tpuzzles\tseconds\n"));
    assert!(timed.lines().all(|line| line.split('\t').count() == 3));
}

#[test]
fn a_bad_grid_of_a_table_is_named_and_the_others_have_their_rows() {
    let text = format!("{SIX}\n123\n{SIX}\n");
    let words = ["scan", "--grids", "-", "--clues", "8", "--quiet"];
    let output = sudoku(&words, text.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(table, format!("grid\tpuzzles\n{SIX}\t30\n{SIX}\t30\n"));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("sudoku: -: line 2: the grid has 3 characters"),
        "{message}"
    );
}

#[test]
fn a_table_that_time_has_ended_has_the_rows_that_are_done() {
    let words = ["scan", "--grids", "-", "--clues", "20", "--time", "0"];
    let output = sudoku(&words, format!("{NINE}\n").as_bytes());
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(output.stdout, b"grid\tpuzzles\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "sudoku: time is up, with 0 grids done\n");
}

#[test]
fn a_scan_by_bands_goes_on_from_its_journal_and_takes_no_older_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal").display().to_string();
    let scan = &[
        "scan", NINE, "--clues", "18", "--part", "1/4", "--resume", &file,
    ];
    let whole = stdout(scan, b"");
    assert!(whole.lines().count() > 5);
    let journal = fs::read(&file).unwrap();
    assert!(journal.starts_with(b"journal of sudoku scan, 2\n"));
    for cut in [journal.len() / 3, journal.len() - 1] {
        fs::write(&file, &journal[..cut]).unwrap();
        assert_eq!(stdout(scan, b""), whole);
        assert_eq!(fs::read(&file).unwrap(), journal);
    }
    let older = String::from_utf8(journal)
        .unwrap()
        .replacen(", 2", ", 1", 1);
    fs::write(&file, &older).unwrap();
    let refused = failure(scan, b"");
    assert!(
        refused.contains("line 1: this journal is of an earlier release"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), older);
}

#[test]
fn bad_input_is_refused_with_its_reason() {
    let clash = SIX.replacen('2', "5", 1);
    let blank = SIX.replacen('3', ".", 1);
    let letter = SIX.replacen('3', "x", 1);
    let long = "1".repeat(256 * 256);
    let sixteen: String = (0..256)
        .map(|cell| {
            let (row, column) = (cell / 16, cell % 16);
            let value = (column + 4 * (row % 4) + row / 4) % 16 + 1;
            char::from_digit(value, 17).unwrap()
        })
        .collect();
    let lines = [
        failure(&["ua", "123"], b""),
        failure(&["ua", &long], b""),
        failure(&["ua", "-"], b"\n# nothing\n"),
        failure(&["ua", &clash], b""),
        failure(&["ua", &blank], b""),
        failure(&["ua", &letter], b""),
        failure(&["ua", SIX, "--boxes", "3x3"], b""),
        failure(&["ua", SIX, "--boxes", "99999999999x9"], b""),
        failure(&["ua", SIX, "--by", "digits", "--remove", "7"], b""),
        failure(&["ua", SIX, "--max-size", "37"], b""),
        failure(&["hit", SIX, "--clues", "0"], b""),
        failure(&["hit", SIX, "--clues", "37"], b""),
        failure(&["hit", SIX, "--clues", "8", "--pattern", "11"], b""),
        failure(&["hit", SIX, "--clues", "8", "--keep", &clash], b""),
        failure(
            &["hit", SIX, "--clues", "8", "--keep", SIX, "--free", "2"],
            b"",
        ),
        failure(
            &["hit", SIX, "--clues", "8", "--keep", SIX, "--free", "40"],
            b"",
        ),
        failure(
            &["hit", SIX, "--clues", "8", "--also", "/nowhere/sets"],
            b"",
        ),
        failure(&["verify", "-"], b""),
        failure(&["verify", SIX], b"1:\n n u0 p00:1 (1 of 3)\n"),
        failure(&["verify", SIX], b"1:\n n u0 p07:1 (1 of 3)\n"),
        failure(&["verify", SIX], b"1:\n n u0 (1 of 3)\n"),
        failure(
            &["verify", SIX],
            b"1:\n p00:2 n (1 of 3)\n n p00:2 (1 of 3)\n",
        ),
        failure(&["verify", SIX], b"gibberish\n"),
        failure(&["scan", SIX, "--clues", "0"], b""),
        failure(&["scan", SIX, "--clues", "37"], b""),
        failure(&["scan", &sixteen, "--clues", "60"], b""),
    ];
    insta::assert_snapshot!(lines.concat());
    assert!(failure(&["scan", SIX, "--clues", "8", "--part", "3/2"], b"").starts_with("2 error"));
    assert!(failure(&["scan", SIX, "--clues", "8", "--threads", "0"], b"").starts_with("2 error"));
    assert!(failure(&["scan", SIX], b"").starts_with("2 error"));
}

#[test]
fn masks_of_another_kind_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sets");
    let path = file.display().to_string();
    let refused = |masks: &str| {
        fs::write(&file, masks).unwrap();
        let message = failure(&["hit", FOUR, "--clues", "4", "--also", &path], b"");
        message.split_once("line ").unwrap().1.to_owned()
    };
    let set = stdout(&["ua", FOUR], b"")
        .lines()
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(
        refused(&format!("{set}\n\n{set}1\n")),
        "3: the mask has 17 characters where 16 are expected\n"
    );
    assert_eq!(
        refused("11..............\n"),
        "1: these cells are not an unavoidable set of the grid\n"
    );
    assert_eq!(
        refused("11... ..........\n"),
        "1: column 6: a mask cannot have ` '\n"
    );
}

#[test]
fn a_closed_pipe_ends_a_filter_quietly() {
    for arguments in [
        &["ua", NINE, "--max-size", "15"][..],
        &["scan", SIX, "--clues", "14"],
    ] {
        let output = filter::command(filter::path("sudoku"), arguments)
            .stdout(filter::without_a_reader())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(141));
        assert!(output.stderr.is_empty());
    }
}
