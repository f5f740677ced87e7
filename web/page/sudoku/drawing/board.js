// The picture of a Sudoku: its cells, what stands in them, which of them are chosen, and what belongs to these.

import { h, s } from '../../dom.js';
import { outlines } from '../../outlines.js';
import { EMPTY } from '../model/grid.js';
import { digitsOf } from '../model/marks.js';
import { Selection } from '../model/selection.js';
import { colors, ink } from './ink.js';
import { roomOf, rulesPicture } from './rules-picture.js';

/** The names of colors, from 1 on. */
export const COLORS = ['gray', 'green', 'purple', 'orange', 'red', 'yellow', 'blue', 'brown', 'pink'];

/** How far within its cells the outline of a cage is, in hundredths of a cell: beside the border, however small they are. */
const inset = (order) => (order > 9 ? 14 : 9);
/** The same for the outline of the chosen cells. */
const CHOSEN = 5;

const points = (line) => line.map(([x, y]) => `${x},${y}`).join(' ');

/** The board of a grid. `moved()` is told that other cells are chosen. */
export function openBoard(grid, moved) {
    const selection = new Selection();
    /** Whether chosen cells are the places of a line, in their order: it is shown. */
    let isLine = false;
    /** Whether a cell gets the focus because it was picked. */
    let isPicking = false;
    const element = h('div', { class: 'sudoku', role: 'grid', 'aria-label': 'Sudoku', 'aria-multiselectable': 'true', id: 'sudoku' });
    const field = h('div', { class: 'sudoku-field' }, element);
    const frame = h('div', { class: 'sudoku-frame' }, field);
    const cellOf = (cell) => element.querySelector(`[data-cell="${cell}"]`);
    const cells = () => element.querySelectorAll('.cell');

    /** Draws the board of the grid, which is there. */
    function draw() {
        const { rows, columns } = grid;
        const { margins, across } = roomOf(grid);
        selection.limit(grid.cells);
        const sums = new Map(grid.board.cages.map(([sum, own]) => [Math.min(...own), sum]));
        element.style.setProperty('--order', columns);
        element.style.setProperty('--across', across);
        element.classList.toggle('ruled', grid.isRuled);
        field.style.margin = margins.map((side) => `${side * 100}%`).join(' ');
        element.replaceChildren(...Array.from({ length: rows }, (_, row) => h('div', { role: 'row', class: 'row' },
            Array.from({ length: columns }, (_, column) => drawCell(row * columns + column, sums)))));
        for (const picture of field.querySelectorAll('svg')) picture.remove();
        if (grid.isRuled) field.append(rulesPicture(grid));
        if (sums.size > 0) field.append(drawCages());
    }

    function drawCell(cell, sums) {
        const kinds = ['cell', grid.isWall(cell, 0, 1) && 'edge-right', grid.isWall(cell, 1, 0) && 'edge-bottom', grid.isOnDiagonal(cell) && 'diagonal', grid.isInWindow(cell) && 'window'];
        return h('div', {
            role: 'gridcell', class: kinds.filter(Boolean).join(' '), 'data-cell': cell, tabindex: cell === selection.at ? 0 : -1,
            // A press without a pointer, as by a screen reader. What is chosen already stays so when it gets the focus.
            onclick: (event) => event.detail === 0 && choose([cell]), onfocus: () => !isPicking && !selection.has(cell) && choose([cell]),
        }, sums.has(cell) ? h('span', { class: 'sum' }, sums.get(cell)) : null, h('span', { class: 'digit' }));
    }

    const viewOf = (name, ...children) => s('svg', { class: name, viewBox: `0 0 ${grid.columns * 100} ${grid.rows * 100}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' }, children);

    function drawCages() {
        const lines = grid.board.cages.flatMap(([, own]) => outlines(own, grid.order, inset(grid.order)));
        return viewOf('cages', lines.map((line) => s('polygon', { points: points(line) })));
    }

    /** Boxes that are drawn by hand: a tint and an outline for each, and its name; cells in none are bare. */
    function drawRegions(regions) {
        const boxes = [...regions.boxes].map(([name, own]) => {
            const number = regions.number(own[0]);
            const isWhole = own.length === grid.order;
            const rects = own.map((cell) => s('rect', { x: grid.column(cell) * 100, y: grid.row(cell) * 100, width: 100, height: 100, class: `color-${(number % COLORS.length) + 1}` }));
            const rings = outlines(own, grid.columns, 4).map((ring) => s('polygon', { points: points(ring), class: isWhole ? '' : 'open' }));
            return s('g', {}, rects, rings, s('text', { x: grid.column(own[0]) * 100 + 12, y: grid.row(own[0]) * 100 + 20 }, isWhole ? name : `${name} ${own.length}`));
        });
        return viewOf('regions', boxes);
    }

    /**
     * Shows the digits, which of them clash, marks and colors: `sets` are candidates of each cell, `corners` and
     * `centres` marks. `hint` is a cell that is told of, `wrong` are cells with a wrong digit, `broken` are the names of
     * the rules that are broken in each cell; `differing` has the digits of two solutions in each cell in which these
     * differ, which is marked; `step` is a hint that is drawn, with the only one of its chains that is; `regions` are boxes
     * that are being drawn by hand.
     */
    function fill({ sets, corners = [], centres = [], hint = -1, wrong = [], broken = new Map(), differing = new Map(), step = null, chain = null, regions = null }) {
        const clashes = grid.clashes();
        const houses = new Set(step?.houses.flat());
        const names = (set) => digitsOf(set).map((mark) => grid.signs[mark - 1]).join(' ');
        for (const cell of cells()) {
            const number = Number(cell.dataset.cell);
            const digit = grid.digit(number);
            cell.querySelector('.digit').textContent = digit === EMPTY ? '' : digit;
            cell.classList.toggle('given', grid.isGiven(number));
            cell.classList.toggle('hinted', number === hint);
            cell.classList.toggle('clash', clashes.has(number) || wrong.includes(number) || broken.has(number));
            cell.classList.toggle('house', houses.has(number));
            cell.classList.toggle('pattern', Boolean(step?.cells.includes(number)));
            cell.classList.toggle('pivot', step?.pivot === number);
            cell.classList.toggle('wing', Boolean(step?.wings?.includes(number)));
            const two = differing.get(number);
            cell.classList.toggle('differs', Boolean(two));
            if (two) cell.dataset.two = two.join(' ');
            else delete cell.dataset.two;
            const isOpen = digit === EMPTY;
            const marks = isOpen && (sets[number] || corners[number]) ? `, marks ${names(sets[number] || corners[number])}` : '';
            const centre = isOpen && centres[number] ? `, in the middle ${names(centres[number])}` : '';
            const tint = grid.colors.set(number) ? `, ${digitsOf(grid.colors.set(number)).map((color) => COLORS[color - 1]).join(' and ')}` : '';
            const clash = broken.has(number) ? `, breaks ${broken.get(number)}` : clashes.has(number) ? ', clashes' : wrong.includes(number) ? ', wrong' : '';
            cell.setAttribute('aria-label', `R${grid.place(number).slice(1)}: ${isOpen ? 'empty' : digit}${clash}${two ? `, ${two.join(' or ')}` : ''}${marks}${centre}${tint}`);
        }
        for (const picture of field.querySelectorAll('.ink, .colors, .regions')) picture.remove();
        const open = (all) => all.map((set, cell) => (grid.digit(cell) === EMPTY ? set : 0));
        const [seen, corner, centre] = [open(sets), open(corners), open(centres)];
        if (grid.colors.sets.some(Boolean)) element.after(colors(grid, grid.colors.sets));
        if (regions) element.after(drawRegions(regions));
        element.classList.toggle('drawn', regions !== null);
        if (step || [seen, corner, centre].some((all) => all.some(Boolean))) field.append(ink(grid, { sets: seen, corners: corner, centres: centre }, step, chain));
        element.classList.toggle('told', step !== null);
        highlight();
        return clashes.size === 0;
    }

    /** Shows the chosen cells, those that see all of them, and those with the same digit. */
    function highlight() {
        const chosen = selection.cells;
        const own = new Set(chosen.map((cell) => grid.digit(cell)));
        const digit = own.size === 1 ? [...own][0] : EMPTY;
        const peers = chosen.map((cell) => grid.peers(cell));
        for (const cell of cells()) {
            const number = Number(cell.dataset.cell);
            cell.classList.toggle('peer', peers.length > 0 && peers.every((some) => some.has(number)));
            cell.classList.toggle('equal', digit !== EMPTY && grid.digit(number) === digit);
            cell.setAttribute('aria-selected', String(selection.has(number)));
        }
        element.classList.toggle('several', chosen.length > 1);
        field.querySelector('.chosen')?.remove();
        if (chosen.length === 0) return;
        const middle = (cell) => [grid.column(cell) * 100 + 50, grid.row(cell) * 100 + 50];
        const line = isLine && chosen.length > 1 ? s('polyline', { points: points(chosen.map(middle)) }) : null;
        field.append(viewOf('chosen', outlines(chosen, grid.columns, CHOSEN).map((ring) => s('polygon', { points: points(ring) })), line));
    }

    /** Something else is chosen: the last of it has the tab stop. */
    function show() {
        for (const cell of element.querySelectorAll('[tabindex="0"]')) cell.tabIndex = -1;
        cellOf(selection.at).tabIndex = 0;
        highlight();
        moved();
    }

    function choose(some) {
        if (!grid.board) return;
        selection.choose(some);
        if (some.length > 0) selection.at = some.at(-1);
        show();
    }

    /** Chooses a cell: alone, or besides the others; `isLess` takes it away from them. */
    function pick(cell, { isMore = false, isLess = false } = {}) {
        if (!grid.board) return;
        if (isLess) selection.remove(cell);
        else if (isMore) selection.add(cell);
        else selection.only(cell);
        show();
        isPicking = true;
        cellOf(cell).focus({ preventScroll: true });
        isPicking = false;
    }

    /** Goes to another cell; beyond the last one is the first. */
    function move(down, right, isMore) {
        const { rows, columns } = grid;
        const { at } = selection;
        pick(((grid.row(at) + down + rows) % rows) * columns + ((grid.column(at) + right + columns) % columns), { isMore });
        cellOf(selection.at).scrollIntoView({ block: 'nearest' });
    }

    return {
        elements: [frame],
        element,
        selection,
        draw,
        fill,
        choose,
        pick,
        move,
        focus: (cell) => pick(cell),
        /** The cell that was chosen last. */
        get at() {
            return selection.at;
        },
        /** The cells that are typed into: the tab stop, if none was chosen. */
        get cells() {
            return selection.isEmpty ? [selection.at] : selection.cells;
        },
        /** The chosen cells are shown as a line. */
        set isLine(its) {
            isLine = its;
            if (grid.board) highlight();
        },
        /** Nothing is typed into a board that is not there. */
        setReady(isReady) {
            frame.inert = !isReady;
        },
    };
}
