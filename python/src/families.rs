//! The families of `dlx gen`: what `dlx3.gen` calls.

use crate::faults::bad;
use crate::problem::PyProblem;
use crate::sudoku::named;
use dlx3::Bounds;
use dlx3::families::bricks::{Brick, Bricks};
use dlx3::families::dissections::{Dissections, Kind};
use dlx3::families::domination::{Domination, Layout, Piece};
use dlx3::families::langford::{Langford, Places};
use dlx3::families::latin::{Holes, Latin, Orthogonal};
use dlx3::families::macmahon::{HEXAGON, LargeTriangle, Squares, Triangles};
use dlx3::families::partridge::Partridge;
use dlx3::families::queens::{Order, Queens};
use dlx3::families::random::{HittingSets, Planted};
use dlx3::families::rectangles::{Alike, Rectangles};
use dlx3::families::tilings::{Dominoes, Polyominoes};
use dlx3::families::triples::{Rule, Triples};
use dlx3::families::words::{WordList, WordRectangle, WordSquare};
use dlx3::families::{Family, FamilyError};
use pyo3::prelude::*;

/// The problem of a family, or why there is none.
fn made<F: Family + Sync>(py: Python<'_>, family: Result<F, FamilyError>) -> PyResult<PyProblem> {
    let family = family.map_err(bad)?;
    let text = py.detach(|| family.bytes());
    PyProblem::read(py, &text)
}

type Board = (usize, usize);

#[pyfunction]
pub fn gen_queens(py: Python<'_>, n: usize, order: &str) -> PyResult<PyProblem> {
    let orders = [
        ("organ-pipe", Order::OrganPipe),
        ("natural", Order::Natural),
    ];
    let order = named("order", order, &orders)?;
    made(py, Queens::new(n, order))
}

#[pyfunction]
pub fn gen_langford(
    py: Python<'_>,
    n: usize,
    gaps: usize,
    bounded: bool,
    half: bool,
) -> PyResult<PyProblem> {
    let places = match (gaps, bounded) {
        (_, true) => Places::Bounded,
        (0, false) => Places::Taken,
        (_, false) => Places::Secondary,
    };
    let langford = Langford::new(n, gaps, places);
    made(
        py,
        langford.map(|langford| match half {
            true => langford.half(),
            false => langford,
        }),
    )
}

#[pyfunction]
pub fn gen_domination(py: Python<'_>, board: Board, count: usize, by: &str) -> PyResult<PyProblem> {
    let pieces = [
        ("queens", Piece::Queen),
        ("kings", Piece::King),
        ("rooks", Piece::Rook),
        ("bishops", Piece::Bishop),
        ("knights", Piece::Knight),
        ("neighbors", Piece::Neighbor),
    ];
    let piece = named("by", by, &pieces)?;
    made(py, Domination::new(board, count, piece, Layout::CellsFirst))
}

#[pyfunction]
pub fn gen_words(py: Python<'_>, columns: &[u8], rows: Option<&[u8]>) -> PyResult<PyProblem> {
    let list = |what: &str, text| {
        let read = WordList::read(text, None);
        read.map_err(|fault| bad(format_args!("{what}: {fault}")))
    };
    let columns = list("columns", columns)?;
    match rows {
        Some(rows) => made(py, Ok(WordRectangle::new(columns, list("rows", rows)?))),
        None => made(py, Ok(WordSquare::new(columns))),
    }
}

#[pyfunction]
pub fn gen_squares(py: Python<'_>, board: Board) -> PyResult<PyProblem> {
    made(py, Squares::new(board.0, board.1))
}

#[pyfunction]
pub fn gen_triangles(py: Python<'_>, hexiamond: Option<Vec<String>>) -> PyResult<PyProblem> {
    let names = hexiamond.unwrap_or_else(|| HEXAGON.map(str::to_owned).to_vec());
    let triangles = names.iter().map(|name| name.parse().map_err(bad));
    let triangles = triangles.collect::<PyResult<Vec<LargeTriangle>>>()?;
    let six: [LargeTriangle; 6] = triangles.try_into().map_err(|given: Vec<_>| {
        let count = given.len();
        bad(format_args!("a hexiamond has six triangles, not {count}"))
    })?;
    made(py, Triangles::new(six))
}

#[pyfunction]
pub fn gen_latin(
    py: Python<'_>,
    n: usize,
    orthogonal: bool,
    holes: Option<usize>,
    seed: u64,
) -> PyResult<PyProblem> {
    match holes {
        Some(_) if orthogonal => Err(bad("orthogonal squares have no holes")),
        Some(holes) => made(py, Holes::new(n, holes, seed)),
        None if orthogonal => made(py, Orthogonal::new(n)),
        None => made(py, Latin::new(n)),
    }
}

#[pyfunction]
pub fn gen_partridge(py: Python<'_>, n: usize) -> PyResult<PyProblem> {
    made(py, Partridge::new(n))
}

#[pyfunction]
pub fn gen_triples(py: Python<'_>, n: usize, sum_of_two: bool) -> PyResult<PyProblem> {
    let rule = match sum_of_two {
        true => Rule::SumOfTwo,
        false => Rule::EqualSums,
    };
    made(py, Triples::new(n, rule))
}

#[pyfunction]
pub fn gen_dominoes(py: Python<'_>, board: Board) -> PyResult<PyProblem> {
    made(py, Dominoes::new(board.0, board.1))
}

#[pyfunction]
pub fn gen_polyominoes(py: Python<'_>, board: Board, sizes: Vec<usize>) -> PyResult<PyProblem> {
    made(py, Polyominoes::new(board.0, board.1, sizes))
}

#[pyfunction]
pub fn gen_rectangles(
    py: Python<'_>,
    board: Board,
    alike: &str,
    oblongs: bool,
) -> PyResult<PyProblem> {
    let kinds = [
        ("dimensions", Alike::Dimensions),
        ("height-and-width", Alike::HeightAndWidth),
        ("areas", Alike::Areas),
    ];
    let rectangles = Rectangles::new(board.0, board.1, named("alike", alike, &kinds)?);
    made(
        py,
        rectangles.map(|rectangles| match oblongs {
            true => rectangles.oblongs(),
            false => rectangles,
        }),
    )
}

#[pyfunction]
pub fn gen_dissections(py: Python<'_>, board: Board, motley: bool) -> PyResult<PyProblem> {
    let kind = if motley { Kind::Motley } else { Kind::Reduced };
    made(py, Dissections::new(board.0, board.1, kind))
}

#[pyfunction]
pub fn gen_bricks(
    py: Python<'_>,
    sizes: [usize; 3],
    kinds: Vec<(u32, u32, [usize; 3])>,
) -> PyResult<PyProblem> {
    let brick = |(lower, upper, sizes)| match upper == 0 || lower > upper {
        true => Err(bad(
            "bricks are used at least `lower' and at most `upper' times",
        )),
        false => Ok(Brick {
            sizes,
            bounds: Bounds { lower, upper },
        }),
    };
    let kinds = kinds
        .into_iter()
        .map(brick)
        .collect::<PyResult<Vec<Brick>>>()?;
    made(py, Bricks::new(sizes, kinds))
}

#[pyfunction]
pub fn gen_hitting_sets(
    py: Python<'_>,
    elements: usize,
    sets: usize,
    chosen: usize,
    seed: u64,
) -> PyResult<PyProblem> {
    made(py, HittingSets::new(elements, sets, chosen, seed))
}

#[pyfunction]
pub fn gen_planted(py: Python<'_>, options: usize, items: usize, seed: u64) -> PyResult<PyProblem> {
    made(py, Planted::new(options, items, seed))
}
