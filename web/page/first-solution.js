// One solution, soon: by all ways of `dlx find`, and beside them by the search in random orders, which
// begins again and again. Where there are many solutions, a single order may miss all of them for hours.

import { Line } from './jobs.js';

/** Mems after which a random order is given up, or a multiple of it: a fifth of a second. */
export const UNIT = 40_000_000;

/** What states may take beside the listing, in bytes: a phone has it. */
const STATES = 1 << 27;

/** How many units a run has: 1, 1, 2, 1, 1, 2, 4, and so on (Luby, Sinclair and Zuckerman). */
export function unitsOf(run) {
    let length = 1;
    while (length < run) length = 2 * length + 1;
    return length === run ? (run + 1) / 2 : unitsOf(run - (length - 1) / 2);
}

export class Finder {
    #ways = new Line();
    #random = new Line();
    #turn = 0;

    /** What the search that ends first says: a solution, or none, which is so then, or a fault. */
    async find(problem) {
        const mine = ++this.#turn;
        try {
            const orders = this.#inRandomOrders(problem, mine);
            const ways = this.#ways.ask(['find', problem, STATES]).then((ended) => (ended.status === 0 ? ended : orders), () => orders);
            return await Promise.race([ways, orders]);
        } finally {
            if (mine === this.#turn) this.stop();
        }
    }

    /** Asks for something else, such as the problem, so that it can be stopped, too. */
    ask(fields) {
        return this.#ways.ask(fields);
    }

    async #inRandomOrders(problem, mine) {
        for (let run = 1; ; run += 1) {
            const ended = await this.#random.ask(['dlx3', problem, '', 1, '', 't1', `s${run}`, `T${UNIT * unitsOf(run)}`]);
            if (ended.output !== '' || !ended.messages.includes('TIMEOUT') || mine !== this.#turn) return ended;
        }
    }

    stop() {
        this.#turn += 1;
        this.#ways.dismiss();
        this.#random.dismiss();
    }
}
