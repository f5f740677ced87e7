// Sudoku: solving, checking, rating, hints, making; candidates and forms of Sudokus with rules.
//
// Grids are lines of text, row by row: `1` to `9` and then letters, `.` for a blank.

import { output, values } from './engine.js';
import { NotOne } from './errors.js';

const DIGITS = '123456789ABCDEFGHIJKLMNOP';
const BLANK = '.';
const ORDERS = [4, 6, 9, 16, 25];

const lines = (drawing) => (typeof drawing === 'string' ? drawing : [...drawing].join('\n'));

/** A board as the library is told of it. */
const fieldsOf = ({ order = 9, diagonal = false, hyper = false, jigsaw = '', killer = '' }) => [
    order, (diagonal ? 1 : 0) + (hyper ? 2 : 0), lines(jigsaw), lines(killer),
];
/** Whether techniques know the board, so that puzzles have ratings. */
const hasRatings = ({ order = 9, jigsaw = '', killer = '' }) => order === 9 && jigsaw.length === 0 && killer.length === 0;
const isPlain = (board) => hasRatings(board) && !board.diagonal && !board.hyper;

/** A digit of a list: blanks are 0, null, undefined, and the signs for it in a text. */
function sign(cell) {
    if (cell === 0 || cell === null || cell === undefined || cell === '' || cell === BLANK) return BLANK;
    if (Number.isSafeInteger(cell) && cell >= 1 && cell <= DIGITS.length) return DIGITS[cell - 1];
    if (typeof cell === 'string' && cell.length === 1) return cell;
    throw new TypeError(`a cell is a digit, or 0 or null for a blank, not ${String(cell)}`);
}

/** A puzzle in any form as a text; and the order that a list of cells has. */
function textOf(puzzle) {
    if (typeof puzzle === 'string') return { text: puzzle, order: null };
    if (puzzle === null || typeof puzzle !== 'object' || !(Symbol.iterator in puzzle)) throw new TypeError('a puzzle is a text or a list');
    const cells = [...puzzle].flatMap((row) => (row !== null && typeof row === 'object' ? [...row] : [row]));
    const order = Math.sqrt(cells.length);
    return { text: cells.map(sign).join(''), order: ORDERS.includes(order) ? order : null };
}

/** What the library is asked about a board: one with rules has verbs of its own. */
const asking = (board, fields) => (board.rules ? (what) => [`rules-${what}`, board.rules] : (what) => [`sudoku-${what}`, ...fields]);

/** A puzzle whose board has rules; `grid` are its digits. */
async function ruled(grid, board, limits) {
    const { rows, columns } = await values(['rules-board', board.rules], limits);
    if (grid.length !== rows * columns) throw new Error(`the puzzle has ${grid.length} cells, the board ${rows * columns}`);
    return { grid, board, columns, ask: asking(board) };
}

/** A board without rules that a text or a link has. */
const usualOf = ({ order, board: { cages, ...others } }) => ({ order, ...others, killer: cages });

/** The board of a text or a link, without its digits. */
async function boardOf(text, limits) {
    const read = await values(['sudoku-read', ...fieldsOf({}), text], limits);
    if (!read.text && !read.board) throw new Error('the rules of a board are a text or a link with rules');
    return read.text ? { rules: read.text } : usualOf(read);
}

/** A puzzle and its board. */
async function taken(puzzle, board, limits) {
    const { text, order: its } = textOf(puzzle);
    if (board?.rules) {
        const found = await boardOf(board.rules, limits);
        return found.rules ? ruled(text.replaceAll(/\s/g, ''), found, limits) : taken(text, found, limits);
    }
    const asked = board ?? (its ? { order: its } : {});
    const fields = fieldsOf(asked);
    const read = await values(['sudoku-read', ...fields, text], limits);
    const { order, grid, more, rules, text: own } = read;
    if (own) {
        if (board) throw new Error('the puzzle has rules of its own, which say what the board is');
        return ruled(grid, { rules: own }, limits);
    }
    if (read.board && !board) {
        const found = usualOf(read);
        return { grid, board: found, columns: order, fields: fieldsOf(found), ask: asking(found, fieldsOf(found)) };
    }
    if (rules === 'jigsaw') throw new Error('these are boxes of a jigsaw: they are the `jigsaw` of a board');
    if (more) throw new Error('there are several puzzles');
    const cells = board ? (await values(['sudoku-board', ...fields], limits)).order : order;
    if (order !== cells) throw new Error(`the puzzle has order ${order}, the board ${cells}`);
    const found = { ...(board ?? { order }), ...(rules === 'cages' ? { killer: text } : {}) };
    return { grid, board: found, columns: cells, fields: fieldsOf(found), isCages: rules === 'cages', ask: asking(found, fieldsOf(found)) };
}

