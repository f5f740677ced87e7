//! Properties of every problem, checked on small random ones against brute force over all sets of
//! options.

use crate::common::filter::{TemporaryFile, dlx_check, dlx3, run};
use dlx3::Solve;
use dlx3::check::{Settings, check};
use dlx3::search::Memo;
use dlx3::search::testing::{Tuning, tuned};
use dlx3::{Bounds, BuildError, FaultKind, ItemId, Problem};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A problem in pieces that have nothing to do with the library's.
#[derive(Clone, Debug)]
struct Spec {
    /// Lower and upper bounds of the primary items A, B, ...
    primary: Vec<(u32, u32)>,
    /// The number of secondary items x, y, ...
    secondary: usize,
    options: Vec<Row>,
}

/// An option: which primary items it has, and how it uses the secondary ones.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    primary: Vec<bool>,
    secondary: Vec<Use>,
    /// Whether its words stand in reverse.
    reversed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Use {
    No,
    Plain,
    Color(u8),
}

fn row(primary: usize, secondary: usize) -> impl Strategy<Value = Row> {
    let used = prop_oneof![
        3 => Just(Use::No),
        1 => Just(Use::Plain),
        2 => prop::sample::select(&b"0:"[..]).prop_map(Use::Color),
    ];
    (
        prop::collection::vec(prop::bool::weighted(0.4), primary),
        prop::collection::vec(used, secondary),
        any::<bool>(),
    )
        .prop_map(|(primary, secondary, reversed)| Row {
            primary,
            secondary,
            reversed,
        })
}

fn spec() -> impl Strategy<Value = Spec> {
    let bounds = prop_oneof![
        2 => Just((1, 1)),
        2 => (0u32..=3, 1u32..=3).prop_map(|(a, b)| (a.min(b), b)),
    ];
    (prop::collection::vec(bounds, 1..=4), 0usize..=3).prop_flat_map(|(primary, secondary)| {
        let rows = prop::collection::vec(row(primary.len(), secondary), 0..=10);
        rows.prop_map(move |options| Spec {
            primary: primary.clone(),
            secondary,
            options,
        })
    })
}

impl Row {
    fn is_kept(&self) -> bool {
        self.primary.contains(&true)
    }
}

impl Spec {
    fn text(&self) -> String {
        let mut words: Vec<String> = (b'A'..)
            .zip(&self.primary)
            .map(|(name, (lower, upper))| format!("{lower}:{upper}|{}", char::from(name)))
            .collect();
        words.push("|".to_owned());
        words.extend(
            (b'x'..)
                .take(self.secondary)
                .map(|name| char::from(name).into()),
        );
        let mut text = words.join(" ") + "\n";
        for row in &self.options {
            let primary = (b'A'..).zip(&row.primary).filter(|(_, has)| **has);
            let mut words: Vec<String> = primary.map(|(name, _)| char::from(name).into()).collect();
            for (name, used) in (b'x'..).zip(&row.secondary) {
                let name = char::from(name);
                match used {
                    Use::No => {}
                    Use::Plain => words.push(name.into()),
                    Use::Color(color) => words.push(format!("{name}:{}", char::from(*color))),
                }
            }
            if row.reversed {
                words.reverse();
            }
            text += &(words.join(" ") + "\n");
        }
        text
    }

    /// All solutions, as sets of the numbers of kept options.
    fn brute_force(&self) -> BTreeSet<Vec<u32>> {
        let kept: Vec<&Row> = self.options.iter().filter(|row| row.is_kept()).collect();
        (0..1u32 << kept.len())
            .map(|set| {
                (0..kept.len() as u32)
                    .filter(|bit| set >> bit & 1 == 1)
                    .collect()
            })
            .filter(|set: &Vec<u32>| {
                let rows: Vec<&Row> = set.iter().map(|&option| kept[option as usize]).collect();
                self.is_solution(&rows)
            })
            .collect()
    }

    fn is_solution(&self, rows: &[&Row]) -> bool {
        let within = self
            .primary
            .iter()
            .enumerate()
            .all(|(item, &(lower, upper))| {
                let count = rows.iter().filter(|row| row.primary[item]).count() as u32;
                lower <= count && count <= upper
            });
        within
            && (0..self.secondary).all(|item| {
                let uses: Vec<Use> = rows
                    .iter()
                    .map(|row| row.secondary[item])
                    .filter(|&used| used != Use::No)
                    .collect();
                uses.len() < 2
                    || uses
                        .iter()
                        .all(|&used| used == uses[0] && used != Use::Plain)
            })
    }
}

/// The solutions of a stream, each with its lines but not its number.
fn bodies(stream: &str) -> Vec<String> {
    let mut bodies: Vec<String> = Vec::new();
    for line in stream.lines() {
        match bodies.last_mut() {
            Some(body) if line.starts_with(' ') => *body += &format!("{line}\n"),
            _ => bodies.push(String::new()),
        }
    }
    bodies
}

