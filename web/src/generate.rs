//! The families of `dlx gen`.

use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::Bounds;
use dlx3::families::bricks::{Brick, Bricks};
use dlx3::families::dissections::{Dissections, Kind};
use dlx3::families::domination::{Domination, Layout, Piece};
use dlx3::families::langford::{Langford, Places};
use dlx3::families::latin::{Latin, Orthogonal};
use dlx3::families::macmahon::{HEXAGON, Squares, Triangles};
use dlx3::families::queens::{Order, Queens};
use dlx3::families::random::{HittingSets, Planted};
use dlx3::families::rectangles::{Alike, Rectangles};
use dlx3::families::tilings::{Dominoes, Polyominoes};
use dlx3::families::triples::{Rule, Triples};
use dlx3::families::words::{WordList, WordSquare};
use dlx3::families::{Family, FamilyError};

/// `gen FAMILY PARAMETER...`: the text of a problem.
pub fn generate(fields: &Fields) -> Ended {
    let family = family(fields)?;
    say(Out::Output, family.bytes());
    Ok(0)
}

/// Rows and columns: `8`, or `6x7`.
fn board(text: &str) -> Result<(usize, usize), Failure> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Ok((rows, columns)),
        _ => Err(Failure::new(
            "a board is ROWSxCOLUMNS, such as 6x7, or 8 for 8x8",
        )),
    }
}

/// Three sides: `5x5x3`.
fn sides(text: &str) -> Result<[usize; 3], Failure> {
    let sides: Result<Vec<usize>, _> = text.split('x').map(str::parse).collect();
    let sides = sides.ok().and_then(|sides| sides.try_into().ok());
    sides.ok_or_else(|| Failure::new("three numbers with `x' between them, such as 5x5x3"))
}

/// Bounds and sides: `8:12,1x2x2`.
fn brick(text: &str) -> Result<Brick, Failure> {
    let fault = || Failure::new("LOWER:UPPER,LxWxH, such as 8:12,1x2x2");
    let (bounds, sizes) = text.split_once(',').ok_or_else(fault)?;
    let (lower, upper) = bounds.split_once(':').unwrap_or((bounds, bounds));
    let (Ok(lower), Ok(upper)) = (lower.parse(), upper.parse()) else {
        return Err(fault());
    };
    if upper == 0 || lower > upper {
        return Err(fault());
    }
    Ok(Brick {
        sizes: sides(sizes)?,
        bounds: Bounds { lower, upper },
    })
}

/// The families that have their names here.
const NAMES: [&str; 17] = [
    "queens",
    "langford",
    "domination",
    "words",
    "squares",
    "triangles",
    "latin",
    "orthogonal",
    "triples",
    "dominoes",
    "polyominoes",
    "rectangles",
    "dissections",
    "motley",
    "bricks",
    "hitting-sets",
    "planted",
];

fn family(fields: &Fields) -> Result<Box<dyn Family>, Failure> {
    let fault = |error: FamilyError| Failure::new(error);
    let first = || fields.number(1, 0usize);
    Ok(match fields.text(0)? {
        "queens" => Box::new(Queens::new(first()?, Order::OrganPipe).map_err(fault)?),
        "langford" => Box::new(Langford::new(first()?, 0, Places::Taken).map_err(fault)?),
        "domination" => {
            let piece = match fields.text(3)? {
                "kings" => Piece::King,
                "rooks" => Piece::Rook,
                "bishops" => Piece::Bishop,
                "knights" => Piece::Knight,
                "neighbors" => Piece::Neighbor,
                _ => Piece::Queen,
            };
            let (board, count) = (board(fields.text(1)?)?, fields.number(2, 1)?);
            Box::new(Domination::new(board, count, piece, Layout::CellsFirst).map_err(fault)?)
        }
        "words" => {
            let list = WordList::read(fields.bytes(1), None).map_err(fault)?;
            Box::new(WordSquare::new(list))
        }
        "squares" => {
            let (rows, columns) = board(fields.text(1)?)?;
            Box::new(Squares::new(rows, columns).map_err(fault)?)
        }
        "triangles" => {
            let hexagon = HEXAGON.map(|triangle| triangle.parse().expect("a triangle"));
            Box::new(Triangles::new(hexagon).map_err(fault)?)
        }
        "latin" => Box::new(Latin::new(first()?).map_err(fault)?),
        "orthogonal" => Box::new(Orthogonal::new(first()?).map_err(fault)?),
        "triples" => Box::new(Triples::new(first()?, Rule::EqualSums).map_err(fault)?),
        "dominoes" => {
            let (rows, columns) = board(fields.text(1)?)?;
            Box::new(Dominoes::new(rows, columns).map_err(fault)?)
        }
        "polyominoes" => {
            let (rows, columns) = board(fields.text(1)?)?;
            let sizes: Result<Vec<usize>, _> = fields.text(2)?.split(',').map(str::parse).collect();
            let sizes = sizes.map_err(|_| Failure::new("sizes are numbers, such as 1,2,3"))?;
            Box::new(Polyominoes::new(rows, columns, sizes).map_err(fault)?)
        }
        "rectangles" => {
            let (rows, columns) = board(fields.text(1)?)?;
            Box::new(Rectangles::new(rows, columns, Alike::Dimensions).map_err(fault)?)
        }
        "dissections" => {
            let (rows, columns) = board(fields.text(1)?)?;
            Box::new(Dissections::new(rows, columns, Kind::Reduced).map_err(fault)?)
        }
        "motley" => {
            let (rows, columns) = board(fields.text(1)?)?;
            Box::new(Dissections::new(rows, columns, Kind::Motley).map_err(fault)?)
        }
        "bricks" => {
            let kinds = fields.text(2)?.split_whitespace().map(brick);
            let kinds = kinds.collect::<Result<Vec<Brick>, _>>()?;
            Box::new(Bricks::new(sides(fields.text(1)?)?, kinds).map_err(fault)?)
        }
        "hitting-sets" => {
            let (elements, sets) = (first()?, fields.number(2, 0)?);
            let (chosen, seed) = (fields.number(3, 0)?, fields.number(4, 0)?);
            Box::new(HittingSets::new(elements, sets, chosen, seed).map_err(fault)?)
        }
        "planted" => {
            let (items, seed) = (fields.number(2, 0)?, fields.number(3, 0)?);
            Box::new(Planted::new(first()?, items, seed).map_err(fault)?)
        }
        other => {
            let names = NAMES.join(", ");
            let told = format!("there is no family `{other}': families are {names}");
            return Err(Failure::new(told));
        }
    })
}
