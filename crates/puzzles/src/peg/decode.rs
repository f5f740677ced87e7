//! Translates a solution of the `.dlx` form back to a sequence of jumps, which is replayed.
//!
//! Only the items `a1_k` are read: three in one option are a jump in step or layer `k`, one alone
//! is a hole that no jump touches. The states are those of the replay, so altered solutions are
//! detected.

use super::{Board, Game, Hole, Jump, PegProblem, Position};
use dlx3_base::text::{blank, excerpt};
use dlx3_format::solution::{AboutLines, Line, SharedLine, SolutionNumber, StreamSolution};
use dlx3_format::{Name, OptionId};
use std::fmt;

/// The kinds of faults in a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the messages say it
pub enum DecodeFaultKind {
    /// A word that looks like `a1_k` but names no hole of the board.
    UnknownHole(Name),
    /// Neither a jump, nor a hole that no jump touches, nor an item that is omitted.
    NoJump,
    /// The holes of an option are handled at different times.
    MixedTimes,
    /// The jump is impossible in that layer or step.
    Illegal { jump: String, time: u32 },
    /// Two options of one layer handle the same hole.
    TwiceHandled { hole: String, time: u32 },
    /// A word in a sequence of jumps is not a jump.
    UnknownJump(String),
    /// The jumps do not end at the finish.
    WrongFinish { got: Vec<String> },
}

/// A fault in a solution, with its place in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeFault {
    /// The solution's number.
    pub number: SolutionNumber,
    /// The line in the stream, from 1.
    pub line: u64,
    /// The kind of the fault.
    pub kind: DecodeFaultKind,
}

impl fmt::Display for DecodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, solution {}: ", self.line, self.number)?;
        match &self.kind {
            DecodeFaultKind::UnknownHole(name) => {
                write!(f, "`{name}' names no hole of this board")
            }
            DecodeFaultKind::NoJump => write!(
                f,
                "this is neither a jump nor a hole at rest; is the stream from gen-peg, and for \
                 this problem?"
            ),
            DecodeFaultKind::MixedTimes => {
                write!(f, "the holes of one option belong to different layers")
            }
            DecodeFaultKind::Illegal { jump, time } => {
                write!(f, "the jump {jump} cannot be made in layer or step {time}")
            }
            DecodeFaultKind::TwiceHandled { hole, time } => {
                write!(f, "hole {hole} is handled twice in layer or step {time}")
            }
            DecodeFaultKind::UnknownJump(word) => {
                write!(
                    f,
                    "`{word}' is no jump of this board, such as c4-e4 or 16->4"
                )
            }
            DecodeFaultKind::WrongFinish { got } => {
                let pegs = if got.len() == 1 { "a peg" } else { "pegs" };
                let got = got.join(" ");
                write!(f, "the jumps end with {pegs} in {got}, not at the finish")
            }
        }
    }
}

impl std::error::Error for DecodeFault {}

/// Turns the solutions of a stream into jumps.
#[derive(Default)]
pub struct Decoder {
    about: AboutLines<Result<Handled, DecodeFaultKind>>,
}

impl Decoder {
    /// The jumps in a possible order. All calls must pass the same game.
    ///
    /// # Errors
    /// [`DecodeFault`], if the solution is not one of this game.
    pub fn decode(
        &mut self,
        game: &Game,
        solution: &StreamSolution,
    ) -> Result<Vec<Jump>, DecodeFault> {
        decode(game, solution, |level| {
            self.about
                .get(level, |level| read_option(&game.board, level))
        })
    }
}

fn decode(
    game: &Game,
    solution: &StreamSolution,
    mut read: impl FnMut(&SharedLine) -> Result<Handled, DecodeFaultKind>,
) -> Result<Vec<Jump>, DecodeFault> {
    let fault = |line, kind| DecodeFault {
        number: solution.number.clone(),
        line,
        kind,
    };
    let mut timed: Vec<(u32, [Hole; 3], u64)> = Vec::new();
    let mut handled = Vec::new();
    for (line, level) in (solution.line + 1..).zip(&solution.levels) {
        let option = read(level).map_err(|kind| fault(line, kind))?;
        match option {
            Handled::Nothing => {}
            Handled::Rest(time, hole) => handled.push((time, hole, line)),
            Handled::Jump(time, holes) => {
                handled.extend(holes.map(|hole| (time, hole, line)));
                timed.push((time, holes, line));
            }
        }
    }
    handled.sort_unstable();
    if let Some(pair) = handled
        .windows(2)
        .find(|p| (p[0].0, p[0].1) == (p[1].0, p[1].1))
    {
        let (time, hole, line) = pair[1];
        let hole = game.board.name(hole).to_string();
        return Err(fault(line, DecodeFaultKind::TwiceHandled { hole, time }));
    }
    timed.sort_unstable();
    let mut position = game.start;
    let mut sequence = Vec::new();
    for (time, holes, line) in timed {
        let (jump, after) = make(&game.board, position, holes)
            .map_err(|jump| fault(line, DecodeFaultKind::Illegal { jump, time }))?;
        position = after;
        sequence.push(jump);
    }
    check_finish(game, position).map_err(|kind| fault(solution.line, kind))?;
    Ok(sequence)
}

fn check_finish(game: &Game, position: Position) -> Result<(), DecodeFaultKind> {
    if game.ends_at(position) {
        return Ok(());
    }
    let holes = game.board.holes().filter(|&hole| position.has(hole));
    let got = holes
        .map(|hole| game.board.name(hole).to_string())
        .collect();
    Err(DecodeFaultKind::WrongFinish { got })
}

