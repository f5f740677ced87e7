// The faces of pieces of cubes as they are seen from somewhere, those that hide others last. It knows
// nothing of the page.
//
// Of cubes with whole coordinates, one can hide another only if it is as near or nearer along each axis.
// So they are sorted by one axis, then by the next. Pieces that have been shifted a part of the way along
// one axis are still right if that axis is the last one. If pieces are blown apart along all axes, the
// middles of faces decide, which is nearly always right.

/** Ways out (layer, row, column), and how light the faces there are. */
const FACES = [[[-1, 0, 0], 1], [[1, 0, 0], 0.92], [[0, 1, 0], 0.8], [[0, -1, 0], 0.86], [[0, 0, 1], 0.7], [[0, 0, -1], 0.76]];

/** How a solid is seen that is turned by two angles: layers go down, rows come near, columns go right. */
export function viewOf({ across, down }) {
    const [sinA, cosA, sinD, cosD] = [Math.sin(across), Math.cos(across), Math.sin(down), Math.cos(down)];
    return {
        /** To the right and down on the picture. */
        project: ([layer, row, column]) => [column * cosA + row * sinA, layer * cosD + (row * cosA - column * sinA) * sinD],
        /** How much nearer a step along each axis leads. */
        near: [-sinD, cosA * cosD, -sinA * cosD],
    };
}

const middleOf = (cells) => [0, 1, 2].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);

/** The least and the greatest corner of cells. */
export const boundsOf = (cells) => [[0, 1, 2].map((axis) => Math.min(...cells.map((cell) => cell[axis]))), [0, 1, 2].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1)];

/**
 * The faces of placed pieces: each has its cells, by how much they are displaced, and what else is to be
 * known of it. They are seen around `middle`; `axis` is that along which something moves; `apart` is how
 * far pieces are blown apart, from 0. A face is its corners on the picture, its light, and its piece.
 */
export function facesOf(placed, view, { middle, axis = 0, apart = 0 }) {
    const order = [...[0, 1, 2].filter((other) => other !== axis), axis];
    const cubes = placed.flatMap((piece) => {
        const has = new Set(piece.cells.map(String));
        const by = middleOf(piece.cells).map((place, at) => piece.by[at] + (place + piece.by[at] - middle[at]) * apart);
        return piece.cells.map((cell) => {
            const place = cell.map((part, at) => part + by[at] - middle[at]);
            const open = FACES.filter(([out]) => out.some((part, at) => part * view.near[at] > 1e-9) && !has.has(String(cell.map((part, at) => part + out[at]))));
            return { piece, place, keys: order.map((at) => Math.sign(view.near[at]) * place[at]), open };
        });
    });
    cubes.sort((one, other) => one.keys[0] - other.keys[0] || one.keys[1] - other.keys[1] || one.keys[2] - other.keys[2]);
    const faces = cubes.flatMap(({ piece, place, open }) => open.map(([out, light]) => {
        const along = out.findIndex(Boolean);
        const [one, other] = [0, 1, 2].filter((at) => at !== along);
        const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => {
            const corner = [...place];
            corner[along] += out[along] > 0 ? 1 : 0;
            corner[one] += a;
            corner[other] += b;
            return corner;
        });
        const depth = corners.reduce((sum, corner) => sum + corner.reduce((total, part, at) => total + part * view.near[at], 0), 0);
        return { piece, light, depth, corners: corners.map(view.project) };
    }));
    if (apart > 0) faces.sort((one, other) => one.depth - other.depth);
    return faces;
}
