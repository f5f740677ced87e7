//! The columns that `sudoku rate --sukaku` adds: ratings as Sukaku Explainer gives them.

use super::steps::{self, Ladders};
use crate::answers::Stopped;
use crate::cli::Failure;
use crate::cli::time::parse_time;
use crate::sudoku::logic::Rated;
use crate::sudoku::{Geometry, Grid};
use clap::Args;
use std::time::{Duration, Instant};

/// The names of the columns.
pub const HEADER: &str = "\tER\tEP\tED";

/// Which ratings.
#[derive(Args, Debug)]
pub struct Sukaku {
    /// Add the ratings of Sukaku Explainer: the most difficult step (ER), the most difficult up
    /// to the first digit (EP), the first step (ED)
    #[arg(long, conflicts_with = "table")]
    sukaku: bool,
    /// Give a puzzle no more than this for its ratings, as in 500ms or 2m; then they are "time"
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "sukaku")]
    sukaku_time: Option<Duration>,
}

/// Rates puzzles on several threads.
pub struct Raters {
    time: Option<Duration>,
    ladders: Ladders,
}

impl Sukaku {
    /// What rates puzzles, if that was asked for.
    ///
    /// # Errors
    /// If the techniques do not know the board.
    pub fn raters(&self, geometry: &Geometry) -> Result<Option<Raters>, Failure> {
        if !self.sukaku {
            return Ok(None);
        }
        steps::needs_plain_nine(geometry, "--sukaku")?;
        Ok(Some(Raters {
            time: self.sukaku_time,
            ladders: Ladders::default(),
        }))
    }
}

impl Raters {
    /// The columns of a puzzle.
    ///
    /// # Errors
    /// If the time of all puzzles `is_over`.
    pub fn columns(&self, grid: &Grid, is_over: &dyn Fn() -> bool) -> Result<String, Stopped> {
        let Ok(clues) = grid.cells().try_into() else {
            return Ok("\t-\t-\t-".to_owned());
        };
        let began = Instant::now();
        let stop = || is_over() || self.time.is_some_and(|time| began.elapsed() >= time);
        let rated = self.ladders.with(|ladder| ladder.rate_until(clues, &stop));
        match rated {
            Rated::Ratings(ratings) => Ok(format!("\t{}", ratings.to_string().replace(' ', "\t"))),
            Rated::NotOne => Ok("\t-\t-\t-".to_owned()),
            Rated::Stopped if is_over() => Err(Stopped::Limit),
            Rated::Stopped => Ok("\ttime\ttime\ttime".to_owned()),
        }
    }
}
