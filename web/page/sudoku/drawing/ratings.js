// How hard a puzzle is: Sudoku Explainer's numbers first, the hardest technique large, and the rest under "more".

import { button, h } from '../../dom.js';
import { rating } from './hint.js';

const readable = (rule) => rule.replaceAll('-', ' ');
const pair = (name, value, title = '') => [h('dt', title ? { title } : {}, name), h('dd', {}, value)];

/** What Sudoku Explainer's numbers are of. */
const NUMBERS = { ER: 'the hardest step of all', EP: 'the hardest step until the first digit is placed', ED: 'the first step' };

/**
 * The ratings as they are shown: `rated` has ER, EP and ED in tenths and the hardest technique, if techniques know the board; `found` how
 * many clues and empty cells there are, and the work of a search; `count` the number of solutions. `learn(name)` tells of
 * a technique.
 */
export function ratingOf({ rated, found, count, clues, learn }) {
    const tenths = rated?.tenths ?? [];
    const hardest = rated?.technique
        ? h('p', { class: 'hardest' }, button(rated.technique, () => learn(rated.name), { class: 'link', id: 'hardest', title: 'About this technique' }), ' ', h('span', { class: 'rating' }, rating(tenths[0])))
        : rated ? h('p', { class: 'hardest' }, 'No technique that is known here solves it.') : '';
    const numbers = Object.entries(NUMBERS).flatMap(([name, meaning], place) => (tenths.length ? pair(name, [rating(tenths[place]), h('span', { class: 'facts' }, ` ${meaning}`)]) : []));
    return [
        hardest,
        h('dl', { class: 'values' }, numbers, pair('Solutions', count), pair('Clues', clues)),
        h('details', {}, h('summary', {}, 'More'),
            h('dl', { class: 'values' },
                pair('WNEF', found.wnef.toFixed(5), 'The weighted normalized ease function: how few choices the empty cells have'),
                pair('Rules', `${found.rules.map(readable).join(', ') || 'none'}${found.solved ? '' : ', then search'}`),
                found.work ? pair('Nodes, mems', `${found.work.nodes}, ${found.work.mems}`, 'The work of DLX3 on this puzzle') : [])),
    ];
}
