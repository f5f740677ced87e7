// The Ginnow sieve: of the numbers 1 to N pick one by one; each pick scores its value and gives a
// proper divisor that is still there to the tax.

import { values } from './engine.js';

/** A best game: its score, and picks with their taxes in an order that can be played. */
export async function solve(n, { signal } = {}) {
    const { score, proved, moves } = await values(['sieve-solve', n], { signal });
    return { score, isProved: proved, moves };
}
