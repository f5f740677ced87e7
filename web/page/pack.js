// Part 3, packings: pieces into a region, played by hand; solutions as pictures, solids to turn and to take apart.

import { remember } from './address.js';
import { orderOf, levelOf, summaryOf } from './apart/apart-model.js';
import { ApartView } from './apart/apart-view.js';
import { announce, answersOf, button, field, h, later, reveal, save, select } from './dom.js';
import { Finder } from './first-solution.js';
import { Stopped, quick, search } from './jobs.js';
import { keptIn } from './kept.js';
import { openDrawing } from './pack-drawing.js';
import { PACKINGS } from './pack-examples.js';
import { ByHand } from './packing/by-hand.js';
import { undoing } from './undo.js';

/** How many solutions are kept to be shown; all are counted. */
const KEPT = 1000;

/** The clock of the packing that was played last: it outlasts a reload. */
const clock = keptIn(() => sessionStorage, 'pack');

export function open(main, state) {
    let solutions = [];
    /** What the solutions are of: the fields as they were when it was asked for. */
    let asked = [];
    let isReduced = true;
    /** How many were counted at the last look. */
    let counted = '0';
    /** How high assemblies of cubes are, as far as they were taken apart. */
    let levels = [];
    let isRanking = false;
    /** The solutions that can be seen, in their order, and which of them is. */
    let order = [];
    let shown = 0;
    let picture = null;
    /** Counts what the solutions are of; a picture of something older is not wanted. */
    let token = 0;
    /** The token of the search that runs; 0 if none does. */
    let running = 0;
    /** Looks for one solution of the problem that is not reduced, beside the listing of all: it has many more. */
    const soon = new Finder();
    const turn = { across: 0.6, down: 0.5 };

    const pieces = h('textarea', { id: 'pieces', rows: 4, class: 'mono', spellcheck: 'false', 'aria-label': 'Pieces: names, or a drawing', 'data-undo': '', oninput: () => { file = null; changed('pieces'); } });
    const region = h('textarea', { id: 'region', rows: 6, class: 'mono', spellcheck: 'false', 'aria-label': 'Region: a name, or a drawing', 'data-undo': '', oninput: () => { file = null; changed('region'); } });
    const gridSelect = select('Cells', [['', 'by the pieces'], ['square', 'squares'], ['triangle', 'triangles'], ['hexagon', 'hexagons'], ['cube', 'cubes']], state.grid ?? '', () => changed(), { id: 'grid' });
    const each = field('Each piece, how often', { id: 'each', size: 6, placeholder: '1', value: state.each ?? '', 'data-undo': '', oninput: () => changed('each') });
    const border = field('Color of the border', { id: 'border', size: 4, value: state.border ?? '', 'data-undo': '', oninput: () => changed('border') });
    const reduce = h('input', { type: 'checkbox', id: 'reduce', checked: state.reduce ?? true, onchange: () => changed() });
    const said = h('p', { class: 'sentence', id: 'pack-said', 'aria-live': 'polite' });
    const place = h('span', { class: 'facts', id: 'pack-place' });
    const stage = h('div', { class: 'stage on-paper', id: 'pack-picture' });
    const paper = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Picture' });
    const apart = new ApartView(turn, () => {
        if (isStale() || (picture === null && running === 0)) solve({ isApart: true });
        else if (running === 0) rank();
    });
    const onlyApart = h('input', { type: 'checkbox', id: 'only-apart', onchange: () => arrange() });
    const byLevel = h('input', { type: 'checkbox', id: 'by-level', checked: true, onchange: () => arrange() });
    const assembly = h('select', { id: 'assembly', onchange: () => show(order.indexOf(Number(assembly.value))) });
    const ranks = h('div', { class: 'tools', id: 'ranks', hidden: true },
        h('label', { class: 'field' }, h('span', {}, 'Assembly'), assembly),
        h('label', { class: 'check' }, byLevel, 'Highest level first'), h('label', { class: 'check' }, onlyApart, 'Only those that come apart'));

    const value = (label) => label.querySelector('input, select').value;
    /** A file that takes the place of pieces and region: too large for an address. */
    let file = null;
    /** Whether a file of BurrTools takes the place of the pieces. The region is the number of its problem then. */
    const isFile = () => file !== null || /^\s*<\?xml/.test(pieces.value);
    const fields = () => [file?.bytes ?? pieces.value, region.value, value(gridSelect), value(each), value(border)];
    /** The pieces that are to be on the board once it is there; nothing if it is. */
    let pending = Array.isArray(state.placed) ? state.placed : [];
    const current = () => {
        const placed = pending ?? hand.state;
        return { pieces: pieces.value, region: region.value, grid: value(gridSelect), each: value(each), border: value(border), reduce: reduce.checked, ...(placed.length > 0 ? { placed } : {}) };
    };
    const steps = () => ({ ...current(), file });
    const keep = later(300, () => remember('pack', current()));

    function tell(text, kind = '') {
        said.textContent = text;
        said.dataset.kind = kind;
        announce(text);
    }

    /** Says something of pieces and region, whichever is seen: the board or the solutions. */
    function tellHere(text, kind = '') {
        tell(text, kind);
        hand.said.textContent = text;
        hand.said.dataset.kind = kind;
    }

    // Played by hand.

    const hand = new ByHand({ name: 'hand', changed: () => {
        undo.record();
        keep();
    }, solved: () => (hand.by.includes('solve') ? '' : `Solved in ${hand.clock.text}.`) });
    /** Which of board and solutions is wanted, and whether there is a board. */
    let wanted = 'hand';
    let isPlayable = true;
    /** Counts packings that are opened to be played. */
    let opens = 0;

    /** Opens the packing to be played by hand. */
    async function openHand() {
        const mine = ++opens;
        const asked = fields();
        const key = JSON.stringify(asked.map((field) => (typeof field === 'string' ? field : field.length)));
        try {
            hand.reason = await hand.load(asked, { placed: pending ?? [], kept: {
                read: () => (clock.read()?.key === key ? clock.read().clock : null),
                write: (its) => its && clock.write({ key, clock: its }),
            } });
            if (mine !== opens) return;
            isPlayable = true;
            apartTools.hidden = true;
            hand.tell(hand.reason ? `There is no solution: ${hand.reason}.` : hand.isSolved ? 'Solved.' : 'Drag pieces from the tray onto the board.', hand.reason ? 'dead' : '');
        } catch (fault) {
            if (mine !== opens) return;
            isPlayable = !fault.isUnplayable;
            apartTools.hidden = !fault.isSolid;
            hand.tell(fault.message.split('\n')[0].replace(/; it was read as:$/, '.'), 'dead');
        }
        pending = null;
        showTabs();
    }

    /** Once nobody types any more. */
    const openSoon = later(350, openHand);

    function showTabs() {
        const open = isPlayable ? wanted : 'solutions';
        tabs.hidden = !isPlayable;
        for (const tab of tabs.children) {
            const isOpen = tab.id === `tab-${open}`;
            tab.setAttribute('aria-selected', String(isOpen));
            tab.tabIndex = isOpen ? 0 : -1;
        }
        handPane.hidden = open !== 'hand';
        solutionsPane.hidden = open !== 'solutions';
    }

    function choose(tab) {
        wanted = tab;
        showTabs();
    }

    /** Another packing is to be played: its board is empty. */
    function reopen(placed = []) {
        pending = placed;
        hand.play.inert = true;
        openSoon();
    }

    /** Something has changed: that is a step, and in the address. */
    function changed(word = null) {
        reopen();
        undo.record(word);
        showFile();
        drawing.show();
        showAge();
        showExample();
        keep();
    }

    /** Whether the answers are of something else. */
    const isStale = () => asked.length > 0 && String([...fields(), reduce.checked]) !== String([...asked, isReduced]);

    function showAge() {
        answers.dim(isStale());
    }

    /** Nothing is shown any more, nor looked for. */
    function begin() {
        running = 0;
        search.stop();
        soon.stop();
        solutions = [];
        asked = [];
        shown = 0;
        counted = '0';
        [levels, order, isRanking] = [[], [], false];
        ranks.hidden = true;
        apart.forget();
        picture = null;
        stage.replaceChildren();
        place.textContent = '';
        steppers.hidden = keepers.hidden = true;
        for (const button of [...turners, saveButton]) button.disabled = true;
        stopButton.disabled = true;
        solveButton.disabled = false;
        answers.dim(false);
        return ++token;
    }

    /** The search of this token ends with a sentence. */
    function end(mine, text, kind = '') {
        if (mine !== running) return;
        running = 0;
        search.stop();
        soon.stop();
        stopButton.disabled = true;
        solveButton.disabled = false;
        tell(text, kind);
        if (isRanking) {
            isRanking = false;
            showRanks();
        }
    }

    /** A search begins. */
    function run(mine) {
        running = mine;
        stopButton.disabled = false;
        solveButton.disabled = true;
    }

    function solve({ isApart = false } = {}) {
        const mine = begin();
        run(mine);
        if (isApart) apart.want();
        choose('solutions');
        tell('Searching ...');
        undo.rest();
        asked = fields();
        isReduced = reduce.checked;
        lookForOne(mine);
        list(mine);
    }

    const none = (reason) => `There is no solution${reason ? `: ${reason}` : ''}.`;

    function stopped() {
        if (isRanking) return `Stopped. ${summaryOf(levels)}`;
        const seen = solutions.length || (picture ? 1 : 0);
        if (seen === 0) return 'Stopped.';
        // The count stays.
        const more = BigInt(counted) > BigInt(seen) ? `${counted} solutions are counted ${isReduced ? 'up to symmetry' : 'in all'}, and ` : '';
        return `Stopped; ${more}${seen}${more ? '' : ` solution${seen === 1 ? '' : 's'}`} can be seen.`;
    }

    /** Shows a solution, whichever is found, until the listing has one. */
    async function lookForOne(mine) {
        try {
            const problem = await soon.ask(['pack-problem', ...asked, '']);
            if (mine !== running || problem.status !== 0) return;
            const found = await soon.find(problem.output);
            if (mine !== running || found.status !== 0) return;
            if (found.output === '') return end(mine, none(problem.values && JSON.parse(problem.values)), 'dead');
            if (solutions.length > 0) return;
            tell('Here is one; all are being listed ...', 'solution');
            place.textContent = 'the first one found';
            await draw(found.output, 'A solution');
        } catch {
            // The listing tells what is wrong, if anything is.
        }
    }

    async function list(mine) {
        let output = '';
        try {
            const problem = await search.ask(['pack-problem', ...asked, isReduced ? '1' : '']);
            if (mine !== running) return;
            if (problem.status !== 0) throw new Error(problem.messages.trim());
            if (problem.values) return end(mine, none(JSON.parse(problem.values)), 'dead');
            const heard = (kind, text) => {
                if (mine !== running) return;
                if (kind === 'output') take((output += text));
                if (kind === 'progress') counted = /Altogether (\d+)/.exec(text)[1];
                if (kind === 'progress') tell(`Searching ... about ${Math.round(Number(text.split('\n')[0]) * 100)}% done, ${counted} so far`);
            };
            const ended = await search.ask(['dlx3', problem.output, '', KEPT, '', 'v1', 'd0'], heard);
            if (mine !== running) return;
            if (ended.status !== 0) throw new Error(ended.messages.trim().split('\n').at(-1));
            const number = /Altogether (\d+) solution/.exec(ended.messages)[1];
            if (number === '0') return end(mine, none(''), 'dead');
            const what = isReduced ? 'up to symmetry' : 'in all';
            const kept = solutions.length < Number(number) ? ` The first ${solutions.length} can be seen.` : '';
            end(mine, `${number} solution${number === '1' ? '' : 's'} ${what}.${kept} ${problem.messages}`.trim(), 'solution');
            if (apart.isWanted) rank();
        } catch (fault) {
            if (fault instanceof Stopped) end(mine, stopped());
            else end(mine, fault.message, 'dead');
        }
    }

    /** Takes the solutions that are whole; the last one may not be. */
    function take(output) {
        const found = output.split(/^(?=\d+:$)/m).filter(Boolean);
        const isFirst = solutions.length === 0;
        solutions = found;
        order = orderOf([], found.length, {});
        if (isFirst && found.length > 0) show(0);
        else mark();
    }

    function mark() {
        place.textContent = order.length === 0 ? 'none of them' : `${shown + 1} of ${order.length}`;
        for (const button of turners) button.disabled = order.length === 0;
        assembly.value = order[shown] ?? '';
    }

    async function show(number) {
        shown = order.length === 0 ? 0 : (number + order.length) % order.length;
        mark();
        if (order.length > 0) await draw(solutions[order[shown]], `Solution ${order[shown] + 1}`);
    }

    /** Takes all assemblies apart, to tell their levels. */
    async function rank() {
        if (solutions.length < 2 || levels.length === solutions.length) return;
        const mine = token;
        run(mine);
        isRanking = true;
        const before = said.textContent;
        let lines = '';
        const heard = (kind, text) => {
            if (mine !== running || kind !== 'output') return;
            lines += text;
            levels = lines.split('\n').slice(0, -1).map(levelOf);
            // It is seen, and not read aloud each time.
            said.textContent = `${before} Taking them apart: ${levels.length} of ${solutions.length} ...`;
        };
        try {
            const { messages, status } = await search.ask(['pack-levels', ...asked, solutions.join('')], heard);
            if (mine !== running) return;
            if (status !== 0) throw new Error(messages.trim());
            end(mine, `${before} ${summaryOf(levels)}`, 'solution');
        } catch (fault) {
            end(mine, fault instanceof Stopped ? stopped() : fault.message, fault instanceof Stopped ? '' : 'dead');
        }
    }

    /** The levels are known: the first one is shown, unless somebody follows the moves of another one. */
    function showRanks() {
        ranks.hidden = levels.length === 0;
        arrange();
        if (!apart.isFollowed && shown > 0) show(0);
    }

    /** Solutions are in another order, or only some of them are to be seen. */
    function arrange() {
        const now = order[shown];
        order = orderOf(levels, solutions.length, { isOnly: onlyApart.checked, isSorted: byLevel.checked });
        const told = (number) => (number >= levels.length ? 'not taken apart yet' : levels[number] ? `level ${levels[number].text}` : 'cannot be taken apart');
        assembly.replaceChildren(...order.map((number) => h('option', { value: number }, `${number + 1}: ${told(number)}`)));
        shown = Math.max(0, order.indexOf(now));
        mark();
        if (order.length > 0 && order[shown] !== now) show(shown);
    }

    /** Counts pictures: the newest one is wanted. */
    let draws = 0;
    async function draw(solution, name) {
        picture = null;
        saveButton.disabled = true;
        const [mine, wanted] = [token, ++draws];
        const drawn = await quick.ask(['pack-draw', ...asked, solution]).catch((fault) => ({ status: 1, messages: fault.message }));
        if (mine !== token || wanted !== draws) return;
        const { output, values, messages, status } = drawn;
        if (status !== 0) return tell(messages.trim(), 'dead');
        picture = output;
        steppers.hidden = keepers.hidden = false;
        saveButton.disabled = false;
        const { solid, pieces } = JSON.parse(values);
        const image = h('img', { class: 'paper colored', src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(output)}`, alt: `${name}: ${pieces.length} pieces` });
        const isFirst = stage.childElementCount === 0;
        paper.replaceChildren(image);
        if (solid) apart.show(pieces, name, ['pack-apart', ...asked, solution]);
        // What has the focus stays where it is.
        if (isFirst) stage.append(...(solid ? [apart.element] : []), paper);
        if (isFirst) reveal(stage);
    }

    const drawing = openDrawing({
        fields,
        tell: tellHere,
        put({ pieces: itsPieces = pieces.value, region: itsRegion = region.value }) {
            file = null;
            pieces.value = itsPieces;
            region.value = itsRegion;
            changed();
        },
    });

    /** Puts pieces, region and all other fields there. */
    function set({ pieces: itsPieces = '', region: itsRegion = '', grid = '', each: itsEach = '', border: itsBorder = '', reduce: isWanted, file: itsFile = null }) {
        file = itsFile;
        pieces.value = itsPieces;
        region.value = itsRegion;
        gridSelect.querySelector('select').value = grid;
        reduce.checked = isWanted ?? reduce.checked;
        each.querySelector('input').value = itsEach;
        border.querySelector('input').value = itsBorder;
        showFile();
        drawing.show();
        showExample();
    }

    /** A file has no region: its problems have numbers. */
    function showFile() {
        regionPart.hidden = isFile();
        problemField.hidden = !isFile();
        problemField.querySelector('input').value = isFile() ? region.value.trim() || 1 : 1;
    }

    /** Shows which example it is, if it is one. */
    function showExample() {
        const now = JSON.stringify(fields());
        const isNow = ([, { pieces, region, grid = '', each = '', border = '' }]) => file === null && JSON.stringify([pieces, region, grid, each, border]) === now;
        exampleSelect.querySelector('select').value = Object.keys(PACKINGS).find((key) => isNow(PACKINGS[key])) ?? '';
    }

    /** Something else takes the place of all. */
    function replace(example) {
        undo.replacing();
        begin();
        choose('hand');
        set(example);
        changed();
        tellFile();
    }

    /** A file is there: a puzzle of BurrTools, or a drawing of pieces. */
    function openFile(name, bytes) {
        if (/\.xmpuzzle$/i.test(name)) {
            // It is kept as long as the page is open, but not in the address.
            replace({ file: { name, bytes, toJSON: () => undefined } });
            solve();
        } else {
            replace({ ...current(), pieces: new TextDecoder().decode(bytes) });
            tell(`${name} has the pieces.`);
        }
    }

    function tellFile() {
        tell(file ? `${file.name} takes the place of pieces and region.` : '');
    }

    const problemField = field('Problem of the file', { id: 'pack-problem', type: 'number', min: 1, oninput: ({ target }) => {
        region.value = target.value;
        changed('problem');
    } });
    const opener = h('input', { type: 'file', id: 'pack-file', accept: '.xmpuzzle,.xml,.txt', hidden: true, onchange: async () => {
        const [chosen] = opener.files;
        if (chosen) openFile(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
        opener.value = '';
    } });
    const apartTools = h('div', { class: 'tools', hidden: true }, apart.askButton);
    const solveButton = button('All solutions', () => solve(), { class: 'main', id: 'pack-solve' });
    const stopButton = button('Stop', () => end(running, stopped()), { id: 'pack-stop', disabled: true });
    const saveButton = button('Save as SVG', () => save('packing.svg', 'image/svg+xml', picture), { id: 'pack-save', disabled: true });
    const turners = [button('Back', () => show(shown - 1), { id: 'pack-back', disabled: true }), button('Next', () => show(shown + 1), { id: 'pack-next', disabled: true })];
    const steppers = h('div', { class: 'tools', hidden: true }, turners, place);
    const keepers = h('div', { class: 'tools', hidden: true }, saveButton, button('Print', () => print(), { id: 'pack-print' }));
    const exampleSelect = select('Example', [['', 'none of these'], ...Object.entries(PACKINGS).map(([key, [name]]) => [key, name])], '', (key) => key && replace(PACKINGS[key][1]), { id: 'pack-example' });
    const answers = answersOf({}, said, steppers, ranks, stage, keepers);
    const tab = (name, label) => h('button', { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `pane-${name}`, onclick: () => choose(name) }, label);
    const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'By hand, or all solutions', onkeydown: (event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        choose(wanted === 'hand' ? 'solutions' : 'hand');
        tabs.querySelector('[aria-selected="true"]').focus();
    } }, tab('hand', 'By hand'), tab('solutions', 'Solutions'));
    const handPane = h('div', { role: 'tabpanel', id: 'pane-hand', 'aria-labelledby': 'tab-hand' },
        h('div', { class: 'tools' }, hand.canButton, hand.oneButton, hand.solveButton, hand.stopButton),
        hand.said, hand.play,
        h('div', { class: 'tools handling' }, hand.turnButton, hand.flipButton, hand.backButton, hand.againButton, hand.printButton, hand.clock.element),
        hand.help);
    const solutionsPane = h('div', { role: 'tabpanel', id: 'pane-solutions', 'aria-labelledby': 'tab-solutions' }, apartTools, answers.element);
    const regionPart = h('div', {}, h('h3', {}, 'Region'), region,
        h('p', { class: 'facts' }, 'A name such as 6x10, 3x4x5, 8x8-2x2, T5, H3; or a drawing with #, where ? may stay empty.'),
        drawing.region,
        h('div', { class: 'tools' }, gridSelect, each, border));
    set(state.pieces || state.file?.bytes instanceof Uint8Array ? state : PACKINGS.pentominoes[1]);
    const undo = undoing('pack', {
        state: steps,
        restore(before) {
            if (running) end(running, stopped());
            const isOther = pending !== null || JSON.stringify(fields().map(String)) !== JSON.stringify([before.file?.bytes ?? before.pieces, before.region, before.grid, before.each, before.border].map(String));
            set(before);
            if (isOther) reopen(before.placed);
            else hand.restore(before.placed ?? []);
            showAge();
            keep();
        },
        giveUp: () => hand.cancel(),
    });
    tellFile();

    main.append(
        h('div', { class: 'tools' }, exampleSelect, solveButton, stopButton, undo.buttons, button('Open a file', () => opener.click(), { id: 'pack-open' }), opener),
        h('div', { class: 'columns answers-first' },
            h('section', { 'aria-label': 'Packing' },
                h('h3', {}, 'Pieces'), pieces,
                h('p', { class: 'facts' }, 'Names such as pentominoes, soma, 4-hexes, with + between them; or a drawing, in which the cells with one letter are a piece, and an empty line begins the next layer. A file of BurrTools takes the place of all.'),
                drawing.pieces, regionPart,
                h('div', { class: 'tools' }, problemField, h('label', { class: 'check' }, reduce, 'What is turned or mirrored counts once'))),
            h('section', { 'aria-label': 'Board and solutions' }, tabs, handPane, solutionsPane)));
    showTabs();
    openHand();

    return {
        state: steps,
        close() {
            token += 1;
            running = 0;
            keep.cancel();
            openSoon.cancel();
            opens += 1;
            hand.close();
            search.stop();
            soon.stop();
            drawing.close();
            apart.close();
            undo.close();
        },
        drop: openFile,
    };
}
