//! What several tests and scripts share.

pub mod random;
