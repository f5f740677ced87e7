// A board of cells to be painted with a mouse, a finger or keys: one tab stop, and a stroke is one change.

import { h } from './dom.js';
import { roving } from './roving.js';

const isOn = (letter) => letter !== '.' && letter !== ' ';

/** `painted(rows)` is called with the rows after each stroke. A painted cell is a #. */
export function paintBoard({ label, painted, ...attributes }) {
    let rows = [];
    /** What a stroke makes of cells; nothing while there is none. */
    let brush = null;
    const element = h('div', { class: 'draw-board', role: 'group', 'aria-label': label, ...attributes });
    const stops = roving(element, 'button');
    const cells = () => [...element.children];
    const width = () => rows[0]?.length ?? 0;

    function put(cell, letter) {
        const at = cells().indexOf(cell);
        if (at < 0) return;
        const [row, column] = [Math.floor(at / width()), at % width()];
        if (isOn(rows[row][column]) === isOn(letter)) return;
        rows[row] = rows[row].slice(0, column) + letter + rows[row].slice(column + 1);
        cell.setAttribute('aria-pressed', String(isOn(letter)));
    }

    const turned = (cell) => (cell.getAttribute('aria-pressed') === 'true' ? '.' : '#');

    element.addEventListener('pointerdown', (event) => {
        const cell = event.target.closest('button');
        if (!cell || event.button !== 0) return;
        // A finger stays with its first element otherwise.
        event.target.releasePointerCapture?.(event.pointerId);
        brush = turned(cell);
        put(cell, brush);
        addEventListener('pointerup', end);
        addEventListener('pointercancel', end);
    });
    element.addEventListener('pointermove', (event) => {
        if (brush !== null) put(document.elementFromPoint(event.clientX, event.clientY)?.closest('button'), brush);
    });
    function end() {
        brush = null;
        removeEventListener('pointerup', end);
        removeEventListener('pointercancel', end);
        painted([...rows]);
    }
    // Keys, and whoever presses without a pointer.
    element.addEventListener('click', (event) => {
        const cell = event.target.closest('button');
        if (!cell || event.detail > 0) return;
        put(cell, turned(cell));
        painted([...rows]);
    });

    return {
        element,
        get rows() {
            return [...rows];
        },
        /** Shows these rows, all made as long as the longest. */
        show(its) {
            const most = Math.max(0, ...its.map((row) => row.length));
            const same = its.length === rows.length && most === width();
            rows = its.map((row) => row.padEnd(most, '.'));
            element.hidden = most === 0;
            element.style.setProperty('--columns', most);
            const letters = [...rows.join('')];
            if (same) return cells().forEach((cell, at) => cell.setAttribute('aria-pressed', String(isOn(letters[at]))));
            element.replaceChildren(...letters.map((letter, at) => h('button', { type: 'button', 'aria-pressed': String(isOn(letter)), 'aria-label': `Row ${Math.floor(at / most) + 1}, column ${(at % most) + 1}` })));
            stops.settle();
        },
    };
}
