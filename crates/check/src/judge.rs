//! Does a solution hold? It does if its options are options of the problem, each taken at most as
//! often as there are copies of it; every primary item is within its bounds; and every secondary
//! item has one color, or is used once without one.
//!
//! Invariant: `taken` counts the options in `classes`, and nothing else.

use super::fingerprint::Fingerprints;
use dlx3_base::text::shown;
use dlx3_format::solution::{
    AboutLines, Class, Finder, Line, SharedLine, SolutionNumber, StreamSolution,
};
use dlx3_format::{Bounds, ItemId, Name, OptionId, Problem};
use std::fmt;

/// Why a solution does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum Reason {
    Number {
        expected: SolutionNumber,
    },
    Order {
        least: SolutionNumber,
    },
    Differs {
        line: u64,
    },
    Branch {
        number: u64,
        score: i64,
    },
    NoOption(String),
    NoPrimary(Name),
    OptionAgain {
        option: String,
        copies: u32,
    },
    Bounds {
        item: Name,
        count: u32,
        bounds: Bounds,
    },
    Colors {
        item: Name,
        here: Option<u8>,
        before: Option<u8>,
    },
    Repeated {
        number: Option<u64>,
        line: u64,
        ways: u64,
    },
}

dlx3_base::messages! {
    Reason {
        Self::Number { expected } => "its number should be {expected}",
        Self::Order { least } => "its number should be {least} or more",
        Self::Differs { line } =>
            "its options are not those of line {line}, which has the same number",
        Self::Branch { number, score } => "branch {number} of {score} does not exist",
        Self::NoOption(text) => "`{text}' is not an option of the problem",
        Self::NoPrimary(it) => "`null {it}', but {it} is not a primary item",
        Self::OptionAgain { option, copies } => ("{}", OptionUsed(option, *copies)),
        Self::Bounds { item, count, bounds } => (
            "item {} occurs {count} {}, not {}",
            item,
            times(*count),
            Allowed(*bounds),
        ),
        Self::Colors { item, here, before } => (
            "item {item} has {} here, but {} before",
            Color(*here),
            Color(*before),
        ),
        Self::Repeated { number, line, ways } => ("{}", SameOptions(*number, *line, *ways)),
    }
}

fn times(count: u32) -> &'static str {
    if count == 1 { "time" } else { "times" }
}

struct OptionUsed<'a>(&'a str, u32);

impl fmt::Display for OptionUsed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OptionUsed(option, copies) = self;
        match copies {
            1 => write!(f, "the option `{option}' comes again"),
            _ => write!(f, "the problem has `{option}' only {copies} times"),
        }
    }
}

struct Allowed(Bounds);

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.0;
        if lower == upper {
            write!(f, "{upper}")
        } else {
            write!(f, "{lower} to {upper}")
        }
    }
}

struct Color(Option<u8>);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(color) => write!(f, "color {}", color.escape_ascii()),
            None => f.write_str("no color"),
        }
    }
}

/// A number beyond 64 bits is not kept.
struct SameOptions(Option<u64>, u64, u64);

impl fmt::Display for SameOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SameOptions(number, line, ways) = self;
        match number {
            Some(number) => write!(f, "its options are those of solution {number}, line {line}")?,
            None => write!(f, "its options are those of the solution on line {line}")?,
        }
        match ways {
            1 => Ok(()),
            _ => write!(f, ", and equal options allow that only {ways} times"),
        }
    }
}

/// How a secondary item is used in a solution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Not,
    Once,
    Colored(u8),
}

/// Checks solutions of one problem, one by one.
pub struct Judge<'p> {
    finder: Finder<'p>,
    /// For each primary item, how often it occurs.
    counts: Vec<u32>,
    /// For each secondary item, how it is used.
    uses: Vec<Use>,
    /// For each class of options, by its first option, how often it is taken.
    taken: Vec<u32>,
    /// The classes of the solution's options.
    classes: Vec<Class>,
    /// The classes of the solution last checked, sorted. Empty if the solution was followed, until
    /// someone asks for them.
    found: Vec<Class>,
    prints: Fingerprints,
    follower: Follower,
    has_followed: bool,
}

/// A reason and the line it concerns.
type Wrong = (u64, Reason);

