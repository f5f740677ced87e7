//! The answers of the library and of `dlx` against brute force, on random small problems.
//!
//! [`case`] draws problems of thirteen shapes, and limits of memory and time. [`brute`] knows
//! their solutions. [`checks`] asks the library for each answer, [`programs`] the verbs of
//! `dlx`, with the memory of the case and with none. An answer may be missing where a limit
//! allows that; if it is there, it is right. [`shrink`] makes a case smaller as long as it fails.

pub mod brute;
pub mod case;
pub mod checks;
pub mod in_parts;
pub mod on_disk;
pub mod other_verbs;
pub mod priced;
pub mod programs;
pub mod shrink;
