//! Symmetry breaking: keeps one solution of each class, that is, of those which symmetries map to
//! each other.
//!
//! Take an item that every solution covers exactly once, and that all symmetries fix: a piece that
//! is used once, or a cell in the middle. Symmetries permute its options. Of each orbit of options,
//! only a representative is kept. Every class still has solutions, and two of its solutions with
//! the same representative are mapped to each other by a symmetry that fixes the representative,
//! that is, by an element of its stabilizer. So the same is done with another item and this smaller
//! group, and so on. The remaining group is the *state* of the reduction; after the last step it
//! should be trivial, or fix everything that is left.
//!
//! If this is not enough, another rule replaces it: see [`super::leader`].
//!
//! A secondary item carries the state from one step to the next, as its color.

use super::fault::{MOST_STATES, PackFault};
use super::leader::{Comparison, Leader};
use super::{Packing, Piece, Placements, Symmetries, Uses};
use std::collections::HashMap;

/// A subgroup: the numbers of its elements, in ascending order.
type State = Vec<u32>;

/// One step of a reduction.
#[derive(Clone, Debug)]
struct Step {
    /// For each placement of this step's item, the states in which it may be chosen: the state's
    /// number, and that of the next state.
    ways: HashMap<u32, Vec<(usize, usize)>>,
}

/// The restrictions on placements.
#[derive(Clone, Debug)]
pub struct Reduction {
    steps: Vec<Step>,
    leader: Option<Leader>,
    exact: bool,
}

/// An item that every solution covers exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Piece(u32),
    Cell(u32),
}

/// The effect of a step with some item.
struct Trial {
    item: usize,
    step: Step,
    after: Vec<State>,
    /// Whether all nontrivial states fix the item.
    full: bool,
    /// Smaller is better: the pairs of state and representative that leave symmetries, then the
    /// options.
    rank: (usize, usize),
}

impl Reduction {
    /// Finds the steps.
    ///
    /// # Errors
    /// If a step has too many states.
    pub fn new(
        packing: &Packing,
        placements: &Placements,
        symmetries: &Symmetries,
    ) -> Result<Self, PackFault> {
        let order = symmetries.elements().len() as u32;
        let mut states: Vec<State> = vec![(0..order).collect()];
        let mut steps = Vec::new();
        let items = items(packing, placements);
        let mut used = vec![None; items.len()];
        let is_done = |states: &[State], used: &[Option<bool>]| {
            let mut states = states.iter();
            states.all(|state| fixes_all(packing, placements, symmetries, &items, used, state))
        };
        while !is_done(&states, &used) {
            let unused = (0..items.len()).filter(|&item| used[item].is_none());
            let trials = unused.filter_map(|item| try_item(symmetries, &states, &items, item));
            // An option has one piece but many cells. With steps of cells, it would be copied for
            // each combination of their states.
            let is_cell = |trial: &Trial| matches!(items[trial.item].0, Item::Cell(_));
            let best = trials.min_by_key(|trial| (is_cell(trial), trial.rank));
            let Some(best) = best else {
                break;
            };
            if best.after.len() > MOST_STATES {
                return Err(PackFault::TooManyStates);
            }
            used[best.item] = Some(best.full);
            steps.push(best.step);
            states = best.after;
        }
        if is_done(&states, &used) {
            let (leader, exact) = (None, true);
            return Ok(Reduction {
                steps,
                leader,
                exact,
            });
        }
        let leader = Leader::new(packing, placements, symmetries);
        Ok(Reduction {
            exact: leader.is_some(),
            // The two rules would choose different solutions of a class.
            steps: if leader.is_some() { Vec::new() } else { steps },
            leader,
        })
    }

    /// Whether each class has exactly one solution left; otherwise it has at least one.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The number of secondary items: the states between the steps, or the bits of codes.
    pub fn secondary_items(&self) -> usize {
        let states = self.steps.len().saturating_sub(1);
        self.leader.as_ref().map_or(states, Leader::bits)
    }

    /// The number of primary items, for comparing codes.
    pub fn primary_items(&self) -> usize {
        self.leader.as_ref().map_or(0, Leader::items)
    }

    /// The options that compare codes: their primary items, and two secondary items with their
    /// colors.
    pub fn comparisons(&self) -> &[Comparison] {
        self.leader.as_ref().map_or(&[], Leader::comparisons)
    }

    /// The options for a placement, each with numbers of secondary items and their colors. If there
    /// are none, the placement is not used.
    pub fn copies(&self, placement: u32) -> Vec<Vec<(usize, u8)>> {
        if let Some(leader) = &self.leader {
            return vec![leader.marks(placement).to_vec()];
        }
        let mut copies: Vec<Vec<(usize, u8)>> = vec![Vec::new()];
        for (place, step) in self.steps.iter().enumerate() {
            let Some(ways) = step.ways.get(&placement) else {
                continue;
            };
            let mut longer = Vec::new();
            for copy in &copies {
                for &(before, after) in ways {
                    let mut states = copy.clone();
                    let mut fits = true;
                    if place > 0 {
                        fits = put(&mut states, place - 1, before);
                    }
                    if place + 1 < self.steps.len() {
                        fits &= put(&mut states, place, after);
                    }
                    if fits {
                        longer.push(states);
                    }
                }
            }
            copies = longer;
        }
        copies
    }
}

