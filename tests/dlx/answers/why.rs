//! `--why`: which items contradict each other.

use super::filter::dlx;
use dlx3::families::Family;
use dlx3::families::langford::{Langford, Places};
use dlx3::{Answers, Problem};

/// Three shifts, of which two need Ada. The weekend has nothing to do with it.
const WEEK: &str = "early late night 1:2|weekend | Ada Bo\n\
    early Ada:d\nlate Ada:d\nlate Bo\nnight Ada:n\nweekend Bo\nweekend\n";

#[test]
fn why_prints_the_items_of_a_conflict_then_their_options() {
    let told = "early: at least 1 of 1 option\n\
        night: at least 1 of 1 option\n\
        Ada: at most 1 of 3 options, or one color\n  early Ada:d\n  night Ada:n\n";
    let json = "{\"conflict\":[{\"item\":\"early\",\"least\":1},{\"item\":\"night\",\"least\":1},\
        {\"item\":\"Ada\",\"most\":1}],\"minimal\":true}\n";
    for verb in ["find", "best", "find -n 3"] {
        let words: Vec<&str> = verb.split(' ').collect();
        for (more, out) in [(&["--why"][..], told), (&["--why", "--json"], json)] {
            let run = dlx(&[&words, more].concat(), WEEK);
            assert_eq!((&run.stdout[..], run.status), (out, Some(1)), "{verb}");
            let last = run.stderr.lines().last();
            assert_eq!(last, Some("dlx: there is no solution"), "{verb}");
        }
        let run = dlx(&words, WEEK);
        assert_eq!((&run.stdout[..], run.status), ("", Some(1)), "{verb}");
    }
}

#[test]
fn where_there_is_a_solution_why_changes_nothing() {
    let text = "A B C\nA B\nC\nB C\nA\n";
    for verb in ["find", "best"] {
        let (plain, why) = (dlx(&[verb], text), dlx(&[verb, "--why"], text));
        assert_eq!((plain.stdout, plain.status), (why.stdout, why.status));
    }
}

#[test]
fn why_is_refused_with_what_is_not_for_all_solutions() {
    let run = dlx(&["best", "--why", "--within", "3"], "A\nA\n");
    assert_eq!(run.status, Some(2), "{}", run.stderr);
    let run = dlx(&["find", "--why", "--without", "/dev/null"], "A\nA\n");
    assert_eq!(run.status, Some(2), "{}", run.stderr);
}

/// Whether there is a solution without one of these items at a time, and none with all of them.
fn is_smallest(problem: &Problem) -> usize {
    let found = problem.conflict().expect("there is no solution");
    assert!(found.is_minimal);
    let items: Vec<_> = found.items.iter().map(|own| own.item).collect();
    let restricted = |left_out: Option<usize>| -> Problem {
        let mut builder = Problem::builder();
        let mut own = vec![None; problem.item_count()];
        for is_primary in [true, false] {
            for (place, &item) in items.iter().enumerate() {
                let bounds = problem.bounds(item);
                if left_out == Some(place) || bounds.is_some() != is_primary {
                    continue;
                }
                let name = problem.name(item);
                own[item.index()] = Some(match bounds {
                    Some(bounds) => builder.item(name, bounds).unwrap(),
                    None => builder.secondary(name).unwrap(),
                });
            }
        }
        for option in problem.option_ids() {
            let nodes = problem.option(option);
            let nodes = nodes.filter_map(|(item, color)| Some((own[item.index()]?, color)));
            let nodes: Vec<_> = nodes.collect();
            if !nodes.is_empty() {
                builder.option(&nodes).unwrap();
            }
        }
        builder.build().unwrap()
    };
    assert!(restricted(None).find().is_none());
    for place in 0..items.len() {
        let less = restricted(Some(place));
        assert!(less.find().is_some(), "{:?}", found.items[place]);
    }
    items.len()
}

#[test]
fn conflicts_of_larger_problems_are_smallest() {
    let langford = |n| Langford::new(n, 0, Places::Taken).unwrap().problem();
    for problem in [langford(5), langford(6)] {
        assert!(is_smallest(&problem) > 5);
    }
    // A board of 6x6 without two opposite corners, by dominoes.
    let mut text = String::new();
    let is_there = |r: usize, c: usize| r < 6 && c < 6 && !(r + c).is_multiple_of(10);
    let cells = (0..36).map(|cell| (cell / 6, cell % 6));
    let cells: Vec<_> = cells.filter(|&(r, c)| is_there(r, c)).collect();
    cells.iter().for_each(|(r, c)| text += &format!("{r}{c} "));
    for &(r, c) in &cells {
        for (other, column) in [(r, c + 1), (r + 1, c)] {
            if is_there(other, column) {
                text += &format!("\n{r}{c} {other}{column}");
            }
        }
    }
    let board: Problem = (text + "\n").parse().unwrap();
    assert!(is_smallest(&board) > 10);
}
