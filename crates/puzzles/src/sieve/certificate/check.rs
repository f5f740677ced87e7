//! Checks a certificate, in whole numbers and without a search.
//!
//! Some best game is a set of pairs (pick, tax) such that each tax is its pick divided by a
//! prime, no number is in two pairs, the tax 1 goes to the largest prime if to any, and
//! some order plays them. Let x be 1 for the pairs of a game and 0 for the others. These
//! rows hold for x, each of the form "a sum is at most a number":
//!
//! * A number is in at most one pair.
//! * A cycle cut: let B be a set of numbers, and count the pairs (a, b) with b in B where a
//!   has two or more factors in B. If |B| of them were chosen, each number of B would be the
//!   tax of such a pick, so each of these picks would have to wait for another one of them
//!   to take away a factor, and none could be first. So at most |B| - 1 are. The same
//!   holds for a set A of picks, and pairs (a, b) with a in A where b has two or more
//!   multiples in A: then none could be last. (Factors and multiples are by primes.)
//! * Half of a sum of rows: odd coefficients are made even, by adding x <= 1 (raised
//!   pairs) or -x <= 0 (others); then all is divided by 2 and, as the left side is whole,
//!   the right side is rounded down.
//!
//! A subtree has the pairs that may and that must be chosen, and the numbers that must be
//! in a pair. For multipliers m of the rows, the score of x is the sum of m times the rows'
//! left sides and of reduced gains times x. So it is at most the total of
//!
//! * m times the row's right side, if m is positive; m (once), if it is negative and the
//!   row's number must be in a pair; else 0;
//! * the reduced gain of each pair, if it is positive and the pair may be chosen, or if the
//!   pair must be.
//!
//! A subtree is closed if the total, rounded down, is no more than the bound. If the total
//! were that small with a pair in (or out), the pair is out (or in) in all that is left.
//!
//! Invariant: the trail holds all that subtrees have changed, so that it can be undone.

use crate::sieve::cuts::PairSide;
use crate::sieve::game::Game;
use crate::sieve::{Numbers, Pair};
use dlx3_base::text::lines::Lines;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::io::{self, Read};

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// N.
    pub largest: u32,
    /// A game has this score.
    pub score: u64,
    /// No game has a greater one than this.
    pub bound: u64,
    /// Lines of the proof's tree.
    pub steps: u64,
}

/// Why a certificate is refused.
#[derive(Debug)]
pub enum Fault {
    /// A line is wrong.
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// It cannot be read.
    Reading(io::Error),
}

dlx3_base::messages! {
    Fault {
        Fault::Line { line, message } => "line {line}: {message}",
        Fault::Reading(error) => "{error}",
    }
}

/// Multipliers have at most this many bits after the binary point.
const MOST_SCALE: u32 = 60;
/// Why totals would not be right any more.
const TOO_LARGE: &str = "the numbers are too large";

/// Reads a certificate and checks all of it.
///
/// # Errors
/// If it proves nothing.
pub fn check(reader: impl Read) -> Result<Proved, Fault> {
    let mut lines = Words {
        lines: Lines::new(reader),
        number: 0,
    };
    let proved = check_lines(&mut lines);
    proved.map_err(|trouble| match trouble {
        Trouble::Reading(error) => Fault::Reading(error),
        Trouble::Message(message) => Fault::Line {
            line: lines.number,
            message,
        },
    })
}

enum Trouble {
    Message(String),
    Reading(io::Error),
}

fn wrong<T>(message: impl Display) -> Result<T, Trouble> {
    Err(Trouble::Message(message.to_string()))
}

/// The words of each line.
struct Words<R> {
    lines: Lines<R>,
    /// The line that was read last, or the one after all of them.
    number: u64,
}

