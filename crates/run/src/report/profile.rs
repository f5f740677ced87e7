//! The profile: the number of nodes on each level of the search tree.

use dlx3_base::text::output::Output;
use dlx3_search::Counters;
use std::io::Write;

/// Writes `Profile:` and a line per level. The counters should have the whole profile.
pub fn write_profile<W: Write>(out: &mut Output<W>, counters: &Counters) {
    debug_assert!(
        counters.has_profile(),
        "a memo without profiles has been used"
    );
    out.put(b"Profile:\n");
    for (level, nodes) in counters.profile.iter().enumerate() {
        writeln!(out, "{level:3}: {nodes}");
    }
}
