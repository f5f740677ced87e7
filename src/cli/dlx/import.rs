//! `dlx import`: problems that others have written.

use super::formats::{one_of, what_is_read};
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::convert::Import;
use crate::convert::import::{Bound, Choices, Columns};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Prints problems of other formats as .dlx text
///
/// If .dlx cannot express something, the error names its line. Blanks, `:' and `|' in names become
/// `_'. In csv and programs, each option has one more item, such as #crew17, that tells its name. A
/// variable x of a program that is also needed as 1-x has two options, with #x:1 and #x:0. An
/// integer from 0 to N has N such pairs, with #x>=1 to #x>=N.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub struct Arguments {
    /// What is read
    #[arg(value_name = "FORMAT", value_parser = one_of(Import::lines()))]
    format: Import,

    /// The text [default: -, which is stdin]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Read a set covering problem: items may be covered more than once (not ec, mps, lp)
    #[arg(long)]
    cover: bool,

    /// The column with the costs (csv)
    #[arg(long, value_name = "COLUMN")]
    cost: Option<String>,

    /// The column with all items of an option, or several columns (csv)
    #[arg(long, value_name = "COLUMN,...")]
    items: Option<String>,

    /// What stands between the items of a cell; '' for one item a cell; may be repeated (csv, sets)
    #[arg(long, value_name = "TEXT")]
    separator: Vec<String>,

    /// Items of several columns are called COLUMN.NAME (csv)
    #[arg(long, conflicts_with = "no_prefix")]
    prefix: bool,

    /// The same name in several columns is the same item (csv)
    #[arg(long)]
    no_prefix: bool,

    /// The column with the options' names (csv)
    #[arg(long, value_name = "COLUMN")]
    id: Option<String>,

    /// The first line names the columns, though it has numbers only (csv), or counts (sets)
    #[arg(long, conflicts_with = "no_header")]
    header: bool,

    /// The first line is an option: columns are called 1, 2, ... (csv), or a set (sets)
    #[arg(long)]
    no_header: bool,

    /// Items that may be covered at most once, or with one color; * and ? are wild (csv)
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    secondary: Vec<String>,

    /// How often items are covered: N, A:B or A:*; * and ? in names are wild; may be repeated (csv)
    #[arg(long, value_name = "NAME=A:B", value_parser = bound)]
    bounds: Vec<Bound>,
}

/// The text of the help page after all options.
fn after_help() -> String {
    let rows = Import::ALL.iter().map(|format| format.row());
    what_is_read(rows.map(|row| (row.name, row.read)), 5)
        + "
Examples:
  dlx import orlib sppnw41.txt | dlx best
  dlx import csv --cost cost --items flights --id crew crews.csv | dlx best

Exit status: 0 printed; 1 failing output; 2 bad usage; 102 bad input, or what .dlx cannot say."
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
    let format = arguments.format.row();
    let mut given = arguments.given().into_iter();
    if let Some(option) = given.find(|option| !format.options.contains(option)) {
        let told = format!("{option} is not for {}", format.name);
        return Err(Failure::new(told).with_status(exit::BAD_USAGE));
    }
    arguments.refuse_one_column_twice()?;
    let text = arguments.read()?;
    let imported = arguments.format.read(&text, &arguments.choices());
    let imported = imported.map_err(|fault| Failure::new(fault).with_status(exit::BAD_INPUT))?;
    process.write_with(|out| imported.problem.write(out))?;
    for note in imported.notes.iter().chain(&imported.summary) {
        process.say(note);
    }
    Ok(exit::DONE)
}

impl Arguments {
    fn choices(&self) -> Choices {
        let columns = Columns {
            cost: self.cost.clone(),
            items: self.items.clone(),
            separator: self.separator.clone(),
            prefix: (self.prefix || self.no_prefix).then_some(self.prefix),
            id: self.id.clone(),
            secondary: self.secondary.clone(),
            bounds: self.bounds.clone(),
            header: (self.header || self.no_header).then_some(self.header),
        };
        Choices {
            cover: self.cover,
            columns,
        }
    }

    /// The given options that not every format has.
    fn given(&self) -> Vec<&'static str> {
        let all = [
            (self.cover, "--cover"),
            (self.cost.is_some(), "--cost"),
            (self.items.is_some(), "--items"),
            (!self.separator.is_empty(), "--separator"),
            (self.prefix, "--prefix"),
            (self.no_prefix, "--no-prefix"),
            (self.id.is_some(), "--id"),
            (!self.secondary.is_empty(), "--secondary"),
            (!self.bounds.is_empty(), "--bounds"),
            (self.header, "--header"),
            (self.no_header, "--no-header"),
        ];
        let given = all.into_iter().filter(|&(is_given, _)| is_given);
        given.map(|(_, option)| option).collect()
    }

    /// Refuses two uses of one column.
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
