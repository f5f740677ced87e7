// What is drawn onto the cells of a Sudoku: marks and candidates, colors, and a hint's candidates and links.

import { h, s } from '../../dom.js';
import { digitsOf } from '../model/marks.js';
import { SUM, across, arrow, inkOf, radius, spot } from './arrows.js';

/** What each color says, in the order of the legend. */
const MEANINGS = {
    placed: 'this digit goes here',
    removed: 'goes away',
    on: 'right, along the chain',
    off: 'wrong, along the chain',
    both: 'right by one chain, wrong by another',
    start: 'where a chain begins',
    pattern: 'the pattern',
    pivot: 'the pivot',
    wing: 'a wing',
};

/** Where marks in corners stand, in hundredths of a cell: the first four, then along the upper and lower edge. */
const CORNERS = [[20, 21], [80, 21], [20, 82], [80, 82], [50, 21], [50, 82], [18, 52], [82, 52]];
/** How far down a mark is beside the number of a cage. */
const UNDER = 38;

/** The kind of each candidate of a hint, by cell and digit. */
function kindsOf(step, chains, starts) {
    const kindOf = ([cell]) => (cell === step.pivot ? 'pivot' : step.wings?.includes(cell) ? 'wing' : 'pattern');
    const kinds = new Map(step.chains.length > 0 ? [] : step.candidates.map((place) => [String(place), kindOf(place)]));
    for (const [place, isOn] of inkOf(chains, starts).ends) kinds.set(place, ['off', 'on', 'both'][isOn]);
    // What only goes because a digit is placed stays what it is in a chain.
    if (step.placed) kinds.set(String(step.placed), 'placed');
    else for (const place of step.removed) kinds.set(String(place), 'removed');
    return kinds;
}

/** The chains that are shown: all of a hint, or one of them. */
const shown = (step, chain) => (chain === null ? [step.chains, step.starts] : [[step.chains[chain]], [step.starts[chain]]]);

const view = ({ rows, columns }, name, ...children) => s('svg', { class: name, viewBox: `0 0 ${columns * 100} ${rows * 100}`, 'aria-hidden': 'true' }, children);

/**
 * Draws sets of digits: `sets` as candidates, each at its place, `corners` and `centres` as marks; and a hint if there
 * is one, of which `chain` is the number of the only chain that is drawn. In a board with cages, there is room for
 * a sum above the candidates of each cell.
 */
export function ink(grid, { sets, corners = [], centres = [] }, step = null, chain = null) {
    const { order, columns, board } = grid;
    const labelled = new Set(board.picture?.labelled ?? board.cages.map(([, cells]) => Math.min(...cells)));
    const top = labelled.size > 0 ? SUM : 0;
    const size = radius(order, top);
    const at = (cell, digit) => spot(cell, digit, order, top, columns);
    const kinds = step ? kindsOf(step, ...shown(step, chain)) : new Map();
    const marks = sets.flatMap((set, cell) => digitsOf(set).map((digit) => drawMark(at(cell, digit), size, grid.signs[digit - 1], kinds.get(`${cell},${digit}`))));
    const lines = step ? arrows(at, size, step, chain) : [];
    const starts = step ? new Set(shown(step, chain)[1].map(([cell, digit]) => `${cell},${digit}`)) : [];
    const rings = [...starts].map((place) => {
        const [x, y] = at(...place.split(',').map(Number));
        return s('circle', { cx: x, cy: y, r: size + 2.5, class: 'start' });
    });
    const picture = view(grid, 'ink', marks, corners.flatMap((set, cell) => drawCorners(grid, cell, set, labelled.has(cell))), centres.map((set, cell) => drawCentre(grid, cell, set)), rings, lines);
    // An attribute would be refused: the page allows no styles but those of its own file.
    picture.style.setProperty('--mark', `${Math.min(78 / across(order), 1.9 * size, 30)}px`);
    return picture;
}

const corner = (grid, cell) => [grid.column(cell) * 100, grid.row(cell) * 100];

/** Marks in the corners of a cell; more than there are corners stand where candidates do. */
function drawCorners(grid, cell, set, isLabelled) {
    const digits = digitsOf(set);
    const [left, top] = corner(grid, cell);
    const isMany = digits.length > CORNERS.length;
    return digits.map((digit, number) => {
        const [x, y] = isMany ? spot(cell, digit, grid.order, isLabelled ? SUM : 0, grid.columns) : [left + CORNERS[number][0], top + (isLabelled ? Math.max(UNDER, CORNERS[number][1]) : CORNERS[number][1])];
        return s('text', { x, y, class: 'corner' }, grid.signs[digit - 1]);
    });
}

/** Marks in the middle of a cell, as small as they must be. */
function drawCentre(grid, cell, set) {
    if (!set) return null;
    const digits = digitsOf(set).map((digit) => grid.signs[digit - 1]).join('');
    const [left, top] = corner(grid, cell);
    const text = s('text', { x: left + 50, y: top + 52, class: 'centre' }, digits);
    text.style.setProperty('--mark', `${Math.min(29, 150 / digits.length)}px`);
    return text;
}

/** The colors of cells, as stripes beside each other. */
export function colors(grid, sets) {
    const stripes = sets.flatMap((set, cell) => {
        const own = digitsOf(set);
        const [left, top] = corner(grid, cell);
        return own.map((color, number) => s('rect', { x: left + (number * 100) / own.length, y: top, width: 100 / own.length, height: 100, class: `color-${color}` }));
    });
    return view(grid, 'colors', stripes);
}

function drawMark([x, y], size, digit, kind) {
    const text = s('text', { x, y }, digit);
    if (!kind) return text;
    const strike = kind === 'removed' ? s('path', { d: `M${x - size * 0.7} ${y + size * 0.7}L${x + size * 0.7} ${y - size * 0.7}` }) : null;
    return s('g', { class: kind }, s('circle', { cx: x, cy: y, r: size }), text, strike);
}

function arrows(at, size, step, chain) {
    const links = inkOf(...shown(step, chain)).links.map(({ from, to, isStrong }) => ({ from: at(from[0], from[1]), to: at(to[0], to[1]), isStrong, isNow: String(to) === String(step.now) }));
    const discs = links.flatMap(({ from, to }) => [from, to]);
    const length = ({ from, to }) => Math.hypot(to[0] - from[0], to[1] - from[1]);
    // Short arrows have fewer ways to go, so they are drawn when the others are there.
    links.sort((one, other) => length(other) - length(one));
    const lines = [];
    return links.map(({ from, to, isStrong, isNow }) => {
        const { line, head, places } = arrow(from, to, size, discs, lines);
        lines.push(...places);
        return s('g', { class: `link ${isStrong ? 'strong' : 'weak'}${isNow ? ' now' : ''}` }, s('path', { d: line }), s('polygon', { points: head }));
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
