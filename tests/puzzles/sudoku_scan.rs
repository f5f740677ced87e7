//! Scans of whole grids, against counts that are known and against brute force.

use crate::grids::{filled, of_order_4};
use dlx3::sudoku::cells::Cells;
use dlx3::sudoku::scan::{Event, Plan, spread};
use dlx3::sudoku::{Filled, Second};
use std::ops::ControlFlow;

/// The solution of the first puzzle of Norvig's list top95.
const NINE: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

fn scan(grid: &Filled<2>, clues: usize) -> Vec<Cells<2>> {
    let plan = Plan::new(grid, clues).unwrap();
    let units: Vec<usize> = (0..plan.units()).collect();
    let mut puzzles = Vec::new();
    let ended = spread(&plan, &units, 1, &mut |event| {
        if let Event::Puzzle(clues) = event {
            puzzles.push(clues);
        }
        ControlFlow::Continue(())
    });
    assert!(ended.is_continue());
    puzzles
}

#[test]
fn puzzles_of_order_4_are_as_many_as_is_known() {
    let grids = of_order_4();
    for (clues, puzzles) in [(3, 0), (4, 25_728), (5, 284_160), (6, 1_041_408)] {
        let found: usize = grids.iter().map(|grid| scan(grid, clues).len()).sum();
        assert_eq!(found, puzzles, "{clues} clues");
    }
}

#[test]
fn every_choice_of_clues_in_a_grid_of_order_4_is_found_just_if_it_has_one_solution() {
    let grid = filled(4, "1234341223414123");
    let second = Second::new(grid.clone());
    for clues in 1..=16 {
        let mut found: Vec<u128> = scan(&grid, clues).iter().map(|set| set.bits()).collect();
        found.sort_unstable();
        let choices = (0..1u128 << 16).filter(|set| set.count_ones() as usize == clues);
        let unique = |set: &u128| second.difference(&Cells::from_bits(*set)).is_none();
        assert_eq!(
            found,
            choices.filter(unique).collect::<Vec<_>>(),
            "{clues} clues"
        );
    }
}

#[test]
fn one_grid_of_order_6_has_30_puzzles_with_8_clues_and_another_none() {
    let none = filled(6, "123456456123231564564231312645645312");
    let some = filled(6, "256413413625532146641532364251125364");
    assert_eq!((scan(&none, 8).len(), scan(&some, 8).len()), (0, 30));
}

#[test]
fn no_two_cells_are_unavoidable_so_all_choices_of_79_clues_are_puzzles() {
    let grid = filled(9, NINE);
    let mut found: Vec<u128> = scan(&grid, 79).iter().map(|set| set.bits()).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 81 * 80 / 2);
}

#[test]
fn a_puzzle_of_17_clues_is_found_by_its_unit_and_by_no_other() {
    let grid = filled(9, NINE);
    let puzzle =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    let clues: Cells<2> = (0..81)
        .filter(|&cell| puzzle.as_bytes()[cell] != b'.')
        .collect();
    assert_eq!(grid.puzzle(&clues), puzzle.as_bytes());
    let plan = Plan::new(&grid, 17).unwrap();
    let own = plan.unit_of(&clues).unwrap();
    let next = (own + 1) % plan.units();
    let mut scanner = plan.scanner();
    for unit in [own, next] {
        let mut times = 0;
        let ended = scanner.scan(unit, &|| false, &mut |found| {
            times += usize::from(found == clues);
            ControlFlow::Continue(())
        });
        assert!(ended.is_continue());
        assert_eq!(times, usize::from(unit == own));
    }
}

#[test]
fn processors_of_all_kinds_find_the_same() {
    let grid = filled(6, "256413413625532146641532364251125364");
    let plan = Plan::new(&grid, 9).unwrap();
    let find = |portable: bool| {
        let mut scanner = plan.scanner();
        if portable {
            scanner = scanner.portable();
        }
        let mut puzzles = Vec::new();
        for unit in 0..plan.units() {
            let ended = scanner.scan(unit, &|| false, &mut |clues| {
                puzzles.push(clues);
                ControlFlow::Continue(())
            });
            assert!(ended.is_continue());
        }
        puzzles
    };
    let puzzles = find(true);
    assert!(puzzles.len() > 100);
    assert_eq!(find(false), puzzles);
}

#[test]
fn a_scan_ends_when_the_listener_has_heard_enough() {
    let grid = filled(6, "256413413625532146641532364251125364");
    let plan = Plan::new(&grid, 12).unwrap();
    let units: Vec<usize> = (0..plan.units()).collect();
    let mut puzzles = 0;
    let ended = spread(&plan, &units, 2, &mut |event| {
        puzzles += usize::from(matches!(event, Event::Puzzle(_)));
        match puzzles {
            5000 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert!(ended.is_break());
    assert_eq!(puzzles, 5000);
}
