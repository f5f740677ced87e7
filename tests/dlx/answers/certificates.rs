//! A certificate of a count proves the right number, and a false one is refused.

use super::agreement::small_problems;
use super::filter::dlx;
use crate::common::filter::{TemporaryFile, dlx_check, run};
use crate::common::problems::covers::{free, langford, queens};
use crate::common::problems::dice::Dice;
use crate::common::problems::packings::{dominoes, pentominoes};
use crate::common::problems::random::mutate;
use crate::common::problems::shapes::SHAPES;
use crate::common::time::endless;
use crate::proofs::number;
use dlx3::Answers;
use dlx3::Solve;
use dlx3::answers::certificate::certify;
use dlx3::answers::tuning::Tuning;
use dlx3::answers::{Limits, Stopped};
use dlx3::check::{DiagramError, DiagramFault, Proved, check_diagram};
use dlx3::text::output::Output;
use dlx3::{Count, Problem};
use std::fs;

/// The three rules for the item to branch on, and all of them.
fn tunings() -> [Tuning; 4] {
    let all = Tuning::default();
    [
        all,
        Tuning {
            layers_narrow: false,
            layers_input: false,
            ..all
        },
        Tuning {
            walk: false,
            layers_input: false,
            ..all
        },
        Tuning {
            walk: false,
            layers_narrow: false,
            ..all
        },
    ]
}

fn certified(problem: &Problem, tuning: Tuning, memory: usize) -> Result<(Count, String), Stopped> {
    let mut limits = Limits {
        tuning,
        ..Limits::new(memory)
    };
    let mut output = Output::new(Vec::new());
    let counted = certify(problem, &mut limits, &mut output)?;
    output.finish().unwrap();
    let text = std::mem::take(output.writer());
    Ok((counted.number, String::from_utf8_lossy(&text).into_owned()))
}

/// The count and the certificate.
fn certificate(problem: &Problem) -> (Count, String) {
    certified(problem, Tuning::default(), usize::MAX).unwrap()
}

fn verdict(problem: &Problem, text: &[u8]) -> Result<Proved, DiagramError> {
    check_diagram(problem, 1 << 30, text)
}

/// The number that a text proves if a forger adapts the number at its end to its paths.
fn forged(problem: &Problem, text: &[u8]) -> Option<Count> {
    match verdict(problem, text) {
        Ok(proved) => Some(proved.solutions),
        Err(DiagramError::Fault {
            fault: DiagramFault::Number { paths, .. },
            ..
        }) => Some(paths),
        Err(_) => None,
    }
}

#[test]
fn random_problems_have_certificates_for_the_number_that_dlx3_finds() {
    let (mut some, mut several) = (0, 0);
    for (problem, solutions, _) in small_problems(20_000, 20_000 + number(300)) {
        let expected = Count::known(problem.solutions().count() as u64);
        assert_eq!(expected, solutions.len() as u64);
        for tuning in tunings() {
            let (number, text) = certified(&problem, tuning, usize::MAX).unwrap();
            assert_eq!(number, expected, "{problem}");
            match verdict(&problem, text.as_bytes()) {
                Ok(proved) => assert_eq!(proved.solutions, expected, "{problem}\n{text}"),
                Err(error) => panic!("{error} of\n{problem}\n{text}"),
            }
            some += usize::from(expected > 0);
            several += usize::from(expected > 1);
        }
    }
    assert!(some > 300 && several > 150, "{some} {several}");
}

#[test]
fn problems_of_all_shapes_have_certificates() {
    let mut some = 0;
    for (place, shape) in SHAPES.iter().enumerate() {
        for seed in 0..8 {
            let mut dice = Dice::new(place as u64, seed);
            let problem: Problem = shape.problem(&mut dice, 12).text().parse().unwrap();
            let tuning = *dice.pick(&tunings());
            let (number, text) = certified(&problem, tuning, usize::MAX).unwrap();
            assert_eq!(number, problem.count(), "{problem}");
            let proved = verdict(&problem, text.as_bytes());
            assert_eq!(proved.unwrap().solutions, number, "{problem}\n{text}");
            some += usize::from(number > 1);
        }
    }
    assert!(some > 20, "{some}");
}

