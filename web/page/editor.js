// A field for text with line numbers and a mark at the place of a fault.

import { h } from './dom.js';

/** More lines than this have no numbers: nobody counts on them, and they take time. */
const MOST_NUMBERED = 20000;

export class Editor {
    #text;
    #back = h('div', { class: 'editor-back', 'aria-hidden': 'true' });
    #numbers = h('div', { class: 'editor-numbers', 'aria-hidden': 'true' });
    #lines = 0;

    constructor(attributes, changed) {
        this.#text = h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', ...attributes });
        this.#text.addEventListener('input', () => {
            this.mark(null);
            this.#number();
            changed();
        });
        this.#text.addEventListener('scroll', () => this.#follow());
        this.element = h('div', { class: 'editor' }, this.#numbers, h('div', { class: 'editor-field' }, this.#back, this.#text));
    }

    get value() {
        return this.#text.value;
    }

    set value(text) {
        this.#text.value = text;
        this.#text.scrollTop = 0;
        this.mark(null);
        this.#number();
    }

    /** Puts another version of the text there, with the cursor at the end of what is different. */
    restore(text) {
        const [before, { scrollTop }] = [this.value, this.#text];
        let end = 0;
        while (end < Math.min(before.length, text.length) && before.at(-1 - end) === text.at(-1 - end)) end += 1;
        this.value = text;
        this.#text.scrollTop = scrollTop;
        this.#text.setSelectionRange(text.length - end, text.length - end);
    }

    /** Marks the word, or the cell of a table, at a place: a line from 1, and a position in it in bytes from 0. */
    mark(fault) {
        this.#back.replaceChildren();
        if (!fault || fault.line === 0) return;
        const lines = this.value.split('\n');
        const line = lines[fault.line - 1] ?? '';
        const at = characters(line, fault.position);
        const start = Math.max(0, line.slice(0, at).search(fault.isCell ? /[^,]*$/ : /\S*$/));
        const end = Math.max(at + 1, start + 1 + line.slice(start + 1).search(fault.isCell ? /,|$/ : /\s|$/));
        this.#back.append('\n'.repeat(fault.line - 1) + line.slice(0, start), h('mark', {}, line.slice(start, end) || ' '));
        this.#follow();
    }

    /** Puts the cursor where the fault is. */
    goTo(fault) {
        const lines = this.value.split('\n').slice(0, fault.line);
        const before = lines.slice(0, -1).reduce((sum, line) => sum + line.length + 1, 0);
        const at = before + characters(lines.at(-1) ?? '', fault.position);
        this.#text.focus();
        this.#text.setSelectionRange(at, at);
    }

    #number() {
        let lines = 1;
        for (let at = this.value.indexOf('\n'); at >= 0; at = this.value.indexOf('\n', at + 1)) lines += 1;
        if (lines === this.#lines) return;
        this.#lines = lines;
        const numbers = lines > MOST_NUMBERED ? [] : Array.from({ length: lines }, (_, index) => index + 1);
        this.#numbers.textContent = numbers.join('\n');
        this.#follow();
    }

    #follow() {
        this.#numbers.style.transform = `translateY(${-this.#text.scrollTop}px)`;
        this.#back.style.transform = `translate(${-this.#text.scrollLeft}px, ${-this.#text.scrollTop}px)`;
    }
}

/** How many characters of a line the first bytes are. */
function characters(line, bytes) {
    const start = new TextEncoder().encode(line).slice(0, bytes);
    return new TextDecoder().decode(start).length;
}
