// Packings: do pieces fill a region, and in how many ways?

import { ask } from './engine.js';
import { Fault, refused } from './errors.js';
import { isList, known, oneOf, shown, whole } from './options.js';
import { Problem } from './problem.js';
import { asked, checked, inside, questionOf } from './question.js';

const GRIDS = ['square', 'triangle', 'hexagon', 'cube'];
const OPTIONS = ['grid', 'each', 'border'];

/** A name or a drawing; names in a list have `+` between them, lines of a drawing are lines. */
function textOf(what, given) {
    if (typeof given === 'string') return given;
    if (given instanceof Uint8Array) return given;
    if (!Array.isArray(given)) throw new TypeError(`${what} is a name, a drawing, or a list of rows, not ${shown(given)}`);
    if (given.length === 0) throw new Fault(`${what}: there are no rows`);
    // Rows of cells: 0, false and null are no cell.
    const row = (cells, number) => {
        if (!isList(cells)) throw new TypeError(`${what}: row ${number} is a text or a list of cells, not ${shown(cells)}`);
        return [...cells].map((cell) => (typeof cell === 'string' ? cell : cell ? '#' : '.')).join('');
    };
    const lines = given.map((line, number) => (typeof line === 'string' ? line : row(line, number)));
    // A drawing has several lines, names have one.
    if (lines.length === 1 && typeof given[0] !== 'string') lines.push('.'.repeat(lines[0].length));
    return `${lines.join('\n')}\n`;
}

/** How often each piece is used, as a word. */
function usesOf(each) {
    const what = 'Packing: each';
    if (each === undefined || each === null) return '';
    if (typeof each === 'number') return String(whole(what, each, 0));
    const wanted = `${what} is a number, [least, most], or a text such as "2", "0:3" or "1:*", not ${Array.isArray(each) ? JSON.stringify(each) : shown(each)}`;
    if (typeof each === 'string') {
        if (!/^\d+(:(\d+|\*))?$/.test(each)) throw new Fault(wanted);
        const [least, most = least] = each.split(':');
        return usesOf([Number(least), most === '*' ? null : Number(most)]);
    }
    if (!Array.isArray(each)) throw new TypeError(wanted);
    const [least, most] = each;
    const isOpen = most === null || most === Infinity;
    if (each.length !== 2) throw new Fault(wanted);
    if (whole(`${what}: least`, least, 0) > (isOpen ? Infinity : whole(`${what}: most`, most, 0))) throw new Fault(`${what}: least is ${least}, most ${most}`);
    return `${least}:${isOpen ? '*' : most}`;
}

/** The colors that sides of pieces have: those of MacMahon's sets, and of tiles, as in `A = abca`. */
function colorsOf(pieces) {
    if (typeof pieces !== 'string') return [];
    const parts = pieces.trimEnd().includes('\n') ? [pieces] : pieces.split('+').map((name) => name.trim());
    const colors = parts.map((part) => {
        if (part === 'macmahon-squares') return 'abc';
        if (part === 'macmahon-triangles') return 'abcd';
        return [...part.matchAll(/^\s*\S+\s*=\s*(\S+)\s*$/gm)].map(([, its]) => its).join('');
    });
    return [...new Set(colors.join(''))].sort();
}

function borderOf(border, pieces) {
    if (border === undefined || border === null || border === '') return '';
    const colors = colorsOf(pieces);
    if (colors.length > 0) return oneOf('Packing: border', border, colors);
    throw new Fault('Packing: border is the color of the sides there, and no sides of these pieces have colors');
}

async function problemOf(fields, isReduced, question) {
    const said = await ask(['pack-problem', ...fields, isReduced ? '1' : ''], question);
    if (said.status !== 0) throw refused(said.messages);
    return { problem: new Problem(said.output), misfit: said.values ? JSON.parse(said.values) : null, notes: said.messages };
}

/** Pieces and a region. */
export class Packing {
    #fields;
    #made = null;

