// What is done with a Sudoku: each button's work, on the grid and with the library.

import { remember } from '../../address.js';
import { Asking, said } from '../../asking.js';
import { button, h, later, reveal } from '../../dom.js';
import { keptIn } from '../../kept.js';
import { undoing } from '../../undo.js';
import { openBoard } from '../drawing/board.js';
import { Hint, rating } from '../drawing/hint.js';
import { Path, Possible } from '../drawing/path.js';
import { ratingOf } from '../drawing/ratings.js';
import { Techniques } from '../drawing/techniques.js';
import { DIGITS, EMPTY, ORDERS, SudokuGrid } from '../model/grid.js';
import { isShort, textOf } from '../model/link.js';
import { Marks } from '../model/marks.js';
import { Timer } from '../model/timer.js';
import { listenToKeys } from './keys.js';
import { padOf } from './pad.js';
import { listenToPointer } from './pointer.js';
import { Rules } from './rules.js';
import { Shapes } from './shapes.js';
import { Watch } from './watch.js';

/** More solutions than this are not counted. */
const MOST = 100_000;

/** The clock of the puzzle that was open last: it outlasts a reload. */
const keptClock = keptIn(() => sessionStorage, 'sudoku');

export class Sudoku {
    /** What is typed as text and not taken yet; none if the text is that of the grid. */
    #draft;
    /** The puzzle whose rating is shown. */
    #rated = null;
    /** Counts boards that are to be drawn: the newest one is wanted. */
    #draws = 0;
    /** Where digits go: `digits`, `notes`, `centre` or `colors`; and where they go when that is turned. */
    #mode = 'digits';
    #marks = 'notes';
    /** What a stroke over cells does: it chooses them, besides others or not, or takes them away. */
    #stroke = {};
    /** Cells whose digits were checked and are wrong. */
    #wrong = [];
    /** The digits of two solutions in each cell in which these differ. */
    #differing = new Map();
    /** Cells and units that cannot all have their digits, drawn as a step is; none if that was not asked. */
    #conflict = null;
    #ticks;
    #keep = later(300, () => remember('sudoku', this.state));