/// The lines of nodes: from after `root` to before `solutions`. Rules used to take turns by
/// branches, and a rule that looks at all items for each branch won here, because it has few.
#[test]
fn the_rule_that_does_the_least_work_writes_the_certificate() {
    let last = 1499;
    let mut text: String = (0..=last).map(|item| format!("i{item} ")).collect();
    for item in 0..last {
        text += &format!("\ni{item} i{}", item + 1);
    }
    for item in 0..=last {
        text += &format!("\ni{item}");
    }
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("chain").display().to_string();
    let run = dlx(&["count", "--certificate", &certificate], &(text + "\n"));
    assert_eq!(run.status, Some(0));
    assert!(run.stderr.contains("order input"), "{}", run.stderr);
}

fn nodes(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let nodes = lines[3..lines.len() - 1].iter();
    nodes.map(|line| (*line).to_owned()).collect()
}

fn with_nodes(text: &str, nodes: &[String]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut all: Vec<&str> = lines[..3].to_vec();
    all.extend(nodes.iter().map(String::as_str));
    all.push(lines[lines.len() - 1]);
    all.join("\n") + "\n"
}

/// The branches of a line: an option, if one is taken, and a target.
fn branches(line: &str) -> Vec<(Option<&str>, &str)> {
    let words = line.split(' ').skip(1);
    words
        .map(|word| match word.split_once('>') {
            Some((option, target)) => (Some(option), target),
            None => (None, word),
        })
        .collect()
}

fn line(node: &str, branches: &[(Option<&str>, &str)]) -> String {
    let words = branches.iter().map(|(option, target)| match option {
        Some(option) => format!(" {option}>{target}"),
        None => format!(" {target}"),
    });
    format!("{node}:{}", words.collect::<String>())
}

fn is_node(target: &str) -> bool {
    target.bytes().all(|byte| byte.is_ascii_digit())
}

/// Damages a node in a way that makes the text false. None if it has nothing to damage.
fn damage(text: &str, problem: &Problem, kind: usize, dice: &mut Dice) -> Option<String> {
    let mut nodes = nodes(text);
    let name = |line: &str| line.split(':').next().unwrap().to_owned();
    let names: Vec<String> = nodes.iter().map(|line| name(line)).collect();
    if nodes.is_empty() {
        return None;
    }
    let place = dice.below(nodes.len());
    let own = nodes[place].clone();
    let mut here = branches(&own);
    let branch = dice.below(here.len());
    let other = dice.pick(&names).clone();
    let item = dice.below(problem.primary_count());
    let item = String::from_utf8_lossy(problem.name(dlx3::ItemId(item as u32))).into_owned();
    let dead = format!("!{item}");
    match kind {
        // It leads to another node.
        0 if is_node(here[branch].1) && here[branch].1 != other => here[branch].1 = &other,
        // Two nodes are one.
        1 if own != nodes[0] && names[place] != other => {
            for line in &mut nodes {
                let own = line.clone();
                let mut here = branches(&own);
                for (_, target) in &mut here {
                    if *target == names[place] {
                        *target = &other;
                    }
                }
                *line = self::line(&name(&own), &here);
            }
            nodes.remove(place);
            return Some(with_nodes(text, &nodes));
        }
        // An open branch is declared dead, or solved.
        2 if !here[branch].1.starts_with('!') => here[branch].1 = &dead,
        3 if here[branch].1 != "." => here[branch].1 = ".",
        // An option comes twice.
        4 if here.len() > 2 => {
            let from = dice.below(here.len() - 1);
            let to = dice.below(here.len() - 1);
            if from == to {
                return None;
            }
            here[to].0 = here[from].0;
        }
        // A line is missing.
        5 => {
            nodes.remove(place);
            return Some(with_nodes(text, &nodes));
        }
        // It has a name that nothing leads to.
        6 => {
            nodes[place] = line("999999", &here);
            return Some(with_nodes(text, &nodes));
        }
        // An option of the item that must have one is left out.
        7 if here.len() > 2 && here[here.len() - 1].1.starts_with('!') => {
            here.remove(branch.min(here.len() - 2));
        }
        _ => return None,
    }
    nodes[place] = line(&names[place], &here);
    Some(with_nodes(text, &nodes))
}

