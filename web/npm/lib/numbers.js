// Options as the library takes them, and solutions as it says them: numbers of 32 bits.

import { Fault } from './errors.js';
import { listOf, shown } from './options.js';
import { Color, Items, byteOf, colorOf, written } from './text.js';

/** How many numbers come before those of items and options. */
const HEAD = 5;

/** How many nodes there is room for at first. */
const ROOM = 1024;

/** Options, as lists of items and colors. */
export class Options {
    /** The items; made when they are needed if they are columns, which need none. */
    #items = null;
    /** How many columns are primary, and how many there are; null if the items are others. */
    #columns = null;
    /** Whether an item that is not listed is primary; null if it is refused. */
    #others = null;
    #readsColons = false;
    /** How many nodes each option has. */
    #lengths = [];
    /** The item of each node, and how many nodes there are. */
    #nodes = null;
    #count = 0;
    /** The byte of each node's color, or 0; null as long as there are no colors. */
    #colors = null;
    /** A pair for each primary item, or null. */
    #bounds = null;
    #bytes = null;

    /** Options, each a list of items. */
    static of(options, primary, secondary, readsColons) {
        const its = new Options();
        const items = its.#items = new Items();
        its.#readsColons = readsColons;
        its.#others = primary && secondary ? null : !primary;
        for (const item of primary ? listOf('primary is a list of items', primary) : []) items.find(item) ?? items.add(item, true);
        for (const item of secondary ? listOf('secondary is a list of items', secondary) : []) {
            if (items.find(item)?.isPrimary) throw new Fault(`${shown(item)} is primary and secondary`);
            items.find(item) ?? items.add(item, false);
        }
        its.#read(options);
        return its;
    }

    #read(options) {
        const { small, known } = this.#items;
        const lengths = this.#lengths;
        this.#nodes = new Uint32Array(ROOM);
        let [nodes, count] = [this.#nodes, 0];
        for (let number = 0; number < options.length; number += 1) {
            const option = options[number];
            if (typeof option === 'string') throw new TypeError(`option ${number} is a list of items, not a text`);
            const words = Array.isArray(option) ? option : listOf(`option ${number} is a list of items`, option);
            if (count + words.length > nodes.length) nodes = this.#grow(words.length);
            for (let at = 0; at < words.length; at += 1) {
                const word = words[at];
                const entry = typeof word === 'number' ? small[word] : known.get(word);
                if (entry === undefined) this.#addWord(word, number, count);
                else nodes[count] = entry.number;
                count += 1;
            }
            lengths.push(words.length);
        }
        this.#count = count;
    }

    /** Options whose items are columns: numbers below `columns`, of which the first ones are primary. */
    static ofColumns(rows, primary, columns) {
        const its = new Options();
        let [lists, count] = [rows, 0];
        for (let number = 0; number < lists.length; number += 1) {
            if (!Array.isArray(lists[number])) {
                if (lists === rows) lists = [...rows];
                lists[number] = listOf(`row ${number} is a list of columns`, rows[number]);
            }
            count += lists[number].length;
        }
        // Nothing has to be renumbered, so all is written where the library takes it.
        const words = new Uint32Array(HEAD + lists.length + count);
        [words[0], words[1], words[2]] = [primary, columns - primary, lists.length];
        let node = HEAD + lists.length;
        for (let number = 0; number < lists.length; number += 1) {
            const row = lists[number];
            words[HEAD + number] = row.length;
            for (let at = 0; at < row.length; at += 1) {
                const column = row[at];
                if (!(column >>> 0 === column && column < columns)) {
                    const told = `row ${number}: there is no column ${shown(column)}: they are 0 to ${columns - 1}`;
                    if (typeof column !== 'number') throw new TypeError(told);
                    throw new Fault(told, { row: number, option: number });
                }
                words[node] = column;
                node += 1;
            }
        }
        its.#lengths = words.subarray(HEAD, HEAD + lists.length);
        its.#nodes = words.subarray(HEAD + lists.length);
        its.#count = count;
        its.#columns = { primary, all: columns };
        its.#bytes = new Uint8Array(words.buffer);
        return its;
    }

