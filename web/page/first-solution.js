// One solution, soon: the search in its own order, and beside it one in random orders, which begins
// again and again. Where there are many solutions, a single order may miss all of them for hours.

import { Line } from './jobs.js';

/** Mems after which a random order is given up, or a multiple of it: a fifth of a second. */
const UNIT = 40_000_000;

/** How many units a run has: 1, 1, 2, 1, 1, 2, 4, and so on (Luby, Sinclair and Zuckerman). */
export function unitsOf(run) {
    let length = 1;
    while (length < run) length = 2 * length + 1;
    return length === run ? (run + 1) / 2 : unitsOf(run - (length - 1) / 2);
}

export class Finder {
    #own = new Line();
    #random = new Line();
    #turn = 0;

    /** What the search that ends first says: a solution, or none, which is so then, or a fault. */
    async find(problem) {
        const mine = ++this.#turn;
        try {
            return await Promise.race([this.#ask(this.#own, problem), this.#inRandomOrders(problem, mine)]);
        } finally {
            if (mine === this.#turn) this.stop();
        }
    }

    /** Asks for something else, such as the problem, so that it can be stopped, too. */
    ask(fields) {
        return this.#own.ask(fields);
    }

    #ask(line, problem, ...options) {
        return line.ask(['dlx3', problem, '', 1, '', 't1', ...options]);
    }

    async #inRandomOrders(problem, mine) {
        for (let run = 1; ; run += 1) {
            const ended = await this.#ask(this.#random, problem, `s${run}`, `T${UNIT * unitsOf(run)}`);
            if (ended.output !== '' || !ended.messages.includes('TIMEOUT') || mine !== this.#turn) return ended;
        }
    }

    stop() {
        this.#turn += 1;
        this.#own.dismiss();
        this.#random.dismiss();
    }
}
