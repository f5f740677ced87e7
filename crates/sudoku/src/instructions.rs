//! The same code compiled for several kinds of processors.
//!
//! There are no intrinsics: [`Work::run`] and all that it calls in loops is inlined
//! into a function for which the compiler may use more instructions.

/// Which instructions may be used. The results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Instructions {
    /// Those that every processor of this kind has.
    Portable,
    /// AVX2 and bit manipulation: x86-64 processors since 2013.
    Avx2,
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
        // SAFETY: the processor has been found to have these features. A scan by bands takes
        // three quarters of the time with them.
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