const KINDS: usize = 8;

#[test]
fn a_certificate_with_a_damaged_node_is_refused() {
    let (mut refused, mut accepted) = ([0; KINDS], 0);
    for (problem, _, mut dice) in small_problems(20_000, 20_000 + number(300)) {
        let tuning = *dice.pick(&tunings());
        let (number, text) = certified(&problem, tuning, usize::MAX).unwrap();
        for (kind, refused) in refused.iter_mut().enumerate() {
            let mut tries = (0..10).filter_map(|_| damage(&text, &problem, kind, &mut dice));
            let Some(damaged) = tries.next() else {
                continue;
            };
            match forged(&problem, damaged.as_bytes()) {
                None => *refused += 1,
                // The damaged part may have been needless, such as a decision on an option that is
                // out in any case. The rest then proves the same.
                Some(proved) => {
                    assert_eq!(proved, number, "{kind} of\n{problem}\n{text}\n{damaged}");
                    accepted += 1;
                }
            }
        }
        let wrong = text.replace(
            &format!("solutions {number}"),
            &format!("solutions {}", number.clone() + Count::known(1)),
        );
        assert!(verdict(&problem, wrong.as_bytes()).is_err(), "{wrong}");
        // Cut anywhere, it proves nothing; a last newline may be missing.
        let cut = dice.below(text.len() - 1);
        let is_same = text[..cut].ends_with(&format!("solutions {number}"));
        let whole = verdict(&problem, &text.as_bytes()[..cut]);
        assert!(whole.is_err() || is_same, "{cut} of\n{text}");
    }
    assert!(refused.iter().all(|&number| number > 50), "{refused:?}");
    assert!(
        100 * accepted < refused.iter().sum(),
        "{accepted} of {refused:?}"
    );
}

/// Any change to the text, with the number at its end adapted.
#[test]
fn no_text_proves_a_wrong_number() {
    let (mut proved, mut refused) = (0, 0);
    for (problem, solutions, mut dice) in small_problems(21_000, 21_300) {
        let (_, text) = certificate(&problem);
        let mut try_it = |text: &[u8]| match forged(&problem, text) {
            Some(number) => {
                let text = String::from_utf8_lossy(text);
                assert_eq!(number, solutions.len() as u64, "{problem}\n{text}");
                proved += 1;
            }
            None => refused += 1,
        };
        for _ in 0..20 {
            try_it(&mutate(text.clone().into_bytes(), &mut dice));
            // Words are exchanged, left out and repeated.
            let mut nodes = nodes(&text);
            if nodes.is_empty() {
                continue;
            }
            let place = dice.below(nodes.len());
            let mut words: Vec<&str> = nodes[place].split(' ').collect();
            let (one, other) = (dice.below(words.len()), dice.below(words.len()));
            match dice.below(4) {
                0 => words.swap(one, other),
                1 => _ = words.remove(one),
                2 => words.insert(one, words[other]),
                _ => words[one] = words[other],
            }
            nodes[place] = words.join(" ");
            try_it(with_nodes(&text, &nodes).as_bytes());
            let (one, other) = (dice.below(nodes.len()), dice.below(nodes.len()));
            nodes.swap(one, other);
            try_it(with_nodes(&text, &nodes).as_bytes());
        }
    }
    assert!(proved > 1000 && refused > 5000, "{proved} {refused}");
}

