//! Boards as people draw them, paste them and write them in programs.

use crate::common::filter::{self, Run};
use dlx3::peg::{Directions, Game, parse_game, parse_game_spec};

fn drawn(text: &str) -> Game {
    let drawn = parse_game(text.as_bytes(), None);
    drawn.unwrap_or_else(|fault| panic!("{fault}\n{text}")).game
}

/// Checks that texts are all the same game.
fn all_are(spec: &str, texts: &[&str]) {
    let game = parse_game_spec(spec).unwrap();
    for text in texts {
        assert_eq!(drawn(text), game, "{text}");
    }
}

fn peg(words: &[&str], input: &str) -> Run {
    filter::run(
        &mut filter::command(filter::path("peg"), words),
        input.as_bytes(),
    )
}

#[test]
fn a_triangle_is_read_as_people_draw_it() {
    all_are(
        "T5:a1:any",
        &[
            "    0\n   1 1\n  1 1 1\n 1 1 1 1\n1 1 1 1 1\n",
            "0\n1 1\n1 1 1\n1 1 1 1\n1 1 1 1 1\n",
            "0\n11\n111\n1111\n11111\n",
            "    0\n   11\n  111\n 1111\n11111\n",
            "  .\n  xx\n xxx\n xxxx\nxxxxx\n",
            "        O\n      *   *\n    *   *   *\n  *   *   *   *\n*   *   *   *   *\n",
            "    -\n   x x\n  x x x\n x x x x\nx x x x x\n",
            "    o\n   x x\n  x x x\n x x x x\nx x x x x\n",
            "    ○\n   ● ●\n  ● ● ●\n ● ● ● ●\n● ● ● ● ●\n",
            "    0\n\n   1 1\n\n  1 1 1\n\n 1 1 1 1\n\n1 1 1 1 1\n",
            "....0....\n...1.1...\n..1.1.1..\n.1.1.1.1.\n1.1.1.1.1\n",
            "    o\n   . .\n  . . .\n . . . .\n. . . . .\n",
            "[[0],\n [1, 1],\n [1, 1, 1],\n [1, 1, 1, 1],\n [1, 1, 1, 1, 1]]\n",
            "[[0],[1,1],[1,1,1],[1,1,1,1],[1,1,1,1,1]]",
            "0,,,,\n1,1,,,\n1,1,1,,\n1,1,1,1,\n1,1,1,1,1\n",
            "011111111111111\n",
            "0 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
            ".xxxxxxxxxxxxxx",
            "[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n",
        ],
    );
    all_are(
        "T4:b2:any",
        &["   x\n  x .\n x x x\nx x x x\n", "xx.xxxxxxx"],
    );
    all_are("T4:a1:any", &["0111111111", "0\n11\n111\n1111"]);
    // With its point below.
    let turned = drawn("x x x x\n x x x\n  . x\n   x\n");
    assert_eq!((turned.board.len(), turned.board.jumps().len()), (10, 18));
    assert_eq!(turned.board.directions(), Directions::Six);
}

#[test]
fn a_triangle_may_have_a_finish_on_either_side() {
    let finish = parse_game_spec("T5:a1:a1").unwrap();
    for text in [
        "    0            1\n   1 1          0 0\n  1 1 1        0 0 0\n \
         1 1 1 1      0 0 0 0\n1 1 1 1 1    0 0 0 0 0\n",
        "0      1\n11     00\n111    000\n1111   0000\n11111  00000\n",
        "0\n11\n111\n1111\n11111\n\n1\n00\n000\n0000\n00000\n",
        "011111111111111\n\n100000000000000\n",
    ] {
        assert_eq!(drawn(text), finish, "{text}");
    }
}

#[test]
fn lines_half_a_hole_beside_each_other_have_six_directions() {
    let hexagon = drawn("  x x x\n x x x x\nx x . x x\n x x x x\n  x x x\n");
    assert_eq!(hexagon.board.directions(), Directions::Six);
    assert_eq!((hexagon.board.len(), hexagon.start.pegs()), (19, 18));
    let square = drawn("x x x\nx . x\nx x x\n");
    assert_eq!(square.board.directions(), Directions::Four);
    let diamond = parse_game_spec("diamond41:e5:any").unwrap();
    let rows = (0..9_usize).map(|row| {
        let holes = 9 - 2 * row.abs_diff(4);
        let holes = (0..holes).map(|hole| if row == 4 && hole == 4 { ". " } else { "x " });
        format!(
            "{}{}\n",
            "  ".repeat(row.abs_diff(4)),
            holes.collect::<String>()
        )
    });
    assert_eq!(drawn(&rows.collect::<String>()), diamond);
}

#[test]
fn four_directions_are_taken_if_they_are_asked_for() {
    let text = b"0\n11\n111\n";
    let game = parse_game(text, Directions::Four).unwrap().game;
    assert_eq!(game.board.directions(), Directions::Four);
    let line = parse_game(b"011111111111111", Directions::Four).unwrap();
    assert_eq!(line.game, parse_game_spec("1x15:a1:any").unwrap());
    assert_eq!(line.taken, []);
}

