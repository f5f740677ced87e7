//! The progress line of the verbs: how long they have worked, and how far they have come.
//! It comes on a terminal, and only there.

use crate::answers::{Sight, View};
use crate::cli::time::for_people;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// From line to line.
const SPACING: Duration = Duration::from_millis(500);

/// The line. It goes when this is dropped.
pub struct ProgressLine {
    bar: ProgressBar,
    begun: Instant,
    due: Instant,
}

impl ProgressLine {
    /// None if stderr is no terminal.
    pub fn on_a_terminal() -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{msg}");
        let begun = Instant::now();
        Some(ProgressLine {
            bar: bar.with_style(style.expect("the template is right")),
            begun,
            due: begun + SPACING,
        })
    }
}

impl View for ProgressLine {
    fn is_due(&mut self) -> bool {
        Instant::now() >= self.due
    }

    fn show(&mut self, sight: &Sight) {
        self.due = Instant::now() + SPACING;
        let line = line(self.begun.elapsed().as_secs_f64(), sight);
        self.bar.reset();
        self.bar.set_message(line);
        self.bar.tick();
    }
}

/// The terminal is as it was, however the work has ended.
impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What has been done in so many seconds.
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
