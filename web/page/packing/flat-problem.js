// The problem of pieces of squares that fill a board, each once, as the library writes it: so that a small board
// can be played before the library is there. It knows nothing of the page.

import { cornered, flipped, gridOf, keyOf, turned } from './grids.js';

/** The cells of a flat drawing that have a letter, by their letters. */
function drawn(text) {
    const cells = new Map();
    text.trimEnd().split('\n').forEach((line, row) => [...line].forEach((letter, column) => {
        if (letter !== '.') cells.set(letter, [...(cells.get(letter) ?? []), [row, column]]);
    }));
    return cells;
}

/** Cells column by column, as one number after the other. */
const columnwise = ({ cells }) => cells.map(([row, column]) => [column, row]).sort((one, other) => one[0] - other[0] || one[1] - other[1]).flat();

/** All ways in which a piece can lie, each in the corner, in the library's order: that of their cells, column by column. */
function waysOf(grid, cells) {
    const ways = new Map();
    for (let [way, turn] = [cornered(grid, { cells, sides: [] }), 0]; turn < grid.turns; turn += 1) {
        for (const one of [way, flipped(grid, way)]) ways.set(keyOf(one), one);
        way = turned(grid, way);
    }
    return [...ways.values()].sort((one, other) => {
        const [its, others] = [one, other].map(columnwise);
        const at = its.findIndex((part, place) => part !== others[place]);
        return its[at] - others[at];
    });
}

/** The problem of drawings of pieces and of a region. */
export function flatProblem(pieces, region) {
    const grid = gridOf('square');
    const board = [...drawn(region).values()].flat().sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const has = new Set(board.map(String));
    /** Where the corner of a piece may be: it need not be a cell of the board. */
    const [height, width] = [0, 1].map((axis) => Math.max(...board.map((cell) => cell[axis])) + 1);
    const corners = Array.from({ length: height * width }, (_, at) => [Math.floor(at / width), at % width]);
    const name = ([row, column]) => `${row}.${column}`;
    const named = drawn(pieces);
    const lines = [...named].flatMap(([letter, cells]) => waysOf(grid, cells).flatMap((way) => {
        const places = corners.map(([down, right]) => way.cells.map(([row, column]) => [row + down, column + right]));
        return places.filter((place) => place.every((cell) => has.has(String(cell)))).map((place) => [letter, ...place.map(name).sort()].join(' '));
    }));
    return `${[...named.keys(), ...board.map(name)].join(' ')}\n${lines.join('\n')}\n`;
}
