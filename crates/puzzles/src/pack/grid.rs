//! Grids: their cells, which cells touch, and the symmetries of the grid.
//!
//! A cell is three integers, chosen so that every symmetry that fixes the origin permutes them and
//! changes their signs. Squares are (x, y, 0) and cubes (x, y, z). Hexagons have x + y + z = 0.
//! Triangles are three times their centroids, in the lattice x + y + z = 0 of their corners: all
//! three numbers are 2 modulo 3 if the triangle points up, and 1 if it points down.

use std::fmt;

/// A cell of a grid: see [`Grid`].
pub type Cell = [i32; 3];

/// The kinds of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Squares in the plane.
    Square,
    /// Triangles in the plane.
    Triangle,
    /// Hexagons in the plane.
    Hexagon,
    /// Cubes in space.
    Cube,
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grid::Square => "squares",
            Grid::Triangle => "triangles",
            Grid::Hexagon => "hexagons",
            Grid::Cube => "cubes",
        })
    }
}

/// A symmetry of a grid that fixes the origin: a permutation of the coordinates, with signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    from: [usize; 3],
    signs: [i32; 3],
    mirror: bool,
}

impl Map {
    /// The image of a cell, or of a sum of cells.
    pub fn apply(&self, cell: Cell) -> Cell {
        let coordinate = |axis: usize| self.signs[axis] * cell[self.from[axis]];
        [coordinate(0), coordinate(1), coordinate(2)]
    }

    /// Whether it is a reflection and not a rotation.
    pub fn is_mirror(&self) -> bool {
        self.mirror
    }
}

/// All permutations of three axes, the odd ones last.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [0, 2, 1],
    [2, 1, 0],
];

/// A cell's place in a text picture: layer, line and column, from 0.
pub type At = [i32; 3];

impl Grid {
    /// The symmetries that fix the origin, the identity first.
    pub fn maps(self) -> Vec<Map> {
        let mut maps = Vec::new();
        for (place, &from) in ORDERS.iter().enumerate() {
            let odd = place >= 3;
            match self {
                Grid::Square if from[2] != 2 => {}
                Grid::Square | Grid::Cube => {
                    let bits = if self == Grid::Square { 4 } else { 8 };
                    maps.extend((0..bits).map(|minus: u32| Map {
                        from,
                        signs: [0, 1, 2].map(|axis| 1 - 2 * (minus >> axis & 1) as i32),
                        mirror: odd != (minus.count_ones() % 2 == 1),
                    }));
                }
                // The half turn is a rotation of the plane; an odd permutation is a reflection.
                Grid::Triangle | Grid::Hexagon => maps.extend([1, -1].map(|sign| Map {
                    from,
                    signs: [sign; 3],
                    mirror: odd,
                })),
            }
        }
        maps
    }

    /// The cells that share a side with a cell, clockwise from the top, if there is a top; those of
    /// an upright triangle are left, right and below, those of other triangles their opposites.
    pub fn neighbors(self, cell: Cell) -> Vec<Cell> {
        let steps: &[Cell] = match self {
            Grid::Square => &[[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]],
            Grid::Cube => &[
                [0, -1, 0],
                [1, 0, 0],
                [0, 1, 0],
                [-1, 0, 0],
                [0, 0, -1],
                [0, 0, 1],
            ],
            Grid::Hexagon => &[
                [1, 0, -1],
                [1, -1, 0],
                [0, -1, 1],
                [-1, 0, 1],
                [-1, 1, 0],
                [0, 1, -1],
            ],
            Grid::Triangle if is_up(cell) => &[[-1, 2, -1], [2, -1, -1], [-1, -1, 2]],
            Grid::Triangle => &[[1, -2, 1], [-2, 1, 1], [1, 1, -2]],
        };
        let step = |step: &Cell| add(cell, *step);
        steps.iter().map(step).collect()
    }

    /// The cell from which shapes grow: an upright triangle, or the origin.
    pub fn origin(self) -> Cell {
        match self {
            Grid::Triangle => [-1, -1, 2],
            _ => [0; 3],
        }
    }

    /// The greatest translation, against the directions of the axes, that is in the lattice and
    /// moves no cell past the origin along a free axis. It brings cells to normal position.
    pub fn normal_shift(self, cells: impl Iterator<Item = Cell> + Clone) -> Cell {
        let least = |axis: usize| cells.clone().map(|cell| cell[axis]).min().unwrap_or(0);
        match self {
            Grid::Square | Grid::Cube => [-least(0), -least(1), -least(2)],
            Grid::Hexagon => [-least(0), -least(1), least(0) + least(1)],
            Grid::Triangle => {
                let (x, y) = (least(0).div_euclid(3) * 3, least(1).div_euclid(3) * 3);
                [-x, -y, x + y]
            }
        }
    }

