//! Reading a solution stream: what `dlx3 m1` prints on stdout.
//!
//! A solution is a line `NUMBER:` and then one line per level: a space before
//! each word, the words of an option or `null NAME`, and `(K of SCORE)` or `(?)`.
//!
//! Most lines of a solution are those of its predecessor, and few lines are new in a long stream.
//! So the reader caches lines with their meanings, and compares bytes: a known line is not parsed
//! again, and users of the reader may cache results [about lines](AboutLines).

pub use super::number::SolutionNumber;
use super::{ItemId, Name, OptionId, Problem};
use dlx3_base::text::blank::is_blank;
use dlx3_base::text::lines::Lines;
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::io::{self, Read};
use std::mem;
use std::ops::Deref;
use std::rc::Rc;

/// A word of a solution: an item with its color or none.
pub type Word = (Name, Option<u8>);

/// One line of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The items of an option, cyclically from the node that was chosen; or the words `null` and an
    /// item's name.
    pub words: Vec<Word>,
    /// The branch, and how many there are; `None` for `(?)`.
    pub branch: Option<BranchNumber>,
}

/// A branch and the number of branches: `(K of SCORE)`.
pub type BranchNumber = (u64, i64);

impl Line {
    /// The item of a `null` line. (An option with two items, of which the first is `null`, looks
    /// the same; only the problem can tell.)
    pub fn null(&self) -> Option<Name> {
        match &self.words[..] {
            [(null, None), (item, None)] if null.as_bytes() == b"null" => Some(item.clone()),
            _ => None,
        }
    }
}

/// A line of a stream, shared by all its occurrences.
#[derive(Clone, Debug)]
pub struct SharedLine(Rc<Remembered>);

#[derive(Debug)]
#[repr(C)] // so that the most used fields come first
struct Remembered {
    /// Lines with the same number other than 0 have the same bytes.
    id: u64,
    text: Text,
    line: Line,
}

/// The bytes of a line. Short ones are stored inline, which saves a cache miss.
#[derive(Debug)]
enum Text {
    Short(u8, [u8; Text::SHORT]),
    Long(Box<[u8]>),
}

impl Text {
    const SHORT: usize = 46;

    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Text::Short(length, bytes) => &bytes[..usize::from(*length)],
            Text::Long(bytes) => bytes,
        }
    }
}

impl From<&[u8]> for Text {
    fn from(text: &[u8]) -> Self {
        let mut bytes = [0; Text::SHORT];
        match bytes.get_mut(..text.len()) {
            Some(short) => {
                short.copy_from_slice(text);
                Text::Short(text.len() as u8, bytes)
            }
            None => Text::Long(text.into()),
        }
    }
}

impl SharedLine {
    fn text(&self) -> &[u8] {
        self.0.text.bytes()
    }

    /// Whether this is the same shared line, and not merely an equal one.
    #[inline]
    pub fn is(&self, other: &SharedLine) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Deref for SharedLine {
    type Target = Line;

    #[inline]
    fn deref(&self) -> &Line {
        &self.0.line
    }
}

impl PartialEq for SharedLine {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedLine {}

/// A line that is in no stream.
impl From<Line> for SharedLine {
    fn from(line: Line) -> Self {
        SharedLine(Rc::new(Remembered {
            line,
            text: Text::from(&b""[..]),
            id: 0,
        }))
    }
}

/// A cache of lines by their bytes; when it is full, all are forgotten.
#[derive(Debug, Default)]
struct KnownLines {
    lines: HashSet<ByText, LineState>,
    bytes: usize,
    last_id: u64,
}

/// A line, hashed and compared by its bytes.
#[derive(Debug)]
struct ByText(SharedLine);

impl Hash for ByText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.text().hash(state);
    }
}

impl PartialEq for ByText {
    fn eq(&self, other: &Self) -> bool {
        self.0.text() == other.0.text()
    }
}

impl Eq for ByText {}

impl Borrow<[u8]> for ByText {
    fn borrow(&self) -> &[u8] {
        self.0.text()
    }
}

/// Hashes short texts, eight bytes at a time. Each reader has a random key; a malicious stream can
/// at worst make it slow.
#[derive(Clone, Copy, Debug)]
struct LineState(u64);

