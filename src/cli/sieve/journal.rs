//! The journal of a table of best scores: what is known about each N.
//!
//! After a line that says what the file is, a line holds N, the score, the bound and the
//! game, each move as PICK/TAX. Lines are only added. Of several lines for one N, the best
//! score and the best bound count; a last line without its end was cut short, and goes.

use crate::cli::Failure;
use crate::cli::files::additions::{Additions, Unchanged};
use crate::sieve::chain::Link;
use crate::sieve::game::Game;
use crate::sieve::{Numbers, Pair};
use crate::text::lines::Lines;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

const HEADING: &[u8] = b"journal of sieve solve, 1\n";

/// A journal that is written.
pub struct Journal(Additions);

impl Journal {
    /// Opens the journal or begins it; returns what it says.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has a line that is wrong. Games are
    /// replayed; bounds are believed.
    pub fn open(path: &Path) -> Result<(Self, BTreeMap<u32, Link>), Failure> {
        let opened = Unchanged::open(path)?;
        let mut known = BTreeMap::new();
        let end = read(path, &opened.file, opened.length()?, &mut known)?;
        Ok((Journal(opened.add_after(end, HEADING)?), known))
    }

    /// Adds a line.
    pub fn add(&mut self, link: &Link) {
        let (largest, score, bound) = (link.largest, link.score(), link.bound);
        write!(self.0, "{largest} {score} {bound}");
        for Pair { pick, tax } in &link.moves {
            write!(self.0, " {pick}/{tax}");
        }
        self.0.put(b"\n");
        self.0.flush();
    }

    /// Whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.0.has_failed()
    }

    /// # Errors
    /// If a write has failed.
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.0.finish()
    }
}

/// Takes the better score and the better bound.
pub fn join(known: &mut BTreeMap<u32, Link>, link: Link) {
    match known.get_mut(&link.largest) {
        None => {
            known.insert(link.largest, link);
        }
        Some(own) => {
            own.bound = own.bound.min(link.bound);
            if link.score() > own.score() {
                own.moves = link.moves;
            }
        }
    }
}

/// Reads all lines; returns where the last whole one ends.
fn read(
    path: &Path,
    file: &File,
    length: u64,
    known: &mut BTreeMap<u32, Link>,
) -> Result<u64, Failure> {
    let name = path.display();
    let mut lines = Lines::new(file);
    let mut place = 0;
    let mut end = 0;
    loop {
        let number = lines.number() + 1;
        let line = lines.next();
        let Some(line) = line.map_err(|error| Failure::reading(&name, &error))? else {
            return Ok(end);
        };
        place += line.len() as u64;
        // A last line without its newline was cut short.
        let is_whole = place <= length;
        if number == 1 {
            if line != HEADING && (is_whole || !HEADING.starts_with(line.trim_ascii_end())) {
                return Err(Failure::new(format_args!(
                    "{name}: line 1: this is not a journal of sieve solve"
                )));
            }
        } else if is_whole {
            let link = std::str::from_utf8(line).ok().and_then(link_of);
            let Some(link) = link else {
                return Err(Failure::new(format_args!(
                    "{name}: line {number}: N, a score, a bound and a game with that score \
                     are expected"
                )));
            };
            join(known, link);
        }
        if is_whole {
            end = place;
        }
    }
}

/// What a line says, if its game is legal.
fn link_of(line: &str) -> Option<Link> {
    let mut words = line.split_ascii_whitespace();
    let mut number = || words.next()?.parse::<u64>().ok();
    let (largest, score, bound) = (number()?, number()?, number()?);
    let moves = words.map(|word| {
        let (pick, tax) = word.split_once('/')?;
        Some(Pair {
            pick: pick.parse().ok()?,
            tax: tax.parse().ok()?,
        })
    });
    let link = Link {
        largest: largest.try_into().ok()?,
        bound,
        moves: moves.collect::<Option<_>>()?,
    };
    let numbers = Numbers::new(link.largest).ok()?;
    let mut game = Game::new(&numbers);
    for &pair in &link.moves {
        if !numbers.is_pair(pair) {
            return None;
        }
        game.play(pair).ok()?;
    }
    (game.score() == score && score <= bound).then_some(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(largest: u32, bound: u64, moves: &[(u32, u32)]) -> Link {
        let moves = moves.iter().map(|&(pick, tax)| Pair { pick, tax });
        Link {
            largest,
            bound,
            moves: moves.collect(),
        }
    }

    #[test]
    fn a_journal_keeps_the_best_of_each_sieve_and_drops_a_line_that_was_cut_short() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let (mut journal, known) = Journal::open(&path).unwrap();
        assert!(known.is_empty());
        journal.add(&link(4, 9, &[(3, 1), (4, 2)]));
        journal.add(&link(4, 7, &[(4, 2)]));
        journal.add(&link(3, 3, &[(3, 1)]));
        journal.finish().unwrap();
        let text = std::fs::read(&path).unwrap();
        for cut in 1..8 {
            std::fs::write(&path, &text[..text.len() - cut]).unwrap();
            let (mut journal, known) = Journal::open(&path).unwrap();
            assert_eq!(known.len(), 1);
            assert_eq!(known[&4], link(4, 7, &[(3, 1), (4, 2)]));
            journal.add(&link(3, 3, &[(3, 1)]));
            journal.finish().unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), text);
        }
    }

    #[test]
    fn games_that_are_not_legal_are_refused_with_their_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        for line in [
            "4 7 7 4/2 3/1",
            "4 8 8 3/1 4/2",
            "4 7 6 3/1 4/2",
            "4 7",
            "x",
        ] {
            let heading = String::from_utf8_lossy(HEADING);
            std::fs::write(&path, format!("{heading}{line}\n")).unwrap();
            let fault = Journal::open(&path).err().unwrap().message;
            let fault = String::from_utf8(fault).unwrap();
            assert!(fault.contains("line 2: N, a score"), "{line}: {fault}");
        }
        std::fs::write(&path, "4 7 7 3/1 4/2\n").unwrap();
        assert!(Journal::open(&path).is_err());
    }
}
