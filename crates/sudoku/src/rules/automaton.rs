//! Finite automata that read the digits of a row of cells, unrolled and minimized.
//!
//! There is a layer of states before each cell and one after the last. The first and the last layer
//! have one state each. A step leads from a state of one layer to a state of the next and reads one
//! digit. From a state, each digit leads to one state at most, so a row of digits is read in one
//! way or not at all: an automaton gives one solution of an exact cover for each row that it
//! accepts.
//!
//! States with equal futures are merged, from the last layer backwards. States that nothing leads
//! to, or that lead nowhere, are left out.

use super::Digits;
use foldhash::{HashMap, HashMapExt};
use std::hash::Hash;

/// The most states that a layer may have before states are merged.
const MOST_STATES: usize = 60_000;

/// The most steps of all layers together, before states are merged.
const MOST_STEPS: usize = 5_000_000;

/// One step of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state before the cell.
    pub from: u32,
    /// The digit that is read.
    pub digit: u8,
    /// The state after it.
    pub to: u32,
}

/// An automaton for a row of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// How many states each layer has; one more than cells. Empty if no row is accepted.
    layers: Vec<u32>,
    /// The steps at each cell, by states, then digits.
    steps: Vec<Vec<Step>>,
}

/// An automaton that would need too many states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

/// What each state of a layer reads, and where that leads.
type Layer = Vec<Vec<(u8, u32)>>;

