//! Readers of other solvers' output, and of problems in other formats.

use super::{Read, Reader};
use dlx3::Problem;
use dlx3::convert::import::{Bound, Choices, Columns};
use dlx3::convert::read::ModelReader;
use dlx3::convert::{Format, Import};

pub const READERS: &[Reader] = &[
    Reader {
        name: "models of clauses",
        around: ("s SATISFIABLE\n", ""),
        fragments: MODEL,
        recipes: &[
            "s SATISFIABLE\nv« {n}» 0\n",
            "«v -{n}\n»",
            "«v 1 -2 3 0\n»",
            "SAT\n«1 -2 3 0\n»",
            "c «9»\ns SATISFIABLE\nv 1 0\n",
            "v «9»\n",
            "s «x»\n",
        ],
        read: |text| models(Format::Cnf, text),
    },
    Reader {
        name: "models of clauses with weights",
        around: ("s OPTIMUM FOUND\n", ""),
        fragments: MODEL,
        recipes: &[
            "v «01»\n",
            "«v 010\no {n}\n»",
            "v 0«1»",
            "«o {n}\n»",
            "«v 1 -2 3 0\n»",
        ],
        read: |text| models(Format::Wcnf, text),
    },
    Reader {
        name: "models of pseudo-Boolean constraints",
        around: ("s OPTIMUM FOUND\n", ""),
        fragments: MODEL,
        recipes: &["v« x{n}»\n", "v« -x1»\n", "«v x1 -x2\n»", "«o -{n}\n»"],
        read: |text| models(Format::Opb, text),
    },
    Reader {
        name: "models of integer programs",
        around: ("", ""),
        fragments: &[
            "Status: OPTIMAL",
            "Optimal - objective value 0",
            "x{n} 1",
            "x1 0",
            "1 x1 1 0",
            "x2 0.{n}",
            "*",
            "1 x{n} * 1 0 1",
            "Columns",
            "Name",
            "Index Status Lower Upper Primal Dual Type Name",
            "solution status: infeasible",
            "9",
            "e",
            ".",
            "1",
            "# Objective value = {n}",
            "j {n} 1",
            "s mip 3 2 o 1",
            "e o f",
            "=obj= {n}",
            "c {n}",
            "Primal solution values",
            "Model status",
            "       1 x1             *              1             0             1 ",
        ],
        recipes: &[
            "Status: OPTIMAL\n«x{n} 1\n»",
            "Status: OPTIMAL\n«x1 1\n»",
            "Optimal - objective value 1\n«{n} x{n} 1 0\n»",
            "Model status: Optimal\nColumns\nIndex Status Lower Upper Primal Dual Type Name\n\
             «{n} 0 1 1 Integer x{n}\n»",
            "«infeasible\n»",
            "Status:« optima»\n",
            "x1 0.«9»\n",
        ],
        read: |text| models(Format::Lp, text),
    },
    Reader {
        name: "models of MiniZinc",
        around: ("", ""),
        fragments: &[
            "options 1",
            " {n}",
            "x = [",
            "1, ",
            "0",
            "true, ",
            "]",
            ";",
            "{\"x\"",
            ":",
            "\"x\" :",
            "[",
            "}",
            "\"x\"",
            "----------",
            "==========",
            "=====UNKNOWN=====",
            "x",
            "=",
            "%",
        ],
        recipes: &[
            "options« {n}»\n----------\n",
            "x = [«0, »1, 0];\n----------\n",
            "{«\"x\" »}\n",
            "{«\"x\"»}\n",
            "{«\"x\" : [1], »}\n",
            "{\"y\" :« \"x\"»\n",
            "«options 1 2\n----------\n»",
            "«x = [1, 1, 0];\n----------\n»==========\n",
            "x =« »[1,1,0];\n",
        ],
        read: |text| models(Format::Mzn, text),
    },
    Reader {
        name: "set partitioning of the OR-Library",
        around: ("1000 100000\n", ""),
        fragments: ORLIB,
        recipes: ORLIBS,
        read: |text| imported(Import::Orlib, text, &Choices::default()),
    },
    Reader {
        name: "set covering of the OR-Library",
        around: ("1000 1000\n", ""),
        fragments: ORLIB,
        recipes: ORLIBS,
        read: |text| {
            let choices = Choices {
                cover: true,
                ..Choices::default()
            };
            imported(Import::Orlib, text, &choices)
        },
    },
    Reader {
        name: "sets of the exact cover benchmark",
        around: ("p ec 1000\n", ""),
        fragments: &[
            "s", " 1", " {n}", " {r}", "c", "p ec {n}", "9", "s 1 2", "s {n}", "x", "\n",
        ],
        recipes: &[
            "p ec 4000\ns« 1»\n",
            "p ec 10\n«s 1 2 3\n»",
            "p ec 1000000\ns« {n}»\n",
            "«c\n»p ec 3\ns 1\n",
            "p ec «9»\n",
            "p ec 1000\n«s 999 {l}\n»",
        ],
        read: |text| imported(Import::Ec, text, &Choices::default()),
    },
    Reader {
        name: "matrix",
        around: ("", ""),
        fragments: CSV,
        recipes: &[
            "a b c d\n«1 0 1 0\n»",
            "id«,i{n}»\n« ,»\n",
            "«i{n},»\n«1,»\n",
            "«i{n};»\n«;1»\n",
            "«\"i{n}\",»z\n«\"1\",»0\n",
            "a,b\n\"«x»\n",
            "a,b\n«\"\n\",1\n»",
            "a,b\n\"«\"\"»\",1\n",
            "«a{n}:{l},»z\n«1,»1\n",
            "a\n«{n}\n»",
        ],
        read: |text| imported(Import::Csv, text, &Choices::default()),
    },
    Reader {
        name: "table",
        around: ("id,items,cost\n", ""),
        fragments: CSV,
        recipes: &[
            "id,items,cost\n«r{n},i{n} j{n},{n}\n»",
            "id,items,cost\n«r{n},a{n}:x;b:{n},1\n»z,b k,1\n",
            "id,items,cost\nr,«a{n} »,1\n",
            "id,items,cost\nr,«a »,1\n",
            "id,items,cost\n«r{n},a,1.{n}\n»",
            "id,items,cost\n«r{n},a{n}:{l},1\n»«s{n},a{n},2\n»",
            "id,items,cost\n«r{n},a:{l}:{n},1\n»",
            "id,items,cost\n«,,\n»a,b,1\n",
            "id,items,cost\nr,\"[«'a{n}', »]\",1\n",
            "id,items,cost\n«r{n},\"a{n}, b\",1\n»",
            "id;items;cost\n«r{n};i{n} j{n};1,{n}\n»",
            "id,items,cost\n«\n»a,b,1\n",
            "id,items,cost«,x{n}»\na,b,1«,»\n",
            "id,items,cost\nr,a,«9»\n",
        ],
        read: |text| {
            let columns = Columns {
                cost: Some("cost".to_owned()),
                items: Some("items".to_owned()),
                id: Some("id".to_owned()),
                ..Columns::default()
            };
            let choices = Choices {
                columns,
                ..Choices::default()
            };
            imported(Import::Csv, text, &choices)
        },
    },
    Reader {
        name: "names of items for a table",
        around: ("", ""),
        fragments: &["i{n}\n", "i0\n", "i{r}\n", "x"],
        recipes: &["«i{n}\n»", "«i0\n»", "i«i»\n"],
        read: |text| {
            // Each line is an item of the table, with bounds and secondary.
            let names: Vec<String> = String::from_utf8_lossy(text)
                .lines()
                .map(str::to_owned)
                .collect();
            let table = format!(
                "id,{}\nr,{}\n",
                names.join(","),
                vec!["1"; names.len()].join(",")
            );
            let (bounded, secondary) = names.split_at(names.len() / 2);
            let bound = |name: &String| Bound {
                name: name.clone(),
                lower: 1,
                upper: None,
            };
            let columns = Columns {
                id: Some("id".to_owned()),
                bounds: bounded.iter().map(bound).collect(),
                secondary: secondary.to_vec(),
                ..Columns::default()
            };
            let choices = Choices {
                columns,
                ..Choices::default()
            };
            imported(Import::Csv, table.as_bytes(), &choices)
        },
    },
    Reader {
        name: "integer program in MPS",
        around: (
            "NAME x\nROWS\n N obj\n E r\n E s\nCOLUMNS\n M 'MARKER' 'INTORG'\n x obj 1 r 1\n",
            "\nRHS\n rhs r 1\nENDATA\n",
        ),
        fragments: &[
            "NAME",
            "ROWS",
            " N n{n}",
            " E r{n}",
            " L l{n}",
            "COLUMNS",
            " x{n} r 1",
            " x r 1",
            " x s 1",
            " x{n} n{n} 1",
            " M 'MARKER' 'INTORG'",
            " M 'MARKER' 'INTEND'",
            "RHS",
            " rhs r 1",
            " rhs r{n} 1",
            "RANGES",
            " rng r{n} 1",
            "BOUNDS",
            " BV bnd x",
            " BV b x{n}",
            " UP b x{n} 1",
            "* comment",
            "9",
            " ",
            " x y z r{n} 1",
            "ENDATA",
            "OBJSENSE",
            " MAX",
            "\t",
        ],
        recipes: &[
            "NAME x\nROWS\n N obj\n« E r{n}\n»COLUMNS\n M 'MARKER' 'INTORG'\n« x{n} r{n} 1\n»\
             M 'MARKER' 'INTEND'\nRHS\n« rhs r{n} 1\n»ENDATA\n",
            "NAME x\nROWS\n N obj\n« N n{n}\n» E r\nCOLUMNS\n M 'MARKER' 'INTORG'\n\
             « x{n} n{n} 1\n x{n} r 1\n» M 'MARKER' 'INTEND'\nRHS\n rhs r 1\nENDATA\n",
            "NAME x\nROWS\n N obj\n E r\nCOLUMNS\n« x{n} r 1\n»RHS\n rhs r 1\nBOUNDS\n\
             « BV bnd x{n}\n»ENDATA\n",
            "NAME x\nROWS\n N obj\n« E r{n}\n»COLUMNS\n M 'MARKER' 'INTORG'\n« x r{n} 1\n»\
             RHS\n« rhs r{n} 1\n»ENDATA\n",
            "NAME x\nROWS\n N obj\n« L r{n}\n»COLUMNS\n M 'MARKER' 'INTORG'\n« x r{n} 1\n»\
             RHS\n« rhs r{n} 1\n»RANGES\n« rng r{n} 1\n»ENDATA\n",
            "NAME x\nROWS\n N obj\n E r r\nCOLUMNS\n« x y    r r      1\n»",
            "« x»",
        ],
        read: |text| imported(Import::Mps, text, &Choices::default()),
    },
    Reader {
        name: "integer program in LP",
        around: ("Minimize\n obj: x\nSubject To\n", "\nBinary\n x\nEnd\n"),
        fragments: &[
            "x",
            " + x{n}",
            " - x",
            " = 1",
            "c{n}: x = 1",
            "c{n}:",
            "x{n}",
            "[",
            "]",
            "x[{n},{n}]",
            "a[",
            "(",
            ")",
            "{",
            "1",
            "9",
            ".",
            "e",
            "<=",
            ">=",
            "1 <=",
            "\\",
            "\\ comment",
            "Bounds",
            " 0 <= x{n} <= 1",
            "Binary",
            "General",
            " x{n} free",
            "Subject To",
            "End",
            "^2",
            "*",
            "x{n} = 1 -> x = 1",
            "/",
            "R{n}",
            "<",
            "=",
            "-",
            "+",
        ],
        recipes: &[
            "Minimize\n obj:« + {n} x{n}»\nSubject To\n«c{n}: x{n} + y = 1\n»Binary\n« x{n}\n» y\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc:« + x{n}» = 1\nBinary\n« x{n}» x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc:« + x» = 1\nBinary\n x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc:« + x[{n},1]» = 1\nBinary\n x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc: a«[» + x = 1\nBinary\n x\nEnd\n",
            "Minimize\n obj: x\nSubject To\n«c{n}: 0 <= x + x{n} <= 1\n»Binary\n x« x{n}»\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc: x = 1\nBounds\n« 0 <= x{n} <= 1\n»General\n«x{n} »x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc:« + 1»x = 1\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc: «9»x = 1\nEnd\n",
            "Minimize\n obj: x\nSubject To\n«c{n}: x = 1\n»Binary\n x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc: x«\n» = 1\nBinary\n x\nEnd\n",
            "Minimize\n obj: x\nSubject To\nc: x = 1\n«Binary\n x\n»End\n",
            "Minimize\n obj:« +»x\nSubject To\nc: x = 1\nEnd\n",
            "Minimize\n obj: «a{n}:» x\nEnd\n",
        ],
        read: |text| imported(Import::Lp, text, &Choices::default()),
    },
];

