// A worker: gets the compiled library once, then one request after the other.

import { load } from './library.js';

let library = null;

onmessage = async ({ data }) => {
    if (data.module) {
        library = load(data.module);
        return;
    }
    const { number, fields } = data;
    try {
        const call = await library;
        const status = call(fields, (kind, bytes) => postMessage({ number, kind, bytes }, [bytes.buffer]));
        postMessage({ number, status });
    } catch (fault) {
        // A trap: memory or stack is used up, or the library has found a fault in itself.
        postMessage({ number, fault: String(fault) });
    }
};
