//! Hints with their reasons, and the whole path of a puzzle.
//!
//! 9x9 boards, with diagonals and windows or without, have the ladder of all techniques; other
//! boards have the hints that the library knows for boards of any kind. Both are told in one form:
//! cells, candidates and links that the page draws.

use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::sudoku::{board, grid};
use crate::{Ended, Failure, Fields};
use dlx3::sudoku::hints::{BoardStep, Position as BoardPosition};
use dlx3::sudoku::logic::{
    self, Advice, Candidate, Explanation, Ladder, Link, Mark, Marks, Position, Regions, house_cells,
};
use dlx3::sudoku::make::Recipe;
use dlx3::sudoku::wished::{Wish, WishMaker};
use dlx3::sudoku::{Board, Grid, Solver, never};

fn pair(candidate: &Candidate) -> String {
    list([u16::from(candidate.cell), candidate.digit.into()])
}

fn mark(mark: &Mark) -> String {
    list([u16::from(mark.cell), mark.digit.into(), mark.on.into()])
}

fn explanation(step: &Explanation) -> String {
    let link = |link: &Link| list([mark(&link.from), mark(&link.to)]);
    let chain = |chain: &Vec<Link>| list(chain.iter().map(link));
    object! {
        technique: quoted(step.technique.title()),
        tenths: step.tenths,
        placed: optional(step.placed.as_ref().map(pair)),
        removed: list(step.removed.iter().map(pair)),
        cells: list(&step.cells),
        houses: list(step.houses.iter().map(|&house| list(house_cells(house)))),
        candidates: list(step.candidates.iter().map(pair)),
        starts: list(step.starts.iter().map(mark)),
        chains: list(step.chains.iter().map(chain)),
        place: quoted(&step.place),
        sentence: quoted(&step.sentence),
        lines: list(step.lines.iter().map(quoted)),
    }
}

fn board_step(step: &BoardStep) -> String {
    let place = |&(cell, digit): &(u16, u8)| list([cell, digit.into()]);
    object! {
        technique: quoted(step.kind.title()),
        tenths: "null",
        placed: optional(step.placed.as_ref().map(place)),
        removed: list(step.removed.iter().map(place)),
        cells: list(&step.cells),
        houses: list(step.areas.iter().map(list)),
        candidates: list(step.candidates.iter().map(place)),
        starts: "[]",
        chains: "[]",
        place: quoted(&step.place),
        sentence: quoted(&step.sentence),
        lines: "[]",
    }
}

/// The digits of a grid of order 9.
fn nine(grid: &Grid) -> Result<[u8; 81], Failure> {
    grid.cells().try_into().map_err(Failure::new)
}

/// For each cell a set of digits, bit `d` for digit `d + 1`, as numbers between commas.
fn sets(text: &str, cells: usize) -> Result<Vec<u32>, Failure> {
    if text.is_empty() {
        return Ok(vec![0; cells]);
    }
    let sets: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    let sets = sets.map_err(Failure::new)?;
    match sets.len() == cells {
        true => Ok(sets),
        false => Err(Failure::new(format_args!(
            "{} sets for {cells} cells",
            sets.len()
        ))),
    }
}

/// `sudoku-advise BOARD CLUES GRID GONE`: the next step from a grid whose candidates `GONE` have
/// been struck out, or why there is none.
pub fn advise(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let clues = grid(&board, fields.bytes(4))?;
    let digits = grid(&board, fields.bytes(5))?;
    let gone = sets(fields.text(6)?, board.geometry.cells())?;
    let advice = match board.regions() {
        Some(regions) => known(regions, &nine(&clues)?, &nine(&digits)?, &gone),
        None => general(&board, &clues, &digits, &gone),
    };
    say(Out::Values, advice);
    Ok(0)
}

fn said(what: &str) -> String {
    object! { advice: quoted(what) }
}

fn wrong(digits: String, marks: impl IntoIterator<Item = String>) -> String {
    object! { advice: quoted("wrong"), digits: digits, marks: list(marks) }
}

