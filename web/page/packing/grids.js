// The flat grids: where their cells are drawn, which one is at a place, and how shapes are turned and
// mirrored. A cell is [row, column], as problems of packings name it. It knows nothing of the page.

/** The height of a row of triangles or hexagons; a cell is 100 wide. */
const HIGH = 50 * Math.sqrt(3);
const ROUND = 100 / Math.sqrt(3);

const isEven = (number) => number % 2 === 0;
const isUp = ([row, column]) => isEven(row + column);

/** By name: `turns` is a full turn in steps, `pivot` a point around which a step maps cells to cells. */
const GRIDS = {
    square: {
        turns: 4,
        pivot: [0, 0],
        corners: ([row, column]) => [[0, 0], [100, 0], [100, 100], [0, 100]].map(([x, y]) => [column * 100 + x, row * 100 + y]),
        center: ([row, column]) => [column * 100 + 50, row * 100 + 50],
        around: ([x, y]) => [Math.floor(y / 100), Math.floor(x / 100)],
        isCell: () => true,
    },
    hexagon: {
        turns: 6,
        pivot: [0, 0],
        corners: ([row, column]) => [0, 1, 2, 3, 4, 5].map((side) => [column * 50 + ROUND * Math.sin((side * Math.PI) / 3), row * HIGH - ROUND * Math.cos((side * Math.PI) / 3)]),
        center: ([row, column]) => [column * 50, row * HIGH],
        around: ([x, y]) => [Math.round(y / HIGH), Math.round(x / 50)],
        isCell: isUp,
    },
    triangle: {
        turns: 6,
        pivot: [50, 0],
        corners([row, column]) {
            const [left, up, down] = [column * 50, row * HIGH, (row + 1) * HIGH];
            return isUp([row, column]) ? [[left, down], [left + 50, up], [left + 100, down]] : [[left, up], [left + 100, up], [left + 50, down]];
        },
        center: ([row, column]) => [column * 50 + 50, (row + (isUp([row, column]) ? 2 : 1) / 3) * HIGH],
        around: ([x, y]) => [Math.floor(y / HIGH), Math.round(x / 50) - 1],
        isCell: () => true,
    },
};

export const gridOf = (name) => GRIDS[name];

const far = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);

/** The cell whose center is nearest to a place; `fits(cell)` says which cells are meant, if not all are. */
export function nearest(grid, place, fits = () => true) {
    const [row, column] = grid.around(place);
    let [best, least] = [null, Infinity];
    for (let down = -1; down <= 1; down += 1) {
        for (let right = -2; right <= 2; right += 1) {
            const cell = [row + down, column + right];
            if (!grid.isCell(cell) || !fits(cell)) continue;
            const distance = far(place, grid.center(cell));
            if (distance < least - 1e-6) [best, least] = [cell, distance];
        }
    }
    return best;
}

/** Whether shapes can be moved by so many rows and columns. */
export const isShift = (grid, [down, right]) => grid === GRIDS.square || isEven(down + right);

/** The shift that an arrow key makes of a shape whose first cell is in this row: straight up and down, on the whole. */
export function stepOf(grid, key, row) {
    const [down, right] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    if (grid === GRIDS.square) return [down, right];
    return down === 0 ? [0, 2 * right] : [down, isEven(row) ? 1 : -1];
}

const inOrder = (cells) => [...cells].sort((one, other) => one[0] - other[0] || one[1] - other[1]);

/** A shape is cells, and sides with colors: the middle [x, y] of each, and its color. */
export function shifted(grid, { cells, sides }, [down, right]) {
    const [fromX, fromY] = grid.center([0, 0]);
    // A shift of an even number of rows and columns keeps what points up there, so one cell tells the way.
    const [toX, toY] = isShift(grid, [down, right]) ? grid.center([down, right]) : [fromX, fromY];
    return {
        cells: cells.map(([row, column]) => [row + down, column + right]),
        sides: sides.map(([x, y, color]) => [x + toX - fromX, y + toY - fromY, color]),
    };
}

/** The shift that brings cells to the corner. */
export function toCorner(grid, cells) {
    const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    return isShift(grid, [-top, -left]) ? [-top, -left] : [-top, 1 - left];
}

export function cornered(grid, shape) {
    const { cells, sides } = shifted(grid, shape, toCorner(grid, shape.cells));
    return { cells: inOrder(cells), sides };
}

/** Shapes that are equal have the same key, once they are in the corner. */
const keyOfSide = ([x, y, color]) => `${Math.round(x)},${Math.round(y)}:${color}`;
export const keyOf = ({ cells, sides }) => [inOrder(cells).join(' '), ...sides.map(keyOfSide).sort()].join('|');

function mapped(grid, { cells, sides }, map) {
    return cornered(grid, { cells: cells.map((cell) => nearest(grid, map(grid.center(cell)))), sides: sides.map(([x, y, color]) => [...map([x, y]), color]) });
}

/** A shape turned by one step, clockwise. */
export function turned(grid, shape) {
    const [sin, cos] = [Math.sin((2 * Math.PI) / grid.turns), Math.cos((2 * Math.PI) / grid.turns)];
    const [atX, atY] = grid.pivot;
    return mapped(grid, shape, ([x, y]) => [atX + (x - atX) * cos - (y - atY) * sin, atY + (x - atX) * sin + (y - atY) * cos]);
}

/** A shape turned over: left and right change places. */
export function flipped(grid, shape) {
    const [atX] = grid.pivot;
    return mapped(grid, shape, ([x, y]) => [2 * atX - x, y]);
}

/** The middles of the sides of a cell. */
export function sidesOf(grid, cell) {
    const corners = grid.corners(cell);
    return corners.map(([x, y], at) => {
        const [nextX, nextY] = corners[(at + 1) % corners.length];
        return [(x + nextX) / 2, (y + nextY) / 2];
    });
}

export const isSamePlace = (one, other) => far(one, other) < 1;

/** The cells that share a side with one. */
export function neighborsOf(grid, cell) {
    const center = grid.center(cell);
    return sidesOf(grid, cell).map(([x, y]) => nearest(grid, [2 * x - center[0], 2 * y - center[1]]));
}

/** The outline of cells, as closed lines of corners [x, y]: sides that two of them have in common are left out. */
export function outlineOf(grid, cells) {
    const name = ([x, y]) => `${Math.round(x)},${Math.round(y)}`;
    /** From the beginning of each side, clockwise, to its end. */
    const lines = new Map();
    for (const cell of cells) {
        const corners = grid.corners(cell);
        corners.forEach((from, at) => lines.set(`${name(from)} ${name(corners[(at + 1) % corners.length])}`, [from, corners[(at + 1) % corners.length]]));
    }
    for (const key of [...lines.keys()]) {
        const [from, to] = key.split(' ');
        if (lines.has(`${to} ${from}`)) for (const both of [key, `${to} ${from}`]) lines.delete(both);
    }
    const next = new Map();
    for (const line of lines.values()) next.set(name(line[0]), [...(next.get(name(line[0])) ?? []), line]);
    const closed = [];
    while (next.size > 0) {
        const outline = [];
        let [at] = next.keys();
        while (next.has(at)) {
            const ways = next.get(at);
            const [from, to] = ways.pop();
            if (ways.length === 0) next.delete(at);
            outline.push(from);
            at = name(to);
        }
        closed.push(outline);
    }
    return closed;
}
