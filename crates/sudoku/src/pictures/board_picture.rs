//! A puzzle of any board as SVG: its boxes, cages and digits, and candidates where there are some.

use super::outline::{self, CELL, INSET};
use crate::boards::{Board, Grid, UnitName};
use dlx3_base::text::svg::{At, CLOSE, Escaped, open};
use std::fmt::Write;

/// Room around the board.
const MARGIN: usize = 4;

/// Colors by class, by day and by night.
const STYLE: &str = "\
text{font-family:system-ui,sans-serif;fill:#1d2125;text-anchor:middle}\
.d{font-size:22px}.w{font-size:15px}.e{fill:#1f5f9f}.m{font-size:10px;fill:#5c636b}\
.s{font-size:9px;text-anchor:start}\
.ground{fill:#fdfdfc}.cell{fill:#fff}.area{fill:#eceff3}.hole{fill:#9aa0a6}\
.thin{stroke:#b9bcc0;stroke-width:1;fill:none}.thick{stroke:#1d2125;stroke-width:2.5;fill:none;\
stroke-linecap:square}\
.cage{stroke:#5c636b;stroke-width:1;stroke-dasharray:3 2;fill:none}\n\
@media(prefers-color-scheme:dark){text{fill:#e4e6e8}.e{fill:#79b4ec}.m{fill:#a0a7af}\
.ground{fill:#16181b}.cell{fill:#1d2024}.area{fill:#2b3038}.hole{fill:#5c636b}\
.thin{stroke:#4a4f55}.thick{stroke:#e4e6e8}.cage{stroke:#a0a7af}}";

/// A puzzle. Digits where `clues` has none are drawn as entered. `candidates` has a set for each
/// cell, bit `d` for digit `d + 1`, which is drawn where there is no digit.
pub fn svg(board: &Board, grid: &Grid, clues: &Grid, candidates: Option<&[u16]>) -> String {
    let side = board.geometry.order() * CELL + 2 * MARGIN;
    let mut picture = Picture {
        text: String::new(),
        board,
    };
    for cell in 0..board.geometry.cells() {
        picture.ground(cell);
    }
    picture.lines();
    for cage in &board.cages {
        picture.cage(cage.sum, &cage.cells);
    }
    for cell in 0..board.geometry.cells() {
        match (grid.get(cell), candidates) {
            (Some(digit), _) => {
                let name = grid.alphabet().name(digit);
                picture.digit(cell, &name, clues.get(cell).is_none());
            }
            (None, Some(sets)) => picture.candidates(cell, sets[cell]),
            (None, None) => {}
        }
    }
    format!(
        "{}<style>{STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n\
         <g transform=\"translate({MARGIN},{MARGIN})\">\n{}</g>\n{CLOSE}",
        open(side, side, 1),
        picture.text
    )
}

struct Picture<'p> {
    text: String,
    board: &'p Board,
}

