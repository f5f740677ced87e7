// One tab stop for a board of many cells: the arrow keys go from cell to cell.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Which of some places [x, y] an arrow key leads to from one: near and straight ahead; or -1. */
export function ahead(places, at, key) {
    const [x, y] = places[at];
    const [right, down] = WAYS[key];
    let [best, least] = [-1, Infinity];
    places.forEach(([otherX, otherY], other) => {
        const [dx, dy] = [otherX - x, otherY - y];
        const along = dx * right + dy * down;
        const aside = Math.abs(dx * down - dy * right);
        const far = along + 2 * aside;
        // What is beside it by a hair, as pictures are measured, is not ahead.
        if (along > 0.01 + aside / 8 && far < least) [best, least] = [other, far];
    });
    return best;
}

/**
 * Of the elements of a board that fit a selector, one is a tab stop. `settle()` says that the board has
 * others now.
 */
export function roving(board, selector) {
    let at = 0;
    const all = () => [...board.querySelectorAll(selector)];

    function settle(index = at) {
        const cells = all();
        at = Math.max(0, Math.min(index, cells.length - 1));
        cells.forEach((cell, number) => { cell.tabIndex = number === at ? 0 : -1; });
    }

    board.addEventListener('focusin', ({ target }) => {
        const number = all().indexOf(target.closest(selector));
        if (number >= 0) settle(number);
    });
    board.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const cells = all();
        const from = cells.indexOf(event.target.closest(selector));
        if (from < 0) return;
        let to = { Home: 0, End: cells.length - 1 }[event.key];
        if (event.key in WAYS) {
            const places = cells.map((cell) => {
                const { left, top, width, height } = cell.getBoundingClientRect();
                return [left + width / 2, top + height / 2];
            });
            to = ahead(places, from, event.key);
        }
        if (to === undefined) return;
        event.preventDefault();
        if (to >= 0) cells[to].focus();
    });
    return { settle };
}
