//! Peg solitaire: boards, solutions, and the certificate that there is none.

use crate::json::{list, object, optional, quoted};
use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::peg::decode::Notation;
use dlx3::peg::feasible::Resources;
use dlx3::peg::solve::{Answer, Method, Options, Reason, solve_game};
use dlx3::peg::{
    Directions, Game, Hole, Jump, is_drawn_in_one_word, pagoda, parse_game, parse_game_spec,
};

/// A search gives up after this many positions, or holds this many.
const MOST_NODES: u64 = 3_000_000;
const MOST_KEYS: usize = 4_000_000;

/// The first field is a game: a name, `BOARD:HOLES:HOLES`, or a drawing in several lines. Its finish
/// is open if it is `any`, or not drawn. The second field is `6` for six directions.
fn game(fields: &Fields) -> Result<Game, Failure> {
    let text = fields.text(0)?;
    if !text.contains('\n') && !is_drawn_in_one_word(text.trim()) {
        return parse_game_spec(text).map_err(Failure::new);
    }
    let directions = (fields.bytes(1) == b"6").then_some(Directions::Six);
    let drawn = parse_game(text.as_bytes(), directions).map_err(Failure::new)?;
    Ok(drawn.game)
}

fn triple(jump: &Jump) -> String {
    let places = [jump.from, jump.over, jump.to].map(Hole::index);
    list(places)
}

/// `peg-board GAME DIRECTIONS`: holes with their places and names, jumps, start and finish; the finish
/// is null if it is open.
pub fn board(fields: &Fields) -> Ended {
    let game = game(fields)?;
    let board = &game.board;
    let holes = board.holes().map(|hole| {
        let (row, column) = board.cell(hole);
        let name = Notation::Letters.hole(board, hole);
        list([row.to_string(), column.to_string(), quoted(name)])
    });
    let pegs = |position: dlx3::peg::Position| {
        let there = board.holes().filter(|&hole| position.has(hole));
        list(there.map(|hole| hole.index()))
    };
    say(
        Out::Values,
        object! {
            holes: list(holes),
            jumps: list(board.jumps().iter().map(triple)),
            start: pegs(game.start),
            finish: optional(game.finish.map(pegs)),
            six: board.directions() == Directions::Six,
        },
    );
    Ok(0)
}

/// `peg-solve GAME DIRECTIONS`: the jumps of a solution, or why there is none, with a pagoda
/// function if one shows it.
pub fn solve(fields: &Fields) -> Ended {
    let game = game(fields)?;
    let options = Options {
        method: Method::Auto,
        bounds: true,
        table: true,
        most_nodes: MOST_NODES,
        effort: Resources {
            threads: 1,
            most_keys: MOST_KEYS,
        },
    };
    let answer = solve_game(&game, options, |_, _| {}).map_err(Failure::new)?;
    say(
        Out::Values,
        match answer {
            Answer::Solution(jumps) => object! { jumps: list(jumps.iter().map(triple)) },
            Answer::Infeasible(reason) => {
                let why = match reason {
                    Reason::Class => "class",
                    Reason::Relaxed => "relaxed",
                    _ => "searched",
                };
                let shown = game.problem().map(|problem| pagoda::find(&problem));
                let values = match shown {
                    Some(Ok(Some((pagoda, _)))) => Some(list(pagoda.values)),
                    _ => None,
                };
                object! { why: quoted(why), pagoda: optional(values) }
            }
            Answer::Unknown => object! { unknown: true },
        },
    );
    Ok(0)
}
