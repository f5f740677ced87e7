//! Prints solutions found by searches other than DLX3's tree, in the form of `dlx3 m1`, so that the
//! same programs read them, or in the form of `dlx3 --json`.

use super::json::{Level, Step, write_solution};
use super::settings::Form;
use dlx3_base::text::output::Put;
use dlx3_format::{Costs, ItemId, OptionId, Problem};
use std::fmt::Display;

/// Writes solutions of one problem. Each line says which of how many branches for its first item
/// the option is.
pub struct Listing<'p> {
    problem: &'p Problem,
    form: Form,
    /// The number of each option among those with the same first item, from 1.
    places: Vec<u32>,
    /// The number of options that have an item as their first one.
    totals: Vec<u32>,
    /// Whether costs are printed even if no option has one.
    is_priced: bool,
}

impl<'p> Listing<'p> {
    /// A listing for this problem, in this form.
    pub fn new(problem: &'p Problem, form: Form) -> Self {
        let mut totals = vec![0; problem.item_count()];
        let places = problem.option_ids().map(|option| {
            let total = &mut totals[first_item(problem, option).index()];
            *total += 1;
            *total
        });
        Listing {
            places: places.collect(),
            problem,
            form,
            totals,
            is_priced: false,
        }
    }

    /// Prints costs in JSON even if no option has one.
    pub fn priced(self) -> Self {
        Listing {
            is_priced: true,
            ..self
        }
    }

    /// Writes `NUMBER:` and a line ` OPTION (K of N)` for each option: it is the K-th of N branches
    /// for its first item. The branches are the options with this as their first item, and one more
    /// if the item may be left out.
    pub fn print(&self, number: &dyn Display, options: &[OptionId], out: &mut impl Put) {
        if self.form == Form::Json {
            let amount = |options: &[OptionId]| match self.problem.costs() {
                Some(costs) => Some(costs.amount_of(options)),
                None => self.is_priced.then(|| Costs::default().amount(0)),
            };
            let levels = options.iter().map(|&option| Level {
                step: Step::take(self.problem, option, amount(&[option])),
                branch: Some(self.branch(option)),
            });
            let levels: Vec<Level> = levels.collect();
            return write_solution(out, self.problem, number, amount(options), &levels);
        }
        out.put(format!("{number}:\n").as_bytes());
        let mut line = Vec::new();
        for &option in options {
            line.clear();
            line.push(b' ');
            self.problem.put_option(option, &mut line);
            let (branch, of) = self.branch(option);
            line.put(b" (");
            line.put_number(branch);
            line.put(b" of ");
            line.put_number(of);
            line.put(b")\n");
            out.put(&line);
        }
    }

    /// The branch number of an option, and the number of branches.
    fn branch(&self, option: OptionId) -> (u64, u64) {
        let item = first_item(self.problem, option);
        let bounds = self.problem.bounds(item);
        let may_skip = bounds.is_some_and(|bounds| bounds.lower == 0);
        let of = u64::from(self.totals[item.index()]) + u64::from(may_skip);
        (self.places[option.index()].into(), of)
    }
}

fn first_item(problem: &Problem, option: OptionId) -> ItemId {
    let mut items = problem.option(option);
    items.next().expect("an option has items").0
}
