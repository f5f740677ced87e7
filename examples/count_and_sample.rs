//! How many covers there are, and three of them at random.

use dlx3::Answers;
use dlx3::{Fault, Problem};

pub fn main() -> Result<(), Fault> {
    let problem: Problem = "A B C D\nA B\nB C\nC D\nD A\nA\nB\nC\nD\n".parse()?;
    println!("{} covers", problem.count());
    for (number, options) in problem.family().sample(3, 42) {
        let texts: Vec<String> = options.iter().map(|&o| problem.text_of(o)).collect();
        println!("cover {number}: {}", texts.join(", "));
    }
    Ok(())
}
