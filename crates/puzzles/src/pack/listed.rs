//! Reads pieces listed one after another, as puzzles are posted: drawings with a name above each,
//! drawings separated by empty lines, and lists of coordinates.
//!
//! A text is read as a list only if all of it can be; otherwise it is a picture, whose letters are
//! pieces.

use super::fault::{Place, TextFault, TextFaultKind};
use super::grid::At;
use super::piece::check_name;
use dlx3_base::text::excerpt;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A piece of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its cells, and the place of each in the text.
    pub cells: Vec<(At, Place)>,
    /// How often it is used, if the text says so.
    pub uses: Option<u32>,
}

/// The contents of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedPieces {
    /// The pieces, in their order.
    pub pieces: Vec<Listed>,
    /// The first part of the text that is not read, if any.
    pub left_out: Option<String>,
}

/// The largest coordinate.
const MOST: i32 = 9_999;

/// Whether a sign of a drawing is not a cell.
fn is_none(sign: u8) -> bool {
    matches!(sign, b'.' | b'-' | b'_' | b' ')
}

/// Whether a sign is a cell in drawings with names above.
fn is_cell(sign: u8) -> bool {
    matches!(sign, b'#' | b'*' | b'@') || sign.is_ascii_alphanumeric()
}

/// A line of a text: its number from 0, and its bytes without blanks at the end.
type Line<'t> = (usize, &'t [u8]);

/// Reads a text if it is certainly a list.
///
/// # Errors
/// If a coordinate is too large.
pub fn read(text: &[u8]) -> Result<Option<ListedPieces>, TextFault> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.map(|(index, line)| (index, line.trim_ascii_end()));
    // Numbers of uses, and comments, may be beside pieces.
    let lines = lines.filter(|(_, line)| !line.contains(&b'|') && !line.starts_with(b"//"));
    let lines: Vec<Line> = lines.filter(|(_, line)| !line.starts_with(b";")).collect();
    if memchr::memchr3(b'(', b'[', b',', text).is_some() {
        return coordinates(&lines);
    }
    Ok(slashed(&lines).or_else(|| named(&lines)))
}

/// A name, if a piece may have it: not too long, and not beginning with a digit.
fn usable(name: &str) -> Option<String> {
    let name = name.trim_matches(['"', '\'', '#', ':']).trim();
    let name = name.rsplit(char::is_whitespace).next()?;
    let name = match name.starts_with(|sign: char| sign.is_ascii_digit()) {
        true => format!("p{name}"),
        false => name.to_owned(),
    };
    check_name(name.as_bytes()).is_ok().then_some(name)
}

/// Removes names that another piece has.
fn with_own_names(mut pieces: Vec<Listed>) -> Vec<Listed> {
    let mut seen = HashSet::new();
    for piece in &mut pieces {
        piece.name.take_if(|name| !seen.insert(name.clone()));
    }
    pieces
}

// Drawings with names.

/// The meaning of a line outside drawings.
enum Header<'t> {
    /// The name of the next piece, and the part of its drawing in the same line.
    Name(&'t str, &'t [u8]),
    /// A region, and how often each piece is used in it (Advent of Code, 2025).
    Region,
}

/// `A:`, `Piece A`, `A: ##/#.`, `4x4: 0 0 2`.
fn header(line: &[u8]) -> Option<Header<'_>> {
    let text = std::str::from_utf8(line).ok()?.trim();
    if text.contains('=') {
        return None;
    }
    let words = ["piece ", "shape ", "tile ", "block ", "# ", "## "];
    let after = words.iter().find_map(|word| {
        let start = text.get(..word.len())?;
        let rest = start
            .eq_ignore_ascii_case(word)
            .then(|| &text[word.len()..])?;
        rest.bytes()
            .any(|sign| sign.is_ascii_alphanumeric())
            .then_some(rest)
    });
    let Some((name, rest)) = text.split_once(':') else {
        return after.map(|name| Header::Name(name, b""));
    };
    let is_size = name.contains('x') && name.bytes().all(|b| b == b'x' || b.is_ascii_digit());
    let are_numbers = |rest: &str| {
        let mut words = rest.split_whitespace().peekable();
        words.peek().is_some() && words.all(|word| word.bytes().all(|b| b.is_ascii_digit()))
    };
    if is_size && are_numbers(rest) {
        return Some(Header::Region);
    }
    Some(Header::Name(name, rest.trim().as_bytes()))
}

