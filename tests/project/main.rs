//! What is told of the project, and what it is made of.

#[path = "../common/mod.rs"]
mod common;

mod documents;
mod examples;
mod package;
mod tools;
