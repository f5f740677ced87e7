// Assemblies that come apart, on the page: moves stepped through, levels of several assemblies, files of BurrTools.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pack } from '../page/address.js';
import { finger } from './hands.js';
import { drop, site, text } from './site.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const { on } = site();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STILL = { reducedMotion: 'reduce' };

/** A box with a passage to an opening above. The first problem has one cube, in it or in place of a wall; the second one two. */
const [TOP, ROOM, FLOOR] = ['########_######', '######___######', '###############'];
const puzzle = `<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/>
<shapes>
<voxel x="5" y="3" z="3" type="0" name="box">${TOP}${ROOM}${FLOOR}</voxel>
<voxel x="1" y="1" z="1" type="0" name="cube">#</voxel>
<voxel x="5" y="3" z="3" type="0">${TOP.replace('_', '+')}${ROOM.replaceAll('_', '+')}${FLOOR}</voxel>
<voxel x="5" y="3" z="3" type="0">${TOP.replace('_', '+')}${ROOM.replace('___', '##+')}${FLOOR}</voxel>
</shapes>
<problems>
<problem><shapes><shape id="0" count="1"/><shape id="1" count="1"/></shapes><result id="2"/><bitmap/></problem>
<problem><shapes><shape id="0" count="1"/><shape id="1" count="2"/></shapes><result id="3"/><bitmap/></problem>
</problems>
</puzzle>
`;

const opened = async (state, work, options) => on(`#/pack?z=${await pack(state)}`, async (page, ...rest) => {
    await page.locator('#pack-apart').waitFor();
    await work(page, ...rest);
}, options);
/** A state with the text of a file in place of the pieces. */
const pasted = (problem) => ({ pieces: puzzle, region: String(problem) });
const ranked = (page) => page.locator('#ranks:visible').waitFor();
const isMoved = (page) => page.locator('.solid .moved').count();

test('the moves of an assembly are stepped through with buttons, keys and the list', () => opened(pasted(2), async (page) => {
    await page.locator('#pack-apart').click();
    await page.locator('#apart-level:has-text("Level 2.2: 4 moves take the 3 pieces apart.")').waitFor();
    assert.equal(await text(page, '#apart-move'), 'All pieces are together.');
    assert.equal(await isMoved(page), 0);
    assert.ok(await page.locator('#apart-back').isDisabled());
    const shape = () => page.locator('.solid').innerHTML();
    const before = await shape();
    await page.locator('#apart-next').click();
    assert.equal(await text(page, '#apart-move'), '1. right 1: C');
    await page.waitForFunction((before) => document.querySelector('.solid').innerHTML !== before, before);
    await page.locator('#apart-next').click();
    assert.equal(await text(page, '#apart-move'), '2. up and out: C');
    // The cube above the box is seen, with three faces.
    await page.waitForFunction(() => document.querySelectorAll('.solid .moved').length === 3);
    assert.deepEqual(await page.locator('.apart .legend .moved').allTextContents(), ['C (cube)']);
    await page.locator('#apart-slider').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await text(page, '#apart-move'), '3. right 2: B');
    assert.equal(await page.locator('#apart-slider').getAttribute('aria-valuetext'), '3. right 2: B');
    assert.deepEqual(await page.locator('.apart .legend .gone').allTextContents(), ['C (cube)']);
    await page.locator('.shifts .step').last().click();
    assert.equal(await text(page, '#apart-move'), '4. down and out: A');
    assert.ok(await page.locator('#apart-next').isDisabled());
    assert.equal(await page.locator('.shifts [aria-current]').textContent(), '4. down and out: A');
    // The list is one tab stop.
    assert.equal(await page.locator('.shifts [tabindex="0"]').count(), 1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    assert.equal(await text(page, '#apart-move'), 'All pieces are together.');
    await page.waitForFunction((before) => document.querySelector('.solid').innerHTML === before, before);
}));

test('the moves are played, and played again; one who wants no movement sees each at once', () => opened(pasted(2), async (page) => {
    await page.locator('#pack-apart').click();
    await page.locator('#apart-level[data-kind="solution"]').waitFor();
    await page.clock.install();
    await page.locator('#apart-play').click();
    assert.equal(await text(page, '#apart-play'), 'Pause');
    assert.equal(await text(page, '#apart-move'), '1. right 1: C');
    // Three faces of the cube are on the way already, where they end.
    const points = await page.locator('.solid').innerHTML();
    await page.clock.runFor(1000);
    assert.equal(await page.locator('.solid').innerHTML(), points);
    await page.clock.runFor(6000);
    assert.equal(await text(page, '#apart-move'), '4. down and out: A');
    assert.equal(await text(page, '#apart-play'), 'Play');
    await page.locator('#apart-play').click();
    await page.clock.runFor(100);
    assert.equal(await text(page, '#apart-move'), '1. right 1: C');
    await page.locator('#apart-play').click();
    await page.clock.runFor(6000);
    assert.equal(await text(page, '#apart-move'), '1. right 1: C');
}, STILL));

test('a burr is solved once somebody asks how it comes apart, and its highest assembly is shown', () => on('#/pack', async (page) => {
    await page.locator('#pack-example').selectOption('assemblies');
    await page.locator('#pack-apart').click();
    await ranked(page);
    assert.match(await text(page, '#pack-said'), /^6 solutions up to symmetry\. 2 of 6 can be taken apart; the highest level is 8\.$/);
    await page.locator('#apart-level:has-text("Level 8:")').waitFor();
    assert.equal(await text(page, '#pack-place'), '1 of 6');
    await page.locator('#only-apart').check();
    assert.equal(await text(page, '#pack-place'), '1 of 2');
    await page.locator('#pack-next').click();
    await page.locator('#apart-level:has-text("Level 3:")').waitFor();
}));

