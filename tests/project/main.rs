//! The project's documents, and its parts.

#[path = "../common/mod.rs"]
mod common;

#[cfg(unix)]
mod dist;
mod documents;
mod examples;
mod floors;
mod package;
mod sudoku_rules;
mod taocp;
mod tiers;
mod tools;
