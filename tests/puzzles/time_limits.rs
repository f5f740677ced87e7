//! Verbs that may take long end when time is up, with status 3 and what they have printed so far.

use crate::common::filter::{self, Run};
use crate::common::time::given_time;

fn run(program: &str, words: &str, input: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = filter::command(filter::path(program), &words);
    filter::run(&mut command, input.as_bytes())
}

/// The names of a program's verbs, by its help page.
fn verbs(program: &str) -> Vec<String> {
    let page = run(program, "--help", "").stdout;
    let (_, list) = page.split_once("Commands:\n").expect("it has verbs");
    let (list, _) = list.split_once("\n\n").expect("options follow");
    let names = list.lines().filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn all_verbs_but_those_that_take_no_time_have_a_limit_of_time() {
    let mut without = Vec::new();
    for program in ["sudoku", "peg", "sieve"] {
        for verb in verbs(program) {
            let page = run(program, &format!("{verb} --help"), "").stdout;
            if !page.contains("--time <LIMIT>") {
                without.push(format!("{program} {verb}"));
            }
        }
    }
    let help = |program: &str| format!("{program} help");
    let expected = [
        // It prints pages.
        "sudoku techniques".to_owned(),
        help("sudoku"),
        "peg list".to_owned(),
        "peg numbers".to_owned(),
        help("peg"),
        // It replays a game.
        "sieve check".to_owned(),
        help("sieve"),
    ];
    assert_eq!(without, expected);
}

/// The central game of a board with 45 holes, and beside it a row of two pegs that are to go. Their
/// jumps would add up, but none can be the first. So there is no solution, and who does not look at
/// the row alone has to see all of the large board.
const ENDLESS: &str = "\
###xxx###  ###...###
###xxx###  ###...###
###xxx###  ###...###
xxxxxxxxx  .........
xxxx.xxxx  ....x....
xxxxxxxxx  .........
###xxx###  ###...###
###xxx###  ###...###
###xxx###  ###...###
#########  #########
x..x#####  ....#####
";

/// On boards whose positions are far more than can be seen.
#[test]
fn searches_for_peg_solitaire_end_when_time_is_up() {
    for words in [
        "reach 8x8:d4:d4 --threads 1",
        "reach 8x8:d4 --solutions-only --all-finishes --threads 1",
        "solve - --method forward --no-bounds --no-table",
        "solve - --method forward-backward --no-bounds --threads 1",
    ] {
        // So short, as lists of positions would fill the memory.
        let ran = run("peg", &format!("{words} --time 50ms"), ENDLESS);
        assert_eq!(ran.status, Some(3), "{words}: {ran:?}");
        let last = ran.stderr.lines().last();
        assert_eq!(last, Some("peg: time is up"), "{words}");
        assert_eq!(ran.stdout, "", "{words}");
    }
}

#[test]
fn time_that_is_not_up_changes_nothing() {
    for words in [
        "reach 4x4:b2:b2",
        "solve central",
        "bounds 4x4:b2:b2",
        "pagoda 4x4:a1:b2",
    ] {
        let limited = run("peg", &format!("{words} --time 1h"), "");
        let free = run("peg", words, "");
        assert_eq!((limited.status, limited.stdout), (free.status, free.stdout));
    }
}

#[test]
fn the_search_of_the_essay_ends_when_time_is_up() {
    let ran = given_time(
        0.3,
        |time| run("sieve", &format!("search 1000 --time {time}"), ""),
        |ran| ran.stdout.starts_with("Bestscore = "),
    );
    assert_eq!(ran.status, Some(3), "{ran:?}");
}

#[test]
fn puzzles_are_converted_until_time_is_up() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let ran = run("sudoku", "convert --to line --time 0ms", puzzle);
    assert_eq!(ran.status, Some(3), "{ran:?}");
    assert_eq!(ran.stdout, "");
    assert_eq!(ran.stderr, "sudoku: time is up, with 0 puzzles written\n");
    let ran = run("sudoku", "convert --to line --time 1h", puzzle);
    assert_eq!((ran.status, &ran.stdout[..]), (Some(0), puzzle), "{ran:?}");
}
