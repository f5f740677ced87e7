// The frame: which part is shown, the theme, and the copy for working offline.

import { parse, unpack } from './address.js';
import { announce, h } from './dom.js';

const PARTS = {
    problem: ['A problem', () => import('./problem.js')],
    sudoku: ['Sudoku', () => import('./sudoku.js')],
    pack: ['Packings', () => import('./pack.js')],
    peg: ['Peg solitaire', () => import('./peg.js')],
    sieve: ['The sieve', () => import('./sieve.js')],
};

const main = document.getElementById('main');
const shown = { part: null, view: null, hash: null };

function buildMenu() {
    const menu = document.getElementById('menu');
    for (const [part, [name]] of Object.entries(PARTS)) {
        menu.append(h('a', { href: `#/${part}`, 'data-part': part }, name));
    }
}

async function show() {
    const { part: asked, letters } = parse(location.hash);
    const part = PARTS[asked] ? asked : 'problem';
    let state = null;
    if (letters) {
        try {
            state = await unpack(letters);
        } catch {
            announce('This link is not whole; here is the part without it.');
        }
    }
    shown.view?.close?.();
    for (const link of document.querySelectorAll('#menu a')) {
        if (link.dataset.part === part) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    const [name, open] = PARTS[part];
    document.title = `${name} · dlx3`;
    const module = await open();
    main.replaceChildren();
    shown.view = module.open(main, state ?? {});
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
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', async (event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) shown.view?.drop?.(file);
    });
}

// Not an address of its own: the state is there.
document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
});

buildMenu();
setUpTheme();
setUpDrop();
addEventListener('hashchange', show);
show();
if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
    navigator.serviceWorker.register(new URL('sw.js', import.meta.url)).catch(() => {
        // Without it the page works while it is open, and as long as its server is there.
    });
}
