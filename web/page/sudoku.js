// Part 2, Sudoku: type, paste or make one, with rules of its own or without; play it with marks and hints, solve it,
// rate it, print it. Its buttons and fields; what they do is in `sudoku/input/play.js`.

import { button, field, h, select } from './dom.js';
import { Sudoku } from './sudoku/input/play.js';
import { ORDERS } from './sudoku/model/grid.js';

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
    /** Buttons and fields of usual boards alone. */
    const plain = [];
    const all = {
        seedLabel: field('Number of the puzzle', { type: 'number', min: 0, value: state.seed ?? 7, id: 'sudoku-seed' }),
        levelLabel: select('Difficulty', LEVELS, 'medium', () => {}, { id: 'difficulty' }),
        orderLabel: select('Size', ORDERS.map((size) => [String(size), String(size)]), '9', (value) => change({ order: Number(value), jigsaw: '', cages: '' }), { id: 'order' }),
        candidates: h('input', { type: 'checkbox', id: 'candidates', checked: Boolean(state.shows), onchange: () => act().showMarks() }),
        stopped: h('input', { type: 'checkbox', id: 'clock-stopped', onchange: () => act().pause() }),
        trueOnes: h('input', { type: 'checkbox', id: 'true-candidates', checked: Boolean(state.showsTrue), onchange: () => act().showMarks() }),
        marking: button('Corner', () => act().turn('notes'), { id: 'sudoku-marking', 'aria-pressed': 'false', title: 'Digits are marks: Space or X; one mark: Shift and a digit' }),
        centring: button('Middle', () => act().turn('centre'), { id: 'sudoku-centre', 'aria-pressed': 'false', title: 'Digits are marks in the middle: C; one mark: Ctrl and a digit' }),
        coloring: button('Color', () => act().turn('colors'), { id: 'sudoku-color', 'aria-pressed': 'false', title: 'Digits are colors: V; one color: Alt and a digit' }),
        several: button('Several', () => all.several.setAttribute('aria-pressed', String(all.several.getAttribute('aria-pressed') !== 'true')), { id: 'sudoku-several', 'aria-pressed': 'false', title: 'A press chooses one cell more: as with Ctrl or Shift held' }),
        bare: button('Empty grid without cages', () => act().empty({ isBare: true }), { id: 'sudoku-bare', hidden: true }),
        note: h('p', { class: 'facts', id: 'sudoku-note', hidden: true }, 'Hints, ratings and the path are for Sudokus without rules of their own.'),
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
        /** Whether techniques know the board. */
        isNine: true,
        /** A button that asks something of the board. */
        needs(label, onclick, attributes = {}) {
            const made = button(label, onclick, { ...attributes, disabled: true });
            needing.push(made);
            return made;
        },
        /** The same, of a usual board: one without rules of its own. */
        needsPlain(label, onclick, attributes) {
            plain.push(all.needs(label, onclick, attributes));
            return plain.at(-1);
        },
        setReady(isReady, isRuled) {
            for (const button of needing) button.disabled = !isReady || (isRuled && plain.includes(button));
            all.note.hidden = !isRuled;
            all.hint.hidden = isRuled;
            all.possible.disabled ||= !all.isNine;
        },
        /** Shows what board it is. */
        show(grid) {
            within(all.orderLabel).value = String(grid.order);
            all.isNine = grid.order === 9 && !grid.jigsaw && !grid.cages && !grid.isRuled;
            all.diagonals.checked = grid.diagonal;
            all.windows.checked = grid.hyper;
            all.windows.disabled = grid.order !== 9 || grid.isRuled;
            all.diagonals.disabled = grid.isRuled;
            all.symmetric.disabled = grid.isRuled;
            within(all.levelLabel).disabled = grid.isRuled;
            all.boxes.value = grid.jigsaw;
            all.sums.value = grid.cages;
            all.bare.hidden = grid.cages === '';
        },
    };
    return all;
}

/** What a player needs at hand: beside the pad. */
function handy(sudoku, controls) {
    const { hint, marking, centring, coloring, several, candidates, trueOnes, stopped, needs } = controls;
    return h('div', { class: 'handy no-print' },
        h('div', { class: 'tools modes' }, marking, centring, coloring, several, sudoku.undo.buttons),
        h('div', { class: 'tools' }, hint, needs('Check', () => sudoku.check(), { id: 'sudoku-check', title: 'Shows which digits are wrong' }),
            check(candidates, 'Candidates'), check(trueOnes, 'True candidates'), sudoku.clock, check(stopped, 'Stop the clock')));
}