/// The certificate of one problem says nothing wrong of another one.
#[test]
fn a_certificate_proves_nothing_wrong_of_a_changed_problem() {
    let (mut other, mut refused) = (0, 0);
    for (problem, _, mut dice) in small_problems(22_000, 22_300) {
        let (_, text) = certificate(&problem);
        let mut lines: Vec<String> = problem.to_string().lines().map(str::to_owned).collect();
        let place = 1 + dice.below(lines.len() - 1);
        match dice.below(3) {
            0 => lines.push(lines[place].clone()),
            1 => {
                let mut words: Vec<&str> = lines[place].split(' ').collect();
                words.pop();
                lines[place] = words.join(" ");
            }
            _ => lines[0] = format!("0:2|Ä {}", lines[0]),
        }
        let Ok(changed) = (lines.join("\n") + "\n").parse::<Problem>() else {
            continue;
        };
        // A forger adapts the first lines.
        let secondary = changed.item_count() - changed.primary_count();
        let heading = format!(
            "problem {} {} {secondary}",
            changed.option_count(),
            changed.primary_count()
        );
        let old = text.lines().nth(1).unwrap();
        let text = text.replacen(old, &heading, 1);
        match forged(&changed, text.as_bytes()) {
            Some(number) => assert_eq!(number, changed.count(), "{problem}\n{changed}\n{text}"),
            None => refused += 1,
        }
        other += 1;
    }
    assert!(other > 200 && refused > 50, "{other} {refused}");
}