impl Picture<'_> {
    /// The left and upper edge of a cell.
    fn corner(&self, cell: usize) -> (usize, usize) {
        let geometry = &self.board.geometry;
        (geometry.column(cell) * CELL, geometry.row(cell) * CELL)
    }

    fn ground(&mut self, cell: usize) {
        let geometry = &self.board.geometry;
        // Diagonals and windows are shaded.
        let more = geometry.units_of(cell).iter();
        let is_more = |&unit: &u16| !matches!(geometry.unit_name(unit.into()), UnitName::Kind(_));
        let class = match more.clone().any(is_more) {
            _ if geometry.is_hole(cell) => "hole",
            true => "area",
            false => "cell",
        };
        let (x, y) = self.corner(cell);
        _ = writeln!(
            self.text,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }

    /// Thin lines between cells, thick ones between boxes and around the board.
    fn lines(&mut self) {
        let geometry = &self.board.geometry;
        let order = geometry.order();
        let box_at = |row: usize, column: usize| match row < order && column < order {
            true => Some(geometry.first_box(row * order + column)),
            false => None,
        };
        let (thin, thick) = outline::walls(order, order, box_at);
        for (class, path) in [("thin", thin), ("thick", thick)] {
            _ = writeln!(self.text, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// The outline of a cage within its cells, and its sum.
    fn cage(&mut self, sum: u32, cells: &[u16]) {
        let geometry = &self.board.geometry;
        let places = cells
            .iter()
            .map(|&cell| (geometry.row(cell.into()), geometry.column(cell.into())));
        let path = outline::frame(&places.collect::<Vec<_>>(), INSET);
        _ = writeln!(self.text, "<path class=\"cage\" d=\"{path}\"/>");
        if let Some(&first) = cells.iter().min() {
            let (x, y) = self.corner(first.into());
            let (x, y) = (x + INSET + 1, y + INSET + 8);
            _ = writeln!(
                self.text,
                "<text class=\"s\" x=\"{x}\" y=\"{y}\">{sum}</text>"
            );
        }
    }

    fn digit(&mut self, cell: usize, name: &str, is_entered: bool) {
        let (x, y) = self.corner(cell);
        let (x, y) = (x + CELL / 2, y + CELL / 2 + 8);
        let size = if name.len() > 1 { "w" } else { "d" };
        let entered = if is_entered { " e" } else { "" };
        let name = Escaped(name.as_bytes());
        _ = writeln!(
            self.text,
            "<text class=\"{size}{entered}\" x=\"{x}\" y=\"{y}\">{name}</text>"
        );
    }

    /// Each digit has a place of its own, the same in every cell.
    fn candidates(&mut self, cell: usize, set: u16) {
        let order = self.board.geometry.order();
        let across = (1..=order).find(|side| side * side >= order).unwrap_or(1);
        let part = CELL as f64 / across as f64;
        let (left, top) = self.corner(cell);
        for digit in (0..order.min(16)).filter(|digit| set >> digit & 1 == 1) {
            let x = left as f64 + part * ((digit % across) as f64 + 0.5);
            let y = top as f64 + part * ((digit / across) as f64 + 0.5) + 3.5;
            let (x, y, name) = (At(x), At(y), digit + 1);
            _ = writeln!(
                self.text,
                "<text class=\"m\" x=\"{x}\" y=\"{y}\">{name}</text>"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{Geometry, cage, jigsaw};

    const PUZZLE: &str =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

    fn count(picture: &str, what: &str) -> usize {
        picture.matches(what).count()
    }

    #[test]
    fn a_picture_has_each_digit_once_and_says_which_were_entered() {
        let board = Board::from(Geometry::of_order(9).unwrap());
        let grid = Grid::parse(&board.geometry, PUZZLE.as_bytes()).unwrap();
        let mut more = grid.clone();
        more.set(0, 9);
        let picture = svg(&board, &more, &grid, None);
        assert_eq!(count(&picture, "class=\"d\""), 17);
        assert_eq!(count(&picture, "class=\"d e\""), 1);
        assert_eq!(count(&picture, "class=\"cell\""), 81);
        // 9 lines within and around the board that bound boxes, 4 each way, of 9 pieces.
        let thick = picture.split("class=\"thick\"").nth(1).unwrap();
        assert_eq!(count(thick.split("/>").next().unwrap(), "M"), 2 * 4 * 9);
    }

    #[test]
    fn candidates_are_drawn_where_there_is_no_digit() {
        let board = Board::from(Geometry::of_order(4).unwrap());
        let grid = Grid::parse(&board.geometry, b"1...............").unwrap();
        let picture = svg(&board, &grid, &grid, Some(&[0b1010; 16]));
        assert_eq!(count(&picture, "class=\"m\""), 30);
    }

    #[test]
    fn cages_have_outlines_and_sums_and_a_jigsaw_its_own_walls() {
        let geometry = jigsaw::read(b"aabb\nabbc\naddc\nddcc\n").unwrap();
        let cages = cage::read(&geometry, b"5 r1c1 r1c2\n7 r2c2 r2c3 r3c3\n").unwrap();
        let board = Board { geometry, cages };
        let picture = svg(&board, &Grid::empty(4), &Grid::empty(4), None);
        assert_eq!(count(&picture, "class=\"cage\""), 2);
        assert!(picture.contains(">5</text>") && picture.contains(">7</text>"));
        // Two cells in a row have 6 sides outside, three around a corner 8.
        let paths: Vec<&str> = picture.split("class=\"cage\"").skip(1).collect();
        let sides = paths
            .iter()
            .map(|path| count(path.split("/>").next().unwrap(), "M"));
        assert_eq!(sides.collect::<Vec<_>>(), [6, 8]);
    }
}
