// Flat pieces of squares as shapes of a picture.

import { s } from './dom.js';
import { outlines } from './outlines.js';

/** The shape of cells [row, column], 100 wide each, drawn somewhat within their borders. */
export function shapeOf(cells, attributes = {}, inset = 5) {
    const order = Math.max(...cells.flat()) + 1;
    const lines = outlines(cells.map(([row, column]) => row * order + column), order, inset);
    return s('path', { d: lines.map((line) => `M${line.join('L')}Z`).join(''), 'stroke-linejoin': 'round', ...attributes });
}
