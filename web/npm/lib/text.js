// Options as a text that the library reads: names for items, bytes for colors.
//
// A name is an item's own if it is a string that may be one; other items get names of their own,
// which nobody sees. The text is kept as a string with a letter for each byte, until it is whole.

import { Fault } from './errors.js';
import { shown } from './options.js';

const encoder = new TextEncoder();

/** An item with a color. */
export class Color {
    constructor(item, color) {
        this.item = item;
        this.color = color;
        Object.freeze(this);
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
        return `color(${shown(this.item)}, ${shown(this.color)})`;
    }
}

/** A secondary item with a color. */
export const color = (item, its) => new Color(item, its);

/** The bytes that a color may be: all but blanks, `:`, `|`, and what is no letter. */
const BYTES = [...Array(94).keys()].map((at) => at + 33).filter((byte) => byte !== 58 && byte !== 124)
    .concat([...Array(128).keys()].map((at) => at + 128));

// Up to 60 letters have at most 255 bytes.
const isName = (item) => typeof item === 'string' && /^[^\s:|\p{C}]{1,60}$/u.test(item);
const isAscii = (text) => /^[\x21-\x7e]*$/.test(text);

/** A letter for each byte of a text. */
const letters = (text) => (isAscii(text) ? text : String.fromCharCode(...encoder.encode(text)));

/** What items are called, which of them are primary, and what their colors are. */
export class Items {
    /** Items, in the order in which they were first seen: `{ item, isPrimary, name, colors }`. */
    list = [];
    #known = new Map();

    find(item) {
        return this.#known.get(item);
    }

    add(item, isPrimary) {
        const entry = { item, isPrimary, name: '', letters: '', colors: new Map(), number: this.list.length };
        this.#known.set(item, entry);
        this.list.push(entry);
        return entry;
    }

    /** Gives each item its name. */
    name() {
        const taken = new Set();
        for (const entry of this.list) {
            if (isName(entry.item)) taken.add(entry.name = entry.item);
        }
        let number = 0;
        for (const entry of this.list) {
            if (entry.name) continue;
            if (['number', 'bigint', 'boolean'].includes(typeof entry.item)) entry.name = String(entry.item);
            while (!entry.name || taken.has(entry.name)) entry.name = `item${(number += 1)}`;
            taken.add(entry.name);
        }
        for (const entry of this.list) entry.letters = letters(entry.name);
    }
}

/** The byte of an item's color, as a letter. */
export function letterOf(entry, its, option) {
    const known = entry.colors.get(its);
    if (known) return known;
    const used = new Set(entry.colors.values());
    const own = typeof its === 'string' && its.length === 1 && BYTES.includes(its.charCodeAt(0)) && !used.has(its) ? its : null;
    const letter = own ?? BYTES.map((byte) => String.fromCharCode(byte)).find((byte) => !used.has(byte));
    if (!letter) throw new Fault(`option ${option}: an item has at most ${BYTES.length} colors`, { option });
    entry.colors.set(its, letter);
    return letter;
}

/** The line of items, with their bounds. */
export function header(items, boundsOf) {
    const word = (entry) => {
        const [least, most] = boundsOf(entry.item) ?? [1, 1];
        return least === 1 && most === 1 ? entry.letters : `${least}:${most}|${entry.letters}`;
    };
    const primary = items.list.filter(({ isPrimary }) => isPrimary).map(word);
    const secondary = items.list.filter(({ isPrimary }) => !isPrimary).map((entry) => entry.letters);
    return [...primary, ...(secondary.length ? ['|', ...secondary] : [])].join(' ');
}

/** An option, from pairs of an item and the letter of its color. */
export function line(pairs, cost) {
    const words = pairs.map(([entry, letter]) => entry.letters + (letter === null ? '' : `:${letter}`));
    return [...words, ...(cost === null ? [] : [`|${cost}`])].join(' ');
}

/** The bytes of lines whose letters are bytes. */
export function bytesOf(lines) {
    const text = `${lines.join('\n')}\n`;
    if (/^[\0-\x7f]*$/.test(text)) return encoder.encode(text);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
    return bytes;
}