impl<R: Read> Words<R> {
    /// The words of the next line.
    fn next(&mut self) -> Result<Option<Vec<&str>>, Trouble> {
        self.number += 1;
        let Some(line) = self.lines.next().map_err(Trouble::Reading)? else {
            return Ok(None);
        };
        match std::str::from_utf8(line) {
            Ok(line) => Ok(Some(line.split_ascii_whitespace().collect())),
            Err(_) => wrong("this is no text"),
        }
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Trouble> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if is_number => Ok(number),
        _ => wrong(format_args!("`{word}' is not a number that fits here")),
    }
}

fn pair(word: &str) -> Result<Pair, Trouble> {
    match word.split_once('/') {
        Some((pick, tax)) => Ok(Pair {
            pick: number(pick)?,
            tax: number(tax)?,
        }),
        None => wrong(format_args!("`{word}' is not a pair PICK/TAX")),
    }
}

fn check_lines(lines: &mut Words<impl Read>) -> Result<Proved, Trouble> {
    let (largest, score, bound) = match lines.next()?.as_deref() {
        Some(&["sieve", largest, "score", score, "bound", bound]) => {
            (number(largest)?, number(score)?, number(bound)?)
        }
        _ => return wrong("the first line is not `sieve N score S bound U'"),
    };
    let numbers = match Numbers::new(largest) {
        Ok(numbers) => numbers,
        Err(fault) => return wrong(fault),
    };
    let mut game = Game::new(&numbers);
    let mut checker = Checker::new(&numbers, bound);
    let mut steps = 0;
    let mut is_proof = false;
    while let Some(words) = lines.next()? {
        match (&words[..], is_proof) {
            (["move", pick, tax], false) => {
                let pair = Pair {
                    pick: number(pick)?,
                    tax: number(tax)?,
                };
                if let Err(fault) = game.play(pair) {
                    return wrong(format_args!("{} cannot be picked: {fault}", pair.pick));
                }
            }
            (["cycle", "taxes", members @ ..], false) => {
                checker.add_cycle(PairSide::Taxes, members)?;
            }
            (["cycle", "picks", members @ ..], false) => {
                checker.add_cycle(PairSide::Picks, members)?;
            }
            (["half", words @ ..], false) => checker.add_half(words)?,
            (["proof"], false) => {
                if game.score() != score {
                    let is = game.score();
                    return wrong(format_args!("the score of the moves is {is}, not {score}"));
                }
                is_proof = true;
            }
            (["tighten", scale, terms @ ..], true) => checker.tighten(scale, terms)?,
            (["closed", scale, terms @ ..], true) => checker.close(scale, terms)?,
            (["branch", "not", kind, what], true) => checker.branch(kind, what, false)?,
            (["branch", kind, what], true) => checker.branch(kind, what, true)?,
            _ => return wrong("this line does not belong here"),
        }
        steps += u64::from(is_proof);
    }
    if !is_proof || !checker.is_done() {
        return wrong("the proof is not complete");
    }
    if bound < score {
        return wrong(format_args!("the bound {bound} is below the score {score}"));
    }
    Ok(Proved {
        largest,
        score,
        bound,
        steps: steps - 1,
    })
}

/// Sum of coefficient times x, over these pairs, at most `most`.
struct Row {
    /// By pair; coefficients are positive.
    terms: Vec<(u32, i64)>,
    most: i64,
}

/// A decision: of a number, or a pair.
#[derive(Clone, Copy)]
enum Choice {
    Pick(u32),
    Tax(u32),
    Pair(u32),
}

/// What a subtree changes.
enum Change {
    Closed(u32),
    Forced(u32),
    Needed(u32),
}

/// A subtree that is still to come, after the present one.
struct Pending {
    choice: Choice,
    is_so: bool,
    /// How long the trail was.
    trail: usize,
}

struct Checker<'n> {
    numbers: &'n Numbers,
    bound: i128,
    pairs: Vec<Pair>,
    /// By number: its pairs.
    pairs_of: Vec<Vec<u32>>,
    rows: Vec<Row>,
    /// Pairs that may be chosen, pairs that must be, numbers that must be in a pair.
    may: Vec<bool>,
    must: Vec<bool>,
    needed: Vec<bool>,
    trail: Vec<Change>,
    pending: Vec<Pending>,
    is_done: bool,
    /// By pair, from the last total.
    reduced: Vec<i128>,
}

