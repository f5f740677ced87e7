//! Answers on trees of their own: they are those of brute force, of DLX3, of the books.

mod common;

#[path = "answers/agreement.rs"]
mod agreement;
#[path = "answers/best.rs"]
mod best;
#[path = "answers/filter.rs"]
mod dlx_filter;
#[path = "answers/limits.rs"]
mod limits;
#[path = "answers/published.rs"]
mod published;
#[path = "answers/reduce.rs"]
mod reduce;
#[path = "answers/sampling.rs"]
mod sampling;
