//! All solutions of a problem, as a decision diagram for each part: to number them, to draw from
//! them, and to count those with an option.
//!
//! The solutions are numbered from 0 in an order that depends on the problem alone: the first
//! part's solution is the most significant digit, the free options are the least significant ones.
//! So [`smallest`](super::race::smallest) chooses the diagrams, whatever memory there is.

use super::count::PartReport;
use super::problem::model::{Model, Part};
use super::race::beside::{self, Ended};
use super::race::smallest::Smallest;
use super::race::way::Way;
use super::race::ways::{ByTracing, ByWalk};
use super::race::{Kind, Race};
use super::states::algebra::Drawing;
use super::states::counts::{Counts, bytes_of};
use super::states::diagram::{Diagram, Edge};
use super::states::walk::Walk;
use super::states::within::within;
use super::tuning::Tuning;
use super::{Limits, Status, Stopped};
use dlx3_base::count::Count;
use dlx3_base::sample::sample;
use dlx3_format::{OptionId, Problem};
use num_bigint::BigUint;

/// The memory for the memos of a walk. It is fixed, as what a memo forgets decides the order of the
/// solutions, which must not depend on the limit of memory.
const MEMOS: usize = 1 << 26;

/// Nodes or edges between two checks of the limits: some milliseconds.
const BREATH: u64 = 1 << 18;

/// This many solutions are made before the first is printed, if more cost nothing.
const MADE_AT_FIRST: usize = 1 << 8;

/// The solutions of a problem.
#[derive(Clone, Debug)]
pub struct Family {
    /// The solutions of each part. None of them is empty if there are any solutions.
    pub parts: Vec<Member>,
    /// Options that may hold or not, whatever else holds.
    pub free: Vec<OptionId>,
    /// How each part was solved.
    pub told: Vec<PartReport>,
    number: BigUint,
    /// The memory of diagrams and counts in bytes.
    bytes: usize,
}

/// The solutions of a part.
#[derive(Clone, Debug)]
pub struct Member {
    /// The solutions, over the part's numbers of options.
    pub diagram: Diagram,
    /// The problem's number of each option of the part.
    pub options: Vec<OptionId>,
    /// The number of items of the part.
    items: usize,
    counts: Counts,
    number: BigUint,
}

impl Family {
    /// Finds all solutions. The diagram takes 16 bytes for each state that leads to solutions and 8
    /// for each move between these. Making it needs about as much again.
    ///
    /// # Errors
    /// If the limits end it, or if the diagrams need more memory than the limit.
    pub fn new(problem: &Problem, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let mut family = Family {
            parts: Vec::new(),
            number: BigUint::from(1u32),
            free: Vec::new(),
            told: Vec::new(),
            bytes: 0,
        };
        let memory = limits.memory;
        let added = family.add(Model::new(problem).with(&limits.tuning), true, limits);
        family.bytes = memory - std::mem::replace(&mut limits.memory, memory);
        added?;
        family.free.sort_unstable();
        Ok(family)
    }

