// Pieces and regions as drawings in letters, and as the cells that a problem names. It knows nothing of
// the page.

import { headerOf, isCell } from './packing/header.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** A drawing is continued below once it is as wide as this. */
const WIDTH = 24;

/** Cells moved to the corner, in the order of reading. */
function cornered(cells) {
    const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    return cells.map(([row, column]) => [row - top, column - left]).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

/** The pieces of a flat drawing: the cells [row, column] of each letter. Nothing if it is a name, or no flat drawing. */
export function readPieces(text) {
    const lines = text.trimEnd().split('\n').map((line) => line.trimEnd());
    if (text.trim() === '') return [];
    if (lines.length < 2 || !lines.every((line) => /^[\w.#*]+$/.test(line))) return null;
    const pieces = new Map();
    lines.forEach((line, row) => [...line].forEach((letter, column) => {
        if (letter !== '.') pieces.set(letter, [...(pieces.get(letter) ?? []), [row, column]]);
    }));
    return [...pieces.values()].map(cornered);
}

/** The drawing of pieces, beside and below each other; nothing if there are more than letters. */
export function writePieces(pieces) {
    if (pieces.length > LETTERS.length) return null;
    const rows = [];
    let [top, left] = [0, 0];
    pieces.map(cornered).forEach((cells, number) => {
        const width = Math.max(...cells.map(([, column]) => column)) + 1;
        if (left > 0 && left + width > WIDTH) [top, left] = [rows.length + 1, 0];
        for (const [row, column] of cells) {
            while (rows.length <= top + row) rows.push([]);
            rows[top + row][left + column] = LETTERS[number];
        }
        left += width + 1;
    });
    const width = Math.max(0, ...rows.map((row) => row.length));
    // A drawing has two lines at least; no line is empty, which would begin another layer.
    while (rows.length < 2 && pieces.length > 0) rows.push([]);
    return rows.map((row) => `${Array.from({ length: width }, (_, column) => row[column] ?? '.').join('')}\n`).join('');
}

const numbersOf = (item) => item.split('.').map(Number);

/** A placement of each piece of a problem of `pack-problem`, the first one: name, and cells of two or three numbers. */
export function placementsOf(problem) {
    const placements = new Map();
    for (const line of problem.split('\n').slice(1)) {
        const items = line.split(' ');
        const cells = items.filter(isCell).map(numbersOf);
        if (cells.length > 0 && !placements.has(items[0])) placements.set(items[0], cells);
    }
    return [...placements];
}

/** The rows of the region of such a problem, if it is of squares: # is to be covered, ? may be. */
export function regionOf(problem) {
    const { must, may } = headerOf(problem);
    const rows = [];
    for (const [items, mark] of [[must, '#'], [may, '?']]) {
        for (const [row, column] of items.map(({ name }) => name).filter(isCell).map(numbersOf)) {
            while (rows.length <= row) rows.push([]);
            rows[row][column] = mark;
        }
    }
    const width = Math.max(0, ...rows.map((row) => row.length));
    return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '.').join(''));
}
