//! Starting threads: as many as the system allows.

use crate::format::Problem;
use std::hint::black_box;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// No more threads than this are started: what they share is made for fewer.
const MOST_THREADS: usize = 1024;

/// The stack of a thread beside what its search may take, in bytes.
const MARGIN: usize = 1 << 20;

/// The address space that must be left for a thread, beside its nodes. The allocator of the
/// GNU C library takes 64 MB of it for each thread, aligned, and for that 128 MB at first.
/// If it does not get them, all threads share what is left, and may find none.
const LEAST_MEMORY: usize = 1 << 27;

/// About the bytes that a search has for each node, option and item of its problem.
const NODE_BYTES: usize = 24;

/// The bytes that must be left for a thread. Without them, it would take the memory that the
/// others need, and the process would end.
pub(super) fn memory_for(problem: &Problem) -> usize {
    let nodes = problem.node_count() + problem.option_count() + problem.item_count();
    LEAST_MEMORY.saturating_add(NODE_BYTES.saturating_mul(nodes))
}

/// Starts up to `wanted` threads, which are given their numbers, from 0. There are fewer
/// if the system refuses one, or if `memory` bytes for each are not left.
pub(super) fn start<'s>(
    scope: &'s Scope<'s, '_>,
    wanted: usize,
    stack: usize,
    memory: usize,
    work: impl Fn(usize) + Copy + Send + 's,
) -> Vec<ScopedJoinHandle<'s, ()>> {
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn started(wanted: usize, memory: usize) -> (usize, usize) {
        let numbers = AtomicUsize::new(0);
        let work = |number| {
            numbers.fetch_add(number + 1, Ordering::Relaxed);
        };
        let count = std::thread::scope(|scope| start(scope, wanted, 1 << 20, memory, work).len());
        (count, numbers.into_inner())
    }

    #[test]
    fn threads_have_numbers_from_nothing_on() {
        assert_eq!(started(3, 1 << 20), (3, 1 + 2 + 3));
        assert_eq!(started(0, 1 << 20), (0, 0));
    }

    #[test]
    fn without_memory_for_it_no_thread_is_started() {
        assert_eq!(started(usize::MAX, usize::MAX), (0, 0));
    }
}
