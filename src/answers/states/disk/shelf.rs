//! Which runs there are, by steps, and the note that says so.

use super::merge::Merging;
use super::run::{MOST_BLOCK, Reading, Run, SHARES, Section, Writing, sum_of};
use super::store::{Fault, Source, Store};
use crate::answers::Effort;
use crate::threads::{LEAST_MEMORY, SMALL_STACK, start};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The first line of a note. What another version has written is refused.
const HEAD: &str = "dlx count --disk 2";

/// A block has one part in `BLOCK` of the memory, and at least `LEAST_BLOCK` bytes; all that are
/// read at a time have one part in `READ`.
const BLOCK: usize = 1 << 10;
const LEAST_BLOCK: usize = 1 << 8;
const READ: usize = 4;

/// The most runs that are read together: some systems let a process open 256 files.
const MOST_RUNS: usize = 200;

/// The runs of a count.
pub struct Shelf {
    store: Box<dyn Store>,
    name: String,
    runs: BTreeMap<usize, Vec<Run>>,
    /// Those that the last note names; they stay until the next one, even if nobody wants them.
    noted: BTreeSet<u64>,
    gone: Vec<Run>,
    /// The number of the next run.
    number: AtomicU64,
    /// All bytes that have been written.
    written: u64,
}

/// What is noted beside the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// The next step.
    pub step: usize,
    /// How many words a count has.
    pub limbs: usize,
    /// What the count has cost so far.
    pub effort: Effort,
    /// Bounds for the sums of the counts of each step, as tables have them.
    pub sums: Vec<(usize, u128)>,
}