impl<'n> Checker<'n> {
    fn new(numbers: &'n Numbers, bound: u64) -> Self {
        let pairs: Vec<Pair> = numbers.pairs().collect();
        let mut pairs_of = vec![Vec::new(); numbers.largest() as usize + 1];
        for (index, pair) in (0u32..).zip(&pairs) {
            pairs_of[pair.pick as usize].push(index);
            pairs_of[pair.tax as usize].push(index);
        }
        let rows = pairs_of.iter().skip(1).map(|pairs| Row {
            terms: pairs.iter().map(|&pair| (pair, 1)).collect(),
            most: 1,
        });
        Checker {
            numbers,
            bound: i128::from(bound),
            rows: rows.collect(),
            may: vec![true; pairs.len()],
            must: vec![false; pairs.len()],
            needed: vec![false; pairs_of.len()],
            trail: Vec::new(),
            pending: Vec::new(),
            is_done: false,
            reduced: Vec::new(),
            pairs,
            pairs_of,
        }
    }

    fn number(&self, word: &str) -> Result<u32, Trouble> {
        let largest = self.numbers.largest();
        match number(word)? {
            number if (1..=largest).contains(&number) => Ok(number),
            number => wrong(format_args!(
                "{number} is not one of the numbers 1 to {largest}"
            )),
        }
    }

    fn pair(&self, word: &str) -> Result<u32, Trouble> {
        let pair = pair(word)?;
        let place = self
            .pairs
            .binary_search_by_key(&(pair.pick, std::cmp::Reverse(pair.tax)), |pair| {
                (pair.pick, std::cmp::Reverse(pair.tax))
            });
        place.map_or_else(
            |_| wrong(format_args!("`{word}' is not a pair of this sieve")),
            |place| Ok(place as u32),
        )
    }

    fn row(&self, word: &str) -> Result<usize, Trouble> {
        match number::<usize>(word)? {
            row if (1..=self.rows.len()).contains(&row) => Ok(row - 1),
            row => wrong(format_args!("there is no row {row} before this line")),
        }
    }

    fn add_cycle(&mut self, side: PairSide, words: &[&str]) -> Result<(), Trouble> {
        let mut members = BTreeSet::new();
        for word in words {
            if !members.insert(self.number(word)?) {
                return wrong(format_args!("{word} stands twice in this cut"));
            }
        }
        if members.is_empty() {
            return wrong("a cut has members");
        }
        let ends = |pair: &Pair| match side {
            PairSide::Taxes => (pair.tax, pair.pick),
            PairSide::Picks => (pair.pick, pair.tax),
        };
        let own: Vec<u32> = members
            .iter()
            .flat_map(|&member| {
                let own = self.pairs_of[member as usize].iter().copied();
                own.map(move |pair| (member, pair))
            })
            .filter(|&(member, pair)| ends(&self.pairs[pair as usize]).0 == member)
            .map(|(_, pair)| pair)
            .collect();
        // How many members the number at the other end divides, or is divided by.
        let count = |other: u32| {
            let members = &members;
            let near = match side {
                PairSide::Taxes => self.numbers.below(other),
                PairSide::Picks => self.numbers.above(other),
            };
            near.iter()
                .filter(|number| members.contains(number))
                .count()
        };
        let mut terms: Vec<(u32, i64)> = own
            .into_iter()
            .filter(|&pair| count(ends(&self.pairs[pair as usize]).1) >= 2)
            .map(|pair| (pair, 1))
            .collect();
        terms.sort_unstable();
        let most = members.len() as i64 - 1;
        self.rows.push(Row { terms, most });
        Ok(())
    }

