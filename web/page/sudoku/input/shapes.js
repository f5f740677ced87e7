// Cages and the boxes of a jigsaw, drawn by hand: cells are chosen on the grid, and a button makes them a cage or a box.

import { button, field, h, reveal } from '../../dom.js';
import { cagesText, cagesWithout, cageFault, sumOf } from '../model/cages.js';
import { Regions } from '../model/regions.js';

const isNumber = (text) => /^\d{1,4}$/.test(text);

export class Shapes {
    #grid;
    #board;
    #asking;
    #change;
    #redraw;
    #opened;
    /** The boxes that are being drawn; none if none are. */
    #regions = null;

    /** `opened()` hears that the tools are shown; `change(fields)` takes another board; `redraw()` shows boxes that are not whole yet. */
    constructor({ opened, grid, board, asking, change, redraw }) {
        [this.#opened, this.#grid, this.#board, this.#asking, this.#change, this.#redraw] = [opened, grid, board, asking, change, redraw];
        this.sum = field('Sum', { id: 'cage-sum', inputmode: 'numeric', autocomplete: 'off', size: 4, onkeydown: (event) => event.key === 'Enter' && this.#addCage() });
        this.begin = button('Draw boxes', () => this.#begin(), { id: 'regions-begin' });
        const cages = h('div', { class: 'tools' }, this.sum,
            button('Add cage', () => this.#addCage(), { id: 'cage-add', title: 'The chosen cells become a cage' }),
            button('Erase cages', () => this.#eraseCages(), { id: 'cage-erase', title: 'The cages of the chosen cells go' }),
            this.begin, button('Close', () => this.close(), { id: 'shapes-close' }));
        this.says = h('p', { class: 'facts', id: 'regions-says', 'aria-live': 'polite' });
        this.drawing = h('div', { class: 'tools', hidden: true },
            button('Make a box', () => this.#join(null), { id: 'regions-join', title: 'The chosen cells become a box of their own' }),
            button('Add to the box', () => this.#extend(), { id: 'regions-extend', title: 'The chosen cells join the box of the one that was chosen first' }),
            button('Take out', () => this.#clear(), { id: 'regions-clear', title: 'The chosen cells leave their boxes' }),
            button('All out', () => this.#clear(true), { id: 'regions-empty' }),
            button('Boxes are done', () => this.stop(), { id: 'regions-stop' }));
        /** The tools, below the grid. */
        this.bar = h('section', { class: 'shapes no-print', id: 'shapes', 'aria-label': 'Cages and boxes', hidden: true },
            h('p', { class: 'facts' }, 'Draw over the cells of a cage, type its sum, and press Add cage. If the cells have digits, their sum counts. Boxes are drawn in the same way.'),
            cages, this.drawing, this.says);
    }

    /** Shows the tools. Strokes choose cells for them. */
    open() {
        this.#opened();
        this.bar.hidden = false;
        reveal(this.#board.elements[0]);
    }

    close() {
        if (this.#regions) this.stop();
        this.bar.hidden = true;
    }

    /** The boxes that are being drawn, for the picture. */
    get regions() {
        return this.#regions;
    }

    /** The same as text, for what is kept. */
    get text() {
        return this.#regions?.text ?? '';
    }

    restore(text = '') {
        this.#regions = text ? new Regions(this.#grid.order, text) : null;
        this.#show();
    }

    #show() {
        const isDrawing = this.#regions !== null;
        this.drawing.hidden = !isDrawing;
        if (isDrawing) this.bar.hidden = false;
        this.begin.hidden = isDrawing;
        this.says.textContent = isDrawing ? this.#regions.says : '';
    }

    #addCage() {
        const { cells } = this.#board.selection;
        const input = this.sum.querySelector('input');
        const [grid, asking] = [this.#grid, this.#asking];
        const typed = input.value.trim();
        const sum = isNumber(typed) ? Number(typed) : typed === '' ? sumOf(cells, grid.text) : null;
        const fault = cageFault(sum, cells, grid.order);
        if (fault) return asking.tell(fault, 'dead');
        const own = [...cells].sort((one, other) => one - other);
        const cages = [...cagesWithout(grid.board.cages, own), [sum, own]].sort(([, one], [, other]) => one[0] - other[0]);
        input.value = '';
        this.#board.choose([]);
        return this.#take({ cages: cagesText(cages, grid.order) }, `A cage of ${own.length} ${own.length === 1 ? 'cell' : 'cells'} with the sum ${sum}.`);
    }

    #eraseCages() {
        const grid = this.#grid;
        const cages = cagesWithout(grid.board.cages, this.#board.selection.cells);
        if (cages.length === grid.board.cages.length) return this.#asking.tell('The chosen cells are in no cage.');
        return this.#take({ cages: cagesText(cages, grid.order) }, 'The cages of these cells are gone.');
    }

    async #take(fields, told) {
        await this.#change(fields);
        if (this.#grid.board) this.#asking.tell(told);
    }

    #begin() {
        this.#regions = Regions.of(this.#grid.order, this.#grid.board.boxes);
        this.#show();
        this.#asking.tell('Draw over cells, and press Make a box.');
        this.#redraw();
    }

    /** No more boxes are drawn. Those that are not whole are forgotten. */
    stop() {
        if (this.#regions && !this.#regions.isWhole) this.#asking.tell('The boxes were not whole, so the board stays what it was.');
        this.#regions = null;
        this.#show();
        this.#redraw();
    }

    #join(name) {
        const { cells } = this.#board.selection;
        if (cells.length === 0) return this.#asking.tell('Choose the cells of the box first: draw over them.', 'dead');
        if (!this.#regions.join(cells, name)) return this.#asking.tell(`There are ${this.#grid.order} boxes already. Take cells out of one first.`, 'dead');
        this.#board.choose([]);
        return this.#changed();
    }

    #extend() {
        const [first] = this.#board.selection.cells;
        const name = first === undefined ? '.' : this.#regions.name(first);
        if (name === '.') return this.#asking.tell('Choose a cell of the box first, then those that join it.', 'dead');
        return this.#join(name);
    }

    #clear(isAll = false) {
        const cells = isAll ? [...this.#grid.given.keys()] : this.#board.selection.cells;
        this.#regions.clear(cells);
        this.#board.choose([]);
        this.#changed();
    }

    /** Boxes that are whole are the board's. */
    #changed() {
        this.#show();
        this.#asking.tell(this.#regions.says);
        if (!this.#regions.isWhole) return this.#redraw();
        const regions = this.#regions.text;
        return this.#take({ jigsaw: this.#regions.drawing }, this.#regions.says).then(() => this.restore(regions)).then(() => this.#redraw());
    }
}
