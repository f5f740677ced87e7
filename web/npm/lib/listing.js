// Solutions one by one, from lists of them.

/**
 * An asynchronous iterator over the items of lists. A generator that yields each item takes twice as
 * long for it.
 */
export class Listing {
    #lists;
    #list = [];
    #at = 0;
    #before;
    /** Calls that wait for the next list, and the last of them. */
    #waiting = 0;
    #last = Promise.resolve();

    /** `lists` is an asynchronous generator; `before` is called before each item, and may throw. */
    constructor(lists, before) {
        this.#lists = lists;
        this.#before = before;
    }

    [Symbol.asyncIterator]() {
        return this;
    }

    /** Whoever forgets `await` is told so. */
    [Symbol.iterator]() {
        throw new TypeError('solutions are awaited: write `for await (const solution of ...)`');
    }

    next() {
        if (this.#waiting === 0 && this.#at < this.#list.length) return this.#take();
        this.#waiting += 1;
        const asked = this.#last.then(() => this.#fill()).finally(() => {
            this.#waiting -= 1;
        });
        this.#last = asked.catch(() => {});
        return asked;
    }

    async #fill() {
        while (this.#at === this.#list.length) {
            const { value, done } = await this.#lists.next();
            if (done) return { value: undefined, done };
            [this.#list, this.#at] = [value, 0];
        }
        return this.#take();
    }

    #take() {
        try {
            this.#before();
        } catch (fault) {
            return this.throw(fault);
        }
        const value = this.#list[this.#at];
        this.#at += 1;
        return Promise.resolve({ value, done: false });
    }

    /** Ends the listing, also if a list is on its way. */
    return(value) {
        [this.#list, this.#at] = [[], 0];
        return this.#lists.return(value);
    }

    throw(fault) {
        [this.#list, this.#at] = [[], 0];
        return this.#lists.throw(fault);
    }
}
