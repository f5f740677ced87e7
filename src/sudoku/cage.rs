//! Cages of a killer Sudoku: cells whose digits differ and have a given sum.
//!
//! Text: one cage a line, its sum and its cells, as in `15 r1c1 r1c2 r2c1`, rows
//! and columns counted from 1. Blank lines, and what follows a `#`, are skipped.

use super::Geometry;
use crate::text::blank::is_blank;
use crate::text::excerpt;

/// Cells with different digits of a given sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The sum of its digits.
    pub sum: u32,
    /// In increasing order.
    pub cells: Vec<u16>,
}

/// What is wrong with a line of cages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum CageFaultKind {
    #[error("a cage begins with its sum, a number, not with `{0}'")]
    NoSum(String),
    #[error("`{0}' is not a cell such as r1c9")]
    NoCell(String),
    #[error("`{0}' is not on the board")]
    OffBoard(String),
    #[error("the cage has no cells")]
    NoCells,
    #[error("`{0}' is in a cage already")]
    Taken(String),
    #[error("{cells} different digits cannot have the sum {sum}")]
    NoDigits { cells: usize, sum: u32 },
}

/// A fault in the text of cages: its line, counted from 1, and what it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct CageFault {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: CageFaultKind,
}

/// Reads cages for a board. No cell may belong to two of them; cells may belong
/// to none.
///
/// # Errors
/// The first fault.
pub fn read(geometry: &Geometry, text: &[u8]) -> Result<Vec<Cage>, CageFault> {
    let mut taken = vec![false; geometry.cells()];
    let mut cages = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let remark = memchr::memchr(b'#', line).unwrap_or(line.len());
        let mut words = line[..remark]
            .split(|&byte| is_blank(byte))
            .filter(|word| !word.is_empty());
        if let Some(sum) = words.next() {
            let cage = read_cage(geometry, &mut taken, sum, words);
            cages.push(cage.map_err(|kind| CageFault {
                line: number + 1,
                kind,
            })?);
        }
    }
    Ok(cages)
}

fn read_cage<'a>(
    geometry: &Geometry,
    taken: &mut [bool],
    sum: &[u8],
    words: impl Iterator<Item = &'a [u8]>,
) -> Result<Cage, CageFaultKind> {
    let sum = number(sum).ok_or_else(|| CageFaultKind::NoSum(excerpt(sum)))?;
    let mut cells = Vec::new();
    for word in words {
        let (row, column) = place(word).ok_or_else(|| CageFaultKind::NoCell(excerpt(word)))?;
        let order = geometry.order() as u32;
        if !(1..=order).contains(&row) || !(1..=order).contains(&column) {
            return Err(CageFaultKind::OffBoard(excerpt(word)));
        }
        let cell = ((row - 1) * order + column - 1) as usize;
        if geometry.is_hole(cell) {
            return Err(CageFaultKind::OffBoard(excerpt(word)));
        }
        if std::mem::replace(&mut taken[cell], true) {
            return Err(CageFaultKind::Taken(excerpt(word)));
        }
        cells.push(cell as u16);
    }
    cells.sort_unstable();
    let cage = Cage { sum, cells };
    match cage.cells.len() {
        0 => Err(CageFaultKind::NoCells),
        cells if cage.digit_sets(geometry.order()).next().is_none() => {
            Err(CageFaultKind::NoDigits { cells, sum })
        }
        _ => Ok(cage),
    }
}

