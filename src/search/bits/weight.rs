//! What options cost when they are hidden, as one number for each, so that sums need one addition
//! for an option. It says how many options there are; how many other nodes they have that are not
//! purified; and how many that are.

/// From these bits on, a weight has the nodes.
const PURE: u32 = 16;
const PURIFIED: u32 = 40;

/// Less than this fits in the place of the nodes.
const MOST_NODES: u64 = 1 << (PURIFIED - PURE);
const _: () = assert!(u64::BITS - PURIFIED == PURIFIED - PURE);

/// Weights of so many options can be added up.
pub(super) const MOST_ADDED: u64 = (1 << PURE) - 1;

/// The weight of an option without colors, if it fits whatever is added.
#[inline(always)]
pub(super) fn of(pure: u32, purified: u32) -> Option<u64> {
    let fits = u64::from(pure.max(purified)) * MOST_ADDED < MOST_NODES;
    fits.then_some(1 | u64::from(pure) << PURE | u64::from(purified) << PURIFIED)
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
        let most = (0..1000).filter(|&nodes| of(nodes, nodes).is_some()).max();
        let most = most.expect("small ones fit");
        for (pure, purified) in [(most, most), (most, 0), (0, most)] {
            let sum = of(pure, purified).expect("it fits") * MOST_ADDED;
            let all = [1, u64::from(pure), u64::from(purified)];
            assert_eq!(parts(sum), all.map(|number| number * MOST_ADDED));
        }
        assert!(of(most + 1, 0).is_none() && of(0, most + 1).is_none());
    }
}
