// The rules that can be drawn by hand: what they are called in the library, which cells they have, and whether they have
// a number. It knows nothing of the page.

/**
 * `cells` is `line` for cells in their order, `set` for any, `two` for neighbours, `square` for four that share a corner,
 * `each` for a rule in every cell, `all` for the whole grid. `number` says what the number is; none if there is none;
 * `isNeeded` that there must be one; `says` is a hint for those who draw.
 */
export const RULE_KINDS = [
    { name: 'cage', cells: 'set', number: 'Sum, if it has one' },
    { name: 'thermometer', cells: 'line', says: 'from the bulb' },
    { name: 'arrow', cells: 'line', says: 'from the circle' },
    { name: 'white dot', cells: 'two', number: 'Difference, if it is not 1' },
    { name: 'black dot', cells: 'two', number: 'Ratio, if it is not 2' },
    { name: 'V', cells: 'two' },
    { name: 'X', cells: 'two' },
    { name: 'greater than', cells: 'two', says: 'from the greater one' },
    { name: 'quadruple', cells: 'square', number: 'Digits', isNeeded: true },
    { name: 'whisper', cells: 'line', number: 'Difference, if it is not 5' },
    { name: 'renban', cells: 'line' },
    { name: 'palindrome', cells: 'line' },
    { name: 'between line', cells: 'line' },
    { name: 'region sum line', cells: 'line' },
    { name: 'extra region', cells: 'set' },
    { name: 'odd', cells: 'each' },
    { name: 'even', cells: 'each' },
    { name: 'falling diagonal', cells: 'all' },
    { name: 'rising diagonal', cells: 'all' },
    { name: "knight's move", cells: 'all' },
    { name: "king's move", cells: 'all' },
    { name: 'non-consecutive', cells: 'all' },
    { name: 'disjoint groups', cells: 'all' },
];

const LEAST = { line: 2, set: 1, two: 2, square: 4, each: 1, all: 0 };
const WORDS = { two: 'two neighbouring cells', square: 'four cells that share a corner', line: 'two cells or more' };

/** Numbers of a text; none if it is not numbers. Digits of a quadruple may stand together. */
export function numbersOf(kind, text) {
    const words = text.trim().split(/[\s,]+/).filter(Boolean);
    if (!words.every((word) => /^\d{1,4}$/.test(word))) return null;
    return kind.cells === 'square' && words.length === 1 ? [...words[0]] : words;
}

/** Why these cells are none of a kind; nothing if they are. `columns` is the width of the grid. */
export function faultOf(kind, cells, columns) {
    const spread = (part) => Math.max(...cells.map(part)) - Math.min(...cells.map(part));
    const [high, wide] = cells.length ? [spread((cell) => Math.floor(cell / columns)), spread((cell) => cell % columns)] : [0, 0];
    const isThere = {
        two: cells.length === 2 && high + wide === 1,
        square: cells.length === 4 && high === 1 && wide === 1,
    }[kind.cells] ?? cells.length >= LEAST[kind.cells];
    if (isThere) return '';
    return `A rule of this kind (${kind.name}) takes ${WORDS[kind.cells] ?? 'a cell or more'}.`;
}

/** The rules that a stroke over some cells makes, as lists of cells. */
export const partsOf = (kind, cells) => (kind.cells === 'each' ? cells.map((cell) => [cell]) : kind.cells === 'all' ? [[]] : [kind.cells === 'line' || kind.cells === 'two' ? cells : [...cells].sort((one, other) => one - other)]);
