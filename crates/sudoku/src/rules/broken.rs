//! What the digits so far contradict, rule by rule, while a Sudoku is being filled.

use super::compile::{self, Compiled, RuleFault};
use super::constraint::Constraint;
use super::kinds::builder::Builder;
use super::{Cell, Digits, Variant};

/// The rules of a Sudoku, each by itself, to be compared with digits again and again.
///
/// A rule is broken if no digits of its empty cells can satisfy it: a thermometer with a 9 in its
/// bulb is, and so is a cage whose digits leave no way to its sum. Rules are not looked at
/// together, so a grid in which nothing is broken may have no solution.
pub struct Checker {
    variant: Variant,
    /// What each rule demands.
    rules: Vec<Vec<Constraint>>,
    /// All digits of the grid for each cell of the Sudoku; the digits of cells that rules add.
    free: Vec<Digits>,
}

/// Something that digits contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The place of the rule; none for rows, columns, regions, and the digits of a cell.
    pub rule: Option<usize>,
    /// Its name.
    pub name: String,
    /// Cells whose digits contradict it. If any of them were empty, the others would not, unless
    /// the rule has alternatives. Empty if no digits at all satisfy the rule.
    pub cells: Vec<Cell>,
}

impl Checker {
    /// For a Sudoku. What its cells may have counts as digits that it allows, not as digits that
    /// stand there.
    ///
    /// # Errors
    /// If a rule does not fit its kind or the grid.
    pub fn new(variant: &Variant) -> Result<Self, RuleFault> {
        let all = variant.shape.digits();
        let blank = Variant {
            sets: vec![all; variant.sets.len()],
            ..variant.clone()
        };
        let mut builder = Builder::new(&blank);
        let rules = variant.rules.iter();
        let rules = rules.map(|rule| compile::built(&mut builder, rule));
        Ok(Checker {
            rules: rules.collect::<Result<_, _>>()?,
            free: builder.sets,
            variant: variant.clone(),
        })
    }

    /// The Sudoku.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Sets of cells whose digits differ: rows, columns, regions, and those of rules.
    pub fn houses(&self) -> Vec<Vec<Cell>> {
        let mut houses = self.variant.houses();
        for constraint in self.rules.iter().flatten() {
            if let Constraint::Distinct(cells) = constraint {
                houses.push(cells.clone());
            }
        }
        houses
    }

    /// What some digits contradict; `digits` has those of the cells that are filled, of the grid
    /// and beside it.
    pub fn broken(&self, digits: &[Option<u8>]) -> Vec<Broken> {
        let mut broken = Vec::new();
        let shape = self.variant.shape;
        let lines = if self.variant.has_lines {
            shape.rows + shape.columns
        } else {
            0
        };
        for (number, house) in self.variant.houses().into_iter().enumerate() {
            let cells = doubled(&house, digits);
            if cells.is_empty() {
                continue;
            }
            let name = match number {
                row if row < lines.min(shape.rows) => format!("row {}", row + 1),
                column if column < lines => format!("column {}", column - shape.rows + 1),
                region => format!("box {}", region - lines + 1),
            };
            broken.push(Broken {
                rule: None,
                name,
                cells,
            });
        }
        let mut sets = self.free.clone();
        for (cell, &digit) in digits.iter().enumerate() {
            let Some(digit) = digit else { continue };
            if self.variant.sets[cell] >> digit & 1 == 0 {
                broken.push(Broken {
                    rule: None,
                    name: "digits of the cell".to_owned(),
                    cells: vec![cell as Cell],
                });
            }
            sets[cell] = 1 << digit;
        }
        for (place, constraints) in self.rules.iter().enumerate() {
            if let Some(cells) = self.contradicted(constraints, digits, &mut sets) {
                broken.push(Broken {
                    rule: Some(place),
                    name: self.variant.rules[place].kind.name.to_owned(),
                    cells,
                });
            }
        }
        broken
    }

    /// The cells whose digits contradict a rule; none if it can hold.
    fn contradicted(
        &self,
        constraints: &[Constraint],
        digits: &[Option<u8>],
        sets: &mut [Digits],
    ) -> Option<Vec<Cell>> {
        let is_filled = |cell: &Cell| matches!(digits.get(usize::from(*cell)), Some(Some(_)));
        let (mut found, mut is_broken) = (Vec::new(), false);
        for constraint in constraints {
            if let Constraint::Distinct(cells) = constraint {
                found.extend(doubled(cells, digits));
                continue;
            }
            if compile::can_hold(constraint, sets) {
                continue;
            }
            is_broken = true;
            // Digits that it is broken without are not to blame.
            let filled: Vec<Cell> = constraint.cells().into_iter().filter(is_filled).collect();
            let mut freed = Vec::new();
            for &cell in &filled {
                let place = usize::from(cell);
                let own = std::mem::replace(&mut sets[place], self.free[place]);
                if compile::can_hold(constraint, sets) {
                    sets[place] = own;
                    found.push(cell);
                } else {
                    freed.push((place, own));
                }
            }
            for (place, own) in freed {
                sets[place] = own;
            }
        }
        // Alternatives tell each other what holds by cells that no one sees.
        let has_hidden = |own: &Constraint| {
            let mut cells = own.cells().into_iter();
            cells.any(|cell| usize::from(cell) >= self.variant.sets.len())
        };
        if found.is_empty() && !is_broken && constraints.iter().any(has_hidden) {
            let all = constraints.to_vec();
            is_broken = !Compiled::can_all_hold(all, sets.to_vec(), &self.variant);
            if is_broken {
                let cells = constraints.iter().flat_map(Constraint::cells);
                found.extend(cells.filter(is_filled));
            }
        }
        found.sort_unstable();
        found.dedup();
        (is_broken || !found.is_empty()).then_some(found)
    }
}

