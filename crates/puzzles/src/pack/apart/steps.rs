//! The moves of a separation as sentences, and where the pieces are after each.

use super::super::grid::{Cell, add};
use super::{Direction, PlacedPiece, Separation, Shift};
use std::fmt;

/// The moment that a frame shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The assembly.
    Start,
    /// The pieces after a move; moves have numbers from 1.
    Move(usize, Shift),
    /// A part that left and is now taken apart itself.
    Part(Vec<usize>),
    /// Pieces that need not be separated.
    Together(Vec<usize>),
}

/// The pieces at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The moment.
    pub walk: Walk,
    /// The pieces that are there, and their displacements. Pieces that leave are shown beside the
    /// others.
    pub places: Vec<(usize, Cell)>,
}

impl Frame {
    /// All frames of a separation, from the assembly on.
    pub fn all(separation: &Separation, pieces: &[PlacedPiece]) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut places = vec![[0; 3]; pieces.len()];
        frames.push(Frame {
            walk: Walk::Start,
            places: (0..pieces.len()).map(|piece| (piece, [0; 3])).collect(),
        });
        add_frames(separation, pieces, &mut places, &mut 0, &mut frames);
        frames
    }

    /// A sentence: `3. up 1: B, D`. It is empty for the assembly.
    pub fn text(&self, letters: &[char]) -> String {
        let names = |pieces: &[usize]| {
            let names: Vec<String> = pieces.iter().map(|&at| letters[at].to_string()).collect();
            names.join(", ")
        };
        match &self.walk {
            Walk::Start => String::new(),
            Walk::Move(number, shift) => {
                let (direction, pieces) = (shift.direction, names(&shift.pieces));
                match shift.distance {
                    Some(distance) => format!("{number}. {direction} {distance}: {pieces}"),
                    None => format!("{number}. {direction} and out: {pieces}"),
                }
            }
            Walk::Part(pieces) => format!("Now {}:", names(pieces)),
            Walk::Together(pieces) => format!("{} stay together", names(pieces)),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Forward => "forward",
            Direction::Back => "back",
            Direction::Down => "down",
            Direction::Up => "up",
        })
    }
}

fn add_frames(
    separation: &Separation,
    pieces: &[PlacedPiece],
    places: &mut [Cell],
    number: &mut usize,
    frames: &mut Vec<Frame>,
) {
    let present = |places: &[Cell]| {
        let present = separation.pieces.iter();
        present.map(|&piece| (piece, places[piece])).collect()
    };
    let mut gone = Vec::new();
    for shift in &separation.moves {
        let before = places.to_vec();
        let distance = shift
            .distance
            .unwrap_or_else(|| way_out(separation, pieces, places, shift));
        for &piece in &shift.pieces {
            places[piece] = add(places[piece], shift.direction.times(distance));
        }
        *number += 1;
        frames.push(Frame {
            walk: Walk::Move(*number, shift.clone()),
            places: present(places),
        });
        if shift.distance.is_none() {
            // Both parts go on from where they were together.
            places.copy_from_slice(&before);
            gone.clone_from(&shift.pieces);
        }
    }
    let is_gone = |piece: &usize| gone.contains(piece);
    let (gone, left): (Vec<usize>, Vec<usize>) =
        separation.pieces.iter().copied().partition(is_gone);
    for (part, is_removed, own) in [
        (&separation.left, false, left),
        (&separation.removed, true, gone),
    ] {
        let here = || own.iter().map(|&piece| (piece, places[piece])).collect();
        match part {
            None if own.len() > 1 => frames.push(Frame {
                places: here(),
                walk: Walk::Together(own),
            }),
            None => {}
            Some(part) => {
                if is_removed {
                    frames.push(Frame {
                        places: here(),
                        walk: Walk::Part(own),
                    });
                }
                add_frames(part, pieces, places, number, frames);
            }
        }
    }
}

/// How far pieces must shift to stand beside the others, a cube between them.
fn way_out(separation: &Separation, pieces: &[PlacedPiece], places: &[Cell], shift: &Shift) -> i32 {
    let (axis, sign) = (shift.direction.axis(), shift.direction.sign());
    let along = |&piece: &usize| {
        let cells = pieces[piece].cells.iter();
        cells.map(move |cell| sign * (cell[axis] + places[piece][axis]))
    };
    let (moving, others): (Vec<usize>, Vec<usize>) = separation
        .pieces
        .iter()
        .partition(|piece| shift.pieces.contains(piece));
    let most = others.iter().flat_map(along).max().unwrap_or(0);
    let least = moving.iter().flat_map(along).min().unwrap_or(0);
    (most - least + 2).max(1)
}
