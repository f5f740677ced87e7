//! Shared by the three peg programs: reading PROBLEM, and listing the named problems.

use crate::cli::files::input;
use crate::cli::{Failure, Process, exit};
use crate::peg::{
    Directions, Drawn, Game, Jump, PegProblem, SpecFault, draw, is_drawn_in_one_word, named,
    parse_game, parse_game_spec, svg,
};
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Their output, as the message about a failed write names it.
pub const OUTPUT: &str = "standard output";

/// A picture of a solution.
#[derive(Clone, Copy, ValueEnum)]
pub enum Svg {
    /// One board that plays the jumps
    Animated,
    /// Every board in turn
    Strip,
}

impl Svg {
    /// Draws it.
    pub fn draw(self, problem: &PegProblem, jumps: &[Jump]) -> String {
        match self {
            Svg::Animated => svg::animated(problem, jumps),
            Svg::Strip => svg::strip(problem, jumps),
        }
    }
}

/// More bytes than any board needs: a limit for files given by mistake.
const MOST_BYTES: u64 = 1 << 20;

/// The PROBLEM of a command line.
#[derive(clap::Args)]
pub struct ProblemArgument {
    /// A named problem (`central`), BOARD:EMPTY:FINISH (`english:d4:d4`), a file, or - for stdin
    ///
    /// In BOARD:EMPTY:FINISH, EMPTY are the holes without a peg at the start and
    /// FINISH those with one at the end, separated by commas; without FINISH it is
    /// the same as EMPTY; `any` is one peg, anywhere. Holes are letter and number, as d4,
    /// or numbers from 0. Boards: english, french, wiegleb, diamond41, RxC (as 4x5),
    /// T3 to T10 (triangles, six directions).
    ///
    /// A file draws start and finish side by side, or one below the other with an empty line
    /// between them: x a peg, . an empty hole, a space or # no hole. If there is a start alone, the
    /// game ends with one peg, anywhere. Other signs are o or *, filled and empty circles, 1 and 0,
    /// P and H. A triangle has six directions. The 15, 33 or 37 holes of a board may stand in one
    /// line, in a file or as PROBLEM itself, and so may a game ID such as 7x7:OOPPPOO...
    #[arg(value_name = "PROBLEM")]
    problem: Option<String>,

    /// The board of a file has six directions: also down-right and up-left
    #[arg(long)]
    six: bool,

    /// The board of a file has four directions, also if it is a triangle
    #[arg(long, conflicts_with = "six")]
    four: bool,
}

impl ProblemArgument {
    /// The problem, if one was given that has a finish.
    pub fn read(&self, process: &mut Process) -> Result<PegProblem, Failure> {
        let game = self.game(process)?;
        game.problem().ok_or_else(|| {
            Failure::new(
                "this needs a finish: draw it to the right of the start, or below after an empty \
                 line",
            )
            .with_status(exit::BAD_USAGE)
        })
    }

    /// The game, if one was given.
    pub fn game(&self, process: &mut Process) -> Result<Game, Failure> {
        let bad_usage = |message: String| Failure::new(message).with_status(exit::BAD_USAGE);
        let Some(spec) = self.problem.as_deref() else {
            let message = "which PROBLEM? --list shows those that have a name, --help the other \
                           forms";
            return Err(bad_usage(message.to_owned()));
        };
        if spec == "-" {
            let mut stdin = input::open(Path::new("-"))?;
            return self.parse("standard input", &mut stdin, process);
        }
        if is_drawn_in_one_word(spec) && !Path::new(spec).exists() {
            return self.drawn("the board", spec.as_bytes(), process);
        }
        match parse_game_spec(spec) {
            Ok(_) if self.six || self.four => Err(bad_usage(format!(
                "--{} is for a board that is drawn in a file; other boards have directions of \
                 their own",
                if self.six { "six" } else { "four" }
            ))),
            Ok(game) => Ok(game),
            Err(SpecFault::UnknownName(name)) => match File::open(spec) {
                Ok(_) => self.parse(spec, &mut input::open(Path::new(spec))?, process),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Err(bad_usage(format!(
                    "{}; nor is there a file of that name",
                    SpecFault::UnknownName(name)
                ))),
                Err(error) => Err(unusable(Failure::reading(spec, &error))),
            },
            Err(fault) => Err(bad_usage(format!("{spec}: {fault}"))),
        }
    }

    /// Whether the problem comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.problem.as_deref() == Some("-")
    }

    fn parse(
        &self,
        name: &str,
        reader: &mut dyn Read,
        process: &mut Process,
    ) -> Result<Game, Failure> {
        let mut text = Vec::new();
        let read = reader.take(MOST_BYTES + 1).read_to_end(&mut text);
        read.map_err(|error| unusable(Failure::reading(name, &error)))?;
        if text.len() as u64 > MOST_BYTES {
            let message = format!("{name}: more than {MOST_BYTES} bytes, which no board needs");
            return Err(unusable(Failure::new(message)));
        }
        self.drawn(name, &text, process)
    }

    /// The game of a drawing. If the drawing is ambiguous, says how it was read.
    fn drawn(&self, name: &str, text: &[u8], process: &mut Process) -> Result<Game, Failure> {
        let directions = match (self.six, self.four) {
            (true, _) => Some(Directions::Six),
            (_, true) => Some(Directions::Four),
            _ => None,
        };
        let Drawn { game, taken } = parse_game(text, directions)
            .map_err(|fault| unusable(Failure::new(format!("{name}: {fault}"))))?;
        for taken in taken {
            let other = match taken.has_six_directions() {
                true => "; --four takes four directions",
                false => "",
            };
            process.say(format_args!("{name}: {taken}{other}"));
        }
        Ok(game)
    }
}

/// The status tells a problem that cannot be used from one without a solution.
pub fn unusable(failure: Failure) -> Failure {
    failure.with_status(exit::BAD_INPUT)
}

/// Draws the named problems.
pub fn list(process: &mut Process) {
    for (place, named) in named().enumerate() {
        if place > 0 {
            process.out().put(b"\n");
        }
        writeln!(process.out(), "{}: {}", named.name, named.about);
        process.out().put(draw::problem(&named.problem).as_bytes());
    }
}
