//! A way that may run on a thread of its own while the others run, with the same result.
//!
//! Its work is cut into slices as if it ran in turn with the others. On a thread of its own, the
//! contest waits for each slice before it gives out the next one, and before it ends. So only the
//! time differs.

use crate::answers::Status;
use crate::answers::race::way::{Way, Won};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

/// A way that a thread can have.
type Sent<'w, T> = Box<dyn Way<T> + Send + 'w>;

/// A slice: the way, what it may spend, and the memory that it may take.
type Job<'w, T> = (Sent<'w, T>, u64, usize);

/// A way, and the status after its last slice.
type Back<'w, T> = (Sent<'w, T>, Status<T>);

/// A thread that runs slices.
pub struct Helper<'w, T> {
    jobs: Sender<Job<'w, T>>,
    done: Receiver<Back<'w, T>>,
}

/// Where the jobs of a thread come from, and where its results go.
pub type Ends<'w, T> = Mutex<Option<(Receiver<Job<'w, T>>, Sender<Back<'w, T>>)>>;

impl<'w, T: Send> Helper<'w, T> {
    /// A thread, and `ends` for it, which must outlive the scope. None if the system has none.
    pub fn start<'s>(scope: &'s Scope<'s, '_>, ends: &'s Ends<'w, T>) -> Option<Self>
    where
        'w: 's,
        T: 's,
    {
        let (jobs, to_do) = channel();
        let (results, done) = channel();
        *ends.lock().expect("nobody else has it") = Some((to_do, results));
        let work = move |_: usize| {
            let taken = ends.lock().expect("nobody else has it").take();
            let Some((to_do, results)) = taken else {
                return;
            };
            for (mut way, slice, memory) in to_do {
                let status = way.run(slice, memory);
                // Nobody waits for it once the contest is over.
                if results.send((way, status)).is_err() {
                    return;
                }
            }
        };
        let (stack, memory) = (crate::threads::SMALL_STACK, crate::threads::LEAST_MEMORY);
        let threads = crate::threads::start(scope, 1, stack, memory, work);
        (!threads.is_empty()).then_some(Helper { jobs, done })
    }
}

/// A way whose slices may be run by a [`Helper`].
pub struct Helped<'w, T> {
    /// None while a helper has it, and once it has left.
    way: Option<Sent<'w, T>>,
    is_away: bool,
    has_left: bool,
    /// What it was to spend in all.
    granted: u64,
}

impl<'w, T: Send> Helped<'w, T> {
    /// Has not begun yet.
    pub fn new(way: Sent<'w, T>) -> Self {
        Helped {
            way: Some(way),
            is_away: false,
            has_left: false,
            granted: 0,
        }
    }

    /// What it was to spend in all.
    pub fn granted(&self) -> u64 {
        self.granted
    }

    /// Whether it can still come to an answer.
    pub fn is_there(&self) -> bool {
        !self.has_left
    }

    /// The way, unless a helper has it.
    pub fn way(&self) -> Option<&(dyn Way<T> + 'w)> {
        self.way.as_ref().map(|way| &**way as &(dyn Way<T> + 'w))
    }

    /// Runs a slice, or gives it out after waiting for the last one. The answer, if it has come.
    pub fn run(
        &mut self,
        slice: u64,
        memory: usize,
        helper: Option<&Helper<'w, T>>,
    ) -> Option<Won<'w, T>> {
        if let Some(won) = self.settle(helper) {
            return Some(won);
        }
        let mut way = self.way.take()?;
        self.granted += slice;
        match helper {
            Some(helper) => {
                helper
                    .jobs
                    .send((way, slice, memory))
                    .expect("the thread waits for jobs");
                self.is_away = true;
                None
            }
            None => {
                let status = way.run(slice, memory);
                self.take_back(way, status)
            }
        }
    }

    /// Waits for a slice that was given out. The answer, if it has come.
    pub fn settle(&mut self, helper: Option<&Helper<'w, T>>) -> Option<Won<'w, T>> {
        if !std::mem::take(&mut self.is_away) {
            return None;
        }
        let helper = helper.expect("it has been given out");
        let (way, status) = helper.done.recv().expect("the thread sends it back");
        self.take_back(way, status)
    }

    fn take_back(&mut self, way: Sent<'w, T>, status: Status<T>) -> Option<Won<'w, T>> {
        match status {
            Status::Done(answer) => {
                self.has_left = true;
                Some((answer, way))
            }
            Status::Paused => {
                self.way = Some(way);
                None
            }
            Status::Full | Status::TooLarge => {
                self.has_left = true;
                None
            }
        }
    }
}
