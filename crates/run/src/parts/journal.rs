//! The journal of a folder: a heading that identifies the search, and a line for each cube that is
//! done.
//!
//! The folder has three kinds of files:
//!
//! * `problem.dlx`, the input as it was read;
//! * `journal`, lines that end with ` *` and a checksum of the text before it. The first lines are
//!   the [heading](Heading). Then there is a line for each start of a part, and one for each cube
//!   that is done: the [`Claim`]. A long cube has several claims, each for a stretch of its walk,
//!   which begins where the last one ends;
//! * `found.1`, `found.2`, ..., the [records](super::record) of cubes, if there are any: a file for
//!   each thread.
//!
//! Lines are only appended, and a cube's records are synced before its line is written. So
//! everything that the journal claims is on the disk whenever the process or the machine stops. A
//! last line without its newline was cut short, and is dropped. Any other damage is an error that
//! names its line.

use super::Part;
use super::record::hash_of;
use crate::parts::{Cube, Cubes};
use crate::report::{Settings, Verbose};
use dlx3_base::text::output::Put;
use dlx3_base::text::own::{Holder, foreign, holder, renew};
use dlx3_search::{Count, Counters, Path as TreePath, Position, Side};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The first line of a new journal. The version is for people: the hash of all cubes shows whether
/// the rule of cubes is the same.
const FORMAT: &str = concat!("dlx3 journal 4 of version ", env!("CARGO_PKG_VERSION"));

/// The beginnings of the first line of all formats that can be read and continued. In format 3,
/// every cube had one line.
const READABLE: [&str; 2] = ["dlx3 journal 3 of version ", "dlx3 journal 4 of version "];

/// The number of bytes that all formats begin with.
const MARK: usize = "dlx3 journal ".len();

/// The number of lines of the heading.
const HEADING: usize = 5;

/// A killed process may hold its folder for a moment.
const PATIENCE: Duration = Duration::from_secs(2);

/// Identifies a search. Two searches with equal headings, apart from the format, have the same
/// cubes, and find and print the same.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The first line.
    format: String,
    /// The length of the input and its hash.
    problem: String,
    /// The words that differ from the defaults.
    words: String,
    /// The number of cubes asked for.
    pub grain: Option<u64>,
    /// The number of cubes.
    pub cubes: usize,
    /// A hash of all cubes.
    ends: String,
}

impl Heading {
    /// The heading for an input, its settings and its cubes.
    pub fn new(
        input: &[u8],
        settings: &Settings,
        shape: bool,
        grain: Option<u64>,
        cubes: &Cubes,
    ) -> Self {
        let mut ends = Vec::new();
        for number in 0..cubes.count() {
            put_path(&mut ends, cubes.end(number));
            ends.put(b" ");
        }
        Heading {
            format: FORMAT.to_owned(),
            problem: format!("{} bytes, {:016x}", input.len(), hash_of(input)),
            words: words(settings, shape),
            grain,
            cubes: cubes.count(),
            ends: format!("{:016x}", hash_of(&ends)),
        }
    }

    fn grain_text(&self) -> String {
        self.grain.map_or("default".to_owned(), |n| n.to_string())
    }

    /// Its lines, without checksums.
    fn lines(&self) -> [String; HEADING] {
        [
            self.format.clone(),
            format!("problem {}", self.problem),
            format!("words {}", self.words),
            format!("grain {}", self.grain_text()),
            format!("cubes {} {}", self.cubes, self.ends),
        ]
    }

    fn parse(lines: &[String]) -> Option<Self> {
        let [format, problem, words, grain, cubes] = lines else {
            return None;
        };
        let grain = match grain.strip_prefix("grain ")? {
            "default" => None,
            number => Some(number.parse().ok()?),
        };
        let (cubes, ends) = cubes.strip_prefix("cubes ")?.split_once(' ')?;
        let heading = Heading {
            format: format.clone(),
            problem: problem.strip_prefix("problem ")?.to_owned(),
            words: words.strip_prefix("words ")?.to_owned(),
            grain,
            cubes: cubes.parse().ok()?,
            ends: ends.to_owned(),
        };
        heading.settings()?;
        heading.most_levels()?;
        // Cubes are numbered in 32 bits.
        (1..=u32::MAX as usize)
            .contains(&heading.cubes)
            .then_some(heading)
    }

