// A question that is open: what may end it, and who is told how far it has come.
//
// A verb may ask the library several times; its limits hold for all of them together.

import { Fault, Stopped, late, priced } from './errors.js';
import { known, shown } from './options.js';

/** The options that each verb has. */
export const COMMON = ['signal', 'timeout', 'progress'];

/** Where options of a verb that another one asks have the question of that. */
const QUESTION = Symbol('question');

/** Options for a verb that is part of a question. */
export const inside = (question, options = {}) => ({ ...options, [QUESTION]: question });

/** The milliseconds between two calls of `progress`. */
const SPACING = 200;
/**
 * The library looks at the clock several times a second, and tells then what it knows. It is waited
 * for so long, in milliseconds, and no longer than this share of the limit.
 */
const [GRACE, SHARE] = [250, 0.25];
/** The longest that a timer waits. Longer is no limit: 24 days. */
const LONGEST = 2 ** 31 - 1;

function check(verb, { signal, timeout, progress }) {
    if (signal !== undefined && signal !== null && !(typeof signal === 'object' && 'aborted' in signal)) {
        throw new TypeError(`${verb}: signal is an AbortSignal, not ${shown(signal)}`);
    }
    if (timeout !== undefined && timeout !== null) {
        if (typeof timeout !== 'number') throw new TypeError(`${verb}: timeout is a number of milliseconds, not ${shown(timeout)}`);
        if (!(timeout >= 0)) throw new Fault(`${verb}: timeout is a number of milliseconds from 0 on, not ${timeout}`);
    }
    if (progress !== undefined && progress !== null && typeof progress !== 'function') {
        throw new TypeError(`${verb}: progress is a function, not ${shown(progress)}`);
    }
}

/** The library's messages of progress: values, or the share that is done and statistics. */
const parsed = (text, told) => (text.startsWith('{') ? JSON.parse(text) : { ['steps' in told ? 'steps' : 'walked']: Number.parseFloat(text) });

class Question {
    /** What ends it; null if nothing can. */
    #controller = null;
    #user;
    #progress;
    #begun = performance.now();
    #deadline;
    #due;
    #timers = [];
    #text = '';
    #told;
    /** The best solution that the library has told, with its cost. */
    #found = null;
    /** When the library must end, in milliseconds since 1970; or nothing. */
    end = '';
    /** How many solutions have been taken, if that is told. */
    taken = 0;
    #stop = () => this.#controller.abort(this.#user.reason);

    constructor({ signal, timeout, progress }, told) {
        this.#user = signal;
        this.#progress = progress;
        this.#told = told;
        let most = timeout ?? Infinity;
        // Searches for one answer end by themselves, and tell what they know.
        if ('states' in told && most !== Infinity) {
            this.end = String(Date.now() + most);
            most += Math.min(GRACE, SHARE * most);
        }
        this.#deadline = this.#begun + most;
        this.#due = this.#begun + SPACING;
        if (signal || this.isWatched) this.#controller = new AbortController();
        if (signal?.aborted) this.#stop();
        signal?.addEventListener('abort', this.#stop, { once: true });
        if (most <= LONGEST) this.#timers.push(setTimeout(() => this.#isLate(), most));
        if (progress) this.#timers.push(setInterval(() => this.#tell(), SPACING));
        // In Node, a timer does not keep the program.
        for (const timer of this.#timers) timer.unref?.();
    }

    /** Whether there is more to do than to wait for an answer. */
    get isWatched() {
        return Boolean(this.#progress) || this.#deadline !== Infinity;
    }

    /** Aborted once the question must end; null if nothing can end it. */
    get signal() {
        return this.#controller?.signal ?? null;
    }

    /** Something that is told with the progress. */
    tells(values) {
        Object.assign(this.#told, values);
    }

    /** Hears what the library says of its progress. */
    hear(text) {
        this.#text = text;
    }

    /** Timers stand still while this thread searches: does what is due. Throws if the question must end. */
    check() {
        if (!this.#controller) return;
        if (performance.now() >= this.#deadline) this.#isLate();
        if (performance.now() >= this.#due) this.#tell();
        this.signal.throwIfAborted();
    }

    #isLate() {
        this.#listen();
        this.#controller.abort(late(this.known));
    }

    /** Takes what the library has said of its progress. */
    #listen() {
        if (!this.#text) return;
        const { found, ...told } = parsed(this.#text, this.#told);
        this.#found = found ?? this.#found;
        Object.assign(this.#told, told);
        this.#text = '';
    }

    /** What is known before there is an answer. */
    get known() {
        return { best: this.#found && priced([this.#found]), bound: this.#told.bound ?? null };
    }

    #tell() {
        if (!this.#progress || this.signal.aborted) return;
        this.#due = performance.now() + SPACING;
        this.#listen();
        if ('taken' in this.#told) this.#told.taken = this.taken;
        try {
            const wanted = this.#progress({ seconds: (performance.now() - this.#begun) / 1000, ...this.#told });
            if (wanted === true) this.#controller.abort(new Stopped('callback', this.known));
        } catch (fault) {
            this.#controller.abort(fault);
        }
    }

    close() {
        for (const timer of this.#timers) clearInterval(timer);
        this.#user?.removeEventListener?.('abort', this.#stop);
    }
}

/** The options of a verb that begins later, once they have been looked at. */
export function checked(verb, options, names = []) {
    check(verb, known(verb, options, [...names, ...COMMON]));
    return options;
}

/** A question with these options, and what there is to tell at first; its verb ends it. */
export function questionOf(verb, options, names = [], told = {}) {
    const its = known(verb, options, [...names, ...COMMON]);
    if (its[QUESTION]) {
        its[QUESTION].tells(told);
        return { question: its[QUESTION], its, isOwn: false };
    }
    check(verb, its);
    return { question: new Question(its, told), its, isOwn: true };
}

/**
 * Does the work of a verb, which has the options of all verbs and some of its own. A verb that
 * another one asks is part of the question of that.
 */
export async function asked(verb, options, names, work, told) {
    const { question, its, isOwn } = questionOf(verb, options, names, { ...told });
    try {
        return await work(question, its);
    } finally {
        if (isOwn) question.close();
    }
}
