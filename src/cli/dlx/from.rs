//! `dlx from`: the models of another solver as solutions.

use super::form::FormArgument;
use super::formats::{one_of, what_is_read};
use super::limits::STOPPED;
use crate::check::Judge;
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::convert::Format;
use crate::convert::read::{Checker, Model, ModelReader, Verdict};
use crate::convert::short::shortened;
use crate::format::solution::{AboutLines, Finder, Line, SolutionReader, StreamSolution};
use crate::format::{Name, OptionId, Problem};
use crate::report::{Form, Level, Listing, Step, write_solution};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::rc::Rc;

/// Prints the models of another solver as solutions
///
/// Reads what a solver has found for the text that `dlx to' has made of FILE.dlx, checks that each
/// model is a solution, and prints it as dlx3 prints solutions. If options have costs, stderr
/// tells what each solution costs.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub struct Arguments {
    /// What the solver has read
    #[arg(value_name = "FORMAT", value_parser = one_of(sources()))]
    format: Source,

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

/// The program whose output is read.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A solver that has read this form.
    Solver(Format),
    /// dlx3, which has read a problem with short names.
    Dlx3,
}

/// The sources that can be read, each with its name and a description.
fn sources() -> impl Iterator<Item = (Source, &'static str, &'static str)> {
    let short = "Solutions of dlx3, of a problem with short names";
    let forms = Format::ALL.iter().filter_map(|&format| {
        let models = format.row().models.as_ref()?;
        Some((Source::Solver(format), format.name(), models.about))
    });
    forms.chain([(Source::Dlx3, SHORT, short)])
}

/// The name of the form that `dlx shorten` writes.
const SHORT: &str = "short";

/// The text of the help page after all options.
fn after_help() -> String {
    let short = "what dlx3 prints for the text that `dlx shorten' has made";
    let rows = Format::ALL.iter().map(|format| format.row());
    let rows = rows.filter_map(|row| Some((row.name, row.models.as_ref()?.read)));
    what_is_read(rows.chain([(SHORT, short)]), 10)
        + "
Example:
  dlx to opb < queens.dlx > queens.opb
  clasp queens.opb | dlx from opb queens.dlx

Exit status: 0 printed; 1 the solver says that there is no solution, a model is wrong,
something could not be read or written; 2 bad usage; 3 the solver has stopped before it had
a solution, or with costs before it had the best one; 102 FILE.dlx is not good .dlx text."
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    input::refuse_stdin_twice(&arguments.file, &arguments.models, "MODELS")?;
    let problem = input::read_problem_with_costs(&arguments.file)?;
    let has_costs = problem.costs().is_some();
    let Source::Solver(format) = arguments.format else {
        return from_short(arguments, &problem, process);
    };
    let models = format.row().models.as_ref();
    let wants_best = has_costs && models.is_some_and(|models| models.says_best);
    let printer = Listing::new(&problem, arguments.form.form());
    let print = |number: u64, model: &Model, process: &mut Process| {
        let options: Vec<OptionId> = model.options.iter().map(|&(option, _)| option).collect();
        printer.print(&number, &options, process.out());
        if let Some(costs) = problem.costs() {
            let cost = costs.amount_of(&options);
            writeln!(process.err(), "Solution {number} costs {cost}.");
        }
    };
    let mut checker = Checker::new(&problem);
    let text = input::open_for(&arguments.models, "models")?;
    let mut models = ModelReader::new(format, &problem, text);
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
        Verdict::Unsaid | Verdict::Satisfiable if wants_best => {
            stopped("the solver does not say that there are no better solutions")
        }
        Verdict::Complete if has_costs => {
            writeln!(process.err(), "No solution is better, the solver says.");
            Ok(exit::DONE)
        }
        _ => Ok(exit::DONE),
    }
}

/// The solutions of dlx3, with the names of the problem.
fn from_short(
    arguments: &Arguments,
    problem: &Problem,
    process: &mut Process,
) -> Result<u8, Failure> {
    let short = shortened(problem);
    let mut judge = Judge::new(&short);
    let mut restorer = Restorer::new(problem, &short, arguments.form.form());
    let text = input::open_for(&arguments.models, "solutions")?;
    let mut count = 0u64;
    let mut last = None;
    for solution in SolutionReader::new(text) {
        let solution =
            solution.map_err(|error| Failure::new(format_args!("in the solutions: {error}")))?;
        count += 1;
        judge.check(&solution).map_err(|(line, reason)| {
            Failure::new(format_args!("in the solutions: line {line}: {reason}"))
        })?;
        match arguments.last {
            true => last = Some(solution),
            false => restorer.print(&solution, process)?,
        }
        process.check()?;
    }
    if let Some(solution) = last {
        restorer.print(&solution, process)?;
    }
    process.tell_if_no_solutions(count);
    Ok(exit::DONE)
}

/// Prints solutions of a problem with short names, with the long names restored.
struct Restorer<'p> {
    problem: &'p Problem,
    finder: Finder<'p>,
    form: Form,
    /// The options of each class that has several, by the first of them.
    equal: HashMap<OptionId, Vec<OptionId>>,
    /// The long form of each line.
    lines: AboutLines<Rc<[u8]>>,
}

