//! `dlx audit`: repeats some cubes of a search in parts in another way.

use crate::cli::{Failure, Process, exit};
use crate::format::Reader;
use crate::parts::merge::Gathered;
use crate::parts::{Kept, audit, journal, reference};
use crate::report::Verbose;
use crate::text::plural::counted;
use std::fs;
use std::path::PathBuf;

/// Searches some cubes of a search in parts again, and compares
///
/// The folders are those of `dlx3 --part I/M --resume DIR`. Each line of a journal is a claim that
/// can be checked by itself. The cubes are drawn at random, and walked by lists, as the C program
/// does it, without a memo, on one thread. All counters and all that was found must be the same.
///
/// Another program can be asked, too. It gets what is left of the problem in a cube as .dlx on
/// stdin (a few problems for each cube), and says `Altogether N solutions' on stderr or stdout,
/// as Knuth's programs do, or N alone in its last line on stdout.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  dlx3 m1 --resume here < foo.dlx > /dev/null
  dlx audit here -n 100 --seed 7
  dlx audit here --reference 'dlx count'

Exit status: 0 all that was drawn holds; 1 something does not, a journal cannot be used, or
failing output; 2 bad usage.")]
pub struct Arguments {
    /// The folders
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// How many claims to draw: cubes, or stretches of cubes that were searched in several runs
    #[arg(short = 'n', value_name = "N", default_value_t = 20)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    size: u32,

    /// The seed of the draw
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// A command for sh that counts the solutions of a cube, too
    #[arg(long, value_name = "PROGRAM")]
    reference: Option<String>,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let gathered = Gathered::read(&arguments.folders).map_err(Failure::new)?;
    let heading = gathered.heading();
    let path = journal::problem(&gathered.folders[0]);
    let input = fs::read(&path).map_err(|error| Failure::reading(path.display(), &error))?;
    if !heading.is_of(&input) {
        return Err(Failure::new(format_args!(
            "{} has been changed",
            path.display()
        )));
    }
    let text = Reader::new().read(&input[..]).map_err(Failure::new)?;
    let (settings, shape) = heading.settings().unwrap_or_default();
    let kept = Kept::of(&settings, shape);
    let with_profile = settings.verbose.has(Verbose::PROFILE);
    let there = gathered.cubes.len();
    let drawn = audit::draw(there, arguments.size as usize, arguments.seed);
    let mut wrong = 0;
    for &place in &drawn {
        let placed = &gathered.cubes[place];
        let claim = &placed.claim;
        let mut differences = audit::differences(&text.problem, kept, with_profile, claim);
        let (solutions, mems) = (&claim.counted.solutions, &claim.counted.mems);
        let mut also = "";
        if let Some(program) = &arguments.reference {
            let number = reference::count(program, &text.problem, &claim.cube);
            let number = number.map_err(Failure::new)?;
            also = ", as the reference program says";
            if number != *solutions {
                let solutions = counted(solutions, "solution");
                differences.push(format!("{solutions}, not {number}{also}"));
            }
        }
        let said = match differences.is_empty() {
            true => {
                let solutions = counted(solutions, "solution");
                format!("holds: {solutions}{also}, {}", counted(mems, "mem"))
            }
            false => {
                wrong += 1;
                let folder = gathered.folder(placed).display();
                format!("IS WRONG in {folder}: {}", differences.join("; "))
            }
        };
        writeln!(process.out(), "{claim} {said}");
        process.out().flush();
        process.check()?;
    }
    let (size, all) = (drawn.len(), heading.cubes);
    if wrong > 0 {
        return Err(Failure::new(match size {
            1 => "the claim that was drawn does not hold".to_owned(),
            _ => {
                let hold = if wrong == 1 { "does" } else { "do" };
                format!("{wrong} of {size} claims that were drawn {hold} not hold")
            }
        }));
    }
    let seen = |k: f64| 100.0 * audit::seen(k, size);
    let (ten, hundred) = (seen(10.0), seen(100.0));
    let alone = 100.0 * size as f64 / there.max(1) as f64;
    let hold = if size == 1 { "holds" } else { "hold" };
    let (claims, cubes) = (counted(there, "claim"), counted(all, "cube"));
    writeln!(
        process.out(),
        "{size} of {claims} {hold} ({cubes} in all). If one in 10 were wrong, this would have \
         been seen with a probability of {ten:.1}%; one in 100, {hundred:.1}%; one alone, \
         {alone:.1}%."
    );
    Ok(exit::DONE)
}
