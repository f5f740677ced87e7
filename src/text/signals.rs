//! Signals as flags: the search looks at them between nodes.
//!
//! The first Ctrl-C or SIGTERM asks for an orderly end; a second one ends the
//! process at once. SIGUSR1 asks for a progress line.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Flags that signals set.
#[derive(Clone, Default)]
pub struct Signals {
    stop: Arc<AtomicUsize>,
    report: Arc<AtomicBool>,
    raised: Arc<AtomicBool>,
}

impl Signals {
    /// Flags that no signal sets.
    pub fn none() -> Self {
        Self::default()
    }

    /// Registers the handlers for the rest of the process's life.
    pub fn catch() -> io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGTERM, SIGUSR1};
        use signal_hook::flag;
        let signals = Self::default();
        for signal in [SIGINT, SIGTERM] {
            // Order matters: the shutdown must see what an earlier signal has set.
            let second = Arc::new(AtomicBool::new(false));
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&second))?;
            flag::register(signal, second)?;
            flag::register_usize(signal, Arc::clone(&signals.stop), signal as usize)?;
            flag::register(signal, Arc::clone(&signals.raised))?;
        }
        flag::register(SIGUSR1, Arc::clone(&signals.report))?;
        flag::register(SIGUSR1, Arc::clone(&signals.raised))?;
        Ok(signals)
    }

    /// Tells whether any signal came since the last [`Self::take_report`]; this
    /// is the one test that a search makes at every node.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.raised)
    }

    /// What the flag tells.
    #[inline]
    pub fn raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    /// The signal that asks for an end, if one came.
    pub fn stop(&self) -> Option<i32> {
        match self.stop.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(signal as i32),
        }
    }

    /// Whether a report was asked for since the last call.
    pub fn take_report(&self) -> bool {
        // Lower the flag first: a signal that comes now raises it again.
        self.raised.store(false, Ordering::SeqCst);
        if self.stop().is_some() {
            self.raised.store(true, Ordering::SeqCst);
        }
        self.report.swap(false, Ordering::SeqCst)
    }
}
