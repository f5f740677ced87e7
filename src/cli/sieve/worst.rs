//! `sieve solve --worst`: the least score that a game can end with, as a cheapest cover.

use super::UNPROVED;
use super::limit::Limit;
use super::solve::{write_moves, write_proof};
use crate::answers::best::{NotCheapest, cheapest};
use crate::answers::{Limits, MEMORY};
use crate::cli::{Failure, Process, exit};
use crate::sieve::cuts::Cut;
use crate::sieve::optimum::{Monitor, Progress};
use crate::sieve::order::playing_order;
use crate::sieve::{Numbers, Pair, worst};
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// A game that has ended, and what is known about the others.
struct Worst {
    score: u64,
    /// No game ends with less.
    bound: u64,
    /// In an order that can be played.
    moves: Vec<Pair>,
}

/// The worst game of one N.
pub fn one(size: u32, threads: usize, limit: Limit, process: &mut Process) -> Result<u8, Failure> {
    let game = solve(size, threads, &RefCell::new(limit), &mut Vec::new())?;
    let out = process.out();
    write!(out, "score {} ", game.score);
    write_proof(game.score, game.bound, out);
    write_moves(&game.moves, out);
    Ok(status(game.score == game.bound))
}

/// A line for each N. The cuts of one N serve the next one.
pub fn table(
    sizes: RangeInclusive<u32>,
    threads: usize,
    limit: Limit,
    process: &mut Process,
) -> Result<u8, Failure> {
    let limit = RefCell::new(limit);
    let mut cuts = Vec::new();
    let mut is_proved = true;
    for size in sizes {
        if limit.borrow().is_stopped() {
            return Ok(UNPROVED);
        }
        let game = solve(size, threads, &limit, &mut cuts)?;
        let out = process.out();
        write!(out, "{size} {} {} ", game.score, game.moves.len());
        write_proof(game.score, game.bound, out);
        out.flush();
        process.check()?;
        is_proved &= game.score == game.bound;
    }
    Ok(status(is_proved))
}

fn status(is_proved: bool) -> u8 {
    match is_proved {
        true => exit::DONE,
        false => UNPROVED,
    }
}

/// Asks for the cheapest pairing; while no order plays it, adds cuts against its cycles, and
/// asks again.
fn solve(
    size: u32,
    threads: usize,
    limit: &RefCell<Limit>,
    cuts: &mut Vec<Cut>,
) -> Result<Worst, Failure> {
    let numbers = Numbers::new(size).map_err(Failure::new)?;
    limit.borrow_mut().restart(format!("N = {size}"));
    let mut game = Worst {
        score: 0,
        bound: 0,
        moves: worst::small_game(&numbers, &[]),
    };
    game.score = score(&game.moves);
    while game.bound < game.score {
        let problem = worst::encode(&numbers, cuts).map_err(Failure::new)?;
        let costs = problem.costs().expect("each pick costs").values();
        let progress = Progress {
            score: game.score,
            bound: game.bound,
            cuts: cuts.len() as u64,
            columns: problem.option_count(),
            ..Progress::default()
        };
        let mut stop = || limit.borrow_mut().look(&progress).is_break();
        let mut limits = Limits {
            threads,
            stop: &mut stop,
            ..Limits::new(MEMORY)
        };
        let (found, bound, is_over) = match cheapest(&problem, costs, 1, &mut limits) {
            Ok(found) => {
                let best = found.solutions.into_iter().next();
                let best = best.expect("a game is one");
                let bound = best.0;
                (Some(best), bound, false)
            }
            Err(NotCheapest::Unfinished(known)) => {
                (known.solutions.into_iter().next(), known.bound, true)
            }
            Err(NotCheapest::TooDear(error)) => return Err(Failure::new(error)),
        };
        game.bound = game.bound.max(bound.max(0) as u64).min(game.score);
        if let Some((_, options)) = found {
            let pairs = worst::pairs(&numbers, &options);
            let cycles = worst::cycles(&numbers, &pairs);
            let moves = match playing_order(&numbers, &pairs) {
                Ok(moves) => moves,
                Err(_) => worst::small_game(&numbers, &pairs),
            };
            if score(&moves) < game.score {
                game.score = score(&moves);
                game.moves = moves;
            }
            cuts.extend(cycles);
        }
        if is_over {
            break;
        }
    }
    Ok(game)
}

fn score(moves: &[Pair]) -> u64 {
    moves.iter().map(|pair| u64::from(pair.pick)).sum()
}
