//! Texts that describe a board in place of a puzzle's digits: the cages of a killer Sudoku, or
//! the boxes of a jigsaw.
//!
//! Cages are those of [`cage`], as a list, as arrows, or as a drawing with sums. Boxes are a
//! drawing of [`jigsaw`] in which every box is connected: the cells of a digit in a solution never
//! are.

use super::pasted::Looks;
use super::{GridFault, PuzzlesError};
use crate::boards::{Board, Geometry, cage, jigsaw};
use std::collections::HashMap;

/// The board that a text describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardText {
    /// Cages, on the board that they belong to.
    Cages(Board),
    /// Boxes of a jigsaw.
    Boxes(Geometry),
}

/// The rules of a text, or their fault; none if it is no such text. Cages belong to the first of
/// these boards that they fill, or else to the first that they fit.
pub fn of<'g>(
    boards: impl IntoIterator<Item = &'g Geometry>,
    text: &[u8],
) -> Option<Result<BoardText, String>> {
    let drawn = jigsaw::read(text);
    if let Ok(geometry) = &drawn
        && hang_together(geometry)
    {
        return drawn.ok().map(BoardText::Boxes).map(Ok);
    }
    let has_sums = cage::has_sums(text);
    let mut fits: Option<Board> = None;
    let mut fault = None;
    for geometry in boards {
        let order = geometry.order();
        let (rows, others) = cage::rows_of_letters(text, order);
        if let Err(fault) = &drawn
            && (rows, others) == (order, 0)
        {
            return Some(Err(format!("these are boxes of a jigsaw: {fault}")));
        }
        let begins = begins(text, order) || (rows == order && has_sums);
        match cage::read(geometry, text) {
            Ok(cages) if begins || (!cages.is_empty() && has_sums) => {
                let cells: usize = cages.iter().map(|cage| cage.cells.len()).sum();
                let geometry = geometry.clone();
                let board = Board { geometry, cages };
                if cells == board.geometry.cells() {
                    return Some(Ok(BoardText::Cages(board)));
                }
                fits.get_or_insert(board);
            }
            Err(found) if begins => {
                fault.get_or_insert(found);
            }
            _ => {}
        }
    }
    match (fits, fault) {
        (Some(board), _) => Some(Ok(BoardText::Cages(board))),
        (None, Some(fault)) => Some(Err(format!("these are cages of a killer Sudoku: {fault}"))),
        (None, None) => None,
    }
}

/// The rules of a text that was refused as a puzzle, or their fault; none if it does not look like
/// such a text.
pub fn of_refused(
    geometry: &Geometry,
    text: &[u8],
    refused: &PuzzlesError,
) -> Option<Result<BoardText, String>> {
    let PuzzlesError::Fault(fault) = refused else {
        return None;
    };
    let GridFault::NotRead { looks, .. } = fault.fault else {
        return None;
    };
    match looks {
        Looks::Cages => {
            let fault = cage::read(geometry, text).err()?;
            Some(Err(format!("these are cages of a killer Sudoku: {fault}")))
        }
        Looks::Jigsaw => Some(match jigsaw::read(text) {
            Ok(geometry) => Ok(BoardText::Boxes(geometry)),
            Err(fault) => Err(format!("these are boxes of a jigsaw: {fault}")),
        }),
        _ => None,
    }
}

/// Whether cages begin with the first line that says something.
fn begins(text: &[u8], order: usize) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n');
    let first = lines.find(|line| cage::says_something(line));
    first.is_some_and(|line| cage::begins(line, order))
}

