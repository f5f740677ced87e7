// Part 4, peg solitaire: play, ask whether it can still be solved and why not, have one jump made or all.

import { remember } from './address.js';
import { announce, button, h, later, s, select } from './dom.js';
import { Stopped, search, values } from './jobs.js';
import { roving } from './roving.js';
import { undoing } from './undo.js';

const PROBLEMS = [
    ['central', 'English board, to the center'], ['latin', 'Latin cross'], ['greek', 'Greek cross'], ['fireplace', 'Fireplace'], ['up-arrow', 'Arrow'],
    ['pyramid', 'Pyramid'], ['diamond', 'Diamond'], ['lamp', 'Lamp'], ['inclined-square', 'Inclined square'], ['triangle', 'Triangle of 15 holes'], ['3x4', 'Rectangle 3x4'],
    ['english:d4:any', 'English board, one peg anywhere'], ['french', 'French board, a diamond'], ['wiegleb:e5:e5', 'Wiegleb’s board'], ['diamond41:e7:e3', 'Diamond of 41 holes'], ['T6:a1:a1', 'Triangle of 21 holes'], ['own', 'One’s own'],
];
/** Start and finish, one below the other. */
const FRENCH = `##.x.##
#.xxx.#
.xxxxx.
xxx.xxx
.xxxxx.
#.xxx.#
##.x.##

##...##
#.....#
.......
...x...
.......
#.....#
##...##
`;
const OWN = 'xxx....  ......x\nxxx....  .......\n';

