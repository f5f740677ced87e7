// Limits of time, and who is told how far a question has come.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Problem, Stopped, configure, dlx3, gen, pack, peg, sieve, sudoku } from 'dlx3';

/** Grids with rules that are many to count. */
const EMPTY = '.'.repeat(625);
const isLate = (fault) => fault instanceof DOMException && fault.name === 'TimeoutError';

/** Questions that take longer than any test. */
async function long() {
    const hard = await gen.queens(27);
    const packing = new pack.Packing('pentominoes+pentominoes', '10x12');
    const priced = await packing.problem();
    const costs = (await priced.options()).map((_, option) => (option * option) % 1009);
    return {
        count: (limits) => hard.count(limits), sample: (limits) => hard.sample(1, { ...limits, memory: 2 ** 30 }), best: (limits) => priced.best(1, { ...limits, costs }),
        dlx3: (limits) => dlx3(hard.text, [], limits), packing: (limits) => packing.count(limits),
        async solutions(limits) {
            for await (const solution of hard.solutions(limits)) assert.equal(solution.length, 27);
        },
    };
}

for (const workers of [true, false]) {
    const where = workers ? 'in workers' : 'in this thread';

    test(`a timeout ends a question as a signal of AbortSignal.timeout does, ${where}`, async () => {
        configure({ workers });
        for (const [verb, ask] of Object.entries(await long())) {
            // The program's messages tell nothing while it searches; then only a worker can be stopped.
            if (!workers && verb === 'dlx3') continue;
            const begun = performance.now();
            await assert.rejects(ask({ timeout: 300 }), isLate, verb);
            assert.ok(performance.now() - begun >= 290, verb);
        }
        assert.equal(await (await gen.queens(8)).count({ timeout: 1e9 }), 92n);
        assert.equal(await (await gen.queens(8)).count({ timeout: Infinity }), 92n);
    });

    test(`progress is told, and ends the question by returning true, ${where}`, async () => {
        configure({ workers });
        for (const [verb, ask] of Object.entries(await long())) {
            if (!workers && verb === 'dlx3') continue;
            const told = [];
            const stopped = (fault) => fault instanceof Stopped && fault.reason === 'callback';
            await assert.rejects(ask({
                progress(values) {
                    told.push(values);
                    return told.length === 3;
                },
            }), stopped, verb);
            assert.equal(told.length, 3, verb);
            const seconds = told.map((values) => values.seconds);
            assert.ok(seconds[0] > 0.1 && seconds[2] > seconds[1] && seconds[1] > seconds[0], `${verb}: ${seconds}`);
            const last = told[2];
            if (verb === 'solutions') assert.ok(Number.isSafeInteger(last.taken), JSON.stringify(last));
            else if (verb === 'dlx3') assert.ok(last.walked === undefined || last.walked >= 0);
            else assert.ok(last.states > 0 || last.walked !== null || last.layer !== null, `${verb}: ${JSON.stringify(last)}`);
            if (verb === 'best') assert.ok('best' in last && 'bound' in last);
        }
    });

    test(`what a progress function throws is passed on, ${where}`, async () => {
        configure({ workers });
        const hard = await gen.queens(27);
        const progress = () => {
            throw new Error('my own');
        };
        await assert.rejects(hard.count({ progress }), /^Error: my own$/);
        // Searches that wait in this thread are not lost by that.
        const listing = (await gen.queens(8)).solutions();
        assert.equal((await listing.next()).value.length, 8);
        await assert.rejects(hard.count({ progress }), /^Error: my own$/);
        let left = 1;
        for await (const solution of listing) left += solution.length > 0;
        assert.equal(left, 92);
    });
}

/** A set cover whose cheapest solution takes long, though others are found at once; and what options cost. */
function covers() {
    let seed = 1;
    const below = (bound) => {
        seed = (seed * 48271) % 2147483647;
        return seed % bound;
    };
    const items = 150;
    const options = Array.from({ length: 900 }, (_, option) => [...new Set([option % items, ...Array.from({ length: 5 }, () => below(items))])]);
    const costs = options.map(() => 100 + below(10));
    return { problem: Problem.fromOptions(options, { bounds: [1, null], costs }), items, options, costs };
}

/** Whether these are solutions with their costs, the cheapest first; none costs less than the bound. */
function areSolutions({ best, bound }, { items, options, costs }) {
    assert.ok(best.length > 0);
    for (const { cost, exact, options: chosen } of best) {
        assert.equal(new Set(chosen.flatMap((option) => options[option])).size, items);
        assert.equal(cost, chosen.reduce((sum, option) => sum + costs[option], 0));
        assert.equal(exact, String(cost));
        assert.ok(Number(bound) > 0 && Number(bound) <= best[0].cost && best[0].cost <= cost, `${bound} ${exact}`);
    }
}

