//! Scans of whole grids, against counts that are known and against brute force.

use crate::grids::{NINE, filled, of_order_4};
use dlx3::sudoku::cells::Cells;
use dlx3::sudoku::scan::{Event, Instructions, Plan, spread};
use dlx3::sudoku::{Filled, Random, Second};
use std::ops::ControlFlow;

/// The grid with most puzzles of 17 clues that is known: 29, which GridChecker finds, too.
const STRANGE: &str =
    "639241785284765193517983624123857946796432851458619237342178569861594372975326418";

fn scan(grid: &Filled<2>, clues: usize) -> Vec<Cells<2>> {
    let plan = Plan::new(grid, clues).unwrap();
    let units: Vec<usize> = (0..plan.units()).collect();
    scan_units(&plan, &units, 1)
}

fn scan_units(plan: &Plan, units: &[usize], threads: usize) -> Vec<Cells<2>> {
    let mut puzzles = Vec::new();
    let ended = spread(plan, units, threads, &mut |event| {
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
    let clues = clues_of(SEVENTEEN);
    assert_eq!(grid.puzzle(&clues), SEVENTEEN.as_bytes());
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

/// The clues of a puzzle with a few more of its grid.
fn with_more(clues: &Cells<2>, more: usize, random: &mut Random) -> Cells<2> {
    let mut rest: Vec<usize> = (0..81).filter(|&cell| !clues.contains(cell)).collect();
    random.shuffle(&mut rest);
    rest[..more].iter().fold(*clues, |mut all, &cell| {
        all.insert(cell);
        all
    })
}

const SEVENTEEN: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn clues_of(puzzle: &str) -> Cells<2> {
    (0..81)
        .filter(|&cell| puzzle.as_bytes()[cell] != b'.')
        .collect()
}

#[test]
fn a_puzzle_with_more_clues_is_found_by_its_unit_among_puzzles() {
    let grid = filled(9, NINE);
    let second = Second::new(grid.clone());
    let random = &mut Random::new(69, 0);
    for (clues, times) in [(18, 10), (19, 3), (20, 1)] {
        let plan = Plan::new(&grid, clues).unwrap();
        assert!(plan.is_by_bands());
        for _ in 0..times {
            let puzzle = with_more(&clues_of(SEVENTEEN), clues - 17, random);
            let unit = plan.unit_of(&puzzle).unwrap();
            let found = scan_units(&plan, &[unit], 1);
            assert_eq!(found.iter().filter(|&&other| other == puzzle).count(), 1);
            for other in &found {
                assert_eq!(other.count() as usize, clues);
                assert!(second.difference(other).is_none());
                assert_eq!(plan.unit_of(other), Some(unit));
            }
        }
    }
}

#[test]
fn bands_and_the_tree_find_the_same_puzzles() {
    // Of 18 clues the tree does some of its units, so that all takes seconds.
    for (grid, clues, every) in [(NINE, 17, 5), (NINE, 18, 40), (STRANGE, 17, 50)] {
        let grid = filled(9, grid);
        let (bands, tree) = (
            Plan::new(&grid, clues).unwrap(),
            Plan::by_tree(&grid, clues).unwrap(),
        );
        assert!(bands.is_by_bands() && !tree.is_by_bands());
        let own = (clues == 17)
            .then(|| tree.unit_of(&clues_of(SEVENTEEN)))
            .flatten();
        let is_done = |unit: usize| unit % every == every - 1 || own == Some(unit);
        let units: Vec<usize> = (0..tree.units()).filter(|&unit| is_done(unit)).collect();
        let sorted = |mut puzzles: Vec<Cells<2>>| {
            puzzles.sort_unstable_by_key(|puzzle| puzzle.bits());
            puzzles
        };
        let by_tree = sorted(scan_units(&tree, &units, 2));
        let units: Vec<usize> = (0..bands.units()).collect();
        let mut by_bands = scan_units(&bands, &units, 2);
        by_bands.retain(|puzzle| is_done(tree.unit_of(puzzle).unwrap()));
        assert_eq!(by_tree, sorted(by_bands), "{clues} clues");
    }
}

#[test]
fn of_sixteen_clues_no_grid_has_a_puzzle_by_either_search() {
    // Of those with automorphisms, too.
    for grid in [
        NINE,
        "983514726164278935725963841598146273431827659672395418846751392217639584359482167",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    ] {
        assert!(scan(&filled(9, grid), 16).is_empty());
    }
    let grid = filled(
        9,
        "983514726164278935725963841598146273431827659672395418846751392217639584359482167",
    );
    let tree = Plan::by_tree(&grid, 16).unwrap();
    let units: Vec<usize> = (0..tree.units()).collect();
    assert!(scan_units(&tree, &units, 2).is_empty());
}

#[test]
fn the_strange_grid_has_29_puzzles_of_17_clues_in_the_order_of_units_and_text() {
    let grid = filled(9, STRANGE);
    let second = Second::new(grid.clone());
    let plan = Plan::new(&grid, 17).unwrap();
    let units: Vec<usize> = (0..plan.units()).collect();
    let found = scan_units(&plan, &units, 1);
    assert_eq!(found.len(), 29);
    assert!(
        found
            .iter()
            .all(|puzzle| second.difference(puzzle).is_none())
    );
    let key = |puzzle: &Cells<2>| (plan.unit_of(puzzle).unwrap(), grid.puzzle(puzzle));
    assert!(found.windows(2).all(|two| key(&two[0]) < key(&two[1])));
    assert_eq!(scan_units(&plan, &units, 3), found);
    let parts = (0..3).map(|part| {
        let units: Vec<usize> = units
            .iter()
            .copied()
            .filter(|unit| unit % 3 == part)
            .collect();
        scan_units(&plan, &units, 1)
    });
    let mut together: Vec<Cells<2>> = parts.flatten().collect();
    together.sort_by_key(key);
    assert_eq!(together, found);
}

#[test]
fn plans_are_the_same_each_time() {
    let grid = filled(9, NINE);
    let [one, two] = [(); 2].map(|()| Plan::new(&grid, 18).unwrap());
    assert_eq!((one.units(), one.sets()), (two.units(), two.sets()));
    for unit in 0..one.units() {
        assert!(one.weight(unit) == two.weight(unit) && one.weight(unit) > 0.0);
    }
}

#[test]
fn processors_of_all_kinds_find_the_same() {
    let six = filled(6, "256413413625532146641532364251125364");
    for (grid, clues, every, least) in [(six, 9, 1, 100), (filled(9, STRANGE), 18, 30, 20)] {
        let plan = Plan::new(&grid, clues).unwrap();
        let find = |instructions: Instructions| {
            let mut scanner = plan.scanner().limited_to(instructions);
            let mut puzzles = Vec::new();
            for unit in (0..plan.units()).step_by(every) {
                let ended = scanner.scan(unit, &|| false, &mut |clues| {
                    puzzles.push(clues);
                    ControlFlow::Continue(())
                });
                assert!(ended.is_continue());
            }
            puzzles
        };
        let puzzles = find(Instructions::Portable);
        assert!(puzzles.len() > least, "{}", puzzles.len());
        assert_eq!(find(Instructions::Avx2), puzzles);
    }
}

#[test]
fn a_unit_of_bands_ends_when_it_is_to() {
    let plan = Plan::new(&filled(9, NINE), 20).unwrap();
    let mut scanner = plan.scanner();
    let ended = scanner.scan(plan.units() / 2, &|| true, &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(ended.is_break());
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
