//! Work on many puzzles on several threads, with the results in order.

use crate::cli::Failure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// How many pieces of work a thread gets at a time. A single thread takes them one by
/// one, so that results do not wait.
const SHARE: usize = 128;

/// Takes pieces from `next` until there are none, works on them with `threads`
/// threads, and hands the results to `emit` in the order of the pieces. Memory does
/// not grow with their number.
///
/// # Errors
/// The first one of `next` or `emit`.
pub fn in_order<T: Send, U: Send>(
    threads: usize,
    mut next: impl FnMut() -> Result<Option<T>, Failure>,
    work: impl Fn(T) -> U + Sync,
    mut emit: impl FnMut(U) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if threads <= 1 {
        while let Some(piece) = next()? {
            emit(work(piece))?;
        }
        return Ok(());
    }
    let mut ended = false;
    while !ended {
        let mut shares: Vec<Vec<T>> = Vec::with_capacity(threads);
        for _ in 0..threads {
            let mut share = Vec::with_capacity(SHARE);
            while share.len() < SHARE && !ended {
                match next()? {
                    Some(piece) => share.push(piece),
                    None => ended = true,
                }
            }
            shares.push(share);
        }
        let results: Vec<Vec<U>> = std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = shares
                .into_iter()
                .map(|share| scope.spawn(move || share.into_iter().map(work).collect::<Vec<U>>()))
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined
                .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        for result in results.into_iter().flatten() {
            emit(result)?;
        }
    }
    Ok(())
}

/// A progress line on stderr, if that is a terminal and stdout is not one, too.
pub fn progress(length: Option<u64>) -> ProgressBar {
    let shown = std::io::stderr().is_terminal() && !std::io::stdout().is_terminal();
    let target = if shown {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(length, target);
    let template = match length {
        Some(_) => "{wide_bar} {human_pos} of {human_len} puzzles, {eta} left",
        None => "{spinner} {human_pos} puzzles in {elapsed}, {per_sec}",
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
    if shown {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut pieces = 0..1500;
            let mut seen = Vec::new();
            let next = || Ok(pieces.next());
            let emit = |result: i32| {
                seen.push(result);
                Ok(())
            };
            in_order(threads, next, |piece| 2 * piece, emit).unwrap();
            assert_eq!(seen, (0..1500).map(|piece| 2 * piece).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failure_ends_the_work() {
        let mut pieces = 0..;
        let next = || Ok(pieces.next());
        let emit = |result: i32| match result {
            300.. => Err(Failure::new("enough")),
            _ => Ok(()),
        };
        let failure = in_order(2, next, |piece| piece, emit).unwrap_err();
        assert_eq!(failure.message, b"enough");
    }
}
