// The borders of boxes and cages, as they are seen: in pictures of all kinds of boards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { cut } from './cases.js';
import { contrast, decode } from './png.js';
import { site } from './site.js';

const { on } = site();

const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const JIGSAW_6 = ['AAAABB', 'AACBBB', 'CCCCBD', 'ECDDDD', 'EEEDFF', 'EEFFFF'];
/** The usual boxes, of which each has changed places of a cell with the next one. */
const JIGSAW_9 = ['AABBBBCCC', 'AAAABCBCC', 'AAABBCBCC', 'DDDEEEFFF', 'DDEEEEFFF', 'DDDDEFEFF', 'GGGHHHIII', 'GGGGHHIII', 'GGHHHIHII'];

/** Rows of boxes as letters. */
const usual = (order, high, wide) => Array.from({ length: order }, (_, row) =>
    Array.from({ length: order }, (_, column) => String.fromCharCode(65 + Math.floor(row / high) * high + Math.floor(column / wide))).join(''));

/** Cages by their letters; dots are in none. */
function cagesOf(rows, sums) {
    const cells = new Map();
    rows.forEach((row, r) => [...row].forEach((letter, c) => letter !== '.' && cells.set(letter, [...(cells.get(letter) ?? []), `r${r + 1}c${c + 1}`])));
    return [...cells].map(([letter, names]) => `${sums[letter]} ${names.join(' ')}`).join('\n');
}

const BOARDS = {
    'order 4': { order: 4, boxes: usual(4, 2, 2) },
    'order 6': { order: 6, boxes: usual(6, 2, 3) },
    'order 9': { order: 9, boxes: usual(9, 3, 3) },
    'order 16': { order: 16, boxes: usual(16, 4, 4) },
    'order 25': { order: 25, boxes: usual(25, 5, 5) },
    'diagonals': { order: 9, boxes: usual(9, 3, 3), diagonal: true },
    'a jigsaw of order 6': { order: 6, boxes: JIGSAW_6, jigsaw: JIGSAW_6.join('\n') },
    'a jigsaw of order 9': { order: 9, boxes: JIGSAW_9, jigsaw: JIGSAW_9.join('\n') },
    'a killer': { order: 9, boxes: usual(9, 3, 3), cages: cut(SOLVED, 9, 7) },
    'a killer with diagonals': { order: 9, boxes: usual(9, 3, 3), diagonal: true, cages: cut(SOLVED, 9, 8) },
    'a killer with a hole in a cage, on a jigsaw': { order: 6, boxes: JIGSAW_6, jigsaw: JIGSAW_6.join('\n'), cages: cagesOf(['AAABB.', 'AC.B..', 'AAD...', '..DDEE', '..F.EE', 'FFF...'], { A: 21, B: 6, C: 4, D: 10, E: 14, F: 10 }) },
    'a killer of order 16': { order: 16, boxes: usual(16, 4, 4), cages: cagesOf(['AABBBC..........', 'A.B..CC.........', 'DDDD............', ...Array(13).fill('.'.repeat(16))], { A: 20, B: 30, C: 20, D: 30 }) },
};

/** The number of the cage of each cell; -1 if there is none. */
function cageNumbers(cages, order) {
    const numbers = Array(order * order).fill(-1);
    cages.split('\n').filter(Boolean).forEach((line, cage) => line.split(' ').slice(1).forEach((name) => {
        const [, row, column] = /^r(\d+)c(\d+)$/.exec(name);
        numbers[(row - 1) * order + (column - 1)] = cage;
    }));
    return numbers;
}

/** A picture of the board and the places of its cells in it. */
async function pictureOf(page) {
    const places = await page.locator('.sudoku-frame').evaluate((frame) => {
        return [...frame.querySelectorAll('.cell')].map((cell) => {
            const box = cell.getBoundingClientRect();
            return { left: box.left, top: box.top, width: box.width, height: box.height, isLabelled: cell.querySelector('.sum') !== null };
        });
    });
    return { ...decode(await page.screenshot()), places };
}

/** How much a place stands out from the middle of its cell. */
function against({ at }, { left, top, width, height }, x, y) {
    return contrast(at(Math.floor(x), Math.floor(y)), at(Math.floor(left + width / 2), Math.floor(top + height / 2)));
}

