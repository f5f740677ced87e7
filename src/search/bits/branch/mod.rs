//! Taking one branch: what leaves, what becomes inactive, and what that costs.

pub mod bounds;
pub mod cover;
pub mod include;
pub mod purify;
pub mod tweak;