/// Texts that a forger might write.
#[test]
fn false_certificates_made_by_hand_are_refused() {
    let check = |problem: &str, nodes: &str, expected: &str| {
        let parsed: Problem = problem.parse().unwrap();
        let primary = parsed.primary_count();
        let secondary = parsed.item_count() - primary;
        let heading = format!(
            "diagram 1\nproblem {} {primary} {secondary}\n",
            parsed.option_count()
        );
        let text = heading + &nodes.replace(" / ", "\n") + "\n";
        let shown = match verdict(&parsed, text.as_bytes()) {
            Ok(proved) => format!("{} proved", proved.solutions),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected, "{problem}\n{text}");
    };
    // 1: A B, 2: C, 3: B C, 4: A. The solutions are 1 2 and 3 4.
    let plain = "A B C\nA B\nC\nB C\nA\n";
    check(
        plain,
        "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / 3: 3>. !B / solutions 2",
        "2 proved",
    );
    // A number whose line has been there may stand for another node.
    check(
        plain,
        "root 1 / 1: 1>1 4>3 !A / 1: 2>. !C / 3: 3>. !B / solutions 2",
        "2 proved",
    );
    // A solution is missing.
    check(
        plain,
        "root 1 / 1: 1>2 !A / 2: 2>. !C / solutions 1",
        "line 4: this is no dead end: item A needs 1 more, and 1 may be taken",
    );
    check(
        plain,
        "root 1 / 1: 1>!C 4>3 !A / 3: 3>. !B / solutions 1",
        "line 4: this is no dead end: item C needs 1 more, and 1 may be taken",
    );
    check(
        plain,
        "root !A / solutions 0",
        "line 3: this is no dead end: item A needs 1 more, and 2 may be taken",
    );
    // An item that is covered is no reason for a dead end.
    check(
        plain,
        "root 1 / 1: 1>!A 4>3 !A / 3: 3>. !B / solutions 1",
        "line 4: this is no dead end: item A needs 0 more, and 0 may be taken",
    );
    // It ends too early, or not at all.
    check(
        plain,
        "root 1 / 1: 1>. 4>3 !A / 3: 3>. !B / solutions 2",
        "line 4: this is not the end of a solution: option 2 may still be taken",
    );
    check(
        plain,
        "root . / solutions 1",
        "line 3: this is not the end of a solution: option 1 may still be taken",
    );
    check(
        plain,
        "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / solutions 1",
        "line 6: line 4 leads to node 3, which is not there",
    );
    check(
        plain,
        "root 1 / 1: 1>1 4>3 !A / 3: 3>. !B / solutions 1",
        "line 6: line 4 leads to node 1, which is not there",
    );
    check(
        plain,
        "root 1 / solutions 0",
        "line 4: line 3 leads to node 1, which is not there",
    );
    // A solution in which B is missing.
    check(
        "A B\nA B\nA\n",
        "root 1 / 1: 1>. 2>. !A / solutions 2",
        "line 4: this is not the end of a solution: item B needs more options",
    );
    // The same options in two orders are one solution.
    let pairs = "2|A\nA\nA\nA\n";
    check(
        pairs,
        "root 1 / 1: 1>2 2>3 !A / 2: 2>. 3>. !A / 3: 3>. !A / solutions 3",
        "3 proved",
    );
    check(
        pairs,
        "root 1 / 1: 1>2 2>3 3>4 !A / 2: 2>. 3>. !A / 3: 1>. 3>. !A / 4: 1>. 2>. !A / solutions 6",
        "line 6: option 1 may no longer be taken here",
    );
    check(
        pairs,
        "root 1 / 1: 1>2 1>2 2>3 !A / 2: 2>. 3>. !A / 3: 3>. !A / solutions 5",
        "line 4: option 1 may no longer be taken here",
    );
    // One option of two is too few, and three are too many.
    check(
        pairs,
        "root 1 / 1: 1>. 2>. 3>. !A / solutions 3",
        "line 4: this is not the end of a solution: option 2 may still be taken",
    );
    check(
        "2|A\nA\nA\n",
        "root 1 / 1: 1>2 2>. !A / 2: 2>. !A / solutions 2",
        "line 4: this is not the end of a solution: item A needs more options",
    );
    check(
        pairs,
        "root 1 / 1: 1>2 2>3 !A / 2: 2>4 3>. !A / 3: 3>. !A / 4: 3>. . / solutions 4",
        "line 7: option 3 may no longer be taken here",
    );
    // An option that may be left out is left out and taken.
    let free = "0:2|A\nA\nA\nA\n";
    check(
        free,
        "root 1 / 1: 1>2 2 / 2: 2>3 3 / 3: 3>. . / solutions 8",
        "line 4: node 2 has another state than where line 4 leads: item A needs, or has room for, \
         another number of options",
    );
    // `0:3|A' with two options has room for all of them, whatever has been taken.
    check(
        "0:3|A\nA\nA\n",
        "root 1 / 1: 1>2 2 / 2: 2>. . / solutions 4",
        "4 proved",
    );
    check(
        free,
        "root 1 / 1: 1>. 2>. . / solutions 3",
        "line 4: this is not the end of a solution: option 2 may still be taken",
    );
    check(
        free,
        "root 1 / 1: 1>2 !A / 2: 2>. . / solutions 2",
        "line 4: this is no dead end: item A needs 0 more, and 2 may be taken",
    );
    // States that differ in a color alone.
    let colors = "A B | X\nA X:0\nA X:1\nB X:0\nB X:1\n";
    check(
        colors,
        "root 1 / 1: 1>2 2>3 !A / 2: 3>. !B / 3: 4>. !B / solutions 2",
        "2 proved",
    );
    check(
        colors,
        "root 1 / 1: 1>2 2>2 !A / 2: 3>. 4>. !B / solutions 4",
        "line 4: node 2 has another state than where line 4 leads: option 3 may not be taken here",
    );
    check(
        colors,
        "root 1 / 1: 1>2 2>3 !A / 2: 4>. !B / 3: 3>. !B / solutions 2",
        "line 5: option 4 may no longer be taken here",
    );
    // Without a color, an item stands alone.
    check(
        "A B | X\nA X\nB X\nB X:0\nB\n",
        "root 1 / 1: 1>2 !A / 2: 4>. 2>. !B / solutions 2",
        "line 5: option 2 may no longer be taken here",
    );
    // Options are the same, but in one of the states B has nothing left.
    check(
        "A B C\nA B\nA\nC\n",
        "root 1 / 1: 1>2 2>2 !A / 2: 3>. !C / solutions 2",
        "line 4: node 2 has another state than where line 4 leads: item B needs, or has room for, \
         another number of options",
    );
    // Room for one more, or for two; one more is needed, or two.
    check(
        "0:3|A B\nA B\nB\nA\nA\nA\n",
        "root 1 / 1: 1>2 2>2 !B / 2: 3>3 3 / 3: 4>4 4 / 4: 5>. . / solutions 16",
        "line 4: node 2 has another state than where line 4 leads: item A needs, or has room for, \
         another number of options",
    );
    check(
        "2:9|A B\nA B\nB\nA\nA\n",
        "root 1 / 1: 1>2 2>2 !B / 2: 3>3 4>. !A / 3: 4>. . / solutions 6",
        "line 4: node 2 has another state than where line 4 leads: item A needs, or has room for, \
         another number of options",
    );
    // Lines that are not well formed, and names that no node has.
    for (nodes, expected) in [
        ("1: 1>2 !A", "line 3: expected `root TARGET'"),
        (
            "root 1 / 1: !A / solutions 0",
            "line 4: expected `NODE: OPTION>TARGET ... TARGET', or `solutions NUMBER'",
        ),
        (
            "root 1 / 1: 1>2 4>3 / solutions 0",
            "line 4: expected a target: a node, `.' or `!ITEM'",
        ),
        (
            "root 1 / 1: 1>2 2 4>3 !A / solutions 0",
            "line 4: expected `NODE: OPTION>TARGET ... TARGET', or `solutions NUMBER'",
        ),
        (
            "root 1 / 1: 1>2  4>3 !A / solutions 0",
            "line 4: expected `NODE: OPTION>TARGET ... TARGET', or `solutions NUMBER'",
        ),
        (
            "root 1 / 1: 0>2 !A / solutions 0",
            "line 4: the problem has no option 0",
        ),
        (
            "root 1 / 1: 5>2 !A / solutions 0",
            "line 4: the problem has no option 5",
        ),
        (
            "root 1 / 1: 1>!D 4>!B !A / solutions 0",
            "line 4: `D' is not a primary item of the problem",
        ),
        (
            "root 1 / 2: 1>2 !A / solutions 0",
            "line 4: no line between the last one of node 2 and this one leads to it",
        ),
        (
            "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / 3: 3>. !B",
            "line 6: the text ends before the number of solutions",
        ),
        (
            "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / 3: 3>. !B / solutions 3",
            "line 7: there are 2 solutions, not 3",
        ),
        (
            "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / 3: 3>. !B / solutions two",
            "line 7: expected `solutions NUMBER'",
        ),
        (
            "root 1 / 1: 1>2 4>3 !A / 2: 2>. !C / 3: 3>. !B / solutions 2 / solutions 2",
            "line 8: nothing may follow the number of solutions",
        ),
        (
            "root 99999999999999999999 / solutions 0",
            "line 3: expected a target: a node, `.' or `!ITEM'",
        ),
    ] {
        check(plain, nodes, expected);
    }
    // Only primary items need anything.
    check(
        "A | X\nA X\n",
        "root !X / solutions 0",
        "line 3: `X' is not a primary item of the problem",
    );
}

