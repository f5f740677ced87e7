//! Answers on trees of their own agree with brute force, with DLX3 and with published numbers.

mod agreement;
mod best;
mod certificates;
mod estimate;
mod find;
mod filter;
mod fuzz;
mod in_parts;
mod json;
mod large;
mod limits;
mod notes;
mod on_disk;
mod published;
mod reduce;
mod sampling;
mod why;
