// Help while one plays, in each part: can it still be solved, one more, all from here. What is printed, what a
// phone shows, what outlasts a reload.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { finger } from './hands.js';
import { clockAfter, site, stateOf, text } from './site.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { on } = site();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PARTS = { home: '#calendar-solve:enabled', problem: '#run:enabled', sudoku: '#sudoku-hint:enabled', pack: '#hand-solve:enabled', peg: '#peg-can:enabled', sieve: '#sieve-can:enabled' };
const TITLES = { home: /^Calendar puzzle$/, problem: /^Your own problem: Six jobs/, sudoku: /^Sudoku: 9x9, 30 given digits$/, pack: /^Packings: pentominoes in 6x10$/, peg: /^Peg solitaire: central/, sieve: /^The sieve: 1 to \d+/ };
const LINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

const opened = async (part, state, work, options) => on(`#/${part}?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator(PARTS[part]).first().waitFor();
    await work(page, ...rest);
}, options);

test('peg solitaire tells whether it can still be solved, makes one jump more, and solves from here', () => opened('peg', { problem: 'latin' }, async (page) => {
    const pegs = (number) => page.waitForFunction((number) => document.querySelectorAll('#peg-board .has').length === number, number);
    await pegs(6);
    await page.locator('#peg-can').click();
    await page.locator('#peg-said:has-text("Yes, it can be solved from here with 5 more jumps.")').waitFor();
    await pegs(6);
    await page.locator('#peg-next').click();
    await pegs(5);
    await page.locator('#peg-can').click();
    await page.locator('#peg-said:has-text("Yes, it can be solved from here with 4 more jumps.")').waitFor();
    await page.locator('#peg-watch').click();
    await page.locator('#peg-said:has-text("Solved.")').waitFor();
    await pegs(1);
    // A solution can be taken back, jump by jump.
    for (const left of [2, 3, 4, 5]) {
        await page.locator('#peg-undo').click();
        await pegs(left);
    }
}));

test('a peg is dragged to where it jumps, with a mouse and with a finger; another drag is told, and changes nothing', () => opened('peg', { problem: 'central' }, async (page, context) => {
    const middle = (name) => page.locator(`#peg-board [aria-label^="${name}:"]`).evaluate((hole) => {
        const { left, top, width, height } = hole.querySelector('.hole').getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    });
    const pegs = () => page.locator('#peg-board .has').count();
    const drag = async (from, to) => {
        await page.mouse.move(...await middle(from));
        await page.mouse.down();
        await page.mouse.move(...await middle(to), { steps: 4 });
        await page.mouse.up();
    };
    assert.equal(await pegs(), 32);
    await drag('d2', 'd4');
    assert.match(await text(page, '#peg-said'), /^d2 jumps to d4; 31 pegs\.$/);
    assert.equal(await pegs(), 31);
    await drag('a3', 'd4');
    assert.match(await text(page, '#peg-said'), /^a3 cannot jump/);
    await drag('d5', 'd3');
    assert.match(await text(page, '#peg-said'), /^d5 jumps to d3/);
    await drag('b4', 'f4');
    assert.match(await text(page, '#peg-said'), /^b4 may jump to d4:/);
    assert.equal(await pegs(), 30);
    assert.equal(await page.locator('#peg-board .picked').count(), 0);
    const touch = await finger(context, page);
    await touch.drag(await middle('b4'), await middle('d4'));
    assert.match(await text(page, '#peg-said'), /^b4 jumps to d4; 29 pegs\.$/);
    // A press still chooses a peg.
    await page.locator('#peg-board [aria-label^="d7:"]').click();
    assert.equal(await page.locator('#peg-board .picked').count(), 1);
}, { hasTouch: true }));

test('peg solitaire tells why it cannot be solved any more', () => opened('peg', { problem: 'own', own: 'xxx....  ......x\nxxx....  .......\n' }, async (page) => {
    await page.locator('#peg-can').click();
    await page.locator('#peg-said[data-kind="dead"]:has-text("Lost")').waitFor();
}));

