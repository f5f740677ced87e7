//! Certificates of the sieve: what a search writes, a checker without a search accepts, and
//! what is changed is refused or still true.

use dlx3::sieve::certificate::{Certificate, Proved, check};
use dlx3::sieve::optimum::{self, Monitor, Progress, Unlimited};
use dlx3::sieve::{Numbers, Pair};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::ops::ControlFlow;

/// Best scores of N = 1 to 60 (OEIS A019312).
const OPTIMA: [u64; 60] = [
    0, 2, 3, 7, 9, 15, 17, 21, 30, 40, 44, 50, 52, 66, 81, 89, 93, 111, 113, 124, 144, 166, 170,
    182, 198, 224, 251, 279, 285, 301, 303, 319, 352, 386, 418, 442, 448, 486, 503, 525, 529, 571,
    573, 617, 660, 706, 710, 734, 758, 808, 833, 885, 891, 940, 981, 1017, 1040, 1098, 1104, 1137,
];

fn text(certificate: &Certificate) -> Vec<u8> {
    let mut text = Vec::new();
    certificate.write(&mut text).unwrap();
    text
}

fn certified(largest: u32) -> Certificate {
    let numbers = Numbers::new(largest).unwrap();
    optimum::certify(&numbers, &mut Unlimited).1
}

#[test]
fn the_checker_accepts_what_the_search_writes_and_it_is_the_published_optimum() {
    for (largest, &score) in (1..).zip(&OPTIMA) {
        let proved = check(&text(&certified(largest))[..]).unwrap();
        assert_eq!(
            (proved.largest, proved.score, proved.bound),
            (largest, score, score)
        );
    }
}

