// The page in a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, serve, visit } from './browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const COLORS_STATISTICS = `(5 options, 3+2 items, 19 entries successfully read)
Altogether 1 solution, 366+362 mems, 14 updates, 7 cleansings, 560 bytes, 6 nodes, ccost 6%.
`;
const PARTS = ['problem'];

let server;
let browser;
before(async () => {
    server = await serve();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});

/** Does something on a page of its own; nothing may be said on its console. */
async function on(hash, work, options) {
    const { page, context, faults } = await visit(browser, server.address + hash, options);
    page.setDefaultTimeout(20000);
    try {
        await work(page, context);
        assert.deepEqual(faults, []);
    } finally {
        await context.close();
    }
}

const text = (page, selector) => page.locator(selector).textContent();

async function setProblem(page, problem) {
    await page.locator('#problem').fill(problem);
    await page.locator('#run:enabled').waitFor();
}

async function run(page) {
    await page.locator('#run:enabled').click();
    await page.locator('#stop:disabled').waitFor();
    await page.locator('#run:enabled').waitFor();
}

test('a run prints the statistics of dlx3 v1, and the solutions', () => on('#/problem', async (page) => {
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
    assert.equal(await text(page, '#solutions'), '1:\n A C X:1 Y:1 (2 of 2)\n B X:1 (1 of 1)\n C Y:1 (1 of 1)\n null C (1 of 1)\n');
}));

test('a fault is told and marked at its place as one types', () => on('#/problem', async (page) => {
    await page.locator('#problem').fill('A B\nA C\n');
    await page.locator('#fault:has-text("Line 2: Unknown item name")').waitFor();
    assert.equal(await text(page, '.editor-back mark'), 'C');
    assert.ok(await page.locator('#run').isDisabled());
    await page.locator('#problem').fill('A B\nA B\n');
    await page.locator('#run:enabled').waitFor();
    assert.equal(await text(page, '#fault'), '');
}));

test('counting, drawing and the cheapest answer', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('costs');
    await page.locator('#count:enabled').click();
    await page.locator('#statistics:has-text("7")').waitFor();
    await page.locator('#best:enabled').click();
    await page.locator('#statistics:has-text("1 costs 2.")').waitFor();
    await page.locator('#sample:enabled').click();
    await page.locator('#statistics:has-text("of 7 solutions")').waitFor();
}));

test('each example is a problem without faults', () => on('#/problem', async (page) => {
    const keys = await page.locator('#example option').evaluateAll((options) => options.map((option) => option.value));
    assert.ok(keys.length >= 18);
    for (const key of keys) {
        await page.locator('#problem').fill('');
        await page.locator('#fault:has-text("No items")').waitFor();
        await page.locator('#example').selectOption(key === 'colors' ? 'queens' : 'colors');
        await page.locator('#example').selectOption(key);
        await page.locator('#run:enabled').waitFor();
    }
}));

test('a long search stops within 0.2 seconds, and the next one runs', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('langford');
    await page.locator('#parameters').fill('24');
    await page.locator('#parameters').press('Enter');
    await page.locator('.facts:has-text("72")').first().waitFor();
    await page.locator('#run:enabled').click();
    await page.locator('.facts:has-text("So far")').waitFor();
    assert.ok(await page.locator('#run').isDisabled());
    const took = await page.evaluate(async () => {
        const begin = performance.now();
        document.getElementById('stop').click();
        while (!document.getElementById('stop').disabled) await new Promise((resolve) => setTimeout(resolve, 1));
        return performance.now() - begin;
    });
    assert.ok(took < 200, `${took} ms`);
    assert.match(await text(page, '#statistics'), /INTERRUPTED!\nAltogether \d+ solution/);
    await page.locator('#example').selectOption('colors');
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
}));

test('the page answers while a search runs', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('langford');
    await page.locator('#parameters').fill('23');
    await page.locator('#parameters').press('Enter');
    await page.locator('#run:enabled').click();
    const longest = await page.evaluate(async () => {
        let longest = 0;
        let last = performance.now();
        const end = last + 800;
        while (last < end) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            longest = Math.max(longest, performance.now() - last);
            last = performance.now();
        }
        return longest;
    });
    assert.ok(longest < 250, `${longest} ms`);
    await page.locator('#stop').click();
    await page.locator('#run:enabled').waitFor();
}));

test('a link opens the same problem again', () => on('#/problem', async (page, context) => {
    await setProblem(page, 'p q | r\np r:1\nq r:1\nq r:2\n');
    await page.waitForFunction(() => location.hash.includes('?z='));
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('#run:enabled').waitFor();
    assert.equal(await other.locator('#problem').inputValue(), 'p q | r\np r:1\nq r:1\nq r:2\n');
    await other.goto(`${server.address}#/problem?z=no-such-state`);
    await other.locator('#run:enabled').waitFor();
}));

test('the page works without a network, and opens again without one', () => on('#/problem', async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
    await context.setOffline(false);
}));

test('the search is seen step by step', () => on('#/problem', async (page) => {
    await page.locator('#sentence:has-text("Level 0: choose A")').waitFor();
    await page.locator('#step-next').click();
    assert.match(await text(page, '#sentence'), /take A B X:0 Y:0 \(1 of 2\)/);
    for (const expected of ['cover A', 'cover B', 'purify X: only color 0', 'purify Y: only color 0', 'C cannot be covered']) {
        await page.locator('#step-next').click();
        assert.ok((await text(page, '#sentence')).includes(expected), expected);
    }
    assert.equal(await page.locator('.matrix rect').count(), 14);
    assert.equal(await page.locator('.matrix .chosen').count(), 1);
    await page.getByRole('button', { name: 'Next solution' }).click();
    assert.match(await text(page, '#sentence'), /a solution/);
    assert.equal(await page.locator('.path li').count(), 4);
    await page.locator('#play').click();
    await page.locator('#play:has-text("Pause")').waitFor();
}));

test('a small search is a tree, a large one a profile, and two orders stand beside each other', () => on('#/problem', async (page) => {
    await page.locator('#tab-picture').click();
    const source = () => page.locator('.paper').getAttribute('src').then(decodeURIComponent);
    assert.match(await source(), /<circle/);
    await page.locator('#example').selectOption('queens');
    await page.locator('.search .facts:has-text("Altogether 92 solutions")').waitFor();
    assert.match(await source(), /<rect class="/);
    await page.locator('#tab-orders').click();
    await page.locator('.search .facts:has-text("reversed: Altogether 92 solutions")').waitFor();
    assert.match(await source(), /as given[^]*reversed/);
}));

test('the keyboard is enough', () => on('#/problem', async (page) => {
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'To the content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    for (let step = 0; step < 5 && (await page.evaluate(() => document.activeElement.id)) !== 'problem'; step += 1) {
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.type('a b\na\nb\na b\n');
    await page.locator('#run:enabled').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('#statistics:has-text("Altogether 2 solutions")').waitFor();
    await page.locator('#tab-steps').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-picture');
}));

for (const part of PARTS) {
    for (const colorScheme of ['light', 'dark']) {
        for (const width of [360, 1600]) {
            test(`#/${part} fits and has no serious fault of access: ${colorScheme}, ${width} pixels`, () => on(`#/${part}`, async (page) => {
                await page.waitForTimeout(600);
                const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                assert.ok(beyond <= 0, `${beyond} pixels too wide`);
                await page.evaluate(AXE);
                const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
                const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
                assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
                const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
                const [red] = ground.match(/\d+/g).map(Number);
                assert.ok(colorScheme === 'dark' ? red < 60 : red > 200, ground);
            }, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }));
        }
    }
}
