//! Solves as people do, by rules of increasing difficulty, to find out which suffice.
//!
//! Invariant: `candidates` always contains the digits of every solution; a rule only removes
//! candidates.

use crate::boards::{Geometry, Grid, UnitKind};

/// The rules, easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A cell has one candidate.
    NakedSingle,
    /// A digit has one place in a unit.
    HiddenSingle,
    /// A digit's places in one unit all lie in another: pointing and claiming.
    LockedCandidates,
    /// Two cells of a unit have two candidates in all.
    NakedPair,
    /// Two digits have two places in a unit in all.
    HiddenPair,
    /// Three cells of a unit have three candidates in all.
    NakedTriple,
    /// Three digits have three places in a unit in all.
    HiddenTriple,
    /// A digit's places in two rows lie in two columns, or the other way round.
    XWing,
    /// Four cells of a unit have four candidates in all.
    NakedQuad,
    /// Four digits have four places in a unit in all.
    HiddenQuad,
    /// As [`Self::XWing`], with three rows and columns.
    Swordfish,
    /// As [`Self::XWing`], with four rows and columns.
    Jellyfish,
    /// A cell with two candidates sees two others with two candidates each; the digit
    /// that these share is ruled out where both see.
    XyWing,
}

impl Rule {
    /// All rules, easiest first.
    pub const ALL: [Rule; 13] = [
        Rule::NakedSingle,
        Rule::HiddenSingle,
        Rule::LockedCandidates,
        Rule::NakedPair,
        Rule::HiddenPair,
        Rule::NakedTriple,
        Rule::HiddenTriple,
        Rule::XWing,
        Rule::NakedQuad,
        Rule::HiddenQuad,
        Rule::Swordfish,
        Rule::Jellyfish,
        Rule::XyWing,
    ];

    /// The usual name, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Rule::NakedSingle => "naked-single",
            Rule::HiddenSingle => "hidden-single",
            Rule::LockedCandidates => "locked-candidates",
            Rule::NakedPair => "naked-pair",
            Rule::HiddenPair => "hidden-pair",
            Rule::NakedTriple => "naked-triple",
            Rule::HiddenTriple => "hidden-triple",
            Rule::XWing => "x-wing",
            Rule::NakedQuad => "naked-quad",
            Rule::HiddenQuad => "hidden-quad",
            Rule::Swordfish => "swordfish",
            Rule::Jellyfish => "jellyfish",
            Rule::XyWing => "xy-wing",
        }
    }
}

/// How far the rules go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logic {
    /// The rules that were used, easiest first.
    pub rules: Vec<Rule>,
    /// Whether they filled the grid.
    pub solved: bool,
    /// The grid as far as they filled it.
    pub grid: Grid,
}

/// Applies the easiest rule that makes progress, again and again.
pub fn solve(geometry: &Geometry, grid: &Grid) -> Logic {
    let mut state = PencilMarks::new(geometry, grid);
    let mut used = Vec::new();
    while let Some(&rule) = Rule::ALL.iter().find(|&&rule| state.apply(rule)) {
        if !used.contains(&rule) {
            used.push(rule);
        }
    }
    used.sort_unstable();
    let filled = Grid::from_cells(geometry.order(), &state.digits);
    Logic {
        rules: used,
        solved: filled.is_solved(geometry),
        grid: filled,
    }
}

struct PencilMarks<'g> {
    geometry: &'g Geometry,
    digits: Vec<u8>,
    /// Bit `d - 1` for digit `d`; empty for a cell that is filled, or a hole.
    candidates: Vec<u32>,
}

impl<'g> PencilMarks<'g> {
    fn new(geometry: &'g Geometry, grid: &Grid) -> Self {
        let all = u32::MAX >> (32 - geometry.order());
        let candidates = (0..geometry.cells()).map(|cell| {
            if grid.get(cell).is_some() || geometry.is_hole(cell) {
                return 0;
            }
            let clues = geometry.peers(cell).iter();
            let clues = clues.filter_map(|&peer| grid.get(peer as usize));
            clues.fold(all, |set, digit| set & !(1 << (digit - 1)))
        });
        PencilMarks {
            geometry,
            digits: grid.cells().to_vec(),
            candidates: candidates.collect(),
        }
    }

    /// Applies a rule wherever possible, and returns whether it made progress.
    /// (Singles fill one cell at a time: the next may be found by an easier rule.)
    fn apply(&mut self, rule: Rule) -> bool {
        match rule {
            Rule::NakedSingle => self.naked_single(),
            Rule::HiddenSingle => self.hidden_single(),
            Rule::LockedCandidates => self.locked_candidates(),
            Rule::NakedPair => self.naked_sets(2),
            Rule::NakedTriple => self.naked_sets(3),
            Rule::NakedQuad => self.naked_sets(4),
            Rule::HiddenPair => self.hidden_sets(2),
            Rule::HiddenTriple => self.hidden_sets(3),
            Rule::HiddenQuad => self.hidden_sets(4),
            Rule::XWing => self.fish(2),
            Rule::Swordfish => self.fish(3),
            Rule::Jellyfish => self.fish(4),
            Rule::XyWing => self.xy_wing(),
        }
    }

