// Problems and what they are asked.

import { ask, giveBack, ownLane, values, within } from './engine.js';
import { Fault, Stopped } from './errors.js';
import { Color, Items, bytesOf, color, header, letterOf, line } from './text.js';

export { Color, color };

/** What a text with a fault ends with. */
const BAD_INPUT = 102;
/** The most solutions that are asked for at a time. */
const MOST = 1024;

const isList = (value) => value !== null && typeof value === 'object' && Symbol.iterator in value;
const shown = (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));

function listOf(what, value) {
    if (!isList(value)) throw new TypeError(`${what}, not ${shown(value)}`);
    return [...value];
}

/** How often something may be there: a number, or the least and the greatest one. */
function bounds(item, given) {
    const pair = typeof given === 'number' ? [given, given] : listOf(`the bounds of ${shown(item)} are a number or a pair`, given);
    if (pair.length !== 2 || !pair.every((bound) => Number.isSafeInteger(bound) && bound >= 0)) {
        throw new TypeError(`the bounds of ${shown(item)} are a number or a pair of these`);
    }
    return pair;
}

/** A cost as it is written: a decimal number. */
function costOf(cost, place) {
    const isFine = typeof cost === 'bigint' || (typeof cost === 'number' && Number.isFinite(cost))
        || (typeof cost === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cost));
    if (!isFine) throw new TypeError(`${place}: a cost is a number, a bigint or a decimal text, not ${shown(cost)}`);
    return String(cost);
}

/** Something for each option: a list of as many, or an object by names. */
function forEach(what, given, names, count) {
    if (given === undefined || given === null) return null;
    if (given instanceof Map || !isList(given)) {
        if (!names) throw new TypeError(`${what} are a list, unless options have names`);
        const known = given instanceof Map ? given : new Map(Object.entries(given));
        return names.map((name) => {
            if (!known.has(name)) throw new TypeError(`${what}: there is none for ${shown(name)}`);
            return known.get(name);
        });
    }
    const list = [...given];
    if (list.length !== count) throw new RangeError(`${list.length} ${what} for ${count} options`);
    return list;
}

/** An exact covering problem with multiplicities and colors. It does not change. */
export class Problem {
    #text;
    /** For each option of the text the number of the user's. */
    #kept = null;
    /** The user's options, as items and colors. */
    #options = null;
    #names = null;
    #read = null;

