// The path of a puzzle: all steps that lead to its solution, as a list to step through; and the steps that are possible
// in a grid, as a list to choose from.

import { button, h } from '../../dom.js';
import { effectOf, rating } from './hint.js';

/** What Sudoku Explainer calls ER, EP and ED: the hardest step, up to the first digit, the first step. In tenths. */
export function ratingsOf(steps) {
    const hardest = (some) => some.reduce((most, { tenths }) => Math.max(most, tenths), 0);
    const first = steps.findIndex(({ placed }) => placed !== null);
    return [hardest(steps), hardest(steps.slice(0, first + 1)), steps[0]?.tenths ?? 0];
}

/** The library tells so many steps at once. */
const MOST_STEPS = 300;

/** A list of steps, each a button. */
class Steps {
    steps = [];
    at = -1;

    constructor(id, label) {
        this.element = h('section', { id, class: 'path-of', 'aria-label': label, hidden: true });
    }

    forget() {
        this.steps = [];
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    list(steps, order) {
        [this.steps, this.at] = [steps, -1];
        return h('ol', { class: 'steps' }, steps.map((step, number) => h('li', {}, button([
            h('span', {}, step.tenths === null ? '' : rating(step.tenths)), h('span', {}, step.technique), h('span', {}, effectOf(step, order)),
        ], () => this.choose(number), { class: 'step' }))));
    }

    choose(number) {
        if (number < 0) return;
        this.at = number;
        const rows = this.element.querySelectorAll('.step');
        rows.forEach((row, place) => (place === number ? row.setAttribute('aria-current', 'step') : row.removeAttribute('aria-current')));
        const list = this.element.querySelector('ol');
        const row = rows[number].parentElement;
        if (row.offsetTop < list.scrollTop || row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop - list.clientHeight / 2;
        this.chosen(number);
    }
}

export class Path extends Steps {
    #go;

    /** `go(steps, step)` shows the grid after some steps, and explains the next one. */
    constructor(go) {
        super('sudoku-path', 'The path');
        this.#go = go;
    }

    /** Shows a path; `isWhole` says whether it leads to the solution. */
    show(steps, order, isWhole) {
        const list = this.list(steps, order);
        const isRated = steps.length > 0 && steps[0].tenths !== null;
        const [er, ep, ed] = ratingsOf(steps).map(rating);
        this.element.replaceChildren(
            h('h2', {}, 'The path'),
            isRated && isWhole ? h('p', { class: 'facts', id: 'sudoku-ratings' }, `Sudoku Explainer's rating: ER ${er}, EP ${ep}, ED ${ed} (the hardest step of all, up to the first digit, and the first step).`) : '',
            h('p', { class: 'facts' }, `${steps.length} steps${isWhole ? '' : ', as far as the techniques known here lead'}. A step shows the grid before it; Undo brings yours back.`),
            h('div', { class: 'tools' },
                button('Previous', () => this.choose(Math.max(0, this.at - 1)), { id: 'path-previous' }),
                button('Next', () => this.choose(Math.min(this.steps.length - 1, this.at + 1)), { id: 'path-next' }),
                button('Close', () => this.forget(), { id: 'path-close' })),
            list);
        this.element.hidden = false;
    }

    chosen(number) {
        this.#go(this.steps.slice(0, number), this.steps[number]);
    }
}

export class Possible extends Steps {
    #explain;
    /** The position that the steps are of, as text. */
    of = '';

    /** `explain(step)` explains a step of the grid as it is. */
    constructor(explain) {
        super('sudoku-possible', 'All steps');
        this.#explain = explain;
    }

    show(steps, order) {
        const list = this.list(steps, order);
        this.element.replaceChildren(
            h('h2', {}, 'All steps'),
            h('p', { class: 'facts' }, `${steps.length === 1 ? 'One step is' : steps.length < MOST_STEPS ? `${steps.length} steps are` : `More than ${MOST_STEPS - 1} steps are`} possible here, the easiest first. A step is shown on the grid.`),
            h('div', { class: 'tools' }, button('Close', () => this.forget(), { id: 'possible-close' })),
            list);
        this.element.hidden = false;
    }

    chosen(number) {
        this.#explain(this.steps[number]);
    }
}
