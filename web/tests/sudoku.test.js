// Sudoku on the page: what stands in the grid counts; all kinds of boards, digits and texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { DIGITS } from '../page/sudoku/model/grid.js';
import { drop, settled, site, text } from './site.js';

const { on } = site();

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const JIGSAW = 'AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFF';

const grid = (page) => page.locator('#sudoku .digit').allTextContents().then((digits) => digits.map((digit) => digit || '.').join(''));

async function type(page, cell, digit) {
    await page.locator(`[data-cell="${cell}"]`).focus();
    await page.keyboard.press(digit);
}

/** Opens a Sudoku as a link does. */
const opened = async (state, work, options) => on(`#/sudoku?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await work(page, ...rest);
}, options);

/** Pastes a text as Ctrl+V does, where the cursor is. */
const paste = (page, content) => page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, content);

test('what is typed into an empty grid is solved, and stays', () => opened({}, async (page) => {
    await page.locator('#sudoku-empty').click();
    assert.equal(await grid(page), '.'.repeat(81));
    for (const cell of [0, 1, 4, 9, 12, 13, 14, 19, 20]) await type(page, cell, LINE[cell]);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("one of 1,000 or more solutions")').waitFor();
    const solved = await grid(page);
    for (const cell of [0, 1, 4, 9, 12, 13, 14, 19, 20]) assert.equal(solved[cell], LINE[cell]);
    assert.ok(!solved.includes('.'));
    await page.locator('#sudoku-again').click();
    assert.equal((await grid(page)).replaceAll('.', '').length, 9);
}));

test('what is typed without being clues counts, too: it is solved, rated and hinted at', () => opened({ given: '.'.repeat(81), typed: LINE }, async (page) => {
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-rating:has-text("Clues30")').waitFor();
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("This is the only solution.")').waitFor();
    assert.equal(await grid(page), SOLVED);
}));

test('digits that no solution has are told from a puzzle that has none', () => opened({ given: LINE }, async (page) => {
    // In the solution there is a 4.
    await type(page, 2, '2');
    const before = await grid(page);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("the clues alone have one")').waitFor();
    assert.equal(await grid(page), before);
    // The ninth cell can only have the 9 that stands below it.
    await page.locator('#sudoku-text').fill(`12345678.........9${'.'.repeat(63)}`);
    await page.locator('#sudoku-take').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 9);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:text-is("No solution")').waitFor();
}));

test('on a jigsaw, digits clash in their box and not elsewhere', () => opened({ order: 6, jigsaw: JIGSAW, given: '.'.repeat(36) }, async (page) => {
    const clashes = () => page.locator('#sudoku .clash').evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
    // Row 1, column 1, and row 3, column 3: box A and box C.
    await type(page, 0, '1');
    await type(page, 14, '1');
    assert.deepEqual(await clashes(), []);
    // Row 2, column 2 is in box A, too.
    await type(page, 7, '1');
    assert.deepEqual(await clashes(), [0, 7]);
}));

test('digits clash on diagonals and in cages, and cages with their sums', () => opened({ diagonal: true, given: '.'.repeat(81), cages: '10 r1c2 r1c3 r2c3' }, async (page) => {
    const clashes = () => page.locator('#sudoku .clash').evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
    await type(page, 0, '5');
    await type(page, 80, '5');
    assert.deepEqual(await clashes(), [0, 80]);
    await type(page, 80, 'Delete');
    await type(page, 1, '1');
    await type(page, 2, '2');
    assert.deepEqual(await clashes(), []);
    await type(page, 11, '8');
    assert.deepEqual(await clashes(), [1, 2, 11]);
    await type(page, 11, '7');
    assert.deepEqual(await clashes(), []);
}));

test('diagonals change no digit', () => opened({ given: LINE }, async (page) => {
    await type(page, 2, '4');
    await page.locator('#diagonals').check();
    await page.locator('#sudoku .diagonal').first().waitFor();
    assert.equal(await grid(page), `534${LINE.slice(3)}`);
}));

test('windows change no digit, clash, and are those of order 9', () => opened({ given: LINE }, async (page) => {
    await page.locator('#windows').check();
    await page.locator('#sudoku .window').first().waitFor();
    assert.equal(await page.locator('#sudoku .window').count(), 36);
    assert.equal(await grid(page), LINE);
    await page.locator('#sudoku-empty').click();
    await type(page, 10, '5');
    await type(page, 30, '5');
    const clashes = await page.locator('#sudoku .clash').evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
    assert.deepEqual(clashes, [10, 30]);
    await page.locator('#order').selectOption('16');
    await page.locator('#sudoku [data-cell="255"]').waitFor();
    assert.deepEqual([await page.locator('#sudoku .window').count(), await page.locator('#windows').isDisabled()], [0, true]);
}));

for (const [order, keys] of [[4, 5], [9, 10], [16, 17], [25, 26]]) {
    test(`the pad of order ${order} has all digits, and the keyboard, too`, () => opened({ order, given: '.'.repeat(order * order) }, async (page) => {
        const pad = page.locator('#sudoku-pad button');
        assert.equal(await pad.count(), keys);
        await page.locator('[data-cell="0"]').focus();
        for (let digit = 0; digit < order; digit += 1) {
            await page.locator('[data-cell="0"]').click();
            await pad.nth(digit).click();
            assert.equal(await text(page, '[data-cell="0"] .digit'), DIGITS[digit]);
            await type(page, 1, DIGITS[digit].toLowerCase());
            assert.equal(await text(page, '[data-cell="1"] .digit'), DIGITS[digit]);
        }
        await page.locator('[data-cell="0"]').click();
        await pad.last().click();
        assert.equal(await text(page, '[data-cell="0"] .digit'), '');
        // All of it can be pressed with a finger.
        const small = await pad.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24).length);
        assert.equal(small, 0);
    }, { viewport: { width: 360, height: 800 } }));
}

test('a puzzle is pasted onto the grid, and beside it, in another order, too', () => opened({ given: '.'.repeat(81) }, async (page) => {
    await page.locator('[data-cell="40"]').focus();
    await paste(page, LINE.match(/.{9}/g).join('\r\n'));
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 30);
    assert.equal(await grid(page), LINE);
    await page.evaluate(() => document.activeElement.blur());
    await paste(page, `1${'.'.repeat(254)}G`);
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .cell').length === 256);
    assert.equal(await text(page, '[data-cell="255"] .digit'), 'G');
    assert.equal(await page.locator('#order').inputValue(), '16');
    await paste(page, 'not a puzzle');
    await page.locator('#sudoku-said:has-text("This is no puzzle")').waitFor();
    assert.equal(await text(page, '[data-cell="255"] .digit'), 'G');
    // What is pasted into a field goes there.
    await page.locator('#sudoku-text').focus();
    await paste(page, LINE);
    await settled(page);
    assert.equal(await page.locator('#sudoku .cell').count(), 256);
}));

test('pasting with the keys works', () => opened({ given: '.'.repeat(81) }, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((line) => navigator.clipboard.writeText(line), LINE);
    await page.locator('[data-cell="40"]').focus();
    await page.keyboard.press('Control+V');
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 30);
}));

test('of a file with several puzzles, the first one is taken, and that is told', () => opened({}, async (page) => {
    await drop(page, 'puzzles.txt', `# two\n${LINE.replaceAll('3', '.')}\n${LINE}\n`);
    await page.locator('#sudoku-said:has-text("first puzzle of several")').waitFor();
    assert.equal(await grid(page), LINE.replaceAll('3', '.'));
}));

