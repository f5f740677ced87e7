//! Checks that several journals together have each cube of a search exactly once.

use super::journal::{Claim, Contents, JournalError, is_done, read};
use super::print::{Records, check_records};
use super::{Journal, Part};
use dlx3_search::{Counters, Position};
use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A claim, and the index of its folder.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The folder.
    pub folder: usize,
    /// The cube.
    pub claim: Claim,
}

/// Missing cubes are looked for one by one among the first `LOOKED_AT` numbers beyond the number of
/// cubes present.
const LOOKED_AT: usize = 100_000;

/// The journals of several folders, all of the same search.
#[derive(Debug)]
pub struct Gathered {
    /// The folders.
    pub folders: Vec<PathBuf>,
    /// Their journals, without the claims.
    journals: Vec<Contents>,
    /// The claims of all cubes that are done, in the order of the walk. A cube in two folders is
    /// here once. A cube that was stopped has several claims.
    pub cubes: Vec<Placed>,
    /// The numbers of these cubes.
    numbers: BTreeSet<usize>,
    /// Cubes in two folders, and whether the folders agree.
    doubles: Vec<(usize, [usize; 2], bool)>,
}

/// An obstacle to merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A cube is in two folders.
    Double {
        /// The number of the cube, from 0.
        number: usize,
        /// Both folders.
        folders: [PathBuf; 2],
        /// Whether both say the same about it.
        agree: bool,
    },
    /// The records of a cube have changed since they were written.
    Records {
        /// The number of the cube, from 0.
        number: usize,
        /// Its folder.
        folder: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A cube does not begin where the last one ends, or the last cube does not end with the tree.
    Gap {
        /// The number of the cube, from 0.
        number: usize,
        /// Its folder.
        folder: PathBuf,
    },
}

/// The parts that would supply the missing cubes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The number of missing cubes.
    pub cubes: usize,
    /// Parts that were begun in a folder and are incomplete.
    pub begun: Vec<(PathBuf, Part)>,
    /// Parts that were never begun.
    pub others: Vec<Part>,
}

impl Gathered {
    /// Reads the journals of folders. A folder given twice, by whatever names, counts once.
    ///
    /// # Errors
    /// If a journal is damaged, missing, or of another search than the first.
    pub fn read(folders: &[PathBuf]) -> Result<Self, JournalError> {
        // A folder that is named twice is one folder.
        let mut seen = BTreeSet::new();
        let mut is_new = |folder: &PathBuf| {
            let real = folder.canonicalize();
            seen.insert(real.unwrap_or_else(|_| folder.clone()))
        };
        let folders = folders.iter().filter(|folder| is_new(folder));
        let folders: Vec<PathBuf> = folders.cloned().collect();
        let mut gathered = Gathered {
            folders: folders.clone(),
            journals: Vec::new(),
            cubes: Vec::new(),
            numbers: BTreeSet::new(),
            doubles: Vec::new(),
        };
        let mut cubes: BTreeMap<usize, (usize, Vec<Claim>)> = BTreeMap::new();
        for (folder, path) in folders.iter().enumerate() {
            let mut contents = read(path)?.ok_or_else(|| Journal::none_in(path))?;
            if let Some(first) = gathered.journals.first() {
                contents.heading.must_be(&first.heading, path)?;
            }
            for (number, claims) in std::mem::take(&mut contents.claims) {
                if !is_done(&claims) {
                    continue;
                }
                match cubes.entry(number) {
                    Entry::Vacant(place) => {
                        place.insert((folder, claims));
                    }
                    Entry::Occupied(place) => {
                        let (other, same) = place.get();
                        let folders = [*other, folder];
                        gathered
                            .doubles
                            .push((number, folders, agree(same, &claims)));
                    }
                }
            }
            gathered.journals.push(contents);
        }
        gathered.numbers = cubes.keys().copied().collect();
        let mut cubes: Vec<(usize, Vec<Claim>)> = cubes.into_values().collect();
        let end = |claims: &[Claim]| claims.last().map(|claim| claim.cube.end.clone());
        cubes.sort_by(|(_, a), (_, b)| match (end(a), end(b)) {
            (Some(a), Some(b)) => a.cmp_ends(&b),
            _ => Ordering::Equal,
        });
        let placed = cubes.into_iter().flat_map(|(folder, claims)| {
            let placed = move |claim| Placed { folder, claim };
            claims.into_iter().map(placed)
        });
        gathered.cubes = placed.collect();
        Ok(gathered)
    }

    /// The identity of the search.
    ///
    /// # Panics
    /// If there are no folders.
    pub fn heading(&self) -> &super::journal::Heading {
        &self.journals[0].heading
    }

    /// The folder of a claim.
    pub fn folder(&self, placed: &Placed) -> &Path {
        &self.folders[placed.folder]
    }

    /// The cubes that no folder has. `None` if there are none.
    pub fn missing(&self) -> Option<Missing> {
        let (all, there) = (self.heading().cubes, &self.numbers);
        let cubes = all - there.len();
        // Each part with a missing cube has one among these numbers, unless there are far more
        // parts than anybody makes; then it shows once these are done.
        let end = all.min(there.len() + LOOKED_AT);
        let mut missing: BTreeSet<usize> =
            (0..end).filter(|number| !there.contains(number)).collect();
        let mut begun = Vec::new();
        for (folder, journal) in self.folders.iter().zip(&self.journals) {
            for &part in &journal.parts {
                let before = missing.len();
                // There may be as many parts as cubes, each with few cubes.
                for number in part.numbers(end) {
                    missing.remove(&number);
                }
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

    /// The faults of the cubes that are present. Reads all records.
    pub fn troubles(&self) -> Vec<Trouble> {
        let mut troubles = Vec::new();
        for &(number, [one, other], agree) in &self.doubles {
            troubles.push(Trouble::Double {
                number,
                folders: [self.folders[one].clone(), self.folders[other].clone()],
                agree,
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
            let stop = claim.stop();
            begins = stop.unwrap_or_else(|| Position::after(claim.cube.end.clone()));
            if let Err(error) = check_records(claim, Records::Folder(&folder)) {
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

/// Whether two folders say the same about a cube. They may have it in different stretches.
fn agree(one: &[Claim], other: &[Claim]) -> bool {
    let total = |claims: &[Claim]| {
        let mut total = Counters::default();
        claims.iter().for_each(|claim| claim.add_to(&mut total));
        total
    };
    let mut pairs = one.iter().zip(other);
    match one.len() == other.len() && pairs.all(|(one, other)| one.agrees(other)) {
        true => true,
        // Other stretches have other hashes.
        false => (one.len(), other.len()) != (1, 1) && total(one) == total(other),
    }
}
