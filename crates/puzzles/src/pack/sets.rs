//! Named sets of pieces, and named regions.

use super::fault::PackFault;
use super::grid::Grid;
use super::grow::polyforms;
use super::picture::{Picture, tile_shape};
use super::piece::Moves;
use super::region::{Hole, MOST_CELLS, RegionSpec};
use super::shape::Shape;
use dlx3_base::text::nearest::nearest;

/// A named set of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// The grid of the pieces.
    pub grid: Grid,
    /// How they may be moved; `None` for the grid's default.
    pub moves: Option<Moves>,
    /// The pieces with their names.
    pub pieces: Vec<(String, Shape)>,
}

/// A word of a command line: a known name, or the name of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec<T> {
    /// The meaning of a known name.
    Named(T),
    /// Not a known name; why not, in case there is no such file.
    File(PackFault),
}

/// Tetrominoes and pentominoes by their usual letters (Golomb's), the seven one-sided
/// tetrominoes among them.
const LETTERS: &str = "\
IIII..OO..TTT..SS.ZZ...L.J...
......OO...T..SS...ZZLLL.JJJ.";
const PENTOMINOES: &str = "\
.FF.I.L..N.PP.TTT.U.U.V....W.....X..Y..ZZ.
FF..I.L..N.PP..T..UUU.V...WW....XXX.YY..Z.
.F..I.L.NN.P...T......VVVWW......X..Y...ZZ
....I.LLN...........................Y.....
....I.....................................";

/// The pieces of the Soma cube (P. Hein, 1936).
const SOMA: &str = "\
VV.LLL.TTT.ZZ..AA.BB.PP
V..L....T...ZZ.A...B.P.

................A.B..P.
";

/// The numbers of cells in words.
const NUMBERS: [(&str, usize); 20] = [
    ("mono", 1),
    ("mon", 1),
    ("do", 2),
    ("di", 2),
    ("d", 2),
    ("tro", 3),
    ("tri", 3),
    ("tr", 3),
    ("tetro", 4),
    ("tetra", 4),
    ("tetr", 4),
    ("pento", 5),
    ("penta", 5),
    ("pent", 5),
    ("hexo", 6),
    ("hexa", 6),
    ("hex", 6),
    ("hept", 7),
    ("hepta", 7),
    ("oct", 8),
];

/// The prefixes of names.
const PREFIXES: [(&str, Moves); 4] = [
    ("one-sided-", Moves::OneSided),
    ("two-sided-", Moves::Free),
    ("free-", Moves::Free),
    ("fixed-", Moves::Fixed),
];

/// The endings of polyforms' names.
const ENDINGS: [(&str, Grid); 10] = [
    ("ominoes", Grid::Square),
    ("omino", Grid::Square),
    ("minoes", Grid::Square),
    ("mino", Grid::Square),
    ("iamonds", Grid::Triangle),
    ("iamond", Grid::Triangle),
    ("hexes", Grid::Hexagon),
    ("hex", Grid::Hexagon),
    ("cubes", Grid::Cube),
    ("cube", Grid::Cube),
];

/// The known name of a set nearest to an unknown one.
pub fn nearest_pieces(name: &str) -> Option<String> {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    let numbers = NUMBERS.iter().map(|(word, _)| (*word).to_owned());
    let numbers = numbers.chain((!digits.is_empty()).then(|| digits + "-"));
    let forms = numbers.flat_map(|number| {
        let endings = ENDINGS.iter();
        endings.map(move |(ending, _)| format!("{number}{ending}"))
    });
    let sets = ["soma", "macmahon-squares", "macmahon-triangles"].map(str::to_owned);
    let stems: Vec<String> = sets.into_iter().chain(forms).collect();
    let prefixes = [""].into_iter().chain(PREFIXES.map(|(word, _)| word));
    let all = prefixes.flat_map(|prefix| stems.iter().map(move |stem| format!("{prefix}{stem}")));
    nearest(name, all)
}

