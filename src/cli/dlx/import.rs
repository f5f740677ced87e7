//! `dlx import`: problems that others have written.

use crate::cli::{Failure, Process, exit, input};
use crate::convert::import::{self, Bound, Columns};
use clap::ValueEnum;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Prints problems of other formats as .dlx text
///
/// If .dlx cannot express something, the error names its line. Blanks, `:' and `|' in names become
/// `_'. In csv, mps and lp, each option has one more item, such as #crew17, that tells its name.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What is read:
  orlib  `ROWS COLUMNS', then for each column `COST COUNT ROW...'; with --cover `ROWS COLUMNS',
         the costs of the columns, then for each row `COUNT COLUMN...'
  csv    a header, then an option a line, with a column for each item (0, 1, True, False or
         empty), or with the column that --items names: items with blanks or `;' between them,
         with colors as in NAME:c. Between cells stand commas, semicolons or tabs, in matrices
         also blanks
  ec     lines `p ec N' and `s ELEMENT...'
  mps, lp  sums of binary variables, which have one coefficient in each row

Examples:
  dlx import orlib sppnw41.txt | dlx best
  dlx import csv --cost cost --items flights --id crew crews.csv | dlx best

Exit status: 0 printed; 1 failing output; 2 bad usage; 102 bad input, or what .dlx cannot say.")]
pub struct Arguments {
    /// What is read
    #[arg(value_name = "FORMAT")]
    format: FormatName,

    /// The text [default: -, which is stdin]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Read a set covering problem (orlib): rows may be covered more than once
    #[arg(long)]
    cover: bool,

    /// The column with the costs (csv)
    #[arg(long, value_name = "COLUMN")]
    cost: Option<String>,

    /// The column with all items of an option (csv)
    #[arg(long, value_name = "COLUMN")]
    items: Option<String>,

    /// The column with the options' names (csv)
    #[arg(long, value_name = "COLUMN")]
    id: Option<String>,

    /// The first line names the columns, though it has numbers only (csv)
    #[arg(long, conflicts_with = "no_header")]
    header: bool,

    /// The first line is an option: columns are called 1, 2, ... (csv)
    #[arg(long)]
    no_header: bool,

    /// Items that may be covered at most once, or with one color (csv)
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    secondary: Vec<String>,

    /// How often an item is covered: N, A:B or A:*; may be repeated (csv)
    #[arg(long, value_name = "NAME=A:B", value_parser = bound)]
    bounds: Vec<Bound>,
}

/// The formats by their names.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FormatName {
    /// Set partitioning and covering problems of the OR-Library
    Orlib,
    /// A table
    Csv,
    /// The exact cover benchmark of Junttila and Kaski
    Ec,
    /// An integer program in MPS
    Mps,
    /// An integer program in CPLEX's LP format
    Lp,
}

/// `NAME=2`, `NAME=2:3` or `NAME=2:*`.
fn bound(text: &str) -> Result<Bound, String> {
    let (name, bounds) = text.rsplit_once('=').ok_or("there is no `='")?;
    let number = |text: &str| match text.parse() {
        Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err(format!("`{text}' is not a number")),
    };
    let (lower, upper) = match bounds.split_once(':') {
        None => (number(bounds)?, Some(number(bounds)?)),
        Some((lower, "*")) => (number(lower)?, None),
        Some((lower, upper)) => (number(lower)?, Some(number(upper)?)),
    };
    if upper.is_some_and(|upper: u32| upper < lower || upper == 0) {
        return Err("bounds are 0 <= lower <= upper, upper > 0".to_owned());
    }
    Ok(Bound {
        name: name.to_owned(),
        lower,
        upper,
    })
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let format = arguments.format;
    if let Some(option) = arguments.foreign_option() {
        let name = format.to_possible_value().expect("no format is hidden");
        let told = format!("{option} is not for {}", name.get_name());
        return Err(Failure::new(told).with_status(exit::BAD_USAGE));
    }
    arguments.refuse_one_column_twice()?;
    let text = arguments.read()?;
    let imported = match format {
        FormatName::Orlib if arguments.cover => import::orlib_cover(&text),
        FormatName::Orlib => import::orlib(&text),
        FormatName::Csv => import::csv(&text, &arguments.columns()),
        FormatName::Ec => import::ec(&text),
        FormatName::Mps => import::mps(&text),
        FormatName::Lp => import::lp(&text),
    };
    let imported = imported.map_err(|fault| Failure::new(fault).with_status(exit::BAD_INPUT))?;
    process.write_with(|out| imported.problem.write(out))?;
    for note in &imported.notes {
        process.say(note);
    }
    Ok(exit::DONE)
}

impl Arguments {
    fn columns(&self) -> Columns {
        Columns {
            cost: self.cost.clone(),
            items: self.items.clone(),
            id: self.id.clone(),
            secondary: self.secondary.clone(),
            bounds: self.bounds.clone(),
            header: (self.header || self.no_header).then_some(self.header),
        }
    }

    /// An option that the format does not have.
    fn foreign_option(&self) -> Option<&'static str> {
        if self.cover && self.format != FormatName::Orlib {
            return Some("--cover");
        }
        let of_tables: [(bool, &'static str); 7] = [
            (self.cost.is_some(), "--cost"),
            (self.items.is_some(), "--items"),
            (self.id.is_some(), "--id"),
            (!self.secondary.is_empty(), "--secondary"),
            (!self.bounds.is_empty(), "--bounds"),
            (self.header, "--header"),
            (self.no_header, "--no-header"),
        ];
        let mut used = of_tables.into_iter().filter(|&(is_used, _)| is_used);
        match self.format {
            FormatName::Csv => None,
            _ => used.next().map(|(_, name)| name),
        }
    }

    /// A column has one use.
    fn refuse_one_column_twice(&self) -> Result<(), Failure> {
        let uses = [
            ("--cost", &self.cost),
            ("--items", &self.items),
            ("--id", &self.id),
        ];
        for (place, (one, column)) in uses.iter().enumerate() {
            let twice = |(_, other): &&(&str, &Option<String>)| column.is_some() && other == column;
            if let Some((other, _)) = uses[..place].iter().find(twice) {
                let told = format!("{other} and {one} name the same column");
                return Err(Failure::new(told).with_status(exit::BAD_USAGE));
            }
        }
        Ok(())
    }

    /// The whole text.
    fn read(&self) -> Result<Vec<u8>, Failure> {
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        let mut text = Vec::new();
        input::open_for(path, "a problem")?
            .read_to_end(&mut text)
            .map_err(|error| input::cannot_read(path, &error))?;
        Ok(text)
    }
}
