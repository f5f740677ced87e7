//! Starts threads, as many as the system allows.
//!
//! A system may refuse a thread, by a limit on threads or on address space. The caller gets those
//! that started, and does without the others.

use std::hint::black_box;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// At most this many threads are started.
const MOST_THREADS: usize = 1024;

/// The stack of a thread beyond what its work asks for, in bytes.
const MARGIN: usize = 1 << 20;

/// The address space that each thread needs beside its data. The allocator of the GNU C library
/// takes 64 MB for each thread, aligned, for which it first reserves 128 MB. Without them, all
/// threads share what is left, and may find none.
pub const LEAST_MEMORY: usize = 1 << 27;

/// The stack, in bytes, of work that does not recurse deeply.
pub const SMALL_STACK: usize = 1 << 20;

/// Starts up to `wanted` threads, numbered from 0. Starts fewer if the system refuses one, or if
/// fewer than `memory` bytes for each are left: a further thread would take what the others need,
/// and the process would end.
pub fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    wanted: usize,
    stack: usize,
    memory: usize,
    work: impl Fn(usize) -> T + Copy + Send + 's,
) -> Vec<ScopedJoinHandle<'s, T>> {
    let (mut threads, mut reserves) = (Vec::new(), Vec::new());
    while threads.len() < wanted.min(MOST_THREADS) {
        // Reserved, never touched, and freed when all have started.
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
