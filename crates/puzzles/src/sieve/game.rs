//! Playing moves by the rules, and saying what is wrong with one.
//!
//! Invariant: `left_with[n]` is 0 while n is left, and then the number of the
//! move, counted from 1, that took it away.

use super::{Numbers, Pair};

/// A game in progress.
pub struct Game<'n> {
    numbers: &'n Numbers,
    left_with: Vec<u32>,
    moves: u32,
    score: u64,
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum MoveFault {
    OutOfRange { number: u64, largest: u32 },
    Gone { number: u32, with: u32 },
    NoDivisor { pick: u32 },
    NotDivisor { pick: u32, tax: u32 },
}

dlx3_base::messages! {
    MoveFault {
        Self::OutOfRange { number, largest } => "{number} is not one of the numbers 1 to {largest}",
        Self::Gone { number, with } => "{number} has left with move {with}",
        Self::NoDivisor { pick } => "no proper divisor of {pick} is left",
        Self::NotDivisor { pick, tax } => "{tax} is not a proper divisor of {pick}",
    }
}

impl<'n> Game<'n> {
    /// A game in which all numbers are left.
    pub fn new(numbers: &'n Numbers) -> Self {
        Game {
            numbers,
            left_with: vec![0; numbers.largest() as usize + 1],
            moves: 0,
            score: 0,
        }
    }

    /// The sum of the picks.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// How many picks were made.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Whether a number from 1 to N is left.
    pub fn has(&self, number: u32) -> bool {
        self.left_with[number as usize] == 0
    }

    /// Picks a number, if it and a proper divisor of it are left.
    ///
    /// # Errors
    /// If that is not so; the game is then as before.
    pub fn pick(&mut self, pick: u32) -> Result<(), MoveFault> {
        self.check_left(pick)?;
        let divisors = proper_divisors(pick);
        if divisors
            .iter()
            .all(|&divisor| self.left_with[divisor as usize] != 0)
        {
            return Err(MoveFault::NoDivisor { pick });
        }
        self.moves += 1;
        self.score += u64::from(pick);
        self.left_with[pick as usize] = self.moves;
        for divisor in divisors {
            let left_with = &mut self.left_with[divisor as usize];
            if *left_with == 0 {
                *left_with = self.moves;
            }
        }
        Ok(())
    }

    /// The same where the tax must be left, too.
    ///
    /// # Errors
    /// If the move cannot be made.
    pub fn play(&mut self, pair: Pair) -> Result<(), MoveFault> {
        let Pair { pick, tax } = pair;
        self.check_left(pick)?;
        if tax == 0 || tax >= pick || !pick.is_multiple_of(tax) {
            return Err(MoveFault::NotDivisor { pick, tax });
        }
        self.check_left(tax)?;
        self.pick(pick)
    }

    fn check_left(&self, number: u32) -> Result<(), MoveFault> {
        let largest = self.numbers.largest();
        if number == 0 || number > largest {
            let number = u64::from(number);
            return Err(MoveFault::OutOfRange { number, largest });
        }
        match self.left_with[number as usize] {
            0 => Ok(()),
            with => Err(MoveFault::Gone { number, with }),
        }
    }
}

fn proper_divisors(number: u32) -> Vec<u32> {
    let mut divisors = Vec::new();
    let mut small = 1;
    while small * small <= number {
        if number.is_multiple_of(small) {
            divisors.push(small);
            divisors.push(number / small);
        }
        small += 1;
    }
    divisors.retain(|&divisor| divisor < number);
    divisors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_all_divisors_and_needs_one() {
        let numbers = Numbers::new(12).unwrap();
        let mut game = Game::new(&numbers);
        assert_eq!(game.pick(11), Ok(()));
        assert_eq!(game.pick(7), Err(MoveFault::NoDivisor { pick: 7 }));
        assert_eq!(game.play(Pair { pick: 9, tax: 3 }), Ok(()));
        assert_eq!(game.pick(3), Err(MoveFault::Gone { number: 3, with: 2 }));
        assert_eq!(
            game.play(Pair { pick: 6, tax: 3 }),
            Err(MoveFault::Gone { number: 3, with: 2 })
        );
        assert_eq!(
            game.play(Pair { pick: 10, tax: 4 }),
            Err(MoveFault::NotDivisor { pick: 10, tax: 4 })
        );
        assert_eq!(
            game.pick(13),
            Err(MoveFault::OutOfRange {
                number: 13,
                largest: 12
            })
        );
        assert_eq!(game.pick(12), Ok(()));
        assert_eq!((game.score(), game.moves()), (32, 3));
    }
}
