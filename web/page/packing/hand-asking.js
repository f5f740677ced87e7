// Questions to the library while a packing is played by hand: whether and how the rest can be solved with
// all placed pieces fixed.

import { Finder, UNIT, unitsOf } from '../first-solution.js';
import { Line, Stopped } from '../jobs.js';

/** How many solutions are looked at for one that is another, and the mems after which they are not counted. */
const MOST = 20;
const COUNTED = 200_000_000;

const numberOf = (messages) => Number(/Altogether (\d+) solution/.exec(messages)?.[1] ?? 0);

/** Problems that nothing is left to be covered in have one solution. */
const isEmpty = (problem) => problem.startsWith('\n') || problem.startsWith('|');

export class HandAsking {
    #finder = new Finder();
    #more = new Line();
    /** Counts questions: an answer to an older one is not wanted. */
    #turns = 0;

    /** Ends what is being asked. */
    stop() {
        this.#turns += 1;
        this.#finder.stop();
        this.#more.dismiss();
    }

    /** A question that was stopped, or has given way to a newer one, has no answer. */
    #ended(mine) {
        if (mine !== this.#turns) throw new Stopped('stopped');
    }

    /** The options of a solution of what is left; null if there is none. */
    async solution(model, placed) {
        const mine = ++this.#turns;
        return this.#find(model, placed, mine);
    }

    async #find(model, placed, mine) {
        if (model.isSolved(placed)) return [];
        const rest = model.rest(placed);
        if (isEmpty(rest)) return null;
        const { output, messages, status } = await this.#finder.find(rest);
        this.#ended(mine);
        if (status !== 0) throw new Error(messages.trim());
        return output === '' ? null : model.read(output);
    }

    /** How many of the newest pieces are to be taken back until there is a solution, if that is known. */
    async back(model, placed) {
        const mine = ++this.#turns;
        for (let less = 1; less <= placed.length; less += 1) {
            if (await this.#find(model, placed.slice(0, -less), mine)) return less;
        }
        return null;
    }

    /** How many solutions are left, if they are counted in a moment; null if not. */
    async count(model, placed) {
        const mine = ++this.#turns;
        const { messages, status } = await this.#more.ask(['dlx3', model.rest(placed), '', 0, '', 'd0', `T${COUNTED}`]);
        this.#ended(mine);
        return status !== 0 || messages.includes('TIMEOUT') ? null : numberOf(messages);
    }

    /** Another solution than the one that some options are; null if there is no other. `order` is a number for each time. */
    async other(model, placed, options, order) {
        const mine = ++this.#turns;
        const rest = model.rest(placed);
        const known = [...options].sort().join();
        for (let run = 1; ; run += 1) {
            const { output, messages, status } = await this.#more.ask(['dlx3', rest, '', MOST, '', `t${MOST}`, `s${order + run}`, `T${UNIT * unitsOf(run)}`]);
            this.#ended(mine);
            if (status !== 0) throw new Error(messages.trim());
            const found = output.split(/^\d+:$/m).slice(1).map((text) => model.read(text)).filter((all) => [...all].sort().join() !== known);
            if (found.length > 0) return found[0];
            if (!messages.includes('TIMEOUT')) return null;
        }
    }

    close() {
        this.stop();
    }
}
