//! `dlx to`: a problem for another solver.

use super::formats::one_of;
use super::proof::WithoutArgument;
use crate::cli::files::input::ProblemFile;
use crate::cli::{Failure, Process, exit};
use crate::convert::Format;
use crate::convert::cardinality::Encoding;
use crate::convert::write::{Objective, Source, Writer};
use crate::format::Problem;
use crate::text::output::create;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Prints the problem for solvers of other kinds
#[derive(clap::Args, Debug)]
#[command(long_about = long_about(), after_help = "\
Example:
  dlx to cnf < queens.dlx > queens.cnf
  minisat queens.cnf queens.out
  dlx from cnf queens.dlx < queens.out
  dlx to opb queens.dlx --without known.txt > others.opb

Exit status: 0 printed; 1 it is too large for such solvers, or failing output; 2 bad usage;
102 bad input.")]
pub struct Arguments {
    /// What solvers read
    #[arg(value_name = "FORMAT", value_parser = one_of(Format::lines()))]
    format: Format,

    #[command(flatten)]
    input: ProblemFile,

    #[arg(
        long,
        value_name = "NAME",
        value_parser = one_of(Encoding::lines()),
        help = format!("How clauses count ({}) [default: auto]", forms_with("--encoding"))
    )]
    encoding: Option<Encoding>,

    #[arg(
        long,
        value_name = "YES|NO",
        value_parser = clap::builder::BoolishValueParser::new(),
        hide_possible_values = true,
        help = format!("Whether to say that colors support each other [default: yes for {}]", supported())
    )]
    supports: Option<bool>,

    /// Ask for the dearest solution, not the cheapest
    #[arg(long)]
    most: bool,

    #[command(flatten)]
    without: WithoutArgument,

    /// Write to FILE, and not in comments, what each variable stands for
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
}

/// The beginning of the help page.
fn long_about() -> String {
    format!(
        "Prints the problem for solvers of other kinds\n\nVariable K stands for option K, counted \
         from 1; other variables follow from these, so that there is one model for each solution. \
         Comments say which option each variable stands for. Costs, such as |7 in an option, \
         become an objective; --without is for {}. `dlx from' turns models into solutions.",
        forms_with("--without")
    )
}

/// The names of the forms that have an option.
fn forms_with(option: &str) -> String {
    Format::names(|format| format.row().options.contains(&option), " and ")
}

/// The names of the forms in which colors support each other if nothing is said.
fn supported() -> String {
    Format::names(|format| format.row().supports, " and ")
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let format = arguments.format.row();
    let refuse = |told: String| Err(Failure::new(told).with_status(exit::BAD_USAGE));
    let is_foreign = |option| !format.options.contains(&option);
    if arguments.encoding.is_some() && is_foreign("--encoding") {
        let forms = forms_with("--encoding");
        return refuse(format!(
            "--encoding is for {forms}: the other formats can count by themselves"
        ));
    }
    if let (true, Objective::LeftOut(other)) = (arguments.most, format.objective) {
        let name = format.name;
        return refuse(format!(
            "--most is for costs, and {name} has none: see {other}"
        ));
    }
    if arguments.without.is_given() && is_foreign("--without") {
        return refuse(format!("--without is for {}", forms_with("--without")));
    }
    let problem = arguments.without.read_problem(&arguments.input)?;
    let clauses = arguments.without.clauses(&problem)?;
    let source = Source {
        problem: &problem,
        most: arguments.most,
        names: arguments.map.is_none(),
        supports: arguments.supports.unwrap_or(format.supports),
    };
    let encoding = arguments.encoding.unwrap_or(Encoding::Auto);
    let writer = Writer::new(source, arguments.format, encoding).map_err(Failure::new)?;
    let writer = writer.with_clauses(&clauses);
    if let Some(map) = &arguments.map {
        write_map(&writer, map)?;
    }
    process.write_with(|out| writer.write(out))?;
    if let Some(told) = note_on_costs(&problem, arguments.format) {
        process.say(told);
    }
    Ok(exit::DONE)
}

/// A note on the costs, if the form does not keep them as they are.
fn note_on_costs(problem: &Problem, format: Format) -> Option<String> {
    let costs = problem.costs()?;
    match format.row().objective {
        Objective::Exact => None,
        Objective::LeftOut(other) => {
            let name = format.name();
            Some(format!(
                "{name} has no costs, they are left out: see {other}"
            ))
        }
        Objective::RoundedAbove(bits) => {
            let mut values = costs.values().iter();
            let is_rounded = values.any(|value| value.unsigned_abs() > 1 << bits);
            let told = format!("there are costs above 2^{bits}, which most solvers round");
            is_rounded.then_some(told)
        }
    }
}

fn write_map(writer: &Writer<'_>, path: &Path) -> Result<(), Failure> {
    let written = create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        writer.write_names(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::writing(path.display(), &error))
}
