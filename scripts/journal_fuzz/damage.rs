//! Damages or forges the files of a folder.

use crate::problems::dice::Dice;
use siphasher::sip::SipHasher13;
use std::collections::BTreeMap;
use std::hash::Hasher;

/// The files of a folder, by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The lines of the heading.
const HEADING: usize = 5;

/// Damages one of the files. `other` is a journal of another search, or of another part.
pub fn damage(dice: &mut Dice, files: &mut Files, other: &[u8]) {
    let names: Vec<String> = files.keys().cloned().collect();
    let name = match dice.chance(3, 4) {
        true => "journal".to_owned(),
        false => dice.pick(&names).clone(),
    };
    let bytes = files.entry(name).or_default();
    match dice.below(9) {
        0 => bytes.truncate(dice.below(bytes.len() + 1)),
        1 => {
            for _ in 0..=dice.below(3) {
                let place = dice.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(place) {
                    *byte ^= 1 << dice.below(8);
                }
            }
        }
        2 => {
            // Blocks that were never written read as zeros.
            let from = dice.below(bytes.len() + 1);
            let to = bytes.len().min(from + dice.below(64));
            bytes[from..to].fill(0);
        }
        3 => {
            let from = dice.below(bytes.len() + 1);
            let to = bytes.len().min(from + dice.below(200));
            bytes.drain(from..to);
        }
        4 => {
            let more = dice.below(100);
            let byte = *dice.pick(b"\0\n7 *");
            bytes.extend(std::iter::repeat_n(byte, more));
        }
        kind => {
            let mut lines = lines(bytes);
            let (one, two) = (
                dice.below(lines.len().max(1)),
                dice.below(lines.len().max(1)),
            );
            match kind {
                _ if lines.is_empty() => {}
                5 => lines.swap(one, two),
                6 => {
                    let line = lines[one].clone();
                    lines.insert(two, line);
                }
                7 => {
                    lines.remove(one);
                }
                _ => {
                    let foreign = self::lines(other);
                    let foreign = foreign.get(dice.below(foreign.len().max(1)));
                    lines.splice(one..one, foreign.cloned());
                }
            }
            *bytes = lines.concat();
        }
    }
}

fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// Replacements for numbers and paths.
const EXTREMES: [&str; 20] = [
    "0",
    "1",
    "2",
    "7",
    "255",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "100000000000000000000000000000000000000000",
    "-",
    ".",
    "@.",
    "@1",
    "@1.1.1.1.1.1.1.1.1.1.1.1",
    "1.1",
    "2",
    "9.9.9",
    "1.4294967295",
    "",
];

/// Replaces some words of the journal, and makes all checksums fit.
pub fn forge(dice: &mut Dice, journal: &mut Vec<u8>) {
    let mut lines: Vec<String> = String::from_utf8_lossy(journal)
        .lines()
        .filter_map(|line| line.rsplit_once(" *").map(|(text, _)| text.to_owned()))
        .collect();
    if lines.len() < HEADING {
        return;
    }
    for _ in 0..=dice.below(3) {
        let line = match dice.chance(1, 4) {
            true => dice.below(HEADING),
            false => dice.below(lines.len()),
        };
        let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
        let place = dice.below(words.len());
        let other = lines[dice.below(lines.len())].clone();
        let other: Vec<&str> = other.split(' ').collect();
        words[place] = match dice.below(4) {
            0 => (*dice.pick(&other)).to_owned(),
            1 => other.get(place).copied().unwrap_or_default().to_owned(),
            2 => match words[place].parse::<u64>() {
                Ok(number) => number.wrapping_add(1).to_string(),
                Err(_) => format!("{}.1", words[place]),
            },
            _ => (*dice.pick(&EXTREMES)).to_owned(),
        };
        lines[line] = words.join(" ");
    }
    // The heading names the search in every line.
    let job = hash(lines[..HEADING].join("\n").as_bytes());
    for line in &mut lines[HEADING..] {
        if let Some((text, _)) = line.rsplit_once(' ') {
            *line = format!("{text} {job:016x}");
        }
    }
    let sealed = lines.iter().map(|line| {
        let sum = hash(line.as_bytes());
        format!("{line} *{sum:016x}\n")
    });
    *journal = sealed.collect::<String>().into_bytes();
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = SipHasher13::new();
    hash.write(bytes);
    hash.finish()
}
