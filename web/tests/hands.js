// Shared by the tests of packings that are played by hand: how a piece gets to its place in a solution.

import { HandModel } from '../page/packing/hand-model.js';
import { boxOf } from '../page/packing/hand-board.js';

/** The model of a packing, and a solution of it, as the page's library finds them. */
export async function solutionOf(page, fields, grid = 'square', word = 'd0') {
    const [problem, found] = await page.evaluate(async ([fields, word]) => {
        const { quick } = await import('./jobs.js');
        const { output } = await quick.ask(['pack-problem', ...fields, '']);
        return [output, (await quick.ask(['dlx3', output, '', 1, '', 't1', word])).output];
    }, [fields, word]);
    const model = new HandModel(problem, grid);
    return { model, options: model.read(found).map((number) => model.options[number]) };
}

/** The turns and flips that lead from one way of a piece to another: the fewest. */
export function actsTo(piece, from, to) {
    const known = new Map([[from, []]]);
    for (const [way, acts] of known) {
        for (const act of ['turn', 'flip']) if (!known.has(piece.next[way][act])) known.set(piece.next[way][act], [...acts, act]);
    }
    return known.get(to);
}

/** Where the picture of a piece is in the window when it lies where an option has it: left, top, width, height. */
export async function boxOn(page, board, model, option) {
    const { x, y, width, left, top, all } = await page.locator(board).evaluate((svg) => {
        const { x, y, width } = svg.getBoundingClientRect();
        const [left, top, all] = svg.getAttribute('viewBox').split(' ').map(Number);
        return { x, y, width, left, top, all };
    });
    const scale = width / all;
    const [boxLeft, boxTop, boxRight, boxBottom] = boxOf(option.cells.flatMap((cell) => model.grid.corners(cell)));
    // The picture has a margin.
    return [x + (boxLeft - 4 - left) * scale, y + (boxTop - 4 - top) * scale, (boxRight - boxLeft + 8) * scale, (boxBottom - boxTop + 8) * scale];
}

/** The middle of an element in the window. */
export const middleOf = (page, selector) => page.locator(selector).evaluate((element) => {
    const { left, top, width, height } = (element.querySelector('svg') ?? element).getBoundingClientRect();
    return [left + width / 2, top + height / 2];
});

/** A finger: goes down, moves in steps, and goes up. */
export async function finger(context, page) {
    const session = await context.newCDPSession(page);
    const send = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    return {
        down: (at) => send('touchStart', [at]),
        move: (at) => send('touchMove', [at]),
        up: () => send('touchEnd', []),
        async drag(from, to, steps = 6) {
            await this.down(from);
            for (let step = 1; step <= steps; step += 1) await this.move(from.map((part, axis) => part + ((to[axis] - part) * step) / steps));
            await this.up();
        },
    };
}
