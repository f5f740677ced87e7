//! Instruction sets by their names, and which of them this machine has.

#[cfg(target_arch = "x86_64")]
use super::kernels::{avx2::Avx2, avx512::Avx512};
use crate::techniques::Value;

/// Which instruction set to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// None that a processor of this kind may lack: with x86-64, SSE2.
    Portable,
    /// AVX2 with BMI and POPCNT.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Value for Vectors {
    fn of_number(number: u64) -> Self {
        match number {
            0 => Vectors::Portable,
            1 => Vectors::Avx2,
            _ => Vectors::Avx512,
        }
    }

    fn number(&self) -> u64 {
        *self as u64
    }
}

impl Vectors {
    /// Their names on the command line, from the least on.
    pub const WORDS: &'static [&'static str] = &["portable", "avx2", "avx512"];

    /// The best that this machine has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if Avx512::detect().is_some() {
                return Vectors::Avx512;
            }
            if Avx2::detect().is_some() {
                return Vectors::Avx2;
            }
        }
        Vectors::Portable
    }

    /// The best that this machine has, but none better than this.
    pub fn or_less(self) -> Self {
        match (self, Self::detect()) {
            (Vectors::Portable, _) | (_, Vectors::Portable) => Vectors::Portable,
            (Vectors::Avx2, _) | (_, Vectors::Avx2) => Vectors::Avx2,
            (Vectors::Avx512, Vectors::Avx512) => Vectors::Avx512,
        }
    }
}
