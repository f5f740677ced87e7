//! Knuth's programs: which of them a text is for, and a run is compared with.

/// One of Knuth's programs. They accept different texts, walk the same tree for texts that they
/// share, and count different mems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Original {
    /// Items are covered exactly once, or at most once if they are secondary.
    Dlx1,
    /// Secondary items may have colors, too.
    Dlx2,
    /// Primary items may have bounds, too.
    #[default]
    Dlx3,
}

impl Original {
    /// All of them, in their order.
    pub const ALL: [Original; 3] = [Original::Dlx1, Original::Dlx2, Original::Dlx3];

    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Original::Dlx1 => "dlx1",
            Original::Dlx2 => "dlx2",
            Original::Dlx3 => "dlx3",
        }
    }

    /// Whether primary items may have bounds.
    pub fn has_bounds(self) -> bool {
        self == Original::Dlx3
    }

    /// Whether secondary items may have colors.
    pub fn has_colors(self) -> bool {
        self != Original::Dlx1
    }
}