    constructor(pieces, region, how) {
        const { grid, each, border } = known('Packing', how, OPTIONS);
        const its = textOf('pieces', pieces);
        const named = grid === undefined || grid === null || grid === '' ? '' : oneOf('Packing: grid', grid, GRIDS);
        this.#fields = [its, textOf('a region', region), named, usesOf(each), borderOf(border, its)];
    }

    /** Made once; a fault, or a stop, is not kept. */
    #make(question) {
        this.#made ??= problemOf(this.#fields, false, question).catch((fault) => {
            this.#made = null;
            throw fault;
        });
        return this.#made;
    }

    /** The exact covering problem, in which each option is a placement of a piece. */
    problem(limits) {
        return asked('Packing.problem', limits, [], async (question) => (await this.#make(question)).problem);
    }

    /** Why there is no solution, if counting cells shows it; else null. */
    misfit(limits) {
        return asked('Packing.misfit', limits, [], async (question) => (await this.#make(question)).misfit);
    }

    /** The number of solutions. */
    count(limits) {
        return asked('Packing.count', limits, ['memory'], async (question, { memory }) => (await this.#make(question)).problem.count(inside(question, { memory })));
    }

    /** A solution, or null. */
    find(limits) {
        return asked('Packing.find', limits, ['memory'], async (question, { memory }) => {
            const { problem } = await this.#make(question);
            const found = await problem.find(inside(question, { memory }));
            return found && new Packed(this.#fields, problem, found);
        });
    }

    /** All solutions, one by one. */
    solutions(limits) {
        return this.#list(checked('Packing.solutions', limits));
    }

    async *#list(limits) {
        const { question, isOwn } = questionOf('Packing.solutions', limits, [], { taken: 0 });
        try {
            const { problem } = await this.#make(question);
            for await (const options of problem.solutions(inside(question))) yield new Packed(this.#fields, problem, options);
        } finally {
            if (isOwn) question.close();
        }
    }

    /** How many solutions there are if those count once that symmetries turn into each other. */
    classes(limits) {
        return asked('Packing.classes', limits, ['memory'], async (question, { memory }) => {
            const { problem, notes } = await problemOf(this.#fields, true, question);
            if (notes) throw new Error(`they cannot be counted here: ${notes.trim()}`);
            return problem.count(inside(question, { memory }));
        });
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
        const told = (text) => (typeof text === 'string' && !text.trimEnd().includes('\n') ? text.trim() : 'a drawing');
        return typeof this.#fields[0] === 'string' && !this.#fields[0].startsWith('<?xml')
            ? `Packing { ${told(this.#fields[0])} in ${told(this.#fields[1])} }` : 'Packing { a file of BurrTools }';
    }
}

/** A solution of a packing. */
class Packed {
    #fields;
    #problem;
    #drawn = null;

    constructor(fields, problem, options) {
        this.#fields = fields;
        this.#problem = problem;
        /** The numbers of its placements, which are options of the packing's problem. */
        this.options = options;
    }

    async #draw(question) {
        const options = this.#problem.text.split('\n').filter((line) => line !== '' && !line.startsWith('|')).slice(1);
        const solution = `1:\n${this.options.map((option) => ` ${options[option]} (?)\n`).join('')}`;
        const said = await ask(['pack-draw', ...this.#fields, solution], question);
        if (said.status !== 0) throw refused(said.messages);
        return { svg: said.output, ...JSON.parse(said.values) };
    }

    /** Drawn once; a stop is not kept. */
    #shown(question) {
        this.#drawn ??= this.#draw(question).catch((fault) => {
            this.#drawn = null;
            throw fault;
        });
        return this.#drawn;
    }

    /** The pieces with their colors in the picture and their cells: layer, row, column. */
    pieces(limits) {
        return asked('Packed.pieces', limits, [], async (question) => (await this.#shown(question)).pieces.map(([name, color, cells]) => ({ name, color, cells })));
    }

    /** A picture, as SVG. */
    svg(limits) {
        return asked('Packed.svg', limits, [], async (question) => (await this.#shown(question)).svg);
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
        return `Packed { ${this.options.length} ${this.options.length === 1 ? 'piece' : 'pieces'} }`;
    }
}
