//! Bad input never panics, never loops, never takes memory out of proportion; and
//! the exit status is one of those that the help page names.

// The fuzz targets are a package of their own, which cannot see into tests.
#[path = "../../fuzz/properties.rs"]
mod properties;

use crate::common::cases;
use crate::common::filter::{
    TemporaryFile, command, dlx_check, dlx3, feed, limited, output, path, with_redirection,
};
use crate::common::problems::covers::queens;
use crate::common::problems::dice::Dice;
use crate::common::problems::random::{RandomProblem, mutate, respace};
use crate::common::problems::runs::small_words;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::process::Output;

/// Bytes that the grammar likes, and all bytes.
fn junk(dice: &mut Dice) -> Vec<u8> {
    let length = dice.below(200);
    match dice.below(3) {
        0 => (0..length).map(|_| dice.below(256) as u8).collect(),
        1 => (0..length).map(|_| *dice.pick(b"AB:|12 \n")).collect(),
        _ => {
            let mut text = b"A 1:2|B | x\n".to_vec();
            text.extend((0..length).map(|_| *dice.pick(b"ABx:|\xff \n\t\0y")));
            text
        }
    }
}

/// A problem that is right but for a few bytes.
fn nearly_right(dice: &mut Dice) -> Vec<u8> {
    let text = RandomProblem::new(dice, true).text();
    let text = respace(&text, dice);
    mutate(text, dice)
}

/// The filter must end with a documented status and without a panic.
fn assert_documented(output: &Output, statuses: &[i32], input: &[u8]) {
    let input = String::from_utf8_lossy(&input[..input.len().min(2_000)]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    assert!(
        status.is_some_and(|status| statuses.contains(&status)),
        "{} for {input:?}: {stderr}",
        output.status
    );
    assert!(!stderr.contains("panicked"), "{input:?}: {stderr}");
    if status == Some(102) {
        assert!(stderr.contains("!\n"), "{input:?}: {stderr}");
    }
}

/// Runs `dlx3` on bytes; it must end in a search or a fault.
fn solve(input: &[u8]) -> Output {
    let output = output(&mut dlx3(&["m1", "T20000"]), input);
    assert_documented(&output, &[0, 102], input);
    output
}

#[test]
fn any_bytes_are_read_or_refused() {
    for seed in 0..30_000 {
        let mut dice = Dice::new(seed, 1);
        let bytes = if seed % 3 == 0 {
            nearly_right(&mut dice)
        } else {
            junk(&mut dice)
        };
        properties::reading_ends_well(&bytes);
        properties::writing_is_undone_by_reading(&bytes);
        properties::a_solution_stream_ends(&bytes);
    }
}

#[test]
fn what_is_read_from_bytes_is_often_a_problem() {
    // Otherwise the test above would show little.
    let read = (0..3_000)
        .map(|seed| nearly_right(&mut Dice::new(seed, 1)))
        .filter(|bytes| dlx3::Problem::from_bytes(bytes).is_ok())
        .count();
    assert!((500..2_500).contains(&read), "{read}");
}

#[test]
fn the_filter_ends_on_random_bytes() {
    for seed in 0..300 {
        solve(&junk(&mut Dice::new(seed, 2)));
    }
}

#[test]
fn the_filter_ends_on_recorded_inputs_that_were_changed() {
    let mut dice = Dice::new(1, 3);
    let (mut right, mut wrong) = (0, 0);
    for case in cases::all().iter().step_by(7) {
        if case.input.is_empty() || case.input.len() > 5_000 {
            continue;
        }
        match solve(&mutate(case.input.clone(), &mut dice)).status.code() {
            Some(0) => right += 1,
            _ => wrong += 1,
        }
    }
    assert!(right > 30 && wrong > 30, "{right} right, {wrong} wrong");
}

#[test]
fn the_filter_ends_on_binary_files() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_dlx3")).unwrap();
    assert_eq!(solve(&program).status.code(), Some(102));
    let (_, tail) = program.split_at(program.len() / 2);
    assert_eq!(solve(tail).status.code(), Some(102));
    let problem = TemporaryFile::with("A\nA\n");
    let check = output(&mut dlx_check(&[problem.name()]), &program);
    assert_documented(&check, &[1], &program);
    let bad = output(&mut dlx_check(&[env!("CARGO_BIN_EXE_dlx3")]), b"");
    assert_documented(&bad, &[102], b"");
}

