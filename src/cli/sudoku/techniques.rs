//! `sudoku techniques`: the names of all techniques, and a page for each.

use super::make::technique;
use crate::cli::{Failure, Process, exit};
use crate::sudoku::logic::{Explanation, Ladder, Regions, Technique, told_inference};
use clap::Args;

/// Lists the techniques of hints and ratings, or tells of one, with an example
///
/// Without a name, a line for each, in the order in which they are looked for: its
/// name, and what else it is called. With a name: what it is, a position whose next
/// step is one of it, and that step.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit status: 0 done; 1 failing output; 2 bad usage.

Examples:
  sudoku techniques xy-wing
  sudoku techniques forcing-chain --example | sudoku hint --level 4")]
pub struct Arguments {
    /// The name of a technique
    #[arg(value_name = "NAME", value_parser = technique)]
    name: Option<Technique>,
    /// Print the example alone, in a form that sudoku hint reads
    #[arg(long, requires = "name")]
    example: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// Failing output.
pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    let text = match arguments.name {
        None => Technique::ALL.into_iter().map(line).collect(),
        Some(technique) if arguments.example => position(technique) + "\n",
        Some(technique) => page(technique),
    };
    process.out().put(text.as_bytes());
    process.check()?;
    Ok(exit::DONE)
}

fn line(technique: Technique) -> String {
    let names = technique.usual_names().join(", ");
    match names.is_empty() {
        true => format!("{technique}\n"),
        false => format!("{technique}\t{names}\n"),
    }
}

/// The example as a library string: clues, and candidates that were taken away.
fn position(technique: Technique) -> String {
    let line = technique.example().line(technique);
    let mut fields = line.split('\t').skip(2);
    let mut field = || fields.next().unwrap_or_default();
    format!(":0000:x:{}:{}:::", field(), field())
}

fn page(technique: Technique) -> String {
    let example = technique.example();
    let marks = example.marks();
    let mut lines = vec![technique.title().to_owned()];
    if !technique.usual_names().is_empty() {
        lines.push(format!(
            "Also called: {}",
            technique.usual_names().join(", ")
        ));
    }
    lines.push(String::new());
    lines.push(technique.about().to_owned());
    lines.push(String::new());
    lines.push(match example.regions {
        Regions::None => "Example:".to_owned(),
        _ => "Example, with --hyper:".to_owned(),
    });
    lines.push(position(technique));
    if let Some(step) = Ladder::new().next(&marks) {
        let step = Explanation::new(&step, &marks);
        lines.push(format!("{} ({})", step.effect, step.rating()));
        lines.push(step.sentence.clone());
        let links = step.inferences.iter().flatten();
        lines.extend(links.map(|one| format!("  {}", told_inference(one))));
    }
    lines.join("\n") + "\n"
}
