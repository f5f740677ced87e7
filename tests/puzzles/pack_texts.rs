//! Pieces and regions as people draw them, post them and write them in programs.

use crate::common::filter::{self, Run, TemporaryFile};
use dlx3::pack::{
    Assembly, Coloring, Picture, Source, Spec, Uses, choose_grid, named_pieces, parse_region,
};
use dlx3::pack::{Packing, Placements, RegionSpec, encode::encode};

fn region(text: &str) -> RegionSpec {
    if text.contains('\n') {
        return RegionSpec::Picture(Picture::read(text.as_bytes()).unwrap());
    }
    match parse_region(text).unwrap() {
        Spec::Named(region) => region,
        Spec::File(fault) => panic!("{fault}"),
    }
}

fn assembly(pieces: &str, area: &str) -> Assembly {
    let source = match named_pieces(pieces).unwrap() {
        Spec::Named(set) => Source::Set(set),
        Spec::File(_) => {
            let picture = Picture::read(pieces.as_bytes());
            Source::Picture(picture.unwrap_or_else(|fault| panic!("{fault}\n{pieces}")))
        }
    };
    let (sources, regions) = (vec![source], vec![region(area)]);
    Assembly {
        grid: choose_grid(&sources, &regions).unwrap(),
        sources,
        regions,
        moves: None,
        coloring: Coloring::None,
        each: Uses::ONCE,
        uses: Vec::new(),
        border: None,
    }
}

fn packing(pieces: &str, area: &str) -> Packing {
    let packing = assembly(pieces, area).packing();
    packing.unwrap_or_else(|fault| panic!("{fault:?}\n{pieces}"))
}

fn names(packing: &Packing) -> String {
    let names: Vec<&str> = packing.pieces.iter().map(|piece| &*piece.name).collect();
    names.join(" ")
}

/// The problem as text.
fn problem(packing: &Packing) -> String {
    let mut text = Vec::new();
    let problem = encode(packing, &Placements::new(packing), None).unwrap();
    problem.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Checks that all texts mean the same pieces in that region as the drawing in letters.
fn all_are(letters: &str, area: &str, texts: &[&str]) {
    let wanted = packing(letters, area);
    for text in texts {
        let read = packing(text, area);
        assert_eq!(names(&read), names(&wanted), "{text}");
        assert_eq!(problem(&read), problem(&wanted), "{text}");
    }
}

fn run(program: &str, words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path(program), words);
    filter::run(&mut command, input.as_bytes())
}

/// The number of solutions that `dlx count` finds for the output of gen-pack.
fn count(words: &[&str], input: &str) -> String {
    let written = run("gen-pack", words, input);
    assert_eq!(written.status, Some(0), "{}", written.stderr);
    run("dlx", &["count"], &written.stdout)
        .stdout
        .trim()
        .to_owned()
}

/// An I tromino, a V tromino and a square tetromino.
const LETTERS: &str = "AAA.B..CC\n....BB.CC\n";

