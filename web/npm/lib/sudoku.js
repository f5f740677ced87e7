// Sudoku: solving, checking, rating, hints, making; candidates and forms of Sudokus with rules.
//
// Grids are lines of text, row by row: `1` to `9` and then letters, `.` for a blank.

import { output, values } from './engine.js';
import { Fault, NotOne } from './errors.js';
import { either, flag, isList, known, listOf, oneOf, seedOf, shown, whole } from './options.js';
import { asked } from './question.js';

const DIGITS = '123456789ABCDEFGHIJKLMNOP';
const BLANK = '.';
/** Any digit of a grid. */
const DIGIT = /[^.]/;
const ORDERS = [4, 6, 9, 16, 25];

const lines = (drawing) => (typeof drawing === 'string' ? drawing : [...drawing].join('\n'));

/** A board as a user gives it. */
function checkedBoard(verb, board) {
    if (board === undefined || board === null) return undefined;
    const its = known(`${verb}: board`, board, ['order', 'diagonal', 'hyper', 'jigsaw', 'killer', 'rules']);
    const { order, diagonal = false, hyper = false, jigsaw = '', killer = '', rules } = its;
    if (order !== undefined && !ORDERS.includes(order)) {
        const told = `${verb}: order is ${either(ORDERS)}, not ${shown(order)}`;
        throw typeof order === 'number' ? new Fault(told) : new TypeError(told);
    }
    flag(`${verb}: diagonal`, diagonal);
    flag(`${verb}: hyper`, hyper);
    for (const [name, drawing] of Object.entries({ jigsaw, killer })) {
        if (typeof drawing !== 'string') listOf(`${verb}: ${name} is a text or a list of lines`, drawing);
    }
    if (rules !== undefined && typeof rules !== 'string') throw new TypeError(`${verb}: rules are a text or a link, not ${shown(rules)}`);
    return its;
}

/** Asks about Sudokus on a board. */
const about = async (verb, on, names, work, told) => {
    if (on?.rules !== undefined && !names.includes('rules')) {
        throw new TypeError(`sudoku.${verb} has no option \`rules': rules are part of a board, as in \`board: { rules }'`);
    }
    return asked(`sudoku.${verb}`, on, ['board', ...names], async (question, its) => (
        work(question, { ...its, board: checkedBoard(`sudoku.${verb}`, its.board) })
    ), told);
};

/** A board as the library is told of it. */
const fieldsOf = ({ order = 9, diagonal = false, hyper = false, jigsaw = '', killer = '' }) => [
    order, (diagonal ? 1 : 0) + (hyper ? 2 : 0), lines(jigsaw), lines(killer),
];
/** Whether techniques know the board, so that puzzles have ratings. */
const hasRatings = ({ order = 9, jigsaw = '', killer = '' }) => order === 9 && jigsaw.length === 0 && killer.length === 0;
const isPlain = (board) => hasRatings(board) && !board.diagonal && !board.hyper;

/** A digit of a list: blanks are 0, null, undefined, and the signs for it in a text. */
function sign(cell, place) {
    if (cell === 0 || cell === null || cell === undefined || cell === '' || cell === BLANK) return BLANK;
    if (Number.isSafeInteger(cell) && cell >= 1 && cell <= DIGITS.length) return DIGITS[cell - 1];
    if (typeof cell === 'string' && cell.length === 1) return cell;
    const told = 'a cell is a digit, or 0 or null for a blank';
    if (typeof cell !== 'number' && typeof cell !== 'string') throw new TypeError(`${told}, not ${shown(cell)}`);
    throw new Fault(`row ${place.row}, column ${place.column}: ${told}, not ${shown(cell)}`, place);
}

