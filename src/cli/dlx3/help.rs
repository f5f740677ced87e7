//! Clap's part of the command line: `--help` and `--version`, beside Knuth's
//! words.

use super::parts::{Asked, SearchPart, search_part};
use crate::cli::arguments::deadline::TimeLimit;
use crate::cli::arguments::size::parse_size;
use crate::cli::arguments::tuning::{self, Setting};
use crate::format::Original;
use crate::parallel::Parallel;
use crate::parts::Part;
use crate::report::Form;
use crate::search::bits::{Code, Tuning};
use crate::search::{Count, Variant};
use clap::builder::{EnumValueParser, PossibleValue, RangedU64ValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Parser, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::num::NonZero;
use std::path::PathBuf;

/// Solves exact covering problems with multiplicities and colors: Knuth's DLX3.
///
/// Reads a problem in .dlx format on stdin, writes solutions on stdout and
/// reports on stderr, byte for byte like the C program.
#[derive(Parser)]
#[command(name = "dlx3", version, after_long_help = WORDS, after_help = WORDS)]
#[command(verbatim_doc_comment)]
pub struct Arguments {
    /// Knuth's words, a letter and a number each (see below)
    #[arg(value_name = "WORD")]
    pub words: Vec<OsString>,

    #[command(flatten)]
    preference: Preference,

    #[command(flatten)]
    means: MeansOptions,

    #[command(flatten)]
    pieces: PiecesOptions,

    #[command(flatten)]
    limits: LimitsOptions,
}

/// Which items are chosen first.
#[derive(Args)]
pub struct Preference {
    /// Prefer items whose names begin with `#', as Knuth's change file does
    ///
    /// Such an item is branched on as long as no other one has fewer than two branches.
    #[arg(long)]
    pub sharp: bool,
}

/// How to search, and which solutions to print.
#[derive(Args)]
pub struct MeansOptions {
    /// How many threads search [default: as many as the machine has]
    ///
    /// The output is the same. With v2, v4, s or S, one thread does all the work.
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// The mems of a batch, which one thread hands to another; small
    /// numbers make even small problems split. For tests
    #[arg(long, value_name = "MEMS", hide = true)]
    batch: Option<u64>,

    /// Search by lists that dance, or by bitmaps: the output is the same
    #[arg(long, value_name = "ENGINE", value_parser = Engines, default_value = "auto")]
    engine: EngineName,

    /// Memory for known states, in bytes, such as 64K, 100M, 2G; 0 for none
    /// [default: 256M]
    ///
    /// When the search meets a state again, it adds the counts of the first time: the output is the
    /// same, but may come centuries earlier. Reports (d) and solutions to be printed are still
    /// searched for.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memo: Option<usize>,

    /// Print the solution of this number only, and end: mK tK for any K
    #[arg(long, value_name = "K", conflicts_with = "sample", value_parser = number)]
    solution: Option<Count>,

    /// Print N solutions drawn at random, each as likely as any other, in the
    /// order of their numbers. A solution may be drawn more than once
    ///
    /// N is at most 1000000; for more, join samples of different seeds.
    #[arg(short = 'n', long, value_name = "N", value_parser = sample_size())]
    sample: Option<u64>,

    /// The seed of --sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
}

/// A search in pieces.
#[derive(Args)]
pub struct PiecesOptions {
    /// Search only part I of M of the tree; its solutions are numbered from 1
    ///
    /// The parts are disjoint, and together they are the whole tree. They depend on the problem and
    /// --grain alone. Part I/M is the union of the parts I/kM, (I+M)/kM, (I+2M)/kM, ...: a part
    /// that proves slow can be divided. The words s, t, T and d cannot be used with --part: there
    /// are no reports.
    #[arg(long, value_name = "I/M", conflicts_with_all = ["solution", "sample"])]
    part: Option<Part>,

    /// Keep a journal in this folder; if there is one, continue where it ends
    ///
    /// After a stop or a kill at any moment, the same command continues after the last finished
    /// cube (a piece of the tree). It prints everything, also what was found before. Only one
    /// process at a time may use a folder, and a folder is for one problem, one choice of words and
    /// one --grain. Journals keep solutions as text, so --json cannot be used with --resume, --part
    /// or --grain.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["solution", "sample"])]
    resume: Option<PathBuf>,

    /// Cut the tree into about N cubes, which the parts share [default: more for more work, up to
    /// 10000]
    #[arg(long, value_name = "N", conflicts_with_all = ["solution", "sample"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    grain: Option<u64>,
}

/// When to stop, and what to show.
#[derive(Args)]
#[command(mut_arg("time", |time| {
    time.help(
        "Stop after so much time, such as 90s, 15m, 2h, 3d, as at Ctrl-C; the exit status is 3. \
         With --resume, the same command continues",
    )
}))]
pub struct LimitsOptions {
    #[command(flatten)]
    time: TimeLimit,

