//! What a reader takes: bytes of memory, which an allocator counts for each thread, and processor
//! time of the thread. A program that it waits for is added.

use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::process::Child;
use std::time::Duration;

thread_local! {
    /// Bytes in use, the most of them, and all that were ever asked for. What another thread frees
    /// counts there, so numbers wrap.
    static NOW: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
    static ALL: Cell<usize> = const { Cell::new(0) };
    /// The time of programs.
    static THEIRS: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The system's allocator, which counts for each thread.
pub struct Meter;

/// What a call has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Of the processor.
    pub time: Duration,
    /// The most bytes in use at once.
    pub most: usize,
    /// All bytes that were asked for, whether or not they were freed between.
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

/// Waits for a program, and adds what it has taken. Whether it has ended well.
pub fn wait_for(child: Child) -> bool {
    let mut status = 0;
    // SAFETY: all bits 0 are a usage.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let process = child.id() as libc::pid_t;
    // SAFETY: both places can be written.
    let ended = unsafe { libc::wait4(process, &mut status, 0, &mut usage) };
    assert_eq!(ended, process, "the program can be waited for");
    for time in [usage.ru_utime, usage.ru_stime] {
        let time = Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
        THEIRS.set(THEIRS.get() + time);
    }
    // Kilobytes, but bytes on a Mac.
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

/// What a call takes.
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
