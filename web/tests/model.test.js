// What the page knows without a picture: its history, recent work, the ways on a board, the grid of a Sudoku with its marks, the outlines of
// cages, the arrows of chains, a clock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../page/first-solution.js';
import { History } from '../page/history.js';
import { placementsOf, readPieces, regionOf, writePieces } from '../page/piece-drawing.js';
import { Recent, titleOf } from '../page/recent.js';
import { ahead } from '../page/roving.js';
import { outlines } from '../page/outlines.js';
import { cut } from './cases.js';
import { cagesText, cagesWithout, cageFault, sumOf } from '../page/sudoku/model/cages.js';
import { linked } from '../page/sudoku/model/links.js';
import { Regions } from '../page/sudoku/model/regions.js';
import { DIGITS, SudokuGrid } from '../page/sudoku/model/grid.js';
import { SUM, arrow, inkOf, radius, spot } from '../page/sudoku/drawing/arrows.js';
import { Marks, digitsOf } from '../page/sudoku/model/marks.js';
import { isShort, textOf } from '../page/sudoku/model/link.js';
import { RULE_KINDS, faultOf, numbersOf, partsOf } from '../page/sudoku/model/rule-kinds.js';
import { parse } from '../page/address.js';
import { Timer } from '../page/sudoku/model/timer.js';

/** A small generator (xorshift): the same numbers each time. */
function numbers(seed) {
    let state = seed;
    return (below) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
}

/** The board of usual boxes, made of what a Sudoku is. */
function usual(order, [high, wide]) {
    const cells = Array.from({ length: order * order }, (_, cell) => cell);
    const boxes = cells.map((cell) => Math.floor(Math.floor(cell / order) / high) * high + Math.floor((cell % order) / wide));
    const units = [(cell) => Math.floor(cell / order), (cell) => cell % order, (cell) => boxes[cell]]
        .flatMap((of) => Array.from({ length: order }, (_, unit) => cells.filter((cell) => of(cell) === unit)));
    return { order, boxes, units, cages: [] };
}

function gridOf(text, board, cages = []) {
    const grid = new SudokuGrid({ order: board.order, given: text });
    grid.draw({ ...board, cages });
    return grid;
}

test('what is undone and done again are the states that were recorded, whatever came in between', () => {
    const random = numbers(7);
    const first = { text: '' };
    const history = new History(first);
    let [past, future, now] = [[], [], first];
    for (let turn = 0; turn < 5000; turn += 1) {
        const what = random(3);
        if (what === 0) {
            past.push(now);
            now = { text: `${turn}` };
            future = [];
            history.record(now);
        } else if (what === 1) {
            if (past.length > 0) future.push(now);
            now = past.pop() ?? now;
            assert.equal(history.undo(), now);
        } else {
            if (future.length > 0) past.push(now);
            now = future.pop() ?? now;
            assert.equal(history.redo(), now);
        }
        past = past.slice(-999);
        assert.deepEqual([history.state, history.canUndo, history.canRedo], [now, past.length > 0, future.length > 0]);
    }
});

test('the letters of a word are one step, and a change that changes nothing is none', () => {
    const history = new History({ text: 'a', list: [1] });
    for (const text of ['ab', 'abc', 'abcd']) history.record({ text, list: [1] }, 'text');
    history.rest();
    for (const text of ['abcde', 'abcdef']) history.record({ text, list: [1] }, 'text');
    history.record({ text: 'abcdef', list: [1] });
    assert.equal(history.undo().text, 'abcd');
    // What is typed after that is a step of its own.
    history.record({ text: 'abcdx', list: [1] }, 'text');
    assert.equal(history.undo().text, 'abcd');
    assert.equal(history.undo().text, 'a');
    assert.ok(!history.canUndo);
    history.record({ text: 'a', list: [1, 2] });
    assert.deepEqual(history.undo().list, [1]);
});

test('a history keeps the newest states of very large texts', () => {
    const history = new History({ text: '' });
    const large = 'x'.repeat(3_000_000);
    for (let turn = 0; turn < 20; turn += 1) history.record({ text: `${large}${turn}`, other: large });
    let steps = 0;
    while (history.canUndo) {
        history.undo();
        steps += 1;
    }
    assert.ok(steps >= 2 && steps < 10, `${steps}`);
});

