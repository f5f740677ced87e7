//! Cages of a killer Sudoku: cells whose digits differ and have a given sum.
//!
//! A text lists one cage a line, its sum and its cells, as in `15 r1c1 r1c2 r2c1`. Rows and columns
//! count from 1. Or it is a drawing with a line for each row: cells of one name make a cage, and
//! `.` is in none. The sums stand beside the drawing, as in `a=15 b=7`. Blank lines and everything
//! after a `#` are skipped.
//!
//! Or it has arrows, a line for each row: each cell holds an arrow `<`, `>`, `^`, `v` (or a Unicode
//! arrow) to the next cell of its cage, or the cage's sum.

mod arrows;

use super::Geometry;
use dlx3_base::text::blank::words;
use dlx3_base::text::ends::plain_with_spaces;
use dlx3_base::text::excerpt;
use std::collections::HashMap;

/// Cells with different digits of a given sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The sum of its digits.
    pub sum: u32,
    /// In increasing order.
    pub cells: Vec<u16>,
}

/// What is wrong with a line of cages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum CageFaultKind {
    NoSum(String),
    NoCell(String),
    OffBoard(String),
    NoCells,
    Taken(String),
    NoDigits {
        cells: usize,
        sum: u32,
    },
    NoRow {
        found: usize,
        expected: usize,
    },
    Rows {
        found: usize,
        expected: usize,
    },
    BadSum(String),
    SumTwice(String),
    SumMissing(String),
    NotDrawn(String),
    ArrowRow {
        found: usize,
        expected: usize,
    },
    NoArrow(String),
    LostArrow {
        /// Row and column, from 0.
        cell: (usize, usize),
        to: &'static str,
    },
}

dlx3_base::messages! {
    CageFaultKind {
        Self::NoSum(it) => "a cage begins with its sum, a number, not with `{it}'",
        Self::NoCell(it) => "`{it}' is not a cell such as r1c9",
        Self::OffBoard(it) => "`{it}' is not on the board",
        Self::NoCells => "the cage has no cells",
        Self::Taken(it) => "`{it}' is in a cage already",
        Self::NoDigits { cells, sum } => "{cells} different digits cannot have the sum {sum}",
        Self::NoRow { found, expected } =>
            "{found} cells where a row has {expected}, and no sum such as a=15",
        Self::Rows { found, expected } =>
            "the drawing has {found} rows where {expected} are expected",
        Self::BadSum(it) => "`{it}' is not a sum, a number",
        Self::SumTwice(it) => "cage `{it}' has a sum already",
        Self::SumMissing(it) => "cage `{it}' has no sum, such as {it}=15",
        Self::NotDrawn(it) => "cage `{it}' has no cells in the drawing",
        Self::ArrowRow { found, expected } =>
            "{found} cells where a row of arrows and sums has {expected}",
        Self::NoArrow(it) =>
            "`{it}' is neither an arrow (< > ^ v) to the next cell of a cage, nor a cage's sum",
        Self::LostArrow { cell, to } => (
            "the arrow of r{}c{} leads {}",
            cell.0 + 1,
            cell.1 + 1,
            to,
        ),
    }
}

/// A fault in the text of cages: its line, counted from 1, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CageFault {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: CageFaultKind,
}

dlx3_base::messages! {
    CageFault {
        Self { line, kind } => "line {line}: {kind}",
    }
}

/// Cages as a list, a line each: "15 r1c1 r1c2 r2c1".
pub fn text(geometry: &Geometry, cages: &[Cage]) -> String {
    let mut text = String::new();
    for cage in cages {
        text += &cage.sum.to_string();
        for &cell in &cage.cells {
            let cell = usize::from(cell);
            let (row, column) = (geometry.row(cell) + 1, geometry.column(cell) + 1);
            text += &format!(" r{row}c{column}");
        }
        text.push('\n');
    }
    text
}

/// Reads the cages of a board: a list, a drawing or arrows. A cell belongs to one cage at most.
///
/// # Errors
/// The first fault.
pub fn read(geometry: &Geometry, text: &[u8]) -> Result<Vec<Cage>, CageFault> {
    let text = &*plain_with_spaces(text);
    if arrows::is_drawing(text, geometry.order()) {
        return arrows::read(geometry, text);
    }
    if is_drawing(geometry, text) {
        return Drawing::new(geometry, text)?.cages();
    }
    let mut taken = vec![false; geometry.cells()];
    let mut cages = Vec::new();
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let remark = memchr::memchr(b'#', line).unwrap_or(line.len());
        let mut words: Vec<&[u8]> = listed(&line[..remark]).collect();
        // `r1c1+r1c2=8`
        if words.len() > 1
            && place(words[0]).is_some()
            && self::number(words[words.len() - 1]).is_some()
        {
            words.rotate_right(1);
        }
        if let Some((sum, cells)) = words.split_first() {
            let cage = read_cage(geometry, &mut taken, sum, cells.iter().copied());
            cages.push(cage.map_err(|kind| CageFault {
                line: number + 1,
                kind,
            })?);
        }
    }
    Ok(cages)
}

