//! `dlx gen`: the classic families of problems.

use crate::Bounds;
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::families::bricks::{Brick, Bricks};
use crate::families::dissections::{Dissections, Kind};
use crate::families::domination::{Domination, Layout, Piece};
use crate::families::fillomino::Fillomino;
use crate::families::graceful::{Chain, Graceful};
use crate::families::indicator::Indicator;
use crate::families::langford::{Langford, Places};
use crate::families::latin::{Holes, Latin, Orthogonal};
use crate::families::macmahon::{HEXAGON, LargeTriangle, Squares, Triangles};
use crate::families::masyu::Masyu;
use crate::families::partridge::Partridge;
use crate::families::queens::{Order, Queens};
use crate::families::random::{HittingSets, Planted};
use crate::families::rectangles::{Alike, Rectangles};
use crate::families::slitherlink::Slitherlink;
use crate::families::tilings::{Dominoes, Polyominoes};
use crate::families::triples::{Rule, Triples};
use crate::families::windmill::Windmills;
use crate::families::words::{WordList, WordRectangle, WordSquare};
use crate::families::{Family, FamilyError};
use clap::{Subcommand, ValueEnum};
use std::path::{Path, PathBuf};

/// Writes a problem of a classic family as .dlx
///
/// Where Knuth has a program for it, the items and options are those of his program, in the same
/// order.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx gen queens 8 | dlx3 m1

Exit status: 0 written; 1 bad input, or failing output; 2 bad usage.")]
pub struct Arguments {
    #[command(subcommand)]
    family: Name,
}