#[test]
fn proofs_with_trees_and_halves_are_accepted() {
    let mut kinds = [0; 4];
    for (largest, score) in [(404, 51331), (444, 62590), (480, 73120)] {
        let certificate = text(&certified(largest));
        let proved = check(&certificate[..]).unwrap();
        assert_eq!((proved.score, proved.bound), (score, score));
        let lines = String::from_utf8(certificate).unwrap();
        for (kind, word) in kinds.iter_mut().zip(["cycle", "half", "tighten", "branch"]) {
            *kind += lines.lines().filter(|line| line.starts_with(word)).count();
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn a_search_that_is_broken_off_proves_its_bound() {
    struct Nodes(u64);
    impl Monitor for Nodes {
        fn look(&mut self, progress: &Progress) -> ControlFlow<()> {
            match progress.nodes >= self.0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
        fn is_over(&mut self) -> bool {
            self.0 == 0
        }
    }
    let numbers = Numbers::new(404).unwrap();
    for nodes in [0, 1] {
        let (_, certificate) = optimum::certify(&numbers, &mut Nodes(nodes));
        let proved = check(&text(&certificate)[..]).unwrap();
        assert!(proved.score <= 51331 && 51331 <= proved.bound);
        assert!(nodes == 0 || proved.bound < 51400, "{}", proved.bound);
    }
}

/// One random change of a text: a digit, a word, a line.
fn mutate(text: &[u8], dice: &mut Pcg64Mcg) -> Vec<u8> {
    let mut below = |n: usize| (dice.next_u64() % n as u64) as usize;
    let mut lines: Vec<Vec<u8>> = text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    lines.pop();
    let place = below(lines.len());
    match below(6) {
        0 => {
            lines.remove(place);
        }
        1 => lines.insert(place, lines[below(lines.len())].clone()),
        2 => lines.swap(place, below(place + 1)),
        3 => {
            let mut words: Vec<&[u8]> = lines[place].split(|&b| b == b' ').collect();
            let (one, other) = (below(words.len()), below(words.len()));
            match below(3) {
                0 => {
                    words.remove(one);
                }
                1 => words.insert(one, words[other]),
                _ => words.swap(one, other),
            }
            lines[place] = words.join(&b' ');
        }
        _ => {
            let line = &mut lines[place];
            let digits: Vec<usize> = (0..line.len())
                .filter(|&at| line[at].is_ascii_digit())
                .collect();
            if !digits.is_empty() {
                let at = digits[below(digits.len())];
                match below(4) {
                    0 => line.insert(at, b'-'),
                    1 => line.insert(at, b'9'),
                    _ => line[at] = b'0' + below(10) as u8,
                }
            }
        }
    }
    lines.push(Vec::new());
    lines.join(&b'\n')
}

/// Whether a statement holds.
fn is_true(proved: &Proved) -> bool {
    let known = OPTIMA.get(proved.largest as usize - 1);
    let optimum = match proved.largest {
        404 => 51331,
        _ => *known.expect("a small sieve"),
    };
    proved.score <= optimum && optimum <= proved.bound
}

#[test]
fn changed_certificates_are_refused_or_prove_what_is_true() {
    let mut dice = Pcg64Mcg::new(1);
    let (mut refused, mut accepted) = (0, 0);
    for largest in [2, 15, 21, 30, 38, 45, 60] {
        let original = text(&certified(largest));
        for _ in 0..600 {
            let mut changed = original.clone();
            for _ in 0..1 + dice.next_u64() % 3 {
                changed = mutate(&changed, &mut dice);
            }
            match check(&changed[..]) {
                Err(_) => refused += 1,
                Ok(proved) => {
                    accepted += 1;
                    let shown = String::from_utf8_lossy(&changed);
                    assert!(is_true(&proved), "{proved:?}\n{shown}");
                }
            }
        }
    }
    assert!(refused > 2000 && accepted > 20, "{refused} {accepted}");
}

#[test]
fn a_tree_without_a_branch_or_with_a_smaller_bound_is_refused() {
    let original = String::from_utf8(text(&certified(404))).unwrap();
    let lines: Vec<&str> = original.lines().collect();
    let first = lines
        .iter()
        .position(|line| line.starts_with("branch"))
        .expect("there is a tree");
    let refused = |lines: &[&str]| check(lines.join("\n").as_bytes()).unwrap_err().to_string();
    // Without its last leaf, a tree is not complete.
    let fault = refused(&lines[..lines.len() - 1]);
    assert!(fault.ends_with("the proof is not complete"), "{fault}");
    // One leaf more than there are subtrees.
    let fault = refused(&[&lines[..], &lines[lines.len() - 1..]].concat());
    assert!(fault.ends_with("has ended before this line"), "{fault}");
    // Without the branch, its first leaf would be the whole tree.
    let fault = refused(&[&lines[..first], &lines[first + 1..]].concat());
    assert!(fault.starts_with("line "), "{fault}");
    let lowered = original.replacen("bound 51331", "bound 51330", 1);
    assert!(check(lowered.as_bytes()).is_err());
}

#[test]
fn hostile_lines_are_refused_with_their_place() {
    let certificate = |lines: &str| format!("sieve 21 score 19 bound 231\nmove 19 1\n{lines}");
    for (lines, message) in [
        ("", "line 3: the proof is not complete"),
        ("cycle taxes 2 3 3\n", "line 3: 3 stands twice in this cut"),
        ("cycle taxes\n", "line 3: a cut has members"),
        (
            "cycle taxes 22\n",
            "line 3: 22 is not one of the numbers 1 to 21",
        ),
        ("half 1 22\n", "line 3: there is no row 22 before this line"),
        (
            "half 1 raise 4/1\n",
            "line 3: `4/1' is not a pair of this sieve",
        ),
        ("proof\nclosed 61\n", "line 4: the scale is above 60"),
        (
            "proof\nclosed 0 2:9223372036854775808\n",
            "line 4: `9223372036854775808' is not a number that fits here",
        ),
        (
            "proof\nclosed 0\n",
            "line 4: this proves the bound 288 only, not 231",
        ),
        (
            "proof\nbranch pick 0\n",
            "line 4: 0 is not one of the numbers 1 to 21",
        ),
        (
            "proof\nmove 2 1\n",
            "line 4: this line does not belong here",
        ),
        (
            "move 18 19\n",
            "line 3: 18 cannot be picked: 19 is not a proper divisor of 18",
        ),
    ] {
        let fault = check(certificate(lines).as_bytes()).unwrap_err();
        assert_eq!(fault.to_string(), message);
    }
    let huge = "sieve 4000000000 score 0 bound 0\n";
    assert!(check(huge.as_bytes()).is_err());
}

#[test]
fn a_certificate_has_no_pairs_but_those_of_its_game() {
    let certificate = certified(21);
    let score: u64 = certificate
        .moves
        .iter()
        .map(|&Pair { pick, .. }| u64::from(pick))
        .sum();
    assert_eq!((certificate.score, score), (144, 144));
}
