//! The search that learns, against brute force and known numbers.

use super::formula::Formula;
use super::{Learner, guards};
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
        let counting = Learner::of(Formula::of(&part, true).with_counters(1));
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

/// A random part in which each primary item comes with some items that have colors: nearly all of
/// its options have them.
fn random_colored_part(dice: &mut Dice) -> Part {
    let primary = 1 + dice.below(4);
    let colored = 1 + dice.below(3);
    let colors = 1 + dice.below(3);
    let mut demands = vec![Demand::Once; primary as usize];
    for demand in &mut demands {
        if dice.below(4) == 0 {
            let lower = dice.below(3);
            let upper = 2 + dice.below(2);
            *demand = Demand::Bounded { lower, upper };
        }
    }
    demands.resize((primary + colored) as usize, Demand::Agree { colors });
    let with: Vec<u32> = (0..primary).map(|_| dice.below(1 << colored)).collect();
    let choices = (0..2 + dice.below(11)).map(|option| {
        let own = dice.below(primary);
        let mut nodes = vec![(own, 0)];
        let mut items = with[own as usize];
        if dice.below(6) == 0 {
            let other = dice.below(primary);
            nodes.extend((other != own).then_some((other, 0)));
            items |= with[other as usize];
        }
        if dice.below(12) == 0 {
            items ^= 1 << dice.below(colored);
        }
        for item in (0..colored).filter(|item| items >> item & 1 == 1) {
            let color = match dice.below(12) {
                0 => 0,
                _ => 1 + dice.below(colors),
            };
            nodes.push((primary + item, color));
        }
        Choice {
            option: OptionId(option),
            nodes,
        }
    });
    let choices = choices.collect();
    Part { demands, choices }
}

#[test]
fn colors_that_support_each_other_change_no_answer_and_follow_from_each_solution() {
    let dice = &mut Dice(Pcg64Mcg::new(70));
    let (mut with_solutions, mut supports) = (0, 0);
    for _ in 0..3000 {
        let part = random_colored_part(dice);
        let formula = Formula::of(&part, true);
        supports += formula.supports.count();
        let masks = 0..1u32 << part.choices.len();
        let solutions: Vec<u32> = masks
            .filter(|mask| holds(&part, |option| mask >> option & 1 == 1))
            .collect();
        for &mask in &solutions {
            let has = |variable: u32| match (variable as usize).checked_sub(formula.options) {
                None => mask >> variable & 1 == 1,
                Some(color) => {
                    let choices = (0..).zip(&part.choices);
                    let mut chosen = choices.filter(|(option, _)| mask >> option & 1 == 1);
                    chosen.any(|(_, choice)| choice.nodes.contains(&formula.colors[color]))
                }
            };
            for clause in 0..formula.supports.count() as u32 {
                let clause = formula.supports.list(clause);
                let mut literals = clause.iter();
                let is_met = literals.any(|own| has(own.variable()) == own.is_yes());
                assert!(is_met, "{clause:?} {mask:b} {part:?}");
            }
        }
        for supports in [false, true] {
            let found = solve(&mut Learner::supported(&part, supports), u64::MAX);
            assert_eq!(found.is_some(), !solutions.is_empty(), "{part:?}");
            let mask = |found: Vec<u32>| found.iter().fold(0, |mask, option| mask | 1 << option);
            assert!(found.is_none_or(|found| solutions.contains(&mask(found))));
        }
        with_solutions += usize::from(!solutions.is_empty());
    }
    assert!((500..2500).contains(&with_solutions), "{with_solutions}");
    assert!(supports > 5000, "{supports}");
}