    /// An upper bound on the levels of a search of this input: each level takes an option or leaves
    /// an item.
    fn most_levels(&self) -> Option<usize> {
        let (bytes, _) = self.problem.split_once(" bytes, ")?;
        bytes.parse::<usize>().ok()?.checked_add(1)
    }

    /// The hash that names the search in every line.
    fn job(&self) -> String {
        format!("{:016x}", hash_of(self.lines().join("\n").as_bytes()))
    }

    /// Whether the heading belongs to this input.
    pub fn is_of(&self, input: &[u8]) -> bool {
        self.problem == format!("{} bytes, {:016x}", input.len(), hash_of(input))
    }

    /// What is printed, and whether there is a shape file.
    pub fn settings(&self) -> Option<(Settings, bool)> {
        let mut settings = Settings {
            delta: Some(0),
            ..Settings::default()
        };
        let mut shape = false;
        for word in self.words.split_whitespace() {
            if word == "S" {
                shape = true;
                continue;
            }
            let (letter, number) = word.split_at_checked(1)?;
            let number: i64 = number.parse().ok()?;
            match letter {
                "v" => settings.verbose = Verbose(number as i32),
                "m" => settings.spacing = number as u64,
                "c" => settings.choices_below = number,
                "l" => settings.details_gap = number,
                _ => return None,
            }
        }
        Some((settings, shape))
    }

    /// The command that does a part, as far as the heading knows it.
    pub fn command(&self, part: Part) -> String {
        let mut command = "dlx3".to_owned();
        for word in self.words.split_whitespace() {
            command += match word {
                "S" => " SFILE",
                _ => " ",
            };
            command += if word == "S" { "" } else { word };
        }
        if let Some(grain) = self.grain {
            let _ = write!(command, " --grain {grain}"); // a `String` does not fail
        }
        let _ = write!(command, " --part {part}");
        command
    }

    /// Checks that a folder's journal belongs to the same search as another one.
    ///
    /// # Errors
    /// If it does not.
    pub fn must_be(&self, other: &Heading, folder: &Path) -> Result<(), JournalError> {
        let path = folder.join("journal");
        match self.difference(other) {
            None => Ok(()),
            Some(what) => Err(JournalError::Other { path, what }),
        }
    }

    /// The difference, for a message.
    fn difference(&self, other: &Heading) -> Option<String> {
        if self.problem != other.problem {
            Some("another problem".to_owned())
        } else if self.words != other.words {
            let name = |words: &str| match words {
                "" => "none".to_owned(),
                words => format!("`{words}'"),
            };
            let (here, there) = (name(&self.words), name(&other.words));
            Some(format!("other words: {here}, not {there}"))
        } else if self.grain != other.grain {
            let (here, there) = (self.grain_text(), other.grain_text());
            Some(format!("another --grain: {here}, not {there}"))
        } else if (self.cubes, &self.ends) != (other.cubes, &other.ends) {
            Some("other cubes".to_owned())
        } else {
            None
        }
    }
}

/// The words that differ from the defaults, in a fixed order. Only words that change what parts
/// print.
fn words(settings: &Settings, shape: bool) -> String {
    let default = Settings::default();
    let numbers = [
        (
            'v',
            i64::from(settings.verbose.0),
            i64::from(default.verbose.0),
        ),
        ('m', settings.spacing as i64, default.spacing as i64),
        ('c', settings.choices_below, default.choices_below),
        ('l', settings.details_gap, default.details_gap),
    ];
    let mut words: Vec<String> = numbers
        .into_iter()
        .filter(|(_, value, default)| value != default)
        .map(|(letter, value, _)| format!("{letter}{value}"))
        .collect();
    if shape {
        words.push("S".to_owned());
    }
    words.join(" ")
}

/// The place of a cube's records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the file, from 1; 0 if there are no records.
    pub file: usize,
    /// The offset of the first record in the file, in bytes.
    pub offset: u64,
    /// The length of the records in bytes.
    pub length: u64,
    /// Their hash.
    pub hash: u64,
}