#[derive(Subcommand, Debug)]
enum Name {
    /// N queens that do not attack each other, as QUEENS-DLX
    Queens {
        /// How many
        n: usize,
        /// The order of rows and columns among the items
        #[arg(long, value_enum, default_value_t)]
        order: OrderName,
    },
    /// The numbers 1 to N twice in a row, with k places between the two numbers k
    Langford {
        /// The largest number
        n: usize,
        /// How many places stay empty
        #[arg(long, value_name = "G", default_value_t = 0)]
        gaps: usize,
        /// With gaps, places are items with the bounds 0 to 1, not secondary ones
        #[arg(long)]
        bounded: bool,
        /// Only one of two solutions that are each other's reflections
        #[arg(long)]
        half: bool,
    },
    /// Pieces that attack or occupy all cells of a board, such as 8 or 6x7; queens as QUEENDOM-DLX
    Domination {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
        /// How many pieces
        count: usize,
        /// The pieces
        #[arg(long, value_name = "PIECE", value_enum, default_value = "queens")]
        by: PieceName,
    },
    /// Word rectangles, as WORD-RECT-DLX; with one file, double word squares
    Words {
        /// Words of columns, one a line; FILE:K for the first K words
        #[arg(value_name = "FILE[:K]")]
        columns: String,
        /// Words of rows
        #[arg(value_name = "FILE[:K]")]
        rows: Option<String>,
    },
    /// MacMahon's 24 squares with edges of three colors in a box of 24 cells
    Squares {
        /// ROWSxCOLUMNS: 4x6, 3x8, 2x12, ...
        board: Board,
    },
    /// MacMahon's 24 triangles with edges of four colors, as MACMAHON-TRIANGLES-DLX
    Triangles {
        /// The six triangles of a hexiamond, xy or xy+ [default: the hexagon]
        #[arg(value_name = "TRIANGLE")]
        hexiamond: Vec<LargeTriangle>,
    },
    /// Latin squares of order N
    Latin {
        /// The order
        n: usize,
        /// Pairs of orthogonal ones
        #[arg(long)]
        orthogonal: bool,
        /// A random one, in which some cells have been emptied
        #[arg(long, value_name = "H", conflicts_with = "orthogonal")]
        holes: Option<usize>,
        /// Another seed makes another square with holes
        #[arg(long, value_name = "S", default_value_t = 0, requires = "holes")]
        seed: u64,
    },
    /// One square of side 1, two of side 2, ..., N of side N in a square
    Partridge {
        /// The order
        n: usize,
    },
    /// The numbers 1 to 3N in triples of equal sums
    Triples {
        /// How many triples
        n: usize,
        /// In each triple, x + y = z
        #[arg(long)]
        sum_of_two: bool,
    },
    /// Dominoes on a board
    Dominoes {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
    },
    /// All polyominoes of some sizes on a board, as often as they fit
    Polyominoes {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
        /// The numbers of their cells
        #[arg(value_name = "SIZE", required = true, value_delimiter = ',')]
        sizes: Vec<usize>,
    },
    /// Dissections of a rectangle into rectangles with distinct dimensions
    Rectangles {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
        /// When two rectangles are alike
        #[arg(long, value_enum, default_value_t)]
        alike: AlikeName,
        /// Without squares
        #[arg(long)]
        oblongs: bool,
    },
    /// Reduced dissections of a rectangle into rectangles, as REDRECT-DLX
    Dissections {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
        /// No two rectangles share both sides of a direction, as MOTLEY-DLX
        #[arg(long)]
        motley: bool,
    },
    /// Windmill dominoes in a box of large squares, as WINDMILL-DOMINOES-DLX
    Windmill {
        /// ROWSxCOLUMNS, or one number for both
        board: Board,
    },
    /// Graceful labelings of a graph, as GRACEFUL-DLX
    Graceful {
        /// Edges from vertex to vertex, such as a-b-c-a for a triangle
        #[arg(value_name = "EDGES", required = true)]
        edges: Vec<Chain>,
    },
    /// Functions that keep relations: polymorphisms, as INDICATOR-DLX
    Indicator {
        /// How many values there are: 0, 1, ...
        values: usize,
        /// How many arguments the function has
        arguments: usize,
        /// The tuples of a relation, such as 00 01 11; `/' before the next relation
        #[arg(value_name = "TUPLE", required = true)]
        tuples: Vec<String>,
    },
    /// A slitherlink: loops along the sides of cells, as SLITHERLINK-DLX
    Slitherlink {
        /// A line for each row, 0 to 4 or `.' for each cell; `-' for stdin
        file: PathBuf,
    },
    /// A masyu: loops from cell to cell, as MASYU-DLX
    Masyu {
        /// A line for each row, 0 (white), 1 (black) or `.' for each cell; `-' for stdin
        file: PathBuf,
    },
    /// A fillomino: polyominoes whose sizes stand in their cells, as FILLOMINO-DLX
    Fillomino {
        /// A line for each row, 1 to 9, a to f or `.' for each cell; `-' for stdin
        file: PathBuf,
    },
    /// Bricks of some kinds in a box, such as 5x5x3 8:12,1x2x2 3:9,1x1x3
    Bricks {
        /// The box
        #[arg(value_name = "LxWxH", value_parser = sides)]
        sizes: [usize; 3],
        /// How many, and their sides
        #[arg(value_name = "LOWER:UPPER,LxWxH", required = true, value_parser = brick)]
        kinds: Vec<Brick>,
    },
    /// Random sets, each to be hit one to three times by some of the elements
    HittingSets {
        /// How many elements
        elements: usize,
        /// How many sets
        sets: usize,
        /// How many elements are chosen
        chosen: usize,
        /// Another seed makes another problem
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
    },
    /// Random options with a solution among them
    Planted {
        /// How many options
        options: usize,
        /// How many items
        items: usize,
        /// Another seed makes another problem
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
    },
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum OrderName {
    /// From the middle outwards
    #[default]
    OrganPipe,
    /// 0, 1, 2, ...: rows, then columns
    Natural,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PieceName {
    Queens,
    Kings,
    Rooks,
    Bishops,
    Knights,
    /// The cells beside it
    Neighbors,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum AlikeName {
    /// They have the same sides
    #[default]
    Dimensions,
    /// They have the same height and the same width
    HeightAndWidth,
    /// They have the same area
    Areas,
}

/// The rows and columns of a board.
#[derive(Clone, Copy, Debug)]
struct Board(usize, usize);

impl std::str::FromStr for Board {
    type Err = String;

    /// Reads `8` or `6x7`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (rows, columns) = text.split_once('x').unwrap_or((text, text));
        match (rows.parse(), columns.parse()) {
            (Ok(rows), Ok(columns)) => Ok(Board(rows, columns)),
            _ => Err("a board is ROWSxCOLUMNS, such as 6x7, or 8 for 8x8".to_owned()),
        }
    }
}

/// Reads `5x5x3`.
fn sides(text: &str) -> Result<[usize; 3], String> {
    let sides: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
    let sides = sides.ok().and_then(|sides| sides.try_into().ok());
    sides.ok_or_else(|| "three numbers with `x' between them, such as 5x5x3".to_owned())
}

/// Reads `8:12,1x2x2`.
fn brick(text: &str) -> Result<Brick, String> {
    let parsed = text.split_once(',').and_then(|(bounds, sizes)| {
        let (lower, upper) = bounds.split_once(':').unwrap_or((bounds, bounds));
        let (lower, upper) = (lower.parse().ok()?, upper.parse().ok()?);
        let is_range = upper > 0 && lower <= upper;
        let sizes = sides(sizes).ok().filter(|_| is_range)?;
        let bounds = Bounds { lower, upper };
        Some(Brick { sizes, bounds })
    });
    parsed.ok_or_else(|| "LOWER:UPPER,LxWxH, such as 8:12,1x2x2".to_owned())
}

/// The words of `FILE`, or the first ones of `FILE:K`.
fn words(file: &str) -> Result<WordList, Failure> {
    let (path, most) = match file.rsplit_once(':') {
        Some((path, most)) => match most.parse() {
            Ok(most) => (path, Some(most)),
            Err(_) => (file, None),
        },
        None => (file, None),
    };
    let path = PathBuf::from(path);
    let text = input::read(&path)?;
    let words = WordList::read(&text, most);
    words.map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))
}

