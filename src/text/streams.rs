//! Standard output and standard error, buffered, yet in order.
//!
//! Invariant: at most one of the two has bytes in its buffer. So if both go to the
//! same file, their bytes arrive in the order in which they were written.

use super::output::Output;
use std::io::{self, Write};

/// A pair of outputs.
pub struct Streams<'a> {
    out: Output<Box<dyn Write + Send + 'a>>,
    err: Output<Box<dyn Write + Send + 'a>>,
}

impl<'a> Streams<'a> {
    /// The two streams of a program: its output, and what it says of it.
    pub fn new(out: impl Write + Send + 'a, err: impl Write + Send + 'a) -> Self {
        Streams {
            out: Output::new(Box::new(out)),
            err: Output::new(Box::new(err)),
        }
    }

    /// The process's own stdout and stderr.
    #[cfg(feature = "cli")]
    pub fn standard() -> Self {
        use super::{standard, system};
        match system::stderr() {
            Ok(stderr) => Self::new(standard::stdout(), stderr),
            Err(_) => Self::new(standard::stdout(), io::stderr()),
        }
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

    /// Writes what is buffered.
    pub fn flush(&mut self) {
        self.out.flush();
        self.err.flush();
    }

    /// Whether a write has failed at any time.
    pub fn has_failed(&self) -> bool {
        self.out.has_failed() || self.err.has_failed()
    }

    /// Whether the only failure is that nobody reads the output any more.
    pub fn has_lost_its_reader(&self) -> bool {
        self.out.has_lost_its_reader() && !self.err.has_failed()
    }

    /// Flushes both, and returns the first error of each.
    pub fn finish(&mut self) -> (io::Result<()>, io::Result<()>) {
        (self.out.finish(), self.err.finish())
    }
}
