//! Text pictures of pieces and regions.
//!
//! A line of a picture has a character for each cell; `.` and blanks are no cells. An empty line
//! begins the next layer. In a picture with colors each of these characters has a second one after
//! it, the color of the cell. Beside pictures there are lines such as `2|P 0:3|L` (how often pieces
//! are used), `A = 0112` (a tile: its name, and the colors of its sides), and comments, which
//! begin with `| ` or are a single `|`.

use super::fault::{PackFault, Place, TextFault, TextFaultKind};
use super::grid::{At, Cell, Grid, add};
use super::piece::{Uses, check_name, parse_uses};
use super::shape::Shape;
use crate::text::ends::plain_with_spaces;
use crate::text::excerpt;
use std::collections::HashMap;

/// A character of a picture that stands for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its layer, line and column, from 0.
    pub at: At,
    /// The character.
    pub letter: u8,
    /// The color of the cell, 0 for none.
    pub color: u8,
    /// Where it stands in the text.
    pub place: Place,
}

/// A cell of a region before it is known where the region lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Its place in a picture.
    pub at: At,
    /// The letter of its part.
    pub letter: u8,
    /// Whether it may stay empty.
    pub wild: bool,
    /// Its color, 0 for none.
    pub color: u8,
}

/// A piece of one cell, with colored sides.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tile {
    name: String,
    colors: Vec<u8>,
    place: Place,
}

/// A text picture, before it is known what grid it is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    marks: Vec<Mark>,
    tiles: Vec<Tile>,
    uses: Vec<(String, Uses, Place)>,
    /// The first row of each layer whose lengths differ, and has dots: squares and cubes
    /// refuse it.
    ragged: Option<TextFault>,
}

/// A letter of a picture: where it stands first, and its cells with their tints.
type Letter = (u8, Place, Vec<(Cell, u8)>);

/// A piece of a picture: its name, its shape, and where it begins.
pub type Drawn = (String, Shape, Place);

impl Picture {
    /// Reads a picture.
    ///
    /// # Errors
    /// The first character that cannot stand there.
    pub fn read(text: &[u8]) -> Result<Self, TextFault> {
        Self::read_cells(text, false)
    }

    /// Reads a picture with colors: two characters stand for a cell, the second one is its color,
    /// or a dot or a blank.
    ///
    /// # Errors
    /// The first character that cannot stand there.
    pub fn read_with_colors(text: &[u8]) -> Result<Self, TextFault> {
        Self::read_cells(text, true)
    }

