// A calendar puzzle on the start page: its day, its board to be played by hand, its solutions.

import { pack } from './address.js';
import { CALENDARS, cellsOf, dayOf, isDay, labelsOf, packingOf, shifted } from './calendar.js';
import { openYear } from './calendar-year.js';
import { copy } from './copy-link.js';
import { announce, button, h, reveal, select } from './dom.js';
import { Line, quick } from './jobs.js';
import { keptIn } from './kept.js';
import { ByHand } from './packing/by-hand.js';
import { flatProblem } from './packing/flat-problem.js';
import { counted } from './packing/hand-words.js';
import { shareText } from './packing/share.js';
import { undoing } from './undo.js';

/** Counts all solutions of the day, beside the search for one. */
const counting = new Line();
/** The day that was played last: board, day, pieces, clock. */
const kept = keptIn(() => localStorage, 'calendar');

const wordsOf = (day) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** `beside` stands beside the board, above the year. */
export function openCalendar(state, changed, beside) {
    const today = dayOf(new Date());
    let key = Object.hasOwn(CALENDARS, state.board) ? state.board : 'days';
    let day = isDay(state.day ?? '') ? state.day : today;
    /** The pieces that are to be on the board once it is there; nothing if it is. */
    let pending = Array.isArray(state.placed) ? state.placed : keptOf()?.placed ?? [];
    let loading = null;
    /** Counts days and boards: an answer of another one is not wanted. */
    let turns = 0;

    const title = h('h2', { id: 'calendar-title' });
    const said = h('p', { class: 'sentence', id: 'calendar-said', 'aria-live': 'polite' });
    const number = h('p', { class: 'facts', id: 'calendar-number' });
    const shared = h('pre', { class: 'shared no-print', id: 'calendar-shared', hidden: true });
    const shareButton = button('Share', share, { id: 'calendar-share', class: 'main' });
    const sharing = h('div', { class: 'sharing no-print', hidden: true }, shareButton, shared);
    const hand = new ByHand({ name: 'calendar', changed: step, solved: finished, say: said });
    hand.board.element.classList.add('calendar-board');

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    /** The state of this day that was kept, if any. */
    function keptOf() {
        const last = kept.read();
        return last?.board === key && last.day === day && Array.isArray(last.placed) ? last : null;
    }

    /** Keeps the day, if somebody has played it. */
    function keep(clock) {
        const placed = pending ?? hand.state;
        if (clock || placed.length > 0 || keptOf()) kept.write({ board: key, day, placed, clock });
    }

    const current = () => {
        const placed = pending ?? hand.state;
        // Today is not kept while its board is empty: a link shows the day on which it is opened.
        return { board: key, ...(day === today && placed.length === 0 ? {} : { day }), ...(placed.length > 0 ? { placed } : {}) };
    };

    /** Something has changed: that is a step, and in the address. */
    function step() {
        showShare();
        keep(keptOf()?.clock ?? null);
        undo.record();
        changed();
    }

    /** Another day, or another board. */
    function show() {
        turns += 1;
        counting.stop();
        title.textContent = day === today ? 'Today’s calendar puzzle' : 'Calendar puzzle';
        dayField.value = day;
        boardSelect.querySelector('select').value = key;
        todayButton.hidden = day === today;
        number.textContent = '';
        const open = labelsOf(key, day);
        tell(`${wordsOf(day)}: cover all of the board but ${open.slice(0, -1).join(', ')} and ${open.at(-1)} with the pieces beside it.`);
        loading = load();
        showShare();
    }

    async function load() {
        const mine = turns;
        const cells = cellsOf(key);
        const open = labelsOf(key, day);
        const named = (some) => new Map(some.map(([row, column, label]) => [`${row},${column}`, label]));
        try {
            const packing = packingOf(key, day);
            await hand.load(packing, {
                // It is played before the library is there.
                problem: flatProblem(packing[0], packing[1]),
                labels: named(cells.filter(([, , label]) => !open.includes(label))), open: named(cells.filter(([, , label]) => open.includes(label))), placed: pending ?? [],
                kept: { read: () => keptOf()?.clock ?? null, write: keep },
            });
        } catch (fault) {
            if (mine === turns) tell(fault.message, 'dead');
        }
        if (mine !== turns) return;
        pending = null;
        showShare();
    }

    /** How many solutions the day has, in all. */
    async function count() {
        const mine = turns;
        if (number.textContent !== '') return;
        const written = await quick.ask(['pack-problem', ...packingOf(key, day), '']).catch(() => null);
        if (mine !== turns || written?.status !== 0) return;
        const ended = await counting.ask(['dlx3', written.output, '', 0, '', 'd0']).catch(() => null);
        const all = /Altogether (\d+) solution/.exec(ended?.messages)?.[1];
        if (mine === turns && all) number.textContent = `This day has ${all} solution${all === '1' ? '' : 's'}.`;
    }

    /** Whether it was solved by hand, with some help or none. */
    const isByHand = () => pending === null && hand.isSolved && !hand.by.includes('solve');

    function finished() {
        count();
        reveal(hand.board.element);
        const open = labelsOf(key, day).join(', ');
        const { shown } = hand.clock.help;
        const help = shown === 0 ? '' : `, and ${counted(shown, 'piece was', 'pieces were')} shown`;
        return isByHand() ? `Solved: ${open}. It took you ${hand.clock.text}${help}.` : `Solved: ${open}.`;
    }

    function showShare() {
        sharing.hidden = !isByHand();
        shared.hidden = true;
        shareButton.textContent = 'Share';
    }

    /** The result as a text, without the solution, in the clipboard. Nothing is sent. */
    async function share() {
        const { href } = new URL(`./#/home?z=${await pack({ board: key, day })}`, location.href);
        const text = shareText({ title: key === 'days' ? 'Calendar puzzle' : 'Calendar puzzle with weekdays', day: wordsOf(day), time: hand.clock.text, help: hand.clock.help, by: hand.by, address: href });
        shared.textContent = text;
        shared.hidden = false;
        try {
            await copy(text);
            shareButton.textContent = 'Copied';
            announce('Copied');
        } catch {
            shareButton.textContent = 'Copy it from below';
        }
        shareButton.focus();
    }

    function choose(to) {
        if (!isDay(to)) return;
        if (pending === null && !hand.isEmpty) undo.replacing();
        day = to;
        pending = keptOf()?.placed ?? [];
        show();
        year.show(key, day);
        undo.record();
        changed();
    }

    function restore(before) {
        const isOther = before.board !== key || (before.day ?? today) !== day;
        [key, day] = [before.board, before.day ?? today];
        if (isOther || pending !== null) {
            pending = before.placed ?? [];
            show();
            year.show(key, day);
        } else hand.restore(before.placed ?? []);
        showShare();
        keep(keptOf()?.clock ?? null);
        changed();
    }

    const boardSelect = select('Board', Object.entries(CALENDARS).map(([name, { name: words }]) => [name, words]), key, (to) => {
        if (pending === null && !hand.isEmpty) undo.replacing();
        key = to;
        choose(day);
    }, { id: 'calendar-kind' });
    const dayField = h('input', { type: 'date', id: 'calendar-day', min: '0001-01-01', max: '9999-12-31', onchange: () => choose(dayField.value) });
    const todayButton = button('Today', () => choose(today), { id: 'calendar-today' });
    const year = openYear(async (to) => {
        choose(to);
        await loading;
        if (hand.isEmpty) hand.solve();
    });
    const undo = undoing('home', { state: current, restore, giveUp: () => hand.cancel() });
    show();
    year.show(key, day);
    const element = h('section', { class: 'calendar', 'aria-labelledby': 'calendar-title' },
        title,
        h('div', { class: 'columns' },
            h('div', {},
                h('div', { class: 'tools' }, hand.canButton, hand.oneButton, hand.solveButton, hand.stopButton),
                said, sharing, hand.play,
                h('div', { class: 'tools handling' }, hand.turnButton, hand.flipButton, hand.backButton, undo.buttons, hand.againButton, hand.clock.element),
                hand.help, number,
                h('div', { class: 'tools' }, boardSelect,
                    h('label', { class: 'field' }, h('span', {}, 'Day'), dayField),
                    button('‹', () => choose(shifted(day, -1)), { 'aria-label': 'The day before', id: 'calendar-before' }),
                    button('›', () => choose(shifted(day, 1)), { 'aria-label': 'The day after', id: 'calendar-after' }),
                    todayButton, hand.printButton)),
            h('div', { class: 'no-print' }, beside, year.element)));
    return {
        element,
        state: current,
        close() {
            turns += 1;
            counting.dismiss();
            undo.close();
            year.close();
            hand.close();
        },
    };
}