/// The set with this name, if there is one.
///
/// # Errors
/// If its pieces are too large.
pub fn named_pieces(name: &str) -> Result<Spec<PieceSet>, PackFault> {
    let prefix = |&(word, moves)| Some((Some(moves), name.strip_prefix(word)?));
    let (moves, stem) = PREFIXES.iter().find_map(prefix).unwrap_or((None, name));
    let unknown = || Ok(Spec::File(PackFault::UnknownPieces(name.to_owned())));
    let set = match stem {
        "soma" => PieceSet {
            grid: Grid::Cube,
            moves,
            pieces: drawn(Grid::Cube, SOMA),
        },
        "macmahon-squares" => macmahon(Grid::Square, 3, moves),
        "macmahon-triangles" => macmahon(Grid::Triangle, 4, moves),
        _ => {
            let Some((grid, size)) = polyform(stem) else {
                return unknown();
            };
            // Growing larger ones takes more than some seconds.
            let most = match grid {
                Grid::Square => 11,
                Grid::Triangle => 14,
                Grid::Hexagon => 9,
                Grid::Cube => 8,
            };
            if !(1..=most).contains(&size) {
                return Err(PackFault::LargePieces);
            }
            let own = moves.unwrap_or(Moves::usual(grid));
            PieceSet {
                grid,
                moves,
                pieces: with_names(grid, own, polyforms(grid, size, own)),
            }
        }
    };
    Ok(Spec::Named(set))
}

/// Reads `pentominoes`, `hexahex`, `7-iamonds`: the grid and the number of cells.
pub(super) fn polyform(stem: &str) -> Option<(Grid, usize)> {
    ENDINGS.iter().find_map(|&(ending, grid)| {
        let number = stem.strip_suffix(ending)?;
        if let Some(digits) = number.strip_suffix('-') {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let size = digits.parse().unwrap_or(usize::MAX);
            return is_number.then_some((grid, size));
        }
        let known = NUMBERS.iter().find(|(word, _)| *word == number)?;
        Some((grid, known.1))
    })
}

/// Pieces of 1 to 3 squares by their usual letters.
const SMALL: &str = "\
O.III.V.
......VV";
/// The domino has the letter of the longer straight pieces.
const DOMINO: &str = "II";
/// Conway's letters of pentominoes, if they differ from Golomb's.
const CONWAY: &str = "\
.RR.O.Q..S.
RR..O.Q..S.
.R..O.Q.SS.
....O.QQS..
....O......";
/// Second letters of two pieces.
const OTHERS: &str = "\
L..N..
LL.NN.
....N.";

/// The letters of pieces of squares, the most common ones first.
pub(super) fn alphabets(grid: Grid) -> Vec<Vec<(String, Shape)>> {
    let texts = [LETTERS, PENTOMINOES, CONWAY, SMALL, DOMINO, OTHERS];
    texts.map(|text| drawn(grid, text)).into()
}

fn drawn(grid: Grid, text: &str) -> Vec<(String, Shape)> {
    let picture = Picture::read(text.as_bytes()).expect("our own picture");
    let pieces = picture.pieces(grid, false).expect("our own picture");
    pieces
        .into_iter()
        .map(|(name, shape, _)| (name, shape))
        .collect()
}

/// Names shapes by the usual letters, if there are some; a mirror image has the small letter.
fn with_names(grid: Grid, moves: Moves, shapes: Vec<Shape>) -> Vec<(String, Shape)> {
    let known = match (grid, shapes[0].size()) {
        (Grid::Square, 4) => drawn(grid, LETTERS),
        (Grid::Square, 5) => drawn(grid, PENTOMINOES),
        _ => Vec::new(),
    };
    let mut named: Vec<(String, Shape)> = Vec::new();
    for (place, shape) in shapes.iter().enumerate() {
        let same = |moves: Moves| {
            let images = shape.images(grid, &moves.maps(grid));
            let mut known = known.iter();
            known
                .find(|(_, known)| images.contains(known))
                .map(|(name, _)| name.clone())
        };
        let small = || same(Moves::Free).map(|name| name.to_lowercase());
        let name = match moves {
            Moves::Free => same(moves),
            _ => same(Moves::OneSided).or_else(small),
        };
        let is_new = |name: &String| !named.iter().any(|(known, _)| known == name);
        let name = name.filter(is_new).unwrap_or_else(|| numbered(place));
        named.push((name, shape.clone()));
    }
    if !known.is_empty() {
        // Alphabetically, capital letters first.
        named.sort();
    }
    named
}

