//! A deep stack for searches that go down far.

use crate::search;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// The stack to ask for: enough for every problem that bitmaps can hold. Memory is used only
/// as far as a search really goes down.
const DEEP_STACK: usize = 64 << 20;
/// What of it is left to all that is not search.
const MARGIN: usize = 1 << 20;

/// Does some work on a deep stack; `work` gets the bytes of it that searches may take. If
/// the system refuses a deep stack, it gets those of an ordinary one.
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
