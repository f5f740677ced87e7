//! Two to four strong links of one digit, joined by weak ones: skyscrapers, kites, turbot fish,
//! empty rectangles and grouped forms. One end of the chain holds the digit, so it goes from all
//! cells that see both ends. If the ends also share a house, the chain is a ring, and the digit
//! goes from every cell that sees both sides of any joint.
//!
//! A strong link is a house whose places for the digit fall into two sides: two cells, or groups
//! that lie in a line each. Ratings: 4.0, 5.4 and 5.8 for two, three and four links; 0.1 more if a
//! box or both kinds of lines take part, 0.2 if both, 0.3 if a side is a group, or if a window or a
//! diagonal takes part.
//!
//! Among all chains: least rating, then most candidates removed, then least suffix (the number of
//! groups and the kinds of the houses), then the first by kinds of houses, digit, houses, order of
//! the links and their directions. (Sukaku Explainer: "Skyscraper", "2-String Kite", "Turbot Fish",
//! "3 Strong DigitLinks" and so on.)

use super::houses::{KINDS, kind_of};
use super::marks::{HOUSE, HOUSE_SET, Marks, Regions, bits, cells, choices};
use super::step::{Kept, Step, Technique};
use std::cmp::Ordering;

/// The most links of a chain.
const MOST: usize = 4;
/// In a box: cells without the digit, then those of one side, and those of the other. First a cross
/// around each cell, which belongs to both sides: its column, its row. Then two lines.
const BOX_FORMS: [[u16; 3]; 15] = box_forms();
/// The thirds of a line, in the orders in which they are tried.
const LINE_FORMS: [[u16; 3]; 3] = [[0o7, 0o70, 0o700], [0o70, 0o7, 0o700], [0o700, 0o7, 0o70]];
/// Places of the rows and columns of a box.
const BOX_ROWS: [u16; 3] = [0o7, 0o70, 0o700];
const BOX_COLUMNS: [u16; 3] = [0o111, 0o222, 0o444];

const fn box_forms() -> [[u16; 3]; 15] {
    let mut forms = [[0; 3]; 15];
    let mut heart = 0;
    while heart < 9 {
        let (row, column) = (BOX_ROWS[heart / 3], BOX_COLUMNS[heart % 3]);
        let here = 1 << heart;
        forms[heart] = [0x1ff & !(row | column), column & !here, row & !here];
        heart += 1;
    }
    let mut left = 0;
    while left < 3 {
        // First the last line is left out.
        let out = 2 - left;
        let (one, other) = match out {
            2 => (0, 1),
            1 => (0, 2),
            _ => (1, 2),
        };
        forms[9 + left] = [BOX_ROWS[out], BOX_ROWS[one], BOX_ROWS[other]];
        forms[12 + left] = [BOX_COLUMNS[out], BOX_COLUMNS[one], BOX_COLUMNS[other]];
        left += 1;
    }
    forms
}

/// A house with two sides.
#[derive(Clone, Copy, Debug)]
struct Strong {
    house: usize,
    sides: [u128; 2],
    grouped: bool,
    /// All places of the digit in the house.
    places: u128,
}

/// The cells of a house.
fn set_of(house: usize, places: u16) -> u128 {
    bits(places).fold(0, |set, place| set | 1 << HOUSE[house][place])
}

/// Whether the cells of a house lie in three rows of three: it is a box or a window.
fn is_square(house: usize) -> bool {
    matches!(kind_of(house), 0 | 3)
}

