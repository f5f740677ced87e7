//! `dlx2`: Knuth's DLX2. Only its command line stands here; [`dlx3`](super::dlx3) has the rest.

use crate::cli::dlx3::{
    CommandLine, LimitsOptions, MeansOptions, Preference, keep_dashes, refuse, words,
};
use crate::cli::{Failure, Process, Program};
use crate::format::Original;
use crate::search::Variant;
use crate::search::bits::Code;
use clap::Parser;
use std::ffi::OsString;

/// Solves exact covering problems with colors: Knuth's DLX2.
///
/// Reads a problem in .dlx format on stdin, writes solutions on stdout and
/// reports on stderr, byte for byte like the C program.
#[derive(Parser)]
#[command(name = "dlx2", version, after_long_help = WORDS, after_help = WORDS)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Knuth's words, a letter and a number each (see below)
    #[arg(value_name = "WORD")]
    words: Vec<OsString>,

    #[command(flatten)]
    preference: Preference,

    #[command(flatten)]
    means: MeansOptions,

    #[command(flatten)]
    limits: LimitsOptions,
}

const WORDS: &str = words!("dlx2", "");

impl Program for Arguments {
    const OUTPUT: &'static str = "solutions";
    const MESSAGES: &'static str = "reports";

    fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
        keep_dashes(words)
    }

    fn refuse(error: &clap::Error) -> Failure {
        refuse(Original::Dlx2, error)
    }

    fn run(self, process: &mut Process) -> Result<u8, Failure> {
        let variant = Variant::of(Original::Dlx2);
        let line = CommandLine {
            variant: variant.preferring_sharp(self.preference.sharp),
            words: self.words,
            means: self.means,
            code: Code::DLX2,
            pieces: None,
            limits: self.limits,
        };
        line.run(process)
    }
}
