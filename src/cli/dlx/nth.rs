//! `dlx nth`: the solution with a given number.

use super::form::FormArgument;
use super::limits::{Cost, tell};
use crate::answers::family::Family;
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::report::Listing;
use dlx3_base::count::Count;

/// Prints the K-th solution, in an order that depends on the problem alone
///
/// It is not the order of dlx3. The solutions before it are counted, not listed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx nth 2

Exit status: 0 printed; 1 there are fewer, or failing output; 2 bad usage; 3 stopped
before; 102 bad input.")]
pub struct Arguments {
    /// Its number, from 1
    #[arg(value_name = "K", value_parser = number)]
    number: Count,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

/// A number of digits only, and not 0.
fn number(text: &str) -> Result<Count, String> {
    match text.parse::<Count>() {
        Err(error) => Err(error.to_string()),
        Ok(number) if number == 0 => Err("the first solution is number 1".to_owned()),
        Ok(number) => Ok(number),
    }
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    let family = clock.within(|limits| Family::new(&problem, limits));
    let family = family.map_err(|why| clock.stopped(why, ""))?;
    let number = &arguments.number;
    let all = family.number();
    if *number > all {
        let are = if all == 1 { "is" } else { "are" };
        return Err(Failure::new(format_args!(
            "no such solution: there {are} {all}"
        )));
    }
    let found = clock.within(|limits| family.solutions(&[number - &Count::from(1)], limits));
    let found = found.map_err(|why| clock.stopped(why, ""))?;
    let solution = &found[0];
    Listing::new(&problem, arguments.form.form()).print(number, solution, process.out());
    tell(process, &family.told, family.free.len());
    Ok(exit::DONE)
}
