//! `show-pack`: solutions of `gen-pack`'s problems as pictures.

use super::apart::{ApartArguments, Draws, View};
use super::problem::PackArguments;
use super::solids::HoldArguments;
use crate::cli::files::input;
use crate::cli::{Failure, Process, Program, exit};
use crate::format::solution::SolutionReader;
use crate::pack::decode::Decoder;
use crate::pack::draw::Drawing;
use crate::pack::{Placements, Symmetries, svg};
use crate::text::plural::counted;
use clap::{Parser, ValueEnum};
use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Shows the solutions that dlx3 found for a problem of gen-pack
///
/// Reads what `gen-pack PIECES REGION | dlx3 m1 v0` prints; PIECES, REGION and their options must
/// be the same. Every solution is checked against them. In pictures each copy of a piece has a
/// letter and a color of its own.
#[derive(Parser, Debug)]
#[command(
    name = "show-pack",
    version,
    after_help = "\
Example:
  gen-pack pentominoes 3x20 | dlx3 m1 v0 | show-pack pentominoes 3x20 --unique

Exit status: 0 all solutions fit; 1 one does not, or something could not be read or written; 2
bad usage."
)]
pub struct Arguments {
    #[command(flatten)]
    pack: PackArguments,

    /// The solutions [default: stdin]; with --xmpuzzle, the only operand
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The problem was written with --reduce: each of its solutions stands for a class
    ///
    /// It changes nothing else: solutions are read in the same way with and without it.
    #[arg(long, conflicts_with = "classes")]
    reduce: bool,

    /// Only the first solution of each class: solutions that a symmetry of the region maps to each
    /// other are of one class
    ///
    /// 16 bytes a class are kept in memory, and a little more.
    #[arg(long)]
    unique: bool,

    /// Print the number of solutions with each number of symmetries, and the number of classes,
    /// instead of pictures
    ///
    /// All solutions must be there: one that k of n symmetries map to itself counts for k/n
    /// classes.
    #[arg(long, conflicts_with_all = ["unique", "counts"])]
    classes: bool,

    /// Print how many solutions have each placement, and its option, instead of pictures
    #[arg(long)]
    counts: bool,

    /// Draw the first solution as SVG, or all of them on a sheet, or what a laser cuts for it
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "one",
        conflicts_with_all = ["classes", "counts"]
    )]
    svg: Option<Svg>,

    /// The symmetries of --reduce, --unique and --classes are rotations only
    #[arg(long)]
    rotations: bool,

    /// Color the pieces
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,

    #[command(flatten)]
    apart: ApartArguments,

    #[command(flatten)]
    hold: HoldArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Svg {
    /// The first solution
    One,
    /// All solutions, in rows; they are held in memory
    Sheet,
    /// The outlines of the pieces of the first solution, in rows, in millimetres; --unit says how
    /// large a cell is
    Cut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// On a terminal, if NO_COLOR is not set
    Auto,
    Always,
    Never,
}

impl When {
    fn now(self) -> bool {
        let asked = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self {
            When::Always => true,
            When::Never => false,
            When::Auto => asked && std::io::stdout().is_terminal(),
        }
    }
}

