//! What the engine owes deep trees.

use crate::Problem;

#[test]
fn a_very_deep_tree_does_not_exhaust_the_stack() {
    let count = 3000;
    let mut text = String::new();
    for item in 0..count {
        text += &format!("0:1|{item} ");
    }
    for item in 0..count {
        text += &format!("\n{item}");
    }
    let problem: Problem = (text + "\n").parse().unwrap();
    let solutions: Vec<_> = problem.solutions().take(3).collect();
    let sizes: Vec<usize> = solutions.iter().map(|s| s.options.len()).collect();
    assert_eq!(sizes, [count, count - 1, count - 1]);
}
