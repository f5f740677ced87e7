//! Times of peg solitaire's algorithms: `cargo run --release --example peg-bench
//! [RUNS]`.
//!
//! Each line is the least of RUNS runs (default 5): the time on the clock and
//! the processor time of all threads together, where the system tells it. On a
//! busy machine the second is the better yardstick.

use dlx3::Solve;
use dlx3::peg::bounds::upper_bounds;
use dlx3::peg::encode::{Encoding, encode};
use dlx3::peg::feasible::{Resources, feasible, reached};
use dlx3::peg::parse_spec;
use dlx3::peg::solve::{Method, Options, solve};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let runs: usize = arguments.next().map_or(Ok(5), |word| word.parse())?;
    let effort = |threads| Resources {
        threads,
        most_keys: 100_000_000,
    };
    let central = parse_spec("central")?;
    let options = |method, bounds| Options {
        method,
        bounds,
        table: true,
        most_nodes: u64::MAX,
        effort: effort(1),
    };
    for spec in ["central", "diamond"] {
        let problem = parse_spec(spec)?;
        let bounds = || upper_bounds(&problem).is_ok();
        least(runs, &format!("{spec}: all bounds"), bounds);
        let auto = || solve(&problem, options(Method::Auto, true), |_| {}).is_ok();
        least(runs, &format!("{spec}: a solution"), auto);
        let forward = || solve(&problem, options(Method::Forward, true), |_| {}).is_ok();
        least(runs, &format!("{spec}: bounds, then depth-first"), forward);
        let both = || solve(&problem, options(Method::ForwardBackward, false), |_| {}).is_ok();
        least(runs, &format!("{spec}: forward-backward"), both);
    }
    let all = || reached(&central.board, central.start, 1, effort(1)).is_ok();
    least(runs, "central: all positions reached", all);
    for threads in [1, 2] {
        let classes = || feasible(&central, effort(threads), false).is_ok();
        least(
            runs,
            &format!("central: positions on solutions, {threads} threads"),
            classes,
        );
    }
    let count = || feasible(&central, effort(1), true).is_ok();
    least(runs, "central: the same, and all sequences counted", count);
    let triangle = parse_spec("triangle")?;
    let layers = encode(&triangle, Encoding::Layers(triangle.length()), None)?;
    least(runs, "triangle: 36 solutions in layers", || {
        layers.solutions().count() == 36
    });
    Ok(())
}

/// Prints the least times of a task, which says whether it went well.
fn least(runs: usize, name: &str, task: impl Fn() -> bool) {
    let (mut clock, mut processor) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..runs {
        let (began, used) = (Instant::now(), processor_seconds());
        assert!(black_box(task()), "{name} fails");
        clock = clock.min(began.elapsed().as_secs_f64());
        if let (Some(before), Some(after)) = (used, processor_seconds()) {
            processor = processor.min(after - before);
        }
    }
    println!("{name:48} {clock:8.4} s  {processor:8.4} s of processor time");
}

/// The processor time of this process so far, in user mode and in the system.
#[cfg(unix)]
fn processor_seconds() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Some(micros as f64 / 1e6)
}

#[cfg(not(unix))]
fn processor_seconds() -> Option<f64> {
    None
}
