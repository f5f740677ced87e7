// A Sudoku without its picture: the board, clues and digits, notes and candidates, what clashes, and its
// forms as text and as a state. It knows nothing of the page; boards and puzzles as text come from the
// library.
//
// `notes` are what somebody has written into the corners of a cell, whatever is meant by that.
// Candidates are the digits that those in the grid leave, but those that were struck out (`gone`).

import { Marks } from './sudoku-marks.js';

/** What stands for the digits from 1 on. */
export const DIGITS = '123456789ABCDEFGHIJKLMNOP';
export const EMPTY = '.';
export const ORDERS = [4, 6, 9, 16, 25];

const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const blank = (order) => [...EMPTY.repeat(order * order)];

export class SudokuGrid {
    /** The units, boxes and cages of the board, as the library draws it; none until then. */
    board = null;
    /** The cells that share a unit or a cage with each cell, once they are asked for. */
    #peers = null;

    constructor(state = {}) {
        this.restore({ order: 9, given: FIRST, typed: '', diagonal: false, hyper: false, jigsaw: '', cages: '', notes: '', gone: '', ...state });
    }

    /** What is to be kept of it. */
    get state() {
        const { order, diagonal, hyper, jigsaw, cages } = this;
        return { order, given: this.given.join(''), typed: this.typed.join(''), diagonal, hyper, jigsaw, cages, notes: this.notes.text, gone: this.gone.text };
    }

    /** Takes a state back. Whether its board is another one. */
    restore({ order, given, typed, diagonal, hyper, jigsaw, cages, notes, gone }) {
        const before = this.order && String(this.fields);
        Object.assign(this, { order, diagonal, hyper, jigsaw, cages });
        this.given = [...given];
        if (this.given.length !== order * order) this.given = blank(order);
        this.typed = [...typed];
        if (this.typed.length !== this.given.length) this.typed = blank(order);
        this.notes = new Marks(this.cells, notes);
        this.gone = new Marks(this.cells, gone);
        const isOther = before !== String(this.fields);
        if (isOther) this.board = null;
        return isOther;
    }

    /** The board as the library asks for it. */
    get fields() {
        return [this.order, (this.diagonal ? 1 : 0) + (this.hyper ? 2 : 0), this.jigsaw, this.cages];
    }

    /** The library's board: its order is that of the digits, too. */
    draw(board) {
        this.board = board;
        this.#peers = null;
        if (board.order !== this.order || this.given.length !== board.order ** 2) {
            this.order = board.order;
            this.empty();
        }
    }

    /** Another board. Digits stay, if there are as many cells. */
    change(board) {
        Object.assign(this, board);
        // Windows are those of order 9.
        this.hyper &&= this.order === 9;
        this.board = null;
        // What was struck out may be possible on the other board.
        this.gone = new Marks(this.cells);
        if (this.given.length !== this.order * this.order) this.empty();
    }

    get cells() {
        return this.order * this.order;
    }

    /** What stands in a cell: a clue, or what was typed there. */
    digit(cell) {
        return this.given[cell] === EMPTY ? this.typed[cell] : this.given[cell];
    }

    isGiven(cell) {
        return this.given[cell] !== EMPTY;
    }

    /** All that stands in the grid. */
    get text() {
        return this.given.map((_, cell) => this.digit(cell)).join('');
    }

    get clues() {
        return this.given.join('');
    }

    get isFilled() {
        return !this.text.includes(EMPTY);
    }

    /** The puzzle itself: its clues. On a board that has neither clues nor cages, all digits are clues. */
    get puzzle() {
        const isOpen = this.cages === '' && this.given.every((digit) => digit === EMPTY);
        return isOpen ? this.text : this.clues;
    }

    /**
     * Writes a digit, as a clue or over what was typed. Clues are only changed by clues. It goes from the
     * notes of all cells that see it.
     */
    put(cell, digit, isClue = false) {
        if (isClue) {
            this.given[cell] = digit;
            this.typed[cell] = EMPTY;
        } else if (this.isGiven(cell)) return;
        else this.typed[cell] = digit;
        if (digit === EMPTY || !this.board) return;
        for (const peer of this.peers(cell)) this.notes.remove(peer, DIGITS.indexOf(digit) + 1);
    }

