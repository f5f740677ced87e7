//! What options cost when they are hidden, as one number for each, so that sums need one addition
//! for an option. It says how many options there are; how many other nodes they have that are not
//! purified; and how many that are.

use super::sub::lists::Opt;

/// From these bits on, a weight has the nodes.
const PURE: u32 = 16;
const PURIFIED: u32 = 40;

/// Less than this fits in the place of the nodes.
const MOST_NODES: u64 = 1 << (PURIFIED - PURE);
const _: () = assert!(u64::BITS - PURIFIED == PURIFIED - PURE);

/// Weights of so many options can be added up.
pub(super) const MOST_ADDED: u64 = (1 << PURE) - 1;

/// The weight of an option, which has no color.
#[inline(always)]
pub(super) fn of(option: &Opt) -> u64 {
    1 | u64::from(option.pure) << PURE | u64::from(option.purified) << PURIFIED
}

/// Whether it fits, whatever is added.
#[inline(always)]
pub(super) fn fits(option: &Opt) -> bool {
    u64::from(option.pure.max(option.purified)) * MOST_ADDED < MOST_NODES
}

/// How many options there are in a sum, and their nodes that are not purified, and that are.
#[inline(always)]
pub(super) fn parts(sum: u64) -> [u64; 3] {
    [
        sum & ((1 << PURE) - 1),
        sum >> PURE & (MOST_NODES - 1),
        sum >> PURIFIED,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_the_largest_weights_that_fit_are_told_apart() {
        let nodes = |pure, purified| Opt {
            pure,
            purified,
            ..Opt::default()
        };
        let most = (0..1000).filter(|&count| fits(&nodes(count, count))).max();
        let most = most.expect("small ones fit");
        for option in [nodes(most, most), nodes(most, 0), nodes(0, most)] {
            let sum = of(&option) * MOST_ADDED;
            let all = [1, u64::from(option.pure), u64::from(option.purified)];
            assert_eq!(parts(sum), all.map(|number| number * MOST_ADDED));
        }
        assert!(!fits(&nodes(most + 1, 0)) && !fits(&nodes(0, most + 1)));
    }
}