impl Default for LineState {
    fn default() -> Self {
        LineState(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for LineState {
    type Hasher = LineHasher;

    fn build_hasher(&self) -> LineHasher {
        LineHasher(self.0)
    }
}

struct LineHasher(u64);

impl LineHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        // An odd number with well mixed bits: the golden ratio.
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for LineHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
    }

    #[inline]
    fn write_usize(&mut self, length: usize) {
        self.mix(length as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

impl KnownLines {
    /// The most lines that are kept, and the most bytes of them.
    const MOST: usize = 1 << 17;
    const MOST_BYTES: usize = 1 << 24;

    fn get(&mut self, text: &[u8]) -> Result<SharedLine, StreamFaultKind> {
        if let Some(ByText(line)) = self.lines.get(text) {
            return Ok(line.clone());
        }
        let line = parse_level(text)?;
        if self.lines.len() >= Self::MOST || self.bytes > Self::MOST_BYTES {
            self.lines.clear();
            self.bytes = 0;
        }
        self.last_id += 1;
        self.bytes += text.len();
        let line = SharedLine(Rc::new(Remembered {
            line,
            text: text.into(),
            id: self.last_id,
        }));
        self.lines.insert(ByText(line.clone()));
        Ok(line)
    }
}

/// A cache of results about lines of one stream. Old entries are overwritten.
#[derive(Debug)]
pub struct AboutLines<T> {
    /// Indexed by the low bits of a line's number: the number, and the result.
    places: Vec<Option<(u64, T)>>,
}

impl<T: Clone> AboutLines<T> {
    /// An empty cache.
    pub fn new() -> Self {
        AboutLines { places: Vec::new() }
    }

    /// The cached result about a line; if there is none, computes it by `find`.
    #[inline]
    pub fn get(&mut self, line: &SharedLine, find: impl FnOnce(&Line) -> T) -> T {
        let id = line.0.id;
        let mask = self.places.len().wrapping_sub(1) as u64;
        if let Some(Some((known, what))) = self.places.get((id & mask) as usize)
            && *known == id
        {
            return what.clone();
        }
        let what = find(line);
        if id > 0 {
            self.put(id, what.clone());
        }
        what
    }

    #[cold]
    #[inline(never)]
    fn put(&mut self, id: u64, what: T) {
        let length = self.places.len();
        if id >= length as u64 && length < KnownLines::MOST {
            let old = mem::take(&mut self.places);
            self.places.resize((2 * length).max(1 << 8), None);
            for (id, what) in old.into_iter().flatten() {
                self.put_at(id, what);
            }
        }
        self.put_at(id, what);
    }

    fn put_at(&mut self, id: u64, what: T) {
        let place = id as usize & (self.places.len() - 1);
        self.places[place] = Some((id, what));
    }
}

impl<T: Clone> Default for AboutLines<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A solution of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamSolution {
    /// The number that was printed.
    pub number: SolutionNumber,
    /// The line that its number stands on, counted from 1.
    pub line: u64,
    /// Its levels; level `l` stands on line `line + 1 + l`.
    pub levels: Vec<SharedLine>,
}

/// The kinds of faults in a line of a solution stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamFaultKind {
    /// A line that should be `NUMBER:` is not.
    NoNumber,
    /// A level's line does not end in `(K of N)` or `(?)`.
    NoBranch,
    /// A level's line has no words before that.
    NoWords,
    /// A solution is longer than [`SolutionReader::most_levels`] allows.
    TooManyLevels,
    /// A word is not `NAME` or `NAME:c`.
    BadWord,
}

dlx3_base::messages! {
    StreamFaultKind {
        Self::NoNumber => "a solution's number and a colon are expected here",
        Self::NoBranch => "the line does not end in (K of N) or (?)",
        Self::NoWords => "the line has no words before its (K of N)",
        Self::TooManyLevels =>
            "a solution has no more levels than there are options and primary items",
        Self::BadWord => "a word is not NAME or NAME:c, with a name of 1 to 255 bytes",
    }
}

/// Why a solution stream could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// A line that does not belong in a solution stream.
    Fault {
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        kind: StreamFaultKind,
    },
    /// The stream cannot be read.
    Io(io::Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault { line, kind } => write!(f, "line {line}: {kind}"),
            Self::Io(error) => write!(f, "cannot read the solutions: {error}"),
        }
    }
}

impl Error for StreamError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads a solution stream, one solution at a time.
///
/// ```
/// use dlx3::format::solution::SolutionReader;
///
/// let mut solutions = SolutionReader::new(&b"1:\n A B (1 of 2)\n null C (3 of 3)\n"[..]);
/// let solution = solutions.next().unwrap()?;
/// assert_eq!((solution.number.value(), solution.levels.len()), (Some(1), 2));
/// assert!(solution.levels[1].null().is_some());
/// assert!(solutions.next().is_none());
/// # Ok::<(), dlx3::format::solution::StreamError>(())
/// ```
pub struct SolutionReader<R> {
    lines: Lines<R>,
    /// The next solution without its levels, once its first line has been read.
    header: Option<StreamSolution>,
    most_levels: usize,
    known: KnownLines,
    /// The levels of the last solution.
    last: Vec<SharedLine>,
    ended: bool,
}

impl<R: Read> SolutionReader<R> {
    /// Reads solutions with any number of levels.
    pub fn new(reader: R) -> Self {
        SolutionReader {
            lines: Lines::new(reader),
            header: None,
            most_levels: usize::MAX,
            known: KnownLines::default(),
            last: Vec::new(),
            ended: false,
        }
    }