/// A to Z, a to z, then p53, p54 and so on.
pub(super) fn numbered(place: usize) -> String {
    match place {
        0..26 => char::from(b'A' + place as u8).to_string(),
        26..52 => char::from(b'a' + (place - 26) as u8).to_string(),
        _ => format!("p{}", place + 1),
    }
}

/// All tiles with colored sides: 24 squares of 3 colors, and 24 triangles of 4 (P. A. MacMahon,
/// "New Mathematical Pastimes", 1921). They may not be reflected. A tile is named by its colors,
/// which are a, b and so on.
fn macmahon(grid: Grid, colors: u8, moves: Option<Moves>) -> PieceSet {
    let sides = grid.neighbors(grid.origin()).len();
    let moves = moves.unwrap_or(Moves::OneSided);
    let maps = moves.maps(grid);
    let mut pieces: Vec<(String, Shape)> = Vec::new();
    for number in 0..usize::from(colors).pow(sides as u32) {
        let digit = |side: usize| {
            let power = usize::from(colors).pow((sides - 1 - side) as u32);
            b'a' + (number / power % usize::from(colors)) as u8
        };
        let word: Vec<u8> = (0..sides).map(digit).collect();
        let shape = tile_shape(grid, &word).expect("as many colors as sides");
        let images = shape.images(grid, &maps);
        if !pieces.iter().any(|(_, known)| images.contains(known)) {
            pieces.push((String::from_utf8_lossy(&word).into_owned(), shape));
        }
    }
    PieceSet {
        grid,
        moves: Some(moves),
        pieces,
    }
}

/// Whether a word begins like the name of a region.
pub fn is_region_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'T' | b'H') => {
            bytes.next().is_some() && text[1..].bytes().all(|b| b.is_ascii_digit())
        }
        Some(b'0'..=b'9') => {
            text.contains('x')
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || b"x-@,".contains(&byte))
        }
        _ => false,
    }
}

/// Reads `6x10`, `3x4x5`, `8x8-2x2`, `T5`, `H3`.
///
/// # Errors
/// If a region is too large, or a hole is not within it.
pub fn parse_region(text: &str) -> Result<Spec<RegionSpec>, PackFault> {
    let unknown = || PackFault::UnknownRegion(text.to_owned());
    if !is_region_name(text) {
        return Ok(Spec::File(unknown()));
    }
    if let Some(size) = text.strip_prefix(['T', 'H']) {
        let size = size.parse().ok().filter(|size| (1..=500).contains(size));
        let size = size.ok_or(PackFault::LargeRegion)?;
        return Ok(Spec::Named(match text.starts_with('T') {
            true => RegionSpec::Triangle(size),
            false => RegionSpec::Hexagon(size),
        }));
    }
    let mut words = text.split('-');
    let sizes = numbers(words.next().unwrap_or(""), 'x').ok_or_else(unknown)?;
    let solid = sizes.len() == 3;
    let sizes = with_layer(&sizes, 1).ok_or_else(unknown)?;
    let in_range = sizes.iter().all(|size| (1..=999).contains(size));
    if !in_range || sizes.iter().map(|&size| i64::from(size)).product::<i64>() > MOST_CELLS as i64 {
        return Err(PackFault::LargeRegion);
    }
    let mut holes: Vec<Hole> = Vec::new();
    for word in words {
        let hole = parse_hole(word, sizes).ok_or_else(unknown)??;
        let meets = |other: &Hole| {
            (0..3).all(|axis| {
                hole.at[axis] < other.at[axis] + other.sizes[axis]
                    && other.at[axis] < hole.at[axis] + hole.sizes[axis]
            })
        };
        if holes.iter().any(meets) {
            return Err(PackFault::HolesOverlap(word.to_owned()));
        }
        holes.push(hole);
    }
    Ok(Spec::Named(RegionSpec::Box {
        sizes,
        solid,
        holes,
    }))
}

