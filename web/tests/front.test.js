// The start page in a browser: its cards, the calendar puzzle, recent work.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pack } from '../page/address.js';
import { dayOf, labelsOf } from '../page/calendar.js';
import { site, stateOf, text } from './site.js';

const { on, address } = site();
const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };

/** What of an element is within the window, as a part of its height. */
const seen = (page, selector) => page.locator(selector).first().evaluate((element) => {
    const { top, bottom, height, right } = element.getBoundingClientRect();
    return right > innerWidth ? 0 : (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
});

/** Chooses a day of the calendar puzzle. */
async function choose(page, day) {
    await page.locator('#calendar-day').fill(day);
    await page.locator('#calendar-day').dispatchEvent('change');
}

test('without a part, the address is that of the start page; a card leads to each part, and the name back', () => on('', async (page) => {
    const parts = await page.locator('#menu a').evaluateAll((links) => links.map((link) => link.hash));
    const cards = await page.locator('.cards a').evaluateAll((links) => links.map((link) => link.hash));
    assert.deepEqual([...cards].sort(), [...parts].sort());
    for (const hash of cards) {
        await page.locator(`.cards a[href="${hash}"]`).click();
        await page.locator(`html[data-ready="${hash.slice(2)}"]`).waitFor();
        await page.locator('h1 a').click();
        await page.locator('html[data-ready="home"]').waitFor();
    }
    await page.evaluate(() => { location.hash = '#/no-such-part'; });
    await page.locator('.cards').waitFor();
}));

test('on a phone the calendar puzzle of today is solved by one tap, and its solution is in sight', () => on('', async (page) => {
    const day = dayOf(new Date());
    assert.equal(await page.locator('#calendar-day').inputValue(), day);
    assert.equal(await text(page, '#calendar-title'), 'Today’s calendar puzzle');
    assert.ok((await seen(page, '#calendar-solve')) === 1);
    await page.locator('#calendar-solve').tap();
    await page.locator('#calendar-said[data-kind="solution"]').waitFor();
    assert.ok((await seen(page, '.calendar-board svg')) >= 0.6);
    assert.deepEqual(await page.locator('.calendar-board g:not(.covered) > text').allTextContents(), labelsOf('days', day));
    assert.equal(await page.locator('.calendar-board path').count(), 8);
    await page.locator('#calendar-number:not(:empty)').waitFor();
}, PHONE));

test('a solution of the calendar puzzle comes piece by piece, too, and another one after it', () => on('', async (page) => {
    await choose(page, '2026-10-06');
    await page.locator('#calendar-kind').selectOption('weekdays');
    const pieces = page.locator('.calendar-board path');
    for (let piece = 1; piece <= 3; piece += 1) {
        await page.locator('#calendar-piece').click();
        await page.locator(`#calendar-said:has-text("${piece} of 10 pieces")`).waitFor();
        assert.equal(await pieces.count(), piece);
    }
    const drawn = () => pieces.evaluateAll((all) => all.map((one) => one.getAttribute('d')));
    const before = await drawn();
    await page.locator('#calendar-solve').click();
    await page.locator('#calendar-said:has-text("Solved: Oct, 6, Tue.")').waitFor();
    const first = await drawn();
    assert.deepEqual([first.length, first.slice(0, 3)], [10, before]);
    assert.deepEqual(await page.locator('.calendar-board g:not(.covered) > text').allTextContents(), ['Oct', '6', 'Tue']);
    assert.ok(await page.locator('#calendar-piece').isDisabled());
    await page.locator('#calendar-solve:has-text("Another solution")').click();
    await page.waitForFunction((first) => [...document.querySelectorAll('.calendar-board path')].map((one) => one.getAttribute('d')).join() !== first, first.join());
    assert.equal(await pieces.count(), 10);
    // Another day begins with an empty board.
    await page.locator('#calendar-after').click();
    assert.equal(await page.locator('#calendar-day').inputValue(), '2026-10-07');
    assert.equal(await pieces.count(), 0);
    await page.locator('#calendar-solve:text-is("Solve")').waitFor();
}));

test('a link has the board and the day, but not today', () => on('', async (page, context) => {
    await page.locator('#calendar-kind').selectOption('weekdays');
    while (JSON.stringify(await stateOf(page)) !== '{"board":"weekdays"}') await page.waitForTimeout(50);
    await choose(page, '2024-02-29');
    while ((await stateOf(page)).day !== '2024-02-29') await page.waitForTimeout(50);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('#calendar-said:has-text("all of the board but Feb, 29 and Thu")').waitFor();
    await other.locator('#calendar-today').click();
    await other.locator('#calendar-title:has-text("Today’s")').waitFor();
    // No day: what was there stays.
    await choose(page, '');
    assert.match(await text(page, '#calendar-said'), /29 February 2024|February 29, 2024/);
}));

test('the calendar puzzle is played before the library is there, and the first view is small', async () => {
    // The library never comes.
    const routes = { '**/dlx3.wasm': () => {} };
    const letters = await pack({ board: 'days', day: '2026-10-06' });
    await on(`#/home?z=${letters}`, async (page) => {
        await page.locator('.tray [data-piece="0"]').click();
        await page.locator('#calendar-board [data-cell="4,1"]').click();
        await page.locator('#calendar-said:has-text("O lies on 8, 9, 15, 16, 22 and 23. 35 cells are left.")').waitFor();
        const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').at(-1)));
        const sizes = ['index.html', ...new Set(files)].filter((file) => file !== 'dlx3.wasm').map((file) => gzipSync(readFileSync(new URL(`../dist/${file}`, import.meta.url))).length);
        assert.ok(sizes.length > 10);
        const sum = sizes.reduce((total, size) => total + size, 0);
        assert.ok(sum < 60 * 1024, `${sum} bytes`);
    }, { routes, serviceWorkers: 'block' });
});

test('days are counted from the month of the day on, and a day of the table is solved', () => on('', async (page) => {
    await choose(page, '2026-10-06');
    await page.locator('#year-count').click();
    // As many as trying all pieces finds (tests/calendar.test.js).
    await page.locator('[data-day="2026-10-06"]:text-is("7")').waitFor();
    await page.locator('#year-count:text-is("Stop")').click();
    await page.locator('#year-count:text-is("Count all days")').waitFor();
    assert.match(await text(page, '#year-said'), /^\d+ of 365 days are counted\.$/);
    assert.equal(await page.locator('[data-day="2026-09-30"]').textContent(), '·');
    // The table is one tab stop, in which arrows move.
    assert.equal(await page.locator('.year button[tabindex="0"]').count(), 1);
    await page.locator('.year button[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.day), '2026-11-07');
    await page.keyboard.press('Enter');
    await page.locator('#calendar-said:has-text("Solved: Nov, 7.")').waitFor();
    assert.equal(await page.locator('[aria-current="date"]').getAttribute('data-day'), '2026-11-07');
}));

test('what was changed is recent work, which opens again in another visit and can be forgotten', () => on('#/pack', async (page, context) => {
    await page.locator('#region').waitFor();
    await page.locator('h1 a').click();
    await page.locator('.cards').waitFor();
    // What was only looked at is none.
    assert.ok(await page.locator('.recent').isHidden());
    await page.locator('[data-part="pack"]').click();
    await page.locator('#region').fill('3x20');
    while ((await stateOf(page))?.region !== '3x20') await page.waitForTimeout(50);
    const other = await context.newPage();
    await other.goto(address());
    await other.locator('.recent li:has-text("pentominoes in 3x20") a').click();
    await other.locator('#region').waitFor();
    assert.equal(await other.locator('#region').inputValue(), '3x20');
    await other.locator('h1 a').click();
    await other.locator('#recent-forget').click();
    assert.ok(await other.locator('.recent').isHidden());
    await other.reload();
    await other.locator('.cards').waitFor();
    assert.ok(await other.locator('.recent').isHidden());
}));
