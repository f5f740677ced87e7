//! Shared by gen-pack and show-pack: PIECES, REGION, and the options about them.

use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::pack::apart::Handling;
use crate::pack::{
    Assembly, AssemblyFault, Coloring, Grid, Moves, PackFault, Packing, Picture, RegionSpec,
    Remark, Source, Spec, TextFault, Uses, choose_grid, named_pieces, parse_region, parse_uses,
    xmpuzzle,
};
use crate::text::excerpt;
use clap::ValueEnum;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// PIECES and REGION of a command line, and what is said of them.
#[derive(clap::Args, Debug)]
pub struct PackArguments {
    /// The pieces: the name of a set, a file, or - for stdin; several with + between them
    ///
    /// Sets: monomino, dominoes, trominoes, tetrominoes, pentominoes, hexominoes, heptominoes,
    /// octominoes; likewise tetriamonds, pentiamonds, hexiamonds (triangles), tetrahexes,
    /// pentahexes, hexahexes (hexagons), tetracubes, pentacubes, hexacubes; or by number, as
    /// 9-ominoes. They are two-sided, cubes one-sided; one-sided-, two-sided- or fixed- before
    /// the name changes it. soma: the seven pieces of the Soma cube. macmahon-squares,
    /// macmahon-triangles: all 24 tiles of 3 and 4 colors, which are a, b, c, d. On a
    /// grid of cubes, squares are flat pieces.
    ///
    /// A file draws pieces: all cells with one letter are a piece, dots and blanks are no
    /// cells, an empty line begins the next layer. Lines such as 2|P 0:3|L say how often pieces
    /// are used, lines such as A = 0112 are tiles with colored sides, lines that begin with |
    /// and a blank are comments. Drawings of one sign with empty lines between them are a piece
    /// each, also with a name above each of them, and so are lists of coordinates, such as
    /// A: (0,0) (0,1).
    #[arg(value_name = "PIECES", required_unless_present = "xmpuzzle")]
    pieces: Option<String>,

    /// The region: 6x10, 3x4x5, 8x8-2x2 (a hole in the middle), 8x8-1x1@0,7 (a hole at row 0,
    /// column 7), T5 and H3 (triangle and hexagon), a file, or - for stdin; several with + between
    /// them
    ///
    /// A file draws the cells by letters or #; ? is a cell that may stay empty. Cells with
    /// different letters are different regions: no piece lies in two of them. If there are only 0
    /// and 1, 1 is a cell.
    #[arg(value_name = "REGION", required_unless_present = "xmpuzzle")]
    region: Option<String>,

    /// The pieces and the region are those of a file of BurrTools; what exact covering cannot
    /// express is told on stderr
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "checkered", "colors", "border", "each"])]
    xmpuzzle: Option<PathBuf>,

    /// The number of the problem in that file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "xmpuzzle")]
    problem: usize,

    /// The grid, if neither PIECES nor REGION say it [default: square]
    #[arg(long, value_name = "GRID")]
    grid: Option<GridName>,

    /// Pieces may be turned, but not turned over
    #[arg(long, conflicts_with_all = ["two_sided", "fixed"])]
    one_sided: bool,

    /// Pieces may be turned and turned over
    #[arg(long, conflicts_with = "fixed")]
    two_sided: bool,

    /// Pieces may not be turned
    #[arg(long)]
    fixed: bool,

    /// How often pieces may be used: '2|P 0:3|L 0|X', or 1:*|P without an upper limit
    #[arg(long = "use", value_name = "BOUNDS")]
    uses: Vec<String>,

    /// How often each piece may be used, if nothing else is said: 0:1, 0:* [default: 1]
    #[arg(long, value_name = "BOUNDS")]
    each: Option<String>,

    /// Pieces are dark and light in turn: capital letters are dark cells, small letters light cells
    /// of the same piece, and all together they must alternate, too
    #[arg(long, conflicts_with = "colors")]
    checkered: bool,

    /// Cells have colors: in pictures of pieces and regions each character is followed by the color
    /// of its cell, a letter or a digit, or a dot for none. A colored cell of a piece lies on a
    /// cell of its color, or without one
    #[arg(long)]
    colors: bool,

    /// Sides at the border have this color
    #[arg(long, value_name = "COLOR", value_parser = color)]
    border: Option<u8>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum GridName {
    Square,
    Triangle,
    Hexagon,
    Cube,
}

fn color(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        &[byte] if byte.is_ascii_alphanumeric() => Ok(byte),
        _ => Err("a color is a letter or a digit".to_owned()),
    }
}

