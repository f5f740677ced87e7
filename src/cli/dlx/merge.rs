//! `dlx merge`: prints what one run prints, from the journals of its parts.

use crate::cli::process::deep::with_deep_stack;
use crate::cli::{Failure, Process, exit};
use crate::parts::journal;
use crate::parts::merge::{Gathered, Missing, Trouble};
use crate::parts::print::{PrintError, Printer, Records};
use crate::report::ShapeFile;
use crate::search::bits::Tuning;
use crate::search::{Counters, Memo};
use crate::text::output::{create, protect};
use crate::text::plural::counted;
use crate::text::signals::Signals;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// How many numbers of cubes are shown in one line.
const SHOWN: usize = 5;

/// How many lines of a kind are shown.
const MOST_LINES: usize = 10;

/// The bytes of the memo, for solutions that are searched for again.
const MEMO: usize = 256 << 20;

/// Prints what one run of dlx3 prints, from the journals of its parts
///
/// The folders are those of `dlx3 --part I/M --resume DIR`; M may differ. Every piece of the tree
/// must be in exactly one of them, and what was found there must be unchanged. Otherwise, nothing
/// is printed on stdout; stderr says what is wrong, and which commands would supply what is
/// missing.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx3 m1 --part 1/2 --resume one < foo.dlx > /dev/null
  dlx3 m1 --part 2/2 --resume two < foo.dlx > /dev/null
  dlx merge one two

Exit status: 0 merged; 1 something is missing, double, of another search or damaged, or
failing output; 2 bad usage.")]
pub struct Arguments {
    /// The folders
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Where to write the shape of the tree, if the parts had the word S
    #[arg(long, value_name = "FILE")]
    shape: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let gathered = Gathered::read(&arguments.folders).map_err(Failure::new)?;
    let heading = gathered.heading();
    let mut said = String::new();
    if let Some(missing) = gathered.missing() {
        tell_missing(&missing, &gathered, &mut said);
    }
    let troubles = gathered.troubles();
    tell_doubles(&troubles, &mut said);
    let mut told = troubles.iter().filter_map(tell);
    for line in told.by_ref().take(MOST_LINES) {
        said.push_str(&line);
    }
    tell_more(told.count(), "cubes like these", &mut said);
    let problem = journal::problem(&gathered.folders[0]);
    let input = fs::read(&problem);
    let input = input.map_err(|error| Failure::reading(problem.display(), &error))?;
    if !heading.is_of(&input) {
        let _ = writeln!(said, "{} has been changed", problem.display()); // never fails
    }
    if !said.is_empty() {
        return Err(Failure::new(said.trim_end()));
    }
    let (settings, has_shape) = heading.settings().unwrap_or_default();
    let mut shape = match (&arguments.shape, has_shape) {
        (Some(path), true) => {
            // Never overwrite the files of a journal.
            let folders = gathered.folders.iter();
            let files = folders.flat_map(|folder| journal::files(folder));
            files.for_each(|file| protect(&file));
            let file = create(path);
            let file = file.map_err(|error| Failure::writing(path.display(), &error))?;
            Some(ShapeFile::new(file))
        }
        (None, false) => None,
        (None, true) => {
            let what = "the parts had the word S: say with --shape FILE where the shape goes";
            return Err(Failure::new(what).with_status(exit::BAD_USAGE));
        }
        (Some(_), false) => {
            let what = "there is no shape: the parts had no word S";
            return Err(Failure::new(what).with_status(exit::BAD_USAGE));
        }
    };
    let text = crate::cli::dlx3::read(&input[..], &settings, None, &mut process.streams);
    let (text, input_mems) = text.map_err(Failure::new)?;
    let printed = with_deep_stack(|stack| {
        let memo = Memo::new(&text.problem, MEMO, false);
        let tuning = Tuning::default();
        let new_search =
            || crate::cli::dlx3::new_search(&text.problem, Some(&tuning), stack, Some(&memo));
        let mut printer = Printer {
            settings: &settings,
            streams: &mut process.streams,
            shape: shape.as_mut(),
            problem: &text.problem,
            signals: Signals::none(),
            total: Counters::default(),
        };
        printer.begin();
        for placed in &gathered.cubes {
            let records = Records::Folder(gathered.folder(placed));
            printer.cube(&placed.claim, records, &new_search, None)?;
            if printer.streams.has_failed() {
                return Ok(());
            }
        }
        printer.finish(input_mems);
        Ok(())
    });
    match printed {
        // The caller reports a failed write.
        Ok(()) | Err(PrintError::Ended(_)) => {}
        Err(error) => return Err(Failure::new(error)),
    }
    if let Some(shape) = &mut shape {
        let written = shape.finish();
        written.map_err(|error| Failure::writing("the shape file", &error))?;
    }
    Ok(exit::DONE)
}

