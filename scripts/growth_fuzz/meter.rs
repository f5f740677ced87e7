//! Measures the cost of a reader: the memory that its thread allocates, counted by an allocator,
//! and the thread's processor time. A program that it waits for is added.

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::process::Child;
use std::time::Duration;

thread_local! {
    /// Bytes in use, the most of them, and all that were ever allocated. Memory freed by another
    /// thread counts there, so numbers wrap.
    static NOW: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
    static ALL: Cell<usize> = const { Cell::new(0) };
    /// The processor time of programs.
    static THEIRS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The system's allocator, with counters for each thread.
pub struct Meter;

/// The cost of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Processor time.
    pub time: Duration,
    /// The most bytes in use at once.
    pub most: usize,
    /// All bytes that were allocated, freed or not.
    pub all: usize,
}

fn grown(bytes: usize) {
    let now = NOW.get().wrapping_add(bytes);
    NOW.set(now);
    ALL.set(ALL.get().wrapping_add(bytes));
    if now as isize > MOST.get() as isize {
        MOST.set(now);
    }
}

fn freed(bytes: usize) {
    NOW.set(NOW.get().wrapping_sub(bytes));
}

// SAFETY: every call is passed on to the system's allocator as it is. The counters are constants at
// first and have nothing to drop, so they take no memory of their own.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        freed(layout.size());
        grown(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// The processor time of this thread.
fn time() -> Duration {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("the system keeps count");
    Duration::from_nanos(time.num_nanoseconds() as u64)
}

/// Waits for a program, and adds its cost. Returns whether it ended well.
pub fn wait_for(child: Child) -> bool {
    let mut status = 0;
    // SAFETY: all bits zero are a valid `rusage`.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let process = child.id() as libc::pid_t;
    // SAFETY: both pointers are valid for writing.
    let ended = unsafe { libc::wait4(process, &mut status, 0, &mut usage) };
    assert_eq!(ended, process, "the program can be waited for");
    for time in [usage.ru_utime, usage.ru_stime] {
        let time = Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
        THEIRS.set(THEIRS.get() + time);
    }
    // The system counts kilobytes, but bytes on a Mac.
    let unit = if cfg!(target_vendor = "apple") {
        1
    } else {
        1024
    };
    let bytes = usage.ru_maxrss as usize * unit;
    grown(bytes);
    freed(bytes);
    libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0
}

/// Measures the cost of a call.
pub fn taken(call: impl FnOnce()) -> Taken {
    let (now, all) = (NOW.get(), ALL.get());
    MOST.set(now);
    THEIRS.set(Duration::ZERO);
    let began = time();
    call();
    Taken {
        time: time() - began + THEIRS.get(),
        most: MOST.get().wrapping_sub(now),
        all: ALL.get().wrapping_sub(all),
    }
}
