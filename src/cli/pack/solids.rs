//! Pieces to hold: the files that `show-pack` writes for printers and laser cutters.

use crate::cli::{Failure, Process, exit};
use crate::pack::solid::{
    Body, Dimensions, DimensionsFault, LENGTHS, STL_MARK, apart, assembled, cut, is_length, joined,
    scad_apart, scad_assembled, stl,
};
use crate::pack::{Grid, Packing, Piece, Placements};
use crate::text::own::{Holder, foreign, holder};
use crate::text::plural::counted;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be held, and how large it is.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Pieces to hold")]
pub struct HoldArguments {
    /// Write the pieces of the first solution as STL, for printers: a file for those that
    /// are alike, in this folder, which is made if it is not there
    ///
    /// What was written is told on stdout.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["classes", "counts", "svg"])]
    stl: Option<PathBuf>,

    /// Write the pieces of the first solution for OpenSCAD; - is stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["classes", "counts", "svg"])]
    scad: Option<PathBuf>,

    /// With --stl and --scad: all pieces where the solution has them, in one file; that of --stl is
    /// DIR/assembled.stl
    #[arg(long)]
    assembled: bool,

    /// How large a cell is, in millimetres [default: 20]
    ///
    /// The side of a square, triangle or cube; of a hexagon, the distance of opposite sides.
    #[arg(long, value_name = "MM", value_parser = length, allow_negative_numbers = true)]
    unit: Option<f64>,

    /// How far pieces stand apart: each face moves inwards by half of that [default: 0.2, for
    /// --svg=cut 0]
    #[arg(long, value_name = "MM", value_parser = length, allow_negative_numbers = true)]
    gap: Option<f64>,

    /// With --stl and --scad: how much is cut off each face at an edge [default: 0]
    ///
    /// Of flat pieces, the edges of top and bottom.
    #[arg(long, value_name = "MM", value_parser = length, allow_negative_numbers = true)]
    bevel: Option<f64>,

    /// With --stl and --scad: how thick flat pieces are [default: as the unit]
    #[arg(long, value_name = "MM", value_parser = length, allow_negative_numbers = true)]
    height: Option<f64>,

    /// With --svg=cut: how wide the beam is; lines run half of that outside the pieces [default: 0]
    #[arg(long, value_name = "MM", value_parser = length, allow_negative_numbers = true)]
    kerf: Option<f64>,
}

/// A length in millimetres.
fn length(text: &str) -> Result<f64, String> {
    let known = text.parse().ok().filter(|&length| is_length(length));
    known.ok_or_else(|| {
        let (least, most) = LENGTHS.into_inner();
        format!("a length in millimetres is expected: 0, or {least} to {most}")
    })
}

impl HoldArguments {
    /// Whether files are asked for, in place of pictures.
    pub fn asks_for_files(&self) -> bool {
        self.stl.is_some() || self.scad.is_some()
    }

    /// Refuses options that have no effect, and lengths that leave nothing of a piece.
    ///
    /// # Errors
    /// Bad usage.
    pub fn check(&self, cuts: bool, packing: &Packing) -> Result<(), Failure> {
        let bad = |message: String| Err(Failure::new(message).with_status(exit::BAD_USAGE));
        let solid = self.asks_for_files();
        for (name, is_given, serves, ask) in [
            ("--assembled", self.assembled, solid, "--stl or --scad"),
            ("--bevel", self.bevel.is_some(), solid, "--stl or --scad"),
            ("--height", self.height.is_some(), solid, "--stl or --scad"),
            ("--kerf", self.kerf.is_some(), cuts, "--svg=cut"),
            (
                "--unit",
                self.unit.is_some(),
                solid || cuts,
                "--stl, --scad or --svg=cut",
            ),
            (
                "--gap",
                self.gap.is_some(),
                solid || cuts,
                "--stl, --scad or --svg=cut",
            ),
        ] {
            if is_given && !serves {
                return bad(format!("{name} needs {ask}"));
            }
        }
        for (name, value) in [("--unit", self.unit), ("--height", self.height)] {
            if value == Some(0.0) {
                return bad(format!("{name}: a length above 0 is expected"));
            }
        }
        if !solid && !cuts {
            return Ok(());
        }
        let of_grid = if cuts { Grid::Square } else { packing.grid };
        self.form(cuts)
            .check(of_grid)
            .or_else(|fault| bad(fault.to_string()))
    }