impl<'p> Judge<'p> {
    /// A judge of solutions of this problem.
    pub fn new(problem: &'p Problem) -> Self {
        Judge {
            finder: Finder::new(problem),
            counts: vec![0; problem.primary_count()],
            uses: vec![Use::Not; problem.item_count() - problem.primary_count()],
            taken: vec![0; problem.option_count()],
            classes: Vec::new(),
            found: Vec::new(),
            prints: Fingerprints::random(),
            follower: Follower::new(problem),
            has_followed: false,
        }
    }

    /// Checks a solution, but not its number.
    /// # Errors
    /// The first fault, and its line.
    pub fn check(&mut self, solution: &StreamSolution) -> Result<(), Wrong> {
        let Judge { finder, prints, .. } = self;
        self.has_followed = self.follower.follows(finder, prints, solution);
        if self.has_followed {
            return Ok(());
        }
        self.check_in_full(solution)?;
        self.found.clone_from(&self.classes);
        self.found.sort_unstable_by_key(|class| class.first);
        Ok(())
    }

    /// Checks all levels of a solution, using no earlier results.
    fn check_in_full(&mut self, solution: &StreamSolution) -> Result<(), Wrong> {
        // If an item is named `null', ` null X' can be an option or a null move. If the branch
        // number does not tell which, it is read as the option first, as long as a copy is left,
        // and as the null move if that fails. (In contrived problems both readings fit, and the
        // wrong one may be taken.)
        let first = self.check_as(solution, false);
        if first.is_err() && solution.levels.iter().any(|line| self.is_ambiguous(line)) {
            let second = self.check_as(solution, true);
            return second.or(first);
        }
        first
    }

    /// The options of the solution last checked, sorted. The first of several equal options stands
    /// for all.
    pub fn options(&mut self) -> impl Iterator<Item = OptionId> + '_ {
        self.found().iter().map(|class| class.first)
    }

    /// In how many ways that solution's options can be chosen among equal options of the problem.
    /// Saturates.
    pub fn ways(&mut self) -> u64 {
        if self.has_followed && self.follower.equal == 0 {
            return 1;
        }
        self.found()
            .chunk_by(|one, other| one.first == other.first)
            .map(|equal| binomial(equal[0].copies, equal.len() as u32))
            .fold(1, u64::saturating_mul)
    }

    /// A fingerprint of that solution's options: see [`Fingerprints`].
    pub fn fingerprint(&mut self) -> u128 {
        if self.has_followed {
            return self.follower.fingerprint;
        }
        let mut sum = 0_u128;
        for equal in self.found.chunk_by(|one, other| one.first == other.first) {
            for (class, copy) in equal.iter().zip(1..) {
                sum = sum.wrapping_add(self.prints.of(class.first, copy));
            }
        }
        sum
    }

    fn found(&mut self) -> &[Class] {
        if self.has_followed {
            self.found.clear();
            let levels = self.follower.levels.iter();
            self.found
                .extend(levels.filter_map(|(_, level)| match level {
                    Level::Option(class, _) => Some(*class),
                    _ => None,
                }));
            self.found.sort_unstable_by_key(|class| class.first);
        }
        &self.found
    }

    fn is_ambiguous(&self, line: &Line) -> bool {
        line.null().is_some() && self.finder.option(&line.words).is_some()
    }

    fn check_as(&mut self, solution: &StreamSolution, nulls_first: bool) -> Result<(), Wrong> {
        self.counts.fill(0);
        self.uses.fill(Use::Not);
        for class in self.classes.drain(..) {
            self.taken[class.first.index()] = 0;
        }
        for (line, number) in solution.levels.iter().zip(solution.line + 1..) {
            self.level(line, nulls_first)
                .map_err(|reason| (number, reason))?;
        }
        self.check_bounds()
            .map_err(|reason| (solution.line, reason))
    }

    fn level(&mut self, line: &Line, nulls_first: bool) -> Result<(), Reason> {
        if let Some((number, score)) = line.branch
            && !(1..=score).contains(&i64::try_from(number).unwrap_or(i64::MAX))
        {
            return Err(Reason::Branch { number, score });
        }
        match (self.finder.option(&line.words), line.null()) {
            (Some(class), None) => self.option(class),
            (Some(class), Some(item)) => {
                let none_left = self.taken[class.first.index()] == class.copies;
                if self.is_null(line).unwrap_or(nulls_first || none_left) {
                    self.null(item)
                } else {
                    self.option(class)
                }
            }
            (None, Some(item)) => self.null(item),
            (None, None) => Err(Reason::NoOption(show_words(line))),
        }
    }

    /// Whether an ambiguous line is a null move, if its branch number tells: a null move is the
    /// last branch, and an option is not if its item has a null move.
    fn is_null(&self, line: &Line) -> Option<bool> {
        let (number, score) = line.branch?;
        if i64::try_from(number) != Ok(score) {
            return Some(false);
        }
        let item = self.finder.item(&line.words[0].0)?;
        let bounds = self.finder.problem().bounds(item)?;
        (bounds.lower == 0).then_some(true)
    }

    fn null(&self, name: Name) -> Result<(), Reason> {
        match self.finder.item(&name) {
            Some(item) if item.index() < self.counts.len() => Ok(()),
            _ => Err(Reason::NoPrimary(name)),
        }
    }

    fn option(&mut self, class: Class) -> Result<(), Reason> {
        let Class { first, copies } = class;
        let problem = self.finder.problem();
        let taken = &mut self.taken[first.index()];
        *taken += 1;
        self.classes.push(class);
        if *taken > copies {
            let mut option = Vec::new();
            problem.put_option(first, &mut option);
            let option = shown(&option);
            return Err(Reason::OptionAgain { option, copies });
        }
        for (item, color) in problem.option(first) {
            if let Some(count) = self.counts.get_mut(item.index()) {
                *count += 1;
                continue;
            }
            let used = &mut self.uses[item.index() - self.counts.len()];
            let before = match (*used, color) {
                (Use::Not, None) => {
                    *used = Use::Once;
                    continue;
                }
                (Use::Not, Some(color)) => {
                    *used = Use::Colored(color);
                    continue;
                }
                (Use::Colored(before), Some(color)) if before == color => continue,
                (Use::Colored(before), _) => Some(before),
                (Use::Once, _) => None,
            };
            return Err(Reason::Colors {
                item: self.name(item),
                here: color,
                before,
            });
        }
        Ok(())
    }

    fn check_bounds(&self) -> Result<(), Reason> {
        let problem = self.finder.problem();
        for (item, &count) in problem.item_ids().zip(&self.counts) {
            let bounds = problem.bounds(item).expect("counted items are primary");
            if !(bounds.lower..=bounds.upper).contains(&count) {
                return Err(Reason::Bounds {
                    item: self.name(item),
                    count,
                    bounds,
                });
            }
        }
        Ok(())
    }

    fn name(&self, item: ItemId) -> Name {
        Name::new(self.finder.problem().name(item)).expect("an item's name is a name")
    }
}

