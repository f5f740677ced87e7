//! Recognizes texts of other kinds where a `.dlx` problem is expected, and names the commands that
//! read them.
//!
//! Only a text that is no problem, or a problem without options, is looked at. It is recognized by
//! its first lines, never by its name.

use super::input::is_stdin;
use crate::text::blank;
use std::io::{self, Read};
use std::path::Path;

/// How much of a text is kept to be recognized, in bytes.
const MOST: usize = 1 << 16;

/// A text whose beginning is kept as it is read.
pub struct Beginning<R> {
    text: R,
    first: Vec<u8>,
}

impl<R: Read> Beginning<R> {
    pub fn of(text: R) -> Self {
        Beginning {
            text,
            first: Vec::new(),
        }
    }

    /// The first bytes, as far as they were read.
    pub fn first(&self) -> &[u8] {
        &self.first
    }
}

impl<R: Read> Read for Beginning<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(bytes)?;
        let more = (MOST - self.first.len()).min(count);
        self.first.extend_from_slice(&bytes[..more]);
        Ok(count)
    }
}

/// How many lines are looked at.
const LINES: usize = 60;

/// A kind of text, and the commands that read it; `FILE` stands for its file.
type Known = (&'static str, &'static str);

const SUDOKU: Known = (
    "a Sudoku",
    "`sudoku solve FILE' or `gen-sudoku FILE | dlx count' reads it",
);
const MATRIX: Known = (
    "a matrix",
    "`dlx import csv --no-header FILE | dlx count' reads it",
);
const TABLE: Known = ("a table", "`dlx import csv FILE | dlx count' reads it");
const LP: Known = (
    "an integer program in CPLEX's LP format",
    "`dlx import lp FILE | dlx count' or `... | dlx best' reads it",
);
const LP_SOLVE: Known = (
    "an integer program in the format of lp_solve",
    "its option -wlp writes what `dlx import lp' reads",
);
const MPS: Known = (
    "an integer program in MPS",
    "`dlx import mps FILE | dlx count' or `... | dlx best' reads it",
);
const OPB: Known = (
    "pseudo-Boolean constraints",
    "`dlx import opb FILE | dlx count' reads it",
);
const CNF: Known = (
    "clauses in DIMACS",
    "`dlx import cnf FILE | dlx count' reads it",
);
const WCNF: Known = (
    "clauses with weights",
    "`dlx import wcnf FILE | dlx best' reads it",
);
const EC: Known = (
    "a list of sets of the benchmark ec",
    "`dlx import ec FILE | dlx count' reads it",
);
const ORLIB: Known = (
    "a problem of the OR-Library",
    "`dlx import orlib FILE | dlx best' (or with --cover) reads it",
);
const BURRTOOLS: Known = (
    "a puzzle of BurrTools",
    "`gen-pack --xmpuzzle FILE | dlx count' reads it",
);
const PEGS: Known = ("a board of pegs", "`peg solve FILE' reads it");
const MINIZINC: Known = (
    "a model in MiniZinc",
    "`dlx' reads none, but `dlx to mzn' writes them",
);
const JSON: Known = (
    "JSON",
    "`dlx import sets FILE | dlx count' reads lists of lists, and `dlx import csv --items COLUMN FILE' \
     lists of objects",
);
const OFFICE: Known = (
    "a spreadsheet or an archive",
    "save the sheet as CSV, which `dlx import csv' reads",
);

/// A hint for a text that is no problem: its kind, and the commands that read it. `first` is its
/// beginning.
pub fn hint(first: &[u8], file: &Path) -> Option<String> {
    let (what, command) = known(first)?;
    let file = match is_stdin(file) {
        true => "FILE".to_owned(),
        false => quoted(&file.to_string_lossy()),
    };
    Some(format!(
        "this looks like {what}: {}",
        command.replace("FILE", &file)
    ))
}

