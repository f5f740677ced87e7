// The page in a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { drop, settled, site, stateOf, text } from './site.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const COLORS_STATISTICS = `(5 options, 3+2 items, 19 entries successfully read)
Altogether 1 solution, 366+362 mems, 14 updates, 7 cleansings, 560 bytes, 6 nodes, ccost 6%.
`;
/** What a part shows when all of it is there. */
const FULL = { home: '.calendar-board text', problem: '#sentence', sudoku: '#sudoku .cell', pack: '#region-board button', peg: '#peg-board', sieve: '#sieve-score:has-text("proved")' };
const PARTS = Object.keys(FULL);

const { on, address, browser } = site();

/** Clicks on a button, and waits until another one can be used: within a second on most machines. What is stopped would take years. */
async function stopped(page, stop, ready) {
    await page.locator(stop).click();
    await page.locator(`${ready}:enabled`).waitFor();
}

async function setProblem(page, problem) {
    await page.locator('#problem').fill(problem);
    await page.locator('#run:enabled').waitFor();
}

async function run(page) {
    await page.locator('#run:enabled').click();
    await page.locator('#stop:disabled').waitFor();
    await page.locator('#run:enabled').waitFor();
}

test('the first problem is in words, and its two solutions are those of its lines', () => on('#/problem', async (page) => {
    assert.match(await page.locator('#problem').inputValue(), /^\| Six jobs for a party/);
    await run(page);
    const solutions = (await text(page, '#solutions')).split(/^\d+:$/m).slice(1).map((lines) => lines.trim().split('\n').map((line) => line.replace(/ \(.*/, '').trim().split(' ').sort().join(' ')).filter((line) => !line.startsWith('null')).sort());
    assert.deepEqual(solutions.sort(), [['Ann bake music', 'Ben cook drinks', 'Dora clean shop'], ['Ann cook shop', 'Ben clean music', 'Cem bake drinks']]);
}));

test('a run prints the statistics of dlx3 v1, and the solutions', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('colors');
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
    assert.equal(await text(page, '#solutions'), '1:\n A C X:1 Y:1 (2 of 2)\n B X:1 (1 of 1)\n C Y:1 (1 of 1)\n null C (1 of 1)\n');
}));

test('nothing can be asked before the problem has been read', () => on('?hold=check#/problem', async (page) => {
    const askers = ['run', 'find', 'count', 'sample', 'best'];
    for (const asker of askers) assert.ok(await page.locator(`#${asker}`).isDisabled(), asker);
    await page.evaluate(() => release());
    await page.locator('#run:enabled').waitFor();
    // Neither while an example is on its way.
    await page.evaluate(() => hold('gen'));
    await page.locator('#example').selectOption('queens');
    for (const asker of askers) assert.ok(await page.locator(`#${asker}`).isDisabled(), asker);
    await page.evaluate(() => release());
    await run(page);
    assert.match(await text(page, '#statistics'), /Altogether 92 solutions/);
}));

test('an example that comes after something newer is not wanted', () => on('#/problem', async (page) => {
    await page.locator('#run:enabled').waitFor();
    await page.evaluate(() => hold('gen'));
    await page.locator('#example').selectOption('queens');
    await page.locator('#example').selectOption('costs');
    await settled(page);
    assert.match(await page.locator('#problem').inputValue(), /^. Options with costs/);
    await page.evaluate(() => hold('gen'));
    await page.locator('#example').selectOption('queens');
    await page.locator('#problem').fill('a\na\n');
    await settled(page);
    assert.equal(await page.locator('#problem').inputValue(), 'a\na\n');
    await page.locator('.facts:has-text("1 options, 1+0 items")').waitFor();
    // A fault in the parameters is told, and stays until something is changed.
    await page.locator('#example').selectOption('queens');
    await page.locator('#parameters').fill('0');
    await page.locator('#parameters').press('Enter');
    await page.locator('#fault:not(:empty)').waitFor();
    assert.ok(await page.locator('#run').isDisabled());
}));

