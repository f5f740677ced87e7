// Work in workers, so that the page never waits: each can be stopped at once.

const decoder = new TextDecoder();

let compiled = null;

/** The compiled library; if it could not be loaded, it is asked for once more. */
function library() {
    compiled ??= load().catch((fault) => {
        compiled = null;
        throw fault;
    });
    return compiled;
}

async function load() {
    const answer = await fetch(new URL('dlx3.wasm', import.meta.url));
    if (!answer.ok) throw new Error(`The library cannot be loaded: status ${answer.status}.`);
    return WebAssembly.compile(await answer.arrayBuffer());
}

/** Loads the library before somebody asks for something. Whoever asks sees the fault; nobody has to. */
export const warm = () => library().catch(() => {});

/** The work was stopped. */
export class Stopped extends Error {}

/** A worker, which is there when it is needed, and does one thing after the other. */
export class Line {
    #worker = null;
    #jobs = new Map();
    #number = 0;

    #start() {
        const mine = this.#load();
        this.#worker = mine;
        mine.then(
            (worker) => {
                worker.onmessage = ({ data }) => this.#hear(data);
                worker.onerror = (event) => {
                    if (this.#worker === mine) this.#fail(new Error(event.message || 'The page cannot start a worker.'));
                };
            },
            (fault) => {
                if (this.#worker === mine) this.#fail(fault);
            },
        );
        return mine;
    }

    async #load() {
        const module = await library();
        const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
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
            // What a trap leaves is not used again. Those that wait for their turn get another worker.
            this.#end();
            for (const waiting of this.#jobs.keys()) this.#post(waiting);
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
        this.#worker?.then((worker) => worker.terminate(), () => {});
        this.#worker = null;
    }

    #post(number) {
        const mine = this.#worker ?? this.#start();
        mine.then((worker) => {
            // It may have been stopped before the worker was there.
            const job = this.#jobs.get(number);
            if (job && this.#worker === mine) worker.postMessage({ number, fields: job.fields });
        }, () => {});
    }

    /** Asks for something. `heard(kind, text)` is called with what is said on the way. */
    ask(fields, heard = () => {}) {
        const number = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#jobs.set(number, { fields, heard, resolve, reject, said: {} });
            this.#post(number);
        });
    }

    /** Ends all that is asked for, at once. */
    stop() {
        if (this.#jobs.size === 0) return;
        this.#fail(new Stopped('stopped'));
        // The next one need not wait for its worker.
        this.#start();
    }

    /** Ends all that is asked for, and the worker, too. */
    dismiss() {
        this.#fail(new Stopped('stopped'));
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
