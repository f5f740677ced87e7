//! Layer by layer: all states of a step at once, each with the sum over all ways to it.
//!
//! A step costs a test of two masks and a look-up. States wait in the table of the step
//! that they stand at; when a step has been expanded, its table goes.

use super::model::Part;
use super::schedule::{Key, Layout, Schedule};
use super::table::{Table, Value};
use super::{Effort, Status};
use num_bigint::BigUint;

/// A count of a part's solutions that can be paused.
pub struct Layers {
    pass: Box<dyn Pass>,
    /// Each step's front: bits of a state in use.
    widths: Vec<u32>,
    effort: Effort,
    /// The states of each step that has been expanded.
    profile: Vec<u64>,
}

/// The limbs that values may have. What is larger is counted on a diagram.
const LIMBS: [usize; 4] = [1, 2, 4, 16];

/// The most words of a state.
pub const MOST_WORDS: usize = 16;

/// So many moves are made before their counts are added.
const TOGETHER: usize = 32;

/// Counts in tables of states of some size.
trait Pass: Send {
    fn run(&mut self, moves: u64, memory: usize, effort: &mut Effort) -> Status<BigUint>;
    /// The step that is being expanded, and the states that wait there.
    fn at(&self) -> (usize, u64);
    /// The states that have been expanded, by steps.
    fn profile(&self) -> &[u64];
    /// Goes on with longer values.
    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>>;
}

impl Layers {
    /// None if states would be too long.
    pub fn new(part: &Part, layout: &Layout) -> Option<Self> {
        fn pass<const K: usize>(part: &Part, layout: &Layout) -> Box<dyn Pass> {
            Box::new(Forward::<K, 1>::new(Schedule::new(part, layout)))
        }
        let pass = match layout.words {
            0..=1 => pass::<1>(part, layout),
            2 => pass::<2>(part, layout),
            3..=4 => pass::<4>(part, layout),
            5..=MOST_WORDS => pass::<MOST_WORDS>(part, layout),
            _ => return None,
        };
        Some(Layers {
            pass,
            widths: layout.widths().to_vec(),
            effort: Effort::default(),
            profile: Vec::new(),
        })
    }

    /// Goes on for so many moves, within so many bytes.
    pub fn run(&mut self, moves: u64, memory: usize) -> Status<BigUint> {
        let end = self.effort.moves.saturating_add(moves);
        loop {
            match self.pass.run(end, memory, &mut self.effort) {
                Status::TooLarge => {}
                status => {
                    self.profile = self.pass.profile().to_vec();
                    return status;
                }
            }
            // A pass of another type takes its place.
            let idle: Box<dyn Pass> = Box::new(Idle);
            match std::mem::replace(&mut self.pass, idle).widen() {
                Some(pass) => self.pass = pass,
                None => return Status::TooLarge,
            }
        }
    }

    /// What it has cost so far.
    pub fn effort(&self) -> &Effort {
        &self.effort
    }

    /// The states of each step that has been expanded.
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// How many moves there will be in all, as far as can be told: the number of states
    /// is taken to follow the width of the front.
    pub fn estimate(&self) -> f64 {
        let (at, waiting) = self.pass.at();
        let done = self.effort.moves as f64;
        let Some(&width) = self.widths.get(at) else {
            return done;
        };
        if width == 0 || waiting == 0 {
            return done.max(1.0) * 2.0;
        }
        let growth = ((waiting as f64).ln() / f64::from(width)).clamp(0.0, std::f64::consts::LN_2);
        let moves_each = (done / self.effort.states.max(1) as f64).max(1.0);
        let ahead = self.widths[at..].iter().map(|&other| {
            let more = f64::from(other) - f64::from(width);
            waiting as f64 * (growth * more).exp()
        });
        done + moves_each * ahead.sum::<f64>()
    }
}

/// Stands where a pass is about to be.
struct Idle;

impl Pass for Idle {
    fn run(&mut self, _: u64, _: usize, _: &mut Effort) -> Status<BigUint> {
        Status::TooLarge
    }

    fn at(&self) -> (usize, u64) {
        (0, 0)
    }

    fn profile(&self) -> &[u64] {
        &[]
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        None
    }
}

/// States of `K` words with counts of `V` words.
struct Forward<const K: usize, const V: usize> {
    schedule: Schedule<K>,
    /// The states that stand at each step; the last table has the one state of the end.
    tables: Vec<Table<K, V>>,
    /// About the sum of each table's counts, and never much less.
    sums: Vec<f64>,
    /// The step that is being expanded, and how far it is.
    step: usize,
    place: usize,
    /// The last step that any state has been seen at.
    furthest: usize,
    bytes: usize,
    /// Counts on the way to their states, with the steps of these.
    waiting: Vec<(usize, Key<K>, Value<V>)>,
    /// No count is larger once this step is expanded.
    bound: f64,
    profile: Vec<u64>,
}

impl<const K: usize, const V: usize> Forward<K, V> {
    fn new(schedule: Schedule<K>) -> Self {
        let steps = schedule.len();
        let mut forward = Forward {
            tables: vec![Table::default(); steps + 1],
            sums: vec![0.0; steps + 1],
            step: 0,
            place: 0,
            furthest: 0,
            bytes: 0,
            waiting: Vec::new(),
            bound: 1.0,
            profile: Vec::with_capacity(steps),
            schedule,
        };
        if let Some((step, key)) = forward.schedule.start() {
            let mut one = [0; V];
            one[0] = 1;
            *forward.tables[step].entry(&key).0 = one;
            forward.sums[step] = 1.0;
            forward.furthest = step;
            forward.bytes = forward.tables[step].bytes();
        }
        forward
    }

