//! The two cheapest covers: two jobs on one machine, which must have one tool for both.

use dlx3::Answers;
use std::error::Error;

pub fn main() -> Result<(), Box<dyn Error>> {
    let text =
        "drill mill | tool\ndrill tool:a |4\ndrill tool:b |9\nmill tool:a |7\nmill tool:b |1\n";
    let problem: dlx3::Problem = text.parse()?;
    for (cost, options) in problem.best(2)? {
        let texts: Vec<String> = options.iter().map(|&o| problem.text_of(o)).collect();
        println!("{cost}: {}", texts.join(", "));
    }
    Ok(())
}
