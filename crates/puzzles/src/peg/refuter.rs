//! Pagoda functions that refute many positions, all evaluated at once by table look-ups.
//!
//! For each position of a sample, PAG-P tests whether the finish can be reached. A function that
//! refutes one position refutes many others, and its images under the symmetries refute more: on
//! the central game, about ten functions refute half of all positions after 15 jumps, nearly all of
//! those that lie on no solution.
//!
//! Invariant: a refuted position lies on no solution, as every function was checked in integers.
//! Positions that are not refuted may also lie on no solution.

use super::classes::Way;
use super::pagoda;
use super::{PegProblem, Position, Symmetries};
use std::collections::BTreeSet;

/// The number of functions with their images, one byte of a row for each.
const LANES: usize = 32;
/// The bytes of a row, in four words that are added at once.
type Row = [u64; LANES / 8];
/// The bits that index a table: few enough that all tables stay in the cache.
const CHUNK: usize = 6;
const ROWS: usize = 1 << CHUNK;
/// The highest bit of each byte.
const SIGNS: u64 = 0x8080_8080_8080_8080;
/// A function is not worth its lanes if it refutes less than one position in this many.
const LEAST_SHARE: usize = 100;

/// Refutes positions: proves that they lie on no solution.
pub struct Refuter {
    /// `rows[chunk * ROWS + bits]`: what these bits of a position add.
    rows: Vec<Row>,
    /// A function refutes a position if its byte stays below 128.
    base: Row,
}

/// A function that proves that no solution passes through this position, if there is one: a proof
/// for the jumps after it (forward) or before it (backward).
pub fn proof(problem: &PegProblem, position: Position, way: Way) -> Option<Vec<i64>> {
    let mut part = problem.clone();
    match way {
        Way::Forward => part.start = position,
        Way::Backward => part.finish = position,
    }
    // A failure of the solver proves nothing.
    let (function, _) = pagoda::find(&part).ok()??;
    Some(function.values)
}

impl Refuter {
    /// Selects those of the functions that together refute most of `judges`; `None` if none refutes
    /// any. They are for positions forward from the start, or backward from the finish.
    pub fn new(
        problem: &PegProblem,
        symmetries: &Symmetries,
        functions: &BTreeSet<Vec<i64>>,
        judges: &[Position],
        way: Way,
    ) -> Option<Self> {
        let mut groups: Vec<Vec<Lane>> = functions
            .iter()
            .filter_map(|function| images(problem, symmetries, function, way))
            .collect();
        let mut judges = judges.to_vec();
        let least = judges.len().div_ceil(LEAST_SHARE);
        let mut chosen: Vec<Lane> = Vec::new();
        loop {
            groups.retain(|group| chosen.len() + group.len() <= LANES);
            let refuted = |group: &Vec<Lane>| {
                let hopeless = |&&position: &&Position| refutes(group, position);
                judges.iter().filter(hopeless).count()
            };
            let best = (0..groups.len()).max_by_key(|&index| refuted(&groups[index]));
            let Some(best) = best.filter(|&best| refuted(&groups[best]) >= least.max(1)) else {
                break;
            };
            let group = groups.swap_remove(best);
            judges.retain(|&position| !refutes(&group, position));
            chosen.extend(group);
        }
        (!chosen.is_empty()).then(|| Refuter::of(&chosen, problem.board.len()))
    }

    /// The tables of the functions in these lanes.
    fn of(lanes: &[Lane], holes: usize) -> Self {
        let chunks = holes.div_ceil(CHUNK);
        let mut rows = vec![[0; LANES / 8]; chunks * ROWS];
        let mut base = [SIGNS; LANES / 8];
        for (place, lane) in lanes.iter().enumerate() {
            let (word, shift) = (place / 8, place % 8 * 8);
            let mut first = 128 - lane.least;
            for (chunk, values) in lane.values.chunks(CHUNK).enumerate() {
                // Bytes only add nonnegative numbers, so none borrows from another.
                let lowest: i64 = values.iter().map(|&value| value.min(0)).sum();
                first += lowest;
                for bits in 0..ROWS {
                    let on = values.iter().enumerate();
                    let on = on.filter(|(index, _)| bits >> index & 1 == 1);
                    let sum: i64 = on.map(|(_, value)| value).sum();
                    rows[chunk * ROWS + bits][word] |= ((sum - lowest) as u64) << shift;
                }
            }
            base[word] = base[word] & !(0xff << shift) | (first as u64) << shift;
        }
        Refuter { rows, base }
    }