/// The signs for cells in a drawing, if it is one; 0 is not a cell beside 1.
fn drawing_signs<'t>(rows: impl IntoIterator<Item = &'t [u8]>) -> Option<Vec<u8>> {
    let mut seen = [false; 256];
    for &sign in rows.into_iter().flatten() {
        if !is_none(sign) && !is_cell(sign) && sign != b'/' {
            return None;
        }
        seen[usize::from(sign)] = true;
    }
    if seen[usize::from(b'1')] {
        seen[usize::from(b'0')] = false;
    }
    Some(
        (0..=255)
            .filter(|&sign| is_cell(sign) && seen[usize::from(sign)])
            .collect(),
    )
}

/// Whether a drawing is printed like a matrix: with a blank after each sign, and dots or the like
/// for what is not a cell.
pub fn is_spaced<'t>(lines: impl Iterator<Item = &'t [u8]> + Clone) -> bool {
    let has_step = |line: &[u8]| {
        let mut signs = line.iter().enumerate();
        signs.all(|(column, &sign)| (sign == b' ') == (column % 2 == 1))
    };
    let mut signs = lines.clone().flatten();
    lines.clone().any(|line| line.len() > 1)
        && lines.clone().nth(1).is_some()
        && signs.any(|&sign| matches!(sign, b'.' | b'-' | b'_' | b'0'))
        && lines.clone().all(has_step)
}

/// The cells of a drawing that begins in a layer, and its number of layers. Layers are side by
/// side, separated by a blank, if dots or dashes mark what is not a cell.
fn cells_of(rows: &[Line], layer: i32, letter: u8) -> (Vec<(At, Place)>, i32) {
    let words = |line: &[u8]| -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut start = None;
        for (column, &sign) in line.iter().chain(b" ").enumerate() {
            match (sign, start) {
                (b' ', Some(from)) => {
                    found.push((from, column));
                    start = None;
                }
                (b' ', None) => {}
                (_, None) => start = Some(column),
                _ => {}
            }
        }
        found
    };
    let all: Vec<Vec<(usize, usize)>> = rows.iter().map(|(_, line)| words(line)).collect();
    let widths = |words: &Vec<(usize, usize)>| -> Vec<usize> {
        words.iter().map(|(from, end)| end - from).collect()
    };
    let first = widths(&all[0]);
    let has_signs = |line: &[u8]| {
        line.iter()
            .any(|&sign| is_none(sign) && sign != b' ' || sign == b'0')
    };
    let is_layered = first.len() > 1
        && first.iter().any(|&width| width > 1)
        && all.iter().all(|words| widths(words) == first)
        && rows.iter().any(|(_, line)| has_signs(line));
    let step = match is_spaced(rows.iter().map(|&(_, line)| line)) {
        true => 2,
        false => 1,
    };
    let mut cells = Vec::new();
    for ((row, &(index, line)), words) in (0..).zip(rows).zip(&all) {
        let mut put = |from: usize, end: usize, layer: i32, first: usize| {
            for (column, &sign) in line.iter().enumerate().take(end).skip(from) {
                if sign == letter {
                    let place = Place {
                        line: index + 1,
                        column: column + 1,
                    };
                    cells.push(([layer, row, ((column - first) / step) as i32], place));
                }
            }
        };
        match is_layered {
            true => (0..)
                .zip(words)
                .for_each(|(at, &(from, end))| put(from, end, layer + at, from)),
            false => put(0, line.len(), layer, 0),
        }
    }
    let layers = if is_layered { first.len() as i32 } else { 1 };
    (cells, layers)
}

/// Runs of lines that are not empty.
fn blocks<'l, 't>(lines: &'l [Line<'t>]) -> impl Iterator<Item = &'l [Line<'t>]> {
    let blocks = lines.split(|(_, line)| line.is_empty());
    blocks.filter(|block| !block.is_empty())
}

fn named(lines: &[Line]) -> Option<ListedPieces> {
    match lines
        .iter()
        .any(|(_, line)| line.contains(&b':') || matches!(header(line), Some(Header::Name(..))))
    {
        true => with_headers(lines),
        false => with_bare_names(lines),
    }
}