    /// Refuses solutions with more levels: they are held in memory one at a time.
    pub fn most_levels(mut self, most_levels: usize) -> Self {
        self.most_levels = most_levels;
        self
    }

    fn read(&mut self) -> Result<Option<StreamSolution>, StreamError> {
        let mut levels = Vec::with_capacity(self.last.len());
        loop {
            let line = self.lines.number() + 1;
            let Some(text) = self.lines.next()? else {
                let header = self.header.take();
                return Ok(header.map(|header| self.solution(header, levels)));
            };
            let fault = |kind| StreamError::Fault { line, kind };
            if text[0] == b' ' {
                if self.header.is_none() {
                    return Err(fault(StreamFaultKind::NoNumber));
                }
                if levels.len() == self.most_levels {
                    return Err(fault(StreamFaultKind::TooManyLevels));
                }
                let level = match self.last.get(levels.len()) {
                    Some(last) if last.text() == text => last.clone(),
                    _ => self.known.get(text).map_err(fault)?,
                };
                levels.push(level);
                continue;
            }
            let number = parse_number(text).ok_or(fault(StreamFaultKind::NoNumber))?;
            let header = StreamSolution {
                number,
                line,
                levels: Vec::new(),
            };
            if let Some(header) = self.header.replace(header) {
                return Ok(Some(self.solution(header, levels)));
            }
        }
    }

    fn solution(&mut self, header: StreamSolution, levels: Vec<SharedLine>) -> StreamSolution {
        // Levels that are the same in both stay.
        let changed = |(last, new): (&SharedLine, &SharedLine)| !last.is(new);
        let same = self.last.iter().zip(&levels).position(changed);
        let same = same.unwrap_or(self.last.len().min(levels.len()));
        self.last.truncate(same);
        self.last.extend_from_slice(&levels[same..]);
        StreamSolution { levels, ..header }
    }
}

impl<R: Read> Iterator for SolutionReader<R> {
    type Item = Result<StreamSolution, StreamError>;

    /// The next solution; nothing comes after an error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = !matches!(read, Some(Ok(_)));
        read
    }
}

fn digits<T: std::str::FromStr>(text: &[u8]) -> Option<T> {
    // `parse` would accept a sign.
    let all = text.iter().all(u8::is_ascii_digit);
    all.then(|| std::str::from_utf8(text).ok()?.parse().ok())?
}

/// `NUMBER:`.
fn parse_number(text: &[u8]) -> Option<SolutionNumber> {
    SolutionNumber::parse(text.trim_ascii_end().strip_suffix(b":")?)
}

