// The outlines of cells of a square board, such as a cage or a piece.

/** The sides of a cell, clockwise: the way out of it, and the way along it. */
const SIDES = [
    { out: [-1, 0], along: [0, 1] },
    { out: [0, 1], along: [1, 0] },
    { out: [1, 0], along: [0, -1] },
    { out: [0, -1], along: [-1, 0] },
];

/**
 * The outlines of cells, each a closed line of corners [x, y], in hundredths of a cell: `inset` within
 * its cells, clockwise around them.
 */
export function outlines(cells, order, inset) {
    const has = new Set(cells);
    const isIn = (row, column) => row >= 0 && column >= 0 && row < order && column < order && has.has(row * order + column);
    /** From the beginning of each piece of outline to its end. */
    const pieces = new Map();
    for (const cell of cells) {
        const [row, column] = [Math.floor(cell / order), cell % order];
        for (const { out, along } of SIDES) {
            if (isIn(row + out[0], column + out[1])) continue;
            // How far beyond the middle of the side the piece reaches at either end: to the other side of
            // this corner, to the border of the cell, or into the corner of three cells.
            const reach = (way) => {
                const [next, beyond] = [[row + way * along[0], column + way * along[1]], [row + way * along[0] + out[0], column + way * along[1] + out[1]]];
                if (!isIn(...next)) return 50 - inset;
                return isIn(...beyond) ? 50 + inset : 50;
            };
            const [y, x] = [0, 1].map((axis) => [row, column][axis] * 100 + 50 + out[axis] * (50 - inset));
            const end = (way) => [x + way * along[1] * reach(way), y + way * along[0] * reach(way)];
            pieces.set(String(end(-1)), { from: end(-1), to: end(1) });
        }
    }
    const lines = [];
    while (pieces.size > 0) {
        const line = [];
        let at = pieces.keys().next().value;
        while (pieces.has(at)) {
            const { from, to } = pieces.get(at);
            pieces.delete(at);
            line.push(from);
            at = String(to);
        }
        lines.push(line);
    }
    return lines;
}
