// The tray: the pieces that are not on the board, each a tab stop.

import { h } from '../dom.js';
import { pieceSvg } from './hand-board.js';

/** How wide a cell of a piece in the tray is, in rem: smaller if there are many pieces, and larger if they are single tiles. */
const sizeOf = (pieces) => (pieces.every(({ shape }) => shape.cells.length === 1) ? 2.4 : pieces.length > 20 ? 0.8 : 1.1);

export function handTray(name) {
    const element = h('ul', { class: 'tray no-print', id: `${name}-tray`, 'aria-label': 'Pieces to be placed' });
    return {
        element,
        /** Shows pieces: shape, color, number, label, how many are left ("" if one is), and whether it is in hand. */
        show(grid, pieces) {
            const focused = element.querySelector(':focus')?.dataset.piece;
            const size = sizeOf(pieces);
            element.replaceChildren(...pieces.map(({ shape, color, number, label, left, isInHand, isLifted }) => h('li', {},
                h('button', { type: 'button', 'data-piece': number, 'aria-label': label, 'aria-pressed': String(isInHand), class: isLifted ? 'lifted' : '' }, pieceSvg(grid, shape, color, size), left ? h('span', { class: 'left' }, left) : null))));
            element.hidden = pieces.length === 0;
            if (focused !== undefined) this.focus(Number(focused));
        },
        /** Gives the focus to a piece, or to the next one that is there. */
        focus(number) {
            const all = [...element.querySelectorAll('button')];
            const next = all.find((button) => Number(button.dataset.piece) >= number) ?? all.at(-1);
            next?.focus({ preventScroll: true });
            return next !== undefined;
        },
        /** Marks the piece that is dragged, without drawing it again: a finger holds it. */
        lift(number, isLifted) {
            element.querySelector(`[data-piece="${number}"]`)?.classList.toggle('lifted', isLifted);
        },
    };
}
