// The arguments of verbs: options, and values of some kind.
//
// A value of a wrong type is a TypeError, a bad value a Fault.

import { Fault } from './errors.js';

/** The letters that are shown of a list or an object. */
const LETTERS = 40;

/** A value as people write it. */
export function shown(value) {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `${value}n`;
    const isPlain = Array.isArray(value) || (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype);
    if (!isPlain) return String(value);
    try {
        const text = JSON.stringify(value);
        return text.length <= LETTERS ? text : `${text.slice(0, LETTERS)}...`;
    } catch {
        return Array.isArray(value) ? 'a list' : 'an object';
    }
}

/** How many letters are added, left out or changed to make one word of another. */
function distance(one, other) {
    let row = [...Array(other.length + 1).keys()];
    for (const [place, letter] of [...one].entries()) {
        const next = [place + 1];
        for (let at = 0; at < other.length; at += 1) {
            next.push(Math.min(next[at] + 1, row[at + 1] + 1, row[at] + (letter === other[at] ? 0 : 1)));
        }
        row = next;
    }
    return row.at(-1);
}

/** The words that are nearest to one, if any is near. */
function nearest(word, words) {
    const far = words.map((other) => distance(word.toLowerCase(), other.toLowerCase()));
    const least = Math.min(...far);
    return least <= Math.max(1, Math.floor(word.length / 3)) ? words.filter((_, place) => far[place] === least) : [];
}

const listed = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`);
export const either = (words) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

/** Refuses options that a verb does not have. Returns the options. */
export function known(verb, options, names) {
    if (options === undefined) return {};
    if (options === null || typeof options !== 'object' || Array.isArray(options)) throw new TypeError(`${verb}: options are an object, not ${shown(options)}`);
    for (const name of Object.keys(options)) {
        if (names.includes(name)) continue;
        const near = nearest(name, names);
        const all = names.length ? `its options are ${listed(names)}` : 'it has no options';
        throw new TypeError(`${verb} has no option \`${name}'${near.length ? `, but \`${near.join("' and `")}'` : ''}: ${all}`);
    }
    return options;
}

/** A whole number within bounds. A bigint serves, too. */
export function whole(what, value, least, most = Number.MAX_SAFE_INTEGER) {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError(`${what} is a whole number, not ${shown(value)}`);
    const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
    if (isWhole && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER || typeof most === 'bigint' ? `from ${least} on` : `from ${least} to ${most}`;
    throw new Fault(`${what} is a whole number ${range}, not ${shown(value)}`);
}

export const seedOf = (verb, seed) => whole(`${verb}: seed`, seed, 0, 2n ** 64n - 1n);

export function flag(what, value) {
    if (typeof value !== 'boolean') throw new TypeError(`${what} is true or false, not ${shown(value)}`);
    return value;
}

/** One of some words. */
export function oneOf(what, value, words) {
    if (typeof value !== 'string') throw new TypeError(`${what} is ${either(words)}, not ${shown(value)}`);
    if (!words.includes(value)) throw new Fault(`${what} is ${either(words)}, not ${shown(value)}`);
    return value;
}

export const isList = (value) => value !== null && typeof value === 'object' && Symbol.iterator in value;

export function listOf(what, value) {
    if (!isList(value)) throw new TypeError(`${what}, not ${shown(value)}`);
    return [...value];
}
