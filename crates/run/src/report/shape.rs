//! The shape file: the search tree in preorder, one line per node.

use dlx3_base::text::output::{Output, Put};
use dlx3_format::{ItemId, Original};
use dlx3_search::{State, Variant};
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

/// An open shape file.
pub struct ShapeFile {
    output: Output<Box<dyn Write + Send>>,
    /// An existing file. Its content stays until [`Self::begin`].
    old: Option<Arc<File>>,
}

impl ShapeFile {
    /// A shape file without nodes, on a file or another writer.
    pub fn new(file: impl Write + Send + 'static) -> Self {
        ShapeFile {
            output: Output::new(Box::new(file)),
            old: None,
        }
    }

    /// A shape file on an existing file, which must not be written before [`Self::begin`].
    pub fn over(file: File) -> Self {
        let file = Arc::new(file);
        ShapeFile {
            output: Output::new(Box::new(Arc::clone(&file))),
            old: Some(file),
        }
    }

    /// Discards the content of the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn begin(&mut self) -> io::Result<()> {
        match self.old.take() {
            // A device has no length.
            Some(file) if file.metadata()?.is_file() => file.set_len(0),
            _ => Ok(()),
        }
    }

    /// Writes a line for a node: see [`write_node`].
    pub fn write_node(&mut self, state: &dyn State, variant: Variant, best: Option<(ItemId, i64)>) {
        write_node(&mut self.output, state, variant, best);
    }

    /// Writes lines unchanged.
    pub fn put(&mut self, lines: &[u8]) {
        self.output.put(lines);
    }

    /// Flushes the buffer.
    pub fn flush(&mut self) {
        self.output.flush();
    }

    /// Whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.output.has_failed()
    }

    /// Flushes, and returns the first error.
    ///
    /// # Errors
    /// The first write that failed.
    pub fn finish(&mut self) -> io::Result<()> {
        self.output.finish()
    }
}

/// Writes `2 A` for a node of degree 2 that branches on A, or `sol`. DLX2 with its change file
/// forgets to subtract the bias from the degree.
pub fn write_node(
    out: &mut impl Put,
    state: &dyn State,
    variant: Variant,
    best: Option<(ItemId, i64)>,
) {
    match best {
        Some((item, mut score)) => {
            if variant.original != Original::Dlx3 && score > 1 {
                score += variant.bias(state.problem(), item);
            }
            out.put_number(score.max(0) as u64);
            out.put(b" ");
            out.put(state.problem().name(item));
            out.put(b"\n");
        }
        None => out.put(b"sol\n"),
    }
}