pub const MODEL: &[&str] = &[
    "v",
    " 1",
    " -2",
    " {n}",
    " -{n}",
    " 0",
    "s SATISFIABLE",
    "s OPTIMUM FOUND",
    "c",
    "o {n}",
    "SAT",
    "UNSAT",
    " x1",
    " -x{n}",
    "9",
    "01",
    "\n",
    "v 0",
    "s UNSATISFIABLE",
    "v 1 0",
    "-",
];

const ORLIB: &[&str] = &[
    "1",
    " {n}",
    " {r}",
    "{n} 1 1",
    "9",
    "{n} 2 1 2",
    "0",
    "-1",
    ".",
    "1.5",
    "1 1 {n}",
    "x",
    "\n",
];

const ORLIBS: &[&str] = &[
    "1 100000\n«1 1 1\n»",
    "4000 2000\n«1 3 1 2 3\n»",
    "1000000 1\n1 1000000« {n}»\n",
    "1 1000\n«1 »\n1000« {n}»\n",
    "1000 1000\n« {n}»",
    "1 1\n«9» 1 1\n",
    "«0»1 1 1 1 1\n",
];

pub const CSV: &[&str] = &[
    "a",
    "i{n}",
    ",",
    ";",
    "\t",
    " ",
    "\n",
    "\"",
    "\"\"",
    "\"a\"",
    "1",
    "0",
    "{n}",
    "a:{l}",
    "a{n}:x",
    "b:{n}",
    ":",
    "'a', ",
    "[",
    "]",
    "|",
    "1,5",
    "r{n},a,1\n",
    "True",
    "False",
    "1 0 1\n",
    "&",
];

/// Whether all models of a text are right.
fn models(format: Format, text: &[u8]) -> bool {
    let problem = Problem::from_bytes(b"A B\nA B\nA\nB\n").expect("a problem");
    let mut models = ModelReader::new(format, &problem, text);
    loop {
        match models.next() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

fn imported(import: Import, text: &[u8], choices: &Choices) -> bool {
    import.read(text, choices).is_right()
}
