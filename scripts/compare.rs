//! Runs `dlx3` and the C program side by side on the yardsticks, checks that they
//! print the same, and prints the tables of docs/performance.md: how many times faster `dlx3`
//! is, what the memo saves, and what a second thread gains.
//!
//!     REFERENCE_DLX3=/path/to/dlx3 REFERENCE_BUILD='gcc 12 -O3 -march=native' \
//!         cargo run --release --example compare -- \
//!         [--runs N] [--limit SECONDS] [--only TEXT] [--write FOLDER] [-- MORE WORDS FOR OURS]
//!     cargo run --release --example compare -- --ablate [--technique NAME,...] [...]
//!
//! A figure is the least of the runs, in which the programs alternate. Without REFERENCE_DLX3 only
//! our own times are printed. Further comparisons are made if variables name the other programs:
//! `dlx2` with DLX2 (REFERENCE_DLX2); `dlx count` with Knuth's DLX6 (REFERENCE_DLX6), also built
//! with its change file `dlx6-noMRV.ch` (REFERENCE_DLX6_NOMRV); `dlx best` with HiGHS and CP-SAT
//! (REFERENCE_PYTHON, a Python that has `highspy` and `ortools`); `dlx find` with an older `dlx`
//! (REFERENCE_DLX), and with CaDiCaL if it is installed. FIND_PROBLEMS names a folder with more
//! problems: see `scripts/compare/find.rs`.

mod compare {
    pub mod ablate;
    pub mod answers;
    pub mod best;
    pub mod dlx2;
    pub mod find;
    pub mod machine;
    pub mod streams;
    pub mod table;
}
#[allow(dead_code, reason = "the fuzzer and tests have other problems")]
mod problems;
mod process;

use clap::Parser;
use compare::answers::{self, Programs};
use compare::best::Solvers;
use compare::find::{self, Finders};
use compare::machine;
use compare::table::{NONE, Table, figure, figure_or_none};
use dlx3::search::testing::Vectors;
use problems::yardsticks::{
    CHEAPEST, COUNTED, EVERY_MTH, FOUND, LARGE, LONG_TO_READ, LONG_TO_SEARCH, OTHER_SHAPES,
    STATES_COME_BACK, STREAMS, WITHOUT_BOUNDS, YARDSTICKS, Yardstick,
};
use process::{Contender, Measured, Times};
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Compares the speed of dlx3 and the C program
#[derive(Parser)]
struct Arguments {
    /// How many times to run each program on each problem
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// What a program may take where `dlx count` is compared, in seconds of processor time
    #[arg(long, default_value_t = 100)]
    limit: u64,
    /// Only problems whose name or class contains this; the classes of the other tables are
    /// `shapes`, `reading`, `memo`, `dlx2`, `two threads`, `every m-th solution`, `large`,
    /// `streams`, `answers`, `best` and `find`
    #[arg(long, default_value = "")]
    only: String,
    /// Write the problems to this folder and do nothing else
    #[arg(long)]
    write: Option<PathBuf>,
    /// Measure with each technique off, and print what it buys, by classes and sets of instructions
    #[arg(long)]
    ablate: bool,
    /// Only these techniques, with --ablate
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "ablate")]
    technique: Vec<String>,
    /// The program to measure [default: the one built beside this script]
    #[arg(long)]
    program: Option<PathBuf>,
    /// How the C program was built [default: what REFERENCE_BUILD says]
    #[arg(long)]
    reference_build: Option<String>,
    /// More arguments for the program to measure, such as --engine links: for the
    /// first table, which is then the only one
    #[arg(last = true)]
    extra: Vec<String>,
}

/// The programs, and the results so far.
struct Comparison {
    arguments: Arguments,
    ours: OsString,
    reference: Option<OsString>,
    scratch: tempfile::TempDir,
    /// The problems on which the programs printed different texts.
    different: Vec<&'static str>,
}

