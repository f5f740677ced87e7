//! The progress line of the verbs: how long they have worked, and how far they have come. A
//! terminal shows one line that changes. Elsewhere there are separate lines, and only if they are
//! asked for.

use crate::answers::{Sight, View};
use crate::cli::time::for_people;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// From line to line.
const SPACING: Duration = Duration::from_millis(500);

/// The line. It goes when this is dropped.
pub struct ProgressLine {
    /// None if stderr is no terminal.
    bar: Option<ProgressBar>,
    begun: Instant,
    due: Instant,
    spacing: Duration,
    /// What else is known, if anything.
    known: Option<Known>,
}

/// What else is known, for the line.
pub type Known = Rc<RefCell<String>>;

impl ProgressLine {
    /// None if stderr is no terminal.
    pub fn on_a_terminal() -> Option<Self> {
        Self::new(None, None)
    }

    /// A progress line with what else is known. With `every`, it comes that often, anywhere.
    pub fn new(every: Option<Duration>, known: Option<Known>) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        if !is_terminal && every.is_none() {
            return None;
        }
        let bar = is_terminal.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{msg}");
            bar.with_style(style.expect("the template is right"))
        });
        let begun = Instant::now();
        let spacing = every.unwrap_or(SPACING);
        Some(ProgressLine {
            bar,
            begun,
            due: begun + spacing,
            spacing,
            known,
        })
    }
}

impl View for ProgressLine {
    fn is_due(&mut self) -> bool {
        Instant::now() >= self.due
    }

    fn show(&mut self, sight: &Sight) {
        self.due = Instant::now() + self.spacing;
        let seconds = self.begun.elapsed().as_secs_f64();
        let line = match &self.known {
            Some(known) => format!("dlx: {} gone; {}", for_people(seconds), known.borrow()),
            None => line(seconds, sight),
        };
        match &self.bar {
            Some(bar) => {
                bar.reset();
                bar.set_message(line);
                bar.tick();
            }
            // Who does not read it misses nothing else.
            None => _ = writeln!(io::stderr(), "{line}"),
        }
    }
}

/// The terminal is as it was, however the work has ended.
impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What has been done in a number of seconds.
fn line(seconds: f64, sight: &Sight) -> String {
    let mut line = format!("dlx: {} gone", for_people(seconds));
    if let Some(front) = &sight.front {
        line += &format!(
            "; layer {} of {}, {} states wait",
            front.layer, front.layers, front.states
        );
    }
    if sight.states > 0 {
        let (states, megabytes) = (sight.states, sight.bytes as f64 / 1e6);
        line += &format!("; {states} states, {megabytes:.1} MB");
    }
    if let Some(share) = sight.walked {
        line += &format!("; depth first about {:.2}% done", 100.0 * share);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Front;

    #[test]
    fn the_line_says_what_is_known() {
        let mut sight = Sight::default();
        assert_eq!(line(5.0, &sight), "dlx: 5 s gone");
        sight.walked = Some(0.25);
        let walks = "dlx: 5 s gone; depth first about 25.00% done";
        assert_eq!(line(5.0, &sight), walks);
        sight.walked = None;
        sight.front = Some(Front {
            layer: 3,
            layers: 64,
            states: 1000,
        });
        (sight.states, sight.bytes) = (5000, 1_250_000);
        let layers = "dlx: 5 s gone; layer 3 of 64, 1000 states wait; 5000 states, 1.2 MB";
        assert_eq!(line(5.0, &sight), layers);
    }
}
