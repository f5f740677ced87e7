//! The constraints of a part, over Boolean variables.
//!
//! ```text
//! option o                    a variable
//! color c of item i           a variable, if several options have it; each of them implies it
//! item, exactly once          a group (at most one holds) and a clause (at least one holds)
//! item with colors            a group of its colors and its options without color
//! item with bounds            a bound on the number of its options that hold
//! ```
//!
//! Cost: a few words for each node of the part. Groups are not written out as pairs.

use super::literal::Literal;
use crate::problem::model::{Demand, Part};

/// Lists, one after another in one vector.
#[derive(Clone, Debug, Default)]
pub struct Lists<T> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// Makes `count` lists from pairs of a list and a member.
    pub(super) fn of(count: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0; count + 1];
        for &(list, _) in pairs {
            starts[list as usize + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut all: Vec<T> = pairs.iter().map(|&(_, member)| member).collect();
        for &(list, member) in pairs {
            let place = &mut next[list as usize];
            all[*place as usize] = member;
            *place += 1;
        }
        Lists { starts, all }
    }

    /// The number of lists.
    pub fn count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Adds empty lists until there are this many.
    pub(super) fn lengthen(&mut self, count: usize) {
        let end = self.all.len() as u32;
        self.starts.resize((count + 1).max(self.starts.len()), end);
    }

    /// The range of a list in [`Self::all`].
    #[inline]
    pub fn range(&self, list: u32) -> std::ops::Range<usize> {
        self.starts[list as usize] as usize..self.starts[list as usize + 1] as usize
    }

    /// The members of all lists.
    pub fn all(&self) -> &[T] {
        &self.all
    }

    /// A list.
    #[inline]
    pub fn list(&self, list: u32) -> &[T] {
        &self.all[self.range(list)]
    }

    fn bytes(&self) -> usize {
        self.starts.len() * size_of::<u32>() + self.all.len() * size_of::<T>()
    }
}

/// A bound on the number of variables of a list that hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The least number.
    pub lower: u32,
    /// The largest number.
    pub upper: u32,
    /// The length of the list.
    pub all: u32,
}

/// The constraints of a solution.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    /// The number of variables. The first ones are the options.
    pub variables: usize,
    /// The number of options.
    pub options: usize,
    /// Lists of variables of which at most one holds.
    pub groups: Lists<u32>,
    /// The groups of each variable.
    pub groups_of: Lists<u32>,
    /// The literals that each literal implies, by its number.
    pub implied: Lists<Literal>,
    /// Lists of variables of which at least one holds.
    pub clauses: Lists<u32>,
    /// Lists of literals of which at least one holds.
    pub wider: Vec<Vec<Literal>>,
    /// Further clauses, which the other constraints imply ([supports](super::supports)).
    pub supports: Lists<Literal>,
    /// The variables of each bound.
    pub bounded: Lists<u32>,
    /// The bounds.
    pub bounds: Vec<Bound>,
    /// The bounds of each variable.
    pub bounds_of: Lists<u32>,
    /// The item and the color of each color variable. These come after the options, and
    /// [counters](super::counters) after these.
    pub colors: Vec<(u32, u32)>,
}

/// The variables of colors, numbered for all items together. The first color of item i has number
/// `first[i]`.
pub(super) struct ColorVariables {
    pub first: Vec<u32>,
    /// The variable of each color. If only one option has the color, that option is the variable.
    pub of_color: Vec<u32>,
    /// The item and the color of each variable that is not an option.
    made: Vec<(u32, u32)>,
}

