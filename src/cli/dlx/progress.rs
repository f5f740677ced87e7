//! What the progress line of the verbs says: how long they have worked, and how far they have come.

use crate::answers::{Sight, View};
use crate::cli::arguments::time::for_people;
use crate::cli::process::fit::fit;
use crate::cli::process::progress::ProgressLine;
use crate::text::plural::counted;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// From line to line.
const SPACING: Duration = Duration::from_millis(500);

/// The view that makes the line.
pub struct AnswerLine {
    line: ProgressLine,
    begun: Instant,
    /// What else is known, if anything.
    known: Option<Known>,
}

/// What else is known, for the line.
pub type Known = Rc<RefCell<String>>;

impl AnswerLine {
    /// None if stderr is no terminal.
    pub fn on_a_terminal() -> Option<Self> {
        Self::new(None, None)
    }

    /// A progress line with what else is known. With `every`, it comes that often, anywhere.
    pub fn new(every: Option<Duration>, known: Option<Known>) -> Option<Self> {
        Some(AnswerLine {
            line: ProgressLine::alone(SPACING, every)?,
            begun: Instant::now(),
            known,
        })
    }
}

impl View for AnswerLine {
    fn is_due(&mut self) -> bool {
        self.line.is_due()
    }

    fn show(&mut self, sight: &Sight) {
        let seconds = self.begun.elapsed().as_secs_f64();
        let text = match &self.known {
            Some(known) => {
                let gone = format!("dlx: {} gone", for_people(seconds));
                // What is known stands in parts, the most important one first.
                let known = format!("; {}", known.borrow());
                fit(&gone, known.split_inclusive(", "))
            }
            None if self.line.is_on_terminal() => line(seconds, sight),
            None => {
                let (first, more) = parts(seconds, sight);
                first + &more.concat()
            }
        };
        if let Some(line) = self.line.show(text) {
            // Who does not read it misses nothing else.
            _ = writeln!(io::stderr(), "{line}");
        }
    }
}

/// What has been done in a number of seconds, as far as it fits.
fn line(seconds: f64, sight: &Sight) -> String {
    let (first, more) = parts(seconds, sight);
    fit(&first, more.iter().map(String::as_str))
}

/// What has been done in a number of seconds: first what everybody understands, then more.
fn parts(seconds: f64, sight: &Sight) -> (String, Vec<String>) {
    /// Of less than this, nobody knows how long the rest takes.
    const LEAST: f64 = 0.001;
    let gone = format!("{} gone", for_people(seconds));
    // Where states are on a disk, a walk has been given up, or has a small share.
    let done = sight.forecast.map(|forecast| forecast.done);
    let first = match done.or(sight.walked) {
        None => format!("dlx: {gone}"),
        Some(share) if share < LEAST => format!("dlx: {:.2}% done, {gone}", 100.0 * share),
        Some(share) => {
            let left = for_people(seconds * (1.0 - share) / share);
            format!("dlx: {:.2}% done, {left} left, {gone}", 100.0 * share)
        }
    };
    let front = sight.front.as_ref().map(|front| {
        let states = counted(front.states, "state");
        format!("layer {} of {}, {states}", front.layer, front.layers)
    });
    let states = (sight.states > 0).then(|| {
        let (states, megabytes) = (counted(sight.states, "state"), sight.bytes as f64 / 1e6);
        format!("{states}, {megabytes:.1} MB in all")
    });
    let walked = sight.walked.map(|_| "depth first".to_owned());
    let (disk, largest) = match &sight.forecast {
        None => (None, None),
        Some(forecast) => {
            let megabytes = forecast.bytes as f64 / 1e6;
            let largest = forecast.largest as f64;
            (
                Some(format!("{megabytes:.1} MB on disk")),
                Some(format!("up to {largest:.1e} states")),
            )
        }
    };
    let more = match disk.is_some() {
        true => [front, disk, largest],
        false => [front, states, walked],
    };
    let more = more.into_iter().flatten();
    (first, more.map(|part| format!("; {part}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{Forecast, Front};

    #[test]
    fn the_line_says_what_is_known() {
        let mut sight = Sight::default();
        assert_eq!(line(5.0, &sight), "dlx: 5 s gone");
        sight.walked = Some(0.25);
        let walks = "dlx: 25.00% done, 15 s left, 5 s gone; depth first";
        assert_eq!(line(5.0, &sight), walks);
        sight.walked = Some(0.0);
        assert_eq!(line(5.0, &sight), "dlx: 0.00% done, 5 s gone; depth first");
        sight.walked = None;
        sight.front = Some(Front {
            layer: 3,
            layers: 64,
            states: 1,
        });
        (sight.states, sight.bytes) = (5000, 1_250_000);
        let layers = "dlx: 5 s gone; layer 3 of 64, 1 state; 5000 states, 1.2 MB in all";
        assert_eq!(line(5.0, &sight), layers);
        sight.forecast = Some(Forecast {
            bytes: 2_500_000,
            written: 9_000_000,
            done: 0.2,
            largest: 1_234_567,
        });
        let on_disk =
            "dlx: 20.00% done, 20 s left, 5 s gone; layer 3 of 64, 1 state; 2.5 MB on disk";
        assert_eq!(line(5.0, &sight), on_disk);
        sight.front = None;
        let on_disk = "dlx: 20.00% done, 20 s left, 5 s gone; 2.5 MB on disk; up to 1.2e6 states";
        assert_eq!(line(5.0, &sight), on_disk);
        sight.forecast = None;
        sight.front = Some(Front {
            layer: 3,
            layers: 64,
            states: 1,
        });
        // What does not fit into 80 columns is left out.
        sight.walked = Some(0.5);
        (sight.states, sight.bytes) = (50_000_000_000, 1 << 40);
        let first = "dlx: 50.00% done, 5 s left, 5 s gone; layer 3 of 64, 1 state; depth first";
        assert_eq!(line(5.0, &sight), first);
    }
}
