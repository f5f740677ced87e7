// What can be undone: the states of a view in their order. It knows nothing of the page.

/** More states than this are not kept, nor more letters than this in all of them. */
const MOST = 1000;
const MOST_LETTERS = 20_000_000;

export class History {
    #states;
    #at;
    /** What kind of change the newest state comes from, if changes of that kind are one step. */
    #run = null;

    /** The last of some states is the present one. */
    constructor(...states) {
        this.#states = states;
        this.#at = states.length - 1;
    }

    get state() {
        return this.#states[this.#at];
    }

    get canUndo() {
        return this.#at > 0;
    }

    get canRedo() {
        return this.#at < this.#states.length - 1;
    }

    /**
     * The state after a change. Changes of one `run` are one step, such as the letters of a word. A
     * state that is equal to the present one is no change.
     */
    record(state, run = null) {
        if (isSame(state, this.state)) return;
        const isOne = run !== null && run === this.#run && !this.canRedo && this.canUndo;
        this.#states.length = isOne ? this.#at : this.#at + 1;
        this.#states.push(state);
        this.#run = run;
        while (this.#states.length > 2 && (this.#states.length > MOST || this.#letters() > MOST_LETTERS)) this.#states.shift();
        this.#at = this.#states.length - 1;
    }

    /** What comes next is a step of its own. */
    rest() {
        this.#run = null;
    }

    /** The state before, which is now the present one. */
    undo() {
        this.rest();
        if (this.canUndo) this.#at -= 1;
        return this.state;
    }

    redo() {
        this.rest();
        if (this.canRedo) this.#at += 1;
        return this.state;
    }

    /** The letters of all texts; a text that stays as it is is kept once. */
    #letters() {
        let sum = 0;
        for (const [index, state] of this.#states.entries()) {
            for (const [key, value] of Object.entries(state)) {
                if (value !== this.#states[index - 1]?.[key]) sum += value?.length ?? 0;
            }
        }
        return sum;
    }
}

function isSame(one, other) {
    return Object.keys({ ...one, ...other }).every((key) => isSameValue(one[key], other[key]));
}

function isSameValue(one, other) {
    if (one === other) return true;
    // What does not go into the address is not looked into.
    const isPlain = (value) => value !== null && typeof value === 'object' && !value.toJSON;
    return isPlain(one) && isPlain(other) && JSON.stringify(one) === JSON.stringify(other);
}