/// Follows solutions from one to the next: the levels that differ are undone and checked, the ones
/// before them still hold. It only confirms that a solution holds. If it is not sure, the judge
/// checks the whole solution, and reports what is wrong.
///
/// Invariant: all else follows from `levels`. No item occurs more often than it may, and no
/// secondary item has two colors.
struct Follower {
    about: AboutLines<Level>,
    levels: Vec<(SharedLine, Level)>,
    items: Vec<Item>,
    /// How many primary items occur less often than they must.
    lacking: usize,
    /// For each class of options, by its first option, how often it is taken.
    taken: Vec<u32>,
    fingerprint: u128,
    /// How many of the options have equal ones in the problem.
    equal: usize,
}

/// The meaning of a line by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// An option, and the number of its first copy: see [`Fingerprints`].
    Option(Class, u128),
    /// A null move of a primary item.
    Null,
    /// The line is wrong or ambiguous.
    Unclear,
}

/// How an item is used.
#[derive(Clone, Copy)]
struct Item {
    count: u32,
    /// The bounds of a primary item.
    lower: u32,
    upper: u32,
    is_primary: bool,
    /// The color of a secondary item that occurs; 0 for none.
    color: u8,
}

impl Follower {
    fn new(problem: &Problem) -> Self {
        let item = |item| match problem.bounds(item) {
            Some(Bounds { lower, upper }) => Item {
                count: 0,
                lower,
                upper,
                is_primary: true,
                color: 0,
            },
            None => Item {
                count: 0,
                lower: 0,
                upper: u32::MAX,
                is_primary: false,
                color: 0,
            },
        };
        let items: Vec<Item> = problem.item_ids().map(item).collect();
        Follower {
            about: AboutLines::new(),
            levels: Vec::new(),
            lacking: items.iter().filter(|item| item.lower > 0).count(),
            items,
            taken: vec![0; problem.option_count()],
            fingerprint: 0,
            equal: 0,
        }
    }

