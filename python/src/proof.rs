//! `proof=` and `certificate=`: files that show other programs why an answer holds.

use crate::faults::bad;
use dlx3::answers::best::{Cheapest, NotCheapest};
use dlx3::answers::cheapest::search::Priced;
use dlx3::answers::claims::cheapest::{Claim, Proved, prove};
use dlx3::answers::claims::none;
use dlx3::answers::find::Found;
use dlx3::answers::proof::{Numbering, Proof, Target};
use dlx3::answers::{Limits, Stopped};
use dlx3::convert::write::numbering;
use dlx3::{OptionId, Problem};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// A file that lines are written to. Whoever writes to it has a buffer.
pub struct Lines {
    file: File,
    path: PathBuf,
}

impl Lines {
    /// Creates the file.
    ///
    /// # Errors
    /// If its name promises another form, or it cannot be created.
    pub fn create(path: PathBuf) -> PyResult<Self> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        if let Some(ending @ ("gz" | "zst")) = ending.as_ref().and_then(|ending| ending.to_str()) {
            return Err(bad(format_args!(
                "a file for a proof is not compressed here, so its name does not end in .{ending}"
            )));
        }
        match File::create(&path) {
            Ok(file) => Ok(Lines { file, path }),
            Err(error) => Err(failed(&error, path)),
        }
    }

    /// The name of the file.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Target for Lines {}

/// `OSError` with the name of the file.
pub fn failed(error: &io::Error, path: PathBuf) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    let told = error.to_string();
    // Python has the number apart.
    let told = told.split(" (os error").next().unwrap_or(&told).to_owned();
    PyOSError::new_err((number, told, path.into_os_string()))
}

/// A proof that VeriPB checks with what `to("opb")` writes.
pub struct ProofFile {
    proof: Proof,
    numbering: Numbering,
    path: PathBuf,
}

impl ProofFile {
    /// Begins a proof.
    ///
    /// # Errors
    /// As [`Lines::create`].
    pub fn create(py: Python<'_>, path: PathBuf, problem: &Problem) -> PyResult<Self> {
        let lines = Lines::create(path)?;
        let path = lines.path();
        let numbering = py.detach(|| numbering(problem));
        let proof = Proof::new(Box::new(lines), numbering.constraints);
        Ok(ProofFile {
            proof,
            numbering,
            path,
        })
    }

    /// A solution, or the proof that there is none.
    ///
    /// # Errors
    /// If the limits ask for an end.
    pub fn find(&mut self, problem: &Problem, limits: &mut Limits<'_>) -> Result<Found, Stopped> {
        let lines = (&mut self.proof, &self.numbering);
        none::find(problem, &[], Some(lines), limits)
    }

    /// Proves what was found of the cheapest solution; `best` is the best one that was seen.
    pub fn prove(
        &mut self,
        problem: &Problem,
        costs: &[i128],
        found: &Result<Cheapest, NotCheapest>,
        best: Option<&Priced>,
        limits: &mut Limits<'_>,
    ) -> Proved {
        let all: &[(i128, Vec<OptionId>)] = match found {
            Ok(cheapest) => &cheapest.solutions,
            Err(NotCheapest::Unfinished(unfinished)) => &unfinished.solutions,
            Err(NotCheapest::TooDear(_)) => &[],
        };
        let best = all.iter().chain(best).min_by_key(|best| best.0);
        let claim = match (found, best) {
            (Ok(_), Some(best)) => Claim::Cheapest(best),
            (Ok(_), None) => Claim::None,
            (Err(_), best) => Claim::Some(best),
        };
        let lines = (&mut self.proof, &self.numbering);
        prove(problem, costs, claim, lines, limits)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(self) -> PyResult<()> {
        let written = self.proof.finish();
        written.map_err(|error| failed(&error, self.path))
    }
}
