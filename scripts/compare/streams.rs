//! Measures listing, with every solution written to a file: beside the C program, as JSON, with a
//! second thread, and with `dlx-check` on the stream.

use super::table::{Table, figure, figure_or_none};
use crate::problems::yardsticks::{STREAMS, Yardstick};
use crate::process::{self, Contender, Times};
use crate::{Comparison, write};
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

impl Comparison {
    pub fn streams(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(STREAMS);
        if wanted.is_empty() {
            return Ok(());
        }
        println!(
            "\nListing to a file, `--threads 1`; seconds of processor time, MB a second, and what \
             two threads gain on the clock (two processes of one thread: what the machine gives):\n"
        );
        let table = Table::begin(&[
            ("problem", 34),
            ("MB", 4),
            ("C program", 0),
            ("`dlx3`", 0),
            ("ratio", 0),
            ("MB/s", 0),
            ("`--json`", 0),
            ("MB/s", 0),
            ("`dlx-check`", 0),
            ("MB/s", 0),
            ("two threads", 0),
            ("two processes", 0),
        ]);
        for yardstick in wanted {
            let cells = self.stream(yardstick)?;
            table.row(&cells);
        }
        Ok(())
    }

    fn stream(&mut self, yardstick: &Yardstick) -> Result<Vec<String>, Box<dyn Error>> {
        let input = write(yardstick, self.scratch.path())?;
        let file = |name: &str| self.scratch.path().join(name);
        let own = |options: &[[&str; 2]]| self.ours(yardstick, options);
        let mut json = own(&[["--threads", "1"]]);
        json.words.push("--json".to_owned());
        let checker = Contender {
            program: Path::new(&self.ours).with_file_name("dlx-check").into(),
            words: [&input, &file("one")]
                .map(|path| path.display().to_string())
                .to_vec(),
            copies: 1,
        };
        let one = own(&[["--threads", "1"]]);
        let pair = Contender {
            copies: 2,
            ..one.clone()
        };
        let all = [
            self.theirs(yardstick)
                .map(|theirs| (theirs, file("theirs"))),
            Some((one, file("one"))),
            Some((json, file("json"))),
            Some((own(&[["--threads", "2"]]), file("two"))),
            Some((checker, file("verdict"))),
            Some((pair, file("pair"))),
        ];
        let mut least: [Option<Times>; 6] = [None; 6];
        for _ in 0..self.arguments.runs.max(1) {
            for (contender, least) in all.iter().zip(&mut least) {
                let Some((contender, output)) = contender else {
                    continue;
                };
                let taken = process::run_into(contender, &input, output)?;
                *least = Some(least.map_or(taken, |least| least.min(taken)));
            }
        }
        for other in ["theirs", "two", "pair"].map(file) {
            if other.exists() && !is_same(&file("one"), &other)? {
                self.different.push(yardstick.name);
            }
        }
        let megabytes = |name: &str| -> Result<f64, Box<dyn Error>> {
            Ok(fs::metadata(self.scratch.path().join(name))?.len() as f64 / 1e6)
        };
        let (text, json) = (megabytes("one")?, megabytes("json")?);
        fs::remove_file(input)?;
        let seconds = |place: usize| least[place].map(|times| times.processor.as_secs_f64());
        let clock = |place: usize| least[place].map(|times| times.wall.as_secs_f64());
        let divided = |one: Option<f64>, other: Option<f64>| {
            figure_or_none(one.zip(other).map(|(one, other)| one / other))
        };
        let twice = clock(1).map(|one| 2.0 * one);
        Ok(vec![
            yardstick.name.to_owned(),
            figure(text),
            figure_or_none(seconds(0)),
            figure_or_none(seconds(1)),
            divided(seconds(0), seconds(1)),
            divided(Some(text), seconds(1)),
            figure_or_none(seconds(2)),
            divided(Some(json), seconds(2)),
            figure_or_none(seconds(4)),
            divided(Some(text), seconds(4)),
            divided(clock(1), clock(3)),
            divided(twice, clock(5)),
        ])
    }
}

/// Whether two files have the same bytes.
fn is_same(one: &PathBuf, other: &PathBuf) -> Result<bool, Box<dyn Error>> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let count = one.read(&mut left)?;
        other.read_exact(&mut right[..count])?;
        if left[..count] != right[..count] {
            return Ok(false);
        }
        if count == 0 {
            return Ok(true);
        }
    }
}
