//! Sudokus in all forms of text, cages, jigsaws, and solutions of Sudokus.

use super::{Read, Reader};
use dlx3::format::solution::SolutionReader;
use dlx3::sudoku::decode::Heading;
use dlx3::sudoku::names::NameDecoder;
use dlx3::sudoku::{
    Alphabet, Filled, Geometry, Grid, Puzzles, cage, forms, general, hitting, jigsaw, plain,
};

pub const READERS: &[Reader] = &[
    Reader {
        name: "Sudokus of 9x9",
        around: ("", ""),
        fragments: PUZZLE,
        recipes: PUZZLES,
        read: |text| puzzles(9, text),
    },
    Reader {
        name: "Sudokus of 16x16",
        around: ("", ""),
        fragments: PUZZLE,
        recipes: PUZZLES,
        read: |text| puzzles(16, text),
    },
    Reader {
        name: "Sudokus of 25x25",
        around: ("", ""),
        fragments: PUZZLE,
        recipes: PUZZLES,
        read: |text| puzzles(25, text),
    },
    Reader {
        name: "Sudokus of OpenSudoku",
        around: ("<?xml version=\"1.0\"?><opensudoku>", "</opensudoku>\n"),
        fragments: &[
            "<game data=\"",
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
            "\"",
            "/>",
            "<",
            ">",
            "'",
            "<a>",
            "</a>",
            "<game ",
            "data=",
            "version: 4",
            "0|0|0|1|",
            "\n",
            "&#10;",
            " data=\"1\"",
            "<game data=\"0\"/>",
            "a{n}=\"1\" ",
            "=",
            "<!--",
            "-->",
            "]]>",
            "1,",
            "x",
        ],
        recipes: &[
            "<opensudoku>«<game data=\"5300700006001950000980000608000600034008030017000200060600\
             00280000419005000080079\"/>\n»</opensudoku>",
            "<opensudoku>«<game data=\"5300700006001950000980000608000600034008030017000200060600\
             00280000419005000080079\"/>»</opensudoku>",
            "<opensudoku>\n<game data=\"\n«x\n»",
            "<opensudoku>\n«<game\n»",
            "<opensudoku>«<a>»</opensudoku>",
            "<opensudoku>\n<game «a{n}=\"{n}\" »data=\"0\"/>",
            "<opensudoku>\n<game data=\"version: 4&#10;«0|0|0|1|»\"/>",
            "<opensudoku>\n<game data=\"version: 1&#10;0|«1,»|1|\"/>",
            "<opensudoku>\n«<game data=\"\n\"/>\n»",
            "<opensudoku>\n<game« data=»/>",
        ],
        read: |text| puzzles(9, text),
    },
    Reader {
        name: "kinds of lines with candidates",
        around: ("", ""),
        fragments: CANDIDATES,
        recipes: &["«123456789 »\n", "«1»", ":0000:x:«1»:215:::", "«u5 »"],
        read: |text| {
            let lines = text.split(|&byte| byte == b'\n');
            lines.filter(|line| forms::kind(line).is_some()).count() > 0
        },
    },
    Reader {
        name: "candidates",
        around: ("", ""),
        fragments: CANDIDATES,
        recipes: &["«123456789 »\n", "«1»", "«123456789»\n"],
        read: |text| {
            let lines: Vec<Vec<u8>> = text
                .split(|&byte| byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect();
            let is_marks = |line: &&Vec<u8>| forms::kind(line) == Some(forms::FormLine::Marks);
            let marks = lines.iter().filter(is_marks);
            let right = marks.filter(|line| forms::marks(line).is_right()).count();
            right > 0 || forms::rows(&lines).map_err(|(_, fault)| fault).is_right()
        },
    },
    Reader {
        name: "library strings of HoDoKu",
        around: (":0000:x:", ":::"),
        fragments: &[
            ".", "5", "+", "+5", ":", " ", "215", "{n}", "x", ":0000:x:", "999 ",
        ],
        recipes: &[
            ":0000:x:«.»:::",
            ":0000:x:530070000600195000098000060800060003400803001700020006060000280000419005000080\
             079:«215 »:::",
            "«:»",
            ":0000:x:«+»",
        ],
        read: |text| forms::library_string(text).is_right(),
    },
    Reader {
        name: "grid",
        around: ("", ""),
        fragments: &["1", ".", "0", "#", "a", " ", "\n"],
        recipes: &["«1»", "«.»"],
        read: |text| Grid::parse(&board(9), text).is_right(),
    },
    Reader {
        name: "digits",
        around: ("", ""),
        fragments: &["1", "9", "-", "a", "{n}", "1-9", "."],
        recipes: &["«123456789»", "1-«9»", "«9»-9"],
        read: |text| Alphabet::parse(9, text).is_right(),
    },
    Reader {
        name: "Sudoku for gen-sudoku",
        around: ("", ""),
        fragments: &[
            "53..7....",
            "\n",
            "#",
            "|",
            " ",
            ".",
            "1",
            "\r\n",
            "# {n}\n",
            ".........",
        ],
        recipes: &[
            "«#\n»",
            "«\n»",
            "53..7....\n« »",
            "«.»",
            "« »",
            "«.........\n»",
        ],
        read: |text| plain::read(text).is_right(),
    },
    Reader {
        name: "Sudoku with boxes for gen-sudoku",
        around: ("", ""),
        fragments: &[
            "53..7....",
            "\n",
            "#",
            ".",
            "1",
            "\r\n",
            "#########",
            "..#......",
            "z",
        ],
        recipes: &["«.»", "«.........\n»", "«###......\n»", "«\n»"],
        read: |text| general::read(text).is_right(),
    },
    Reader {
        name: "jigsaw",
        around: ("", ""),
        fragments: &[
            "a",
            "{l}",
            "{n}",
            " ",
            ",",
            "|",
            "+-",
            "#",
            "\n",
            "aaabbbccc",
            "1 1 1 2 2 2",
            "\u{e4}",
        ],
        recipes: &[
            "«a»",
            "«a »",
            "«{n} »\n",
            "«a\n»",
            "«#\n»",
            "«aaabbbccc\n»",
            "«|»",
            "«1,»\n",
            "«{n},\n»",
            "«1 1 2 2\n»",
            "« »a",
        ],
        read: |text| jigsaw::read(text).is_right(),
    },
    Reader {
        name: "cages",
        around: ("", ""),
        fragments: &[
            "15",
            "r1c1",
            " r{n}c1",
            "aab......",
            "a=15",
            "a{n}=5",
            "{l}={n}",
            "#",
            "\n",
            "9",
            "=",
            "3",
            ".",
            "aaabbbccc",
            " a=1",
            "12 r1c1 r1c2",
            "r1c1-r1c9",
            "{n}",
            "z",
            ":",
        ],
        recipes: &[
            "«a{n}=5 »",
            "«a{n}=5\n»",
            "aaabbbccc\naaabbbccc\n«a{n}=5 »",
            "«aaabbbccc\n»",
            "«3 r1c1\n»",
            "«3 r1c1 r1c2 # x\n»",
            "3« r1c1»\n",
            "3« »r1c1\n",
            "«9» r1c1\n",
            "«#\n»",
            "«.........\n»",
            "«a=»",
            "r«9»c1\n",
        ],
        read: |text| cage::read(&board(9), text).is_right(),
    },
    Reader {
        name: "comments of a Sudoku's problem",
        around: ("|sudoku!", "\n"),
        fragments: &[
            "53..7....",
            "!",
            "|boxes!",
            "|digits!",
            "\n",
            ".",
            "1",
            "|",
            "#",
            "123456789",
            " ",
        ],
        recipes: &[
            "|sudoku!«.........!»",
            "«|sudoku!\n»",
            "«| x\n»",
            "|sudoku!«.»",
            "|sudoku!.\n«|boxes!\n»",
        ],
        read: |text| Heading::read(text).is_right(),
    },
    Reader {
        name: "solutions of Sudokus",
        around: ("1:\n", ""),
        fragments: &[
            " p00 r05 c05 b05 (1 of 1)\n",
            " p{l}{l} r{l}1 c{l}1 b01 (1 of 1)\n",
            " n9.81 (1 of 1)\n",
            "{n}:\n",
            " p00",
            " r05",
            "null p00 (1 of 1)\n",
            " k{n} (1 of 1)\n",
            " i{n} (1 of 1)\n",
        ],
        recipes: &[
            "«{n}:\n p00 r01 c01 b01 (1 of 1)\n»",
            "1:\n« p00 r01 c01 b01 (1 of 1)\n»",
            "1:\n« p{l}{n} r{l}{n} c{n}1 b01 (1 of 1)\n»",
            "«{n}:\n n9.81 (1 of 1)\n»",
            "1:\n« k{n} (1 of 1)\n»",
        ],
        read: |text| {
            let mut decoder = NameDecoder::default();
            let solutions = SolutionReader::new(text).map_while(Result::ok);
            solutions
                .filter(|solution| decoder.read(solution, None).is_right())
                .count()
                > 0
        },
    },
    Reader {
        name: "clues that meet all unavoidable sets",
        around: ("1:\n", ""),
        fragments: &[
            " p11:{l} (1 of 1)\n",
            " p00:5 (1 of 1)\n",
            "{n}:\n",
            " p{l}{l}:1",
            "null u{n} (1 of 1)\n",
            " u{n}",
            " p00:5",
        ],
        recipes: &[
            "«{n}:\n p00:5 (1 of 1)\n»",
            "1:\n« p00:5 (1 of 1)\n»",
            "1:\n«null u{n} (1 of 1)\n»",
        ],
        read: |text| {
            let grid =
                "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
            let grid = Grid::parse(&board(9), grid.as_bytes()).expect("a grid");
            let filled = Filled::<2>::new(&board(9), &grid).expect("a solved grid");
            let solutions = SolutionReader::new(text).map_while(Result::ok);
            let right = |solution| hitting::cells_of(&filled, &solution).is_right();
            solutions.map(right).filter(|&right| right).count() > 0
        },
    },
];

pub const PUZZLE: &[&str] = &[
    "53..7....",
    "\n",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    ".",
    "0",
    "1",
    " ",
    ",",
    ";",
    "|",
    "+-------+",
    "#",
    "# {n}\n",
    "[Puzzle]",
    "[State]",
    "<",
    "<game",
    ":",
    ":0000:x:",
    "u5",
    "1234",
    "123456789 ",
    "\"",
    "'",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "name,puzzle",
    "{n},",
    "=",
    "x",
    "\u{e4}",
    "\u{fe0f}",
    "\t",
    "\r",
    "-",
    "_",
    "16 ",
    "{n} ",
    "A",
    "puzzle=",
    "?",
    "*",
    "&",
    "5.0",
    "+5",
];

pub const PUZZLES: &[&str] = &[
    "«530070000600195000098000060800060003400803001700020006060000280000419005000080079\n»",
    "«53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n\
     ....8..79\n\n»",
    "«5 3 . | . 7 . | . . .\n»",
    "«5,3,0,0,7,0,0,0,0\n»",
    "«.»",
    "«.\n»",
    "«1 »",
    "«123456789 »\n",
    "«1234 5 6 7 8 9 1 2 3\n»",
    "«# comment {n}\n»",
    "name,puzzle\n«{n},530070000600195000098000060800060003400803001700020006060000280000419005000\
     080079\n»",
    "«x\n»",
    "«,»",
    "«[Puzzle]\n»",
    "«:0000:x:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:::\
     \n»",
    "53..7....\n«\n»6..195...",
    "«words of people {n} \n»",
    "«1,2;3|»",
];

pub const CANDIDATES: &[&str] = &[
    "123456789 ",
    "5 ",
    "u5 ",
    ".",
    "0",
    "1",
    "\n",
    ":",
    ":0000:x:",
    "<?xml",
    "<game",
    "| ",
    "+--+",
    "9",
    "1234",
    " ",
    "+5",
    "-",
];

fn board(order: usize) -> Geometry {
    Geometry::of_order(order).expect("a board")
}

/// Whether there are puzzles, all of them right.
fn puzzles(order: usize, text: &[u8]) -> bool {
    let board = board(order);
    let mut is_right = false;
    let mut puzzles = Puzzles::new(&board, text);
    while let Some(read) = puzzles.next_given() {
        is_right = read.is_right();
    }
    is_right
}
