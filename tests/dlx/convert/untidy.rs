//! `dlx import` and `dlx from` with untidy files: other separators, other signs in names, other
//! words for sections, other ways to write numbers.

use super::random::Case;
use crate::common::filter::{self, Run, TemporaryFile, run};
use crate::common::problems::dice::Dice;
use crate::common::tools;
use dlx3::convert::import::{self, Columns, Fault};
use std::fmt::Write;

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

/// The message of a table that is refused.
fn refused(words: &[&str], table: &str) -> String {
    let run = dlx(&[&["import", "csv"], words].concat(), table);
    assert_eq!(
        (run.status, &run.stdout[..]),
        (Some(102), ""),
        "{table:?}: {run:?}"
    );
    run.stderr
}

fn read(table: &str, columns: &Columns) -> Result<String, Fault> {
    import::csv(table.as_bytes(), columns).map(|imported| imported.problem.to_string())
}

fn with_header(header: bool) -> Columns {
    Columns {
        header: Some(header),
        ..Columns::default()
    }
}

/// The first line used to be taken for the header, and 1 was printed.
#[test]
fn a_first_line_of_numbers_asks_whether_it_is_the_header() {
    for table in ["1,0\n0,1\n1,0\n", "1 0\n0 1\n", "True;False\n", "1.0\t0\n"] {
        let told = refused(&[], table);
        assert_eq!(
            told,
            "dlx: line 1, column 1: the first line has numbers only: does it name the columns \
             (--header), or is it an option (--no-header)?\n"
        );
    }
    let count = |words: &[&str]| {
        let problem = dlx(&[&["import", "csv"], words].concat(), "1,0\n0,1\n1,0\n").stdout;
        dlx(&["count"], &problem).stdout
    };
    // Brute force: the second line with the first or the third; below a header only the other two.
    assert_eq!(count(&["--no-header"]), "2\n");
    assert_eq!(count(&["--header"]), "1\n");
    let both = dlx(&["import", "csv", "--header", "--no-header"], "A\n1\n");
    assert_eq!(both.status, Some(2));
}

#[test]
fn matrices_have_the_solutions_of_brute_force_whatever_stands_between_their_cells() {
    let mut dice = Dice::new(43, 3);
    let mut with_some = 0;
    for _ in 0..120 {
        let (rows, columns) = (1 + dice.below(7), 2 + dice.below(4));
        let mut matrix: Vec<Vec<bool>> = (0..rows)
            .map(|_| (0..columns).map(|_| dice.chance(1, 2)).collect())
            .collect();
        matrix
            .iter_mut()
            .for_each(|row| row[0] |= !row.contains(&true));
        let mut dlx = (1..=columns)
            .map(|column| format!("{column} "))
            .collect::<String>()
            + "\n";
        for row in &matrix {
            let items = (1..).zip(row).filter(|(_, is_one)| **is_one);
            let items: Vec<String> = items
                .map(|(item, _): (usize, _)| item.to_string())
                .collect();
            dlx += &(items.join(" ") + "\n");
        }
        let case = Case::new(dlx);
        with_some += usize::from(!case.solutions.is_empty());
        for separator in [",", ";", "\t", " ", "   ", ", ", " ; "] {
            for has_header in [false, true] {
                let mut text = String::new();
                if has_header {
                    let names: Vec<String> = (1..=columns).map(|name| name.to_string()).collect();
                    text = names.join(separator) + "\r\n";
                }
                for row in &matrix {
                    let cells = row.iter().map(|&is_one| match (is_one, dice.below(4)) {
                        (true, 0) => "1.0",
                        (true, 1) => "True",
                        (true, 2) => "1.000e+00",
                        (true, _) => "1",
                        (false, 0) => "0.0",
                        (false, 1) => "FALSE",
                        (false, _) => "0",
                    });
                    let cells: Vec<&str> = cells.collect();
                    writeln!(text, "{}\r", cells.join(separator)).unwrap();
                }
                let problem = read(&text, &with_header(has_header)).unwrap();
                assert_eq!(Case::new(problem).solutions, case.solutions, "{text:?}");
            }
        }
    }
    assert!(with_some > 30, "{with_some}");
}