/// The sum and the cells of a line: `8 r1c1 r1c2`, `8: r1c1, r1c2`, `8 = r1c1+r1c2`.
fn listed(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    words(line, b",;:=+\x0b")
}

/// Whether a line of a text is more than a remark, a frame or nothing.
pub fn says_something(line: &[u8]) -> bool {
    said(line).next().is_some()
}

/// Whether a line of a text has nothing but sums of the cages of a drawing, such as `a=15 b=7`.
pub fn has_sums(text: &[u8]) -> bool {
    said(text).any(|(_, line)| {
        let words = words(line, b"=:,;\x0b");
        has_sign(line) && words.skip(1).step_by(2).all(|word| number(word).is_some())
    })
}

/// How many lines of a text are rows of letters, and how many are not.
pub fn rows_of_letters(text: &[u8], order: usize) -> (usize, usize) {
    let is_letter = |name: &&[u8]| name.iter().all(u8::is_ascii_alphabetic);
    let are_letters = |line| names(line, order).is_some_and(|row| row.iter().all(is_letter));
    said(text).fold((0, 0), |(rows, others), (_, line)| {
        match are_letters(line) {
            true => (rows + 1, others),
            false => (rows, others + 1),
        }
    })
}

/// Whether a line must be the first of a text of cages (arrows, or a list of sums and cells) and
/// cannot be part of a puzzle.
pub fn begins(line: &[u8], order: usize) -> bool {
    let line = &*plain_with_spaces(line);
    let mut words = listed(line);
    let is_listed = words.next().is_some_and(|word| number(word).is_some())
        && words.next().is_some_and(|word| place(word).is_some());
    is_listed || arrows::begins(line, order)
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
    if cage.cells.is_empty() {
        return Err(CageFaultKind::NoCells);
    }
    check_sum(&cage, geometry.order())?;
    Ok(cage)
}

/// The lines that say something, with their numbers. Remarks and frames are left out.
fn said(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
    let lines = lines.map(|(number, line)| {
        let remark = memchr::memchr(b'#', line).unwrap_or(line.len());
        (number, line[..remark].trim_ascii())
    });
    lines.filter(|(_, line)| !line.iter().all(|byte| b"+-=| \t".contains(byte)))
}

/// The names in a row of a drawing: words, or the characters of words.
fn names(line: &[u8], order: usize) -> Option<Vec<&[u8]>> {
    let words: Vec<&[u8]> = words(line, b",;|\x0b").collect();
    if words.len() == order {
        return Some(words);
    }
    let length: usize = words.iter().map(|word| word.len()).sum();
    (length == order).then(|| words.into_iter().flat_map(|word| word.chunks(1)).collect())
}

fn has_sign(line: &[u8]) -> bool {
    line.iter().any(|byte| b"=:".contains(byte))
}

/// Whether a text is a drawing: it names no cells such as `r1c1`, and has rows or sums.
fn is_drawing(geometry: &Geometry, text: &[u8]) -> bool {
    let has_place = |line: &[u8]| listed(line).any(|word| place(word).is_some());
    let is_row = |line: &[u8]| names(line, geometry.order()).is_some();
    let rows = said(text).filter(|(_, line)| is_row(line)).count();
    !said(text).any(|(_, line)| has_place(line))
        && (rows > 1 || said(text).any(|(_, line)| has_sign(line)))
}

