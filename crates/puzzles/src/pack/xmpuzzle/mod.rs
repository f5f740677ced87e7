//! Reads and [writes](write()) puzzles of BurrTools (A. Röver): gzipped XML with shapes of cubes, and
//! problems, which say what shapes form which shape. Solutions are written, but not read.

mod write;

pub use write::{Solved, left_out, write};

use super::apart::Handling;
use super::fault::Place;
use super::grid::Grid;
use super::piece::{Moves, Uses};
use super::region::RegionSpec;
use super::sets::PieceSet;
use super::shape::Shape;
use super::{Assembly, Coloring, Packing, Source, Spot};
use flate2::read::GzDecoder;
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeSet, HashSet};
use std::io::Read;

/// The most bytes of XML; a small file could expand to any size.
const MOST_BYTES: u64 = 1 << 26;

/// The most elements, texts and comments; each takes about a hundred bytes in memory. BurrTools
/// writes some for each solution that it stores.
const MOST_NODES: u32 = 1_000_000;

/// The most attributes of an element, as a reader compares each with all others. BurrTools writes
/// at most ten.
const MOST_ATTRIBUTES: usize = 100;

/// The largest number of a color, more than BurrTools has.
const MOST_COLOR: u8 = 127;

/// The faults of a BurrTools file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum XmFault {
    Gzip(String),
    Large,
    ManyElements,
    At { place: Place, message: String },
}

dlx3_base::messages! {
    XmFault {
        Self::Gzip(it) => "cannot unpack the file: {it}",
        Self::Large => "more than {MOST_BYTES} bytes of XML",
        Self::ManyElements => "more than {MOST_NODES} elements of XML",
        Self::At { place, message } => ("line {}, column {}: {message}", place.line, place.column),
    }
}

/// A problem of a file.
#[derive(Clone, Debug)]
pub struct Xmpuzzle {
    /// Its pieces and regions.
    pub assembly: Assembly,
    /// The number of problems in the file.
    pub problems: usize,
    /// What exact covering cannot express, or what is not read.
    pub left_out: Vec<&'static str>,
    /// How the pieces of these names are handled when they are taken apart.
    pub handling: Vec<(String, Handling)>,
    /// Red, green and blue of colors 1, 2 and so on.
    pub colors: Vec<[u8; 3]>,
}

impl Xmpuzzle {
    /// How the pieces of its packing are handled, in their order.
    pub fn handling_in(&self, packing: &Packing) -> Vec<Handling> {
        let handling = packing.pieces.iter().map(|piece| {
            let mut known = self.handling.iter();
            let known = known.find(|known| known.0 == piece.name);
            known.map_or_else(Handling::default, |known| known.1.clone())
        });
        handling.collect()
    }
}

/// Parts of a file that the packing leaves out, and that matter when its solutions are [taken
/// apart](super::apart).
pub const KNOWN_APART: [&str; 3] = [
    "whether the pieces can be moved to their places",
    "weights",
    "groups of pieces",
];

/// A shape: its cubes that are not empty; variable ones are wild.
struct Voxels {
    cells: Vec<Spot>,
    weight: i32,
    name: Option<String>,
}

/// Reads problem number `wanted`, from 1.
///
/// # Errors
/// If it does not exist, or differs from what BurrTools writes.
pub fn read(bytes: &[u8], wanted: usize) -> Result<Xmpuzzle, XmFault> {
    let mut xml = Vec::new();
    let unpacked = match bytes.starts_with(b"\x1f\x8b") {
        true => GzDecoder::new(bytes)
            .take(MOST_BYTES + 1)
            .read_to_end(&mut xml),
        false => bytes.take(MOST_BYTES + 1).read_to_end(&mut xml),
    };
    unpacked.map_err(|error| XmFault::Gzip(error.to_string()))?;
    if xml.len() as u64 > MOST_BYTES {
        return Err(XmFault::Large);
    }
    // BurrTools copies comments as typed, often in Latin-1. Its own words are ASCII.
    let text = String::from_utf8(xml).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        bytes.into_iter().map(char::from).collect()
    });
    check_attributes(&text)?;
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(&text, options).map_err(|error| {
        if matches!(error, roxmltree::Error::NodesLimitReached) {
            return XmFault::ManyElements;
        }
        let at = error.pos();
        let message = error.to_string();
        // The parser's messages end in " at LINE:COLUMN".
        let message = message
            .rsplit_once(" at ")
            .map_or(&*message, |words| words.0);
        XmFault::At {
            place: Place {
                line: at.row as usize,
                column: at.col as usize,
            },
            message: message.to_owned(),
        }
    })?;
    Reader(&document).read(wanted)
}

