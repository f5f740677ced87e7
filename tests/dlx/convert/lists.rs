//! Matrices and sets as programs and books write them: read by `dlx import csv`, `sets` or `pairs`,
//! or refused with the name of the form that reads them.

use super::random::Case;
use crate::common::filter::{self, Run, run};
use crate::common::problems::dice::Dice;

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

fn import(form: &str, more: &[&str], text: &str) -> Run {
    dlx(&[&["import", form], more].concat(), text)
}

/// Three rows of four columns: the first two cover each column once.
const MATRIX: &str = "1 2 3 4\n1 3\n2 4\n1 2\n";

#[test]
fn a_matrix_is_read_in_the_brackets_of_every_language() {
    for text in [
        "[[1, 0, 1, 0],\n [0, 1, 0, 1],\n [1, 1, 0, 0]]\n",
        "[[1,0,1,0],[0,1,0,1],[1,1,0,0]]",
        "[[1 0 1 0]\n [0 1 0 1]\n [1 1 0 0]]",
        "[[1. 0. 1. 0.]\n [0. 1. 0. 1.]\n [1. 1. 0. 0.]]",
        "[[ True False  True False]\n [False  True False  True]\n [ True  True False False]]",
        "[1 0 1 0; 0 1 0 1; 1 1 0 0]",
        "A = [1, 0, 1, 0; 0, 1, 0, 1; 1, 1, 0, 0];\n",
        "{\n  {1, 0, 1, 0},\n  {0, 1, 0, 1},\n  {1, 1, 0, 0}\n};\n",
        "int a[3][4] = {{1,0,1,0},{0,1,0,1},{1,1,0,0}};\n",
        "static const bool a[][4] = { { 1, 0, 1, 0 }, /* first */\n { 0, 1, 0, 1 }, // second\n {1,1,0,0}, };\n",
        "std::vector<std::vector<int>> a = {{1,0,1,0},{0,1,0,1},{1,1,0,0}};\n",
        "matrix = [\n  [1, 0, 1, 0],  # A\n  [0, 1, 0, 1],  # B\n  [1, 1, 0, 0],\n]\n",
        "M = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=int)\n",
        "array([[1, 0, 1, 0],\n       [0, 1, 0, 1],\n       [1, 1, 0, 0]])\n",
        "((1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 0, 0))\n",
        "let m = [[1,0,1,0],[0,1,0,1],[1,1,0,0]];\n",
        "[1, 0, 1, 0]\n[0, 1, 0, 1]\n[1, 1, 0, 0]\n",
        "[1, 0, 1, 0],\n[0, 1, 0, 1],\n[1, 1, 0, 0],\n",
        "{1,0,1,0}\n{0,1,0,1}\n{1,1,0,0}\n",
        "[\"1\", \"0\", \"1\", \"0\"]\n[\"0\", \"1\", \"0\", \"1\"]\n[\"1\", \"1\", \"0\", \"0\"]\n",
        "1010\n0101\n1100\n",
        "3 4\n1010\n0101\n1100\n",
        "3 4\n1 0 1 0\n0 1 0 1\n1 1 0 0\n",
        "4 3\n1 0 1 0\n0 1 0 1\n1 1 0 0\n",
        "4 0\n1 0 1 0\n0 1 0 1\n1 1 0 0\n",
        "4\n1 0 1 0\n0 1 0 1\n1 1 0 0\n",
        "3\n1,0,1,0\n0,1,0,1\n1,1,0,0\n",
        "3 4 6\n1 0 1 0\n0 1 0 1\n1 1 0 0\n",
    ] {
        for more in [&[][..], &["--no-header"]] {
            let run = import("csv", more, text);
            assert_eq!(
                (run.status, &run.stdout[..]),
                (Some(0), MATRIX),
                "{text}: {run:?}"
            );
            let is_told = run
                .stderr
                .contains("counts rows and columns, and is no row");
            let first = text.lines().next().unwrap_or_default();
            let has_counts = first.len() <= 5 && !first.contains(['1', '[', '{']);
            assert_eq!(is_told, has_counts, "{text}: {run:?}");
        }
    }
}

