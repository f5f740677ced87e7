//! Pieces at any place as text: layers side by side, the top one first.

use super::super::draw::{Look, put_colored};
use super::super::grid::{Cell, add};
use super::{Frame, PlacedPiece};

/// The least and the greatest coordinates of the pieces of a frame; `None` if it has none.
pub fn bounds(frame: &Frame, pieces: &[PlacedPiece]) -> Option<(Cell, Cell)> {
    let cells = frame.places.iter().flat_map(|&(piece, by)| {
        let cells = pieces[piece].cells.iter();
        cells.map(move |&cell| add(cell, by))
    });
    cells
        .map(|cell| (cell, cell))
        .reduce(|(least, most), (cell, _)| {
            let axes = [0, 1, 2];
            (
                axes.map(|axis: usize| least[axis].min(cell[axis])),
                axes.map(|axis: usize| most[axis].max(cell[axis])),
            )
        })
}

/// A picture of a frame: a letter for each cube of a piece, and a dot for other places. With
/// `colored`, for a terminal. `looks` are those of [`Drawing`](super::super::draw::Drawing), in the
/// order of the pieces.
pub fn text(frame: &Frame, pieces: &[PlacedPiece], looks: &[(char, u8)], colored: bool) -> String {
    let Some((least, most)) = bounds(frame, pieces) else {
        return String::new();
    };
    let sizes = [0, 1, 2].map(|axis| (most[axis] - least[axis] + 1) as usize);
    let [columns, rows, layers] = sizes;
    let mut picture: Vec<Option<Look>> = vec![None; columns * rows * layers];
    for &(piece, by) in &frame.places {
        for &cell in &pieces[piece].cells {
            let cell = add(cell, by);
            let at = [0, 1, 2].map(|axis| (cell[axis] - least[axis]) as usize);
            picture[(at[2] * rows + at[1]) * columns + at[0]] = Some(looks[piece]);
        }
    }
    let mut text = String::new();
    for row in 0..rows {
        for layer in 0..layers {
            if layer > 0 {
                text.push_str("  ");
            }
            for look in &picture[(layer * rows + row) * columns..][..columns] {
                match *look {
                    Some((letter, ground)) if colored => put_colored(&mut text, letter, ground),
                    Some((letter, _)) => text.push(letter),
                    None => text.push('.'),
                }
            }
        }
        text.push('\n');
    }
    text
}
