// Who answers: workers, each with one question at a time, or this thread.
//
// Invariant: a worker that was stopped, or whose library has trapped, is never used again.

import { refused, tell } from './errors.js';
import { hearing } from './hearing.js';
import { load } from './library.js';
import { known } from './options.js';

/** What Node and a browser do in their own ways: `compile()` and `start(heard, failed)`. */
let platform = null;
let compiled = null;

/** Workers that wait for a question, how many there are, and who waits for one. */
const idle = [];
let working = 0;
const waiting = [];

let most = 4;

/** Tells how to compile the library, and how to start a worker. */
export function use(its) {
    platform = its;
}

/**
 * How many workers answer questions at a time: a number; `true` for the usual one; `false` for
 * none, so that this thread answers, which does nothing else meanwhile.
 */
export function configure(how) {
    const { workers } = known('configure', how, ['workers']);
    if (workers === true) most = 4;
    else if (workers === false) most = 0;
    else if (Number.isSafeInteger(workers) && workers >= 0) most = workers;
    else throw new TypeError(`workers is a number or a boolean, not ${workers}`);
}

function library() {
    compiled ??= platform.compile().catch((fault) => {
        compiled = null;
        throw fault;
    });
    return compiled;
}

/** The library in this thread. A question that is watched has one of its own, which it may end. */
class Here {
    isHere = true;
    isBusy = false;
    hasEnded = false;
    #call = null;

    async ask(fields, heard, question) {
        this.#call ??= load(await library());
        const call = await this.#call;
        question?.check();
        const hear = hearing(heard);
        try {
            return call(fields, (kind, bytes) => {
                hear(kind, bytes);
                question?.check();
            });
        } catch (fault) {
            this.#call = null;
            question?.signal?.throwIfAborted();
            throw new Error(tell(String(fault)), { cause: fault });
        }
    }

    /** Nothing can stop it. */
    end() {}
}

const here = new Here();

/** The library in a worker. */
class Lane {
    #worker = null;
    #job = null;
    #hasEnded = false;
    /** Whether the worker works on a question. */
    isBusy = false;

    async ask(fields, heard) {
        const module = await library();
        if (this.#hasEnded) throw new Error('the worker has been ended');
        if (!this.#worker) {
            this.#worker = platform.start((data) => this.#hear(data), (fault) => this.#fail(fault));
            this.#worker.post({ module });
        }
        this.#worker.hold();
        try {
            return await new Promise((resolve, reject) => {
                this.#job = { heard, resolve, reject };
                this.isBusy = true;
                this.#worker.post({ fields });
            });
        } finally {
            this.#job = null;
            this.#worker.release();
        }
    }

    #hear({ said, status, fault }) {
        if (!this.#job) return;
        for (const [kind, text] of said ?? []) this.#job.heard(kind, text);
        if (fault !== undefined) this.#fail(new Error(tell(fault)));
        else if (status !== undefined) {
            this.isBusy = false;
            this.#job.resolve(status);
        }
    }

    #fail(fault) {
        this.end();
        this.#job?.reject(fault);
    }

    get hasEnded() {
        return this.#hasEnded;
    }

    end() {
        this.#hasEnded = true;
        this.#worker?.end();
    }
}

/** A worker of one's own, or this thread. It is given back, or ended. */
export function ownLane(question) {
    if (most === 0) return question.isWatched ? new Here() : here;
    return idle.pop() ?? new Lane();
}

/** Gives a worker back. */
export function giveBack(lane) {
    if (lane.isHere || lane.hasEnded) return;
    if (idle.length < most) idle.push(lane);
    else lane.end();
}

/** Waits for a turn. */
function turn(signal) {
    if (working < Math.max(most, 1)) {
        working += 1;
        return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
        const waits = { resolve, stop };
        function stop() {
            waiting.splice(waiting.indexOf(waits), 1);
            reject(signal.reason);
        }
        signal?.addEventListener('abort', stop, { once: true });
        waits.resolve = () => {
            signal?.removeEventListener('abort', stop);
            resolve();
        };
        waiting.push(waits);
    });
}

function endTurn() {
    const next = waiting.shift();
    if (next) next.resolve();
    else working -= 1;
}

/** Has a worker answer; what ends the question ends it at once. Returns the exit status. */
export async function within(lane, fields, heard, question) {
    const its = (kind, what) => (kind === 'progress' ? question?.hear(what) : heard(kind, what));
    const signal = question?.signal;
    if (!signal) return lane.ask(fields, its, question);
    signal.throwIfAborted();
    let stop;
    const stopped = new Promise((_, reject) => {
        stop = () => {
            lane.end();
            reject(signal.reason);
        };
        signal.addEventListener('abort', stop, { once: true });
    });
    // If it is stopped while this thread searches, nobody waits for this.
    stopped.catch(() => {});
    try {
        const asked = lane.ask(fields, its, question);
        // If it is stopped, nobody waits for this.
        asked.catch(() => {});
        return await Promise.race([asked, stopped]);
    } finally {
        signal.removeEventListener('abort', stop);
    }
}

/** Asks the library, and returns all that is said, by kinds, and the exit status. */
export async function ask(fields, question) {
    question.check();
    await turn(question.signal);
    const lane = ownLane(question);
    try {
        const said = { output: '', messages: '', values: '', shape: '' };
        const heard = (kind, text) => {
            said[kind] = (said[kind] ?? '') + text;
        };
        const status = await within(lane, fields, heard, question);
        if (said.panic) throw new Error(said.panic);
        return { ...said, status };
    } finally {
        giveBack(lane);
        endTurn();
    }
}

/** The values of an answer; what is said in their place is a fault. */
export async function values(fields, question) {
    const { values: text, messages, status } = await ask(fields, question);
    if (status !== 0) throw refused(messages);
    return JSON.parse(text);
}

/** The output of an answer; what is said in its place is a fault. */
export async function output(fields, question) {
    const { output: text, messages, status } = await ask(fields, question);
    if (status !== 0) throw refused(messages);
    return text;
}