/** What the library finds: up to two solutions, what clashes, and what there is to say of several. */
async function solved(puzzle, { board, most = 1000, signal }) {
    if (!Number.isSafeInteger(most) || most < 2) throw new RangeError('most is a whole number from 2 on');
    const { grid, ask, columns } = await taken(puzzle, board, { signal });
    const { solutions, clash, several: of } = await values([...ask('solve'), grid, most], { signal });
    const several = of ? { count: of.count, isAll: of.all, grids: solutions, cells: of.cells } : null;
    return { grid, ask, columns, solutions, clash, several };
}

/** A puzzle whose board has no rules: techniques know no others. */
async function plain(puzzle, board, limits) {
    const found = await taken(puzzle, board, limits);
    if (found.board.rules) throw new Error('hints, paths and ratings know no Sudokus with rules of their own');
    return found;
}

/** A puzzle in any form, as a line. */
export async function read(puzzle, { board, signal } = {}) {
    const { grid, isCages } = await taken(puzzle, board, { signal });
    if (isCages) throw new Error('these are cages of a killer Sudoku: they are the `killer` of a board');
    return grid;
}

/** A line as rows of digits; 0 is a blank. */
export function rows(grid) {
    const order = Math.sqrt(grid.length);
    if (!Number.isInteger(order)) throw new TypeError('a grid is a line of as many rows as columns');
    return Array.from({ length: order }, (_, row) => [...grid.slice(row * order, (row + 1) * order)].map((digit) => DIGITS.indexOf(digit.toUpperCase()) + 1));
}

/** The solution of a puzzle; `NotOne` if there is not exactly one. */
export async function solve(puzzle, on = {}) {
    const { solutions, clash, several, columns } = await solved(puzzle, on);
    if (solutions.length !== 1) throw new NotOne(solutions.length, clash, several, columns);
    return solutions[0];
}

/** How many solutions there are (2 for more, and `several`), whether each clue is needed, and what clashes. */
export async function check(puzzle, on = {}) {
    const { grid, ask, solutions, clash, several } = await solved(puzzle, on);
    const isOne = solutions.length === 1;
    const found = { solutions: solutions.length, minimal: null, reason: clash, ...(several ? { several } : {}) };
    if (!isOne) return found;
    if (!on.redundant && !hasRules(ask)) return { ...found, minimal: await values([...ask('minimal'), grid], { signal: on.signal }) };
    const text = await rulesText(ask, { signal: on.signal });
    const { cells, rules } = await values(['rules-redundant', text, grid, on.redundant ? '1' : ''], { signal: on.signal });
    return { ...found, minimal: cells.length === 0, ...(on.redundant ? { redundant: { cells, rules: rules.map(ruleOf) } } : {}) };
}

const hasRules = (ask) => ask('')[0] === 'rules-';

/** The rules of a board as text: of a usual one, too. */
async function rulesText(ask, limits) {
    const [verb, ...fields] = ask('of');
    return hasRules(ask) ? fields[0] : values(['rules-of', ...fields], limits);
}

const ruleOf = ({ name, says, numbers, cells }) => ({ name, says, numbers, cells });

/** The rules that a puzzle has besides those of a usual board. */
export async function rules(puzzle, { board, signal } = {}) {
    const { ask } = await taken(puzzle, board, { signal });
    return (await values(['rules-board', await rulesText(ask, { signal })], { signal })).rules.map(ruleOf);
}

/** The digits that each cell has in some solution, each with their number up to `atLeast`, and cells with equal digits. */
export async function candidates(puzzle, { atLeast = 1, board, signal } = {}) {
    if (!Number.isSafeInteger(atLeast) || atLeast < 1) throw new RangeError('atLeast is a whole number from 1 on');
    const { grid, ask } = await taken(puzzle, board, { signal });
    const { counts, equal, clash } = await values([...ask('candidates'), grid, atLeast], { signal });
    if (counts.some((digits) => digits.length === 0)) throw new NotOne(0, clash);
    return { counts: counts.map((digits) => new Map(digits)), equal };
}

const FORMS = ['fpuzzles', 'iss', 'link', 'fpuzzles-link', 'iss-link', 'svg'];

/** The puzzle as other programs write it: a text, a link, or a picture. */
export async function convert(puzzle, form, { board, signal } = {}) {
    if (!FORMS.includes(form)) throw new RangeError(`a form is one of ${FORMS.join(', ')}`);
    const { grid, ask } = await taken(puzzle, board, { signal });
    return output(['rules-write', await rulesText(ask, { signal }), grid, form], { signal });
}

