//! `sieve check`: replays a game.

use super::input::moves_of;
use super::solve::write_proof;
use super::{Words, number_parser};
use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::sieve::certificate::{self, Proved};
use crate::sieve::game::Game;
use crate::sieve::order::playing_order;
use crate::sieve::{Numbers, Pair};
use crate::text::plural::counted;
use std::fmt::Display;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

/// Replays a game and says what is wrong with it, and where
///
/// A line holds a move, PICK or PICK TAX, or several with commas between them, in
/// playing order; the tax is a proper divisor of the pick that must still be there.
/// Lines `score S ...` are compared with the score of the moves. So this reads what
/// sieve solve writes.
///
/// With --certificate, it checks the proof that sieve solve --certificate has
/// written, in whole numbers and without a search.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit status: 0 all moves are legal; 1 they are not, or bad input; 2 bad usage."
)]
pub struct Arguments {
    /// The sieve's largest number
    #[arg(value_name = "N", value_parser = number_parser(), allow_negative_numbers = true,
        required_unless_present = "certificate")]
    size: Option<u32>,
    /// The game [default: stdin]
    #[arg(value_name = "FILE", conflicts_with = "certificate")]
    file: Option<PathBuf>,
    /// Check this proof, and say what it proves
    #[arg(long, value_name = "FILE", conflicts_with = "unordered")]
    certificate: Option<PathBuf>,
    /// The lines are pairs PICK TAX, TAX being PICK divided by a prime, in any order:
    /// they are sorted first, and what cannot be played is shown with its cycle
    #[arg(long)]
    unordered: bool,
}

pub fn run(arguments: &Arguments, process: &mut Process) -> Result<u8, Failure> {
    if let Some(file) = &arguments.certificate {
        return proof(file, arguments.size, process);
    }
    let size = arguments.size.expect("it is required");
    let numbers = Numbers::new(size).map_err(Failure::new)?;
    let file = arguments.file.as_deref();
    let reader = input::open_or_stdin(file)?;
    let game = replayed(arguments, &numbers, reader);
    let game = game.map_err(|failure| failure.in_file(file))?;
    let (moves, score) = (game.moves(), game.score());
    writeln!(
        process.out(),
        "legal: {}, score {score}",
        counted(moves, "move")
    );
    Ok(exit::DONE)
}

/// Checks a certificate, which must be of `size` if that is given.
fn proof(file: &Path, size: Option<u32>, process: &mut Process) -> Result<u8, Failure> {
    let reader = BufReader::new(input::open(file)?);
    let failed = |message: &dyn Display| Failure::new(message).in_file(Some(file));
    let proved = certificate::check(reader).map_err(|fault| failed(&fault))?;
    let Proved {
        largest,
        score,
        bound,
        steps,
    } = proved;
    if let Some(size) = size
        && size != largest
    {
        return Err(failed(&format_args!("this is about {largest}, not {size}")));
    }
    let out = process.out();
    write!(
        out,
        "proved in {}: N {largest}, score {score} ",
        counted(steps, "step")
    );
    write_proof(score, bound, out);
    Ok(exit::DONE)
}

/// The game, once all its moves are played.
fn replayed<'n>(
    arguments: &Arguments,
    numbers: &'n Numbers,
    reader: impl Read,
) -> Result<Game<'n>, Failure> {
    let size = numbers.largest();
    let mut game = Game::new(numbers);
    let mut claim: Option<(Words, u64)> = None;
    let mut pairs = Pairs::new(numbers);
    moves_of(reader, &mut |line| {
        if line.word(0) == b"score" {
            let claimed = line.wide(1)?;
            if claim.is_some() {
                return Err(line.fault(0, "a second score"));
            }
            claim = Some((line, claimed));
            return Ok(());
        }
        if line.len() > 2 {
            return Err(line.fault(2, "a move is PICK or PICK TAX"));
        }
        let pick = line.number(0, size)?;
        if arguments.unordered {
            let tax = line.number(1, size)?;
            return pairs.add(Pair { pick, tax }, &line);
        }
        let played = match line.len() {
            1 => game.pick(pick),
            _ => game.play(Pair {
                pick,
                tax: line.number(1, size)?,
            }),
        };
        played.map_err(|fault| line.fault(0, format_args!("{pick} cannot be picked: {fault}")))
    })?;
    for pair in pairs.ordered()? {
        game.play(pair).map_err(|fault| {
            Failure::new(format_args!("{} cannot be picked: {fault}", pair.pick))
        })?;
    }
    if let Some((line, claimed)) = claim
        && claimed != game.score()
    {
        let score = game.score();
        let message = format_args!("the score is claimed to be {claimed}, but is {score}");
        return Err(line.fault(1, message));
    }
    Ok(game)
}

/// Pairs that come in any order.
struct Pairs<'n> {
    numbers: &'n Numbers,
    pairs: Vec<Pair>,
    /// By number: the line that used it, or 0.
    used: Vec<u64>,
}

impl<'n> Pairs<'n> {
    fn new(numbers: &'n Numbers) -> Self {
        Pairs {
            numbers,
            pairs: Vec::new(),
            used: vec![0; numbers.largest() as usize + 1],
        }
    }

    fn add(&mut self, pair: Pair, line: &Words) -> Result<(), Failure> {
        let Pair { pick, tax } = pair;
        if !self.numbers.is_pair(pair) {
            return Err(line.fault(1, format_args!("{tax} is not {pick} divided by a prime")));
        }
        for (word, number) in [pick, tax].into_iter().enumerate() {
            let used = &mut self.used[number as usize];
            if *used > 0 {
                let message = format_args!("{number} is in the pair of line {used}, too");
                return Err(line.fault(word, message));
            }
            *used = line.line;
        }
        self.pairs.push(pair);
        Ok(())
    }

    fn ordered(&self) -> Result<Vec<Pair>, Failure> {
        playing_order(self.numbers, &self.pairs).map_err(|cycle| {
            let line = self.used[cycle[0].pick as usize];
            let cycle = crate::sieve::order::describe_cycle(&cycle);
            Failure::new(format_args!(
                "line {line}: no order plays these pairs: {cycle}"
            ))
        })
    }
}
