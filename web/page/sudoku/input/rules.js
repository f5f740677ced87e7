// Rules on the page: what they say, and how they are drawn by hand, erased again, and copied for other programs.

import { copy } from '../../copy-link.js';
import { said } from '../../asking.js';
import { button, field, h, select } from '../../dom.js';
import { quick } from '../../jobs.js';
import { RULE_KINDS, faultOf, numbersOf, partsOf } from '../model/rule-kinds.js';

const ERASER = 'eraser';
const HOW = {
    line: 'Draw over its cells, in their order', set: 'Draw over its cells', two: 'Draw from one cell to the next', square: 'Draw over four cells', each: 'Draw over cells', all: 'Press Add',
};

const titled = (name) => name[0].toUpperCase() + name.slice(1);

export class Rules {
    #grid;
    #asking;
    #apply;
    #begun;
    #board;

    /** `begun()` hears that strokes draw rules; `apply(rules)` gets the text of other rules, none if there are none. */
    constructor({ grid, asking, board, begun, apply }) {
        this.#grid = grid;
        this.#asking = asking;
        this.#board = board;
        this.#apply = apply;
        this.#begun = begun;
        this.says = h('ul', { class: 'says', id: 'sudoku-says', 'aria-label': 'Rules of this Sudoku', hidden: true });
        this.tool = select('Tool', [['', 'Choose cells'], ...RULE_KINDS.map(({ name }) => [name, titled(name)]), [ERASER, 'Eraser']], '', () => {
            this.#choose();
            if (this.isDrawing) this.#begun();
        }, { id: 'rule-tool' });
        this.number = field('Number', { id: 'rule-number', inputmode: 'numeric', autocomplete: 'off' });
        this.add = button('Add', () => this.drawn(board.selection.cells, true), { id: 'rule-add', title: 'The chosen cells: Enter' });
        this.how = h('p', { class: 'facts', id: 'rule-how' });
        this.all = h('ol', { class: 'all-rules', id: 'all-rules' });
        this.element = h('details', { id: 'sudoku-rules' }, h('summary', {}, 'Draw rules'),
            h('div', { class: 'tools' }, this.tool, this.number, this.add), this.how, this.all,
            h('div', { class: 'tools' },
                button('Copy f-puzzles link', () => this.#copy('fpuzzles-link'), { id: 'copy-fpuzzles' }),
                button('Copy ISS link', () => this.#copy('iss-link'), { id: 'copy-iss', title: 'A link to Interactive Sudoku Solver' }),
                button('Copy picture', () => this.#copy('svg'), { id: 'copy-svg', title: 'As SVG' })));
        this.#choose();
    }

    /** What strokes over the grid do: a kind of rules, the eraser, or nothing, so that they choose cells. */
    get #tool() {
        return this.tool.querySelector('select').value;
    }

    get #kind() {
        return RULE_KINDS.find(({ name }) => name === this.#tool);
    }

    get isDrawing() {
        return this.#tool !== '';
    }

    get isErasing() {
        return this.#tool === ERASER;
    }

    /** Strokes choose cells again. */
    rest() {
        if (!this.isDrawing) return;
        this.tool.querySelector('select').value = '';
        this.#choose();
    }

    #choose() {
        const kind = this.#kind;
        const input = this.number.querySelector('input');
        this.number.hidden = !kind?.number;
        this.number.querySelector('span').textContent = kind?.number ?? '';
        input.value = '';
        this.add.hidden = !kind;
        this.#board.isLine = ['line', 'two'].includes(kind?.cells);
        if (this.isErasing) this.how.textContent = 'Press a cell: the newest rule there goes.';
        else this.how.textContent = kind ? `${HOW[kind.cells]}${kind.says ? `, ${kind.says}` : ''}${kind.cells === 'all' ? '.' : ', or choose cells with Shift and the arrow keys and press Enter.'}` : '';
    }

    /** Shows the rules of the board. */
    show() {
        const rules = this.#grid.board?.rules ?? [];
        const kinds = new Map(rules.map(({ name, says }) => [name, says]));
        this.says.hidden = kinds.size === 0;
        this.says.replaceChildren(...[...kinds].map(([name, says]) => h('li', {}, h('b', {}, titled(name)), `: ${says}.`)));
        this.all.hidden = rules.length === 0;
        this.all.replaceChildren(...rules.map(({ name, numbers, names }, place) => {
            const words = [name, ...numbers, names].join(' ').trim();
            return h('li', {}, words, button('×', () => this.#erase(place), { class: 'quiet', 'aria-label': `Erase ${words}` }));
        }));
    }

    /** A stroke has ended over these cells; `isAsked` if somebody wants the rule who has chosen them otherwise. */
    async drawn(cells, isAsked = false) {
        const kind = this.#kind;
        if (!kind || (kind.cells === 'all' && !isAsked)) return;
        const input = this.number.querySelector('input');
        const numbers = kind.number ? numbersOf(kind, input.value) : [];
        const fault = faultOf(kind, cells, this.#grid.columns)
            || (numbers === null ? 'The number is no number.' : kind.isNeeded && numbers.length === 0 ? `A ${kind.name} takes a number.` : '');
        if (fault) return this.#asking.tell(fault, 'dead');
        let text = await this.#text();
        for (const part of partsOf(kind, cells)) {
            if (text === undefined) return;
            text = await this.#values('rules-add', text, kind.name, part.join(), numbers.join());
        }
        if (text === undefined) return;
        input.value = '';
        this.#apply(text);
        this.#asking.tell(`${titled(kind.name)}${numbers.length ? ` ${numbers.join(' ')}` : ''} is a rule now.`);
    }

    /** Erases the newest rule of a cell. */
    eraseAt(cell) {
        const place = (this.#grid.board.rules ?? []).findLastIndex(({ cells }) => cells.includes(cell));
        if (place >= 0) this.#erase(place);
        else this.#asking.tell('There is no rule in this cell.');
    }

    async #erase(place) {
        const text = await this.#values('rules-remove', this.#grid.rules, place);
        if (text === undefined) return;
        this.#apply(text ?? '');
        this.#asking.tell('The rule is gone.');
    }

    /** The rules as text; those of a usual board, if there are none. */
    async #text() {
        return this.#grid.isRuled ? this.#grid.rules : this.#values('rules-of', ...this.#grid.fields);
    }

    /** What is said in a moment; nothing once a fault is told, or the rules have changed meanwhile. */
    async #values(...fields) {
        const before = this.#grid.rules;
        const { status, values, messages } = await said(...fields);
        if (before !== this.#grid.rules) return undefined;
        if (status === 0) return JSON.parse(values);
        this.#asking.tell(messages.trim(), 'dead');
        return undefined;
    }

    async #copy(form) {
        const text = await this.#text();
        if (text === undefined) return;
        const { status, output, messages } = await quick.ask(['rules-write', text, this.#grid.clues, form]).catch((fault) => ({ status: 1, messages: fault.message }));
        if (status !== 0) return this.#asking.tell(`It has no such form: ${messages.trim()}`, 'dead');
        try {
            await copy(output);
            this.#asking.tell('Copied.');
        } catch {
            this.#asking.tell(output);
        }
    }
}