#[test]
fn tables_of_spreadsheets_have_semicolons_or_tabs_and_decimal_commas() {
    let table = "\u{feff}crew;price;legs\r\nAda;410,50;Rome Oslo\r\nBlaise;395;\"Oslo;Bonn\"\r\n";
    let words = [
        "import", "csv", "--id", "crew", "--cost", "price", "--items", "legs",
    ];
    let run = dlx(&words, table);
    assert_eq!(
        run.stdout,
        "Rome Oslo Bonn | #Ada #Blaise\nRome Oslo #Ada |410.5\nOslo Bonn #Blaise |395\n"
    );
    assert_eq!(
        run.stderr,
        "dlx: line 2: the comma in `410,50' stands before its decimals\n\
         dlx: 2 rows and 3 items; the most frequent: Oslo (2), Rome (1), Bonn (1)\n"
    );
    let by_tabs = dlx(
        &words,
        &table
            .replace("\"Oslo;Bonn\"", "Oslo Bonn")
            .replace(';', "\t"),
    );
    assert_eq!(by_tabs.stdout, run.stdout);
    let empty = dlx(&["import", "csv"], "A\tB\tC\n1\t\t1\n\t1\t\n");
    assert_eq!(empty.stdout, "A B C\nA C\nB\n");
}

#[test]
fn a_comma_in_a_cost_that_may_separate_thousands_is_refused() {
    let words = ["--cost", "c", "--items", "i"];
    for (table, cost) in [
        ("c;i\n1.234,50;A\n", "1.234,50"),
        ("c;i\n1,234;A\n", "1,234"),
        ("c,i\n\"1,234\",A\n", "1,234"),
        ("c,i\n\"1,234.50\",A\n", "1,234.50"),
        ("c,i\n\"41,5\",A\n", "41,5"),
    ] {
        assert_eq!(
            refused(&words, table),
            format!(
                "dlx: line 2, column 1: write `{cost}' without a comma: it may be a decimal one, or \
                 separate thousands\n"
            )
        );
    }
    assert_eq!(
        refused(&words, "c;i\n1,5;A\n2.500;B\n"),
        "dlx: line 3, column 1: `2.500' has a point, but `1,5' in line 2 a comma: which are the \
         decimals?\n"
    );
}

#[test]
fn a_missing_column_is_told_with_those_that_there_are() {
    assert_eq!(
        refused(&["--cost", "prix"], "name,cost\nAda,3\n"),
        "dlx: line 1, column 1: the header has no column `prix': it has `name', `cost'\n"
    );
    assert_eq!(
        refused(&["--cost", "cost"], "name|cost\nAda|3\n"),
        "dlx: line 1, column 1: the header has no column `cost': it has only `name|cost', as no \
         comma, semicolon or tab stands between cells\n"
    );
    // As pandas writes them.
    let table = ",A,B\nx,1,0\ny,0,1\n";
    assert!(refused(&[], table).ends_with("if it has the options' names, say --id ''\n"));
    let run = dlx(&["import", "csv", "--id", ""], table);
    assert_eq!(run.stdout, "A B | #x #y\nA #x\nB #y\n");
}

#[test]
fn files_of_other_kinds_are_refused_by_name() {
    for (text, told) in [
        ("PAR1abc", "this is a Parquet file"),
        ("PK\u{3}\u{4}abc", "this is the file of a spreadsheet"),
    ] {
        let message = refused(&[], text);
        assert!(
            message.starts_with(&format!("dlx: line 1, column 1: {told}")),
            "{message}"
        );
    }
    let utf16: Vec<u8> = "\u{feff}A,B\n1,0\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut command = filter::command(filter::path("dlx"), &["import", "csv"]);
    let run: Run = run(&mut command, &utf16);
    assert_eq!(run.stderr, "dlx: the text is in UTF-16: save it as UTF-8\n");
    for empty in ["", "\n \r\n", "\u{feff}"] {
        assert_eq!(
            refused(&[], empty),
            "dlx: there is no header: the text is empty\n"
        );
    }
    assert_eq!(
        refused(&["--items", "i"], "i\n"),
        "dlx: there is no option after the header\n"
    );
}

