//! A Sudoku with rules, drawn as people know them: lines, dots, arrows, cages, clues beside the
//! grid. What is not drawn, a sentence tells.
//!
//! | file | what it knows |
//! |---|---|
//! | `mod.rs` | cells, digits, sentences |
//! | `marks.rs` | how each rule looks |
//! | `around.rs` | where the clues beside the grid stand |
//! | `ink.rs` | colors, by day and by night |
//! | `plain.rs` | the same Sudoku as text |

mod around;
mod ink;
mod marks;
mod plain;
#[cfg(test)]
mod tests;

pub use plain::text;

use super::outline;
pub use super::outline::CELL;
use crate::rules::kinds::{Kind, Look, whole};
use crate::rules::{Cell, Custom, Digits, Rule, Variant};
use around::Clue;
use dlx3_base::text::svg::{At, CLOSE, Escaped, open};
use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};
use std::fmt::Write;

/// Room around everything.
const MARGIN: usize = 6;
/// The height of a line of words, the width of a letter, and the least width of lines.
const LINE: usize = 17;
const LETTER: f64 = 7.2;
const NARROWEST: usize = 300;
/// How far a row of cells beside the grid is from the one above.
const EXTRA: usize = CELL + 16;

/// A Sudoku as SVG, with a sentence for each kind of its rules below. A solution has a digit for
/// each cell of the grid, then for those beside it; another number than a digit stands for a blank.
/// Cells without a digit show the digits that they may have, unless these are all.
pub fn svg(variant: &Variant, solution: Option<&[u8]>) -> String {
    draw(variant, solution, true)
}

/// The picture without the sentences below the grid.
pub fn grid_svg(variant: &Variant, solution: Option<&[u8]>) -> String {
    draw(variant, solution, false)
}

/// What a picture has of the rules alone, for a program that draws cells and digits itself. The
/// corner of the grid is at 0 0, and a cell is [`CELL`] wide. Each part is a list of elements of SVG
/// with classes, whose colors the program knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesPicture {
    /// The least and greatest x, then y, of what is drawn, clues beside the grid included.
    pub extent: [i64; 4],
    /// Colors of cells.
    pub ground: String,
    /// Lines and circles, below the walls of the grid.
    pub lines: String,
    /// Cages, signs and clues, above the walls.
    pub marks: String,
    /// Numbers in the corners of cells; cells beside the grid.
    pub words: String,
    /// The cells that have such a number in their upper left corner.
    pub labelled: Vec<Cell>,
}

/// The rules alone.
pub fn rules_picture(variant: &Variant) -> RulesPicture {
    // Digits of the grid are for others to draw.
    let mut blank = variant.clone();
    blank.sets[..variant.shape.cells()].fill(variant.shape.digits());
    let clues = around::clues(variant);
    let extent = Extent::new(variant, &clues);
    let mut picture = Picture::new(&blank, None, &extent);
    picture.extra_cells();
    picture.all_rules(&clues);
    picture.digits();
    let mut labelled: Vec<Cell> = picture.labels.keys().copied().collect();
    labelled.sort_unstable();
    let layers = picture.layers;
    RulesPicture {
        extent: [extent.left, extent.right, extent.top, extent.bottom],
        ground: layers.ground,
        lines: layers.lines,
        marks: layers.walls + &layers.marks,
        words: layers.digits,
        labelled,
    }
}

/// The room that a picture takes, from the corner of the grid.
struct Extent {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
    /// Where cells beside the grid begin.
    beside: usize,
}

impl Extent {
    fn new(variant: &Variant, clues: &[Clue]) -> Self {
        let (rows, columns) = (variant.shape.rows, variant.shape.columns);
        let (wide, high) = (columns * CELL, rows * CELL);
        // Clues need room on their sides only.
        let (mut left, mut top, mut right, mut bottom) = (0.0, 0.0, wide as f64, high as f64);
        for clue in clues {
            let half = clue.half_width();
            left = f64::min(left, clue.x - half);
            right = f64::max(right, clue.x + half);
            top = f64::min(top, clue.y - 9.0);
            bottom = f64::max(bottom, clue.y + 9.0);
        }
        let beside = bottom.ceil() as usize + 4;
        let below = match variant.extra.len().div_ceil(columns) {
            0 => bottom.ceil() as usize,
            rows => beside + rows * EXTRA,
        };
        Extent {
            left: left.floor() as i64,
            right: right.ceil() as i64,
            top: top.floor() as i64,
            bottom: below as i64,
            beside,
        }
    }
}