fn parse_hole(word: &str, sizes: [i32; 3]) -> Option<Result<Hole, PackFault>> {
    let (size, at) = match word.split_once('@') {
        Some((size, at)) => (size, Some(with_layer(&numbers(at, ',')?, 0)?)),
        None => (word, None),
    };
    // A hole without a number of layers passes through all layers.
    let hole = with_layer(&numbers(size, 'x')?, sizes[0])?;
    let word = word.to_owned();
    let centre = [0, 1, 2].map(|axis| (sizes[axis] - hole[axis]) / 2);
    let start = at.unwrap_or(centre);
    let inside = |axis: usize| hole[axis] > 0 && start[axis] <= sizes[axis] - hole[axis];
    if !(0..3).all(inside) {
        return Some(Err(PackFault::HoleOutside(word)));
    }
    if at.is_none() && (0..3).any(|axis| (sizes[axis] - hole[axis]) % 2 != 0) {
        return Some(Err(PackFault::HoleNotCentral(word)));
    }
    Some(Ok(Hole {
        word,
        sizes: hole,
        at: start,
    }))
}

/// Reads two or three numbers; `None` if they are not, or a number has more than six digits.
fn numbers(text: &str, separator: char) -> Option<Vec<i32>> {
    let number = |digits: &str| match digits.len() {
        1..=6 => digits.parse().ok(),
        _ => None,
    };
    let numbers: Option<Vec<i32>> = text.split(separator).map(number).collect();
    numbers.filter(|numbers| matches!(numbers.len(), 2 | 3))
}

fn with_layer(numbers: &[i32], layer: i32) -> Option<[i32; 3]> {
    match *numbers {
        [rows, columns] => Some([layer, rows, columns]),
        [layers, rows, columns] => Some([layers, rows, columns]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str) -> PieceSet {
        match named_pieces(name).unwrap() {
            Spec::Named(set) => set,
            Spec::File(fault) => panic!("{fault}"),
        }
    }

    fn names(name: &str) -> String {
        let names: Vec<String> = set(name).pieces.into_iter().map(|piece| piece.0).collect();
        names.join(" ")
    }

    #[test]
    fn sets_have_their_usual_letters() {
        assert_eq!(names("tetrominoes"), "I L O S T");
        assert_eq!(names("one-sided-tetrominoes"), "I J L O S T Z");
        assert_eq!(names("pentominoes"), "F I L N P T U V W X Y Z");
        let both = "F I L N P T U V W X Y Z f l n p y z";
        assert_eq!(names("one-sided-pentominoes"), both);
        assert_eq!(names("soma"), "V L T Z A B P");
        assert_eq!(names("dominoes"), "A");
    }

    #[test]
    fn names_and_numbers_say_the_same() {
        for (name, number, count) in [
            ("monomino", "1-omino", 1),
            ("trominoes", "3-ominoes", 2),
            ("hexominoes", "6-ominoes", 35),
            ("pentacubes", "5-cubes", 29),
            ("two-sided-pentacubes", "free-5-cubes", 23),
            ("pentiamonds", "5-iamonds", 4),
            ("hexiamonds", "6-iamonds", 12),
            ("hexahexes", "6-hexes", 82),
            ("one-sided-heptiamonds", "one-sided-7-iamonds", 43),
        ] {
            assert_eq!(set(name), set(number));
            assert_eq!(set(name).pieces.len(), count, "{name}");
        }
        assert_eq!(set("macmahon-squares").pieces.len(), 24);
        assert_eq!(set("macmahon-triangles").pieces.len(), 24);
    }
}
