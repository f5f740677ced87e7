//! The numbers of peg solitaire: solutions in both forms, positions, sequences.

use dlx3::Solve;
use dlx3::peg::decode::decode_options;
use dlx3::peg::encode::{Encoding, encode};
use dlx3::peg::feasible::{Resources, feasible, reached};
use dlx3::peg::{PegProblem, parse_spec};
use std::collections::HashSet;

const EFFORT: Resources = Resources {
    threads: 1,
    most_keys: 50_000_000,
};

/// The number of solutions that the search finds, each one replayed, all
/// different.
fn solutions(spec: &str, form: impl Fn(&PegProblem) -> Encoding) -> usize {
    let problem = parse_spec(spec).unwrap();
    let encoded = encode(&problem, form(&problem), None).unwrap();
    let mut seen = HashSet::new();
    for solution in encoded.solutions() {
        let jumps = decode_options(&problem, &encoded, &solution.options).unwrap();
        assert_eq!(problem.replay(&jumps), Ok(problem.finish));
        assert!(seen.insert(jumps), "{spec}: a solution came twice");
    }
    seen.len()
}

fn in_layers(problem: &PegProblem) -> Encoding {
    Encoding::Layers(problem.length())
}

#[test]
fn in_layers_each_set_of_exchangeable_sequences_appears_once() {
    for (spec, count) in [("latin", 2), ("greek", 8), ("fireplace", 2), ("3x4", 16)] {
        assert_eq!(solutions(spec, in_layers), count, "{spec}");
    }
}

#[test]
fn the_triangle_has_36_solutions_in_layers() {
    assert_eq!(solutions("triangle", in_layers), 36);
}

#[test]
fn in_steps_every_sequence_is_a_solution() {
    for (spec, count) in [("latin", 2), ("greek", 16), ("fireplace", 4), ("3x4", 432)] {
        assert_eq!(solutions(spec, |_| Encoding::Steps), count, "{spec}");
    }
}

#[test]
fn the_triangle_has_6816_sequences() {
    assert_eq!(solutions("triangle", |_| Encoding::Steps), 6816);
}

#[test]
fn bounds_in_the_encoding_lose_no_solution() {
    use dlx3::peg::bounds::{Upper, upper_bounds};
    for (spec, count) in [("latin", 2), ("greek", 8), ("fireplace", 2), ("3x4", 16)] {
        let problem = parse_spec(spec).unwrap();
        let Upper::Bounds(upper) = upper_bounds(&problem).unwrap() else {
            panic!("{spec} is feasible");
        };
        let plain = encode(&problem, in_layers(&problem), None).unwrap();
        let bounded = encode(&problem, in_layers(&problem), Some(&upper)).unwrap();
        assert!(bounded.option_count() <= plain.option_count());
        let mut solutions = bounded.solutions();
        for solution in &mut solutions {
            decode_options(&problem, &bounded, &solution.options).unwrap();
        }
        assert_eq!(solutions.counters().solutions, count, "{spec}");
    }
}

#[test]
fn sequences_are_counted_without_listing_them() {
    for (spec, count) in [
        ("latin", 2),
        ("greek", 16),
        ("fireplace", 4),
        ("3x4", 432),
        ("triangle", 6816),
        ("diamond", 51_986_959_602_344),
    ] {
        let problem = parse_spec(spec).unwrap();
        let found = feasible(&problem, EFFORT, true).unwrap();
        assert_eq!(found.sequences, Some(count), "{spec}");
    }
}

#[test]
fn the_central_game_has_the_known_numbers() {
    let problem = parse_spec("central").unwrap();
    let found = reached(&problem.board, problem.start, 1, EFFORT).unwrap();
    assert_eq!(found.positions, 187_636_299);
    assert_eq!(found.classes.iter().sum::<u64>(), 23_475_688);
    let finishes = ["d1", "a4", "d4", "g4", "d7"].map(|name| problem.board.find(name).unwrap());
    assert!(
        found
            .finishes
            .iter()
            .map(|finish| finish.0)
            .eq(finishes.map(|hole| hole.bit()))
    );
    for threads in [1, 2] {
        let effort = Resources { threads, ..EFFORT };
        let found = feasible(&problem, effort, true).unwrap();
        assert_eq!(found.classes.iter().sum::<u64>(), 1_679_072);
        assert_eq!(found.positions, 13_428_122);
        assert_eq!(found.sequences, Some(40_861_647_040_079_968));
    }
}

#[test]
#[ignore = "long"]
fn little_symmetry_is_no_hindrance() {
    let problem = parse_spec("english:c3").unwrap();
    let found = reached(&problem.board, problem.start, 1, EFFORT).unwrap();
    assert_eq!(found.positions, 264_273_045);
    assert_eq!(found.classes.iter().sum::<u64>(), 132_143_850);
    assert_eq!(found.finishes.len(), 3);
}
