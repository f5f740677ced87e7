//! The interface of a way to an answer, for a [`Race`](crate::race::Race) of several.

use crate::{Effort, Forecast, Front, Status};

/// A way to an answer that can be paused. Work is counted in nanoseconds, about.
pub trait Way<T> {
    /// Continues until about this much more work is done.
    fn run(&mut self, more: u64, memory: usize) -> Status<T>;
    /// Continues as long as `pace` gives it more work.
    fn run_at(&mut self, pace: &mut Pace<'_>, memory: usize) -> Status<T> {
        while let Some(more) = pace(self.spent(), self.estimate()) {
            match self.run(more, memory) {
                Status::Paused => {}
                status => return status,
            }
        }
        Status::Paused
    }
    /// From now on, only the last pause will be asked for, so it may use several threads.
    fn spread(&mut self) {}
    /// Waits for its slice on another thread, if there is one. Returns its status.
    fn settle(&mut self) -> Status<T> {
        Status::Paused
    }
    /// The work done so far.
    fn spent(&self) -> u64;
    /// The estimated total work.
    fn estimate(&self) -> f64;
    /// Whether the estimate comes from its progress.
    fn can_tell(&self) -> bool {
        true
    }
    /// The partial answer if it must end now. It cannot continue after this.
    fn so_far(&mut self) -> Option<T> {
        None
    }
    /// Its effort so far.
    fn effort(&self) -> Effort;
    /// Its memory in bytes, as far as that depends on the problem alone.
    fn bytes(&self) -> usize {
        self.effort().bytes
    }
    /// Its name, for the report.
    fn name(&self) -> String;
    /// Its present layer, if it goes by layers.
    fn front(&self) -> Option<Front> {
        None
    }
    /// Its states on a disk, if there are any.
    fn forecast(&self) -> Option<Forecast> {
        None
    }
    /// The number of states of each layer, if it goes by layers.
    fn profile(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// The methods of a [`Way`] around another one, `$way`, that do not speak of its answer. All of
/// them stand here, so that a new one is forgotten nowhere.
macro_rules! tell_of {
    ($way:ident) => {
        fn spread(&mut self) {
            self.$way.spread();
        }

        fn spent(&self) -> u64 {
            self.$way.spent()
        }

        fn estimate(&self) -> f64 {
            self.$way.estimate()
        }

        fn can_tell(&self) -> bool {
            self.$way.can_tell()
        }

        fn effort(&self) -> crate::Effort {
            self.$way.effort()
        }

        fn bytes(&self) -> usize {
            self.$way.bytes()
        }

        fn name(&self) -> String {
            self.$way.name()
        }

        fn front(&self) -> Option<crate::Front> {
            self.$way.front()
        }

        fn forecast(&self) -> Option<crate::Forecast> {
            self.$way.forecast()
        }

        fn profile(&self) -> Vec<u64> {
            self.$way.profile()
        }
    };
}
pub(crate) use tell_of;

/// Called with the work done and the estimate. Returns how much more work to do before the next
/// call, or `None` to pause.
pub type Pace<'a> = dyn FnMut(u64, f64) -> Option<u64> + 'a;

/// An answer, and the way that found it.
pub type Won<'w, T> = (T, Box<dyn Way<T> + 'w>);
