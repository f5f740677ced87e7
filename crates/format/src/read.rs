//! Reads `.dlx` text line by line, as the C program does: with the same faults at the same places.
//! What the C program charges for reading is computed by a listener.
//!
//! There are three differences: the last line may lack its newline; only memory limits the number
//! of lines, items and nodes; and a NUL byte is a fault.

use super::words::{self, Syntax, WordFault};
use super::{
    Bounds, BuildError, Builder, Costs, Fault, FaultKind, ItemId, Listener, Original, Problem,
    ReadError,
};
use dlx3_base::text::blank::leading_blanks;
use dlx3_base::text::lines::Lines;
use std::io::Read;
use std::str::FromStr;

/// Draws a number uniformly from those below its argument, which is not 0.
pub type Draw<'a> = dyn FnMut(u32) -> u32 + 'a;

/// Called with each line that holds an option without a primary item.
pub type Ignored<'a> = dyn FnMut(&[u8]) + 'a;

/// The result of reading.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Text {
    /// The problem.
    pub problem: Problem,
    /// With [`Reader::shuffle`]: for each node, how many nodes of its list its insertion skipped,
    /// from the header downwards.
    pub skipped: Option<Vec<u32>>,
}

/// Reads problems, and reports details of the text that filters need.
///
/// ```
/// let text = dlx3::Reader::new().read(&b"A B\nA\nB\nA B\n"[..])?;
/// assert_eq!(text.problem.option_count(), 3);
/// # Ok::<(), dlx3::ReadError>(())
/// ```
#[derive(Default)]
pub struct Reader<'a> {
    draw: Option<&'a mut Draw<'a>>,
    ignored: Option<&'a mut Ignored<'a>>,
    syntax: Syntax,
}

impl<'a> Reader<'a> {
    /// A reader that inserts nodes in input order and reports nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Inserts each node at a random place of its item's list, as the C program does with `s`.
    /// Reading panics if `draw` returns a number that is not below its argument.
    pub fn shuffle(mut self, draw: &'a mut Draw<'a>) -> Self {
        self.draw = Some(draw);
        self
    }

    /// Calls `show` with the line of each option that is ignored because it has no primary item.
    pub fn ignored(mut self, show: &'a mut Ignored<'a>) -> Self {
        self.ignored = Some(show);
        self
    }

    /// Accepts more than DLX3 does:
    ///
    /// * costs, as in Knuth's DLX5: a word `|7` after an item of an option says that the option
    ///   costs 7, and several add up. Costs may be decimal numbers such as `|118.66`, `|-3` and
    ///   `|1e3`, and are read exactly;
    /// * names of up to [`Name::MAX`](crate::Name::MAX) bytes;
    /// * `1:*|A`, an item without an upper bound.
    pub fn extended(mut self) -> Self {
        self.syntax = Syntax::Ours;
        self
    }

    /// Accepts what this one of Knuth's programs accepts. The default is DLX3.
    pub fn of(mut self, original: Original) -> Self {
        self.syntax = Syntax::Of(original);
        self
    }

    /// The program whose texts are accepted. [Our own syntax](Self::extended) is DLX3's with more.
    pub fn original(&self) -> Original {
        self.syntax.original()
    }

    /// Reads a problem to the end of the input.
    ///
    /// # Errors
    /// The first fault of the text, with its place, or the reader's error.
    pub fn read(self, mut input: impl Read) -> Result<Text, ReadError> {
        self.read_alone(&mut input)
    }

    /// Compiled here, with the optimization of this package.
    fn read_alone(self, input: &mut dyn Read) -> Result<Text, ReadError> {
        self.read_and_tell(input, &mut ())
    }