    /// Whether the counts to come in this step fit in `V` words.
    fn fits(&mut self) -> bool {
        let most = 2f64.powi(64 * V as i32 - 2);
        let moves = self.schedule.most_moves() as f64;
        let more = self.sums[self.step] * moves;
        if self.bound + more > most {
            let open = &self.sums[self.step..=self.furthest];
            self.bound = open.iter().copied().fold(0.0, f64::max);
        }
        self.bound += more;
        self.bound <= most
    }

    /// Expands the states of this step until `end` moves have been made. Whether it is
    /// done.
    fn expand(&mut self, end: u64, effort: &mut Effort) -> bool {
        while self.place < self.tables[self.step].places() && effort.moves < end {
            let table = &self.tables[self.step];
            if let Some((key, value)) = table.at(self.place) {
                let waiting = &mut self.waiting;
                effort.moves += 1 + self.schedule.expand(self.step, key, |to, next, _| {
                    waiting.push((to, next, *value));
                }) as u64;
                effort.states += 1;
                if self.waiting.len() >= TOGETHER {
                    effort.hits += self.deliver();
                }
            }
            self.place += 1;
        }
        effort.hits += self.deliver();
        self.place == self.tables[self.step].places()
    }

    /// Adds the counts that wait to their states' counts. Returns how many of the states
    /// were known.
    fn deliver(&mut self) -> u64 {
        // All states are looked at first, so that what is far away comes at the same time.
        let near = self
            .waiting
            .iter()
            .map(|(to, key, _)| self.tables[*to].touch(key));
        std::hint::black_box(near.fold(0, |all, one| all ^ one));
        let mut hits = 0;
        for (to, key, value) in self.waiting.drain(..) {
            let table = &mut self.tables[to];
            let before = table.places();
            let (sum, is_known) = table.entry(&key);
            add(sum, &value);
            hits += u64::from(is_known);
            if table.places() != before {
                self.bytes += table.bytes() - table.bytes() / table.places() * before;
            }
            self.sums[to] += approximate(&value);
            self.furthest = to.max(self.furthest);
        }
        hits
    }
}

#[inline]
fn approximate<const V: usize>(value: &Value<V>) -> f64 {
    let mut sum = 0.0;
    for word in (0..V).rev() {
        // The factor keeps roundings on the safe side.
        sum = sum * 18_446_744_073_709_551_616.0 + value[word] as f64 * (1.0 + 1e-9);
    }
    sum
}

/// Adds a count to another. That the sum fits has been seen to.
#[inline(always)]
fn add<const V: usize>(sum: &mut Value<V>, more: &Value<V>) {
    let mut carry = false;
    for word in 0..V {
        let (partial, over) = sum[word].overflowing_add(more[word]);
        let (total, again) = partial.overflowing_add(u64::from(carry));
        sum[word] = total;
        carry = over | again;
    }
    debug_assert!(!carry, "counts have room to grow");
}

impl<const K: usize, const V: usize> Pass for Forward<K, V> {
    fn run(&mut self, end: u64, memory: usize, effort: &mut Effort) -> Status<BigUint> {
        while self.step < self.schedule.len() {
            if self.place == 0 && !self.fits() {
                return Status::TooLarge;
            }
            effort.bytes = effort.bytes.max(self.bytes);
            if self.bytes > memory {
                return Status::Full;
            }
            if !self.expand(end, effort) {
                return Status::Paused;
            }
            self.profile.push(self.tables[self.step].len() as u64);
            self.bytes -= self.tables[self.step].bytes();
            self.tables[self.step] = Table::default();
            self.place = 0;
            self.step += 1;
        }
        let end = &self.tables[self.step];
        let mut found = (0..end.places()).filter_map(|place| end.at(place));
        Status::Done(match found.next() {
            None => BigUint::ZERO,
            Some((_, value)) => {
                let halves = value
                    .iter()
                    .flat_map(|&word| [word as u32, (word >> 32) as u32]);
                BigUint::new(halves.collect())
            }
        })
    }

    fn at(&self) -> (usize, u64) {
        let waiting = self.tables[self.step..=self.furthest.max(self.step)]
            .iter()
            .map(|table| table.len() as u64);
        (self.step, waiting.sum())
    }

    fn profile(&self) -> &[u64] {
        &self.profile
    }

    fn widen(self: Box<Self>) -> Option<Box<dyn Pass>> {
        fn wider<const K: usize, const V: usize, const W: usize>(
            old: Forward<K, V>,
        ) -> Box<dyn Pass> {
            let tables: Vec<Table<K, W>> = old.tables.into_iter().map(Table::widen).collect();
            Box::new(Forward {
                bytes: tables.iter().map(Table::bytes).sum(),
                tables,
                schedule: old.schedule,
                sums: old.sums,
                step: old.step,
                place: old.place,
                furthest: old.furthest,
                waiting: Vec::new(),
                bound: old.bound,
                profile: old.profile,
            })
        }
        let next = LIMBS.iter().find(|&&limbs| limbs > V)?;
        Some(match next {
            2 => wider::<K, V, 2>(*self),
            4 => wider::<K, V, 4>(*self),
            _ => wider::<K, V, 16>(*self),
        })
    }
}