    /** `controls` has what the puzzle is made of and with, and how it is shown. */
    constructor(state, controls) {
        this.grid = new SudokuGrid(state);
        this.#draft = state.draft ?? null;
        this.controls = controls;
        this.asking = new Asking('sudoku');
        this.board = openBoard(this.grid, () => this.#showPad());
        this.pad = padOf(this.grid, (digit) => this.put(digit));
        this.watch = new Watch(this.grid, this.asking, () => this.grid.board && this.#fill());
        this.rules = new Rules({ grid: this.grid, asking: this.asking, board: this.board, begun: () => this.shapes.close(), apply: (rules) => this.#rule(rules) });
        this.#listen();
        this.shapes = new Shapes({ opened: () => this.rules.rest(), grid: this.grid, board: this.board, asking: this.asking, change: (fields) => this.change(fields), redraw: () => this.#reshaped() });
        this.shapes.restore(state.boxes);
        this.told = new Hint({ redraw: () => this.#fill(), act: () => this.#act(), learn: (name) => this.learn(name, this.told.element) });
        this.path = new Path((before, step) => this.#walk(before, step));
        this.possible = new Possible((step) => this.#explain(step));
        this.techniques = new Techniques((technique) => this.#showExample(technique));
        this.why = button('Why is there none?', () => this.tellWhy(), { id: 'sudoku-none', hidden: true });
        const last = keptClock.read();
        this.timer = new Timer(Math.max(state.seconds ?? 0, last?.puzzle === this.grid.puzzle ? last.seconds : 0));
        this.clock = h('span', { role: 'timer', id: 'sudoku-clock', 'aria-label': 'Time' });
        this.#ticks = setInterval(() => this.#tick(), 1000);
        document.addEventListener('visibilitychange', this.#look);
        this.rating = h('div', { id: 'sudoku-rating' });
        this.text = h('textarea', {
            id: 'sudoku-text', rows: 3, class: 'mono', spellcheck: 'false', 'aria-label': 'The puzzle as text', 'data-undo': '',
            oninput: () => { this.#draft = this.text.value; this.#changed('text'); },
        });
        this.legend = h('p', { class: 'sentence differing', id: 'sudoku-differing', hidden: true });
        this.fault = h('p', { class: 'fault', role: 'alert' });
        this.undo = undoing('sudoku', { state: () => this.#steps, restore: (before) => this.#restore(before) });
    }

    #listen() {
        const { grid, board } = this;
        this.unlisten = listenToKeys(grid, board.element, {
            move: board.move, put: (digit, mode) => this.put(digit, mode), turn: (mode) => this.turn(mode), take: (text) => this.take(text),
            link: (by) => this.told.go(by),
            choose: (which) => board.choose(which === 'all' ? [...grid.given.keys()] : [board.at]),
            enter: () => this.rules.isDrawing && (this.rules.isErasing ? this.rules.eraseAt(board.at) : this.rules.drawn(board.cells, true), true),
            isReady: () => grid.board !== null,
        });
        listenToPointer(grid, board.element, {
            begin: (cell, isHeld) => {
                const isMore = isHeld || (this.controls.several.getAttribute('aria-pressed') === 'true' && !this.rules.isDrawing);
                this.#stroke = { isMore: true, isLess: isMore && board.selection.has(cell), isOneOfSeveral: isMore };
                board.pick(cell, { ...this.#stroke, isMore });
            },
            over: (cell) => board.pick(cell, this.#stroke),
            end: () => {
                if (this.rules.isErasing) this.rules.eraseAt(board.at);
                // Cells that are chosen one by one are a rule once somebody says so.
                else if (!this.#stroke.isOneOfSeveral) this.rules.drawn(board.selection.cells);
            },
        });
    }

    /** What undoing brings back. */
    get #steps() {
        return { ...this.grid.state, draft: this.#draft, boxes: this.shapes?.text ?? '' };
    }

    get state() {
        const { controls, timer } = this;
        return { ...this.#steps, seed: controls.seed(), shows: controls.candidates.checked, showsTrue: controls.trueOnes.checked, seconds: timer.seconds };
    }

    /** The clock stands still while nobody looks, or has stopped it. */
    #look = () => {
        if (document.hidden || this.controls.stopped.checked || this.grid.isFilled) this.timer.stop();
        else this.timer.start();
    };

    #tick() {
        this.#look();
        this.clock.textContent = this.timer.text;
        keptClock.write({ puzzle: this.grid.puzzle, seconds: this.timer.seconds });
    }

    /** Stops the clock, or lets it run. */
    pause() {
        this.#tick();
        this.#keep();
    }

    /** Something has changed: that is a step, and in the address. */
    #changed(word = null) {
        this.undo.record(word);
        this.#keep();
    }

    /** All of the puzzle gives way to something else. */
    #replacing() {
        this.undo.replacing();
        this.#draft = null;
        this.controls.editing.checked = false;
        this.timer.reset();
        this.path.forget();
        this.shapes.restore();
    }

    #restore(before) {
        this.#draft = before.draft;
        this.shapes.restore(before.boxes);
        this.#keep();
        const isOther = this.grid.restore(before) || !this.grid.board;
        this.asking.halt();
        this.asking.tell('');
        if (isOther) return void this.draw();
        this.#forget();
        this.#fill();
    }

    /** Draws another board, once the library has told what it is. */
    async draw() {
        const { grid, board, controls } = this;
        controls.show(grid);
        // Nothing is asked of a board that is not there.
        this.#setReady(false);
        this.asking.halt();
        this.#forget();
        this.path.forget();
        const mine = ++this.#draws;
        const drawn = await said(...grid.asks('board'));
        if (mine !== this.#draws) return;
        this.fault.textContent = drawn.status === 0 ? '' : drawn.messages.trim();
        if (drawn.status !== 0) return this.asking.tell(this.fault.textContent, 'dead');
        if (this.asking.said.dataset.kind === 'dead') this.asking.tell('');
        grid.draw(JSON.parse(drawn.values));
        controls.show(grid);
        this.#setReady(true);
        board.draw();
        this.rules.show();
        this.#fill();
    }

    #setReady(isReady) {
        this.controls.setReady(isReady, this.grid.isRuled);
        this.board.setReady(isReady);
        this.pad.setReady(isReady);
    }

    /** Shows what stands in the grid; `hint` is a cell that is told of. Whether nothing clashes. */
    #fill(hint = -1) {
        const { grid, told, controls, watch } = this;
        watch.look(controls.trueOnes.checked);
        const isFine = this.board.fill({
            ...this.#seen(), hint, wrong: this.#wrong, broken: watch.broken, differing: this.#differing, step: told.drawn ?? this.#conflict, chain: told.drawnChain, regions: this.shapes.regions,
        });
        this.legend.hidden = this.#differing.size === 0;
        this.legend.textContent = this.legend.hidden ? '' : `Two solutions differ in the ${this.#differing.size} cells with a dashed frame, which have the digits of both in a corner.`;
        this.text.value = this.#draft ?? grid.written;
        if (grid.puzzle !== this.#rated) this.rating.replaceChildren();
        if (this.possible.of !== this.#here) this.possible.forget();
        controls.hint.textContent = told.label;
        this.#showPad();
        return isFine;
    }

    /** What is seen in empty cells: candidates, which a hint needs, or true ones; or else marks, and what rules allow. */
    #seen() {
        const { grid, told, controls, watch } = this;
        if (told.drawn !== null || this.#conflict || (controls.candidates.checked && !controls.trueOnes.checked)) return { sets: grid.candidates() };
        const known = controls.trueOnes.checked ? watch.candidates : null;
        if (known) return { sets: known };
        const isBare = (cell) => !grid.notes.set(cell) && !grid.centre.set(cell);
        return { sets: grid.given.map((_, cell) => (isBare(cell) ? grid.limit(cell) : 0)), corners: grid.notes.sets, centres: grid.centre.sets };
    }

    #showPad() {
        const { grid, board, controls } = this;
        const modes = { notes: controls.marking, centre: controls.centring, colors: controls.coloring };
        for (const [mode, button] of Object.entries(modes)) button.setAttribute('aria-pressed', String(mode === this.#mode));
        if (!grid.board) return;
        const mode = this.#mode;
        const isStriking = mode === 'notes' && controls.candidates.checked;
        const sets = isStriking ? grid.candidates() : grid[mode]?.sets ?? [];
        const open = mode === 'colors' ? board.cells : board.cells.filter((cell) => grid.digit(cell) === EMPTY);
        const numberOf = (digit) => (mode === 'colors' ? Number(digit) : grid.number(digit));
        const counts = new Map();
        for (const digit of grid.text) counts.set(digit, (counts.get(digit) ?? 0) + 1);
        this.pad.show({
            mode,
            has: (digit) => open.length > 0 && open.every((cell) => (sets[cell] >> (numberOf(digit) - 1)) & 1),
            left: (digit) => Math.max(0, grid.order - (counts.get(digit) ?? 0)),
        });
    }

    /** What was told and checked is of another grid. */
    #forget() {
        this.#wrong = [];
        this.#differing = new Map();
        this.#conflict = null;
        this.#noSolution(false);
        this.told.forget();
    }

    /** The position that is asked about: digits, and candidates that were struck out. */
    get #here() {
        return [this.grid.text, this.grid.gone.text, this.grid.puzzle].join();
    }

    /** Whether the last answer was that there is no solution, so that one may ask why. */
    #noSolution(isSo) {
        this.why.hidden = !isSo;
    }

    /** Other boxes are drawn by hand: the board stays until they are whole. */
    #reshaped() {
        if (this.grid.board) this.#fill();
        this.#changed('boxes');
    }

    /** Marks the cells in which two of several solutions differ, and says how many there are. */
    #showSeveral({ solutions, several }) {
        const two = solutions.map((solution) => solution.toUpperCase());
        this.told.forget();
        this.#wrong = [];
        this.#differing = new Map(several.cells.map((cell) => [cell, two.map((digits) => digits[cell])]));
        this.#fill();
        return `${several.count.toLocaleString('en')}${several.all ? '' : ' or more'} solutions`;
    }

    /** Says that a puzzle has several solutions, how many, and what follows from that. */
    async #tellSeveral(so) {
        const found = await this.#solutions('Counting solutions ...', this.grid.puzzle);
        if (found?.several) this.asking.tell(`The puzzle has ${this.#showSeveral(found)}, so ${so}.`, 'dead');
    }

    /** Digits go where `mode` says now, or into the cells again; without it, into the marks that were last used. */
    turn(mode = this.#mode === 'digits' ? this.#marks : 'digits') {
        this.#mode = mode === this.#mode ? 'digits' : mode;
        if (this.#mode !== 'digits') this.#marks = this.#mode;
        this.#showPad();
    }

    /** Shows candidates, true candidates, or marks. */
    showMarks() {
        this.watch.forget();
        if (this.grid.board) this.#fill();
        this.#keep();
    }

    /** A digit for the chosen cells, or a mark or color of that number; EMPTY takes away what is there. */
    put(digit, mode = null) {
        const { grid, board, controls } = this;
        const isEditing = controls.editing.checked;
        const where = mode ?? (isEditing && this.#mode !== 'colors' ? 'digits' : this.#mode);
        // With candidates shown, marks strike them out.
        const kind = where === 'notes' && controls.candidates.checked ? 'gone' : where;
        const number = kind === 'colors' ? Number(digit) : grid.number(digit);
        if (digit !== EMPTY && !(number > 0)) return;
        const { cells } = board;
        if (digit === EMPTY && kind === 'gone') for (const cell of cells) grid.gone.clear(cell);
        else if (digit === EMPTY) grid.erase(cells, isEditing);
        else if (kind === 'digits') for (const cell of cells) grid.put(cell, digit, isEditing);
        else grid.mark(cells, number, kind);
        this.#forget();
        // What was said is of another grid.
        this.asking.tell('');
        const isFine = this.#fill();
        this.#changed();
        if (kind === 'digits' && isFine && grid.isFilled) this.#end();
    }

    /** All cells are filled: says so, if no rule is broken. */
    async #end() {
        const { text } = this.grid;
        if (!(await this.watch.isFine()) || text !== this.grid.text) return;
        this.timer.stop();
        this.asking.tell(`All cells are filled, and nothing clashes. It took ${this.timer.text}.`, 'solution');
    }

    /** Which of the digits that were typed are wrong. */
    async check() {
        const { grid, asking } = this;
        const found = await this.#solutions('Checking ...', grid.puzzle);
        if (!found) return;
        if (found.clash || found.solutions.length === 0) {
            this.#noSolution(grid.isRuled || !found.clash);
            return asking.tell(`The puzzle itself has no solution${found.clash ? `: ${found.clash}` : '.'}`, 'dead');
        }
        if (found.several) return asking.tell(`The puzzle has ${this.#showSeveral(found)}, so no digit is right or wrong.`);
        const solution = found.solutions[0].toUpperCase();
        this.told.forget();
        const cells = [...grid.text].map((digit, cell) => (digit !== EMPTY && digit !== solution[cell] ? cell : -1));
        this.#tellWrong(cells.filter((cell) => cell >= 0), []);
    }

    /** Tells which digits are wrong, and which candidates were struck out though they are right. */
    #tellWrong(digits, marks) {
        const { grid, asking } = this;
        this.#wrong = [...digits, ...marks.map(([cell]) => cell)];
        this.#fill();
        const said = [];
        if (digits.length > 0) said.push(`${digits.length === 1 ? 'This digit is' : 'These digits are'} wrong: ${digits.map((cell) => grid.place(cell)).join('; ')}.`);
        if (marks.length > 0) said.push(`The right candidate was struck out in ${marks.map(([cell]) => grid.place(cell)).join('; ')}.`);
        asking.tell(said.join(' ') || 'Nothing is wrong so far.', said.length > 0 ? 'dead' : 'solution');
    }

    /** Up to two solutions of what stands in the grid, or of other digits; nothing once something else is wanted. */
    async #solutions(doing, digits = this.grid.text, most = 1000) {
        const before = this.grid.text;
        const found = await this.asking.ask(doing, ...this.grid.asks('solve', digits, most));
        return before === this.grid.text ? found : undefined;
    }

    async solve() {
        const { grid, asking } = this;
        const found = await this.#solutions('Solving ...');
        if (!found) return;
        if (found.clash) {
            this.#noSolution(grid.isRuled);
            return asking.tell(`No solution: ${found.clash}`, 'dead');
        }
        if (found.solutions.length === 0) {
            const alone = grid.puzzle === grid.text ? found : await this.#solutions('Solving ...', grid.puzzle);
            if (!alone) return;
            this.#noSolution(true);
            return asking.tell(alone.solutions.length > 0 ? 'No solution with the digits that were typed; the clues alone have one.' : 'No solution', 'dead');
        }
        grid.fill(found.solutions[0].toUpperCase());
        this.#forget();
        const several = found.several && this.#showSeveral(found);
        this.#fill();
        this.#changed();
        reveal(this.board.elements[0]);
        asking.tell(several ? `This is one of ${several}.` : 'This is the only solution.', 'solution');
    }

    /** How many solutions there are with the digits in the grid. */
    async count() {
        const { asking, grid } = this;
        const { text } = grid;
        let found = await this.#solutions('Counting solutions ...', text);
        // There are many: what was counted stays if somebody does not wait for the others.
        if (found?.several && !found.several.all) {
            const first = found;
            found = await this.#solutions(`Counting solutions, ${first.several.count.toLocaleString('en')} or more ...`, text, MOST);
            if (!found && text === grid.text && asking.said.textContent === 'Stopped.') asking.tell(`Stopped: ${this.#showSeveral(first)}.`);
        }
        if (!found) return;
        if (found.several) return this.asking.tell(`${this.#showSeveral(found)}.`);
        const isOne = found.solutions.length === 1;
        this.#noSolution(!isOne && (grid.isRuled || !found.clash));
        this.asking.tell(isOne ? 'Exactly one solution.' : `No solution${found.clash ? `: ${found.clash}` : ''}.`, isOne ? 'solution' : 'dead');
    }

    /** Which cells and digits, or which clues and rules, cannot be had together, if there is no solution. */
    async tellWhy() {
        const { grid, asking } = this;
        const before = grid.text;
        const found = await asking.ask('Looking for what contradicts itself ...', ...grid.asks('why', before));
        if (found === undefined || before !== grid.text) return;
        if (!found) return asking.tell('There is a solution, or digits clash.');
        this.told.forget();
        const { cells, units, says } = found;
        this.#conflict = { technique: '', tenths: null, placed: null, removed: [], cells, houses: units, candidates: [], starts: [], chains: [], inferences: [], lines: [] };
        this.#noSolution(false);
        this.#fill();
        reveal(this.board.elements[0]);
        asking.tell(says, 'dead');
    }

    /** All steps that are possible in the grid as it is, as a list. */
    async showPossible() {
        const { grid, asking, possible } = this;
        const before = this.#here;
        const found = await asking.ask('Looking for all steps ...', 'sudoku-all', ...grid.fields, grid.puzzle, grid.text, grid.gone.sets.join());
        if (!found || before !== this.#here) return;
        if (found.advice !== 'steps') return this.#hear(found);
        if (found.steps.length === 0) return asking.tell('No technique that is known here finds a step.');
        this.path.forget();
        this.techniques.forget();
        possible.show(found.steps, grid.order);
        possible.of = before;
        reveal(possible.element);
    }

    /** Explains a step of the grid as it is. */
    #explain(step) {
        this.#differing = new Map();
        this.told.explain(this.grid.order, step);
        this.#fill();
        reveal(this.board.elements[0]);
        this.asking.tell('');
    }

    /** Tells of all techniques, or of one, below the element from which that was asked. */
    async learn(name, place) {
        await (name ? this.techniques.open(name) : this.techniques.list());
        const { element } = this.techniques;
        place.after(element);
        // On a narrow screen, the grid covers what is above.
        if (matchMedia('(max-width: 899px)').matches) element.scrollIntoView({ block: 'start', behavior: 'instant' });
        else reveal(element);
    }

    /** Shows the example of a technique: its position, and the step. */
    async #showExample({ title, more, digits, gone, step }) {
        const { grid, controls } = this;
        this.#replacing();
        grid.change({ order: 9, diagonal: (more & 1) !== 0, hyper: (more & 2) !== 0, jigsaw: '', cages: '' });
        grid.take(digits);
        const marks = new Marks(grid.cells);
        gone.forEach((set, cell) => { for (let digit = 1; digit <= 9; digit += 1) if ((set >> (digit - 1)) & 1) marks.add(cell, digit); });
        grid.gone = marks;
        controls.candidates.checked = true;
        this.#changed();
        await this.draw();
        if (step) this.#explain(step);
        this.asking.tell(`An example: ${title}.`);
    }

    /** The next thing about a hint: where to look, then why; then it is done. */
    async hint() {
        const { grid, asking, told } = this;
        if (told.level === 2) return this.#act();
        if (told.level === 1) {
            told.explain(grid.order);
            this.#fill();
            asking.tell('');
            reveal(told.element);
            return;
        }
        if (grid.clashes().size > 0) return asking.tell('Something is wrong already: digits clash.', 'dead');
        const dead = grid.deadCell();
        if (dead >= 0) return asking.tell(`Something is wrong already: ${grid.place(dead)} has no candidate left.`, 'dead');
        const before = [grid.text, grid.gone.text].join();
        const found = await asking.ask('Looking ...', 'sudoku-advise', ...grid.fields, grid.puzzle, grid.text, grid.gone.sets.join());
        if (!found || before !== [grid.text, grid.gone.text].join()) return;
        this.#hear(found);
    }

    #hear({ advice, step, digits, marks, cell, digit }) {
        const { grid, asking, told } = this;
        if (advice === 'none') {
            this.#noSolution(true);
            return asking.tell('Something is wrong already: the puzzle has no solution.', 'dead');
        }
        if (advice === 'several') return this.#tellSeveral('no step is sure');
        if (advice === 'solved') return asking.tell('All cells are filled.', 'solution');
        if (advice === 'wrong') return this.#tellWrong(digits, marks);
        if (advice === 'beyond' && cell === undefined) return asking.tell('No technique that is known here finds a step.');
        told.point(step ?? {
            technique: 'From the solution', tenths: null, placed: [cell, digit], removed: [], cells: [cell], houses: [], candidates: [], starts: [], chains: [], lines: [],
            place: `No technique that is known here finds the next step. Look at ${grid.place(cell)}.`, sentence: 'No technique that is known here leads to this digit; it is from the solution.',
        });
        this.#fill();
        asking.tell(`${told.step.place} Press the button again to see why.`);
    }

    /** Does the step that is told of. */
    #act() {
        const { grid, told, asking, controls, board } = this;
        const { step } = told;
        this.#forget();
        grid.follow(step);
        // Candidates that are gone are seen as candidates only.
        if (step.removed.length > 0 && !step.placed) controls.candidates.checked = true;
        const cell = step.placed?.[0] ?? step.removed[0][0];
        this.#fill(cell);
        this.#changed();
        board.focus(cell);
        asking.tell(step.placed ? `${DIGITS[step.placed[1] - 1]} in ${grid.place(cell)}: ${step.technique.toLowerCase()}` : `Candidates are struck out: ${step.technique.toLowerCase()}`);
    }

    /** All steps to the solution, as a list. */
    async showPath() {
        const { grid, asking, path } = this;
        const { puzzle } = grid;
        const found = await asking.ask('Looking for all steps ...', 'sudoku-path', ...grid.fields, puzzle);
        if (!found || puzzle !== grid.puzzle) return;
        if (found.solutions > 1) return this.#tellSeveral('no step is sure');
        if (found.solutions === 0) return asking.tell('The puzzle has no solution.', 'dead');
        const placed = found.steps.filter((step) => step.placed !== null).length;
        const open = [...puzzle].filter((digit) => digit === EMPTY).length;
        path.show(found.steps, grid.order, placed === open);
        reveal(path.element);
    }

    /** Shows the grid after some steps of the path, and the next one. */
    #walk(before, step) {
        const { grid, told, asking } = this;
        asking.halt();
        if (grid.puzzle !== grid.clues) grid.take(grid.puzzle);
        grid.restart();
        for (const done of before) grid.follow(done);
        this.#forget();
        told.explain(grid.order, step);
        this.#fill();
        reveal(this.board.elements[0]);
        this.#changed('path');
        asking.tell('');
    }

    async rate() {
        const { grid } = this;
        const { puzzle } = grid;
        const found = await this.asking.ask('Rating ...', 'sudoku-rate', ...grid.fields, puzzle);
        if (!found || puzzle !== grid.puzzle) return;
        const rated = found.solutions === 1 && grid.order === 9 ? await this.asking.ask('Rating ...', 'sudoku-ratings', ...grid.fields, puzzle) : null;
        if (rated === undefined || puzzle !== grid.puzzle) return;
        const more = found.solutions > 1 ? await this.#solutions('Counting solutions ...', puzzle) : null;
        if (found.solutions > 1 && !more) return;
        const count = more?.several ? this.#showSeveral(more).replace(' solutions', '') : found.solutions;
        if (found.solutions === 0) this.#noSolution(true);
        this.rating.replaceChildren(...ratingOf({ rated, found, count, clues: grid.cells - found.empty, learn: (name) => this.learn(name, this.rating) }));
        this.#rated = puzzle;
        this.asking.tell('');
        reveal(this.rating);
    }

    async make() {
        const { grid, controls } = this;
        const level = grid.order === 9 ? controls.level() : '';
        const fields = grid.isRuled ? ['', controls.seed()] : [level, controls.symmetric.checked ? '1' : '', controls.seed()];
        const made = await this.asking.ask('Making a puzzle ...', ...grid.asks('make', ...fields));
        if (!made) return;
        this.#replacing();
        grid.take(made.puzzle.toUpperCase());
        this.#forget();
        this.#fill();
        this.#changed();
        reveal(this.board.elements[0]);
        const clues = [...grid.clues].filter((digit) => digit !== EMPTY).length;
        const told = clues === 0 ? 'A new puzzle without digits: its cages are enough.' : `A new puzzle with ${clues} clues.`;
        this.asking.tell(told);
        if (grid.isRuled || grid.order !== 9 || grid.cages) return;
        const { puzzle } = grid;
        const rated = await this.asking.ask('Rating ...', 'sudoku-ratings', ...grid.fields, puzzle);
        if (!rated?.technique || puzzle !== grid.puzzle) return;
        const [er, ep, ed] = rated.tenths.map(rating);
        this.asking.tell(`${told} Its hardest step: ${rated.technique}, ER ${er} (EP ${ep}, ED ${ed}).`);
    }

    /** Takes a puzzle from a text or a link in any form that the library reads. */
    async take(link) {
        const { grid, asking } = this;
        const text = textOf(link);
        if (isShort(text)) return asking.tell('This link tells where a puzzle is, not what it is, and nothing is fetched from there. Open it, and paste the long link or the text.', 'dead');
        // A board with a fault has no puzzles.
        const fields = grid.board && !grid.isRuled ? grid.fields : [ORDERS.includes(grid.order) ? grid.order : 9, '', '', ''];
        const read = await asking.look('sudoku-read', ...fields, text);
        if (!read) return;
        if (read.status !== 0) return asking.tell(`This is no puzzle: ${read.messages.trim()}`, 'dead');
        const { order, grid: digits, more, rules, text: ruled, board, remarks } = JSON.parse(read.values);
        if (ruled) return this.#takeRuled(ruled, order, digits, remarks);
        this.#replacing();
        if (rules) return this.#takeRules(rules, order, text.trim());
        if (board) grid.change({ order, ...board });
        else if (order !== grid.order || !grid.board || grid.isRuled) grid.change({ order, jigsaw: '', cages: '' });
        grid.take(digits.toUpperCase());
        this.#forget();
        this.#changed();
        if (grid.board) this.#fill();
        else await this.draw();
        reveal(this.board.elements[0]);
        asking.tell(more ? 'This is the first puzzle of several.' : '');
    }

    /** Takes a Sudoku with rules of its own. `remarks` tell what is no part of it. */
    async #takeRuled(rules, order, digits, remarks) {
        const { grid, asking } = this;
        const waits = setTimeout(() => asking.tell('Reading the rules ...'), 300);
        const drawn = await said('rules-board', rules);
        clearTimeout(waits);
        if (drawn.status !== 0) return asking.tell(`These rules do not fit: ${drawn.messages.trim()}`, 'dead');
        this.#replacing();
        grid.rule(rules);
        grid.draw(JSON.parse(drawn.values));
        grid.take(digits.toUpperCase());
        this.#changed();
        await this.draw();
        reveal(this.board.elements[0]);
        asking.tell(remarks.length > 0 ? `Not part of the puzzle: ${remarks.join('; ')}` : '');
    }

    /** Other rules, for the same digits. */
    async #rule(rules) {
        this.grid.rule(rules);
        this.#changed();
        await this.draw();
    }

    /** Takes cages, or the boxes of a jigsaw: a board without digits. */
    async #takeRules(rules, order, text) {
        const { grid, asking, controls } = this;
        if (rules === 'jigsaw') grid.change({ order, jigsaw: text, cages: '' });
        else if (order !== grid.order || !grid.board || grid.isRuled) grid.change({ order, jigsaw: '', cages: text });
        else grid.change({ cages: text });
        grid.empty();
        controls.editing.checked = rules === 'jigsaw';
        this.#changed();
        await this.draw();
        if (!grid.board) return;
        reveal(this.board.elements[0]);
        asking.tell(rules === 'jigsaw' ? 'These are the boxes of a jigsaw. What you type are clues now.' : 'These are the cages of a killer Sudoku.');
    }

    /** Another board; its digits stay, if they fit. */
    change(fields) {
        this.undo.replacing();
        this.shapes.restore();
        this.grid.change(fields);
        this.#changed();
        return this.draw();
    }

    restart() {
        this.undo.replacing();
        this.grid.restart();
        this.timer.reset();
        this.asking.halt();
        this.#forget();
        this.#fill();
        this.#changed();
        this.asking.tell('');
    }

    /** Empties the grid. Cages stay, as they are the puzzle, unless it is to be bare. */
    async empty({ isBare = false } = {}) {
        const { grid, asking, controls } = this;
        this.#replacing();
        if (isBare) grid.change({ cages: '' });
        grid.empty();
        this.#changed();
        controls.editing.checked = grid.cages === '';
        asking.halt();
        this.#forget();
        if (grid.board) this.#fill();
        else await this.draw();
        asking.tell(controls.editing.checked ? 'What you type are clues now.' : 'The digits are gone, and the cages stay. “Empty grid without cages” takes them away, too.');
    }

    /** Makes a killer: cages that need no digits. */
    async makeKiller() {
        const { grid, controls } = this;
        const [order, more, jigsaw] = grid.fields;
        const made = await this.asking.ask('Making a killer ...', 'sudoku-killer', order, more, jigsaw, '', controls.seed());
        if (!made) return;
        this.#replacing();
        grid.change({ cages: made.cages });
        grid.empty();
        this.#changed();
        await this.draw();
        reveal(this.board.elements[0]);
        this.asking.tell('A new killer: its cages have one solution, without any digit.');
    }

    close() {
        clearInterval(this.#ticks);
        document.removeEventListener('visibilitychange', this.#look);
        this.#draws += 1;
        this.#keep.cancel();
        this.asking.halt();
        this.undo.close();
        this.unlisten();
    }
}