test('a board with a fault is mended by what is pasted', () => opened({}, async (page) => {
    await page.locator('summary:has-text("Jigsaw")').click();
    await page.locator('#jigsaw').fill('AB\nA');
    await page.locator('#jigsaw').dispatchEvent('change');
    await page.locator('#sudoku-said[data-kind="dead"]').waitFor();
    assert.ok(await page.locator('#sudoku-solve').isDisabled());
    await page.locator('#sudoku-text').fill(LINE);
    await page.locator('#sudoku-take').click();
    await page.locator('#sudoku-solve:enabled').click();
    await page.locator('#sudoku-said:has-text("This is the only solution.")').waitFor();
}));

/** The cells that are marked since two solutions differ there, and what a screen reader says of the first one. */
const differing = (page) => page.locator('#sudoku .cell.differs').evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
const FOUR = { order: 4, given: '12343412........' };

for (const [label, said] of [['#sudoku-solve', 'This is one of 4 solutions.'], ['#sudoku-check', 'The puzzle has 4 solutions, so no digit is right or wrong.'], ['#sudoku-hint', 'The puzzle has 4 solutions, so no step is sure.']]) {
    test(`${label} tells how many solutions there are, and shows where two of them differ`, () => opened(FOUR, async (page) => {
        assert.ok(await page.locator('#sudoku-differing').isHidden());
        await page.locator(label).click();
        await page.locator(`#sudoku-said:text-is("${said}")`).waitFor();
        assert.deepEqual(await differing(page), [9, 11, 13, 15]);
        assert.match(await text(page, '#sudoku-differing'), /differ in the 4 cells with a dashed frame/);
        const cell = page.locator('[data-cell="9"]');
        assert.match(await cell.getAttribute('aria-label'), /, 1 or 3/);
        // A frame and digits, in the color of text: nothing that only a color says.
        for (const theme of ['light', 'dark']) {
            await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
            const [frame, digits, ink, ground] = await cell.evaluate((element) => [
                getComputedStyle(element, '::before').borderTopStyle, getComputedStyle(element, '::after').content,
                getComputedStyle(element, '::after').color, getComputedStyle(element).backgroundColor,
            ]);
            assert.deepEqual([frame, digits], ['dashed', '"1 3"'], theme);
            assert.notEqual(ink, ground, theme);
        }
        // They are those of the grid as it was.
        await page.locator('#sudoku-again').click();
        assert.deepEqual(await differing(page), []);
        assert.ok(await page.locator('#sudoku-differing').isHidden());
    }));
}

