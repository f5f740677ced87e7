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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {kind}", place.line, place.column)]
pub struct TextFault {
    /// The place.
    pub place: Place,
    /// The kind of the fault.
    pub kind: TextFaultKind,
}

/// The kinds of faults in a text picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum TextFaultKind {
    #[error("a letter, a digit, `#', `*', `?', `.' or a blank is expected here, not {0}")]
    BadCharacter(String),
    #[error(
        "with --colors the color of a cell follows it: a letter, a digit, `.' or a blank, not {0}"
    )]
    BadColor(String),
    #[error("there is no cell before the color {0}; the second character of each two is a color")]
    ColorOfNothing(String),
    #[error(
        "this line of the picture has {}, the first one {expected}; fill it up with `.'",
        counted(found, "column")
    )]
    Ragged { expected: usize, found: usize },
    #[error("no hexagon lies here: those of each line lie between those of the line before")]
    BetweenHexagons,
    #[error("a second layer, but {0} lie in one; layers are for cubes")]
    SecondLayer(Grid),
    #[error("`?' is for cells of a region that may stay empty; a piece has none")]
    WildPiece,
    #[error("which region is `?' a cell of? Use it in pictures of one letter only")]
    WildAmongRegions,
    #[error("a tile is expected here, as in `A = 0112': its name, and the colors of its sides")]
    BadTile,
    #[error("a tile on this grid has {expected} sides, not {found}")]
    BadSides { expected: usize, found: usize },
    #[error("there is a piece {0} above already")]
    SecondPiece(String),
    #[error("with --checkered, pieces are drawn with letters, not `{0}'")]
    NoLetter(char),
    #[error(
        "the dark and light cells of piece {0} do not alternate: this one has its neighbor's color"
    )]
    NotCheckered(String),
    #[error("tiles belong to pieces, not to a region")]
    TileInRegion,
    #[error("how often pieces are used is said among the pieces, not in a region")]
    UsesInRegion,
    #[error("with --checkered, pieces are drawn with letters, and not listed")]
    CheckeredList,
    #[error("a list has 28 regions at most")]
    ManyRegions,
    #[error("`{0}': a coordinate is a number from -{1} to {1}")]
    LargeCoordinate(String, i32),
    #[error("{0}")]
    Other(PackFault),
}

/// Why a packing does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum PackFault {
    #[error("{}", no_pieces(.0))]
    UnknownPieces(String),
    #[error("`{0}' is no region; examples: 6x10, 3x4x5, 8x8-2x2, T5 (a triangle), H3 (a hexagon)")]
    UnknownRegion(String),
    #[error("pieces have 1 to 11 squares, 14 triangles, 9 hexagons or 8 cubes")]
    LargePieces,
    #[error("the sides of a region are 1 to 999, and it has a million cells at most")]
    LargeRegion,
    #[error("the hole {0} does not lie within the region")]
    HoleOutside(String),
    #[error("the hole {0} cannot lie in the middle; say where: {0}@ROW,COLUMN, from 0")]
    HoleNotCentral(String),
    #[error("the hole {0} overlaps another one")]
    HolesOverlap(String),
    #[error("the region {region} is not one of {grid}")]
    WrongRegion { region: String, grid: Grid },
    #[error("these pieces are made of {pieces}, not of {grid}")]
    WrongPieces { pieces: Grid, grid: Grid },
    #[error(
        "T and H are triangles and hexagons on grids of triangles or hexagons; --grid says which"
    )]
    WhichGrid,
    #[error("there are no pieces")]
    NoPieces,
    #[error("the region has no cells")]
    NoCells,
    #[error(
        "`{0}': a number of uses up to {most} is expected, as in 2|P, 0:3|P, or 1:*|P",
        most = Bounds::MAX
    )]
    BadUses(String),
    #[error("`{0}': {1} is greater than {2}")]
    UsesTurned(String, u32, u32),
    #[error("how often {0} is used has been said before")]
    UsesTwice(String),
    #[error("there is no piece {name}; {}", known_pieces(name, known))]
    NoSuchPiece { name: String, known: Vec<String> },
    #[error("{name} can be each of the pieces {}", .known.join(", "))]
    SeveralPieces { name: String, known: Vec<String> },
    #[error("piece {piece} does not fit into the region, but is to be used; it was read as{drawn}")]
    DoesNotFit { piece: String, drawn: String },
    #[error(
        "`{0}' cannot be the name of a piece: one to eight bytes, no blank, `:' or `|', no digit first"
    )]
    BadName(String),
    #[error("two placements have the same option `{0}', so solutions do not tell them apart")]
    SameOption(String),
    #[error("hexagons cannot be dark and light in turn")]
    CheckeredHexagons,
    #[error("there are more than {MOST_ELEMENTS} symmetries")]
    TooManySymmetries,
    #[error("a step of the reduction has more than {MOST_STATES} states")]
    TooManyStates,
    #[error("this packing cannot be said in .dlx: {0}")]
    TooLarge(dlx3_format::BuildError),
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