fn draw(variant: &Variant, solution: Option<&[u8]>, has_words: bool) -> String {
    let clues = around::clues(variant);
    let extent = Extent::new(variant, &clues);
    let (left, top) = (-extent.left as usize, -extent.top as usize);
    let grid_width = left + extent.right as usize;
    let width = match has_words {
        true => grid_width.max(NARROWEST),
        false => grid_width,
    } + 2 * MARGIN;
    let mut picture = Picture::new(variant, solution, &extent);
    picture.cells();
    picture.extra_cells();
    picture.all_rules(&clues);
    picture.digits();
    let (x, y) = (
        MARGIN + left + (width - 2 * MARGIN - grid_width) / 2,
        MARGIN + top,
    );
    let mut height = y + extent.bottom as usize + MARGIN;
    let mut words = String::new();
    if has_words {
        let signs = ((width - 2 * MARGIN) as f64 / LETTER) as usize;
        (words, height) = picture.words(height, signs);
    }
    let Layers {
        ground,
        lines,
        walls,
        marks,
        digits,
    } = picture.layers;
    let body = format!(
        "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n\
         <g transform=\"translate({x},{y})\">\n{ground}{lines}{walls}{marks}{digits}</g>\n{words}"
    );
    let style = ink::style(&body);
    format!(
        "{}<style>{style}</style>\n{body}{CLOSE}",
        open(width, height, 1)
    )
}

/// What is drawn, from the ground up.
#[derive(Default)]
struct Layers {
    ground: String,
    lines: String,
    walls: String,
    marks: String,
    digits: String,
}

impl Layers {
    fn all(&mut self) -> [&mut String; 3] {
        [&mut self.ground, &mut self.lines, &mut self.marks]
    }
}

