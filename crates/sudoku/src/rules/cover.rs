//! A Sudoku with rules as an exact cover with colors; each grid has one solution.
//!
//! | item | meaning |
//! |---|---|
//! | `pRC`, `eN` | the cell in row R and column C, or the N-th cell beside the grid, has a digit |
//! | `xRC:D`, `yN:D` | that digit, as a color |
//! | `rRD`, `cCD`, `bXD` | row R, column C, region X has digit D |
//! | `hN.D` | the N-th house of other rules has digit D |
//! | `LN.P` | the N-th row of cells is read, at its P-th place |
//! | `qN.P:S` | state S of its automaton before that place; `QN.P` if one sign is not enough |
//! | `oN` | one of the lists of a rule holds |
//! | `zN` | two cells have not both these digits |
//!
//! R, C and X count from 0, as do N and P; N and P are written with digits and letters.
//!
//! A step of an automaton is an option `LN.P xRC:D qN.P:S qN.P':T`: it reads digit D in state S and
//! goes on to state T. The first and the last state have no item.

use super::automaton::digits;
use super::compile::Compiled;
use super::constraint::Constraint;
use super::{Cell, Digits, Variant};
use crate::boards::digit::encode;
use dlx3_format::{Bounds, BuildError, ItemId, OptionId, Problem};
use foldhash::{HashMap, HashMapExt};

/// Signs of states. `:` and `|` have meanings of their own.
const SIGNS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\
    !#$%&*+-./;<=>?@^_~`()[]{}',";

/// A problem, and which of its options puts which digit into which cell.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The problem.
    pub problem: Problem,
    /// The cell and digit of each option; none for the options of rules.
    pub places: Vec<Option<(Cell, u8)>>,
}

/// An option: its items, some with colors.
type Nodes = Vec<(String, Option<u8>)>;

/// The exact cover of a Sudoku that has no plain contradiction.
///
/// # Errors
/// If the problem would be too large.
pub fn cover(variant: &Variant, compiled: &Compiled) -> Result<Cover, BuildError> {
    let mut items: Vec<(String, bool)> = Vec::new();
    let mut options: Vec<Nodes> = Vec::new();
    let mut places = Vec::new();
    let shape = variant.shape;
    let name = |letters: [char; 2], cell: Cell| match usize::from(cell) < shape.cells() {
        true => {
            let (row, column) = (encode(shape.row(cell)), encode(shape.column(cell)));
            format!("{}{}{}", letters[0], char::from(row), char::from(column))
        }
        false => format!("{}{}", letters[1], usize::from(cell) - shape.cells()),
    };
    let with_digit = |cell: Cell, digit: u8| {
        let color = encode(usize::from(digit));
        (name(['x', 'y'], cell), Some(color))
    };
    let cells = 0..compiled.sets.len() as Cell;
    for cell in cells.clone() {
        items.push((name(['p', 'e'], cell), false));
        items.push((name(['x', 'y'], cell), true));
    }
    // The items of houses for each cell and digit.
    let mut of_place: HashMap<(Cell, u8), Vec<String>> = HashMap::new();
    for (number, house) in compiled.houses.iter().enumerate() {
        let is_full = house.len() == shape.order();
        for digit in digits(all(compiled, house)) {
            let has = |&&cell: &&Cell| compiled.set(cell) >> digit & 1 == 1;
            let own: Vec<Cell> = house.iter().filter(has).copied().collect();
            if own.len() < 2 && !is_full {
                continue;
            }
            let item = house_name(variant, number, house, digit);
            items.push((item.clone(), !is_full));
            for cell in own {
                of_place
                    .entry((cell, digit))
                    .or_default()
                    .push(item.clone());
            }
        }
    }
    let mut excluded = 0;
    for constraint in &compiled.constraints {
        if let Constraint::NotBoth(both) = constraint {
            let item = format!("z{excluded}");
            excluded += 1;
            items.push((item.clone(), true));
            for own in both {
                of_place.entry(*own).or_default().push(item.clone());
            }
        }
    }
    for cell in cells {
        for digit in digits(compiled.set(cell)) {
            let mut nodes = vec![(name(['p', 'e'], cell), None), with_digit(cell, digit)];
            let own = of_place.remove(&(cell, digit)).unwrap_or_default();
            nodes.extend(own.into_iter().map(|item| (item, None)));
            options.push(nodes);
            places.push(Some((cell, digit)));
        }
    }
    let (mut rows, mut choices) = (0, 0);
    for constraint in &compiled.constraints {
        match constraint {
            Constraint::Row(cells, automaton) => {
                let number = short(rows);
                rows += 1;
                let layers = automaton.layers();
                let state = |place: usize, state: u32, nodes: &mut Nodes| {
                    if layers[place] < 2 {
                        return;
                    }
                    let place_name = short(place);
                    let low = SIGNS[state as usize % SIGNS.len()];
                    nodes.push((format!("q{number}.{place_name}"), Some(low)));
                    if layers[place] as usize > SIGNS.len() {
                        let high = SIGNS[state as usize / SIGNS.len()];
                        nodes.push((format!("Q{number}.{place_name}"), Some(high)));
                    }
                };
                for (place, &cell) in cells.iter().enumerate() {
                    let item = format!("L{number}.{}", short(place));
                    items.push((item.clone(), false));
                    let mut of_states = Vec::new();
                    state(place, 0, &mut of_states);
                    items.extend(of_states.into_iter().map(|(name, _)| (name, true)));
                    for step in automaton.steps(place) {
                        let mut nodes = vec![(item.clone(), None), with_digit(cell, step.digit)];
                        state(place, step.from, &mut nodes);
                        state(place + 1, step.to, &mut nodes);
                        options.push(nodes);
                    }
                }
            }
            Constraint::OneOf(lists) => {
                let item = format!("o{}", short(choices));
                choices += 1;
                items.push((item.clone(), false));
                for list in lists {
                    let digits = list.iter().map(|&(cell, digit)| with_digit(cell, digit));
                    let nodes = std::iter::once((item.clone(), None)).chain(digits);
                    options.push(nodes.collect());
                }
            }
            _ => {}
        }
    }
    let mut builder = Problem::builder();
    let mut numbers: HashMap<String, ItemId> = HashMap::new();
    items.sort_by_key(|&(_, is_secondary)| is_secondary);
    for (name, is_secondary) in items {
        let item = match is_secondary {
            false => builder.item(&name, Bounds::ONE)?,
            true => builder.secondary(&name)?,
        };
        numbers.insert(name, item);
    }
    let mut nodes: Vec<(ItemId, Option<u8>)> = Vec::new();
    for option in &options {
        nodes.clear();
        nodes.extend(option.iter().map(|(name, color)| (numbers[name], *color)));
        builder.option(&nodes)?;
    }
    places.resize(options.len(), None);
    Ok(Cover {
        problem: builder.build()?,
        places,
    })
}

