//! The cheapest solutions, by a search that lists all solutions and ignores costs ([`Dlx3::all`]).
//!
//! It visits many times more nodes per second than branch and bound, so it wins if bounds are weak
//! and solutions few. It searches only options that a cheap solution may have, by the [reduced
//! costs](crate::cheapest::duality) of the linear relaxation:
//!
//! ```text
//! ceiling = the bound up to which there are about as many options as items
//! loop:
//!     list all solutions of the options whose bounds are at most the ceiling; keep the cheapest
//!     if every other solution costs more than those: end
//!     ceiling = the bound up to which there are half as many options more
//! ```
//!
//! Invariant: when a list ends, all solutions that cost at most its ceiling have been seen.

use crate::cheapest::kept::Kept;
use crate::cheapest::scale::Scale;
use crate::cheapest::search::{BestSearch, Found, Priced, Reduced, in_input_order};
use crate::dlx3::Dlx3;
use crate::problem::model::{Choice, Part};
use crate::race::way::Way;
use crate::{Effort, Status};
use dlx3_format::{OptionId, Problem};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The largest number of lists.
pub const LISTS: usize = 64;

/// A list restarts if the number of useful options falls below this percentage.
const FEWER: usize = 80;

/// The time to begin a list, in nanoseconds for each node of the part, about.
const TO_BEGIN: u64 = 100;

/// The solutions seen in the present list.
struct SeenInList {
    /// The cost of each option of the list, not scaled.
    costs: Vec<i128>,
    /// The cheapest solutions; options by their numbers in the list.
    kept: Kept<i128>,
    chosen: Vec<u32>,
}

impl SeenInList {
    fn see(&mut self, options: &[OptionId]) {
        let costs = options.iter().map(|option| self.costs[option.index()]);
        let cost = costs.sum();
        if self.kept.wants(cost) {
            self.chosen.clear();
            self.chosen.extend(options.iter().map(|option| option.0));
            self.kept.add(cost, &self.chosen);
            self.kept.close(&self.chosen, 0);
        }
    }
}

/// A list in progress.
struct List<'p> {
    way: Box<dyn Way<()> + 'p>,
    /// The options of the part that it uses.
    options: Vec<u32>,
    /// All solutions that cost at most this consist of these options. None: the list has all
    /// options.
    ceiling: Option<i128>,
    /// Whether it was begun before the relaxation was known.
    is_blind: bool,
}

/// The search.
pub struct ListSearch<'p> {
    part: &'p Part,
    costs: &'p [i128],
    scale: Scale,
    most: usize,
    dlx3: Dlx3,
    /// Storage for the problems of lists, which must outlive them.
    rooms: &'p [OnceCell<Problem>],
    begun: usize,
    list: Option<List<'p>>,
    seen: Rc<RefCell<SeenInList>>,
    /// The cheapest solution of the earlier lists.
    best: Option<Priced>,
    /// The result of the relaxation, and the options sorted by reduced costs.
    reduced: Option<(Rc<Reduced>, Vec<u32>)>,
    /// Solutions that cost more are of no use.
    cutoff: Option<i128>,
    /// The time and the nodes of the earlier lists.
    spent: u64,
    states: u64,
}

impl<'p> ListSearch<'p> {
    /// A search for the `most` cheapest solutions of a part. Option `o` of it costs `costs[o]`.
    pub fn new(
        part: &'p Part,
        costs: &'p [i128],
        most: usize,
        dlx3: Dlx3,
        rooms: &'p [OnceCell<Problem>],
    ) -> Self {
        let seen = SeenInList {
            costs: Vec::new(),
            kept: Kept::new(most),
            chosen: Vec::new(),
        };
        ListSearch {
            part,
            costs,
            scale: Scale::new(costs, 0),
            most,
            dlx3,
            rooms,
            begun: 0,
            list: None,
            seen: Rc::new(RefCell::new(seen)),
            best: None,
            reduced: None,
            cutoff: None,
            spent: 0,
            states: 0,
        }
    }

