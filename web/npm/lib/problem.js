// Problems and what they are asked.

import { ask, giveBack, ownLane, values, within } from './engine.js';
import { Fault, Stopped, late, priced, refused } from './errors.js';
import { Listing } from './listing.js';
import { Options, solutionsOf } from './numbers.js';
import { isList, known, listOf, seedOf, shown, whole } from './options.js';
import { asked, checked, questionOf } from './question.js';
import { Color, color } from './text.js';

export { Color, color };

/** What a problem with a fault ends with. */
const BAD_INPUT = 102;
/**
 * For how many mems solutions are searched after the first ones (0.3 to 1 ms), and how many times as
 * long as the time before, at most: whoever wants few of them waits for few, and a search seldom waits.
 */
const [SHORT, TIMES, LONGEST] = [2 ** 18, 4, 2 ** 50];
/** More columns than the library has numbers for. */
const COLUMNS = 2 ** 31 - 1;
/** The memory that the library can address, in bytes. */
const ADDRESSED = 2 ** 32 - 1;
/** The progress of a search by states. */
const STATES = { states: 0, bytes: 0, walked: null, layer: null };

/** How often something may be there, in this many options: a number, or the least and the greatest one, or null. */
function boundsOf(what, given, options) {
    const pair = typeof given === 'number' ? [given, given] : listOf(`${what} are a number or a pair`, given);
    if (pair.length !== 2) throw new TypeError(`${what} are a number or a pair of these`);
    if (pair[1] === null) pair[1] = Math.max(1, options, Number(whole(`${what}: the least number`, pair[0], 0)));
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
    /** A text or its bytes; null if there are options. */
    #text;
    /** The user's options, if there are any. */
    #given = null;
    /** What they cost, and what they are called, or null. */
    #costs = null;
    #names = null;
    /** What the text has, once it is asked. */
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
        const { primary, secondary, bounds, costs, names, colors = true } = known('Problem.fromOptions', how, OPTIONS);
        if (given === null || typeof given !== 'object') throw new TypeError(`options are a list or an object, not ${shown(given)}`);
        const pairs = given instanceof Map ? [...given] : isList(given) ? null : Object.entries(given);
        const options = pairs ? pairs.map(([, option]) => option) : [...given];
        const called = pairs ? pairs.map(([name]) => name) : names ? listOf('names are a list', names) : null;
        if (called && called.length !== options.length) throw new Fault(`names: ${called.length} of them for ${options.length} options`);
        const problem = new Problem('');
        problem.#costs = forEach('costs', costs, called, options.length)?.map(costOf) ?? null;
        problem.#names = called;
        problem.#text = null;
        problem.#given = Options.of(options, primary, secondary, colors);
        if (typeof bounds === 'number' || Array.isArray(bounds)) problem.#given.bound(boundsOf('bounds', bounds, options.length), new Map());
        else if (bounds !== undefined && bounds !== null) {
            if (typeof bounds !== 'object') throw new TypeError(`bounds are an object or a Map from items, or a number or a pair for all items, not ${shown(bounds)}`);
            const each = bounds instanceof Map ? [...bounds] : Object.entries(bounds);
            problem.#given.bound([1, 1], new Map(each.map(([item, its]) => [item, boundsOf(`the bounds of ${shown(item)}`, its, options.length)])));
        }
        return problem;
    }

    /** The rows of a matrix of 0 and 1 are options, its columns are items `0`, `1`, .... */
    static fromMatrix(matrix, how) {
        const { costs } = known('Problem.fromMatrix', how, ['costs']);
        const rows = listOf('a matrix is a list of rows', matrix).map((row, number) => listOf(`row ${number} is a list`, row));
        const width = rows[0]?.length ?? 0;
        const lists = rows.map((cells, row) => {
            if (cells.length !== width) throw new Fault(`row ${row} has ${cells.length} columns, not ${width}`, { row, option: row });
            return cells.flatMap((cell, column) => {
                if (cell === 0 || cell === 1 || typeof cell === 'boolean') return cell ? [column] : [];
                const told = `row ${row}, column ${column}: ${shown(cell)} is neither 0 nor 1`;
                if (typeof cell !== 'number') throw new TypeError(told);
                throw new Fault(told, { row, column, option: row });
            });
        });
        return Problem.fromSparse(lists, { columns: width, costs });
    }

    /**
     * The rows of a sparse matrix are options: each lists the columns where it is 1, as numbers from
     * 0. The first ones of `columns` are primary, and then come `secondary` more.
     */
    static fromSparse(rows, how) {
        const verb = 'Problem.fromSparse';
        const { columns, secondary = 0, costs } = known(verb, how, ['columns', 'secondary', 'costs']);
        const primary = whole(`${verb}: columns`, columns, 0, COLUMNS);
        const all = primary + whole(`${verb}: secondary`, secondary, 0, COLUMNS);
        const lists = Array.isArray(rows) ? rows : listOf(`${verb}: rows are a list`, rows);
        const problem = new Problem('');
        problem.#costs = forEach('costs', costs, null, lists.length)?.map(costOf) ?? null;
        problem.#text = null;
        problem.#given = Options.ofColumns(lists, primary, all);
        return problem;
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
        this.#text ??= this.#given.text(this.#costs);
        return typeof this.#text === 'string' ? this.#text : new TextDecoder().decode(this.#text);
    }

    /** The problem as the library takes it: a text, or numbers. */
    get #fields() {
        return this.#given ? ['', this.#given.bytes] : [this.#text, ''];
    }

    /** The names of a solution's options. */
    named(solution) {
        return listOf('a solution is a list of numbers', solution).map((option) => (this.#names ? this.#names[option] : option));
    }

    /** The items of a solution's options, or of all. */
    options(solution, limits) {
        return asked('Problem.options', limits, [], async (question) => {
            const wanted = solution && listOf('a solution is a list of numbers', solution);
            const options = this.#given?.words ?? await this.#listed(question);
            for (const option of wanted ?? []) {
                if (!options[option]) throw new Fault(`there is no option ${shown(option)}: there are ${options.length}`);
            }
            return wanted ? wanted.map((option) => [...options[option]]) : options;
        });
    }

    /** What the text has, read once. */
    #parts(question) {
        this.#read ??= this.#values(['names', this.#text], question).catch((fault) => {
            this.#read = null;
            throw fault;
        });
        return this.#read;
    }

    /** The options of the text. */
    async #listed(question) {
        const { items, options } = await this.#parts(question);
        const word = ([item, its]) => (its === undefined ? items[item][0] : new Color(items[item][0], its));
        return options.map((option) => option.map(word));
    }

    /** How many solutions there are. */
    count(limits) {
        return asked('Problem.count', limits, ['memory'], async (question, { memory }) => {
            const told = await this.#asked(['ask-count', ...this.#fields, memoryOf('Problem.count', memory), ...watching(question)], question);
            return BigInt(told.count);
        }, STATES);
    }

    /** A solution, or null. */
    find(limits) {
        return asked('Problem.find', limits, ['memory'], async (question, { memory }) => {
            return (await this.#asked(['ask-find', ...this.#fields, memoryOf('Problem.find', memory), ...watching(question)], question)).solution;
        }, STATES);
    }

    /** The cheapest solutions, the cheapest first; by costs of their own, if these are given. */
    best(k = 1, limits = undefined) {
        const verb = 'Problem.best';
        return asked(verb, limits, ['memory', 'costs'], async (question, { memory, costs }) => {
            const most = whole(`${verb}: k`, k, 1, ADDRESSED);
            const prices = forEach('costs', costs, this.#names, this.#given && this.#given.length)?.map(costOf) ?? this.#costs;
            if (this.#given && !prices) throw new Fault('the problem has no costs: give them as `costs`, one for each option');
            if (prices?.length === 0 && !this.#given) throw new Fault('costs: none of them');
            const fields = ['ask-best', ...this.#fields, memoryOf(verb, memory), ...watching(question), most, prices?.join(' ') ?? ''];
            return priced((await this.#asked(fields, question)).solutions);
        }, { ...STATES, best: null, bound: null });
    }

    /** Why there is no solution: items that contradict each other; or null if there is one. */
    conflict(limits) {
        const verb = 'Problem.conflict';
        return asked(verb, limits, ['memory'], async (question, { memory }) => {
            const fields = ['ask-conflict', ...this.#fields, memoryOf(verb, memory), ...watching(question), ...(this.#given?.names ?? [])];
            const found = await this.#asked(fields, question);
            if (!found) return null;
            const items = this.#given ? null : (await this.#parts(question)).items;
            const item = (number) => (items ? items[number][0] : this.#given.item(number));
            const needs = new Map(found.needs.map(([number, least, most]) => [item(number), { least, most }]));
            return { needs, options: found.options, isMinimal: found.isMinimal, text: found.text.trimEnd() };
        }, STATES);
    }

    /** Solutions drawn at random, each as likely as any other; none if there are none. */
    sample(n = 1, limits = undefined) {
        const verb = 'Problem.sample';
        return asked(verb, limits, ['seed', 'memory'], async (question, { seed = 0, memory }) => {
            const fields = ['ask-sample', ...this.#fields, memoryOf(verb, memory), ...watching(question), whole(`${verb}: n`, n, 0), seedOf(verb, seed)];
            return (await this.#asked(fields, question)).solutions;
        }, STATES);
    }

    /** All solutions, one by one, in DLX3's order. */
    solutions(limits) {
        const its = { options: checked('Problem.solutions', limits), question: null };
        return new Listing(this.#lists(its), () => {
            its.question.signal?.throwIfAborted();
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
            // A search that runs does not wait.
            number = null;
            const said = { values: '', messages: '' };
            const status = await within(lane, fields, (kind, what) => {
                if (kind === 'numbers') heard(what);
                else said[kind in said ? kind : 'messages'] += what;
            }, question);
            if (status !== 0) await this.#explain(status, said, question);
            if (said.values) number = Number(said.values);
        };
        try {
            let fields = ['list-open', ...this.#fields];
            for (let mems = SHORT; ; mems = Math.min(TIMES * mems, LONGEST)) {
                // Whole solutions.
                let chunks = [];
                let wake = () => {};
                let ended = null;
                batch = run(fields, (chunk) => {
                    chunks.push(chunk);
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
                    const solutions = solutionsOf(chunks);
                    chunks = [];
                    yield solutions;
                }
                if (ended.fault) throw ended.fault;
                if (number === null) return;
                fields = ['list-next', number, mems];
            }
        } finally {
            if (isOwn) question.close();
            // A search that is left is forgotten; one that runs is stopped.
            if (lane.isBusy) lane.end();
            else await batch?.catch(() => {});
            if (number !== null && !lane.hasEnded) await within(lane, ['list-close', number], () => {}).catch(() => lane.end());
            giveBack(lane);
        }
    }

    async #values(fields, question) {
        const said = await ask(fields, question);
        if (said.status !== 0) await this.#explain(said.status, said, question);
        return JSON.parse(said.values);
    }

    async #asked(fields, question) {
        const told = await this.#values(fields, question);
        if (!told?.stopped) return told;
        const { stopped, atLeast, solutions, bound } = told;
        const known = {
            atLeast: atLeast === undefined ? null : BigInt(atLeast),
            best: solutions?.length ? priced(solutions) : question.known.best,
            bound: bound ?? null,
        };
        throw stopped === 'limit' ? late(known) : new Stopped(stopped, known);
    }

    /** Throws what is wrong with the problem, with its place; or what was said. */
    async #explain(status, { values: refusal, messages }, question) {
        if (status !== BAD_INPUT) throw refused(messages);
        if (this.#given) {
            const { fault, option, item } = JSON.parse(refusal);
            const [place, named] = [option === null ? '' : `option ${option}: `, item === null ? '' : ` (${shown(this.#given.item(item))})`];
            throw new Fault(`${place}${fault}${named}`, { option });
        }
        const { fault, line: its, position } = await values(['check', this.#text], question);
        // A text without lines has no place.
        if (its === 0) throw new Fault(fault);
        throw new Fault(`line ${its}, column ${position + 1}: ${fault}`, { line: its, column: position + 1 });
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
        const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
        if (!this.#given) return `Problem { a text of ${counted(this.#text.length, typeof this.#text === 'string' ? 'character' : 'byte')} }`;
        return `Problem { ${counted(this.#given.length, 'option')}, ${counted(this.#given.itemCount, 'item')} }`;
    }
}

/** Whether the library tells how far it has come, and when it must end. */
const watching = (question) => [question.isWatched ? '1' : '', question.end];

const OPTIONS = ['primary', 'secondary', 'bounds', 'costs', 'names', 'colors'];

/** What the program `dlx3` prints for these words, and its exit status. */
export function dlx3(text, words = [], limits = undefined) {
    return asked('dlx3', limits, [], async (question) => {
        if (typeof text !== 'string' && !(text instanceof Uint8Array)) throw new TypeError(`dlx3: a problem is a text or its bytes, not ${shown(text)}`);
        const { output, messages, shape, status } = await ask(['dlx3', text, '', '', '', ...listOf('dlx3: words are a list', words)], question);
        return { output, messages, shape, status };
    });
}
