//! Built-in boards and named problems, and the short form `BOARD:HOLES:HOLES`.

use super::{Board, Directions, Game, Hole, PegProblem, Position, parse};
use dlx3_base::text::nearest::nearest;
use dlx3_base::text::plural::counted;
use std::collections::BTreeSet;
use std::fmt;

/// A named problem.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name on command lines.
    pub name: &'static str,
    /// A line about it, for a list.
    pub about: &'static str,
    /// The problem itself.
    pub problem: PegProblem,
}

/// The named problems, in the order of lists.
pub fn named() -> impl Iterator<Item = Named> {
    include_str!("problems.txt")
        .split("= ")
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let (title, drawing) = entry.split_once('\n').expect("a title line");
            let (name, about) = title.split_once(": ").expect("a name and a remark");
            let (name, directions) = match name.strip_suffix(" (six directions)") {
                Some(name) => (name, Directions::Six),
                None => (name, Directions::Four),
            };
            let problem = parse(drawing.as_bytes(), directions).expect("a sound drawing");
            Named {
                name,
                about,
                problem,
            }
        })
}

const ENGLISH: &[&str] = &[
    "  ...", "  ...", ".......", ".......", ".......", "  ...", "  ...",
];
const FRENCH: &[&str] = &[
    "  ...", " .....", ".......", ".......", ".......", " .....", "  ...",
];
const WIEGLEB: &[&str] = &[
    "   ...",
    "   ...",
    "   ...",
    ".........",
    ".........",
    ".........",
    "   ...",
    "   ...",
    "   ...",
];
const DIAMOND: &[&str] = &[
    "    .",
    "   ...",
    "  .....",
    " .......",
    ".........",
    " .......",
    "  .....",
    "   ...",
    "    .",
];

/// The names of built-in boards, for help and messages.
pub const BOARDS: &str =
    "english, french, wiegleb, diamond41, RxC (as 4x5; at most 64 holes and 26 columns), T3 to T10";

/// The named problem or board with the most similar name, if one is similar.
fn nearest_name(name: &str) -> Option<String> {
    let boards = ["english", "french", "wiegleb", "diamond41"].map(str::to_owned);
    let problems = named().map(|problem| problem.name.to_owned());
    nearest(name, problems.chain(boards))
}

/// The built-in board with this name: `english`, `french`, `wiegleb`, `diamond41`, `4x5` (rows and
/// columns) or `T5` (a triangle with six directions).
pub fn board_named(name: &str) -> Option<Board> {
    let drawn = match name {
        "english" => Some(ENGLISH),
        "french" => Some(FRENCH),
        "wiegleb" => Some(WIEGLEB),
        "diamond41" => Some(DIAMOND),
        _ => None,
    };
    if let Some(rows) = drawn {
        let cells = rows.iter().enumerate().flat_map(|(row, line)| {
            let holes = line.bytes().enumerate().filter(|&(_, byte)| byte == b'.');
            holes.map(move |(column, _)| (row, column))
        });
        return Board::new(cells, Directions::Four).ok();
    }
    let number = |text: &str| {
        text.parse::<usize>()
            .ok()
            .filter(|&n| n <= Board::MOST_HOLES)
    };
    if let Some(side) = name.strip_prefix('T') {
        let side = number(side).filter(|side| (3..=10).contains(side))?;
        let cells = (0..side).flat_map(|row| (0..=row).map(move |column| (row, column)));
        return Board::new(cells, Directions::Six).ok();
    }
    let (rows, columns) = name.split_once('x')?;
    let (rows, columns) = (number(rows)?, number(columns)?);
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Board::new(cells, Directions::Four).ok()
}

/// The built-in board outlined by pegs in a rectangle of pegs and zeros: all pegs are on it, and at
/// least three of four of its holes have pegs, so the zeros around it are probably not holes.
pub(super) fn outline(
    places: &BTreeSet<(usize, usize)>,
    start: &[(usize, usize)],
    finish: &[(usize, usize)],
) -> Option<(&'static str, Board)> {
    for name in ["english", "french", "diamond41", "wiegleb"] {
        let board = board_named(name)?;
        let (rows, columns) = board.size();
        let square = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let has = |&(row, column): &(usize, usize)| board.hole_at(row, column).is_some();
        if places.iter().copied().eq(square)
            && start.iter().chain(finish).all(has)
            && 4 * start.len() >= 3 * board.len()
        {
            return Some((name, board));
        }
    }
    None
}

/// The faults of a problem's short form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum SpecFault {
    /// Neither a named problem nor a built-in board.
    UnknownName(String),
    /// A board alone is not a problem.
    NoHoles(String),
    /// The board has no such hole; columns of the short form count from 1.
    UnknownHole { hole: String, column: usize },
    /// A third colon, in this column.
    TooManyParts { column: usize },
    /// The finish has more pegs than the start.
    FinishHasMorePegs { start: u32, finish: u32 },
}

impl fmt::Display for SpecFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecFault::UnknownName(name) => {
                write!(f, "no problem or board is called `{name}'")?;
                match nearest_name(name) {
                    Some(meant) => write!(f, " (did you mean {meant}?)"),
                    None => write!(f, "; boards are {BOARDS}"),
                }
            }
            SpecFault::NoHoles(board) => write!(
                f,
                "`{board}' is a board; a problem also names the holes that are empty at the \
                 start, as in {board}:b2 or {board}:b2:c4"
            ),
            SpecFault::UnknownHole { hole, column } => write!(
                f,
                "column {column}: the board has no hole `{hole}'; holes are letter and number, \
                 as d4, or numbers from 0"
            ),
            SpecFault::TooManyParts { column } => {
                write!(f, "column {column}: at most two colons: BOARD:EMPTY:FINISH")
            }
            SpecFault::FinishHasMorePegs { start, finish } => write!(
                f,
                "the finish has {}, the start only {start}; a jump never adds one",
                counted(finish, "peg")
            ),
        }
    }
}