fn known(regions: Regions, clues: &[u8; 81], digits: &[u8; 81], gone: &[u32]) -> String {
    let left = Marks::on(regions, digits);
    let mut marks = [0; 81];
    for (cell, set) in marks.iter_mut().enumerate() {
        // A cell that has lost none counts as one without marks.
        if gone[cell] != 0 {
            *set = left.digits(cell) & !(gone[cell] as u16);
        }
    }
    let position = Position {
        regions,
        clues,
        digits,
        marks: Some(&marks),
    };
    match logic::advise(&mut Ladder::new(), position, &|| false) {
        Advice::NoSolution => said("none"),
        Advice::Several => said("several"),
        Advice::Solved => said("solved"),
        Advice::Wrong { digits, marks } => wrong(list(digits), marks.iter().map(pair)),
        Advice::Step(step) => object! { advice: quoted("step"), step: explanation(&step) },
        _ => said("beyond"),
    }
}

fn general(board: &Board, clues: &Grid, digits: &Grid, gone: &[u32]) -> String {
    let solutions = Solver::new(board).solutions(clues, 2);
    let [solution] = &solutions[..] else {
        return said(if solutions.is_empty() {
            "none"
        } else {
            "several"
        });
    };
    let cells = 0..board.geometry.cells();
    let right = |cell: usize| solution.get(cell).unwrap_or_default();
    let bad = |&cell: &usize| digits.get(cell).is_some_and(|digit| digit != right(cell));
    let bad: Vec<usize> = cells.clone().filter(bad).collect();
    let lost = |&cell: &usize| {
        digits.get(cell).is_none() && right(cell) != 0 && gone[cell] >> (right(cell) - 1) & 1 == 1
    };
    let lost: Vec<usize> = cells.filter(lost).collect();
    if !bad.is_empty() || !lost.is_empty() {
        let lost = lost.iter().map(|&cell| list([cell, right(cell).into()]));
        return wrong(list(bad), lost);
    }
    let position = BoardPosition::new(board, digits, gone);
    match (position.next(), position.narrowest()) {
        (Some(step), _) => object! { advice: quoted("step"), step: board_step(&step) },
        (None, Some(cell)) => {
            object! { advice: quoted("beyond"), cell: cell, digit: right(cell) }
        }
        (None, None) => said("solved"),
    }
}

/// `sudoku-path BOARD CLUES`: how many solutions there are (two for more), and all steps to the
/// only one, or as far as techniques lead. The number of steps so far is told after each of them.
pub fn path(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let clues = grid(&board, fields.bytes(4))?;
    let solutions = match clues.clash(&board.geometry) {
        Some(_) => 0,
        None => Solver::new(&board).count(&clues, 2),
    };
    let steps = match (solutions, board.regions()) {
        (1, Some(regions)) => {
            let (mut ladder, mut marks) = (Ladder::new(), Marks::on(regions, &nine(&clues)?));
            let mut steps = Vec::new();
            while !marks.is_full()
                && let Some(step) = ladder.next(&marks)
            {
                steps.push(explanation(&Explanation::new(&step, &marks)));
                step.apply(&mut marks);
                say(Out::Progress, steps.len().to_string());
            }
            list(steps)
        }
        (1, None) => {
            let mut position = BoardPosition::new(&board, &clues, &[]);
            list(std::iter::from_fn(|| {
                let step = position.next()?;
                position.apply(&step);
                Some(board_step(&step))
            }))
        }
        _ => "[]".to_owned(),
    };
    say(Out::Values, object! { solutions: solutions, steps: steps });
    Ok(0)
}

/// A puzzle of a board that techniques know whose hardest step has a rating within some tenths.
pub fn rated(
    board: &Board,
    recipe: Recipe,
    seed: u64,
    range: (u32, u32),
) -> Result<(Grid, Grid), Failure> {
    let wish = Wish {
        rating: Some(range),
        ..Wish::default()
    };
    let maker = WishMaker::new(board, recipe, wish);
    let made = maker.make_until(&mut Ladder::new(), (seed, 0), &never);
    let made = made.map_err(Failure::new)?;
    Ok((made.puzzle, made.solution))
}