/// Refuses what would take an XML reader more than linear time: many attributes in one element, and
/// names of namespaces, which all inner elements would search.
fn check_attributes(text: &str) -> Result<(), XmFault> {
    let bytes = text.as_bytes();
    let after = |start: usize, end: &[u8]| {
        let found = memchr::memmem::find(&bytes[start..], end);
        found.map_or(bytes.len(), |place| start + place + end.len())
    };
    let mut at = 0;
    while let Some(place) = memchr::memchr(b'<', &bytes[at..]) {
        let start = at + place;
        let rest = &bytes[start..];
        at = match rest {
            [b'<', b'!', b'-', b'-', ..] => after(start + 4, b"-->"),
            [b'<', b'!', b'[', ..] => after(start, b"]]>"),
            [b'<', b'?', ..] => after(start, b"?>"),
            _ => {
                let mut attributes = 0;
                let mut end = start + 1;
                while let Some(&byte) = bytes.get(end) {
                    let fault = |message: &str| {
                        let before = &bytes[..end];
                        let line = before.iter().rposition(|&byte| byte == b'\n');
                        Err(XmFault::At {
                            place: Place {
                                line: memchr::memchr_iter(b'\n', before).count() + 1,
                                column: end - line.map_or(0, |line| line + 1) + 1,
                            },
                            message: message.to_owned(),
                        })
                    };
                    match byte {
                        b'>' => break,
                        b'"' | b'\'' => end = after(end + 1, &[byte]) - 1,
                        b'=' if attributes == MOST_ATTRIBUTES => {
                            return fault(&format!(
                                "an element with more than {MOST_ATTRIBUTES} attributes"
                            ));
                        }
                        b'=' => attributes += 1,
                        b'x' if bytes[end..].starts_with(b"xmlns")
                            && bytes[end - 1].is_ascii_whitespace() =>
                        {
                            return fault("a namespace, which no file of BurrTools has");
                        }
                        _ => {}
                    }
                    end += 1;
                }
                end
            }
        };
    }
    Ok(())
}

struct Reader<'d>(&'d Document<'d>);

type Element<'d> = Node<'d, 'd>;

impl<'d> Reader<'d> {
    fn fault(&self, node: Element<'d>, message: impl Into<String>) -> XmFault {
        let at = self.0.text_pos_at(node.range().start);
        XmFault::At {
            place: Place {
                line: at.row as usize,
                column: at.col as usize,
            },
            message: message.into(),
        }
    }

