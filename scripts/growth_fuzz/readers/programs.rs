//! Programs that read text, run as processes: this measures their own readers and their output.
//!
//! Only programs whose work is reading are here: the cost of a search does not follow from the
//! length of its problem.

use super::Reader;
use super::convert::{CSV, MODEL};
use super::dlx::{PROBLEM, PROBLEMS, SOLUTION, SOLUTIONS};
use super::packings::{FILES, PARTS, PICTURE, PICTURES, XML};
use super::sudoku::{CANDIDATES, PUZZLE, PUZZLES};
use crate::growth_fuzz::meter;
use flate2::Crc;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub const READERS: &[Reader] = &[
    Reader {
        name: "sieve check",
        around: ("", ""),
        fragments: MOVES,
        recipes: &[
            "«4 2\n»",
            "«{n}\n»",
            "«97 »\n",
            "«score {n} optimal\n»",
            "4« »2\n",
            "«9»\n",
        ],
        read: |text| run(&["sieve", "check", "1000"], text),
    },
    Reader {
        name: "sieve check --unordered",
        around: ("", ""),
        fragments: MOVES,
        recipes: &["«4 2\n»", "«{n} {n}\n»", "«1000 500\n»", "«97 »\n"],
        read: |text| run(&["sieve", "check", "1000", "--unordered"], text),
    },
    Reader {
        name: "show-sieve",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: &["«{n}:\n 4 2 (1 of 1)\n»", "1:\n« {n} {r} (1 of 1)\n»"],
        read: |text| run(&["show-sieve", "100"], text),
    },
    Reader {
        name: "show-peg",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: &[
            "«d2-d4 »\n",
            "«d2-d4\n»",
            "«{n}:\n d2_0 d3_0 d4_0 (1 of 1)\n»",
        ],
        read: |text| run(&["show-peg", "central"], text),
    },
    Reader {
        name: "show-pack",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: &["«{n}:\n A 00 (1 of 3)\n»", "1:\n« A 00 (1 of 3)\n»"],
        read: |text| run(&["show-pack", "monomino", "1x1"], text),
    },
    Reader {
        name: "show-sudoku",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: &[
            "«{n}:\n p00 r01 c01 b01 (1 of 1)\n»",
            "1:\n« p{l}{n} r{l}{n} c{n}1 b01 (1 of 1)\n»",
        ],
        read: |text| run(&["show-sudoku"], text),
    },
    Reader {
        name: "gen-pack",
        around: ("A\n", ""),
        fragments: PICTURE,
        recipes: PICTURES,
        read: |text| run(&["gen-pack", "-", "1x3", "--each", "0:1"], text),
    },
    Reader {
        name: "gen-pack, the region",
        around: ("A\n", ""),
        fragments: PICTURE,
        recipes: PICTURES,
        read: |text| run(&["gen-pack", "monomino", "-", "--each", "0:*"], text),
    },
    Reader {
        name: "gen-pack --xmpuzzle",
        around: XML,
        fragments: PARTS,
        recipes: FILES,
        read: |text| run(&["gen-pack", "--xmpuzzle", "-"], text),
    },
    Reader {
        name: "gen-peg",
        around: ("", ""),
        fragments: &["x", ".", " ", "\n", "#", "o", "x.x\n"],
        recipes: &["«x»", "«\n»x.x\n", "«#\n»xx.\n"],
        read: |text| run(&["gen-peg", "-"], text),
    },
    Reader {
        name: "gen-sudoku",
        around: ("", ""),
        fragments: PUZZLE,
        recipes: &["«53..7....\n»", "«#\n»", "«.»"],
        read: |text| run(&["gen-sudoku"], text),
    },
    Reader {
        name: "sudoku convert",
        around: ("", ""),
        fragments: PUZZLE,
        recipes: PUZZLES,
        read: |text| run(&["sudoku", "convert", "--to", "line"], text),
    },
    Reader {
        name: "sudoku convert to OpenSudoku",
        around: ("", ""),
        fragments: CANDIDATES,
        recipes: PUZZLES,
        read: |text| run(&["sudoku", "convert", "--to", "opensudoku"], text),
    },
    Reader {
        name: "sudoku verify",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: &[
            "«{n}:\n p00:5 (1 of 1)\n»",
            "1:\n« p00:5 (1 of 1)\n»",
            "1:\n« p{l}0:1 (1 of 1)\n»",
        ],
        read: |text| run(&["sudoku", "verify", GRID], text),
    },
    Reader {
        name: "sudoku hit --also",
        around: ("", ""),
        fragments: &["1", ".", "\n", "0", " ", "x", MASK],
        recipes: &[
            "«111......11.......................................................................\n»",
            "«1»",
        ],
        read: |text| {
            run(
                &[
                    "sudoku",
                    "hit",
                    GRID,
                    "--clues",
                    "80",
                    "--max-size",
                    "4",
                    "--also",
                    "-",
                ],
                text,
            )
        },
    },
    Reader {
        name: "dlx shorten",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| run(&["dlx", "shorten"], text),
    },
    Reader {
        name: "dlx shorten, of other texts",
        around: ("", ""),
        fragments: &[
            "<puzzle>",
            "Minimize\n",
            "NAME\nROWS\n",
            "p cnf {n} {n}\n",
            "* #variable= {n}\n",
            "{\"a\": [",
            "1 ",
            "53..7....\n",
            "a,b\n",
            "1,0\n",
            ".",
            "x",
            "{n} ",
            "\"",
            "[",
            "\n",
            " E r{n}\n",
            "+1 x{n} >= 1;\n",
        ],
        recipes: &[
            "p cnf 9 9\n«1 -2 0\n»",
            "«.»\n",
            "«a,»\n«1,»\n",
            "{\"a\":«[»",
            "Minimize\n«x»\n",
            "<puzzle>«<a>»",
            "«* \n»",
            "«\n»p cnf 1 1\n",
        ],
        read: |text| run(&["dlx", "shorten"], text),
    },
    Reader {
        name: "dlx import csv",
        around: ("id,items\n", ""),
        fragments: CSV,
        recipes: &[
            "id,items\n«r{n},i{n} j{n}\n»",
            "id,items\n«r{n},a{n}:x;b:{n}\n»z,b k\n",
        ],
        read: |text| {
            run(
                &["dlx", "import", "csv", "--items", "items", "--id", "id"],
                text,
            )
        },
    },
    Reader {
        name: "dlx from",
        around: ("s SATISFIABLE\n", ""),
        fragments: MODEL,
        recipes: &["«v 1 -2 -3 0\n»", "v« {n}» 0\n", "«v 1\n»"],
        read: |text| run_with_file(&["dlx", "from", "cnf", FILE], b"A B\nA B\nA\nB\n", text),
    },
    Reader {
        name: "dlx from short",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| run_with_file(&["dlx", "from", "short", FILE], b"A B\nA B\nA\nB\n", text),
    },
    Reader {
        name: "dlx draw",
        around: ("", ""),
        fragments: &["0 A\n", "1 A\n", "2 i{n}\n", "sol\n", "9", "{n} B\n"],
        recipes: &["«1 A\n»sol\n", "«2 A\nsol\n»sol\n", "«2 i{n}\n»"],
        read: |text| run(&["dlx", "draw", "-"], text),
    },
    Reader {
        name: "dlx-check",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| run_with_file(&["dlx-check", FILE], b"A B\nA B\nA\nB\n", text),
    },
    Reader {
        name: "dlx shorten, packed with zstd",
        around: ("", ""),
        fragments: &["A B\n", "\n", "A", "i{n}\n"],
        recipes: &["A\n«A\n»", "«\n»", "«A»\n"],
        read: |text| run(&["dlx", "shorten"], &frames(&text[..text.len() / 11])),
    },
    Reader {
        name: "dlx shorten, packed with gzip",
        around: ("", ""),
        fragments: &["A B\n", "\n", "A", "i{n}\n"],
        recipes: &["A\n«A\n»", "«\n»", "«A»\n"],
        read: |text| run(&["dlx", "shorten"], &members(&text[..text.len() / 26])),
    },
];