test('digits are given, typed and taken, and a state has all of them', () => {
    const board = usual(4, [2, 2]);
    const grid = gridOf('1...............', board);
    grid.put(0, '2');
    grid.put(5, '3');
    assert.equal(grid.text, '1....3..........');
    assert.equal(grid.clues, '1...............');
    assert.equal(grid.puzzle, grid.clues);
    const before = grid.state;
    grid.put(0, '2', true);
    grid.fill('2341412332141432');
    assert.equal(grid.text, '2341412332141432');
    assert.ok(!grid.restore(before));
    assert.equal(grid.text, '1....3..........');
    grid.restart();
    assert.equal(grid.text, grid.clues);
    assert.ok(grid.restore({ ...before, diagonal: true }));
    assert.equal(grid.board, null);
});

test('on an empty grid, what is typed is the puzzle, unless the cages are', () => {
    const board = usual(4, [2, 2]);
    const grid = gridOf('.'.repeat(16), board);
    grid.put(3, '2');
    assert.equal(grid.puzzle, '...2............');
    grid.change({ cages: '3 r1c1 r1c2' });
    assert.equal(grid.puzzle, '.'.repeat(16));
});

test('digits stay when a board changes that has as many cells, and only then', () => {
    const grid = gridOf('1...............', usual(4, [2, 2]));
    grid.put(5, '3');
    grid.change({ diagonal: true });
    grid.draw(usual(4, [2, 2]));
    assert.equal(grid.text, '1....3..........');
    grid.change({ jigsaw: 'a drawing of order 6' });
    grid.draw(usual(6, [2, 3]));
    assert.equal(grid.text, '.'.repeat(36));
    assert.equal(grid.order, 6);
});

test('windows are those of a hyper Sudoku, and are told to the library beside the diagonals', () => {
    const grid = new SudokuGrid({ hyper: true });
    const cells = Array.from({ length: 81 }, (_, cell) => cell);
    const inside = cells.filter((cell) => grid.isInWindow(cell));
    const windows = [10, 14, 46, 50].flatMap((corner) => [0, 1, 2, 9, 10, 11, 18, 19, 20].map((step) => corner + step));
    assert.deepEqual(inside, windows.sort((one, other) => one - other));
    assert.deepEqual([grid.fields[1], grid.state.hyper], [2, true]);
    grid.change({ diagonal: true });
    assert.equal(grid.fields[1], 3);
    assert.ok(grid.restore({ ...grid.state, hyper: false }));
    assert.equal(grid.fields[1], 1);
    // Other orders have none.
    grid.change({ hyper: true });
    grid.change({ order: 16 });
    assert.ok(!grid.hyper && cells.every((cell) => !grid.isInWindow(cell)));
    // What was kept before there were windows has none.
    assert.equal(new SudokuGrid({ order: 9, diagonal: false }).hyper, false);
});

test('cells clash if they share a unit or a cage and a digit, or if the sum of a cage is wrong', () => {
    const random = numbers(3);
    const board = usual(6, [2, 3]);
    let found = 0;
    for (let turn = 0; turn < 300; turn += 1) {
        const text = Array.from({ length: 36 }, () => (random(3) ? '.' : DIGITS[random(6)])).join('');
        const cages = [[7, [0, 1]], [9, [2, 8, 14]], [21, [30, 31, 32, 33, 34, 35]]];
        const grid = gridOf(text, board, cages);
        const expected = new Set();
        for (const group of [...board.units, ...cages.map(([, cells]) => cells)]) {
            for (const one of group) {
                for (const other of group) if (one !== other && text[one] !== '.' && text[one] === text[other]) expected.add(one);
            }
        }
        for (const [sum, cells] of cages) {
            if (cells.every((cell) => text[cell] !== '.') && cells.reduce((all, cell) => all + Number(text[cell]), 0) !== sum) cells.forEach((cell) => expected.add(cell));
        }
        assert.deepEqual([...grid.clashes()].sort(), [...expected].sort(), text);
        found += expected.size;
    }
    assert.ok(found > 500, `${found}`);
});

