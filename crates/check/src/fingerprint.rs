//! Fingerprints of sets of options: sums of numbers that each option has.
//!
//! The k-th copy of an option has a number of its own, of 128 bits: SipHash-2-4 of both, with a key
//! drawn at random for each check. A set's fingerprint is the sum of its numbers, so that what one
//! option more or less makes of it is one addition. Two different sets have the same sum with a
//! probability of 2^-128: some number occurs in one of them only, and whatever the others are, it
//! has to be their difference.

use dlx3_format::OptionId;
use siphasher::sip128::{Hasher128, SipHasher24};
use std::hash::{BuildHasher, Hasher, RandomState};

/// What gives options their numbers.
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

    /// The number of a copy of an option, which are counted from 1.
    pub fn of(&self, option: OptionId, copy: u32) -> u128 {
        let mut hasher = SipHasher24::new_with_keys(self.keys.0, self.keys.1);
        hasher.write(&(u64::from(option.0) << 32 | u64::from(copy)).to_le_bytes());
        hasher.finish128().as_u128()
    }
}
