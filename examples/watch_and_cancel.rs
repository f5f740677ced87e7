//! A count that is watched, and cancelled from where it is watched.

use dlx3::Answers;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub fn main() -> Result<(), dlx3::Fault> {
    let problem: dlx3::Problem = "A B C\nA B\nC\nB C\nA\n".parse()?;
    let cancelled = AtomicBool::new(false);
    let mut look =
        |sight: &dlx3::answers::Sight| cancelled.store(sight.bytes > 1 << 28, Ordering::Relaxed);
    let ask = problem
        .ask()
        .time(Duration::from_secs(60))
        .cancelled_by(&cancelled);
    match ask.progress(&mut look).count() {
        Ok(number) => println!("{number} covers"),
        Err(unfinished) => println!("{unfinished}"),
    }
    Ok(())
}