test('what is told of a search is of the problem and the tab that are open', () => on('#/problem', async (page) => {
    await page.locator('#sentence').waitFor();
    await page.evaluate(() => hold('names'));
    await setProblem(page, 'a b\na\nb\na b\n');
    await page.locator('#tab-picture').click();
    await page.locator('.paper').waitFor();
    await settled(page);
    assert.equal(await page.locator('#sentence').count(), 0);
    assert.equal(await page.locator('.paper').count(), 1);
    // Each choice of an order takes the place of the one before it.
    await page.locator('#tab-orders').click();
    await page.locator('.paper').waitFor();
    await page.evaluate(() => hold('dlx3'));
    const second = page.getByLabel('Second order');
    for (const order of ['rare', 'often', 'random']) await second.selectOption(order);
    await page.evaluate(() => release());
    await page.locator('.search .facts:has-text("at random: Altogether 2 solutions")').waitFor();
    assert.equal(await page.locator('.search-body :text("Stopped.")').count(), 0);
    assert.equal(await page.locator('.paper').count(), 1);
}));

test('a part that is left does no more work', () => on('#/problem', async (page) => {
    await page.locator('#sentence').waitFor();
    await page.evaluate(() => hold('check'));
    await page.locator('#problem').fill('a b\na\nb\na b\n');
    await page.waitForFunction(() => asked.at(-1) === 'check');
    const before = await page.evaluate(() => asked.filter((verb) => verb === 'dlx3').length);
    await page.locator('[data-part="sieve"]').click();
    await page.locator('html[data-ready="sieve"]').waitFor();
    await settled(page);
    assert.equal(await page.evaluate(() => asked.filter((verb) => verb === 'dlx3').length), before);
    // And what is typed just before leaving is not lost, nor put into the address of another part.
    await page.locator('[data-part="problem"]').click();
    await page.locator('#problem').fill('p q\np\nq\n');
    await page.locator('[data-part="peg"]').click();
    await page.locator('#peg-board').waitFor();
    await page.goBack();
    await page.locator('.facts:has-text("2 options, 2+0 items")').waitFor();
    assert.equal(await page.locator('#problem').inputValue(), 'p q\np\nq\n');
    await page.locator('[data-part="peg"]').click();
    await page.locator('#peg-board').waitFor();
    await page.locator('[data-part="problem"]').click();
    await page.locator('#problem').waitFor();
    assert.equal(await page.locator('#problem').inputValue(), 'p q\np\nq\n');
}));

test('the last address counts, however long the part of an older one takes', () => {
    let send;
    const mayLoad = new Promise((resolve) => { send = resolve; });
    const routes = { '**/peg.js': async (route) => { await mayLoad; await route.continue(); } };
    return on('#/problem', async (page) => {
        await page.evaluate(() => { location.hash = '#/peg'; });
        await page.waitForFunction(() => document.title.startsWith('Peg'));
        await page.evaluate(() => { location.hash = '#/sieve'; });
        await page.locator('html[data-ready="sieve"]').waitFor();
        const loaded = page.waitForResponse('**/peg.js');
        send();
        await (await loaded).finished();
        // It has been run by the time that another import of it ends.
        await page.evaluate(() => import('./peg.js'));
        assert.equal(await page.locator('html').getAttribute('data-ready'), 'sieve');
        assert.equal(await page.locator('#peg-said').count(), 0);
        assert.equal(await page.locator('#sieve').count(), 1);
        assert.match(await page.title(), /^The sieve/);
    }, { routes, serviceWorkers: 'block' });
});

test('what was typed before another link was opened does not take its place in the address', () => on('#/problem', async (page) => {
    await page.locator('#run:enabled').waitFor();
    await page.evaluate(async () => {
        const { pack } = await import('./address.js');
        const letters = await pack({ text: 'new\nnew\n' });
        const field = document.getElementById('problem');
        field.value = 'old\nold\n';
        field.dispatchEvent(new Event('input'));
        location.hash = `#/problem?z=${letters}`;
    });
    await page.locator('.facts:has-text("1 options, 1+0 items")').waitFor();
    // More than it takes to put something into the address: nothing is to come.
    await page.waitForTimeout(700);
    assert.equal(await page.locator('#problem').inputValue(), 'new\nnew\n');
    assert.deepEqual(await stateOf(page), { text: 'new\nnew\n' });
}));

test('a link whose state fits no part opens the part without it', () => on('#/problem', async (page) => {
    const letters = await page.evaluate(() => import('./address.js').then(({ pack }) => pack({ given: 5, size: 1e9, picks: 3 })));
    for (const [part, selector] of [['sudoku', '#sudoku .cell'], ['sieve', '#sieve button']]) {
        await page.evaluate((hash) => { location.hash = hash; }, `#/${part}?z=${letters}`);
        await page.locator(`html[data-ready="${part}"]`).waitFor();
        await page.locator(selector).first().waitFor();
        await page.locator('.note:has-text("not whole")').waitFor();
        await page.locator('[data-part="problem"]').click();
        await page.locator('#problem').waitFor();
    }
}));

