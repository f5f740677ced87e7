// The board of a packing that is played by hand: its cells, the pieces on it, the piece in hand and
// where that does not fit.

import { h, s } from '../dom.js';
import { outlineOf, sidesOf } from './grids.js';
import { colorOf } from './palette.js';

/** Room around the cells, in hundredths of a cell. */
const MARGIN = 10;
/** A cell is at most this wide, in rem. */
const WIDEST = 4.3;

const written = (points) => points.map((point) => point.map((part) => part.toFixed(1)).join()).join(' ');
const pathOf = (lines) => lines.map((line) => `M${written(line)}Z`).join('');

/** A corner box [left, top, right, bottom] of points. */
export function boxOf(points) {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A piece as it lies: one shape in its color; a tile is drawn in the colors of its sides, with their letters. */
export function pieceShapes(grid, { cells, sides }, color) {
    const shapes = [s('path', { d: pathOf(outlineOf(grid, cells)), fill: color, class: 'body' })];
    for (const cell of sides.length > 0 ? cells : []) {
        const [center, corners] = [grid.center(cell), grid.corners(cell)];
        sidesOf(grid, cell).forEach(([x, y], at) => {
            const letter = sides.find((side) => Math.hypot(side[0] - x, side[1] - y) < 1)?.[2];
            if (letter === undefined) return;
            const [textX, textY] = [center[0] + (x - center[0]) * 0.62, center[1] + (y - center[1]) * 0.62];
            shapes.push(
                s('polygon', { points: written([center, corners[at], corners[(at + 1) % corners.length]]), fill: colorOf(letter.charCodeAt(0)), class: 'wedge' }),
                s('text', { x: textX.toFixed(1), y: textY.toFixed(1), class: 'side' }, letter));
        });
    }
    return shapes;
}

/** A picture of a piece alone; `size` is how wide a cell is, in rem. */
export function pieceSvg(grid, shape, color, size) {
    const [left, top, right, bottom] = boxOf(shape.cells.flatMap((cell) => grid.corners(cell)));
    const svg = s('svg', { viewBox: `${left - 4} ${top - 4} ${right - left + 8} ${bottom - top + 8}`, class: 'piece', 'aria-hidden': 'true' }, pieceShapes(grid, shape, color));
    svg.style.width = `${((right - left + 8) / 100) * size}rem`;
    return svg;
}

/** A board; `name` begins the names of its elements. */
export function handBoard(name) {
    const stripes = `${name}-stripes`;
    const [cellLayer, placedLayer] = ['cells', 'placed'].map((kind) => s('g', { class: kind }));
    let ghostLayer = s('g');
    /** The element under a finger stays, unseen, while it is dragged: otherwise the browser forgets the finger. */
    let pressedLayer = null;
    const defs = s('defs', {}, s('pattern', { id: stripes, width: 18, height: 18, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, s('rect', { width: 18, height: 18, class: 'back' }), s('rect', { width: 8, height: 18, class: 'stripe' })));
    const svg = s('svg', { class: 'hand-board', role: 'group', id: `${name}-board` }, defs, cellLayer, placedLayer, ghostLayer);
    let grid = null;
    let box = [0, 0, 1, 1];

    return {
        element: h('div', { class: 'hand-stage on-paper' }, svg),
        svg,
        get grid() {
            return grid;
        },
        /** Draws the cells of a board: cell, whether it must be covered, and perhaps a label or that it stays open. */
        draw(itsGrid, cells, label) {
            grid = itsGrid;
            const [left, top, right, bottom] = boxOf(cells.flatMap(({ cell }) => grid.corners(cell)));
            box = [left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
            svg.setAttribute('viewBox', box.join(' '));
            svg.setAttribute('aria-label', label);
            svg.style.maxWidth = `${(box[2] / 100) * WIDEST}rem`;
            cellLayer.replaceChildren(...cells.map(({ cell, isMust, isOpen, label: text }) => {
                const [x, y] = grid.center(cell);
                return s('g', { class: isOpen ? 'open' : isMust ? '' : 'may', 'data-cell': cell.join() },
                    s('polygon', { points: written(grid.corners(cell)) }), text ? s('text', { x, y: y + 2 }, text) : null);
            }));
        },
        /** Shows pieces: shape, color, key, label; `isLifted` if it is the one in hand. */
        place(pieces) {
            const focused = placedLayer.querySelector(':focus')?.dataset.placed;
            placedLayer.replaceChildren(...pieces.map(({ shape, color, key, label, by, isLifted }) => s('g', {
                class: `on-board by-${by}${isLifted ? ' lifted' : ''}`, role: 'button', tabindex: isLifted ? -1 : 0, 'aria-label': label, 'data-placed': key, 'aria-hidden': isLifted ? 'true' : null,
            }, pieceShapes(grid, shape, color))));
            if (focused !== undefined) placedLayer.querySelector(`[data-placed="${focused}"]`)?.focus({ preventScroll: true });
            const covered = new Set(pieces.filter(({ isLifted }) => !isLifted).flatMap(({ shape }) => shape.cells.map(String)));
            for (const cell of cellLayer.children) cell.classList.toggle('covered', covered.has(cell.dataset.cell));
        },
        /** Shows the piece in hand where it would lie, with the cells that do not fit; nothing if it is not over the board. */
        ghost(hand) {
            const had = ghostLayer.querySelector(':focus') !== null;
            if (!hand) return ghostLayer.replaceChildren();
            const { shape, color, label, bad, isFine } = hand;
            ghostLayer.replaceChildren(s('g', { class: `in-hand ${isFine ? 'fits' : 'clashes'}`, role: 'button', tabindex: 0, 'aria-label': label, 'data-hand': '' },
                pieceShapes(grid, shape, color),
                bad.map((cell) => s('polygon', { points: written(grid.corners(cell)), fill: `url(#${stripes})`, class: 'bad' })),
                s('path', { d: pathOf(outlineOf(grid, shape.cells)), class: 'rim' })));
            if (had) this.focusGhost();
            return undefined;
        },
        /** The piece in hand is dragged, or is not any more. */
        press(isPressed) {
            pressedLayer?.remove();
            pressedLayer = null;
            if (!isPressed) return;
            pressedLayer = ghostLayer;
            pressedLayer.setAttribute('class', 'pressed');
            ghostLayer = s('g');
            svg.append(ghostLayer);
        },
        focusGhost() {
            ghostLayer.firstChild?.focus({ preventScroll: true });
        },
        /** Moves a piece that is drawn already, so that a finger that holds it does not lose it. */
        lift(key, isLifted) {
            placedLayer.querySelector(`[data-placed="${key}"]`)?.classList.toggle('lifted', isLifted);
        },
        /** Whether the board is much wider than high. */
        get isWide() {
            return box[2] > 1.3 * box[3];
        },
        /** How wide a hundredth of a cell is in pixels, and the place of a point of the window. */
        get scale() {
            return svg.getBoundingClientRect().width / box[2];
        },
        placeOf(x, y) {
            const { left, top } = svg.getBoundingClientRect();
            return [box[0] + (x - left) / this.scale, box[1] + (y - top) / this.scale];
        },
        get middle() {
            return [box[0] + box[2] / 2, box[1] + box[3] / 2];
        },
    };
}