/// The table of our own examples.
#[test]
fn a_table_that_is_no_matrix_is_told_the_options_that_read_it() {
    let crews = include_str!("../../../python/examples/crews.csv");
    let told = refused(&[], crews);
    let (_, options) = told.split_once("each column is an item: try ").unwrap();
    assert_eq!(options, "--items flights --cost cost --id name\n");
    let words: Vec<&str> = options.split_whitespace().collect();
    let run = dlx(&[&["import", "csv"], &words[..]].concat(), crews);
    let told = "dlx: 8 rows and 5 items; the most frequent: OS103 (4), OS104 (4), OS102 (3)\n";
    assert_eq!((run.status, &run.stderr[..]), (Some(0), told), "{run:?}");
    // Options that are given already are not suggested again, and a name with a blank is quoted.
    let table = "who,what for,price\nAda,Rome Oslo,3\nBob,Oslo,4\n";
    let told = refused(&["--id", "who"], table);
    assert!(
        told.ends_with("try --items 'what for' --cost price\n"),
        "{told}"
    );
    let matrix = refused(&[], "id,price,A,B\nx,3,1,0\ny,4,0,1\n");
    assert!(
        matrix.ends_with("0, 1 or nothing is expected; try --cost price --id id\n"),
        "{matrix}"
    );
}

/// A program with these names, whose optimum is 5: brute force has one solution.
fn program(rows: &str, x: &str, y: &str, z: &str) -> String {
    format!(
        "Minimize\n obj: 3 {x} + 5 {y} + 2 {z}\n{rows}\n c1: {x} + {y} = 1\n c2: {y} + {z} >= 1\n \
         c3: {x} + {z} >= 2\nBinaries\n {x} {y} {z}\nEnd\n"
    )
}

#[test]
fn names_of_programs_have_the_signs_that_solvers_accept() {
    let plain = dlx(&["import", "lp"], &program("Subject To", "x", "y", "z"));
    let expected = Case::new(plain.stdout).best(false);
    for name in [
        "x[1]", "x[1,2]", "x[-1]", "x[a:b]", "x[1][2]", "A/B", "x{1}", "{x}", "x(1)", "(x)", "x#1",
        "x;1", "x|1", "x!", "\"x\"", "x'", "x@1", "x~", "~x", "x?", "x%", "x&y", "x$", "x`", ",x",
        "_x", "\u{e9}", "x]", "f", "free_", "infx", "st1",
    ] {
        for rows in [
            "Subject To",
            "subject to:",
            "SUBJECT TO :",
            "st",
            "ST:",
            "st.",
            "s.t.",
            "S.T.:",
            "such that",
            "Such That:",
        ] {
            let text = program(rows, name, &format!("{name}2"), &format!("{name}3"));
            let run = dlx(&["import", "lp"], &text);
            assert_eq!(
                (run.status, &run.stderr[..]),
                (Some(0), ""),
                "{text}{run:?}"
            );
            assert_eq!(Case::new(run.stdout).best(false), expected, "{text}");
            if name != "x[1]" {
                break;
            }
        }
    }
}

