//! The names that players and other programs use for a step, beside the technique's own: which fish
//! or wing it is, which kind of chain (Sudopedia; HoDoKu; Andrew Stuart, "The Logic of Sudoku").

use super::houses::kind_of;
use super::inference::{Ground, Inference};
use super::marks::Marks;
use super::step::{Mark, Reason, Step, Technique};

/// Other names of a step, the most usual first.
pub fn names(step: &Step, chains: &[Vec<Inference>], marks: &Marks) -> Vec<&'static str> {
    let reason = &step.reason;
    match step.technique {
        Technique::LastValue => vec!["full house"],
        Technique::NakedSingle => vec!["sole candidate"],
        Technique::DirectPointing | Technique::DirectClaiming => {
            vec!["locked candidates, then a hidden single"]
        }
        Technique::DirectHiddenPair => vec!["hidden pair, then a hidden single"],
        Technique::DirectHiddenTriplet => vec!["hidden triple, then a hidden single"],
        Technique::Pointing => vec!["locked candidates type 1"],
        Technique::Claiming => vec!["locked candidates type 2", "box-line reduction"],
        Technique::Intersection => vec!["locked candidates"],
        Technique::NakedTriplet => vec!["naked triple"],
        Technique::HiddenTriplet => vec!["hidden triple"],
        Technique::NakedQuad => vec!["naked quadruple"],
        Technique::HiddenQuad => vec!["hidden quadruple"],
        Technique::TwoStrongLinks => two_links(reason),
        Technique::ThreeStrongLinks | Technique::FourStrongLinks => vec![links(reason)],
        Technique::XyWing => vec!["Y-wing"],
        Technique::UniqueLoop => vec![unique_loop(step, marks)],
        Technique::Grave => grave(step),
        Technique::WxyzWing => vec!["bent quad", "ALS-XZ"],
        Technique::VwxyzWing | Technique::UvwxyzWing | Technique::TuvwxyzWing => vec!["ALS-XZ"],
        Technique::AlignedPair => vec!["APE"],
        Technique::AlignedTriplet => vec!["ATE"],
        Technique::Cycle => cycle(reason, chains),
        Technique::ForcingChain => chain(reason, chains, marks),
        Technique::Nishio => vec!["contradiction chain"],
        Technique::MultipleChains
        | Technique::DynamicChains
        | Technique::DynamicChainsPlus
        | Technique::NestedChains => forcing(step),
        _ => Vec::new(),
    }
}

/// The name that most players use: the first of the other names, if the title is not more usual.
pub fn usual(technique: Technique, names: &[&str]) -> String {
    let title = technique.title();
    let name = match technique {
        Technique::Pointing
        | Technique::Claiming
        | Technique::XyWing
        | Technique::WxyzWing
        | Technique::VwxyzWing
        | Technique::UvwxyzWing
        | Technique::TuvwxyzWing
        | Technique::AlignedPair
        | Technique::AlignedTriplet
        | Technique::Nishio => title,
        _ => names.first().copied().unwrap_or(title),
    };
    // As a title.
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

fn is_grouped(reason: &Reason) -> bool {
    let mut sides = reason.sides.iter().flatten();
    sides.any(|side| side.len() > 1)
}

fn links(reason: &Reason) -> &'static str {
    match is_grouped(reason) {
        true => "grouped X-chain",
        false => "X-chain",
    }
}

fn two_links(reason: &Reason) -> Vec<&'static str> {
    let mut kinds: Vec<usize> = reason
        .houses
        .iter()
        .map(|&house| kind_of(house.into()))
        .collect();
    kinds.sort_unstable();
    let own = match (is_grouped(reason), &kinds[..]) {
        (false, [1, 1] | [2, 2]) => "skyscraper",
        (false, [1, 2]) => "two-string kite",
        (false, _) => "turbot fish",
        (true, [0, 1 | 2]) => "empty rectangle",
        (true, _) => "grouped turbot fish",
    };
    vec![own, links(reason)]
}

fn unique_loop(step: &Step, marks: &Marks) -> &'static str {
    let reason = &step.reason;
    let rich = reason.cells.iter();
    let rich: Vec<u8> = rich
        .copied()
        .filter(|&cell| marks.size(cell.into()) > 2)
        .collect();
    let inside = step.removed.iter().all(|(cell, _)| rich.contains(cell));
    let kind = match (rich.len(), inside, &reason.others) {
        (..=1, ..) => 0,
        (_, true, _) => 3,
        (_, _, Some(_)) => 2,
        _ => 1,
    };
    match reason.cells.len() {
        4 => [
            "unique rectangle type 1",
            "unique rectangle type 2",
            "unique rectangle type 3",
            "unique rectangle type 4",
        ][kind],
        _ => [
            "unique loop type 1",
            "unique loop type 2",
            "unique loop type 3",
            "unique loop type 4",
        ][kind],
    }
}