/// Cages as a drawing.
struct Drawing<'t> {
    geometry: &'t Geometry,
    /// The lines of the rows, and the names of their cells.
    rows: Vec<(usize, Vec<&'t [u8]>)>,
    /// The cages that have sums, in their order, each with the line of its sum and the number.
    sums: Vec<(usize, &'t [u8], u32)>,
    /// The place of each cage in `sums`.
    places: HashMap<&'t [u8], usize>,
}

impl<'t> Drawing<'t> {
    fn new(geometry: &'t Geometry, text: &'t [u8]) -> Result<Self, CageFault> {
        let order = geometry.order();
        let mut drawing = Drawing {
            geometry,
            rows: Vec::new(),
            sums: Vec::new(),
            places: HashMap::new(),
        };
        for (line, said) in said(text) {
            let fault = |kind| CageFault { line, kind };
            if !has_sign(said)
                && drawing.rows.len() < order
                && let Some(row) = names(said, order)
            {
                drawing.rows.push((line, row));
                continue;
            }
            let mut words = words(said, b"=:,;\x0b");
            while let Some(name) = words.next() {
                let Some(sum) = words.next() else {
                    let (found, expected) = (name.len(), order);
                    return Err(fault(CageFaultKind::NoRow { found, expected }));
                };
                let number =
                    number(sum).ok_or_else(|| fault(CageFaultKind::BadSum(excerpt(sum))))?;
                if drawing.places.insert(name, drawing.sums.len()).is_some() {
                    return Err(fault(CageFaultKind::SumTwice(excerpt(name))));
                }
                drawing.sums.push((line, name, number));
            }
        }
        if drawing.rows.len() < order {
            let (found, expected) = (drawing.rows.len(), order);
            let line = drawing.rows.last().map_or(1, |&(line, _)| line);
            let kind = CageFaultKind::Rows { found, expected };
            return Err(CageFault { line, kind });
        }
        Ok(drawing)
    }

    /// The cages, by their first cells.
    fn cages(&self) -> Result<Vec<Cage>, CageFault> {
        let order = self.geometry.order();
        let mut cages: Vec<(usize, Cage)> = Vec::new();
        // The number of the cage of each sum, once it has cells.
        let mut drawn: Vec<Option<usize>> = vec![None; self.sums.len()];
        for (row, (line, names)) in self.rows.iter().enumerate() {
            for (column, &name) in names.iter().enumerate() {
                if name == b"." {
                    continue;
                }
                let fault = |kind| CageFault { line: *line, kind };
                let cell = row * order + column;
                if self.geometry.is_hole(cell) {
                    let place = format!("r{}c{}", row + 1, column + 1);
                    return Err(fault(CageFaultKind::OffBoard(place)));
                }
                let place = self.places.get(name);
                let &place =
                    place.ok_or_else(|| fault(CageFaultKind::SumMissing(excerpt(name))))?;
                let (of_sum, _, sum) = self.sums[place];
                let number = *drawn[place].get_or_insert_with(|| {
                    cages.push((
                        of_sum,
                        Cage {
                            sum,
                            cells: Vec::new(),
                        },
                    ));
                    cages.len() - 1
                });
                cages[number].1.cells.push(cell as u16);
            }
        }
        if let Some(place) = drawn.iter().position(Option::is_none) {
            let (line, name, _) = self.sums[place];
            let kind = CageFaultKind::NotDrawn(excerpt(name));
            return Err(CageFault { line, kind });
        }
        for (line, cage) in &cages {
            check_sum(cage, order).map_err(|kind| CageFault { line: *line, kind })?;
        }
        Ok(cages.into_iter().map(|(_, cage)| cage).collect())
    }
}

/// Refuses a cage that no digits fill.
fn check_sum(cage: &Cage, order: usize) -> Result<(), CageFaultKind> {
    let (cells, sum) = (cage.cells.len(), cage.sum);
    match cage.digit_sets(order).next() {
        Some(_) => Ok(()),
        None => Err(CageFaultKind::NoDigits { cells, sum }),
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
    /// The sets of different digits, one for each cell, that give the sum, in lexicographic order.
    /// Bit `d` of a set is digit `d`.
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
    fn a_sum_may_have_a_sign_behind_it_or_stand_last() {
        let board = Geometry::of_order(9).unwrap();
        let plain = read(&board, b"8 r1c1 r1c2\n15 r2c1 r2c2 r2c3\n").unwrap();
        for text in [
            "8: r1c1 r1c2\n15: r2c1 r2c2 r2c3\n",
            "8 = r1c1+r1c2\n15 = r2c1+r2c2+r2c3\n",
            "r1c1,r1c2=8\nr2c1,r2c2,r2c3=15\n",
            "8,r1c1,r1c2\n15,r2c1,r2c2,r2c3\n",
        ] {
            assert_eq!(read(&board, text.as_bytes()).unwrap(), plain, "{text}");
        }
    }

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

    #[test]
    fn a_drawing_with_sums_has_the_cages_of_a_list() {
        let board = Geometry::of_order(4).unwrap();
        let cages = read(&board, b"5 r1c1 r1c2\n6 r2c1 r3c1\n9 r2c4 r3c4 r4c4\n").unwrap();
        for drawing in [
            "aa..\nb..c\nb..c\n...c\na=5\nb=6\nc=9\n",
            "a a . .\nb . . c\nb . . c\n. . . c\n\na=5 b=6 c=9\n",
            "# killer\na: 5, b: 6, c: 9\naa..\nb..c # row\nb..c\n...c\n",
            "+---+---+\n|10 10|. .|\n|7 .|. 3|\n|7 .|. 3|\n|. .|. 3|\n10 5\n7 6\n3 9\n",
        ] {
            assert_eq!(
                read(&board, drawing.as_bytes()).as_ref(),
                Ok(&cages),
                "{drawing}"
            );
        }
        let message = |text: &str| read(&board, text.as_bytes()).unwrap_err().to_string();
        let rows = "aa..\nb..c\nb..c\n...c\n";
        let with = |sums: &str| message(&format!("{rows}{sums}"));
        assert_eq!(with("a=5 b=6"), "line 2: cage `c' has no sum, such as c=15");
        assert_eq!(
            with("a=5 b=6 c=9 d=3"),
            "line 5: cage `d' has no cells in the drawing"
        );
        assert_eq!(with("a=5\na=6\n"), "line 6: cage `a' has a sum already");
        assert_eq!(with("a=x"), "line 5: `x' is not a sum, a number");
        assert_eq!(
            with("a=9 b=6 c=9"),
            "line 5: 2 different digits cannot have the sum 9"
        );
        assert_eq!(
            message("aa..\nb..c\nb..c\na=5 b=6 c=9\n"),
            "line 3: the drawing has 3 rows where 4 are expected"
        );
        assert_eq!(
            message("aa..\nb..c\nb..\n"),
            "line 3: 3 cells where a row has 4, and no sum such as a=15"
        );
    }
}
