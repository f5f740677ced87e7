//! `dlx import lp|mps|opb|cnf|wcnf`: integer programs and clauses have one solution for each
//! assignment that brute force finds, at the same cost.

use crate::common::filter::{self, Run, TemporaryFile, run};
use crate::common::problems::dice::Dice;
use crate::common::tier;
use crate::common::tools;
use dlx3::Solve;
use dlx3::convert::import::{self, Imported};
use dlx3::{OptionId, Problem};
use std::collections::BTreeMap;
use std::fmt::Write;

fn dlx(words: &[&str], input: &str) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input.as_bytes())
}

fn below(dice: &mut Dice, most: usize) -> i64 {
    dice.below(most) as i64
}

struct Row {
    coefficients: Vec<i64>,
    relation: &'static str,
    side: i64,
}

/// Integers within bounds, rows, and costs.
struct Program {
    bounds: Vec<(i64, i64)>,
    rows: Vec<Row>,
    costs: Vec<i64>,
}

/// The values of all variables, and their total cost.
type Assignments = BTreeMap<Vec<i64>, i64>;

impl Program {
    fn random(dice: &mut Dice, are_binary: bool, largest: usize) -> Self {
        let count = 1 + dice.below(5);
        let bounds = (0..count).map(|_| {
            let lower = dice.below(4) as i64 - 2;
            match are_binary || dice.chance(1, 2) {
                true => (0, 1),
                false => (lower, lower + dice.below(4) as i64),
            }
        });
        let bounds: Vec<(i64, i64)> = bounds.collect();
        let rows = (0..1 + dice.below(4)).map(|_| {
            let width = if dice.chance(1, 2) { 1 } else { largest };
            let coefficients: Vec<i64> = (0..count)
                .map(|_| below(dice, 2 * width + 1) - width as i64)
                .collect();
            // A right side near the value of some assignment.
            let products = coefficients
                .iter()
                .zip(&bounds)
                .map(|(coefficient, bounds)| {
                    let (lower, upper) = *bounds;
                    coefficient * (lower + below(dice, (upper - lower + 1) as usize))
                });
            let side: i64 = products.sum();
            Row {
                coefficients,
                relation: ["<=", ">=", "="][dice.below(3)],
                side: side + [0, 0, 0, 1, -1][dice.below(5)],
            }
        });
        let rows = rows.collect();
        let costs = (0..count).map(|_| below(dice, 7) - 2).collect();
        Program {
            bounds,
            rows,
            costs,
        }
    }

    fn assignments(&self) -> Assignments {
        let mut all = vec![Vec::new()];
        for &(lower, upper) in &self.bounds {
            all = all
                .into_iter()
                .flat_map(|values: Vec<i64>| {
                    (lower..=upper).map(move |value| [&values[..], &[value]].concat())
                })
                .collect();
        }
        let sum = |numbers: &[i64], values: &[i64]| -> i64 {
            numbers
                .iter()
                .zip(values)
                .map(|(one, other)| one * other)
                .sum()
        };
        let hold = all.into_iter().filter(|values| {
            self.rows.iter().all(|row| {
                let sum = sum(&row.coefficients, values);
                match row.relation {
                    "<=" => sum <= row.side,
                    ">=" => sum >= row.side,
                    _ => sum == row.side,
                }
            })
        });
        hold.map(|values| (values.clone(), sum(&self.costs, &values)))
            .collect()
    }

    fn sum(numbers: &[i64], names: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for (place, &number) in numbers.iter().enumerate() {
            let sign = if number < 0 { '-' } else { '+' };
            write!(text, " {sign}{} {}", number.abs(), names(place)).unwrap();
        }
        text
    }

    fn lp(&self) -> String {
        let name = |place: usize| format!("x{place}");
        let mut text = format!("min\n cost: {}\nst\n", Self::sum(&self.costs, name));
        for row in &self.rows {
            let sum = Self::sum(&row.coefficients, name);
            writeln!(text, " {sum} {} {}", row.relation, row.side).unwrap();
        }
        text += "bounds\n";
        for (place, (lower, upper)) in self.bounds.iter().enumerate() {
            writeln!(text, " {lower} <= x{place} <= {upper}").unwrap();
        }
        text += "general\n";
        for place in 0..self.bounds.len() {
            writeln!(text, " x{place}").unwrap();
        }
        text + "end\n"
    }