fn solutions(text: &str, words: &[&str]) -> String {
    let run = run(&mut dlx3(words), text.as_bytes());
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    run.stdout
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn the_solutions_are_those_of_brute_force_each_once(spec in spec()) {
        let problem: Problem = spec.text().parse().unwrap();
        let mut found = BTreeSet::new();
        for solution in problem.solutions() {
            let mut options: Vec<u32> = solution.options.iter().map(|option| option.0).collect();
            options.sort_unstable();
            prop_assert!(found.insert(options), "a solution came twice");
        }
        prop_assert_eq!(found, spec.brute_force());
    }

    #[test]
    fn as_many_are_counted_whichever_technique_is_off(
        spec in spec(),
        off in prop::sample::select(Tuning::switches().collect::<Vec<_>>()),
    ) {
        let problem: Problem = spec.text().parse().unwrap();
        let mut tuning = Tuning {
            always_shrink: true,
            always_recall: true,
            ..Tuning::default()
        };
        tuning.set(off.name, 0);
        let memo = Memo::new(&problem, 1 << 12, false);
        let mut search = tuned(&problem, &tuning).with_memo(&memo);
        search.run(&mut ());
        let number = spec.brute_force().len() as u64;
        prop_assert!(search.counters().solutions == number, "without {}", off.name);
    }

    #[test]
    fn what_is_written_is_read_as_an_equal_problem(spec in spec()) {
        let problem: Problem = spec.text().parse().unwrap();
        let mut written = Vec::new();
        problem.write(&mut written).unwrap();
        let again = Problem::from_bytes(&written).unwrap();
        prop_assert_eq!(&again, &problem);
        let mut rewritten = Vec::new();
        again.write(&mut rewritten).unwrap();
        prop_assert_eq!(rewritten, written);
    }

    #[test]
    fn the_builder_refuses_the_options_that_the_reader_refuses(
        nodes in prop::collection::vec(
            (0u32..5, prop::option::weighted(0.5, prop::sample::select(&b"01: \t|"[..]))),
            1..5,
        ),
    ) {
        const NAMES: [&str; 5] = ["A", "B", "x", "y", "z"];
        let mut text = b"A B | x y\n".to_vec();
        let mut builder = Problem::builder();
        for name in &NAMES[..2] {
            builder.item(name, Bounds::ONE).unwrap();
        }
        for name in &NAMES[2..4] {
            builder.secondary(name).unwrap();
        }
        for (item, color) in &nodes {
            text.extend_from_slice(NAMES[*item as usize].as_bytes());
            if let Some(color) = color {
                text.extend_from_slice(&[b':', *color]);
            }
            text.push(b' ');
        }
        let nodes: Vec<_> = nodes.iter().map(|&(item, color)| (ItemId(item), color)).collect();
        let built = builder.option(&nodes);
        match Problem::from_bytes(&text) {
            Err(fault) => {
                let refused = match fault.kind {
                    FaultKind::UnknownItem => BuildError::ForeignItem,
                    FaultKind::DuplicateInOption => BuildError::RepeatedItem,
                    FaultKind::ColoredPrimary => BuildError::ColoredPrimary,
                    FaultKind::BadColor => BuildError::BadColor,
                    other => return Err(TestCaseError::fail(format!("{other:?}"))),
                };
                prop_assert_eq!(built, Err(refused));
            }
            Ok(read) if read.option_count() == 0 => {
                prop_assert_eq!(built, Err(BuildError::NoPrimaryItem));
            }
            Ok(read) => prop_assert_eq!(builder.build().unwrap(), read),
        }
    }

    #[test]
    fn the_builder_refuses_the_items_that_the_reader_refuses(
        first in prop::collection::vec(prop::sample::select(&b"ab12:|\xe9\x00\t"[..]), 0..11),
        second in prop::collection::vec(prop::sample::select(&b"ab12:|"[..]), 1..4),
        lower in 0u32..4,
        upper in 0u32..4,
    ) {
        let bounds = Bounds { lower, upper };
        let mut builder = Problem::builder();
        let built = builder
            .item(&first, bounds)
            .and_then(|_| builder.item(&second, Bounds::ONE))
            .and_then(|_| builder.clone().build());
        let prefix = format!("{lower}:{upper}|");
        let text = [prefix.as_bytes(), &first, b" ", &second, b"\n"].concat();
        match (built, Problem::from_bytes(&text)) {
            (Ok(built), read) => prop_assert_eq!(Ok(built), read),
            (Err(_), Err(_)) => {}
            // The text has another meaning: a bar, a bound, a blank.
            (Err(_), Ok(read)) => {
                let named = |name: &[u8]| read.item(name).is_some();
                prop_assert!(!named(&first) || !named(&second));
            }
        }
    }
}

proptest! {
    // Each case runs filters.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn m_prints_every_mth_solution_and_t_the_first_ones(
        spec in spec(),
        spacing in 1usize..5,
        most in 1usize..6,
    ) {
        let text = spec.text();
        let count = spec.brute_force().len();
        let all = bodies(&solutions(&text, &["m1", "v0"]));
        prop_assert_eq!(all.len(), count);
        let spaced = solutions(&text, &[&format!("m{spacing}"), "v0"]);
        let numbers: Vec<usize> = spaced
            .lines()
            .filter_map(|line| line.strip_suffix(':')?.parse().ok())
            .collect();
        prop_assert_eq!(&numbers, &(1..=count / spacing).map(|k| k * spacing).collect::<Vec<_>>());
        let expected: Vec<String> =
            numbers.iter().map(|&number| all[number - 1].clone()).collect();
        prop_assert_eq!(bodies(&spaced), expected);
        let first = bodies(&solutions(&text, &["m1", "v0", &format!("t{most}")]));
        prop_assert_eq!(&first[..], &all[..most.min(count)]);
    }

    #[test]
    fn every_solution_that_is_printed_passes_the_check(spec in spec(), seed in 0u32..1000) {
        let text = spec.text();
        let stream = solutions(&text, &["m1", "v0", &format!("s{seed}")]);
        let count = spec.brute_force().len();
        let problem: Problem = text.parse().unwrap();
        let settings = Settings { step: Some(1), sample: false, memory: 200 };
        prop_assert_eq!(check(&problem, settings, stream.as_bytes()).unwrap(), count as u64);
        let file = TemporaryFile::with(&text);
        let run = run(&mut dlx_check(&["--step=1", file.name()]), stream.as_bytes());
        let hold = if count == 1 { "solution holds" } else { "solutions hold" };
        prop_assert_eq!(run.stdout, format!("{count} {hold}\n"));
    }
}