impl Cover {
    /// The digits of the Sudoku's own cells, in the grid and beside it, in a solution.
    pub fn digits(&self, compiled: &Compiled, options: &[OptionId]) -> Vec<u8> {
        let mut found = vec![0; compiled.own];
        for option in options {
            if let Some((cell, digit)) = self.places[option.index()]
                && usize::from(cell) < found.len()
            {
                found[usize::from(cell)] = digit;
            }
        }
        found
    }
}

fn all(compiled: &Compiled, cells: &[Cell]) -> Digits {
    let sets = cells.iter().map(|&cell| compiled.set(cell));
    sets.fold(0, |all, set| all | set)
}

/// The item of a digit in a house.
fn house_name(variant: &Variant, number: usize, house: &[Cell], digit: u8) -> String {
    let shape = variant.shape;
    let (first, last) = (house[0], house[house.len() - 1]);
    let digit = char::from(encode(usize::from(digit)));
    let sign = |number: usize| char::from(encode(number));
    let is_in_grid = house.iter().all(|&cell| usize::from(cell) < shape.cells());
    if variant.has_lines && is_in_grid {
        let is_row = house.len() == shape.columns && shape.row(first) == shape.row(last);
        if is_row && shape.row_cells(shape.row(first)) == house {
            return format!("r{}{digit}", sign(shape.row(first)));
        }
        let is_column = house.len() == shape.rows && shape.column(first) == shape.column(last);
        if is_column && shape.column_cells(shape.column(first)) == house {
            return format!("c{}{digit}", sign(shape.column(first)));
        }
    }
    match variant.regions.iter().position(|region| region == house) {
        Some(region) if region < 32 => format!("b{}{digit}", sign(region)),
        _ => format!("h{}.{digit}", short(number)),
    }
}

/// A number with 36 signs.
fn short(number: usize) -> String {
    let mut text = Vec::new();
    let mut left = number;
    loop {
        text.push(SIGNS[left % 36]);
        left /= 36;
        if left == 0 {
            break;
        }
    }
    text.reverse();
    String::from_utf8(text).expect("all signs are ASCII")
}
