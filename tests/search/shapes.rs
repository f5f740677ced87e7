//! Structured problems: engines, tunings, memos and threads print the same bytes. (The
//! fuzzer compares larger ones, and the C program.)

use crate::common::filter::{TemporaryFile, dlx3, output};
use crate::common::problems::dice::Dice;
use crate::common::problems::runs;
use crate::common::problems::shapes::SHAPES;
use dlx3::Problem;
use dlx3::Solve;
use dlx3::search::testing::Tuning;

/// The output of a run, and its shape file.
fn print(words: &[String], means: &[String], input: &[u8]) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let shape = TemporaryFile::with("");
    let words: Vec<String> = words
        .iter()
        .chain(means)
        .map(|word| match word.as_str() {
            "S@" => format!("S{}", shape.name()),
            word => word.to_owned(),
        })
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = output(&mut dlx3(&words), input);
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    let written = std::fs::read(shape.path()).unwrap();
    (output.stdout, output.stderr, written)
}

fn check(numbers: std::ops::Range<u64>) {
    let links = ["--engine", "links", "--memo", "0", "--threads", "1"].map(String::from);
    let switches: Vec<_> = Tuning::switches().collect();
    for number in numbers {
        let dice = &mut Dice::new(5, number);
        let shape = &SHAPES[number as usize % SHAPES.len()];
        let size = dice.of_any_size(8, 400);
        let text = shape.problem(dice, size).text();
        let limit = dice.of_any_size(1000, 300_000);
        let words = runs::words(dice, limit);
        let expected = print(&words, &links, text.as_bytes());
        let switch = switches[number as usize % switches.len()];
        let off = ["--threads", "1", "--tuning"].map(str::to_owned);
        let off = [&off[..], &[format!("{}=0", switch.name)]].concat();
        for means in [runs::means(dice, limit), runs::means(dice, limit), off] {
            let found = print(&words, &means, text.as_bytes());
            let name = shape.name;
            assert!(
                found == expected,
                "case {number}, {name}, {words:?}, {means:?}\n{text}"
            );
        }
    }
}

#[test]
fn no_means_of_searching_shows_in_what_is_printed() {
    std::thread::scope(|scope| {
        for first in [0, 144] {
            scope.spawn(move || check(first..first + 144));
        }
    });
}

#[test]
fn every_shape_makes_problems_that_can_be_read_and_some_that_can_be_solved() {
    for shape in SHAPES {
        let mut solved = false;
        for number in 0..40 {
            let dice = &mut Dice::new(6, number);
            let text = shape.problem(dice, 12).text();
            let problem: Problem = match text.parse() {
                Ok(problem) => problem,
                Err(fault) => panic!("{}: {fault:?}\n{text}", shape.name),
            };
            solved = solved || problem.solutions().next().is_some();
        }
        assert!(solved, "{}", shape.name);
    }
}
