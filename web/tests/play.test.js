// Playing a Sudoku on the page: marks, keys, what is highlighted, hints in three steps, the path, a check.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { site, stateOf, text } from './site.js';

const { on } = site();

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** Its hardest step is an X-wing (`testdata/sudoku/ratings.txt`). */
const WING = '..85..27.........1..2.6.45........3.2....19...93.84....6.7..1......1....58..32...';

const grid = (page) => page.locator('#sudoku .digit').allTextContents().then((digits) => digits.map((digit) => digit || '.').join(''));
const label = (page, cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
const classed = (page, name) => page.locator(`#sudoku .${name}`).evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));

/** Opens a Sudoku as a link does. */
const opened = async (state, work, options) => on(`#/sudoku?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await work(page, ...rest);
}, options);

test('marks are made with Shift, with the key for marks and with the pad, and stay in the address', () => opened({ given: LINE }, async (page) => {
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Shift+Digit4');
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 1 4');
    assert.deepEqual(await page.locator('.sudoku-frame .ink text').allTextContents(), ['1', '4']);
    await page.keyboard.press(' ');
    await page.keyboard.press('1');
    await page.locator('#sudoku-pad [data-digit="2"]').click();
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 2 4');
    await page.locator('#sudoku-marking[aria-pressed="true"]').click();
    await page.locator('[data-cell="3"]').focus();
    // A digit goes from the marks of the cells that see it, and undoing brings the mark back.
    await page.keyboard.press('2');
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 4');
    await page.keyboard.press('Control+Z');
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 2 4');
    await page.waitForTimeout(400);
    const { notes } = await stateOf(page);
    assert.equal(notes, '..a');
}));

test('candidates are those that the digits leave; what is struck out stays so, and can be undone', () => opened({ given: LINE }, async (page) => {
    await page.locator('#candidates').check();
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 1 2 4');
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Shift+Digit9');
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 2 4');
    // It is no note.
    await page.locator('#candidates').uncheck();
    assert.equal(await label(page, 2), 'Row 1, column 3: empty');
    await page.locator('#candidates').check();
    await page.locator('[data-cell="3"]').focus();
    await page.keyboard.press('2');
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 4');
    await page.locator('#sudoku-undo').click();
    await page.locator('#sudoku-undo').click();
    assert.equal(await label(page, 2), 'Row 1, column 3: empty, marks 1 2 4');
}));

test('the cells that see the chosen one are highlighted, and those with its digit', () => opened({ given: LINE }, async (page) => {
    assert.deepEqual(await classed(page, 'peer'), []);
    await page.locator('[data-cell="0"]').click();
    const peers = (await classed(page, 'peer')).sort((one, other) => one - other);
    assert.deepEqual(peers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 27, 36, 45, 54, 63, 72]);
    const fives = [...LINE].flatMap((digit, cell) => (digit === '5' ? [cell] : []));
    assert.deepEqual(await classed(page, 'equal'), fives);
}));

test('digits are typed from anywhere but a field into the chosen cell', () => opened({ given: LINE }, async (page) => {
    await page.locator('[data-cell="2"]').click();
    await page.locator('#sudoku-rate').focus();
    await page.keyboard.press('4');
    assert.equal(await text(page, '[data-cell="2"] .digit'), '4');
    await page.locator('#sudoku-seed').focus();
    await page.keyboard.press('3');
    assert.equal(await text(page, '[data-cell="2"] .digit'), '4');
}));

test('a check shows the digits that are wrong, and only when it is asked for', () => opened({ given: LINE }, async (page) => {
    for (const [cell, digit] of [[2, '2'], [3, '6']]) {
        await page.locator(`[data-cell="${cell}"]`).focus();
        await page.keyboard.press(digit);
    }
    assert.deepEqual(await classed(page, 'clash'), []);
    await page.locator('#sudoku-check').click();
    await page.locator('#sudoku-said:has-text("This digit is wrong: row 1, column 3.")').waitFor();
    assert.deepEqual(await classed(page, 'clash'), [2]);
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('4');
    assert.deepEqual(await classed(page, 'clash'), []);
    await page.locator('#sudoku-check').click();
    await page.locator('#sudoku-said:has-text("Nothing is wrong so far.")').waitFor();
}));

test('the button says where to look, then why, then does it, until the puzzle is solved', () => opened({ given: LINE }, async (page) => {
    const before = await grid(page);
    await page.locator('#sudoku-hint').click();
    await page.locator('#sudoku-said:has-text("Look at ")').waitFor();
    assert.equal(await grid(page), before);
    assert.ok(await page.locator('#sudoku-why').isHidden());
    await page.locator('#sudoku-hint:text-is("Explain")').click();
    assert.match(await text(page, '#sudoku-why .reason'), /So r\dc\d is \d\./);
    assert.equal(await page.locator('.sudoku-frame .ink .placed').count(), 1);
    assert.equal(await grid(page), before);
    await page.locator('#sudoku-hint:text-is("Do it")').click();
    const after = await grid(page);
    assert.equal([...after].filter((digit, cell) => digit !== before[cell]).length, 1);
    await page.locator('#sudoku-undo').click();
    assert.equal(await grid(page), before);
    for (let step = 0; step < 51; step += 1) {
        for (const name of ['Hint', 'Explain', 'Do it']) await page.locator(`#sudoku-hint:text-is("${name}")`).click();
    }
    assert.equal(await grid(page), SOLVED);
}));