/// The content of a line: this cube, or a stretch of it, has these nodes, solutions and mems, and
/// its records are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number of the cube, from 0.
    pub number: usize,
    /// The cube or the stretch of it.
    pub cube: Cube,
    /// Its counters. The profile is empty without `v128`.
    pub counted: Counters,
    /// The number of levels that the walk has reached.
    pub levels: usize,
    /// The place of its records.
    pub place: Place,
}

impl Claim {
    /// Whether another claim says the same about the same cube, wherever its records are.
    pub fn agrees(&self, other: &Claim) -> bool {
        let what = |claim: &Claim| (claim.place.length, claim.place.hash);
        self.number == other.number
            && self.cube == other.cube
            && self.counted == other.counted
            && self.levels == other.levels
            && what(self) == what(other)
    }

    /// Whether the cube ends with this claim, and was not only stopped.
    pub fn ends_its_cube(&self) -> bool {
        !self.cube.ends_inside
    }

    /// Where the walk of the cube continues if it was stopped.
    pub fn stop(&self) -> Option<Position> {
        let path = self.cube.ends_inside.then(|| self.cube.end.clone())?;
        Some(Position {
            path,
            side: Side::Inside,
        })
    }

    /// Adds its counters to a total.
    pub fn add_to(&self, total: &mut Counters) {
        total.add(&self.counted);
        if total.profile.len() < self.levels {
            total.profile.resize(self.levels, Count::ZERO);
        }
    }

    fn line(&self, job: &str) -> Vec<u8> {
        let Claim {
            number,
            cube,
            counted,
            levels,
            place,
        } = self;
        // Without `fmt`, for speed: a short search writes ten thousand lines.
        let mut line = Vec::with_capacity(200);
        line.put(b"cube ");
        line.put_number(*number as u64 + 1);
        line.put(b" ");
        match cube.from.side {
            Side::Before => line.put(b"-"),
            Side::Inside => line.put(INSIDE),
            Side::After => {}
        }
        if cube.from.side != Side::Before {
            put_path(&mut line, &cube.from.path);
        }
        line.put(b" ");
        if cube.ends_inside {
            line.put(INSIDE);
        }
        put_path(&mut line, &cube.end);
        for count in counted.counts() {
            line.put(b" ");
            put_count(&mut line, count);
        }
        line.put(b" ");
        line.put_number(*levels as u64);
        let mut sign = b":";
        for nodes in &counted.profile {
            line.put(sign);
            put_count(&mut line, nodes);
            sign = b",";
        }
        let Place {
            file,
            offset,
            length,
            hash,
        } = place;
        for number in [*file as u64, *offset, *length] {
            line.put(b" ");
            line.put_number(number);
        }
        line.put(b" ");
        put_hash(&mut line, *hash);
        line.put(b" ");
        line.put(job.as_bytes());
        line
    }

    fn parse(words: &[&str], most_levels: usize) -> Option<(Self, String)> {
        let [
            number,
            from,
            end,
            counts @ ..,
            file,
            offset,
            length,
            hash,
            job,
        ] = words
        else {
            return None;
        };
        let [counts @ .., profile] = counts else {
            return None;
        };
        let count = |text: &str| text.parse::<Count>().ok();
        let counts: Vec<Count> = counts
            .iter()
            .map(|text| count(text))
            .collect::<Option<_>>()?;
        let counts = counts.try_into().ok()?;
        let (levels, on_levels) = profile.split_once(':').unwrap_or((profile, ""));
        let levels: usize = levels.parse().ok()?;
        let profile: Vec<Count> = match on_levels {
            "" => Vec::new(),
            on_levels => on_levels.split(',').map(count).collect::<Option<_>>()?,
        };
        let has_all = profile.is_empty() || profile.len() == levels;
        let (end, ends_inside) = match end.strip_prefix(INSIDE_TEXT) {
            Some(end) => (end, true),
            None => (*end, false),
        };
        let cube = Cube {
            from: match (*from, from.strip_prefix(INSIDE_TEXT)) {
                ("-", _) => Position::start(),
                (_, Some(path)) => Position {
                    path: path.parse().ok()?,
                    side: Side::Inside,
                },
                (path, None) => Position::after(path.parse().ok()?),
            },
            end: end.parse::<TreePath>().ok()?,
            ends_inside,
        };
        if levels > most_levels || !has_all || !cube.goes_forward() {
            return None;
        }
        let claim = Claim {
            number: number.parse::<usize>().ok()?.checked_sub(1)?,
            cube,
            counted: Counters::from_counts(counts, profile),
            levels,
            place: Place {
                file: file.parse().ok()?,
                offset: offset.parse().ok()?,
                length: length.parse().ok()?,
                hash: u64::from_str_radix(hash, 16).ok()?,
            },
        };
        claim.place.offset.checked_add(claim.place.length)?;
        Some((claim, (*job).to_owned()))
    }
}

