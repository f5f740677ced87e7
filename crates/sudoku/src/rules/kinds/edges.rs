//! Clues beside the grid. Their cells are those of the row, column or diagonal, from the clue.

use super::super::automaton::Automaton;
use super::super::constraint::{Constraint, numbers};
use super::super::{Cell, Digits, Rule};
use super::builder::{Builder, Built, refuse};
use super::cages::sandwiched;
use super::dots::is_of;
use super::lines::{line, one};
use super::{Kind, Look, pointers};
use foldhash::{HashMap, HashMapExt};

/// The sum of a diagonal.
pub static LITTLE_KILLER: Kind = Kind {
    name: "little killer",
    says: "the digits of the diagonal add up to N; they may repeat",
    look: Look::Edge,
    build: |builder, rule| {
        let terms: Vec<(Cell, i32)> = line(rule)?.iter().map(|&cell| (cell, 1)).collect();
        one(builder.weighted(&terms, clue(rule)?))
    },
};

/// The sum between the least and the greatest digit.
pub static SANDWICH: Kind = Kind {
    name: "sandwich",
    says: "the digits between the least and the greatest add up to N",
    look: Look::Edge,
    build: |builder, rule| {
        let (cells, sum) = (line(rule)?, clue(rule)?);
        if cells.len() < builder.variant.shape.order() {
            return one(sandwiched(builder, cells, sum));
        }
        let ends = [builder.first(), builder.last()];
        // The number of ends met, and the digits between them.
        let add = |set: Digits| numbers(set).sum::<i32>();
        let step = |&(met, between): &(u8, Digits), digit, _| {
            let is_new = between >> digit & 1 == 0;
            match (ends.contains(&digit), met) {
                (true, 0) => Some((1, 0)),
                (true, 1) => (add(between) == sum).then_some((2, between)),
                (true, _) => None,
                (false, 1) => {
                    let now = between | 1 << digit;
                    (is_new && add(now) <= sum).then_some((1, now))
                }
                (false, _) => is_new.then_some((met, between)),
            }
        };
        one(builder.row(cells, (0, 0), step, |&(met, _)| met == 2))
    },
};

/// How many skyscrapers are seen.
pub static SKYSCRAPER: Kind = Kind {
    name: "skyscraper",
    says: "N skyscrapers are seen: digits that are greater than all before them",
    look: Look::Edge,
    build: |builder, rule| {
        let count = clue(rule)?;
        let step = |&(highest, seen): &(i32, i32), digit: i32, _| {
            let seen = seen + i32::from(digit > highest);
            (seen <= count).then_some((highest.max(digit), seen))
        };
        one(builder.row(line(rule)?, (0, 0), step, |&(_, seen)| seen == count))
    },
};

/// The first skyscraper that is not seen.
pub static HIDDEN_SKYSCRAPER: Kind = Kind {
    name: "hidden skyscraper",
    says: "N is the first digit that is less than one before it",
    look: Look::Edge,
    build: |builder, rule| {
        let hidden = clue(rule)?;
        let step = |&highest: &Option<i32>, digit: i32, _| match highest {
            None => Some(None),
            Some(highest) if digit > highest => Some(Some(digit)),
            Some(_) => (digit == hidden).then_some(None),
        };
        one(builder.row(line(rule)?, Some(-1), step, Option::is_none))
    },
};

/// The sum of the first X digits.
pub static X_SUM: Kind = Kind {
    name: "X-sum",
    says: "the first X digits add up to N, where X is the first of them",
    look: Look::Edge,
    build: |builder, rule| {
        let (cells, sum) = (line(rule)?, clue(rule)?);
        // How many digits are left, and the sum that they must have.
        let step = |&state: &Option<(i32, i32)>, digit: i32, place: usize| {
            let (left, missing) = match state {
                None if digit == 0 || digit as usize > cells.len() => return None,
                None => (digit - 1, sum - digit),
                Some((0, _)) => return Some(state),
                Some((left, missing)) => (left - 1, missing - digit),
            };
            let is_possible = missing >= 0 && (left as usize) < cells.len() - place;
            (is_possible && (left > 0 || missing == 0)).then_some(Some((left, missing)))
        };
        one(builder.row(cells, None, step, |state| matches!(state, Some((0, _)))))
    },
};

/// A digit at the place that the first digit names.
pub static NUMBERED_ROOM: Kind = Kind {
    name: "numbered room",
    says: "N is the X-th digit, where X is the first",
    look: Look::Edge,
    build: |builder, rule| {
        let cells = line(rule)?;
        let Ok(digit) = u8::try_from(clue(rule)?) else {
            return refuse("its clue is no digit");
        };
        Ok(vec![pointers::points_at(builder, cells[0], cells, digit)])
    },
};