    fn add_half(&mut self, words: &[&str]) -> Result<(), Trouble> {
        let split = words.iter().position(|&word| word == "raise");
        let (rows, raised) = words.split_at(split.unwrap_or(words.len()));
        let raised: Result<BTreeSet<u32>, Trouble> =
            raised.iter().skip(1).map(|word| self.pair(word)).collect();
        let raised = raised?;
        let mut sum: BTreeMap<u32, i64> = BTreeMap::new();
        let mut most = 0i64;
        for word in rows {
            let row = &self.rows[self.row(word)?];
            most = added(most, row.most)?;
            for &(pair, coefficient) in &row.terms {
                let sum = sum.entry(pair).or_default();
                *sum = added(*sum, coefficient)?;
            }
        }
        let mut terms = Vec::new();
        for (pair, mut coefficient) in sum {
            if coefficient % 2 != 0 && raised.contains(&pair) {
                coefficient = added(coefficient, 1)?;
                most = added(most, 1)?;
            }
            if coefficient / 2 > 0 {
                terms.push((pair, coefficient / 2));
            }
        }
        let most = most.div_euclid(2);
        self.rows.push(Row { terms, most });
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn needs_open(&self) -> Result<(), Trouble> {
        match self.is_done {
            true => wrong("the proof has ended before this line"),
            false => Ok(()),
        }
    }

    /// The total for multipliers, in units of 2^-scale, and the scale. Reduced gains stay
    /// in `reduced`; the multipliers are returned by row.
    fn total(&mut self, scale: &str, terms: &[&str]) -> Result<Total, Trouble> {
        self.needs_open()?;
        let scale: u32 = number(scale)?;
        if scale > MOST_SCALE {
            return wrong(format_args!("the scale is above {MOST_SCALE}"));
        }
        self.reduced.clear();
        let gains = self.pairs.iter().map(|pair| i128::from(pair.pick) << scale);
        self.reduced.extend(gains);
        let mut total = 0i128;
        let mut multipliers = Vec::with_capacity(terms.len());
        for word in terms {
            let Some((row, multiplier)) = word.split_once(':') else {
                return wrong(format_args!("`{word}' is not ROW:MULTIPLIER"));
            };
            let (row, multiplier) = (self.row(row)?, i128::from(number::<i64>(multiplier)?));
            multipliers.push((row, multiplier));
            let Row { terms, most } = &self.rows[row];
            let side = match multiplier > 0 {
                true => i128::from(*most),
                false => i128::from(self.needed.get(row + 1) == Some(&true)),
            };
            total = plus(total, times(multiplier, side)?)?;
            for &(pair, coefficient) in terms {
                let reduced = &mut self.reduced[pair as usize];
                *reduced = plus(*reduced, -times(multiplier, i128::from(coefficient))?)?;
            }
        }
        for (pair, &reduced) in self.reduced.iter().enumerate() {
            if self.must[pair] || reduced > 0 && self.may[pair] {
                total = plus(total, reduced)?;
            }
        }
        Ok(Total {
            total,
            scale,
            multipliers,
        })
    }

    fn close(&mut self, scale: &str, terms: &[&str]) -> Result<(), Trouble> {
        let Total { total, scale, .. } = self.total(scale, terms)?;
        if total >> scale > self.bound {
            let (is, bound) = (total >> scale, self.bound);
            return wrong(format_args!("this proves the bound {is} only, not {bound}"));
        }
        match self.pending.pop() {
            None => self.is_done = true,
            Some(Pending {
                choice,
                is_so,
                trail,
            }) => {
                self.undo(trail);
                self.decide(choice, is_so);
            }
        }
        Ok(())
    }

    fn tighten(&mut self, scale: &str, terms: &[&str]) -> Result<(), Trouble> {
        let Total {
            total,
            scale,
            multipliers,
        } = self.total(scale, terms)?;
        let is_closed = |total: i128| total >> scale <= self.bound;
        let mut changes = Vec::new();
        for (pair, &reduced) in (0u32..).zip(&self.reduced) {
            let (may, must) = (self.may[pair as usize], self.must[pair as usize]);
            // The total has a positive reduced gain in it, and a negative one not.
            if may && !must && reduced != 0 && is_closed(plus(total, -reduced.abs())?) {
                changes.push(match reduced > 0 {
                    true => Change::Forced(pair),
                    false => Change::Closed(pair),
                });
            }
        }
        for (row, multiplier) in multipliers {
            let number = row as u32 + 1;
            let is_free = number <= self.numbers.largest() && !self.needed[number as usize];
            if is_free && multiplier > 0 && is_closed(plus(total, -multiplier)?) {
                changes.push(Change::Needed(number));
            }
        }
        for change in changes {
            self.make(change);
        }
        Ok(())
    }

    fn branch(&mut self, kind: &str, what: &str, is_so: bool) -> Result<(), Trouble> {
        self.needs_open()?;
        let choice = match kind {
            "pick" => Choice::Pick(self.number(what)?),
            "tax" => Choice::Tax(self.number(what)?),
            "pair" => Choice::Pair(self.pair(what)?),
            _ => return wrong(format_args!("`{kind}' is not pick, tax or pair")),
        };
        self.pending.push(Pending {
            choice,
            is_so: !is_so,
            trail: self.trail.len(),
        });
        self.decide(choice, is_so);
        Ok(())
    }

    /// What a decision means for the pairs: who is a pick is no tax, and is in a pair.
    fn decide(&mut self, choice: Choice, is_so: bool) {
        match choice {
            Choice::Pair(pair) if is_so => self.make(Change::Forced(pair)),
            Choice::Pair(pair) => self.make(Change::Closed(pair)),
            Choice::Pick(number) | Choice::Tax(number) => {
                let closes_picks = matches!(choice, Choice::Pick(_)) != is_so;
                for at in 0..self.pairs_of[number as usize].len() {
                    let pair = self.pairs_of[number as usize][at];
                    if (self.pairs[pair as usize].pick == number) == closes_picks {
                        self.make(Change::Closed(pair));
                    }
                }
                if is_so {
                    self.make(Change::Needed(number));
                }
            }
        }
    }

    fn make(&mut self, change: Change) {
        match change {
            Change::Closed(pair) => {
                if !std::mem::replace(&mut self.may[pair as usize], false) {
                    return;
                }
            }
            Change::Needed(number) => {
                if std::mem::replace(&mut self.needed[number as usize], true) {
                    return;
                }
            }
            Change::Forced(pair) => {
                if std::mem::replace(&mut self.must[pair as usize], true) {
                    return;
                }
                // No other pair has these numbers.
                let Pair { pick, tax } = self.pairs[pair as usize];
                for number in [pick, tax] {
                    for at in 0..self.pairs_of[number as usize].len() {
                        let other = self.pairs_of[number as usize][at];
                        if other != pair {
                            self.make(Change::Closed(other));
                        }
                    }
                }
            }
        }
        self.trail.push(change);
    }

    fn undo(&mut self, to: usize) {
        for change in self.trail.drain(to..) {
            match change {
                Change::Closed(pair) => self.may[pair as usize] = true,
                Change::Forced(pair) => self.must[pair as usize] = false,
                Change::Needed(number) => self.needed[number as usize] = false,
            }
        }
    }
}

struct Total {
    total: i128,
    scale: u32,
    multipliers: Vec<(usize, i128)>,
}

fn added(a: i64, b: i64) -> Result<i64, Trouble> {
    a.checked_add(b).map_or_else(|| wrong(TOO_LARGE), Ok)
}

fn plus(a: i128, b: i128) -> Result<i128, Trouble> {
    a.checked_add(b).map_or_else(|| wrong(TOO_LARGE), Ok)
}

fn times(a: i128, b: i128) -> Result<i128, Trouble> {
    a.checked_mul(b).map_or_else(|| wrong(TOO_LARGE), Ok)
}