/// Marks the path of a node inside which a cube was stopped.
const INSIDE: &[u8] = INSIDE_TEXT.as_bytes();
const INSIDE_TEXT: &str = "@";

/// Cubes that are done or begun, by their numbers, each with consecutive claims.
pub type Claims = BTreeMap<usize, Vec<Claim>>;

/// Whether a cube is done with these claims.
pub fn is_done(claims: &[Claim]) -> bool {
    claims.last().is_some_and(Claim::ends_its_cube)
}

/// Checks that these are claims of the cubes of a search.
///
/// # Errors
/// If they are not. The error names the folder.
pub fn must_be_of(claims: &Claims, cubes: &Cubes, folder: &Path) -> Result<(), JournalError> {
    let is_of = |(&number, claims): (&usize, &Vec<Claim>)| -> bool {
        let (Some(first), Some(last), true) =
            (claims.first(), claims.last(), number < cubes.count())
        else {
            return false;
        };
        let cube = cubes.cube(number);
        let ends = match last.stop() {
            None => last.cube.end == cube.end,
            Some(from) => Cube {
                from,
                ..cube.clone()
            }
            .goes_forward(),
        };
        first.cube.from == cube.from && ends
    };
    match claims.iter().all(is_of) {
        true => Ok(()),
        false => Err(JournalError::Other {
            path: folder.join("journal"),
            what: "other cubes".to_owned(),
        }),
    }
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// A file or folder cannot be read or written.
    Io {
        /// `read` or `write`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another process works on it.
    InUse(PathBuf),
    /// The journal is of another search.
    Other {
        /// The journal.
        path: PathBuf,
        /// `another problem` and the like.
        what: String,
    },
    /// The file has changed since it was written.
    Damaged {
        /// The journal.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// The file has a name of a journal's files, but no journal is beside it.
    Foreign(PathBuf),
    /// The file of the input has changed since the journal began.
    Changed(PathBuf),
    /// A file of records is shorter than the journal says.
    Lost {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// The length that it should have.
        expected: u64,
    },
}

dlx3_base::messages! {
    JournalError {
        Self::Io { doing, path, error } => ("cannot {doing} {}: {error}", path.display()),
        Self::InUse(it) => ("{}: another process works in this folder", it.display()),
        Self::Other { path, what } => ("{}: this journal is of {what}", path.display()),
        Self::Damaged { path, line, what } => ("{}: line {line}: {what}", path.display()),
        Self::Foreign(path) => (
            "{}: this file would be written over, and no journal is beside it; use another \
             folder, or remove the file",
            path.display(),
        ),
        Self::Changed(path) => (
            "{} has been changed; put it back, or remove it to have it written again",
            path.display(),
        ),
        Self::Lost { path, length, expected } => (
            "{}: the journal names {expected} bytes of it, but {length} are there; put the \
             file back, or begin again in another folder",
            path.display(),
        ),
    }
}

/// The content of a journal.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The identity of the search.
    pub heading: Heading,
    /// The parts that were begun.
    pub parts: Vec<Part>,
    /// The cubes that are done or begun.
    pub claims: Claims,
    /// The end of the last whole line.
    end: u64,
}

/// A line: text and its checksum.
fn checked(mut text: Vec<u8>) -> Vec<u8> {
    let hash = hash_of(&text);
    text.put(b" *");
    put_hash(&mut text, hash);
    text.put(b"\n");
    text
}

fn put_path(line: &mut Vec<u8>, path: &TreePath) {
    let Some((last, above)) = path.branches().split_last() else {
        return line.put(b".");
    };
    for &number in above {
        line.put_number(number.into());
        line.put(b".");
    }
    line.put_number((*last).into());
}

fn put_count(line: &mut Vec<u8>, count: &Count) {
    match count.to_u64() {
        Some(number) => line.put_number(number),
        None => line.put(count.to_string().as_bytes()),
    }
}

/// Writes sixteen hexadecimal digits.
fn put_hash(line: &mut Vec<u8>, hash: u64) {
    for at in (0..16).rev() {
        line.push(b"0123456789abcdef"[((hash >> (4 * at)) & 15) as usize]);
    }
}

/// The text of a line, if its checksum is right.
fn unchecked(line: &[u8]) -> Option<&str> {
    let line = str::from_utf8(line).ok()?;
    let (text, sum) = line.rsplit_once(" *")?;
    (sum == format!("{:016x}", hash_of(text.as_bytes()))).then_some(text)
}

/// The message about a line, counted from 0, whose checksum is wrong.
fn changed(line: usize) -> &'static str {
    match line < HEADING {
        true => "it has been changed",
        false => "it has been changed; without this line, what it says will be done again",
    }
}