#[test]
fn a_certificate_of_another_problem_is_told_by_its_first_lines() {
    let problem: Problem = "A B\nA\nB\n".parse().unwrap();
    let shown = |text: &str| verdict(&problem, text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        shown("diagram 1\nproblem 3 2 0\nroot .\n"),
        "line 2: 3 options and 2+0 items, but the problem has 2 options and 2+0 items"
    );
    assert_eq!(
        shown(""),
        "line 1: the text ends before the number of solutions"
    );
    assert_eq!(shown("diagram 2\n"), "line 1: expected `diagram 1'");
    assert_eq!(
        shown("diagram 1\nproblem 3 2\n"),
        "line 2: expected `problem OPTIONS PRIMARY SECONDARY'"
    );
}

/// Parts follow each other, and free options follow the parts. Their numbers are multiplied.
#[test]
fn parts_and_free_options_are_certified_one_after_another() {
    let squares: String = (0..40)
        .map(|part| format!("a{part} b{part} "))
        .chain(["\n".to_owned()])
        .chain((0..40).map(|part| format!("a{part} b{part}\na{part}\nb{part}\n")))
        .collect();
    let problem: Problem = squares.parse().unwrap();
    let (number, text) = certificate(&problem);
    assert_eq!(number, 1 << 40);
    assert_eq!(text.lines().count(), 3 + 2 * 40 + 1);
    assert_eq!(
        verdict(&problem, text.as_bytes()).unwrap().solutions,
        number
    );
    let problem: Problem = free(200).parse().unwrap();
    let (number, text) = certificate(&problem);
    assert_eq!(number, problem.count());
    assert!(number.to_u64().is_none());
    assert_eq!(
        verdict(&problem, text.as_bytes()).unwrap().solutions,
        number
    );
    // A part without solutions makes the others needless.
    let problem: Problem = "A B C D\nA B\nA\nB\nC D\nC\n".parse().unwrap();
    assert_eq!(certificate(&problem).0, 2);
    let problem: Problem = "A B C D E\nA B\nA\nB\nC D\nD E\nE C\n".parse().unwrap();
    let (number, text) = certificate(&problem);
    assert_eq!(number, 0);
    assert!(!text.contains(" 1>"), "{text}");
    assert_eq!(verdict(&problem, text.as_bytes()).unwrap().solutions, 0);
}

