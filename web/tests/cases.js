// The recorded runs of the C program in `testdata/cases`, as bytes in Latin-1; cages for a filled grid.

import { readFileSync, readdirSync } from 'node:fs';
import { DIGITS } from '../page/sudoku/model/grid.js';

const FOLDER = new URL('../../testdata/cases/', import.meta.url);

/** All of them, in order. */
export function cases() {
    return readdirSync(FOLDER).sort().flatMap((file) => read(readFileSync(new URL(file, FOLDER), 'latin1')));
}

function read(text) {
    const cases = [];
    for (const line of text.split('\n')) {
        if (line.startsWith('case ')) {
            cases.push({ name: line.slice(5), words: [], status: 0, input: '', stdout: '', stderr: '', shape: null });
            continue;
        }
        const [tag, content, now] = [line[0], line.slice(1), cases.at(-1)];
        if (tag === '<') now.input += `${content}\n`;
        else if (tag === '1') now.stdout += `${content}\n`;
        else if (tag === '2') now.stderr += `${content}\n`;
        else if (tag === '@') now.shape += `${content}\n`;
        else if (tag === 'w') now.words.push(line.slice('word '.length));
        else if (line === 'shape') now.shape = '';
        else if (tag === 's') now.status = Number(line.slice('status '.length));
    }
    return cases;
}

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
