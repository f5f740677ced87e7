// Sets of digits, one for each cell: what somebody has noted there, or struck out. It knows nothing of
// the page.

/** The digits of a set, from 1 on. */
export function digitsOf(set) {
    const digits = [];
    for (let digit = 1, rest = set; rest > 0; digit += 1, rest >>>= 1) if (rest & 1) digits.push(digit);
    return digits;
}

const bit = (digit) => 1 << (digit - 1);

export class Marks {
    #sets;

    constructor(cells, text = '') {
        this.#sets = new Array(cells).fill(0);
        if (text === '') return;
        text.split('.').slice(0, cells).forEach((set, cell) => { this.#sets[cell] = parseInt(set || '0', 36) || 0; });
    }

    /** All sets between dots, without the empty ones at the end: bit `d - 1` is digit `d`, in base 36. */
    get text() {
        return this.#sets.map((set) => (set ? set.toString(36) : '')).join('.').replace(/\.+$/, '');
    }

    get sets() {
        return [...this.#sets];
    }

    set(cell) {
        return this.#sets[cell];
    }

    has(cell, digit) {
        return (this.#sets[cell] & bit(digit)) !== 0;
    }

    add(cell, digit) {
        this.#sets[cell] |= bit(digit);
    }

    remove(cell, digit) {
        this.#sets[cell] &= ~bit(digit);
    }

    /** Adds a digit, or takes it away if it is there. */
    toggle(cell, digit) {
        this.#sets[cell] ^= bit(digit);
    }

    clear(cell) {
        this.#sets[cell] = 0;
    }
}
