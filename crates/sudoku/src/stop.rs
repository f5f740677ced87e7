//! What ends work that takes long: the question that it asks now and then.

use dlx3_answers::Stopped;

/// Whether to stop. Asked some hundred times a second, by any thread.
pub type Stop<'s> = dyn Fn() -> bool + Sync + 's;

/// Never.
pub fn never() -> bool {
    false
}

/// An error once work is to stop.
pub(super) fn ask(stop: &Stop<'_>) -> Result<(), Stopped> {
    match stop() {
        true => Err(Stopped::Limit),
        false => Ok(()),
    }
}
