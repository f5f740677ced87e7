//! A large search as its profile: a bar for each level, with the root at the top, and the numbers
//! of nodes and solutions, and the mean degree.

use super::shape::{Kinds, Shape, Unit};
use super::{GAP, HEAD, counted, grouped, put_bar, put_head};
use dlx3_base::text::svg::{At, BLUE, CLOSE, GREEN, GROUND, RED, open};
use num_bigint::BigUint;
use std::fmt::Write;

/// The length of the bar for the largest number of nodes.
const BAR: f64 = 220.0;
/// The distance between levels.
const ROW: usize = 16;
/// If there are more levels than this, several of them share a bar.
const MOST_ROWS: usize = 100;
/// The right edges of the columns of numbers, from the end of the bars.
const COLUMNS: [usize; 3] = [100, 190, 244];

/// A bar.
struct Row {
    levels: String,
    nodes: BigUint,
    kinds: Option<Kinds>,
}

/// The words for one and for many of what a level counts; and for a level.
fn words(unit: Unit) -> (&'static str, &'static str, &'static str) {
    match unit {
        Unit::Nodes => ("node", "nodes", "level"),
        Unit::States => ("state", "states", "layer"),
    }
}

/// The bars of a profile, each for `together` levels.
fn rows(shape: &Shape, together: usize) -> Vec<Row> {
    let chunks = shape.levels.chunks(together).enumerate();
    let rows = chunks.map(|(place, levels)| {
        let first = place * together;
        let last = first + levels.len() - 1;
        let add = |sum: Option<Kinds>, kinds: Option<Kinds>| {
            let (sum, kinds) = (sum?, kinds?);
            Some(Kinds {
                solutions: sum.solutions + kinds.solutions,
                dead_ends: sum.dead_ends + kinds.dead_ends,
                branches: sum.branches.saturating_add(kinds.branches),
            })
        };
        Row {
            levels: match first == last {
                true => first.to_string(),
                false => format!("{first}-{last}"),
            },
            nodes: levels.iter().map(|level| &level.nodes).sum(),
            kinds: levels
                .iter()
                .map(|level| level.kinds)
                .fold(Some(Kinds::default()), add),
        }
    });
    rows.collect()
}

fn size(number: &BigUint) -> f64 {
    // The nearest 64-bit floating point number, or infinity.
    number.to_string().parse().unwrap_or(f64::INFINITY)
}

/// The mean degree of the nodes other than solutions.
fn degree(nodes: &BigUint, kinds: Kinds) -> Option<f64> {
    let others = size(nodes) - kinds.solutions as f64;
    (others > 0.0).then(|| kinds.branches as f64 / others)
}

/// Draws profiles side by side, on one scale, each with a name above it.
pub fn draw(profiles: &[(&[u8], &Shape)]) -> String {
    let levels = profiles.iter().map(|profile| profile.1.levels.len());
    let together = levels.max().unwrap_or(1).div_ceil(MOST_ROWS).max(1);
    let drawn: Vec<Vec<Row>> = profiles
        .iter()
        .map(|profile| rows(profile.1, together))
        .collect();
    let most = drawn.iter().flatten().map(|row| &row.nodes).max();
    let most = most.map_or(1.0, size).max(1.0);
    let count = drawn.iter().map(Vec::len).max().unwrap_or(1);
    let panel = 50 + BAR as usize + COLUMNS[2];
    let height = HEAD + ROW * (count + 1) + 38;
    let mut text = open(profiles.len() * (panel + GAP) + GAP, height, 1);
    let _ = writeln!(
        text,
        "<style>text{{font:11px sans-serif;fill:#333}}.name{{font-size:13px;font-weight:bold}}\
         .right text{{text-anchor:end}}.item{{fill:{BLUE}}}.solution{{fill:{GREEN}}}\
         .dead{{fill:{RED}}}</style>"
    );
    text += GROUND;
    let mut left = GAP;
    for ((name, shape), rows) in profiles.iter().zip(&drawn) {
        put_head(&mut text, left, name, &told(shape));
        let _ = writeln!(
            text,
            "<g class=\"right\" transform=\"translate({left},{HEAD})\">"
        );
        put_rows(&mut text, rows, most, shape.unit);
        text += "</g>\n";
        left += panel + GAP;
    }
    let has_kinds = drawn.iter().flatten().any(|row| row.kinds.is_some());
    let unit = profiles.first().map(|profile| profile.1.unit);
    put_legend(&mut text, height - 12, has_kinds, unit.unwrap_or_default());
    text += CLOSE;
    text
}

