// The search of a problem: step by step, as a tree or a profile, and in two orders of items.

import { button, field, h, s, select } from './dom.js';
import { Line, Stopped, values } from './jobs.js';
import { Walk, parseTrace } from './trace.js';

/** Bytes of messages that a trace has at most: some thousand steps. */
const MOST_TRACE = 300000;
/** Mems after which a search is too large to be drawn node by node. */
const SMALL = 30_000_000;
/** A matrix of more options or items is not drawn. */
const MOST_ROWS = 80;
const MOST_COLUMNS = 60;

export function openSearch() {
    const line = new Line();
    let text = null;
    let facts = null;
    /** A search that was recorded elsewhere, as long as the problem stays what it is: its name and shape. */
    let recorded = null;
    /** Counts what is shown: what comes after something newer is not wanted. */
    let shows = 0;
    let tab = 'steps';
    let timer = 0;
    const body = h('div', { class: 'search-body on-paper', id: 'search-body', role: 'tabpanel' });
    const names = { steps: 'Step by step', picture: 'Tree or profile', orders: 'Two orders' };
    const tabs = Object.entries(names).map(([key, name]) =>
        h('button', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-controls': 'search-body', onclick: () => choose(key) }, name));
    const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'The search', onkeydown: turn }, tabs);
    const element = h('section', { class: 'search', 'aria-label': 'The search' }, h('h2', {}, 'The search'), list, body);

    function turn(event) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const keys = Object.keys(names);
        const key = keys[(keys.indexOf(tab) + step + keys.length) % keys.length];
        choose(key);
        document.getElementById(`tab-${key}`).focus();
    }

    function choose(key) {
        tab = key;
        for (const button of tabs) {
            const isChosen = button.id === `tab-${key}`;
            button.setAttribute('aria-selected', String(isChosen));
            button.tabIndex = isChosen ? 0 : -1;
        }
        body.setAttribute('aria-labelledby', `tab-${key}`);
        show();
    }

    function pause() {
        clearInterval(timer);
        timer = 0;
    }

    function show() {
        pause();
        line.stop();
        body.replaceChildren();
        if (tab === 'picture' && recorded) return showRecorded();
        if (text === null) {
            shows += 1;
            body.append(h('p', { class: 'facts' }, 'A problem without faults is needed first.'));
            return;
        }
        ({ steps: showSteps, picture: showPicture, orders: showOrders })[tab]();
    }

    /** Runs `dlx3`; everything of it. */
    async function run(itsText, most, ...words) {
        const ended = await line.ask(['dlx3', itsText, facts.extended ? '1' : '', '', most, ...words]);
        if (ended.status !== 0) throw new Error(ended.messages.trim());
        return ended;
    }

    /**
     * Shows at a place what some work ends with. The work has several steps, and after each of them asks
     * `still()`, which ends it if something else is to be shown by then.
     */
    async function within(place, work) {
        const mine = ++shows;
        const still = () => {
            if (mine !== shows) throw new Stopped('stopped');
        };
        const waits = h('p', { class: 'facts', role: 'status' }, 'Searching ... ', button('Stop', () => {
            shows += 1;
            line.stop();
            waits.replaceChildren('Stopped.');
        }, { class: 'quiet' }));
        place.replaceChildren(waits);
        try {
            const elements = await work(still);
            still();
            place.replaceChildren(...elements);
        } catch (fault) {
            if (mine === shows) waits.replaceChildren(fault.message);
        }
    }

    // Step by step.
    function showSteps() {
        within(body, async (still) => {
            const { messages } = await run(text, MOST_TRACE, 'v6', 'd0');
            still();
            const parts = await values('names', text);
            still();
            const walk = new Walk(parts, parseTrace(messages));
            return stepper(walk, messages.length >= MOST_TRACE);
        });
    }

    function stepper(walk, isCut) {
        const last = walk.steps.length - 1;
        let at = 0;
        const sentence = h('p', { class: 'sentence', 'aria-live': 'polite', id: 'sentence' });
        const place = h('span', { class: 'facts' });
        const path = h('ol', { class: 'path', 'aria-label': 'The options taken' });
        const chips = h('ul', { class: 'chips', 'aria-label': 'Items that are not covered yet, with their numbers of branches' });
        const slider = h('input', { type: 'range', min: 0, max: Math.max(last, 0), value: 0, 'aria-label': 'Step', oninput: () => go(Number(slider.value)) });
        const pace = h('input', { type: 'range', min: 0, max: 4, step: 1, value: 2, 'aria-label': 'Pace', oninput: () => timer && play() });
        const playButton = button('Play', () => (timer ? stopPlaying() : play()), { class: 'main', id: 'play' });
        const picture = matrix(walk);

        function play() {
            pause();
            if (at >= last) go(0);
            playButton.textContent = 'Pause';
            timer = setInterval(() => (at < last ? go(at + 1) : stopPlaying()), [1600, 800, 400, 150, 40][pace.value]);
        }

        function stopPlaying() {
            pause();
            playButton.textContent = 'Play';
        }

        function go(to) {
            at = Math.min(Math.max(to, 0), last);
            slider.value = at;
            const step = walk.steps[at];
            const event = walk.events[step.event];
            const state = walk.state(step);
            sentence.textContent = walk.tell(step);
            sentence.dataset.kind = event.kind === 'choose' && event.best.length <= 0 ? 'dead' : event.kind;
            place.textContent = `${at + 1} of ${last + 1}${isCut && at === last ? ' that are kept' : ''}`;
            path.replaceChildren(...walk.paths[step.event].map((index) => {
                const { text, number, of, level } = walk.events[index];
                return h('li', { value: level }, h('code', {}, text), h('span', { class: 'facts' }, ` ${number} of ${of}`));
            }));
            let from = step.event;
            // A branch that is not the first comes after the nodes below the one before it.
            while (event.kind === 'branch' && (walk.events[from].kind !== 'choose' || walk.events[from].level !== event.level)) from -= 1;
            const shown = walk.events[from];
            chips.replaceChildren(...(shown.items ?? []).slice(0, 200).map((item) =>
                h('li', { class: item.name === shown.best.name ? 'best' : item.length <= 0 ? 'none' : '' }, item.name, h('span', {}, item.length))));
            picture?.show(state, event);
        }

        const buttons = h('div', { class: 'tools' },
            button('Back', () => { stopPlaying(); go(at - 1); }, { id: 'step-back' }),
            playButton,
            button('Next', () => { stopPlaying(); go(at + 1); }, { id: 'step-next' }),
            button('Next solution', () => {
                stopPlaying();
                const next = walk.steps.findIndex(({ event }, index) => index > at && walk.events[event].kind === 'solution');
                go(next < 0 ? last : next);
            }),
            h('label', { class: 'field' }, h('span', {}, 'Pace'), pace), place);
        if (last < 0) return [h('p', { class: 'facts' }, 'There is nothing to search.')];
        go(0);
        return [buttons, slider, sentence, h('div', { class: 'step-columns' },
            h('div', {}, h('h3', {}, 'Path'), path, h('h3', {}, 'Items to cover'), chips),
            picture && h('div', {}, h('h3', {}, 'Options and items'), picture.element))].filter(Boolean);
    }

    // Tree or profile.
    function showPicture() {
        within(body, async (still) => [await pictureOf([['', text]], still)]);
    }

    function showRecorded() {
        const { name, shape } = recorded;
        within(body, async () => {
            const drawn = await line.ask(['draw', 'tree', name, shape]);
            if (drawn.status !== 0) throw new Error(`${name}: ${drawn.messages.trim()}`);
            return [imageOf(drawn.output, `The search recorded in ${name}`)];
        });
    }

    function imageOf(svg, alt) {
        const image = h('img', { class: 'paper', src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt });
        return h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Picture' }, image);
    }

    /** The trees of small searches, or the profiles of larger ones, beside each other. */
    async function pictureOf(named, still) {
        const shapes = [];
        const small = [];
        for (const [, itsText] of named) {
            const { shape, messages } = await run(itsText, '', 'v1', 'd0', 'Sshape', `T${SMALL}`);
            still();
            small.push(!messages.includes('TIMEOUT!'));
            shapes.push({ shape, messages });
        }
        let fields;
        if (small.every(Boolean)) {
            fields = ['draw', 'tree', ...named.flatMap(([name], index) => [name, shapes[index].shape])];
        } else {
            fields = ['draw', 'v128'];
            for (const [index, [name, itsText]] of named.entries()) {
                const { messages } = await run(itsText, '', 'v129', 'd0');
                still();
                shapes[index].messages = messages;
                fields.push(name, messages);
            }
        }
        const { output, status, messages } = await line.ask(fields);
        if (status !== 0) throw new Error(messages);
        const told = named.map(([name], index) => {
            const totals = shapes[index].messages.trim().split('\n').at(-1);
            return h('p', { class: 'facts' }, name ? `${name}: ${totals}` : totals);
        });
        const alt = `The search: ${told.map((line) => line.textContent).join('; ')}`;
        return h('div', {}, imageOf(output, alt), told);
    }

    // Two orders.
    function showOrders() {
        const kinds = [['given', 'as given'], ['reversed', 'reversed'], ['rare', 'fewest options first'], ['often', 'most options first'], ['random', 'at random']];
        const wanted = ['given', 'reversed'];
        const seed = field('Seed', { type: 'number', value: 1, min: 0, id: 'order-seed', onchange: () => compare() });
        const place = h('div', {});
        const choosers = ['First order', 'Second order'].map((label, index) =>
            select(label, kinds, wanted[index], (kind) => { wanted[index] = kind; compare(); }));
        body.append(h('div', { class: 'tools' }, choosers, seed), place);
        const compare = () => {
            line.stop();
            within(place, async (still) => {
                const parts = await values('names', text);
                still();
                const number = Number(seed.querySelector('input').value);
                const named = wanted.map((kind) => [kinds.find(([key]) => key === kind)[1], reorder(text, parts, kind, number)]);
                return [await pictureOf(named, still)];
            });
        };
        compare();
    }

    choose(tab);
    return {
        element,
        changed(itsText, itsFacts) {
            text = itsText;
            facts = itsFacts ?? null;
            show();
        },
        /** The problem is being changed: what was recorded of another one is not of interest any more. */
        forget() {
            recorded = null;
        },
        /** Shows a search that was recorded by the word `S` of `dlx3`. */
        draw(name, shape) {
            recorded = { name, shape };
            choose('picture');
            element.scrollIntoView({ block: 'nearest' });
        },
        close() {
            shows += 1;
            pause();
            line.stop();
        },
    };
}

