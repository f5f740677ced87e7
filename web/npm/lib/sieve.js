// The Ginnow sieve: of the numbers 1 to N pick one by one; each pick scores its value and gives a
// proper divisor that is still there to the tax.

import { values } from './engine.js';
import { whole } from './options.js';
import { asked } from './question.js';

/** The largest N. */
const MOST = 1_000_000;

/** A best game: its score, and picks with their taxes in an order that can be played. */
export const solve = (n, limits) => asked('sieve.solve', limits, [], async (question) => {
    const { score, proved, moves } = await values(['sieve-solve', whole('sieve.solve: n', n, 1, MOST)], question);
    return { score, isProved: proved, moves };
});