    fn mps(&self) -> String {
        let mut rows = String::from("NAME\nROWS\n N cost\n");
        let mut columns = String::from("COLUMNS\n M 'MARKER' 'INTORG'\n");
        let (mut sides, mut bounds) = ("RHS\n".to_owned(), "BOUNDS\n".to_owned());
        for (place, row) in self.rows.iter().enumerate() {
            let kind = match row.relation {
                "<=" => 'L',
                ">=" => 'G',
                _ => 'E',
            };
            writeln!(rows, " {kind} r{place}").unwrap();
            writeln!(sides, " RHS r{place} {}", row.side).unwrap();
        }
        for (place, &(lower, upper)) in self.bounds.iter().enumerate() {
            writeln!(columns, " x{place} cost {}", self.costs[place]).unwrap();
            for (number, row) in self.rows.iter().enumerate() {
                let coefficient = row.coefficients[place];
                writeln!(columns, " x{place} r{number} {coefficient}.0").unwrap();
            }
            writeln!(bounds, " LI B x{place} {lower}\n UI B x{place} {upper}").unwrap();
        }
        format!("{rows}{columns} M 'MARKER' 'INTEND'\n{sides}{bounds}ENDATA\n")
    }

    /// The program as OPB. Some literals are negated.
    fn opb(&self, dice: &mut Dice) -> String {
        let (count, rows) = (self.bounds.len(), self.rows.len());
        let mut text = format!("* #variable= {count} #constraint= {rows}\n");
        let mut sum = |numbers: &[i64]| {
            let mut text = String::new();
            let mut constant = 0;
            for (place, &number) in numbers.iter().enumerate() {
                let name = place + 1;
                match dice.chance(1, 3) {
                    true => {
                        constant += number;
                        write!(text, "{:+} ~x{name} ", -number).unwrap();
                    }
                    false => write!(text, "{number:+} x{name} ").unwrap(),
                }
            }
            (text, constant)
        };
        let (costs, constant) = sum(&self.costs);
        writeln!(text, "min: {costs}{constant:+} ;").unwrap();
        for row in &self.rows {
            let (terms, constant) = sum(&row.coefficients);
            writeln!(text, "{terms}{} {} ;", row.relation, row.side - constant).unwrap();
        }
        text
    }
}

/// The values of the variables in a solution. Names are `first` and a number from `from` on.
fn values(
    problem: &Problem,
    options: &[OptionId],
    mut values: Vec<i64>,
    (first, from): (&str, usize),
) -> Vec<i64> {
    let mut known = BTreeMap::new();
    for &option in options {
        for (item, color) in problem.option(option) {
            let name = String::from_utf8_lossy(problem.name(item)).into_owned();
            let Some(name) = name.strip_prefix('#') else {
                continue;
            };
            let (name, step) = match name.split_once(">=") {
                Some((name, step)) => (name, step.parse::<i64>().unwrap()),
                None => (name, 1),
            };
            let Some(place) = name
                .strip_prefix(first)
                .and_then(|place| place.parse::<usize>().ok())
            else {
                continue;
            };
            let value = match color {
                Some(b'0') => None,
                None | Some(b'1') => Some(step),
                Some(other) => panic!("color {other}"),
            };
            let known = known.entry(place - from).or_insert((i64::MIN, i64::MAX));
            match value {
                Some(value) => known.0 = known.0.max(value),
                None => known.1 = known.1.min(step - 1),
            }
        }
    }
    for (place, (least, most)) in known {
        // A solution gives both bounds, or one of them.
        values[place] = if least == i64::MIN { most } else { least };
        assert!(most == i64::MAX || least == i64::MIN || least == most);
    }
    values
}

/// The assignments of a problem's solutions. Each must come once.
fn assignments(imported: &Imported, count: usize, names: (&str, usize)) -> Assignments {
    let problem = &imported.problem;
    let mut fixed = vec![0; count];
    let mut constant = 0;
    for note in &imported.notes {
        if let Some((_, list)) = note.split_once("no option for what has one value: ") {
            for one in list.split(", ") {
                let (name, value) = one.split_once(" = ").unwrap();
                let place: usize = name[1..].parse().unwrap();
                fixed[place - names.1] = value.parse().unwrap();
            }
        }
        if let Some((_, rest)) = note.split_once("has a constant of ") {
            constant = rest.split(',').next().unwrap().parse().unwrap();
        }
    }
    let mut all = Assignments::new();
    for solution in problem.solutions() {
        let costs = problem.costs();
        let cost = |&option: &OptionId| costs.map_or(0, |costs| costs.of(option) as i64);
        let cost: i64 = solution.options.iter().map(cost).sum();
        let values = values(problem, &solution.options, fixed.clone(), names);
        let before = all.insert(values, cost + constant);
        assert_eq!(before, None, "{problem}");
    }
    all
}