    /// Adds the solutions of a model. Its parts may be reduced if they are not yet.
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
            let tuning = limits.tuning;
            let race = || race_of(part, tuning);
            match beside::run(part, alone.as_ref(), None, race, limits) {
                Ok(Ended::Won((diagram, way))) => {
                    let told = PartReport::of(part, &*way);
                    // The way's tables are freed before counting.
                    drop(way);
                    let taken = diagram.bytes();
                    limits.memory = limits.memory.checked_sub(taken).ok_or(Stopped::Memory)?;
                    let member = Member::new(part, diagram, limits)?;
                    limits.memory = limits.memory.saturating_sub(member.counts.bytes());
                    self.number *= &member.number;
                    self.told.push(told);
                    self.parts.push(member);
                }
                Ok(Ended::Smaller(smaller)) => {
                    let before = self.told.len();
                    self.add(smaller, false, limits)?;
                    if self.told.len() == before {
                        self.told.push(PartReport::reduced(part));
                    }
                }
                Err((why, _)) => return Err(why),
            }
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
        }
        Ok(())
    }

    /// The solutions among these that cost at most `most`. Option `o` of the problem costs
    /// `costs[o.index()]`. They are numbered again, in the same order.
    ///
    /// # Errors
    /// If the limits end it, or if it needs too much memory.
    ///
    /// # Panics
    /// If an option has no cost.
    pub fn within(
        self,
        costs: &[i128],
        most: i128,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let memory = limits.memory;
        limits.memory = memory.saturating_sub(self.bytes);
        let limited = self.limited(costs, most, limits);
        limits.memory = memory;
        let mut limited = limited?;
        limited.told = self.told;
        Ok(limited)
    }

    fn limited(
        &self,
        costs: &[i128],
        most: i128,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let mut limited = Family {
            parts: Vec::new(),
            free: Vec::new(),
            told: Vec::new(),
            number: BigUint::ZERO,
            bytes: 0,
        };
        if self.number == BigUint::ZERO {
            return Ok(limited);
        }
        let (whole, options) = self.joined()?;
        let own: Vec<i128> = options.iter().map(|option| costs[option.index()]).collect();
        let all = limits.memory;
        limits.memory = all.checked_sub(whole.bytes()).ok_or(Stopped::Memory)?;
        let diagram = within(&whole, &own, most, limits)?;
        drop(whole);
        let room = all.checked_sub(diagram.bytes());
        limits.memory = room.ok_or(Stopped::Memory)?;
        let items = self.parts.iter().map(|part| part.items).sum::<usize>() + self.free.len();
        let member = Member::with(options, items, diagram, limits)?;
        limited.bytes = member.diagram.bytes() + member.counts.bytes();
        limited.number.clone_from(&member.number);
        if limited.number != BigUint::ZERO {
            limited.parts.push(member);
        }
        Ok(limited)
    }

    /// One diagram of all parts and free options, with the first part on top, in the order of the
    /// solutions' numbers; and its options.
    fn joined(&self) -> Result<(Diagram, Vec<OptionId>), Stopped> {
        let parts = self.parts.iter().flat_map(|part| &part.options);
        let mut options: Vec<OptionId> = parts.chain(&self.free).copied().collect();
        options.sort_unstable();
        let place = |option: OptionId| {
            options
                .binary_search(&option)
                .map(|place| place as u32)
                .ok()
        };
        let mut whole = Diagram::default();
        let mut below = Diagram::GOAL;
        for &option in self.free.iter().rev() {
            let edges = [None, place(option)].map(|choice| Edge::new(choice, below));
            below = whole.add(edges).ok_or(Stopped::Memory)?;
        }
        for part in self.parts.iter().rev() {
            // The part's nodes come after the present ones. Its goal is the root of what is below
            // it.
            let before = whole.nodes() as u32 - 1;
            let end = below;
            for node in 1..part.diagram.nodes() as u32 {
                let edges = part.diagram.edges(node).iter().map(|edge| {
                    let choice = edge.choice();
                    let choice = choice.and_then(|choice| place(part.options[choice as usize]));
                    match edge.to {
                        Diagram::GOAL => Edge::new(choice, end),
                        to => Edge::new(choice, before + to),
                    }
                });
                below = whole.add(edges).ok_or(Stopped::Memory)?;
            }
        }
        whole.set_root(Some(below));
        Ok((whole, options))
    }

    /// The number of solutions.
    pub fn number(&self) -> Count {
        self.number.clone().into()
    }

    /// The memory of its diagrams and counts, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The solution with this number, counted from 0, as a sorted list of options; `None` if there
    /// are fewer.
    pub fn solution(&self, number: &Count) -> Option<Vec<OptionId>> {
        if number.to_big() >= self.number {
            return None;
        }
        let found = unlimited(|limits| self.solutions(std::slice::from_ref(number), limits));
        found.into_iter().next()
    }

    /// The solutions with these numbers, as sorted lists of options.
    ///
    /// # Errors
    /// If the limits end it, or if the solutions need too much memory.
    ///
    /// # Panics
    /// If a number is not below the number of solutions.
    pub fn solutions(
        &self,
        numbers: &[Count],
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Vec<OptionId>>, Stopped> {
        let numbers: Vec<BigUint> = numbers.iter().map(Count::to_big).collect();
        assert!(
            numbers.iter().all(|number| *number < self.number),
            "there are {} solutions",
            self.number
        );
        let memory = limits.memory;
        limits.memory = memory.saturating_sub(self.bytes);
        let mut found = vec![Vec::new(); numbers.len()];
        let mut rest: Vec<BigUint> = Vec::with_capacity(numbers.len());
        for (number, options) in numbers.iter().zip(&mut found) {
            rest.push(number >> self.free.len());
            for (place, &option) in self.free.iter().rev().enumerate() {
                if number.bit(place as u64) {
                    options.push(option);
                }
            }
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
        }
        for member in self.parts.iter().rev() {
            let mut paths = Vec::with_capacity(numbers.len());
            let mut bytes = 0;
            for (rest, options) in rest.iter_mut().zip(&mut found) {
                let own = &*rest % &member.number;
                *rest /= &member.number;
                bytes += bytes_of(rest) + bytes_of(&own);
                bytes += options.capacity() * size_of::<OptionId>();
                paths.push(Descent {
                    node: member.diagram.root().expect("there are solutions"),
                    number: own,
                    options,
                });
            }
            if bytes > limits.memory {
                return Err(Stopped::Memory);
            }
            member.go_down(&mut paths, limits)?;
        }
        for options in &mut found {
            options.sort_unstable();
        }
        limits.memory = memory;
        Ok(found)
    }

    /// How many solutions to ask for at a time within this much memory. If each call computes long
    /// counts again, that is as many as fit.
    pub fn at_a_time(&self, memory: usize) -> usize {
        let is_small = |part: &Member| matches!(part.counts, Counts::Words(_));
        if self.parts.iter().all(is_small) {
            return MADE_AT_FIRST;
        }
        let options: usize = self.parts.iter().map(|part| part.items).sum();
        let options = (options + self.free.len()) * size_of::<OptionId>();
        let each = 4 * bytes_of(&self.number) + 2 * options;
        (memory / 2 / each.max(1)).max(1)
    }

    /// Draws uniform random solutions with repetition, and returns them with their numbers, in the
    /// order of the numbers. Empty if there are no solutions.
    pub fn sample(&self, size: u64, seed: u64) -> Vec<(Count, Vec<OptionId>)> {
        let numbers = self.draw(size, seed);
        let solutions = unlimited(|limits| self.solutions(&numbers, limits));
        numbers.into_iter().zip(solutions).collect()
    }

    /// The numbers that [`Self::sample`] draws.
    pub fn draw(&self, size: u64, seed: u64) -> Vec<Count> {
        let drawn = sample(&self.number, size, seed).into_iter();
        drawn.map(Count::from).collect()
    }

    /// The number of solutions with each option, by the options' numbers. `problem` must be the
    /// problem of this family.
    pub fn options(&self, problem: &Problem) -> Vec<Count> {
        let mut numbers = Vec::with_capacity(problem.option_count());
        unlimited(|limits| {
            self.each_option(problem, limits, |_, number| {
                numbers.push(number.clone().into());
                Ok(())
            })
        });
        numbers
    }

    /// Shows for each option, in order, the number of solutions with it. Computes as many options
    /// at once as fit into memory.
    ///
    /// # Errors
    /// If the limits end it, or if it needs too much memory; and the error that `show` returns.
    pub fn each_option(
        &self,
        problem: &Problem,
        limits: &mut Limits<'_>,
        mut show: impl FnMut(OptionId, &BigUint) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let all = problem.option_count();
        let memory = limits.memory;
        limits.memory = memory.saturating_sub(self.bytes);
        let most = limits.memory / 4 / bytes_of(&self.number).max(1);
        let most = most.clamp(1, all.max(1));
        let is_empty = self.number == BigUint::ZERO;
        let mut begin = 0;
        while begin < all {
            let end = (begin + most).min(all);
            let mut numbers = vec![BigUint::ZERO; end - begin];
            let free = self.free.iter().map(|option| option.index());
            for option in free.filter(|option| (begin..end).contains(option) && !is_empty) {
                numbers[option - begin] = &self.number >> 1;
            }
            for member in self.parts.iter().filter(|_| !is_empty) {
                let own = |option: &OptionId| option.index();
                // Options are in input order.
                let wanted = member.options.partition_point(|option| own(option) < begin)
                    ..member.options.partition_point(|option| own(option) < end);
                if wanted.is_empty() {
                    continue;
                }
                let others = &self.number / &member.number;
                let with = member.with_each(wanted.clone(), limits)?;
                for (option, number) in member.options[wanted].iter().zip(with) {
                    numbers[own(option) - begin] = number * &others;
                    if limits.is_over() {
                        return Err(Stopped::Limit);
                    }
                }
            }
            for (option, number) in (begin..end).zip(&numbers) {
                show(OptionId(option as u32), number)?;
                if limits.is_over() {
                    return Err(Stopped::Limit);
                }
            }
            begin = end;
        }
        limits.memory = memory;
        Ok(())
    }
}

