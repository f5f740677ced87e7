// Packings to be played by hand, in Node: the ways pieces lie in each grid, what fits, and the problem that is
// left beside placed pieces, whose solutions are counted through the boundary.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packingOf } from '../page/calendar.js';
import { load } from '../page/library.js';
import { cornered, flipped, gridOf, keyOf, outlineOf, turned } from '../page/packing/grids.js';
import { HandModel } from '../page/packing/hand-model.js';
import { gridNameOf, headerOf } from '../page/packing/header.js';
import { colorOf } from '../page/packing/palette.js';
import { shareText } from '../page/packing/share.js';
import { keptIn } from '../page/kept.js';

const call = await load(new WebAssembly.Module(readFileSync(new URL('../dist/dlx3.wasm', import.meta.url))));

function ask(...fields) {
    const said = { output: '', messages: '', values: '', progress: '' };
    assert.equal(call(fields, (kind, bytes) => (said[kind] = (said[kind] ?? '') + Buffer.from(bytes).toString())), 0, said.messages);
    return said;
}

const modelOf = (grid, ...fields) => new HandModel(ask('pack-problem', ...fields, '').output, grid);
const solutionsOf = (problem, ...words) => {
    const { output, messages } = ask('dlx3', problem, '', 3, '', ...words, 'd0');
    return { all: output.split(/^\d+:$/m).slice(1), count: Number(/Altogether (\d+) solution/.exec(messages)[1]) };
};

const PACKINGS = {
    squares: ['square', 'tetrominoes+monomino', '3x7', '', '', ''],
    hexagons: ['hexagon', 'tetrahexes', '4x7', '', '', ''],
    triangles: ['triangle', 'hexiamonds', '6x6', '', '', ''],
    tiles: ['triangle', 'macmahon-triangles', 'H2', '', '', 'a'],
    'tiles without a color at the border': ['square', 'macmahon-squares', '4x6', '', '', ''],
    'pieces without items': ['square', 'dominoes', '4x4', '', '0:*', ''],
    'a layer of cubes': ['square', 'tetrominoes+monomino', '3x7', 'cube', '', ''],
};

test('a full turn of turns and two flips change nothing, in each grid', () => {
    const shapes = { square: [[0, 0], [1, 0], [1, 1], [1, 2]], hexagon: [[0, 0], [0, 2], [1, 3], [2, 4]], triangle: [[0, 0], [0, 1], [1, 1], [1, 2]] };
    for (const [name, cells] of Object.entries(shapes)) {
        const grid = gridOf(name);
        const shape = cornered(grid, { cells, sides: [[...grid.center([1, 1]), 'a']] });
        let one = shape;
        const keys = new Set();
        for (let turn = 0; turn < grid.turns; turn += 1) {
            keys.add(keyOf(one));
            assert.equal(keyOf(flipped(grid, flipped(grid, one))), keyOf(one));
            one = turned(grid, one);
        }
        assert.equal(keyOf(one), keyOf(shape));
        assert.equal(keys.size, grid.turns, name);
        assert.equal(outlineOf(grid, shape.cells).length, 1);
    }
    // A ring has two outlines.
    assert.equal(outlineOf(gridOf('square'), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]]).length, 2);
});

for (const [name, [grid, ...fields]] of Object.entries(PACKINGS)) {
    test(`each place of each piece is known: ${name}`, () => {
        const model = modelOf(grid, ...fields);
        for (const option of model.options) {
            const { option: found, outside, over } = model.look(option.piece, option.way, option.shift, []);
            assert.equal(model.options[found].cells.map(String).sort().join(), option.cells.map(String).sort().join());
            assert.equal(outside.length + over.length, 0);
            // A piece that lies there is in the way of itself.
            assert.equal(model.look(option.piece, option.way, option.shift, [found]).option, null);
        }
        for (const { ways, next } of model.pieces) {
            // Turns and flips lead to all ways.
            const known = new Set([0]);
            for (const way of known) for (const act of ['turn', 'flip']) known.add(next[way][act]);
            assert.equal(known.size, ways.length);
        }
    });

    test(`what is left has the solutions that complete what is placed: ${name}`, () => {
        const model = modelOf(grid, ...fields);
        const { all } = solutionsOf(ask('pack-problem', ...fields, '').output, 't3');
        assert.ok(all.length > 0);
        for (const solution of all) {
            const options = model.read(solution);
            assert.ok(model.isAllowed(options) && model.isSolved(options));
            assert.ok(!model.isSolved(options.slice(1)));
            const half = options.slice(0, Math.ceil(options.length / 2));
            const [rest] = solutionsOf(model.rest(half), 't1').all;
            assert.ok(model.isSolved([...half, ...model.read(rest)]));
            assert.ok(half.includes(model.narrowest(half, [])));
        }
    });
}

