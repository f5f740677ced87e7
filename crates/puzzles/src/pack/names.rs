//! The usual names of pieces, by which users may refer to them.

use super::fault::PackFault;
use super::grid::Grid;
use super::piece::Piece;
use super::sets::{alphabets, polyform};
use super::shape::Shape;
use std::collections::HashMap;

/// Finds pieces by their names.
pub struct Names {
    places: HashMap<String, usize>,
}

impl Names {
    /// For these pieces.
    pub fn new(pieces: &[Piece]) -> Self {
        let name = |(place, piece): (usize, &Piece)| (piece.name.clone(), place);
        Names {
            places: pieces.iter().enumerate().map(name).collect(),
        }
    }

    /// The piece with this name: its own, or a usual one that no other piece has.
    ///
    /// # Errors
    /// If no piece has it, or several.
    pub fn find(&self, name: &str, grid: Grid, pieces: &[Piece]) -> Result<usize, PackFault> {
        if let Some(&place) = self.places.get(name) {
            return Ok(place);
        }
        let found = usual(name, grid, pieces);
        let named = |places: &[usize]| -> Vec<String> {
            let name = |&place: &usize| pieces[place].name.clone();
            places.iter().map(name).collect()
        };
        let name = name.to_owned();
        match found[..] {
            [place] => Ok(place),
            [] => {
                let known = pieces.iter().map(|piece| piece.name.clone()).collect();
                Err(PackFault::NoSuchPiece { name, known })
            }
            _ => Err(PackFault::SeveralPieces {
                name,
                known: named(&found),
            }),
        }
    }
}

/// The pieces that a usual name may mean: the digit that draws a piece, a letter in the other case,
/// `monomino`, or a letter of Golomb's or Conway's, alone or with the number of cells.
fn usual(name: &str, grid: Grid, pieces: &[Piece]) -> Vec<usize> {
    let places = |is_it: &dyn Fn(&Piece) -> bool| -> Vec<usize> {
        let those = pieces.iter().enumerate().filter(|(_, piece)| is_it(piece));
        those.map(|(place, _)| place).collect()
    };
    if name.starts_with(|sign: char| sign.is_ascii_digit()) {
        let drawn = format!("p{name}");
        let found = places(&|piece| piece.name == drawn);
        if !found.is_empty() {
            return found;
        }
    }
    let lower = name.to_ascii_lowercase();
    if let Some((of, size)) = polyform(&lower)
        && (of == grid || of == Grid::Square && grid == Grid::Cube)
    {
        return places(&|piece| piece.shape.size() == size);
    }
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let size: Option<usize> = name[letters.len()..].parse().ok();
    if let ([letter], Grid::Square | Grid::Cube) = (letters.as_bytes(), grid) {
        let has_shape = |shape: &Shape, piece: &Piece| {
            piece.shape.size() == shape.size() && piece.orientations(grid).contains(shape)
        };
        for alphabet in alphabets(grid) {
            let mut known = alphabet.iter();
            let known = known.find(|(name, shape)| {
                name.as_bytes() == [letter.to_ascii_uppercase()]
                    && size.is_none_or(|size| size == shape.size())
            });
            if let Some((_, shape)) = known {
                let found = places(&|piece| has_shape(shape, piece));
                if !found.is_empty() {
                    return found;
                }
            }
        }
    }
    places(&|piece| piece.name.eq_ignore_ascii_case(name))
}
