//! Polyominoes, dominoes and bricks in boxes.

use super::{Dice, RandomProblem};
use std::collections::BTreeSet;

type Cell = (i32, i32);
type Piece = BTreeSet<Cell>;

/// The most cells of a packing, so that none takes many more than 400 pieces.
const MOST_CELLS: usize = 800;

/// A connected piece of this many cells.
fn piece(dice: &mut Dice, cells: usize) -> Piece {
    let mut piece = Piece::from([(0, 0)]);
    while piece.len() < cells {
        let all: Vec<Cell> = piece.iter().copied().collect();
        let (y, x) = *dice.pick(&all);
        let (dy, dx) = *dice.pick(&[(0, 1), (1, 0), (0, -1), (-1, 0)]);
        piece.insert((y + dy, x + dx));
    }
    piece
}

/// All ways to turn and flip a piece, moved to the corner.
fn orientations(piece: &Piece) -> BTreeSet<Piece> {
    (0..8)
        .map(|turn| {
            let turned: Piece = piece
                .iter()
                .map(|&(mut y, mut x)| {
                    for _ in 0..turn % 4 {
                        (y, x) = (x, -y);
                    }
                    if turn >= 4 { (y, -x) } else { (y, x) }
                })
                .collect();
            let top = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
            turned.iter().map(|&(y, x)| (y - top, x - left)).collect()
        })
        .collect()
}

/// A box, about square or long, of this many cells, with some holes.
fn cells_of_box(dice: &mut Dice, cells: usize) -> BTreeSet<Cell> {
    let cells = cells.clamp(4, MOST_CELLS);
    let rows = dice.between(2, cells.isqrt().max(2));
    let columns = (cells / rows).max(2);
    let mut all: BTreeSet<Cell> = (0..rows as i32)
        .flat_map(|y| (0..columns as i32).map(move |x| (y, x)))
        .collect();
    for _ in 0..*dice.pick(&[0, 0, 1, 2, 5]) {
        all.remove(&(dice.below(rows) as i32, dice.below(columns) as i32));
    }
    all
}

fn name((y, x): Cell) -> String {
    format!("{y}.{x}")
}

/// Where a piece can lie.
fn placements(piece: &Piece, cells: &BTreeSet<Cell>) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for turned in orientations(piece) {
        for &(dy, dx) in cells {
            let placed: Vec<Cell> = turned.iter().map(|&(y, x)| (y + dy, x + dx)).collect();
            if placed.iter().all(|cell| cells.contains(cell)) {
                all.push(placed.into_iter().map(name).collect());
            }
        }
    }
    all
}

/// Pieces with names, each once or within bounds, that fill a box or lie in it.
pub fn pieces(dice: &mut Dice, size: usize) -> RandomProblem {
    let kinds = dice.between(1, 12);
    let pieces: Vec<Piece> = (0..kinds)
        .map(|_| {
            let cells = dice.between(1, 5);
            piece(dice, cells)
        })
        .collect();
    let ways: usize = pieces.iter().map(|piece| orientations(piece).len()).sum();
    let area: usize = pieces.iter().map(BTreeSet::len).sum();
    // Pieces that are there once should about fill the box.
    let once = dice.chance(1, 2);
    let cells = match once {
        true => (area + dice.below(3)).min(2 * size / ways + 4),
        false => size / ways + 4,
    };
    let cells = cells_of_box(dice, cells);
    let mut problem = RandomProblem::default();
    let fills = dice.chance(1, 2);
    for kind in 0..kinds {
        let share = cells.len() / area + 1;
        let (lower, upper) = match (once, dice.below(3)) {
            (true, _) => (1, 1),
            (_, 0) => (0, cells.len()),
            (_, 1) => (share.saturating_sub(dice.below(3)), share + dice.below(3)),
            _ => (share, share),
        };
        problem.bounded(format!("k{kind}"), lower, upper);
    }
    for &cell in &cells {
        match (fills, dice.chance(1, 2)) {
            (true, _) => problem.once(name(cell)),
            (_, true) => problem.secondary(name(cell)),
            _ => problem.bounded(name(cell), 0, 1),
        }
    }
    for (kind, piece) in pieces.iter().enumerate() {
        for words in placements(piece, &cells) {
            problem.add(std::iter::once(format!("k{kind}")).chain(words));
        }
    }
    problem
}

/// Dominoes, perhaps counted by direction.
pub fn dominoes(dice: &mut Dice, size: usize) -> RandomProblem {
    let cells = cells_of_box(dice, size / 2);
    let mut problem = RandomProblem::default();
    for &cell in &cells {
        problem.once(name(cell));
    }
    let counted = dice.chance(1, 2);
    if counted {
        let half = cells.len() / 2;
        let upper = *dice.pick(&[half, half / 2 + 1, half + 1, 16_001, 20_000, 9_999_999]);
        problem.bounded("H", dice.below(2), upper);
    }
    for words in placements(&[(0, 0), (0, 1)].into(), &cells) {
        let across = words[0].split_once('.').unwrap().0 == words[1].split_once('.').unwrap().0;
        let counts = (counted && across).then(|| "H".to_owned());
        problem.add(words.into_iter().chain(counts));
    }
    problem
}

/// Bricks of a few sizes that fill a box.
pub fn bricks(dice: &mut Dice, size: usize) -> RandomProblem {
    let kinds: BTreeSet<[usize; 3]> = (0..dice.between(1, 4))
        .map(|_| [dice.between(1, 2), dice.between(1, 2), dice.between(1, 4)])
        .collect();
    let turns = |[a, b, c]: [usize; 3]| -> BTreeSet<[usize; 3]> {
        [
            [a, b, c],
            [a, c, b],
            [b, a, c],
            [b, c, a],
            [c, a, b],
            [c, b, a],
        ]
        .into()
    };
    let ways: usize = kinds.iter().map(|&kind| turns(kind).len()).sum();
    let side = ((size / ways).min(MOST_CELLS) as f64).cbrt() as usize;
    let mut lengths = [side, side, side].map(|side| side.max(2) + dice.below(2));
    lengths[2] = lengths[2].min(MOST_CELLS / (lengths[0] * lengths[1]));
    let name = |place: [usize; 3]| format!("{}.{}.{}", place[0], place[1], place[2]);
    let cells = |sizes: [usize; 3]| {
        (0..sizes[0]).flat_map(move |x| {
            (0..sizes[1]).flat_map(move |y| (0..sizes[2]).map(move |z| [x, y, z]))
        })
    };
    let mut problem = RandomProblem::default();
    let share = lengths.iter().product::<usize>() / 4;
    let bounded = dice.chance(2, 3);
    for kind in 0..kinds.len() {
        if bounded {
            let lower = dice.below(share / kinds.len() + 1);
            problem.bounded(
                format!("k{kind}"),
                lower,
                lower + dice.between(1, share + 1),
            );
        }
    }
    cells(lengths).for_each(|cell| problem.once(name(cell)));
    for (kind, &sizes) in kinds.iter().enumerate() {
        for sizes in turns(sizes) {
            if (0..3).any(|axis| sizes[axis] > lengths[axis]) {
                continue;
            }
            for at in cells([0, 1, 2].map(|axis| lengths[axis] - sizes[axis] + 1)) {
                let part =
                    cells(sizes).map(|cell| name([0, 1, 2].map(|axis| at[axis] + cell[axis])));
                let kind = bounded.then(|| format!("k{kind}"));
                problem.add(kind.into_iter().chain(part));
            }
        }
    }
    problem
}
