// The pictures of the cards of the start page, drawn by code.

import { s } from './dom.js';
import { shapeOf } from './polyomino.js';

const picture = (width, height, ...shapes) => s('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, shapes);

/** A letter drawing as shapes, a class for each letter. */
function mosaic(...rows) {
    const pieces = new Map();
    rows.forEach((row, y) => [...row].forEach((letter, x) => letter !== '.' && pieces.set(letter, [...(pieces.get(letter) ?? []), [y, x]])));
    return [...pieces].map(([letter, cells]) => shapeOf(cells, { class: `tone-${letter}` }));
}

const text = (x, y, word, kind = '') => s('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central', class: kind }, word);

export const PICTURES = {
    sudoku() {
        const lines = [100, 200].map((at) => s('path', { d: `M${at} 4V296M4 ${at}H296`, class: 'fine' }));
        const digits = ['5', '3', '', '6', '', '9', '', '8', '2'].map((digit, cell) => text(50 + (cell % 3) * 100, 52 + Math.floor(cell / 3) * 100, digit, cell === 4 ? 'new' : ''));
        return picture(300, 300, s('rect', { x: 3, y: 3, width: 294, height: 294, class: 'frame' }), lines, digits, text(150, 152, '4', 'new'));
    },
    pack: () => picture(500, 300, mosaic('aabbb', 'acccb', 'aaccb')),
    peg() {
        const places = [[1, 0], [0, 1], [1, 1], [2, 1], [1, 2]];
        return picture(300, 300, places.map(([x, y], at) => s('circle', { cx: 50 + x * 100, cy: 50 + y * 100, r: 36, class: at === 2 ? 'empty' : 'ball' })));
    },
    sieve() {
        const numbers = [1, 2, 3, 4, 5, 6];
        return picture(300, 200, numbers.map((number, at) => {
            const [x, y] = [(at % 3) * 100, Math.floor(at / 3) * 100];
            const kind = number === 6 ? 'picked' : 6 % number === 0 ? 'gone' : 'there';
            return s('g', { class: kind }, s('rect', { x: x + 6, y: y + 6, width: 88, height: 88, rx: 14 }), text(x + 50, y + 53, number));
        }));
    },
    problem() {
        const rows = ['1.1.', '.1.1', '.11.', '1..1'];
        return picture(400, 400, rows.flatMap((row, y) => [...row].map((one, x) => s('rect', { x: x * 100 + 8, y: y * 100 + 8, width: 84, height: 84, rx: 10, class: one === '.' ? 'no' : y < 2 ? 'chosen' : 'yes' }))));
    },
};