impl<'p> Restorer<'p> {
    fn new(problem: &'p Problem, short: &'p Problem, form: Form) -> Self {
        let finder = Finder::new(short);
        Restorer {
            problem,
            equal: finder.equal_options(),
            finder,
            form,
            lines: AboutLines::new(),
        }
    }

    fn print(&mut self, solution: &StreamSolution, process: &mut Process) -> Result<(), Failure> {
        let number = solution.number.to_string();
        if self.form != Form::Json && self.problem.costs().is_none() {
            self.print_lines(&number, solution, process);
            return Ok(());
        }
        let steps = self.steps(solution).map_err(|first| {
            let first = first.index() + 1;
            Failure::new(format_args!(
                "in the solutions: line {}: solution {number} does not say what it costs: some of \
                 the options equal to option {first} cost more than others",
                solution.line
            ))
        })?;
        if self.form != Form::Json {
            self.print_lines(&number, solution, process);
        }
        let options = steps.iter().filter_map(|step| match step {
            Step::Take { node, .. } => Some(self.problem.option_of(*node)),
            Step::Null(_) => None,
        });
        let options: Vec<OptionId> = options.collect();
        let costs = self.problem.costs();
        let cost = costs.map(|costs| costs.amount_of(&options));
        if self.form == Form::Json {
            let levels = solution.levels.iter().zip(steps);
            let levels = levels.map(|(line, step)| Level {
                step,
                branch: line
                    .branch
                    .map(|(branch, of)| (branch, of.try_into().unwrap_or(0))),
            });
            let levels: Vec<Level> = levels.collect();
            write_solution(process.out(), self.problem, &number, cost, &levels);
        }
        if let Some(cost) = cost {
            writeln!(process.err(), "Solution {number} costs {cost}.");
        }
        Ok(())
    }

    /// The steps of a solution. The same line twice stands for two equal options, in order.
    ///
    /// # Errors
    /// If a solution has only some of several equal options, and these differ in cost: the first of
    /// them.
    fn steps(&self, solution: &StreamSolution) -> Result<Vec<Step>, OptionId> {
        // In order, so that the error names the first ambiguous one.
        let mut times: BTreeMap<OptionId, usize> = BTreeMap::new();
        let steps = solution
            .levels
            .iter()
            .map(|line| self.step(line, &mut times));
        let steps = steps.collect();
        if let Some(costs) = self.problem.costs() {
            for (first, times) in times {
                let mut all = self.equal[&first].iter();
                let cost = costs.amount_of(&[first]);
                if times < all.len() && all.any(|&option| costs.amount_of(&[option]) != cost) {
                    return Err(first);
                }
            }
        }
        Ok(steps)
    }

    /// Prints a solution as text. Most of its lines have come before, so they are cached.
    fn print_lines(&mut self, number: &str, solution: &StreamSolution, process: &mut Process) {
        let mut lines = std::mem::take(&mut self.lines);
        process.out().put(number.as_bytes());
        process.out().put(b":\n");
        for line in &solution.levels {
            let text = lines.get(line, |line| self.line(line).into());
            process.out().put(&text);
        }
        self.lines = lines;
    }

    /// The long name of an item. Other words, such as `null', stay.
    fn long<'n>(&'n self, name: &'n Name) -> &'n [u8] {
        match self.finder.item(name) {
            Some(item) => self.problem.name(item),
            None => name.as_bytes(),
        }
    }

    fn line(&self, line: &Line) -> Vec<u8> {
        let mut text = Vec::new();
        for (name, color) in &line.words {
            text.push(b' ');
            text.extend_from_slice(self.long(name));
            if let Some(color) = color {
                text.extend_from_slice(&[b':', *color]);
            }
        }
        match line.branch {
            Some((branch, of)) => {
                text.extend_from_slice(format!(" ({branch} of {of})\n").as_bytes())
            }
            None => text.extend_from_slice(b" (?)\n"),
        }
        text
    }

    /// The step that a checked line stands for. `times` counts how often equal options have come
    /// before.
    fn step(&self, line: &Line, times: &mut BTreeMap<OptionId, usize>) -> Step {
        let null = line.null().and_then(|name| self.finder.item(&name));
        match (self.finder.option(&line.words), null) {
            (Some(class), _) => {
                let option = match self.equal.get(&class.first) {
                    None => class.first,
                    Some(all) => {
                        let times = times.entry(class.first).or_default();
                        *times += 1;
                        all[*times - 1]
                    }
                };
                let first = self.finder.item(&line.words[0].0);
                let mut nodes = self.problem.nodes_of(option);
                let node = nodes.find(|&node| Some(self.problem.node_item(node)) == first);
                Step::Take {
                    node: node.expect("the option has its first item"),
                    cost: self.problem.costs().map(|costs| costs.amount_of(&[option])),
                }
            }
            (None, Some(item)) => Step::Null(item),
            (None, None) => unreachable!("the judge knows each line"),
        }
    }
}
