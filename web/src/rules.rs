//! Sudokus with rules: what a text or a link has, what digits contradict, solutions, candidates,
//! rules that somebody draws.
//!
//! The first two fields of most requests are the rules, in a text that `sudoku-read` or another
//! request has given, and the digits of the grid: a sign for each cell, `.` for a blank.

use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::answers::Stopped;
use dlx3::sudoku::links::{self, LinkFault};
use dlx3::sudoku::rules::broken::{Broken, Checker};
use dlx3::sudoku::rules::conflict;
use dlx3::sudoku::rules::kinds::{KINDS, Kind, Look, cages, whole};
use dlx3::sudoku::rules::make::{self, NotMade};
use dlx3::sudoku::rules::solve::Rules;
use dlx3::sudoku::rules::{Cell, Rule, Shape, Variant, usual, words};
use dlx3::sudoku::variant_picture::{self, CELL};
use dlx3::sudoku::{Grid, digit, never};
use std::cell::RefCell;

thread_local! {
    /// The rules that digits were compared with last, and their text: large ones take seconds.
    static CHECKER: RefCell<Option<(String, Checker)>> = const { RefCell::new(None) };
}

/// What stands for a cell without a digit.
const BLANK: u8 = b'.';

fn first_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.find(|line| !line.starts_with('#'))
}

/// The rules of a text. A link is one line, whatever follows it.
fn read(text: &str) -> Result<Variant, Failure> {
    links::read(source(text)).map_err(Failure::new)
}

fn source(text: &str) -> &str {
    let link = first_line(text).filter(|line| line.contains("://") && links::is_one(line));
    link.unwrap_or(text).trim()
}

/// Answers about the rules of a text, each by itself.
fn checked<T>(text: &str, answer: impl FnOnce(&Checker) -> T) -> Result<T, Failure> {
    CHECKER.with_borrow_mut(|known| {
        if known.as_ref().is_none_or(|own| own.0 != text) {
            // The old ones go first: there may be no room for both.
            *known = None;
            let checker = Checker::new(&read(text)?).map_err(Failure::new)?;
            *known = Some((text.to_owned(), checker));
        }
        let (_, checker) = known.as_ref().expect("it is known now");
        Ok(answer(checker))
    })
}

/// The rules and digits of a request.
fn asked(fields: &Fields) -> Result<Variant, Failure> {
    let mut variant = read(fields.text(0)?)?;
    for (cell, digit) in digits(fields, &variant)?.into_iter().enumerate() {
        if let Some(digit) = digit {
            variant.sets[cell] = 1 << digit;
        }
    }
    Ok(variant)
}

/// The digits of a request.
fn digits(fields: &Fields, variant: &Variant) -> Result<Vec<Option<u8>>, Failure> {
    let text = fields.bytes(1);
    let cells = variant.shape.cells();
    if text.is_empty() {
        return Ok(vec![None; cells]);
    }
    if text.len() != cells {
        let told = format!("{} signs for {cells} cells", text.len());
        return Err(Failure::new(told));
    }
    let all = variant.shape.digits();
    let of = |&sign: &u8| match (sign, digit::decode(sign)) {
        (BLANK, _) => Ok(None),
        (_, Some(digit)) if all >> digit & 1 == 1 => Ok(Some(digit as u8)),
        _ => Err(Failure::new(format_args!(
            "`{}' is no digit here",
            char::from(sign)
        ))),
    };
    text.iter().map(of).collect()
}

/// Digits of the grid in one line.
fn line(variant: &Variant, digits: impl Fn(usize) -> Option<u8>) -> String {
    let sign = |cell| digits(cell).map_or(BLANK, |digit| digit::encode(digit.into()));
    let signs: Vec<u8> = (0..variant.shape.cells()).map(sign).collect();
    quoted(signs)
}

fn given(variant: &Variant) -> impl Fn(usize) -> Option<u8> {
    |cell| {
        let set = variant.sets[cell];
        (set.count_ones() == 1).then(|| set.trailing_zeros() as u8)
    }
}

/// Rules in a form that this page reads again.
fn written(variant: &Variant) -> Result<String, Failure> {
    let text = links::iss::write(variant).or_else(|_| links::fpuzzles::write(variant));
    match text {
        // The usual board is what an empty text stands for, but none is read as one.
        Ok(text) if text.is_empty() => Ok(".Shape~9x9".to_owned()),
        Ok(text) => Ok(text),
        Err(fault) => Err(Failure::new(format_args!(
            "no form of text has all of these rules: {fault}"
        ))),
    }
}

