//! Lists in brackets, whatever their lines are: JSON, Python, C, Rust.
//!
//! A grid is a list of rows, each a list or a string of cells, or a list or a string of all cells.
//! A list named as a solution is skipped.

use super::cell::{self, Empty};
use super::{Asked, Found, FoundGrid};
use crate::text::reading::Sign;

/// A list that has begun.
#[derive(Default)]
struct List {
    line: usize,
    cells: Vec<(Sign, Empty)>,
    /// The rows in it.
    rows: Vec<Vec<(Sign, Empty)>>,
    /// Whether it has something that is no cell.
    is_other: bool,
    is_solution: bool,
    /// The name that was read last.
    name: Vec<u8>,
}

/// Most nested brackets.
const DEEPEST: usize = 64;

/// The grids of a text.
pub fn find(asked: Asked, lines: &[Vec<u8>]) -> Option<Found> {
    let is_opening = |byte: &u8| b"[{(".contains(byte);
    if !lines.iter().any(|line| line.iter().any(is_opening)) || !asked.is_whole {
        return None;
    }
    let mut reader = Reader {
        asked,
        lists: vec![List::default()],
        grids: Vec::new(),
    };
    for (number, line) in lines.iter().enumerate() {
        reader.line(number, line)?;
    }
    let is_closed = reader.lists.len() == 1;
    let used = lines.len();
    let grids = reader.grids;
    is_closed.then_some(Found { grids, used })
}

struct Reader {
    asked: Asked,
    lists: Vec<List>,
    grids: Vec<FoundGrid>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &[u8]) -> Option<()> {
        let mut rest = line;
        while let Some((&first, after)) = rest.split_first() {
            let is_part =
                |byte: &u8| !b"[]{}(),:;=\"'".contains(byte) && !byte.is_ascii_whitespace();
            rest = after;
            match first {
                b'[' | b'{' | b'(' => {
                    let above = self.top();
                    let is_solution = above.is_solution || is_solution(&above.name);
                    above.name.clear();
                    let name = Vec::new();
                    let list = List {
                        line: number,
                        is_solution,
                        name,
                        ..List::default()
                    };
                    self.lists.push(list);
                    if self.lists.len() > DEEPEST {
                        return None;
                    }
                }
                b']' | b'}' | b')' => self.close()?,
                b'"' | b'\'' => {
                    let end = memchr::memchr(first, after)?;
                    let word = &after[..end];
                    rest = &after[end + 1..];
                    self.word(number, word, true)?;
                }
                first if is_part(&first) => {
                    let end = after.iter().position(|byte| !is_part(byte));
                    let end = end.map_or(line.len(), |end| line.len() - after.len() + end);
                    let start = line.len() - after.len() - 1;
                    let word = &line[start..end];
                    rest = &line[end..];
                    self.word(number, word, false)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    fn top(&mut self) -> &mut List {
        self.lists
            .last_mut()
            .expect("the outer list is never closed")
    }

    fn word(&mut self, line: usize, word: &[u8], is_quoted: bool) -> Option<()> {
        let (order, cells) = (self.asked.order, self.asked.cells());
        let is_outside = self.lists.len() == 1;
        let signs = || -> Option<Vec<(Sign, Empty)>> {
            let signs = word.chunks(1).map(|sign| cell::read(order, sign));
            signs.collect()
        };
        let list = self.top();
        if word.len() == order
            && order > 1
            && is_quoted
            && let Some(row) = signs()
        {
            list.rows.push(row);
        } else if word.len() == cells
            && is_quoted
            && let Some(all) = signs()
        {
            let is_solution = list.is_solution || is_solution(&list.name);
            if !is_solution {
                self.push(line, &all)?;
            }
        } else if let (Some(cell), false) = (cell::read(order, word), is_outside) {
            list.cells.push(cell);
        } else {
            list.is_other = true;
            list.name = word.to_ascii_lowercase();
        }
        Some(())
    }

    fn push(&mut self, line: usize, cells: &[(Sign, Empty)]) -> Option<()> {
        self.grids.push(FoundGrid {
            line,
            signs: cell::signs(cells)?,
            entered: Vec::new(),
        });
        Some(())
    }

    fn close(&mut self) -> Option<()> {
        if self.lists.len() < 2 {
            return None;
        }
        let list = self.lists.pop()?;
        let (order, cells) = (self.asked.order, self.asked.cells());
        let is_row = list.cells.len() == order && list.rows.is_empty() && !list.is_other;
        if list.rows.len() == order && list.cells.is_empty() {
            if !list.is_solution {
                self.push(list.line, &list.rows.concat())?;
            }
        } else if is_row && order > 1 {
            self.top().rows.push(list.cells);
        } else if list.cells.len() == cells && list.rows.is_empty() {
            if !list.is_solution {
                self.push(list.line, &list.cells)?;
            }
        } else if list.cells.len() + list.rows.len() > 2 && !list.is_solution {
            // It resembles a grid, but is none.
            return None;
        }
        Some(())
    }
}

/// Whether a name says that a solution follows.
pub fn is_solution(name: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(name, part).is_some();
    has(b"solution") || has(b"solved") || has(b"answer")
}
