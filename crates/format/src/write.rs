//! Writes a problem as `.dlx` text. Reading that gives an equal problem.

use super::{Bounds, ItemId, OptionId, Problem};
use std::fmt;
use std::io::{self, Write};

impl Problem {
    /// Writes the item line and all options, with their costs.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, writer: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        for item in self.item_ids() {
            if item.index() > 0 {
                line.push(b' ');
            }
            match self.bounds(item) {
                Some(Bounds::ONE) => {}
                Some(Bounds { lower, upper }) if lower == upper => write!(line, "{upper}|")?,
                Some(Bounds { lower, upper }) => write!(line, "{lower}:{upper}|")?,
                None if item.index() == self.primary_count() => line.extend_from_slice(b"| "),
                None => {}
            }
            line.extend_from_slice(self.name(item));
        }
        line.push(b'\n');
        writer.write_all(&line)?;
        for option in self.option_ids() {
            line.clear();
            self.put_option(option, &mut line);
            if let Some(costs) = self.costs()
                && costs.of(option) != 0
            {
                write!(line, " |{}", costs.amount(costs.of(option)))?;
            }
            line.push(b'\n');
            writer.write_all(&line)?;
        }
        Ok(())
    }

    /// Appends an option, as in its input line: `A B X:1`.
    pub fn put_option(&self, option: OptionId, line: &mut Vec<u8>) {
        self.put_nodes(self.option(option), line);
    }

    /// An option as in its input line, for people. Bytes that are not UTF-8 are replaced;
    /// [`Self::put_option`] keeps them.
    pub fn text_of(&self, option: OptionId) -> String {
        let mut line = Vec::new();
        self.put_option(option, &mut line);
        String::from_utf8_lossy(&line).into_owned()
    }

    /// Appends an option of these items and colors.
    pub fn put_nodes(&self, nodes: impl Iterator<Item = (ItemId, Option<u8>)>, line: &mut Vec<u8>) {
        for (place, (item, color)) in nodes.enumerate() {
            if place > 0 {
                line.push(b' ');
            }
            line.extend_from_slice(self.name(item));
            if let Some(color) = color {
                line.extend_from_slice(&[b':', color]);
            }
        }
    }
}

impl fmt::Display for Problem {
    /// Writes the `.dlx` text. Bytes that are not UTF-8 are replaced; [`Problem::write`] keeps
    /// them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
