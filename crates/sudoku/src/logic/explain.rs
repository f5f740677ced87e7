//! Explains steps to people: where to look, what follows, and why, as cells, candidates and links
//! that can be drawn, and as sentences ([`super::sentence`]).
//!
//! A page or a program calls [`advise`] for a hint: from a puzzle, the digits entered so far and
//! the player's own marks, it finds the next step, or says why there is none.

use super::inference::{Inference, inferences};
use super::ladder::Ladder;
use super::marks::{CELLS, HOUSE_SET, Marks, Regions, bits};
use super::sentence;
use super::step::{Link, Mark, Step, Technique};
use super::usual;

/// A candidate: a digit that a cell may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell, row by row from 0.
    pub cell: u8,
    /// The digit, from 1.
    pub digit: u8,
}

/// A step with everything that a picture or a text of it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The technique of the step.
    pub technique: Technique,
    /// Other names of this step, the most usual first: of a chain, "XY-chain" and "AIC".
    pub names: Vec<&'static str>,
    /// How difficult it is, in tenths: 32 for 3.2.
    pub tenths: u32,
    /// The digit that it places, if it does.
    pub placed: Option<Candidate>,
    /// The candidates that it takes away, by cell and digit. Candidates that go only because a
    /// digit is placed are not among them, unless a chain ends there.
    pub removed: Vec<Candidate>,
    /// The cells of its pattern.
    pub cells: Vec<u8>,
    /// Of an XY-wing or XYZ-wing, the pivot.
    pub pivot: Option<u8>,
    /// The cells that this pivot sees.
    pub wings: Vec<u8>,
    /// Its houses: 0 to 8 for boxes, 9 to 17 for rows, 18 to 26 for columns, 27 to 35 for windows,
    /// 36 and 37 for the diagonals.
    pub houses: Vec<u8>,
    /// The candidates of its pattern; of a chain, those in its links.
    pub candidates: Vec<Candidate>,
    /// The assumptions of its chains, one mark a chain.
    pub starts: Vec<Mark>,
    /// Its chains, each from its beginning to its end.
    pub chains: Vec<Vec<Link>>,
    /// The steps of each chain, and why they hold.
    pub inferences: Vec<Vec<Inference>>,
    /// Where to look, as a sentence that does not tell the technique.
    pub place: String,
    /// Why the step is right, as one or more sentences.
    pub sentence: String,
    /// The chains as text, one a line: `r1c1=4 -> r1c5<>4 -> r1c5=7`.
    pub lines: Vec<String>,
    /// The effect of the step, as in `r4c5=7` or `r1c2<>3, r1c4<>3`.
    pub effect: String,
}

/// The answer to a player who asks for a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has several solutions.
    Several,
    /// Something that was entered is wrong.
    Wrong {
        /// Cells whose digit is not that of the solution.
        digits: Vec<u8>,
        /// Candidates of the solution that the player's marks lack.
        marks: Vec<Candidate>,
    },
    /// All cells are filled, and right.
    Solved,
    /// The next step.
    Step(Box<Explanation>),
    /// No technique finds a step.
    Beyond,
    /// The search was given up.
    Stopped,
}

/// The position of a player.
#[derive(Clone, Copy, Debug)]
pub struct Position<'p> {
    /// The houses of the board beside boxes, rows and columns.
    pub regions: Regions,
    /// The clues of the puzzle: digits from 1, and 0 for none.
    pub clues: &'p [u8; CELLS],
    /// The entered digits, in the same form. A cell with a clue has it or 0.
    pub digits: &'p [u8; CELLS],
    /// The player's marks: sets with bit `d` for digit `d + 1`. A cell without marks has all
    /// candidates that the digits leave.
    pub marks: Option<&'p [u16; CELLS]>,
}

