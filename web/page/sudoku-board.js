// The picture of a Sudoku, and what is typed into it: keys, the pad, the clipboard.

import { h, s } from './dom.js';
import { outlines } from './sudoku-cages.js';
import { DIGITS, EMPTY } from './sudoku-grid.js';

/** How far within its cells the outline of a cage is, in hundredths of a cell: beside the border, however small they are. */
const inset = (order) => (order > 9 ? 14 : 9);

/** The board of a grid. `put(digit)` and `take(text)` are told what is typed and pasted. */
export function openBoard(grid, { put, take }) {
    let at = 0;
    let hinted = -1;
    const element = h('div', { class: 'sudoku', role: 'grid', 'aria-label': 'Sudoku', id: 'sudoku' });
    const frame = h('div', { class: 'sudoku-frame' }, element);
    const pad = h('div', { class: 'pad no-print', role: 'group', 'aria-label': 'Digits', id: 'sudoku-pad' });
    const cellOf = (cell) => element.querySelector(`[data-cell="${cell}"]`);

    /** Draws the board of the grid, which is there. */
    function draw() {
        const { order } = grid;
        at = Math.min(at, grid.cells - 1);
        const sums = new Map(grid.board.cages.map(([sum, cells]) => [Math.min(...cells), sum]));
        element.style.setProperty('--order', order);
        element.replaceChildren(...Array.from({ length: order }, (_, row) => h('div', { role: 'row', class: 'row' },
            Array.from({ length: order }, (_, column) => drawCell(row * order + column, sums)))));
        frame.querySelector('svg')?.remove();
        if (sums.size > 0) frame.append(drawCages());
        pad.style.setProperty('--keys', order > 9 ? 9 : order + 1);
        pad.replaceChildren(
            ...[...DIGITS.slice(0, order)].map((digit) => h('button', { type: 'button', onclick: () => put(digit), 'aria-label': `Put ${digit}` }, digit)),
            h('button', { type: 'button', onclick: () => put(EMPTY), 'aria-label': 'Empty the cell' }, '⌫'));
    }

    function drawCell(cell, sums) {
        const kinds = ['cell', grid.isWall(cell, 0, 1) && 'edge-right', grid.isWall(cell, 1, 0) && 'edge-bottom', grid.isOnDiagonal(cell) && 'diagonal'];
        return h('div', {
            role: 'gridcell', class: kinds.filter(Boolean).join(' '), 'data-cell': cell, tabindex: cell === at ? 0 : -1,
            onclick: () => focus(cell), onfocus: () => { at = cell; },
        }, sums.has(cell) ? h('span', { class: 'sum' }, sums.get(cell)) : null, h('span', { class: 'digit' }));
    }

    function drawCages() {
        const { order } = grid;
        const lines = grid.board.cages.flatMap(([, cells]) => outlines(cells, order, inset(order)));
        return s('svg', { class: 'cages', viewBox: `0 0 ${order * 100} ${order * 100}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' },
            lines.map((line) => s('polygon', { points: line.map(([x, y]) => `${x},${y}`).join(' ') })));
    }

    /** Shows the digits, and which of them clash; `hint` is a cell that is told of. */
    function fill(hint = -1) {
        hinted = hint;
        const clashes = grid.clashes();
        for (const cell of element.querySelectorAll('.cell')) {
            const number = Number(cell.dataset.cell);
            const digit = grid.digit(number);
            cell.querySelector('.digit').textContent = digit === EMPTY ? '' : digit;
            cell.classList.toggle('given', grid.isGiven(number));
            cell.classList.toggle('hinted', number === hinted);
            cell.classList.toggle('clash', clashes.has(number));
            const place = grid.place(number);
            const clash = clashes.has(number) ? ', clashes' : '';
            cell.setAttribute('aria-label', `R${place.slice(1)}: ${digit === EMPTY ? 'empty' : digit}${clash}`);
        }
        return clashes.size === 0;
    }

    function focus(cell) {
        cellOf(at).tabIndex = -1;
        at = cell;
        cellOf(cell).tabIndex = 0;
        cellOf(cell).focus();
    }

    element.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const { order } = grid;
        const [row, column] = [Math.floor(at / order), at % order];
        const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        const key = event.key.toUpperCase();
        if (moves[event.key]) {
            const [down, right] = moves[event.key];
            focus(((row + down + order) % order) * order + ((column + right + order) % order));
        } else if (key.length === 1 && DIGITS.slice(0, order).includes(key)) put(key);
        else if (['Backspace', 'Delete', '0', '.', ' '].includes(event.key)) put(EMPTY);
        else return;
        event.preventDefault();
    });

    /** A puzzle is pasted anywhere but into a field. */
    function pasted(event) {
        if (frame.inert || event.target.matches?.('input, textarea')) return;
        const text = event.clipboardData?.getData('text') ?? '';
        if (!text.trim()) return;
        event.preventDefault();
        take(text);
    }
    document.addEventListener('paste', pasted);

    return {
        elements: [frame, pad],
        draw,
        fill,
        focus,
        /** The cell that is typed into. */
        get at() {
            return at;
        },
        /** Nothing is typed into a board that is not there. */
        setReady(isReady) {
            frame.inert = !isReady;
            pad.inert = !isReady;
        },
        close() {
            document.removeEventListener('paste', pasted);
        },
    };
}