test('if the library cannot be loaded, that is told, and it is asked for again', () => {
    let isThere = false;
    const routes = { '**/dlx3.wasm': (route) => (isThere ? route.continue() : route.fulfill({ status: 503 })) };
    return on('#/problem', async (page, _, faults) => {
        await page.locator('#fault:has-text("503")').waitFor();
        assert.ok(await page.locator('#run').isDisabled());
        isThere = true;
        await setProblem(page, 'a\na\n');
        // The browser itself says it on the console.
        assert.ok(faults.splice(0).every((fault) => fault.includes('503')));
    }, { routes, serviceWorkers: 'block' });
});

test('what waits for its turn survives the failure of what is before it', () => on('#/problem', async (page) => {
    const ended = await page.evaluate(async () => {
        const { Line } = await import('./jobs.js');
        const line = new Line();
        // No text: the worker fails, as it does if the library traps.
        const bad = line.ask([{ toString: null, valueOf: null }]).catch((fault) => fault.message);
        const good = line.ask(['gen', 'queens', '4']);
        const other = line.ask(['gen', 'queens', '5']);
        return [await bad, (await good).status, (await other).status];
    });
    assert.match(ended[0], /failed/);
    assert.deepEqual(ended.slice(1), [0, 0]);
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

test('one solution, counting, drawing and the cheapest answer', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('costs');
    await page.locator('#find:enabled').click();
    await page.locator('#solutions:has-text("1:")').waitFor();
    await page.locator('#count:enabled').click();
    await page.locator('#statistics:has-text("7")').waitFor();
    await page.locator('#best:enabled').click();
    await page.locator('#statistics:has-text("Solution 1 costs 2.")').waitFor();
    await page.locator('#sample:enabled').click();
    await page.locator('#statistics:has-text("Drawn from 7 solutions.")').waitFor();
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

test('a long search stops at once, and the next one runs', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('langford');
    await page.locator('#parameters').fill('24');
    await page.locator('#parameters').press('Enter');
    await page.locator('.facts:has-text("72")').first().waitFor();
    await page.locator('#run:enabled').click();
    await page.locator('.facts:has-text("So far")').waitFor();
    assert.ok(await page.locator('#run').isDisabled());
    await stopped(page, '#stop', '#run');
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
    await page.locator('.facts:has-text("So far")').waitFor();
    await page.locator('#theme').click();
    await page.locator('#theme[aria-pressed="true"]').waitFor();
    await page.locator('#step-next').click();
    await page.locator('[data-part="sieve"]').focus();
    assert.ok(await page.locator('#stop').isEnabled());
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
    await other.goto(`${address()}#/problem?z=no-such-state`);
    await other.locator('#run:enabled').waitFor();
}));

test('the page works without a network, and opens again without one', () => on('#/problem', async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.locator('#example').selectOption('colors');
    await run(page);
    assert.equal(await text(page, '#statistics'), COLORS_STATISTICS);
    await context.setOffline(false);
}));

test('the search is seen step by step', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('colors');
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
    for (const label of ['Hint', 'Explain', 'Do it']) await page.locator(`#sudoku-hint:text-is("${label}")`).click();
    await page.locator('#sudoku-said:has-text("single")').waitFor();
    assert.equal(await page.locator('#sudoku .hinted .digit').textContent().then((digit) => digit.length), 1);
    await page.locator('#sudoku-solve').click();
    await page.locator('#sudoku-said:has-text("This is the only solution.")').waitFor();
    const solved = await page.locator('#sudoku .digit').allTextContents();
    assert.equal(solved.join(''), '534678912672195348198342567859761423426853791713924856961537284287419635345286179');
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-rating:has-text("single")').waitFor();
    // What `sudoku make --seed 7 --difficulty hard --by wnef` prints.
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
    await page.locator('summary:has-text("Jigsaw")').click();
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
    await page.locator('#region-board button').first().click();
    assert.equal(await page.locator('#region').inputValue(), '.###\n####\n####\n.###\n');
    await page.locator('#pieces').fill('no-such-pieces');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said[data-kind="dead"]').waitFor();
}));