#[test]
fn drawings_of_one_sign_are_a_piece_each() {
    all_are(
        LETTERS,
        "2x5",
        &[
            "XXX\n\nX\nXX\n\nXX\nXX\n",
            "###\n\n\n#.\n##\n\n##\n##\n",
            "***\n\n*-\n**\n\n**\n**\n",
            "111\n\n10\n11\n\n11\n11\n",
            "111\n000\n\n10\n11\n\n11\n11\n",
            "xxx\n\nx_\nxx\n\nxx\nxx\n",
            "A:\nXXX\n\nB:\nX\nXX\n\nC:\nXX\nXX\n",
            "A:\n###\nB:\n#.\n##\nC:\n##\n##\n",
            "A\nxxx\n\nB\nx.\nxx\n\nC\nxx\nxx\n",
            "Piece A\n***\n\nPiece B\n*.\n**\n\nPiece C\n**\n**\n",
            "Piece A:\nAAA\n\nPiece B:\nB\nBB\n\nPiece C:\nCC\nCC\n",
            "A: ###\nB: #./##\nC: ##/##\n",
            "###/...\n#./##\n##/##\n",
            "[(0,0),(0,1),(0,2)]\n[(0,0),(1,0),(1,1)]\n[(0,0),(0,1),(1,0),(1,1)]\n",
            "A: (0,0) (0,1) (0,2)\nB: (0,0) (1,0) (1,1)\nC: (0,0) (0,1) (1,0) (1,1)\n",
            "A = [(2, 3), (2, 4), (2, 5)]\nB = [(-1, 0), (0, 0), (0, 1)]\nC = [(0,0),(0,1),(1,0),(1,1)]\n",
            "{\"A\": [[0,0],[0,1],[0,2]], \"B\": [[0,0],[1,0],[1,1]],\n \"C\": [[0,0],[0,1],[1,0],[1,1]]}\n",
            "[[[0, 0], [0, 1], [0, 2]],\n [[0, 0], [1, 0], [1, 1]],\n [[0, 0], [0, 1], [1, 0], [1, 1]]]\n",
            "[\n  {\"name\": \"A\", \"cells\": [[0,0],[0,1],[0,2]]},\n  {\"name\": \"B\", \"cells\": [[0,0],[1,0],[1,1]]},\n  {\"name\": \"C\", \"cells\": [[0,0],[0,1],[1,0],[1,1]]}\n]\n",
            "[{x:0,y:0},{x:0,y:1},{x:0,y:2}]\n[{x:0,y:0},{x:1,y:0},{x:1,y:1}]\n[{x:0,y:0},{x:0,y:1},{x:1,y:0},{x:1,y:1}]\n",
            "0,0 0,1 0,2\n0,0 1,0 1,1\n0,0 0,1 1,0 1,1\n",
            "(0,0)\n(0,1)\n(0,2)\n\n(0,0)\n(1,0)\n(1,1)\n\n(0,0)\n(0,1)\n(1,0)\n(1,1)\n",
            "A: ###\nB: #.\n   ##\nC: ##\n   ##\n",
            "x x x\n\nx .\nx x\n\nx x\nx x\n",
            "■■■\n\n■□\n■■\n\n■■\n■■\n",
            "XXX\n===\nX.\nXX\n===\nXX\nXX\n",
            "XXX\n---\nX.\nXX\n---\nXX\nXX\n",
            "# A\nxxx\n\n# B\nx.\nxx\n\n# C\nxx\nxx\n",
            "XXX X  XX\n    XX XX\n",
            "{\"pieces\": [{\"id\": 1, \"cells\": [[0,0],[0,1],[0,2]]},\n{\"id\": 2, \"cells\": [[0,0],[1,0],[1,1]]},\n{\"id\": 3, \"cells\": [[0,0],[0,1],[1,0],[1,1]]}]}\n",
            "[[1,1,1]]\n[[1,0],[1,1]]\n[[1,1],[1,1]]\n",
            "[[[1,1,1],\n  [0,0,0]],\n [[1,0],\n  [1,1]],\n [[1,1],\n  [1,1]]]\n",
        ],
    );
}

#[test]
fn twelve_pentominoes_of_one_sign_fill_6x10_as_often_as_those_of_the_set() {
    let drawn = "XXXXX\n\nXXXX\nX\n\nXXXX\n X\n\nXXX\n  XX\n\nXXX\nX X\n\nXXX\nXX\n\nXXX\nX\nX\n\n X\nXXX\n X\n\n\
                 XX\n XX\n  X\n\nXXX\n X\n X\n\nXX\n X\n XX\n\n XX\nXX\n X\n";
    let (read, set) = (packing(drawn, "6x10"), packing("pentominoes", "6x10"));
    let sorted = |packing: &Packing| {
        let mut all: Vec<_> = packing
            .pieces
            .iter()
            .map(|piece| piece.orientations(packing.grid))
            .collect();
        all.sort();
        all
    };
    assert_eq!(sorted(&read), sorted(&set));
    // In a box they are flat pieces: as layers of one piece they would not fit.
    let solid = assembly(drawn, "3x4x5").packing_with_remarks().unwrap();
    assert_eq!(solid.0.pieces.len(), 12);
    assert!(
        format!("{:?}", solid.1).contains("would not fit"),
        "{:?}",
        solid.1
    );
}

