//! A deep stack for deep searches.

use crate::format::Problem;
use crate::search;
use crate::search::bits::most_stack;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// The stack to ask for: enough for every problem that bitmaps can hold. Memory is used only
/// as far as a search really goes down.
const DEEP_STACK: usize = 64 << 20;
/// The part of it for everything but the search.
const MARGIN: usize = 1 << 20;

/// Does some work that searches a problem: [on a deep stack](with_deep_stack), unless it needs
/// none. Starting a thread takes a tenth of a millisecond, and several if all processors are busy.
/// (On systems other than Unix, the first thread may have only a megabyte.)
pub fn with_stack_for<T: Send>(problem: &Problem, work: impl FnOnce(usize) -> T + Send) -> T {
    match cfg!(unix) && most_stack(problem) <= search::STACK {
        true => work(search::STACK),
        false => with_deep_stack(work),
    }
}

/// Does some work on a deep stack; `work` gets the number of bytes that searches may take. If the
/// system refuses a deep stack, `work` runs on an ordinary one.
pub fn with_deep_stack<T: Send>(work: impl FnOnce(usize) -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let take = || work.lock().ok()?.take();
    let done = thread::scope(|scope| {
        let deep = || take().map(|work| work(DEEP_STACK - MARGIN));
        let thread = thread::Builder::new().stack_size(DEEP_STACK);
        match thread.spawn_scoped(scope, deep) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => take().map(|work| work(search::STACK)),
        }
    });
    done.expect("nobody has taken the work before")
}