/// Reads the jumps of a line such as `c4-e4 d2-d4`, as [`Notation::sequence`] writes them, and
/// replays them. `number` and `line` are for faults only.
///
/// # Errors
/// [`DecodeFault`], if they are not a solution of this game.
pub fn decode_sequence(
    game: &Game,
    words: &[u8],
    number: &SolutionNumber,
    line: u64,
) -> Result<Vec<Jump>, DecodeFault> {
    let fault = |kind| DecodeFault {
        number: number.clone(),
        line,
        kind,
    };
    let mut position = game.start;
    let mut sequence = Vec::new();
    for (word, time) in blank::words(words, b"").zip(1..) {
        let jump = find_jump(&game.board, word);
        let jump = jump.ok_or_else(|| fault(DecodeFaultKind::UnknownJump(excerpt(word))))?;
        position = position.after(&jump).ok_or_else(|| {
            let jump = Notation::Letters.jump(&game.board, &jump);
            fault(DecodeFaultKind::Illegal { jump, time })
        })?;
        sequence.push(jump);
    }
    check_finish(game, position).map_err(fault)?;
    Ok(sequence)
}

/// The jump that a word names in either notation.
fn find_jump(board: &Board, word: &[u8]) -> Option<Jump> {
    let word = std::str::from_utf8(word).ok()?;
    let (from, to) = word.split_once("->").or_else(|| word.split_once('-'))?;
    let (from, to) = (board.find(from)?, board.find(to)?);
    let mut jumps = board.jumps().iter();
    jumps
        .find(|jump| (jump.from, jump.to) == (from, to))
        .copied()
}

/// Decodes a solution that did not pass through text: options made by
/// [`encode`](super::encode::encode). In faults, option `n` counts as line `n + 2` of solution 1.
///
/// # Errors
/// [`DecodeFault`].
pub fn decode_options(
    problem: &PegProblem,
    encoded: &dlx3_format::Problem,
    options: &[OptionId],
) -> Result<Vec<Jump>, DecodeFault> {
    let level = |&option: &OptionId| {
        let words = encoded.option(option).map(|(item, color)| {
            let name = Name::new(encoded.name(item)).expect("the name of an item");
            (name, color)
        });
        SharedLine::from(Line {
            words: words.collect(),
            branch: None,
        })
    };
    let solution = StreamSolution {
        number: 1.into(),
        line: 1,
        levels: options.iter().map(level).collect(),
    };
    let game = Game::from(problem.clone());
    decode(&game, &solution, |level| read_option(&game.board, level))
}

#[derive(Clone, Copy)]
enum Handled {
    Nothing,
    Rest(u32, Hole),
    Jump(u32, [Hole; 3]),
}

fn read_option(board: &Board, level: &Line) -> Result<Handled, DecodeFaultKind> {
    if level.null().is_some() {
        return Ok(Handled::Nothing);
    }
    let mut found: Vec<(Hole, u32)> = Vec::new();
    for (name, color) in &level.words {
        let Some((hole, time)) = color.is_none().then(|| split(name)).flatten() else {
            continue;
        };
        let hole = board
            .find(hole)
            .filter(|_| hole.starts_with(|c: char| c.is_ascii_lowercase()));
        let hole = hole.ok_or(DecodeFaultKind::UnknownHole(name.clone()))?;
        found.push((hole, time));
    }
    found.sort_unstable();
    match found[..] {
        [(hole, time)] => Ok(Handled::Rest(time, hole)),
        [(a, time), (b, second), (c, third)] if time == second && time == third => {
            Ok(Handled::Jump(time, [a, b, c]))
        }
        [_, _, _] => Err(DecodeFaultKind::MixedTimes),
        _ => Err(DecodeFaultKind::NoJump),
    }
}

/// Splits `a1_k` into the hole's name and `k`.
fn split(name: &Name) -> Option<(&str, u32)> {
    let (hole, time) = std::str::from_utf8(name.as_bytes()).ok()?.split_once('_')?;
    Some((hole, time.parse().ok()?))
}

/// Makes the jump over these holes, given in reading order, of which the middle one is jumped over.
/// If it is impossible, its name is returned as an error.
fn make(board: &Board, position: Position, holes: [Hole; 3]) -> Result<(Jump, Position), String> {
    let [first, middle, last] = holes;
    let jumps = board.jumps().iter().filter(|jump| {
        jump.over == middle
            && ((jump.from, jump.to) == (first, last) || (jump.from, jump.to) == (last, first))
    });
    let mut made = jumps.filter_map(|jump| Some((*jump, position.after(jump)?)));
    let names = holes.map(|hole| board.name(hole).to_string());
    made.next().ok_or_else(|| names.join("-"))
}

/// How jumps and holes are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `c4-e4`
    #[default]
    Letters,
    /// `16->4`
    Numbers,
}

impl Notation {
    /// A jump in this notation.
    pub fn jump(self, board: &Board, jump: &Jump) -> String {
        match self {
            Notation::Letters => format!("{}-{}", board.name(jump.from), board.name(jump.to)),
            Notation::Numbers => format!("{}->{}", jump.from.0, jump.to.0),
        }
    }

    /// A hole in this notation.
    pub fn hole(self, board: &Board, hole: Hole) -> String {
        match self {
            Notation::Letters => board.name(hole).to_string(),
            Notation::Numbers => hole.0.to_string(),
        }
    }

    /// A sequence of jumps, with spaces between them.
    pub fn sequence(self, board: &Board, jumps: &[Jump]) -> String {
        let words: Vec<String> = jumps.iter().map(|jump| self.jump(board, jump)).collect();
        words.join(" ")
    }
}