fn parse_level(text: &[u8]) -> Result<Line, StreamFaultKind> {
    let text = text.trim_ascii_end();
    let (mut rest, branch) = match text.strip_suffix(b" (?)") {
        Some(rest) => (rest, None),
        None => split_branch(text).ok_or(StreamFaultKind::NoBranch)?,
    };
    let mut parsed = Vec::new();
    while let Some(word) = rest.strip_prefix(b" ") {
        let end = word.iter().skip(1).position(|&byte| byte == b' ');
        let (word, after) = word.split_at(end.map_or(word.len(), |end| end + 1));
        parsed.push(parse_word(word).ok_or(StreamFaultKind::BadWord)?);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(StreamFaultKind::BadWord);
    }
    if parsed.is_empty() {
        return Err(StreamFaultKind::NoWords);
    }
    Ok(Line {
        words: parsed,
        branch,
    })
}

/// Splits `TEXT (K of N)`.
fn split_branch(text: &[u8]) -> Option<(&[u8], Option<BranchNumber>)> {
    let text = text.strip_suffix(b")")?;
    let open = memchr::memmem::rfind(text, b" (")?;
    let inside = &text[open + 2..];
    let of = memchr::memmem::find(inside, b" of ")?;
    let branch = (digits(&inside[..of])?, digits(&inside[of + 4..])?);
    Some((&text[..open], Some(branch)))
}

fn parse_word(word: &[u8]) -> Option<Word> {
    match memchr::memchr(b':', word) {
        None => Some((Name::new(word).ok()?, None)),
        Some(colon) => match word[colon + 1..] {
            // A problem uses 0 for no color.
            [color] if !is_blank(color) && color != 0 => {
                Some((Name::new(&word[..colon]).ok()?, Some(color)))
            }
            _ => None,
        },
    }
}

/// Finds the options that lines of a stream name, from whichever node they start.
pub struct Finder<'p> {
    problem: &'p Problem,
    items: HashMap<Name, ItemId>,
    /// A hash table whose size is a power of two: some bits of a hash, and 1 + the first option of
    /// a class, or 0 if empty. Collisions go to the next places (linear probing).
    places: Vec<(u32, u32)>,
    /// For each first option of a class, the size of the class.
    copies: Vec<u32>,
    key: LineState,
}

/// Options that have the same items with the same colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The first of them.
    pub first: OptionId,
    /// How many there are.
    pub copies: u32,
}

impl<'p> Finder<'p> {
    /// Puts a problem's options in a table.
    pub fn new(problem: &'p Problem) -> Self {
        let items = problem.item_ids();
        let count = problem.option_count();
        let mut finder = Finder {
            problem,
            items: items
                .map(|item| (problem.names[item.index()].clone(), item))
                .collect(),
            places: vec![(0, 0); (2 * count).next_power_of_two()],
            copies: vec![0; count],
            key: LineState::default(),
        };
        let mut nodes = Vec::new();
        for option in problem.option_ids() {
            nodes.clear();
            nodes.extend(finder.nodes(option));
            let hash = finder.hash(&nodes);
            let (place, class) = finder.find(hash, &nodes);
            match class {
                Some(first) => finder.copies[first.index()] += 1,
                None => {
                    finder.places[place] = (hash as u32, option.0 + 1);
                    finder.copies[option.index()] = 1;
                }
            }
        }
        finder
    }

    /// The item with this name.
    pub fn item(&self, name: &Name) -> Option<ItemId> {
        self.items.get(name).copied()
    }

    /// The class of options that have exactly these words.
    pub fn option(&self, words: &[Word]) -> Option<Class> {
        let nodes = words.iter();
        let nodes = nodes.map(|(name, color)| Some((self.item(name)?.0, color.unwrap_or(0))));
        let nodes: Vec<_> = nodes.collect::<Option<_>>()?;
        let (_, class) = self.find(self.hash(&nodes), &nodes);
        let first = class?;
        let copies = self.copies[first.index()];
        Some(Class { first, copies })
    }

    /// The options of each class that has several, by the first of them.
    pub fn equal_options(&self) -> HashMap<OptionId, Vec<OptionId>> {
        let mut equal: HashMap<OptionId, Vec<OptionId>> = HashMap::new();
        if self.copies.iter().any(|&copies| copies > 1) {
            for option in self.problem.option_ids() {
                let nodes: Vec<_> = self.nodes(option).collect();
                let (_, first) = self.find(self.hash(&nodes), &nodes);
                let first = first.expect("each option is in the table");
                if self.copies[first.index()] > 1 {
                    equal.entry(first).or_default().push(option);
                }
            }
        }
        equal
    }