/// Reads the journal of a folder. None if it has no heading yet.
///
/// # Errors
/// If it cannot be read, or has changed since it was written.
pub fn read(folder: &Path) -> Result<Option<Contents>, JournalError> {
    let path = folder.join("journal");
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error("read", &path, error)),
    };
    let damaged = |line: usize, what: &str| JournalError::Damaged {
        path: path.clone(),
        line,
        what: what.to_owned(),
    };
    let end = memchr::memrchr(b'\n', &text).map_or(0, |last| last + 1);
    let mut heading_lines: Vec<String> = Vec::new();
    let mut contents: Option<(Contents, String)> = None;
    let mut most_levels = 0;
    let mut parts = BTreeSet::new();
    for (index, line) in text[..end].split_inclusive(|&b| b == b'\n').enumerate() {
        let number = index + 1;
        let line = &line[..line.len() - 1];
        let text = unchecked(line).ok_or_else(|| damaged(number, changed(index)))?;
        if number == 1 && !READABLE.iter().any(|format| text.starts_with(format)) {
            let what = "another version".to_owned();
            return Err(JournalError::Other { path, what });
        }
        let Some((contents, job)) = &mut contents else {
            heading_lines.push(text.to_owned());
            if heading_lines.len() == HEADING {
                let heading = Heading::parse(&heading_lines)
                    .ok_or_else(|| damaged(number, "this is no heading"))?;
                let job = heading.job();
                most_levels = heading.most_levels().unwrap_or(0);
                let read = Contents {
                    heading,
                    parts: Vec::new(),
                    claims: BTreeMap::new(),
                    end: end as u64,
                };
                contents = Some((read, job));
            }
            continue;
        };
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["part", part, of_job] if of_job == job => {
                let part = part.parse::<Part>();
                let part = part.map_err(|error| damaged(number, &format!("{error}")))?;
                if parts.insert(part) {
                    contents.parts.push(part);
                }
            }
            ["cube", ref words @ ..] => {
                let (claim, of_job) = Claim::parse(words, most_levels)
                    .ok_or_else(|| damaged(number, "this is no cube"))?;
                if of_job != *job {
                    return Err(damaged(number, "a cube of another search"));
                }
                if claim.number >= contents.heading.cubes {
                    return Err(damaged(number, "there is no such cube"));
                }
                let before = contents.claims.entry(claim.number).or_default();
                if is_done(before) {
                    return Err(damaged(number, "this cube is here twice"));
                }
                let has_gap = match before.last() {
                    Some(last) => last.stop().as_ref() != Some(&claim.cube.from),
                    None => claim.cube.from.side == Side::Inside,
                };
                if has_gap {
                    let what = "this cube does not continue where it was stopped";
                    return Err(damaged(number, what));
                }
                before.push(claim);
            }
            _ => return Err(damaged(number, "neither a part nor a cube of this search")),
        }
    }
    // A heading is written as a whole, before the file gets the name of the journal.
    match contents {
        Some((contents, _)) => Ok(Some(contents)),
        None => Err(damaged(heading_lines.len() + 1, "the heading ends here")),
    }
}

fn io_error(doing: &'static str, path: &Path, error: io::Error) -> JournalError {
    let path = path.to_owned();
    JournalError::Io { doing, path, error }
}

/// The name of the file with the input.
const PROBLEM: &str = "problem.dlx";