test('assemblies are sorted by their levels, and chosen', () => opened(pasted(1), async (page) => {
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("solutions up to symmetry.")').waitFor();
    await page.locator('#pack-apart').click();
    await ranked(page);
    assert.match(await text(page, '#pack-said'), /All 9 can be taken apart; the highest level is 2\.$/);
    const levels = () => page.locator('#assembly option').evaluateAll((all) => all.map((one) => one.textContent.replace(/^\d+: /, '')));
    assert.deepEqual(await levels(), ['level 2', 'level 2', ...Array(7).fill('level 1')]);
    await page.locator('#by-level').uncheck();
    const numbers = await page.locator('#assembly option').evaluateAll((all) => all.map((one) => one.value));
    assert.deepEqual(numbers, [...'012345678']);
    await page.locator('#by-level').check();
    await page.locator('#assembly').selectOption({ index: 8 });
    assert.equal(await text(page, '#pack-place'), '9 of 9');
    await page.locator('#apart-level:has-text("Level 1: 1 move takes the 2 pieces apart.")').waitFor();
    // The moves are told of the next one, too.
    await page.locator('#pack-next').click();
    assert.equal(await text(page, '#pack-place'), '1 of 9');
    await page.locator('#apart-level:has-text("Level 2: 2 moves")').waitFor();
}));

test('what cannot be taken apart is told, and left out if that is wished', () => opened({ pieces: 'AAAAA\nAAAAA\nAAAAA\n\nAAAAA\nAB..A\nAAAAA\n\nAAAAA\nAAAAA\nAAAAA\n', region: '#####\n#####\n#####\n\n#####\n#???#\n#####\n\n#####\n#####\n#####\n' }, async (page) => {
    await page.locator('#pack-apart').click();
    await page.locator('#apart-level[data-kind="dead"]:has-text("It cannot be taken apart")').waitFor();
    await ranked(page);
    assert.match(await text(page, '#pack-said'), /None of 2 can be taken apart\.$/);
    assert.equal(await page.locator('.apart .steps:visible').count(), 0);
    await page.locator('#only-apart').check();
    assert.equal(await text(page, '#pack-place'), 'none of them');
    assert.ok(await page.locator('#pack-next').isDisabled());
    await page.locator('#only-apart').uncheck();
    assert.match(await text(page, '#pack-place'), /^1 of 2$/);
    // Another packing is not taken apart before somebody asks.
    await page.locator('#pack-example').selectOption('soma');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said:has-text("240 solutions")').waitFor();
    assert.equal(await text(page, '#apart-level'), '');
    assert.ok(await page.locator('#pack-apart').isVisible());
    await page.locator('#pack-example').selectOption('hole');
    await page.locator('#pack-apart').waitFor({ state: 'hidden' });
}));

test('a file of BurrTools is opened, packed or not, dropped or pasted, and its problems are chosen', () => on('#/pack', async (page) => {
    const solved = (words) => page.locator(`#pack-said:has-text("${words}")`).waitFor();
    await page.locator('#pack-file').setInputFiles({ name: 'box.xmpuzzle', mimeType: 'application/gzip', buffer: gzipSync(puzzle) });
    await solved('9 solutions up to symmetry. This is problem 1 of 2 in the file.');
    assert.ok(await page.locator('#region').isHidden());
    await page.locator('#pack-problem').fill('2');
    await page.locator('#pack-apart').waitFor();
    await page.locator('#pack-apart').click();
    await page.locator('#apart-level:has-text("Level 2.2")').waitFor();
    await page.locator('#pack-example').selectOption('soma');
    assert.ok(await page.locator('#region').isVisible());
    assert.ok(await page.locator('#pack-problem').isHidden());
    await drop(page, 'box.xmpuzzle', puzzle);
    await solved('9 solutions up to symmetry.');
    await page.locator('#pack-undo').click();
    assert.equal(await page.locator('#pieces').inputValue(), 'soma');
    await page.locator('#pieces').fill(puzzle);
    await page.locator('#pack-problem').fill('3');
    await page.locator('#pack-solve').click();
    await page.locator('#pack-said[data-kind="dead"]').waitFor();
}));

test('a finger turns the solid, and on a phone it is on one screen with its moves', () => opened(pasted(2), async (page, context) => {
    await page.locator('#pack-apart').click();
    await page.locator('#apart-level[data-kind="solution"]').waitFor();
    const { top, bottom } = await page.evaluate(() => ({ top: document.querySelector('.solid').getBoundingClientRect().top, bottom: document.querySelector('#apart-slider').getBoundingClientRect().bottom }));
    assert.ok(top >= 0 && bottom <= 844, `${top} to ${bottom}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
    const scrolled = await page.evaluate(() => scrollY);
    const before = await page.locator('.solid').innerHTML();
    const { x, y, width, height } = await page.locator('.solid').boundingBox();
    const touch = await finger(context, page);
    await touch.drag([x + width / 2, y + height / 2], [x + width / 4, y + height / 4]);
    assert.notEqual(await page.locator('.solid').innerHTML(), before);
    assert.equal(await page.evaluate(() => scrollY), scrolled);
    for (const height of await page.locator('.apart button:visible').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))) assert.ok(height >= 40);
}, PHONE));

for (const colorScheme of ['light', 'dark']) {
    test(`moves have no serious fault of access: ${colorScheme}`, () => opened(pasted(1), async (page) => {
        await page.locator('#pack-apart').click();
        await ranked(page);
        await page.locator('#apart-next').click();
        await page.locator('.solid .moved').first().waitFor();
        await page.locator('.shifts .step').last().click();
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        assert.deepEqual(grave.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]), []);
    }, { colorScheme, bypassCSP: true }));
}