/// The same Sudoku without the digits that are given.
fn without_digits(variant: &Variant) -> Variant {
    let mut rules = variant.clone();
    for set in &mut rules.sets[..variant.shape.cells()] {
        if set.count_ones() == 1 {
            *set = variant.shape.digits();
        }
    }
    rules
}

/// Whether there is nothing but the boxes of its order.
fn is_plain(rules: &Variant) -> bool {
    rules.is_plain() && rules.sets.iter().all(|&set| set == rules.shape.digits())
}

fn reason(rules: &Rules<'_>) -> Option<String> {
    let reason = |why: &str| match why {
        "" => "the rules leave some cell no digit".to_owned(),
        why => why.to_owned(),
    };
    rules.contradiction().map(reason)
}

fn stopped(why: Stopped) -> Failure {
    Failure::new(format_args!("{why:?}"))
}

/// A board without rules of its own.
struct Usual {
    diagonal: bool,
    hyper: bool,
    jigsaw: String,
    cages: String,
}

/// The board of a Sudoku whose rules are diagonals, windows, a jigsaw and cages; techniques know
/// these. None if there is more.
fn usual_board(variant: &Variant) -> Option<Usual> {
    let shape = variant.shape;
    let order = shape.order();
    let is_free = variant.sets.iter().all(|&set| set == shape.digits());
    if shape != Shape::square(order) || !variant.has_lines || !is_free {
        return None;
    }
    let of = |kind: &'static Kind| {
        variant
            .rules
            .iter()
            .any(|rule| std::ptr::eq(rule.kind, kind))
    };
    let [rising, falling] = [&whole::DIAGONAL_UP, &whole::DIAGONAL_DOWN].map(of);
    let mut board = Usual {
        diagonal: rising,
        hyper: of(&whole::WINDOWS),
        jigsaw: String::new(),
        cages: String::new(),
    };
    let whole = [&whole::DIAGONAL_UP, &whole::DIAGONAL_DOWN, &whole::WINDOWS];
    for rule in &variant.rules {
        if whole.iter().any(|kind| std::ptr::eq(rule.kind, *kind)) {
            continue;
        }
        match (&rule.parts[..], &rule.numbers[..]) {
            ([cells], [sum]) if std::ptr::eq(rule.kind, &cages::CAGE) => {
                board.cages += &format!("{sum} {}\n", variant.names(cells));
            }
            _ => return None,
        }
    }
    let boxes = shape.boxes(order);
    let is_usual = boxes.len() == variant.regions.len();
    if !is_usual || !boxes.iter().all(|own| variant.regions.contains(own)) {
        for cell in 0..shape.cells() {
            let has = |own: &Vec<Cell>| own.contains(&(cell as Cell));
            let region = variant.regions.iter().position(has)?;
            board.jigsaw.push(char::from(b'A' + region as u8));
            if cell % order + 1 == order {
                board.jigsaw.push('\n');
            }
        }
    }
    let more = (u8::from(rising) + 2 * u8::from(board.hyper)).to_string();
    let fields = [&order.to_string(), &more, &board.jigsaw, &board.cages];
    let fields = Fields(fields.map(|field| field.as_bytes()).to_vec());
    let same = crate::sudoku::board(&fields).ok()?;
    let is_same = same.geometry.order() == order && same.cages.len() == board.cages.lines().count();
    (rising == falling && is_same).then_some(board)
}

/// Says what a text with rules has, as `sudoku-read` does: `text` has the rules alone, or there is
/// none, if `board` is a board without rules of its own; `remarks` tell what is no part of the
/// puzzle.
pub fn take(text: &str) -> Ended {
    let variant = read(text)?;
    let rules = without_digits(&variant);
    let board = usual_board(&rules);
    // Where no form has all rules, the text itself tells them, with its digits.
    let own = || written(&rules).unwrap_or_else(|_| source(text).to_owned());
    let text = match &board {
        Some(_) => None,
        None => Some(quoted(own())),
    };
    let board = board.map(|own| {
        object! {
            diagonal: own.diagonal,
            hyper: own.hyper,
            jigsaw: quoted(own.jigsaw.trim_end()),
            cages: quoted(own.cages.trim_end()),
        }
    });
    say(
        Out::Values,
        object! {
            order: variant.shape.order(),
            grid: line(&variant, given(&variant)),
            more: false,
            text: optional(text),
            board: optional(board),
            remarks: list(variant.remarks.iter().map(quoted)),
        },
    );
    Ok(0)
}