    fn child(&self, node: Element<'d>, name: &str) -> Result<Element<'d>, XmFault> {
        let found = node.children().find(|child| child.has_tag_name(name));
        found.ok_or_else(|| {
            let parent = node.tag_name().name();
            self.fault(node, format!("<{parent}> has no <{name}>"))
        })
    }

    fn number(&self, node: Element<'d>, name: &str) -> Result<Option<u32>, XmFault> {
        let Some(value) = node.attribute(name) else {
            return Ok(None);
        };
        let number = value.parse().ok().filter(|&number| number <= 9_999_999);
        number.map(Some).ok_or_else(|| {
            self.fault(
                node,
                format!("{name}=\"{value}\": a number up to 9999999 is expected"),
            )
        })
    }

    fn colors(&self, puzzle: Element<'d>) -> Result<Vec<[u8; 3]>, XmFault> {
        let listed = puzzle
            .children()
            .filter(|child| child.has_tag_name("colors"));
        let listed = listed.flat_map(|colors| colors.children());
        let listed = listed.filter(|child| child.has_tag_name("color"));
        listed
            .map(|node| {
                let mut color = [0; 3];
                for (part, name) in color.iter_mut().zip(["red", "green", "blue"]) {
                    *part = self.number(node, name)?.unwrap_or(0).min(255) as u8;
                }
                Ok(color)
            })
            .collect()
    }

    fn weight(&self, node: Element<'d>) -> Result<i32, XmFault> {
        let Some(value) = node.attribute("weight") else {
            return Ok(1);
        };
        let number = value.parse().ok();
        let message = || format!("weight=\"{value}\": a number is expected");
        number.ok_or_else(|| self.fault(node, message()))
    }

    /// The groups that copies of a piece may be in, of which there are `most`. Group 0 is none.
    fn groups(&self, part: Element<'d>, most: u32) -> Result<Vec<(u32, u32)>, XmFault> {
        let mut groups = Vec::new();
        if let Some(group) = self.number(part, "group")? {
            groups.push((group, most));
        }
        let listed = part.children().filter(|child| child.has_tag_name("group"));
        for node in listed {
            groups.push((self.needed(node, "group")?, self.needed(node, "count")?));
        }
        groups.retain(|&(group, count)| group > 0 && count > 0);
        Ok(groups)
    }

    fn needed(&self, node: Element<'d>, name: &str) -> Result<u32, XmFault> {
        let tag = node.tag_name().name();
        let missing = || self.fault(node, format!("<{tag}> has no {name}"));
        self.number(node, name)?.ok_or_else(missing)
    }

    fn read(&self, wanted: usize) -> Result<Xmpuzzle, XmFault> {
        let puzzle = self.0.root_element();
        if !puzzle.has_tag_name("puzzle") {
            let name = puzzle.tag_name().name();
            return Err(self.fault(puzzle, format!("<puzzle> is expected, not <{name}>")));
        }
        let grid = puzzle
            .children()
            .find(|child| child.has_tag_name("gridType"));
        if let Some(grid) = grid
            && let number @ 1.. = self.number(grid, "type")?.unwrap_or(0)
        {
            let cells = match number {
                1 => "triangular prisms",
                2 => "spheres",
                3 => "rhombic tetrahedra",
                4 => "tetrahedra and octahedra",
                _ => "something unknown",
            };
            let message = format!("a grid of {cells}; only grids of cubes (type 0) are read");
            return Err(self.fault(grid, message));
        }
        let shapes = self.child(puzzle, "shapes")?;
        let voxels = shapes
            .children()
            .filter(|child| child.has_tag_name("voxel"));
        let shapes: Vec<Voxels> = voxels
            .map(|node| self.voxels(node))
            .collect::<Result<_, _>>()?;
        let problems = self.child(puzzle, "problems")?;
        let all = || {
            problems
                .children()
                .filter(|child| child.has_tag_name("problem"))
        };
        let problem = wanted.checked_sub(1).and_then(|place| all().nth(place));
        let problem = problem.ok_or_else(|| {
            let count = all().count();
            self.fault(
                problems,
                format!("there is no problem {wanted}, but {count}"),
            )
        })?;
        let mut read = self.problem(problem, &shapes)?;
        read.problems = all().count();
        read.colors = self.colors(puzzle)?;
        Ok(read)
    }

    fn voxels(&self, node: Element<'d>) -> Result<Voxels, XmFault> {
        let mut sizes = [0; 3];
        for (size, name) in sizes.iter_mut().zip(["z", "y", "x"]) {
            *size = self.needed(node, name)? as usize;
        }
        let text = node.text().unwrap_or("");
        let mut voxels = Voxels {
            cells: Vec::new(),
            weight: self.weight(node)?,
            name: node.attribute("name").map(str::to_owned),
        };
        let volume = sizes
            .iter()
            .try_fold(1_usize, |all, &size| all.checked_mul(size));
        let volume = volume.unwrap_or(usize::MAX);
        let mut place = 0;
        // The color of a cube follows it in decimal.
        let mut last: Option<usize> = None;
        for letter in text.chars() {
            let wild = match letter {
                '_' => {
                    last = None;
                    place += 1;
                    continue;
                }
                '#' => false,
                '+' => true,
                digit @ '0'..='9' => {
                    let Some(cube) = last else {
                        let message = format!("the color {digit} follows no cube");
                        return Err(self.fault(node, message));
                    };
                    if let Some(cube) = voxels.cells.get_mut(cube) {
                        let color = u32::from(cube.color) * 10 + u32::from(digit) - u32::from('0');
                        cube.color = match u8::try_from(color) {
                            Ok(color) if color <= MOST_COLOR => color,
                            _ => {
                                let message = format!("a color above {MOST_COLOR}");
                                return Err(self.fault(node, message));
                            }
                        };
                    }
                    continue;
                }
                letter if letter.is_ascii_whitespace() => continue,
                other => {
                    let message = format!("`{other}' is no state of a cube: `_', `#' or `+'");
                    return Err(self.fault(node, message));
                }
            };
            last = Some(voxels.cells.len());
            if place < volume {
                let at = [
                    place / sizes[2] / sizes[1],
                    place / sizes[2] % sizes[1],
                    place % sizes[2],
                ];
                voxels.cells.push(Spot {
                    at: at.map(|axis| axis as i32),
                    letter: b'#',
                    wild,
                    color: 0,
                });
            }
            place += 1;
        }
        if place != volume {
            let [z, y, x] = sizes;
            let message = format!("{x}x{y}x{z} cubes are expected, not {place}");
            return Err(self.fault(node, message));
        }
        Ok(voxels)
    }

    fn shape<'s>(&self, node: Element<'d>, shapes: &'s [Voxels]) -> Result<&'s Voxels, XmFault> {
        let id = self.needed(node, "id")? as usize;
        let count = shapes.len();
        let shape = shapes.get(id);
        shape
            .ok_or_else(|| self.fault(node, format!("there is no shape {id}, but {count}, from 0")))
    }

    /// Which colors of pieces may lie on which colors of the result.
    fn pairs(&self, problem: Element<'d>) -> Result<BTreeSet<(u8, u8)>, XmFault> {
        let bitmap = problem
            .children()
            .filter(|child| child.has_tag_name("bitmap"));
        let pairs = bitmap.flat_map(|bitmap| bitmap.children());
        let pairs = pairs.filter(|child| child.has_tag_name("pair"));
        pairs
            .map(|pair| {
                let color = |name| {
                    let number = self.needed(pair, name)?;
                    // Pairs count colors from 0, cubes from 1.
                    let color = u8::try_from(number + 1).ok();
                    let color = color.filter(|&color| color <= MOST_COLOR);
                    color.ok_or_else(|| self.fault(pair, format!("a color above {MOST_COLOR}")))
                };
                Ok((color("piece")?, color("result")?))
            })
            .collect()
    }

    fn problem(&self, node: Element<'d>, shapes: &[Voxels]) -> Result<Xmpuzzle, XmFault> {
        let result = self.child(node, "result")?;
        let region = self.shape(result, shapes)?;
        let [moved, by_weight, in_groups] = KNOWN_APART;
        let mut left_out = vec![moved];
        let mut handling = Vec::new();
        let (mut weighted, mut grouped) = (false, false);
        let mut pieces: Vec<(String, Shape)> = Vec::new();
        let mut uses = Vec::new();
        let mut unnamed = BTreeSet::new();
        let mut taken: HashSet<String> = HashSet::new();
        let used = self.child(node, "shapes")?;
        for part in used.children().filter(|child| child.has_tag_name("shape")) {
            let voxels = self.shape(part, shapes)?;
            if voxels.cells.is_empty() {
                return Err(self.fault(part, "this shape has no cubes"));
            }
            if voxels.cells.iter().any(|cell| cell.wild) {
                let message = "this piece has variable cubes; only the result may have them";
                return Err(self.fault(part, message));
            }
            weighted |= voxels.weight != 1;
            grouped |= part.attribute("group").is_some() || part.first_element_child().is_some();
            let count = self.number(part, "count")?;
            let lower = self.number(part, "min")?.or(count).unwrap_or(1);
            let upper = self.number(part, "max")?.or(count).unwrap_or(lower.max(1));
            if upper < lower {
                return Err(self.fault(part, format!("at least {lower}, but at most {upper}")));
            }
            let number = self.needed(part, "id")? + 1;
            let own = voxels.name.clone().filter(|name| {
                let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
                !taken.contains(name)
                    && letters
                    && name.len() <= 8
                    && name.starts_with(|c: char| c.is_alphabetic())
            });
            if own.is_none() && !unnamed.insert(number) {
                return Err(self.fault(part, format!("a second piece is called S{number}")));
            }
            // Another piece may have such a name of its own.
            let is_free = |name: &String| !taken.contains(name);
            let others = (2..).map(|copy| format!("S{number}.{copy}"));
            let mut names = own.into_iter().chain([format!("S{number}")]).chain(others);
            let name = names.find(is_free);
            let name = name.expect("there are more names than pieces");
            taken.insert(name.clone());
            let cube = |spot: &Spot| Some((Grid::Cube.cell(spot.at)?, spot.color));
            let cells = voxels.cells.iter().filter_map(cube).collect();
            pieces.push((name.clone(), Shape::new(Grid::Cube, cells, Vec::new())));
            let groups = self.groups(part, upper)?;
            let weight = voxels.weight;
            handling.push((name.clone(), Handling { weight, groups }));
            let upper = Some(upper);
            uses.push((name, Uses { lower, upper }));
        }
        let told = [
            (weighted, by_weight),
            (grouped, in_groups),
            (
                node.attribute("maxHoles").is_some(),
                "the greatest number of holes",
            ),
        ];
        left_out.extend(told.iter().filter(|told| told.0).map(|told| told.1));
        let set = PieceSet {
            grid: Grid::Cube,
            moves: Some(Moves::OneSided),
            pieces,
        };
        Ok(Xmpuzzle {
            assembly: Assembly {
                grid: Grid::Cube,
                sources: vec![Source::Set(set)],
                regions: vec![RegionSpec::Cells(region.cells.clone())],
                moves: None,
                coloring: Coloring::Pairs(self.pairs(node)?),
                each: Uses::ONCE,
                uses,
                border: None,
            },
            problems: 1,
            left_out,
            handling,
            colors: Vec::new(),
        })
    }
}
