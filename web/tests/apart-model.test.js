// Assemblies that come apart, in Node: the library's verbs, moments between two moves, levels in their order, and
// faces that hide each other.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { axisAt, levelOf, orderOf, placesAt, reachAt, summaryOf } from '../page/apart/apart-model.js';
import { facesOf, viewOf } from '../page/apart/solid-faces.js';
import { load } from '../page/library.js';
import { PACKINGS } from '../page/pack-examples.js';

const call = await load(new WebAssembly.Module(readFileSync(new URL('../dist/dlx3.wasm', import.meta.url))));

function ask(...fields) {
    const said = { output: '', messages: '', values: '' };
    const status = call(fields, (kind, bytes) => (said[kind] = (said[kind] ?? '') + Buffer.from(bytes).toString()));
    assert.equal(said.panic, undefined, said.panic);
    return { ...said, status };
}

/** A box with an opening above, and two cubes in its passage, as in the manual. */
const BOX = ['AAAAA\nAAA.A\nAAAAA\n\nAAAAA\nAB..A\nAAAAA\n\nAAAAA\nAAAAA\nAAAAA\n\n2|B\n', '#####\n###?#\n#####\n\n#####\n###?#\n#####\n\n#####\n#####\n#####\n'];

/** The fields of a packing, and all its solutions, up to symmetry. */
function solutionsOf({ pieces, region, grid = '', each = '', border = '' }) {
    const fields = [pieces, region, grid, each, border];
    const problem = ask('pack-problem', ...fields, '1');
    assert.equal(problem.status, 0, problem.messages);
    return { fields, output: ask('dlx3', problem.output, '', 1000, '', 'v1', 'd0').output };
}

test('the moves of an assembly are told as show-pack tells them', () => {
    const { fields, output } = solutionsOf({ pieces: BOX[0], region: BOX[1] });
    assert.equal(ask('pack-levels', ...fields, output).output, '2.2 2 2\n');
    const { pieces, level, frames } = JSON.parse(ask('pack-apart', ...fields, output).values);
    assert.equal(level, '2.2');
    assert.deepEqual(pieces.map(([letter, name]) => [letter, name]), [['A', 'A'], ['B', 'B'], ['C', 'B']]);
    assert.equal(new Set(pieces.map(([, , color]) => color)).size, 3);
    assert.deepEqual(frames.map(({ text }) => text), ['', '1. right 1: C', '2. up and out: C', '3. right 2: B', '4. down and out: A']);
    assert.deepEqual(frames.map(({ leaves }) => leaves), [false, false, true, false, true]);
    assert.deepEqual(frames.map(({ moved }) => moved), [[], [2], [2], [1], [0]]);
    // Displacements are layers, rows and columns: C goes a column to the right, and up out of the box.
    assert.deepEqual(new Map(frames[1].places).get(2), [0, 0, 1]);
    assert.deepEqual(new Map(frames[2].places).get(2).slice(1), [0, 1]);
    assert.ok(new Map(frames[2].places).get(2)[0] < -1);
    assert.ok(!new Map(frames[3].places).has(2));
});

test('an assembly that is locked is told, and what lies flat or is no assembly is refused', () => {
    // The cube has no way out of the box.
    const locked = solutionsOf({ pieces: 'AAA\nAAA\nAAA\n\nAAA\nABA\nAAA\n\nAAA\nAAA\nAAA\n', region: '3x3x3' });
    assert.equal(ask('pack-levels', ...locked.fields, locked.output).output, '-\n');
    assert.deepEqual({ ...JSON.parse(ask('pack-apart', ...locked.fields, locked.output).values), pieces: 0 }, { pieces: 0, level: null, frames: [] });
    const flat = solutionsOf({ pieces: 'tetrominoes+monomino', region: '3x7' });
    const refused = ask('pack-apart', ...flat.fields, flat.output);
    assert.equal(refused.status, 1);
    assert.match(refused.messages, /lie in a plane/);
    assert.equal(ask('pack-levels', ...locked.fields, '1:\nnonsense\n').status, 1);
});

test('the burrs of the page come apart as their names say', () => {
    const levelsOf = (example) => {
        const { fields, output } = solutionsOf(PACKINGS[example][1]);
        return ask('pack-levels', ...fields, output).output.trim().split('\n').map((line) => levelOf(line)?.text ?? '-');
    };
    assert.deepEqual(levelsOf('burr'), ['8.3']);
    assert.deepEqual(levelsOf('assemblies').sort(), ['-', '-', '-', '-', '3', '8']);
});

