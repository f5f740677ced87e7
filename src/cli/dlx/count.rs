//! `dlx count`: how many solutions there are.

use super::by_cost::{self, ByCostArgument};
use super::disk::DiskArgument;
use super::form::FormArgument;
use super::limits::{Cost, NOT_ALL, tell};
use crate::answers::Stopped;
use crate::answers::certificate::certify;
use crate::answers::count::{Counted, OrderName, count, count_in_order};
use crate::answers::family::Family;
use crate::answers::proof::Target;
use crate::cli::files::input::ProblemFile;
use crate::cli::files::packed::PackedFile;
use crate::cli::{Failure, Process, exit};
use crate::report::{Form, write_count, write_option_count};
use crate::text::output::Output;
use clap::ValueEnum;
use std::path::PathBuf;

/// Counts the solutions exactly, however many there are
///
/// The number is printed on stdout. If time runs out, stderr says how many there are at least.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | dlx count

Exit status: 0 counted; 1 failing output; 2 bad usage; 3 stopped before; 4 waits for other
parts; 102 bad input.")]
pub struct Arguments {
    /// Print each option after the number of solutions that contain it
    #[arg(long)]
    options: bool,

    /// Go layer by layer in one order of the items, that of the input or the one with the
    /// narrowest front, and try nothing else
    #[arg(long, value_name = "ORDER", value_enum, conflicts_with = "options")]
    order: Option<Order>,

    /// Say on stderr how many states each layer of --order had
    #[arg(long, requires = "order", conflicts_with_all = ["options", "certificate"])]
    layers: bool,

    /// Write a proof of the number to CERTIFICATE, which `dlx-check --diagram' checks; compressed
    /// if its name ends in .gz or .zst. All states of a search are written, dead ones too
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["options", "order"])]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    by_cost: ByCostArgument,

    #[command(flatten)]
    disk: DiskArgument,

    #[command(flatten)]
    input: ProblemFile,

    #[command(flatten)]
    form: FormArgument,

    #[command(flatten)]
    cost: Cost,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Order {
    Input,
    Narrow,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let (clock, problem) = arguments.cost.clock(|| arguments.input.read())?;
    if arguments.by_cost.by_cost {
        return by_cost::run(
            &arguments.by_cost,
            arguments.form,
            &clock,
            &problem,
            process,
        );
    }
    if arguments.options {
        let family = clock.within(|limits| Family::new(&problem, limits));
        let family = family.map_err(|why| clock.stopped(why, ""))?;
        let is_json = arguments.form.form() == Form::Json;
        let (mut line, mut is_first) = (Vec::new(), true);
        let shown = clock.within(|limits| {
            // The output takes the place of the progress line.
            limits.view = None;
            family.each_option(&problem, limits, |option, number| {
                match is_json {
                    true => write_option_count(process.out(), &problem, option, number),
                    false => {
                        line.clear();
                        line.extend_from_slice(format!("{number} ").as_bytes());
                        problem.put_option(option, &mut line);
                        line.push(b'\n');
                        process.out().put(&line);
                    }
                }
                is_first = false;
                match process.has_failed() {
                    true => Err(Stopped::Limit),
                    false => Ok(()),
                }
            })
        });
        process.check()?;
        let known = if is_first { "" } else { NOT_ALL };
        shown.map_err(|why| clock.stopped(why, known))?;
        tell(process, &family.told, family.free.len());
        return Ok(exit::DONE);
    }
    if let Some(path) = &arguments.certificate {
        let failed = |error| Failure::writing(path.display(), &error);
        let mut file = Output::new(PackedFile::create(path).map_err(failed)?);
        let counted = clock.within(|limits| certify(&problem, limits, &mut file));
        // A failed write has ended the count.
        let written = file.finish().and_then(|()| file.writer().end());
        written.map_err(failed)?;
        let known = format!("; what is in {} proves nothing", path.display());
        let counted = counted.map_err(|why| clock.stopped(why, &known))?;
        show(process, &counted, arguments);
        return Ok(exit::DONE);
    }
    if let Some(folder) = &arguments.disk.disk {
        let counted = arguments.disk.count(folder, &clock, &problem)?;
        show(process, &counted, arguments);
        return Ok(exit::DONE);
    }
    if let Some(order) = arguments.order {
        let order = match order {
            Order::Input => OrderName::Input,
            Order::Narrow => OrderName::Narrow,
        };
        let counted = clock.within(|limits| count_in_order(&problem, order, limits));
        let counted = counted.map_err(|why| clock.stopped(why, ""))?;
        show(process, &counted, arguments);
        return Ok(exit::DONE);
    }
    let counted = clock.deeply(|limits| count(&problem, limits));
    let counted = counted.map_err(|unfinished| {
        let least = unfinished.at_least;
        let known = match least == 0 {
            true => String::new(),
            false => format!("; at least {least}"),
        };
        clock.stopped(unfinished.why, &known)
    })?;
    show(process, &counted, arguments);
    Ok(exit::DONE)
}

fn show(process: &mut Process, counted: &Counted, arguments: &Arguments) {
    match arguments.form.form() {
        Form::Text => writeln!(process.out(), "{}", counted.number),
        Form::Json => write_count(process.out(), &counted.number),
    }
    tell(process, &counted.parts, counted.free);
    let parts = counted.parts.iter().filter(|_| arguments.layers);
    for (layer, states) in parts.flat_map(|part| part.profile.iter().enumerate()) {
        writeln!(process.err(), "layer {layer}: {states}");
    }
}