/** Whether a point is within closed lines: a ray from it crosses them an odd number of times. */
function isWithin([x, y], lines) {
    let crossings = 0;
    for (const line of lines) {
        line.forEach(([x1, y1], index) => {
            const [x2, y2] = line[(index + 1) % line.length];
            if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) crossings += 1;
        });
    }
    return crossings % 2 === 1;
}

test('the outline of a cage is all that is as far within it as it is to be', () => {
    const random = numbers(11);
    const [order, inset] = [5, 8];
    for (let turn = 0; turn < 50; turn += 1) {
        const cells = Array.from({ length: order * order }, (_, cell) => cell).filter(() => random(2));
        const has = (x, y) => x > 0 && y > 0 && x < order * 100 && y < order * 100 && cells.includes(Math.floor(y / 100) * order + Math.floor(x / 100));
        const lines = outlines(cells, order, inset);
        for (const line of lines) assert.ok(line.length >= 4);
        for (let x = 3; x < order * 100; x += 7) {
            for (let y = 2; y < order * 100; y += 9) {
                if ([x, y].some((at) => [inset, 100 - inset, 0].includes(at % 100))) continue;
                const corners = [[-1, -1], [-1, 1], [1, -1], [1, 1]].map(([dx, dy]) => has(x + dx * inset, y + dy * inset));
                assert.equal(isWithin([x, y], lines), corners.every(Boolean), `${cells}: ${x}, ${y}`);
            }
        }
    }
});

test('a filled grid is cut into cages of different digits, all of it', () => {
    const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
    for (let seed = 0; seed < 20; seed += 1) {
        const cages = cut(solution, 9, seed).split('\n').map((line) => line.split(' '));
        const cells = cages.flatMap(([, ...names]) => names.map((name) => /^r(\d)c(\d)$/.exec(name)).map(([, row, column]) => (row - 1) * 9 + (column - 1)));
        assert.deepEqual([...cells].sort((a, b) => a - b), Array.from({ length: 81 }, (_, cell) => cell));
        let at = 0;
        for (const [sum, ...names] of cages) {
            const digits = cells.slice(at, (at += names.length)).map((cell) => solution[cell]);
            assert.equal(new Set(digits).size, digits.length);
            assert.equal(digits.reduce((all, digit) => all + Number(digit), 0), Number(sum));
        }
    }
});

test('cages that are drawn by hand are lines of text, and an impossible sum is told', () => {
    const cages = [[15, [0, 1, 10]], [3, [79, 80]]];
    assert.equal(cagesText(cages, 9), '15 r1c1 r1c2 r2c2\n3 r9c8 r9c9');
    assert.deepEqual(cagesWithout(cages, [10, 40]), [cages[1]]);
    assert.equal(sumOf([0, 1], '53.'), 8);
    assert.equal(sumOf([0, 2], '53.'), null);
    assert.equal(sumOf([0, 1], '55.'), null);
    assert.equal(cageFault(6, [0, 1, 2], 9), '');
    assert.match(cageFault(5, [0, 1, 2], 9), /from 6 to 24, and not 5/);
    assert.match(cageFault(null, [0], 9), /takes its sum/);
    assert.match(cageFault(45, [], 9), /Choose the cells/);
    assert.match(cageFault(55, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 9), /at most 9 cells/);
});

