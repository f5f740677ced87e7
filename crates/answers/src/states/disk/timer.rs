//! When to write notes: at an interval, and so that notes take a small part of the time.

use std::time::{Duration, Instant};

/// Measures the time since the last note.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    after: Duration,
    last: Instant,
    wait: Duration,
}

impl Timer {
    /// Starts now, with this interval. After a note that takes `t` seconds, the next interval is
    /// `1 + t` times as long. So at ten seconds, notes take less than a tenth of the time, however
    /// large they are.
    pub fn new(after: Duration) -> Self {
        Timer {
            after,
            last: Instant::now(),
            wait: after,
        }
    }

    /// Whether the interval has passed.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.wait
    }

    /// Restarts after a note that was begun at this time, written or not.
    pub fn restart(&mut self, begun: Instant) {
        self.last = Instant::now();
        let taken = self.last.duration_since(begun);
        self.wait = self.after.mul_f64(1.0 + taken.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_take_less_than_a_tenth_of_the_time() {
        let mut timer = Timer::new(Duration::from_secs(10));
        assert!(!timer.is_due());
        for seconds in [0, 1, 4, 60, 3600] {
            let taken = Duration::from_secs(seconds);
            let Some(begun) = Instant::now().checked_sub(taken) else {
                continue;
            };
            timer.restart(begun);
            assert!(timer.wait >= Duration::from_secs(10));
            assert!(timer.wait >= 10 * taken, "{timer:?}");
        }
        timer = Timer::new(Duration::ZERO);
        timer.restart(Instant::now());
        assert!(timer.is_due());
    }
}