/// A name as a shell reads it.
fn quoted(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./%+@,=".contains(&byte);
    match name.bytes().all(is_plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

fn known(text: &[u8]) -> Option<Known> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    if text.starts_with(b"PK\x03\x04") {
        return Some(OFFICE);
    }
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = lines
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty());
    let lines: Vec<&[u8]> = lines.take(LINES).collect();
    let first = *lines.first()?;
    match first[0] {
        b'<' => return of_xml(text),
        b'[' | b'{' | b'(' => return of_brackets(text),
        _ => {}
    }
    of_dimacs(&lines)
        .or_else(|| of_program(&lines))
        .or_else(|| is_sudoku(&lines).then_some(SUDOKU))
        .or_else(|| of_numbers(&lines))
        .or_else(|| is_pegs(&lines).then_some(PEGS))
        .or_else(|| is_table(&lines).then_some(TABLE))
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(text, word).is_some()
}

fn of_xml(text: &[u8]) -> Option<Known> {
    let text = text.to_ascii_lowercase();
    if contains(&text, b"<puzzle") {
        return Some(BURRTOOLS);
    }
    contains(&text, b"sudoku").then_some(SUDOKU)
}

/// Lists of lists of 0 and 1, as C, Python and JSON write them; or other JSON.
fn of_brackets(text: &[u8]) -> Option<Known> {
    let is_matrix_sign =
        |&byte: &u8| byte.is_ascii_whitespace() || b"[](){},;01.\"'".contains(&byte);
    let has_digit = text.iter().any(|byte| matches!(byte, b'0' | b'1'));
    if has_digit && text.iter().all(is_matrix_sign) {
        return Some(MATRIX);
    }
    let is_json = matches!(text.trim_ascii_start(), [b'{', rest @ ..] if rest.trim_ascii_start().starts_with(b"\""))
        || text.trim_ascii_start().starts_with(b"[");
    is_json.then_some(JSON)
}

/// The first words of a line, in small letters.
fn words(line: &[u8]) -> Vec<Vec<u8>> {
    let words = blank::words(line, b"").take(4);
    words.map(<[u8]>::to_ascii_lowercase).collect()
}

fn of_dimacs(lines: &[&[u8]]) -> Option<Known> {
    let mut rest = lines.iter().skip_while(|line| {
        line.starts_with(b"c") && line.get(1).is_none_or(u8::is_ascii_whitespace)
    });
    let line = rest.next()?;
    let words = words(line);
    let is_number = |word: &Vec<u8>| word.iter().all(u8::is_ascii_digit);
    match words.as_slice() {
        [p, form, number, ..] if p == b"p" && is_number(number) => match form.as_slice() {
            b"cnf" => Some(CNF),
            b"wcnf" => Some(WCNF),
            b"ec" => Some(EC),
            _ => None,
        },
        [h, number, ..] if h == b"h" && line.ends_with(b" 0") && is_literal(number) => Some(WCNF),
        _ => None,
    }
}

