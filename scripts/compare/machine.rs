//! The machine on which the figures were measured.

use dlx3::search::testing::Vectors;
use std::fs;
use std::process::Command;
use std::thread;

/// The machine in a line.
pub fn name() -> String {
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let model = model.unwrap_or_else(|| format!("{} processor", std::env::consts::ARCH));
    let vectors = match Vectors::detect() {
        Vectors::Portable => "no vectors",
        Vectors::Avx2 => "AVX2",
        Vectors::Avx512 => "AVX-512",
    };
    let count = processors();
    let plural = if count == 1 { "" } else { "s" };
    format!("{model} ({vectors}), {count} processor{plural}")
}

/// How many threads run at once.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// How many processes wanted a processor in the last minute, this one included.
pub fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// The Rust compiler at hand, which most likely built our own program.
pub fn rust() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let version = output.ok().and_then(|output| {
        let text = String::from_utf8(output.stdout).ok()?;
        let words: Vec<&str> = text.split_whitespace().take(2).collect();
        Some(words.join(" "))
    });
    version.unwrap_or_else(|| "an unknown rustc".to_owned())
}
