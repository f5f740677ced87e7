//! Words for a step: where to look, why it is right, and what it does.
//!
//! Cells are named r1c1 to r9c9, houses "box 1" to "column 9", windows by their rows and columns:
//! "window r234c678". In chains, `r1c5=4` says that the cell is 4, and `r1c5<>4` that it is not.

use super::explain::{Candidate, Explanation};
use super::houses::{HOUSES_OF, kind_of};
use super::inference::{Ground, Inference};
use super::marks::{HOUSE, HOUSE_SET, Marks, Regions, bits, cells};
use super::step::{Mark, OtherCells, Step, Technique};
use dlx3_base::text::list::list;

/// A cell's name.
fn cell(number: u8) -> String {
    format!("r{}c{}", number / 9 + 1, number % 9 + 1)
}

/// A house's name.
fn house(number: u8) -> String {
    format!("{} {}", house_kind(number)[0], house_number(number))
}

/// The name of a kind of house, singular and plural.
fn house_kind(number: u8) -> [&'static str; 2] {
    match number {
        0..9 => ["box", "boxes"],
        9..18 => ["row", "rows"],
        18..27 => ["column", "columns"],
        27..31 => ["window", "windows"],
        // These follow from the four windows that are drawn.
        31..36 => ["hidden window", "hidden windows"],
        _ => ["the diagonal", "the diagonals"],
    }
}

/// The number of a house among its kind, or the lines of a window.
fn house_number(number: u8) -> String {
    match number {
        0..27 => (number % 9 + 1).to_string(),
        27..36 => {
            let own = HOUSE[usize::from(number)];
            let lines = |line: fn(u8) -> u8| -> String {
                let all = own.iter().fold(0, |set: u16, &at| set | 1 << line(at));
                bits(all).map(|line| (line + 1).to_string()).collect()
            };
            format!("r{}c{}", lines(|at| at / 9), lines(|at| at % 9))
        }
        36 => "from top left".to_owned(),
        _ => "from top right".to_owned(),
    }
}

/// By which houses cells see each other.
fn by_house(marks: &Marks) -> &'static str {
    match marks.regions() {
        Regions::None => "by row, column or box",
        Regions::Diagonals => "by row, column, box or diagonal",
        Regions::Windows => "by row, column, box or window",
        Regions::Both => "by row, column, box, window or diagonal",
    }
}

fn cell_list(numbers: &[u8], last: &str) -> String {
    list(numbers.iter().map(|&number| cell(number)), last)
}

/// Houses; those of one kind share its word: "rows 2 and 5".
fn house_list(numbers: &[u8]) -> String {
    match numbers {
        [only] => house(*only),
        [first, rest @ ..]
            if (rest.iter()).all(|&number| house_kind(number) == house_kind(*first)) =>
        {
            let [_, several] = house_kind(*first);
            let numbers = numbers.iter().map(|&number| house_number(number));
            format!("{several} {}", list(numbers, "and"))
        }
        _ => list(numbers.iter().map(|&number| house(number)), "and"),
    }
}

fn digit_list(set: u16, last: &str) -> String {
    list(bits(set).map(|digit| digit + 1), last)
}

/// A mark: `r1c5=4` or `r1c5<>4`.
fn mark(mark: Mark) -> String {
    let sign = match mark.on {
        true => "=",
        false => "<>",
    };
    format!("{}{sign}{}", cell(mark.cell), mark.digit)
}

/// A mark in words.
fn said(mark: Mark) -> String {
    let not = match mark.on {
        true => "",
        false => "not ",
    };
    format!("{} is {not}{}", cell(mark.cell), mark.digit)
}

/// The effect of a step: the digit that it places, or the candidates that it removes.
pub fn effect(explanation: &Explanation) -> String {
    if let Some(Candidate { cell: at, digit }) = explanation.placed {
        return format!("{}={digit}", cell(at));
    }
    let removed = explanation.removed.iter();
    let removed = removed.map(|gone| format!("{}<>{}", cell(gone.cell), gone.digit));
    removed.collect::<Vec<_>>().join(", ")
}