/// glpsol reads no brackets.
#[test]
fn glpsol_reads_names_with_signs_and_finds_the_same_optimum() {
    if !tools::has("glpsol") {
        return;
    }
    for name in [
        "A/B", "{x}", "x(1)", "x#1", "x;1", "x|1", "\"x\"", "/x", "~x", "x%",
    ] {
        let text = program("Subject To", name, &format!("{name}2"), &format!("{name}3"));
        let file = TemporaryFile::with(&text);
        let mut command = filter::command("glpsol", &["--lp", file.name(), "-o", "/dev/stdout"]);
        let solved = run(&mut command, b"");
        assert!(
            solved.stdout.contains("obj = 5 (MINimum)"),
            "{name}: {solved:?}"
        );
        let problem = dlx(&["import", "lp"], &text).stdout;
        assert!(
            dlx(&["best"], &problem)
                .stderr
                .starts_with("Solution 1 costs 5."),
            "{name}"
        );
    }
}

#[test]
fn a_row_may_be_called_as_the_section_of_rows_is() {
    for text in [
        "min x\nst\n st: x + y >= 1\nbin x y\nend\n",
        "min\n st: x\nsubject to\n st: x + y >= 1\nbin x y\nend\n",
    ] {
        let run = dlx(&["import", "lp"], text);
        assert_eq!(run.stdout, "1:2|st | #x #y\nst #x |1\nst #y\n", "{run:?}");
    }
}

#[test]
fn rows_with_one_coefficient_are_divided_by_it() {
    let divided = |row: &str| {
        let run = dlx(
            &["import", "lp"],
            &format!("min x\nst\n r: {row}\nbin x y z\nend\n"),
        );
        assert_eq!(run.status, Some(0), "{row}: {run:?}");
        Case::new(run.stdout).solutions
    };
    for (row, plain) in [
        ("2 x + 2 y + 2 z = 2", "x + y + z = 1"),
        ("2 x + 2 y + 2 z <= 3", "x + y + z <= 1"),
        ("3 x + 3.0 y + 3 z >= 4", "x + y + z >= 2"),
        ("-3 x - 3 y - 3 z >= -4", "x + y + z <= 1"),
        ("-3 x - 3 y - 3 z <= -4", "x + y + z >= 2"),
        ("0.5 x + .5 y + 5e-1 z >= 0.7", "x + y + z >= 2"),
        ("1e1 x + 10 y + 10 z <= 20", "x + y + z <= 2"),
        ("2 <= 2 x + 2 y + 2 z <= 5", "1 <= x + y + z <= 2"),
        ("-5 <= - 2 x - 2 y - 2 z <= -2", "1 <= x + y + z <= 2"),
        ("2 x + 2 y + 2 z + 1 <= 4", "x + y + z <= 1"),
        ("7 x + 7 y + 7 z <= 1e308", "x + y + z <= 3"),
        ("1e20 x + 1e20 y + 1e20 z >= 1e20", "x + y + z >= 1"),
        ("x + y + z >= 1e-300", "x + y + z >= 1"),
        ("1e300 x + 1e300 y + 1e300 z <= 5", "x + y + z <= 0"),
    ] {
        assert_eq!(divided(row), divided(plain), "{row}");
    }
    // No sum of three is one and a half.
    let run = dlx(
        &["import", "lp"],
        "min x\nst\n r: 2 x + 2 y = 3\nbin x y\nend\n",
    );
    assert_eq!(
        run.stderr,
        "dlx: line 3: row r cannot hold, so there is no solution\n"
    );
    assert_eq!(dlx(&["count"], &run.stdout).stdout, "0\n");
    let mps = "ROWS\n N c\n E R\n L S\nCOLUMNS\n x R 4 S -2\n y R 4 S -2\nRHS\n B R 4 S -1\nBOUNDS\n \
               BV B x\n BV B y\nENDATA\n";
    let run = dlx(&["import", "mps"], mps);
    assert_eq!(run.stdout, "R 1:2|S | #x #y\nR S #x\nR S #y\n", "{run:?}");
}

