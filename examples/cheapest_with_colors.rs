//! The two cheapest covers: two jobs on one machine, which must have one tool for both.

use std::error::Error;

pub fn main() -> Result<(), Box<dyn Error>> {
    let text = "drill mill | tool\ndrill tool:a\ndrill tool:b\nmill tool:a\nmill tool:b\n";
    let problem: dlx3::Problem = text.parse()?;
    for (cost, options) in problem.best(&[4, 9, 7, 1], 2)? {
        let texts: Vec<String> = options.iter().map(|&o| problem.text_of(o)).collect();
        println!("{cost}: {}", texts.join(", "));
    }
    Ok(())
}
