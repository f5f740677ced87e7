// A packing that is played by hand: pieces lie in a tray, are dragged onto the board, turned, turned over
// and taken back, and the library tells whether it can still be solved.

import { announce, button, h } from '../dom.js';
import { Line, Stopped } from '../jobs.js';
import { dragging } from './drag.js';
import { stepOf } from './grids.js';
import { HandAsking } from './hand-asking.js';
import { boxOf, handBoard, pieceSvg } from './hand-board.js';
import { HandClock } from './hand-clock.js';
import { listenToHandKeys } from './hand-keys.js';
import { HandModel } from './hand-model.js';
import { HandWords, counted, listed } from './hand-words.js';
import { handTray } from './tray.js';
import { gridNameOf } from './header.js';
import { colorOf } from './palette.js';

/** Knows problems, beside all searches. */
const reading = new Line();

/** More pieces than this do not lie beside their board, but below it. */
const MOST_BESIDE = 10;

export class ByHand {
    #name;
    #words = null;
    #changed;
    #solved;
    #asking = new HandAsking();
    #model = null;
    #color = colorOf;
    /** The pieces on the board in the order in which they came: number of the option, and who placed it. */
    #placed = [];
    /** The piece in hand: its way, its shift once it is over the board, and the place in `#placed` that it comes from. */
    #hand = null;
    /** How each piece of the tray lies. */
    #ways = [];
    /** A solution of which the placed pieces are a part, if one is known. */
    #plan = null;
    #loads = 0;
    /** Counts other solutions: each has an order of its own. */
    #orders = 0;
    #isAsking = false;
    /** Whether somebody has pressed Stop, rather than played on. */
    #isStopped = false;
    #kept = { read: () => null, write: () => {} };

    /**
     * `name` begins the names of elements; `changed()` is told of each step; `solved()` of a board that is
     * full, and returns what to say then; `say` takes the place of its own line of messages.
     */
    constructor({ name, changed, solved = () => '', say = null }) {
        this.#name = name;
        this.#changed = changed;
        this.#solved = solved;
        this.board = handBoard(name);
        this.tray = handTray(name);
        this.clock = new HandClock(name);
        this.said = say ?? h('p', { class: 'sentence', id: `${name}-said`, 'aria-live': 'polite' });
        const make = (label, what, id, attributes = {}) => button(label, what, { id: `${name}-${id}`, disabled: true, ...attributes });
        this.canButton = make('Can this still be solved?', () => this.check(), 'can');
        this.oneButton = make('Place one more', () => this.one(), 'piece');
        this.solveButton = make('Solve', () => this.solve(), 'solve');
        this.stopButton = make('Stop', () => {
            this.#isStopped = true;
            this.#halt();
        }, 'stop', { disabled: false, hidden: true });
        this.turnButton = make('Turn', () => this.turn(), 'turn', { title: 'R' });
        this.flipButton = make('Flip', () => this.flip(), 'flip', { title: 'F' });
        this.backButton = make('Take back', () => this.remove(), 'back', { title: 'Delete' });
        this.againButton = make('Start again', () => this.again(), 'again');
        this.printButton = button('Print', () => print(), { id: `${name}-print` });
        this.play = h('div', { class: 'by-hand' }, this.board.element, this.tray.element);
        this.help = h('p', { class: 'facts no-print' }, 'Drag pieces onto the board, or tap a piece and then a cell; a second tap turns it. Keys: arrows move a piece, R turns it, F turns it over, Enter drops it, Escape takes it back.');
        this.#listen();
    }