/// As HiGHS and glpsol read them: names may have blanks.
#[test]
fn the_fixed_form_of_mps_has_names_with_blanks() {
    let text = "NAME          fixed one\nROWS\n N  the cost\n E  row 1\n L  row 2\nCOLUMNS\n    \
                my x      the cost  3              row 1     1\n    \
                your x    the cost  1              row 1     1\n    your x    row 2     1\nRHS\n    \
                RHS       row 1     1              row 2     1\nBOUNDS\n BV BND       my x\n BV \
                BND       your x\nENDATA\n";
    let run = dlx(&["import", "mps"], text);
    assert_eq!(
        run.stdout, "row_1 | #my_x #your_x\nrow_1 #my_x |3\nrow_1 #your_x |1\n",
        "{run:?}"
    );
    // If columns do not help, the fault is reported as for the free form.
    let wrong = dlx(
        &["import", "mps"],
        &text.replace("row 2     1\nRHS", "row 3     1\nRHS"),
    );
    assert_eq!(wrong.status, Some(102), "{wrong:?}");
}

#[test]
fn what_is_no_program_of_cplex_is_told() {
    for (text, told) in [
        (
            "max: 3x+2y;\nc1: x+y<=1;\n",
            "is this the format of lp_solve?",
        ),
        (
            "min x\nst\n a: x + [ x ^ 2 ] <= 1\nbin x\nend\n",
            "what stands in brackets, such as squares, cannot be said in .dlx",
        ),
        (
            "min x\nst\n a: 2 x + 3001 y = 3001\nbin x y\nend\n",
            "the coefficient of y takes 3001 options, and the limit is 1000",
        ),
    ] {
        let run = dlx(&["import", "lp"], text);
        assert!(
            run.status == Some(102) && run.stderr.contains(told),
            "{run:?}"
        );
    }
}

const COLORS: &str = "A B C | X\nA X:0 |3\nB X:0 |2\nC X:1 |2\nC |4.5\nA B |9\n";

/// The output of HiGHS 1.16.0 for that problem with `write_solution_style` 1.
const TABLE: &str = "Columns
    Index Status        Lower        Upper       Primal         Dual  Type        Name
        0                   0            1            1               Integer     x1
        1                   0            1            1               Integer     x2
        2                   0            1            0               Integer     x3
        3                   0            1            1               Integer     x4
        4                   0            1            0               Integer     x5
        5                   0            1            1               Integer     x6
Rows
    Index Status        Lower        Upper       Primal         Dual  Name
        0                   1            1            1               exactly.A
        6                -inf            1            1               once.X

Model status: Optimal

Objective value: 95
";

/// The output with style 0.
const RAW: &str = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 95\n\
                   # Columns 6\nx1 1\nx2 1\nx3 0\nx4 1\nx5 0\nx6 1\n# Rows 7\nexactly.A 1\n\n\
                   # Dual solution values\nNone\n";

#[test]
fn both_styles_of_highs_are_read() {
    let file = TemporaryFile::with(COLORS);
    let from = |models: &str| dlx(&["from", "lp", file.name()], models);
    let expected = "1:\n A X:0 (1 of 2)\n B X:0 (1 of 1)\n C (2 of 2)\n";
    // For a program without integers, HiGHS prints the status of each column.
    let with_status = TABLE.replace("Integer     ", "").replace(
        "        1                   0            1  ",
        "        1     BS            0          inf  ",
    );
    for models in [TABLE, RAW, &with_status, &TABLE.replace('\n', "\r\n")] {
        let run = from(models);
        assert_eq!(
            (run.status, &run.stdout[..]),
            (Some(0), expected),
            "{run:?}"
        );
        assert_eq!(
            run.stderr,
            "Solution 1 costs 9.5.\nNo solution is better, the solver says.\n"
        );
    }
    let ended = |status: &str| TABLE.replace("Optimal", status);
    assert_eq!(from(&ended("Infeasible")).status, Some(1));
    let stopped = from(&ended("Time limit reached"));
    assert_eq!((stopped.status, &stopped.stdout[..]), (Some(3), expected));
    let empty = TABLE.replace(
        "            1               Integer",
        "                            Integer",
    );
    assert_eq!(
        from(&empty.replace("Optimal", "Infeasible")).status,
        Some(1)
    );
    let half = TABLE.replace(
        "            0               Integer     x3",
        "          0.5               Integer     x3",
    );
    let run = from(&half);
    assert!(
        run.status == Some(1)
            && run
                .stderr
                .ends_with("variable 3 is 0.5, where 0 or 1 is expected\n"),
        "{run:?}"
    );
    assert_eq!(
        from(&half.replace("Optimal", "Time limit reached")).status,
        Some(3)
    );
}

