//! Compares `dlx2` with Knuth's DLX2, whose path is in REFERENCE_DLX2.

use super::table::{Table, figure, figure_or_none};
use crate::problems::yardsticks::WITHOUT_BOUNDS;
use crate::process::{Contender, Times};
use crate::{Comparison, geometric_mean, mean_row};
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;

/// Runs a program, and forgets its exit status: `main` of DLX2 ends without a value, so its status
/// is left to chance.
const WITHOUT_STATUS: &str = "\"$0\" \"$@\" || :";

impl Comparison {
    /// One thread, without the memo and with it.
    pub fn dlx2(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(WITHOUT_BOUNDS);
        if wanted.is_empty() {
            return Ok(());
        }
        let reference = std::env::var_os("REFERENCE_DLX2");
        println!("\n`dlx2` beside DLX2, one thread; seconds of processor time:\n");
        if reference.is_none() {
            println!("(REFERENCE_DLX2 is not set: our own times only.)\n");
        }
        let table = Table::begin(&[
            ("problem", 36),
            ("DLX2", 0),
            ("`dlx2 --memo 0`", 0),
            ("ratio", 0),
            ("with the memo", 0),
            ("ratio", 0),
        ]);
        let program: OsString = Path::new(&self.ours).with_file_name("dlx2").into();
        let mut all = Vec::new();
        for yardstick in wanted {
            let ours = [
                &[["--threads", "1"], ["--memo", "0"]][..],
                &[["--threads", "1"]],
            ];
            let ours = ours.map(|options| Contender {
                program: program.clone(),
                ..self.ours(yardstick, options)
            });
            let theirs = reference.as_ref().map(|path| {
                let path = path.to_string_lossy();
                let words = [&["-c", WITHOUT_STATUS, &path], yardstick.words].concat();
                Contender::new(&"sh".into(), &words)
            });
            let measured = self.measure(yardstick, theirs, &ours)?;
            let seconds = |times: &Times| times.processor.as_secs_f64();
            let theirs = measured.theirs.as_ref().map(seconds);
            let mut cells = vec![yardstick.name.to_owned(), figure_or_none(theirs)];
            let mut ratios = Vec::new();
            for ours in measured.ours.iter().map(seconds) {
                let ratio = theirs.map(|theirs| theirs / ours);
                cells.extend([figure(ours), figure_or_none(ratio)]);
                ratios.extend(ratio);
            }
            table.row(&cells);
            if !ratios.is_empty() {
                all.push(ratios);
            }
        }
        if geometric_mean(&all).is_some() && all.len() > 1 {
            mean_row(&table, "**geometric mean**", &all);
        }
        Ok(())
    }
}
