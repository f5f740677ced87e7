// What was worked on lately: parts and the letters of their addresses, kept by this browser. It knows
// nothing of the page.

/** More than this is not kept: entries, and letters of one. */
const MOST = 8;
const MOST_LETTERS = 20000;
const KEY = 'recent';

/** A short name of what the state of a part is about; empty if it is about nothing. */
export function titleOf(part, state) {
    const words = {
        home: () => (state.placed?.length > 0 ? `${state.day}: ${state.placed.length} piece${state.placed.length === 1 ? '' : 's'} placed` : ''),
        problem: () => state.text?.split('\n').find((line) => line.trim())?.replace(/^\|\s*/, ''),
        sudoku: () => `${state.order ?? 9}x${state.order ?? 9}, ${[...(state.given ?? '')].filter((letter) => !'.0\n'.includes(letter)).length} given digits${state.rules ? ', with rules' : ''}`,
        pack: () => [state.pieces, state.region].map((text) => (text?.trim().includes('\n') ? 'a drawing' : text)).join(' in '),
        peg: () => `${state.problem}, ${state.done?.length ?? 0} jump${state.done?.length === 1 ? '' : 's'}`,
        sieve: () => `1 to ${state.size}: ${(state.picks ?? []).join(' ')}`,
    }[part]?.();
    return (words ?? '').trim().slice(0, 60);
}

export class Recent {
    #storage;
    #clock;
    /** The number of the entry of each part that is being worked on. */
    #current = new Map();

    /** `storage` has `getItem`, `setItem` and `removeItem`, all of which may throw. */
    constructor(storage, clock = () => Date.now()) {
        this.#storage = storage;
        this.#clock = clock;
    }

    /** What is kept, the newest first: part, letters, title, time, number. */
    get list() {
        try {
            const kept = JSON.parse(this.#storage().getItem(KEY) ?? '[]');
            return kept.filter(({ part, letters, time }) => /^[a-z]+$/.test(part) && /^[\w-]+$/.test(letters) && Number.isFinite(time));
        } catch {
            return [];
        }
    }

    /** Keeps the state of a part; it takes the place of what this work was before. */
    keep(part, letters, title) {
        if (letters.length > MOST_LETTERS) return;
        const others = this.list.filter((entry) => entry.number !== this.#current.get(part) && !(entry.part === part && entry.letters === letters));
        const time = this.#clock();
        const number = this.#current.get(part) ?? Math.max(time, ...others.map((entry) => entry.number + 1));
        this.#current.set(part, number);
        this.#write([{ part, letters, title, time, number }, ...others].slice(0, MOST));
    }

    /** What comes next in a part is another work. */
    turn(part) {
        this.#current.delete(part);
    }

    clear() {
        this.#current.clear();
        try {
            this.#storage().removeItem(KEY);
        } catch {
            // Then there was nothing.
        }
    }

    #write(entries) {
        try {
            this.#storage().setItem(KEY, JSON.stringify(entries));
        } catch {
            // A browser may keep nothing, or be full.
        }
    }
}
