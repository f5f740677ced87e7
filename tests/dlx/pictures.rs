//! `dlx draw`: pictures of searches, and what it refuses.

use crate::common::filter::{self, Run, TemporaryFile, dlx3};
use crate::common::problems::covers::queens;
use crate::common::problems::packings::dominoes;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

/// Runs `dlx draw` where the files are, so that their names are short.
fn draw(words: &[&str], folder: &Path) -> Run {
    let mut command = filter::command(filter::path("dlx"), &[&["draw"], words].concat());
    filter::run(command.current_dir(folder), b"")
}

fn picture(words: &[&str], folder: &Path) -> String {
    let run = draw(words, folder);
    assert_eq!((run.status, &run.stderr[..]), (Some(0), ""), "{words:?}");
    run.stdout
}

/// Writes the shape of a search into a folder.
fn shape(text: &str, words: &[&str], folder: &Path, name: &str) {
    let word = format!("S{}", folder.join(name).display());
    let mut command = dlx3(&[&["v0", &word], words].concat());
    assert_eq!(
        filter::run(&mut command, text.as_bytes())
            .stderr
            .replace("TIMEOUT!\n", ""),
        ""
    );
}

const COLORS: &str = include_str!("../../testdata/colors.dlx");

#[test]
fn the_help_page() {
    let mut command = filter::command(filter::path("dlx"), &["draw", "--help"]);
    insta::assert_snapshot!(filter::run(&mut command, b"").stdout);
}

#[test]
fn a_small_search_is_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    shape(COLORS, &[], folder.path(), "colors.shape");
    insta::assert_snapshot!("tree", picture(&["colors.shape"], folder.path()));
    insta::assert_snapshot!(
        "profile",
        picture(&["--profile", "colors.shape"], folder.path())
    );
}

/// How often a class occurs.
fn times(picture: &str, class: &str) -> usize {
    picture.matches(&format!("class=\"{class}\" c")).count()
}

#[test]
fn every_node_of_a_tree_is_drawn_once() {
    let folder = tempfile::tempdir().unwrap();
    // 92 solutions of 1049 nodes.
    shape(&queens(8), &[], folder.path(), "q");
    let lines = std::fs::read_to_string(folder.path().join("q")).unwrap();
    let dead = lines.lines().filter(|line| line.starts_with("0 ")).count();
    let tree = picture(&["--tree", "q"], folder.path());
    // One of each kind is in the legend.
    assert_eq!(times(&tree, "solution"), 92 + 1);
    assert_eq!(times(&tree, "dead"), dead + 1);
    assert_eq!(times(&tree, "item"), 1049 - 92 - dead + 1);
    // All edges are one path.
    let edges = tree.lines().find(|line| line.starts_with("<path")).unwrap();
    assert_eq!(edges.matches('M').count(), 1048);
    assert!(picture(&["q"], folder.path()).contains("1,049 nodes, 92 solutions"));
}

#[test]
fn a_profile_has_the_numbers_of_each_level() {
    let folder = tempfile::tempdir().unwrap();
    shape(&queens(8), &[], folder.path(), "q");
    let mut command = dlx3(&["v128"]);
    let told = filter::run(&mut command, queens(8).as_bytes()).stderr;
    let text = picture(&["q"], folder.path());
    let mut levels = 0;
    for line in told.lines().skip(1) {
        let (level, nodes) = line.trim().split_once(": ").unwrap();
        let first = format!(">{level}");
        let row = text
            .lines()
            .find(|row| row.split("</text>").next().unwrap().ends_with(&first));
        assert!(row.unwrap().contains(&format!(">{nodes}</text>")), "{line}");
        levels += 1;
    }
    assert_eq!(levels, 9);
    // The same from the output of v128, which does not count solutions.
    std::fs::write(folder.path().join("told"), told).unwrap();
    let text = picture(&["--v128", "told"], folder.path());
    assert!(text.contains("1049 nodes") || text.contains("1,049 nodes"));
    assert!(!text.contains(" solutions, "));
}

#[test]
fn two_searches_have_one_scale() {
    let folder = tempfile::tempdir().unwrap();
    shape(&queens(8), &[], folder.path(), "large");
    shape(&queens(6), &[], folder.path(), "small");
    insta::assert_snapshot!("two_profiles", picture(&["large", "small"], folder.path()));
}

#[test]
fn levels_share_a_bar_where_there_are_many_and_large_numbers_are_short() {
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..250).map(|name| format!("n{name}")).collect();
    shape(
        &(names.join(" ") + "\n" + &names.join("\n") + "\n"),
        &[],
        folder.path(),
        "deep",
    );
    let text = picture(&["--profile", "deep"], folder.path());
    assert!(
        text.contains(">0-2</text>") && text.contains(">249-250</text>"),
        "{text}"
    );
    let mut command = dlx3(&["v128", "d0"]);
    let told = filter::run(&mut command, dominoes(12, 12).as_bytes()).stderr;
    std::fs::write(folder.path().join("told"), told).unwrap();
    let text = picture(&["--v128", "told"], folder.path());
    // 53060477521960000 solutions on the last level.
    assert!(text.contains(">5.306e16</text>"), "{text}");
}

