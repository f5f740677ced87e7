// The picture of a Sudoku: its cells, what stands in them, and what belongs to the cell that is typed into.

import { h, s } from './dom.js';
import { outlines } from './outlines.js';
import { DIGITS, EMPTY } from './sudoku-grid.js';
import { ink } from './sudoku-ink.js';
import { listen, padOf } from './sudoku-input.js';
import { digitsOf } from './sudoku-marks.js';

/** How far within its cells the outline of a cage is, in hundredths of a cell: beside the border, however small they are. */
const inset = (order) => (order > 9 ? 14 : 9);

/**
 * The board of a grid. `put(digit)`, `mark(digit)`, `turn()` and `take(text)` are told what is typed and
 * pasted; `moved()` that another cell is typed into.
 */
export function openBoard(grid, { put, mark, turn, take, moved }) {
    let at = 0;
    /** Whether somebody has chosen the cell that is typed into: what belongs to it is shown then. */
    let isChosen = false;
    const element = h('div', { class: 'sudoku', role: 'grid', 'aria-label': 'Sudoku', id: 'sudoku' });
    const frame = h('div', { class: 'sudoku-frame' }, element);
    const pad = padOf(put);
    const cellOf = (cell) => element.querySelector(`[data-cell="${cell}"]`);

    /** Draws the board of the grid, which is there. */
    function draw() {
        const { order } = grid;
        at = Math.min(at, grid.cells - 1);
        const sums = new Map(grid.board.cages.map(([sum, cells]) => [Math.min(...cells), sum]));
        element.style.setProperty('--order', order);
        element.replaceChildren(...Array.from({ length: order }, (_, row) => h('div', { role: 'row', class: 'row' },
            Array.from({ length: order }, (_, column) => drawCell(row * order + column, sums)))));
        for (const picture of frame.querySelectorAll('svg')) picture.remove();
        if (sums.size > 0) frame.append(drawCages());
        pad.draw(order);
    }

    function drawCell(cell, sums) {
        const kinds = ['cell', grid.isWall(cell, 0, 1) && 'edge-right', grid.isWall(cell, 1, 0) && 'edge-bottom', grid.isOnDiagonal(cell) && 'diagonal', grid.isInWindow(cell) && 'window'];
        return h('div', {
            role: 'gridcell', class: kinds.filter(Boolean).join(' '), 'data-cell': cell, tabindex: cell === at ? 0 : -1,
            onclick: () => focus(cell), onfocus: () => choose(cell),
        }, sums.has(cell) ? h('span', { class: 'sum' }, sums.get(cell)) : null, h('span', { class: 'digit' }));
    }

    function drawCages() {
        const { order } = grid;
        const lines = grid.board.cages.flatMap(([, cells]) => outlines(cells, order, inset(order)));
        return s('svg', { class: 'cages', viewBox: `0 0 ${order * 100} ${order * 100}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' },
            lines.map((line) => s('polygon', { points: line.map(([x, y]) => `${x},${y}`).join(' ') })));
    }

    /**
     * Shows the digits, which of them clash, and marks: `sets` of each cell. `hint` is a cell that is told
     * of, `wrong` are cells with a wrong digit; `differing` has the digits of two solutions in each cell
     * in which these differ, which is marked; `step` is a hint that is drawn, with the only one of its
     * chains that is.
     */
    function fill({ sets, hint = -1, wrong = [], differing = new Map(), step = null, chain = null }) {
        const clashes = grid.clashes();
        const houses = new Set(step?.houses.flat());
        for (const cell of element.querySelectorAll('.cell')) {
            const number = Number(cell.dataset.cell);
            const digit = grid.digit(number);
            cell.querySelector('.digit').textContent = digit === EMPTY ? '' : digit;
            cell.classList.toggle('given', grid.isGiven(number));
            cell.classList.toggle('hinted', number === hint);
            cell.classList.toggle('clash', clashes.has(number) || wrong.includes(number));
            cell.classList.toggle('house', houses.has(number));
            cell.classList.toggle('pattern', Boolean(step?.cells.includes(number)));
            const two = differing.get(number);
            cell.classList.toggle('differs', Boolean(two));
            if (two) cell.dataset.two = two.join(' ');
            else delete cell.dataset.two;
            const marks = digit === EMPTY && sets[number] ? `, marks ${digitsOf(sets[number]).map((mark) => DIGITS[mark - 1]).join(' ')}` : '';
            const clash = clashes.has(number) ? ', clashes' : wrong.includes(number) ? ', wrong' : '';
            cell.setAttribute('aria-label', `R${grid.place(number).slice(1)}: ${digit === EMPTY ? 'empty' : digit}${clash}${two ? `, ${two.join(' or ')}` : ''}${marks}`);
        }
        frame.querySelector('.ink')?.remove();
        const seen = sets.map((set, cell) => (grid.digit(cell) === EMPTY ? set : 0));
        if (step || seen.some(Boolean)) frame.append(ink(grid, seen, step, chain));
        element.classList.toggle('told', step !== null);
        highlight();
        return clashes.size === 0;
    }

    /** Shows the cells that see the one that is typed into, and those with the same digit. */
    function highlight() {
        const own = grid.digit(at);
        const peers = isChosen ? grid.peers(at) : new Set();
        for (const cell of element.querySelectorAll('.cell')) {
            const number = Number(cell.dataset.cell);
            cell.classList.toggle('peer', peers.has(number));
            cell.classList.toggle('equal', isChosen && own !== EMPTY && grid.digit(number) === own);
        }
    }

    function choose(cell) {
        if (!grid.board) return;
        const isOther = at !== cell || !isChosen;
        cellOf(at).tabIndex = -1;
        [at, isChosen] = [cell, true];
        cellOf(cell).tabIndex = 0;
        if (!isOther) return;
        highlight();
        moved();
    }

    function focus(cell) {
        choose(cell);
        cellOf(cell).focus();
    }

    /** Goes to another cell; beyond the last one is the first. */
    function move(down, right) {
        const { order } = grid;
        const [row, column] = [Math.floor(at / order), at % order];
        focus(((row + down + order) % order) * order + ((column + right + order) % order));
    }

    const isReady = () => !frame.inert;
    const unlisten = listen(grid, element, { move, put, mark, turn, take, isReady });

    return {
        elements: [frame, pad.element],
        draw,
        fill,
        focus,
        pad,
        /** The cell that is typed into. */
        get at() {
            return at;
        },
        /** Nothing is typed into a board that is not there. */
        setReady(isReady) {
            frame.inert = !isReady;
            pad.element.inert = !isReady;
        },
        close: unlisten,
    };
}
