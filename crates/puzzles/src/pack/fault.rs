//! The faults of pieces and regions, and the limits that messages name.

use super::grid::Grid;
use super::sets::nearest_pieces;
use dlx3_base::text::nearest::nearest;
use dlx3_base::text::plural::counted;
use dlx3_format::Bounds;

/// The most symmetries; more are refused.
pub const MOST_ELEMENTS: usize = 10_000;

/// The most states of a step of the reduction: each is a color.
pub const MOST_STATES: usize = 62;

/// A place in a text, both numbers counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The byte in it.
    pub column: usize,
}

/// A fault in a text picture, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The place.
    pub place: Place,
    /// The kind of the fault.
    pub kind: TextFaultKind,
}

dlx3_base::messages! {
    TextFault {
        Self { place, kind } => ("line {}, column {}: {kind}", place.line, place.column),
    }
}

/// The kinds of faults in a text picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum TextFaultKind {
    BadCharacter(String),
    BadColor(String),
    ColorOfNothing(String),
    Ragged { expected: usize, found: usize },
    BetweenHexagons,
    SecondLayer(Grid),
    WildPiece,
    WildAmongRegions,
    BadTile,
    BadSides { expected: usize, found: usize },
    SecondPiece(String),
    NoLetter(char),
    NotCheckered(String),
    TileInRegion,
    UsesInRegion,
    CheckeredList,
    ManyRegions,
    LargeCoordinate(String, i32),
    Other(PackFault),
}

dlx3_base::messages! {
    TextFaultKind {
        Self::BadCharacter(it) =>
            "a letter, a digit, `#', `*', `?', `.' or a blank is expected here, not {it}",
        Self::BadColor(it) =>
            "with --colors the color of a cell follows it: a letter, a digit, `.' or a blank, not {it}",
        Self::ColorOfNothing(it) =>
            "there is no cell before the color {it}; the second character of each two is a color",
        Self::Ragged { expected, found } => (
            "this line of the picture has {}, the first one {expected}; fill it up with `.'",
            counted(found, "column"),
        ),
        Self::BetweenHexagons =>
            "no hexagon lies here: those of each line lie between those of the line before",
        Self::SecondLayer(it) => "a second layer, but {it} lie in one; layers are for cubes",
        Self::WildPiece => "`?' is for cells of a region that may stay empty; a piece has none",
        Self::WildAmongRegions =>
            "which region is `?' a cell of? Use it in pictures of one letter only",
        Self::BadTile =>
            "a tile is expected here, as in `A = 0112': its name, and the colors of its sides",
        Self::BadSides { expected, found } =>
            "a tile on this grid has {expected} sides, not {found}",
        Self::SecondPiece(it) => "there is a piece {it} above already",
        Self::NoLetter(it) => "with --checkered, pieces are drawn with letters, not `{it}'",
        Self::NotCheckered(it) =>
            "the dark and light cells of piece {it} do not alternate: this one has its neighbor's color",
        Self::TileInRegion => "tiles belong to pieces, not to a region",
        Self::UsesInRegion => "how often pieces are used is said among the pieces, not in a region",
        Self::CheckeredList => "with --checkered, pieces are drawn with letters, and not listed",
        Self::ManyRegions => "a list has 28 regions at most",
        Self::LargeCoordinate(text, most) =>
            "`{text}': a coordinate is a number from -{most} to {most}",
        Self::Other(it) => "{it}",
    }
}

/// Why a packing does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum PackFault {
    UnknownPieces(String),
    UnknownRegion(String),
    LargePieces,
    LargeRegion,
    HoleOutside(String),
    HoleNotCentral(String),
    HolesOverlap(String),
    WrongRegion { region: String, grid: Grid },
    WrongPieces { pieces: Grid, grid: Grid },
    WhichGrid,
    NoPieces,
    NoCells,
    BadUses(String),
    UsesTurned(String, u32, u32),
    UsesTwice(String),
    NoSuchPiece { name: String, known: Vec<String> },
    SeveralPieces { name: String, known: Vec<String> },
    DoesNotFit { piece: String, drawn: String },
    BadName(String),
    SameOption(String),
    CheckeredHexagons,
    TooManySymmetries,
    TooManyStates,
    TooLarge(dlx3_format::BuildError),
}

dlx3_base::messages! {
    PackFault {
        Self::UnknownPieces(it) => ("{}", no_pieces(it)),
        Self::UnknownRegion(it) =>
            "`{it}' is no region; examples: 6x10, 3x4x5, 8x8-2x2, T5 (a triangle), H3 (a hexagon)",
        Self::LargePieces => "pieces have 1 to 11 squares, 14 triangles, 9 hexagons or 8 cubes",
        Self::LargeRegion =>
            "the sides of a region are 1 to 999, and it has a million cells at most",
        Self::HoleOutside(it) => "the hole {it} does not lie within the region",
        Self::HoleNotCentral(it) =>
            "the hole {it} cannot lie in the middle; say where: {it}@ROW,COLUMN, from 0",
        Self::HolesOverlap(it) => "the hole {it} overlaps another one",
        Self::WrongRegion { region, grid } => "the region {region} is not one of {grid}",
        Self::WrongPieces { pieces, grid } => "these pieces are made of {pieces}, not of {grid}",
        Self::WhichGrid =>
            "T and H are triangles and hexagons on grids of triangles or hexagons; --grid says which",
        Self::NoPieces => "there are no pieces",
        Self::NoCells => "the region has no cells",
        Self::BadUses(it) => (
            "`{it}': a number of uses up to {most} is expected, as in 2|P, 0:3|P, or 1:*|P",
            most = Bounds::MAX,
        ),
        Self::UsesTurned(text, lower, upper) => "`{text}': {lower} is greater than {upper}",
        Self::UsesTwice(it) => "how often {it} is used has been said before",
        Self::NoSuchPiece { name, known } => (
            "there is no piece {name}; {}",
            known_pieces(name, known),
        ),
        Self::SeveralPieces { name, known } => (
            "{name} can be each of the pieces {}",
            known.join(", "),
        ),
        Self::DoesNotFit { piece, drawn } =>
            "piece {piece} does not fit into the region, but must be used; it was read as{drawn}",
        Self::BadName(it) =>
            "`{it}' cannot be the name of a piece: one to eight bytes, no blank, `:' or `|', no digit first",
        Self::SameOption(it) =>
            "two placements have the same option `{it}', so solutions do not tell them apart",
        Self::CheckeredHexagons => "hexagons cannot be dark and light in turn",
        Self::TooManySymmetries => "there are more than {MOST_ELEMENTS} symmetries",
        Self::TooManyStates => "a step of the reduction has more than {MOST_STATES} states",
        Self::TooLarge(it) => "this packing cannot be said in .dlx: {it}",
    }
}

/// Suggests the piece that was meant, and lists the first pieces.
fn known_pieces(name: &str, known: &[String]) -> String {
    /// The most names that are listed.
    const MOST: usize = 30;
    let some: Vec<&str> = known.iter().take(MOST).map(String::as_str).collect();
    let more = match known.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let meant = match nearest(name, known.iter().cloned()) {
        Some(meant) => format!("did you mean {meant}? "),
        None => String::new(),
    };
    format!("{meant}the pieces are {}{more}", some.join(", "))
}

/// Suggests the set that was meant, or some sets.
fn no_pieces(name: &str) -> String {
    match nearest_pieces(name) {
        Some(meant) => format!("`{name}' is no set of pieces (did you mean {meant}?)"),
        None => format!(
            "`{name}' is no set of pieces; examples: pentominoes, one-sided-hexominoes, soma, \
             7-iamonds"
        ),
    }
}