fn number(word: &[u8]) -> Option<u32> {
    if !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// `rROWcCOLUMN`
fn place(word: &[u8]) -> Option<(u32, u32)> {
    let word = word.to_ascii_lowercase();
    let rest = word.strip_prefix(b"r")?;
    let split = memchr::memchr(b'c', rest)?;
    Some((number(&rest[..split])?, number(&rest[split + 1..])?))
}

impl Cage {
    /// The sets of as many digits as the cage has cells that give its sum, in
    /// lexicographic order; bit `d` of a set is digit `d`.
    pub fn digit_sets(&self, order: usize) -> DigitSets {
        DigitSets {
            order: order as u32,
            size: self.cells.len() as u32,
            sum: self.sum,
            chosen: Vec::new(),
            begun: false,
        }
    }
}

/// Iterates over sets of digits with a given size and sum.
///
/// Invariant: `chosen` is increasing; every prefix tried can be completed, so no
/// dead ends are visited.
pub struct DigitSets {
    order: u32,
    size: u32,
    sum: u32,
    chosen: Vec<u32>,
    begun: bool,
}

impl DigitSets {
    /// Whether `count` different digits from `low` to the order can have the sum
    /// `rest`. (All sums between least and greatest occur.)
    fn is_possible(&self, low: u32, count: u32, rest: u32) -> bool {
        if count == 0 {
            return rest == 0;
        }
        if low + count > self.order + 1 {
            return false;
        }
        let least = count * low + count * (count - 1) / 2;
        let greatest = count * self.order - count * (count - 1) / 2;
        (least..=greatest).contains(&rest)
    }

    /// Completes `chosen` so that its next digit is at least `low`; drops digits
    /// until that is possible.
    fn complete(&mut self, mut low: u32) -> bool {
        loop {
            let count = self.size - self.chosen.len() as u32;
            let rest = self.sum.checked_sub(self.chosen.iter().sum());
            if count == 0 && rest == Some(0) {
                return true;
            }
            let next = rest.and_then(|rest| {
                (low..=self.order.min(rest))
                    .find(|&digit| self.is_possible(digit + 1, count - 1, rest - digit))
            });
            match next {
                Some(digit) => {
                    self.chosen.push(digit);
                    low = digit + 1;
                }
                None => match self.chosen.pop() {
                    Some(digit) => low = digit + 1,
                    None => return false,
                },
            }
        }
    }
}

impl Iterator for DigitSets {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let found = if self.begun {
            let low = self.chosen.pop()? + 1;
            self.complete(low)
        } else {
            self.begun = true;
            self.size <= self.order && self.complete(1)
        };
        found.then(|| self.chosen.iter().fold(0, |set, digit| set | 1 << digit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digit_sets_are_all_those_of_that_size_and_sum() {
        for order in [4, 6, 9] {
            for size in 1..=order + 1 {
                for sum in 0..=50 {
                    let cage = Cage {
                        sum,
                        cells: (0..size as u16).collect(),
                    };
                    let mut found: Vec<u64> = cage.digit_sets(order).collect();
                    let all = (0..1u64 << (order + 1)).filter(|set| {
                        let digits = (0..=order as u64).filter(|digit| set >> digit & 1 == 1);
                        set & 1 == 0
                            && set.count_ones() as usize == size
                            && digits.sum::<u64>() == u64::from(sum)
                    });
                    found.sort_unstable();
                    assert_eq!(found, all.collect::<Vec<_>>(), "{order} {size} {sum}");
                }
            }
        }
    }

    #[test]
    fn cages_are_read_and_faults_name_their_line() {
        let board = Geometry::of_order(4).unwrap();
        let cages = read(&board, b"# killer\n5 r1c2 R1c1\n\n 4 r4c4 # alone\n").unwrap();
        assert_eq!(
            cages,
            [(5, vec![0, 1]), (4, vec![15])].map(|(sum, cells)| Cage { sum, cells })
        );
        let message = |text: &str| read(&board, text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            message("\nr1c1 r1c2"),
            "line 2: a cage begins with its sum, a number, not with `r1c1'"
        );
        assert_eq!(message("5 r1c"), "line 1: `r1c' is not a cell such as r1c9");
        assert_eq!(message("5 r1c5"), "line 1: `r1c5' is not on the board");
        assert_eq!(message("5 r0c1"), "line 1: `r0c1' is not on the board");
        assert_eq!(message("5 # r1c1"), "line 1: the cage has no cells");
        assert_eq!(
            message("3 r1c1\n4 r1c2 r1c1"),
            "line 2: `r1c1' is in a cage already"
        );
        assert_eq!(
            message("8 r1c1 r1c2"),
            "line 1: 2 different digits cannot have the sum 8"
        );
        assert_eq!(
            message("99999999999 r1c1"),
            "line 1: a cage begins with its sum, a number, not with `99999999999'"
        );
    }
}
