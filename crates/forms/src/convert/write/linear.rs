//! Linear constraints over 0-1 variables, for the formats that have them.
//!
//! A color that several options give an item has a variable, which is 1 if and only if one of them
//! is. These variables come after the options.

use super::{Names, contested};
use crate::convert::cardinality::Literal;
use crate::convert::lists::Lists;
use crate::convert::supports::Supports;
use dlx3_answers::proof::Numbering;
use dlx3_format::{Bounds, ItemId, Problem};
use std::io;

/// The purpose of a row.
#[derive(Clone, Copy)]
pub enum Purpose {
    /// The number of options of a primary item is between its bounds.
    Exactly(ItemId),
    Least(ItemId),
    Most(ItemId),
    /// A secondary item has one color, or one option.
    Once(ItemId),
    /// An option implies its color.
    Gives {
        option: Literal,
        color: Literal,
    },
    /// A color implies one of its options.
    Given {
        color: Literal,
    },
    /// A color implies one of the options of a primary item. Such rows are numbered from 1.
    Supported {
        number: u64,
    },
    /// A secondary item has some color, as a primary item needs it.
    Some(ItemId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// sum of `plus` - sum of `minus` RELATION `bound`.
pub struct Row<'l> {
    pub purpose: Purpose,
    pub plus: &'l [Literal],
    pub minus: &'l [Literal],
    pub relation: Relation,
    pub bound: u32,
}

impl Row<'_> {
    /// Whether it asks for more than nothing, and has no variables.
    pub fn cannot_hold(&self) -> bool {
        self.plus.is_empty() && self.minus.is_empty()
    }
}

/// Says which variables are colors.
pub fn name_colors(lists: &Lists, names: &mut Names<'_>) -> io::Result<()> {
    let mut last = names.problem.option_count();
    for (item, groups) in contested(names.problem, lists) {
        for group in groups.iter().filter(|group| group.options.len() > 1) {
            last += 1;
            if let Some(color) = group.color {
                names.color(last, item, color)?;
            }
        }
    }
    Ok(())
}

/// The number of variables; at least 1 if a constraint cannot hold, as it needs one to say so.
pub fn most_variables(problem: &Problem, lists: &Lists) -> Option<u64> {
    let variables = variables(problem, lists).max(1);
    Some(u64::from(variables.unsigned_abs()))
}

pub fn variables(problem: &Problem, lists: &Lists) -> Literal {
    let colors = contested(problem, lists).map(|(_, groups)| {
        let shared = groups.iter().filter(|group| group.options.len() > 1);
        shared.count() as Literal
    });
    problem.option_count() as Literal + colors.sum::<Literal>()
}

/// The numbers of variables and of constraints; an equation counts as two, first `>=`, then `<=`.
pub fn numbering(problem: &Problem) -> Numbering {
    let lists = Lists::new(problem);
    let mut numbering = Numbering {
        options: problem.option_count() as u32,
        at_least: vec![0; problem.item_count()],
        at_most: vec![0; problem.item_count()],
        ..Numbering::default()
    };
    let mut last = problem.option_count() as u32;
    for (item, groups) in contested(problem, &lists) {
        for group in groups.iter().filter(|group| group.options.len() > 1) {
            last += 1;
            if let Some(color) = group.color {
                numbering.colors.insert((item, color), last);
            }
        }
    }
    let numbered = rows(problem, &lists, &mut |row| {
        numbering.constraints += 1;
        let number = numbering.constraints;
        match row.purpose {
            Purpose::Exactly(item) | Purpose::Least(item) => {
                numbering.at_least[item.index()] = number;
            }
            Purpose::Most(item) | Purpose::Once(item) => numbering.at_most[item.index()] = number,
            Purpose::Gives { .. } | Purpose::Given { .. } => {}
            Purpose::Supported { .. } | Purpose::Some(_) => {}
        }
        // A row without variables is written as one constraint.
        if let (Purpose::Exactly(item), [_, ..]) = (row.purpose, row.plus) {
            numbering.constraints += 1;
            numbering.at_most[item.index()] = number + 1;
        }
        Ok(())
    });
    numbered.expect("nothing is written");
    numbering
}

/// Shows all rows. A row without variables cannot hold, as its lower bound is not 0.
pub fn rows(
    problem: &Problem,
    lists: &Lists,
    show: &mut dyn FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for item in problem.item_ids() {
        if let Some(bounds) = problem.bounds(item) {
            counted(item, bounds, lists.options(item), show)?;
        }
    }
    let mut last = problem.option_count() as Literal;
    let mut uses = Vec::new();
    for (item, groups) in contested(problem, lists) {
        uses.clear();
        for group in &groups {
            if let [option] = group.options {
                uses.push(*option);
                continue;
            }
            last += 1;
            uses.push(last);
            for option in group.options {
                show(&Row {
                    purpose: Purpose::Gives {
                        option: *option,
                        color: last,
                    },
                    plus: &[last],
                    minus: &[*option],
                    relation: Relation::AtLeast,
                    bound: 0,
                })?;
            }
            show(&Row {
                purpose: Purpose::Given { color: last },
                plus: group.options,
                minus: &[last],
                relation: Relation::AtLeast,
                bound: 0,
            })?;
        }
        show(&Row {
            purpose: Purpose::Once(item),
            plus: &uses,
            minus: &[],
            relation: Relation::AtMost,
            bound: 1,
        })?;
    }
    Ok(())
}

/// Shows the rows by which colors support each other.
pub fn supports(
    problem: &Problem,
    lists: &Lists,
    supports: &Supports,
    show: &mut dyn FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut last = problem.option_count() as Literal;
    let mut number = 0;
    let mut uses = Vec::new();
    for (item, groups) in contested(problem, lists) {
        uses.clear();
        uses.extend(groups.iter().map(|group| match group.options {
            [option] => *option,
            _ => {
                last += 1;
                last
            }
        }));
        supports.each(item, &groups, lists, &mut |support| {
            if support.options == groups[support.group].options {
                return Ok(());
            }
            let color = uses[support.group];
            number += 1;
            show(&Row {
                purpose: Purpose::Supported { number },
                plus: support.options,
                minus: &[color],
                relation: Relation::AtLeast,
                bound: 0,
            })
        })?;
        if supports.has(item) {
            show(&Row {
                purpose: Purpose::Some(item),
                plus: &uses,
                minus: &[],
                relation: Relation::AtLeast,
                bound: 1,
            })?;
        }
    }
    Ok(())
}

fn counted(
    item: ItemId,
    bounds: Bounds,
    options: &[Literal],
    show: &mut dyn FnMut(&Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut row = |purpose, relation, bound| {
        show(&Row {
            purpose,
            plus: options,
            minus: &[],
            relation,
            bound,
        })
    };
    if bounds.lower == bounds.upper {
        return row(Purpose::Exactly(item), Relation::Equal, bounds.lower);
    }
    if bounds.lower > 0 {
        row(Purpose::Least(item), Relation::AtLeast, bounds.lower)?;
    }
    if (bounds.upper as usize) < options.len() {
        row(Purpose::Most(item), Relation::AtMost, bounds.upper)?;
    }
    Ok(())
}
