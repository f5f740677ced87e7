// The start page: what can be done here, the calendar puzzle of the day, and what was done lately.

import { remember } from './address.js';
import { openCalendar } from './calendar-view.js';
import { button, h } from './dom.js';
import { PICTURES } from './pictures.js';
import { recent } from './keeping.js';

const CARDS = [
    ['sudoku', 'Sudoku', 'Play, get hints that explain, solve, rate, make new ones.'],
    ['pack', 'Packings', 'Fit pieces into a shape by hand; draw both, see all ways.'],
    ['peg', 'Peg solitaire', 'Jump, and see whether the game can still be won.'],
    ['sieve', 'The sieve', 'Pick numbers, lose their divisors, beat the best score.'],
    ['problem', 'Your own problem', 'Write what is to be covered; list, count, find the cheapest.'],
];

const NAMES = { ...Object.fromEntries(CARDS), home: 'Calendar puzzle' };

export function open(main, state) {
    const calendar = openCalendar(state, () => remember('home', calendar.state()), recentPane());
    const cards = h('ul', { class: 'cards' }, CARDS.map(([part, name, words]) => h('li', {},
        h('a', { href: `#/${part}` }, h('span', { class: 'picture' }, PICTURES[part]()), h('strong', {}, name), h('span', {}, words)))));
    main.classList.add('front');
    main.append(
        h('p', { class: 'welcome' }, 'Puzzles in which everything is to be covered exactly once: play them, draw your own, and have them solved, here in your browser.'),
        cards, calendar.element);
    return { state: calendar.state, close: calendar.close };
}

function recentPane() {
    const entries = recent.list;
    const pane = h('section', { class: 'recent', 'aria-labelledby': 'recent-title', hidden: entries.length === 0 },
        h('h2', { id: 'recent-title' }, 'Recent work'),
        h('ul', {}, entries.map(({ part, letters, title, time }) => h('li', {},
            h('a', { href: `#/${part}?z=${letters}` }, NAMES[part] ?? part), ` ${title} `, h('span', { class: 'facts' }, new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }))))),
        h('div', { class: 'tools' }, button('Forget all', () => {
            recent.clear();
            pane.hidden = true;
        }, { id: 'recent-forget' }), h('span', { class: 'facts' }, 'It is kept in this browser alone.')));
    return pane;
}