/// Does some work without limits.
fn unlimited<T>(work: impl FnOnce(&mut Limits<'_>) -> Result<T, Stopped>) -> T {
    let done = work(&mut Limits::new(usize::MAX));
    done.expect("there are no limits")
}

/// A descent from the root to a solution.
struct Descent<'o> {
    node: u32,
    /// The number of the solution among those below the node.
    number: BigUint,
    options: &'o mut Vec<OptionId>,
}

impl Member {
    fn new(part: &Part, diagram: Diagram, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let options = part.choices.iter().map(|choice| choice.option).collect();
        Self::with(options, part.demands.len(), diagram, limits)
    }

    /// The solutions of a diagram over these options, which are in input order.
    fn with(
        options: Vec<OptionId>,
        items: usize,
        diagram: Diagram,
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let counts = Counts::of(&diagram, limits)?;
        Ok(Member {
            number: match diagram.root() {
                Some(_) => counts.root(),
                None => BigUint::ZERO,
            },
            options,
            items,
            counts,
            diagram,
        })
    }

    /// Follows the paths down to their solutions.
    fn go_down(&self, paths: &mut [Descent<'_>], limits: &mut Limits<'_>) -> Result<(), Stopped> {
        match &self.counts {
            Counts::Words(counts) => {
                for path in paths {
                    let mut number = u128::try_from(&path.number).expect("counts fit");
                    while path.node != Diagram::GOAL {
                        self.step(path, &mut number, |node| &counts[node as usize]);
                    }
                    if limits.is_over() {
                        return Err(Stopped::Limit);
                    }
                }
                Ok(())
            }
            Counts::Big(blocks) => blocks.descend(&self.diagram, limits, |window, limits| {
                let begin = window.nodes().start;
                for path in &mut *paths {
                    let mut number = std::mem::take(&mut path.number);
                    while path.node >= begin && path.node != Diagram::GOAL {
                        self.step(path, &mut number, |node| window.at(node));
                    }
                    path.number = number;
                    if limits.is_over() {
                        return Err(Stopped::Limit);
                    }
                }
                Ok(())
            }),
        }
    }

    /// Takes the edge below which the solution with this number is.
    fn step<'n, N>(&self, path: &mut Descent<'_>, number: &mut N, count: impl Fn(u32) -> &'n N)
    where
        N: PartialOrd + for<'m> std::ops::SubAssign<&'m N> + 'n,
    {
        for edge in self.diagram.edges(path.node) {
            let below = count(edge.to);
            if *number < *below {
                let option = edge.choice().map(|choice| self.options[choice as usize]);
                path.options.extend(option);
                path.node = edge.to;
                return;
            }
            *number -= below;
        }
        unreachable!("there are as many solutions");
    }

    /// The number of the part's solutions with each of some options: for each edge with the option,
    /// the paths from the root to it times the paths from it to the goal.
    fn with_each(
        &self,
        wanted: std::ops::Range<usize>,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<BigUint>, Stopped> {
        match &self.counts {
            Counts::Words(counts) => {
                let mut falling = Falling::<u128>::new(&self.diagram, wanted);
                let nodes = 0..self.diagram.nodes() as u32;
                falling.pass(nodes, |node| &counts[node as usize], limits)?;
                Ok(falling.with.into_iter().map(BigUint::from).collect())
            }
            Counts::Big(blocks) => {
                let mut falling = Falling::<BigUint>::new(&self.diagram, wanted);
                blocks.descend(&self.diagram, limits, |window, limits| {
                    falling.pass(window.nodes(), |node| window.at(node), limits)
                })?;
                Ok(falling.with)
            }
        }
    }
}

/// A number type for solutions.
trait Number: Clone + Default + PartialEq + From<u32> {
    fn add(&mut self, more: &Self);
    fn times(&self, other: &Self) -> Self;
    /// Its memory in bytes.
    fn bytes(&self) -> usize;
}

impl Number for u128 {
    fn add(&mut self, more: &Self) {
        *self += more;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn bytes(&self) -> usize {
        size_of::<u128>()
    }
}

impl Number for BigUint {
    fn add(&mut self, more: &Self) {
        *self += more;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn bytes(&self) -> usize {
        bytes_of(self)
    }
}

/// A downward pass. It counts the paths from the root to each node, each freed once it has been
/// used, and the solutions with some options. No sum and no product exceeds the number of
/// solutions.
struct Falling<'d, N> {
    diagram: &'d Diagram,
    wanted: std::ops::Range<usize>,
    ways: Vec<N>,
    with: Vec<N>,
    /// The memory of these numbers in bytes.
    bytes: usize,
    /// Limbs added and multiplied since the limits were asked last.
    work: u64,
}

impl<'d, N: Number> Falling<'d, N> {
    fn new(diagram: &'d Diagram, wanted: std::ops::Range<usize>) -> Self {
        let mut ways = vec![N::default(); diagram.nodes()];
        if let Some(root) = diagram.root() {
            ways[root as usize] = N::from(1);
        }
        let with = vec![N::default(); wanted.len()];
        Falling {
            diagram,
            bytes: (ways.len() + with.len()) * N::default().bytes(),
            ways,
            with,
            wanted,
            work: 0,
        }
    }

    /// Processes some nodes, from last to first.
    fn pass<'n>(
        &mut self,
        nodes: std::ops::Range<u32>,
        count: impl Fn(u32) -> &'n N,
        limits: &mut Limits<'_>,
    ) -> Result<(), Stopped>
    where
        N: 'n,
    {
        for node in nodes.rev() {
            let here = std::mem::take(&mut self.ways[node as usize]);
            if here == N::default() {
                continue;
            }
            self.bytes -= here.bytes() - N::default().bytes();
            let limbs = here.bytes() as u64 / 8;
            for edge in self.diagram.edges(node) {
                add(&mut self.ways[edge.to as usize], &here, &mut self.bytes);
                self.work += limbs;
                if let Some(choice) = edge.choice()
                    && self.wanted.contains(&(choice as usize))
                {
                    let below = count(edge.to);
                    self.work += limbs * (below.bytes() as u64 / 8);
                    let place = choice as usize - self.wanted.start;
                    add(&mut self.with[place], &here.times(below), &mut self.bytes);
                }
            }
            if self.bytes > limits.memory {
                return Err(Stopped::Memory);
            }
            if self.work > BREATH {
                self.work = 0;
                if limits.is_over() {
                    return Err(Stopped::Limit);
                }
            }
        }
        Ok(())
    }
}

/// Adds to a stored number, and updates the memory in use.
fn add<N: Number>(sum: &mut N, more: &N, bytes: &mut usize) {
    *bytes -= sum.bytes();
    sum.add(more);
    *bytes += sum.bytes();
}

/// The race for the diagram of a part.
pub(super) fn race_of(part: &Part, tuning: Tuning) -> Race<'_, Diagram, Smallest> {
    Race::new(Smallest::default())
        .with(Kind::Host, by_walk(part, tuning))
        .and_later(by_layers(part, tuning))
}

fn by_layers(part: &Part, tuning: Tuning) -> impl Iterator<Item = Box<dyn Way<Diagram> + '_>> {
    ByTracing::ways(part, tuning).map(|way| Box::new(way) as _)
}

/// All ways to the diagram of a part.
pub(super) fn diagram_ways(
    part: &Part,
    tuning: Tuning,
) -> impl Iterator<Item = Box<dyn Way<Diagram> + '_>> {
    by_layers(part, tuning).chain(by_walk(part, tuning))
}

fn by_walk(part: &Part, tuning: Tuning) -> Option<Box<dyn Way<Diagram> + '_>> {
    if !tuning.walk {
        return None;
    }
    let finish = |walk: &mut Walk<Drawing>, root| {
        let mut diagram = std::mem::take(&mut walk.algebra.diagram);
        diagram.set_root(root);
        match walk.algebra.is_over {
            true => Status::TooLarge,
            false => Status::Done(diagram),
        }
    };
    let walk = Walk::new(part, Drawing::default()).map(|walk| walk.remembering(MEMOS));
    Some(Box::new(ByWalk::new(part, walk, finish)?))
}