/// Such a model used to be read as a solution.
#[test]
fn models_with_variables_of_another_problem_are_refused() {
    let file = TemporaryFile::with("A B C D\nA\nA B\nB\nC\nC D\nD\n");
    let text = dlx(&["to", "cnf", file.name()], "").stdout;
    let head = text.lines().find(|line| line.starts_with("p cnf")).unwrap();
    assert!(head.starts_with("p cnf 6 "), "{head}");
    for (format, models, is_good) in [
        ("cnf", "s SATISFIABLE\nv 1 -2 3 4 -5 6 0\n", true),
        ("cnf", "s SATISFIABLE\nv 1 -2 3 4 -5 6 7 0\n", false),
        ("cnf", "s SATISFIABLE\nv 1 3 4 6 -900 0\n", false),
        ("wcnf", "s OPTIMUM FOUND\nv 1011010\n", false),
        ("opb", "s SATISFIABLE\nv x1 -x2 x3 x4 -x5 x6 -x7\n", false),
        ("opb", "s SATISFIABLE\nv x1 -x2 x3 x4 -x5 x6\n", true),
        (
            "lp",
            "Status: OPTIMAL\n 1 x1 1\n 2 x3 1\n 3 x4 1\n 4 x6 1\n 5 x7 0\n",
            false,
        ),
    ] {
        let run = dlx(&["from", format, file.name()], models);
        assert_eq!(run.status == Some(0), is_good, "{format} {models}: {run:?}");
        assert_eq!(
            run.stderr
                .contains(" is of another problem: this one has at most 6\n"),
            !is_good,
            "{run:?}"
        );
    }
    // Any encoding of the problem may have been solved.
    let wide = "0:2|A B\nA\nA\nA\nA\nA B\nB\n";
    let file = TemporaryFile::with(wide);
    let mut most = 0;
    for encoding in ["auto", "pairwise", "ladder", "totalizer"] {
        let text = dlx(&["to", "cnf", "--encoding", encoding, file.name()], "").stdout;
        let head = text
            .lines()
            .find_map(|line| line.strip_prefix("p cnf "))
            .unwrap();
        most = most.max(head.split(' ').next().unwrap().parse::<u32>().unwrap());
    }
    assert!(most > 6);
    let model = |last: u32| format!("s SATISFIABLE\nv 6 -{last} 0\n");
    let from = |last| dlx(&["from", "cnf", file.name()], &model(last)).status;
    assert_eq!((from(most), from(most + 1)), (Some(0), Some(1)));
}

/// The messages of programs when a number is one.
#[test]
fn one_thing_is_singular() {
    let told = |words: &[&str], input: &str| dlx(words, input).stderr;
    assert_eq!(
        told(&["reduce"], "A\nA\n"),
        "0 of 1 option removed, 0 of 1 primary item is secondary now.\n"
    );
    assert_eq!(
        told(&["reduce"], "A B\nA B\nA B\n"),
        "0 of 2 options removed, 1 of 2 primary items is secondary now.\n"
    );
    let file = TemporaryFile::with("A B\nA\nB\n");
    let told = told(&["from", "opb", file.name()], "v x1\n");
    assert!(!told.contains("1 values"), "{told}");
    let estimated = dlx(
        &["estimate", "--samples", "1"],
        &crate::common::problems::covers::langford(20),
    );
    assert!(!estimated.stdout.contains("1 samples"), "{estimated:?}");
}