for (const workers of [true, false]) {
    const where = workers ? 'in workers' : 'in this thread';

    test(`a question that is ended has the best solution, its cost and the bound so far, ${where}`, async () => {
        configure({ workers });
        const its = covers();
        const late = await its.problem.best(1, { timeout: 2000 }).catch((fault) => fault);
        assert.ok(isLate(late), String(late));
        areSolutions(late, its);
        assert.equal(late.atLeast, null);
        let told;
        const stopped = await its.problem.best(1, {
            progress(values) {
                told = values;
                return values.best !== null;
            },
        }).catch((fault) => fault);
        assert.ok(stopped instanceof Stopped, String(stopped));
        areSolutions(stopped, its);
        assert.equal(stopped.best.length, 1);
        assert.equal(stopped.bound, told.bound);
        assert.ok(Number(stopped.best[0].exact) <= Number(told.best));
        assert.deepEqual(Object.keys(told).sort(), ['best', 'bound', 'bytes', 'layer', 'seconds', 'states', 'walked']);
    });

    test(`a count that is late tells how many solutions there are at least, ${where}`, async () => {
        configure({ workers });
        const queens = await gen.queens(27);
        const begun = performance.now();
        const late = await queens.count({ timeout: 3000 }).catch((fault) => fault);
        const took = performance.now() - begun;
        assert.ok(isLate(late), String(late));
        assert.ok(late.atLeast > 0n, String(late.atLeast));
        assert.deepEqual([late.best, late.bound], [null, null]);
        assert.ok(took >= 2990 && took < 4500, `${took}`);
        // The worker is as good as before.
        assert.equal(await (await gen.queens(8)).count({ timeout: 60_000 }), 92n);
        const stopped = await queens.count({ progress: () => true }).catch((fault) => fault);
        assert.ok(stopped instanceof Stopped, String(stopped));
        assert.deepEqual([stopped.atLeast, stopped.best, stopped.bound], [null, null, null]);
    });
}

test('a timeout and a signal hold together, for each verb, and the first one ends it', async () => {
    configure({ workers: true });
    const hard = await gen.queens(27);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 100);
    await assert.rejects(hard.count({ timeout: 60_000, signal: stop.signal }), /enough/);
    await assert.rejects(hard.count({ timeout: 100, signal: new AbortController().signal }), isLate);
    await assert.rejects(hard.count({ timeout: 5000, signal: AbortSignal.abort(new Error('before')) }), /before/);
    const over = { timeout: 0 };
    const asks = [
        () => gen.latin(30, over), () => sudoku.solve(EMPTY, { ...over, board: { order: 25 } }), () => sudoku.make({ ...over, board: { order: 25 } }),
        () => sudoku.rate(EMPTY, { ...over, board: { order: 25 } }), () => peg.solve('central', over), () => peg.board('central', over), () => sieve.solve(400, over),
        () => Problem.fromCSV('a,b\n', over), () => dlx3('A\nA\n', [], over), () => new pack.Packing('soma', '3x3x3').classes(over),
        () => new Problem('A\nA\n').options(undefined, over),
    ];
    for (const ask of asks) await assert.rejects(ask, isLate, String(ask));
    // Other verbs tell the time.
    const seconds = [];
    await assert.rejects(sieve.solve(990_000, { progress: (told) => seconds.push(told.seconds) === 2 }), (fault) => fault instanceof Stopped);
    assert.ok(seconds[1] > seconds[0]);
});

test('solutions that are asked for at once come in order, and a listing that was ended stays so', async () => {
    configure({ workers: true });
    const queens = await gen.queens(8);
    const wanted = [];
    for await (const solution of queens.solutions()) wanted.push(solution);
    assert.equal(new Set(wanted.map(String)).size, 92);
    const listing = queens.solutions();
    const asked = await Promise.all(Array.from({ length: 95 }, () => listing.next()));
    assert.deepEqual(asked.map(({ value, done }) => (done ? null : value)), [...wanted, null, null, null]);
    const left = queens.solutions();
    await left.next();
    assert.deepEqual(await left.return('enough'), { value: 'enough', done: true });
    assert.deepEqual(await left.next(), { value: undefined, done: true });
    const thrown = queens.solutions();
    await thrown.next();
    await assert.rejects(thrown.throw(new Error('mine')), /mine/);
    assert.equal((await thrown.next()).done, true);
    // A signal ends it at the next solution, though others are here already.
    const stop = new AbortController();
    const stopped = queens.solutions({ signal: stop.signal });
    for (let number = 0; number < 30; number += 1) await stopped.next();
    stop.abort(new Error('enough'));
    await assert.rejects(stopped.next(), /enough/);
    assert.equal((await stopped.next()).done, true);
});

test('timers do not keep a program, and none stays after an answer', () => {
    const code = `import { gen } from 'dlx3';
const queens = await gen.queens(6);
await queens.count({ timeout: 3_600_000, progress() {} });
const listing = queens.solutions({ timeout: 3_600_000, progress() {} });
await listing.next();
for await (const solution of queens.solutions({ timeout: 3_600_000, progress() {} })) break;
console.log(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);
`;
    writeFileSync('timers.mjs', code);
    const ran = spawnSync(process.execPath, ['timers.mjs'], { encoding: 'utf8', timeout: 600_000 });
    assert.deepEqual([ran.stdout, ran.status], ['0\n', 0], ran.stderr);
});
