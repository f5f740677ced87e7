// Packings: do pieces fill a region, and in how many ways?

import { ask } from './engine.js';
import { Problem } from './problem.js';

/** A name or a drawing; names in a list have `+` between them, lines of a drawing are lines. */
function textOf(what, given) {
    if (typeof given === 'string') return given;
    if (given instanceof Uint8Array) return given;
    if (!Array.isArray(given)) throw new TypeError(`${what} is a name, a drawing, or a list of rows`);
    // Rows of cells: 0, false and null are no cell.
    const row = (cells) => [...cells].map((cell) => (typeof cell === 'string' ? cell : cell ? '#' : '.')).join('');
    return `${given.map((line) => (typeof line === 'string' ? line : row(line))).join('\n')}\n`;
}

/** How often each piece is used, as a word. */
function usesOf(each) {
    if (each === undefined || each === null) return '';
    if (!Array.isArray(each)) return String(each);
    const [least, most] = each;
    return `${least}:${most === null || most === Infinity ? '*' : most}`;
}

async function problemOf(fields, isReduced, limits) {
    const said = await ask(['pack-problem', ...fields, isReduced ? '1' : ''], limits);
    if (said.status !== 0) throw new Error(said.messages.trim());
    return { problem: new Problem(said.output), misfit: said.values ? JSON.parse(said.values) : null, notes: said.messages };
}

/** Pieces and a region. */
export class Packing {
    #fields;
    #made = null;

    constructor(pieces, region, { grid = '', each, border = '' } = {}) {
        this.#fields = [textOf('pieces', pieces), textOf('a region', region), grid, usesOf(each), border];
    }

    /** Made once; a fault, or a stop, is not kept. */
    #make(limits) {
        this.#made ??= problemOf(this.#fields, false, limits).catch((fault) => {
            this.#made = null;
            throw fault;
        });
        return this.#made;
    }

    /** The exact covering problem, in which each option is a placement of a piece. */
    async problem(limits = {}) {
        return (await this.#make(limits)).problem;
    }

    /** Why there is no solution, if counting cells shows it; else null. */
    async misfit(limits = {}) {
        return (await this.#make(limits)).misfit;
    }

    /** The number of solutions. */
    async count(limits = {}) {
        return (await this.problem(limits)).count(limits);
    }

    /** A solution, or null. */
    async find(limits = {}) {
        const problem = await this.problem(limits);
        const found = await problem.find(limits);
        return found && new Packed(this.#fields, problem, found);
    }

    /** All solutions, one by one. */
    async *solutions(limits = {}) {
        const problem = await this.problem(limits);
        for await (const options of problem.solutions(limits)) yield new Packed(this.#fields, problem, options);
    }

    /** How many solutions there are if those count once that symmetries turn into each other. */
    async classes(limits = {}) {
        const { problem, notes } = await problemOf(this.#fields, true, limits);
        if (notes) throw new Error(`they cannot be counted here: ${notes.trim()}`);
        return problem.count(limits);
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

    async #draw() {
        const options = this.#problem.text.split('\n').filter((line) => line !== '' && !line.startsWith('|')).slice(1);
        const solution = `1:\n${this.options.map((option) => ` ${options[option]} (?)\n`).join('')}`;
        const said = await ask(['pack-draw', ...this.#fields, solution]);
        if (said.status !== 0) throw new Error(said.messages.trim());
        return { svg: said.output, ...JSON.parse(said.values) };
    }

    #shown() {
        this.#drawn ??= this.#draw();
        return this.#drawn;
    }

    /** The pieces with their colors in the picture and their cells: layer, row, column. */
    async pieces() {
        return (await this.#shown()).pieces.map(([name, color, cells]) => ({ name, color, cells }));
    }

    /** A picture, as SVG. */
    async svg() {
        return (await this.#shown()).svg;
    }
}
