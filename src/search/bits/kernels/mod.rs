//! Leaf functions that have code of their own for some instruction sets. They call
//! nothing but each other.
//!
//! [`portable`] needs no special instructions: on x86-64 it takes those of SSE2, which each
//! processor has, elsewhere what the compiler makes of plain loops. [`avx2`] and [`avx512`] have
//! vectors of their own. Where the code that calls them is compiled for an instruction set, see
//! [`entry`](super::entry).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod choose;
pub mod eight;
pub mod lengths;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod purify;
pub mod short;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
pub mod steps;
#[cfg(test)]
mod tests;
pub mod vector;