/// The name of the journal, and the temporary name of a file until it is whole.
const JOURNAL: &str = "journal";
const NEW: &str = "journal.new";

/// The file with the input.
pub fn problem(folder: &Path) -> PathBuf {
    folder.join(PROBLEM)
}

/// Whether a path leads to a file that a journal in this folder has or may get.
pub fn has_file(folder: &Path, path: &Path) -> bool {
    let parent = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return false,
    };
    let folders = [parent, folder].map(|folder| folder.canonicalize().ok());
    folders[0].is_some() && folders[0] == folders[1] && has_own_name(path)
}

/// The files of a journal that are in this folder.
pub fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let files = folder.read_dir().into_iter().flatten().flatten();
    let paths = files.map(|file| file.path());
    paths.filter(|path| has_own_name(path))
}

fn has_own_name(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| matches!(name, PROBLEM | JOURNAL | NEW) || name.starts_with("found."))
}

/// The name of a file of records.
pub fn found(folder: &Path, file: usize) -> PathBuf {
    folder.join(format!("found.{file}"))
}

/// Called before each system call that writes. In tests, a step and all later ones can be made to
/// fail, as if the machine had stopped there.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    #[cfg(test)]
    left: Option<std::sync::Arc<std::sync::atomic::AtomicI64>>,
}

impl Faults {
    /// The machine stops after this many steps.
    #[cfg(test)]
    pub fn after(steps: i64) -> Self {
        Faults {
            left: Some(std::sync::Arc::new(steps.into())),
        }
    }

    /// Whether the machine has stopped.
    #[cfg(test)]
    pub fn has_stopped(&self) -> bool {
        let left = self.left.as_ref();
        left.is_some_and(|left| left.load(std::sync::atomic::Ordering::SeqCst) < 0)
    }

    fn step(&self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(left) = &self.left
            && left.fetch_sub(1, std::sync::atomic::Ordering::SeqCst) <= 0
        {
            return Err(io::Error::other("the machine stops here"));
        }
        Ok(())
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        match self.step() {
            Ok(()) => file.write_all(bytes),
            Err(error) => {
                file.write_all(&bytes[..bytes.len() / 2])?;
                Err(error)
            }
        }
    }
}

/// A growing file of records.
pub struct RecordFile {
    file: File,
    /// The offset at which this process began to write.
    pub start: u64,
    faults: Faults,
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.faults.write(&mut self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RecordFile {
    /// A new, empty file of records, without a journal.
    pub fn new(file: File) -> Self {
        RecordFile {
            file,
            start: 0,
            faults: Faults::default(),
        }
    }

    /// A second handle of the same file.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn again(&self) -> io::Result<Self> {
        Ok(RecordFile {
            file: self.file.try_clone()?,
            start: self.start,
            faults: self.faults.clone(),
        })
    }

    /// Waits until all written bytes are on the disk.
    ///
    /// # Errors
    /// If the sync fails.
    pub fn sync(&self) -> io::Result<()> {
        self.faults.step()?;
        self.file.sync_data()
    }
}

/// An open journal. No other process uses its folder at the same time.
pub struct Journal {
    folder: PathBuf,
    path: PathBuf,
    file: File,
    job: String,
    faults: Faults,
    /// Keeps other processes out.
    _lock: File,
}

impl Journal {
    /// Opens the journal of a folder, or begins it. Returns the cubes that are done or begun.
    /// `input` is the text of the problem that the heading is about. It is kept in the folder, and
    /// written again if it is missing.
    ///
    /// # Errors
    /// If the journal cannot be read or written, is of another search, or is damaged; or if the
    /// kept input has changed.
    pub fn open(
        folder: &Path,
        input: &[u8],
        heading: &Heading,
        part: Part,
    ) -> Result<(Self, Claims), JournalError> {
        Self::open_with(folder, input, heading, part, Faults::default())
    }