/** A list of cells, or of rows, as a text; and the order that it has. */
function ofCells(list) {
    const isRow = (row) => row !== null && typeof row === 'object';
    const rows = list.map((row) => (isRow(row) ? [...listOf('a row is a list of cells', row)] : [row]));
    if (list.some(isRow)) {
        const at = rows.findIndex((row) => row.length !== rows[0].length);
        if (at >= 0) throw new Fault(`row ${at} has ${rows[at].length} cells, not ${rows[0].length}`, { row: at });
    }
    const cells = rows.flat();
    const width = list.some(isRow) ? rows[0].length : Math.sqrt(cells.length);
    const order = ORDERS.includes(Math.sqrt(cells.length)) ? Math.sqrt(cells.length) : null;
    const places = cells.map((_, cell) => (Number.isInteger(width) ? { row: Math.floor(cell / width), column: cell % width } : { row: 0, column: cell }));
    const signs = cells.map((cell, at) => {
        if (order === null || typeof cell !== 'number' || (Number.isInteger(cell) && cell >= 0 && cell <= order)) return sign(cell, places[at]);
        const { row, column } = places[at];
        throw new Fault(`row ${row}, column ${column}: a cell is a digit from 1 to ${order}, or 0 or null for a blank, not ${cell}`, places[at]);
    });
    return { text: signs.join(''), order };
}

/** A puzzle in any form as a text; and the order that a list of cells has. */
function textOf(puzzle) {
    if (typeof puzzle === 'string') return { text: puzzle, order: null };
    if (!isList(puzzle)) throw new TypeError(`a puzzle is a text or a list, not ${shown(puzzle)}`);
    return ofCells([...puzzle]);
}

/** What the library is asked about a board: one with rules has verbs of its own. */
const asking = (board, fields) => (board.rules ? (what) => [`rules-${what}`, board.rules] : (what) => [`sudoku-${what}`, ...fields]);

/** A puzzle whose board has rules; `grid` are its digits. */
async function ruled(grid, board, question) {
    const { rows, columns } = await values(['rules-board', board.rules], question);
    if (grid.length !== rows * columns) throw new Fault(`the puzzle has ${grid.length} cells, the board ${rows * columns}`);
    return { grid, board, columns, ask: asking(board) };
}

/** A board without rules that a text or a link has. */
const usualOf = ({ order, board: { cages, ...others } }) => ({ order, ...others, killer: cages });

/** The board of a text or a link, and the digits that it has. */
async function readBoard(text, question) {
    const read = await values(['sudoku-read', ...fieldsOf({}), text], question);
    if (!read.text && !read.board) throw new Fault('the rules of a board are a text or a link with rules');
    return { board: read.text ? { rules: read.text } : usualOf(read), grid: read.grid };
}

/** A puzzle and its board. */
async function taken(puzzle, board, question) {
    const { text, order: its } = textOf(puzzle);
    if (board?.rules) {
        const { board: found } = await readBoard(board.rules, question);
        return found.rules ? ruled(text.replaceAll(/\s/g, ''), found, question) : taken(text, found, question);
    }
    const asked = board ?? (its ? { order: its } : {});
    const fields = fieldsOf(asked);
    const read = await values(['sudoku-read', ...fields, text], question);
    const { order, grid, more, rules, text: own } = read;
    if (own) {
        if (board) throw new Fault('the puzzle has rules of its own, which say what the board is');
        return ruled(grid, { rules: own }, question);
    }
    if (read.board && !board) {
        const found = usualOf(read);
        return { grid, board: found, columns: order, fields: fieldsOf(found), ask: asking(found, fieldsOf(found)) };
    }
    if (rules === 'jigsaw') throw new Fault('these are boxes of a jigsaw: they are the `jigsaw` of a board');
    if (more) throw new Fault('there are several puzzles');
    const cells = board ? (await values(['sudoku-board', ...fields], question)).order : order;
    if (order !== cells) throw new Fault(`the puzzle has order ${order}, the board ${cells}`);
    const found = { ...(board ?? { order }), ...(rules === 'cages' ? { killer: text } : {}) };
    return { grid, board: found, columns: cells, fields: fieldsOf(found), isCages: rules === 'cages', ask: asking(found, fieldsOf(found)) };
}