test('the solutions of a day are those that contain a place of its first piece, for each of its places', () => {
    const fields = packingOf('days', '2026-10-06');
    const model = modelOf('square', ...fields);
    const all = solutionsOf(ask('pack-problem', ...fields, '').output).count;
    let sum = 0;
    model.options.forEach(({ piece }, number) => {
        if (piece === 0) sum += solutionsOf(model.rest([number])).count;
    });
    assert.equal(sum, all);
    assert.equal(all, 7);
});

test('bounds of pieces are those that are left', () => {
    const model = modelOf('square', 'dominoes+monomino', '3x3', '', '1:4', '');
    assert.deepEqual(model.pieces.map(({ lower, upper }) => [lower, upper]), [[1, 4], [1, 4]]);
    const [domino] = model.options.filter(({ piece }) => model.pieces[piece].size === 2);
    const { must } = headerOf(model.rest([model.find(domino.line)]));
    assert.deepEqual(must.filter(({ name }) => name === domino.name).map(({ lower, upper }) => [lower, upper]), [[0, 3]]);
    assert.equal(must.length, 2 + 7);
    // Cells that may stay empty stay so.
    const open = modelOf('square', 'dominoes', '##\n??\n', '', '', '');
    assert.deepEqual(open.cells.map(({ isMust }) => isMust), [true, true, false, false]);
    assert.ok(open.isSolved(open.options.map((_, number) => number).filter((number) => open.options[number].line === 'A 0.0 0.1')));
});

test('a problem of several layers is not played by hand, and the grid is known by its cells and names', () => {
    const { output } = ask('pack-problem', 'soma', '3x3x3', '', '', '', '');
    assert.throws(() => new HandModel(output, 'square'), { isUnplayable: true });
    assert.equal(gridNameOf(output, 'soma', ''), 'cube');
    for (const [name, [grid, pieces, region, chosen, each, border]] of Object.entries(PACKINGS)) {
        if (chosen) continue;
        assert.equal(gridNameOf(ask('pack-problem', pieces, region, '', each, border, '').output, pieces, ''), grid, name);
    }
});

test('pieces have the colors of the library’s pictures', () => {
    for (const [grid, ...fields] of [PACKINGS.squares, PACKINGS.triangles]) {
        const model = modelOf(grid, ...fields);
        const solution = ask('dlx3', ask('pack-problem', ...fields, '').output, '', 1, '', 't1').output;
        const { pieces } = JSON.parse(ask('pack-draw', ...fields, solution).values);
        assert.deepEqual(pieces.map(([name, color]) => [name, color]).sort(), model.pieces.map(({ name, number }) => [name, colorOf(number)]).sort());
    }
});

test('a shared result tells the day, the time and the help', () => {
    const result = { title: 'Calendar puzzle', day: 'Tuesday, October 6, 2026', time: '4:32', help: { shown: 1, checks: 2 }, by: ['hand', 'hint', 'hand'], address: 'https://example.org/#/home?z=abc' };
    assert.equal(shareText(result), 'Calendar puzzle, Tuesday, October 6, 2026\n⏱ 4:32, 1 piece shown, 2 checks\n🟩🟨🟩\nhttps://example.org/#/home?z=abc');
    assert.match(shareText({ ...result, help: { shown: 0, checks: 0 } }), /⏱ 4:32, no hints\n/);
});

test('a browser that keeps nothing, or something else, is no fault', () => {
    const refused = keptIn(() => { throw new Error('refused'); }, 'x');
    refused.write({ a: 1 });
    assert.equal(refused.read(), null);
    assert.equal(keptIn(() => ({ getItem: () => '{' }), 'x').read(), null);
});

test('a sieve is solved from some picks on, and a pick that cannot be made is told', () => {
    const best = (...fields) => JSON.parse(ask('sieve-solve', ...fields).values);
    assert.equal(best(21).score, 144);
    // The first picks of a best game lead to the rest of its score.
    const { moves } = best(21);
    const picks = moves.map(([pick]) => pick);
    for (let made = 1; made <= picks.length; made += 1) {
        const sum = picks.slice(0, made).reduce((total, pick) => total + pick, 0);
        assert.equal(best(21, ...picks.slice(0, made)).score, 144 - sum);
    }
    // 20 first takes 1, 2, 4, 5 and 10 away.
    const { score, proved } = best(21, 20);
    assert.ok(proved && score + 20 < 144);
    const said = [];
    assert.equal(call(['sieve-solve', '21', '7', '11'], (kind, bytes) => said.push(Buffer.from(bytes).toString())), 1);
    assert.match(said.join(''), /no proper divisor of 11 is left/);
});

test('the steps of a path are counted while they are found', () => {
    const { progress, values } = ask('sudoku-path', '9', '', '', '', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79');
    assert.ok(progress.endsWith(String(JSON.parse(values).steps.length)));
});
