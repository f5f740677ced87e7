//! The Python module `dlx3._dlx3`: the library as Python sees it. It only converts: what is
//! computed is computed by the library, on a thread of its own and without the lock of the
//! interpreter.

mod array;
mod best;
mod cells;
mod element;
mod estimates;
mod families;
mod faults;
mod given;
mod matrix;
mod named;
mod numbers;
mod options;
mod pack;
mod peg;
mod problem;
mod progress;
mod proof;
mod ruled;
mod run;
mod sieve;
mod solutions;
mod sparse;
mod sudoku;
mod zdd;

use pyo3::prelude::*;

/// The native part of `dlx3`.
#[pymodule]
mod _dlx3 {
    #[pymodule_export]
    use super::cells::names_of_cells;
    #[pymodule_export]
    use super::families::{
        gen_bricks, gen_dissections, gen_domination, gen_dominoes, gen_hitting_sets, gen_langford,
        gen_latin, gen_partridge, gen_planted, gen_polyominoes, gen_queens, gen_rectangles,
        gen_squares, gen_triangles, gen_triples, gen_words,
    };
    #[pymodule_export]
    use super::options::Color;
    #[pymodule_export]
    use super::pack::Pack;
    #[pymodule_export]
    use super::peg::PegGame;
    #[pymodule_export]
    use super::problem::{PyProblem, draw_profile};
    #[pymodule_export]
    use super::ruled::{RuledBoard, RuledPuzzle, sudoku_has_rules};
    #[pymodule_export]
    use super::sieve::{sieve_problem, sieve_score, sieve_solve};
    #[pymodule_export]
    use super::solutions::Solutions;
    #[pymodule_export]
    use super::sudoku::{SudokuBoard, SudokuPuzzle, sudoku_level};
    #[pymodule_export]
    use super::zdd::PyZdd;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::solutions::count_forks(module)
    }
}
