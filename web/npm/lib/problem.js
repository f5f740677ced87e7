// Problems and what they are asked.

import { ask, giveBack, ownLane, values, within } from './engine.js';
import { Fault, Stopped, refused } from './errors.js';
import { Listing } from './listing.js';
import { isList, known, listOf, seedOf, shown, whole } from './options.js';
import { asked, checked, questionOf } from './question.js';
import { Color, Items, bytesOf, color, header, letterOf, line } from './text.js';

export { Color, color };

/** What a text with a fault ends with. */
const BAD_INPUT = 102;
/** The most solutions that are asked for at a time, and how many times as many as the time before. */
const MOST = 4096;
const TIMES = 4;
/** The memory that the library can address, in bytes. */
const ADDRESSED = 2 ** 32 - 1;
/** The progress of a search by states. */
const STATES = { states: 0, bytes: 0, walked: null, layer: null };

/** How often something may be there: a number, or the least and the greatest one. */
function bounds(item, given) {
    const what = `the bounds of ${shown(item)}`;
    const pair = typeof given === 'number' ? [given, given] : listOf(`${what} are a number or a pair`, given);
    if (pair.length !== 2) throw new TypeError(`${what} are a number or a pair of these`);
    const [least, most] = [whole(`${what}: the least number`, pair[0], 0), whole(`${what}: the greatest number`, pair[1], 1)];
    if (least > most) throw new Fault(`${what}: the least number is ${least}, the greatest ${most}`);
    return pair;
}

/** The cost of an option as it is written: a decimal number. */
function costOf(cost, option) {
    if (typeof cost === 'bigint') return String(cost);
    const what = `option ${option}: a cost is a number, a bigint or a decimal text, not ${shown(cost)}`;
    if (typeof cost !== 'number' && typeof cost !== 'string') throw new TypeError(what);
    const isFine = typeof cost === 'number' ? Number.isFinite(cost) : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cost);
    if (!isFine) throw new Fault(what, { option });
    return String(cost);
}

/** A value for each option: from a list of as many, or from an object by names. */
function forEach(what, given, names, count) {
    if (given === undefined || given === null) return null;
    if (given instanceof Map || !isList(given)) {
        if (typeof given !== 'object') throw new TypeError(`${what} are a list, or an object by names, not ${shown(given)}`);
        if (!names) throw new TypeError(`${what} are a list, unless options have names`);
        const its = given instanceof Map ? given : new Map(Object.entries(given));
        for (const name of its.keys()) {
            if (!names.includes(name)) throw new Fault(`${what}: there is no option ${shown(name)}`);
        }
        return names.map((name, option) => {
            if (!its.has(name)) throw new Fault(`${what}: there is none for ${shown(name)}`, { option });
            return its.get(name);
        });
    }
    const list = [...given];
    if (count !== null && list.length !== count) throw new Fault(`${what}: ${list.length} of them for ${count} options`);
    return list;
}

/** How many bytes states may take; or nothing. */
const memoryOf = (verb, memory) => (memory === undefined || memory === null ? '' : Math.min(Number(whole(`${verb}: memory`, memory, 0)), ADDRESSED));

/** An exact covering problem with multiplicities and colors. It does not change. */
export class Problem {
    #text;
    /** For each option of the text the number of the user's. */
    #kept = null;
    /** The user's options, as items and colors. */
    #options = null;
    #names = null;
    /** Whether the user's options have costs. */
    #hasCosts = false;
    /** How many items there are, if that is known. */
    #items = null;
    #read = null;

    /** A problem in Knuth's `.dlx` format. What is wrong with it is told by the first question. */
    constructor(text) {
        if (typeof text !== 'string' && !(text instanceof Uint8Array)) {
            throw new TypeError(`a problem is a text or its bytes, not ${shown(text)}: see Problem.fromOptions`);
        }
        this.#text = text;
    }

    /** A problem of options, each a list of items, or an object from names to options. */
    static fromOptions(given, how) {
        const { primary, secondary, bounds: bounded, costs, names, colors = true } = known('Problem.fromOptions', how, OPTIONS);
        if (given === null || typeof given !== 'object') throw new TypeError(`options are a list or an object, not ${shown(given)}`);
        const pairs = given instanceof Map ? [...given] : isList(given) ? null : Object.entries(given);
        const options = pairs ? pairs.map(([, option]) => option) : [...given];
        const called = pairs ? pairs.map(([name]) => name) : names ? listOf('names are a list', names) : null;
        if (called && called.length !== options.length) throw new Fault(`names: ${called.length} of them for ${options.length} options`);
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
                return [entry, hasColor ? letterOf(entry, its, number) : null];
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
        const lines = kept.map((number) => line(read[number], prices ? costOf(prices[number], number) : null));
        const problem = new Problem(bytesOf([header(items, boundsOf), ...lines]));
        problem.#kept = kept;
        problem.#options = options.map((option) => [...option]);
        problem.#names = called;
        problem.#hasCosts = prices !== null;
        problem.#items = items.list.length;
        return problem;
    }