    /** A problem in Knuth's `.dlx` format. What is wrong with it is told by the first question. */
    constructor(text) {
        if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
            throw new TypeError(`a problem is a text or its bytes, not ${shown(text)}: see Problem.fromOptions`);
        }
        this.#text = text;
    }

    /** A problem of options, each a list of items, or an object from names to options. */
    static fromOptions(given, { primary, secondary, bounds: bounded, costs, names, colors = true } = {}) {
        if (given === null || typeof given !== 'object') throw new TypeError(`options are a list or an object, not ${shown(given)}`);
        const pairs = given instanceof Map ? [...given] : isList(given) ? null : Object.entries(given);
        const options = pairs ? pairs.map(([, option]) => option) : [...given];
        const called = pairs ? pairs.map(([name]) => name) : names ? listOf('names are a list', names) : null;
        if (called && called.length !== options.length) throw new RangeError(`${called.length} names for ${options.length} options`);
        const prices = forEach('costs', costs, called, options.length);

        const items = new Items();
        for (const item of primary ? listOf('primary is a list of items', primary) : []) items.find(item) ?? items.add(item, true);
        for (const item of secondary ? listOf('secondary is a list of items', secondary) : []) {
            if (items.find(item)?.isPrimary) throw new Fault(`${shown(item)} is primary and secondary`);
            items.find(item) ?? items.add(item, false);
        }
        const read = options.map((option, number) => {
            if (typeof option === 'string') throw new TypeError(`option ${number} is a list of items, not a text`);
            return listOf(`option ${number} is a list of items`, option).map((word) => {
                const isText = colors && typeof word === 'string' && !items.find(word);
                const colon = isText ? word.lastIndexOf(':') : -1;
                const [item, its, hasColor] = word instanceof Color ? [word.item, word.color, true]
                    : colon > 0 && colon < word.length - 1 ? [word.slice(0, colon), word.slice(colon + 1), true] : [word, null, false];
                if (!items.find(item) && primary && secondary) throw new Fault(`option ${number}: unknown item ${shown(item)}`, { option: number });
                const entry = items.find(item) ?? items.add(item, !primary);
                return [entry, hasColor ? letterOf(entry, its, `option ${number}`) : null];
            });
        });
        items.name();
        const isBounded = bounded instanceof Map ? bounded : new Map(Object.entries(bounded ?? {}));
        for (const item of isBounded.keys()) {
            if (!items.find(item)?.isPrimary) throw new Fault(`bounds: there is no primary item ${shown(item)}`);
        }
        const boundsOf = (item) => (isBounded.has(item) ? bounds(item, isBounded.get(item)) : null);
        // An option without a primary item is in no solution.
        const kept = [...read.keys()].filter((number) => read[number].some(([entry]) => entry.isPrimary));
        const lines = kept.map((number) => line(read[number], prices ? costOf(prices[number], `option ${number}`) : null));
        const problem = new Problem(bytesOf([header(items, boundsOf), ...lines]));
        problem.#kept = kept;
        problem.#options = options.map((option) => [...option]);
        problem.#names = called;
        return problem;
    }

    /** The rows of a matrix of 0 and 1 are options, its columns are items `0`, `1`, .... */
    static fromMatrix(matrix, { costs } = {}) {
        const rows = listOf('a matrix is a list of rows', matrix).map((row, number) => listOf(`row ${number} is a list`, row));
        const width = rows[0]?.length ?? 0;
        const options = rows.map((row, number) => {
            if (row.length !== width) throw new Fault(`row ${number} has ${row.length} columns, not ${width}`, { option: number });
            return row.flatMap((cell, column) => {
                if (cell !== 0 && cell !== 1 && typeof cell !== 'boolean') throw new TypeError(`row ${number}, column ${column}: ${shown(cell)} is neither 0 nor 1`);
                return cell ? [column] : [];
            });
        });
        return Problem.fromOptions(options, { primary: Array(width).keys(), costs });
    }

    /** A table with an option a line, as `dlx import csv` reads it. */
    static async fromCSV(text, { items = '', cost = '', id = '', header: isHeader } = {}) {
        const named = isHeader === undefined ? '' : isHeader ? 'yes' : 'no';
        const said = await ask(['import-csv', text, cost, items, id, named]);
        if (said.values) {
            const { fault, line: its, position } = JSON.parse(said.values);
            throw new Fault(fault, { line: its, column: position + 1 });
        }
        if (said.status !== 0) throw new Error(said.messages.trim());
        return new Problem(said.output);
    }

    /** The problem in the `.dlx` format. */
    get text() {
        return typeof this.#text === 'string' ? this.#text : new TextDecoder().decode(this.#text);
    }

    /** The names of a solution's options. */
    named(solution) {
        return solution.map((option) => (this.#names ? this.#names[option] : option));
    }

    /** The items of a solution's options, or of all. */
    async options(solution) {
        let options = this.#options;
        if (!options) {
            this.#read ??= this.#values(['names', this.#text]).catch((fault) => {
                this.#read = null;
                throw fault;
            });
            const { items, options: listed } = await this.#read;
            const word = ([item, its]) => (its === undefined ? items[item][0] : new Color(items[item][0], its));
            options = listed.map((option) => option.map(word));
        }
        return solution ? solution.map((option) => [...options[option]]) : options.map((option) => [...option]);
    }

    /** How many solutions there are. */
    async count({ memory, signal } = {}) {
        const told = await this.#asked(['ask-count', this.#text, memory ?? ''], signal);
        return BigInt(told.count);
    }

    /** A solution, or null. */
    async find({ memory, signal } = {}) {
        const { solution } = await this.#asked(['ask-find', this.#text, memory ?? ''], signal);
        return solution && this.#own(solution);
    }

    /** The cheapest solutions, the cheapest first. */
    async best(k = 1, { memory, signal } = {}) {
        const { solutions } = await this.#asked(['ask-best', this.#text, memory ?? '', k], signal);
        return this.#priced(solutions);
    }

    /** Solutions drawn at random, each as likely as any other; none if there are none. */
    async sample(n = 1, { seed = 0, memory, signal } = {}) {
        const { solutions } = await this.#asked(['ask-sample', this.#text, memory ?? '', n, seed], signal);
        return solutions.map((solution) => this.#own(solution));
    }

    /** All solutions, one by one, in DLX3's order. */
    async *solutions({ signal } = {}) {
        const lane = ownLane();
        let running = false;
        let number = null;
        const run = async (fields, heard) => {
            running = true;
            let messages = '';
            const status = await within(lane, fields, (kind, text) => {
                if (kind === 'values') heard(text);
                else messages += text;
            }, signal);
            running = false;
            if (status !== 0) await this.#explain(status, messages);
        };
        try {
            await run(['list-open', this.#text], (text) => {
                number = Number(text);
            });
            for (let size = 1; ; size = Math.min(2 * size, MOST)) {
                let found = 0;
                const lines = [];
                let wake = () => {};
                let ended = null;
                const batch = run(['list-next', number, size], (text) => {
                    lines.push(...text.trimEnd().split('\n'));
                    wake();
                });
                batch.then(() => (ended = {}), (fault) => (ended = { fault })).then(() => wake());
                while (lines.length > 0 || !ended) {
                    if (lines.length === 0) {
                        await new Promise((resolve) => {
                            wake = resolve;
                        });
                        continue;
                    }
                    found += 1;
                    yield this.#own(JSON.parse(lines.shift()));
                }
                if (ended.fault) throw ended.fault;
                if (found === size) continue;
                number = null;
                return;
            }
        } finally {
            // A search that is left is forgotten; one that runs is stopped.
            if (running && !lane.isHere) lane.end();
            else if (number !== null) await within(lane, ['list-close', number], () => {}).catch(() => lane.end());
            giveBack(lane);
        }
    }

    /** In the user's numbers. */
    #own(options) {
        return this.#kept ? options.map((option) => this.#kept[option]) : options;
    }

    #priced(solutions) {
        return solutions.map(([exact, options]) => ({ cost: Number(exact), exact, options: this.#own(options) }));
    }

    async #values(fields, signal) {
        const { values: text, messages, status } = await ask(fields, { signal });
        if (status !== 0) await this.#explain(status, messages);
        return JSON.parse(text);
    }

    async #asked(fields, signal) {
        const told = await this.#values(fields, signal);
        if (!told.stopped) return told;
        const { stopped, atLeast, solutions, bound } = told;
        throw new Stopped(stopped, {
            atLeast: atLeast === undefined ? null : BigInt(atLeast),
            best: solutions ? this.#priced(solutions) : null,
            bound: bound ?? null,
        });
    }

    /** Throws what is wrong with the text, with its place; or what was said. */
    async #explain(status, messages) {
        if (status !== BAD_INPUT) throw new Error(messages.trim());
        const { fault, line: its, position } = await values(['check', this.#text]);
        if (this.#kept) {
            const option = its >= 2 ? this.#kept[its - 2] : null;
            throw new Fault(option === null ? fault : `option ${option}: ${fault}`, { option });
        }
        throw new Fault(`line ${its}: ${fault}`, { line: its, column: position + 1 });
    }
}

/** What the program `dlx3` prints for these words, and its exit status. */
export async function dlx3(text, words = [], { signal } = {}) {
    const { output, messages, shape, status } = await ask(['dlx3', text, '', '', '', ...words], { signal });
    return { output, messages, shape, status };
}
