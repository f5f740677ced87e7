//! What a way to an answer is to a [`Race`](crate::race::Race) of several.

use crate::{Effort, Forecast, Front, Status};

/// A way to an answer, which can be paused. What it spends and will spend is in about
/// nanoseconds.
pub trait Way<T> {
    /// Continues until about this much more has been spent.
    fn run(&mut self, more: u64, memory: usize) -> Status<T>;
    /// Continues for as long as somebody wants it to.
    fn run_at(&mut self, pace: &mut Pace<'_>, memory: usize) -> Status<T> {
        while let Some(more) = pace(self.spent(), self.estimate()) {
            match self.run(more, memory) {
                Status::Paused => {}
                status => return status,
            }
        }
        Status::Paused
    }
    /// No pause will be asked for from now on but the last one: it may spread over threads.
    fn spread(&mut self) {}
    /// Waits for what still runs for it elsewhere. Whether that was enough.
    fn settle(&mut self) -> Status<T> {
        Status::Paused
    }
    /// What has been spent so far.
    fn spent(&self) -> u64;
    /// What will have been spent in the end, as far as can be told.
    fn estimate(&self) -> f64;
    /// Whether that estimate comes from what it does, and so says how far it has come.
    fn can_tell(&self) -> bool {
        true
    }
    /// What is known of the answer if it has to end now. It cannot continue then.
    fn so_far(&mut self) -> Option<T> {
        None
    }
    /// What it has done so far.
    fn effort(&self) -> Effort;
    /// What it takes of memory, as far as that depends on the problem alone.
    fn bytes(&self) -> usize {
        self.effort().bytes
    }
    /// What it is, for the report.
    fn name(&self) -> String;
    /// The layer that it is at, if it goes by layers.
    fn front(&self) -> Option<Front> {
        None
    }
    /// What it has on a disk, if it has anything there.
    fn forecast(&self) -> Option<Forecast> {
        None
    }
    /// The states of each layer, if there are any.
    fn profile(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// Asked again and again, with what has been spent and the estimate: how much more is to be
/// spent before it is asked the next time; none to pause.
pub type Pace<'a> = dyn FnMut(u64, f64) -> Option<u64> + 'a;

/// An answer, and the way that came to it.
pub type Won<'w, T> = (T, Box<dyn Way<T> + 'w>);
