//! A Sudoku with rules as houses and constraints, within the digits that these leave.

use super::automaton::{Automaton, digits};
use super::constraint::Constraint;
use super::kinds::builder::{Builder, Sum};
use super::{Cell, Digits, Rule, Variant, words};

/// A rule that cannot be read as its kind demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The name of its kind.
    pub kind: &'static str,
    /// Its cells, each with a blank before it.
    pub cells: String,
    /// What is wrong.
    pub why: String,
}

dlx3_base::messages! {
    RuleFault {
        Self { kind, cells, why } => "{kind}{cells}: {why}",
    }
}

/// What all solutions satisfy.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The digits of each cell: of the grid, beside it, and those that rules have added.
    pub sets: Vec<Digits>,
    /// How many cells the Sudoku itself has, in the grid and beside it.
    pub own: usize,
    /// Sets of different cells. The rows, columns and regions come first.
    pub houses: Vec<Vec<Cell>>,
    /// What rules demand, but for houses.
    pub constraints: Vec<Constraint>,
    /// Sums that these constraints and the houses imply.
    pub sums: Vec<Sum>,
    /// Why there is no solution, if that is plain.
    pub contradiction: Option<String>,
}

impl Compiled {
    /// Of a Sudoku.
    ///
    /// # Errors
    /// If a rule does not fit its kind or the grid.
    pub fn new(variant: &Variant) -> Result<Self, RuleFault> {
        let mut builder = Builder::new(variant);
        let mut constraints = Vec::new();
        let mut houses = variant.houses();
        let mut contradiction = None;
        for rule in &variant.rules {
            for constraint in built(&mut builder, rule)? {
                if contradiction.is_none() && is_impossible(&constraint, &builder.sets) {
                    contradiction = Some(format!("{} cannot hold", words::rule(variant, rule)));
                }
                match constraint {
                    Constraint::Distinct(cells) => houses.push(cells),
                    other => constraints.push(other),
                }
            }
        }
        let mut compiled = Compiled {
            sets: builder.sets,
            own: variant.sets.len(),
            houses: largest(houses),
            constraints,
            sums: builder.sums,
            contradiction,
        };
        if compiled.contradiction.is_none() {
            let empty = (0..variant.sets.len()).find(|&cell| variant.sets[cell] == 0);
            let of = |cell: usize| format!("{} can have no digit", variant.name(cell as Cell));
            compiled.contradiction = empty.map(of);
        }
        if compiled.contradiction.is_none() && !compiled.propagate(variant.shape.digits()) {
            compiled.contradiction = Some("the rules leave some cell no digit".to_owned());
        }
        Ok(compiled)
    }

    /// Whether constraints can hold together, as far as [propagation](Self::propagate) shows.
    pub(super) fn can_all_hold(
        constraints: Vec<Constraint>,
        sets: Vec<Digits>,
        variant: &Variant,
    ) -> bool {
        let mut own = Compiled {
            sets,
            own: variant.sets.len(),
            houses: Vec::new(),
            constraints,
            sums: Vec::new(),
            contradiction: None,
        };
        own.propagate(variant.shape.digits())
    }

    /// The digits that a cell may have.
    pub fn set(&self, cell: Cell) -> Digits {
        self.sets[usize::from(cell)]
    }

    /// Rules out digits until nothing changes. False if a cell has none left.
    fn propagate(&mut self, all: Digits) -> bool {
        let constraints = std::mem::take(&mut self.constraints);
        // When each cell changed last, and when each constraint was looked at.
        let mut changed = vec![1u32; self.sets.len()];
        let mut looked = vec![0u32; constraints.len() + self.houses.len()];
        let cells: Vec<Vec<Cell>> = constraints.iter().map(Constraint::cells).collect();
        let mut now = 1;
        loop {
            let before = now;
            for (number, house) in self.houses.iter().enumerate() {
                let is_new = house
                    .iter()
                    .any(|&cell| changed[usize::from(cell)] > looked[number]);
                if !is_new {
                    continue;
                }
                looked[number] = now;
                if !differ(house, all, &mut self.sets, &mut changed, &mut now) {
                    return false;
                }
            }
            for (number, constraint) in constraints.iter().enumerate() {
                let looked = &mut looked[self.houses.len() + number];
                let own = &cells[number];
                if !own.iter().any(|&cell| changed[usize::from(cell)] > *looked) {
                    continue;
                }
                *looked = now;
                let Some(left) = left(constraint, own, &self.sets) else {
                    return false;
                };
                for (&cell, left) in own.iter().zip(left) {
                    let set = &mut self.sets[usize::from(cell)];
                    if *set & left != *set {
                        *set &= left;
                        now += 1;
                        changed[usize::from(cell)] = now;
                        if *set == 0 {
                            return false;
                        }
                    }
                }
            }
            if now == before {
                break;
            }
        }
        let within = constraints.into_iter().filter_map(|own| self.within(own));
        self.constraints = within.collect();
        true
    }