    fn put(&mut self, cell: usize, bit: u32) {
        self.digits[cell] = bit.trailing_zeros() as u8 + 1;
        self.candidates[cell] = 0;
        for &peer in self.geometry.peers(cell) {
            self.candidates[peer as usize] &= !bit;
        }
    }

    fn rule_out(&mut self, cell: u16, digits: u32) -> bool {
        let set = &mut self.candidates[cell as usize];
        let changed = *set & digits != 0;
        *set &= !digits;
        changed
    }

    fn naked_single(&mut self) -> bool {
        let single = self.candidates.iter().position(|set| set.count_ones() == 1);
        if let Some(cell) = single {
            self.put(cell, self.candidates[cell]);
        }
        single.is_some()
    }

    fn hidden_single(&mut self) -> bool {
        for unit in self.geometry.units().iter().filter(|unit| unit.complete) {
            let (mut once, mut twice) = (0, 0);
            for &cell in &unit.cells {
                let set = self.candidates[cell as usize];
                twice |= once & set;
                once |= set;
            }
            let singles = once & !twice;
            if singles != 0 {
                let bit = singles & singles.wrapping_neg();
                let holds = |&&cell: &&u16| self.candidates[cell as usize] & bit != 0;
                if let Some(&cell) = unit.cells.iter().find(holds) {
                    self.put(cell as usize, bit);
                    return true;
                }
            }
        }
        false
    }

    /// The places of a digit in a unit, as bits of their positions in it.
    fn places(&self, unit: &[u16], bit: u32) -> u32 {
        (0..).zip(unit).fold(0, |set, (place, &cell)| {
            set | u32::from(self.candidates[cell as usize] & bit != 0) << place
        })
    }

    fn locked_candidates(&mut self) -> bool {
        let geometry = self.geometry;
        let mut changed = false;
        for (number, unit) in geometry.units().iter().enumerate() {
            if !unit.complete {
                continue;
            }
            for digit in 0..geometry.order() {
                let bit = 1 << digit;
                let places = self.places(&unit.cells, bit);
                if places.count_ones() < 2 {
                    continue;
                }
                let cells: Vec<u16> = members(&unit.cells, places);
                for &other in geometry.units_of(cells[0] as usize) {
                    let in_other = |&cell: &u16| {
                        geometry
                            .units_of(cell as usize)
                            .binary_search(&other)
                            .is_ok()
                    };
                    if usize::from(other) == number || !cells.iter().all(in_other) {
                        continue;
                    }
                    for &cell in &geometry.units()[other as usize].cells {
                        if !cells.contains(&cell) {
                            changed |= self.rule_out(cell, bit);
                        }
                    }
                }
            }
        }
        changed
    }

    /// If `size` cells of a unit have only `size` candidates together, no other cell
    /// of the unit has them.
    fn naked_sets(&mut self, size: u32) -> bool {
        let mut changed = false;
        for unit in self.geometry.units() {
            let sets: Vec<u32> = unit
                .cells
                .iter()
                .map(|&cell| self.candidates[cell as usize])
                .collect();
            each_set(&sets, size, &mut |places, digits| {
                for (place, &cell) in (0..).zip(&unit.cells) {
                    if places >> place & 1 == 0 {
                        changed |= self.rule_out(cell, digits);
                    }
                }
            });
        }
        changed
    }

    /// If `size` digits have only `size` places in a unit, no other digit goes there.
    fn hidden_sets(&mut self, size: u32) -> bool {
        let mut changed = false;
        for unit in self.geometry.units().iter().filter(|unit| unit.complete) {
            let sets: Vec<u32> = (0..self.geometry.order())
                .map(|digit| self.places(&unit.cells, 1 << digit))
                .collect();
            each_set(&sets, size, &mut |digits, places| {
                for cell in members(&unit.cells, places) {
                    changed |= self.rule_out(cell, !digits);
                }
            });
        }
        changed
    }

