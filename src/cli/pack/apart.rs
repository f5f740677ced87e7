//! `show-pack --apart`: how assemblies come apart.

use super::problem::Puzzle;
use super::solids::put;
use crate::cli::{Failure, Process, exit};
use crate::format::solution::SolutionNumber;
use crate::pack::apart::{
    self, ApartFault, Disassembler, Frame, Level, PlacedPiece, Separation, Walk,
};
use crate::pack::draw::Drawing;
use crate::pack::xmpuzzle::{self, Solved};
use crate::pack::{Placements, svg};
use clap::ValueEnum;
use std::path::PathBuf;

/// Whether, and how, assemblies are taken apart.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Assemblies that come apart")]
pub struct ApartArguments {
    /// Tell for each assembly of cubes how it comes apart: its level, and the moves
    ///
    /// A move shifts one piece or several along an axis, any distance. The level is that of
    /// BurrTools: the moves until the first piece or group leaves, then those of what stays, then
    /// those of what left. With --svg, the moves of the first assembly are drawn.
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "moves",
        conflicts_with_all = ["classes", "counts", "stl", "scad"]
    )]
    apart: Option<Kind>,

    /// Leave out assemblies that do not come apart
    #[arg(long, requires = "apart")]
    only_apart: bool,

    /// The highest level first; all assemblies are held in memory
    ///
    /// Without it, each is told as soon as it is read.
    #[arg(long, requires = "apart")]
    by_level: bool,

    /// Write the puzzle with these assemblies and their moves as a file of BurrTools
    #[arg(long, value_name = "FILE", requires = "apart")]
    write_xmpuzzle: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The level, a picture of the assembly, and the moves
    Moves,
    /// The same with a picture after each move
    Pictures,
    /// A line for each assembly: its number and its level, or - if it does not come apart
    Levels,
}

impl ApartArguments {
    /// Parts of a file of BurrTools that are used for it, beside the packing.
    pub fn uses(&self) -> &'static [&'static str] {
        match self.apart {
            Some(_) => &xmpuzzle::KNOWN_APART,
            None => &[],
        }
    }

    /// Begins to take assemblies apart, if that is asked for.
    ///
    /// # Errors
    /// If the packing is not one of cubes in one region, or another picture is asked for.
    pub fn start(self, puzzle: &Puzzle, draws: Draws) -> Result<Option<Apart>, Failure> {
        let Some(kind) = self.apart else {
            return Ok(None);
        };
        if draws == Draws::Other {
            let message = "--apart draws the moves of one assembly: --svg, without a kind";
            return Err(Failure::new(message).with_status(exit::BAD_USAGE));
        }
        apart::check(&puzzle.packing).map_err(|fault| not_apart(&fault))?;
        Ok(Some(Apart {
            kind,
            only_apart: self.only_apart,
            by_level: self.by_level,
            file: self.write_xmpuzzle,
            draws: draws == Draws::One,
            disassembler: Disassembler::new(puzzle.handling.clone()),
            kept: Vec::new(),
            read: 0,
            apart: 0,
            shown: 0,
            highest: None,
        }))
    }
}

fn not_apart(fault: &ApartFault) -> Failure {
    Failure::new(format_args!("--apart: {fault}"))
}

/// Whether solutions are drawn as SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    Text,
    /// The first one.
    One,
    /// Something else.
    Other,
}

/// A puzzle and its packing, from which pictures are drawn.
pub struct View<'v> {
    pub puzzle: &'v Puzzle,
    pub placements: &'v Placements,
    pub drawing: &'v Drawing<'v>,
    /// Whether text is for a terminal with colors.
    pub colored: bool,
}

/// Assemblies that were taken apart.
pub struct Apart {
    kind: Kind,
    only_apart: bool,
    by_level: bool,
    /// The file of BurrTools to write.
    file: Option<PathBuf>,
    /// Whether an SVG is asked for, in place of text.
    draws: bool,
    disassembler: Disassembler,
    /// The assemblies that are shown at the end.
    kept: Vec<Taken>,
    read: u64,
    apart: u64,
    shown: u64,
    highest: Option<Level>,
}

/// An assembly.
struct Taken {
    number: SolutionNumber,
    /// How many were read up to it.
    turn: u64,
    /// Its placements, in the order of pieces.
    solution: Vec<u32>,
    separation: Option<Separation>,
}

impl Taken {
    fn level(&self) -> Option<Level> {
        self.separation.as_ref().map(Separation::level)
    }
}

impl Apart {
    /// Takes an assembly apart, and shows it unless all are shown at the end.
    ///
    /// # Errors
    /// If it has too many pieces, or is too large.
    pub fn take(
        &mut self,
        view: &View,
        number: &SolutionNumber,
        solution: &[u32],
        process: &mut Process,
    ) -> Result<(), Failure> {
        let solution = apart::ordered(view.placements, solution);
        let pieces = apart::placed(&view.puzzle.packing, view.placements, &solution);
        let separation = self.disassembler.separation(&pieces);
        self.read += 1;
        let taken = Taken {
            number: number.clone(),
            turn: self.read,
            separation: separation.map_err(|fault| not_apart(&fault))?,
            solution,
        };
        if let Some(level) = taken.level() {
            self.apart += 1;
            self.highest = self.highest.take().max(Some(level));
        } else if self.only_apart {
            return Ok(());
        }
        let is_shown = !self.by_level && !self.draws;
        if is_shown {
            self.show(view, &taken, &pieces, process);
        }
        let is_drawn = self.draws && taken.separation.is_some() && self.drawn().is_none();
        if self.by_level || self.file.is_some() || is_drawn {
            self.kept.push(taken);
        }
        Ok(())
    }

