//! Compares `dlx count` with searches that count solutions one by one.

use crate::problems::yardsticks::Yardstick;
use crate::process::{self, Contender, Printed, Times};
use std::error::Error;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// The memory that a program may take, in bytes: DLX6 takes 8.6 GB for one of the problems.
pub const MEMORY: u64 = 10 << 30;

/// The programs.
pub struct Programs {
    pub dlx: OsString,
    pub dlx3: OsString,
    /// Knuth's DLX6, and DLX6 without the rule of fewest options.
    pub dlx6: Option<OsString>,
    pub dlx6_fixed: Option<OsString>,
    /// The processor time that each of them may take.
    pub limit: Duration,
}

/// The figures; none where a program was missing, failed, or reached a limit.
pub struct Row {
    /// The number of solutions that `dlx count` has printed.
    pub solutions: String,
    /// Seconds of processor time: `dlx count`, `dlx3 --memo 0`, `dlx3`, both versions of DLX6.
    pub seconds: [Option<f64>; 5],
    /// The seconds of both versions of DLX6 when they failed or reached a limit.
    pub cut: [Option<f64>; 2],
    /// Seconds on the clock, on one thread and on two.
    pub clock: [Option<f64>; 2],
    /// Whether `dlx3` has counted the same, if it finished.
    pub is_same: bool,
}

impl Row {
    /// How many times faster `dlx count` is than the better version of DLX6. True if this is only a
    /// lower bound, because neither version finished.
    pub fn gain(&self) -> Option<(f64, bool)> {
        let own = self.seconds[0]?;
        let least = |both: [Option<f64>; 2]| both.into_iter().flatten().reduce(f64::min);
        match least([self.seconds[3], self.seconds[4]]) {
            Some(better) => Some((better / own, false)),
            None => least(self.cut).map(|cut| (cut / own, true)),
        }
    }
}

impl Programs {
    /// Measures a problem: the least of some runs, with programs in turn. A program that reached a
    /// limit is not run again.
    ///
    /// # Errors
    /// If a program cannot be run.
    pub fn measure(
        &self,
        yardstick: &Yardstick,
        input: &Path,
        runs: usize,
    ) -> Result<Row, Box<dyn Error>> {
        let search = |more: &[&str]| Contender::new(&self.dlx3, &[yardstick.words, more].concat());
        let contenders = [
            Some(Contender::new(&self.dlx, &["count", "--threads", "1"])),
            Some(search(&["--threads", "1", "--memo", "0"])),
            Some(search(&["--threads", "1"])),
            self.dlx6
                .as_ref()
                .map(|program| Contender::new(program, &[])),
            self.dlx6_fixed
                .as_ref()
                .map(|program| Contender::new(program, &[])),
            Some(Contender::new(&self.dlx, &["count", "--threads", "2"])),
        ];
        let mut least: [Option<(Times, Printed)>; 6] = Default::default();
        let mut cut = [None; 6];
        for (place, contender) in contenders.iter().enumerate() {
            let Some(contender) = contender else { continue };
            match process::run_within(contender, input, self.limit, MEMORY)? {
                Ok(done) => least[place] = Some(done),
                Err(times) => cut[place] = Some(times.processor.as_secs_f64()),
            }
        }
        for _ in 1..runs {
            for (contender, least) in contenders.iter().zip(&mut least) {
                let (Some(contender), Some((times, _))) = (contender, least) else {
                    continue;
                };
                if let Ok((again, _)) = process::run_within(contender, input, self.limit, MEMORY)? {
                    times.processor = times.processor.min(again.processor);
                    times.wall = times.wall.min(again.wall);
                }
            }
        }
        let number = |place: usize| {
            let (_, printed) = least[place].as_ref()?;
            Some(String::from_utf8_lossy(&printed.stdout).trim().to_owned())
        };
        let solutions = number(0).unwrap_or_default();
        let searched = [1, 2].map(|place| {
            let (_, printed) = least[place].as_ref()?;
            let text = String::from_utf8_lossy(&printed.stderr).into_owned();
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("Altogether "));
            Some(line?.split(' ').next()?.to_owned())
        });
        let others = searched.into_iter().chain([number(5)]);
        let is_same = others.flatten().all(|other| other == solutions);
        let seconds = |place: usize| {
            let (times, _) = least[place].as_ref()?;
            Some(times.processor.as_secs_f64())
        };
        let clock = |place: usize| {
            let (times, _) = least[place].as_ref()?;
            Some(times.wall.as_secs_f64())
        };
        Ok(Row {
            seconds: [0, 1, 2, 3, 4].map(seconds),
            cut: [cut[3], cut[4]],
            clock: [0, 5].map(clock),
            is_same,
            solutions,
        })
    }
}