test('the sieve tells whether the best score can still be reached, picks one more, and plays the best from here', () => opened('sieve', { size: 21 }, async (page) => {
    await page.locator('#sieve-score:has-text("144, proved")').waitFor();
    await page.locator('#sieve-can').click();
    await page.locator('#sieve-said:has-text("Yes: 144, the best score, can still be reached.")').waitFor();
    await page.locator('#sieve-next').click();
    await page.waitForFunction(() => document.querySelectorAll('#sieve .picked').length === 1);
    // The whole game of a pick that is not the best.
    await page.locator('#sieve-again').click();
    await page.locator('[data-number="20"]').click();
    await page.locator('#sieve-can').click();
    await page.locator('#sieve-said:has-text("is the most from here")').waitFor();
    const [, most, less] = /^No: (\d+) is the most from here, (\d+) less than the best\.$/.exec(await text(page, '#sieve-said'));
    assert.equal(Number(most) + Number(less), 144);
    await page.locator('#sieve-solve').click();
    await page.locator(`#sieve-said:has-text("The game is over: ${most}, ${less} less than the best.")`).waitFor();
    assert.match(await text(page, '#sieve-game'), /^20 /);
    assert.ok(await page.locator('#sieve-can').isDisabled());
    const picks = (await text(page, '#sieve-game')).split(' ').length;
    for (let pick = 1; pick < picks; pick += 1) await page.locator('#sieve-undo').click();
    assert.equal(await text(page, '#sieve-game'), '20');
}));

for (const [part, ready] of Object.entries(PARTS)) {
    test(`#/${part} has a Print button, and on paper a title and the board, large and light, with the pieces that are left`, () => on(`#/${part}`, async (page) => {
        await page.locator(ready).first().waitFor();
        if (part === 'problem') {
            await page.locator('#run').click();
            await page.locator('#solutions:not(:empty)').waitFor();
        }
        await page.evaluate(() => { globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; }; });
        await page.getByRole('button', { name: 'Print' }).first().click();
        assert.equal(await page.evaluate(() => globalThis.printed), 1);
        await page.emulateMedia({ media: 'print' });
        const { texts, width, ground } = await page.evaluate(() => {
            const boards = [...document.querySelectorAll('.on-paper, .sudoku-frame')].filter((board) => board.getClientRects().length > 0);
            const seen = [...document.querySelectorAll('body *')].filter((element) => element.getClientRects().length > 0 && element.childElementCount === 0 && element.textContent.trim() !== '' && !element.closest('svg, .paper-title'));
            return {
                texts: seen.filter((element) => !boards.some((board) => board.contains(element))).map((element) => element.outerHTML),
                width: Math.max(...boards.map((board) => board.getBoundingClientRect().width)), ground: getComputedStyle(document.body).backgroundColor,
            };
        });
        assert.deepEqual(texts, []);
        assert.ok(width >= 700, `${width}`);
        assert.equal(ground, 'rgb(255, 255, 255)');
        assert.equal(await page.locator('.on-paper:not(.sieve) button:visible').count(), 0);
        assert.ok(await page.locator('.paper-title').isVisible());
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        assert.match(await text(page, '.paper-title'), TITLES[part]);
        const pieces = { home: 8, pack: 12 }[part] ?? 0;
        assert.equal(await page.locator('.tray button:visible').count(), pieces);
    }, { viewport: { width: 794, height: 1123 }, colorScheme: 'dark' }));

    test(`#/${part} has keys of 40 pixels on a phone`, () => on(`#/${part}`, async (page) => {
        await page.locator(ready).first().waitFor();
        const small = await page.evaluate(() => [...document.querySelectorAll('button, select, summary, #menu a')]
            .filter((element) => element.getClientRects().length > 0 && !element.closest('.draw-board, .sudoku, .visually-hidden') && !element.matches('.link'))
            .filter((element) => element.getBoundingClientRect().height < 40).map((element) => element.outerHTML));
        assert.deepEqual(small, []);
        // Undo and Redo are side by side.
        const tops = await page.locator('.pair button').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
        assert.ok(tops.length === 2 && tops[0] === tops[1], `${tops}`);
    }, PHONE));
}

test('on a phone the grid and the explanation of a hint are on one screen', () => opened('sudoku', { given: LINE }, async (page) => {
    await page.locator('#sudoku-hint').tap();
    await page.locator('#sudoku-hint:text-is("Explain")').tap();
    await page.locator('#sudoku-do').waitFor();
    const seen = await page.evaluate(() => ['.sudoku-frame', '#sudoku-why'].map((selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return [top >= 0, bottom <= innerHeight];
    }));
    assert.deepEqual(seen, [[true, true], [true, true]]);
}, PHONE));

test('the clock of a Sudoku outlasts a reload', () => opened('sudoku', { given: LINE }, async (page) => {
    const before = await clockAfter(page, '#sudoku-clock', 3);
    await page.reload();
    await page.locator('#sudoku-clock:not(:empty)').waitFor();
    assert.ok(await clockAfter(page, '#sudoku-clock', 0) >= before);
}));

