// An assembly of cubes, which can be turned; asked how it comes apart, its moves, to be stepped through.

import { button, h } from '../dom.js';
import { Line, Stopped } from '../jobs.js';
import { roving } from '../roving.js';
import { Solid, centerOf, reachOf } from '../solid.js';
import { axisAt, placesAt, reachAt } from './apart-model.js';

/** How long a move takes, and how long its end is looked at while all are played, in milliseconds. */
const MOVES = 550;
const RESTS = 450;
/** The same if nothing is to move: the next moment is there at once. */
const STILL = 1500;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class ApartView {
    /** Takes one assembly apart, beside all searches. */
    #line = new Line();
    #solid;
    /** The pieces that are shown: `name`, `color`, `cells`, and where they are once that is known. */
    #pieces = [];
    #middle = [0, 0, 0];
    #reach = 1;
    #frames = [];
    /** The frame that is shown, or is moved to. */
    #at = 0;
    #animation = 0;
    #timer = 0;
    /** Counts assemblies. */
    #turns = 0;
    #question = [];
    /** Whether the moves are wanted, of this assembly and of those that follow. */
    isWanted = false;
    /** Whether nobody has seen them yet. */
    #isNew = false;

    /** `turn` has the angles; `wanted()` is called once somebody asks how it comes apart. */
    constructor(turn, wanted) {
        this.#solid = new Solid(turn);
        this.askButton = button('How does it come apart?', () => {
            this.want();
            wanted();
        }, { id: 'pack-apart' });
        this.level = h('p', { class: 'sentence', id: 'apart-level', 'aria-live': 'polite' });
        this.said = h('p', { class: 'apart-move', id: 'apart-move', 'aria-live': 'polite' });
        this.slider = h('input', { type: 'range', id: 'apart-slider', min: 0, 'aria-label': 'Moves that are done', oninput: () => this.#choose(Number(this.slider.value), false) });
        this.backButton = button('Move back', () => this.#choose(this.#at - 1), { id: 'apart-back' });
        this.nextButton = button('Next move', () => this.#choose(this.#at + 1), { id: 'apart-next' });
        this.playButton = button('Play', () => (this.#timer ? this.#pause() : this.#play()), { id: 'apart-play' });
        this.legend = h('ul', { class: 'legend', 'aria-label': 'The pieces' });
        this.list = h('ol', { class: 'steps shifts', 'aria-label': 'All moves' });
        this.#roving = roving(this.list, '.step');
        this.steps = h('div', { hidden: true }, this.said, h('div', { class: 'tools' }, this.backButton, this.nextButton, this.playButton), this.slider, this.legend, this.list);
        this.element = h('div', { class: 'apart' },
            this.level, this.#solid.element, this.steps,
            h('p', { class: 'facts' }, 'Drag it, or use the arrow keys, to turn it; + and − blow it apart.'));
    }

    #roving;

    /** The moves are wanted. */
    want() {
        this.isWanted = this.#isNew = true;
        this.askButton.hidden = true;
        if (this.#question.length > 0) this.#ask();
    }

    /** Whether somebody follows the moves. */
    get isFollowed() {
        return this.#at > 0;
    }

    /** Nothing is shown any more, and no moves are wanted. */
    forget() {
        this.#rest();
        this.isWanted = false;
        this.#at = 0;
        this.askButton.hidden = false;
        this.#question = [];
        this.#tell('');
    }

    /** Shows an assembly as the library draws it; `question` are the fields that tell its moves. */
    show(pieces, name, question) {
        this.#rest();
        this.#question = question;
        this.#pieces = pieces.map(([its, color, cells]) => ({ name: its, color, cells }));
        const all = pieces.flatMap(([, , cells]) => cells);
        this.#middle = centerOf(all);
        this.#reach = reachOf(all, this.#middle);
        this.#at = 0;
        this.#frames = [{ text: '', moved: [], places: pieces.map((_, piece) => [piece, [0, 0, 0]]) }];
        this.#solid.element.setAttribute('aria-label', `${name}: ${pieces.length} pieces, which the arrow keys turn`);
        this.#draw(0);
        this.#tell('');
        if (this.isWanted) this.#ask();
    }

    async #ask() {
        const mine = ++this.#turns;
        this.#line.stop();
        const waits = setTimeout(() => mine === this.#turns && this.#tell('Taking it apart ...'), 300);
        try {
            const { values, messages, status } = await this.#line.ask(this.#question);
            if (mine !== this.#turns) return;
            if (status !== 0) throw new Error(messages.trim());
            this.#take(JSON.parse(values));
        } catch (fault) {
            if (mine === this.#turns && !(fault instanceof Stopped)) this.#tell(fault.message, 'dead');
        } finally {
            clearTimeout(waits);
        }
    }

    #take({ pieces, level, frames }) {
        if (level === null) {
            this.#tell(pieces.length === 1 ? 'It is one piece.' : 'It cannot be taken apart: however its pieces are shifted, some of them stay together.', 'dead');
            return;
        }
        // They are in another order than in the picture.
        this.#pieces = pieces.map(([letter, name, color, cells]) => ({ letter, name, color, cells }));
        this.#frames = frames;
        const moves = frames.filter(({ moved }) => moved.length > 0).length;
        this.#tell(`Level ${level}: ${moves} move${moves === 1 ? '' : 's'} take${moves === 1 ? 's' : ''} the ${pieces.length} pieces apart.`, 'solution');
        this.slider.max = frames.length - 1;
        this.legend.replaceChildren(...pieces.map(([letter, name, color]) => {
            const swatch = h('span', { class: 'swatch' });
            swatch.style.background = color;
            return h('li', {}, swatch, name === letter ? letter : `${letter} (${name})`);
        }));
        this.list.replaceChildren(...frames.map((_, at) => h('li', {}, button(this.#sentence(at), () => this.#choose(at), { class: 'step' }))));
        this.#roving.settle(0);
        this.steps.hidden = false;
        this.#choose(0, false);
        if (this.#isNew && this.slider.getBoundingClientRect().bottom > innerHeight) this.element.scrollIntoView({ block: 'start', behavior: 'instant' });
        this.#isNew = false;
    }

    #tell(text, kind = '') {
        this.level.textContent = text;
        this.level.dataset.kind = kind;
        this.level.hidden = text === '';
        if (kind !== 'solution') this.steps.hidden = true;
    }

    /** What happens on the way to a frame. */
    #sentence(at) {
        return this.#frames[at].text || 'All pieces are together.';
    }

    /** Nothing moves any more, and what was asked is not wanted. */
    #rest() {
        this.#turns += 1;
        this.#line.stop();
        this.#pause();
        cancelAnimationFrame(this.#animation);
    }

    #pause() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.playButton.textContent = 'Play';
        this.said.setAttribute('aria-live', 'polite');
    }

    #play() {
        // At the end, it begins again.
        if (this.#at === this.#frames.length - 1) this.#show(0, false);
        const step = () => {
            if (this.#at === this.#frames.length - 1) return this.#pause();
            this.#show(this.#at + 1);
            this.#timer = setTimeout(step, isStill() ? STILL : MOVES + RESTS);
        };
        this.said.setAttribute('aria-live', 'off');
        this.playButton.textContent = 'Pause';
        step();
    }

    /** Somebody chooses a frame. */
    #choose(at, isSlow = true) {
        this.#pause();
        this.#show(Math.max(0, Math.min(this.#frames.length - 1, at)), isSlow);
    }

    #show(at, isSlow = true) {
        const before = this.#at;
        this.#at = at;
        this.slider.value = at;
        this.said.textContent = this.#sentence(at);
        this.slider.setAttribute('aria-valuetext', this.#sentence(at));
        this.backButton.disabled = at === 0;
        this.nextButton.disabled = at === this.#frames.length - 1;
        const there = new Set(this.#frames[at].places.map(([piece]) => piece));
        [...this.legend.children].forEach((item, piece) => {
            item.classList.toggle('moved', this.#frames[at].moved.includes(piece));
            item.classList.toggle('gone', !there.has(piece));
        });
        const rows = [...this.list.querySelectorAll('.step')];
        rows.forEach((row, place) => (place === at ? row.setAttribute('aria-current', 'step') : row.removeAttribute('aria-current')));
        const row = rows[at].parentElement;
        if (row.offsetTop < this.list.scrollTop || row.offsetTop + row.offsetHeight > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2;
        cancelAnimationFrame(this.#animation);
        if (!isSlow || isStill() || Math.abs(at - before) !== 1) return this.#draw(at);
        const start = performance.now();
        const step = (now) => {
            const part = Math.max(0, Math.min(1, (now - start) / MOVES));
            const eased = part * part * (3 - 2 * part);
            this.#draw(before + (at - before) * eased);
            if (part < 1) this.#animation = requestAnimationFrame(step);
        };
        this.#animation = requestAnimationFrame(step);
    }

    /** Draws a moment, also one within a move. */
    #draw(time) {
        const placed = placesAt(this.#frames, time).map(({ piece, ...its }) => ({ ...this.#pieces[piece], ...its }));
        // What leaves may be farther away than what is there at first.
        const reach = Math.max(this.#reach, reachAt(this.#frames, time, this.#pieces.map(({ cells }) => cells), this.#middle));
        this.#solid.show(placed, { middle: this.#middle, axis: axisAt(this.#frames, time), reach });
    }

    close() {
        this.#rest();
        this.#line.dismiss();
    }
}
