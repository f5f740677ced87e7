//! The mems that the C programs charge for reading. They compare names one by one; here names are
//! looked up in a table, and the charge is computed.

use dlx3_format::{ItemId, Listener, Original, ReadError, Reader, Text};
use std::io::Read;

/// Reads a problem, and returns with it the mems that the [program](Reader::original) for which it
/// is read charges for its input phase.
///
/// # Errors
/// Those of [`Reader::read`].
///
/// ```
/// use dlx3::search::read_charged;
///
/// let (text, mems) = read_charged(dlx3::Reader::new(), &b"A B\nA\nB\nA B\n"[..])?;
/// assert_eq!(mems, 107);
/// assert_eq!(text.problem.option_count(), 3);
/// # Ok::<(), dlx3::ReadError>(())
/// ```
pub fn read_charged(reader: Reader<'_>, mut input: impl Read) -> Result<(Text, u64), ReadError> {
    read(reader, &mut input)
}

/// Compiled here, with the optimization of this package.
fn read(reader: Reader<'_>, input: &mut dyn Read) -> Result<(Text, u64), ReadError> {
    let mut charges = Charges::of(reader.original());
    let text = reader.read_and_tell(input, &mut charges)?;
    Ok((text, charges.mems))
}

/// What has been charged, and the charges in which the programs differ.
struct Charges {
    mems: u64,
    /// Links, bounds and header of a new primary item.
    primary_item: u64,
    /// Links and header of a new secondary item.
    secondary_item: u64,
    /// The end of the item line, of which C reads the last byte, too.
    end_of_items: u64,
    /// A node without a color.
    uncolored: u64,
}

impl Charges {
    fn of(original: Original) -> Self {
        match original {
            // All items are linked in the same way. The end of the line costs the links of the last
            // item, and those that make two rings of the items.
            Original::Dlx1 | Original::Dlx2 => Charges {
                mems: 0,
                primary_item: 3,
                secondary_item: 3,
                end_of_items: 1 + 6,
                uncolored: u64::from(original == Original::Dlx2),
            },
            // A secondary item is linked to itself. The end of the line costs the root's link and
            // the first spacer.
            Original::Dlx3 => Charges {
                mems: 0,
                primary_item: 4,
                secondary_item: 2,
                end_of_items: 1 + 2,
                uncolored: 1,
            },
        }
    }
}

/// Scanning a name or a bound of `length` bytes: reading each byte, and the delimiter if it is
/// among the first eight bytes; storing each.
#[inline]
fn scan(length: usize) -> u64 {
    2 * length as u64 + terminator(length)
}

/// The delimiter of a name that is shorter than eight bytes.
#[inline]
fn terminator(length: usize) -> u64 {
    u64::from(length < 8)
}

/// Finding an item's name among all items, in their order.
#[inline]
fn search(item: ItemId) -> u64 {
    item.index() as u64 + 1
}

impl Listener for Charges {
    /// The newline of the line before, and the blanks.
    #[inline]
    fn line(&mut self, blanks: usize) {
        self.mems += 1;
        self.blanks(blanks);
    }

    /// Each blank, and the byte after them.
    #[inline]
    fn blanks(&mut self, blanks: usize) {
        self.mems += blanks as u64 + 1;
    }

    /// The first byte; the words; the comparison with all items before, and with itself.
    fn item(&mut self, item: ItemId, is_primary: bool, scanned: impl Iterator<Item = usize>) {
        let new = match is_primary {
            true => self.primary_item,
            false => self.secondary_item,
        };
        self.mems += 1 + scanned.map(scan).sum::<u64>() + search(item) + new;
    }

    fn end_of_items(&mut self) {
        self.mems += self.end_of_items;
    }

    #[inline]
    fn node(&mut self, item: ItemId, length: usize, is_colored: bool, skipped: Option<u32>) {
        // The search begins at the root, whose name is empty.
        let name = scan(length) + terminator(length) + 1 + search(item);
        // The duplicate test, the node's item, the list's length.
        let node = 3;
        let insertion = match skipped {
            // At the bottom of the list: the new length, the old bottom, the links.
            None => 5,
            // At a random place: the new length, the draw, the walk, the links.
            Some(skipped) => 1 + 4 + (1 + u64::from(skipped)) + 4,
        };
        let color = match is_colored {
            // Reading it and the byte after it, and storing it.
            true => 3,
            false => self.uncolored,
        };
        self.mems += name + node + insertion + color;
    }

    /// The spacer. From an ignored option, each node is taken out of its list.
    #[inline]
    fn end_of_option(&mut self, nodes: usize, is_kept: bool) {
        self.mems += match is_kept {
            true => 3,
            false => 6 * nodes as u64,
        };
    }
}
