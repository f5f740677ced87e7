// Sudokus with rules of their own on the page: links, what digits break, candidates, marks in several cells, rules drawn by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { site, stateOf, text } from './site.js';

const { on } = site();

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A thermometer, a cage, a dot, and one clue. */
const RULES = '.Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~6~R3C1~R4C1.WhiteDot~R3C3~R3C4';
const LINK = `${RULES}.~R4C4_1`;
const GIVEN = '...............1';

const grid = (page) => page.locator('#sudoku .digit').allTextContents().then((digits) => digits.map((digit) => digit || '.').join(''));
const label = (page, cell) => page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label');
const classed = (page, name) => page.locator(`#sudoku .${name}`).evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
const rulesOf = (page) => page.locator('#all-rules li').evaluateAll((items) => items.map((item) => item.firstChild.textContent));

/** Opens an address whose rest is that of a link of another program. */
const opened = (words, work, options) => on(`#/sudoku?${words}`, async (page, ...rest) => {
    await page.locator('.sudoku.ruled .cell').first().waitFor();
    await work(page, ...rest);
}, options);
const openedRules = (work, options) => opened(`q=${encodeURIComponent(LINK)}`, work, options);

async function type(page, cell, digit) {
    await page.locator(`[data-cell="${cell}"]`).focus();
    await page.keyboard.press(digit);
}

const paste = (page, content) => page.evaluate((content) => {
    const data = new DataTransfer();
    data.setData('text/plain', content);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}, content);

/** A stroke with the mouse over some cells. */
async function stroke(page, ...cells) {
    for (const [number, cell] of cells.entries()) {
        const { x, y, width, height } = await page.locator(`[data-cell="${cell}"]`).boundingBox();
        await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
        if (number === 0) await page.mouse.down();
    }
    await page.mouse.up();
}

test('a link of Interactive Sudoku Solver is opened and drawn, and its address has all of it', () => openedRules(async (page) => {
    assert.equal(await page.locator('#sudoku .cell').count(), 16);
    assert.equal(await grid(page), GIVEN);
    assert.deepEqual(await page.locator('.rules .cage, .rules .tube, .rules .white').count(), 3);
    assert.match(await text(page, '#sudoku-says'), /Thermometer: digits grow along the line, from the bulb\./);
    // Hints are of plain Sudokus, and the page says so.
    assert.ok(await page.locator('#sudoku-note').isVisible());
    assert.deepEqual(await Promise.all(['hint', 'rate', 'steps'].map((id) => page.locator(`#sudoku-${id}`).isDisabled())), [true, true, true]);
    await type(page, 0, '1');
    await page.waitForTimeout(400);
    const { rules, given, typed } = await stateOf(page);
    assert.deepEqual([rules, given, typed[0]], [RULES, GIVEN, '1']);
}));

test('a link of f-puzzles is opened, and copied again', () => openedRules(async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.locator('#sudoku-rules summary').click();
    await page.locator('#copy-fpuzzles').click();
    await page.locator('#sudoku-said:text-is("Copied.")').waitFor();
    const link = await copied();
    assert.match(link, /^https:\/\/www\.f-puzzles\.com\/\?load=/);
    await page.evaluate((words) => { location.hash = `#/sudoku?load=${words}`; }, new URL(link).search.slice(6));
    await page.waitForFunction(() => location.hash.includes('z='));
    await page.locator('.rules .tube').waitFor({ state: 'attached' });
    assert.equal(await grid(page), GIVEN);
    await page.locator('#sudoku-rules summary').click();
    await page.locator('#copy-iss').click();
    await page.locator('#sudoku-said:text-is("Copied.")').waitFor();
    assert.equal(decodeURIComponent((await copied()).split('?q=')[1]).split('.').sort().join('.'), LINK.split('.').sort().join('.'));
}));

