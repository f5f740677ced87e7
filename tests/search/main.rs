//! The search, by calls of the library and by `dlx3`: its engines, its memo and its threads agree,
//! on problems of every kind.

#[path = "../common/mod.rs"]
mod common;

mod engines;
mod known_states;
mod limits;
mod misuse;
mod properties;
mod shapes;
mod threads;
mod yardsticks;