impl Shelf {
    /// Of a store that has nothing. `name` is that of the problem, the part and the order.
    pub fn new(store: Box<dyn Store>, name: &str) -> Self {
        Shelf {
            store,
            name: name.to_owned(),
            runs: BTreeMap::new(),
            noted: BTreeSet::new(),
            gone: Vec::new(),
            number: AtomicU64::new(0),
            written: 0,
        }
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The runs of a step.
    pub fn at(&self, step: usize) -> &[Run] {
        self.runs.get(&step).map_or(&[], |runs| runs)
    }

    /// How many states all runs have.
    pub fn states(&self) -> u64 {
        self.runs.values().flatten().map(Run::states).sum()
    }

    /// How many bytes all runs have, with those that are only kept for the last note.
    pub fn bytes(&self) -> u64 {
        let all = self.runs.values().flatten().chain(&self.gone);
        all.map(Run::bytes).sum()
    }

    /// All bytes that have ever been written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Begins a run at a step.
    pub fn begin<const K: usize>(&self, step: usize, memory: usize) -> Result<Writing<K>, Fault> {
        let number = self.number.fetch_add(1, Ordering::Relaxed);
        Writing::new(&*self.store, step, number, block_of(memory))
    }

    /// Adds a run that has been written.
    pub fn add(&mut self, run: Run) {
        self.written += run.bytes();
        self.runs.entry(run.step).or_default().push(run);
    }

    /// Drops the runs of a step that is done.
    pub fn drop_step(&mut self, step: usize) -> Result<(), Fault> {
        for run in self.runs.remove(&step).unwrap_or_default() {
            self.drop_run(run)?;
        }
        Ok(())
    }

    fn drop_run(&mut self, run: Run) -> Result<(), Fault> {
        match self.noted.contains(&run.number) {
            true => self.gone.push(run),
            false => self.remove(&run)?,
        }
        Ok(())
    }

    fn remove(&self, run: &Run) -> Result<(), Fault> {
        let removed = self.store.remove(&run.name());
        removed.map_err(|error| Fault::Store(run.name(), error))
    }

    /// Opens the runs of a step. If there are more than can be read together, some are merged
    /// into one before that, on several threads.
    pub fn open<const K: usize, const V: usize>(
        &mut self,
        step: usize,
        memory: usize,
        threads: usize,
    ) -> Result<Open, Fault> {
        let room = memory / READ / threads / MOST_BLOCK.min(block_of(memory));
        let most = room.clamp(2, MOST_RUNS);
        while self.at(step).len() > most {
            let runs = self.runs.remove(&step).unwrap_or_default();
            let groups: Vec<&[Run]> = runs.chunks(most).collect();
            let merged = on_threads(threads, groups.len(), |number| {
                self.merge::<K, V>(groups[number], memory)
            })?;
            for (group, run) in groups.into_iter().zip(merged) {
                // A run that is alone stays as it is.
                let Some(run) = run else {
                    self.runs.entry(step).or_default().extend_from_slice(group);
                    continue;
                };
                self.add(run);
                for run in group {
                    self.drop_run(run.clone())?;
                }
            }
        }
        Open::new(&*self.store, self.at(step))
    }

    /// Merges runs into one, if there are several.
    fn merge<const K: usize, const V: usize>(
        &self,
        runs: &[Run],
        memory: usize,
    ) -> Result<Option<Run>, Fault> {
        if runs.len() < 2 {
            return Ok(None);
        }
        let open = Open::new(&*self.store, runs)?;
        let mut writing = self.begin::<K>(runs[0].step, memory)?;
        for share in 0..SHARES {
            writing.turn_to(share)?;
            let mut merging = Merging::<K, V>::new(open.share(share), Vec::new())?;
            while let Some(entry) = merging.next()? {
                writing.put(&entry)?;
            }
        }
        writing.end().map(Some)
    }

    /// Notes which runs there are, and drops those that nobody wants any more.
    pub fn note(&mut self, noted: &Noted) -> Result<(), Fault> {
        let Noted {
            step,
            limbs,
            effort,
            sums,
        } = noted;
        let Effort {
            states,
            trials,
            moves,
            hits,
            dead,
            ..
        } = effort;
        let (number, written) = (self.number.load(Ordering::Relaxed), self.written);
        let mut text = format!(
            "{HEAD}\n{}\nat {step} {limbs} {number} {written}\n\
             effort {states} {trials} {moves} {hits} {dead}\n",
            self.name
        );
        for (step, sum) in sums {
            text += &format!("bound {step} {} {}\n", (sum >> 64) as u64, *sum as u64);
        }
        for run in self.runs.values().flatten() {
            text += &format!("run {} {}", run.step, run.number);
            for Section { states, bytes, sum } in &run.sections {
                text += &format!(" {states} {bytes} {sum}");
            }
            text.push('\n');
        }
        text += &format!("sum {}\n", sum_of(&text));
        let written = self.store.note(&text);
        written.map_err(|error| Fault::Store("the note".to_owned(), error))?;
        self.noted = self.runs.values().flatten().map(|run| run.number).collect();
        for run in std::mem::take(&mut self.gone) {
            self.remove(&run)?;
        }
        Ok(())
    }

    /// Continues from a note.
    pub fn continue_from(&mut self, text: &str) -> Result<Noted, Fault> {
        let damaged = || Fault::Damaged("the note".to_owned());
        let at = text.rfind("sum ").ok_or_else(damaged)?;
        if text[at..] != format!("sum {}\n", sum_of(&text[..at])) {
            return Err(damaged());
        }
        let mut lines = text[..at].lines();
        if lines.next() != Some(HEAD) || lines.next() != Some(&self.name) {
            return Err(Fault::Foreign);
        }
        let mut noted = Noted::default();
        for line in lines {
            let mut words = line.split(' ');
            let kind = words.next();
            let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
            match (kind, numbers.as_deref()) {
                (Some("effort"), Some(&[states, trials, moves, hits, dead])) => {
                    noted.effort = Effort {
                        states,
                        trials,
                        moves,
                        hits,
                        dead,
                        bytes: 0,
                    };
                }
                (Some("at"), Some(&[step, limbs, number, written])) => {
                    (noted.step, noted.limbs) = (step as usize, limbs as usize);
                    self.number = AtomicU64::new(number);
                    self.written = written;
                }
                (Some("bound"), Some(&[step, high, low])) => {
                    let sum = u128::from(high) << 64 | u128::from(low);
                    noted.sums.push((step as usize, sum));
                }
                (Some("run"), Some(&[step, number, ref sections @ ..]))
                    if sections.len() == 3 * SHARES =>
                {
                    let mut run = Run {
                        step: step as usize,
                        number,
                        ..Run::default()
                    };
                    for (section, told) in run.sections.iter_mut().zip(sections.chunks(3)) {
                        (section.states, section.bytes, section.sum) = (told[0], told[1], told[2]);
                    }
                    self.noted.insert(number);
                    self.runs.entry(run.step).or_default().push(run);
                }
                _ => return Err(damaged()),
            }
        }
        Ok(noted)
    }
}

fn block_of(memory: usize) -> usize {
    (memory / BLOCK).clamp(LEAST_BLOCK, MOST_BLOCK)
}

/// The runs of a step, to be read by several threads.
pub struct Open(Vec<(Run, Arc<dyn Source>)>);

impl Open {
    fn new(store: &dyn Store, runs: &[Run]) -> Result<Self, Fault> {
        let open = runs.iter().map(|run| match store.open(&run.name()) {
            Ok(source) => Ok((run.clone(), Arc::from(source))),
            Err(error) => Err(Fault::Store(run.name(), error)),
        });
        Ok(Open(open.collect::<Result<_, _>>()?))
    }

    /// A share of all of them.
    pub fn share<const K: usize>(&self, share: usize) -> Vec<Reading<K>> {
        let has_states = |(run, _): &&(Run, _)| run.sections[share].states > 0;
        let runs = self.0.iter().filter(has_states);
        runs.map(|(run, source)| Reading::new(source, run, share))
            .collect()
    }

    /// How many states all of them have.
    pub fn states(&self) -> u64 {
        self.0.iter().map(|(run, _)| run.states()).sum()
    }
}

/// Does some jobs on threads, each when its turn comes. Returns what they have come to, in their
/// order.
pub fn on_threads<T: Send>(
    threads: usize,
    jobs: usize,
    work: impl Fn(usize) -> Result<T, Fault> + Sync,
) -> Result<Vec<T>, Fault> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(jobs));
    let lock = || done.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = |_| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            let result = work(job);
            // Nobody begins with another job after a fault.
            if result.is_err() {
                next.store(jobs, Ordering::Relaxed);
            }
            lock().push((job, result));
        }
    };
    std::thread::scope(|scope| {
        let helpers = threads.min(jobs).saturating_sub(1);
        start(scope, helpers, SMALL_STACK, LEAST_MEMORY, worker);
        worker(0);
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|&(job, _)| job);
    done.into_iter().map(|(_, result)| result).collect()
}