    /// The constraint within the digits that are left; none if it always holds.
    fn within(&self, constraint: Constraint) -> Option<Constraint> {
        match constraint {
            Constraint::Row(cells, automaton) => {
                let sets: Vec<Digits> = cells.iter().map(|&cell| self.set(cell)).collect();
                let automaton = automaton.within(&sets);
                match automaton.is_universal(&sets) {
                    true => None,
                    false => Some(Constraint::Row(cells, automaton)),
                }
            }
            Constraint::Only(..) => None,
            Constraint::NotBoth(both) => {
                let may = both.iter().all(|own| self.set(own.0) >> own.1 & 1 == 1);
                may.then_some(constraint)
            }
            Constraint::OneOf(mut lists) => {
                let may = |own: &(Cell, u8)| self.set(own.0) >> own.1 & 1 == 1;
                lists.retain(|list| list.iter().all(may));
                Some(Constraint::OneOf(lists))
            }
            other => Some(other),
        }
    }

    /// What a grid breaks, if anything: a given digit, a house, or a rule. Cells that rules have
    /// added are free, so constraints with such a cell are not looked at.
    pub fn broken(&self, digits: &[u8]) -> Option<String> {
        let of = |cell: &Cell| digits.get(usize::from(*cell)).copied();
        let is_wrong = |(cell, set): (usize, &Digits)| {
            digits.get(cell).is_some_and(|&digit| set >> digit & 1 == 0)
        };
        if self.sets[..self.own].iter().enumerate().any(is_wrong) {
            return Some("a digit is ruled out by the puzzle".to_owned());
        }
        for house in &self.houses {
            let found: Vec<u8> = house.iter().filter_map(of).collect();
            let set = found
                .iter()
                .fold(0 as Digits, |set, &digit| set | 1 << digit);
            if set.count_ones() as usize != found.len() {
                return Some("a digit stands twice where digits differ".to_owned());
            }
        }
        let is_known = |own: &&Constraint| own.cells().iter().all(|cell| of(cell).is_some());
        let mut known = self.constraints.iter().filter(is_known);
        known
            .any(|own| !own.holds(digits))
            .then(|| "a rule does not hold".to_owned())
    }
}

/// What a rule demands.
pub(super) fn built(builder: &mut Builder<'_>, rule: &Rule) -> Result<Vec<Constraint>, RuleFault> {
    let built = (rule.kind.build)(builder, rule);
    built.map_err(|why| RuleFault {
        kind: rule.kind.name,
        cells: spaced(&builder.variant.names(&rule.cells())),
        why: why.0,
    })
}

/// Whether some digits of these sets satisfy a constraint.
pub(super) fn can_hold(constraint: &Constraint, sets: &[Digits]) -> bool {
    !is_impossible(constraint, sets)
}

/// Text with a blank before it, unless it is empty.
fn spaced(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(" {text}"),
    }
}

/// The houses that are in no other one; equal ones once.
fn largest(houses: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    let mut kept: Vec<Vec<Cell>> = Vec::new();
    let is_within = |small: &Vec<Cell>, large: &Vec<Cell>| {
        small.len() <= large.len() && small.iter().all(|cell| large.contains(cell))
    };
    for (number, house) in houses.iter().enumerate() {
        let in_later = houses[number + 1..]
            .iter()
            .any(|other| other.len() > house.len() && is_within(house, other));
        if !in_later && !kept.iter().any(|other| is_within(house, other)) {
            kept.push(house.clone());
        }
    }
    kept
}

/// Whether no digits satisfy it.
fn is_impossible(constraint: &Constraint, sets: &[Digits]) -> bool {
    match constraint {
        Constraint::Distinct(cells) => {
            let all = cells
                .iter()
                .fold(0, |all, &cell| all | sets[usize::from(cell)]);
            (all.count_ones() as usize) < cells.len()
        }
        other => left(other, &other.cells(), sets).is_none(),
    }
}