test('a packing shows a solution at once, however long the listing of all takes', () => on('#/pack', async (page) => {
    await page.locator('#pack-example').selectOption('triangles');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-picture img').waitFor();
    assert.equal(await text(page, '#pack-place'), 'the first one found');
    assert.ok(await page.locator('#pack-stop').isEnabled());
    assert.ok(await page.locator('#pack-save').isEnabled());
    assert.ok(await page.locator('#pack-next').isDisabled());
    await page.locator('#pack-stop').click();
    await page.locator('#pack-said:has-text("Stopped")').waitFor();
    assert.equal(await page.locator('#pack-picture img').count(), 1);
}));

test('a solution that the search in its own order misses is found in a random one', () => on('#/pack', async (page) => {
    // `dlx find` has it in a random order, too. The search of dlx3 alone takes far longer than this test.
    await page.locator('#region').fill('20x20');
    await page.locator('#each').fill('0:*');
    await page.locator('#reduce').uncheck();
    await page.locator('#pack-solve').click();
    await page.locator('#pack-picture img').waitFor();
    assert.equal(await text(page, '#pack-place'), 'the first one found');
    await page.locator('#pack-stop').click();
    await page.locator('#pack-said:has-text("Stopped")').waitFor();
}));

test('that there is no solution is told with the reason, and at once', () => on('#/pack', async (page) => {
    // The sentence of `gen-pack pentominoes 7x9` and of `gen-pack pentominoes 5x5`.
    for (const [region, reason] of [['7x9', 'the pieces have 60 cells, the region 63 to be covered'], ['5x5', 'the pieces have 60 cells, the region 25']]) {
        await page.locator('#region').fill(region);
        await page.locator('#pack-solve').click();
        await page.locator(`#pack-said:has-text("There is no solution: ${reason}.")`).waitFor();
        assert.ok(await page.locator('#pack-stop').isDisabled());
        assert.ok(await page.locator('#pack-solve').isEnabled());
    }
    // The five tetrominoes cover an odd number of dark cells, a rectangle of 20 has ten.
    await page.locator('#pieces').fill('tetrominoes');
    await page.locator('#region').fill('4x5');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:text-is("There is no solution.")').waitFor();
}));

test('answers of what has been changed since are dimmed', () => on('#/pack', async (page) => {
    const opacity = (selector) => page.locator(selector).evaluate((element) => Number(getComputedStyle(element).opacity));
    await page.locator('#region').fill('3x20');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("2 solutions up to symmetry.")').waitFor();
    for (const change of [() => page.locator('#region').fill('4x15'), () => page.locator('#reduce').uncheck(), () => page.locator('#each').fill('0:1')]) {
        assert.deepEqual([await opacity('#pack-said'), await opacity('#pack-picture')], [1, 1]);
        await change();
        assert.ok((await opacity('#pack-said')) < 0.6 && (await opacity('#pack-picture')) < 0.6);
        assert.ok(await page.locator('.stale-note').isVisible());
        await page.locator('#pack-undo').click();
    }
    assert.equal(await opacity('#pack-picture'), 1);
    assert.ok(await page.locator('.stale-note').isHidden());
    await page.locator('[data-part="problem"]').click();
    await run(page);
    assert.equal(await opacity('#statistics'), 1);
    await page.locator('#problem').fill('a\na\n');
    assert.ok((await opacity('#statistics')) < 0.6);
    await page.locator('#problem').fill('a b\na\nb\n');
    await page.locator('#run:enabled').waitFor();
    assert.ok((await opacity('#solutions')) < 0.6);
    await run(page);
    assert.equal(await opacity('#statistics'), 1);
}));

test('on a phone the picture of a packing is in sight when it is there', () => on('#/pack', async (page) => {
    for (const example of ['pentominoes', 'soma', 'triangles']) {
        await page.locator('#pack-example').selectOption(example);
        await page.locator('#pack-solve').click();
        await page.locator('#pack-picture img').waitFor();
        const [top, button] = await page.evaluate(() => ['#pack-picture', '#pack-solve'].map((selector) => document.querySelector(selector).getBoundingClientRect().top));
        assert.ok(top > 0 && top < 500, `${example}: at ${top}`);
        assert.ok(button > 0 && top - button < 350, `${example}: ${top - button} pixels below the button`);
    }
}, { viewport: { width: 360, height: 740 } }));