    pub(super) fn open_with(
        folder: &Path,
        input: &[u8],
        heading: &Heading,
        part: Part,
        faults: Faults,
    ) -> Result<(Self, Claims), JournalError> {
        let cannot = |error| io_error("write", folder, error);
        fs::create_dir_all(folder).map_err(|error| io_error("make the folder", folder, error))?;
        let lock = File::open(folder).map_err(|error| io_error("open", folder, error))?;
        // A file system without locks keeps nobody out.
        let begun = Instant::now();
        while let Err(TryLockError::WouldBlock) = lock.try_lock() {
            if begun.elapsed() > PATIENCE {
                return Err(JournalError::InUse(folder.to_owned()));
            }
            thread::sleep(PATIENCE / 100);
        }
        let path = folder.join("journal");
        let mut contents = read(folder)?;
        if contents.is_none() {
            must_be_free(folder, input)?;
            begin(folder, input, heading, &lock, &faults).map_err(cannot)?;
            contents = read(folder)?;
        }
        let Some(contents) = contents else {
            return Err(Self::none_in(folder));
        };
        contents.heading.must_be(heading, folder)?;
        // Merging and auditing read the input.
        if !has_problem(folder, input)? {
            put_problem(folder, input, &faults).map_err(cannot)?;
            let synced = faults.step().and_then(|()| lock.sync_all());
            synced.map_err(cannot)?;
        }
        let opened = || -> io::Result<File> {
            let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
            if file.metadata()?.len() > contents.end {
                faults.step()?;
                file.set_len(contents.end)?;
            }
            file.seek(SeekFrom::Start(contents.end))?;
            Ok(file)
        };
        let file = opened().map_err(|error| io_error("write", &path, error))?;
        let mut journal = Journal {
            folder: folder.to_owned(),
            path,
            file,
            job: contents.heading.job(),
            faults,
            _lock: lock,
        };
        if !contents.parts.contains(&part) {
            let line = checked(format!("part {part} {}", journal.job).into_bytes());
            journal.append(&line)?;
        }
        Ok((journal, contents.claims))
    }

    /// The error for a folder without a journal.
    pub fn none_in(folder: &Path) -> JournalError {
        let error = io::Error::new(io::ErrorKind::NotFound, "no journal is there");
        io_error("read", &folder.join("journal"), error)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the files of records of some threads, each positioned after its last record that a
    /// claim names.
    ///
    /// # Errors
    /// If that fails, or a file is shorter than a claim says.
    pub fn open_found(
        &self,
        threads: usize,
        claims: &Claims,
    ) -> Result<Vec<RecordFile>, JournalError> {
        let open = |number: usize| -> Result<RecordFile, JournalError> {
            let path = found(&self.folder, number);
            let all = claims.values().flatten();
            let ends = all.filter(|claim| claim.place.file == number);
            let end = ends.map(|claim| claim.place.offset + claim.place.length);
            let end = end.max().unwrap_or(0);
            let file = open_file(&path, end, &self.faults)?;
            Ok(RecordFile {
                file,
                start: end,
                faults: self.faults.clone(),
            })
        };
        let files = (1..=threads).map(open).collect::<Result<_, _>>()?;
        // After a power cut, the names of the files must be there, too.
        let synced = self.faults.step().and_then(|()| self._lock.sync_all());
        synced.map_err(|error| io_error("write", &self.folder, error))?;
        Ok(files)
    }

    /// Appends claims, whose records have been synced. Once this returns, they are on the disk.
    ///
    /// # Errors
    /// If a write fails. Some of the claims may be in the journal then.
    pub fn add(&mut self, claims: &[Claim]) -> Result<(), JournalError> {
        let lines = claims.iter().map(|claim| checked(claim.line(&self.job)));
        self.append(&lines.collect::<Vec<_>>().concat())
    }

    fn append(&mut self, lines: &[u8]) -> Result<(), JournalError> {
        let mut write = || {
            self.faults.write(&mut self.file, lines)?;
            self.faults.step()?;
            self.file.sync_data()
        };
        write().map_err(|error| io_error("write", &self.path, error))
    }
}

fn open_file(path: &Path, end: u64, faults: &Faults) -> Result<File, JournalError> {
    let cannot = |error| io_error("write", path, error);
    let lost = |length| JournalError::Lost {
        path: path.to_owned(),
        length,
        expected: end,
    };
    // A file that no claim names may be a link to another place.
    if end == 0 && leads_elsewhere(path) {
        return Err(JournalError::Foreign(path.to_owned()));
    }
    let mut options = OpenOptions::new();
    faults.step().map_err(cannot)?;
    options.write(true).create(end == 0).truncate(false);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if end > 0 => lost(0),
        _ => cannot(error),
    })?;
    let length = file.metadata().map_err(cannot)?.len();
    if length < end {
        return Err(lost(length));
    }
    let mut cut = || {
        if length > end {
            faults.step()?;
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))
    };
    cut().map_err(cannot)?;
    Ok(file)
}

