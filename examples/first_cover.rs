//! The first cover of a problem, in DLX3's order.

use dlx3::Solve;
use dlx3::{Fault, Problem};

pub fn main() -> Result<(), Fault> {
    let problem: Problem = "A B C\nA B\nC\nB C\nA\n".parse()?;
    for solution in problem.solutions().take(1) {
        for option in solution.options {
            println!("{}", problem.text_of(option));
        }
    }
    Ok(())
}
