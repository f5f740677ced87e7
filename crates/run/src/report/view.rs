//! How far a search has come, for people who wait for its end.

use dlx3_search::Counters;

/// Is told now and then how far a search has come. It may show that in a place of its own, or
/// return a line.
pub trait View {
    /// The share of the tree that is done, from 0 to 1, as far as anybody knows, and what has
    /// been counted. Returns a line for stderr, if it has no place of its own.
    fn show(&mut self, share: f64, counters: &Counters) -> Option<String>;

    /// The line for who asks how far it has come, if it is not the search's own.
    fn report(&mut self) -> Option<String> {
        None
    }

    /// Whether it is told whenever the output is flushed, as where no thread can tick.
    fn follows_output(&self) -> bool {
        false
    }
}
