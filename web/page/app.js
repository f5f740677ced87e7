// The frame: which part is shown, the theme, and the copy for working offline.

import { leave, parse, remember, unpack } from './address.js';
import { setUpCopying } from './copy-link.js';
import { h } from './dom.js';
import { warm } from './jobs.js';
import { turn } from './keeping.js';
import { titleOf } from './recent.js';

const PARTS = {
    home: ['Puzzles', () => import('./front.js')],
    problem: ['Your own problem', () => import('./problem.js')],
    sudoku: ['Sudoku', () => import('./sudoku.js')],
    pack: ['Packings', () => import('./pack.js')],
    peg: ['Peg solitaire', () => import('./peg.js')],
    sieve: ['The sieve', () => import('./sieve.js')],
};

/** Which part a file goes to, by the end of its name; any other one goes to the part that is open. */
const HOMES = { dlx: 'problem', csv: 'problem', tsv: 'problem', tab: 'problem', shape: 'problem', xmpuzzle: 'pack' };

const main = document.getElementById('main');
/** The part that is open, and its view. */
let shown = { part: null, view: null };
/** How parts were left: their states, and what the address had of them then. */
const left = new Map();
/** Counts changes of the address: a part that is still being loaded gives way to a newer one. */
let turns = 0;
/** Until the part of the address is open. */
let opening = Promise.resolve();

function buildMenu() {
    const menu = document.getElementById('menu');
    for (const [part, [name]] of Object.entries(PARTS)) {
        if (part !== 'home') menu.append(h('a', { href: `#/${part}`, 'data-part': part }, name));
    }
}

/** Says something above the part. */
function note(text) {
    main.querySelector('.note')?.remove();
    main.prepend(h('p', { class: 'fault note', role: 'alert' }, text));
}

/** Closes the part that is open, and keeps its state. */
function close(letters) {
    if (!shown.view) return;
    left.set(shown.part, { letters, state: shown.view.state() });
    shown.view.close();
    shown = { part: null, view: null };
}

/** Opens the part of the address. What the address says after a part was left is how it was left. */
async function show(before = '') {
    const mine = ++turns;
    const { part: asked, letters, link } = parse(location.hash);
    const part = Object.hasOwn(PARTS, asked) ? asked : 'home';
    if (shown.part === part && !letters && !link) {
        // It is open: only its state is missing from the address.
        remember(part, shown.view.state());
        return;
    }
    leave();
    if (letters || link) turn(part);
    close(parse(before).letters);
    const [name, load] = PARTS[part];
    for (const link of document.querySelectorAll('#menu a')) {
        if (link.dataset.part === part) {
            link.setAttribute('aria-current', 'page');
            // On a narrow screen, not all of the menu is seen.
            link.scrollIntoView({ block: 'nearest', inline: 'center' });
        }
        else link.removeAttribute('aria-current');
    }
    document.title = `${name} · dlx3`;
    delete document.documentElement.dataset.ready;
    main.replaceChildren();
    let state = {};
    let isWhole = true;
    const kept = left.get(part);
    try {
        if (link) state = { link, given: '' };
        else if (kept && (!letters || letters === kept.letters)) state = kept.state;
        else if (letters) state = (await unpack(letters)) ?? {};
    } catch {
        isWhole = false;
    }
    let module;
    try {
        module = await load();
    } catch (fault) {
        if (mine === turns) note(`This part cannot be loaded (${fault.message}). Load the page again once its server can be reached.`);
        return;
    }
    if (mine !== turns) return;
    let root = h('div');
    let view;
    try {
        view = module.open(root, state);
    } catch {
        // Letters that are whole, but of another page.
        isWhole = false;
        root = h('div');
        view = module.open(root, {});
    }
    // On paper alone.
    main.replaceChildren(h('p', { class: 'paper-title', 'aria-hidden': 'true' }, name), root);
    shown = { part, view };
    if (!isWhole) note('This link is not whole; here is the part without it.');
    document.documentElement.dataset.ready = part;
}

function setUpTheme() {
    const button = document.getElementById('theme');
    const system = matchMedia('(prefers-color-scheme: dark)');
    const root = document.documentElement;
    const read = () => {
        try {
            return localStorage.getItem('theme');
        } catch {
            return null;
        }
    };
    const apply = (theme) => {
        if (theme) root.dataset.theme = theme;
        const isDark = (theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
        button.setAttribute('aria-pressed', String(isDark));
    };
    apply(read());
    system.addEventListener('change', () => apply(read()));
    button.addEventListener('click', () => {
        const theme = button.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
        apply(theme);
        try {
            localStorage.setItem('theme', theme);
        } catch {
            // It holds until the page is closed.
        }
    });
}

/** Files that are dropped anywhere go to the part that knows them. */
function setUpDrop() {
    let drops = 0;
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', async (event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        const mine = ++drops;
        let bytes;
        try {
            bytes = new Uint8Array(await file.arrayBuffer());
        } catch {
            return note(`${file.name} cannot be read.`);
        }
        if (mine !== drops) return;
        const home = HOMES[file.name.split('.').at(-1).toLowerCase()];
        if (home && home !== parse(location.hash).part) {
            const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
            location.hash = `#/${home}`;
            await changed;
        }
        await opening;
        if (mine !== drops || !shown.view) return;
        main.querySelector('.note')?.remove();
        if (shown.view.drop) shown.view.drop(file.name, bytes);
        else note('This part takes no files.');
    });
}

/** What is printed says what it is. */
addEventListener('beforeprint', () => {
    const title = main.querySelector('.paper-title');
    if (title) title.textContent = [shown.part === 'home' ? 'Calendar puzzle' : PARTS[shown.part][0], titleOf(shown.part, shown.view.state())].filter(Boolean).join(': ');
});

// Not an address of its own: the state is there.
document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
});

buildMenu();
setUpTheme();
setUpCopying(() => shown.view && remember(shown.part, shown.view.state()));
setUpDrop();
addEventListener('hashchange', ({ oldURL }) => { opening = show(new URL(oldURL).hash); });
opening = show();
/** After the first part is open, in milliseconds: the library, and the copies of all files, give way to it. */
const LATER = 300;
opening.then(() => setTimeout(() => {
    warm();
    if (!('serviceWorker' in navigator) || !location.protocol.startsWith('http')) return;
    navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {
        // Without it the page works while it is open, and as long as its server is there.
    });
}, LATER));
