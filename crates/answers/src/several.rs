//! Several different solutions, found one after another.
//!
//! A found solution is forbidden by bounds: not all of its options hold again. If a solution may
//! contain another one, an *added* option says that some option outside of it holds.
//!
//! If only a part of the solution's options hold, the added option is not needed, and may hold or
//! not. To a search without learning, these are two solutions instead of one, and four once two
//! solutions are forbidden. So if a search takes long, each added option gets a color that lets it
//! hold only if it is needed.
//!
//! ```text
//! as they come:  the parts count like the digits of a number; each finds its next solution when it
//!                is wanted. The first one is that of `find`; the next ones come from a list of all
//!                solutions. If the list finds none for a while, one is found by bounds as above
//! diverse:       bisection finds the least number of options that the next solution must share
//!                with an earlier one
//! ```

use super::count::{BREATH, PartReport};
use super::dlx3::{Dlx3, See};
use super::family::race_of;
use super::find::find_in;
use super::problem::model::{Choice, Demand, Model, Part};
use super::race::Race;
use super::race::smallest::Smallest;
use super::race::way::Way;
use super::states::diagram::{Diagram, Paths};
use super::{Effort, Limits, Status, Stopped};
use dlx3_format::{OptionId, Problem};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

/// The order of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The order in which they are found.
    AsTheyCome,
    /// Each solution minimizes the largest number of options that it shares with an earlier one.
    Diverse,
}

/// Is shown each solution, as a sorted list of options. Returns whether to continue.
pub type Each<'e> = dyn FnMut(&[OptionId]) -> bool + 'e;

/// Finds different solutions until there are no more, or `each` returns false. Returns how the
/// first one was found. The solutions depend on the problem and on the limit of memory.
///
/// # Errors
/// If the limits end it.
pub fn find_several(
    problem: &Problem,
    order: Order,
    each: &mut Each<'_>,
    limits: &mut Limits<'_>,
) -> Result<Vec<PartReport>, Stopped> {
    let model = Model::new(problem).with(&limits.tuning);
    let mut told = Vec::new();
    if model.is_impossible {
        return Ok(told);
    }
    let mut own_each = |solution: &[OptionId]| {
        let mut sorted = solution.to_vec();
        sorted.sort_unstable();
        each(&sorted)
    };
    match order {
        Order::AsTheyCome => {
            let alone = vec![OnceCell::new(); model.parts.len()];
            let digits = model.parts.iter().zip(&alone);
            let digits = digits
                .map(|(part, alone)| Digit::new(part, alone))
                .collect();
            let memory = limits.memory;
            let found = as_they_come(digits, &model.free, &mut own_each, &mut told, limits);
            limits.memory = memory;
            found?;
        }
        Order::Diverse => {
            // A free option is like a part of its own.
            let part = model.into_whole();
            diverse(&part, &mut own_each, &mut told, limits)?;
        }
    }
    Ok(told)
}

/// The quota of a list for one solution, in nanoseconds of counted work. It is halved each time the
/// list finds none, but not below the least, and doubled each time it finds one.
const MOST_ON_ONE: u64 = 100_000_000;
const LEAST_ON_ONE: u64 = 1_000_000;
/// The work between two checks of the limits.
const SLICE: u64 = 100_000;

/// A list of all solutions of a part, made only as far as wanted. A solution is a sorted list of
/// the part's numbers of options.
struct LazyList<'p> {
    way: Box<dyn Way<()> + 'p>,
    /// Solutions that were listed and not taken.
    seen: Rc<RefCell<VecDeque<Vec<OptionId>>>>,
    /// The quota for the next solution.
    quota: u64,
    is_over: bool,
}

/// The memory of a solution in bytes, about.
fn bytes_of(solution: &Vec<OptionId>) -> usize {
    size_of::<Vec<OptionId>>() + solution.capacity() * size_of::<OptionId>()
}

/// Solutions may use this much memory with any limit.
const LEAST_MEMORY: usize = 1 << 20;

/// The result of asking a list for a solution.
enum Listed {
    Next(Vec<OptionId>),
    /// There are no more.
    End,
    /// The quota is spent.
    Nothing,
}