fn is_literal(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Integer programs, pseudo-Boolean constraints and models.
fn of_program(lines: &[&[u8]]) -> Option<Known> {
    if contains(lines[0], b"#variable=") {
        return Some(OPB);
    }
    let words_of: Vec<Vec<Vec<u8>>> = lines.iter().map(|line| words(line)).collect();
    let is = |words: &[Vec<u8>], expected: &[&[u8]]| {
        words.len() >= expected.len() && words.iter().zip(expected).all(|(one, other)| one == other)
    };
    let is_comment = |line: &[u8]| {
        matches!(line.first(), Some(b'*' | b'\\' | b'%'))
            || line.starts_with(b"//")
            || line.starts_with(b"/*") && line.ends_with(b"*/")
    };
    let begin = lines.iter().position(|line| !is_comment(line))?;
    let head = &words_of[begin];
    let has = |expected: &[&[u8]]| words_of.iter().any(|words| is(words, expected));
    if has(&[b"rows"])
        && (begin > 0 || head[0] == b"name" || head[0] == b"rows" || has(&[b"columns"]))
    {
        return Some(MPS);
    }
    let goals: [&[u8]; 8] = [
        b"min",
        b"max",
        b"minimize",
        b"maximize",
        b"minimise",
        b"maximise",
        b"minimum",
        b"maximum",
    ];
    let has_rows = has(&[b"subject", b"to"])
        || has(&[b"subject", b"to:"])
        || has(&[b"such", b"that"])
        || [&b"st"[..], b"s.t.", b"st.", b"st:"]
            .iter()
            .any(|word| has(&[word]));
    if goals.contains(&&head[0][..]) && has_rows {
        return Some(LP);
    }
    let statements: Vec<&[u8]> = lines[begin..]
        .iter()
        .copied()
        .filter(|line| !is_comment(line))
        .collect();
    let ends = statements
        .iter()
        .filter(|line| line.ends_with(b";"))
        .count();
    let models: [&[u8]; 7] = [
        b"var",
        b"array",
        b"constraint",
        b"solve",
        b"include",
        b"int:",
        b"par",
    ];
    let is_model = |words: &&Vec<Vec<u8>>| {
        models
            .iter()
            .any(|word| words[0] == *word || words[0].starts_with(b"array["))
    };
    if ends > 0 && words_of[begin..].iter().filter(is_model).count() * 2 > statements.len() {
        return Some(MINIZINC);
    }
    if ends == 0 {
        return None;
    }
    let goal = |goal: &[u8]| statements[0].to_ascii_lowercase().starts_with(goal);
    let has_goal = goal(b"min:") || goal(b"max:") || goal(b"min :") || goal(b"max :");
    // Terms such as `+1 x1'.
    let is_constraint = |line: &&&[u8]| {
        let begins = matches!(line[0], b'+' | b'-' | b'0'..=b'9');
        begins && line.contains(&b'=') && line.ends_with(b";")
    };
    let constraints = statements.iter().filter(is_constraint).count();
    if constraints > 0 && constraints + usize::from(has_goal) == statements.len() {
        return Some(OPB);
    }
    has_goal.then_some(LP_SOLVE)
}

/// A line of 81, 256 or 625 signs, perhaps in a table or after a name; or a grid of lines.
fn is_sudoku(lines: &[&[u8]]) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b".*_?-".contains(&byte);
    let has_digits = |cells: &[u8]| {
        let clues = cells
            .iter()
            .filter(|byte| matches!(byte, b'2'..=b'9'))
            .count();
        let blanks = cells
            .iter()
            .filter(|byte| b"0.*_?-xX".contains(byte))
            .count();
        let ones = cells.iter().filter(|&&byte| byte == b'1').count();
        clues > 0 && (clues + blanks + ones == cells.len() || cells.len() > 81)
    };
    let in_a_line = |line: &&[u8]| {
        let fields = line
            .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';' | b'"' | b'='));
        let mut fields = fields.filter(|field| matches!(field.len(), 81 | 256 | 625));
        fields.any(|field| field.iter().all(|&byte| is_cell(byte)) && has_digits(field))
    };
    if lines.iter().take(3).any(in_a_line) {
        return true;
    }
    // Lines between boxes do not count.
    let is_rule =
        |line: &[u8]| line.iter().all(|byte| b"-+=|* ".contains(byte)) && line.contains(&b'-');
    let rows = lines.iter().filter(|line| !is_rule(line)).take(9);
    let rows: Vec<Vec<u8>> = rows
        .map(|line| {
            let cells = line.iter().copied();
            cells
                .filter(|byte| !byte.is_ascii_whitespace() && !b"|,;".contains(byte))
                .collect()
        })
        .collect();
    rows.len() >= 3
        && rows
            .iter()
            .all(|row| row.len() == 9 && row.iter().all(|&byte| is_cell(byte)))
        && has_digits(&rows.concat())
}

