// What is done with a Sudoku: each button's work, on the grid and with the library.

import { remember } from './address.js';
import { Asking, said } from './asking.js';
import { h, later, reveal } from './dom.js';
import { openBoard } from './sudoku-board.js';
import { cut } from './sudoku-cages.js';
import { DIGITS, EMPTY, ORDERS, SudokuGrid } from './sudoku-grid.js';
import { undoing } from './undo.js';

const readable = (rule) => rule.replaceAll('-', ' ');

export class Sudoku {
    /** What is typed as text and not taken yet; none if the text is that of the grid. */
    #draft;
    /** The puzzle whose rating is shown. */
    #rated = null;
    /** Counts boards that are to be drawn: the newest one is wanted. */
    #draws = 0;
    #keep = later(300, () => remember('sudoku', this.state));

    /** `controls` has what the puzzle is made of and with: `seed`, `level`, `symmetric`, `editing`, `shown`. */
    constructor(state, controls) {
        this.grid = new SudokuGrid(state);
        this.#draft = state.draft ?? null;
        this.controls = controls;
        this.asking = new Asking('sudoku');
        this.board = openBoard(this.grid, { put: (digit) => this.put(digit), take: (text) => this.take(text) });
        this.rating = h('dl', { class: 'values', id: 'sudoku-rating' });
        this.text = h('textarea', {
            id: 'sudoku-text', rows: 3, class: 'mono', spellcheck: 'false', 'aria-label': 'The puzzle as text', 'data-undo': '',
            oninput: () => { this.#draft = this.text.value; this.#changed('text'); },
        });
        this.fault = h('p', { class: 'fault', role: 'alert' });
        this.undo = undoing('sudoku', { state: () => this.#steps, restore: (before) => this.#restore(before) });
    }

    /** What undoing brings back. */
    get #steps() {
        return { ...this.grid.state, draft: this.#draft };
    }

    get state() {
        return { ...this.#steps, seed: this.controls.seed() };
    }

    /** Something has changed: that is a step, and in the address. */
    #changed(word = null) {
        this.undo.record(word);
        this.#keep();
    }

    /** All of the puzzle gives way to something else. */
    #replacing() {
        this.undo.replacing();
        this.#draft = null;
        this.controls.editing.checked = false;
    }

    #restore(before) {
        this.#draft = before.draft;
        this.#keep();
        if (this.grid.restore(before) || !this.grid.board) return void this.draw();
        this.asking.halt();
        this.#fill();
        this.asking.tell('');
    }

    /** Draws another board, once the library has told what it is. */
    async draw() {
        const { grid, board, controls } = this;
        controls.show(grid);
        // Nothing is asked of a board that is not there.
        controls.setReady(false);
        board.setReady(false);
        this.asking.halt();
        const mine = ++this.#draws;
        const drawn = await said('sudoku-board', ...grid.fields);
        if (mine !== this.#draws) return;
        this.fault.textContent = drawn.status === 0 ? '' : drawn.messages.trim();
        if (drawn.status !== 0) return this.asking.tell(this.fault.textContent, 'dead');
        if (this.asking.said.dataset.kind === 'dead') this.asking.tell('');
        grid.draw(JSON.parse(drawn.values));
        controls.show(grid);
        controls.setReady(true);
        board.setReady(true);
        board.draw();
        this.#fill();
    }

    /** Shows what stands in the grid. Whether nothing clashes. */
    #fill(hint = -1) {
        const isFine = this.board.fill(hint);
        this.text.value = this.#draft ?? this.grid.text;
        if (this.grid.puzzle !== this.#rated) this.rating.replaceChildren();
        return isFine;
    }

    put(digit) {
        this.grid.put(this.board.at, digit, this.controls.editing.checked);
        const isFine = this.#fill();
        this.#changed();
        // What was said is of another grid.
        this.asking.tell('');
        if (isFine && this.grid.isFilled) this.asking.tell('All cells are filled, and nothing clashes.', 'solution');
    }

    /** Up to two solutions of what stands in the grid, or of other digits; nothing once something else is wanted. */
    async #solutions(doing, digits = this.grid.text) {
        const before = this.grid.text;
        const found = await this.asking.ask(doing, 'sudoku-solve', ...this.grid.fields, digits);
        return before === this.grid.text ? found : undefined;
    }

    async solve() {
        const { grid, asking } = this;
        const found = await this.#solutions('Solving ...');
        if (!found) return;
        if (found.clash) return asking.tell(`No solution: ${found.clash}`, 'dead');
        if (found.solutions.length === 0) {
            const alone = grid.puzzle === grid.text ? found : await this.#solutions('Solving ...', grid.puzzle);
            if (!alone) return;
            return asking.tell(alone.solutions.length > 0 ? 'No solution with the digits that were typed; the clues alone have one.' : 'No solution', 'dead');
        }
        grid.fill(found.solutions[0].toUpperCase());
        this.#fill();
        this.#changed();
        reveal(this.board.elements[0]);
        asking.tell(found.solutions.length > 1 ? 'This is one of two or more solutions.' : 'This is the only solution.', 'solution');
    }

    async hint() {
        const { grid, asking } = this;
        const before = grid.text;
        const all = await this.#solutions('Looking ...');
        if (!all) return;
        if (all.clash || all.solutions.length === 0) return asking.tell(`Something is wrong already${all.clash ? `: ${all.clash}` : '.'}`, 'dead');
        if (grid.isFilled) return asking.tell('All cells are filled.', 'solution');
        const found = await asking.ask('Looking ...', 'sudoku-hint', ...grid.fields, before);
        if (found === undefined || before !== grid.text) return;
        const cell = found ? found.cell : before.indexOf(EMPTY);
        const digit = found ? DIGITS[found.digit - 1] : all.solutions[0][cell].toUpperCase();
        const rules = [...new Set(found?.rules.map(readable) ?? ['no rule finds the next digit; this is from the solution'])];
        const why = rules.length > 1 ? `${rules.at(-1)}, after ${rules.slice(0, -1).join(', ')}` : rules[0];
        grid.put(cell, digit);
        this.#fill(cell);
        this.#changed();
        this.board.focus(cell);
        asking.tell(`${digit} in ${grid.place(cell)}: ${why}`);
    }

    async rate() {
        const { grid } = this;
        const { puzzle } = grid;
        const found = await this.asking.ask('Rating ...', 'sudoku-rate', ...grid.fields, puzzle);
        if (!found || puzzle !== grid.puzzle) return;
        const row = (name, value) => [h('dt', {}, name), h('dd', {}, value)];
        this.rating.replaceChildren(
            ...row('Solutions', found.solutions > 1 ? '2 or more' : found.solutions),
            ...row('Clues', grid.cells - found.empty),
            ...row('WNEF', found.wnef.toFixed(5)),
            ...row('Rules', `${found.rules.map(readable).join(', ') || 'none'}${found.solved ? '' : ', then search'}`),
            ...(found.work ? row('Nodes, mems', `${found.work.nodes}, ${found.work.mems}`) : []));
        this.#rated = puzzle;
        reveal(this.rating);
    }

    async make() {
        const { grid, controls } = this;
        const level = grid.order === 9 ? controls.level() : '';
        const made = await this.asking.ask('Making a puzzle ...', 'sudoku-make', ...grid.fields, level, controls.symmetric.checked ? '1' : '', controls.seed());
        if (!made) return;
        this.#replacing();
        grid.take(made.puzzle.toUpperCase());
        this.#fill();
        this.#changed();
        reveal(this.board.elements[0]);
        const clues = [...grid.clues].filter((digit) => digit !== EMPTY).length;
        this.asking.tell(`A new puzzle with ${clues} clues.`);
    }

    /** Takes a puzzle from a text in any form that the library reads. */
    async take(text) {
        const { grid, asking } = this;
        // A board with a fault has no puzzles.
        const fields = grid.board ? grid.fields : [ORDERS.includes(grid.order) ? grid.order : 9, '', '', ''];
        const read = await asking.look('sudoku-read', ...fields, text);
        if (!read) return;
        if (read.status !== 0) return asking.tell(`This is no puzzle: ${read.messages.trim()}`, 'dead');
        const { order, grid: digits, more } = JSON.parse(read.values);
        this.#replacing();
        if (order !== grid.order || !grid.board) grid.change({ order, jigsaw: '', cages: '' });
        grid.take(digits.toUpperCase());
        this.#changed();
        if (grid.board) this.#fill();
        else await this.draw();
        reveal(this.board.elements[0]);
        asking.tell(more ? 'This is the first puzzle of several.' : '');
    }

    /** Another board; its digits stay, if they fit. */
    change(fields) {
        this.undo.replacing();
        this.grid.change(fields);
        this.#changed();
        return this.draw();
    }

    restart() {
        this.undo.replacing();
        this.grid.restart();
        this.asking.halt();
        this.#fill();
        this.#changed();
        this.asking.tell('');
    }

    async empty() {
        const { grid, asking, controls } = this;
        this.#replacing();
        grid.empty();
        this.#changed();
        // The cages are the puzzle, if there are any.
        controls.editing.checked = grid.cages === '';
        asking.halt();
        if (grid.board) this.#fill();
        else await this.draw();
        asking.tell(controls.editing.checked ? 'What you type are clues now.' : '');
    }

    /** Cuts a filled grid into cages. */
    async drawCages() {
        const { grid, controls } = this;
        const [order, diagonal, jigsaw] = grid.fields;
        const made = await this.asking.ask('Filling a grid ...', 'sudoku-make', order, diagonal, jigsaw, '', '', '', controls.seed());
        if (!made) return;
        this.#replacing();
        grid.change({ cages: cut(made.solution.toUpperCase(), order, Number(controls.seed())) });
        grid.empty();
        this.#changed();
        await this.draw();
        this.asking.tell('Cages are drawn. Make a puzzle to have the clues that they need, if any.');
    }

    close() {
        this.#draws += 1;
        this.#keep.cancel();
        this.asking.halt();
        this.undo.close();
        this.board.close();
    }
}