    /** The rows of a matrix of 0 and 1 are options, its columns are items `0`, `1`, .... */
    static fromMatrix(matrix, how) {
        const { costs } = known('Problem.fromMatrix', how, ['costs']);
        const rows = listOf('a matrix is a list of rows', matrix).map((row, number) => listOf(`row ${number} is a list`, row));
        const width = rows[0]?.length ?? 0;
        const options = rows.map((cells, row) => {
            if (cells.length !== width) throw new Fault(`row ${row} has ${cells.length} columns, not ${width}`, { row, option: row });
            return cells.flatMap((cell, column) => {
                if (cell === 0 || cell === 1 || typeof cell === 'boolean') return cell ? [column] : [];
                const told = `row ${row}, column ${column}: ${shown(cell)} is neither 0 nor 1`;
                if (typeof cell !== 'number') throw new TypeError(told);
                throw new Fault(told, { row, column, option: row });
            });
        });
        return Problem.fromOptions(options, { primary: Array(width).keys(), costs });
    }

    /** A table with an option a line, as `dlx import csv` reads it. */
    static fromCSV(text, how) {
        const verb = 'Problem.fromCSV';
        return asked(verb, how, ['items', 'cost', 'id', 'header'], async (question, { items = '', cost = '', id = '', header: isHeader }) => {
            if (typeof text !== 'string' && !(text instanceof Uint8Array)) throw new TypeError(`${verb}: a table is a text or its bytes, not ${shown(text)}`);
            const named = isHeader === undefined ? '' : isHeader ? 'yes' : 'no';
            const said = await ask(['import-csv', text, cost, items, id, named], question);
            if (said.values) {
                const { fault, line: its, position } = JSON.parse(said.values);
                throw its > 0 ? new Fault(`line ${its}, column ${position + 1}: ${fault}`, { line: its, column: position + 1 }) : new Fault(fault);
            }
            if (said.status !== 0) throw refused(said.messages);
            return new Problem(said.output);
        });
    }

    /** The problem in the `.dlx` format. */
    get text() {
        return typeof this.#text === 'string' ? this.#text : new TextDecoder().decode(this.#text);
    }