/// Gives a state item its color; false if it has another one.
fn put(states: &mut Vec<(usize, u8)>, item: usize, state: usize) -> bool {
    const COLORS: &[u8; MOST_STATES] =
        b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let color = COLORS[state];
    match states.iter().find(|known| known.0 == item) {
        Some(known) => known.1 == color,
        None => {
            states.push((item, color));
            true
        }
    }
}

/// All items that every solution covers exactly once, with the placements that cover them.
fn items(packing: &Packing, placements: &Placements) -> Vec<(Item, Vec<u32>)> {
    let mut of_pieces = vec![Vec::new(); packing.pieces.len()];
    let mut of_cells = vec![Vec::new(); packing.region.cells().len()];
    for (number, placement) in (0..).zip(placements.list()) {
        of_pieces[placement.piece as usize].push(number);
        for &cell in &placement.cells {
            of_cells[cell as usize].push(number);
        }
    }
    let once = |piece: &Piece| piece.uses == Uses::ONCE;
    let pieces = packing.pieces.iter().zip(of_pieces).zip(0..);
    let pieces = pieces.filter(|((piece, _), _)| once(piece));
    let pieces = pieces.map(|((_, options), number)| (Item::Piece(number), options));
    let cells = packing.region.cells().iter().zip(of_cells).zip(0..);
    let cells = cells.filter(|((cell, _), _)| !cell.wild);
    let cells = cells.map(|((_, options), number)| (Item::Cell(number), options));
    pieces.chain(cells).collect()
}

/// The effect of a step with this item; `None` if there is none.
fn try_item(
    symmetries: &Symmetries,
    states: &[State],
    items: &[(Item, Vec<u32>)],
    number: usize,
) -> Option<Trial> {
    let (item, options) = &items[number];
    let elements = symmetries.elements();
    let fixes = |&number: &u32| {
        let element = &elements[number as usize];
        match *item {
            Item::Piece(piece) => element.pieces[piece as usize] == piece,
            Item::Cell(cell) => element.cells[cell as usize] == cell,
        }
    };
    let acts = |state: &State| state.len() > 1;
    let is_fixed: Vec<bool> = states.iter().map(|state| state.iter().all(fixes)).collect();
    let fixed = || {
        states
            .iter()
            .zip(&is_fixed)
            .filter(|(state, _)| acts(state))
    };
    if fixed().all(|(_, fixed)| !fixed) {
        return None;
    }
    let mut ways: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    let mut after: Vec<State> = Vec::new();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let (mut helps, mut rest) = (false, 0);
    for (before, state) in states.iter().enumerate() {
        let fixed = acts(state) && is_fixed[before];
        for &option in options {
            let left = match fixed {
                false => state.clone(),
                true => {
                    let image = |number: u32| elements[number as usize].placements[option as usize];
                    if state.iter().any(|&number| image(number) < option) {
                        helps = true;
                        continue;
                    }
                    let is_left = |&number: &u32| image(number) == option;
                    state.iter().copied().filter(is_left).collect()
                }
            };
            rest += usize::from(left.len() > 1);
            let next = numbers.len();
            let number = *numbers.entry(left).or_insert_with_key(|left| {
                after.push(left.clone());
                next
            });
            ways.entry(option).or_default().push((before, number));
        }
    }
    // An empty list excludes an option that no state allows.
    for &option in options {
        ways.entry(option).or_default();
    }
    let full = fixed().all(|(_, &fixed)| fixed);
    helps.then_some(Trial {
        item: number,
        step: Step { ways },
        rank: (rest, options.len()),
        after,
        full,
    })
}

/// Whether every remaining solution in this state is fixed by all of the state: then only one of
/// its class remains.
fn fixes_all(
    packing: &Packing,
    placements: &Placements,
    symmetries: &Symmetries,
    items: &[(Item, Vec<u32>)],
    used: &[Option<bool>],
    state: &State,
) -> bool {
    if state.len() == 1 {
        return true;
    }
    let elements = || {
        state
            .iter()
            .map(|&number| &symmetries.elements()[number as usize])
    };
    (0..packing.pieces.len() as u32).all(|piece| {
        let keeps = elements().all(|element| element.pieces[piece as usize] == piece);
        // The option of a piece that was a step's item is fixed by the state.
        let mut steps = items.iter().zip(used);
        let stepped = steps.any(|(item, &full)| full == Some(true) && item.0 == Item::Piece(piece));
        let untouched = || {
            let mut options = placements.list().iter().zip(0..);
            options.all(|(placement, number)| {
                let fixed = |element: &super::Element| element.placements[number] == number as u32;
                placement.piece != piece || elements().all(fixed)
            })
        };
        keeps && (stepped || untouched())
    })
}
