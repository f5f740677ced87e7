// The clock of a packing that is played by hand, and how much help there was. They are kept, so that both
// outlast a reload of the page.

import { h } from '../dom.js';
import { Timer } from '../sudoku/model/timer.js';

export class HandClock {
    #timer = new Timer();
    #kept = null;
    #isOver = false;
    #isStarted = false;
    #ticks;
    /** Pieces that were shown, and questions whether it can still be solved. */
    help = { shown: 0, checks: 0 };

    constructor(name) {
        this.element = h('span', { role: 'timer', class: 'clock', id: `${name}-clock`, 'aria-label': 'Time' });
        this.#ticks = setInterval(() => this.#tick(), 1000);
        document.addEventListener('visibilitychange', this.#look);
        addEventListener('pagehide', this.#look);
    }

    /** Another puzzle: `kept` reads and writes what is kept of it. */
    open(kept) {
        const { seconds = 0, shown = 0, checks = 0, isRunning = false } = kept.read() ?? {};
        this.#kept = kept;
        this.help = { shown, checks };
        this.#timer = new Timer(seconds);
        [this.#isOver, this.#isStarted] = [false, false];
        if (isRunning) this.start();
        this.#show();
    }

    /** The puzzle is left. */
    leave() {
        this.#timer.stop();
        this.#kept = null;
        this.#isStarted = false;
    }

    get text() {
        return this.#timer.text;
    }

    /** Somebody plays. */
    start() {
        if (this.#isOver) return;
        this.#isStarted = true;
        if (!document.hidden) this.#timer.start();
    }

    /** It is solved. */
    stop() {
        this.#timer.stop();
        this.#isOver = true;
        this.#isStarted = false;
        this.#show();
        this.keep();
    }

    /** It is not solved any more. */
    resume() {
        this.#isOver = false;
    }

    /** From the beginning, and without help. */
    reset() {
        this.#timer = new Timer();
        this.help = { shown: 0, checks: 0 };
        [this.#isOver, this.#isStarted] = [false, false];
        this.#show();
        this.keep();
    }

    keep() {
        const isRunning = this.#isStarted && !this.#isOver;
        this.#kept?.write(this.#timer.seconds === 0 && !isRunning && this.help.shown + this.help.checks === 0 ? null : { seconds: this.#timer.seconds, ...this.help, isRunning });
    }

    /** It stands still while nobody looks. */
    #look = () => {
        if (document.hidden) this.#timer.stop();
        else if (this.#isStarted) this.#timer.start();
        this.keep();
    };

    #tick() {
        this.#show();
        if (this.#timer.isRunning) this.keep();
    }

    #show() {
        this.element.textContent = this.#timer.text;
    }

    close() {
        this.#timer.stop();
        this.keep();
        clearInterval(this.#ticks);
        document.removeEventListener('visibilitychange', this.#look);
        removeEventListener('pagehide', this.#look);
    }
}