impl std::error::Error for SpecFault {}

/// Reads the short form of a problem: a name (`central`), or `BOARD:EMPTY:FINISH`, where `EMPTY`
/// are the empty holes of the start and `FINISH` the holes with pegs at the end, separated by
/// commas. If `FINISH` is omitted, it equals `EMPTY`.
///
/// # Errors
/// [`SpecFault`].
pub fn parse_spec(spec: &str) -> Result<PegProblem, SpecFault> {
    if let Some(named) = named().find(|named| named.name == spec) {
        return Ok(named.problem);
    }
    let mut parts = spec.split(':');
    let name = parts.next().unwrap_or("");
    let board = board_named(name).ok_or_else(|| SpecFault::UnknownName(name.to_owned()))?;
    let Some(empty) = parts.next() else {
        return Err(SpecFault::NoHoles(name.to_owned()));
    };
    let finish = parts.next();
    let mut column = name.len() + 2;
    let vacant = holes_named(&board, empty, column)?;
    column += empty.len() + 1;
    let last = match finish {
        Some(finish) => {
            let pegs = holes_named(&board, finish, column)?;
            column += finish.len();
            pegs
        }
        None => vacant,
    };
    if parts.next().is_some() {
        return Err(SpecFault::TooManyParts { column });
    }
    let problem = PegProblem {
        start: Position(board.full().0 & !vacant.0),
        finish: last,
        board,
    };
    let (start, finish) = (problem.start.pegs(), problem.finish.pegs());
    if finish > start {
        return Err(SpecFault::FinishHasMorePegs { start, finish });
    }
    Ok(problem)
}

/// Reads the short form of a game; `any` for `FINISH` is one peg, anywhere.
///
/// # Errors
/// [`SpecFault`].
pub fn parse_game_spec(spec: &str) -> Result<Game, SpecFault> {
    let Some(start) = spec.strip_suffix(":any") else {
        return Ok(parse_spec(spec)?.into());
    };
    let without = |problem: PegProblem| Game {
        finish: None,
        ..problem.into()
    };
    if let Some(named) = named().find(|named| named.name == start) {
        return Ok(without(named.problem));
    }
    let name = start.split(':').next().unwrap_or_default();
    match board_named(name) {
        // Any finish will do, as it is discarded.
        Some(board) if name != start => {
            let finish = board.name(Hole(0));
            Ok(without(parse_spec(&format!("{start}:{finish}"))?))
        }
        _ => parse_spec(start).map(without),
    }
}

fn holes_named(board: &Board, names: &str, mut column: usize) -> Result<Position, SpecFault> {
    let mut position = 0;
    for name in names.split(',') {
        let hole: Hole = board.find(name).ok_or_else(|| SpecFault::UnknownHole {
            hole: name.to_owned(),
            column,
        })?;
        position |= hole.bit();
        column += name.len() + 1;
    }
    Ok(Position(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_holes_and_jumps_of_the_books() {
        for (name, holes, jumps) in [
            ("english", 33, 76),
            ("french", 37, 92),
            ("wiegleb", 45, 108),
            ("diamond41", 41, 100),
            ("3x4", 12, 20),
            ("T5", 15, 36),
            ("T8", 36, 126),
        ] {
            let board = board_named(name).unwrap();
            assert_eq!((board.len(), board.jumps().len()), (holes, jumps), "{name}");
        }
        for name in [
            "",
            "x",
            "0x3",
            "9x9",
            "T2",
            "T11",
            "T",
            "3x",
            "99999999999x1",
        ] {
            assert_eq!(board_named(name), None, "{name}");
        }
    }

    #[test]
    fn the_short_form_of_the_central_game_is_the_central_game() {
        let central = parse_spec("central").unwrap();
        for spec in ["english:d4:d4", "english:d4", "english:16:d4"] {
            assert_eq!(parse_spec(spec).unwrap(), central);
        }
        let triangle = parse_spec("triangle").unwrap();
        assert_eq!(parse_spec("T5:a1").unwrap(), triangle);
        assert_eq!(parse_spec("3x4:a1:d1"), parse_spec("3x4"));
    }

    #[test]
    fn the_finish_of_the_short_form_may_be_any_peg() {
        let central = parse_spec("central").unwrap();
        for spec in ["english:d4:any", "central:any"] {
            let game = parse_game_spec(spec).unwrap();
            assert_eq!((game.start, game.finish), (central.start, None), "{spec}");
        }
        assert_eq!(parse_game_spec("central").unwrap().problem(), Some(central));
        for (spec, expected) in [
            ("english:any", "`english' is a board"),
            ("nowhere:any", "no problem or board is called `nowhere'"),
            ("english:z9:any", "column 9: the board has no hole `z9'"),
            ("english:d4:d4:any", "column 14: at most two colons"),
            ("1x2:a1,b1:any", "the finish has 1 peg, the start only 0"),
        ] {
            let said = parse_game_spec(spec).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{spec}: {said}");
        }
    }

    #[test]
    fn faults_of_the_short_form_name_their_column() {
        for (spec, expected) in [
            ("centra", "no problem or board is called `centra'"),
            ("english", "`english' is a board"),
            ("english:d4,a1:d4", "column 12: the board has no hole `a1'"),
            ("english:d4:", "column 12: the board has no hole `'"),
            ("english:d4:e4:c1", "column 14: at most two colons"),
            ("1x3:a1,b1:a1,b1", "the finish has 2 pegs, the start only 1"),
        ] {
            let said = parse_spec(spec).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{spec}: {said}");
        }
    }
}
