//! Numbers that others have published.

use crate::common::problems::covers::{langford, queens};
use crate::common::problems::packings::{dominoes, pentominoes};
use dlx3::Problem;
use dlx3::answers::Limits;
use dlx3::solve::Searches;
use std::collections::BTreeSet;

fn count(text: &str) -> String {
    let problem: Problem = text.parse().unwrap();
    problem.count().to_string()
}

/// Kasteleyn, Physica 27 (1961), p. 1209, and OEIS A004003.
#[test]
fn domino_tilings_of_squares() {
    assert_eq!(count(&dominoes(6, 6)), "6728");
    assert_eq!(count(&dominoes(8, 8)), "12988816");
    assert_eq!(count(&dominoes(12, 12)), "53060477521960000");
    assert_eq!(count(&dominoes(16, 16)), "2444888770250892795802079170816");
}

/// The Fibonacci number of 1001: numbers may have any length.
#[test]
fn domino_tilings_of_a_long_strip() {
    let (mut last, mut next) = (num_bigint::BigUint::from(1u32), 1u32.into());
    for _ in 1..1600 {
        let sum = &last + &next;
        last = std::mem::replace(&mut next, sum);
    }
    assert_eq!(count(&dominoes(2, 1600)), next.to_string());
}

/// OEIS A000170, A014552 (each pair and its mirror image), and C. B. and J. Haselgrove,
/// Eureka 23 (1960), with all symmetries.
#[test]
fn queens_langford_pairs_and_pentominoes() {
    assert_eq!(count(&queens(8)), "92");
    assert_eq!(count(&queens(10)), "724");
    assert_eq!(count(&langford(8)), "300");
    assert_eq!(count(&pentominoes(3, 20, &[])), "8");
    assert_eq!(count(&pentominoes(4, 15, &[])), "1472");
}

/// It takes so long that DLX3's search starts threads.
#[test]
fn pentominoes_are_counted_alike_with_any_number_of_threads() {
    let problem: Problem = pentominoes(6, 10, &[]).parse().unwrap();
    for threads in 1..=3 {
        let searches = Searches {
            threads,
            ..Searches::new(1 << 20)
        };
        let mut limits = Limits {
            memory: 1 << 20,
            threads,
            stop: &mut || false,
        };
        let counted = dlx3::answers::count::count(&problem, &searches, &mut limits);
        assert_eq!(counted.unwrap().number, 9356u32.into());
    }
}

type Cell = (i32, i32);

fn at_the_origin(cells: &[Cell]) -> Vec<Cell> {
    let left = cells.iter().map(|cell| cell.0).min().unwrap();
    let top = cells.iter().map(|cell| cell.1).min().unwrap();
    let mut cells: Vec<Cell> = cells.iter().map(|&(x, y)| (x - left, y - top)).collect();
    cells.sort_unstable();
    cells
}

/// All polyominoes of a size, one for each way that they can lie.
fn polyominoes(size: usize) -> BTreeSet<Vec<Cell>> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for &(x, y) in shape {
                for cell in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                    if !shape.contains(&cell) {
                        let mut cells = shape.clone();
                        cells.push(cell);
                        larger.insert(at_the_origin(&cells));
                    }
                }
            }
        }
        shapes = larger;
    }
    shapes
}

/// A rectangle tiled by all polyominoes of some sizes.
fn tilings(rows: i32, columns: i32, sizes: &[usize]) -> String {
    let cells = (0..rows).flat_map(|x| (0..columns).map(move |y| format!("{x}_{y}")));
    let mut text = cells.collect::<Vec<_>>().join(" ") + "\n";
    for shape in sizes.iter().flat_map(|&size| polyominoes(size)) {
        for (x, y) in (0..rows).flat_map(|x| (0..columns).map(move |y| (x, y))) {
            let cells = shape.iter().map(|(dx, dy)| (x + dx, y + dy));
            if cells.clone().all(|(x, y)| x < rows && y < columns) {
                let words: Vec<String> = cells.map(|(x, y)| format!("{x}_{y}")).collect();
                text += &(words.join(" ") + "\n");
            }
        }
    }
    text
}

/// Numbers that several programs have found.
#[test]
fn tilings_by_small_polyominoes() {
    assert_eq!(count(&tilings(8, 8, &[1, 2, 3])), "92109458286284989468604");
    assert_eq!(count(&tilings(9, 12, &[3])), "20574308184277971");
    assert_eq!(count(&tilings(8, 8, &[4])), "19077209438");
}

/// An n x n square cut into rectangles of distinct dimensions, rotations apart.
fn distinct_rectangles(n: usize) -> String {
    let mut items = Vec::new();
    let mut options = String::new();
    for (x, y) in (0..n).flat_map(|x| (0..n).map(move |y| (x, y))) {
        items.push(format!("{x}_{y}"));
    }
    items.push("|".to_owned());
    for (long, short) in (1..=n).flat_map(|long| (1..=long).map(move |short| (long, short))) {
        items.push(format!("{long}x{short}"));
    }
    for (height, width) in (1..=n).flat_map(|height| (1..=n).map(move |width| (height, width))) {
        for (x, y) in (0..=n - height).flat_map(|x| (0..=n - width).map(move |y| (x, y))) {
            for (dx, dy) in (0..height).flat_map(|dx| (0..width).map(move |dy| (dx, dy))) {
                options += &format!("{}_{} ", x + dx, y + dy);
            }
            options += &format!("{}x{}\n", height.max(width), height.min(width));
        }
    }
    items.join(" ") + "\n" + &options
}

/// OEIS A360499.
#[test]
fn squares_cut_into_rectangles_of_distinct_dimensions() {
    for (n, number) in (1..).zip(["1", "1", "21", "269", "4489", "82981"]) {
        assert_eq!(count(&distinct_rectangles(n)), number, "{n}");
    }
}