test('on a phone the answers to a problem are in sight when they are there', () => on('#/problem', async (page) => {
    const height = await page.evaluate(() => innerHeight);
    for (const [asker, answer] of [['run', 'Altogether'], ['count', '2']]) {
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator(`#${asker}:enabled`).evaluate((button) => button.click());
        await page.locator(`#statistics:has-text("${answer}")`).waitFor();
        await page.locator('#run:enabled').waitFor();
        const { top, bottom } = await page.locator('#statistics').evaluate((element) => element.getBoundingClientRect());
        assert.ok(top >= 0 && bottom <= height, `${asker}: from ${top} to ${bottom}`);
    }
}, { viewport: { width: 375, height: 740 } }));

test('on a phone the score of a large sieve is in sight', () => on('#/sieve', async (page) => {
    await page.locator('#sieve-size').fill('150');
    await page.locator('#sieve-size').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#sieve button').length === 150);
    await page.locator('[data-number="7"]').click();
    await page.evaluate(() => scrollTo(0, 0));
    const [score, board] = await page.evaluate(() => ['#sieve-score', '#sieve'].map((selector) => document.querySelector(selector).getBoundingClientRect().top));
    assert.ok(score > 0 && score < board && board < 740, `${score}, ${board}`);
}, { viewport: { width: 360, height: 740 } }));

test('a piece has one color in the solid and in its layers', () => on('#/pack', async (page) => {
    await page.locator('#pack-example').selectOption('soma');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("240 solutions")').waitFor();
    await page.locator('#pack-picture img').waitFor();
    const picture = decodeURIComponent(await page.locator('#pack-picture img').getAttribute('src'));
    // Cells of a layer are squares in full light; the solid in the picture has other lights of the same colors.
    const layers = [...picture.matchAll(/<path fill="(#[0-9a-f]{6})"/g)].map(([, color]) => color);
    const solid = await page.locator('.solid polygon').evaluateAll((faces) => faces.map((face) => face.getAttribute('fill')));
    const hue = (parts) => {
        const [least, most] = [Math.min(...parts), Math.max(...parts)];
        const [red, green, blue] = parts.map((part) => (part - least) / (most - least));
        return Math.round(60 * (red === 1 ? (green - blue + 6) % 6 : green === 1 ? 2 + blue - red : 4 + red - green));
    };
    const inLayers = new Set(layers.map((color) => hue([1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)))));
    const inSolid = new Set(solid.map((color) => hue(color.match(/\d+/g).map(Number))));
    assert.ok(inSolid.size >= 6, `${[...inSolid]}`);
    for (const one of inSolid) assert.ok([...inLayers].some((other) => Math.abs(one - other) <= 3), `${one} is not in ${[...inLayers]}`);
}));

test('a long packing stops at once', () => on('#/pack', async (page) => {
    await page.locator('#pieces').fill('hexominoes');
    await page.locator('#region').fill('15x15-3x5');
    await page.locator('#reduce').uncheck();
    await page.locator('#pack-solve:enabled').click();
    await page.waitForFunction(() => asked.at(-1) === 'dlx3' || asked.at(-2) === 'dlx3');
    await stopped(page, '#pack-stop', '#pack-solve');
}));

test('packings: the buttons follow the search, and pictures are of what was solved', () => on('#/pack', async (page) => {
    await page.evaluate(() => hold('dlx3'));
    await page.locator('#pack-solve').click();
    await page.locator('#pack-stop:enabled').waitFor();
    await page.locator('#pack-example').selectOption('own');
    assert.ok(await page.locator('#pack-solve').isEnabled());
    assert.ok(await page.locator('#pack-stop').isDisabled());
    await settled(page);
    assert.equal(await text(page, '#pack-said'), '');
    await page.locator('#pack-example').selectOption('pentominoes');
    await page.locator('#region').fill('3x20');
    await page.evaluate(() => hold('pack-draw'));
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("2 solutions up to symmetry.")').waitFor();
    assert.ok(await page.locator('#pack-save').isDisabled());
    await page.evaluate(() => release());
    await page.locator('#pack-save:enabled').waitFor();
    await page.locator('#region').fill('6x10');
    const first = await page.locator('#pack-picture img').getAttribute('src');
    await page.locator('#pack-next').click();
    await page.waitForFunction((first) => document.querySelector('#pack-picture img').src !== first, first);
    assert.match(await text(page, '#pack-said'), /2 solutions up to symmetry/);
}));

