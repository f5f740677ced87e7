// Cages of a killer Sudoku, for a filled grid.

import { DIGITS } from './grid.js';

/** Cuts a filled grid into cages of different digits; the same seed cuts it in the same way. As text. */
export function cut(solution, order, seed) {
    const values = [...solution].map((digit) => DIGITS.indexOf(digit) + 1);
    const free = new Set(values.keys());
    let turn = seed * 2654435761 + 1;
    const below = (most) => {
        turn = (Math.imul(turn, 1664525) + 1013904223) >>> 0;
        return Math.floor((turn / 2 ** 32) * most);
    };
    const lines = [];
    while (free.size > 0) {
        const cage = [free.values().next().value];
        free.delete(cage[0]);
        for (const size = 2 + below(3); cage.length < size;) {
            const near = cage.flatMap((cell) => [cell - order, cell + order, cell % order > 0 ? cell - 1 : -1, cell % order < order - 1 ? cell + 1 : -1])
                .filter((cell) => free.has(cell) && !cage.some((other) => values[other] === values[cell]));
            if (near.length === 0) break;
            const next = near[below(near.length)];
            cage.push(next);
            free.delete(next);
        }
        const sum = cage.reduce((total, cell) => total + values[cell], 0);
        lines.push(`${sum} ${cage.map((cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`).join(' ')}`);
    }
    return lines.join('\n');
}
