// A page for each technique: what it is, what else it is called, and an example to look at.

import { said } from '../../asking.js';
import { button, h } from '../../dom.js';
import { rating } from './hint.js';

export class Techniques {
    #all = null;
    #show;

    /** `show(technique)` shows the example of a technique on the grid. */
    constructor(show) {
        this.#show = show;
        this.element = h('section', { id: 'sudoku-techniques', class: 'path-of', 'aria-label': 'Techniques', hidden: true });
    }

    forget() {
        this.element.hidden = true;
        this.element.replaceChildren();
    }

    async #values(...fields) {
        const { status, values, messages } = await said(...fields);
        if (status !== 0) throw new Error(messages);
        return JSON.parse(values);
    }

    /** The list of all. */
    async list() {
        this.#all ??= await this.#values('sudoku-techniques');
        const rows = this.#all.map(({ name, title, names }) => h('li', {}, button([h('span', {}, title), h('span', { class: 'facts' }, names.join(', '))], () => this.open(name), { class: 'step' })));
        this.element.replaceChildren(
            h('h2', {}, 'Techniques'),
            h('p', { class: 'facts' }, 'From easy to hard, as they are looked for; and what else they are called.'),
            h('div', { class: 'tools' }, button('Close', () => this.forget(), { id: 'techniques-close' })),
            h('ol', { class: 'steps names' }, rows));
        this.element.hidden = false;
    }

    /** The page of one. */
    async open(name) {
        const technique = await this.#values('sudoku-technique', name);
        const { title, names, about, step } = technique;
        this.element.replaceChildren(
            h('h2', {}, `${title} `, step ? h('span', { class: 'rating' }, rating(step.tenths)) : ''),
            names.length ? h('p', { class: 'facts' }, `Also called: ${names.join(', ')}.`) : '',
            h('p', { class: 'reason' }, about),
            h('p', { class: 'facts' }, 'The example is a position that this program has found: its next step is this one. Undo brings your grid back.'),
            h('div', { class: 'tools' },
                button('Show the example', () => this.#show(technique), { class: 'main', id: 'technique-example' }),
                button('All techniques', () => this.list(), { id: 'techniques-all' }),
                button('Close', () => this.forget(), { id: 'techniques-close' })));
        this.element.hidden = false;
    }
}
