//! The same code compiled for several kinds of processors.
//!
//! There are no intrinsics: [`Work::run`] and all that it calls in loops is inlined
//! into a function for which the compiler may use more instructions.

/// Which instructions a scan may use. All find the same puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Instructions {
    /// Those that every processor of this kind has.
    Portable,
    /// AVX2 and bit manipulation: x86-64 processors since 2013.
    Avx2,
    /// AVX-512 with its extensions for bytes and words.
    Avx512,
}

impl Instructions {
    /// The best of this processor.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                return Instructions::Avx512;
            }
            return Instructions::Avx2;
        }
        Instructions::Portable
    }
}

/// What is compiled for each kind.
pub trait Work {
    type Result;

    /// Does it. Implementations are `#[inline(always)]`.
    fn run(self) -> Self::Result;
}

/// Does work with these instructions, or fewer if the processor has not all.
pub fn run_with<W: Work>(instructions: Instructions, work: W) -> W::Result {
    #[cfg(target_arch = "x86_64")]
    match instructions.min(Instructions::detect()) {
        // SAFETY: the processor has been found to have these features. The scan takes
        // half the time of portable code with them.
        Instructions::Avx512 => return unsafe { run_avx512(work) },
        // SAFETY: likewise.
        Instructions::Avx2 => return unsafe { run_avx2(work) },
        Instructions::Portable => {}
    }
    let _ = instructions;
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<W: Work>(work: W) -> W::Result {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx512<W: Work>(work: W) -> W::Result {
    work.run()
}