test('nothing is asked of a Sudoku that is not drawn, and Stop ends the newest search', () => on('?hold=sudoku-board#/sudoku', async (page) => {
    for (const id of ['hint', 'solve', 'rate', 'make']) await page.evaluate((id) => document.getElementById(id).click(), `sudoku-${id}`);
    await page.evaluate(() => release());
    await page.locator('#sudoku .cell').first().waitFor();
    assert.deepEqual(await page.evaluate(() => asked), ['sudoku-board']);
    await page.evaluate(() => hold('sudoku-make', 'sudoku-rate'));
    await page.locator('#sudoku-make').click();
    await page.locator('#sudoku-rate').click();
    await settled(page);
    await page.locator('#sudoku-rating:has-text("single")').waitFor();
    await page.evaluate(() => hold('sudoku-make'));
    await page.locator('#sudoku-rate').click();
    await page.locator('#sudoku-make').click();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.ok(await page.locator('#sudoku-stop').isEnabled());
    await page.locator('#sudoku-stop').click();
    await page.locator('#sudoku-said:has-text("Stopped.")').waitFor();
    assert.ok(await page.locator('#sudoku-stop').isDisabled());
}));

test('a hint is for the grid as it is', () => on('#/sudoku', async (page) => {
    await page.locator('#sudoku .cell').first().waitFor();
    const open = await page.locator('#sudoku .cell:not(.given)').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
    await page.evaluate(() => hold('sudoku-advise'));
    await page.locator('#sudoku-hint').click();
    await page.waitForFunction(() => asked.at(-1) === 'sudoku-advise');
    await page.locator(`[data-cell="${open[0]}"]`).focus();
    await page.keyboard.press('4');
    await settled(page);
    assert.equal(await page.locator('#sudoku .hinted').count(), 0);
    const filled = await page.locator('#sudoku .cell:not(.given) .digit').allTextContents();
    assert.deepEqual(filled.filter(Boolean), ['4']);
}));

test('peg solitaire: what is asked is for the position as it is', () => on('?hold=peg-board#/peg', async (page) => {
    for (const id of ['next', 'watch', 'undo', 'again']) await page.evaluate((id) => document.getElementById(id)?.click(), `peg-${id}`);
    await page.evaluate(() => release());
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 32);
    await page.locator('#peg-problem').selectOption('latin');
    await page.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 6);
    // Asked for twice, it is one jump.
    await page.evaluate(() => hold('peg-solve'));
    await page.locator('#peg-next').click();
    await page.locator('#peg-next').click();
    await settled(page);
    assert.equal((await text(page, '#peg-moves')).split(' ').length, 1);
    // Whoever plays on does not get the jump of the position before.
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.evaluate(() => hold('peg-solve'));
    await page.locator('#peg-next').click();
    await page.waitForFunction(() => asked.at(-1) === 'peg-solve');
    await page.locator('[data-hole]:has(.ball)').first().waitFor();
    await page.evaluate(() => {
        // The first jump that there is.
        for (const from of document.querySelectorAll('#peg-board .has')) {
            from.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            const to = document.querySelector('#peg-board .reach');
            if (to) return to.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        }
        return false;
    });
    const moves = await text(page, '#peg-moves');
    assert.equal(moves.split(' ').length, 1);
    await settled(page);
    assert.equal(await text(page, '#peg-moves'), moves);
    assert.ok(await page.locator('#peg-stop').isDisabled());
    // Nor does another board.
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.evaluate(() => hold('peg-solve'));
    await page.locator('#peg-watch').click();
    await page.locator('#peg-problem').selectOption('diamond');
    await settled(page);
    await page.waitForFunction(() => document.querySelectorAll('#peg-board [data-hole]').length > 20);
    assert.equal(await text(page, '#peg-moves'), '');
    assert.equal(await text(page, '#peg-watch'), 'Solve from here');
}));

test('a size of the sieve that is too large is told, and changes nothing', () => on('#/sieve', async (page) => {
    await page.locator('#sieve-size').fill('200');
    await page.locator('#sieve-size').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#sieve button').length === 200);
    assert.equal(await page.locator('#sieve-size').inputValue(), '200');
    await page.locator('#sieve-size').fill('2000');
    await page.locator('#sieve-size').press('Enter');
    await page.locator('#sieve-said:has-text("it stays at 200")').waitFor();
    assert.equal(await page.locator('#sieve-size').inputValue(), '200');
    assert.equal(await page.locator('#sieve button').count(), 200);
}));