    /// Whether the difference of two cells is a translation of the grid.
    pub fn is_translation(self, difference: Cell) -> bool {
        self != Grid::Triangle || difference.iter().all(|coordinate| coordinate % 3 == 0)
    }

    /// The color of a cell, 0 or 1, if the grid is colored like a chessboard; `None` for hexagons,
    /// which cannot be.
    pub fn parity(self, cell: Cell) -> Option<u8> {
        match self {
            Grid::Square | Grid::Cube => Some(cell.iter().sum::<i32>().rem_euclid(2) as u8),
            Grid::Triangle => Some(u8::from(is_up(cell))),
            Grid::Hexagon => None,
        }
    }

    /// The cell at a place of a picture; `None` between two hexagons.
    pub fn cell(self, [layer, row, column]: At) -> Option<Cell> {
        match self {
            Grid::Square => Some([column, row, 0]),
            Grid::Cube => Some([column, row, layer]),
            Grid::Hexagon => {
                let x = (column - row).div_euclid(2);
                ((column - row).rem_euclid(2) == 0).then_some([x, -x - row, row])
            }
            Grid::Triangle => {
                let down = (column - row).rem_euclid(2);
                let corner = (column - row).div_euclid(2);
                let (x, z) = match down {
                    0 => (3 * corner - 1, 3 * row + 2),
                    _ => (3 * corner + 1, 3 * row + 1),
                };
                Some([x, -x - z, z])
            }
        }
    }

    /// The place of a cell in a picture.
    pub fn at(self, cell: Cell) -> At {
        let [x, y, z] = cell;
        match self {
            Grid::Square => [0, y, x],
            Grid::Cube => [z, y, x],
            Grid::Hexagon => [0, z, 2 * x + z],
            Grid::Triangle if is_up(cell) => {
                let row = (z - 2).div_euclid(3);
                [0, row, 2 * (x + 1).div_euclid(3) + row]
            }
            Grid::Triangle => {
                let row = (z - 1).div_euclid(3);
                [0, row, 2 * (x - 1).div_euclid(3) + row + 1]
            }
        }
    }
}

/// Whether a triangle points up.
pub fn is_up(cell: Cell) -> bool {
    cell[2].rem_euclid(3) == 2
}

/// The sum of two cells, which also identifies the side between them.
pub fn add(a: Cell, b: Cell) -> Cell {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The difference of two cells.
pub fn difference(to: Cell, from: Cell) -> Cell {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [(Grid, usize); 4] = [
        (Grid::Square, 8),
        (Grid::Triangle, 12),
        (Grid::Hexagon, 12),
        (Grid::Cube, 48),
    ];

    #[test]
    fn maps_are_groups_and_half_of_them_are_rotations() {
        for (grid, order) in GRIDS {
            let maps = grid.maps();
            assert_eq!(maps.len(), order);
            let mirrors = maps.iter().filter(|map| map.is_mirror()).count();
            assert_eq!(mirrors, order / 2);
            // Three cells in general position distinguish all maps.
            let images = |map: &dyn Fn(Cell) -> Cell| {
                [[1, 2, 0], [1, 0, 5], [7, 1, 3]].map(|cell: Cell| map(cell))
            };
            let all: Vec<_> = maps.iter().map(|map| images(&|c| map.apply(c))).collect();
            for (one, other) in maps
                .iter()
                .flat_map(|one| maps.iter().map(move |m| (one, m)))
            {
                let both = images(&|cell| one.apply(other.apply(cell)));
                let place = all.iter().position(|known| *known == both);
                let product = &maps[place.expect("a group")];
                assert_eq!(product.is_mirror(), one.is_mirror() != other.is_mirror());
            }
        }
    }

    #[test]
    fn maps_keep_neighbors_and_pictures_keep_cells() {
        for (grid, _) in GRIDS {
            for (row, column) in (-3..4).flat_map(|row| (-3..4).map(move |column| (row, column))) {
                let at = [
                    if grid == Grid::Cube { row + column } else { 0 },
                    row,
                    column,
                ];
                let Some(cell) = grid.cell(at) else {
                    continue;
                };
                assert_eq!(grid.at(cell), at, "{grid}");
                for map in grid.maps() {
                    let mut around = grid.neighbors(map.apply(cell));
                    let mapped = grid.neighbors(cell).into_iter();
                    let mut mapped: Vec<Cell> = mapped.map(|cell| map.apply(cell)).collect();
                    around.sort();
                    mapped.sort();
                    assert_eq!(around, mapped, "{grid} {cell:?} {map:?}");
                }
                for near in grid.neighbors(cell) {
                    assert!(grid.neighbors(near).contains(&cell), "{grid} {cell:?}");
                    let parities = (grid.parity(cell), grid.parity(near));
                    assert!(parities.0 != parities.1 || grid == Grid::Hexagon);
                }
            }
        }
    }
}
