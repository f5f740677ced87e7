//! All solutions of a problem, as a diagram of each of its parts: to number them, to draw
//! from them, and to say how many contain an option.
//!
//! The solutions are numbered from 0 in an order that depends on the problem alone: the
//! first part's solution is the most significant digit, the free options are the least.

use super::algebra::Drawing;
use super::beside::{self, Ended};
use super::contest::{Contest, Way};
use super::count::Told;
use super::diagram::{Counts, Diagram};
use super::draw::draw;
use super::model::{Model, Part};
use super::walk::Walk;
use super::ways::{ByLayers, ByWalk};
use super::{Effort, Front, Limits, Status, Stopped};
use crate::format::{OptionId, Problem};
use num_bigint::BigUint;

/// The solutions of a problem.
#[derive(Clone, Debug)]
pub struct Family {
    /// The solutions of each part; none of them is empty if there are any solutions.
    pub parts: Vec<Member>,
    /// Options that may hold or not, whatever else does.
    pub free: Vec<OptionId>,
    /// What each part has taken.
    pub told: Vec<Told>,
    number: BigUint,
}

/// The solutions of a part.
#[derive(Clone, Debug)]
pub struct Member {
    /// The solutions, by the numbers of options in the part.
    pub diagram: Diagram,
    /// The options by their numbers in the part.
    pub options: Vec<OptionId>,
    counts: Counts,
    number: BigUint,
}

impl Family {
    /// Finds all solutions. It takes as many states as counting by this floor's ways does,
    /// and 8 bytes for each move between states that lead to solutions, which are all
    /// there at once.
    ///
    /// # Errors
    /// If the limits ask for an end, or if the diagrams would be larger than they may.
    pub fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut family = Family {
            parts: Vec::new(),
            number: BigUint::from(1u32),
            free: Vec::new(),
            told: Vec::new(),
        };
        let memory = limits.memory;
        let added = family.add(Model::new(problem), true, limits);
        limits.memory = memory;
        added?;
        family.free.sort_unstable();
        Ok(family)
    }

    /// Adds the solutions of a model; its parts may be reduced, if they are not yet.
    fn add(
        &mut self,
        model: Model,
        may_reduce: bool,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped> {
        if model.is_impossible {
            self.number = BigUint::ZERO;
        }
        self.number <<= model.free.len();
        self.free.extend(model.free);
        for part in &model.parts {
            if self.number == BigUint::ZERO {
                break;
            }
            let alone = may_reduce.then(|| part.to_problem());
            let contest = || Contest::new(by_walk(part), by_layers(part));
            let ended = beside::run(part, alone.as_ref(), contest, limits);
            match ended.map_err(|unfinished| unfinished.why)? {
                Ended::Won((diagram, way)) => {
                    let member = Member::new(part, diagram);
                    limits.memory = limits.memory.saturating_sub(member.diagram.bytes());
                    self.number *= &member.number;
                    self.told.push(Told::of(part, &*way));
                    self.parts.push(member);
                }
                Ended::Smaller(smaller) => {
                    let before = self.told.len();
                    self.add(smaller, false, limits)?;
                    if self.told.len() == before {
                        self.told.push(Told::reduced(part));
                    }
                }
            }
        }
        Ok(())
    }

    /// How many solutions there are.
    pub fn number(&self) -> &BigUint {
        &self.number
    }

    /// The solution of a number, as a sorted list of options. None if there are not so
    /// many.
    pub fn solution(&self, number: &BigUint) -> Option<Vec<OptionId>> {
        if *number >= self.number {
            return None;
        }
        let mut options = Vec::new();
        let mut rest = number >> self.free.len();
        for (place, &option) in self.free.iter().rev().enumerate() {
            if number.bit(place as u64) {
                options.push(option);
            }
        }
        for member in self.parts.iter().rev() {
            let own = &rest % &member.number;
            rest /= &member.number;
            member.put_solution(own, &mut options);
        }
        options.sort_unstable();
        Some(options)
    }

    /// Draws solutions at random, each as likely as any other, and puts them in the order
    /// of their numbers, which they come with. A solution may be drawn more than once; from
    /// no solutions none is drawn.
    pub fn sample(&self, size: u64, seed: u64) -> Vec<(BigUint, Vec<OptionId>)> {
        let with_solution = |number| {
            let solution = self.solution(&number).expect("it is small enough");
            (number, solution)
        };
        let numbers = self.draw(size, seed).into_iter();
        numbers.map(with_solution).collect()
    }

    /// The numbers alone of what [`Self::sample`] draws.
    pub fn draw(&self, size: u64, seed: u64) -> Vec<BigUint> {
        draw(&self.number, size, seed)
    }

    /// How many solutions contain each option, by the options' numbers.
    pub fn options(&self, problem: &Problem) -> Vec<BigUint> {
        let mut numbers = vec![BigUint::ZERO; problem.option_count()];
        if self.number == BigUint::ZERO {
            return numbers;
        }
        for &option in &self.free {
            numbers[option.index()] = &self.number >> 1;
        }
        for member in &self.parts {
            let others = &self.number / &member.number;
            for (choice, number) in member.with_each().into_iter().enumerate() {
                numbers[member.options[choice].index()] = number * &others;
            }
        }
        numbers
    }
}

