// A calendar puzzle on the start page: its day, its board, its solutions.

import { CALENDARS, cellsOf, dayOf, isDay, labelsOf, packingOf, shifted } from './calendar.js';
import { openYear } from './calendar-year.js';
import { announce, button, h, reveal, s, select } from './dom.js';
import { Line, Stopped, quick } from './jobs.js';
import { shapeOf } from './polyomino.js';

/** Counts all solutions of the day, beside the search for another one. */
const counting = new Line();

const wordsOf = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

export function openCalendar(state, changed) {
    const today = dayOf(new Date());
    let key = Object.hasOwn(CALENDARS, state.board) ? state.board : 'days';
    let day = isDay(state.day ?? '') ? state.day : today;
    /** The pieces of a solution, and how many of them are shown. */
    let pieces = [];
    let seen = 0;
    /** How many solutions have been asked for: each has an order of its own. */
    let asked = 0;
    /** Counts days and boards: an answer of another one is not wanted. */
    let turns = 0;

    const title = h('h2', { id: 'calendar-title' });
    const said = h('p', { class: 'sentence', id: 'calendar-said', 'aria-live': 'polite' });
    const number = h('p', { class: 'facts', id: 'calendar-number' });
    const stage = h('div', { class: 'calendar-board' });

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    function draw() {
        const open = labelsOf(key, day);
        const cells = cellsOf(key);
        const [rows, columns] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])) + 1);
        const shown = pieces.slice(0, seen);
        const covered = new Set(shown.flatMap(({ cells }) => cells.map(String)));
        stage.replaceChildren(s('svg', { viewBox: `-6 -6 ${columns * 100 + 12} ${rows * 100 + 12}`, role: 'img', 'aria-label': `The board, with ${open.join(', ')} to be left open; ${shown.length} of its pieces are on it` },
            cells.filter(([row, column]) => !covered.has(`${row},${column}`)).map(([row, column, label]) => s('g', { class: open.includes(label) ? 'open' : '' },
                s('rect', { x: column * 100 + 4, y: row * 100 + 4, width: 92, height: 92, rx: 8 }),
                s('text', { x: column * 100 + 50, y: row * 100 + 52, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, label))),
            shown.map(({ color, cells }) => shapeOf(cells, { fill: color, stroke: color, 'stroke-width': 4 }, 6))));
    }

    /** Another day, or another board. */
    function show() {
        turns += 1;
        counting.stop();
        [pieces, seen, asked] = [[], 0, 0];
        title.textContent = day === today ? 'Today’s calendar puzzle' : 'Calendar puzzle';
        dayField.value = day;
        todayButton.hidden = day === today;
        solveButton.textContent = 'Solve';
        pieceButton.disabled = false;
        number.textContent = '';
        const open = labelsOf(key, day);
        tell(`${wordsOf(day)}: cover all of the board but ${open.slice(0, -1).join(', ')} and ${open.at(-1)}.`);
        draw();
    }

    /** Finds a solution, and another one each time; whether it is there. */
    async function find() {
        const mine = turns;
        const problem = packingOf(key, day);
        try {
            const written = await quick.ask(['pack-problem', ...problem, '']);
            const order = asked > 0 ? [`s${asked}`] : [];
            const found = written.status === 0 && await quick.ask(['dlx3', written.output, '', 1, '', 't1', ...order]);
            if (mine !== turns) return false;
            if (!found || found.status !== 0) throw new Error((found || written).messages.trim());
            if (found.output === '') {
                tell('There is no solution.', 'dead');
                return false;
            }
            const drawn = await quick.ask(['pack-draw', ...problem, found.output]);
            if (mine !== turns) return false;
            pieces = JSON.parse(drawn.values).pieces.map(([, color, cells]) => ({ color, cells: cells.map(([, row, column]) => [row, column]) }));
            asked += 1;
            seen = 0;
            if (asked === 1) count(written.output);
            return true;
        } catch (fault) {
            if (mine === turns && !(fault instanceof Stopped)) tell(fault.message, 'dead');
            return false;
        }
    }

    async function count(problem) {
        const mine = turns;
        const ended = await counting.ask(['dlx3', problem, '', 0, '', 'd0']).catch(() => null);
        const all = /Altogether (\d+) solution/.exec(ended?.messages)?.[1];
        if (mine === turns && all) number.textContent = `This day has ${all} solution${all === '1' ? '' : 's'}.`;
    }

    async function solve() {
        solveButton.disabled = true;
        // The rest of a solution of which some pieces are shown, or another one.
        const isBegun = seen > 0 && seen < pieces.length;
        const isThere = isBegun || await find();
        solveButton.disabled = false;
        if (!isThere) return;
        seen = pieces.length;
        finish();
    }

    /** A hint: one piece of a solution. */
    async function showPiece() {
        if (seen === 0 && !await find()) return;
        seen += 1;
        if (seen === pieces.length) return finish();
        draw();
        tell(`${seen} of ${pieces.length} pieces.`);
    }

    function finish() {
        draw();
        solveButton.textContent = 'Another solution';
        pieceButton.disabled = true;
        tell(`Solved: ${labelsOf(key, day).join(', ')}.`, 'solution');
        reveal(stage);
    }

    function choose(its) {
        if (!isDay(its)) return;
        day = its;
        show();
        year.show(key, day);
        changed();
    }

    const boardSelect = select('Board', Object.entries(CALENDARS).map(([name, { name: words }]) => [name, words]), key, (its) => {
        key = its;
        choose(day);
    }, { id: 'calendar-kind' });
    const dayField = h('input', { type: 'date', id: 'calendar-day', min: '0001-01-01', max: '9999-12-31', onchange: () => choose(dayField.value) });
    const solveButton = button('Solve', solve, { class: 'main', id: 'calendar-solve' });
    const pieceButton = button('One piece', showPiece, { id: 'calendar-piece' });
    const todayButton = button('Today', () => choose(today), { id: 'calendar-today' });
    const year = openYear((its) => {
        choose(its);
        solve();
    });
    show();
    year.show(key, day);
    const element = h('section', { class: 'calendar', 'aria-labelledby': 'calendar-title' },
        title,
        h('div', { class: 'columns' },
            h('div', {},
                h('div', { class: 'tools' }, solveButton, pieceButton),
                said, stage, number,
                h('div', { class: 'tools' }, boardSelect,
                    h('label', { class: 'field' }, h('span', {}, 'Day'), dayField),
                    button('‹', () => choose(shifted(day, -1)), { 'aria-label': 'The day before', id: 'calendar-before' }),
                    button('›', () => choose(shifted(day, 1)), { 'aria-label': 'The day after', id: 'calendar-after' }),
                    todayButton)),
            year.element));
    return {
        element,
        /** Today is not kept: a link shows the day on which it is opened. */
        state: () => ({ board: key, ...(day === today ? {} : { day }) }),
        close() {
            turns += 1;
            counting.dismiss();
            year.close();
        },
    };
}
