// What the library says of the digits while they are typed: rules that are broken, and true candidates.

import { said } from '../../asking.js';
import { h } from '../../dom.js';
import { digitsOf } from '../model/marks.js';

export class Watch {
    #grid;
    #asking;
    #changed;
    /** What has been asked about, and what was said. */
    #checked = { key: '', broken: [] };
    #candidates = { key: '', sets: null };

    /** `changed()` is told that something new is known. */
    constructor(grid, asking, changed) {
        this.#grid = grid;
        this.#asking = asking;
        this.#changed = changed;
        this.element = h('ul', { class: 'broken', id: 'sudoku-broken', 'aria-live': 'polite', hidden: true });
    }

    get #key() {
        return [...this.#grid.asks('board'), this.#grid.text].join('\n');
    }

    /** The names of the rules that are broken, by the cells that break them. */
    get broken() {
        const cells = new Map();
        if (this.#checked.key !== this.#key) return cells;
        for (const { name, cells: own } of this.#checked.broken) {
            for (const cell of own) cells.set(cell, cells.has(cell) ? `${cells.get(cell)} and ${name}` : name);
        }
        return cells;
    }

    /** The true candidates as sets; none if they are not known, or there is no solution. */
    get candidates() {
        return this.#candidates.key === this.#key ? this.#candidates.sets : null;
    }

    /** Whether no rule is broken, once that is known; nothing if the grid has changed meanwhile. */
    async isFine() {
        const grid = this.#grid;
        const key = this.#key;
        if (!grid.isRuled) return true;
        if (this.#checked.key !== key) {
            const { status, values } = await said('rules-check', grid.rules, grid.text);
            if (key !== this.#key || status !== 0) return undefined;
            this.#checked = { key, broken: JSON.parse(values) };
            this.#changed();
        }
        return this.#checked.broken.length === 0;
    }

    /** Looks at the digits as they are now; `wantsAll` asks for true candidates. */
    look(wantsAll) {
        this.isFine();
        const list = this.#checked.key === this.#key ? this.#checked.broken : [];
        this.element.hidden = list.length === 0;
        this.element.replaceChildren(...list.map(({ name, names, says }) => h('li', {}, h('b', {}, name), ` ${names}: ${says}.`)));
        if (wantsAll && this.#candidates.key !== this.#key) this.#ask();
    }

    /** Asks again, as what was asked for was stopped. */
    forget() {
        this.#candidates = { key: '', sets: null };
    }

    async #ask() {
        const [grid, asking] = [this.#grid, this.#asking];
        const key = this.#key;
        this.#candidates = { key, sets: null };
        const found = await asking.ask('Looking for true candidates ...', ...grid.asks('candidates', grid.text));
        if (!found || key !== this.#key) return;
        if (found.counts.some((digits) => digits.length === 0)) {
            asking.tell(`No solution${found.clash ? `: ${found.clash}` : ' with the digits in the grid'}.`, 'dead');
            return;
        }
        this.#candidates.sets = found.counts.map((digits) => digits.reduce((set, [digit]) => set | (1 << (digit - grid.first)), 0));
        this.#changed();
        const open = this.#candidates.sets.filter((set) => digitsOf(set).length > 1).length;
        const equal = found.equal.map((own) => own.map((cell) => `r${grid.row(cell) + 1}c${grid.column(cell) + 1}`).join(' = '));
        asking.tell(open === 0 ? 'There is one solution: the true candidates are its digits.' : `True candidates: ${open} cells are open.${equal.length ? ` Equal in all solutions: ${equal.slice(0, 6).join(', ')}${equal.length > 6 ? ' and more' : ''}.` : ''}`);
    }
}
