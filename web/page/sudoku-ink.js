// What is drawn onto the cells of a Sudoku: notes and candidates, and a hint's candidates and links in
// colors.

import { h, s } from './dom.js';
import { DIGITS } from './sudoku-grid.js';
import { SUM, across, arrow, inkOf, radius, spot } from './sudoku-links.js';
import { digitsOf } from './sudoku-marks.js';

/** What each color says, in the order of the legend. */
const MEANINGS = {
    placed: 'this digit goes here',
    removed: 'goes away',
    on: 'right, along the chain',
    off: 'wrong, along the chain',
    both: 'right by one chain, wrong by another',
    start: 'where a chain begins',
    pattern: 'the pattern',
};

/** The kind of each candidate of a hint, by cell and digit. */
function kindsOf(step, chains, starts) {
    const kinds = new Map(step.chains.length > 0 ? [] : step.candidates.map((place) => [String(place), 'pattern']));
    for (const [place, isOn] of inkOf(chains, starts).ends) kinds.set(place, ['off', 'on', 'both'][isOn]);
    // What only goes because a digit is placed stays what it is in a chain.
    if (step.placed) kinds.set(String(step.placed), 'placed');
    else for (const place of step.removed) kinds.set(String(place), 'removed');
    return kinds;
}

/** The chains that are shown: all of a hint, or one of them. */
const shown = (step, chain) => (chain === null ? [step.chains, step.starts] : [[step.chains[chain]], [step.starts[chain]]]);

/**
 * Draws sets of digits, and a hint if there is one; `chain` is the number of the only chain that is drawn.
 * In a board with cages, there is room for a sum above the marks of each cell.
 */
export function ink({ order, board }, sets, step = null, chain = null) {
    const top = board.cages.length > 0 ? SUM : 0;
    const size = radius(order, top);
    const at = (cell, digit) => spot(cell, digit, order, top);
    const kinds = step ? kindsOf(step, ...shown(step, chain)) : new Map();
    const marks = sets.flatMap((set, cell) => digitsOf(set).map((digit) => drawMark(at(cell, digit), size, digit, kinds.get(`${cell},${digit}`))));
    const lines = step ? arrows(at, size, step, chain) : [];
    const starts = step ? new Set(shown(step, chain)[1].map(([cell, digit]) => `${cell},${digit}`)) : [];
    const rings = [...starts].map((place) => {
        const [x, y] = at(...place.split(',').map(Number));
        return s('circle', { cx: x, cy: y, r: size + 2.5, class: 'start' });
    });
    const picture = s('svg', { class: 'ink', viewBox: `0 0 ${order * 100} ${order * 100}`, 'aria-hidden': 'true' }, marks, rings, lines);
    // An attribute would be refused: the page allows no styles but those of its own file.
    picture.style.setProperty('--mark', `${Math.min(78 / across(order), 1.9 * size, 30)}px`);
    return picture;
}

function drawMark([x, y], size, digit, kind) {
    const text = s('text', { x, y }, DIGITS[digit - 1]);
    if (!kind) return text;
    const strike = kind === 'removed' ? s('path', { d: `M${x - size * 0.7} ${y + size * 0.7}L${x + size * 0.7} ${y - size * 0.7}` }) : null;
    return s('g', { class: kind }, s('circle', { cx: x, cy: y, r: size }), text, strike);
}

function arrows(at, size, step, chain) {
    const links = inkOf(...shown(step, chain)).links.map(({ from, to, isStrong }) => ({ from: at(from[0], from[1]), to: at(to[0], to[1]), isStrong }));
    const discs = links.flatMap(({ from, to }) => [from, to]);
    const length = ({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]);
    // Short arrows have fewer ways to go, so they are drawn when the others are there.
    links.sort((one, other) => length(other) - length(one));
    const lines = [];
    return links.map(({ from, to, isStrong }) => {
        const { line, head, places } = arrow(from, to, size, discs, lines);
        lines.push(...places);
        return s('g', { class: isStrong ? 'link strong' : 'link weak' }, s('path', { d: line }), s('polygon', { points: head }));
    });
}

/** What the colors of a hint mean, as a list. */
export function legend(step, chain = null) {
    const kinds = new Set(kindsOf(step, ...shown(step, chain)).values());
    if (step.starts.length > 0) kinds.add('start');
    const sign = (kind) => s('svg', { class: 'ink', viewBox: '0 0 30 30', 'aria-hidden': 'true' },
        s('g', { class: kind }, s('circle', { cx: 15, cy: 15, r: 12, class: kind === 'start' ? 'start' : '' }), kind === 'start' ? null : s('text', { x: 15, y: 15 }, '5'), kind === 'removed' ? s('path', { d: 'M6 24L24 6' }) : null));
    const line = (kind) => s('svg', { class: 'ink long', viewBox: '0 0 60 30', 'aria-hidden': 'true' },
        s('g', { class: `link ${kind}` }, s('path', { d: 'M4 15H44' }), s('polygon', { points: '56,15 44,9 44,21' })));
    const items = Object.keys(MEANINGS).filter((kind) => kinds.has(kind)).map((kind) => h('li', {}, sign(kind), MEANINGS[kind]));
    if (step.chains.some((links) => links.length > 0)) {
        items.push(h('li', {}, line('weak'), 'if this is right, that is wrong'), h('li', {}, line('strong'), 'if this is wrong, that is right'));
    }
    return h('ul', { class: 'legend' }, items);
}