test('the sieve shows a best game once it is known', () => on('?hold=sieve-solve#/sieve', async (page) => {
    assert.ok(await page.locator('#sieve-best').isDisabled());
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('#sieve-score:has-text("not known")').waitFor();
    await page.evaluate(() => release());
    await page.locator('#sieve-size').fill('18');
    await page.locator('#sieve-size').press('Enter');
    await page.locator('#sieve-score:has-text("111, proved")').waitFor();
    await page.locator('#sieve-best:enabled').click();
    await page.locator('#sieve-said:has-text("no score is greater: 111")').waitFor();
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

test('a start alone is to end with one peg, anywhere', () => on('#/peg', async (page) => {
    await page.locator('#peg-problem').selectOption('own');
    await page.locator('#peg-own').fill('●●○●\n');
    await page.locator('#peg-own').dispatchEvent('change');
    await page.locator('#peg-said:has-text("3 pegs; the last one may be anywhere.")').waitFor();
    assert.equal(await page.locator('#peg-board .wanted').count(), 0);
    await page.locator('#peg-next').click();
    await page.locator('#peg-said:has-text("2 pegs")').waitFor();
    await page.locator('#peg-next').click();
    await page.locator('#peg-said:has-text("Solved.")').waitFor();
    await page.locator('#peg-own').fill('x..x\n');
    await page.locator('#peg-own').dispatchEvent('change');
    await page.locator('#peg-said:has-text("2 pegs")').waitFor();
    await page.locator('#peg-next').click();
    await page.locator('#peg-said:has-text("Lost: no jumps lead to a single peg any more, for no single peg is in the position’s class")').waitFor();
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
    while ((await stateOf(page))?.done?.length !== 1) await page.waitForTimeout(50);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForFunction(() => document.querySelectorAll('#peg-board .has').length === 5);
}));

test('boards of pegs and of numbers are one tab stop, and arrows move in them', () => on('#/peg', async (page) => {
    await page.locator('#peg-board').waitFor();
    const focused = (name) => page.evaluate((name) => document.activeElement.dataset[name], name);
    assert.equal(await page.locator('#peg-board [tabindex="0"]').count(), 1);
    await page.locator('#peg-board [tabindex="0"]').focus();
    const first = await focused('hole');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key);
    // The third row of the English board begins two holes further left.
    assert.equal([first, await focused('hole')].join(), '0,7');
    await page.keyboard.press('Tab');
    assert.equal(await focused('hole'), undefined);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await focused('hole'), '7');
    await page.locator('[data-part="sieve"]').click();
    await page.locator('#sieve button').first().waitFor();
    assert.equal(await page.locator('#sieve [tabindex="0"]').count(), 1);
    await page.locator('#sieve [tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    assert.equal(await focused('number'), '21');
}));

test('a number that has the focus keeps it when the best score arrives late', () => on('?hold=sieve-solve#/sieve', async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.dataset.number);
    await page.locator('#sieve [data-number="6"]').focus();
    await page.evaluate(() => release());
    await page.locator('#sieve-best:not([disabled])').waitFor();
    assert.equal(await focused(), '6');
    // Nor does it lose it when a pick is taken back.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+z');
    await page.locator('#sieve .picked').waitFor({ state: 'detached' });
    assert.equal(await focused(), '6');
}));

test('the address of what is open is copied, as it is at that moment', () => on('#/pack', async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#region').fill('3x20');
    await page.locator('#copy-link').click();
    await page.locator('#copy-link:text-is("Copied")').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    await other.locator('#region').waitFor();
    assert.equal(await other.locator('#region').inputValue(), '3x20');
    // A browser that refuses the clipboard has the older way.
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
    await page.locator('#region').fill('4x15');
    await page.locator('#copy-link:text-is("Copy link")').click();
    await page.locator('#copy-link:text-is("Copied")').waitFor();
    assert.notEqual(await page.evaluate(() => navigator.clipboard.readText()), link);
}));

test('files are dropped onto the page', () => on('#/problem', async (page) => {
    await drop(page, 'small.dlx', 'a b\na\nb\n');
    await page.locator('.facts:has-text("2 options, 2+0 items")').waitFor();
    await page.locator('[data-part="sudoku"]').click();
    await page.locator('#sudoku .cell').first().waitFor();
    await drop(page, 'puzzle.txt', '# a remark\n.1.24..6..........5.....3.7......42..56.9....7.9....8..3.6.....14.3.....9....5...\n');
    await page.waitForFunction(() => document.querySelectorAll('#sudoku .given').length === 22);
    // A file that belongs to another part goes there.
    await drop(page, 'three.dlx', 'a b c\na\nb\nc\n');
    await page.locator('.facts:has-text("3 options, 3+0 items")').waitFor();
    await page.locator('[data-part="sieve"]').click();
    await page.locator('#sieve button').first().waitFor();
    await drop(page, 'notes.txt', 'nothing');
    await page.locator('.note:has-text("takes no files")').waitFor();
}));

