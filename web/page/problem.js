// Part 1, a problem: its text, its answers, and its search.

import { remember } from './address.js';
import { announce, answersOf, button, field, h, later, reveal, save, select } from './dom.js';
import { Editor } from './editor.js';
import { EXAMPLES, PARTY, textOf } from './examples.js';
import { Line, Stopped, quick, search, values } from './jobs.js';
import { openSearch } from './problem-search.js';
import { columnsOf, findColumns, guessColumns, headerOf } from './table.js';
import { undoing } from './undo.js';

/** Counts one by one, beside the count by states. */
const beside = new Line();

/** How many solutions a run shows; the others are counted. */
const SHOWN = 200;

/** How long items that contradict each other are looked for at first, in seconds; then twice as long each time. */
const PATIENCE = 30;

export function open(main, state) {
    let fault = null;
    let facts = null;
    let running = null;
    let shown = '';
    /** What is asked about: the text of the editor, or what was read from its table. */
    let problem = '';
    /** If the text of the editor is a table: which of its columns are what. */
    let table = null;

    /** The problem that the answers are of. */
    let answered = null;

    const editor = new Editor({ id: 'problem', 'aria-label': 'The problem, in .dlx format', 'aria-describedby': 'fault', 'data-undo': '' }, () => {
        fills += 1;
        changed('text');
    });
    const faultLine = h('p', { id: 'fault', class: 'fault', role: 'alert' });
    const factLine = h('p', { class: 'facts' });

    // Examples.
    const parameters = field('Parameters', { id: 'parameters', size: 14, spellcheck: 'false' });
    const parametersInput = parameters.querySelector('input');
    const exampleChoices = Object.entries(EXAMPLES).map(([key, { name }]) => [key, name]);
    let example = Object.hasOwn(EXAMPLES, state.example ?? '') ? state.example : 'party';
    const exampleSelect = select('Example', exampleChoices, example, (key) => choose(key), { id: 'example' });
    parametersInput.addEventListener('change', () => fill());
    /** The example and the parameters that the text was made of. */
    let filled = { example, parameters: state.parameters ?? EXAMPLES[example]?.first ?? '' };

    function showParameters() {
        const { asks } = EXAMPLES[example];
        parameters.hidden = !asks;
        parameters.querySelector('span').textContent = asks || 'Parameters';
    }

    async function choose(key) {
        example = key;
        parametersInput.value = EXAMPLES[key].first ?? '';
        showParameters();
        await fill();
    }

    /** Counts what fills the editor: an example that comes after something newer is not wanted. */
    let fills = 0;

    async function fill() {
        const mine = ++fills;
        unknown();
        try {
            const text = await textOf(example, parametersInput.value);
            if (mine !== fills) return;
            put(text, null, { example, parameters: parametersInput.value });
        } catch (fault) {
            if (mine === fills) showFault({ fault: fault.message, line: 0 });
        }
    }

    // Tables.
    const tablePane = h('div', { class: 'tools', id: 'table', hidden: true });

    function showTable() {
        tablePane.hidden = table === null;
        if (table === null) return;
        const names = columnsOf(editor.value, table.header).map((name) => [name, name]);
        const labels = { cost: ['Costs', 'none'], items: ['Items', 'each column is one'], id: ['Names', 'none'] };
        const headers = [['', 'as it looks'], ['yes', 'names the columns'], ['no', 'is an option']];
        tablePane.replaceChildren(
            select('First line', headers, table.header, setHeader, { id: 'table-header' }),
            ...Object.entries(labels).map(([key, [label, none]]) =>
                select(label, [['', none], ...names], table[key], (name) => { table[key] = name; changed(); }, { id: `table-${key}` })),
            button('Turn into .dlx', () => put(problem), { id: 'table-turn', disabled: true }));
    }

    /** The columns have other names if the first line does not name them. */
    function setHeader(header) {
        const were = columnsOf(editor.value, table.header);
        const names = columnsOf(editor.value, header);
        for (const key of ['cost', 'items', 'id']) table[key] = names[were.indexOf(table[key])] ?? '';
        table.header = header;
        showTable();
        tablePane.querySelector('select').focus();
        changed();
    }

    /** Puts a text into the editor: a problem, or a table with these columns. */
    function put(text, columns = null, made = filled) {
        fills += 1;
        undo.replacing();
        editor.value = text;
        table = columns;
        filled = made;
        showTable();
        changed();
    }

    /** Puts a table there, with the columns that it seems to have. */
    async function putTable(text) {
        const mine = ++fills;
        unknown();
        const columns = await findColumns(text, async ({ cost, items, id }) => {
            const { output, status } = await quick.ask(['import-csv', text, cost, items, id, '']);
            if (status !== 0 || !output) return null;
            const read = await values('names', output);
            return { items: read.items.map(([name]) => name), options: read.options.length, entries: read.options.reduce((sum, option) => sum + option.length, 0) };
        }).catch(() => guessColumns(headerOf(text)));
        if (mine === fills) put(text, { ...columns, header: '' });
    }

    // Answers.
    const runButton = button('List solutions', () => run(), { id: 'run', class: 'main', title: 'Ctrl+Enter' });
    const findButton = button('One solution', () => answer('Looking for one', ['find']), { id: 'find' });
    const countButton = button('Count them', () => answer('Counting', ['count']), { id: 'count' });
    const sampleButton = button('Five at random', () => answer('Drawing', ['sample', 5, Math.floor(Math.random() * 2 ** 31)]), { id: 'sample' });
    const bestButton = button('Three cheapest', () => answer('Looking for the cheapest', ['best', 3]), { id: 'best' });
    const stopButton = button('Stop', () => stop(), { id: 'stop', disabled: true });
    const askers = [runButton, findButton, countButton, sampleButton, bestButton];
    /** Shown once it is known that there is no solution. */
    const whyButton = button('Why is there none?', () => tellWhy(), { id: 'why', hidden: true });
    let patience = PATIENCE;
    // Nothing is known of the problem before `check` has said what it is.
    for (const asker of askers) asker.disabled = true;
    const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': 'The share of the search that is done, as estimated' });
    const statistics = h('pre', { id: 'statistics', tabindex: 0, 'aria-label': 'Statistics' });
    const solutions = h('pre', { id: 'solutions', tabindex: 0, 'aria-label': 'Solutions' });
    const note = h('p', { class: 'facts' });
    const saveButton = button('Save solutions', () => save('solutions.txt', 'text/plain', shown), { class: 'quiet', hidden: true });
    const answers = answersOf({ class: 'on-paper' }, statistics, note, solutions, saveButton);

    function begin() {
        running?.stop();
        const token = { stop: () => search.stop() };
        running = token;
        answered = problem;
        showAge();
        for (const asker of [...askers, whyButton]) asker.disabled = true;
        stopButton.disabled = false;
        bar.hidden = false;
        bar.removeAttribute('value');
        statistics.textContent = '';
        solutions.textContent = '';
        note.textContent = '';
        shown = '';
        saveButton.hidden = true;
        return token;
    }

    function end(token) {
        if (running !== token) return;
        running = null;
        stopButton.disabled = true;
        bar.hidden = true;
        saveButton.hidden = !shown;
        enable();
        reveal(answers.element);
    }

    function enable() {
        const isBad = fault !== null || facts === null;
        for (const asker of [...askers, whyButton]) asker.disabled = isBad || running !== null;
        const turn = tablePane.querySelector('button');
        if (turn) turn.disabled = isBad;
    }

    function stop() {
        running?.stop();
    }

    async function run() {
        undo.rest();
        if (runButton.disabled) return;
        const text = problem;
        const token = begin();
        let told = '';
        let sofar = '';
        const began = performance.now();
        try {
            const heard = (kind, text) => {
                if (running !== token) return;
                if (kind === 'output') solutions.textContent += text;
                else if (kind === 'messages') statistics.textContent = told += text;
                else if (kind === 'progress') {
                    const at = text.indexOf('\n');
                    bar.value = Number(text.slice(0, at));
                    sofar = text.slice(at + 1);
                    note.textContent = `So far: ${sofar}`;
                }
            };
            const extended = facts.extended ? '1' : '';
            // The words of `dlx3 v1 d0`; the first solutions are shown, too.
            const { messages, output, status } = await search.ask(['dlx3', text, extended, SHOWN, '', 'v1', 'd0'], heard);
            if (status !== 0) throw new Error(messages.trim());
            statistics.textContent = messages;
            const found = /Altogether (\d+) solution/.exec(messages)?.[1] ?? '0';
            const seconds = ((performance.now() - began) / 1000).toFixed(2);
            const cut = BigInt(found) > BigInt(SHOWN) ? ` The first ${SHOWN} are shown.` : '';
            note.textContent = `${found === '0' ? 'There is no solution. ' : ''}${seconds} s.${cut}`;
            shown = output;
            announce(messages.trim().split('\n').at(-1));
            if (found === '0') whyButton.hidden = false;
        } catch (fault) {
            failed(fault, token, sofar);
        } finally {
            end(token);
        }
    }

    async function answer(doing, fields) {
        const [verb, ...rest] = fields;
        const token = begin();
        note.textContent = `${doing} ...`;
        const began = performance.now();
        let sofar = '';
        try {
            const asked = search.ask([verb, problem, ...rest]);
            const { output, messages, status } = await (verb === 'count' ? countBeside(asked, token, (text) => { sofar = text; }) : asked);
            if (status !== 0) throw new Error(messages.trim());
            if (verb === 'count') statistics.textContent = output;
            else {
                statistics.textContent = messages;
                solutions.textContent = output;
            }
            shown = verb === 'count' ? '' : output;
            note.textContent = `${((performance.now() - began) / 1000).toFixed(2)} s.`;
            announce(statistics.textContent.trim());
            if (verb === 'count' ? output.trim() === '0' : !output) whyButton.hidden = false;
        } catch (fault) {
            failed(fault, token, sofar);
            if (running === token && /there (is|are) no solutions?$/.test(fault.message)) whyButton.hidden = false;
        } finally {
            if (verb === 'count' && running === token) token.stop();
            end(token);
        }
    }

    /** Counts one by one, too: how far that has come can be seen, and stays when it is stopped. */
    async function countBeside(asked, token, see) {
        token.stop = () => {
            search.stop();
            beside.dismiss();
        };
        const heard = (kind, text) => {
            if (running !== token || kind !== 'progress') return;
            const at = text.indexOf('\n');
            bar.value = Number(text.slice(0, at));
            see(text.slice(at + 1));
            note.textContent = `Counting ... so far: ${text.slice(at + 1)}`;
        };
        const one = beside.ask(['dlx3', problem, facts.extended ? '1' : '', 0, '', 'd0'], heard).then((ended) => {
            const number = /Altogether (\d+) solution/.exec(ended.messages)?.[1];
            return ended.status === 0 && number ? { ...ended, output: `${number}\n`, messages: '' } : asked;
        }, () => asked);
        return Promise.race([asked.catch((fault) => { if (fault instanceof Stopped) throw fault; return one; }), one]);
    }

    /** The smallest set of items that cannot be covered together, as far as it is found in time. */
    async function tellWhy() {
        const token = begin();
        note.textContent = 'Looking for items that contradict each other ...';
        const began = performance.now();
        let isLate = false;
        const limit = setTimeout(() => {
            isLate = true;
            token.stop();
        }, patience * 1000);
        try {
            const { output, values, messages, status } = await search.ask(['why', problem]);
            if (status !== 0) throw new Error(messages.trim());
            const { items, minimal } = JSON.parse(values || '{"items":[]}');
            const which = items.length === 1 ? 'This item cannot be covered' : `These ${items.length} items cannot be covered together`;
            statistics.textContent = items.length === 0 ? messages : `${which}${items.length > 1 && minimal ? ', but they can without any one of them' : ''}. ${items.length === 1 ? 'Below it are the options that it needs' : 'Below them are the options that they need'}.`;
            solutions.textContent = output;
            note.textContent = `${((performance.now() - began) / 1000).toFixed(2)} s.`;
            announce(statistics.textContent);
        } catch (fault) {
            failed(fault, token, '');
            if (isLate && running === token) {
                note.textContent = `Not found within ${patience} s. The next press gives it ${2 * patience} s.`;
                patience *= 2;
            }
        } finally {
            clearTimeout(limit);
            end(token);
        }
    }

    function failed(fault, token, sofar) {
        if (running !== token) return;
        if (fault instanceof Stopped) {
            note.textContent = sofar ? 'Stopped. These are the numbers of the last look.' : 'Stopped.';
            if (sofar) statistics.textContent += `INTERRUPTED!\n${sofar}`;
            announce('Stopped');
        } else {
            note.textContent = fault.message;
        }
    }

    // What is typed.
    function showFault(found) {
        fault = found;
        faultLine.replaceChildren();
        if (found) {
            editor.mark(found);
            const place = found.line ? `Line ${found.line}: ` : '';
            const hint = found.text?.trim().split('\n').at(-1).replace(/^.*?\bline \d+[:,]? ?/, '');
            faultLine.append(
                found.line ? h('button', { type: 'button', class: 'link', onclick: () => editor.goTo(found) }, `${place}${found.fault}`) : found.fault,
                hint ? h('span', { class: 'hint' }, ` ${hint}`) : '',
            );
            factLine.textContent = '';
        }
        enable();
    }

    /** Dims the answers if they are of another problem. */
    function showAge() {
        answers.dim(answered !== null && (facts === null || answered !== problem));
    }

    /** What was said of the text before does not hold any more; `check` says what does. */
    function unknown() {
        facts = null;
        whyButton.hidden = true;
        patience = PATIENCE;
        showAge();
        checks += 1;
        checkLater.cancel();
        enable();
    }

    /** What the text of the editor has, or its fault. */
    async function read(text) {
        if (!table) return { text, ...(await values('check', text)) };
        const { cost, items, id, header } = table;
        const { output, values: fault, messages, status } = await quick.ask(['import-csv', text, cost, items, id, header]);
        if (status !== 0) throw new Error(messages.trim());
        if (fault) return { ...JSON.parse(fault), isCell: true };
        return { text: output, ...(await values('check', output)) };
    }

    let checks = 0;
    async function check() {
        const mine = ++checks;
        const found = await read(editor.value).catch((fault) => ({ fault: fault.message, line: 0, position: 0 }));
        if (mine !== checks) return;
        if (found.fault) {
            facts = null;
            showFault(found);
            searchPane.changed(null);
        } else {
            facts = found;
            problem = found.text;
            showAge();
            showFault(null);
            editor.mark(null);
            factLine.textContent =
                `${found.options} options, ${found.primary}+${found.secondary} items, ${found.entries} entries` +
                (found.costs ? ', with costs' : '');
            searchPane.changed(problem, found);
        }
    }

    const checkLater = later(120, check);
    const now = () => ({ text: editor.value, ...filled, table: table && { ...table } });
    const rememberLater = later(400, () => remember('problem', now()));

    /** Something has changed: that is a step, and in the address. */
    function changed(word = null) {
        undo.record(word);
        follow();
    }

    function follow() {
        unknown();
        searchPane.forget();
        checkLater();
        rememberLater();
    }

    function restore(before) {
        fills += 1;
        editor.restore(before.text);
        ({ table } = before);
        table &&= { ...table };
        filled = { example: before.example, parameters: before.parameters };
        ({ example } = filled);
        exampleSelect.querySelector('select').value = example;
        parametersInput.value = filled.parameters;
        showParameters();
        showTable();
        follow();
    }

    const searchPane = openSearch();
    parametersInput.value = filled.parameters;
    showParameters();
    editor.value = state.text ?? PARTY;
    table = state.table ? { ...guessColumns([]), header: '', ...state.table } : null;
    showTable();
    const undo = undoing('problem', { state: now, restore });
    main.append(
        h('div', { class: 'columns' },
            h('section', { 'aria-label': 'Problem' },
                h('div', { class: 'tools' }, exampleSelect, parameters, undo.buttons),
                tablePane, editor.element, faultLine, factLine),
            h('section', { 'aria-label': 'Answers' },
                h('div', { class: 'tools' }, askers, whyButton, stopButton, button('Print', () => print(), { id: 'problem-print' })),
                bar, answers.element)),
        searchPane.element,
    );
    function keys(event) {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            run();
        } else if (event.key === 'Escape' && running) {
            stop();
        }
    }

    check();
    document.addEventListener('keydown', keys);

    return {
        state: now,
        close() {
            checks += 1;
            fills += 1;
            checkLater.cancel();
            rememberLater.cancel();
            undo.close();
            document.removeEventListener('keydown', keys);
            const token = running;
            running = null;
            token?.stop();
            searchPane.close();
        },
        drop(name, bytes) {
            const text = new TextDecoder().decode(bytes);
            if (/\.shape$/i.test(name)) searchPane.draw(name, text);
            else if (/\.(csv|tsv|tab)$/i.test(name)) putTable(text);
            else put(text);
        },
    };
}
