//! The options `--proof` and `--without`.

use crate::answers::proof::{Clause, Numbering, Proof};
use crate::cli::files::input::{ProblemFile, cannot_read, open_for, refuse_stdin_twice};
use crate::cli::files::packed::PackedFile;
use crate::cli::{Failure, exit};
use crate::convert::without::{WithoutError, exclusions};
use crate::convert::write::numbering;
use crate::format::Problem;
use crate::format::solution::StreamError;
use std::path::{Path, PathBuf};

/// The option `--proof`.
#[derive(clap::Args, Debug)]
pub struct ProofArgument {
    /// Write a proof to FILE, which VeriPB checks together with what `dlx to opb' prints. It is
    /// compressed if the name ends in .gz or .zst. Only methods that can prove what they find are
    /// used
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
}

/// A proof and where it goes.
pub struct ProofFile {
    pub proof: Proof,
    pub numbering: Numbering,
    path: PathBuf,
}

impl ProofArgument {
    /// Whether one is wanted.
    pub fn is_wanted(&self) -> bool {
        self.proof.is_some()
    }

    /// Begins the proof, if one is wanted; `clauses` stand after the constraints of the problem.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn begin(
        &self,
        problem: &Problem,
        clauses: &[Clause],
    ) -> Result<Option<ProofFile>, Failure> {
        let Some(path) = &self.proof else {
            return Ok(None);
        };
        let file = PackedFile::create(path);
        let file = file.map_err(|error| Failure::writing(path.display(), &error))?;
        let numbering = numbering(problem);
        let constraints = numbering.constraints + clauses.len() as u64;
        Ok(Some(ProofFile {
            proof: Proof::new(Box::new(file), constraints),
            numbering,
            path: path.clone(),
        }))
    }
}

impl ProofFile {
    /// Writes what is left.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(self) -> Result<(), Failure> {
        let written = self.proof.finish();
        written.map_err(|error| Failure::writing(self.path.display(), &error))
    }
}

/// The option `--without`.
#[derive(clap::Args, Debug)]
pub struct WithoutArgument {
    /// Exclude the solutions in FILE, or on stdin for -, as dlx3 m1 prints them
    #[arg(long, value_name = "FILE")]
    without: Option<PathBuf>,
}

impl WithoutArgument {
    /// Whether solutions are excluded.
    pub fn is_given(&self) -> bool {
        self.without.is_some()
    }

    /// Reads a problem.
    ///
    /// # Errors
    /// If it cannot be read, or comes from stdin as the solutions do.
    pub fn read_problem(&self, input: &ProblemFile) -> Result<Problem, Failure> {
        if let Some(path) = &self.without {
            refuse_stdin_twice(input.path(), path, "the solutions")?;
        }
        input.read()
    }

    /// A clause for each solution that is excluded.
    ///
    /// # Errors
    /// If they cannot be read, or are none.
    pub fn clauses(&self, problem: &Problem) -> Result<Vec<Clause>, Failure> {
        let Some(path) = self.without.as_deref() else {
            return Ok(Vec::new());
        };
        let stream = open_for(path, "solutions")?;
        exclusions(problem, stream).map_err(|error| match error {
            WithoutError::Stream(StreamError::Io(error)) => cannot_read(path, &error),
            error => Failure::new(named(path, &error)).with_status(exit::BAD_INPUT),
        })
    }
}

fn named(path: &Path, error: &WithoutError) -> String {
    match path.as_os_str() == "-" {
        true => error.to_string(),
        false => format!("{}: {error}", path.display()),
    }
}
