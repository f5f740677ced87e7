//! Pieces: their shapes, how they may be moved, and how often they may be used.

use super::fault::PackFault;
use super::grid::{Grid, Map};
use super::shape::Shape;
use dlx3_base::text::excerpt;
use dlx3_format::Bounds;

/// How pieces may be moved, apart from translations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// Rotated and reflected.
    Free,
    /// Rotated only.
    OneSided,
    /// Neither.
    Fixed,
}

impl Moves {
    /// The maps of a grid that this allows.
    pub fn maps(self, grid: Grid) -> Vec<Map> {
        let mut maps = grid.maps();
        match self {
            Moves::Free => {}
            Moves::OneSided => maps.retain(|map| !map.is_mirror()),
            Moves::Fixed => maps.truncate(1),
        }
        maps
    }

    /// The default: cubes are not reflected, other cells are.
    pub fn usual(grid: Grid) -> Self {
        match grid {
            Grid::Cube => Moves::OneSided,
            _ => Moves::Free,
        }
    }
}

/// How often a piece may be used. Without an upper bound, the size of the region limits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The least number.
    pub lower: u32,
    /// The greatest number, if bounded. A piece that may not be used at all is removed by
    /// [`Spec`](super::Spec); a [`Packing`](super::Packing) must not contain one.
    pub upper: Option<u32>,
}

impl Uses {
    /// Exactly once.
    pub const ONCE: Uses = Uses {
        lower: 1,
        upper: Some(1),
    };

    /// Reads `2`, `0:3` or `1:*`.
    ///
    /// # Errors
    /// If it is none of these, or the upper bound is too large or below the lower one.
    pub fn parse(text: &str) -> Result<Self, PackFault> {
        let bad = || PackFault::BadUses(excerpt(text.as_bytes()));
        let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().ok().filter(|&number| number <= Bounds::MAX),
            false => None,
        };
        let (lower, upper) = match text.split_once(':') {
            None => (number(text), number(text).map(Some)),
            Some((lower, "*")) => (number(lower), Some(None)),
            Some((lower, upper)) => (number(lower), number(upper).map(Some)),
        };
        let (lower, upper) = (lower.ok_or_else(bad)?, upper.ok_or_else(bad)?);
        match upper {
            Some(upper) if upper < lower => Err(PackFault::UsesTurned(
                excerpt(text.as_bytes()),
                lower,
                upper,
            )),
            upper => Ok(Uses { lower, upper }),
        }
    }
}

/// Reads words such as `2|P 0:3|L`, separated by blanks: pieces, and how often each of them may be
/// used.
///
/// # Errors
/// If a word is not of this form.
pub fn parse_uses(text: &str) -> Result<Vec<(String, Uses)>, PackFault> {
    let word = |word: &str| match word.split_once('|') {
        Some((uses, name)) if !name.is_empty() => Ok((name.to_owned(), Uses::parse(uses)?)),
        _ => Err(PackFault::BadUses(excerpt(word.as_bytes()))),
    };
    text.split_whitespace().map(word).collect()
}

/// Checks that a piece's name can be the name of its item: it can be written, and differs from
/// other items. Cells begin with a digit, sides with `/`, parities with `+`, items of a reduction
/// with `=` and `>`.
///
/// # Errors
/// If it cannot.
pub fn check_name(name: &[u8]) -> Result<&str, PackFault> {
    let bad = || PackFault::BadName(excerpt(name));
    let text = std::str::from_utf8(name).map_err(|_| bad())?;
    let is_bad = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b':' | b'|' | 0);
    match name {
        [] | [b'0'..=b'9' | b'/' | b'+' | b'=' | b'>', ..] => Err(bad()),
        _ if name.len() > 8 || text.bytes().any(is_bad) => Err(bad()),
        _ => Ok(text),
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, which is that of its item.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// How it may be moved.
    pub moves: Moves,
    /// How often it may be used.
    pub uses: Uses,
}

impl Piece {
    /// Its orientations: the distinct images of its shape.
    pub fn orientations(&self, grid: Grid) -> Vec<Shape> {
        self.shape.images(grid, &self.moves.maps(grid))
    }
}
