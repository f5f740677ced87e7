//! Why each link of a chain holds: the last place of a digit, the last digit of a cell, or a rule
//! within the chain. The searches do not keep this; it follows from the links and the marks.

use super::chain::{Chains, Depth, Links, Task};
use super::explain::Explanation;
use super::houses::HOUSES_OF;
use super::marks::{HOUSE, HOUSE_SET, Marks, bits};
use super::sentence;
use super::step::{Link, Mark, Step, Technique, first};
use super::{fish, hidden_set, intersection, locked, naked_set};

/// Why a candidate is right or wrong if some others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A cell has one digit: this one, as all others are wrong; or another one.
    Cell(u8),
    /// A house has a digit once: here, as all its other places are wrong; or in another place.
    House(u8),
    /// A step of this technique is possible once they are wrong.
    Rule(Technique),
    /// A chain of chains that is not told.
    Deeper,
}

/// One step of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Inference {
    /// The marks that it follows from.
    pub from: Vec<Mark>,
    /// The mark that follows.
    pub to: Mark,
    /// Why.
    pub ground: Ground,
    /// The same as words: "only place for 5 in row 1".
    pub reason: String,
    /// The step of a rule, as sentences and, if it has chains, their links.
    pub within: Vec<String>,
}

impl Inference {
    /// The house of its reason, if there is one.
    pub fn house(&self) -> Option<u8> {
        match self.ground {
            Ground::House(house) => Some(house),
            _ => None,
        }
    }
}

/// The steps of a chain whose links are in order.
pub(super) fn inferences(chain: &[Link], marks: &Marks) -> Vec<Inference> {
    let groups = chain.chunk_by(|one, next| one.to == next.to);
    groups.map(|links| inference(links, marks)).collect()
}

fn inference(links: &[Link], marks: &Marks) -> Inference {
    let to = links[0].to;
    let from: Vec<Mark> = links.iter().map(|link| link.from).collect();
    let (ground, step) = match plain(&from, to, marks) {
        Some(ground) => (ground, None),
        None => match within(&from, to, marks) {
            Some(step) => (Ground::Rule(step.technique), Some(step)),
            None => (Ground::Deeper, None),
        },
    };
    let within = step.map_or_else(Vec::new, |step| told(&step));
    Inference {
        reason: sentence::reason(to, ground),
        from,
        to,
        ground,
        within,
    }
}

/// Why a link holds that needs no rule.
fn plain(from: &[Mark], to: Mark, marks: &Marks) -> Option<Ground> {
    let (cell, digit) = (usize::from(to.cell), usize::from(to.digit) - 1);
    let houses = || {
        marks
            .regions()
            .kinds(cell)
            .map(move |kind| HOUSES_OF[cell][kind])
    };
    if !to.on {
        let [only] = from else { return None };
        let shares = |house: &u8| HOUSE_SET[usize::from(*house)] >> only.cell & 1 == 1;
        return match (only.on, only.cell == to.cell) {
            (false, _) => None,
            (true, true) => Some(Ground::Cell(to.cell)),
            (true, false) if only.digit == to.digit => houses().find(shares).map(Ground::House),
            _ => None,
        };
    }
    let others = marks.digits(cell) & !(1 << digit);
    if are(from, bits(others).map(|other| (to.cell, other))) {
        return Some(Ground::Cell(to.cell));
    }
    let is_last = |house: &u8| {
        let own = HOUSE[usize::from(*house)];
        let places = bits(marks.places((*house).into(), digit)).map(|place| own[place]);
        let places = places.filter(|&place| place != to.cell);
        are(from, places.map(|place| (place, digit)))
    };
    houses().find(is_last).map(Ground::House)
}

/// Whether exactly these candidates are the wrong ones.
fn are(from: &[Mark], others: impl Iterator<Item = (u8, usize)>) -> bool {
    let mut count = 0;
    for (cell, digit) in others {
        count += 1;
        let is_it =
            |mark: &Mark| (mark.cell, usize::from(mark.digit), mark.on) == (cell, digit + 1, false);
        if !from.iter().any(is_it) {
            return false;
        }
    }
    count == from.len()
}

