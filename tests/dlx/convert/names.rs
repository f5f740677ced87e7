//! Names in the texts of other programs: different names always stay different.

use crate::common::filter::{self, Run, run};
use crate::common::problems::dice::Dice;
use std::collections::HashSet;

fn dlx(words: &[&str], input: &[u8]) -> Run {
    let mut command = filter::command(filter::path("dlx"), words);
    run(&mut command, input)
}

/// Names that differ only in parts that some language does not keep: signs, capitals, or the end of
/// a long name.
fn names(dice: &mut Dice) -> Vec<String> {
    let long = "long".repeat(60);
    let pieces = [
        "a", "A", "-", "_", ".", "_1", "_2", "2d", "#", "x1", "most.", "\"", "\\", "<&>", "\u{e9}",
        "c1", "least.a", "1", "__", "'", &long,
    ];
    let mut names = HashSet::new();
    for _ in 0..14 {
        let count = 1 + dice.below(3);
        let name: String = (0..count).map(|_| *dice.pick(&pieces)).collect();
        let name: String = name.chars().take(250).collect();
        if !name.contains(['|', ':']) && name.len() <= 255 {
            names.insert(name);
        }
    }
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort();
    names
}

#[test]
fn names_of_items_stay_different_in_every_text() {
    let mut dice = Dice::new(67, 4);
    for _ in 0..12 {
        let names = names(&mut dice);
        let items = names.join(" ");
        let mut problem = format!("{items}\n{items}\n");
        names
            .iter()
            .for_each(|name| problem += &format!("{name}\n"));
        let expected = names.len();
        let all_differ = |found: Vec<&str>, text: &str| {
            let different: HashSet<&&str> = found.iter().collect();
            assert_eq!(different.len(), expected, "{text}");
        };
        let short = dlx(&["shorten"], problem.as_bytes()).stdout;
        let first = short.lines().next().unwrap();
        all_differ(first.split(' ').collect(), &short);
        assert!(first.split(' ').all(|name| name.len() <= 8), "{short}");
        // Rows have names. glpsol reads no more than 255 bytes.
        let lp = dlx(&["to", "lp"], problem.as_bytes()).stdout;
        let rows = lp
            .lines()
            .filter_map(|line| line.strip_prefix(" exactly.")?.split(':').next());
        all_differ(rows.clone().collect(), &lp);
        assert!(
            rows.map(|name| name.len() + 8).all(|length| length <= 255),
            "{lp}"
        );
        // Elsewhere names stand in comments, and variables are numbers.
        for (format, before) in [("cnf", "c "), ("wcnf", "c "), ("opb", "* "), ("mzn", "% ")] {
            let text = dlx(&["to", format], problem.as_bytes()).stdout;
            let options = text.lines().filter_map(|line| {
                let rest = line.strip_prefix(before)?.strip_prefix("option ")?;
                Some(rest.split_once(" = ").unwrap().1)
            });
            // The first option has all items.
            all_differ(options.skip(1).collect(), &text);
        }
        // Nodes of a diagram are numbers.
        let dot = dlx(&["zdd", "--dot"], problem.as_bytes());
        assert_eq!(dot.status, Some(0), "{dot:?}");
        let nodes: Vec<&str> = dot
            .stdout
            .lines()
            .filter_map(|line| line.trim().split_once(" [label="))
            .map(|(node, _)| node)
            .collect();
        let different: HashSet<&&str> = nodes.iter().collect();
        assert_eq!(nodes.len(), different.len(), "{}", dot.stdout);
        assert!(
            nodes
                .iter()
                .all(|node| node.bytes().all(|byte| byte.is_ascii_digit()))
        );
    }
}
