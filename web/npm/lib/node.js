// The package in Node.

import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { use } from './engine.js';

use({
    compile: async () => WebAssembly.compile(await readFile(new URL('./dlx3.wasm', import.meta.url))),
    start(heard, failed) {
        const worker = new Worker(new URL('./worker-node.js', import.meta.url));
        worker.on('message', heard);
        worker.on('error', failed);
        // A worker that waits does not keep the program.
        worker.unref();
        return {
            post: (message) => worker.postMessage(message),
            hold: () => worker.ref(),
            release: () => worker.unref(),
            end: () => worker.terminate(),
        };
    },
});

export * from './main.js';