/** The rules that some digits contradict, each with the cells to blame; rows, columns and boxes are among them. */
export async function broken(digits, { board = {}, signal } = {}) {
    const { grid, ask } = await taken(digits, board, { signal });
    const found = await values(['rules-check', await rulesText(ask, { signal }), grid], { signal });
    return found.map(({ name, says, cells }) => ({ name, says, cells }));
}

/** Refuses a puzzle that does not have exactly one solution, which is known. */
async function refuse(puzzle, board, signal) {
    const { solutions, clash, several, columns } = await solved(puzzle, { board, signal });
    throw new NotOne(solutions.length, clash, several, columns);
}

const stars = (tenths) => (tenths === null ? null : tenths / 10);
const greatest = (steps) => steps.reduce((most, { tenths }) => Math.max(most, tenths), 0);

/** How difficult a puzzle is. ER, EP and ED, which may take long, are left out without `sukaku`. */
export async function rate(puzzle, { sukaku = true, board, signal } = {}) {
    const { grid, board: its, fields } = await plain(puzzle, board, { signal });
    const { solutions, empty, wnef, rules, solved, work } = await values(['sudoku-rate', ...fields, grid], { signal });
    const rating = { empty, wnef, nodes: work?.nodes ?? null, mems: work?.mems ?? null, rules, solved, solutions, er: null, ep: null, ed: null };
    if (!sukaku || !hasRatings(its) || solutions !== 1) return rating;
    const { steps } = await values(['sudoku-path', ...fields, grid], { signal });
    const placed = steps.filter((step) => step.placed !== null).length;
    // Techniques may not lead to the end.
    if (placed < empty || empty === 0) return rating;
    const first = steps.findIndex((step) => step.placed !== null);
    return { ...rating, er: greatest(steps) / 10, ep: greatest(steps.slice(0, first + 1)) / 10, ed: steps[0].tenths / 10 };
}

const place = ([cell, digit]) => ({ cell, digit });

/** A step as people read it. */
const stepOf = ({ technique, tenths, placed, removed, place: where, sentence, lines: its, cells }) => ({
    technique, rating: stars(tenths), placed: placed && place(placed), removed: removed.map(place), cells, place: where, sentence, lines: its,
});

/** The easiest next step, or null if the puzzle is solved. */
export async function hint(puzzle, { clues, board, signal } = {}) {
    const { grid, board: its, fields } = await plain(puzzle, board, { signal });
    const first = clues === undefined ? grid : (await taken(clues, its, { signal })).grid;
    const told = await values(['sudoku-advise', ...fields, first, grid, ''], { signal });
    switch (told.advice) {
        case 'step': return stepOf(told.step);
        case 'solved': return null;
        case 'none': throw new NotOne(0);
        case 'several': return refuse(first, its, signal);
        case 'wrong': throw new Error(`wrong digits: ${told.digits.map((cell) => nameOf(cell, grid)).join(' ')}`);
        default: throw new Error('no technique that is known here finds a step');
    }
}

const nameOf = (cell, grid) => {
    const order = Math.sqrt(grid.length);
    return `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
};

/** All steps to the solution, or as far as techniques lead. */
export async function path(puzzle, { board, signal } = {}) {
    const { grid, board: its, fields } = await plain(puzzle, board, { signal });
    const { solutions, steps } = await values(['sudoku-path', ...fields, grid], { signal });
    if (solutions !== 1) return refuse(grid, its, signal);
    return steps.map(stepOf);
}

/** A puzzle with exactly one solution, and that. */
export async function make({ difficulty, rating, symmetric = false, seed, board = {}, signal } = {}) {
    if (difficulty !== undefined && rating !== undefined) throw new TypeError('difficulty and rating exclude each other');
    const chosen = seed ?? Math.floor(Math.random() * 2 ** 53);
    if (board.rules) {
        if (difficulty !== undefined || rating !== undefined || symmetric) throw new TypeError('with rules, puzzles are made by chance alone');
        const { rules: its, ...others } = await boardOf(board.rules, { signal });
        return its ? values(['rules-make', its, chosen], { signal }) : make({ board: others, seed: chosen, signal });
    }
    let level = '';
    if (difficulty !== undefined) {
        const range = await values(['sudoku-level', difficulty], { signal });
        if ((board.order ?? 9) !== 9) throw new RangeError('difficulty is calibrated for order 9');
        level = isPlain(board) ? range.join(':') : difficulty;
    }
    if (rating !== undefined) {
        if (!hasRatings(board)) throw new RangeError('only 9x9 puzzles with the usual boxes and no cages have ratings');
        level = [...rating].map((number) => Math.round(10 * number)).join(':');
    }
    return values(['sudoku-make', ...fieldsOf(board), level, symmetric ? '1' : '', chosen], { signal });
}
