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
const PARTS = ['problem', 'sudoku', 'pack', 'peg', 'sieve'];

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

test('nothing can be asked before the problem has been read', () => on('#/problem', async (page) => {
    await page.route('**/dlx3.wasm', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
    });
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    for (const asker of ['run', 'count', 'sample', 'best']) assert.ok(await page.locator(`#${asker}`).isDisabled(), asker);
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
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
    // The second branch of level 0, which comes after a node of level 1.
    await page.locator('#step-next').click();
    assert.match(await text(page, '#sentence'), /Level 0: take A C X:1 Y:1/);
    assert.deepEqual(await page.locator('.chips li').allTextContents(), ['A2', 'B2', 'C2']);
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

test('a Sudoku is solved, rated and made', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await page.locator('#sudoku-hint').click();
    await page.locator('#sudoku-said:has-text("single")').waitFor();
    assert.equal(await page.locator('#sudoku .hinted .digit').textContent().then((digit) => digit.length), 1);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("This is the only solution.")').waitFor();
    const solved = await page.locator('#sudoku .digit').allTextContents();
    assert.equal(solved.join(''), '534678912672195348198342567859761423426853791713924856961537284287419635345286179');
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-rating:has-text("single")').waitFor();
    // What `sudoku make --seed 7 --difficulty hard` prints.
    await page.locator('#difficulty').selectOption('hard');
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("22 clues")').waitFor();
    assert.match(await page.locator('#sudoku-text').inputValue(), /^\.1\.24\.\.6\.\.\.\.\.\.\.\.\.\.5/);
}));

test('a Sudoku is typed with the keyboard, and a clash is shown', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('5');
    assert.equal(await page.locator('[data-cell="2"] .digit').textContent(), '5');
    assert.ok((await page.locator('#sudoku .clash').count()) >= 2);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), '3');
    await page.locator('[data-cell="2"]').focus();
    await page.keyboard.press('Delete');
    assert.equal(await page.locator('#sudoku .clash').count(), 0);
    await page.locator('#sudoku-text').fill('4 is too short');
    await page.locator('#sudoku-take').click();
    await page.locator('#sudoku-said:has-text("no puzzle")').waitFor();
    await page.locator('#sudoku-text').fill('..3.\n2...\n...1\n.4..\n');
    await page.locator('#sudoku-take').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .cell').length === 16);
}));

test('a jigsaw and a killer are made and solved', () => on('#/sudoku', async (page) => {
    await page.locator('summary').click();
    await page.locator('#jigsaw-example').click();
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .cell').length === 36);
    await page.locator('#draw-cages').click();
    await page.locator('#sudoku .sum').first().waitFor();
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-said:has-text("A new puzzle")').waitFor();
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("This is the only solution.")').waitFor();
}));

test('pieces fill a region, up to symmetry', () => on('#/pack', async (page) => {
    await page.locator('#region').fill('3x20');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("2 solutions up to symmetry.")').waitFor();
    const picture = () => page.locator('#pack-picture img').getAttribute('src');
    const first = await picture();
    await page.locator('#pack-next').click();
    await page.locator('#pack-place:has-text("2 of 2")').waitFor();
    await page.waitForFunction((first) => document.querySelector('#pack-picture img').src !== first, first);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#pack-save').click()]);
    assert.equal(download.suggestedFilename(), 'packing.svg');
    assert.match(readFileSync(await download.path(), 'utf8'), /^<svg /);
}));

test('a solid is turned, and pieces and a region of one’s own are packed', () => on('#/pack', async (page) => {
    await page.locator('#pack-example').selectOption('soma');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("240 solutions up to symmetry.")').waitFor();
    const shape = () => page.locator('.solid').innerHTML();
    const before = await shape();
    await page.locator('.solid').focus();
    await page.keyboard.press('ArrowLeft');
    assert.notEqual(await shape(), before);
    await page.locator('#pack-example').selectOption('own');
    assert.equal(await page.locator('.draw-board [aria-pressed="true"]').count(), 15);
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("solution")').waitFor();
    await page.locator('#pack-picture img').waitFor();
    await page.locator('.draw-board button').first().click();
    assert.equal(await page.locator('#region').inputValue(), '.###\n####\n####\n.###\n');
    await page.locator('#pieces').fill('no-such-pieces');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said[data-kind="dead"]').waitFor();
}));

