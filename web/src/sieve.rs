//! The Ginnow sieve: the best score, proved.

use crate::json::{list, object};
use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::sieve::game::Game;
use dlx3::sieve::{Numbers, optimum};

/// `sieve-solve N PICK...`: a best game after some picks, as the picks and taxes that follow, in an
/// order that can be played; its score counts these alone.
pub fn solve(fields: &Fields) -> Ended {
    let numbers = Numbers::new(fields.number(0, 0)?).map_err(Failure::new)?;
    let mut game = Game::new(&numbers);
    for place in 1..=fields.from(1).len() {
        game.pick(fields.number(place, 0)?).map_err(Failure::new)?;
    }
    let left = numbers.limited_to(|number| game.has(number));
    let best = optimum::solve(&left, &mut optimum::Unlimited);
    let moves = best.moves.iter().map(|pair| list([pair.pick, pair.tax]));
    say(
        Out::Values,
        object! {
            score: best.progress.score,
            proved: best.is_proved(),
            moves: list(moves),
        },
    );
    Ok(0)
}