test('recent work stands above the year', () => opened('peg', { problem: 'latin' }, async (page) => {
    await page.locator('#peg-next').click();
    while ((await stateOf(page))?.done?.length !== 1) await page.waitForTimeout(50);
    await page.locator('h1 a').click();
    await page.locator('.recent li').waitFor();
    const [recent, year] = await page.evaluate(() => ['.recent', '.year-pane'].map((selector) => document.querySelector(selector).getBoundingClientRect()));
    assert.ok(recent.bottom <= year.top && recent.left === year.left);
}));

test('a search that is stopped keeps what was counted', () => on('#/problem', async (page) => {
    await page.locator('#example').selectOption('queens');
    await page.locator('#parameters').fill('14');
    await page.locator('#parameters').press('Enter');
    await page.locator('.facts:has-text("196 options")').waitFor();
    await page.locator('#run:enabled').waitFor();
    // Counted by states, that takes a moment; one by one, longer. Here the states are kept back.
    await page.evaluate(() => hold('count'));
    await page.locator('#count').click();
    await page.locator('.facts:has-text("so far: ")').waitFor();
    await page.locator('#stop').click();
    await page.locator('.facts:has-text("Stopped. These are the numbers of the last look.")').waitFor();
    assert.match(await text(page, '#statistics'), /Altogether \d+ solutions/);
    await page.evaluate(() => release());
}));

test('a count of a Sudoku that is stopped keeps what was counted', () => opened('sudoku', { given: '.'.repeat(81) }, async (page) => {
    // The second question, for all of them, has no answer.
    await page.evaluate(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            if (!(message.fields?.[0] === 'sudoku-solve' && message.fields.at(-1) === 100_000)) post.call(this, message);
        };
    });
    await page.locator('#sudoku-count').click();
    await page.locator('#sudoku-said:has-text("Counting solutions, 1,000 or more ...")').waitFor();
    await page.locator('#sudoku-stop').click();
    await page.locator('#sudoku-said:text-is("Stopped: 1,000 or more solutions.")').waitFor();
}));

test('a path tells how many steps it has while they are looked for', () => opened('sudoku', { given: '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....' }, async (page) => {
    await page.locator('#sudoku-steps').click();
    await page.waitForFunction(() => /^Looking for all steps \.\.\. \d+ so far$/.test(document.getElementById('sudoku-said').textContent));
    await page.locator('#sudoku-stop').click();
    await page.locator('#sudoku-said:text-is("Stopped.")').waitFor();
}));

test('a packing that is stopped keeps what was counted', () => opened('pack', { pieces: 'pentominoes', region: '6x10', reduce: false }, async (page) => {
    await page.locator('#pack-solve').click();
    await page.waitForFunction(() => Number(/(\d+) so far$/.exec(document.getElementById('pack-said').textContent)?.[1] ?? 0) > 10);
    const [, before] = /(\d+) so far$/.exec(await text(page, '#pack-said'));
    await page.locator('#pack-stop').click();
    const said = await text(page, '#pack-said');
    assert.match(said, /^Stopped; (\d+ solutions are counted in all, and )?\d+( solutions)? can be seen\.$/);
    assert.ok(Number(/\d+/.exec(said)[0]) >= Number(before), said);
}));

test('pieces in the list have the colors of the solution, and the tray, too', () => opened('pack', { pieces: 'tetrominoes+monomino', region: '3x7' }, async (page) => {
    const colors = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).fill).sort());
    await page.locator('.piece-list path').first().waitFor();
    const tray = await colors('.tray .body');
    assert.deepEqual(await colors('.piece-list path'), tray);
    assert.equal(new Set(tray).size, 6);
}, { colorScheme: 'dark' }));

for (const colorScheme of ['light', 'dark']) {
    test(`pieces on the board, one in hand and a result have no serious fault of access: ${colorScheme}`, () => opened('home', { board: 'days', day: '2026-10-06' }, async (page) => {
        const check = async () => {
            const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
            const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
            assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
        };
        await page.evaluate(AXE);
        await page.locator('#calendar-piece').click();
        await page.locator('#calendar-said:has-text("1 of 8 pieces.")').waitFor();
        await page.locator('.tray button').first().focus();
        await page.keyboard.press('Enter');
        for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
        await page.locator('.in-hand.clashes').waitFor();
        await check();
        await page.keyboard.press('Escape');
        for (let piece = 2; piece <= 8; piece += 1) {
            await page.locator('#calendar-piece').click();
            await page.locator(`#calendar-said:has-text("${piece === 8 ? 'Solved' : `${piece} of 8`}")`).waitFor();
        }
        await page.locator('#calendar-share').click();
        await page.locator('#calendar-shared:visible').waitFor();
        assert.match(await text(page, '#calendar-shared'), /8 pieces shown/);
        await check();
    }, { colorScheme, bypassCSP: true }));
}
