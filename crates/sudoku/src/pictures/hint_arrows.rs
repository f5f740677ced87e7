//! The arrows of a hint's picture: how each is bent, so that it passes beside the discs of other
//! candidates and does not run along other arrows, and its path as SVG.

use dlx3_base::text::svg::At;
use std::fmt::Write;

/// A point of the picture: how far right, how far down.
pub type Place = (f64, f64);

/// The disc of a candidate.
pub const RADIUS: f64 = 8.8;
/// The head of an arrow.
const HEAD: f64 = 8.0;
/// Greatest distance of a curve's control point from the straight line. The curve itself reaches
/// half of it.
const MOST_BEND: f64 = 27.0;
/// Lines that are nearer than this, of which one has a head, look like one.
const APART: f64 = 6.0;
/// Greatest distance between the points at which a curve is tested.
const STEP: f64 = 4.0;

/// How far a place is from another.
pub fn distance(one: Place, other: Place) -> f64 {
    f64::hypot(one.0 - other.0, one.1 - other.1)
}

/// The arrows of a board.
#[derive(Default)]
pub struct Arrows {
    discs: Vec<Place>,
    /// Places of the arrows so far.
    lines: Vec<Place>,
}

impl Arrows {
    /// No arrows yet, but candidates with discs.
    pub fn among(discs: Vec<Place>) -> Self {
        Arrows {
            discs,
            lines: Vec::new(),
        }
    }

    /// Draws an arrow from the disc of one candidate to that of another.
    pub fn put(&mut self, text: &mut String, from: Place, to: Place, is_strong: bool) {
        let middle = self.bend(from, to);
        self.lines.extend(curve(from, middle, to));
        let length = distance(from, to).max(1.0);
        let towards = |at: Place, by: f64| {
            let step = by / distance(at, middle).max(1.0);
            (
                at.0 + (middle.0 - at.0) * step,
                at.1 + (middle.1 - at.1) * step,
            )
        };
        let (start, tip) = (towards(from, RADIUS + 0.5), towards(to, RADIUS + 0.5));
        let back = towards(to, RADIUS + HEAD.min(length / 3.0));
        let side = ((tip.1 - back.1) * 0.45, (back.0 - tip.0) * 0.45);
        let point = |(x, y): Place| format!("{} {}", At(x), At(y));
        let class = if is_strong { "link" } else { "link weak" };
        _ = writeln!(
            text,
            "<path class=\"{class}\" d=\"M{}Q{} {}\"/><path class=\"tip\" d=\"M{}L{}L{}z\"/>",
            point(start),
            point(middle),
            point(back),
            point(tip),
            point((back.0 + side.0, back.1 + side.1)),
            point((back.0 - side.0, back.1 - side.1)),
        );
    }

    /// The control point of an arrow: to the left of the straight line, or wherever nothing is in
    /// the way. Between neighbours it is far enough out for the line to be seen.
    fn bend(&self, from: Place, to: Place) -> Place {
        let length = distance(from, to).max(1.0);
        let along = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        let usual = (0.16 * length).min(MOST_BEND);
        let usual = usual.max(3.0 * RADIUS - 0.45 * length);
        let ways = [usual, -usual, 2.0 * usual, -2.0 * usual].map(|by| {
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            (middle.0 + along.1 * by, middle.1 - along.0 * by)
        });
        let passes_discs = |way: &&Place| {
            let mut others = (self.discs.iter()).filter(|&&disc| disc != from && disc != to);
            others.all(|&disc| curve(from, **way, to).all(|at| distance(at, disc) > RADIUS))
        };
        // All arrows of a candidate meet in its disc.
        let meets = |at: Place| distance(at, from).min(distance(at, to)) < RADIUS + 1.0;
        let is_alone = |way: &&Place| {
            let mut lines = self.lines.iter().filter(|&&line| !meets(line));
            lines.all(|&line| curve(from, **way, to).all(|at| distance(at, line) >= APART))
        };
        let free = ways.iter().find(|way| passes_discs(way) && is_alone(way));
        let free = free.or_else(|| ways.iter().find(passes_discs));
        free.copied().unwrap_or(ways[0])
    }
}

/// Points of the quadratic Bézier curve from `from` to `to` with the control point `middle`.
fn curve(from: Place, middle: Place, to: Place) -> impl Iterator<Item = Place> {
    let count = (distance(from, to) / STEP).ceil().max(8.0) as u32;
    (0..=count).map(move |part| {
        let there = f64::from(part) / f64::from(count);
        let here = 1.0 - there;
        let mix =
            |a: f64, b: f64, c: f64| here * here * a + 2.0 * here * there * b + there * there * c;
        (mix(from.0, middle.0, to.0), mix(from.1, middle.1, to.1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places that an arrow's line has.
    fn line(arrows: &Arrows, from: Place, to: Place) -> Vec<Place> {
        curve(from, arrows.bend(from, to), to).collect()
    }

    #[test]
    fn an_arrow_between_neighbours_has_a_line_that_is_seen() {
        let (from, to) = ((10.0, 10.0), (30.0, 10.0));
        let seen = line(&Arrows::default(), from, to);
        let middle = seen[seen.len() / 2];
        assert!(distance(middle, from) > 1.4 * RADIUS, "{seen:?}");
        assert!(distance(middle, to) > 1.4 * RADIUS, "{seen:?}");
    }

    /// Two candidates of a cell are above each other, and an arrow comes from far above.
    #[test]
    fn an_arrow_passes_beside_the_discs_of_other_candidates() {
        let (from, above, to) = ((30.0, 50.0), (30.0, 210.0), (30.0, 230.0));
        let arrows = Arrows::among(vec![from, above, to]);
        for at in line(&arrows, from, to) {
            assert!(distance(at, above) > RADIUS, "{at:?}");
        }
        let straight = line(&Arrows::default(), from, to);
        assert!(straight.iter().any(|&at| distance(at, above) < RADIUS));
    }

    /// The next arrow of a chain begins where the last one ends.
    #[test]
    fn a_short_arrow_keeps_away_from_a_long_one_at_its_end() {
        let (from, to, far) = ((30.0, 210.0), (50.0, 230.0), (50.0, 50.0));
        let mut arrows = Arrows::among(vec![from, to, far]);
        arrows.put(&mut String::new(), to, far, true);
        let long = arrows.lines.clone();
        for at in line(&arrows, from, to) {
            let near = |&&other: &&Place| distance(at, other) < APART;
            let meet = long.iter().find(near);
            assert!(
                meet.is_none_or(|&at| distance(at, to) < 2.0 * RADIUS),
                "{at:?}"
            );
        }
    }
}
