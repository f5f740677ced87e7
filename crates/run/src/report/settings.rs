//! What a run is to print, and when it is to stop.

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
    /// The largest number of branches of a node. Of DLX1 only.
    pub const MAX_DEGREE: i32 = 2048;

    /// Whether a code is part of the sum.
    #[inline]
    pub fn has(self, code: i32) -> bool {
        self.0 & code != 0
    }
}

/// The distance of the first reports in mems, where `d` does not say it.
pub const FIRST_DELTA: u64 = 10_000_000_000;

/// After this many reports the distance grows tenfold, where `d` does not say it. The C
/// program takes hours to get there.
pub const REPORTS_ALIKE: u32 = 1000;

/// The form of solutions and statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// That of the C program.
    #[default]
    Text,
    /// JSON, an object a line.
    Json,
}

/// The words of the command line, as far as they concern the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The program that the output is compared with.
    pub variant: Variant,
    /// `v`
    pub verbose: Verbose,
    /// `m`: print solutions whose number is a multiple of this; 0 for none.
    pub spacing: u64,
    /// Also print the solutions with these numbers, which are in increasing order. A
    /// number that is there twice is printed twice.
    pub numbers: Vec<Count>,
    /// `d`: report each time about this many mems have passed; 0 for never. None for
    /// the default, [`FIRST_DELTA`] mems at first, and ten times as many after each
    /// [`REPORTS_ALIKE`] reports.
    pub delta: Option<u64>,
    /// `c`: show choices and details on levels below this.
    pub choices_below: i64,
    /// `C`: state reports stop after this level.
    pub levels_up_to: i64,
    /// `l`: show details on levels from the maximum level less this on.
    pub details_gap: i64,
    /// `t`: stop after this many solutions.
    pub most_solutions: Option<Count>,
    /// `T`: stop when mems have reached this.
    pub timeout: Option<u64>,
    /// `--json`: the form of solutions. What else is printed does not depend on it here.
    pub form: Form,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            variant: Variant::default(),
            verbose: Verbose(Verbose::BASICS + Verbose::WARNINGS),
            spacing: 0,
            numbers: Vec::new(),
            // A deliberate departure: in C the distance stays what it is at first. But
            // what the memo knows may be 10^30 mems, and a report each 10^10 never ends.
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
