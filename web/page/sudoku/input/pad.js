// The pad: a key for each digit, or each color, and one that empties the cells.

import { h } from '../../dom.js';
import { COLORS } from '../drawing/board.js';
import { EMPTY } from '../model/grid.js';

const VERBS = { notes: 'Mark', centre: 'Mark the middle with' };

export function padOf(grid, put) {
    const element = h('div', { class: 'pad no-print', role: 'group', 'aria-label': 'Digits', id: 'sudoku-pad' });
    let drawn = '';

    function draw(isColors) {
        const key = `${isColors} ${grid.signs}`;
        if (key === drawn) return;
        drawn = key;
        const signs = isColors ? COLORS.map((_, number) => String(number + 1)) : [...grid.signs];
        element.style.setProperty('--keys', signs.length > 9 ? 9 : signs.length + 1);
        element.replaceChildren(
            ...signs.map((digit) => h('button', { type: 'button', onclick: () => put(digit), 'data-digit': digit, class: isColors ? `color-${digit}` : '' }, isColors ? '' : digit)),
            h('button', { type: 'button', onclick: () => put(EMPTY), 'aria-label': 'Empty the cell' }, '⌫'));
    }

    return {
        element,
        /** Shows what keys do: where digits go, whether chosen cells have a mark, how many of a digit are not placed. */
        show({ mode, has, left }) {
            const isColors = mode === 'colors';
            draw(isColors);
            for (const name of ['notes', 'centre', 'colors']) element.classList.toggle(name, name === mode);
            for (const key of element.querySelectorAll('[data-digit]')) {
                const { digit } = key.dataset;
                const isMarked = has(digit);
                key.classList.toggle('marked', isMarked);
                key.classList.toggle('done', !isColors && left(digit) === 0);
                const what = isColors ? COLORS[digit - 1] : digit;
                if (mode === 'digits') key.setAttribute('aria-label', `Put ${digit}`);
                else key.setAttribute('aria-label', isMarked ? `Take ${isColors ? '' : 'mark '}${what} away` : `${VERBS[mode] ?? 'Color'} ${what}`);
            }
        },
        setReady(isReady) {
            element.inert = !isReady;
        },
    };
}