#[test]
fn classic_counts_are_proved_by_the_programs() {
    for (problem, number) in [
        (queens(8), "92"),
        (langford(8), "300"),
        (dominoes(8, 8), "12988816"),
        (dominoes(12, 12), "53060477521960000"),
        (pentominoes(3, 20, &[]), "8"),
    ] {
        for ending in ["", ".gz", ".zst"] {
            let file = TemporaryFile::with(&problem);
            let name = format!("{}{ending}", TemporaryFile::new().name());
            let counted = dlx(&["count", "--certificate", &name, file.name()], "");
            assert_eq!(counted.stdout.trim(), number, "{}", counted.stderr);
            let words = ["--diagram", &name, file.name(), "-n", number];
            let checked = run(&mut dlx_check(&words), b"");
            assert_eq!(checked.stdout, format!("{number} solutions are proved\n"));
            assert_eq!((checked.status, &checked.stderr[..]), (Some(0), ""));
            let text = fs::read(&name).unwrap();
            assert_eq!(text.starts_with(b"\x1f\x8b"), ending == ".gz");
            assert_eq!(text.starts_with(b"\x28\xb5\x2f\xfd"), ending == ".zst");
            // It may come on stdin, too.
            let checked = run(&mut dlx_check(&["--diagram", "-", file.name()]), &text);
            assert_eq!(checked.stdout, format!("{number} solutions are proved\n"));
            fs::remove_file(&name).unwrap();
        }
    }
}

#[test]
fn what_is_wrong_with_files_is_said() {
    let problem = TemporaryFile::with("A B\nA\nB\nA B\n");
    let certificate = TemporaryFile::new();
    let words = ["count", "--certificate", certificate.name(), problem.name()];
    assert_eq!(dlx(&words, "").stdout, "2\n");
    let check = |words: &[&str], input: &[u8]| {
        let words = [words, &[problem.name()]].concat();
        let run = run(&mut dlx_check(&words), input);
        (run.status.unwrap(), run.stdout, run.stderr)
    };
    let diagram = ["--diagram", certificate.name()];
    assert_eq!(
        check(&diagram, b""),
        (0, "2 solutions are proved\n".to_owned(), String::new())
    );
    let (status, stdout, stderr) = check(&[&diagram[..], &["-n", "3"]].concat(), b"");
    assert_eq!((status, &stdout[..]), (1, "2 solutions are proved\n"));
    assert_eq!(stderr, "dlx-check: 3 were to come, not 2\n");
    let (status, _, stderr) = check(&["--diagram", "-"], b"diagram 1\n");
    let message =
        "dlx-check: in the diagram, line 1: the text ends before the number of solutions\n";
    assert_eq!((status, &stderr[..]), (1, message));
    let (status, _, stderr) = check(&[&diagram[..], &["--memory", "100"]].concat(), b"");
    assert_eq!(status, 3);
    assert!(
        stderr.ends_with("take more than 100 bytes: see --memory\n"),
        "{stderr}"
    );
    let (status, _, stderr) = check(&["--diagram", "/nowhere/a"], b"");
    assert!(status == 1 && stderr.contains("/nowhere/a"), "{stderr}");
    let (status, _, stderr) = check(&["--diagram", "-"], b"\x28\xb5\x2f\xfd\x00");
    assert!(status == 1 && stderr.starts_with("dlx-check: "), "{stderr}");
    let (status, _, stderr) = check(&["--diagram", "-"], b"\x1f\x8b\x08\x00");
    assert!(status == 1 && stderr.starts_with("dlx-check: "), "{stderr}");
    let (status, ..) = check(&["--diagram", "-", "--sample"], b"");
    assert_eq!(status, 2);
    for (path, expected) in [("/dev/full", 1), ("/nowhere/a", 1), ("-", 1)] {
        let run = dlx(&["count", "--certificate", path, problem.name()], "");
        assert_eq!(run.status, Some(expected), "{}", run.stderr);
        assert!(
            run.stderr.contains(path) && run.stdout.is_empty(),
            "{}",
            run.stderr
        );
    }
}

