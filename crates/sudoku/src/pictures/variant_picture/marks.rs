//! How each rule looks. Its kind says so ([`Look`]).

use super::super::outline::{self, CELL, INSET};
use super::{Picture, ink, is, is_drawn};
use crate::rules::kinds::{Ends, Look, Sign, cages, lines, pointers, whole};
use crate::rules::{Cell, Custom, Rule};
use dlx3_base::text::svg::{At, Escaped};
use std::fmt::Write;

/// The radius of bulbs, and of circles around a digit.
const RADIUS: f64 = 15.0;

/// A place of the picture.
type Point = (f64, f64);

impl Picture<'_> {
    /// Draws a rule, and the rules of its alternatives.
    pub(super) fn rule(&mut self, rule: &Rule) {
        if let Some(Custom::Any(all)) = rule.custom.as_deref() {
            for layer in self.layers.all() {
                layer.push_str("<g class=\"unsure\">\n");
            }
            for inner in all.iter().flatten() {
                self.rule(inner);
            }
            for layer in self.layers.all() {
                let is_empty = layer.strip_suffix("<g class=\"unsure\">\n").map(str::len);
                match is_empty {
                    Some(length) => layer.truncate(length),
                    None => layer.push_str("</g>\n"),
                }
            }
            return;
        }
        match rule.kind.look {
            Look::Line(color, ends) => self.line(rule, color, ends),
            Look::Sign(sign) => self.sign(rule, sign),
            Look::Cage => self.cage(rule),
            Look::Arrow => self.arrow(rule),
            Look::Corner => self.corner_circle(rule),
            Look::Shade(color) => self.shade(rule, color),
            Look::Circles => self.circles(rule),
            Look::Sentence if is_drawn(rule) => self.whole(rule),
            // Clues beside the grid are drawn by themselves.
            Look::Edge | Look::Sentence => {}
        }
    }

    /// A path through the middles of cells.
    fn path(&self, cells: &[Cell]) -> String {
        let mut path = String::new();
        for (place, &cell) in cells.iter().enumerate() {
            let (x, y) = self.middle(cell);
            let letter = if place == 0 { 'M' } else { 'L' };
            _ = write!(path, "{letter}{} {}", At(x), At(y));
        }
        if let [_] = cells {
            path.push_str("h0");
        }
        path
    }

    fn line(&mut self, rule: &Rule, color: &str, ends: Ends) {
        let (stroke, fill) = (ink::line(color), ink::bulb(color));
        for cells in rule.parts.iter().filter(|cells| !cells.is_empty()) {
            let mut path = self.path(cells);
            if is(rule, &lines::SUM_LINE) && rule.numbers.get(1) == Some(&1) {
                path.push('Z');
            }
            let width = if ends == Ends::Bulb { "tube" } else { "line" };
            let last = cells.len() - 1;
            let mut text = format!("<path class=\"{width} {stroke}\" d=\"{path}\"/>\n");
            let marked: &[usize] = match ends {
                Ends::Plain => &[],
                Ends::Bulb => &[0],
                Ends::Circles | Ends::Diamonds => &[0, last],
            };
            for &place in marked {
                let (x, y) = self.middle(cells[place]);
                let (x, y) = (At(x), At(y));
                _ = match ends {
                    Ends::Diamonds => writeln!(
                        text,
                        "<path class=\"end {stroke}\" d=\"M{x} {y}m-17 0l17 -17l17 17l-17 17z\"/>"
                    ),
                    Ends::Bulb => writeln!(
                        text,
                        "<circle class=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"
                    ),
                    _ => writeln!(
                        text,
                        "<circle class=\"end {stroke}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>"
                    ),
                };
            }
            self.layers.lines += &text;
            if let Some(number) = rule.numbers.first() {
                let (x, y) = self.corner(cells[0]);
                let (x, y) = (x + CELL - INSET, y + INSET + 8);
                _ = writeln!(
                    self.layers.digits,
                    "<text class=\"r\" x=\"{x}\" y=\"{y}\">{number}</text>"
                );
            }
        }
    }

    /// A sign between two cells; further ones between the same cells stand beside it.
    fn sign(&mut self, rule: &Rule, sign: Sign) {
        let [a, b] = match rule.parts.first().map(|cells| &cells[..]) {
            Some(&[a, b]) => [a, b],
            _ => return,
        };
        let (from, to) = (self.middle(a), self.middle(b));
        let (right, down) = unit(from, to);
        let earlier = self.signs.entry([a.min(b), a.max(b)]).or_insert(0);
        let aside = [0.0, 12.0, -12.0][(*earlier).min(2)];
        *earlier += 1;
        let x = (from.0 + to.0) / 2.0 - aside * down;
        let y = (from.1 + to.1) / 2.0 + aside * right;
        let is_far = (from.0 - to.0).hypot(from.1 - to.1) > 1.5 * CELL as f64;
        let marks = &mut self.layers.marks;
        if is_far {
            _ = writeln!(
                marks,
                "<path class=\"reach\" d=\"M{} {}L{} {}\"/>",
                At(from.0),
                At(from.1),
                At(to.0),
                At(to.1)
            );
        }
        let (class, text, usual) = match sign {
            Sign::White => ("white", "n", 1),
            Sign::Black => ("black", "o", 2),
            Sign::Letter(letter) => {
                let (left, top) = (At(x - 6.0), At(y - 6.0));
                _ = writeln!(
                    marks,
                    "<rect class=\"cell\" x=\"{left}\" y=\"{top}\" width=\"12\" height=\"12\"/>\
                     <text class=\"l\" x=\"{}\" y=\"{}\">{letter}</text>",
                    At(x),
                    At(y + 4.7)
                );
                return;
            }
            Sign::Greater => {
                let at = |along: f64, across: f64| {
                    let (x, y) = (
                        x + along * right - across * down,
                        y + along * down + across * right,
                    );
                    format!("{} {}", At(x), At(y))
                };
                let (one, tip, other) = (at(-3.5, -5.0), at(3.5, 0.0), at(-3.5, 5.0));
                _ = writeln!(marks, "<path class=\"angle\" d=\"M{one}L{tip}L{other}\"/>");
                return;
            }
        };
        let number = rule.numbers.first().filter(|&&number| number != usual);
        let radius = if number.is_some() { 7.5 } else { 5.5 };
        _ = writeln!(
            marks,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            At(x),
            At(y)
        );
        if let Some(number) = number {
            let (x, y) = (At(x), At(y + 3.2));
            _ = writeln!(
                marks,
                "<text class=\"{text}\" x=\"{x}\" y=\"{y}\">{number}</text>"
            );
        }
    }

    /// A path around cells, those beside the grid one by one.
    fn frame(&self, cells: &[Cell], inset: usize) -> String {
        let shape = self.variant.shape;
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        let is_in = |cell: &&Cell| usize::from(**cell) < shape.cells();
        let inside = cells.iter().filter(is_in);
        let inside = inside.map(|&cell| (shape.row(cell), shape.column(cell)));
        let mut path = outline::frame(&inside.collect::<Vec<_>>(), inset);
        for &cell in cells.iter().filter(|cell| !is_in(cell)) {
            let (x, y) = self.corner(cell);
            let side = CELL - 2 * inset;
            let (x, y) = (x + inset, y + inset);
            _ = write!(path, "M{x} {y}h{side}v{side}h-{side}z");
        }
        path
    }

    fn cage(&mut self, rule: &Rule) {
        let tone = self.tones.of(rule.kind);
        let inset = INSET + tone.min(4);
        let (stroke, tone) = (ink::stroke(tone), ink::tone(tone));
        for cells in &rule.parts {
            let mut cells = &cells[..];
            // The first of them counts the others.
            if let (true, [control, others @ ..]) = (is(rule, &pointers::COUNT_DISTINCT), cells) {
                self.circle(*control, "count", RADIUS);
                cells = others;
            }
            let path = self.frame(cells, inset);
            _ = writeln!(
                self.layers.marks,
                "<path class=\"cage{stroke}\" d=\"{path}\"/>"
            );
            let mut numbers: Vec<String> = rule.numbers.iter().map(i32::to_string).collect();
            if is(rule, &cages::SUM) && numbers.len() > 1 {
                let weights = cells.iter().zip(&rule.numbers[1..]);
                for (&cell, weight) in weights.filter(|own| *own.1 != 1) {
                    let (x, y) = self.corner(cell);
                    let (x, y) = (x + CELL - inset - 1, y + CELL - inset - 2);
                    _ = writeln!(
                        self.layers.digits,
                        "<text class=\"r\" x=\"{x}\" y=\"{y}\">\u{d7}{weight}</text>"
                    );
                }
                numbers.truncate(1);
            }
            let label = match is(rule, &cages::LOOK_AND_SAY) {
                true => {
                    let pairs = numbers.chunks(2).map(<[String]>::concat);
                    pairs.collect::<Vec<_>>().join(" ")
                }
                false => numbers.join(" "),
            };
            let Some(&first) = cells.iter().min().filter(|_| !label.is_empty()) else {
                continue;
            };
            // Several cages may begin in a cell.
            let (x, y) = self.corner(first);
            let earlier = self.labels.entry(first).or_insert(0);
            let (x, y) = (x + inset + 1, y + inset + 8 + 9 * *earlier);
            *earlier += 1;
            _ = writeln!(
                self.layers.digits,
                "<text class=\"s{tone}\" x=\"{x}\" y=\"{y}\">{}</text>",
                Escaped(label.as_bytes())
            );
        }
    }

    fn circle(&mut self, cell: Cell, class: &str, radius: f64) {
        let (x, y) = self.middle(cell);
        let (x, y) = (At(x), At(y));
        _ = writeln!(
            self.layers.lines,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
    }

    fn arrow(&mut self, rule: &Rule) {
        let [circle, shaft] = &rule.parts[..] else {
            return;
        };
        if circle.is_empty() || shaft.is_empty() {
            return;
        }
        // From the cell of the circle that is next to the shaft.
        let (first_x, first_y) = self.middle(shaft[0]);
        let far = |cell: &Cell| {
            let (x, y) = self.middle(*cell);
            (x - first_x).hypot(y - first_y)
        };
        let nearest = circle
            .iter()
            .copied()
            .min_by(|a, b| far(a).total_cmp(&far(b)));
        let nearest = nearest.unwrap_or(circle[0]);
        let mut points = vec![self.middle(nearest)];
        points.extend(shaft.iter().map(|&cell| self.middle(cell)));
        let (right, down) = unit(points[0], points[1]);
        points[0] = (points[0].0 + RADIUS * right, points[0].1 + RADIUS * down);
        let [.., before, end] = points[..] else {
            return;
        };
        // The tip is not in the middle, where the digit stands.
        let (right, down) = unit(before, end);
        let tip = (end.0 + 4.0 * right, end.1 + 4.0 * down);
        *points.last_mut().expect("there are two") = tip;
        let mut path = String::new();
        for (place, &(x, y)) in points.iter().enumerate() {
            let letter = if place == 0 { 'M' } else { 'L' };
            _ = write!(path, "{letter}{} {}", At(x), At(y));
        }
        let side = |across: f64| {
            let x = tip.0 - 7.0 * right - across * down;
            let y = tip.1 - 7.0 * down + across * right;
            format!("{} {}", At(x), At(y))
        };
        let (one, other) = (side(-5.0), side(5.0));
        _ = write!(path, "M{one}L{} {}L{other}", At(tip.0), At(tip.1));
        _ = writeln!(self.layers.lines, "<path class=\"shaft\" d=\"{path}\"/>");
        if self.ends.insert(circle.clone()) {
            let path = self.path(circle);
            _ = writeln!(
                self.layers.lines,
                "<path class=\"rim\" d=\"{path}\"/><path class=\"pill\" d=\"{path}\"/>"
            );
        }
    }

    /// Digits in a circle where cells meet.
    fn corner_circle(&mut self, rule: &Rule) {
        let Some(cells) = rule.parts.first().filter(|cells| !cells.is_empty()) else {
            return;
        };
        let count = cells.len() as f64;
        let middles = cells.iter().map(|&cell| self.middle(cell));
        let (x, y) = middles.fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
        let (x, y) = (x / count, y / count);
        let words: Vec<String> = rule.numbers.iter().map(i32::to_string).collect();
        let rows: Vec<String> = match words.len() {
            0..=2 => vec![words.join(" ")],
            count => words
                .chunks(count.div_ceil(2))
                .map(|row| row.join(" "))
                .collect(),
        };
        let radius = match words.len() {
            0..=1 => 9.0,
            2 => 10.5,
            _ => 12.5,
        };
        let marks = &mut self.layers.marks;
        _ = writeln!(
            marks,
            "<circle class=\"quad\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
            At(x),
            At(y)
        );
        for (row, text) in rows.iter().enumerate() {
            let down = 10.0 * (row as f64 - (rows.len() - 1) as f64 / 2.0);
            let y = At(y + 4.0 + down);
            let x = At(x);
            _ = writeln!(marks, "<text class=\"q\" x=\"{x}\" y=\"{y}\">{text}</text>");
        }
    }

    fn shade(&mut self, rule: &Rule, color: &str) {
        for part in &rule.parts {
            for &cell in part {
                self.shaded(rule, cell, color);
            }
            // Parts are compared with each other, so it matters which cell is in which.
            if rule.parts.len() > 1 {
                let path = self.frame(part, 1);
                _ = writeln!(self.layers.ground, "<path class=\"part\" d=\"{path}\"/>");
            }
        }
        if rule.parts.len() < 2 || self.tones.rules(rule.kind) < 2 {
            return;
        }
        // The parts of one rule have the same letter.
        let number = self.lettered.entry(rule.kind.name).or_insert(0);
        let letter = char::from(b'A' + (*number % 26) as u8);
        *number += 1;
        for first in rule.parts.iter().filter_map(|part| part.iter().min()) {
            let (x, y) = self.corner(*first);
            let (x, y) = (x + INSET + 1, y + CELL - INSET - 1);
            _ = writeln!(
                self.layers.digits,
                "<text class=\"s\" x=\"{x}\" y=\"{y}\">{letter}</text>"
            );
        }
    }

    fn shaded(&mut self, rule: &Rule, cell: Cell, color: &str) {
        let (x, y) = self.corner(cell);
        let class = ink::shade(color);
        if is(rule, &cages::ODD) {
            return self.circle(cell, &class, RADIUS);
        }
        let (inset, side) = match is(rule, &cages::EVEN) {
            true => (6, CELL - 12),
            false => (0, CELL),
        };
        let (left, top) = (x + inset, y + inset);
        _ = writeln!(
            self.layers.ground,
            "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"/>"
        );
        let outward = match () {
            () if is(rule, &cages::MAXIMUM) => 1.0,
            () if is(rule, &cages::MINIMUM) => -1.0,
            () => return,
        };
        let (x, y) = self.middle(cell);
        let mut path = String::new();
        for (right, down) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            if self.variant.shape.beside(cell, down, right).is_none() {
                continue;
            }
            let (right, down) = (right as f64, down as f64);
            let at = |along: f64, across: f64| {
                let (x, y) = (
                    x + along * right - across * down,
                    y + along * down + across * right,
                );
                format!("{} {}", At(x), At(y))
            };
            let (tip, foot) = (16.0 + 2.0 * outward, 16.0 - 2.0 * outward);
            _ = write!(
                path,
                "M{}L{}L{}",
                at(foot, -4.0),
                at(tip, 0.0),
                at(foot, 4.0)
            );
        }
        _ = writeln!(self.layers.marks, "<path class=\"part\" d=\"{path}\"/>");
    }

    fn circles(&mut self, rule: &Rule) {
        for &cell in rule.parts.iter().flatten() {
            self.circle(cell, "count", RADIUS + 1.0);
        }
    }

    /// Diagonals and windows.
    fn whole(&mut self, rule: &Rule) {
        let shape = self.variant.shape;
        let (wide, high) = (shape.columns * CELL, shape.rows * CELL);
        if is(rule, &whole::WINDOWS) {
            for cell in whole::windows(shape).into_iter().flatten().flatten() {
                let (x, y) = self.corner(cell);
                _ = writeln!(
                    self.layers.ground,
                    "<rect class=\"area\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
                );
            }
            return;
        }
        let is_up = is(rule, &whole::DIAGONAL_UP);
        if std::mem::replace(&mut self.diagonals[usize::from(is_up)], true) {
            return;
        }
        let path = match is_up {
            true => format!("M0 {high}L{wide} 0"),
            false => format!("M0 0L{wide} {high}"),
        };
        // Below all lines and circles.
        let line = format!("<path class=\"diagonal\" d=\"{path}\"/>\n");
        self.layers.lines.insert_str(0, &line);
    }
}

/// The direction from one place to another: to the right, and down.
fn unit(from: Point, to: Point) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    match length > 0.0 {
        true => (x / length, y / length),
        false => (0.0, 0.0),
    }
}
