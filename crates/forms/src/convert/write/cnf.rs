//! Clauses in DIMACS: first for the primary items, then for the secondary ones. The variables of
//! items' colors come after the options, then those for counting.
//!
//! That a color needs one of the options that have it makes its variable follow from the options. If
//! colors [support](super::super::supports) each other, this is said for the options of each primary
//! item that supports the color, and no longer for all options together.
//!
//! At most one of many is said by rows and columns if the problem has colors: solvers then are faster
//! than with ladders. Without colors, they were as often slower.

use super::{FormatRow, MOST, Names, Objective, Refusal, Source, Target, contested, sum_of_costs};
use crate::convert::cardinality::{Clauses, Count, Encoding, Literal, Size};
use crate::convert::lists::{Group, Lists};
use crate::convert::read::sat;
use crate::convert::supports::{Support, Supports};
use dlx3_answers::proof::Clause;
use dlx3_format::{Bounds, ItemId, Name, Problem};
use std::io::{self, Write};

pub const CNF: FormatRow = FormatRow {
    name: "cnf",
    about: "Clauses, for SAT solvers; costs are left out",
    objective: Objective::LeftOut("wcnf"),
    options: &["--encoding"],
    supports: true,
    models: Some(sat::CNF),
    plan: |source, lists, encoding| {
        let plan = Plan::new(source.problem, lists, encoding, source.supports(lists))?;
        Ok(Box::new(plan))
    },
    most_variables,
};

pub const WCNF: FormatRow = FormatRow {
    name: "wcnf",
    about: "Clauses with weights, for MaxSAT solvers",
    objective: Objective::Exact,
    options: &["--encoding"],
    supports: true,
    models: Some(sat::WCNF),
    plan: |source, lists, encoding| {
        let plan = Plan::new(source.problem, lists, encoding, source.supports(lists))?;
        let top = Some(top(source)?);
        Ok(Box::new(Plan { top, ..plan }))
    },
    most_variables,
};

/// The most variables in any encoding, except those that are refused.
fn most_variables(problem: &Problem, lists: &Lists) -> Option<u64> {
    let encodings = Encoding::ALL.iter();
    let plans = encodings.flat_map(|&encoding| {
        let plan = move |supports| {
            let supports = Supports::of(problem, lists, supports);
            Plan::new(problem, lists, encoding, supports).ok()
        };
        [false, true].into_iter().filter_map(plan)
    });
    plans.map(|plan| plan.all.variables).max()
}

/// The numbers of variables and clauses.
struct Plan {
    encoding: Encoding,
    supports: Supports,
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

/// A secondary item with its options by color.
struct Colored<'l> {
    item: ItemId,
    groups: Vec<Group<'l>>,
    lists: &'l Lists,
    supports: &'l Supports,
    /// Whether the problem has colors.
    has_colors: bool,
}

impl<'l> Colored<'l> {
    /// The secondary items whose options may conflict.
    fn all(
        problem: &'l Problem,
        lists: &'l Lists,
        supports: &'l Supports,
    ) -> impl Iterator<Item = Self> {
        contested(problem, lists).map(move |(item, groups)| Colored {
            item,
            groups,
            lists,
            supports,
            has_colors: problem.has_colors(),
        })
    }

    /// At most one of the colors holds; exactly one, if that is supported.
    fn one_group(&self) -> Count {
        Count {
            of: self.groups.len(),
            lower: usize::from(self.is_supported()),
            upper: 1,
        }
    }

    fn is_supported(&self) -> bool {
        self.supports.has(self.item)
    }

