//! Rows whose blanks are spaces: the column of a digit in its line tells its cell.
//!
//! ```text
//!  9  | 1 7 |  8        one place a cell, and bars between boxes
//! 5 3     7             two places a cell
//! ```

use super::cell::{self, Empty, is_frame, is_text};
use super::{Asked, Found, FoundGrid};

/// The one grid of a text.
pub fn find(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let order = asked.order;
    let is_sign =
        |&byte: &u8| byte == b' ' || byte == b'|' || cell::is_digit(order, byte) && byte != b'0';
    let mut rows: Vec<(usize, &[u8])> = Vec::new();
    let mut is_over = false;
    for (number, line) in lines.iter().enumerate() {
        let is_row = line.iter().all(is_sign);
        let has_bar = line.contains(&b'|');
        match () {
            () if line.trim_ascii().is_empty() || is_row && !is_over => {
                if !rows.is_empty() && !is_over || is_row && !line.trim_ascii().is_empty() {
                    rows.push((number, line));
                }
            }
            () if is_frame(line) && !is_row || is_row && has_bar && is_frame(line) => {}
            () if is_text(order, line) => is_over = !rows.is_empty(),
            () => return None,
        }
    }
    let is_blank = |&(_, line): &(usize, &[u8])| line.trim_ascii().is_empty();
    while rows.last().is_some_and(is_blank) {
        rows.pop();
    }
    // A line without anything is a row that has no digit, or stands between two bands.
    if rows.len() != order {
        rows.retain(|row| !is_blank(row));
    }
    if rows.len() != order || !asked.is_whole {
        return None;
    }
    let texts: Vec<&[u8]> = rows.iter().map(|&(_, line)| line).collect();
    let mut found = Vec::new();
    for stride in 1..=4 {
        for (first, others) in [(0, 0), (0, 1), (1, 1), (1, 0)] {
            let cells = Layout {
                asked,
                stride,
                first,
                others,
            }
            .cells(&texts);
            found.extend(cells.filter(|cells| !found.contains(cells)));
        }
    }
    let [cells] = &found[..] else {
        return None;
    };
    let cells = cells.iter().map(|&byte| cell::read(order, &[byte]));
    let cells: Vec<_> = cells.collect::<Option<_>>()?;
    let signs = cells.iter().map(|&(sign, empty)| match empty {
        Empty::Nothing => cell::BLANK,
        _ => sign,
    });
    Some(Found {
        grids: vec![FoundGrid {
            line: rows[0].0,
            signs: signs.collect(),
            entered: Vec::new(),
        }],
        used: lines.len(),
    })
}

/// Where cells are: `stride` columns apart, after `first` columns in the first group and `others`
/// in the other groups.
#[derive(Clone, Copy)]
struct Layout {
    asked: Asked,
    stride: usize,
    first: usize,
    others: usize,
}

impl Layout {
    /// The signs of all cells, if nothing stands elsewhere.
    fn cells(self, rows: &[&[u8]]) -> Option<Vec<u8>> {
        let order = self.asked.order;
        let mut all = Vec::with_capacity(self.asked.cells());
        // Blanks that stand before a digit of the same row.
        let mut inner = 0;
        let bars = bars(rows)?;
        let is_framed = rows.iter().all(|row| {
            let row = row.trim_ascii();
            row.starts_with(b"|") && row.ends_with(b"|")
        });
        for &row in rows {
            let before = all.len();
            let groups = groups(row, is_framed);
            if !order.is_multiple_of(groups.len()) || groups.len() == order {
                return None;
            }
            let each = order / groups.len();
            let span = (each - 1) * self.stride + 1;
            // All groups but the last have equally many columns after their cells.
            if groups.len() > 2 && (groups[0].len() + self.others) != (groups[1].len() + self.first)
            {
                return None;
            }
            for (number, group) in groups.iter().enumerate() {
                let pad = if number == 0 { self.first } else { self.others };
                let is_last = number + 1 == groups.len();
                let most = pad + span + 1;
                let is_wide = group.len() >= pad + span || is_last;
                if !is_wide
                    || group.trim_ascii_end().len() > pad + span
                    || !is_last && group.len() > most
                {
                    return None;
                }
                for (place, &byte) in group.iter().enumerate() {
                    let is_cell = place >= pad && (place - pad).is_multiple_of(self.stride);
                    if byte != b' ' && !is_cell {
                        return None;
                    }
                }
                let place = |cell: usize| group.get(pad + cell * self.stride).copied();
                all.extend((0..each).map(|cell| place(cell).unwrap_or(b' ')));
            }
            let cells = &all[before..];
            let last = cells.iter().rposition(|&byte| byte != b' ').unwrap_or(0);
            inner += cells[..last].iter().filter(|&&byte| byte == b' ').count();
        }
        // Otherwise a row that lacks some signs would pass as a row that ends with blanks.
        let is_open = |column: usize| {
            all.iter()
                .skip(column)
                .step_by(order)
                .any(|&byte| byte != b' ')
        };
        let is_full_width = bars.len() > 1 || (order - 2..order).any(is_open);
        (inner >= order && is_full_width).then_some(all)
    }
}

/// The places of bars, which are the same in all rows.
fn bars(rows: &[&[u8]]) -> Option<Vec<usize>> {
    let of = |row: &[u8]| memchr::memchr_iter(b'|', row).collect::<Vec<usize>>();
    let bars = of(rows[0]);
    rows.iter().all(|row| of(row) == bars).then_some(bars)
}

/// The groups of a row between its bars. With a frame, bars also stand before the first and after
/// the last.
fn groups(row: &[u8], is_framed: bool) -> Vec<&[u8]> {
    let mut groups: Vec<&[u8]> = row.split(|&byte| byte == b'|').collect();
    if is_framed && groups.len() > 2 {
        groups.pop();
        groups.remove(0);
    }
    groups
}