test('a moment within a move is between two frames, and parts that are gone fade', () => {
    const frames = [
        { moved: [], places: [[0, [0, 0, 0]], [1, [0, 0, 0]], [2, [0, 0, 0]]] },
        { moved: [1, 2], places: [[0, [0, 0, 0]], [1, [0, 4, 0]], [2, [0, 4, 0]]] },
        { moved: [], places: [[1, [0, 0, 0]], [2, [0, 0, 0]]] },
        { moved: [2], places: [[1, [0, 0, 0]], [2, [-2, 0, 0]]] },
    ];
    const byOf = (time) => Object.fromEntries(placesAt(frames, time).map(({ piece, by, seen }) => [piece, [...by, seen]]));
    assert.deepEqual(byOf(0.25), { 0: [0, 0, 0, 1], 1: [0, 1, 0, 1], 2: [0, 1, 0, 1] });
    assert.deepEqual([0.5, 2.5, 1.5].map((time) => axisAt(frames, time)), [1, 0, 0]);
    assert.deepEqual(placesAt(frames, 0.5).map(({ isMoved }) => isMoved), [false, true, true]);
    // The part that is taken apart next comes back once the other one is gone.
    assert.deepEqual(byOf(1.25), { 0: [0, 0, 0, 0.5], 1: [0, 4, 0, 1], 2: [0, 4, 0, 1] });
    assert.deepEqual(byOf(1.75), { 1: [0, 2, 0, 1], 2: [0, 2, 0, 1] });
    assert.deepEqual(byOf(3), { 1: [0, 0, 0, 1], 2: [-2, 0, 0, 1] });
    const cubes = [[[0, 0, 0]], [[0, 1, 0]], [[0, 2, 0]]];
    assert.equal(reachAt(frames, 1, cubes, [0.5, 0, 0.5]), Math.hypot(0.5, 7, 0.5));
    assert.ok(reachAt(frames, 0.5, cubes, [0.5, 0, 0.5]) < 7);
});

test('levels are ordered by their first numbers, and those that do not come apart are last or left out', () => {
    const levels = ['2 2 1', '-', '5.2 5 2 1', '5 5 1 1', '10 10 1', '-', '5.2 5 2 1 1'].map(levelOf);
    assert.deepEqual(orderOf(levels, 8, { isSorted: true }), [4, 6, 2, 3, 0, 1, 5, 7]);
    assert.deepEqual(orderOf(levels, 8, { isSorted: true, isOnly: true }), [4, 6, 2, 3, 0]);
    assert.deepEqual(orderOf(levels, 8, { isOnly: true }), [0, 2, 3, 4, 6]);
    assert.equal(summaryOf(levels), '5 of 7 can be taken apart; the highest level is 10.');
    assert.equal(summaryOf([null, null]), 'None of 2 can be taken apart.');
    assert.equal(summaryOf([null]), 'It cannot be taken apart.');
    assert.equal(summaryOf(levels.slice(2, 4)), 'All 2 can be taken apart; the highest level is 5.2.');
});

/** Numbers at random, always the same ones. */
function randomly(seed) {
    let state = seed;
    return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

const isWithin = (corners, [x, y]) => {
    const signs = corners.map(([ax, ay], at) => {
        const [bx, by] = corners[(at + 1) % 4];
        return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
    });
    return Math.abs(signs.reduce((sum, sign) => sum + sign)) === 4;
};

test('at each point of the picture, the nearest cube is painted last, also while pieces move along an axis', () => {
    const random = randomly(71);
    let [looked, hidden] = [0, 0];
    for (let round = 0; round < 60; round += 1) {
        const axis = round % 3;
        const part = round % 2 === 0 ? 0 : random();
        // Cubes at random; some of them are displaced along an axis, and meet none of the others.
        const known = new Map();
        for (let number = 0; number < 30; number += 1) {
            const cell = [0, 1, 2].map(() => Math.floor(random() * 4));
            known.set(String(cell), { cells: [cell], by: [0, 1, 2].map((its) => (its === axis && random() < 0.5 ? part : 0)) });
        }
        const cubes = [...known.values()].filter(({ cells: [cell], by }, _, all) => by[axis] === 0 || all.every((other) => {
            const next = cell.map((at, its) => at + (its === axis ? 1 : 0));
            return String(other.cells[0]) !== String(next) || other.by[axis] > 0;
        }));
        const view = viewOf({ across: random() * 6.28, down: random() * 3 - 1.5 });
        const middle = [2, 2, 2];
        const faces = facesOf(cubes, view, { middle, axis });
        const [layer, row, column] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(view.project);
        for (let point = 0; point < 60; point += 1) {
            const seen = [random() * 6 - 3, random() * 6 - 3];
            // Along the line of sight through the point, where cubes end.
            const start = [layer, row, column].map(([x, y]) => x * seen[0] + y * seen[1]);
            const ends = cubes.map((cube) => {
                const ways = start.map((at, its) => {
                    const least = cube.cells[0][its] + cube.by[its] - middle[its];
                    const both = [(least - at) / view.near[its], (least + 1 - at) / view.near[its]];
                    return [Math.min(...both), Math.max(...both)];
                });
                const [from, to] = [Math.max(...ways.map(([from]) => from)), Math.min(...ways.map(([, to]) => to))];
                return from < to - 1e-6 ? to : -Infinity;
            });
            const nearest = ends.indexOf(Math.max(...ends));
            const painted = faces.filter(({ corners }) => isWithin(corners, seen));
            if (ends[nearest] === -Infinity || painted.length === 0) continue;
            looked += 1;
            hidden += painted.length > 1 ? 1 : 0;
            assert.equal(painted.at(-1).piece, cubes[nearest], `round ${round}`);
        }
    }
    assert.ok(looked > 1000 && hidden > 500, `${looked} points, ${hidden} with hidden faces`);
});
