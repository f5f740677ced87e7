//! The progress line of all programs. On a terminal, one line changes below everything else;
//! elsewhere there are separate lines, and only if they are asked for. A program has the text.

use crate::text::streams::{Footline, Line};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The line. It goes when this is dropped: the terminal is as it was.
pub struct ProgressLine {
    /// None if stderr is no terminal.
    footline: Option<Footline>,
    every: Duration,
    due: Instant,
}

impl ProgressLine {
    /// A line alone on a terminal, which changes as often as is `usual`. With `asked`, it comes
    /// that often, anywhere. None if nobody wants a line.
    pub fn alone(usual: Duration, asked: Option<Duration>) -> Option<Self> {
        let footline = on_terminal(Footline::default());
        let every = asked.or(footline.is_some().then_some(usual))?;
        Some(Self::placed(footline, every))
    }

    /// A line below what streams write, of which this is the status line. Its program knows when
    /// to show it.
    pub fn below(footline: Footline) -> Self {
        Self::placed(on_terminal(footline), Duration::ZERO)
    }

    fn placed(footline: Option<Footline>, every: Duration) -> Self {
        ProgressLine {
            footline,
            every,
            due: Instant::now() + every,
        }
    }

    /// A line for tests, as if stderr were no terminal.
    #[cfg(test)]
    pub fn off_terminal() -> Self {
        Self::placed(None, Duration::ZERO)
    }

    /// Whether stderr is a terminal.
    pub fn is_on_terminal(&self) -> bool {
        self.footline.is_some()
    }

    /// Whether it is time for another text.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Shows a text from now on. Off a terminal it returns the text, for a line of its own.
    #[must_use]
    pub fn show(&mut self, text: String) -> Option<String> {
        self.due = Instant::now() + self.every;
        match &self.footline {
            Some(footline) => {
                footline.show(text);
                None
            }
            None => Some(text),
        }
    }

    /// Takes the line off the terminal.
    pub fn hide(&self) {
        if let Some(footline) = &self.footline {
            footline.hide();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.hide();
    }
}

/// Connects the status line to stderr, if that is a terminal.
fn on_terminal(footline: Footline) -> Option<Footline> {
    io::stderr().is_terminal().then(|| {
        footline.set(Drawn(bar(None, ProgressDrawTarget::stderr(), "{msg}")));
        footline
    })
}

/// The line where it is drawn.
struct Drawn(ProgressBar);

impl Line for Drawn {
    fn erase(&mut self) {
        self.0.finish_and_clear();
    }

    fn draw(&mut self, text: &str) {
        if self.0.is_finished() {
            self.0.reset();
        }
        self.0.set_message(text.to_owned());
        self.0.tick();
    }
}

/// A line that counts, for work on many pieces that `what` names, of which the number may be known.
/// It stands on stderr, if that is a terminal and stdout is not one, too.
pub fn tally(what: &str, number: Option<u64>) -> ProgressBar {
    let is_shown = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let target = match is_shown {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let template = match number {
        Some(_) => format!("{{wide_bar}} {{human_pos}} of {{human_len}} {what}, {{eta}} left"),
        None => format!("{{spinner}} {{human_pos}} {what} in {{elapsed}}, {{per_sec}}"),
    };
    let bar = bar(number, target, &template);
    if is_shown {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

fn bar(number: Option<u64>, target: ProgressDrawTarget, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is right");
    ProgressBar::with_draw_target(number, target).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn off_a_terminal_each_text_is_a_line() {
        let mut line = ProgressLine::off_terminal();
        assert!(!line.is_on_terminal());
        assert!(line.is_due());
        assert_eq!(line.show("1 node".to_owned()), Some("1 node".to_owned()));
    }

    #[test]
    fn a_line_is_due_again_only_after_its_time() {
        let mut line = ProgressLine::placed(None, Duration::from_secs(3600));
        assert!(!line.is_due());
        line.due = Instant::now();
        assert!(line.is_due());
        assert!(line.show(String::new()).is_some());
        assert!(!line.is_due());
    }

    #[test]
    fn tallies_have_templates_that_can_be_read() {
        for number in [None, Some(7)] {
            let bar = tally("puzzles", number);
            bar.inc(1);
            assert_eq!((bar.position(), bar.length()), (1, number));
        }
    }
}