test('links are pasted; a plain one has hints, and what is not known is named with its cells', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await paste(page, `https://example.org/?q=${encodeURIComponent('.Shape~4x4.Kropfi~R1C1~R1C2')}`);
    await page.locator('#sudoku-said:has-text("Kropfi")').waitFor();
    assert.match(await text(page, '#sudoku-said'), /R1C1 R1C2/i);
    assert.equal(await page.locator('#sudoku .cell').count(), 81);
    await paste(page, 'https://example.org/abcdef123');
    await page.locator('#sudoku-said:has-text("where a puzzle is")').waitFor();
    await paste(page, `https://example.org/?q=${encodeURIComponent(LINK)}`);
    await page.locator('.rules .tube').waitFor({ state: 'attached' });
    await paste(page, 'https://example.org/?q=1..............4');
    await page.locator('#sudoku-hint:enabled').waitFor();
    assert.deepEqual([await grid(page), await page.locator('.rules').count()], ['1..............4', 0]);
    // Cages and diagonals have hints, too.
    await paste(page, `https://example.org/?q=${encodeURIComponent('.Diagonal~1.Diagonal~-1.Cage~17~R1C1~R1C2.~R5C5_1')}`);
    await page.locator('#sudoku .sum').waitFor();
    assert.deepEqual([await text(page, '#sudoku .sum'), await page.locator('#diagonals').isChecked(), await page.locator('#sudoku-hint').isEnabled()], ['17', true, true]);
}));

test('a digit that breaks a thermometer is shown with those that it contradicts, and told', () => openedRules(async (page) => {
    await type(page, 1, '2');
    await type(page, 0, '3');
    await page.locator('#sudoku-broken:has-text("thermometer")').waitFor();
    assert.match(await text(page, '#sudoku-broken'), /^thermometer r1c1: digits grow along the line/);
    assert.deepEqual(await classed(page, 'clash'), [0]);
    assert.equal(await label(page, 0), 'Row 1, column 1: 3, breaks thermometer');
    await type(page, 0, '1');
    await page.locator('#sudoku-broken').waitFor({ state: 'hidden' });
    assert.deepEqual(await classed(page, 'clash'), []);
    // Digits of a cage that can no longer have its sum.
    await type(page, 8, '4');
    await type(page, 12, '3');
    await page.locator('#sudoku-broken:has-text("cage r4c1")').waitFor();
    await page.keyboard.press('Control+Z');
    await page.locator('#sudoku-broken').waitFor({ state: 'hidden' });
}));

test('it is solved, counted and checked, and a filled grid is told only when no rule is broken', () => openedRules(async (page) => {
    await page.locator('#sudoku-count').click();
    await page.locator('#sudoku-said[data-kind]:has-text("solution")').waitFor();
    const said = await text(page, '#sudoku-said');
    const several = /^(\d+) solutions\.$/.exec(said);
    assert.ok(several || said === 'Exactly one solution.', said);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said[data-kind="solution"]').waitFor();
    const solved = await grid(page);
    assert.match(solved, /^[1-4]{16}$/);
    await page.locator('#sudoku-again').click();
    for (const [cell, digit] of [...solved].entries()) if (GIVEN[cell] === '.') await type(page, cell, digit);
    await page.locator('#sudoku-said:has-text("All cells are filled")').waitFor();
}));

test('true candidates are the digits of all solutions, and follow what is typed', () => openedRules(async (page) => {
    await page.locator('#true-candidates').check();
    await page.locator('.sudoku-frame .ink text').first().waitFor();
    // The thermometer has four cells for four digits.
    assert.match(await label(page, 0), /, marks 1$/);
    assert.match(await label(page, 3), /, marks 4$/);
    await type(page, 0, '2');
    await page.locator('#sudoku-said[data-kind="dead"]:has-text("No solution")').waitFor();
    await page.keyboard.press('Delete');
    await page.locator('#sudoku-said:has-text("candidates")').waitFor();
    assert.match(await label(page, 0), /, marks 1$/);
}));

test('true candidates are known of plain Sudokus, too', async () => on(`#/sudoku?z=${await pack({ order: 4, given: '12343412........' })}`, async (page) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await page.locator('#true-candidates').check();
    await page.locator('#sudoku-said:has-text("True candidates: ")').waitFor();
    assert.match(await label(page, 9), /, marks 1 3$/);
}));

