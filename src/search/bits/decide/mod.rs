//! What is done where: whether a node is left to lists, encoded, encoded anew, swept, or
//! looked up in the memo.
//!
//! Nothing here changes a result, only the time that it takes. No rule looks at a clock:
//! each estimates from what is counted, so that a run can be repeated. A rule whose
//! constants come from a measurement says which.

pub mod fit;
pub mod lists;
pub mod recall;
pub mod repaid;
pub mod shown;
pub mod shrink;
pub mod size;
pub mod small;
pub mod sweep;