    /// The problem's number of an option of the list.
    fn option_of(&self, option: u32) -> OptionId {
        let options = self.list.as_ref().map(|list| &list.options);
        let own = options.map_or(option, |options| options[option as usize]);
        self.part.choices[own as usize].option
    }

    /// Returns the cheapest solutions found.
    fn take(&mut self) -> Found {
        if self.most == 1 {
            return Found {
                solutions: self.best().into_iter().collect(),
                is_cut: false,
            };
        }
        let mut kept = std::mem::replace(&mut self.seen.borrow_mut().kept, Kept::new(self.most));
        let is_cut = kept.is_cut();
        let solutions = kept.take(&[]).map(|(cost, options)| {
            let own = options.iter().map(|&option| self.option_of(option));
            (cost, in_input_order(own))
        });
        Found {
            solutions: solutions.collect(),
            is_cut,
        }
    }

    /// The largest useful cost, scaled. If several solutions are wanted, those that cost as much as
    /// the dearest must be found again in each list.
    fn scaled_cutoff(&self, scale: Scale) -> Option<i128> {
        let cutoff = match self.most {
            1 => {
                let known = self.least().into_iter().chain(self.cutoff).min();
                known.map(|known| self.scale.below(known))
            }
            _ => self.seen.borrow().kept.dearest(),
        };
        cutoff.map(|cutoff| scale.up(cutoff))
    }

    /// The number of options that a solution below a ceiling may have; they come first by reduced
    /// costs.
    fn below(&self, ceiling: i128) -> usize {
        let (reduced, order) = self.reduced.as_ref().expect("it is known");
        order.partition_point(|&option| reduced.bound_of(option) <= ceiling)
    }

    /// The options of the next list, and its ceiling.
    fn next(&self) -> (Vec<u32>, Option<i128>) {
        let all = || (0..self.part.choices.len() as u32).collect();
        let Some((reduced, order)) = &self.reduced else {
            return (all(), None);
        };
        let before = self.list.as_ref().filter(|list| !list.is_blind);
        let wanted = match before {
            None => self.part.demands.len(),
            Some(list) => list.options.len() + list.options.len() / 2,
        };
        let ceiling = order.get(wanted).map(|&option| reduced.bound_of(option));
        let cutoff = self.scaled_cutoff(reduced.scale);
        let ceiling = ceiling.into_iter().chain(cutoff).min();
        let Some(ceiling) = ceiling else {
            return (all(), None);
        };
        let mut options = order[..self.below(ceiling)].to_vec();
        options.sort_unstable();
        let has_all = options.len() == order.len();
        (options, (!has_all).then_some(ceiling))
    }

    /// Begins a list. False if there can be no more.
    fn begin(&mut self) -> bool {
        let Some(room) = self.rooms.get(self.begun) else {
            return false;
        };
        let (options, ceiling) = self.next();
        self.end_list();
        let choices = options.iter().map(|&option| Choice {
            option: OptionId(option),
            nodes: self.part.choices[option as usize].nodes.clone(),
        });
        let part = Part {
            demands: self.part.demands.clone(),
            choices: choices.collect(),
        };
        let problem = room.get_or_init(|| part.to_problem());
        self.begun += 1;
        self.spent += TO_BEGIN * problem.node_count() as u64;
        let costs = options.iter().map(|&option| self.costs[option as usize]);
        *self.seen.borrow_mut() = SeenInList {
            costs: costs.collect(),
            kept: Kept::new(self.most),
            chosen: Vec::new(),
        };
        let seen = Rc::clone(&self.seen);
        let see = move |options: &[OptionId]| seen.borrow_mut().see(options);
        self.list = Some(List {
            way: self.dlx3.all(problem, Box::new(see)),
            options,
            ceiling,
            is_blind: self.reduced.is_none(),
        });
        true
    }

    /// Saves the results of the present list.
    fn end_list(&mut self) {
        if self.most == 1 {
            self.best = self.best();
        }
        if let Some(list) = self.list.take() {
            self.spent += list.way.spent();
            self.states += list.way.effort().states;
        }
    }

