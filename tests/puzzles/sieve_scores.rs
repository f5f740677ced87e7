//! Best scores of the Ginnow sieve and the pairings that the `.dlx` encoding
//! lists, against known figures and brute force.

use dlx3::Solve;
use dlx3::sieve::cuts::{Cut, PairSide, all_cycle_cuts};
use dlx3::sieve::encode::{Wishes, encode};
use dlx3::sieve::essay::{self, Event, Settings};
use dlx3::sieve::game::Game;
use dlx3::sieve::optimum::{self, Optimum};
use dlx3::sieve::order::playing_order;
use dlx3::sieve::{Numbers, Pair};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn solve(largest: u32) -> Optimum {
    let numbers = Numbers::new(largest).unwrap();
    let game = optimum::solve(&numbers, &mut optimum::Unlimited);
    let mut replay = Game::new(&numbers);
    for &pair in &game.moves {
        replay.play(pair).unwrap();
    }
    assert_eq!(replay.score(), game.progress.score);
    assert!(game.is_proved(), "N = {largest}");
    game
}

/// The best score by playing every legal move in every position.
fn best_by_play(largest: u32, left: u32, known: &mut std::collections::HashMap<u32, u32>) -> u32 {
    if let Some(&score) = known.get(&left) {
        return score;
    }
    let mut best = 0;
    for pick in (1..=largest).filter(|pick| left >> pick & 1 == 1) {
        let taken = (1..pick)
            .filter(|divisor| pick % divisor == 0)
            .fold(0, |taken, divisor| taken | 1 << divisor);
        if left & taken != 0 {
            let rest = left & !taken & !(1 << pick);
            best = best.max(pick + best_by_play(largest, rest, known));
        }
    }
    known.insert(left, best);
    best
}

#[test]
fn small_scores_are_those_of_playing_everything() {
    for largest in 1..=22 {
        let all = (2u32 << largest) - 2;
        let best = best_by_play(largest, all, &mut Default::default());
        assert_eq!(
            solve(largest).progress.score,
            u64::from(best),
            "N = {largest}"
        );
    }
}

/// The best score by trying all sets of picks: the largest numbers first, as long as some
/// order plays them, and as long as enough large numbers are left.
struct Sets {
    /// The numbers that may be picks, from the largest on.
    picks: Vec<u32>,
    /// No game has more picks.
    most: usize,
    best: u32,
}

impl Sets {
    fn new(largest: u32) -> Self {
        let is_prime = |n: &u32| *n > 1 && (2..*n).all(|divisor| !n.is_multiple_of(divisor));
        let prime = (2..=largest).rev().find(is_prime);
        let picks = (2..=largest).rev();
        // A prime takes 1, which only one can; the largest will do. Primes above half of N are
        // no taxes, either.
        let picks = picks.filter(|n| !is_prime(n) || Some(*n) == prime);
        let idle = (largest / 2 + 1..=largest).filter(is_prime).count();
        Sets {
            picks: picks.collect(),
            most: (largest as usize - idle.saturating_sub(1)) / 2,
            best: 0,
        }
    }

    fn search(&mut self, place: usize, chosen: &mut Vec<u32>) {
        let score: u32 = chosen.iter().sum();
        self.best = self.best.max(score);
        let room = self.most - chosen.len();
        let more: u32 = self.picks[place..].iter().take(room).sum();
        if score + more <= self.best || place == self.picks.len() {
            return;
        }
        chosen.push(self.picks[place]);
        if has_order(chosen) {
            self.search(place + 1, chosen);
        }
        chosen.pop();
        self.search(place + 1, chosen);
    }
}

/// Whether picks can be played. The last one divides no other one, and has a divisor that no
/// other one has. Whichever can be last in a set can be last in a part of it.
fn has_order(picks: &[u32]) -> bool {
    let mut left = picks.to_vec();
    while !left.is_empty() {
        let last = left.iter().position(|&pick| {
            let others = || left.iter().filter(|&&other| other != pick);
            let mut divisors = (1..pick).filter(|divisor| pick % divisor == 0);
            others().all(|other| other % pick != 0)
                && divisors.any(|divisor| {
                    !picks.contains(&divisor) && others().all(|other| other % divisor != 0)
                })
        });
        match last {
            Some(last) => left.swap_remove(last),
            None => return false,
        };
    }
    true
}

#[test]
fn scores_up_to_60_are_those_of_trying_all_sets_of_picks() {
    for largest in 1..=60 {
        let mut sets = Sets::new(largest);
        sets.search(0, &mut Vec::new());
        let best = solve(largest).progress.score;
        assert_eq!(best, u64::from(sets.best), "N = {largest}");
    }
}

#[test]
fn the_scores_of_the_essay_and_larger_ones_are_proved() {
    for (largest, score) in [
        (18, 111),
        (21, 144),
        (50, 808),
        (82, 2187),
        (101, 3168),
        (120, 4593),
        (200, 12648),
        (404, 51331),
        (500, 78934),
        (700, 155113),
    ] {
        assert_eq!(solve(largest).progress.score, score, "N = {largest}");
    }
}