/// What follows, in words: "So r4c5 is 7." or "So r1c2 and r1c4 are not 3."
fn therefore(explanation: &Explanation) -> String {
    if let Some(Candidate { cell: at, digit }) = explanation.placed {
        return format!("So {} is {digit}.", cell(at));
    }
    let mut parts = Vec::new();
    // Cells that lose the same digits are named together.
    let mut sets: Vec<(u16, Vec<u8>)> = Vec::new();
    let gone = explanation.removed.iter();
    let mut by_cell: Vec<(u8, u16)> = Vec::new();
    for candidate in gone {
        let bit = 1 << (candidate.digit - 1);
        match by_cell.last_mut() {
            Some((at, set)) if *at == candidate.cell => *set |= bit,
            _ => by_cell.push((candidate.cell, bit)),
        }
    }
    for (at, set) in by_cell {
        match sets.iter_mut().find(|(known, _)| *known == set) {
            Some((_, own)) => own.push(at),
            None => sets.push((set, vec![at])),
        }
    }
    for (set, own) in sets {
        let verb = match own.len() {
            1 => "is",
            _ => "are",
        };
        let names = cell_list(&own, "and");
        parts.push(format!("{names} {verb} not {}", digit_list(set, "or")));
    }
    format!("So {}.", parts.join("; "))
}

/// Where to look.
pub fn place(explanation: &Explanation, step: &Step) -> String {
    let reason = &step.reason;
    match explanation.technique {
        Technique::LastValue | Technique::HiddenSingle => {
            format!("Look at {}.", house_list(&reason.houses))
        }
        Technique::NakedSingle => format!("Look at {}.", cell_list(&explanation.cells, "and")),
        Technique::TwoStrongLinks | Technique::ThreeStrongLinks | Technique::FourStrongLinks => {
            let mut houses = reason.houses.clone();
            houses.dedup();
            format!(
                "Look at the places of {} in {}.",
                digit_list(reason.digits, "and"),
                house_list(&houses)
            )
        }
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => {
            let half = reason.houses.len() / 2;
            format!(
                "Look at the places of {} in {}.",
                digit_list(reason.digits, "and"),
                house_list(&reason.houses[..half])
            )
        }
        Technique::Grave => {
            let names = cell_list(&explanation.cells, "and");
            format!("Look at {names}: all other empty cells have two candidates.")
        }
        _ if !reason.starts.is_empty() => {
            let mut starts: Vec<u8> = reason.starts.iter().map(|start| start.cell).collect();
            starts.sort_unstable();
            starts.dedup();
            match reason.houses.first() {
                Some(&number) => format!(
                    "Look at the places of {} in {}.",
                    digit_list(reason.digits, "and"),
                    house(number)
                ),
                None => format!(
                    "Look at {}, and what follows from it.",
                    cell_list(&starts, "and")
                ),
            }
        }
        _ if !reason.houses.is_empty() => format!("Look at {}.", house_list(&reason.houses)),
        _ => format!("Look at {}.", cell_list(&explanation.cells, "and")),
    }
}

/// The chains as text.
pub fn chains(explanation: &Explanation) -> Vec<String> {
    let pairs = explanation.starts.iter().zip(&explanation.chains);
    let lines = pairs.map(|(&start, chain)| {
        let mut line = mark(start);
        let (mut last, mut links) = (start, &chain[..]);
        while let Some(link) = links.first() {
            let count = links.iter().take_while(|next| next.to == link.to).count();
            let from: Vec<Mark> = links[..count].iter().map(|link| link.from).collect();
            if from != [last] {
                line += "; ";
                let names: Vec<String> = from.into_iter().map(mark).collect();
                line += &names.join(", ");
            }
            line += " -> ";
            line += &mark(link.to);
            last = link.to;
            links = &links[count..];
        }
        line
    });
    lines.collect()
}

/// Why a link of a chain holds, as in "only place for 5 in row 1".
pub fn reason(to: Mark, ground: Ground) -> String {
    match (ground, to.on) {
        (Ground::Cell(at), true) => format!("only digit left in {}", cell(at)),
        (Ground::Cell(at), false) => format!("{} has one digit", cell(at)),
        (Ground::House(number), true) => {
            format!("only place for {} in {}", to.digit, house(number))
        }
        (Ground::House(number), false) => format!("{} has one {}", house(number), to.digit),
        (Ground::Rule(technique), _) => technique.title().to_lowercase(),
        (Ground::Deeper, _) => "a chain of chains".to_owned(),
    }
}

