// A Sudoku without its picture: the board, clues and digits, marks and colors, what clashes, and its forms as
// text and as a state. It knows nothing of the page; boards and puzzles as text come from the library.
//
// `notes` are what somebody has written into the corners of a cell, and `centre` into its middle, whatever is
// meant by that. Candidates are the digits that those in the grid leave, but those that were struck out (`gone`).
// `colors` are sets of colors, by numbers from 1 on.
//
// With `rules`, a text of the library, the board has rules of its own; it may be no square then, and its digits
// may begin with 0. Digits are signs; a set of digits has a bit for each sign, the least one first.

import { Marks } from './marks.js';

/** What stands for the digits from 1 on. */
export const DIGITS = '123456789ABCDEFGHIJKLMNOP';
export const EMPTY = '.';
export const ORDERS = [4, 6, 9, 16, 25];

const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** Which kinds of marks a cell has. */
const MARKS = ['notes', 'centre', 'gone', 'colors'];

export class SudokuGrid {
    /** The units, boxes and cages of the board, as the library draws it; none until then. */
    board = null;
    /** The cells that share a unit or a cage with each cell, once they are asked for. */
    #peers = null;

    constructor(state = {}) {
        this.restore({ order: 9, given: FIRST, typed: '', diagonal: false, hyper: false, jigsaw: '', cages: '', ...state });
    }

    /** What is to be kept of it. */
    get state() {
        const { order, diagonal, hyper, jigsaw, cages, rules, shape } = this;
        const marks = Object.fromEntries(MARKS.map((kind) => [kind, this[kind].text]));
        const own = rules ? { rules, shape } : {};
        return { order, given: this.given.join(''), typed: this.typed.join(''), diagonal, hyper, jigsaw, cages, ...own, ...marks };
    }

    /** Takes a state back. Whether its board is another one. */
    restore({ order, given, typed, diagonal, hyper, jigsaw, cages, rules = '', shape = null, ...marks }) {
        const before = this.order && this.#key;
        Object.assign(this, { order, diagonal, hyper, jigsaw, cages, rules, shape: rules ? shape : null });
        this.given = [...given];
        if (this.given.length !== this.cells) this.given = this.#blank();
        this.typed = [...typed];
        if (this.typed.length !== this.cells) this.typed = this.#blank();
        for (const kind of MARKS) this[kind] = new Marks(this.cells, marks[kind] ?? '');
        const isOther = before !== this.#key;
        if (isOther) this.board = null;
        return isOther;
    }

