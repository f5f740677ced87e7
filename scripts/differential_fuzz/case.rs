//! A case: a problem, words, and the means of our program's search. Its seed and number determine
//! it.

use crate::problems::dice::Dice;
use crate::problems::random::{RandomProblem, mutate, respace};
use crate::problems::runs;
use crate::problems::shapes::SHAPES;
use dlx3::Original;
use std::fs;
use std::path::{Path, PathBuf};

/// Which programs a case is for.
#[derive(Clone, Copy)]
pub struct Kind {
    pub original: Original,
    /// Whether `#` is preferred.
    pub is_sharp: bool,
}

#[derive(Clone)]
pub struct Case {
    /// The shape of the problem.
    pub shape: &'static str,
    pub input: Vec<u8>,
    /// Words for both programs; `S@` stands for a shape file.
    pub words: Vec<String>,
    /// Options for our program that change only its speed: a name and a value each.
    pub means: Vec<String>,
}

impl Case {
    /// Case number `number` of a seed; some have large limits if times are measured.
    pub fn new(seed: u64, number: u64, with_times: bool, kind: Kind) -> Self {
        let dice = &mut Dice::new(seed, number);
        let mut case = match dice.below(8) {
            0 => Self::extreme(dice, kind),
            1..4 => Self::random(dice, kind),
            _ => Self::shaped(dice, with_times, kind),
        };
        if kind.original == Original::Dlx1 && dice.chance(1, 3) {
            // The code that only DLX1 has, and any others.
            let codes = dice.below(2048) & 0b111_1111_1001;
            case.words.insert(0, format!("v{}", 2048 + codes));
        }
        case
    }

    /// A small problem of no shape, and sometimes bad input.
    fn random(dice: &mut Dice, kind: Kind) -> Self {
        let tiny = dice.chance(1, 4);
        let problem = kind.fit(RandomProblem::new(dice, tiny), dice);
        let mut input = problem.text().into_bytes();
        if dice.chance(1, 2) {
            input = respace(&problem.text(), dice);
        }
        if dice.chance(1, 6) {
            input = mutate(input, dice);
        }
        if !has_items(&input) {
            input = b"A\nA\n".to_vec();
        }
        Case {
            shape: "random",
            input,
            words: runs::small_words(dice),
            means: runs::means(dice, 30_000),
        }
    }

    fn extreme(dice: &mut Dice, kind: Kind) -> Self {
        let problem = kind.fit(RandomProblem::new(dice, true), dice);
        Case {
            shape: "extreme",
            input: problem.text().into_bytes(),
            words: runs::extreme_words(dice),
            means: runs::means(dice, 1000),
        }
    }

    fn shaped(dice: &mut Dice, with_times: bool, kind: Kind) -> Self {
        let shape = dice.pick(SHAPES);
        let size = dice.of_any_size(60, 9000);
        let text = kind.fit(shape.problem(dice, size), dice).text();
        let limit = match with_times && dice.chance(1, 20) {
            true => dice.of_any_size(50_000_000, 600_000_000),
            false => dice.of_any_size(1000, 3_000_000),
        };
        let input = match dice.chance(1, 8) {
            true => respace(&text, dice),
            false => text.into_bytes(),
        };
        Case {
            shape: shape.name,
            input,
            words: runs::words(dice, limit),
            means: runs::means(dice, limit),
        }
    }

    /// The words, with the name of a shape file.
    pub fn words_with(&self, shape: &Path) -> Vec<String> {
        let named = |word: &String| match word.as_str() {
            "S@" => format!("S{}", shape.display()),
            word => word.to_owned(),
        };
        self.words.iter().map(named).collect()
    }

    /// Writes the input, the words and the means to files with this name and the shape's;
    /// returns the input's path.
    pub fn keep(&self, folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(format!("{name}-{}.dlx", self.shape));
        let write = |ending: &str, bytes: &[u8]| fs::write(path.with_extension(ending), bytes);
        fs::create_dir_all(folder)
            .and_then(|()| write("dlx", &self.input))
            .and_then(|()| write("words", (self.words.join(" ") + "\n").as_bytes()))
            .and_then(|()| write("means", (self.means.join(" ") + "\n").as_bytes()))
            .expect("the folder can be written");
        path
    }
}

impl Kind {
    /// Fits a problem to these programs. A few misfits stay: each program must refuse what it does
    /// not know.
    fn fit(self, mut problem: RandomProblem, dice: &mut Dice) -> RandomProblem {
        if self.original != Original::Dlx3 && !dice.chance(1, 25) {
            problem.unbound();
        }
        if self.original == Original::Dlx1 && !dice.chance(1, 25) {
            problem.uncolor();
        }
        if self.is_sharp {
            let of = 1 + dice.below(5);
            problem.mark(|| dice.chance(1, of));
        }
        problem
    }
}

/// Whether the C program finds an item line: without one it reads stray memory.
pub fn has_items(input: &[u8]) -> bool {
    input.split(|&byte| byte == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        !line.is_empty() && line[0] != b'|' && line != b"\x0b"
    })
}
