// The boxes of a jigsaw while they are drawn: some cells may be in no box yet, and boxes may have too few or too many
// cells. It knows nothing of the page.

const NAMES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NONE = '.';

export class Regions {
    #names;
    #order;

    /** `text` has the name of each cell's box, row by row, or `.`; none are no boxes. */
    constructor(order, text = '') {
        this.#order = order;
        const cells = [...text].filter((sign) => sign !== '\n');
        this.#names = cells.length === order * order ? cells : new Array(order * order).fill(NONE);
    }

    /** The boxes of a board: the number of each cell's box. */
    static of(order, boxes) {
        return new Regions(order, boxes.map((number) => (number === null ? NONE : NAMES[number])).join(''));
    }

    get text() {
        return this.#names.join('');
    }

    /** A line for each row, as the library reads it. */
    get drawing() {
        return Array.from({ length: this.#order }, (_, row) => this.#names.slice(row * this.#order, (row + 1) * this.#order).join('')).join('\n');
    }

    name(cell) {
        return this.#names[cell];
    }

    /** The number of a cell's box, from 0; -1 if it is in none. */
    number(cell) {
        return NAMES.indexOf(this.#names[cell]);
    }

    /** The cells of each box, by its name. */
    get boxes() {
        const boxes = new Map();
        this.#names.forEach((name, cell) => {
            if (name !== NONE) boxes.set(name, [...(boxes.get(name) ?? []), cell]);
        });
        return new Map([...boxes].sort());
    }

    /** Cells that are in no box. */
    get free() {
        return this.#names.flatMap((name, cell) => (name === NONE ? [cell] : []));
    }

    /** Makes cells a box of their own, or a part of the box `name`. */
    join(cells, name = null) {
        const kept = new Set(this.#names.filter((_, cell) => !cells.includes(cell)));
        const own = name ?? [...NAMES].slice(0, this.#order).find((other) => !kept.has(other));
        if (own === undefined) return false;
        for (const cell of cells) this.#names[cell] = own;
        return true;
    }

    /** Takes cells out of their boxes. */
    clear(cells) {
        for (const cell of cells) this.#names[cell] = NONE;
    }

    /** Whether these are the boxes of a board: as many as it has rows, each with as many cells. */
    get isWhole() {
        const { boxes } = this;
        return boxes.size === this.#order && [...boxes.values()].every((cells) => cells.length === this.#order);
    }

    /** The boxes that are whole and those that are not, in words. */
    get says() {
        if (this.isWhole) return `All ${this.#order} boxes have ${this.#order} cells.`;
        const open = [...this.boxes].filter(([, cells]) => cells.length !== this.#order).map(([name, cells]) => `${name} has ${cells.length} of ${this.#order} cells`);
        const { free } = this;
        if (free.length > 0) open.push(`${free.length} ${free.length === 1 ? 'cell is' : 'cells are'} in no box`);
        return `${open.join(', ')}.`;
    }
}
