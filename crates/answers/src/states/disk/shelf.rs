//! The runs of a way, by step, and the note that lists them.

use super::cabinet::{COPIES, Cabinet, damaged, sealed, unsealed};
use super::merge::{Merging, combine};
use super::run::{MOST_BLOCK, Reading, Run, RunEntry, SHARES, Section, Writing};
use super::store::{Fault, Source, Store};
use super::team::{Input, Team, job_of, name_of};
use crate::Effort;
use crate::states::schedule::Key;
use crate::states::table::hash;
use dlx3_base::threads::{LEAST_MEMORY, SMALL_STACK, start};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The first line of a note. Notes of other versions are refused.
const HEAD: &str = "dlx count --disk 2";

/// A block has one part in `BLOCK` of the memory, but at least `LEAST_BLOCK` bytes. All blocks that
/// are read at one time have one part in `READ`.
const BLOCK: usize = 1 << 10;
const LEAST_BLOCK: usize = 1 << 8;
const READ: usize = 4;

/// The most runs that are merged at once: some systems let a process open only 256 files.
const MOST_RUNS: usize = 200;

/// The runs of a count.
pub struct Shelf {
    cabinet: Arc<Cabinet>,
    name: String,
    runs: BTreeMap<usize, Vec<Run>>,
    /// The runs in the last note. They stay until the next note, even if they are no longer needed.
    noted: BTreeSet<u64>,
    gone: Vec<Run>,
    /// Runs of the last note that are copies of what was in memory.
    copies: Vec<Run>,
    /// All bytes written so far.
    written: u64,
    /// The other jobs, if there are any.
    team: Option<Team>,
    /// Runs of steps that are done here, which other jobs may still read.
    passed: Vec<Run>,
    /// Runs that were merged from those of all jobs, for this job alone.
    local: Vec<Run>,
    has_note: bool,
}

/// The content of a note beside the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// The next step.
    pub step: usize,
    /// The number of words of a count.
    pub limbs: usize,
    /// The effort so far.
    pub effort: Effort,
    /// Bounds for the sums of the counts of each step, as in tables.
    pub sums: Vec<(usize, u128)>,
    /// Whether all states fitted into memory.
    pub are_copies: bool,
}

/// A note that has been read.
pub struct Note {
    /// The content beside the runs.
    pub noted: Noted,
    /// The runs.
    pub runs: Vec<Run>,
    /// All bytes written by then.
    written: u64,
}

impl Shelf {
    /// An empty shelf in a store. `name` is that of the part and the order. `team` has the other
    /// jobs, if the states are shared.
    pub fn new(cabinet: &Arc<Cabinet>, name: &str, team: Option<Team>) -> Self {
        Shelf {
            cabinet: cabinet.clone(),
            name: name.to_owned(),
            runs: BTreeMap::new(),
            noted: BTreeSet::new(),
            gone: Vec::new(),
            copies: Vec::new(),
            written: 0,
            team,
            passed: Vec::new(),
            local: Vec::new(),
            has_note: false,
        }
    }

    /// The other jobs, if there are any.
    pub fn team(&self) -> Option<&Team> {
        self.team.as_ref()
    }

    /// Whether a note exists, so that the count could end now and continue later.
    pub fn has_note(&self) -> bool {
        self.has_note
    }

    /// The number of this job, and the number of jobs.
    fn place(&self) -> (usize, usize) {
        let team = self.team.as_ref();
        team.map_or((0, 1), |team| (team.job, team.jobs))
    }

    /// Waits until all jobs have reached a step. Runs of earlier steps are then removed.
    pub fn meet(&mut self, step: usize, layers: usize) -> Result<(), Fault> {
        match &mut self.team {
            Some(team) if !team.has_met(step) => team.meet(step, layers, &self.name)?,
            _ => return Ok(()),
        }
        for run in std::mem::take(&mut self.passed) {
            self.remove(&run)?;
        }
        Ok(())
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        self.cabinet.store()
    }

    /// The runs of a step.
    pub fn at(&self, step: usize) -> &[Run] {
        self.runs.get(&step).map_or(&[], |runs| runs)
    }

    /// The number of states in all runs.
    pub fn states(&self) -> u64 {
        self.runs.values().flatten().map(Run::states).sum()
    }

    /// The number of this job's states at a step.
    pub fn states_at(&self, step: usize) -> u64 {
        let (job, jobs) = self.place();
        let inputs = self.inputs(step);
        inputs.map(|input| input.run.states_of(job, jobs)).sum()
    }

    /// Whether this job has sent states to a step.
    pub fn has_sent(&self, step: usize) -> bool {
        let at = self.at(step).iter();
        let mut runs = at.chain(self.passed.iter().filter(|run| run.step == step));
        runs.any(|run| run.states() > 0)
    }