/// Whether every box is connected, on boards that are large enough for a puzzle.
fn hang_together(geometry: &Geometry) -> bool {
    let order = geometry.order();
    let mut walked: HashMap<u8, usize> = HashMap::new();
    let mut seen = vec![false; geometry.cells()];
    for start in 0..geometry.cells() {
        let Some(own) = geometry.first_box(start) else {
            return false;
        };
        if seen[start] {
            continue;
        }
        if walked.insert(own, start).is_some() {
            return false;
        }
        let mut ahead = vec![start];
        seen[start] = true;
        while let Some(cell) = ahead.pop() {
            let (row, column) = (cell / order, cell % order);
            let near = [
                (row > 0).then(|| cell - order),
                (row + 1 < order).then(|| cell + order),
                (column > 0).then(|| cell - 1),
                (column + 1 < order).then(|| cell + 1),
            ];
            for next in near.into_iter().flatten() {
                if !seen[next] && geometry.first_box(next) == Some(own) {
                    seen[next] = true;
                    ahead.push(next);
                }
            }
        }
    }
    order >= 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Puzzles;

    fn boards() -> [Geometry; 3] {
        [9, 6, 4].map(|order| Geometry::of_order(order).unwrap())
    }

    /// The kind of a text, in words.
    fn told(text: &str) -> Option<String> {
        let boards = boards();
        let found = of(&boards, text.as_bytes()).or_else(|| {
            let mut puzzles = Puzzles::new(&boards[0], text.as_bytes());
            let error = puzzles.next()?.err()?;
            of_refused(&boards[0], text.as_bytes(), &error)
        })?;
        Some(match found {
            Ok(BoardText::Cages(board)) => {
                format!("{} cages of {}", board.cages.len(), board.geometry.order())
            }
            Ok(BoardText::Boxes(geometry)) => format!("boxes of {}", geometry.order()),
            Err(fault) => fault,
        })
    }

    #[test]
    fn cages_are_read_in_all_forms_on_the_board_that_they_fill() {
        for (text, found) in [
            ("15 r1c1 r1c2 r2c1\n", "1 cages of 9"),
            (
                "# killer\r\n\r\n15 r1c1 r1c2 r2c1\r\n9 R9C8 R9C9\r\n",
                "2 cages of 9",
            ),
            ("3 < 7 <\n7 < 3 <\n4 v 6 v\n^ 6 ^ 4\n", "8 cages of 4"),
            ("3 ← 7 ←\n7 ← 3 ←\n3 ← 7 ←\n7 ← 3 ←\n", "8 cages of 4"),
            (
                "aabb\nccdd\neeff\ngghh\na=3 b=7 c=7 d=3\ne=3 f=7 g=7 h=3",
                "8 cages of 4",
            ),
            ("a=3\naa..\n....\n....\n....\n", "1 cages of 4"),
        ] {
            assert_eq!(told(text).as_deref(), Some(found), "{text}");
        }
        let all: String = (0..16)
            .map(|cell| format!("{} r{}c{}\n", 1 + cell % 4, 1 + cell / 4, 1 + cell % 4))
            .collect();
        assert_eq!(told(&all).as_deref(), Some("16 cages of 4"));
    }

    #[test]
    fn boxes_that_hang_together_are_a_jigsaw_and_solutions_are_none() {
        for text in [
            "aabb\nacbb\nacdd\nccdd\n",
            "1122\n1322\n1344\n3344\n",
            "1 1 2 2\n1 3 2 2\n1 3 4 4\n3 3 4 4\n",
            "1122132213443344",
        ] {
            assert_eq!(told(text).as_deref(), Some("boxes of 4"), "{text}");
        }
        for text in [
            "1234341221434321",
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n",
            "Level: 3\n1 2 3 4\n. . . .\n. . . .\n. . . .\n",
            "1",
            "",
            "not a puzzle",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_in_them_is_told_with_the_name_of_the_form() {
        assert_eq!(
            told("15 r1c1 r1c2\n3 r1c1 r2c1\n").unwrap(),
            "these are cages of a killer Sudoku: line 2: `r1c1' is in a cage already"
        );
        let rows = "aaabbbccc\n".repeat(9);
        assert_eq!(
            told(&format!("{rows}a=15 b=7\n")).unwrap(),
            "these are cages of a killer Sudoku: line 1: cage `c' has no sum, such as c=15"
        );
        assert_eq!(
            told(&format!("{}aaabbbccd\n", "aaabbbccc\n".repeat(8))).unwrap(),
            "these are boxes of a jigsaw: box `a' has 27 cells where 9 are expected"
        );
        assert_eq!(
            told("a a b b\na a b b\nc c d d\nc c d a\n").unwrap(),
            "these are boxes of a jigsaw: box `a' has 5 cells where 4 are expected"
        );
        assert_eq!(
            told("a a b b\na a b b\nc c d d\nc c d d\na=10 b=10 c=10\n").unwrap(),
            "these are cages of a killer Sudoku: line 3: cage `d' has no sum, such as d=15"
        );
    }
}
