//! The code of the engine for one of Knuth's programs, as a value. A program that does not mention
//! the code for other prices is linked without it: that is half of `dlx1`, `dlx2` and `dlx3`.

use super::Stopped;
use super::Vectors;
use super::sub::Sub;
use super::tables::Tables;
use super::walk::names::Recall;
use super::walk::state::{Flow, Walk, WayDown};
use crate::counters::Counters;
use crate::links::Links;
use crate::path::WalkEnd;
#[cfg(feature = "dlx2")]
use crate::prices::Dlx2;
use crate::prices::{Dlx3, pays_as_dlx3};
use crate::variant::Variant;
use crate::watch::Watch;
use dlx3_format::Problem;

/// The code of the engine by bitmaps, for one table of prices.
#[derive(Clone, Copy)]
pub struct Code(&'static Entries);

/// Walks by tables below the node of the lists.
type WalkTables = fn(
    &mut Tables,
    Vectors,
    (&Links<'_>, &Problem),
    &mut Counters,
    Option<&mut Recall>,
    &mut dyn Watch,
    &WayDown,
) -> (Stopped, WalkEnd);

/// The functions through which the engine enters this code.
pub(super) struct Entries {
    pays_as_dlx2: bool,
    /// Searches a sub-problem.
    pub(super) search: fn(Vectors, &mut Walk<'_>, &mut Sub, usize) -> Flow,
    /// Walks by tables.
    pub(super) walk_tables: WalkTables,
}

impl Code {
    /// The code for the prices of DLX3.
    pub const DLX3: Code = Code(&Entries {
        pays_as_dlx2: false,
        search: super::search::<Dlx3>,
        walk_tables: super::search_tables::<Dlx3>,
    });

    /// The code for the prices of DLX1 and DLX2, if it is compiled.
    #[cfg(feature = "dlx2")]
    pub const DLX2: Option<Code> = Some(Code(&Entries {
        pays_as_dlx2: true,
        search: super::search::<Dlx2>,
        walk_tables: super::search_tables::<Dlx2>,
    }));
    #[cfg(not(feature = "dlx2"))]
    #[allow(missing_docs)]
    pub const DLX2: Option<Code> = None;

    /// The code for a program; `None` if there is only that by lists.
    pub(crate) fn of(variant: Variant) -> Option<Self> {
        match pays_as_dlx3(variant.original) {
            true => Some(Self::DLX3),
            false => Self::DLX2,
        }
    }

    /// Whether it pays the prices of DLX2, not those of DLX3.
    pub(crate) fn pays_as_dlx2(self) -> bool {
        self.0.pays_as_dlx2
    }

    pub(super) fn entries(self) -> &'static Entries {
        self.0
    }
}
