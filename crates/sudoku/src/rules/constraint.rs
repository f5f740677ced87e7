//! What rules are made of. Nothing after this knows kinds of rules.

use super::automaton::{Automaton, TooManyStates, digits};
use super::{Cell, Digits};

/// A condition on the digits of some cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// No two of these cells have the same digit.
    Distinct(Vec<Cell>),
    /// The cell has one of these digits.
    Only(Cell, Digits),
    /// The automaton accepts the digits of these cells.
    Row(Vec<Cell>, Automaton),
    /// The first cell has not the first digit, or the second has not the second.
    NotBoth([(Cell, u8); 2]),
    /// One of these lists holds: each of its cells has its digit. No two lists can hold at once.
    OneOf(Vec<Vec<(Cell, u8)>>),
    /// Nothing satisfies it.
    Never,
}

impl Constraint {
    /// Its cells.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Constraint::Distinct(cells) | Constraint::Row(cells, _) => cells.clone(),
            Constraint::Only(cell, _) => vec![*cell],
            Constraint::NotBoth(both) => both.iter().map(|own| own.0).collect(),
            Constraint::OneOf(lists) => {
                let mut cells: Vec<Cell> = lists.iter().flatten().map(|own| own.0).collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            }
            Constraint::Never => Vec::new(),
        }
    }

    /// An automaton that demands this of [its cells](Self::cells), within the digits of `sets`.
    ///
    /// # Errors
    /// If that has too many states.
    pub fn automaton(&self, sets: &[Digits]) -> Result<Automaton, TooManyStates> {
        let cells = self.cells();
        let own: Vec<Digits> = cells.iter().map(|&cell| sets[usize::from(cell)]).collect();
        match self {
            Constraint::Row(_, automaton) => Ok(automaton.clone()),
            Constraint::Distinct(_) => distinct(&own),
            Constraint::Only(_, set) => Automaton::new(
                &own,
                (),
                |(), digit, _| (set >> digit & 1 == 1).then_some(()),
                |()| true,
            ),
            Constraint::NotBoth([(_, a), (_, b)]) => {
                let both = (i32::from(*a), i32::from(*b));
                Ok(Automaton::of_two([own[0], own[1]], |a, b| (a, b) != both))
            }
            Constraint::OneOf(lists) => {
                let all: Vec<usize> = (0..lists.len()).collect();
                let allows = |list: usize, digit: i32, place: usize| {
                    let mut own = lists[list].iter().filter(|own| own.0 == cells[place]);
                    own.all(|own| i32::from(own.1) == digit)
                };
                let step = |alive: &Vec<usize>, digit: i32, place: usize| {
                    let left = alive
                        .iter()
                        .copied()
                        .filter(|&list| allows(list, digit, place));
                    let left: Vec<usize> = left.collect();
                    (!left.is_empty()).then_some(left)
                };
                Automaton::new(&own, all, step, |_| true)
            }
            Constraint::Never => Automaton::new(&own, (), |(), _, _| Some(()), |()| false),
        }
    }

    /// Whether it holds for these digits of all cells.
    pub fn holds(&self, digits: &[u8]) -> bool {
        let of = |cell: Cell| digits[usize::from(cell)];
        match self {
            Constraint::Distinct(cells) => {
                let set = cells
                    .iter()
                    .fold(0 as Digits, |set, &cell| set | 1 << of(cell));
                set.count_ones() as usize == cells.len()
            }
            Constraint::Only(cell, set) => set >> of(*cell) & 1 == 1,
            Constraint::Row(cells, automaton) => {
                let row: Vec<u8> = cells.iter().map(|&cell| of(cell)).collect();
                automaton.accepts(&row)
            }
            Constraint::NotBoth(both) => both.iter().any(|own| of(own.0) != own.1),
            Constraint::OneOf(lists) => {
                let holds = |list: &Vec<(Cell, u8)>| list.iter().all(|own| of(own.0) == own.1);
                lists.iter().any(holds)
            }
            Constraint::Never => false,
        }
    }
}

/// The automaton of cells that differ.
///
/// # Errors
/// If that has too many states.
pub fn distinct(sets: &[Digits]) -> Result<Automaton, TooManyStates> {
    let step =
        |&seen: &Digits, digit: i32, _| (seen >> digit & 1 == 0).then_some(seen | 1 << digit);
    Automaton::new(sets, 0, step, |_| true)
}

/// The digits of a set as numbers.
pub fn numbers(set: Digits) -> impl Iterator<Item = i32> {
    digits(set).map(i32::from)
}
