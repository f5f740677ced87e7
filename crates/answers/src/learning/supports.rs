//! Colors support each other: a color of an item needs an option with it in each primary item whose
//! options all have the item.
//!
//! ```text
//! all options of P have s:   (s has color c)  implies  one of P's options with s:c
//!                            s has some color
//! ```
//!
//! Unit propagation knows from the formula that a color rules out the options with other colors; it
//! does not know that a color without an option left in P is gone. With these clauses it is gone,
//! and with it all options that give it elsewhere. In an automaton whose states are colors that
//! propagates both ways along the row (arc consistency; the support encoding: Gent, Arc consistency
//! in SAT, 2002).
//!
//! Each clause follows by unit propagation from the constraints of P and s, so a proof needs no
//! further steps.
//!
//! Cost: for each pair of such items P and s, a literal for each option of P and each color of s.

use super::formula::{ColorVariables, Formula, Lists};
use super::literal::Literal;
use crate::problem::model::{Demand, Part};

/// No more than this many looks at nodes for each node of the part. Options with many items on both
/// sides would need more; then later items have no such clauses.
const LOOKS: usize = 16;

/// Finds the clauses of a part.
struct Supports<'p> {
    part: &'p Part,
    variables: &'p ColorVariables,
    /// For each item, the last item P and how many of its options had it.
    met: Vec<(u32, u32)>,
    /// For each color, the literals of its clause.
    of_color: Vec<Vec<Literal>>,
    /// For each item, the options of P without a color for it.
    plain: Vec<Vec<Literal>>,
    /// Whether the clause that an item has some color is there.
    has_some: Vec<bool>,
    looks: usize,
    /// The number of clauses, and each literal with the number of its clause.
    clauses: u32,
    found: Vec<(u32, Literal)>,
}

impl Formula {
    /// Adds the clauses by which colors support each other.
    pub fn with_supports(mut self, part: &Part) -> Self {
        let has_colors =
            |demand: &Demand| matches!(demand, Demand::Agree { colors } if *colors > 0);
        if !part.demands.iter().any(has_colors) {
            return self;
        }
        let variables = ColorVariables::new(part);
        let mut supports = Supports {
            part,
            met: vec![(u32::MAX, 0); part.demands.len()],
            of_color: vec![Vec::new(); variables.of_color.len()],
            plain: vec![Vec::new(); part.demands.len()],
            has_some: vec![false; part.demands.len()],
            variables: &variables,
            looks: LOOKS * part.node_count(),
            clauses: 0,
            found: Vec::new(),
        };
        supports.find();
        self.supports = Lists::of(supports.clauses as usize, &supports.found);
        self
    }
}

impl Supports<'_> {
    /// Whether some option of an item must hold.
    fn is_needed(demand: Demand) -> bool {
        match demand {
            Demand::Once => true,
            Demand::Bounded { lower, .. } => lower > 0,
            Demand::Agree { .. } => false,
        }
    }

    fn find(&mut self) {
        let mut pairs = Vec::new();
        for (option, choice) in (0..).zip(&self.part.choices) {
            for &(item, _) in &choice.nodes {
                if Self::is_needed(self.part.demands[item as usize]) {
                    pairs.push((item, option));
                }
            }
        }
        let lists = Lists::<u32>::of(self.part.demands.len(), &pairs);
        for item in 0..lists.count() as u32 {
            let options = lists.list(item);
            if options.is_empty() {
                continue;
            }
            let common = self.common(item, options);
            if !common.is_empty() {
                self.sort(item, options);
            }
            for own in common {
                self.support(own);
            }
        }
    }

    /// The items with colors that all options of an item have, in the order of the first option.
    fn common(&mut self, item: u32, options: &[u32]) -> Vec<u32> {
        let is_colored = |item: u32| matches!(self.part.demands[item as usize], Demand::Agree { colors } if colors > 0);
        let nodes = |option: u32| &self.part.choices[option as usize].nodes;
        let first = nodes(options[0]).iter().map(|&(own, _)| own);
        let mut left: Vec<u32> = first.filter(|&own| is_colored(own)).collect();
        for &own in &left {
            self.met[own as usize] = (item, 1);
        }
        for (&option, count) in options[1..].iter().zip(2..) {
            let looks = nodes(option).len();
            if left.is_empty() || self.looks < looks {
                return Vec::new();
            }
            self.looks -= looks;
            for &(own, _) in nodes(option) {
                if self.met[own as usize] == (item, count - 1) {
                    self.met[own as usize].1 = count;
                }
            }
            left.retain(|&own| self.met[own as usize].1 == count);
        }
        left
    }

    /// Sorts the options of an item by their colors for each item that all of them have.
    fn sort(&mut self, item: u32, options: &[u32]) {
        let all = (item, options.len() as u32);
        for &option in options {
            for &(own, color) in &self.part.choices[option as usize].nodes {
                if self.met[own as usize] == all {
                    let list = match color {
                        0 => &mut self.plain[own as usize],
                        _ => {
                            let first = self.variables.first[own as usize];
                            &mut self.of_color[(first + color - 1) as usize]
                        }
                    };
                    list.push(Literal::yes(option));
                }
            }
        }
    }

    /// Adds the clauses for an item that all options have which were sorted.
    fn support(&mut self, item: u32) {
        let first = self.variables.first[item as usize];
        let mut some = std::mem::take(&mut self.plain[item as usize]);
        for place in first..self.variables.first[item as usize + 1] {
            let variable = self.variables.of_color[place as usize];
            let mut clause = std::mem::take(&mut self.of_color[place as usize]);
            if !clause.is_empty() {
                some.push(Literal::yes(variable));
            }
            // If one option alone has the color, that option is the variable.
            if clause != [Literal::yes(variable)] {
                clause.push(Literal::no(variable));
                self.add(&clause);
            }
        }
        if !std::mem::replace(&mut self.has_some[item as usize], true) {
            self.add(&some);
        }
    }

    fn add(&mut self, clause: &[Literal]) {
        let own = clause.iter().map(|&literal| (self.clauses, literal));
        self.found.extend(own);
        self.clauses += 1;
    }
}