    /** The names of a solution's options. */
    named(solution) {
        return listOf('a solution is a list of numbers', solution).map((option) => (this.#names ? this.#names[option] : option));
    }

    /** The items of a solution's options, or of all. */
    options(solution, limits) {
        return asked('Problem.options', limits, [], async (question) => {
            const wanted = solution && listOf('a solution is a list of numbers', solution);
            const options = this.#options ?? await this.#listed(question);
            for (const option of wanted ?? []) {
                if (!options[option]) throw new Fault(`there is no option ${shown(option)}: there are ${options.length}`);
            }
            return wanted ? wanted.map((option) => [...options[option]]) : options.map((option) => [...option]);
        });
    }

    /** The options of the text. */
    async #listed(question) {
        this.#read ??= this.#values(['names', this.#text], question).catch((fault) => {
            this.#read = null;
            throw fault;
        });
        const { items, options } = await this.#read;
        this.#items = items.length;
        const word = ([item, its]) => (its === undefined ? items[item][0] : new Color(items[item][0], its));
        return options.map((option) => option.map(word));
    }

    /** How many solutions there are. */
    count(limits) {
        return asked('Problem.count', limits, ['memory'], async (question, { memory }) => {
            const told = await this.#asked(['ask-count', this.#text, memoryOf('Problem.count', memory), isTold(question)], question);
            return BigInt(told.count);
        }, STATES);
    }

    /** A solution, or null. */
    find(limits) {
        return asked('Problem.find', limits, ['memory'], async (question, { memory }) => {
            const { solution } = await this.#asked(['ask-find', this.#text, memoryOf('Problem.find', memory), isTold(question)], question);
            return solution && this.#own(solution);
        }, STATES);
    }

    /** The cheapest solutions, the cheapest first; by costs of their own, if these are given. */
    best(k = 1, limits = undefined) {
        const verb = 'Problem.best';
        return asked(verb, limits, ['memory', 'costs'], async (question, { memory, costs }) => {
            const most = whole(`${verb}: k`, k, 1, ADDRESSED);
            const prices = forEach('costs', costs, this.#names, this.#options && this.#options.length)?.map(costOf);
            if (this.#options && !prices && !this.#hasCosts) throw new Fault('the problem has no costs: give them as `costs`, one for each option');
            if (prices?.length === 0 && !this.#options) throw new Fault('costs: none of them');
            const kept = prices && this.#kept ? this.#kept.map((option) => prices[option]) : prices;
            const { solutions } = await this.#asked(['ask-best', this.#text, memoryOf(verb, memory), most, isTold(question), kept?.join(' ') ?? ''], question);
            return this.#priced(solutions);
        }, { ...STATES, best: null, bound: null });
    }

    /** Solutions drawn at random, each as likely as any other; none if there are none. */
    sample(n = 1, limits = undefined) {
        const verb = 'Problem.sample';
        return asked(verb, limits, ['seed', 'memory'], async (question, { seed = 0, memory }) => {
            const fields = ['ask-sample', this.#text, memoryOf(verb, memory), whole(`${verb}: n`, n, 0), seedOf(verb, seed), isTold(question)];
            const { solutions } = await this.#asked(fields, question);
            return solutions.map((solution) => this.#own(solution));
        }, STATES);
    }

    /** All solutions, one by one, in DLX3's order. */
    solutions(limits) {
        const its = { options: checked('Problem.solutions', limits), question: null };
        return new Listing(this.#lists(its), () => {
            if (its.question.signal.aborted) throw its.question.signal.reason;
            its.question.taken += 1;
        });
    }

    /** Lists of solutions, as they are found; `its` gets the question once it is asked. */
    async *#lists(its) {
        const { question, isOwn } = questionOf('Problem.solutions', its.options, [], { taken: 0 });
        its.question = question;
        const lane = ownLane(question);
        let number = null;
        let batch = null;
        const run = async (fields, heard) => {
            let messages = '';
            const status = await within(lane, fields, (kind, text) => {
                if (kind === 'values') heard(text);
                else messages += text;
            }, question);
            if (status !== 0) await this.#explain(status, messages, question);
        };
        try {
            await run(['list-open', this.#text], (text) => {
                number = Number(text);
            });
            for (let size = 1; ; size = Math.min(TIMES * size, MOST)) {
                let found = 0;
                // Whole lines, a solution each.
                let chunks = [];
                let wake = () => {};
                let ended = null;
                batch = run(['list-next', number, size], (text) => {
                    chunks.push(text);
                    wake();
                });
                batch.then(() => (ended = {}), (fault) => (ended = { fault })).then(() => wake());
                while (chunks.length > 0 || !ended) {
                    if (chunks.length === 0) {
                        await new Promise((resolve) => {
                            wake = resolve;
                        });
                        continue;
                    }
                    const solutions = solutionsOf(chunks.join(''));
                    chunks = [];
                    found += solutions.length;
                    yield this.#kept ? solutions.map((solution) => this.#own(solution)) : solutions;
                }
                if (ended.fault) throw ended.fault;
                if (found === size) continue;
                number = null;
                return;
            }
        } finally {
            if (isOwn) question.end();
            // A search that is left is forgotten; one that runs is stopped.
            if (lane.isBusy) lane.end();
            else await batch?.catch(() => {});
            if (number !== null && !lane.hasEnded) await within(lane, ['list-close', number], () => {}).catch(() => lane.end());
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

    async #values(fields, question) {
        const { values: text, messages, status } = await ask(fields, question);
        if (status !== 0) await this.#explain(status, messages, question);
        return JSON.parse(text);
    }

    async #asked(fields, question) {
        const told = await this.#values(fields, question);
        if (!told.stopped) return told;
        const { stopped, atLeast, solutions, bound } = told;
        throw new Stopped(stopped, {
            atLeast: atLeast === undefined ? null : BigInt(atLeast),
            best: solutions ? this.#priced(solutions) : null,
            bound: bound ?? null,
        });
    }

    /** Throws what is wrong with the text, with its place; or what was said. */
    async #explain(status, messages, question) {
        if (status !== BAD_INPUT) throw refused(messages);
        const { fault, line: its, position } = await values(['check', this.#text], question);
        if (this.#kept) {
            const option = its >= 2 ? this.#kept[its - 2] : null;
            throw new Fault(option === null ? fault : `option ${option}: ${fault}`, { option });
        }
        // A text without lines has no place.
        if (its === 0) throw new Fault(fault);
        throw new Fault(`line ${its}, column ${position + 1}: ${fault}`, { line: its, column: position + 1 });
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
        const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
        if (!this.#options) return `Problem { a text of ${counted(this.#text.length, typeof this.#text === 'string' ? 'character' : 'byte')} }`;
        return `Problem { ${counted(this.#options.length, 'option')}, ${counted(this.#items, 'item')} }`;
    }
}

/** Solutions, a line each, such as `[0,4,17]`. (It takes half the time of `JSON.parse`.) */
function solutionsOf(text) {
    const solutions = [];
    let options = [];
    let number = -1;
    for (let at = 0; at < text.length; at += 1) {
        const byte = text.charCodeAt(at);
        if (byte >= 48 && byte <= 57) number = (number < 0 ? 0 : 10 * number) + byte - 48;
        else if (number >= 0) {
            options.push(number);
            number = -1;
        }
        if (byte !== 10) continue;
        solutions.push(options);
        options = [];
    }
    return solutions;
}

/** Whether the library tells how far it has come. */
const isTold = (question) => (question.isWatched ? '1' : '');

const OPTIONS = ['primary', 'secondary', 'bounds', 'costs', 'names', 'colors'];

/** What the program `dlx3` prints for these words, and its exit status. */
export function dlx3(text, words = [], limits = undefined) {
    return asked('dlx3', limits, [], async (question) => {
        if (typeof text !== 'string' && !(text instanceof Uint8Array)) throw new TypeError(`dlx3: a problem is a text or its bytes, not ${shown(text)}`);
        const { output, messages, shape, status } = await ask(['dlx3', text, '', '', '', ...listOf('dlx3: words are a list', words)], question);
        return { output, messages, shape, status };
    });
}