impl<'p> LazyList<'p> {
    /// The list of a part; `alone` is the part as a problem. It comes from DLX3's tree, or from a
    /// diagram if that tree is switched off.
    fn new(part: &'p Part, alone: &'p Problem, limits: &Limits<'_>) -> Self {
        let seen = Rc::new(RefCell::new(VecDeque::new()));
        let see = {
            let seen = Rc::clone(&seen);
            Box::new(move |options: &[OptionId]| {
                let mut sorted = options.to_vec();
                sorted.sort_unstable();
                seen.borrow_mut().push_back(sorted);
            })
        };
        LazyList {
            way: match limits.tuning.dlx3 {
                true => Dlx3::within(limits).all(alone, see),
                false => Box::new(ByPaths::new(part, see, limits)),
            },
            seen,
            quota: MOST_ON_ONE,
            is_over: false,
        }
    }

    /// Its memory in bytes.
    fn bytes(&self) -> usize {
        let seen = self.seen.borrow();
        self.way.bytes() + seen.len() * seen.front().map_or(0, bytes_of)
    }

    /// The next solution that is not among the known ones.
    fn next(
        &mut self,
        known: &HashSet<Vec<OptionId>>,
        limits: &mut Limits<'_>,
    ) -> Result<Listed, Stopped> {
        let end = self.way.spent().saturating_add(self.quota);
        loop {
            while let Some(next) = self.seen.borrow_mut().pop_front() {
                if !known.contains(&next) {
                    self.quota = (self.quota * 2).min(MOST_ON_ONE);
                    return Ok(Listed::Next(next));
                }
            }
            if self.is_over {
                return Ok(Listed::End);
            }
            if self.way.spent() >= end {
                self.quota = (self.quota / 2).max(LEAST_ON_ONE);
                return Ok(Listed::Nothing);
            }
            if limits.is_over() {
                return Err(Stopped::Limit);
            }
            match self.way.run(SLICE, limits.memory) {
                Status::Done(()) => self.is_over = true,
                Status::Paused => {}
                Status::Full | Status::TooLarge => return Ok(Listed::Nothing),
            }
        }
    }
}

/// Makes a diagram of all solutions, then follows its paths.
struct ByPaths<'p> {
    race: Race<'p, Diagram, Smallest>,
    /// The paths, once there is a diagram.
    paths: Option<Paths>,
    see: See<'p>,
    /// The work on all edges followed so far.
    followed: u64,
}

/// The time for an edge of a path, in nanoseconds, about.
const EDGE: u64 = 10;

impl<'p> ByPaths<'p> {
    fn new(part: &'p Part, see: See<'p>, limits: &Limits<'_>) -> Self {
        ByPaths {
            race: race_of(part, limits.tuning),
            paths: None,
            see,
            followed: 0,
        }
    }
}

impl Way<()> for ByPaths<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<()> {
        let Some(paths) = &mut self.paths else {
            let drawn = Way::run(&mut self.race, more, memory);
            return match drawn.map(|diagram| self.paths = Some(diagram.into_paths())) {
                Status::Done(()) => Status::Paused,
                status => status,
            };
        };
        let end = self.followed.saturating_add(more);
        while self.followed < end {
            let Some(path) = paths.next() else {
                return Status::Done(());
            };
            self.followed += EDGE * (1 + path.len() as u64);
            let options: Vec<OptionId> = path.into_iter().map(OptionId).collect();
            (self.see)(&options);
        }
        Status::Paused
    }

    fn spent(&self) -> u64 {
        Way::spent(&self.race) + self.followed
    }

    fn estimate(&self) -> f64 {
        self.race.estimate()
    }

    fn effort(&self) -> Effort {
        self.race.effort()
    }

    fn name(&self) -> String {
        self.race.name()
    }
}

