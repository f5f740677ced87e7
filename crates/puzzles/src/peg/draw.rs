//! Boards as text, with a character for each hole: one board, or several side by side.

use super::{Board, Jump, PegProblem, Position};

/// The width of a row of boards.
const WIDTH: usize = 78;
const GAP: usize = 4;

/// The lines of a position: `x` for a peg, `.` for an empty hole, a space elsewhere. Lines end with
/// their last hole.
pub fn rows(board: &Board, position: Position) -> Vec<String> {
    let (rows, columns) = board.size();
    let cell = |row, column| match board.hole_at(row, column) {
        Some(hole) if position.has(hole) => 'x',
        Some(_) => '.',
        None => ' ',
    };
    (0..rows)
        .map(|row| {
            let line: String = (0..columns).map(|column| cell(row, column)).collect();
            line.trim_end().to_owned()
        })
        .collect()
}

/// Puts drawings side by side, as many as fit in 78 columns, with empty lines between the rows of
/// drawings.
pub fn beside(drawings: &[Vec<String>]) -> String {
    let lengths = drawings.iter().flatten().map(|line| line.chars().count());
    let width = lengths.max().unwrap_or(0);
    let across = ((WIDTH + GAP) / (width + GAP)).max(1);
    let mut text = String::new();
    for (place, row) in drawings.chunks(across).enumerate() {
        if place > 0 {
            text.push('\n');
        }
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for index in 0..height {
            let mut line = String::new();
            for drawing in row {
                let piece = drawing.get(index).map_or("", String::as_str);
                line.push_str(piece);
                let used = piece.chars().count();
                line.extend(std::iter::repeat_n(' ', width + GAP - used));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Start and finish side by side, as text that [`parse`](super::parse) can read.
pub fn problem(problem: &PegProblem) -> String {
    let PegProblem {
        board,
        start,
        finish,
    } = problem;
    beside(&[rows(board, *start), rows(board, *finish)])
}

/// The positions of a sequence of jumps, from the start on, side by side.
///
/// # Panics
/// If a jump is impossible.
pub fn sequence(problem: &PegProblem, jumps: &[Jump]) -> String {
    let mut position = problem.start;
    let mut drawings = vec![rows(&problem.board, position)];
    for jump in jumps {
        position = position.after(jump).expect("a legal sequence");
        drawings.push(rows(&problem.board, position));
    }
    beside(&drawings)
}

/// The numbers of the holes, in the shape of the board.
pub fn numbers(board: &Board) -> String {
    table(board, |hole| hole.to_string())
}

/// A right-aligned word for each hole, in the shape of the board.
pub fn table(board: &Board, word: impl Fn(usize) -> String) -> String {
    let (rows, columns) = board.size();
    let words: Vec<String> = (0..board.len()).map(word).collect();
    let width = words
        .iter()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for row in 0..rows {
        let mut line = String::new();
        for column in 0..columns {
            let word = board
                .hole_at(row, column)
                .map_or("", |hole| &words[hole.index()]);
            let separator = if column > 0 { " " } else { "" };
            line.push_str(&format!("{separator}{word:>width$}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{Directions, board_named, named, parse};

    #[test]
    fn what_is_drawn_is_read_again() {
        for named in named() {
            let directions = named.problem.board.directions();
            let text = problem(&named.problem);
            let again = parse(text.as_bytes(), directions).unwrap();
            assert_eq!(again, named.problem, "{}", named.name);
        }
    }

    #[test]
    fn numbers_stand_where_the_holes_are() {
        let board = board_named("T4").unwrap();
        assert_eq!(numbers(&board), "0\n1 2\n3 4 5\n6 7 8 9\n");
        let problem = parse(b"#xx. #..x", Directions::Four).unwrap();
        assert_eq!(numbers(&problem.board), "0 1 2\n");
    }
}
