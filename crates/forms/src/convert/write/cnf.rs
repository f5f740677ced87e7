//! Clauses in DIMACS: first for the primary items, then for the secondary ones. The variables of
//! items' colors come after the options, then those for counting.

use super::{FormatRow, MOST, Names, Objective, Refusal, Source, Target, contested, sum_of_costs};
use crate::convert::cardinality::{Clauses, Count, Encoding, Literal, Size};
use crate::convert::lists::{Group, Lists};
use crate::convert::read::sat;
use dlx3_answers::proof::Clause;
use dlx3_format::{Bounds, ItemId, Name, Problem};
use std::io::{self, Write};

pub const CNF: FormatRow = FormatRow {
    name: "cnf",
    about: "Clauses, for SAT solvers; costs are left out",
    objective: Objective::LeftOut("wcnf"),
    options: &["--encoding"],
    models: Some(sat::CNF),
    plan: |source, lists, encoding| {
        let plan = Plan::new(source.problem, lists, encoding)?;
        Ok(Box::new(plan))
    },
    most_variables,
};

pub const WCNF: FormatRow = FormatRow {
    name: "wcnf",
    about: "Clauses with weights, for MaxSAT solvers",
    objective: Objective::Exact,
    options: &["--encoding"],
    models: Some(sat::WCNF),
    plan: |source, lists, encoding| {
        let plan = Plan::new(source.problem, lists, encoding)?;
        let top = Some(top(source)?);
        Ok(Box::new(Plan { top, ..plan }))
    },
    most_variables,
};

/// The most variables in any encoding, except those that are refused.
fn most_variables(problem: &Problem, lists: &Lists) -> Option<u64> {
    let encodings = Encoding::ALL.iter();
    let plans = encodings.filter_map(|&encoding| Plan::new(problem, lists, encoding).ok());
    plans.map(|plan| plan.all.variables).max()
}

/// The numbers of variables and clauses.
struct Plan {
    encoding: Encoding,
    all: Size,
    /// The weight of hard clauses, if costs are soft clauses.
    top: Option<u64>,
}

/// A weight larger than the sum of all costs.
fn top(source: Source<'_>) -> Result<u64, Refusal> {
    Ok(sum_of_costs(source)?.unsigned_abs() + 1)
}

fn count(bounds: Bounds, options: &[Literal]) -> Count {
    Count {
        of: options.len(),
        lower: bounds.lower as usize,
        upper: bounds.upper as usize,
    }
}

