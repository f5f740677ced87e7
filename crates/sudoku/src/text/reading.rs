//! Turns the signs in the cells of a puzzle into digits: finds their alphabet and the sign for a
//! blank.
//!
//! ```text
//! 0 is a blank          if no other sign for a blank stands in the puzzle
//! up to order 9         1-9; 0-8 if 0 is no blank and there is no 9
//! above                 1-9A-G, 0-9A-F or A-P (numbers, if a word has two characters), whichever
//!                       has all signs of the puzzle
//! ```
//!
//! Above order 9, if 0 as a digit makes a solved grid, 0 is a digit. If several alphabets fit, the
//! one of the puzzle before is taken. If that is not among them, the puzzle is refused: its
//! solution might be written with wrong digits. If the puzzle has no digits, any alphabet will do.

use super::GridFault;
use crate::boards::alphabet::BLANKS;
use crate::boards::{Alphabet, Geometry, Grid};

/// The sign in a cell: a byte, or [`NUMBER`] plus a number of two digits.
pub type Sign = u16;

/// Above all bytes.
pub const NUMBER: Sign = 1 << 8;

/// How the signs of puzzles are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The digits, if the user named them.
    pub digits: Option<Alphabet>,
    /// The digits of the puzzle before, which are taken if they fit.
    pub before: Option<Alphabet>,
    /// Whether grids without blanks are expected: then 0 is a digit, if it can be one.
    pub is_full: bool,
}

/// Which signs a puzzle has.
struct Used<'s> {
    signs: &'s [Sign],
    has: [bool; NUMBER as usize],
    has_numbers: bool,
    /// A blank that is not 0.
    blank: Option<u8>,
    is_full: bool,
}

impl Reading {
    /// The digits of a puzzle, from the signs of all its cells.
    ///
    /// # Errors
    /// If no alphabet fits, or more than one does.
    pub fn read(&self, geometry: &Geometry, signs: &[Sign]) -> Result<Grid, GridFault> {
        debug_assert_eq!(signs.len(), geometry.cells());
        let used = Used::new(geometry, signs, self.is_full);
        let candidates = match self.digits {
            Some(digits) => vec![digits],
            None => used.candidates(geometry.order()),
        };
        let mut grids = Vec::new();
        for alphabet in &candidates {
            grids.extend(used.grid(geometry, alphabet, self.digits.is_some())?);
        }
        // If 0 as a digit makes a solved grid, it is not a puzzle that merely lacks one digit.
        if let Some(full) = grids
            .iter()
            .position(|grid| used.is_filled_by(geometry, grid))
        {
            grids.swap(0, full);
            grids.truncate(1);
        }
        if let [first, second, ..] = &grids[..]
            && first.clues() > 0
        {
            let before = self.before.map(|before| before.with_case(false));
            let is_before = |grid: &&Grid| Some(grid.alphabet().with_case(false)) == before;
            let known = grids.iter().find(is_before).cloned();
            let (first, second) = (*first.alphabet(), *second.alphabet());
            return known.ok_or(GridFault::Ambiguous { first, second });
        }
        match grids.into_iter().next() {
            Some(grid) => Ok(grid),
            // The grid is not full. Callers that need a full one complain themselves.
            None if used.is_full => {
                let is_full = false;
                Reading { is_full, ..*self }.read(geometry, signs)
            }
            None => Err(used.fault(&candidates, self.digits)),
        }
    }
}

impl<'s> Used<'s> {
    fn new(geometry: &Geometry, signs: &'s [Sign], is_full: bool) -> Self {
        let mut has = [false; NUMBER as usize];
        for (cell, &sign) in signs.iter().enumerate() {
            if sign < NUMBER && !geometry.is_hole(cell) {
                has[usize::from(sign)] = true;
            }
        }
        let is_other = |&&sign: &&u8| sign != b'0' && has[usize::from(sign)];
        let blank = BLANKS.iter().find(is_other).copied();
        Used {
            signs,
            has_numbers: signs.iter().any(|&sign| sign >= NUMBER),
            blank,
            is_full: is_full && blank.is_none(),
            has,
        }
    }

    fn has_zero(&self) -> bool {
        self.has[usize::from(b'0')]
    }

