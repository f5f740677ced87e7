//! Two tiers of tests. `make test` runs the tests that must pass after each change, in some
//! minutes. `make test-all` sets `ALL_TESTS` and runs everything, including long tests and the
//! cases of which `make test` takes only a sample.

/// Whether everything is run.
pub fn is_all() -> bool {
    std::env::var_os("ALL_TESTS").is_some_and(|value| !value.is_empty())
}

/// Whether a case is in the sample: one in `share`, by a hash of its name (FNV-1a). Other names
/// make another sample. With `ALL_TESTS`, every case is.
pub fn is_in_sample(share: u64, name: &str) -> bool {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last bytes of a name reach only some bits without this.
    let mixed = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    is_all() || (mixed >> 33).is_multiple_of(share)
}

/// How many random problems a test makes: `usual`, ten times as many with `ALL_TESTS`, or the value
/// of the test's own variable.
pub fn problems(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(number) => number
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) if is_all() => 10 * usual,
        Err(_) => usual,
    }
}