    /// Goes to a solution. Returns whether it holds for sure.
    fn follows(
        &mut self,
        finder: &Finder<'_>,
        prints: &Fingerprints,
        solution: &StreamSolution,
    ) -> bool {
        let pairs = self.levels.iter().zip(&solution.levels);
        let same = pairs.take_while(|((old, _), new)| old.is(new)).count();
        while self.levels.len() > same {
            self.take_back(finder.problem(), prints);
        }
        solution.levels[same..]
            .iter()
            .all(|line| self.add(finder, prints, line))
            && self.lacking == 0
    }

    /// Adds a level; false if it is unclear or conflicts with earlier levels.
    fn add(&mut self, finder: &Finder<'_>, prints: &Fingerprints, line: &SharedLine) -> bool {
        let level = (self.about).get(line, |line| Level::of(finder, prints, line));
        match level {
            Level::Unclear => return false,
            Level::Null => {}
            Level::Option(class, number) => {
                if !self.take(finder.problem(), class) {
                    return false;
                }
                let number = self.number(prints, class, number);
                self.fingerprint = self.fingerprint.wrapping_add(number);
                self.equal += usize::from(class.copies > 1);
            }
        }
        self.levels.push((line.clone(), level));
        true
    }

    /// Takes an option; false if it does not fit.
    fn take(&mut self, problem: &Problem, class: Class) -> bool {
        if self.taken[class.first.index()] == class.copies {
            return false;
        }
        for (count, (item, color)) in problem.option(class.first).enumerate() {
            let item = &mut self.items[item.index()];
            let fits = match item.is_primary {
                true => item.count < item.upper,
                // Without a color, it may occur only once.
                false => item.count == 0 || color.is_some_and(|color| item.color == color),
            };
            if !fits {
                self.leave(problem, class, count);
                return false;
            }
            item.count += 1;
            item.color = color.unwrap_or(0);
            self.lacking -= usize::from(item.count == item.lower);
        }
        self.taken[class.first.index()] += 1;
        true
    }

    /// The number of the copy that was taken last of an option.
    fn number(&self, prints: &Fingerprints, class: Class, first: u128) -> u128 {
        match self.taken[class.first.index()] {
            1 => first,
            copy => prints.of(class.first, copy),
        }
    }

    /// Undoes the last level.
    fn take_back(&mut self, problem: &Problem, prints: &Fingerprints) {
        let Some((_, Level::Option(class, number))) = self.levels.pop() else {
            return;
        };
        let number = self.number(prints, class, number);
        self.fingerprint = self.fingerprint.wrapping_sub(number);
        self.equal -= usize::from(class.copies > 1);
        self.taken[class.first.index()] -= 1;
        self.leave(problem, class, usize::MAX);
    }

    /// Undoes the first `count` items of an option.
    fn leave(&mut self, problem: &Problem, class: Class, count: usize) {
        for (item, _) in problem.option(class.first).take(count) {
            let item = &mut self.items[item.index()];
            self.lacking += usize::from(item.count == item.lower);
            item.count -= 1;
        }
    }
}

impl Level {
    fn of(finder: &Finder<'_>, prints: &Fingerprints, line: &Line) -> Self {
        let exists = line.branch.is_none_or(|(number, score)| {
            i64::try_from(number).is_ok_and(|number| (1..=score).contains(&number))
        });
        let is_primary = |name: &Name| {
            let item = finder.item(name);
            item.is_some_and(|item| finder.problem().bounds(item).is_some())
        };
        match (finder.option(&line.words), line.null()) {
            (Some(class), None) if exists => Level::Option(class, prints.of(class.first, 1)),
            (None, Some(name)) if exists && is_primary(&name) => Level::Null,
            _ => Level::Unclear,
        }
    }
}