/// Matrices of 0 and 1, and the OR-Library's lists of numbers.
fn of_numbers(lines: &[&[u8]]) -> Option<Known> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;".contains(byte);
    let cells = |line: &[u8]| -> Vec<Vec<u8>> {
        let cells = line.split(|byte| is_between(byte));
        cells
            .filter(|cell| !cell.is_empty())
            .map(<[u8]>::to_vec)
            .collect()
    };
    // Names such as `0,1', with blanks between them.
    let has_names = |line: &&[u8]| {
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        words.clone().count() > 1
            && words.any(|word| {
                word[..word.len() - 1]
                    .iter()
                    .any(|byte| b",;".contains(byte))
            })
    };
    if lines.iter().any(has_names) {
        return None;
    }
    let rows: Vec<Vec<Vec<u8>>> = lines.iter().map(|line| cells(line)).collect();
    // The last line may be cut.
    let whole = &rows[..rows.len() - usize::from(rows.len() == LINES)];
    let is_bit = |cell: &Vec<u8>| cell == b"0" || cell == b"1";
    let width = whole.first()?.len();
    if width > 1
        && whole.len() > 1
        && whole
            .iter()
            .all(|row| row.len() == width && row.iter().all(is_bit))
    {
        return Some(MATRIX);
    }
    let is_number = |cell: &Vec<u8>| {
        cell.iter().any(u8::is_ascii_digit)
            && cell
                .iter()
                .all(|byte| byte.is_ascii_digit() || *byte == b'.')
    };
    let are_numbers = whole.iter().flatten().all(is_number);
    (are_numbers && whole.len() > 2 && width == 2 && whole[1..].iter().any(|row| row.len() > 2))
        .then_some(ORLIB)
}

fn is_pegs(lines: &[&[u8]]) -> bool {
    let is_sign = |byte: &u8| b".oOxX*# _-01".contains(byte);
    let has = |sign: u8| lines.iter().any(|line| line.contains(&sign));
    lines.len() >= 3
        && lines
            .iter()
            .all(|line| line.len() >= 3 && line.iter().all(is_sign))
        && [b'o', b'O', b'x', b'X', b'*'].into_iter().any(has)
}

/// Whether all lines have the same number of separators. Separators inside names such as `0,1 0,2`
/// do not count.
fn is_table(lines: &[&[u8]]) -> bool {
    let whole = &lines[..lines.len() - usize::from(lines.len() == LINES)];
    [b',', b';', b'\t'].into_iter().any(|separator| {
        let count = |line: &[u8]| line.iter().filter(|&&byte| byte == separator).count();
        let first = whole.first().map_or(0, |line| count(line));
        let words = whole.first().map_or(0, |line| words(line).len());
        let is_quoted = whole.iter().any(|line| line.contains(&b'"'));
        let agree = whole.iter().filter(|line| count(line) == first).count();
        first > 0
            && whole.len() > 1
            && (separator == b'\t' || words == 1 || !all_words_have(whole[0], separator))
            && (agree == whole.len() || is_quoted && whole.iter().all(|line| count(line) >= first))
    })
}

