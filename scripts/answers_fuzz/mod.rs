//! Compares the answers of the library and of `dlx` with brute force, on random small problems.
//!
//! [`case`] draws problems of thirteen shapes, and limits of memory and time. [`brute`] knows their
//! solutions. [`checks`] asks the library for each answer, [`programs`] the verbs of `dlx`, with
//! the memory of the case and with none. An answer may be missing if a limit explains that. An
//! answer that comes must be right. [`shrink`] makes a case smaller as long as it fails.

pub mod brute;
pub mod case;
pub mod checks;
pub mod in_parts;
pub mod on_disk;
pub mod other_verbs;
pub mod priced;
pub mod programs;
pub mod shrink;