    #blank() {
        return [...EMPTY.repeat(this.cells)];
    }

    /** Whether the board has rules of its own. */
    get isRuled() {
        return this.rules !== '';
    }

    /** Rows, columns, and the least digit: `shape` has them where they are not those of a square from 1 on. */
    get rows() {
        return this.shape?.[0] ?? this.order;
    }

    get columns() {
        return this.shape?.[1] ?? this.order;
    }

    get first() {
        return this.shape?.[2] ?? 1;
    }

    /** The digits that cells may have, as signs. */
    get signs() {
        return (this.first === 0 ? `0${DIGITS}` : DIGITS).slice(0, this.order);
    }

    /** The number of a digit among all: 1 for the least one; 0 for none. */
    number(digit) {
        return this.signs.indexOf(digit) + 1;
    }

    /** A usual board as the library asks for it. */
    get fields() {
        return [this.order, (this.diagonal ? 1 : 0) + (this.hyper ? 2 : 0), this.jigsaw, this.cages];
    }

    get #key() {
        return [...this.fields, this.rules].join('\n');
    }

    /** What is asked of the library about the board (`board`), or about digits on it (`solve`, `candidates`). */
    asks(what, ...more) {
        return [`${this.isRuled ? 'rules' : 'sudoku'}-${what}`, ...(this.isRuled ? [this.rules] : this.fields), ...more];
    }

    /** The library's board: its order is that of the digits, too. */
    draw(board) {
        this.board = board;
        this.#peers = null;
        const { order, rows = order, columns = order, first = 1 } = board;
        const isSquare = rows === order && columns === order && first === 1;
        this.shape = isSquare ? null : [rows, columns, first];
        this.order = order;
        if (this.given.length !== rows * columns) this.empty();
    }

    /** Another board. Digits stay, if there are as many cells. */
    change(board) {
        Object.assign(this, { rules: '', shape: null }, board);
        // Windows are those of order 9.
        this.hyper &&= this.order === 9;
        this.board = null;
        // What was struck out may be possible on the other board.
        this.gone = new Marks(this.cells);
        if (this.given.length !== this.cells) this.empty();
    }

    /** Other rules; all that is told of a board is in their text. None are the usual board of this order. */
    rule(rules) {
        const { shape } = this;
        this.change({ diagonal: false, hyper: false, jigsaw: '', cages: '', rules, shape: rules ? shape : null });
    }

    get cells() {
        return this.rows * this.columns;
    }

    /** What stands in a cell: a clue, or what was typed there. */
    digit(cell) {
        return this.given[cell] === EMPTY ? this.typed[cell] : this.given[cell];
    }

    isGiven(cell) {
        return this.given[cell] !== EMPTY;
    }

    /** The puzzle as text: digits, or rules with the digits that are given. */
    get written() {
        if (!this.isRuled) return this.text;
        const given = this.given.flatMap((digit, cell) => (digit === EMPTY ? [] : [[this.row(cell), this.column(cell), this.number(digit) - 1 + this.first]]));
        if (given.length === 0) return this.rules;
        // Rules are a text of Interactive Sudoku Solver or, if that lacks one of them, of f-puzzles; or what was pasted.
        if (this.rules.startsWith('.')) return `${this.rules}.~${given.map(([row, column, value]) => `R${row + 1}C${column + 1}_${value}`).join('~')}`;
        if (!this.rules.startsWith('{')) return this.rules;
        const puzzle = JSON.parse(this.rules);
        for (const [row, column, value] of given) Object.assign(puzzle.grid[row][column], { value, given: true });
        return JSON.stringify(puzzle);
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

    /** The puzzle itself: its clues. On a board that has neither clues nor cages nor rules, all digits are clues. */
    get puzzle() {
        const isOpen = this.cages === '' && !this.isRuled && this.given.every((digit) => digit === EMPTY);
        return isOpen ? this.text : this.clues;
    }

    /**
     * Writes a digit, as a clue or over what was typed. Clues are only changed by clues. It goes from the
     * marks of all cells that see it.
     */
    put(cell, digit, isClue = false) {
        if (isClue) {
            this.given[cell] = digit;
            this.typed[cell] = EMPTY;
        } else if (this.isGiven(cell)) return;
        else this.typed[cell] = digit;
        if (digit === EMPTY || !this.board) return;
        for (const peer of this.peers(cell)) {
            this.notes.remove(peer, this.number(digit));
            this.centre.remove(peer, this.number(digit));
        }
    }

    /** Empties cells: their digits; if they have none, their marks; and then their colors. */
    erase(cells, isClue = false) {
        const has = (cell) => (isClue ? this.digit(cell) : this.typed[cell]) !== EMPTY && (isClue || !this.isGiven(cell));
        if (cells.some(has)) return cells.filter(has).forEach((cell) => this.put(cell, EMPTY, isClue));
        const kinds = cells.some((cell) => this.notes.set(cell) || this.centre.set(cell)) ? ['notes', 'centre'] : ['colors'];
        for (const kind of kinds) for (const cell of cells) this[kind].clear(cell);
    }

    /** The cells that cannot have the digit of a cell: those of its units and of its cage. */
    peers(cell) {
        if (!this.#peers) {
            this.#peers = this.given.map(() => new Set());
            for (const cells of [...this.board.units, ...this.board.cages.map(([, cells]) => cells)]) {
                // Cells beside the grid are in no picture of it.
                const inside = cells.filter((one) => one < this.cells);
                for (const one of inside) for (const other of inside) if (one !== other) this.#peers[one].add(other);
            }
        }
        return this.#peers[cell];
    }

    /** The digits that a rule allows in a cell, whatever the others are; none if these are all. */
    limit(cell) {
        return this.board?.limits?.find(([own]) => own === cell)?.[1] ?? 0;
    }

    /** The digits that those in the grid leave to a cell, as a set; none if it has a digit. */
    #left(cell) {
        if (this.digit(cell) !== EMPTY) return 0;
        let set = this.limit(cell) || 2 ** this.order - 1;
        for (const peer of this.peers(cell)) {
            const digit = this.digit(peer);
            if (digit !== EMPTY) set &= ~(1 << (this.number(digit) - 1));
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

    /**
     * Marks empty cells with a digit, or cells with a color; if all of them have it, it goes. `kind` is where marks
     * are. Only what the digits in the grid leave is struck out.
     */
    mark(cells, number, kind) {
        const open = kind === 'colors' ? cells : cells.filter((cell) => this.digit(cell) === EMPTY && (kind !== 'gone' || (this.#left(cell) >> (number - 1)) & 1));
        const isThere = open.every((cell) => this[kind].has(cell, number));
        for (const cell of open) this[kind][isThere ? 'remove' : 'add'](cell, number);
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
        this.typed = this.#blank();
        for (const kind of MARKS) this[kind] = new Marks(this.cells);
    }

    empty() {
        this.given = this.#blank();
        this.restart();
    }

    /** The cells whose digits clash: with a digit of their units, with one of their cages, or with the sum. */
    clashes() {
        const found = new Set();
        const { units, cages } = this.board;
        const clash = (cells) => {
            const first = new Map();
            for (const cell of cells) {
                const digit = cell < this.cells ? this.digit(cell) : EMPTY;
                if (digit === EMPTY) continue;
                if (first.has(digit)) found.add(cell).add(first.get(digit));
                else first.set(digit, cell);
            }
        };
        for (const unit of units) clash(unit);
        for (const [sum, cells] of cages) {
            clash(cells);
            const digits = cells.map((cell) => this.number(this.digit(cell)));
            if (!digits.includes(0) && digits.reduce((all, digit) => all + digit, 0) !== sum) {
                for (const cell of cells) found.add(cell);
            }
        }
        return found;
    }

    row(cell) {
        return Math.floor(cell / this.columns);
    }

    column(cell) {
        return cell % this.columns;
    }

    /** Whether the border of a cell on this side is one of its box; outside of the board is no box. */
    isWall(cell, down, right) {
        const [row, column] = [this.row(cell) + down, this.column(cell) + right];
        if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return true;
        return this.board.boxes[cell] !== this.board.boxes[row * this.columns + column];
    }

    isOnDiagonal(cell) {
        const [row, column] = [this.row(cell), this.column(cell)];
        return this.diagonal && (row === column || row + column === this.order - 1);
    }

    /** Whether a cell is in one of the four windows of a hyper Sudoku. */
    isInWindow(cell) {
        const isWithin = (line) => line % 4 !== 0;
        return this.hyper && isWithin(this.row(cell)) && isWithin(this.column(cell));
    }

    place(cell) {
        return `row ${this.row(cell) + 1}, column ${this.column(cell) + 1}`;
    }
}
