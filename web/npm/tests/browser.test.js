// The package in Chromium, without a bundler, from the folder in which it was installed.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const ROOT = new URL(`${pathToFileURL(process.env.PROJECT)}/`);

let server;
let browser;

before(async () => {
    server = createServer((request, answer) => {
        const path = new URL(request.url, 'http://localhost').pathname.slice(1);
        if (path === '') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>dlx3</title>');
        const file = new URL(path, ROOT);
        if (!existsSync(file)) return answer.writeHead(404).end();
        answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
        answer.end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Within a container the browser has no sandbox of its own, and little shared memory.
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
});

after(async () => {
    await browser?.close();
    server?.close();
});

/** Runs something in a page; what is asked of the network is the package's own files. */
async function on(work) {
    const page = await browser.newPage();
    const [faults, asked] = [[], []];
    page.on('pageerror', (fault) => faults.push(String(fault)));
    page.on('request', (request) => asked.push(request.url()));
    const home = `http://127.0.0.1:${server.address().port}/`;
    try {
        await page.goto(home);
        const result = await page.evaluate(work);
        assert.deepEqual(faults, []);
        const lib = `${home}node_modules/dlx3/lib/`;
        assert.deepEqual(asked.filter((url) => url !== home && url !== `${home}favicon.ico` && !url.startsWith(lib)), []);
        return result;
    } finally {
        await page.close();
    }
}

test('a page counts, lists, stops and solves puzzles, in workers', async () => {
    const told = await on(async () => {
        const { gen, sudoku, pack } = await import('./node_modules/dlx3/lib/browser.js');
        const queens = await gen.queens(8);
        let listed = 0;
        for await (const solution of queens.solutions()) listed += solution.length;
        const hard = await gen.queens(27);
        const stopped = await hard.count({ signal: AbortSignal.timeout(300) }).catch((reason) => reason.name);
        // The page lives while a worker works.
        const turns = await new Promise((resolve) => {
            let count = 0;
            const stop = new AbortController();
            const asked = hard.count({ signal: stop.signal });
            const turn = setInterval(() => {
                count += 1;
                if (count === 5) stop.abort();
            }, 10);
            asked.catch(() => {
                clearInterval(turn);
                resolve(count);
            });
        });
        const solved = await sudoku.solve('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79');
        const classes = await new pack.Packing('pentominoes', '3x20').classes();
        return { count: String(await queens.count()), listed, stopped, turns, solved: solved.slice(0, 9), classes: String(classes) };
    });
    assert.ok(told.turns >= 5, `${told.turns} turns`);
    assert.deepEqual({ ...told, turns: 0 }, { count: '92', listed: 736, stopped: 'TimeoutError', turns: 0, solved: '534678912', classes: '2' });
});

test('a page counts in its own thread', async () => {
    const told = await on(async () => {
        const { configure, gen } = await import('./node_modules/dlx3/lib/browser.js');
        configure({ workers: false });
        globalThis.Worker = class {
            constructor() {
                throw new Error('there is a worker');
            }
        };
        return String(await (await gen.queens(8)).count());
    });
    assert.equal(told, '92');
});
