//! A way that may run on a thread of its own beside the others, with the same result.
//!
//! Its work is cut into slices as if it ran in turn with the others. The race waits for each slice
//! before it gives out the next one, and before it ends. So only the time differs.

use crate::race::way::Way;
use crate::{Effort, Status};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

/// A way that can be sent to a thread.
type Sent<'w, T> = Box<dyn Way<T> + Send + 'w>;

/// A job: the way, its slice of work, and its memory.
type SentSlice<'w, T> = (Sent<'w, T>, u64, usize);

/// A result: the way, and its status after the slice.
type Back<'w, T> = (Sent<'w, T>, Status<T>);

/// A thread that runs slices. It starts with the first slice: most parts need none.
pub struct Helper<'s, 'w: 's, T> {
    start: Option<Start<'s, 'w, T>>,
    line: Option<Line<'w, T>>,
}

/// Starts the thread, if the system allows one.
type Start<'s, 'w, T> = Box<dyn FnOnce() -> Option<Line<'w, T>> + 's>;

/// The channels to the thread and back.
struct Line<'w, T> {
    jobs: Sender<SentSlice<'w, T>>,
    done: Receiver<Back<'w, T>>,
}

impl<'w, T> Helper<'_, 'w, T> {
    fn line(&mut self) -> Option<&Line<'w, T>> {
        if let Some(start) = self.start.take() {
            self.line = start();
        }
        self.line.as_ref()
    }
}

/// The thread's ends of the channels.
type Ends<'w, T> = Mutex<Option<(Receiver<SentSlice<'w, T>>, Sender<Back<'w, T>>)>>;

/// Runs `work` with a helper thread, if it is wanted and the system allows one. The result must not
/// hold the helper.
pub fn with_helper<'w, T, R>(
    is_wanted: bool,
    work: impl for<'s> FnOnce(Option<Helper<'s, 'w, T>>) -> R,
) -> R
where
    T: Send + 'w,
{
    if !is_wanted {
        return work(None);
    }
    let ends: Ends<'w, T> = Ends::default();
    let ends = &ends;
    std::thread::scope(|scope| {
        work(Some(Helper {
            start: Some(Box::new(move || start(scope, ends))),
            line: None,
        }))
    })
}

fn start<'s, 'w: 's, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    ends: &'s Ends<'w, T>,
) -> Option<Line<'w, T>> {
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
            // Nobody waits for the result once the race is over.
            if results.send((way, status)).is_err() {
                return;
            }
        }
    };
    let (stack, memory) = (
        dlx3_base::threads::SMALL_STACK,
        dlx3_base::threads::LEAST_MEMORY,
    );
    let threads = dlx3_base::threads::start(scope, 1, stack, memory, work);
    (!threads.is_empty()).then_some(Line { jobs, done })
}

/// A way whose slices run on a [`Helper`], if there is one. Its answer is seen at its next turn.
pub struct Helped<'s, 'w: 's, T> {
    /// None while the helper has it.
    way: Option<Sent<'w, T>>,
    helper: Option<Helper<'s, 'w, T>>,
    /// The sum of all its slices.
    granted: u64,
}

impl<'s, 'w: 's, T: Send> Helped<'s, 'w, T> {
    /// A way that has not begun.
    pub fn new(way: Sent<'w, T>, helper: Option<Helper<'s, 'w, T>>) -> Self {
        Helped {
            way: Some(way),
            helper,
            granted: 0,
        }
    }
}

impl<T: Send> Way<T> for Helped<'_, '_, T> {
    fn run(&mut self, more: u64, memory: usize) -> Status<T> {
        match self.settle() {
            Status::Paused => {}
            status => return status,
        }
        self.granted += more;
        let mut way = self.way.take().expect("it is back");
        match self.helper.as_mut().and_then(Helper::line) {
            Some(line) => {
                let job = (way, more, memory);
                line.jobs.send(job).expect("the thread waits for jobs");
                Status::Paused
            }
            None => {
                let status = way.run(more, memory);
                self.way = Some(way);
                status
            }
        }
    }

    fn settle(&mut self) -> Status<T> {
        if self.way.is_some() {
            return Status::Paused;
        }
        let line = self.helper.as_ref().and_then(|helper| helper.line.as_ref());
        let line = line.expect("it has been given out");
        let (way, status) = line.done.recv().expect("the thread sends it back");
        self.way = Some(way);
        status
    }

    fn spent(&self) -> u64 {
        self.granted
    }

    /// There is no estimate, as it may run elsewhere.
    fn estimate(&self) -> f64 {
        f64::INFINITY
    }

    fn effort(&self) -> Effort {
        self.way
            .as_ref()
            .map_or_else(Effort::default, |way| way.effort())
    }

    fn name(&self) -> String {
        self.way.as_ref().map_or_else(String::new, |way| way.name())
    }
}
