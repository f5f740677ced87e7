// Cages of a killer Sudoku as text, a line each: `15 r1c1 r1c2`. It knows nothing of the page.

import { DIGITS } from './grid.js';

const cageLine = ([sum, cells], order) => `${sum} ${cells.map((cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`).join(' ')}`;

/** Cages as text: pairs of a sum and cells. */
export const cagesText = (cages, order) => cages.map((cage) => cageLine(cage, order)).join('\n');

/** Cages without those that hold any of some cells. */
export const cagesWithout = (cages, cells) => cages.filter(([, own]) => !own.some((cell) => cells.includes(cell)));

/** The sum of the digits that stand in some cells; none if one of them is empty or two are equal. */
export function sumOf(cells, digits) {
    const values = cells.map((cell) => DIGITS.indexOf(digits[cell]) + 1);
    const isWhole = !values.includes(0) && new Set(values).size === values.length;
    return isWhole ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** Why cells with a sum are no cage; nothing if they may be one. */
export function cageFault(sum, cells, order) {
    if (cells.length === 0) return 'Choose the cells of the cage first: draw over them.';
    if (cells.length > order) return `A cage has different digits, so it has at most ${order} cells.`;
    if (sum === null) return 'A cage takes its sum, a number.';
    const least = (cells.length * (cells.length + 1)) / 2;
    const most = cells.length * order - (cells.length * (cells.length - 1)) / 2;
    if (sum < least || sum > most) return `${cells.length} different digits have a sum from ${least} to ${most}, and not ${sum}.`;
    return '';
}