impl Position<'_> {
    /// The clues and what was entered in other cells.
    fn all_digits(&self) -> [u8; CELLS] {
        let mut digits = *self.clues;
        for (digit, &entered) in digits.iter_mut().zip(self.digits) {
            if *digit == 0 {
                *digit = entered;
            }
        }
        digits
    }

    /// Cells whose digit is not that of the solution, and candidates of the solution that the
    /// player's marks lack.
    pub fn mistakes(&self, solution: &[u8; CELLS]) -> (Vec<u8>, Vec<Candidate>) {
        let digits = self.all_digits();
        let wrong = |&cell: &usize| digits[cell] != 0 && digits[cell] != solution[cell];
        let wrong = (0..CELLS).filter(wrong).map(|cell| cell as u8).collect();
        let lacks = |&cell: &usize| {
            let set = self.marks.map_or(0, |sets| sets[cell] & 0x1ff);
            digits[cell] == 0 && set != 0 && set >> (solution[cell] - 1) & 1 == 0
        };
        let lacking = (0..CELLS).filter(lacks).map(|cell| Candidate {
            cell: cell as u8,
            digit: solution[cell],
        });
        (wrong, lacking.collect())
    }
}

/// The easiest next step, or why there is none. Gives up when `stop` says so.
pub fn advise(ladder: &mut Ladder, position: Position<'_>, stop: &dyn Fn() -> bool) -> Advice {
    let solutions = position.regions.solutions(position.clues);
    advise_among(ladder, position, &solutions, stop)
}

/// [`advise`] for a puzzle with up to two known solutions, such as one whose candidates are part of
/// it.
pub fn advise_among(
    ladder: &mut Ladder,
    position: Position<'_>,
    solutions: &[[u8; CELLS]],
    stop: &dyn Fn() -> bool,
) -> Advice {
    let solution = match solutions {
        [] => return Advice::NoSolution,
        [solution] => solution,
        _ => return Advice::Several,
    };
    let (digits, marks) = position.mistakes(solution);
    if !digits.is_empty() || !marks.is_empty() {
        return Advice::Wrong { digits, marks };
    }
    let digits = position.all_digits();
    let marks = match position.marks {
        Some(sets) => Marks::with_sets_on(position.regions, &digits, sets),
        None => Marks::on(position.regions, &digits),
    };
    if marks.is_full() {
        return Advice::Solved;
    }
    match ladder.next_until(&marks, stop) {
        Some(step) => Advice::Step(Box::new(Explanation::new(&step, &marks))),
        None if stop() => Advice::Stopped,
        None => Advice::Beyond,
    }
}

impl Explanation {
    /// Explains a step that was found in some marks, before it is done.
    pub fn new(step: &Step, marks: &Marks) -> Self {
        let reason = &step.reason;
        let mut removed: Vec<Candidate> = step.removed.iter().fold(Vec::new(), |mut all, &gone| {
            all.extend(candidates_of(marks, gone));
            all
        });
        removed.sort_unstable();
        let mut candidates: Vec<Candidate> = match reason.starts.is_empty() {
            true => {
                let cells = reason.cells.iter();
                let pattern = cells.flat_map(|&cell| candidates_of(marks, (cell, reason.digits)));
                pattern.collect()
            }
            false => {
                let links = reason.chains.iter().flatten();
                let ends = links.flat_map(|link| [link.from, link.to]);
                let all = ends.chain(reason.starts.iter().copied());
                all.map(Candidate::from).collect()
            }
        };
        candidates.sort_unstable();
        candidates.dedup();
        let chains = reason.chains.iter().zip(&reason.starts);
        let forward = chains.map(|(chain, &start)| in_order(chain, start));
        let chains: Vec<Vec<Link>> = forward.collect();
        let inferences: Vec<Vec<Inference>> = (chains.iter())
            .map(|chain| inferences(chain, marks))
            .collect();
        let (pivot, wings) = match (step.technique, &reason.cells[..]) {
            (Technique::XyWing | Technique::XyzWing, [pivot, wings @ ..]) => {
                (Some(*pivot), wings.to_vec())
            }
            _ => (None, Vec::new()),
        };
        let mut explanation = Explanation {
            technique: step.technique,
            names: usual::names(step, &inferences, marks),
            tenths: step.tenths(),
            placed: step.placed.map(|(cell, digit)| Candidate { cell, digit }),
            removed,
            cells: reason.cells.clone(),
            pivot,
            wings,
            houses: reason.houses.clone(),
            candidates,
            starts: reason.starts.clone(),
            chains,
            inferences,
            place: String::new(),
            sentence: String::new(),
            lines: Vec::new(),
            effect: String::new(),
        };
        explanation.cells.sort_unstable();
        explanation.cells.dedup();
        explanation.effect = sentence::effect(&explanation);
        explanation.place = sentence::place(&explanation, step);
        explanation.lines = sentence::chains(&explanation);
        explanation.sentence = sentence::why(&explanation, step, marks);
        explanation
    }
}