    /** The items, each of which has its number. */
    get #all() {
        if (this.#items === null) {
            this.#items = new Items();
            const { primary, all } = this.#columns;
            for (let column = 0; column < all; column += 1) this.#items.add(column, column < primary);
        }
        return this.#items;
    }

    /** Makes room for more nodes. */
    #grow(more) {
        const grown = (list) => {
            const longer = new list.constructor(2 * list.length + more);
            longer.set(list);
            return longer;
        };
        this.#nodes = grown(this.#nodes);
        this.#colors &&= grown(this.#colors);
        return this.#nodes;
    }

    /** Puts an item that is not known, or one with a color, into a node. */
    #addWord(word, option, node) {
        const colon = this.#readsColons && typeof word === 'string' ? word.lastIndexOf(':') : -1;
        const [item, its, hasColor] = word instanceof Color ? [word.item, word.color, true]
            : colon > 0 && colon < word.length - 1 ? [word.slice(0, colon), word.slice(colon + 1), true] : [word, null, false];
        const known = this.#items.find(item);
        if (!known && this.#others === null) throw new Fault(`option ${option}: unknown item ${shown(item)}`, { option });
        const entry = known ?? this.#items.add(item, this.#others);
        this.#nodes[node] = entry.number;
        if (!hasColor) return;
        this.#colors ??= new Uint8Array(this.#nodes.length);
        this.#colors[node] = byteOf(entry, its, option);
    }

    /** Bounds of primary items: a map from items to pairs, or a pair for all. */
    bound(all, pairs) {
        for (const item of pairs.keys()) {
            if (!this.#all.find(item)?.isPrimary) throw new Fault(`bounds: there is no primary item ${shown(item)}`);
        }
        this.#bounds = this.#all.inOrder().slice(0, this.#all.primaryCount).map(({ item }) => pairs.get(item) ?? all);
    }

    /** How many options there are. */
    get length() {
        return this.#lengths.length;
    }

    /** How many items there are. */
    get itemCount() {
        return this.#columns?.all ?? this.#items.list.length;
    }

    /** The item of a number in the library. */
    item(number) {
        return this.#all.inOrder()[number].item;
    }

    /** What the items are called, and their colors, for people: a line each. */
    get names() {
        const named = (thing) => (typeof thing === 'string' ? thing : shown(thing)).replaceAll(/\s/g, ' ');
        const inOrder = this.#all.inOrder();
        const colors = inOrder.flatMap(({ colors: own }, number) => [...(own ?? [])].map(([its, byte]) => [number, byte, named(its)].join('\t')));
        return [inOrder.map(({ item }) => named(item)).join('\n'), colors.join('\n')];
    }

    /** The options as the library takes them. */
    get bytes() {
        this.#bytes ??= this.#pack();
        return this.#bytes;
    }

    #pack() {
        const all = this.itemCount;
        const primaryCount = this.#columns?.primary ?? this.#items.primaryCount;
        const [lengths, count, bounds] = [this.#lengths, this.#count, this.#bounds];
        const nodes = this.#nodes.subarray(0, count);
        const isColored = this.#colors !== null;
        const words = new Uint32Array(HEAD + (bounds ? 2 * primaryCount : 0) + lengths.length + (isColored ? 2 : 1) * count);
        [words[0], words[1], words[2]] = [primaryCount, all - primaryCount, lengths.length];
        [words[3], words[4]] = [bounds ? 1 : 0, isColored ? 1 : 0];
        let at = HEAD;
        for (const [least, most] of bounds ?? []) {
            words[at] = least;
            words[at + 1] = most;
            at += 2;
        }
        words.set(lengths, at);
        at += lengths.length;
        const inOrder = this.#items?.inOrder();
        if (inOrder === this.#items?.list) words.set(nodes, at);
        else {
            const places = new Uint32Array(all);
            inOrder.forEach(({ number }, place) => {
                places[number] = place;
            });
            for (let node = 0; node < count; node += 1) words[at + node] = places[nodes[node]];
        }
        if (isColored) words.set(this.#colors.subarray(0, count), at + count);
        return new Uint8Array(words.buffer);
    }

    /** The items of all options, with their colors. */
    get words() {
        return this.#pairs().map((pairs) => pairs.map(([entry, byte]) => (byte ? new Color(entry.item, colorOf(entry, byte)) : entry.item)));
    }

    /** The entries and color bytes of all options. */
    #pairs() {
        let at = 0;
        return Array.from(this.#lengths, (length) => {
            const begin = at;
            at += length;
            return Array.from({ length }, (_, place) => [this.#all.list[this.#nodes[begin + place]], this.#colors?.[begin + place] ?? 0]);
        });
    }

    /** The bytes of the options as a text, in which options without a primary item are left out. */
    text(costs) {
        const pairs = this.#pairs();
        const kept = [...pairs.keys()].filter((option) => pairs[option].some(([{ isPrimary }]) => isPrimary));
        return written(this.#all, this.#bounds, kept.map((option) => pairs[option]), costs && kept.map((option) => costs[option]));
    }
}

/** Solutions, each of which is a length and its options. */
export function solutionsOf(chunks) {
    const solutions = [];
    for (const bytes of chunks) {
        const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
        for (let at = 0; at < words.length; at += words[at] + 1) {
            const solution = Array(words[at]);
            for (let place = 0; place < solution.length; place += 1) solution[place] = words[at + 1 + place];
            solutions.push(solution);
        }
    }
    return solutions;
}