    /// Show on stderr, every SECONDS seconds, how far the search has come and how long the rest
    /// may take; 0 for never [default: every second on a terminal, else never]
    ///
    /// The share that is done is an estimate: that of the reports of d or, for a search in cubes,
    /// one from the estimated work of the cubes. By default there is no line where it would mix
    /// with other output: solutions on a terminal or a pipe, v2 or v4.
    #[arg(long, value_name = "SECONDS")]
    progress: Option<u32>,

    /// Print solutions and statistics on stdout as JSON, an object a line
    ///
    /// {"solution":1,"branches":[...]} for each solution that is printed, and at the end,
    /// with v1, {"statistics":{...}}, with v128 with the profile in it. Integers above 2^53
    /// are strings. The manual has the schema.
    #[arg(long)]
    json: bool,

    /// Techniques and their values, for tests
    #[arg(long, hide = true, value_name = "NAME=VALUE", value_delimiter = ',')]
    #[arg(value_parser = tuning::of_search)]
    tuning: Vec<Setting>,
}

/// The command line of `dlx1`, `dlx2` or `dlx3`.
pub struct CommandLine {
    pub variant: Variant,
    /// The bitmaps of this program. Others are not linked.
    pub code: Option<Code>,
    pub words: Vec<OsString>,
    pub means: MeansOptions,
    /// For programs that search in pieces: the options, and what does that.
    pub pieces: Option<(PiecesOptions, SearchPart)>,
    pub limits: LimitsOptions,
}

