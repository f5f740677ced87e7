//! When what has been done is to be noted: after a time, and so that notes take a small part of it.

use std::time::{Duration, Instant};

/// By the clock, since the last note.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    after: Duration,
    last: Instant,
    wait: Duration,
}

impl Timer {
    /// Begins now. Notes come after this time; if one takes `t` seconds, the next comes after that
    /// time and `t` times it more. So if the time is ten seconds, notes take less than a tenth of
    /// all time, however large they are.
    pub fn new(after: Duration) -> Self {
        Timer {
            after,
            last: Instant::now(),
            wait: after,
        }
    }

    /// Whether the time has passed.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.wait
    }

    /// Notes that there is a note now, or could be none, which was begun then.
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
