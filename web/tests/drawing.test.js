// Pieces and regions of packings, drawn with a mouse, a finger and keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from './site.js';

const { on } = site();

const pieces = (page) => page.locator('#pieces').inputValue();
const region = (page) => page.locator('#region').inputValue();

/** The middle of a cell of a board. */
async function middle(page, board, row, column) {
    const cell = page.locator(`${board} [aria-label="Row ${row}, column ${column}"]`);
    await cell.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await cell.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

/** Moves a pressed mouse over cells [row, column]. */
async function stroke(page, board, ...cells) {
    const places = [];
    for (const cell of cells) places.push(await middle(page, board, ...cell));
    await page.mouse.move(places[0].x, places[0].y);
    await page.mouse.down();
    for (const { x, y } of places.slice(1)) await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
}

test('a region is painted with the mouse, a stroke is one step, and it grows and shrinks', () => on('#/pack', async (page) => {
    await page.locator('#region').fill('3x4');
    await stroke(page, '#region-board', [1, 1], [1, 3]);
    assert.equal(await region(page), '...#\n####\n####\n');
    // A stroke empties cells if it emptied the first one.
    await stroke(page, '#region-board', [1, 2], [2, 2]);
    assert.equal(await region(page), '.#.#\n####\n####\n');
    await page.locator('#pack-undo').click();
    assert.equal(await region(page), '...#\n####\n####\n');
    await page.getByRole('button', { name: 'A column more' }).click();
    await page.getByRole('button', { name: 'A row less' }).click();
    assert.equal(await region(page), '...##\n#####\n');
    assert.equal(await page.locator('#region-board button').count(), 10);
}));

test('a region is painted with a finger, and the page does not scroll then', () => on('#/pack', async (page, context) => {
    await page.locator('#pieces').fill('monomino');
    await page.locator('#region').fill('4x4');
    // The board to play on is another one, too, and lower.
    await page.waitForFunction(() => document.querySelectorAll('#hand-board [data-cell]').length === 16);
    await page.locator('#region-board').scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    const touch = await context.newCDPSession(page);
    const places = [];
    for (const row of [1, 2, 3, 4]) places.push(await middle(page, '#region-board', row, 2));
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [places[0]] });
    for (const place of places.slice(1)) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [place] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    assert.equal(await region(page), '#.##\n#.##\n#.##\n#.##\n');
    assert.equal(await page.evaluate(() => scrollY), before);
    // A tap is a stroke of one cell.
    await page.locator('#region-board [aria-label="Row 1, column 2"]').tap();
    assert.equal(await region(page), '####\n#.##\n#.##\n#.##\n');
}, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }));

test('a region is painted with keys: it is one tab stop', () => on('#/pack', async (page) => {
    await page.locator('#region').fill('2x3');
    assert.equal(await page.locator('#region-board button[tabindex="0"]').count(), 1);
    await page.locator('#region-board button[tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    assert.equal(await region(page), '###\n#..\n');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('#region-board :focus').count(), 0);
}));

test('pieces are drawn, added and taken away, and fill a region', () => on('#/pack', async (page) => {
    await page.locator('#pieces').fill('');
    await page.locator('#region').fill('2x4');
    await page.locator('#draw-piece').click();
    await page.locator('#add-piece').click();
    await page.locator('#hand-said:has-text("Paint the cells")').waitFor();
    await stroke(page, '#piece-board', [2, 2], [2, 4], [3, 4]);
    await page.locator('#add-piece').click();
    await stroke(page, '#piece-board', [1, 1], [3, 1], [3, 2]);
    await page.locator('#add-piece').click();
    assert.equal(await pieces(page), 'AAA.B.\n..A.B.\n....BB\n');
    assert.deepEqual(await page.locator('.piece-list svg').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), ['Piece 1, 4 cells', 'Piece 2, 4 cells']);
    await page.locator('#pack-solve').click();
    // Two L tetrominoes fill 2x4 in one way, but for its mirror image.
    await page.locator('#pack-said:has-text("1 solution up to symmetry.")').waitFor();
    await page.getByRole('button', { name: 'Take piece 1 away' }).click();
    assert.equal(await pieces(page), 'A.\nA.\nAA\n');
    await page.locator('#pack-undo').click();
    assert.equal(await page.locator('.piece-list svg').count(), 2);
    // By keys: the next piece's button has the focus.
    await page.getByRole('button', { name: 'Take piece 1 away' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.piece-list svg').length === 1);
    assert.match(await page.evaluate(() => document.activeElement.ariaLabel ?? ''), /^Take piece/);
}));

test('named pieces are seen in each grid, and are a drawing once one is taken away', () => on('#/pack', async (page) => {
    const shown = page.locator('.piece-list svg');
    for (const [example, count] of [['soma', 7], ['hexiamonds', 12], ['tetrahexes', 7], ['hole', 12]]) {
        await page.locator('#pack-example').selectOption(example);
        await page.waitForFunction((count) => document.querySelectorAll('.piece-list svg').length === count, count);
        // Nothing of a picture is outside it.
        for (const piece of await shown.all()) {
            const isWhole = await piece.evaluate((svg) => {
                const { x, y, width, height } = svg.viewBox.baseVal;
                const box = svg.getBBox();
                return box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height;
            });
            assert.ok(isWhole, example);
        }
        // Squares alone can be drawn.
        const isFlat = example === 'hole';
        assert.equal(await page.locator('.piece-list').textContent(), isFlat ? '×'.repeat(count) : '');
        assert.equal(await page.locator('#draw-piece').isVisible(), isFlat);
    }
    // The region of a name is a board, too.
    await page.waitForFunction(() => document.querySelectorAll('#region-board button').length === 64);
    assert.equal(await page.locator('#region-board [aria-pressed="false"]').count(), 4);
    await page.getByRole('button', { name: 'Take piece X away' }).click();
    assert.match(await pieces(page), /^A/);
    assert.equal(await shown.count(), 11);
    assert.equal((await pieces(page)).match(/\w/g).length, 55);
}));
