//! Tables whose cells have names. However people write several names into one cell, they are read
//! or asked about. No cell is silently read as something else.

use crate::common::filter::{self, Run, run};
use crate::common::problems::dice::Dice;
use dlx3::convert::import::{self, Bound, Choices, Columns};
use dlx3::convert::{Import, import::Imported};

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

/// A column of items as a table with names of options.
fn table(cells: &[&str]) -> String {
    let lines = cells
        .iter()
        .enumerate()
        .map(|(number, cell)| format!("o{number};\"{}\"\n", cell.replace('"', "\"\"")));
    "id;legs\n".to_owned() + &lines.collect::<String>()
}

fn imported(cells: &[&str], separator: &[&str]) -> Result<Imported, String> {
    let columns = Columns {
        items: Some("legs".to_owned()),
        id: Some("id".to_owned()),
        separator: separator.iter().map(|&text| text.to_owned()).collect(),
        ..Columns::default()
    };
    let imported = import::csv(table(cells).as_bytes(), &columns);
    imported.map_err(|fault| fault.told)
}

/// The options, without the items that have their names.
fn read(cells: &[&str], separator: &[&str]) -> Result<Vec<Vec<String>>, String> {
    let problem = imported(cells, separator)?.problem;
    let options = problem.option_ids().map(|option| {
        let names = problem.option(option).map(|(item, _)| problem.name(item));
        let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
        names.filter(|name| !name.starts_with('#')).collect()
    });
    Ok(options.collect())
}

#[test]
fn several_names_in_a_cell_are_read_however_people_write_them() {
    for both in [
        "Rome Oslo",
        "Rome;Oslo",
        "Rome; Oslo",
        "Rome, Oslo",
        "Rome,Oslo",
        "Rome , Oslo,",
        "Rome / Oslo",
        "Rome | Oslo",
        "Rome|Oslo",
        "Rome & Oslo",
        "Rome + Oslo",
        "Rome - Oslo",
        "Rome -> Oslo",
        "Rome \u{2013} Oslo",
        "Rome \u{2192} Oslo",
        "Rome\tOslo",
        "Rome\nOslo",
        "Rome,\u{a0}Oslo",
        "Rome\u{a0}Oslo",
        "Rome\u{3001}Oslo",
        "['Rome', 'Oslo']",
        "[\"Rome\",\"Oslo\"]",
        "('Rome', 'Oslo')",
        "{'Rome', 'Oslo'}",
        "frozenset({'Rome', 'Oslo'})",
        "['Rome' 'Oslo']",
        "['Rome'\n 'Oslo']",
        "[u'Rome', u'Oslo']",
        "array(['Rome', 'Oslo'])",
        "array(['Rome', 'Oslo'], dtype=object)",
        "[Rome, Oslo]",
        "{Rome,Oslo}",
        "'Rome', 'Oslo'",
        "\"Rome\",\"Oslo\"",
    ] {
        let options = read(&[both, "Oslo", "Rome"], &[]);
        let expected = vec![vec!["Rome", "Oslo"], vec!["Oslo"], vec!["Rome"]];
        let expected: Vec<Vec<String>> = expected
            .into_iter()
            .map(|names| names.into_iter().map(str::to_owned).collect())
            .collect();
        assert_eq!(options, Ok(expected), "{both:?}");
    }
    let lists = ["['Rome', 'Oslo']", "['Oslo']", "[]", "['Rome']"];
    assert_eq!(
        read(&lists, &[]).unwrap()[..2],
        read(&["Rome Oslo", "Oslo"], &[]).unwrap()
    );
}

#[test]
fn the_values_of_lists_are_names_whatever_they_are() {
    for (cells, expected) in [
        (["[1, 2, 3]", "[2]"], vec![vec!["1", "2", "3"], vec!["2"]]),
        (["[1 2 3]", "[2]"], vec![vec!["1", "2", "3"], vec!["2"]]),
        (["1, 2, 3", "2"], vec![vec!["1", "2", "3"], vec!["2"]]),
        (
            ["['New York', 'Oslo']", "['New York']"],
            vec![vec!["New_York", "Oslo"], vec!["New_York"]],
        ),
        (
            ["[\"O'Hare\", 'Oslo']", "['Oslo']"],
            vec![vec!["O'Hare", "Oslo"], vec!["Oslo"]],
        ),
        (
            [r"['O\'Hare', 'a, b']", "['x']"],
            vec![vec!["O'Hare", "a,_b"], vec!["x"]],
        ),
        (
            ["[(1, 2), (1, 3)]", "[(2, 2)]"],
            vec![vec!["(1,2)", "(1,3)"], vec!["(2,2)"]],
        ),
        (
            ["(1, 2), (1, 3)", "(2, 2)"],
            vec![vec!["(1,2)", "(1,3)"], vec!["(2,2)"]],
        ),
        (
            ["[np.int64(3), np.int64(4)]", "[np.int64(4)]"],
            vec![vec!["3", "4"], vec!["4"]],
        ),
        (
            ["New York, Oslo", "New York"],
            vec![vec!["New_York", "Oslo"], vec!["New_York"]],
        ),
    ] {
        assert_eq!(read(&cells, &[]).unwrap(), expected, "{cells:?}");
    }
}