    /// The first assembly that is kept and comes apart.
    fn drawn(&self) -> Option<&Taken> {
        self.kept.iter().find(|taken| taken.separation.is_some())
    }

    /// Shows what is left to show.
    ///
    /// # Errors
    /// If a picture is asked for, and no assembly comes apart.
    pub fn end(mut self, view: &View, process: &mut Process) -> Result<(), Failure> {
        if self.by_level {
            self.kept
                .sort_by_cached_key(|taken| std::cmp::Reverse(taken.level()));
        }
        let placed =
            |taken: &Taken| apart::placed(&view.puzzle.packing, view.placements, &taken.solution);
        if self.draws {
            if let Some(taken) = self.drawn() {
                self.draw(view, taken, &placed(taken), process);
            }
        } else if self.by_level {
            for taken in std::mem::take(&mut self.kept) {
                self.show(view, &taken, &placed(&taken), process);
                if process.has_failed() {
                    return Ok(());
                }
                if self.file.is_some() {
                    self.kept.push(taken);
                }
            }
        }
        if let Some(file) = &self.file {
            let left_out = xmpuzzle::left_out(&view.puzzle.packing);
            if !left_out.is_empty() {
                process.say(format_args!("not written: {}", left_out.join(", ")));
            }
            let solved: Vec<Solved> = std::mem::take(&mut self.kept)
                .into_iter()
                .map(|taken| Solved {
                    number: taken.turn,
                    pieces: placed(&taken),
                    separation: taken.separation,
                })
                .collect();
            let puzzle = view.puzzle;
            let (handling, colors) = (&puzzle.handling, &puzzle.colors);
            let bytes = xmpuzzle::write(&puzzle.packing, handling, colors, self.read, &solved);
            put(file, &bytes)?;
        }
        process.tell_if_no_solutions(self.read);
        if self.read == 0 {
            return Ok(());
        }
        let (apart, read) = (
            self.apart,
            match self.read {
                1 => "1 assembly".to_owned(),
                read => format!("{read} assemblies"),
            },
        );
        match self.highest {
            Some(highest) if self.read > 1 => process.say(format_args!(
                "{read}, {apart} of them can be taken apart; highest level {highest}"
            )),
            Some(_) => {}
            None if self.draws => return Err(Failure::new("no assembly can be taken apart")),
            None => process.say(format_args!("{read}, none of them can be taken apart")),
        }
        Ok(())
    }

    fn draw(&self, view: &View, taken: &Taken, pieces: &[PlacedPiece], process: &mut Process) {
        let Some(separation) = &taken.separation else {
            return;
        };
        let frames = Frame::all(separation, pieces);
        let looks = view.drawing.distinct(&taken.solution);
        let names: Vec<char> = looks.iter().map(|look| look.0).collect();
        let picture = svg::moves(&view.puzzle.packing, pieces, &frames, &names);
        process.out().put(picture.as_bytes());
    }

    fn show(&mut self, view: &View, taken: &Taken, pieces: &[PlacedPiece], process: &mut Process) {
        let out = process.out();
        let number = &taken.number;
        let level = taken.level();
        self.shown += 1;
        if self.kind == Kind::Levels {
            match level {
                Some(level) => writeln!(out, "{number}: {level}"),
                None => writeln!(out, "{number}: -"),
            }
            return;
        }
        if self.shown > 1 {
            out.put(b"\n");
        }
        match &level {
            Some(level) => writeln!(out, "{number}: level {level}"),
            None => writeln!(out, "{number}: cannot be taken apart"),
        }
        out.put(view.drawing.text(&taken.solution, view.colored).as_bytes());
        let Some(separation) = &taken.separation else {
            return;
        };
        let looks = view.drawing.distinct(&taken.solution);
        let names: Vec<char> = looks.iter().map(|look| look.0).collect();
        let name = |piece: &PlacedPiece| &view.puzzle.packing.pieces[piece.piece as usize].name;
        let named = names.iter().zip(pieces).filter_map(|(letter, piece)| {
            let differs = name(piece) != &letter.to_string();
            differs.then(|| format!("{letter} is {}", name(piece)))
        });
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            writeln!(out, "{}", named.join(", "));
        }
        for frame in Frame::all(separation, pieces) {
            if frame.walk == Walk::Start {
                continue;
            }
            writeln!(out, "{}", frame.text(&names));
            if self.kind == Kind::Pictures && matches!(frame.walk, Walk::Move(..)) {
                let picture = apart::picture(&frame, pieces, &looks, view.colored);
                out.put(picture.as_bytes());
            }
        }
    }
}
