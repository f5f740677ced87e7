//! Doubles texts, and measures the cost of reading them.

use super::meter::{Taken, taken};
use super::readers::Reader;
use super::recipe::Recipe;
use std::fmt;
use std::time::Duration;

/// The size of the first text.
const FIRST: usize = 1 << 10;
/// The cost of a text may grow by this factor when its length grows by 8. Linear cost grows by 8, a
/// little more if tables no longer fit into a cache; quadratic cost grows by 64.
const RATIO: u32 = 24;
/// Shorter times say little: caches and pages of memory cost more than the work.
const LEAST_TIME: Duration = Duration::from_millis(80);
/// A text that takes longer is not doubled.
const LONG: Duration = Duration::from_millis(500);
/// The bytes that a reader may take for any text: tables, buffers, a small problem.
const LEAST_BYTES: usize = 1 << 22;
/// Further bytes for each byte of the text. A text that announces its number of things may take
/// them at once.
const BYTES_PER_BYTE: usize = 256;

/// The cost that grows faster than a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Time,
    Memory,
    /// All memory that was allocated, freed or not.
    Work,
}

/// A cost that grows faster than a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub what: What,
    /// The sizes of two texts, and their costs.
    pub sizes: [usize; 2],
    pub taken: [Taken; 2],
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([small, large], [before, after]) = (self.sizes, self.taken);
        let what = match self.what {
            What::Time => "time",
            What::Memory => "memory",
            What::Work => "allocated bytes",
        };
        write!(f, "{what}: {small} bytes take {}", self.amount(before))?;
        write!(f, ", {large} bytes {}", self.amount(after))
    }
}

impl Fault {
    fn amount(&self, taken: Taken) -> String {
        match self.what {
            What::Time => format!("{:.4} s", taken.time.as_secs_f64()),
            What::Memory => format!("{} bytes", taken.most),
            What::Work => format!("{} bytes", taken.all),
        }
    }
}

/// The cost of reading the texts of a recipe.
pub struct Grown {
    /// The size of the largest text that was measured, its cost, and whether it was right.
    pub size: usize,
    pub taken: Taken,
    pub is_right: bool,
    pub fault: Option<Fault>,
}

/// Reads a text of about this size; returns its length, its cost, and whether it is right.
pub fn measure(reader: &Reader, recipe: &Recipe, size: usize) -> (usize, Taken, bool) {
    let text = recipe.text(size);
    let mut is_right = false;
    let taken = taken(|| is_right = (reader.read)(&text));
    (text.len(), taken, is_right)
}

/// The least of a few times: other programs disturb it least.
pub fn measure_well(reader: &Reader, recipe: &Recipe, size: usize) -> (usize, Taken) {
    let (length, first, _) = measure(reader, recipe, size);
    let mut best = first;
    for _ in 0..2 {
        if best.time < LONG {
            best.time = best.time.min(measure(reader, recipe, size).1.time);
        }
    }
    (length, best)
}

/// The bytes that a text of this size may always take.
pub fn least_bytes(size: usize) -> usize {
    LEAST_BYTES + BYTES_PER_BYTE * size
}

/// Whether the cost grows much faster than the text.
fn is_steep(sizes: [usize; 2], least: u128, taken: [u128; 2]) -> bool {
    let ([small, large], [before, after]) = (sizes, taken);
    // The ratio of two sizes is 8, but for a round more or less.
    after > least && after * 8 * small as u128 > before * u128::from(RATIO) * large as u128
}

fn steep(sizes: [usize; 2], taken: [Taken; 2]) -> Option<What> {
    let [before, after] = taken;
    let least = least_bytes(sizes[1]) as u128;
    let memory = [before.most as u128, after.most as u128];
    let work = [before.all as u128, after.all as u128];
    let times = [before.time.as_nanos(), after.time.as_nanos()];
    if is_steep(sizes, least, memory) {
        return Some(What::Memory);
    }
    if is_steep(sizes, least, work) {
        return Some(What::Work);
    }
    is_steep(sizes, LEAST_TIME.as_nanos(), times).then_some(What::Time)
}

/// The fault in bytes alone, which are the same in every run.
#[cfg(test)]
pub fn steep_in_bytes(sizes: [usize; 2], taken: [Taken; 2]) -> Option<Fault> {
    let timeless = taken.map(|taken| Taken {
        time: Duration::ZERO,
        ..taken
    });
    let what = steep(sizes, timeless)?;
    Some(Fault { what, sizes, taken })
}

/// Doubles the text up to a size, or until it takes long.
pub fn grow(reader: &Reader, recipe: &Recipe, most: usize) -> Grown {
    let mut all: Vec<(usize, Taken)> = Vec::new();
    let mut size = FIRST;
    loop {
        let (length, taken, is_right) = measure(reader, recipe, size);
        all.push((length, taken));
        let before = all.len().checked_sub(4).map(|place| all[place]);
        let is_last = size >= most || taken.time > LONG || length < size / 2;
        let fault = before.and_then(|(small, before)| {
            let what = steep([small, length], [before, taken])?;
            match what {
                // Another program may have taken the time.
                What::Time => confirmed(reader, recipe, size),
                _ => {
                    let (sizes, taken) = ([small, length], [before, taken]);
                    Some(Fault { what, sizes, taken })
                }
            }
        });
        if is_last || fault.is_some() {
            return Grown {
                size: length,
                taken,
                is_right,
                fault,
            };
        }
        size *= 2;
    }
}

/// Measures this size and the next one again, each beside an eighth of it.
fn confirmed(reader: &Reader, recipe: &Recipe, size: usize) -> Option<Fault> {
    let mut last = None;
    for size in [size, 2 * size] {
        let (small, before) = measure_well(reader, recipe, size / 8);
        let (large, after) = measure_well(reader, recipe, size);
        let (sizes, taken) = ([small, large], [before, after]);
        let what = What::Time;
        last = (steep(sizes, taken) == Some(what)).then_some(Fault { what, sizes, taken });
        last?;
    }
    last
}