/// Drawings with a header each; one without a header continues the last piece, a layer below.
fn with_headers(lines: &[Line]) -> Option<ListedPieces> {
    let mut listing = ListedPieces::default();
    let mut regions = 0;
    let mut indent = 0;
    // The current piece, its number of drawings, and its sign.
    let mut open: Option<(Listed, i32, u8)> = None;
    let mut rows: Vec<Line> = Vec::new();
    let mut done: Vec<Listed> = Vec::new();
    let mut signs: HashSet<u8> = HashSet::new();
    let mut close = |open: &mut Option<(Listed, i32, u8)>, rows: &mut Vec<Line>| -> Option<()> {
        if rows.is_empty() {
            return Some(());
        }
        let (piece, layer, letter) = open.as_mut()?;
        let own = drawing_signs(rows.iter().map(|&(_, line)| line))?;
        match (own.len(), own.first()) {
            (0, _) => {}
            (1, Some(&sign)) if *layer == 0 || sign == *letter => *letter = sign,
            _ => return None,
        }
        signs.insert(*letter);
        let (cells, layers) = cells_of(rows, *layer, *letter);
        piece.cells.extend(cells);
        *layer += layers;
        rows.clear();
        Some(())
    };
    for &(index, line) in lines {
        if line.is_empty() {
            close(&mut open, &mut rows)?;
            continue;
        }
        match header(line) {
            Some(Header::Region) => {
                close(&mut open, &mut rows)?;
                let text = String::from_utf8_lossy(line).into_owned();
                listing.left_out.get_or_insert(text);
                regions += 1;
            }
            Some(Header::Name(name, drawing)) => {
                close(&mut open, &mut rows)?;
                indent = 0;
                let piece = Listed {
                    name: usable(name),
                    ..Listed::default()
                };
                done.extend(open.replace((piece, 0, b'#')).map(|(piece, ..)| piece));
                let parts = drawing.split(|&sign| sign == b'/');
                if !drawing.is_empty() {
                    rows.extend(parts.map(|part| (index, part.trim_ascii_end())));
                    indent = line.len() - drawing.len();
                }
            }
            // A drawing may continue below the part beside its name.
            None if !rows.is_empty() && indent > 0 => {
                let (before, row) = line.split_at_checked(indent)?;
                rows.push((
                    index,
                    before.iter().all(|&sign| sign == b' ').then_some(row)?,
                ));
            }
            None => rows.push((index, line)),
        }
    }
    close(&mut open, &mut rows)?;
    done.extend(open.take().map(|(piece, ..)| piece));
    // Lines such as `# A` may also be rows of a picture.
    let has_colon = lines.iter().any(|(_, line)| line.contains(&b':'));
    if done.is_empty()
        || done.iter().any(|piece| piece.cells.is_empty())
        || (!has_colon && (done.len() == 1 || signs.contains(&b'#')))
    {
        return None;
    }
    listing.left_out = listing.left_out.map(|first| {
        let lines = if regions == 1 { "line" } else { "lines" };
        format!(
            "{regions} {lines} of regions left out, the first `{}': REGION and --use say which is \
             filled, and with how many of each piece",
            excerpt(first.as_bytes())
        )
    });
    listing.pieces = with_own_names(done);
    Some(listing)
}

/// Drawings of one sign, each with a word on a line above it; then, between lines of `#`, the size
/// of a box and the names of the pieces used.
fn with_bare_names(lines: &[Line]) -> Option<ListedPieces> {
    let parted: Vec<Line> = lines
        .iter()
        .map(|&(index, line)| match line {
            b"#" => (index, &b""[..]),
            line => (index, line),
        })
        .collect();
    let mut pieces: Vec<Listed> = Vec::new();
    let mut letter = None;
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    let mut size = None;
    let mut has_uses = false;
    for block in blocks(&parted) {
        let (first, rows) = (block[0].1, &block[1..]);
        let is_word = first
            .iter()
            .all(|&sign| sign.is_ascii_alphanumeric() || sign == b'_');
        let signs = drawing_signs(rows.iter().map(|&(_, line)| line));
        let sign = signs.filter(|signs| signs.len() == 1).map(|signs| signs[0]);
        let is_sign =
            |sign: u8| matches!(sign, b'x' | b'X' | b'#' | b'*' | b'@' | b'1' | b'o' | b'O');
        let sign = sign.filter(|&sign| is_sign(sign) && letter.is_none_or(|known| known == sign));
        if let (true, Some(sign), false) = (is_word, sign, rows.is_empty())
            && !first.iter().all(|&other| other == sign || is_none(other))
            && size.is_none()
        {
            letter = Some(sign);
            if names.insert(first, pieces.len()).is_some() {
                return None;
            }
            pieces.push(Listed {
                name: usable(std::str::from_utf8(first).ok()?),
                cells: cells_of(rows, 0, sign).0,
                uses: None,
            });
            continue;
        }
        if pieces.len() < 2 {
            return None;
        }
        for (_, line) in block {
            let words = || {
                line.split(|&sign| sign == b' ')
                    .filter(|word| !word.is_empty())
            };
            let are_numbers = words().all(|word| word.iter().all(u8::is_ascii_digit));
            if are_numbers && matches!(words().count(), 2 | 3) {
                size.get_or_insert(*line);
                continue;
            }
            has_uses = true;
            for word in words() {
                let piece = &mut pieces[*names.get(word)?];
                piece.uses = Some(piece.uses.unwrap_or(0) + 1);
            }
        }
    }
    if pieces.len() < 2 {
        return None;
    }
    if has_uses {
        pieces
            .iter_mut()
            .for_each(|piece| _ = piece.uses.get_or_insert(0));
    }
    let left_out = size.map(|size| {
        let size = String::from_utf8_lossy(size).replace(' ', "x");
        format!(
            "the box of {} left out: REGION says which is filled",
            excerpt(size.as_bytes())
        )
    });
    Some(ListedPieces {
        pieces: with_own_names(pieces),
        left_out,
    })
}

