//! Command lines that clap reads, with pages whose printing may fail.

use super::{Failure, run};
use crate::text::streams::Streams;
use clap::Parser;
use clap::error::ErrorKind;
use std::process::ExitCode;

/// What clap leaves.
const BAD_USAGE: u8 = 2;

/// Reads the process's command line and runs a filter on it; or prints the page
/// that was asked for, or what is wrong.
pub fn run_parsed<A: Parser>(
    program: &str,
    filter: impl FnOnce(A) -> Result<u8, Failure>,
) -> ExitCode {
    run(program, || match A::try_parse() {
        Ok(arguments) => filter(arguments),
        Err(page) => print(&page),
    })
}

fn print(page: &clap::Error) -> Result<u8, Failure> {
    let mut streams = Streams::standard();
    let text = page.render().to_string();
    let asked_for = matches!(
        page.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    );
    let status = if asked_for {
        streams.out().put(text.as_bytes());
        super::exit::DONE
    } else {
        streams.err().put(text.as_bytes());
        BAD_USAGE
    };
    super::sudoku::finish(&mut streams)?;
    Ok(status)
}
