//! Drawings with a blank between the holes of a line, as they are typed and as matrices are printed.
//! They are closed up, so that neighbors are neighbors.

use super::Directions;
use super::text::Cell;

/// Gives the cells of a drawing the columns that they have without the blanks between them.
///
/// A triangle that stands upright has its lines moved by half a place from one to the next. It is
/// leaned over, as boards of six directions are.
pub fn close_up(cells: &mut [Cell], directions: Directions) {
    let rows = || cells.iter().map(|cell| cell.row);
    let mut columns: Vec<usize> = cells.iter().map(|cell| cell.place).collect();
    columns.sort_unstable();
    columns.dedup();
    // In one line, and with two columns, blanks separate the start from the finish.
    if rows().min() == rows().max() || columns.len() < 3 {
        return;
    }
    let leans = |cell: &Cell| cell.row + cell.place;
    let first = cells.iter().map(leans).min().unwrap_or(0);
    let is_upright = cells.iter().all(|cell| (leans(cell) - first) % 2 == 0);
    let runs: Vec<&[usize]> = columns.chunk_by(|a, b| b - a <= 2).collect();
    let is_spaced = runs
        .iter()
        .all(|run| run.windows(2).all(|pair| pair[1] - pair[0] == 2));
    let is_wide = runs.iter().any(|run| run.len() >= 3);
    if is_spaced && is_wide {
        // Each run of columns begins one column after the one before it has ended.
        let mut places = Vec::new();
        let mut next = 0;
        for run in runs {
            places.extend((next..).zip(run).map(|(place, &column)| (column, place)));
            next += run.len() + 1;
        }
        for cell in cells {
            let place = places.iter().find(|(column, _)| *column == cell.place);
            cell.place = place.map_or(cell.place, |&(_, place)| place);
        }
    } else if is_upright && directions == Directions::Six {
        for cell in cells {
            cell.place = (leans(cell) - first) / 2;
        }
    }
}