#[test]
fn layers_of_one_piece_stay_layers_where_these_hold_together() {
    let corner = "##\n#.\n\n#.\n..\n";
    let solid = packing(corner, "2x2x2");
    assert_eq!((solid.pieces.len(), solid.pieces[0].shape.size()), (1, 4));
    let apart = packing("##\n..\n\n..\n##\n", "2x2x2");
    assert_eq!(apart.pieces.len(), 2);
    // With `--grid cube`, they are layers in a flat region as well.
    let told = run("gen-pack", &["-", "2x2", "--grid", "cube"], "#\n\n#\n");
    assert_eq!(
        told.stdout.lines().next(),
        Some("# 0.0.0 0.0.1 0.1.0 0.1.1"),
        "{}",
        told.stderr
    );
    let told = run("gen-pack", &["-", "2x2"], "#\n\n#\n");
    assert!(
        told.stderr
            .contains("each drawing is read as a piece: 2 pieces, A to B"),
        "{}",
        told.stderr
    );
}

#[test]
fn solid_pieces_are_drawn_with_layers_side_by_side_or_as_triples() {
    let soma = "V\nxx\nx.\n\nL\nxxx\nx..\n\nT\nxxx\n.x.\n\nZ\nxx.\n.xx\n\nA\nxx x.\n.x ..\n\nB\nxx .x\nx. ..\n\nP\nxx x.\nx. ..\n";
    // A and B are mirror images of each other: which is which depends on the order of layers.
    assert_eq!(count(&["-", "3x3x3"], soma), "11520");
    let listed = "#\n".to_owned() + soma + "\n#\n3 3 3\n#\nV L T\nZ A B P\n#\n";
    assert_eq!(count(&["-", "3x3x3"], &listed), "11520");
    let triples = "V [(0,0,0),(0,0,1),(0,1,0)]\nL [(0,0,0),(0,0,1),(0,0,2),(0,1,0)]\n\
                   T [(0,0,0),(0,0,1),(0,0,2),(0,1,1)]\nZ [(0,0,0),(0,0,1),(0,1,1),(0,1,2)]\n\
                   A [(0,0,0),(0,0,1),(0,1,1),(1,0,0)]\nB [(0,0,0),(0,0,1),(0,1,0),(1,0,1)]\n\
                   P [(0,0,0),(0,0,1),(0,1,0),(1,0,0)]\n";
    assert_eq!(count(&["-", "3x3x3"], triples), "11520");
    let cube = "/###/###/###\n/###/###/###\n/###/###/###\n";
    for title in [";A cube\n", ";A cube\n/SOMA001\n", "/SOMA001 Cube\n"] {
        let cube = TemporaryFile::with(format!("{title}{cube}"));
        assert_eq!(count(&["soma", cube.name()], ""), "11520", "{title}");
    }
}

/// A list of matrices with a name, or on a line of its own, gives the layers of one piece. A bare
/// list of matrices gives pieces.
#[test]
fn matrices_in_a_list_of_their_own_are_layers() {
    let soma = [
        "[[[1,1],[1,0]]]",
        "[[[1,1,1],[1,0,0]]]",
        "[[[1,1,1],[0,1,0]]]",
        "[[[1,1,0],[0,1,1]]]",
        "[[[1,1],[0,1]],[[0,0],[0,1]]]",
        "[[[1,1],[0,1]],[[1,0],[0,0]]]",
        "[[[1,1],[1,0]],[[1,0],[0,0]]]",
    ];
    let names = ["V", "L", "T", "Z", "A", "B", "P"];
    let pairs = names.iter().zip(soma);
    let named: Vec<String> = pairs
        .map(|(name, piece)| format!("\"{name}\": {piece}"))
        .collect();
    for text in [
        format!("{}\n", soma.join("\n")),
        format!("[{}]\n", soma.join(",\n")),
        format!("{{{}}}\n", named.join(", ")),
    ] {
        assert_eq!(count(&["-", "3x3x3"], &text), "11520", "{text}");
    }
    // An imaginary number is no coordinate.
    let run = run("gen-pack", &["-", "1x3"], "[0, 1, 1j]\n");
    assert_ne!(run.status, Some(0));
}