    /// The alphabets that the board and the signs allow.
    fn candidates(&self, order: usize) -> Vec<Alphabet> {
        if self.has_numbers {
            return vec![Alphabet::numbers(order, 1), Alphabet::numbers(order, 0)];
        }
        let has = |signs: std::ops::RangeInclusive<u8>| {
            signs.into_iter().any(|sign| self.has[usize::from(sign)])
        };
        let (is_small, is_capital) = (has(b'a'..=b'z'), has(b'A'..=b'Z') && !has(b'a'..=b'z'));
        let mut all = vec![Alphabet::usual(order).with_case(is_capital)];
        if order > 9 {
            all.push(Alphabet::from_zero(order).with_case(!is_small));
            all.extend(Alphabet::letters(order).map(|letters| letters.with_case(!is_small)));
        } else if self.has_zero() && (self.blank.is_some() || self.is_full) {
            all.push(Alphabet::from_zero(order));
        }
        all
    }

    /// The puzzle read with this alphabet, if it fits.
    fn grid(
        &self,
        geometry: &Geometry,
        alphabet: &Alphabet,
        is_given: bool,
    ) -> Result<Option<Grid>, GridFault> {
        let zero_is_digit = self.digit(alphabet, Sign::from(b'0')).is_some();
        let mut grid = Grid::empty(geometry.order()).with_alphabet(*alphabet);
        for (cell, &sign) in self.signs.iter().enumerate() {
            if geometry.is_hole(cell) {
                let is_blank = |&byte: &u8| Sign::from(byte) == sign;
                match self.digit(alphabet, sign) {
                    _ if sign == Sign::from(b'#') || BLANKS.iter().any(is_blank) => {}
                    Some(_) => return Err(GridFault::DigitInHole { column: cell + 1 }),
                    None => return Ok(None),
                }
                continue;
            }
            match self.digit(alphabet, sign) {
                Some(digit) => grid.set(cell, digit),
                None if self.is_blank(sign) => {}
                None => return Ok(None),
            }
        }
        // No other sign is a blank, so either the zeros are blanks or there are none.
        let may_be_blank = self.blank.is_none() && self.has_zero() && zero_is_digit;
        let is_sure = self.is_full || is_given || !may_be_blank;
        let is_chosen = is_sure || grid.clash(geometry).is_none();
        Ok(is_chosen.then_some(grid))
    }

    fn is_filled_by(&self, geometry: &Geometry, grid: &Grid) -> bool {
        self.has_zero()
            && (0..geometry.cells()).all(|cell| geometry.is_hole(cell) || grid.get(cell).is_some())
    }

    fn digit(&self, alphabet: &Alphabet, sign: Sign) -> Option<u8> {
        match (sign.checked_sub(NUMBER), u8::try_from(sign)) {
            (Some(number), _) => alphabet.digit_of_number(usize::from(number)),
            (None, Ok(byte)) if alphabet.is_numbers() => {
                let number = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
                alphabet.digit_of_number(number)
            }
            (None, byte) => alphabet.digit_of(byte.ok()?),
        }
    }

    fn is_blank(&self, sign: Sign) -> bool {
        match u8::try_from(sign) {
            Ok(b'0') => self.blank.is_none() && !self.is_full,
            Ok(byte) => BLANKS.contains(&byte),
            Err(_) => false,
        }
    }

    /// Why no alphabet fits.
    fn fault(&self, candidates: &[Alphabet], digits: Option<Alphabet>) -> GridFault {
        let usual = candidates[0];
        let order = usual.order();
        let is_bad = |&(_, &sign): &(usize, &Sign)| {
            let mut all = candidates.iter();
            sign != Sign::from(b'0')
                && !self.is_blank(sign)
                && all.all(|alphabet| self.digit(alphabet, sign).is_none())
        };
        let mut cells = self.signs.iter().enumerate();
        if let Some((cell, &sign)) = cells.find(is_bad) {
            let column = cell + 1;
            return match (sign.checked_sub(NUMBER), digits) {
                (Some(number), _) => GridFault::BadNumber {
                    column,
                    number: usize::from(number),
                    order,
                },
                (None, Some(digits)) => GridFault::NotAmong {
                    column,
                    byte: sign as u8,
                    digits,
                },
                (None, None) => GridFault::BadCharacter {
                    column,
                    byte: sign as u8,
                    order,
                },
            };
        }
        let fits = |&sign: &Sign| {
            sign == Sign::from(b'0') || self.is_blank(sign) || self.digit(&usual, sign).is_some()
        };
        let zero = self.signs.iter().position(|&sign| sign == Sign::from(b'0'));
        match (zero, self.blank) {
            (Some(cell), Some(blank)) if self.signs.iter().all(fits) => GridFault::ZeroAndBlank {
                column: cell + 1,
                blank,
                digits: usual,
            },
            _ => GridFault::Mixed { order },
        }
    }
}