#[test]
fn the_check_ends_on_random_streams() {
    let problem = TemporaryFile::with("A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\n");
    let stream = b"1:\n A C X:1 Y:1 (2 of 2)\n null C (1 of 1)\n C X:0 (1 of 2)\n2:\n";
    for seed in 0..300 {
        let mut dice = Dice::new(seed, 4);
        let bytes = match seed % 2 {
            0 => junk(&mut dice),
            _ => mutate(stream.to_vec(), &mut dice),
        };
        let check = output(&mut dlx_check(&[problem.name()]), &bytes);
        assert_documented(&check, &[0, 1], &bytes);
    }
}

#[test]
fn the_filter_ends_on_random_words() {
    let mut refused = 0;
    for seed in 0..300 {
        let mut dice = Dice::new(seed, 5);
        let mut words: Vec<Vec<u8>> = small_words(&mut dice)
            .iter()
            .filter(|word| !word.starts_with('S'))
            .map(|word| word.clone().into_bytes())
            .collect();
        if seed % 2 == 0 {
            let word = dice.below(words.len());
            words[word] = (0..dice.below(6))
                .map(|_| *dice.pick(b"vmsdcCltT-+ 0129\xff=h"))
                .collect();
        }
        let mut command = dlx3(&[]);
        command.args(words.iter().map(|word| OsStr::from_bytes(word)));
        let output = output(&mut command, b"A B\nA\nB\nA B\n");
        assert_documented(&output, &[0, 255], &words.concat());
        refused += usize::from(output.status.code() == Some(255));
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn carriage_returns_before_newlines_change_no_solution() {
    for seed in 0..20 {
        let text = RandomProblem::new(&mut Dice::new(seed, 6), true).text();
        let unix = solve(text.as_bytes());
        let dos = solve(text.replace('\n', "\r\n").as_bytes());
        assert_eq!(
            (unix.status, unix.stdout),
            (dos.status, dos.stdout),
            "{text}"
        );
    }
}

#[test]
fn colors_and_names_may_be_any_bytes_but_blanks_and_nul() {
    for byte in (1..=255u8).filter(|byte| !b"\t\n\x0b\x0c\r ".contains(byte)) {
        let text = [b"A | x\nA x:", &[byte][..], b"\n"].concat();
        let expected = [b"1:\n A x:", &[byte][..], b" (1 of 1)\n"].concat();
        assert_eq!(solve(&text).stdout, expected, "color {byte}");
        if byte >= 128 {
            let text = [&[byte, byte, b'\n', byte, byte, b'\n'][..]].concat();
            let expected = [b"1:\n ", &[byte, byte][..], b" (1 of 1)\n"].concat();
            assert_eq!(solve(&text).stdout, expected, "name {byte}");
        }
    }
}

#[test]
fn an_empty_stdin_is_a_fault_and_a_directory_an_error() {
    assert_eq!(solve(b"").status.code(), Some(102));
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = dlx3(&[]).stdin(directory).output().unwrap();
    assert_documented(&output, &[1], b"a directory");
    assert!(output.stderr.starts_with(b"dlx3: cannot read the input: "));
}

const LONG: u64 = 100_000_000;

fn repeated(byte: u8) -> impl Read + Send {
    io::repeat(byte).take(LONG)
}

/// The same words again and again.
struct Words(&'static [u8], usize);

impl Read for Words {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for place in buffer.iter_mut() {
            *place = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_line_of_100_megabytes_takes_memory_in_proportion() {
    let solve = |input: &mut (dyn Read + Send)| {
        let output = feed(&mut limited(400_000, &dlx3(&["m1"])), input);
        assert_documented(&output, &[0, 102], b"a long line");
        (output.status.code().unwrap(), output)
    };
    // A comment.
    let mut text = b"|".chain(repeated(b'-')).chain(&b"\nA\nA\n"[..]);
    let (status, output) = solve(&mut text);
    assert_eq!((status, &output.stdout[..]), (0, &b"1:\n A (1 of 1)\n"[..]));
    // Blanks between two words.
    let mut text = b"A B\nA".chain(repeated(b' ')).chain(&b"B\n"[..]);
    let (status, output) = solve(&mut text);
    assert_eq!(
        (status, &output.stdout[..]),
        (0, &b"1:\n A B (1 of 1)\n"[..])
    );
    // A word, as an item and in an option.
    for before in [&b""[..], b"A\nA "] {
        let (status, output) = solve(&mut before.chain(repeated(b'x')));
        assert_eq!(status, 102);
        assert!(output.stderr.starts_with(b"Item name too long!\n"));
        assert!(output.stderr.len() < 400);
    }
    // Many words, and zero bytes.
    let (status, output) = solve(&mut b"A | x\n".chain(Words(b"A x:0 ", 0).take(LONG)));
    assert_eq!(status, 102);
    assert!(
        output
            .stderr
            .starts_with(b"Duplicate item name in this option!\n")
    );
    let (status, output) = solve(&mut repeated(0));
    assert_eq!(status, 102);
    assert!(output.stderr.starts_with(b"NUL byte in the input!\n0: \n"));
}

#[test]
#[cfg(target_os = "linux")]
fn many_short_lines_take_memory_in_proportion() {
    // Ten million options of one item: 4 bytes of item and 4 of start each, a byte
    // of color; the search adds nodes of 16 bytes, and a spacer for each option.
    let mut command = limited(1_000_000, &dlx3(&["v1", "T0"]));
    let output = feed(
        &mut command,
        &mut b"A\n".chain(Words(b"A\n", 0).take(20_000_000)),
    );
    assert_documented(&output, &[0], b"many options");
    assert!(output.stderr.starts_with(b"(10000000 options, "));
}

#[test]
#[cfg(target_os = "linux")]
fn a_check_of_100_megabytes_takes_memory_in_proportion() {
    let problem = TemporaryFile::with("A 0:1|B\nA\nA\n");
    let check = |input: &mut (dyn Read + Send)| {
        let words = ["--memory", "1M", problem.name()];
        let output = feed(&mut limited(400_000, &dlx_check(&words)), input);
        assert_documented(&output, &[1], b"a long stream");
        String::from_utf8(output.stderr).unwrap()
    };
    for (byte, line) in [(b'x', 1), (b' ', 1), (b'1', 1), (b'\n', 1), (0, 1)] {
        let stderr = check(&mut repeated(byte));
        assert!(stderr.contains(&format!("line {line}: ")), "{stderr}");
    }
    let stderr = check(&mut b"1:\n".chain(Words(b" null B (1 of 1)\n", 0).take(LONG)));
    assert!(stderr.contains("line 6: "), "{stderr}");
}

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn a_number_of_a_command_line_takes_no_memory_and_no_time_for_itself() {
    let file = TemporaryFile::with("A\nA\n");
    // FILE, GRID and N stand for what their names say.
    let commands = [
        "dlx3 --sample N",
        "dlx3 --solution N",
        "dlx3 --sample 1 --seed N",
        "dlx3 --memo N",
        "dlx3 --batch N",
        "dlx3 mN dN tN TN sN",
        "dlx3 vN cN CN lN",
        "dlx count --memory N",
        "dlx count --time N",
        "dlx nth N",
        "dlx sample --seed N",
        "dlx-check --sample --memory N FILE",
        "dlx-check --step N FILE",
        "gen-sudoku --order N",
        "gen-sudoku --seed N",
        "sudoku make --order N",
        "sudoku make --seed N",
        "sudoku make --threads N",
        "sudoku rate --order N",
        "sudoku ua GRID --by boxes --remove N",
        "sudoku ua GRID --boxes NxN",
        "sudoku ua GRID --boxes Nx1",
        "sudoku hit GRID --clues N",
        "sudoku hit GRID --clues 17 --max-size 8 --keep GRID --free N",
        "sudoku scan GRID --clues N",
        "sudoku scan GRID --clues 80 --part 1/N",
        "sudoku scan GRID --clues 80 --progress N",
        "gen-peg central --layers N",
        "gen-peg NxN:0",
        "gen-peg TN:0",
        "gen-peg english:N",
        "show-peg NxN:0",
        "peg bounds NxN:0",
        "peg solve 4x5:0 --nodes N",
        "peg solve 4x5:0 --million N",
        "peg solve 4x5:0 --threads N",
        "peg reach 4x5:0 --million N",
        "gen-sieve N",
        "gen-sieve 20 --pairs 1:N",
        "gen-sieve 20 --score N",
        "show-sieve N",
        "sieve solve 20..N",
        "sieve solve 20 --time N",
        "sieve check N",
        "sieve search N",
        "sieve search 20 N",
        "sieve search 20 20 N",
    ];
    for line in commands {
        for number in ["4294967295", "99999999999", "18446744073709551615"] {
            let line = line.replace("GRID", GRID).replace("FILE", file.name());
            let words: Vec<String> = line
                .split(' ')
                .map(|word| match word == file.name() {
                    true => word.to_owned(),
                    false => word.replace('N', number),
                })
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let filter = command(path(words[0]), &words[1..]);
            let output = output(&mut limited(4 << 20, &filter), b"A\nA\n");
            assert_documented(&output, &[0, 1, 2, 255], line.as_bytes());
        }
    }
}

#[test]
fn a_sample_that_is_too_large_is_refused_with_its_limit() {
    let sample = |size: &str| output(&mut dlx3(&["v0", "--sample", size]), b"A\nA\n");
    for size in ["1000001", "99999999999", "18446744073709551615"] {
        let refused = sample(size);
        assert_eq!(refused.status.code(), Some(255));
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(told.contains("is not in 0..=1000000"), "{told}");
    }
    let largest = sample("1000000");
    assert_eq!(largest.status.code(), Some(0));
    assert_eq!(largest.stdout.len(), 1_000_000 * "1:\n A (1 of 1)\n".len());
}

/// Runs each command, words between spaces, with a redirection of the shell.
fn redirected(redirection: &str, commands: &[&str]) -> Vec<Output> {
    let run = |line: &&str| {
        let line = line.replace("GRID", GRID);
        let words: Vec<&str> = line.split(' ').collect();
        let filter = command(path(words[0]), &words[1..]);
        output(&mut with_redirection(redirection, &filter), b"")
    };
    commands.iter().map(run).collect()
}

#[test]
fn a_closed_stdout_is_an_error_in_all_filters() {
    let commands = [
        "dlx3 --help",
        "dlx --help",
        "dlx-check --help",
        "gen-sudoku --seed 1",
        "show-sudoku --help",
        "sudoku make --seed 1",
        "sudoku ua GRID --max-size 8",
        "sudoku hit GRID --clues 80 --max-size 8",
        "sudoku scan GRID --clues 80",
        "sudoku scan GRID --clues 80 --count",
        "gen-peg 4x5:0",
        "gen-peg --list",
        "show-peg --help",
        "peg bounds 4x5:0",
        "peg pagoda 4x5:0",
        "peg solve 4x5:0",
        "peg reach 4x5:0",
        "gen-sieve 20",
        "show-sieve --help",
        "sieve --help",
        "peg --version",
        "sieve solve 20",
        "sieve search 20",
    ];
    for (line, output) in commands.iter().zip(redirected(">&-", &commands)) {
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(": cannot write "), "{line}: {told}");
    }
}

/// The signal for a too large file (SIGXFSZ) used to end programs without a word.
#[test]
fn a_file_that_may_not_grow_is_an_error_that_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "dlx3 m1 v0",
        "dlx3 m1 --part 1/1",
        "dlx find -n 92",
        "dlx reduce",
    ] {
        let (name, words) = line.split_once(' ').unwrap();
        let program = path(name);
        let script = format!("ulimit -f 1; exec '{program}' {words} > out");
        let mut shell = command("sh", &["-c", &script]);
        shell.current_dir(&folder);
        let output = output(&mut shell, queens(12).as_bytes());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains("cannot write "), "{line}: {told}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "it needs /dev/full")]
fn a_full_disk_under_stderr_is_an_error_in_all_filters() {
    let commands = [
        "gen-sudoku --seed 1",
        "sudoku make",
        "sudoku verify GRID",
        "sudoku scan GRID --clues 80",
        "peg bounds 4x5:0",
        "peg solve 4x5:0",
        "peg reach 4x5:0",
        "gen-sieve 20 --score 100",
        "show-sieve 20",
    ];
    for (line, output) in commands.iter().zip(redirected("2>/dev/full", &commands)) {
        assert_eq!(output.status.code(), Some(1), "{line}");
    }
}

#[test]
fn a_closed_stdin_cannot_be_read() {
    let commands = [
        "dlx count",
        "dlx find",
        "gen-sudoku -",
        "sudoku check",
        "sudoku rate",
        "sudoku ua -",
        "sudoku verify GRID",
        "gen-peg -",
        "show-peg 4x5:0",
        "peg pagoda 4x5:0 --verify -",
        "show-sieve 20",
        "sieve check 20",
    ];
    let all = redirected("<&-", &commands);
    let file = TemporaryFile::with("A\nA\n");
    let check = with_redirection("<&-", &dlx_check(&[file.name()])).output();
    for (line, output) in commands
        .iter()
        .zip(all)
        .chain([(&"dlx-check", check.unwrap())])
    {
        let told = String::from_utf8_lossy(&output.stderr);
        // For `peg' and `gen-peg', 1 means that there is no solution.
        let is_peg = line.starts_with("peg ") || line.starts_with("gen-peg");
        let status = if is_peg { 102 } else { 1 };
        assert_eq!(output.status.code(), Some(status), "{line}: {told}");
        assert!(told.contains("cannot read "), "{line}: {told}");
    }
}
