// What the page knows without a picture: its history, the grid of a Sudoku, the outlines of cages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History } from '../page/history.js';
import { cut, outlines } from '../page/sudoku-cages.js';
import { DIGITS, SudokuGrid } from '../page/sudoku-grid.js';

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