impl Grid {
    /// Reads the cells, row by row, from exactly `order * order` bytes: digits as
    /// [`digit::encode`](crate::digit::encode) writes them, with letters of either case, or `.`,
    /// `_`, `-`, `*` for a blank, or `0` if the text has none of these (and `#` for a hole). Equal
    /// digits in one unit are not a fault here; see [`Grid::clash`]. For other digits and other
    /// texts, see [`Puzzles`](super::Puzzles).
    ///
    /// # Errors
    /// If the length is wrong, or a byte is something else; the column counts
    /// from 1.
    pub fn parse(geometry: &Geometry, text: &[u8]) -> Result<Self, GridFault> {
        if text.len() != geometry.cells() {
            return Err(GridFault::WrongLength {
                expected: geometry.cells(),
                found: text.len(),
            });
        }
        let signs: Vec<Sign> = text.iter().copied().map(Sign::from).collect();
        let reading = Reading {
            digits: Some(Alphabet::usual(geometry.order())),
            ..Reading::default()
        };
        reading.read(geometry, &signs).map_err(|fault| match fault {
            // The message need not name the usual digits.
            GridFault::NotAmong { column, byte, .. } => GridFault::BadCharacter {
                column,
                byte,
                order: geometry.order(),
            },
            fault => fault,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(reading: &Reading, order: usize, text: &str) -> Result<Grid, String> {
        let board = match order {
            12 => Geometry::boxes(3, 4).unwrap(),
            _ => Geometry::of_order(order).unwrap(),
        };
        let mut signs: Vec<Sign> = text.bytes().map(Sign::from).collect();
        signs.resize(board.cells(), Sign::from(*text.as_bytes().last().unwrap()));
        reading
            .read(&board, &signs)
            .map_err(|fault| fault.to_string())
    }

    fn told(order: usize, text: &str) -> String {
        match read_with(&Reading::default(), order, text) {
            Ok(grid) => grid.alphabet().to_string(),
            Err(fault) => fault,
        }
    }

    #[test]
    fn the_alphabet_of_a_large_board_follows_from_its_signs() {
        assert_eq!(told(16, "1G."), "1-9A-G");
        assert_eq!(told(16, "1g."), "1-9a-g");
        assert_eq!(told(16, "0F."), "0-9A-F");
        assert_eq!(told(16, "f0-"), "0-9a-f");
        assert_eq!(told(16, "AP."), "A-P");
        assert_eq!(told(25, "AY."), "A-Y");
        assert_eq!(told(25, "1P."), "1-9A-P");
        assert_eq!(told(25, "O0_"), "0-9A-O");
        assert_eq!(told(12, "0B."), "0-9A-B");
        // Without other blanks, zeros are blanks, unless they complete the grid as a digit.
        assert_eq!(told(16, "1G0"), "1-9A-G");
        assert_eq!(told(16, "AP0"), "A-P");
        assert_eq!(told(16, "."), "1-9a-g");
    }

    #[test]
    fn two_readings_that_fit_are_refused_with_both_named() {
        let both = "two readings fit, with the digits 1-9A-G and with 0-9A-F: see --digits \
                    123456789ABCDEFG and --digits 0123456789ABCDEF";
        assert_eq!(told(16, "1F."), both);
        assert!(told(16, "CAFE.").starts_with("two readings fit"));
        let before = Some(Alphabet::from_zero(16));
        let reading = Reading {
            before,
            ..Reading::default()
        };
        let grid = read_with(&reading, 16, "1f.").unwrap();
        assert_eq!(grid.alphabet().to_string(), "0-9a-f");
        // The one before does not fit.
        let grid = read_with(&reading, 16, "1g.").unwrap();
        assert_eq!(grid.alphabet().to_string(), "1-9a-g");
        let digits = Some(Alphabet::capital(16));
        let reading = Reading {
            digits,
            before,
            is_full: false,
        };
        assert_eq!(
            read_with(&reading, 16, "1F.").unwrap().cells()[..3],
            [1, 15, 0]
        );
        assert_eq!(
            read_with(&reading, 16, "1X.").unwrap_err(),
            "column 2: `X' is neither one of the digits 1-9A-G nor a blank (. 0 _ - *)"
        );
    }

    #[test]
    fn zero_is_no_blank_beside_another_one() {
        assert_eq!(told(9, "1208."), "0-8");
        assert_eq!(told(4, "0123."), "0-3");
        assert_eq!(
            told(9, "1209."),
            "column 3: `0' is no blank where `.' is one, and none of the digits 1-9"
        );
        assert_eq!(
            told(16, "G0-"),
            "column 2: `0' is no blank where `-' is one, and none of the digits 1-9A-G"
        );
        assert_eq!(told(16, "GP."), "A-P");
        assert_eq!(
            told(16, "0P."),
            "the digits are neither all of 1-9A-G, nor of 0-9A-F, nor of A-P (see --digits)"
        );
        assert_eq!(
            told(16, "1Q."),
            "column 2: `Q' is neither a digit from 1 to g nor a blank (. 0 _ - *)"
        );
    }

    #[test]
    fn a_full_grid_has_no_blanks() {
        let square = "0123230110323210";
        let reading = |is_full| Reading {
            is_full,
            ..Reading::default()
        };
        let full = read_with(&reading(true), 4, square).unwrap();
        assert_eq!((full.clues(), full.to_line()), (16, square.into()));
        assert_eq!(read_with(&reading(false), 4, square).unwrap().clues(), 12);
        let twelve = |first: u8| -> Vec<Sign> {
            let cells = (0..144usize).map(|cell| (cell / 12, cell % 12));
            let digit = |(row, column)| (column + 4 * (row % 3) + row / 3) % 12;
            let sign = |digit: usize| Alphabet::from_zero(12).name(digit as u8 + 1).as_bytes()[0];
            let mut signs: Vec<Sign> = cells.map(digit).map(|digit| sign(digit).into()).collect();
            if first != 0 {
                signs[0] = first.into();
            }
            signs
        };
        let board = Geometry::boxes(3, 4).unwrap();
        // Each row has one 0, a digit.
        assert_eq!(
            reading(false).read(&board, &twelve(0)).unwrap().clues(),
            144
        );
        assert_eq!(reading(true).read(&board, &twelve(0)).unwrap().clues(), 144);
        // As a digit it would be twice in a row.
        let grid = reading(false).read(&board, &twelve(b'1')).unwrap();
        assert_eq!(grid.alphabet().to_string(), "1-9A-C");
    }

    #[test]
    fn numbers_begin_with_one_or_with_zero() {
        let board = Geometry::of_order(16).unwrap();
        let read = |words: &[&str]| {
            let sign = |word: &&str| match word.len() {
                1 => Sign::from(word.as_bytes()[0]),
                _ => NUMBER + word.parse::<Sign>().unwrap(),
            };
            let mut signs: Vec<Sign> = words.iter().map(sign).collect();
            let last = *signs.last().unwrap();
            signs.resize(256, last);
            let grid = Reading::default().read(&board, &signs);
            grid.map(|grid| grid.cells()[..3].to_vec())
                .map_err(|fault| fault.to_string())
        };
        assert_eq!(read(&["16", "1", "0"]), Ok(vec![16, 1, 0]));
        assert_eq!(read(&["16", "1", "."]), Ok(vec![16, 1, 0]));
        assert_eq!(read(&["15", "0", "."]), Ok(vec![16, 1, 0]));
        assert!(
            read(&["15", "1", "."])
                .unwrap_err()
                .contains("the numbers 0 to 15")
        );
        assert_eq!(
            read(&["17", "1", "."]).unwrap_err(),
            "column 1: 17 is neither a digit from 1 to 16 nor a blank (. 0 _ - *)"
        );
    }

    #[test]
    fn faults_name_their_column_and_reason() {
        let board = Geometry::of_order(4).unwrap();
        let message = |text: &str| {
            Grid::parse(&board, text.as_bytes())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(message("1"), "1 character where 16 are expected");
        assert_eq!(message("123"), "3 characters where 16 are expected");
        assert_eq!(
            message("12345..........."),
            "column 5: `5' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)"
        );
        assert_eq!(
            message("1234\n..........."),
            "column 5: `\\n' is neither a digit from 1 to 4 nor a blank (. 0 _ - *)"
        );
    }
}
