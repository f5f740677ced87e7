//! Problems, solutions, certificates, pictures of a search; numbers and paths.

use super::{Read, Reader, letters};
use dlx3::check::{Judge, Settings, check, check_diagram};
use dlx3::format::Costs;
use dlx3::format::solution::{Finder, SolutionReader};
use dlx3::parts::Part;
use dlx3::picture::shape::{read_layers, read_profile, read_shape};
use dlx3::report::Words;
use dlx3::search::Path;
use dlx3::{Count, Original, Problem};
use std::ffi::OsString;

pub const READERS: &[Reader] = &[
    Reader {
        name: "problem",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| Problem::from_bytes(text).is_right(),
    },
    Reader {
        name: "problem of dlx1",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| original(Original::Dlx1, text),
    },
    Reader {
        name: "problem of dlx2",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| original(Original::Dlx2, text),
    },
    Reader {
        name: "problem of dlx3",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| original(Original::Dlx3, text),
    },
    Reader {
        name: "problem, written",
        around: ("A B\n", ""),
        fragments: PROBLEM,
        recipes: PROBLEMS,
        read: |text| {
            let Ok(problem) = Problem::from_bytes(text) else {
                return false;
            };
            let shorter = dlx3::convert::short::shortened(&problem);
            shorter.write(&mut std::io::sink()).is_right()
        },
    },
    Reader {
        name: "solutions",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| SolutionReader::new(text).all(|solution| solution.is_right()),
    },
    Reader {
        name: "solutions, checked",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| checked(text, false),
    },
    Reader {
        name: "samples, checked",
        around: ("1:\n A (1 of 2)\n B (1 of 1)\n", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| checked(text, true),
    },
    Reader {
        name: "solutions, judged",
        around: ("", ""),
        fragments: SOLUTION,
        recipes: SOLUTIONS,
        read: |text| {
            let problem = small();
            let (mut judge, finder) = (Judge::new(&problem), Finder::new(&problem));
            let mut holds = true;
            for solution in SolutionReader::new(text).map_while(Result::ok) {
                holds &= judge.check(&solution).is_ok();
                for level in &solution.levels {
                    holds &= finder.option(&level.words).is_some();
                }
            }
            holds
        },
    },
    Reader {
        name: "certificate",
        around: ("diagram 1\nproblem 3 2 0\nroot 1\n", "\nsolutions 2\n"),
        fragments: &[
            "1:",
            "{n}:",
            "{n}: {n}>{n}",
            " 1>2",
            " 1>{r}",
            " 3>.",
            " !A",
            "!B",
            "2: 2>. !B",
            "\n",
            "0",
            "9",
            ">",
            ".",
            "solutions {n}",
            "root {n}",
        ],
        recipes: &[
            "diagram 1\nproblem 3 2 0\nroot 1\n1:« 1>{n}» !A\n",
            "diagram 1\nproblem 3 2 0\nroot 1\n1: 1>2 3>. !A\n2: 2>. !B\nsolutions 2«0»\n",
            "diagram 1\nproblem 3 2 0\nroot 0\n«{n}: 1>{n}0\n»",
        ],
        read: |text| check_diagram(&small(), 1 << 26, text).is_right(),
    },
    Reader {
        name: "certificate of a large problem",
        around: ("", ""),
        fragments: PROBLEM,
        recipes: &["«i{n} »\n«i{n}\n»", "«i{n} »\n«i{n} i{n}\n»", "i\n«i\n»"],
        read: |text| {
            let Ok(problem) = Problem::from_bytes(text) else {
                return false;
            };
            let (items, options) = (problem.primary_count(), problem.option_count());
            let diagram = format!("diagram 1\nproblem {options} {items} 0\nroot 1\n1: 1>2 3>.\n");
            check_diagram(&problem, 1 << 26, diagram.as_bytes()).is_right()
        },
    },
    Reader {
        name: "shape",
        around: ("", ""),
        fragments: &[
            "0",
            "1",
            "2",
            "i{n}",
            "A,2",
            "{n}",
            "99999999999",
            "sol",
            "sol 1",
            "1 A",
            "2 i{n}",
            ",",
            "1,2",
            "(",
            ")",
            "0 A",
        ],
        recipes: &[
            "«1 A\n»sol\n",
            "«2 A\nsol\n»sol\n",
            "«i{n} 1\n»",
            "«1\n»0\n",
            "«A:1\n»",
        ],
        read: |text| read_shape(text, 1 << 16).is_right(),
    },
    Reader {
        name: "profile",
        around: ("Profile:\n", ""),
        fragments: &[
            "  {n}: {r}",
            "  0: 1",
            "{n}: ",
            "9",
            "0",
            ":",
            "Profile:",
            "  {n}: 9",
        ],
        recipes: &[
            "Profile:\n«  {n}: {r}\n»",
            "Profile:\n  0: «9»\n",
            "Profile:\n  0: 1\n  1: «12345»\n",
            "«Profile\n»",
        ],
        read: |text| read_profile(text).is_right(),
    },
    Reader {
        name: "layers",
        around: ("", ""),
        fragments: &["layer {n}: {r}", "layer 0: 1", "{n}: ", "9", "layer ", ":"],
        recipes: &["«layer {n}: {r}\n»", "layer 0: «9»\n"],
        read: |text| read_layers(text).is_right(),
    },
    Reader {
        name: "words of dlx3",
        around: ("", ""),
        fragments: &[
            "m1", "v{n}", "s{r}", "Sx{n}", "t{n}", "9", "x", "d{n}", "c{n}", "C{n}", "w",
        ],
        recipes: &["«v{n}\n»", "m«9»"],
        read: |text| {
            letters(text, |text| {
                let words: Vec<OsString> = text.lines().map(OsString::from).collect();
                Words::parse(&words, &mut |_| {}).is_ok()
            })
        },
    },
    Reader {
        name: "number",
        around: ("", ""),
        fragments: &["9", "0", "1", "{n}", "{r}", "x"],
        recipes: &["«9»", "1«0»", "«{r}»", "0«0»"],
        read: |text| letters(text, |text| text.parse::<Count>().is_right()),
    },
    Reader {
        name: "path",
        around: ("1", ""),
        fragments: &[".1", ".{n}", ".9", "9", ".", "0", "/"],
        recipes: &["1«.1»", "1«.{n}»", "«9»"],
        read: |text| letters(text, |text| text.parse::<Path>().is_right()),
    },
    Reader {
        name: "part",
        around: ("1/", ""),
        fragments: &["1", "9", "/", "{n}"],
        recipes: &["1/«9»", "«1/»"],
        read: |text| letters(text, |text| text.parse::<Part>().is_right()),
    },
    Reader {
        name: "cost",
        around: ("", ""),
        fragments: &["9", "0", ".", "e", "-", "e9", "1e{n}", "+"],
        recipes: &["«9»", "1.«9»", "0.«0»1", "1e«9»", "1«0»e-9", "1e-«9»"],
        read: |text| Costs::parse([text]).is_right(),
    },
    Reader {
        name: "costs",
        around: ("", ""),
        fragments: &[
            "1", "0.{n}", "1e{n}", "-{n}", "1e-{n}", "{r}.{r}", "9", "1e9", "1e-9",
        ],
        recipes: &[
            "«{r}\n»",
            "«{r}.{r}\n»",
            "1e9\n1e-9\n«1\n»",
            "1.«9»\n«1\n»",
            "1e30\n«1e-30\n»",
        ],
        read: |text| Costs::parse(text.split(|&byte| byte == b'\n')).is_right(),
    },
];

pub const PROBLEM: &[&str] = &[
    "A",
    "i{n}",
    "i{n}:c",
    "i{n}:{l}",
    "|",
    "1:2|i{n}",
    "1:*|A",
    "3|i{n}",
    "| comment",
    "A:a",
    ":",
    "i{r}",
    "i{n} i{n}",
    "\t",
    "*",
    "A|{n}",
    "A |1.{n}",
    "|{n}",
    "\u{e4}",
    "\0",
    "0:{n}|x{n}",
];

pub const PROBLEMS: &[&str] = &[
    "«i{n} »\n«i{n}\n»",
    "«i{n} »|« j{n}»\n«i{n} j{n}:{l}\n»",
    "«i{n} »\n«i{r} i{n}\n»",
    "A |« j{n}»\nA« j{n}:{l}»\n",
    "A |« j{n}»\n«A j{n}:{l}\n»",
    "A B\n«A B\n»",
    "«1:3|i{n} »\n«i{n}\n»",
    "A B\n«A |0.{n} B |{r}\n»",
    "A B\nA |1e30\n«B |1e-9\n»",
    "A |« j{n}»\n«j{n}\n»",
    "«| comment\n»A\nA\n",
    "A\nA |«9»\n",
    "«a»\n",
    "«9»|A\n",
    "A\n«A A\n»",
    "« »A\nA\n",
    "A\nA |«1 |»\n",
];

pub const SOLUTION: &[&str] = &[
    "1:\n",
    "{n}:\n",
    " A (1 of 2)\n",
    " B (1 of 1)\n",
    " A B (2 of 2)\n",
    " A:c",
    " i{n}",
    "null A (1 of 1)\n",
    " ({n} of {n})",
    "9",
    "x",
    "(",
    " of ",
    ":",
    "Altogether",
];

pub const SOLUTIONS: &[&str] = &[
    "«{n}:\n A B (2 of 2)\n»",
    "«{n}:\n A (1 of 2)\n B (1 of 1)\n»",
    "1:\n« A (1 of 2)\n»",
    "1:\n«null A (1 of 1)\n»",
    "1:\n« i{n}» (1 of 1)\n",
    "1:\n« i{n} (1 of 1)\n»",
    "1:\n« i{n}:{l} j{n} (1 of 1)\n»",
    "«9»:\n A B (2 of 2)\n",
    "1:\n A (1 of «9»)\n",
    "«1:\n»",
];

/// The problem of the certificate in `check_diagram`'s page.
fn small() -> Problem {
    Problem::from_bytes(b"A B\nA\nB\nA B\n").expect("a problem")
}

fn original(original: Original, text: &[u8]) -> bool {
    let mut ignored = 0;
    let mut count = |_: &[u8]| ignored += 1;
    let reader = dlx3::Reader::new().of(original).ignored(&mut count);
    reader.read(text).is_right()
}

fn checked(text: &[u8], sample: bool) -> bool {
    let settings = Settings {
        step: None,
        sample,
        memory: 1 << 26,
    };
    check(&small(), settings, text).is_right()
}
