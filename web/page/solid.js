// A solid of cubes, which can be turned.

import { boundsOf, facesOf, viewOf } from './apart/solid-faces.js';
import { s } from './dom.js';

/** A color `#rrggbb` in a light from 0 to 1. */
function shaded(color, light) {
    const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * light));
    return `rgb(${parts.join(' ')})`;
}

/** How far the farthest corner of cells is from a point. */
export function reachOf(cells, middle) {
    const [least, most] = boundsOf(cells);
    return Math.hypot(...middle.map((place, axis) => Math.max(place - least[axis], most[axis] - place)));
}

/** The middle of cells. */
export function centerOf(cells) {
    const [least, most] = boundsOf(cells);
    return least.map((place, axis) => (place + most[axis]) / 2);
}

/** A picture of pieces of cubes, which a mouse, a finger and the arrow keys turn; + and − blow it apart. */
export class Solid {
    #turn;
    #placed = [];
    #frame = { middle: [0, 0, 0], axis: 0 };
    #reach = 1;
    #apart = 0;

    /** `turn` has the angles `across` and `down`, which outlast the picture. */
    constructor(turn) {
        this.#turn = turn;
        this.element = s('svg', { class: 'solid', viewBox: '-100 -84 200 168', role: 'img', tabindex: 0 });
        let last = null;
        const { element } = this;
        element.addEventListener('pointerdown', (event) => {
            last = [event.clientX, event.clientY];
            element.setPointerCapture(event.pointerId);
        });
        element.addEventListener('pointermove', (event) => {
            if (!last) return;
            this.#turnBy((last[0] - event.clientX) / 120, (event.clientY - last[1]) / 120);
            last = [event.clientX, event.clientY];
        });
        for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, () => { last = null; });
        element.addEventListener('keydown', (event) => {
            const step = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
            if (event.key === '+') this.#apart = Math.min(2, this.#apart + 0.2);
            else if (event.key === '-') this.#apart = Math.max(0, this.#apart - 0.2);
            else if (!step) return;
            event.preventDefault();
            this.#turnBy(...(step ?? [0, 0]));
        });
    }

    #turnBy(across, down) {
        this.#turn.across += across;
        this.#turn.down = Math.max(-1.5, Math.min(1.5, this.#turn.down + down));
        this.#draw();
    }

    /**
     * Shows pieces, each with `color`, `cells` and `by`, how far they are displaced; some of them are
     * `isMoved`, or fade (`seen` is less than 1). `reach` is how far from the middle something is seen.
     */
    show(placed, { middle, axis = 0, reach }) {
        this.#placed = placed;
        this.#frame = { middle, axis };
        this.#reach = reach;
        this.#draw();
    }

    #draw() {
        const scale = 96 / (this.#reach * (1 + this.#apart) + 0.1);
        const faces = facesOf(this.#placed, viewOf(this.#turn), { ...this.#frame, apart: this.#apart });
        const { element } = this;
        // Polygons are used again: a movement draws many times a second.
        while (element.childElementCount > faces.length) element.lastChild.remove();
        while (element.childElementCount < faces.length) element.append(s('polygon'));
        faces.forEach(({ piece, light, corners }, at) => {
            const polygon = element.children[at];
            polygon.setAttribute('points', corners.map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`).join(' '));
            polygon.setAttribute('fill', shaded(piece.color, light));
            polygon.setAttribute('class', piece.isMoved ? 'moved' : '');
            polygon.setAttribute('opacity', piece.seen ?? 1);
        });
    }
}

/** A picture of pieces that stand still: each a name, a color and cells. */
export function solidOf(pieces, turn) {
    const solid = new Solid(turn);
    const all = pieces.flatMap(([, , cells]) => cells);
    const middle = centerOf(all);
    solid.show(pieces.map(([, color, cells]) => ({ color, cells, by: [0, 0, 0] })), { middle, reach: reachOf(all, middle) });
    return solid.element;
}
