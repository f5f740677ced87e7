//! The filters `dlx3` and `dlx-check`, run as a user runs them.

#[path = "../common/mod.rs"]
mod common;

use common::problems;

mod bad_input;
mod departures;
mod dlx_check;
mod files;
mod golden;
mod hints;
mod journals;
mod json;
mod late;
mod packed;
mod pages;
mod parts;
mod parts_engines;
mod pipelines;
mod progress;
