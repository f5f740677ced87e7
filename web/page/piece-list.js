// Small pictures of pieces, with a button to take each away.

import { button, h, s } from './dom.js';
import { colorOf } from './packing/palette.js';
import { shapeOf } from './polyomino.js';
import { solidOf } from './solid.js';

/** More pieces than this are not shown. */
const MOST = 60;
const HALF = Math.sqrt(3) / 2;

/** Corners of a cell of hexagons or of triangles, where it stands. */
function corners(grid, [row, column]) {
    if (grid === 'hexagon') return [0, 1, 2, 3, 4, 5].map((side) => [column * 50 + 54 * Math.sin((side * Math.PI) / 3), row * 100 * HALF + 54 * Math.cos((side * Math.PI) / 3)]);
    const [left, up, down] = [column * 50, row * 100 * HALF, (row + 1) * 100 * HALF];
    return (row + column) % 2 === 0 ? [[left, down], [left + 100, down], [left + 50, up]] : [[left, up], [left + 100, up], [left + 50, down]];
}

function pictureOf(grid, cells, color) {
    if (grid === 'cube') {
        const solid = solidOf([['', color, cells]], { across: 0.6, down: 0.5 });
        // It is not turned here, and nothing of it is outside its picture.
        solid.removeAttribute('tabindex');
        solid.setAttribute('viewBox', '-100 -100 200 200');
        solid.setAttribute('class', 'cubes');
        return solid;
    }
    const least = cells.reduce(([row, column], cell) => [Math.min(row, cell[0]), Math.min(column, cell[1])], [Infinity, Infinity]);
    // A triangle points up or down by where it stands: it is moved by an even way.
    const odd = (least[0] + least[1]) % 2;
    const moved = cells.map(([row, column]) => [row - least[0], column - least[1] + (grid === 'square' ? 0 : odd)]);
    const shapes = grid === 'square' ? [shapeOf(moved)] : moved.map((cell) => s('polygon', { points: corners(grid, cell).map((corner) => corner.map((part) => part.toFixed(1)).join()).join(' ') }));
    const all = grid === 'square' ? moved.flatMap(([row, column]) => [[column * 100, row * 100], [column * 100 + 100, row * 100 + 100]]) : moved.flatMap((cell) => corners(grid, cell));
    const [left, top, right, bottom] = [Math.min(...all.map(([x]) => x)), Math.min(...all.map(([, y]) => y)), Math.max(...all.map(([x]) => x)), Math.max(...all.map(([, y]) => y))];
    const svg = s('svg', { viewBox: `${left - 4} ${top - 4} ${right - left + 8} ${bottom - top + 8}`, role: 'img', fill: color }, shapes);
    // All pieces are drawn to one scale.
    svg.style.width = `${(right - left) / 100}rem`;
    return svg;
}

/** Pieces in the colors that they have in solutions, each a name and cells, of which `remove(number)` takes one away, if that may be. */
export function pieceList(remove) {
    const element = h('ul', { class: 'piece-list', 'aria-label': 'The pieces' });
    return {
        element,
        show(grid, pieces, mayRemove) {
            const buttons = () => [...element.querySelectorAll('button')];
            const focused = buttons().findIndex((its) => its.matches(':focus'));
            element.hidden = pieces.length === 0;
            element.replaceChildren(...pieces.slice(0, MOST).map(([name, cells], number) => {
                const picture = pictureOf(grid, cells, colorOf(number));
                picture.setAttribute('aria-label', `Piece ${name}, ${cells.length} cells`);
                return h('li', {}, picture, mayRemove ? button('×', () => remove(number), { class: 'quiet', 'aria-label': `Take piece ${name} away` }) : null);
            }), ...(pieces.length > MOST ? [h('li', { class: 'facts' }, `and ${pieces.length - MOST} more`)] : []));
            // Pieces can be taken away by keys, one after the other.
            if (focused >= 0) buttons().at(Math.min(focused, buttons().length - 1))?.focus();
        },
    };
}