/** What the library finds: up to two solutions, what clashes, and what there is to say of several. */
async function solved(puzzle, { board, most = 1000 }, question) {
    whole('sudoku: most', most, 2);
    const { grid, ask, columns } = await taken(puzzle, board, question);
    const { solutions, clash, several: of } = await values([...ask('solve'), grid, most], question);
    const several = of ? { count: of.count, isAll: of.all, grids: solutions, cells: of.cells } : null;
    return { grid, ask, columns, solutions, clash, several };
}

/** A puzzle whose board has no rules: techniques know no others. */
async function plain(puzzle, board, question) {
    const found = await taken(puzzle, board, question);
    if (found.board.rules) throw new Fault('hints, paths and ratings know no Sudokus with rules of their own');
    return found;
}

/** A puzzle in any form, as a line. */
export const read = (puzzle, on) => about('read', on, [], async (question, { board }) => {
    const { grid, isCages } = await taken(puzzle, board, question);
    if (isCages) throw new Fault('these are cages of a killer Sudoku: they are the `killer` of a board');
    return grid;
});

/** A line as rows of digits; 0 is a blank. */
export function rows(grid) {
    if (typeof grid !== 'string') throw new TypeError(`a grid is a line, not ${shown(grid)}`);
    const order = Math.sqrt(grid.length);
    if (!Number.isInteger(order)) throw new Fault(`a grid is a line with as many rows as columns, not ${grid.length} cells`);
    return Array.from({ length: order }, (_, row) => [...grid.slice(row * order, (row + 1) * order)].map((digit) => DIGITS.indexOf(digit.toUpperCase()) + 1));
}

/** The solution of a puzzle; `NotOne` if there is not exactly one. */
export const solve = (puzzle, on) => about('solve', on, ['most'], async (question, its) => {
    const { solutions, clash, several, columns } = await solved(puzzle, its, question);
    if (solutions.length !== 1) throw new NotOne(solutions.length, clash, several, columns);
    return solutions[0];
});

/** How many solutions there are (2 for more, and `several`), whether each clue is needed, and what clashes. */
export const check = (puzzle, on) => about('check', on, ['most', 'redundant'], async (question, its) => {
    const isAsked = flag('sudoku.check: redundant', its.redundant ?? false);
    const { grid, ask, solutions, clash, several } = await solved(puzzle, its, question);
    const isOne = solutions.length === 1;
    const found = { solutions: solutions.length, minimal: null, reason: clash, ...(several ? { several } : {}) };
    if (!isOne) return found;
    if (!isAsked && !hasRules(ask)) return { ...found, minimal: await values([...ask('minimal'), grid], question) };
    const text = await rulesText(ask, question);
    const { cells, rules } = await values(['rules-redundant', text, grid, isAsked ? '1' : ''], question);
    return { ...found, minimal: cells.length === 0, ...(isAsked ? { redundant: { cells, rules: rules.map(ruleOf) } } : {}) };
});

const hasRules = (ask) => ask('')[0] === 'rules-';

/** The rules of a board as text: of a usual one, too. */
async function rulesText(ask, question) {
    const [verb, ...fields] = ask('of');
    return hasRules(ask) ? fields[0] : values(['rules-of', ...fields], question);
}

const ruleOf = ({ name, says, numbers, cells }) => ({ name, says, numbers, cells });

/** The rules that a puzzle has besides those of a usual board. */
export const rules = (puzzle, on) => about('rules', on, [], async (question, { board }) => {
    const { ask } = await taken(puzzle, board, question);
    return (await values(['rules-board', await rulesText(ask, question)], question)).rules.map(ruleOf);
});

/** The digits that each cell has in some solution, each with their number up to `atLeast`, and cells with equal digits. */
export const candidates = (puzzle, on) => about('candidates', on, ['atLeast'], async (question, { board, atLeast = 1 }) => {
    whole('sudoku.candidates: atLeast', atLeast, 1);
    const { grid, ask } = await taken(puzzle, board, question);
    const { counts, equal, clash } = await values([...ask('candidates'), grid, atLeast], question);
    if (counts.some((digits) => digits.length === 0)) throw new NotOne(0, clash);
    return { counts: counts.map((digits) => new Map(digits)), equal };
});

