//! Starting threads, as many as the system allows.
//!
//! A system may refuse a thread: there is a limit of threads, or of address space. What
//! starts threads here is told which there are, and does without the others.

use std::hint::black_box;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// No more threads than this are started: what they share is made for fewer.
const MOST_THREADS: usize = 1024;

/// The stack of a thread beside what its work asks for, in bytes.
const MARGIN: usize = 1 << 20;

/// The address space that must be left for a thread, beside its data. The allocator of the
/// GNU C library takes 64 MB of it for each thread, aligned, and for that 128 MB at first.
/// If it does not get them, all threads share what is left, and may find none.
pub const LEAST_MEMORY: usize = 1 << 27;

/// The stack of work that does not go deep, in bytes.
pub const SMALL_STACK: usize = 1 << 20;

/// Starts up to `wanted` threads, which are given their numbers, from 0. There are fewer
/// if the system refuses one, or if `memory` bytes for each are not left: without them, a
/// thread would take what the others need, and the process would end.
pub fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    wanted: usize,
    stack: usize,
    memory: usize,
    work: impl Fn(usize) -> T + Copy + Send + 's,
) -> Vec<ScopedJoinHandle<'s, T>> {
    let (mut threads, mut reserves) = (Vec::new(), Vec::new());
    while threads.len() < wanted.min(MOST_THREADS) {
        // It is asked for, never touched, and given back when all have started.
        let mut reserve: Vec<u8> = Vec::new();
        if reserve.try_reserve_exact(memory).is_err() {
            break;
        }
        reserves.push(black_box(reserve));
        let number = threads.len();
        let thread = Builder::new().stack_size(stack.saturating_add(MARGIN));
        match thread.spawn_scoped(scope, move || work(number)) {
            Ok(thread) => threads.push(thread),
            Err(_) => break,
        }
    }
    threads
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(wanted: usize, memory: usize) -> Vec<usize> {
        std::thread::scope(|scope| {
            let threads = start(scope, wanted, SMALL_STACK, memory, |number| number + 1);
            let joined = threads.into_iter().map(|thread| thread.join().unwrap());
            joined.collect()
        })
    }

    #[test]
    fn threads_have_numbers_from_nothing_on() {
        assert_eq!(started(3, 1 << 20), [1, 2, 3]);
        assert_eq!(started(0, 1 << 20), []);
    }

    #[test]
    fn without_memory_for_it_no_thread_is_started() {
        assert_eq!(started(usize::MAX, usize::MAX), []);
    }
}
