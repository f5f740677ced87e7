//! The tables of `docs/sudoku-rules.md` are those of the program, and its pictures are drawn by it.
//!
//! `WRITE_RULES=1 cargo test --test project sudoku_rules` writes tables and pictures anew.

use super::documents::{read, root};
use dlx3::sudoku::links::{fpuzzles, iss};
use dlx3::sudoku::rules::kinds::{KINDS, Kind, Look};
use dlx3::sudoku::rules::solve::Rules;
use dlx3::sudoku::rules::{Cell, Custom, Machine, Rule, Shape, Variant};
use dlx3::sudoku::{never, variant_picture};
use std::fmt::Write;

const DOCUMENT: &str = "docs/sudoku-rules.md";

/// A picture: the name of a kind, digits by rows, rules, the greatest digit. In a rule, `12` is the
/// cell in row 1 and column 2; `|` stands between parts; numbers follow `@`.
type Example = (&'static str, &'static str, &'static str, u8);

const EXAMPLES: &[Example] = &[
    ("thermometer", "24691/81357/57924", "11 12 13 14", 9),
    ("slow thermometer", "246/481/157", "11 12 21 22", 9),
    ("whisper", "24691/81357/57924", "11 21 22 32", 9),
    ("renban", "24691/81357/57924", "12 13 24 25", 9),
    ("between line", "24691/81357/57924", "11 12 13 14", 9),
    ("lockout line", "24691/81357/57924", "31 22 33", 9),
    ("palindrome", "4719/8526/5974", "11 12 23 33 34", 9),
    ("zipper line", "24691/81357/57924", "31 32 33 34 35", 9),
    ("region sum line", "24681/81357/57924", "21 22 33", 9),
    ("sum line", "24691/81357/57924", "12 13 14 15", 9),
    ("modular line", "24691/81357/57924", "21 22 23 24 25", 9),
    ("entropic line", "24691/81357/57924", "11 12 21 22 31", 9),
    ("white dot", "345/781", "11 12;21 22;11 21@4", 9),
    ("black dot", "362/814", "11 12;13 23;12 13@3", 9),
    ("V", "142/583", "11 12;13 23", 9),
    ("X", "469/871", "11 12;13 23", 9),
    ("greater than", "469/871", "12 11;21 11;22 23", 9),
    ("cage", "253/416", "11 12 21@11;13 23@9", 9),
    ("sum", "253/426", "11 12 22@9", 9),
    ("extra region", "253/416/789", "11 12 22 32 33", 9),
    ("rellik cage", "253/416", "11 12 21@8", 9),
    ("equality cage", "274/618", "11 12 21 22", 9),
    ("lunchbox", "31459/62783", "11 12 13 14 15@9", 9),
    ("quadruple", "274/618", "12 13 22 23@1,8", 9),
    ("contains", "274/618", "11 12 21@2,7", 9),
    ("contains exactly", "274/618", "11 12 21 22@1,2", 9),
    ("look and say", "274/627", "11 12 21 22@2,2,1,7", 9),
    ("same values", "274/627", "11 12|22 23", 9),
    ("clones", "274/627", "11 12|22 23", 9),
    ("equal sums", "274/618", "11 12|22 23", 9),
    ("digits", "274/618", "11 12@2,7", 9),
    ("odd", "274/618", "12 22", 9),
    ("even", "274/618", "11 13 21", 9),
    ("minimum", "274/618", "22", 9),
    ("maximum", "274/618", "23", 9),
    ("arrow", "6152/1239", "11|12 13;21 22|23 24", 9),
    ("double arrow", "5184/2739", "11 12 13 14", 9),
    ("little killer", "253/416/789", "12 23@11;31 22 13@11", 9),
    (
        "sandwich",
        "31425/24513",
        "11 12 13 14 15@6;21 22 23 24 25@0",
        5,
    ),
    (
        "skyscraper",
        "31425/24513",
        "11 12 13 14 15@3;25 24 23 22 21@2",
        5,
    ),
    (
        "hidden skyscraper",
        "31425/24513",
        "11 12 13 14 15@1;25 24 23 22 21@1",
        5,
    ),
    (
        "X-sum",
        "31425/24513",
        "11 12 13 14 15@8;25 24 23 22 21@9",
        5,
    ),
    (
        "numbered room",
        "31425/24513",
        "11 12 13 14 15@4;25 24 23 22 21@5",
        5,
    ),
    (
        "full rank",
        "1234/3421/2143/4312",
        "11 12 13 14@1;24 23 22 21@2;11 21 31 41@3;43 33 23 13@4",
        4,
    ),
    ("rising diagonal", "1234/3412/4321/2143", "", 4),
    ("falling diagonal", "1234/3412/4321/2143", "", 4),
    ("windows", "1234/3412/4321/2143", "", 4),
    ("column index", "34152/21534", "11 21", 5),
    ("row index", "321/213/132", "11 12 23", 3),
    ("box index", "214/395/768", "11 13", 9),
    ("value index", "427/134", "11 12 13 23", 9),
    ("counting circles", "274/126", "11 21 22", 9),
    ("count of digits", "274/147", "11 12 13 22 23", 9),
];

/// The headings of the tables, in their order.
const GROUPS: [&str; 7] = [
    "Lines and arrows",
    "Signs between cells",
    "Cages",
    "Colored cells and circles",
    "Numbers beside the grid",
    "The whole grid",
    "Rules of your own",
];

fn group(kind: &Kind) -> &'static str {
    let is_own = [
        "pairs along a line",
        "all pairs",
        "expression",
        "machine",
        "alternatives",
    ];
    match kind.look {
        _ if is_own.contains(&kind.name) => GROUPS[6],
        Look::Line(..) | Look::Arrow => GROUPS[0],
        Look::Sign(_) | Look::Corner => GROUPS[1],
        Look::Cage => GROUPS[2],
        Look::Shade(_) | Look::Circles => GROUPS[3],
        Look::Edge => GROUPS[4],
        Look::Sentence => GROUPS[5],
    }
}