/// The messages used to be errors of the unpacking crates.
#[test]
fn packed_certificates_that_are_damaged_are_named_plainly() {
    let problem = TemporaryFile::with(dominoes(6, 6));
    for form in ["gz", "zst"] {
        let file = TemporaryFile::new();
        let packed = format!("{}.{form}", file.name());
        dlx(&["count", "--certificate", &packed, problem.name()], "");
        let whole = fs::read(&packed).unwrap();
        let middle = whole.len() / 2;
        let damaged = [
            &whole[..middle],
            &[whole.clone(), b"x".to_vec()].concat()[..],
        ]
        .map(<[u8]>::to_vec);
        for bytes in damaged {
            fs::write(&packed, bytes).unwrap();
            let words = ["--diagram", &packed, problem.name()];
            let run = run(&mut dlx_check(&words), b"");
            assert_eq!(run.status, Some(1));
            let told = "its compressed text is damaged, or the end is missing\n";
            assert!(run.stderr.ends_with(told), "{form}: {run:?}");
        }
        fs::remove_file(&packed).unwrap();
    }
}

#[test]
fn a_frame_that_takes_too_much_memory_is_not_called_damaged() {
    let problem = TemporaryFile::with("A\nA\n");
    // The head of a frame whose window has 2^31 bytes.
    let packed = tempfile::NamedTempFile::new().unwrap();
    fs::write(packed.path(), b"\x28\xb5\x2f\xfd\x00\xa8\0\0\0").unwrap();
    let name = packed.path().display().to_string();
    let run = run(&mut dlx_check(&["--diagram", &name, problem.name()]), b"");
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("more than 128 MB"), "{run:?}");
}

#[test]
fn a_certificate_without_an_end_proves_nothing() {
    let problem = endless();
    let file = TemporaryFile::with(&problem);
    let certificate = TemporaryFile::new();
    for (words, message) in [
        (["--time", "0"], "time is up"),
        // With more, a fast machine would come to the limit of memory.
        (["--time", "50ms"], "time is up"),
        (["--memory", "1M"], "more than 1048576 bytes of states"),
    ] {
        let words = [
            &["count", "--certificate", certificate.name(), file.name()],
            &words[..],
        ]
        .concat();
        let run = dlx(&words, "");
        assert_eq!((run.status, &run.stdout[..]), (Some(3), ""));
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.contains("proves nothing"), "{}", run.stderr);
        let words = ["--diagram", certificate.name(), file.name()];
        let checked = self::run(&mut dlx_check(&words), b"");
        assert_eq!(checked.status, Some(1), "{}", checked.stderr);
    }
}

/// Waiting states take as much memory as is counted for them.
#[test]
fn memory_ends_a_certificate_not_the_machine() {
    let problem: Problem = queens(9).parse().unwrap();
    let whole = certified(&problem, Tuning::default(), usize::MAX).unwrap();
    let mut memory = 1 << 12;
    while let Err(why) = certified(&problem, Tuning::default(), memory) {
        assert_eq!(why, Stopped::Memory);
        memory *= 2;
    }
    assert!((1 << 15..1 << 24).contains(&memory), "{memory}");
    assert_eq!(whole.0, 352);
    let text = whole.1.as_bytes();
    assert!(matches!(
        check_diagram(&problem, 1 << 12, text),
        Err(DiagramError::Memory { .. })
    ));
    assert_eq!(
        check_diagram(&problem, 1 << 24, text).unwrap().solutions,
        352
    );
}
