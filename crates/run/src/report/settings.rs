//! What a run prints, and when it stops.

use dlx3_search::{Count, Variant};

/// What to print on stderr: a sum of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verbose(pub i32);

impl Verbose {
    /// The statistics.
    pub const BASICS: i32 = 1;
    /// Every branch of the search.
    pub const CHOICES: i32 = 2;
    /// Every choice of an item.
    pub const DETAILS: i32 = 4;
    /// The number of nodes on each level.
    pub const PROFILE: i32 = 128;
    /// Reports show the whole state.
    pub const FULL_STATE: i32 = 256;
    /// The lengths of all lists, at the start and at the end.
    pub const TOTALS: i32 = 512;
    /// Options that are ignored.
    pub const WARNINGS: i32 = 1024;
    /// The largest number of branches of a node. DLX1 only.
    pub const MAX_DEGREE: i32 = 2048;

    /// Whether a code is part of the sum.
    #[inline]
    pub fn has(self, code: i32) -> bool {
        self.0 & code != 0
    }
}

/// The default distance of the first reports, in mems.
pub const FIRST_DELTA: u64 = 10_000_000_000;

/// By default, the distance grows tenfold after this many reports. The C program takes hours to get
/// there.
pub const REPORTS_ALIKE: u32 = 1000;

/// The form of solutions and statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// That of the C program.
    #[default]
    Text,
    /// JSON, one object per line.
    Json,
}

/// The words of the command line that concern the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The program that the output is compared with.
    pub variant: Variant,
    /// `v`
    pub verbose: Verbose,
    /// `m`: print solutions whose number is a multiple of this; 0 for none.
    pub spacing: u64,
    /// Also print the solutions with these numbers, in increasing order. A number given twice is
    /// printed twice.
    pub numbers: Vec<Count>,
    /// `d`: the distance of reports in mems, about; 0 means never. None is the default:
    /// [`FIRST_DELTA`], which grows tenfold after each [`REPORTS_ALIKE`] reports.
    pub delta: Option<u64>,
    /// `c`: show choices and details on levels below this.
    pub choices_below: i64,
    /// `C`: state reports stop after this level.
    pub levels_up_to: i64,
    /// `l`: show details from the deepest level minus this on.
    pub details_gap: i64,
    /// `t`: stop after this many solutions.
    pub most_solutions: Option<Count>,
    /// `T`: stop when mems reach this.
    pub timeout: Option<u64>,
    /// `--json`: the form of solutions. Other output does not depend on it here.
    pub form: Form,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            variant: Variant::default(),
            verbose: Verbose(Verbose::BASICS + Verbose::WARNINGS),
            spacing: 0,
            numbers: Vec::new(),
            // A deliberate departure: in C the distance never grows. But the memo may add 10^30
            // mems at once, and a report every 10^10 would never end.
            delta: None,
            choices_below: 1_000_000,
            levels_up_to: 1_000_000,
            details_gap: 1_000_000,
            most_solutions: None,
            // A deliberate departure: C stops after 2^61 mems, which take it decades.
            timeout: None,
            form: Form::Text,
        }
    }
}
