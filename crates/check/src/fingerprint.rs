//! Fingerprints of sets of options: sums of numbers that each option has.
//!
//! Each copy of an option has its own 128-bit number: SipHash-2-4 of the option and the copy, with
//! a random key for each check. A set's fingerprint is the sum of its numbers, so adding or
//! removing an option takes one addition. Two different sets have equal sums with probability
//! 2^-128: some number occurs in only one of them, and for any values of the others, exactly one
//! value of it makes the sums equal.

use dlx3_format::OptionId;
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::{BuildHasher, Hasher, RandomState};

/// Computes the numbers of options.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    keys: (u64, u64),
}

impl Fingerprints {
    /// With keys drawn at random.
    pub fn random() -> Self {
        let random = || RandomState::new().build_hasher().finish();
        Fingerprints {
            keys: (random(), random()),
        }
    }

    /// The number of a copy of an option; copies are numbered from 1.
    pub fn of(&self, option: OptionId, copy: u32) -> u128 {
        let mut hasher = SipHasher24::new_with_keys(self.keys.0, self.keys.1);
        hasher.write(&(u64::from(option.0) << 32 | u64::from(copy)).to_le_bytes());
        hasher.finish128().as_u128()
    }
}
