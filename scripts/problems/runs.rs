//! Random command lines for problems of any size: Knuth's words, some with extreme values, and the
//! options that change only the speed.

use super::dice::Dice;
use dlx3::search::testing::{Range, Tuning};

/// Numbers at and beyond the ends of what the C program's variables hold.
const EXTREME: &[&str] = &[
    "-1",
    "-2",
    "0",
    "-2147483648",
    "-2147483649",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "4294967297",
    "-9223372036854775808",
    "-9223372036854775809",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999",
    "000000000000000000000012",
    "+5",
    " 7",
    "3x",
];

/// Words for a small problem; `S@` stands for a shape file. There is always a limit of mems.
pub fn small_words(dice: &mut Dice) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |letter: &str, number: usize| words.push(format!("{letter}{number}"));
    if dice.chance(3, 4) {
        add("m", *dice.pick(&[0, 1, 1, 1, 2, 3, 7]));
    }
    if dice.chance(3, 4) {
        let verbose = (0..11).fold(0, |sum, bit| sum + (dice.below(2) << bit));
        add(
            "v",
            *dice.pick(&[1, 1, 1025, 129, verbose, verbose, 1927, 0]),
        );
    }
    if dice.chance(1, 3) {
        let seed = dice.below(1000);
        add("s", seed);
    }
    if dice.chance(1, 4) {
        add("d", *dice.pick(&[0, 1, 100, 1000, 5000]));
    }
    for (letter, of) in [("c", 5), ("C", 5), ("l", 5)] {
        if dice.chance(1, of) {
            let level = dice.below(6);
            add(letter, level);
        }
    }
    if dice.chance(1, 5) {
        let solutions = dice.below(8);
        add("t", solutions);
    }
    if dice.chance(1, 5) {
        let mems = 1 + dice.below(2000);
        add("T", mems);
    } else {
        add("T", 300_000);
    }
    if dice.chance(1, 2) {
        words.push("S@".to_owned());
    }
    // The order should not matter.
    dice.shuffle(&mut words);
    words
}

/// Words for a search that ends when mems have reached a limit; `S@` stands for a shape file. The
/// output stays below some megabytes.
pub fn words(dice: &mut Dice, limit: usize) -> Vec<String> {
    let mut words = vec![format!("T{limit}")];
    let mut add = |letter: &str, number: usize| words.push(format!("{letter}{number}"));
    // With a limit this large, most output must be turned off.
    let is_long = limit > 3_000_000;
    match dice.below(4) {
        0 => {}
        1 if !is_long => add("m", *dice.pick(&[0, 1, 1, 2, 3, 99, 100, 101])),
        _ => {
            let least = if is_long { limit / 1000 } else { 1 };
            let spacing = dice.of_any_size(least, 100_000.max(10 * least));
            add("m", spacing);
        }
    }
    let seen = (0..11).fold(0, |sum, bit| sum + (dice.below(2) << bit));
    match dice.below(4) {
        0 => {}
        1 if !is_long => add("v", seen & if limit > 300_000 { !6 } else { !0 }),
        _ => add("v", *dice.pick(&[1, 1, 129, 513, 641])),
    }
    if dice.chance(1, 8) {
        let seed = dice.below(1000);
        add("s", seed);
    }
    if dice.chance(1, 4) {
        // With `d` 0 there is no report; a report can be as long as the tree is deep.
        let distance = dice.of_any_size(limit / 200 + 1, limit + 1);
        add("d", distance * dice.below(2));
    }
    for letter in ["c", "C", "l"] {
        if dice.chance(1, 8) {
            let level = dice.of_any_size(0, 500);
            add(letter, level);
        }
    }
    if dice.chance(1, 8) {
        let solutions = dice.of_any_size(0, 1_000_000);
        add("t", solutions);
    }
    if !is_long && dice.chance(1, 4) {
        words.push("S@".to_owned());
    }
    dice.shuffle(&mut words);
    words
}

/// Words with extreme values, for a problem that is searched at once: there may be no limit.
pub fn extreme_words(dice: &mut Dice) -> Vec<String> {
    let mut words = Vec::new();
    for letter in ["v", "m", "s", "d", "c", "C", "l", "t", "T"] {
        if dice.chance(1, 3) {
            words.push(format!("{letter}{}", dice.pick(EXTREME)));
        } else if dice.chance(1, 3) {
            words.push(format!("{letter}{}", dice.below(2000)));
        }
    }
    if dice.chance(1, 3) {
        words.push("S@".to_owned());
    }
    dice.shuffle(&mut words);
    words
}

/// Options that must not change the output of a run.
pub fn means(dice: &mut Dice, limit: usize) -> Vec<String> {
    let mut means = Vec::new();
    let mut add = |name: &str, value: String| means.extend([name.to_owned(), value]);
    match dice.below(6) {
        0 | 1 => add("--memo", "0".to_owned()),
        2 => {
            let size = dice.of_any_size(1, 1 << 22);
            add("--memo", size.to_string());
        }
        _ => {}
    }
    // Settings that are only for tests can be very slow.
    let is_long = limit > 3_000_000;
    let engine = dice.below(6);
    match engine {
        _ if is_long => {}
        0 => add("--engine", "links".to_owned()),
        1 | 2 => add("--engine", "auto".to_owned()),
        _ => {}
    }
    if !is_long && engine > 0 && dice.chance(2, 3) {
        let tuning = tuning(dice);
        if !tuning.is_empty() {
            add("--tuning", tuning.join(","));
        }
    }
    if dice.chance(3, 4) {
        let threads = *dice.pick(&[1, 2, 3, 7]);
        add("--threads", threads.to_string());
        if threads > 1 && dice.chance(3, 4) {
            let batch = dice.of_any_size(limit / 5000 + 1, limit / 3 + 1);
            add("--batch", batch.to_string());
        }
    }
    means
}

/// Values of techniques: most runs have nearly all switches on.
fn tuning(dice: &mut Dice) -> Vec<String> {
    let default = Tuning::default();
    let mut tuning = Vec::new();
    for technique in Tuning::TECHNIQUES {
        let is_drawn = match default.get(technique.name) {
            Some(1) if technique.range == Range::Switch => dice.chance(1, 10),
            _ => dice.chance(1, 2),
        };
        if is_drawn {
            let number = match technique.range {
                Range::Switch => 1 - default.get(technique.name).unwrap_or_default(),
                Range::Numbers(_, u64::MAX) => *dice.pick(&[1, 30, 1000, u64::MAX]),
                Range::Numbers(least, most) => {
                    dice.of_any_size(least as usize, most as usize) as u64
                }
                Range::Words(words) => dice.below(words.len()) as u64,
            };
            tuning.push(format!(
                "{}={}",
                technique.name,
                technique.range.word(number)
            ));
        }
    }
    tuning
}