test('the path of a puzzle has its ratings, and a step shows the grid before it, with its candidates and links', () => opened({ given: WING }, async (page) => {
    await page.locator('[data-cell="0"]').focus();
    await page.locator('#sudoku-steps').click();
    await page.locator('#sudoku-ratings:has-text("ER 3.2, EP 1.2, ED 1.2")').waitFor();
    const steps = page.locator('#sudoku-path .step');
    const ratings = await steps.locator('span:first-child').allTextContents();
    const hardest = ratings.indexOf('3.2');
    await steps.nth(hardest).click();
    await page.locator('#sudoku-why:has-text("X-wing")').waitFor();
    assert.ok(await page.locator('.sudoku-frame .ink .removed').count() > 0);
    assert.equal(await page.locator('#sudoku-path [aria-current="step"]').count(), 1);
    const there = await grid(page);
    assert.ok(there !== WING);
    // Doing the step is what the next one shows, and undoing leads back to where the path began.
    await page.locator('#path-next').click();
    await page.locator('#path-previous').click();
    assert.equal(await grid(page), there);
    await page.waitForTimeout(900);
    while (await page.locator('#sudoku-undo').isEnabled()) await page.locator('#sudoku-undo').click();
    assert.equal(await grid(page), WING);
}));

test('links of chains are drawn, one chain or all of them', () => opened({ given: '....9....43.....5.9..1...2...4......2.3.5.........2.39.8....3.6...4...81....15...' }, async (page) => {
    await page.locator('#sudoku-steps').click();
    await page.locator('#sudoku-ratings').waitFor();
    const steps = page.locator('#sudoku-path .step');
    const ratings = (await steps.locator('span:first-child').allTextContents()).map(Number);
    await steps.nth(ratings.indexOf(Math.max(...ratings))).click();
    await page.locator('#sudoku-why [aria-label="Which chain is drawn"]').waitFor();
    const links = () => page.locator('.sudoku-frame .ink .link').count();
    await page.getByRole('button', { name: 'Chain 1', exact: true }).click();
    const one = await links();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    assert.ok(one > 0 && (await links()) > one, `${one}`);
    await page.locator('#sudoku-why-close').click();
    assert.equal(await links(), 0);
}));

test('the clock runs, stands still when it is told to, and begins again with another puzzle', () => opened({ given: LINE, seconds: 75 }, async (page) => {
    await page.locator('#sudoku-clock:text-matches("^1:1[67]$")').waitFor();
    await page.locator('#clock-stopped').check();
    const stood = await text(page, '#sudoku-clock');
    await page.waitForTimeout(2200);
    assert.equal(await text(page, '#sudoku-clock'), stood);
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-clock:text-is("0:00")').waitFor();
}));

test('a puzzle is made with a rating', () => opened({ given: LINE }, async (page) => {
    await page.locator('#difficulty').selectOption('17:29');
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("A new puzzle")').waitFor();
    await page.locator('#sudoku-steps').click();
    const [, rating] = /ER ([\d.]+),/.exec(await text(page, '#sudoku-ratings'));
    assert.ok(Number(rating) >= 1.7 && Number(rating) <= 2.8, rating);
}));

test('a hint says what is wrong in place of a step', () => opened({ given: LINE }, async (page) => {
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('2');
    await page.locator('#sudoku-hint').click();
    await page.locator('#sudoku-said:has-text("This digit is wrong: row 1, column 3.")').waitFor();
    assert.equal(await text(page, '#sudoku-hint'), 'Hint');
}));
