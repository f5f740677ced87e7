// Items, their colors, and options as a text in the `.dlx` format.
//
// A name is an item's own if it is a string that may be one; other items get names of their own. The
// text is kept as a string with a letter for each byte, until it is whole.

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

/** Numbers below this are found by their place in a list, which takes a third of the time. */
const SMALL = 4096;
const isSmall = (item) => typeof item === 'number' && item >>> 0 === item && item < SMALL;

/** Items, which of them are primary, and what their colors are. */
export class Items {
    /** Items, in the order in which they were first seen: `{ item, isPrimary, number, colors }`. */
    list = [];
    primaryCount = 0;
    /** Small numbers by their places, and all other items. */
    small = [];
    known = new Map();

    find(item) {
        return isSmall(item) ? this.small[item] : this.known.get(item);
    }

    add(item, isPrimary) {
        // Most items have no colors.
        const entry = { item, isPrimary, number: this.list.length, colors: null };
        if (isSmall(item)) this.small[item] = entry;
        else this.known.set(item, entry);
        this.list.push(entry);
        if (isPrimary) this.primaryCount += 1;
        return entry;
    }

    /** Primary items, then the others: their numbers in the library are their places here. */
    inOrder() {
        const { list, primaryCount } = this;
        if (primaryCount === list.length || !list.slice(primaryCount).some(({ isPrimary }) => isPrimary)) return list;
        return [...list.filter(({ isPrimary }) => isPrimary), ...list.filter(({ isPrimary }) => !isPrimary)];
    }

    /** What the items are called in a text. */
    names() {
        const names = this.list.map(({ item }) => (isName(item) ? item : ''));
        const taken = new Set(names);
        let number = 0;
        for (const [at, { item }] of this.list.entries()) {
            if (names[at]) continue;
            let name = ['number', 'bigint', 'boolean'].includes(typeof item) ? String(item) : '';
            while (!name || taken.has(name)) name = `item${(number += 1)}`;
            taken.add(names[at] = name);
        }
        return names;
    }
}

/** The byte of an item's color. */
export function byteOf(entry, its, option) {
    entry.colors ??= new Map();
    const known = entry.colors.get(its);
    if (known) return known;
    const used = new Set(entry.colors.values());
    const code = typeof its === 'string' && its.length === 1 ? its.charCodeAt(0) : 0;
    const byte = BYTES.includes(code) && !used.has(code) ? code : BYTES.find((one) => !used.has(one));
    if (!byte) throw new Fault(`option ${option}: an item has at most ${BYTES.length} colors`, { option });
    entry.colors.set(its, byte);
    return byte;
}

/** The color of an item's byte. */
export const colorOf = (entry, byte) => [...entry.colors].find(([, its]) => its === byte)[0];

/**
 * The bytes of a text in the `.dlx` format: `bounds` is null, or a pair for each primary item in
 * their order; `options` are lists of pairs of an item and a byte; `costs` is null, or one for each
 * option.
 */
export function written(items, bounds, options, costs) {
    const named = items.names().map(letters);
    const primary = items.list.filter(({ isPrimary }) => isPrimary).map(({ number }, at) => {
        const [least, most] = bounds?.[at] ?? [1, 1];
        return least === 1 && most === 1 ? named[number] : `${least}:${most}|${named[number]}`;
    });
    const secondary = items.list.filter(({ isPrimary }) => !isPrimary).map(({ number }) => named[number]);
    const lines = options.map((pairs, option) => {
        const words = pairs.map(([{ number }, byte]) => named[number] + (byte ? `:${String.fromCharCode(byte)}` : ''));
        return [...words, ...(costs ? [`|${costs[option]}`] : [])].join(' ');
    });
    const text = `${[[...primary, ...(secondary.length ? ['|', ...secondary] : [])].join(' '), ...lines].join('\n')}\n`;
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
