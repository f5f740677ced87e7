// How a Sudoku is typed into: keys, the pad, the clipboard. What is typed is told, and nothing else done.

import { h } from './dom.js';
import { DIGITS, EMPTY } from './sudoku-grid.js';

const FIELDS = 'input, textarea, select';

/**
 * Listens for the board `element` of a grid. `move(down, right)` goes to another cell, `put(digit)` writes a
 * digit, `mark(digit)` a mark, `turn()` changes from digits to marks and back, `take(text)` gets what is
 * pasted. `isReady()` says whether there is a board.
 */
export function listen(grid, element, { move, put, mark, turn, take, isReady }) {
    const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

    /** The digit of a key; with Shift, number keys give other signs, but say which key it is. */
    function digitOf(event) {
        const number = event.shiftKey && /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
        const key = number || event.key.toUpperCase();
        return key.length === 1 && DIGITS.slice(0, grid.order).includes(key) ? [key, Boolean(number)] : [null, false];
    }

    function keys(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !isReady()) return;
        const isHere = element.contains(event.target);
        // Digits are typed anywhere but into a field.
        if (!isHere && event.target.matches?.(FIELDS)) return;
        const [digit, isMark] = digitOf(event);
        if (isHere && MOVES[event.key]) move(...MOVES[event.key]);
        else if (isHere && event.key === ' ') turn();
        else if (digit) (isMark ? mark : put)(digit);
        else if (['Backspace', 'Delete', '0', '.'].includes(event.key)) put(EMPTY);
        else return;
        event.preventDefault();
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

/** The pad: a key for each digit, and one that empties the cell. */
export function padOf(put) {
    const element = h('div', { class: 'pad no-print', role: 'group', 'aria-label': 'Digits', id: 'sudoku-pad' });
    return {
        element,
        draw(order) {
            element.style.setProperty('--keys', order > 9 ? 9 : order + 1);
            element.replaceChildren(
                ...[...DIGITS.slice(0, order)].map((digit) => h('button', { type: 'button', onclick: () => put(digit), 'data-digit': digit }, digit)),
                h('button', { type: 'button', onclick: () => put(EMPTY), 'aria-label': 'Empty the cell' }, '⌫'));
        },
        /** Shows what keys do: `has(digit)` says whether the cell has this mark, `left(digit)` how many are not placed. */
        show({ isMarking, has, left }) {
            element.classList.toggle('marking', isMarking);
            for (const key of element.querySelectorAll('[data-digit]')) {
                const { digit } = key.dataset;
                const isMarked = has(digit);
                key.classList.toggle('marked', isMarked);
                key.classList.toggle('done', left(digit) === 0);
                key.setAttribute('aria-label', isMarking ? `${isMarked ? 'Take mark' : 'Mark'} ${digit}${isMarked ? ' away' : ''}` : `Put ${digit}`);
            }
        },
    };
}
