//! Packings: the problem of one, and pictures of its solutions.
//!
//! The first fields of each request are the packing: its pieces and its region (names with `+`
//! between them, or a drawing in several lines), the grid (`square`, ..., or nothing), how often each
//! piece is used, and the color of the border.

use crate::json::{list, object, quoted};
use crate::out::{Out, Writer, say};
use crate::{Ended, Failure, Fields};
use dlx3::format::solution::SolutionReader;
use dlx3::pack::apart::Handling;
use dlx3::pack::decode::Decoder;
use dlx3::pack::encode::Encoder;
use dlx3::pack::reduce::Reduction;
use dlx3::pack::xmpuzzle::Xmpuzzle;
use dlx3::pack::{
    Assembly, AssemblyFault, Coloring, Grid, Packing, Picture, Placements, RegionSpec, Source,
    Spec, Symmetries, Uses, choose_grid, named_pieces, parse_region, svg, xmpuzzle,
};

/// How many fields a packing has.
pub const FIELDS: usize = 5;

/// Names with `+` between them, or one drawing, which has more than one line.
fn parts(text: &str) -> Vec<&str> {
    match text.trim_end().contains('\n') {
        true => vec![text],
        false => text.split('+').map(str::trim).collect(),
    }
}

fn is_drawing(text: &str) -> bool {
    text.trim_end().contains('\n')
}

/// The file of BurrTools that is in place of the pieces, if it is one. The region is the number of its
/// problem then, or nothing for the first one.
fn file(fields: &Fields) -> Result<Option<Xmpuzzle>, Failure> {
    let bytes = fields.bytes(0).trim_ascii_start();
    if !bytes.starts_with(b"\x1f\x8b") && !bytes.starts_with(b"<?xml") {
        return Ok(None);
    }
    let file = xmpuzzle::read(bytes, wanted(fields)?);
    Ok(Some(file.map_err(Failure::new)?))
}

/// The number of the problem in a file.
fn wanted(fields: &Fields) -> Result<usize, Failure> {
    Ok(fields.text(1)?.trim().parse().unwrap_or(1))
}

fn packing(fields: &Fields) -> Result<Packing, Failure> {
    Ok(puzzle(fields)?.0)
}

/// The packing, and how its pieces are handled.
pub fn puzzle(fields: &Fields) -> Result<(Packing, Vec<Handling>), Failure> {
    let file = file(fields)?;
    let packing = match &file {
        Some(file) => file.assembly.packing(),
        None => assembly(fields)?.packing(),
    };
    let packing = packing.map_err(|fault| match fault {
        AssemblyFault::Pieces(_, fault) => Failure::new(format_args!("pieces: {fault}")),
        AssemblyFault::Region(_, fault) => Failure::new(format_args!("region: {fault}")),
        AssemblyFault::Other(fault) => Failure::new(fault),
    })?;
    let handling = file.map(|file| file.handling_in(&packing));
    Ok((packing, handling.unwrap_or_default()))
}

fn assembly(fields: &Fields) -> Result<Assembly, Failure> {
    let drawing = |text: &str| Picture::read(text.as_bytes()).map_err(Failure::new);
    let mut sources = Vec::new();
    for part in parts(fields.text(0)?) {
        sources.push(match is_drawing(part) {
            true => Source::Picture(drawing(part)?),
            false => match named_pieces(part).map_err(Failure::new)? {
                Spec::Named(set) => Source::Set(set),
                Spec::File(fault) => return Err(Failure::new(fault)),
            },
        });
    }
    let mut regions = Vec::new();
    for part in parts(fields.text(1)?) {
        regions.push(match is_drawing(part) {
            true => RegionSpec::Picture(drawing(part)?),
            false => match parse_region(part).map_err(Failure::new)? {
                Spec::Named(spec) => spec,
                Spec::File(fault) => return Err(Failure::new(fault)),
            },
        });
    }
    let grid = match fields.bytes(2) {
        b"square" => Grid::Square,
        b"triangle" => Grid::Triangle,
        b"hexagon" => Grid::Hexagon,
        b"cube" => Grid::Cube,
        _ => choose_grid(&sources, &regions).map_err(Failure::new)?,
    };
    Ok(Assembly {
        grid,
        sources,
        regions,
        moves: None,
        coloring: Coloring::None,
        each: match fields.text(3)? {
            "" => Uses::ONCE,
            text => Uses::parse(text).map_err(Failure::new)?,
        },
        uses: Vec::new(),
        border: fields.bytes(4).first().copied(),
    })
}

/// `pack-problem PACKING REDUCE`: the problem; with `1`, one solution of each class. The value is
/// why there is no solution, if counting cells shows it.
pub fn problem(fields: &Fields) -> Ended {
    let packing = packing(fields)?;
    if let Some(misfit) = packing.misfit() {
        say(Out::Values, quoted(misfit.to_string()));
    }
    if let Some(file) = file(fields)? {
        if file.problems > 1 {
            let (number, all) = (wanted(fields)?, file.problems);
            say(
                Out::Messages,
                format!("This is problem {number} of {all} in the file.\n"),
            );
        }
        let mut left_out = file.left_out;
        left_out.retain(|what| !xmpuzzle::KNOWN_APART.contains(what));
        if !left_out.is_empty() {
            let left_out = left_out.join(", ");
            say(
                Out::Messages,
                format!("Left out of the file: {left_out}.\n"),
            );
        }
    }
    let mut out = Writer::new(Out::Output);
    if !fields.is(FIELDS) {
        let encoder = Encoder::new(&packing).map_err(Failure::new)?;
        encoder.write(&mut out).map_err(Failure::new)?;
        return Ok(0);
    }
    let placements = Placements::new(&packing);
    let symmetries = Symmetries::new(&packing, &placements, true).map_err(Failure::new)?;
    let reduction = Reduction::new(&packing, &placements, &symmetries).map_err(Failure::new)?;
    if !reduction.is_exact() {
        say(Out::Messages, "some classes may have several solutions\n");
    }
    let encoder = Encoder::reduced(&packing, &placements, &reduction).map_err(Failure::new)?;
    encoder.write(&mut out).map_err(Failure::new)?;
    Ok(0)
}

/// `pack-draw PACKING SOLUTION`: a solution as `dlx3` prints it, as a picture, and its pieces with
/// their colors there and their cells (layer, row, column).
pub fn draw(fields: &Fields) -> Ended {
    let packing = packing(fields)?;
    let placements = Placements::new(&packing);
    let mut decoder = Decoder::new(&packing, &placements).map_err(Failure::new)?;
    let first = SolutionReader::new(fields.bytes(FIELDS)).next();
    let solution = first.ok_or_else(|| Failure::new("there is no solution"))?;
    let solution = decoder.decode(&solution.map_err(Failure::new)?);
    let solution = solution.map_err(Failure::new)?;
    say(Out::Output, svg::single(&packing, &placements, &solution));
    let pieces = solution.iter().map(|&number| {
        let placement = &placements.list()[number as usize];
        let cells = placement.cells.iter().map(|&cell| {
            let cell = packing.region.cells()[cell as usize].cell;
            list(packing.grid.at(cell))
        });
        let name = quoted(&packing.pieces[placement.piece as usize].name);
        let color = quoted(svg::color(placement.piece, 100));
        list([name, color, list(cells)])
    });
    say(
        Out::Values,
        object! { solid: packing.grid == Grid::Cube, pieces: list(pieces) },
    );
    Ok(0)
}