fn kind(name: &str) -> &'static Kind {
    let found = KINDS.iter().find(|kind| kind.name == name);
    found.unwrap_or_else(|| panic!("no kind {name}"))
}

/// The rules of an example in a grid of this shape.
fn rules(example: &Example, shape: Shape) -> Vec<Rule> {
    let (kind, rules) = (kind(example.0), example.2);
    if rules.is_empty() {
        return vec![Rule::whole(kind)];
    }
    let rule = |rule: &str| {
        let (cells, numbers) = rule.split_once('@').unwrap_or((rule, ""));
        let cell = |name: &str| {
            let digits = name.bytes().map(|digit| usize::from(digit - b'1'));
            let digits: Vec<usize> = digits.collect();
            shape.cell(digits[0], digits[1])
        };
        let part = |part: &str| part.split(' ').map(cell).collect::<Vec<Cell>>();
        let numbers = numbers.split(',').filter_map(|number| number.parse().ok());
        Rule::of_parts(kind, cells.split('|').map(part).collect())
            .with(numbers.collect::<Vec<i32>>())
    };
    rules.split(';').map(rule).collect()
}

/// An example, and its digits.
fn variant(example: &Example) -> (Variant, Vec<u8>) {
    let rows: Vec<&str> = example.1.split('/').collect();
    let shape = Shape {
        rows: rows.len(),
        columns: rows[0].len(),
        first: 1,
        last: example.3,
    };
    let mut variant = Variant::new(shape);
    let halves = |cells: &[usize]| -> Vec<Cell> {
        let all = (0..shape.cells() as Cell).filter(|&cell| cells.contains(&shape.column(cell)));
        all.collect()
    };
    match example.0 {
        "region sum line" => variant.regions = vec![halves(&[0, 1]), halves(&[2, 3, 4])],
        "box index" => variant.regions = vec![halves(&[0, 1, 2])],
        "windows" => variant = variant.with_boxes(),
        _ => {}
    }
    variant.rules = rules(example, shape);
    let digits = rows.concat().bytes().map(|digit| digit - b'0').collect();
    (variant, digits)
}

fn picture_of(name: &str) -> String {
    format!("pictures/rules/{}.svg", name.replace(' ', "-"))
}

/// Rules of a kind in plain grids of nine rows, to be written in other forms.
fn plain(kind: &'static Kind) -> Vec<Variant> {
    let shape = Shape::square(9);
    let example = EXAMPLES.iter().find(|example| example.0 == kind.name);
    let line = shape.row_cells(0);
    let rules = match (kind.look, example) {
        (Look::Edge, _) if kind.name == "little killer" => {
            let cells: Vec<Cell> = (0..9).map(|place| shape.cell(place, place)).collect();
            vec![Rule::new(kind, cells).with([30])]
        }
        (Look::Edge, _) => vec![Rule::new(kind, line).with([4])],
        (_, Some(example)) => rules(example, shape),
        (Look::Sentence, None) if kind.name == "full rank ties" => {
            vec![Rule::whole(kind).with([0])]
        }
        (Look::Sentence, None) => vec![Rule::whole(kind)],
        (_, None) => vec![Rule::new(kind, line)],
    };
    let own = match kind.name {
        "pairs along a line" | "all pairs" => Some(Custom::Pairs(vec![0b10_0000_0000; 10])),
        "expression" => Some(Custom::Expression("1.*".to_owned())),
        "machine" => Some(Custom::Machine(Machine {
            start: vec![0],
            states: vec![(true, vec![(1, 0)])],
        })),
        "alternatives" => Some(Custom::Any(Vec::new())),
        _ => None,
    };
    let each = |rule: Rule| {
        let mut variant = Variant::new(shape).with_boxes();
        variant.rules.push(match own.clone() {
            Some(own) => rule.saying(own),
            None => rule,
        });
        variant
    };
    rules.into_iter().map(each).collect()
}