    fn form(&self, cuts: bool) -> Dimensions {
        Dimensions {
            unit: self.unit.unwrap_or(20.0),
            gap: self.gap.unwrap_or(if cuts { 0.0 } else { 0.2 }),
            bevel: self.bevel.unwrap_or(0.0),
            height: self.height,
        }
    }

    /// The sheet for a laser cutter.
    ///
    /// # Errors
    /// If pieces are not flat, or lines are too wide.
    pub fn cut(
        &self,
        packing: &Packing,
        placements: &Placements,
        solution: &[u32],
    ) -> Result<String, Failure> {
        let kerf = self.kerf.unwrap_or(0.0);
        cut(packing, placements, solution, &self.form(true), kerf).map_err(|fault| match fault {
            DimensionsFault::NotFlat(_) => Failure::new(fault),
            _ => Failure::new(fault).with_status(exit::BAD_USAGE),
        })
    }

    /// Writes the files.
    ///
    /// # Errors
    /// If one cannot be written. That file is then as it was before.
    pub fn write(
        &self,
        packing: &Packing,
        placements: &Placements,
        solution: &[u32],
        process: &mut Process,
    ) -> Result<(), Failure> {
        let is_painted = |piece: &Piece| {
            let shape = &piece.shape;
            !shape.sides().is_empty() || shape.cells().iter().any(|&(_, tint)| tint > 0)
        };
        if packing.pieces.iter().any(is_painted) {
            process.say("colors are left out: these files have shapes only");
        }
        let form = self.form(false);
        let bodies = match self.assembled {
            true => assembled(packing, placements, solution, &form),
            false => apart(packing, placements, solution, &form),
        };
        if let Some(folder) = &self.stl {
            self.write_stl(folder, &bodies, process)?;
        }
        if let Some(file) = &self.scad {
            let text = match self.assembled {
                true => scad_assembled(&bodies),
                false => scad_apart(&bodies, form.unit / 2.0),
            };
            match file.as_os_str() == "-" {
                true => process.out().put(text.as_bytes()),
                false => put(file, text.as_bytes())?,
            }
        }
        Ok(())
    }

    fn write_stl(
        &self,
        folder: &Path,
        bodies: &[Body],
        process: &mut Process,
    ) -> Result<(), Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::writing(folder.display(), &error))?;
        if self.assembled {
            let file = folder.join("assembled.stl");
            put_own(&file, &stl(&joined(bodies), "assembled, in mm"))?;
            let pieces = counted(bodies.len(), "piece");
            writeln!(process.out(), "{}: {pieces}", file.display());
            return Ok(());
        }
        for body in bodies {
            let file = folder.join(format!("piece-{}.stl", body.name));
            let title = format!("piece {}, in mm", body.name);
            put_own(&file, &stl(&body.mesh, &title))?;
            let cells = counted(body.size, "cell");
            let used = match body.copies {
                1 => "once".to_owned(),
                copies => format!("{copies} times"),
            };
            writeln!(process.out(), "{}: {cells}, used {used}", file.display());
        }
        Ok(())
    }
}

/// Writes an STL file into a folder that may hold other files. A file of this name that is not ours
/// stays.
fn put_own(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match holder(file, STL_MARK) {
        Ok(Holder::Other) => Err(Failure::writing(file.display(), &foreign())),
        Ok(_) => put(file, bytes),
        Err(error) => Err(Failure::writing(file.display(), &error)),
    }
}

/// Writes a file as a whole or not at all: first under another name beside it.
///
/// # Errors
/// If it cannot be written.
pub fn put(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    whole(file, bytes).map_err(|error| Failure::writing(file.display(), &error))
}

fn whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link, and a pipe or device is not replaced by a file.
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if fs::metadata(&file).is_ok_and(|known| !known.is_file()) {
        return fs::write(file, bytes);
    }
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    temporary.write_all(bytes)?;
    temporary.persist(&file).map_err(|error| error.error)?;
    Ok(())
}
