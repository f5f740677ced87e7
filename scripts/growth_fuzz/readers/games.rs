//! Readers of peg solitaire, of the sieve, and of the puzzles of `dlx gen`.

use super::{Read, Reader, letters};
use dlx3::families::fillomino::Fillomino;
use dlx3::families::graceful::{Chain, Graceful};
use dlx3::families::macmahon::LargeTriangle;
use dlx3::families::masyu::Masyu;
use dlx3::families::slitherlink::Slitherlink;
use dlx3::families::words::WordList;
use dlx3::format::solution::SolutionReader;
use dlx3::peg::decode::{self, decode_sequence};
use dlx3::peg::pagoda::Pagoda;
use dlx3::peg::{Board, Directions, Game, board_named, parse_game, parse_game_spec};
use dlx3::sieve::Numbers;
use dlx3::sieve::decode::Decoder;

pub const READERS: &[Reader] = &[
    Reader {
        name: "peg board",
        around: ("", ""),
        fragments: BOARD,
        recipes: BOARDS,
        read: |text| parse_game(text, Directions::Four).is_right(),
    },
    Reader {
        name: "peg board with six directions",
        around: ("", ""),
        fragments: BOARD,
        recipes: BOARDS,
        read: |text| parse_game(text, Directions::Six).is_right(),
    },
    Reader {
        name: "name of a peg problem",
        around: ("", ""),
        fragments: &[
            "english", "english:", "d4", ",", ":", "any", ":any", "{n}", "a", "16", "central",
        ],
        recipes: &[
            "english:«d4,»d4",
            "english:«{n},»",
            "«a»",
            "english«:»",
            "english:«9»",
            "«:any»",
        ],
        read: |text| letters(text, |text| parse_game_spec(text).is_ok()),
    },
    Reader {
        name: "pagoda function",
        around: ("", ""),
        fragments: &["0 ", "1 1 1\n", "-1 ", "#", "\n", "9", "x", "{n} ", "\t"],
        recipes: &["«0 »", "«1 1 1\n»", "«#\n»", "«9»", "«\n»1 1 1\n"],
        read: |text| letters(text, |text| Pagoda::parse(&board(), text).is_right()),
    },
    Reader {
        name: "jumps",
        around: ("", ""),
        fragments: &[
            "d2-d4", " ", "5->17", "c4-e4", "-", "d4", "x", "{n}->{n}", "9",
        ],
        recipes: &["«d2-d4 »", "«5->17 »", "«x»", "«d»2-d4", "d2-d4« »"],
        read: |text| decode_sequence(&game(), text, &1.into(), 1).is_right(),
    },
    Reader {
        name: "solutions of peg problems",
        around: ("1:\n", ""),
        fragments: &[
            "{n}:\n",
            " d2_0 d3_0 d4_0 (1 of 1)\n",
            " d2_{n} (1 of 1)\n",
            " d2_{n} d3_{n} d4_{n} (1 of 1)\n",
            "null d2_{n} (1 of 1)\n",
            " a1_0",
            " {l}{n}_{n}",
        ],
        recipes: &[
            "«{n}:\n d2_0 d3_0 d4_0 (1 of 1)\n»",
            "1:\n« d2_{n} d3_{n} d4_{n} (1 of 1)\n»",
            "1:\n« d2_{n} (1 of 1)\n»",
            "1:\n« d2_0 (1 of 1)\n»",
        ],
        read: |text| {
            let (game, mut decoder) = (game(), decode::Decoder::default());
            let solutions = SolutionReader::new(text).map_while(Result::ok);
            let right = |solution| decoder.decode(&game, &solution).is_right();
            solutions.map(right).filter(|&right| right).count() > 0
        },
    },
    Reader {
        name: "solutions of the sieve",
        around: ("1:\n", ""),
        fragments: &[
            "{n}:\n",
            " 4 2 (1 of 1)\n",
            " {n} {n} (1 of 1)\n",
            " p{n} t{n} (1 of 1)\n",
            "null 4 (1 of 1)\n",
            " {n}",
            " 100 50",
            " (1 of 1)\n",
        ],
        recipes: &[
            "«{n}:\n 4 2 (1 of 1)\n»",
            "1:\n« 4 2 (1 of 1)\n»",
            "1:\n« {n} {r} (1 of 1)\n»",
        ],
        read: |text| {
            let numbers = Numbers::new(100).expect("a sieve");
            let mut decoder = Decoder::new(&numbers);
            let solutions = SolutionReader::new(text).map_while(Result::ok);
            let right = |solution| decoder.decode(&solution).is_right();
            solutions.map(right).filter(|&right| right).count() > 0
        },
    },
    Reader {
        name: "words",
        around: ("", ""),
        fragments: &[
            "abc\n",
            "a{n}\n",
            "{l}{l}{l}\n",
            "\n",
            "a",
            " ",
            "\r\n",
            "\u{e4}",
        ],
        recipes: &["«abc\n»", "«{l}{l}{l}\n»", "«a»", "«\n»"],
        read: |text| WordList::read(text, None).is_right(),
    },
    Reader {
        name: "masyu",
        around: ("", ""),
        fragments: &[".", "0", "1", "w", "b", "\n", "....\n", "\r"],
        recipes: &["«....\n»", "«.»", "«\n»"],
        read: |text| Masyu::read(text).is_right(),
    },
    Reader {
        name: "slitherlink",
        around: ("", ""),
        fragments: &[".", "0", "1", "3", "\n", "....\n", "\r"],
        recipes: &["«....\n»", "«.»", "«\n»"],
        read: |text| Slitherlink::read(text).is_right(),
    },
    Reader {
        name: "fillomino",
        around: ("", ""),
        fragments: &[".", "0", "1", "f", "\n", "....\n", "\r"],
        recipes: &["«....\n»", "«.»", "«\n»"],
        read: |text| Fillomino::read(text).is_right(),
    },
    Reader {
        name: "graph",
        around: ("a-b", ""),
        fragments: &["-{n}", "-a", "a-b\n", "\na-{n}", "-", "\n{l}-{n}", "x"],
        recipes: &["a«-{n}»", "«{n}-a\n»", "«a-b\n»", "a-«b»", "a«-{l}»"],
        read: |text| {
            letters(text, |text| {
                let chains: Result<Vec<Chain>, _> = text.lines().map(str::parse).collect();
                chains.is_ok_and(|chains| Graceful::new(chains).is_right())
            })
        },
    },
    Reader {
        name: "large triangle",
        around: ("", ""),
        fragments: &["01", "+", "2", "x"],
        recipes: &["«01»", "01«+»"],
        read: |text| letters(text, |text| text.parse::<LargeTriangle>().is_ok()),
    },
];

const BOARD: &[&str] = &[
    "x",
    ".",
    " ",
    "\n",
    "\n\n",
    "#",
    "o",
    "*",
    "0",
    "1",
    "xx..  ...x\n",
    "\u{25cf}",
    "\u{25cb}",
    "\u{fe0f}",
    "  xxx\n",
    "xxxxxxx\n",
    "\r",
    "\t",
    "\u{3000}",
    "{l}",
    "-",
    "|",
];

const BOARDS: &[&str] = &[
    "«x»",
    "«x\n»",
    "«\n»x.x",
    "« »x.x",
    "«#»\nx.x",
    "xx.\n« »",
    "«  xxx\n»",
    "«\u{fe0f}»x.x",
    "«x\n\n»",
    "x« »x« »x\n",
    "«#\n»",
];

fn board() -> Board {
    board_named("english").expect("a board")
}

fn game() -> Game {
    parse_game_spec("central").expect("a problem")
}
