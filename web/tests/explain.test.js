// The page's explanations: chains link by link, all steps, techniques with examples, ratings, why there is no solution.
// Also cages and boxes that are drawn by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { site, text } from './site.js';

const { on } = site();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** Its hardest step is an X-wing (`testdata/sudoku/ratings.txt`). */
const WING = '..85..27.........1..2.6.45........3.2....19...93.84....6.7..1......1....58..32...';

const opened = async (state, work, options) => on(`#/sudoku?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator('#sudoku-hint:enabled').waitFor();
    await work(page, ...rest);
}, options);

const grid = (page) => page.locator('#sudoku .digit').allTextContents().then((digits) => digits.map((digit) => digit || '.').join(''));

/** Opens the example of a technique. */
async function example(page, title) {
    await page.locator('#sudoku-learn').click();
    await page.locator('#sudoku-techniques .step', { has: page.locator(`span:text-is("${title}")`) }).click();
    await page.locator('#technique-example').click();
    await page.locator(`#sudoku-why h2:has-text("${title}")`).waitFor();
}

/** A stroke over cells. */
async function stroke(page, cells) {
    const middle = async (cell) => {
        const { x, y, width, height } = await page.locator(`[data-cell="${cell}"]`).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    await page.locator(`[data-cell="${cells[0]}"]`).scrollIntoViewIfNeeded();
    await page.mouse.move(...await middle(cells[0]));
    await page.mouse.down();
    for (const cell of cells.slice(1)) await page.mouse.move(...await middle(cell), { steps: 4 });
    await page.mouse.up();
}

test('a chain is followed link by link, by buttons and keys, with the reason of each', () => opened({ given: LINE }, async (page) => {
    await example(page, 'Forcing chain');
    const links = () => page.locator('.sudoku-frame .ink .link').count();
    const rows = page.locator('#sudoku-why .links .step');
    const count = await rows.count();
    assert.ok(count >= 3);
    const whole = await links();
    assert.equal(whole, count);
    await page.locator('#link-next').click();
    assert.deepEqual([await links(), await text(page, '#link-at')], [1, `1 of ${count}`]);
    assert.equal(await page.locator('.sudoku-frame .ink .link.now').count(), 1);
    assert.ok(await page.locator('#link-back').isDisabled());
    await page.locator('[data-cell="0"]').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    assert.deepEqual([await links(), await text(page, '#link-at')], [3, `3 of ${count}`]);
    await page.keyboard.press('p');
    assert.equal(await links(), 2);
    for (const reason of await rows.locator('.reason').allTextContents()) assert.match(reason, /^(only place for \d in \w+ \d|only digit left in r\dc\d|\w+ \d has one \d|r\dc\d has one digit)$/);
    // The last link shows what follows.
    assert.equal(await page.locator('.sudoku-frame .ink .removed').count(), 0);
    await rows.nth(count - 1).click();
    assert.ok(await page.locator('.sudoku-frame .ink :is(.removed, .placed)').count() > 0);
    await page.keyboard.press('ArrowUp');
    assert.equal(await text(page, '#link-at'), `${count - 1} of ${count}`);
    await page.locator('#link-all').click();
    assert.equal(await links(), whole);
    assert.match(await text(page, '#sudoku-names'), /AIC/);
}));

test('a wing has its pivot and its wings in colors of their own, and its other name', () => opened({ given: LINE }, async (page) => {
    await example(page, 'XY-wing');
    assert.deepEqual([await page.locator('#sudoku .pivot').count(), await page.locator('#sudoku .wing').count()], [1, 2]);
    assert.deepEqual([await page.locator('.ink .pivot circle').count(), await page.locator('.ink .wing circle').count()], [2 + 1, 4 + 1]);
    assert.match(await text(page, '#sudoku-names'), /Y-wing/);
    const there = await grid(page);
    await page.locator('#sudoku-do').click();
    await page.locator('#sudoku-undo').click();
    assert.equal(await grid(page), there);
}));

test('each technique has a page, and its example is the hint for that position', () => opened({ given: LINE }, async (page) => {
    await page.locator('#sudoku-learn').click();
    await page.locator('#sudoku-techniques .step').first().waitFor();
    const titles = await page.locator('#sudoku-techniques .step span:first-child').allTextContents();
    assert.equal(titles.length, 39);
    for (const title of ['Last value', 'X-wing', 'Generalized intersection', 'Dynamic forcing chains']) {
        await example(page, title);
        await page.locator('#sudoku-why-close').click();
        await page.locator('#sudoku-hint').click();
        await page.locator('#sudoku-hint:text-is("Explain")').click();
        await page.locator(`#sudoku-why h2:has-text("${title}")`).waitFor();
    }
    await page.locator('#sudoku-about').click();
    await page.locator('#sudoku-techniques h2:has-text("Dynamic forcing chains")').waitFor();
    while (await page.locator('#sudoku-undo').isEnabled()) await page.locator('#sudoku-undo').click();
    assert.equal(await grid(page), LINE);
}));

test('all steps that are possible are a list, and one that is chosen is shown', () => opened({ given: WING }, async (page) => {
    await page.locator('#sudoku-all').click();
    const steps = page.locator('#sudoku-possible .step');
    await steps.first().waitFor();
    const ratings = (await steps.locator('span:first-child').allTextContents()).map(Number);
    assert.ok(ratings.length > 3);
    assert.deepEqual(ratings, [...ratings].sort((one, other) => one - other));
    const last = ratings.length - 1;
    const title = await steps.nth(last).locator('span').nth(1).textContent();
    await steps.nth(last).click();
    await page.locator(`#sudoku-why h2:has-text("${title}")`).waitFor();
    assert.equal(await grid(page), WING);
    // The list is of this grid.
    await page.locator('#sudoku-do').click();
    assert.ok(await page.locator('#sudoku-possible').isHidden());
}));

test('a rating has the hardest technique first, and the work of a search under more', () => opened({ given: WING }, async (page) => {
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-rating .hardest:has-text("X-wing 3.2")').waitFor();
    assert.match(await text(page, '#sudoku-rating'), /ER3\.2 the hardest step of allEP1\.2 the hardest step until the first digit is placedED1\.2 the first step/);
    assert.ok(await page.locator('#sudoku-rating dt:text-is("WNEF")').isHidden());
    await page.locator('#sudoku-rating summary').click();
    assert.ok(await page.locator('#sudoku-rating dt:text-is("WNEF")').isVisible());
    await page.locator('#hardest').click();
    await page.locator('#sudoku-techniques h2:has-text("X-wing")').waitFor();
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("Its hardest step: ")').waitFor();
    assert.match(await text(page, '#sudoku-said'), /ER \d+\.\d \(EP \d+\.\d, ED \d+\.\d\)\.$/);
}));

test('a puzzle without solutions shows what cannot be had together', () => opened({ given: '.'.repeat(81) }, async (page) => {
    assert.ok(await page.locator('#sudoku-none').isHidden());
    // No place is left for 1 in row 3.
    for (const [cell, digit] of [[4, '1'], [16, '1'], [18, '2'], [19, '3'], [20, '4']]) {
        await page.locator(`[data-cell="${cell}"]`).focus();
        await page.keyboard.press(digit);
    }
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:text-is("No solution")').waitFor();
    await page.locator('#sudoku-none').click();
    await page.locator('#sudoku-said:text-is("No place is left for 1 in row 3.")').waitFor();
    assert.equal(await page.locator('#sudoku .house').count(), 9);
    await page.locator('[data-cell="20"]').focus();
    await page.keyboard.press('Delete');
    assert.equal(await page.locator('#sudoku .house').count(), 0);
    assert.ok(await page.locator('#sudoku-none').isHidden());
}));

test('cages are drawn by hand: their cells, then a sum', () => opened({ given: '.'.repeat(81) }, async (page) => {
    await page.locator('#sudoku-rules summary').click();
    await page.locator('#rule-tool').selectOption('thermometer');
    await page.locator('#sudoku-shapes summary').click();
    await page.locator('#shapes-draw').click();
    // Strokes do one thing at a time.
    assert.equal(await page.locator('#rule-tool').inputValue(), '');
    await stroke(page, [0, 1, 10]);
    await page.locator('#cage-sum').fill('30');
    await page.locator('#cage-add').click();
    await page.locator('#sudoku-said:has-text("a sum from 6 to 24")').waitFor();
    await page.locator('#cage-sum').fill('15');
    await page.locator('#cage-sum').press('Enter');
    await page.locator('#sudoku .sum:text-is("15")').waitFor();
    await stroke(page, [80, 79]);
    await page.locator('#cage-sum').fill('3');
    await page.locator('#cage-add').click();
    await page.locator('#sudoku .sum:text-is("3")').waitFor();
    assert.equal(await page.locator('#cages').inputValue(), '15 r1c1 r1c2 r2c2\n3 r9c8 r9c9');
    // It has hints, as it has no other rules.
    assert.ok(await page.locator('#sudoku-hint').isEnabled());
    await stroke(page, [10]);
    await page.locator('#cage-erase').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .sum').length === 1);
    await page.locator('#sudoku-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .sum').length === 2);
}));

