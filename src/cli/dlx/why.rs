//! The option `--why`: which items contradict each other.

use super::limits::Clock;
use crate::answers::conflict::{Conflict, conflict};
use crate::cli::{Failure, Process};
use crate::format::Problem;
use crate::report::Form;
use crate::text::json::{put_list, put_text};
use crate::text::output::Put;

/// The option `--why`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct WhyArgument {
    /// If there is no solution, print items whose bounds and colors contradict each other, but not
    /// without any one of them; then print their options
    #[arg(long)]
    why: bool,
}

impl WhyArgument {
    /// Whether it is given.
    pub fn is_given(self) -> bool {
        self.why
    }

    /// That there is no solution; prints why if that is wanted.
    pub fn none(
        self,
        problem: &Problem,
        form: Form,
        clock: &Clock,
        process: &mut Process,
    ) -> Failure {
        let none = "there is no solution";
        if !self.why {
            return Failure::new(none);
        }
        match clock.deeply(|limits| conflict(problem, limits)) {
            Ok(Some(found)) => {
                match form {
                    Form::Text => process.out().put(&found.text(problem)),
                    Form::Json => put_json(&found, problem, process.out()),
                }
                match found.is_minimal {
                    true => Failure::new(none),
                    false => Failure::new(format_args!(
                        "{none}; these items contradict each other, but time was up before all of \
                         them were tried, so some may not be needed"
                    )),
                }
            }
            Ok(None) => Failure::new(none),
            Err(_) => Failure::new(format_args!(
                "{none}; time was up before it was known which items contradict each other"
            )),
        }
    }
}

/// Writes a conflict as a line of JSON.
fn put_json(found: &Conflict, problem: &Problem, out: &mut impl Put) {
    out.put(b"{\"conflict\":");
    put_list(out, &found.items, |out, own| {
        out.put(b"{\"item\":");
        put_text(out, problem.name(own.item));
        for (name, number) in [("least", own.least), ("most", own.most)] {
            if let Some(number) = number {
                out.put(format!(",\"{name}\":{number}").as_bytes());
            }
        }
        out.put(b"}");
    });
    out.put(format!(",\"minimal\":{}}}\n", found.is_minimal).as_bytes());
}
