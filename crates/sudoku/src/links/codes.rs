//! Tables and machines in the letters of base 64 (RFC 4648, section 5): six bits a letter.

use crate::rules::{Digits, Machine, Shape};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn number(letter: u8) -> Result<u8, String> {
    let place = LETTERS.iter().position(|&own| own == letter);
    place.map(|place| place as u8).ok_or_else(|| {
        let sign = letter.escape_ascii();
        format!("`{sign}' is no letter of base 64")
    })
}

/// Numbers of six bits.
pub fn sixes(text: &str) -> Result<Vec<u8>, String> {
    text.bytes().map(number).collect()
}

/// Numbers of six bits as letters.
pub fn of_sixes(numbers: &[u8]) -> String {
    let letter = |&number: &u8| char::from(LETTERS[usize::from(number)]);
    numbers.iter().map(letter).collect()
}

/// Bits, the greatest of each letter first.
fn bits(text: &str) -> Result<Vec<bool>, String> {
    let sixes = sixes(text)?;
    let bits = sixes
        .iter()
        .flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1 == 1));
    let mut bits: Vec<bool> = bits.collect();
    // Whole bytes only.
    bits.truncate(bits.len() / 8 * 8);
    Ok(bits)
}

/// Bytes.
pub fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    Ok(bits(text)?.chunks(8).map(byte).collect())
}

/// Bytes as letters.
pub fn of_bytes(bytes: &[u8]) -> String {
    let bits = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
    let bits: Vec<u8> = bits.collect();
    let six = |bits: &[u8]| {
        let all = bits.iter().fold(0, |six, bit| six << 1 | bit);
        all << (6 - bits.len())
    };
    of_sixes(&bits.chunks(6).map(six).collect::<Vec<u8>>())
}

/// A table of pairs: the least bit of each letter first, a row for each first digit.
pub fn pairs(text: &str, shape: Shape) -> Result<Vec<Digits>, String> {
    let sixes = sixes(text)?;
    let mut table = vec![0; usize::from(shape.last) + 1];
    let mut place = 0;
    for first in shape.first..=shape.last {
        for second in shape.first..=shape.last {
            let six = sixes.get(place / 6).copied().unwrap_or(0);
            if six >> (place % 6) & 1 == 1 {
                table[usize::from(first)] |= 1 << second;
            }
            place += 1;
        }
    }
    if sixes.len() > place.div_ceil(6) + 1 {
        return Err("its table has more digits than the grid".to_owned());
    }
    Ok(table)
}

/// A table of pairs as letters.
pub fn of_pairs(table: &[Digits], shape: Shape) -> String {
    let mut sixes = Vec::new();
    let mut place = 0;
    for first in shape.first..=shape.last {
        for second in shape.first..=shape.last {
            if place % 6 == 0 {
                sixes.push(0u8);
            }
            let set = table.get(usize::from(first)).copied().unwrap_or(0);
            let last = sixes.last_mut().expect("it was pushed");
            *last |= ((set >> second & 1) as u8) << (place % 6);
            place += 1;
        }
    }
    while sixes.last() == Some(&0) {
        sixes.pop();
    }
    of_sixes(&sixes)
}

/// Reads bits from the front.
struct Reader {
    bits: Vec<bool>,
    place: usize,
}

impl Reader {
    fn left(&self) -> usize {
        self.bits.len() - self.place
    }

    fn read(&mut self, count: usize) -> Result<usize, String> {
        if count > self.left() {
            return Err("its machine ends too soon".to_owned());
        }
        let bits = &self.bits[self.place..self.place + count];
        self.place += count;
        Ok(bits.iter().fold(0, |all, &bit| all << 1 | usize::from(bit)))
    }
}

/// A machine with states: the number of the least digit is 0.
pub fn machine(text: &str, shape: Shape) -> Result<Machine, String> {
    let mut machine = Machine {
        start: Vec::new(),
        states: Vec::new(),
    };
    if text.is_empty() {
        return Ok(machine);
    }
    let mut reader = Reader {
        bits: bits(text)?,
        place: 0,
    };
    let is_packed = match reader.read(2)? {
        0 => false,
        1 => true,
        _ => return Err("its machine has an unknown form".to_owned()),
    };
    let state_bits = reader.read(4)? + 1;
    let symbols = reader.read(4)? + 1;
    let starts = reader.read(state_bits)?;
    let accepted = reader.read(state_bits)?;
    let mut is_accepted = Vec::new();
    for _ in 0..starts {
        is_accepted.push(reader.read(1)? == 1);
    }
    // The first start state has the last bit.
    is_accepted.reverse();
    is_accepted.resize(starts + accepted, true);
    let digit = |symbol: usize| {
        let digit = symbol + usize::from(shape.first);
        (digit <= usize::from(shape.last)).then_some(digit as u8)
    };
    let mut states: Vec<Vec<(u8, usize)>> = Vec::new();
    if is_packed {
        while reader.left() >= symbols {
            let mask = reader.read(symbols)?;
            let mut steps = Vec::new();
            for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                let to = reader.read(state_bits)?;
                steps.extend(digit(symbol).map(|digit| (digit, to)));
            }
            states.push(steps);
        }
    } else {
        let count_bits = reader.read(4)?;
        let symbol_bits = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
        while count_bits > 0 && reader.left() >= count_bits {
            let count = reader.read(count_bits)?;
            let mut steps = Vec::new();
            for _ in 0..count {
                let symbol = reader.read(symbol_bits)?;
                let to = reader.read(state_bits)?;
                steps.extend(digit(symbol).map(|digit| (digit, to)));
            }
            states.push(steps);
        }
    }
    let targets = states.iter().flatten().map(|step| step.1 + 1);
    let count = targets.max().unwrap_or(0).max(is_accepted.len());
    is_accepted.resize(count.max(states.len()), false);
    states.resize(is_accepted.len(), Vec::new());
    machine.start = (0..starts).collect();
    machine.states = is_accepted.into_iter().zip(states).collect();
    Ok(machine)
}
