// A year of a calendar puzzle: how many solutions each day has, counted here.

import { labelsOf, monthsOf, packingOf, shadeOf } from './calendar.js';
import { announce, button, h } from './dom.js';
import { Line } from './jobs.js';
import { roving } from './roving.js';

/** The counts of all boards and days that are known, as long as the page is open. */
const known = new Map();
const nameOf = (key, day) => [key, ...labelsOf(key, day)].join(' ');

/** Several days are counted at once, on as many processors. */
const lines = Array.from({ length: Math.max(1, Math.min(4, navigator.hardwareConcurrency ?? 2)) }, () => new Line());

async function countOf(line, key, day) {
    const written = await line.ask(['pack-problem', ...packingOf(key, day), '']);
    const ended = await line.ask(['dlx3', written.output, '', 0, '', 'd0']);
    if (ended.status !== 0) throw new Error(ended.messages.trim());
    return Number(/Altogether (\d+) solution/.exec(ended.messages)[1]);
}

/** `choose(day)` is called with a day that is pressed. */
export function openYear(choose) {
    let [key, day] = ['', ''];
    let isRunning = false;
    /** The cells of the table, by days. */
    let cells = new Map();
    const table = h('table', { class: 'year' });
    const stops = roving(table, 'button');
    const said = h('p', { class: 'facts', id: 'year-said' });

    /** All days of the year in their order. */
    const days = () => [...cells.keys()];

    function build() {
        const months = monthsOf(day.slice(0, 4));
        cells = new Map(months.flatMap(({ days }) => days).map((its) => [its, cellOf(its)]));
        const row = (at) => h('tr', {}, h('th', { scope: 'row' }, at + 1), months.map(({ days }) => h('td', {}, cells.get(days[at]))));
        table.replaceChildren(
            h('caption', { class: 'unseen' }, `Numbers of solutions of each day of ${day.slice(0, 4)}`),
            h('thead', {}, h('tr', {}, h('td'), months.map(({ name }) => h('th', { scope: 'col' }, name)))),
            h('tbody', {}, Array.from({ length: 31 }, (_, at) => row(at))));
    }

    const cellOf = (its) => h('button', { type: 'button', 'data-day': its, onclick: () => choose(its) });

    function paint() {
        const most = Math.max(0, ...days().map((its) => known.get(nameOf(key, its)) ?? 0));
        for (const [its, cell] of cells) {
            const count = known.get(nameOf(key, its));
            cell.textContent = count ?? '·';
            cell.setAttribute('aria-label', `${labelsOf(key, its).join(' ')}: ${count === undefined ? 'not counted' : `${count} solutions`}`);
            cell.style.setProperty('--shade', `${Math.round(45 * shadeOf(count ?? 0, most))}%`);
            if (its === day) cell.setAttribute('aria-current', 'date');
            else cell.removeAttribute('aria-current');
        }
    }

    function sum() {
        const counted = days().filter((its) => known.has(nameOf(key, its))).map((its) => [known.get(nameOf(key, its)), its]);
        if (counted.length < cells.size) return `${counted.length} of ${cells.size} days are counted.`;
        counted.sort(([one], [other]) => one - other);
        const [least, most] = [counted[0], counted.at(-1)];
        const all = counted.reduce((total, [count]) => total + count, 0);
        return `${cells.size} days have ${all} solutions: ${labelsOf(key, least[1]).join(' ')} the fewest, ${least[0]}; ${labelsOf(key, most[1]).join(' ')} the most, ${most[0]}.`;
    }

    function tell(isEnd = false) {
        said.textContent = sum();
        if (isEnd) announce(said.textContent);
        const isWhole = days().every((its) => known.has(nameOf(key, its)));
        countButton.hidden = isWhole && !isRunning;
        countButton.textContent = isRunning ? 'Stop' : 'Count all days';
    }

    /** Counts what is not known, from the month of the day on. */
    async function count() {
        if (isRunning) return stop();
        isRunning = true;
        const all = days();
        const from = all.findIndex((its) => its.startsWith(day.slice(0, 7)));
        const queue = [...all.slice(from), ...all.slice(0, from)].filter((its) => !known.has(nameOf(key, its)));
        const board = key;
        tell();
        await Promise.all(lines.map(async (line) => {
            while (isRunning && queue.length > 0) {
                const its = queue.shift();
                known.set(nameOf(board, its), await countOf(line, board, its));
                later();
            }
        })).catch(() => {});
        if (board === key) stop();
    }

    /** The table is painted some times a second, not for each day. */
    let timer = 0;
    function later() {
        timer ||= setTimeout(() => {
            timer = 0;
            paint();
            tell();
        }, 150);
    }

    function stop() {
        isRunning = false;
        for (const line of lines) line.dismiss();
        paint();
        tell(true);
    }

    const countButton = button('Count all days', count, { id: 'year-count' });
    return {
        element: h('details', { class: 'year-pane', open: matchMedia('(min-width: 900px)').matches },
            h('summary', {}, 'How many solutions has each day?'),
            h('div', { class: 'tools' }, countButton), said,
            h('div', { class: 'scroll wide' }, table)),
        show(board, its) {
            const isOther = board !== key || its.slice(0, 4) !== day.slice(0, 4);
            if (isOther && isRunning) stop();
            [key, day] = [board, its];
            if (isOther) build();
            stops.settle([...table.querySelectorAll('button')].indexOf(cells.get(day)));
            paint();
            tell();
        },
        close() {
            isRunning = false;
            clearTimeout(timer);
            for (const line of lines) line.dismiss();
        },
    };
}
