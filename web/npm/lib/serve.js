// What a worker does: it gets the compiled library once, then one question after the other.
//
// What is said goes out at the end of a question, and every 20 ms before.

import { hearing } from './hearing.js';
import { load } from './library.js';

const LONGEST = 20;

/** Listens with `listen(hear)` and answers with `post(message)`. */
export function serve(listen, post) {
    let library = null;
    listen(async ({ module, fields }) => {
        if (module) {
            library = load(module);
            // Whoever asks sees the fault.
            library.catch(() => {});
            return;
        }
        let said = [];
        let sent = performance.now();
        const hear = hearing((kind, text) => {
            // Of the progress, only the last counts.
            if (kind === 'progress' && said.at(-1)?.[0] === kind) said.pop();
            said.push([kind, text]);
            const now = performance.now();
            if (now - sent < LONGEST) return;
            post({ said });
            [said, sent] = [[], now];
        });
        try {
            const call = await library;
            const status = call(fields, hear);
            post({ said, status });
        } catch (fault) {
            const panic = said.find(([kind]) => kind === 'panic');
            post({ fault: panic ? panic[1] : String(fault) });
        }
    });
}
