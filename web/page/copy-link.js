// The button that copies the address: what is open, as it is now.

import { parse } from './address.js';
import { announce, h } from './dom.js';

/** For how long the button tells what it has done, in milliseconds. */
const TOLD = 2500;

/** Puts a text into the clipboard; throws if the browser refuses. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // Pages that do not come over https have no clipboard, but the older way.
        const field = h('textarea', { class: 'unseen', value: text });
        document.body.append(field);
        field.select();
        const isDone = document.execCommand('copy');
        field.remove();
        if (!isDone) throw new Error('refused');
    }
}

/** `settle()` puts what is open into the address, and ends when that is done. */
export function setUpCopying(settle) {
    const button = document.getElementById('copy-link');
    const { textContent: label } = button;
    let timer = 0;
    button.addEventListener('click', async () => {
        await settle();
        let told = 'Copied';
        try {
            await copy(location.href);
            if (!parse(location.hash).letters && parse(location.hash).part) told = 'Too large: the part alone';
        } catch {
            told = 'Copy it from the address bar';
        }
        button.textContent = told;
        announce(told);
        button.focus();
        clearTimeout(timer);
        timer = setTimeout(() => { button.textContent = label; }, TOLD);
    });
}