#[test]
fn a_color_without_an_option_left_is_gone_without_a_decision() {
    // Items P, Q, R; then s and t. P needs s:1 or s:2, and R needs t:1; Q has neither of both.
    let lists: [(u32, &[[u32; 2]]); 3] = [
        (0, &[[1, 0], [2, 0]]),
        (1, &[[3, 1], [4, 1], [1, 2], [2, 2]]),
        (2, &[[0, 1], [0, 1]]),
    ];
    let mut demands = vec![Demand::Once; 3];
    demands.resize(5, Demand::Agree { colors: 4 });
    let mut part = Part {
        demands,
        choices: Vec::new(),
    };
    for (item, options) in lists {
        for colors in options {
            let given = (3..).zip(colors).filter(|&(_, &color)| color > 0);
            let given = given.map(|(item, &color)| (item, color));
            part.choices.push(Choice {
                option: OptionId(part.choices.len() as u32),
                nodes: std::iter::once((item, 0)).chain(given).collect(),
            });
        }
    }
    for supports in [false, true] {
        let mut learner = Learner::supported(&part, supports);
        assert_eq!(solve(&mut learner, u64::MAX), None);
        assert_eq!(learner.decisions() == 0, supports);
    }
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

/// The part with these sides only.
fn with_sides(part: &Part, sides: &[guards::Side]) -> Part {
    let has = |item: usize, is_least: bool| {
        let mut own = sides.iter().filter(|side| side.item as usize == item);
        own.any(|side| side.is_least == is_least)
    };
    let demands = part.demands.iter().enumerate().map(|(item, demand)| {
        let (lower, upper) = match *demand {
            Demand::Once => (1, 1),
            Demand::Bounded { lower, upper } => (lower, upper),
            agree if has(item, false) => return agree,
            Demand::Agree { .. } => (0, u32::MAX),
        };
        Demand::Bounded {
            lower: if has(item, true) { lower } else { 0 },
            upper: if has(item, false) { upper } else { u32::MAX },
        }
    });
    Part {
        demands: demands.collect(),
        choices: part.choices.clone(),
    }
}

#[test]
fn sides_are_dropped_and_taken_back_as_brute_force_does() {
    let dice = &mut Dice(Pcg64Mcg::new(71));
    let mut without_solutions = 0;
    for _ in 0..300 {
        let part = random_part(dice);
        let is_possible = |part: &Part| {
            let mut masks = 0..1u32 << part.choices.len();
            masks.any(|mask| holds(part, |option| mask >> option & 1 == 1))
        };
        let all = guards::sides(&part);
        let mut learner = Learner::guarded(&part, &all);
        for _ in 0..8 {
            let kept: Vec<bool> = all.iter().map(|_| dice.below(4) > 0).collect();
            let own = |kept: &[bool]| -> Vec<guards::Side> {
                let sides = all.iter().zip(kept).filter(|own| *own.1);
                sides.map(|own| *own.0).collect()
            };
            learner.with_sides(all.len(), |side| kept[side]);
            let found = solve(&mut learner, [1, u64::MAX][dice.below(2) as usize]);
            let less = with_sides(&part, &own(&kept));
            assert_eq!(found.is_some(), is_possible(&less), "{less:?}");
            match found {
                Some(found) => assert!(holds(&less, |option| found.contains(&option)), "{less:?}"),
                None => {
                    let mut core = vec![false; all.len()];
                    learner.refuted_sides().for_each(|side| core[side] = true);
                    assert!(core.iter().zip(&kept).all(|(core, kept)| *kept || !core));
                    assert!(!is_possible(&with_sides(&part, &own(&core))), "{less:?}");
                    without_solutions += 1;
                }
            }
        }
    }
    assert!(without_solutions > 300, "{without_solutions}");
}

/// Nine pigeons in eight holes take thousands of failures, many restarts and new phases: none of
/// them may drop a side.
#[test]
fn a_long_search_keeps_its_sides() {
    let (pigeons, holes) = (9, 8);
    let mut demands = vec![Demand::Once; pigeons as usize];
    demands.extend(vec![Demand::Agree { colors: 0 }; holes as usize]);
    let choices = (0..pigeons * holes).map(|option| Choice {
        option: OptionId(option),
        nodes: vec![(option / holes, 0), (pigeons + option % holes, 0)],
    });
    let part = Part {
        demands,
        choices: choices.collect(),
    };
    let sides = guards::sides(&part);
    let mut learner = Learner::guarded(&part, &sides);
    for left_out in [None, Some(0), None, Some(25)] {
        learner.with_sides(sides.len(), |side| Some(side) != left_out);
        let found = solve(&mut learner, 1 << 20);
        assert_eq!(found.is_some(), left_out.is_some());
    }
    assert!(learner.conflicts() > 1000);
}
