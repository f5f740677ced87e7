//! Repeats cubes, to check the claims of a journal.

use super::Kept;
use super::journal::Claim;
use super::record::{Hashed, RecordWatch};
use dlx3_base::text::output::Output;
use dlx3_base::text::plural::counted as told;
use dlx3_format::Problem;
use dlx3_search::{Count, Counters, Engine, Search};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng, SeedableRng};
use std::io;

/// Walks a cube by lists, without a memo, on one thread. Returns the differences from its claim,
/// one line each. Profiles are compared only if `with_profile`: then the claim has a whole one.
pub fn differences(
    problem: &Problem,
    kept: Kept,
    with_profile: bool,
    claim: &Claim,
) -> Vec<String> {
    let mut search = Search::new(problem, Engine::Links);
    let mut output = Output::new(Hashed::new(io::sink()));
    let mut recorder = RecordWatch::new(kept, &mut output);
    if !claim.cube.is_in_tree_of(&mut search) {
        return vec![NO_CUBE.to_owned()];
    }
    let walked = claim.cube.walk(&mut search, Count::ZERO, &mut recorder);
    drop(recorder);
    output.flush();
    if walked.is_none() {
        return vec![NO_CUBE.to_owned()];
    }
    let (counted, claimed) = (search.counters(), &claim.counted);
    let mut differences = Vec::new();
    for ((name, counted), (_, claimed)) in counts(counted).iter().zip(counts(claimed)) {
        if **counted != *claimed {
            differences.push(format!("{claimed} {name}, not {counted}"));
        }
    }
    let (levels, claimed_levels) = (counted.profile.len(), claim.levels);
    if levels != claimed_levels {
        differences.push(format!("{}, not {levels}", told(claimed_levels, "level")));
    } else if with_profile && counted.profile != claimed.profile {
        differences.push("another profile".to_owned());
    }
    let hashed = output.writer();
    let (length, hash) = (hashed.length, hashed.take_hash());
    if length != claim.place.length || length > 0 && hash != claim.place.hash {
        differences.push("other solutions or nodes".to_owned());
    }
    differences
}

const NO_CUBE: &str = "the problem has no such cube";

fn counts(counters: &Counters) -> [(&'static str, &Count); 6] {
    [
        ("solutions", &counters.solutions),
        ("mems", &counters.mems),
        ("mems of choices", &counters.choice_mems),
        ("updates", &counters.updates),
        ("cleansings", &counters.cleansings),
        ("nodes", &counters.nodes),
    ]
}

/// Draws `size` different random numbers below `most`, in increasing order.
pub fn draw(most: usize, size: usize, seed: u64) -> Vec<usize> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut numbers: Vec<usize> = (0..most).collect();
    let size = size.min(most);
    for place in 0..size {
        let left = (most - place) as u128;
        // From 64 random bits: probabilities differ by less than 2^-40.
        let step = (u128::from(random.next_u64()) * left) >> 64;
        numbers.swap(place, place + step as usize);
    }
    numbers.truncate(size);
    numbers.sort_unstable();
    numbers
}

/// The probability of drawing at least one wrong cube if one in `k` is wrong. It is a lower bound,
/// as no cube is drawn twice.
pub fn seen(k: f64, drawn: usize) -> f64 {
    1.0 - (1.0 - 1.0 / k).powi(drawn as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_different_and_each_comes_as_often() {
        let mut times = [0; 7];
        for seed in 0..7000 {
            let drawn = draw(7, 3, seed);
            assert!(drawn.is_sorted_by(|a, b| a < b), "{drawn:?}");
            drawn.iter().for_each(|&number| times[number] += 1);
        }
        assert!(
            times.iter().all(|time| (2800..3200).contains(time)),
            "{times:?}"
        );
        assert_eq!(draw(3, 10, 1), [0, 1, 2]);
        assert!(draw(0, 10, 1).is_empty());
    }

    #[test]
    fn more_draws_see_more() {
        assert!((seen(2.0, 1) - 0.5).abs() < 1e-12);
        assert!((seen(10.0, 20) - 0.878_423_345_409_4).abs() < 1e-9);
    }
}
