// The first line of a problem: its items, with how many options may have each. It knows nothing of the page.

/** Whether an item is a cell, such as 0.3 or 1.0.3. */
export const isCell = (word) => /^\d+(\.\d+)+$/.test(word);

/** An item as it is written: its name, and how many options may have it. */
function itemOf(word) {
    const [bounds, name] = word.includes('|') ? word.split('|') : ['1', word];
    const [lower, upper = lower] = bounds.split(':').map(Number);
    return { name, lower, upper };
}

/** The items of the first line of a problem: those to be covered, and those that may be. */
export function headerOf(problem) {
    const end = problem.indexOf('\n');
    const [must, may = ''] = (end < 0 ? problem : problem.slice(0, end)).split(/\s\|(?:\s|$)/);
    const items = (words) => words.split(/\s+/).filter(Boolean).map(itemOf);
    return { must: items(must), may: items(may) };
}

/** The name of the grid of a packing: as it was chosen, or by the cells of its problem and the names of pieces and region. */
export function gridNameOf(problem, text, chosen) {
    const { must, may } = headerOf(problem);
    const cells = [...must, ...may].map(({ name }) => name).filter(isCell).map((name) => name.split('.').map(Number));
    if (cells.some(({ length }) => length === 3)) return 'cube';
    if (chosen) return chosen;
    if (/iamond|triangle/.test(text)) return 'triangle';
    return cells.every(([row, column]) => (row + column) % 2 === 0) && cells.length > 1 ? 'hexagon' : 'square';
}
