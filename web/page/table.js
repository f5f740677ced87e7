// Tables: their header, and which columns are likely to be what.

/** What may stand between cells: the first of these that parts the header, as the library sees it, too. */
const SEPARATORS = [',', ';', '\t'];

/** A number, or a yes or no as programs write it. */
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|true|false)$/i;

/** The names in the first line that has any; quotes around one may hold separators, line breaks, and quotes written twice. */
export function headerOf(text) {
    return firstCells(text).filter(Boolean);
}

/** The names of the columns: those in the first line, or 1, 2 and so on if `header` is `no`. */
export function columnsOf(text, header) {
    return header === 'no' ? firstCells(text).map((_, index) => String(index + 1)) : headerOf(text);
}

function firstCells(text) {
    const found = SEPARATORS.map((separator) => cellsOf(text, separator));
    const cells = found.find((cells) => cells.length > 1);
    if (cells) return cells;
    // Blanks part the cells of a matrix.
    const words = found[0][0]?.split(/\s+/) ?? [];
    return words.length > 1 && words.every((word) => NUMBER.test(word)) ? words : found[0];
}

function cellsOf(text, separator) {
    const names = [];
    const blanks = separator === '\t' ? '[ \\r]*' : '[ \\t\\r]*';
    const cell = new RegExp(`${blanks}(?:"((?:[^"]|"")*)"[^${separator}\\n]*|([^${separator}\\n]*))(${separator}|\\n|$)`, 'y');
    const start = text.search(/\S/);
    cell.lastIndex = start < 0 ? text.length : text.lastIndexOf('\n', start) + 1;
    for (let found = cell.exec(text); found; found = cell.exec(text)) {
        const name = found[1]?.replaceAll('""', '"') ?? found[2];
        names.push(name.trim());
        if (found[3] !== separator) break;
    }
    return names;
}

/** The columns of costs, items and names by what they are usually called; empty if there is none. */
export function guessColumns(names) {
    const find = (words) => names.find((name) => words.includes(name.toLowerCase())) ?? '';
    return {
        cost: find(['cost', 'costs', 'price', 'weight']),
        items: find(['items', 'covers', 'elements']),
        id: find(['id', 'name', 'option', 'label']),
    };
}

/** So many columns are tried, at most. */
const MOST_TRIED = 20;

/**
 * The columns of a table: by their names, and by what the library reads in them. `read(columns)` has
 * the names of the items, and how many options and entries it reads, or nothing. A table that cannot be
 * read with an item for each column has a column of items: the one whose words come back most often.
 */
export async function findColumns(text, read) {
    const names = headerOf(text);
    const columns = guessColumns(names);
    if (columns.items || (await read(columns))) return columns;
    let most = 0;
    for (const name of names.filter((name) => name !== columns.cost && name !== columns.id).slice(0, MOST_TRIED)) {
        const found = await read({ ...columns, items: name, cost: '', id: '' });
        if (!found || isFlag(found)) continue;
        const again = found.entries - found.items.length;
        if (again > most) [most, columns.items] = [again, name];
    }
    return columns;
}

/** Whether a column has one word in each cell, and they are numbers, or 0 and 1 with a fault among them. */
function isFlag({ items, options, entries }) {
    return entries <= options && (items.every((item) => /^[\d.+-]+$/.test(item)) || items.includes('0') || items.includes('1'));
}
