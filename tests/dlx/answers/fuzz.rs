//! A short run of the fuzzer of answers; `make fuzz-answers` makes a long one.

use crate::answers_fuzz::case::{Case, SHAPES};
use crate::answers_fuzz::checks::Asked;
use crate::answers_fuzz::programs;
use crate::common::filter::path;
use crate::common::tier;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn answers_about_problems_of_all_shapes_are_those_of_brute_force() {
    let dlx = Path::new(path("dlx"));
    let (mut shapes, mut solvable) = (BTreeSet::new(), 0);
    let problems = tier::problems("ANSWER_PROBLEMS", 400);
    for number in 0..problems {
        let case = Case::new(33, number);
        let Some(asked) = Asked::new(&case) else {
            continue;
        };
        shapes.insert(case.shape);
        solvable += u32::from(!asked.solutions.is_empty());
        let checked = asked.check("").and_then(|()| match number % 40 {
            0 => programs::check(dlx, &asked),
            _ => Ok(()),
        });
        if let Err(wrong) = checked {
            panic!("case {number}, {wrong}, in {case:?}\n{}", case.text());
        }
    }
    assert_eq!(shapes.len(), SHAPES.len());
    assert!(
        u64::from(solvable) * 3 > problems,
        "only {solvable} of {problems} problems have solutions"
    );
}