/// The numbers of nodes and, as far as they are known, of solutions and branches.
fn told(shape: &Shape) -> String {
    let all = rows(shape, shape.levels.len().max(1));
    let Some(row) = all.first() else {
        return String::new();
    };
    let mut told = counted(&row.nodes, words(shape.unit).0);
    if let Some(kinds) = row.kinds {
        for (number, what) in [(kinds.solutions, "solution"), (kinds.dead_ends, "dead end")] {
            told += ", ";
            told += &counted(number, what);
        }
    }
    if shape.is_cut {
        told += ", the tree is cut";
    }
    told
}

fn put_rows(text: &mut String, rows: &[Row], most: f64, unit: Unit) {
    let bars = 50.0;
    let column = |index: usize| bars as usize + BAR as usize + COLUMNS[index];
    let has_kinds = rows.iter().any(|row| row.kinds.is_some());
    let (_, nodes, level) = words(unit);
    let heads = [nodes, "solutions", "degree"];
    let shown = if has_kinds { 3 } else { 1 };
    let _ = write!(text, "<text x=\"40\" y=\"12\">{level}</text>");
    for (index, head) in heads.iter().enumerate().take(shown) {
        let _ = write!(text, "<text x=\"{}\" y=\"12\">{head}</text>", column(index));
    }
    text.push('\n');
    for (place, row) in rows.iter().enumerate() {
        let top = (ROW * (place + 1)) as f64;
        let base = At(top + 12.0);
        let nodes = size(&row.nodes);
        let kinds = row.kinds.unwrap_or_default();
        let (solutions, dead) = (kinds.solutions as f64, kinds.dead_ends as f64);
        let mut x = bars;
        let parts = [
            ("item", nodes - solutions - dead),
            ("dead", dead),
            ("solution", solutions),
        ];
        for (class, part) in parts {
            let width = if most.is_finite() {
                part / most * BAR
            } else {
                0.0
            };
            put_bar(text, class, (x, top + 2.0), (width, ROW as f64 - 3.0));
            x += width;
        }
        let _ = write!(text, "<text x=\"40\" y=\"{base}\">{}</text>", row.levels);
        let mut cells = vec![grouped(&row.nodes.to_string())];
        if let Some(kinds) = row.kinds {
            let solutions = match kinds.solutions {
                0 => String::new(),
                number => grouped(&number.to_string()),
            };
            let degree = degree(&row.nodes, kinds).map(|degree| format!("{degree:.2}"));
            cells.extend([solutions, degree.unwrap_or_default()]);
        }
        for (index, cell) in cells.iter().enumerate().filter(|cell| !cell.1.is_empty()) {
            let _ = write!(
                text,
                "<text x=\"{}\" y=\"{base}\">{cell}</text>",
                column(index)
            );
        }
        text.push('\n');
    }
}

fn put_legend(text: &mut String, y: usize, has_kinds: bool, unit: Unit) {
    let signs: &[(&str, &str)] = match has_kinds {
        true => &[
            ("item", "nodes with branches"),
            ("dead", "dead ends"),
            ("solution", "solutions"),
        ],
        false => &[("item", words(unit).1)],
    };
    let mut x = GAP;
    for &(class, meaning) in signs {
        put_bar(text, class, (x as f64, y as f64 - 9.0), (10.0, 10.0));
        let _ = writeln!(text, "<text x=\"{}\" y=\"{y}\">{meaning}</text>", x + 16);
        x += 40 + 6 * meaning.len();
    }
}
