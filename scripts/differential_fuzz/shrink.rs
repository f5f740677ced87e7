//! Makes a case smaller as long as the programs differ.

use super::case::{Case, has_items};
use super::programs::{Programs, Verdict};
use std::time::{Duration, Instant};

/// The most time that shrinking takes.
const MOST_TIME: Duration = Duration::from_secs(120);

/// Leaves out words, options for ours, lines of the input and words of its lines as
/// long as a difference remains.
pub fn shrink(case: &mut Case, programs: &Programs, thread: usize) {
    let until = Instant::now() + MOST_TIME;
    let has_limit = |case: &Case| case.words.iter().any(|word| word.starts_with('T'));
    let is_limited = has_limit(case);
    let mut try_it = |case: &mut Case, smaller: Case| {
        let fair = has_items(&smaller.input) && has_limit(&smaller) == is_limited;
        let better = Instant::now() < until
            && fair
            && programs.compare(&smaller, thread).0 == Verdict::Different;
        if better {
            *case = smaller;
        }
        better
    };
    loop {
        let mut any = false;
        any |= without(case, 1, |case| &mut case.words, &mut try_it);
        any |= without(case, 2, |case| &mut case.means, &mut try_it);
        any |= without_parts(case, b'\n', &mut try_it);
        if case.input.len() < 2000 {
            any |= without_parts(case, b' ', &mut try_it);
        }
        if !any {
            return;
        }
    }
}

/// Leaves out words, `together` at a time.
fn without(
    case: &mut Case,
    together: usize,
    list: fn(&mut Case) -> &mut Vec<String>,
    try_it: &mut impl FnMut(&mut Case, Case) -> bool,
) -> bool {
    let mut any = false;
    for place in (0..list(case).len() / together).rev() {
        let mut smaller = case.clone();
        list(&mut smaller).drain(place * together..(place + 1) * together);
        any |= try_it(case, smaller);
    }
    any
}

/// Leaves out parts of the input that end with a byte: many at a time, then fewer.
fn without_parts(
    case: &mut Case,
    end: u8,
    try_it: &mut impl FnMut(&mut Case, Case) -> bool,
) -> bool {
    let mut any = false;
    let count = |case: &Case| case.input.split_inclusive(|&byte| byte == end).count();
    let mut size = count(case).div_ceil(2);
    while size > 0 {
        let mut first = 0;
        while first < count(case) {
            let mut smaller = case.clone();
            smaller.input = case
                .input
                .split_inclusive(|&byte| byte == end)
                .enumerate()
                .filter(|(place, _)| !(first..first + size).contains(place))
                .flat_map(|(_, part)| part.to_vec())
                .collect();
            match smaller.input.last() == Some(&b'\n') && try_it(case, smaller) {
                true => any = true,
                false => first += size,
            }
        }
        size /= 2;
    }
    any
}
