//! Small problems of every kind, with costs, and their solutions by brute force.

use crate::answers_fuzz::brute::solutions;
use crate::common::problems::dice::Dice;
use crate::common::problems::random::RandomProblem;
use dlx3::{OptionId, Problem};
use std::collections::BTreeSet;

/// Sets of options, counted from 1.
pub type Solutions = BTreeSet<Vec<u32>>;

/// A problem, and the right answers.
pub struct Case {
    pub text: String,
    pub problem: Problem,
    pub costs: Vec<i64>,
    pub solutions: Solutions,
}

impl Case {
    pub fn new(text: String) -> Self {
        let problem: Problem = text.parse().unwrap();
        let costs = problem.option_ids().map(|option| match problem.costs() {
            Some(costs) => costs.of(option).try_into().unwrap(),
            None => 0,
        });
        let costs = costs.collect();
        let from_1 = |set: Vec<OptionId>| set.iter().map(|option| option.0 + 1).collect();
        Case {
            solutions: solutions(&problem).into_iter().map(from_1).collect(),
            text,
            problem,
            costs,
        }
    }

    pub fn cost(&self, solution: &[u32]) -> i64 {
        let costs = solution
            .iter()
            .map(|&option| self.costs[option as usize - 1]);
        costs.sum()
    }

    /// The cost of the cheapest solution, or of the dearest.
    pub fn best(&self, most: bool) -> Option<i64> {
        let costs = self.solutions.iter().map(|solution| self.cost(solution));
        if most { costs.max() } else { costs.min() }
    }
}

/// Problems without solutions, without options, with equal options, with large bounds.
const SPECIAL: [&str; 12] = [
    "A\n",
    "0:1|A\n",
    "0:1|A 0:7|B | X\n",
    "0:1|A B\n",
    "2|A\nA\n",
    "9999999|A\nA\nA\n",
    "0:9999999|A\nA\nA\n",
    "2|A | X\nA X\nA X:1\nA X:1\nA\nX:1\n",
    "2:3|A\nA\nA\nA\nA\nA\nA |3\n",
    "3:4|A | X Y\nA X:a Y:b\nA X:a Y:c\nA X:b\nA Y:b\nA Y\nA X:a\nA X:b Y:c\n",
    "\u{e9}\\ x1 | options\n\u{e9}\\\nx1 options:\u{1b}\nx1\n",
    "3:5|A\nA |1\nA |2\nA |3\nA |4\nA |5\nA |6\nA |7\nA |8\n",
];

/// Cases `from..to`; the first ones are special.
pub fn cases(from: u64, to: u64) -> impl Iterator<Item = Case> {
    (from..to).map(|seed| match SPECIAL.get(seed as usize) {
        Some(text) => Case::new((*text).to_owned()),
        None => random(seed),
    })
}

fn random(seed: u64) -> Case {
    let mut dice = Dice::new(23, seed);
    let mut problem = RandomProblem::new(&mut dice, true);
    if dice.chance(1, 4) {
        let again = dice.pick(&problem.options).clone();
        problem.options.push(again);
    }
    // Many options in one item, for counters and trees.
    if dice.chance(1, 4) {
        let (lower, upper) = (dice.below(4), 1 + dice.below(7));
        problem.bounded("many", lower.min(upper), upper);
        for option in &mut problem.options {
            if dice.chance(5, 6) {
                option.push("many".to_owned());
            }
        }
    }
    if dice.chance(1, 3) {
        for option in &mut problem.options {
            if dice.chance(2, 3) {
                option.push(format!("|{}", dice.below(9) as i64 - 2));
            }
        }
    }
    Case::new(problem.text())
}

/// Cases in which colors support each other: nearly all options of a primary item have the same
/// secondary items, most of them with a color.
pub fn colored_cases(from: u64, to: u64) -> impl Iterator<Item = Case> {
    (from..to).map(colored)
}

fn colored(seed: u64) -> Case {
    let mut dice = Dice::new(70, seed);
    let primary = 1 + dice.below(4);
    let secondary = 1 + dice.below(3);
    let colors = 1 + dice.below(3);
    let items = (0..primary).map(|item| {
        let bounds = match dice.below(6) {
            0 => "0:2|",
            1 => "1:2|",
            2 => "2|",
            _ => "",
        };
        format!("{bounds}{}", char::from(b'A' + item as u8))
    });
    let items: Vec<String> = items.collect();
    let mut text = items.join(" ") + " |";
    (0..secondary).for_each(|item| text += &format!(" {}", char::from(b'X' + item as u8)));
    let with: Vec<_> = (0..primary).map(|_| dice.below(1 << secondary)).collect();
    for _ in 0..2 + dice.below(8) {
        let own = dice.below(primary);
        let mut has = with[own];
        text += &format!("\n{}", char::from(b'A' + own as u8));
        let other = dice.below(primary);
        if other != own && dice.chance(1, 6) {
            has |= with[other];
            text += &format!(" {}", char::from(b'A' + other as u8));
        }
        if dice.chance(1, 12) {
            has ^= 1 << dice.below(secondary);
        }
        for item in (0..secondary).filter(|item| has >> item & 1 == 1) {
            text += &format!(" {}", char::from(b'X' + item as u8));
            if dice.chance(11, 12) {
                text += &format!(":{}", dice.below(colors));
            }
        }
        if seed.is_multiple_of(5) && dice.chance(1, 2) {
            text += &format!(" |{}", dice.below(9));
        }
    }
    Case::new(text + "\n")
}
