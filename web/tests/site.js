// What the tests of the page share: a server and a browser for a file of tests, and what is done on pages.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch, serve, visit } from './browser.js';

/** A server and a browser, as long as the tests of a file run. `on` does something on a page of its own. */
export function site() {
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
    /** Nothing may be said on the console of the page. */
    async function on(hash, work, options) {
        const { page, context, faults } = await visit(browser, server.address + hash, options);
        // Long enough for any machine.
        page.setDefaultTimeout(300_000);
        try {
            await work(page, context, faults);
            assert.deepEqual(faults, []);
        } finally {
            await context.close();
        }
    }
    return { on, address: () => server.address, browser: () => browser };
}

/** Lets go what was held back, and waits until all of it is answered. */
export async function settled(page) {
    await page.evaluate(async () => {
        const { quick, search } = await import('./jobs.js');
        release();
        await Promise.all([quick, search].map((line) => line.ask(['no-such-verb']).catch(() => {})));
        await new Promise((resolve) => setTimeout(resolve));
    });
}

/** The state in the address. */
export const stateOf = (page) => page.evaluate(async () => {
    const { parse, unpack } = await import('./address.js');
    const { letters } = parse(location.hash);
    return letters && unpack(letters);
});

export const text = (page, selector) => page.locator(selector).textContent();

/** Drops a file onto the page. */
export const drop = (page, name, content) => page.evaluate(([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, [name, content]);

/** Waits until a clock shows so many seconds or more, and returns how many. */
export const clockAfter = async (page, selector, seconds) => {
    const shown = await page.waitForFunction(([selector, seconds]) => {
        const [minutes, rest] = (document.querySelector(selector)?.textContent ?? '').split(':').map(Number);
        return minutes * 60 + rest >= seconds ? minutes * 60 + rest : null;
    }, [selector, seconds]);
    return shown.jsonValue();
};
