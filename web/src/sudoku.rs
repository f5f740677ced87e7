//! Sudoku: a board, puzzles, solutions, hints.
//!
//! The first four fields of each request are the board: its order, `1` for diagonals, `2` for windows,
//! `3` for both (or nothing), a drawing of boxes (or nothing), and cages (or nothing).

use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::{Ended, Failure, Fields, rules};
use dlx3::sudoku::board_text::{self, BoardText};
use dlx3::sudoku::choices::Weight;
use dlx3::sudoku::conflict::{self, Need};
use dlx3::sudoku::killer::make_killer;
use dlx3::sudoku::logic::Rule;
use dlx3::sudoku::make::{Level, Maker, Recipe, Symmetry};
use dlx3::sudoku::rating::rate;
use dlx3::sudoku::{Board, Geometry, Given, Grid, Puzzles, Solver, cage, jigsaw, links, never};

/// The board of a request.
pub fn board(fields: &Fields) -> Result<Board, Failure> {
    let mut geometry = match fields.bytes(2) {
        b"" => Geometry::of_order(fields.number(0, 9)?).map_err(Failure::new)?,
        drawing => jigsaw::read(drawing).map_err(Failure::new)?,
    };
    let more: u8 = fields.number(1, 0)?;
    if more & 1 != 0 {
        geometry = geometry.and_diagonals().map_err(Failure::new)?;
    }
    if more & 2 != 0 {
        geometry = geometry.and_windows().map_err(Failure::new)?;
    }
    let cages = match fields.bytes(3) {
        b"" => Vec::new(),
        text => cage::read(&geometry, text).map_err(Failure::new)?,
    };
    Ok(Board { geometry, cages })
}

/// A grid of this board.
pub fn grid(board: &Board, text: &[u8]) -> Result<Grid, Failure> {
    let text: Vec<u8> = text
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    Grid::parse(&board.geometry, &text).map_err(Failure::new)
}

/// The page has a sign for each digit, whatever those of the text were.
fn line(grid: &Grid) -> String {
    let usual = dlx3::sudoku::Alphabet::usual(grid.order());
    quoted(grid.clone().with_alphabet(usual).to_line())
}

fn names(rules: &[Rule]) -> String {
    list(rules.iter().map(|rule| quoted(rule.name())))
}

/// `sudoku-board BOARD`: the box of each cell, the units (sets of cells whose digits differ), and the
/// cages.
pub fn show(fields: &Fields) -> Ended {
    let Board { geometry, cages } = board(fields)?;
    let boxes = (0..geometry.cells()).map(|cell| optional(geometry.first_box(cell)));
    let units = geometry.units().iter().map(|unit| list(&unit.cells));
    let cages = cages
        .iter()
        .map(|cage| list([cage.sum.to_string(), list(&cage.cells)]));
    say(
        Out::Values,
        object! {
            order: geometry.order(),
            boxes: list(boxes),
            units: list(units),
            cages: list(cages),
        },
    );
    Ok(0)
}

/// The orders that a text may have, if it does not fit the board.
const ORDERS: [usize; 5] = [9, 16, 25, 6, 4];

/// `sudoku-read BOARD TEXT`: the first puzzle of a text, its order, and whether more follow.
///
/// The board of the request counts, if the text has puzzles of it, and otherwise the first usual
/// board that it has puzzles of. A text that is one whole puzzle of some board is that puzzle: four
/// rows of order 4 are not the beginning of something else.
///
/// A text of cages or of the boxes of a jigsaw is a board without digits, and `rules` says which.
/// Of a text or link with other rules, `text` has these ([`rules::take`]).
pub fn take(fields: &Fields) -> Ended {
    let own = board(fields)?.geometry;
    let text = fields.bytes(4);
    if let Some(text) = std::str::from_utf8(text)
        .ok()
        .filter(|text| links::has_rules(text))
    {
        return rules::take(text);
    }
    let usual = ORDERS.into_iter().filter(|&order| order != own.order());
    let usual: Vec<Geometry> = usual
        .filter_map(|order| Geometry::of_order(order).ok())
        .collect();
    let boards = || std::iter::once(&own).chain(&usual);
    if let Some(rules) = board_text::of(boards(), text) {
        return rules.map_err(Failure::new).map(said_rules);
    }
    let mut fault = None;
    let mut found = None;
    for geometry in boards() {
        // If several alphabets fit, that which the page itself writes.
        let usual = dlx3::sudoku::Alphabet::usual(geometry.order());
        let mut puzzles = Puzzles::new(geometry, text).preferring(usual);
        let (first, second) = (puzzles.next(), puzzles.next());
        match first {
            Some(Ok((_, grid))) if second.is_none() => {
                found = Some((grid, false));
                break;
            }
            Some(Ok((_, grid))) => {
                found.get_or_insert((grid, true));
            }
            Some(Err(error)) => {
                fault.get_or_insert((geometry, error));
            }
            None => {}
        }
    }
    let Some((grid, has_more)) = found else {
        let Some((geometry, error)) = fault else {
            return Err(Failure::new("no puzzle"));
        };
        return match board_text::of_refused(geometry, text, &error) {
            Some(rules) => rules.map_err(Failure::new).map(said_rules),
            None => Err(Failure::new(error)),
        };
    };
    let (order, line) = (grid.order(), line(&grid));
    say(
        Out::Values,
        object! { order: order, grid: line, more: has_more },
    );
    Ok(0)
}