/// Adds the strong links of a house: none, one, or, for four cells of a box, perhaps two.
fn add_strong(marks: &Marks, digit: usize, house: usize, links: &mut Vec<Strong>) {
    let places = marks.places(house, digit);
    let size = places.count_ones();
    let mut add = |sides: [u16; 2], grouped| {
        links.push(Strong {
            house,
            sides: sides.map(|side| set_of(house, side)),
            grouped,
            places: set_of(house, places),
        });
    };
    if size == 2 {
        let first = places & places.wrapping_neg();
        let lines = BOX_ROWS.iter().chain(&BOX_COLUMNS);
        let in_line = is_square(house) && lines.into_iter().any(|line| places & !line == 0);
        if !in_line {
            add([first, places & !first], false);
        }
        return;
    }
    if !(3..=6).contains(&size) {
        return;
    }
    let forms: &[[u16; 3]] = match kind_of(house) {
        0 if size < 4 => &BOX_FORMS[..9],
        0 => &BOX_FORMS,
        // The reference tries only the first three.
        3 => &BOX_FORMS[..3],
        _ => &LINE_FORMS,
    };
    let Some(form) = forms.iter().position(|form| places & form[0] == 0) else {
        return;
    };
    let [one, other] = [forms[form][1] & places, forms[form][2] & places];
    if one == 0 || other == 0 {
        return;
    }
    let heart = match is_square(house) && form < 9 {
        true => 1 << form,
        false => 0,
    };
    match (one.count_ones(), other.count_ones()) {
        // The single cell is one side, all the rest the other.
        (_, 1) => add([other, one | heart], true),
        (1, _) => add([one, other | heart], true),
        _ => {
            let heart = heart & places;
            add([one | heart, other | heart], true);
            // The four corners of a rectangle have a second division into sides.
            let [low, high] = [one, other].map(|side| side & side.wrapping_neg());
            let corners = shared_line(low | high) && shared_line((one | other) & !(low | high));
            if house < 9 && form > 8 && size == 4 && corners {
                add([low | high, (one | other) & !(low | high)], true);
            }
        }
    }
}

/// Whether places of a box lie in a row or a column of it.
fn shared_line(places: u16) -> bool {
    let mut lines = BOX_ROWS.iter().chain(&BOX_COLUMNS);
    lines.any(|line| places & !line == 0)
}

/// The strong links of a digit, and which can be joined.
struct DigitLinks {
    digit: usize,
    marks: u128,
    all: Vec<Strong>,
    /// For each link and each pair of its own side and the other's: the links so joined.
    joined: Vec<[[u64; 2]; 2]>,
    /// For each link, those that share no place.
    apart: Vec<u64>,
    /// For each kind of house, its links.
    kinds: [u64; KINDS],
}

impl DigitLinks {
    fn new(marks: &Marks, digit: usize) -> Self {
        let mut all = Vec::new();
        for house in marks.regions().houses() {
            add_strong(marks, digit, house, &mut all);
        }
        let mut kinds = [0; KINDS];
        for (number, link) in all.iter().enumerate() {
            kinds[kind_of(link.house)] |= 1u64 << number;
        }
        let mut joined = vec![[[0; 2]; 2]; all.len()];
        let mut apart = vec![0; all.len()];
        for (number, link) in all.iter().enumerate() {
            for (second, other) in all.iter().enumerate() {
                if link.places & other.places != 0 {
                    continue;
                }
                apart[number] |= 1 << second;
                for (mine, by_its) in link.sides.iter().zip(&mut joined[number]) {
                    for (its, set) in other.sides.iter().zip(by_its) {
                        let joins = marks.regions().shared_house(mine | its).is_some();
                        *set |= u64::from(joins) << second;
                    }
                }
            }
        }
        let marks = marks.cells_with(digit);
        DigitLinks {
            digit,
            marks,
            all,
            joined,
            apart,
            kinds,
        }
    }

    fn neighbours(&self, link: usize) -> u64 {
        let [[a, b], [c, d]] = self.joined[link];
        a | b | c | d
    }
}

/// A chain with the keys by which chains are compared.
struct StrongChain {
    rating: f64,
    taken: usize,
    suffix: [u8; MOST + 1],
    digit: usize,
    removed: u128,
    houses: Vec<usize>,
    /// The sides of each house, in the order of the chain.
    sides: Vec<[u128; 2]>,
    cells: u128,
}

impl StrongChain {
    fn compare(&self, other: &StrongChain) -> Ordering {
        self.rating
            .total_cmp(&other.rating)
            .then(other.taken.cmp(&self.taken))
            .then(self.suffix.cmp(&other.suffix))
    }