    /** The cells that cannot have the digit of a cell: those of its units and of its cage. */
    peers(cell) {
        if (!this.#peers) {
            this.#peers = this.given.map(() => new Set());
            for (const cells of [...this.board.units, ...this.board.cages.map(([, cells]) => cells)]) {
                for (const one of cells) for (const other of cells) if (one !== other) this.#peers[one].add(other);
            }
        }
        return this.#peers[cell];
    }

    /** The digits that those in the grid leave to a cell, as a set; none if it has a digit. */
    #left(cell) {
        if (this.digit(cell) !== EMPTY) return 0;
        let set = 2 ** this.order - 1;
        for (const peer of this.peers(cell)) {
            const digit = this.digit(peer);
            if (digit !== EMPTY) set &= ~(1 << DIGITS.indexOf(digit));
        }
        return set;
    }

    /** The candidates of each cell, as sets. */
    candidates() {
        return this.given.map((_, cell) => this.#left(cell) & ~this.gone.set(cell));
    }

    /** The first empty cell that has no candidate; none if all have. */
    deadCell() {
        const sets = this.candidates();
        return sets.findIndex((set, cell) => set === 0 && this.digit(cell) === EMPTY);
    }

    /** Notes a digit in an empty cell, or takes the note away. */
    note(cell, digit) {
        if (this.digit(cell) === EMPTY) this.notes.toggle(cell, digit);
    }

    /** Strikes a candidate out, or brings it back. What the digits in the grid rule out stays so. */
    strike(cell, digit) {
        if (this.#left(cell) & (1 << (digit - 1))) this.gone.toggle(cell, digit);
    }

    /** Does a step that was found: its digit, and the candidates that it takes away. */
    follow({ placed, removed }) {
        for (const [cell, digit] of removed) this.gone.add(cell, digit);
        if (placed) this.put(placed[0], DIGITS[placed[1] - 1]);
    }

    /** Takes a puzzle of this order: its digits are clues. */
    take(digits) {
        this.given = [...digits];
        this.restart();
    }

    /** Fills in a solution. */
    fill(solution) {
        this.typed = [...solution].map((digit, cell) => (this.isGiven(cell) ? EMPTY : digit));
    }

    /** Only the clues stay. */
    restart() {
        this.typed = blank(this.order);
        this.notes = new Marks(this.cells);
        this.gone = new Marks(this.cells);
    }

    empty() {
        this.given = blank(this.order);
        this.restart();
    }

    /** The cells whose digits clash: with a digit of their units, with one of their cages, or with the sum. */
    clashes() {
        const found = new Set();
        const { units, cages } = this.board;
        const clash = (cells) => {
            const first = new Map();
            for (const cell of cells) {
                const digit = this.digit(cell);
                if (digit === EMPTY) continue;
                if (first.has(digit)) found.add(cell).add(first.get(digit));
                else first.set(digit, cell);
            }
        };
        for (const unit of units) clash(unit);
        for (const [sum, cells] of cages) {
            clash(cells);
            const digits = cells.map((cell) => DIGITS.indexOf(this.digit(cell)) + 1);
            if (!digits.includes(0) && digits.reduce((all, digit) => all + digit, 0) !== sum) {
                for (const cell of cells) found.add(cell);
            }
        }
        return found;
    }

    /** Whether the border of a cell on this side is one of its box; outside of the board is no box. */
    isWall(cell, down, right) {
        const [row, column] = [Math.floor(cell / this.order) + down, (cell % this.order) + right];
        if (row < 0 || column < 0 || row >= this.order || column >= this.order) return true;
        return this.board.boxes[cell] !== this.board.boxes[row * this.order + column];
    }

    isOnDiagonal(cell) {
        const [row, column] = [Math.floor(cell / this.order), cell % this.order];
        return this.diagonal && (row === column || row + column === this.order - 1);
    }

    /** Whether a cell is in one of the four windows of a hyper Sudoku. */
    isInWindow(cell) {
        const isWithin = (line) => line % 4 !== 0;
        return this.hyper && isWithin(Math.floor(cell / this.order)) && isWithin(cell % this.order);
    }

    place(cell) {
        return `row ${Math.floor(cell / this.order) + 1}, column ${(cell % this.order) + 1}`;
    }
}