impl From<Arguments> for CommandLine {
    fn from(arguments: Arguments) -> Self {
        let sharp = arguments.preference.sharp;
        CommandLine {
            variant: Variant::of(Original::Dlx3).preferring_sharp(sharp),
            words: arguments.words,
            means: arguments.means,
            code: Some(Code::DLX3),
            pieces: Some((arguments.pieces, search_part)),
            limits: arguments.limits,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EngineName {
    /// Lists for large subproblems, bitmaps for small ones
    #[default]
    Auto,
    /// Lists only
    Links,
}

/// Reads the name of an engine, and tells the present name of an old one.
#[derive(Clone)]
struct Engines;

impl TypedValueParser for Engines {
    type Value = EngineName;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<EngineName, clap::Error> {
        if value == "bits" {
            let told = "--engine bits was another name for auto: say --engine auto, or nothing";
            return Err(command.clone().error(ErrorKind::InvalidValue, told));
        }
        EnumValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = EngineName::value_variants().iter();
        Some(Box::new(names.filter_map(EngineName::to_possible_value)))
    }
}

/// The largest sample. Its numbers are drawn before the first one is printed, and take some hundred
/// bytes each.
const MOST_SAMPLE: u64 = 1_000_000;

fn sample_size() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(..=MOST_SAMPLE)
}

/// The number of a solution.
fn number(text: &str) -> Result<Count, String> {
    match text.parse::<Count>() {
        Ok(number) if number == 0 => Err("the first solution is number 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("{error}")),
    }
}

/// The part of help pages about Knuth's words and exit statuses. Arguments: the name of the
/// program, and its last codes of `v`.
macro_rules! words {
    ($name:literal, $more:literal) => {
        concat!(
            "\
Words:
  v<n>     what to print on stderr, a sum of codes [default: 1025]
             1 statistics          2 choices          4 details
             128 profile           256 full state in reports
             512 item totals       1024 warnings",
            $more,
            "
  m<n>     print every n-th solution; 0 for none [default: 0]
  s<n>     make random choices, with this seed
  d<n>     report each time about n mems have passed; 0 for never
           [default: 10000000000, and tenfold after each 1000 reports]
  c<n>     show choices and details on levels below n [default: 1000000]
  C<n>     state reports stop after level n [default: 1000000]
  l<n>     show details on the last n levels only [default: 1000000]
  t<n>     stop after n solutions
  T<n>     stop when mems have reached n
  S<file>  write the shape of the search tree to this file

Words may come in any order; of several with one letter, the first counts.

Signals: the first Ctrl-C or SIGTERM ends the search at the next node and prints
the statistics; a second one, at least a second later, ends the program at once.
SIGUSR1 prints a progress line.

Exit status: 0 the search has ended or met its limit; 1 a file could not be read or
written, or there is no such solution; 3 --time is over, or T stopped the search
before what --solution or --sample asks for; 102 bad input; 255 bad usage; 130, 143
interrupted; 141 stdout is a pipe that nobody reads any more.

Example:
  printf 'A B C\\nA B\\nC\\nB C\\nA\\n' | ",
            $name,
            " m1"
        )
    };
}

pub(in crate::cli) use words;

const WORDS: &str = words!("dlx3", "");

/// The means of a search: they change speed and memory, not the output.
pub struct Means {
    /// The techniques of bitmaps; `None` for lists alone.
    pub tuning: Option<Tuning>,
    pub parallel: Parallel,
    /// The most bytes of the memo.
    pub memo: usize,
}

/// The solutions to print on stdout, instead of those of `m` and `t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Number(Count),
    Sample { size: u64, seed: u64 },
}

/// The bytes of the memo, unless `--memo` says otherwise.
const MEMO: usize = 256 << 20;

impl CommandLine {
    /// The means of the search.
    pub fn means(&self) -> Means {
        Means {
            tuning: self.tuning(),
            parallel: self.parallel(),
            memo: self.means.memo.unwrap_or(MEMO),
        }
    }

    /// After how much time to stop.
    pub fn time(&self) -> TimeLimit {
        self.limits.time
    }

    /// Each how many seconds to say how far it has come, if that is asked for.
    pub fn progress(&self) -> Option<u32> {
        self.limits.progress
    }

    /// The form of solutions and statistics.
    pub fn form(&self) -> Form {
        match self.limits.json {
            true => Form::Json,
            false => Form::Text,
        }
    }

    /// The part of the search to do, if it is cut into parts.
    pub fn asked(&self) -> Option<Asked> {
        let PiecesOptions {
            part,
            resume,
            grain,
        } = &self.pieces.as_ref()?.0;
        let asked = part.is_some() || resume.is_some() || grain.is_some();
        asked.then(|| Asked {
            part: part.unwrap_or(Part::WHOLE),
            grain: *grain,
            resume: resume.clone(),
        })
    }

    /// The solutions to print, if options choose them.
    pub fn wanted(&self) -> Option<Wanted> {
        let seed = self.means.seed;
        let sample = self.means.sample.map(|size| Wanted::Sample { size, seed });
        self.means.solution.clone().map(Wanted::Number).or(sample)
    }

    fn parallel(&self) -> Parallel {
        let default = Parallel::default();
        Parallel {
            threads: self.means.threads.map(NonZero::get),
            tells_fewer: self.means.threads.is_some(),
            batch: self.means.batch.unwrap_or(default.batch),
            eager: self.means.batch.is_some(),
            ..default
        }
    }

    fn tuning(&self) -> Option<Tuning> {
        match self.means.engine {
            EngineName::Links => None,
            EngineName::Auto => Some(tuning::search_with(&self.limits.tuning)),
        }
    }
}

/// Doubles the first `--`, which clap would drop. For C it is a word, and a wrong one.
pub fn keep_dashes(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut kept: Vec<OsString> = words.collect();
    if let Some(place) = kept.iter().position(|word| word == "--") {
        kept.insert(place, "--".into());
    }
    kept
}
