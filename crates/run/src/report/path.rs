//! The text of a path, kept level by level from one solution to the next.
//!
//! for each level from the first that has changed:
//!     cut the text where the level begins
//!     append the option, one copy out of a table, and the number of the branch
//!
//! Invariant: `text` has a head, and then a piece for each of `steps`; piece `l` ends at
//! `ends[l + 1]`. A tail may follow.
//! Cost: a solution of Langford 12 has 244 bytes, of which about 60 are new.

use super::Form;
use super::json;
use super::option::{write_node, write_number};
use dlx3_base::text::output::Put;
use dlx3_format::{ItemId, NodeId, OptionId, Problem};
use dlx3_search::{Branch, State, Step};

/// A table of options that exceeds this many bytes is emptied.
const MOST_BYTES: usize = 1 << 24;

/// The text of a path.
pub struct PathText {
    form: Form,
    steps: Vec<Step>,
    text: Vec<u8>,
    ends: Vec<usize>,
    options: OptionTexts,
}

impl PathText {
    /// No path yet, in this form.
    pub fn new(form: Form) -> Self {
        let head: &[u8] = match form {
            Form::Text => b"",
            Form::Json => b"\"branches\":[",
        };
        PathText {
            form,
            steps: Vec::new(),
            text: head.to_vec(),
            ends: vec![head.len()],
            options: OptionTexts::new(form),
        }
    }

    /// The branches on the path to the node where a search stands: a line for each, or the rest of
    /// a line of JSON. All calls must be for searches of the same problem.
    pub fn of(&mut self, state: &dyn State) -> &[u8] {
        let same = state.update_steps(&mut self.steps);
        self.ends.truncate(same + 1);
        self.text.truncate(self.ends[same]);
        let problem = state.problem();
        for (level, step) in self.steps.iter().enumerate().skip(same) {
            let text = &mut self.text;
            match self.form {
                Form::Text => self.options.put_line(text, problem, *step),
                Form::Json => {
                    if level > 0 {
                        text.push(b',');
                    }
                    self.options.put_object(text, problem, *step);
                }
            }
            self.ends.push(text.len());
        }
        if self.form == Form::Json {
            self.text.put(b"]}\n");
        }
        &self.text
    }
}

/// The texts of options, starting from any of their nodes.
pub struct OptionTexts {
    words: Cycles,
    /// For JSON, where `words` has the items: the colors, if there are any.
    colors: Cycles,
}

impl OptionTexts {
    /// No options yet.
    pub fn new(form: Form) -> Self {
        match form {
            Form::Text => OptionTexts {
                words: Cycles::new(write_node),
                colors: Cycles::new(|_, _, _| {}),
            },
            Form::Json => OptionTexts {
                words: Cycles::new(json::write_item),
                colors: Cycles::new(json::write_color),
            },
        }
    }

    /// Writes ` A B X:0 (1 of 2)`, or ` null A (2 of 2)`, and a newline.
    ///
    /// DLX3 finds the branch's number by walking its item's list. That list never changes above the
    /// branch, so the result is the number of the branch.
    fn put_line(&mut self, out: &mut impl Put, problem: &Problem, step: Step) {
        let item = ItemId(step.item);
        match step.option() {
            Some(option) => out.put(self.words.of(problem, option, item)),
            None => {
                out.put(b" null ");
                out.put(problem.name(item));
            }
        }
        write_number(out, step.number, step.score);
    }

    /// Writes the line of a branch.
    pub fn put_branch(&mut self, out: &mut impl Put, problem: &Problem, branch: Branch) {
        let step = Step {
            item: branch.item.0,
            option: branch.node.map_or(0, |node| problem.option_of(node).0 + 1),
            number: branch.number,
            // Only branches of positive score are ever taken.
            score: branch.score as u32,
        };
        self.put_line(out, problem, step);
    }

    /// Writes `{"option":2,"items":["A","X"],"colors":[null,"0"],"branch":1,"of":2}`, or
    /// `{"null":"A","branch":2,"of":2}`.
    fn put_object(&mut self, out: &mut impl Put, problem: &Problem, step: Step) {
        let item = ItemId(step.item);
        match step.option() {
            Some(option) => {
                out.put(b"{\"option\":");
                out.put_number(u64::from(step.option));
                out.put(b",\"items\":[");
                out.put(without_comma(self.words.of(problem, option, item)));
                let colors = self.colors.of(problem, option, item);
                if !colors.is_empty() {
                    out.put(b"],\"colors\":[");
                    out.put(without_comma(colors));
                }
                out.put(b"]");
            }
            None => json::write_null(out, problem, item),
        }
        json::write_branch_number(out, step.number.into(), step.score.into());
    }
}

/// Removes the comma after the last element of a list.
fn without_comma(list: &[u8]) -> &[u8] {
    list.strip_suffix(b",").unwrap_or(list)
}

/// Writes a node as text.
type WriteNode = fn(&mut Vec<u8>, &Problem, NodeId);

/// The texts of options, each written twice: from each node on, the whole option is in one piece.
struct Cycles {
    write_node: WriteNode,
    /// For each option, its index in `starts` plus 1; 0 if it is not in the table.
    firsts: Vec<usize>,
    /// For each node of an option, its offset in `text`; then the end of the first copy.
    starts: Vec<usize>,
    text: Vec<u8>,
}