    /// The runs of a step, including those of other jobs.
    fn inputs(&self, step: usize) -> impl Iterator<Item = Input> {
        let own = self.at(step).iter().cloned().map(Input::own);
        let team = self.team.iter();
        own.chain(team.flat_map(move |team| team.inputs(step)))
    }

    /// The bytes of all runs, including those kept only for the last note or for other jobs.
    pub fn bytes(&self) -> u64 {
        let kept = self.gone.iter().chain(&self.passed).chain(&self.local);
        let all = self.runs.values().flatten().chain(kept);
        all.map(Run::bytes).sum()
    }

    /// The bytes and the states of the copies of what was in memory.
    pub fn copied(&self) -> (u64, u64) {
        let (bytes, states) = (Run::bytes, Run::states);
        let copies = || self.copies.iter();
        (copies().map(bytes).sum(), copies().map(states).sum())
    }

    /// All bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Begins a run of a step.
    pub fn begin<const K: usize>(&self, step: usize, memory: usize) -> Result<Writing<K>, Fault> {
        let number = self.cabinet.next_number();
        let (_, jobs) = self.place();
        let sections = SHARES * jobs;
        Writing::new(self.store(), (step, number), sections, block_of(memory))
    }

    /// Adds the states of a share to a run, in the sections of their jobs. Equal states are added
    /// up.
    pub fn put<const K: usize, const V: usize>(
        &self,
        writing: &mut Writing<K>,
        share: usize,
        mut states: Vec<RunEntry<K, V>>,
    ) -> Result<(), Fault> {
        let (_, jobs) = self.place();
        let job_of = |key: &Key<K>| match jobs {
            1 => 0,
            _ => job_of(hash(key), jobs),
        };
        combine(&mut states, job_of)?;
        for states in states.chunk_by(|one, other| job_of(&one.0) == job_of(&other.0)) {
            writing.turn_to(share * jobs + job_of(&states[0].0))?;
            states.iter().try_for_each(|entry| writing.put(entry))?;
        }
        Ok(())
    }

    /// Adds a finished run.
    pub fn add(&mut self, run: Run) {
        self.written += run.bytes();
        self.runs.entry(run.step).or_default().push(run);
    }

