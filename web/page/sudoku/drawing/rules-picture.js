// The lines, dots, cages and clues of a Sudoku with rules, as the library draws them, in the colors of the page.

import { s } from '../../dom.js';

/** A color by night (`#rrggbb`): darker, so that bright digits can be read on it; pale ones are first set apart. */
function dusk(color, share, apart) {
    const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    const most = Math.max(...parts);
    return `rgb(${parts.map((part) => Math.round(Math.max(0, most - (most - part) * apart) * share)).join(' ')})`;
}

/** What the library's classes of colors are: the color of a line, of what is filled with it, of a cell. */
const INKS = { i: ['inked', 0.55, 1], j: ['filled', 0.55, 1], k: ['filled', 0.32, 3] };

/** Elements of SVG from the library. Its colors are classes, since the page allows no other styles. */
function parsed(text) {
    const { documentElement } = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, 'image/svg+xml');
    const picture = document.importNode(documentElement, true);
    for (const element of picture.querySelectorAll('[class]')) {
        const name = [...element.classList].find((own) => /^[ijk][0-9a-f]{6}$/.test(own));
        if (!name) continue;
        const [kind, share, apart] = INKS[name[0]];
        const color = `#${name.slice(1)}`;
        element.classList.replace(name, kind);
        element.style.setProperty('--day', color);
        element.style.setProperty('--night', dusk(color, share, apart));
    }
    return [...picture.childNodes];
}

/** Thin lines between cells, thick ones between boxes. They are above lines of rules, so they are drawn here. */
function walls(grid, cell) {
    const paths = { thin: '', thick: '' };
    for (let at = 0; at < grid.cells; at += 1) {
        const [x, y] = [grid.column(at) * cell, grid.row(at) * cell];
        if (grid.column(at) + 1 < grid.columns) paths[grid.isWall(at, 0, 1) ? 'thick' : 'thin'] += `M${x + cell} ${y}v${cell}`;
        if (grid.row(at) + 1 < grid.rows) paths[grid.isWall(at, 1, 0) ? 'thick' : 'thin'] += `M${x} ${y + cell}h${cell}`;
    }
    return Object.entries(paths).map(([name, d]) => s('path', { class: name, d }));
}

/** The picture of a board's rules, in the place of its cells; what is beside the grid overflows. */
export function rulesPicture(grid) {
    const { cell, ground, lines, marks, words } = grid.board.picture;
    return s('svg', { class: 'rules', viewBox: `0 0 ${grid.columns * cell} ${grid.rows * cell}`, 'aria-hidden': 'true' },
        parsed(ground + lines), walls(grid, cell), parsed(marks + words));
}

/** The room beside the grid: how much of the width it takes on each side (top, right, bottom, left), and how many cells all of it is wide. */
export function roomOf({ rows, columns, board }) {
    if (!board.picture) return { margins: [0, 0, 0, 0], across: columns };
    const { cell, extent: [left, right, top, bottom] } = board.picture;
    const wide = right - left;
    return { margins: [-top, right - columns * cell, bottom - rows * cell, -left].map((side) => side / wide), across: wide / cell };
}
