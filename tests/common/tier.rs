//! Two tiers of tests. `make test` runs what must hold after each change, in some minutes. `make
//! test-all` sets `ALL_TESTS` and runs everything: long tests, too, which `make test` ignores, and all
//! that it takes only a sample of.

/// Whether everything is run.
pub fn is_all() -> bool {
    std::env::var_os("ALL_TESTS").is_some_and(|value| !value.is_empty())
}

/// Whether something is in the sample: one in `share`, by a hash of its name (FNV-1a), so that
/// another name for the same thing makes another sample. All of it with `ALL_TESTS`.
pub fn is_in_sample(share: u64, name: &str) -> bool {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    is_all() || (hash >> 32).is_multiple_of(share)
}

/// How many random problems a test makes where `usual` are enough: ten times as many with
/// `ALL_TESTS`, or what a variable of the test's own says.
pub fn problems(variable: &str, usual: u64) -> u64 {
    match std::env::var(variable) {
        Ok(number) => number
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is a number")),
        Err(_) if is_all() => 10 * usual,
        Err(_) => usual,
    }
}