test('a long packing stops at once', () => on('#/pack', async (page) => {
    await page.locator('#pieces').fill('hexominoes');
    await page.locator('#region').fill('15x15-3x5');
    await page.locator('#reduce').uncheck();
    await page.locator('#pack-solve').click();
    await page.waitForTimeout(500);
    await page.locator('#pack-stop').click();
    await page.locator('#pack-solve:enabled').waitFor({ timeout: 200 });
}));

test('peg solitaire is played and solved', () => on('#/peg', async (page) => {
    await page.locator('#peg-problem').selectOption('latin');
    await page.locator('#peg-said:has-text("6 pegs")').waitFor();
    await page.locator('[aria-label^="d5: peg"]').click();
    await page.locator('[aria-label^="d3: empty"], [aria-label^="b5: empty"], [aria-label^="f5: empty"]').first().waitFor();
    for (let jump = 5; jump >= 1; jump -= 1) await page.locator('#peg-next').click().then(() => page.waitForFunction((left) => document.querySelectorAll('#peg-board .has').length === left, jump));
    await page.locator('#peg-said:has-text("Solved.")').waitFor();
    assert.equal((await page.locator('#peg-moves').textContent()).split(' ').length, 5);
    await page.locator('#peg-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 2);
}));

test('a lost position shows its certificate', () => on('#/peg', async (page) => {
    await page.locator('#peg-problem').selectOption('own');
    await page.locator('#peg-own').fill('xxx....  ......x\nxxx....  .......\n');
    await page.locator('#peg-own').dispatchEvent('change');
    await page.locator('#peg-said:has-text("6 pegs")').waitFor();
    await page.locator('#peg-next').click();
    await page.locator('#peg-said:has-text("Lost: no jump raises the sum")').waitFor();
    assert.equal(await page.locator('#peg-board text').count(), 14);
}));

test('each peg board opens, and the central game is solved', () => on('#/peg', async (page) => {
    const keys = await page.locator('#peg-problem option').evaluateAll((options) => options.map((option) => option.value));
    for (const key of keys) {
        await page.locator('#peg-problem').selectOption('3x4');
        await page.waitForFunction(() => document.querySelectorAll('#peg-board [data-hole]').length === 12);
        await page.locator('#peg-problem').selectOption(key);
        if (key !== '3x4') await page.waitForFunction(() => document.querySelectorAll('#peg-board [data-hole]').length !== 12);
    }
    await page.locator('#peg-problem').selectOption('central');
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 32);
    await page.locator('#peg-next').click();
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 31);
}));

test('the sieve is played against the proved best score', () => on('#/sieve', async (page) => {
    await page.locator('#sieve-score:has-text("144, proved")').waitFor();
    await page.locator('[data-number="19"]').click();
    await page.locator('#sieve-said:has-text("19: 1 leaves with it.")').waitFor();
    assert.ok(await page.locator('[data-number="17"][aria-disabled="true"]').isVisible());
    await page.locator('#sieve-undo').click();
    await page.locator('#sieve-best').click();
    await page.locator('#sieve-said:has-text("no score is greater: 144")').waitFor();
    await page.locator('#sieve-size').fill('60');
    await page.locator('#sieve-size').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#sieve button').length === 60);
    await page.locator('#sieve-score:has-text("proved")').waitFor();
}));

test('a link opens each part as it was', () => on('#/peg', async (page, context) => {
    await page.locator('#peg-problem').selectOption('latin');
    await page.locator('#peg-said:has-text("6 pegs")').waitFor();
    await page.locator('#peg-next').click();
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 5);
    await page.waitForTimeout(500);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 5);
}));

test('files are dropped onto the page', () => on('#/problem', async (page) => {
    const drop = (name, text) => page.evaluate(([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, text]);
    await drop('small.dlx', 'a b\na\nb\n');
    await page.locator('.facts:has-text("2 options, 2+0 items")').waitFor();
    await page.locator('[data-part="sudoku"]').click();
    await page.locator('#sudoku .cell').first().waitFor();
    await drop('puzzle.txt', '# a remark\n.1.24..6..........5.....3.7......42..56.9....7.9....8..3.6.....14.3.....9....5...\n');
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 22);
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