#[test]
fn regions_of_presents_are_left_out_aloud() {
    let text = "0:\n##\n#.\n\n1:\n###\n\n4x4: 2 0\n12x5: 1 2\n";
    let told = run("gen-pack", &["-", "2x3"], text);
    assert!(told.stdout.starts_with("p0 p1 0.0"), "{}", told.stdout);
    assert!(
        told.stderr
            .contains("2 lines of regions left out, the first `4x4: 2 0'"),
        "{}",
        told.stderr
    );
}

#[test]
fn a_region_of_0_and_1_has_its_cells_where_1_is() {
    let dominoes = |text: &str| {
        let file = TemporaryFile::with(text);
        let words = ["dominoes", file.name(), "--each", "0:*"];
        (count(&words, ""), run("gen-pack", &words, "").stderr)
    };
    let (found, told) = dominoes("00\n00\n11\n11\n");
    assert_eq!(found, "2");
    assert!(told.contains("1 is read as a cell and 0 as none"), "{told}");
    for text in [
        "##..\n##.#\n...#\n",
        "XX--\nXX-X\n---X\n",
        "** \n** *\n   *\n",
        "aa__\naa_a\n___a\n",
        "[(0,0),(0,1),(1,0),(1,1),(1,3),(2,3)]\n",
    ] {
        assert_eq!(dominoes(text).0, "2", "{text}");
    }
    // Five pieces have 20 cells: only the zeros are cells.
    let zeros = "00000\n00000\n00000\n00000\n11111\n";
    let file = TemporaryFile::with(zeros);
    let told = run("gen-pack", &["tetrominoes", file.name()], "");
    assert!(
        told.stderr.contains("0 is read as a cell and 1 as none"),
        "{}",
        told.stderr
    );
    // With a third digit they are regions, as letters are.
    let three = packing("dominoes", "00\n11\n22\n");
    assert_eq!(three.region.parts(), 3);
}

