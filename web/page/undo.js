// Undo and redo of a view: its buttons, the keys, and an entry of the browser's history for what is replaced.

import { turnOver } from './address.js';
import { button, h } from './dom.js';
import { History } from './history.js';

/** The histories of all views, as long as the page is open: a view that is opened again has its own. */
const histories = new Map();

/** Whether anything was changed in a part since the page was opened. */
export const hasChanged = (part) => histories.get(part)?.canUndo ?? false;

/** A pause of this length, in milliseconds, ends a word. */
const PAUSE = 800;

/**
 * The history of a view. `state()` is what it has now, `restore(state)` puts it back; `before` are
 * states that are known to have come before the first one. Fields with `data-undo` have all that is
 * typed in the history; other fields have the browser's own undoing. What is only begun is given up
 * first: `giveUp()` says whether there was something.
 */
export function undoing(part, { state, restore, before = [], giveUp = () => false }) {
    const opened = state();
    let history = histories.get(part);
    if (history) {
        history.rest();
        history.record(opened);
    } else {
        history = new History(...before, opened);
        histories.set(part, history);
    }
    let timer = 0;

    function go(next) {
        restore(next);
        show();
    }

    function show() {
        undoButton.disabled = !history.canUndo;
        redoButton.disabled = !history.canRedo;
    }

    const undo = () => giveUp() || (history.canUndo && go(history.undo()));
    const redo = () => history.canRedo && go(history.redo());
    const undoButton = button('Undo', undo, { id: `${part}-undo`, title: 'Ctrl+Z' });
    const redoButton = button('Redo', redo, { id: `${part}-redo`, title: 'Ctrl+Shift+Z or Ctrl+Y' });

    function keys(event) {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        const act = key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : null;
        const isText = event.target.matches?.('textarea, input:not([type="checkbox"], [type="range"])');
        if (!act || (isText && !('undo' in event.target.dataset))) return;
        event.preventDefault();
        act();
    }

    document.addEventListener('keydown', keys);
    show();
    return {
        /** Side by side, also where a row ends. */
        buttons: h('span', { class: 'pair' }, undoButton, redoButton),
        /** Something has changed; `word` if it is a letter of one that is being typed there. */
        record(word = null) {
            history.record(state(), word);
            clearTimeout(timer);
            if (word !== null) timer = setTimeout(() => history.rest(), PAUSE);
            show();
        },
        /** What is typed from now on is a step of its own, as an answer to this was asked for. */
        rest() {
            clearTimeout(timer);
            history.rest();
        },
        /** All that is here is about to be replaced: the browser's Back button leads to it, too. */
        replacing() {
            turnOver(part, history.state);
        },
        close() {
            clearTimeout(timer);
            document.removeEventListener('keydown', keys);
        },
    };
}