/// The kinds of all rules, in their order, and how many rules each has. Some look alike, except for
/// a color: cages, and clues beside the grid.
struct Tones(Vec<(&'static Kind, usize)>);

impl Tones {
    fn new(variant: &Variant) -> Self {
        let mut kinds: Vec<(&'static Kind, usize)> = Vec::new();
        each_rule(&variant.rules, &mut |rule, _| {
            let own = kinds.iter_mut().find(|own| is(rule, own.0));
            match own {
                Some(own) => own.1 += 1,
                None => kinds.push((rule.kind, 1)),
            }
        });
        Tones(kinds)
    }

    /// The number of a kind among those that look like it.
    fn of(&self, kind: &Kind) -> usize {
        let mut alike = self.0.iter().filter(|own| own.0.look == kind.look);
        let place = alike.position(|own| std::ptr::eq(own.0, kind));
        match kind.look {
            Look::Cage | Look::Edge => place.unwrap_or(0),
            _ => 0,
        }
    }

    /// How many rules of a kind there are.
    fn rules(&self, kind: &Kind) -> usize {
        let own = self.0.iter().find(|own| std::ptr::eq(own.0, kind));
        own.map_or(0, |own| own.1)
    }
}

/// Calls `with` for each rule, those of alternatives included; these are not sure to hold.
fn each_rule<'r>(rules: &'r [Rule], with: &mut dyn FnMut(&'r Rule, bool)) {
    fn walk<'r>(rules: &'r [Rule], is_sure: bool, with: &mut dyn FnMut(&'r Rule, bool)) {
        for rule in rules {
            with(rule, is_sure);
            if let Some(Custom::Any(all)) = rule.custom.as_deref() {
                for group in all {
                    walk(group, false, with);
                }
            }
        }
    }
    walk(rules, true, with);
}

/// Whether a rule is of this kind.
fn is(rule: &Rule, kind: &'static Kind) -> bool {
    std::ptr::eq(rule.kind, kind)
}

/// The number of the regions that each cell is in.
fn regions(variant: &Variant) -> Vec<Vec<usize>> {
    let mut of_cell = vec![Vec::new(); variant.shape.cells()];
    for (number, region) in variant.regions.iter().enumerate() {
        for &cell in region {
            of_cell[usize::from(cell)].push(number);
        }
    }
    of_cell
}

/// What is shown in a cell.
enum Shown {
    Given(u8),
    Entered(u8),
    /// The digits that it may have.
    Marks(Digits),
    Blank,
}

fn shown(variant: &Variant, solution: Option<&[u8]>, cell: usize) -> Shown {
    let set = variant.sets[cell];
    if set.count_ones() == 1 {
        return Shown::Given(set.trailing_zeros() as u8);
    }
    let own = solution.and_then(|digits| digits.get(cell).copied());
    let all = variant.shape.digits();
    match own.filter(|&digit| digit < 32 && all >> digit & 1 == 1) {
        Some(digit) => Shown::Entered(digit),
        None if set & all == all || set == 0 => Shown::Blank,
        None => Shown::Marks(set),
    }
}

struct Picture<'p> {
    variant: &'p Variant,
    solution: Option<&'p [u8]>,
    /// Where the cells beside the grid begin.
    beside: usize,
    tones: Tones,
    layers: Layers,
    /// Circles and pills that are drawn: several arrows may have one.
    ends: HashSet<Vec<Cell>>,
    /// How many signs stand between two cells, and numbers of cages in a cell.
    signs: HashMap<[Cell; 2], usize>,
    labels: HashMap<Cell, usize>,
    /// How many rules of several parts are drawn, of each kind.
    lettered: HashMap<&'static str, usize>,
    /// Whether each diagonal is drawn.
    diagonals: [bool; 2],
}

impl<'p> Picture<'p> {
    /// An empty picture.
    fn new(variant: &'p Variant, solution: Option<&'p [u8]>, extent: &Extent) -> Self {
        Picture {
            variant,
            solution,
            beside: extent.beside,
            tones: Tones::new(variant),
            layers: Layers::default(),
            ends: HashSet::new(),
            signs: HashMap::new(),
            labels: HashMap::new(),
            lettered: HashMap::new(),
            diagonals: [false; 2],
        }
    }

    fn all_rules(&mut self, clues: &[Clue]) {
        for rule in &self.variant.rules {
            self.rule(rule);
        }
        self.clues(clues);
    }

    /// The left and upper edge of a cell.
    fn corner(&self, cell: Cell) -> (usize, usize) {
        let shape = &self.variant.shape;
        match usize::from(cell).checked_sub(shape.cells()) {
            None => (shape.column(cell) * CELL, shape.row(cell) * CELL),
            Some(extra) => (
                extra % shape.columns * CELL,
                self.beside + extra / shape.columns * EXTRA + EXTRA - CELL,
            ),
        }
    }

    /// The middle of a cell.
    fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        ((x + CELL / 2) as f64, (y + CELL / 2) as f64)
    }

    /// The ground of the grid, and its walls.
    fn cells(&mut self) {
        let shape = self.variant.shape;
        let (wide, high) = (shape.columns * CELL, shape.rows * CELL);
        let layers = &mut self.layers;
        _ = writeln!(
            layers.ground,
            "<rect class=\"cell\" width=\"{wide}\" height=\"{high}\"/>"
        );
        let of_cell = regions(self.variant);
        let box_at = |row: usize, column: usize| {
            let inside = row < shape.rows && column < shape.columns;
            inside.then(|| &of_cell[usize::from(shape.cell(row, column))])
        };
        let (thin, thick) = outline::walls(shape.rows, shape.columns, box_at);
        for (class, path) in [("thin", thin), ("thick", thick)] {
            _ = writeln!(layers.walls, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// The cells beside the grid.
    fn extra_cells(&mut self) {
        let cells = self.variant.shape.cells();
        for (number, name) in self.variant.extra.iter().enumerate() {
            let (x, y) = self.corner((cells + number) as Cell);
            let layers = &mut self.layers;
            _ = writeln!(
                layers.ground,
                "<rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
            _ = writeln!(
                layers.walls,
                "<path class=\"alone\" d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\"/>"
            );
            let (x, y, name) = (x + CELL / 2, y - 4, Escaped(name.as_bytes()));
            _ = writeln!(
                layers.digits,
                "<text class=\"m\" x=\"{x}\" y=\"{y}\">{name}</text>"
            );
        }
    }

    fn digits(&mut self) {
        for cell in 0..self.variant.sets.len() {
            let (x, y) = self.middle(cell as Cell);
            let mut digit = |digit: u8, class: &str| {
                let size = if digit > 9 { "w" } else { "d" };
                let (x, y) = (At(x), At(y + if digit > 9 { 6.0 } else { 8.0 }));
                _ = writeln!(
                    self.layers.digits,
                    "<text class=\"{size}{class}\" x=\"{x}\" y=\"{y}\">{digit}</text>"
                );
            };
            match shown(self.variant, self.solution, cell) {
                Shown::Given(own) => digit(own, ""),
                Shown::Entered(own) => digit(own, " e"),
                Shown::Marks(set) => self.small_digits(cell as Cell, set),
                Shown::Blank => {}
            }
        }
    }

    /// Each digit has a place of its own, the same in every cell.
    fn small_digits(&mut self, cell: Cell, set: Digits) {
        let shape = self.variant.shape;
        let order = shape.order();
        let across = (1..=order).find(|side| side * side >= order).unwrap_or(1);
        let part = (CELL - 6) as f64 / across as f64;
        let (left, top) = self.corner(cell);
        let class = if shape.last > 9 { "m z" } else { "m" };
        for digit in (shape.first..=shape.last).filter(|digit| set >> digit & 1 == 1) {
            let place = usize::from(digit - shape.first);
            let x = At((left + 3) as f64 + part * ((place % across) as f64 + 0.5));
            let y = At((top + 3) as f64 + part * ((place / across) as f64 + 0.5) + 3.5);
            _ = writeln!(
                self.layers.digits,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{digit}</text>"
            );
        }
    }

    fn clues(&mut self, clues: &[Clue]) {
        for clue in clues {
            let tone = ink::tone(self.tones.of(clue.kind));
            let unsure = if clue.is_sure { "" } else { " unsure" };
            let (x, y) = (At(clue.x), At(clue.y + 4.5));
            let text = clue.number;
            let marks = &mut self.layers.marks;
            _ = writeln!(
                marks,
                "<text class=\"c{tone}{unsure}\" x=\"{x}\" y=\"{y}\">{text}</text>"
            );
            if let Some(path) = &clue.arrow {
                _ = writeln!(marks, "<path class=\"arrow{unsure}\" d=\"{path}\"/>");
            }
        }
    }

    /// Writes the sentences from `top` on, at most `signs` a line; returns where they end.
    fn words(&self, top: usize, signs: usize) -> (String, usize) {
        let mut text = String::new();
        let mut y = top + 8;
        for (name, tone, says) in sentences(self.variant, &self.tones) {
            let mut is_first = true;
            let whole = match name.is_empty() {
                true => says,
                false => format!("{name}: {says}"),
            };
            for line in lines(&whole, signs) {
                y += LINE;
                let rest = line
                    .strip_prefix(&name[..])
                    .filter(|_| is_first && !name.is_empty());
                let inner = match rest {
                    Some(rest) => format!(
                        "<tspan class=\"b{tone}\">{}</tspan>{}",
                        Escaped(name.as_bytes()),
                        Escaped(rest.as_bytes())
                    ),
                    None => Escaped(line.as_bytes()).to_string(),
                };
                is_first = false;
                _ = writeln!(
                    text,
                    "<text class=\"t\" x=\"{MARGIN}\" y=\"{y}\">{inner}</text>"
                );
            }
            y += 3;
        }
        match text.is_empty() {
            true => (text, top),
            false => (text, y + MARGIN),
        }
    }
}

/// Breaks words into lines of at most `signs`; a longer word has a line of its own.
fn lines(text: &str, signs: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= signs => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// What is to be told: a name, the class of its color, and a sentence.
fn sentences(variant: &Variant, tones: &Tones) -> Vec<(String, String, String)> {
    let shape = variant.shape;
    let mut told: Vec<(String, String, String)> = Vec::new();
    let mut names: HashSet<String> = HashSet::new();
    let plain = |says: String| (String::new(), String::new(), says);
    if shape.first != 1 || usize::from(shape.last) != shape.columns.max(shape.rows) {
        told.push(plain(format!(
            "Digits are {} to {}.",
            shape.first, shape.last
        )));
    }
    if !variant.has_lines {
        told.push(plain("Rows and columns may have a digit twice.".to_owned()));
    }
    each_rule(&variant.rules, &mut |rule, _| {
        let kind = rule.kind;
        // The numbers of others are drawn.
        let more = match (kind.look, rule.custom.as_deref()) {
            (_, Some(Custom::Expression(text))) => text.escape_debug().to_string(),
            (Look::Sentence, _) => {
                let numbers = rule.numbers.iter().map(i32::to_string);
                numbers.collect::<Vec<_>>().join(" ")
            }
            _ => String::new(),
        };
        let name = match more.is_empty() {
            true => kind.name.to_owned(),
            false => format!("{} {more}", kind.name),
        };
        if names.insert(name.clone()) {
            let tone = ink::tone(tones.of(kind)).to_owned();
            told.push((name, tone, format!("{}.", kind.says)));
        }
    });
    told
}

/// Whether a rule of the whole grid is drawn.
fn is_drawn(rule: &Rule) -> bool {
    [&whole::DIAGONAL_UP, &whole::DIAGONAL_DOWN, &whole::WINDOWS]
        .iter()
        .any(|kind| is(rule, kind))
}