    /// The problem whose options these are.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    fn nodes(&self, option: OptionId) -> impl Iterator<Item = (u32, u8)> + use<'p> {
        let problem = self.problem;
        let nodes = problem.nodes_of(option);
        nodes.map(|node| (problem.node_item(node).0, problem.color_or_zero(node)))
    }

    /// A hash that does not depend on the order of nodes.
    fn hash(&self, nodes: &[(u32, u8)]) -> u64 {
        let mut sum = nodes.len() as u64;
        for &(item, color) in nodes {
            let mut hasher = self.key.build_hasher();
            hasher.mix(u64::from(item) << 8 | u64::from(color));
            // Mixed twice, as neighboring products are alike.
            hasher.mix(0);
            sum = sum.wrapping_add(hasher.finish());
        }
        sum
    }

    /// The index in the table for an option with these nodes and their hash, and the class found
    /// there, if any.
    fn find(&self, hash: u64, nodes: &[(u32, u8)]) -> (usize, Option<OptionId>) {
        let mask = self.places.len() - 1;
        let mut place = (hash >> 32) as usize & mask;
        loop {
            let (bits, option) = self.places[place];
            let Some(option) = option.checked_sub(1).map(OptionId) else {
                return (place, None);
            };
            if bits == hash as u32 && sorted(self.nodes(option)) == sorted(nodes.iter().copied()) {
                return (place, Some(option));
            }
            place = (place + 1) & mask;
        }
    }
}

