//! Answers on trees of their own: they are those of brute force, of DLX3, of the books.

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