/// Blanks and semicolons were the first separators. Their tables are still read, with any signs in
/// names.
#[test]
fn names_between_blanks_and_semicolons_keep_their_signs() {
    let cells = [
        "A B X:1",
        "A; W X:2",
        "c1-t1 c1/1 t1/1",
        "x[1] x[2]",
        "{1,2} {1,3}",
        "{1,2}",
        "(1,2) (1,3)",
        "+x -y",
        "R&D A+ _1 #2 a.b",
        "r1,c1 r1,c2",
        "a=1 b=2",
        "p|q",
    ];
    for cell in cells {
        let words = cell.split([' ', ';']).filter(|word| !word.is_empty());
        let words: Vec<String> = words
            .map(|word| word.split(':').next().unwrap().replace('|', "_"))
            .collect();
        if cell == "p|q" || cell == "{1,2}" {
            continue;
        }
        let found = read(&[cell, "z"], &[]);
        let found = found.unwrap_or_else(|told| panic!("{cell}: {told}"));
        let found: Vec<String> = found[0]
            .iter()
            .filter(|name| !name.starts_with('#') || *name == "#2")
            .cloned()
            .collect();
        let words: Vec<String> = words.into_iter().filter(|word| word != "#2").collect();
        assert_eq!(found, words, "{cell}");
    }
    let lines: Vec<String> = (0..48)
        .map(|number| {
            let (row, column, digit) = (number % 3, number / 3 % 4, number / 12);
            format!(
                "p{row},{column} r{row}d{digit} c{column}d{digit} b{}d{digit}",
                row / 2
            )
        })
        .collect();
    let cells: Vec<&str> = lines.iter().map(String::as_str).collect();
    let options = read(&cells, &[]).unwrap();
    assert_eq!(options[0], ["p0,0", "r0d0", "c0d0", "b0d0"]);
}

#[test]
fn a_cell_that_can_be_read_in_two_ways_is_asked_about_and_each_answer_reads_it() {
    for (cells, answers) in [
        (vec!["Rome/Oslo", "Oslo", "Rome"], vec!["/", ""]),
        (vec!["Rome&Oslo", "Rome&Linz"], vec!["&", ""]),
        (vec!["Rome+Oslo", "Oslo"], vec!["+", ""]),
        (vec!["Rome-Oslo", "Oslo", "Rome"], vec!["-", ""]),
        (vec!["Rome_Oslo", "Oslo", "Rome"], vec!["_", ""]),
        (vec!["1,2", "2,3"], vec![",", ""]),
        (vec!["(1,2)", "(2,3)"], vec![",", " "]),
        (vec!["Rome,Oslo Wien", "Oslo"], vec![",", " "]),
        (vec!["New York,Boston", "San Jose,Reno"], vec![",", " "]),
        (vec!["Rome, Oslo; Wien"], vec![",", ";"]),
        (vec!["Rome / Oslo", "Rome | Wien"], vec!["|", " / "]),
        (vec!["New York; Oslo", "New York"], vec![";"]),
        (vec!["Rome and Oslo", "Oslo"], vec![" ", "and"]),
        (vec!["Rome, Oslo and Wien", "Oslo"], vec![","]),
        (vec!["Rome / Oslo", "Rome/Wien"], vec![" / ", "/"]),
        (vec!["Rome: Oslo", "Rome"], vec![" "]),
    ] {
        let told = read(&cells, &[]).expect_err(cells[0]);
        for answer in answers {
            let said = format!("--separator '{answer}'");
            assert!(told.contains(&said), "{cells:?}: {told}");
            let options = read(&cells, &[answer]);
            // Another answer may be wrong, but is no question.
            assert!(
                options
                    .as_ref()
                    .is_ok_and(|options| options.len() == cells.len()),
                "{cells:?} {answer:?}: {options:?}"
            );
        }
    }
    let two = read(&["Rome, Oslo and Wien", "Oslo"], &[",", "and"]).unwrap();
    assert_eq!(two[0], ["Rome", "Oslo", "Wien"]);
    let whole = read(&["New York", "Oslo"], &[""]).unwrap();
    assert_eq!(whole, [["New_York"], ["Oslo"]]);
}