/// Cells of a set whose digit another one has.
fn doubled(house: &[Cell], digits: &[Option<u8>]) -> Vec<Cell> {
    let of = |cell: Cell| digits.get(usize::from(cell)).copied().flatten();
    let is_double = |&cell: &Cell| {
        let mut others = house.iter().filter(|&&other| other != cell);
        of(cell).is_some() && others.any(|&other| of(other) == of(cell))
    };
    house.iter().copied().filter(is_double).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::iss;

    /// What is broken: names and cells.
    fn broken(text: &str, digits: &str) -> Vec<(String, Vec<Cell>)> {
        let variant = iss::read(text).unwrap();
        let digit = |sign: char| sign.to_digit(10).map(|digit| digit as u8);
        let digits: Vec<Option<u8>> = digits.chars().map(digit).collect();
        let found = Checker::new(&variant).unwrap().broken(&digits);
        found.into_iter().map(|own| (own.name, own.cells)).collect()
    }

    fn one(name: &str, cells: &[Cell]) -> Vec<(String, Vec<Cell>)> {
        vec![(name.to_owned(), cells.to_vec())]
    }

    const THERMO: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3";

    #[test]
    fn a_thermometer_is_broken_as_soon_as_no_digits_fit() {
        assert_eq!(broken(THERMO, "12.............."), []);
        // The digits of a box differ, too.
        let found = broken(THERMO, "22..............");
        let names: Vec<&str> = found.iter().map(|own| &own.0[..]).collect();
        assert_eq!(names, ["row 1", "box 1", "thermometer"]);
        assert_eq!(broken(THERMO, "3..............."), one("thermometer", &[0]));
        assert_eq!(
            broken(THERMO, "2.3............."),
            one("thermometer", &[0, 2])
        );
    }

    #[test]
    fn digits_that_are_not_to_blame_are_not_told() {
        assert_eq!(broken(THERMO, "1.2............."), one("thermometer", &[2]));
        let cage = ".Shape~4x4.Cage~9~R1C1~R1C2~R2C1";
        assert_eq!(broken(cage, "1..............."), one("cage", &[0]));
        assert_eq!(broken(cage, "23..4..........."), []);
        assert_eq!(broken(cage, "2...............").len(), 0);
    }

    #[test]
    fn rows_columns_and_boxes_have_their_numbers() {
        assert_eq!(
            broken(".Shape~4x4", "1..1............"),
            one("row 1", &[0, 3])
        );
        let found = broken(".Shape~4x4", "...1...1........");
        let names: Vec<&str> = found.iter().map(|own| &own.0[..]).collect();
        assert_eq!(names, ["column 4", "box 2"]);
    }

    #[test]
    fn a_digit_that_the_puzzle_rules_out_is_told() {
        let found = broken(".Shape~4x4.~R1C1_2_3", "1...............");
        assert_eq!(found, one("digits of the cell", &[0]));
        assert_eq!(broken(".Shape~4x4.~R1C1_2_3", "3..............."), []);
    }

    #[test]
    fn pairs_of_the_whole_grid_name_their_cells() {
        let text = ".Shape~4x4.AntiConsecutive";
        assert_eq!(
            broken(text, "1..4...3........"),
            one("non-consecutive", &[3, 7])
        );
    }

    #[test]
    fn alternatives_are_broken_when_all_of_them_are() {
        let text = ".Shape~4x4.Or.Thermo~R1C1~R1C2.WhiteDot~R1C1~R1C2.End";
        assert_eq!(broken(text, "32.............."), []);
        assert_eq!(broken(text, "14.............."), []);
        assert_eq!(
            broken(text, "41.............."),
            one("alternatives", &[0, 1])
        );
    }

    #[test]
    fn cells_of_different_digits_are_those_of_rules_too() {
        let variant = iss::read(".Shape~4x4.AntiKnight.Cage~5~R1C1~R1C2").unwrap();
        let houses = Checker::new(&variant).unwrap().houses();
        assert!(houses.contains(&vec![0, 1]) && houses.contains(&vec![0, 6]));
        assert_eq!(houses.iter().filter(|own| own.len() == 4).count(), 12);
    }
}
