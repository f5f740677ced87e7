//! Packings: what `dlx3.pack` calls. An option of a packing's problem is a placement of a piece,
//! and has the same number.

use crate::faults::bad;
use crate::problem::PyProblem;
use crate::sudoku::named;
use dlx3::pack::draw::Drawing;
use dlx3::pack::encode::encode;
use dlx3::pack::reduce::Reduction;
use dlx3::pack::solid::{
    Body, Dimensions, LENGTHS, apart, assembled, cut, is_length, joined, scad_apart,
    scad_assembled, stl,
};
use dlx3::pack::{
    Assembly, AssemblyFault, Coloring, Grid, Moves, PackFault, Packing, Picture, PieceSet,
    Placements, RegionSpec, Shape, Source, Spec, Spot, Symmetries, Uses, choose_grid, named_pieces,
    parse_region, parse_uses, svg, xmpuzzle,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::sync::Arc;

/// A layer, a row and a column.
type At = [i32; 3];
/// Pieces by their names, each with its cells; or a text.
#[derive(FromPyObject)]
pub enum PiecesGiven {
    /// A name, or a drawing.
    Text(String),
    /// Cells.
    Cells(Vec<(String, Vec<At>)>),
}

/// Cells with their letters, and whether they may stay empty; or a text.
#[derive(FromPyObject)]
pub enum RegionGiven {
    /// A name, or a drawing.
    Text(String),
    /// Cells.
    Cells(Vec<(At, u8, bool)>),
}

/// How large pieces are, in millimetres: `unit`, `gap`, `bevel`, `height`.
#[derive(FromPyObject)]
pub struct FormGiven(f64, f64, f64, Option<f64>);

impl FormGiven {
    fn checked(&self, grid: Grid) -> PyResult<Dimensions> {
        let FormGiven(unit, gap, bevel, height) = *self;
        let above_0 = |what: &str, size: f64| match length(what, size)? {
            0.0 => Err(bad(format_args!("{what}: a length above 0 is expected"))),
            size => Ok(size),
        };
        let form = Dimensions {
            unit: above_0("unit", unit)?,
            gap: length("gap", gap)?,
            bevel: length("bevel", bevel)?,
            height: height.map(|height| above_0("height", height)).transpose()?,
        };
        form.check(grid).map(|()| form).map_err(bad)
    }
}

/// A length in millimetres.
fn length(what: &str, length: f64) -> PyResult<f64> {
    match is_length(length) {
        true => Ok(length),
        false => {
            let (least, most) = LENGTHS.into_inner();
            Err(bad(format_args!(
                "{what}: a length in millimetres is expected: 0, or {least} to {most}"
            )))
        }
    }
}

fn is_drawing(text: &str) -> bool {
    text.trim_end().contains('\n')
}

const GRIDS: [(&str, Grid); 4] = [
    ("square", Grid::Square),
    ("triangle", Grid::Triangle),
    ("hexagon", Grid::Hexagon),
    ("cube", Grid::Cube),
];
const MOVES: [(&str, Moves); 3] = [
    ("one-sided", Moves::OneSided),
    ("two-sided", Moves::Free),
    ("fixed", Moves::Fixed),
];
/// What cells' colors mean.
const COLORINGS: [(&str, bool); 2] = [("checkered", true), ("same", false)];

/// A packing with its placements.
#[pyclass(frozen, module = "dlx3._dlx3")]
pub struct Pack {
    packing: Packing,
    placements: Placements,
    /// With reflections, and without.
    symmetries: [PyOnceLock<Arc<Symmetries>>; 2],
}

impl Pack {
    fn of(py: Python<'_>, assembly: &Assembly) -> PyResult<Self> {
        let packing = assembly.packing().map_err(|fault| match fault {
            AssemblyFault::Pieces(_, fault) => bad(format_args!("pieces: {fault}")),
            AssemblyFault::Region(_, fault) => bad(format_args!("region: {fault}")),
            AssemblyFault::Other(fault) => bad(fault),
        })?;
        let placements = py.detach(|| Placements::new(&packing));
        Ok(Pack {
            packing,
            placements,
            symmetries: [PyOnceLock::new(), PyOnceLock::new()],
        })
    }

    fn symmetries(&self, py: Python<'_>, mirrors: bool) -> PyResult<&Arc<Symmetries>> {
        self.symmetries[usize::from(mirrors)].get_or_try_init(py, || {
            let found = py.detach(|| Symmetries::new(&self.packing, &self.placements, mirrors));
            found.map(Arc::new).map_err(bad)
        })
    }

    /// How large the pieces of this packing are.
    fn form(&self, given: FormGiven) -> PyResult<Dimensions> {
        given.checked(self.packing.grid)
    }

    /// The placements of a solution.
    ///
    /// # Errors
    /// If there is no such placement.
    fn check(&self, solution: &[u32]) -> PyResult<()> {
        let most = self.placements.list().len();
        match solution.iter().find(|&&number| number as usize >= most) {
            None => Ok(()),
            Some(number) => {
                let told = format!("there is no placement {number}: there are {most}");
                Err(PyIndexError::new_err(told))
            }
        }
    }
}

/// Why a drawing is none, with its place.
fn drawn(what: &str, text: &str, with_colors: bool) -> PyResult<Picture> {
    let read = match with_colors {
        true => Picture::read_with_colors(text.as_bytes()),
        false => Picture::read(text.as_bytes()),
    };
    read.map_err(|fault| bad(format_args!("{what}: {fault}")))
}

fn found<T>(spec: Result<Spec<T>, PackFault>) -> PyResult<T> {
    match spec.map_err(bad)? {
        Spec::Named(found) => Ok(found),
        Spec::File(fault) => Err(bad(fault)),
    }
}

#[pymethods]
impl Pack {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    fn new(
        py: Python<'_>,
        pieces: Vec<PiecesGiven>,
        regions: Vec<RegionGiven>,
        grid: Option<&str>,
        moves: Option<&str>,
        each: Option<&str>,
        uses: &str,
        coloring: Option<&str>,
        border: Option<u8>,
    ) -> PyResult<Self> {
        let coloring = coloring.map(|name| named("coloring", name, &COLORINGS));
        let coloring = coloring.transpose()?;
        let with_colors = coloring == Some(false);
        let grid = grid.map(|name| named("grid", name, &GRIDS)).transpose()?;
        let is_solid = pieces.iter().any(|piece| match piece {
            PiecesGiven::Cells(pieces) => {
                let mut cells = pieces.iter().flat_map(|(_, cells)| cells);
                cells.any(|cell| cell[0] > 0)
            }
            PiecesGiven::Text(_) => false,
        });
        let own = match is_solid {
            true => Grid::Cube,
            false => Grid::Square,
        };
        let mut sources = Vec::new();
        for given in pieces {
            sources.push(match given {
                PiecesGiven::Text(text) if is_drawing(&text) => {
                    Source::Picture(drawn("pieces", &text, with_colors)?)
                }
                PiecesGiven::Text(name) => Source::Set(found(named_pieces(&name))?),
                PiecesGiven::Cells(pieces) => {
                    let grid = grid.unwrap_or(own);
                    let mut shapes = Vec::new();
                    for (name, cells) in pieces {
                        let cells = cells.into_iter().map(|at| {
                            let cell = grid.cell(at);
                            cell.ok_or_else(|| bad(format_args!("{name}: no cell is there")))
                        });
                        let cells = cells.collect::<PyResult<Vec<_>>>()?;
                        if cells.is_empty() {
                            return Err(bad(format_args!("piece {name} has no cells")));
                        }
                        shapes.push((name, Shape::plain(grid, cells)));
                    }
                    Source::Set(PieceSet {
                        grid,
                        moves: None,
                        pieces: shapes,
                    })
                }
            });
        }
        let mut specs = Vec::new();
        let mut is_solid = false;
        for given in regions {
            specs.push(match given {
                RegionGiven::Text(text) if is_drawing(&text) => {
                    RegionSpec::Picture(drawn("region", &text, with_colors)?)
                }
                RegionGiven::Text(name) => found(parse_region(&name))?,
                RegionGiven::Cells(cells) => {
                    is_solid |= cells.iter().any(|(at, ..)| at[0] > 0);
                    let spot = |(at, letter, wild)| Spot {
                        at,
                        letter,
                        wild,
                        color: 0,
                    };
                    RegionSpec::Cells(cells.into_iter().map(spot).collect())
                }
            });
        }
        let grid = match grid {
            Some(grid) => grid,
            None => match choose_grid(&sources, &specs).map_err(bad)? {
                Grid::Square if is_solid => Grid::Cube,
                grid => grid,
            },
        };
        let moves = moves.map(|name| named("moves", name, &MOVES)).transpose()?;
        let assembly = Assembly {
            grid,
            sources,
            regions: specs,
            moves,
            coloring: match coloring {
                None => Coloring::None,
                Some(true) => Coloring::Checkered,
                Some(false) => Coloring::Same,
            },
            each: match each {
                Some(each) => Uses::parse(each).map_err(bad)?,
                None => Uses::ONCE,
            },
            uses: parse_uses(uses).map_err(bad)?,
            border,
        };
        Pack::of(py, &assembly)
    }

    /// A problem of a file of BurrTools.
    #[staticmethod]
    fn xmpuzzle(py: Python<'_>, text: &[u8], problem: usize) -> PyResult<Self> {
        let read = xmpuzzle::read(text, problem).map_err(bad)?;
        Pack::of(py, &read.assembly)
    }

    #[getter]
    fn grid(&self) -> &'static str {
        let of = |(_, grid): &&(&str, Grid)| *grid == self.packing.grid;
        GRIDS.iter().find(of).map_or("", |(name, _)| name)
    }

    /// The pieces: name, number of cells, least and greatest number of uses.
    #[getter]
    fn pieces(&self) -> Vec<(&str, usize, u32, Option<u32>)> {
        let pieces = self.packing.pieces.iter();
        pieces
            .map(|piece| {
                let uses = piece.uses;
                let size = piece.shape.size();
                (&piece.name[..], size, uses.lower, uses.upper)
            })
            .collect()
    }

    /// The cells of the region.
    #[getter]
    fn cells(&self) -> Vec<At> {
        let cells = self.packing.region.cells().iter();
        cells.map(|cell| self.packing.grid.at(cell.cell)).collect()
    }

    /// How many placements there are.
    fn __len__(&self) -> usize {
        self.placements.list().len()
    }

    /// The number of a placement's piece, and its cells.
    fn placement(&self, number: u32) -> PyResult<(u32, Vec<At>)> {
        self.check(&[number])?;
        let placement = &self.placements.list()[number as usize];
        let cells = placement.cells.iter().map(|&cell| {
            let cell = self.packing.region.cells()[cell as usize].cell;
            self.packing.grid.at(cell)
        });
        Ok((placement.piece, cells.collect()))
    }

    /// Why there is no solution, if numbers of cells show it.
    fn misfit(&self) -> Option<String> {
        self.packing.misfit().map(|misfit| misfit.to_string())
    }

    /// The problem.
    fn problem(&self, py: Python<'_>) -> PyResult<PyProblem> {
        let problem = py.detach(|| encode(&self.packing, &self.placements, None));
        Ok(PyProblem::of(problem.map_err(bad)?))
    }

    /// A smaller problem that has a solution of each class, and whether it has only one of each.
    fn reduced(&self, py: Python<'_>, mirrors: bool) -> PyResult<(PyProblem, bool)> {
        let symmetries = Arc::clone(self.symmetries(py, mirrors)?);
        let (packing, placements) = (&self.packing, &self.placements);
        let reduced = py.detach(|| {
            let reduction = Reduction::new(packing, placements, &symmetries)?;
            let problem = encode(packing, placements, Some(&reduction))?;
            Ok((problem, reduction.is_exact()))
        });
        let (problem, is_exact) = reduced.map_err(|fault: PackFault| bad(fault))?;
        Ok((PyProblem::of(problem), is_exact))
    }

    /// The number of symmetries.
    fn order(&self, py: Python<'_>, mirrors: bool) -> PyResult<usize> {
        Ok(self.symmetries(py, mirrors)?.elements().len())
    }

    /// Whether a solution is the least one of its class, and how many symmetries fix it.
    fn fixing(
        &self,
        py: Python<'_>,
        mut solution: Vec<u32>,
        mirrors: bool,
    ) -> PyResult<(bool, usize)> {
        self.check(&solution)?;
        let (least, fixing) = self.symmetries(py, mirrors)?.canonical(&solution);
        solution.sort_unstable();
        Ok((least == solution, fixing))
    }

    /// A drawing of a solution.
    fn text(&self, solution: Vec<u32>) -> PyResult<String> {
        self.check(&solution)?;
        let drawing = Drawing::new(&self.packing, &self.placements);
        Ok(drawing.text(&solution, false))
    }

    /// A picture of the region and the pieces.
    fn task(&self) -> String {
        svg::task(&self.packing)
    }

    /// A picture of a solution.
    fn svg(&self, solution: Vec<u32>) -> PyResult<String> {
        self.check(&solution)?;
        Ok(svg::single(&self.packing, &self.placements, &solution))
    }

    /// The pieces of a solution for printers: names of files, and what they have.
    fn stl(
        &self,
        py: Python<'_>,
        solution: Vec<u32>,
        form: FormGiven,
        whole: bool,
    ) -> PyResult<Vec<(String, Vec<u8>)>> {
        self.check(&solution)?;
        let form = self.form(form)?;
        let (packing, placements) = (&self.packing, &self.placements);
        Ok(py.detach(|| {
            if whole {
                let all = joined(&assembled(packing, placements, &solution, &form));
                return vec![("assembled.stl".into(), stl(&all, "assembled, in mm"))];
            }
            let bodies = apart(packing, placements, &solution, &form).into_iter();
            let file = |body: Body| {
                let title = format!("piece {}, in mm", body.name);
                (format!("piece-{}.stl", body.name), stl(&body.mesh, &title))
            };
            bodies.map(file).collect()
        }))
    }

    /// The pieces of a solution for OpenSCAD.
    fn scad(
        &self,
        py: Python<'_>,
        solution: Vec<u32>,
        form: FormGiven,
        whole: bool,
    ) -> PyResult<String> {
        self.check(&solution)?;
        let form = self.form(form)?;
        let (packing, placements) = (&self.packing, &self.placements);
        Ok(py.detach(|| match whole {
            true => scad_assembled(&assembled(packing, placements, &solution, &form)),
            false => {
                let bodies = apart(packing, placements, &solution, &form);
                scad_apart(&bodies, form.unit / 2.0)
            }
        }))
    }

    /// The sheet of a solution for a laser cutter.
    fn cut(&self, solution: Vec<u32>, form: FormGiven, kerf: f64) -> PyResult<String> {
        self.check(&solution)?;
        let form = form.checked(Grid::Square)?;
        let kerf = length("kerf", kerf)?;
        cut(&self.packing, &self.placements, &solution, &form, kerf).map_err(bad)
    }

    /// A picture of several solutions.
    fn sheet(&self, py: Python<'_>, solutions: Vec<Vec<u32>>) -> PyResult<String> {
        solutions
            .iter()
            .try_for_each(|solution| self.check(solution))?;
        Ok(py.detach(|| svg::sheet(&self.packing, &self.placements, &solutions)))
    }
}
