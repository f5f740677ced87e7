// Tables with commas: their header, and which columns are likely to be what.

/** The names in the first line that has any; quotes around one may hold commas, line breaks, and quotes written twice. */
export function headerOf(text) {
    const names = [];
    const cell = /[ \t\r]*(?:"((?:[^"]|"")*)"[^,\n]*|([^,\n]*))(,|\n|$)/y;
    const start = text.search(/\S/);
    cell.lastIndex = start < 0 ? text.length : text.lastIndexOf('\n', start) + 1;
    for (let found = cell.exec(text); found; found = cell.exec(text)) {
        const name = found[1]?.replaceAll('""', '"') ?? found[2];
        names.push(name.trim());
        if (found[3] !== ',') break;
    }
    return names.filter(Boolean);
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
