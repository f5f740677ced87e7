//! The Ginnow sieve: the best score, proved.

use crate::json::{list, object};
use crate::out::{Out, say};
use crate::{Ended, Failure, Fields};
use dlx3::sieve::{Numbers, optimum};

/// `sieve-solve N`: a best game, as picks and taxes in an order that can be played.
pub fn solve(fields: &Fields) -> Ended {
    let numbers = Numbers::new(fields.number(0, 0)?).map_err(Failure::new)?;
    let game = optimum::solve(&numbers, &mut optimum::Unlimited);
    let moves = game.moves.iter().map(|pair| list([pair.pick, pair.tax]));
    say(
        Out::Values,
        object! {
            score: game.progress.score,
            proved: game.is_proved(),
            moves: list(moves),
        },
    );
    Ok(0)
}