/// One piece a line, its rows separated by `/`: `##./.##`.
fn slashed(lines: &[Line]) -> Option<ListedPieces> {
    let full = || lines.iter().filter(|(_, line)| !line.is_empty());
    let is_piece = |line: &[u8]| line.contains(&b'/') && !line.starts_with(b"/");
    if !full().any(|(_, line)| is_piece(line)) {
        return None;
    }
    let mut pieces = Vec::new();
    for &(index, line) in full() {
        let (name, drawing) = match header(line) {
            Some(Header::Name(name, drawing)) => (usable(name), drawing),
            _ => (None, line),
        };
        let parts = drawing.split(|&sign| sign == b'/');
        let rows: Vec<Line> = parts.map(|part| (index, part)).collect();
        let signs = drawing_signs(rows.iter().map(|&(_, line)| line))?;
        let [letter] = signs[..] else {
            return None;
        };
        let mut cells = Vec::new();
        for (row, (_, line)) in (0..).zip(&rows) {
            let place = Place {
                line: index + 1,
                column: 1,
            };
            let marks = (0..).zip(*line).filter(|&(_, &sign)| sign == letter);
            cells.extend(marks.map(|(column, _)| ([0, row, column], place)));
        }
        pieces.push(Listed {
            name,
            cells,
            uses: None,
        });
    }
    Some(ListedPieces {
        pieces: with_own_names(pieces),
        left_out: None,
    })
}

/// The pieces of a picture of one sign, one for each run of lines: the alternative to reading its
/// runs as layers of one piece.
pub fn one_sign(text: &[u8], letter: u8) -> Vec<Listed> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.map(|(index, line)| (index, line.trim_ascii_end()));
    let lines = lines.filter(|(_, line)| !line.contains(&b'|') && !line.starts_with(b";"));
    let lines: Vec<Line> = lines.collect();
    let bytes = |&(_, line): &Line<'_>| line.to_vec();
    let full: Vec<Vec<u8>> = lines
        .iter()
        .map(bytes)
        .filter(|line| !line.is_empty())
        .collect();
    let all_spaced = is_spaced(full.iter().map(Vec::as_slice));
    let piece = |block: &[Line]| {
        let mut cells = cells_of(block, 0, letter).0;
        // A drawing without dots is spaced like the others.
        if all_spaced && !is_spaced(block.iter().map(|&(_, line)| line)) {
            cells.iter_mut().for_each(|(at, _)| at[2] /= 2);
        }
        Listed {
            name: None,
            cells,
            uses: None,
        }
    };
    let pieces = blocks(&lines).map(piece);
    pieces.filter(|piece| !piece.cells.is_empty()).collect()
}

// Coordinates.

/// The numbers in one pair of brackets, and the place of the first.
type Numbers = (Vec<i32>, Place);

/// The contents of a pair of brackets, or of a line.
#[derive(Default)]
struct Group {
    numbers: Vec<i32>,
    place: Option<Place>,
    points: Vec<Numbers>,
    /// Whether pieces were found in it: then its numbers are not coordinates.
    has_pieces: bool,
    /// Whether points are directly in it, not in inner brackets; and how many pieces were found
    /// before.
    has_own: bool,
    before: usize,
}

/// A piece being found: its name, its points, and whether it is a line.
struct Found {
    name: Option<String>,
    points: Vec<Numbers>,
    line: Option<usize>,
}

