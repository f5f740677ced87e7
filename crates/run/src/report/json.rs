//! Solutions and statistics as JSON, one object per line. `docs/dlx3.md` has the schema.

use super::End;
use super::statistics::{bytes, entries};
use crate::estimate::{self, Estimate};
use dlx3_base::text::json::{LARGEST_NUMBER, put_list, put_text};
use dlx3_base::text::output::Put;
use dlx3_format::{Amount, ItemId, NodeId, OptionId, Original, Problem};
use dlx3_search::parallel::Head;
use dlx3_search::{Count, Counters};
use std::fmt::Display;

/// The bytes around the number of a solution.
pub const HEAD: Head = Head {
    before: b"{\"solution\":",
    after: b",",
};

/// Writes `{"solution":3,`, the beginning of a solution.
pub fn write_number(out: &mut impl Put, number: &Count) {
    out.put(HEAD.before);
    put_count(out, number);
    out.put(HEAD.after);
}

/// Writes `"A",`.
pub fn write_item(out: &mut Vec<u8>, problem: &Problem, node: NodeId) {
    put_text(out, problem.name(problem.node_item(node)));
    out.push(b',');
}

/// Writes `"0",` or `null,`; nothing if no node of the option has a color.
pub fn write_color(out: &mut Vec<u8>, problem: &Problem, node: NodeId) {
    let has_color = |node| problem.node_color(node).is_some();
    if has_color(node) || problem.cycle(node).any(has_color) {
        put_color(out, problem, node);
        out.push(b',');
    }
}

fn put_color(out: &mut impl Put, problem: &Problem, node: NodeId) {
    match problem.node_color(node) {
        Some(color) => put_text(out, &[color]),
        None => out.put(b"null"),
    }
}

/// Writes `{"null":"A"`, the beginning of a null move.
pub fn write_null(out: &mut impl Put, problem: &Problem, item: ItemId) {
    out.put(b"{\"null\":");
    put_text(out, problem.name(item));
}

/// Writes `,"branch":1,"of":2}`, the end of a branch.
pub fn write_branch_number(out: &mut impl Put, branch: u64, of: u64) {
    out.put(b",\"branch\":");
    out.put_number(branch);
    out.put(b",\"of\":");
    out.put_number(of);
    out.put(b"}");
}

/// Writes `"option":2,"items":["A","X"],"colors":[null,"0"]`. The items start with that of `node`.
fn write_option(out: &mut impl Put, problem: &Problem, node: NodeId) {
    out.put(b"\"option\":");
    out.put_number(problem.option_of(node).index() as u64 + 1);
    out.put(b",\"items\":");
    put_list(out, problem.cycle(node), |out, node| {
        put_text(out, problem.name(problem.node_item(node)));
    });
    let mut nodes = problem.cycle(node);
    if nodes.any(|node| problem.node_color(node).is_some()) {
        out.put(b",\"colors\":");
        put_list(out, problem.cycle(node), |out, node| {
            put_color(out, problem, node);
        });
    }
}

/// A level of a solution that does not come from a walk of DLX3.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The step of this level.
    pub step: Step,
    /// The branch number and the number of branches, if known: see `dlx nth`.
    pub branch: Option<(u64, u64)>,
}

/// The step of a level.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// An option is taken.
    Take {
        /// The first node to print.
        node: NodeId,
        /// The cost. `None` if no option has a cost.
        cost: Option<Amount>,
    },
    /// No further option is taken for an item.
    Null(ItemId),
}

impl Step {
    /// Takes an option, and prints its items from the first one on.
    pub fn take(problem: &Problem, option: OptionId, cost: Option<Amount>) -> Self {
        let node = first_node(problem, option);
        Step::Take { node, cost }
    }
}

/// Writes such a solution and a newline, in the form of [`write_number`] and
/// [`PathText`](super::PathText):
/// `{"solution":3,"cost":7,"branches":[{"option":2,"items":["A","X"],"cost":7,"branch":1,"of":2}]}`.
/// `cost` is the total cost; `None` if no option has a cost.
pub fn write_solution(
    out: &mut impl Put,
    problem: &Problem,
    number: &dyn Display,
    cost: Option<Amount>,
    levels: &[Level],
) {
    out.put(b"{\"solution\":");
    put_integer(out, number);
    if let Some(cost) = cost {
        out.put(b",\"cost\":");
        put_amount(out, cost);
    }
    out.put(b",\"branches\":");
    put_list(out, levels, |out, level| {
        match level.step {
            Step::Take { node, cost } => {
                out.put(b"{");
                write_option(out, problem, node);
                if let Some(cost) = cost {
                    out.put(b",\"cost\":");
                    put_amount(out, cost);
                }
            }
            Step::Null(item) => {
                out.put(b"{\"null\":");
                put_text(out, problem.name(item));
            }
        }
        match level.branch {
            Some((branch, of)) => write_branch_number(out, branch, of),
            None => out.put(b"}"),
        }
    });
    out.put(b"}\n");
}

/// Writes `{"solutions":12}` and a newline.
pub fn write_count(out: &mut impl Put, solutions: &dyn Display) {
    out.put(b"{\"solutions\":");
    put_integer(out, solutions);
    out.put(b"}\n");
}

/// Writes `{"option":2,"items":["A"],"solutions":12}` and a newline: the number of solutions with
/// an option.
pub fn write_option_count(
    out: &mut impl Put,
    problem: &Problem,
    option: OptionId,
    solutions: &dyn Display,
) {
    out.put(b"{");
    write_option(out, problem, first_node(problem, option));
    out.put(b",\"solutions\":");
    put_integer(out, solutions);
    out.put(b"}\n");
}

