//! What goes out: bytes of some kind, handed to the caller at once.

use std::io::{self, Write};

/// The kinds of bytes. The page knows them by number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// What the program would print on stdout.
    Output = 0,
    /// What it would print on stderr.
    Messages = 1,
    /// How far a search has come: the share that is done, then the statistics so far.
    Progress = 2,
    /// What the word `S` would write to a file.
    Shape = 3,
    /// Values for the page, as JSON.
    Values = 4,
    /// The library has found a fault in itself.
    Panic = 5,
    /// Solutions as numbers of 32 bits.
    #[cfg(feature = "package")]
    Numbers = 6,
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn out(kind: u32, bytes: *const u8, length: usize);
    /// Milliseconds since 1970.
    #[cfg(feature = "package")]
    pub safe fn now() -> f64;
}

/// Hands over some bytes.
pub fn say(kind: Out, bytes: impl AsRef<[u8]>) {
    let bytes = bytes.as_ref();
    out(kind as u32, bytes.as_ptr(), bytes.len());
}

/// Hands over whatever is written, up to a number of bytes; then writing fails.
pub struct Writer {
    kind: Out,
    left: usize,
}

impl Writer {
    /// A writer that never fails.
    pub fn new(kind: Out) -> Self {
        Self::up_to(usize::MAX, kind)
    }

    /// A writer that fails once some bytes are written.
    pub fn up_to(most: usize, kind: Out) -> Self {
        Writer { kind, left: most }
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.left);
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.left -= count;
        say(self.kind, &bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