/// A part, and its solutions so far.
struct Digit<'p> {
    part: &'p Part,
    /// The part as a problem, once there is a list.
    alone: &'p OnceCell<Problem>,
    found: Vec<Vec<OptionId>>,
    found_bytes: usize,
    forms: Forms,
    /// None before a second solution is wanted, and when there are no more.
    list: Option<LazyList<'p>>,
    /// Solutions that did not come from the list, in the form of the list.
    besides: HashSet<Vec<OptionId>>,
    is_over: bool,
    /// The index of its solution in the present solution of the problem.
    place: usize,
}

impl<'p> Digit<'p> {
    fn new(part: &'p Part, alone: &'p OnceCell<Problem>) -> Self {
        Digit {
            part,
            alone,
            found: Vec::new(),
            found_bytes: 0,
            forms: Forms::default(),
            list: None,
            besides: HashSet::new(),
            is_over: false,
            place: 0,
        }
    }

    /// Whether the part has a solution with this index. Finds it if necessary.
    fn has(
        &mut self,
        place: usize,
        told: &mut Vec<PartReport>,
        limits: &mut Limits<'_>,
    ) -> Result<bool, Stopped> {
        while !self.is_over && self.found.len() <= place {
            let next = self.next(told, limits)?;
            self.is_over = next.is_none();
            self.found_bytes += next.as_ref().map_or(0, bytes_of);
            self.found.extend(next);
        }
        if self.is_over {
            self.list = None;
        }
        Ok(place < self.found.len())
    }

    /// Its memory in bytes.
    fn bytes(&self) -> usize {
        self.found_bytes + self.list.as_ref().map_or(0, LazyList::bytes)
    }

