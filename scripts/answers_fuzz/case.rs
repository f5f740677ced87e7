//! A case: a problem with costs, and limits. Its seed and number determine it.

use dlx3::answers::tuning::Tuning;
use dlx3::families::dice::Dice;
use dlx3::search::testing::Tuning as SearchTuning;
use std::fs;
use std::path::{Path, PathBuf};

/// A problem, and the terms on which answers are asked for.
#[derive(Clone, Debug)]
pub struct Case {
    pub shape: &'static str,
    /// Names with their bounds.
    pub primary: Vec<(String, usize, usize)>,
    pub secondary: Vec<String>,
    /// The words of each option, and its cost.
    pub options: Vec<(Vec<String>, u64)>,
    /// The bytes that states may take.
    pub memory: usize,
    /// The checks of the clock after which time is up.
    pub looks: Option<u32>,
    /// How many of the cheapest solutions are wanted; with `most`, of the dearest.
    pub best: usize,
    pub most: bool,
    /// The seed of samples.
    pub seed: u64,
    /// The techniques of answers, and of the search of DLX3's tree.
    pub tuning: Tuning,
    pub search: SearchTuning,
}

type Shape = (&'static str, fn(&mut Case, &mut Dice));

/// The thirteen shapes.
pub const SHAPES: [Shape; 13] = [
    ("plain", |case, dice| case.mixed(dice, false, false)),
    ("bounds", |case, dice| case.mixed(dice, true, false)),
    ("colors", |case, dice| case.mixed(dice, false, true)),
    ("bounds-and-colors", |case, dice| {
        case.mixed(dice, true, true)
    }),
    ("many-secondaries", Case::many_secondaries),
    ("chain", Case::chain),
    ("dense", Case::dense),
    ("planted", Case::planted),
    ("equal-options", Case::equal_options),
    ("never-or-always", Case::never_or_always),
    ("dear", Case::dear),
    ("apart", Case::apart),
    ("one-joins-all", Case::one_joins_all),
];

impl Case {
    /// Case number `number` of a seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let dice = &mut Dice::new(seed, number);
        let (shape, fill) = *dice.pick(&SHAPES);
        let mut case = Case {
            shape,
            primary: Vec::new(),
            secondary: Vec::new(),
            options: Vec::new(),
            memory: match dice.below(9) {
                0..=2 => usize::MAX,
                3 => 0,
                _ => dice.of_any_size(100, 1 << 21),
            },
            looks: dice
                .chance(1, 5)
                .then(|| dice.of_any_size(1, 200) as u32 - 1),
            best: dice.of_any_size(1, 300),
            most: dice.chance(1, 3),
            seed: dice.below(1000) as u64,
            tuning: Tuning::default(),
            search: SearchTuning::default(),
        };
        fill(&mut case, dice);
        case.tune(dice);
        if shape != "dear" {
            let most = *dice.pick(&[0, 1, 3, 1000]);
            for (_, cost) in &mut case.options {
                *cost = dice.below(most + 1) as u64;
            }
        }
        case
    }

    /// Draws the techniques: most cases have all, or all but one or two.
    fn tune(&mut self, dice: &mut Dice) {
        for _ in 0..dice.below(4) {
            let switches: Vec<_> = Tuning::switches().collect();
            self.tuning.set(dice.pick(&switches).name, 0);
            let switches: Vec<_> = SearchTuning::switches().collect();
            self.search.set(dice.pick(&switches).name, 0);
        }
        // There must be a way to each answer.
        if !self.tuning.has_ways() {
            self.tuning.walk = true;
        }
        // Counts are by layers, or by DLX3's tree.
        self.tuning.dlx3 |= !self.tuning.layers_narrow && !self.tuning.layers_input;
        self.search.always_shrink = dice.chance(1, 4);
        self.search.always_recall = dice.chance(1, 4);
    }

    /// The techniques as a value of `--tuning`.
    pub fn settings(&self) -> String {
        let of_answers = Tuning::TECHNIQUES.iter();
        let of_answers = of_answers.map(|row| (row, self.tuning.get(row.name)));
        let of_search = SearchTuning::TECHNIQUES.iter();
        let of_search = of_search.map(|row| (row, self.search.get(row.name)));
        let all = of_answers.chain(of_search);
        let settings: Vec<String> = all
            .map(|(row, number)| {
                let number = number.expect("it is in the table");
                format!("{}={}", row.name, row.range.word(number))
            })
            .collect();
        settings.join(",")
    }

    fn item(&mut self, dice: &mut Dice, bounded: bool) {
        let (mut lower, mut upper) = (1, 1);
        if bounded && dice.chance(2, 3) {
            upper = dice.between(1, 4);
            lower = dice.below(upper + 1);
        }
        let name = format!("p{}", self.primary.len());
        self.primary.push((name, lower, upper));
    }

    fn items(&mut self, dice: &mut Dice, primary: usize, bounded: bool, secondary: usize) {
        for _ in 0..primary {
            self.item(dice, bounded);
        }
        let first = self.secondary.len();
        let names = (first..first + secondary).map(|number| format!("s{number}"));
        self.secondary.extend(names);
    }

    /// Some secondary items, perhaps with colors, for an option.
    fn some_secondary(&self, dice: &mut Dice, most: usize, colored: bool) -> Vec<String> {
        let count = dice.below(most.min(self.secondary.len()) + 1);
        let chosen = dice.sample(count, self.secondary.len());
        let word = |place: usize| match colored && dice.chance(3, 4) {
            true => format!("{}:{}", self.secondary[place], dice.pick(&["a", "b", "c"])),
            false => self.secondary[place].clone(),
        };
        chosen.into_iter().map(word).collect()
    }

    fn add(&mut self, words: Vec<String>) {
        if !words.is_empty() {
            self.options.push((words, 0));
        }
    }

    /// An option with some of the primary items.
    fn add_some(&mut self, dice: &mut Dice, most: usize, secondary: usize, colored: bool) {
        let count = dice.between(1, most);
        let items = dice.sample(count, self.primary.len());
        let mut words: Vec<String> = items.iter().map(|&i| self.primary[i].0.clone()).collect();
        words.extend(self.some_secondary(dice, secondary, colored));
        self.add(words);
    }

    fn mixed(&mut self, dice: &mut Dice, bounded: bool, colored: bool) {
        let (primary, secondary) = (dice.between(1, 7), dice.below(5));
        self.items(dice, primary, bounded, secondary);
        let most = dice.between(1, 4);
        for _ in 0..dice.between(1, 14) {
            self.add_some(dice, most, 2, colored);
        }
    }

    fn many_secondaries(&mut self, dice: &mut Dice) {
        let (bounded, colored) = (dice.chance(1, 2), dice.chance(1, 2));
        let (primary, secondary) = (dice.between(1, 3), dice.between(4, 12));
        self.items(dice, primary, bounded, secondary);
        for _ in 0..dice.between(2, 13) {
            self.add_some(dice, 2, 5, colored);
        }
    }

    /// Items in a row; each option has some consecutive ones.
    fn chain(&mut self, dice: &mut Dice) {
        let bounded = dice.chance(1, 2);
        let length = dice.between(3, 14);
        let secondary = dice.below(3);
        self.items(dice, length, bounded, secondary);
        for first in 0..length {
            for size in 1..=3.min(length - first) {
                if dice.chance(3, 5) {
                    let items = self.primary[first..first + size].iter();
                    let mut words: Vec<String> = items.map(|item| item.0.clone()).collect();
                    words.extend(self.some_secondary(dice, 1, true));
                    self.add(words);
                }
            }
        }
    }

    /// Options with most of the items: few are compatible, unless bounds are wide.
    fn dense(&mut self, dice: &mut Dice) {
        let primary = dice.between(2, 6);
        for number in 0..primary {
            let upper = dice.between(1, 5);
            let lower = dice.below(upper.min(2) + 1);
            self.primary.push((format!("p{number}"), lower, upper));
        }
        for _ in 0..dice.between(3, 14) {
            let items = self.primary.iter().filter(|_| dice.chance(2, 3));
            let words = items.map(|item| item.0.clone()).collect();
            self.add(words);
        }
    }

    /// Options that are drawn around planted solutions.
    fn planted(&mut self, dice: &mut Dice) {
        let (primary, secondary) = (dice.between(4, 12), dice.below(4));
        self.items(dice, primary, false, secondary);
        for _ in 0..dice.between(1, 4) {
            let mut items: Vec<usize> = (0..primary).collect();
            dice.shuffle(&mut items);
            while !items.is_empty() {
                let some = items.split_off(items.len() - dice.between(1, items.len().min(4)));
                let mut words: Vec<String> =
                    some.iter().map(|&i| self.primary[i].0.clone()).collect();
                words.extend(self.some_secondary(dice, 1, true));
                self.add(words);
            }
        }
        self.options.truncate(18);
    }

    fn equal_options(&mut self, dice: &mut Dice) {
        let (bounded, colored) = (dice.chance(1, 2), dice.chance(1, 2));
        self.mixed(dice, bounded, colored);
        self.options.truncate(8);
        for _ in 0..dice.between(1, 6) {
            let again = dice.pick(&self.options).clone();
            self.options.push(again);
        }
    }

    /// Items that no option has, and those that all have.
    fn never_or_always(&mut self, dice: &mut Dice) {
        let colored = dice.chance(1, 2);
        self.mixed(dice, true, colored);
        self.options.truncate(12);
        for number in 0..dice.between(1, 3) {
            let upper = dice.between(1, 12);
            let lower = dice.below(upper.min(3) + 1);
            let name = format!("q{number}");
            if dice.chance(1, 2) {
                self.options
                    .iter_mut()
                    .for_each(|option| option.0.push(name.clone()));
                self.primary.push((name, lower, upper));
            } else if dice.chance(1, 2) {
                self.primary.push((name, 0, upper));
            } else {
                self.secondary.push(name);
            }
        }
    }

    /// Costs near the greatest sum that is allowed.
    fn dear(&mut self, dice: &mut Dice) {
        let (bounded, colored) = (dice.chance(1, 2), dice.chance(1, 2));
        self.mixed(dice, bounded, colored);
        let mut left = 1u64 << 62;
        for (_, cost) in &mut self.options {
            *cost = match dice.below(3) {
                0 => dice.below(4) as u64,
                1 => left >> dice.below(40),
                _ => left - dice.below(4).min(left as usize) as u64,
            };
            left -= (*cost).min(left);
        }
        // Some sums exceed it and must be refused.
        if dice.chance(1, 8) {
            self.options[0].1 = 1 << dice.between(59, 62);
        }
    }

    /// Parts without common items, and options that forbid nothing.
    fn apart(&mut self, dice: &mut Dice) {
        for _ in 0..dice.between(2, 5) {
            let mut part = Case {
                primary: Vec::new(),
                secondary: Vec::new(),
                options: Vec::new(),
                ..self.clone()
            };
            let (bounded, colored) = (dice.chance(1, 2), dice.chance(1, 2));
            part.mixed(dice, bounded, colored);
            part.options.truncate(6);
            let tag = self.primary.len() + self.secondary.len();
            let own = |name: &str| format!("{}n{tag}", &name[..1]) + &name[1..];
            self.primary
                .extend(part.primary.iter().map(|(n, l, u)| (own(n), *l, *u)));
            self.secondary
                .extend(part.secondary.iter().map(|name| own(name)));
            for (words, cost) in part.options {
                self.options
                    .push((words.iter().map(|word| own(word)).collect(), cost));
            }
        }
        dice.shuffle(&mut self.options);
        self.options.truncate(24);
    }

    /// One option has all items, or nearly all; others have one, or some consecutive ones.
    fn one_joins_all(&mut self, dice: &mut Dice) {
        let bounded = dice.chance(1, 3);
        let (primary, secondary) = (dice.between(2, 14), dice.below(4));
        self.items(dice, primary, bounded, secondary);
        let first = dice.below(2);
        let names = self.primary[first..].iter().map(|item| item.0.clone());
        let mut joining: Vec<String> = names.collect();
        joining.extend(self.secondary.iter().cloned());
        self.add(joining);
        for place in 0..primary {
            if dice.chance(9, 10) {
                let end = (place + dice.between(1, 3)).min(primary);
                let end = if dice.chance(2, 3) { place + 1 } else { end };
                let names = self.primary[place..end].iter().map(|item| item.0.clone());
                let mut words: Vec<String> = names.collect();
                words.extend(self.some_secondary(dice, 1, true));
                self.add(words);
            }
        }
        let last = self.options.len() - 1;
        self.options.swap(0, dice.below(last + 1));
    }

    /// The problem as text, with costs.
    pub fn text(&self) -> String {
        let bounds = |(name, lower, upper): &(String, usize, usize)| match (lower, upper) {
            (1, 1) => name.clone(),
            _ if lower == upper => format!("{upper}|{name}"),
            _ => format!("{lower}:{upper}|{name}"),
        };
        let mut words: Vec<String> = self.primary.iter().map(bounds).collect();
        if !self.secondary.is_empty() {
            words.push("|".to_owned());
            words.extend(self.secondary.iter().cloned());
        }
        let mut text = words.join(" ") + "\n";
        for (words, cost) in &self.options {
            text += &words.join(" ");
            match cost {
                0 => text.push('\n'),
                _ => text += &format!(" |{}\n", self.written(*cost)),
            }
        }
        text
    }

    /// A cost in one of the forms that are read. Every third case has decimals, and every fifth
    /// cost is negative.
    fn written(&self, cost: u64) -> String {
        let sign = if cost % 5 == 2 { "-" } else { "" };
        match self.seed % 3 {
            0 => format!("{sign}{}.{}", cost / 10, cost % 10),
            1 if cost.is_multiple_of(10) => format!("{sign}{}e1", cost / 10),
            _ => format!("{sign}{cost}"),
        }
    }

    /// Writes the problem to a file, after a comment with its terms and its fault.
    pub fn keep(&self, folder: &Path, name: &str, what: &str) -> PathBuf {
        let path = folder.join(format!("{name}-{}.dlx", self.shape));
        let Case {
            memory,
            looks,
            best,
            most,
            seed,
            ..
        } = self;
        let what = what.lines().next().unwrap_or_default();
        let text = format!(
            "| {what}\n| memory {memory}, looks {looks:?}, best {best}, most {most}, seed {seed}\n\
             | --tuning {}\n{}",
            self.settings(),
            self.text()
        );
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .expect("the folder can be written");
        path
    }
}
