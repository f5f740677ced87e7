//! Signals as flags, which a search tests between nodes.
//!
//! The first Ctrl-C or SIGTERM asks for an orderly end. A second one, at least a second later, ends
//! the process at once. (Some senders signal twice: `timeout` signals the child, then its process
//! group.) SIGUSR1 asks for a progress line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Flags that signals set.
#[derive(Clone, Default)]
pub struct Signals {
    /// The first signal that asked for an end: the signal in the low 8 bits, above them its time in
    /// milliseconds. 0 if there was none.
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
        /// A repeated signal within this many milliseconds counts as the first one.
        const REPEATS: u64 = 1000;
        let signals = Self::default();
        let start = std::time::Instant::now();
        for signal in [SIGINT, SIGTERM] {
            let first = Arc::clone(&signals.first);
            // The handler itself reads the clock, so that it can end a program that is stuck, too.
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

    /// Asks for an end because time is up.
    pub fn be_late(&self) {
        self.late.store(true, Ordering::SeqCst);
        self.raised.store(true, Ordering::SeqCst);
    }

    /// Whether [`Self::be_late`] was called.
    pub fn is_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }

    /// Asks for a progress line each time this time has passed.
    ///
    /// # Errors
    /// If the system refuses the thread that waits.
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

    /// Whether a tick of [`Self::tick_each`] has come since the last call. Call
    /// [`Self::take_report`] first: it lowers the common flag.
    pub fn take_tick(&self) -> bool {
        self.tick.swap(false, Ordering::SeqCst)
    }

    /// A flag that says whether any signal or tick has come since the last [`Self::take_report`]. A
    /// search that counts nodes tests nothing else.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// Whether [`Self::flag`] is set.
    #[inline]
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The first signal that asked for an end, if one came.
    pub fn stop(&self) -> Option<i32> {
        match self.first.load(Ordering::Relaxed) {
            0 => None,
            first => Some((first & 0xff) as i32),
        }
    }

    /// Like [`Self::stop`], for a program whose pipe has just lost its reader: waits a moment for
    /// the signal. Ctrl-C goes to all programs of a pipeline, and the reader may end before the
    /// signal reaches us.
    pub fn stop_with_reader(&self) -> Option<i32> {
        /// Much longer than a signal needs, and too short to notice.
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