/// Words that are not names of pieces.
const KEYS: &str = " x y z cells squares cubes coords coordinates points shape shapes name piece \
                    pieces id array set frozenset list tuple np polyomino point ";

fn coordinates(lines: &[Line]) -> Result<Option<ListedPieces>, TextFault> {
    let mut found: Vec<Found> = Vec::new();
    let mut stack: Vec<Group> = Vec::new();
    let mut name = None;
    let mut squares = false;
    let mut rounds = false;
    let mut bodies: Vec<Range<usize>> = Vec::new();
    for &(index, line) in lines {
        let mut bare = Group::default();
        let mut at = 0;
        while let Some(&byte) = line.get(at) {
            let place = Place {
                line: index + 1,
                column: at + 1,
            };
            let start = at;
            let is_sign = byte == b'-' && line.get(at + 1).is_some_and(u8::is_ascii_digit);
            at += 1;
            match byte {
                b'(' | b'[' | b'{' => {
                    squares |= byte == b'[';
                    rounds |= byte == b'(';
                    stack.push(Group {
                        before: found.len(),
                        ..Group::default()
                    });
                }
                b')' | b']' | b'}' => {
                    let Some(group) = stack.pop() else {
                        return Ok(None);
                    };
                    if group.has_pieces {
                        if group.has_own {
                            bodies.push(group.before..found.len());
                        }
                        stack.last_mut().unwrap_or(&mut bare).has_pieces = true;
                        continue;
                    }
                    if !group.numbers.is_empty() && !group.points.is_empty() {
                        return Ok(None);
                    }
                    if let Some(place) = group.place.filter(|_| !group.numbers.is_empty()) {
                        let outer = stack.last_mut().unwrap_or(&mut bare);
                        outer.points.push((group.numbers, place));
                    } else if !group.points.is_empty() {
                        let outer = stack.last_mut().unwrap_or(&mut bare);
                        (outer.has_pieces, outer.has_own) = (true, true);
                        found.push(Found {
                            name: name.take(),
                            points: group.points,
                            line: None,
                        });
                    }
                }
                b'0'..=b'9' => {
                    at = number_end(line, start);
                    // `1j` is not a number of a row or column.
                    if line.get(at).is_some_and(u8::is_ascii_alphabetic) {
                        return Ok(None);
                    }
                    let group = stack.last_mut().unwrap_or(&mut bare);
                    let number = number(&line[start..at], place)?;
                    group.place.get_or_insert(place);
                    group.numbers.push(number);
                    // A pair without brackets ends at a blank.
                    if stack.is_empty() && line.get(at).is_none_or(u8::is_ascii_whitespace) {
                        let numbers = std::mem::take(&mut bare.numbers);
                        let place = bare.place.take().unwrap_or(place);
                        bare.points.push((numbers, place));
                    }
                }
                b'-' if is_sign => {
                    at = number_end(line, at);
                    let group = stack.last_mut().unwrap_or(&mut bare);
                    group.place.get_or_insert(place);
                    group.numbers.push(number(&line[start..at], place)?);
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let rest = line[start..].iter();
                    at = start
                        + rest
                            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
                            .count();
                    let word = String::from_utf8_lossy(&line[start..at]);
                    if !KEYS.contains(&format!(" {} ", word.to_ascii_lowercase())) {
                        name = Some(word.into_owned());
                    }
                }
                b',' | b';' | b':' | b'=' | b'"' | b'\'' => {}
                byte if byte.is_ascii_whitespace() => {}
                _ => return Ok(None),
            }
        }
        if !bare.numbers.is_empty() && !bare.has_pieces {
            return Ok(None);
        }
        if !bare.points.is_empty() {
            // `1: (0,0) (0,1)`: the name is a number.
            if bare.points[0].0.len() == 1 && bare.points.len() > 1 {
                let (numbers, _) = bare.points.remove(0);
                name.get_or_insert(numbers[0].to_string());
            }
            found.push(Found {
                name: name.take(),
                points: bare.points,
                line: Some(index),
            });
        }
    }
    if !stack.is_empty() || found.is_empty() {
        return Ok(None);
    }
    // One point a line: empty lines separate pieces.
    let is_single = |found: &Found| found.line.is_some() && found.points.len() == 1;
    if found.iter().all(is_single) {
        let mut merged: Vec<Found> = Vec::new();
        let mut last = None;
        for piece in found {
            match merged.last_mut() {
                Some(whole) if piece.line == last && piece.name.is_none() => {
                    whole.points.extend(piece.points);
                }
                _ => merged.push(Found {
                    line: None,
                    ..piece
                }),
            }
            last = piece.line.map(|line| line + 1);
        }
        found = merged;
    }
    let is_matrix = !rounds && are_matrices(&found, squares);
    let layers = match is_matrix {
        true => layers_of(&found, &bodies),
        false => vec![0; found.len()],
    };
    let mut pieces: Vec<Listed> = Vec::new();
    for (piece, layer) in found.into_iter().zip(layers) {
        let mut cells = Vec::new();
        for (row, (numbers, place)) in (0..).zip(&piece.points) {
            match (is_matrix, &numbers[..]) {
                (true, row_of) => {
                    let full = (0..).zip(row_of).filter(|&(_, &number)| number != 0);
                    cells.extend(full.map(|(column, _)| ([layer, row, column], *place)));
                }
                (false, &[row, column]) => cells.push(([0, row, column], *place)),
                (false, &[layer, row, column]) => cells.push(([layer, row, column], *place)),
                _ => return Ok(None),
            }
        }
        if let (1.., Some(above)) = (layer, pieces.last_mut()) {
            above.cells.extend(cells);
            continue;
        }
        if cells.is_empty() {
            return Ok(None);
        }
        pieces.push(Listed {
            name: piece.name.as_deref().and_then(usable),
            cells,
            uses: None,
        });
    }
    Ok(Some(ListedPieces {
        pieces: with_own_names(pieces),
        left_out: None,
    }))
}