impl Automaton {
    /// The automaton that begins in `start` and steps from state to state. `step` gets the state,
    /// the digit and the place of the cell in the row; none if the row is refused. `accepts` is
    /// asked after the last cell.
    ///
    /// # Errors
    /// If a layer has more than 60,000 states, or all have more than five million steps.
    pub fn new<S: Clone + Eq + Hash>(
        sets: &[Digits],
        start: S,
        step: impl Fn(&S, i32, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, TooManyStates> {
        Self::unrolled(sets, start, &step, &accepts)
    }

    /// Compiled once for each type of states, not for each rule.
    fn unrolled<S: Clone + Eq + Hash>(
        sets: &[Digits],
        start: S,
        step: &dyn Fn(&S, i32, usize) -> Option<S>,
        accepts: &dyn Fn(&S) -> bool,
    ) -> Result<Self, TooManyStates> {
        let mut layers: Vec<Layer> = Vec::with_capacity(sets.len());
        let mut states = vec![start];
        let mut all = 0;
        for (place, &set) in sets.iter().enumerate() {
            let mut next = Vec::new();
            let mut numbers: HashMap<S, u32> = HashMap::new();
            let mut layer = Layer::with_capacity(states.len());
            for state in &states {
                let mut steps = Vec::new();
                for digit in digits(set) {
                    let Some(to) = step(state, i32::from(digit), place) else {
                        continue;
                    };
                    let number = *numbers.entry(to).or_insert_with_key(|state| {
                        next.push(state.clone());
                        next.len() as u32 - 1
                    });
                    steps.push((digit, number));
                }
                all += steps.len();
                layer.push(steps);
            }
            if next.len() > MOST_STATES || all > MOST_STEPS {
                return Err(TooManyStates);
            }
            layers.push(layer);
            states = next;
        }
        let accepted: Vec<bool> = states.iter().map(accepts).collect();
        Ok(Self::minimal(&layers, &accepted))
    }

    /// The automaton of a relation between two cells.
    pub fn of_two(sets: [Digits; 2], holds: impl Fn(i32, i32) -> bool) -> Self {
        Self::related(sets, &holds)
    }

    fn related(sets: [Digits; 2], holds: &dyn Fn(i32, i32) -> bool) -> Self {
        Self::new(
            &sets,
            None,
            |state: &Option<i32>, digit, _| match *state {
                None => Some(Some(digit)),
                Some(first) => holds(first, digit).then_some(Some(0)),
            },
            |_| true,
        )
        .expect("there are at most 32 digits")
    }

    /// Merges states with equal futures; `accepted` are those of the last layer.
    fn minimal(layers: &[Layer], accepted: &[bool]) -> Self {
        let is_last = |&accepted: &bool| accepted.then_some(0);
        let mut classes: Vec<Option<u32>> = accepted.iter().map(is_last).collect();
        let mut merged: Vec<Layer> = Vec::with_capacity(layers.len());
        for layer in layers.iter().rev() {
            let mut numbers: HashMap<Vec<(u8, u32)>, u32> = HashMap::new();
            let mut futures = Layer::new();
            let class = |steps: &Vec<(u8, u32)>| {
                let alive = |&(digit, to): &(u8, u32)| Some((digit, classes[to as usize]?));
                let future: Vec<(u8, u32)> = steps.iter().filter_map(alive).collect();
                if future.is_empty() {
                    return None;
                }
                Some(*numbers.entry(future).or_insert_with_key(|future| {
                    futures.push(future.clone());
                    futures.len() as u32 - 1
                }))
            };
            classes = layer.iter().map(class).collect();
            merged.push(futures);
        }
        merged.reverse();
        match classes[..] {
            [Some(_)] => Self::reached(&merged),
            _ => Automaton {
                layers: Vec::new(),
                steps: vec![Vec::new(); layers.len()],
            },
        }
    }

    /// Numbers states in the order in which they are reached, from the first state of all.
    fn reached(merged: &[Layer]) -> Self {
        let mut order = vec![0u32];
        let mut layers = vec![1];
        let mut steps = Vec::with_capacity(merged.len());
        for layer in merged {
            let mut numbers: HashMap<u32, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut found = Vec::new();
            for (from, &state) in order.iter().enumerate() {
                for &(digit, to) in &layer[state as usize] {
                    let number = *numbers.entry(to).or_insert_with(|| {
                        next.push(to);
                        next.len() as u32 - 1
                    });
                    found.push(Step {
                        from: from as u32,
                        digit,
                        to: number,
                    });
                }
            }
            layers.push(next.len() as u32);
            steps.push(found);
            order = next;
        }
        Automaton { layers, steps }
    }

    /// The number of cells that it reads.
    pub fn cells(&self) -> usize {
        self.steps.len()
    }

    /// Whether it accepts no row.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// Whether it accepts all rows of these digits.
    pub fn is_universal(&self, sets: &[Digits]) -> bool {
        let mut all = self.steps.iter().zip(sets).map(|(steps, set)| {
            let is_full = steps.len() == set.count_ones() as usize;
            is_full && steps.iter().all(|step| (step.from, step.to) == (0, 0))
        });
        !self.is_empty() && all.all(|own| own)
    }

    /// The states of each layer: one layer more than cells.
    pub fn layers(&self) -> &[u32] {
        &self.layers
    }

    /// The most states of a layer.
    pub fn width(&self) -> u32 {
        self.layers.iter().copied().max().unwrap_or(0)
    }

    /// The steps at a cell.
    pub fn steps(&self, place: usize) -> &[Step] {
        &self.steps[place]
    }

    /// The number of all steps.
    pub fn size(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// The digits that a cell has in some accepted row.
    pub fn digits(&self, place: usize) -> Digits {
        let steps = self.steps[place].iter();
        steps.fold(0, |set, step| set | 1 << step.digit)
    }

    /// The steps as layers of states, if `keep` lets them stay.
    fn to_layers(&self, keep: impl Fn(usize, u8) -> bool) -> Vec<Layer> {
        let each = |(place, steps): (usize, &Vec<Step>)| {
            let mut layer = vec![Vec::new(); self.layers[place] as usize];
            for step in steps.iter().filter(|step| keep(place, step.digit)) {
                layer[step.from as usize].push((step.digit, step.to));
            }
            layer
        };
        self.steps.iter().enumerate().map(each).collect()
    }

    /// The automaton of those rows that have only these digits.
    pub fn within(&self, sets: &[Digits]) -> Self {
        let is_same = |(place, &set): (usize, &Digits)| self.digits(place) & !set == 0;
        if self.is_empty() || sets.iter().enumerate().all(is_same) {
            return self.clone();
        }
        let layers = self.to_layers(|place, digit| sets[place] >> digit & 1 == 1);
        Self::minimal(&layers, &[true])
    }

    /// An automaton that accepts all rows of these digits and reads one more cell: 1 if this
    /// automaton accepts the row, else 0.
    pub fn with_flag(&self, sets: &[Digits]) -> Self {
        let mut layers = match self.is_empty() {
            true => vec![vec![Vec::new()]; sets.len()],
            false => self.to_layers(|_, _| true),
        };
        // The last state of each layer is that of refused rows.
        let widths: Vec<u32> = layers.iter().map(|layer| layer.len() as u32).collect();
        for (place, layer) in layers.iter_mut().enumerate() {
            let refused = widths.get(place + 1).copied().unwrap_or(1);
            layer.push(Vec::new());
            for steps in layer {
                let known = steps
                    .iter()
                    .fold(0, |set: Digits, &(digit, _)| set | 1 << digit);
                steps.extend(digits(sets[place] & !known).map(|digit| (digit, refused)));
                steps.sort_unstable();
            }
        }
        if self.is_empty() {
            // Nothing is accepted, so the first state is already that of refused rows.
            layers[0].swap(0, 1);
        }
        layers.push(vec![vec![(1, 0)], vec![(0, 0)]]);
        layers[0].truncate(1);
        Self::minimal(&layers, &[true])
    }

    /// Whether it accepts a row.
    pub fn accepts(&self, row: &[u8]) -> bool {
        if self.is_empty() || row.len() != self.cells() {
            return false;
        }
        let mut state = 0;
        for (steps, &digit) in self.steps.iter().zip(row) {
            let is_next = |step: &&Step| (step.from, step.digit) == (state, digit);
            match steps.iter().find(is_next) {
                Some(step) => state = step.to,
                None => return false,
            }
        }
        true
    }
}

/// The digits of a set, from the least.
pub fn digits(set: Digits) -> impl Iterator<Item = u8> {
    (0..Digits::BITS as u8).filter(move |digit| set >> digit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: Digits = 0b11_1111_1110;

    fn rows(sets: &[Digits]) -> Vec<Vec<u8>> {
        let mut rows = vec![Vec::new()];
        for &set in sets {
            let longer = |row: &Vec<u8>| {
                let row = row.clone();
                digits(set).map(move |digit| [&row[..], &[digit]].concat())
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        rows
    }

    fn rising(sets: &[Digits]) -> Automaton {
        let step = |&last: &i32, digit, _| (digit > last).then_some(digit);
        Automaton::new(sets, 0, step, |_| true).unwrap()
    }

    #[test]
    fn a_thermometer_of_nine_cells_has_one_state_a_layer() {
        let automaton = rising(&[NINE; 9]);
        assert_eq!(automaton.layers(), [1; 10]);
        assert_eq!(automaton.size(), 9);
    }

    #[test]
    fn states_with_equal_futures_are_merged() {
        // Two cells that add up to five: four states for the first digit, one at the end.
        let automaton = Automaton::of_two([NINE; 2], |a, b| a + b == 5);
        assert_eq!(automaton.layers(), [1, 4, 1]);
        // Odd or even is all that counts.
        let automaton = Automaton::of_two([NINE; 2], |a, b| (a + b) % 2 == 0);
        assert_eq!((automaton.layers(), automaton.size()), (&[1, 2, 1][..], 18));
    }

    #[test]
    fn an_automaton_accepts_what_its_steps_accept() {
        let sets = [0b1110, NINE, 0b1010_1010, 0b11_0000_1110];
        let automaton = rising(&sets);
        for row in rows(&sets) {
            assert_eq!(automaton.accepts(&row), row.is_sorted_by(|a, b| a < b));
        }
        let fewer = [0b1100, 0b1_1111_1110, 0b1000_0010, 0b10_0000_0000];
        let within = automaton.within(&fewer);
        assert_eq!(within, rising(&fewer));
        for row in rows(&sets) {
            let is_in = row
                .iter()
                .zip(fewer)
                .all(|(&digit, set)| set >> digit & 1 == 1);
            assert_eq!(within.accepts(&row), is_in && automaton.accepts(&row));
        }
    }

    #[test]
    fn a_flag_tells_whether_a_row_is_accepted() {
        let sets = [0b1110, 0b11110, 0b1010];
        let never = Automaton::new(&sets, (), |_, _, _| None, |_| true).unwrap();
        let always = Automaton::new(&sets, (), |_, _, _| Some(()), |_| true).unwrap();
        assert!(never.is_empty() && always.is_universal(&sets));
        for automaton in [rising(&sets), never, always] {
            let flagged = automaton.with_flag(&sets);
            for row in rows(&sets) {
                let is_accepted = u8::from(automaton.accepts(&row));
                assert!(flagged.accepts(&[&row[..], &[is_accepted]].concat()));
                assert!(!flagged.accepts(&[&row[..], &[1 - is_accepted]].concat()));
            }
        }
    }

    #[test]
    fn an_automaton_of_no_cells_accepts_the_empty_row_or_nothing() {
        let step = |_: &i32, _, _| Some(0);
        let yes = Automaton::new(&[], 0, step, |_| true).unwrap();
        let no = Automaton::new(&[], 0, step, |_| false).unwrap();
        assert!(yes.is_universal(&[]) && yes.accepts(&[]));
        assert!(no.is_empty());
    }

    #[test]
    fn too_many_states_are_refused() {
        let all = |row: &Vec<i32>, digit, _| Some([&row[..], &[digit]].concat());
        let made = Automaton::new(&[NINE; 7], Vec::new(), all, |_| true);
        assert_eq!(made, Err(TooManyStates));
    }
}
