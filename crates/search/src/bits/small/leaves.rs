//! Leaves of a small subtree, counted by their parent.
//!
//! If a node's item has all live options in its list, no option is left below: each child is a
//! solution, or has an item without options. If also all options have equally many primary items,
//! and no secondary item lacks a color, then the cost of the children is a sum over the list:
//!
//! ```text
//! for each child:                                       choosing an option, and the choice
//! for each node of a secondary item, not yet purified:  purifying it
//! ```

use crate::bits::price::OPTION_NODE;
use crate::bits::sub::Sub;

/// What all options of a sub-problem have in common, if leaves can be counted by their parent.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    /// How many primary items each option has.
    pub satisfies: u32,
    /// The mems of covering an option's items, beside those for each of its other nodes.
    pub fixed: u64,
}

impl Leaves {
    /// The common data of a sub-problem with colors and without bounds, if there are some.
    pub fn of(sub: &Sub) -> Option<Self> {
        let mut all = sub.options.iter().map(|option| {
            let nodes = u64::from(option.purified + option.end - option.start - 1);
            let fixed = u64::from(option.fixed).checked_sub(OPTION_NODE * nodes);
            let has_no_plain = option.covers == option.satisfies;
            has_no_plain.then_some((option.satisfies, fixed?))
        });
        let first = all.next()??;
        let (satisfies, fixed) = first;
        all.all(|option| option == Some(first))
            .then_some(Leaves { satisfies, fixed })
    }
}