#[test]
fn objects_are_rows_of_a_table() {
    for text in [
        "[{\"A\": 1, \"B\": 0}, {\"A\": 0, \"B\": 1}]",
        "{\"A\": 1, \"B\": 0}\n{\"A\": 0, \"B\": 1}\n",
        "[{'A': True, 'B': False}, {'A': False, 'B': True}]",
        "[{\"A\": 1}, {\"B\": 1, \"A\": null}]",
        "const rows = [{A: 1, B: 0}, {A: 0, B: 1}];",
    ] {
        let run = import("csv", &[], text);
        assert_eq!(
            (run.status, &run.stdout[..]),
            (Some(0), "A B\nA\nB\n"),
            "{text}: {run:?}"
        );
    }
    let crews = "[{\"id\": \"a\", \"cost\": 4.5, \"legs\": [\"Rome\", \"New York\"]},\n \
                 {\"id\": \"b\", \"cost\": 3, \"legs\": [\"Rome\"]}]";
    let words = ["--id", "id", "--cost", "cost", "--items", "legs"];
    let run = import("csv", &words, crews);
    assert_eq!(
        run.stdout, "Rome New_York | #a #b\nRome New_York #a |4.5\nRome #b |3\n",
        "{run:?}"
    );
    // Refused like any table that is no matrix, with the options that read it.
    let told = import("csv", &[], crews).stderr;
    assert!(
        told.ends_with("try --items legs --cost cost --id id\n"),
        "{told}"
    );
}

/// The six sets of Wikipedia's page on Algorithm X: B, D and F cover 1 to 7.
#[test]
fn sets_are_read_in_every_form() {
    for text in [
        "A: 1 4 7\nB: 1 4\nC: 4 5 7\nD: 3 5 6\nE: 2 3 6 7\nF: 2 7\n",
        "A = {1, 4, 7}\nB = {1, 4}\nC = {4, 5, 7}\nD = {3, 5, 6}\nE = {2, 3, 6, 7}\nF = {2, 7}\n",
        "A = {1, 4, 7};\nB = {1, 4};\nC = {4, 5, 7};\nD = {3, 5, 6};\nE = {2, 3, 6, 7};\nF = {2, 7}.\n",
        "A: [1,4,7]\nB: [1,4]\nC: [4,5,7]\nD: [3,5,6]\nE: [2,3,6,7]\nF: [2,7]\n",
        "A -> 1, 4, 7\nB -> 1, 4\nC -> 4, 5, 7\nD -> 3, 5, 6\nE -> 2, 3, 6, 7\nF -> 2, 7\n",
        "{'A': [1, 4, 7], 'B': [1, 4], 'C': [4, 5, 7],\n 'D': [3, 5, 6], 'E': [2, 3, 6, 7], 'F': [2, 7]}\n",
        "X = {1, 2, 3, 4, 5, 6, 7}\nY = {\n    'A': [1, 4, 7],\n    'B': [1, 4],\n    'C': [4, 5, 7],\n    \
         'D': [3, 5, 6],\n    'E': [2, 3, 6, 7],\n    'F': [2, 7]}\n",
        "U = {1,2,3,4,5,6,7}\nA = {1,4,7}\nB = {1,4}\nC = {4,5,7}\nD = {3,5,6}\nE = {2,3,6,7}\nF = {2,7}\n",
        "{\"A\": [1,4,7], \"B\": [1,4], \"C\": [4,5,7], \"D\": [3,5,6], \"E\": [2,3,6,7], \"F\": [2,7]}",
        "1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n",
        "1,4,7\n1,4\n4,5,7\n3,5,6\n2,3,6,7\n2,7\n",
        "# sets\n[1, 4, 7]\n[1, 4]\n[4, 5, 7]\n[3, 5, 6]\n[2, 3, 6, 7]\n[2, 7]\n",
        "[[1,4,7],[1,4],[4,5,7],[3,5,6],[2,3,6,7],[2,7]]",
        "{1,4,7},{1,4},{4,5,7},{3,5,6},{2,3,6,7},{2,7}\n",
        "S = {{1,4,7},{1,4},{4,5,7},{3,5,6},{2,3,6,7},{2,7}}\n",
        "[{1,4,7},{1,4},{4,5,7},{3,5,6},{2,3,6,7},{2,7}]",
        "[frozenset({1, 4, 7}), {1, 4}, (4, 5, 7), [3, 5, 6], [2, 3, 6, 7], [2, 7]]",
        "6 7\n1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n",
        "7 6\n1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n",
        "6 7 17\n1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n",
        "7\n0 3 6\n0 3\n3 4 6\n2 4 5\n1 2 5 6\n1 6\n",
    ] {
        let text = text.replace("}.\n", "};\n");
        let run = import("sets", &[], &text);
        assert_eq!(run.status, Some(0), "{text}: {run:?}");
        let count = dlx(&["count"], &run.stdout).stdout;
        assert_eq!(count, "1\n", "{text}: {run:?}");
        let solution = dlx(&["find"], &run.stdout).stdout;
        if text.contains('A') {
            for id in ["#B", "#D", "#F"] {
                assert!(solution.contains(id), "{text}: {solution}");
            }
        }
        assert_eq!(solution.lines().count(), 4, "{text}: {solution}");
        assert!(run.stderr.contains("6 rows and 7 items"), "{text}: {run:?}");
    }
}