impl ColorVariables {
    pub fn new(part: &Part) -> Self {
        let mut first = vec![0u32; part.demands.len() + 1];
        for (item, demand) in part.demands.iter().enumerate() {
            let colors = match *demand {
                Demand::Agree { colors } => colors,
                _ => 0,
            };
            first[item + 1] = first[item] + colors;
        }
        let mut uses = vec![0u32; first[part.demands.len()] as usize];
        let mut of_color = vec![0u32; uses.len()];
        for (option, choice) in part.choices.iter().enumerate() {
            for &(item, color) in &choice.nodes {
                if color != 0 && matches!(part.demands[item as usize], Demand::Agree { .. }) {
                    let place = (first[item as usize] + color - 1) as usize;
                    uses[place] += 1;
                    of_color[place] = option as u32;
                }
            }
        }
        let mut made = Vec::new();
        for item in 0..part.demands.len() {
            for place in first[item]..first[item + 1] {
                if uses[place as usize] != 1 {
                    of_color[place as usize] = (part.choices.len() + made.len()) as u32;
                    made.push((item as u32, place - first[item] + 1));
                }
            }
        }
        ColorVariables {
            first,
            of_color,
            made,
        }
    }
}

impl Formula {
    /// The constraints of a part.
    pub fn new(part: &Part) -> Self {
        let options = part.choices.len();
        let ColorVariables {
            first,
            of_color: color_variables,
            made: colors,
        } = ColorVariables::new(part);
        let variables = (options + colors.len()) as u32;
        let (mut groups, mut clauses, mut bounded) = (Vec::new(), Vec::new(), Vec::new());
        let (mut implied, mut bounds) = (Vec::new(), Vec::new());
        let mut clause_count = 0;
        let mut number = vec![0u32; part.demands.len()];
        for (item, demand) in part.demands.iter().enumerate() {
            match *demand {
                Demand::Once => {
                    number[item] = clause_count;
                    clause_count += 1;
                }
                Demand::Agree { colors } => {
                    let own = first[item] as usize..(first[item] + colors) as usize;
                    groups.extend(own.map(|place| (item as u32, color_variables[place])));
                }
                Demand::Bounded { lower, upper } => {
                    number[item] = bounds.len() as u32;
                    bounds.push(Bound {
                        lower,
                        upper,
                        all: 0,
                    });
                }
            }
        }
        for (option, choice) in part.choices.iter().enumerate() {
            let option = option as u32;
            for &(item, color) in &choice.nodes {
                let own = number[item as usize];
                match part.demands[item as usize] {
                    Demand::Once => {
                        groups.push((item, option));
                        clauses.push((own, option));
                    }
                    Demand::Bounded { .. } => {
                        bounds[own as usize].all += 1;
                        bounded.push((own, option));
                    }
                    Demand::Agree { .. } if color == 0 => groups.push((item, option)),
                    Demand::Agree { .. } => {
                        let place = (first[item as usize] + color - 1) as usize;
                        let variable = color_variables[place];
                        if variable != option {
                            let (one, other) = (Literal::yes(option), Literal::yes(variable));
                            implied.push((one.number(), other));
                            implied.push(((!other).number(), !one));
                        }
                    }
                }
            }
        }
        let inverted = |lists: &[(u32, u32)]| {
            let pairs: Vec<_> = lists.iter().map(|&(list, member)| (member, list)).collect();
            Lists::of(variables as usize, &pairs)
        };
        Formula {
            variables: variables as usize,
            options,
            groups_of: inverted(&groups),
            groups: Lists::of(part.demands.len(), &groups),
            implied: Lists::of(2 * variables as usize, &implied),
            clauses: Lists::of(clause_count as usize, &clauses),
            wider: Vec::new(),
            supports: Lists::default(),
            bounds_of: inverted(&bounded),
            bounded: Lists::of(bounds.len(), &bounded),
            bounds,
            colors,
        }
    }

    /// The formula of a part; with [supports](super::supports) if the caller wants them.
    pub fn of(part: &Part, supports: bool) -> Self {
        let formula = Formula::new(part);
        match supports {
            true => formula.with_supports(part),
            false => formula,
        }
    }

    /// Its memory in bytes.
    pub fn bytes(&self) -> usize {
        let lists = [&self.groups, &self.groups_of, &self.clauses];
        let lists = lists.iter().map(|lists| lists.bytes()).sum::<usize>();
        let bounds = self.bounded.bytes() + self.bounds_of.bytes();
        let sizes = self.bounds.len() * size_of::<Bound>() + self.colors.len() * 8;
        lists + bounds + self.implied.bytes() + sizes + self.supports.bytes()
    }
}
