// Part 2, Sudoku: type, paste or make one; play it with marks and hints, solve it, rate it, print it. Its buttons and
// fields; what they do is in `sudoku-play.js`.

import { button, field, h, select } from './dom.js';
import { ORDERS } from './sudoku-grid.js';
import { Sudoku } from './sudoku-play.js';

const JIGSAW = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'].join('\n');
/** Levels by the work of a search (WNEF), and ranges of ratings in tenths. */
const LEVELS = [
    ['', 'any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard'], ['evil', 'evil'],
    ['10:15', 'rating up to 1.5: hidden singles'], ['17:29', 'rating 1.7 to 2.9: pointing'], ['30:44', 'rating 3.0 to 4.4: pairs, fish, wings'],
    ['45:66', 'rating 4.5 to 6.6: uniqueness, loops'], ['70:79', 'rating 7.0 to 7.9: chains'], ['80:90', 'rating 8.0 to 9.0: many chains'],
];

const check = (box, label) => h('label', { class: 'check' }, box, label);
const within = (label) => label.querySelector('input, select');

/** The fields of a Sudoku, and the buttons that need its board. `act()` is what does the work. */
function controlsOf(state, change, act) {
    const needing = [];
    const all = {
        seedLabel: field('Number of the puzzle', { type: 'number', min: 0, value: state.seed ?? 7, id: 'sudoku-seed' }),
        levelLabel: select('Difficulty', LEVELS, 'medium', () => {}, { id: 'difficulty' }),
        orderLabel: select('Size', ORDERS.map((size) => [String(size), String(size)]), '9', (value) => change({ order: Number(value), jigsaw: '', cages: '' }), { id: 'order' }),
        candidates: h('input', { type: 'checkbox', id: 'candidates', checked: Boolean(state.shows), onchange: () => act().showMarks() }),
        stopped: h('input', { type: 'checkbox', id: 'clock-stopped', onchange: () => act().pause() }),
        marking: button('Marks', () => act().turn(), { id: 'sudoku-marking', 'aria-pressed': 'false', title: 'Digits are marks: Space; one mark: Shift and a digit' }),
        editing: h('input', { type: 'checkbox', id: 'editing' }),
        symmetric: h('input', { type: 'checkbox' }),
        diagonals: h('input', { type: 'checkbox', id: 'diagonals', onchange: () => change({ diagonal: all.diagonals.checked }) }),
        windows: h('input', { type: 'checkbox', id: 'windows', onchange: () => change({ hyper: all.windows.checked }) }),
        boxes: h('textarea', { rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Boxes of a jigsaw: a line for each row, the same letter for a box', id: 'jigsaw', onchange: () => change({ jigsaw: all.boxes.value.trim() }) }),
        sums: h('textarea', { rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Cages of a killer Sudoku: sum and cells in each line', placeholder: '15 r1c1 r1c2 r2c1', id: 'cages', onchange: () => change({ cages: all.sums.value.trim() }) }),
        seed: () => within(all.seedLabel).value,
        level: () => within(all.levelLabel).value,
        nextSeed() {
            within(all.seedLabel).value = Number(all.seed()) + 1;
        },
        /** A button that asks something of the board. */
        needs(label, onclick, attributes = {}) {
            const made = button(label, onclick, { ...attributes, disabled: true });
            needing.push(made);
            return made;
        },
        setReady(isReady) {
            for (const button of needing) button.disabled = !isReady;
        },
        /** Shows what board it is. */
        show(grid) {
            within(all.orderLabel).value = String(grid.order);
            all.diagonals.checked = grid.diagonal;
            all.windows.checked = grid.hyper;
            all.windows.disabled = grid.order !== 9;
            all.boxes.value = grid.jigsaw;
            all.sums.value = grid.cages;
        },
    };
    return all;
}

/** What a player needs at hand: beside the pad. */
function handy(sudoku, controls) {
    const { hint, marking, candidates, stopped, needs } = controls;
    return h('div', { class: 'handy no-print' },
        h('div', { class: 'tools' }, hint, needs('Check', () => sudoku.check(), { id: 'sudoku-check', title: 'Shows which digits are wrong' }), marking, sudoku.undo.buttons),
        h('div', { class: 'tools' }, check(candidates, 'Candidates'), sudoku.clock, check(stopped, 'Stop the clock')));
}

function toolsOf(sudoku, controls) {
    const { needs } = controls;
    const tools = (...elements) => h('div', { class: 'tools' }, elements);
    const { jigsaw, cages } = sudoku.grid;
    return h('section', { 'aria-label': 'Tools', class: 'no-print' },
        sudoku.told.element,
        sudoku.path.element,
        tools(
            needs('Solve', () => sudoku.solve(), { id: 'sudoku-solve' }), needs('Rate', () => sudoku.rate(), { id: 'sudoku-rate' }),
            needs('Path', () => sudoku.showPath(), { id: 'sudoku-steps', title: 'All steps to the solution, with their ratings' }),
            needs('Start again', () => sudoku.restart(), { id: 'sudoku-again' }), button('Print', () => print()), sudoku.asking.stopButton),
        sudoku.rating,
        h('h2', {}, 'Make one'),
        tools(
            controls.orderLabel, controls.levelLabel, controls.seedLabel,
            needs('Make', () => sudoku.make(), { id: 'sudoku-make', class: 'main' }), needs('Another', () => { controls.nextSeed(); sudoku.make(); })),
        tools(check(controls.diagonals, 'Diagonals'), check(controls.windows, 'Windows'), check(controls.symmetric, 'Symmetric')),
        h('h2', {}, 'Type or paste one'),
        check(controls.editing, 'What I type are clues'),
        sudoku.text,
        tools(button('Take this text', () => sudoku.take(sudoku.text.value), { id: 'sudoku-take' }), button('Empty grid', () => sudoku.empty(), { id: 'sudoku-empty' })),
        h('details', { open: Boolean(jigsaw || cages) }, h('summary', {}, 'Jigsaw and killer'),
            h('h3', {}, 'Boxes of a jigsaw'), controls.boxes,
            tools(button('An example', () => sudoku.change({ order: 6, jigsaw: JIGSAW, cages: '' }), { id: 'jigsaw-example' }), button('Usual boxes', () => sudoku.change({ jigsaw: '' }))),
            h('h3', {}, 'Cages of a killer'), controls.sums,
            tools(needs('Draw cages', () => sudoku.drawCages(), { id: 'draw-cages' }), button('No cages', () => sudoku.change({ cages: '' }))),
            sudoku.fault));
}

export function open(main, state) {
    const controls = controlsOf(state, (fields) => sudoku.change(fields), () => sudoku);
    controls.hint = controls.needs('Hint', () => sudoku.hint(), { class: 'main', id: 'sudoku-hint' });
    const sudoku = new Sudoku(state, controls);
    main.append(h('div', { class: 'columns board-columns' },
        h('section', { 'aria-label': 'Grid' }, sudoku.board.elements, sudoku.legend, handy(sudoku, controls), sudoku.asking.said),
        toolsOf(sudoku, controls)));
    sudoku.draw();
    return {
        state: () => sudoku.state,
        close: () => sudoku.close(),
        drop: (name, bytes) => sudoku.take(new TextDecoder().decode(bytes)),
    };
}