#[test]
fn items_that_no_set_has_are_known_by_their_count_or_their_list() {
    for text in [
        "8\n0 3 6\n1 2 4 5\n7 0\n",
        "U = {a, b, c}\nA = {a}\nB = {b}\n",
        "2 3 2\n1\n2\n",
    ] {
        let run = import("sets", &[], text);
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_eq!(
            dlx(&["count"], &run.stdout).stdout,
            "0\n",
            "{text}: {run:?}"
        );
    }
}

#[test]
fn names_in_sets_are_those_of_cells() {
    for (text, items) in [
        ("Rome, Oslo\nNew York\nOslo\n", "Rome Oslo New_York"),
        ("a: Rome / Oslo\nb: Oslo\n", "Rome Oslo | #a #b"),
        ("['Rome', 'Oslo']\n['New York']\n", "Rome Oslo New_York"),
        ("x y\nx\n", "x y"),
    ] {
        let run = import("sets", &[], text);
        assert_eq!(run.stdout.lines().next(), Some(items), "{run:?}");
    }
    let asked = import("sets", &[], "a/b\na\nb\n");
    assert!(
        asked
            .stderr
            .starts_with("dlx: line 1, column 1: is `a/b' one name"),
        "{asked:?}"
    );
    let said = import("sets", &["--separator", "/"], "a/b\na\nb\n");
    assert_eq!(said.stdout, "a b\na b\na\nb\n");
    let cover = import("sets", &["--cover"], "a b\na\nb\n");
    assert_eq!(cover.stdout, "1:2|a 1:2|b\na b\na\nb\n");
}

#[test]
fn a_first_line_that_may_count_or_be_a_set_is_asked_about() {
    for text in ["3\n1 3\n2\n3\n", "2\n1 5\n2 5\n", "9\n1 2\n3\n"] {
        let asked = import("sets", &[], text);
        assert_eq!(
            asked.stderr,
            "dlx: line 1, column 1: does this line count the items or the sets (--header), or is it \
             a set (--no-header)?\n",
            "{text}"
        );
        let sets = import("sets", &["--no-header"], text).stdout;
        let below = import("sets", &["--header"], text).stdout;
        assert_eq!(sets.lines().count(), below.lines().count() + 1, "{text}");
    }
}

