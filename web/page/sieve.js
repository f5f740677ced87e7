// Part 5, the Ginnow sieve: play against the proved best score, with help from here on.

import { remember } from './address.js';
import { announce, button, field, h, later } from './dom.js';
import { Line, Stopped, search } from './jobs.js';
import { roving } from './roving.js';
import { undoing } from './undo.js';

/** More numbers than this are not shown. The best score of some hundred may take minutes: it can be stopped. */
const MOST = 1000;

/** Questions from some picks on, beside the search for the best score. */
const asking = new Line();

export function open(main, state) {
    let size = Math.min(Math.max(2, Math.floor(Number(state.size)) || 21), MOST);
    let picks = [...(state.picks ?? [])].filter((number) => number >= 1 && number <= size);
    let best = null;
    /** What is said instead of the best score. */
    let unknown = '...';
    let token = 0;
    /** The picks of a best game from here on, and the picks that came before, if they are known. */
    let plan = null;
    /** Counts questions about a game: an answer for other picks is not wanted. */
    let questions = 0;
    /** How many searches run. */
    let running = 0;
    function run(more) {
        running += more;
        stopButton.disabled = running === 0;
    }

    const board = h('div', { class: 'sieve on-paper', id: 'sieve', role: 'group', 'aria-label': 'Numbers' });
    const stops = roving(board, 'button');
    const said = h('p', { class: 'sentence', id: 'sieve-said', 'aria-live': 'polite' });
    const values = h('dl', { class: 'values', id: 'sieve-score' });
    const game = h('p', { class: 'mono moves', id: 'sieve-game' });
    const current = () => ({ size, picks });
    const keep = later(300, () => remember('sieve', current()));
    const divisors = (number) => Array.from({ length: number >> 1 }, (_, index) => index + 1).filter((divisor) => number % divisor === 0);

    function left() {
        const there = new Set(Array.from({ length: size }, (_, index) => index + 1));
        for (const pick of picks) {
            there.delete(pick);
            for (const divisor of divisors(pick)) there.delete(divisor);
        }
        return there;
    }

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    /** Draws the board; its number that had the focus keeps it, also if an answer has come late. */
    function draw() {
        const focused = Number(board.querySelector(':focus')?.dataset.number ?? 0);
        const there = left();
        const open = (number) => there.has(number) && divisors(number).some((divisor) => there.has(divisor));
        board.replaceChildren(...Array.from({ length: size }, (_, index) => {
            const number = index + 1;
            const kind = picks.includes(number) ? 'picked' : !there.has(number) ? 'gone' : open(number) ? 'open' : 'stuck';
            const words = { picked: 'picked', gone: 'has left', open: '', stuck: 'has no divisor left' }[kind];
            return h('button', { type: 'button', class: kind, 'aria-disabled': kind !== 'open' ? 'true' : null, 'aria-label': `${number}${words ? `, ${words}` : ''}`, 'data-number': number,
                onclick: () => kind === 'open' && pick(number),
                onpointerenter: () => mark(kind === 'open' ? divisors(number) : []), onpointerleave: () => mark([]),
                onfocus: () => mark(kind === 'open' ? divisors(number) : []), onblur: () => mark([]) }, number);
        }));
        stops.settle();
        const score = sum();
        const row = (name, value) => [h('dt', {}, name), h('dd', {}, value)];
        values.replaceChildren(...row('Score', score), ...row('Left for the tax', [...there].reduce((total, number) => total + number, 0)), ...row('Best possible', best === null ? unknown : `${best.score}, proved`));
        const isOver = ![...there].some(open);
        for (const button of fromHere) button.disabled = isOver;
        if (isOver) {
            const gap = best && best.score - score;
            tell(best === null ? `The game is over: ${score}.` : gap === 0 ? `The game is over, and no score is greater: ${score}.` : `The game is over: ${score}, ${gap} less than the best.`, gap === 0 ? 'solution' : '');
        } else if (picks.length === 0) tell('Pick a number that has a proper divisor left. All its divisors leave with it. The sum of your picks is the score.');
        if (focused > 0) board.children[Math.min(focused, size) - 1].focus();
    }

    function mark(numbers) {
        for (const element of board.children) element.classList.toggle('tax', numbers.includes(Number(element.dataset.number)) && !element.classList.contains('gone') && !element.classList.contains('picked'));
    }

    function pick(number) {
        const there = left();
        const leave = divisors(number).filter((divisor) => there.has(divisor));
        picks = [...picks, number];
        game.textContent = picks.join(' ');
        tell(`${number}: ${leave.join(', ')} ${leave.length === 1 ? 'leaves' : 'leave'} with it.`);
        changed();
        draw();
    }

    /** Something has changed: that is a step, and in the address. */
    function changed() {
        undo.record();
        keep();
    }

    function showGame() {
        game.textContent = picks.join(' ');
        draw();
    }

    function again() {
        if (picks.length > 0) undo.replacing();
        picks = [];
        changed();
        showGame();
    }

    function refuse() {
        tell(`The sieve has 2 to ${MOST} numbers here; it stays at ${size}.`, 'dead');
    }

    /** Another size, and its best score. */
    function resize(its) {
        size = its;
        sizeField.querySelector('input').value = size;
        best = null;
        plan = null;
        solve();
    }

    function restore(before) {
        picks = before.picks;
        if (before.size !== size) resize(before.size);
        keep();
        tell('');
        showGame();
    }

    async function solve() {
        search.stop();
        best = null;
        unknown = '...';
        bestButton.disabled = true;
        const mine = ++token;
        run(1);
        try {
            const ended = await search.ask(['sieve-solve', size]);
            if (ended.status !== 0) throw new Error(ended.messages.trim());
            if (mine !== token) return;
            best = JSON.parse(ended.values);
            bestButton.disabled = false;
            draw();
        } catch (fault) {
            if (mine !== token) return;
            unknown = 'not known';
            draw();
            if (!(fault instanceof Stopped)) tell(fault.message, 'dead');
        } finally {
            run(-1);
        }
    }

    const sum = () => picks.reduce((total, number) => total + number, 0);

    /** The best that follows these picks; nothing once it is told why not, or other picks were made. */
    async function findRest() {
        if (plan && String(plan.before.concat(plan.rest).slice(0, picks.length)) === String(picks) && picks.length >= plan.before.length) return plan.before.concat(plan.rest).slice(picks.length);
        asking.stop();
        const mine = ++questions;
        const before = picks;
        const waits = setTimeout(() => mine === questions && before === picks && tell('Looking for the best that follows ...'), 200);
        run(1);
        try {
            const ended = await asking.ask(['sieve-solve', size, ...before]);
            if (mine !== questions || before !== picks) return null;
            if (ended.status !== 0) throw new Error(ended.messages.trim());
            plan = { before, rest: JSON.parse(ended.values).moves.map(([number]) => number) };
            return plan.rest;
        } catch (fault) {
            if (mine === questions && before === picks) tell(fault instanceof Stopped ? 'Stopped.' : fault.message, fault instanceof Stopped ? '' : 'dead');
            return null;
        } finally {
            clearTimeout(waits);
            run(-1);
        }
    }

    /** Whether the best score can still be reached. */
    async function check() {
        const rest = await findRest();
        if (!rest) return;
        const most = rest.reduce((total, number) => total + number, sum());
        if (best === null) tell(`${most} is the most that can be reached from here.`);
        else if (most === best.score) tell(`Yes: ${most}, the best score, can still be reached.`, 'solution');
        else tell(`No: ${most} is the most from here, ${best.score - most} less than the best.`, 'dead');
    }

    async function next() {
        const rest = await findRest();
        if (rest?.length) pick(rest[0]);
    }

    /** Plays the best from here on; each pick can be taken back. */
    async function finish() {
        const rest = await findRest();
        if (!rest) return;
        for (const number of rest) {
            picks = [...picks, number];
            undo.record();
        }
        keep();
        showGame();
    }

    /** Shows a best game; each pick of it can be taken back. */
    function show() {
        if (picks.length > 0) undo.replacing();
        picks = [];
        for (const [number] of best.moves) {
            picks = [...picks, number];
            undo.record();
        }
        keep();
        showGame();
    }

    const sizeField = field('Numbers 1 to', { type: 'number', min: 2, max: MOST, value: size, id: 'sieve-size', onchange: (event) => {
        const wanted = Number(event.target.value);
        if (!Number.isInteger(wanted) || wanted < 2 || wanted > MOST) {
            event.target.value = size;
            return refuse();
        }
        if (picks.length > 0) undo.replacing();
        picks = [];
        resize(wanted);
        changed();
        showGame();
    } });
    const bestButton = button('Show a best game', show, { id: 'sieve-best', disabled: true });
    const stopButton = button('Stop', () => {
        search.stop();
        asking.stop();
    }, { id: 'sieve-stop', disabled: true });
    const fromHere = [button('Can the best still be reached?', check, { id: 'sieve-can' }), button('One pick more', next, { id: 'sieve-next' }), button('Solve from here', finish, { id: 'sieve-solve' })];
    const undo = undoing('sieve', { state: current, restore, before: picks.map((_, index) => ({ size, picks: picks.slice(0, index) })) });
    main.append(h('div', { class: 'columns answers-first' },
        h('section', { 'aria-label': 'Sieve' }, board),
        h('section', { 'aria-label': 'Score' },
            h('div', { class: 'tools' }, fromHere),
            h('div', { class: 'tools' }, sizeField, undo.buttons, button('Start again', again, { id: 'sieve-again' }), bestButton, button('Print', () => print(), { id: 'sieve-print' }), stopButton),
            values, said, game)));
    showGame();
    if (Number(state.size) > MOST) refuse();
    solve();
    return {
        state: current,
        close() {
            token += 1;
            questions += 1;
            keep.cancel();
            search.stop();
            asking.dismiss();
            undo.close();
        },
    };
}