fn sorted(nodes: impl Iterator<Item = (u32, u8)>) -> Vec<(u32, u8)> {
    let mut key: Vec<_> = nodes.collect();
    key.sort_unstable();
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_fault(text: &[u8]) -> (u64, StreamFaultKind) {
        match SolutionReader::new(text).find_map(Result::err) {
            Some(StreamError::Fault { line, kind }) => (line, kind),
            other => panic!("no fault but {other:?}"),
        }
    }

    #[test]
    fn words_may_look_like_branches() {
        let text = b"3:\n (1 of X:( 2) (1 of 5)\n A:: B (?)\n6:\n";
        let solutions: Vec<_> = SolutionReader::new(&text[..]).map(Result::unwrap).collect();
        assert_eq!(solutions.len(), 2);
        let level = &solutions[0].levels[0];
        assert_eq!(level.branch, Some((1, 5)));
        assert_eq!(level.words.len(), 4);
        assert_eq!(level.words[2], (Name::new(b"X").unwrap(), Some(b'(')));
        let level = &solutions[0].levels[1];
        assert_eq!(level.branch, None);
        assert_eq!(level.words[0], (Name::new(b"A").unwrap(), Some(b':')));
        assert_eq!((&solutions[1].number, solutions[1].line), (&6.into(), 4));
    }

    #[test]
    fn faults_name_their_line() {
        use StreamFaultKind::*;
        assert_eq!(first_fault(b" A (1 of 1)\n"), (1, NoNumber));
        assert_eq!(first_fault(b"1:\n A (1 of 1)\nx:\n"), (3, NoNumber));
        assert_eq!(first_fault(b"1:\n A (1 of"), (2, NoBranch));
        assert_eq!(first_fault(b"1:\n A\n"), (2, NoBranch));
        assert_eq!(first_fault(b"1:\n (1 of 1)\n"), (2, NoWords));
        let long = format!("1:\n {} (1 of 1)\n", "x".repeat(256));
        assert_eq!(first_fault(long.as_bytes()), (2, BadWord));
        assert_eq!(first_fault(b"1:\n A:xy (1 of 1)\n"), (2, BadWord));
        assert_eq!(first_fault(b"1:\n A:\0 (1 of 1)\n"), (2, BadWord));
        assert_eq!(first_fault(b"+1:\n"), (1, NoNumber));
        assert_eq!(first_fault(b"1:\n A (+1 of 1)\n"), (2, NoBranch));
    }

    #[test]
    fn options_are_found_from_any_node_and_counted() {
        let problem: Problem = "A B | X\nA X:1\nB A\nX:1 A\nA\n".parse().unwrap();
        let finder = Finder::new(&problem);
        let stream = b"1:\n A B (1 of 1)\n X:1 A (1 of 1)\n A X:2 (1 of 1)\n";
        let solution = SolutionReader::new(&stream[..]).next().unwrap().unwrap();
        let found: Vec<_> = solution
            .levels
            .iter()
            .map(|level| {
                finder
                    .option(&level.words)
                    .map(|class| (class.first.0, class.copies))
            })
            .collect();
        assert_eq!(found, [Some((1, 1)), Some((0, 2)), None]);
    }

    #[test]
    fn what_is_known_of_lines_is_right_however_many_there_are() {
        let lines = |number: u32| {
            let other = 100_000 + number * 7 % 50_000;
            [number, other, 200_000 + number, number]
        };
        let mut text = Vec::new();
        for number in 1..=60_000_u32 {
            text.extend_from_slice(format!("{number}:\n A (1 of 2)\n").as_bytes());
            for line in lines(number) {
                text.extend_from_slice(format!(" x{line} B (1 of 1)\n").as_bytes());
            }
        }
        let (mut about, mut found, mut shared) = (AboutLines::new(), 0, 0);
        for (number, solution) in (1..).zip(SolutionReader::new(&text[..])) {
            let solution = solution.unwrap();
            for (line, level) in lines(number).into_iter().zip(&solution.levels[1..]) {
                let expected = format!("x{line}");
                assert_eq!(level.words[0].0.as_bytes(), expected.as_bytes());
                let known = about.get(level, |level| {
                    found += 1;
                    level.words[0].0.clone()
                });
                assert_eq!(known.as_bytes(), expected.as_bytes());
            }
            shared += usize::from(solution.levels[1].is(&solution.levels[4]));
            assert_eq!(solution.levels[0].branch, Some((1, 2)));
        }
        // Within one or two of the solutions, all lines are forgotten.
        assert!(shared >= 60_000 - 2, "{shared}");
        const { assert!(KnownLines::MOST < 170_000) };
        assert!((170_000..=180_003).contains(&found), "{found}");
    }

    #[test]
    fn lines_that_differ_by_a_byte_are_told_apart() {
        let text = b"1:\n A B (1 of 2)\n2:\n A C (1 of 2)\n3:\n A B (1 of 2)\n4:\n A B (1 of 3)\n\
                     5:\n A B:x (1 of 2)\n6:\n A B (1 of 2)";
        let solutions: Vec<_> = SolutionReader::new(&text[..]).map(Result::unwrap).collect();
        let level = |place: usize| &solutions[place].levels[0];
        assert!(level(0).is(level(2)) && level(0).is(level(5)));
        assert_ne!(level(0), level(1));
        assert_eq!(level(3).branch, Some((1, 3)));
        assert_eq!(level(4).words[1].1, Some(b'x'));
    }

    #[test]
    fn equal_options_have_one_class_in_whatever_order() {
        let mut text = String::from("| x\nA B C D | X Y\n");
        let mut expected = HashMap::new();
        for option in 0_usize..3000 {
            let mut words: Vec<String> = Vec::new();
            for (place, item) in ["A", "B", "C", "D", "X", "Y"].iter().enumerate() {
                if (option * option + 5 * option) >> place & 1 == 1 || place == 0 {
                    let color = (place > 3).then(|| format!(":{}", option % 5));
                    words.push(format!("{item}{}", color.unwrap_or_default()));
                }
            }
            let turn = option % words.len();
            words.rotate_left(turn);
            text += &(words.join(" ") + "\n");
            words.sort();
            let class = expected.entry(words).or_insert((option, 0));
            class.1 += 1;
        }
        let problem: Problem = text.parse().unwrap();
        let finder = Finder::new(&problem);
        let word = |word: &String| parse_word(word.as_bytes()).unwrap();
        for (words, (first, copies)) in &expected {
            let class = finder.option(&words.iter().map(word).collect::<Vec<_>>());
            let class = class.unwrap();
            assert_eq!(
                (class.first.index(), class.copies as usize),
                (*first, *copies)
            );
            let fewer: Vec<_> = words[1..].iter().map(word).collect();
            let mut names = words[1..].to_vec();
            names.sort();
            assert_eq!(
                finder.option(&fewer).is_some(),
                expected.contains_key(&names)
            );
        }
        assert!(expected.len() > 20);
    }
}