/// Says which rules a text has.
fn said_rules(rules: BoardText) -> i32 {
    let (name, geometry) = match &rules {
        BoardText::Cages(board) => ("cages", &board.geometry),
        BoardText::Boxes(geometry) => ("jigsaw", geometry),
    };
    let order = geometry.order();
    let grid = line(&Grid::empty(order));
    say(
        Out::Values,
        object! { order: order, grid: grid, more: false, rules: quoted(name) },
    );
    0
}

/// `sudoku-solve BOARD GRID MOST`: up to two solutions, and what clashes. If there are two, how many
/// there are, up to MOST (1,000 if it is empty), whether these are all, and the cells in which the
/// two differ.
pub fn solve(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let grid = grid(&board, fields.bytes(4))?;
    let clash = grid.clash(&board.geometry);
    let solutions = match clash {
        Some(_) => Vec::new(),
        None => Solver::new(&board).solutions(&grid, 2),
    };
    let lines = list(solutions.iter().map(line));
    let clash_told = optional(clash.map(|clash| quoted(clash.to_string())));
    let values = match <[Grid; 2]>::try_from(solutions) {
        Ok(two) => {
            let most = fields.number(5, 1000)?;
            let several = Given::Plain(grid).several(&Solver::new(&board), two, most, &never);
            let several = object! {
                count: several.count,
                all: several.is_all,
                cells: list(several.differing()),
            };
            object! { solutions: lines, clash: clash_told, several: several }
        }
        Err(_) => object! { solutions: lines, clash: clash_told },
    };
    say(Out::Values, values);
    Ok(0)
}

/// `sudoku-make BOARD DIFFICULTY SYMMETRIC SEED`: a puzzle and its solution. The difficulty is a level,
/// or, where techniques know the board, the least and greatest rating in tenths, as in `30:44`.
pub fn make(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let level = match fields.text(4)? {
        "easy" => Some(Level::Easy),
        "medium" => Some(Level::Medium),
        "hard" => Some(Level::Hard),
        "evil" => Some(Level::Evil),
        _ => None,
    };
    let recipe = Recipe {
        wnef: level.map(Level::wnef),
        symmetry: match fields.is(5) {
            true => Symmetry::Rotate180,
            false => Symmetry::None,
        },
        minimal: false,
    };
    let seed = fields.number(6, 0)?;
    let (puzzle, solution) = match fields.text(4)?.split_once(':') {
        Some((least, most)) if board.regions().is_some() => {
            let range = (least.parse(), most.parse());
            let (Ok(least), Ok(most)) = range else {
                return Err(Failure::new("a rating is a number of tenths"));
            };
            crate::advice::rated(&board, recipe, seed, (least, most))?
        }
        _ => {
            let made = Maker::new(&board, recipe).make(seed, 0);
            let made = made.map_err(Failure::new)?;
            (made.puzzle, made.solution)
        }
    };
    let (puzzle, solution) = (line(&puzzle), line(&solution));
    say(Out::Values, object! { puzzle: puzzle, solution: solution });
    Ok(0)
}

/// `sudoku-why BOARD GRID`: why a puzzle without solutions has none: a sentence, cells without a
/// digit, and units as their cells. Nothing if clues clash, or if there is a solution.
pub fn why(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let grid = grid(&board, fields.bytes(4))?;
    let found = conflict::why(&board, &grid, &never).map_err(Failure::new)?;
    let values = found.map(|found| {
        let (mut cells, mut units) = (Vec::new(), Vec::new());
        for need in &found.needs {
            match *need {
                Need::Cell(cell) => cells.push(cell),
                Need::Digit(unit, _) => {
                    units.push(&board.geometry.units()[usize::from(unit)].cells)
                }
                Need::Cage(cage) => units.push(&board.cages[usize::from(cage)].cells),
            }
        }
        units.dedup();
        object! {
            says: quoted(found.text(&board)),
            cells: list(cells),
            units: list(units.into_iter().map(list)),
        }
    });
    say(Out::Values, optional(values));
    Ok(0)
}

/// `sudoku-killer BOARD SEED`: cages that have one solution without any digit, as text, and the
/// solution. The cages of the request do not count.
pub fn killer(fields: &Fields) -> Ended {
    let geometry = board(fields)?.geometry;
    let made = make_killer(&geometry, fields.number(4, 0)?, 0, &never);
    let made = made.map_err(Failure::new)?;
    let cages = cage::text(&geometry, &made.board.cages);
    let (cages, solution) = (quoted(cages.trim_end()), line(&made.solution));
    say(Out::Values, object! { cages: cages, solution: solution });
    Ok(0)
}

/// `sudoku-rate BOARD GRID`: how hard it is.
pub fn measure(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let grid = grid(&board, fields.bytes(4))?;
    let rating = rate(&Solver::new(&board), &grid);
    let work = rating.work;
    let work = work.map(|work| object! { nodes: work.nodes, mems: work.mems });
    say(
        Out::Values,
        object! {
            solutions: rating.solutions,
            wnef: rating.choices.wnef(Weight::Exponential),
            empty: rating.choices.empty(),
            rules: names(&rating.logic.rules),
            solved: rating.logic.solved,
            work: optional(work),
        },
    );
    Ok(0)
}