impl Cycles {
    fn new(write_node: WriteNode) -> Self {
        Cycles {
            write_node,
            firsts: Vec::new(),
            starts: Vec::new(),
            text: Vec::new(),
        }
    }

    /// The text of an option from the node of an item rightwards.
    #[inline]
    fn of(&mut self, problem: &Problem, option: OptionId, item: ItemId) -> &[u8] {
        let mut nodes = problem.nodes_of(option);
        let count = nodes.len();
        let place = nodes.position(|node| problem.node_item(node) == item);
        let place = place.expect("the option contains the item");
        let first = match self.firsts.get(option.index()) {
            Some(&first @ 1..) => first - 1,
            _ => self.add(problem, option),
        };
        let starts = &self.starts[first..=first + count];
        let length = starts[count] - starts[0];
        &self.text[starts[place]..][..length]
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, problem: &Problem, option: OptionId) -> usize {
        if self.text.len() > MOST_BYTES {
            self.firsts.fill(0);
            self.starts.clear();
            self.text.clear();
        }
        if self.firsts.is_empty() {
            self.firsts.resize(problem.option_count(), 0);
        }
        let first = self.starts.len();
        let begin = self.text.len();
        for node in problem.nodes_of(option) {
            self.starts.push(self.text.len());
            (self.write_node)(&mut self.text, problem, node);
        }
        self.starts.push(self.text.len());
        self.text.extend_from_within(begin..);
        self.firsts[option.index()] = first + 1;
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::option::write_branch;
    use dlx3_search::{Count, Engine, Search, Watch};
    use std::ops::ControlFlow;

    /// Colors, bounds, null moves, equal options, and names that JSON escapes.
    fn problem() -> Problem {
        let mut text = String::from("| comment\n");
        text += "0:1|a 1:2|b c \"d e | X Y\\\n";
        for option in 0..60 {
            let primary = ["a", "b", "c", "\"d", "e"];
            text += primary[option % 5];
            if option % 3 > 0 {
                text += &format!(" {}", primary[(option + 1 + option % 2) % 5]);
            }
            match option % 4 {
                0 => text += &format!(" X:{}", option % 3),
                1 => text += " Y\\",
                2 => text += &format!(" Y\\:{} X", option % 7),
                _ => {}
            }
            text.push('\n');
        }
        text.parse().unwrap()
    }

    /// Compares the text of each solution with one that is made of its branches alone.
    struct Compares {
        paths: [PathText; 2],
        seen: usize,
    }

    fn json_of(state: &dyn State) -> Vec<u8> {
        let problem = state.problem();
        let mut out = b"\"branches\":[".to_vec();
        for level in 0..state.level() {
            if level > 0 {
                out.push(b',');
            }
            let branch = state.branch(level);
            let step = Step {
                item: branch.item.0,
                option: branch.node.map_or(0, |node| problem.option_of(node).0 + 1),
                number: branch.number,
                score: branch.score as u32,
            };
            OptionTexts::new(Form::Json).put_object(&mut out, problem, step);
        }
        out.extend_from_slice(b"]}\n");
        out
    }

    impl Watch for Compares {
        fn solution_at(&self, found: &Count) -> Option<Count> {
            Some(found.plus(&(1 + self.seen as u64 % 3).into()))
        }

        fn solution(&mut self, state: &dyn State) -> ControlFlow<()> {
            let mut expected = Vec::new();
            for level in 0..state.level() {
                write_branch(&mut expected, state, state.branch(level));
            }
            let [text, json] = &mut self.paths;
            assert_eq!(
                text.of(state).escape_ascii().to_string(),
                expected.escape_ascii().to_string()
            );
            assert_eq!(json.of(state), json_of(state));
            self.seen += 1;
            match self.seen {
                2000.. => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    #[test]
    fn the_text_of_each_solution_is_that_of_its_branches() {
        let problem = problem();
        for engine in [Engine::Links, Engine::Auto] {
            let mut compares = Compares {
                paths: [Form::Text, Form::Json].map(PathText::new),
                seen: 0,
            };
            Search::new(&problem, engine).walk(&mut compares);
            assert!(compares.seen > 100, "{}", compares.seen);
        }
    }

    #[test]
    fn a_table_that_is_full_is_begun_again() {
        let problem = problem();
        let mut cycles = Cycles::new(write_node);
        let texts = |cycles: &mut Cycles| {
            let options = problem.option_ids();
            let texts = options.map(|option| {
                let (item, _) = problem.option(option).last().unwrap();
                cycles.of(&problem, option, item).to_vec()
            });
            texts.collect::<Vec<_>>()
        };
        let expected = texts(&mut cycles);
        assert_eq!(expected[1], b" Y\\ b \"d");
        // The place of nothing, so that it is full.
        cycles.text.resize(MOST_BYTES + 1, b'x');
        cycles.firsts[1] = 0;
        assert_eq!(texts(&mut cycles), expected);
        assert!(cycles.text.len() < MOST_BYTES);
    }
}
