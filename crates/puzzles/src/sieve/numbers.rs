//! The numbers 1..N and which of them may be paired.
//!
//! A number is joined to its quotients by primes (below it) and its multiples
//! by primes (above it). A number with k prime factors, counted with
//! multiplicity, is joined to numbers with k - 1 and k + 1 only.
//!
//! Invariant: both lists of a number are sorted, `below` from the largest
//! quotient down, `above` from the smallest multiple up.

use super::Pair;

/// The numbers 1..N with their quotients and multiples by primes.
#[derive(Clone, Debug)]
pub struct Numbers {
    largest: u32,
    /// `below[below_starts[a]..below_starts[a + 1]]` are a/p for the primes p of a.
    below: Vec<u32>,
    below_starts: Vec<u32>,
    above: Vec<u32>,
    above_starts: Vec<u32>,
    prime_factors: Vec<u8>,
    largest_prime: Option<u32>,
}

/// Why there is no sieve of that size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeFault {
    /// There are no numbers.
    Zero,
    /// There are more numbers than are handled.
    TooLarge,
}

dlx3_base::messages! {
    SizeFault {
        SizeFault::Zero => "N must be at least 1",
        SizeFault::TooLarge => ("N must be at most {}", Numbers::MOST),
    }
}

impl Numbers {
    /// The largest N: some 100 MB of lists.
    pub const MOST: u32 = 1_000_000;

    /// The numbers 1..`largest`.
    ///
    /// # Errors
    /// If `largest` is 0 or above [`Numbers::MOST`].
    pub fn new(largest: u32) -> Result<Self, SizeFault> {
        if largest == 0 {
            return Err(SizeFault::Zero);
        }
        if largest > Self::MOST {
            return Err(SizeFault::TooLarge);
        }
        let smallest_factor = smallest_factors(largest);
        let mut numbers = Numbers {
            largest,
            below: Vec::new(),
            below_starts: vec![0, 0],
            above: Vec::new(),
            above_starts: vec![0, 0],
            prime_factors: vec![0; largest as usize + 1],
            largest_prime: None,
        };
        let mut primes = Vec::new();
        for number in 1..=largest {
            if number > 1 {
                let prime = smallest_factor[number as usize];
                if prime == number {
                    primes.push(number);
                }
                numbers.prime_factors[number as usize] =
                    numbers.prime_factors[(number / prime) as usize] + 1;
            }
            let mut rest = number;
            while rest > 1 {
                let prime = smallest_factor[rest as usize];
                numbers.below.push(number / prime);
                while rest.is_multiple_of(prime) {
                    rest /= prime;
                }
            }
            numbers.below_starts.push(numbers.below.len() as u32);
        }
        for number in 1..=largest {
            let most = largest / number;
            let multiples = primes.iter().take_while(|&&prime| prime <= most);
            numbers.above.extend(multiples.map(|prime| number * prime));
            numbers.above_starts.push(numbers.above.len() as u32);
        }
        numbers.largest_prime = primes.last().copied();
        Ok(numbers)
    }

    /// The same with some numbers gone, such as those that have left a game: they are in no pair.
    /// If a number is left, all its multiples up to N must be left, too, but those that were picked,
    /// as it is in every game: then a pick with a divisor that is left has such a quotient by a prime.
    pub fn limited_to(&self, is_left: impl Fn(u32) -> bool) -> Numbers {
        let kept = |list_of: &dyn Fn(u32) -> Vec<u32>| {
            let (mut all, mut starts) = (Vec::new(), vec![0, 0]);
            for number in 1..=self.largest {
                if is_left(number) {
                    all.extend(list_of(number).into_iter().filter(|&other| is_left(other)));
                }
                starts.push(all.len() as u32);
            }
            (all, starts)
        };
        let (below, below_starts) = kept(&|number| self.below(number).to_vec());
        let (above, above_starts) = kept(&|number| self.above(number).to_vec());
        Numbers {
            below,
            below_starts,
            above,
            above_starts,
            largest: self.largest,
            prime_factors: self.prime_factors.clone(),
            largest_prime: self
                .largest_prime
                .filter(|&prime| is_left(prime) && is_left(1)),
        }
    }

    /// N.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// The largest prime, if N is at least 2. It takes 1 in some best game: only one
    /// prime can take 1, and the largest has no other multiple up to N.
    pub fn largest_prime(&self) -> Option<u32> {
        self.largest_prime
    }

    /// The quotients of a number by its primes, the largest first.
    #[inline]
    pub fn below(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.below[self.below_starts[number] as usize..self.below_starts[number + 1] as usize]
    }

    /// The multiples of a number by primes, the smallest first.
    #[inline]
    pub fn above(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.above[self.above_starts[number] as usize..self.above_starts[number + 1] as usize]
    }