/// Writes `{"cost":3,"solutions":12}` and a newline: the number of solutions at a cost.
pub fn write_cost_count(out: &mut impl Put, cost: Amount, solutions: &dyn Display) {
    out.put(b"{\"cost\":");
    put_amount(out, cost);
    out.put(b",\"solutions\":");
    put_integer(out, solutions);
    out.put(b"}\n");
}

/// Writes `{"exact":false,"samples":16,"nodes":{"estimate":1.5e9,...},...}` and a newline. Exact
/// numbers are integers. The number of solutions is `null` if none has been seen.
pub fn write_estimate(out: &mut impl Put, estimate: &Estimate) {
    let exact = estimate.exact.as_ref();
    out.put(format!("{{\"exact\":{}", exact.is_some()).as_bytes());
    out.put(b",\"samples\":");
    out.put_number(estimate.samples);
    let fields = [
        ("nodes", estimate.nodes, exact.map(|exact| &exact.nodes)),
        ("mems", estimate.mems, exact.map(|exact| &exact.mems)),
        (
            "solutions",
            estimate.solutions,
            exact.map(|exact| &exact.solutions),
        ),
        ("seconds", estimate.seconds(), None),
    ];
    for (name, amount, exact) in fields {
        out.put(format!(",\"{name}\":").as_bytes());
        if name == "solutions" && exact.is_none() && amount.value == 0.0 {
            out.put(b"null");
            continue;
        }
        let numbers = [
            ("{\"estimate\":", amount.value),
            (",\"low\":", amount.low),
            (",\"high\":", amount.high),
        ];
        for (before, number) in numbers {
            out.put(before.as_bytes());
            match exact {
                Some(count) => put_count(out, count),
                None => out.put(format!("{number:e}").as_bytes()),
            }
        }
        out.put(format!(",\"error\":{:e}}}", amount.error).as_bytes());
    }
    out.put(format!(",\"mems_per_second\":{:e}}}\n", estimate.speed).as_bytes());
}

fn first_node(problem: &Problem, option: OptionId) -> NodeId {
    let mut nodes = problem.nodes_of(option);
    nodes.next().expect("an option has items")
}

/// Writes a decimal number, or a string of its digits if many readers could not keep all of them.
fn put_amount(out: &mut impl Put, amount: Amount) {
    /// A double keeps this many decimal digits.
    const MOST: usize = 15;
    let text = amount.to_string();
    let digits = text.bytes().filter(u8::is_ascii_digit);
    match digits.count() <= MOST {
        true => out.put(text.as_bytes()),
        false => put_integer(out, &text),
    }
}

/// Writes an integer of any size: see [`put_count`].
fn put_integer(out: &mut impl Put, integer: &dyn Display) {
    let digits = integer.to_string();
    match digits.parse() {
        Ok(number) if number <= LARGEST_NUMBER => out.put_number(number),
        _ => put_text(out, digits.as_bytes()),
    }
}

/// Writes a count as a number, or as a string of its digits if many readers could not keep all of
/// them.
fn put_count(out: &mut impl Put, count: &Count) {
    match count.to_u64() {
        Some(number) if number <= LARGEST_NUMBER => out.put_number(number),
        _ => put_text(out, count.to_string().as_bytes()),
    }
}

/// An estimate with its range.
fn put_range(out: &mut impl Put, amount: estimate::Amount) {
    let (value, low, high) = (amount.value, amount.low, amount.high);
    let range = format!("{{\"estimate\":{value:e},\"low\":{low:e},\"high\":{high:e}}}");
    out.put(range.as_bytes());
}

/// A run that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Run<'r> {
    /// The problem that was searched.
    pub problem: &'r Problem,
    /// The program whose search it was.
    pub original: Original,
    /// The mems of reading the problem.
    pub input_mems: u64,
    /// The counters of the search.
    pub counters: &'r Counters,
    /// Why it ended before its tree was walked, if it did.
    pub end: Option<End>,
    /// The share of the mems that was done, if known.
    pub share: Option<estimate::Amount>,
    /// Whether to write the profile.
    pub profile: bool,
}

/// Writes `{"statistics":{...}}` and a newline.
pub fn write_run(out: &mut impl Put, run: &Run<'_>) {
    let (problem, counters) = (run.problem, run.counters);
    let primary = problem.primary_count();
    let ended = match run.end {
        None => "complete",
        Some(End::Enough) => "solutions",
        Some(End::Timeout) => "mems",
        Some(End::Late) => "time",
        Some(End::Interrupted(_)) => "signal",
        Some(End::WriteFailed) => "write",
    };
    out.put(b"{\"statistics\":{\"ended\":");
    put_text(out, ended.as_bytes());
    let mut field = |name: &str, value: Count| {
        out.put(b",\"");
        out.put(name.as_bytes());
        out.put(b"\":");
        put_count(out, &value);
    };
    let number = |number: usize| Count::from(number as u64);
    field("options", number(problem.option_count()));
    field("primary_items", number(primary));
    field("secondary_items", number(problem.item_count() - primary));
    field("entries", number(entries(problem)));
    field("solutions", counters.solutions.clone());
    field("input_mems", Count::from(run.input_mems));
    field("mems", counters.mems.clone());
    if run.original == Original::Dlx2 {
        field("length_mems", counters.length_mems.clone());
    }
    field("choice_mems", counters.choice_mems.clone());
    field("updates", counters.updates.clone());
    field("cleansings", counters.cleansings.clone());
    field("bytes", number(bytes(problem, run.original, counters)));
    field("nodes", counters.nodes.clone());
    field("max_level", number(counters.max_level()));
    if run.profile {
        out.put(b",\"profile\":");
        put_list(out, &counters.profile, put_count);
    }
    if let Some(share) = run.share {
        out.put(b",\"share\":");
        put_range(out, share);
    }
    out.put(b"}}\n");
}
