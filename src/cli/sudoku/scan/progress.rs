//! The progress line: units or grids done, puzzles, and an estimate of the time to go.
//!
//! The estimate takes the plan's weights of the units for their work. Grids weigh the same.

use crate::cli::arguments::time::for_people;
use crate::cli::process::fit::fit;
use crate::cli::process::progress::ProgressLine;
use crate::text::output::Output;
use crate::text::plural::counted;
use std::io;
use std::time::{Duration, Instant};

/// Reports now and then on standard error.
pub struct Progress {
    line: Option<ProgressLine>,
    /// What is done: a unit, a grid.
    what: &'static str,
    begun: Instant,
    /// The weight of all units up to each, the first of them 0.
    sums: Vec<f64>,
    /// The units done, and those done before this run.
    done: usize,
    before: usize,
}

impl Progress {
    /// Reports every `seconds` seconds; by itself only on a terminal. `before` of the
    /// units were done in an earlier run.
    pub fn new(seconds: Option<u32>, what: &'static str, weights: &[f64], before: usize) -> Self {
        let mut sum = 0.0;
        let mut sums = vec![0.0];
        sums.extend(weights.iter().map(|weight| {
            sum += weight;
            sum
        }));
        Progress {
            line: ProgressLine::alone(
                Duration::from_secs(1),
                seconds.map(u64::from).map(Duration::from_secs),
            ),
            what,
            sums,
            done: before,
            before,
            ..Self::silent()
        }
    }

    /// Reports only when asked to.
    pub fn silent() -> Self {
        Progress {
            line: None,
            what: "unit",
            begun: Instant::now(),
            sums: vec![0.0],
            done: 0,
            before: 0,
        }
    }

    /// One unit more is done.
    pub fn done(&mut self) {
        self.done += 1;
    }

    /// Reports if it is time to, or if a signal asks for it.
    pub fn tick(&mut self, puzzles: u64, asked: bool) {
        let is_due = self.line.as_ref().is_some_and(ProgressLine::is_due);
        if !is_due && !asked {
            return;
        }
        let text = self.text(puzzles, self.begun.elapsed());
        let text = match &mut self.line {
            Some(line) => line.show(text),
            None => Some(text),
        };
        if let Some(text) = text {
            writeln!(Output::new(io::stderr()), "{text}");
        }
    }

    fn text(&self, puzzles: u64, gone: Duration) -> String {
        let time = format!(", {} gone", for_people(gone.as_secs_f64()));
        let found = format!(", {}", counted(puzzles, "puzzle"));
        if self.sums.len() == 1 {
            // How many there are is not known.
            let done = format!("{} done", counted(self.done as u64, self.what));
            return fit(&done, [&found[..], &time]);
        }
        let weight = |units: usize| self.sums[units.min(self.sums.len() - 1)];
        let all = weight(usize::MAX);
        let part = weight(self.done) / all.max(f64::MIN_POSITIVE);
        let here = weight(self.done) - weight(self.before);
        let left = (here > 0.0).then(|| {
            let left = gone.as_secs_f64() * (all - weight(self.done)) / here;
            format!(", {} left", for_people(left))
        });
        fit(
            &format!("about {:.1}% done", 100.0 * part),
            [
                &left.unwrap_or_default()[..],
                &found,
                &time,
                &format!("; {} {} of {}", self.what, self.done, self.sums.len() - 1),
            ],
        )
    }

    /// Takes the line off the terminal.
    pub fn erase(&self) {
        if let Some(line) = &self.line {
            line.hide();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_go_follows_the_weight_of_this_run() {
        let mut progress = Progress {
            sums: vec![0.0, 1.0, 3.0, 4.0, 8.0],
            before: 1,
            done: 1,
            ..Progress::silent()
        };
        let minute = Duration::from_secs(60);
        assert_eq!(
            progress.text(0, minute),
            "about 12.5% done, 0 puzzles, 60 s gone; unit 1 of 4"
        );
        progress.done();
        assert_eq!(
            progress.text(7, minute),
            "about 37.5% done, 2 min left, 7 puzzles, 60 s gone; unit 2 of 4"
        );
    }

    #[test]
    fn without_their_number_grids_are_counted() {
        let mut progress = Progress {
            what: "grid",
            ..Progress::silent()
        };
        progress.done();
        assert_eq!(
            progress.text(1, Duration::from_secs(3)),
            "1 grid done, 1 puzzle, 3 s gone"
        );
    }
}