test('boxes that are drawn by hand are whole once each has as many cells as there are rows', () => {
    const regions = Regions.of(4, [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    assert.ok(regions.isWhole);
    assert.equal(regions.drawing, 'AABB\nAABB\nCCDD\nCCDD');
    regions.clear([0, 1]);
    assert.deepEqual([regions.isWhole, regions.says, regions.free], [false, 'A has 2 of 4 cells, 2 cells are in no box.', [0, 1]]);
    regions.join([0, 2], 'A');
    assert.equal(regions.says, 'B has 3 of 4 cells, 1 cell is in no box.');
    // All four names are in use.
    assert.equal(regions.join([1]), false);
    assert.ok(regions.join([1], 'B') && regions.isWhole);
    // A box all of whose cells join another one gives its name back.
    assert.ok(regions.join([8, 9, 12, 13]));
    assert.equal(new Regions(4, regions.text).text, regions.text);
    assert.equal(new Regions(4, 'AB').says, '16 cells are in no box.');
});

test('a chain is drawn up to a link, with the house of its reason', () => {
    const [a, b, c] = [[0, 1, 1], [1, 1, 0], [2, 1, 1]];
    const step = {
        chains: [[[a, b], [b, c]]], starts: [a], placed: null, removed: [[2, 4]], cells: [0], houses: [],
        inferences: [[{ from: [a], to: b, house: [0, 1, 2] }, { from: [b], to: c, house: null }]],
    };
    const first = linked(step, 0, 0);
    assert.deepEqual([first.chains, first.houses, first.removed, first.now], [[[[a, b]]], [[0, 1, 2]], [], b]);
    const last = linked(step, 0, 1);
    assert.deepEqual([last.chains, last.houses, last.cells, last.removed], [step.chains, [], [2], step.removed]);
});

test('marks are the same after they were text, up to the last digit of order 25', () => {
    const random = numbers(11);
    for (const order of [4, 9, 16, 25]) {
        const marks = new Marks(order * order);
        assert.equal(marks.text, '');
        const expected = new Map();
        for (let turn = 0; turn < 300; turn += 1) {
            const [cell, digit] = [random(order * order), 1 + random(order)];
            marks.toggle(cell, digit);
            const own = expected.get(cell) ?? new Set();
            if (!own.delete(digit)) own.add(digit);
            expected.set(cell, own);
        }
        const again = new Marks(order * order, marks.text);
        for (let cell = 0; cell < order * order; cell += 1) assert.deepEqual(digitsOf(again.set(cell)), [...(expected.get(cell) ?? [])].sort((one, other) => one - other));
    }
    // What is no such text gives no marks.
    assert.deepEqual(new Marks(2, '!.3').sets, [0, 3]);
});

test('candidates are what the digits leave in units and cages, but those that were struck out', () => {
    const grid = gridOf('1...............', usual(4, [2, 2]), [[5, [14, 15]]]);
    const at = (cell) => digitsOf(grid.candidates()[cell]).join('');
    // In the box, row and column of the 1; elsewhere; in a cell with a digit.
    assert.deepEqual([5, 3, 12, 10, 0].map(at), ['234', '234', '234', '1234', '']);
    grid.put(14, '4');
    // 15 shares a cage, a row and a box with it; 2 its column.
    assert.deepEqual([15, 2].map(at), ['123', '23']);
    grid.mark([2], 3, 'gone');
    assert.equal(at(2), '2');
    // What the digits rule out is not struck out, so that it is there again once they are gone.
    grid.mark([2], 4, 'gone');
    grid.put(14, '.');
    assert.equal(at(2), '24');
    grid.mark([2], 3, 'gone');
    assert.equal(at(2), '234');
});

test('a digit goes from the notes of the cells that see it, and only from there; undoing brings it back', () => {
    const grid = gridOf('.'.repeat(16), usual(4, [2, 2]));
    for (const cell of [1, 4, 5, 12, 15]) for (const digit of [1, 2]) grid.mark([cell], digit, 'notes');
    const before = grid.state;
    grid.put(0, '1');
    assert.deepEqual([1, 4, 5, 12, 15].map((cell) => digitsOf(grid.notes.set(cell)).join('')), ['2', '2', '2', '2', '12']);
    grid.mark([0], 3, 'notes');
    assert.equal(grid.notes.set(0), 0);
    grid.restore(before);
    assert.deepEqual([1, 12].map((cell) => digitsOf(grid.notes.set(cell)).join('')), ['12', '12']);
    grid.restart();
    assert.deepEqual([grid.state.notes, grid.state.gone], ['', '']);
});

test('a step of a hint places its digit or strikes its candidates out, and a cell without any is found', () => {
    const grid = gridOf('.'.repeat(16), usual(4, [2, 2]));
    grid.follow({ placed: null, removed: [[3, 1], [3, 2], [7, 1]] });
    assert.deepEqual([3, 7].map((cell) => digitsOf(grid.candidates()[cell]).join('')), ['34', '234']);
    grid.follow({ placed: [0, 3], removed: [] });
    assert.deepEqual([grid.text[0], digitsOf(grid.candidates()[3]).join('')], ['3', '4']);
    assert.equal(grid.deadCell(), -1);
    grid.put(15, '4');
    assert.equal(grid.deadCell(), 3);
});

test('a candidate stands within its cell, apart from all others and below the sum of a cage, in every order', () => {
    for (const [order, under] of [4, 6, 9, 16, 25].flatMap((order) => [[order, 0], [order, SUM]])) {
        const size = radius(order, under);
        for (const cell of [0, order - 1, order * order - 1]) {
            const [left, top] = [(cell % order) * 100, Math.floor(cell / order) * 100];
            const spots = Array.from({ length: order }, (_, digit) => spot(cell, digit + 1, order, under));
            for (const [x, y] of spots) assert.ok(x - size >= left && x + size <= left + 100 && y - size >= top + under && y + size <= top + 100);
            for (const [one, [x, y]] of spots.entries()) {
                for (const [u, v] of spots.slice(one + 1)) assert.ok(Math.hypot(u - x, v - y) >= 2 * size);
            }
        }
    }
});

test('an arrow begins and ends at the discs of its candidates, however near they are', () => {
    const ends = [[spot(0, 1, 9), spot(80, 9, 9)], [spot(0, 1, 9), spot(0, 2, 9)], [spot(40, 5, 9), spot(4, 5, 9)]];
    for (const [from, to] of ends) {
        const { line, head } = arrow(from, to, radius(9));
        const numbers = [...line.matchAll(/-?[\d.]+/g)].map(Number);
        const [tipX, tipY] = head.split(' ')[0].split(',').map(Number);
        assert.ok(Math.abs(Math.hypot(numbers[0] - from[0], numbers[1] - from[1]) - radius(9)) < 0.2);
        assert.ok(Math.abs(Math.hypot(tipX - to[0], tipY - to[1]) - radius(9)) < 0.2);
    }
});

test('an arrow has a line that is seen, beside the discs of other candidates and other arrows', () => {
    const size = radius(9);
    const away = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    // 4 and 5 are neighbours.
    const [four, five] = [spot(0, 4, 9), spot(0, 5, 9)];
    const { places } = arrow(four, five, size);
    assert.ok(away(places[places.length >> 1], four) > 1.4 * size);
    // In a column, 2 and 5 of one cell are above each other, and an arrow comes from far above.
    const [far, above, to] = [spot(0, 5, 9), spot(27, 2, 9), spot(27, 5, 9)];
    const beside = (discs) => arrow(far, to, size, discs).places.every((at) => away(at, above) >= size);
    assert.ok(!beside([]) && beside([far, above, to]));
    // The next arrow of a chain begins where the last one ends.
    const [next, end] = [spot(27, 9, 9), spot(0, 9, 9)];
    const long = arrow(next, end, size).places;
    const near = arrow(to, next, size, [], long).places.filter((at) => long.some((other) => away(other, next) > 2 * size && away(at, other) < 7));
    assert.deepEqual(near, []);
});

test('links that chains share are drawn once, and what two chains say differently is told apart', () => {
    const [a, b, c] = [[0, 1, 1], [1, 1, 0], [2, 1, 1]];
    const { links, ends } = inkOf([[[a, b], [b, c]], [[a, b]], [[[2, 1, 0], [3, 3, 1]]]], [a, a, [2, 1, 0]]);
    assert.deepEqual(links.map(({ isStrong }) => isStrong), [false, true, true]);
    assert.deepEqual([...ends], [['0,1', 1], ['2,1', 2], ['1,1', 0], ['3,3', 1]]);
});

test('a clock counts while it runs, and stands still otherwise', () => {
    let now = 5000;
    const timer = new Timer(59, () => now);
    assert.equal(timer.text, '0:59');
    timer.start();
    now += 2500;
    timer.start();
    assert.equal(timer.text, '1:01');
    timer.stop();
    now += 100000;
    assert.equal(timer.seconds, 61);
    timer.start();
    now += 3600000;
    assert.equal(timer.text, '1:01:01');
    timer.reset();
    now += 1000;
    assert.equal(timer.text, '0:01');
});

/** What a browser keeps, or refuses to. */
function storageOf(isRefusing = () => false) {
    const kept = new Map();
    const checked = (work) => (...words) => {
        if (isRefusing()) throw new Error('refused');
        return work(...words);
    };
    return { getItem: checked((key) => kept.get(key) ?? null), setItem: checked((key, value) => kept.set(key, value)), removeItem: checked((key) => kept.delete(key)) };
}

test('recent work has one entry, which changes, until another work is begun; the newest is first', () => {
    const storage = storageOf();
    let now = 1000;
    const recent = new Recent(() => storage, () => now++);
    recent.keep('pack', 'aa', 'first');
    recent.keep('sudoku', 'bb', 'other');
    recent.keep('pack', 'cc', 'first, changed');
    const shown = () => new Recent(() => storage).list.map(({ part, letters }) => `${part} ${letters}`);
    assert.deepEqual(shown(), ['pack cc', 'sudoku bb']);
    recent.turn('pack');
    recent.keep('pack', 'dd', 'second');
    assert.deepEqual(shown(), ['pack dd', 'pack cc', 'sudoku bb']);
    for (let work = 0; work < 20; work += 1) {
        recent.turn('peg');
        recent.keep('peg', `e${work}`, '');
    }
    assert.equal(shown().length, 8);
    assert.equal(shown()[0], 'peg e19');
    // What is too long for a link is not kept, and what stands there already stands there once.
    recent.turn('peg');
    recent.keep('peg', 'x'.repeat(20001), '');
    recent.keep('peg', 'e15', '');
    assert.deepEqual(shown().slice(0, 2), ['peg e15', 'peg e19']);
    assert.equal(new Set(shown()).size, shown().length);
    recent.clear();
    assert.deepEqual(shown(), []);
});

test('a browser that keeps nothing, or something else, has no recent work', () => {
    let isRefusing = false;
    const storage = storageOf(() => isRefusing);
    const recent = new Recent(() => storage);
    for (const text of ['{', '{}', '[null]', '[{"part":"<b>","letters":"aa","time":1}]', '[{"part":"pack","letters":"aa&x=1","time":1}]', '[{"part":"pack","letters":"aa","time":"x"}]']) {
        storage.setItem('recent', text);
        assert.deepEqual(recent.list, [], text);
    }
    isRefusing = true;
    recent.keep('pack', 'aa', '');
    recent.clear();
    assert.deepEqual(recent.list, []);
});

test('recent work has a name by which it is known again', () => {
    assert.equal(titleOf('problem', { text: '\n| Colors\nA B\n' }), 'Colors');
    assert.equal(titleOf('pack', { pieces: 'soma', region: '##\n##\n' }), 'soma in a drawing');
    assert.equal(titleOf('sudoku', { order: 4, given: '1..2............' }), '4x4, 2 given digits');
    assert.equal(titleOf('sieve', { size: 21, picks: [19, 15] }), '1 to 21: 19 15');
    assert.equal(titleOf('peg', { problem: 'latin', done: [1] }), 'latin, 1 jump');
    assert.equal(titleOf('another', {}), '');
    assert.equal(titleOf('problem', { text: 'x'.repeat(500) }).length, 60);
});

test('an arrow key leads to the nearest cell ahead, on boards of any shape', () => {
    // A row that is not full, and cells between those above.
    const places = [[0, 0], [1, 0], [2, 0], [0, 1], [0.5, 2], [1.5, 2]];
    const ways = [[0, 'ArrowRight', 1], [1, 'ArrowRight', 2], [2, 'ArrowRight', -1], [0, 'ArrowLeft', -1], [0, 'ArrowDown', 3], [3, 'ArrowDown', 4], [4, 'ArrowRight', 5], [5, 'ArrowUp', 1], [2, 'ArrowDown', 5]];
    // Beside it, but for a rounding.
    assert.equal(ahead([[0, 0], [30, 0.02]], 0, 'ArrowDown'), -1);
    for (const [at, key, to] of ways) assert.equal(ahead(places, at, key), to, `${at} ${key}`);
});

/** A piece of random cells, moved to the corner. */
function randomPiece(random) {
    const cells = Array.from({ length: 1 + random(6) }, () => `${random(4)},${random(4)}`);
    return [...new Set(cells)].map((cell) => cell.split(',').map(Number));
}

/** Cells as a text that does not depend on where they stand. */
function shapeText(cells) {
    const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
    return cells.map(([row, column]) => `${row - top},${column - left}`).sort().join(' ');
}

test('pieces are the same after they were a drawing, as many as there are letters', () => {
    const random = numbers(5);
    for (let turn = 0; turn < 60; turn += 1) {
        const pieces = Array.from({ length: 1 + turn }, () => randomPiece(random));
        const drawn = writePieces(pieces);
        assert.deepEqual(readPieces(drawn).map(shapeText), pieces.map(shapeText));
        // It is read as one layer, and not as a name.
        assert.ok(drawn.trimEnd().includes('\n') && !/\n\n/.test(drawn), drawn);
        assert.ok(drawn.split('\n').every((line) => line.length <= 30));
    }
    assert.equal(writePieces(Array(63).fill([[0, 0]])), null);
    assert.equal(writePieces([]), '');
    assert.deepEqual(readPieces(' \n'), []);
});

test('names and drawings of several layers are no flat drawing', () => {
    for (const text of ['pentominoes', 'soma + dominoes', 'AA\n\nAA\n', 'a name\nof two lines\n']) assert.equal(readPieces(text), null, text);
});

test('pieces and regions are found in the items of a problem', () => {
    const problem = 'V I 0.0 0.1 1.0 1.1 2.2 | 2.1 c\nV 0.0 0.1 1.0\nV 1.0 1.1 0.1 c:x\nI 2.2\n';
    assert.deepEqual(placementsOf(problem), [['V', [[0, 0], [0, 1], [1, 0]]], ['I', [[2, 2]]]]);
    assert.deepEqual(regionOf(problem), ['##.', '##.', '.?#']);
    assert.deepEqual(placementsOf('L 0.0.0 0.0.1\nL 0.0.0 0.0.1\n'), [['L', [[0, 0, 0], [0, 0, 1]]]]);
});

test('the lengths of random runs are those of Luby, Sinclair and Zuckerman', () => {
    // Their definition: 1; then all so far twice, and the next power of two.
    let known = [1];
    for (let power = 2; power <= 16; power *= 2) known = [...known, ...known, power];
    assert.deepEqual(known.map((_, run) => unitsOf(run + 1)), known);
});

test('a puzzle with rules is written with its digits, in both forms, and rows and columns need not be as many', () => {
    const board = { order: 6, rows: 4, columns: 6, first: 0, boxes: Array(24).fill(null), units: [[0, 1, 2, 3, 4, 5]], cages: [], limits: [[1, 0b11]] };
    const grid = new SudokuGrid({ order: 6, given: '0'.padEnd(24, '.'), rules: '.Shape~4x6~0-5', shape: [4, 6, 0] });
    grid.draw(board);
    assert.deepEqual([grid.rows, grid.columns, grid.signs, grid.cells], [4, 6, '012345', 24]);
    assert.equal(grid.written, '.Shape~4x6~0-5.~R1C1_0');
    assert.equal(grid.place(13), 'row 3, column 2');
    assert.deepEqual(grid.asks('solve', 'x'), ['rules-solve', '.Shape~4x6~0-5', 'x']);
    // A cell that a rule allows two digits, of which one stands in its row.
    assert.deepEqual(digitsOf(grid.candidates()[1]), [2]);
    const before = grid.state;
    grid.rule('');
    assert.deepEqual([grid.cells, grid.asks('board')[0]], [36, 'sudoku-board']);
    assert.ok(grid.restore(before));
    assert.deepEqual([grid.state, grid.text[0]], [before, '0']);
    const other = new SudokuGrid({ order: 4, given: '..3.'.padEnd(16, '.'), rules: JSON.stringify({ size: 4, grid: Array.from({ length: 4 }, () => [{}, {}, {}, {}]) }) });
    assert.deepEqual(JSON.parse(other.written).grid[0], [{}, {}, { value: 3, given: true }, {}]);
});

test('marks and colors come and go in several cells at once, and are erased one kind after the other', () => {
    const grid = gridOf('1...............', usual(4, [2, 2]));
    grid.put(2, '4');
    grid.mark([0, 1, 2, 3], 2, 'notes');
    grid.mark([1], 3, 'centre');
    grid.mark([0, 1], 9, 'colors');
    assert.deepEqual([0, 1, 2, 3].map((cell) => grid.notes.set(cell)), [0, 2, 0, 2]);
    // One of them lacks it: all get it.
    grid.mark([3], 2, 'notes');
    grid.mark([1, 3], 2, 'notes');
    assert.deepEqual([1, 3].map((cell) => grid.notes.set(cell)), [2, 2]);
    grid.mark([1, 3], 2, 'notes');
    assert.equal(grid.state.notes, '');
    grid.erase([1, 2]);
    assert.deepEqual([grid.text[2], grid.centre.set(1), grid.colors.set(1)], ['.', 4, 256]);
    grid.erase([1, 2]);
    assert.deepEqual([grid.centre.set(1), grid.colors.set(1)], [0, 256]);
    grid.erase([0, 1]);
    assert.deepEqual([grid.state.colors, grid.text[0]], ['', '1']);
});

test('what strokes over cells make is a rule of its kind, or a fault', () => {
    const kind = (name) => RULE_KINDS.find((own) => own.name === name);
    assert.equal(faultOf(kind('white dot'), [3, 2], 4), '');
    assert.match(faultOf(kind('white dot'), [3, 4], 4), /neighbouring/);
    assert.match(faultOf(kind('thermometer'), [3], 4), /two cells/);
    assert.deepEqual([faultOf(kind('quadruple'), [0, 1, 4, 5], 4), faultOf(kind("knight's move"), [], 4)], ['', '']);
    assert.match(faultOf(kind('quadruple'), [0, 1, 2, 4], 4), /corner/);
    assert.deepEqual(partsOf(kind('thermometer'), [5, 0, 1]), [[5, 0, 1]]);
    assert.deepEqual(partsOf(kind('cage'), [5, 0, 1]), [[0, 1, 5]]);
    assert.deepEqual(partsOf(kind('odd'), [5, 0]), [[5], [0]]);
    assert.deepEqual(partsOf(kind('disjoint groups'), [5, 0]), [[]]);
    assert.deepEqual([numbersOf(kind('cage'), ' 12 '), numbersOf(kind('cage'), ''), numbersOf(kind('cage'), '1x')], [['12'], [], null]);
    assert.deepEqual(numbersOf(kind('quadruple'), '1234'), ['1', '2', '3', '4']);
    assert.deepEqual(numbersOf(kind('quadruple'), '1 12'), ['1', '12']);
});

test('a link gives its text, if that is no work for the library, and a short one is told', () => {
    assert.equal(textOf('https://example.org/x/?q=.Cage%7E5+~R1C1'), '.Cage~5 ~R1C1');
    for (const text of ['https://example.org/?load=abc', '.Cage~5~R1C1', 'https://example.org/?q=%zz', '53..7']) assert.equal(textOf(text), text);
    assert.ok(isShort('https://example.org/abc123') && isShort(' https://example.org/setter/a-puzzle\n'));
    assert.ok(!isShort('https://example.org/?q=1') && !isShort('https://example.org/fpuzN4IgzglgXgpiBcB'));
    assert.deepEqual(parse('#/sudoku?load=ab+c'), { part: 'sudoku', letters: null, link: '?load=ab c' });
    assert.deepEqual(parse('#/sudoku?q=.A?b'), { part: 'sudoku', letters: null, link: '.A?b' });
});
