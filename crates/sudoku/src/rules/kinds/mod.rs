//! The kinds of rules, a row of a table each: a name, what a person reads, how it looks, and what
//! it demands of its cells.
//!
//! | file | kinds |
//! |---|---|
//! | `lines.rs` | lines through cells |
//! | `dots.rs` | signs between two cells, and pairs without them |
//! | `cages.rs` | sets of cells: sums, digits that they have |
//! | `arrows.rs` | sums of lines |
//! | `edges.rs` | clues beside the grid |
//! | `whole.rs` | rules of the whole grid |
//! | `pointers.rs` | digits that name places or count |
//! | `custom.rs` | a user's own: tables, expressions, machines, alternatives |
//! | [`builder`] | what all of them build with; sums |

pub mod arrows;
pub mod builder;
pub mod cages;
pub mod custom;
pub mod dots;
pub mod edges;
pub mod lines;
pub mod pointers;
pub mod whole;

use super::Rule;
use super::constraint::Constraint;
use builder::{Builder, Built};

/// A kind of rules.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What a person reads.
    pub says: &'static str,
    /// How it looks.
    pub look: Look,
    /// What a rule of it demands.
    pub(super) build: fn(&mut Builder<'_>, &Rule) -> Built<Vec<Constraint>>,
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// How a rule is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line through its cells, in this color, with marks at its ends.
    Line(&'static str, Ends),
    /// A sign between two cells.
    Sign(Sign),
    /// A frame around its cells, with its number or digits in the corner.
    Cage,
    /// Circles and an arrow.
    Arrow,
    /// Digits where four cells meet.
    Corner,
    /// A number beside the grid, at the end of its line of cells.
    Edge,
    /// Its cells in another color.
    Shade(&'static str),
    /// A circle in each of its cells.
    Circles,
    /// Nothing is drawn: a sentence tells it.
    Sentence,
}

/// Marks at the ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// None.
    Plain,
    /// A bulb at the first cell.
    Bulb,
    /// Circles at both.
    Circles,
    /// Diamonds at both.
    Diamonds,
}

/// A sign between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A white dot, with its number unless that is 1.
    White,
    /// A black dot, with its number unless that is 2.
    Black,
    /// A letter.
    Letter(&'static str),
    /// An angle that opens towards the first cell.
    Greater,
}

/// All kinds.
pub static KINDS: &[&Kind] = &[
    &lines::THERMOMETER,
    &lines::SLOW_THERMOMETER,
    &lines::WHISPER,
    &lines::RENBAN,
    &lines::BETWEEN,
    &lines::LOCKOUT,
    &lines::PALINDROME,
    &lines::ZIPPER,
    &lines::REGION_SUM,
    &lines::SUM_LINE,
    &lines::MODULAR,
    &lines::ENTROPIC,
    &dots::WHITE_DOT,
    &dots::BLACK_DOT,
    &dots::V,
    &dots::X,
    &dots::GREATER,
    &dots::NO_OTHER_DOTS,
    &dots::NO_OTHER_WHITE_DOTS,
    &dots::NO_OTHER_BLACK_DOTS,
    &dots::NO_OTHER_XV,
    &cages::CAGE,
    &cages::SUM,
    &cages::DIFFERENT,
    &cages::RELLIK,
    &cages::EQUALITY,
    &cages::LUNCHBOX,
    &cages::QUADRUPLE,
    &cages::CONTAINS,
    &cages::CONTAINS_EXACTLY,
    &cages::LOOK_AND_SAY,
    &cages::SAME_VALUES,
    &cages::CLONES,
    &cages::EQUAL_SUMS,
    &cages::DIGITS,
    &cages::ODD,
    &cages::EVEN,
    &cages::MINIMUM,
    &cages::MAXIMUM,
    &arrows::ARROW,
    &arrows::DOUBLE_ARROW,
    &edges::LITTLE_KILLER,
    &edges::SANDWICH,
    &edges::SKYSCRAPER,
    &edges::HIDDEN_SKYSCRAPER,
    &edges::X_SUM,
    &edges::NUMBERED_ROOM,
    &edges::FULL_RANK,
    &edges::FULL_RANK_TIES,
    &whole::DIAGONAL_UP,
    &whole::DIAGONAL_DOWN,
    &whole::WINDOWS,
    &whole::DISJOINT_GROUPS,
    &whole::KNIGHT,
    &whole::KING,
    &whole::NON_CONSECUTIVE,
    &whole::TAXICAB,
    &whole::ENTROPY,
    &whole::MODULO,
    &whole::FLATMATES,
    &whole::SAME_IN_REGIONS,
    &whole::DOPPELGANGER,
    &pointers::COLUMN_INDEX,
    &pointers::ROW_INDEX,
    &pointers::BOX_INDEX,
    &pointers::VALUE_INDEX,
    &pointers::COUNTING_CIRCLES,
    &pointers::COUNT_DISTINCT,
    &custom::PAIRS,
    &custom::ALL_PAIRS,
    &custom::EXPRESSION,
    &custom::MACHINE,
    &custom::ANY,
];
