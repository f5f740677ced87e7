//! Standard output and standard error: buffered, and still in order.
//!
//! Invariant: at most one of the two has bytes in its buffer. So if both go to the same file, their
//! bytes arrive in the order of the writes.

use super::output::Output;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A pair of outputs.
pub struct Streams<'a> {
    out: Output<Box<dyn Write + Send + 'a>>,
    err: Output<Box<dyn Write + Send + 'a>>,
    footline: Footline,
}

/// A line on a terminal.
pub trait Line: Send {
    /// Erases it.
    fn erase(&mut self);

    /// Draws this text at the start of the cursor's line.
    fn draw(&mut self, text: &str);
}

/// A status line below everything written to a terminal. Before each write to that terminal it is
/// erased, and drawn again right after it. Writes to other places do not touch it.
#[derive(Clone, Default)]
pub struct Footline(Arc<Mutex<Foot>>);

#[derive(Default)]
struct Foot {
    line: Option<Box<dyn Line>>,
    /// The text to show, if any.
    text: Option<String>,
    /// Whether the last line written to the terminal has no newline yet.
    is_open: bool,
}

impl Foot {
    fn draw(&mut self) {
        if let (Some(line), Some(text), false) = (&mut self.line, &self.text, self.is_open) {
            line.draw(text);
        }
    }

    fn erase(&mut self) {
        if let (Some(line), Some(_)) = (&mut self.line, &self.text) {
            line.erase();
        }
    }
}

impl Footline {
    fn foot(&self) -> MutexGuard<'_, Foot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how the line is drawn.
    pub fn set(&self, line: impl Line + 'static) {
        self.foot().line = Some(Box::new(line));
    }

    /// Shows this text from now on.
    pub fn show(&self, text: String) {
        let mut foot = self.foot();
        foot.text = Some(text);
        foot.draw();
    }

    /// Hides the line.
    pub fn hide(&self) {
        let mut foot = self.foot();
        foot.erase();
        foot.text = None;
    }
}

/// A writer to the terminal that has the status line.
#[cfg(any(feature = "programs", test))]
struct Above<W> {
    writer: W,
    footline: Footline,
}

#[cfg(any(feature = "programs", test))]
impl<W: Write> Write for Above<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut foot = self.footline.foot();
        foot.erase();
        let written = self.writer.write(bytes);
        if let Ok(count @ 1..) = written {
            foot.is_open = bytes[count - 1] != b'\n';
        }
        foot.draw();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl<'a> Streams<'a> {
    /// The two streams of a program: its output and its messages.
    pub fn new(out: impl Write + Send + 'a, err: impl Write + Send + 'a) -> Self {
        Streams {
            out: Output::new(Box::new(out)),
            err: Output::new(Box::new(err)),
            footline: Footline::default(),
        }
    }

    /// Two streams and a status line below stderr; if stdout `shares` that terminal, below stdout,
    /// too.
    #[cfg(any(feature = "programs", test))]
    fn above(out: impl Write + Send + 'a, err: impl Write + Send + 'a, shares: bool) -> Self {
        let footline = Footline::default();
        let err = Above {
            writer: err,
            footline: footline.clone(),
        };
        let mut streams = match shares {
            true => {
                let out = Above {
                    writer: out,
                    footline: footline.clone(),
                };
                Self::new(out, err)
            }
            false => Self::new(out, err),
        };
        streams.footline = footline;
        streams
    }

    /// The process's own stdout and stderr.
    #[cfg(feature = "programs")]
    pub fn standard() -> Self {
        use super::{standard, system};
        use std::io::IsTerminal;
        let Ok(stderr) = system::stderr() else {
            return Self::new(standard::stdout(), io::stderr());
        };
        if !stderr.is_terminal() {
            return Self::new(standard::stdout(), stderr);
        }
        let stdout = system::stdout();
        let shares = stdout
            .is_ok_and(|stdout| stdout.is_terminal() && system::is_one_device(&stdout, &stderr));
        Self::above(standard::stdout(), stderr, shares)
    }

    /// The status line of the terminal of stderr.
    pub fn footline(&self) -> Footline {
        self.footline.clone()
    }

    /// Standard output.
    #[inline]
    pub fn out(&mut self) -> &mut Output<Box<dyn Write + Send + 'a>> {
        self.err.flush();
        &mut self.out
    }

    /// Standard error.
    #[inline]
    pub fn err(&mut self) -> &mut Output<Box<dyn Write + Send + 'a>> {
        self.out.flush();
        &mut self.err
    }

    /// Writes the buffered bytes.
    pub fn flush(&mut self) {
        self.out.flush();
        self.err.flush();
    }

    /// Whether a write has failed at any time.
    pub fn has_failed(&self) -> bool {
        self.out.has_failed() || self.err.has_failed()
    }

    /// Whether the only failure is that nobody reads the output any longer.
    pub fn has_lost_its_reader(&self) -> bool {
        self.out.has_lost_its_reader() && !self.err.has_failed()
    }

    /// Flushes both, and returns the first error of each.
    pub fn finish(&mut self) -> (io::Result<()>, io::Result<()>) {
        (self.out.finish(), self.err.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps all that comes to a terminal.
    #[derive(Clone, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl Write for Terminal {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0
                .lock()
                .unwrap()
                .push_str(&String::from_utf8_lossy(bytes));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Line for Terminal {
        fn erase(&mut self) {
            self.0.lock().unwrap().push('<');
        }

        fn draw(&mut self, text: &str) {
            self.0.lock().unwrap().push_str(&format!("[{text}]"));
        }
    }

    #[test]
    fn the_line_gives_way_to_what_goes_to_its_terminal_and_is_there_again_at_once() {
        for (shares, expected) in [
            (true, "a\n[1]<b\n[1][2]<c<d\n[2]<e\n"),
            (false, "a\n[1][2]<d\n[2]<e\n"),
        ] {
            let (terminal, file) = (Terminal::default(), Terminal::default());
            let out = if shares { terminal.clone() } else { file };
            let mut streams = Streams::above(out, terminal.clone(), shares);
            let footline = streams.footline();
            footline.set(terminal.clone());
            streams.err().put(b"a\n");
            streams.flush();
            footline.show("1".to_owned());
            streams.out().put(b"b\n");
            streams.flush();
            footline.show("2".to_owned());
            // Not in the middle of a line.
            streams.out().put(b"c");
            streams.err().put(b"d\n");
            streams.flush();
            footline.hide();
            streams.err().put(b"e\n");
            streams.flush();
            let shown = terminal.0.lock().unwrap().clone();
            assert_eq!(shown, expected, "{shares}");
        }
    }
}
