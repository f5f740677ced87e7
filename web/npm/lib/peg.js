// Peg solitaire: boards, solutions, and proofs that there is none.

import { values } from './engine.js';
import { Stopped } from './errors.js';

/** A drawing has lines, as a text or a list. */
const gameOf = (game) => (typeof game === 'string' ? game : `${[...game].join('\n')}\n`);

/** The holes with their names, the jumps, and the pegs at first and in the end (null if open). */
export async function board(game, { six = false, signal } = {}) {
    const { holes, jumps, start, finish, six: isSix } = await values(['peg-board', gameOf(game), six ? '6' : ''], { signal });
    return { holes: holes.map(([row, column, name]) => ({ row, column, name })), jumps, start, finish, six: isSix };
}

/** The jumps of a solution, as numbers of holes: from, over, to; or why there is none. */
export async function solve(game, { six = false, signal } = {}) {
    const told = await values(['peg-solve', gameOf(game), six ? '6' : ''], { signal });
    if (told.unknown) throw new Stopped('memory');
    return { jumps: told.jumps ?? null, reason: told.why ?? null, pagoda: told.pagoda ?? null };
}
