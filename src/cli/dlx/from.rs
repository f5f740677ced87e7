//! `dlx from`: the models of another solver as solutions.

use super::limits::STOPPED;
use super::print::{FormArgument, Printer};
use super::to::FormatName;
use crate::cli::{Failure, Process, exit, input};
use crate::convert::read::{Checker, Model, ModelReader, Verdict};
use crate::format::OptionId;
use std::path::PathBuf;

/// Prints the models of another solver as solutions
///
/// Reads what a solver has found for the text that `dlx to' has made of FILE.dlx, checks that each model is a solution, and prints it as dlx3 prints solutions. If options have
/// costs, stderr tells what each solution costs.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What is read:
  cnf, wcnf   lines with s and v, or the file of results that minisat writes
  opb         lines with s and v
  lp          the files that glpsol (-o, -w), cbc, scip, HiGHS and Gurobi write
  mzn         what minizinc prints, also with --output-mode dzn or json

Example:
  dlx to opb < queens.dlx > queens.opb
  clasp queens.opb | dlx from opb queens.dlx

Exit status: 0 printed; 1 the solver says that there is no solution, a model is none,
something could not be read or written; 2 bad usage; 3 the solver has stopped before it had
a solution, or with costs before it had the best one; 102 FILE.dlx is not good .dlx text.")]
pub struct Arguments {
    /// What the solver has read
    #[arg(value_name = "FORMAT")]
    format: FormatName,

    /// The problem, in .dlx format
    #[arg(value_name = "FILE.dlx")]
    file: PathBuf,

    /// What the solver has found [default: -, which is stdin]
    #[arg(value_name = "MODELS", default_value = "-", hide_default_value = true)]
    models: PathBuf,

    #[command(flatten)]
    form: FormArgument,

    /// Print the last model only: with costs, solvers find better and better ones
    #[arg(long)]
    last: bool,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    input::refuse_stdin_twice(&arguments.file, &arguments.models, "MODELS")?;
    let problem = input::read_problem_with_costs(&arguments.file)?;
    let has_costs = problem.costs().is_some();
    let printer = Printer::new(&problem, arguments.form);
    let print = |number: u64, model: &Model, process: &mut Process| {
        let options: Vec<OptionId> = model.options.iter().map(|&(option, _)| option).collect();
        printer.print(&number, &options, process.out());
        if let Some(costs) = problem.costs() {
            let cost = costs.amount_of(&options);
            writeln!(process.err(), "{number} costs {cost}.");
        }
    };
    let mut checker = Checker::new(&problem);
    let text = input::open_for(&arguments.models, "models")?;
    let mut models = ModelReader::new(arguments.format.into(), &problem, text);
    let mut number = 0u64;
    let mut last = None;
    while let Some(model) = models.next().map_err(Failure::new)? {
        let checked = checker.check(&model);
        number += 1;
        checked.map_err(|wrong| {
            Failure::new(format_args!("model {number} is not a solution: {wrong}"))
        })?;
        match arguments.last {
            true => last = Some(model),
            false => print(number, &model, process),
        }
        process.check()?;
    }
    if let Some(model) = last {
        print(1, &model, process);
    }
    let stopped = |told| Err(Failure::new(told).with_status(STOPPED));
    match models.verdict() {
        Verdict::Unsatisfiable => Err(Failure::new("there is no solution, the solver says")),
        Verdict::Stopped if number == 0 => stopped("the solver has stopped before an answer"),
        Verdict::Stopped if has_costs => {
            stopped("the solver has stopped: there may be better solutions")
        }
        _ if number == 0 => Err(Failure::new(
            "there is neither a model nor a verdict in the input",
        )),
        Verdict::Complete if has_costs => {
            writeln!(process.err(), "No solution is better, the solver says.");
            Ok(exit::DONE)
        }
        _ => Ok(exit::DONE),
    }
}