    /// The number of prime factors, with multiplicity: the layer of a number.
    #[inline]
    pub fn prime_factors(&self, number: u32) -> u32 {
        u32::from(self.prime_factors[number as usize])
    }

    /// Whether the numbers may be paired: the tax is the pick divided by a prime.
    pub fn is_pair(&self, pair: Pair) -> bool {
        pair.pick >= 1 && pair.pick <= self.largest && self.below(pair.pick).contains(&pair.tax)
    }

    /// All pairs worth considering, by pick and then from the largest tax down:
    /// the tax 1 goes to the largest prime only.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        (2..=self.largest).flat_map(move |pick| {
            self.below(pick)
                .iter()
                .filter(move |&&tax| tax != 1 || self.largest_prime == Some(pick))
                .map(move |&tax| Pair { pick, tax })
        })
    }
}

fn smallest_factors(largest: u32) -> Vec<u32> {
    let mut factor: Vec<u32> = (0..=largest).collect();
    let mut prime = 2;
    while prime * prime <= largest {
        if factor[prime as usize] == prime {
            for multiple in (prime * prime..=largest).step_by(prime as usize) {
                let factor = &mut factor[multiple as usize];
                if *factor == multiple {
                    *factor = prime;
                }
            }
        }
        prime += 1;
    }
    factor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sieve::optimum;
    use std::collections::HashMap;

    #[test]
    fn quotients_and_multiples_by_primes_are_listed() {
        let numbers = Numbers::new(60).unwrap();
        assert_eq!(numbers.below(60), [30, 20, 12]);
        assert_eq!(numbers.below(1), []);
        assert_eq!(numbers.above(7), [14, 21, 35, 49]);
        assert_eq!(numbers.above(31), []);
        assert_eq!(
            (numbers.prime_factors(48), numbers.prime_factors(1)),
            (5, 0)
        );
        assert_eq!(numbers.largest_prime(), Some(59));
        for number in 1..=60 {
            for &multiple in numbers.above(number) {
                assert!(numbers.below(multiple).contains(&number));
            }
        }
    }

    #[test]
    fn only_the_largest_prime_is_paired_with_one() {
        let numbers = Numbers::new(10).unwrap();
        let with_one: Vec<_> = numbers.pairs().filter(|pair| pair.tax == 1).collect();
        assert_eq!(with_one, [Pair { pick: 7, tax: 1 }]);
        assert_eq!(Numbers::new(1).unwrap().pairs().count(), 0);
    }

    /// The best rest of all positions that picks lead to, by playing everything.
    fn play(numbers: &Numbers, left: u32, known: &mut HashMap<u32, u64>) -> u64 {
        if let Some(&score) = known.get(&left) {
            return score;
        }
        let has = |number: u32| left >> number & 1 == 1;
        let mut best = 0;
        for pick in (2..=numbers.largest()).filter(|&pick| has(pick)) {
            let divisors = (1..pick).filter(|divisor| pick.is_multiple_of(*divisor));
            let taken = divisors.fold(0, |taken, divisor| taken | 1 << divisor);
            if left & taken != 0 {
                let rest = play(numbers, left & !taken & !(1 << pick), known);
                best = best.max(u64::from(pick) + rest);
            }
        }
        known.insert(left, best);
        best
    }

    #[test]
    fn after_any_picks_the_best_rest_is_that_of_playing_everything() {
        for largest in [1, 2, 7, 12, 15] {
            let numbers = Numbers::new(largest).unwrap();
            let mut known = HashMap::new();
            play(&numbers, (2 << largest) - 2, &mut known);
            for (left, best) in known {
                let rest = numbers.limited_to(|number| left >> number & 1 == 1);
                let found = optimum::solve(&rest, &mut optimum::Unlimited);
                assert_eq!(found.progress.score, best, "N = {largest}, {left:b}");
                assert!(found.is_proved());
                let sum: u64 = found.moves.iter().map(|pair| u64::from(pair.pick)).sum();
                let mut taken = 0;
                for &Pair { pick, tax } in &found.moves {
                    let has = |number: u32| (left & !taken) >> number & 1 == 1;
                    assert!(has(pick) && has(tax) && pick.is_multiple_of(tax));
                    for divisor in (1..=pick).filter(|divisor| pick.is_multiple_of(*divisor)) {
                        taken |= 1 << divisor;
                    }
                }
                assert_eq!(sum, best);
            }
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert_eq!(Numbers::new(0).unwrap_err(), SizeFault::Zero);
        assert_eq!(
            Numbers::new(Numbers::MOST + 1).unwrap_err(),
            SizeFault::TooLarge
        );
    }
}