test('several cells are chosen with a stroke, with keys and one by one, and get digits, marks and colors at once', () => openedRules(async (page) => {
    const chosen = () => page.locator('#sudoku [aria-selected="true"]').evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.cell)));
    await stroke(page, 4, 5, 9);
    assert.deepEqual(await chosen(), [4, 5, 9]);
    await page.keyboard.press('Shift+Digit2');
    await page.keyboard.press('Control+Digit3');
    await page.keyboard.press('Control+Digit4');
    await page.keyboard.press('Alt+Digit5');
    for (const cell of [4, 5, 9]) assert.match(await label(page, cell), /: empty, marks 2, in the middle 3 4, red$/);
    assert.equal(await page.locator('.colors rect').count(), 3);
    await page.locator('[data-cell="9"]').click({ modifiers: ['Control'] });
    assert.deepEqual(await chosen(), [4, 5]);
    await page.keyboard.press('Shift+ArrowDown');
    assert.equal((await chosen()).length, 3);
    await page.keyboard.press('Escape');
    assert.equal((await chosen()).length, 1);
    // What is erased: digits, then marks, then colors.
    await page.locator('[data-cell="4"]').click();
    await page.keyboard.press('Delete');
    assert.equal(await label(page, 4), 'Row 2, column 1: empty, red');
    await page.keyboard.press('Delete');
    assert.equal(await label(page, 4), 'Row 2, column 1: empty');
    await page.keyboard.press('Control+A');
    assert.equal((await chosen()).length, 16);
    await page.locator('#sudoku-several').click();
    await page.locator('[data-cell="0"]').click();
    assert.equal((await chosen()).length, 15);
    // All of it is undone, and in the address.
    await page.waitForTimeout(400);
    const { notes, centre, colors } = await stateOf(page);
    assert.deepEqual([notes, centre, colors], ['.....2....2', '.....c....c', '.....g....g']);
    for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('Control+Z');
    for (const cell of [4, 5, 9]) assert.match(await label(page, cell), /: empty$/);
}));

test('colors are on the pad, and a finger chooses cells', () => openedRules(async (page) => {
    await page.locator('[data-cell="0"]').tap();
    await page.locator('#sudoku-several').tap();
    await page.locator('[data-cell="5"]').tap();
    await page.locator('#sudoku-color').tap();
    assert.equal(await page.locator('#sudoku-pad button').count(), 10);
    await page.locator('#sudoku-pad [data-digit="7"]').tap();
    for (const cell of [0, 5]) assert.match(await label(page, cell), /: empty, blue$/);
    const small = await page.locator('#sudoku-pad button, .handy button:not([hidden])').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()).filter(({ width, height }) => width < 40 || height < 40).length);
    assert.equal(small, 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

test('a cage, a thermometer, an arrow and dots are drawn by hand, erased and undone', async () => on(`#/sudoku?z=${await pack({ order: 4, given: '1...............' })}`, async (page) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await page.locator('#sudoku-rules summary').click();
    const tool = page.locator('#rule-tool');
    await tool.selectOption('cage');
    await page.locator('#rule-number').fill('6');
    await stroke(page, 1, 2);
    await page.locator('.rules .cage').waitFor();
    assert.equal(await text(page, '.rules .s'), '6');
    assert.deepEqual(await rulesOf(page), ['cage 6 r1c2 r1c3']);
    assert.equal(await grid(page), '1...............');
    await tool.selectOption('thermometer');
    await stroke(page, 4, 9, 14);
    await page.locator('.rules .tube').waitFor({ state: 'attached' });
    await tool.selectOption('arrow');
    await stroke(page, 3, 7);
    await page.locator('.rules .shaft').waitFor({ state: 'attached' });
    await tool.selectOption('white dot');
    await stroke(page, 10, 11);
    await page.locator('.rules .white').waitFor();
    assert.deepEqual(await rulesOf(page), ['cage 6 r1c2 r1c3', 'thermometer r2c1 r3c2 r4c3', 'arrow r1c4 r2c4', 'white dot r3c3 r3c4']);
    // Dots stand between neighbours, and a rule that nothing satisfies is a slip.
    await stroke(page, 8, 10);
    await page.locator('#sudoku-said:has-text("two neighbouring cells")').waitFor();
    await tool.selectOption('cage');
    await page.locator('#rule-number').fill('9');
    await stroke(page, 12, 13);
    await page.locator('#sudoku-said:has-text("no digits satisfy it")').waitFor();
    await tool.selectOption('eraser');
    await page.locator('[data-cell="9"]').click();
    await page.locator('.rules .tube').waitFor({ state: 'detached' });
    await page.locator('#all-rules button').last().click();
    await page.locator('.rules .white').waitFor({ state: 'detached' });
    assert.deepEqual(await rulesOf(page), ['cage 6 r1c2 r1c3', 'arrow r1c4 r2c4']);
    await page.locator('#sudoku-undo').click();
    await page.locator('.rules .white').waitFor();
    // With the keyboard alone.
    await tool.selectOption('black dot');
    // One by one, with Ctrl: nothing is a rule before somebody says so.
    await page.locator('[data-cell="3"]').click();
    await page.locator('#sudoku-said:has-text("two neighbouring cells")').waitFor();
    await page.locator('[data-cell="2"]').click({ modifiers: ['Control'] });
    assert.equal(await page.locator('#all-rules li').count(), 3);
    await page.locator('[data-cell="12"]').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.locator('.rules .black').waitFor();
    for (let left = 4; left > 0; left -= 1) {
        await page.locator(`#all-rules li:nth-child(${left})`).waitFor();
        await page.locator('#all-rules button').last().click();
    }
    // Without rules it is a plain Sudoku again.
    await page.locator('#sudoku-hint:enabled').waitFor();
    assert.equal(await grid(page), '1...............');
}));

test('the first rule of the usual board is drawn by hand, too', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    const before = await grid(page);
    await page.locator('#sudoku-rules summary').click();
    await page.locator('#rule-tool').selectOption('thermometer');
    await stroke(page, 2, 12, 22);
    await page.locator('.rules .tube').waitFor();
    assert.deepEqual([await grid(page), await rulesOf(page)], [before, ['thermometer r1c3 r2c4 r3c5']]);
    await page.locator('#rule-tool').selectOption("knight's move");
    await page.locator('#rule-add').click();
    await page.locator('#all-rules li:nth-child(2)').waitFor();
    assert.match(await text(page, '#sudoku-says'), /Knight's move: /);
}));