    /// A digit whose places in `size` rows lie in only `size` columns, or the other
    /// way round.
    fn fish(&mut self, size: u32) -> bool {
        let order = self.geometry.order();
        let (rows, columns) = (0..order, order..2 * order);
        let mut changed = false;
        for digit in 0..order {
            let bit = 1 << digit;
            for (lines, crossing) in [
                (rows.clone(), columns.clone()),
                (columns.clone(), rows.clone()),
            ] {
                let units = self.geometry.units();
                let sets: Vec<u32> = lines
                    .clone()
                    .map(|line| {
                        if !units[line].complete {
                            return 0;
                        }
                        self.places(&units[line].cells, bit)
                    })
                    .collect();
                each_set(&sets, size, &mut |chosen, places| {
                    for line in crossing
                        .clone()
                        .filter(|line| places >> (line % order) & 1 == 1)
                    {
                        for &cell in &units[line].cells {
                            let at = match units[line].kind {
                                UnitKind::Row(_) => self.geometry.column(cell as usize),
                                _ => self.geometry.row(cell as usize),
                            };
                            if chosen >> at & 1 == 0 {
                                changed |= self.rule_out(cell, bit);
                            }
                        }
                    }
                });
            }
        }
        changed
    }

    fn xy_wing(&mut self) -> bool {
        let geometry = self.geometry;
        let pairs: Vec<u16> = (0..geometry.cells() as u16)
            .filter(|&cell| self.candidates[cell as usize].count_ones() == 2)
            .collect();
        let sees = |a: u16, b: u16| geometry.peers(a as usize).binary_search(&b).is_ok();
        for &pivot in &pairs {
            let both = self.candidates[pivot as usize];
            let wings: Vec<u16> = pairs
                .iter()
                .copied()
                .filter(|&wing| {
                    sees(pivot, wing) && (self.candidates[wing as usize] & both).count_ones() == 1
                })
                .collect();
            for (place, &one) in wings.iter().enumerate() {
                for &two in &wings[place + 1..] {
                    let (a, b) = (self.candidates[one as usize], self.candidates[two as usize]);
                    let shared = a & b & !both;
                    if shared == 0 || (a | b) & both != both {
                        continue;
                    }
                    let mut changed = false;
                    for &cell in geometry.peers(one as usize) {
                        if cell != pivot && sees(two, cell) {
                            changed |= self.rule_out(cell, shared);
                        }
                    }
                    if changed {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The cells at the given places of a unit.
fn members(unit: &[u16], places: u32) -> Vec<u16> {
    let chosen = (0..)
        .zip(unit)
        .filter(|&(place, _)| places >> place & 1 == 1);
    chosen.map(|(_, &cell)| cell).collect()
}

/// Visits all choices of `size` sets, none empty, that have `size` members
/// together: the places of the sets, and their union, both as bits.
fn each_set(sets: &[u32], size: u32, visit: &mut dyn FnMut(u32, u32)) {
    fn extend(
        sets: &[u32],
        (from, size): (usize, u32),
        (chosen, union): (u32, u32),
        visit: &mut dyn FnMut(u32, u32),
    ) {
        if chosen.count_ones() == size {
            if union.count_ones() == size {
                visit(chosen, union);
            }
            return;
        }
        for (place, &set) in sets.iter().enumerate().skip(from) {
            if set != 0 && (union | set).count_ones() <= size {
                extend(
                    sets,
                    (place + 1, size),
                    (chosen | 1 << place, union | set),
                    visit,
                );
            }
        }
    }
    extend(sets, (0, size), (0, 0), visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solve::nine::Nine;

    fn solved(line: &[u8]) -> Logic {
        let board = Geometry::of_order(9).unwrap();
        solve(&board, &Grid::parse(&board, line).unwrap())
    }

    #[test]
    fn easy_puzzles_need_singles_only() {
        let logic = solved(
            b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        );
        assert!(logic.solved);
        assert_eq!(
            logic.rules,
            [Rule::NakedSingle, Rule::HiddenSingle][..logic.rules.len()]
        );
    }

    #[test]
    fn the_rules_never_contradict_the_solution() {
        let board = Geometry::of_order(9).unwrap();
        let mut used = std::collections::BTreeSet::new();
        let mut stuck = 0;
        for stream in 0..250 {
            let random = &mut Random::new(3, stream);
            let solution = Nine::fill(random);
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut puzzle = solution;
            Nine::reduce(&mut puzzle, &order);
            let logic = solve(&board, &Grid::from_cells(9, &puzzle));
            let agrees = |(&found, right): (&u8, &u8)| found == 0 || found == *right;
            assert!(
                logic.grid.cells().iter().zip(&solution).all(agrees),
                "stream {stream}"
            );
            assert_eq!(logic.solved, logic.grid.cells() == solution);
            stuck += u32::from(!logic.solved);
            used.extend(logic.rules);
        }
        // Jellyfish and hidden quads are rare; all other rules are used.
        assert!(used.len() >= 10, "{used:?}");
        assert!((1..150).contains(&stuck), "{stuck} of 250 need more");
    }
}