#[test]
fn programs_with_signs_and_integers_have_the_assignments_of_brute_force() {
    let mut dice = Dice::new(67, 1);
    let mut with_some = 0;
    for number in 0..problems(700) {
        let largest = if number % 4 == 0 { 5 } else { 2 };
        let program = Program::random(&mut dice, number % 3 == 0, largest);
        let expected = program.assignments();
        with_some += usize::from(!expected.is_empty());
        for (text, read) in [
            (program.lp(), import::lp as fn(&[u8]) -> _),
            (program.mps(), import::mps),
        ] {
            let imported = read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}: {text}"));
            let found = assignments(&imported, program.bounds.len(), ("x", 0));
            assert_eq!(found, expected, "{text}{}", imported.problem);
        }
    }
    assert!(with_some > 200, "{with_some}");
}

/// The number of problems: at least as many as the counts below need.
fn problems(few: u64) -> u64 {
    tier::problems("CONVERT_PROBLEMS", few).max(few)
}

#[test]
fn pseudo_boolean_constraints_have_the_assignments_of_brute_force() {
    let mut dice = Dice::new(67, 2);
    let mut with_some = 0;
    for number in 0..problems(700) {
        let largest = if number % 4 == 0 { 9 } else { 3 };
        let program = Program::random(&mut dice, true, largest);
        let expected = program.assignments();
        with_some += usize::from(!expected.is_empty());
        let text = program.opb(&mut dice);
        let imported = import::opb(text.as_bytes());
        let imported = imported.unwrap_or_else(|fault| panic!("{fault}: {text}"));
        let found = assignments(&imported, program.bounds.len(), ("x", 1));
        assert_eq!(found, expected, "{text}{}", imported.problem);
    }
    assert!(with_some > 200, "{with_some}");
}

#[test]
fn clauses_have_the_assignments_of_brute_force_and_soft_ones_cost() {
    let mut dice = Dice::new(67, 3);
    let mut with_some = 0;
    for _ in 0..problems(500) {
        let count = 1 + below(&mut dice, 6);
        let mut clause = || -> Vec<i64> {
            let literals = (0..1 + dice.below(4)).map(|_| {
                let variable = 1 + below(&mut dice, count as usize);
                if dice.chance(1, 2) {
                    variable
                } else {
                    -variable
                }
            });
            literals.collect()
        };
        let hard: Vec<Vec<i64>> = (0..4).map(|_| clause()).collect();
        let soft: Vec<Vec<i64>> = (0..3).map(|_| clause()).collect();
        let mut plain = Assignments::new();
        let mut weighted = Assignments::new();
        for bits in 0..1i64 << count {
            let values: Vec<i64> = (0..count).map(|place| bits >> place & 1).collect();
            let holds = |clause: &Vec<i64>| {
                let mut literals = clause.iter();
                literals.any(|&literal| {
                    values[literal.unsigned_abs() as usize - 1] == i64::from(literal > 0)
                })
            };
            if hard.iter().all(holds) {
                let fails = (2..).zip(&soft).filter(|(_, clause)| !holds(clause));
                let cost: i64 = fails.map(|(weight, _)| weight).sum();
                weighted.insert(values.clone(), cost);
                plain.insert(values, 0);
            }
        }
        with_some += usize::from(!plain.is_empty());
        let lines = |clauses: &[Vec<i64>], weights: &[&str]| {
            let mut text = String::new();
            for (place, clause) in clauses.iter().enumerate() {
                text += weights[place % weights.len()];
                for literal in clause {
                    write!(text, "{literal} ").unwrap();
                }
                text += "0\n";
            }
            text
        };
        let softs = lines(&soft, &["2 ", "3 ", "4 "]);
        let cnf = format!("p cnf {count} 4\n{}", lines(&hard, &[""]));
        let old = format!("p wcnf {count} 7 50\n{softs}{}", lines(&hard, &["50 "]));
        let imported = import::cnf(cnf.as_bytes()).unwrap();
        let found = assignments(&imported, count as usize, ("", 1));
        assert_eq!(found, plain, "{cnf}{}", imported.problem);
        let imported = import::wcnf(old.as_bytes()).unwrap();
        let found = assignments(&imported, count as usize, ("", 1));
        assert_eq!(found, weighted, "{old}{}", imported.problem);
        // The newer form tells no number of variables.
        let used: std::collections::BTreeSet<i64> = hard
            .iter()
            .chain(&soft)
            .flatten()
            .map(|literal| literal.abs())
            .collect();
        if used.len() as i64 == count {
            let new = format!("{}{softs}", lines(&hard, &["h "]));
            let imported = import::wcnf(new.as_bytes()).unwrap();
            let found = assignments(&imported, count as usize, ("", 1));
            assert_eq!(found, weighted, "{new}{}", imported.problem);
        }
    }
    assert!(with_some > 100, "{with_some}");
}