pub fn run(arguments: Arguments, process: &mut Process) -> Result<u8, Failure> {
    let family = family(arguments.family)?;
    process.write_with(|out| family.write(out))?;
    Ok(exit::DONE)
}

/// Reads a puzzle from a file.
fn puzzle<F: Family + 'static>(
    path: &Path,
    read: impl Fn(&[u8]) -> Result<F, FamilyError>,
) -> Result<Box<dyn Family>, Failure> {
    let puzzle = read(&input::read(path)?);
    let named = |error| Failure::new(format_args!("{}: {error}", path.display()));
    Ok(Box::new(puzzle.map_err(named)?))
}

fn family(name: Name) -> Result<Box<dyn Family>, Failure> {
    match &name {
        Name::Slitherlink { file } => return puzzle(file, Slitherlink::read),
        Name::Masyu { file } => return puzzle(file, Masyu::read),
        Name::Fillomino { file } => return puzzle(file, Fillomino::read),
        _ => {}
    }
    if let Name::Words { columns, rows } = &name {
        let columns = words(columns)?;
        return Ok(match rows {
            Some(rows) => Box::new(WordRectangle::new(columns, words(rows)?)),
            None => Box::new(WordSquare::new(columns)),
        });
    }
    let family = of_parameters(name);
    family.map_err(|error| Failure::new(error).with_status(exit::BAD_USAGE))
}

