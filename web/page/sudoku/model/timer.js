// How long somebody has been solving. It knows nothing of the page: who uses it says what time it is.

export class Timer {
    #before;
    #since = null;
    #now;

    /** `seconds` have passed already; `now()` is the time in milliseconds. */
    constructor(seconds = 0, now = () => Date.now()) {
        this.#before = seconds * 1000;
        this.#now = now;
    }

    get isRunning() {
        return this.#since !== null;
    }

    get seconds() {
        return Math.floor((this.#before + (this.isRunning ? this.#now() - this.#since : 0)) / 1000);
    }

    start() {
        this.#since ??= this.#now();
    }

    stop() {
        if (this.isRunning) this.#before += this.#now() - this.#since;
        this.#since = null;
    }

    /** From the beginning; it runs on if it was running. */
    reset() {
        this.#before = 0;
        if (this.isRunning) this.#since = this.#now();
    }

    /** Minutes and seconds; hours if there are any. */
    get text() {
        const { seconds } = this;
        const two = (number) => String(number).padStart(2, '0');
        const hours = Math.floor(seconds / 3600);
        return `${hours > 0 ? `${hours}:` : ''}${hours > 0 ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
    }
}