/** How many of the pixels across the end of a cell, two on either side, stand out as walls do, and as lines do. */
function lineAt(picture, place, isRight) {
    const end = Math.round(isRight ? place.left + place.width : place.top + place.height);
    const along = isRight ? place.top + place.height / 2 : place.left + place.width / 2;
    const seen = [-2, -1, 0, 1].map((step) => (isRight ? against(picture, place, end + step, along) : against(picture, place, along, end + step)));
    return { strong: seen.filter((much) => much > 7).length, any: seen.filter((much) => much > 1.2).length };
}

/** The share of a side, within its cell, along which an outline is seen. */
function outlineAt(picture, place, [down, right], inset) {
    const from = place.isLabelled ? 0.55 : 0.3;
    let [seen, all] = [0, 0];
    // An outline turns as far from a corner as it is within its cells.
    for (let part = from; part < 0.95 - inset; part += 0.5 / place.width) {
        const pixels = [-0.5, 0.5].map((step) => {
            const x = place.left + place.width * (right === 0 ? part : right > 0 ? 1 - inset : inset) + (right === 0 ? 0 : step);
            const y = place.top + place.height * (down === 0 ? part : down > 0 ? 1 - inset : inset) + (down === 0 ? 0 : step);
            return against(picture, place, x, y);
        });
        all += 1;
        if (Math.max(...pixels) > 1.8) seen += 1;
    }
    return seen / all;
}

/** Looks at the borders of each cell of a picture. */
function look(picture, { order, boxes, cages = '' }, inset) {
    const cageOf = cageNumbers(cages, order);
    const boxOf = (row, column) => boxes[row]?.[column];
    let [walls, outlines] = [0, 0];
    for (let cell = 0; cell < order * order; cell += 1) {
        const [row, column] = [Math.floor(cell / order), cell % order];
        const where = `row ${row + 1}, column ${column + 1}`;
        for (const [down, right] of [[0, 1], [1, 0]]) {
            const { strong, any } = lineAt(picture, picture.places[cell], right === 1);
            const isWall = boxOf(row, column) !== boxOf(row + down, column + right);
            if (isWall) assert.ok(strong >= 2, `${where}: the wall of a box is not seen (${strong} strong pixels)`);
            else assert.ok(strong === 0 && any >= 1, `${where}: a line is not as lines are (${strong} strong pixels, ${any} that are seen)`);
            walls += isWall ? 1 : 0;
        }
        if (cageOf[cell] < 0) continue;
        for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
            const [r, c] = [row + down, column + right];
            const isInside = r >= 0 && c >= 0 && r < order && c < order && cageOf[r * order + c] === cageOf[cell];
            const share = outlineAt(picture, picture.places[cell], [down, right], inset);
            if (isInside) assert.ok(share < 0.1, `${where}: something is seen within a cage (${share})`);
            else assert.ok(share > 0.35 && share < 0.9, `${where}: the border of a cage is not seen as a dashed line (${share})`);
            outlines += isInside ? 0 : 1;
        }
    }
    assert.ok(walls >= 2 * order);
    assert.equal(outlines > 0, cages !== '');
}

for (const [name, board] of Object.entries(BOARDS)) {
    test(`each border of ${name} is seen, in both themes and on a phone`, async () => {
        const { order, diagonal = false, jigsaw = '', cages = '' } = board;
        const letters = await pack({ order, given: '.'.repeat(order * order), diagonal, jigsaw, cages });
        await on(`#/sudoku?z=${letters}`, async (page) => {
            await page.locator('#sudoku .cell').nth(order * order - 1).waitFor();
            for (const width of [1280, 360]) {
                // There, the outlines of small cells are beside their borders.
                if (width === 360 && order > 9 && cages) continue;
                await page.setViewportSize({ width, height: 900 });
                for (const colorScheme of ['light', 'dark']) {
                    await page.emulateMedia({ colorScheme });
                    const picture = await pictureOf(page);
                    try {
                        look(picture, board, order > 9 ? 0.14 : 0.09);
                    } catch (fault) {
                        throw new Error(`${colorScheme}, ${width} pixels: ${fault.message}`);
                    }
                }
            }
        });
    });
}
