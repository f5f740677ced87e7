//! What is told of the project, and what it is made of.

#[path = "../common/mod.rs"]
mod common;

#[cfg(unix)]
mod dist;
mod documents;
mod examples;
mod floors;
mod package;
mod taocp;
mod tiers;
mod tools;