#[test]
fn the_holes_of_a_known_board_may_stand_in_one_line() {
    let row = |count: usize, empty: usize| {
        let sign = |hole| if hole == empty { '0' } else { '1' };
        (0..count).map(sign).collect::<String>()
    };
    for (count, empty, spec) in [
        (33, 16, "english:d4:any"),
        (37, 3, "french:b2:any"),
        (41, 20, "diamond41:e5:any"),
        (45, 22, "wiegleb:e5:any"),
        (15, 4, "T5:b3:any"),
        (28, 0, "T7:a1:any"),
        (55, 0, "T10:a1:any"),
        (64, 0, "8x8:a1:any"),
    ] {
        assert_eq!(
            drawn(&row(count, empty)),
            parse_game_spec(spec).unwrap(),
            "{spec}"
        );
    }
    let said = parse_game(row(36, 3).as_bytes(), None)
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("36 signs in one line are a triangle with 8 rows, or 6 rows"),
        "{said}"
    );
    let six = parse_game(row(36, 0).as_bytes(), Directions::Six).unwrap();
    assert_eq!(six.game, parse_game_spec("T8:a1:any").unwrap());
    // A line of few pegs is a line.
    assert_eq!(drawn("xx..x.").board.size(), (1, 6));
    assert_eq!(drawn("xx.  ..x").board.size(), (1, 3));
}

#[test]
fn a_pair_of_brackets_may_stand_for_each_hole() {
    let cross = "  xxx\n  xxx\nxxxxxxx\nxxx.xxx\nxxxxxxx\n  xxx\n  xxx\n";
    let boxed = |none: &str, peg: &str, empty: &str| {
        let row = |row: &str| -> String {
            let cells = row.chars().map(|sign| match sign {
                'x' => peg,
                '.' => empty,
                _ => none,
            });
            cells.collect::<String>() + "\n"
        };
        cross.lines().map(row).collect::<String>()
    };
    all_are(
        "english:d4:any",
        &[
            &boxed("   ", "[x]", "[ ]"),
            &boxed("    ", "(*) ", "( ) "),
            &boxed("    ", " (o)", " ( )"),
        ],
    );
    let triangle = "        ( )\n      (x) (x)\n    (x) (x) (x)\n  (x) (x) (x) (x)\n\
                    (x) (x) (x) (x) (x)\n";
    all_are("T5:a1:any", &[triangle]);
}

#[test]
fn ids_and_rows_of_other_programs_are_read() {
    let cross = "OOPPPOO\nOOPPPOO\nPPPPPPP\nPPPHPPP\nPPPPPPP\nOOPPPOO\nOOPPPOO\n";
    let id = cross.replace('\n', "");
    let stars = cross.replace('O', " ").replace('P', "*").replace('H', "-");
    let dashes = cross.replace('O', "-").replace('P', "x").replace('H', ".");
    let around = cross.replace(['O', 'H'], "-").replace('P', "x");
    let matrix = |none: &str| {
        let row = |row: &str| {
            let cells = row.chars().map(|sign| match sign {
                'P' => "1",
                'H' => "0",
                _ => none,
            });
            format!("[{}],\n", cells.collect::<Vec<_>>().join(", "))
        };
        format!("[{}]", cross.lines().map(row).collect::<String>())
    };
    let lost: String = cross
        .lines()
        .map(|row| row.replace('O', "") + "\n")
        .collect();
    let words = format!(
        "[{}]",
        cross
            .lines()
            .map(|row| format!("\"{row}\",\n"))
            .collect::<String>()
    );
    let braces = matrix("0").replace('[', "{").replace(']', "}");
    all_are(
        "english:d4:any",
        &[
            cross,
            &lost,
            &format!("7x7:{id}"),
            &format!("7x7cross:{id}\n"),
            &stars,
            &dashes,
            &around,
            &matrix("0"),
            &matrix("-1"),
            &braces,
            &words,
            "    . . .\n    . . .\n. . . . . . .\n. . . o . . .\n. . . . . . .\n    . . .\n    . . .\n",
            "    · · ·\n    · · ·\n· · · · · · ·\n· · · o · · ·\n· · · · · · ·\n    · · ·\n    · · ·\n",
        ],
    );
    let said = |text: &str| parse_game(text.as_bytes(), None).unwrap_err().to_string();
    assert!(said("7x7:PPH").contains("a game ID of 7 rows and 7 columns has 49 signs, not 3"));
    assert!(said("7x7cross#123456").contains("names a random seed, not a board"));
    // The program says how it read the signs.
    let ran = peg(&["reach", "011111111111111"], "");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("15 signs in one line, read as a triangle with 5 rows"),
        "{}",
        ran.stderr
    );
}

/// 29,760 is the known number for a corner hole (R. W. Gosper, S. Brower et al.; G. I. Bell).
#[test]
fn the_triangle_of_15_holes_has_its_solutions() {
    for text in [
        "    0\n   1 1\n  1 1 1\n 1 1 1 1\n1 1 1 1 1\n",
        "011111111111111\n",
    ] {
        let ran = peg(&["reach", "-"], text);
        assert!(
            ran.stdout
                .ends_with("solutions: 29760 sequences of jumps\n"),
            "{}",
            ran.stdout
        );
        assert!(
            ran.stderr.contains("triangle with 5 rows"),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("--four takes four directions"),
            "{}",
            ran.stderr
        );
    }
    let four = peg(&["reach", "-", "--four"], "0\n11\n111\n1111\n11111\n");
    assert!(!four.stderr.contains("read as"), "{}", four.stderr);
}

#[test]
fn a_text_that_is_too_long_for_a_board_is_refused_as_such() {
    let long = "#".repeat((1 << 20) + 4) + "\nx.x";
    let ran = peg(&["bounds", "-"], &long);
    assert_eq!(ran.status, Some(102));
    assert!(
        ran.stderr
            .contains("standard input: more than 1048576 bytes"),
        "{}",
        ran.stderr
    );
}

/// `x.,` used to be read as a list, and a hole was lost.
#[test]
fn commas_in_a_drawing_are_faults() {
    for text in ["x.,\n...\n", "x.,.\n...,\n", "xx.\nx,.\n"] {
        let ended = peg(&["bounds", "-"], text);
        assert_ne!(ended.status, Some(0), "{text}{ended:?}");
        assert!(ended.stderr.contains("line "), "{text}{ended:?}");
    }
}
