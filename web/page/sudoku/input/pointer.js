// Cells that are chosen with a mouse, a finger or a pen: one by one, or by a stroke over them.

/** How near to the middle of a cell a stroke must come, in parts of its side: corners are passed by. */
const NEAR = 0.42;

/**
 * Listens for strokes over the cells of a board. `begin(cell, isMore)` is told where one begins, and whether a key is
 * held that leaves the others chosen; `over(cell)` what comes next; `end()` that it is over.
 */
export function listenToPointer(grid, element, { begin, over, end }) {
    let stroke = null;

    /** Where a place of the screen is on the board, in cells. */
    function placeOf({ clientX, clientY }) {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [((clientX - left) / width) * grid.columns, ((clientY - top) / height) * grid.rows];
    }

    function cellAt([x, y], near = 1) {
        const [column, row] = [Math.floor(x), Math.floor(y)];
        if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return -1;
        return Math.hypot(x - column - 0.5, y - row - 0.5) <= near ? row * grid.columns + column : -1;
    }

    function go(event) {
        if (event.pointerId !== stroke?.id) return;
        // A fast pointer leaves out places, so cells are looked for along the way.
        const [from, to] = [stroke.at, placeOf(event)];
        const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) * 8));
        for (let step = 1; step <= steps; step += 1) {
            const cell = cellAt([0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * step) / steps), NEAR);
            if (cell < 0 || cell === stroke.cell) continue;
            stroke.cell = cell;
            over(cell);
        }
        stroke.at = to;
    }

    function stop(event) {
        if (event.pointerId !== stroke?.id) return;
        stroke = null;
        removeEventListener('pointermove', go);
        removeEventListener('pointerup', stop);
        removeEventListener('pointercancel', stop);
        end();
    }

    element.addEventListener('pointerdown', (event) => {
        if (event.button !== 0 || stroke || !grid.board) return;
        const at = placeOf(event);
        const cell = cellAt(at);
        if (cell < 0) return;
        // The board says itself which cell has the focus.
        event.preventDefault();
        stroke = { id: event.pointerId, at, cell };
        addEventListener('pointermove', go);
        addEventListener('pointerup', stop);
        addEventListener('pointercancel', stop);
        begin(cell, event.ctrlKey || event.metaKey || event.shiftKey);
    });
    element.addEventListener('mousedown', (event) => event.preventDefault());
}
