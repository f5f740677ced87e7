//! Progress, for people who wait for the end of a search.

use dlx3_search::Counters;

/// Is told now and then how far a search has come. It shows that in a place of its own, or returns
/// a line.
pub trait ProgressView {
    /// The estimated share of the tree that is done, from 0 to 1, and the counters. Returns a line
    /// for stderr, if it has no place of its own.
    fn show(&mut self, share: f64, counters: &Counters) -> Option<String>;

    /// The line for somebody who asks for progress, if it replaces the search's own.
    fn report(&mut self) -> Option<String> {
        None
    }

    /// Whether it is called at each flush, for systems in which no thread can tick.
    fn follows_output(&self) -> bool {
        false
    }
}
