// The families of `dlx gen`.

import { output } from './engine.js';
import { Problem } from './problem.js';

/** A board: rows and columns, or the side of a square. */
function board(size) {
    return typeof size === 'object' ? [...size].join('x') : size;
}

/** A family by its name and its parameters, as words. */
export async function gen(family, ...parameters) {
    return new Problem(await output(['gen', family, ...parameters.map((word) => word ?? '')]));
}

/** Queens on a board that do not attack each other. */
export const queens = (n) => gen('queens', n);
/** Langford pairs of the numbers 1 to n. */
export const langford = (n) => gen('langford', n);
/** As few pieces as said that attack or occupy all cells of a board. */
export const domination = (size, count, { by = 'queens' } = {}) => gen('domination', board(size), count, by);
/** Squares of words that are also words downwards. */
export const words = (list) => gen('words', typeof list === 'string' ? list : [...list].join('\n'));
/** MacMahon's squares of three colors in a box. */
export const squares = (size) => gen('squares', board(size));
/** MacMahon's triangles of four colors in a hexagon. */
export const triangles = () => gen('triangles');
/** Latin squares. */
export const latin = (n) => gen('latin', n);
/** Pairs of orthogonal Latin squares. */
export const orthogonal = (n) => gen('orthogonal', n);
/** Triples of numbers with equal sums. */
export const triples = (n) => gen('triples', n);
/** Dominoes on a board. */
export const dominoes = (size) => gen('dominoes', board(size));
/** All polyominoes of some sizes on a board, as often as they fit. */
export const polyominoes = (size, sizes) => gen('polyominoes', board(size), typeof sizes === 'number' ? sizes : [...sizes].join());
/** Dissections of a rectangle into rectangles of different dimensions. */
export const rectangles = (size) => gen('rectangles', board(size));
/** Reduced dissections of a rectangle into rectangles; or motley ones. */
export const dissections = (size, { motley = false } = {}) => gen(motley ? 'motley' : 'dissections', board(size));
/** Bricks in a box; each kind is the least and greatest number of its bricks, and their sides. */
export const bricks = (sides, kinds) => gen('bricks', sides.join('x'), kinds.map(([least, most, its]) => `${least}:${most},${its.join('x')}`).join(' '));
/** Random sets, each to be hit one to three times by some of the elements. */
export const hittingSets = (elements, sets, chosen, { seed = 0 } = {}) => gen('hitting-sets', elements, sets, chosen, seed);
/** Random options with a solution among them. */
export const planted = (options, items, { seed = 0 } = {}) => gen('planted', options, items, seed);