fn tell_missing(missing: &Missing, gathered: &Gathered, said: &mut String) {
    let heading = gathered.heading();
    let (count, all) = (missing.cubes, heading.cubes);
    let are = if count == 1 { "is" } else { "are" };
    let _ = writeln!(
        said,
        "{count} of {} {are} missing; to supply them:",
        counted(all, "cube")
    ); // never fails
    for (folder, part) in missing.begun.iter().take(MOST_LINES) {
        let command = heading.command(*part);
        let (folder, problem) = (quoted(folder), quoted(&journal::problem(folder)));
        let _ = writeln!(said, "  {command} --resume {folder} < {problem}");
    }
    let more = missing.begun.len().saturating_sub(MOST_LINES);
    tell_more(more, "parts that were begun", said);
    let problem = quoted(&journal::problem(&gathered.folders[0]));
    for part in missing.others.iter().take(MOST_LINES) {
        let command = heading.command(*part);
        let folder = format!("part-{part}").replace('/', "-of-");
        let _ = writeln!(said, "  {command} --resume {folder} < {problem}");
    }
    let more = missing.others.len().saturating_sub(MOST_LINES);
    tell_more(more, "parts that were not begun", said);
}

/// Says how many lines of a kind are not shown.
fn tell_more(count: usize, what: &str, said: &mut String) {
    if count > 0 {
        let _ = writeln!(said, "  and {count} more {what}"); // never fails
    }
}

/// Reports cubes that are in two folders, a line for each pair of folders: parts may have thousands
/// in common.
fn tell_doubles(troubles: &[Trouble], said: &mut String) {
    let mut pairs: BTreeMap<(&[PathBuf; 2], bool), Vec<usize>> = BTreeMap::new();
    for trouble in troubles {
        if let Trouble::Double {
            number,
            folders,
            agree,
        } = trouble
        {
            pairs.entry((folders, *agree)).or_default().push(number + 1);
        }
    }
    for (([first, second], agree), numbers) in pairs {
        let shown: Vec<String> = numbers.iter().take(SHOWN).map(usize::to_string).collect();
        let shown = shown.join(", ");
        let cubes = match numbers.len() {
            1 => format!("cube {shown} is"),
            count if count <= SHOWN => format!("cubes {shown} are"),
            count => format!("cubes {shown} and {} more are", count - SHOWN),
        };
        let they = match agree {
            true => "leave one of them out",
            false => "AND THEY DIFFER: one of them is wrong",
        };
        let (first, second) = (first.display(), second.display());
        let _ = writeln!(said, "{cubes} in {first} and in {second}: {they}"); // never fails
    }
}

fn tell(trouble: &Trouble) -> Option<String> {
    Some(match trouble {
        Trouble::Double { .. } => return None, // told already
        Trouble::Records {
            number,
            folder,
            what,
        } => {
            let number = number + 1;
            let journal = folder.join("journal");
            format!(
                "cube {number}: its records in {}: {what}; remove all lines that begin with \
                 `cube {number} ' from {}, and do the part again\n",
                folder.display(),
                journal.display()
            )
        }
        Trouble::Gap { number, folder } => format!(
            "cube {} in {} does not begin where the cube before it ends, or end with the tree\n",
            number + 1,
            folder.display()
        ),
    })
}

/// A path as a word for the shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
