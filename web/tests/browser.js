// The page in a real browser: a server of web/dist in some folder, and Debian's Chromium.

import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { chromium } from 'playwright-core';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const DIST = new URL('../dist/', import.meta.url);

/** Serves the page in a folder of a server, as a server of files would. */
export async function serve(folder = '/some/folder/') {
    const asked = [];
    const server = createServer((request, answer) => {
        const path = new URL(request.url, 'http://localhost').pathname;
        asked.push(path);
        const file = path.startsWith(folder) ? new URL(path.slice(folder.length) || 'index.html', DIST) : null;
        if (!file || !existsSync(file)) return answer.writeHead(404).end();
        answer.writeHead(200, { 'content-type': TYPES[extname(file.pathname)] ?? 'text/plain' });
        answer.end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${server.address().port}${folder}`, asked, close: () => server.close() };
}

export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function launch() {
    // Within a container the browser has no sandbox of its own, and little shared memory.
    return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
}

/**
 * In the page: `hold('check')` keeps back what is asked of a worker from the next `check` on, until
 * `release()`; `asked` has the verbs of all that was asked. So answers come as late as a test wants.
 */
function holdRequests() {
    const post = Worker.prototype.postMessage;
    const queues = new Map();
    let verbs = [];
    globalThis.asked = [];
    globalThis.hold = (...held) => { verbs = held; };
    globalThis.release = () => {
        verbs = [];
        for (const [worker, queue] of queues) for (const message of queue) post.call(worker, message);
        queues.clear();
    };
    Worker.prototype.postMessage = function (message) {
        const verb = message.fields?.[0];
        if (verb) globalThis.asked.push(verb);
        if (verbs.includes(verb) && !queues.has(this)) queues.set(this, []);
        if (queues.has(this)) queues.get(this).push(message);
        else post.call(this, message);
    };
    // From the beginning, if the address says so.
    const first = new URLSearchParams(location.search).get('hold');
    if (first) globalThis.hold(first);
}

/** Opens the page; what it says on the console, faults, and requests to elsewhere are kept. */
export async function visit(browser, address, { routes = {}, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    for (const [pattern, route] of Object.entries(routes)) await context.route(pattern, route);
    await context.addInitScript(holdRequests);
    const page = await context.newPage();
    const faults = [];
    const isBlocked = (said) => options.serviceWorkers === 'block' && said.includes('blocked by Playwright');
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !isBlocked(message.text()) && faults.push(message.text()));
    page.on('pageerror', (fault) => faults.push(String(fault)));
    page.on('request', (request) => {
        const { url } = { url: request.url() };
        if (!url.startsWith(new URL(address).origin) && !url.startsWith('data:') && !url.startsWith('blob:')) faults.push(`request to ${url}`);
    });
    await page.goto(address);
    await page.waitForSelector('html[data-ready]');
    return { page, context, faults };
}
