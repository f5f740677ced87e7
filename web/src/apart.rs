//! Assemblies of cubes: how high their levels are, and the moves that take one apart. The first
//! fields of a request are the packing, as in `pack.rs`.

use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::pack::{FIELDS, puzzle};
use crate::{Ended, Failure, Fields};
use dlx3::format::solution::SolutionReader;
use dlx3::pack::apart::{self, Disassembler, Frame, PlacedPiece, Separation, Walk};
use dlx3::pack::decode::Decoder;
use dlx3::pack::draw::Drawing;
use dlx3::pack::{Cell, Grid, Packing, Placements, svg};

/// Solutions as `dlx3` prints them, taken apart one after the other.
fn each(
    fields: &Fields,
    mut tell: impl FnMut(&Packing, &Placements, &[u32], &[PlacedPiece], Option<Separation>),
) -> Ended {
    let (packing, handling) = puzzle(fields)?;
    apart::check(&packing).map_err(Failure::new)?;
    let placements = Placements::new(&packing);
    let mut decoder = Decoder::new(&packing, &placements).map_err(Failure::new)?;
    let mut disassembler = Disassembler::new(handling);
    for solution in SolutionReader::new(fields.bytes(FIELDS)) {
        let solution = decoder.decode(&solution.map_err(Failure::new)?);
        let solution = apart::ordered(&placements, &solution.map_err(Failure::new)?);
        let pieces = apart::placed(&packing, &placements, &solution);
        let separation = disassembler.separation(&pieces).map_err(Failure::new)?;
        tell(&packing, &placements, &solution, &pieces, separation);
    }
    Ok(0)
}

/// `pack-levels PACKING SOLUTIONS`: a line for each assembly as soon as it is taken apart: its level
/// and the moves of all separations, by which levels are ordered; `-` if it does not come apart.
pub fn levels(fields: &Fields) -> Ended {
    each(fields, |_, _, _, _, separation| {
        let line = separation.map_or("-\n".to_owned(), |separation| {
            let level = separation.level();
            let moves: Vec<String> = level.moves().map(|moves| moves.to_string()).collect();
            format!("{level} {}\n", moves.join(" "))
        });
        say(Out::Output, line);
    })
}

/// `pack-apart PACKING SOLUTION`: the pieces of an assembly (letter, name, color, cells), its level or
/// null, and a frame for each moment: a sentence, the pieces that move, whether they leave, and where
/// the pieces are that are there. Cells and displacements are layer, row, column.
pub fn moves(fields: &Fields) -> Ended {
    each(
        fields,
        |packing, placements, solution, pieces, separation| {
            let drawing = Drawing::new(packing, placements);
            let letters = drawing.distinct(solution);
            let letters: Vec<char> = letters.into_iter().map(|look| look.0).collect();
            let at = |cell: Cell| list(Grid::Cube.at(cell));
            let colors = svg::copy_colors(packing, pieces);
            let told = pieces.iter().enumerate().map(|(number, piece)| {
                list([
                    quoted(letters[number].to_string()),
                    quoted(&packing.pieces[piece.piece as usize].name),
                    quoted(svg::color(colors[number], 100)),
                    list(piece.cells.iter().map(|&cell| at(cell))),
                ])
            });
            let frames = separation.as_ref();
            let frames = frames.map_or(Vec::new(), |found| Frame::all(found, pieces));
            let frames = frames.iter().map(|frame| {
                let (moved, leaves) = match &frame.walk {
                    Walk::Move(_, shift) => (&shift.pieces[..], shift.distance.is_none()),
                    _ => (&[][..], false),
                };
                let places = frame.places.iter();
                object! {
                    text: quoted(frame.text(&letters)),
                    moved: list(moved),
                    leaves: leaves,
                    places: list(places.map(|&(piece, by)| list([piece.to_string(), at(by)]))),
                }
            });
            let level = separation
                .as_ref()
                .map(|found| quoted(found.level().to_string()));
            say(
                Out::Values,
                object! { pieces: list(told), level: optional(level), frames: list(frames) },
            );
        },
    )
}