impl PackArguments {
    /// Whether stdin has the pieces or the region.
    pub fn take_stdin(&self) -> bool {
        let is_stdin = |file: &PathBuf| file.as_os_str() == "-";
        let mut words = [&self.pieces, &self.region].into_iter().flatten();
        words.any(|word| parts(word).any(|part| part == "-"))
            || self.xmpuzzle.as_ref().is_some_and(is_stdin)
    }

    /// Takes the first word if --xmpuzzle has the pieces: then it is not PIECES.
    pub fn take_first_with_xmpuzzle(&mut self) -> Option<String> {
        let word = self.pieces.take_if(|_| self.xmpuzzle.is_some())?;
        self.pieces = self.region.take();
        Some(word)
    }

    /// The packing.
    ///
    /// # Errors
    /// If the arguments make no packing, or a file cannot be read.
    pub fn packing(&self, process: &mut Process) -> Result<Packing, Failure> {
        Ok(self.puzzle(&[], process)?.packing)
    }

    /// The packing, and what a file of BurrTools says beside it. stderr tells what that file has
    /// and nobody uses; `used` is not told.
    ///
    /// # Errors
    /// If the arguments make no packing, or a file cannot be read.
    pub fn puzzle(&self, used: &[&str], process: &mut Process) -> Result<Puzzle, Failure> {
        if let Some(file) = &self.xmpuzzle {
            if let Some(word) = &self.pieces {
                return Err(Failure::new(format_args!(
                    "`{}' has no place here: --xmpuzzle has the pieces and the region",
                    excerpt(word.as_bytes())
                ))
                .with_status(exit::BAD_USAGE));
            }
            return self.xmpuzzle(file, used, process);
        }
        let pieces = self.pieces.as_deref().unwrap_or_default();
        let region = self.region.as_deref().unwrap_or_default();
        let of_stdin = parts(pieces).chain(parts(region));
        if of_stdin.filter(|&part| part == "-").count() > 1 {
            let message = "standard input can be - only once, as PIECES or as REGION";
            return Err(Failure::new(message).with_status(exit::BAD_USAGE));
        }
        let pieces: Vec<&str> = parts(pieces).collect();
        let regions: Vec<&str> = parts(region).collect();
        let sources = pieces.iter().map(|name| match named_pieces(name)? {
            Spec::Named(set) => Ok(Ok(Source::Set(set))),
            Spec::File(fault) => Ok(Err(fault)),
        });
        let specs = regions.iter().map(|name| match parse_region(name)? {
            Spec::Named(spec) => Ok(Ok(spec)),
            Spec::File(fault) => Ok(Err(fault)),
        });
        let read = match self.colors {
            true => Picture::read_with_colors,
            false => Picture::read,
        };
        let sources = resolve(&pieces, sources, read, Source::Picture)?;
        let specs = resolve(&regions, specs, read, RegionSpec::Picture)?;
        let fault = |fault: PackFault| Failure::new(fault);
        let grid = match self.grid {
            None => choose_grid(&sources, &specs).map_err(fault)?,
            Some(GridName::Square) => Grid::Square,
            Some(GridName::Triangle) => Grid::Triangle,
            Some(GridName::Hexagon) => Grid::Hexagon,
            Some(GridName::Cube) => Grid::Cube,
        };
        let (each, uses) = self.bounds()?;
        let assembly = Assembly {
            grid,
            sources,
            regions: specs,
            moves: self.moves(),
            coloring: match (self.checkered, self.colors) {
                (true, _) => Coloring::Checkered,
                (_, true) => Coloring::Same,
                _ => Coloring::None,
            },
            each: each.unwrap_or(Uses::ONCE),
            uses,
            border: self.border,
        };
        let (packing, remarks) = assembly
            .packing_with_remarks()
            .map_err(|fault| match fault {
                AssemblyFault::Pieces(place, fault) => in_file(pieces[place], &fault),
                AssemblyFault::Region(place, fault) => in_file(regions[place], &fault),
                AssemblyFault::Other(fault) => Failure::new(fault),
            })?;
        for remark in remarks {
            let (name, what) = match remark {
                Remark::Pieces(place, what) => (pieces[place], what),
                Remark::Region(place, what) => (regions[place], what),
            };
            process.say(format_args!("{}: {what}", file_name(name)));
        }
        let handling = vec![Handling::default(); packing.pieces.len()];
        Ok(Puzzle {
            packing,
            handling,
            colors: Vec::new(),
        })
    }

    fn moves(&self) -> Option<Moves> {
        match (self.one_sided, self.two_sided, self.fixed) {
            (true, ..) => Some(Moves::OneSided),
            (_, true, _) => Some(Moves::Free),
            (.., true) => Some(Moves::Fixed),
            _ => None,
        }
    }