fn of_parameters(name: Name) -> Result<Box<dyn Family>, FamilyError> {
    Ok(match name {
        Name::Queens { n, order } => Box::new(Queens::new(
            n,
            match order {
                OrderName::OrganPipe => Order::OrganPipe,
                OrderName::Natural => Order::Natural,
            },
        )?),
        Name::Langford {
            n,
            gaps,
            bounded,
            half,
        } => {
            let places = match (gaps, bounded) {
                (_, true) => Places::Bounded,
                (0, false) => Places::Taken,
                (_, false) => Places::Secondary,
            };
            let langford = Langford::new(n, gaps, places)?;
            Box::new(if half { langford.half() } else { langford })
        }
        Name::Domination { board, count, by } => {
            let piece = match by {
                PieceName::Queens => Piece::Queen,
                PieceName::Kings => Piece::King,
                PieceName::Rooks => Piece::Rook,
                PieceName::Bishops => Piece::Bishop,
                PieceName::Knights => Piece::Knight,
                PieceName::Neighbors => Piece::Neighbor,
            };
            let board = (board.0, board.1);
            Box::new(Domination::new(board, count, piece, Layout::CellsFirst)?)
        }
        Name::Words { .. }
        | Name::Slitherlink { .. }
        | Name::Masyu { .. }
        | Name::Fillomino { .. } => unreachable!("they come from files"),
        Name::Windmill { board } => Box::new(Windmills::new(board.0, board.1)?),
        Name::Graceful { edges } => Box::new(Graceful::new(edges)?),
        Name::Indicator {
            values,
            arguments,
            tuples,
        } => {
            let relations = tuples.split(|tuple| tuple == "/");
            Box::new(Indicator::new(values, arguments, relations)?)
        }
        Name::Squares { board } => Box::new(Squares::new(board.0, board.1)?),
        Name::Triangles { hexiamond } => {
            let hexagon = || HEXAGON.map(|triangle| triangle.parse().expect("a triangle"));
            let hexiamond: Result<[LargeTriangle; 6], _> = match hexiamond.is_empty() {
                true => Ok(hexagon()),
                false => hexiamond.try_into(),
            };
            let hexiamond = hexiamond.map_err(|given| {
                let count = given.len();
                FamilyError::Unfit(format!("a hexiamond has six triangles, not {count}"))
            })?;
            Box::new(Triangles::new(hexiamond)?)
        }
        Name::Latin {
            n,
            orthogonal,
            holes,
            seed,
        } => match holes {
            Some(holes) => Box::new(Holes::new(n, holes, seed)?),
            None if orthogonal => Box::new(Orthogonal::new(n)?),
            None => Box::new(Latin::new(n)?),
        },
        Name::Partridge { n } => Box::new(Partridge::new(n)?),
        Name::Triples { n, sum_of_two } => Box::new(Triples::new(
            n,
            match sum_of_two {
                true => Rule::SumOfTwo,
                false => Rule::EqualSums,
            },
        )?),
        Name::Dominoes { board } => Box::new(Dominoes::new(board.0, board.1)?),
        Name::Polyominoes { board, sizes } => Box::new(Polyominoes::new(board.0, board.1, sizes)?),
        Name::Rectangles {
            board,
            alike,
            oblongs,
        } => {
            let alike = match alike {
                AlikeName::Dimensions => Alike::Dimensions,
                AlikeName::HeightAndWidth => Alike::HeightAndWidth,
                AlikeName::Areas => Alike::Areas,
            };
            let rectangles = Rectangles::new(board.0, board.1, alike)?;
            Box::new(match oblongs {
                true => rectangles.oblongs(),
                false => rectangles,
            })
        }
        Name::Dissections { board, motley } => {
            let kind = if motley { Kind::Motley } else { Kind::Reduced };
            Box::new(Dissections::new(board.0, board.1, kind)?)
        }
        Name::Bricks { sizes, kinds } => Box::new(Bricks::new(sizes, kinds)?),
        Name::HittingSets {
            elements,
            sets,
            chosen,
            seed,
        } => Box::new(HittingSets::new(elements, sets, chosen, seed)?),
        Name::Planted {
            options,
            items,
            seed,
        } => Box::new(Planted::new(options, items, seed)?),
    })
}
