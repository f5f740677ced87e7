//! Signals as flags: the search looks at them between nodes.
//!
//! The first Ctrl-C or SIGTERM asks for an orderly end. A second one ends the process
//! at once, unless it comes within a second of the first: some senders signal twice,
//! as `timeout` does, once the child and once its process group. SIGUSR1 asks for a
//! progress line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Flags that signals set.
#[derive(Clone, Default)]
pub struct Signals {
    /// The first signal that asked for an end, and above its 8 bits when it came, in
    /// milliseconds; 0 if none did.
    first: Arc<AtomicU64>,
    report: Arc<AtomicBool>,
    tick: Arc<AtomicBool>,
    late: Arc<AtomicBool>,
    raised: Arc<AtomicBool>,
}

impl Signals {
    /// Flags that no signal sets.
    pub fn none() -> Self {
        Self::default()
    }

    /// Registers the handlers for the rest of the process's life.
    ///
    /// # Errors
    /// If the system refuses a handler.
    #[cfg(feature = "programs")]
    pub fn catch() -> std::io::Result<Self> {
        use super::system;
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::{flag, low_level};
        /// Repeats that come within this many milliseconds after the first signal count as the
        /// same.
        const REPEATS: u64 = 1000;
        let signals = Self::default();
        let start = std::time::Instant::now();
        for signal in [SIGINT, SIGTERM] {
            let first = Arc::clone(&signals.first);
            // The clock is read here, so that a program that is stuck can be ended, too.
            let action = move || {
                let now = start.elapsed().as_millis() as u64;
                let this = now << 8 | signal as u64;
                let before = first.compare_exchange(0, this, Ordering::SeqCst, Ordering::SeqCst);
                if before.is_err_and(|first| now.saturating_sub(first >> 8) >= REPEATS) {
                    low_level::exit(128 + signal);
                }
            };
            // SAFETY: the action is async-signal-safe. It reads the monotonic clock
            // (clock_gettime, which POSIX lists as safe), computes, exchanges an atomic
            // word, and may leave by _exit; it takes no lock, allocates nothing, and
            // does not panic.
            unsafe { low_level::register(signal, action)? };
            flag::register(signal, Arc::clone(&signals.raised))?;
        }
        if let Some(signal) = system::REPORT {
            flag::register(signal, Arc::clone(&signals.report))?;
            flag::register(signal, Arc::clone(&signals.raised))?;
        }
        Ok(signals)
    }

    /// Asks for an end after so much time: at once if that is none.
    ///
    /// # Errors
    /// If the system refuses a thread, which waits for that.
    pub fn end_after(&self, time: std::time::Duration) -> std::io::Result<()> {
        if time.is_zero() {
            self.late.store(true, Ordering::SeqCst);
            self.raised.store(true, Ordering::SeqCst);
            return Ok(());
        }
        let (late, raised) = (Arc::clone(&self.late), Arc::clone(&self.raised));
        let thread = std::thread::Builder::new().stack_size(1 << 16);
        let waiting = thread.spawn(move || {
            std::thread::sleep(time);
            late.store(true, Ordering::SeqCst);
            raised.store(true, Ordering::SeqCst);
        });
        waiting.map(|_| ())
    }

    /// Whether that time is over.
    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Asks for a look at the way each time so much time has passed.
    ///
    /// # Errors
    /// If the system refuses a thread, which waits for that.
    pub fn tick_each(&self, time: std::time::Duration) -> std::io::Result<()> {
        let (tick, raised) = (Arc::clone(&self.tick), Arc::clone(&self.raised));
        let thread = std::thread::Builder::new().stack_size(1 << 16);
        let waiting = thread.spawn(move || {
            loop {
                std::thread::sleep(time);
                tick.store(true, Ordering::SeqCst);
                raised.store(true, Ordering::SeqCst);
            }
        });
        waiting.map(|_| ())
    }

    /// Whether that time has passed since the last call. To be asked after
    /// [`Self::take_report`], which lowers the flag of all.
    pub fn take_tick(&self) -> bool {
        self.tick.swap(false, Ordering::SeqCst)
    }

    /// A flag that says whether any signal or tick came since the last [`Self::take_report`].
    /// It is all that a search tests as it counts nodes.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// Whether that flag is set.
    #[inline]
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The signal that asks for an end, if one came: the first one.
    pub fn stop(&self) -> Option<i32> {
        match self.first.load(Ordering::Relaxed) {
            0 => None,
            first => Some((first & 0xff) as i32),
        }
    }

    /// The signal that asks for an end, for who has just lost the reader of a pipe. Ctrl-C goes to
    /// all programs of a pipeline, and the reader may get it, and end, a moment before us.
    pub fn stop_with_reader(&self) -> Option<i32> {
        /// Far longer than a signal takes to reach all of them; nobody sees it.
        const MOMENT: Duration = Duration::from_millis(50);
        let began = Instant::now();
        loop {
            let stop = self.stop();
            if stop.is_some() || began.elapsed() >= MOMENT {
                return stop;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether a report was asked for since the last call.
    pub fn take_report(&self) -> bool {
        // Lower the flag first: a signal that comes now raises it again.
        self.raised.store(false, Ordering::SeqCst);
        if self.stop().is_some() || self.is_late() {
            self.raised.store(true, Ordering::SeqCst);
        }
        self.report.swap(false, Ordering::SeqCst)
    }
}