/// `rules-of BOARD`: the text of a board without rules, to which rules are added.
pub fn of_board(fields: &Fields) -> Ended {
    let board = crate::sudoku::board(fields)?;
    let blank = Grid::empty(board.geometry.order());
    let mut variant = usual::of_board(&board, &blank).map_err(Failure::new)?;
    name_units(&mut variant);
    say(Out::Values, quoted(written(&variant)?));
    Ok(0)
}

/// Diagonals and windows are rules of that name, so that other programs know them.
fn name_units(variant: &mut Variant) {
    let order = variant.shape.rows;
    let diagonal = |first: usize, step: usize| -> Vec<Cell> {
        let cells = (0..order).map(|row| (first + row * step) as Cell);
        cells.collect()
    };
    let named = [
        (&whole::DIAGONAL_DOWN, vec![diagonal(0, order + 1)]),
        (&whole::DIAGONAL_UP, vec![diagonal(order - 1, order - 1)]),
        (
            &whole::WINDOWS,
            whole::windows(variant.shape).unwrap_or_default(),
        ),
    ];
    for (kind, mut units) in named {
        units.iter_mut().for_each(|unit| unit.sort_unstable());
        let is_of = |rule: &Rule| {
            let mut cells = rule.cells();
            cells.sort_unstable();
            std::ptr::eq(rule.kind, &cages::DIFFERENT) && units.contains(&cells)
        };
        let count = variant.rules.iter().filter(|rule| is_of(rule)).count();
        if count == units.len() && count > 0 {
            variant.rules.retain(|rule| !is_of(rule));
            variant.rules.push(Rule::whole(kind));
        }
    }
}

/// A rule as people read it.
fn rule(variant: &Variant, rule: &Rule) -> String {
    let cells = rule.cells();
    object! {
        name: quoted(rule.kind.name),
        says: quoted(rule.kind.says),
        numbers: list(&rule.numbers),
        cells: list(&cells),
        names: quoted(variant.names(&cells)),
    }
}

/// `rules-board RULES`: the grid, what is drawn on it, and the rules.
pub fn board(fields: &Fields) -> Ended {
    say(Out::Values, checked(fields.text(0)?, board_values)?);
    Ok(0)
}

fn board_values(checker: &Checker) -> String {
    let variant = checker.variant();
    let shape = variant.shape;
    let region = |cell: usize| {
        let has = |cells: &Vec<Cell>| cells.contains(&(cell as Cell));
        optional(variant.regions.iter().position(has))
    };
    let picture = variant_picture::rules_picture(variant);
    // A single digit is given.
    let is_limited = |&cell: &usize| {
        let set = variant.sets[cell];
        set != shape.digits() && set.count_ones() != 1
    };
    let limits = (0..shape.cells()).filter(is_limited);
    let limits = limits.map(|cell| list([cell as u32, variant.sets[cell] >> shape.first]));
    object! {
        order: shape.order(),
        rows: shape.rows,
        columns: shape.columns,
        first: shape.first,
        boxes: list((0..shape.cells()).map(region)),
        units: list(checker.houses().iter().map(list)),
        cages: "[]",
        limits: list(limits),
        rules: list(variant.rules.iter().map(|own| rule(variant, own))),
        picture: object! {
            cell: CELL,
            extent: list(picture.extent),
            ground: quoted(picture.ground),
            lines: quoted(picture.lines),
            marks: quoted(picture.marks),
            words: quoted(picture.words),
            labelled: list(picture.labelled),
        },
    }
}

/// `rules-check RULES DIGITS`: what the digits contradict.
pub fn check(fields: &Fields) -> Ended {
    let values = checked(fields.text(0)?, |checker| check_values(fields, checker))?;
    say(Out::Values, values?);
    Ok(0)
}

fn check_values(fields: &Fields, checker: &Checker) -> Result<String, Failure> {
    let variant = checker.variant();
    let broken = checker.broken(&digits(fields, variant)?);
    let told = |own: &Broken| {
        let rule = own.rule.map(|place| &variant.rules[place]);
        object! {
            rule: optional(own.rule),
            name: quoted(&own.name),
            cells: list(&own.cells),
            names: quoted(variant.names(&own.cells)),
            says: quoted(rule.map_or("its digits differ", |rule| rule.kind.says)),
        }
    };
    Ok(list(broken.iter().map(told)))
}

