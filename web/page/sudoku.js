// Part 2, Sudoku: type, paste or make one; solve it, ask for a hint, rate it, print it.

import { remember } from './address.js';
import { announce, button, field, h, later, select } from './dom.js';
import { Stopped, quick, search } from './jobs.js';

const DIGITS = '123456789ABCDEFGHIJKLMNOP';
const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const JIGSAW = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'].join('\n');

export function open(main, state) {
    let order = state.order ?? 9;
    let given = [...(state.given ?? FIRST)];
    let typed = [...(state.typed ?? '')];
    if (typed.length !== given.length) typed = [...'.'.repeat(given.length)];
    let diagonal = state.diagonal ?? false;
    let jigsaw = state.jigsaw ?? '';
    let cages = state.cages ?? '';
    let board = null;
    let at = 0;
    let hinted = -1;

    const grid = h('div', { class: 'sudoku', role: 'grid', 'aria-label': 'Sudoku', id: 'sudoku' });
    const said = h('p', { class: 'sentence', id: 'sudoku-said', 'aria-live': 'polite' });
    const rating = h('dl', { class: 'values', id: 'sudoku-rating' });
    const pasted = h('textarea', { id: 'sudoku-text', rows: 3, class: 'mono', spellcheck: 'false', 'aria-label': 'The puzzle as text' });
    const boardFault = h('p', { class: 'fault', role: 'alert' });

    const fields = () => [order, diagonal ? '1' : '', jigsaw, cages];
    const now = () => given.map((digit, cell) => (digit === '.' ? typed[cell] : digit)).join('');
    const current = () => ({ order, given: given.join(''), typed: typed.join(''), diagonal, jigsaw, cages, seed: seedField.value });
    const keep = later(300, () => remember('sudoku', current()));
    /** Buttons that ask something of the board. */
    const needing = [];
    const needs = (label, onclick, attributes = {}) => {
        const made = button(label, onclick, { ...attributes, disabled: true });
        needing.push(made);
        return made;
    };

    /** Whether the board is there. */
    function setReady(isReady) {
        for (const button of needing) button.disabled = !isReady;
        grid.inert = !isReady;
    }

    /** Counts what is asked for and what changes the puzzle: an answer that comes after something newer is not wanted. */
    let turns = 0;

    /** Asks the library; what was asked before is not wanted any more. */
    async function ask(doing, ...all) {
        const mine = halt();
        stopButton.disabled = false;
        const before = [said.textContent, said.dataset.kind];
        const waits = setTimeout(() => tell(doing), 200);
        try {
            const { values, messages, status } = await search.ask(all);
            if (mine !== turns) return undefined;
            if (status !== 0) throw new Error(messages.trim());
            if (said.textContent === doing) tell(...before);
            return JSON.parse(values);
        } catch (fault) {
            if (mine === turns) tell(fault instanceof Stopped ? 'Stopped.' : fault.message, fault instanceof Stopped ? '' : 'dead');
            return undefined;
        } finally {
            clearTimeout(waits);
            if (mine === turns) stopButton.disabled = true;
        }
    }

    /** Ends what is being asked. */
    function halt() {
        turns += 1;
        stopButton.disabled = true;
        search.stop();
        return turns;
    }

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    let draws = 0;
    async function draw() {
        halt();
        // Nothing is asked of a board that is not there.
        setReady(false);
        const mine = ++draws;
        const drawn = await quick.ask(['sudoku-board', ...fields()]).catch((fault) => ({ status: 1, messages: fault.message }));
        if (mine !== draws) return;
        boardFault.textContent = drawn.status === 0 ? '' : drawn.messages.trim();
        if (drawn.status !== 0) return tell(boardFault.textContent, 'dead');
        setReady(true);
        board = JSON.parse(drawn.values);
        order = board.order;
        at = Math.min(at, order * order - 1);
        if (given.length !== order * order) {
            given = [...'.'.repeat(order * order)];
            typed = [...given];
        }
        const caged = new Map(board.cages.flatMap(([, cells], cage) => cells.map((cell) => [cell, cage])));
        grid.style.setProperty('--order', order);
        grid.replaceChildren(...Array.from({ length: order }, (_, row) => h('div', { role: 'row', class: 'row' },
            Array.from({ length: order }, (_, column) => {
                const cell = row * order + column;
                const other = (down, right) => {
                    const [r, c] = [row + down, column + right];
                    return r < 0 || c < 0 || r >= order || c >= order || board.boxes[cell] !== board.boxes[r * order + c];
                };
                const edges = [other(0, 1) && 'edge-right', other(1, 0) && 'edge-bottom'].filter(Boolean);
                const cage = caged.get(cell);
                const sum = cage !== undefined && Math.min(...board.cages[cage][1]) === cell ? board.cages[cage][0] : null;
                const onDiagonal = diagonal && (row === column || row + column === order - 1);
                return h('div', {
                    role: 'gridcell', class: ['cell', ...edges, onDiagonal && 'diagonal', cage !== undefined && `caged tone${cage % 4}`].filter(Boolean).join(' '),
                    'data-cell': cell, tabindex: cell === at ? 0 : -1, onclick: () => focus(cell), onfocus: () => { at = cell; },
                }, sum === null ? null : h('span', { class: 'sum' }, sum), h('span', { class: 'digit' }));
            }))));
        fill();
    }

    function fill() {
        for (const element of grid.querySelectorAll('.cell')) {
            const cell = Number(element.dataset.cell);
            const digit = given[cell] === '.' ? typed[cell] : given[cell];
            element.querySelector('.digit').textContent = digit === '.' ? '' : digit;
            element.classList.toggle('given', given[cell] !== '.');
            element.classList.toggle('hinted', cell === hinted);
            element.classList.toggle('clash', clashes(cell, digit));
            const place = `Row ${Math.floor(cell / order) + 1}, column ${(cell % order) + 1}`;
            element.setAttribute('aria-label', `${place}: ${digit === '.' ? 'empty' : digit}`);
        }
        pasted.value = now();
        keep();
    }

    /** Whether the same digit is in the row, the column or the box. */
    function clashes(cell, digit) {
        if (digit === '.') return false;
        const [row, column] = [Math.floor(cell / order), cell % order];
        const all = now();
        for (let other = 0; other < order * order; other += 1) {
            if (other === cell || all[other] !== digit) continue;
            if (Math.floor(other / order) === row || other % order === column || board.boxes[other] === board.boxes[cell]) return true;
        }
        return false;
    }

    function focus(cell) {
        grid.querySelector(`[data-cell="${at}"]`).tabIndex = -1;
        at = cell;
        const element = grid.querySelector(`[data-cell="${cell}"]`);
        element.tabIndex = 0;
        element.focus();
    }

    grid.addEventListener('keydown', (event) => {
        const [row, column] = [Math.floor(at / order), at % order];
        const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        const key = event.key.toUpperCase();
        if (moves[event.key]) {
            const [down, right] = moves[event.key];
            focus(((row + down + order) % order) * order + ((column + right + order) % order));
        } else if (key.length === 1 && DIGITS.slice(0, order).includes(key) && !event.ctrlKey && !event.metaKey) put(key);
        else if (['Backspace', 'Delete', '0', '.', ' '].includes(event.key)) put('.');
        else return;
        event.preventDefault();
    });

    function put(digit) {
        if (editing.checked) {
            given[at] = digit;
            typed[at] = '.';
            rating.replaceChildren();
        } else if (given[at] === '.') typed[at] = digit;
        hinted = -1;
        fill();
        if (!now().includes('.') && board.cages.length === 0 && ![...grid.querySelectorAll('.clash')].length) tell('All cells are filled, and no two clash.', 'solution');
    }

    async function solve() {
        const puzzle = given.join('');
        const found = await ask('Solving ...', 'sudoku-solve', ...fields(), puzzle);
        if (!found || puzzle !== given.join('')) return;
        if (found.clash) return tell(`No solution: ${found.clash}`, 'dead');
        if (found.solutions.length === 0) return tell('No solution', 'dead');
        typed = [...found.solutions[0].toUpperCase()].map((digit, cell) => (given[cell] === '.' ? digit : '.'));
        hinted = -1;
        fill();
        tell(found.solutions.length > 1 ? 'This is one of two or more solutions.' : 'This is the only solution.', 'solution');
    }

    async function hint() {
        const before = now();
        const wrong = await ask('Looking ...', 'sudoku-solve', ...fields(), before);
        if (!wrong || before !== now()) return;
        if (wrong.clash || wrong.solutions.length === 0) return tell(`Something is wrong already${wrong.clash ? `: ${wrong.clash}` : '.'}`, 'dead');
        const found = await ask('Looking ...', 'sudoku-hint', ...fields(), before);
        if (found === undefined || before !== now()) return;
        let cell;
        let digit;
        let why;
        if (found) {
            ({ cell } = found);
            digit = DIGITS[found.digit - 1];
            const names = found.rules.map((rule) => rule.replaceAll('-', ' ')).filter((rule, index, all) => all.indexOf(rule) === index);
            why = names.length > 1 ? `${names.at(-1)}, after ${names.slice(0, -1).join(', ')}` : names[0];
        } else {
            cell = [...now()].indexOf('.');
            if (cell < 0) return tell('All cells are filled.', 'solution');
            digit = wrong.solutions[0][cell].toUpperCase();
            why = 'no rule finds the next digit; this is from the solution';
        }
        typed[cell] = digit;
        hinted = cell;
        fill();
        focus(cell);
        tell(`${digit} in row ${Math.floor(cell / order) + 1}, column ${(cell % order) + 1}: ${why}`);
    }

    async function rate() {
        const puzzle = given.join('');
        const found = await ask('Rating ...', 'sudoku-rate', ...fields(), puzzle);
        if (!found || puzzle !== given.join('')) return;
        const row = (name, value) => [h('dt', {}, name), h('dd', {}, value)];
        rating.replaceChildren(
            ...row('Solutions', found.solutions > 1 ? '2 or more' : found.solutions),
            ...row('Clues', order * order - found.empty),
            ...row('WNEF', found.wnef.toFixed(5)),
            ...row('Rules', `${found.rules.map((rule) => rule.replaceAll('-', ' ')).join(', ') || 'none'}${found.solved ? '' : ', then search'}`),
            ...(found.work ? row('Nodes, mems', `${found.work.nodes}, ${found.work.mems}`) : []));
    }

    async function make() {
        const seed = seedField.value;
        const level = order === 9 ? levelSelect.querySelector('select').value : '';
        const made = await ask('Making a puzzle ...', 'sudoku-make', ...fields(), level, symmetric.checked ? '1' : '', seed);
        if (!made) return;
        take(made.puzzle.toUpperCase());
        tell(`A new puzzle with ${given.filter((digit) => digit !== '.').length} clues.`);
    }

    function take(text) {
        halt();
        given = [...text];
        typed = [...'.'.repeat(given.length)];
        hinted = -1;
        rating.replaceChildren();
        fill();
    }

    /** A puzzle as text: a character for each cell; digits above 9 are letters. */
    function paste(text) {
        const lines = text.split('\n').map((line) => line.trim().split(/\s/)[0]).filter((line) => line && !/^[#|]/.test(line));
        const cells = (lines[0]?.length >= 16 && Math.sqrt(lines[0].length) % 1 === 0 && lines[0].length !== lines.length ? lines[0] : lines.join('')).toUpperCase().replace(/[0_\-*]/g, '.');
        const side = Math.sqrt(cells.length);
        if (![4, 6, 9, 16, 25].includes(side) || [...cells].some((digit) => digit !== '.' && !DIGITS.slice(0, side).includes(digit))) {
            return tell(`${cells.length} characters are no puzzle: a character for each cell is expected.`, 'dead');
        }
        if (side !== order) {
            order = side;
            jigsaw = cages = '';
            given = [...cells];
            typed = [...'.'.repeat(cells.length)];
            return draw();
        }
        return take(cells);
    }

    const stopButton = button('Stop', () => search.stop(), { id: 'sudoku-stop', disabled: true });
    const editing = h('input', { type: 'checkbox', id: 'editing' });
    const symmetric = h('input', { type: 'checkbox' });
    const diagonals = h('input', { type: 'checkbox', checked: diagonal, onchange: () => { diagonal = diagonals.checked; clear(); } });
    const seedLabel = field('Seed', { type: 'number', min: 0, value: state.seed ?? 7, id: 'sudoku-seed' });
    const seedField = seedLabel.querySelector('input');
    const levelSelect = select('Difficulty', [['', 'any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard'], ['evil', 'evil']], 'medium', () => {}, { id: 'difficulty' });
    const orderSelect = select('Order', [4, 6, 9, 16, 25].map((size) => [String(size), String(size)]), String(order), (value) => { order = Number(value); jigsaw = cages = ''; boxes.value = sums.value = ''; clear(); }, { id: 'order' });
    const boxes = h('textarea', { rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Boxes of a jigsaw: a line for each row, the same letter for a box', id: 'jigsaw', onchange: () => { jigsaw = boxes.value.trim(); clear(); } });
    const sums = h('textarea', { rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Cages of a killer Sudoku: sum and cells in each line', placeholder: '15 r1c1 r1c2 r2c1', id: 'cages', onchange: () => { cages = sums.value.trim(); clear(); } });
    boxes.value = jigsaw;
    sums.value = cages;

    function clear() {
        given = [...'.'.repeat(order * order)];
        typed = [...given];
        rating.replaceChildren();
        draw();
    }

    /** Cuts a filled grid into cages of different digits. */
    async function drawCages() {
        const made = await ask('Filling a grid ...', 'sudoku-make', order, diagonal ? '1' : '', jigsaw, '', '', '', seedField.value);
        if (!made) return;
        const solution = [...made.solution.toUpperCase()].map((digit) => DIGITS.indexOf(digit) + 1);
        const free = new Set(solution.keys());
        let turn = Number(seedField.value) * 2654435761 + 1;
        const below = (most) => {
            turn = (Math.imul(turn, 1664525) + 1013904223) >>> 0;
            return Math.floor((turn / 2 ** 32) * most);
        };
        const lines = [];
        while (free.size > 0) {
            const cage = [free.values().next().value];
            free.delete(cage[0]);
            for (const size = 2 + below(3); cage.length < size;) {
                const near = cage.flatMap((cell) => [cell - order, cell + order, cell % order > 0 ? cell - 1 : -1, cell % order < order - 1 ? cell + 1 : -1])
                    .filter((cell) => free.has(cell) && !cage.some((other) => solution[other] === solution[cell]));
                if (near.length === 0) break;
                const next = near[below(near.length)];
                cage.push(next);
                free.delete(next);
            }
            const sum = cage.reduce((total, cell) => total + solution[cell], 0);
            lines.push(`${sum} ${cage.map((cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`).join(' ')}`);
        }
        cages = lines.join('\n');
        sums.value = cages;
        clear();
        tell('Cages are drawn. Make a puzzle to have the clues that they need, if any.');
    }

    const pad = h('div', { class: 'pad no-print', role: 'group', 'aria-label': 'Digits' },
        [...DIGITS.slice(0, 9)].map((digit) => needs(digit, () => put(digit), { 'aria-label': `Put ${digit}` })), needs('⌫', () => put('.'), { 'aria-label': 'Empty the cell' }));

    main.append(h('div', { class: 'columns board-columns' },
        h('section', { 'aria-label': 'Grid' }, grid, pad, said),
        h('section', { 'aria-label': 'Tools', class: 'no-print' },
            h('div', { class: 'tools' },
                needs('Hint', hint, { class: 'main', id: 'sudoku-hint' }), needs('Solve', solve, { id: 'sudoku-solve' }), needs('Rate', rate, { id: 'sudoku-rate' }),
                needs('Start again', () => { halt(); typed = [...'.'.repeat(typed.length)]; hinted = -1; fill(); tell(''); }), button('Print', () => print()), stopButton),
            rating,
            h('h2', {}, 'Make one'),
            h('div', { class: 'tools' }, orderSelect, levelSelect, seedLabel, needs('Make', make, { id: 'sudoku-make', class: 'main' }), needs('Another', () => { seedField.value = Number(seedField.value) + 1; make(); })),
            h('div', { class: 'tools' }, h('label', { class: 'check' }, diagonals, 'Diagonals'), h('label', { class: 'check' }, symmetric, 'Symmetric')),
            h('h2', {}, 'Type or paste one'),
            h('label', { class: 'check' }, editing, 'What I type are clues'),
            pasted,
            h('div', { class: 'tools' }, button('Take this text', () => paste(pasted.value), { id: 'sudoku-take' }), button('Empty grid', clear)),
            h('details', { open: Boolean(jigsaw || cages) }, h('summary', {}, 'Jigsaw and killer'),
                h('h3', {}, 'Boxes of a jigsaw'), boxes,
                h('div', { class: 'tools' }, button('An example', () => { order = 6; boxes.value = jigsaw = JIGSAW; clear(); }, { id: 'jigsaw-example' }), button('Usual boxes', () => { boxes.value = jigsaw = ''; clear(); })),
                h('h3', {}, 'Cages of a killer'), sums,
                h('div', { class: 'tools' }, needs('Draw cages', drawCages, { id: 'draw-cages' }), button('No cages', () => { sums.value = cages = ''; clear(); })),
                boardFault))));
    draw();
    return {
        state: current,
        close() {
            draws += 1;
            keep.cancel();
            halt();
        },
        drop(name, bytes) {
            paste(new TextDecoder().decode(bytes));
        },
    };
}
