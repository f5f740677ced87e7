//! Leaves of a small subtree that their parent counts at once.
//!
//! If a node's item has all live options in its list, none is left below: each child is a solution,
//! or has an item without options. If all options also have as many primary items, and no secondary
//! item without a color, then what the children cost is a sum over the list:
//!
//! ```text
//! of each child:     what choosing an option costs, and the choice
//! of each node that is not purified, beside those of primary items:  purifying it
//! ```

use crate::bits::price::OPTION_NODE;
use crate::bits::sub::Sub;

/// What all options of a sub-problem have in common, if leaves can be counted at once.
#[derive(Clone, Copy, Debug)]
pub struct Leaves {
    /// How many primary items each option has.
    pub satisfies: u32,
    /// The mems of covering an option's items, beside those for each of its other nodes.
    pub fixed: u64,
}

impl Leaves {
    /// Those of a sub-problem with colors and without bounds.
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