    /// Shows what supports the groups.
    fn each(&self, show: &mut dyn FnMut(Support<'_>) -> io::Result<()>) -> io::Result<()> {
        self.supports
            .each(self.item, &self.groups, self.lists, show)
    }

    /// The number of clauses that some count says for each support.
    fn count(&self, count: impl Fn(Support<'_>) -> usize) -> u64 {
        let mut clauses = 0;
        let counted = self.each(&mut |support| {
            clauses += count(support) as u64;
            Ok(())
        });
        counted.expect("nothing is written");
        clauses
    }

    /// The colors that need a variable: those of several options.
    fn shared(&self) -> impl Iterator<Item = &Group<'l>> {
        let groups = self.groups.iter();
        groups.filter(|group| group.options.len() > 1)
    }

    /// The size of a clause for each pair of options with different colors.
    fn size_by_pairs(&self) -> Size {
        let sizes = self.groups.iter().map(|group| group.options.len() as u64);
        // There are fewer than 2^31 options.
        let all: u64 = sizes.clone().sum();
        let equal: u64 = sizes.map(|size| size * size).sum();
        let supports = self.count(|support| {
            let all = self.groups[support.group].options.len();
            all - support.options.len()
        });
        Size {
            variables: 0,
            clauses: (all * all - equal) / 2 + supports,
        }
    }

    fn size_by_colors(&self, encoding: Encoding) -> Size {
        let group = self.one_group();
        let size = group.size(group.method(encoding, self.has_colors));
        let size = self.shared().fold(size, |size, group| {
            let clauses = group.options.len() as u64 + u64::from(!self.is_supported());
            size + Size {
                variables: 1,
                clauses,
            }
        });
        let is_said = |support: Support<'_>| !self.is_alone(support) || support.options.is_empty();
        let supports = Size {
            variables: 0,
            clauses: self.count(|support| usize::from(is_said(support))),
        };
        size + supports
    }

    /// Whether the color of a support has only one option, which is its variable.
    fn is_alone(&self, support: Support<'_>) -> bool {
        self.groups[support.group].options.len() == 1
    }

    /// Whether conflicts are encoded by pairs of options, without variables for colors.
    fn is_by_pairs(&self, encoding: Encoding) -> bool {
        match encoding {
            Encoding::Auto => self.size_by_pairs().total() <= self.size_by_colors(encoding).total(),
            encoding => encoding == Encoding::Pairwise,
        }
    }

    fn size(&self, encoding: Encoding) -> Size {
        match self.is_by_pairs(encoding) {
            true => self.size_by_pairs(),
            false => self.size_by_colors(encoding),
        }
    }

    fn write_by_pairs(&self, clauses: &mut Clauses<'_>) -> io::Result<()> {
        for (number, group) in self.groups.iter().enumerate() {
            let others = self.groups[number + 1..].iter();
            let others = others.flat_map(|group| group.options);
            for &one in group.options {
                for &other in others.clone() {
                    clauses.add(&[-one, -other])?;
                }
            }
        }
        self.each(&mut |support| {
            let all = self.groups[support.group].options.iter();
            for &option in all.filter(|option| support.options.binary_search(option).is_err()) {
                clauses.add(&[support.options, &[-option]].concat())?;
            }
            Ok(())
        })
    }

    /// A color's variable holds if and only if an option with it does; at most one color holds.
    fn write_by_colors(
        &self,
        encoding: Encoding,
        last: &mut Literal,
        clauses: &mut Clauses<'_>,
    ) -> io::Result<()> {
        let mut uses = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            if let [option] = group.options {
                uses.push(*option);
                continue;
            }
            *last += 1;
            let color = *last;
            for &option in group.options {
                clauses.add(&[-option, color])?;
            }
            if !self.is_supported() {
                clauses.add(&[group.options, &[-color]].concat())?;
            }
            uses.push(color);
        }
        self.each(&mut |support| match self.is_alone(support) {
            true if !support.options.is_empty() => Ok(()),
            _ => clauses.add(&[support.options, &[-uses[support.group]]].concat()),
        })?;
        let group = self.one_group();
        group.write(group.method(encoding, self.has_colors), &uses, clauses)
    }
}

impl Plan {
    fn new(
        problem: &Problem,
        lists: &Lists,
        encoding: Encoding,
        supports: Supports,
    ) -> Result<Self, Refusal> {
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
                let count = count(bounds, lists.options(item));
                let method = count.method(encoding, problem.has_colors());
                add(item, count.size(method))?;
            }
        }
        for colored in Colored::all(problem, lists, &supports) {
            add(colored.item, colored.size(encoding))?;
        }
        match all.variables.max(all.clauses) <= MOST {
            true => Ok(Plan {
                encoding,
                supports,
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
        Colored::all(problem, lists, &self.supports)
            .filter(|colored| !colored.is_by_pairs(self.encoding))
            .map(|colored| colored.shared().count() as Literal)
            .sum()
    }
}

impl Target for Plan {
    fn name_colors(&self, lists: &Lists, names: &mut Names<'_>) -> io::Result<()> {
        let mut last = names.problem.option_count();
        for colored in Colored::all(names.problem, lists, &self.supports) {
            if colored.is_by_pairs(self.encoding) {
                continue;
            }
            for color in colored.shared().filter_map(|group| group.color) {
                last += 1;
                names.color(last, colored.item, color)?;
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
                let count = count(bounds, list);
                let method = count.method(self.encoding, problem.has_colors());
                count.write(method, list, &mut sink)?;
            }
        }
        let mut color = options;
        for colored in Colored::all(problem, lists, &self.supports) {
            match colored.is_by_pairs(self.encoding) {
                true => colored.write_by_pairs(&mut sink)?,
                false => colored.write_by_colors(self.encoding, &mut color, &mut sink)?,
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