    fn read_cells(text: &[u8], colors: bool) -> Result<Self, TextFault> {
        let text = &*plain_with_spaces(text);
        let step = 1 + usize::from(colors);
        let mut picture = Picture::default();
        let (mut layer, mut row) = (0, 0);
        let mut width: Option<(usize, bool)> = None;
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let line = line.trim_ascii_end();
            let at = |column: usize| Place {
                line: index + 1,
                column: column + 1,
            };
            if line.is_empty() {
                if row > 0 {
                    (layer, row, width) = (layer + 1, 0, None);
                }
            } else if line[0] == b'|' {
                let blank = line.get(1).is_none_or(|byte| byte.is_ascii_whitespace());
                if !blank {
                    let kind = TextFaultKind::BadCharacter(shown(line[1]));
                    return Err(TextFault { place: at(1), kind });
                }
            } else if line.contains(&b'|') {
                picture.read_uses(line, &at)?;
            } else if line.contains(&b'=') {
                picture.read_tile(line, at(0))?;
            } else {
                for (column, cell) in line.chunks(step).enumerate() {
                    let letter = cell[0];
                    let color = match cell.get(1) {
                        None | Some(b'.' | b' ') => 0,
                        Some(&color) if color.is_ascii_alphanumeric() => color,
                        Some(&other) => {
                            let kind = TextFaultKind::BadColor(shown(other));
                            let place = at(2 * column + 1);
                            return Err(TextFault { place, kind });
                        }
                    };
                    match letter {
                        b'.' | b' ' if color > 0 => {
                            let kind = TextFaultKind::ColorOfNothing(shown(color));
                            let place = at(2 * column + 1);
                            return Err(TextFault { place, kind });
                        }
                        b'.' | b' ' => {}
                        b'#' | b'*' | b'?' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                            picture.marks.push(Mark {
                                at: [layer, row, column as i32],
                                letter,
                                color,
                                place: at(step * column),
                            });
                        }
                        other => {
                            let kind = TextFaultKind::BadCharacter(shown(other));
                            let place = at(step * column);
                            return Err(TextFault { place, kind });
                        }
                    }
                }
                let dots = line.chunks(step).any(|cell| cell[0] == b'.');
                let found = line.len().div_ceil(step);
                let (expected, had_dots) = *width.get_or_insert((found, dots));
                width = Some((expected, had_dots || dots));
                if expected != found && (dots || had_dots) && picture.ragged.is_none() {
                    picture.ragged = Some(TextFault {
                        place: at(step * found.min(expected)),
                        kind: TextFaultKind::Ragged { expected, found },
                    });
                }
                row += 1;
            }
        }
        Ok(picture)
    }

    fn read_uses(&mut self, line: &[u8], at: &dyn Fn(usize) -> Place) -> Result<(), TextFault> {
        let mut start = 0;
        for word in line.split(|byte| byte.is_ascii_whitespace()) {
            let place = at(start);
            let fault = |fault| {
                let kind = TextFaultKind::Other(fault);
                TextFault { place, kind }
            };
            let text = std::str::from_utf8(word);
            let text = text.map_err(|_| fault(PackFault::BadUses(excerpt(word))))?;
            for (name, uses) in parse_uses(text).map_err(fault)? {
                if self.uses.iter().any(|(other, ..)| *other == name) {
                    return Err(fault(PackFault::UsesTwice(name)));
                }
                self.uses.push((name, uses, place));
            }
            start += word.len() + 1;
        }
        Ok(())
    }

    fn read_tile(&mut self, line: &[u8], place: Place) -> Result<(), TextFault> {
        let fault = |kind| TextFault { place, kind };
        let end = memchr::memchr(b'=', line).unwrap_or(line.len());
        let (name, colors) = line.split_at(end);
        let (name, colors) = (
            name.trim_ascii(),
            colors.get(1..).unwrap_or(b"").trim_ascii(),
        );
        let are_colors = colors.iter().all(u8::is_ascii_alphanumeric);
        if name.is_empty() || colors.is_empty() || !are_colors || name.contains(&b' ') {
            return Err(fault(TextFaultKind::BadTile));
        }
        let name = check_name(name).map_err(|kind| fault(TextFaultKind::Other(kind)))?;
        self.tiles.push(Tile {
            name: name.to_owned(),
            colors: colors.to_vec(),
            place,
        });
        Ok(())
    }

    /// Whether it has several layers.
    pub fn has_layers(&self) -> bool {
        self.marks.iter().any(|mark| mark.at[0] > 0)
    }

    /// Whether a letter stands in several layers: then its piece is made of cubes.
    pub fn has_solid_pieces(&self) -> bool {
        let mut layers = HashMap::new();
        let layer = |mark: &Mark| mark.at[0] != *layers.entry(mark.letter).or_insert(mark.at[0]);
        self.marks.iter().any(layer)
    }

    /// How often pieces are used, and where that is said.
    pub fn uses(&self) -> &[(String, Uses, Place)] {
        &self.uses
    }

    /// Its marks with their cells.
    ///
    /// # Errors
    /// If it is ragged, or a mark is no cell of the grid.
    fn cells(&self, grid: Grid) -> Result<Vec<(Mark, Cell)>, TextFault> {
        if let (Some(fault), Grid::Square | Grid::Cube) = (&self.ragged, grid) {
            return Err(fault.clone());
        }
        // Hexagons may begin in any column.
        let first = self.marks.first().map_or(0, |mark| mark.at[1] + mark.at[2]);
        let shift = match grid {
            Grid::Hexagon => first.rem_euclid(2),
            _ => 0,
        };
        let cell = |mark: &Mark| {
            let [layer, row, column] = mark.at;
            let cell = grid.cell([layer, row, column + shift]);
            let fault = TextFault {
                place: mark.place,
                kind: TextFaultKind::BetweenHexagons,
            };
            Ok((*mark, cell.ok_or(fault)?))
        };
        self.marks.iter().map(cell).collect()
    }

    /// The pieces that it shows: a letter is a piece.
    ///
    /// With `checkered`, capital letters are dark cells, and small ones light cells, of the same
    /// piece.
    ///
    /// # Errors
    /// If it does not show pieces on this grid.
    pub fn pieces(&self, grid: Grid, checkered: bool) -> Result<Vec<Drawn>, TextFault> {
        let mut found: Vec<Letter> = Vec::new();
        let mut layers = HashMap::new();
        for (mark, cell) in self.cells(grid)? {
            let fault = |kind| TextFault {
                place: mark.place,
                kind,
            };
            let (letter, tint) = match mark.letter {
                b'?' => return Err(fault(TextFaultKind::WildPiece)),
                other if checkered && !other.is_ascii_alphabetic() => {
                    return Err(fault(TextFaultKind::NoLetter(other.into())));
                }
                letter if checkered && letter.is_ascii_uppercase() => (letter, 1),
                letter if checkered => (letter.to_ascii_uppercase(), 2),
                letter => (letter, mark.color),
            };
            let layer = *layers.entry(letter).or_insert(mark.at[0]);
            if layer != mark.at[0] && grid != Grid::Cube {
                return Err(fault(TextFaultKind::SecondLayer(grid)));
            }
            let place = match found.iter().position(|piece| piece.0 == letter) {
                Some(place) => place,
                None => {
                    found.push((letter, mark.place, Vec::new()));
                    found.len() - 1
                }
            };
            let cells = &mut found[place].2;
            let parity = |cell, tint: u8| grid.parity(cell).unwrap_or(0) ^ (tint & 1);
            let first = cells.first().copied().unwrap_or((cell, tint));
            if checkered && parity(cell, tint) != parity(first.0, first.1) {
                let name = char::from(letter).to_string();
                return Err(fault(TextFaultKind::NotCheckered(name)));
            }
            cells.push((cell, tint));
        }
        let drawn = found.into_iter().map(|(letter, place, cells)| {
            let shape = Shape::new(grid, cells, Vec::new());
            (name_of(letter), shape, place)
        });
        let mut drawn: Vec<Drawn> = drawn.collect();
        for tile in &self.tiles {
            let fault = |kind| TextFault {
                place: tile.place,
                kind,
            };
            if drawn.iter().any(|(name, ..)| *name == tile.name) {
                return Err(fault(TextFaultKind::SecondPiece(tile.name.clone())));
            }
            let shape = tile_shape(grid, &tile.colors).map_err(fault)?;
            drawn.push((tile.name.clone(), shape, tile.place));
        }
        Ok(drawn)
    }

    /// The cells of the region that it shows.
    ///
    /// # Errors
    /// If it does not show a region on this grid.
    pub fn region(&self, grid: Grid) -> Result<Vec<Spot>, TextFault> {
        let fault = |place, kind| Err(TextFault { place, kind });
        if let Some(tile) = self.tiles.first() {
            return fault(tile.place, TextFaultKind::TileInRegion);
        }
        if let Some(&(_, _, place)) = self.uses.first() {
            return fault(place, TextFaultKind::UsesInRegion);
        }
        let cells = self.cells(grid)?;
        let mut letters = cells.iter().map(|(mark, _)| mark.letter);
        let letter = letters.find(|&letter| letter != b'?').unwrap_or(b'#');
        let several = letters.any(|other| other != letter && other != b'?');
        let mut region = Vec::with_capacity(cells.len());
        for (mark, cell) in cells {
            if mark.at[0] > 0 && grid != Grid::Cube {
                return fault(mark.place, TextFaultKind::SecondLayer(grid));
            }
            let wild = mark.letter == b'?';
            if wild && several {
                return fault(mark.place, TextFaultKind::WildAmongRegions);
            }
            region.push(Spot {
                at: grid.at(cell),
                letter: if wild { letter } else { mark.letter },
                wild,
                color: mark.color,
            });
        }
        Ok(region)
    }
}

/// The name of a piece that is drawn with a character: an item must not look like a cell.
fn name_of(letter: u8) -> String {
    match letter.is_ascii_digit() {
        true => format!("p{}", char::from(letter)),
        false => char::from(letter).to_string(),
    }
}

/// A cell with colors on its sides, in the order of its neighbors.
pub fn tile_shape(grid: Grid, colors: &[u8]) -> Result<Shape, TextFaultKind> {
    let cell = grid.origin();
    let around = grid.neighbors(cell);
    if around.len() != colors.len() {
        return Err(TextFaultKind::BadSides {
            expected: around.len(),
            found: colors.len(),
        });
    }
    let sides = around.into_iter().map(|near| add(cell, near));
    let sides = sides.zip(colors.iter().copied()).collect();
    Ok(Shape::new(grid, vec![(cell, 0)], sides))
}

fn shown(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("`{}'", char::from(byte)),
        _ => format!("the byte {byte}"),
    }
}
