//! Translates a problem to exact covering with colors, in two forms.
//!
//! **Steps.** One jump a step. Item `#k` says that step `k` has one jump; `a1_k`, that hole a1 is
//! handled once in step `k`; the color of `a1.k` is its state after step `k`.
//!
//! **Layers.** The jumps of a layer share no hole, and are made at the same time. The color of item
//! `a1/k` is `T` if a jump of layer `k` touches the hole, and `N` otherwise. Every jump after layer
//! 1 must touch a hole that was touched in the layer before. So all sequences that differ only by
//! exchanging independent jumps have one common form (the Foata normal form), which occurs once.
//! The three variants of an option differ in which hole was touched first.
//!
//! If the finish is open, the option of the hole with the last peg also has the item `end`.
//!
//! Invariant: what is known in advance has no item: the states of start and finish, and which holes
//! the last layer touches.

use super::{Board, Game, Hole, Jump, PegProblem, Position};
use dlx3_base::text::plural::counted;
use dlx3_format::{Bounds, BuildError, Builder, ItemId};

/// The form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A step for each jump.
    Steps,
    /// This many layers.
    Layers(usize),
}

/// Why a problem cannot be translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages say it
pub enum EncodeFault {
    NoJumps,
    BadLayers { layers: usize, length: usize },
    Dlx(BuildError),
}

dlx3_base::messages! {
    EncodeFault {
        Self::NoJumps => "start and finish have equally many pegs: there is no jump to encode",
        Self::BadLayers { layers, length } => (
            "a solution has {}, so there {}, not {layers}",
            counted(length, "jump"),
            match length {
        1 => "is 1 layer".to_owned(),
        _ => format!("are 1 to {length} layers"),
    },
        ),
        Self::Dlx(it) => "the problem does not fit the .dlx language: {it}",
    }
    from { BuildError => Dlx }
}

/// A `.dlx` problem with the same solutions as `problem`.
///
/// `upper` is an upper bound for each jump (see [`bounds`](super::bounds)). With it, jumps of bound
/// 0 are dropped, and the others get an item `0:bound|a1E`.
///
/// # Errors
/// [`EncodeFault`].
///
/// # Panics
/// If `upper` does not have one number for each jump.
pub fn encode(
    problem: &PegProblem,
    encoding: Encoding,
    upper: Option<&[u32]>,
) -> Result<dlx3_format::Problem, EncodeFault> {
    encode_game(&problem.clone().into(), encoding, upper)
}

/// Translates a game, whose finish may be open.
///
/// # Errors
/// [`EncodeFault`].
///
/// # Panics
/// If `upper` does not have one number for each jump.
pub fn encode_game(
    game: &Game,
    encoding: Encoding,
    upper: Option<&[u32]>,
) -> Result<dlx3_format::Problem, EncodeFault> {
    let length = game.length();
    let times = match encoding {
        _ if length == 0 => return Err(EncodeFault::NoJumps),
        Encoding::Steps => length,
        Encoding::Layers(layers) if (1..=length).contains(&layers) => layers,
        Encoding::Layers(layers) => return Err(EncodeFault::BadLayers { layers, length }),
    };
    let mut encoder = Encoder::new(game, encoding, times, upper)?;
    for time in 1..=times {
        encoder.add_jumps(time)?;
        encoder.add_rests(time)?;
    }
    Ok(encoder.builder.build()?)
}

type ColoredItem = (ItemId, Option<u8>);

/// The finish.
enum Finish {
    At(Position),
    /// One peg in any of these holes, counted by this item.
    In(Position, ItemId),
}

struct Encoder<'p> {
    start: Position,
    finish: Finish,
    board: &'p Board,
    encoding: Encoding,
    /// The number of steps or layers.
    times: usize,
    /// The jumps used; each with its item if it is bounded.
    jumps: Vec<(Jump, Option<ItemId>)>,
    /// `#k`, for each step.
    steps: Vec<ItemId>,
    /// `a1_k`, by time and hole; the next two likewise, but without the last time.
    handled: Vec<Vec<ItemId>>,
    states: Vec<Vec<ItemId>>,
    touched: Vec<Vec<ItemId>>,
    builder: Builder,
}