/** The problem with its primary items in another order. */
export function reorder(text, { items, options }, kind, seed) {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.trim() && !line.startsWith('|'));
    const words = lines[at].trim().split(/\s+/);
    const bar = words.indexOf('|') < 0 ? words.length : words.indexOf('|');
    const numbers = items.map(() => 0);
    for (const option of options) for (const [item] of option) numbers[item] += 1;
    // A small generator (mulberry32): the same seed gives the same order everywhere.
    let state = seed >>> 0;
    const random = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    const keys = words.slice(0, bar).map((word, index) => ({ word, index, key: { given: 0, reversed: -index, rare: numbers[index], often: -numbers[index], random: kind === 'random' ? random() : 0 }[kind] }));
    keys.sort((a, b) => a.key - b.key || a.index - b.index);
    lines[at] = keys.map(({ word }) => word).concat(words.slice(bar)).join(' ');
    return lines.join('\n');
}

/** Options as rows, items as columns: what is covered fades, what is chosen stands out. */
function matrix(walk) {
    const { options, items } = walk;
    if (options.length > MOST_ROWS || items.length > MOST_COLUMNS) return null;
    const size = 22;
    const longest = Math.max(...items.map(({ name }) => name.length), 1);
    const head = 14 + 7 * longest;
    const heads = items.map(({ name, isPrimary }, column) => {
        const x = column * size + 15;
        return s('text', { transform: `translate(${x} ${head - 8}) rotate(-90)`, class: isPrimary ? '' : 'secondary' }, name);
    });
    const rows = options.map((option, row) => s('g', {}, option.map(([item, color]) => [
        s('rect', { x: item * size + 1, y: head + row * size + 1, width: size - 2, height: size - 2, rx: 2 }),
        color ? s('text', { x: item * size + size / 2, y: head + row * size + 15, 'text-anchor': 'middle' }, color) : null,
    ])));
    const [width, height] = [items.length * size, head + options.length * size];
    const svg = s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, class: 'matrix', role: 'img', 'aria-label': 'Options as rows, items as columns' }, heads, rows);
    return {
        element: h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Matrix' }, svg),
        show(state, event) {
            rows.forEach((row, option) => {
                const now = event.kind === 'branch' && event.option === option;
                row.setAttribute('class', now ? 'now' : state.chosen.includes(option) ? 'chosen' : state.live.has(option) ? '' : 'gone');
            });
            const best = event.kind === 'choose' ? walk.byName.get(event.best.name) : event.item;
            heads.forEach((head, item) => {
                const kind = item === best && event.kind !== 'solution' ? 'best' : state.active.has(item) ? '' : 'gone';
                head.setAttribute('class', `${kind} ${items[item].isPrimary ? '' : 'secondary'}`);
            });
        },
    };
}