test('a made killer needs no digits', () => opened({ given: LINE }, async (page) => {
    await page.locator('#sudoku-shapes summary').click();
    await page.locator('#draw-cages').click();
    await page.locator('#sudoku-said:has-text("one solution, without any digit")').waitFor();
    assert.equal(await grid(page), '.'.repeat(81));
    await page.locator('#sudoku-count').click();
    await page.locator('#sudoku-said:text-is("Exactly one solution.")').waitFor();
}));

test('boxes of a jigsaw are drawn by hand, and shown while they are not whole', () => opened({ order: 4, given: '.'.repeat(16) }, async (page) => {
    await page.locator('#sudoku-shapes summary').click();
    await page.locator('#shapes-draw').click();
    await page.locator('#regions-begin').click();
    await page.locator('#regions-says:text-is("All 4 boxes have 4 cells.")').waitFor();
    await page.locator('#regions-empty').click();
    await page.locator('#regions-says:text-is("16 cells are in no box.")').waitFor();
    const boxes = [[0, 1, 2, 3], [4, 5, 6, 10], [7, 11, 15, 14], [8, 9, 13, 12]];
    for (const [number, cells] of boxes.entries()) {
        await stroke(page, cells);
        await page.locator('#regions-join').click();
        assert.equal(await page.locator('.regions g').count(), number + 1);
        if (number === 1) assert.equal(await text(page, '#regions-says'), '8 cells are in no box.');
    }
    await page.locator('#regions-says:text-is("All 4 boxes have 4 cells.")').waitFor();
    await page.waitForFunction(() => document.getElementById('jigsaw').value === 'AAAA\nBBBC\nDDBC\nDDCC');
    // One cell changes its box: two boxes are not whole, and the board stays until they are.
    await stroke(page, [6, 3]);
    await page.locator('#regions-extend').click();
    await page.locator('#regions-says:text-is("A has 3 of 4 cells, B has 5 of 4 cells.")').waitFor();
    assert.equal(await page.locator('.regions polygon.open').count() > 0, true);
    assert.equal(await page.locator('#jigsaw').inputValue(), 'AAAA\nBBBC\nDDBC\nDDCC');
    await page.locator('#regions-stop').click();
    assert.equal(await page.locator('.regions').count(), 0);
}));