    /// Whether a list of fewer options would end sooner than the rest of the present one.
    fn is_long(&self) -> bool {
        let (Some(list), Some((reduced, order))) = (&self.list, &self.reduced) else {
            return false;
        };
        let cutoff = self.scaled_cutoff(reduced.scale);
        let useful = cutoff.map_or(order.len(), |cutoff| self.below(cutoff));
        let first = self.part.demands.len();
        let fewer = match list.is_blind {
            true => useful.min(first),
            false => useful,
        };
        let left = list.way.estimate() - list.way.spent() as f64;
        fewer < list.options.len() / 100 * FEWER && left > list.way.spent() as f64
    }

    /// Whether every solution that the list has missed costs more than those kept.
    fn is_enough(&self, ceiling: Option<i128>) -> bool {
        let (Some(ceiling), Some((reduced, _))) = (ceiling, &self.reduced) else {
            return true;
        };
        let cutoff = self.scaled_cutoff(reduced.scale);
        cutoff.is_some_and(|cutoff| cutoff <= ceiling)
    }
}

impl BestSearch for ListSearch<'_> {
    fn least(&self) -> Option<i128> {
        let before = self.best.iter().map(|best| best.0);
        before.chain(self.seen.borrow().kept.least()).min()
    }

    fn best(&self) -> Option<Priced> {
        let seen = self.seen.borrow();
        let of_list = seen.kept.first(&[]).map(|(cost, options)| {
            let own = options.iter().map(|&option| self.option_of(option));
            (cost, in_input_order(own))
        });
        let mut before = self.best.iter().filter(|best| {
            let of_list = of_list.as_ref();
            of_list.is_none_or(|of_list| best.0 <= of_list.0)
        });
        before.next().cloned().or(of_list)
    }

    fn offer(&mut self, best: &Priced) {
        let cutoff = self.cutoff.get_or_insert(best.0);
        *cutoff = best.0.min(*cutoff);
    }

    /// Before this, lists have all options.
    fn reduce(&mut self, reduced: &Rc<Reduced>) {
        if self.reduced.is_none() {
            let mut order: Vec<u32> = (0..self.part.choices.len() as u32).collect();
            order.sort_by_key(|&option| (reduced.bound_of(option), option));
            self.reduced = Some((Rc::clone(reduced), order));
        }
    }
}

