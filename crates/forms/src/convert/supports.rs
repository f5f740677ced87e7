//! Colors support each other: what follows for a secondary item from a primary item whose options
//! all have it.
//!
//! ```text
//! all options of P have s:   (s has color c)  implies  one of P's options with s:c
//!                            s has some color
//! ```
//!
//! The constraints on P and s imply this, so no model is lost; but solvers do not see it by unit
//! propagation: a color that no option of P can give any more is gone, and with it all options that
//! give it elsewhere (the support encoding: Gent, Arc consistency in SAT, 2002).
//!
//! Cost: for each such pair P and s, a constraint for each color, and a literal for each option of
//! P.

use super::cardinality::Literal;
use super::lists::{Group, Lists};
use dlx3_format::{ItemId, OptionId, Problem};
use std::io;

/// No more than this many looks at nodes for each node of the problem. Options with many items on
/// both sides would need more; then later items support nothing.
const LOOKS: usize = 16;

/// The primary items that support each item.
pub struct Supports {
    by: Vec<Vec<ItemId>>,
}

/// What a primary item P says about a group of options with one color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Support<'s> {
    /// The number of the group.
    pub group: usize,
    /// The options of P in the group. If the group holds, one of them does.
    pub options: &'s [Literal],
}

impl Supports {
    /// Nothing is supported.
    pub fn none(problem: &Problem) -> Self {
        Supports {
            by: vec![Vec::new(); problem.item_count()],
        }
    }

    /// Those of a problem, if they are wanted.
    pub fn of(problem: &Problem, lists: &Lists, are_wanted: bool) -> Self {
        let mut supports = Self::none(problem);
        let mut looks = LOOKS * problem.node_count();
        let mut met = vec![(0, 0); problem.item_count()];
        let primary = problem.item_ids().take(problem.primary_count());
        for (item, round) in primary.filter(|_| are_wanted).zip(1u32..) {
            let options = lists.options(item);
            let is_needed = problem.bounds(item).is_some_and(|bounds| bounds.lower > 0);
            if !is_needed || options.is_empty() {
                continue;
            }
            let nodes = |option: Literal| problem.option(OptionId(option as u32 - 1));
            let first = nodes(options[0]).map(|(own, _)| own);
            let may_conflict = |own: &ItemId| lists.groups(*own).nth(1).is_some();
            let secondary = first.filter(|own| own.index() >= problem.primary_count());
            let mut common: Vec<ItemId> = secondary.filter(may_conflict).collect();
            for own in &common {
                met[own.index()] = (round, 1u32);
            }
            for (&option, count) in options[1..].iter().zip(2..) {
                if common.is_empty() {
                    break;
                }
                for (own, _) in nodes(option) {
                    looks = looks.saturating_sub(1);
                    let met = &mut met[own.index()];
                    if *met == (round, count - 1) {
                        met.1 = count;
                    }
                }
                common.retain(|own| met[own.index()].1 == count);
            }
            if looks == 0 {
                break;
            }
            for own in common {
                supports.by[own.index()].push(item);
            }
        }
        supports
    }

    /// Whether an item has one color in each solution.
    pub fn has(&self, item: ItemId) -> bool {
        !self.by[item.index()].is_empty()
    }

    /// Shows what primary items say about the groups of an item: for each of these items, in order,
    /// all groups.
    pub fn each(
        &self,
        item: ItemId,
        groups: &[Group<'_>],
        lists: &Lists,
        show: &mut dyn FnMut(Support<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.has(item) {
            return Ok(());
        }
        let members = groups.iter().enumerate();
        let members = members.flat_map(|(number, group)| {
            let options = group.options.iter();
            options.map(move |&option| (option, number))
        });
        let mut group_of: Vec<(Literal, usize)> = members.collect();
        group_of.sort_unstable();
        let mut own = vec![Vec::new(); groups.len()];
        for &primary in &self.by[item.index()] {
            own.iter_mut().for_each(Vec::clear);
            let mut rest = group_of.iter();
            for &option in lists.options(primary) {
                // Both lists are sorted.
                let member = rest.find(|(member, _)| *member == option);
                let &(_, group) = member.expect("all options of it have the item");
                own[group].push(option);
            }
            for (group, options) in own.iter().enumerate() {
                show(Support { group, options })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_supported_by_those_that_must_occur_and_always_have_it() {
        let text = "A B 0:2|C D | X Y\nA X:a Y:a\nA X:b\nB C X:b\nB X Y:b\nC X:a\nD X:a\nD Y\n";
        let problem: Problem = text.parse().unwrap();
        let lists = Lists::new(&problem);
        let supports = Supports::of(&problem, &lists, true);
        let [x, y] = [ItemId(4), ItemId(5)];
        assert_eq!(supports.by[x.index()], [ItemId(0), ItemId(1)]);
        assert!(!supports.has(y));
        let groups: Vec<_> = lists.groups(x).collect();
        let mut shown = Vec::new();
        let each = supports.each(x, &groups, &lists, &mut |support| {
            shown.push((support.group, support.options.to_vec()));
            Ok(())
        });
        each.unwrap();
        // No color, a, b; first as A has them, then as B has.
        let expected: [(usize, &[Literal]); 6] = [
            (0, &[]),
            (1, &[1]),
            (2, &[2]),
            (0, &[4]),
            (1, &[]),
            (2, &[3]),
        ];
        assert_eq!(shown.len(), expected.len());
        for (shown, expected) in shown.iter().zip(expected) {
            assert_eq!((shown.0, &shown.1[..]), expected);
        }
        assert!(!Supports::of(&problem, &lists, false).has(x));
    }
}