/// Workers who work five days of seven, and how many each day needs.
const SHIFTS: &str = "Minimize\n obj: m + t + w + h + f\nSubject To\n mon: m + h + f >= 5\n tue: m + t + f >= 4\n \
    wed: m + t + w >= 6\n thu: t + w + h >= 3\n fri: w + h + f >= 7\nBounds\n m <= 8\n t <= 8\n w <= 8\n \
    h <= 8\n f <= 8\nGeneral\n m t w h f\nEnd\n";

#[test]
fn the_cheapest_shifts_are_those_of_brute_force_and_of_glpsol() {
    let mut best = i64::MAX;
    for number in 0..9i64.pow(5) {
        let [m, t, w, h, f] = [0, 1, 2, 3, 4].map(|place| number / 9i64.pow(place) % 9);
        let days = [
            m + h + f >= 5,
            m + t + f >= 4,
            m + t + w >= 6,
            t + w + h >= 3,
            w + h + f >= 7,
        ];
        if days.iter().all(|&day| day) {
            best = best.min(m + t + w + h + f);
        }
    }
    let imported = dlx(&["import", "lp"], SHIFTS);
    assert_eq!(imported.status, Some(0));
    let told = dlx(&["best"], &imported.stdout).stderr;
    assert!(
        told.starts_with(&format!("Solution 1 costs {best}.\n")),
        "{told}"
    );
    if tools::has("glpsol") {
        let file = TemporaryFile::with(SHIFTS);
        let mut command = filter::command("glpsol", &["--lp", file.name(), "-o", "/dev/stdout"]);
        let solved = run(&mut command, b"").stdout;
        assert!(
            solved.contains(&format!("obj = {best} (MINimum)")),
            "{solved}"
        );
    }
}

/// If variables have no bounds, the rows bound them.
#[test]
fn rows_bound_what_has_no_bounds() {
    let text = "max 3 x + 2 y\nst\n a: x + y <= 4\n b: x - y >= -1\ngen x y\nend\n";
    let imported = import::lp(text.as_bytes()).unwrap();
    let pairs = (0..=4).flat_map(|x| (0..=4).map(move |y| (x, y)));
    let pairs = pairs.filter(|(x, y)| x + y <= 4 && x - y >= -1);
    assert_eq!(imported.problem.solutions().count(), pairs.count());
}

/// The end of an unclosed bracket used to be searched for again at each bracket.
#[test]
fn a_million_brackets_in_a_name_are_read_at_once() {
    let name = format!("a{}", "[".repeat(1 << 20));
    let text = format!("min x\nst\n c: {name} + x = 1\nbin x\nend\n");
    let fault = import::lp(text.as_bytes()).unwrap_err();
    assert!(
        fault.to_string().contains("need not be an integer"),
        "{fault}"
    );
    // Those that are closed are part of the name, whatever stands between them.
    let text = "min x\nst\n c: a[1,-2][b:c] + x = 1\nbin x a[1,-2][b:c]\nend\n";
    assert_eq!(
        import::lp(text.as_bytes())
            .unwrap()
            .problem
            .solutions()
            .count(),
        2
    );
}

/// Problems survive the way to pseudo-Boolean constraints or clauses and back, even with colors.
#[test]
fn constraints_and_clauses_of_ours_come_back_with_the_same_number_of_solutions() {
    let mut compared = 0;
    for case in super::random::cases(12, 120) {
        if case.problem.option_count() == 0 {
            continue;
        }
        let expected = format!("{}\n", case.solutions.len());
        let format = ["opb", "cnf", "lp", "wcnf"][compared % 4];
        let text = dlx(&["to", format], &case.text).stdout;
        let back = dlx(&["import", format], &text);
        assert_eq!(back.status, Some(0), "{text}{back:?}");
        assert_eq!(
            dlx(&["count"], &back.stdout).stdout,
            expected,
            "{text}{}",
            back.stdout
        );
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}
