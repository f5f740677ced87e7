//! Random matrices in untidy files: separators, quotes, blanks, words for 0 and 1, names of columns
//! and rows, ends of lines. A matrix has the same covers after it is written and read. A wrong
//! cell, or one cell too many, is refused with its place.

use crate::common::problems::dice::Dice;
use dlx3::convert::import::{self, Columns, Fault, Imported};
use dlx3::{OptionId, Problem};
use std::collections::BTreeSet;

/// The sets of rows that cover each column once, by trying all sets.
fn covers(rows: &[Vec<bool>]) -> BTreeSet<Vec<usize>> {
    let width = rows[0].len();
    let used: Vec<usize> = (0..rows.len())
        .filter(|&row| rows[row].contains(&true))
        .collect();
    let sets = (0..1u32 << used.len()).map(|set| {
        let chosen = (0..used.len()).filter(|place| set >> place & 1 == 1);
        chosen.map(|place| used[place]).collect::<Vec<usize>>()
    });
    let covers = |chosen: &Vec<usize>| {
        (0..width).all(|column| chosen.iter().filter(|&&row| rows[row][column]).count() == 1)
    };
    sets.filter(covers).collect()
}

/// A matrix as a table, and the places of its cells.
struct Table {
    text: Vec<u8>,
    columns: Columns,
    /// The place of each cell of the matrix: its line, and its first byte, both from 1.
    places: Vec<Vec<(usize, usize)>>,
}

const ONES: [&str; 9] = [
    "1",
    "1",
    "1.0",
    "True",
    "TRUE",
    "true",
    "1.000000000e+00",
    "1e0",
    "+1",
];
const ZEROS: [&str; 9] = [
    "0",
    "0",
    "0.0",
    "False",
    "FALSE",
    "false",
    "0.000000000e+00",
    "-0",
    "00",
];
/// Neither 0 nor 1.
const WRONG: [&str; 14] = [
    "2", "-1", "0.5", "1.5", "x", "nan", "NaN", "None", "NULL", "yes", "N/A", "1e1", "11", "#1",
];

/// How a table is written.
struct Style<'d> {
    dice: &'d mut Dice,
    separator: &'static str,
    may_quote: bool,
    may_be_empty: bool,
}

impl Style<'_> {
    /// A word as a cell, and how many bytes stand before it.
    fn cell(&mut self, word: &str) -> (String, usize) {
        let is_quoted = self.may_quote && self.dice.chance(1, 4);
        let blanks = match self.separator {
            "\t" | " " => 0,
            _ => *self.dice.pick(&[0, 0, 1, 3]),
        };
        let after = " ".repeat(if blanks > 0 { self.dice.below(3) } else { 0 });
        let quote = if is_quoted { "\"" } else { "" };
        (
            format!("{}{quote}{word}{quote}{after}", " ".repeat(blanks)),
            blanks,
        )
    }

    fn word(&mut self, is_one: bool) -> &'static str {
        let words = if is_one { ONES } else { ZEROS };
        match !is_one && self.may_be_empty && self.dice.chance(1, 5) {
            true => "",
            false => words[self.dice.below(words.len())],
        }
    }
}

/// Writes a matrix; one cell has another word if `spoiled` is its place and that word.
fn written(rows: &[Vec<bool>], spoiled: Option<(usize, usize, &str)>, dice: &mut Dice) -> Table {
    let width = rows[0].len();
    let separator = *dice.pick(&[",", ";", "\t", " "]);
    let end = *dice.pick(&["\n", "\n", "\r\n", "\r"]);
    let has_header = dice.chance(2, 3);
    let has_names = separator != " " && has_header && dice.chance(1, 2);
    let corner = *dice.pick(&["", "row", "the row"]);
    let mut style = Style {
        separator,
        may_quote: separator != " " && dice.chance(1, 3),
        // An empty line would be no row.
        may_be_empty: separator != " " && rows.iter().all(|row| row.len() > 1) && dice.chance(1, 2),
        dice,
    };
    let mut lines: Vec<String> = Vec::new();
    if has_header {
        let mut names: Vec<String> = (0..width).map(|place| format!("column{place}")).collect();
        if has_names {
            names.insert(0, corner.to_owned());
        }
        let cells: Vec<String> = names.iter().map(|name| style.cell(name).0).collect();
        lines.push(cells.join(separator));
    }
    let mut places = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        while style.dice.chance(1, 8) {
            lines.push(style.dice.pick(&["", " ", "   "]).to_string());
        }
        let mut line = match has_names {
            true => style.cell(&format!("r{number}")).0 + separator,
            false => String::new(),
        };
        let mut own = Vec::new();
        for (place, &is_one) in row.iter().enumerate() {
            let (cell, before) = match spoiled {
                Some((at, column, word)) if (at, column) == (number, place) => style.cell(word),
                _ => {
                    let word = style.word(is_one);
                    style.cell(word)
                }
            };
            own.push((lines.len() + 1, line.len() + before + 1));
            line += &cell;
            if place + 1 < row.len() {
                line += separator;
            }
        }
        places.push(own);
        lines.push(line);
    }
    let mut text = lines.join(end);
    if style.dice.chance(3, 4) {
        text += end;
    }
    let mark = if style.dice.chance(1, 4) {
        "\u{feff}"
    } else {
        ""
    };
    Table {
        text: (mark.to_owned() + &text).into_bytes(),
        columns: Columns {
            header: Some(has_header),
            id: has_names.then(|| corner.to_owned()),
            ..Columns::default()
        },
        places,
    }
}

