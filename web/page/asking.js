// One question after the other: what is asked before something newer, or before a change, is not wanted
// any more.

import { announce, button, h } from './dom.js';
import { Stopped, quick, search } from './jobs.js';

/** What is said in a moment; a fault is a message, too. */
export function said(...fields) {
    return quick.ask(fields).catch((fault) => ({ status: 1, messages: fault.message }));
}

export class Asking {
    /** Counts questions and changes. */
    #turns = 0;

    /** What is said goes to an element of this name. */
    constructor(name) {
        this.said = h('p', { class: 'sentence', id: `${name}-said`, 'aria-live': 'polite' });
        this.stopButton = button('Stop', () => search.stop(), { id: `${name}-stop`, disabled: true });
    }

    tell(text, kind = '') {
        this.said.textContent = text;
        this.said.dataset.kind = kind;
        announce(text);
    }

    /** Ends what is being asked. */
    halt() {
        this.#turns += 1;
        this.stopButton.disabled = true;
        search.stop();
        return this.#turns;
    }

    /** The values that a search ends with; nothing if it is not wanted any more, or once its fault is told. */
    async ask(doing, ...fields) {
        const mine = this.halt();
        this.stopButton.disabled = false;
        const before = [this.said.textContent, this.said.dataset.kind];
        const waits = setTimeout(() => this.tell(doing), 200);
        // How far it has come is seen, and not read aloud.
        const heard = (kind, text) => {
            if (kind === 'progress' && mine === this.#turns && this.said.textContent.startsWith(doing)) this.said.textContent = `${doing} ${text} so far`;
        };
        try {
            const { values, messages, status } = await search.ask(fields, heard);
            if (mine !== this.#turns) return undefined;
            if (status !== 0) throw new Error(messages.trim());
            if (this.said.textContent.startsWith(doing)) this.tell(...before);
            return JSON.parse(values);
        } catch (fault) {
            if (mine === this.#turns) this.tell(fault instanceof Stopped ? 'Stopped.' : fault.message, fault instanceof Stopped ? '' : 'dead');
            return undefined;
        } finally {
            clearTimeout(waits);
            if (mine === this.#turns) this.stopButton.disabled = true;
        }
    }

    /** What is said in a moment, whatever it is; nothing if it is not wanted any more. */
    async look(...fields) {
        const mine = this.halt();
        const answer = await said(...fields);
        return mine === this.#turns ? answer : undefined;
    }
}