test('a puzzle is made with the rules of a board', () => openedRules(async (page) => {
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("A new puzzle")').waitFor();
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:text-is("This is the only solution.")').waitFor();
}));

test('grids that are no squares and digits that begin with 0 are played, too', () => opened(`q=${encodeURIComponent('.Shape~4x6~0-5.~R1C1_0')}`, async (page) => {
    assert.equal(await page.locator('#sudoku .cell').count(), 24);
    assert.equal((await grid(page))[0], '0');
    await type(page, 1, '0');
    assert.deepEqual(await classed(page, 'clash'), [0, 1]);
    await type(page, 1, '5');
    assert.equal((await grid(page))[1], '5');
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said[data-kind="solution"]').waitFor();
    assert.match(await grid(page), /^05[0-5]{22}$/);
}));

for (const colorScheme of ['light', 'dark']) {
    for (const width of [360, 1600]) {
        test(`a Sudoku with rules fits and has no serious fault of access: ${colorScheme}, ${width} pixels`, () => openedRules(async (page) => {
            await type(page, 0, '3');
            await page.keyboard.press('Alt+Digit4');
            await page.locator('#sudoku-broken:has-text("thermometer")').waitFor();
            await page.locator('#sudoku-rules summary').click();
            await page.locator('#sudoku-color').click();
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(beyond <= 0, `${beyond} pixels too wide`);
            await page.evaluate(AXE);
            const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
            const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
            assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
            // Lines of rules have other colors by night.
            const stroke = await page.evaluate(() => getComputedStyle(document.querySelector('.rules .tube')).stroke);
            assert.equal(Number(/\d+/.exec(stroke)[0]) > 150, colorScheme === 'light', stroke);
        }, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }));
    }
}

test('clues and rules that contradict each other are told and marked', () => openedRules(async (page) => {
    // The first row is 1, 2, 3, 4, so the second one cannot begin with 1.
    await type(page, 4, '1');
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("No solution")').waitFor();
    await page.locator('#sudoku-none').click();
    await page.locator('#sudoku-said:text-is("These contradict each other: r2c1=1 and thermometer r1c1 r1c2 r1c3 r1c4.")').waitFor();
    assert.deepEqual(await classed(page, 'house'), [0, 1, 2, 3]);
}));
