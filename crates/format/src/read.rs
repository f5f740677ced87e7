//! Reads `.dlx` text line by line, as the C program does: with the same faults at the same places,
//! and the same mems.
//!
//! There are three differences: the last line may lack its newline; only memory limits the number
//! of lines, items and nodes; and a NUL byte is a fault.

use super::words::{self, Syntax, WordFault};
use super::{
    Bounds, BuildError, Builder, Costs, Fault, FaultKind, ItemId, Original, Problem, ReadError,
    charges,
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
    /// The mems of the C program's input phase.
    pub imems: u64,
    /// With [`Reader::shuffle`]: for each node, how many nodes of its list its insertion skipped,
    /// from the header downwards.
    pub skipped: Option<Vec<u32>>,
}

/// Reads problems, and reports details of the text that filters need.
///
/// ```
/// let text = dlx3::Reader::new().read(&b"A B\nA\nB\nA B\n"[..])?;
/// assert_eq!(text.imems, 107);
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

    /// Accepts what this one of Knuth's programs accepts, and charges its mems. The default is
    /// DLX3.
    pub fn of(mut self, original: Original) -> Self {
        self.syntax = Syntax::Of(original);
        self
    }

    /// Reads a problem to the end of the input.
    ///
    /// # Errors
    /// The first fault of the text, with its place, or the reader's error.
    pub fn read(mut self, input: impl Read) -> Result<Text, ReadError> {
        let mut lines = Lines::new(input);
        let mut parser = Parser::new(self.draw.is_some());
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
            imems,
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
                imems,
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
struct Parser {
    builder: Builder,
    imems: u64,
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

impl Parser {
    fn new(shuffled: bool) -> Self {
        Parser {
            builder: Builder::new(),
            imems: 0,
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
        self.imems += charges::line(blanks);
        let rest = &line[blanks..];
        Ok((!matches!(rest.first(), None | Some(b'|'))).then_some(rest))
    }

    fn skip_blanks<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let blanks = leading_blanks(text);
        self.imems += charges::after_blanks(blanks);
        &text[blanks..]
    }

    /// Reads the item line, if `line` is it.
    fn item_line(&mut self, line: &[u8], syntax: Syntax) -> Result<bool, LineFault> {
        let Some(mut rest) = self.open_line(line)? else {
            return Ok(false);
        };
        let (mut primary, charges) = (true, syntax.original().charges());
        while !rest.is_empty() {
            let (after, word) = words::item_word(rest, primary, syntax).map_err(place(line))?;
            self.imems += charges::ITEM_WORD;
            self.imems += word
                .scanned
                .iter()
                .flatten()
                .map(|&n| charges::scan(n))
                .sum::<u64>();
            // C reports the place of the name, after its prefix.
            let start = position(line, after) - word.name.as_bytes().len();
            let at = |error: BuildError| (error.in_text(), start);
            self.imems += charges::new_name(self.builder.problem().item_count() + 1);
            if primary {
                let bounds = word.bounds.unwrap_or(Bounds::ONE);
                let item = self.builder.add_primary(word.name, bounds).map_err(at)?;
                if word.is_open {
                    self.open.push(item);
                }
                self.imems += charges.primary_item;
            } else {
                self.builder.add_secondary(word.name).map_err(at)?;
                self.imems += charges.secondary_item;
            }
            rest = self.skip_blanks(&after[1..]);
            if rest.first() == Some(&b'|') {
                if !primary {
                    return Err((FaultKind::SecondBar, position(line, rest)));
                }
                primary = false;
                rest = self.skip_blanks(&rest[1..]);
            }
        }
        self.imems += charges::ITEM_WORD + charges.end_of_items;
        self.lengths = vec![0; self.builder.problem().item_count()];
        Ok(true)
    }

    fn option_line(&mut self, line: &[u8], reader: &mut Reader<'_>) -> Result<(), LineFault> {
        let Some(mut rest) = self.open_line(line)? else {
            return Ok(());
        };
        let uncolored = reader.syntax.original().charges().uncolored;
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
            self.imems += charges::scan(name.len()) + charges::terminator(name.len());
            let item = self
                .builder
                .lookup(name)
                .ok_or(at(FaultKind::UnknownItem))?;
            self.imems += charges::lookup(item.index() + 1);
            self.builder
                .add_node(item)
                .map_err(|error| at(error.in_text()))?;
            self.imems += charges::NEW_NODE;
            self.insert(item, reader);
            if after[0] == b':' {
                if item.index() < self.builder.problem().primary_count() {
                    return Err(at(FaultKind::ColoredPrimary));
                }
                let (rest_after, color) =
                    words::color(after).map_err(|_| at(FaultKind::BadColor))?;
                let colored = self.builder.color_node(color);
                colored.map_err(|error| at(error.in_text()))?;
                self.imems += charges::COLORED;
                after = rest_after;
            } else {
                self.imems += uncolored;
            }
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

    /// Charges the mems of inserting the new node into its item's list.
    fn insert(&mut self, item: ItemId, reader: &mut Reader<'_>) {
        let (Some(draw), Some(skipped)) = (&mut reader.draw, &mut self.skipped) else {
            self.imems += charges::INSERT_AT_BOTTOM;
            return;
        };
        let length = &mut self.lengths[item.index()];
        *length += 1;
        let skip = draw(*length);
        assert!(
            skip < *length,
            "{skip} was drawn, and not a number below {length}"
        );
        self.imems += charges::insert_after(skip);
        skipped.push(skip);
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
        if is_kept {
            self.imems += charges::END_OF_OPTION;
        } else {
            if let Some(show) = &mut reader.ignored {
                show(line);
            }
            self.imems += charges::REMOVED_NODE * size as u64;
        }
        is_kept
    }
}
