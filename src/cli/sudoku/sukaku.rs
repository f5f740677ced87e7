//! The columns of `sudoku rate --sukaku` and `--only sukaku`: ratings as Sukaku Explainer gives
//! them.

use super::steps::{self, Ladders};
use crate::answers::Stopped;
use crate::cli::arguments::deadline::Deadline;
use crate::cli::arguments::time::parse_time;
use crate::cli::{Failure, exit};
use crate::sudoku::logic::{Ladder, Rated};
use crate::sudoku::{Geometry, Given, Solver, Stop};
use clap::{Args, ValueEnum};
use std::time::Duration;

/// The names of the columns.
pub const HEADER: &str = "ER\tEP\tED";

/// Which ratings.
#[derive(Args, Debug)]
pub struct Sukaku {
    /// Add the ratings of Sukaku Explainer: the most difficult step (ER), the most difficult up
    /// to the first digit (EP), the first step (ED)
    #[arg(long, conflicts_with = "table")]
    sukaku: bool,
    /// Give a puzzle no more than this for its ratings, as in 500ms or 2m; then they are "time"
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    sukaku_time: Option<Duration>,
    /// Print these columns alone, without the search of dlx3 for the others
    #[arg(long, value_enum, value_name = "COLUMNS", conflicts_with = "table")]
    only: Option<Only>,
}

/// Columns that can stand alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// ER, EP and ED; this needs no --sukaku
    Sukaku,
}

/// Rates puzzles on several threads.
pub struct Raters {
    time: Option<Duration>,
    ladders: Ladders,
}

impl Sukaku {
    /// Whether there are no other columns.
    pub fn stands_alone(&self) -> bool {
        self.only.is_some()
    }

    /// The raters, if ratings were asked for.
    ///
    /// # Errors
    /// If the techniques do not know the board.
    pub fn raters(&self, geometry: &Geometry) -> Result<Option<Raters>, Failure> {
        if !self.sukaku && self.only.is_none() {
            return match self.sukaku_time {
                None => Ok(None),
                Some(_) => {
                    let reason = "--sukaku-time needs --sukaku or --only sukaku";
                    Err(Failure::new(reason).with_status(exit::BAD_USAGE))
                }
            };
        }
        steps::regions(geometry, "--sukaku")?;
        Ok(Some(Raters {
            time: self.sukaku_time,
            ladders: Ladders::default(),
        }))
    }
}

impl Raters {
    /// The columns of a puzzle; its number of solutions may be `known`.
    ///
    /// # Errors
    /// If the time of all puzzles `is_over`.
    pub fn columns(
        &self,
        given: &Given,
        solver: &Solver<'_>,
        known: Option<u64>,
        is_over: &Stop<'_>,
    ) -> Result<String, Stopped> {
        let deadline = Deadline::after(self.time);
        let stop = || is_over() || deadline.is_over();
        let rate = |ladder: &mut Ladder| given.ratings_until(ladder, solver, known, &stop);
        match self.ladders.with(rate).0 {
            Rated::Ratings(ratings) => Ok(ratings.to_string().replace(' ', "\t")),
            Rated::NotOne => Ok("-\t-\t-".to_owned()),
            Rated::Stopped if is_over() => Err(Stopped::Limit),
            Rated::Stopped => Ok("time\ttime\ttime".to_owned()),
        }
    }
}