fn grave(step: &Step) -> Vec<&'static str> {
    let reason = &step.reason;
    let inside = step
        .removed
        .iter()
        .all(|(cell, _)| reason.cells.contains(cell));
    match (&reason.cells[..], inside, &reason.others) {
        ([_], ..) => vec!["BUG+1", "BUG type 1"],
        (_, true, _) => vec!["BUG type 4"],
        (_, _, Some(_)) => vec!["BUG type 3"],
        _ => vec!["BUG type 2"],
    }
}

/// Whether all candidates of some chains have one digit.
fn has_one_digit(reason: &Reason) -> bool {
    reason.digits.count_ones() == 1
}

/// Whether each candidate that is right is so by its cell, and each that is wrong by a house.
fn goes_by_pairs(chain: &[Inference]) -> bool {
    let by_pair = |one: &Inference| match one.to.on {
        true => matches!(one.ground, Ground::Cell(_)),
        false => matches!(one.ground, Ground::House(_)),
    };
    chain.iter().all(by_pair)
}

fn cycle(reason: &Reason, chains: &[Vec<Inference>]) -> Vec<&'static str> {
    let loops = ["continuous nice loop", "AIC ring"];
    let own = match chains {
        _ if has_one_digit(reason) => Some("X-cycle"),
        [only] if goes_by_pairs(only) => Some("XY-ring"),
        _ => None,
    };
    own.into_iter().chain(loops).collect()
}

fn chain(reason: &Reason, chains: &[Vec<Inference>], marks: &Marks) -> Vec<&'static str> {
    let (Some(start), [only]) = (reason.starts.first(), chains) else {
        return Vec::new();
    };
    let own = match start.on {
        _ if has_one_digit(reason) => Some("X-chain"),
        true if is_w_wing(*start, only, marks) => Some("W-wing"),
        true if is_remote_pair(*start, only, marks) => Some("remote pair"),
        true if goes_by_pairs(only) => Some("XY-chain"),
        _ => None,
    };
    own.into_iter()
        .chain(["AIC", "discontinuous nice loop"])
        .collect()
}

/// Two cells of the same pair, joined by a strong link of one of its digits.
fn is_w_wing(start: Mark, chain: &[Inference], marks: &Marks) -> bool {
    let [first, pair, _, strong, _, second, last] = chain else {
        return false;
    };
    let set = |mark: Mark| marks.digits(mark.cell.into());
    let is_pair = |one: &Inference| matches!(one.ground, Ground::Cell(_)) && one.to.on;
    is_pair(pair)
        && is_pair(second)
        && matches!(strong.ground, Ground::House(_))
        && set(pair.to) == set(second.to)
        && [first, last].iter().all(|one| one.to.digit == start.digit)
        && first.to.cell != start.cell
        && last.to.cell == start.cell
        && second.to.digit == start.digit
}

/// An XY-chain through cells that all have the same two digits.
fn is_remote_pair(start: Mark, chain: &[Inference], marks: &Marks) -> bool {
    let mut cells = chain.iter().map(|one| one.to.cell);
    let Some(set) = chain.first().map(|one| marks.digits(one.to.cell.into())) else {
        return false;
    };
    goes_by_pairs(chain) && cells.all(|cell| cell == start.cell || marks.digits(cell.into()) == set)
}

fn forcing(step: &Step) -> Vec<&'static str> {
    let reason = &step.reason;
    let is_dynamic = step.technique != Technique::MultipleChains;
    match reason.starts[..] {
        [first, second] if first == second => vec!["contradiction net", "forcing net"],
        [first, second] if (first.cell, first.digit) == (second.cell, second.digit) => {
            vec!["digit forcing net", "forcing net"]
        }
        _ => match (reason.houses.is_empty(), is_dynamic) {
            (true, false) => vec!["cell forcing chains"],
            (false, false) => vec!["region forcing chains", "unit forcing chains"],
            (true, true) => vec!["cell forcing net", "forcing net"],
            (false, true) => vec!["region forcing net", "forcing net"],
        },
    }
}
