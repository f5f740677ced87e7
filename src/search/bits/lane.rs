//! Lanes: what one vector instruction takes.

/// Eight words, one for each slot of a group; or 64 bytes, one for each slot of eight
/// groups.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lane(pub [u64; 8]);
