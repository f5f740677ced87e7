// Nothing that was typed is lost: undo and redo, and the browser's own history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drop, site, stateOf, text } from './site.js';

const { on } = site();

const value = (page, selector) => page.locator(selector).inputValue();
const grid = (page) => page.locator('#sudoku .digit').allTextContents().then((digits) => digits.map((digit) => digit || '.').join(''));
const FIRST = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

/** Waits for something that a page says to become what it is to be. */
async function becomes(ask, expected) {
    let found;
    for (let turn = 0; turn < 6000; turn += 1) {
        found = await ask();
        if (found === expected) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(found, expected);
}

async function type(page, cell, digit) {
    await page.locator(`[data-cell="${cell}"]`).focus();
    await page.keyboard.press(digit);
}

test('a problem that an example has replaced comes back, by undoing and by the Back button', () => on('#/problem', async (page) => {
    await page.locator('#problem').fill('p q\np\nq\n');
    await page.locator('#example').selectOption('queens');
    await becomes(async () => (await value(page, '#problem')).length > 100, true);
    const queens = await value(page, '#problem');
    await page.locator('#problem-undo').click();
    assert.equal(await value(page, '#problem'), 'p q\np\nq\n');
    assert.equal(await value(page, '#example'), 'party');
    await page.locator('#problem').press('Control+Shift+Z');
    assert.equal(await value(page, '#problem'), queens);
    assert.equal(await value(page, '#example'), 'queens');
    assert.equal(await value(page, '#parameters'), '8');
    await page.locator('#problem').press('Control+Z');
    await page.locator('#problem').press('Control+Y');
    assert.equal(await value(page, '#problem'), queens);
    await page.waitForTimeout(800);
    await page.goBack();
    await becomes(() => value(page, '#problem'), 'p q\np\nq\n');
    await page.goForward();
    await becomes(() => value(page, '#problem'), queens);
    // What was undone is still there after that.
    await page.locator('#problem-undo').click();
    await becomes(() => value(page, '#problem'), 'p q\np\nq\n');
}));

test('what is typed into a problem is undone word by word, and a dropped file as a whole', () => on('#/problem', async (page) => {
    await page.locator('#problem').fill('a\n');
    await page.waitForTimeout(900);
    await page.locator('#problem').press('Control+End');
    await page.keyboard.type('a');
    await page.waitForTimeout(900);
    await page.keyboard.type('\n| a remark');
    await page.keyboard.press('Control+Z');
    assert.equal(await value(page, '#problem'), 'a\na');
    await page.keyboard.press('Control+Z');
    assert.equal(await value(page, '#problem'), 'a\n');
    await drop(page, 'small.dlx', 'x y\nx\ny\n');
    await becomes(() => value(page, '#problem'), 'x y\nx\ny\n');
    await page.keyboard.press('Control+Z');
    assert.equal(await value(page, '#problem'), 'a\n');
}));

test('the columns of a table come back, and the table itself after it was turned into a problem', () => on('#/problem', async (page) => {
    const table = 'crew,price,legs\nNorth,120,Oslo;Rome\nSouth,45,Rome\n';
    await drop(page, 'crews.csv', table);
    await page.locator('#table-turn:enabled').waitFor();
    await page.locator('#table-id').selectOption('crew');
    await page.locator('#table-turn:enabled').click();
    await becomes(() => page.locator('#table').isHidden(), true);
    await page.locator('#problem-undo').click();
    assert.equal(await value(page, '#problem'), table);
    assert.equal(await value(page, '#table-id'), 'crew');
    await page.locator('#problem-undo').click();
    assert.equal(await value(page, '#table-id'), '');
    assert.equal(await value(page, '#table-items'), 'legs');
}));

test('digits of a Sudoku come back one by one, with the keys and with the buttons', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await type(page, 2, '4');
    await type(page, 3, '6');
    await type(page, 3, 'Delete');
    await page.keyboard.press('Control+Z');
    assert.equal(await grid(page), `5346${FIRST.slice(4)}`);
    await page.keyboard.press('Control+Z');
    await page.keyboard.press('Control+Z');
    assert.equal(await grid(page), FIRST);
    assert.ok(await page.locator('#sudoku-undo').isDisabled());
    await page.keyboard.press('Control+Y');
    await page.locator('#sudoku-redo').click();
    assert.equal(await grid(page), `5346${FIRST.slice(4)}`);
    await becomes(async () => (await stateOf(page))?.typed?.slice(0, 5), '..46.');
}));

for (const [what, act] of [
    ['Empty grid', (page) => page.locator('#sudoku-empty').click()],
    ['Start again', (page) => page.locator('#sudoku-again').click()],
    ['Make', (page) => page.locator('#sudoku-make').click()],
    ['Solve', (page) => page.locator('#sudoku-solve').click()],
    ['another order', (page) => page.locator('#order').selectOption('6')],
    ['a jigsaw', (page) => page.locator('#jigsaw-example').click()],
    ['cages', (page) => page.locator('#draw-cages').click()],
    ['another text', async (page) => {
        await page.locator('#sudoku-text').fill('..3.\n2...\n...1\n.4..\n');
        await page.locator('#sudoku-take').click();
    }],
    ['a dropped file', (page) => drop(page, 'puzzle.txt', `${FIRST.replaceAll('5', '.')}\n`)],
]) {
    test(`a Sudoku that gives way to something else comes back: ${what}`, () => on('#/sudoku', async (page) => {
        await page.locator('#sudoku .cell').first().waitFor();
        await page.locator('summary:has-text("Jigsaw")').click();
        await type(page, 2, '4');
        const before = await grid(page);
        await act(page);
        await becomes(async () => (await grid(page)) === before, false);
        await becomes(() => page.locator('#sudoku-hint').isEnabled(), true);
        // A text that is typed in place of the grid's is a step of its own.
        for (let turn = 0; turn < 2 && (await grid(page)) !== before; turn += 1) {
            await page.locator('#sudoku-undo').click();
            await becomes(() => page.locator('#sudoku-hint').isEnabled(), true);
            if (turn === 0) await becomes(async () => (await grid(page)).length, before.length);
        }
        assert.equal(await grid(page), before);
        assert.equal(await page.locator('#sudoku .given').count(), 30);
    }));
}