#[test]
fn a_text_of_another_form_is_refused_with_the_name_of_its_form() {
    for (form, text, told) in [
        ("csv", "0 1 2\n0 2\n1\n3\n", "`dlx import sets' reads them"),
        (
            "csv",
            "[0,1,2]\n[0,2]\n[1]\n",
            "`dlx import sets' reads them",
        ),
        ("csv", "[[1,4,7],[1,4]]", "`dlx import sets' reads them"),
        ("csv", "{1,4,7},{1,4}", "`dlx import sets' reads them"),
        (
            "csv",
            "A = {1,4,7}\nB = {1,4}\n",
            "`dlx import sets' reads them",
        ),
        (
            "csv",
            "{'A': [1, 4], 'B': [7]}",
            "`dlx import sets' reads them",
        ),
        ("csv", "7\n0 3 6\n0 3\n", "`dlx import sets' reads them"),
        (
            "csv",
            "0 3\n0 6\n1 0\n",
            "`dlx import pairs' reads lines with a set and one item",
        ),
        ("csv", "[[1],[0]]", "`dlx import sets' reads them"),
        ("csv", "[[], [1, 0]]", "this row has no cells"),
        (
            "csv",
            "[[1, 0, 1], [0, 1]]",
            "there are 2 cells here, but 3",
        ),
        (
            "csv",
            "[[1, 0], [0, 2]]",
            "`2' is neither 0 nor 1; if they are sets",
        ),
        ("csv", "[[1, 0], [0, 1]", "this list has no end"),
        (
            "csv",
            "5 2\n1 0 1 0 1 1 0\n",
            "the last 2 of 7 columns are secondary",
        ),
        (
            "sets",
            "[[1,0,1],[0,1,0]]",
            "`dlx import csv --no-header' reads a matrix",
        ),
        (
            "sets",
            "1 0 1\n0 1 0\n",
            "`dlx import csv --no-header' reads a matrix",
        ),
        (
            "sets",
            "2 3\n1 0 1\n0 1 0\n",
            "`dlx import csv --no-header' reads a matrix",
        ),
        (
            "sets",
            "1010\n0101\n",
            "`dlx import csv --no-header' reads a matrix",
        ),
        ("sets", "[{'A': 1}]", "`dlx import csv' reads them"),
        (
            "sets",
            "A: 1 2\n3 4\n",
            "no name stands before this set, but before others",
        ),
        ("sets", "1 2 1\n", "the set has `1' twice"),
        ("sets", "", "there is no set"),
        ("pairs", "1 2 3 4\n", "a line has a set and an item of it"),
        ("pairs", "1 2\n1 2\n", "set `1' has `2' twice"),
        ("pairs", "2 3 3\n1 4\n", "`4' is none of 3 items"),
        ("pairs", "", "there is no pair of a set and an item"),
    ] {
        let run = import(form, &[], text);
        assert_eq!(
            (run.status, &run.stdout[..]),
            (Some(102), ""),
            "{text}: {run:?}"
        );
        let is_asked = run.stderr.contains("there are") || run.stderr.contains(told);
        assert!(
            is_asked && run.stderr.contains(told),
            "{text}: {}",
            run.stderr
        );
    }
}

#[test]
fn pairs_are_the_ones_of_a_sparse_matrix() {
    let expected = "a b c | #x #y\na b #x\nc #y\n";
    for text in [
        "x a\nx b\ny c\n",
        "x,a\ny,c\nx,b\n",
        "x\ta\t1\nx\tb\t1\ny\tc\t1\ny\ta\t0\n",
    ] {
        let run = import("pairs", &[], text);
        assert_eq!(run.status, Some(0), "{run:?}");
        let mut items: Vec<&str> = run.stdout.lines().next().unwrap().split(' ').collect();
        items.sort_unstable();
        assert_eq!(items, ["#x", "#y", "a", "b", "c", "|"], "{run:?}");
        assert_eq!(run.stdout.lines().count(), expected.lines().count());
    }
    let printed = import("pairs", &[], "  (0, 0)\t1\n  (0, 2)\t1\n  (1, 1)\t1\n");
    assert_eq!(printed.stdout, "0 2 1 | #0 #1\n0 2 #0\n1 #1\n");
    let market = "%%MatrixMarket matrix coordinate pattern general\n% ours\n2 4 3\n1 1\n1 3\n2 2\n";
    let run = import("pairs", &[], market);
    assert_eq!(run.stdout, "1 2 3 4 | #1 #2\n1 3 #1\n2 #2\n");
}