/// The layer of each matrix in its piece. If there are several lists of matrices, each with at most
/// one name and matrices of one size, each list is a piece; a single list consists of pieces.
fn layers_of(found: &[Found], bodies: &[Range<usize>]) -> Vec<i32> {
    let size = |piece: &Found| {
        let width = piece.points.first().map(|(numbers, _)| numbers.len());
        (piece.points.len(), width)
    };
    let is_piece = |body: &Range<usize>| {
        let body = &found[body.clone()];
        let mut rest = body.iter().skip(1);
        rest.all(|layer| layer.name.is_none() && size(layer) == size(&body[0]))
    };
    let count: usize = bodies.iter().map(Range::len).sum();
    match bodies.len() > 1 && count == found.len() && bodies.iter().all(is_piece) {
        true => bodies
            .iter()
            .flat_map(|body| 0..body.len() as i32)
            .collect(),
        false => vec![0; found.len()],
    }
}

fn number_end(line: &[u8], start: usize) -> usize {
    let digits = line[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    start + digits.count()
}

fn number(digits: &[u8], place: Place) -> Result<i32, TextFault> {
    let number = std::str::from_utf8(digits)
        .ok()
        .and_then(|text| text.parse().ok());
    let number = number.filter(|number: &i32| number.abs() <= MOST);
    number.ok_or_else(|| TextFault {
        place,
        kind: TextFaultKind::LargeCoordinate(excerpt(digits), MOST),
    })
}

/// Whether square brackets, or lines, are rows of matrices of 0 and 1, not coordinates.
fn are_matrices(found: &[Found], squares: bool) -> bool {
    let rows = || found.iter().flat_map(|piece| &piece.points);
    let is_row = |(numbers, _): &Numbers| numbers.iter().all(|number| matches!(number, 0 | 1));
    let is_even = |piece: &Found| {
        let mut rows = piece.points.iter();
        let first = rows.next().map(|(numbers, _)| numbers.len());
        rows.all(|(numbers, _)| Some(numbers.len()) == first)
    };
    let has_lines = found.iter().all(|piece| piece.line.is_none());
    if !(squares || has_lines) || !rows().all(is_row) || !found.iter().all(is_even) {
        return false;
    }
    if rows().any(|(numbers, _)| !matches!(numbers.len(), 2 | 3)) {
        return true;
    }
    // Coordinates are distinct and connected, and include the origin.
    !found.iter().all(|piece| {
        let points: HashSet<&[i32]> = piece
            .points
            .iter()
            .map(|(numbers, _)| &numbers[..])
            .collect();
        let touches = |point: &&[i32]| {
            (0..point.len()).any(|axis| {
                let mut other = point.to_vec();
                other[axis] = 1 - other[axis];
                points.contains(&other[..])
            })
        };
        let has_origin = points
            .iter()
            .any(|point| point.iter().all(|&number| number == 0));
        points.len() == piece.points.len()
            && has_origin
            && (points.len() == 1 || points.iter().all(touches))
    })
}
