//! Tests that name a time, on machines of any speed. What must not end is a problem that no machine
//! ends; what takes time to be seen gets more and more of it.

use super::problems::covers::{langford, queens};
use std::fmt::Debug;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// A search without an end: 24 queens have 227,514,171,973,736 solutions (OEIS A000170). With ten
/// million a second, that takes most of a year. Some come at once.
pub fn endless() -> String {
    queens(24)
}

/// The same without solutions: 30 is 2 modulo 4. A search that does not know why tries far more
/// than all Langford pairings for 28, of which there are about 10^21.
pub fn endless_without_solutions() -> String {
    langford(30)
}

/// Runs something with a time such as `0.5s`, and with twice as much each time until it has come
/// as far as a test wants: at once on most machines, later on slow ones.
///
/// # Panics
/// If it has not come so far in some minutes.
pub fn given_time<T: Debug>(
    seconds: f64,
    mut run: impl FnMut(&str) -> T,
    is_enough: impl Fn(&T) -> bool,
) -> T {
    let mut seconds = seconds;
    loop {
        let ran = run(&format!("{seconds}s"));
        if is_enough(&ran) {
            return ran;
        }
        seconds *= 2.0;
        assert!(seconds < 300.0, "{ran:?}");
    }
}

/// The exit status of a program that ends soon.
///
/// # Panics
/// If it has not ended in some minutes.
pub fn within_minutes(child: &mut Child) -> ExitStatus {
    for _ in 0..30_000 {
        if let Some(ended) = child.try_wait().unwrap() {
            return ended;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("it does not end: {:?}", child.wait());
}