/// The digits that a constraint leaves to its cells; none if it cannot hold.
fn left(constraint: &Constraint, cells: &[Cell], sets: &[Digits]) -> Option<Vec<Digits>> {
    let of = |cell: Cell| sets[usize::from(cell)];
    let own: Vec<Digits> = cells.iter().map(|&cell| of(cell)).collect();
    match constraint {
        Constraint::Row(_, automaton) => supported(automaton, &own),
        Constraint::Only(_, set) => (own[0] & set != 0).then(|| vec![own[0] & set]),
        Constraint::NotBoth([(a, x), (b, y)]) => {
            let (mut first, mut second) = (of(*a), of(*b));
            if first == 1 << x {
                second &= !(1 << y);
            }
            if second == 1 << y {
                first &= !(1 << x);
            }
            (first != 0 && second != 0).then(|| vec![first, second])
        }
        Constraint::OneOf(lists) => {
            let may = |list: &&Vec<(Cell, u8)>| list.iter().all(|own| of(own.0) >> own.1 & 1 == 1);
            let alive: Vec<&Vec<(Cell, u8)>> = lists.iter().filter(may).collect();
            if alive.is_empty() {
                return None;
            }
            let each = |(&cell, &set): (&Cell, &Digits)| {
                let digits = alive.iter().map(|list| {
                    let own = list.iter().find(|own| own.0 == cell);
                    own.map_or(set, |own| 1 << own.1)
                });
                digits.fold(0, |all, set| all | set)
            };
            Some(cells.iter().zip(&own).map(each).collect())
        }
        Constraint::Distinct(_) => Some(own),
        Constraint::Never => None,
    }
}

/// The digits that each cell has in some accepted row.
fn supported(automaton: &Automaton, sets: &[Digits]) -> Option<Vec<Digits>> {
    if automaton.is_empty() {
        return None;
    }
    let layers = automaton.layers();
    let mut ahead: Vec<Vec<bool>> = layers.iter().map(|&n| vec![false; n as usize]).collect();
    ahead[0][0] = true;
    for place in 0..sets.len() {
        let (before, after) = ahead.split_at_mut(place + 1);
        for step in automaton.steps(place) {
            if before[place][step.from as usize] && sets[place] >> step.digit & 1 == 1 {
                after[0][step.to as usize] = true;
            }
        }
    }
    let mut alive = ahead.pop().expect("there is a last layer");
    if !alive[0] {
        return None;
    }
    let mut left = vec![0; sets.len()];
    for place in (0..sets.len()).rev() {
        let mut before = vec![false; layers[place] as usize];
        for step in automaton.steps(place) {
            let is_on = ahead[place][step.from as usize] && alive[step.to as usize];
            if is_on && sets[place] >> step.digit & 1 == 1 {
                before[step.from as usize] = true;
                left[place] |= 1 << step.digit;
            }
        }
        alive = before;
    }
    Some(left)
}

/// Different digits: what one cell must have, others cannot; what only one cell can have, it must,
/// if the house has all digits.
fn differ(
    house: &[Cell],
    all: Digits,
    sets: &mut [Digits],
    changed: &mut [u32],
    now: &mut u32,
) -> bool {
    let mut narrow = |cell: Cell, set: Digits, sets: &mut [Digits]| {
        let own = &mut sets[usize::from(cell)];
        if *own & set != *own {
            *own &= set;
            *now += 1;
            changed[usize::from(cell)] = *now;
        }
        *own != 0
    };
    for (place, &cell) in house.iter().enumerate() {
        let set = sets[usize::from(cell)];
        if set.count_ones() != 1 {
            continue;
        }
        for (other_place, &other) in house.iter().enumerate() {
            if other_place != place && !narrow(other, !set, sets) {
                return false;
            }
        }
    }
    if house.len() == all.count_ones() as usize {
        for digit in digits(all) {
            let mut cells = house
                .iter()
                .filter(|&&cell| sets[usize::from(cell)] >> digit & 1 == 1);
            match (cells.next(), cells.next()) {
                (None, _) => return false,
                (Some(&only), None) if !narrow(only, 1 << digit, sets) => return false,
                _ => {}
            }
        }
    }
    true
}