const FORMS = ['fpuzzles', 'iss', 'link', 'fpuzzles-link', 'iss-link', 'svg'];

/** The puzzle as other programs write it: a text, a link, or a picture. */
export const convert = (puzzle, form, on) => about('convert', on, [], async (question, { board }) => {
    oneOf('sudoku.convert: a form', form, FORMS);
    const { grid, ask } = await taken(puzzle, board, question);
    return output(['rules-write', await rulesText(ask, question), grid, form], question);
});

/** The rules that some digits contradict, each with the cells to blame; rows, columns and boxes are among them. */
export const broken = (digits, on) => about('broken', on, [], async (question, { board = {} }) => {
    const { grid, ask } = await taken(digits, board, question);
    const found = await values(['rules-check', await rulesText(ask, question), grid], question);
    return found.map(({ name, says, cells }) => ({ name, says, cells }));
});

/** Refuses a puzzle that does not have exactly one solution, which is known. */
async function refuse(puzzle, board, question) {
    const { solutions, clash, several, columns } = await solved(puzzle, { board }, question);
    throw new NotOne(solutions.length, clash, several, columns);
}

const place = ([cell, digit]) => ({ cell, digit });
const mark = ([cell, digit, holds]) => ({ cell, digit, holds: holds === 1 });
const link = ({ from, to, reason, house, within }) => ({ from: from.map(mark), to: mark(to), reason, house, within });

/** A step as people read it. */
const stepOf = (step) => ({
    technique: step.name ?? step.technique.toLowerCase().replaceAll(' ', '-'),
    title: step.technique,
    usualName: step.usual,
    names: step.names,
    rating: step.tenths === null ? null : step.tenths / 10,
    placement: step.placed && place(step.placed),
    eliminations: step.removed.map(place),
    cells: step.cells,
    houses: step.houses,
    pivot: step.pivot,
    wings: step.wings,
    chains: step.inferences.map((chain) => chain.map(link)),
    place: step.place,
    sentence: step.sentence,
    effect: step.effect,
    text: step.text.trimEnd(),
});

/** How difficult a puzzle is. ER, EP and ED, which may take long, are left out without `sukaku`. */
export const rate = (puzzle, on) => about('rate', on, ['sukaku'], async (question, { sukaku = true, board }) => {
    const isAsked = flag('sudoku.rate: sukaku', sukaku);
    const { grid, board: its, fields } = await plain(puzzle, board, question);
    const { solutions, empty, wnef, rules, solved, work } = await values(['sudoku-rate', ...fields, grid], question);
    const rating = { empty, wnef, nodes: work?.nodes ?? null, mems: work?.mems ?? null, rules, solved, solutions, er: null, ep: null, ed: null, hardest: null };
    if (!isAsked || !hasRatings(its) || solutions !== 1) return rating;
    const { tenths, step } = await values(['sudoku-ratings', ...fields, grid, '1'], question);
    const [er, ep, ed] = tenths.map((number) => number / 10);
    return { ...rating, er, ep, ed, hardest: step && stepOf(step) };
});

/** What the library says of a position: `step`, `steps`, or nothing if the puzzle is solved. */
async function advised(verb, puzzle, { clues, board }, question) {
    const { grid, board: its, fields } = await plain(puzzle, board, question);
    if (verb === 'sudoku-all' && !hasRatings(its)) throw new Fault('steps are listed of 9x9 puzzles with the usual boxes and no cages');
    const first = clues === undefined ? grid : (await taken(clues, its, question)).grid;
    const told = await values([verb, ...fields, first, grid, ''], question);
    switch (told.advice) {
        case 'step': case 'steps': case 'beyond': return told;
        case 'solved': return {};
        case 'none': throw new NotOne(0);
        case 'several': return refuse(first, its, question);
        default: throw new Fault(`wrong digits: ${told.digits.map((cell) => nameOf(cell, grid)).join(' ')}`);
    }
}

