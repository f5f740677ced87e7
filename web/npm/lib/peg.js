// Peg solitaire: boards, solutions, and proofs that there is none.

import { values } from './engine.js';
import { Stopped } from './errors.js';
import { flag, listOf } from './options.js';
import { asked } from './question.js';

/** A drawing has lines, as a text or a list. */
const gameOf = (verb, game) => (typeof game === 'string' ? game : `${listOf(`${verb}: a game is a name, a drawing, or a list of lines`, game).join('\n')}\n`);

/** Asks about a game. */
const about = (verb, game, on, work) => asked(verb, on, ['six'], async (question, { six = false }) => {
    const fields = [gameOf(verb, game), flag(`${verb}: six`, six) ? '6' : ''];
    return work(fields, question);
});

/** The holes with their names, the jumps, and the pegs at first and in the end (null if open). */
export const board = (game, on) => about('peg.board', game, on, async (fields, question) => {
    const { holes, jumps, start, finish, six } = await values(['peg-board', ...fields], question);
    return { holes: holes.map(([row, column, name]) => ({ row, column, name })), jumps, start, finish, six };
});

/** The jumps of a solution, as numbers of holes: from, over, to; or why there is none. */
export const solve = (game, on) => about('peg.solve', game, on, async (fields, question) => {
    const told = await values(['peg-solve', ...fields], question);
    if (told.unknown) throw new Stopped('memory');
    return { jumps: told.jumps ?? null, reason: told.why ?? null, pagoda: told.pagoda ?? null };
});
