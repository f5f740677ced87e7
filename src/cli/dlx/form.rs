//! The form in which solutions are printed.

use crate::report::Form;

/// The option `--json`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct FormArgument {
    /// Print JSON, an object a line, as dlx3 --json does
    #[arg(long)]
    json: bool,
}

impl FormArgument {
    /// The form that is asked for.
    pub fn form(self) -> Form {
        match self.json {
            true => Form::Json,
            false => Form::Text,
        }
    }
}