fn random_rows(dice: &mut Dice) -> Vec<Vec<bool>> {
    let (height, width) = (dice.between(1, 7), dice.between(2, 5));
    let part = dice.between(1, 3);
    (0..height)
        .map(|_| (0..width).map(|_| dice.chance(part, 4)).collect())
        .collect()
}

fn read(table: &Table) -> Result<Imported, Fault> {
    import::csv(&table.text, &table.columns)
}

/// The covers of a problem that was read, in numbers of rows of the matrix.
fn covers_read(problem: &Problem, rows: &[Vec<bool>]) -> BTreeSet<Vec<usize>> {
    let kept: Vec<usize> = (0..rows.len())
        .filter(|&row| rows[row].contains(&true))
        .collect();
    assert_eq!(problem.option_count(), kept.len(), "{problem}");
    let case = super::random::Case::new(problem.to_string());
    let number = |option: &u32| kept[OptionId(option - 1).index()];
    let sets = case.solutions.iter();
    sets.map(|set| set.iter().map(number).collect()).collect()
}

#[test]
fn a_matrix_has_its_covers_however_it_is_written() {
    let mut dice = Dice::new(55, 1);
    let mut with_some = 0;
    for number in 0..3000 {
        let rows = random_rows(&mut dice);
        let table = written(&rows, None, &mut dice);
        let shown = String::from_utf8_lossy(&table.text).into_owned();
        let imported = read(&table);
        let imported = imported.unwrap_or_else(|fault| panic!("{number}, {fault}: {shown:?}"));
        let expected = covers(&rows);
        with_some += usize::from(!expected.is_empty());
        let found = covers_read(&imported.problem, &rows);
        assert_eq!(found, expected, "{number}: {shown:?}");
    }
    assert!(with_some > 500, "{with_some}");
}

#[test]
fn a_cell_that_is_neither_0_nor_1_is_refused_with_its_place() {
    let mut dice = Dice::new(55, 2);
    for number in 0..2000 {
        let rows = random_rows(&mut dice);
        let (row, column) = (dice.below(rows.len()), dice.below(rows[0].len()));
        let word = *dice.pick(&WRONG);
        let table = written(&rows, Some((row, column, word)), &mut dice);
        let shown = String::from_utf8_lossy(&table.text).into_owned();
        let fault = read(&table).map(|read| read.problem.to_string());
        let fault = fault.expect_err(&shown);
        let (line, mut byte) = table.places[row][column];
        if line == 1 && table.text.starts_with(b"\xef\xbb\xbf") {
            byte = fault.column;
        }
        assert_eq!(
            (fault.line, fault.column),
            (line, byte),
            "{number}: {shown:?} {fault}"
        );
        let told = format!("`{word}' stands where 0, 1 or nothing is expected");
        assert!(fault.told.starts_with(&told), "{number}: {shown:?} {fault}");
    }
}

#[test]
fn a_row_with_a_cell_too_many_or_too_few_is_refused_with_its_line() {
    let mut dice = Dice::new(55, 3);
    for number in 0..2000 {
        let mut rows = random_rows(&mut dice);
        rows.push(vec![true; rows[0].len()]);
        let row = dice.between(1, rows.len() - 1);
        let width = rows[0].len();
        match dice.chance(1, 2) {
            true => rows[row].push(dice.chance(1, 2)),
            false => drop(rows[row].pop()),
        }
        // An empty cell at the end would be reported as a cell.
        let table = written(&rows, None, &mut dice);
        let shown = String::from_utf8_lossy(&table.text).into_owned();
        let fault = read(&table).map(|read| read.problem.to_string());
        let fault = fault.expect_err(&shown);
        assert_eq!(
            fault.line, table.places[row][0].0,
            "{number}: {shown:?} {fault}"
        );
        let names = usize::from(table.columns.id.is_some());
        let told = format!(" {} in the ", width + names);
        assert!(fault.told.contains(&told), "{number}: {shown:?} {fault}");
    }
}

/// Excel writes the first form, and empty rows. Others end lines as on old Macintoshes, or have
/// signs that are no cells.
#[test]
fn what_spreadsheets_add_is_not_taken_for_an_option() {
    let read = |text: &str, id: Option<&str>| {
        let columns = Columns {
            id: id.map(str::to_owned),
            ..Columns::default()
        };
        let read = import::csv(text.as_bytes(), &columns);
        read.map(|read| (read.problem.to_string(), read.notes.join("; ")))
            .map_err(|fault| fault.to_string())
    };
    let matrix = Ok(("A B\nA\nB\n".to_owned(), String::new()));
    assert_eq!(read("sep=;\nA;B\n1;0\n0;1\n", None), matrix);
    assert_eq!(
        read("\u{feff}\"sep=;\"\r\nA;B\r\n1;0\r\n0;1\r\n", None),
        matrix
    );
    assert_eq!(read("sep=\t\nA\tB\n1\t0\n0\t1\n", None), matrix);
    assert_eq!(read("SEP=|\nA|B\n1|0\n0|1\n", None), matrix);
    assert_eq!(read("A,B\r1,0\r0,1\r", None), matrix);
    let named = Ok(("A B | #x #y\nA #x\nB #y\n".to_owned(), String::new()));
    assert_eq!(
        read("n,A,B\nx,1,0\n,,\ny,0,1\n,,\n,,,,\n", Some("n")),
        named
    );
    let (none, note) = read("A,B\n", None).unwrap();
    assert_eq!(
        (&none[..], &note[..]),
        ("A B\n", "there is no option after the header")
    );
    assert_eq!(
        read("A|B\n1|0\n0|1\n", None).unwrap_err(),
        "line 2, column 1: `1|0' stands where 0, 1 or nothing is expected; no comma, semicolon or \
         tab stands between cells"
    );
}