/// Random sets in each form have as many solutions as brute force finds.
#[test]
fn random_sets_have_the_solutions_of_brute_force_in_every_form() {
    let mut dice = Dice::new(67, 11);
    let mut with_some = 0;
    for _ in 0..40 {
        let (count, most) = (dice.between(2, 7), dice.between(3, 6));
        let mut sets: Vec<Vec<usize>> = (0..count)
            .map(|_| (1..=most).filter(|_| dice.chance(1, 2)).collect())
            .collect();
        sets.retain(|set| !set.is_empty());
        // All items are named, and one of the sets has several.
        sets.push((1..=most).collect());
        let text = |set: &[usize], between: &str| {
            set.iter()
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(between)
        };
        let universe: Vec<usize> = (1..=most).collect();
        let mut dlx = text(&universe, " ") + "\n";
        sets.iter().for_each(|set| dlx += &(text(set, " ") + "\n"));
        let case = Case::new(dlx);
        with_some += usize::from(case.solutions.len() > 1);
        let lines = |open: &str, between: &str, close: &str| -> String {
            let lines = sets
                .iter()
                .map(|set| format!("{open}{}{close}\n", text(set, between)));
            lines.collect()
        };
        let all = sets.iter().map(|set| format!("[{}]", text(set, ", ")));
        let all = format!("[{}]", all.collect::<Vec<_>>().join(",\n "));
        for form in [
            lines("", " ", ""),
            lines("", ",", ""),
            lines("{", ", ", "}"),
            lines("[", " ", "]"),
            lines("s = ", " ", ""),
            all,
        ] {
            let form = (1..=sets.len()).fold(form, |text: String, number: usize| {
                text.replacen("s = ", &format!("s{number}: "), 1)
            });
            let more = if form.starts_with(['{', '[', 's']) {
                &[][..]
            } else {
                &["--no-header"]
            };
            let run = import("sets", more, &form);
            assert_eq!(run.status, Some(0), "{form}: {run:?}");
            assert_eq!(
                Case::new(run.stdout).solutions.len(),
                case.solutions.len(),
                "{form}"
            );
        }
    }
    assert!(with_some > 5, "{with_some}");
}

/// Memory grows with the text, not with the product of objects and keys.
#[test]
fn objects_that_have_no_key_in_common_are_refused_before_they_take_memory() {
    let objects: Vec<String> = (0..4000)
        .map(|number| format!("{{\"k{number}\":1}}"))
        .collect();
    let run = import("csv", &[], &format!("[{}]", objects.join(",")));
    assert_eq!(run.status, Some(102));
    assert!(
        run.stderr
            .contains("too different keys for rows of one table"),
        "{}",
        run.stderr
    );
    let twice = import("csv", &[], "[{\"A\": 1, \"A\": 0}]");
    assert!(
        twice.stderr.contains("the object has `A' twice"),
        "{}",
        twice.stderr
    );
}

/// The output of `dlx count` for imported sets.
fn count_of(form: &str, text: &str) -> String {
    let run = import(form, &[], text);
    assert_eq!(run.status, Some(0), "{text}: {run:?}");
    dlx(&["count"], &run.stdout).stdout
}

#[test]
fn sets_after_bullets_numbers_names_and_counts_are_those_without_them() {
    for text in [
        "- [1, 2]\n- [3]\n- [1, 3]\n- [2]\n",
        "* 1 2\n* 3\n* 1 3\n* 2\n",
        "1. {1,2}\n2. {3}\n3. {1,3}\n4. {2}\n",
        "1) 1 2\n2) 3\n3) 1 3\n4) 2\n",
        "A 1 2\nB 3\nC 1 3\nD 2\n",
        "3 4\n2 1 2\n1 3\n2 1 3\n1 2\n",
        "1 2 # the first\n3\n1 3\n2 # the last\n",
        "[[\"A\", [1, 2]], [\"B\", [3]], [\"C\", [1, 3]], [\"D\", [2]]]",
        "{\"universe\": [1, 2, 3], \"n\": 3, \"sets\": [[1, 2], [3], [1, 3], [2]]}",
        "A = [1, 2]\nB = [3]\nC = [1, 3]\nD = [2]\nuniverse = [1, 2, 3]\n",
        "{\"A\": [1, 2], \"B\": [3], \"C\": [1, 3], \"D\": [2], \"U\": [1, 2, 3], \"E\": [1]}",
    ] {
        // With E and U as sets among others, there are two more.
        let expected = if text.contains("\"E\"") { "3\n" } else { "2\n" };
        assert_eq!(count_of("sets", text), expected, "{text}");
    }
}

