//! A sequence of jumps as SVG: a strip of boards, or an animated board.

use super::{Board, Hole, Jump, PegProblem, Position};
use dlx3_base::text::svg::{BLUE, CLOSE, GROUND, RED, open};
use std::fmt::Write;

/// The distance between neighbouring holes.
const STEP: usize = 20;
/// The offset of a hole's centre in its cell.
const HALF: usize = STEP / 2;
/// Boards in a row of a strip.
const ACROSS: usize = 6;
/// Seconds for a jump in an animation, and the part of them in which the peg moves.
const SECONDS: f64 = 0.9;
const MOVING: f64 = 0.5;

fn header(width: usize, height: usize) -> String {
    let mut text = open(width, height, 2);
    let _ = write!(
        text,
        "<style>.hole{{fill:#ddd}}.peg{{fill:{BLUE}}}.gone{{fill:#b9c9d6}}\
         .jump{{stroke:{RED};stroke-width:3;fill:none;marker-end:url(#tip)}}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"4\" refY=\"3\" markerWidth=\"3\" \
         markerHeight=\"3\" orient=\"auto\"><path d=\"M0 0 6 3 0 6z\" fill=\"{RED}\"/>\
         </marker></defs>\n{GROUND}"
    );
    text
}

/// The centre of a hole. Triangular boards are slanted, so that all six directions look alike.
fn centre(board: &Board, hole: Hole) -> (usize, usize) {
    let (row, column) = board.cell(hole);
    let lean = match board.directions() {
        super::Directions::Four => 0,
        super::Directions::Six => HALF * (board.size().0 - 1 - row),
    };
    (column * STEP + HALF + lean, row * STEP + HALF)
}

fn extent(board: &Board) -> (usize, usize) {
    let centres = || board.holes().map(|hole| centre(board, hole));
    let width = centres().map(|at| at.0).max().unwrap_or(0);
    let height = centres().map(|at| at.1).max().unwrap_or(0);
    (width + HALF, height + HALF)
}

/// All positions in order, from the start on. An arrow shows the jump that led to each position,
/// and the peg that was removed is pale.
///
/// # Panics
/// If a jump is impossible.
pub fn strip(problem: &PegProblem, jumps: &[Jump]) -> String {
    let board = &problem.board;
    let (width, height) = extent(board);
    let boards = jumps.len() + 1;
    let across = boards.min(ACROSS);
    let mut text = header(
        across * (width + STEP) - STEP,
        boards.div_ceil(across) * (height + STEP) - STEP,
    );
    let mut position = problem.start;
    for place in 0..boards {
        let (right, down) = (place % across, place / across);
        let (x, y) = (right * (width + STEP), down * (height + STEP));
        let _ = writeln!(text, "<g transform=\"translate({x},{y})\">");
        let made = place.checked_sub(1).map(|index| &jumps[index]);
        if let Some(jump) = made {
            position = position.after(jump).expect("a legal sequence");
        }
        still(board, position, made, &mut text);
        text.push_str("</g>\n");
    }
    text.push_str(CLOSE);
    text
}

fn still(board: &Board, position: Position, made: Option<&Jump>, text: &mut String) {
    for hole in board.holes() {
        let (x, y) = centre(board, hole);
        let (class, radius) = match made {
            _ if position.has(hole) => ("peg", 8),
            Some(jump) if jump.over == hole => ("gone", 8),
            _ => ("hole", 5),
        };
        let _ = writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
    }
    if let Some(jump) = made {
        let ((x, y), (u, v)) = (centre(board, jump.from), centre(board, jump.to));
        let _ = writeln!(text, "<path class=\"jump\" d=\"M{x} {y} {u} {v}\"/>");
    }
}

/// A board on which the jumps are played repeatedly.
///
/// # Panics
/// If a jump is impossible.
pub fn animated(problem: &PegProblem, jumps: &[Jump]) -> String {
    let board = &problem.board;
    let (width, height) = extent(board);
    let mut text = header(width, height);
    for hole in board.holes() {
        let (x, y) = centre(board, hole);
        let _ = writeln!(
            text,
            "<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"
        );
    }
    // A pause at the start, and a longer one at the finish.
    let duration = (jumps.len() + 3) as f64 * SECONDS;
    let time = |index: usize, part: f64| ((index + 1) as f64 + part) * SECONDS / duration;
    for path in follow(problem, jumps) {
        let (x, y) = centre(board, path.holes[0].1);
        let _ = write!(text, "<circle class=\"peg\" cx=\"{x}\" cy=\"{y}\" r=\"8\">");
        if path.holes.len() > 1 {
            let mut times = vec![0.0];
            let mut places = vec![(x, y)];
            for &(index, hole) in &path.holes[1..] {
                let last = places[places.len() - 1];
                times.extend([time(index, 0.0), time(index, MOVING)]);
                places.extend([last, centre(board, hole)]);
            }
            times.push(1.0);
            places.push(places[places.len() - 1]);
            let xs = places.iter().map(|place| place.0.to_string());
            let ys = places.iter().map(|place| place.1.to_string());
            animate(&mut text, "cx", duration, &times, &xs.collect::<Vec<_>>());
            animate(&mut text, "cy", duration, &times, &ys.collect::<Vec<_>>());
        }
        if let Some(index) = path.gone {
            let times = [0.0, time(index, MOVING / 2.0), time(index, MOVING), 1.0];
            let seen = ["1", "1", "0", "0"].map(str::to_owned);
            animate(&mut text, "opacity", duration, &times, &seen);
        }
        text.push_str("</circle>\n");
    }
    text.push_str(CLOSE);
    text
}

/// The history of a peg: the holes it visits, each with the jump that leads there (0 for the first
/// hole), and the jump that removes it.
struct Path {
    holes: Vec<(usize, Hole)>,
    gone: Option<usize>,
}

fn follow(problem: &PegProblem, jumps: &[Jump]) -> Vec<Path> {
    let board = &problem.board;
    let start = board.holes().filter(|&hole| problem.start.has(hole));
    let mut paths: Vec<Path> = start
        .map(|hole| Path {
            holes: vec![(0, hole)],
            gone: None,
        })
        .collect();
    let find = |paths: &[Path], hole: Hole| {
        let here = |path: &Path| {
            path.gone.is_none() && path.holes.last().is_some_and(|last| last.1 == hole)
        };
        paths.iter().position(here).expect("a legal sequence")
    };
    for (index, jump) in jumps.iter().enumerate() {
        let (moves, goes) = (find(&paths, jump.from), find(&paths, jump.over));
        paths[moves].holes.push((index, jump.to));
        paths[goes].gone = Some(index);
    }
    paths
}

fn animate(text: &mut String, what: &str, duration: f64, times: &[f64], values: &[String]) {
    let times: Vec<String> = times.iter().map(|time| format!("{time:.4}")).collect();
    let _ = write!(
        text,
        "<animate attributeName=\"{what}\" dur=\"{duration:.1}s\" repeatCount=\"indefinite\" \
         keyTimes=\"{}\" values=\"{}\"/>",
        times.join(";"),
        values.join(";")
    );
}