/// Whether each word of a line has a separator inside, as in names of cells.
fn all_words_have(line: &[u8], separator: u8) -> bool {
    let words = line.split(|byte| byte.is_ascii_whitespace());
    let mut words = words.filter(|word| !word.is_empty());
    words.all(|word| {
        let inner = word
            .get(1..word.len().saturating_sub(1))
            .unwrap_or_default();
        inner.contains(&separator)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_kinds_are_recognized_by_their_first_lines() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Vec<String> = line
            .as_bytes()
            .chunks(9)
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect();
        let spaced: Vec<String> = grid
            .iter()
            .map(|row| {
                row.chars()
                    .map(|sign| sign.to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let boxed = format!(
            "+-------+\n| {} |\n| {} |\n| {} |\n+---+\n",
            spaced[0], spaced[1], spaced[2]
        );
        for (text, expected) in [
            (line, SUDOKU),
            (&line.replace('.', "0"), SUDOKU),
            (&format!("{line} easy\n"), SUDOKU),
            (&format!("puzzle,solution\n{line},x\n"), SUDOKU),
            (&grid.join("\n"), SUDOKU),
            (&spaced.join("\r\n"), SUDOKU),
            (&boxed, SUDOKU),
            ("\u{feff}A,B,C\n1,0,1\n0,1,0\n", TABLE),
            ("crew;legs\nAda;Rome Oslo\n", TABLE),
            ("crew\tlegs\nAda\tRome\n", TABLE),
            ("crew,legs\nAda,\"Rome,Oslo\"\n", TABLE),
            ("1 0 1\n0 1 0\n", MATRIX),
            ("1,0,1\n0,1,0\n", MATRIX),
            ("[[1, 0, 1],\n [0, 1, 0]]\n", MATRIX),
            ("{{1,0},{0,1}};\n", MATRIX),
            ("{\"a\": [1]}\n", JSON),
            ("[{\"a\": 1}]", JSON),
            (
                "\\ ours\nMinimize\n c: x + y\nSubject To\n a: x + y >= 1\nEnd\n",
                LP,
            ),
            ("max x\nst\n a: x <= 1\nend\n", LP),
            ("max: 3x+2y;\nc1: x+y<=1;\n", LP_SOLVE),
            ("NAME\nROWS\n N c\n E r\nCOLUMNS\n x r 1\n", MPS),
            ("* one\nROWS\n N c\n", MPS),
            ("* #variable= 3 #constraint= 1\n+1 x1 = 1 ;\n", OPB),
            ("min: +1 x1 ;\n+1 x1 +1 x2 >= 1;\n", OPB),
            ("+1 x1 +1 x2 >= 1 ;\n-1 x1 >= -1;\n", OPB),
            ("c three\np cnf 3 2\n1 2 3 0\n", CNF),
            ("p wcnf 3 2 7\n7 1 2 3 0\n", WCNF),
            ("c new\nh 1 -2 0\n3 1 0\n", WCNF),
            ("p ec 3\ns 1 2\n", EC),
            ("3 2\n 5 2 1 3\n 4 1 2\n", ORLIB),
            ("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">", BURRTOOLS),
            ("<opensudoku>\n<game data=\"\"/>", SUDOKU),
            (
                "% ours\narray[1..4] of var bool: x;\nconstraint sum(x) = 1;\nsolve satisfy;\n",
                MINIZINC,
            ),
            ("  ooo\n  ooo\nooooooo\nooo.ooo\n", PEGS),
            ("PK\u{3}\u{4}", OFFICE),
        ] {
            assert_eq!(known(text.as_bytes()), Some(expected), "{text}");
        }
    }

    #[test]
    fn problems_with_a_fault_are_not_taken_for_other_texts() {
        for text in [
            "",
            "\n \n",
            "A B C\nA B\nD\n",
            "| comment\nA B | X\nA X:1 Y\n",
            "0,0 0,1 1,0\n0,0 0,1\n1,1\n",
            "0,0 0,1\n0,0 1,1\n",
            "1 2 3\n1 2\n4\n",
            "min max st\nmin st\nrows\n",
            "p c h\np\nq\n",
            "1:2|A 3:*|B\nA\nB C\n",
            "a;b c;d\na;b\ne;f\n",
            "#1 #2\n#3\n",
            "A\n",
        ] {
            assert_eq!(known(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_command_names_the_file_as_a_shell_reads_it() {
        let told = |file: &str| hint(b"p cnf 1 1\n1 0\n", Path::new(file)).unwrap();
        assert!(told("-").ends_with("`dlx import cnf FILE | dlx count' reads it"));
        assert!(told("a/b.cnf").contains("`dlx import cnf a/b.cnf | dlx count'"));
        assert!(told("my file").contains("`dlx import cnf 'my file' | dlx count'"));
    }
}