export function open(main, state) {
    let problem = state.problem ?? 'central';
    let six = state.six ?? false;
    let board = null;
    let pegs = new Set();
    let done = [];
    let picked = null;
    let plan = [];
    let table = null;
    let timer = 0;
    let loading = 0;
    /** Counts questions and changes of the position: an answer for another position is not wanted. */
    let turns = 0;
    let isAsking = false;

    const said = h('p', { class: 'sentence', id: 'peg-said', 'aria-live': 'polite' });
    const moves = h('p', { class: 'mono moves', id: 'peg-moves' });
    const stage = h('div', { class: 'peg-stage on-paper' });
    const stops = roving(stage, '[data-hole]');
    const own = h('textarea', { rows: 7, class: 'mono', spellcheck: 'false', id: 'peg-own', 'aria-label': 'Start and finish, side by side: x a peg, . an empty hole; a start alone is to end with one peg, anywhere' });
    own.value = state.own ?? OWN;
    /** The text of one's own game that has been opened: a board is not opened again because its text loses the focus. */
    let opened = null;
    own.addEventListener('change', () => own.value !== opened && change({}));
    const sixBox = h('input', { type: 'checkbox', checked: six, onchange: () => change({ six: sixBox.checked }) });
    const ownPane = h('div', {}, h('h3', {}, 'Start and finish'), own, h('label', { class: 'check' }, sixBox, 'Six directions'));
    // Until the board is there, its jumps are those that it is opened with.
    let played = state.done ?? [];
    const current = () => ({ problem, own: own.value, six, done: board ? done.map(({ index }) => index) : played });
    const keep = later(300, () => remember('peg', current()));

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    /** Nothing is asked of a board that is not there. */
    function setReady(isReady) {
        for (const button of needing) button.disabled = !isReady;
        stage.inert = !isReady;
    }

    /** Opens the board, with the jumps that are to be played. */
    async function load() {
        halt();
        const mine = ++loading;
        setReady(false);
        opened = problem === 'own' ? own.value : null;
        ownPane.hidden = problem !== 'own';
        const text = { own: `${own.value}\n`, french: FRENCH }[problem] ?? problem;
        const loaded = await values('peg-board', text, six ? '6' : '').catch((fault) => fault);
        if (mine !== loading) return;
        if (loaded instanceof Error) {
            board = null;
            stage.replaceChildren();
            moves.textContent = '';
            return tell(loaded.message, 'dead');
        }
        board = loaded;
        replay();
        setReady(true);
        draw();
    }

    /** Something has changed: that is a step, and in the address. */
    function changed() {
        undo.record();
        keep();
    }

    /** Opens another board. */
    function change({ problem: its = problem, six: isSix = six, own: drawing = own.value }) {
        undo.replacing();
        problem = its;
        six = isSix;
        own.value = drawing;
        played = [];
        board = null;
        forget();
        changed();
        load();
    }

    function restore(before) {
        halt();
        const isOther = !board || before.problem !== problem || before.six !== six || before.own !== own.value;
        ({ problem, six } = before);
        own.value = before.own;
        if (problem === 'own') sixBox.checked = six;
        problemSelect.querySelector('select').value = problem;
        played = before.done;
        keep();
        if (isOther) {
            board = null;
            forget();
            load();
        } else {
            replay();
            draw();
        }
    }

    /** Plays the jumps that are to have been played. */
    function replay() {
        const wanted = played;
        played = [];
        start();
        for (const index of wanted) {
            const jump = board.jumps[index];
            if (jump && can(jump)) make(jump);
        }
    }

    function start() {
        pegs = new Set(board.start);
        done = [];
        forget();
        tell(`${count()}; ${wish()}.`);
    }

    const count = () => (pegs.size === 1 ? '1 peg' : `${pegs.size} pegs`);

    /** What is to be left in the end. */
    function wish() {
        if (!board.finish) return 'the last one may be anywhere';
        return board.finish.length === 1 ? `the last one is to be at ${name(board.finish[0])}` : `${board.finish.length} are to be left, on the marked holes`;
    }

    const isWanted = (hole) => board.finish?.includes(hole) ?? false;

    function isEnd() {
        if (!board.finish) return pegs.size === 1;
        return pegs.size === board.finish.length && board.finish.every((hole) => pegs.has(hole));
    }

    function forget() {
        forgetAnswer();
        picked = null;
        plan = [];
        table = null;
    }

    /** What is being asked is of another position. */
    function forgetAnswer() {
        turns += 1;
        search.stop();
        answered();
    }

    function answered() {
        isAsking = false;
        stopButton.disabled = true;
    }

    const can = ([from, over, to]) => pegs.has(from) && pegs.has(over) && !pegs.has(to);
    const name = (hole) => board.holes[hole][2];

    function make(jump) {
        const [from, over, to] = jump;
        pegs.delete(from);
        pegs.delete(over);
        pegs.add(to);
        done.push({ jump, index: board.jumps.indexOf(jump) });
        picked = null;
        table = null;
        forgetAnswer();
        plan = plan.length > 0 && String(plan[0]) === String(jump) ? plan.slice(1) : [];
        if (isEnd()) tell('Solved.', 'solution');
        else if (!board.jumps.some(can)) tell(`No jump is left, and ${pegs.size === 1 ? '1 peg is' : `${pegs.size} pegs are`}.`, 'dead');
        else tell(`${name(from)} jumps to ${name(to)}; ${count()}.`);
    }

    /** Where a peg may jump to. */
    const reachOf = (hole) => board.jumps.filter((jump) => jump[0] === hole && can(jump)).map((jump) => jump[2]);

    function press(hole) {
        halt();
        if (picked !== null) {
            const jump = board.jumps.find((jump) => jump[0] === picked && jump[2] === hole && can(jump));
            if (jump) {
                make(jump);
                changed();
                return draw(hole);
            }
        }
        picked = picked === hole || !pegs.has(hole) ? null : hole;
        const reach = reachOf(picked);
        if (picked !== null) tell(reach.length ? `${name(hole)} may jump to ${reach.map(name).join(', ')}.` : `${name(hole)} cannot jump.`);
        return draw(hole);
    }

    /** Where a pointer went down on a peg, while it drags it: the hole, and where that was. */
    let drag = null;
    /** Whether the click that comes now ends a drag. */
    let wasDragged = false;

    const ofBoard = (element) => element?.closest('#peg-board [data-hole]')?.dataset.hole;
    /** A peg is dragged to where it jumps, with a mouse or a finger. */
    stage.addEventListener('pointerdown', (event) => {
        wasDragged = false;
        const hole = Number(ofBoard(event.target) ?? -1);
        if (event.isPrimary && event.button === 0 && pegs.has(hole)) drag = { hole, id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false };
    });

    function pull(event) {
        if (event.pointerId !== drag?.id) return;
        const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
        if (!drag.isMoving && Math.hypot(x, y) < 8) return;
        const group = stage.querySelector(`[data-hole="${drag.hole}"]`);
        if (!group) return;
        if (!drag.isMoving) {
            drag.isMoving = wasDragged = true;
            halt();
            picked = drag.hole;
            const reach = reachOf(picked);
            for (const other of stage.querySelectorAll('[data-hole]')) {
                other.classList.toggle('picked', other === group);
                other.classList.toggle('reach', reach.includes(Number(other.dataset.hole)));
            }
            // Above the others. The peg itself stays, as a finger holds it.
            drag.ghost = group.querySelector('.ball').cloneNode();
            drag.ghost.setAttribute('class', 'ghost');
            group.parentElement.append(drag.ghost);
        }
        const scale = group.getScreenCTM().a;
        drag.ghost.setAttribute('transform', `translate(${x / scale} ${y / scale})`);
    }

    function drop(event) {
        if (event.pointerId !== drag?.id) return;
        const { hole, isMoving } = drag;
        drag = null;
        if (!isMoving) return;
        // The click comes before that.
        setTimeout(() => { wasDragged = false; });
        const to = event.type === 'pointerup' ? ofBoard(document.elementsFromPoint(event.clientX, event.clientY).find((element) => Number(ofBoard(element) ?? hole) !== hole)) : undefined;
        const jump = to && board.jumps.find((jump) => jump[0] === hole && jump[2] === Number(to) && can(jump));
        if (jump) {
            make(jump);
            changed();
        } else {
            picked = null;
            const reach = reachOf(hole).map(name);
            tell(reach.length > 0 ? `${name(hole)} may jump to ${reach.join(', ')}: over a neighbor, into an empty hole.` : `${name(hole)} cannot jump: it takes a neighbor, and an empty hole behind it.`);
        }
        draw();
    }

    // A finger on a peg that cannot jump scrolls.
    stage.addEventListener('touchmove', (event) => drag && event.cancelable && reachOf(drag.hole).length > 0 && event.preventDefault(), { passive: false });
    addEventListener('pointermove', pull);
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, drop);

    function place([row, column]) {
        // Rows of a board with six directions are shifted by half a hole each.
        return board.six ? [column - row / 2, row * 0.87] : [column, row];
    }

    function draw(focused = stage.querySelector(':focus')?.dataset.hole ?? null) {
        const places = board.holes.map(place);
        const left = Math.min(...places.map(([x]) => x)) - 0.7;
        const top = Math.min(...places.map(([, y]) => y)) - 0.7;
        const width = Math.max(...places.map(([x]) => x)) + 0.7 - left;
        const height = Math.max(...places.map(([, y]) => y)) + 0.7 - top;
        const reach = reachOf(picked);
        const svg = s('svg', { class: 'peg', viewBox: `${left} ${top} ${width} ${height}`, role: 'group', 'aria-label': 'Board', id: 'peg-board' });
        board.holes.forEach((hole, index) => {
            const [x, y] = places[index];
            const kind = [pegs.has(index) && 'has', index === picked && 'picked', reach.includes(index) && 'reach', isWanted(index) && 'wanted'].filter(Boolean).join(' ');
            const what = `${hole[2]}: ${pegs.has(index) ? 'peg' : 'empty'}${isWanted(index) ? ', wanted at the end' : ''}${table ? `, value ${table[index]}` : ''}`;
            const number = table && s('text', { x, y: y + 0.13, 'text-anchor': 'middle' }, table[index]);
            const element = s('g', { class: kind, role: 'button', 'aria-label': what, 'data-hole': index, onclick: () => wasDragged || press(index),
                onkeydown: (event) => keys(event, index) },
            s('circle', { cx: x, cy: y, r: 0.42, class: 'hole' }), s('circle', { cx: x, cy: y, r: 0.33, class: 'ball' }), number);
            svg.append(element);
        });
        svg.style.maxWidth = `${Math.min(34, width * 4)}rem`;
        stage.replaceChildren(svg);
        stops.settle();
        moves.textContent = done.map(({ jump }) => `${name(jump[0])}-${name(jump[2])}`).join(' ');
        if (focused !== null) svg.querySelector(`[data-hole="${focused}"]`)?.focus();
    }

    function keys(event, index) {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        press(index);
        event.preventDefault();
    }

    /** The position and the finish, one below the other; an open finish is not drawn. */
    function drawing() {
        const rows = Math.max(...board.holes.map(([row]) => row)) + 1;
        const columns = Math.max(...board.holes.map(([, column]) => column)) + 1;
        const one = (has) => {
            const lines = Array.from({ length: rows }, () => Array(columns).fill('#'));
            board.holes.forEach(([row, column], hole) => { lines[row][column] = has(hole) ? 'x' : '.'; });
            return lines.map((line) => line.join('')).join('\n');
        };
        const position = `${one((hole) => pegs.has(hole))}\n`;
        return board.finish ? `${position}\n${one(isWanted)}\n` : position;
    }

    /** The jumps to the end from here, or nothing, once it is told why. */
    async function find() {
        if (plan.length > 0) return plan;
        if (isAsking) return null;
        halt();
        const mine = ++turns;
        isAsking = true;
        stopButton.disabled = false;
        tell('Searching ...');
        try {
            const ended = await search.ask(['peg-solve', drawing(), board.six ? '6' : '']);
            if (mine !== turns) return null;
            if (ended.status !== 0) throw new Error(ended.messages.trim());
            const answer = JSON.parse(ended.values);
            if (answer.jumps) {
                plan = answer.jumps.map((jump) => board.jumps.find((other) => String(other) === String(jump)));
                if (plan.length === 0) tell('This is the finish.', 'solution');
                return plan;
            }
            if (answer.unknown) tell('Not found: the search has given up after three million positions.');
            else if (answer.pagoda) {
                table = answer.pagoda;
                const sum = (holes) => [...holes].reduce((total, hole) => total + table[hole], 0);
                tell(`Lost: no jump raises the sum of the numbers under the pegs. Here it is ${sum(pegs)}; the finish has ${sum(board.finish)}.`, 'dead');
            } else {
                const why = {
                    class: board.finish ? 'position and finish are in different classes over GF(2)' : 'no single peg is in the position’s class over GF(2)',
                    relaxed: 'not even parts of jumps do (a linear program says so)',
                    searched: 'all jumps were tried',
                }[answer.why];
                tell(`Lost: no jumps lead to ${board.finish ? 'the finish' : 'a single peg'} any more, for ${why}.`, 'dead');
            }
        } catch (fault) {
            if (mine === turns) tell(fault instanceof Stopped ? 'Stopped.' : fault.message);
        } finally {
            if (mine === turns) answered();
        }
        return null;
    }

    /** Whether the end can still be reached, and how far it is. */
    async function check() {
        const jumps = await find();
        if (board) draw();
        if (jumps?.length) tell(`Yes, it can be solved from here with ${jumps.length === 1 ? 'one more jump' : `${jumps.length} more jumps`}.`, 'solution');
    }

    async function next() {
        const jumps = await find();
        if (jumps?.length) {
            make(jumps[0]);
            changed();
        }
        if (board) draw();
    }

    async function watch() {
        const jumps = await find();
        if (board) draw();
        if (!jumps?.length) return;
        watchButton.textContent = 'Pause';
        timer = setInterval(() => {
            if (plan.length > 0) {
                make(plan[0]);
                changed();
            }
            if (plan.length === 0) halt();
            draw();
        }, matchMedia('(prefers-reduced-motion: reduce)').matches ? 1500 : 700);
    }

    /** Ends the show. */
    function halt() {
        clearInterval(timer);
        timer = 0;
        watchButton.textContent = 'Solve from here';
    }

    function again() {
        halt();
        if (done.length > 0) undo.replacing();
        start();
        changed();
        draw();
    }

    const stopButton = button('Stop', () => search.stop(), { id: 'peg-stop', disabled: true });
    const watchButton = button('Solve from here', () => (timer ? halt() : watch()), { id: 'peg-watch' });
    const nextButton = button('One jump more', next, { id: 'peg-next' });
    const againButton = button('Start again', again, { id: 'peg-again' });
    const canButton = button('Can this still be solved?', check, { id: 'peg-can' });
    const needing = [canButton, nextButton, watchButton, againButton];
    const problemSelect = select('Problem', PROBLEMS, problem, (key) => change({ problem: key, six: sixBox.checked && key === 'own' }), { id: 'peg-problem' });
    // Each jump of a game that is opened can be taken back.
    const undo = undoing('peg', { state: current, restore, before: played.map((_, index) => ({ ...current(), done: played.slice(0, index) })) });

    main.append(h('div', { class: 'columns' },
        h('section', { 'aria-label': 'Board' }, stage),
        h('section', { 'aria-label': 'Tools' },
            h('div', { class: 'tools' }, problemSelect),
            h('div', { class: 'tools' }, canButton, nextButton, watchButton),
            h('div', { class: 'tools' }, undo.buttons, againButton, button('Print', () => print(), { id: 'peg-print' }), stopButton),
            said, moves, ownPane,
            h('p', { class: 'facts' }, 'A peg jumps over a neighbor into an empty hole, and the neighbor is removed. Drag a peg, or choose it and then where it goes. Rings mark the finish; without them, one peg is to be left, anywhere.'))));
    load();
    return {
        state: current,
        close() {
            loading += 1;
            turns += 1;
            keep.cancel();
            halt();
            search.stop();
            removeEventListener('pointermove', pull);
            for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, drop);
            undo.close();
        },
        drop(name, bytes) {
            problemSelect.querySelector('select').value = 'own';
            change({ problem: 'own', own: new TextDecoder().decode(bytes) });
        },
    };
}