test('a problem without solutions tells which items contradict each other', () => on('#/problem', async (page) => {
    await page.locator('#problem').fill('A B C D\nA C\nB C\nB C D\nD\n');
    await page.locator('#find:enabled').waitFor();
    assert.ok(await page.locator('#why').isHidden());
    await page.locator('#find').click();
    await page.locator('#why').click();
    await page.locator('#statistics:has-text("These 3 items cannot be covered together, but they can without any one of them")').waitFor();
    assert.match(await text(page, '#solutions'), /^A: at least 1 of 1 option\nB: at least 1 of 2 options\nC: at most 1 of 3 options\n/);
    await page.locator('#problem').fill('A B\nA\nB\n');
    await page.locator('#find:enabled').waitFor();
    assert.ok(await page.locator('#why').isHidden());
    for (const id of ['run', 'count', 'sample', 'best']) {
        await page.locator('#problem').fill(`A B\nA\n|${id}\n`);
        await page.locator(`#${id}:enabled`).click();
        await page.locator('#why:enabled').click();
        await page.locator('#statistics:has-text("This item cannot be covered")').waitFor();
    }
}));

for (const [name, options] of Object.entries({ desk: { viewport: { width: 1280, height: 800 } }, phone: PHONE })) {
    test(`what is told is seen together with the grid, and a technique is told where one asks: ${name}`, () => opened({ given: WING }, async (page) => {
        const { width, height } = options.viewport;
        const boxOf = (selector) => page.locator(selector).evaluate((element) => {
            const { top, bottom, left, right } = element.getBoundingClientRect();
            return { top, bottom, left, right };
        });
        await page.locator('#sudoku-hint').click();
        await page.locator('#sudoku-said:has-text("Look at")').waitFor();
        for (const selector of ['#sudoku-said', '.sudoku-frame']) {
            const { top, bottom, right } = await boxOf(selector);
            assert.ok(top >= 0 && bottom <= height && right <= width, `${selector}: ${top} to ${bottom}`);
        }
        await page.locator('#sudoku-learn').click();
        await page.locator('#sudoku-techniques h2').waitFor();
        const { top, bottom } = await boxOf('#sudoku-techniques h2');
        assert.ok(top >= 0 && bottom <= height, `${top} to ${bottom}`);
        await page.locator('#techniques-close').click();
        await page.locator('#sudoku-rate').click();
        await page.locator('#hardest').click();
        await page.locator('#technique-example').waitFor();
        assert.equal(await page.locator('#sudoku-rating + #sudoku-techniques').count(), 1);
        const button = await boxOf('#technique-example');
        assert.ok(button.top >= 0 && button.bottom <= height, `${button.top} to ${button.bottom}`);
    }, options));
}

test('an empty grid keeps the cages and says so, or is without them', () => opened({ order: 4, given: '.'.repeat(16), cages: '3 r1c1 r1c2\n7 r2c1 r2c2' }, async (page) => {
    await page.locator('#sudoku-empty').click();
    await page.locator('#sudoku-said:has-text("the cages stay")').waitFor();
    assert.match(await page.locator('#cages').inputValue(), /^3 r1c1/);
    await page.locator('#sudoku-bare').click();
    await page.locator('#sudoku-said:has-text("What you type are clues now.")').waitFor();
    assert.equal(await page.locator('#cages').inputValue(), '');
    assert.ok(await page.locator('#sudoku-bare').isHidden());
    await page.locator('#sudoku-undo').click();
    assert.match(await page.locator('#cages').inputValue(), /^3 r1c1/);
}));
