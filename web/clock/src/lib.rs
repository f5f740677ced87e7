//! A clock that stands still, under the names of the package web-time.
//!
//! microlp looks at it for time limits, which nobody sets here, and for how long it took, which
//! nobody reads.

pub use std::time::Duration;

/// A moment, which is the same as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The only moment there is.
    pub fn now() -> Self {
        Instant(Duration::ZERO)
    }

    /// No time has passed since.
    pub fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    /// How long this is after an earlier moment.
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment after this time.
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Instant)
    }
}

impl std::ops::Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl std::ops::Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}
