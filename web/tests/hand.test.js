// Packings and the calendar puzzle, played by hand: with a finger, a mouse and keys; what does not fit; what
// the library is asked; what outlasts a reload.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../page/address.js';
import { packingOf } from '../page/calendar.js';
import { actsTo, boxOn, finger, middleOf, solutionOf } from './hands.js';
import { clockAfter, site, stateOf, text } from './site.js';

const { on } = site();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DAY = '2026-10-06';
const ABOVE = 34;

const opened = async (part, state, work, options) => on(`#/${part}?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator(`${part === 'home' ? '#calendar' : '#hand'}-solve:enabled`).waitFor();
    await work(page, ...rest);
}, options);

const placed = (page) => page.locator('[data-placed]').count();
const tray = (page, piece) => page.locator(`.tray [data-piece="${piece}"]`);
const said = (page, words) => page.locator(`#calendar-said:has-text("${words}")`).waitFor();

/** Gives a piece of the tray the way in which an option has it, by taps. */
async function turnByTaps(page, model, option) {
    const { piece } = option;
    const acts = actsTo(model.pieces[piece], 0, option.way);
    await tray(page, piece).tap();
    for (const act of acts) await (act === 'turn' ? tray(page, piece).tap() : page.locator('#calendar-flip').tap());
}

test('the calendar puzzle is solved by hand with a finger, and the result is shared as a text', () => opened('home', { board: 'days', day: DAY }, async (page, context) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { model, options } = await solutionOf(page, packingOf('days', DAY));
    const touch = await finger(context, page);
    await page.locator('#calendar-board').evaluate((board) => board.scrollIntoView({ block: 'start' }));
    for (const [number, option] of options.entries()) {
        await turnByTaps(page, model, option);
        const [left, top, width, height] = await boxOn(page, '#calendar-board', model, option);
        const from = await middleOf(page, `.tray [data-piece="${option.piece}"]`);
        const scrolled = await page.evaluate(() => scrollY);
        await touch.down(from);
        await touch.move([from[0] + 3, from[1] - 40]);
        // The picture is above the finger, and the page does not scroll.
        await touch.move([left + width / 2, top + height + ABOVE]);
        assert.equal(await page.evaluate(() => scrollY), scrolled);
        await touch.up();
        assert.equal(await placed(page), number + 1);
    }
    await said(page, 'Solved: Oct, 6. It took you');
    assert.ok(await page.locator('#calendar-tray').isHidden());
    await page.locator('#calendar-share').tap();
    await page.locator('#calendar-share:text-is("Copied")').waitFor();
    const shared = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(shared, /^Calendar puzzle, Tuesday, October 6, 2026\n⏱ \d+:\d\d, no hints\n(🟩){8}\nhttp:.*#\/home\?z=[\w-]+$/u);
    assert.equal(await text(page, '#calendar-shared'), shared);
}, PHONE));

test('a piece that a finger drags is above it, shows where it does not fit, and goes back beside the board', () => opened('home', { board: 'days', day: DAY }, async (page, context) => {
    const { model, options } = await solutionOf(page, packingOf('days', DAY));
    const touch = await finger(context, page);
    await page.locator('#calendar-board').evaluate((board) => board.scrollIntoView({ block: 'start' }));
    // Its first way, at the corner: Jan to Mar are free, and then Oct.
    const at = model.options.find(({ piece, way, cells }) => piece === 0 && way === 0 && cells[0].join() === '0,0');
    const [left, top, width, height] = await boxOn(page, '#calendar-board', model, at);
    const from = await middleOf(page, '.tray [data-piece="0"]');
    const to = (right, down) => [left + width / 2 + right, top + height + ABOVE + down];
    await touch.down(from);
    await touch.move([from[0], from[1] - 30]);
    await touch.move(to(0, 0));
    const picture = await page.locator('.drag-picture').evaluate((element) => element.getBoundingClientRect().bottom);
    assert.ok(picture <= to(0, 0)[1] - 30);
    assert.equal(await page.locator('.in-hand.fits').count(), 1);
    // Half of it off the board.
    await touch.move(to(-width / 2, 0));
    assert.equal(await page.locator('.in-hand.clashes').count(), 1);
    const bad = await page.locator('.in-hand .bad').count();
    assert.ok(bad > 0);
    assert.match(await page.locator('.in-hand .bad').first().getAttribute('fill'), /^url\(#/);
    await touch.up();
    await said(page, `It does not fit: ${bad} cells are off the board.`);
    assert.equal(await placed(page), 0);
    // It stays where it was let go, and is dragged on from there, and away from the board.
    const held = await page.locator('.in-hand').evaluate((element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left + width * 0.75, top + height / 2]; });
    await touch.drag(held, [held[0], 830]);
    await said(page, 'is back in the tray');
    assert.equal(await page.locator('.in-hand').count(), 0);
    // On the board, a tap chooses a piece, and "Take back" takes it back.
    await touch.drag(from, to(0, 0));
    assert.equal(await placed(page), 1);
    await page.locator('[data-placed="0"]').tap();
    await page.locator('#calendar-back').tap();
    assert.equal(await placed(page), 0);
    // Without dragging: a tap on a piece, then on a cell.
    await tray(page, 0).tap();
    await page.locator('[data-cell="3,3"] polygon').tap();
    assert.equal(await placed(page), 1);
}, PHONE));

test('the calendar puzzle is solved by keys alone', () => opened('home', { board: 'days', day: DAY }, async (page) => {
    const { model, options } = await solutionOf(page, packingOf('days', DAY));
    for (const [number, option] of options.entries()) {
        const { piece } = option;
        await tray(page, piece).focus();
        for (const act of actsTo(model.pieces[piece], 0, option.way)) await page.keyboard.press(act === 'turn' ? 'r' : 'f');
        await page.keyboard.press('ArrowDown');
        assert.equal(await page.locator('.in-hand').count(), 1);
        const corner = async () => (await page.locator('.in-hand').evaluate((element) => {
            const { left, top } = element.querySelector('.rim').getBoundingClientRect();
            const board = element.ownerSVGElement;
            const scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
            return [(top - board.getBoundingClientRect().top) / scale - 10, (left - board.getBoundingClientRect().left) / scale - 10].map((part) => Math.round(part / 100));
        }));
        const goal = [0, 1].map((axis) => Math.min(...option.cells.map((cell) => cell[axis])));
        const [row, column] = await corner();
        for (let step = 0; step < Math.abs(goal[1] - column); step += 1) await page.keyboard.press(goal[1] > column ? 'ArrowRight' : 'ArrowLeft');
        for (let step = 0; step < Math.abs(goal[0] - row); step += 1) await page.keyboard.press(goal[0] > row ? 'ArrowDown' : 'ArrowUp');
        assert.equal(String(await corner()), String(goal));
        assert.equal(await text(page, '#announcer'), await text(page, '#calendar-said'));
        await page.keyboard.press('Enter');
        assert.equal(await placed(page), number + 1);
        // The next piece has the focus.
        if (number < options.length - 1) assert.ok(await page.evaluate(() => document.activeElement.matches('[data-piece]')));
    }
    await said(page, 'Solved: Oct, 6.');
    // A piece is taken back by Delete, and brought back by undoing.
    await page.locator('[data-placed="3"]').focus();
    await page.keyboard.press('Delete');
    await said(page, 'is back in the tray');
    assert.equal(await placed(page), 7);
    await page.keyboard.press('Control+Z');
    assert.equal(await placed(page), 8);
}));

test('keys say why a piece does not fit, and Escape takes it back', () => opened('home', { board: 'days', day: DAY }, async (page) => {
    const { model } = await solutionOf(page, packingOf('days', DAY));
    const name = model.pieces[0].name;
    await tray(page, 0).focus();
    await page.keyboard.press('Enter');
    await said(page, `${name} on`);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    await said(page, 'off the board');
    await page.keyboard.press('Enter');
    assert.equal(await placed(page), 0);
    await page.keyboard.press('Escape');
    await said(page, 'is back in the tray');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.piece), '0');
    // Over the day, and over another piece.
    await page.locator('#calendar-piece').click();
    assert.match(await page.locator('[data-placed]').getAttribute('aria-label'), /^Piece \w, \d cells, on .*, shown$/);
    const words = [];
    await page.locator('.tray button').first().focus();
    await page.keyboard.press('Enter');
    for (const [key, times] of [['ArrowUp', 7], ['ArrowRight', 4], ['ArrowDown', 6], ['ArrowLeft', 6]]) {
        for (let step = 0; step < times; step += 1) {
            await page.keyboard.press(key);
            words.push(await text(page, '#calendar-said'));
        }
    }
    assert.ok(words.some((said) => said.includes('Oct stays open') || said.includes('6 stays open')), words.join('\n'));
    assert.ok(words.some((said) => /cells? (is|are) on [A-Z]\./.test(said)), words.join('\n'));
}));