test('a rating tells how many solutions there are, and what is typed takes the marks away', () => opened(FOUR, async (page) => {
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-rating:has-text("Solutions4")').waitFor();
    assert.equal((await differing(page)).length, 4);
    await type(page, 9, '1');
    assert.deepEqual(await differing(page), []);
}));

test('cages that are pasted are the cages of the board, whatever stood in it', () => opened({ given: LINE }, async (page) => {
    await page.locator('[data-cell="40"]').focus();
    await paste(page, '15 r1c1 r1c2 r2c1\r\n9 r9c8 r9c9\r\n');
    await page.locator('#sudoku-said:text-is("These are the cages of a killer Sudoku.")').waitFor();
    assert.deepEqual(await page.locator('#sudoku .sum').allTextContents(), ['15', '9']);
    assert.equal(await grid(page), '.'.repeat(81));
    // By arrows, in another order.
    await page.locator('#sudoku-text').fill('3 < 7 <\n7 < 3 <\n4 v 6 v\n^ 6 ^ 4\n');
    await page.locator('#sudoku-take').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .cell').length === 16);
    assert.deepEqual(await page.locator('#sudoku .sum').allTextContents(), ['3', '7', '7', '3', '4', '6', '6', '4']);
    await page.locator('#sudoku-text').fill('5 r1c1 r1c2\n3 r1c1 r2c1');
    await page.locator('#sudoku-take').click();
    await page.locator('#sudoku-said:has-text("these are cages of a killer Sudoku: line 2")').waitFor();
    assert.equal(await page.locator('#sudoku .cell').count(), 16);
}));

test('a drawing of boxes that is pasted is a jigsaw, and digits then stay on it', () => opened({ given: LINE }, async (page) => {
    await paste(page, JIGSAW.replaceAll('\n', '\r\n'));
    await page.locator('#sudoku-said:has-text("These are the boxes of a jigsaw.")').waitFor();
    assert.equal(await page.locator('#sudoku .cell').count(), 36);
    assert.equal((await page.locator('#jigsaw').inputValue()).replaceAll('\r', ''), JIGSAW);
    await paste(page, `1${'.'.repeat(35)}`);
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 1);
    assert.equal((await page.locator('#jigsaw').inputValue()).replaceAll('\r', ''), JIGSAW);
    await page.locator('#sudoku-text').fill('AAAABB\nAACBBB\nCCCCBD\nECDDDD\nEEEDFF\nEEFFFA');
    await page.locator('#sudoku-take').click();
    await page.locator('#sudoku-said:has-text("these are boxes of a jigsaw: box")').waitFor();
}));
