//! Which code searches a sub-problem.

use super::isa::{ChosenItem, Isa};
use super::state::{Flow, Walk};
use crate::search::bits::mode::{BoundsMode, ColorsMode, Mode, PlainMode};
use crate::search::bits::sub::Sub;

/// Searches a sub-problem with code for its number of words and its mode, see
/// [`WORDS`](crate::search::bits::bitmap::WORDS).
pub fn dispatch(
    isa: impl Isa,
    walk: &mut Walk<'_>,
    sub: &mut Sub,
    level: usize,
    chosen: Option<ChosenItem>,
) -> Flow {
    macro_rules! dispatch {
        ($($words:literal)*; with colors $($colored:literal)*) => {
            match (sub.layout.words, sub.mode) {
                $(($words, Mode::Plain) => isa.begin::<PlainMode, $words>(walk, sub, level, chosen),
                ($words, Mode::Bounds) => isa.begin::<BoundsMode, $words>(walk, sub, level, chosen),)*
                $(($colored, Mode::Colors) => {
                    isa.begin::<ColorsMode, $colored>(walk, sub, level, chosen)
                })*
                (words, _) => unreachable!("{words} words"),
            }
        };
    }
    dispatch!(1 2 3 4 8 16 32; with colors 1 2 4 8 16 32 64)
}
