//! Unavoidable sets: two ways to find them must agree, and they must be what
//! their name says.

use dlx3::sudoku::cells::Cells;
use dlx3::sudoku::unavoidable::removal::{self, Removal};
use dlx3::sudoku::unavoidable::{direct, keep_minimal};
use dlx3::sudoku::{Filled, Geometry, Grid, Second};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The solution of the first line of Norvig's list top95, and grids of other kinds:
/// the most symmetric one, one with a puzzle of 17 clues.
const NINE: [&str; 3] = [
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
    "693784512487512936125963874932651487568247391741398625319475268856129743274836159",
];

fn filled(geometry: &Geometry, text: &str) -> Filled<2> {
    let grid = Grid::parse(geometry, text.as_bytes()).unwrap();
    Filled::new(geometry, &grid).unwrap()
}

fn nine(text: &str) -> Filled<2> {
    filled(&Geometry::of_order(9).unwrap(), text)
}

/// Every unavoidable set of a small grid, by looking at all its solved grids.
fn by_brute_force(board: &Geometry, grid: &Grid) -> Vec<Cells<2>> {
    fn fill(board: &Geometry, own: &Grid, grid: &mut Grid, cell: usize, all: &mut Vec<Cells<2>>) {
        if cell == board.cells() {
            let changed = |&cell: &usize| grid.get(cell) != own.get(cell);
            all.push((0..cell).filter(changed).collect());
            return;
        }
        for digit in 1..=board.order() as u8 {
            let free = |&peer: &u16| grid.get(peer as usize) != Some(digit);
            if board.peers(cell).iter().all(free) {
                grid.set(cell, digit);
                fill(board, own, grid, cell + 1, all);
                grid.set(cell, 0);
            }
        }
    }
    let mut all = Vec::new();
    fill(board, grid, &mut Grid::empty(board.order()), 0, &mut all);
    all.retain(|set| !set.is_empty());
    keep_minimal(&mut all);
    all
}

#[test]
fn a_grid_of_order_4_has_just_the_sets_that_comparing_all_288_grids_gives() {
    let board = Geometry::of_order(4).unwrap();
    for text in ["1234341221434321", "1234341223414123", "1234431221433421"] {
        let grid = Grid::parse(&board, text.as_bytes()).unwrap();
        let sets = direct::minimal_sets(&filled(&board, text), 16);
        assert_eq!(sets, by_brute_force(&board, &grid), "{text}");
        assert!(!sets.is_empty());
    }
}

#[test]
fn direct_search_and_removal_of_five_digits_agree_up_to_size_11() {
    for text in &NINE[..2] {
        let grid = nine(text);
        // A set of at most 11 cells has at most 5 digits.
        let sets = direct::minimal_sets(&grid, 11);
        assert_eq!(
            removal::minimal_sets(&grid, Removal::Digits(5), 11),
            sets,
            "{text}"
        );
        assert!(sets.len() > 50);
    }
}

#[test]
fn the_sets_of_known_grids_are_as_many_as_is_known() {
    // By size from 4 on. Another program that follows changes in another way has the same numbers.
    let sets = direct::minimal_sets(&nine(NINE[0]), 14);
    let of_size = |size| sets.iter().filter(|set| set.count() == size).count();
    let counts: Vec<usize> = (4..=14).map(of_size).collect();
    assert_eq!(counts, [13, 0, 12, 0, 16, 4, 45, 43, 122, 113, 359]);
}

#[test]
fn boxes_give_those_sets_that_lie_in_so_many_of_them() {
    let grid = nine(NINE[0]);
    let boxes = |set: &Cells<2>| {
        let mut boxes: Vec<usize> = set.iter().map(|cell| grid.units_of(cell)[2]).collect();
        boxes.sort_unstable();
        boxes.dedup();
        boxes.len()
    };
    for (count, limit) in [(2, 18), (3, 12), (5, 10)] {
        let mut direct = direct::minimal_sets(&grid, limit);
        direct.retain(|set| boxes(set) <= count);
        assert_eq!(
            removal::minimal_sets(&grid, Removal::Boxes(count), limit),
            direct
        );
    }
}

#[test]
fn a_puzzle_that_misses_a_set_has_another_solution_and_one_that_lacks_a_cell_of_it_only_that() {
    let grid = nine(NINE[0]);
    let second = Second::new(grid.clone());
    for set in direct::minimal_sets(&grid, 12) {
        let clues = grid.all().minus(&set);
        assert_eq!(second.difference(&clues), Some(set));
        let one = set.first().unwrap();
        assert_eq!(second.difference(&clues.or(&Cells::single(one))), None);
    }
}

#[test]
fn what_a_solver_finds_contains_a_minimal_set() {
    let grid = nine(NINE[0]);
    let second = Second::new(grid.clone());
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for _ in 0..200 {
        let clues: Cells<2> = (0..81).filter(|_| random.next_u32() % 3 == 0).collect();
        let Some(found) = second.difference(&clues) else {
            continue;
        };
        assert!(found.and(&clues).is_empty());
        let minimal = second.minimal_within(found);
        assert!(minimal.is_subset(&found));
        assert_eq!(
            second.difference(&grid.all().minus(&minimal)),
            Some(minimal)
        );
        for cell in minimal {
            let clues = grid.all().minus(&minimal).or(&Cells::single(cell));
            assert_eq!(second.difference(&clues), None);
        }
    }
}

#[test]
fn large_boards_have_sets_too() {
    let board = Geometry::of_order(16).unwrap();
    // Row r of the usual pattern: each row is the one above, shifted.
    let shift = |row: usize| 4 * (row % 4) + row / 4;
    let cells: Vec<u8> = (0..256)
        .map(|cell| ((cell % 16 + shift(cell / 16)) % 16 + 1) as u8)
        .collect();
    let grid: Filled<4> = Filled::new(&board, &Grid::from_cells(16, &cells)).unwrap();
    let sets = direct::minimal_sets(&grid, 8);
    assert!(!sets.is_empty());
    let second = Second::new(grid.clone());
    for set in sets.iter().step_by(97) {
        assert_eq!(second.difference(&grid.all().minus(set)), Some(*set));
    }
}