#[test]
fn names_are_escaped_and_a_search_that_was_stopped_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    shape("<&\" b\n<&\" b\n<&\"\nb\n", &["t1"], folder.path(), "<cut>");
    let text = picture(&["<cut>"], folder.path());
    assert!(text.contains(">&lt;cut&gt;</text>") && text.contains("&lt;&amp;&quot;, degree"));
    assert!(text.contains("the tree is cut"), "{text}");
}

#[test]
fn what_is_no_shape_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("good", "1 A\nsol\n"),
        ("empty", ""),
        ("dlx", "A B\nA\nB\n"),
        ("blank", "2 A\n1 \n"),
        ("long", "2 ninebytes\n"),
        ("more", "1 A\nsol\nsol\n"),
        ("huge", "99999999999999999999 A\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    shape(&queens(10), &[], folder.path(), "large");
    let mut told = String::new();
    for words in [
        "",
        "nowhere",
        "empty",
        "dlx",
        "blank",
        "long",
        "more",
        "huge",
        "good dlx",
        "--tree large",
        "--tree good large",
        "--v128 good",
        "--tree --profile good",
        "good good good good good",
        "- -",
    ] {
        let split: Vec<&str> = words.split_whitespace().collect();
        let run = draw(&split, folder.path());
        assert_eq!(run.stdout, "", "{words}");
        let first = run.stderr.lines().next().unwrap_or_default();
        told += &format!("{words} [{}]\n  {first}\n", run.status.unwrap());
    }
    insta::assert_snapshot!("refusals", told);
}

#[test]
fn a_full_disk_is_told() {
    let file = TemporaryFile::with("1 A\nsol\n");
    let mut command = filter::command(filter::path("dlx"), &["draw", file.name()]);
    command.stdout(Stdio::from(filter::full()));
    let run = filter::run(&mut command, b"");
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
}

#[test]
fn states_are_drawn_layer_by_layer() {
    let folder = tempfile::tempdir().unwrap();
    for (name, order) in [("row-by-row", "input"), ("narrow", "narrow")] {
        let words = ["count", "--order", order, "--layers"];
        let mut command = filter::command(filter::path("dlx"), &words);
        let told = filter::run(&mut command, dominoes(4, 6).as_bytes()).stderr;
        let states = told.lines().filter_map(|line| line.split_once(": "));
        let states = states.filter(|(layer, _)| layer.starts_with("layer "));
        let states: Vec<u64> = states.map(|(_, n)| n.parse().unwrap()).collect();
        let all: u64 = states.iter().sum();
        let bars = states.iter().filter(|&&states| states > 0).count();
        std::fs::write(folder.path().join(name), told).unwrap();
        let drawn = picture(&["--layers", name], folder.path());
        assert!(drawn.contains(&format!(">{all} states<")), "{drawn}");
        // One more explains what a bar is.
        assert_eq!(drawn.matches("class=\"item\"").count(), bars + 1);
        assert!(drawn.contains(">layer<") && !drawn.contains("node"));
    }
    std::fs::write(folder.path().join("none"), "4\n").unwrap();
    let run = draw(&["--layers", "none"], folder.path());
    let told = "dlx: none: line 2, column 1: expected a line `layer 0: 1', as `dlx count --layers' \
                writes it\n";
    assert_eq!((run.status, &run.stderr[..]), (Some(1), told));
}

/// A problem used to be refused as no shape, so that users had to learn the word S first.
#[test]
fn a_problem_is_searched_and_drawn_as_its_shape_is() {
    let folder = TempDir::new().unwrap();
    let problem = queens(5);
    std::fs::write(folder.path().join("queens.dlx"), &problem).unwrap();
    let mut dlx3 = filter::command(env!("CARGO_BIN_EXE_dlx3"), &["v0", "Squeens"]);
    dlx3.current_dir(folder.path());
    assert_eq!(filter::run(&mut dlx3, problem.as_bytes()).status, Some(0));
    let named = |picture: String| picture.replace("queens.dlx", "queens");
    for words in [&[][..], &["--tree"], &["--profile"]] {
        let of = |file| picture(&[&[file], words].concat(), folder.path());
        assert_eq!(named(of("queens.dlx")), of("queens"), "{words:?}");
    }
    for (name, text, status) in [
        ("bad.dlx", "A B\nA C\n", 102),
        // Without the name of a problem, a text is a shape.
        ("bad", "A B\nA B\n", 1),
        ("empty.dlx", "", 102),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        assert_eq!(draw(&[name], folder.path()).status, Some(status), "{name}");
    }
}