    fn step(self, degree: usize) -> Step {
        let technique = match degree {
            2 => Technique::TwoStrongLinks,
            3 => Technique::ThreeStrongLinks,
            _ => Technique::FourStrongLinks,
        };
        let set = 1 << self.digit;
        let removed = cells(self.removed).map(|cell| (cell as u8, set));
        let step = Step::remove(technique, self.rating, removed.collect());
        let mut step = step.because(cells(self.cells), self.houses, set);
        let names = |side: u128| cells(side).map(|cell| cell as u8).collect();
        step.reason.sides = self.sides.iter().map(|sides| sides.map(names)).collect();
        step
    }
}

/// The strong links of all digits.
pub struct StrongLinks<'m> {
    marks: &'m Marks,
    digits: Vec<DigitLinks>,
}

impl<'m> StrongLinks<'m> {
    /// Finds them.
    pub fn new(marks: &'m Marks) -> Self {
        StrongLinks {
            marks,
            digits: (0..9).map(|digit| DigitLinks::new(marks, digit)).collect(),
        }
    }
}

/// The best chain of `degree` links.
pub fn find(strong: &StrongLinks<'_>, degree: usize) -> Option<Step> {
    let mut kept = Kept::new(false);
    search(strong, degree, &mut kept);
    kept.found.pop().map(|best| best.step(degree))
}

/// All chains of `degree` links that take something away, the best one first.
pub fn all(strong: &StrongLinks<'_>, degree: usize) -> Vec<Step> {
    let mut kept = Kept::new(true);
    search(strong, degree, &mut kept);
    kept.found.sort_by(StrongChain::compare);
    let chains = kept.found.into_iter();
    chains.map(|chain| chain.step(degree)).collect()
}

fn search(strong: &StrongLinks<'_>, degree: usize, kept: &mut Kept<StrongChain>) {
    let digits = &strong.digits;
    let mut search = StrongSearch {
        marks: strong.marks,
        degree,
        orders: orders(degree),
        links: &digits[0],
        kinds: [0; MOST],
        chosen: [0; MOST],
        kept,
    };
    for kinds in kinds_in_order(strong.marks.regions(), degree) {
        for links in digits {
            (search.links, search.kinds) = (links, kinds);
            search.choose(0);
        }
    }
}

/// The kinds of the links' houses, increasing, in the order of the masks that choose `degree` of
/// `kinds * degree` places.
fn kinds_in_order(regions: Regions, degree: usize) -> Vec<[usize; MOST]> {
    let mut list = Vec::new();
    let known: Vec<usize> = (0..KINDS).filter(|&kind| regions.has_kind(kind)).collect();
    for mask in choices(degree, known.len() * degree) {
        let places: Vec<usize> = (0..known.len() * degree)
            .filter(|place| mask >> place & 1 == 1)
            .collect();
        if (0..degree).all(|link| places[link] % degree == link) {
            let mut kinds = [0; MOST];
            for link in 0..degree {
                kinds[link] = known[places[link] / degree];
            }
            list.push(kinds);
        }
    }
    list
}

/// The orders of links, in the sequence of QuickPerm (Phillip Paul Fuchs). Of each order and its
/// reverse, only the lesser one.
fn orders(degree: usize) -> Vec<[usize; MOST]> {
    let mut list = Vec::new();
    let mut order = [0, 1, 2, 3];
    let mut left = [0, 1, 2, 3];
    let mut place = 1;
    loop {
        let now = &order[..degree];
        if now.iter().le(now.iter().rev()) {
            list.push(order);
        }
        while place < degree && left[place] == 0 {
            left[place] = place;
            place += 1;
        }
        if place >= degree {
            return list;
        }
        left[place] -= 1;
        order.swap(place % 2 * left[place], place);
        place = 1;
    }
}

/// Parts of joined links: the members of each, and their neighbours.
#[derive(Default)]
struct Parts {
    parts: [(u64, u64); MOST],
    count: usize,
}

