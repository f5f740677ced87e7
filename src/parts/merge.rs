//! Whether several journals have all cubes of one search, each of them once.

use super::journal::{Claim, Contents, JournalError, read};
use super::print::check_records;
use super::{Journal, Part};
use crate::search::Position;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A cube, and the folder that has it, by its place in the list of folders.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The folder.
    pub folder: usize,
    /// The cube.
    pub claim: Claim,
}

/// The journals of several folders, which are of one search.
#[derive(Debug)]
pub struct Gathered {
    /// The folders.
    pub folders: Vec<PathBuf>,
    /// Their journals, without the cubes.
    journals: Vec<Contents>,
    /// All cubes that are there, in the order of the walk; those that are there twice stand only once.
    pub cubes: Vec<Placed>,
    /// Cubes that are also in another folder.
    doubles: Vec<(Placed, usize)>,
}

/// Something that keeps journals from being merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A cube is in two folders; whether they say the same of it.
    Double {
        /// The number of the cube, from 0.
        number: usize,
        /// Both folders.
        folders: [PathBuf; 2],
        /// Whether they agree.
        agree: bool,
    },
    /// The records of a cube are not as they were written.
    Records {
        /// The number of the cube, from 0.
        number: usize,
        /// Where it is.
        folder: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A cube does not begin where the one before it ends, or the last one does not end with
    /// the tree.
    Gap {
        /// The number of the cube, from 0.
        number: usize,
        /// Where it is.
        folder: PathBuf,
    },
}

/// Parts that would supply what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How many cubes.
    pub cubes: usize,
    /// Parts that were begun in a folder, and are not complete.
    pub begun: Vec<(PathBuf, Part)>,
    /// Parts that were never begun.
    pub others: Vec<Part>,
}

impl Gathered {
    /// Reads the journals of folders.
    ///
    /// # Errors
    /// If one is damaged, not there, or of another search than the first.
    pub fn read(folders: &[PathBuf]) -> Result<Self, JournalError> {
        let mut gathered = Gathered {
            folders: folders.to_vec(),
            journals: Vec::new(),
            cubes: Vec::new(),
            doubles: Vec::new(),
        };
        let mut cubes: Vec<Option<Placed>> = Vec::new();
        for (folder, path) in folders.iter().enumerate() {
            let mut contents = read(path)?.ok_or_else(|| Journal::none_in(path))?;
            match gathered.journals.first() {
                None => cubes.resize(contents.heading.cubes, None),
                Some(first) => contents.heading.must_be(&first.heading, path)?,
            }
            for (number, claim) in std::mem::take(&mut contents.claims) {
                let placed = Placed { folder, claim };
                match &cubes[number] {
                    None => cubes[number] = Some(placed),
                    Some(other) => gathered.doubles.push((placed, other.folder)),
                }
            }
            gathered.journals.push(contents);
        }
        gathered.cubes = cubes.into_iter().flatten().collect();
        gathered
            .cubes
            .sort_by(|a, b| a.claim.cube.end.cmp_ends(&b.claim.cube.end));
        Ok(gathered)
    }

    /// What the search is about.
    ///
    /// # Panics
    /// If there are no folders.
    pub fn heading(&self) -> &super::journal::Heading {
        &self.journals[0].heading
    }

    /// The folder of a cube.
    pub fn folder(&self, placed: &Placed) -> &Path {
        &self.folders[placed.folder]
    }

    /// The cubes that no folder has; `None` if there are none.
    pub fn missing(&self) -> Option<Missing> {
        let there: BTreeSet<usize> = self.cubes.iter().map(|cube| cube.claim.number).collect();
        let missing = (0..self.heading().cubes).filter(|number| !there.contains(number));
        let mut missing: BTreeSet<usize> = missing.collect();
        let cubes = missing.len();
        let mut begun = Vec::new();
        for (folder, journal) in self.folders.iter().zip(&self.journals) {
            for &part in &journal.parts {
                let before = missing.len();
                missing.retain(|&number| !part.has(number));
                if missing.len() < before {
                    begun.push((folder.clone(), part));
                }
            }
        }
        let parts = self.journals.iter().flat_map(|journal| &journal.parts);
        let most = parts.map(|part| part.of()).max().unwrap_or(1);
        let others = missing.iter().map(|&number| Part::with(number, most));
        let others: BTreeSet<Part> = others.collect();
        (cubes > 0).then(|| Missing {
            cubes,
            begun,
            others: others.into_iter().collect(),
        })
    }

    /// What is wrong with the cubes that are there. All records are read.
    pub fn troubles(&self) -> Vec<Trouble> {
        let mut troubles = Vec::new();
        for (placed, other) in &self.doubles {
            let number = placed.claim.number;
            let same = self
                .cubes
                .iter()
                .find(|cube| cube.claim.number == number)
                .is_some_and(|cube| cube.claim.agrees(&placed.claim));
            troubles.push(Trouble::Double {
                number,
                folders: [self.folders[*other].clone(), self.folder(placed).to_owned()],
                agree: same,
            });
        }
        let is_whole = self.missing().is_none();
        let mut begins = Position::start();
        for placed in &self.cubes {
            let (claim, folder) = (&placed.claim, self.folder(placed).to_owned());
            let number = claim.number;
            if is_whole && claim.cube.from != begins {
                let folder = folder.clone();
                troubles.push(Trouble::Gap { number, folder });
            }
            begins = Position::after(claim.cube.end.clone());
            if let Err(error) = check_records(claim, &folder) {
                let what = error.to_string();
                troubles.push(Trouble::Records {
                    number,
                    folder,
                    what,
                });
            }
        }
        let ends_the_walk = |last: &Placed| last.claim.cube.end.branches().is_empty();
        if is_whole && let Some(last) = self.cubes.last().filter(|last| !ends_the_walk(last)) {
            let (number, folder) = (last.claim.number, self.folder(last).to_owned());
            troubles.push(Trouble::Gap { number, folder });
        }
        troubles
    }
}
