//! Text pictures of pieces and regions.
//!
//! A line of a picture has a character for each cell; `.`, `-`, `_` and blanks are not cells. An
//! empty line begins the next layer; a line that begins with `/` has a row of each layer, separated
//! by `/`. In a picture with colors, each character is followed by a second one, the color of the
//! cell. Beside pictures there are lines such as `2|P 0:3|L` (how often pieces are used), `A =
//! 0112` (a tile: its name, and the colors of its sides), and comments, which begin with `| ` or
//! `;` or are a single `|`. Other forms of pieces are those of [`listed`](super::listed).

use super::fault::{PackFault, Place, TextFault, TextFaultKind};
use super::grid::{At, Cell, Grid, add};
use super::listed::{self, Listed, ListedPieces};
use super::piece::{Uses, check_name, parse_uses};
use super::sets::numbered;
use super::shape::Shape;
use dlx3_base::text::ends::plain_with_spaces;
use dlx3_base::text::excerpt;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// A character of a picture that is a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its layer, line and column, from 0.
    pub at: At,
    /// The character.
    pub letter: u8,
    /// The color of the cell, 0 for none.
    pub color: u8,
    /// Its place in the text.
    pub place: Place,
}

/// A cell of a region whose position is not yet known.
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

/// A text picture, whose grid is not yet known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    marks: Vec<Mark>,
    tiles: Vec<Tile>,
    uses: Vec<(String, Uses, Place)>,
    /// The pieces that the text lists; there are no marks then.
    listing: Option<ListedPieces>,
    /// The alternative reading of marks with one letter: each run of lines is a piece.
    apart: Vec<Listed>,
    /// The digit that is not a cell, if all marks are 0 and 1.
    hole: Option<u8>,
    /// A fault for squares and cubes: the first row whose length differs from that of its layer,
    /// and that has dots.
    ragged: Option<TextFault>,
}

/// A letter of a picture: the place of its first cell, and its cells with their tints.
type Letter = (u8, Place, Vec<(Cell, u8)>);

/// A piece of a picture: its name, its shape, and the place where it begins.
pub type Drawn = (String, Shape, Place);

impl Picture {
    /// Reads a picture.
    ///
    /// # Errors
    /// The first character that is not allowed.
    pub fn read(text: &[u8]) -> Result<Self, TextFault> {
        Self::read_cells(text, false)
    }

    /// Reads a picture with colors: a cell is two characters, of which the second is its color, or
    /// a dot or a blank.
    ///
    /// # Errors
    /// The first character that is not allowed.
    pub fn read_with_colors(text: &[u8]) -> Result<Self, TextFault> {
        Self::read_cells(text, true)
    }