/// The binomial coefficient C(n, k), where k <= n; saturates.
fn binomial(n: u32, k: u32) -> u64 {
    let k = k.min(n - k);
    let mut value = 1u64;
    for taken in 1..=k {
        // The value so far is C(n, taken - 1), which only grows up to C(n, k).
        let next = u128::from(value) * u128::from(n - taken + 1) / u128::from(taken);
        match u64::try_from(next) {
            Ok(next) => value = next,
            Err(_) => return u64::MAX,
        }
    }
    value
}

fn show_words(line: &Line) -> String {
    let mut text = Vec::new();
    for (name, color) in &line.words {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(name.as_bytes());
        if let Some(color) = color {
            text.extend_from_slice(&[b':', *color]);
        }
    }
    shown(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dlx3_format::solution::SolutionReader;
    use dlx3_search::{Engine, Observer, Search, Solution};
    use std::ops::ControlFlow;

    /// The solutions of a problem as a stream.
    struct Stream<'p>(&'p Problem, Vec<Vec<Vec<u8>>>);

    impl Observer for Stream<'_> {
        fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
            let lines = solution.options.iter().map(|&option| {
                let mut line = b" ".to_vec();
                self.0.put_option(option, &mut line);
                line.extend_from_slice(b" (1 of 2)\n");
                line
            });
            self.1.push(lines.collect());
            match self.1.len() {
                1000.. => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    #[test]
    fn following_says_what_a_look_at_all_of_a_solution_says() {
        let mut text = String::from("0:1|a 1:2|b c 2:3|d null | X Y\n");
        for option in 0..70 {
            let primary = ["a", "b", "c", "d", "null"];
            text += primary[option % 5];
            if option % 3 > 0 {
                text += &format!(" {}", primary[(option + 1 + option % 2) % 5]);
            }
            match option % 4 {
                0 => text += &format!(" X:{}", option % 3),
                1 => text += " Y",
                2 => text += &format!(" Y:{} X:1", option % 2),
                _ => {}
            }
            text.push('\n');
        }
        let problem: Problem = text.parse().unwrap();
        let mut stream = Stream(&problem, Vec::new());
        Search::new(&problem, Engine::Auto).run(&mut stream);
        // In each third solution, a line is lost, doubled or added, or has a wrong branch.
        let solutions = &stream.1;
        let mut bytes = Vec::new();
        for (number, lines) in solutions.iter().enumerate() {
            let mut lines = lines.clone();
            let place = number * 7 % lines.len();
            match number % 15 {
                0 => drop(lines.remove(place)),
                3 => lines.push(lines[place].clone()),
                6 => lines[place] = solutions[number / 2][0].clone(),
                9 => lines[place] = b" null a (2 of 2)\n".to_vec(),
                12 => lines.push(b" c X:0 (3 of 2)\n".to_vec()),
                _ => {}
            }
            bytes.extend_from_slice(format!("{}:\n", number + 1).as_bytes());
            bytes.extend(lines.concat());
        }
        let mut judge = Judge::new(&problem);
        let (mut followed, mut failed) = (0, 0);
        for solution in SolutionReader::new(&bytes[..]).map(Result::unwrap) {
            let mut other = Judge::new(&problem);
            let expected = other.check_in_full(&solution);
            assert_eq!(judge.check(&solution), expected, "{}", solution.number);
            if expected.is_ok() {
                other.check(&solution).unwrap();
                let mut classes = other.classes.clone();
                classes.sort_unstable_by_key(|class| class.first);
                let options = classes.iter().map(|class| class.first);
                assert!(judge.options().eq(options));
                assert_eq!(judge.ways(), other.ways());
                other.prints = judge.prints.clone();
                (other.has_followed, other.found) = (false, classes);
                assert_eq!(judge.fingerprint(), other.fingerprint());
            }
            followed += usize::from(judge.has_followed);
            failed += usize::from(expected.is_err());
        }
        assert!(
            solutions.len() == 1000 && followed > 500 && failed > 100,
            "{followed} {failed}"
        );
    }

    #[test]
    fn binomials_saturate_but_only_where_they_must() {
        assert_eq!(binomial(5, 2), 10);
        assert_eq!(binomial(100, 0), 1);
        assert_eq!(binomial(100, 99), 100);
        assert_eq!(binomial(67, 33), 14_226_520_737_620_288_370);
        assert_eq!(binomial(68, 34), u64::MAX);
        assert_eq!(binomial(u32::MAX, u32::MAX), 1);
    }
}
