// The families of `dlx gen`.

import { output } from './engine.js';
import { Fault } from './errors.js';
import { isList, listOf, oneOf, seedOf, shown, whole } from './options.js';
import { Problem } from './problem.js';
import { COMMON, asked, inside } from './question.js';

/** A number of rows, numbers, ...: how many there may be is the family's matter. */
const natural = (what, value) => whole(what, value, 0, 10 ** 9);

/** A board: rows and columns, or the side of a square. */
function board(verb, size) {
    const what = `${verb}: a board`;
    if (!isList(size)) return natural(`${what}, or its side,`, size);
    const sides = [...size];
    if (sides.length !== 2) throw new Fault(`${what} is rows and columns, or the side of a square, not ${sides.length} numbers`);
    return sides.map((side) => natural(`${what}'s side`, side)).join('x');
}

/** Three sides of a box. */
function sides(what, given) {
    const its = listOf(`${what} are three numbers`, given);
    if (its.length !== 3) throw new Fault(`${what} are three numbers, not ${its.length}`);
    return its.map((side) => whole(what.replace(/s$/, ''), side, 1, 10 ** 6)).join('x');
}

/** The least and greatest number of bricks of a kind, and their sides. */
function brick(kind) {
    const verb = 'gen.bricks: a kind of bricks';
    const [least, most, its, ...more] = listOf(`${verb} is [least, most, sides]`, kind);
    if (its === undefined || more.length) throw new Fault(`${verb} is [least, most, sides]`);
    if (natural(`${verb}: least`, least) > whole(`${verb}: most`, most, 1, 10 ** 6)) throw new Fault(`${verb}: least is ${least}, most ${most}`);
    return `${least}:${most},${sides('gen.bricks: sides', its)}`;
}

/** A family with its words, and the options of a verb. */
const family = (name, on, words, options = []) => asked(`gen.${name === 'hitting-sets' ? 'hittingSets' : name}`, on, options, async (question, its) => {
    const given = words(its).map((word) => word ?? '');
    return new Problem(await output(['gen', name, ...given], question));
});

const isOptions = (value) => value !== null && typeof value === 'object' && Object.keys(value).some((name) => COMMON.includes(name));

/** A family by its name and its parameters, as words; at the end there may be options of all verbs. */
export async function gen(name, ...parameters) {
    if (typeof name !== 'string') throw new TypeError(`gen.gen: a family has a name, not ${shown(name)}`);
    const on = isOptions(parameters.at(-1)) ? parameters.pop() : undefined;
    return asked('gen.gen', on, [], async (question) => new Problem(await output(['gen', name, ...parameters.map((word) => word ?? '')], question)));
}

/** Families of one number, or of a board. */
const byNumber = (name) => (n, on) => family(name, on, () => [natural(`gen.${name}: n`, n)]);
const byBoard = (name) => (size, on) => family(name, on, () => [board(`gen.${name}`, size)]);

const PIECES = ['queens', 'kings', 'rooks', 'bishops', 'knights', 'neighbors'];

/** Queens on a board that do not attack each other. */
export const queens = byNumber('queens');
/** Langford pairs of the numbers 1 to n. */
export const langford = byNumber('langford');
/** As few pieces as said that attack or occupy all cells of a board. */
export const domination = (size, count, on) => family('domination', on, ({ by = 'queens' }) => [
    board('gen.domination', size), natural('gen.domination: count', count), oneOf('gen.domination: by', by, PIECES),
], ['by']);
/** Squares of words that are also words downwards. */
export const words = (list, on) => family('words', on, () => [typeof list === 'string' ? list : listOf('gen.words: words are a text or a list', list).join('\n')]);
/** MacMahon's squares of three colors in a box. */
export const squares = byBoard('squares');
/** MacMahon's triangles of four colors in a hexagon. */
export const triangles = (on) => family('triangles', on, () => []);
/** Latin squares. */
export const latin = byNumber('latin');
/** Pairs of orthogonal Latin squares. */
export const orthogonal = byNumber('orthogonal');
/** Triples of numbers with equal sums. */
export const triples = byNumber('triples');
/** Dominoes on a board. */
export const dominoes = byBoard('dominoes');
/** All polyominoes of some sizes on a board, as often as they fit. */
export const polyominoes = (size, sizes, on) => family('polyominoes', on, () => {
    const its = isList(sizes) ? [...sizes] : [sizes];
    return [board('gen.polyominoes', size), its.map((one) => natural('gen.polyominoes: a size', one)).join()];
});
/** Dissections of a rectangle into rectangles of different dimensions. */
export const rectangles = byBoard('rectangles');
/** Reduced dissections of a rectangle into rectangles; or motley ones. */
export const dissections = (size, on) => asked('gen.dissections', on, ['motley'], (question, { motley = false }) => byBoard(motley ? 'motley' : 'dissections')(size, inside(question)));
/** Bricks in a box; each kind is the least and greatest number of its bricks, and their sides. */
export const bricks = (box, kinds, on) => family('bricks', on, () => [
    sides("gen.bricks: the box's sides", box), listOf('gen.bricks: kinds are a list', kinds).map(brick).join(' '),
]);
/** Random sets, each to be hit one to three times by some of the elements. */
export const hittingSets = (elements, sets, chosen, on) => family('hitting-sets', on, ({ seed = 0 }) => [
    natural('gen.hittingSets: elements', elements), natural('gen.hittingSets: sets', sets), natural('gen.hittingSets: chosen', chosen), seedOf('gen.hittingSets', seed),
], ['seed']);
/** Random options with a solution among them. */
export const planted = (options, items, on) => family('planted', on, ({ seed = 0 }) => [
    natural('gen.planted: options', options), natural('gen.planted: items', items), seedOf('gen.planted', seed),
], ['seed']);