    fn next(
        &mut self,
        told: &mut Vec<PartReport>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<OptionId>>, Stopped> {
        if !self.found.is_empty() {
            let (part, alone) = (self.part, self.alone);
            let list = self.list.get_or_insert_with(|| {
                let alone = alone.get_or_init(|| part.to_problem());
                LazyList::new(part, alone, limits)
            });
            match list.next(&self.besides, limits)? {
                Listed::Next(places) => {
                    let own = |place: OptionId| self.part.choices[place.index()].option;
                    let mut next: Vec<OptionId> = places.into_iter().map(own).collect();
                    next.sort_unstable();
                    return Ok(Some(next));
                }
                Listed::End => return Ok(None),
                Listed::Nothing => {}
            }
        }
        let next = self
            .forms
            .another(self.part, &self.found, None, told, limits)?;
        if let Some(next) = &next {
            let has = |choice: &Choice| next.binary_search(&choice.option).is_ok();
            let choices = self.part.choices.iter().zip(0..);
            let places = choices.filter(|(choice, _)| has(choice));
            self.besides
                .insert(places.map(|(_, place)| OptionId(place)).collect());
        }
        Ok(next)
    }
}

fn as_they_come(
    mut digits: Vec<Digit<'_>>,
    free: &[OptionId],
    each: &mut Each<'_>,
    told: &mut Vec<PartReport>,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let is_one_of_many = digits.len() > 1;
    for (done, digit) in digits.iter_mut().enumerate() {
        match digit.part.lone() {
            Some(option) if is_one_of_many => {
                digit.found.push(vec![option]);
                digit.is_over = true;
                told.push(PartReport::at_once(digit.part));
                if done % BREATH == 0 && limits.is_over() {
                    return Err(Stopped::Limit);
                }
            }
            _ => {
                if !digit.has(0, told, limits)? {
                    return Ok(());
                }
            }
        }
    }
    // All digits share the memory. What they use for their first solutions is about the size of the
    // problem, and does not count.
    let first: Vec<usize> = digits.iter().map(Digit::bytes).collect();
    let all = limits.memory;
    let mut held = 0;
    let mut is_in = vec![false; free.len()];
    let mut later = Vec::new();
    loop {
        let own = digits.iter().flat_map(|digit| &digit.found[digit.place]);
        let free = free.iter().zip(&is_in).filter(|(_, is_in)| **is_in);
        let solution: Vec<_> = own.chain(free.map(|(option, _)| option)).copied().collect();
        if !each(&solution) {
            return Ok(());
        }
        let mut carries = true;
        for (digit, &first) in digits.iter_mut().zip(&first) {
            let others = held - digit.bytes().saturating_sub(first).min(held);
            limits.memory = all.saturating_sub(others);
            let has_next = digit.has(digit.place + 1, &mut later, limits)?;
            held = others + digit.bytes().saturating_sub(first);
            if held > all.max(LEAST_MEMORY) {
                return Err(Stopped::Memory);
            }
            if has_next {
                digit.place += 1;
                carries = false;
                break;
            }
            digit.place = 0;
        }
        for is_in in &mut is_in {
            if !carries {
                break;
            }
            *is_in = !*is_in;
            carries = !*is_in;
        }
        if carries {
            return Ok(());
        }
    }
}

fn diverse(
    part: &Part,
    each: &mut Each<'_>,
    told: &mut Vec<PartReport>,
    limits: &mut Limits<'_>,
) -> Result<(), Stopped> {
    let mut found: Vec<Vec<OptionId>> = Vec::new();
    // The least number of options that a next solution must share with an earlier one. It never
    // falls.
    let mut least = 0;
    let mut later = Vec::new();
    let mut forms = Forms::default();
    loop {
        let mut ask = |most| {
            let told = if found.is_empty() {
                &mut *told
            } else {
                &mut later
            };
            forms.another(part, &found, most, told, limits)
        };
        let Some(mut next) = ask(None)? else {
            return Ok(());
        };
        let mut most = shared(&next, &found);
        while least < most {
            let middle = least + (most - least) / 2;
            match ask(Some(middle))? {
                Some(better) => {
                    most = shared(&better, &found);
                    next = better;
                }
                None => least = middle + 1,
            }
        }
        if !each(&next) {
            return Ok(());
        }
        found.push(next);
    }
}

/// The largest number of options that a sorted solution shares with one of the others.
fn shared(one: &[OptionId], others: &[Vec<OptionId>]) -> u32 {
    let shared = |other: &Vec<OptionId>| {
        let both = other
            .iter()
            .filter(|option| one.binary_search(option).is_ok());
        both.count() as u32
    };
    others.iter().map(shared).max().unwrap_or(0)
}

/// The form in which solutions are forbidden.
#[derive(Default)]
struct Forms {
    /// Whether a search has taken too long with the first form.
    is_second: bool,
}

/// The limit of a search in the first form, in nanoseconds of counted work.
const FIRST_FORM: u64 = 100_000_000;

impl Forms {
    /// A sorted solution of a part other than `found` that shares at most `most` options with each
    /// of them.
    fn another(
        &mut self,
        part: &Part,
        found: &[Vec<OptionId>],
        most: Option<u32>,
        told: &mut Vec<PartReport>,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Vec<OptionId>>, Stopped> {
        loop {
            let Some(rest) = without(part, found, most, self.is_second) else {
                return Ok(None);
            };
            let model = rest.model.with(&limits.tuning);
            let most = match rest.has_added && !self.is_second {
                true => Some(FIRST_FORM),
                false => None,
            };
            let Some(mut of_part) = find_in(&model, true, most, limits)? else {
                self.is_second = true;
                continue;
            };
            told.append(&mut of_part.told);
            return Ok(of_part.solution.map(|mut solution| {
                solution.retain(|&option| option != ADDED);
                solution.sort_unstable();
                solution
            }));
        }
    }
}

/// A part without some solutions.
struct Rest {
    model: Model,
    /// Whether it has added options.
    has_added: bool,
}

/// The number of an added option.
const ADDED: OptionId = OptionId(u32::MAX);

/// Adds an item with bounds to the options of a sorted solution, or to all others.
fn bound(part: &mut Part, solution: &[OptionId], is_in: bool, bounds: (u32, u32)) -> u32 {
    let item = part.demands.len() as u32;
    let (lower, upper) = bounds;
    part.demands.push(Demand::Bounded { lower, upper });
    for choice in &mut part.choices {
        let is_of_it = solution.binary_search(&choice.option).is_ok();
        if choice.option != ADDED && is_of_it == is_in {
            choice.nodes.push((item, 0));
        }
    }
    item
}

/// Adds an item whose color 1 is given to all options outside of a sorted solution.
fn agree(part: &mut Part, solution: &[OptionId]) -> u32 {
    let item = part.demands.len() as u32;
    part.demands.push(Demand::Agree { colors: 2 });
    for choice in &mut part.choices {
        if choice.option != ADDED && solution.binary_search(&choice.option).is_err() {
            choice.nodes.push((item, 1));
        }
    }
    item
}

/// A part without some sorted solutions. None if nothing can be left. In the second form, an added
/// option holds if and only if no option outside of its solution does.
fn without(
    part: &Part,
    found: &[Vec<OptionId>],
    most: Option<u32>,
    is_second: bool,
) -> Option<Rest> {
    let mut rest = part.clone();
    let mut has_added = false;
    let is_once = |node: &(u32, u32)| part.demands[node.0 as usize] == Demand::Once;
    let all_are_once = (part.choices.iter()).all(|choice| choice.nodes.iter().any(is_once));
    let is_dropped = |choice: &Choice| {
        found.iter().any(|solution| {
            (most == Some(0) || all_are_once && solution.len() == 1)
                && solution.binary_search(&choice.option).is_ok()
        })
    };
    rest.choices.retain(|choice| !is_dropped(choice));
    for solution in found {
        let size = solution.len() as u32;
        if let Some(most) = most.filter(|&most| most > 0 && most < size) {
            bound(&mut rest, solution, true, (0, most));
        }
        if all_are_once {
            match size {
                // The empty solution was the only one.
                0 => return None,
                // Its option has been removed.
                1 => {}
                _ => _ = bound(&mut rest, solution, true, (0, size - 1)),
            }
            continue;
        }
        // All options of the solution and the added option are too many; and the added one counts
        // as an option outside of it, of which one must hold.
        let all = rest.choices.len() as u32 + 1;
        let some = bound(&mut rest, solution, false, (1, all));
        if size > 0 {
            let item = bound(&mut rest, solution, true, (0, size));
            let mut nodes = vec![(some, 0), (item, 0)];
            if is_second {
                nodes.push((agree(&mut rest, solution), 2));
            }
            rest.choices.push(Choice {
                option: ADDED,
                nodes,
            });
            has_added = true;
        }
    }
    if rest.choices.is_empty() && !rest.demands.is_empty() {
        let asks = |demand: &Demand| match *demand {
            Demand::Once => true,
            Demand::Bounded { lower, .. } => lower > 0,
            Demand::Agree { .. } => false,
        };
        if rest.demands.iter().any(asks) {
            return None;
        }
    }
    if rest.demands.is_empty() {
        let model = Model::default();
        return found.is_empty().then_some(Rest { model, has_added });
    }
    let model = Model::new(&rest.to_problem());
    if model.is_impossible {
        return None;
    }
    let mut model = model.standing_for(|option| rest.choices[option.index()].option);
    // Free options are left out: they are in a solution only if they must be.
    model.free.clear();
    Some(Rest { model, has_added })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All numbers from 0 to 31 in binary digits. The list may work in every third turn only.
    #[test]
    fn what_the_list_did_not_find_does_not_come_again() {
        let mut text = "a b c d e\n".to_owned();
        for item in ["a", "b", "c", "d", "e"] {
            text += &format!("{item}\n{item}\n");
        }
        let problem: Problem = text.parse().unwrap();
        let part = Model::new(&problem).into_whole();
        let alone = part.to_problem();
        let mut limits = Limits::new(1 << 20);
        let alone = OnceCell::from(alone);
        let mut digit = Digit::new(&part, &alone);
        let mut told = Vec::new();
        for place in 0.. {
            if place % 3 > 0 {
                let list = || LazyList::new(&part, alone.get().unwrap(), &limits);
                digit.list.get_or_insert_with(list).quota = 0;
            }
            if !digit.has(place, &mut told, &mut limits).unwrap() {
                break;
            }
        }
        let unique: BTreeSet<_> = digit.found.iter().collect();
        assert_eq!((digit.found.len(), unique.len()), (32, 32));
        assert!(digit.besides.len() > 1, "{}", digit.besides.len());
    }
}