#[test]
fn a_cell_that_is_no_list_among_lists_is_refused_with_its_place() {
    for (cells, told) in [
        (
            ["['a', 'b']", "c d"],
            "`c d' stands in a column of lists such as `['a', 'b']': write it as a list, too",
        ),
        (
            ["['a', 'b']", "None"],
            "`None' stands in a column of lists such as `['a', 'b']': write it as a list, too",
        ),
        (
            ["['a', 'b']", "['a', 'c'"],
            "the list `['a', 'c'' cannot be read",
        ),
        (
            ["['a', None]", "['b']"],
            "the list `['a', None]' cannot be read",
        ),
        (["{'a': 1}", "['b']"], "`{'a': 1}' is no list of names"),
    ] {
        assert_eq!(read(&cells, &[]).unwrap_err(), told, "{cells:?}");
    }
    let run = dlx(
        &["import", "csv", "--items", "legs"],
        &table(&["['a']", "b c"]),
    );
    assert_eq!(run.status, Some(102));
    assert!(
        run.stderr.starts_with("dlx: line 3, column 4: `b c'"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_was_read_is_told_in_a_line() {
    let words = ["import", "csv", "--items", "legs", "--id", "id"];
    let told = |cells: &[&str]| dlx(&words, &table(cells)).stderr;
    assert_eq!(
        told(&["Rome, Oslo", "Oslo", "Oslo, New York"]),
        "dlx: 3 rows and 3 items with `,' between names; the most frequent: Oslo (3), Rome (1), \
         New_York (1)\n"
    );
    assert_eq!(
        told(&["['a', 'b']"]),
        "dlx: 1 row and 2 items in lists; the most frequent: a (1), b (1)\n"
    );
    assert_eq!(
        told(&["a b"]),
        "dlx: 1 row and 2 items; the most frequent: a (1), b (1)\n"
    );
}

/// Random sets of names, written in each way, are read as these sets.
#[test]
fn random_tables_come_back_from_every_way_of_writing_them() {
    let mut dice = Dice::new(67, 1);
    let names: Vec<String> = (1..=9).map(|number| format!("leg{number}")).collect();
    let ways: [fn(&[&str]) -> String; 9] = [
        |names| names.join(" "),
        |names| names.join(", "),
        |names| names.join(","),
        |names| names.join("; "),
        |names| names.join(" / "),
        |names| names.join(" | "),
        |names| format!("{names:?}"),
        |names| format!("{names:?}").replace('"', "'"),
        |names| {
            format!(
                "frozenset({{{}}})",
                format!("{names:?}").trim_matches(['[', ']'])
            )
        },
    ];
    for _ in 0..60 {
        let mut sets: Vec<Vec<&str>> = vec![vec!["leg1", "leg2"], vec!["leg1"]];
        for _ in 0..dice.between(1, 12) {
            let set: Vec<&str> = names
                .iter()
                .filter(|_| dice.chance(1, 3))
                .map(String::as_str)
                .collect();
            if !set.is_empty() {
                sets.push(set);
            }
        }
        for way in ways {
            let cells: Vec<String> = sets.iter().map(|set| way(set)).collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            assert_eq!(read(&cells, &[]).unwrap(), sets, "{cells:?}");
        }
    }
}

#[test]
fn several_columns_have_the_items_of_a_row() {
    let count = |words: &[&str], table: &str| {
        let run = dlx(&[&["import", "csv"], words].concat(), table);
        assert_eq!(run.status, Some(0), "{run:?}");
        dlx(&["count"], &run.stdout).stdout
    };
    let long = "who,task,hour\na,x,8\na,y,9\nb,x,8\nb,y,9\nb,z,9\n";
    let words = ["--items", "who,task,hour"];
    // Brute force: a with x and b with y, or a with y and b with x; not z, then x or y is left.
    let two = ["--items", "who, task", "--secondary", "z"];
    assert_eq!(count(&two, long), "2\n");
    let run = dlx(&[&["import", "csv"], &words[..]].concat(), long);
    assert_eq!(run.stdout.lines().next(), Some("a x 8 y 9 b z"));
    // Of zeros and ones: only these columns are read.
    let matrix = "n,A,B,C\nx,1,0,1\ny,0,1,1\n";
    assert_eq!(count(&["--items", "A,B"], matrix), "1\n");
    // A column may have a comma in its name.
    assert_eq!(count(&["--items", "a,b"], "\"a,b\",c\nx,1\n"), "1\n");
}

#[test]
fn a_name_in_two_columns_is_two_items_if_a_row_has_it_twice_and_asked_about_otherwise() {
    let run = |words: &[&str], table: &str| dlx(&[&["import", "csv"], words].concat(), table);
    let square = "row,col,digit\n1,1,1\n1,2,2\n2,1,2\n2,2,1\n1,1,2\n1,2,1\n2,1,1\n2,2,2\n";
    let words = ["--items", "row,col,digit"];
    let told = run(&words, square).stdout;
    assert_eq!(
        told.lines().next(),
        Some("row.1 col.1 digit.1 col.2 digit.2 row.2")
    );
    let edges = "from,to\na,b\nb,c\n";
    let words = ["--items", "from,to"];
    let asked = run(&words, edges);
    assert_eq!(asked.status, Some(102));
    assert_eq!(
        asked.stderr,
        "dlx: `b' stands in the columns `to' and `from': is that one item (--no-prefix), or are \
         there two, `to.b' and `from.b' (--prefix)?\n"
    );
    let head = |more: &str| {
        let run = run(&[&words[..], &[more]].concat(), edges);
        run.stdout.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(head("--prefix"), "from.a to.b from.b to.c");
    assert_eq!(head("--no-prefix"), "a b c");
    let legs = run(&["--items", "leg1,leg2"], "leg1,leg2\na,b\nb,c\nc,\n");
    assert_eq!(legs.stdout, "a b c\na b\nb c\nc\n");
    for (table, told) in [
        (
            "row,hour\na,0\nb,1\n",
            "column `hour' has only zeros and ones",
        ),
        (
            "row,hour\na b,8\nc,9\n",
            "is `a b' one name, or do blanks stand between names? say",
        ),
        ("row,hour\na,8\n", ""),
    ] {
        let run = run(&["--items", "row,hour"], table);
        assert_eq!(run.status == Some(0), told.is_empty(), "{run:?}");
        assert!(run.stderr.contains(told), "{run:?}");
    }
    let twice = run(&["--items", "row,row"], "row,hour\na,8\n");
    assert!(
        twice.stderr.contains("--items names `row' twice"),
        "{twice:?}"
    );
    let missing = run(&["--items", "row,hours"], "row,hour\na,8\n");
    assert!(missing.stderr.contains("no column `hours'"), "{missing:?}");
}

#[test]
fn patterns_name_several_items_and_a_name_goes_before_a_pattern() {
    let text = b"id,cost,A1,A2,B1,B2\nx,1,1,0,1,0\ny,2,0,1,0,1\nz,3,1,1,0,0\n";
    let head = |secondary: &[&str], bounds: &[(&str, u32, Option<u32>)], cover: bool| {
        let bounds = bounds.iter().map(|&(name, lower, upper)| Bound {
            name: name.to_owned(),
            lower,
            upper,
        });
        let columns = Columns {
            cost: Some("cost".to_owned()),
            id: Some("id".to_owned()),
            secondary: secondary.iter().map(|&name| name.to_owned()).collect(),
            bounds: bounds.collect(),
            ..Columns::default()
        };
        let mut choices = Choices::default();
        (choices.cover, choices.columns) = (cover, columns);
        let imported = Import::Csv
            .read(text, &choices)
            .map_err(|fault| fault.to_string())?;
        let text = imported.problem.to_string();
        Ok::<String, String>(text.lines().next().unwrap_or_default().to_owned())
    };
    let of =
        |secondary: &[&str], bounds: &[(&str, u32, Option<u32>)]| head(secondary, bounds, false);
    let ids = "#x #y #z";
    assert_eq!(
        of(&[], &[("*", 1, None)]),
        Ok(format!("1:2|A1 1:2|A2 1|B1 1|B2 | {ids}").replace("1|B", "B"))
    );
    assert_eq!(
        of(&["B?"], &[("A*", 0, Some(2)), ("A2", 1, Some(1))]),
        Ok("0:2|A1 A2 | B1 B2 #x #y #z".to_owned())
    );
    assert_eq!(of(&["?2"], &[]), Ok("A1 B1 | A2 B2 #x #y #z".to_owned()));
    assert_eq!(of(&["*B*1"], &[]), Ok("A1 A2 B2 | B1 #x #y #z".to_owned()));
    assert_eq!(
        of(&[], &[("A1", 2, Some(2)), ("*", 0, Some(1))]),
        Ok("2|A1 0:1|A2 0:1|B1 0:1|B2 | #x #y #z".to_owned())
    );
    assert_eq!(head(&[], &[], true), of(&[], &[("*", 1, None)]));
    assert_eq!(of(&["c?"], &[]), Err("no item is like `c?'".to_owned()));
    assert_eq!(
        of(&["A*"], &[("A*", 1, None)]),
        Err("no primary item is like `A*', and others have no bounds".to_owned())
    );
}

/// The work used to be quadratic in the number of names with a colon.
#[test]
fn names_with_colons_are_looked_up_once() {
    let mut text = "id,items\n".to_owned();
    for number in 0..60_000 {
        text += &format!("r{number},k a{number}:x;b:{number:05}\n");
    }
    text += "z,b k\n";
    let columns = Columns {
        items: Some("items".to_owned()),
        id: Some("id".to_owned()),
        ..Columns::default()
    };
    let imported = import::csv(text.as_bytes(), &columns).unwrap();
    assert_eq!(imported.problem.option_count(), 60_001);
}
