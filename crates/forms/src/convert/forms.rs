//! The formats, one line each: those of other solvers, and those that `dlx import` reads.
//!
//! A line names the row of a format, which stands in the file that writes or reads it: its name,
//! its lines of help pages, its options, its functions. Command lines, messages and Python look it
//! up here.

use super::import::{self, ImportRow};
use super::write::{self, FormatRow};

/// Defines an enum of named things. The rows that describe them have at least `name` and `about`.
macro_rules! named {
    (
        $(#[$text:meta])*
        $name:ident: $row:ty {
            $($(#[$line:meta])* $one:ident = $about:expr,)*
        }
    ) => {
        $(#[$text])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$line])* $one,)*
        }

        impl $name {
            /// All of them, in the order of help pages.
            pub const ALL: &'static [Self] = &[$(Self::$one),*];

            /// Its row.
            pub fn row(self) -> &'static $row {
                match self {
                    $(Self::$one => const { &$about },)*
                }
            }

            /// Its name on command lines.
            pub fn name(self) -> &'static str {
                self.row().name
            }

            /// The one with this name on command lines.
            pub fn named(name: &str) -> Option<Self> {
                let mut all = Self::ALL.iter().copied();
                all.find(|one| one.name() == name)
            }

            /// Each one, its name on command lines, and what it is.
            pub fn lines() -> impl Iterator<Item = (Self, &'static str, &'static str)> {
                let rows = Self::ALL.iter().map(|&one| (one, one.row()));
                rows.map(|(one, row)| (one, row.name, row.about))
            }

            /// The names of those selected, joined by `between`.
            pub fn names(which: impl Fn(Self) -> bool, between: &str) -> String {
                let some = Self::ALL.iter().filter(|&&one| which(one));
                let names: Vec<&str> = some.map(|one| one.name()).collect();
                names.join(between)
            }
        }
    };
}

pub(super) use named;

named! {
    /// The formats of other solvers.
    Format: FormatRow {
        /// Clauses in DIMACS, for SAT solvers; without costs.
        Cnf = write::cnf::CNF,
        /// Weighted clauses, for MaxSAT solvers; costs are soft clauses.
        Wcnf = write::cnf::WCNF,
        /// Pseudo-Boolean constraints, in the format of the competitions.
        Opb = write::opb::OPB,
        /// An integer program, in CPLEX's LP format.
        Lp = write::lp::LP,
        /// A model in MiniZinc.
        Mzn = write::mzn::MZN,
    }
}

named! {
    /// The formats of problems from elsewhere.
    Import: ImportRow {
        /// Set partitioning and set covering problems of the OR-Library.
        Orlib = import::orlib::ORLIB,
        /// A table, an option a line.
        Csv = import::csv::CSV,
        /// Sets of items, one a line or in brackets.
        Sets = import::sets::SETS,
        /// Pairs of a set and an item.
        Pairs = import::sets::PAIRS,
        /// The exact cover benchmark of Junttila and Kaski.
        Ec = import::ec::EC,
        /// An integer program in MPS.
        Mps = import::mps::MPS,
        /// An integer program in CPLEX's LP format.
        Lp = import::lp::LP,
        /// Pseudo-Boolean constraints.
        Opb = import::opb::OPB,
        /// Clauses in DIMACS.
        Cnf = import::cnf::CNF,
        /// Clauses with weights.
        Wcnf = import::cnf::WCNF,
    }
}

#[cfg(test)]
mod tests {
    use super::write::Objective;
    use super::*;

    #[test]
    fn each_name_stands_for_one_format() {
        for &format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
        }
        for &format in Import::ALL {
            assert_eq!(Import::named(format.name()), Some(format));
        }
        assert_eq!(Format::named("sat"), None);
        assert_eq!(
            Import::names(|_| true, ", "),
            "orlib, csv, sets, pairs, ec, mps, lp, opb, cnf, wcnf"
        );
    }

    #[test]
    fn a_form_that_leaves_costs_out_names_one_that_has_them() {
        for format in Format::ALL {
            if let Objective::LeftOut(other) = format.row().objective {
                let other = Format::named(other).unwrap();
                assert_eq!(other.row().objective, Objective::Exact);
            }
        }
    }
}