impl Program for Arguments {
    fn run(mut self, process: &mut Process) -> Result<u8, Failure> {
        if let Some(first) = self.pack.take_first_with_xmpuzzle() {
            self.file.get_or_insert(PathBuf::from(first));
        }
        let file = self.file.as_deref().unwrap_or(Path::new("-"));
        if self.pack.take_stdin() && file.as_os_str() == "-" {
            return Err(Failure::new(
                "standard input holds the solutions, so neither PIECES nor REGION can be -",
            )
            .with_status(exit::BAD_USAGE));
        }
        let puzzle = self.pack.puzzle(self.apart.uses(), process)?;
        let packing = &puzzle.packing;
        let draws = match self.svg {
            None => Draws::Text,
            Some(Svg::One) => Draws::One,
            Some(_) => Draws::Other,
        };
        let mut apart = self.apart.start(&puzzle, draws)?;
        self.hold.check(self.svg == Some(Svg::Cut), packing)?;
        let holds = self.hold.asks_for_files();
        let solutions = SolutionReader::new(input::open(file)?);
        let placements = Placements::new(packing);
        let symmetries = match self.unique || self.classes {
            true => Some(Symmetries::new(packing, &placements, !self.rotations)),
            false => None,
        };
        let symmetries = symmetries.transpose().map_err(Failure::new)?;
        let mut decoder = Decoder::new(packing, &placements).map_err(Failure::new)?;
        let drawing = Drawing::new(packing, &placements);
        let colored = self.color.now();
        let view = View {
            puzzle: &puzzle,
            placements: &placements,
            drawing: &drawing,
            colored,
        };
        let mut classes = Classes::default();
        let mut counts = vec![0_u64; placements.list().len()];
        let (mut read, mut shown) = (0_u64, 0_u64);
        let mut drawn = Vec::new();
        for solution in solutions {
            let in_file = |failure: Failure| failure.in_file(Some(file));
            let solution = solution.map_err(Failure::new).map_err(in_file)?;
            let found = decoder.decode(&solution).map_err(Failure::new);
            let found = found.map_err(in_file)?;
            read += 1;
            if let Some(symmetries) = &symmetries {
                let (least, fixing) = symmetries.canonical(&found);
                if self.classes {
                    classes.add(fixing);
                    continue;
                }
                if !classes.is_new(&least) {
                    continue;
                }
            }
            shown += 1;
            if self.counts {
                found
                    .iter()
                    .for_each(|&number| counts[number as usize] += 1);
                continue;
            }
            if let Some(apart) = &mut apart {
                let taken = apart.take(&view, &solution.number, &found, process);
                taken.map_err(in_file)?;
                if process.has_failed() {
                    return Ok(exit::DONE);
                }
                continue;
            }
            if self.svg.is_some() || holds {
                if self.svg == Some(Svg::Sheet) || drawn.is_empty() {
                    drawn.push(found);
                }
                continue;
            }
            let out = process.out();
            if shown > 1 {
                out.put(b"\n");
            }
            writeln!(out, "{}:", solution.number);
            out.put(drawing.text(&found, colored).as_bytes());
            if process.has_failed() {
                return Ok(exit::DONE);
            }
        }
        if let Some(apart) = apart {
            apart.end(&view, process)?;
            if self.unique {
                tell_classes(shown, read, process);
            }
            return Ok(exit::DONE);
        }
        if self.svg.is_none() && !holds {
            process.tell_if_no_solutions(read);
        }
        if let (true, Some(symmetries)) = (self.classes, &symmetries) {
            classes.tell(symmetries.elements().len(), process)?;
        }
        if self.counts {
            for (number, count) in counts.iter().enumerate() {
                writeln!(process.out(), "{count} {}", decoder.words(number));
            }
        }
        if self.svg.is_some() || holds {
            let Some(first) = drawn.first() else {
                return Err(Failure::new(
                    "there is no solution to draw; was m1 forgotten?",
                ));
            };
            let picture = match self.svg {
                None => {
                    self.hold.write(packing, &placements, first, process)?;
                    String::new()
                }
                Some(Svg::One) => svg::single(packing, &placements, first),
                Some(Svg::Sheet) => svg::sheet(packing, &placements, &drawn),
                Some(Svg::Cut) => self.hold.cut(packing, &placements, first)?,
            };
            process.out().put(picture.as_bytes());
            if self.svg != Some(Svg::Sheet) && shown > 1 {
                let made = if holds { "made" } else { "drew" };
                process.say(format_args!("{made} the first of {shown} solutions"));
            }
        }
        if self.unique {
            tell_classes(shown, read, process);
        }
        Ok(exit::DONE)
    }
}

/// Says how many classes the solutions have.
fn tell_classes(classes: u64, solutions: u64, process: &mut Process) {
    let classes = match classes {
        1 => "1 class".to_owned(),
        _ => format!("{classes} classes"),
    };
    process.say(format_args!(
        "{classes} of {}",
        counted(solutions, "solution")
    ));
}

/// The classes of the solutions so far.
#[derive(Default)]
struct Classes {
    seen: HashSet<u128>,
    /// Entry `n`: how many solutions have exactly `n` symmetries.
    fixed: std::collections::BTreeMap<usize, u64>,
}

impl Classes {
    fn add(&mut self, fixing: usize) {
        *self.fixed.entry(fixing).or_default() += 1;
    }

    /// Whether no solution of this class was seen. Two of 2^40 classes have the same hash with a
    /// probability of 2^-49.
    fn is_new(&mut self, least: &[u32]) -> bool {
        use siphasher::sip128::{Hasher128, SipHasher13};
        use std::hash::Hasher;
        let mut hasher = SipHasher13::new();
        for number in least {
            hasher.write_u32(*number);
        }
        self.seen.insert(hasher.finish128().as_u128())
    }

    /// Burnside's lemma: the number of classes is the sum of the solutions that each symmetry
    /// fixes, divided by the number of symmetries.
    fn tell(&self, order: usize, process: &mut Process) -> Result<(), Failure> {
        let fixing = |(&fixing, &solutions): (&usize, &u64)| fixing as u64 * solutions;
        let sum: u64 = self.fixed.iter().map(fixing).sum();
        if !sum.is_multiple_of(order as u64) {
            return Err(Failure::new(
                "these cannot be all solutions: a class has some of its solutions only",
            ));
        }
        for (fixing, solutions) in &self.fixed {
            writeln!(
                process.out(),
                "{} with {fixing} of {order} symmetries",
                counted(solutions, "solution")
            );
        }
        match sum / order as u64 {
            1 => writeln!(process.out(), "1 class"),
            classes => writeln!(process.out(), "{classes} classes"),
        }
        Ok(())
    }
}
