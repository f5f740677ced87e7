use super::*;
use crate::boards::{Geometry, cage, jigsaw};
use crate::generate::make::{Maker, Recipe, Symmetry};
use crate::random::Random;

/// Follows hints from a puzzle as far as they go; none may contradict the solution. The steps.
fn follow(board: &Board, puzzle: &Grid, solution: &Grid) -> (Vec<BoardStep>, bool) {
    let mut position = Position::new(board, puzzle, &[]);
    let mut steps = Vec::new();
    while let Some(step) = position.next() {
        let right = |cell: u16| solution.get(usize::from(cell)).unwrap();
        if let Some((cell, digit)) = step.placed {
            assert_eq!(right(cell), digit, "{}", step.sentence);
        }
        for &(cell, digit) in &step.removed {
            assert_ne!(right(cell), digit, "{}", step.sentence);
        }
        let shown = position.clone();
        for &(cell, digit) in step.removed.iter().chain(&step.candidates) {
            assert!(shown.set(cell) >> (digit - 1) & 1 == 1, "{}", step.sentence);
        }
        assert!(step.placed.is_some() || !step.removed.is_empty());
        assert!(step.place.starts_with("Look at ") && step.sentence.ends_with('.'));
        position.apply(&step);
        steps.push(step);
    }
    let full = position.digits().iter().all(|&digit| digit != 0);
    (steps, full)
}

fn kinds(steps: &[BoardStep]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for step in steps {
        if !kinds.contains(&step.kind) {
            kinds.push(step.kind);
        }
    }
    kinds
}

#[test]
fn hints_on_jigsaws_diagonals_and_other_orders_never_contradict_the_solution() {
    let drawing = b"AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF";
    let boards = [
        Board::from(jigsaw::read(drawing).unwrap()),
        Board::from(Geometry::of_order(9).unwrap().and_diagonals().unwrap()),
        Board::from(Geometry::of_order(6).unwrap()),
        Board::from(Geometry::of_order(16).unwrap()),
    ];
    let recipe = Recipe {
        symmetry: Symmetry::None,
        ..Recipe::default()
    };
    let (mut used, mut solved) = (Vec::new(), 0);
    for board in &boards {
        for stream in 0..4 {
            let made = Maker::new(board, recipe.clone()).make(5, stream).unwrap();
            let (steps, full) = follow(board, &made.puzzle, &made.solution);
            used.extend(kinds(&steps));
            solved += u32::from(full);
        }
    }
    assert!(solved >= 5, "{solved} of 16");
    for kind in [
        Kind::LastValue,
        Kind::HiddenSingle,
        Kind::NakedSingle,
        Kind::Locked,
    ] {
        assert!(used.contains(&kind), "{kind:?}");
    }
}

/// Cages of two or three cells along the rows of a filled grid.
fn cages_of(solution: &Grid, random: &mut Random) -> String {
    let mut text = String::new();
    for row in 0..9 {
        let mut column = 0;
        while column < 9 {
            let size = (2 + random.below(2) as usize).min(9 - column);
            let cells = column..column + size;
            let sum: u32 = cells
                .clone()
                .map(|column| u32::from(solution.get(9 * row + column).unwrap()))
                .sum();
            let names = cells.map(|column| format!("r{}c{}", row + 1, column + 1));
            text += &format!("{sum} {}\n", names.collect::<Vec<_>>().join(" "));
            column += size;
        }
    }
    text
}

#[test]
fn hints_on_killers_never_contradict_the_solution() {
    let plain = Board::from(Geometry::of_order(9).unwrap());
    let mut used = Vec::new();
    for stream in 0..3 {
        let made = Maker::new(&plain, Recipe::default())
            .make(3, stream)
            .unwrap();
        let text = cages_of(&made.solution, &mut Random::new(9, stream));
        let geometry = Geometry::of_order(9).unwrap();
        let cages = cage::read(&geometry, text.as_bytes()).unwrap();
        let board = Board { geometry, cages };
        // With half of the clues, sums must tell the rest. A step holds in every solution, so in
        // this one.
        let mut fewer = made.puzzle.clone();
        for cell in (0..81).filter(|cell| cell % 2 == 0) {
            fewer.set(cell, 0);
        }
        let (steps, _) = follow(&board, &fewer, &made.solution);
        used.extend(kinds(&steps));
    }
    assert!(used.contains(&Kind::CageSum));
}

#[test]
fn a_cage_has_only_the_digits_of_its_sums() {
    let geometry = Geometry::of_order(4).unwrap();
    let cages = cage::read(&geometry, b"3 r1c1 r1c2\n5 r4c1 r4c2").unwrap();
    let board = Board { geometry, cages };
    let position = Position::new(&board, &Grid::empty(4), &[]);
    let step = position.next().unwrap();
    assert_eq!(step.kind, Kind::CageSum);
    assert_eq!(step.removed, [(0, 3), (0, 4), (1, 3), (1, 4)]);
    assert_eq!(
        step.sentence,
        "In the cage of 3, r1c1 and r1c2 must add up to 3: with the candidates left, the only way \
         to do so: 1+2. So r1c1 and r1c2 are not 3 or 4."
    );
}

#[test]
fn what_cages_leave_of_a_row_has_the_rest_of_its_sum() {
    let geometry = Geometry::of_order(4).unwrap();
    // The first row: 10 less 8 is 2. The second one's cages: 14 less 10 is 4, for the cell
    // beyond it.
    let cages = cage::read(
        &geometry,
        b"8 r1c2 r1c3 r1c4\n5 r2c1 r2c2\n9 r2c3 r2c4 r3c4",
    )
    .unwrap();
    let board = Board { geometry, cages };
    let mut position = Position::new(&board, &Grid::empty(4), &[]);
    let first = position.sum(Kind::UnitSum).unwrap();
    assert_eq!(first.removed, [(0, 1), (0, 3), (0, 4)]);
    assert!(
        first.sentence.contains("r1c1 must be 2"),
        "{}",
        first.sentence
    );
    position.apply(&first);
    let second = position.sum(Kind::UnitSum).unwrap();
    assert_eq!(second.removed, [(11, 1), (11, 2), (11, 3)]);
    assert!(
        second.sentence.contains("r3c4 must be 4"),
        "{}",
        second.sentence
    );
}

#[test]
fn candidates_that_are_gone_are_not_found_again() {
    let geometry = Geometry::of_order(4).unwrap();
    let cages = cage::read(&geometry, b"3 r1c1 r1c2").unwrap();
    let board = Board { geometry, cages };
    let mut gone = vec![0; 16];
    (gone[0], gone[1]) = (0b1100, 0b1100);
    let next = Position::new(&board, &Grid::empty(4), &gone)
        .next()
        .unwrap();
    assert_ne!(next.kind, Kind::CageSum);
}
