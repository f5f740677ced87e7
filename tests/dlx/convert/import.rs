//! `dlx import` and `dlx shorten`: the problems have the solutions that brute force finds.

use super::random::{Case, cases};
use crate::common::filter::{self, Run, TemporaryFile, dlx3, run};
use crate::common::problems::dice::Dice;
use dlx3::Answers;
use dlx3::convert::Format;
use dlx3::convert::cardinality::Encoding;
use dlx3::convert::import::{self, Bound, Columns, Imported};
use dlx3::convert::write::{Source, Writer};
use dlx3::{Bounds, Problem};
use insta::assert_snapshot;
use std::collections::HashSet;

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

fn lp_of(problem: &Problem) -> Vec<u8> {
    let source = Source {
        problem,
        most: false,
        names: true,
        supports: false,
    };
    let mut text = Vec::new();
    let writer = Writer::new(source, Format::Lp, Encoding::Auto).unwrap();
    writer.write(&mut text).unwrap();
    text
}

fn has_colors(problem: &Problem) -> bool {
    let mut options = problem.option_ids();
    options.any(|option| problem.option(option).any(|(_, color)| color.is_some()))
}

/// The cases that sums of options can express.
fn sums(from: u64, to: u64) -> impl Iterator<Item = Case> {
    cases(from, to).filter(|case| !has_colors(&case.problem) && case.problem.option_count() > 0)
}

/// The same solutions, and the same cheapest one.
fn assert_same(case: &Case, imported: &Imported, text: &[u8]) {
    let context = || format!("{}\n{}", case.text, String::from_utf8_lossy(text));
    let other = Case::new(imported.problem.to_string());
    assert_eq!(case.solutions, other.solutions, "{}", context());
    assert_eq!(case.best(false), other.best(false), "{}", context());
}

