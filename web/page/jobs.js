// Work in workers, so that the page never waits: each can be stopped at once.

const decoder = new TextDecoder();

const compiled = fetch(new URL('dlx3.wasm', import.meta.url))
    .then((answer) => answer.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
// Whoever asks sees the fault; nobody has to.
compiled.catch(() => {});

/** The work was stopped. */
export class Stopped extends Error {}

/** A worker, which is there when it is needed, and does one thing after the other. */
export class Line {
    #worker = null;
    #jobs = new Map();
    #number = 0;

    async #start() {
        const module = await compiled;
        const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = (event) => this.#fail(new Error(event.message || 'the worker has ended'));
        worker.postMessage({ module });
        return worker;
    }

    #hear({ number, kind, bytes, status, fault }) {
        const job = this.#jobs.get(number);
        if (!job) return;
        if (kind) {
            const text = decoder.decode(bytes);
            job.said[kind] = (job.said[kind] ?? '') + text;
            job.heard(kind, text);
            return;
        }
        this.#jobs.delete(number);
        if (fault) {
            // What a trap leaves is not used again.
            this.#end();
            job.reject(new Error(job.said.panic ?? tell(fault)));
        } else {
            job.resolve({ output: '', messages: '', values: '', shape: '', ...job.said, status });
        }
    }

    #fail(fault) {
        const jobs = [...this.#jobs.values()];
        this.#jobs.clear();
        this.#end();
        for (const job of jobs) job.reject(fault);
    }

    #end() {
        this.#worker?.then((worker) => worker.terminate());
        this.#worker = null;
    }

    /** Asks for something. `heard(kind, text)` is called with what is said on the way. */
    ask(fields, heard = () => {}) {
        this.#worker ??= this.#start();
        const number = ++this.#number;
        const mine = this.#worker;
        return new Promise((resolve, reject) => {
            this.#jobs.set(number, { heard, resolve, reject, said: {} });
            mine.then(
                // It may have been stopped before the worker was there.
                (worker) => this.#worker === mine && worker.postMessage({ number, fields }),
                (fault) => this.#fail(fault),
            );
        });
    }

    /** Ends all that is asked for, at once. */
    stop() {
        if (this.#jobs.size === 0) return;
        this.#fail(new Stopped('stopped'));
        // The next one need not wait for its worker.
        this.#worker = this.#start();
        this.#worker.catch(() => {});
    }
}

function tell(fault) {
    if (/memory/i.test(fault)) return 'There is not enough memory for this.';
    if (/stack/i.test(fault)) return 'This search goes deeper than a browser allows.';
    return `The search has failed: ${fault}`;
}

/** For what is done in a moment. */
export const quick = new Line();
/** For what may take long. */
export const search = new Line();

/** Asks for something that is done in a moment, and returns its values. */
export async function values(...fields) {
    const { values: text, messages, status } = await quick.ask(fields);
    if (status !== 0) throw new Error(messages.trim());
    return JSON.parse(text);
}

/** The same for its output. */
export async function output(...fields) {
    const { output: text, messages, status } = await quick.ask(fields);
    if (status !== 0) throw new Error(messages.trim());
    return text;
}
