//! Makes puzzles of the four levels of difficulty, prints mean, variance and t
//! statistic of their WNEF on stderr, and draws the distributions as an SVG on
//! stdout.
//!
//!     cargo run --release --example sudoku-levels > docs/sudoku-levels.svg
//!
//! A word on the command line is the number of puzzles a level (1000 if absent).

use dlx3::sudoku::choices::{Choices, Weight};
use dlx3::sudoku::make::{Level, Maker, Recipe};
use dlx3::sudoku::rating::Sample;
use dlx3::sudoku::{Board, Geometry};
use std::fmt::Write;

/// The seed of all puzzles.
const SEED: u64 = 2008;
/// A bar's width on the axis.
const STEP: f64 = 0.005;
/// The right end of the axis.
const MOST: f64 = 0.45;
const COLORS: [&str; 4] = ["#1b7837", "#2166ac", "#b35806", "#b2182b"];

fn main() {
    let count: u64 = match std::env::args().nth(1).map(|word| word.parse()) {
        None => 1000,
        Some(Ok(count)) => count,
        Some(Err(error)) => {
            eprintln!("the number of puzzles a level: {error}");
            std::process::exit(2);
        }
    };
    let board = Board::from(Geometry::of_order(9).expect("9 is a usual order"));
    let levels: Vec<(Level, Vec<f64>)> = Level::ALL
        .into_iter()
        .map(|level| (level, wnefs(&board, level, count)))
        .collect();
    print_table(&levels);
    print!("{}", picture(&levels, count));
}

fn wnefs(board: &Board, level: Level, count: u64) -> Vec<f64> {
    let recipe = Recipe {
        wnef: Some(level.wnef()),
        ..Recipe::default()
    };
    let maker = Maker::new(board, recipe);
    (0..count)
        .map(|number| {
            let made = maker.make(SEED, number).expect("every level has puzzles");
            Choices::of(&board.geometry, &made.puzzle).wnef(Weight::Exponential)
        })
        .collect()
}

fn print_table(levels: &[(Level, Vec<f64>)]) {
    let samples: Vec<Sample> = levels
        .iter()
        .map(|(_, wnefs)| {
            let mut sample = Sample::default();
            wnefs.iter().for_each(|&wnef| sample.add(wnef));
            sample
        })
        .collect();
    eprintln!(
        "{:<8}{:>9}{:>11}{:>13}{:>9}",
        "level", "puzzles", "mean", "variance", "t"
    );
    for (place, sample) in samples.iter().enumerate() {
        let t = samples.get(place + 1).and_then(|next| sample.t(next));
        eprintln!(
            "{:<8}{:>9}{:>11.6}{:>13.9}{:>9}",
            name(levels[place].0),
            sample.count,
            sample.mean,
            sample.variance().unwrap_or_default(),
            t.map_or("-".to_string(), |t| format!("{t:.1}")),
        );
    }
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
        Level::Evil => "evil",
    }
}

fn picture(levels: &[(Level, Vec<f64>)], count: u64) -> String {
    let (width, height, left, bottom) = (720.0, 320.0, 56.0, 270.0);
    let scale = (width - left - 20.0) / MOST;
    let bins = (MOST / STEP).round() as usize;
    let histograms: Vec<Vec<u64>> = levels
        .iter()
        .map(|(_, wnefs)| {
            let mut histogram = vec![0; bins];
            for wnef in wnefs {
                histogram[((wnef / STEP) as usize).min(bins - 1)] += 1;
            }
            histogram
        })
        .collect();
    let most = histograms
        .iter()
        .flatten()
        .max()
        .copied()
        .unwrap_or(1)
        .max(1);
    let mut svg = String::new();
    let text = &mut svg;
    let mut line = |piece: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{piece}");
    };
    line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">"
    ));
    line(format_args!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"
    ));
    line(format_args!(
        "<text x=\"{left}\" y=\"22\">WNEF of {count} puzzles a level, as sudoku make \
         --by wnef makes them</text>"
    ));
    for ((level, wnefs), (histogram, color)) in levels.iter().zip(histograms.iter().zip(COLORS)) {
        let mean = wnefs.iter().sum::<f64>() / wnefs.len().max(1) as f64;
        for (bin, &puzzles) in histogram
            .iter()
            .enumerate()
            .filter(|&(_, &puzzles)| puzzles > 0)
        {
            let bar = 200.0 * puzzles as f64 / most as f64;
            line(format_args!(
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{bar:.2}\" \
                 fill=\"{color}\"/>",
                left + bin as f64 * STEP * scale,
                bottom - bar,
                STEP * scale - 0.5,
            ));
        }
        line(format_args!(
            "<text x=\"{:.2}\" y=\"52\" text-anchor=\"middle\" fill=\"{color}\">{} {mean:.3}</text>",
            left + mean * scale,
            name(*level),
        ));
    }
    line(format_args!(
        "<path d=\"M{left} {bottom}H{}M{left} {bottom}V60\" stroke=\"black\" fill=\"none\"/>",
        left + MOST * scale
    ));
    for tick in 0..=(MOST / 0.05).round() as u32 {
        let x = left + f64::from(tick) * 0.05 * scale;
        line(format_args!(
            "<path d=\"M{x:.2} {bottom}v5\" stroke=\"black\"/>"
        ));
        line(format_args!(
            "<text x=\"{x:.2}\" y=\"{}\" text-anchor=\"middle\">{:.2}</text>",
            bottom + 20.0,
            f64::from(tick) * 0.05
        ));
    }
    for part in [0, most / 2, most] {
        let y = bottom - 200.0 * part as f64 / most as f64;
        line(format_args!(
            "<text x=\"{}\" y=\"{:.2}\" text-anchor=\"end\">{part}</text>",
            left - 6.0,
            y + 4.0
        ));
    }
    line(format_args!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">WNEF: easier to the right</text>",
        left + MOST * scale / 2.0,
        bottom + 42.0
    ));
    line(format_args!("</svg>"));
    svg
}