    fn read_cells(text: &[u8], colors: bool) -> Result<Self, TextFault> {
        let text = plain_with_spaces(text);
        let text = match colors {
            true => text,
            false => tidy(text),
        };
        let text = &*text;
        let is_spaced = !colors && listed::is_spaced(drawn_lines(text));
        let step = 1 + usize::from(colors || is_spaced);
        let mut picture = Picture::default();
        if !colors {
            picture.listing = listed::read(text)?;
        }
        let is_listed = picture.listing.is_some();
        let mut names: HashSet<String> = HashSet::new();
        let (mut layer, mut row, mut layers) = (0, 0, 1);
        let mut width: Option<(usize, bool)> = None;
        for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
            let line = line.trim_ascii_end();
            let at = |column: usize| Place {
                line: index + 1,
                column: column + 1,
            };
            if is_listed && !line.contains(&b'|') {
                // Already read as part of the list.
            } else if line.is_empty() {
                if row > 0 {
                    (layer, row, width) = (layer + layers, 0, None);
                    layers = 1;
                }
            } else if line[0] == b';' {
                // A comment.
            } else if line[0] == b'|' {
                let blank = line.get(1).is_none_or(|byte| byte.is_ascii_whitespace());
                if !blank {
                    let kind = TextFaultKind::BadCharacter(shown(line[1]));
                    return Err(TextFault { place: at(1), kind });
                }
            } else if line.contains(&b'|') {
                picture.read_uses(line, &mut names, &at)?;
            } else if line.contains(&b'=') {
                picture.read_tile(line, at(0))?;
            } else if is_title(line) && picture.marks.is_empty() && !colors {
                // The number and name of a figure.
            } else if line[0] == b'/' && !colors {
                layers = layers.max(picture.read_layers(line, [layer, row], &at)?);
                row += 1;
            } else {
                for (column, cell) in line.chunks(step).enumerate() {
                    let letter = cell[0];
                    let color = match cell.get(1).filter(|_| colors) {
                        None | Some(b'.' | b' ') => 0,
                        Some(&color) if color.is_ascii_alphanumeric() => color,
                        Some(&other) => {
                            let kind = TextFaultKind::BadColor(shown(other));
                            let place = at(2 * column + 1);
                            return Err(TextFault { place, kind });
                        }
                    };
                    match letter {
                        b'.' | b' ' | b'-' | b'_' if color > 0 => {
                            let kind = TextFaultKind::ColorOfNothing(shown(color));
                            let place = at(2 * column + 1);
                            return Err(TextFault { place, kind });
                        }
                        b'.' | b' ' | b'-' | b'_' => {}
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
                let is_dot = |cell: &[u8]| matches!(cell[0], b'.' | b'-' | b'_');
                let dots = line.chunks(step).any(is_dot);
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
        picture.look_at_signs(text);
        Ok(picture)
    }

    /// Reads a row of several layers: `/##/#.` (a solid in J. Thorleif's notation).
    fn read_layers(
        &mut self,
        line: &[u8],
        [layer, row]: [i32; 2],
        at: &dyn Fn(usize) -> Place,
    ) -> Result<i32, TextFault> {
        let (mut below, mut start) = (-1, 0);
        for (column, &letter) in line.iter().enumerate() {
            match letter {
                b'/' => (below, start) = (below + 1, column + 1),
                b'.' | b' ' | b'-' | b'_' => {}
                b'#' | b'*' | b'?' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                    self.marks.push(Mark {
                        at: [layer + below, row, (column - start) as i32],
                        letter,
                        color: 0,
                        place: at(column),
                    });
                }
                other => {
                    let kind = TextFaultKind::BadCharacter(shown(other));
                    return Err(TextFault {
                        place: at(column),
                        kind,
                    });
                }
            }
        }
        Ok(below + 1)
    }

    /// Decides the meaning of a picture with one sign, or with only 0 and 1.
    fn look_at_signs(&mut self, text: &[u8]) {
        let mut seen = [false; 256];
        let all = self.marks.iter();
        all.for_each(|mark| seen[usize::from(mark.letter)] = true);
        let mut letters = (0..=255).filter(|&letter| seen[usize::from(letter)]);
        match [letters.next(), letters.next(), letters.next()] {
            [Some(b'0'), Some(b'1'), None] => self.hole = Some(b'0'),
            [Some(_), None, None] => {}
            _ => return,
        }
        let is_cell = |mark: &&Mark| Some(mark.letter) != self.hole;
        let letter = self.marks.iter().find(is_cell).map(|mark| mark.letter);
        if let (Some(letter), true) = (letter, self.has_layers())
            && !text.starts_with(b"/")
            && letter != b'?'
        {
            self.apart = listed::one_sign(text, letter);
        }
    }

    /// The digit that is not a cell, if all marks are 0 and 1.
    pub(super) fn hole(&self) -> Option<u8> {
        self.hole
    }

    /// This picture with the roles of 0 and 1 exchanged.
    pub(super) fn turned(&self) -> Self {
        Picture {
            hole: Some(b'1'),
            ..self.clone()
        }
    }

    /// The part of the text that is not read, if any.
    pub(super) fn left_out(&self) -> Option<&str> {
        self.listing.as_ref()?.left_out.as_deref()
    }

    fn read_uses(
        &mut self,
        line: &[u8],
        names: &mut HashSet<String>,
        at: &dyn Fn(usize) -> Place,
    ) -> Result<(), TextFault> {
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
                if !names.insert(name.clone()) {
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
        self.marks.iter().any(|mark| mark.at[0] > 0) || self.has_solid_list()
    }

    /// Whether a piece of its list extends over several layers.
    fn has_solid_list(&self) -> bool {
        let mut lists = self.listing.iter().flat_map(|listing| &listing.pieces);
        lists.any(|piece| {
            let layers = || piece.cells.iter().map(|(at, _)| at[0]);
            layers().min() != layers().max()
        })
    }

    /// Whether a letter occurs in several layers: then its piece is made of cubes.
    pub fn has_solid_pieces(&self) -> bool {
        if !self.apart.is_empty() {
            return false;
        }
        if self.has_solid_list() {
            return true;
        }
        let mut layers = HashMap::new();
        let layer = |mark: &Mark| mark.at[0] != *layers.entry(mark.letter).or_insert(mark.at[0]);
        self.marks.iter().any(layer)
    }

    /// How often pieces are used, and where the text says so.
    pub fn uses(&self) -> &[(String, Uses, Place)] {
        &self.uses
    }

    /// Its marks with their cells.
    ///
    /// # Errors
    /// If it is ragged, or a mark is not a cell of the grid.
    fn cells(&self, grid: Grid) -> Result<Vec<(Mark, Cell)>, TextFault> {
        if let (Some(fault), Grid::Square | Grid::Cube) = (&self.ragged, grid) {
            return Err(fault.clone());
        }
        // Hexagons may begin in either column.
        let marks = || {
            let marks = self.marks.iter();
            marks.filter(|mark| self.hole.is_none_or(|hole| mark.letter != hole))
        };
        let first = marks().next().map_or(0, |mark| mark.at[1] + mark.at[2]);
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
        marks().map(cell).collect()
    }

    /// The pieces of a list; or the alternative reading of a picture with one sign and empty lines:
    /// each drawing is a piece.
    ///
    /// # Errors
    /// If a piece has a mark that is not a cell of the grid.
    pub(super) fn listed(&self, grid: Grid) -> Option<Result<Vec<Drawn>, TextFault>> {
        let listed = match &self.listing {
            Some(listing) => &listing.pieces,
            None if self.apart.is_empty() => return None,
            None => &self.apart,
        };
        let mut names: HashSet<String> = HashSet::new();
        names.extend(listed.iter().filter_map(|piece| piece.name.clone()));
        let mut free = (0..).map(numbered).filter(|name| !names.contains(name));
        let draw = |piece: &Listed| {
            let first = piece
                .cells
                .first()
                .map_or(0, |([_, row, column], _)| row + column);
            let shift = match grid {
                Grid::Hexagon => first.rem_euclid(2),
                _ => 0,
            };
            let top = piece.cells.first().map(|(at, _)| at[0]);
            let cell = |&([layer, row, column], place): &(At, Place)| {
                let fault = |kind| TextFault { place, kind };
                if grid != Grid::Cube && Some(layer) != top {
                    return Err(fault(TextFaultKind::SecondLayer(grid)));
                }
                let cell = grid.cell([layer, row, column + shift]);
                Ok((cell.ok_or(fault(TextFaultKind::BetweenHexagons))?, 0))
            };
            let cells = piece.cells.iter().map(cell).collect::<Result<_, _>>()?;
            let name = piece.name.clone();
            let name = name.unwrap_or_else(|| free.next().expect("there are more names"));
            let place = piece
                .cells
                .first()
                .map_or(Place { line: 1, column: 1 }, |cell| cell.1);
            Ok((name, Shape::new(grid, cells, Vec::new()), place))
        };
        Some(listed.iter().map(draw).collect())
    }

    /// The pieces of a list whose number of uses it gives: their indices, and those numbers.
    pub(super) fn listed_uses(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        let listed = self.listing.iter().flat_map(|listing| &listing.pieces);
        listed
            .enumerate()
            .filter_map(|(place, piece)| Some((place, piece.uses?)))
    }

    /// Whether it is certainly a list.
    pub(super) fn is_list(&self) -> bool {
        self.listing.is_some()
    }

    /// The pieces that it shows: each letter is a piece.
    ///
    /// With `checkered`, capital letters are dark cells, and small ones light cells, of the same
    /// piece.
    ///
    /// # Errors
    /// If it does not show pieces on this grid.
    pub fn pieces(&self, grid: Grid, checkered: bool) -> Result<Vec<Drawn>, TextFault> {
        if let (Some(listing), Some(listed)) = (&self.listing, self.listed(grid)) {
            if let (true, Some(piece)) = (checkered, listing.pieces.first()) {
                let place = piece.cells[0].1;
                let kind = TextFaultKind::CheckeredList;
                return Err(TextFault { place, kind });
            }
            return listed;
        }
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
            // There are no more pieces than characters.
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
        let mut names: HashSet<String> = drawn.iter().map(|piece| piece.0.clone()).collect();
        for tile in &self.tiles {
            let fault = |kind| TextFault {
                place: tile.place,
                kind,
            };
            if !names.insert(tile.name.clone()) {
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
        if let Some(listing) = &self.listing {
            return listed_region(listing, grid);
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

/// Whether a line is the title of a figure in J. Thorleif's notation: `/SOMA001 Cube`.
fn is_title(line: &[u8]) -> bool {
    let start = line.get(..5);
    let is_soma = start.is_some_and(|start| start.eq_ignore_ascii_case(b"/SOMA"));
    is_soma && memchr::memchr(b'/', &line[1..]).is_none()
}

/// The lines of a drawing: all except comments, tiles, uses and empty lines.
fn drawn_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let lines = text
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    lines.filter(|line| {
        !line.is_empty() && line[0] != b';' && !line.contains(&b'|') && !line.contains(&b'=')
    })
}

/// Replaces other people's signs by those of pictures, and removes a line with the size of the
/// drawing after it. Lines of `=` or `-` between drawings become empty, unless `-` is a sign of the
/// drawings.
fn tidy(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    const SIGNS: [(char, u8); 8] = [
        ('█', b'#'),
        ('■', b'#'),
        ('▓', b'#'),
        ('⬛', b'#'),
        ('░', b'.'),
        ('□', b'.'),
        ('⬜', b'.'),
        ('·', b'.'),
    ];
    let has_other_signs = !text.is_ascii();
    let is_line_of = |line: &[u8], sign: u8| {
        let line = line.trim_ascii();
        line.len() > 2 && line.iter().all(|&other| other == sign)
    };
    let lines = || text.split(|&byte| byte == b'\n');
    let has_dashes = lines().any(|line| line.contains(&b'-') && !is_line_of(line, b'-'));
    let is_border = |line: &[u8]| is_line_of(line, b'=') || (!has_dashes && is_line_of(line, b'-'));
    let size = size_before(&text);
    if !has_other_signs && !lines().any(is_border) && size.is_none() {
        return text;
    }
    let mut tidied = Vec::with_capacity(text.len());
    for (number, line) in lines().enumerate() {
        if number > 0 {
            tidied.push(b'\n');
        }
        if is_border(line) || Some(number) == size {
            continue;
        }
        for chunk in line.utf8_chunks() {
            for sign in chunk.valid().chars() {
                match SIGNS.iter().find(|(other, _)| *other == sign) {
                    Some(&(_, own)) => tidied.push(own),
                    None => tidied.extend(sign.encode_utf8(&mut [0; 4]).bytes()),
                }
            }
            tidied.extend(chunk.invalid());
        }
    }
    Cow::Owned(tidied)
}

/// The line of a text that has the numbers of rows and columns of the drawing below.
fn size_before(text: &[u8]) -> Option<usize> {
    let lines = text
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    let mut full = lines.enumerate().filter(|(_, line)| !line.is_empty());
    let (number, first) = full.next()?;
    let words = std::str::from_utf8(first).ok()?.split_whitespace();
    let sizes: Vec<usize> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let rows: Vec<&[u8]> = full.map(|(_, line)| line).collect();
    let columns = rows.iter().map(|row| row.len()).max()?;
    let is_size = sizes == [rows.len(), columns] || sizes == [columns, rows.len()];
    let has_digits = rows.iter().any(|row| row.iter().any(u8::is_ascii_digit));
    (is_size && !has_digits).then_some(number)
}

/// The cells of a list of coordinates: each of its pieces is a region.
fn listed_region(listing: &ListedPieces, grid: Grid) -> Result<Vec<Spot>, TextFault> {
    let mut region = Vec::new();
    let all = || listing.pieces.iter().flat_map(|piece| &piece.cells);
    let least = |axis: usize| all().map(|(at, _)| at[axis]).min().unwrap_or(0);
    let corner = [least(0), least(1), least(2)];
    // An even shift preserves triangles and hexagons.
    let even = (corner[1] + corner[2]).rem_euclid(2);
    let mut seen = HashSet::new();
    let letters = b"#*ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (number, piece) in listing.pieces.iter().enumerate() {
        for &(at, place) in &piece.cells {
            let fault = |kind| Err(TextFault { place, kind });
            let at = [
                at[0] - corner[0],
                at[1] - corner[1],
                at[2] - corner[2] + even,
            ];
            if at[0] > 0 && grid != Grid::Cube {
                return fault(TextFaultKind::SecondLayer(grid));
            }
            if grid.cell(at).is_none() {
                return fault(TextFaultKind::BetweenHexagons);
            }
            let Some(&letter) = letters.get(number) else {
                return fault(TextFaultKind::ManyRegions);
            };
            if seen.insert(at) {
                region.push(Spot {
                    at,
                    letter,
                    wild: false,
                    color: 0,
                });
            }
        }
    }
    Ok(region)
}

/// The name of a piece drawn with a character; it must not look like a cell's item.
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