/// An uncompressed zstd frame for each line: 10 bytes more.
fn frames(text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        // The magic number and the frame header; the window has 128 MB.
        packed.extend_from_slice(b"\x28\xb5\x2f\xfd\x00\x88");
        let mut rest = line;
        loop {
            let (block, after) = rest.split_at(rest.len().min(1 << 16));
            let head = (block.len() as u32) << 3 | u32::from(after.is_empty());
            packed.extend_from_slice(&head.to_le_bytes()[..3]);
            packed.extend_from_slice(block);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    packed
}

/// An uncompressed gzip member for each line: 23 bytes more.
fn members(text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        packed.extend_from_slice(b"\x1f\x8b\x08\0\0\0\0\0\0\xff");
        let mut blocks = line.chunks(1 << 15).peekable();
        while let Some(block) = blocks.next() {
            let length = block.len() as u16;
            packed.push(u8::from(blocks.peek().is_none()));
            packed.extend_from_slice(&length.to_le_bytes());
            packed.extend_from_slice(&(!length).to_le_bytes());
            packed.extend_from_slice(block);
        }
        let mut sum = Crc::new();
        sum.update(line);
        packed.extend_from_slice(&sum.sum().to_le_bytes());
        packed.extend_from_slice(&(line.len() as u32).to_le_bytes());
    }
    packed
}

const MOVES: &[&str] = &[
    "4 2",
    "{n}",
    "\n",
    " ",
    "97",
    "{n} {n}",
    "score {n}",
    "9",
    "x",
    "1000 500",
    "#",
];

const GRID: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const MASK: &str =
    "1.......1........................................................................";

/// A placeholder for the name of a file.
const FILE: &str = "{file}";

/// Whether the programs have been built beside this one.
pub fn are_built() -> bool {
    folder().join("dlx").exists() && folder().join("sudoku").exists()
}

fn folder() -> PathBuf {
    let own = std::env::current_exe().expect("this program has a path");
    let above = own.ancestors().nth(2);
    above.expect("a folder above").to_path_buf()
}

fn run(words: &[&str], text: &[u8]) -> bool {
    let program = folder().join(words[0]);
    // No good run takes this long. One that does is killed, and its time is noticed.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 100; exec \"$0\" \"$@\""]);
    command.arg(program).args(&words[1..]);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command
        .stderr(Stdio::null())
        .spawn()
        .expect("there is a shell");
    let mut stdin = child.stdin.take().expect("it is a pipe");
    // A program need not read everything.
    let _ = stdin.write_all(text);
    drop(stdin);
    meter::wait_for(child)
}

fn run_with_file(words: &[&str], contents: &[u8], text: &[u8]) -> bool {
    let mut file = tempfile::NamedTempFile::new().expect("there is room");
    file.write_all(contents).expect("there is room");
    let name = file.path().to_str().expect("a name of letters");
    let words: Vec<&str> = words
        .iter()
        .map(|&word| if word == FILE { name } else { word })
        .collect();
    run(&words, text)
}
