//! A problem with names that DLX3 reads.
//!
//! ```text
//! number = 0
//! for each item:
//!     a name of up to 8 bytes stays
//!     a longer one becomes `_' and the next number in base 36 that is not the name of an item
//! ```
//!
//! The names follow from the problem alone, so it suffices to undo them.

use dlx3_format::{Name, Problem};
use std::collections::HashSet;

/// The problem with short names, and without costs, which DLX3 does not read.
///
/// ```
/// let long: dlx3::Problem = "flight-17 B | _1\nflight-17 B _1\n".parse()?;
/// let short = dlx3::convert::short::shortened(&long);
/// assert_eq!(short.to_string(), "_2 B | _1\n_2 B _1\n");
/// # Ok::<(), dlx3::Fault>(())
/// ```
pub fn shortened(problem: &Problem) -> Problem {
    let is_short = |name: &[u8]| name.len() <= Name::MOST_OF_DLX3;
    let names = || problem.item_ids().map(|item| problem.name(item));
    let taken: HashSet<&[u8]> = names().filter(|name| is_short(name)).collect();
    let mut number = 0u64;
    let mut next = || {
        loop {
            number += 1;
            let name = short(number);
            if !taken.contains(&name[..]) {
                return name;
            }
        }
    };
    let names = names().map(|name| match is_short(name) {
        true => Name::new(name),
        false => Name::new(&next()),
    });
    // There are 36^7 such names, and less than 2^31 items.
    let names = names.map(|name| name.expect("a name of 1 to 8 bytes"));
    problem.renamed(names.collect())
}

/// `_` and a number in base 36.
fn short(mut number: u64) -> Vec<u8> {
    let mut name = Vec::new();
    while number > 0 {
        name.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(number % 36) as usize]);
        number /= 36;
    }
    name.push(b'_');
    name.reverse();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_short_stay_and_no_two_become_equal() {
        let names = ["_1", "a-long-name-1", "_3", "12345678", "123456789"];
        let many: Vec<String> = (0..1300)
            .map(|number| format!("long name {number}").replace(' ', "-"))
            .collect();
        let all: Vec<&str> = names
            .into_iter()
            .chain(many.iter().map(String::as_str))
            .collect();
        let text = format!("{}\n{}\n", all.join(" "), all.join(" "));
        let problem: Problem = text.parse().unwrap();
        let short = shortened(&problem);
        let short: Vec<&[u8]> = short.item_ids().map(|item| short.name(item)).collect();
        assert_eq!(
            short[..6],
            [&b"_1"[..], b"_2", b"_3", b"12345678", b"_4", b"_5"]
        );
        assert_eq!(*short.last().unwrap(), b"_108");
        assert!(short.iter().all(|name| name.len() <= 8));
        let distinct: HashSet<&[u8]> = short.iter().copied().collect();
        assert_eq!(distinct.len(), short.len());
    }
}