fn main() -> ExitCode {
    match compare(Arguments::parse()) {
        Ok(different) if different.is_empty() => ExitCode::SUCCESS,
        Ok(different) => {
            for name in different {
                eprintln!("compare: {name}: the output differs");
            }
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the tables; returns the problems for which the output differs.
fn compare(arguments: Arguments) -> Result<Vec<&'static str>, Box<dyn Error>> {
    if let Some(folder) = &arguments.write {
        fs::create_dir_all(folder)?;
        for list in [
            YARDSTICKS,
            OTHER_SHAPES,
            LONG_TO_READ,
            STATES_COME_BACK,
            WITHOUT_BOUNDS,
            LONG_TO_SEARCH,
            EVERY_MTH,
            LARGE,
            STREAMS,
            COUNTED,
            CHEAPEST,
            FOUND,
        ] {
            for yardstick in list.iter().filter(|one| arguments.is_wanted(one)) {
                println!("{}", write(yardstick, folder)?.display());
            }
        }
        return Ok(Vec::new());
    }
    let mut comparison = Comparison {
        ours: arguments.program()?.into(),
        reference: std::env::var_os("REFERENCE_DLX3"),
        scratch: tempfile::tempdir()?,
        different: Vec::new(),
        arguments,
    };
    comparison.introduce();
    if comparison.arguments.ablate {
        comparison.ablate()?;
        return Ok(comparison.different);
    }
    comparison.ratios(YARDSTICKS, LONG_TO_READ)?;
    comparison.ratios(OTHER_SHAPES, &[])?;
    if comparison.arguments.extra.is_empty() {
        comparison.dlx2()?;
        comparison.memo()?;
        comparison.threads()?;
        comparison.every_mth()?;
        comparison.large()?;
        comparison.streams()?;
        comparison.answers()?;
        comparison.cheapest()?;
        comparison.found()?;
    }
    Ok(comparison.different)
}

impl Arguments {
    fn is_wanted(&self, yardstick: &Yardstick) -> bool {
        yardstick.name.contains(&self.only) || yardstick.class.contains(&self.only)
    }

    fn program(&self) -> Result<PathBuf, Box<dyn Error>> {
        if let Some(program) = &self.program {
            return Ok(program.clone());
        }
        let script = std::env::current_exe()?;
        let folder = script.parent().and_then(Path::parent);
        Ok(folder.ok_or("no folder above")?.join("dlx3"))
    }

    /// How the C program was built, if the user said so.
    fn reference_build(&self) -> String {
        let told = self.reference_build.clone();
        told.or_else(|| std::env::var("REFERENCE_BUILD").ok())
            .unwrap_or_else(|| "(REFERENCE_BUILD does not say how)".to_owned())
    }
}

fn write(yardstick: &Yardstick, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let name = yardstick.name.replace([' ', ','], "-");
    let path = folder.join(name).with_extension("dlx");
    fs::write(&path, (yardstick.text)())?;
    Ok(path)
}

impl Comparison {
    /// Says what is measured, on what, and how.
    fn introduce(&self) {
        let Arguments { runs, extra, .. } = &self.arguments;
        let mut lines = vec![machine::name()];
        lines.push(match &self.reference {
            Some(_) => format!(
                "the C program built with {}",
                self.arguments.reference_build()
            ),
            None => "no C program (REFERENCE_DLX3 is not set): our own times only".to_owned(),
        });
        lines.push(format!("`dlx3` built with {}", machine::rust()));
        lines.push(match self.arguments.ablate {
            true => format!("runs in turn, the median of {runs}"),
            false => format!("runs in turn, the least of {runs}"),
        });
        println!("{}.", lines.join("; "));
        if !extra.is_empty() {
            println!("`dlx3` with {}.", extra.join(" "));
        }
        if let Some(load) = machine::load().filter(|&load| load > 1.5) {
            eprintln!("compare: this machine is not idle (load {load}): ratios may be off");
        }
    }

    fn wanted(&self, list: &'static [Yardstick]) -> Vec<&'static Yardstick> {
        let wanted = list.iter().filter(|one| self.arguments.is_wanted(one));
        wanted.collect()
    }

    /// Our own program, with the options of a table unless the command line overrides them.
    fn ours(&self, yardstick: &Yardstick, options: &[[&str; 2]]) -> Contender {
        let extra = &self.arguments.extra;
        let words = yardstick.words.iter().copied();
        let mut words: Vec<String> = words.map(str::to_owned).chain(extra.clone()).collect();
        for option in options {
            if !extra.iter().any(|word| word.starts_with(option[0])) {
                words.extend(option.map(str::to_owned));
            }
        }
        Contender {
            program: self.ours.clone(),
            words,
            copies: 1,
        }
    }

    /// The C program, if there is one.
    fn theirs(&self, yardstick: &Yardstick) -> Option<Contender> {
        Some(Contender {
            program: self.reference.clone()?,
            words: yardstick.words.iter().copied().map(str::to_owned).collect(),
            copies: 1,
        })
    }

    /// Notes where the output differs.
    fn measure(
        &mut self,
        yardstick: &Yardstick,
        theirs: Option<Contender>,
        ours: &[Contender],
    ) -> Result<Measured, Box<dyn Error>> {
        let input = write(yardstick, self.scratch.path())?;
        let runs = self.arguments.runs;
        let measured = process::measure(theirs.as_ref(), ours, &input, runs)?;
        fs::remove_file(input)?;
        if !measured.printed.status.success() {
            let message = String::from_utf8_lossy(&measured.printed.stderr);
            return Err(format!("{}: {message}", yardstick.name).into());
        }
        if !measured.is_same {
            self.different.push(yardstick.name);
        }
        Ok(measured)
    }

    /// Measures one thread beside the C program, without the memo and with it.
    fn ratios(
        &mut self,
        search: &'static [Yardstick],
        read: &'static [Yardstick],
    ) -> Result<(), Box<dyn Error>> {
        let (search, read) = (self.wanted(search), self.wanted(read));
        if search.len() + read.len() == 0 {
            return Ok(());
        }
        let paths = self.paths();
        println!("\nOne thread; seconds of processor time:\n");
        let mut columns = vec![("problem".to_owned(), 36), ("C program".to_owned(), 0)];
        for (name, _) in &paths {
            columns.extend([(format!("`--memo 0`, {name}"), 0), ("ratio".to_owned(), 0)]);
        }
        columns.extend([("with the memo".to_owned(), 0), ("ratio".to_owned(), 0)]);
        let columns: Vec<(&str, usize)> = (columns.iter())
            .map(|(heading, width)| (heading.as_str(), *width))
            .collect();
        let table = Table::begin(&columns);
        let mut classes = Vec::new();
        for class in search.chunk_by(|one, other| one.class == other.class) {
            let mut ratios = Vec::new();
            for yardstick in class {
                ratios.extend(self.ratio(yardstick, &paths, &table)?);
            }
            if ratios.len() > 1 {
                mean_row(&table, &format!("all {}", class[0].class), &ratios);
            }
            classes.extend(geometric_mean(&ratios));
        }
        if classes.len() > 1 {
            mean_row(&table, "**geometric mean of the classes**", &classes);
        }
        for yardstick in read {
            self.ratio(yardstick, &paths, &table)?;
        }
        Ok(())
    }

    /// The sets of instructions that the machine has, best first, each with the word that asks for
    /// it. Only one if the command line has words for our program.
    fn paths(&self) -> Vec<(&'static str, Option<&'static str>)> {
        if !self.arguments.extra.is_empty() {
            return vec![("as told", None)];
        }
        let all = self.vectors().into_iter();
        let mut paths: Vec<_> = all.map(|(name, word)| (name, Some(word))).collect();
        // The program chooses the best set by itself.
        paths[0].1 = paths[0].1.filter(|&word| word == "portable");
        paths
    }

    /// The sets of instructions that the machine has, best first, with the words for them.
    fn vectors(&self) -> Vec<(&'static str, &'static str)> {
        let all = [
            ("AVX-512", "avx512"),
            ("AVX2", "avx2"),
            ("portable", "portable"),
        ];
        let missing = match Vectors::detect() {
            Vectors::Portable => 2,
            Vectors::Avx2 => 1,
            Vectors::Avx512 => 0,
        };
        all[missing..].to_vec()
    }

    /// Prints a row. Returns the ratio on each path without the memo, then on the best path with
    /// it.
    fn ratio(
        &mut self,
        yardstick: &Yardstick,
        paths: &[(&str, Option<&str>)],
        table: &Table,
    ) -> Result<Option<Vec<f64>>, Box<dyn Error>> {
        let mut ours = Vec::new();
        for (_, tuning) in paths {
            let mut options = vec![["--threads", "1"], ["--memo", "0"]];
            options.extend(tuning.map(|tuning| ["--tuning", tuning]));
            ours.push(self.ours(yardstick, &options));
        }
        ours.push(self.ours(yardstick, &[["--threads", "1"]]));
        let measured = self.measure(yardstick, self.theirs(yardstick), &ours)?;
        let seconds = |times: &Times| times.processor.as_secs_f64();
        let theirs = measured.theirs.as_ref().map(seconds);
        let mut cells = vec![yardstick.name.to_owned(), figure_or_none(theirs)];
        for ours in measured.ours.iter().map(seconds) {
            let ratio = theirs.map(|theirs| theirs / ours);
            cells.extend([figure(ours), figure_or_none(ratio)]);
        }
        table.row(&cells);
        let ratios = |theirs: f64| {
            let ours = measured.ours.iter().map(seconds);
            ours.map(|ours| theirs / ours).collect()
        };
        Ok(theirs.map(ratios))
    }

    /// Problems with many items. The time for reading is subtracted.
    fn large(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(LARGE);
        if wanted.is_empty() {
            return Ok(());
        }
        println!(
            "\nMany items: the search alone (`T1` is taken off), one thread; seconds of processor time:\n"
        );
        let mut ways: Vec<(&str, Vec<[&str; 2]>)> = Vec::new();
        for (name, word) in self.vectors() {
            ways.push((name, vec![["--memo", "0"], ["--tuning", word]]));
        }
        ways.push(("lists", vec![["--engine", "links"]]));
        ways.push(("memo", Vec::new()));
        let mut columns = vec![("problem", 42), ("C program", 0)];
        for (name, _) in &ways {
            columns.extend([(*name, 0), ("ratio", 0)]);
        }
        let table = Table::begin(&columns);
        for yardstick in wanted {
            let reading = Yardstick {
                words: &["T1"],
                ..*yardstick
            };
            let seconds = |of: &Yardstick, comparison: &mut Self| {
                let ours: Vec<_> = (ways.iter())
                    .map(|(_, options)| {
                        let options = [&options[..], &[["--threads", "1"]]].concat();
                        comparison.ours(of, &options)
                    })
                    .collect();
                let measured = comparison.measure(of, comparison.theirs(of), &ours)?;
                let all = measured.theirs.iter().chain(&measured.ours);
                let all: Vec<f64> = all.map(|times| times.processor.as_secs_f64()).collect();
                Ok::<_, Box<dyn Error>>(all)
            };
            let (whole, read) = (seconds(yardstick, self)?, seconds(&reading, self)?);
            let mut search: Vec<f64> = (whole.iter().zip(&read))
                .map(|(all, read)| all - read)
                .collect();
            let theirs = (search.len() > ways.len()).then(|| search.remove(0));
            let mut cells = vec![yardstick.name.to_owned(), figure_or_none(theirs)];
            for ours in search {
                let ratio = theirs.map(|theirs| theirs / ours);
                cells.extend([figure(ours), figure_or_none(ratio)]);
            }
            table.row(&cells);
        }
        Ok(())
    }

    /// Problems of which all but the first are feasible only with the memo.
    fn memo(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(STATES_COME_BACK);
        if wanted.is_empty() {
            return Ok(());
        }
        println!("\nStates that come back, with the memo; one thread, word `d0`:\n");
        let table = Table::begin(&[
            ("problem", 14),
            ("seconds", 0),
            ("solutions", 41),
            ("mems", 45),
        ]);
        for yardstick in wanted {
            let ours = [self.ours(yardstick, &[["--threads", "1"]])];
            let measured = self.measure(yardstick, None, &ours)?;
            let (solutions, mems) = totals(&measured.printed.stderr);
            table.row(&[
                yardstick.name.to_owned(),
                figure(measured.ours[0].processor.as_secs_f64()),
                solutions,
                mems,
            ]);
        }
        Ok(())
    }

    /// One thread and two, in seconds on the clock; and the gain of two processes of one thread on
    /// this machine.
    fn threads(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(LONG_TO_SEARCH);
        if wanted.is_empty() {
            return Ok(());
        }
        if machine::processors() < 2 {
            println!("\nThere is one processor: two threads are not measured.");
            return Ok(());
        }
        println!(
            "\nTwo threads, runs of a second or more, `--memo 0`; seconds on the clock. Two\n\
             processes of one thread, at the same time, tell what the machine can give:\n"
        );
        let table = Table::begin(&[
            ("problem", 30),
            ("one thread", 0),
            ("two threads", 0),
            ("gain", 0),
            ("two processes", 0),
            ("gain", 0),
        ]);
        for yardstick in wanted {
            let [one, two] = ["1", "2"]
                .map(|count| self.ours(yardstick, &[["--memo", "0"], ["--threads", count]]));
            let pair = Contender {
                copies: 2,
                ..one.clone()
            };
            let measured = self.measure(yardstick, None, &[one, two, pair])?;
            let [one, two, pair] = [0, 1, 2].map(|place| measured.ours[place].wall.as_secs_f64());
            let gain = |gain: f64| match one {
                1.0.. => figure(gain),
                _ => NONE.to_owned(),
            };
            table.row(&[
                yardstick.name.to_owned(),
                figure(one),
                figure(two),
                gain(one / two),
                figure(pair),
                gain(2.0 * one / pair),
            ]);
        }
        Ok(())
    }

    /// The processor time of two threads, which should be little more than that of one.
    fn every_mth(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(EVERY_MTH);
        if wanted.is_empty() {
            return Ok(());
        }
        println!("\nEvery m-th solution; seconds of processor time:\n");
        let table = Table::begin(&[
            ("problem", 24),
            ("C program", 0),
            ("one thread", 0),
            ("two threads", 0),
            ("ratio", 0),
        ]);
        for yardstick in wanted {
            let ours = ["1", "2"].map(|count| self.ours(yardstick, &[["--threads", count]]));
            let measured = self.measure(yardstick, self.theirs(yardstick), &ours)?;
            let seconds = |times: Times| times.processor.as_secs_f64();
            let [one, two] = [0, 1].map(|place| seconds(measured.ours[place]));
            table.row(&[
                yardstick.name.to_owned(),
                figure_or_none(measured.theirs.map(seconds)),
                figure(one),
                figure(two),
                figure(two / one),
            ]);
        }
        Ok(())
    }
}

impl Comparison {
    /// `dlx count` beside searches, and on two threads.
    fn answers(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(COUNTED);
        if wanted.is_empty() {
            return Ok(());
        }
        let programs = Programs {
            dlx: Path::new(&self.ours).with_file_name("dlx").into(),
            dlx3: self.ours.clone(),
            dlx6: std::env::var_os("REFERENCE_DLX6"),
            dlx6_fixed: std::env::var_os("REFERENCE_DLX6_NOMRV"),
            limit: Duration::from_secs(self.arguments.limit),
        };
        println!(
            "\nHow many solutions there are; one thread, seconds of processor time; – where a program \
             was not there, failed, or needed more than {} seconds or {} GB. \"Gain\": beside the \
             better of the two of DLX6; on two threads, on the clock.\n",
            self.arguments.limit,
            answers::MEMORY >> 30,
        );
        let table = Table::begin(&[
            ("problem", 30),
            ("solutions", 39),
            ("`dlx count`", 0),
            ("`dlx3 --memo 0`", 0),
            ("`dlx3`", 0),
            ("DLX6", 6),
            ("noMRV", 6),
            ("gain", 6),
            ("two threads", 0),
        ]);
        let mut classes = Vec::new();
        for class in wanted.chunk_by(|one, other| one.class == other.class) {
            let mut logarithms = Vec::new();
            for yardstick in class {
                let input = write(yardstick, self.scratch.path())?;
                let row = programs.measure(yardstick, &input, self.arguments.runs)?;
                fs::remove_file(input)?;
                if !row.is_same {
                    self.different.push(yardstick.name);
                }
                let has_dlx6 = programs.dlx6.is_some() && programs.dlx6_fixed.is_some();
                let gain = row.gain().filter(|_| has_dlx6);
                logarithms.extend(gain.map(|(gain, _)| gain.ln()));
                let two = row.clock[0].zip(row.clock[1]).map(|(one, two)| one / two);
                let [own, plain, memo, dlx6, fixed] = row.seconds.map(figure_or_none);
                let gain = gain.map(|(gain, is_more)| {
                    let sign = if is_more { "> " } else { "" };
                    format!("{sign}{}", figure(gain))
                });
                let two = two.filter(|_| row.clock[0].is_some_and(|one| one >= 1.0));
                table.row(&[
                    yardstick.name.to_owned(),
                    with_commas(&row.solutions),
                    own,
                    plain,
                    memo,
                    dlx6,
                    fixed,
                    gain.unwrap_or_else(|| NONE.to_owned()),
                    figure_or_none(two),
                ]);
            }
            if !logarithms.is_empty() {
                classes.push(logarithms.iter().sum::<f64>() / logarithms.len() as f64);
            }
        }
        if classes.len() > 1 {
            let mean = (classes.iter().sum::<f64>() / classes.len() as f64).exp();
            let name = "**geometric mean of the classes**";
            table.row(&[name, "", "", "", "", "", "", &figure(mean), ""]);
        }
        Ok(())
    }

    /// The time to prove which solution is the cheapest.
    fn cheapest(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(CHEAPEST);
        if wanted.is_empty() {
            return Ok(());
        }
        let solvers = Solvers {
            dlx: Path::new(&self.ours).with_file_name("dlx").into(),
            python: std::env::var_os("REFERENCE_PYTHON"),
            limit: Duration::from_secs(self.arguments.limit),
        };
        println!(
            "\nThe cheapest solution, proved; one thread, seconds of processor time (those of Python \
             among them); – where a program was not there, failed, or needed more than {} seconds. \
             \"Gain\": beside HiGHS.\n",
            self.arguments.limit,
        );
        let table = Table::begin(&[
            ("flights x pairings, at most so long", 40),
            ("optimum", 8),
            ("`dlx best`", 0),
            ("HiGHS", 6),
            ("CP-SAT", 6),
            ("gain", 6),
        ]);
        let mut logarithms = Vec::new();
        for yardstick in wanted {
            let input = write(yardstick, self.scratch.path())?;
            let row = solvers.measure(yardstick, &input, self.arguments.runs)?;
            fs::remove_file(input)?;
            if !row.is_same {
                self.different.push(yardstick.name);
            }
            let gain = row.gain();
            logarithms.extend(gain.map(|(gain, _)| gain.ln()));
            let gain = gain.map(|(gain, is_more)| {
                let sign = if is_more { "> " } else { "" };
                format!("{sign}{}", figure(gain))
            });
            let [own, highs, cpsat] = row.seconds.map(figure_or_none);
            let optimum = row
                .optimum
                .map_or(NONE.to_owned(), |optimum| optimum.to_string());
            let gain = gain.unwrap_or_else(|| NONE.to_owned());
            table.row(&[yardstick.name.to_owned(), optimum, own, highs, cpsat, gain]);
        }
        if !logarithms.is_empty() {
            let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
            table.row(&["**geometric mean**", "", "", "", "", &figure(mean)]);
        }
        Ok(())
    }
}

impl Comparison {
    /// One solution, or the proof that there is none.
    fn found(&mut self) -> Result<(), Box<dyn Error>> {
        let wanted = self.wanted(FOUND).into_iter();
        let mut problems: Vec<(String, String)> = wanted
            .map(|yardstick| (yardstick.name.to_owned(), (yardstick.text)()))
            .collect();
        if let Some(folder) = std::env::var_os("FIND_PROBLEMS") {
            let only = &self.arguments.only;
            let more = find::of_folder(Path::new(&folder))?;
            let wanted =
                |(name, _): &(String, String)| name.contains(only) || "find".contains(only);
            problems.extend(more.into_iter().filter(wanted));
        }
        if problems.is_empty() {
            return Ok(());
        }
        let has_cadical = std::process::Command::new("cadical")
            .arg("--version")
            .output();
        let finders = Finders {
            dlx: Path::new(&self.ours).with_file_name("dlx").into(),
            before: std::env::var_os("REFERENCE_DLX"),
            cadical: has_cadical.is_ok().then(|| "cadical".into()),
            limit: Duration::from_secs(self.arguments.limit),
        };
        println!(
            "\nA solution, or the proof that there is none; one thread, seconds of processor time; – \
             where a program was not there, failed, or needed more than {} seconds.\n",
            self.arguments.limit,
        );
        let table = Table::begin(&[
            ("problem", 30),
            ("there is one", 0),
            ("`dlx find`", 0),
            ("before", 6),
            ("CaDiCaL", 0),
            ("ratio", 6),
            ("way", 40),
        ]);
        let mut slow = 0;
        let count = problems.len();
        for (name, text) in problems {
            let input = self.scratch.path().join("find.dlx");
            fs::write(&input, text)?;
            let row = finders.measure(&input, self.arguments.runs)?;
            if row.is_different {
                self.different.push("find");
            }
            slow += usize::from(row.is_slow());
            let answer = match row.answer {
                Some(true) => "yes",
                Some(false) => "no",
                None => NONE,
            };
            let [own, before, cadical] = row.seconds.map(figure_or_none);
            let ratio = figure_or_none(row.ratio());
            table.row(&[
                name,
                answer.to_owned(),
                own,
                before,
                cadical,
                ratio,
                row.way,
            ]);
        }
        println!(
            "\nMore than 1.5 times the better of the others and 0.1 seconds: {slow} of {count}."
        );
        Ok(())
    }
}

fn mean_row(table: &Table, name: &str, ratios: &[Vec<f64>]) {
    let Some(means) = geometric_mean(ratios) else {
        return;
    };
    let mut cells = vec![name.to_owned(), String::new()];
    for mean in means {
        cells.extend([String::new(), figure(mean)]);
    }
    table.row(&cells);
}

/// The geometric mean of each column; none if there are no ratios.
fn geometric_mean(ratios: &[Vec<f64>]) -> Option<Vec<f64>> {
    let mean = |place: usize| {
        let sum: f64 = ratios.iter().map(|ratios| ratios[place].ln()).sum();
        (sum / ratios.len() as f64).exp()
    };
    let columns = 0..ratios.first()?.len();
    Some(columns.map(mean).collect())
}

/// The solutions and the mems of the search, from the line `Altogether ...`.
fn totals(stderr: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(stderr);
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Altogether "));
    let mut words = line.unwrap_or_default().split(' ');
    let solutions = words.next().unwrap_or_default();
    let mems = words.find_map(|word| word.split_once('+'));
    let mems = mems.map_or(NONE, |(_, mems)| mems);
    (with_commas(solutions), with_commas(mems))
}

/// Digits in groups of three.
fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