    /// [`Self::read`], and tells a listener all that is read. It is compiled where the listener is
    /// known, so packages that are optimized for size should not be the ones that call it.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn read_and_tell(
        mut self,
        input: &mut dyn Read,
        listener: &mut impl Listener,
    ) -> Result<Text, ReadError> {
        let mut lines = Lines::new(input);
        let mut parser = Parser::new(self.draw.is_some(), listener);
        let mut items = false;
        loop {
            let number = lines.number() + 1;
            let Some(line) = lines.next()? else { break };
            let read = if items {
                parser.option_line(line, &mut self)
            } else {
                parser
                    .item_line(line, self.syntax)
                    .map(|found| items = found)
            };
            if let Err((kind, position)) = read {
                return Err(Fault::new(kind, number, position, line).into());
            }
        }
        let Parser {
            builder,
            skipped,
            costs,
            open,
            ..
        } = parser;
        match builder.build() {
            Ok(problem) => Ok(Text {
                problem: Problem {
                    costs: costs.and_then(Costs::if_any),
                    ..problem.bounded(&open)
                },
                skipped,
            }),
            // The input has ended without items.
            Err(error) => Err(Fault::new(error.in_text(), 0, 0, b"\n").into()),
        }
    }
}

impl FromStr for Problem {
    type Err = Fault;

    /// Reads a problem in the [extended](Reader::extended) syntax.
    fn from_str(text: &str) -> Result<Self, Fault> {
        Self::from_bytes(text.as_bytes())
    }
}

impl Problem {
    /// Reads a problem from bytes in memory, in the [extended](Reader::extended) syntax.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn from_bytes(text: &[u8]) -> Result<Self, Fault> {
        match Reader::new().extended().read(text) {
            Ok(text) => Ok(text.problem),
            Err(ReadError::Fault(fault)) => Err(fault),
            Err(ReadError::Io(_)) => unreachable!("reading memory does not fail"),
        }
    }
}

/// The kind of a fault and its position in the line.
type LineFault = (FaultKind, usize);

/// What has been read so far.
struct Parser<'l, L> {
    builder: Builder,
    listener: &'l mut L,
    skipped: Option<Vec<u32>>,
    /// With `skipped`: the lengths of all lists.
    lengths: Vec<u32>,
    /// `Some` from the first option on that names a cost.
    costs: Option<Costs>,
    /// The items without an upper bound.
    open: Vec<ItemId>,
}

/// The offset in `line` at which its rest `rest` begins.
fn position(line: &[u8], rest: &[u8]) -> usize {
    line.len() - rest.len()
}

fn place<'a>(line: &'a [u8]) -> impl Fn(nom::Err<WordFault<'a>>) -> LineFault {
    move |error| match error {
        nom::Err::Failure(fault) | nom::Err::Error(fault) => {
            (fault.kind, position(line, fault.rest))
        }
        nom::Err::Incomplete(_) => unreachable!("complete parsers only"),
    }
}

impl<'l, L: Listener> Parser<'l, L> {
    fn new(shuffled: bool, listener: &'l mut L) -> Self {
        Parser {
            builder: Builder::new(),
            listener,
            skipped: shuffled.then(Vec::new),
            lengths: Vec::new(),
            costs: None,
            open: Vec::new(),
        }
    }