    /// Whether the position is known to lie on no solution.
    #[inline(always)]
    pub fn refutes(&self, position: Position) -> bool {
        let mut sums = self.base;
        let mut rest = position.0;
        for table in self.rows.chunks_exact(ROWS) {
            let row = &table[rest as usize % ROWS];
            for (sum, part) in sums.iter_mut().zip(row) {
                *sum += part;
            }
            rest >>= CHUNK;
        }
        sums.iter().fold(SIGNS, |all, sum| all & sum) != SIGNS
    }
}

/// A function, which refutes positions with a sum below `least`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Lane {
    values: Vec<i64>,
    least: i64,
}

fn refutes(group: &[Lane], position: Position) -> bool {
    let sum = |lane: &Lane| {
        let values = lane.values.iter().enumerate();
        let on = values.filter(|(hole, _)| position.0 >> hole & 1 == 1);
        on.map(|(_, value)| value).sum::<i64>()
    };
    group.iter().any(|lane| sum(lane) < lane.least)
}

/// The images of a function; `None` if a sum does not fit in a byte.
fn images(
    problem: &PegProblem,
    symmetries: &Symmetries,
    function: &[i64],
    way: Way,
) -> Option<Vec<Lane>> {
    // No jump raises a sum. So backward, no sum may exceed that of the start.
    let (sign, end) = match way {
        Way::Forward => (1, problem.finish),
        Way::Backward => (-1, problem.start),
    };
    let lane = |values: Vec<i64>| {
        let on = values.iter().enumerate();
        let on = on.filter(|(hole, _)| end.0 >> hole & 1 == 1);
        let least = on.map(|(_, value)| value).sum();
        Lane { values, least }
    };
    let images: BTreeSet<Lane> = symmetries
        .images()
        .map(|image| {
            let values = image.iter().map(|hole| sign * function[hole.index()]);
            lane(values.collect())
        })
        .collect();
    let fits = |lane: &Lane| {
        let sum = |pass: fn(i64) -> i64| lane.values.iter().map(|&value| pass(value)).sum::<i64>();
        let lowest = 128 - lane.least + sum(|value| value.min(0));
        let highest = 128 - lane.least + sum(|value| value.max(0));
        0 <= lowest && highest <= 255
    };
    let fitting = images.len() <= LANES && images.iter().all(fits);
    fitting.then(|| images.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::parse_spec;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    #[test]
    fn tables_refute_what_some_image_of_a_function_refutes() {
        let mut random = Pcg64Mcg::new(7);
        for (spec, way) in [
            ("central", Way::Forward),
            ("central", Way::Backward),
            ("up-arrow", Way::Forward),
        ] {
            let problem = parse_spec(spec).unwrap();
            let symmetries = problem.symmetries();
            let full = problem.board.full().0;
            let mut some = || {
                let (one, other) = (random.next_u64(), random.next_u64());
                let sparse = if way == Way::Forward {
                    one & other
                } else {
                    one | other
                };
                Position(sparse & full)
            };
            let sample: Vec<Position> = (0..300).map(|_| some()).collect();
            let proofs = sample[..30].iter();
            let functions: BTreeSet<Vec<i64>> = proofs
                .filter_map(|&position| proof(&problem, position, way))
                .collect();
            let refuter = Refuter::new(&problem, &symmetries, &functions, &sample, way).unwrap();
            // The tables agree with the selected functions, and refute no more than all functions
            // do.
            let groups: Vec<_> = functions
                .iter()
                .filter_map(|function| images(&problem, &symmetries, function, way))
                .collect();
            let mut refuted = 0;
            for &position in &sample {
                if refuter.refutes(position) {
                    refuted += 1;
                    assert!(groups.iter().any(|group| refutes(group, position)));
                    assert!(proof(&problem, position, way).is_some());
                }
            }
            assert!(refuted > 0, "{spec}");
            for group in groups {
                if group.len() <= LANES {
                    let refuter = Refuter::of(&group, problem.board.len());
                    for &position in &sample {
                        assert_eq!(refuter.refutes(position), refutes(&group, position));
                    }
                }
            }
        }
    }
}