#[test]
fn a_search_that_is_broken_off_has_a_game_and_a_true_bound() {
    struct Nodes(u64);
    impl optimum::Monitor for Nodes {
        fn look(&mut self, progress: &optimum::Progress) -> ControlFlow<()> {
            if progress.nodes >= self.0 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
        fn is_over(&mut self) -> bool {
            self.0 == 0
        }
    }
    let numbers = Numbers::new(800).unwrap();
    for nodes in [0, 1, 3] {
        let game = optimum::solve(&numbers, &mut Nodes(nodes));
        assert!(game.progress.score <= 201_990 && game.progress.bound >= 201_990);
        assert!(!game.is_proved() && game.progress.score > 190_000);
    }
}

/// Whether some order plays the pairs: repeatedly plays a pair that no other pair must precede.
fn can_be_played(pairs: &[Pair]) -> bool {
    let mut left = pairs.to_vec();
    while !left.is_empty() {
        let free = left.iter().position(|next| {
            let mut others = left.iter().filter(|other| *other != next);
            others.all(|other| next.pick % other.tax != 0)
        });
        match free {
            Some(free) => left.swap_remove(free),
            None => return false,
        };
    }
    true
}

/// All pairings of `pick` and smaller numbers added to `pairs`, if they have at
/// least `least` pairs.
fn pairings(
    numbers: &Numbers,
    pick: u32,
    used: &mut Vec<bool>,
    pairs: &mut Vec<Pair>,
    least: usize,
    found: &mut Vec<Vec<Pair>>,
) {
    if pairs.len() + (pick as usize) < least {
        return;
    }
    if pick == 1 {
        if pairs.len() >= least {
            found.push(pairs.clone());
        }
        return;
    }
    pairings(numbers, pick - 1, used, pairs, least, found);
    if used[pick as usize] {
        return;
    }
    for prime in 2..=pick {
        let is_prime = (2..prime).all(|divisor| prime % divisor != 0);
        let tax = pick / prime;
        let is_dropped = tax == 1 && numbers.largest_prime() != Some(pick);
        if is_prime && pick.is_multiple_of(prime) && !used[tax as usize] && !is_dropped {
            used[pick as usize] = true;
            used[tax as usize] = true;
            pairs.push(Pair { pick, tax });
            pairings(numbers, pick - 1, used, pairs, least, found);
            pairs.pop();
            used[pick as usize] = false;
            used[tax as usize] = false;
        }
    }
}

/// The pairings that a problem's solutions give, sorted.
fn listed(numbers: &Numbers, wishes: &Wishes) -> Vec<BTreeSet<Pair>> {
    let problem = encode(numbers, wishes).unwrap().problem;
    let mut all = Vec::new();
    for solution in problem.solutions() {
        let pairs = solution.options.iter().map(|&option| {
            let mut names = problem.option(option).map(|(item, _)| {
                let name = std::str::from_utf8(problem.name(item)).unwrap();
                name.parse::<u32>().unwrap()
            });
            let (pick, tax) = (names.next().unwrap(), names.next().unwrap());
            Pair { pick, tax }
        });
        all.push(pairs.collect());
    }
    all.sort();
    all
}

#[test]
fn with_all_cuts_the_solutions_are_the_playable_pairings() {
    for largest in 4..=26 {
        let numbers = Numbers::new(largest).unwrap();
        let most = dlx3::sieve::matching::most_pairs(&numbers);
        let mut brute = Vec::new();
        let mut used = vec![false; largest as usize + 1];
        let least = most as usize - 1;
        pairings(
            &numbers,
            largest,
            &mut used,
            &mut Vec::new(),
            least,
            &mut brute,
        );
        brute.retain(|pairs| {
            let has_one = pairs.iter().any(|pair| pair.tax == 1);
            has_one && can_be_played(pairs)
        });
        let mut brute: Vec<BTreeSet<Pair>> = brute
            .into_iter()
            .map(|pairs| pairs.into_iter().collect())
            .collect();
        brute.sort();
        let cuts = all_cycle_cuts(&numbers, 1000).unwrap();
        let wishes = Wishes {
            cuts,
            ..Wishes::default()
        };
        assert_eq!(listed(&numbers, &wishes), brute, "N = {largest}");
    }
}

#[test]
fn cuts_take_away_just_what_cannot_be_played() {
    for largest in [27, 30] {
        let numbers = Numbers::new(largest).unwrap();
        let mut without = listed(&numbers, &Wishes::default());
        let all = without.len();
        without.retain(|pairs| can_be_played(&pairs.iter().copied().collect::<Vec<_>>()));
        assert!(without.len() < all, "some have a cycle");
        let cuts = all_cycle_cuts(&numbers, 1000).unwrap();
        let wishes = Wishes {
            cuts,
            ..Wishes::default()
        };
        assert_eq!(listed(&numbers, &wishes), without, "N = {largest}");
    }
}

#[test]
fn every_playable_pairing_satisfies_the_cuts_of_any_set() {
    let numbers = Numbers::new(30).unwrap();
    let mut pairings = listed(&numbers, &Wishes::default());
    pairings.retain(|pairs| can_be_played(&pairs.iter().copied().collect::<Vec<_>>()));
    let mut tight = 0;
    // All sets of up to four numbers from 2 to 30, and all sets of the primes
    // below 12.
    let mut sets = vec![vec![]];
    for number in 2..=30 {
        for set in sets.clone() {
            if set.len() < 4 || number <= 11 {
                sets.push([&set[..], &[number]].concat());
            }
        }
    }
    for (index, members) in sets.into_iter().enumerate() {
        if members.len() < 3 || index % 7 != 0 {
            continue;
        }
        for side in [PairSide::Taxes, PairSide::Picks] {
            let cut = Cut::new(side, members.clone());
            let counted: BTreeSet<Pair> = cut.pairs(&numbers).into_iter().collect();
            if counted.len() < members.len() {
                continue;
            }
            for pairs in &pairings {
                let chosen = pairs.intersection(&counted).count() as u32;
                assert!(chosen <= cut.most(), "{cut:?} {pairs:?}");
                tight += u32::from(chosen == cut.most());
            }
        }
    }
    assert!(tight > 0);
}

#[test]
fn ten_has_one_game_of_five_pairs_and_it_scores_40() {
    let numbers = Numbers::new(10).unwrap();
    let wishes = Wishes {
        pairs: Some(5..=5),
        ..Wishes::default()
    };
    let pairings = listed(&numbers, &wishes);
    assert_eq!(pairings.len(), 1);
    assert_eq!(pairings[0].iter().map(|pair| pair.pick).sum::<u32>(), 40);
}

#[test]
fn a_least_score_keeps_all_that_reach_it_and_only_those_if_it_says_so() {
    let mut exact = 0;
    for largest in 6..=22 {
        let numbers = Numbers::new(largest).unwrap();
        let most = dlx3::sieve::matching::most_pairs(&numbers);
        let every = listed(
            &numbers,
            &Wishes {
                pairs: Some(1..=most),
                ..Wishes::default()
            },
        );
        let score =
            |pairs: &BTreeSet<Pair>| -> u64 { pairs.iter().map(|pair| u64::from(pair.pick)).sum() };
        let best = every.iter().map(score).max().unwrap();
        for least in best.saturating_sub(6)..=best {
            let wishes = Wishes {
                score: Some(least),
                ..Wishes::default()
            };
            let reached: Vec<_> = every
                .iter()
                .filter(|pairs| score(pairs) >= least)
                .cloned()
                .collect();
            let found = listed(&numbers, &wishes);
            if encode(&numbers, &wishes).unwrap().score_is_exact {
                exact += 1;
                assert_eq!(found, reached, "N = {largest}, score {least}");
            } else {
                let found: BTreeSet<_> = found.into_iter().collect();
                assert!(reached.iter().all(|pairs| found.contains(pairs)));
            }
        }
    }
    assert!(exact > 30, "{exact} were exact");
}

#[test]
fn every_pairing_gets_an_order_just_if_one_exists() {
    let mut cyclic = 0;
    for largest in [15, 21, 26] {
        let numbers = Numbers::new(largest).unwrap();
        for pairs in listed(&numbers, &Wishes::default()) {
            let pairs: Vec<Pair> = pairs.into_iter().collect();
            match playing_order(&numbers, &pairs) {
                Ok(moves) => {
                    let mut game = Game::new(&numbers);
                    moves.iter().for_each(|&pair| game.play(pair).unwrap());
                    assert!(can_be_played(&pairs));
                }
                Err(cycle) => {
                    cyclic += 1;
                    assert!(!can_be_played(&pairs));
                    let next = cycle.iter().skip(1).chain(&cycle[..1]);
                    assert!(
                        cycle
                            .iter()
                            .zip(next)
                            .all(|(one, next)| next.pick % one.tax == 0)
                    );
                }
            }
        }
    }
    assert!(cyclic > 10);
}

#[test]
fn the_search_of_the_essay_finds_its_scores() {
    for (largest, expected) in [(2, 2), (18, 111), (21, 144), (50, 808), (82, 2187)] {
        let numbers = Numbers::new(largest).unwrap();
        let settings = Settings::new(&numbers);
        let mut last = 0;
        essay::search(&numbers, settings, &mut |event| {
            if let Event::Better { score, choices } = event {
                let sum: u64 = choices
                    .iter()
                    .map(|choice| u64::from(choice.pair.pick))
                    .sum();
                assert_eq!(sum, score);
                let pairs: Vec<Pair> = choices.iter().map(|choice| choice.pair).collect();
                assert!(playing_order(&numbers, &pairs).is_ok());
                last = score;
            }
            ControlFlow::Continue(())
        });
        assert_eq!(last, expected, "N = {largest}");
    }
}
