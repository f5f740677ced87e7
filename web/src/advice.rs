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
    self, Advice, Candidate, Explanation, Ladder, Marks, Position, Rated, Regions, Technique,
};
use dlx3::sudoku::make::Recipe;
use dlx3::sudoku::wished::{Wish, WishMaker};
use dlx3::sudoku::{Board, Grid, Solver, never};

fn pair(candidate: &Candidate) -> String {
    list([u16::from(candidate.cell), candidate.digit.into()])
}

fn explanation(step: &Explanation) -> String {
    let mut text = Vec::new();
    logic::put_step(&mut text, step);
    String::from_utf8(text).expect("steps are told in UTF-8")
}

fn board_step(position: &BoardPosition<'_>, step: &BoardStep) -> String {
    let (title, effect) = (step.kind.title(), position.effect(step));
    let text = format!("{}\n{title}\n{effect}\n{}\n", step.place, step.sentence);
    let place = |&(cell, digit): &(u16, u8)| list([cell, digit.into()]);
    object! {
        technique: quoted(title),
        name: "null",
        names: "[]",
        usual: quoted(title),
        tenths: "null",
        pivot: "null",
        wings: "[]",
        inferences: "[]",
        placed: optional(step.placed.as_ref().map(place)),
        removed: list(step.removed.iter().map(place)),
        cells: list(&step.cells),
        houses: list(step.areas.iter().map(list)),
        candidates: list(step.candidates.iter().map(place)),
        starts: "[]",
        chains: "[]",
        place: quoted(&step.place),
        sentence: quoted(&step.sentence),
        effect: quoted(effect),
        lines: "[]",
        text: quoted(text),
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

/// The candidates that are left once those in `gone` are struck out, as sets.
fn left(regions: Regions, digits: &[u8; 81], gone: &[u32]) -> [u16; 81] {
    let left = Marks::on(regions, digits);
    let mut marks = [0; 81];
    for (cell, set) in marks.iter_mut().enumerate() {
        // A cell that has lost none counts as one without marks.
        if gone[cell] != 0 {
            *set = left.digits(cell) & !(gone[cell] as u16);
        }
    }
    marks
}

fn known(regions: Regions, clues: &[u8; 81], digits: &[u8; 81], gone: &[u32]) -> String {
    let marks = left(regions, digits, gone);
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
        (Some(step), _) => object! { advice: quoted("step"), step: board_step(&position, &step) },
        (None, Some(cell)) => {
            object! { advice: quoted("beyond"), cell: cell, digit: right(cell) }
        }
        (None, None) => said("solved"),
    }
}

/// How many steps are told at once.
const MOST_STEPS: usize = 300;

/// `sudoku-all BOARD CLUES GRID GONE`: all steps that are possible in a grid whose candidates `GONE`
/// have been struck out, the easiest first; or, as for `sudoku-advise`, why there is none.
pub fn all(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let clues = grid(&board, fields.bytes(4))?;
    let digits = grid(&board, fields.bytes(5))?;
    let gone = sets(fields.text(6)?, board.geometry.cells())?;
    let Some(regions) = board.regions() else {
        return Err(Failure::new("techniques do not know this board"));
    };
    let (clues, digits) = (nine(&clues)?, nine(&digits)?);
    let sets = left(regions, &digits, &gone);
    let position = Position {
        regions,
        clues: &clues,
        digits: &digits,
        marks: Some(&sets),
    };
    let solutions = regions.solutions(&clues);
    let advice = match &solutions[..] {
        [] => said("none"),
        [solution] => {
            let (bad, lost) = position.mistakes(solution);
            let marks = Marks::with_sets_on(regions, &digits, &sets);
            let ladder = &mut Ladder::new();
            if !bad.is_empty() || !lost.is_empty() {
                wrong(list(bad), lost.iter().map(pair))
            } else if marks.is_full() {
                said("solved")
            } else {
                let steps = logic::explain_all(ladder, &marks, MOST_STEPS, &|| false);
                let steps = list(steps.iter().map(explanation));
                object! { advice: quoted("steps"), steps: steps }
            }
        }
        _ => said("several"),
    };
    say(Out::Values, advice);
    Ok(0)
}

/// `sudoku-ratings BOARD CLUES STEP`: ER, EP and ED in tenths, and the hardest technique of a puzzle
/// with one solution; null where techniques do not know the board. With `1` for STEP, also the first
/// step that is as hard as that; then something is said every now and then.
pub fn ratings(fields: &Fields) -> Ended {
    let board = board(fields)?;
    let clues = grid(&board, fields.bytes(4))?;
    let values = match board.regions() {
        Some(regions) => {
            let marks = Marks::on(regions, &nine(&clues)?);
            let is_told = fields.is(5);
            let go_on = || {
                if is_told {
                    say(Out::Progress, "");
                }
                false
            };
            match Ladder::new().rate_with_hardest_until(marks, &go_on) {
                (Rated::Ratings(ratings), hardest) => {
                    let technique = hardest.as_ref().map(|(step, _)| step.technique);
                    let step = hardest.filter(|_| is_told);
                    let step = step.map(|(step, marks)| Explanation::new(&step, &marks));
                    object! {
                        tenths: list(ratings.tenths()),
                        name: optional(technique.map(|it| quoted(it.name()))),
                        technique: optional(technique.map(|it| quoted(it.title()))),
                        step: optional(step.as_ref().map(explanation)),
                    }
                }
                _ => "null".to_owned(),
            }
        }
        None => "null".to_owned(),
    };
    say(Out::Values, values);
    Ok(0)
}

/// `sudoku-techniques`: the names, titles and usual names of all techniques, in the order in which
/// they are looked for, and the ratings of their examples in tenths.
pub fn techniques(_: &Fields) -> Ended {
    let all = Technique::ALL.into_iter().map(|technique| {
        object! {
            name: quoted(technique.name()),
            title: quoted(technique.title()),
            names: list(technique.usual_names().iter().map(quoted)),
        }
    });
    say(Out::Values, list(all));
    Ok(0)
}

/// `sudoku-technique NAME`: what a technique is, and a position whose next step it is: the houses of
/// the board as in a request, the digits, the candidates that are struck out as sets, and the step.
pub fn technique(fields: &Fields) -> Ended {
    let name = fields.text(0)?;
    let Some(technique) = Technique::named(name) else {
        return Err(Failure::new(format_args!("`{name}' is no technique")));
    };
    let example = technique.example();
    let marks = example.marks();
    let step = Ladder::new().next(&marks);
    let step = step.map(|step| explanation(&Explanation::new(&step, &marks)));
    let (diagonals, windows) = (
        example.regions.has_diagonals(),
        example.regions.has_windows(),
    );
    let grid = Grid::from_cells(9, &example.digits);
    say(
        Out::Values,
        object! {
            title: quoted(technique.title()),
            names: list(technique.usual_names().iter().map(quoted)),
            about: quoted(technique.about()),
            more: u8::from(diagonals) + 2 * u8::from(windows),
            digits: quoted(grid.to_line()),
            gone: list(example.gone),
            step: optional(step),
        },
    );
    Ok(0)
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
                let told = board_step(&position, &step);
                position.apply(&step);
                Some(told)
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