#[test]
fn an_integer_program_of_ours_comes_back_with_the_same_solutions() {
    let mut compared = 0;
    for case in sums(0, 900) {
        let text = lp_of(&case.problem);
        let imported = import::lp(&text).unwrap();
        assert_same(&case, &imported, &text);
        compared += 1;
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn the_filters_count_what_went_to_an_integer_program_and_back() {
    for case in sums(12, 40) {
        let lp = dlx(&["to", "lp"], &case.text);
        let back = dlx(&["import", "lp"], &lp.stdout);
        let mut told = back.stderr.lines();
        let is_harmless = told.all(|line| line.ends_with(" cannot hold, so there is no solution"));
        assert!(back.status == Some(0) && is_harmless, "{back:?}");
        let counts = [&case.text, &back.stdout].map(|text| dlx(&["count"], text).stdout);
        assert_eq!(counts[0], counts[1], "{}", case.text);
        assert_eq!(counts[0], format!("{}\n", case.solutions.len()));
    }
}

/// A problem as MPS: each item is a row, with a range if its bounds differ. Rows may be negated.
fn mps_of(problem: &Problem, dice: &mut Dice) -> String {
    let (mut rows, mut sides, mut ranges) = (String::new(), String::new(), String::new());
    let mut signs = Vec::new();
    for item in problem.item_ids() {
        let bounds = problem.bounds(item);
        let Bounds { lower, upper } = bounds.unwrap_or(Bounds { lower: 0, upper: 1 });
        let name = format!("r{}", item.index());
        let sign = if dice.chance(1, 4) { -1 } else { 1 };
        signs.push(sign);
        let (low, high) = match sign {
            1 => (i64::from(lower), i64::from(upper)),
            _ => (-i64::from(upper), -i64::from(lower)),
        };
        let (kind, side) = match dice.below(3) {
            _ if low == high && dice.chance(1, 2) => ("E", low),
            0 => ("L", high),
            1 => ("G", low),
            _ => ("E", if dice.chance(1, 2) { low } else { high }),
        };
        rows += &format!(" {kind}  {name}\n");
        sides += &format!("    RHS       {name}  {side}.0\n");
        let length = high - low;
        let range = if kind == "E" && side == high {
            -length
        } else {
            length
        };
        if kind != "E" || length > 0 {
            ranges += &format!("    RANGE     {name}  {range}\n");
        }
    }
    let mut columns = String::new();
    for option in problem.option_ids() {
        let cost = problem.costs().map_or(0, |costs| costs.of(option));
        columns += &format!("    x{}  cost  {cost}\n", option.index());
        for (item, _) in problem.option(option) {
            let sign = signs[item.index()];
            columns += &format!("    x{}  r{}  {sign}\n", option.index(), item.index());
        }
    }
    format!(
        "* ours\nNAME  test\nROWS\n N  cost\n{rows}COLUMNS\n    M  'MARKER'  'INTORG'\n{columns}    \
         M  'MARKER'  'INTEND'\nRHS\n{sides}RANGES\n{ranges}BOUNDS\nENDATA\n"
    )
}

#[test]
fn mps_has_the_solutions_of_the_problem_that_it_was_made_of() {
    let mut dice = Dice::new(31, 5);
    let mut compared = 0;
    for case in sums(0, 600) {
        let text = mps_of(&case.problem, &mut dice);
        assert_same(
            &case,
            &import::mps(text.as_bytes()).unwrap(),
            text.as_bytes(),
        );
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

/// glpsol writes such a comment for a variable that no row has.
#[test]
fn a_field_of_mps_that_begins_with_a_dollar_sign_is_a_comment() {
    let text = "NAME x\nROWS\n N cost\n E a\nCOLUMNS\n x1 a 1 $ in one row\n x2 cost 0 $ empty column\n\
                RHS\n RHS1 a 1\nBOUNDS\n BV BND x1\n BV BND x2\nENDATA\n";
    let same = text
        .replace(" $ in one row", "")
        .replace(" $ empty column", "");
    let run = dlx(&["import", "mps"], text);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, dlx(&["import", "mps"], &same).stdout);
}

/// A problem as a table: its items in one cell, or a column for each item or for each color of one.
fn csv_of(problem: &Problem, in_one_cell: bool) -> (String, Columns) {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let word = |item, color: Option<u8>| {
        let name = String::from_utf8_lossy(problem.name(item)).into_owned();
        match color {
            Some(color) => format!("{name}:{}", char::from(color)),
            None => name,
        }
    };
    let mut heads = Vec::new();
    for option in problem.option_ids() {
        for (item, color) in problem.option(option) {
            if !heads.contains(&(item, color)) {
                heads.push((item, color));
            }
        }
    }
    // An item that no option names can only be a column.
    for item in problem.item_ids() {
        if heads.iter().all(|&(other, _)| other != item) {
            heads.push((item, None));
        }
    }
    let mut text = String::from("\u{feff}name,cost");
    match in_one_cell {
        true => text += ",items,remark\r\n",
        false => {
            for &(item, color) in &heads {
                text += &format!(",{}", quoted(&word(item, color)));
            }
            text += "\n";
        }
    }
    for option in problem.option_ids() {
        let cost = problem.costs().map_or(0, |costs| costs.of(option));
        text += &format!("{}, {cost} ", option.index());
        let nodes: Vec<_> = problem.option(option).collect();
        if in_one_cell {
            let words: Vec<String> = nodes
                .iter()
                .map(|&(item, color)| word(item, color))
                .collect();
            text += &format!(",{},\"a, b\"\r\n", quoted(&words.join(" ")));
        } else {
            for head in &heads {
                let cell = if nodes.contains(head) { "1" } else { "0" };
                text += &format!(
                    ",{}",
                    if cell == "0" && option.index() % 2 == 0 {
                        ""
                    } else {
                        cell
                    }
                );
            }
            text += "\n";
        }
    }
    let names = |item| String::from_utf8_lossy(problem.name(item)).into_owned();
    let secondary = problem
        .item_ids()
        .filter(|&item| problem.bounds(item).is_none());
    let bounds = problem.item_ids().filter_map(|item| {
        let Bounds { lower, upper } = problem.bounds(item)?;
        let (name, upper) = (names(item), Some(upper));
        Some(Bound { name, lower, upper })
    });
    let columns = Columns {
        cost: Some("cost".to_owned()),
        items: in_one_cell.then(|| "items".to_owned()),
        id: Some("name".to_owned()),
        secondary: secondary.map(names).collect(),
        bounds: bounds.collect(),
        ..Columns::default()
    };
    (text, columns)
}

#[test]
fn tables_have_the_solutions_of_the_problem_that_they_were_made_of() {
    let mut compared = [0, 0];
    for case in cases(12, 500) {
        let problem = &case.problem;
        let is_used = |item| {
            let mut options = problem.option_ids();
            options.any(|option| problem.option(option).any(|(other, _)| other == item))
        };
        for in_one_cell in [false, true] {
            if in_one_cell && !problem.item_ids().all(is_used) {
                continue;
            }
            let (text, columns) = csv_of(problem, in_one_cell);
            let imported = import::csv(text.as_bytes(), &columns).unwrap();
            assert_same(&case, &imported, text.as_bytes());
            let id = imported.problem.item(b"#0");
            assert_eq!(id.is_some(), problem.option_count() > 0, "{text}");
            compared[usize::from(in_one_cell)] += 1;
        }
    }
    assert!(compared.iter().all(|&number| number > 200), "{compared:?}");
}

#[test]
fn sets_have_the_solutions_of_the_problem_that_they_were_made_of() {
    let mut dice = Dice::new(37, 1);
    let mut with_some = 0;
    for _ in 0..200 {
        let (rows, columns) = (1 + dice.below(5), 1 + dice.below(9));
        let sets: Vec<(usize, Vec<u32>)> = (0..columns)
            .map(|_| {
                let mut set: Vec<u32> = (1..=rows as u32).filter(|_| dice.chance(1, 2)).collect();
                if set.is_empty() {
                    set.push(1);
                }
                (dice.below(9), set)
            })
            .collect();
        let words = |set: &[u32]| set.iter().map(|row| format!(" {row}")).collect::<String>();
        let dlx_text = |prefix: &str| {
            let mut text: String = (1..=rows).map(|row| format!("{prefix}{row} ")).collect();
            text += "\n";
            for (cost, set) in &sets {
                text += &format!("{} |{cost}\n", words(set));
            }
            Case::new(text)
        };
        let mut orlib = format!("{rows} {columns}\n");
        let mut ec = format!("c ours\np ec {rows}\n");
        for (cost, set) in &sets {
            orlib += &format!("{cost} {}\n{}\n", set.len(), words(set));
            ec += &format!("s{}\n", words(set));
        }
        let partition = dlx_text("");
        assert_same(&partition, &import::orlib(orlib.as_bytes()).unwrap(), b"");
        let imported = import::ec(ec.as_bytes()).unwrap().problem;
        let imported = Case::new(imported.to_string());
        assert_eq!(imported.solutions, partition.solutions, "{ec}");
        with_some += usize::from(!partition.solutions.is_empty());

        let mut cover = format!("{rows} {columns}\n");
        sets.iter()
            .for_each(|(cost, _)| cover += &format!(" {cost}"));
        for row in 1..=rows as u32 {
            let of = (1..).zip(&sets).filter(|(_, (_, set))| set.contains(&row));
            let of: Vec<u32> = of.map(|(column, _)| column).collect();
            cover += &format!("\n{}\n{}", of.len(), words(&of));
        }
        let imported = import::orlib_cover(cover.as_bytes()).unwrap();
        assert_same(&dlx_text("1:*|"), &imported, cover.as_bytes());
    }
    assert!(with_some > 50, "{with_some}");
}

#[test]
fn a_problem_as_large_as_kl01_is_the_same_from_each_format() {
    let mut dice = Dice::new(41, 7);
    let (rows, columns) = (55, 7479);
    let (mut orlib, mut csv) = (format!("{rows} {columns}\n"), "cost,rows\n".to_owned());
    for column in 0..columns {
        let set: Vec<String> = (1..=rows)
            .filter(|&row| row == 1 + column % rows || dice.chance(1, 8))
            .map(|row| row.to_string())
            .collect();
        let cost = format!("{}.{}", 50 + dice.below(100), dice.below(10));
        orlib += &format!("{cost} {} {}\n", set.len(), set.join(" "));
        csv += &format!("{cost},{}\n", set.join(";"));
    }
    let problem = import::orlib(orlib.as_bytes()).unwrap().problem;
    assert_eq!(problem.option_count(), columns);
    let sets = |problem: &Problem| -> Vec<Vec<Vec<u8>>> {
        let options = problem.option_ids();
        let sets = options.map(|option| {
            let names = problem.option(option).map(|(item, _)| problem.name(item));
            let names = names.map(|name| name.strip_prefix(b"exactly.").unwrap_or(name));
            let mut names: Vec<_> = names
                .filter(|name| name[0] != b'#')
                .map(<[u8]>::to_vec)
                .collect();
            names.sort();
            names
        });
        sets.collect()
    };
    let columns = Columns {
        cost: Some("cost".to_owned()),
        items: Some("rows".to_owned()),
        ..Columns::default()
    };
    let from_csv = import::csv(csv.as_bytes(), &columns).unwrap().problem;
    assert_eq!(sets(&problem), sets(&from_csv));
    assert_eq!(problem.costs(), from_csv.costs());
    assert_eq!(problem.costs().unwrap().decimals(), 1);
    let from_lp = import::lp(&lp_of(&problem)).unwrap().problem;
    assert_eq!(sets(&problem), sets(&from_lp));
    // `dlx to' writes costs in units of the last decimal.
    assert_eq!(
        problem.costs().unwrap().values(),
        from_lp.costs().unwrap().values()
    );
}

/// Correct texts, including features that only some formats have.
const GOOD: &[(&str, &str)] = &[
    ("orlib", "3 2\n118.66 2 1\n2\n-3 1 3"),
    ("orlib --cover", "2 3 4 5 1e3\n2 1 2\n1 3\n"),
    ("ec", "c three\np ec 3\ns 1 2\ns\ns 3\nc end\n"),
    (
        "csv --cost price --items legs --id crew --bounds A=1:* --bounds B=0:2 --secondary W",
        "crew,legs,price\n17,A B X:1,118.66\n\n18 a,\"A; W X:2\",-3\n",
    ),
    ("csv", "A,B\r\n1,0\r\n,1\r\n"),
    (
        "mps",
        "NAME\nOBJSENSE\n    MAX\nROWS\n N cost\n N other\n E R1\n L R2\n G R3\nCOLUMNS\n x cost 5 R1 1\n \
         x R2 1 other 7\n y R1 1 R3 -1\n z cost 1e2 R2 1\n u cost 1\n v R2 1 R3 -1\nRHS\n RHS R1 1 R2 2\n \
         RHS cost -7 R3 -1\nBOUNDS\n BV BND x\n UP BND y 1\n LI BND y 0\n BV z\n BV u\n FX BND v 1\nENDATA\n",
    ),
    (
        "lp",
        "\\ crews\nMaximize\n profit: 3 x + 2.5 y\n - z + 4\nSubject To\n one: x + y + z = 1\n x + z <= 1\n \
         1 <= y + z + w <= 2\n -x - w >= -1.5\n w + q <= 0\nst: x + y >= 1\nBounds\n 0 <= z <= 1\n p = 1\n\
         q <= 1\nGenerals\n z q\nBinary\n x y w p\nEnd\n",
    ),
    (
        "lp",
        "min\nst\n a: x + y >= 3\n b: x = 1\nbinary x y\nend\n",
    ),
    (
        "lp",
        "min x + 2 y - 3 z\nst\n a: x + y >= 1\n b: x - y <= 0\n c: 2 x + y - z <= 2\nbounds\n -1 <= z <= 1\n\
         2 <= w <= 2\nbin x y\ngen z w\nend\n",
    ),
    (
        "mps",
        "ROWS\n E R\nCOLUMNS\n M 'MARKER' 'INTORG'\n x R 1\n y R -1\nENDATA\n",
    ),
    (
        "mps",
        "ROWS\n L R\nCOLUMNS\n x R 1\nRHS\n B R 2\nBOUNDS\n UI B x 2\nENDATA\n",
    ),
    (
        "opb",
        "* #variable= 4 #constraint= 3\nmin: +3 x1 -2 ~x2 +1 ;\n+1 x1 +1 x2\n+1 x3 = 1 ;\n* more\n\
         2 ~x1 3*x2 >= 2; -1 x1 <= 0;\n",
    ),
    (
        "cnf",
        "c three\np cnf 4 4\n1 2 3 0 -1\n-2 0\n1 -1 0\n2 2\n0\n%\n0\n",
    ),
    ("wcnf", "p wcnf 3 3 9\n9 1 2 0\n4 -1 0\n3 1 3 0\n"),
    ("wcnf", "c new\nh 1 2 0\n4 1 0\n"),
    // A row without a name has one that no other row has.
    (
        "lp",
        "min x\nst\n x + y >= 1\n c1: x + y <= 1\nbin x y\nend\n",
    ),
];

#[test]
fn what_was_read_is_written_with_notes() {
    let mut text = String::new();
    for (words, input) in GOOD {
        let all: Vec<&str> = ["import"].into_iter().chain(words.split(' ')).collect();
        let run = dlx(&all, input);
        assert_eq!(run.status, Some(0), "{run:?}");
        run.stdout.parse::<Problem>().unwrap();
        text += &format!(
            "dlx import {words} < {input:?}\n{}{}\n",
            run.stdout, run.stderr
        );
    }
    assert_snapshot!("imported", text);
}

const BAD: &[(&str, &str)] = &[
    ("", ""),
    ("sat", ""),
    ("ec --cover", ""),
    ("lp --id x", ""),
    ("csv --bounds A", ""),
    ("csv --bounds A=x", ""),
    ("csv --bounds A=3:2", ""),
    ("csv --bounds A=0", ""),
    ("ec /no/such/file", ""),
    ("orlib", ""),
    ("orlib", "2"),
    ("orlib", "2 999999999\n"),
    ("orlib", "999999999 2\n"),
    ("orlib", "2 2\n5 1 3\n"),
    ("orlib", "2 2\n5 2 1 1\n"),
    ("orlib", "2 2\n5 1 1\nx 1 2\n"),
    ("orlib", "2 1\n5 1 1\n 7\n"),
    ("orlib", "1 1\n1e99 1 1\n"),
    ("orlib --cover", "1 2\n5 6\n2 2 2\n"),
    ("orlib --cover", "2 2\n5 6\n1 1\n"),
    ("ec", "c nothing\n"),
    ("ec", "s 1\n"),
    ("ec", "p cnf 3 4\n"),
    ("ec", "p ec\n"),
    ("ec", "p ec 3\ns 4\n"),
    ("ec", "p ec 3\ns 1 1\n"),
    ("ec", "p ec 3\nx 1\n"),
    ("ec", "p ec 999999999\n"),
    ("csv", ""),
    ("csv --cost c", "A,B\n1,1\n"),
    ("csv --cost c", "A,c,c\n1,1,1\n"),
    ("csv --cost c", "A,c\n1,\n"),
    ("csv --cost c", "A,c\n1,2\n1,4 EUR\n"),
    ("csv", "A,A\n1,1\n"),
    ("csv", "A:b,A:b,C\n1,1,1\n"),
    ("csv", "AB:b,A|,A:\n1,1,1\n"),
    ("csv", "A,B\n1,2\n"),
    ("csv", "A,B\n1\n"),
    ("csv", "A,B\n1,1,1\n"),
    ("csv", "A,B\n1,\"1\n"),
    ("csv", "A,B\n1,\"1\" 0\n"),
    ("csv", "A,,B\n1,1,1\n"),
    ("csv", "A,X:1,X:2\n1,1,1\n"),
    ("csv --items i", "i\nA B A\n"),
    ("csv --items i", "i\nA B:1\nA B:12\n"),
    ("csv --items i --bounds A=2 --bounds A=3", "i\nA B\n"),
    ("csv --items i --id n", "n,i\na,A\na,B\n"),
    ("csv --items i --id n", "n,i\n,A\n"),
    ("csv --items i --bounds C=2", "i\nA B\n"),
    ("csv --items i --bounds X=2", "i\nA X:1\n"),
    ("csv --items i --bounds A=3:2", "i\nA\n"),
    ("csv --items i --secondary A", "i\nA\n"),
    ("mps", "ROWS\n N cost\n"),
    ("mps", " x\n"),
    ("mps", "ROW\nENDATA\n"),
    ("mps", "ROWS\n N cost\n X R\nENDATA\n"),
    ("mps", "ROWS\n E R\n L R\nENDATA\n"),
    ("mps", "ROWS\n E R\nCOLUMNS\n x S 1\nENDATA\n"),
    ("mps", "ROWS\n E R\nCOLUMNS\n x R\nENDATA\n"),
    ("mps", "ROWS\n E R\nCOLUMNS\n x R 2\nENDATA\n"),
    ("mps", "ROWS\n E R\nCOLUMNS\n x R 1 R 1\nENDATA\n"),
    (
        "mps",
        "ROWS\n E R\n E S\nCOLUMNS\n x R 1\n y R 1\n x S 1\nENDATA\n",
    ),
    ("mps", "ROWS\n E R\nCOLUMNS\n x R 1\nENDATA\n"),
    (
        "mps",
        "ROWS\n E R\nCOLUMNS\n x R 1\nBOUNDS\n UP B y 1\nENDATA\n",
    ),
    (
        "mps",
        "ROWS\n E R\nCOLUMNS\n x R 1\nBOUNDS\n SC B x 1\nENDATA\n",
    ),
    (
        "mps",
        "ROWS\n N c\n L R\nCOLUMNS\n x R 1\nRHS\n one R 2\n one R 1\nENDATA\n",
    ),
    (
        "mps",
        "ROWS\n N c\n L R\n L S\nCOLUMNS\n x R 1 S 1\nRHS\n one R 2\n two S 1\nENDATA\n",
    ),
    ("lp", "x + y\n"),
    ("lp", "min x +\nst\n"),
    ("lp", "min x\nst\n a: x + y = 1\n a: x = 1\nbin x y\nend\n"),
    ("lp", "min x\nst\n a: x + y + x = 1\nbin x y\nend\n"),
    ("lp", "min x\nst\n a: x + y\nbin x y\nend\n"),
    ("lp", "min x\nst\n a: x + y = z\nbin x y\nend\n"),
    ("lp", "min x\nst\n a: x + y = 1\nbin x\nend\n"),
    (
        "lp",
        "min x\nst\n a: x + y <= 2\nbounds\n 0.2 <= y <= 0.7\nbin x\ngen y\nend\n",
    ),
    // The bounds used to be read as 0 and 0, and as 1 and 0.
    (
        "lp",
        "max x\nst\n a: x + y <= 1\nbounds\n x <= 0.9\nbin y\nend\n",
    ),
    (
        "lp",
        "max x\nst\n a: x + y <= 1\nbounds\n 0.5 <= x <= 0.9\nbin y\nend\n",
    ),
    (
        "mps",
        "ROWS\n L R\nCOLUMNS\n x R 1\n y R 1\nRHS\n B R 1\nBOUNDS\n UP B x 0.9\n BV B y\nENDATA\n",
    ),
    ("lp", "min x\nst\n a: x + y = 1\nsemi-continuous\n x\nend\n"),
    ("lp", "min [ x ^ 2 ]\nst\n a: x + y = 1\nend\n"),
    ("lp", "min x\nst\n a: x + y = 1\nbin x y\n"),
    ("lp", "min x\nst\n a|: x = 1\n a_: x = 1\nbin x\nend\n"),
    ("lp", "min\nst\nend\n"),
    ("lp", "min x\nst\n a: x + y >= 1\nbin x\ngen y\nend\n"),
    (
        "lp",
        "min x\nst\n a: x + y >= 1\nbounds\n y <= 1000\nbin x\ngen y\nend\n",
    ),
    (
        "lp",
        "min x\nst\n a: x - y >= -1\nbounds\n y free\nbin x\ngen y\nend\n",
    ),
    (
        "lp",
        "min x\nst\n a: 7 x + 3001 y - 3001 z = 7\nbin x y z\nend\n",
    ),
    (
        "lp",
        "min x\nst\n a: 900 x - 901 y = 3\nbounds\n x <= 900\n y <= 900\ngen x y\nend\n",
    ),
    ("opb", "+1 x1 +1 x2\n"),
    ("opb", "+1 x1 +1 x2 >= 1\n+1 x3 >= 1 ;\n"),
    ("opb", "+1 x1 x2 >= 1 ;\n"),
    ("opb", "+1 x1 +2 * >= 1 ;\n"),
    ("opb", "+1 x1 +2 x2 != 1 ;\n"),
    ("opb", "+1 x1 >= x2 ;\n"),
    ("opb", "soft: 6 ;\n[2] +1 x1 >= 1 ;\n"),
    ("opb", "[2] +1 x1 >= 1 ;\n"),
    ("opb", "min: +1 x1 ;\nmin: +1 x1 ;\n"),
    (
        "opb",
        "* #variable= 999999999 #constraint= 1\n+1 x1 >= 1 ;\n",
    ),
    ("opb", "* #variable= 2 #constraint= 1\n+1 x1 +1 x3 >= 1 ;\n"),
    ("opb", ""),
    ("cnf", "1 2 0\n"),
    ("cnf", "p cnf 2\n"),
    ("cnf", "p cnf 2 1\n1 3 0\n"),
    ("cnf", "p cnf 2 1\n1 x 0\n"),
    ("cnf", "p cnf 2 1\nx 1 2 0\n"),
    ("cnf", "p wcnf 2 1 3\n3 1 2 0\n"),
    ("cnf", "p cnf 999999999 1\n1 2 0\n"),
    ("cnf", "c nothing\n"),
    ("wcnf", "p cnf 2 1\n1 2 0\n"),
    ("wcnf", "h 1 2 0\n-3 1 0\n"),
    (
        "lp",
        "min 1e38 x + 1e-1 y\nst\n a: x + y = 1\nbin x y\nend\n",
    ),
];

#[test]
fn wrong_lines_and_what_cannot_be_said_are_named_with_their_places() {
    let mut text = String::new();
    for (words, input) in BAD {
        let all = ["import"].into_iter().chain(words.split(' '));
        let all: Vec<&str> = all.filter(|word| !word.is_empty()).collect();
        let run = dlx(&all, input);
        let status = run.status.unwrap();
        assert!(status != 0 && run.stdout.is_empty(), "{words}: {run:?}");
        let told = run.stderr.lines().next().unwrap_or_default();
        text += &format!("dlx import {words} < {input:?} [{status}]\n{told}\n");
    }
    assert_snapshot!("import_messages", text);
}

/// HiGHS writes even empty sections, and other programs write `1e308`.
#[test]
fn what_says_nothing_in_a_program_is_passed_over() {
    let plain = "min\n x\nst\n a: x + y >= 1\nbin\n x\n y\nend\n";
    let expected = dlx(&["import", "lp"], plain).stdout;
    for (old, new) in [
        ("end\n", "gen\nsemi\nsos\nend\n"),
        ("bin\n", " b: x + y <= 1e100\nbin\n"),
        ("bin\n", " b: x + y <= 1e+308\nbin\n"),
        ("bin\n", " b: x + y >= -1e400\nbin\n"),
        (">= 1\n", ">= 1e-300\n"),
    ] {
        let run = dlx(&["import", "lp"], &plain.replace(old, new));
        assert_eq!(run.stdout, expected, "{new}: {run:?}");
    }
}

#[test]
fn rows_that_a_short_text_does_not_name_are_covered_by_nothing() {
    for (form, text) in [("orlib", "20 1\n3 1 1\n"), ("ec", "p ec 20\ns 1\n")] {
        let run = dlx(&["import", form], text);
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_eq!(dlx(&["count"], &run.stdout).stdout, "0\n", "{run:?}");
    }
}

/// HiGHS and CBC call programs with coefficients of 2^84 infeasible.
#[test]
fn costs_that_solvers_may_round_are_told() {
    for (cost, is_told) in [(1_u64 << 53, false), ((1 << 53) + 1, true)] {
        let run = dlx(&["to", "lp"], &format!("A\nA |-{cost}\n"));
        assert!(run.stdout.contains(&format!("- {cost} x1")), "{run:?}");
        let told = "dlx: there are costs above 2^53, which most solvers round\n";
        assert_eq!(run.stderr, if is_told { told } else { "" });
    }
}

/// CBC reads no lines of 1024 bytes.
#[test]
fn the_lines_of_a_program_are_not_too_long_whatever_options_have() {
    let items: Vec<String> = (100..350).map(|item| format!("\u{e9}{item}")).collect();
    let text = [&*items.join(" "), &"n".repeat(250)].join(" ");
    let lp = dlx(&["to", "lp"], &format!("{text}\n{text}\n")).stdout;
    assert!(lp.lines().all(|line| line.len() < 1024), "{lp}");
    let comments = lp.lines().filter_map(|line| line.strip_prefix('\\'));
    let comments: String = comments.collect::<Vec<_>>().concat();
    let words = comments.split_whitespace().skip(3);
    assert_eq!(words.count(), items.len() + 1, "{lp}");
}

#[test]
fn a_long_name_is_kept_and_a_longer_one_is_a_fault() {
    let columns = Columns {
        items: Some("i".to_owned()),
        ..Columns::default()
    };
    let text = |length: usize| format!("i\n{}\n", "x".repeat(length));
    let imported = import::csv(text(255).as_bytes(), &columns).unwrap();
    assert_eq!(imported.problem.to_string(), text(255)[2..].repeat(2));
    let fault = import::csv(text(256).as_bytes(), &columns).unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 1));
}

/// glpsol refuses programs with longer names.
#[test]
fn names_of_rows_have_at_most_255_bytes_and_differ() {
    let long = "\u{e4}".repeat(100);
    let text = format!("0:1|{long}a 0:1|{long}b C\n{long}a C\n{long}b C\n");
    let lp = lp_of(&text.parse().unwrap());
    let lp = String::from_utf8(lp).unwrap();
    let names = lp.lines().filter_map(|line| line.split_once(':'));
    let names: Vec<&str> = names.map(|(name, _)| name.trim()).collect();
    assert!(names.iter().all(|name| name.len() <= 255), "{lp}");
    let rows: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(rows.len(), names.len(), "{lp}");
    let imported = import::lp(lp.as_bytes()).unwrap();
    assert_eq!(imported.problem.count(), 2);
}

#[test]
fn where_all_variables_must_be_0_there_is_one_solution() {
    let zero = "min x + y\nst\n a: x + y <= 0\nbin x y\nend\n";
    let run = dlx(&["import", "lp"], zero);
    assert_eq!(run.stdout, "0:1|nothing\n");
    assert!(
        run.stderr
            .ends_with("in the only solution, all variables are 0\n"),
        "{}",
        run.stderr
    );
    assert_eq!(dlx(&["count"], &run.stdout).stdout, "1\n");
}

/// The name may be meant as a color.
#[test]
fn a_name_with_a_colon_in_a_table_is_told() {
    let table = "shift,items\na,Ann day:10\nb,Bob day:12\n";
    let run = dlx(
        &["import", "csv", "--id", "shift", "--items", "items"],
        table,
    );
    assert_eq!(
        run.stdout,
        "Ann day_10 Bob day_12 | #a #b\nAnn day_10 #a\nBob day_12 #b\n"
    );
    let told = "line 2: `day:10' is a name, and 1 more have a colon: a color has one byte\n";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn the_help_pages_say_what_there_is() {
    for verb in ["import", "shorten"] {
        let page = dlx(&[verb, "--help"], "").stdout;
        assert_snapshot!(format!("dlx_{verb}_help"), page);
    }
}

const LONG: &str = "a-long-flight B 1:2|another-flight | _1 the-weather
a-long-flight B |2.5
a-long-flight another-flight the-weather:1 |3
another-flight the-weather:1 _1
B |1
another-flight the-weather:2
";

#[test]
fn a_shortened_problem_is_searched_by_dlx3_and_its_solutions_get_their_names_again() {
    let long = TemporaryFile::with(LONG);
    let map = TemporaryFile::new();
    let short = dlx(&["shorten", "--map", map.name(), long.name()], "");
    assert_eq!(
        short.stdout,
        "_2 B 1:2|_3 | _1 _4\n_2 B\n_2 _3 _4:1\n_3 _4:1 _1\nB\n_3 _4:2\n"
    );
    assert_eq!(
        short.stderr,
        "dlx: dlx3 has no costs, they are left out: `dlx from short' tells them\n"
    );
    assert_eq!(
        std::fs::read_to_string(map.path()).unwrap(),
        "_2 a-long-flight\n_3 another-flight\n_4 the-weather\n"
    );
    let found = run(&mut dlx3(&["m1", "v0"]), short.stdout.as_bytes());
    let named = dlx(&["from", "short", long.name()], &found.stdout);
    assert_eq!(named.status, Some(0), "{named:?}");
    assert_snapshot!("long_names", named.stdout.clone() + &named.stderr);
    let holds = run(
        &mut filter::dlx_check(&[long.name()]),
        named.stdout.as_bytes(),
    );
    assert_eq!(holds.stdout, "4 solutions hold\n");
    let json = dlx(&["from", "short", "--json", long.name()], &found.stdout);
    assert_snapshot!("long_names_as_json", json.stdout);
    let last = dlx(&["from", "short", "--last", long.name()], &found.stdout);
    assert!(
        named.stdout.ends_with(&last.stdout) && last.stdout.starts_with("4:\n"),
        "{last:?}"
    );
}

/// Solutions used to be printed with the cost of the first of several equal options, once for each
/// of them.
#[test]
fn equal_options_have_their_own_costs_where_a_solution_has_all_of_them() {
    let solutions = |problem: &str| {
        let file = TemporaryFile::with(problem);
        let found = run(
            &mut dlx3(&["m1", "v0"]),
            dlx(&["shorten"], problem).stdout.as_bytes(),
        );
        let told = |words: &[&str]| {
            let words = [&["from", "short"][..], words, &[file.name()]].concat();
            dlx(&words, &found.stdout)
        };
        (told(&[]), told(&["--json"]))
    };
    let (text, json) = solutions("2|B\nB |3\nB |4\n");
    assert_eq!(text.stdout, "1:\n B (1 of 1)\n B (1 of 1)\n", "{text:?}");
    assert_eq!(text.stderr, "Solution 1 costs 7.\n");
    for option in ["\"option\":1,", "\"option\":2,"] {
        assert!(json.stdout.contains(option), "{json:?}");
    }
    // Which one is it?
    let (text, json) = solutions("1:2|B\nB |3\nB |4\n");
    for run in [text, json] {
        assert_eq!(run.status, Some(1));
        let told = "dlx: in the solutions: line 4: solution 2 does not say what it costs: some of \
                    the options equal to option 1 cost more than others\n";
        assert!(run.stderr.ends_with(told), "{run:?}");
    }
    let (text, _) = solutions("1:2|B\nB |3\nB |3\n");
    assert_eq!(
        text.stderr,
        "Solution 1 costs 6.\nSolution 2 costs 3.\nSolution 3 costs 3.\n"
    );
}

#[test]
fn a_stream_that_is_none_of_the_shortened_problem_is_refused() {
    let long = TemporaryFile::with(LONG);
    for (stream, told) in [
        (
            "1:\n a-long-flight B (1 of 1)\n",
            "line 2: `a-long-flight B' is not an option of the problem",
        ),
        (
            "1:\n _2 B (1 of 1)\n",
            "line 1: item _3 occurs 0 times, not 1 to 2",
        ),
        (
            "B\n",
            "line 1: a solution's number and a colon are expected here",
        ),
    ] {
        let run = dlx(&["from", "short", long.name()], stream);
        assert_eq!(run.status, Some(1), "{run:?}");
        assert_eq!(run.stderr, format!("dlx: in the solutions: {told}\n"));
    }
}

#[test]
fn every_random_problem_has_the_same_solutions_with_short_names() {
    for case in cases(12, 60) {
        let text = case.text.replace("many", "a-name-of-many");
        let short = dlx(&["shorten"], &text).stdout;
        let other = Case::new(short);
        assert_eq!(case.solutions, other.solutions, "{text}");
    }
}
