//! The programs of packings: `gen-pack` and `show-pack`.

mod apart;
pub mod gen_pack;
mod problem;
pub mod show_pack;
mod solids;
