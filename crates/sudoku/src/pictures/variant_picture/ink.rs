//! Colors by class, by day and by night. A picture has the styles of its own classes only.

use std::fmt::Write;

/// The parts of a class by day and by night.
type Row = (&'static str, &'static str, &'static str);

const STYLES: &[Row] = &[
    ("page", "fill:#fdfdfc", "fill:#16181b"),
    ("cell", "fill:#fff", "fill:#1d2024"),
    ("area", "fill:#eceff3", "fill:#2b3038"),
    (
        "thin",
        "stroke:#b9bcc0;stroke-width:1;fill:none",
        "stroke:#4a4f55",
    ),
    (
        "thick",
        "stroke:#1d2125;stroke-width:2.5;fill:none;stroke-linecap:square",
        "stroke:#e4e6e8",
    ),
    (
        "alone",
        "stroke:#5c636b;stroke-width:1.5;fill:none",
        "stroke:#a0a7af",
    ),
    (
        "line",
        "fill:none;stroke-width:9;stroke-linecap:round;stroke-linejoin:round",
        "",
    ),
    (
        "tube",
        "fill:none;stroke-width:13;stroke-linecap:round;stroke-linejoin:round",
        "",
    ),
    ("end", "fill:#fff;stroke-width:2.5", "fill:#1d2024"),
    (
        "rim",
        "fill:none;stroke:#8a9099;stroke-width:31;stroke-linecap:round;stroke-linejoin:round",
        "stroke:#7d848d",
    ),
    (
        "pill",
        "fill:none;stroke:#fff;stroke-width:28;stroke-linecap:round;stroke-linejoin:round",
        "stroke:#1d2024",
    ),
    (
        "shaft",
        "fill:none;stroke:#8a9099;stroke-width:2;stroke-linejoin:round",
        "stroke:#7d848d",
    ),
    (
        "diagonal",
        "fill:none;stroke:#7fa3d1;stroke-width:2",
        "stroke:#4f6f99",
    ),
    (
        "part",
        "fill:none;stroke:#8a9099;stroke-width:1.2",
        "stroke:#7d848d",
    ),
    (
        "cage",
        "fill:none;stroke:#3f454c;stroke-width:1;stroke-dasharray:3 2",
        "stroke:#a0a7af",
    ),
    (
        "angle",
        "fill:none;stroke:#1d2125;stroke-width:1.8;stroke-linejoin:round",
        "stroke:#e4e6e8",
    ),
    ("white", "fill:#fff;stroke:#1d2125;stroke-width:1.3", ""),
    (
        "black",
        "fill:#1d2125;stroke:#1d2125;stroke-width:1.3",
        "fill:#000;stroke:#e4e6e8",
    ),
    (
        "quad",
        "fill:#fff;stroke:#5c636b;stroke-width:1.3",
        "fill:#1d2024;stroke:#a0a7af",
    ),
    (
        "count",
        "fill:none;stroke:#8a9099;stroke-width:1.8",
        "stroke:#7d848d",
    ),
    (
        "reach",
        "stroke:#5c636b;stroke-width:1;stroke-dasharray:2 2",
        "stroke:#a0a7af",
    ),
    (
        "arrow",
        "fill:none;stroke:#5c636b;stroke-width:1.3",
        "stroke:#a0a7af",
    ),
    ("unsure", "opacity:.45", ""),
    ("d", "font-size:22px", ""),
    ("w", "font-size:16px", ""),
    ("e", "fill:#1f5f9f", "fill:#79b4ec"),
    ("m", "font-size:10px;fill:#5c636b", "fill:#a0a7af"),
    ("z", "font-size:7.5px", ""),
    ("s", "font-size:9px;text-anchor:start", ""),
    ("r", "font-size:9px;text-anchor:end", ""),
    ("n", "font-size:9px;fill:#1d2125", ""),
    ("o", "font-size:9px;fill:#fff", ""),
    ("q", "font-size:11px", ""),
    ("l", "font-size:13px;font-weight:600", ""),
    ("c", "font-size:14px", ""),
    ("t", "font-size:13px;text-anchor:start", ""),
    ("b", "font-weight:600", ""),
    // Kinds that look alike have one of these each, after the first.
    ("u1", "fill:#a8412f", "fill:#f0a08f"),
    ("u2", "fill:#2a774a", "fill:#7fd0a0"),
    ("u3", "fill:#7b4fa3", "fill:#c5a3ea"),
    ("u4", "fill:#8a6d1f", "fill:#d9bf6b"),
    ("v1", "stroke:#a8412f", "stroke:#f0a08f"),
    ("v2", "stroke:#2a774a", "stroke:#7fd0a0"),
    ("v3", "stroke:#7b4fa3", "stroke:#c5a3ea"),
    ("v4", "stroke:#8a6d1f", "stroke:#d9bf6b"),
];

const TONES: [&str; 5] = ["", " u1", " u2", " u3", " u4"];
const STROKES: [&str; 5] = ["", " v1", " v2", " v3", " v4"];

/// The class of text of the kind with this number among those that look alike.
pub fn tone(number: usize) -> &'static str {
    TONES[cycled(number)]
}