/// `rules-solve RULES DIGITS MOST`: what `sudoku-solve` says.
pub fn solve(fields: &Fields) -> Ended {
    let variant = asked(fields)?;
    let most: usize = fields.number(2, 1000)?;
    let rules = Rules::new(&variant).map_err(Failure::new)?;
    let told = |solution: &Vec<u8>| line(&variant, |cell| Some(solution[cell]));
    let mut solutions = rules.solutions(2, &never).map_err(stopped)?;
    let mut values = vec![
        ("solutions", list(solutions.iter().map(told))),
        ("clash", optional(reason(&rules).map(quoted))),
    ];
    if let [one, other] = &solutions[..] {
        let cells = 0..variant.shape.cells();
        let cells = list(cells.filter(|&cell| one[cell] != other[cell]));
        solutions = rules.solutions(most, &never).map_err(stopped)?;
        let is_all = solutions.len() < most;
        let several = object! { count: solutions.len(), all: is_all, cells: cells };
        values.push(("several", several));
    }
    let members: Vec<(&str, &dyn std::fmt::Display)> = values
        .iter()
        .map(|(name, value)| (*name, value as &dyn std::fmt::Display))
        .collect();
    say(Out::Values, crate::json::of_members(&members));
    Ok(0)
}

/// `rules-why RULES DIGITS`: what `sudoku-why` says, of clues and rules that contradict each other.
pub fn why(fields: &Fields) -> Ended {
    let variant = asked(fields)?;
    let rules = Rules::new(&variant).map_err(Failure::new)?;
    let found = conflict::why(&rules, &never).map_err(stopped)?;
    let values = found.map(|found| {
        let says = words::conflict(&variant, &found);
        let units = found
            .rules
            .iter()
            .map(|&place| variant.rules[place].cells());
        object! {
            says: quoted(format!("{}{}.", says[..1].to_uppercase(), &says[1..])),
            cells: list(&found.cells),
            units: list(units.map(list)),
        }
    });
    say(Out::Values, optional(values));
    Ok(0)
}

/// `rules-candidates RULES DIGITS MOST`: the digits that each cell has in some solution, each with
/// the number of solutions, counted up to MOST (1 if it is empty); and cells with equal digits.
pub fn candidates(fields: &Fields) -> Ended {
    say_candidates(&asked(fields)?, fields.number(2, 1)?)
}

/// `sudoku-candidates BOARD GRID MOST`: the same for a board without rules.
pub fn plain_candidates(fields: &Fields) -> Ended {
    let board = crate::sudoku::board(fields)?;
    let grid = crate::sudoku::grid(&board, fields.bytes(4))?;
    let variant = usual::of_board(&board, &grid).map_err(Failure::new)?;
    say_candidates(&variant, fields.number(5, 1)?)
}

fn say_candidates(variant: &Variant, most: u64) -> Ended {
    let rules = Rules::new(variant).map_err(Failure::new)?;
    let found = rules.candidates(most, &never).map_err(stopped)?;
    let counts = |own: &Vec<(u8, u64)>| {
        let pairs = own.iter();
        list(pairs.map(|&(digit, count)| list([u64::from(digit), count])))
    };
    let grid = &found.counts[..variant.shape.cells()];
    // Cells beside the grid are not shown.
    let in_grid = |class: Vec<Cell>| -> Vec<Cell> {
        let cells = class.into_iter();
        cells
            .filter(|&cell| usize::from(cell) < grid.len())
            .collect()
    };
    let equal = found.classes().into_iter().map(in_grid);
    let equal = equal.filter(|class| class.len() > 1);
    say(
        Out::Values,
        object! {
            counts: list(grid.iter().map(counts)),
            equal: list(equal.map(list)),
            clash: optional(reason(&rules).map(quoted)),
        },
    );
    Ok(0)
}

/// `rules-redundant RULES DIGITS HOW`: whether there is one solution, and which clues can go; also
/// which rules, if HOW is 1.
pub fn redundant(fields: &Fields) -> Ended {
    let variant = asked(fields)?;
    let rules = Rules::new(&variant).map_err(Failure::new)?;
    let solutions = rules.solutions(2, &never).map_err(stopped)?.len();
    let (cells, places) = match solutions {
        1 => match make::redundant(&variant, fields.is(2), &never) {
            Ok(found) => (found.cells, found.rules),
            Err(NotMade::Stopped(why)) => return Err(stopped(why)),
            Err(other) => return Err(Failure::new(other)),
        },
        _ => Default::default(),
    };
    let told = |&place: &usize| rule(&variant, &variant.rules[place]);
    say(
        Out::Values,
        object! {
            solutions: solutions,
            clash: optional(reason(&rules).map(quoted)),
            cells: list(&cells),
            rules: list(places.iter().map(told)),
        },
    );
    Ok(0)
}

