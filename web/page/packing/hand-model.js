// A packing to be played by hand, read from its problem: cells, pieces and the ways they can lie, what
// fits, and what is left to be solved once some pieces are placed. It knows nothing of the page.

import { cornered, flipped, gridOf, isSamePlace, isShift, keyOf, neighborsOf, nearest, shifted, sidesOf, toCorner, turned } from './grids.js';
import { headerOf, isCell } from './header.js';

/** Problems with more options than this are not played by hand. */
const MOST_OPTIONS = 100_000;

const isSide = (word) => /^\/\d+(:.)?$/.test(word);

const wordsOf = (line) => line.replace(/ \(\d+ of \d+\)$/, '').trim().split(/\s+/);
/** Options are the same if they have the same words. */
const nameOf = (line) => wordsOf(line).sort().join(' ');

/** Why a problem cannot be played by hand. */
class Unplayable extends Error {
    isUnplayable = true;
}

export class HandModel {
    /** `grid` is one of squares, hexagons and triangles, by name. */
    constructor(problem, grid) {
        this.grid = gridOf(grid);
        this.#header = headerOf(problem);
        const lines = problem.slice(problem.indexOf('\n') + 1).split('\n').filter(Boolean);
        if (lines.length > MOST_OPTIONS) throw new Unplayable('there are too many places for pieces');
        this.#readCells();
        this.#readOptions(lines);
        this.#findPieces();
    }

    #header;
    /** Cells by their names in the problem, and names by row and column. */
    #byName = new Map();
    #names = new Map();
    #must = new Set();
    /** The middles of sides, by the names of their items. */
    #middles = new Map();
    /** Options by their words. */
    #byWords = new Map();

    #readCells() {
        const all = [...this.#header.must.map((item) => [item, true]), ...this.#header.may.map((item) => [item, false])].filter(([{ name }]) => isCell(name));
        const numbers = all.map(([{ name }]) => name.split('.').map(Number));
        if (numbers.some((parts) => parts.length > 2 && parts[0] !== numbers[0][0])) throw new Unplayable('it has several layers');
        /** All cells: [row, column], and whether it must be covered. */
        this.cells = all.map(([{ name }, isMust], at) => {
            const cell = numbers[at].slice(-2);
            this.#byName.set(name, cell);
            this.#names.set(String(cell), name);
            if (isMust) this.#must.add(String(cell));
            return { cell, isMust };
        });
    }

