// The cells that are chosen, in the order in which they were: what is typed goes into all of them. It knows
// nothing of the page.

export class Selection {
    #cells = [];
    /** The cell that was chosen last, from which arrows lead on. */
    at = 0;

    get cells() {
        return [...this.#cells];
    }

    get isEmpty() {
        return this.#cells.length === 0;
    }

    has(cell) {
        return this.#cells.includes(cell);
    }

    /** This cell and no other one. */
    only(cell) {
        this.#cells = [cell];
        this.at = cell;
    }

    /** One more. */
    add(cell) {
        this.at = cell;
        if (!this.has(cell)) this.#cells.push(cell);
    }

    /** One less. */
    remove(cell) {
        this.at = cell;
        this.#cells = this.#cells.filter((other) => other !== cell);
    }

    /** All these cells. */
    choose(cells) {
        this.#cells = [...cells];
        if (!this.has(this.at) && cells.length > 0) this.at = cells.at(-1);
    }

    /** Only cells of a board with so many. */
    limit(count) {
        this.#cells = this.#cells.filter((cell) => cell < count);
        this.at = Math.min(this.at, count - 1);
    }
}
