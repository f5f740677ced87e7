//! Compares `dlx best` with HiGHS and CP-SAT: the time to prove the cheapest solution.

use crate::problems::yardsticks::Yardstick;
use crate::process::{self, Contender};
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// The memory that a program may take, in bytes.
const MEMORY: u64 = 4 << 30;

/// The script that calls the others.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/compare/best.py");

/// The programs.
pub struct Solvers {
    pub dlx: OsString,
    /// A Python that has `highspy` and `ortools`.
    pub python: Option<OsString>,
    /// The processor time that each of them may take.
    pub limit: Duration,
}

/// The figures; none where a program was missing, failed, or reached a limit.
pub struct Row {
    /// The cost of the cheapest solution.
    pub optimum: Option<u128>,
    /// Seconds of processor time: `dlx best`, HiGHS, CP-SAT.
    pub seconds: [Option<f64>; 3],
    /// The seconds of HiGHS when it failed or reached a limit.
    pub cut: Option<f64>,
    /// Whether all programs that finished have the same optimum.
    pub is_same: bool,
}

impl Row {
    /// How many times faster `dlx best` is than HiGHS. True if this is only a lower bound, because
    /// HiGHS did not finish.
    pub fn gain(&self) -> Option<(f64, bool)> {
        let own = self.seconds[0]?;
        let theirs = self.seconds[1].map(|seconds| (seconds, false));
        let theirs = theirs.or(self.cut.map(|cut| (cut, true)));
        theirs.map(|(theirs, is_more)| (theirs / own.max(0.005), is_more))
    }
}

impl Solvers {
    /// Measures a problem: the least of some runs of ours, and one of the others.
    ///
    /// # Errors
    /// If a program cannot be run.
    pub fn measure(
        &self,
        yardstick: &Yardstick,
        input: &Path,
        runs: usize,
    ) -> Result<Row, Box<dyn Error>> {
        let words = [&["best", "--threads", "1"], yardstick.words].concat();
        let python = |name: &str| {
            let python = self.python.as_ref();
            python.map(|python| Contender::new(python, &[SCRIPT, name]))
        };
        let contenders = [
            Some(Contender::new(&self.dlx, &words)),
            python("highs"),
            python("cpsat"),
        ];
        let mut row = Row {
            optimum: None,
            seconds: [None; 3],
            cut: None,
            is_same: true,
        };
        for (place, contender) in contenders.iter().enumerate() {
            let Some(contender) = contender else { continue };
            for _ in 0..if place == 0 { runs.max(1) } else { 1 } {
                let (times, printed) =
                    match process::run_within(contender, input, self.limit, MEMORY)? {
                        Ok(done) => done,
                        Err(times) => {
                            if place == 1 {
                                row.cut = Some(times.processor.as_secs_f64());
                            }
                            break;
                        }
                    };
                let text = match place {
                    0 => &printed.stderr,
                    _ => &printed.stdout,
                };
                let optimum = optimum(&String::from_utf8_lossy(text));
                row.is_same &=
                    optimum.is_some() && (row.optimum.is_none() || optimum == row.optimum);
                row.optimum = row.optimum.or(optimum);
                let seconds = times.processor.as_secs_f64();
                let least = row.seconds[place].map_or(seconds, |least| least.min(seconds));
                row.seconds[place] = Some(least);
            }
        }
        Ok(row)
    }
}

/// The optimum of `Solution 1 costs 7.`, or of `optimum 7`.
fn optimum(text: &str) -> Option<u128> {
    let number = text.lines().find_map(|line| {
        let line = line.trim_end_matches('.');
        let line = line.strip_prefix("Solution ").unwrap_or(line);
        line.strip_prefix("1 costs ")
            .or_else(|| line.strip_prefix("optimum "))
    });
    number?.parse().ok()
}