    #readOptions(lines) {
        const sideCells = new Map();
        this.options = lines.map((line, number) => {
            const words = line.split(' ');
            const cells = words.filter(isCell).map((word) => this.#byName.get(word));
            const sides = words.filter(isSide).map((word) => word.split(':'));
            if (cells.length === 0 || words.some((word, at) => !isCell(word) && !isSide(word) && at > 0)) throw new Unplayable('its pieces have rules of their own');
            for (const [name] of sides) sideCells.set(name, [...(sideCells.get(name) ?? []), ...cells]);
            this.#byWords.set(nameOf(line), number);
            return { line, name: isCell(words[0]) ? null : words[0], cells, sides };
        });
        if (sideCells.size > 0) this.#findSides();
        for (const option of this.options) option.sides = option.sides.map(([name, color]) => [...this.#middles.get(name), color]);
    }

    /**
     * Where sides with colors are: a side of two cells is between them; those of one cell are at the
     * border, and numbered in the order in which the library lists the sides of a cell.
     */
    #findSides() {
        const { grid } = this;
        /** The items of sides of single cells; pieces of several cells name theirs among them. */
        const ofCell = new Map();
        for (const { cells, sides } of this.options) {
            if (cells.length !== 1) throw new Unplayable('its pieces have colored sides');
            const key = String(cells[0]);
            ofCell.set(key, new Set([...(ofCell.get(key) ?? []), ...sides.map(([name]) => name)]));
        }
        for (const [key, names] of ofCell) {
            const cell = key.split(',').map(Number);
            const open = sidesOf(grid, cell);
            const rest = new Set(names);
            neighborsOf(grid, cell).forEach((neighbor, at) => {
                const shared = [...(ofCell.get(String(neighbor)) ?? [])].find((name) => names.has(name));
                if (shared === undefined) return;
                this.#middles.set(shared, open[at]);
                rest.delete(shared);
                open[at] = null;
            });
            const [, high] = grid.center([1, 0]).map((part, axis) => part - grid.center([0, 0])[axis]);
            const across = grid === gridOf('square') ? 0 : 50;
            const left = ([x, y]) => x - (across * y) / high;
            const border = open.filter((side, at) => side && !this.#names.has(String(neighborsOf(grid, cell)[at])));
            border.sort((one, other) => Math.round(left(one) - left(other)) || (grid === gridOf('square') ? one[1] - other[1] : other[1] - one[1]));
            const numbers = [...rest].sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
            if (numbers.length > border.length) throw new Unplayable('the colors of its border are not known');
            numbers.forEach((name, at) => this.#middles.set(name, border[at]));
        }
    }

    /** All shapes that a shape becomes by turns, and turned over. */
    #orbit(shape) {
        const all = [];
        for (let [one, turn] = [shape, 0]; turn < this.grid.turns; turn += 1) {
            all.push(one, flipped(this.grid, one));
            one = turned(this.grid, one);
        }
        return all;
    }

    #findPieces() {
        const { grid, options } = this;
        const groups = new Map();
        const classes = new Map();
        const classOf = (shape) => {
            const key = keyOf(shape);
            if (!classes.has(key)) for (const other of this.#orbit(shape)) classes.set(keyOf(other), key);
            return classes.get(key);
        };
        for (const option of options) {
            option.shift = toCorner(grid, option.cells).map((part) => -part);
            option.shape = cornered(grid, option);
            // A piece that may be used any number of times has no item: it is known by its shape.
            const key = option.name ?? `= ${classOf(option.shape)}`;
            if (!groups.has(key)) groups.set(key, []);
            groups.get(key).push(option);
        }
        const bounds = new Map(this.#header.must.map((item) => [item.name, item]));
        const fitting = new Set([...groups.keys()]);
        /** The names of pieces that fit nowhere. */
        this.misfits = this.#header.must.filter(({ name, lower }) => !isCell(name) && lower > 0 && !fitting.has(name)).map(({ name }) => name);
        this.pieces = [...groups].map(([key, own], number) => {
            const { lower, upper } = bounds.get(key) ?? { lower: 0, upper: Infinity };
            const name = own[0].name ?? String.fromCharCode(65 + (number % 26));
            const most = own.reduce((best, option) => (option.sides.length > best.sides.length ? option : best));
            const piece = { number, name, lower, upper, size: most.cells.length, ways: [], next: [] };
            this.#findWays(piece, most.shape, own);
            return piece;
        });
        /** Options by piece, way and cells. */
        this.#places = new Map();
        for (const [key, own] of groups) {
            const piece = this.pieces[[...groups.keys()].indexOf(key)];
            for (const option of own) {
                option.piece = piece.number;
                option.way = piece.ways.findIndex((way) => agrees(way, option.shape));
                if (option.way < 0) throw new Unplayable('its pieces have rules of their own');
                const place = [piece.number, ...option.cells.map(String).sort()].join(' ');
                this.#places.set(place, [...(this.#places.get(place) ?? []), option]);
            }
        }
    }

    #places;

    /** The ways a piece can lie, and which of them a turn and a flip lead to. */
    #findWays(piece, shape, own) {
        const keys = new Set(own.map((option) => keyOf({ ...option.shape, sides: [] })));
        const isPlain = own.every(({ sides }) => sides.length === 0);
        const known = new Map();
        for (const way of this.#orbit(shape)) {
            const fits = isPlain ? keys.has(keyOf(way)) : own.some((option) => agrees(way, option.shape));
            if (fits && !known.has(keyOf(way))) {
                known.set(keyOf(way), piece.ways.length);
                piece.ways.push(way);
            }
        }
        const find = (from, act) => {
            // If the piece fits nowhere after a turn, it is turned once more.
            for (let [way, turn] = [act(from), 0]; turn < this.grid.turns; turn += 1) {
                if (known.has(keyOf(way))) return known.get(keyOf(way));
                way = turned(this.grid, way);
            }
            return known.get(keyOf(from));
        };
        piece.next = piece.ways.map((way) => ({ turn: find(way, (one) => turned(this.grid, one)), flip: find(way, (one) => flipped(this.grid, one)) }));
    }

    /** The number of the option with these words; nothing if there is none. */
    find(line) {
        return this.#byWords.get(nameOf(line)) ?? null;
    }

    /** The cells of a piece that lies in some way, moved by some rows and columns. */
    lying(piece, way, shift) {
        return shifted(this.grid, this.pieces[piece].ways[way], shift);
    }

    /**
     * Whether a piece can be dropped so, beside those that are placed (numbers of options): the option if
     * it can, and otherwise which of its cells are outside, on other pieces, or beside other colors.
     */
    look(piece, way, shift, placed) {
        const shape = this.lying(piece, way, shift);
        const names = shape.cells.map(String);
        const covered = new Map();
        for (const number of placed) for (const cell of this.options[number].cells) covered.set(String(cell), number);
        const outside = shape.cells.filter((_, at) => !this.#names.has(names[at]));
        const over = shape.cells.filter((_, at) => covered.has(names[at]));
        const others = [...new Set(names.map((name) => covered.get(name)).filter((number) => number !== undefined))];
        const option = (this.#places.get([piece, ...[...names].sort()].join(' ')) ?? []).find(({ sides }) => sides.every((side) => shape.sides.some((own) => isSameSide(own, side))));
        const clash = this.#clash(shape, placed);
        const isFine = option && over.length === 0 && !clash;
        return { option: isFine ? this.find(option.line) : null, shape, outside, over, others, clash };
    }

    /** Whether a side has another color than that of a piece beside it. */
    #clash(shape, placed) {
        return placed.some((number) => {
            const { piece, way, shift } = this.options[number];
            const { sides } = this.lying(piece, way, shift);
            return sides.some((side) => shape.sides.some((own) => isSamePlace(own, side) && own[2] !== side[2]));
        });
    }

    /** How often each piece is placed. */
    uses(placed) {
        const uses = this.pieces.map(() => 0);
        for (const number of placed) uses[this.options[number].piece] += 1;
        return uses;
    }

    /** Whether placed pieces do not cover each other, and are as many as there may be. */
    isAllowed(placed) {
        const cells = placed.flatMap((number) => this.options[number].cells.map(String));
        return new Set(cells).size === cells.length && this.uses(placed).every((use, piece) => use <= this.pieces[piece].upper);
    }

    /** Whether nothing is left to be done. */
    isSolved(placed) {
        const covered = new Set(placed.flatMap((number) => this.options[number].cells.map(String)));
        const uses = this.uses(placed);
        return this.misfits.length === 0 && this.cells.every(({ cell, isMust }) => !isMust || covered.has(String(cell))) && this.pieces.every(({ lower }, piece) => uses[piece] >= lower);
    }

    /** The options that are left beside placed pieces. */
    #left(placed) {
        const covered = new Set(placed.flatMap((number) => this.options[number].cells.map(String)));
        const uses = this.uses(placed);
        const colors = placed.flatMap((number) => this.options[number].sides);
        return this.options.filter(({ piece, cells, sides }) => uses[piece] < this.pieces[piece].upper && !cells.some((cell) => covered.has(String(cell)))
            && sides.every((side) => colors.every((other) => !isSamePlace(side, other) || side[2] === other[2])));
    }

    /** The problem that is left beside placed pieces; its solutions are what completes them. */
    rest(placed) {
        const covered = new Set(placed.flatMap((number) => this.options[number].cells.map((cell) => this.#names.get(String(cell)))));
        const uses = this.uses(placed);
        const pieces = new Map(this.pieces.map((piece) => [piece.name, piece]));
        const itemWord = ({ name, lower, upper }) => {
            const used = isCell(name) ? 0 : uses[pieces.get(name)?.number] ?? 0;
            if (covered.has(name) || upper - used <= 0) return [];
            const [from, to] = [Math.max(0, lower - used), upper - used];
            return [from === 1 && to === 1 ? name : `${from}:${to}|${name}`];
        };
        const must = this.#header.must.flatMap(itemWord);
        const may = this.#header.may.filter(({ name }) => !covered.has(name)).map(({ name }) => name);
        return `${[...must, ...(may.length > 0 ? ['|', ...may] : [])].join(' ')}\n${this.#left(placed).map(({ line }) => `${line}\n`).join('')}`;
    }

    /** The options of a solution as `dlx3` prints it, by their numbers. */
    read(solution) {
        return solution.split('\n').filter((line) => line.startsWith(' ')).map((line) => this.find(line)).filter((number) => number !== null);
    }

    /** Of some options, the one of a cell that the fewest pieces can cover. */
    narrowest(options, placed) {
        const ways = new Map();
        for (const { cells } of this.#left(placed)) for (const cell of cells) ways.set(String(cell), (ways.get(String(cell)) ?? 0) + 1);
        const least = (number) => Math.min(...this.options[number].cells.map((cell) => ways.get(String(cell)) ?? Infinity));
        return options.reduce((best, number) => (least(number) < least(best) ? number : best));
    }

    /** Whether a cell must be covered. */
    mustCover(cell) {
        return this.#must.has(String(cell));
    }

    /** The middle of a piece that lies in some way. */
    middleOf(piece, way, shift) {
        const centers = this.lying(piece, way, shift).cells.map((cell) => this.grid.center(cell));
        return [0, 1].map((axis) => centers.reduce((sum, center) => sum + center[axis], 0) / centers.length);
    }

    /** The shift of a piece to where its middle is near a place. */
    near(piece, way, place) {
        const { grid } = this;
        const [x, y] = this.middleOf(piece, way, [0, 0]);
        const [firstX, firstY] = grid.center(this.pieces[piece].ways[way].cells[0]);
        return this.shiftOf(piece, way, [place[0] - x + firstX, place[1] - y + firstY]);
    }

    /** The shifts that bring a cell of a piece to a place, one for each cell that can be there. */
    shiftsOver(piece, way, place) {
        const [row, column] = nearest(this.grid, place);
        return this.pieces[piece].ways[way].cells.map((cell) => [row - cell[0], column - cell[1]]).filter((shift) => isShift(this.grid, shift));
    }

    /** The shift of a piece that brings its first cell as near as possible to a place. */
    shiftOf(piece, way, place) {
        const { grid } = this;
        const [first] = this.pieces[piece].ways[way].cells;
        const [row, column] = nearest(grid, place, ([row, column]) => grid === gridOf('square') || (row + column - first[0] - first[1]) % 2 === 0);
        return [row - first[0], column - first[1]];
    }
}

const isSameSide = (one, other) => isSamePlace(one, other) && one[2] === other[2];

/** Whether an option's shape can be a piece that lies in some way: sides at the border may not be told. */
function agrees(way, shape) {
    return keyOf({ ...way, sides: [] }) === keyOf({ ...shape, sides: [] }) && shape.sides.every((side) => way.sides.some((own) => isSameSide(own, side)));
}