    /// The bounds that --each and --use give.
    fn bounds(&self) -> Result<Given, Failure> {
        let bad = |name, fault: &PackFault| {
            Failure::new(format!("{name}: {fault}")).with_status(exit::BAD_USAGE)
        };
        let mut uses = Vec::new();
        let mut seen = HashSet::new();
        for words in &self.uses {
            let fault = |fault| bad("--use", &fault);
            for (name, bounds) in parse_uses(words).map_err(fault)? {
                if !seen.insert(name.clone()) {
                    return Err(fault(PackFault::UsesTwice(name)));
                }
                uses.push((name, bounds));
            }
        }
        let each = self.each.as_deref().map(Uses::parse).transpose();
        let each = each.map_err(|fault| bad("--each", &fault))?;
        Ok((each, uses))
    }

    fn xmpuzzle(
        &self,
        file: &Path,
        used: &[&str],
        process: &mut Process,
    ) -> Result<Puzzle, Failure> {
        let name = file.display().to_string();
        let text = input::read(file)?;
        let mut read =
            xmpuzzle::read(&text, self.problem).map_err(|fault| in_file(&name, &fault))?;
        let mut left_out = std::mem::take(&mut read.left_out);
        left_out.retain(|what| !used.contains(what));
        if !left_out.is_empty() {
            process.say(format_args!("left out: {}", left_out.join(", ")));
        }
        if read.problems > 1 {
            let (number, all) = (self.problem, read.problems);
            process.say(format_args!(
                "problem {number} of {all}; --problem chooses another one"
            ));
        }
        let assembly = &mut read.assembly;
        let (_, uses) = self.bounds()?;
        assembly.uses.extend(uses);
        assembly.moves = self.moves();
        let packing = assembly.packing().map_err(|fault| match fault {
            AssemblyFault::Other(fault) => in_file(&name, &fault),
            AssemblyFault::Pieces(_, fault) | AssemblyFault::Region(_, fault) => {
                in_file(&name, &fault)
            }
        })?;
        Ok(Puzzle {
            handling: read.handling_in(&packing),
            packing,
            colors: read.colors,
        })
    }
}

/// A packing, and how its pieces are handled when solutions are taken apart.
pub struct Puzzle {
    pub packing: Packing,
    pub handling: Vec<Handling>,
    /// Red, green and blue of its colors, if the file says them.
    pub colors: Vec<[u8; 3]>,
}

/// The uses of each piece, and of some by their names.
type Given = (Option<Uses>, Vec<(String, Uses)>);

/// The words between the + signs. A file with a + in its name is a word of its own.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let whole = Path::new(text).is_file();
    text.split(move |letter| letter == '+' && !whole)
}

fn file_name(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

fn in_file(name: &str, fault: &impl std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {fault}", file_name(name)))
}

/// Reads the pictures of names that are files.
fn resolve<T>(
    names: &[&str],
    found: impl Iterator<Item = Result<Result<T, PackFault>, PackFault>>,
    read: impl Fn(&[u8]) -> Result<Picture, TextFault>,
    picture: impl Fn(Picture) -> T,
) -> Result<Vec<T>, Failure> {
    let mut resolved = Vec::new();
    for (name, found) in names.iter().zip(found) {
        match found.map_err(|fault| Failure::new(format!("{name}: {fault}")))? {
            Ok(named) => resolved.push(named),
            Err(unknown) => {
                if *name != "-" && !Path::new(name).exists() {
                    let message = format!("{unknown}; nor is there a file of that name");
                    return Err(Failure::new(message));
                }
                let text = input::read(Path::new(name))?;
                let drawn = read(&text).map_err(|fault| in_file(name, &fault))?;
                resolved.push(picture(drawn));
            }
        }
    }
    Ok(resolved)
}

/// Says what can be seen at once: too many cells or too few, and a border that changes nothing.
pub fn tell_at_sight(packing: &Packing, process: &mut Process) {
    let mut pieces = packing.pieces.iter();
    if packing.border.is_some() && pieces.all(|piece| piece.shape.sides().is_empty()) {
        process.say("--border changes nothing: no piece has colored sides");
    }
    let mut cells = packing.pieces.iter().flat_map(|piece| piece.shape.cells());
    if cells.all(|&(_, tint)| tint == 0) {
        match packing.coloring {
            Coloring::Checkered => {
                process.say("--checkered changes nothing: no piece has dark and light cells");
            }
            Coloring::Same => {
                process
                    .say("no piece has colored cells, so those of the region make no difference");
            }
            Coloring::None | Coloring::Pairs(_) => {}
        }
    }
    if let Some(misfit) = packing.misfit() {
        process.say(format_args!("no solution: {misfit}"));
    }
}