impl Explanation {
    /// The name that most players use for the step, as a title: "XY-chain", "Naked triple".
    pub fn usual_name(&self) -> String {
        usual::usual(self.technique, &self.names)
    }

    /// Its rating: "3.2".
    pub fn rating(&self) -> String {
        sentence::rating(self.tenths)
    }

    /// The step as lines, in four levels: 1 where to look; 2 the technique, too; 3 what it does,
    /// why, and its chains; 4 other names, and why each link of its chains holds.
    pub fn text(&self, level: u8) -> String {
        sentence::step(self, level)
    }

    /// Whether a cell is in one of its houses.
    pub fn is_in_house(&self, cell: usize) -> bool {
        let mut houses = self.houses.iter();
        houses.any(|&house| HOUSE_SET[usize::from(house)] >> cell & 1 == 1)
    }
}

/// All steps that are possible in some marks, the easiest first, each explained; at most `most`. If
/// `stop` ends the search, those found until then. See [`Ladder::all`].
pub fn explain_all(
    ladder: &mut Ladder,
    marks: &Marks,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Vec<Explanation> {
    let steps = ladder.all(marks, stop).into_iter();
    let explained = steps.take(most).map(|step| Explanation::new(&step, marks));
    explained.collect()
}

/// All steps from some marks to the solution, or as far as techniques go, each explained.
pub fn explain_path(ladder: &mut Ladder, mut marks: Marks) -> Vec<Explanation> {
    let steps = ladder.path_from(marks.clone());
    let explained = steps.iter().map(|step| {
        let explanation = Explanation::new(step, &marks);
        step.apply(&mut marks);
        explanation
    });
    explained.collect()
}

/// The links of a chain in topological order: each begins with the start, or with the end of an
/// earlier link. Links with the same end stand together.
fn in_order(chain: &[Link], start: Mark) -> Vec<Link> {
    let mut ends: Vec<Mark> = Vec::new();
    for link in chain.iter().rev() {
        if !ends.contains(&link.to) {
            ends.push(link.to);
        }
    }
    let (mut known, mut ordered) = (vec![start], Vec::with_capacity(chain.len()));
    while !ends.is_empty() {
        let into = |end: Mark| chain.iter().filter(move |link| link.to == end);
        let ready = |&end: &Mark| into(end).all(|link| known.contains(&link.from));
        // There is always one: links follow the order in which a search found their ends.
        let place = ends.iter().position(ready).unwrap_or(0);
        let end = ends.remove(place);
        ordered.extend(into(end));
        known.push(end);
    }
    ordered
}

impl From<Mark> for Candidate {
    fn from(mark: Mark) -> Self {
        Candidate {
            cell: mark.cell,
            digit: mark.digit,
        }
    }
}

/// The candidates of a set that a cell has.
fn candidates_of(marks: &Marks, (cell, set): (u8, u16)) -> impl Iterator<Item = Candidate> {
    bits(marks.digits(cell.into()) & set).map(move |digit| Candidate {
        cell,
        digit: digit as u8 + 1,
    })
}
