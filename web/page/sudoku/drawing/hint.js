// Hints in three steps: where to look, why, and done. It says and draws what the library tells; the grid itself is
// changed by whoever uses it. Chains are shown link by link, each with its reason.

import { button, h } from '../../dom.js';
import { DIGITS } from '../model/grid.js';
import { linked } from '../model/links.js';
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

/** A candidate that is right or wrong: `r1c5 = 4`. */
const markOf = ([cell, digit, isOn], order) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1} ${isOn ? '=' : '≠'} ${DIGITS[digit - 1]}`;

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
    /** The number of the link of that chain up to which it is drawn; none if it is drawn to its end. */
    link = null;
    #order = 9;
    #redraw;
    #learn;

    /** `redraw()` draws the grid with what the hint has to show; `act()` does the step; `learn(name)` tells of a technique. */
    constructor({ redraw, act, learn }) {
        [this.#redraw, this.act, this.#learn] = [redraw, act, learn];
        this.element = h('section', { class: 'why', id: 'sudoku-why', 'aria-label': 'The hint', hidden: true });
    }

    /** The step that is drawn: up to a link of its chain, if one is chosen. */
    get drawn() {
        if (this.level !== 2) return null;
        return this.link === null ? this.step : linked(this.step, this.chain, this.link);
    }

    /** Which of its chains is drawn; none if all are. */
    get drawnChain() {
        return this.link === null ? this.chain : null;
    }

    /** What the next press of the button does. */
    get label() {
        return ['Hint', 'Explain', 'Do it'][this.level];
    }

    /** Nothing is told any more. */
    forget() {
        [this.step, this.level, this.chain, this.link] = [null, 0, null, null];
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
        [this.step, this.level, this.link, this.#order] = [step, 2, null, order];
        this.chain = step.chains.length > 1 && links > MOST_LINKS ? 0 : null;
        this.#show();
    }

    /** Goes along the chain, to the next link or to the one before; whether there is one. */
    go(by) {
        if (this.level !== 2 || this.step.chains.length === 0) return false;
        const chain = this.chain ?? 0;
        const last = this.step.inferences[chain].length - 1;
        if (last < 0) return false;
        const from = this.link ?? (by > 0 ? -1 : last + 1);
        this.#walk(chain, Math.min(Math.max(from + by, 0), last));
        return true;
    }

    #walk(chain, link) {
        const had = document.activeElement?.closest?.('#sudoku-why')?.contains(document.activeElement) ? document.activeElement.id : '';
        [this.chain, this.link] = [chain, link];
        this.#show();
        this.#redraw();
        const list = this.element.querySelector('.links');
        const now = this.element.querySelector('.links [aria-current]');
        if (now && (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight)) list.scrollTop = now.offsetTop - list.clientHeight / 2;
        if (had) (document.getElementById(had) ?? now)?.focus({ preventScroll: true });
    }

    #show() {
        const { step } = this;
        const note = step.tenths === null ? null : h('span', { class: 'rating', title: 'In the scale of Sudoku Explainer, in which the hardest step is a puzzle’s rating' }, rating(step.tenths));
        const names = step.names?.length ? h('p', { class: 'facts', id: 'sudoku-names' }, `Also called: ${step.names.join(', ')}.`) : null;
        const learn = step.name ? button('About this technique', () => this.#learn(step.name), { class: 'quiet', id: 'sudoku-about' }) : null;
        this.element.replaceChildren(
            h('h2', {}, `${step.technique} `, note),
            ...[names].filter(Boolean),
            h('p', { class: 'reason' }, step.sentence),
            h('p', { class: 'effect' }, effectOf(step, this.#order)),
            ...this.#chooser(),
            legend(this.drawn, this.drawnChain),
            h('div', { class: 'tools' }, button('Do it', () => this.act(), { class: 'main', id: 'sudoku-do' }), button('Close', () => { this.forget(); this.#redraw(); }, { id: 'sudoku-why-close' }), ...[learn].filter(Boolean)));
        this.element.hidden = false;
    }

    /** A button for each chain, and the links of the one that is shown, with their reasons. */
    #chooser() {
        const { step, chain } = this;
        if (step.chains.length === 0) return [];
        const choose = (label, number) => button(label, () => {
            [this.chain, this.link] = [number, null];
            this.#show();
            this.#redraw();
        }, { 'aria-pressed': String(chain === number) });
        const several = h('div', { class: 'tools', role: 'group', 'aria-label': 'Which chain is drawn' }, step.chains.map((_, number) => choose(`Chain ${number + 1}`, number)), choose('All', null));
        return [...(step.chains.length > 1 ? [several] : []), ...(chain === null && step.chains.length > 1 ? [this.#text()] : this.#links(chain ?? 0))];
    }

    #text() {
        return h('p', { class: 'mono chain' }, this.step.lines.join('\n'));
    }

    /** The links of a chain: each is a button that shows the chain up to it. */
    #links(chain) {
        const { step } = this;
        const all = step.inferences[chain];
        if (all.length === 0) return [this.#text()];
        const told = ({ from, to }) => `${from.map((mark) => markOf(mark, this.#order)).join(', ')} → ${markOf(to, this.#order)}`;
        const rows = all.map((one, number) => h('li', {}, button([h('span', {}, told(one)), h('span', { class: 'reason' }, one.reason), one.within.map((line) => h('span', { class: 'within' }, line))],
            () => this.#walk(chain, number), { class: 'step', id: `link-${number}`, ...(this.link === number ? { 'aria-current': 'step' } : {}) })));
        const turn = (event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (by && this.go(by)) event.preventDefault();
        };
        return [
            h('div', { class: 'tools' },
                button('Link back', () => this.go(-1), { id: 'link-back', title: 'P', disabled: this.link === 0 }),
                button('Next link', () => this.go(1), { id: 'link-next', title: 'N', disabled: this.link === all.length - 1 }),
                button('Whole chain', () => { this.link = null; this.#show(); this.#redraw(); }, { id: 'link-all', disabled: this.link === null }),
                h('span', { class: 'facts', id: 'link-at' }, this.link === null ? `${all.length} links` : `${this.link + 1} of ${all.length}`)),
            h('p', { class: 'facts' }, `Suppose that ${markOf(step.starts[chain], this.#order)}.`),
            h('ol', { class: 'steps links', 'aria-label': 'The links of the chain', onkeydown: turn }, rows),
        ];
    }
}