impl Way<Found> for ListSearch<'_> {
    fn run(&mut self, more: u64, memory: usize) -> Status<Found> {
        if self.list.is_none() && !self.begin() {
            return Status::Full;
        }
        if self.is_long() && self.begun < self.rooms.len() {
            self.begin();
        }
        let Some(list) = &mut self.list else {
            return Status::Full;
        };
        let status = list.way.run(more, memory);
        self.seen.borrow_mut().kept.fit(size_of::<Priced>(), memory);
        match status {
            Status::Done(()) => {
                let ceiling = self.list.as_ref().and_then(|list| list.ceiling);
                if self.is_enough(ceiling) {
                    return Status::Done(self.take());
                }
                match self.begin() {
                    true => Status::Paused,
                    false => Status::Full,
                }
            }
            Status::Paused => Status::Paused,
            Status::Full | Status::TooLarge => Status::Full,
        }
    }

    fn spent(&self) -> u64 {
        self.spent + self.list.as_ref().map_or(0, |list| list.way.spent())
    }

    /// Covers the present list only.
    fn estimate(&self) -> f64 {
        let own = self.list.as_ref().map(|list| list.way.estimate());
        self.spent as f64 + own.unwrap_or(0.0)
    }

    fn so_far(&mut self) -> Option<Found> {
        Some(self.take())
    }

    fn effort(&self) -> Effort {
        let own = self
            .list
            .as_ref()
            .map_or(0, |list| list.way.effort().states);
        Effort {
            states: self.states + own,
            ..Effort::default()
        }
    }

    fn name(&self) -> String {
        "a list of all solutions of options that cheap ones may have".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::cheapest::duality::Duality;
    use crate::cheapest::duality::tests::problem;
    use crate::problem::model::Model;
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::Rng;

    /// The result of the root's relaxation.
    fn reduced(part: &Part, costs: &[i128]) -> Option<Reduced> {
        let mut dual = Duality::new(part, costs, 1)?;
        while dual.reduced().is_none() {
            if !matches!(dual.run(1000, usize::MAX), Status::Paused) {
                break;
            }
        }
        dual.reduced()
    }

    /// The costs of the cheapest solutions. With `at`, the relaxation is known after that many
    /// turns.
    fn costs_of(part: &Part, costs: &[i128], most: usize, at: Option<u64>) -> Vec<i128> {
        let dlx3 = Dlx3::within(&Limits::new(1 << 20));
        let rooms = [const { OnceCell::new() }; LISTS];
        let mut listing = ListSearch::new(part, costs, most, dlx3, &rooms);
        for turn in 0.. {
            if at == Some(turn)
                && let Some(reduced) = reduced(part, costs)
            {
                listing.reduce(&Rc::new(reduced));
            }
            match listing.run(100, usize::MAX) {
                Status::Done(found) => {
                    return found.solutions.iter().map(|found| found.0).collect();
                }
                Status::Paused => {}
                _ => panic!("it gives up"),
            }
        }
        unreachable!()
    }

    #[test]
    fn lists_of_some_options_have_the_same_cheapest_solutions_as_the_list_of_all() {
        let mut dice = Pcg64Mcg::new(7);
        let mut some = 0;
        for _ in 0..2000 {
            let (problem, costs) = problem(&mut dice);
            let model = Model::new(&problem);
            for part in &model.parts {
                let own = part
                    .choices
                    .iter()
                    .map(|choice| costs[choice.option.index()]);
                let own: Vec<i128> = own.collect();
                let most = [1, 1, 3, 1000][(dice.next_u64() % 4) as usize];
                let all = costs_of(part, &own, most, None);
                some += u32::from(!all.is_empty());
                for at in [0, 1, 2] {
                    let found = costs_of(part, &own, most, Some(at));
                    assert_eq!(found, all, "{most} of {problem}{costs:?}");
                }
            }
        }
        assert!(some > 500, "{some}");
    }

    /// A list of all options was taken for one made before the relaxation was known.
    #[test]
    fn each_list_has_more_options_than_the_one_before() {
        // An odd number of items, in pairs: no solution, and the relaxation does not notice.
        let items: Vec<String> = (0..11).map(|item| format!("i{item}")).collect();
        let mut text = items.join(" ") + "\n";
        for (place, one) in items.iter().enumerate() {
            for other in &items[..place] {
                text += &format!("{one} {other}\n");
            }
        }
        let problem: Problem = text.parse().unwrap();
        let model = Model::new(&problem);
        let part = &model.parts[0];
        let costs: Vec<i128> = (0..55).map(|option| option * option % 17).collect();
        let dlx3 = Dlx3::within(&Limits::new(1 << 20));
        let rooms = [const { OnceCell::new() }; LISTS];
        let mut listing = ListSearch::new(part, &costs, 1, dlx3, &rooms);
        listing.reduce(&Rc::new(reduced(part, &costs).unwrap()));
        while matches!(listing.run(1000, usize::MAX), Status::Paused) {}
        assert!(listing.begun < 7, "{}", listing.begun);
        assert_eq!(listing.list.unwrap().options.len(), 55);
    }

    #[test]
    fn what_others_have_found_need_not_be_found_again() {
        let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
        let model = Model::new(&problem);
        let part = &model.parts[0];
        let costs = [1, 1, 1];
        let dlx3 = Dlx3::within(&Limits::new(1 << 20));
        let rooms = [const { OnceCell::new() }; LISTS];
        let mut listing = ListSearch::new(part, &costs, 1, dlx3, &rooms);
        listing.reduce(&Rc::new(reduced(part, &costs).unwrap()));
        listing.offer(&(1, vec![OptionId(2)]));
        let Status::Done(found) = listing.run(1 << 20, usize::MAX) else {
            panic!("it is not done");
        };
        assert_eq!(found.solutions, []);
    }
}