#[test]
fn what_is_no_set_is_refused_and_no_item_is_made_of_it() {
    for (text, told) in [
        (
            "A = {1,2,...,5}\nB = {1,2}\n",
            "write all items: `...' is none",
        ),
        (
            "int[][] a = new int[][]{{1,2},{3}};\n",
            "write sets as [[1, 2], [3]]",
        ),
        (
            "std::vector<std::vector<int>> v{{1,2},{3}};\n",
            "write sets as [[1, 2], [3]]",
        ),
    ] {
        let run = import("sets", &[], text);
        assert_eq!(run.status, Some(102), "{text}: {run:?}");
        assert!(run.stderr.contains(told), "{text}: {run:?}");
    }
}

#[test]
fn pairs_below_names_of_columns_are_pairs_and_a_symmetric_matrix_has_both() {
    for text in [
        "set,item\nA,1\nA,2\nB,3\nC,1\nC,3\nD,2\n",
        "row,col,val\n0,1,1\n0,2,1\n1,3,1\n2,1,1\n2,3,1\n3,2,1\n",
        "A: 1\nA: 2\nB: 3\nC: 1\nC: 3\nD: 2\n",
        "piece cell\nA 1\nA 2\nB 3\nC 1\nC 3\nD 2\n",
    ] {
        assert_eq!(count_of("pairs", text), "2\n", "{text}");
    }
    let market = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 1\n3 3\n";
    let run = import("pairs", &[], market);
    assert_eq!(
        run.stdout, "1 2 3 | #1 #2 #3\n1 2 #1\n1 #2\n3 #3\n",
        "{run:?}"
    );
}

#[test]
fn columns_that_are_rather_names_or_costs_are_told() {
    let rows = import("csv", &[], "Unnamed: 0,a,b\n0,1,0\n1,0,1\n2,1,1\n");
    assert!(rows.stderr.ends_with("try --id 'Unnamed: 0'\n"), "{rows:?}");
    let cost = import("csv", &[], "cost,a,b\n1,1,0\n1,0,1\n");
    assert!(cost.stderr.contains("else say --cost cost"), "{cost:?}");
}

#[test]
fn cells_are_asked_about_where_their_parts_come_back_and_not_elsewhere() {
    let of = |cells: [&str; 3]| {
        let [a, b, c] = cells.map(|cell| format!("\"{cell}\""));
        import(
            "csv",
            &["--items", "co", "--id", "id"],
            &format!("id,co\nA,{a}\nB,{b}\nC,{c}\n"),
        )
    };
    for cells in [
        ["AT&T", "IBM", "H&M"],
        ["A/B", "C++", "p1,2"],
        ["01/02/2026", "02/02/2026", "03/02/2026"],
        ["2026-01-02", "2026-01-03", "2026-02-02"],
        ["T-1", "T-2", "T-3"],
        ["v1.2", "v1.3", "10:30"],
        ["Stratford-upon-Avon", "Stratford", "Avon"],
    ] {
        let run = of(cells);
        let items = run.stdout.lines().next().unwrap_or_default();
        let expected = format!("{} | #A #B #C", cells.join(" ").replace(':', "_"));
        assert_eq!(items, expected, "{run:?}");
    }
    for (cells, separator) in [
        (["p1,2", "p1,3", "p2,2"], ","),
        (["Rome\u{2192}Oslo", "Rome", "Oslo"], "\u{2192}"),
        (["Rome\u{b7}Oslo", "Rome", "Oslo"], "\u{b7}"),
        (["Rome:Oslo", "Rome", "Oslo"], ":"),
        (["Rome#Oslo", "Rome", "Oslo"], "#"),
        (["Rome->Oslo", "Rome", "Oslo"], "->"),
        (["1-2-3", "1", "2-3"], "-"),
        (["1..3", "1", "2..3"], ".."),
        (["Rome to Oslo", "Rome", "Oslo"], "to"),
    ] {
        let run = of(cells);
        let answer = format!("--separator '{separator}'");
        assert!(
            run.status == Some(102) && run.stderr.contains(&answer),
            "{run:?}"
        );
    }
}
