//! Upper bounds for the number of times that each jump is made: the relaxed
//! problems RUBj (section 4 of the paper).
use super::linear::{self, Domain, SolverFailure};
use super::Problem;
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upper { Infeasible, Bounds(Vec<u32>) }
pub fn upper_bounds(problem: &Problem) -> Result<Upper, SolverFailure> {
    let m = problem.board.jumps().len();
    for d in [Domain::Real, Domain::Integer] {
    let t = std::time::Instant::now();
    let mut v = Vec::new();
    for j in 0..m {
        let t = std::time::Instant::now();
        match linear::most_jumps(problem, Some(j), d)? { None => {eprintln!("infeasible"); break}, Some(x) => v.push(x[j])}
        if std::env::var("V").is_ok() { eprintln!("{j} {:?} {}", t.elapsed(), v[j]); }
    }
    eprintln!("{d:?} {:?} sum {}", t.elapsed(), v.iter().sum::<f64>());
    if d == Domain::Integer { return Ok(Upper::Bounds(v.iter().map(|x| x.round() as u32).collect())); }
    }
    Ok(Upper::Infeasible)
}
