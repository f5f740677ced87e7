// A solid of cubes, which can be turned.

import { s } from './dom.js';

/** A color `#rrggbb` in a light from 0 to 1. */
export function shaded(color, light) {
    const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * light));
    return `rgb(${parts.join(' ')})`;
}

/** A solid of cubes, which can be turned: the nearest faces last. */
export function solidOf(pieces, turn) {
    const svg = s('svg', { class: 'solid', viewBox: '-100 -100 200 200', role: 'img', tabindex: 0, 'aria-label': `A solid of ${pieces.length} pieces, which the arrow keys turn` });
    const all = pieces.flatMap(([, , cells]) => cells);
    const middle = [0, 1, 2].map((axis) => (Math.min(...all.map((cell) => cell[axis])) + Math.max(...all.map((cell) => cell[axis])) + 1) / 2);
    let apart = 0;
    const FACES = [[[-1, 0, 0], 1], [[1, 0, 0], 0.92], [[0, 1, 0], 0.8], [[0, -1, 0], 0.86], [[0, 0, 1], 0.7], [[0, 0, -1], 0.76]];

    function draw() {
        const [sinA, cosA, sinD, cosD] = [Math.sin(turn.across), Math.cos(turn.across), Math.sin(turn.down), Math.cos(turn.down)];
        // Layers go down, as in pictures; rows come near, columns go right.
        const project = ([layer, row, column]) => {
            const [x, y, z] = [column - middle[2], middle[0] - layer, row - middle[1]];
            const [right, near] = [x * cosA + z * sinA, z * cosA - x * sinA];
            return [right, -(y * cosD - near * sinD), near * cosD + y * sinD];
        };
        const reach = Math.hypot(...middle) * (1 + apart) + 0.1;
        const scale = 96 / reach;
        const faces = [];
        pieces.forEach(([, color, cells]) => {
            const has = new Set(cells.map(String));
            const center = [0, 1, 2].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
            const shift = center.map((place, axis) => (place - middle[axis]) * apart);
            for (const cell of cells) {
                for (const [normal, light] of FACES) {
                    if (has.has(String(cell.map((place, axis) => place + normal[axis])))) continue;
                    const axis = normal.findIndex(Boolean);
                    const [one, other] = [0, 1, 2].filter((index) => index !== axis);
                    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => {
                        const corner = cell.map((place, index) => place + shift[index]);
                        corner[axis] += normal[axis] > 0 ? 1 : 0;
                        corner[one] += a;
                        corner[other] += b;
                        return project(corner);
                    });
                    const outward = project(normal.map((part, index) => part + middle[index]))[2];
                    if (outward <= 1e-9) continue;
                    faces.push({ depth: corners.reduce((sum, corner) => sum + corner[2], 0), corners, fill: shaded(color, light) });
                }
            }
        });
        faces.sort((a, b) => a.depth - b.depth);
        svg.replaceChildren(...faces.map(({ corners, fill }) => s('polygon', {
            points: corners.map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`).join(' '),
            fill,
        })));
    }

    let last = null;
    svg.addEventListener('pointerdown', (event) => {
        last = [event.clientX, event.clientY];
        svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener('pointermove', (event) => {
        if (!last) return;
        turn.across -= (event.clientX - last[0]) / 120;
        turn.down = Math.max(-1.5, Math.min(1.5, turn.down + (event.clientY - last[1]) / 120));
        last = [event.clientX, event.clientY];
        draw();
    });
    svg.addEventListener('pointerup', () => { last = null; });
    svg.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: [0.15, 0], ArrowRight: [-0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] }[event.key];
        if (step) {
            turn.across += step[0];
            turn.down = Math.max(-1.5, Math.min(1.5, turn.down + step[1]));
        } else if (event.key === '+') apart = Math.min(2, apart + 0.2);
        else if (event.key === '-') apart = Math.max(0, apart - 0.2);
        else return;
        event.preventDefault();
        draw();
    });
    draw();
    return svg;
}