function toolsOf(sudoku, controls) {
    const { needs, needsPlain } = controls;
    const tools = (...elements) => h('div', { class: 'tools' }, elements);
    const { jigsaw, cages } = sudoku.grid;
    return h('section', { 'aria-label': 'Tools', class: 'no-print' },
        sudoku.told.element,
        sudoku.path.element,
        sudoku.possible.element,
        sudoku.techniques.element,
        tools(
            needs('Solve', () => sudoku.solve(), { id: 'sudoku-solve' }), needs('Count', () => sudoku.count(), { id: 'sudoku-count', title: 'How many solutions there are' }),
            needsPlain('Rate', () => sudoku.rate(), { id: 'sudoku-rate' }),
            needsPlain('Path', () => sudoku.showPath(), { id: 'sudoku-steps', title: 'All steps to the solution, with their ratings' }),
            controls.possible,
            button('Techniques', ({ target }) => sudoku.learn(null, target.parentElement), { id: 'sudoku-learn', title: 'What each technique is, with an example' }),
            needs('Start again', () => sudoku.restart(), { id: 'sudoku-again' }), button('Print', () => print()), sudoku.asking.stopButton),
        controls.note,
        sudoku.rating,
        sudoku.rules.element,
        h('h2', {}, 'Make one'),
        tools(
            controls.orderLabel, controls.levelLabel, controls.seedLabel,
            needs('Make', () => sudoku.make(), { id: 'sudoku-make', class: 'main' }), needs('Another', () => { controls.nextSeed(); sudoku.make(); })),
        tools(check(controls.diagonals, 'Diagonals'), check(controls.windows, 'Windows'), check(controls.symmetric, 'Symmetric')),
        h('h2', {}, 'Type or paste one'),
        check(controls.editing, 'What I type are clues'),
        sudoku.text,
        tools(button('Take this text', () => sudoku.take(sudoku.text.value), { id: 'sudoku-take' }), button('Empty grid', () => sudoku.empty(), { id: 'sudoku-empty' }), controls.bare),
        h('details', { id: 'sudoku-shapes', open: Boolean(jigsaw || cages) }, h('summary', {}, 'Jigsaw and killer'),
            tools(button('Draw on the grid', () => sudoku.shapes.open(), { id: 'shapes-draw', title: 'Cages and boxes of a jigsaw' })),
            h('h3', {}, 'Boxes of a jigsaw'), controls.boxes,
            tools(button('An example', () => sudoku.change({ order: 6, jigsaw: JIGSAW, cages: '' }), { id: 'jigsaw-example' }), button('Usual boxes', () => sudoku.change({ jigsaw: '' }))),
            h('h3', {}, 'Cages of a killer'), controls.sums,
            tools(needsPlain('Make a killer', () => sudoku.makeKiller(), { id: 'draw-cages', class: 'main', title: 'Cages that need no digits' }), button('No cages', () => sudoku.change({ cages: '' }))),
            sudoku.fault));
}

export function open(main, state) {
    const controls = controlsOf(state, (fields) => sudoku.change(fields), () => sudoku);
    controls.hint = controls.needsPlain('Hint', () => sudoku.hint(), { class: 'main', id: 'sudoku-hint' });
    controls.possible = controls.needsPlain('All steps', () => sudoku.showPossible(), { id: 'sudoku-all', title: 'All steps that are possible here' });
    const sudoku = new Sudoku(state, controls);
    const messages = h('div', { class: 'messages' }, sudoku.watch.element, sudoku.asking.said, sudoku.why);
    const tools = toolsOf(sudoku, controls);
    // What is told is seen together with the grid: beside it, or below it on a narrow screen.
    const wide = matchMedia('(min-width: 900px)');
    const place = () => (wide.matches ? tools.prepend(messages) : sudoku.pad.element.before(messages));
    main.append(h('div', { class: 'columns board-columns' },
        h('section', { 'aria-label': 'Grid' }, sudoku.board.elements, sudoku.shapes.bar, sudoku.pad.element, sudoku.legend, handy(sudoku, controls), sudoku.rules.says),
        tools));
    place();
    wide.addEventListener('change', place);
    const drawn = sudoku.draw();
    if (state.link) drawn.then(() => sudoku.take(state.link));
    return {
        state: () => sudoku.state,
        close() {
            wide.removeEventListener('change', place);
            sudoku.close();
        },
        drop: (name, bytes) => sudoku.take(new TextDecoder().decode(bytes)),
    };
}