#[test]
fn a_piece_that_does_not_fit_is_drawn_as_it_was_read() {
    let told = run("gen-pack", &["-", "2x2x2"], "AA..\n.A.B\n\n....\n.AAA\n");
    insta::assert_snapshot!(told.stderr, @r"
    gen-pack: piece A does not fit into the region, but must be used; it was read as:
      ##..  ....
      .#..  .###
    ");
    let told = run("gen-pack", &["-", "2x2"], &"x".repeat(200));
    assert!(
        told.stderr
            .contains("it was read as 200 cells in 1 row and 200 columns"),
        "{}",
        told.stderr
    );
}

#[test]
fn pieces_have_their_usual_names() {
    for (set, name, own) in [
        ("tetrominoes", "Z", "S"),
        ("tetrominoes", "J", "L"),
        ("tetrominoes", "N", "S"),
        ("tetrominoes", "i", "I"),
        ("tetrominoes", "T4", "T"),
        ("one-sided-tetrominoes", "Z", "Z"),
        ("pentominoes", "O", "I"),
        ("pentominoes", "Q", "L"),
        ("pentominoes", "R", "F"),
        ("pentominoes", "S", "N"),
        ("pentominoes", "F5", "F"),
        ("dominoes", "domino", "A"),
        ("dominoes", "I2", "A"),
        ("trominoes+monomino", "monomino", "A1"),
        ("trominoes", "I3", "A"),
        ("trominoes", "V", "B"),
        ("trominoes", "L", "B"),
        ("soma", "S", "Z"),
    ] {
        let use_it = format!("2|{name}");
        let region = if set == "soma" { "4x4x4" } else { "8x8" };
        let told = run("gen-pack", &[set, region, "--use", &use_it], "");
        let first = told.stdout.lines().next().unwrap_or("");
        let wanted = format!("2|{own}");
        assert!(
            first.split(' ').any(|word| word == wanted),
            "{set} {name}: {first} {}",
            told.stderr
        );
    }
    let drawn = run(
        "gen-pack",
        &["-", "2x3", "--use", "2|1"],
        "11\n.1\n\n22\n.2\n",
    );
    assert!(drawn.stdout.starts_with("2|p1 p2 "), "{}", drawn.stderr);
    for (words, told) in [
        (
            ["tetrominoes", "4x5", "--use", "2|Q"],
            "there is no piece Q; the pieces are I, L, O, S, T",
        ),
        (
            ["trominoes+tetrominoes", "4x5", "--use", "2|Tee"],
            "there is no piece Tee; the pieces are A, B, I, L, O, S, T",
        ),
        (
            ["tetrominoes", "4x5", "--use", "2|tetromino"],
            "tetromino can be each of the pieces I, L, O, S, T",
        ),
        (
            ["tetrominoes", "4x5", "--use", "1|S 2|Z"],
            "how often Z is used has been said before",
        ),
    ] {
        let ran = run("gen-pack", &words, "");
        assert_eq!(ran.status, Some(1));
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}

#[test]
fn modules_of_openscad_have_names_of_their_own() {
    for (pieces, area) in [
        ("2|A\nA\nA_2 = 1111\n", "1x3"),
        ("a-b = 1111\na_b = 1112\na.b = 1113\n", "1x3"),
    ] {
        let file = TemporaryFile::with(pieces);
        let solutions = run(
            "dlx3",
            &["m1", "v0", "t1"],
            &run("gen-pack", &[file.name(), area], "").stdout,
        );
        for more in [&["--assembled"][..], &[]] {
            let words = [&[file.name(), area, "--scad", "-"], more].concat();
            let scad = run("show-pack", &words, &solutions.stdout);
            assert_eq!(scad.status, Some(0), "{}", scad.stderr);
            let modules = scad
                .stdout
                .lines()
                .filter_map(|line| line.strip_prefix("module "));
            let mut modules: Vec<&str> = modules
                .map(|line| line.split('(').next().unwrap())
                .collect();
            let count = modules.len();
            for module in &modules {
                let uses = scad.stdout.matches(&format!(" {module}();")).count();
                assert!(uses >= 1, "{module}: {}", scad.stdout);
            }
            modules.sort_unstable();
            modules.dedup();
            assert_eq!(modules.len(), count, "{modules:?}");
        }
    }
}

/// Small files that would take a reader of XML minutes, or a gigabyte.
#[test]
fn xml_that_grows_beyond_its_length_is_refused() {
    let namespaces: String = (0..4000).map(|n| format!("<a xmlns:b{n}=\"u\">")).collect();
    let attributes: String = (0..40_000).map(|n| format!(" a{n}=\"1\"")).collect();
    for (text, told) in [
        (
            format!("<puzzle>\n{namespaces}"),
            "line 2, column 4: a namespace",
        ),
        (
            format!("<puzzle>\n<a{attributes}/></puzzle>"),
            "line 2, column 798: an element with more than 100 attributes",
        ),
        (
            format!("<puzzle>{}</puzzle>", "<a/>".repeat(1_000_001)),
            "more than 1000000 elements",
        ),
    ] {
        let fault = dlx3::pack::xmpuzzle::read(text.as_bytes(), 1)
            .map(|_| ())
            .unwrap_err();
        assert!(fault.to_string().starts_with(told), "{fault}");
    }
    // A comment may say anything.
    let text = "<puzzle><!-- <a xmlns:b='c'> --><gridType type='0'/></puzzle>";
    let fault = dlx3::pack::xmpuzzle::read(text.as_bytes(), 1)
        .map(|_| ())
        .unwrap_err();
    assert!(
        fault.to_string().contains("<puzzle> has no <shapes>"),
        "{fault}"
    );
}