/// The same for what is drawn.
pub fn stroke(number: usize) -> &'static str {
    STROKES[cycled(number)]
}

fn cycled(number: usize) -> usize {
    match number {
        0 => 0,
        more => (more - 1) % 4 + 1,
    }
}

/// The class of a line in this color (`#rrggbb`).
pub fn line(color: &str) -> String {
    format!("i{}", color.trim_start_matches('#'))
}

/// The class of what is filled with the color of a line.
pub fn bulb(color: &str) -> String {
    format!("j{}", color.trim_start_matches('#'))
}

/// The class of a cell in this color.
pub fn shade(color: &str) -> String {
    format!("k{}", color.trim_start_matches('#'))
}

/// A color by night: darker, so that bright digits can be read on it. The colors of cells are pale
/// and would all be gray then, so the parts of a color are first set further apart.
fn dusk(color: &str, share: u32, apart: u32) -> String {
    let part = |place: usize| {
        let part = color.get(place..place + 2);
        let part = part.and_then(|part| u32::from_str_radix(part, 16).ok());
        part.unwrap_or(128)
    };
    let parts = [0, 2, 4].map(part);
    let most = parts.into_iter().max().unwrap_or(0);
    let mut dark = "#".to_owned();
    for part in parts {
        let part = most.saturating_sub((most - part) * apart);
        _ = write!(dark, "{:02x}", part * share / 100);
    }
    dark
}

/// The styles of all classes that a picture has.
pub fn style(body: &str) -> String {
    let classes = body.split("class=\"").skip(1);
    let classes = classes.filter_map(|rest| rest.split('"').next());
    let mut used: Vec<&str> = classes.flat_map(|names| names.split(' ')).collect();
    used.sort_unstable();
    used.dedup();
    let mut day =
        "text{font-family:system-ui,sans-serif;fill:#1d2125;text-anchor:middle}".to_owned();
    let mut night = "text{fill:#e4e6e8}".to_owned();
    for (name, light, dark) in STYLES {
        if used.binary_search(name).is_err() {
            continue;
        }
        _ = write!(day, ".{name}{{{light}}}");
        if !dark.is_empty() {
            _ = write!(night, ".{name}{{{dark}}}");
        }
    }
    for name in used.iter().filter(|name| name.len() == 7) {
        let (what, share, apart) = match name.as_bytes()[0] {
            b'i' => ("stroke", 55, 1),
            b'j' => ("fill", 55, 1),
            b'k' => ("fill", 32, 3),
            _ => continue,
        };
        let color = &name[1..];
        _ = write!(day, ".{name}{{{what}:#{color}}}");
        _ = write!(night, ".{name}{{{what}:{}}}", dusk(color, share, apart));
    }
    format!("{day}\n@media(prefers-color-scheme:dark){{{night}}}")
}