impl Parts {
    fn add(&mut self, link: usize, neighbours: u64) {
        let mut joined = (1 << link, neighbours);
        let mut kept = 0;
        for place in 0..self.count {
            let part = self.parts[place];
            if part.0 & neighbours != 0 {
                joined = (joined.0 | part.0, joined.1 | part.1);
            } else {
                self.parts[kept] = part;
                kept += 1;
            }
        }
        self.parts[kept] = joined;
        self.count = kept + 1;
    }

    fn near_all(&self) -> u64 {
        let parts = self.parts[..self.count].iter();
        parts.fold(u64::MAX, |near, part| near & part.1)
    }

    fn near_any(&self) -> u64 {
        let parts = self.parts[..self.count].iter();
        parts.fold(0, |near, part| near | part.1)
    }
}

struct StrongSearch<'l, 'k> {
    marks: &'l Marks,
    degree: usize,
    orders: Vec<[usize; MOST]>,
    links: &'l DigitLinks,
    kinds: [usize; MOST],
    chosen: [usize; MOST],
    kept: &'k mut Kept<StrongChain>,
}

impl StrongSearch<'_, '_> {
    /// Chooses one more link.
    fn choose(&mut self, depth: usize) {
        let links = self.links;
        let mut may = links.kinds[self.kinds[depth]];
        let before = &self.chosen[..depth];
        for &link in before {
            may &= links.apart[link];
        }
        // The chosen links fall into connected parts. The last link must join them all.
        let mut parts = Parts::default();
        before
            .iter()
            .for_each(|&link| parts.add(link, links.neighbours(link)));
        if depth + 1 == self.degree {
            may &= parts.near_all();
        } else if depth + 2 == self.degree && parts.count == 2 {
            may &= parts.near_any();
        }
        while may != 0 {
            let link = may.trailing_zeros() as usize;
            may &= may - 1;
            if depth > 0 && self.kinds[depth - 1] == self.kinds[depth] {
                let last = self.chosen[depth - 1];
                if links.all[link].house <= links.all[last].house {
                    continue;
                }
            }
            self.chosen[depth] = link;
            match depth + 1 == self.degree {
                true => self.join(),
                false => self.choose(depth + 1),
            }
        }
    }

    /// Tries all orders and directions of the chosen links.
    fn join(&mut self) {
        let (links, degree) = (self.links, self.degree);
        for number in 0..self.orders.len() {
            let order = self.orders[number];
            let chain = order.map(|place| self.chosen[place]);
            let near = |place: usize| links.neighbours(chain[place]) >> chain[place + 1] & 1 == 1;
            if !(0..degree - 1).all(near) {
                continue;
            }
            'directions: for directions in 0..1usize << degree {
                let turned = |place: usize| directions >> (degree - 1 - place) & 1;
                for place in 0..degree - 1 {
                    let (from, to) = (1 - turned(place), turned(place + 1));
                    if links.joined[chain[place]][from][to] >> chain[place + 1] & 1 == 0 {
                        continue 'directions;
                    }
                }
                self.judge(&order, &chain[..degree], directions);
            }
        }
    }

    /// Keeps a chain if it removes something and is wanted.
    fn judge(&mut self, order: &[usize; MOST], chain: &[usize], directions: usize) {
        let (links, degree) = (self.links, self.degree);
        let turned = |place: usize| directions >> (degree - 1 - place) & 1;
        let side = |place: usize, turn: usize| links.all[chain[place]].sides[turn];
        let start = side(0, turned(0));
        let end = side(degree - 1, 1 - turned(degree - 1));
        let joint =
            |place: usize| side(place, 1 - turned(place)) | side(place + 1, turned(place + 1));
        let bases = chain
            .iter()
            .fold(0, |set, &link| set | HOUSE_SET[links.all[link].house]);
        let able = links.marks & !bases;
        let (marks, regions) = (self.marks, self.marks.regions());
        let mut removed = marks.seen_by(start | end) & able;
        let mut taken = removed.count_ones();
        match regions.shared_house(start | end) {
            // A ring is kept once, from its first house.
            Some(_) => {
                let house = |place: usize| links.all[chain[place]].house;
                if turned(0) == 1 || (1..degree).any(|place| house(place) < house(0)) {
                    return;
                }
                for place in 0..degree - 1 {
                    let more = marks.seen_by(joint(place)) & able;
                    removed |= more;
                    taken += more.count_ones();
                }
            }
            None => {
                let joints = (0..degree - 1).filter_map(|place| regions.shared_house(joint(place)));
                removed &= !joints.fold(0, |set, house| set | HOUSE_SET[house]);
                taken = removed.count_ones();
            }
        }
        if removed == 0 {
            return;
        }
        let groups = chain
            .iter()
            .filter(|&&link| links.all[link].grouped)
            .count();
        let kinds = order.map(|place| self.kinds[place] as u8);
        let (suffix, rating) = suffix_and_rating(groups, &kinds[..degree]);
        let found = StrongChain {
            rating,
            taken: taken as usize,
            suffix,
            digit: links.digit,
            removed,
            houses: Vec::new(),
            sides: Vec::new(),
            cells: 0,
        };
        if self.kept.wants(|best| found.compare(best).is_lt()) {
            let houses = chain.iter().map(|&link| links.all[link].house);
            let places = chain.iter().map(|&link| links.all[link].places);
            self.kept.keep(StrongChain {
                houses: houses.collect(),
                sides: (0..degree)
                    .map(|place| [0, 1].map(|second| side(place, turned(place) ^ second)))
                    .collect(),
                cells: places.fold(0, |set, places| set | places),
                ..found
            });
        }
    }
}