/// A place in the order of all rows and columns.
pub static FULL_RANK: Kind = Kind {
    name: "full rank",
    says: "of all rows and columns, read as numbers from both ends and put into order, this is \
           the N-th",
    look: Look::Edge,
    build: |builder, rule| {
        let cells = line(rule)?.to_vec();
        let lines = lines(builder)?;
        let rank = clue(rule)?;
        let most = lines.len() as i32;
        if !(1..=most).contains(&rank) || !lines.contains(&cells) {
            return refuse(format!(
                "it is not from 1 to {most}, or not of a row or column"
            ));
        }
        // Each digit is the first of four lines.
        let first = (rank + 3) / 4 - 1 + builder.first();
        let lower = (rank - 1) % 4;
        let may_tie = ties(builder) == ANY;
        let mut constraints = vec![Constraint::Only(cells[0], 1 << first)];
        let mut flags = Vec::new();
        // Most lines have the same digits, and so the same automaton.
        let mut known: HashMap<Vec<Digits>, Automaton> = HashMap::new();
        for other in lines.iter().filter(|&other| *other != cells) {
            if builder.sets[usize::from(other[0])] >> first & 1 == 0 {
                continue;
            }
            let flag = builder.hidden_cell(0b111);
            let mut both = vec![other[0]];
            for (&own, &other) in cells.iter().zip(other).skip(1) {
                both.extend([own, other]);
            }
            both.push(flag);
            let end = both.len() - 1;
            let step = |&state: &Compared, digit: i32, place: usize| {
                let is_flag = place == end;
                Some(match state {
                    Compared::Begin if digit != first => Compared::Greater,
                    Compared::Begin => Compared::Equal,
                    _ if is_flag => {
                        let told = match state {
                            Compared::Greater => 0,
                            Compared::Equal if may_tie => 1,
                            Compared::Less => 2,
                            _ => return None,
                        };
                        return (digit == told).then_some(Compared::Begin);
                    }
                    Compared::Equal => Compared::Own(digit),
                    Compared::Own(own) => match digit.cmp(&own) {
                        std::cmp::Ordering::Less => Compared::Less,
                        std::cmp::Ordering::Equal => Compared::Equal,
                        std::cmp::Ordering::Greater => Compared::Greater,
                    },
                    done => done,
                })
            };
            let sets = builder.sets_of(&both);
            if let Some(automaton) = known.get(&sets) {
                constraints.push(Constraint::Row(both, automaton.clone()));
            } else {
                let row = builder.row(&both, Compared::Begin, step, |_| true)?;
                if let Constraint::Row(_, automaton) = &row {
                    known.insert(sets, automaton.clone());
                }
                constraints.push(row);
            }
            flags.push(flag);
        }
        let step = |&(less, equal): &(i32, i32), told, _| match told {
            0 => Some((less, equal)),
            1 => Some((less, equal + 1)),
            _ => (less < lower).then_some((less + 1, equal)),
        };
        let accepts = |&(less, equal): &(i32, i32)| less <= lower && less + equal >= lower;
        constraints.push(builder.row(&flags, (0, 0), step, accepts)?);
        Ok(constraints)
    },
};

/// Whether lines may be equal: 0 for none, 1 for those without a rank, 2 for all.
pub static FULL_RANK_TIES: Kind = Kind {
    name: "full rank ties",
    says: "whether rows and columns may be equal as numbers: none may (0), those without a clue \
           (1), all may (2)",
    look: Look::Sentence,
    build: |builder, rule| {
        let ties = clue(rule)?;
        if ties != NONE {
            return Ok(Vec::new());
        }
        let shape = builder.variant.shape;
        lines(builder)?;
        // A row differs from another row that is read in the same direction, and from itself
        // backwards. It can be equal to a column only if they are mirror images in a diagonal.
        let mut pairs = Vec::new();
        for number in 0..shape.rows {
            let mut back = shape.column_cells(shape.rows - 1 - number);
            back.reverse();
            pairs.push((shape.row_cells(number), shape.column_cells(number)));
            pairs.push((shape.row_cells(number), back));
            for other in number + 1..shape.rows {
                let backwards = |cells: Vec<Cell>| cells.into_iter().rev().collect::<Vec<_>>();
                pairs.push((shape.row_cells(number), backwards(shape.row_cells(other))));
                pairs.push((
                    shape.column_cells(number),
                    backwards(shape.column_cells(other)),
                ));
            }
        }
        let mut constraints = Vec::new();
        for (one, other) in pairs {
            let both = one.into_iter().zip(other).filter(|(a, b)| a != b);
            let cells: Vec<Cell> = both.flat_map(|(a, b)| [a, b]).collect();
            let step = |&(own, differ): &(i32, bool), digit, place| {
                Some(match (differ, place % 2) {
                    (true, _) => (0, true),
                    (false, 0) => (digit, false),
                    (false, _) => (0, own != digit),
                })
            };
            constraints.push(builder.row(&cells, (0, false), step, |own| own.1)?);
        }
        Ok(constraints)
    },
};

/// No two lines are equal.
pub const NONE: i32 = 0;

/// All lines may be equal.
pub const ANY: i32 = 2;

/// What is known of another line, compared with the line of the clue.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Compared {
    Begin,
    Equal,
    /// Equal so far, and the next digit of the clue's line.
    Own(i32),
    Less,
    Greater,
}

/// Whether a rule says how full ranks are counted.
pub fn is_of_ties(rule: &Rule) -> bool {
    is_of(rule, &FULL_RANK_TIES)
}

/// Whether lines may be equal.
fn ties(builder: &Builder<'_>) -> i32 {
    let rules = &builder.variant.rules;
    let rule = rules.iter().find(|rule| is_of_ties(rule));
    rule.and_then(|rule| rule.numbers.first().copied())
        .unwrap_or(1)
}

/// All rows and columns, from both ends.
fn lines(builder: &Builder<'_>) -> Built<Vec<Vec<Cell>>> {
    let shape = builder.variant.shape;
    let is_full = builder.variant.has_lines && shape.rows == shape.columns;
    if !is_full || shape.rows != shape.order() {
        return refuse("it needs a square whose rows and columns have all digits");
    }
    let mut lines = Vec::new();
    for number in 0..shape.rows {
        for cells in [shape.row_cells(number), shape.column_cells(number)] {
            lines.push(cells.clone());
            lines.push(cells.into_iter().rev().collect());
        }
    }
    Ok(lines)
}

/// The number of a clue.
fn clue(rule: &Rule) -> Built<i32> {
    match rule.numbers[..] {
        [number] => Ok(number),
        _ => refuse("it has no number, or several"),
    }
}