test('a table with costs is a problem, and its faults are told at their places', () => on('#/peg', async (page) => {
    await drop(page, 'crews.csv', 'crew,price,legs\nNorth,120,Oslo;Rome\n"South, late",45.50,Rome\nEast,80,Oslo Lima\nWest,30,Lima\n');
    await page.locator('#table').waitFor();
    assert.equal(await page.locator('#table-cost').inputValue(), 'price');
    // The column in which words come back.
    assert.equal(await page.locator('#table-items').inputValue(), 'legs');
    await page.locator('#table-id').selectOption('crew');
    await page.locator('.facts:has-text("4 options, 3+4 items, 14 entries, with costs")').waitFor();
    await page.locator('#best:enabled').click();
    await page.locator('#statistics:has-text("Solution 1 costs 125.5.")').waitFor();
    assert.match(await text(page, '#solutions'), /#South,_late/);
    // The third line, in which a cell is missing.
    await page.locator('#problem').fill('crew,price,legs\nNorth,120,Oslo\nSouth,Oslo\n');
    await page.locator('#fault:has-text("Line 3: there are 2 cells here, but 3 in the header")').waitFor();
    assert.equal(await text(page, '.editor-back mark'), 'Oslo');
    await page.locator('#problem').fill('crew,price,legs\nNorth,120,Oslo\nSouth,x1,Rome\n');
    await page.locator('#fault:has-text("Line 3: `x1")').waitFor();
    assert.equal(await text(page, '.editor-back mark'), 'x1');
    await page.locator('#problem').fill('crew,price,legs\nNorth,120,Oslo\nSouth,1,Rome\n');
    await page.locator('#table-turn:enabled').click();
    assert.equal(await page.locator('#problem').inputValue(), 'Oslo Rome | #North #South\nOslo #North |120\nRome #South |1\n');
    await page.locator('.facts:has-text("2 options, 2+2 items")').waitFor();
    assert.ok(await page.locator('#table').isHidden());
}));

test('the first line of a table is an option if that is chosen', () => on('#/problem', async (page) => {
    await drop(page, 'matrix.tsv', '1\t0\n0\t1\n1\t0\n');
    await page.locator('#fault:has-text("does it name the columns")').waitFor();
    await page.locator('#table-header').selectOption('no');
    await page.locator('.facts:has-text("3 options, 2+0 items")').waitFor();
    assert.deepEqual(await page.locator('#table-items option').allTextContents(), ['each column is one', '1', '2']);
    await page.locator('#table-header').selectOption('yes');
    await page.locator('.facts:has-text("2 options, 2+0 items")').waitFor();
    assert.deepEqual(await page.locator('#table-items option').allTextContents(), ['each column is one', '1', '0']);
}));

test('the shape of a search that was recorded elsewhere is drawn', () => on('#/sudoku', async (page) => {
    const shape = await page.evaluate(async () => {
        const { quick } = await import('./jobs.js');
        return (await quick.ask(['dlx3', 'a b c\na\nb\nc\na b\nb c\n', '', '', '', 'Sx'])).shape;
    });
    await drop(page, 'small.shape', shape);
    await page.locator('.paper').waitFor();
    assert.match(decodeURIComponent(await page.locator('.paper').getAttribute('src')), /small\.shape[^]*<circle/);
    await drop(page, 'bad.shape', 'no shape\n');
    await page.locator('.search-body .facts:has-text("bad.shape: ")').waitFor();
    await setProblem(page, 'a\na\n');
    await page.locator('.search .facts:has-text("Altogether 1 solution")').waitFor();
}));

test('opened from a folder without a server, the page says what it needs', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(new URL('../dist/index.html', import.meta.url).href);
    await page.locator('main p:has-text("it needs a server")').waitFor();
    await context.close();
    await on('#/problem', async (page) => assert.equal(await page.locator(':text("it needs a server")').count(), 0));
});

for (const part of PARTS) {
    for (const colorScheme of ['light', 'dark']) {
        for (const width of [360, 1600]) {
            test(`#/${part} fits and has no serious fault of access: ${colorScheme}, ${width} pixels`, () => on(`#/${part}`, async (page) => {
                await page.locator(FULL[part]).first().waitFor();
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
