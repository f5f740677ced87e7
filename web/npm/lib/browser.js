// The package in a browser.

import { use } from './engine.js';

use({
    async compile() {
        const answer = await fetch(new URL('./dlx3.wasm', import.meta.url));
        if (!answer.ok) throw new Error(`The library cannot be loaded: status ${answer.status}.`);
        return WebAssembly.compile(await answer.arrayBuffer());
    },
    start(heard, failed) {
        const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => heard(data);
        worker.onerror = (event) => failed(new Error(event.message || 'The worker cannot be started.'));
        return {
            post: (message) => worker.postMessage(message),
            hold() {},
            release() {},
            end: () => worker.terminate(),
        };
    },
});

export * from './main.js';