/// `rules-write RULES DIGITS FORM`: the puzzle in a form of other programs: `fpuzzles`, `iss`,
/// their links `fpuzzles-link` and `iss-link`, `link` for the first link that has all rules, or
/// `svg`.
pub fn write(fields: &Fields) -> Ended {
    let variant = asked(fields)?;
    let text = match fields.text(2)? {
        "fpuzzles" => links::fpuzzles::write(&variant),
        "iss" => links::iss::write(&variant),
        "fpuzzles-link" => links::fpuzzles_link(&variant),
        "iss-link" => links::iss_link(&variant),
        "link" => links::fpuzzles_link(&variant).or_else(|_| links::iss_link(&variant)),
        "svg" => Ok(variant_picture::svg(&variant, None)),
        other => Err(LinkFault::Text(format!("there is no form `{other}'"))),
    };
    say(Out::Output, text.map_err(Failure::new)?);
    Ok(0)
}

fn numbers<T: std::str::FromStr>(text: &str) -> Result<Vec<T>, Failure> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        let fault = |_| Failure::new(format_args!("`{word}' is no number that fits here"));
        word.parse().map_err(fault)
    };
    words.map(number).collect()
}

/// `rules-add RULES KIND CELLS NUMBERS`: the rules and one more. Cells and numbers have commas
/// between them. The first cell of an arrow is its circle; a rule of the whole grid has no cells.
pub fn add(fields: &Fields) -> Ended {
    let mut variant = read(fields.text(0)?)?;
    let name = fields.text(1)?;
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
        return Err(Failure::new(format_args!("the rule {name} is not known")));
    };
    let cells: Vec<Cell> = numbers(fields.text(2)?)?;
    let parts = match (kind.look, &cells[..]) {
        (_, []) => Vec::new(),
        (Look::Arrow, [circle, shaft @ ..]) => vec![vec![*circle], shaft.to_vec()],
        _ => vec![cells.clone()],
    };
    if cells
        .iter()
        .any(|&cell| usize::from(cell) >= variant.shape.cells())
    {
        return Err(Failure::new("the grid has no such cell"));
    }
    let numbers: Vec<i32> = numbers(fields.text(3)?)?;
    let rule = Rule::of_parts(kind, parts).with(numbers);
    if variant.rules.contains(&rule) {
        return Err(Failure::new("this rule is there already"));
    }
    variant.rules.push(rule);
    // A rule that does not fit, or that no digits satisfy, is a slip of the hand.
    let checker = Checker::new(&variant).map_err(Failure::new)?;
    let broken = checker.broken(&vec![None; variant.shape.cells()]);
    if let Some(own) = broken
        .iter()
        .find(|own| own.rule == Some(variant.rules.len() - 1))
    {
        let names = variant.names(&cells);
        let told = format!("{} {names}: no digits satisfy it", own.name);
        return Err(Failure::new(told));
    }
    say(Out::Values, quoted(written(&variant)?));
    Ok(0)
}

/// `rules-remove RULES PLACE`: the rules without one of them; null if nothing is left but boxes.
pub fn remove(fields: &Fields) -> Ended {
    let mut variant = read(fields.text(0)?)?;
    let place: usize = fields.number(1, usize::MAX)?;
    if place >= variant.rules.len() {
        return Err(Failure::new("there is no such rule"));
    }
    variant.rules.remove(place);
    let text = match is_plain(&variant) {
        true => None,
        false => Some(quoted(written(&variant)?)),
    };
    say(Out::Values, optional(text));
    Ok(0)
}

/// `rules-make RULES DIGITS SEED`: a puzzle with these rules, these digits and few more, and its
/// solution.
pub fn make(fields: &Fields) -> Ended {
    let variant = asked(fields)?;
    let made = make::make(&variant, fields.number(2, 0u64)?, 0, &never);
    let (puzzle, solution) = made.map_err(Failure::new)?;
    let solved = line(&variant, |cell| Some(solution[cell]));
    say(
        Out::Values,
        object! { puzzle: line(&puzzle, given(&puzzle)), solution: solved },
    );
    Ok(0)
}