/// Checks that a folder without a journal has no files of something else that would be overwritten.
fn must_be_free(folder: &Path, input: &[u8]) -> Result<(), JournalError> {
    let cannot = |error| io_error("read", folder, error);
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let about = fs::symlink_metadata(&path).map_err(cannot)?;
        let begins = |whole: &[u8]| fs::read(&path).is_ok_and(|there| whole.starts_with(&there));
        let name = path.file_name().and_then(|name| name.to_str());
        let is_own = match name {
            // An older version that was killed at its start leaves some of the input.
            Some(PROBLEM) => {
                let is_it = fs::read(&path).is_ok_and(|there| there == input);
                is_it || about.is_file() && begins(input)
            }
            Some(NEW) => is_own_new(&path, input).map_err(cannot)?,
            // A dangling link.
            Some(JOURNAL) => false,
            Some(name) if name.starts_with("found.") => {
                !leads_elsewhere(&path) && (!about.is_file() || about.len() == 0)
            }
            _ => true,
        };
        if !is_own {
            return Err(JournalError::Foreign(path));
        }
    }
    Ok(())
}

/// Whether a name is a folder, a link to a regular file, or a dangling link. A link to a device has
/// nothing to lose.
fn leads_elsewhere(path: &Path) -> bool {
    let is_other = fs::symlink_metadata(path).is_ok_and(|about| !about.is_file());
    is_other && fs::metadata(path).map_or(true, |about| about.is_dir() || about.is_file())
}

/// Whether a temporary file may be overwritten: a killed run leaves some of the input or of a
/// journal.
fn is_own_new(path: &Path, input: &[u8]) -> io::Result<bool> {
    let mark = &READABLE[0].as_bytes()[..MARK];
    if holder(path, mark)? != Holder::Other {
        return Ok(true);
    }
    let about = fs::symlink_metadata(path)?;
    Ok(about.is_file() && input.starts_with(&fs::read(path)?))
}

/// Whether the folder has the input. An error if something else has its name.
fn has_problem(folder: &Path, input: &[u8]) -> Result<bool, JournalError> {
    let path = problem(folder);
    match fs::read(&path) {
        Ok(there) if there == input => Ok(true),
        Ok(_) => Err(JournalError::Changed(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A dangling link counts as a file.
            match fs::symlink_metadata(&path) {
                Ok(_) => Err(JournalError::Changed(path)),
                Err(_) => Ok(false),
            }
        }
        Err(error) => Err(io_error("read", &path, error)),
    }
}

/// Writes a file as a whole or not at all: first as `journal.new`, a name that the caller has
/// checked.
fn put(folder: &Path, name: &str, bytes: &[u8], faults: &Faults) -> io::Result<()> {
    let new = folder.join(NEW);
    faults.step()?;
    let mut file = renew(&new)?;
    faults.write(&mut file, bytes)?;
    faults.step()?;
    file.sync_all()?;
    faults.step()?;
    fs::rename(&new, folder.join(name))
}

fn put_problem(folder: &Path, input: &[u8], faults: &Faults) -> io::Result<()> {
    match is_own_new(&folder.join(NEW), input)? {
        true => put(folder, PROBLEM, input, faults),
        false => Err(foreign()),
    }
}

/// Writes the input and the heading. The journal gets its name once both are on the disk.
fn begin(
    folder: &Path,
    input: &[u8],
    heading: &Heading,
    directory: &File,
    faults: &Faults,
) -> io::Result<()> {
    if !fs::read(problem(folder)).is_ok_and(|there| there == input) {
        put_problem(folder, input, faults)?;
    }
    let lines = heading.lines().map(|line| checked(line.into_bytes()));
    put(folder, JOURNAL, &lines.concat(), faults)?;
    faults.step()?;
    directory.sync_all()
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, inside) = (
            self.number + 1,
            if self.cube.ends_inside {
                INSIDE_TEXT
            } else {
                ""
            },
        );
        write!(f, "cube {number} (to {inside}{})", self.cube.end)
    }
}
