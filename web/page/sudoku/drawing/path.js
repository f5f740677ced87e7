// The path of a puzzle: all steps that lead to its solution, as a list to step through.

import { button, h } from '../../dom.js';
import { effectOf, rating } from './hint.js';

/** What Sudoku Explainer calls ER, EP and ED: the hardest step, up to the first digit, the first step. In tenths. */
export function ratingsOf(steps) {
    const hardest = (some) => some.reduce((most, { tenths }) => Math.max(most, tenths), 0);
    const first = steps.findIndex(({ placed }) => placed !== null);
    return [hardest(steps), hardest(steps.slice(0, first + 1)), steps[0]?.tenths ?? 0];
}

export class Path {
    #steps = [];
    #at = -1;
    #go;
    #order = 9;

    /** `go(steps, step)` shows the grid after some steps, and explains the next one. */
    constructor(go) {
        this.#go = go;
        this.element = h('section', { id: 'sudoku-path', class: 'path-of', 'aria-label': 'The path', hidden: true });
    }

    forget() {
        this.#steps = [];
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    /** Shows a path; `isWhole` says whether it leads to the solution. */
    show(steps, order, isWhole) {
        [this.#steps, this.#at, this.#order] = [steps, -1, order];
        const rows = steps.map((step, number) => h('li', {}, button([
            h('span', {}, step.tenths === null ? '' : rating(step.tenths)), h('span', {}, step.technique), h('span', {}, effectOf(step, this.#order)),
        ], () => this.#choose(number), { class: 'step' })));
        const isRated = steps.length > 0 && steps[0].tenths !== null;
        const [er, ep, ed] = ratingsOf(steps).map(rating);
        this.element.replaceChildren(
            h('h2', {}, 'The path'),
            isRated && isWhole ? h('p', { class: 'facts', id: 'sudoku-ratings' }, `Sudoku Explainer's rating: ER ${er}, EP ${ep}, ED ${ed} (the hardest step of all, up to the first digit, and the first step).`) : '',
            h('p', { class: 'facts' }, `${steps.length} steps${isWhole ? '' : ', as far as the techniques known here lead'}. A step shows the grid before it; Undo brings yours back.`),
            h('div', { class: 'tools' },
                button('Previous', () => this.#choose(Math.max(0, this.#at - 1)), { id: 'path-previous' }),
                button('Next', () => this.#choose(Math.min(this.#steps.length - 1, this.#at + 1)), { id: 'path-next' }),
                button('Close', () => this.forget(), { id: 'path-close' })),
            h('ol', { class: 'steps' }, rows));
        this.element.hidden = false;
    }

    #choose(number) {
        if (number < 0) return;
        this.#at = number;
        const rows = this.element.querySelectorAll('.step');
        rows.forEach((row, place) => (place === number ? row.setAttribute('aria-current', 'step') : row.removeAttribute('aria-current')));
        const list = this.element.querySelector('ol');
        const row = rows[number].parentElement;
        if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop - list.clientHeight / 2;
        this.#go(this.#steps.slice(0, number), this.#steps[number]);
    }
}