impl<'p> Encoder<'p> {
    fn new(
        game: &'p Game,
        encoding: Encoding,
        times: usize,
        upper: Option<&[u32]>,
    ) -> Result<Self, BuildError> {
        let board = &game.board;
        let mut builder = Builder::new();
        let finish = match game.finish {
            Some(finish) => Finish::At(finish),
            None => {
                let finishes = game.finishes().into_iter();
                let holes = finishes.fold(0, |holes, finish| holes | finish.0);
                Finish::In(Position(holes), builder.item("end", Bounds::ONE)?)
            }
        };
        let mut steps = Vec::new();
        if encoding == Encoding::Steps {
            for time in 1..=times {
                steps.push(builder.item(format!("#{time}"), Bounds::ONE)?);
            }
        }
        // DLX3 breaks ties by the order of items. With the holes at the rim first, it finds a
        // solution of the central game in 14 layers with half the mems.
        let distances = board.distances();
        let mut rim_first: Vec<Hole> = board.holes().collect();
        rim_first.sort_by_key(|hole| -distances[hole.index()]);
        let mut handled = Vec::new();
        for time in 1..=times {
            let mut items = vec![ItemId(0); board.len()];
            for hole in &rim_first {
                let name = format!("{}_{time}", board.name(*hole));
                items[hole.index()] = builder.item(name, Bounds::ONE)?;
            }
            handled.push(items);
        }
        let mut jumps = Vec::new();
        for (index, jump) in board.jumps().iter().enumerate() {
            let item = match upper {
                None => None,
                Some(upper) if upper[index] == 0 => continue,
                Some(upper) => {
                    let bounds = Bounds {
                        lower: 0,
                        upper: upper[index],
                    };
                    Some(builder.item(board.jump_name(jump), bounds)?)
                }
            };
            jumps.push((*jump, item));
        }
        let mut secondary = |mark: char| -> Result<Vec<Vec<ItemId>>, BuildError> {
            let items = |time| {
                let names = board
                    .holes()
                    .map(move |hole| format!("{}{mark}{time}", board.name(hole)));
                names.map(|name| builder.secondary(name)).collect()
            };
            (1..times).map(items).collect()
        };
        let states = secondary('.')?;
        let touched = match encoding {
            Encoding::Steps => Vec::new(),
            Encoding::Layers(_) => secondary('/')?,
        };
        Ok(Encoder {
            start: game.start,
            finish,
            board,
            encoding,
            times,
            jumps,
            steps,
            handled,
            states,
            touched,
            builder,
        })
    }

    /// Adds the node that says that a hole is full or empty after `time`, unless the game
    /// determines that. `false` if the game contradicts it.
    fn state(&self, time: usize, hole: Hole, full: bool, nodes: &mut Vec<ColoredItem>) -> bool {
        let known = match time {
            0 => self.start,
            time if time == self.times => match self.finish {
                Finish::At(finish) => finish,
                Finish::In(holes, end) => {
                    nodes.extend(full.then_some((end, None)));
                    return !full || holes.has(hole);
                }
            },
            _ => {
                let color = if full { b'1' } else { b'0' };
                nodes.push((self.states[time - 1][hole.index()], Some(color)));
                return true;
            }
        };
        known.has(hole) == full
    }

    fn touch(&self, time: usize, hole: Hole, touched: bool) -> Option<ColoredItem> {
        let items = self.touched.get(time - 1)?;
        Some((items[hole.index()], Some(if touched { b'T' } else { b'N' })))
    }

    fn add_jumps(&mut self, time: usize) -> Result<(), BuildError> {
        for index in 0..self.jumps.len() {
            let (jump, bounded) = self.jumps[index];
            let holes = [jump.from, jump.over, jump.to];
            let mut nodes: Vec<ColoredItem> = Vec::new();
            if self.encoding == Encoding::Steps {
                nodes.push((self.steps[time - 1], None));
            }
            nodes.extend(holes.map(|hole| (self.handled[time - 1][hole.index()], None)));
            nodes.extend(bounded.map(|item| (item, None)));
            let mut possible = true;
            for hole in holes {
                let full = hole != jump.to;
                possible &= self.state(time - 1, hole, full, &mut nodes);
                possible &= self.state(time, hole, !full, &mut nodes);
                nodes.extend(self.touch(time, hole, true));
            }
            if !possible {
                continue;
            }
            if self.encoding == Encoding::Steps || time == 1 {
                self.builder.option(&nodes)?;
                continue;
            }
            let own = nodes.len();
            for first in 0..holes.len() {
                nodes.truncate(own);
                let before = holes[..=first].iter().enumerate();
                nodes.extend(
                    before.filter_map(|(place, &hole)| self.touch(time - 1, hole, place == first)),
                );
                self.builder.option(&nodes)?;
            }
        }
        Ok(())
    }