/// A step of a chain: "r1c1<>4, r1c2<>4 -> r1c5=4: only place for 4 in row 1".
pub fn inference(step: &Inference) -> String {
    let from = step.from.iter().map(|&from| mark(from));
    let from: Vec<String> = from.collect();
    format!("{} -> {}: {}", from.join(", "), mark(step.to), step.reason)
}

/// A rating in tenths: "3.2".
pub fn rating(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A step as lines; see [`Explanation::text`].
pub fn step(step: &Explanation, level: u8) -> String {
    let mut lines = vec![step.place.clone()];
    if level >= 2 {
        lines.push(format!("{} ({})", step.technique.title(), step.rating()));
    }
    if level >= 4 && !step.names.is_empty() {
        lines.push(format!("Also called: {}", step.names.join(", ")));
    }
    if level >= 3 {
        lines.push(step.effect.clone());
        lines.push(step.sentence.clone());
    }
    match level {
        3 => lines.extend(step.lines.iter().map(|line| format!("  {line}"))),
        4 => {
            for (number, chain) in step.inferences.iter().enumerate() {
                if step.inferences.len() > 1 {
                    lines.push(format!("Chain {}:", number + 1));
                }
                for one in chain {
                    lines.push(format!("  {}", inference(one)));
                    lines.extend(one.within.iter().map(|line| format!("    {line}")));
                }
            }
        }
        _ => {}
    }
    lines.join("\n") + "\n"
}

/// Why a step is right.
pub fn why(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let reason = match explanation.technique {
        Technique::LastValue | Technique::HiddenSingle | Technique::NakedSingle => {
            return single(explanation, step);
        }
        Technique::Pointing
        | Technique::Claiming
        | Technique::DirectPointing
        | Technique::DirectClaiming => locked(explanation, step),
        Technique::Intersection => format!(
            "In {}, {} can only go to {}. What sees all these cells ({}) cannot be {1}.",
            house_list(&step.reason.houses),
            digit_list(step.reason.digits, "and"),
            cell_list(&explanation.cells, "or"),
            by_house(marks)
        ),
        Technique::NakedPair | Technique::NakedTriplet | Technique::NakedQuad => {
            naked_set(explanation, step, marks)
        }
        Technique::HiddenPair
        | Technique::HiddenTriplet
        | Technique::HiddenQuad
        | Technique::DirectHiddenPair
        | Technique::DirectHiddenTriplet => hidden_set(explanation, step),
        Technique::XWing | Technique::Swordfish | Technique::Jellyfish => fish(step),
        Technique::TwoStrongLinks | Technique::ThreeStrongLinks | Technique::FourStrongLinks => {
            strong_links(step, marks)
        }
        Technique::XyWing | Technique::XyzWing => xy_wing(step, marks),
        Technique::WxyzWing
        | Technique::VwxyzWing
        | Technique::UvwxyzWing
        | Technique::TuvwxyzWing => bent_wing(explanation, step, marks),
        Technique::UniqueLoop => unique_loop(explanation, step, marks),
        Technique::Grave => grave(explanation, step, marks),
        Technique::AlignedPair | Technique::AlignedTriplet => aligned(explanation, step, marks),
        Technique::Cycle => format!(
            "If {}, then, link by link along the loop, each candidate with = is right and each with \
             <> is wrong. If not, it is just the other way round: the links hold backwards, too. \
             What is impossible in both cases is wrong.",
            said(step.reason.starts[0])
        ),
        Technique::ForcingChain => {
            let start = step.reason.starts[0];
            let opposite = Mark {
                on: !start.on,
                ..start
            };
            format!(
                "If {}, then, along the chain, {}: a contradiction.",
                said(start),
                said(opposite)
            )
        }
        Technique::Nishio
        | Technique::MultipleChains
        | Technique::DynamicChains
        | Technique::DynamicChainsPlus
        | Technique::NestedChains => several_chains(explanation, step),
    };
    format!("{reason} {}", therefore(explanation))
}

fn single(explanation: &Explanation, step: &Step) -> String {
    let (at, digit) = step.placed.unwrap_or_default();
    let name = cell(at);
    let houses = house_list(&step.reason.houses);
    match explanation.technique {
        Technique::LastValue => {
            format!("{name} is the last empty cell of {houses}, so it is {digit}.")
        }
        Technique::HiddenSingle => {
            format!("In {houses}, {name} is the only place left for {digit}. So {name} is {digit}.")
        }
        _ => format!("{name} has no candidate but {digit}. So {name} is {digit}."),
    }
}

fn locked(explanation: &Explanation, step: &Step) -> String {
    let [from, to] = step.reason.houses[..] else {
        return String::new();
    };
    let digit = digit_list(step.reason.digits, "and");
    let places = cell_list(&explanation.cells, "or");
    let (from_name, to_name) = (house(from), house(to));
    let locked = format!(
        "In {from_name}, {digit} can only go to {places}, which all lie in {to_name}; so the {digit} \
         of {to_name} is among them."
    );
    let Some((at, _)) = step.placed else {
        return locked;
    };
    let third = HOUSES_OF[usize::from(at)][kind_of(from.into())];
    format!(
        "{locked} In {}, this leaves {} as the only place for {digit}.",
        house(third),
        cell(at)
    )
}

fn naked_set(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let set = format!(
        "In {}, {} have no candidates but {}, so these digits all go there.",
        house_list(&step.reason.houses),
        cell_list(&explanation.cells, "and"),
        digit_list(step.reason.digits, "and")
    );
    match marks.regions() {
        Regions::None => set,
        _ => format!(
            "{set} What sees all places of one of them there ({}) cannot be it.",
            by_house(marks)
        ),
    }
}

fn hidden_set(explanation: &Explanation, step: &Step) -> String {
    let houses = house_list(&step.reason.houses);
    let set = format!(
        "In {houses}, {} can only go to {}, so no other digit can go there.",
        digit_list(step.reason.digits, "and"),
        cell_list(&explanation.cells, "and"),
    );
    match step.placed {
        Some((at, digit)) => format!(
            "{set} This leaves {} as the only place for {digit} in {houses}.",
            cell(at)
        ),
        None => set,
    }
}

fn fish(step: &Step) -> String {
    let half = step.reason.houses.len() / 2;
    let (lines, across) = step.reason.houses.split_at(half);
    let digit = digit_list(step.reason.digits, "and");
    let (lines, across) = (house_list(lines), house_list(across));
    format!(
        "In {lines}, {digit} can only go to {across}. Each of these lines needs one {digit}, so together \
         they use up those of {across}, and no other cell of {across} can be {digit}."
    )
}

fn strong_links(step: &Step, marks: &Marks) -> String {
    let (digit, sides) = (
        digit_list(step.reason.digits, "and"),
        &step.reason.sides[..],
    );
    let ([first, ..], [.., last]) = (sides, sides) else {
        return String::new();
    };
    let houses = step.reason.houses.iter().zip(sides);
    let houses = houses.map(|(&number, [one, other])| {
        format!(
            "in {}, it is in {} or else in {}",
            house(number),
            cell_list(one, "or"),
            cell_list(other, "or")
        )
    });
    let joints = sides.windows(2).map(|pair| [&pair[0][1], &pair[1][0]]);
    let mut joints: Vec<[&Vec<u8>; 2]> = joints.collect();
    let ends = [&first[0], &last[1]];
    let shared_house = |parts: [&Vec<u8>; 2]| {
        let all = parts.into_iter().flatten();
        let house = marks
            .regions()
            .shared_house(all.fold(0, |set, &at| set | 1 << at));
        house.map(|house| house as u8)
    };
    let is_ring = shared_house(ends).is_some();
    if is_ring {
        joints.push(ends);
    }
    let only_one = joints.iter().filter_map(|&joint| {
        let number = shared_house(joint)?;
        let names = cell_list(&joint.map(Vec::as_slice).concat(), "and");
        Some(format!(
            "in {}, only one of {names} can be {digit}",
            house(number)
        ))
    });
    let (houses, only_one): (Vec<String>, Vec<String>) = (houses.collect(), only_one.collect());
    let begin = format!(
        "Take {digit}: {}. But {}.",
        houses.join("; "),
        only_one.join("; ")
    );
    match is_ring {
        true => format!(
            "{begin} So just one of each of these is {digit}, and what sees them all ({}) cannot be \
             {digit}.",
            by_house(marks)
        ),
        false => format!(
            "{begin} So one of {} is {digit}, and what sees them all ({}) cannot be {digit}.",
            cell_list(&ends.map(Vec::as_slice).concat(), "and"),
            by_house(marks)
        ),
    }
}

fn xy_wing(step: &Step, marks: &Marks) -> String {
    let [pivot, first, second] = step.reason.cells[..] else {
        return String::new();
    };
    let set = |at: u8| marks.digits(at.into());
    let z = digit_list(set(first) & set(second), "or");
    let one = |at: u8| digit_list(set(pivot) & set(at) & !(set(first) & set(second)), "or");
    let (name, first_name, second_name) = (cell(pivot), cell(first), cell(second));
    let wing = format!(
        "If {name} is {}, then {first_name} is {z}; if it is {}, then {second_name} is {z}",
        one(first),
        one(second)
    );
    match step.technique {
        Technique::XyzWing => {
            format!(
                "{wing}; else {name} is {z} itself. What sees all three ({}) cannot be {z}.",
                by_house(marks)
            )
        }
        _ => format!(
            "{wing}. What sees both {first_name} and {second_name} ({}) cannot be {z}.",
            by_house(marks)
        ),
    }
}

/// There are as many cells as digits, and at most one digit can be there twice. So that digit is
/// there at least once. If no digit can be there twice, each is there.
fn bent_wing(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let digits = step.reason.digits;
    let places = |digit: usize| -> Vec<u8> {
        let own = explanation.cells.iter().copied();
        own.filter(|&at| marks.has(at.into(), digit)).collect()
    };
    let is_once = |&digit: &usize| {
        let places = places(digit);
        let sees =
            |&one: &u8, &other: &u8| one == other || marks.peers(one.into()) >> other & 1 == 1;
        places
            .iter()
            .all(|one| places.iter().all(|other| sees(one, other)))
    };
    let once = bits(digits)
        .filter(is_once)
        .fold(0, |set, digit| set | 1 << digit);
    let count = explanation.cells.len();
    let begin = format!(
        "{} are {count} cells for {count} digits: {}.",
        cell_list(&explanation.cells, "and"),
        digit_list(digits, "and")
    );
    let Some(other) = bits(digits & !once).next() else {
        let gone = explanation.removed.iter();
        let gone = gone.fold(0, |set, gone| set | 1 << (gone.digit - 1));
        let named = bits(gone)
            .map(|digit| format!("{} is in {}", digit + 1, cell_list(&places(digit), "or")));
        return format!(
            "{begin} Each digit can be there only once, as all its places there see each other ({}). \
             So each is there: {}. What sees all places of a digit there cannot be it.",
            by_house(marks),
            list(named, "and")
        );
    };
    let digit = other + 1;
    format!(
        "{begin} Each of {} can be there only once, as all its places there see each other ({}). So \
         they cannot fill all {count} cells, and {digit} is there, too: {digit} is in {}. What sees \
         all of these cannot be {digit}.",
        digit_list(once, "and"),
        by_house(marks),
        cell_list(&places(other), "or")
    )
}

fn unique_loop(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let pair = digit_list(step.reason.digits, "and");
    let rich: Vec<u8> = explanation
        .cells
        .iter()
        .copied()
        .filter(|&at| marks.digits(at.into()) & !step.reason.digits != 0)
        .collect();
    let names = cell_list(&explanation.cells, "and");
    let more = cell_list(&rich, "or");
    let shape = match explanation.cells.len() {
        4 => "rectangle",
        _ => "loop",
    };
    let rule = format!(
        "If {names} had only {pair}, the two digits could be exchanged around this {shape}, and the \
         puzzle would have two solutions."
    );
    let extra = rich
        .iter()
        .fold(0, |set, &at| set | marks.digits(at.into()))
        & !step.reason.digits;
    let inside = |gone: &Candidate| rich.contains(&gone.cell);
    match rich.len() {
        1 => format!("{rule} So {more}, which alone has other candidates, has one of these."),
        _ if explanation.removed.iter().all(inside) => format!(
            "{rule} So {more} has another digit. One of the two digits must be in one of these \
             cells, as it has no other place in their house; so the other digit is in neither."
        ),
        _ if extra.count_ones() == 1 => format!(
            "{rule} So {more} is {}, and what sees all these cells is not.",
            digit_list(extra, "or")
        ),
        _ => format!(
            "{rule} So {more} is {}. {}",
            digit_list(extra, "or"),
            as_one_cell(step, marks)
        ),
    }
}

/// Cells that count as one make a set with others.
fn as_one_cell(step: &Step, marks: &Marks) -> String {
    let Some(set) = &step.reason.others else {
        return String::new();
    };
    let OtherCells {
        house: number,
        cells: others,
        digits,
        is_hidden,
    } = set;
    let (others, digits) = (cell_list(others, "and"), digit_list(*digits, "and"));
    let begin = format!("As if they were one cell with these candidates, they and {others}");
    match (is_hidden, marks.regions()) {
        (true, _) => format!(
            "As if they were one cell, they and {others} are the only places for {digits} in {}, so no \
             other digit can go to {others}.",
            house(*number)
        ),
        (false, Regions::None) => format!(
            "{begin} have no candidates but {digits}, so these digits all go there, and not \
             elsewhere in {}.",
            house(*number)
        ),
        (false, _) => format!(
            "{begin}, in {}, have no candidates but {digits}, so these digits all go there. What sees \
             all places of one of them there ({}) cannot be it.",
            house(*number),
            by_house(marks)
        ),
    }
}

fn grave(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let names = cell_list(&explanation.cells, "and");
    let digits = digit_list(step.reason.digits, "or");
    let rule = format!(
        "If {names} could not be {digits}, every empty cell would have two candidates, and every \
         digit two places or none in each {}. If all empty cells of a solution then took their \
         other candidates, that would be a solution, too, but the puzzle has only one.",
        match marks.regions() {
            Regions::None => "row, column and box",
            Regions::Diagonals => "row, column, box and diagonal",
            Regions::Windows => "row, column, box and window",
            Regions::Both => "row, column, box, window and diagonal",
        }
    );
    let inside = |gone: &Candidate| explanation.cells.contains(&gone.cell);
    match explanation.cells[..] {
        [only] => format!("{rule} So {} must be {digits}.", cell(only)),
        [first, second] if explanation.removed.iter().all(inside) => {
            let shared = marks.digits(first.into()) & marks.digits(second.into());
            let shared = digit_list(shared & !step.reason.digits, "and");
            format!(
                "{rule} So one of {names} is {digits}. The other one is {shared}, which has no other \
                 place in their house."
            )
        }
        _ if step.reason.digits.count_ones() == 1 => format!(
            "{rule} So one of {names} is {digits}, and what sees them all ({}) is not.",
            by_house(marks)
        ),
        _ => format!(
            "{rule} So one of {names} is {digits}. {}",
            as_one_cell(step, marks)
        ),
    }
}

fn aligned(explanation: &Explanation, step: &Step, marks: &Marks) -> String {
    let count = match explanation.technique {
        Technique::AlignedPair => 2,
        _ => 3,
    };
    let (base, seen) = step
        .reason
        .cells
        .split_at(count.min(step.reason.cells.len()));
    format!(
        "Take all ways to fill {}. Each way with a removed candidate puts one digit twice into a {}, \
         or takes away all candidates of one of {}, which they all see.",
        cell_list(base, "and"),
        by_house(marks).trim_start_matches("by "),
        cell_list(seen, "and")
    )
}

fn several_chains(explanation: &Explanation, step: &Step) -> String {
    let starts = &step.reason.starts;
    let same =
        |first: &Mark, second: &Mark| (first.cell, first.digit) == (second.cell, second.digit);
    match starts[..] {
        [first, second] if first == second => {
            let ends = explanation
                .chains
                .iter()
                .map(|chain| chain.last().map_or(first, |link| link.to));
            let ends: Vec<Mark> = ends.collect();
            let end = ends.iter().find(|end| end.on).copied().unwrap_or(first);
            format!(
                "If {}, then {} and is not {}: a contradiction.",
                said(first),
                said(end),
                end.digit
            )
        }
        [first, second] if same(&first, &second) => format!(
            "Whether {} is {} or not, the same follows.",
            cell(first.cell),
            first.digit
        ),
        [first, ..] => match step.reason.houses.first() {
            Some(&number) => {
                let own = HOUSE_SET[usize::from(number)];
                let places: Vec<u8> = cells(own)
                    .map(|at| at as u8)
                    .filter(|&at| starts.iter().any(|start| start.cell == at))
                    .collect();
                format!(
                    "In {}, {} can only go to {}; from each of these places, the same follows.",
                    house(number),
                    first.digit,
                    cell_list(&places, "or")
                )
            }
            None => format!(
                "{} is {}; from each of these, the same follows.",
                cell(first.cell),
                digit_list(step.reason.digits, "or")
            ),
        },
        [] => String::new(),
    }
}