test('whether it can still be solved is told, with what is to be taken back; the rest is solved around the pieces', () => opened('home', { board: 'days', day: DAY }, async (page) => {
    const { model, options } = await solutionOf(page, packingOf('days', DAY));
    await page.locator('#calendar-can').click();
    await said(page, 'Yes');
    // Two pieces of a solution that are not in a corner, and one that leaves a single cell there.
    const has = (option, ...cells) => cells.some((cell) => option.cells.some((own) => String(own) === cell));
    const right = options.filter((option) => !has(option, '0,0', '0,1', '1,0')).slice(0, 2);
    const wrong = model.options.find((option) => !right.some((other) => other.piece === option.piece || has(other, ...option.cells.map(String)))
        && has(option, '0,1') && has(option, '1,0') && !has(option, '0,0'));
    const state = { board: 'days', day: DAY, placed: [...right, wrong].map(({ line }) => [line, 'hand']) };
    const hash = `#/home?z=${await pack(state)}`;
    await page.evaluate((hash) => { location.hash = hash; }, hash);
    await page.locator('[data-placed="2"]').waitFor();
    await page.locator('#calendar-can').click();
    await said(page, `There is one without ${model.pieces[wrong.piece].name}.`);
    await page.locator('#calendar-piece').click();
    await said(page, 'No: there is no solution with these 3 pieces.');
    await page.locator('[data-placed="2"]').focus();
    await page.keyboard.press('Delete');
    const before = await page.locator('[data-placed] path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    await page.locator('#calendar-piece').click();
    await said(page, '3 of 8 pieces.');
    await page.locator('#calendar-solve:text-is("Solve from here")').click();
    await said(page, 'Solved: Oct, 6.');
    const after = await page.locator('[data-placed] path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    assert.equal(after.length, 8);
    assert.deepEqual(after.slice(0, 2), before);
    // It was not solved by hand.
    assert.ok(await page.locator('#calendar-share').isHidden());
}));

test('pieces, clock and help outlast a reload, and another visit to the same day', () => opened('home', { board: 'days', day: DAY }, async (page, context) => {
    await page.locator('#calendar-piece').click();
    await said(page, '1 of 8 pieces.');
    await tray(page, 5).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    const played = await clockAfter(page, '#calendar-clock', 2);
    const before = await page.locator('[data-placed] path').getAttribute('d');
    while (!(await stateOf(page))?.placed) await page.waitForTimeout(50);
    await page.reload();
    await page.locator('[data-placed]').waitFor();
    assert.equal(await page.locator('[data-placed] path').getAttribute('d'), before);
    // It runs on.
    assert.ok(await clockAfter(page, '#calendar-clock', 0) >= played);
    await clockAfter(page, '#calendar-clock', played + 1);
    const other = await context.newPage();
    await other.goto(page.url().replace(/#.*/, `#/home?z=${await pack({ board: 'days', day: DAY })}`));
    await other.locator('[data-placed]').waitFor();
    assert.equal(await other.locator('[data-placed]').count(), 1);
}));

test('a packing is played with a mouse: a piece is turned while it is dragged, taken up again, and the rest is solved', () => opened('pack', { pieces: 'tetrominoes+monomino', region: '3x7' }, async (page) => {
    const { model, options } = await solutionOf(page, ['tetrominoes+monomino', '3x7', '', '', '']);
    const option = options.find(({ piece, way }) => actsTo(model.pieces[piece], 0, way).join() === 'turn') ?? options.find(({ piece }) => model.pieces[piece].size > 1);
    const acts = actsTo(model.pieces[option.piece], 0, option.way);
    await page.mouse.move(...await middleOf(page, `.tray [data-piece="${option.piece}"]`));
    await page.mouse.down();
    const [left, top, width, height] = await boxOn(page, '#hand-board', model, option);
    await page.mouse.move(left + width / 2, top + height / 2 + 9, { steps: 4 });
    for (const act of acts) await page.keyboard.press(act === 'turn' ? 'r' : 'f');
    await page.mouse.move(left + width / 2, top + height / 2, { steps: 2 });
    await page.mouse.up();
    assert.equal(await placed(page), 1);
    assert.equal(await page.locator('[data-placed]').count(), 1);
    const before = await page.locator('[data-placed] path').getAttribute('d');
    await page.locator('#hand-can').click();
    await page.locator('#hand-said[data-kind="solution"]').waitFor();
    await page.locator('#hand-solve').click();
    await page.locator('#hand-said:has-text("Solved.")').waitFor();
    assert.equal(await placed(page), options.length);
    assert.equal(await page.locator('[data-placed] path').first().getAttribute('d'), before);
    await page.locator('#pack-undo').click();
    assert.equal(await placed(page), 1);
    // The board is in the address; another region empties it, and undoing fills it.
    while ((await stateOf(page)).placed?.length !== 1) await page.waitForTimeout(50);
    await page.locator('#region').fill('7x3');
    await page.waitForFunction(() => document.querySelectorAll('[data-placed]').length === 0);
    await page.locator('#pack-undo').click();
    await page.waitForFunction(() => document.querySelectorAll('[data-placed]').length === 1);
    await page.reload();
    await page.locator('[data-placed]').waitFor();
}));

test('a mouse leaves a piece where it does not fit, and takes it on from there', () => opened('pack', { pieces: 'dominoes+trominoes', region: '4x4', each: '0:9' }, async (page) => {
    const { model } = await solutionOf(page, ['dominoes+trominoes', '4x4', '', '0:9', '']);
    const [first, second] = ['0.0', '3.3'].map((cell) => model.options.find(({ line, way, piece }) => piece === 0 && way === 0 && line.split(' ').includes(cell)));
    const drag = async (from, option, right = 0) => {
        const [left, top, width, height] = await boxOn(page, '#hand-board', model, option);
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(left + width / 2 + right, top + height / 2, { steps: 5 });
        await page.mouse.up();
    };
    const lies = () => page.locator('[data-placed]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await drag(await middleOf(page, '.tray [data-piece="0"]'), first);
    await drag(await middleOf(page, '.tray [data-piece="0"]'), second);
    assert.equal(await placed(page), 2);
    const before = await lies();
    // The second one onto the first one.
    const held = await middleOf(page, '[data-placed="1"]');
    await drag(held, first);
    assert.match(await text(page, '#hand-said'), /^It does not fit: \d cells are on /);
    assert.equal(await page.locator('.in-hand .bad').count(), 2);
    // Undoing gives up the piece in hand; no other piece goes.
    await page.locator('#pack-undo').click();
    assert.deepEqual(await lies(), before);
    assert.match(await text(page, '#hand-said'), / is back where it was\.$/);
    await drag(held, first);
    const ghost = await middleOf(page, '.in-hand');
    await drag(ghost, second);
    assert.deepEqual(await lies(), before);
    // Escape lets a piece go back that is being dragged.
    await page.mouse.move(...held);
    await page.mouse.down();
    await page.mouse.move(held[0] - 80, held[1] - 30, { steps: 3 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.deepEqual(await lies(), before);
    assert.equal(await page.locator('.in-hand, .drag-picture').count(), 0);
}));

for (const [name, state, grid, uses] of [
    ['hexagons', { pieces: 'tetrahexes', region: '4x7' }, 'hexagon', 7],
    ['triangles', { pieces: 'hexiamonds', region: '6x6' }, 'triangle', 12],
    ['tiles with colored sides', { pieces: 'macmahon-triangles', region: 'H2', border: 'a' }, 'triangle', 24],
    ['pieces that may be used several times', { pieces: 'dominoes', region: '4x4', each: '0:*' }, 'square', 8],
]) {
    test(`${name} are played by hand, too`, () => opened('pack', state, async (page) => {
        const { model, options } = await solutionOf(page, [state.pieces, state.region, '', state.each ?? '', state.border ?? ''], grid);
        assert.equal(options.length, uses);
        /** How pieces lie in the tray. */
        const ways = model.pieces.map(() => 0);
        for (const [number, option] of options.slice(0, 3).entries()) {
            await tray(page, option.piece).focus();
            for (const act of actsTo(model.pieces[option.piece], ways[option.piece], option.way)) await page.keyboard.press(act === 'turn' ? 'r' : 'f');
            ways[option.piece] = option.way;
            const [left, top, width, height] = await boxOn(page, '#hand-board', model, option);
            await page.mouse.move(...await middleOf(page, `.tray [data-piece="${option.piece}"]`));
            await page.mouse.down();
            await page.mouse.move(left + width / 2, top + height / 2, { steps: 4 });
            assert.equal(await page.locator('.in-hand.fits').count(), 1);
            await page.mouse.up();
            assert.equal(await placed(page), number + 1);
        }
        await page.locator('#hand-solve').click();
        await page.locator('#hand-said:has-text("Solved.")').waitFor();
        assert.equal(await placed(page), uses);
    }));
}

test('a solid is solved, but not played by hand', () => on('#/pack', async (page) => {
    await page.locator('#tab-hand[aria-selected="true"]').waitFor();
    await page.locator('#pack-example').selectOption('soma');
    await page.waitForFunction(() => document.querySelector('[role="tablist"]').hidden);
    assert.ok(await page.locator('#pane-solutions').isVisible());
    await page.locator('#pack-example').selectOption('hole');
    await page.locator('#tab-hand[aria-selected="true"]').waitFor();
    await page.locator('#hand-board [data-cell]').nth(59).waitFor();
}));