/// The names of a kind in a form, if rules of it can be written.
fn names(kind: &'static Kind, of: impl Fn(&Variant) -> Vec<String>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in plain(kind).iter().flat_map(of) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// The name of a rule in Interactive Sudoku Solver.
fn in_iss(variant: &Variant) -> Vec<String> {
    let Ok(text) = iss::write(variant) else {
        return Vec::new();
    };
    let name = text.split(['.', '~']).nth(1).unwrap();
    vec![match name {
        "" => "digits of a cell".to_owned(),
        name => format!("`{name}`"),
    }]
}

/// The fields of a rule in f-puzzles.
fn in_fpuzzles(variant: &Variant) -> Vec<String> {
    let Ok(text) = fpuzzles::write(variant) else {
        return Vec::new();
    };
    // Names of the outermost object.
    let (mut depth, mut names) = (0, Vec::new());
    for (place, sign) in text.char_indices() {
        match sign {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ':' if depth == 1 => names.extend(text[..place].rsplit('"').nth(1)),
            _ => {}
        }
    }
    names.retain(|name| !["size", "grid"].contains(name));
    names.iter().map(|name| format!("`{name}`")).collect()
}

/// Names that are read, and not written.
const READ: [(&str, &str, &str); 2] = [
    ("machine", "`NFA` (only read)", ""),
    ("all pairs", "", "`nabner` (only read)"),
];

/// The tables, each below its heading.
fn tables() -> String {
    let mut text = String::new();
    for name in GROUPS {
        _ = write!(
            text,
            "### {name}\n\n| rule | says | Interactive Sudoku Solver | f-puzzles | |\n\
             |---|---|---|---|---|\n"
        );
        for kind in KINDS.iter().filter(|kind| group(kind) == name) {
            let picture = match EXAMPLES.iter().any(|example| example.0 == kind.name) {
                true => format!("![{}]({})", kind.name, picture_of(kind.name)),
                false => String::new(),
            };
            let read = READ.iter().find(|read| read.0 == kind.name);
            let (_, iss, fpuzzles) = read.copied().unwrap_or_default();
            let row = [
                kind.name.to_owned(),
                kind.says.to_owned(),
                names(kind, in_iss) + iss,
                names(kind, in_fpuzzles) + fpuzzles,
                picture,
            ];
            let cells = row.map(|cell| {
                if cell.is_empty() {
                    " ".to_owned()
                } else {
                    format!(" {cell} ")
                }
            });
            _ = writeln!(text, "|{}|", cells.join("|"));
        }
        text.push('\n');
    }
    text
}

/// What stands before the tables and after them.
const BEGIN: &str = "They are not the only ones.\n\n";
const END: &str = "(`WRITE_RULES=1 ";

fn writes() -> bool {
    std::env::var_os("WRITE_RULES").is_some()
}

#[test]
fn the_tables_of_rules_are_those_of_the_program() {
    let text = read(DOCUMENT);
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (told, after) = rest.split_once(END).unwrap();
    if writes() {
        let whole = [before, BEGIN, &tables(), END, after].concat();
        std::fs::write(root().join(DOCUMENT), whole).unwrap();
        return;
    }
    assert!(told == tables(), "WRITE_RULES=1 writes them anew");
    assert_eq!(KINDS.len(), told.matches("\n| ").count() - GROUPS.len());
}

#[test]
fn the_pictures_of_rules_are_what_the_program_draws() {
    for example in EXAMPLES {
        let (variant, digits) = variant(example);
        let drawn = variant_picture::grid_svg(&variant, Some(&digits));
        let path = root().join("docs").join(picture_of(example.0));
        if writes() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &drawn).unwrap();
        }
        let told = std::fs::read_to_string(&path).unwrap();
        assert!(
            told == drawn,
            "{}: WRITE_RULES=1 draws it anew",
            path.display()
        );
    }
}

#[test]
fn the_digits_of_the_pictures_obey_the_rules() {
    for example in EXAMPLES {
        let (mut variant, digits) = variant(example);
        variant.sets = digits.iter().map(|digit| 1 << digit).collect();
        let solver = Rules::new(&variant).unwrap();
        let found = solver.solutions(2, &never).unwrap();
        assert_eq!(
            found.len(),
            1,
            "{}: {:?}",
            example.0,
            solver.contradiction()
        );
    }
}

#[test]
fn the_example_of_an_automaton_is_what_the_program_writes() {
    let text = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3";
    let variant = dlx3::sudoku::links::read(text).unwrap();
    let solver = Rules::new(&variant).unwrap();
    let cover = solver.cover().unwrap().unwrap();
    let mut written = Vec::new();
    cover.problem.write(&mut written).unwrap();
    let written = String::from_utf8(written).unwrap();
    let steps: Vec<&str> = written
        .lines()
        .skip(1)
        .filter(|line| line.contains("L0."))
        .collect();
    let told = read(DOCUMENT);
    let mut blocks = told.split("```text\n").skip(1);
    let told = blocks.find(|block| block.contains("L0.")).unwrap();
    let told = told.split("```").next().unwrap();
    assert_eq!(told.lines().collect::<Vec<_>>(), steps);
}
