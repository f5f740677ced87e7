//! Conflicts of random problems against brute force.

use super::{Conflict, Needed, conflict};
use crate::{Limits, Stopped};
use dlx3_format::{ItemId, Problem};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::fmt::Write;

/// A random problem of some items of all kinds and up to 9 options.
fn random_problem(random: &mut Pcg64Mcg) -> Problem {
    let mut below = |n: u32| random.next_u32() % n;
    let (primary, secondary) = (1 + below(5), below(4));
    let mut text = String::new();
    for item in 0..primary {
        let lower = below(3);
        _ = match below(3) {
            0 => write!(text, "{lower}:{}|P{item} ", lower.max(1) + below(2)),
            _ => write!(text, "P{item} "),
        };
    }
    text.push('|');
    (0..secondary).for_each(|item| _ = write!(text, " S{item}"));
    text.push('\n');
    for _ in 0..1 + below(9) {
        let first = below(primary);
        _ = write!(text, "P{first}");
        for item in (0..primary).filter(|&item| item != first) {
            if below(3) == 0 {
                _ = write!(text, " P{item}");
            }
        }
        for item in 0..secondary {
            match below(6) {
                0 => _ = write!(text, " S{item}"),
                color @ 1..=2 => _ = write!(text, " S{item}:{color}"),
                _ => {}
            }
        }
        text.push('\n');
    }
    text.parse().unwrap()
}

/// All that a problem demands.
fn demands(problem: &Problem) -> Vec<Needed> {
    let of = |item: ItemId| {
        let (least, most) = match problem.bounds(item) {
            Some(bounds) => (Some(bounds.lower), Some(bounds.upper)),
            None => (None, Some(1)),
        };
        Needed { item, least, most }
    };
    problem.item_ids().map(of).collect()
}

/// Whether some set of options meets these demands.
fn can_be_met(problem: &Problem, demands: &[Needed]) -> bool {
    let colors_of = |item: ItemId, mask: u32| -> Vec<Option<u8>> {
        let options = problem.option_ids();
        let held = options.filter(|option| mask >> option.index() & 1 == 1);
        let nodes = held.flat_map(|option| problem.option(option));
        nodes.filter(|own| own.0 == item).map(|own| own.1).collect()
    };
    let is_met = |own: &Needed, mask: u32| {
        let colors = colors_of(own.item, mask);
        let count = colors.len() as u32;
        let is_one_color = problem.bounds(own.item).is_none()
            && colors
                .iter()
                .all(|color| color.is_some() && *color == colors[0]);
        let is_enough = own.least.is_none_or(|least| count >= least);
        is_enough && own.most.is_none_or(|most| count <= most || is_one_color)
    };
    let masks = 0..1u32 << problem.option_count();
    masks
        .into_iter()
        .any(|mask| demands.iter().all(|own| is_met(own, mask)))
}

fn within(memory: usize) -> Limits<'static> {
    Limits::new(memory)
}

/// Some demands without those of a place.
fn without(demands: &[Needed], place: usize) -> Vec<Needed> {
    [&demands[..place], &demands[place + 1..]].concat()
}

#[test]
fn a_conflict_cannot_be_met_but_can_without_any_item_and_any_half_of_one() {
    let random = &mut Pcg64Mcg::new(71);
    let (mut without_solutions, mut with_solutions, mut colored) = (0, 0, 0);
    while without_solutions < 1000 {
        let problem = random_problem(random);
        let all = demands(&problem);
        // Without memory, the search that learns has no part in it.
        let memory = if random.next_u32().is_multiple_of(4) {
            0
        } else {
            usize::MAX
        };
        let found = conflict(&problem, &mut within(memory)).unwrap();
        let Some(Conflict { items, is_minimal }) = found else {
            assert!(can_be_met(&problem, &all), "{problem}");
            with_solutions += 1;
            continue;
        };
        assert!(is_minimal && !items.is_empty(), "{problem}");
        assert!(!can_be_met(&problem, &items), "{items:?}\n{problem}");
        // The same items with all that they demand.
        let whole: Vec<Needed> = items.iter().map(|own| all[own.item.index()]).collect();
        for place in 0..items.len() {
            let less = without(&whole, place);
            assert!(can_be_met(&problem, &less), "{items:?}\n{problem}");
            let Needed { item, least, most } = items[place];
            assert!(least.is_some() || most.is_some());
            for half in [
                Needed {
                    item,
                    least,
                    most: None,
                },
                Needed {
                    item,
                    least: None,
                    most,
                },
            ] {
                if half != items[place] {
                    let mut less = items.clone();
                    less[place] = half;
                    assert!(can_be_met(&problem, &less), "{items:?}\n{problem}");
                }
            }
            colored += usize::from(problem.bounds(item).is_none());
        }
        without_solutions += 1;
    }
    assert!(
        with_solutions > 100 && colored > 100,
        "{with_solutions}, {colored}"
    );
}

#[test]
fn a_search_that_is_stopped_knows_a_conflict_or_nothing() {
    // Seven pigeons in six holes.
    let pigeons = |pigeon: u32| (0..6).map(move |hole| format!("P{pigeon} H{hole}\n"));
    let names = (0..7).map(|pigeon| format!("P{pigeon} "));
    let holes = (0..6).map(|hole| format!(" H{hole}"));
    let head = names.collect::<String>() + "|" + &holes.collect::<String>() + "\n";
    let text = head + &(0..7).flat_map(pigeons).collect::<String>();
    let problem: Problem = text.parse().unwrap();
    let (mut stopped, mut begun) = (0, 0);
    for calls in 0.. {
        let mut left = calls;
        let mut stop = || {
            left -= i32::from(left > 0);
            left == 0
        };
        let mut limits = Limits {
            stop: &mut stop,
            ..Limits::new(usize::MAX)
        };
        match conflict(&problem, &mut limits) {
            Err(why) => {
                assert_eq!(why, Stopped::Limit);
                stopped += 1;
            }
            Ok(found) => {
                let found = found.expect("there is no solution");
                assert_eq!(found.items.len(), 13);
                if found.is_minimal {
                    break;
                }
                begun += 1;
            }
        }
    }
    assert!(stopped > 0 && begun > 0, "{stopped}, {begun}");
}

#[test]
fn an_item_with_too_few_options_is_a_conflict_of_its_own() {
    let problem: Problem = "A B 2:3|C\nA\nB C\n".parse().unwrap();
    let found = conflict(&problem, &mut within(usize::MAX))
        .unwrap()
        .unwrap();
    assert_eq!(found.text(&problem), b"C: at least 2 of 1 option\n  C\n");
    let problem: Problem = "A B\nA\n".parse().unwrap();
    let found = conflict(&problem, &mut within(usize::MAX))
        .unwrap()
        .unwrap();
    assert_eq!(found.text(&problem), b"B: at least 1 of 0 options\n");
}
