//! Texts for other solvers, read by independent readers.
//!
//! Each becomes linear constraints over variables that are 0 or 1, and an objective. (A clause
//! says that the sum of its literals is at least 1.)

use dlx3::Problem;
use dlx3::convert::Format;
use dlx3::convert::cardinality::Encoding;
use dlx3::convert::write::{Source, Writer};
use std::collections::HashMap;

/// The sum of terms is at least this.
#[derive(Debug)]
pub struct Constraint {
    pub terms: Vec<(i64, usize)>,
    pub least: i64,
}

/// A text that was read.
#[derive(Debug, Default)]
pub struct Form {
    pub variables: usize,
    pub constraints: Vec<Constraint>,
    /// The objective, to be minimized.
    pub objective: Vec<(i64, usize)>,
    /// The names that the comments give.
    pub names: Vec<String>,
}

/// The text of a problem, in which colors support each other if they usually do.
pub fn text(problem: &Problem, most: bool, to: (Format, Encoding)) -> String {
    supported(problem, most, to, to.0.row().supports)
}

/// The text of a problem, in which colors may support each other.
pub fn supported(problem: &Problem, most: bool, to: (Format, Encoding), supports: bool) -> String {
    let source = Source {
        problem,
        most,
        names: true,
        supports,
    };
    let mut text = Vec::new();
    let writer = Writer::new(source, to.0, to.1).unwrap();
    writer.write(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn number(word: &str) -> i64 {
    word.parse()
        .unwrap_or_else(|_| panic!("`{word}' is no number"))
}

fn variable(word: &str) -> usize {
    let digits = word
        .strip_prefix('x')
        .unwrap_or_else(|| panic!("`{word}' is no variable"));
    digits.parse().unwrap()
}

impl Form {
    pub fn read(format: Format, text: &str) -> Self {
        let form = match format {
            Format::Cnf | Format::Wcnf => Self::dimacs(text),
            Format::Opb => Self::opb(text),
            Format::Lp => Self::lp(text),
            Format::Mzn => Self::mzn(text),
        };
        let used = form.constraints.iter().flat_map(|row| &row.terms);
        assert!(
            used.chain(&form.objective)
                .all(|term| (1..=form.variables).contains(&term.1))
        );
        form
    }

    fn at_least(&mut self, terms: Vec<(i64, usize)>, least: i64) {
        self.constraints.push(Constraint { terms, least });
    }

    fn at_most(&mut self, terms: Vec<(i64, usize)>, most: i64) {
        let negated = terms.into_iter().map(|(factor, x)| (-factor, x));
        self.at_least(negated.collect(), -most);
    }

    fn relation(&mut self, terms: Vec<(i64, usize)>, relation: &str, bound: i64) {
        if relation != "<=" {
            self.at_least(terms.clone(), bound);
        }
        if relation != ">=" {
            self.at_most(terms, bound);
        }
    }

    fn dimacs(text: &str) -> Self {
        let mut form = Form::default();
        let mut lines = text.lines();
        let header = loop {
            let line = lines.next().unwrap();
            match line.strip_prefix("c ") {
                Some(name) => form.names.push(name.to_owned()),
                None => break line,
            }
        };
        let words: Vec<&str> = header.split(' ').collect();
        let top = match words[..] {
            ["p", "cnf", _, _] => None,
            ["p", "wcnf", _, _, top] => Some(number(top)),
            _ => panic!("{header}"),
        };
        form.variables = number(words[2]) as usize;
        let mut count = 0;
        for line in lines {
            count += 1;
            let mut numbers: Vec<i64> = line.split(' ').map(number).collect();
            assert_eq!(numbers.pop(), Some(0), "{line}");
            let weight = top.map(|top| (top, numbers.remove(0)));
            if let Some((top, weight)) = weight
                && weight != top
            {
                // The weight is paid if the literal does not hold.
                assert!(weight < top && numbers.len() == 1, "{line}");
                form.objective.push((
                    -weight * numbers[0].signum(),
                    numbers[0].unsigned_abs() as usize,
                ));
                continue;
            }
            let negative = numbers.iter().filter(|&&x| x < 0).count() as i64;
            let terms = numbers
                .iter()
                .map(|x| (x.signum(), x.unsigned_abs() as usize));
            form.at_least(terms.collect(), 1 - negative);
        }
        assert_eq!(count, number(words[3]), "{header}");
        let paid: i64 = form.objective.iter().map(|(weight, _)| weight.abs()).sum();
        assert!(top.is_none_or(|top| top > paid));
        form
    }

    fn opb(text: &str) -> Self {
        let mut form = Form::default();
        let (header, rest) = text.split_once('\n').unwrap();
        let words: Vec<&str> = header.split(' ').collect();
        let ["*", "#variable=", variables, "#constraint=", rows] = words[..] else {
            panic!("{header}");
        };
        form.variables = number(variables) as usize;
        let mut count = 0;
        for line in rest.lines() {
            if let Some(name) = line.strip_prefix("* ") {
                form.names.push(name.to_owned());
                continue;
            }
            let line = line.strip_suffix(" ;").unwrap();
            let terms = |words: &[&str]| {
                let pairs = words.chunks(2);
                let terms = pairs.map(|pair| (number(pair[0]), variable(pair[1])));
                terms.collect::<Vec<_>>()
            };
            if let Some(objective) = line.strip_prefix("min: ") {
                let words: Vec<&str> = objective.split(' ').collect();
                form.objective = terms(&words);
                continue;
            }
            count += 1;
            let words: Vec<&str> = line.split(' ').collect();
            let [sum @ .., relation, bound] = &words[..] else {
                panic!("{line}");
            };
            assert!(matches!(*relation, ">=" | "="), "{line}");
            form.relation(terms(sum), relation, number(bound));
        }
        assert_eq!(count, number(rows));
        form
    }

    fn lp(text: &str) -> Self {
        let mut form = Form::default();
        let mut words: Vec<&str> = Vec::new();
        for line in text.lines() {
            assert!(line.len() < 200, "long lines are not for all readers");
            match line.strip_prefix("\\ ") {
                Some(name) => form.names.push(name.to_owned()),
                None => words.extend(line.split_whitespace()),
            }
        }
        let mut words = words.into_iter().peekable();
        let sign = match words.next() {
            Some("Minimize") => 1,
            Some("Maximize") => -1,
            other => panic!("{other:?}"),
        };
        assert_eq!(words.next(), Some("cost:"));
        let mut order = 0;
        while words.peek() != Some(&"Subject") {
            let factor = match words.next() {
                Some("+") => 1,
                Some("-") => -1,
                other => panic!("{other:?}"),
            };
            let cost = factor * number(words.next().unwrap());
            order += 1;
            assert_eq!(
                variable(words.next().unwrap()),
                order,
                "columns are in order"
            );
            form.objective.push((sign * cost, order));
        }
        assert_eq!((words.next(), words.next()), (Some("Subject"), Some("To")));
        let mut names = std::collections::BTreeSet::new();
        while words.peek() != Some(&"Binary") {
            let name = words.next().unwrap().strip_suffix(':').unwrap();
            assert!(names.insert(name), "{name} comes again");
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
            assert!(
                name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_plain)
            );
            let mut terms = Vec::new();
            loop {
                let factor = match words.next().unwrap() {
                    "+" => 1,
                    "-" => -1,
                    relation => {
                        let bound = number(words.next().unwrap());
                        form.relation(terms, relation, bound);
                        break;
                    }
                };
                terms.push((factor, variable(words.next().unwrap())));
            }
        }
        words.next();
        loop {
            match words.next().unwrap() {
                "End" => break,
                word => assert_eq!(
                    variable(word),
                    form.variables + 1,
                    "every variable is binary"
                ),
            }
            form.variables += 1;
        }
        assert_eq!(words.next(), None);
        form
    }

    /// A variable for each value of an integer, which has at most one of them.
    /// `c1 != 0`, `c1 != 2`, or `c1 = 2 -> (x[3] \/ x[4])`.
    fn support(&mut self, statement: &str, integers: &HashMap<String, (usize, usize)>) {
        let (condition, options) = match statement.split_once(" -> ") {
            Some((condition, options)) => (condition, options),
            None => (statement, "()"),
        };
        let words: Vec<&str> = condition.split(' ').collect();
        let [name, relation, value] = words[..] else {
            panic!("{statement}");
        };
        assert_eq!(relation, if options == "()" { "!=" } else { "=" });
        let (before, most) = integers[name];
        let value = number(value) as usize;
        if value == 0 {
            let values = (1..=most).map(|value| (1, before + value));
            return self.at_least(values.collect(), 1);
        }
        assert!(value <= most);
        let options = options
            .strip_prefix('(')
            .and_then(|it| it.strip_suffix(')'));
        let options = options.unwrap().split(" \\/ ").filter(|it| !it.is_empty());
        let mut terms: Vec<(i64, usize)> = options.map(|option| (1, element(option))).collect();
        terms.push((-1, before + value));
        self.at_least(terms, 0);
    }

    fn mzn(text: &str) -> Self {
        let mut form = Form::default();
        let mut joined = String::new();
        for line in text.lines() {
            match line.strip_prefix("% ") {
                Some(name) => form.names.push(name.to_owned()),
                None => joined += line.split(" % ").next().unwrap(),
            }
        }
        let mut integers: HashMap<String, (usize, usize)> = HashMap::new();
        let array = |text: &str| -> Vec<(i64, usize)> {
            let pieces = text.split(", ").filter(|piece| !piece.is_empty());
            pieces.map(|piece| (1, element(piece))).collect()
        };
        for statement in joined.split(';').map(str::trim) {
            if let Some(rest) = statement.strip_prefix("array[1..") {
                let (size, rest) = rest.split_once(']').unwrap();
                assert_eq!(rest, " of var bool: x");
                form.variables = number(size) as usize;
            } else if let Some(rest) = statement.strip_prefix("var 0..") {
                let (most, name) = rest.split_once(": ").unwrap();
                let most = number(most) as usize;
                integers.insert(name.to_owned(), (form.variables, most));
                let values = (1..=most).map(|value| (1, form.variables + value));
                let values: Vec<_> = values.collect();
                form.variables += most;
                form.at_most(values, 1);
            } else if statement == "constraint false" {
                form.at_least(Vec::new(), 1);
            } else if let Some(rest) = statement.strip_prefix("constraint (") {
                let (value, options) = rest.split_once(") = (").unwrap();
                let (name, value) = value.split_once(" = ").unwrap();
                let (before, most) = integers[name];
                let value = number(value) as usize;
                assert!((1..=most).contains(&value));
                let color = before + value;
                let options = options.strip_suffix(')').unwrap();
                let options: Vec<usize> = options.split(" \\/ ").map(element).collect();
                for &option in &options {
                    form.at_least(vec![(1, color), (-1, option)], 0);
                }
                let mut one: Vec<(i64, usize)> = options.iter().map(|&x| (1, x)).collect();
                one.push((-1, color));
                form.at_least(one, 0);
            } else if let Some(rest) = statement.strip_prefix("constraint c") {
                form.support(&format!("c{rest}"), &integers);
            } else if let Some(rest) = statement.strip_prefix("constraint ") {
                let (sum, after) = rest.split_once("])").unwrap();
                let sum = array(sum.strip_prefix("sum([").unwrap());
                let (relation, bound) = after.trim().split_once(' ').unwrap();
                match bound.split_once("..") {
                    None => form.relation(sum, relation, number(bound)),
                    Some((lower, upper)) => {
                        assert_eq!(relation, "in");
                        form.at_least(sum.clone(), number(lower));
                        form.at_most(sum, number(upper));
                    }
                }
            } else if let Some(rest) = statement.strip_prefix("solve ") {
                let (sign, sum) = match rest.split_once(" sum([") {
                    Some(("minimize", sum)) => (1, sum),
                    Some(("maximize", sum)) => (-1, sum),
                    _ => {
                        assert_eq!(rest, "satisfy");
                        continue;
                    }
                };
                for term in sum.strip_suffix("])").unwrap().split(", ") {
                    let (cost, option) = term.split_once("*bool2int(").unwrap();
                    let option = element(option.trim().strip_suffix(')').unwrap());
                    form.objective.push((sign * number(cost), option));
                }
            } else {
                assert!(
                    statement.is_empty() || statement.starts_with("output "),
                    "{statement}"
                );
            }
        }
        form
    }

    /// Unit propagation from the values of the first variables; none if they contradict the
    /// constraints.
    pub fn propagate(&self, given: &[bool]) -> Option<Vec<Option<bool>>> {
        let mut values: Vec<Option<bool>> = vec![None; self.variables + 1];
        for (value, &given) in values[1..].iter_mut().zip(given) {
            *value = Some(given);
        }
        loop {
            let mut changed = false;
            for row in &self.constraints {
                let most = |&(factor, x): &(i64, usize)| match values[x] {
                    Some(value) => factor * i64::from(value),
                    None => factor.max(0),
                };
                let room = row.terms.iter().map(most).sum::<i64>() - row.least;
                if room < 0 {
                    return None;
                }
                for &(factor, x) in &row.terms {
                    if values[x].is_none() && factor.abs() > room {
                        values[x] = Some(factor > 0);
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(values);
            }
        }
    }
}

/// The number of an element of the array `x`.
fn element(text: &str) -> usize {
    let number = text
        .trim()
        .strip_prefix("x[")
        .and_then(|rest| rest.strip_suffix(']'));
    number
        .unwrap_or_else(|| panic!("`{text}'"))
        .parse()
        .unwrap()
}