/// The suffix: the number of groups and the kinds of the houses, made least by reversing the chain
/// and, if it has rows, by exchanging rows and columns. Also the rating that follows from these.
fn suffix_and_rating(groups: usize, kinds: &[u8]) -> ([u8; MOST + 1], f64) {
    let degree = kinds.len();
    let mut one_way = [0; MOST];
    one_way[..degree].copy_from_slice(kinds);
    let mut other_way = one_way;
    other_way[..degree].reverse();
    let straight = one_way.min(other_way);
    let exchange = |kind: u8| match kind {
        1 => 2,
        2 => 1,
        other => other,
    };
    let name = match straight[..degree].contains(&1) {
        true => {
            let mut swapped = straight;
            swapped[..degree]
                .iter_mut()
                .for_each(|kind| *kind = exchange(*kind));
            let mut turned = swapped;
            turned[..degree].reverse();
            straight.min(swapped).min(turned)
        }
        false => straight.map(|kind| if kind == 2 { 1 } else { kind }),
    };
    let mut suffix = [0; MOST + 1];
    suffix[0] = groups as u8;
    suffix[1..].copy_from_slice(&name);
    let named = &name[..degree];
    let base = [4.0, 5.4, 5.8][degree - 2];
    let rating = match (named.contains(&0), named.contains(&2)) {
        _ if groups > 0 || named.iter().any(|&kind| kind > 2) => base + 0.3,
        (false, false) => base,
        (true, true) => base + 0.2,
        _ => base + 0.1,
    };
    (suffix, rating)
}

#[cfg(test)]
mod tests {
    use crate::logic::Technique;
    use crate::logic::positions::first;

    #[test]
    fn two_links_take_a_digit_from_what_sees_both_ends() {
        let puzzle =
            ".2....5938..5..46.94..6...8..2.3.....6..8.73.7..2.........4.38..7....6..........5";
        let expected = "4.0: r3c4-7 r3c6-7";
        assert_eq!(first(Technique::TwoStrongLinks, puzzle), expected);
    }

    #[test]
    fn three_links_take_a_digit_from_what_sees_both_ends() {
        let puzzle =
            ".3.....89.....1.7..2469....68.2......1...7..3.........8.....79.2..4..3..3.7..51..";
        let expected = "5.4: r2c2-5 r7c3-5";
        assert_eq!(first(Technique::ThreeStrongLinks, puzzle), expected);
    }

    #[test]
    fn four_links_with_groups_take_a_digit_from_what_sees_both_ends() {
        let puzzle =
            ".......75..12......4..3..9..6...1...3.5.9......876.....86.5..4.1..4....623....1..";
        let expected = "6.1: r8c6-7";
        assert_eq!(first(Technique::FourStrongLinks, puzzle), expected);
    }
}
