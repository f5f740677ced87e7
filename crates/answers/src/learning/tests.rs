//! The search that learns, against brute force and known numbers.

use super::Learner;
use super::formula::Formula;
use crate::Status;
use crate::problem::model::{Choice, Demand, Part};
use dlx3_format::OptionId;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// A source of small random numbers.
struct Dice(Pcg64Mcg);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n
    }
}

/// A random part of some items of all kinds and up to 12 options.
fn random_part(dice: &mut Dice) -> Part {
    let items = 2 + dice.below(7);
    let demands = (0..items).map(|_| match dice.below(6) {
        0 => Demand::Agree {
            colors: dice.below(4),
        },
        1 => Demand::Bounded {
            lower: dice.below(3),
            upper: 2 + dice.below(3),
        },
        _ => Demand::Once,
    });
    let demands: Vec<Demand> = demands.collect();
    let options = 1 + dice.below(12);
    let choices = (0..options).map(|option| {
        let mut nodes = Vec::new();
        for (item, demand) in demands.iter().enumerate() {
            if dice.below(3) > 0 {
                continue;
            }
            let color = match *demand {
                Demand::Agree { colors } => dice.below(colors + 1),
                _ => 0,
            };
            nodes.push((item as u32, color));
        }
        Choice {
            option: OptionId(option),
            nodes,
        }
    });
    let choices = choices.collect();
    Part { demands, choices }
}

/// Whether some options are a solution.
fn holds(part: &Part, is_in: impl Fn(u32) -> bool) -> bool {
    let mut colors = vec![Vec::new(); part.demands.len()];
    for (option, choice) in part.choices.iter().enumerate() {
        if is_in(option as u32) {
            for &(item, color) in &choice.nodes {
                colors[item as usize].push(color);
            }
        }
    }
    part.demands.iter().zip(&colors).all(|(demand, colors)| {
        let count = colors.len() as u32;
        match *demand {
            Demand::Once => count == 1,
            Demand::Bounded { lower, upper } => (lower..=upper).contains(&count),
            Demand::Agree { .. } => {
                count < 2 || colors[0] != 0 && colors.iter().all(|&color| color == colors[0])
            }
        }
    })
}

/// Searches for a solution in slices of this much work.
fn solve(learner: &mut Learner, slice: u64) -> Option<Vec<u32>> {
    loop {
        match learner.run(slice, usize::MAX) {
            Status::Done(solution) => return solution,
            Status::Paused => {}
            status => panic!("{status:?}"),
        }
    }
}

#[test]
fn it_finds_what_brute_force_finds() {
    let dice = &mut Dice(Pcg64Mcg::new(42));
    let mut with_solutions = 0;
    for _ in 0..3000 {
        let part = random_part(dice);
        let masks = 0..1u32 << part.choices.len();
        let some = masks
            .into_iter()
            .any(|mask| holds(&part, |option| mask >> option & 1 == 1));
        let slice = [1, 100, u64::MAX][dice.below(3) as usize];
        let counting = Learner::of(Formula::new(&part).with_counters(1));
        for mut learner in [Learner::new(&part), counting] {
            let found = solve(&mut learner, slice);
            assert_eq!(found.is_some(), some, "{part:?}");
            if let Some(found) = found {
                assert!(holds(&part, |option| found.contains(&option)), "{part:?}");
            }
        }
        with_solutions += u32::from(some);
    }
    assert!((500..2500).contains(&with_solutions), "{with_solutions}");
}

/// Langford pairs: the numbers 1 to n twice, k places between the two numbers k.
fn langford(n: u32) -> Part {
    let mut choices = Vec::new();
    for number in 1..=n {
        for first in 0..2 * n - number - 1 {
            let places = [n + first, n + first + number + 1];
            choices.push(Choice {
                option: OptionId(choices.len() as u32),
                nodes: vec![(number - 1, 0), (places[0], 0), (places[1], 0)],
            });
        }
    }
    let demands = vec![Demand::Once; 3 * n as usize];
    Part { demands, choices }
}

#[test]
fn it_proves_that_there_is_none_while_it_restarts_and_forgets() {
    let mut learner = Learner::new(&langford(9));
    assert_eq!(solve(&mut learner, 10_000), None);
    assert!(learner.reductions > 2, "{}", learner.reductions);
    assert!(learner.conflicts() > 2000, "{}", learner.conflicts());
    for n in [7, 8, 11, 12, 20] {
        let part = langford(n);
        let found = solve(&mut Learner::new(&part), 10_000).unwrap();
        assert!(holds(&part, |option| found.contains(&option)), "{n}");
    }
}

#[test]
fn what_it_finds_does_not_depend_on_where_it_pauses() {
    let part = langford(16);
    let found = solve(&mut Learner::new(&part), u64::MAX);
    for slice in [1, 1000, 1_000_000] {
        assert_eq!(solve(&mut Learner::new(&part), slice), found, "{slice}");
    }
}

#[test]
fn it_stays_within_its_memory() {
    let part = langford(10);
    let least = Learner::new(&part).bytes();
    assert!(Learner::least_bytes(&part) <= least);
    let mut learner = Learner::new(&part);
    assert_eq!(learner.run(u64::MAX, least - 1), Status::Full);
    let status = learner.run(u64::MAX, 2 * least);
    assert!(matches!(status, Status::Full | Status::Done(None)));
    assert!(learner.bytes() < 4 * least, "{} {least}", learner.bytes());
}