    /// Drops the runs of a finished step. Other jobs may still read them.
    pub fn drop_step(&mut self, step: usize) -> Result<(), Fault> {
        for run in std::mem::take(&mut self.local) {
            self.remove(&run)?;
        }
        let runs = self.runs.remove(&step).unwrap_or_default();
        match self.team {
            Some(_) => self.passed.extend(runs),
            None => runs.into_iter().try_for_each(|run| self.drop_run(run))?,
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
        let removed = self.store().remove(&run.name());
        removed.map_err(|error| Fault::Store(run.name(), error))
    }

    /// Opens the runs of a step, to read the states of this job. If there are too many to read at
    /// once, some are first merged, on several threads.
    pub fn open<const K: usize, const V: usize>(
        &mut self,
        step: usize,
        memory: usize,
        threads: usize,
    ) -> Result<Open, Fault> {
        let room = memory / READ / threads / MOST_BLOCK.min(block_of(memory));
        let most = room.clamp(2, MOST_RUNS);
        let mut inputs: Vec<Input> = self.inputs(step).collect();
        while inputs.len() > most {
            let groups: Vec<&[Input]> = inputs.chunks(most).collect();
            let merged = on_threads(threads, groups.len(), &|number| {
                self.merge::<K, V>(groups[number], memory)
            })?;
            let mut fewer = Vec::with_capacity(groups.len());
            for (group, run) in groups.into_iter().zip(merged) {
                // A single run needs no merging.
                let Some(run) = run else {
                    fewer.extend_from_slice(group);
                    continue;
                };
                self.replace(group, &run)?;
                fewer.push(Input::own(run));
            }
            inputs = fewer;
        }
        let (job, _) = self.place();
        self.open_all(inputs, job)
    }

    /// Opens this way's own runs of a step unchanged.
    pub fn open_own(&self, step: usize) -> Result<Open, Fault> {
        let own = self.at(step).iter().cloned().map(Input::own);
        self.open_all(own, 0)
    }

    /// Opens the runs of all jobs at the end, to read the states of the job to which this hash
    /// belongs.
    pub fn open_end(&self, step: usize, hash: u64) -> Result<Open, Fault> {
        let (_, jobs) = self.place();
        self.open_all(self.inputs(step), job_of(hash, jobs))
    }

    fn open_all(&self, inputs: impl IntoIterator<Item = Input>, job: usize) -> Result<Open, Fault> {
        let (_, jobs) = self.place();
        let open = inputs.into_iter().map(|input| {
            let name = input.name();
            let source = match (input.job, &self.team) {
                (Some(job), Some(team)) => team.open(job, &input.run),
                _ => self.store().open(&input.run.name()).map(Arc::from),
            };
            match source {
                Ok(source) => Ok((name, input.run, source)),
                Err(error) => Err(Fault::Store(name, error)),
            }
        });
        Ok(Open {
            runs: open.collect::<Result<_, _>>()?,
            job,
            jobs,
        })
    }

    /// Merges this job's states in several runs into one run. None for a single run.
    fn merge<const K: usize, const V: usize>(
        &self,
        inputs: &[Input],
        memory: usize,
    ) -> Result<Option<Run>, Fault> {
        if inputs.len() < 2 {
            return Ok(None);
        }
        let (job, jobs) = self.place();
        let open = self.open_all(inputs.iter().cloned(), job)?;
        let mut writing = self.begin::<K>(inputs[0].run.step, memory)?;
        for share in 0..SHARES {
            writing.turn_to(share * jobs + job)?;
            let mut merging = Merging::<K, V>::new(open.share(share), Vec::new())?;
            while let Some(entry) = merging.next()? {
                writing.put(&entry)?;
            }
        }
        writing.end().map(Some)
    }

    /// Replaces runs by the one merged from them. If other jobs read them, they stay.
    fn replace(&mut self, merged: &[Input], run: &Run) -> Result<(), Fault> {
        let own = merged.iter().filter(|input| input.job.is_none());
        let numbers: BTreeSet<u64> = own.map(|input| input.run.number).collect();
        if self.team.is_some() {
            self.written += run.bytes();
            let is_merged = |run: &mut Run| numbers.contains(&run.number);
            let merged: Vec<Run> = self.local.extract_if(.., is_merged).collect();
            self.local.push(run.clone());
            return merged.iter().try_for_each(|run| self.remove(run));
        }
        if let Some(runs) = self.runs.get_mut(&run.step) {
            runs.retain(|run| !numbers.contains(&run.number));
        }
        self.add(run.clone());
        let mut merged = merged.iter();
        merged.try_for_each(|input| self.drop_run(input.run.clone()))
    }

    /// Writes a note that lists the runs, including copies of what is in memory, and drops runs
    /// that are no longer needed.
    pub fn note(&mut self, noted: &Noted, copies: Vec<Run>) -> Result<(), Fault> {
        let Noted {
            step,
            limbs,
            effort,
            sums,
            are_copies,
        } = noted;
        let Effort {
            states,
            trials,
            moves,
            hits,
            dead,
            ..
        } = effort;
        let copied: u64 = copies.iter().map(Run::bytes).sum();
        let (number, written) = (self.cabinet.number(), self.written + copied);
        let name = self.full_name();
        let mut text = format!(
            "{HEAD}\n{name}\nat {step} {limbs} {number} {written}\n\
             effort {states} {trials} {moves} {hits} {dead}\n",
        );
        if *are_copies {
            text += &format!("{COPIES}\n");
        }
        for (step, sum) in sums {
            text += &format!("bound {step} {} {}\n", (sum >> 64) as u64, *sum as u64);
        }
        let runs = self.runs.values().flatten().chain(&self.passed);
        for run in runs.chain(&copies) {
            text += &format!("run {} {}", run.step, run.number);
            for Section { states, bytes, sum } in &run.sections {
                text += &format!(" {states} {bytes} {sum}");
            }
            text.push('\n');
        }
        if let Err(fault) = self.cabinet.note(&name, sealed(text)) {
            // It is not known which of the two notes was kept.
            self.gone.extend(copies);
            return Err(fault);
        }
        self.has_note = true;
        self.written = written;
        self.noted = self.runs.values().flatten().map(|run| run.number).collect();
        let gone = std::mem::take(&mut self.gone);
        let copies = std::mem::replace(&mut self.copies, copies);
        let mut gone = gone.iter().chain(&copies);
        gone.try_for_each(|run| self.remove(run))
    }

    /// Drops all runs and the note, if other ways have notes: this way ends.
    pub fn leave(&mut self) -> Result<(), Fault> {
        if !self.cabinet.forget(&self.full_name())? {
            return Ok(());
        }
        let runs = std::mem::take(&mut self.runs).into_values().flatten();
        let gone = std::mem::take(&mut self.gone).into_iter();
        let copies = std::mem::take(&mut self.copies).into_iter();
        let mut all = runs.chain(gone).chain(copies);
        all.try_for_each(|run| self.remove(&run))
    }

    /// All runs have been read into memory, so they are copies from now on.
    pub fn returned(&mut self) {
        let runs = std::mem::take(&mut self.runs);
        self.copies.extend(runs.into_values().flatten());
        self.noted.clear();
    }

    /// The steps with runs.
    pub fn steps(&self) -> Vec<usize> {
        self.runs.keys().copied().collect()
    }

    /// The name of this count in its notes.
    fn full_name(&self) -> String {
        match &self.team {
            Some(team) => name_of(&self.name, team.job, team.jobs),
            None => self.name.clone(),
        }
    }

    /// Continues from a note.
    pub fn continue_from(&mut self, text: &str) -> Result<Noted, Fault> {
        let (_, jobs) = self.place();
        let note = Note::read(text, &self.full_name(), jobs)?;
        self.written = note.written;
        self.has_note = true;
        for run in note.runs {
            self.noted.insert(run.number);
            match run.step < note.noted.step {
                true => self.passed.push(run),
                false => self.runs.entry(run.step).or_default().push(run),
            }
        }
        Ok(note.noted)
    }
}

impl Note {
    /// Reads a note, which must have this name and be for this number of jobs.
    pub fn read(text: &str, name: &str, jobs: usize) -> Result<Self, Fault> {
        let mut lines = unsealed(text)?.lines();
        if lines.next() != Some(HEAD) || lines.next() != Some(name) {
            return Err(Fault::Foreign);
        }
        let mut note = Note {
            noted: Noted::default(),
            runs: Vec::new(),
            written: 0,
        };
        for line in lines {
            let mut words = line.split(' ');
            let kind = words.next();
            let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
            match (kind, numbers.as_deref()) {
                (Some("effort"), Some(&[states, trials, moves, hits, dead])) => {
                    note.noted.effort = Effort {
                        states,
                        trials,
                        moves,
                        hits,
                        dead,
                        bytes: 0,
                    };
                }
                (Some("at"), Some(&[step, limbs, _, written])) => {
                    (note.noted.step, note.noted.limbs) = (step as usize, limbs as usize);
                    note.written = written;
                }
                (Some(COPIES), Some([])) => note.noted.are_copies = true,
                (Some("bound"), Some(&[step, high, low])) => {
                    let sum = u128::from(high) << 64 | u128::from(low);
                    note.noted.sums.push((step as usize, sum));
                }
                (Some("run"), Some(&[step, number, ref sections @ ..]))
                    if sections.len() == 3 * SHARES * jobs =>
                {
                    let sections = sections.chunks(3).map(|told| Section {
                        states: told[0],
                        bytes: told[1],
                        sum: told[2],
                    });
                    note.runs.push(Run {
                        step: step as usize,
                        number,
                        sections: sections.collect(),
                    });
                }
                _ => return Err(damaged()),
            }
        }
        Ok(note)
    }
}

fn block_of(memory: usize) -> usize {
    (memory / BLOCK).clamp(LEAST_BLOCK, MOST_BLOCK)
}

/// The open runs of a step, for several threads.
pub struct Open {
    /// The runs, with their names for faults.
    runs: Vec<(String, Run, Arc<dyn Source>)>,
    /// The job whose states are read, and the number of jobs.
    job: usize,
    jobs: usize,
}

impl Open {
    /// The readers of a share, one for each run.
    pub fn share<const K: usize>(&self, share: usize) -> Vec<Reading<K>> {
        let section = share * self.jobs + self.job;
        let has_states = |(_, run, _): &&(_, Run, _)| run.sections[section].states > 0;
        let runs = self.runs.iter().filter(has_states);
        runs.map(|(name, run, source)| Reading::new(source, name, run, section))
            .collect()
    }

    /// The number of states in all runs.
    pub fn states(&self) -> u64 {
        let runs = self.runs.iter();
        runs.map(|(_, run, _)| run.states_of(self.job, self.jobs))
            .sum()
    }
}

/// Runs jobs on threads, each when its turn comes. Returns the results in the order of the jobs.
pub fn on_threads<T: Send>(
    threads: usize,
    jobs: usize,
    work: &(dyn Fn(usize) -> Result<T, Fault> + Sync),
) -> Result<Vec<T>, Fault> {
    let next = AtomicUsize::new(0);
    let mut results = Vec::new();
    results.resize_with(jobs, || None);
    let results = Mutex::new(results);
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = |_| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                break;
            }
            let result = work(job);
            // After a fault, no further job begins.
            if result.is_err() {
                next.store(jobs, Ordering::Relaxed);
            }
            lock()[job] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        let helpers = threads.min(jobs).saturating_sub(1);
        start(scope, helpers, SMALL_STACK, LEAST_MEMORY, worker);
        worker(0);
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}