test('a Sudoku that was replaced is found again with the Back button', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await type(page, 2, '4');
    const before = await grid(page);
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("A new puzzle")').waitFor();
    await page.waitForTimeout(700);
    const made = await grid(page);
    await page.goBack();
    await becomes(() => grid(page), before);
    await page.goForward();
    await becomes(() => grid(page), made);
}));

test('a text that was typed beside the grid outlasts digits that are typed into it', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await page.locator('#sudoku-text').fill('half a puzzle');
    await type(page, 2, '4');
    assert.equal(await value(page, '#sudoku-text'), 'half a puzzle');
    await page.locator('#sudoku-empty').click();
    await page.locator('#sudoku-undo').click();
    assert.equal(await value(page, '#sudoku-text'), 'half a puzzle');
}));

test('pieces and a region that an example has replaced come back', () => on('#/pack', async (page) => {
    await page.locator('#pieces').fill('AA\nA.\n');
    await page.locator('#region').fill('##\n#.\n');
    await page.locator('.draw-board button').last().click();
    await page.locator('#pack-example').selectOption('soma');
    assert.equal(await value(page, '#region'), '3x3x3');
    assert.equal(await value(page, '#pack-example'), 'soma');
    await page.locator('#pack-undo').click();
    assert.equal(await value(page, '#pieces'), 'AA\nA.\n');
    assert.equal(await value(page, '#region'), '##\n##\n');
    assert.equal(await value(page, '#pack-example'), '');
    await page.locator('#region').press('Control+Z');
    assert.equal(await value(page, '#region'), '##\n#.\n');
    await page.locator('#region').press('Control+Y');
    await page.locator('#region').press('Control+Y');
    assert.equal(await value(page, '#pieces'), 'soma');
    await page.waitForTimeout(500);
    await page.goBack();
    await becomes(() => value(page, '#pieces'), 'AA\nA.\n');
}));

test('jumps are taken back and made again, over a new start and another board', () => on('#/peg', async (page) => {
    const moves = () => text(page, '#peg-moves');
    const pegs = (number) => page.waitForFunction((number) => document.querySelectorAll('#peg-board .has').length === number, number);
    await page.locator('#peg-problem').selectOption('latin');
    await pegs(6);
    for (const left of [5, 4]) {
        await page.locator('#peg-next').click();
        await pegs(left);
    }
    const played = await moves();
    await page.locator('#peg-again').click();
    await pegs(6);
    await page.locator('#peg-undo').click();
    await pegs(4);
    assert.equal(await moves(), played);
    await page.locator('#peg-undo').click();
    await pegs(5);
    await page.keyboard.press('Control+Shift+Z');
    await pegs(4);
    await page.locator('#peg-problem').selectOption('own');
    await page.locator('#peg-own').fill('xx.  ..x\n');
    await page.locator('#peg-own').dispatchEvent('change');
    await pegs(2);
    await page.locator('#peg-undo').click();
    await pegs(6);
    await page.locator('#peg-undo').click();
    await pegs(4);
    assert.equal(await moves(), played);
    await page.locator('#peg-redo').click();
    await page.locator('#peg-redo').click();
    await pegs(2);
    assert.equal(await value(page, '#peg-own'), 'xx.  ..x\n');
}));

test('picks of the sieve come back after a new start, another size and a best game', () => on('#/sieve', async (page) => {
    const game = () => text(page, '#sieve-game');
    await page.locator('#sieve-score:has-text("144, proved")').waitFor();
    await page.locator('[data-number="19"]').click();
    await page.locator('[data-number="21"]').click();
    await page.locator('#sieve-again').click();
    assert.equal(await game(), '');
    await page.locator('#sieve-undo').click();
    assert.equal(await game(), '19 21');
    await page.locator('#sieve-best').click();
    const best = await game();
    // The last pick of the best game, then all of it.
    await page.locator('#sieve-undo').click();
    assert.equal(await game(), best.split(' ').slice(0, -1).join(' '));
    for (let pick = best.split(' ').length - 1; pick > 0; pick -= 1) await page.keyboard.press('Control+Z');
    assert.equal(await game(), '19 21');
    await page.locator('#sieve-size').fill('30');
    await page.locator('#sieve-size').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#sieve button').length === 30);
    await page.locator('#sieve-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('#sieve button').length === 21);
    assert.equal(await value(page, '#sieve-size'), '21');
    assert.equal(await game(), '19 21');
}));

test('jumps of a game that a link has opened can be taken back', () => on('#/peg', async (page, context) => {
    await page.locator('#peg-problem').selectOption('latin');
    await page.locator('#peg-next').click();
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 5);
    await becomes(async () => (await stateOf(page))?.done?.length, 1);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 5);
    await other.locator('#peg-undo').click();
    await other.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 6);
}));

test('in a field whose letters are no steps, the browser undoes what was typed there', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await type(page, 2, '4');
    await page.locator('#sudoku-seed').focus();
    await page.keyboard.type('5');
    await page.keyboard.press('Control+Z');
    assert.equal(await page.locator('[data-cell="2"] .digit').textContent(), '4');
}));
