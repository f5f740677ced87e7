//! Tests how strong the relaxations are: the claims of sections 3 and 4 of the paper, on random
//! problems of the English board.
//!
//! Usage: peg-relaxations [PROBLEMS] [SEED]
//!
//! For each number of pegs at the start, draws random starts and random finishes with one to three
//! pegs, both in one class over GF(2). Sorts them into four bins: PAG-P infeasible (a pagoda
//! function proves it); PAG-P feasible, but RUB infeasible; RUB feasible, but no solution;
//! solvable.

use dlx3::peg::bounds::{Upper, is_real_feasible, upper_bounds};
use dlx3::peg::feasible::Resources;
use dlx3::peg::solve::{Answer, Method, Options, solve};
use dlx3::peg::{PegProblem, Position, board_named};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let problems: usize = arguments.next().map_or(Ok(200), |word| word.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |word| word.parse())?;
    let board = board_named("english").ok_or("no such board")?;
    let mut random = Pcg64Mcg::new(u128::from(seed));
    println!("{problems} problems a line, seed {seed}");
    println!("pegs  PAG infeasible  RUB infeasible  unsolvable  solvable  seconds");
    for pegs in [5, 7, 9, 11, 13, 15, 17, 19, 22, 25, 28] {
        let began = Instant::now();
        let mut bins = [0; 4];
        while bins.iter().sum::<usize>() < problems {
            let mut position = |pegs: u32| {
                let mut position = Position(0);
                while position.pegs() < pegs {
                    position.0 |= 1 << (((random.next_u64() >> 32) * board.len() as u64) >> 32);
                }
                position
            };
            let start = position(pegs);
            let few = 1 + position(1).0.trailing_zeros() % 3;
            let finish = position(few);
            let problem = PegProblem {
                board: board.clone(),
                start,
                finish,
            };
            if problem.same_class() {
                bins[bin(&problem)?] += 1;
            }
        }
        let [real, relaxed, unsolvable, solvable] = bins;
        println!(
            "{pegs:4}  {real:14}  {relaxed:14}  {unsolvable:10}  {solvable:8}  {:7.2}",
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn bin(problem: &PegProblem) -> Result<usize, Box<dyn Error>> {
    if !is_real_feasible(problem)? {
        return Ok(0);
    }
    if upper_bounds(problem)? == Upper::Infeasible {
        return Ok(1);
    }
    let options = Options {
        method: Method::Auto,
        bounds: true,
        table: true,
        most_nodes: u64::MAX,
        effort: Resources {
            threads: 1,
            most_keys: 200_000_000,
        },
    };
    match solve(problem, options, |_| {})? {
        Answer::Solution(_) => Ok(3),
        Answer::Infeasible(_) => Ok(2),
        Answer::Unknown => Err("the search gave up".into()),
    }
}