    #listen() {
        const { board, play } = this;
        this.drag = dragging(play, '[data-piece], [data-placed], [data-hand]', {
            pressed: (element) => this.#press(element),
            begin: (element) => this.#begin(element),
            over: (left, top) => this.#over(left, top),
            end: (left, top) => this.#end(left, top),
            cancel: () => {
                this.board.press(false);
                this.cancel();
            },
        });
        // A tap beside the pieces: the piece in hand goes there.
        board.svg.addEventListener('click', (event) => {
            if (!event.target.closest('[data-placed], [data-hand]')) this.#tap(board.placeOf(event.clientX, event.clientY));
        });
        // Whoever presses without a pointer, such as a screen reader.
        this.tray.element.addEventListener('click', (event) => {
            const piece = event.target.closest('[data-piece]');
            if (piece && event.detail === 0) this.take(Number(piece.dataset.piece));
        });
        this.#unlisten = listenToHandKeys(play, this);
    }

    #unlisten;

    /** Says something of the game. */
    tell(text, kind = '') {
        this.said.textContent = text;
        this.said.dataset.kind = kind;
        announce(text);
    }

    /**
     * Opens a packing. `open` are cells that are to stay open, `labels` what cells are called, by row and
     * column; `placed` are pieces as `state` has them; `kept` keeps the clock. What cannot be played by
     * hand is told as a fault.
     */
    async load(fields, { labels = new Map(), open = new Map(), placed = [], kept = this.#kept, color = colorOf, problem = null } = {}) {
        const mine = ++this.#loads;
        this.#halt();
        this.clock.leave();
        // The old board is shown until the new one is there, so that nothing moves meanwhile.
        this.#setLoading(true);
        const text = fields.slice(0, 2).filter((field) => typeof field === 'string').join(' ');
        const { output, messages, values, status } = problem === null ? await reading.ask(['pack-problem', ...fields, '']) : { output: problem, values: '', status: 0 };
        if (mine !== this.#loads) return null;
        this.#forget();
        const name = status === 0 && gridNameOf(output, text, fields[2]);
        let model;
        try {
            if (status !== 0) throw new Error(messages.trim());
            // Pieces of cubes that lie in one layer are squares.
            model = new HandModel(output, name === 'cube' ? 'square' : name);
        } catch (fault) {
            this.#show();
            // The board of what was there before is only looked at.
            this.#setLoading(true);
            fault.isSolid = name === 'cube';
            throw fault;
        }
        this.#setLoading(false);
        this.#model = model;
        this.#words = new HandWords(model, labels, open);
        this.#color = color;
        this.#ways = model.pieces.map(() => 0);
        this.#orders = 0;
        this.#kept = kept;
        this.clock.open(kept);
        const cells = [...model.cells.map(({ cell, isMust }) => ({ cell, isMust, label: labels.get(String(cell)) })), ...[...open].map(([key, label]) => ({ cell: key.split(',').map(Number), isOpen: true, label }))];
        this.board.draw(model.grid, cells, open.size > 0 ? `The board, with ${[...open.values()].join(', ')} to be left open` : 'The board');
        this.play.classList.toggle('wide', this.board.isWide || model.pieces.length > MOST_BESIDE);
        // Of an empty board, what was said of it stays.
        const [words, kind] = [this.said.textContent, this.said.dataset.kind];
        this.restore(placed);
        if (this.isEmpty) [this.said.textContent, this.said.dataset.kind] = [words, kind ?? ''];
        return values === '' ? '' : JSON.parse(values);
    }

    #setLoading(isLoading) {
        this.play.inert = isLoading;
        if (!isLoading) return;
        for (const made of [this.canButton, this.oneButton, this.solveButton, this.againButton, this.turnButton, this.flipButton, this.backButton]) made.disabled = true;
    }

    close() {
        this.clock.close();
        this.#loads += 1;
        this.#halt();
        this.#forget();
        this.drag.close();
        this.#unlisten();
        this.#asking.close();
    }

    #forget() {
        this.#model = null;
        this.#placed = [];
        this.#hand = null;
        this.#plan = null;
    }

    /** The pieces on the board, for an address: the words of each option, and who placed it. */
    get state() {
        return this.#placed.map(({ number, by }) => [this.#model.options[number].line, by]);
    }

    get isEmpty() {
        return this.#placed.length === 0;
    }

    /** Where each piece comes from. */
    get by() {
        return this.#placed.map(({ by }) => by);
    }

    /** Puts pieces on the board as they were. */
    restore(state) {
        const model = this.#model;
        if (!model) return;
        this.#halt();
        const known = state.filter((entry) => Array.isArray(entry) && typeof entry[0] === 'string').map(([line, by]) => ({ number: model.find(line), by: ['hand', 'hint', 'solve'].includes(by) ? by : 'hand' })).filter(({ number }) => number !== null);
        this.#placed = [];
        for (const entry of known) if (model.isAllowed([...this.#numbers, entry.number])) this.#placed.push(entry);
        this.#hand = null;
        this.#settle();
        this.#show();
        this.said.textContent = this.isEmpty ? '' : this.isSolved ? 'Solved.' : this.#words.count(this.#numbers);
        this.said.dataset.kind = this.isSolved ? 'solution' : '';
    }

    /** The numbers of the options on the board, but for the piece in hand. */
    get #numbers() {
        return this.#placed.filter((_, at) => at !== this.#hand?.from).map(({ number }) => number);
    }

    get isSolved() {
        return this.#model !== null && this.#hand === null && this.#model.isSolved(this.#numbers);
    }

    /** The clock runs on, or has its end. */
    #settle() {
        if (this.isSolved) this.clock.stop();
        else this.clock.resume();
    }

    // Drawing.

    /** The cells that the piece in hand would cover, and why it does not fit; nothing in the tray. */
    #look() {
        const { piece, way, shift } = this.#hand;
        return shift && this.#model.look(piece, way, shift, this.#numbers);
    }

    #show() {
        const [model, hand] = [this.#model, this.#hand];
        if (!model) {
            this.tray.show(null, []);
            this.board.place([]);
            this.board.ghost(null);
            for (const made of [this.canButton, this.oneButton, this.solveButton, this.againButton]) made.disabled = true;
            this.#showHand();
            return;
        }
        this.board.place(this.#placed.map(({ number, by }, at) => {
            const { piece, way, shift } = model.options[number];
            const shape = model.lying(piece, way, shift);
            return { shape, color: this.#color(piece), key: at, by, isLifted: hand?.from === at, label: `${this.#words.title(piece)}, ${this.#words.where(shape)}${by === 'hand' ? '' : ', shown'}` };
        }));
        const uses = model.uses(this.#numbers);
        this.tray.show(model.grid, model.pieces.filter(({ number, upper }) => uses[number] < upper).map(({ number, lower, upper }) => {
            const left = upper === Infinity ? '×∞' : upper > 1 ? `×${upper - uses[number]}` : '';
            const needed = lower > uses[number] && lower < upper ? `, ${lower - uses[number]} needed` : '';
            const isInHand = hand?.piece === number && hand.from === null;
            return {
                shape: model.pieces[number].ways[this.#ways[number]], color: this.#color(number), number, isInHand, isLifted: isInHand && hand.shift !== null, left: left && `${left}${needed}`,
                label: `${this.#words.title(number)}${left && `, ${upper === Infinity ? 'any number' : counted(upper - uses[number], 'time')}`}${needed}`,
            };
        }));
        this.#showHand();
        this.#showButtons();
    }

    /** Draws the piece in hand and what it would cover. */
    #showHand() {
        const hand = this.#hand;
        for (const made of [this.turnButton, this.flipButton]) made.disabled = hand === null;
        this.backButton.disabled = !hand || (hand.shift === null && hand.from === null);
        if (!hand?.shift) return void this.board.ghost(null);
        const look = this.#look();
        const isFine = look.option !== null;
        const bad = isFine ? [] : look.outside.length + look.over.length > 0 ? [...look.outside, ...look.over] : look.shape.cells;
        this.board.ghost({ shape: look.shape, color: this.#color(hand.piece), bad, isFine, label: `${this.#words.title(hand.piece)}, in hand ${this.#words.where(look.shape)}: ${isFine ? 'it fits' : 'it does not fit'}` });
    }

    #showButtons() {
        const isSolved = this.isSolved;
        const hasSolution = this.#placed.some(({ by }) => by === 'solve');
        this.canButton.disabled = this.#isAsking || isSolved;
        this.oneButton.disabled = this.#isAsking || isSolved;
        this.solveButton.disabled = this.#isAsking || (isSolved && !hasSolution);
        this.solveButton.textContent = isSolved && hasSolution ? 'Another solution' : this.isEmpty ? 'Solve' : 'Solve from here';
        this.againButton.disabled = this.isEmpty && this.clock.help.shown + this.clock.help.checks === 0;
        this.stopButton.hidden = !this.#isAsking;
    }

    // Pieces in hand.

    get isDragging() {
        return this.drag.isDragging;
    }

    get isHolding() {
        return this.#hand !== null;
    }

    /** A piece is in hand: of the tray, or from a place on the board. */
    #hold(piece, from = null) {
        if (this.#hand && this.#hand.piece === piece && this.#hand.from === from) return;
        this.#halt();
        this.#hand = null;
        const option = from === null ? null : this.#model.options[this.#placed[from].number];
        this.#hand = { piece, from, way: option ? option.way : this.#ways[piece], shift: option ? option.shift : null };
        this.clock.start();
    }

    /** A tap, or a click: chooses a piece, or turns the one that is chosen. */
    #press(element) {
        const hand = this.#hand;
        if ('hand' in element.dataset) return this.turn();
        const { piece, placed } = element.dataset;
        if (piece !== undefined && hand?.piece === Number(piece) && hand.from === null) return this.turn();
        if (piece !== undefined) this.#hold(Number(piece));
        else this.#hold(this.#model.options[this.#placed[placed].number].piece, Number(placed));
        this.#show();
        if (placed !== undefined) this.board.focusGhost();
        this.tell(`${this.#words.title(this.#hand.piece)}: drag it, or tap where it goes; tap it again to turn it.`);
        return undefined;
    }

    /** A tap on the board, at some place: the piece in hand goes there, if it fits so that it covers that place. */
    #tap(place) {
        const hand = this.#hand;
        if (!hand) return;
        const model = this.#model;
        const center = model.near(hand.piece, hand.way, place);
        // First the piece around its middle, then by each of its cells.
        const tried = [center, ...model.shiftsOver(hand.piece, hand.way, place)];
        hand.shift = tried.find((shift) => model.look(hand.piece, hand.way, shift, this.#numbers).option !== null) ?? center;
        this.#showHand();
        if (this.#look().option !== null) this.drop();
        else this.#tellLook();
    }

    /** The picture of a piece that is dragged, as large as on the board. */
    #pictureOf() {
        const { piece, way } = this.#hand;
        const shape = this.#model.pieces[piece].ways[way];
        const svg = pieceSvg(this.#model.grid, shape, this.#color(piece), 1);
        svg.style.width = `${svg.viewBox.baseVal.width * this.board.scale}px`;
        return svg;
    }

    #begin(element) {
        if (!this.#model) return null;
        const { piece, placed } = element.dataset;
        if (piece !== undefined) {
            const isOther = this.#hand !== null && !(this.#hand.piece === Number(piece) && this.#hand.from === null);
            this.#hold(Number(piece));
            this.#hand.way = this.#ways[this.#hand.piece];
            if (isOther) this.#putBack();
            this.tray.lift(this.#hand.piece, true);
        } else if (placed !== undefined) {
            const isOther = this.#hand !== null;
            this.#hold(this.#model.options[this.#placed[placed].number].piece, Number(placed));
            if (isOther) this.#putBack();
            this.board.lift(placed, true);
        } else this.board.press(true);
        return this.#pictureOf();
    }

    /** The piece that was in hand before is drawn where it came from; the one under the finger is not drawn again. */
    #putBack() {
        this.#placed.forEach((_, at) => this.board.lift(at, at === this.#hand.from));
        for (const { number } of this.#model.pieces) this.tray.lift(number, false);
        this.#showHand();
    }

    /** The shift of the piece in hand whose picture is at a place of the window; nothing beside the board. */
    #shiftAt(left, top) {
        const [model, { piece, way }] = [this.#model, this.#hand];
        const { cells } = model.pieces[piece].ways[way];
        const [boxLeft, boxTop] = boxOf(cells.flatMap((cell) => model.grid.corners(cell)));
        const [x, y] = this.board.placeOf(left, top);
        const [firstX, firstY] = model.grid.center(cells[0]);
        const shift = model.shiftOf(piece, way, [x + firstX - boxLeft + 4, y + firstY - boxTop + 4]);
        const { outside, shape } = model.look(piece, way, shift, this.#numbers);
        return outside.length === shape.cells.length ? null : shift;
    }

    #over(left, top) {
        this.#hand.shift = this.#shiftAt(left, top);
        this.#showHand();
    }

    #end(left, top) {
        this.board.press(false);
        this.#hand.shift = this.#shiftAt(left, top);
        if (!this.#hand.shift) this.remove();
        else if (this.#look().option !== null) this.drop();
        else {
            this.#show();
            this.#tellLook();
        }
    }

    #tellLook() {
        const look = this.#look();
        const name = this.#model.pieces[this.#hand.piece].name;
        if (look.option === null) this.tell(this.#words.why(look), 'dead');
        else this.tell(`${name} ${this.#words.where(look.shape)}: it fits.`);
    }

    /** Takes a piece of the tray in hand, over the middle of the board. */
    take(piece) {
        this.#hold(piece);
        const hand = this.#hand;
        hand.shift ??= this.#model.near(piece, hand.way, this.board.middle);
        this.#show();
        this.board.focusGhost();
        this.#tellLook();
    }

    /** Takes a piece of the board in hand. */
    pick(key) {
        const at = Number(key);
        this.#hold(this.#model.options[this.#placed[at].number].piece, at);
        this.#show();
        this.board.focusGhost();
    }

    /** Moves the piece in hand by a cell, as long as it covers some cell of the board. */
    move(arrow) {
        const [model, hand] = [this.#model, this.#hand];
        if (!hand.shift) return this.take(hand.piece);
        const [down, right] = stepOf(model.grid, arrow, model.lying(hand.piece, hand.way, hand.shift).cells[0][0]);
        const shift = [hand.shift[0] + down, hand.shift[1] + right];
        const { outside, shape } = model.look(hand.piece, hand.way, shift, this.#numbers);
        if (outside.length < shape.cells.length) hand.shift = shift;
        this.#showHand();
        this.#tellLook();
        return undefined;
    }

    turn() {
        this.#act('turn');
    }

    flip() {
        this.#act('flip');
    }

    #act(what) {
        const [model, hand] = [this.#model, this.#hand];
        if (!hand) return;
        const before = hand.way;
        // Its middle stays where it is.
        const middle = hand.shift && model.middleOf(hand.piece, hand.way, hand.shift);
        hand.way = model.pieces[hand.piece].next[before][what];
        if (hand.from === null) this.#ways[hand.piece] = hand.way;
        if (middle) hand.shift = model.near(hand.piece, hand.way, middle);
        if (this.isDragging) return void this.drag.replace(this.#pictureOf());
        this.#show();
        const isSame = hand.way === before;
        if (isSame) this.tell(what === 'turn' ? 'It fits in no other direction.' : 'Turned over, it is the same or fits nowhere.');
        else if (hand.shift) this.#tellLook();
        else this.tell(`${model.pieces[hand.piece].name} is turned${what === 'flip' ? ' over' : ''}.`);
    }

    /** Turns a piece that lies in the tray. */
    turnInTray(piece, what) {
        if (!(this.#hand?.piece === piece && this.#hand.from === null)) this.#hold(piece);
        this.#act(what);
        if (this.#hand.shift) this.board.focusGhost();
    }

    /** Drops the piece in hand, if it fits. */
    drop() {
        const hand = this.#hand;
        if (!hand.shift) return this.take(hand.piece);
        const look = this.#look();
        if (look.option === null) return this.#tellLook();
        const hadFocus = this.board.svg.contains(document.activeElement) && document.activeElement.matches('[data-hand]');
        const isSame = hand.from !== null && this.#placed[hand.from].number === look.option;
        const entries = this.#placed.filter((_, at) => at !== hand.from);
        if (!isSame) this.#placed = [...entries, { number: look.option, by: 'hand' }];
        this.#hand = null;
        if (!isSame) this.#own();
        this.#settle();
        this.#show();
        if (hadFocus) this.#focusAfter(hand);
        const { name } = this.#model.pieces[hand.piece];
        if (this.isSolved) this.#finish();
        else this.tell(`${name} lies ${this.#words.where(look.shape)}. ${this.#words.left(this.#numbers)}`);
        if (!isSame) this.#changed();
        return undefined;
    }

    /** Where keys go on: with the next piece of the tray, or the one that was dropped. */
    #focusAfter({ piece, from }) {
        const isFromTray = from === null && this.tray.focus(piece);
        if (!isFromTray) this.board.svg.querySelector(`[data-placed="${this.#placed.length - 1}"]`)?.focus({ preventScroll: true });
    }

    /** Pieces of a solution that was shown stay as hints once somebody plays on, and count as such. */
    #own() {
        this.clock.help.shown += this.#placed.filter(({ by }) => by === 'solve').length;
        this.clock.keep();
        this.#placed = this.#placed.map((entry) => (entry.by === 'solve' ? { ...entry, by: 'hint' } : entry));
    }

    /** Lets go of the piece in hand: it lies where it came from. Says whether there was one. */
    cancel() {
        const hand = this.#hand;
        if (!hand) return false;
        this.#hand = null;
        this.#show();
        if (hand.from === null) this.tray.focus(hand.piece);
        else this.board.svg.querySelector(`[data-placed="${hand.from}"]`)?.focus({ preventScroll: true });
        this.tell(`${this.#model.pieces[hand.piece].name} is back ${hand.from === null ? 'in the tray' : 'where it was'}.`);
        return true;
    }

    /** Takes the piece in hand back into the tray. */
    remove() {
        const hand = this.#hand;
        if (!hand) return;
        if (hand.from === null) return void this.cancel();
        this.#placed = this.#placed.filter((_, at) => at !== hand.from);
        this.#ways[hand.piece] = hand.way;
        this.#hand = null;
        this.#own();
        this.#settle();
        this.#show();
        this.tray.focus(hand.piece);
        this.tell(`${this.#model.pieces[hand.piece].name} is back in the tray.`);
        this.#changed();
    }

    /** Empties the board. */
    again() {
        this.#halt();
        this.#placed = [];
        this.#hand = null;
        this.#plan = null;
        this.clock.reset();
        this.#show();
        this.tell('The board is empty.');
        this.#changed();
    }

    /** All that must be covered is. */
    #finish() {
        this.clock.stop();
        this.tell(this.#solved() || 'Solved.', 'solution');
    }

    // Questions to the library.

    #halt() {
        this.#asking.stop();
    }

    /** Asks something; nothing comes of it once it is stopped, or something else is wanted. */
    async #ask(doing, question) {
        this.#halt();
        if (this.#hand) {
            this.#hand = null;
            this.#show();
        }
        [this.#isAsking, this.#isStopped] = [true, false];
        this.#showButtons();
        const waits = setTimeout(() => this.tell(doing), 200);
        const before = this.#model;
        try {
            return await question(this.#model, this.#numbers);
        } catch (fault) {
            if (!(fault instanceof Stopped)) this.tell(fault.message, 'dead');
            else if (this.#isStopped && before === this.#model) this.tell('Stopped.');
            return undefined;
        } finally {
            clearTimeout(waits);
            this.#isAsking = false;
            if (this.#model) this.#showButtons();
        }
    }

    /** A solution with all pieces on the board, or null; nothing if it is not wanted any more. */
    async #complete(model, placed) {
        if (this.#plan && placed.every((number) => this.#plan.includes(number))) return this.#plan;
        const found = await this.#asking.solution(model, placed);
        this.#plan = found && [...placed, ...found];
        return this.#plan;
    }

    /** Says that there is no solution, and how many pieces are to be taken back. */
    async #tellNone() {
        if (this.isEmpty) return this.tell(`There is no solution${this.reason ? `: ${this.reason}` : ''}.`, 'dead');
        const start = `No: there is no solution with ${this.#placed.length === 1 ? 'this piece' : `these ${this.#placed.length} pieces`}.`;
        this.tell(start, 'dead');
        const less = await this.#ask(`${start} Looking how many must go ...`, (model, placed) => this.#asking.back(model, placed));
        if (less === undefined) return undefined;
        const names = this.#placed.slice(-(less ?? 0)).map(({ number }) => this.#model.pieces[this.#model.options[number].piece].name);
        if (less === null) this.tell('No: there is no solution at all.', 'dead');
        else this.tell(`${start} There is one without ${less === 1 ? names[0] : `the newest ${less}, ${listed(names)}`}.`, 'dead');
        return undefined;
    }

    /** Why there is no solution, as counting cells shows it. */
    reason = '';

    async check() {
        this.clock.start();
        this.clock.help.checks += 1;
        const found = await this.#ask('Looking for a solution ...', (model, placed) => this.#complete(model, placed));
        if (found === undefined) return;
        this.clock.keep();
        if (!found) return void this.#tellNone();
        this.tell('Yes, it can be solved from here.', 'solution');
        const number = await this.#ask('Yes, it can be solved from here. Counting how ...', (model, placed) => this.#asking.count(model, placed));
        if (number > 0) this.tell(`Yes: ${number === 1 ? 'there is one way' : `there are ${number} ways`} to go on from here.`, 'solution');
    }

    async one() {
        this.clock.start();
        const found = await this.#ask('Looking for a piece ...', (model, placed) => this.#complete(model, placed));
        if (found === undefined) return;
        if (!found) return void this.#tellNone();
        const model = this.#model;
        const placed = this.#numbers;
        const number = model.narrowest(found.filter((option) => !placed.includes(option)), placed);
        this.#placed = [...this.#placed, { number, by: 'hint' }];
        this.clock.help.shown += 1;
        this.clock.keep();
        this.#settle();
        this.#show();
        if (this.isSolved) this.#finish();
        else this.tell(this.#words.count(this.#numbers));
        this.#changed();
    }

    async solve() {
        const isOther = this.isSolved;
        const fixed = this.#placed.filter(({ by }) => by === 'hand');
        const numbers = fixed.map(({ number }) => number);
        const found = isOther
            ? await this.#ask('Looking for another one ...', (model, placed) => this.#asking.other(model, numbers, placed.filter((number) => !numbers.includes(number)), (this.#orders += 1)))
            : await this.#ask('Solving ...', (model, placed) => this.#complete(model, placed));
        if (found === undefined) return;
        if (!found && isOther) return void this.tell(`This is the only solution${fixed.length > 0 ? ' with the pieces that you placed' : ''}.`, 'solution');
        if (!found) return void this.#tellNone();
        const before = isOther ? fixed : this.#placed;
        const has = before.map(({ number }) => number);
        this.#placed = [...before, ...found.filter((number) => !has.includes(number)).map((number) => ({ number, by: 'solve' }))];
        this.#plan = null;
        this.#settle();
        this.#show();
        this.#finish();
        this.#changed();
    }
}
