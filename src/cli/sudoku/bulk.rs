//! Work on many puzzles on several threads, with the results in order.

use crate::cli::Failure;
use dlx3_base::threads::{LEAST_MEMORY, SMALL_STACK, start};
use std::mem::take;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The most pieces of work that a thread gets at a time. The first share is one piece, and shares
/// grow only while a round takes less than [`ROUND`]. So results do not wait when pieces take long
/// or come slowly, and all threads have work even when pieces are few.
const SHARE: usize = 128;
/// How long a round should take: far longer than threads take to start.
const ROUND: Duration = Duration::from_millis(50);

/// Takes pieces from `next` until there are none, works on them with `threads` threads, and hands
/// the results to `emit` in the order of the pieces. Memory does not grow with their number. If the
/// system refuses threads, there are fewer.
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
    let (mut ended, mut size) = (false, 1);
    // The results of earlier pieces are not lost.
    let mut failed = Ok(());
    while !ended {
        let began = Instant::now();
        let mut shares: Vec<Vec<T>> = Vec::with_capacity(threads);
        for _ in 0..threads {
            let mut share = Vec::with_capacity(size);
            while share.len() < size && !ended {
                match next() {
                    Ok(Some(piece)) => share.push(piece),
                    Ok(None) => ended = true,
                    Err(failure) => (ended, failed) = (true, Err(failure)),
                }
            }
            shares.push(share);
        }
        let shares: Vec<_> = shares.into_iter().map(Mutex::new).collect();
        let done = |number: usize| -> Vec<U> {
            let share = shares[number].lock().map(|mut share| take(&mut *share));
            share.unwrap_or_default().into_iter().map(&work).collect()
        };
        let results: Vec<Vec<U>> = std::thread::scope(|scope| {
            let started = start(scope, threads, SMALL_STACK, LEAST_MEMORY, done);
            // Shares for which the system has refused a thread.
            let rest: Vec<_> = (started.len()..threads).map(done).collect();
            let joined = started.into_iter().map(|thread| thread.join());
            joined
                .map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .chain(rest)
                .collect()
        });
        for result in results.into_iter().flatten() {
            emit(result)?;
        }
        size = match began.elapsed() < ROUND {
            true => SHARE.min(2 * size),
            false => (size / 2).max(1),
        };
    }
    failed
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

    /// With threads, too, the results of all pieces before a failure come.
    #[test]
    fn what_comes_before_a_failure_is_done() {
        for threads in [1, 2, 5] {
            let mut pieces = 0..1000;
            let mut seen = 0;
            let next = || match pieces.next() {
                Some(piece) => Ok(Some(piece)),
                None => Err(Failure::new("no more")),
            };
            let emit = |_: i32| {
                seen += 1;
                Ok(())
            };
            let failure = in_order(threads, next, |piece| piece, emit).unwrap_err();
            assert_eq!((seen, &failure.message[..]), (1000, &b"no more"[..]));
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