impl Member {
    fn new(part: &Part, diagram: Diagram) -> Self {
        let counts = Counts::of(&diagram);
        let root = diagram.root();
        Member {
            number: root.map_or(BigUint::ZERO, |root| counts.at(root)),
            options: part.choices.iter().map(|choice| choice.option).collect(),
            counts,
            diagram,
        }
    }

    /// Goes down to the solution of a number that is small enough.
    fn put_solution(&self, mut number: BigUint, options: &mut Vec<OptionId>) {
        let mut node = self.diagram.root().expect("there are solutions");
        while node != Diagram::GOAL {
            for edge in self.diagram.edges(node) {
                let count = self.counts.at(edge.to);
                if number < count {
                    options.extend(edge.choice().map(|choice| self.options[choice as usize]));
                    node = edge.to;
                    break;
                }
                number -= count;
            }
        }
    }

    /// How many of the part's solutions contain each of its options: the ways from the
    /// root to an edge, times those from there to the goal.
    fn with_each(&self) -> Vec<BigUint> {
        match &self.counts {
            Counts::Words(counts) => {
                let with = self.pass_down(counts, |sum, more| *sum += more, |a, b| a * b, 1);
                with.into_iter().map(BigUint::from).collect()
            }
            Counts::Big(counts) => {
                let one = BigUint::from(1u32);
                self.pass_down(counts, |sum, more| *sum += more, |a, b| a * b, one)
            }
        }
    }

    /// No sum and no product is larger than the number of solutions.
    fn pass_down<N: Clone + Default>(
        &self,
        counts: &[N],
        add: impl Fn(&mut N, &N),
        multiply: impl Fn(&N, &N) -> N,
        one: N,
    ) -> Vec<N> {
        let mut with = vec![N::default(); self.options.len()];
        let Some(root) = self.diagram.root() else {
            return with;
        };
        let mut ways = vec![N::default(); self.diagram.nodes()];
        ways[root as usize] = one;
        for node in (1..=root).rev() {
            let here = std::mem::take(&mut ways[node as usize]);
            for edge in self.diagram.edges(node) {
                add(&mut ways[edge.to as usize], &here);
                if let Some(choice) = edge.choice() {
                    let through = multiply(&here, &counts[edge.to as usize]);
                    add(&mut with[choice as usize], &through);
                }
            }
        }
        with
    }
}

/// A count by layers, after which the diagram is made, if it is small enough.
struct Probe<'p> {
    way: ByLayers<'p>,
}

impl Way<Diagram> for Probe<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Diagram> {
        if !self.way.draws() {
            match self.way.run(more, memory) {
                Status::Done(_) => {}
                Status::Paused => return Status::Paused,
                Status::Full | Status::TooLarge => return Status::Full,
            }
        }
        self.way.draw(more, memory)
    }

    fn spent(&self) -> u64 {
        self.way.spent()
    }

    fn estimate(&self) -> f64 {
        self.way.estimate()
    }

    fn effort(&self) -> Effort {
        self.way.effort()
    }

    fn front(&self) -> Option<Front> {
        self.way.front()
    }

    fn name(&self) -> String {
        self.way.name()
    }
}

/// The ways to the diagram of a part that go layer by layer.
fn by_layers(part: &Part) -> impl Iterator<Item = Box<dyn Way<Diagram> + '_>> {
    ByLayers::ways(part, 1, usize::MAX).map(|way| Box::new(Probe { way }) as _)
}

/// All ways to the diagram of a part.
pub(super) fn diagram_ways(part: &Part) -> impl Iterator<Item = Box<dyn Way<Diagram> + '_>> {
    by_layers(part).chain(by_walk(part))
}

fn by_walk(part: &Part) -> Option<Box<dyn Way<Diagram> + '_>> {
    let finish = |walk: &mut Walk<Drawing>, root| {
        let mut diagram = std::mem::take(&mut walk.algebra.diagram);
        diagram.set_root(root);
        match walk.algebra.is_over {
            true => Status::TooLarge,
            false => Status::Done(diagram),
        }
    };
    let walk = Walk::new(part, Drawing::default());
    Some(Box::new(ByWalk::new(part, walk, finish)?))
}
