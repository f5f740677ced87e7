//! Makes a case smaller as long as it fails.

use super::case::Case;

/// Leaves out options, words of options, items, bounds, costs and limits as long as `fails`.
pub fn shrink(case: &mut Case, fails: &mut dyn FnMut(&Case) -> bool) {
    loop {
        let mut any = false;
        let mut try_it = |case: &mut Case, smaller: Case| {
            let better = fails(&smaller);
            if better {
                *case = smaller;
            }
            any |= better;
        };
        for place in (0..case.options.len()).rev() {
            let mut smaller = case.clone();
            smaller.options.remove(place);
            try_it(case, smaller);
        }
        for place in 0..case.options.len() {
            for word in (0..case.options[place].0.len()).rev() {
                let mut smaller = case.clone();
                smaller.options[place].0.remove(word);
                if !smaller.options[place].0.is_empty() {
                    try_it(case, smaller);
                }
            }
            let cost = case.options[place].1;
            for less in [0, cost / 2, cost.saturating_sub(1)] {
                if less < case.options[place].1 {
                    let mut smaller = case.clone();
                    smaller.options[place].1 = less;
                    try_it(case, smaller);
                }
            }
        }
        let is_used = |case: &Case, name: &str| {
            let mut words = case.options.iter().flat_map(|(words, _)| words);
            words.any(|word| word.split(':').next() == Some(name))
        };
        for place in (0..case.primary.len()).rev() {
            let mut smaller = case.clone();
            let (name, lower, upper) = smaller.primary.remove(place);
            if !is_used(case, &name) {
                try_it(case, smaller);
            } else if (lower, upper) != (1, 1) {
                let mut smaller = case.clone();
                smaller.primary[place] = (name, 1, 1);
                try_it(case, smaller);
            }
        }
        for place in (0..case.secondary.len()).rev() {
            let mut smaller = case.clone();
            let name = smaller.secondary.remove(place);
            if !is_used(case, &name) {
                try_it(case, smaller);
            }
        }
        if case.memory != usize::MAX {
            let mut smaller = case.clone();
            smaller.memory = usize::MAX;
            try_it(case, smaller);
        }
        if case.looks.is_some() {
            let mut smaller = case.clone();
            smaller.looks = None;
            try_it(case, smaller);
        }
        if case.tuning != Default::default() {
            let mut smaller = case.clone();
            smaller.tuning = Default::default();
            try_it(case, smaller);
        }
        if case.search != Default::default() {
            let mut smaller = case.clone();
            smaller.search = Default::default();
            try_it(case, smaller);
        }
        if case.best > 1 {
            let mut smaller = case.clone();
            smaller.best /= 2;
            try_it(case, smaller);
        }
        if !any {
            return;
        }
    }
}