/// At most one of the options.
fn one_group(groups: &[Group<'_>]) -> Count {
    Count {
        of: groups.len(),
        lower: 0,
        upper: 1,
    }
}

/// The colors that need a variable: those of several options.
fn shared<'g>(groups: &'g [Group<'_>]) -> impl Iterator<Item = &'g Group<'g>> {
    groups.iter().filter(|group| group.options.len() > 1)
}

/// The size of a clause for each pair of options with different colors.
fn size_by_pairs(groups: &[Group<'_>]) -> Size {
    let sizes = groups.iter().map(|group| group.options.len() as u64);
    // There are fewer than 2^31 options.
    let all: u64 = sizes.clone().sum();
    let equal: u64 = sizes.map(|size| size * size).sum();
    Size {
        variables: 0,
        clauses: (all * all - equal) / 2,
    }
}

fn size_by_colors(groups: &[Group<'_>], encoding: Encoding) -> Size {
    let size = one_group(groups).size(encoding);
    shared(groups).fold(size, |size, group| {
        size + Size {
            variables: 1,
            clauses: group.options.len() as u64 + 1,
        }
    })
}

/// Whether conflicts are encoded by pairs of options, without variables for colors.
fn is_by_pairs(groups: &[Group<'_>], encoding: Encoding) -> bool {
    match encoding {
        Encoding::Auto => size_by_pairs(groups).total() <= size_by_colors(groups, encoding).total(),
        encoding => encoding == Encoding::Pairwise,
    }
}

impl Plan {
    fn new(problem: &Problem, lists: &Lists, encoding: Encoding) -> Result<Self, Refusal> {
        let mut all = Size {
            variables: problem.option_count() as u64,
            clauses: 0,
        };
        let mut add = |item: ItemId, size: Size| {
            all = all + size;
            match size.variables.max(size.clauses) <= MOST {
                true => Ok(()),
                false => Err(Refusal::LargeItem {
                    item: Name::new(problem.name(item)).expect("an item's name is a name"),
                    clauses: size.clauses,
                    variables: size.variables,
                }),
            }
        };
        for item in problem.item_ids() {
            if let Some(bounds) = problem.bounds(item) {
                add(item, count(bounds, lists.options(item)).size(encoding))?;
            }
        }
        for (item, groups) in contested(problem, lists) {
            let size = match is_by_pairs(&groups, encoding) {
                true => size_by_pairs(&groups),
                false => size_by_colors(&groups, encoding),
            };
            add(item, size)?;
        }
        match all.variables.max(all.clauses) <= MOST {
            true => Ok(Plan {
                encoding,
                all,
                top: None,
            }),
            false => Err(Refusal::Large {
                clauses: all.clauses,
                variables: all.variables,
            }),
        }
    }

    fn color_count(&self, problem: &Problem, lists: &Lists) -> Literal {
        contested(problem, lists)
            .filter(|(_, groups)| !is_by_pairs(groups, self.encoding))
            .map(|(_, groups)| shared(&groups).count() as Literal)
            .sum()
    }
}

impl Target for Plan {
    fn name_colors(&self, lists: &Lists, names: &mut Names<'_>) -> io::Result<()> {
        let mut last = names.problem.option_count();
        for (item, groups) in contested(names.problem, lists) {
            if is_by_pairs(&groups, self.encoding) {
                continue;
            }
            for color in shared(&groups).filter_map(|group| group.color) {
                last += 1;
                names.color(last, item, color)?;
            }
        }
        Ok(())
    }

    fn write(
        &self,
        source: Source<'_>,
        lists: &Lists,
        _: &[Clause],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let problem = source.problem;
        if source.names {
            let mut names = Names::new(problem, b"c ", out);
            names.options()?;
            self.name_colors(lists, &mut names)?;
        }
        let Size { variables, clauses } = self.all;
        // Without weights, costs are left out.
        let priced = || source.priced().filter(|_| self.top.is_some());
        match self.top {
            None => writeln!(out, "p cnf {variables} {clauses}")?,
            Some(top) => {
                let clauses = clauses + priced().count() as u64;
                writeln!(out, "p wcnf {variables} {clauses} {top}")?;
            }
        }
        let options = problem.option_count() as Literal;
        let colors = self.color_count(problem, lists);
        let mut sink = Clauses::new(out, options + colors, self.top);
        for item in problem.item_ids() {
            if let Some(bounds) = problem.bounds(item) {
                let list = lists.options(item);
                count(bounds, list).write(self.encoding, list, &mut sink)?;
            }
        }
        let mut color = options;
        for (_, groups) in contested(problem, lists) {
            match is_by_pairs(&groups, self.encoding) {
                true => by_pairs(&groups, &mut sink)?,
                false => by_colors(&groups, self.encoding, &mut color, &mut sink)?,
            }
        }
        debug_assert_eq!(sink.last() as u64, variables);
        debug_assert_eq!(sink.written(), clauses);
        // A clause that does not hold costs its weight: for taking an option with a cost, or for
        // leaving out one with a negative cost.
        for (cost, option) in priced() {
            let sign = if source.most == (cost > 0) { "" } else { "-" };
            let weight = cost.unsigned_abs();
            writeln!(out, "{weight} {sign}{option} 0")?;
        }
        Ok(())
    }
}

fn by_pairs(groups: &[Group<'_>], clauses: &mut Clauses<'_>) -> io::Result<()> {
    for (number, group) in groups.iter().enumerate() {
        for &one in group.options {
            for &other in groups[number + 1..].iter().flat_map(|group| group.options) {
                clauses.add(&[-one, -other])?;
            }
        }
    }
    Ok(())
}

/// A color's variable holds if and only if an option with it does; at most one color holds.
fn by_colors(
    groups: &[Group<'_>],
    encoding: Encoding,
    last: &mut Literal,
    clauses: &mut Clauses<'_>,
) -> io::Result<()> {
    let mut uses = Vec::with_capacity(groups.len());
    for group in groups {
        if let [option] = group.options {
            uses.push(*option);
            continue;
        }
        *last += 1;
        let color = *last;
        for &option in group.options {
            clauses.add(&[-option, color])?;
        }
        let mut one = group.options.to_vec();
        one.push(-color);
        clauses.add(&one)?;
        uses.push(color);
    }
    one_group(groups).write(encoding, &uses, clauses)
}
