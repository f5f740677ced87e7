// The calendar puzzles: their boards and days, and their numbers of solutions through the boundary.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CALENDARS, cellsOf, dayOf, isDay, labelsOf, monthsOf, packingOf, shadeOf, shifted } from '../page/calendar.js';
import { load } from '../page/library.js';
import { flatProblem } from '../page/packing/flat-problem.js';

const call = await load(new WebAssembly.Module(readFileSync(new URL('../dist/dlx3.wasm', import.meta.url))));

function ask(...fields) {
    const said = { output: '', messages: '' };
    assert.equal(call(fields, (kind, bytes) => (said[kind] = (said[kind] ?? '') + Buffer.from(bytes).toString())), 0, said.messages);
    return said;
}

/** What the page asks for. */
function countOf(key, day) {
    const problem = ask('pack-problem', ...packingOf(key, day), '').output;
    return Number(/Altogether (\d+) solution/.exec(ask('dlx3', problem, '', 0, '', 'd0').messages)[1]);
}

/** The cells of each letter of a drawing. */
function lettersOf(drawing) {
    const letters = new Map();
    drawing.split('\n').forEach((line, row) => [...line].forEach((letter, column) => letter !== '.' && letters.set(letter, [...(letters.get(letter) ?? []), [row, column]])));
    return letters;
}

/** Counts the ways to cover a region by trying each piece, turned and mirrored, at the first open cell. */
function tried(pieces, region) {
    const width = region.indexOf('\n') + 1;
    const board = [...region].map((letter) => letter === '#');
    const all = [...lettersOf(pieces).values()].map((cells) => {
        const ways = new Map();
        for (let turn = 0; turn < 8; turn += 1) {
            const turned = cells.map(([row, column]) => [turn & 1 ? -row : row, turn & 2 ? -column : column]).map(([one, other]) => (turn & 4 ? [other, one] : [one, other]));
            const places = turned.map(([row, column]) => row * width + column).sort((a, b) => a - b);
            const way = places.map((place) => place - places[0]);
            ways.set(String(way), way);
        }
        return [...ways.values()];
    });
    const used = all.map(() => false);
    const cover = (from, left) => {
        if (left === 0) return 1;
        const cell = board.indexOf(true, from);
        let sum = 0;
        all.forEach((ways, piece) => {
            if (used[piece]) return;
            used[piece] = true;
            for (const way of ways) {
                if (!way.every((step) => board[cell + step])) continue;
                for (const step of way) board[cell + step] = false;
                sum += cover(cell, left - 1);
                for (const step of way) board[cell + step] = true;
            }
            used[piece] = false;
        });
        return sum;
    };
    return cover(0, all.length);
}

test('each board has each month, day and weekday once, and its pieces cover all but a day', () => {
    for (const [key, cells, sizes] of [['days', 43, [6, 5, 5, 5, 5, 5, 5, 5]], ['weekdays', 50, [5, 5, 5, 5, 5, 5, 5, 4, 4, 4]]]) {
        const labels = cellsOf(key).map(([, , label]) => label);
        assert.equal(new Set(labels).size, cells);
        assert.equal(labels.length, cells);
        const pieces = [...lettersOf(CALENDARS[key].pieces).values()].map(({ length }) => length);
        assert.deepEqual(pieces.sort((a, b) => b - a), sizes);
        const [, region] = packingOf(key, '2026-11-27');
        assert.equal(region.split('#').length - 1, pieces.reduce((sum, size) => sum + size, 0));
    }
});

test('a day is its month, its number and its weekday', () => {
    assert.deepEqual(labelsOf('days', '2026-11-27'), ['Nov', '27']);
    // Known days of the week: the moon landing, the turn of the millennium, a leap day.
    for (const [day, weekday] of [['1969-07-20', 'Sun'], ['2000-01-01', 'Sat'], ['2024-02-29', 'Thu']]) assert.equal(labelsOf('weekdays', day)[2], weekday);
    assert.deepEqual([shifted('2024-02-28', 1), shifted('2023-03-01', -1), shifted('2026-01-01', -1)], ['2024-02-29', '2023-02-28', '2025-12-31']);
    assert.deepEqual(['2024-02-29', '2023-02-29', '2023-13-01', '0000-01-01', 'today', ''].map(isDay), [true, false, false, false, false, false]);
    // The day is that of the clock on the wall, also just after midnight.
    assert.equal(dayOf(new Date(2026, 0, 5, 0, 1)), '2026-01-05');
    assert.deepEqual(monthsOf('2024').map(({ days }) => days.length), [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    assert.deepEqual([shadeOf(0, 0), shadeOf(0, 9), shadeOf(9, 9)], [0, 0, 1]);
});

test('days have as many solutions as trying all pieces finds', () => {
    for (const [key, day] of [['days', '2026-10-06'], ['days', '2026-01-25'], ['days', '2024-02-29'], ['weekdays', '2026-04-06']]) {
        const [pieces, region] = packingOf(key, day);
        assert.equal(countOf(key, day), tried(pieces, region), day);
    }
});

test('the problem of a day that the page writes itself is that of the library', () => {
    for (const key of Object.keys(CALENDARS)) {
        for (const day of ['2026-01-01', '2026-02-28', '2024-02-29', '2026-10-06', '2026-12-31']) {
            const packing = packingOf(key, day);
            const own = flatProblem(packing[0], packing[1]);
            assert.equal(own, ask('pack-problem', ...packing, '').output, `${key} ${day}`);
        }
    }
});
