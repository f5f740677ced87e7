// How a Sudoku is typed into: keys and the clipboard. What is typed is told, and nothing else done.

import { EMPTY } from '../model/grid.js';

const FIELDS = 'input, textarea, select';
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Keys that go along a chain, where they are no digits. */
const LINKS = { N: 1, P: -1 };
/** Keys that say where digits go, where they are no digits. */
const MODES = { Z: 'digits', X: 'notes', C: 'centre', V: 'colors' };

/**
 * Listens for the board `element` of a grid. `move(down, right, isMore)` goes to another cell, `put(digit, mode)` writes
 * a digit where `mode` says, or else where digits go now; `turn(mode)` changes that, without `mode` to marks and
 * back; `choose(which)` chooses `all` cells or `one`; `enter()` ends what is drawn; `link(by)` goes along the chain that is
 * shown, and says whether there is one; `take(text)` gets what is pasted.
 * `isReady()` says whether there is a board. Returns what ends it.
 */
export function listenToKeys(grid, element, { move, put, turn, choose, enter, link, take, isReady }) {
    /** The digit of a key. With other keys held, number keys give other signs, but say which key it is. */
    function digitOf(event) {
        const number = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
        if (number && isHeld(event)) return [number, event.altKey ? 'colors' : event.shiftKey ? 'notes' : 'centre'];
        const key = event.key.toUpperCase();
        return [isBare(event) && key.length === 1 ? key : null, null];
    }

    const isBare = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;
    const isHeld = (event) => event.shiftKey || !isBare(event);

    function act(event) {
        const isHere = element.contains(event.target);
        const [digit, mode] = digitOf(event);
        if (isHere && MOVES[event.key] && !event.altKey) return move(...MOVES[event.key], event.shiftKey || event.ctrlKey || event.metaKey) ?? true;
        if (isHere && event.key === ' ' && isBare(event)) return turn() ?? true;
        if (isHere && event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) return choose('all') ?? true;
        if (isHere && event.key === 'Escape') return choose('one') ?? true;
        if (isHere && event.key === 'Enter') return enter();
        // Elsewhere, Ctrl and Alt with a digit are the browser's.
        if (digit && (isBare(event) || isHere) && (grid.signs.includes(digit) || /[1-9]/.test(digit))) return put(digit, mode) ?? true;
        if (!isBare(event)) return false;
        if (LINKS[digit] && link(LINKS[digit])) return true;
        if (MODES[digit] && isHere) return turn(MODES[digit]) ?? true;
        if (['Backspace', 'Delete', '0', '.'].includes(event.key)) return put(EMPTY, null) ?? true;
        return false;
    }

    function keys(event) {
        // Digits are typed anywhere but into a field.
        if (!isReady() || (!element.contains(event.target) && event.target.matches?.(FIELDS))) return;
        if (act(event)) event.preventDefault();
    }

    /** A puzzle is pasted anywhere but into a field. */
    function pasted(event) {
        if (!isReady() || event.target.matches?.('input, textarea')) return;
        const text = event.clipboardData?.getData('text') ?? '';
        if (!text.trim()) return;
        event.preventDefault();
        take(text);
    }

    document.addEventListener('keydown', keys);
    document.addEventListener('paste', pasted);
    return () => {
        document.removeEventListener('keydown', keys);
        document.removeEventListener('paste', pasted);
    };
}