/// The step that takes a candidate away once others are wrong: as nested chains look for it.
fn within(from: &[Mark], to: Mark, marks: &Marks) -> Option<Inner> {
    let mut left = marks.clone();
    for mark in from {
        left.take(mark.cell.into(), usize::from(mark.digit) - 1);
    }
    let takes = |step: &Step| {
        let mut removed = step.removed.iter();
        removed.any(|&(cell, set)| cell == to.cell && set >> (to.digit - 1) & 1 == 1)
    };
    let simple = first(|visit| {
        let visit = &mut |step: Step| match takes(&step) {
            true => visit(step),
            false => std::ops::ControlFlow::Continue(()),
        };
        match left.regions().is_usual() {
            true => locked::steps(&left, visit)?,
            false => intersection::steps(&left, visit)?,
        }
        hidden_set::steps(&left, 2, visit)?;
        naked_set::steps(&left, 2, visit)?;
        fish::steps(&left, 2, visit)
    });
    let step = simple.or_else(|| Links::new().all(&left).into_iter().find(takes));
    let depths = [Depth::Static, Depth::Dynamic].into_iter();
    let step = step.or_else(|| {
        let mut found = depths.flat_map(|depth| {
            let (marks, stop) = (&left, &|| false);
            Chains::new(depth).all(Task { marks, stop })
        });
        found.find(takes)
    });
    step.map(|step| Inner {
        technique: step.technique,
        explanation: Box::new(Explanation::new(&step, &left)),
    })
}

/// A step within a chain.
struct Inner {
    technique: Technique,
    explanation: Box<Explanation>,
}

fn told(step: &Inner) -> Vec<String> {
    let mut lines = vec![step.explanation.sentence.clone()];
    let chains = step.explanation.inferences.iter().flatten();
    lines.extend(chains.map(sentence::inference));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Ladder, explain_path};
    use crate::text::forms::library_string;

    fn explained(puzzle: &str) -> Vec<Explanation> {
        let digits: Vec<u8> = puzzle
            .bytes()
            .map(|byte| byte.saturating_sub(b'0') % 30)
            .collect();
        let digits = digits.try_into().unwrap();
        explain_path(&mut Ladder::new(), Marks::new(&digits))
    }

    /// Puzzles whose paths have cycles, chains, Nishio, multiple and dynamic chains.
    const CHAINS: [&str; 5] = [
        "32..4....4...6...7..8..2..55.91....667..294...8.............5...5.....7...7.1..9.",
        ".14.9....9.3..8..7.8.13....3.5..2..1.......4...9..7........35.....25.6....2....39",
        "..247..58..............1.4.....2...9528.9.4....9...1.........3.3....75..685..2...",
        "..2..4...7.8...6...1.....9...3..5.7.8...2..5......8...3..6...8.12..9......5..23..",
        "6....39....8.......74.....5.1......64...6......9428....2...5..4..58..2......9..37",
    ];

    #[test]
    fn each_link_of_a_chain_has_a_reason() {
        let mut links = 0;
        for puzzle in CHAINS {
            for step in explained(puzzle) {
                assert_eq!(step.inferences.len(), step.chains.len());
                for one in step.inferences.iter().flatten() {
                    links += 1;
                    let told = sentence::inference(one);
                    assert_ne!(one.ground, Ground::Deeper, "{puzzle}: {told}");
                    let is_rule = matches!(one.ground, Ground::Rule(_));
                    assert_eq!(is_rule, !one.within.is_empty(), "{told}");
                }
            }
        }
        assert!(links > 100, "{links}");
    }

    #[test]
    fn links_are_told_as_the_last_place_and_the_last_digit() {
        let steps = explained(CHAINS[1]);
        let step = steps
            .iter()
            .find(|step| step.technique == Technique::ForcingChain);
        let told: Vec<String> = step.unwrap().inferences[0]
            .iter()
            .map(sentence::inference)
            .collect();
        let expected = [
            "r9c6=1 -> r9c6<>4: r9c6 has one digit",
            "r9c6<>4 -> r3c6=4: only place for 4 in column 6",
            "r3c6=4 -> r2c4<>4: box 2 has one 4",
            "r2c4<>4 -> r2c7=4: only place for 4 in row 2",
            "r2c7=4 -> r2c7<>1: r2c7 has one digit",
            "r2c7<>1 -> r9c7=1: only place for 1 in column 7",
            "r9c7=1 -> r9c6<>1: row 9 has one 1",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn rules_and_chains_within_a_chain_are_told() {
        let position =
            b":0000:x:1..8....447..9..3...6..42..5.......7..1.3..5......84...9..7...1.1.2..6....\
            4..1...:216 516 616 134 534 145:::";
        let played = library_string(position).unwrap();
        let mut marks = Marks::with_sets(&played.digits, &played.marks);
        let mut ladder = Ladder::new();
        let mut rules = 0;
        for _ in 0..4 {
            let step = ladder.next(&marks).unwrap();
            let told = Explanation::new(&step, &marks);
            for one in told.inferences.iter().flatten() {
                rules += u32::from(!one.within.is_empty());
                assert_ne!(one.ground, Ground::Deeper, "{}", sentence::inference(one));
            }
            step.apply(&mut marks);
        }
        assert!(rules > 0);
    }
}