/** The easiest next step, or null if the puzzle is solved. */
export const hint = (puzzle, on) => about('hint', on, ['clues'], async (question, its) => {
    const { advice, step } = await advised('sudoku-advise', puzzle, its, question);
    if (advice === 'beyond') throw new Error('no technique that is known here finds a step');
    return step ? stepOf(step) : null;
});

/** All steps that are possible, the easiest first, up to 300. */
export const steps = (puzzle, on) => about('steps', on, ['clues'], async (question, its) => {
    const found = await advised('sudoku-all', puzzle, its, question);
    return (found.steps ?? []).map(stepOf);
});

const nameOf = (cell, grid) => {
    const order = Math.sqrt(grid.length);
    return `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
};

/** All steps to the solution, or as far as techniques lead. */
export const path = (puzzle, on) => about('path', on, [], async (question, { board }) => {
    const { grid, board: its, fields } = await plain(puzzle, board, question);
    const { solutions, steps: all } = await values(['sudoku-path', ...fields, grid], question);
    if (solutions !== 1) return refuse(grid, its, question);
    return all.map(stepOf);
}, { steps: 0 });

const LEVELS = ['easy', 'medium', 'hard', 'evil'];

/** The least and the greatest rating that are wanted. */
function ratingOf(rating) {
    const what = 'sudoku.make: rating';
    const pair = listOf(`${what} is the least and the greatest ER`, rating);
    if (pair.length !== 2 || pair.some((number) => typeof number !== 'number')) throw new TypeError(`${what} is the least and the greatest ER, two numbers`);
    if (!(pair[0] >= 0 && pair[0] <= pair[1] && pair[1] < 100)) throw new Fault(`${what} is the least and the greatest ER, not ${pair.join(' and ')}`);
    return pair.map((number) => Math.round(10 * number)).join(':');
}

/** A puzzle with exactly one solution, and that. */
export const make = (how) => about('make', how, ['difficulty', 'rating', 'symmetric', 'seed', 'rules'], async (question, its) => {
    const { difficulty, rating, symmetric = false, seed, rules: ownRules } = its;
    if (ownRules !== undefined && its.board !== undefined) throw new Fault('sudoku.make: board and rules exclude each other');
    const board = (ownRules === undefined ? its.board : checkedBoard('sudoku.make', { rules: ownRules })) ?? {};
    const isSymmetric = flag('sudoku.make: symmetric', symmetric);
    if (difficulty !== undefined) oneOf('sudoku.make: difficulty', difficulty, LEVELS);
    if (difficulty !== undefined && rating !== undefined) throw new Fault('sudoku.make: difficulty and rating exclude each other');
    const level = rating === undefined ? difficulty ?? '' : ratingOf(rating);
    const chosen = seed === undefined ? Math.floor(Math.random() * 2 ** 53) : seedOf('sudoku.make', seed);
    if (!board.rules) return made(board, level, isSymmetric, chosen, question);
    if (level || isSymmetric) throw new Fault('sudoku.make: with rules, puzzles are made by chance alone, without difficulty, rating and symmetric');
    const { board: found, grid } = await readBoard(board.rules, question);
    if (!found.rules && !DIGIT.test(grid)) return made(found, '', false, chosen, question);
    const text = await rulesText(asking(found, fieldsOf(found)), question);
    return values(['rules-make', text, grid, chosen], question);
});

/** A puzzle of a board without rules: `level` is a difficulty, a range of ratings, or nothing. */
async function made(board, level, isSymmetric, seed, question) {
    let wanted = level;
    if (LEVELS.includes(level)) {
        const range = await values(['sudoku-level', level], question);
        if ((board.order ?? 9) !== 9) throw new Fault('sudoku.make: difficulty is calibrated for order 9');
        wanted = isPlain(board) ? range.join(':') : level;
    } else if (level && !hasRatings(board)) throw new Fault('sudoku.make: only 9x9 puzzles with the usual boxes and no cages have ratings');
    return values(['sudoku-make', ...fieldsOf(board), wanted, isSymmetric ? '1' : '', seed], question);
}