    /// Adds the options of holes that no jump touches.
    fn add_rests(&mut self, time: usize) -> Result<(), BuildError> {
        for hole in self.board.holes() {
            for full in [false, true] {
                let mut nodes = vec![(self.handled[time - 1][hole.index()], None)];
                if self.state(time - 1, hole, full, &mut nodes)
                    && self.state(time, hole, full, &mut nodes)
                {
                    nodes.extend(self.touch(time, hole, false));
                    self.builder.option(&nodes)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::{Directions, parse, parse_game};

    #[test]
    fn a_line_of_four_in_both_forms() {
        let problem = parse(b"xx.x  .x..", Directions::Four).unwrap();
        let steps = encode(&problem, Encoding::Steps, None).unwrap();
        let expected = "\
#1 #2 a1_1 d1_1 b1_1 c1_1 a1_2 d1_2 b1_2 c1_2 | a1.1 b1.1 c1.1 d1.1
#1 a1_1 b1_1 c1_1 a1.1:0 b1.1:0 c1.1:1
a1_1 a1.1:1
b1_1 b1.1:1
c1_1 c1.1:0
d1_1 d1.1:1
#2 d1_2 c1_2 b1_2 d1.1:1 c1.1:1 b1.1:0
a1_2 a1.1:0
b1_2 b1.1:1
c1_2 c1.1:0
d1_2 d1.1:0
";
        assert_eq!(steps.to_string(), expected);
        let layers = encode(&problem, Encoding::Layers(2), Some(&[1, 0, 0, 2])).unwrap();
        let expected = "\
a1_1 d1_1 b1_1 c1_1 a1_2 d1_2 b1_2 c1_2 0:1|a1E 0:2|d1W | a1.1 b1.1 c1.1 d1.1 a1/1 b1/1 c1/1 d1/1
a1_1 b1_1 c1_1 a1E a1.1:0 a1/1:T b1.1:0 b1/1:T c1.1:1 c1/1:T
a1_1 a1.1:1 a1/1:N
b1_1 b1.1:1 b1/1:N
c1_1 c1.1:0 c1/1:N
d1_1 d1.1:1 d1/1:N
d1_2 c1_2 b1_2 d1W d1.1:1 c1.1:1 b1.1:0 d1/1:T
d1_2 c1_2 b1_2 d1W d1.1:1 c1.1:1 b1.1:0 d1/1:N c1/1:T
d1_2 c1_2 b1_2 d1W d1.1:1 c1.1:1 b1.1:0 d1/1:N c1/1:N b1/1:T
a1_2 a1.1:0
b1_2 b1.1:1
c1_2 c1.1:0
d1_2 d1.1:0
";
        assert_eq!(layers.to_string(), expected);
    }

    #[test]
    fn the_last_peg_of_an_open_game_has_an_item() {
        let game = parse_game(b"xx.x", Directions::Four).unwrap().game;
        let steps = encode_game(&game, Encoding::Steps, None).unwrap();
        // Over GF(2), b1 is the only single peg in the start's class.
        let expected = "\
end #1 #2 a1_1 d1_1 b1_1 c1_1 a1_2 d1_2 b1_2 c1_2 | a1.1 b1.1 c1.1 d1.1
#1 a1_1 b1_1 c1_1 a1.1:0 b1.1:0 c1.1:1
a1_1 a1.1:1
b1_1 b1.1:1
c1_1 c1.1:0
d1_1 d1.1:1
#2 d1_2 c1_2 b1_2 d1.1:1 c1.1:1 b1.1:0 end
a1_2 a1.1:0
b1_2 b1.1:0
b1_2 b1.1:1 end
c1_2 c1.1:0
d1_2 d1.1:0
";
        assert_eq!(steps.to_string(), expected);
    }

    #[test]
    fn there_are_as_many_layers_as_jumps_at_most() {
        let problem = parse(b"xx.x  .x..", Directions::Four).unwrap();
        for layers in [0, 3] {
            let fault = encode(&problem, Encoding::Layers(layers), None).unwrap_err();
            assert_eq!(fault, EncodeFault::BadLayers { layers, length: 2 });
        }
        let problem = parse(b"x.  .x", Directions::Four).unwrap();
        assert_eq!(
            encode(&problem, Encoding::Steps, None),
            Err(EncodeFault::NoJumps)
        );
    }
}
