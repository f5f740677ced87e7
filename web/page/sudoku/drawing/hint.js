// Hints in three steps: where to look, why, and done. It asks the library, and says and draws what that
// tells; the grid itself is changed by whoever uses it.

import { button, h } from '../../dom.js';
import { DIGITS } from '../model/grid.js';
import { legend } from './ink.js';

/** How a rating is written. */
export const rating = (tenths) => (tenths / 10).toFixed(1);

/** What a step does, in a few signs. */
export function effectOf({ placed, removed }, order) {
    const name = (cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;
    if (placed) return `${name(placed[0])} = ${DIGITS[placed[1] - 1]}`;
    const cells = new Map();
    for (const [cell, digit] of removed) cells.set(cell, [...(cells.get(cell) ?? []), DIGITS[digit - 1]]);
    return [...cells].map(([cell, digits]) => `${name(cell)} ≠ ${digits.join(' ')}`).join(', ');
}

/** More links than this are not drawn at once: chains are shown one by one then. */
const MOST_LINKS = 14;

/** Whose words a step is explained with, and what is drawn of it. */
export class Hint {
    /** The step that is told of; none if there is none. */
    step = null;
    /** What has been told: 1 for where to look, 2 for why. */
    level = 0;
    /** The number of the only chain that is drawn; none if all are. */
    chain = null;
    #redraw;

    /** `redraw()` draws the grid with what the hint has to show; `act()` does the step. */
    constructor({ redraw, act }) {
        this.#redraw = redraw;
        this.act = act;
        this.element = h('section', { class: 'why', id: 'sudoku-why', 'aria-label': 'The hint', hidden: true });
    }

    /** The step that is drawn. */
    get drawn() {
        return this.level === 2 ? this.step : null;
    }

    /** What the next press of the button does. */
    get label() {
        return ['Hint', 'Explain', 'Do it'][this.level];
    }

    /** Nothing is told any more. */
    forget() {
        [this.step, this.level, this.chain] = [null, 0, null];
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    /** Where to look. */
    point(step) {
        this.forget();
        [this.step, this.level] = [step, 1];
    }

    /** Why. */
    explain(order, step = this.step) {
        const links = step.chains.flat().length;
        [this.step, this.level, this.chain] = [step, 2, step.chains.length > 1 && links > MOST_LINKS ? 0 : null];
        this.#show(order);
    }

    #show(order) {
        const { step } = this;
        const note = step.tenths === null ? null : h('span', { class: 'rating', title: 'In the scale of Sudoku Explainer, in which the hardest step is a puzzle’s rating' }, rating(step.tenths));
        this.element.replaceChildren(
            h('h2', {}, `${step.technique} `, note),
            h('p', { class: 'reason' }, step.sentence),
            h('p', { class: 'effect' }, effectOf(step, order)),
            ...this.#chooser(order),
            legend(step, this.chain),
            h('div', { class: 'tools' }, button('Do it', () => this.act(), { class: 'main', id: 'sudoku-do' }), button('Close', () => { this.forget(); this.#redraw(); }, { id: 'sudoku-why-close' })));
        this.element.hidden = false;
    }

    /** A button for each chain, and the chain that is shown as text. */
    #chooser(order) {
        const { step, chain } = this;
        if (step.lines.length === 0) return [];
        const text = h('p', { class: 'mono chain' }, (chain === null ? step.lines : [step.lines[chain]]).join('\n'));
        if (step.chains.length === 1) return [text];
        const choose = (label, number) => button(label, () => {
            this.chain = number;
            this.#show(order);
            this.#redraw();
        }, { 'aria-pressed': String(chain === number) });
        return [h('div', { class: 'tools', role: 'group', 'aria-label': 'Which chain is drawn' }, step.chains.map((_, number) => choose(`Chain ${number + 1}`, number)), choose('All', null)), text];
    }
}