    /// The text of a line that is neither blank nor a comment.
    fn open_line<'a>(&mut self, line: &'a [u8]) -> Result<Option<&'a [u8]>, LineFault> {
        // A deliberate departure: C would take the NUL byte for the end of the line.
        if let Some(position) = memchr::memchr(0, line) {
            return Err((FaultKind::NulByte, position));
        }
        let blanks = leading_blanks(line);
        self.listener.line(blanks);
        let rest = &line[blanks..];
        Ok((!matches!(rest.first(), None | Some(b'|'))).then_some(rest))
    }

    fn skip_blanks<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let blanks = leading_blanks(text);
        self.listener.blanks(blanks);
        &text[blanks..]
    }

    /// Reads the item line, if `line` is it.
    fn item_line(&mut self, line: &[u8], syntax: Syntax) -> Result<bool, LineFault> {
        let Some(mut rest) = self.open_line(line)? else {
            return Ok(false);
        };
        let mut primary = true;
        while !rest.is_empty() {
            let (after, word) = words::item_word(rest, primary, syntax).map_err(place(line))?;
            // C reports the place of the name, after its prefix.
            let start = position(line, after) - word.name.as_bytes().len();
            let at = |error: BuildError| (error.in_text(), start);
            let item = if primary {
                let bounds = word.bounds.unwrap_or(Bounds::ONE);
                self.builder.add_primary(word.name, bounds).map_err(at)?
            } else {
                self.builder.add_secondary(word.name).map_err(at)?
            };
            if word.is_open {
                self.open.push(item);
            }
            let scanned = word.scanned.iter().flatten().copied();
            self.listener.item(item, primary, scanned);
            rest = self.skip_blanks(&after[1..]);
            if rest.first() == Some(&b'|') {
                if !primary {
                    return Err((FaultKind::SecondBar, position(line, rest)));
                }
                primary = false;
                rest = self.skip_blanks(&rest[1..]);
            }
        }
        self.listener.end_of_items();
        self.lengths = vec![0; self.builder.problem().item_count()];
        Ok(true)
    }

    fn option_line(&mut self, line: &[u8], reader: &mut Reader<'_>) -> Result<(), LineFault> {
        let Some(mut rest) = self.open_line(line)? else {
            return Ok(());
        };
        // The costs named so far and their places. An option that is ignored costs nothing.
        let mut costs = Vec::new();
        while !rest.is_empty() {
            let at = |kind| (kind, position(line, rest));
            if rest[0] == b'|' && reader.syntax == Syntax::Ours {
                let (after, cost) = words::cost(rest).map_err(place(line))?;
                costs.push((cost, position(line, rest)));
                rest = self.skip_blanks(&after[1..]);
                continue;
            }
            let (mut after, name) = words::option_name(rest, reader.syntax).map_err(place(line))?;
            let item = self
                .builder
                .lookup(name)
                .ok_or(at(FaultKind::UnknownItem))?;
            self.builder
                .add_node(item)
                .map_err(|error| at(error.in_text()))?;
            let skipped = self.insert(item, reader);
            let is_colored = after[0] == b':';
            if is_colored {
                if item.index() < self.builder.problem().primary_count() {
                    return Err(at(FaultKind::ColoredPrimary));
                }
                let (rest_after, color) =
                    words::color(after).map_err(|_| at(FaultKind::BadColor))?;
                let colored = self.builder.color_node(color);
                colored.map_err(|error| at(error.in_text()))?;
                after = rest_after;
            }
            let length = name.len();
            self.listener.node(item, length, is_colored, skipped);
            rest = self.skip_blanks(&after[1..]);
        }
        if !self.end_option(line, reader) {
            return Ok(());
        }
        if let Some(costs) = &mut self.costs {
            costs.begin();
        }
        let options = self.builder.problem().option_count();
        for (cost, place) in costs {
            let costs = self.costs.get_or_insert_with(|| Costs::free(options));
            let added = costs.add(cost);
            added.map_err(|_| (FaultKind::CostTooLarge, place))?;
        }
        Ok(())
    }

    /// Draws the place of the new node in its item's list, if places are random. Returns how many
    /// nodes its insertion skips.
    fn insert(&mut self, item: ItemId, reader: &mut Reader<'_>) -> Option<u32> {
        let (Some(draw), Some(skipped)) = (&mut reader.draw, &mut self.skipped) else {
            return None;
        };
        let length = &mut self.lengths[item.index()];
        *length += 1;
        let skip = draw(*length);
        assert!(
            skip < *length,
            "{skip} was drawn, and not a number below {length}"
        );
        skipped.push(skip);
        Some(skip)
    }

    /// Ends an option; false if it is ignored.
    fn end_option(&mut self, line: &[u8], reader: &mut Reader<'_>) -> bool {
        let size = self.builder.current().len();
        if let Some(skipped) = &mut self.skipped {
            let primary = self.builder.problem().primary_count() as u32;
            let items = self.builder.current();
            if items.iter().all(|&item| item >= primary) {
                for &item in items {
                    self.lengths[item as usize] -= 1;
                }
                skipped.truncate(skipped.len() - size);
            }
        }
        let is_kept = self.builder.end_option();
        if !is_kept && let Some(show) = &mut reader.ignored {
            show(line);
        }
        self.listener.end_of_option(size, is_kept);
        is_kept
    }
}
